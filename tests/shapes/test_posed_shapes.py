"""Shapes in world space: every kind under every pose, against points mapped one by one."""

import math
from typing import Any

import numpy as np
import pytest
import shapely
from oracle import exact
from support import scenes
from support.scenes import KINDS, Dice

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

ROUND = (Capsule, Circle, Ellipse)


def world(shape: Shape, **pose: Any) -> Shape:
    (placed,) = Sprite(collision=shape, **pose).world_shapes
    return placed


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_the_local_shape_mapped_by_the_formula(kind: str) -> None:
    """R(angle) . S(scale) . (p - center) + center + base, point by point."""
    r = Dice(kind)
    for _ in range(40):
        pose = scenes.pose(r)
        if not pose["scale_x"] * pose["scale_y"]:
            continue
        shape = scenes.shape(r, kind)
        sprite = Sprite(collision=shape, **pose)
        place = exact.pose_of(sprite).point
        mapped = shapely.transform(
            shape.geometry,
            lambda points, place=place: np.array([[*map(float, place(p))] for p in points]),
        )
        found = sprite.world_shapes[0].geometry
        # Round outlines have 128 corners, not the same ones: 0.0003 of a radius lie between.
        slack = 0.0013 * 170 if isinstance(shape, ROUND) else 1e-9
        assert shapely.hausdorff_distance(found, mapped) < slack
        assert found.area == pytest.approx(mapped.area, rel=1e-3, abs=1e-9)
        bounds = sprite.world_shapes[0].bounds
        assert sprite.aabb == pytest.approx(
            bounds, rel=1e-9, abs=0.1 if kind == "capsule" else 1e-9
        )


def test_a_world_ellipse_is_exact() -> None:
    """Mapped places of the curve satisfy its equation; so do those of a circle."""
    r = Dice(2)
    t = np.linspace(0, 2 * np.pi, 33)
    seen = 0
    for _ in range(80):
        sprite = scenes.sprite(r, r.choice(("ellipse", "circle")))
        ((piece,),) = exact.solids(sprite)
        shape = sprite.world_shapes[0]
        if not isinstance(piece, exact.Oval):
            continue
        assert isinstance(shape, Ellipse)
        (cx, cy), (ux, uy), (vx, vy) = [(float(x), float(y)) for x, y in piece]
        x = cx - shape.x + ux * np.cos(t) + vx * np.sin(t)
        y = cy - shape.y + uy * np.cos(t) + vy * np.sin(t)
        c, s = math.cos(math.radians(shape.angle)), math.sin(math.radians(shape.angle))
        level = ((x * c + y * s) / shape.radius_x) ** 2 + ((y * c - x * s) / shape.radius_y) ** 2
        np.testing.assert_allclose(level, 1, rtol=1e-9)
        seen += 1
    assert seen > 30


KEPT: list[tuple[Shape, dict[str, Any], Shape]] = [
    (Circle(1, 2, 3), {"angle": 33, "scale_x": 2, "scale_y": -2}, Circle(0, 0, 6)),
    (Capsule(1, 2, 5, 2, 3), {"angle": 90, "scale_x": 2, "scale_y": -2}, Capsule(0, 0, 0, 8, 6)),
    (Capsule(1, 2, 5, 2, 0), {"angle": 90, "scale_x": 2, "scale_y": -3}, Segment(0, 0, 0, 8)),
    (Capsule(1, 2, 1, 2, 3), {"angle": 90, "scale_x": 2, "scale_y": 3}, Ellipse(0, 0, 6, 9, 90)),
    (Circle(1, 2, 3), {"angle": 90, "scale_x": 2, "scale_y": 3}, Ellipse(0, 0, 6, 9, 90)),
    (Ellipse(1, 2, 3, 4, 20), {"angle": 30, "scale_x": 2, "scale_y": 2}, Ellipse(0, 0, 6, 8, 50)),
    (Ellipse(1, 2, 3, 4, 20), {"angle": 30, "scale_x": -2, "scale_y": 2}, Ellipse(0, 0, 6, 8, 10)),
    (Rect(1, 2, 4, 2), {"scale_x": -1}, Rect(-4, 0, 4, 2)),
    (Rect(1, 2, 4, 2), {"angle": 90}, Rect(-2, 0, 2, 4)),
    (Rect(1, 2, 4, 2), {"angle": 90, "scale_x": 3, "scale_y": 5}, Rect(-10, 0, 10, 12)),
    (Rect(1, 2, 4, 2, 90), {"scale_x": 3, "scale_y": 5}, Rect(3, -5, 6, 20)),
    (Rect(-1, 1, 4, 2, 20), {"angle": 30, "scale_x": 2, "scale_y": 2}, Rect(-4, -2, 8, 4, 50)),
    (Rect(-1, 1, 4, 2, 20), {"angle": 30, "scale_x": 2, "scale_y": -2}, Rect(-4, -2, 8, 4, 10)),
    (Rect(-1, 1, 4, 2, 20), {"angle": -20}, Rect(-2, -1, 4, 2)),
    (Triangle(1, 2, 5, 2, 1, 5), {"angle": 90}, Triangle(0, 0, 0, 4, -3, 0)),
]


@pytest.mark.parametrize(("shape", "pose", "expected"), KEPT, ids=repr)
def test_kinds_are_kept_where_they_can(shape: Shape, pose: Any, expected: Shape) -> None:
    """All about (1, 2), which is brought to (0, 0)."""
    assert world(shape, x=-1, y=-2, center_x=1, center_y=2, **pose) == expected


def test_a_turned_rect_under_unequal_scale_is_a_parallelogram() -> None:
    for scale_x in (2, -2):
        placed = world(Rect(0, 0, 4, 2, 45, name="r"), scale_x=scale_x)
        assert isinstance(placed, Polygon)
        assert placed.name == "r"
        assert placed.geometry.area == pytest.approx(16)
    assert isinstance(world(Rect(0, 0, 4, 0, 45), scale_x=2), Segment)


@pytest.mark.parametrize("kind", KINDS)
def test_a_zero_scale_flattens(kind: str) -> None:
    """To the segment or point that the oracle knows."""
    r = Dice(kind)
    for _ in range(25):
        shape = scenes.shape(r, kind)
        pose = scenes.pose(r) | {"collision_sync": True}
        pose["scale_x"], pose["scale_y"] = r.choice(((0, 2), (-3, 0), (0, 0)))
        sprite = Sprite(collision=shape, **pose)
        ((piece,),) = exact.solids(sprite)
        assert isinstance(piece, exact.Part)
        flat = sprite.world_shapes[0]
        ends = shapely.MultiPoint([(float(x), float(y)) for x, y in piece.core])
        assert shapely.hausdorff_distance(flat.geometry, ends.convex_hull) < 1e-9
        assert isinstance(flat, Segment if len(piece.core) == 2 else Point)


@pytest.mark.parametrize("angle", [0, 17, 30, 45, 200])
def test_a_turned_triangle_on_one_line_is_a_segment(angle: int) -> None:
    """Rounding would give it an area, as thin as a hair, which a union drops."""
    pose = {"angle": angle, "scale_y": 1.5, "center_x": 1, "center_y": 2, "x": 29, "y": 38}
    flat = Triangle(-3, 4, -6, 3, 0, 5)
    sprite = Sprite(collision=[flat, Rect(-5, -1, 4, 5)], **pose)
    assert isinstance(sprite.world_shapes[0], Segment)
    for corner in ((-3, 4), (-6, 3), (0, 5)):
        place = Sprite(collision=Point(*corner), **pose).geometry
        assert sprite.geometry.distance(place) < 1e-9


def test_an_ellipse_that_is_a_point_stays_one() -> None:
    for angle in (0, 30, 90):
        sprite = Sprite(3, 4, collision=Ellipse(1, 1, 0, 0, angle), scale_x=2, scale_y=3, angle=20)
        (shape,) = sprite.world_shapes
        assert shapely.distance(shape.geometry, sprite.geometry) == 0
        assert sprite.geometry.area == 0
        assert len(sprite.check(Sprite(-9, -9, collision=Rect(0, 0, 30, 30)))) == 1


def test_the_geometry_is_the_union_of_all_shapes() -> None:
    assert Sprite(collision=[]).geometry.is_empty
    assert Sprite(collision=[Rect(0, 0, 2, 2), Rect(1, 1, 2, 2)]).geometry.area == 7
    mixed = Sprite(collision=[Rect(0, 0, 2, 2), Segment(1, 1, 5, 1), Point(9, 9)]).geometry
    assert mixed.geom_type == "GeometryCollection"
    assert mixed.length == pytest.approx(8 + 3)
    r = Dice(3)
    for _ in range(25):
        sprite = scenes.sprite(r)
        whole = sprite.geometry.buffer(1e-6)
        assert all(whole.covers(shape.geometry) for shape in sprite.world_shapes)


def test_where_nothing_turns_or_grows_the_center_rounds_nothing() -> None:
    for more in ({}, {"angle": 180, "scale_x": -1, "scale_y": -1}):
        placed = world(Point(0, 0), x=0.1, y=0.2, center_x=1 / 3, center_y=1e9, **more)
        assert placed == Point(0.1, 0.2)


@pytest.mark.parametrize("kind", KINDS)
def test_far_away_is_no_error(kind: str) -> None:
    """The limit is for what users give, not for where that takes a corner."""
    shape = scenes.shape(Dice(4), kind, scenes.SOLID)
    far = {"angle": 10, "x": 1e12, "y": 1e12}
    assert world(shape, scale_x=1e12, scale_y=1e11, **far).bounds[2] >= 1e12 - 1e13 * 8
    tiny = Sprite(collision=[shape, shape], scale_x=1e-3, scale_y=1e-4, **far)
    assert tiny.geometry.bounds[0] == pytest.approx(1e12)
