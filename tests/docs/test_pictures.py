"""The pictures in docs/images are those that examples/make_pictures.py makes, and are on a page."""

import importlib
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pygame", reason="needs pygame-ce")
image = pytest.importorskip("PIL.Image", reason="needs pillow")

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
GUIDE = IMAGES / "guide"

OFF = 48  # of 255, a difference of color that one sees
FEW = 0.004  # share of pixels that may be off: edges, where another version of SDL rounds elsewhere

FRAMES = ("debug_view.png", "quadtree_view.png", "hills.png")
"""Pictures of examples that take little time to make. The films take a minute."""


@pytest.fixture
def pictures(stage: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The program, which finds the modules of the examples beside it."""
    return importlib.import_module("make_pictures")


def pixels_of(path: Path) -> Any:
    with image.open(path) as picture:
        return np.asarray(picture.convert("RGBA")).astype(int)


def assert_same(kept: Path, made: Path) -> None:
    """The same picture, up to the rounding of another machine."""
    ours, theirs = pixels_of(made), pixels_of(kept)
    assert ours.shape == theirs.shape
    off = (abs(ours - theirs) > OFF).any(axis=-1).mean()
    name = kept.stem
    assert off <= FEW, f"run `python examples/make_pictures.py {name}`, and look at it"


def test_the_pictures_of_the_guide_are_those_that_the_program_makes(
    pictures: Any, tmp_path: Path
) -> None:
    names = {path.name for path in GUIDE.iterdir()}
    assert names == {f"{scene.__name__}.png" for scene in pictures.STILLS}
    for name in names:
        pictures.PICTURES[f"guide/{name}"](tmp_path / name)
        assert_same(GUIDE / name, tmp_path / name)


@pytest.mark.parametrize("name", FRAMES)
def test_the_frames_of_examples_are_those_that_the_program_makes(
    name: str, pictures: Any, tmp_path: Path
) -> None:
    pictures.PICTURES[name](tmp_path / name)
    assert_same(pictures.place_of(name), tmp_path / name)


def test_each_picture_is_on_a_page() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {
        (page.parent / path).resolve()
        for page in pages
        for path in re.findall(r"!\[[^]]{10,}\]\(([^)]+\.\w+)\)", page.read_text(encoding="utf-8"))
    }
    assert {path for path in IMAGES.rglob("*.*") if path.is_file()} <= shown


def test_a_name_that_is_no_picture_is_refused(
    pictures: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["make_pictures.py", "slid"])
    with pytest.raises(SystemExit):
        pictures.main()
    assert "there is no picture slid; there are contact, " in capsys.readouterr().err
