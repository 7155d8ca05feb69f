"""Crowds as games hold them: who moves and asks in turn, and all at once."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from harness.contender import Answer, Contender, Frames
from harness.contest import allowance, contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import BULK_ALLOWED, BULK_MOVES, LISTS, MOST_OF_A_SLIDE, SLIDES
from peers import load
from scenes.units import SIDE, Units, groups, units

from spritecol import Circle, Rect, Sprite

PART = "crowds"
SIZES = (100, 1_000, 10_000, 100_000)
ASKING = 100  # units that move and ask, of all
RADIUS = 4.5
BULK = 10_000


class Asking(Frames):
    """Some units move and ask two Groups, one after the other; the time is that of one."""

    moments = 2

    def __init__(self, scene: Units) -> None:
        members, walls = groups(scene, Rect(0, 0, SIDE, SIDE))
        self.numbers = {sprite: k for k, sprite in enumerate(members)}
        self.numbers |= {sprite: -1 - k for k, sprite in enumerate(walls)}
        self.targets = [walls, members]
        self.asking = list(zip(list(members)[:ASKING], scene.ways, strict=False))
        self.per = len(self.asking)

    def frame(self, moment: int) -> list[list[Sprite]]:
        sign, found, targets = 1 - 2 * moment, [], self.targets
        for unit, (dx, dy) in self.asking:
            unit.x += sign * dx
            unit.y += sign * dy
            found.append(unit.check(targets))
        return found

    def answer(self) -> Answer:
        return [sorted(self.numbers[other] for other in hit) for hit in self.result]


class Slide(Frames):
    """`move_and_slide` of each unit among all, to and fro; the time is that of one."""

    geometry = None
    moments = 2

    def __init__(self, scene: Units) -> None:
        self.group, walls = groups(scene, Circle(0, 0, RADIUS), SIDE // 2)
        self.moving = list(zip(self.group, scene.ways, strict=True))
        self.group.add(walls)
        self.per = len(self.moving)

    def frame(self, moment: int) -> None:
        sign, group = 1 - 2 * moment, self.group
        for unit, (dx, dy) in self.moving:
            unit.move_and_slide(sign * dx, sign * dy, group)


class Bulk(Frames):
    """All move at once against the walls, and keep apart."""

    geometry = None
    moments = 2

    def __init__(self, scene: Units) -> None:
        self.group, self.walls = groups(scene, Circle(0, 0, RADIUS + 1))
        self.ways = np.array(scene.ways, dtype=float)

    def frame(self, moment: int) -> Any:
        dx, dy = ((1 - 2 * moment) * self.ways).T
        self.group.move_and_slide_all(dx, dy, self.walls)
        return self.group.separation_arrays()


def rows(effort: Effort) -> Iterator[Row]:
    """All cases."""
    for count in SIZES[:2] if effort.quick else SIZES:
        scene = units(count)

        def arcade(scene: Units = scene) -> list[Contender]:
            peer = load("arcade_crowds")
            return [
                peer.Asking(scene, ASKING, hashed)
                for hashed in peer.HASHED
                if hashed or len(scene.places) <= peer.FEW
            ]

        peers = {
            "pygame-ce": lambda s=scene: [load("pygame_crowds").Asking(s, ASKING)],
            "arcade": arcade,
            "pymunk": lambda s=scene: [load("pymunk_crowds").Asking(s, ASKING)],
        }
        yield from contest(PART, LISTS, count, Asking(scene), peers, effort)
        yield allowance(PART, SLIDES, count, Slide(scene), MOST_OF_A_SLIDE, effort)
    yield allowance(PART, BULK_MOVES, BULK, Bulk(units(BULK)), BULK_ALLOWED, effort)
