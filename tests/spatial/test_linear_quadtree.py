"""`LinearQuadtree` against comparing every box with every other, and against hostile use."""

import copy
import gc
import math
import pickle
import random
import sys
import weakref
from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes.boxes import Boxes, brute_force
from support.counting import at_least
from support.examples import examples
from support.hooks import check_quadtree

from spritecol import Sprite
from spritecol.spatial import LinearQuadtree, candidate_pairs, morton

Box = tuple[float, float, float, float]

FOUR = (0, 0, 4, 4)


def unordered(pairs: Iterable[tuple[Hashable, Hashable]]) -> set[frozenset[Hashable]]:
    """The pairs as a set; each must be there once."""
    pairs = list(pairs)
    found = {frozenset(pair) for pair in pairs}
    assert len(found) == len(pairs)
    return found


def rows_of(boxes: Iterable[Box]) -> Boxes:
    return np.array(list(boxes), dtype=np.float64).reshape(-1, 4)


def brute_pairs(boxes: dict[Hashable, Box]) -> set[frozenset[Hashable]]:
    items = list(boxes)
    found = brute_force(rows_of(boxes.values())).tolist()
    return {frozenset((items[i], items[j])) for i, j in found}


def brute_query(boxes: dict[Hashable, Box], area: Box) -> set[Hashable]:
    items = list(boxes)
    return {items[i] for _, i in brute_force(rows_of([area]), rows_of(boxes.values())).tolist()}


def tree_of(boxes: dict[Any, Box], bounds: Box, depth: int) -> LinearQuadtree:
    tree = LinearQuadtree(bounds, depth)
    for item, box in boxes.items():
        tree.insert(item, box)
    return tree


def check(tree: LinearQuadtree, boxes: dict[Hashable, Box], areas: Iterable[Box] = ()) -> None:
    """The tree holds these boxes, and says of them what comparing all of them says."""
    check_quadtree(tree)
    assert len(tree) == len(boxes)
    assert all(item in tree for item in boxes)
    assert unordered(tree.pairs()) == brute_pairs(boxes)
    for area in areas:
        found = tree.query(area)
        assert len(found) == len(set(found))
        assert set(found) == brute_query(boxes, area)


# Strategies ------------------------------------------------------------------------------------


def boxes_of(numbers: st.SearchStrategy[float]) -> st.SearchStrategy[Box]:
    return st.tuples(numbers, numbers, numbers, numbers).map(
        lambda v: (min(v[0], v[1]), min(v[2], v[3]), max(v[0], v[1]), max(v[2], v[3]))
    )


def small_boxes(places: st.SearchStrategy[float], most: float) -> st.SearchStrategy[Box]:
    sizes = st.floats(0, most)
    return st.tuples(places, places, sizes, sizes).map(
        lambda v: (v[0], v[1], v[0] + v[2], v[1] + v[3])
    )


# Whole numbers touch often, and lie on the lines between cells; the others reach far beyond the
# bounds, crowd in one spot, along one line, or in a huge world.
BOXES = st.one_of(
    boxes_of(st.integers(-4, 20).map(float)),
    boxes_of(st.floats(-50, 70)),
    small_boxes(st.floats(0, 16), 1.0),
    small_boxes(st.sampled_from([7.9, 8.0, 8.1]), 0.3),
    st.floats(-5, 25).map(lambda x: (x, 7.5, x + 1.0, 8.5)),
    boxes_of(st.floats(-1e9, 1e9)),
    boxes_of(st.sampled_from([-1e12, -8.0, 0.0, 8.0, 16.0, 1e12])),
)
BOUNDS = st.sampled_from(
    [
        (0.0, 0.0, 16.0, 16.0),
        (-8.0, -4.0, 24.0, 12.0),
        (-100.0, -200.0, -50.0, -120.0),
        (-1e9, -1e9, 1e9, 1e9),
        (7.0, 7.0, 7.0 + 1e-9, 9.0),
        (-1e12, -1e12, 1e12, 1e12),
        (0.0, 0.0, 5e-324, 5e-324),
    ]
)
DEPTHS = st.one_of(st.integers(0, 5), st.sampled_from([8, 9, 12, 16]))
ITEMS = st.integers(0, 9)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("insert"), ITEMS, BOXES),
        st.tuples(st.just("insert"), ITEMS, BOXES),
        st.tuples(st.just("move"), ITEMS, BOXES),
        st.tuples(st.just("remove"), ITEMS, st.none()),
    ),
    max_size=25,
)


# Against brute force ---------------------------------------------------------------------------


@examples(60)
@given(BOUNDS, DEPTHS, STEPS, st.lists(BOXES, max_size=3))
def test_any_life_of_a_tree(
    bounds: Box, depth: int, steps: list[tuple[str, int, Box | None]], areas: list[Box]
) -> None:
    live(LinearQuadtree(bounds, depth), {}, steps, areas)


@examples(40)
@given(st.lists(BOXES, max_size=8), BOUNDS, DEPTHS, STEPS, st.lists(BOXES, max_size=3))
def test_any_life_of_a_built_tree(
    rows: list[Box], bounds: Box, depth: int, steps: list[Any], areas: list[Box]
) -> None:
    tree = LinearQuadtree.build(np.array(rows).reshape(-1, 4), bounds, depth)
    check(tree, dict(enumerate(rows)), areas)
    live(LinearQuadtree.build(rows), dict(enumerate(rows)), steps, areas)


def live(
    tree: LinearQuadtree, model: dict[Hashable, Box], steps: list[Any], areas: list[Box]
) -> None:
    """Take the steps; those that must fail must change nothing."""
    for name, item, box in steps:
        if name == "insert":
            if item in model:
                with pytest.raises(ValueError, match=f"^already in the quadtree: {item}$"):
                    tree.insert(item, box)
            else:
                tree.insert(item, box)
                model[item] = box
        elif item not in model:
            with pytest.raises(KeyError, match=f"not in the quadtree: {item}"):
                tree.move(item, box) if name == "move" else tree.remove(item)
        elif name == "move":
            tree.move(item, box)
            model[item] = box
        else:
            tree.remove(item)
            del model[item]
        check_quadtree(tree)
    check(tree, model, areas)


def test_pairs_of_two_trees() -> None:
    some = st.lists(BOXES, max_size=10)
    with at_least(pairs=30) as seen:

        @examples(40)
        @given(some, some, BOUNDS, DEPTHS, BOUNDS, DEPTHS)
        def law(
            a: list[Box], b: list[Box], a_bounds: Box, a_depth: int, b_bounds: Box, b_depth: int
        ) -> None:
            ones = tree_of({f"a{i}": box for i, box in enumerate(a)}, a_bounds, a_depth)
            expected = {(f"a{i}", j) for i, j in brute_force(rows_of(a), rows_of(b)).tolist()}
            seen["pairs"] += len(expected)
            for others in (
                tree_of(dict(enumerate(b)), a_bounds, a_depth),
                tree_of(dict(enumerate(b)), b_bounds, b_depth),
                LinearQuadtree.build(b, b_bounds, b_depth),
                LinearQuadtree.build(b),
            ):
                found = ones.pairs_with(others)
                assert len(found) == len(set(found))
                assert set(found) == expected
                assert sorted((x, y) for y, x in others.pairs_with(ones)) == sorted(expected)

        law()


def scene(name: str) -> np.ndarray:
    """A few hundred boxes, as (n, 4)."""
    rng = np.random.default_rng(7)
    n = 240
    places = rng.uniform(0, 1000, (n, 2))
    sizes = rng.uniform(4, 30, (n, 2))
    if name == "mixed sizes":
        sizes = np.exp(rng.uniform(math.log(0.1), math.log(900), (n, 2)))
    elif name == "clusters":
        places = rng.choice([50.0, 499.0, 940.0], (n, 2)) + rng.normal(0, 20, (n, 2))
    elif name == "one spot":
        places[:] = 500
    elif name == "beyond the bounds":
        places = rng.uniform(-2000, 3000, (n, 2))
        sizes *= 5
    elif name == "negative":
        places -= 5000
    elif name == "huge":
        places = rng.uniform(-1e9, 1e9, (n, 2))
        sizes *= 3e6
    elif name == "one line":
        places[:, 1] = 495
    elif name == "grid that touches":
        places = np.stack(np.divmod(np.arange(n), 16), axis=1) * 50.0
        sizes[:] = 50
    elif name == "points":
        sizes[::2] = 0
        sizes[1::2, 0] = 0
    return np.concatenate([places, places + sizes], axis=1)


SCENES = [
    "even",
    "mixed sizes",
    "clusters",
    "one spot",
    "beyond the bounds",
    "negative",
    "huge",
    "one line",
    "grid that touches",
    "points",
]


@pytest.mark.parametrize("depth", [0, 7])
@pytest.mark.parametrize("name", SCENES)
def test_scenes(name: str, depth: int) -> None:
    rows = scene(name)
    expected = {frozenset(pair) for pair in candidate_pairs(rows).tolist()}
    assert expected == brute_pairs(dict(enumerate(rows.tolist())))
    trees = [
        tree_of(dict(enumerate(rows.tolist())), (0, 0, 1000, 1000), depth),
        LinearQuadtree.build(rows, (0, 0, 1000, 1000), depth),
        LinearQuadtree.build(rows),
        LinearQuadtree.build(rows, depth=depth),
    ]
    areas = [tuple(box) for box in np.concatenate([scene("even")[:20], rows[:20]]).tolist()]
    for tree in trees:
        check_quadtree(tree)
        assert unordered(tree.pairs()) == expected
        for area in areas:
            assert set(tree.query(area)) == brute_query(dict(enumerate(rows.tolist())), area)
    half = LinearQuadtree.build(rows[::2], (0, 0, 1000, 1000), depth)
    others = {(int(i), int(j)) for i, j in candidate_pairs(rows[::2], rows[1::2])}
    for other in (
        LinearQuadtree.build(rows[1::2], (0, 0, 1000, 1000), depth),
        LinearQuadtree.build(rows[1::2]),
    ):
        assert set(half.pairs_with(other)) == others


def test_pair_indices_are_candidate_pairs() -> None:
    for name in SCENES:
        rows = scene(name)
        tree = LinearQuadtree.build(rows)
        expected = candidate_pairs(rows)
        assert tree.pair_indices().dtype == np.intp
        assert np.array_equal(tree.pair_indices(), expected)
        assert 0 in tree  # from here on the tree has a table of its items
        assert np.array_equal(tree.pair_indices(), expected)


@pytest.mark.parametrize("depth", [2, 6, 9, 16])
def test_moving_crowd_frame_by_frame(depth: int) -> None:
    """Movers that leave the bounds and come back; in a fine tree old cells have to go."""
    rng = random.Random(depth)
    tree = LinearQuadtree((0, 0, 1000, 1000), depth)
    boxes: dict[Hashable, Box] = {}
    largest = 0
    for frame in range(60):
        for item in range(100):
            x, y = rng.uniform(-100, 1100), rng.uniform(-100, 1100)
            size = rng.choice([0.0, 1.0, 10.0, 80.0])
            box = (x, y, x + size, y + size * rng.choice([0.1, 1.0]))
            if item not in boxes:
                tree.insert(item, box)
            elif rng.random() < 0.1:
                tree.remove(item)
                del boxes[item]
                continue
            else:
                tree.move(item, box)
            boxes[item] = box
        largest = max(largest, sys.getsizeof(tree))
        if frame % 6 == 0:
            check_quadtree(tree)
            rows = np.array(list(boxes.values()))
            items = np.array(list(boxes))
            expected = {frozenset(pair) for pair in items[candidate_pairs(rows)].tolist()}
            assert unordered(tree.pairs()) == expected
            for area in ((0, 0, 300, 300), (490, 0, 510, 1000), (-1e12, -1e12, 1e12, 1e12)):
                assert set(tree.query(area)) == brute_query(boxes, area)
    # The moves of depth 16 need some 200,000 cells of 16 bytes in turn.
    assert largest < 2.2e6
    assert expected


def test_what_moves_within_its_cell_is_met_where_it_is() -> None:
    """Wide boxes over the middle of the tree stay in the coarsest cell; narrow ones do not."""
    rng = random.Random(3)
    with at_least(stayed=300, pairs=1000) as seen:
        for _ in range(60):
            tree = LinearQuadtree((0, 0, 64, 64), 4)
            boxes: dict[Hashable, Box] = {}
            sizes = [rng.choice([(1, 1), (20, 20), (30, 3), (2, 40)]) for _ in range(8)]
            for step in range(48):
                item, (width, height) = step % 8, sizes[step % 8]
                x, y = rng.uniform(0, 60), rng.uniform(0, 60)
                boxes[item] = x, y, x + width, y + height
                before = tree.cell_of(item) if step >= 8 else None
                (tree.move if step >= 8 else tree.insert)(item, boxes[item])
                if step >= 8:
                    seen["stayed"] += tree.cell_of(item) == before
                    seen["pairs"] += len(tree.pairs())
                    check(tree, boxes)


# Cells -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("box", "cell"),
    [
        ((2.1, 3.1, 2.9, 3.9), (2, 14)),
        ((2.1, 2.1, 3.9, 3.9), (1, 3)),
        ((1.5, 1.5, 3.5, 3.5), (0, 0)),
        ((0, 0, 4, 4), (0, 0)),
        ((-9, -9, -8, -8), (2, 0)),
        ((9, 9, 99, 99), (2, 15)),
        ((-9, 1.5, 99, 1.5), (0, 0)),
    ],
)
def test_the_cell_of_an_item(box: Box, cell: tuple[int, int]) -> None:
    tree = tree_of({"it": box}, FOUR, 2)
    assert tree.cell_of("it") == cell
    assert tree.occupied_cells() == [(*cell, 1)]


@given(boxes_of(st.floats(0, 10)), st.integers(0, 16))
def test_cells_are_those_of_locate(box: Box, depth: int) -> None:
    tree = tree_of({"it": box}, (0, 0, 10, 10), depth)
    assert tree.cell_of("it") == morton.locate(*box, bounds=(0, 0, 10, 10), depth=depth)


def test_occupied_cells_are_counted() -> None:
    rows = [(0.1, 0.1, 0.9, 0.9), (0.2, 0.2, 0.3, 0.3), (0.5, 0.5, 1.5, 1.5), (1.5, 0, 2.5, 1)]
    tree = tree_of(dict(enumerate(rows)), FOUR, 2)
    assert tree.occupied_cells() == [(0, 0, 1), (1, 0, 1), (2, 0, 2)]
    tree.remove(3)
    assert tree.occupied_cells() == [(1, 0, 1), (2, 0, 2)]


def test_deep_trees_take_little_memory() -> None:
    for depth in (10, 12, 16):
        tree = tree_of({i: (i, i, i + 0.5, i + 0.5) for i in range(50)}, (0, 0, 64, 64), depth)
        assert sys.getsizeof(tree) < 2e6
        check_quadtree(tree)


# Rules -----------------------------------------------------------------------------------------


def test_touching_and_boxes_without_area() -> None:
    boxes: dict[Hashable, Box] = {
        "big": (0, 0, 2, 2),
        "beside": (2, 0, 3, 2),
        "point inside": (1, 1, 1, 1),
        "the same point": (1, 1, 1, 1),
        "point on the edge": (0, 1, 0, 1),
        "line": (-1, 1.5, 3, 1.5),
    }
    tree = tree_of(boxes, FOUR, 3)
    assert unordered(tree.pairs()) == {
        frozenset(pair)
        for pair in (
            ("big", "point inside"),
            ("big", "the same point"),
            ("big", "line"),
            ("beside", "line"),
        )
    }
    assert tree.query((1, 1, 1, 1)) == ["big"]
    assert tree.query((2, 1, 2, 1)) == []


def test_any_value_is_an_item_and_equal_ones_are_the_same() -> None:
    items = [None, "text", 1, (2, 3), frozenset([4]), Sprite(), LinearQuadtree(FOUR, 1), math.nan]
    tree = tree_of(dict.fromkeys(items, (1, 1, 2, 2)), FOUR, 2)
    assert len(tree.pairs()) == len(items) * (len(items) - 1) / 2
    with pytest.raises(ValueError, match=r"already in the quadtree: 1\.0"):
        tree.insert(1.0, (0, 0, 1, 1))
    assert True in tree
    tree.remove(True)
    assert 1 not in tree
    assert len(tree) == len(items) - 1


def test_boxes_in_any_form() -> None:
    class Rect:  # as pygame's: a sequence of x, y, width and height, and with four sides
        left, top, right, bottom = 5, 6, 7, 9

        def __len__(self) -> int:
            return 4

        def __getitem__(self, index: int) -> int:
            return (5, 6, 2, 3)[index]

    for box in (
        (5, 6, 7, 9),
        [5.0, 6, 7, 9],
        np.array([5, 6, 7, 9]),
        np.array([5, 6, 7, 9], np.float32),
        (np.int16(5), np.float32(6), np.float64(7), True * 9),
        (Fraction(5), Fraction(6), 7, 9),
        Rect(),
        range(5, 9),
    ):
        tree = tree_of({"it": box}, (0, 0, 16, 16), 4)
        edge = 8 if isinstance(box, range) else 9
        assert tree.query((6, edge - 0.5, 6.5, 99)) == ["it"]
        assert tree.query((6, edge, 6.5, 99)) == []
        assert tree.query((4, 4, 5, 99)) == tree.query((4, 4, 99, 6)) == []
        assert tree.query(box) == ["it"]


def test_bounds_and_depth_can_be_read() -> None:
    tree = LinearQuadtree([0, 1, 2, 3], np.int64(5))
    assert tree.bounds == (0.0, 1.0, 2.0, 3.0)
    assert tree.depth == 5
    with pytest.raises(AttributeError):
        tree.depth = 3  # type: ignore[misc]


def test_clear() -> None:
    tree = tree_of({i: (i, 0, i + 2, 2) for i in range(9)}, FOUR, 3)
    tree.clear()
    check(tree, {}, [(-9, -9, 9, 9)])
    tree.insert(1, (0, 0, 1, 1))
    check(tree, {1: (0, 0, 1, 1)}, [(-9, -9, 9, 9)])
    built = LinearQuadtree.build([(0, 0, 1, 1)] * 3)
    built.clear()
    built.clear()
    check(built, {}, [(-9, -9, 9, 9)])


def test_the_order_is_the_same_each_time() -> None:
    def run() -> list[Any]:
        tree = tree_of(dict(enumerate(scene("clusters").tolist())), (0, 0, 1000, 1000), 6)
        for item in range(0, 240, 3):
            tree.move(item, (item, item, item + 40, item + 50))
        return [tree.pairs(), tree.query((0, 0, 500, 500)), tree.occupied_cells()]

    assert run() == run()


def test_pairs_with_itself_are_its_pairs() -> None:
    tree = tree_of({"a": (0, 0, 2, 2), "b": (1, 1, 3, 3)}, FOUR, 3)
    assert unordered(tree.pairs_with(tree)) == {frozenset("ab")}


# Build -----------------------------------------------------------------------------------------


def test_build_keeps_nothing_of_the_array() -> None:
    rows = np.array([[0.0, 0, 2, 2], [1, 1, 3, 3]])
    tree = LinearQuadtree.build(rows)
    rows[:] = 7
    assert tree.pairs() == [(1, 0)] or tree.pairs() == [(0, 1)]
    assert sorted(tree.query((0, 0, 4, 4))) == [0, 1]


@pytest.mark.parametrize(
    ("rows", "bounds"),
    [
        (np.empty((0, 4)), (0, 0, 1, 1)),
        ([], (0, 0, 1, 1)),
        ([(3, 4, 3, 4)], (2, 3, 3, 4)),
        ([(-3, -4, -3, 9)], (-3, -4, -2, 9)),
        ([(1e12, 1e12, 1e12, 1e12)], (1e12 - 1, 1e12 - 1, 1e12, 1e12)),
        ([(-1e12, 0, -1e12, 1), (5, 0, 5, 1)], (-1e12, 0, 5, 1)),
    ],
)
def test_build_finds_bounds(rows: Any, bounds: Box) -> None:
    tree = LinearQuadtree.build(rows)
    assert tree.bounds == bounds
    check(tree, {i: tuple(row) for i, row in enumerate(rows)}, [bounds])
    assert LinearQuadtree(tree.bounds, tree.depth).bounds == bounds


def test_build_finds_a_depth() -> None:
    assert LinearQuadtree.build([]).depth == 0
    assert LinearQuadtree.build([(0, 0, 1, 1)]).depth == 0
    rng = np.random.default_rng(1)
    for n, size, depth in ((4**5, 1.0, 5), (4**5, 100.0, 2), (4**5, 0.0, 5), (4**3, 1.0, 3)):
        places = rng.uniform(0, 1000, (n, 2))
        tree = LinearQuadtree.build(np.concatenate([places, places + size], axis=1))
        assert abs(tree.depth - depth) <= 1
        assert LinearQuadtree.build(np.zeros((n, 4)), (0, 0, 1, 1)).depth == round(math.log(n, 4))
    for n in range(1, 600):
        built = LinearQuadtree.build(np.zeros((n, 4)), (0, 0, 1, 1))
        assert built.depth == round(math.log2(n) / 2)


# Errors ----------------------------------------------------------------------------------------

BAD_BOXES = [
    (None, TypeError, r"^aabb must be four numbers \(left, top, right, bottom\), got None$"),
    ("0011", TypeError, "^aabb must be four numbers"),
    (b"0011", TypeError, "^aabb must be four numbers"),
    (5, TypeError, "^aabb must be four numbers"),
    ({0, 1, 2, 3}, TypeError, "^aabb must be four numbers"),
    (iter((0, 0, 1, 1)), TypeError, "^aabb must be four numbers"),
    ((0, 0, 1), ValueError, r"^aabb must be four numbers .* got 3: \(0, 0, 1\)$"),
    ([0, 0, 1, 1, 1], ValueError, "^aabb must be four numbers .* got 5"),
    (np.zeros(3), ValueError, "^aabb must be four numbers"),
    (np.zeros((2, 4)), TypeError, "^aabb must be four numbers"),
    ((0, "0", 1, 1), TypeError, r"^top of aabb must be a number, got '0'$"),
    ((0, 0, None, 1), TypeError, r"^right of aabb must be a number, got None$"),
    ((0, 0, 1, 1j), TypeError, r"^bottom of aabb must be a number, got 1j$"),
    ((math.nan, 0, 1, 1), ValueError, r"^left of aabb must be a finite number"),
    ((0, 0, math.inf, 1), ValueError, r"^right of aabb must be a finite number"),
    ((0, 0, 1e13, 1), ValueError, r"^right of aabb must be .* from -1e12 to 1e12"),
    ((0, 0, 10**400, 1), ValueError, r"^right of aabb must be a finite number"),
    ((1, 0, 0, 1), ValueError, r"^aabb must have left <= right and top <= bottom"),
    ((0, 1, 1, 0), ValueError, r"got \(0.0, 1.0, 1.0, 0.0\)$"),
]


@pytest.mark.parametrize(("box", "error", "message"), BAD_BOXES)
def test_a_bad_box_changes_nothing(box: Any, error: type[Exception], message: str) -> None:
    boxes: dict[Hashable, Box] = {"a": (0, 0, 2, 2), "b": (1, 1, 3, 3)}
    tree = tree_of(boxes, FOUR, 3)
    for call in (
        lambda: tree.insert("c", box),
        lambda: tree.insert("a", box),
        lambda: tree.move("a", box),
        lambda: tree.query(box),
    ):
        with pytest.raises(error, match=message):
            call()
        check(tree, boxes, [FOUR])


@pytest.mark.parametrize(
    ("bounds", "depth", "error", "message"),
    [
        ((0, 0, 0, 4), 3, ValueError, r"^bounds must have left < right and top < bottom"),
        ((0, 4, 4, 4), 3, ValueError, r"^bounds must have left < right and top < bottom"),
        ((4, 0, 0, 4), 3, ValueError, r"^bounds must have left <= right"),
        ((0, 0, 4), 3, ValueError, r"^bounds must be four numbers"),
        ((0, 0, math.inf, 4), 3, ValueError, r"^right of bounds must be a finite number"),
        (None, 3, TypeError, r"^bounds must be four numbers"),
        (FOUR, -1, ValueError, r"^depth must be from 0 to 16, got -1$"),
        (FOUR, 17, ValueError, r"^depth must be from 0 to 16, got 17$"),
        (FOUR, 10**30, ValueError, r"^depth must be from 0 to 16"),
        (FOUR, 3.0, TypeError, r"^depth must be a whole number, got 3.0$"),
        (FOUR, "3", TypeError, r"^depth must be a whole number, got '3'$"),
        (FOUR, None, TypeError, r"^depth must be a whole number, got None$"),
    ],
)
def test_bad_bounds_and_depths(
    bounds: Any, depth: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        LinearQuadtree(bounds, depth)
    if None not in (bounds, depth):
        with pytest.raises(error, match=message):
            LinearQuadtree.build([(0, 0, 1, 1)], bounds, depth)


def test_unknown_items() -> None:
    boxes: dict[Hashable, Box] = {"a": (0, 0, 2, 2)}
    tree = tree_of(boxes, FOUR, 3)
    for call in (lambda: tree.move("b", FOUR), lambda: tree.remove("b"), lambda: tree.cell_of("b")):
        with pytest.raises(KeyError, match="not in the quadtree: 'b'"):
            call()
    with pytest.raises(KeyError, match=r"not in the quadtree: \[\]"):
        tree.remove([])
    assert [] not in tree
    check(tree, boxes, [FOUR])


def test_no_tree_at_all() -> None:
    tree = LinearQuadtree(FOUR, 3)
    for other in (None, [], "tree", LinearQuadtree):
        with pytest.raises(TypeError, match=r"^other must be a LinearQuadtree, got "):
            tree.pairs_with(other)  # type: ignore[arg-type]
    for make in (
        lambda: LinearQuadtree.__new__(LinearQuadtree),  # type: ignore[call-arg]
        lambda: LinearQuadtree.pairs(None),  # type: ignore[arg-type]
        lambda: copy.copy(tree),
        lambda: pickle.dumps(tree),
        lambda: tree_of({1: FOUR, "one": FOUR}, FOUR, 3).pair_indices(),
    ):
        with pytest.raises(TypeError):
            make()


# Hostile use -----------------------------------------------------------------------------------


class Untold:
    """What must not be asked whom it equals."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError

    def __hash__(self) -> int:
        raise AssertionError


def test_all_but_plain_values_count_by_identity() -> None:
    """Also in tuples, and what cannot be hashed; nobody's `__eq__` or `__hash__` is asked."""
    inside, deep = Untold(), ()
    for _ in range(1_000):
        deep = (deep,)
    items: list[Any] = [Untold(), Untold(), [], [], (1, inside), (1, Untold()), {}, {}, deep]
    items += [np.int64(5), np.float32(0.25), Fraction(1, 3), (1, (2, "a")), frozenset([4])]
    tree = LinearQuadtree(FOUR, 3)
    for item in items:
        tree.insert(item, (0, 0, 2, 2))
        with pytest.raises(ValueError, match="already in the quadtree"):
            tree.insert(item, (0, 0, 2, 2))
    check_quadtree(tree)
    assert len(tree) == len(items)
    assert len(tree.pairs()) == len(items) * (len(items) - 1) / 2
    assert all(item in tree for item in items)
    for equal in (5, 0.25, Fraction(2, 6), (1.0, (2, "a")), (True, inside), frozenset([4])):
        assert equal in tree
    for other in ([], {}, Untold(), (1, []), (2, inside)):
        assert other not in tree
        with pytest.raises(KeyError):
            tree.move(other, FOUR)
    for item in items:
        tree.move(item, (2, 2, 4, 4))
        tree.remove(item)
    assert len(tree) == 0
    check_quadtree(tree)


def test_a_finalizer_that_changes_the_tree_while_a_tuple_is_looked_up() -> None:
    """To look at the parts of a tuple makes another one, which may start the collector."""
    tree = tree_of({(k, (k,)): (0, 0, 2, 2) for k in range(9)}, FOUR, 3)
    threshold = gc.get_threshold()

    class Cycle:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            deaths.append(len(tree))
            tree.clear()
            for k in range(9):
                tree.insert((k, (k,)), (1, 1, 3, 3))

    deaths: list[int] = []
    gc.collect()
    gc.set_threshold(1)
    try:
        for k in range(200):
            Cycle()
            item = (k % 9, (k % 9,))
            tree.move(item, (0, 0, 2, 2))
            tree.remove(item)
            tree.insert(item, FOUR)
    finally:
        gc.set_threshold(*threshold)
    assert deaths
    check_quadtree(tree)


def test_boxes_that_change_the_tree_while_they_are_read() -> None:
    tree = tree_of({"a": (0, 0, 2, 2)}, FOUR, 3)

    class Number:
        def __float__(self) -> float:
            tree.clear()
            tree.insert("a", (3, 3, 4, 4))
            tree.insert("c", (3, 3, 4, 4))
            return 1.0

    tree.move("a", (0, 0, Number(), 1))
    check(tree, {"a": (0, 0, 1, 1), "c": (3, 3, 4, 4)}, [FOUR])
    tree.insert("d", (0, 0, Number(), 1))
    check(tree, {"a": (3, 3, 4, 4), "c": (3, 3, 4, 4), "d": (0, 0, 1, 1)}, [FOUR])
    assert sorted(tree.query((0, 0, Number(), 1))) == []  # of the tree as it is by then


def test_items_that_change_the_tree_when_they_die() -> None:
    tree = LinearQuadtree(FOUR, 3)

    class Item:
        def __del__(self) -> None:
            deaths.append(len(tree))
            tree.insert(len(deaths), (0, 0, 2, 2))

    deaths: list[int] = []
    for _ in range(3):
        tree.insert(Item(), (1, 1, 3, 3))
    tree.remove(tree.query(FOUR)[0])
    assert deaths == [2]
    check_quadtree(tree)
    assert len(tree) == 3
    tree.clear()
    assert deaths == [2, 0, 1]
    check(tree, {2: (0, 0, 2, 2), 3: (0, 0, 2, 2)}, [FOUR])


@pytest.mark.parametrize("built", [False, True])
def test_a_finalizer_that_changes_the_tree_while_results_are_made(built: bool) -> None:
    rows = scene("clusters")
    tree = LinearQuadtree.build(rows) if built else tree_of(dict(enumerate(rows)), FOUR, 3)

    class Cycle:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            for item in [*range(240), "new"]:
                if item in tree:
                    tree.remove(item)
            tree.insert("new", FOUR)

    expected = len(candidate_pairs(rows))
    threshold = gc.get_threshold()
    gc.collect()
    gc.set_threshold(10)
    try:
        Cycle()
        counts = [len(tree.pairs()) for _ in range(3)]
        Cycle()
        counts += [len(tree.pairs_with(LinearQuadtree.build(rows))) for _ in range(3)]
        Cycle()
        assert len(tree.query((-1e6, -1e6, 1e6, 1e6))) in (240, 1)
    finally:
        gc.set_threshold(*threshold)
    assert gc.isenabled()
    assert set(counts[:3]) <= {expected, 0}
    gc.collect()
    check(tree, {"new": FOUR})


def test_results_leave_the_collector_as_it_was() -> None:
    tree = tree_of({"a": FOUR, "b": FOUR}, FOUR, 3)
    gc.disable()
    try:
        tree.pairs()
        assert not gc.isenabled()
    finally:
        gc.enable()
    tree.pairs()
    LinearQuadtree.build([FOUR, FOUR]).pair_indices()
    assert gc.isenabled()


def test_trees_and_items_are_let_go() -> None:
    class Item:
        tree: LinearQuadtree

    item = Item()
    seen = weakref.ref(item)
    tree = tree_of({item: FOUR}, FOUR, 3)
    del item
    assert seen() is not None
    tree.remove(seen())
    assert seen() is None

    item = Item()
    item.tree = tree  # a cycle
    tree.insert(item, FOUR)
    seen, tree_seen = weakref.ref(item), weakref.ref(tree)
    del item, tree
    gc.collect()
    assert seen() is None
    assert tree_seen() is None
