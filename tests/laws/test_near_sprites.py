"""What is nearest to a sprite: ties, and what cannot be asked. `roads.py` has the rest."""

import math
import random

import pytest

from spritecol import Circle, Group, Rect, Sprite


def test_of_equal_distances_the_first_in_the_group_comes_first() -> None:
    hero = Sprite(0, 0, collision=Rect(-5, -5, 10, 10))
    around = [Sprite(x, y, collision=Rect(-5, -5, 10, 10)) for x, y in
              [(20, 0), (0, 20), (-20, 0), (0, -20)]]  # fmt: skip
    heap = [Sprite(1, k, collision=Circle(0, 0, 5)) for k in range(3)]
    for _ in range(24):
        random.Random(_).shuffle(around)
        group = Group(around, hero)
        assert [near.other for near in group.nearest_k(hero, 9)] == around
        assert group.nearest(hero).other is around[0]  # type: ignore[union-attr]
        assert [near.other for near in Group(heap, around).nearest_k(hero, 2)] == heap[:2]
    assert group.query_within(hero, 10) == []
    assert group.query_within(hero, 10.001) == around
    assert Group(around[::-1]).query_within(hero, 11) == around[::-1]


def test_what_cannot_be_asked_is_told() -> None:
    group, hero = Group(Sprite(collision=Circle(0, 0, 5))), Sprite(collision=Circle(0, 0, 5))
    for call, word in (
        (lambda: group.nearest(hero, 3), "sprite"),
        (lambda: group.nearest_k(hero), "nearest_k"),
        (lambda: group.nearest_k(hero, 1, 2), "nearest_k"),
        (lambda: group.query_within(hero), "query_within"),
        (lambda: group.query_within(3, 4), "distance"),
        (lambda: group.nearest(3, 4, shapes="body"), "shapes"),
        (lambda: group.query_within((3, 4), 5, shapes="body"), "shapes"),
        (lambda: group.nearest(hero, where=lambda one, other: True), "where"),
    ):
        with pytest.raises(TypeError, match=word):
            call()
    for bad in (-1, math.nan, math.inf):
        with pytest.raises(ValueError, match="distance"):
            group.query_within(hero, bad)
        with pytest.raises(ValueError, match="distance"):
            group.query_within((3, 4), bad)
