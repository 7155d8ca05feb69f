"""Bad input: a clear error that names attribute and value, and everything stays as it was."""

import collections
import contextlib
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import shapely
from support.behavior import SQUARE, MeddlingNumber, Surface, ids, square, state
from support.engine import row_count, validate
from support.for_each import for_each

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Point,
    Rect,
    Segment,
    Sprite,
    Triangle,
    check,
    draw,
    pairs,
    update,
)

NUMBERS = ["x", "y", "angle", "scale_x", "scale_y", "center_x", "center_y", "z"]
FLAGS = ["collision_enable", "collision_sync", "offset_sync", "visible"]
COLUMNS = ["x", "y", "angle", "scale_x", "scale_y"]


class BrokenError(Exception):
    """What the hostile objects below raise."""


class FloatRaises:
    def __float__(self) -> float:
        raise BrokenError


class FloatIsJunk:
    def __float__(self) -> float:
        return "junk"  # type: ignore[return-value]


class FloatIsNan:
    def __float__(self) -> float:
        return float("nan")


class ReprRaises:
    def __repr__(self) -> str:
        raise BrokenError


class IndexOnly:
    """Stands for an integer, as numpy's scalars do."""

    def __index__(self) -> int:
        return 3


WRONG_TYPES: list[Any] = [
    "abc",
    "5",
    "",
    b"",
    b"5",
    bytearray(b"5"),
    object(),
    1j,
    np.complex128(1),
    [],
    [1],
    (1.0,),
    ["a"],
    {},
    Sprite,
    np.array([1.0, 2.0]),
    np.array([]),
    np.array(["a", "b"]),
    FloatIsJunk(),
]
WRONG_VALUES: list[Any] = [
    float("nan"),
    float("inf"),
    float("-inf"),
    np.float64("nan"),
    np.float32("inf"),
    1e308,
    1e13,
    -1e13,
    np.nextafter(1e12, 2e12),
    10**13,
    10**400,
    -(10**400),
    10**5000,
    Fraction(10**13),
    Fraction(10**400, 3),
    Decimal("nan"),
    Decimal("inf"),
    Decimal("1e13"),
    Decimal("1e400"),
    FloatIsNan(),
]
FINE: list[Any] = [
    0,
    -0.0,
    True,
    1e12,
    -1e12,
    10**12,
    5e-324,
    Decimal("1.5"),
    Fraction(1, 4),
    np.float32(1.5),
    np.float64(2.5),
    np.int64(-3),
    np.uint8(3),
    np.bool_(True),
    IndexOnly(),
]


def tells(message: str, value: Any) -> bool:
    """Whether a message shows the value; of very long ones, a part is enough."""
    if isinstance(value, int) and abs(value) > 10**100:
        return True
    if isinstance(value, ReprRaises):
        return True
    texts = [repr(value), str(value)]
    with contextlib.suppress(Exception):
        texts.append(repr(float(value)))  # what was read is as good as what was written
    return any(text[:40] in message for text in texts)


def posed() -> Sprite:
    """A sprite that differs from the default in everything."""
    return Sprite(
        1, 2, Surface(6, 4), collision=[[0, 0, 3], [4, 4, 9, 9]], angle=30, scale_x=1.5, scale_y=-2,
        center_x=1, center_y=3, z=4, collision_sync=True, offset_sync=True, visible=False,
    )  # fmt: skip


def refuses(error: type[Exception] | tuple[type[Exception], ...], name: str, value: Any) -> None:
    """Assigning fails with the error, says what and why, and changes nothing."""
    sprite = posed()
    before = state(sprite)
    with pytest.raises(error) as caught:
        setattr(sprite, name, value)
    if not isinstance(caught.value, BrokenError):
        assert re.search(rf"\b{name}\b", str(caught.value))
        assert tells(str(caught.value), value)
    assert state(sprite) == before
    rows = row_count()
    with pytest.raises(error) as caught:
        Sprite(**{name: value})
    del caught
    assert row_count() <= rows  # less when a collection came in between
    validate()


@for_each("name", NUMBERS)
def test_numbers_refuse_other_types(name: str) -> None:
    for value in WRONG_TYPES:
        refuses(TypeError, name, value)


@for_each("name", NUMBERS)
def test_numbers_refuse_what_is_not_finite_or_too_large(name: str) -> None:
    for value in WRONG_VALUES:
        refuses(ValueError, name, value)


@for_each("value", [FloatRaises(), ReprRaises()])
@for_each("name", NUMBERS)
def test_numbers_that_cannot_even_be_asked(name: str, value: Any) -> None:
    refuses((BrokenError, TypeError), name, value)


@for_each("name", [name for name in NUMBERS if not name.startswith("center")])
def test_none_is_no_number(name: str) -> None:
    sprite = posed()
    before = state(sprite)
    with pytest.raises(TypeError, match=name):
        setattr(sprite, name, None)
    assert state(sprite) == before


@for_each("name", NUMBERS)
def test_numbers_of_any_kind_are_fine(name: str) -> None:
    for value in FINE:
        sprite = posed()
        setattr(sprite, name, value)
        expected = float(value)
        found = getattr(sprite, name)
        assert found == expected or (name == "angle" and found == expected % 360), value
        assert getattr(Sprite(**{name: value}), name) == found
        assert len(sprite.aabb) == 4
        validate()


@for_each("value", ["abc", b"", object(), None, [], 1.5, float("nan"), 1j])
@for_each("name", FLAGS)
def test_flags_refuse_other_types(name: str, value: Any) -> None:
    refuses(TypeError, name, value)


@for_each("name", FLAGS)
def test_flags_take_what_means_true_or_false(name: str) -> None:
    sprite = Sprite()
    for value in (False, True, 0, 1, np.bool_(False), np.bool_(True)):
        setattr(sprite, name, value)
        assert getattr(sprite, name) is bool(value)


@for_each("name", ["aabb", "world_shapes", "geometry", "shapes", "vanished"])
def test_what_is_computed_cannot_be_assigned(name: str) -> None:
    sprite = posed()
    before = state(sprite)
    with pytest.raises(AttributeError):
        setattr(sprite, name, getattr(sprite, name))
    assert state(sprite) == before


def test_all_at_the_limit_is_still_a_sprite() -> None:
    limit = 1e12
    sprite = Sprite(
        limit, -limit, collision=[Rect(limit, limit, limit, limit), Circle(-limit, limit, limit)],
        scale_x=limit, scale_y=-limit, center_x=-limit, center_y=limit, angle=limit,
    )  # fmt: skip
    assert np.isfinite(sprite.aabb).all()
    assert sprite.hits(sprite) is False
    assert Group(sprite, square(), square(5)).pair_indices().tolist()[-1] == [1, 2]


# -- collision ------------------------------------------------------------------------------

BOWTIE = shapely.Polygon([(0, 0), (4, 4), (4, 0), (0, 4)])
WRONG_COLLISIONS: list[tuple[type[Exception] | tuple[type[Exception], ...], Any]] = [
    (TypeError, 5),
    (TypeError, 1.5),
    (TypeError, "abc"),
    (TypeError, ""),
    (TypeError, b"abc"),
    (TypeError, object()),
    (TypeError, Circle),
    (TypeError, Sprite()),
    (TypeError, Group()),
    (TypeError, Group(Sprite())),
    (TypeError, set()),
    (TypeError, {}),
    (TypeError, range(0)),
    (TypeError, collections.deque()),
    (TypeError, {"a": 1}),
    (TypeError, ["a", "b"]),
    (TypeError, ["abc"]),
    (TypeError, [1, "a"]),
    (TypeError, [None, None]),
    (TypeError, [1, None, 3]),
    (TypeError, [Circle(0, 0, 1), "a"]),
    (TypeError, [Circle(0, 0, 1), None]),
    (TypeError, [Circle(0, 0, 1), 5]),
    (TypeError, [1j, 2]),
    (TypeError, shapely.LineString([(0, 0), (1, 1)])),
    (TypeError, shapely.Point(0, 0)),
    (TypeError, np.array(["a", "b"])),
    ((TypeError, ValueError), [[[1, 2]]]),
    ((TypeError, ValueError), [1, [2, 3]]),
    ((TypeError, ValueError), np.zeros((2, 2, 2))),
    ((TypeError, ValueError), np.array(5.0)),
    (ValueError, [1]),
    (ValueError, [1, 2, 3, 4, 5]),
    (ValueError, [1, 2, 3, 4, 5, 6, 7]),
    (ValueError, [[1, 2], [3]]),
    (ValueError, [[1, 2], []]),
    (ValueError, np.zeros((2, 5))),
    (ValueError, [0, 0, -1]),
    (ValueError, [float("nan"), 1]),
    (ValueError, [0, float("inf"), 1]),
    (ValueError, [0, 0, 1e13, 5]),
    (ValueError, [0, 0, 10**400]),
    (ValueError, [[0, 0, 1], [0, 0, 1e308]]),
    (ValueError, BOWTIE),
    (ValueError, shapely.MultiPolygon([shapely.box(0, 0, 1, 1), BOWTIE])),
    (ValueError, shapely.Polygon([(0, 0), (1e13, 0), (0, 1)])),
]


@pytest.mark.parametrize(
    ("error", "value"),
    [pytest.param(*case, id=str(number)) for number, case in enumerate(WRONG_COLLISIONS)],
)
def test_collision_refuses(error: Any, value: Any) -> None:
    sprite = posed()
    before = state(sprite)
    rows = row_count()
    with pytest.raises(error):
        sprite.collision = value
    assert state(sprite) == before
    with pytest.raises(error):
        Sprite(collision=value)
    with pytest.raises(error):
        type("Kind", (Sprite,), {"collision": value})()
    assert row_count() <= rows  # less when a collection came in between
    validate()


def test_collision_errors_say_what_may_have_been_meant() -> None:
    for value, remedy in (
        (Group(), r"got <Group of 0 sprites>; .* the Group is what others check: check\(group\)"),
        (Group(Sprite()), r"the Group is what others check"),
        (Sprite(), r"collision=other\.shapes"),
        (range(0), r"which is empty; for a sprite without shapes it is an empty list, \[\]"),
    ):
        with pytest.raises(TypeError, match=remedy):
            Sprite(collision=value)
    for nothing in ([], (), np.array([])):
        assert Sprite(collision=nothing).shapes == ()


def test_collision_errors_say_what_is_allowed() -> None:
    sprite = Sprite()
    with pytest.raises(ValueError, match=r"2.*3.*4.*6") as caught:
        sprite.collision = [7.5, 2, 3, 4, 5]
    assert "7.5" in str(caught.value)
    with pytest.raises(ValueError, match="Self-intersection"):
        sprite.collision = BOWTIE
    with pytest.raises(ValueError, match="-7"):
        sprite.collision = [0, 0, -7]
    for value in (5, "abc", ["abc"], [Circle(0, 0, 1), "abc"]):
        with pytest.raises(TypeError, match="collision") as wrong:
            sprite.collision = value  # type: ignore[assignment]
        assert ("5" if value == 5 else "'abc'") in str(wrong.value)


SHAPES: list[tuple[Callable[..., Any], list[float], list[str]]] = [
    (Point, [1, 2], ["x", "y"]),
    (Segment, [1, 2, 3, 4], ["x1", "y1", "x2", "y2"]),
    (Circle, [1, 2, 3], ["x", "y", "r"]),
    (Capsule, [1, 2, 3, 4, 5], ["x1", "y1", "x2", "y2", "r"]),
    (Ellipse, [1, 2, 3, 4, 5], ["x", "y", "rx", "ry", "angle"]),
    (Rect, [1, 2, 3, 4, 5], ["x", "y", "width", "height", "angle"]),
    (Triangle, [1, 2, 3, 4, 6, 9], ["x1", "y1", "x2", "y2", "x3", "y3"]),
]


@for_each("shape, numbers, names", SHAPES)
def test_shapes_refuse_bad_numbers(shape: Any, numbers: list[float], names: list[str]) -> None:
    shape(*numbers)
    for place, name in enumerate(names):
        bad: list[tuple[type[Exception], Any]] = [
            *((TypeError, value) for value in ("abc", "5", None, 1j, [], object())),
            *((ValueError, value) for value in (float("nan"), float("inf"), 1e13, 10**400)),
        ]
        if name in ("r", "rx", "ry", "width", "height"):
            bad.append((ValueError, -1e-9))
        for error, value in bad:
            with pytest.raises(error, match=rf"\b{name}\b") as caught:
                shape(*numbers[:place], value, *numbers[place + 1 :])
            assert tells(str(caught.value), value)


# -- image ----------------------------------------------------------------------------------


class SizeRaises:
    def get_size(self) -> tuple[float, float]:
        raise BrokenError


class Sized:
    def __init__(self, size: Any) -> None:
        self.size = size


class WidthOnly:
    width = 5


@for_each(
    "error, value",
    [
        (TypeError, 5),
        (TypeError, "abc"),
        (TypeError, object()),
        (TypeError, [4, 4]),
        (TypeError, WidthOnly()),
        (TypeError, Sized("ab")),
        (TypeError, Sized((4, None))),
        (TypeError, Surface("a", 4)),  # type: ignore[arg-type]
        (TypeError, Sized(None)),
        (TypeError, Sized(5)),
        ((TypeError, ValueError), Sized((1,))),
        ((TypeError, ValueError), Sized((1, 2, 3))),
        (ValueError, Sized((-1, 5))),
        (ValueError, Surface(5, -1)),
        (ValueError, Surface(float("nan"), 5)),
        (ValueError, Surface(1e13, 5)),
        (BrokenError, SizeRaises()),
    ],
)
@for_each("collision", [None, SQUARE])
def test_image_refuses_what_has_no_size(error: Any, value: Any, collision: Any) -> None:
    sprite = Sprite(1, 2, Surface(4, 6), collision=collision)
    before = state(sprite)
    rows = row_count()
    with pytest.raises(error) as caught:
        sprite.image = value
    if error is not BrokenError:
        assert "image" in str(caught.value)
    assert state(sprite) == before
    with pytest.raises(error) as caught:
        Sprite(image=value)
    del caught
    assert row_count() <= rows  # less when a collection came in between


# -- columns --------------------------------------------------------------------------------


def trio() -> tuple[Group, list[Sprite]]:
    sprites = [posed(), square(3), Sprite(angle=5)]
    return Group(sprites[0], Group(*sprites[1:])), sprites


BAD_COLUMNS: list[tuple[type[Exception] | tuple[type[Exception], ...], Any]] = [
    *((ValueError, value) for value in WRONG_VALUES),
    *((ValueError, [1, 2, value]) for value in WRONG_VALUES),
    (ValueError, [1, 2]),
    (ValueError, [1, 2, 3, 4]),
    (ValueError, []),
    (ValueError, np.zeros(4)),
    (ValueError, np.zeros((3, 1))),
    (ValueError, np.zeros((1, 3))),
    (ValueError, np.zeros((3, 3))),
    (ValueError, np.zeros((0, 3))),
    ((TypeError, ValueError), [[1, 2, 3]]),
    ((TypeError, ValueError), [1, [2], 3]),
    (ValueError, np.array([1, np.nan, 3])),
    (ValueError, np.array([1, 2, np.inf], dtype=np.float32)),
    (ValueError, np.array([-1e13, 2, 3])),
    (ValueError, np.array([1, 2, 10**13])),
    (TypeError, None),
    (TypeError, "abc"),
    (TypeError, "5"),
    (TypeError, b"abc"),
    (TypeError, object()),
    (TypeError, 1j),
    (TypeError, {1, 2, 3}),
    (TypeError, {1: 1, 2: 2, 3: 3}),
    (TypeError, ["a", "b", "c"]),
    (TypeError, ["1", "2", "3"]),
    (TypeError, [1, 2, None]),
    (TypeError, [1, 2, "3"]),
    (TypeError, [1, 2, 3j]),
    (TypeError, [1, 2, object()]),
    (TypeError, np.array([1, 2, 3j])),
    (TypeError, np.array(["1", "2", "3"])),
    (TypeError, np.array([b"1", b"2", b"3"])),
    (TypeError, np.array([1, 2, None], dtype=object)),
    (TypeError, np.array([1, 2, 3], dtype="datetime64[s]")),
    (TypeError, np.zeros(3, dtype=[("a", "f8")])),
    ((BrokenError, TypeError), [1, 2, FloatRaises()]),
    ((BrokenError, TypeError), [1, 2, ReprRaises()]),
    (TypeError, [1, 2, FloatIsJunk()]),
]


@for_each("name", COLUMNS)
def test_columns_are_written_wholly_or_not_at_all(name: str) -> None:
    for error, value in BAD_COLUMNS:
        group, sprites = trio()
        before = [state(sprite) for sprite in sprites], ids(group.pairs())
        with pytest.raises(error) as caught:
            setattr(group, name, value)
        if not isinstance(caught.value, BrokenError):
            assert re.search(rf"\b{name}\b", str(caught.value))
        assert ([state(sprite) for sprite in sprites], ids(group.pairs())) == before
        validate()


def test_a_column_error_shows_the_offender() -> None:
    group, _ = trio()
    for value in (float("nan"), float("inf"), 2.5e12):
        with pytest.raises(ValueError, match="scale_y") as caught:
            group.scale_y = [1, value, 2]
        assert tells(str(caught.value), value)
    with pytest.raises(ValueError, match=r"\b3\b") as caught:
        group.scale_y = np.zeros(7)
    assert "7" in str(caught.value)


# -- calls ----------------------------------------------------------------------------------


class IterRaises:
    def __iter__(self) -> Iterator[Any]:
        raise BrokenError


class NextRaises:
    def __iter__(self) -> Iterator[Any]:
        yield square()
        raise BrokenError


class IterIsJunk:
    def __iter__(self) -> Iterator[Any]:
        return 5  # type: ignore[return-value]


class IterIsNone:
    __iter__ = None


class Endless:
    """Yields forever, each time something of another type; the second is no sprite."""

    def __iter__(self) -> Iterator[Any]:
        yield square()
        while True:
            yield from (5, "abc", None, 1.5)


class ItemRaises:
    def __getitem__(self, index: int) -> Any:
        raise BrokenError


CALLS: dict[str, Callable[[Any], Any]] = {
    "Sprite.check": lambda value: square().check(value),
    "Sprite.hits": lambda value: square().hits(value),
    "check": check,
    "check first": lambda value: check(value, [square()]),
    "check second": lambda value: check([square()], value),
    "pairs": pairs,
    "pairs second": lambda value: pairs([square()], value),
    "Group.hits": lambda value: Group(square()).hits(value),
}


@for_each("call", CALLS)
def test_calls_refuse_what_is_no_sprite(call: str) -> None:
    for error, value in (
        (TypeError, 5),
        (TypeError, "abc"),
        (TypeError, b""),
        (TypeError, object()),
        (TypeError, Sprite),
        (TypeError, [square(), [5]]),
        (TypeError, [square(), "abc"]),
        (TypeError, [Circle(0, 0, 1)]),
        (TypeError, np.zeros(3)),
        (TypeError, IterIsJunk()),
        (TypeError, IterIsNone()),
        (TypeError, Endless()),
        (BrokenError, IterRaises()),
        (BrokenError, [square(), NextRaises()]),
        (BrokenError, ItemRaises()),
    ):
        with pytest.raises(error):
            CALLS[call](value)
        validate()
    assert square().hits(square(5))


@for_each("value", [5, "abc", b"ab", object(), Sprite, Circle(0, 0, 1), 1.5])
def test_groups_refuse_what_is_no_sprite(value: Any) -> None:
    member = square()
    group = Group(member)
    for call in (
        Group,
        lambda value: Group(square(), value),
        group.add,
        group.pairs,
        group.pair_indices,
        group.check,
    ):
        with pytest.raises(TypeError) as caught:
            call(value)
        assert repr(value) in str(caught.value)
    for discard in (group.discard, group.remove):
        with pytest.raises(TypeError) as caught:
            discard(value)
        assert repr(value) in str(caught.value)
    assert ids(group) == ids([member])


@for_each("value", [5, 1.5, object(), [], b"shot", True])
@for_each("name", ["shot", "hit"])
def test_callbacks_are_names_callables_or_none(name: str, value: Any) -> None:
    a, b = square(), square(5)
    for arguments in (([a], [b]), ([], []), ([a, b],)):
        with pytest.raises(TypeError, match=name) as caught:
            check(*arguments, **{name: value})
        assert repr(value) in str(caught.value)


@for_each("function", [check, pairs, update, draw])
def test_functions_want_their_arguments(function: Callable[..., Any]) -> None:
    with pytest.raises(TypeError):
        function()
    if function in (check, pairs):  # the others pass their arguments on
        with pytest.raises(TypeError):
            function([], nonsense=1)


# -- hostile numbers that act while they are read -------------------------------------------


def test_a_number_that_meddles_with_its_sprite() -> None:
    for name in NUMBERS:
        sprite = square()
        setattr(sprite, name, MeddlingNumber(lambda s=sprite, n=name: setattr(s, n, 3)))
        assert getattr(sprite, name) == 7
        setattr(sprite, name, MeddlingNumber(sprite.vanish, 8))
        assert sprite.vanished
        assert getattr(sprite, name) == 8
        setattr(sprite, name, MeddlingNumber(lambda: [square() for _ in range(3000)], 9))
        assert getattr(sprite, name) == 9
        validate()


def test_a_collision_that_meddles_with_its_sprite() -> None:
    sprite = square()

    def shrink() -> None:
        sprite.collision = []
        for _ in range(3000):
            square()

    sprite.collision = [0, MeddlingNumber(shrink), 5]
    assert sprite.shapes == (Circle(0, 7, 5),)
    assert sprite.aabb == (-5, 2, 5, 12)
    validate()


def test_an_image_that_meddles_with_its_sprite() -> None:
    sprite = Sprite()

    class Meddling:
        def get_size(self) -> tuple[float, float]:
            sprite.collision = SQUARE
            sprite.image = Surface(2, 2)
            return (8, 8)

    sprite.image = Meddling()
    assert (sprite.center_x, sprite.center_y) == (4, 4)
    assert sprite.shapes == (SQUARE,)
    validate()


@for_each("deed", ["clear", "vanish", "grow", "drop", "write", "rows"])
@for_each("name", COLUMNS)
def test_a_column_value_that_meddles_with_its_group(name: str, deed: str) -> None:
    inner = Group(*(square(x) for x in range(50)))
    group = Group(square(), inner)
    some = list(inner)[10:40]

    def act() -> None:
        if deed == "clear":
            inner.clear()
        elif deed == "vanish":
            for sprite in some:
                sprite.vanish()
        elif deed == "grow":
            inner.add(square())
        elif deed == "drop":
            some.clear()
            inner.clear()
            group.clear()
        elif deed == "write":
            group.x = 5
        else:
            keep.extend(square() for _ in range(3000))

    keep: list[Sprite] = []
    values: list[Any] = [*range(25), MeddlingNumber(act), *range(25)]
    with_error = False
    try:
        setattr(group, name, values)
    except ValueError:
        with_error = True  # the group has another length now
    assert deed in ("clear", "vanish", "grow", "drop") or not with_error
    validate()
    assert getattr(group, name).shape == (len(group),)
    group.pair_indices()
    assert len(keep) in (0, 3000)


def test_a_sprite_of_another_library_is_told_from_ours() -> None:
    theirs = type("Sprite", (), {"__module__": "other.library", "__repr__": lambda self: "<Ship>"})
    with pytest.raises(TypeError, match=r"got <Ship>, which is of other\.library and not of"):
        Sprite().check([theirs()])
    child = type("Ship", (theirs,), {})
    with pytest.raises(TypeError, match=r"got <Ship>, which is of other\.library and not of"):
        Sprite().check([child()])
    with pytest.raises(TypeError, match=r"got <class 'type'>$"):
        Sprite().check([type])


# -- crafted states of a Group ---------------------------------------------------------------


@for_each("members", [(None,), (1, 2), (Sprite(), "x")])
def test_a_crafted_state_is_refused(members: tuple[Any, ...]) -> None:
    sprite = Sprite()
    group = Group(sprite)
    with pytest.raises(TypeError):
        group.__setstate__((members, None))  # type: ignore[attr-defined]
    assert list(group) == [sprite]


def test_a_state_that_holds_the_group_itself_is_refused() -> None:
    group = Group()
    with pytest.raises(ValueError, match="contain itself"):
        group.__setstate__(((group,), None))  # type: ignore[attr-defined]
    assert len(group) == 0
