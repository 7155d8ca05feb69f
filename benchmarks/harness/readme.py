"""The README's rows of speed: the same figures as in docs/benchmarks.md, taken from there."""

import re
from typing import NamedTuple

from harness.page import PAGE, ROOT

README = ROOT / "README.md"
BEGIN, END = "<!-- speed -->", "<!-- /speed -->"
HEAD = "| | spritecol | | times as fast |\n|---|---:|---:|---:|"


class Pick(NamedTuple):
    """A row of the README, and where it is on the page: heading and first three cells."""

    text: str
    heading: str
    what: str
    number: str
    peer: str
    name: str = ""  # of the peer in the README, where it is another


PICKS = (
    Pick(
        "One upright box against another",
        "One sprite against another",
        "upright, hit",
        "2",
        "pygame-ce",
    ),
    Pick(
        "One turned and scaled box against another",
        "One sprite against another",
        "turned and scaled, hit",
        "2",
        "arcade",
    ),
    Pick(
        "One sprite against a list of 1,000",
        "One sprite against many",
        "targets in a list",
        "1,000",
        "pygame-ce",
    ),
    Pick(
        "One sprite against a Group of 1,000 at rest",
        "One sprite against many",
        "targets in a Group",
        "1,000",
        "arcade, SpriteList with a spatial hash",
        "arcade, spatial hash",
    ),
    Pick(
        "1,000 bullets against 200 enemies, with callbacks",
        "Many against many",
        "bullets against enemies",
        "1,000",
        "pygame-ce",
    ),
    Pick(
        "All pairs among 1,000 boxes",
        "Many against many",
        "pairs within one group",
        "1,000",
        "arcade, SpriteList with a spatial hash",
        "arcade, spatial hash",
    ),
    Pick(
        "All pairs among 10,000 moving circles",
        "All pairs of moving circles",
        "circles, all moving",
        "10,000",
        "pymunk, spatial hash",
        "pymunk",
    ),
    Pick(
        "The same against shapely's tree",
        "All pairs of moving circles",
        "circles, all moving",
        "10,000",
        "shapely",
    ),
    Pick(
        "The same against a uniform grid in C++",
        "All pairs of moving circles",
        "circles, all moving",
        "10,000",
        "C++ grid",
        "C++",
    ),
    Pick(
        "A frame of a bullet hell with 4,200 sprites",
        "A bullet hell, end to end",
        "one frame",
        "4,201",
        "pygame-ce",
    ),
)

Place = tuple[str, str, str, str]  # heading, what, number, peer


def cells(page: str) -> dict[Place, list[str]]:
    """The rows of the page's tables of races: ours, theirs, and the ratio."""
    found: dict[Place, list[str]] = {}
    heading = ""
    for line in page.splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        row = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(row) == 6:
            found.setdefault((heading, row[0], row[1], row[2]), row[3:])
    return found


def table(page: str) -> str:
    """The rows, from the text of docs/benchmarks.md."""
    found = cells(page)
    lines = [HEAD]
    for pick in PICKS:
        place = pick[1:5]
        if place not in found:
            raise SystemExit(f"docs/benchmarks.md has no row {' | '.join(place)}")
        ours, theirs, ratio = (cell.partition(" +")[0] for cell in found[place])
        name = pick.name or pick.peer
        lines.append(f"| {pick.text} | {ours} | {name}: {theirs} | {ratio} |")
    return "\n".join(lines)


def filled(readme: str, page: str) -> str:
    """The README with the rows of the page between its marks."""
    pattern = f"{re.escape(BEGIN)}.*?{re.escape(END)}"
    made = f"{BEGIN}\n{table(page)}\n{END}"
    text, count = re.subn(pattern, lambda _: made, readme, flags=re.DOTALL)
    if count != 1:
        raise SystemExit(f"README.md has no place for the rows: {BEGIN} ... {END}, once")
    return text


def write() -> None:
    """Fill the README."""
    page, readme = (path.read_text(encoding="utf-8") for path in (PAGE, README))
    README.write_text(filled(readme, page), encoding="utf-8")
    print(f"wrote {README.relative_to(ROOT)}")
