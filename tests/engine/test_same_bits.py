"""A scripted life gives the hashes that it gave on other machines: equal bits everywhere."""

import pytest
from support import same_bits
from support.engine import core_count
from support.processes import run_python


@pytest.mark.parametrize("cores", [1, 2])
def test_a_scripted_life_gives_the_same_bits_everywhere(cores: int) -> None:
    """If an answer was to change: see `EXPECTED` in support/same_bits.py."""
    if cores > core_count():
        pytest.skip("this process may use one core only")
    done = run_python("-m", "support.same_bits", "--cores", str(cores), helpers=True)
    assert done.returncode == 0, done.stderr
    assert tuple(done.stdout.split()) == same_bits.EXPECTED


def test_another_life_gives_other_bits() -> None:
    """The hashes depend on what happens."""
    hashes = {
        run_python("-m", "support.same_bits", "--frames", n, helpers=True).stdout for n in "67"
    }
    assert len(hashes) == 2
