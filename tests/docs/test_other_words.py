"""The names of other engines on pages are there, or their error says what to write instead."""

import re

import pytest
from docs.test_pages import ROOT
from test_first_hour import scene

import spritecol

PAGES = [f"coming-from-{engine}.md" for engine in ("godot", "love", "phaser", "others")]

ROW = re.compile(r"^\| (?P<theirs>[^|]*) \| ", re.MULTILINE)
CALL = re.compile(r"`(?:[a-z]+[:.])?([A-Za-z]\w*)\([^`]*\)`")
CLASS = re.compile(r"`([A-Z]\w*[a-z]\w*)`")


def named(page: str) -> list[str]:
    """The calls and the classes in the first column of the tables of a page."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    cells = " ".join(row["theirs"] for row in ROW.finditer(text))
    return sorted({*CALL.findall(cells), *CLASS.findall(cells)})


def is_answered(thing: object, name: str) -> bool:
    """Whether a thing has a name, or its error says what to write instead."""
    try:
        getattr(thing, name)
    except AttributeError as error:
        return re.search(rf"no attribute '{name}': .{{9,}}", str(error)) is not None
    return True


@pytest.mark.parametrize("page", PAGES)
def test_each_name_of_a_page_is_answered(page: str) -> None:
    things = scene()
    asked = [
        *(things[name] for name in ("a", "group", "walker", "world", "v", "watch", "slide")),
        *(things[name] for name in ("hit", "ray", "near", "contact", "spritecol")),
        spritecol.paths.Way([(0, 0), (9, 9)]),
    ]
    names = named(page)
    assert len(names) > 8
    bare = [name for name in names if not any(is_answered(thing, name) for thing in asked)]
    assert bare == []
