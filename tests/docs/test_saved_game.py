"""The game of the page on saving goes on in another process where it ended."""

from pathlib import Path

from docs.test_pages import ROOT, blocks
from support.processes import run_python

PAGE = (ROOT / "docs" / "guide" / "saving.md").read_text(encoding="utf-8")


def test_the_next_process_goes_on(tmp_path: Path) -> None:
    (game,) = [block.code for block in blocks(PAGE) if block.code.startswith("# game.py\n")]
    (tmp_path / "game.py").write_text(game)
    for told in ("at 70 with 2 coins", "at 100 with 3 coins", "at 130 with 3 coins"):
        done = run_python("-W", "error", "game.py", folder=tmp_path)
        assert (done.stdout, done.stderr) == (f"{told}\n", "")
    assert "`at 70 with 2 coins`, and the second run prints `at 100 with 3 coins`" in PAGE


def test_without_the_level_as_a_member_it_is_told(tmp_path: Path) -> None:
    (game,) = [block.code for block in blocks(PAGE) if block.code.startswith("# game.py\n")]
    forgetful = game.replace("World(coins, level, ", "World(coins, ")
    (tmp_path / "game.py").write_text(forgetful)
    done = run_python("game.py", folder=tmp_path)
    what = "the floor of the CharacterController of Hero"
    assert f"SpritecolWarning: {what} is not a member" in done.stderr
    assert f'`to_bytes` warns you, in this example about "{what}"' in " ".join(PAGE.split())
    again = run_python("game.py", folder=tmp_path)
    assert "this World lacks objects: 1 of Sprite" in again.stderr
