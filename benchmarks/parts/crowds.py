"""Crowds and levels as games hold them: who moves and asks in turn; one sprite of many shapes."""

from collections.abc import Iterator
from functools import partial
from itertools import count as numbers
from typing import Any

import numpy as np
import shapely
from harness.contender import Answer, Calls, Contender, Frames, Statement
from harness.contest import allowance, contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import (
    BOX2D,
    BULK_ALLOWED,
    BULK_MOVES,
    IN_A_GROUP,
    LEVEL_ASKS,
    LISTS,
    MOST_OF_A_SLIDE,
    MOVER_CASTS,
    MOVER_SLIDES,
    MOVER_SLIDES_ROUND,
    STARS,
    STARS_ALLOWED,
)
from peers import load
from scenes import units

from parts.box2d import TOLERANCE, TOUCHING, Fractions
from spritecol import Capsule, Circle, Group, Polygon, Rect, Sprite

Corners = list[tuple[float, float]]

PART = "crowds"
SIZES = (100, 1_000, 10_000, 100_000)
ASKING = 100  # units that move and ask, of all
CORE, RADIUS = 2.0, 4.5  # half of a capsule's core, and its radius
TILES = (100, 1_000, 10_000)
BODY = 12
BULK, BULK_WALLS = 10_000, 500
CORNERS = (128, 512, 4_096)


class Asking(Frames):
    """Some units move and ask a list of two Groups, one after the other."""

    moments = 2

    def __init__(self, scene: units.Units, asking: int) -> None:
        box, wall = Rect(0, 0, units.SIDE, units.SIDE), Rect(0, 0, units.WALL, units.SIDE)
        walls = [Sprite(x, y, collision=wall) for x, y in scene.walls]
        members = [Sprite(x, y, collision=box) for x, y in scene.places]
        self.numbers = {sprite: k for k, sprite in enumerate(members)}
        self.numbers |= {sprite: -1 - k for k, sprite in enumerate(walls)}
        self.targets = [Group(walls), Group(members)]
        self.asking = list(zip(members[:asking], scene.ways, strict=False))

    def frame(self, moment: int) -> list[list[Sprite]]:
        sign, found, targets = 1 - 2 * moment, [], self.targets
        for unit, (dx, dy) in self.asking:
            unit.x += sign * dx
            unit.y += sign * dy
            found.append(unit.check(targets))
        return found

    def answer(self) -> Answer:
        return [sorted(self.numbers[other] for other in hit) for hit in self.result]


def each(frames: Any) -> Any:
    """The same; the time is that of one of those that move."""

    class Each(frames):  # type: ignore[misc]
        def time(self, moment: int) -> float:
            taken: float = super().time(moment)
            return taken / len(self.asking)

    return Each


def list_rows(effort: Effort) -> Iterator[Row]:
    """A move, and a check of a list of two Groups."""
    for count in SIZES[:2] if effort.quick else SIZES:
        scene = units.units(count)

        def pymunk(scene: units.Units = scene) -> list[Contender]:
            return [each(load("pymunk_crowds").Asking)(scene, ASKING)]

        def pygame(scene: units.Units = scene) -> list[Contender]:
            return [each(load("pygame_crowds").Asking)(scene, ASKING)]

        def arcade(scene: units.Units = scene) -> list[Contender]:
            return list(load("arcade_crowds").ways(scene, ASKING, each))

        peers = {"pygame-ce": pygame, "arcade": arcade, "pymunk": pymunk}
        yield from contest(PART, LISTS, count, each(Asking)(scene, ASKING), peers, effort)


class Movers(Frames):
    """Each unit of a Group in turn, with the Group and its walls as targets."""

    def __init__(self, scene: units.Units, body: Any, read: Any = None) -> None:
        wall = Rect(0, 0, units.WALL, units.SIDE)
        members = [Sprite(x, y, collision=body) for x, y in scene.places]
        self.group = Group(members)
        self.group.add(Sprite(x, y, collision=wall) for x, y in scene.walls)
        self.asking = list(zip(members, scene.ways, strict=True))
        self.read = read


class Cast(Movers):
    """The sweep of each, who stays where it is."""

    def frame(self, moment: int) -> list[Any]:
        group = self.group
        return [unit.sweep(dx, dy, group) for unit, (dx, dy) in self.asking]

    def answer(self) -> Answer:
        return self.read(np.array([1.0 if hit is None else hit.fraction for hit in self.result]))


class Slide(Movers):
    """`move_and_slide` of each, to and fro."""

    geometry = None
    moments = 2

    def frame(self, moment: int) -> None:
        sign, group = 1 - 2 * moment, self.group
        for unit, (dx, dy) in self.asking:
            unit.move_and_slide(sign * dx, sign * dy, group)


def walls_of(scene: units.Units, larger: float = 0.0) -> Any:
    """The walls as Box2D takes boxes: the middle, the sides, and the angle."""
    half = np.array((units.WALL, units.SIDE)) / 2
    places = np.array(scene.walls, dtype=float) + half
    sides = np.broadcast_to(2 * (half + larger), places.shape)
    return np.column_stack((places, sides, np.zeros(len(places))))


def mover_rows(effort: Effort) -> Iterator[Row]:
    """Each of many, among the others."""
    capsule = Capsule(0, -CORE, 0, CORE, RADIUS)
    for count in SIZES[:2] if effort.quick else SIZES:
        scene = units.units(count)
        # Half a unit to the right and down: boxes have their place at the corner, capsules do not.
        half = units.SIDE // 2
        scene = scene._replace(places=[(x + half, y + half) for x, y in scene.places])
        ways = np.array(scene.ways, dtype=float)

        def answers(larger: float) -> Any:
            """What the sweeps find if all are larger."""
            body = Capsule(0, -CORE, 0, CORE, RADIUS + larger)
            cast = Cast(scene, body, lambda found: found)  # noqa: B023
            cast.time(0)
            return cast.answer()

        compared = Fractions(answers, TOUCHING, TOLERANCE / np.hypot(*ways.T))

        def box2d(
            kind: Any, read: Any = None, scene: units.Units = scene, ways: Any = ways
        ) -> Contender:
            places, size = np.array(scene.places, dtype=float), (CORE, RADIUS)
            kind = each(getattr(load("box2d"), kind))
            made: Contender = kind(places, ways, walls_of(scene), size, read)
            made.asking = scene.ways  # type: ignore[attr-defined]
            return made

        def casts(
            read: Any = compared.read, note: str = compared.note, box2d: Any = box2d
        ) -> list[Contender]:
            made = box2d("Units", read)
            made.note += f"; fractions within {TOLERANCE} pixels, {note}"
            return [made]

        def slides(box2d: Any = box2d) -> list[Contender]:
            return [box2d("Moving")]

        cast, slide = each(Cast)(scene, capsule, compared.read), each(Slide)
        yield from contest(PART, MOVER_CASTS, count, cast, {BOX2D: casts}, effort)
        yield from contest(
            PART, MOVER_SLIDES, count, slide(scene, capsule), {BOX2D: slides}, effort
        )
        disc = slide(scene, Circle(0, 0, RADIUS))
        yield allowance(PART, MOVER_SLIDES_ROUND, count, disc, MOST_OF_A_SLIDE, effort)


class Level:
    """A field of tiles, in one sprite and in a Group, and who is in it."""

    def __init__(self, count: int) -> None:
        self.count, self.tiles = count, units.level(count)
        side = units.TILE
        box = Rect(0, 0, side, side)
        self.one = Sprite(collision=[Rect(x, y, side, side) for x, y in self.tiles])
        self.group = Group(Sprite(x, y, collision=box) for x, y in self.tiles)
        x, y = self.tiles[count // 2]
        self.place = (x - 3, y + 3)
        self.ends = ((x - 9, y + 1), (x + 58, y + 40))

    def ask(self, code: str, level: Any, shape: Any, read: Any) -> Statement:
        """A statement about the level `b`; a Group has its index by then."""
        (x, y), (start, end) = self.place, self.ends
        asker = Sprite(x, y, collision=shape)
        names = {"a": asker, "b": level, "start": start, "end": end}
        for _ in range(50):
            exec(code, names)
        return Statement(code, names, read=read)

    def row(
        self, name: str, code: str, shape: Any, read: Any, peers: dict[str, Any], effort: Effort
    ) -> Iterator[Row]:
        """One sprite against a Group, and against peers."""
        ray = shape is None
        ours = self.ask(code, Group(self.one) if ray else self.one, shape, read)
        entrants = {IN_A_GROUP: lambda: [self.ask(code, self.group, shape, read)]} | peers
        yield from contest(PART, LEVEL_ASKS.format(name), self.count, ours, entrants, effort)


def fraction(hit: Any) -> float:
    """Where a way or a ray ends."""
    return 1.0 if hit is None else round(hit.fraction, 6)


def level_rows(effort: Effort) -> Iterator[Row]:
    """One sprite of many tiles, against a Group of as many sprites."""
    for count in TILES[:1] if effort.quick else TILES:
        level = Level(count)
        box, disc = Rect(0, 0, BODY, BODY), Circle(BODY / 2, BODY / 2, BODY / 2)
        body = (*level.place, BODY)

        def peer(name: str, ask: str, *more: Any, tiles: Any = level.tiles) -> Any:
            return lambda: getattr(load(f"{name}_crowds"), ask)(tiles, *more)

        checks = {
            "pygame-ce": peer("pygame", "check", body),
            "arcade": peer("arcade", "check", body),
            "pymunk": peer("pymunk", "check", body),
        }
        rays = {"pymunk": peer("pymunk", "ray", *level.ends)}
        slide = "a.move_and_slide(5, 3, b); a.move_and_slide(-5, -3, b)"
        yield from level.row("check of a box", "a.check(b)", box, bool, checks, effort)
        yield from level.row("check of a circle", "a.check(b)", disc, bool, {}, effort)
        for name, shape in {"box": box, "circle": disc}.items():
            yield from level.row(
                f"sweep of a {name}", "a.sweep(5, 3, b)", shape, fraction, {}, effort
            )
            yield from level.row(f"two slides of a {name}", slide, shape, bool, {}, effort)
        yield from level.row("raycast", "b.raycast(*start, *end)", None, fraction, rays, effort)


def new_star(points: Corners) -> Sprite:
    """A sprite with a star, as it is made once."""
    return Sprite(collision=Polygon(points))


def triangles(points: Corners) -> Any:
    """The triangles of a star."""
    return shapely.constrained_delaunay_triangles(shapely.Polygon(points))


def star_rows(effort: Effort) -> Iterator[Row]:
    """A new polygon of many corners; a few are remembered, so each is another one."""
    for corners in CORNERS[:1] if effort.quick else CORNERS:
        points: Corners = []
        following = numbers()

        def another(moment: int, points: Any = points, following: Any = following) -> None:
            points[:] = units.star(corners, next(following))  # noqa: B023

        another(0)
        ours = Calls(partial(new_star, points), before=another)
        theirs = Calls(partial(triangles, points), before=another)
        for made in (ours, theirs):
            made.geometry = None

        def shapely_alone(theirs: Calls = theirs) -> list[Contender]:
            theirs.note = "triangles alone, in floats"
            return [theirs]

        peers = {
            "shapely": shapely_alone,
            "pymunk": lambda points=points: load("pymunk_crowds").cut(points),
        }
        yield from contest(PART, STARS, corners, ours, peers, effort)
        if corners in STARS_ALLOWED:
            yield allowance(PART, STARS, corners, ours, STARS_ALLOWED[corners], effort)


class Bulk(Movers):
    """All move at once against the walls, and keep apart."""

    geometry = None
    moments = 2

    def __init__(self, scene: units.Units) -> None:
        super().__init__(scene, Circle(0, 0, RADIUS + 1))
        members = list(self.group)
        self.group, self.walls = Group(members[:BULK]), Group(members[BULK:])
        self.ways = np.array(scene.ways, dtype=float)

    def frame(self, moment: int) -> Any:
        dx, dy = ((1 - 2 * moment) * self.ways).T
        self.group.move_and_slide_all(dx, dy, self.walls)
        return self.group.separation_arrays()


def bulk_rows(effort: Effort) -> Iterator[Row]:
    """10,000 units in a level of 500 walls."""
    scene = units.units(BULK)
    ours = Bulk(scene)

    def box2d() -> list[Contender]:
        ways, places = np.array(scene.ways, dtype=float), np.array(scene.places, dtype=float)
        room, size = load("box2d"), (CORE, RADIUS)
        made = room.MovingTogether(places, ways, walls_of(scene), size, None)
        made.note = "capsules that are stopped by each other, too"
        return [made]

    yield from contest(PART, BULK_MOVES, BULK, ours, {BOX2D: box2d}, effort)
    yield allowance(PART, BULK_MOVES, BULK, ours, BULK_ALLOWED, effort)


def rows(effort: Effort) -> Iterator[Row]:
    """All cases."""
    yield from list_rows(effort)
    yield from mover_rows(effort)
    yield from level_rows(effort)
    yield from star_rows(effort)
    yield from bulk_rows(effort)
