"""The scripted tape gives the hashes that it gave on other machines: equal bits everywhere."""

import pytest
from support.processes import run_python

from tape import REELS, expected, missing, play

BLOCKED = """
import sys, runpy
sys.modules |= {"numpy": None, "shapely": None}
sys.argv = ["tape"]
runpy.run_module("tape", run_name="__main__")
"""


@pytest.mark.parametrize("name", [name for name, reel in REELS.items() if reel.needs])
def test_each_answer_has_the_same_bits_everywhere(name: str) -> None:
    """If an answer was to change: see the package `tape`. The topics that differ are named.

    The reel that needs no libraries is played without them, below, and `arrays` is the same life.
    """
    command = ("-m", "tape", "--only", name)
    done = run_python(*command, helpers=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == f"{name}: {len(expected(name))} topics: same\n"


def test_without_libraries_what_needs_none_is_the_same() -> None:
    done = run_python("-c", BLOCKED, helpers=True)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].endswith(": same")
    assert ["left out" in line for line in lines] == [bool(REELS[name].needs) for name in REELS]


@pytest.mark.parametrize("name", ["plain", "arrays"])
def test_other_frames_give_other_hashes(name: str) -> None:
    """They depend on what happens; and each topic comes."""
    assert not missing(name)
    one, other = (play(name, frames=frames) for frames in (60, 61))
    assert set(one) <= set(expected(name))
    assert one["walks"] != other["walks"]
