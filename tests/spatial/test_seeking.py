"""`LinearQuadtree.raycast` and `nearest` against fractions, shapely and looking at every box."""

import gc
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import example, given
from hypothesis import strategies as st
from support.counting import at_least
from support.examples import examples

from spritecol.spatial import LinearQuadtree

Box = tuple[float, float, float, float]
Way = tuple[float, float, float, float]

CLOSE = 1e-12
TREE = LinearQuadtree((0, 0, 16, 16), 4)
TREE.insert("item", (1, 1, 2, 2))


def entry(box: Box, way: Way) -> Fraction | None:
    """Where a segment enters the interior of a box with an area: by clipping, in fractions."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, step = Fraction(way[axis]), Fraction(way[axis + 2]) - Fraction(way[axis])
        near, far = Fraction(box[axis]), Fraction(box[axis + 2])
        if step == 0:
            if not near < start < far:
                return None
            continue
        ends = sorted(((near - start) / step, (far - start) / step))
        low, high = max(low, ends[0]), min(high, ends[1])
        if ends[1] <= 0 or ends[0] >= 1:
            return None
    return low if low < high else None


def away(box: Box, x: float, y: float) -> float:
    """The distance of a point from a box."""
    return math.hypot(max(0.0, box[0] - x, x - box[2]), max(0.0, box[1] - y, y - box[3]))


def box_of(v: tuple[float, float, float, float]) -> Box:
    return min(v[0], v[1]), min(v[2], v[3]), max(v[0], v[1]), max(v[2], v[3])


def numbers(least: float, most: float) -> st.SearchStrategy[float]:
    """Any, but so small ones that products with others are below the range of floats are 0."""
    floats = st.floats(least, most).map(lambda number: number if abs(number) > 1e-100 else 0.0)
    return st.one_of(st.integers(int(least), int(most)).map(float), floats)


def ways(least: float, most: float) -> st.SearchStrategy[Way]:
    return st.tuples(*[numbers(least, most)] * 4)


BOXES = st.one_of(ways(-6, 22), ways(0, 16), ways(-1e9, 1e9)).map(box_of)
BOUNDS = st.sampled_from(
    [(0, 0, 16, 16), (-8, -4, 24, 12), (7, 7, 7 + 1e-9, 9), (-1e12, -1e12, 1e12, 1e12)]
)
DEPTHS = st.sampled_from([0, 1, 3, 5, 9, 16])
WAYS = st.one_of(ways(-6, 22), ways(-1e9, 1e9))


def test_rays_by_fractions() -> None:
    with at_least(hits=15) as seen:

        @examples(60)
        @given(st.lists(BOXES, max_size=12), BOUNDS, DEPTHS, WAYS)
        def law(boxes: list[Box], bounds: Box, depth: int, way: Way) -> None:
            boxes = [box for box in boxes if box[0] < box[2] and box[1] < box[3]]
            tree = LinearQuadtree.build(np.array(boxes).reshape(-1, 4), bounds, depth)
            found = tree.raycast(*way)
            wanted = {i: at for i, box in enumerate(boxes) if (at := entry(box, way)) is not None}
            seen["hits"] += len(wanted)
            assert len(found) == len(wanted)
            assert {item for item, _ in found} == set(wanted)
            assert all(abs(at - wanted[item]) <= CLOSE for item, at in found)
            assert [at for _, at in found] == sorted(at for _, at in found)

        law()


def test_a_ray_along_an_axis_is_a_query() -> None:
    with at_least(hits=10) as seen:

        @examples(100)
        @given(st.lists(BOXES, max_size=12), BOUNDS, DEPTHS, WAYS, st.booleans())
        def law(boxes: list[Box], bounds: Box, depth: int, way: Way, level: bool) -> None:
            x1, y1, x2, y2 = way
            x2, y2 = (x2, y1) if level else (x1, y2)
            tree = LinearQuadtree.build(np.array(boxes).reshape(-1, 4), bounds, depth)
            found = tree.raycast(x1, y1, x2, y2)
            area = min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
            assert sorted(item for item, _ in found) == sorted(tree.query(area))
            assert all(0.0 <= at <= 1.0 for _, at in found)
            seen["hits"] += len(found)

        law()


def test_rays_by_shapely() -> None:
    rng = random.Random(5)
    hits = 0
    for _ in range(70):
        boxes = []
        for _ in range(20):
            x, y = rng.randrange(40), rng.randrange(40)
            boxes.append((x, y, x + rng.randrange(1, 9), y + rng.randrange(1, 9)))
        tree = LinearQuadtree.build(boxes, depth=rng.randrange(8))
        start, end = [(rng.randrange(-2, 50), rng.randrange(-2, 50)) for _ in range(2)]
        if start == end:
            continue
        line = shapely.LineString([start, end])
        wanted = [
            i for i, box in enumerate(boxes) if line.relate_pattern(shapely.box(*box), "T********")
        ]
        assert sorted(item for item, _ in tree.raycast(*start, *end)) == wanted
        hits += len(wanted)
    assert hits > 100


@examples(60)
@example([(3.5e-197, 3.5e-197, 1.0, 1.0)], (0, 0, 16, 16), 0, (0.0, 0.0), 1, 0.0)
@given(
    st.lists(BOXES, max_size=12),
    BOUNDS,
    DEPTHS,
    st.tuples(numbers(-6, 22), numbers(-6, 22)),
    st.integers(0, 14),
    st.one_of(st.just(math.inf), numbers(0, 20)),
)
def test_nearest_by_looking_at_every_box(
    boxes: list[Box],
    bounds: Box,
    depth: int,
    point: tuple[float, float],
    k: int,
    limit: float,
) -> None:
    tree = LinearQuadtree.build(np.array(boxes).reshape(-1, 4), bounds, depth)
    found = tree.nearest(*point, k=k, max_distance=limit)
    distances = sorted(away(box, *point) for box in boxes)
    if any(abs(distance - limit) <= CLOSE * limit for distance in distances):
        assert len({item for item, _ in found}) == len(found) <= k
        return  # which side of the limit it is on is up to rounding
    wanted = [distance for distance in distances if distance <= limit][:k]
    assert [distance for _, distance in found] == pytest.approx(wanted, rel=CLOSE, abs=1e-300)
    assert len({item for item, _ in found}) == len(found)
    for item, distance in found:
        assert distance == pytest.approx(away(boxes[item], *point), rel=CLOSE, abs=1e-300)


def test_nearest_by_shapely() -> None:
    rng = np.random.default_rng(4)
    corners = rng.uniform(0, 900, (2_000, 2))
    boxes = np.hstack([corners, corners + rng.uniform(1, 20, (2_000, 2))])
    tree = LinearQuadtree.build(boxes)
    there = shapely.STRtree(shapely.box(*boxes.T))
    for x, y in rng.uniform(-100, 1_000, (60, 2)):
        _, distances = there.query_nearest(shapely.Point(x, y), return_distance=True)
        assert tree.nearest(x, y)[0][1] == pytest.approx(distances[0], rel=1e-12)
        every = sorted(away(tuple(box), x, y) for box in boxes)
        assert [at for _, at in tree.nearest(x, y, 7)] == pytest.approx(every[:7], rel=1e-12)


def test_a_life_of_a_tree() -> None:
    rng = random.Random(9)
    tree = LinearQuadtree((0, 0, 640, 480), 6)
    boxes: dict[int, Box] = {}
    for step in range(600):
        item = rng.randrange(120)
        x, y, side = rng.uniform(-50, 690), rng.uniform(-50, 530), rng.choice((2, 9, 60, 300))
        box = x, y, x + side, y + side
        if item not in boxes:
            tree.insert(item, box)
            boxes[item] = box
        elif rng.random() < 0.3:
            tree.remove(item)
            del boxes[item]
        else:
            tree.move(item, box)
            boxes[item] = box
        if step % 5 == 0:
            way = (x, y, rng.uniform(-50, 690), rng.uniform(-50, 530))
            wanted = {key for key, other in boxes.items() if entry(other, way) is not None}
            assert {key for key, _ in tree.raycast(*way)} == wanted
            found = [at for _, at in tree.nearest(x, y, 5)]
            every = sorted(away(other, x, y) for other in boxes.values())
            assert found == pytest.approx(every[:5], rel=1e-12)


def test_touching_and_starting_inside() -> None:
    tree = LinearQuadtree((0, 0, 16, 16), 4)
    tree.insert("box", (4, 4, 8, 8))
    assert tree.raycast(0, 4, 16, 4) == []  # along its edge
    assert tree.raycast(0, 8, 8, 0) == []  # by a corner
    assert tree.raycast(0, 6, 4, 6) == []  # as far as its edge
    assert tree.raycast(8, 6, 16, 6) == []  # away from it
    assert tree.raycast(6, 6, 16, 6) == [("box", 0.0)]
    assert tree.raycast(6, 6, 6, 6) == [("box", 0.0)]
    assert tree.raycast(0, 0, 16, 16) == [("box", 0.25)]
    assert tree.raycast(16, 16, 0, 0) == [("box", 0.5)]
    assert tree.nearest(8, 8) == [("box", 0.0)]
    assert tree.nearest(11, 12, max_distance=5) == [("box", 5.0)]
    assert tree.nearest(11, 12, max_distance=4.9) == tree.nearest(0, 0, k=0) == []


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: TREE.raycast("0", 0, 1, 1), TypeError, "x1 must be a number, got '0'"),
        (lambda: TREE.raycast(0, 0, 1, math.nan), ValueError, "y2 must be a finite number"),
        (lambda: TREE.raycast(0, 0, 1e13, 1), ValueError, "x2 must be a finite number"),
        (lambda: TREE.nearest(None, 0), TypeError, "x must be a number, got None"),
        (lambda: TREE.nearest(0, math.inf), ValueError, "y must be a finite number"),
        (lambda: TREE.nearest(0, 0, 1.5), TypeError, "k must be a whole number"),
        (lambda: TREE.nearest(0, 0, -1), ValueError, "k must be"),
        (lambda: TREE.nearest(0, 0, 1, -1), ValueError, "max_distance must be 0 or more, got -1"),
        (lambda: TREE.nearest(0, 0, 1, math.nan), ValueError, "max_distance must be a finite"),
    ],
)
def test_bad_arguments(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_no_tree_at_all() -> None:
    nothing: Any = None
    with pytest.raises(TypeError):
        LinearQuadtree.raycast(nothing, 0, 0, 1, 1)
    with pytest.raises(TypeError):
        LinearQuadtree.nearest(nothing, 0, 0)


def test_the_collector_is_left_as_it_was() -> None:
    assert gc.isenabled()
    TREE.raycast(0, 0, 16, 16)
    TREE.nearest(0, 0, 3)
    assert gc.isenabled()
    gc.disable()
    try:
        TREE.raycast(0, 0, 16, 16)
        assert not gc.isenabled()
    finally:
        gc.enable()
