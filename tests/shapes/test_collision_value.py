"""What may be assigned to `Sprite.collision`, and what it means."""

import math
from collections import deque
from fractions import Fraction

import numpy as np
import pytest
import shapely

from spritecol import Circle, Point, Polygon, Rect, Triangle
from spritecol.shapes.collision_value import shapes_from

BOX = shapely.box(0, 0, 2, 2)


@pytest.mark.parametrize(
    ("numbers", "shape"),
    [
        ([3, 4], Point(3.5, 4.5)),
        ([3, 4, 5], Circle(3, 4, 5)),
        ([3, 4, 0], Circle(3, 4, 0)),
        ([1, 2, 3, 4], Rect(1, 2, 3, 3)),
        ([3, 4, 1, 2], Rect(1, 2, 3, 3)),
        ([3, 2, 1, 4], Rect(1, 2, 3, 3)),
        ([5, 5, 5, 5], Rect(5, 5, 1, 1)),
        ([0, 10, 10, 0, 0, -10], Triangle(0.5, 10.5, 10.5, 0.5, 0.5, -9.5)),
        ([0.25, -1.5], Point(0.75, -1)),
    ],
)
def test_number_lists(numbers: list[float], shape: object) -> None:
    forms = [
        numbers,
        np.array(numbers),
        np.array(numbers, dtype=np.float32),
        [np.float64(value) for value in numbers],
        [Fraction(value) for value in numbers],
        deque(numbers),
    ]
    for form in forms:
        assert shapes_from(form, None) == (shape,)
        assert shapes_from([form], (9, 9)) == (shape,)


def test_several_shapes_in_the_order_given() -> None:
    disc = Circle(1, 1, 1, name="head")
    mixed = [[0, 0], disc, BOX, [0, 0, 9, 9], np.array([1, 2, 3])]
    assert shapes_from(mixed, None) == (
        Point(0.5, 0.5),
        disc,
        Polygon.from_geometry(BOX),
        Rect(0, 0, 10, 10),
        Circle(1, 2, 3),
    )
    assert shapes_from(np.array([[1, 2, 3], [4, 5, 6]]), None) == (Circle(1, 2, 3), Circle(4, 5, 6))
    assert shapes_from((disc, disc), None) == (disc, disc)


def test_none_is_the_image() -> None:
    assert shapes_from(None, None) == ()
    assert shapes_from(None, (32, 16)) == (Rect(0, 0, 32, 16),)


@pytest.mark.parametrize(
    "nothing", [[], (), np.array([]), np.empty((0, 3)), shapely.Polygon(), shapely.MultiPolygon()]
)
def test_what_never_hits(nothing: object) -> None:
    assert shapes_from(nothing, (32, 16)) == ()


def test_shapely_geometries() -> None:
    two = shapely.MultiPolygon([BOX, shapely.box(5, 5, 6, 6)])
    parts = tuple(Polygon.from_geometry(part) for part in two.geoms)
    assert shapes_from(BOX, None) == parts[:1]
    assert shapes_from(two, None) == parts
    assert shapes_from([[0, 0], two], None) == (Point(0.5, 0.5), *parts)


@pytest.mark.parametrize("length", [1, 5, 7, 8])
def test_other_lengths_list_the_allowed_ones(length: int) -> None:
    message = rf"must have 2 numbers .* 3 .* 4 .* or 6 .*; got {length}: \[1, 1"
    with pytest.raises(ValueError, match=rf"^collision: .*{message}" if length > 1 else "got 1"):
        shapes_from([1] * length, None)
    with pytest.raises(ValueError, match=rf"^collision\[1\]: .*got {length}"):
        shapes_from([[1, 2], [1] * length], None)


class Odd:
    """Is like a rect, but whoever asks for its width gets an error."""

    left = top = height = 3

    @property
    def width(self) -> float:
        raise OSError


@pytest.mark.parametrize(
    ("bad", "error", "message"),
    [
        (Odd(), TypeError, "collision must be .* got <.*Odd"),
        ("abc", TypeError, "collision must be .* got 'abc'"),
        (b"ab", TypeError, "collision must be .* got b'ab'"),
        (3, TypeError, "collision must be .* got 3"),
        (np.array(3), TypeError, "collision must be"),
        ({1, 2}, TypeError, "collision must be"),
        ({"x": 1}, TypeError, "collision must be"),
        ((x for x in (1, 2)), TypeError, "collision must be .* got <generator"),
        (Circle, TypeError, "collision must be .* got <class"),
        (shapely.Point(1, 2), TypeError, "use Segment and Point"),
        ([1, "2"], TypeError, r"collision\[1\] must be a number, got '2'"),
        ([1, [2, 3]], TypeError, r"collision\[1\] must be a number, got \[2, 3\]"),
        (["ab", "cd"], TypeError, r"collision\[0\] must be a number, got 'ab'"),
        ([None], TypeError, r"collision\[0\] must be a number, got None"),
        ([[1, 2], None], TypeError, r"collision\[1\] must be a shape or a number list, got None"),
        ([[1, 2], "ab"], TypeError, r"collision\[1\] must be a shape or a number list, got 'ab'"),
        ([[1, 2], 3], TypeError, r"collision\[1\] must be a shape or a number list, got 3"),
        ([[[1, 2]]], TypeError, r"collision\[0\]\[0\] must be a number, got \[1, 2\]"),
        ([[1, 2], shapely.Point(1, 2)], TypeError, r"collision\[1\] must be a shapely Polygon"),
        (np.ones((1, 1, 2)), TypeError, r"collision\[0\]\[0\] must be a number"),
        ([[]], ValueError, r"collision\[0\]: .* got 0"),
        ([1, 2, -3], ValueError, r"collision\[2\] must be 0 or more, got -3"),
        ([[1, 2], [1, 2, -3]], ValueError, r"collision\[1\]\[2\] must be 0 or more"),
        ([1, math.nan], ValueError, r"collision\[1\] must be a finite number"),
        ([1, 2, 3, 1e13], ValueError, r"collision\[3\] must be a finite number"),
        ([1, 10**400], ValueError, r"collision\[1\] must be a finite number"),
        (shapely.Polygon([(0, 0), (4, 4), (4, 0), (0, 4)]), ValueError, "Self-intersection"),
    ],
)
def test_errors_name_the_value(bad: object, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        shapes_from(bad, (10, 10))
