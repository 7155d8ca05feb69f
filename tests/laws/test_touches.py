"""What touches exactly, in whole numbers: all roads say the same, and `oracle.exact` agrees.

Random numbers never touch. Here boxes meet side by side and at corners, discs and the ends of what
is long at their tips, and ways end where a touch begins or lead away from one.
"""

import copy
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

import pytest
from oracle import exact
from support.counting import at_least

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    RayHit,
    Rect,
    Segment,
    Shape,
    Sprite,
    SweepHit,
    Triangle,
)

KINDS: dict[str, Callable[[int, int], Shape]] = {
    "rect": lambda x, y: Rect(x - 4, y - 4, 8, 8),
    "disc": lambda x, y: Circle(x, y, 4),
    "capsule": lambda x, y: Capsule(x - 4, y, x + 4, y, 4),
    "slanted": lambda x, y: Capsule(x, y, x + 4, y + 3, 5),
    "ellipse": lambda x, y: Ellipse(x, y, 8, 4),
    "triangle": lambda x, y: Triangle(x, y, x + 8, y, x, y + 8),
    "notched": lambda x, y: Polygon(
        [(x - 8, y - 8), (x + 8, y - 8), (x + 8, y + 8), (x, y), (x - 8, y + 8)]
    ),
    "bracket": lambda x, y: Polygon(
        [(x - 8, y - 8), (x + 8, y - 8), (x + 8, y), (x, y), (x, y + 8), (x - 8, y + 8)]
    ),
    "segment": lambda x, y: Segment(x - 4, y, x + 4, y),
    "slope": lambda x, y: Segment(x, y, x + 4, y + 3),
    "point": Point,
}


ROUND = ["disc", "capsule", "slanted", "ellipse"]
THIN = {Point, Segment}
STEPS = 8
"""At so many times of a way the oracle is asked."""


class Scene(NamedTuple):
    """A sprite that touches others, or is about to, and its way."""

    one: Sprite
    others: list[Sprite]
    way: tuple[int, int]
    name: str


def sprite_of(r: random.Random, kind: str) -> Sprite:
    shape = KINDS[kind](r.choice((0, 0, 4, -4)), r.choice((0, 0, 4, -4)))
    pose = {"angle": r.choice((0, 0, 90, 180)), "scale_x": r.choice((1, 1, 2, -1))}
    return Sprite(collision=shape, scale_y=r.choice((1, 1, 2)), **pose)


def scenes(kind: str, count: int) -> Iterator[Scene]:
    """A sprite of a kind beside the box of another one, in it, or a way before.

    Now and then there are two others side by side, as tiles are.
    """
    r = random.Random(kind)
    for k in range(count):
        one = sprite_of(r, kind)
        other = sprite_of(r, r.choice([*KINDS, *(ROUND * 2 if kind in ROUND else [])]))
        left, top, right, bottom = one.aabb
        wall = other.aabb
        xs = [wall[0] - right, wall[2] - left, wall[0] - left, r.randint(-8, 8)]
        ys = [wall[1] - bottom, wall[3] - top, wall[1] - top, r.randint(-8, 8)]
        if r.random() < 0.2:  # the tips of what is round
            xs = [0.5 * (wall[0] + wall[2] - left - right)]
        elif r.random() < 0.2:
            ys = [0.5 * (wall[1] + wall[3] - top - bottom)]
        way = 4 * r.randint(-4, 4), r.choice((0, 0, 4 * r.randint(-4, 4)))
        way = r.choice((way, way[::-1])) if any(way) else (16, 0)
        one.x, one.y = r.choice(xs), r.choice(ys)
        if r.random() < 0.4:
            one.x, one.y = one.x - way[0], one.y - way[1]
        others = [other]
        if r.random() < 0.3:
            others.append(copy.copy(other))
            other.x -= wall[2] - wall[0]
        yield Scene(one, others, way, f"{k}: {one} {others} {way}")


@pytest.mark.parametrize("kind", KINDS)
def test_whether_two_hit(kind: str) -> None:
    with at_least(hits=5, touches=5) as seen:
        for one, others, _, name in scenes(kind, 100):
            for other in others:
                hit = exact.hits(one, other)
                group, own = Group(other), Group(one)
                assert (one.hits(other), other.hits(one)) == (hit, hit), name
                assert (bool(one.contacts(group)), bool(other.contacts(own))) == (hit, hit), name
                assert group.query_shape(one) == [other] * hit, name
                assert own.query_shape(other) == [one] * hit, name
                gap = one.distance(other).distance
                assert gap <= 0 if hit else gap >= -1e-12, name
                assert bool(one.separation(other)) == (gap != 0.0 and hit), name
                seen["hits"] += hit
                seen["touches"] += not hit and abs(gap) < 1e-12


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_met_on_a_way(kind: str) -> None:
    """By a sweep, a ray, arrays, seen from the others, with hardly any turn, and by a slide."""
    with at_least(met=12, free=20, touches=4) as seen:
        for one, others, way, name in scenes(kind, 100):
            hit, start = one.sweep(*way, others), one.position
            first = hit.fraction if hit else 2.0
            found = Group(one).sweep_arrays(*way, others)
            assert (found.hit[0], found.fraction[0]) == (hit is not None, min(1.0, first)), name
            if inside := one.hits(others):
                deeper, spun = (
                    {id(hit.other) for hit in one.sweep_all(*way, others, turn=turn) if is_in(hit)}
                    for turn in (0.0, 1e-9)
                )
                assert deeper == spun, name
            else:
                back = [other.sweep(-way[0], -way[1], one) for other in others]
                assert any(back) == (hit is not None), name
                for step in range(1, STEPS + 1):
                    time = Fraction(step, STEPS)
                    assert time > first - 1e-9 or not are_met(one, others, way, time), name
                if hit is not None and not {type(hit.shape), type(hit.other_shape)} & THIN:
                    assert are_met(one, others, way, Fraction(min(1.0, first + 1e-6))), name
            for ray in rays_of(one, others, way):
                assert (ray is not None and ray.from_inside) == inside, name
                assert inside or (ray is None) == (hit is None), name
                assert inside or ray is None or abs(ray.fraction - first) < 1e-9, name
            # A point does not sink into a seam, and several tiles may hold what is in one.
            if hit is None and not (inside and (kind == "point" or len(others) > 1)):
                goal = start.x + way[0], start.y + way[1]
                one.move_and_slide(*way, others)
                assert one.position == goal, name
                one.position = start
                Group(one).move_and_slide_arrays(*way, others)
                assert one.position == goal, name
            seen["met"] += hit is not None
            seen["free"] += hit is None
            seen["touches"] += hit is None and one.distance(others[0]).distance == 0.0


def is_in(hit: SweepHit) -> bool:
    """Whether it gets deeper from the start; what has no area, or is at a notch, may do either."""
    kinds = {type(hit.shape), type(hit.other_shape)}
    return hit.from_inside and not kinds <= THIN and kinds != {Point, Polygon}


def are_met(one: Sprite, others: list[Sprite], way: tuple[int, int], time: Fraction) -> bool:
    """Whether any of the others is hit at a time of the way, exactly."""
    at = time * way[0], time * way[1]
    return any(exact.hits_at(one, other, at) for other in others)


def rays_of(one: Sprite, others: list[Sprite], way: tuple[int, int]) -> Iterator[RayHit | None]:
    """The ray that a point or a disc is on its way; at segments a thin one counts as shifted."""
    (shape,) = one.world_shapes
    if isinstance(shape, Circle) or (
        isinstance(shape, Point) and type(others[0].shapes[0]) not in THIN
    ):
        ends = shape.x, shape.y, shape.x + way[0], shape.y + way[1]
        yield Group(others).raycast(*ends, radius=shape.radius if isinstance(shape, Circle) else 0)
