"""The broad phase against brute force, with bare boxes."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scenes.boxes import SCENES, Boxes, boxes_at, brute_force, comb_and_column, scene
from support.counting import at_least
from support.examples import examples
from support.hooks import around, crowds_around, index_forced, limit
from support.processes import run_python

from spritecol import Group, Rect, Sprite
from spritecol.spatial import LinearQuadtree, candidate_pairs, quadtree_nodes

choices = pytest.mark.parametrize("choice", [None, True, False], ids=["default", "index", "direct"])


def judged(*boxes: Any) -> int:
    """Compare with brute force: the same pairs in the same order, in the promised form."""
    found = candidate_pairs(*boxes)
    assert type(found) is np.ndarray
    assert found.dtype == np.intp
    np.testing.assert_array_equal(found, brute_force(*map(np.asarray, boxes)).reshape(-1, 2))
    return len(found)


@choices
@pytest.mark.parametrize("name", SCENES)
def test_pairs_within_a_scene_and_between_two_parts_of_it(name: str, choice: bool | None) -> None:
    few = limit("DIRECT_SELF")
    with index_forced(choice):
        for count in (0, 1, 2, 3, 17, *around("DIRECT_SELF"), 600):
            judged(scene(name, count))
        sizes = [(3, 1), (3, 2), (40, 20), (300, 30), (600, 300)]
        sizes += [(few + more + 150, 150) for more in (-1, 0, 1)]  # the longer half is indexed
        for count, first in sizes:
            a, b = np.split(scene(name, count), [first])
            judged(a, b)
            judged(b, a)


@choices
def test_two_crowds_around_the_limit(choice: bool | None) -> None:
    with index_forced(choice), at_least(crowds=100, combs=10) as seen:
        for na, nb in crowds_around("DIRECT_CROSS"):
            seen["crowds"] += judged(scene("uniform", na, seed=1), scene("uniform", nb, seed=2))
        for count in (40, 600):
            comb, column = comb_and_column(count)
            column[::7, 0::2] += 1100  # of which some meet
            seen["combs"] += judged(comb, column)
            judged(column, comb)


@pytest.mark.parametrize("name", ["bosses", "clusters", "all_sizes", "touching", "huge_world"])
def test_thousands(name: str) -> None:
    boxes = scene(name, 3000)
    with at_least(pairs=500) as seen:
        seen["pairs"] = judged(boxes)
    judged(boxes[:2500], boxes[1000:])


@pytest.mark.parametrize("count", [200_000, 300_000])
def test_more_boxes_than_two_counting_sorts_take(count: int) -> None:
    """Beyond 131,072 positions the result is sorted in another way."""
    line = scene("diagonal_line", count)
    order = np.argsort(line[:, 0])
    neighbors = np.sort(np.stack([order[:-1], order[1:]], axis=1), axis=1)
    wanted = neighbors[np.lexsort(neighbors.T[::-1])]
    np.testing.assert_array_equal(candidate_pairs(line), wanted)


@choices
def test_far_away_turned_and_renamed_is_the_same(choice: bool | None) -> None:
    boxes = scene("touching", 400)
    expected = brute_force(boxes)
    assert len(expected) > 150
    order = np.random.default_rng(8).permutation(400)
    with index_forced(choice):
        for shift in (-(2.0**39), -1024.0, 2.0**20, 2.0**39):  # whole numbers stay whole
            np.testing.assert_array_equal(candidate_pairs(boxes + shift), expected)
        for factor in (2.0**-1000, 2.0**-30, 2.0**30):
            np.testing.assert_array_equal(candidate_pairs(boxes * factor), expected)
        np.testing.assert_array_equal(candidate_pairs(-boxes[:, [2, 3, 0, 1]]), expected)
        np.testing.assert_array_equal(candidate_pairs(boxes[:, [1, 0, 3, 2]]), expected)
        renamed = np.sort(order[candidate_pairs(boxes[order])], axis=1)
        np.testing.assert_array_equal(renamed[np.lexsort(renamed.T[::-1])], expected)
        judged(boxes, boxes)  # two sequences: each box meets itself


@choices
def test_one_step_of_float64_decides(choice: bool | None) -> None:
    """Touching, and overlapping by the least amount that numbers of that size can have."""
    with index_forced(choice):
        for edge in (1e-300, 0.1, 1.0, 3.3e4, -7.7, 1e9 + 0.5, 1e12 - 2):
            starts = edge - 1, edge, np.nextafter(edge, -math.inf)
            boxes = np.array([[x, 0, edge + (k > 0), 1] for k, x in enumerate(starts)])
            for turned in (boxes, boxes[:, [1, 0, 3, 2]]):
                judged(turned)
                found = candidate_pairs(turned).tolist()
                assert [0, 1] not in found
                assert [0, 2] in found


def test_overlap_by_the_least_across_rows() -> None:
    """A box that begins just above a line between rows, and one that overlaps its very end.

    Rounding must not put the one two rows below the other.
    """
    random = np.random.default_rng(7)
    with index_forced(True):
        for _ in range(2000):
            size = random.uniform(0.1, 10)
            origin = random.uniform(-100, 100) * 10.0 ** random.integers(0, 5)
            line = random.integers(1, 2 ** random.integers(1, 24))
            first = origin + line * size
            while (first - origin) / size >= line:
                first = np.nextafter(first, -math.inf)
            second = np.nextafter(first + size, -math.inf)
            boxes = boxes_at(0, np.array([origin, first, second]), size / 2, size)
            assert [1, 2] in candidate_pairs(boxes).tolist()
            assert [1, 2] in candidate_pairs(boxes[:, [1, 0, 3, 2]]).tolist()


# --- any boxes -----------------------------------------------------------------------------------

whole = st.integers(-12, 12).map(float)
magnitudes = st.builds(
    lambda sign, power, digits: sign * digits * 10.0**power,
    st.sampled_from([-1, 1]),
    st.integers(-15, 10),
    st.floats(1, 10),
)
coordinates = st.one_of(
    whole, whole, magnitudes, st.floats(-1e12, 1e12), st.sampled_from([1e12, -1e12, 5e-324])
)


def table(rows: list[tuple[float, ...]]) -> Boxes:
    boxes = np.array(rows, dtype=np.float64).reshape(-1, 4)
    low, high = np.minimum(boxes[:, :2], boxes[:, 2:]), np.maximum(boxes[:, :2], boxes[:, 2:])
    return np.hstack([low, high])


lists_of_boxes = st.one_of(
    *(
        st.lists(st.tuples(*[numbers] * 4), max_size=25).map(table)
        for numbers in (whole, magnitudes, coordinates)
    )
)


@pytest.mark.parametrize("choice", [True, None], ids=["index", "default"])
def test_any_boxes(choice: bool | None) -> None:
    with index_forced(choice), at_least(within=30, across=30) as seen:

        @examples(30)
        @given(boxes=lists_of_boxes, other=lists_of_boxes)
        @example(boxes=table([(-0.0, 0, 0, 1), (0, 0, 1, 1)]), other=table([(0.0, 0, -0.0, 0)]))
        def law(boxes: Any, other: Any) -> None:  # not of NumPy, whose types differ in their text:
            # what Hypothesis draws rests on the text of the signature
            seen["within"] += judged(boxes)
            seen["across"] += judged(boxes, other)
            judged(other, boxes)

        law()


def test_crowds_of_any_scale() -> None:
    """Crowds large enough for the index: sizes over some orders of magnitude, in any world."""
    with at_least(pairs=300) as seen:

        @examples(15)
        @given(
            st.integers(0, 2**32),
            st.integers(150, 400),
            st.floats(-12, 8),
            st.floats(0, 12),
            st.floats(0, 11),
            st.booleans(),
        )
        def law(
            seed: int, count: int, smallest: float, orders: float, world: float, rounded: bool
        ) -> None:
            random = np.random.default_rng(seed)
            sizes = np.minimum(10.0 ** (smallest + random.uniform(0, orders, (2, count))), 1e11)
            boxes = boxes_at(*(random.uniform(-1, 1, (2, count)) * 10.0**world), *sizes)
            boxes = np.round(boxes) if rounded else boxes
            judged(boxes)
            with index_forced(True):
                seen["pairs"] += judged(*np.split(boxes, [count // 3]))

        law()


# --- what it takes and refuses -------------------------------------------------------------------

PAIR = [[0.0, 0.0, 2.0, 2.0], [1.0, 1.0, 3.0, 3.0]]
FORMS: dict[str, Callable[[Any], Any]] = {
    "lists": lambda rows: rows,
    "float32": lambda rows: np.array(rows, dtype=np.float32),
    "uint8": lambda rows: np.array(rows, dtype=np.uint8),
    "big endian": lambda rows: np.array(rows, dtype=">f8"),
    "columns": lambda rows: np.asfortranarray(rows, dtype=float),
    "strides": lambda rows: np.repeat(np.array(rows), 2, axis=1)[:, ::2],
    "backwards": lambda rows: np.array(rows)[::-1][::-1],
    "aabbs": lambda rows: (
        Group(Sprite(x, y, collision=Rect(0, 0, 2, 2)) for x, y, *_ in rows).aabbs
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_arrays_of_any_form(form: str) -> None:
    boxes = FORMS[form](PAIR)
    found = candidate_pairs(boxes)
    assert found.tolist() == LinearQuadtree.build(boxes).pair_indices().tolist() == [[0, 1]]
    found[:] = 7  # the caller's own
    assert candidate_pairs(boxes, boxes).tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    for nothing in ([], (), np.empty((0, 4)), np.empty((0, 4), dtype=int)):
        for empty in (candidate_pairs(nothing), candidate_pairs(boxes, nothing)):
            assert (empty.shape, empty.dtype) == ((0, 2), np.intp)


def test_a_frozen_array_is_read_and_not_written() -> None:
    boxes = scene("touching", 300)
    before = boxes.copy()
    boxes.setflags(write=False)
    for choice in (True, False, None):
        with index_forced(choice):
            judged(boxes)
    np.testing.assert_array_equal(boxes, before)


BAD: list[tuple[Any, type[Exception], str]] = [
    ([0, 0, 2, 2], ValueError, "shape"),
    ([[0, 0, 2]], ValueError, "shape"),
    (7, ValueError, "shape"),
    ([[0, 0, math.nan, 2]], ValueError, "finite"),
    ([[0, 0, 2, 2], [0, -1e13, 2, 2]], ValueError, r"\[1\]"),
    ([[0, 0, 2, 2], [0, 3, 2, 2]], ValueError, "top <= bottom"),
    ([[0, 0, 2**70, 2]], ValueError, "finite"),
    ("boxes", TypeError, "boxes"),
    ([["0", "0", "2", "2"]], TypeError, "'0'"),
    (None, TypeError, "None"),
    ([[0, 0, 2j, 2]], TypeError, "2j"),
    ({"left": 0}, TypeError, "left"),
]


@pytest.mark.parametrize(("bad", "error", "word"), BAD, ids=repr)
def test_bad_boxes_are_refused_by_name(bad: Any, error: type[Exception], word: str) -> None:
    for call in (candidate_pairs, LinearQuadtree.build, quadtree_nodes):
        with pytest.raises(error, match=f"^aabbs.*{word}"):
            call(bad)
    if bad is not None:  # which as `other` means none
        with pytest.raises(error, match=f"^other.*{word}"):
            candidate_pairs(PAIR, bad)


TELL = """
import hashlib
from scenes import boxes as box_scenes, sprites as scenes
from spritecol import Group, pairs
from spritecol.spatial import candidate_pairs
found = hashlib.sha256()
for name in box_scenes.SCENES:
    boxes = box_scenes.scene(name, 500)
    found.update(candidate_pairs(boxes).tobytes())
    found.update(candidate_pairs(boxes[:200], boxes[200:]).tobytes())
group = Group(scenes.mixture(600))
for step in range(8):
    found.update(group.pair_indices().tobytes())
    list(group)[step].x += 1
place = {id(sprite): i for i, sprite in enumerate(group)}
found.update(repr([(place[id(a)], place[id(b)]) for a, b in pairs(list(group))]).encode())
print(found.hexdigest())
"""


def test_two_processes_give_the_same_order() -> None:
    told = [run_python("-c", TELL, helpers=True, PYTHONHASHSEED=seed) for seed in "12"]
    assert [done.returncode for done in told] == [0, 0], told[0].stderr
    assert told[0].stdout == told[1].stdout
