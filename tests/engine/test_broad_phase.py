"""The broad phase against brute force, with bare boxes. Sprites: see test_metamorphic.py."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scenes.boxes import SCENES, Boxes, boxes_at, brute_force, comb_and_column, scene
from support.engine import index_forced
from support.examples import examples
from support.for_each import for_each
from support.limits import around, crowds_around, limit
from support.processes import run_python

from spritecol import Group, Rect, Sprite
from spritecol.spatial.candidate_pairs import candidate_pairs

# Where a direct loop ends.
AROUND_THE_LIMITS = (*around("DIRECT_SELF"), 161)


def assert_pairs(found: Any, expected: Any) -> None:
    """The very same pairs in the same order, in an array of the promised form."""
    assert type(found) is np.ndarray
    assert found.dtype == np.intp
    assert found.ndim == 2
    np.testing.assert_array_equal(found, expected.reshape(-1, 2))


# --- bare boxes: named scenes -------------------------------------------------------------------


@for_each("choice", [None, True, False])
@for_each("name", SCENES)
def test_pairs_within_a_scene(name: str, choice: bool | None) -> None:
    with index_forced(choice):
        for count in (0, 1, 2, 3, 17, *AROUND_THE_LIMITS, 600):
            boxes = scene(name, count)
            assert boxes.shape == (count, 4)
            assert_pairs(candidate_pairs(boxes), brute_force(boxes))


@for_each("choice", [None, True, False])
@for_each("name", SCENES)
def test_pairs_between_two_halves_of_a_scene(name: str, choice: bool | None) -> None:
    with index_forced(choice):
        few = limit("DIRECT_SELF")
        sizes = [(3, 1), (3, 2), (40, 20), (300, 30), (600, 300)]
        sizes += [(few + more + 150, 150) for more in (-1, 0, 1)]  # the longer half is indexed
        for count, first in sizes:
            a, b = np.split(scene(name, count), [first])
            assert_pairs(candidate_pairs(a, b), brute_force(a, b))
            assert_pairs(candidate_pairs(b, a), brute_force(b, a))


@for_each("choice", [None, True, False])
@for_each("count", [40, 600])
def test_a_comb_and_a_column_of_which_some_meet(count: int, choice: bool | None) -> None:
    comb, column = comb_and_column(count)
    column[::7, 0::2] += 1100
    with index_forced(choice):
        assert_pairs(candidate_pairs(comb, column), brute_force(comb, column))
        assert_pairs(candidate_pairs(column, comb), brute_force(column, comb))


@for_each("choice", [None, True, False])
@for_each("na, nb", crowds_around("DIRECT_CROSS"))
def test_pairs_between_two_crowds_around_the_limit(na: int, nb: int, choice: bool | None) -> None:
    a, b = scene("uniform", na, seed=1), scene("uniform", nb, seed=2)
    with index_forced(choice):
        assert_pairs(candidate_pairs(a, b), brute_force(a, b))


@for_each("name", ["bosses", "clusters", "all_sizes", "touching", "huge_world"])
def test_scenes_of_thousands(name: str) -> None:
    boxes = scene(name, 4000)
    assert_pairs(candidate_pairs(boxes), brute_force(boxes))
    assert_pairs(
        candidate_pairs(boxes[:3000], boxes[1000:]), brute_force(boxes[:3000], boxes[1000:])
    )


@for_each("count", [200_000, 300_000])
def test_more_boxes_than_two_counting_sorts_take(count: int) -> None:
    """Beyond 131,072 positions the result is sorted in another way."""
    line = scene("diagonal_line", count)
    order = np.argsort(line[:, 0])
    neighbors = np.sort(np.stack([order[:-1], order[1:]], axis=1), axis=1)
    assert_pairs(candidate_pairs(line), neighbors[np.lexsort(neighbors.T[::-1])])


def test_a_scene_with_itself_is_two_sequences() -> None:
    boxes = scene("touching", 200)
    found = candidate_pairs(boxes, boxes)
    assert_pairs(found, brute_force(boxes, boxes))
    has_area = (boxes[:, 0] < boxes[:, 2]) & (boxes[:, 1] < boxes[:, 3])
    itself = found[found[:, 0] == found[:, 1], 0]
    np.testing.assert_array_equal(itself, np.flatnonzero(has_area))


@for_each("choice", [None, True, False])
def test_order_of_the_boxes_changes_numbers_only(choice: bool | None) -> None:
    random = np.random.default_rng(8)
    for name in ("uniform", "bosses", "all_sizes"):
        boxes = scene(name, 300)
        order = random.permutation(300)
        with index_forced(choice):
            renamed = order[candidate_pairs(boxes[order])]
        renamed = np.sort(renamed, axis=1)
        assert_pairs(renamed[np.lexsort(renamed.T[::-1])], brute_force(boxes))


@for_each("choice", [None, True, False])
def test_far_away_is_as_good_as_near(choice: bool | None) -> None:
    boxes = scene("touching", 400)
    expected = brute_force(boxes)
    with index_forced(choice):
        for shift in (-(2.0**39), -1024.0, 2.0**20, 2.0**39):  # whole numbers stay whole
            assert_pairs(candidate_pairs(boxes + shift), expected)
        for factor in (2.0**-1000, 2.0**-30, 2.0**30):
            assert_pairs(candidate_pairs(boxes * factor), expected)
        assert_pairs(candidate_pairs(-boxes[:, [2, 3, 0, 1]]), expected)
        assert_pairs(candidate_pairs(boxes[:, [1, 0, 3, 2]]), expected)


@for_each("choice", [None, True, False])
def test_one_step_of_float64_decides(choice: bool | None) -> None:
    """Touching, and overlapping by the least amount that numbers of that size can have."""
    with index_forced(choice):
        for edge in (1e-300, 0.1, 1.0, 3.3e4, -7.7, 1e9 + 0.5, 1e12 - 2):
            other = np.nextafter(edge, -math.inf)
            boxes = np.array(
                [
                    [edge - 1, 0, edge, 1],
                    [edge, 0, edge + 1, 1],
                    [other, 0, edge + 1, 1],
                ]
            )
            assert_pairs(candidate_pairs(boxes), brute_force(boxes))
            assert [0, 1] not in candidate_pairs(boxes).tolist()
            assert [0, 2] in candidate_pairs(boxes).tolist()
            turned = boxes[:, [1, 0, 3, 2]]
            assert_pairs(candidate_pairs(turned), brute_force(turned))


def test_overlap_by_the_least_across_rows() -> None:
    """A box that begins just above a line between rows, and one that overlaps its very end.

    Rounding must not put the one two rows below the other.
    """
    random = np.random.default_rng(7)
    with index_forced(True):
        for _ in range(5000):
            size = random.uniform(0.1, 10)
            origin = random.uniform(-100, 100) * 10.0 ** random.integers(0, 5)
            line = random.integers(1, 2 ** random.integers(1, 24))
            first = origin + line * size
            while (first - origin) / size >= line:
                first = np.nextafter(first, -math.inf)
            second = np.nextafter(first + size, -math.inf)
            boxes = boxes_at(0, np.array([origin, first, second]), size / 2, size)
            found = [tuple(pair) for pair in candidate_pairs(boxes).tolist()]
            assert (1, 2) in found
            turned = [tuple(pair) for pair in candidate_pairs(boxes[:, [1, 0, 3, 2]]).tolist()]
            assert turned == found


# --- bare boxes: Hypothesis ---------------------------------------------------------------------

whole = st.integers(-12, 12).map(float)
anywhere = st.floats(-1e12, 1e12, allow_nan=False)
magnitudes = st.builds(
    lambda sign, power, digits: sign * digits * 10.0**power,
    st.sampled_from([-1, 1]),
    st.integers(-15, 10),
    st.floats(1, 10),
)
coordinates = st.one_of(whole, whole, magnitudes, anywhere, st.sampled_from([1e12, -1e12, 5e-324]))


def table(rows: list[list[float]]) -> Boxes:
    return np.array(rows, dtype=np.float64).reshape(-1, 4)


def box(x1: float, y1: float, x2: float, y2: float) -> list[float]:
    return [min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)]


lists_of_boxes = st.one_of(
    *(
        st.lists(st.builds(box, *[numbers] * 4), max_size=25).map(table)
        for numbers in (whole, magnitudes, coordinates)
    )
)


@pytest.mark.parametrize("choice", [True, None], ids=["index", "default"])
@examples(40)
@given(boxes=lists_of_boxes, other=lists_of_boxes)
@example(boxes=table([[-0.0, 0, 0, 1], [0, 0, 1, 1]]), other=table([[0.0, 0, -0.0, 0]]))
def test_any_boxes(choice: bool | None, boxes: Boxes, other: Boxes) -> None:
    with index_forced(choice):
        assert_pairs(candidate_pairs(boxes), brute_force(boxes))
        assert_pairs(candidate_pairs(boxes, other), brute_force(boxes, other))
        assert_pairs(candidate_pairs(other, boxes), brute_force(other, boxes))


@examples(20)
@given(
    st.integers(0, 2**32),
    st.integers(150, 400),
    st.floats(-12, 8),
    st.floats(0, 12),
    st.floats(0, 11),
    st.booleans(),
)
def test_crowds_of_any_scale(
    seed: int, count: int, smallest: float, orders: float, world: float, rounded: bool
) -> None:
    """Crowds large enough for the index: sizes over some orders of magnitude, in any world."""
    random = np.random.default_rng(seed)
    sizes = 10.0 ** (smallest + random.uniform(0, orders, (2, count)))
    x, y = random.uniform(-1, 1, (2, count)) * 10.0**world
    boxes = boxes_at(x, y, np.minimum(sizes[0], 1e11), np.minimum(sizes[1], 1e11))
    if rounded:
        boxes = np.round(boxes)
    assert_pairs(candidate_pairs(boxes), brute_force(boxes))
    a, b = np.split(boxes, [count // 3])
    with index_forced(True):
        assert_pairs(candidate_pairs(a, b), brute_force(a, b))


# --- what candidate_pairs takes and refuses -----------------------------------------------------

BOX = [0.0, 0.0, 2.0, 2.0]
PAIR = [BOX, [1.0, 1.0, 3.0, 3.0]]


@for_each("nothing", [[], (), np.empty((0, 4)), np.empty((0, 4), dtype=int)])
def test_no_boxes_no_pairs(nothing: Any) -> None:
    none = np.empty((0, 2), dtype=np.intp)
    assert_pairs(candidate_pairs(nothing), none)
    assert_pairs(candidate_pairs(nothing, PAIR), none)
    assert_pairs(candidate_pairs(PAIR, nothing), none)
    assert candidate_pairs(nothing).shape == (0, 2)


@for_each(
    "form",
    [
        lambda rows: rows,
        tuple,
        lambda rows: np.array(rows, dtype=np.float32),
        lambda rows: np.array(rows, dtype=np.int16),
        lambda rows: np.array(rows, dtype=np.uint8),
        lambda rows: np.array(rows, dtype=">f8"),
        lambda rows: np.asfortranarray(rows, dtype=float),
        lambda rows: np.repeat(np.array(rows), 2, axis=1)[:, ::2],
        lambda rows: np.array(rows)[::-1][::-1],
        lambda rows: Group(Sprite(x, y, collision=Rect(0, 0, 2, 2)) for x, y, *_ in rows).aabbs,
    ],
)
def test_arrays_of_any_form(form: Callable[[Any], Any]) -> None:
    assert_pairs(candidate_pairs(form(PAIR)), np.array([[0, 1]]))
    assert_pairs(
        candidate_pairs(form(PAIR), form(PAIR)), np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    )


def test_a_frozen_array_is_read_and_not_written() -> None:
    boxes = scene("touching", 300)
    before = boxes.copy()
    boxes.setflags(write=False)
    for choice in (True, False, None):
        with index_forced(choice):
            assert_pairs(candidate_pairs(boxes, boxes), brute_force(boxes, boxes))
    np.testing.assert_array_equal(boxes, before)


def test_the_result_is_the_callers_own() -> None:
    found = candidate_pairs(PAIR)
    found[:] = 7
    assert_pairs(candidate_pairs(PAIR), np.array([[0, 1]]))


BAD: list[tuple[Any, type[Exception], str]] = [
    (BOX, ValueError, r"shape \(n, 4\), got \(4,\)"),
    ([[0, 0, 2]], ValueError, r"shape \(n, 4\), got \(1, 3\)"),
    ([[[0, 0, 2, 2]]], ValueError, r"shape \(n, 4\)"),
    ([[0, 0, 2, 2, 2]], ValueError, r"shape \(n, 4\)"),
    (7, ValueError, r"shape \(n, 4\)"),
    ([[0, 0, math.nan, 2]], ValueError, "finite"),
    ([[0, 0, math.inf, 2]], ValueError, "finite"),
    ([[-math.inf, 0, 0, 2]], ValueError, "finite"),
    ([[0, 0, 1e13, 2]], ValueError, r"1e\+12.*1e\+?13|10000000000000"),
    ([[0, 0, 2, 2], [0, -1e13, 2, 2]], ValueError, r"\[1\]"),
    ([[3, 0, 2, 2]], ValueError, "left <= right"),
    ([[0, 0, 2, 2], [0, 3, 2, 2]], ValueError, r"\[1\].*top <= bottom.*3\.0"),
    ("boxes", TypeError, "'boxes'"),
    ([["0", "0", "2", "2"]], TypeError, "'0'"),
    (None, TypeError, "None"),
    ([[0, 0, None, 2]], TypeError, "None"),
    ([[0, 0, 2j, 2]], TypeError, "2j"),
    (object(), TypeError, "object"),
    ({"left": 0}, TypeError, "left"),
]


@for_each("bad, error, message", BAD)
def test_bad_boxes_are_refused_by_name(bad: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        candidate_pairs(bad)
    assert str(caught.value).startswith("aabbs")
    if bad is not None:  # which as `other` means none
        with pytest.raises(error, match=message) as caught:
            candidate_pairs(PAIR, bad)
        assert str(caught.value).startswith("other")
    assert_pairs(candidate_pairs(PAIR), np.array([[0, 1]]))


def test_fractions_and_numbers_beyond_int64_get_a_clear_answer() -> None:
    """Whatever NumPy keeps as objects: right or a named error, never a wrong number."""
    with pytest.raises(ValueError, match="aabbs"):
        candidate_pairs([[0, 0, 2**70, 2]])
    halves = [[0, 0, Fraction(1, 2), 2], [Fraction(1, 4), 0, 1, 1], [Fraction(1, 2), 0, 1, 1]]
    assert candidate_pairs(halves).tolist() == [[0, 1], [1, 2]]


# --- order --------------------------------------------------------------------------------------

TELL = """
import hashlib
import numpy as np
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
    def run(hash_seed: str) -> str:
        done = run_python("-c", TELL, helpers=True, PYTHONHASHSEED=hash_seed)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run("1") == run("2")


def test_two_runs_give_the_same_order() -> None:
    for name in SCENES:
        boxes = scene(name, 300)
        np.testing.assert_array_equal(candidate_pairs(boxes), candidate_pairs(boxes))
