"""The plot of the docs: the time of a frame against the number of circles, on log-log axes.

Needs matplotlib, of the `bench` extra.
"""

from collections.abc import Iterable
from math import log10
from typing import Any

from harness.page import ROOT
from harness.rows import Row

SPEED = ROOT / "docs" / "images" / "speed.png"

OURS = "spritecol"
# Apart for the color-blind too (after Okabe and Ito), and dark enough for text on white.
LIBRARIES = {
    OURS: "#0060A8",
    "C++ grid": "#777777",
    "C++ quadtree": "#444444",
    "C++ brute force": "#A9518B",
    "scipy": "#8A7A00",
    "pymunk": "#B57B00",
    "shapely": "#007F5F",
    "pygame-ce": "#C2410C",
    "arcade": "#9B1C31",
}
FRAME = 1000 / 60  # milliseconds
TIMES = {
    1e-3: "1 µs",
    1e-2: "10 µs",
    1e-1: "100 µs",
    1e0: "1 ms",
    1e1: "10 ms",
    1e2: "100 ms",
    1e3: "1 s",
}
GAP = 0.042  # between labels, of the height of the plot
ROOM = 3  # to the right of the lines, for their names: how many times the largest number

Lines = dict[str, list[tuple[float, float]]]


def lines(rows: Iterable[Row]) -> Lines:
    """The lines: numbers and milliseconds."""
    found: dict[str, dict[float, float]] = {}
    for row in rows:
        if row.ours and row.theirs:
            found.setdefault(OURS, {})[row.size] = 1e3 * row.ours
            found.setdefault(row.peer, {})[row.size] = 1e3 * row.theirs
    return {name: sorted(found[name].items()) for name in LIBRARIES if name in found}


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


def panel(axis: Any, made: Lines) -> None:
    """Lines, their names, axes, grid."""
    for name, points in made.items():
        width, size, order = (3.2, 6, 3) if name == OURS else (1.5, 4, 2)
        style = {"color": LIBRARIES[name], "lw": width, "ms": size, "zorder": order}
        axis.plot(*zip(*points, strict=True), "o-", **style)
    least = min(points[0][0] for points in made.values())
    most = max(points[-1][0] for points in made.values())
    axis.set(xscale="log", yscale="log", xlim=(least * 0.88, most * ROOM))
    way = {"color": "#888888", "lw": 1, "ls": (0, (4, 3)), "zorder": 1}
    axis.plot([least * 0.88, most], [FRAME] * 2, **way)
    axis.text(1_100, FRAME * 1.12, "one frame at 60 FPS", color="#666666", fontsize=10)
    axis.set_title("Finding all pairs of moving circles", loc="left", fontsize=13, pad=12)
    axis.set_xlabel("moving circles on 1280 by 720 pixels")
    axis.set_ylabel("time per frame (lower is better)")
    numbers = [10.0**k for k in range(7) if least <= 10**k <= most]
    axis.set_xticks(numbers, [f"{number:,.0f}" for number in numbers])
    heights = [height for points in made.values() for _, height in points]
    ticks = [time for time in TIMES if 0.1 * min(heights) < time < 2 * max(heights)]
    axis.set_yticks(ticks, [TIMES[time] for time in ticks])
    axis.minorticks_off()
    axis.margins(y=0.09)
    axis.grid(which="major", lw=0.5, color="#DDDDDD", zorder=0)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
    axis.tick_params(length=0)
    _names(axis, made)


def _names(axis: Any, made: Lines) -> None:
    """Each line's name where it ends; above that where other lines go on."""
    most = max(points[-1][0] for points in made.values())
    (left, right), (bottom, top) = axis.get_xlim(), axis.get_ylim()
    ends = {name: end[1] for name, (*_, end) in made.items() if end[0] == most}
    last = spaced(ends, GAP * log10(top / bottom))
    aside = (right / left) ** 0.012
    for name, (*_, (x, y)) in made.items():
        goes_on = name not in last
        axis.annotate(
            name,
            (x, y),
            xytext=(x, y * 1.25) if goes_on else (x * aside, last[name]),
            color=LIBRARIES[name],
            ha="center" if goes_on else "left",
            va="bottom" if goes_on else "center_baseline",
            fontsize=13 if name == OURS else 11,
            fontweight="bold" if name == OURS else "normal",
            annotation_clip=False,
        )


def draw(rows: list[Row]) -> None:
    """Draw and write the picture."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"font.size": 11, "font.family": "DejaVu Sans"})
    figure, axis = plt.subplots(figsize=(9, 5.6), layout="constrained")
    panel(axis, lines(row for row in rows if row.part == "all_pairs"))
    figure.savefig(SPEED, dpi=120, metadata={"Software": None})
    plt.close(figure)
    print(f"wrote {SPEED.relative_to(ROOT)}")
