"""Sprites with a number and a tape, and numbers from a script without the C library."""

import random
from typing import Any, TypeVar

from spritecol import DISCARD, Shape, Sprite
from tape import Tape


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


Kind = TypeVar("Kind", bound=Actor)


def newcomer(
    kind: type[Kind], rng: random.Random, shapes: list[Shape], side: int, number: int, tape: Tape
) -> Kind:
    """A sprite with some of the shapes, in any pose within a square."""
    sprite = kind(
        fraction(rng, 0, side),
        fraction(rng, 0, side),
        collision=rng.choices(shapes, k=rng.choice([1, 1, 2, 3])),
        angle=rng.choice([0, 90, fraction(rng, -400, 400)]),
        scale_x=rng.choice([1, 1, -1, fraction(rng, 1, 3)]),
        scale_y=rng.choice([1, 1, 0, fraction(rng, 1, 3)]),
        center_x=fraction(rng, -5, 5),
        center_y=fraction(rng, -5, 5),
        offset_sync=rng.randrange(4) == 0,
        collision_sync=rng.randrange(9) != 0,
    )
    sprite.number, sprite.tape = number, tape
    return sprite


def box_of(sprite: Sprite) -> tuple[float, float, float, float]:
    """The box of a sprite, or a point where it has no shapes."""
    left, top, right, bottom = sprite.aabb
    return (left, top, right, bottom) if left <= right else (0, 0, 0, 0)
