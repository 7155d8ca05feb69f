"""Each version 1.x reads the bytes of every 1.x before it: see `world.kept_bytes`."""

import json
from pathlib import Path

import pytest
from world.kept_bytes import AFTER, BEFORE, FOLDER, Game

import spritecol

FILES = sorted(FOLDER.glob("*.bytes"))


def test_this_version_has_a_file() -> None:
    """If not, and the bytes are to stay as they are: `python -m world.kept_bytes`."""
    assert spritecol.__version__ in [path.stem for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_state_of_a_version_is_read_and_goes_on(path: Path) -> None:
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    game = Game()
    gone = game.shots[2]
    assert game.seen() != told["saved"]
    game.world.load(path.read_bytes())
    assert game.seen() == told["saved"]
    assert gone.vanished
    game.frame = BEFORE
    game.play(AFTER)
    assert game.seen() == told["later"]
    assert told["later"] != told["saved"]
    assert game.match.score > told["saved"]["match"][0] > 0  # shots hit before the save, and after
    assert told["saved"]["walker"][:2] == [True, True]  # it rode on the lift
    assert told["saved"]["overlaps"]


def test_what_was_read_is_what_this_version_writes() -> None:
    """As long as the form of the bytes has not changed."""
    (path,) = (path for path in FILES if path.stem == spritecol.__version__)
    game = Game()
    game.play(BEFORE)
    assert game.world.save().to_bytes() == path.read_bytes()
