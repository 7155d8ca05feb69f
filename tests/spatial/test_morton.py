"""`spritecol.spatial.morton`: the worked numbers of the sources, and the laws between functions.

The numbers of four cells by four, levels 0 to 2, are those worked out by hand in the introductions
to quadtrees that this module follows (see docs/architecture.md).
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spritecol.spatial import morton
from spritecol.spatial.morton import children, decode, encode, linear, locate, parent

COORDINATES = st.integers(0, 2**32 - 1)


def by_digits(ix: int, iy: int) -> int:
    """Each bit of ix and iy put in its place, one by one."""
    return sum(((ix >> k & 1) << 2 * k) | ((iy >> k & 1) << (2 * k + 1)) for k in range(32))


# Numbers ---------------------------------------------------------------------------------------


def test_the_cell_in_column_2_and_row_3_is_14() -> None:
    assert encode(2, 3) == 14
    assert decode(14) == (2, 3)


def test_sixteen_cells_run_along_a_z() -> None:
    ix, iy = np.meshgrid(np.arange(4), np.arange(4))
    assert encode(ix, iy).tolist() == [
        [0, 1, 4, 5],
        [2, 3, 6, 7],
        [8, 9, 12, 13],
        [10, 11, 14, 15],
    ]


@given(COORDINATES, COORDINATES)
def test_encode_is_what_the_digits_say_and_decode_its_inverse(ix: int, iy: int) -> None:
    m = encode(ix, iy)
    assert type(m) is int
    assert m == by_digits(ix, iy)
    assert decode(m) == (ix, iy)
    assert all(type(value) is int for value in decode(m))


@given(st.integers(0, 2**64 - 1))
def test_every_number_of_64_bits_is_a_cell(m: int) -> None:
    assert encode(*decode(m)) == m


@given(st.lists(st.tuples(COORDINATES, COORDINATES), max_size=20))
def test_arrays_give_what_the_single_numbers_give(cells: list[tuple[int, int]]) -> None:
    ix = np.array([x for x, _ in cells], dtype=np.int64)
    iy = np.array([y for _, y in cells], dtype=np.uint32)
    m = encode(ix, iy)
    assert m.dtype == np.uint64
    assert m.tolist() == [encode(x, y) for x, y in cells]
    back_x, back_y = decode(m)
    assert back_x.dtype == back_y.dtype == np.int64
    assert (back_x.tolist(), back_y.tolist()) == (ix.tolist(), iy.tolist())


def test_arrays_broadcast_and_keep_their_shape() -> None:
    assert encode(np.arange(6).reshape(2, 3), 1).tolist() == [[2, 3, 6], [7, 18, 19]]
    assert encode([0, 1], [[0], [1]]).tolist() == [[0, 1], [2, 3]]
    assert decode(np.arange(4).reshape(2, 2))[1].tolist() == [[0, 0], [1, 1]]
    assert encode(np.arange(8)[::-2], np.zeros(4, np.int8)).tolist() == [21, 17, 5, 1]
    assert encode([], []).shape == (0,)
    frozen = np.arange(3)
    frozen.setflags(write=False)
    assert encode(frozen, frozen).tolist() == [0, 3, 12]


def test_numpy_numbers_count_as_numbers() -> None:
    assert encode(np.int8(2), np.uint64(3)) == 14
    assert type(encode(np.int8(2), np.uint64(3))) is int
    assert parent(np.int64(27)) == 6


# Linear numbers --------------------------------------------------------------------------------


def test_the_last_cell_of_depth_2_is_20() -> None:
    assert linear(2, 15) == 20
    assert [linear(0, 0), linear(1, 0), linear(1, 3), linear(2, 0)] == [0, 1, 4, 5]


def test_the_parent_of_27_is_6_and_that_of_24_is_5() -> None:
    assert parent(27) == 6
    assert parent(24) == 5
    assert parent(np.array([[27, 24], [1, 4]])).tolist() == [[6, 5], [0, 0]]


def test_the_children_of_5_and_6() -> None:
    assert children(5) == (21, 22, 23, 24)
    assert children(6) == (25, 26, 27, 28)
    assert children(np.array([5, 0])).tolist() == [[21, 22, 23, 24], [1, 2, 3, 4]]


@given(st.integers(0, 30), st.data())
def test_children_and_parents_agree_with_columns_and_rows(level: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, 4**level - 1))
    n = linear(level, index)
    ix, iy = decode(index)
    quarters = [(2 * ix + dx, 2 * iy + dy) for dy in (0, 1) for dx in (0, 1)]
    assert list(children(n)) == [linear(level + 1, encode(x, y)) for x, y in quarters]
    assert {parent(child) for child in children(n)} == {n}


def test_arrays_of_levels_and_indices() -> None:
    levels, indices = np.array([0, 1, 2, 31]), np.array([0, 3, 15, 4**31 - 1])
    numbers = linear(levels, indices)
    assert numbers.dtype == np.int64
    assert numbers.tolist() == [
        linear(int(a), int(b)) for a, b in zip(levels, indices, strict=True)
    ]
    assert linear(1, np.arange(4)).tolist() == [1, 2, 3, 4]
    assert parent(numbers[1:]).tolist() == [parent(int(n)) for n in numbers[1:]]


# The cell of a box -----------------------------------------------------------------------------

FOUR = (0, 0, 4, 4)


def test_corners_in_12_and_15_lie_in_cell_3_of_level_1() -> None:
    assert (encode(2, 2), encode(3, 3)) == (12, 15)
    assert locate(2.1, 2.1, 3.9, 3.9, FOUR, 2) == (1, 3)


def test_corners_in_3_and_12_or_15_lie_in_the_root() -> None:
    assert locate(1.5, 1.5, 2.5, 2.5, FOUR, 2) == (0, 0)  # 3 and 12
    assert locate(1.5, 1.5, 3.5, 3.5, FOUR, 2) == (0, 0)  # 3 and 15


def test_a_small_box_lies_in_one_cell_of_the_finest_level() -> None:
    assert locate(2.1, 3.1, 2.9, 3.9, FOUR, 2) == (2, 14)
    assert linear(*locate(3.5, 3.5, 3.5, 3.5, FOUR, 2)) == 20


def test_the_far_bounds_belong_to_the_last_cells() -> None:
    assert locate(4, 4, 4, 4, FOUR, 2) == (2, 15)
    assert locate(3.5, 3.5, 4, 4, FOUR, 2) == (2, 15)
    assert locate(0, 0, 4, 4, FOUR, 2) == (0, 0)


def test_bounds_may_be_anywhere() -> None:
    assert locate(-10, 25, -9.5, 25.5, (-10, 20, -2, 28), 3) == (3, encode(0, 5))
    assert locate(1e9 - 1, 0, 1e9, 1, (-1e9, -1e9, 1e9, 1e9), 16)[0] == 16


@given(
    st.integers(0, 16),
    st.lists(
        st.tuples(*[st.integers(0, 64)] * 4).map(
            lambda v: (*sorted((v[0] / 4, v[1] / 4)), *sorted((v[2] / 4, v[3] / 4)))
        ),
        min_size=1,
        max_size=10,
    ),
)
def test_the_cell_is_the_smallest_that_holds_both_corners(
    depth: int, spans: list[tuple[float, float, float, float]]
) -> None:
    cells = 2**depth
    found = []
    for left, right, top, bottom in spans:
        level, index = locate(left, top, right, bottom, (0, 0, 16, 16), depth)
        a, b, c, d = (
            min(int(value * cells / 16), cells - 1) for value in (left, top, right, bottom)
        )
        assert decode(index) == (a >> depth - level, b >> depth - level)
        assert decode(index) == (c >> depth - level, d >> depth - level)
        if level < depth:
            finer = depth - level - 1
            assert (a >> finer, b >> finer) != (c >> finer, d >> finer)
        found.append((level, index))
    left, right, top, bottom = np.array(spans).T
    levels, indices = locate(left, top, right, bottom, (0, 0, 16, 16), depth)
    assert levels.dtype == indices.dtype == np.int64
    assert list(zip(levels.tolist(), indices.tolist(), strict=True)) == found


def test_locate_takes_arrays_of_any_shape() -> None:
    left = np.array([[0.1, 1.1], [2.1, 3.1]])
    levels, indices = locate(left, 0.1, left + 0.5, 0.5, FOUR, 2)
    assert levels.tolist() == [[2, 2], [2, 2]]
    assert indices.tolist() == [[0, 1], [4, 5]]


# Errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: encode(-1, 0), r"^ix must be from 0 to 4294967295, got -1$"),
        (lambda: encode(0, 2**32), r"^iy must be from 0 to 4294967295, got 4294967296$"),
        (lambda: encode(np.array([0, -3]), 0), r"^ix must be from 0 to 4294967295, got -3$"),
        (lambda: encode(0, np.array([2**33])), r"^iy must be .* got 8589934592$"),
        (lambda: decode(-1), r"^m must be from 0 to 18446744073709551615, got -1$"),
        (lambda: decode(2**64), r"^m must be "),
        (lambda: decode(np.array([-1])), r"^m must be "),
        (lambda: linear(-1, 0), r"^level must be from 0 to 31, got -1$"),
        (lambda: linear(32, 0), r"^level must be from 0 to 31, got 32$"),
        (lambda: linear(1, 4), r"^index on level 1 must be from 0 to 3, got 4$"),
        (lambda: linear(0, -1), r"^index on level 0 must be from 0 to 0, got -1$"),
        (lambda: linear(np.array([2, 1]), 4), r"^index on level 1 must be from 0 to 3, got 4$"),
        (lambda: parent(0), r"^n must be from 1 to \d+, got 0$"),
        (lambda: parent(np.array([5, 0])), r"^n must be from 1 to \d+, got 0$"),
        (lambda: children(-1), r"^n must be from 0 to \d+, got -1$"),
        (lambda: children(linear(31, 0)), r"^n must be "),
        (lambda: encode(np.arange(2), np.arange(3)), "broadcast"),
        (lambda: locate(0, 0, 5, 4, FOUR, 2), r"^the box must lie within the bounds "),
        (lambda: locate(-0.1, 0, 1, 1, FOUR, 2), r"got \(-0.1, 0.0, 1.0, 1.0\)$"),
        (lambda: locate(np.array([0, 3.5]), 0, 4.5, 1, FOUR, 2), "must lie within the bounds"),
        (lambda: locate(2, 0, 1, 1, FOUR, 2), "left <= right"),
        (lambda: locate(np.array([2]), 0, 1, 1, FOUR, 2), "left <= right"),
        (lambda: locate(float("nan"), 0, 1, 1, FOUR, 2), "^left of the box must be a finite"),
        (lambda: locate(np.array([np.nan]), 0, 1, 1, FOUR, 2), "finite"),
        (lambda: locate(0, 0, 1, 1, FOUR, 17), r"^depth must be from 0 to 16, got 17$"),
        (lambda: locate(0, 0, 1, 1, FOUR, -1), r"^depth must be from 0 to 16, got -1$"),
        (lambda: locate(0, 0, 1, 1, (0, 0, 0, 4), 2), r"^bounds must have left < right"),
        (lambda: locate(0, 0, 1, 1, (0, 0, 4), 2), r"^bounds must be four numbers"),
    ],
)
def test_out_of_range(call, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: encode(1.0, 0),
        lambda: encode("1", 0),
        lambda: encode(None, 0),
        lambda: encode(np.array([1.0]), 0),
        lambda: encode(np.array(["1"]), 0),
        lambda: encode([1, None], 0),
        lambda: decode(3.5),
        lambda: decode(np.array([3.5])),
        lambda: linear("0", 0),
        lambda: linear(0, 0.0),
        lambda: parent(2.0),
        lambda: children(None),
        lambda: locate("0", 0, 1, 1, FOUR, 2),
        lambda: locate(np.array(["0"]), 0, 1, 1, FOUR, 2),
        lambda: locate(0, 0, 1, 1, FOUR, 2.0),
        lambda: locate(0, 0, 1, 1, None, 2),
    ],
)
def test_wrong_types(call) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(TypeError, match="must be"):
        call()


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'FIRST'"):
        morton.FIRST  # noqa: B018
