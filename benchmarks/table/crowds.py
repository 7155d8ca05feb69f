"""Crowds as games hold them: who moves and asks in turn, and all at once; polygons of many corners.

Units stand as close as four neighbors each, in no order, with a wall for each 20 of them.
"""

import math
import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count as numbers
from typing import Any

import numpy as np
import shapely
from measure import OURS, Way, Ways, row

from spritecol import Capsule, Circle, Group, Polygon, Rect, Sprite
from table.places import TOUCHING, WAYS_APART, fractions, how_far, in_box2d

SIZES = (100, 1_000, 10_000, 100_000)
CELL = 14  # pixels between neighbors
SIDE = 11  # pixels of a unit; its places are even numbers, so two units never just touch
WALL = 3  # pixels, odd as well
ASKING = 100  # units that move and ask, of all
CORE, RADIUS = 2.0, 4.5  # half of a capsule's core, and its radius

Place = tuple[int, int]


class Units:
    """Where units are, how far each goes, and walls among them (their corners)."""

    def __init__(self, count: int) -> None:
        rng = random.Random(count)
        across = math.ceil(count**0.5)
        cells = [(k % across, k // across) for k in range(count)]
        rng.shuffle(cells)
        self.places = [(CELL * x + rng.choice((-2, 0, 2)), CELL * y) for x, y in cells]
        self.ways = [(rng.choice((-2, 2)), rng.choice((-2, 2))) for _ in cells]
        chosen = rng.sample(cells, max(1, count // 20))
        self.walls = [(CELL * x + 12, CELL * y - 2) for x, y in chosen]

    def groups(self, body: Any, offset: int = 0) -> tuple[Group, Group]:
        """The units and the walls; round bodies are `offset` from the corners of boxes."""
        wall = Rect(0, 0, WALL, SIDE)
        members = Group(Sprite(x + offset, y + offset, collision=body) for x, y in self.places)
        return members, Group(Sprite(x, y, collision=wall) for x, y in self.walls)


def asking(
    scene: Units,
    units: Sequence[Any],
    ask: Callable[[Any, int, int], Any],
    number: Any,
    **more: Any,
) -> Way:
    """Some units move and ask, one after the other; the time is that of one."""
    some = [(unit, *way) for unit, way in zip(units[:ASKING], scene.ways, strict=False)]

    def frame(moment: int) -> Any:
        sign = 1 - 2 * moment
        return [ask(unit, sign * dx, sign * dy) for unit, dx, dy in some]

    def read(found: Any) -> list[list[int]]:
        """By numbers, without each itself, which some find."""
        return [sorted({*map(number, hit)} - {k}) for k, hit in enumerate(found)]

    return Way(frame, moments=2, per=len(some), read=read, **more)


@row("crowds", "a move, and check([walls, units])", SIZES, quick=SIZES[:2])
def lists(count: int) -> Ways:
    """Two Groups, the walls' and the units'. Walls have numbers below 0."""
    scene = Units(count)
    boxes = [(x, y, SIDE, SIDE) for x, y in scene.places]
    wall_boxes = [(x, y, WALL, SIDE) for x, y in scene.walls]

    def ours() -> Way:
        members, walls = scene.groups(Rect(0, 0, SIDE, SIDE))
        known: dict[Any, int] = {sprite: k for k, sprite in enumerate(members)}
        known |= {sprite: -1 - k for k, sprite in enumerate(walls)}
        targets = [walls, members]

        def ask(unit: Sprite, dx: int, dy: int) -> Any:
            unit.x += dx
            unit.y += dy
            return unit.check(targets)

        return asking(scene, list(members), ask, known.get)

    def pygame_ce() -> Way:
        from peers.pygame_boxes import RectSprite, pygame

        find = pygame.sprite.spritecollide
        sprites = [RectSprite(*box, k) for k, box in enumerate(boxes)]
        solid = [RectSprite(*box, -1 - k) for k, box in enumerate(wall_boxes)]
        units, walls = pygame.sprite.Group(sprites), pygame.sprite.Group(solid)

        def ask(unit: Any, dx: int, dy: int) -> Any:
            unit.rect.move_ip(dx, dy)
            return find(unit, walls, False) + find(unit, units, False)

        note = "whole-pixel rects; each finds itself, too"
        return asking(scene, sprites, ask, lambda one: one.number, note=note)

    def arcade() -> list[Way]:
        from peers.arcade_lists import FEW, HASHED, arcade, sprite_list

        def by(hashed: bool) -> Way:
            units, walls = sprite_list(boxes, hashed), sprite_list(wall_boxes, True)
            for wall in walls:
                wall.number = -1 - wall.number
            both = [walls, units]

            def ask(unit: Any, dx: int, dy: int) -> Any:
                x, y = unit.position
                unit.position = (x + dx, y + dy)
                return arcade.check_for_collision_with_lists(unit, both)

            return asking(scene, units, ask, lambda one: one.number, name=HASHED[hashed])

        return [by(hashed) for hashed in HASHED if hashed or count <= FEW]

    def pymunk() -> Way:
        import pymunk

        space, known, units = pymunk.Space(), {}, []
        for k, (x, y, w, h) in enumerate(wall_boxes):
            corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
            wall = pymunk.Poly(space.static_body, corners)
            space.add(wall)
            known[wall] = -1 - k
        for k, place in enumerate(scene.places):
            body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
            body.position = place
            unit = pymunk.Poly(body, [(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)])
            space.add(body, unit)
            known[unit] = k
            units.append(unit)

        def ask(unit: Any, dx: int, dy: int) -> Any:
            body = unit.body
            x, y = body.position
            body.position = (x + dx, y + dy)
            space.reindex_shapes_for_body(body)
            return space.shape_query(unit)

        return asking(scene, units, ask, lambda hit: known[hit.shape])

    return {OURS: ours(), "pygame-ce": pygame_ce, "arcade": arcade, "pymunk": pymunk}


# --- each in turn, and all at once --------------------------------------------------------------


def capsules(scene: Units, function: str, *asked: Any, offset: int = SIDE // 2, **more: Any) -> Way:
    """Box2D: the units as upright capsules, and their walls as boxes by their middles."""
    sides = np.array((WALL, SIDE))
    walls = np.pad(np.array(scene.walls) + sides / 2, ((0, 0), (0, 3)))
    walls[:, 2:4] = sides
    units = np.array(scene.places, dtype=float) + offset, CORE, RADIUS
    ways = np.array(scene.ways, dtype=float)
    back = (*asked, -ways) if function == "move_units" else ()
    return in_box2d(walls, function, *asked, ways, units=units, back=back, **more)


def among_others(round_body: bool, slides: bool, count: int) -> Ways:
    """Each unit in turn sweeps, and stays where it is; or moves and slides, to and fro."""
    scene = Units(count)

    def way(larger: float = 0.0) -> Way:
        body = Capsule(0, -CORE, 0, CORE, RADIUS + larger)
        group, walls = scene.groups(Circle(0, 0, RADIUS) if round_body else body, SIDE // 2)
        moving = [(unit, *way) for unit, way in zip(group, scene.ways, strict=True)]
        group.add(walls)

        def slide(moment: int) -> None:
            sign = 1 - 2 * moment
            for unit, dx, dy in moving:
                unit.move_and_slide(sign * dx, sign * dy, group)

        def sweep(moment: int) -> Any:
            return [unit.sweep(dx, dy, group) for unit, dx, dy in moving]

        if slides:
            return Way(slide, moments=2, per=count, read=None)
        return Way(sweep, per=count, read=how_far)

    def box2d() -> Way:
        if slides:  # by another rule
            theirs = capsules(scene, "move_units", False, read=None)
        else:
            ways = np.array(scene.ways, dtype=float)
            more = fractions(lambda d: how_far(way(d).ask(0)), TOUCHING, WAYS_APART, ways)  # type: ignore[operator]
            theirs = capsules(scene, "cast_units", **more)
        theirs.per = count
        return theirs

    return {OURS: way()} if round_body else {OURS: way(), "Box2D": box2d}


for _case, _round, _slides, _within in (
    ("sweep of a capsule", False, False, 0),
    ("move_and_slide of a capsule", False, True, 0),
    ("move_and_slide of a circle", True, True, 4),
):
    row("crowds", f"{_case} among n others", SIZES, quick=SIZES[:2], within=_within)(
        partial(among_others, _round, _slides)
    )


@row(
    "crowds",
    "a new star of n corners",
    (128, 512, 4_096),
    quick=128,
    within={512: 2_000, 4_096: 30_000},
)
def stars(count: int) -> Ways:
    """A new polygon of many corners; a few are remembered, so each is another one."""
    corners: list[tuple[float, float]] = []
    following = numbers()

    def another(moment: int) -> None:
        rng = random.Random(count + next(following))
        turns = [k * math.tau / count for k in range(count)]
        reach = [rng.uniform(40, 100) for _ in turns]
        corners[:] = [(r * math.cos(a), r * math.sin(a)) for r, a in zip(reach, turns, strict=True)]

    def way(make: Callable[[], object], note: str = "") -> Way:
        return Way(lambda moment: make(), before=another, read=None, note=note)

    def pymunk() -> Way:
        from pymunk.autogeometry import convex_decomposition

        note = "the pieces alone, and no proof that they are the polygon"
        return way(lambda: convex_decomposition([*corners, corners[0]], 0), note)

    cut = shapely.constrained_delaunay_triangles
    return {
        OURS: way(lambda: Sprite(collision=Polygon(corners))),
        "shapely": way(lambda: cut(shapely.Polygon(corners)), "triangles alone, in floats"),
        "pymunk": pymunk,
    }


@row("crowds", "move_and_slide_arrays and separation_arrays, 500 walls", 10_000, within=8_000)
def bulk(count: int) -> Ways:
    """All move at once against the walls, and keep apart."""
    scene = Units(count)
    group, walls = scene.groups(Circle(0, 0, RADIUS + 1))
    ways = np.array(scene.ways, dtype=float)

    def frame(moment: int) -> Any:
        dx, dy = ((1 - 2 * moment) * ways).T
        group.move_and_slide_arrays(dx, dy, walls)
        return group.separation_arrays()

    note = "; capsules that are stopped by each other, too"
    theirs = partial(capsules, scene, "move_units", True, offset=0, read=None, note=note)
    return {OURS: Way(frame, moments=2, read=None), "Box2D": theirs}
