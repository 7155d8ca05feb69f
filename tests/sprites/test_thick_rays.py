"""Rays with a radius: a disc that moves, against shapely and closed forms."""

import math
import random
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


def grazing_leg(rng: random.Random) -> tuple[Any, float, tuple[float, float], tuple[float, float]]:
    """A shape, a radius, and a leg on which the disc comes as near as touching, up to rounding."""
    radius = rng.choice([4, 8, 5.5, 7.3])
    x, y = (rng.choice([0, 20000]) + rng.randint(-50, 50) for _ in range(2))
    angle = rng.uniform(3.2, 4.6)  # from the shape to the disc: up and to the left
    nx, ny = math.cos(angle), math.sin(angle)
    extra = rng.choice([0, 6])
    shape: Any = Capsule(x, y, x - 10 * nx, y - 10 * ny, 6)
    if not extra:
        outline = [(x, y), (x + 20, y + 3), (x + 25, y + 30), (x + 3, y + 20)]
        corners = [Rect(x, y, 20, 20), Segment(x, y, x + 20, y + 20), Polygon(outline)]
        shape = rng.choice([*corners, Point(x, y)])
    middle = x + nx * (radius + extra), y + ny * (radius + extra)
    before, after = (rng.choice([0.0, rng.uniform(1, 40)]) for _ in range(2))
    start = middle[0] + ny * before, middle[1] - nx * before
    return shape, radius, start, (middle[0] - ny * after, middle[1] + nx * after)


def test_what_grazes_is_met_as_by_a_sweep_of_the_disc() -> None:
    rng = random.Random(3)
    met = 0
    for _ in range(3000):
        shape, radius, start, end = grazing_leg(rng)
        if rng.random() < 0.5:
            start, end = end, start
        target = Sprite(collision=shape)
        disc = Sprite(*start, collision=Circle(0, 0, radius))
        if disc.hits(target):
            continue
        hit = disc.sweep(end[0] - start[0], end[1] - start[1], target)
        ray = target.raycast(*start, *end, radius=radius)
        assert (ray is None) == (hit is None)
        assert (ray is None) == Group(target).line_of_sight(*start, *end, radius=radius)
        assert (ray is None) == Group(target).line_of_sight_arrays(start, [end], radius=radius)[0]
        if ray is not None and hit is not None:
            met += 1
            assert ray.fraction == pytest.approx(hit.fraction, abs=1e-2)
    assert 300 < met < 2700


def test_a_point_on_the_rim_counts_as_in_a_check() -> None:
    """A point on the top or left of a disc is inside of it, on the bottom or right it is not."""
    for x, y in ((2016, -48), (0, 7), (-300, 40)):
        post = Sprite(x, y, collision=Point(0, 0))
        for r in (1, 16, 40):
            for side in (1, -1):
                met = side == 1  # the disc passes below the point, or above it
                level = y + side * r
                assert Sprite(x, level, collision=Circle(0, 0, r)).hits(post) == met
                for far in (-50, 50, 0):
                    ray = post.raycast(x - 50, level, x + far, level, radius=r)
                    assert (ray is not None) == (met and far >= 0)
                    ray = post.raycast(x + side * r, y - 50, x + side * r, y + far, radius=r)
                    assert (ray is not None) == (met and far >= 0)


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


def test_a_disc_that_grazes_a_point_meets_it_where_it_is() -> None:
    """Not where the gap begins to be less than rounding, which is far before."""
    rng = random.Random("grazes a point")
    for _ in range(500):
        r, before, after = rng.randint(1, 60), rng.randint(1, 60), rng.randint(0, 60)
        x, y = rng.randint(-90, 90), rng.randint(-90, 90)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            across = (r, 0) if dy else (0, r)  # the point is on the top or left of the disc
            start = x - before * dx + across[0], y - before * dy + across[1]
            end = x + after * dx + across[0], y + after * dy + across[1]
            hit = Sprite(x, y, collision=Point(0, 0)).raycast(*start, *end, radius=r)
            assert hit is not None
            assert hit.fraction == pytest.approx(before / (before + after), abs=1e-12)


def test_a_plank_of_the_same_sprite_lets_no_ray_through_a_block() -> None:
    block, plank = Rect(16, 32, 16, 16), Rect(0, 32, 16, 16, one_way=(0, -1))
    for shapes in ([block, plank], [plank, block], [block]):
        tile = Sprite(collision=shapes)
        for x1, y1, x2, y2 in ((-16, 29, 14, 26), (-10, 29, 28, 27)):
            disc = Sprite(x1, y1, collision=Circle(0, 0, 8))
            swept = disc.sweep(x2 - x1, y2 - y1, tile)
            found = tile.raycast(x1, y1, x2, y2, radius=8)
            assert found is not None
            assert swept is not None
            assert found.fraction == pytest.approx(swept.fraction, abs=1e-9)
            assert found.shape is swept.other_shape is block
