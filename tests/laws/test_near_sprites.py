"""What is nearest to a sprite: ties, and what cannot be asked. `roads.py` has the rest."""

import math
import random

import numpy as np
import pytest
from numpy.typing import NDArray
from support.counting import at_least
from support.hooks import index_forced

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


# --- sprites of many shapes -----------------------------------------------------------------------

Solids = NDArray[np.int64]
"""A row for each shape: the box of whole numbers from which nothing is farther than a radius, the
radius, which only discs have, and the layer."""


def solids(r: random.Random, count: int) -> Solids:
    """The shapes of one sprite: in a row, or all over a field."""
    side, found = r.choice([12, 60, 200]), []
    for k in range(count):
        x, y = r.randint(-side, side), r.randint(-side, side)
        if side == 12:
            x, y = 9 * k - 4 * count, 3 * k % 8
        wide, high, layer = r.randint(1, 9), r.randint(1, 9), r.choice([1, 2, 2, 4])
        is_disc = r.random() < 0.4
        found.append((x, y, x, y, wide, layer) if is_disc else (x, y, x + wide, y + high, 0, layer))
    r.shuffle(found)
    return np.array(found)


def shape(solid: Solids) -> Rect | Circle:
    left, top, right, bottom, radius, layer = solid.tolist()
    if radius:
        return Circle(left, top, radius, layer=layer)
    return Rect(left, top, right - left, bottom - top, layer=layer)


def gaps(some: Solids, others: Solids) -> NDArray[np.float64]:
    """How far each shape is from the nearest of others; 0 if they touch or hit."""
    one, other = some[:, None], others[None]
    apart = np.maximum(one[..., :2] - other[..., 2:4], other[..., :2] - one[..., 2:4]).clip(0)
    return (np.hypot(*apart.T).T - one[..., 4] - other[..., 4]).min(axis=1).clip(0)


SIDES = {"left": (-1, 0), "right": (1, 0), "above": (0, -1), "below": (0, 1)}
MANY = (65, 80, 150)
"""Shapes: more than 64 are asked by a tree of their boxes, and look in their box at once."""
NEAR_FLOORS = {
    **dict.fromkeys(SIDES, 60),
    **{f"{who} of {what}": 12 for who in ("asker", "target") for what in ("few", "many")},
    **{"points": 50, "masked": 50, "within": 60, "layers of many": 60},
}


@pytest.mark.parametrize("index", [False, True])
def test_near_sprites_are_those_near_the_nearest_shapes_that_count(index: bool) -> None:
    """Of sprites of few shapes or many, on all sides; and on the layers that are asked for."""
    with at_least(**NEAR_FLOORS) as seen:
        for seed in range(30):
            r = random.Random(seed)
            every: list[Solids] = []
            for k in range(r.choice([4, 12])):
                x, y = list(SIDES.values())[k % 4]
                far, off = r.randint(0, 500), r.randint(-300, 300)
                own = solids(r, r.choice([1, 2, 5, *MANY]))
                own[:, :4] += (x * far + y * off, y * far + x * off) * 2
                every.append(own)
            group = Group(Sprite(collision=list(map(shape, own))) for own in every)
            asking = solids(r, r.choice([1, 3, *MANY]))
            asker = Sprite(collision=list(map(shape, asking)))
            x, y, reach = r.randint(-200, 200), r.randint(-200, 200), r.randint(1, 300)
            point, mask = np.array([(x, y, x, y, 0, 1)]), r.choice([2, 4, 6])
            for who, where, told in (
                (point, (x, y), {}),
                (point, (x, y), {"mask": mask}),
                (asking, (asker,), {}),
                (asking, (asker,), {"mask": mask}),
            ):
                near_shapes = [
                    np.where(own[:, 5] & told.get("mask", -1), gaps(own, who), math.inf)
                    for own in every
                ]
                least = [shapes.min() for shapes in near_shapes]
                with index_forced(index):
                    found = group.nearest_k(*where, 4, **told)  # type: ignore[arg-type]
                    first = group.nearest(*where, **told)  # type: ignore[arg-type]
                    within = group.query_within(*where, reach, **told)  # type: ignore[arg-type]
                wanted = sorted(gap for gap in least if gap < math.inf)[:4]
                assert [near.distance for near in found] == pytest.approx(wanted, abs=1e-9)
                assert first == (found[0] if found else None)
                for near in found:
                    k = group.index(near.other)
                    own = near_shapes[k][near.other.shapes.index(near.other_shape)]
                    assert near.distance == pytest.approx(least[k], abs=1e-9)
                    assert near.distance == pytest.approx(own, abs=1e-9)
                    seen["layers of many"] += len(every[k]) > 64 and bool(told)
                    seen[list(SIDES)[k % 4]] += least[k] > 0
                # Where the gap is the reach, rounding decides about a disc.
                sure, maybe = (
                    {k for k, gap in enumerate(least) if gap < reach + slack}
                    for slack in (-1e-9, 1e-9)
                )
                assert sure <= set(map(group.index, within)) <= maybe
                seen["within"] += 0 < len(sure) < len(every)
                seen["masked" if told else "points"] += len(found) > 1
                if who is asking and found:
                    k = group.index(found[0].other)
                    seen["asker of few" if len(who) < 64 else "asker of many"] += 1
                    seen["target of few" if len(every[k]) < 64 else "target of many"] += 1
