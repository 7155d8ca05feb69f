"""Ordinary calls, each beside one that does nearly the same: an outlier is seen here.

    python benchmarks/ordinary.py [PATTERN]    # rows whose call has it; without, half a minute

A row has a call, another one beside it, and how many times as long the call may take. Both take
turns on one core, and the least time of each counts. Rows beyond their limit are marked, and the
command then ends with 1. Limits are generous: they are for what is slow where nobody expects it,
and hold on any machine. `ab.py` compares two versions.
"""

import collections
import copy
import enum
import os
import random
import re
import sys
import timeit
from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import attrs
import pygame

import spritecol
from spritecol import Capsule, Circle, Group, Number, Polygon, Rect, Sprite, Vec2, World
from spritecol.integrations.pygame import Sprite as PygameSprite

ROUNDS = 15
SECONDS = 2e-3  # of one call's loop, about


class Row(NamedTuple):
    """A call and the one beside it, as source."""

    call: str
    beside: str
    most: float


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


class Ball(PygameSprite):
    """A sprite of both libraries."""

    collision = Circle(0, 0, 5)


def names() -> dict[str, Any]:
    """What the calls may name: everything public, and a scene."""
    chance = random.Random(1)

    def places(number: int, size: float) -> Iterator[tuple[float, float]]:
        return ((chance.uniform(0, size), chance.uniform(0, size)) for _ in range(number))

    things = [Thing(x, y) for x, y in places(500, 1000)]
    for k, thing in enumerate(things):
        thing.whole, thing.part, thing.on = k, k / 2, k % 2 == 0  # type: ignore[attr-defined]
    balls = [Ball(x=x, y=y) for x, y in places(500, 1000)]
    scene: dict[str, Any] = {
        "things": things,
        "group": Group(things),
        "one": Thing(500, 500),
        "ball": Ball(x=500, y=500),
        "balls": balls,
        "balls_tuple": tuple(balls),
        "balls_set": set(balls),
        "balls_dict": dict(zip(count(), balls, strict=False)),
        "balls_deque": collections.deque(balls),
        "balls_group": Group(balls),
        "balls_pygame": pygame.sprite.Group(balls),
        "few": Group(Thing(x, y) for x, y in places(10, 1000)),
        "many": Group(Thing(x, y) for x, y in places(10_000, 4000)),
        "rock": Rect(0, 0, 4, 4),
        "roles": [Circle(0, 0, 5, name="body"), Circle(9, 0, 3, name="fist")],
        "wholes": list(range(500)),
        "parts": [k / 2 for k in range(500)],
        "screen": pygame.Surface((640, 480)),
    }
    for kind, shape in {
        "circle": Circle(0, 0, 5),
        "box": Rect(-5, -5, 10, 10),
        "turned": Rect(-5, -5, 10, 10, angle=20),
        "capsule": Capsule(0, -5, 0, 5, 4),
        "concave": Polygon([(-9, -9), (9, -9), (0, 0), (9, 9), (-9, 9)]),
    }.items():
        scene[f"{kind}_a"] = Sprite(0, 0, collision=shape)
        scene[f"{kind}_b"] = Sprite(6, 3, collision=shape)
        scene[f"{kind}s"] = Group(Sprite(x, y, collision=shape) for x, y in places(200, 400))
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
        scene[f"world_{kind}"] = World(crowd, attributes=["mood"])
    for _ in range(300):  # so that Groups at rest have their indexes
        for asked in ("group", "many"):
            scene["one"].check(scene[asked])
    libraries = {"spritecol": spritecol, "pygame": pygame, "copy": copy}
    public = {name: getattr(spritecol, name) for name in spritecol.__all__}
    from spritecol.integrations.pygame import draw_shapes, fill_shapes, shapes_from_surface

    drawn = (draw_shapes, fill_shapes, shapes_from_surface)
    return {**globals(), **public, **libraries, **scene, **{call.__name__: call for call in drawn}}


MADE = "Four(1, 2, 3, 4)"
LIST, SHORT = "ball.check(balls)", "one.check(things)"
FLOATS, SET_FLOATS = "group.column('part')", "group.set_column('part', parts)"
POINT, BOX = "group.query_point(500, 500)", "group.query_box(480, 480, 520, 520)"
RAY, FEW = "group.raycast(0, 0, 900, 700)", "few.pair_indices(many)"
ROWS = [
    # Making.
    Row("Point(1, 2)", MADE, 3),
    Row("Segment(1, 2, 3, 4)", MADE, 4),
    Row("Circle(1, 2, 3)", MADE, 3),
    Row("Rect(1, 2, 3, 4)", MADE, 4),
    Row("Rect(1, 2, 3, 4, name='wall')", "Rect(1, 2, 3, 4)", 2),
    Row("Rect(1, 2, 3, 4, layer=4, mask=2)", "Rect(1, 2, 3, 4)", 2),
    Row("Rect(1, 2, 3, 4, one_way=(0, -1))", "Rect(1, 2, 3, 4)", 3),
    Row("Ellipse(1, 2, 3, 4)", "Rect(1, 2, 3, 4)", 2),
    Row("Triangle(1, 2, 3, 4, 5, 7)", "Rect(1, 2, 3, 4)", 2),
    Row("Capsule(1, 2, 3, 4, 5)", "Rect(1, 2, 3, 4)", 2),
    Row("Vec2(1, 2)", MADE, 1),
    Row("Sprite(1, 2, collision=rock)", "Sprite(1, 2)", 5),
    Row("copy.copy(one)", "Thing(1, 2)", 80),
    # Attributes.
    Row("one.position", "one.x; one.y", 3),
    Row("one.position = 500, 500", "one.x = 500; one.y = 500", 3),
    Row("one.angle = 0", "one.x = 500", 3),
    Row("one.scale = 1", "one.x = 500", 6),
    Row("one.vx = 1", "one.x = 500", 6),
    Row("one.collision = rock", "one.x = 500", 12),
    Row("one.aabb", "one.x; one.y", 4),
    Row("box_a.world_shapes", "box_a.aabb", 40),
    Row("box_a.geometry", "box_a.aabb", 40),
    # Whom to ask.
    Row("ball.check(balls_tuple)", LIST, 3),
    Row("ball.check(balls_set)", LIST, 4),
    Row("ball.check(balls_dict.values())", LIST, 4),
    Row("ball.check(balls_deque)", LIST, 3),
    Row("ball.check(b for b in balls)", LIST, 9),
    Row("ball.check([balls[:250], balls[250:]])", LIST, 8),
    Row("ball.check(balls_group)", LIST, 1),
    Row("ball.check(balls_pygame)", "list(balls_pygame)", 2),
    Row("group.hits(one)", "one.hits(group)", 4),
    Row("pairs(one, group)", "one.check(group)", 6),
    Row("check(one, group)", "pairs(one, group)", 3),
    # Conditions.
    Row("one.check(things, mask=1)", SHORT, 6),
    Row("one.check(things, exclude=one)", SHORT, 6),
    Row("one.check(things, exclude=None)", SHORT, 6),
    Row("one.check(things, where=bool)", SHORT, 6),
    Row("one.check(things, target_shapes='body')", SHORT, 8),
    Row("few.pair_indices(many, mask=1)", FEW, 3),
    # Columns.
    Row("group.column('whole')", FLOATS, 4),
    Row("group.column('on')", FLOATS, 4),
    Row("group.column('vx')", "group.x", 6),
    Row("group.column('lives')", "group.column('vx')", 2),
    Row("group.set_column('whole', wholes)", SET_FLOATS, 2),
    Row("group.set_column('lives', wholes)", "group.set_column('vx', parts)", 3),
    Row("group.collision_layer", "group.x", 4),
    # Questions.
    Row(BOX, POINT, 6),
    Row("group.query_circle(500, 500, 20)", BOX, 3),
    Row("group.query_shape(Circle(500, 500, 20))", BOX, 20),
    Row("group.nearest(500, 500)", BOX, 6),
    Row("group.raycast_all(0, 0, 900, 700)", RAY, 4),
    Row("group.raycast(0, 0, 900, 700, radius=2)", RAY, 4),
    Row("group.line_of_sight(0, 0, 900, 700)", RAY, 2),
    # Kinds of shapes.
    Row("box_a.contacts(box_b)", "circle_a.contacts(circle_b)", 4),
    Row("turned_a.contacts(turned_b)", "circle_a.contacts(circle_b)", 8),
    Row("capsule_a.contacts(capsule_b)", "circle_a.contacts(circle_b)", 8),
    Row("concave_a.contacts(concave_b)", "circle_a.contacts(circle_b)", 60),
    Row("capsule_a.distance(capsule_b)", "circle_a.distance(circle_b)", 8),
    Row("capsule_a.separation(capsule_b)", "circle_a.separation(circle_b)", 8),
    Row("capsules.separation_arrays()", "circles.separation_arrays()", 12),
    Row("capsule_a.sweep(9, 0, capsule_b)", "circle_a.sweep(9, 0, circle_b)", 8),
    # Worlds.
    *(Row(f"world_{kind}.save()", "world_str.save()", 4)
      for kind in ("enum", "vector", "bytes", "shape", "tuple")),
    # Drawing.
    Row("fill_shapes(screen, circle_a, 'red')", "pygame.draw.circle(screen, 'red', (0, 0), 5)", 5),
    Row("fill_shapes(screen, turned_a, 'red')", "fill_shapes(screen, circle_a, 'red')", 3),
    Row("fill_shapes(screen, capsule_a, 'red')", "fill_shapes(screen, circle_a, 'red')", 8),
    Row("draw_shapes(screen, circles)", "fill_shapes(screen, circles)", 20),
]  # fmt: skip


def least_times(row: Row, known: dict[str, Any]) -> tuple[float, float]:
    """The seconds of the call and of the one beside it."""
    timers = [timeit.Timer(code, globals=known) for code in (row.call, row.beside)]
    loops = [1, 1]
    for k, timer in enumerate(timers):
        while (taken := timer.timeit(loops[k])) < SECONDS / 4:
            loops[k] *= 2
        loops[k] = max(1, round(loops[k] * SECONDS / taken))
    rounds = [[t.timeit(n) / n for t, n in zip(timers, loops, strict=True)] for _ in range(ROUNDS)]
    call, beside = map(min, zip(*rounds, strict=True))
    return call, beside


def main() -> None:
    """Measure and print."""
    pattern, beyond, known = " ".join(sys.argv[1:]), 0, names()
    print(f"{'call':44}{'us':>9}{'beside it':>11}{'times':>7}{'most':>6}")
    for row in ROWS:
        if re.search(pattern, row.call):
            call, beside = least_times(row, known)
            is_slow = call > row.most * beside
            beyond += is_slow
            figures = f"{1e6 * call:9.2f}{1e6 * beside:11.2f}{call / beside:7.1f}{row.most:6g}"
            print(f"{row.call:44}{figures}{'  slow' if is_slow else ''}", flush=True)
    sys.exit(beyond > 0)


if __name__ == "__main__":
    main()
