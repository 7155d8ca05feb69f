"""What is nearest, against shapely; its order; and arrays as loops."""

import math
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from support.behavior import same
from support.engine import use_index
from support.for_each import for_each
from support.strategies import exact_sprites, sprites

from spritecol import Capsule, Circle, Ellipse, Group, Near, Polygon, Rect, Segment, Shape, Sprite

whole = st.integers(-12, 12)
INDEX = pytest.mark.parametrize("index", [True, False, None])
ROUND = 6e-4  # a polygon of 128 sides is that much smaller than its circle, as a part of its size


def distance(shape: Shape, x: float, y: float, on_outline: bool = False) -> tuple[float, float]:
    """The distance of a world shape, and how exact shapely's figure is."""
    if isinstance(shape, Circle):
        return max(
            0.0, math.hypot(shape.x - x, shape.y - y) - shape.r
        ), 1e-9 + ROUND * shape.r * on_outline
    left, top, right, bottom = shape.bounds
    # A capsule under unequal scale is a polygon of 130 corners; no other here has so many.
    many = isinstance(shape, Polygon) and len(shape.points) == 130
    rounded = many or isinstance(shape, Capsule | Ellipse)
    size = max(right - left, bottom - top) if rounded else 0.0
    return shape.geometry.distance(shapely.Point(x, y)), ROUND * size + 1e-8


@INDEX
@given(st.lists(sprites(), max_size=8), st.floats(-90, 90), st.floats(-90, 90), st.data())
def test_against_shapely(
    index: bool | None, members: list[Sprite], x: float, y: float, data: Any
) -> None:
    use_index(index)
    group = Group(members)
    found = group.nearest_k(x, y, len(members) + 1)
    assert len(found) == len(members)
    keys = [(near.distance, members.index(near.sprite)) for near in found]
    assert keys == sorted(keys)
    assert sorted(position for _, position in keys) == list(range(len(members)))
    for near in found:
        exact = [distance(shape, x, y) for shape in near.sprite.world_shapes]
        best, doubt = min(exact)
        assert near.distance == pytest.approx(best, abs=max(doubt for _, doubt in exact))
        shape = near.sprite.world_shapes[near.sprite.shapes.index(near.shape)]
        assert distance(shape, x, y)[0] == pytest.approx(best, abs=2 * doubt + exact[0][1] + 0.01)
        assert math.dist(near.point, (x, y)) == pytest.approx(near.distance, abs=1e-8)
        assert (
            shape.geometry.distance(shapely.Point(near.point))
            <= distance(shape, x, y, True)[1] + 1e-8
        )
    first = group.nearest(x, y)
    assert first == (found[0] if found else None)
    k = data.draw(st.integers(0, 9))
    assert group.nearest_k(x, y, k) == found[:k]
    bound = data.draw(st.floats(0, 90))
    assert group.nearest_k(x, y, 99, max_distance=bound) == [
        near for near in found if near.distance <= bound
    ]


@INDEX
@given(
    st.lists(exact_sprites(), max_size=9), st.lists(st.tuples(whole, whole), max_size=6), st.data()
)
def test_arrays_are_loops(
    index: bool | None, members: list[Sprite], points: list[Any], data: Any
) -> None:
    use_index(index)
    for sprite in members:
        sprite.collision_layer = data.draw(st.integers(0, 3))
    k = data.draw(st.integers(0, 4))
    group = Group(members)
    for keywords in (
        {},
        {"max_distance": 3},
        {
            "mask": data.draw(st.integers(0, 3)),
            "exclude": members[::4],
            "where": lambda sprite: sprite.x >= 0,
        },
    ):
        positions, distances = group.nearest_indices(points, k, **keywords)
        assert positions.shape == distances.shape == (len(points), k)
        assert positions.dtype == np.intp
        for i, point in enumerate(points):
            wanted = group.nearest_k(*point, k, **keywords)
            found = [p for p in positions[i] if p >= 0]
            assert same([members[p] for p in found], [near.sprite for near in wanted])
            assert distances[i].tolist() == [near.distance for near in wanted] + [math.inf] * (
                k - len(wanted)
            )
            assert positions[i].tolist() == found + [-1] * (k - len(wanted))


@given(st.lists(exact_sprites(), max_size=9), whole, whole)
def test_the_query_of_the_point_is_at_distance_0(members: list[Sprite], x: int, y: int) -> None:
    group = Group(members)
    near = {id(one.sprite) for one in group.nearest_k(x, y, 9, max_distance=0)}
    assert {id(sprite) for sprite in group.query_point(x, y)} <= near


def test_ties_in_the_order_of_the_group() -> None:
    places = [(x, y) for x in range(-5, 6) for y in range(-5, 6)]
    group = Group(Sprite(x, y, collision=Circle(0, 0, 0.25)) for x, y in places)
    found = group.nearest_k(0, 0, len(places))
    keys = [
        (math.hypot(s.sprite.x, s.sprite.y), places.index((s.sprite.x, s.sprite.y))) for s in found
    ]
    assert keys == sorted(keys)
    positions, _ = group.nearest_indices([(0.5, 0.5)], 4)
    assert positions.tolist() == [
        [i for i, (x, y) in enumerate(places) if x in (0, 1) and y in (0, 1)]
    ]


def test_a_large_group_at_rest_and_after_moves() -> None:
    """By the index, and by the loop over all: the same."""
    chance = np.random.default_rng(4)
    group = Group(
        Sprite(x, y, collision=Circle(0, 0, r))
        for x, y, r in zip(
            *chance.random((2, 3000)) * 900, chance.random(3000) * 9 + 1, strict=True
        )
    )
    points = chance.random((50, 2)) * 1000 - 50
    for step in range(9):
        x, y = group.x, group.y
        r = np.array([sprite.shapes[0].r for sprite in group])
        away = np.maximum(0, np.hypot(points[:, :1] - x, points[:, 1:] - y) - r)
        positions, distances = group.nearest_indices(points, 5)
        order = np.argsort(away, axis=1, kind="stable")[:, :5]
        assert np.allclose(distances, np.take_along_axis(away, order, axis=1), atol=1e-9)
        assert np.allclose(np.take_along_axis(away, positions, axis=1), distances, atol=1e-9)
        if step > 5:
            for sprite in list(group)[step::100]:
                sprite.x += 300
    next(iter(group)).vanish()
    assert group.nearest_indices(points, 1)[0].max() < 2999


def test_the_shape_is_named() -> None:
    knight = Sprite(collision=[Circle(0, 0, 5, name="head"), Rect(-5, 5, 10, 20, name="body")])
    near = Group(knight).nearest(0, 40)
    assert (near.shape.name, near.distance, near.point) == ("body", 15.0, (0.0, 25.0))
    assert Group(knight).nearest(0, -10).shape is knight.shapes[0]


def test_records() -> None:
    group = Group(Sprite(collision=Rect(0, 0, 10, 10)))
    near = group.nearest(3, 14)
    assert near == group.nearest(3, 14) != group.nearest(3, 15)
    assert (near.distance, near.point) == (4.0, (3.0, 10.0))
    assert not hasattr(near, "__dict__")
    match near:
        case Near(sprite, shape, distance, point):
            assert shape is sprite.shapes[0]
            assert (distance, point) == (4.0, (3.0, 10.0))
    inside = group.nearest(3, 4)
    assert (inside.distance, inside.point) == (0.0, (3.0, 4.0))


def test_nothing_near() -> None:
    assert Group().nearest(0, 0) is None
    assert Group(Sprite(), Sprite(collision=[])).nearest_k(0, 0, 5) == []
    off = Sprite(collision=Segment(0, 0, 4, 4), collision_enable=False)
    assert Group(off).nearest(0, 0) is None
    group = Group(Sprite(collision=Circle(0, 0, 5)))
    assert group.nearest(0, 10, max_distance=4) is None
    assert group.nearest(0, 10, max_distance=5).distance == 5
    positions, distances = group.nearest_indices([], 3)
    assert positions.shape == distances.shape == (0, 3)
    assert Group().nearest_indices([(0, 0)], 2)[1].tolist() == [[math.inf] * 2]


def test_where_is_called_in_order_and_no_more_than_needed() -> None:
    group = Group(Sprite(x, collision=Circle(0, 0, 3)) for x in range(0, 500, 10))
    seen: list[float] = []

    def where(sprite: Sprite) -> bool:
        seen.append(sprite.x)
        return sprite.x >= 30

    assert [near.sprite.x for near in group.nearest_k(0, 0, 2, where=where)] == [30, 40]
    assert seen == [0, 10, 20, 30, 40]
    seen.clear()
    positions, _ = group.nearest_indices([(0, 0), (0, 1)], 2, where=where)
    assert positions.tolist() == [[3, 4]] * 2
    assert len(seen) == len(set(seen)) < 12


@for_each("share", [0.5, 0.01, 0.0])
def test_where_is_asked_of_few_among_many(share: float) -> None:
    """The answers are those of a list of all, with ties in order, and no sprite is asked twice."""
    chance = np.random.default_rng(7)
    group = Group(
        Sprite(x, y, collision=Circle(0, 0, 2)) for x, y in chance.integers(0, 60, (3000, 2))
    )
    members = list(group)
    wanted = {id(sprite) for sprite in members if chance.random() < share}
    every = group.nearest_k(30, 30, len(members))
    for k, far in [(1, math.inf), (7, math.inf), (7, 3.0), (3000, 20.0), (0, math.inf)]:
        asked: list[Sprite] = []

        def where(sprite: Sprite, asked: list[Sprite] = asked) -> bool:
            asked.append(sprite)
            return id(sprite) in wanted

        found = group.nearest_k(30, 30, k, max_distance=far, where=where)
        right = [near for near in every if id(near.sprite) in wanted and near.distance <= far][:k]
        assert found == right
        assert asked == [near.sprite for near in every[: len(asked)]]
        if len(found) == k > 0:
            assert asked[-1] is found[-1].sprite
        if k == 1:
            first = group.nearest(30, 30, where=where)
            assert first == (right[0] if right else None)


def test_where_may_change_the_group() -> None:
    """What it adds is not asked for without end; what it moves is measured where it is then."""
    group = Group(Sprite(x, collision=Circle(0, 0, 3)) for x in range(500))
    calls = 0

    def grow(sprite: Sprite) -> bool:
        nonlocal calls
        calls += 1
        group.add(Sprite(collision=Circle(0, 0, 3)))
        return False

    assert group.nearest(0, 0, where=grow) is None
    assert calls < 2000

    def shrink(sprite: Sprite) -> bool:
        sprite.vanish()
        return False

    assert group.nearest_k(0, 0, 3, where=shrink) == []

    def fail(sprite: Sprite) -> bool:
        raise LookupError

    group = Group(Sprite(x, collision=Circle(0, 0, 3)) for x in range(500))
    with pytest.raises(LookupError):
        group.nearest(0, 0, where=fail)


NAN = float("nan")


@for_each(
    "name, arguments, keywords, kind, message",
    [
        ("nearest", (NAN, 0), {}, ValueError, "x must be a finite"),
        ("nearest", (0, 0), {"max_distance": -1}, ValueError, "max_distance must be 0 or more"),
        ("nearest", (0, 0), {"max_distance": NAN}, ValueError, "max_distance must be"),
        ("nearest", (0, 0), {"max_distance": np.float64(-1)}, ValueError, "infinite, got -1.0"),
        ("nearest", (0, 0), {"max_distance": "far"}, TypeError, "max_distance must be"),
        ("nearest_k", (0, 0, -1), {}, ValueError, "k must be"),
        ("nearest_k", (0, 0, -1), {}, ValueError, "k must be an integer of at least 0, got -1"),
        ("nearest_k", (0, 0, 1.5), {}, TypeError, "k must be"),
        ("nearest_k", (0, 0, True), {}, TypeError, "k must be an integer of at least 0, got True"),
        ("nearest_indices", ([[0, 0]], False), {}, TypeError, "k must be an integer"),
        ("nearest_indices", ([[0, 0]], 1 << 40), {}, ValueError, "k must be from 0 to 2147483647"),
        ("nearest_indices", ([[0, 0, 0]],), {}, ValueError, "points must be an array"),
        ("nearest_indices", ([[0, 0]], "3"), {}, TypeError, "k must be"),
        ("nearest", (0, 0), {"where": 3}, TypeError, "where must be"),
    ],
)
def test_bad_arguments(
    name: str, arguments: Any, keywords: Any, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        getattr(Group(Sprite(collision=Circle(0, 0, 5))), name)(*arguments, **keywords)
