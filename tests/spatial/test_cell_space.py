"""`CellSpace` against measuring every distance, and against hostile use."""

import copy
import gc
import math
import pickle
import weakref
from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.hooks import check_cell_space

from spritecol.spatial import CellSpace

Place = tuple[float, float]


class Untold:
    """What must not be asked whom it equals."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError

    def __hash__(self) -> int:
        raise AssertionError


class Cell(NamedTuple):
    column: int
    row: int


def near(places: dict[Hashable, Place], x: float, y: float, radius: float) -> set[Hashable]:
    return {
        item
        for item, (px, py) in places.items()
        if (px - x) * (px - x) + (py - y) * (py - y) < radius * radius
    }


def check(space: CellSpace, places: dict[Hashable, Place], *queries: tuple[float, ...]) -> None:
    """The space holds these items there, and finds of them those that are near."""
    check_cell_space(space)
    assert len(space) == len(places)
    assert all(item in space for item in places)
    for x, y, radius in [*queries, (0, 0, 1e12), (5, 5, 1)]:
        found = space.neighbors(x, y, radius)
        assert len(found) == len(set(found))
        assert set(found) == near(places, x, y, radius)


def space_of(places: dict[Any, Place], *size: float) -> CellSpace:
    space = CellSpace(*(size or (10, 10, 5, 5)))
    for item, place in places.items():
        space.add(item, *place)
    return space


# Whole numbers lie on the lines between cells and at whole distances; the others far beyond.
NUMBERS = st.one_of(
    st.integers(-6, 16).map(float),
    st.floats(-3, 13),
    st.floats(-1e9, 1e9),
    st.sampled_from([-1e12, 1e12, 9.999999999999999, -5e-324]),
)
RADII = st.one_of(st.integers(0, 9).map(float), st.floats(0, 20), st.floats(0, 1e12))
ITEMS = st.integers(0, 9)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), ITEMS, NUMBERS, NUMBERS),
        st.tuples(st.just("update"), ITEMS, NUMBERS, NUMBERS),
        st.tuples(st.just("remove"), ITEMS, st.none(), st.none()),
    ),
    max_size=25,
)
SIZES = st.sampled_from(
    [(10, 10, 1, 1), (10, 10, 5, 5), (12.5, 3, 7, 2), (1e9, 1e-9, 3, 3), (5e-324, 1e12, 4, 2)]
)


@examples(160)
@given(SIZES, STEPS, st.lists(st.tuples(NUMBERS, NUMBERS, RADII), max_size=4))
def test_any_life_of_a_space(size: Any, steps: list[Any], queries: list[Any]) -> None:
    space = CellSpace(*size)
    model: dict[Hashable, Place] = {}
    for name, item, x, y in steps:
        if name == "add" and item in model:
            with pytest.raises(ValueError, match=f"^already in the cell space: {item}$"):
                space.add(item, x, y)
        elif name == "add":
            space.add(item, x, y)
            model[item] = (x, y)
        elif item not in model:
            with pytest.raises(KeyError, match=f"not in the cell space: {item}"):
                space.update(item, x, y) if name == "update" else space.remove(item)
        elif name == "update":
            space.update(item, x, y)
            model[item] = (x, y)
        else:
            space.remove(item)
            del model[item]
        check_cell_space(space)
    check(space, model, *queries)


@examples(80)
@given(NUMBERS, NUMBERS, RADII, st.integers(1, 9), st.data())
def test_items_just_within_and_just_beyond_the_radius(
    x: float, y: float, radius: float, columns: int, data: st.DataObject
) -> None:
    """Rounding takes nobody out of the cells that are looked through."""
    edge = data.draw(st.sampled_from([x - radius, x + radius]))
    places: dict[Hashable, Place] = {}
    for i, px in enumerate((math.nextafter(edge, -math.inf), edge, math.nextafter(edge, math.inf))):
        if abs(px) <= 1e12:
            places[i] = (px, y)
    check(space_of(places, 10, 10, columns, columns), places, (x, y, radius))


@pytest.mark.parametrize("spread", [0.0, 20.0, 3000.0])
def test_crowds(spread: float) -> None:
    rng = np.random.default_rng(3)
    rows = rng.normal(300, spread, (300, 2)).tolist()
    places: dict[Hashable, Place] = {i: (x, y) for i, (x, y) in enumerate(rows)}
    space = space_of(places, 640, 480, 16, 12)
    check(space, places, *[(x, y, r) for x, y in rows[:30] for r in (0.0, 5.0, 60.0)])
    for i, (x, y) in enumerate(rows):
        places[i] = (y, 2 * x)
        space.update(i, y, 2 * x)
    check(space, places, *[(x, y, 60.0) for x, y in rows[:30]])


def test_the_radius_itself_is_too_far() -> None:
    space = space_of({"here": (0, 0), "five away": (3, 4)})
    assert space.neighbors(0, 0, 5) == ["here"]
    assert sorted(space.neighbors(0, 0, 5.000001)) == ["five away", "here"]
    assert space.neighbors(0, 0, 0) == []


def test_items_and_queries_beyond_the_edges() -> None:
    space = space_of({"west": (-100, 5), "far west": (-200, 5), "south east": (90, 99)})
    assert space.neighbors(-100, 5, 1) == ["west"]
    assert space.neighbors(-210, 5, 20) == ["far west"]
    assert space.neighbors(100, 100, 20) == ["south east"]
    assert space.neighbors(5, 5, 106) == ["west"]
    assert space.neighbors(5, 5, 4) == []


def test_any_value_is_an_item_and_numbers_in_any_form() -> None:
    items = [None, "text", 1, (2, 3), CellSpace(1, 1, 1, 1)]
    space = space_of(dict.fromkeys(items, (np.float32(2.5), np.int64(3))))
    assert set(space.neighbors(2.5, 3, 0.1)) == set(items)
    assert True in space
    space.remove(1.0)
    assert 1 not in space


def test_sizes_can_be_read() -> None:
    space = CellSpace(640, 480.0, np.int32(8), 6)
    assert (space.width, space.height, space.columns, space.rows) == (640.0, 480.0, 8, 6)


def test_clear() -> None:
    space = space_of({i: (i, i) for i in range(9)})
    space.clear()
    check(space, {})
    space.add(1, 2, 3)
    check(space, {1: (2, 3)})


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (math.nan, ValueError, "must be a finite number from -1e12 to 1e12, got nan"),
        (math.inf, ValueError, "must be a finite number"),
        (1.1e12, ValueError, "must be a finite number"),
        (10**400, ValueError, "must be a finite number"),
        ("1", TypeError, "must be a number, got '1'"),
        (None, TypeError, "must be a number, got None"),
        ((1, 2), TypeError, "must be a number"),
    ],
)
def test_a_bad_number_changes_nothing(value: Any, error: type[Exception], message: str) -> None:
    places: dict[Hashable, Place] = {"a": (1, 1), "b": (2, 2)}
    space = space_of(places)
    for name, call in (
        ("x", lambda: space.add("c", value, 1)),
        ("y", lambda: space.add("c", 1, value)),
        ("x", lambda: space.update("a", value, 1)),
        ("y", lambda: space.update("a", 1, value)),
        ("x", lambda: space.neighbors(value, 1, 1)),
        ("y", lambda: space.neighbors(1, value, 1)),
        ("radius", lambda: space.neighbors(1, 1, value)),
    ):
        with pytest.raises(error, match=f"^{name} {message}"):
            call()
        check(space, places)
    with pytest.raises(ValueError, match=r"^radius must be 0 or more, got -1$"):
        space.neighbors(1, 1, -1)


@pytest.mark.parametrize(
    ("size", "error", "message"),
    [
        ((0, 10, 5, 5), ValueError, "^width must be greater than 0, got 0$"),
        ((10, -1, 5, 5), ValueError, "^height must be greater than 0, got -1$"),
        ((math.inf, 10, 5, 5), ValueError, "^width must be a finite number"),
        (("10", 10, 5, 5), TypeError, "^width must be a number"),
        ((10, 10, 0, 5), ValueError, "^columns must be from 1 to 16777216, got 0$"),
        ((10, 10, 5, -1), ValueError, "^rows must be from 1 to 16777216, got -1$"),
        ((10, 10, 2**70, 5), ValueError, "^columns must be from 1"),
        ((10, 10, 2**13, 2**12), ValueError, r"^columns \* rows must be at most 16777216"),
        ((10, 10, 5.0, 5), TypeError, "^columns must be a whole number, got 5.0$"),
        ((10, 10, 5, None), TypeError, "^rows must be a whole number, got None$"),
        ((10, 10), TypeError, "^columns must be a whole number, got None$"),
    ],
)
def test_bad_sizes(size: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        CellSpace(*size)


def test_unknown_items() -> None:
    places: dict[Hashable, Place] = {"a": (1, 1)}
    space = space_of(places)
    for call in (lambda: space.update("b", 1, 1), lambda: space.remove("b")):
        with pytest.raises(KeyError, match="not in the cell space: 'b'"):
            call()
    with pytest.raises(KeyError, match=r"not in the cell space: \[\]"):
        space.remove([])
    assert [] not in space
    check(space, places)


def test_what_is_no_space() -> None:
    space = CellSpace(1, 1, 1, 1)
    for make in (
        lambda: CellSpace.__new__(CellSpace),  # type: ignore[call-arg]
        lambda: CellSpace.clear(None),  # type: ignore[arg-type]
        lambda: CellSpace.add(5, 1, 1, 1),  # type: ignore[arg-type]
        lambda: copy.copy(space),
        lambda: pickle.dumps(space),
    ):
        with pytest.raises(TypeError):
            make()


def test_all_but_plain_values_count_by_identity() -> None:
    """Also in tuples, and what cannot be hashed; nobody's `__eq__` or `__hash__` is asked."""
    items: list[Any] = [Untold(), Untold(), [], [], (1, Untold()), (1, []), {}, Cell(1, 2)]
    space = space_of({})
    for k, item in enumerate(items):
        space.add(item, k, k)
        with pytest.raises(ValueError, match="already in the cell space"):
            space.add(item, 0, 0)
    assert all(item in space for item in items)
    assert Untold() not in space
    assert [] not in space
    assert (1, 2) in space  # a named tuple is one
    for k, item in enumerate(items):
        assert space.neighbors(k, k, 0.5)[0] is item
        space.update(item, 9, 9)
    space.remove((1, 2))
    for item in items[:-1]:
        space.remove(item)
    assert len(space) == 0


def test_items_that_change_the_space_when_they_die() -> None:
    space = CellSpace(10, 10, 2, 2)

    class Item:
        def __del__(self) -> None:
            deaths.append(len(space))
            space.add(len(deaths), 1, 1)

    deaths: list[int] = []
    for _ in range(2):
        space.add(Item(), 5, 5)
    space.remove(space.neighbors(5, 5, 1)[0])
    check(space, {1: (1, 1), **dict.fromkeys(space.neighbors(5, 5, 1), (5, 5))})
    space.clear()
    assert deaths == [1, 0]
    check(space, {2: (1, 1)})


def test_spaces_and_items_are_let_go() -> None:
    class Item:
        space: CellSpace

    item = Item()
    item.space = space_of({item: (1, 1)})
    seen, space_seen = weakref.ref(item), weakref.ref(item.space)
    del item
    gc.collect()
    assert seen() is None
    assert space_seen() is None
