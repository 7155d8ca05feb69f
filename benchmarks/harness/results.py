"""The figures that are kept: results/figures.csv, and what machine and versions they are of."""

import csv
import json
import os
import platform
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from harness.rows import Row, amount

FOLDER = Path(__file__).parents[1] / "results"
FIGURES = FOLDER / "figures.csv"
MACHINE = FOLDER / "machine.json"

PACKAGES = (
    "numpy",
    "shapely",
    "pygame-ce",
    "arcade",
    "pymunk",
    "scipy",
    "fastquadtree",
)
DIGITS = 4  # significant ones of a kept figure
NUMBERS = ("ours", "ours_spread", "theirs", "theirs_spread", "ratio", "allowed")


def keep(part: str, rows: Iterable[Row], order: Sequence[str]) -> None:
    """Replace the kept rows of a part."""
    kept = [row for row in read() if row.part != part] + [*rows]
    kept.sort(key=lambda row: order.index(row.part))  # and as they were measured within a part
    write(kept)
    MACHINE.write_text(json.dumps(machine(), indent=1) + "\n", encoding="utf-8")


def write(rows: Iterable[Row]) -> None:
    """Write all rows to the file."""
    FOLDER.mkdir(exist_ok=True)
    with FIGURES.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows([_text(value) for value in row] for row in rows)


def read() -> list[Row]:
    """The kept rows."""
    if not FIGURES.exists():
        return []
    with FIGURES.open(encoding="utf-8", newline="") as file:
        return [_row(fields) for fields in csv.DictReader(file)]


def _text(value: object) -> object:
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    return "" if value is None else value


def _row(fields: dict[str, str]) -> Row:
    values: dict[str, Any] = dict(fields)
    values["size"] = int(fields["size"])
    values["found"] = int(fields["found"]) if fields["found"] else None
    for name in NUMBERS:
        values[name] = float(fields[name]) if fields[name] else None
    return Row(**values)


def line(row: Row) -> str:
    """A row for the terminal."""
    head = f"{row.part}: {row.case}, {row.size:,}; {row.peer}" + (row.way and f" ({row.way})")
    if row.ratio is None:
        return f"{head}: {row.note}"
    verdict = {True: "holds", False: "MISSED", None: ""}[row.holds]
    limit = "" if row.allowed is None else f", at most {row.allowed:g}: {verdict}"
    ours, theirs = amount(row.ours, row.unit), amount(row.theirs, row.unit)
    return f"{head}: {ours} / {theirs} = {row.ratio:.3g}{limit}"


def summary(rows: Iterable[Row]) -> str:
    """How many targets are reached, and which are not."""
    aimed = [row for row in rows if row.holds is not None]
    missed = [row for row in aimed if not row.holds]
    head = f"{len(aimed) - len(missed)} of {len(aimed)} targets are reached"
    return "\n".join([head, *map(line, missed)])


def machine() -> dict[str, str]:
    """The machine and the versions that the figures were measured with."""
    found = {
        "processor": _processor(),
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


def _processor() -> str:
    """The name of the processor, where Linux tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
