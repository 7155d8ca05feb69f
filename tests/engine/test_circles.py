"""Lone circles: their tree compares circles instead of boxes, with the answers of other ways."""

import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray
from support.counting import at_least
from support.hooks import TreeOfBoxes, use_index

from spritecol import Circle, Group, Rect, Sprite

Circles = NDArray[np.float64]  # rows x, y, radius
Pairs = list[tuple[int, int]]


def boxes_of(circles: Circles) -> NDArray[np.float64]:
    """The bounding boxes of circles, rounded as the transform does."""
    x, y, r = circles.T
    return np.ascontiguousarray(np.stack([x - r, y - r, x + r, y + r], axis=1))


def truth(circles: Circles) -> Pairs:
    """Which circles overlap, in exact arithmetic: as whole numbers of the smallest part of all."""
    ratios = [[number.as_integer_ratio() for number in row] for row in circles.tolist()]
    parts = math.lcm(*(bottom for row in ratios for _, bottom in row))
    exact = [[top * (parts // bottom) for top, bottom in row] for row in ratios]
    return [
        (i, j)
        for (i, a), (j, b) in itertools.combinations(enumerate(exact), 2)
        if (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < (a[2] + b[2]) ** 2
    ]


def group_of(circles: Circles) -> Group:
    return Group(Sprite(x, y, collision=Circle(0, 0, r)) for x, y, r in circles.tolist())


def found(group: Group) -> Pairs:
    """What a check of many finds, the same in every way."""
    use_index(False)
    expected = group.pair_indices()
    use_index(None)
    group.x += 0.0  # a Group at rest would keep an index, which is another way
    np.testing.assert_array_equal(group.pair_indices(), expected)
    return [(i, j) for i, j in expected.tolist()]


def by_pairs(group: Group) -> Pairs:
    """What `hits` says of each pair."""
    pairs = itertools.combinations(enumerate(group), 2)
    return [(i, j) for (i, one), (j, other) in pairs if one.hits(other)]


def found_by_tree(circles: Circles, of_circles: bool = True) -> tuple[Pairs, bool]:
    """What the tree finds by itself, with SIMD and without, all and in portions; and its doubt."""
    boxes = boxes_of(circles)
    tree = TreeOfBoxes(boxes, circles=circles)
    tree.assert_well_formed()
    assert tree.is_of_circles() is of_circles
    pairs = sorted(map(tuple, tree.pairs().tolist()))
    in_doubt = tree.is_in_doubt()
    plain = TreeOfBoxes(boxes, plain=True, circles=circles)
    assert sorted(map(tuple, plain.pairs().tolist())) == pairs
    assert plain.is_in_doubt() == in_doubt
    return pairs, in_doubt


def scattered(count: int, seed: int, side: float, largest: float = 10) -> Circles:
    random = np.random.default_rng(seed)
    place = random.uniform(0, side, (count, 2))
    return np.column_stack([place, random.uniform(5, largest, count)])


@pytest.mark.parametrize("side", [30, 300, 3000])
def test_circles_anywhere(side: float) -> None:
    for count in (2, 41, 100, 300):
        circles = scattered(count, count, side)
        pairs, in_doubt = found_by_tree(circles)
        assert pairs == found(group_of(circles)) == truth(circles)
        assert not in_doubt


@pytest.mark.parametrize("more", [0, -(2**-40), 2**-40, -(2**-49), 2**-49])
def test_a_lattice_of_circles_that_all_but_touch(more: float) -> None:
    places = np.array([(16 * i, 16 * j) for i in range(9) for j in range(9)], dtype=float)
    circles = np.column_stack([places, np.full(len(places), 8 + more)])
    pairs, in_doubt = found_by_tree(circles)
    assert set(pairs) >= set(truth(circles))
    assert in_doubt is (abs(more) < 2**-44)
    group = group_of(circles)
    assert found(group) == by_pairs(group)
    if abs(more) != 2**-49:  # then the sides of some boxes are rounded, until they touch
        assert found(group) == truth(circles)
        assert len(truth(circles)) == (144 if more > 0 else 0)


def test_one_near_tie_is_enough_for_doubt() -> None:
    """Wherever in a run, in a row or below it is compared, and nothing else gets lost by it."""
    base = scattered(200, 7, 400)
    for place in range(0, 200, 19):
        x, y, r = base[place]
        circles = np.concatenate([base, [(x + 3 * r, y + 4 * r, 4 * r)]])  # 3, 4, 5
        circles[place] = np.round(circles[place])
        circles[-1] = (*(circles[place, :2] + [9, 12]), 15 - circles[place, 2])
        pairs, in_doubt = found_by_tree(circles)
        assert in_doubt
        assert set(pairs) >= set(truth(circles))
        assert found(group_of(circles)) == truth(circles)


def test_whole_numbers_with_many_near_ties() -> None:
    random = np.random.default_rng(4)
    with at_least(hits=2000, ties=40) as seen:
        for _ in range(12):
            count = int(random.integers(45, 90))
            circles = np.column_stack(
                [random.integers(0, 60, (count, 2)), random.integers(4, 9, count)]
            ).astype(float)
            expected = truth(circles)
            assert set(found_by_tree(circles)[0]) >= set(expected)
            assert found(group_of(circles)) == expected
            seen["hits"] += len(expected)
            i, j = np.triu_indices(count, 1)
            apart = ((circles[i, :2] - circles[j, :2]) ** 2).sum(axis=1)
            seen["ties"] += int((apart == (circles[i, 2] + circles[j, 2]) ** 2).sum())


@pytest.mark.parametrize("far", [1e3, 1e6, 1e9, 1e11])
def test_far_from_the_origin_all_ways_agree(far: float) -> None:
    """The boxes are rounded there, and have a say in what hits."""
    random = np.random.default_rng(3)
    with at_least(hits=1, misses=1) as seen:
        for size in (1e-9, 1e-3, 5, 1e4):
            for spread in (10 * size, np.spacing(far) * 20):
                places = far + random.uniform(0, spread, (80, 2))
                circles = np.column_stack([places, random.uniform(size, 1.5 * size, 80)])
                group = group_of(circles)
                hits = by_pairs(group)
                assert found(group) == hits
                seen.update(hits=len(hits), misses=80 * 79 // 2 - len(hits))


def test_where_boxes_round_to_touch_circles_do_not_hit_in_any_way() -> None:
    """At 1e9 the sides of boxes are rounded by 1e-7: more than by what these circles overlap."""
    places = np.array([(1e9 + 10 * k, 1e9) for k in range(60)])
    circles = np.column_stack([places, np.full(60, 5 + 1e-8)])
    assert len(truth(circles)) == 59
    group = group_of(circles)
    one, other, *_ = group
    assert found(group) == ([(k, k + 1) for k in range(59)] if one.hits(other) else [])


def test_what_is_compared_as_boxes() -> None:
    """Sizes of several levels, and circles whose squares underflow."""
    random = np.random.default_rng(1)
    circles = scattered(300, 1, 900)
    circles[:, 2] *= 2.0 ** random.integers(0, 6, 300)
    assert not TreeOfBoxes(boxes_of(circles), circles=circles).is_of_circles()
    assert found(group_of(circles)) == truth(circles)
    with at_least(hits=300) as seen:
        for size in (1e-300, 1e-150, 1e-130):
            place, radius = random.uniform(0, 9, (60, 2)), random.uniform(1, 1.5, 60)
            circles = np.column_stack([place, radius]) * size
            found_by_tree(circles, of_circles=False)
            group = group_of(circles)
            hits = by_pairs(group)
            assert found(group) == hits
            seen["hits"] += len(hits)


def test_what_is_no_circle_or_cannot_hit_is_not_taken_for_one() -> None:
    circles = scattered(120, 4, 200)
    group = group_of(circles)
    sprites = list(group)
    sprites[5].collision_enable = False
    sprites[80].collision = []
    assert found(group) == [pair for pair in truth(circles) if not {5, 80} & set(pair)]
    sprites[5].collision_enable = True
    sprites[7].collision = Rect(-1, -1, 2, 2)
    assert found(group) == by_pairs(group)
    sprites[7].vanish()
    assert len(group) == 119
    assert found(group) == by_pairs(group)


def test_layers_keep_circles_apart() -> None:
    circles = scattered(200, 6, 250)
    group = group_of(circles)
    pairs = truth(circles)
    for k, sprite in enumerate(group):
        sprite.collision_layer = 1 << k % 3
        sprite.collision_mask = ~(1 << k % 3) & 7
    assert found(group) == [(i, j) for i, j in pairs if i % 3 != j % 3]
    assert 0 < len(found(group)) < len(pairs)


@pytest.mark.parametrize("radius", [10, 7.5])
def test_in_crowds(radius: float) -> None:
    """Runs longer than what is compared at once; a lattice in doubt in one part only."""
    circles = scattered(7000, 9, 600)
    circles[:, 2] = radius
    circles[:500, :2] = np.round(circles[:500, :2])
    circles[:500, 1] += 600
    group = group_of(circles)
    expected = group.pair_indices()
    gap = np.hypot(*(circles[expected[:, 0], :2] - circles[expected[:, 1], :2]).T)
    assert (gap < 2 * radius).all()
    assert len(expected) > 7000
    group.angle += 1
    np.testing.assert_array_equal(group.pair_indices(), expected)
    use_index(False)
    np.testing.assert_array_equal(group.pair_indices(), expected)


def test_circles_all_in_one_place() -> None:
    circles = np.tile([5.0, 5.0, 3.0], (150, 1))
    every = list(itertools.combinations(range(150), 2))
    assert found(group_of(circles)) == every
    assert found_by_tree(circles) == (every, False)


@pytest.mark.parametrize("far", [(1e8, 1e8), (3e8, 0.0), (0.0, 2e8)])
def test_two_crowds_far_apart_and_some_circles_half_way(far: tuple[float, float]) -> None:
    """The tree gets two levels, as one word can't hold row and key of all, and some are on each."""
    random = np.random.default_rng(12)
    crowds, middle = random.uniform(0, 60, (3000, 2)), random.uniform(-3, 3, (40, 2))
    crowds[1500:] += far
    at = np.concatenate([crowds, middle + (crowds.min(axis=0) + crowds.max(axis=0)) / 2])
    circles = np.column_stack([at, random.uniform(0.8, 1, len(at))])
    pairs = group_of(circles).pair_indices()
    half_way = [(i - 3000, j - 3000) for i, j in pairs.tolist() if i >= 3000]
    assert half_way == truth(circles[3000:])
    for k in range(0, 3000, 1500):
        crowd = [[i - k, j - k] for i, j in pairs.tolist() if k <= i and j < k + 1500]
        assert crowd == group_of(circles[k : k + 1500]).pair_indices().tolist()
