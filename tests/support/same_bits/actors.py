"""Sprites with a number and a tape, and numbers from a script: none comes from the C library."""

import random
from typing import Any

from spritecol import DISCARD, Sprite
from support.tape import Tape


class Actor(Sprite):
    """A sprite with a number, by which the tape names it, and callbacks."""

    number = -1
    tape: Tape

    def shot(self, other: "Actor") -> Any:
        self.tape.add("shot", self, other)
        return DISCARD if (self.number + other.number) % 11 == 0 else None

    def hit(self, other: "Actor") -> None:
        self.tape.add("hit", self, other)

    def enter(self, other: "Actor") -> None:
        self.tape.add("enter", self, other)

    def exit(self, other: "Actor") -> None:
        self.tape.add("exit", self, other)


def fraction(rng: random.Random, low: int, high: int) -> float:
    """A number with three binary digits or with many, both exactly as written here."""
    if rng.randrange(2):
        return rng.randint(low * 8, high * 8) / 8
    return rng.randint(low * 10**6, high * 10**6) / 10**6
