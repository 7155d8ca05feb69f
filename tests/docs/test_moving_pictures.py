"""The pictures of docs/guide/moving.md are those that the program draws, and are on the page."""

import importlib
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

DOCS = Path(__file__).parents[2] / "docs"
KEPT = DOCS / "images" / "moving"


def test_the_pictures_are_those_that_the_program_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    pictures = importlib.import_module("moving_pictures").PICTURES
    assert {path.stem for path in KEPT.iterdir()} == set(pictures)
    for name, draw in pictures.items():
        text = draw().svg()
        ElementTree.fromstring(text)
        kept = (KEPT / f"{name}.svg").read_text(encoding="utf-8")
        assert kept == text, "run `python docs/moving_pictures.py`, and look at them"


def test_each_picture_is_on_the_page() -> None:
    page = (DOCS / "guide" / "moving.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^]]+\]\(\.\./images/moving/(\w+)\.svg\)", page)
    assert sorted(shown) == sorted(path.stem for path in KEPT.iterdir())
