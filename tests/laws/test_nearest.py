"""What is nearest: against shapely and plain columns, and its order, ties too."""

import math
import random

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from support import scenes as some
from support.counting import at_least
from support.hooks import index_forced

from spritecol import Capsule, Circle, Ellipse, Group, Polygon, Shape, Sprite

ROUND = 6e-4
"""A polygon of 128 sides is that much smaller than its circle, as a part of its size."""


def distance(shape: Shape, x: float, y: float, on_outline: bool = False) -> tuple[float, float]:
    """The distance of a world shape, and how exact shapely's figure is."""
    if isinstance(shape, Circle):
        away = max(0.0, math.hypot(shape.x - x, shape.y - y) - shape.r)
        return away, 1e-9 + ROUND * shape.r * on_outline
    left, top, right, bottom = shape.bounds
    # A capsule under unequal scale is a polygon of 130 corners; no other here has so many.
    many = isinstance(shape, Polygon) and len(shape.points) == 130
    is_round = many or isinstance(shape, Capsule | Ellipse)
    size = max(right - left, bottom - top) if is_round else 0.0
    return shape.geometry.distance(shapely.Point(x, y)), ROUND * size + 1e-8


@pytest.mark.parametrize("index", [True, False])
def test_distances_points_and_order(index: bool) -> None:
    with at_least(apart=100, inside=8) as seen:

        @given(st.lists(some.sprites(), min_size=2, max_size=8), st.integers(0, 10**9))
        def law(members: list[Sprite], seed: int) -> None:
            rng, group = random.Random(seed), Group(members)
            left, top, right, bottom = members[0].aabb
            near_one = rng.uniform(left, right), rng.uniform(top, bottom)
            for x, y in (near_one, (rng.uniform(-90, 90), rng.uniform(-90, 90))):
                with index_forced(index):
                    found = group.nearest_k(x, y, len(members) + 1)
                keys = [(near.distance, members.index(near.other)) for near in found]
                assert keys == sorted(keys)
                assert sorted(k for _, k in keys) == list(range(len(members)))
                for near in found:
                    each = [distance(shape, x, y) for shape in near.other.world_shapes]
                    best, doubt = min(each)
                    assert near.distance == pytest.approx(best, abs=max(d for _, d in each))
                    shapes = near.other.shapes
                    shape = near.other.world_shapes[shapes.index(near.other_shape)]
                    own = distance(shape, x, y)[0]
                    assert own == pytest.approx(best, abs=2 * doubt + each[0][1] + 0.01)
                    assert math.dist(near.point, (x, y)) == pytest.approx(near.distance, abs=1e-8)
                    off = shape.geometry.distance(shapely.Point(near.point))
                    assert off <= distance(shape, x, y, True)[1] + 1e-8
                    seen["apart" if near.distance else "inside"] += 1
                k, bound = rng.randint(0, 9), rng.uniform(0, 90)
                assert group.nearest_k(x, y, k) == found[:k]
                within = [near for near in found if near.distance <= bound]
                assert group.nearest_k(x, y, 99, max_distance=bound) == within
                at_zero = {id(near.other) for near in found if near.distance == 0}
                assert {id(sprite) for sprite in group.query_point(x, y)} <= at_zero

        law()


def test_ties_in_the_order_of_the_group() -> None:
    places = [(x, y) for x in range(-5, 6) for y in range(-5, 6)]
    group = Group(Sprite(x, y, collision=Circle(0, 0, 0.25)) for x, y in places)
    with at_least(ties=80) as seen:
        found = group.nearest_k(0, 0, len(places))
        keys = [
            (math.hypot(near.other.x, near.other.y), places.index((near.other.x, near.other.y)))
            for near in found
        ]
        assert keys == sorted(keys)
        seen["ties"] += len(keys) - len({key for key, _ in keys})
    positions, _ = group.nearest_indices([(0.5, 0.5)], 4)
    corners = [k for k, (x, y) in enumerate(places) if x in (0, 1) and y in (0, 1)]
    assert positions.tolist() == [corners]


def test_a_large_group_at_rest_and_after_moves() -> None:
    """By the index, and by plain columns: the same."""
    rng = np.random.default_rng(4)
    radius = rng.random(3000) * 9 + 1
    group = Group(
        Sprite(x, y, collision=Circle(0, 0, r))
        for x, y, r in zip(*rng.random((2, 3000)) * 900, radius, strict=True)
    )
    points = rng.random((50, 2)) * 1000 - 50
    for step in range(9):
        gaps = np.hypot(points[:, :1] - group.x, points[:, 1:] - group.y) - radius
        away = np.maximum(0, gaps)
        positions, distances = group.nearest_indices(points, 5)
        order = np.argsort(away, axis=1, kind="stable")[:, :5]
        assert np.allclose(distances, np.take_along_axis(away, order, axis=1), atol=1e-9)
        assert np.allclose(np.take_along_axis(away, positions, axis=1), distances, atol=1e-9)
        if step > 5:
            for sprite in list(group)[step::100]:
                sprite.x += 300
    group[0].vanish()
    assert group.nearest_indices(points, 1)[0].max() < 2999


@pytest.mark.parametrize("share", [0.5, 0.01, 0.0])
def test_where_is_asked_of_few_among_many(share: float) -> None:
    """In the order of the answer, of no sprite twice, and of none after the last one needed."""
    rng = np.random.default_rng(7)
    group = Group(
        Sprite(x, y, collision=Circle(0, 0, 2)) for x, y in rng.integers(0, 60, (3000, 2))
    )
    wanted = {id(sprite) for sprite in group if rng.random() < share}
    assert len(wanted) > 20 or not share
    every = group.nearest_k(30, 30, len(group))
    for k, far in [(1, math.inf), (7, math.inf), (7, 3.0), (3000, 20.0), (0, math.inf)]:
        asked: list[Sprite] = []

        def where(sprite: Sprite, asked: list[Sprite] = asked) -> bool:
            asked.append(sprite)
            return id(sprite) in wanted

        found = group.nearest_k(30, 30, k, max_distance=far, where=where)
        right = [near for near in every if id(near.other) in wanted and near.distance <= far][:k]
        assert found == right
        assert asked == [near.other for near in every[: len(asked)]]
        if len(found) == k > 0:
            assert asked[-1] is found[-1].other


def test_where_may_change_the_group() -> None:
    """What it adds is not asked for without end; what it moves is measured where it is then."""
    group = Group(Sprite(x, collision=Circle(0, 0, 3)) for x in range(500))
    calls = 0

    def grow(sprite: Sprite) -> bool:
        nonlocal calls
        calls += 1
        group.add(Sprite(collision=Circle(0, 0, 3)))
        return False

    def shrink(sprite: Sprite) -> bool:
        sprite.vanish()
        return False

    assert group.nearest(0, 0, where=grow) is None
    assert calls < 2000
    assert group.nearest_k(0, 0, 3, where=shrink) == []
