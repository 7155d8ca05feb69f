"""Write the index of recipes into docs/guide/recipes/index.md: `python docs/make_index.py`.

Below the heading of each recipe stands a line with two or more words for which people look:

    ## A beam between mirrors

    *Keywords: laser, mirror, reflection*

Recipes with the same first word share a row of the index. A section of another page gets into the
index by such a line as a comment: `<!-- keywords: ladder -->`.
"""

import re
from collections.abc import Iterator
from os.path import relpath
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parent
PAGE = DOCS / "guide" / "recipes" / "index.md"
"""On the other pages of its folder, each heading of the second level is a recipe."""

INDEX = re.compile(r"(?<=<!-- index -->\n).*(?=<!-- /index -->)", re.DOTALL)
SECTION = re.compile(
    r"^(?P<level>#+) (?P<heading>.+)\n\n?(?:(?:\*K|<!-- k)eywords: (?P<words>.+?)(?:\*| -->)\n)?",
    re.MULTILINE,
)


class Entry(NamedTuple):
    words: list[str]
    link: str


def entries(path: Path) -> Iterator[Entry]:
    """The sections of a page that have keywords.

    Raises:
        ValueError: a recipe lacks them.
    """
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    for found in SECTION.finditer(text):
        heading = found["heading"]
        words = [word.strip() for word in (found["words"] or "").split(",") if word.strip()]
        is_recipe = path.parent == PAGE.parent and path != PAGE and found["level"] == "##"
        if is_recipe and len(words) < 2:
            raise ValueError(
                f'docs/guide/recipes/{path.name}: below the heading "{heading}", write two or '
                "three words for which people look, such as *Keywords: laser, mirror, reflection*"
            )
        if words:
            page = "" if path == PAGE else Path(relpath(path, PAGE.parent)).as_posix()
            anchor = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
            yield Entry(words, f"[{heading}]({page}#{anchor})")


def index() -> str:
    """The rows of the index, by their first words."""
    rows: dict[str, tuple[dict[str, None], list[str]]] = {}
    paths = sorted(PAGE.parent.glob("*.md"))
    paths += sorted(path for path in DOCS.rglob("*.md") if path not in paths)
    for path in paths:
        for words, link in entries(path):
            all_words, links = rows.setdefault(words[0], ({}, []))
            all_words.update(dict.fromkeys(words))
            links.append(link)
    shown = [
        f"| {', '.join(words)} | {', '.join(links)} |\n"
        for _, (words, links) in sorted(rows.items(), key=lambda row: row[0].lower())
    ]
    return "\n| you look for | recipe |\n|---|---|\n" + "".join(shown) + "\n"


def filled(text: str) -> str:
    """The text of the page with the index of today."""
    return INDEX.sub(lambda found: index(), text)


def write() -> None:
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write()
