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
    "answers": "77bb615eda44d0fa5c62b6daf1482b64989adb57b2807e9d9abcc40b2cecb382",
    "world numbers": "8aefe440dc4c9fe0c8aa21a68b1cbed0be6372754cad94031e25e8e0f3e34e87",
    "digests": "d08b6c82183fd69ee1ecf69a69036f554ea62dc01e7842cf801817b50b79ffde",
    "plain": "d4b559ded9b1ce8cd4c36cbb487ad1117688e109c8d102711a058ebaae3a9863",
    "plain digests": "39c674cfebebceaa84cae684b7a4a51ec67ea3905c137fb831ff3fdedb1c7c64",
    "arrays": "3528e631f4f4024599953ac044c21854ae5c5b5d1d19f24317872ee26ad75059",
    "arrays digests": "f35934ae7e1d4c1d0188ac11da309b2f926dcf405c04b821a54b9b031d32f4f8",
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
