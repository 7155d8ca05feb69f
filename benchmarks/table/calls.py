"""Ordinary calls, each beside one that does nearly the same: an outlier is seen here.

A row has a call, another one beside it, and how many times as long the call may take. Limits are
generous: they are for what is slow where nobody expects it, and hold on any machine.
"""

import collections
import copy
import enum
import pickle
import random
import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import count
from types import SimpleNamespace
from typing import Any

import attrs
import numpy as np
import pygame
from measure import OURS, Way, Ways, row
from scenes.crowd import resting

import spritecol
from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Number,
    Polygon,
    Rect,
    Sprite,
    Triangle,
    Vec2,
    World,
)
from spritecol.integrations.pygame import (
    Sprite as PygameSprite,
)
from spritecol.integrations.pygame import (
    draw_shapes,
    fill_shapes,
    shapes_from_surface,
)
from spritecol.paths import Way as Road
from spritecol.spatial import CellSpace, LinearQuadtree, candidate_pairs, morton


class Mood(enum.Enum):
    """What a sprite may have."""

    CALM = 1


@attrs.frozen
class Four:
    """What a class of four numbers costs that is made by attrs and checks nothing."""

    a: float = attrs.field(converter=float)
    b: float = attrs.field(converter=float)
    c: float = attrs.field(converter=float)
    d: float = attrs.field(converter=float)


class Thing(Sprite):
    """A sprite with stored numbers, and with attributes of its own."""

    collision = Circle(0, 0, 5)
    vx = Number(0.0)
    lives = Number(3, int)

    def update(self) -> None:
        """Do nothing."""

    draw = update


class Ball(PygameSprite):
    """A sprite of both libraries."""

    collision = Circle(0, 0, 5)


@cache
def scene() -> dict[str, Any]:
    """What the calls may name: everything public, and some sprites."""
    chance = random.Random(1)

    def places(number: int, size: float) -> Iterator[tuple[float, float]]:
        return ((chance.uniform(0, size), chance.uniform(0, size)) for _ in range(number))

    things = [Thing(x, y) for x, y in places(500, 1000)]
    owner = Thing(500, 500)
    owner.health, owner.gold, owner.keys, owner.mood = 3, 0, (), ""  # type: ignore[attr-defined]
    balls = [Ball(x=x, y=y) for x, y in places(500, 1000)]
    cells = [(16 * x, 16 * y) for x in range(100) for y in range(20) if (x + y) % 2]
    tile, body = Rect(0, 0, 16, 16), Rect(-6, -6, 12, 12)
    corners = np.random.default_rng(1).uniform(0, 350, (2_000, 2))
    array, space = np.hstack([corners, corners + 15]), CellSpace(1280, 720, 40, 24)
    for item, place in enumerate(places(1_000, 720)):
        space.add(item, *place)
    known: dict[str, Any] = {
        **{name: getattr(spritecol, name) for name in spritecol.__all__},
        **{kind.__name__: kind for kind in (Thing, Ball, Four)},
        **{call.__name__: call for call in (draw_shapes, fill_shapes, shapes_from_surface)},
        **{kind.__name__: kind for kind in (LinearQuadtree, candidate_pairs)},
        "morton": morton,
        "copy": copy,
        "pickle": pickle,
        "pygame": pygame,
        "things": things,
        "group": resting(Group(things)),
        "one": Thing(500, 500),
        "owner": owner,
        "road": Road([(0, 0), (60, 20), (90, 90), (20, 99)]),
        "plain": SimpleNamespace(x=500.0),
        "ball": Ball(x=500, y=500),
        "balls": balls,
        "balls_tuple": tuple(balls),
        "balls_set": set(balls),
        "balls_dict": dict(zip(count(), balls, strict=False)),
        "balls_deque": collections.deque(balls),
        "balls_group": Group(balls),
        "balls_pygame": pygame.sprite.Group(balls),
        "few": Group(Thing(x, y) for x, y in places(10, 1000)),
        "many": resting(Group(Thing(x, y) for x, y in places(10_000, 4000))),
        "rock": Rect(0, 0, 4, 4),
        "roles": [Circle(0, 0, 5, name="body"), Circle(9, 0, 3, name="fist")],
        "frames": [tuple(Rect(k, 8 * i, 16, 8) for i in range(3)) for k in range(2)],
        "wholes": list(range(500)),
        "parts": [k / 2 for k in range(500)],
        "screen": pygame.Surface((640, 480)),
        # A level of 1,000 tiles: in a Group, or all in one sprite.
        "level": resting(Group(Sprite(x, y, collision=tile) for x, y in cells)),
        "rock_of_tiles": Sprite(collision=[Rect(x, y, 16, 16) for x, y in cells]),
        "box": Sprite(803, 163, collision=body),
        "disc": Sprite(803, 163, collision=Circle(0, 0, 6)),
        "hit": Sprite(9, 0, collision=body).sweep(
            0, 50, Sprite(0, 20, collision=Rect(0, 0, 99, 9))
        ),
        # Boxes of 10 to 20 pixels, about as dense as sprites of a game.
        "array": array,
        "here": tuple(array[7].tolist()),
        "there": tuple((array[7] + 1.5).tolist()),
        "tree": LinearQuadtree.build(array),
        "space": space,
        "cells": np.arange(20_000).reshape(2, -1),
        # What has just been spawned in one place, and in a few.
        "heap": [Sprite(0, 0, collision=Circle(0, 0, 5)) for _ in range(40)],
        "loose": [Sprite(k / 5, k % 7, collision=Circle(0, 0, 5)) for k in range(40)],
        "boxes": [Sprite(k / 5, k % 7, angle=9 * k, collision=tile) for k in range(40)],
    }
    # A sprite on a tile in the middle of a Group, of which nothing is asked but whether it hits.
    known["tiled"] = Group(Sprite(16 * (k % 100), 16 * (k // 100), collision=tile)
                           for k in range(2_000))  # fmt: skip
    known["on_tile"] = Sprite(803, 163, collision=body)
    # Rays of an eye that is far from everything.
    known["eye"] = np.array([[9000.0, 9000.0]])
    known["fan"] = np.array([Vec2.from_angle(k * 360 / 64, 200) for k in range(64)]) + 9000
    known["walker"] = spritecol.CharacterController(known["box"])
    shapes: dict[str, Any] = {
        "circle": Circle(0, 0, 5),
        "box": Rect(-5, -5, 10, 10),
        "turned": Rect(-5, -5, 10, 10, angle=20),
        "capsule": Capsule(0, -5, 0, 5, 4),
        "ellipse": Ellipse(0, 0, 9, 5, 20),
        "concave": Polygon([(-9, -9), (9, -9), (0, 0), (9, 9), (-9, 9)]),
        # Of three triangles each: all boxes overlap, and none hits. With roles all of them meet.
        "slanted": [Triangle(0, i, 40, 40 + i, 0, 1 + i) for i in range(3)],
        "roles": [Triangle(0, i, 40, 40 + i, 0, 1 + i, layer=1, mask=7) for i in range(3)],
    }
    for kind, shape in shapes.items():
        known[f"{kind}_a"] = Sprite(0, 0, collision=shape)
        there = (10, -20) if isinstance(shape, list) else (6, 3)
        known[f"{kind}_b"] = Sprite(*there, collision=shape)
        known[f"{kind}s"] = Group(Sprite(x, y, collision=shape) for x, y in places(200, 400))
    pictures = [pygame.Surface((40, 40), pygame.SRCALPHA) for _ in range(2)]
    for k, picture in enumerate(pictures):
        pygame.draw.circle(picture, "white", (20, 20), 19 - k)
        pygame.draw.circle(picture, "white", (36, 36), 2)
    known["outlines"] = list(map(shapes_from_surface, pictures))
    known["lists"] = list(map(list, known["outlines"]))
    known["seen"] = Sprite(0, 0, pictures[0])
    for kind, value in {
        "str": "calm",
        "enum": Mood.CALM,
        "vector": Vec2(1, 2),
        "bytes": b"calm",
        "shape": Circle(0, 0, 1),
        "tuple": (1, (2, "x")),
    }.items():
        crowd = Group(Thing(x, y) for x, y in places(500, 1000))
        for thing in crowd:
            thing.mood = value  # type: ignore[attr-defined]
        known[f"world_{kind}"] = World(crowd, attributes=["mood"])
    return known


def beside(call: str, other: str, size: int) -> Ways:
    """The call, and the one beside it; nothing is compared but the times."""

    def way(code: str) -> Way:
        words, known = re.findall(r"[A-Za-z_]\w*", code), scene()
        return Way(code, {word: known[word] for word in words if word in known}, read=None)

    return {OURS: way(call), other: partial(way, other)}


MADE = "Four(1, 2, 3, 4)"
FRAMES = "seen.collision = frames[0]; seen.collision = frames[1]"
LIST, SHORT = "ball.check(balls)", "one.check(things)"
SET_FLOATS = "group.set_column('vx', parts)"
POINT, BOX = "group.query_point(500, 500)", "group.query_box(480, 480, 520, 520)"
RAY, FEW = "group.raycast(0, 0, 900, 700)", "few.pair_indices(many)"
CIRCLES = "circle_a.contacts(circle_b)"
CALLS = [
    # Making.
    ("Point(1, 2)", MADE, 3),
    ("Segment(1, 2, 3, 4)", MADE, 4),
    ("Circle(1, 2, 3)", MADE, 3),
    ("Rect(1, 2, 3, 4)", MADE, 4),
    ("Rect(1, 2, 3, 4, name='wall')", "Rect(1, 2, 3, 4)", 2),
    ("Rect(1, 2, 3, 4, layer=4, mask=2)", "Rect(1, 2, 3, 4)", 2),
    ("Rect(1, 2, 3, 4, one_way=(0, -1))", "Rect(1, 2, 3, 4)", 3),
    ("Ellipse(1, 2, 3, 4)", "Rect(1, 2, 3, 4)", 2),
    ("Triangle(1, 2, 3, 4, 5, 7)", "Rect(1, 2, 3, 4)", 2),
    ("Capsule(1, 2, 3, 4, 5)", "Rect(1, 2, 3, 4)", 2),
    ("Vec2(1, 2)", MADE, 1),
    ("Sprite()", MADE, 3),
    ("Sprite(1, 2, collision=rock)", "Sprite(1, 2)", 5),
    ("Sprite(1, 2, angle=30, scale_x=2, center_x=3)", "Sprite(1, 2)", 5),
    ("Thing(1, 2, vx=3.0, lives=4)", "t = Thing(1, 2); t.vx = 3.0; t.lives = 4", 2),
    ("Thing(1, 2).vanish()", "Thing(1, 2)", 5),
    ("Group(Sprite(1, 2) for k in range(99))", "[Sprite(1, 2) for k in range(99)]", 3),
    ("copy.copy(one)", "Thing(1, 2)", 80),
    ("pickle.loads(pickle.dumps(one))", "copy.copy(one)", 9),
    ("pickle.loads(pickle.dumps(few))", "pickle.loads(pickle.dumps(one))", 9),
    # Attributes.
    ("one.x", "plain.x", 5),
    ("one.x += 1", "plain.x += 1", 5),
    ("one.position", "one.x; one.y", 3),
    ("one.position = 500, 500", "one.x = 500; one.y = 500", 3),
    ("one.angle = 0", "one.x = 500", 3),
    ("one.scale = 1", "one.x = 500", 6),
    ("one.vx = 1", "one.x = 500", 6),
    ("one.collision = rock", "one.x = 500", 12),
    ("one.collision = [rock, rock]", "one.collision = rock", 4),
    ("one.collision = frames[0]; one.collision = frames[1]", "one.collision = rock", 4),
    ("one.collision = one.collision", "one.collision = rock", 3),
    # The picture changes in each frame: what `shapes_from_surface` returns, one shape, a list.
    ("seen.collision = outlines[0]; seen.collision = outlines[1]", FRAMES, 3),
    ("seen.collision = outlines[0][0]; seen.collision = outlines[1][0]", FRAMES, 4),
    ("seen.collision = lists[0]; seen.collision = lists[1]", FRAMES, 6),
    ("one.aabb", "one.x; one.y", 4),
    ("concaves[0].angle += 1; concaves[0].aabb", "circles[0].angle += 1; circles[0].aabb", 9),
    ("box_a.world_shapes", "box_a.aabb", 40),
    ("box_a.geometry", "box_a.aabb", 40),
    # Whom to ask.
    ("ball.check(balls_tuple)", LIST, 2),
    ("ball.check(balls_set)", LIST, 3),
    ("ball.check(balls_dict.values())", LIST, 3),
    ("ball.check(balls_deque)", LIST, 3),
    ("ball.check(b for b in balls)", LIST, 9),
    ("ball.check([balls[:250], balls[250:]])", LIST, 8),
    ("ball.check(balls_group)", LIST, 1),
    ("on_tile.hits(tiled)", "on_tile.hits(level)", 2),
    ("ball.check(balls_pygame)", "list(balls_pygame)", 2),
    ("group.hits(one)", "one.hits(group)", 4),
    ("pairs(one, group)", "one.check(group)", 6),
    ("check(one, group)", "pairs(one, group)", 3),
    # Groups.
    ("group.add(one); group.discard(one)", "one.check(group)", 9),
    ("one in group", "one in balls_set", 9),
    ("for thing in few: pass", "for thing in list(few): pass", 2),
    ("update(group)", "for thing in things: thing.update()", 8),
    ("draw(group)", "update(group)", 9),
    # Conditions.
    ("one.check(things, mask=1)", SHORT, 6),
    ("one.check(things, exclude=one)", SHORT, 6),
    ("one.check(things, exclude=None)", SHORT, 6),
    ("one.check(things, where=bool)", SHORT, 6),
    ("one.check(things, target_shapes='body')", SHORT, 8),
    ("few.pair_indices(many, mask=1)", FEW, 3),
    # Columns.
    ("group.column('vx')", "group.x", 6),
    ("group.column('lives')", "group.column('vx')", 2),
    ("group.set_column('lives', wholes)", SET_FLOATS, 3),
    ("group.collision_layer", "group.x", 4),
    ("circles.x += 1; circles.aabbs", "circles.x += 1; circles.x", 20),
    # Questions.
    (BOX, POINT, 6),
    ("group.query_circle(500, 500, 20)", BOX, 3),
    ("group.query_shape(Circle(500, 500, 20))", BOX, 20),
    ("group.nearest(500, 500)", BOX, 6),
    ("group.nearest(one)", "group.nearest(500, 500)", 20),
    ("group.query_within(one, 20)", "group.query_circle(500, 500, 20)", 20),
    ("one.to_world(3, 4)", "one.position", 6),
    ("one.to_local(3, 4)", "one.to_world(3, 4)", 3),
    ("road.distance_of(40, 70)", "road.at(70)", 30),
    ("group.raycast_all(0, 0, 900, 700)", RAY, 4),
    ("group.raycast(0, 0, 900, 700, radius=2)", RAY, 4),
    ("group.line_of_sight(0, 0, 900, 700)", RAY, 2),
    ("group.visible_area(9000, 9000, radius=200)", "group.raycast_arrays(eye, fan)", 8),
    # Kinds of shapes.
    ("circle_a.hits(circle_b)", "one.aabb", 9),
    ("circle_a.contacts(circle_b)", "circle_a.hits(circle_b)", 60),
    ("circle_a.separation(circle_b)", CIRCLES, 9),
    ("circle_a.distance(one)", CIRCLES, 9),
    ("box_a.distance(one)", "circle_a.distance(one)", 9),
    *((f"{kind}_a.hits({kind}_b)", "circle_a.hits(circle_b)", most)
      for kind, most in {"box": 3, "turned": 3, "capsule": 4, "ellipse": 9, "concave": 9}.items()),
    ("roles_a.hits(roles_b)", "slanted_a.hits(slanted_b)", 3),
    # Sprites with attributes of their own.
    ("owner.hits(one)", "circle_a.hits(circle_b)", 2),
    ("owner.check(things)", "circle_a.check(things)", 2),
    ("box_a.contacts(box_b)", CIRCLES, 4),
    ("turned_a.contacts(turned_b)", CIRCLES, 8),
    ("capsule_a.contacts(capsule_b)", CIRCLES, 8),
    ("concave_a.contacts(concave_b)", CIRCLES, 60),
    ("capsule_a.distance(capsule_b)", "circle_a.distance(circle_b)", 8),
    ("capsule_a.separation(capsule_b)", "circle_a.separation(circle_b)", 8),
    *((f"{kind}_a.{call}({kind}_b)", f"{kind}_a.contacts({kind}_b)", 9)
      for kind in ("box", "turned", "concave") for call in ("separation", "distance")),
    ("capsules.separation_arrays()", "circles.separation_arrays()", 12),
    ("capsule_a.sweep(9, 0, capsule_b)", "circle_a.sweep(9, 0, circle_b)", 8),
    # Moving, in a level that is a Group, and in one that is a sprite.
    *((f"{body}.{call.format('rock_of_tiles')}", f"{body}.{call.format('level')}", 9)
      for body in ("box", "disc") for call in ("check({})", "sweep(5, 3, {})")),
    ("walker.move(1, 2, rock_of_tiles); box.x = 803", "walker.move(1, 2, level); box.x = 803", 9),
    ("box.check([things, level, ball])", "box.check(things); box.check(level)", 12),
    ("one.depenetrate(level)", "one.check(level)", 9),
    ("hit.bounce(30, 40)", MADE, 4),
    ("hit.slide(30, 40)", MADE, 4),
    ("heap[0].separation(heap)", "loose[0].separation(loose)", 9),
    ("loose[9].separation(boxes)", "boxes[9].separation(boxes)", 30),
    # Bare boxes and points.
    ("tree.move(7, there); tree.move(7, here)", "tree.query(here)", 9),
    ("tree.insert(-1, here); tree.remove(-1)", "tree.query(here)", 9),
    ("tree.pair_indices()", "tree.pairs()", 9),
    ("tree.pairs_with(tree)", "tree.pairs()", 9),
    ("LinearQuadtree.build(array)", "candidate_pairs(array)", 9),
    ("space.update(7, 5, 5)", "space.neighbors(5, 5, 30)", 9),
    ("morton.decode(morton.encode(*cells))", "cells + cells", 60),
    # Worlds.
    *((f"world_{kind}.save()", "world_str.save()", 4)
      for kind in ("enum", "vector", "bytes", "shape", "tuple")),
    # Drawing.
    ("fill_shapes(screen, circle_a, 'red')", "pygame.draw.circle(screen, 'red', (0, 0), 5)", 5),
    ("fill_shapes(screen, turned_a, 'red')", "fill_shapes(screen, circle_a, 'red')", 3),
    ("fill_shapes(screen, capsule_a, 'red')", "fill_shapes(screen, circle_a, 'red')", 8),
    ("draw_shapes(screen, circles)", "fill_shapes(screen, circles)", 20),
]  # fmt: skip
for _call, _other, _most in CALLS:
    row("ordinary", _call, most={_other: _most})(partial(beside, _call, _other))
