"""Scripted lives give the hashes that they gave on other machines: equal bits everywhere."""

import pytest
from support.processes import run_python
from support.same_bits import EXPECTED, LIVES

BLOCKED = """
import sys, runpy
sys.modules |= {"numpy": None, "shapely": None}
sys.argv = ["same_bits"]
runpy.run_module("support.same_bits", run_name="__main__")
"""


@pytest.mark.parametrize(("life", "cores"), [("crowd", 3), ("arrays", 1)])
def test_a_scripted_life_gives_the_same_bits_everywhere(life: str, cores: int) -> None:
    """If an answer was to change: see `EXPECTED` in support/same_bits.

    Only the crowd has checks that are large enough for several cores; `.ci/same-bits` plays it on
    one, too. The plain life is played below.
    """
    command = ("-m", "support.same_bits", "--cores", str(cores), "--only", life)
    done = run_python(*command, helpers=True)
    assert done.returncode == 0, done.stdout + done.stderr
    kinds = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert kinds
    assert kinds == {kind: f"{EXPECTED[kind]}: same" for kind in kinds}


def test_without_libraries_what_needs_none_is_the_same() -> None:
    done = run_python("-c", BLOCKED, helpers=True)
    assert done.returncode == 0, done.stdout + done.stderr
    left_out = "left out, since numpy and shapely can't be imported"
    assert done.stdout.splitlines() == [
        f"crowd: {left_out}",
        f"plain: {EXPECTED['plain']}: same",
        f"plain digests: {EXPECTED['plain digests']}: same",
        f"arrays: {left_out}",
    ]


@pytest.mark.parametrize("life", LIVES)
def test_another_life_gives_other_bits(life: str) -> None:
    """The hashes depend on what happens."""
    command = ("-m", "support.same_bits", "--only", life, "--frames")
    hashes = {run_python(*command, n, helpers=True).stdout for n in "67"}
    assert len(hashes) == 2
