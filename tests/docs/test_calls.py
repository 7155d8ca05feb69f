"""The page of all calls is what its script writes, has all that is public, and is easy to find."""

import pydoc
import re
import runpy
from pathlib import Path

import pytest

import spritecol

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "calls.md"
NAMES = ROOT / "tests" / "support" / "data" / "public_names.txt"
PUBLIC = [
    line.strip()
    for line in NAMES.read_text(encoding="utf-8").split("spritecol.typing")[0].splitlines()
    if line[:1] == " "
]
"""The lines of `test_public_names.py`, but for names of types."""


def test_the_page_is_what_its_script_writes() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "make_calls.py"))["page"]()
    stale = "docs/calls.md is stale: .venv/bin/python docs/make_calls.py"
    assert PAGE.read_text(encoding="utf-8") == made, stale


@pytest.mark.parametrize("line", PUBLIC)
def test_what_is_public_is_on_the_page(line: str) -> None:
    rows = [row.split(" | ") for row in PAGE.read_text(encoding="utf-8").splitlines()]
    written = "\n".join(row[1] for row in rows if len(row) > 2)
    name, _, members = line.partition(": ")
    assert re.search(rf"`{name}\b", written)
    for member in members.split():
        called = rf"\.{member}\b|`{name}\([^`]*\b{member}\b|`{member}`"
        assert re.search(called, written), member


def test_help_of_the_package_begins_with_all_names_and_where_to_go() -> None:
    lines = pydoc.plain(pydoc.render_doc(spritecol)).splitlines()
    first = "\n".join(lines[:40])
    assert "docs/calls.md" in first
    assert "docs/guide/index.md" in first
    for name in spritecol.__all__:
        assert re.search(rf"\b{name}\b", first), name


@pytest.mark.parametrize("page", ["README.md", "docs/guide/index.md"])
def test_the_first_pages_lead_to_the_page(page: str) -> None:
    assert "calls.md)" in (ROOT / page).read_text(encoding="utf-8")
