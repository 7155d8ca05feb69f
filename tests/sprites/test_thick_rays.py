"""Rays with a radius: a disc that moves, against shapely and closed forms."""

import math
from typing import Any

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from support.strategies import sprites

from spritecol import Capsule, Circle, Ellipse, Group, Point, Polygon, Rect, Segment, Sprite

somewhere = st.floats(-90, 90).map(lambda number: round(number, 3))


@pytest.mark.parametrize(
    "kind", ["point", "segment", "circle", "rect", "triangle", "polygon", "capsule"]
)
@given(st.data(), somewhere, somewhere, somewhere, somewhere, st.floats(0.1, 30))
def test_against_shapely(
    kind: str, data: Any, x1: float, y1: float, x2: float, y2: float, radius: float
) -> None:
    """The disc is apart before the hit, and touches at it; without a hit it never comes near."""
    sprite = data.draw(sprites(kind))
    shape = sprite.world_shapes[0]
    assume(not isinstance(shape, Ellipse) and (kind != "capsule" or not isinstance(shape, Polygon)))
    grow = shape.r if isinstance(shape, Capsule | Circle) else 0.0
    geometry = shapely.Point(shape.x, shape.y) if isinstance(shape, Circle) else shape.geometry
    if isinstance(shape, Capsule):
        geometry = shapely.LineString([(shape.x1, shape.y1), (shape.x2, shape.y2)])
    start, end = (x1, y1), (x2, y2)
    assume(start != end)
    line = shapely.LineString([start, end])
    reach = geometry.distance(line) - grow
    assume(abs(reach - radius) > 1e-7)
    hit = sprite.raycast(*start, *end, radius=radius)
    assert (hit is not None) == (reach < radius)
    if hit is None:
        return
    at = shapely.Point(x1 + hit.fraction * (x2 - x1), y1 + hit.fraction * (y2 - y1))
    if hit.inside:
        assert geometry.distance(at) - grow < radius + 1e-9
        assert (hit.fraction, hit.point, hit.normal) == (0.0, start, (0.0, 0.0))
        return
    assert geometry.distance(at) - grow == pytest.approx(radius, abs=1e-7)
    assert math.hypot(*hit.normal) == pytest.approx(1)
    assert hit.point == pytest.approx(
        (at.x - radius * hit.normal[0], at.y - radius * hit.normal[1]), abs=1e-6
    )
    early = 0.999 * hit.fraction
    before = shapely.LineString([start, (x1 + early * (x2 - x1), y1 + early * (y2 - y1))])
    assert geometry.distance(before) - grow > radius - 1e-9


def test_closed_forms() -> None:
    ball = Sprite(collision=Circle(0, 0, 5))
    hit = ball.raycast(-20, 0, 20, 0, radius=3)
    assert (hit.point, hit.normal) == (pytest.approx((-5, 0)), pytest.approx((-1, 0)))
    assert hit.fraction == pytest.approx(12 / 40)
    box = Sprite(collision=Rect(0, 0, 10, 10))
    hit = box.raycast(5, -20, 5, 20, radius=4)
    assert hit.fraction == pytest.approx(16 / 40)
    assert (hit.point, hit.normal) == (pytest.approx((5, 0)), pytest.approx((0, -1)))
    egg = Sprite(collision=Ellipse(0, 0, 8, 4))
    hit = egg.raycast(0, -20, 0, 20, radius=2)
    assert hit.fraction == pytest.approx(14 / 40)
    post = Sprite(collision=Point(0, 0))
    assert post.raycast(-10, 3, 10, 3, radius=5).fraction == pytest.approx(6 / 20)
    assert hit.distance == pytest.approx(14)


def test_touching_is_no_hit() -> None:
    """Resting, sliding along and leaving are not hits; going deeper is one, at once."""
    floor = Sprite(collision=Rect(0, 10, 100, 10))
    assert floor.raycast(5, 7, 90, 7, radius=3) is None
    assert floor.raycast(5, 7, 5, -90, radius=3) is None
    assert floor.raycast(5, 7, 5, 7, radius=3) is None
    hit = floor.raycast(5, 7, 9, 8, radius=3)
    assert (hit.fraction, hit.inside) == (0.0, False)
    assert hit.normal == pytest.approx((0, -1))
    assert floor.raycast(5, 8, 5, 0, radius=3).inside
    slope = Sprite(collision=Rect(0, 0, 100, 50), angle=30)
    way = (math.cos(math.radians(30)), math.sin(math.radians(30)))
    corner = slope.world_shapes[0].corners[0]
    start = (corner[0] + 30 * way[0] + 4 * way[1], corner[1] + 30 * way[1] - 4 * way[0])
    end = (start[0] + 20 * way[0], start[1] + 20 * way[1])
    assert Group(slope).raycast(*start, *end, radius=4) is None


def test_through_a_gap() -> None:
    walls = Group(Sprite(50, y, collision=Rect(0, 0, 5, 100)) for y in (-104, 4))
    assert walls.line_of_sight(0, 0, 100, 0)
    assert walls.line_of_sight(0, 0, 100, 0, radius=4)
    assert not walls.line_of_sight(0, 0, 100, 0, radius=4.01)
    assert walls.line_of_sight_arrays((0, 0), [(100, 0), (100, 50)], radius=3).tolist() == [
        True,
        False,
    ]


def test_only_the_shape_in_which_it_starts_is_passed_over() -> None:
    concave = Polygon([(0, 0), (40, 0), (40, 40), (30, 40), (30, 10), (10, 10), (10, 40), (0, 40)])
    sprite = Sprite(collision=[concave, Segment(60, 0, 60, 40, name="fence")])
    hit = sprite.raycast(5, 30, 99, 30, radius=2, hit_from_inside=False)
    assert hit.shape.name == "fence"
    assert sprite.raycast(20, 30, 99, 30, radius=2).point == pytest.approx((30, 30))
