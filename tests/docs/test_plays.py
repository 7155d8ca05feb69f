"""Each program of the guide holds in a game: see `plays/form.py`."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from docs.plays.form import GUIDE, Play, act, named, recipes, split
from docs.test_pages import blocks

FOLDER = Path(__file__).with_name("plays")

PAGES = ["walking", "moving", "events", "looking", "sprites", "hits", "levels", "groups"]
PAGES += ["contacts", "hit-boxes", "paths", "saving"]
"""Pages of the guide, besides the recipes, with programs that one copies."""

MODULES = [
    importlib.import_module(f"docs.plays.{path.stem}")
    for path in sorted(FOLDER.glob("*.py"))
    if path.stem != "form"
]
"""Each has its `PAGE` and its `PLAYS`."""


class Row(NamedTuple):
    page: str
    play: Play


ROWS = [Row(module.PAGE, play) for module in MODULES for play in module.PLAYS]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.page}: {row.play.program}")
def test_a_program_holds_in_a_game(
    row: Row, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    act(row.play, row.page)


def programs() -> Iterator[tuple[str, str]]:
    for path in sorted((GUIDE / "recipes").glob("*.md")):
        if path.stem != "index":
            page = f"recipes/{path.name}"
            yield from ((page, name) for name, _ in recipes(page))
    for stem in PAGES:
        for block in blocks((GUIDE / f"{stem}.md").read_text("utf-8")):
            yield from ((f"{stem}.md", name) for name in named(block.code))


def test_each_program_is_played() -> None:
    played = {(row.page, row.play.program) for row in ROWS}
    assert played == set(programs())


@pytest.mark.parametrize("page", sorted((GUIDE / "recipes").glob("[!i]*.md")), ids=lambda p: p.stem)
def test_a_recipe_is_a_program_and_its_scene(page: Path) -> None:
    for _, code in recipes(f"recipes/{page.name}"):
        program, scene = split(code)
        assert program
        assert "assert " in scene
