"""The README's rows of speed: the same figures as in docs/benchmarks.md, taken from there."""

import re
from typing import NamedTuple

from harness.page import PAGE, ROOT

README = ROOT / "README.md"
BEGIN, END = "<!-- speed -->", "<!-- /speed -->"
HEAD = """\
| what | number of sprites | spritecol | other library | times as fast |
|---|---:|---:|---:|---:|"""


class Pick(NamedTuple):
    """A row of the README, and where it is on the page: heading and first three cells."""

    text: str
    heading: str
    what: str
    number: str
    peer: str
    name: str = ""  # of the peer in the README, where it is another


ONE, MANY, CIRCLES, GAME = (
    "One sprite against another",
    "One sprite against many",
    "All pairs of moving circles",
    "A bullet hell, end to end",
)
MOVING = "circles, all moving"

PICKS = (
    Pick("one pair, rotated and scaled", ONE, "turned and scaled, hit", "2", "arcade"),
    Pick("one against a list", MANY, "targets in a list", "1,000", "pygame-ce"),
    Pick("all pairs of circles", CIRCLES, MOVING, "10,000", "C++ grid", "a grid in C++"),
    Pick("a frame of a bullet hell", GAME, "one frame", "4,201", "pygame-ce"),
)

Place = tuple[str, str, str, str]  # heading, what, number, peer


def cells(page: str) -> dict[Place, list[str]]:
    """The rows of the page's tables of races: ours, theirs, and the ratio.

    A peer is found with the way that was its fastest, and without.
    """
    found: dict[Place, list[str]] = {}
    heading = ""
    for line in page.splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        row = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(row) == 6:
            for peer in (row[2], row[2].partition(",")[0]):
                found.setdefault((heading, row[0], row[1], peer), row[3:])
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
        lines.append(f"| {pick.text} | {pick.number} | {ours} | {name}: {theirs} | {ratio} |")
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
