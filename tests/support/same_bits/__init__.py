"""Lives by a script, and hashes of every answer in them: the same bits everywhere.

    PYTHONPATH=tests python -m support.same_bits [--cores 1] [--only plain] [--frames 60]

It prints the hash of each kind of answers, and whether it is what `EXPECTED` says; if one is not,
it exits 1. They must be the same on every Python, with every compiler, at every optimization, on
any number of cores: scripts in `.ci` compare them, and so does a test. What needs a library that is
not installed is left out. Where an answer changes on purpose, or a life is extended by a new
feature, write the new hashes there, after `.ci/same-bits` has passed.

Nothing in the scripts depends on the C library's mathematics: their inputs are fractions.

Modules::

    actors      sprites with a number, and fractions
    states      digests of the World of a life, which is spoiled and restored on the way
    crowd       10,000 frames of a crowd: hits, places, rays, moves, contacts, as objects and arrays
    plain       what is asked without NumPy and shapely: all that gives no array, and walkers
    arrays      what is asked with them: the same life, polygons in it, and all that gives an array
"""

import gc
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

EXPECTED = {
    "answers": "70b533b33811fedd97abd791549876a93b9d9fd43725837b95c90cb7793249f8",
    "world numbers": "8aefe440dc4c9fe0c8aa21a68b1cbed0be6372754cad94031e25e8e0f3e34e87",
    "digests": "8ffe0cc7f267bd517f7379afc37532943062a071ec49d27d5da31ad637efd46d",
    "plain": "be42fb9b6bcca1e6bd6668d315cdd002423b82d849d8eeeaf9cfad7f56e5cd83",
    "plain digests": "6dcca7bbb30edbff2209bc9fe7ce686f3855c58bf8274583303f33065d49a24b",
    "arrays": "49f26fe2523df6178cf4bee8e4e1af4a6712c1930fe52084bdaad7bef3f9c9df",
    "arrays digests": "d4dc09df04708730459960fc0aed78fcd1e75f645577494c1db9dea1aae71928",
}
"""The hash of each kind of answers, when a life is played to its end."""


class Life(NamedTuple):
    """A life that can be played.

    Attributes:
        frames: how many there are.
        needs: the libraries without which it is left out.
    """

    frames: int
    needs: tuple[str, ...] = ()


LIVES = {
    "crowd": Life(10_000, ("numpy", "shapely")),
    "plain": Life(3_000),
    "arrays": Life(1_500, ("numpy", "shapely")),
}
"""By the name of the module here that plays it, with its function `hashes`."""


def missing(name: str) -> list[str]:
    """The libraries that a life needs and that are not there."""
    return [library for library in LIVES[name].needs if find_spec(library) is None]


def play(name: str, frames: int | None = None) -> Mapping[str, str]:
    """Play a life, to its end if nothing else is said: the hash of each kind of its answers."""
    gc.collect()  # world numbers are those of all that lives
    found: Mapping[str, str] = import_module(f"{__name__}.{name}").hashes(
        LIVES[name].frames if frames is None else frames
    )
    return found
