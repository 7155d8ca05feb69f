"""The README's table and plot of what is kept in results/peers.csv. Needs the `bench` extra."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from harness.contest import Row, amount
from harness.results import MACHINE, read
from harness.targets import CIRCLES
from harness.two_cores import PEER

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "README.md"
PICTURE = ROOT / "docs" / "images" / "benchmarks.png"

TITLES = {
    "one_pair": "One against one: `a.hits(b)` beside `collide_rect` and `check_for_collision`",
    "one_against_many": "One against many: `sprite.check(targets)` beside `spritecollide` and "
    "`check_for_collision_with_list`; targets in a",
    "two_groups": "Many against many, all attackers moved one by one: `check(a, b)` with callbacks "
    "and `pairs(a)` beside `groupcollide`",
    "all_pairs": "All pairs of N moving circles: `group.pair_indices()`",
    "turning": "DXRuby's scene, everything turns: `group.pair_indices()`",
    "growth": "Growth: moving circles at one density",
    "bullet_hell": "A bullet hell, end to end",
    "imports": "Import",
    "tile_maps": "Tile maps of N by N cells: `shapes_from_tiles(grid, 16, 16)`",
    "pygame_drop_in": "pygame's collision functions: the drop-ins of "
    "`spritecol.integrations.pygame`; of each search the row with the largest ratio",
}

# Apart for the colour-blind too (Okabe and Ito).
LINES = {
    "spritecol": "#0072B2",
    PEER: "#0072B2",
    "C++ grid": "#999999",
    "C++ quadtree": "#000000",
    "C++ brute force": "#CC79A7",
    "shapely": "#56B4E9",
    "scipy": "#009E73",
    "pymunk": "#E69F00",
    "fastquadtree": "#D55E00",
    "rtree": "#F0E442",
    "pyqtree": "#882255",
}
HOLDS, MISSED = "#0072B2", "#D55E00"


def table(rows: list[Row]) -> str:
    """Every row that has a target, under the title of its part."""
    lines = []
    for part, title in TITLES.items():
        found = [row for row in rows if row.part == part and row.allowed is not None]
        if part == "pygame_drop_in":
            found = narrowest(found)
        if not found:
            continue
        lines += ["", f"**{title}**", ""]
        lines += ["| | number | beside | ours | theirs | ours / theirs | at most |"]
        lines += ["|---|---:|---|---:|---:|---:|---:|"]
        lines += [line(row) for row in found]
    return "\n".join(lines).strip()


def narrowest(rows: list[Row]) -> list[Row]:
    """Of many rows of searches (`search: case`, for some sprites) the narrowest of each search.

    And all that miss their targets.
    """
    found: dict[tuple[str, float | None], Row] = {}
    for row in rows:
        key = row.case.partition(":")[0], row.allowed
        if key not in found or _used(row) > _used(found[key]):
            found[key] = row
    return [row for row in rows if row in found.values() or row.holds is False]


def line(row: Row) -> str:
    """A row of the table; what misses its target is in bold."""
    ratio = "-" if row.ratio is None else f"{row.ratio:.2g}"
    if row.holds is False:
        ratio = f"**{ratio}**, missed"
    beside = f"{row.peer}, {row.way}" if row.way else row.peer
    cells = [
        row.case,
        f"{row.size:,}",
        beside if row.ratio is not None else f"{beside}: {row.note}",
        spread(row.ours, row.unit, row.ours_spread),
        spread(row.theirs, row.unit, row.theirs_spread),
        ratio,
        f"{row.allowed:g}",
    ]
    return "| " + " | ".join(cells) + " |"


def spread(value: float | None, unit: str, median: float | None) -> str:
    """A figure, and by how much the median is above it."""
    above = "" if median is None else f" +{100 * (median - 1):.0f} %"
    return amount(value, unit) + above


def where() -> str:
    """What the figures are of."""
    import json

    found: dict[str, str] = json.loads(MACHINE.read_text(encoding="utf-8"))
    head = ("processor", "cores", "system", "python")
    versions = ", ".join(f"{name} {number}" for name, number in found.items() if name not in head)
    return (
        f"{found['processor']}, {found['cores']} cores, {found['system']}, "
        f"Python {found['python']}, {versions}."
    )


def text(rows: list[Row]) -> str:
    """All that stands between the marks."""
    aimed = [row for row in rows if row.holds is not None]
    reached = sum(1 for row in aimed if row.holds)
    return (
        f"{reached} of {len(aimed)} targets are reached on this machine: {where()}\n\n{table(rows)}"
    )


def write(made: str) -> None:
    """Put it between the marks."""
    page = PAGE.read_text(encoding="utf-8")
    begin, end = "<!-- benchmarks -->", "<!-- end of benchmarks -->"
    pattern = f"{re.escape(begin)}.*?{re.escape(end)}"
    page, count = re.subn(pattern, lambda _: f"{begin}\n{made}\n{end}", page, flags=re.DOTALL)
    if count != 1:
        raise SystemExit(f"{PAGE} has no place for the benchmarks")
    PAGE.write_text(page, encoding="utf-8")


def draw(rows: list[Row]) -> None:
    """All pairs against the number of circles; and all ratios beside what they may be."""
    import matplotlib.pyplot as plt

    plt.rcParams.update({"font.size": 9, "axes.titlesize": 10})
    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 6.2), layout="constrained")
    _draw_circles(left, [row for row in rows if row.part == "all_pairs" and row.case == CIRCLES])
    _draw_ratios(right, closest(rows))
    PICTURE.parent.mkdir(exist_ok=True)
    figure.savefig(PICTURE, dpi=110)


def closest(rows: Iterable[Row]) -> list[Row]:
    """Of each part and peer the row that is nearest to its target, or farthest beyond it."""
    found: dict[tuple[str, str], Row] = {}
    for row in rows:
        if row.ratio is None or row.allowed is None:
            continue
        key = row.part, row.peer
        if key not in found or _used(row) > _used(found[key]):
            found[key] = row
    return list(found.values())


def _used(row: Row) -> float:
    assert row.ratio is not None
    assert row.allowed is not None
    return row.ratio / row.allowed


def _draw_circles(axis: Any, rows: list[Row]) -> None:
    ours = {row.size: row.ours for row in rows if row.ours}
    series = {"spritecol": ours}
    for row in rows:
        if row.theirs:
            series.setdefault(row.peer, {})[row.size] = row.theirs
    for name, color in LINES.items():
        if name not in series:
            continue
        points = sorted((size, 1e3 * time) for size, time in series[name].items() if time)
        wide = 2.6 if name == "spritecol" else 1.3
        style = "o--" if name == PEER else "o-"
        axis.plot(*zip(*points, strict=True), style, color=color, lw=wide, ms=3.5, label=name)
    axis.set(
        xscale="log",
        yscale="log",
        title="All pairs of circles, all of them move",
        xlabel="circles on 1280 x 720 pixels",
        ylabel="milliseconds a frame (dotted: 1/60 s)",
    )
    axis.axhline(1000 / 60, color="#444444", lw=0.7, ls=":")
    axis.grid(which="major", lw=0.4, alpha=0.5)
    axis.legend(frameon=False, fontsize=8)
    axis.spines[["top", "right"]].set_visible(False)


def _draw_ratios(axis: Any, rows: list[Row]) -> None:
    labels = []
    for height, row in enumerate(reversed(rows)):
        color = HOLDS if row.holds else MISSED
        axis.plot([row.ratio, row.allowed], [height, height], color=color, lw=1)
        axis.plot(row.ratio, height, "o", color=color, ms=5)
        axis.plot(row.allowed, height, "|", color="#000000", ms=11, mew=1.8)
        labels.append(f"{row.part}: {row.case}, {row.size:,}\n{row.peer}")
    axis.set_yticks(range(len(labels)), labels, fontsize=7)
    axis.set(
        xscale="log",
        title="Ours / theirs (dot), at most (bar): the narrowest row of each part",
    )
    axis.grid(which="major", axis="x", lw=0.4, alpha=0.5)
    axis.spines[["top", "right"]].set_visible(False)


def report() -> None:
    """Table and plot from the kept figures."""
    rows = read()
    before = {path: path.read_bytes() for path in (PAGE, PICTURE) if path.exists()}
    write(text(rows))
    draw(rows)
    for path in (PAGE, PICTURE):
        if path.read_bytes() != before.get(path):
            print(f"wrote {path}")
