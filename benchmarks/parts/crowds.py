"""Crowds as games hold them: who moves and asks in turn, and all at once."""

from collections.abc import Callable, Iterator
from itertools import count as numbers
from typing import Any

import numpy as np
import shapely
from harness.contender import Answer, Calls, Contender, Frames
from harness.contest import allowance, contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import (
    BOX2D,
    BULK_ALLOWED,
    BULK_MOVES,
    LISTS,
    MOST_OF_A_SLIDE,
    SLIDES,
    STARS,
    STARS_ALLOWED,
)
from peers import load
from scenes.units import SIDE, WALL, Corners, Units, groups, star, units

from parts.box2d import TOLERANCE, TOUCHING, Fractions, fractions
from spritecol import Capsule, Circle, Polygon, Rect, Sprite

PART = "crowds"
SIZES = (100, 1_000, 10_000, 100_000)
ASKING = 100  # units that move and ask, of all
CORE, RADIUS = 2.0, 4.5  # half of a capsule's core, and its radius
CORNERS = (128, 512, 4_096)  # of stars
BULK = 10_000
STOPPED = "; capsules that are stopped by each other, too"


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

    geometry: str | None = None
    moments = 2

    def __init__(self, scene: Units, body: Any) -> None:
        self.group, walls = groups(scene, body, SIDE // 2)
        self.moving = list(zip(self.group, scene.ways, strict=True))
        self.group.add(walls)
        self.per = len(self.moving)

    def frame(self, moment: int) -> Any:
        sign, group = 1 - 2 * moment, self.group
        for unit, (dx, dy) in self.moving:
            unit.move_and_slide(sign * dx, sign * dy, group)


class Cast(Slide):
    """The sweep of each, who stays where it is."""

    geometry = ""
    read: Any

    def frame(self, moment: int) -> Any:
        group = self.group
        return [unit.sweep(dx, dy, group) for unit, (dx, dy) in self.moving]

    def answer(self) -> Answer:
        return self.read(fractions(self.result))


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


def box2d(ours: Frames, kind: str, scene: Units, *asked: Any, offset: int = 0, **more: Any) -> Any:
    """Peers: the units as capsules of Box2D, and their walls as boxes by their middles."""

    def made() -> list[Contender]:
        sides = np.array((WALL, SIDE))
        walls = np.pad(np.array(scene.walls) + sides / 2, ((0, 0), (0, 3)))
        walls[:, 2:4] = sides
        capsules = (np.array(scene.places, dtype=float) + offset, CORE, RADIUS)
        task = getattr(load("box2d"), kind)(walls, *asked, units=capsules, **more)
        task.per = ours.per
        return [task]

    return {BOX2D: made}


def capsule(larger: float = 0.0) -> Capsule:
    """A unit's body."""
    return Capsule(0, -CORE, 0, CORE, RADIUS + larger)


def mover_rows(scene: Units, effort: Effort) -> Iterator[Row]:
    """Each unit among the others: casts, capsules that slide, and circles that do."""
    count, ways, offset = len(scene.places), np.array(scene.ways, dtype=float), SIDE // 2
    compared = Fractions(
        lambda larger: fractions(Cast(scene, capsule(larger)).frame(0)), TOUCHING, TOLERANCE, ways
    )
    cast, slide = Cast(scene, capsule()), Slide(scene, capsule())
    cast.read = compared.read
    known: dict[str, Any] = {"offset": offset, "read": compared.read, "note": compared.note}
    theirs = box2d(cast, "Task", scene, "cast_units", ways, **known)
    yield from contest(PART, "sweep of a capsule among n others", count, cast, theirs, effort)
    theirs = box2d(slide, "Moving", scene, False, ways, offset=offset)
    yield from contest(
        PART, "move_and_slide of a capsule among n others", count, slide, theirs, effort
    )
    disc = Slide(scene, Circle(0, 0, RADIUS))
    yield allowance(PART, SLIDES, count, disc, MOST_OF_A_SLIDE, effort)


def star_rows(corners: int, effort: Effort) -> Iterator[Row]:
    """A new polygon of many corners; a few are remembered, so each is another one."""
    points: Corners = []
    following = numbers()

    def another(moment: int) -> None:
        points[:] = star(corners, next(following))

    def by(make: Callable[[Corners], object], note: str = "") -> Contender:
        calls = Calls(lambda: make(points), before=another)
        calls.geometry, calls.note = None, note
        return calls

    ours = by(lambda points: Sprite(collision=Polygon(points)))
    peers = {
        "shapely": lambda: [
            by(
                lambda points: shapely.constrained_delaunay_triangles(shapely.Polygon(points)),
                "triangles alone, in floats",
            )
        ],
        "pymunk": lambda: [
            by(
                load("pymunk_crowds").cut,
                "the pieces alone, and no proof that they are the polygon",
            )
        ],
    }
    yield from contest(PART, STARS, corners, ours, peers, effort)
    if corners in STARS_ALLOWED:
        yield allowance(PART, STARS, corners, ours, STARS_ALLOWED[corners], effort)


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
    for count in SIZES[:2] if effort.quick else SIZES:
        yield from mover_rows(units(count), effort)
    for corners in CORNERS[:1] if effort.quick else CORNERS:
        yield from star_rows(corners, effort)

    scene = units(BULK)
    bulk = Bulk(scene)
    theirs = box2d(bulk, "Moving", scene, True, bulk.ways, note=STOPPED)
    yield from contest(PART, BULK_MOVES, BULK, bulk, theirs, effort)
    yield allowance(PART, BULK_MOVES, BULK, bulk, BULK_ALLOWED, effort)
