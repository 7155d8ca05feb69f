"""Contacts of turned boxes, one pair and thousands; distances; what changes between frames."""

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import shapely
from harness.contender import Answer, Contender, Frames, Statement
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import ALL_CONTACTS, APART, CHANGES, ONE_CONTACT, PAIRS_ALONE
from peers import load

from spritecol import Circle, Group, Overlaps, Rect, Sprite

PART = "contacts"
SIDE = 20  # pixels
PAIRS = 5_000
APART_BY = 60  # pixels from pair to pair: none of them meets another
MOVERS = 1_000
WINDOW = (1280, 720)
RADIUS = 15  # pixels of a mover
STEP = 1.0  # pixels that a mover goes in a frame, at most

Box = tuple[float, float, float]  # x and y of the middle, angle in degrees

HIT: tuple[Box, Box] = ((0, 0, 17), (12, 5, 50))
MISS: tuple[Box, Box] = ((0, 0, 17), (42, 15, 50))


def sprite(box: Box) -> Sprite:
    """A square that is turned about its middle."""
    x, y, angle = box
    return Sprite(x, y, collision=Rect(-SIDE / 2, -SIDE / 2, SIDE, SIDE), angle=angle)


def overlapping(count: int) -> tuple[list[Box], list[Box]]:
    """Pairs of boxes that overlap, more or less deep, on a grid."""
    rng = random.Random(count)
    a: list[Box] = []
    b: list[Box] = []
    for k in range(count):
        x, y = APART_BY * (k % 100), APART_BY * (k // 100)
        a.append((x, y, rng.uniform(0, 360)))
        b.append((x + rng.uniform(-12, 12), y + rng.uniform(-8, 8), rng.uniform(0, 360)))
    return a, b


class Arrays(Frames):
    """The contacts of two Groups, as arrays; the pairs are found first."""

    def __init__(self, count: int) -> None:
        self.a, self.b = (Group(map(sprite, boxes)) for boxes in overlapping(count))

    def frame(self, moment: int) -> Any:
        return self.a.contact_arrays(self.b)

    def answer(self) -> Answer:
        return self.result.depth.round(6).tolist()


class Moving(Frames):
    """Circles in a window, each on its way to and fro."""

    moments = 64

    def __init__(self, count: int) -> None:
        rng = np.random.default_rng(count)
        self.group = Group(Sprite(collision=Circle(0, 0, RADIUS)) for _ in range(count))
        self.x, self.y = rng.uniform(0, WINDOW[0], count), rng.uniform(0, WINDOW[1], count)
        self.ways = rng.uniform(-STEP, STEP, (2, count))

    def move(self, moment: int) -> None:
        away = min(moment, self.moments - moment)
        self.group.x = self.x + away * self.ways[0]
        self.group.y = self.y + away * self.ways[1]


class Alone(Moving):
    """The pairs alone."""

    def frame(self, moment: int) -> Any:
        self.move(moment)
        return self.group.pair_indices()

    def answer(self) -> Answer:
        return len(self.result)


class Watched(Moving):
    """The pairs, and which of them are new, have stayed or are gone."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.watch = Overlaps(self.group)

    def frame(self, moment: int) -> Any:
        self.move(moment)
        return self.watch.update()

    def answer(self) -> Answer:
        return len(self.result.entered) + len(self.result.stayed)


def rows(effort: Effort) -> Iterator[Row]:
    """All cases."""
    a, b = map(sprite, HIT)
    ours: Contender = Statement(
        "a.contacts(b)", {"a": a, "b": b}, read=lambda found: round(found[0].depth, 6)
    )
    entrants = {"pymunk": lambda: load("pymunk_contacts").one_pair(*HIT, SIDE)}
    yield from contest(PART, ONE_CONTACT, 2, ours, entrants, effort)

    count = 200 if effort.quick else PAIRS
    entrants = {"pymunk": lambda: [load("pymunk_contacts").Loop(*overlapping(count), SIDE)]}
    yield from contest(PART, ALL_CONTACTS, count, Arrays(count), entrants, effort)

    a, b = map(sprite, MISS)
    read = partial(round, ndigits=6)
    ours = Statement("a.distance(b).distance", {"a": a, "b": b}, read=read)
    peers = {
        "shapely": Statement(
            "distance(a.geometry, b.geometry)",
            {"a": a, "b": b, "distance": shapely.distance},
            note="makes the geometry of two sprites",
            read=read,
        ),
        "shapely, geometry at hand": Statement(
            "distance(a, b)",
            {"a": a.geometry, "b": b.geometry, "distance": shapely.distance},
            note="of sprites that never move",
            read=read,
        ),
    }
    yield from contest(
        PART, APART, 2, ours, {name: partial(list, [peer]) for name, peer in peers.items()}, effort
    )

    movers = 100 if effort.quick else MOVERS
    yield from contest(
        PART, CHANGES, movers, Watched(movers), {PAIRS_ALONE: lambda: [Alone(movers)]}, effort
    )
