"""The plots of the docs: the time of a frame against a number, on log-log axes.

Needs matplotlib, of the `bench` extra.
"""

from collections.abc import Callable, Iterable
from math import log10
from typing import Any, NamedTuple

from harness.page import ROOT
from harness.rows import Row
from harness.targets import BOX2D, CIRCLES, LISTS, MOVER_CASTS, MOVER_SLIDES

IMAGES = ROOT / "docs" / "images"
SPEED = IMAGES / "speed.png"
CROWDS = IMAGES / "crowds.png"

# Apart for the color-blind too (after Okabe and Ito), and dark enough for text on white.
LIBRARIES = {
    "spritecol": "#0060A8",
    "C++ grid": "#777777",
    "C++ quadtree": "#444444",
    "C++ brute force": "#A9518B",
    "scipy": "#8A7A00",
    "pymunk": "#B57B00",
    "shapely": "#007F5F",
    "pygame-ce": "#C2410C",
    "arcade": "#9B1C31",
    BOX2D: "#A9518B",
}
FRAME = 1000 / 60  # milliseconds
TIMES = {
    1e-4: "100 ns",
    1e-3: "1 µs",
    1e-2: "10 µs",
    1e-1: "100 µs",
    1e0: "1 ms",
    1e1: "10 ms",
    1e2: "100 ms",
    1e3: "1 s",
}

Lines = dict[str, list[tuple[float, float]]]


class Style(NamedTuple):
    """How a plot is drawn."""

    colors: dict[str, str]
    ours: str  # the line that stands out
    gap: float  # between labels, of the height of the plot
    room: float  # to the right of the lines, for their names: how many times the largest number
    font: int
    frame: bool = True  # a line at the time of a frame


def lines(
    rows: Iterable[Row], style: Style, number: Callable[[Row], float] = lambda row: row.size
) -> Lines:
    """The lines: numbers and milliseconds."""
    found: dict[str, dict[float, float]] = {}
    for row in rows:
        if row.ours and row.theirs and number(row) > 0:
            found.setdefault(style.ours, {})[number(row)] = 1e3 * row.ours
            found.setdefault(row.peer, {})[number(row)] = 1e3 * row.theirs
    return {name: sorted(found[name].items()) for name in style.colors if name in found}


def spaced(heights: dict[str, float], gap: float) -> dict[str, float]:
    """Where labels stand: where the lines end, but moved apart where they would meet."""
    names = sorted(heights, key=heights.__getitem__)
    places = [log10(heights[name]) for name in names]
    for _ in range(200):
        for low in range(len(places) - 1):
            lack = gap - (places[low + 1] - places[low])
            if lack > 0:
                places[low] -= lack / 2
                places[low + 1] += lack / 2
    return {name: 10**place for name, place in zip(names, places, strict=True)}


def panel(axis: Any, made: Lines, style: Style, title: str, xlabel: str) -> None:
    """One plot: lines, their names, axes, grid."""
    for name, points in made.items():
        ours = name == style.ours
        axis.plot(
            *zip(*points, strict=True),
            "o-",
            color=style.colors[name],
            lw=3.2 if ours else 1.5,
            ms=6 if ours else 4,
            zorder=3 if ours else 2,
        )
    least = min(points[0][0] for points in made.values())
    most = max(points[-1][0] for points in made.values())
    axis.set(xscale="log", yscale="log", xlim=(least * 0.88, most * style.room))
    if style.frame:
        way = {"color": "#888888", "lw": 1, "ls": (0, (4, 3)), "zorder": 1}
        axis.plot([least * 0.88, most], [FRAME] * 2, **way)
    axis.set_title(title, loc="left", fontsize=style.font + 2, pad=12)
    axis.set_xlabel(xlabel)
    numbers = [10.0**k for k in range(7) if least <= 10**k <= most]
    axis.set_xticks(numbers, [f"{number:,.0f}" for number in numbers])
    top = max(height for points in made.values() for _, height in points)
    low = min(height for points in made.values() for _, height in points)
    ticks = {time: name for time, name in TIMES.items() if 0.1 * low < time < 2 * top}
    axis.set_yticks([*ticks], [*ticks.values()])
    axis.minorticks_off()
    axis.margins(y=0.09)
    axis.grid(which="major", lw=0.5, color="#DDDDDD", zorder=0)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
    axis.tick_params(length=0)
    _names(axis, made, style)


def _names(axis: Any, made: Lines, style: Style) -> None:
    """Each line's name where it ends; above that where other lines go on."""
    most = max(points[-1][0] for points in made.values())
    (left, right), (bottom, top) = axis.get_xlim(), axis.get_ylim()
    ends = {name: end[1] for name, (*_, end) in made.items() if end[0] == most}
    last = spaced(ends, style.gap * log10(top / bottom))
    aside = (right / left) ** 0.012
    for name, (*_, (x, y)) in made.items():
        goes_on = name not in last
        ours = name == style.ours
        axis.annotate(
            name,
            (x, y),
            xytext=(x, y * 1.25) if goes_on else (x * aside, last[name]),
            color=style.colors[name],
            ha="center" if goes_on else "left",
            va="bottom" if goes_on else "center_baseline",
            fontsize=style.font + 2 if ours else style.font,
            fontweight="bold" if ours else "normal",
            annotation_clip=False,
        )


def draw(rows: list[Row]) -> None:
    """Draw and write the pictures."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    def save(figure: Any, path: Any) -> None:
        figure.savefig(path, dpi=120, metadata={"Software": None})
        plt.close(figure)
        print(f"wrote {path.relative_to(ROOT)}")

    plt.rcParams.update({"font.size": 11, "font.family": "DejaVu Sans"})
    figure, axis = plt.subplots(figsize=(9, 5.6), layout="constrained")
    _speed(axis, rows)
    save(figure, SPEED)
    plt.rcParams.update({"font.size": 10})
    figure, axes = plt.subplots(1, 3, figsize=(17, 5), layout="constrained")
    _crowds(axes, [row for row in rows if row.part == "crowds"])
    save(figure, CROWDS)


def _speed(axis: Any, rows: list[Row]) -> None:
    style = Style(LIBRARIES, "spritecol", gap=0.042, room=3, font=11)
    circles = [row for row in rows if row.part == "all_pairs" and row.case == CIRCLES]
    title = "Finding all pairs of moving circles"
    panel(axis, lines(circles, style), style, title, "moving circles on 1280 by 720 pixels")
    axis.text(1_100, FRAME * 1.12, "one frame at 60 FPS", color="#666666", fontsize=10)
    axis.set_ylabel("time per frame (lower is better)")


def _crowds(axes: Any, rows: list[Row]) -> None:
    style = Style(LIBRARIES, "spritecol", gap=0.045, room=8, font=9, frame=False)
    for axis, (case, title) in zip(
        axes,
        {
            LISTS: "A unit moves, and asks units and walls",
            MOVER_CASTS: "A unit is swept among the others",
            MOVER_SLIDES: "A unit moves and slides among the others",
        }.items(),
        strict=True,
    ):
        made = lines([row for row in rows if row.case == case], style)
        panel(axis, made, style, title, "units")
    axes[0].set_ylabel("time per unit (lower is better)")
