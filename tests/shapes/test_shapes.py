"""The shapes as values: checks, equality, boxes, geometries, and Polygon's ways to be made."""

import copy
import math
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import attrs
import numpy as np
import pytest
import shapely
from support import scenes
from support.scenes import Dice

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
)


@attrs.frozen
class Weapon(Rect):
    """A class of a game's own, whose constructor attrs writes."""

    damage: float = 1.0


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
examples_of_shapes = pytest.mark.parametrize("shape", EXAMPLES, ids=lambda s: type(s).__name__)


@examples_of_shapes
def test_is_an_immutable_value(shape: Shape) -> None:
    pickled = pickle.loads(pickle.dumps(shape))
    for other in (copy.copy(shape), copy.deepcopy(shape), pickled, eval(repr(shape))):
        assert other == shape
        assert hash(other) == hash(shape)
        assert repr(other) == repr(shape)
    assert attrs.evolve(shape, name="other") != shape
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        shape.name = "x"  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        shape.label = "x"  # type: ignore[attr-defined]
    if isinstance(shape, Polygon):
        assert (pickled.pieces, pickled.seams) == (shape.pieces, shape.seams)


BAD: list[tuple[Any, type[Exception]]] = [
    ("1", TypeError),
    (b"1", TypeError),
    (None, TypeError),
    (1j, TypeError),
    (np.array([1.0]), TypeError),
    (math.nan, ValueError),
    (-math.inf, ValueError),
    (1.1e12, ValueError),
    (10**5000, ValueError),
    (Decimal("sNaN"), ValueError),
]


FIELDS: dict[type[Shape], str] = {
    Point: "x y",
    Segment: "x1 y1 x2 y2",
    Circle: "x y radius",
    Capsule: "x1 y1 x2 y2 radius",
    Ellipse: "x y radius_x radius_y angle",
    Rect: "x y width height angle",
    Triangle: "x1 y1 x2 y2 x3 y3",
}


@pytest.mark.parametrize("kind", FIELDS)
def test_bad_numbers_are_named(kind: type[Shape]) -> None:
    fields = FIELDS[kind].split()
    good: list[Any] = [2, 2.0, np.float32(2), np.int8(2), np.array(2), Fraction(2), Decimal(2)]
    for place, name in enumerate(fields):
        for value in good:
            made = kind(*[*[2] * place, value, *[2] * (len(fields) - place - 1)])
            assert type(getattr(made, name)) is float
        for bad, error in BAD:
            with pytest.raises(error, match=rf"\b{name} must"):
                kind(*[*[2] * place, bad, *[2] * (len(fields) - place - 1)])
        if name in ("radius", "radius_x", "radius_y", "width", "height"):
            with pytest.raises(ValueError, match=rf"\b{name} must be 0 or more"):
                kind(*[*[2] * place, -1, *[2] * (len(fields) - place - 1)])


def test_what_no_shape_can_be() -> None:
    assert Point(1e12, -(10**12)) == Point(1e12, -1e12)
    with pytest.raises(TypeError, match="abstract"):
        Shape()  # type: ignore[abstract]
    with pytest.raises(TypeError, match="name"):
        Point(0, 0, name=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Point(0, 0, "name")  # type: ignore[misc]

    class Cloud(Shape):  # of a user's
        geometry, bounds = shapely.Point(0, 0), (0, 0, 0, 0)  # type: ignore[assignment]

    with pytest.raises(TypeError, match=r"a shape is a Point, Segment, Circle, .*, got Cloud"):
        Sprite(collision=Cloud())


def test_corners_and_bounds_are_those_of_shapely() -> None:
    """Rects turned about their middles, and ellipses by 4,001 places of the curve."""
    assert Rect(0, 0, 4, 2).corners == ((0, 0), (4, 0), (4, 2), (0, 2))  # clockwise on screen
    assert Rect(0, 0, 4, 2, 90).corners == ((3, -1), (3, 3), (1, 3), (1, -1))
    assert Rect(0.1, 0.2, 0.7, 0.4, 180).corners[2] == (0.1, 0.2)
    r = Dice(1)
    t = np.linspace(0, 2 * np.pi, 4001)
    for _ in range(40):
        rect, ellipse = scenes.shape(r, "rect"), scenes.shape(r, "ellipse")
        assert isinstance(rect, Rect)
        assert isinstance(ellipse, Ellipse)
        upright = shapely.LineString(attrs.evolve(rect, angle=0).corners)
        middle = (rect.x + rect.width / 2, rect.y + rect.height / 2)
        # shapely turns anticlockwise with y up, which is clockwise on screen.
        turned = shapely.affinity.rotate(upright, rect.angle, middle)
        np.testing.assert_allclose(rect.corners, turned.coords, atol=1e-11)
        np.testing.assert_allclose(rect.bounds, turned.bounds, atol=1e-11)
        a = math.radians(ellipse.angle)
        u, v = ellipse.radius_x * np.cos(t), ellipse.radius_y * np.sin(t)
        x, y = u * math.cos(a) - v * math.sin(a), u * math.sin(a) + v * math.cos(a)
        found = np.array([x.min(), y.min(), x.max(), y.max()]) + [ellipse.x, ellipse.y] * 2
        np.testing.assert_allclose(ellipse.bounds, found, atol=1e-4)
        outside = np.array([1, 1, -1, -1]) * (found - ellipse.bounds)
        assert (outside > -1e-12).all()


@examples_of_shapes
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


@pytest.mark.parametrize(
    ("shape", "ends"),
    [
        (Segment(1, 2, 1, 2), [(1, 2)]),
        (Circle(1, 2, 0), [(1, 2)]),
        (Ellipse(1, 2, 0, 0, 30), [(1, 2)]),
        (Ellipse(1, 2, 3, 0), [(-2, 2), (4, 2)]),
        (Ellipse(1, 2, 3, 0, 90), [(1, -1), (1, 5)]),
        (Ellipse(1, 2, 0, 3), [(1, -1), (1, 5)]),
        (Capsule(1, 2, 4, 6, 0), [(1, 2), (4, 6)]),
        (Rect(1, 2, 3, 0), [(1, 2), (4, 2)]),
        (Rect(1, 2, 0, 3), [(1, 2), (1, 5)]),
        (Rect(1, 2, 0, 0), [(1, 2)]),
        (Triangle(0, 0, 4, 4, 2, 2), [(0, 0), (4, 4)]),
        (Triangle(1, 2, 1, 2, 1, 2), [(1, 2)]),
    ],
    ids=repr,
)
def test_what_is_flat_is_a_line_or_a_point(shape: Shape, ends: Any) -> None:
    geometry = shapely.LineString(ends) if ends[1:] else shapely.Point(ends[0])
    assert shape.geometry.geom_type == geometry.geom_type
    assert shape.geometry.equals(geometry)
    assert shape.bounds == geometry.bounds


# --- polygons ------------------------------------------------------------------------------------


def test_polygon_points_are_tidied() -> None:
    tidy = Polygon([(0, 0), (4, 0), (4, 4)])
    assert Polygon([(0, 0), (0, 0), (4, 0), (4, 4), (4, 4), (0, 0), (0, 0)]) == tidy
    assert Polygon(np.array([[0, 0], [4, 0], [4, 4]])) == tidy
    assert Polygon(p for p in [[0, 0], [4, 0], [4, 4]]) == tidy
    assert tidy.points == ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0))
    assert all(type(x) is float for point in tidy.points for x in point)


SHELL = [(0, 0), (8, 0), (8, 8), (0, 8)]
BAD_POLYGONS: list[tuple[Any, Any, type[Exception], str]] = [
    ([(0, 0), (4, 4), (4, 0), (0, 4)], (), ValueError, r"Self-intersection\[2 2\]"),
    ([(0, 0), (4, 0), (2, 0)], (), ValueError, "area"),
    ([(0, 0), (4, 0), (0, 0)], (), ValueError, "at least 3"),
    ([], (), ValueError, "at least 3"),
    ([(0, 0), (4, 0), (4, 4, 4)], (), ValueError, r"points\[2\]"),
    ([(0, 0), (4, 0), "ab"], (), TypeError, r"points\[2\]"),
    ([(0, 0), (4, 0), (4, math.nan)], (), ValueError, r"points\[2\]\[1\]"),
    ([(0, 0), ("x", 0), (4, 4)], (), TypeError, r"points\[1\]\[0\]"),
    ("abc", (), TypeError, "points"),
    (np.array(3), (), TypeError, "points"),
    (SHELL, [[(1, 1), (9, 1), (1, 2)]], ValueError, "Self-intersection"),
    (SHELL, [[(11, 1), (12, 1), (11, 2)]], ValueError, "outside"),
    (SHELL, [[(1, 1), (2, 1)]], ValueError, r"holes\[0\]"),
    (SHELL, [[(1, 1), (2, 1), (3, 1)]], ValueError, "area"),
    (SHELL, [(1, 1), (2, 1), (1, 2)], TypeError, r"holes\[0\]\[0\]"),
    (SHELL, None, TypeError, "holes"),
]


@pytest.mark.parametrize(("points", "holes", "error", "word"), BAD_POLYGONS)
def test_bad_polygons(points: Any, holes: Any, error: type[Exception], word: str) -> None:
    with pytest.raises(error, match=word):
        Polygon(points, holes)


def test_a_game_s_own_fields_follow_those_of_the_shape() -> None:
    sword = Weapon(0, 1, 2, 3, damage=4, name="sword")
    assert attrs.astuple(sword) == ("sword", None, None, None, 0.0, 1.0, 2.0, 3.0, 0.0, 4)
    assert pickle.loads(pickle.dumps(sword)) == attrs.evolve(sword) == sword != Weapon(0, 1, 2, 3)
    with pytest.raises(ValueError, match=r"Rect\.width must be 0 or more, got -2"):
        Weapon(0, 1, -2, 3)


def test_polygon_from_geometry() -> None:
    box = shapely.box(0, 0, 4, 4).difference(shapely.box(1, 1, 2, 2))
    polygon = Polygon.from_geometry(box, name="ring")
    assert polygon.geometry.equals(box)
    assert polygon.name == "ring"
    assert Polygon.from_geometry(shapely.MultiPolygon([box])) == Polygon.from_geometry(box)
    assert Polygon.from_geometry(shapely.force_3d(box, 7)) == Polygon.from_geometry(box)


@pytest.mark.parametrize(
    ("geometry", "error", "word"),
    [
        (shapely.Point(1, 2), TypeError, "Point"),
        (None, TypeError, "None"),
        (shapely.Polygon(), ValueError, "empty"),
        (shapely.MultiPolygon(), ValueError, "0 parts"),
        (shapely.Polygon([(0, 0), (4, 4), (4, 0), (0, 4)]), ValueError, "Self-intersection"),
        (shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(2, 0, 3, 1)]), ValueError,
         "2 parts"),
    ],
)  # fmt: skip
def test_bad_geometries(geometry: Any, error: type[Exception], word: str) -> None:
    with pytest.raises(error, match=word):
        Polygon.from_geometry(geometry)
