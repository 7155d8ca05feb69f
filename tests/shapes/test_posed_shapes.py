"""Shapes in world space: every kind under every pose, against points mapped one by one."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from support.for_each import for_each

from spritecol import Capsule, Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Triangle
from spritecol.shapes.convex_cut import orientation
from spritecol.shapes.world_shapes import Pose, pose_of, union, world_shape

SAME = Pose(0, 1, 1, 0, 0, 0, 0)
L_SHAPE = Polygon(
    [(0, 0), (8, 0), (8, 4), (4, 4), (4, 8), (0, 8)],
    [[(1, 1), (3, 1), (2, 3)]],
    name="l",
)
SHAPES = [
    Point(1, 2, name="p"),
    Segment(1, 2, 5, 3, name="s"),
    Circle(1, 2, 3, name="c"),
    Ellipse(1, 2, 6, 4, 30, name="e"),
    Ellipse(1, 2, 6, 4, 90, name="f"),
    Capsule(1, 2, 5, -1, 3, name="k"),
    Rect(1, 2, 6, 4, name="r"),
    Rect(1, 2, 6, 4, 90, name="q"),
    Rect(1, 2, 6, 4, 30, name="t"),
    Triangle(0, 0, 4, 0, 0, 3, name="d"),
    L_SHAPE,
]
numbers = st.integers(-20, 20).map(float)
angles = st.one_of(st.floats(-400, 400), st.integers(-5, 5).map(lambda i: i * 90.0))
scales = st.one_of(
    st.sampled_from([1.0, -1.0, 2.0, -2.0, 0.5]),
    st.floats(0.1, 4),
    st.floats(-4, -0.1),
)
affines = st.builds(Pose, angles, scales, scales, numbers, numbers, numbers, numbers)


def mapped(affine: Pose, points: np.ndarray) -> np.ndarray:
    """The spec's formula, written with matrices."""
    t = math.radians(affine.angle)
    matrix = np.array([[math.cos(t), -math.sin(t)], [math.sin(t), math.cos(t)]])
    matrix = matrix @ np.diag([affine.scale_x, affine.scale_y])
    center, pivot = [affine.center_x, affine.center_y], [affine.pivot_x, affine.pivot_y]
    return (np.asarray(points, dtype=float) - center) @ matrix.T + pivot


@given(st.sampled_from(SHAPES), affines)
def test_world_geometry_is_the_mapped_local_geometry(shape: Shape, affine: Pose) -> None:
    world = world_shape(shape, affine)
    assert world.name == shape.name
    expected = shapely.transform(shape.geometry, lambda points: mapped(affine, points))
    # Round outlines have 128 corners, not the same ones: 1 - cos(pi / 128) = 0.0003 of a radius.
    tolerance = 0.0013 * 24 if isinstance(shape, Capsule | Circle | Ellipse) else 1e-9
    assert shapely.hausdorff_distance(world.geometry, expected) < tolerance
    assert world.geometry.area == pytest.approx(expected.area, rel=1e-3, abs=1e-9)


@given(st.floats(0.5, 9), st.floats(0.5, 9), angles, affines)
def test_world_ellipse_is_exact(rx: float, ry: float, angle: float, affine: Pose) -> None:
    """Mapped points of the curve satisfy the world ellipse's equation."""
    local = Ellipse(3, -2, rx, ry, angle)
    world = world_shape(local, affine)
    assert isinstance(world, Ellipse)
    t = np.linspace(0, 2 * np.pi, 33)
    a = math.radians(angle)
    u, v = rx * np.cos(t), ry * np.sin(t)
    curve = np.stack(
        [3 + u * math.cos(a) - v * math.sin(a), -2 + u * math.sin(a) + v * math.cos(a)]
    )
    x, y = (mapped(affine, curve.T) - [world.x, world.y]).T
    b = math.radians(world.angle)
    across, down = x * math.cos(b) + y * math.sin(b), y * math.cos(b) - x * math.sin(b)
    np.testing.assert_allclose((across / world.rx) ** 2 + (down / world.ry) ** 2, 1, rtol=1e-9)


KINDS_UNDER = [
    # shape, affine, expected
    (Circle(1, 2, 3), Pose(33, 2, -2, 1, 2, 0, 0), Circle(0, 0, 6)),
    (Capsule(1, 2, 5, 2, 3), Pose(90, 2, -2, 1, 2, 0, 0), Capsule(0, 0, 0, 8, 6)),
    (Capsule(1, 2, 5, 2, 0), Pose(90, 2, -3, 1, 2, 0, 0), Segment(0, 0, 0, 8)),
    (Capsule(1, 2, 1, 2, 3), Pose(90, 2, 3, 1, 2, 5, 5), Ellipse(5, 5, 6, 9, 90)),
    (Circle(1, 2, 3), Pose(90, 2, 3, 1, 2, 5, 5), Ellipse(5, 5, 6, 9, 90)),
    (Ellipse(1, 2, 3, 4, 20), Pose(30, 2, 2, 1, 2, 0, 0), Ellipse(0, 0, 6, 8, 50)),
    (Ellipse(1, 2, 3, 4, 20), Pose(30, -2, 2, 1, 2, 0, 0), Ellipse(0, 0, 6, 8, 10)),
    (Ellipse(1, 2, 3, 4, 90), Pose(30, 2, 5, 1, 2, 0, 0), Ellipse(0, 0, 15, 8, 120)),
    (Rect(0, 0, 4, 2), Pose(0, -1, 1, 0, 0, 0, 0), Rect(-4, 0, 4, 2)),
    (Rect(0, 0, 4, 2), Pose(90, 1, 1, 0, 0, 0, 0), Rect(-2, 0, 2, 4)),
    (Rect(0, 0, 4, 2), Pose(90, 3, 5, 0, 0, 0, 0), Rect(-10, 0, 10, 12)),
    (Rect(0, 0, 4, 2, 90), Pose(0, 3, 5, 0, 0, 0, 0), Rect(3, -5, 6, 20)),
    (Rect(0, 0, 4, 2, 90), Pose(90, 3, 5, 0, 0, 0, 0), Rect(-15, 3, 20, 6)),
    (Rect(-2, -1, 4, 2, 20), Pose(30, 2, 2, 0, 0, 0, 0), Rect(-4, -2, 8, 4, 50)),
    (Rect(-2, -1, 4, 2, 20), Pose(30, 2, -2, 0, 0, 0, 0), Rect(-4, -2, 8, 4, 10)),
    (Rect(-2, -1, 4, 2, 20), Pose(-20, 1, 1, 0, 0, 0, 0), Rect(-2, -1, 4, 2)),
    (Triangle(0, 0, 4, 0, 0, 3), Pose(90, 1, 1, 0, 0, 1, 0), Triangle(1, 0, 1, 4, -2, 0)),
    (Segment(1, 1, 2, 3), Pose(180, 1, 1, 0, 0, 0, 0), Segment(-1, -1, -2, -3)),
    (Point(3, 4), Pose(0, 2, -1, 1, 1, 10, 10), Point(14, 7)),
]


@for_each("shape, affine, expected", KINDS_UNDER)
def test_kinds_are_kept_where_they_can(shape: Shape, affine: Pose, expected: Shape) -> None:
    assert world_shape(shape, affine) == expected


@for_each("shape", SHAPES)
def test_the_identity_changes_nothing(shape: Shape) -> None:
    expected = Rect(2, 1, 4, 6, name="q") if shape.name == "q" else shape
    assert world_shape(shape, SAME) == expected


def test_a_turned_rect_under_unequal_scale_is_a_parallelogram() -> None:
    for scale_x in (2, -2):
        world = world_shape(Rect(0, 0, 4, 2, 45, name="r"), Pose(0, scale_x, 1, 0, 0, 0, 0))
        assert isinstance(world, Polygon)
        assert world.name == "r"
        assert world.geometry.area == pytest.approx(16)
        (piece,) = world.pieces
        assert orientation(*piece[:3]) == 1
    flat = world_shape(Rect(0, 0, 4, 0, 45), Pose(0, 2, 1, 0, 0, 0, 0))
    assert isinstance(flat, Segment)


@given(affines)
def test_pieces_go_with_their_polygon(affine: Pose) -> None:
    world = world_shape(L_SHAPE, affine)
    assert isinstance(world, Polygon)
    local = L_SHAPE.geometry.area * abs(affine.scale_x * affine.scale_y)
    pieces = [shapely.Polygon(piece) for piece in world.pieces]
    assert all(shapely.is_ccw(piece.exterior) for piece in pieces)
    assert sum(piece.area for piece in pieces) == pytest.approx(local)
    assert len(world.seams) == len(L_SHAPE.seams)
    assert {p for seam in world.seams for p in seam} <= {p for q in world.pieces for p in q}


@for_each("shape", SHAPES)
@for_each("angle", [0, 90, 37])
def test_a_zero_scale_flattens(shape: Shape, angle: float) -> None:
    left, top, right, bottom = shape.bounds
    upright = world_shape(shape, Pose(angle, 0, 2, 1, 1, 5, 5))
    level = world_shape(shape, Pose(angle, 2, 0, 1, 1, 5, 5))
    gone = world_shape(shape, Pose(angle, 0, 0, 1, 1, 5, 5))
    turned = Pose(angle, 2, 2, 1, 1, 5, 5)
    assert gone == Point(5, 5, name=shape.name)
    for world, ends in (
        (upright, [turned.apply(1, top), turned.apply(1, bottom)]),
        (level, [turned.apply(left, 1), turned.apply(right, 1)]),
    ):
        assert world.name == shape.name
        assert type(world) is (Point if isinstance(shape, Point) else Segment)
        expected = shapely.MultiPoint(ends).convex_hull
        assert shapely.hausdorff_distance(world.geometry, expected) < 1e-12


def test_a_segment_along_the_flattened_axis_is_a_point() -> None:
    assert world_shape(Segment(0, 3, 9, 3), Pose(0, 0, 1, 0, 0, 0, 0)) == Point(0, 3)


@given(st.sampled_from([Circle(1, 2, 0), Ellipse(1, 2, 0, 3, 30), Ellipse(1, 2, 0, 0)]), affines)
def test_what_was_flat_before_stays_so(shape: Shape, affine: Pose) -> None:
    world = world_shape(shape, affine)
    expected = shapely.transform(shape.geometry, lambda points: mapped(affine, points))
    assert shapely.hausdorff_distance(world.geometry, expected) < 1e-7
    assert world.geometry.area == pytest.approx(0, abs=1e-7)


def test_far_away_is_no_error() -> None:
    """The limit is for what users give, not for where that takes a corner."""
    for shape in SHAPES:
        world = world_shape(shape, Pose(10, 1e12, 1e11, 0, 0, 1e12, 1e12))
        assert world.bounds[2] > 1e12
        # All corners of a polygon may fall together here.
        tiny = world_shape(shape, Pose(10, 1e-3, 1e-4, 0, 0, 1e12, 1e12))
        assert union([tiny, tiny]).bounds[0] == pytest.approx(1e12)


def test_transform_of() -> None:
    pose = (100, 50, 90, 2, 3, 8, 4)
    assert pose_of(*pose, True, False) == Pose(90, 2, 3, 8, 4, 108, 54)
    assert pose_of(*pose, True, True) == Pose(90, 2, 3, 8, 4, 100, 50)
    assert pose_of(*pose, False, False).apply(1, 2) == (101, 52)
    # Where nothing turns or grows, the center must not round anything.
    assert pose_of(0.1, 0.2, 0, 1, 1, 1 / 3, 1e9, True, False).apply(0, 0) == (0.1, 0.2)
    assert pose_of(0.1, 0.2, 180, -1, -1, 1 / 3, 1e9, True, False).apply(0, 0) == (0.1, 0.2)
    assert pose_of(*pose, False, True).apply(1, 2) == (93, 48)


def test_union() -> None:
    assert union([]).is_empty
    assert union([Circle(0, 0, 1)]).equals(Circle(0, 0, 1).geometry)
    both = union([Rect(0, 0, 2, 2), Rect(1, 1, 2, 2)])
    assert both.area == pytest.approx(7)
    mixed = union([Rect(0, 0, 2, 2), Segment(1, 1, 5, 1), Point(9, 9)])
    assert mixed.geom_type == "GeometryCollection"
    assert mixed.length == pytest.approx(8 + 3)


@given(st.lists(st.tuples(st.sampled_from(SHAPES), affines), max_size=3))
def test_union_covers_every_shape(placed: list[tuple[Shape, Pose]]) -> None:
    worlds = [world_shape(shape, affine) for shape, affine in placed]
    assume(worlds)
    whole = union(worlds).buffer(1e-6)
    assert all(whole.covers(world.geometry) for world in worlds)


@for_each("angle", (0, 17, 30, 45, 200))
def test_a_turned_triangle_on_one_line_is_a_segment(angle: int) -> None:
    """Rounding would give it an area, as thin as a hair, which a union drops."""
    flat, box = Triangle(-3, 4, -6, 3, 0, 5), Rect(-5, -1, 4, 5)
    pose = Pose(angle, 1.0, 1.5, 1.0, 2.0, 30.0, 40.0)
    placed = [world_shape(flat, pose), world_shape(box, pose)]
    assert isinstance(placed[0], Segment)
    for corner in flat.corners:
        assert union(placed).distance(shapely.Point(pose.apply(*corner))) < 1e-9
