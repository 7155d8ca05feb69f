"""What is nearest: against shapely and plain columns, and its order, ties too."""

import math

import numpy as np
import pytest
from support.campaign import nearest
from support.campaign.tally import assert_right
from support.counting import at_least

from spritecol import Circle, Group, Sprite


def test_who_is_near_and_in_which_order() -> None:
    """Of a few sprites of any kind; with an index and without one."""
    assert_right(nearest.judged, range(160), nearest.BRANCHES)


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
