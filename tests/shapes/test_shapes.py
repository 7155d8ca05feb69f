"""The shapes as values: checks, equality, boxes, geometries, and Polygon's ways to be made."""

import copy
import math
import pickle
from decimal import Decimal
from fractions import Fraction

import attrs
import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from support.for_each import for_each

from spritecol import Capsule, Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Triangle
from spritecol._support.range_check import LIMIT, number

L_POINTS = [(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)]
EXAMPLES = [
    Point(1, 2, name="p"),
    Segment(1, 2, 3, 5),
    Circle(1, 2, 3, name="c"),
    Capsule(1, 2, 4, 6, 3, name="k"),
    Ellipse(1, 2, 3, 4, 30),
    Rect(1, 2, 3, 4, angle=30, name="r"),
    Triangle(0, 0, 4, 0, 0, 3),
    Polygon(L_POINTS, [[(0.5, 0.5), (1, 0.5), (1, 1)]], name="l"),
]
KINDS = [
    (Point, 2),
    (Segment, 4),
    (Circle, 3),
    (Capsule, 5),
    (Ellipse, 5),
    (Rect, 5),
    (Triangle, 6),
]
sizes = st.floats(0, 100)
places = st.floats(-100, 100)
turns = st.one_of(st.floats(-720, 720), st.integers(-8, 8).map(lambda i: i * 90.0))


@for_each("shape", EXAMPLES)
def test_is_an_immutable_value(shape: Shape) -> None:
    for other in (
        copy.copy(shape),
        copy.deepcopy(shape),
        pickle.loads(pickle.dumps(shape)),
        eval(repr(shape)),
    ):
        assert other == shape
        assert hash(other) == hash(shape)
        assert repr(other) == repr(shape)
    assert attrs.evolve(shape, name="other") != shape
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        shape.name = "x"  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        shape.label = "x"  # type: ignore[attr-defined]


def test_a_polygon_keeps_its_pieces_when_pickled() -> None:
    polygon = Polygon(L_POINTS)
    twin = pickle.loads(pickle.dumps(polygon))
    assert (twin.pieces, twin.seams) == (polygon.pieces, polygon.seams)
    assert len(polygon.pieces) > 1


def test_the_base_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Shape()  # type: ignore[abstract]


@for_each("kind, count", KINDS)
@for_each(
    "bad, error",
    [
        ("1", TypeError),
        (np.str_("1"), TypeError),
        (b"1", TypeError),
        (bytearray(b"1"), TypeError),
        (None, TypeError),
        (1j, TypeError),
        (np.complex128(1), TypeError),
        ([1], TypeError),
        (np.array([1.0]), TypeError),
        (object(), TypeError),
        (math.nan, ValueError),
        (math.inf, ValueError),
        (-math.inf, ValueError),
        (1.1e12, ValueError),
        (10**400, ValueError),
        (10**5000, ValueError),
        (Decimal("sNaN"), ValueError),
    ],
)
def test_bad_numbers_are_named(kind: type, count: int, bad: object, error: type) -> None:
    fields = [field.name for field in attrs.fields(kind) if not field.kw_only]
    for position in range(count):
        values: list[object] = [1] * count
        values[position] = bad
        with pytest.raises(error, match=rf"{kind.__name__}\.{fields[position]} must be"):
            kind(*values)


@for_each("good", [2, 2.0, np.float32(2), np.int8(2), np.array(2), Fraction(2), Decimal(2)])
def test_every_sort_of_number_is_taken(good: object) -> None:
    circle = Circle(good, good, good)  # type: ignore[arg-type]
    assert circle == Circle(2, 2, 2)
    assert type(circle.r) is float


def test_numbers_are_taken_up_to_the_limit() -> None:
    assert number(LIMIT, "x") == LIMIT
    assert number(-(10**12), "x") == -LIMIT
    with pytest.raises(ValueError, match=r"x must be a finite number from -1e12 to 1e12, got 10"):
        number(10**12 + 1, "x")


def test_a_float_method_that_misbehaves_is_a_wrong_type() -> None:
    class Junk:
        def __float__(self) -> str:
            return "junk"

        def __repr__(self) -> str:
            raise RuntimeError

    with pytest.raises(TypeError, match=r"x must be a number, got <Junk>"):
        number(Junk(), "x")


@for_each(
    "make, field",
    [
        (lambda: Circle(0, 0, -1), r"Circle\.r"),
        (lambda: Capsule(0, 0, 1, 1, -1), r"Capsule\.r"),
        (lambda: Ellipse(0, 0, -1, 1), r"Ellipse\.rx"),
        (lambda: Ellipse(0, 0, 1, -1), r"Ellipse\.ry"),
        (lambda: Rect(0, 0, -1, 1), r"Rect\.width"),
        (lambda: Rect(0, 0, 1, -1), r"Rect\.height"),
    ],
)
def test_lengths_are_not_negative(make: object, field: str) -> None:
    with pytest.raises(ValueError, match=field + " must be 0 or more, got -1"):
        make()  # type: ignore[operator]


def test_names_are_text() -> None:
    with pytest.raises(TypeError, match=r"Point\.name must be a str or None, got 3"):
        Point(0, 0, name=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Point(0, 0, "name")  # type: ignore[misc]


def test_rect_corners_run_clockwise_on_screen() -> None:
    assert Rect(0, 0, 4, 2).corners == ((0, 0), (4, 0), (4, 2), (0, 2))
    assert Rect(0, 0, 4, 2, 90).corners == ((3, -1), (3, 3), (1, 3), (1, -1))
    assert Rect(0.1, 0.2, 0.7, 0.4, 180).corners[2] == (0.1, 0.2)


@given(places, places, sizes, sizes, turns)
def test_rect_corners_against_shapely(
    x: float, y: float, width: float, height: float, angle: float
) -> None:
    rect = Rect(x, y, width, height, angle)
    # shapely turns anticlockwise with y up, which is clockwise on screen.
    middle = (x + width / 2, y + height / 2)
    box = shapely.affinity.rotate(
        shapely.LineString(Rect(x, y, width, height).corners), angle, middle
    )
    np.testing.assert_allclose(rect.corners, box.coords, atol=1e-11)
    np.testing.assert_allclose(rect.bounds, box.bounds, atol=1e-11)


@given(places, places, sizes, sizes, turns)
def test_ellipse_bounds_touch_the_curve(
    x: float, y: float, rx: float, ry: float, angle: float
) -> None:
    left, top, right, bottom = Ellipse(x, y, rx, ry, angle).bounds
    t = np.linspace(0, 2 * np.pi, 4001)
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    xs = x + rx * np.cos(t) * c - ry * np.sin(t) * s
    ys = y + rx * np.cos(t) * s + ry * np.sin(t) * c
    found = [xs.min(), ys.min(), xs.max(), ys.max()]
    # 4,001 places miss an extreme by at most r (1 - cos(pi / 4000)).
    np.testing.assert_allclose([left, top, right, bottom], found, atol=1e-4)
    slack = 1e-12
    assert left <= found[0] + slack
    assert right >= found[2] - slack


@for_each("shape", EXAMPLES)
def test_geometry_lies_in_the_bounds_and_nearly_fills_them(shape: Shape) -> None:
    left, top, right, bottom = shape.bounds
    inner = shape.geometry.bounds
    assert shape.geometry.is_valid
    np.testing.assert_allclose(inner, shape.bounds, atol=2e-3)
    slack = 1e-12
    assert left - slack <= inner[0] <= inner[2] <= right + slack
    assert top - slack <= inner[1] <= inner[3] <= bottom + slack


def test_round_geometry_has_128_sides_inscribed() -> None:
    ring = np.array(Circle(10, 20, 5).geometry.exterior.coords)
    assert len(ring) == 128 + 1
    np.testing.assert_allclose(np.hypot(*(ring - [10, 20]).T), 5, rtol=1e-14)
    assert Circle(10, 20, 5).geometry.bounds == (5, 15, 15, 25)


@for_each(
    "shape, geometry",
    [
        (Segment(1, 2, 1, 2), shapely.Point(1, 2)),
        (Circle(1, 2, 0), shapely.Point(1, 2)),
        (Ellipse(1, 2, 0, 0, 30), shapely.Point(1, 2)),
        (Ellipse(1, 2, 3, 0), shapely.LineString([(-2, 2), (4, 2)])),
        (Ellipse(1, 2, 3, 0, 90), shapely.LineString([(1, -1), (1, 5)])),
        (Ellipse(1, 2, 0, 3), shapely.LineString([(1, -1), (1, 5)])),
        (Rect(1, 2, 3, 0), shapely.LineString([(1, 2), (4, 2)])),
        (Rect(1, 2, 0, 3), shapely.LineString([(1, 2), (1, 5)])),
        (Rect(1, 2, 0, 0), shapely.Point(1, 2)),
        (Triangle(0, 0, 4, 4, 2, 2), shapely.LineString([(0, 0), (4, 4)])),
        (Triangle(1, 2, 1, 2, 1, 2), shapely.Point(1, 2)),
    ],
)
def test_what_is_flat_is_a_line_or_a_point(shape: Shape, geometry: shapely.Geometry) -> None:
    assert shape.geometry.geom_type == geometry.geom_type
    assert shape.geometry.equals(geometry)
    assert shape.bounds == geometry.bounds


def test_polygon_points_are_tidied() -> None:
    tidy = Polygon([(0, 0), (4, 0), (4, 4)])
    assert Polygon([(0, 0), (0, 0), (4, 0), (4, 4), (4, 4), (0, 0), (0, 0)]) == tidy
    assert Polygon(np.array([[0, 0], [4, 0], [4, 4]])) == tidy
    assert Polygon(p for p in [[0, 0], [4, 0], [4, 4]]) == tidy
    assert tidy.points == ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0))
    assert all(type(x) is float for point in tidy.points for x in point)


@for_each(
    "points, error, message",
    [
        ([(0, 0), (4, 4), (4, 0), (0, 4)], ValueError, r"Self-intersection\[2 2\]"),
        ([(0, 0), (4, 0), (2, 0)], ValueError, "area"),
        ([(0, 0), (4, 0), (4, 4), (2, 0)], ValueError, "Self-intersection"),
        ([(0, 0), (4, 0), (0, 0)], ValueError, "at least 3 different points"),
        ([], ValueError, "at least 3 different points"),
        ([(0, 0), (4, 0), (4, 4, 4)], ValueError, r"points\[2\] must be a pair"),
        ([(0, 0), (4, 0), 3], TypeError, r"points\[2\] must be a pair"),
        ([(0, 0), (4, 0), "ab"], TypeError, r"points\[2\] must be a pair"),
        ([(0, 0), (4, 0), (4, math.nan)], ValueError, r"points\[2\]\[1\] must be a finite"),
        ([(0, 0), ("x", 0), (4, 4)], TypeError, r"points\[1\]\[0\] must be a number"),
        ("abc", TypeError, r"points must be a sequence"),
        (3, TypeError, r"points must be a sequence"),
        (np.array(3), TypeError, r"points must be a sequence"),
    ],
)
def test_bad_outlines(points: object, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        Polygon(points)  # type: ignore[arg-type]


@for_each(
    "holes, error, message",
    [
        ([[(1, 1), (9, 1), (1, 2)]], ValueError, "Self-intersection"),
        ([[(11, 1), (12, 1), (11, 2)]], ValueError, "Hole lies outside shell"),
        ([[(1, 1), (2, 1), (1, 2)], [(1, 1), (2, 1), (1, 2)]], ValueError, "Self-intersection"),
        ([[(1, 1), (2, 1)]], ValueError, r"holes\[0\] must have at least 3"),
        ([[(1, 1), (2, 1), (3, 1)]], ValueError, "area"),
        ([(1, 1), (2, 1), (1, 2)], TypeError, r"holes\[0\]\[0\] must be a pair"),
        (None, TypeError, r"holes must be a sequence"),
    ],
)
def test_bad_holes(holes: object, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        Polygon([(0, 0), (8, 0), (8, 8), (0, 8)], holes)  # type: ignore[arg-type]


def test_polygon_from_geometry() -> None:
    box = shapely.box(0, 0, 4, 4).difference(shapely.box(1, 1, 2, 2))
    polygon = Polygon.from_geometry(box, name="ring")
    assert polygon.geometry.equals(box)
    assert polygon.name == "ring"
    assert Polygon.from_geometry(shapely.MultiPolygon([box])) == Polygon.from_geometry(box)
    assert Polygon.from_geometry(shapely.force_3d(box, 7)) == Polygon.from_geometry(box)


@for_each(
    "geometry, error, message",
    [
        (shapely.Point(1, 2), TypeError, "use Segment and Point"),
        (None, TypeError, "got None"),
        (shapely.Polygon(), ValueError, "empty"),
        (shapely.MultiPolygon(), ValueError, "got 0 parts"),
        (shapely.Polygon([(0, 0), (4, 4), (4, 0), (0, 4)]), ValueError, "Self-intersection"),
        (
            shapely.union_all([shapely.box(0, 0, 1, 1), shapely.box(2, 0, 3, 1)]),
            ValueError,
            "got 2 parts; make one Polygon of each",
        ),
    ],
)
def test_bad_geometries(geometry: object, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        Polygon.from_geometry(geometry)
