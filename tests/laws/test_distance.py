"""The signed distance of two convex shapes, of many, and where they are nearest."""

import math
import random
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest
import shapely
from support.campaign import distances
from support.campaign.distances import TURN, gap, measured
from support.campaign.tally import assert_right
from support.counting import at_least

from spritecol import (
    Capsule,
    Circle,
    Distance,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
)


def test_distances_are_equal_as_numbers_are() -> None:
    ball, wall = Sprite(collision=Circle(0, 0, 5)), Sprite(20, collision=Rect(0, 0, 9, 9))
    assert {ball.distance(wall), ball.distance(wall), wall.distance(ball), 15.0} == {15}


def test_it_is_the_greatest_gap() -> None:
    assert_right(distances.judged, range(28 * 50), distances.BRANCHES)


PAIRS: list[tuple[Shape, Shape]] = [
    # A normal that is 1e-8 off, of a corner beside the foot, times a length of 13.
    (Segment(0, 1.19e-7, 1, 1.00000012), Rect(13, 0, 0, 11)),
    (Segment(0, 0, 1, 1), Segment(-1.1754943508222875e-38, 0, 2, 1)),
    (Segment(0, 0, 1.19e-7, 16), Circle(1, 0, 1)),
    (Segment(0, 0, 0, 1), Ellipse(1.4e-45, 0, 2, 1, math.degrees(1))),
]


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=str)
def test_numbers_that_nearly_agree_or_underflow(a: Shape, b: Shape) -> None:
    assert distances.unlike_greatest(a, b, measured(a, b)) == []


@pytest.mark.parametrize("ratio", [1, 1.0000001, 1.5, 10, 1e3, 1e5])
def test_a_point_and_an_ellipse_of_any_proportions(ratio: float) -> None:
    """Against the nearest of very many points of the outline."""
    turn = np.linspace(0, 2 * np.pi, 200_000)
    places = [(0, 0), (0.5, 0), (0, 0.5), (0.9, 1e-9), (1, 0), (0.2, 0.3), (3, 0), (0, 7), (2, 5)]
    for x, y in [*places, (0.999, 0.03), (1e-12, 1e-12)]:
        distance = measured(Point(x * ratio, y), Ellipse(0, 0, ratio, 1)).distance
        outline = np.hypot(ratio * np.cos(turn) - x * ratio, np.sin(turn) - y).min()
        assert abs(distance) <= outline + 1e-12 * ratio
        assert abs(distance) == pytest.approx(outline, abs=2e-5 * ratio)
        assert (distance < 0) == (x * x + y * y < 1) or abs(distance) < 1e-12


@pytest.mark.parametrize("ratio", [1, 2, 30, 1e3, 1e5])
def test_ellipses_of_any_proportions(ratio: float) -> None:
    turn = np.concatenate([TURN, np.linspace(-1e-3, 1e-3, 2001), np.arange(4) * np.pi / 2])
    for a, b in (
        (Ellipse(1, 0.1, ratio, 1), Ellipse(-2, 0.4, 3, 1, 20)),
        (Ellipse(0, 0, ratio, 1), Ellipse(0, 0, 1, ratio)),
    ):
        gaps = gap(a, b, np.cos(turn + np.pi / 2), np.sin(turn + np.pi / 2))
        assert measured(a, b).distance >= gaps.max() - 1e-9


@pytest.mark.parametrize("seed", range(2))
def test_the_distance_of_many_shapes_is_that_of_the_nearest_two(seed: int) -> None:
    """Shapes in a ring round the others: their boxes overlap, and the nearest two are far apart."""
    rng = np.random.default_rng(seed)
    with at_least(far=4) as seen:
        for _ in range(8):
            radius, inner = rng.uniform(40, 400), rng.uniform(1, 30)
            turns = rng.uniform(0, 2 * np.pi, 300)
            ring = [Rect(radius * np.cos(t), radius * np.sin(t), 3, 2) for t in turns]
            core = [Rect(*rng.uniform(-inner, inner, 2), 2, 3) for _ in range(rng.integers(1, 400))]
            one, other = Sprite(collision=ring), Sprite(collision=core)
            expected = shapely.MultiPolygon([shape.geometry for shape in ring]).distance(
                shapely.MultiPolygon([shape.geometry for shape in core])
            )
            if expected > 0:
                assert one.distance(other).distance == pytest.approx(expected, abs=1e-9)
                assert other.distance(one).distance == pytest.approx(expected, abs=1e-9)
                seen["far"] += expected > 10


@pytest.mark.parametrize("gate", [{"name": "gate"}, {"layer": 2}])
def test_of_many_shapes_only_those_that_count_are_near(gate: dict[str, Any]) -> None:
    """Some of hundreds count, by their name or layer: nearer ones do not, all over their box."""
    rng = np.random.default_rng(2)
    only: Any = {"target_shapes": "gate"} if "name" in gate else {"mask": 2}
    with at_least(apart=25, far=8) as seen:
        for k in range(16):
            boxes = [
                Rect(*rng.uniform(-90, 90, 2), 3, 2, **(gate if i % 150 == 0 else {}))
                for i in range(rng.integers(150, 500))
            ]
            gates = shapely.MultiPolygon([box.geometry for box in boxes[::150]])
            wall = Sprite(collision=boxes)
            crowd = [Rect(*rng.uniform(-40, 40, 2), 1, 1) for _ in range(1 if k % 4 else 200)]
            there = shapely.MultiPolygon([box.geometry for box in crowd])
            x, y = rng.uniform(-90, 90, 2)
            near = Group(wall).nearest(x, y, **only)
            assert near is not None
            for found, expected in (
                (Sprite(collision=crowd).distance(wall, **only), gates.distance(there)),
                (near, gates.distance(shapely.Point(x, y))),
            ):
                if expected > 0:
                    assert found.distance == pytest.approx(expected, abs=1e-9)
                    seen["apart"] += 1
                    seen["far"] += expected > 40


SCALED = (
    Point(3, 1),
    Segment(-3, 2, 5, 4),
    Rect(-2, 1, 7, 3),
    Circle(2, -1, 4),
    Capsule(-3, 1, 6, 2, 3),
    Ellipse(1, 2, 6, 3, 20),
    Polygon([(0, 0), (8, 1), (3, 6)]),
)


@pytest.mark.parametrize(("a", "b"), list(combinations_with_replacement(SCALED, 2)), ids=str)
def test_the_nearest_points_are_where_the_shapes_are(a: Shape, b: Shape) -> None:
    """Also when they are turned, and stretched by unequal scales."""
    rng = np.random.default_rng(3)
    with at_least(apart=8) as seen:
        for _ in range(20):
            one, other = (
                Sprite(
                    *np.round(rng.uniform(-30, 30, 2)).tolist(),
                    collision=shape,
                    angle=float(rng.choice([0, 90, 37])),
                    scale_x=float(rng.choice([-1, 0.5, 1, 2])),
                    scale_y=float(rng.choice([-1, 0.5, 1, 3])),
                )
                for shape in (a, b)
            )
            for first, second in ((one, other), (other, one)):
                near = first.distance(second)
                across = near.point - near.other_point
                assert across == pytest.approx(near.normal * near.distance, abs=1e-9)
                if near.distance > 0:
                    seen["apart"] += 1
                    for sprite, point in ((first, near.point), (second, near.other_point)):
                        spot = Sprite(*point, collision=Point(0, 0))
                        assert spot.distance(sprite).distance < 1e-7


def test_the_nearest_of_a_group_is_that_of_the_list_of_its_members() -> None:
    """Also among equally near ones, far away, in hits, where few members count, and in lists."""
    rng = random.Random(12)
    kinds = [Rect(0, 0, 8, 8), Circle(4, 4, 4), Segment(0, 0, 8, 3), Point(2, 2), []]
    with at_least(hits=100, far=150, ties=20, none=15) as seen:
        for _ in range(100):
            sprites = [
                Sprite(
                    5 * rng.randint(0, 30),
                    5 * rng.randint(0, 30),
                    collision=rng.choice(kinds),
                    collision_layer=rng.choice([1, 1, 1, 2]),
                )
                for _ in range(rng.randint(0, 250))
            ]
            group, halves = Group(sprites), [Group(sprites[::2]), Group(sprites[1::2])]
            for _ in range(8):
                one = Sprite(
                    rng.choice(
                        [*(5 * rng.randint(-2, 32) for _ in "xx"), rng.randint(1, 9) * 10**5]
                    ),
                    5 * rng.randint(-2, 32),
                    collision=rng.choice(kinds[:-1]),
                )
                left = {"where": lambda other: other.x < 60}
                only: Any = rng.choice([{}, {}, {}, {"mask": 2}, {"exclude": sprites[:40]}, left])
                each = [one.distance(other, **only) for other in sprites]
                wanted = min(each, default=Distance(math.inf))
                found = one.distance(group, **only)
                assert found == wanted == one.distance(list(sprites), **only)
                for targets in ([group], halves, [*halves, *sprites[:9]]):
                    assert one.distance(targets, **only) == wanted
                if math.isinf(found):
                    seen["none"] += 1
                    continue
                first = next(distance for distance in each if distance == wanted)
                assert (found.normal, found.point) == (first.normal, first.point)
                seen["hits"] += found < 0
                seen["far"] += found > 1e4
                seen["ties"] += each.count(wanted) > 1
