"""Writes docs/benchmarks.md: all tables, from the kept figures."""

import json
import re
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from harness.results import MACHINE
from harness.rows import Row, amount

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "benchmarks.md"

TEXT = Path(__file__).parents[1] / "page.md"
"""The page without its tables. A section whose tables have no rows yet is left out."""

LEFT = ("", "compared with")  # columns of text; and the first one of every table


def markdown(head: list[str], body: Iterable[list[str]]) -> str:
    """A table; text is aligned to the left, all else to the right."""
    rule = ["---" if k == 0 or name in LEFT else "---:" for k, name in enumerate(head)]
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, rule, *body))


def figure(value: float | None, unit: str, median: float | None) -> str:
    """A figure, and by how much the median is above it."""
    above = "" if median is None else f" +{100 * (median - 1):.0f}%"
    return amount(value, unit) + above


def times_as(ratio: float) -> str:
    """A ratio, to a whole number where it is large."""
    if ratio >= 9.95:  # as it is rounded
        return f"{ratio:,.0f}"
    return f"{ratio:.1f}" if ratio >= 0.995 else f"{ratio:.2f}"


# --- kinds of tables ----------------------------------------------------------------------------


def races(rows: list[Row]) -> str:
    """A line for each row: ours, theirs, and how many times as fast ours is."""
    head = ["", "number", "compared with", "spritecol", "theirs", "theirs / ours"]
    return markdown(head, [[*cells(row), times_as(1 / row.ratio)] for row in rows if row.ratio])


def cells(row: Row) -> list[str]:
    """The cells of a row, without the ratio."""
    return [
        row.case,
        f"{row.size:,}",
        f"{row.peer}, {row.way}" if row.way else row.peer,
        figure(row.ours, row.unit, row.ours_spread),
        figure(row.theirs, row.unit, row.theirs_spread),
    ]


# --- the page -----------------------------------------------------------------------------------

PYGAME_SIZES = (1, 30, 1_000)
PYGAME_TESTS = ("rects (None)", "collide_circle", "collide_mask")
ARCADE_SIZES = (1, 100, 1_000, 10_000)


def is_usual(row: Row) -> bool:
    """Whether a row is about plain Groups of sprites with Rects."""
    shape = row.case.partition(": ")[2]
    return shape == "Rects" and row.size in PYGAME_SIZES and row.way in PYGAME_TESTS


def least_gains(rows: list[Row]) -> str:
    """Of each search the row with the largest ratio ours / theirs."""
    found: dict[str, Row] = {}
    for row in sorted(rows, key=lambda row: -(row.ratio or 0)):
        found.setdefault(row.case.partition(":")[0], row)
    return races(list(found.values()))


class Table(NamedTuple):
    """What a mark of the text stands for."""

    make: Callable[[list[Row]], str]
    chosen: Callable[[Row], bool] = lambda row: True  # of the rows of its part


TABLES = {
    "pygame_drop_in": Table(races, is_usual),
    "pygame_drop_in, least gain": Table(least_gains),
    "arcade_drop_in": Table(races, lambda row: row.size in ARCADE_SIZES),
}
"""The marks that stand for something else than all rows of their part."""

MARK = re.compile(r"<!-- table: (.*) -->")


def machine() -> str:
    """What the figures are of."""
    found: dict[str, str] = json.loads(MACHINE.read_text(encoding="utf-8"))
    head = ("processor", "cores", "system", "python")
    versions = ", ".join(f"{name} {number}" for name, number in found.items() if name not in head)
    return textwrap.fill(
        f"Machine: {found['processor']}, {found['cores']} cores, {found['system']}. Versions: "
        f"Python {found['python']}, {versions}.",
        100,
        break_on_hyphens=False,
    )


def table(name: str, rows: Iterable[Row]) -> str:
    """A table by its mark; empty where nothing was measured yet."""
    part = name.partition(",")[0]
    make, chosen = TABLES.get(name, Table(races))
    found = [row for row in rows if row.part == part and row.ratio is not None and chosen(row)]
    return make(found) if found else ""


def text(rows: list[Row]) -> str:
    """The whole page."""
    sections = re.split(r"(?m)^(?=#+ )", TEXT.read_text(encoding="utf-8"))
    made = []
    for section in sections:
        tables = {mark: table(mark, rows) for mark in MARK.findall(section)}
        if any(tables.values()) or not tables:
            made.append(MARK.sub(lambda mark: tables[mark[1]], section))  # noqa: B023
    return "".join(made).replace("<!-- machine -->", machine())


def write(rows: list[Row]) -> None:
    """Write the page."""
    PAGE.write_text(text(rows), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
