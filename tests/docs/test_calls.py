"""The pages of all calls are what their script writes, with an anchor for each public name."""

import inspect
import pydoc
import re
import runpy
from pathlib import Path
from typing import Any

import pytest
from docs.test_docstrings import OBJECTS
from support.sources import needs_source

import spritecol

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = {
    path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8")
    for path in [DOCS / "calls.md", *sorted((DOCS / "calls").glob("*.md"))]
}
NAMES = ROOT / "tests" / "support" / "data" / "public_names.txt"
PUBLIC = [
    line.strip()
    for line in NAMES.read_text(encoding="utf-8").split("spritecol.typing")[0].splitlines()
    if line[:1] == " "
]
"""The lines of `test_public_names.py`, but for names of types."""


@pytest.fixture(scope="module")
def make_calls() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "make_calls.py"))


@pytest.fixture(scope="module")
def anchors(make_calls: dict[str, Any]) -> dict[str, dict[str, str]]:
    """The anchors of each page, by the names that they are for."""
    return {
        path: {
            f"{owner}.{name}".lstrip("."): anchor
            for name, owner, anchor in make_calls["names_on"](text)
        }
        for path, text in PAGES.items()
        if "/" in path
    }


@needs_source
def test_the_pages_are_what_their_script_writes(make_calls: dict[str, Any]) -> None:
    stale = "docs/calls.md or docs/calls/ is stale: .venv/bin/python docs/make_calls.py"
    assert make_calls["pages"]() == PAGES, stale


@pytest.mark.parametrize("line", PUBLIC)
def test_what_is_public_has_an_anchor(line: str, anchors: dict[str, dict[str, str]]) -> None:
    name, _, members = line.partition(": ")
    apart = {path for path in anchors if path.startswith(f"calls/{name.lower()}-")}
    places = [found for path, found in anchors.items() if name in found or path in apart]
    assert places
    for member in members.split():
        wanted = {f"{name}.{member}"}
        if "Shape" in places[0]:
            wanted.add(f"Shape.{member}")  # what all shapes have
        if name == "Discard":
            wanted.add(member)
        assert any(wanted & found.keys() for found in places), member


def test_each_name_from_a_to_z_leads_to_its_anchor(anchors: dict[str, dict[str, str]]) -> None:
    index = PAGES["calls.md"].partition("## A to Z")[2]
    linked = re.findall(r"\]\((calls/[\w-]+\.md)#([\w-]+)\)", index)
    assert len(linked) > 500
    assert sorted(linked) == sorted(
        (path, anchor) for path, found in anchors.items() for anchor in found.values()
    )
    names = re.findall(r"^- `(\w+)`", index, re.MULTILINE)
    assert names == sorted(names, key=lambda name: (name.lower(), name))


def test_pages_have_all_that_docstrings_say() -> None:
    """Their sentences, examples, and errors other than the usual ones."""
    pages = "\n".join(PAGES.values())
    without_links = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", pages)
    text = " ".join(f"{pages} {without_links}".split())
    sentences, examples = 0, 0
    for name, item in OBJECTS.items():
        docstring = "" if isinstance(item, int) else inspect.getdoc(item) or ""
        for line in re.findall(r"^>>> .*$", docstring, re.MULTILINE):
            assert " ".join(line.split()) in text, name
            examples += 1
        for kind in re.findall(r"^    (\w+Error): ", docstring, re.MULTILINE):
            assert kind in ("TypeError", "ValueError") or f"`{kind}`: " in text, name
        owner, _, member = name.rpartition(".")
        described = inspect.getdoc(OBJECTS.get(owner)) or ""
        if re.search(rf"^    (?:\w+, )*{member}\b.*: ", described, re.MULTILINE):
            continue  # the page has the words of its class, if they are more
        about = re.sub(
            r"^(?:.*\)\n--\n\n|>>> .*\n(?:.+\n)*)", "", f"{docstring}\n", flags=re.MULTILINE
        )
        about = re.sub(r"^[A-Z]\w+:\n(?:    .*\n|\n)+", "", about, flags=re.MULTILINE)
        for one in re.split(r"(?<=[.!?:])\s", re.sub(r"docs/([\w/-]+)\.md", r"\1", about)):
            shown = " ".join(one.split()).rstrip(".:").replace("|", "\\|")
            assert shown in text, name
            sentences += bool(shown)
    assert sentences > 500
    assert examples > 400


def test_anchors_are_told_apart(anchors: dict[str, dict[str, str]]) -> None:
    for path, found in anchors.items():
        assert len(set(found.values())) == len(found), path


def test_cells_and_pages_stay_short() -> None:
    """As they are shown: without anchors, and with the text of links only."""
    for path, text in PAGES.items():
        shown = re.sub(r"<a [^>]*></a>|\[|\](\([^)]*\))?", "", text)
        assert len(shown.split()) <= 3_000, path
        for line in re.findall(r"^\| (.*) \|$", shown, re.MULTILINE):
            for cell in re.split(r"(?<!\\)\|", line):
                assert len(cell.strip()) <= 300, path


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
