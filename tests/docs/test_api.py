"""The tables of the API pages name what is there; Sphinx is silent where a link leads nowhere."""

import re
from operator import attrgetter
from pathlib import Path

import pytest

import spritecol

PAGES = sorted((Path(__file__).parents[2] / "docs" / "api").glob("*.rst"))
NAME = re.compile(r":(?:attr|class|func|meth):`~?([\w.]+)`")
NAMED = {page.stem: NAME.findall(page.read_text(encoding="utf-8")) for page in PAGES}


@pytest.mark.parametrize("page", ["sprite", "group"])
def test_the_table_of_a_page_names_all_methods_and_no_others(page: str) -> None:
    kind = getattr(spritecol, page.title())
    for name in NAMED[page]:
        assert attrgetter(name)(spritecol) is not None
    methods = {name for name in dir(kind()) if name[0] != "_" and callable(getattr(kind, name))}
    assert {f"{page.title()}.{name}" for name in methods} <= set(NAMED[page])
