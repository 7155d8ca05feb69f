"""docs/images/speed.png: the time of a frame against the number of circles, on log-log axes.

Needs matplotlib, of the `bench` extra.
"""

from collections.abc import Iterable
from typing import Any

from harness.page import ROOT
from harness.rows import Row
from harness.targets import CIRCLES

PICTURE = ROOT / "docs" / "images" / "speed.png"
OURS = "spritecol"

# Apart for the color-blind too (after Okabe and Ito), and dark enough for text on white.
COLORS = {
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
LABEL_GAP = 1.7  # how many times as high as the label below it a label stands, at least


def series(rows: Iterable[Row]) -> dict[str, list[tuple[int, float]]]:
    """The lines: numbers of circles and milliseconds."""
    found: dict[str, dict[int, float]] = {}
    for row in rows:
        if row.part == "all_pairs" and row.case == CIRCLES and row.ours and row.theirs:
            found.setdefault(OURS, {})[row.size] = 1e3 * row.ours
            found.setdefault(row.peer, {})[row.size] = 1e3 * row.theirs
    return {name: sorted(found[name].items()) for name in COLORS if name in found}


def spaced(heights: dict[str, float]) -> dict[str, float]:
    """Where labels stand: each where its line ends, but not over another; ours stays in place."""
    placed = {name: heights[name] for name in heights if name == OURS}
    for name, height in sorted(heights.items(), key=lambda item: item[1]):
        at = height
        for other in sorted(placed.values()):
            if other / LABEL_GAP < at < other * LABEL_GAP:
                at = other * LABEL_GAP
        placed.setdefault(name, at)
    return placed


def draw(rows: Iterable[Row]) -> None:
    """Draw and write the picture."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    lines = series(rows)
    plt.rcParams.update({"font.size": 11, "font.family": "DejaVu Sans"})
    figure, axis = plt.subplots(figsize=(9, 5.6), layout="constrained")
    for name, points in lines.items():
        ours = name == OURS
        axis.plot(
            *zip(*points, strict=True),
            "o-",
            color=COLORS[name],
            lw=3.2 if ours else 1.5,
            ms=6 if ours else 4,
            zorder=3 if ours else 2,
        )
    largest = max(points[-1][0] for points in lines.values())
    _label(axis, lines, largest)
    _frame(axis, largest)
    PICTURE.parent.mkdir(exist_ok=True)
    figure.savefig(PICTURE, dpi=120, metadata={"Software": None})
    plt.close(figure)
    print(f"wrote {PICTURE.relative_to(ROOT)}")


def _label(axis: Any, lines: dict[str, list[tuple[int, float]]], largest: int) -> None:
    """Each line's name where it ends; above that where other lines go on."""
    last = spaced({name: end[1] for name, (*_, end) in lines.items() if end[0] == largest})
    for name, (*_, (x, y)) in lines.items():
        goes_on = name not in last
        axis.annotate(
            name,
            (x, y),
            xytext=(x, y * 1.25) if goes_on else (x * 1.08, last[name]),
            color=COLORS[name],
            ha="center" if goes_on else "left",
            va="bottom" if goes_on else "center_baseline",
            fontsize=13 if name == OURS else 11,
            fontweight="bold" if name == OURS else "normal",
        )


def _frame(axis: Any, largest: int) -> None:
    """Axes, grid, title."""
    axis.set(xscale="log", yscale="log", xlim=(88, largest * 3))
    axis.plot([88, largest], [FRAME, FRAME], color="#888888", lw=1, ls=(0, (4, 3)), zorder=1)
    axis.text(1_100, FRAME * 1.12, "one frame at 60 FPS", color="#666666", fontsize=10)
    axis.set_title("Finding all pairs of moving circles", loc="left", fontsize=13, pad=12)
    axis.set_xlabel("moving circles on 1280 by 720 pixels")
    axis.set_ylabel("time per frame (lower is better)")
    axis.set_xticks([100, 1_000, 10_000], ["100", "1,000", "10,000"])
    ticks = {0.001: "1 µs", 0.01: "10 µs", 0.1: "100 µs", 1: "1 ms", 10: "10 ms", 100: "100 ms"}
    axis.set_yticks([*ticks], [*ticks.values()])
    axis.minorticks_off()
    axis.margins(y=0.09)
    axis.grid(which="major", lw=0.5, color="#DDDDDD", zorder=0)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
    axis.tick_params(length=0)
