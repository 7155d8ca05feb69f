"""Two sprites, asked in every way; shapes and sprites as values."""

import copy
import json
import math
import pickle
from typing import Any

import numpy as np
import shapely

from spritecol import (
    DISCARD,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
    check,
    clean,
    draw,
    pairs,
    update,
)
from support.answer_scenes.cast import Actor, Pose, Surface, cast, numbered, palette, star
from support.tape import ADDRESS, Tape, scene


@scene("dxruby one to one")
def _dxruby(tape: Tape) -> None:
    for record in json.loads(tape.data.read_text(encoding="utf-8")):
        a, b = numbered([Sprite(**record["a"]), Sprite(**record["b"])])
        tape.add("hits", a.hits(b), b.hits(a), record["hit"])
        tape.add("check", a.check([b]), b.check([a]), check([a], [b]), check(b, a), pairs([a, b]))
        tape.add("aabb", a.aabb, b.aabb, list(a.world_shapes), list(b.world_shapes))


@scene("dxruby all at once")
def _dxruby_at_once(tape: Tape) -> None:
    records = json.loads(tape.data.read_text(encoding="utf-8"))
    for apart in (2000, 60, 0):
        sprites = []
        for number, record in enumerate(records):
            for sprite in (Sprite(**record["a"]), Sprite(**record["b"])):
                sprite.x += apart * (number % 20)
                sprite.y += apart * (number // 20)
                sprites.append(sprite)
        numbered(sprites)
        group, one, other = Group(sprites), Group(sprites[::2]), Group(sprites[1::2])
        tape.add("pairs", pairs(sprites), check(sprites[::2], sprites[1::2]))
        tape.add("index", group.pair_indices(), one.pair_indices(other), group.aabbs)


def every_road(tape: Tape, a: Sprite, b: Sprite) -> None:
    """Whether two hit, asked in every way there is."""
    tape.add("hits", a.hits(b), b.hits(a), a.hits([b]), Group(a).hits(Group(b)), a.hits(Group(b)))
    tape.add("check", a.check(b), b.check([a]), a.check(Group(b)), a.check([[None, (b,)], b]))
    tape.add("pairs", pairs([a, b]), pairs([b], [a]), pairs(Group(a), Group(b)), check(a, b))
    tape.add("index", Group(a, b).pair_indices(), Group(a).pair_indices(Group(b)))


@scene("kinds, every road")
def _kinds(tape: Tape) -> None:
    shapes = palette(5, 45, 9)
    sprites = numbered([Actor(collision=shape) for shape in shapes])
    poses: list[Pose] = [
        {},
        {"x": 3, "y": 1},
        {"angle": 90, "x": -4},
        {"angle": 33.3, "scale_x": 1.7, "scale_y": 0.4},
        {"scale_y": 0, "angle": 45, "scale_x": 1},
        {"scale_x": -1, "scale_y": 1, "x": 1e6, "y": -1e6},
    ]
    for a in sprites:
        for b in sprites:
            every_road(tape, a, b)
    for values in poses:
        for number, b in enumerate(sprites):
            for name, value in values.items():
                setattr(b, name, value)
            tape.add("all", [a.hits(b) for a in sprites], b.check(sprites), b.aabb)
            tape.add("world", list(b.world_shapes), b.geometry, number)


@scene("contacts that touch")
def _touching(tape: Tape) -> None:
    """Gaps and overlaps from nothing to 1e-6 of the size, at all sizes and places."""
    shapes = [Rect(-1, -1, 2, 2), Circle(0, 0, 1), Ellipse(0, 0, 1, 1), Segment(-1, 0, 1, 0)]
    shapes += [Triangle(-1, 0, 1, 0, 0, 1), Point(-1, 0), star(1, 0.5, 4), Rect(-1, -1, 2, 2, 45)]
    gaps = [0, *(sign * 10.0**-e for e in (3, 6, 9, 12, 15) for sign in (1, -1))]
    for size in (1, 1e-3, 7.7, 1e6):
        sprites = numbered([Actor(collision=shape, scale_x=size, scale_y=size) for shape in shapes])
        for angle in (0, 45, 90, 12.3):
            for a in sprites:
                for b in sprites:
                    a.x, b.angle = 100 * size, angle
                    for gap in gaps:
                        b.x = a.x + (2 + gap) * size
                        tape.add("hits", a.hits(b), b.hits(a))
                    b.x = 0


@scene("points on outlines")
def _outlines(tape: Tape) -> None:
    """The fill rule: points exactly on edges, corners and curves, in whole and half numbers."""
    shapes = [Circle(0, 0, 5), Ellipse(0, 0, 5, 10), Ellipse(0, 0, 10, 5, 90), Rect(-5, -5, 10, 8)]
    shapes += [Triangle(-5, 5, 5, 5, 0, -5), Rect(-4, -4, 8, 8, 45), Segment(-4, -3, 4, 3)]
    shapes += [Polygon([(6 * x, 5 * y) for x, y in ring]) for ring in (ARROW, FORK)]
    poses: list[Pose] = [{}, {"angle": 90}, {"scale_x": -2}, {"x": 0.1, "y": 1e5}]
    for shape in shapes:
        for values in poses:
            target = Sprite(collision=shape, **values)
            points = [
                Sprite(target.x + x / 2, target.y + y / 2, collision=Point(0, 0))
                for x in range(-24, 25)
                for y in range(-24, 25)
            ]
            group = Group(points)
            tape.add("hits", [point.hits(target) for point in points])
            tape.add("at once", Group(target).pair_indices(group), target.hits(group))


ARROW = [(-1, -1), (1, 0), (-1, 1), (0, 0)]
FORK = [(-1, -1), (0, 0), (1, -1), (1, 1), (0, 0.5), (-1, 1)]


@scene("tangents")
def _tangents(tape: Tape) -> None:
    """Round shapes against what touches them at the point (3, 4), moved by the last bits of it."""
    for size in (1, 0.1, 7.3, 1e6 / 3, 1e-7):
        x, y = 3 * size, 4 * size
        disc = Sprite(collision=Circle(0, 0, 5 * size))
        others = [
            Segment(-4, 3, 4, -3),
            Segment(0, 0, 40, -30),
            Rect(0, -1, 2, 2),
            Triangle(-4, 3, 4, -3, 5, 9),
            Circle(3, 4, 5),
            Ellipse(3, 4, 5, 5),
            Polygon([(-4, 3), (4, -3), (9, 9), (1, 1)]),
            Rect(0, 0, 5, 5),
        ]
        for other in others:
            sprite = Sprite(collision=other, scale_x=size, scale_y=size)
            for steps in range(-6, 7):
                sprite.x = x + steps * math.ulp(x)
                for sprite.y in (y, math.nextafter(y, 0), math.nextafter(y, 2 * y)):
                    tape.add("hits", disc.hits(sprite), sprite.hits(disc))
            sprite.x, sprite.y = x, y
            tape.add("there", sprite.aabb, len(disc.check(sprite)))


@scene("flat and empty shapes")
def _flat(tape: Tape) -> None:
    """What has no width or no area, beside each other and beside what has."""
    shapes = [
        Rect(1, 2, 0, 5),
        Rect(1, 2, 5, 0),
        Rect(1, 2, 0, 0),
        Rect(1, 2, 1e-9, 5),  # flat where the numbers are large
        Rect(1, 2, 5, 1e-9),
        Rect(1, 2, 5, 0, 30),
        Circle(1, 2, 0),
        Ellipse(1, 2, 0, 5),
        Ellipse(1, 2, 0, 0),
        Segment(1, 2, 1, 2),
        Segment(1, 2, 1, 7),
        Triangle(1, 2, 3, 4, 5, 6),
        Triangle(1, 2, 1, 2, 1, 2),
        Point(1, 2),
        Rect(0, 0, 5, 5),
        Circle(1, 2, 3),
    ]
    poses: list[Pose] = [{}, {"angle": 30}, {"scale_x": 0}, {"scale_x": 0, "scale_y": 0}]
    for values in (*poses, {"x": 1e9, "y": 1e9}):
        sprites = numbered([Actor(collision=shape, **values) for shape in shapes])
        group = Group(sprites)
        tape.add("boxes", [sprite.aabb for sprite in sprites], group.aabbs)
        tape.add("world", [list(sprite.world_shapes) for sprite in sprites])
        tape.add("hits", [[a.hits(b) for a in sprites] for b in sprites])
        tape.add("pairs", pairs(sprites), group.pair_indices(), pairs(sprites, group))


@scene("shapes as values")
def _values(tape: Tape) -> None:
    shapes = palette(8, 120)
    for shape in shapes:
        tape.add("shape", shape, list(shape.bounds), shape.geometry)
        again = pickle.loads(pickle.dumps(shape))
        tape.add("same", again == shape, hash(again) == hash(shape), copy.copy(shape) == shape)
    tape.add("equal", [[a == b for a in shapes] for b in shapes])
    notation: list[Any] = [[3, 4], [3, 4, 5], [8, 6, 3, 4], [0, 1, 2, 3, 4, 9], [], None]
    notation += [[[1, 2], [1, 2, 3]], np.array([[0, 0, 3, 4]]), [Circle(0, 0, 1), [1, 2, 3]]]
    notation += [(1.5, 2.5, 3.5, 4.5), Rect(0, 0, 2, 2, name="body")]
    for collision in notation:
        for image in (None, Surface(7, 3.5)):
            sprite = Sprite(1, 2, image, collision=collision, angle=30)
            tape.add("shapes", list(sprite.shapes), sprite.aabb, sprite.center_x, sprite.center_y)
    moon = shapely.Point(0, 0).buffer(30) - shapely.Point(14, 0).buffer(24)
    sickle = Polygon.from_geometry(moon, name="sickle")
    two = shapely.union_all([moon, shapely.box(100, 0, 130, 20)])
    tape.add("geometry", sickle, list(Sprite(collision=two).shapes), sickle.points)


@scene("attributes, copies, pickles")
def _attributes(tape: Tape) -> None:
    names = "x y angle scale_x scale_y center_x center_y z collision_enable collision_sync"
    every = [*names.split(), "offset_sync", "visible"]

    def state(sprite: Sprite) -> list[Any]:
        return [*(getattr(sprite, name) for name in every), list(sprite.shapes), sprite.aabb]

    for sprite in cast(41, 150, 200):
        tape.add("made", state(sprite))
        for other in (
            copy.copy(sprite),
            copy.deepcopy(sprite),
            pickle.loads(pickle.dumps(sprite)),
        ):
            tape.add("copy", state(other), other.number, other.hits(sprite), sprite.check([other]))
    for value in (0, -0.0, True, 1e12, -1e12, 5e-324, np.float32(1.1), np.int64(-3), 720.5, -1e-9):
        sprite = Actor(collision=Rect(1, 2, 3, 4))
        for name in every[:8]:
            setattr(sprite, name, value)
            tape.add(name, getattr(sprite, name), sprite.aabb)
    tape.add("repr", ADDRESS.sub("@", repr(Sprite(1, 2))), repr(DISCARD))


@scene("update, draw, clean")
def _loops(tape: Tape) -> None:
    class Thing(Actor):
        def update(self) -> None:
            tape.add("update", self)
            if self.number % 7 == 0:
                things[(self.number * 3 + 1) % len(things)].vanish()

        def draw(self) -> None:
            tape.add("draw", self)

    things = cast(43, 60, 100, Thing)
    for thing in things:
        thing.z = thing.number % 5
        thing.visible = thing.number % 4 != 0
    nested: list[Any] = [things[:20], None, Group(things[15:40]), [things[40:], [None, things[3]]]]
    for call in (update, draw, clean):
        tape.ask(call.__name__, call, nested)
    tape.add("left", [len(nested), len(nested[0]), list(nested[1]), nested[2]])
