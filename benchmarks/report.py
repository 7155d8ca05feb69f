"""What is kept and shown of the figures: results/, docs/benchmarks.md, plot, the README's rows."""

import csv
import json
import os
import platform
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from math import log10
from pathlib import Path
from typing import Any

from measure import TABLE, Figure, amount

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "benchmarks" / "results" / "figures.csv"
MACHINE = FIGURES.with_name("machine.json")
TEXT = ROOT / "benchmarks" / "page.md"  # the page without its tables
PAGE, README = ROOT / "docs" / "benchmarks.md", ROOT / "README.md"
SPEED = ROOT / "docs" / "images" / "speed.png"

MARK = re.compile(r"<!-- table: (.*) -->")
PARTS = tuple(part for part in MARK.findall(TEXT.read_text(encoding="utf-8")) if "," not in part)
PACKAGES = ("numpy", "shapely", "pygame-ce", "arcade", "pymunk", "scipy", "fastquadtree")
NUMBERS = ("ours", "ours_spread", "theirs", "theirs_spread", "ratio")

# --- what is kept -------------------------------------------------------------------------------


def keep(part: str, figures: Iterable[Figure]) -> None:
    """Replace the kept figures of a part."""
    kept = [figure for figure in read() if figure.part != part] + [*figures]
    kept.sort(key=lambda figure: PARTS.index(figure.part))  # and as measured within a part
    write(kept)
    MACHINE.write_text(json.dumps(machine(), indent=1) + "\n", encoding="utf-8")


def write(figures: Iterable[Figure]) -> None:
    """Write all to the file."""
    with FIGURES.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Figure._fields)
        for figure in figures:
            writer.writerow(f"{v:.4g}" if isinstance(v, float) else v for v in figure)


def read() -> list[Figure]:
    """The kept figures, with the targets of today."""
    with FIGURES.open(encoding="utf-8", newline="") as file:
        return [_figure(fields) for fields in csv.DictReader(file)]


def _figure(fields: dict[str, Any]) -> Figure:
    part, case, size, peer = (fields[name] for name in ("part", "case", "size", "peer"))
    numbers = {name: float(fields[name]) if fields[name] else None for name in NUMBERS}
    targets = {(row.part, row.case): row for row in TABLE}
    numbers["allowed"] = targets[part, case].allowed(peer, int(size))
    found = int(fields["found"]) if fields["found"] else None
    return Figure(**{**fields, **numbers, "size": int(size), "found": found})


def machine() -> dict[str, str]:
    """The machine and the versions that the figures were measured with."""
    processor = platform.processor() or platform.machine()
    if (info := Path("/proc/cpuinfo")).exists():
        names = re.findall(r"(?m)^model name\s*: (.*)$", info.read_text(encoding="utf-8"))
        processor = (names or [processor])[0]
    found = {
        "processor": processor,
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "python": platform.python_version(),
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def line(figure: Figure) -> str:
    """A figure for the terminal."""
    peer = figure.peer + (figure.way and f" ({figure.way})")
    head = f"{figure.part}: {figure.case}, {figure.size:,}; {peer}"
    if figure.ratio is None:
        return f"{head}: {figure.note}"
    verdict = {True: "holds", False: "MISSED", None: ""}[figure.holds]
    limit = "" if figure.allowed is None else f", at most {figure.allowed:g}: {verdict}"
    return f"{head}: {amount(figure.ours)} / {amount(figure.theirs)} = {figure.ratio:.3g}{limit}"


def summary(figures: Iterable[Figure]) -> str:
    """How many targets are reached, and which are not."""
    aimed = [figure for figure in figures if figure.holds is not None]
    missed = [figure for figure in aimed if not figure.holds]
    head = f"{len(aimed) - len(missed)} of {len(aimed)} targets are reached"
    return "\n".join([head, *map(line, missed)])


# --- the page -----------------------------------------------------------------------------------

COLUMNS = ("", "number", "compared with", "spritecol", "theirs", "theirs / ours")
RULE = ("---", "---:", "---", "---:", "---:", "---:")


def cells(figure: Figure) -> list[str]:
    """The cells of a row: two times, by how much the median is above each, and their ratio."""
    ours, theirs = (
        f"{amount(least)} +{100 * ((spread or 1) - 1):.0f}%"
        for least, spread in (
            (figure.ours, figure.ours_spread),
            (figure.theirs, figure.theirs_spread),
        )
    )
    peer = f"{figure.peer}, {figure.way}" if figure.way else figure.peer
    times = 1 / (figure.ratio or 1)
    digits = 0 if times >= 9.95 else 1 if times >= 0.995 else 2  # as it is rounded
    return [figure.case, f"{figure.size:,}", peer, ours, theirs, f"{times:,.{digits}f}"]


def is_usual(figure: Figure) -> bool:
    """Whether it is about plain Groups of sprites with Rects."""
    sizes, tests = (1, 30, 1_000), ("rects (None)", "collide_circle", "collide_mask")
    return figure.case.endswith(": Rects") and figure.size in sizes and figure.way in tests


def least_gains(figures: Iterable[Figure]) -> list[Figure]:
    """Of each search the one with the largest ratio ours / theirs."""
    found: dict[str, Figure] = {}
    for figure in sorted(figures, key=lambda figure: -(figure.ratio or 0)):
        found.setdefault(figure.case.partition(":")[0], figure)
    return list(found.values())


CHOSEN: dict[str, Callable[[list[Figure]], Iterable[Figure]]] = {
    "pygame_drop_in": lambda figures: filter(is_usual, figures),
    "pygame_drop_in, least gain": least_gains,
    "arcade_drop_in": lambda figures: (f for f in figures if f.size not in (3, 10, 30)),
}
"""What a mark of the text stands for, where it is not all of its part."""


def table(mark: str, figures: Iterable[Figure]) -> str:
    """A table by its mark; empty where nothing was measured yet."""
    part = mark.partition(",")[0]
    found = [figure for figure in figures if figure.part == part and figure.ratio is not None]
    chosen = [cells(figure) for figure in CHOSEN.get(mark, list)(found)]
    return "\n".join(f"| {' | '.join(one)} |" for one in (COLUMNS, RULE, *chosen) if chosen)


def text(figures: Sequence[Figure]) -> str:
    """The whole page. A section whose tables have no rows is left out."""
    made = []
    for section in re.split(r"(?m)^(?=#+ )", TEXT.read_text(encoding="utf-8")):
        tables = {mark: table(mark, figures) for mark in MARK.findall(section)}
        if any(tables.values()) or not tables:
            made.append(MARK.sub(lambda mark: tables[mark[1]], section))  # noqa: B023
    found: dict[str, str] = json.loads(MACHINE.read_text(encoding="utf-8"))
    versions = ", ".join(f"{name} {found[name]}" for name in PACKAGES if name in found)
    told = "Machine: {processor}, {cores} cores, {system}. Versions: Python {python}, {versions}."
    told = textwrap.fill(told.format(**found, versions=versions), 100, break_on_hyphens=False)
    return "".join(made).replace("<!-- machine -->", told)


# --- the README ---------------------------------------------------------------------------------

BEGIN, END = "<!-- speed -->", "<!-- /speed -->"
HEAD = """\
| what | number of sprites | spritecol | other library | times as fast |
|---|---:|---:|---:|---:|"""
PICKS = {  # by part, case, size and peer: what stands in the README, and the peer's name
    ("one_pair", "turned and scaled, hit", 2, "arcade"): ("one pair, rotated and scaled", "arcade"),
    ("one_against_many", "targets in a list", 1_000, "pygame-ce"): (
        "one against a list",
        "pygame-ce",
    ),
    ("all_pairs", "circles, all moving", 10_000, "C++ grid"): (
        "all pairs of circles",
        "a grid in C++",
    ),
    ("bullet_hell", "one frame", 4_201, "pygame-ce"): ("a frame of a bullet hell", "pygame-ce"),
}


def filled(readme: str, figures: Iterable[Figure]) -> str:
    """The README with the rows of the page between its marks."""
    found = {figure[:4]: cells(figure) for figure in figures}
    lines = [HEAD]
    for place, (what, name) in PICKS.items():
        _, number, _, ours, theirs, times = (cell.partition(" +")[0] for cell in found[place])
        lines.append(f"| {what} | {number} | {ours} | {name}: {theirs} | {times} |")
    made = "\n".join([BEGIN, *lines, END])
    new, count = re.subn(f"{BEGIN}.*?{END}", lambda _: made, readme, flags=re.DOTALL)
    if count != 1:
        raise SystemExit(f"README.md has no place for the rows: {BEGIN} ... {END}, once")
    return new


# --- the plot -----------------------------------------------------------------------------------

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
}
FRAME = 1 / 60  # seconds


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


def draw(figures: Iterable[Figure]) -> None:
    """The time of a frame against the number of circles, on log-log axes."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    lines: dict[str, dict[int, float]] = {name: {} for name in LIBRARIES}
    for figure in figures:
        if figure.part == "all_pairs" and figure.ours and figure.theirs:
            lines["spritecol"][figure.size] = figure.ours
            lines.get(figure.peer, {})[figure.size] = figure.theirs
    plt.rcParams.update({"font.size": 11, "font.family": "DejaVu Sans"})
    picture, axis = plt.subplots(figsize=(9, 5.6), layout="constrained")
    for name, color in LIBRARIES.items():
        width, size, order = (3.2, 6, 3) if name == "spritecol" else (1.5, 4, 2)
        axis.plot(*zip(*sorted(lines[name].items()), strict=True), "o-", color=color, lw=width,
                  ms=size, zorder=order)  # fmt: skip
    numbers = sorted(lines["spritecol"])
    left, right = numbers[0] * 0.88, numbers[-1] * 3.0  # with room for the names
    axis.set(xscale="log", yscale="log", xlim=(left, right))
    axis.plot([left, numbers[-1]], [FRAME] * 2, color="#888888", lw=1, ls=(0, (4, 3)), zorder=1)
    axis.text(1_100, FRAME * 1.12, "one frame at 60 FPS", color="#666666", fontsize=10)
    axis.set_title("Finding all pairs of moving circles", loc="left", fontsize=13, pad=12)
    axis.set_xlabel("moving circles on 1280 by 720 pixels")
    axis.set_ylabel("time per frame (lower is better)")
    axis.set_xticks([100, 1_000, 10_000], ["100", "1,000", "10,000"])
    ticks = [10.0**k for k in range(-6, 1)]
    axis.set_yticks(ticks, [amount(tick) for tick in ticks])
    axis.minorticks_off()
    axis.margins(y=0.09)
    axis.grid(which="major", lw=0.5, color="#DDDDDD", zorder=0)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
    axis.tick_params(length=0)
    bottom, top = axis.get_ylim()
    ends = {name: line[numbers[-1]] for name, line in lines.items() if numbers[-1] in line}
    last = spaced(ends, 0.042 * log10(top / bottom))
    for name, made in lines.items():  # each name where its line ends; above, if others go on
        x, y = max(made.items())
        goes_on = name not in last
        axis.annotate(
            name,
            (x, y),
            xytext=(x, y * 1.25) if goes_on else (x * (right / left) ** 0.012, last[name]),
            color=LIBRARIES[name],
            ha="center" if goes_on else "left",
            va="bottom" if goes_on else "center_baseline",
            fontsize=13 if name == "spritecol" else 11,
            fontweight="bold" if name == "spritecol" else "normal",
            annotation_clip=False,
        )
    picture.savefig(SPEED, dpi=120, metadata={"Software": None})
    plt.close(picture)
