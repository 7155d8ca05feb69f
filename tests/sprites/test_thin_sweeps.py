"""Sweeps of what has no area: it ends on the side from which it came, however rounding falls.

Two parts without an inside may jump past each other from one pose to the next, with no pose between
in which the exact test finds a hit. The oracle computes sides in fractions, of the vertices as they
are placed.
"""

import math
import random
from fractions import Fraction
from typing import Any

import pytest
from support.for_each import for_each

from spritecol import Point, Segment, Sprite

Vertex = tuple[float, float]

UP = (0.0, -1.0)
FEET = {
    "point": [(0.0, 0.0)],
    "foot": [(0.0, -16.0), (0.0, 0.0)],
    "sole": [(-6.0, 0.0), (6.0, 0.0)],
    "wide": [(-60.0, 0.0), (60.0, 0.0)],
}


def shape_of(vertices: list[Vertex]) -> Any:
    return Point(*vertices[0]) if len(vertices) == 1 else Segment(*vertices[0], *vertices[1])


def vertices_of(sprite: Sprite) -> list[Vertex]:
    """Where the vertices of a Point or a Segment are, to the last bit."""
    (shape,) = sprite.world_shapes
    if isinstance(shape, Point):
        return [(shape.x, shape.y)]
    assert isinstance(shape, Segment)
    return [(shape.x1, shape.y1), (shape.x2, shape.y2)]


def side(line: list[Vertex], point: Vertex) -> int:
    """On which side of a line a point is: -1, 0 or 1, without rounding."""
    (ax, ay), (bx, by), (px, py) = [tuple(map(Fraction, vertex)) for vertex in (*line, point)]
    across = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    return (across > 0) - (across < 0)


def is_between(line: list[Vertex], point: Vertex) -> bool:
    """Whether a point is clearly beside a segment, and not beyond an end of it."""
    (ax, ay), (bx, by) = line
    along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / math.dist(*line) ** 2
    return 1e-6 < along < 1 - 1e-6


def crossed(
    before: list[Vertex], after: list[Vertex], old_floor: list[Vertex], floor: list[Vertex]
) -> bool:
    """Whether a vertex of the body or of the floor is on the other side of the other one now."""

    def jumps(old: list[Vertex], new: list[Vertex], p: Vertex, q: Vertex) -> bool:
        return is_between(old, p) and is_between(new, q) and side(old, p) * side(new, q) < 0

    if any(jumps(old_floor, floor, p, q) for p, q in zip(before, after, strict=True)):
        return True
    return len(before) == 2 and any(
        jumps(before, after, p, q) for p, q in zip(old_floor, floor, strict=True)
    )


def first_time(body: list[Vertex], floor: list[Vertex], way: Vertex) -> float | None:
    """When a vertex of one of two segments crosses the other one, if that moves for ever."""

    def times(p: Vertex, line: list[Vertex], dx: float, dy: float) -> list[Fraction]:
        (ax, ay), (bx, by), (px, py), (vx, vy) = [
            tuple(map(Fraction, vertex)) for vertex in (*line, p, (dx, dy))
        ]
        rate = (bx - ax) * vy - (by - ay) * vx
        if rate == 0:
            return []
        time = -((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / rate
        share = (px + time * vx - ax) * (bx - ax) + (py + time * vy - ay) * (by - ay)
        length = (bx - ax) ** 2 + (by - ay) ** 2
        return [time] if 0 < share < length else []

    found = [time for p in body for time in times(p, floor, *way)]
    found += [time for p in floor for time in times(p, body, -way[0], -way[1])]
    return float(min(found)) if found and min(found) > 0 else None


def play(r: random.Random, kind: str, one_way: Any, moves_floor: bool) -> int:
    """Fall onto a turned floor, then press, slide and leave; returns how often it was met."""
    far = r.choice([0.0, 0.0, 1e3, 1e5])
    angle = r.choice([0.0, r.uniform(-80, 80), r.uniform(-80, 80)])
    floor = Sprite(far * r.uniform(-1, 1), far * r.uniform(-1, 1), angle=angle)
    floor.collision = Segment(-40, 0, 40, 0, one_way=one_way)
    floor.center_x = r.choice([0.0, r.uniform(-30, 30)])
    along = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    up = along[1], -along[0]
    (ax, ay), (bx, by) = vertices_of(floor)
    at, high = r.uniform(0.2, 0.8), r.choice([1e-9, 1.0, 9.0])
    body = Sprite(collision=shape_of(FEET[kind]), angle=r.choice([angle, 0.0, 30.0]))
    high -= min(up[0] * x + up[1] * y for x, y in vertices_of(body))
    body.x = ax + at * (bx - ax) + high * up[0]
    body.y = ay + at * (by - ay) + high * up[1]
    moves, rests = (floor, body) if moves_floor else (body, floor)
    side_of_motion = -1 if moves_floor else 1
    met = 0
    for _ in range(6):
        into = side_of_motion * r.choice([-9.0, -9.0, -1e-3, -1e-12, 0.0, 1e-12])
        aside = r.choice([0.0, r.uniform(-9, 9)])
        before, old_floor = vertices_of(body), vertices_of(floor)
        dx, dy = into * up[0] + aside * along[0], into * up[1] + aside * along[1]
        hit = moves.move_and_collide(dx, dy, rests)
        met += hit is not None
        told = f"{before} and {old_floor} by {dx}, {dy}: {hit}"
        assert not crossed(before, vertices_of(body), old_floor, vertices_of(floor)), told
    return met


@for_each("kind", FEET)
@for_each("moves, one_way", [("body", None), ("body", UP), ("floor", None)])
def test_what_has_no_area_ends_on_the_side_from_which_it_came(
    kind: str, moves: str, one_way: Any
) -> None:
    r = random.Random(f"{kind} {moves} {one_way}")
    assert sum(play(r, kind, one_way, moves == "floor") for _ in range(60)) > 60


@for_each("seed", range(4))
def test_segments_meet_when_they_do_in_fractions(seed: int) -> None:
    """Also where they are parallel but for the last bits, and pass each other in no time."""
    r = random.Random(seed)
    met = 0
    for _ in range(150):
        angle = r.uniform(-90, 90)
        body, floor = (
            Sprite(collision=Segment(-r.uniform(1, 30), 0, r.uniform(1, 30), 0), angle=angle)
            for _ in range(2)
        )
        body.x, body.y = r.uniform(-30, 30), r.uniform(-30, 30)
        way = r.uniform(-60, 60), r.uniform(-60, 60)
        expected = first_time(vertices_of(body), vertices_of(floor), way)
        hit = body.sweep(*way, floor)
        if expected is not None and 1e-9 < expected < 1 - 1e-9:
            assert hit is not None
            assert hit.fraction == pytest.approx(expected, abs=1e-9)
            met += 1
        elif expected is None or expected > 1 + 1e-9:
            assert hit is None
    assert met > 20
