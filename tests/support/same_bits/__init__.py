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
    "answers": "b567fcb21ad9c40a74e7c3e1475dabb650a02c98fc7467d32a767adb0347dd69",
    "world numbers": "21ea09b981fa5abadd746237eab17aecee3b1f3369ecda79dac97b1c253a787d",
    "digests": "bbb37844847856fe4dbc07ab36e7eb3f9a0a25b57431b27b16ce6f21d1b1924a",
    "plain": "57da9c8b61320a52f151101ba4dbcd6447fa0bfeb48c41b136334d5322f93cf0",
    "plain digests": "9de0f83b2251050c409d945cfaf7bed23e588f370cb2362d5f8e7be7618335ab",
    "arrays": "138c8e21920ec86472657c3fc78be44f3790e8a3ff342ea7c9b8b561adb80968",
    "arrays digests": "6b2fb4170f91c9ea862b45c31dde8295cab77995e570ec970308ff7b46d3007b",
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
