"""What is kept and shown of the figures: results/, docs/benchmarks.md, plot, the README's rows."""

import csv
import json
import os
import platform
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from math import log10
from pathlib import Path
from typing import Any

from measure import TABLE, Figure, amount

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "benchmarks" / "results" / "figures.csv"
MACHINE = FIGURES.with_name("machine.json")
TEXT = ROOT / "benchmarks" / "page.md"  # the page without its tables
TABLES = TEXT.with_name("tables.md")  # likewise all tables, with what each compares
PAGE, README = ROOT / "docs" / "benchmarks.md", ROOT / "README.md"
SPEED, GROWTH = (ROOT / "docs" / "images" / f"{name}.png" for name in ("speed", "growth"))

MARK = re.compile(r"<!-- table: (.*) -->")
ROWS = re.compile(r"<!-- rows:\n(.*?)\n-->", re.DOTALL)
PARTS = tuple(part for part in MARK.findall(TABLES.read_text(encoding="utf-8")) if "," not in part)
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


def head_of(figure: Figure) -> str:
    """What a figure compares."""
    peer = figure.peer + (figure.way and f" ({figure.way})")
    return f"{figure.part}: {figure.case}, {figure.size:,}; {peer}"


def line(figure: Figure) -> str:
    """A figure for the terminal."""
    head = head_of(figure)
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


LEVEL = re.compile(r"(.*), (.*?), ([\d,]*)")
WAY = re.compile(r"(.*) of ([\d,]*) px, (.*)")
IN_A_LEVEL = ("hits", "contacts", "sweep 30", "slide 30", "walk", "raycast 30")
ON_A_WAY = ("a thin ray", "thick ray", "sweep", "slide", "bounce")


def growth(figures: Iterable[Figure]) -> dict[str, dict[str, dict[int, float]]]:
    """Seconds by the form of a level, the call, and how many there are."""
    found: dict[str, dict[str, dict[int, float]]] = {}
    for figure in figures:
        for case, seconds in ((figure.case, figure.ours), (figure.peer, figure.theirs)):
            call = figure.case.partition(",")[0]
            if at := LEVEL.fullmatch(case if case == figure.case else f"{call}, {case}"):
                sizes = found.setdefault(at[2], {}).setdefault(call, {})
                sizes.setdefault(int(at[3].replace(",", "")), seconds or 0.0)
    return found


def in_levels(figures: Iterable[Figure]) -> Iterator[Sequence[str]]:
    """Microseconds of some calls in each form of a level, at all its sizes."""
    yield "level", *IN_A_LEVEL
    for form, calls in growth(figures).items():
        times = (sorted(calls.get(call, {}).items()) for call in IN_A_LEVEL)
        yield form, *(" · ".join(f"{1e6 * seconds:.2g}" for _, seconds in one) for one in times)


def on_ways(figures: Iterable[Figure]) -> Iterator[Sequence[str]]:
    """Microseconds of what moves along ways, each beside a thin ray."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    for figure in figures:
        if (at := WAY.fullmatch(figure.case)) and figure.ours and figure.theirs:
            found.setdefault((at[2], at[3]), {figure.peer: figure.theirs})[at[1]] = figure.ours
    yield "way", *ON_A_WAY
    for (pixels, kind), times in found.items():
        yield f"{int(pixels):,} px, {kind}", *(f"{1e6 * times[name]:.2g}" for name in ON_A_WAY)


ACROSS = {"near": in_levels, "near, ways": on_ways}
"""The marks of tables that have many figures in a row, and what makes their head and rows."""


def table(mark: str, figures: Iterable[Figure]) -> str:
    """A table by its mark; empty where nothing was measured yet."""
    part = mark.partition(",")[0]
    found = [figure for figure in figures if figure.part == part and figure.ratio is not None]
    if mark in ACROSS:
        head, *chosen = ACROSS[mark](found)
    else:
        head, chosen = COLUMNS, [cells(figure) for figure in CHOSEN.get(mark, list)(found)]
    rule = RULE if head is COLUMNS else ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(one)} |" for one in (head, rule, *chosen) if chosen)


def chosen_rows(lines: str, figures: Sequence[Figure]) -> str:
    """A table of the page: rows by the names that `line` shows, or all rows of a mark.

    It has no spreads. A name may leave out how the other library does it, in brackets.
    A line `near: a, b` shows these forms of a level instead.
    """
    by_name: dict[str, Figure] = {}
    for figure in figures:
        if figure.ratio is not None:
            name = head_of(figure)
            by_name[name] = by_name[name.partition(" (")[0]] = figure
    if lines.startswith("near: "):
        kept = lines.removeprefix("near: ").split(", ")
        head, rule, *rows = table("near", figures).splitlines()
        found = {row.split("|")[1].strip(): row for row in rows}
        return "\n".join([head, rule, *(found[form] for form in kept)])
    made: list[str] = []
    for one in lines.splitlines():
        if one in PARTS or one in CHOSEN:
            made += table(one, figures).splitlines()[2:]
        elif one in by_name:
            made.append(f"| {' | '.join(cells(by_name[one]))} |")
        else:
            raise SystemExit(f"{TEXT}: no figure is kept for: {one}")
    heads = [f"| {' | '.join(one)} |" for one in (COLUMNS, RULE)]
    return "\n".join([*heads, *(re.sub(r" \+\d+%", "", row) for row in made)])


def text(figures: Sequence[Figure]) -> str:
    """The whole page."""
    page = TEXT.read_text(encoding="utf-8")
    made = ROWS.sub(lambda mark: chosen_rows(mark[1], figures), page)
    found: dict[str, str] = json.loads(MACHINE.read_text(encoding="utf-8"))
    versions = ", ".join(f"{name} {found[name]}" for name in PACKAGES if name in found)
    told = "Machine: {processor}, {cores} cores, {system}. Versions: Python {python}, {versions}."
    told = textwrap.fill(told.format(**found, versions=versions), 100, break_on_hyphens=False)
    return made.replace("<!-- machine -->", told)


def all_tables(figures: Sequence[Figure], parts: Sequence[str]) -> str:
    """All tables of the parts, each with what it compares."""
    made = []
    for section in re.split(r"(?m)^(?=#+ )", TABLES.read_text(encoding="utf-8"))[1:]:
        tables = {mark: table(mark, figures) for mark in MARK.findall(section)}
        if any(mark.partition(",")[0] in parts and rows for mark, rows in tables.items()):
            made.append(MARK.sub(lambda mark: tables[mark[1]], section))  # noqa: B023
    return "".join(made)


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


def draw(figures: Sequence[Figure]) -> None:
    """Draw both plots, on log-log axes."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"font.size": 11, "font.family": "DejaVu Sans"})
    for path, drawn in ((SPEED, draw_speed), (GROWTH, draw_growth)):
        picture, axis = plt.subplots(figsize=(9, 5.6), layout="constrained")
        axis.set(xscale="log", yscale="log")
        drawn(figures, axis)
        axis.minorticks_off()
        axis.grid(which="major", lw=0.5, color="#DDDDDD", zorder=0)
        axis.set_axisbelow(True)
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(length=0)
        picture.savefig(path, dpi=120, metadata={"Software": None})
        plt.close(picture)


def mark_times(axis: Any, least: int, most: int) -> None:
    """Label powers of ten seconds."""
    ticks = [10.0**k for k in range(least, most + 1)]
    axis.set_yticks(ticks, [amount(tick) for tick in ticks])


def mark_numbers(axis: Any, numbers: Iterable[int]) -> None:
    """Label how many there are."""
    axis.set_xticks([*numbers], [f"{number:,}" for number in numbers])


def draw_growth(figures: Iterable[Figure], axis: Any) -> None:
    """The time of calls against the size of a level that is always the same near the hero."""
    found = growth(figure for figure in figures if figure.part == "near")
    ends: dict[str, tuple[int, float]] = {}
    for call, color in zip(IN_A_LEVEL, reversed(LIBRARIES.values()), strict=False):
        for form, style in {"a Group": "o-", "one sprite": "o--", "a list": "x"}.items():
            if sizes := sorted(found.get(form, {}).get(call, {}).items()):
                axis.plot(*zip(*sizes, strict=True), style, color=color, ms=6)
                ends.setdefault(call, sizes[-1])
    bottom, top = axis.get_ylim()
    heights = spaced({call: end[1] for call, end in ends.items()}, 0.042 * log10(top / bottom))
    for call, color in zip(ends, reversed(LIBRARIES.values()), strict=False):
        at = ends[call][0] * 1.12, heights[call]
        axis.annotate(call, at, color=color, va="center_baseline", annotation_clip=False)
    for k, text in enumerate(("solid: a Group", "dashed: one sprite of many shapes", "x: a list")):
        axis.text(0.03, 0.94 - 0.055 * k, text, color="#666666", transform=axis.transAxes)
    axis.set_title("A call costs what is near", loc="left", fontsize=13, pad=12)
    axis.set_xlabel("sprites or shapes in the level")
    axis.set_ylabel("time per call (lower is better)")
    axis.set_xlim(150, 60_000)  # with room for the names
    mark_numbers(axis, (200, 2_000, 20_000))
    mark_times(axis, -7, -3)


def draw_speed(figures: Iterable[Figure], axis: Any) -> None:
    """The time of a frame against the number of circles."""
    lines: dict[str, dict[int, float]] = {name: {} for name in LIBRARIES}
    for figure in figures:
        if figure.part == "all_pairs" and figure.ours and figure.theirs:
            lines["spritecol"][figure.size] = figure.ours
            lines.get(figure.peer, {})[figure.size] = figure.theirs
    for name, color in LIBRARIES.items():
        width, size, order = (3.2, 6, 3) if name == "spritecol" else (1.5, 4, 2)
        axis.plot(*zip(*sorted(lines[name].items()), strict=True), "o-", color=color, lw=width,
                  ms=size, zorder=order)  # fmt: skip
    numbers = sorted(lines["spritecol"])
    left, right = numbers[0] * 0.88, numbers[-1] * 3.0  # with room for the names
    axis.set_xlim(left, right)
    axis.plot([left, numbers[-1]], [FRAME] * 2, color="#888888", lw=1, ls=(0, (4, 3)), zorder=1)
    axis.text(1_100, FRAME * 1.12, "one frame at 60 FPS", color="#666666", fontsize=10)
    axis.set_title("Finding all pairs of moving circles", loc="left", fontsize=13, pad=12)
    axis.set_xlabel("moving circles on 1280 by 720 pixels")
    axis.set_ylabel("time per frame (lower is better)")
    mark_numbers(axis, (100, 1_000, 10_000))
    mark_times(axis, -6, 0)
    axis.margins(y=0.09)
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
