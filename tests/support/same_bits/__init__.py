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
    "answers": "b34a3553336925e2491855d90eae673432d5f547b2ae670fc859deeeff982310",
    "world numbers": "094f8fc0bbff0ff39b319190079583ef019ecb0b6b341998f0fbba0ce7d68aff",
    "digests": "2aac43a2ca0042e1bfa07990b47fe88ed28943a91fa6d251eaaebe67e344a230",
    "plain": "883d1b9ed5976664944f7bf75177b831c5b09dbccaf371b66ea800baee27686e",
    "plain digests": "53145e66c8025dadcb53c9e0c89baf6a3fc86b2b9980adb0c74bb5cda0b51723",
    "arrays": "eb526591dfd6ca3143bedffbc4f8b0fd261af964bf4ee8ecb1d0d4b8e6373183",
    "arrays digests": "1ebc84e67f0052ec25470b64b7f3dfc7788f919f1897ba668767244f1e855afa",
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
