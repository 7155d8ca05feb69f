"""`Vec2`, judged by tuples, complex numbers and fractions; and that what comes back is one."""

import cmath
import copy
import gc
import math
import operator
import pickle
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.each_kind import SHAPES

from spritecol import (
    CharacterController,
    Circle,
    Group,
    Near,
    Point,
    Polygon,
    Rect,
    Shape,
    Sprite,
    Triangle,
    Vec2,
)

COORDINATES = st.floats(-1e9, 1e9).filter(lambda number: number == 0 or abs(number) > 1e-9)
PAIRS = st.tuples(COORDINATES, COORDINATES)
VECTORS = PAIRS.map(Vec2)
NOT_ZERO = VECTORS.filter(lambda vector: vector != (0, 0))
DEGREES = st.floats(-1e4, 1e4)
OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv]


def near(found: tuple[float, float], wanted: complex, size: float) -> bool:
    return abs(complex(*found) - wanted) <= 1e-14 * size


@pytest.mark.parametrize("calculate", OPERATORS)
@given(PAIRS, PAIRS, COORDINATES)
def test_operators_work_on_each_coordinate(
    calculate: Callable[[Any, Any], Any],
    a: tuple[float, float],
    b: tuple[float, float],
    number: float,
) -> None:
    for one, other in ((Vec2(a), b), (a, Vec2(b)), (Vec2(a), Vec2(b)), (list(a), Vec2(b))):
        if calculate is operator.truediv and 0 in b:
            with pytest.raises(ZeroDivisionError):
                calculate(one, other)
            continue
        found = calculate(one, other)
        assert type(found) is Vec2
        assert found == (calculate(a[0], b[0]), calculate(a[1], b[1]))
    if calculate is not operator.truediv or number != 0:
        for k in (0, 1):
            assert calculate(Vec2(a), number)[k] == calculate(a[k], number)
    if calculate is not operator.truediv or 0 not in a:
        for k in (0, 1):
            assert calculate(number, Vec2(a))[k] == calculate(number, a[k])


@given(VECTORS, VECTORS, VECTORS, COORDINATES)
def test_laws(a: Vec2, b: Vec2, c: Vec2, number: float) -> None:
    assert a + b == b + a
    assert a * number == number * a
    assert a - b == a + -b == -(b - a)
    assert -a == a * -1 == 0 - a
    assert a.dot(b) == b.dot(a)
    assert a.cross(b) == -b.cross(a)
    assert a.distance_to(b) == b.distance_to(a) == (a - b).length
    assert a.distance_to(c) <= (a.distance_to(b) + b.distance_to(c)) * (1 + 1e-14)
    assert sum([a, b, c]) == a + b + c
    assert Fraction(a.x) == a[0]
    assert (a.x, a.y) == a == Vec2(*a) == Vec2(a)
    assert hash(a) == hash(tuple(a))
    assert f"{a:.3g}" == f"({a.x:.3g}, {a.y:.3g})"
    assert f"{a}" == str(a)


@given(VECTORS, VECTORS)
def test_products_and_lengths_by_fractions(a: Vec2, b: Vec2) -> None:
    ax, ay, bx, by = (Fraction(number) for number in (*a, *b))
    size = float(abs(ax * bx) + abs(ay * by) + abs(ax * by) + abs(ay * bx))
    assert abs(a.dot(b) - float(ax * bx + ay * by)) <= 1e-15 * size
    assert abs(a.cross(b) - float(ax * by - ay * bx)) <= 1e-15 * size
    assert a.length_squared == pytest.approx(float(ax * ax + ay * ay), rel=1e-15)
    assert a.length == pytest.approx(math.hypot(*a), rel=1e-15)


@given(NOT_ZERO, DEGREES)
def test_directions_by_complex_numbers(a: Vec2, degrees: float) -> None:
    turn = cmath.rect(1, math.radians(degrees))
    assert near(a.rotated(degrees), complex(*a) * turn, 10 * a.length)
    assert near(Vec2.from_angle(degrees, a.length), turn * a.length, 10 * a.length)
    angle = math.degrees(cmath.phase(complex(*a)))
    assert abs((a.angle - angle + 180) % 360 - 180) <= 1e-12  # of -0.0 the phase may be -180
    assert near(a.normalized(), complex(*a) / abs(complex(*a)), 1)
    assert near(Vec2.from_angle(a.angle, a.length), complex(*a), 10 * a.length)


@given(VECTORS)
def test_quarter_turns_are_exact(a: Vec2) -> None:
    assert a.rotated(90) == (-a.y, a.x)
    assert a.rotated(180) == -a == a.rotated(-180)
    assert a.rotated(90).rotated(-90) == a == a.rotated(360)
    assert a.dot(a.rotated(90)) == 0


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-200, 1e200, 1.7e308])
def test_lengths_far_from_1(size: float) -> None:
    assert Vec2(size, 0).normalized() == (1, 0)
    assert Vec2(-size, size).normalized() == pytest.approx((-math.sqrt(0.5), math.sqrt(0.5)))


def test_angles_are_those_of_sprites() -> None:
    sprite = Sprite(collision=Point(10, 0))
    for sprite.angle in (0, 30, 90, -135):
        x, y, *_ = sprite.aabb
        assert Vec2(x, y) == pytest.approx(Vec2(10, 0).rotated(sprite.angle))
        assert Vec2(x, y).angle == pytest.approx(sprite.angle)
    assert [Vec2(*pair).angle for pair in ((0, 0), (0, 1), (-1, 0))] == [0, 90, 180]


def test_it_is_a_tuple() -> None:
    a = Vec2(3, -4)
    x, y = a
    assert (x, y, a.x, a.y, *a) == (3, -4, 3, -4, 3, -4)
    assert isinstance(a, tuple)
    assert a == (3, -4)
    assert {a: 1}[(3.0, -4.0)] == 1  # type: ignore[index]
    assert repr(a) == str(a) == "Vec2(3.0, -4.0)"
    assert eval(repr(a)) == a
    assert repr(-Vec2(0, 1)) == "Vec2(0.0, -1.0)"  # without -0.0
    assert (Vec2(), Vec2(x=1, y=2), Vec2([1, 2])) == ((0, 0), (1, 2), (1, 2))
    assert [bool(Vec2(*pair)) for pair in ((0, 0), (-0.0, 0), (0, 1), (math.nan, 0))] == [
        *(False, False, True, True)
    ]
    match a:
        case Vec2(x, y):
            assert (x, y) == (3, -4)
    for other in (pickle.loads(pickle.dumps(a)), copy.copy(a), copy.deepcopy(a)):
        assert (other, type(other)) == (a, Vec2)
    assert not hasattr(a, "__dict__")
    velocity = type("Velocity", (Vec2,), {})(1, 2)
    assert velocity == (1, 2)
    assert type(velocity + velocity) is Vec2


def test_made_by_the_library_it_is_as_one_of_tuple() -> None:
    """The library gets the memory and fills it in itself, without a call of `tuple.__new__`."""
    made, plain = Vec2(1.5, 2.5) + 1, tuple.__new__(Vec2, (2.5, 3.5))
    for of in (type, len, hash, repr, sys.getsizeof, gc.is_tracked, pickle.dumps):
        assert of(made) == of(plain), of
    assert gc.get_referents(made) == gc.get_referents(plain)
    kept = [sys.getrefcount(Vec2), sys.getrefcount(made[0])]
    for _ in range(1000):
        assert Vec2(0, 0) + made == made
    assert [sys.getrefcount(Vec2), sys.getrefcount(made[0])] == kept
    threshold = gc.get_threshold()
    gc.set_threshold(1)  # the collector sees each of them as early as it can
    try:
        assert [Vec2(k, 0) + k for k in range(500)] == [(2 * k, k) for k in range(500)]
    finally:
        gc.set_threshold(*threshold)


JUNK: list[Any] = [None, "ab", (1, 2, 3), {1, 2}, object(), 1j, np.timedelta64(3, "s")]


@pytest.mark.parametrize("wrong", JUNK)
def test_what_it_does_not_calculate_with(wrong: Any) -> None:
    a = Vec2(1, 2)
    for calculate in OPERATORS:
        with pytest.raises(TypeError):
            calculate(a, wrong)
        if not isinstance(wrong, np.timedelta64):
            with pytest.raises(TypeError):
                calculate(wrong, a)
    for method in (a.dot, a.cross, a.distance_to):
        with pytest.raises(TypeError, match="other"):
            method(wrong)
    with pytest.raises(TypeError, match="number"):
        Vec2(wrong, 0)
    with pytest.raises(ZeroDivisionError):
        a / 0


def test_made_by_force_it_does_not_crash() -> None:
    for junk in ((), (1,), ("a", "b"), (1, 2, 3)):
        one = tuple.__new__(Vec2, junk)
        repr(one)
        for use in (lambda v: v + v, lambda v: -v, lambda v: v.length, lambda v: v.rotated(3)):
            with pytest.raises(TypeError):
                use(one)


def test_user_code_in_an_operand() -> None:
    class Raising:
        def __len__(self) -> int:
            raise RuntimeError("from user code")

        __getitem__ = __iter__ = __len__

    with pytest.raises(RuntimeError, match="from user code"):
        Vec2(1, 2) + Raising()  # type: ignore[operator]


def test_numpy_calculates_with_arrays() -> None:
    a = Vec2(1, 2)
    assert (np.ones((3, 2)) * a).tolist() == (a * np.ones((3, 2))).tolist() == [[1, 2]] * 3
    assert type(a * np.float64(3)) is Vec2
    assert (a * np.float64(3), Vec2(np.array([3, 4])).length) == ((3, 6), 5)
    assert a.dot(np.array([3, 4])) == 11


@pytest.mark.parametrize(
    ("module", "name"), [("pygame", "Vector2"), ("pymunk", "Vec2d"), ("pyglet.math", "Vec2")]
)
def test_vectors_of_other_libraries(module: str, name: str) -> None:
    other = getattr(pytest.importorskip(module), name)(3, 4)
    a = Vec2(1, 2)
    assert type(a + other) is Vec2
    assert (a + other, a - other, a * other, a / other) == ((4, 6), (-2, -2), (3, 8), (1 / 3, 0.5))
    assert (tuple(other + a), tuple(other - a), Vec2(other)) == ((4, 6), (2, 2), (3, 4))
    assert (a.dot(other), a.distance_to(other)) == (11, 8**0.5)
    floor = Sprite(0, 10, collision=Rect(0, 0, 99, 9))
    up = type(other)(0, -1)
    assert Sprite(9, 0, collision=Circle(0, 0, 5)).move_and_slide(0, 50, floor, up=up).on_floor
    assert Polygon([a, other, type(other)(0, 9)]).points[1] == (3, 4)


# --- what comes back ----------------------------------------------------------------------------


def scene() -> tuple[Sprite, Sprite]:
    return Sprite(0, 0, collision=Circle(0, 0, 8)), Sprite(5, 10, collision=Rect(0, 0, 20, 9))


def records() -> list[Any]:
    """One of each record that tells of places and directions."""
    ball, floor = scene()
    walker = CharacterController(Sprite(5, 5, collision=Rect(0, 0, 5, 5)), up=[0, -1])
    return [
        max(Sprite(5, 9, collision=Rect(0, 0, 9, 9)).contacts(floor)),
        Group(floor).nearest(0, 0),
        Group(floor).raycast(9, 0, 39, 40),
        ball.sweep(30, 40, floor),
        ball.distance(floor),
        ball.move_and_slide(3, 40, floor, up=(0, -1)),
        ball.move_and_slide(0, 0, []),
        walker.move(0, 9, floor),
        walker,
    ]


def test_each_pair_of_a_record_is_a_vector() -> None:
    found = 0
    for record in records():
        for name in dir(record):
            value = getattr(record, name) if name[0] != "_" else None
            for pair in value if name == "points" else [value]:
                if isinstance(pair, tuple) and [type(one) for one in pair] == [float, float]:
                    assert type(pair) is Vec2, name
                    found += 1
    assert found >= 20
    ball, floor = scene()
    _, _, ray, hit, *_ = records()
    for pair in (
        *(ball.separation(floor), ball.separation([]), ball.depenetrate(floor)),
        *(ball.depenetrate(floor, max_distance=0), ray.bounce(30, 40), hit.slide(3, 4)),
        *(hit.bounce(3, 4), hit.bounce(3, 4, friction=0.5)),
    ):
        assert type(pair) is Vec2


def pairs_in(value: Any) -> Iterator[Any]:
    """All pairs of floats in tuples of tuples."""
    if isinstance(value, tuple):
        if [type(one) for one in value] == [float, float]:
            yield value
        else:
            for one in value:
                yield from pairs_in(one)


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_each_pair_of_a_shape_is_a_vector(shape: Shape) -> None:
    """Also of shapes in the world, which are made without the constructor."""
    fields = shape.__getstate__() | ({} if isinstance(shape, Point) else {"one_way": (0, -1)})
    whole = type(shape)(**fields)
    turned = Sprite(collision=whole, angle=30, scale_x=-2, scale_y=3).world_shapes
    for one in (whole, copy.deepcopy(whole), pickle.loads(pickle.dumps(whole)), *turned):
        assert "Vec2" not in repr(one)
        names = [name for name in dir(one) if name[0] != "_"]
        pairs = [pair for name in names for pair in pairs_in(getattr(one, name))]
        assert {type(pair) for pair in pairs} <= {Vec2}
        assert len(pairs) >= 3 * isinstance(one, Rect | Triangle | Polygon)
    assert whole == type(shape)(**whole.__getstate__())
    assert type(shape)(**fields) == whole
    assert hash(type(shape)(**fields)) == hash(whole)


@pytest.mark.parametrize("record", records()[:-1], ids=lambda one: type(one).__name__)
def test_a_record_is_a_value(record: Any) -> None:
    assert not hasattr(record, "__dict__")
    assert repr(record).startswith(f"{type(record).__name__}(")
    assert record.__replace__() == copy.copy(record) == record
    for name in dir(record):
        if name[0] != "_" and not callable(getattr(record, name)):
            with pytest.raises(AttributeError):
                setattr(record, name, 1)


def test_a_record_with_changes() -> None:
    hit = records()[3]
    assert hit.__replace__(fraction=0.5) != hit
    moved = hit.__replace__(normal=(1, 0))
    assert (repr(moved.normal), moved.point) == ("Vec2(1.0, 0.0)", hit.point)
    _, floor = scene()
    near = Near(floor, floor.shapes[0], 1.0, (1, 2))  # type: ignore[arg-type]
    assert near == Near(floor, floor.shapes[0], 1.0, Vec2(1, 2))
    assert hash(near) == hash(Near(floor, floor.shapes[0], 1.0, Vec2(1, 2)))
    assert near.__replace__(distance=2).distance == 2.0
    contact = records()[0]
    assert contact.__replace__(depth=1).region.equals(contact.region)
    assert contact.push == contact.normal * contact.depth
    with pytest.raises(ValueError, match="points"):
        contact.__replace__(points=[])
