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
    "answers": "d58ac54f362ecbb9aa65534ba37cea3bc07ea3e29c9de0f5f2de8aeba184f443",
    "world numbers": "f58685ca89e706b61565b0ce20ba796957df75863a0ae9123a9ea0318521bfb5",
    "digests": "c32589fe5397451956fcda85caaf1a8c66f3170ae42092c58d49a873f646d1ef",
    "plain": "13058969d8663126b66bb8b6a1e8889678a5a968b914ab1c9ccf08164537a9a9",
    "plain digests": "1706d42a29096d25f863c8c1271591032aecc6e05e236f170ededaf14bb74951",
    "arrays": "de9a27918a5c4817587c03b036869f5e24de134e02eddb2b9f8f8bef2ba1617a",
    "arrays digests": "6ef59fc8f778b62579496b4adfde66df7276e84f37509b473506586918f25fef",
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
