"""Normals of rays: of an edge of the outline, never of a cut between the pieces of a polygon.

The oracle knows outlines only, from the points and holes of shapes in world space: the normal is
outward from an edge that holds the point of the hit, and that edge faces the ray.
"""

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import strategies as some
from support.for_each import for_each
from support.outline_edges import off, outline
from support.poses import QUARTER_POSES, TURNED_POSES

from spritecol import Polygon, RayHit, Rect, Segment, Sprite, Triangle

Pair = tuple[float, float]

ELL = Polygon([(0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)])
FRAME = Polygon([(0, 0), (10, 0), (10, 10), (0, 10)], [[(3, 3), (6, 3), (6, 6), (3, 6)]])
AIMS = [(x, y) for x in range(-7, 8) for y in range(-7, 8) if math.gcd(x, y) == 1]


def is_normal_of_outline(polygon: Polygon, hit: RayHit, way: Pair) -> bool:
    return any(
        math.dist(edge[2], hit.normal) < 1e-9
        and off(edge, hit.point) < 1e-9
        and way[0] * edge[2][0] + way[1] * edge[2][1] <= 1e-9
        for edge in outline(polygon)
    )


def test_a_corner_where_a_cut_ends() -> None:
    hit = Sprite(collision=ELL).raycast(-5, -10, 5, 10)
    assert hit is not None
    assert (hit.point, hit.normal) == ((0, 0), (0, -1))
    same = Sprite(collision=Rect(0, 0, 30, 10)).raycast(-5, -10, 5, 10)
    assert same is not None
    assert same.normal == hit.normal
    hit = Sprite(collision=FRAME).raycast(10, 30, -10, -10)
    assert hit is not None
    assert (hit.point, hit.normal) == ((0, 10), (0, 1))


@for_each("pose", [*QUARTER_POSES, *TURNED_POSES])
@for_each("name", sorted(some.OUTLINES))
def test_aimed_at_every_corner(name: str, pose: dict[str, Any]) -> None:
    """From all sides, through it and up to it."""
    sprite = Sprite(collision=Polygon(*some.OUTLINES[name]), **pose)
    world = sprite.world_shapes[0]
    assert isinstance(world, Polygon)
    corners = [corner for ring in (world.points, *world.holes) for corner in ring]
    hits = 0
    for (x, y), (dx, dy), far in itertools.product(corners, AIMS, (1, 2)):
        start, end = (x - dx, y - dy), (x + (far - 1) * dx, y + (far - 1) * dy)
        hit = sprite.raycast(*start, *end)
        if hit is not None and not hit.inside:
            hits += 1
            assert is_normal_of_outline(world, hit, (dx, dy)), (start, end, hit)
    assert hits > 100


@given(st.one_of(some.polyominoes, some.outlines, some.stars), st.data())
def test_any_polygon(polygon: Polygon, data: Any) -> None:
    """At any angle, aimed at corners and past them."""
    angle = data.draw(st.sampled_from([0.0, 90.0, 180.0, 270.0, 17.0, 105.45655609344126]))
    scale = data.draw(st.sampled_from([1.0, -1.0, 0.37, 1.7367579900705301]))
    sprite = Sprite(10.991495726989399, 3, collision=polygon, angle=angle, scale_x=scale)
    world = sprite.world_shapes[0]
    assert isinstance(world, Polygon)
    corners = [corner for ring in (world.points, *world.holes) for corner in ring]
    for _ in range(20):
        x, y = data.draw(st.sampled_from(corners))
        dx, dy = data.draw(st.sampled_from(AIMS))
        before, after = data.draw(st.sampled_from([(1, 1), (1, 0), (3, 0.5), (0.25, 4)]))
        start, end = (x - before * dx, y - before * dy), (x + after * dx, y + after * dy)
        hit = sprite.raycast(*start, *end, hit_from_inside=data.draw(st.booleans()))
        if hit is not None and not hit.inside:
            assert min(off(edge, hit.point) for edge in outline(world)) < 1e-9
            assert is_normal_of_outline(world, hit, (dx, dy)), (start, end, hit)


# Corners in one line along an edge: turned, rounding makes a hollow of them.
ROWS = [
    [(1, 2), (0, 2), (0, 3), (0, 4), (1, 4), (1, 3)],
    [(0, 1), (1, 1), (2, 1), (2.7, 1), (4, 1), (4, 4), (0, 4)],
]


@for_each("points", ROWS)
def test_a_ray_that_ends_in_a_hollow_made_by_rounding(points: list[Pair]) -> None:
    """It hits at its end, or from inside; not at its start, which is far away."""
    hits = 0
    for turn in range(400):
        pose = {"x": 10.991495726989399 - turn, "y": 11.04375566567046, "angle": 0.9 * turn + 0.1}
        sprite = Sprite(collision=Polygon(points), scale_x=1.7367579900705301, **pose)
        world = sprite.world_shapes[0]
        assert isinstance(world, Polygon)
        for x, y in world.points:
            for dx, dy in ((1, -1.5), (-2, 1), (0.5, 3), (-1, -1)):
                hit = sprite.raycast(x + dx, y + dy, x, y)
                if hit is None or hit.inside:
                    continue
                hits += 1
                assert min(off(edge, hit.point) for edge in outline(world)) < 1e-9
                assert is_normal_of_outline(world, hit, (-dx, -dy)), (turn, hit)
                assert hit.distance == pytest.approx(hit.fraction * math.hypot(dx, dy))
    assert hits > 1000


def test_a_ray_along_an_edge_hits_where_the_edge_is() -> None:
    """Which rounding decides; but never before or behind it, nor beside."""
    chance = random.Random(5)
    hits = 0
    for _ in range(2000):
        numbers = [chance.randrange(-50, 50) for _ in range(6)]
        shape = chance.choice([Triangle(*numbers), Segment(*numbers[:4]), Rect(0, 0, 30, 70)])
        place = chance.uniform(-500, 500), chance.uniform(-500, 500)
        sprite = Sprite(*place, collision=shape, angle=chance.choice([45, chance.uniform(0, 360)]))
        world = sprite.world_shapes[0]
        if isinstance(world, Segment):
            corners = [(world.x1, world.y1), (world.x2, world.y2)]
        else:
            corners = list(world.geometry.exterior.coords)
        left, top, right, bottom = world.bounds
        for (ax, ay), (bx, by) in itertools.pairwise(corners):
            x, y = bx - ax, by - ay
            hit = sprite.raycast(ax - 3.7 * x, ay - 3.7 * y, bx + 9 * x, by + 9 * y)
            if hit is not None:
                hits += 1
                assert left - 1e-9 <= hit.point[0] <= right + 1e-9
                assert top - 1e-9 <= hit.point[1] <= bottom + 1e-9
    assert hits > 1000


@for_each("scale", [1.0, 1e3, 1e7, 1e11])
def test_the_distance_is_that_of_the_exact_crossing(scale: float) -> None:
    """However far from the origin, where points themselves are rounded."""
    chance = random.Random(2)
    hits = 0
    for _ in range(400):
        x, y = chance.uniform(-scale, scale), chance.uniform(-scale, scale)
        sprite = Sprite(x, y, collision=Rect(0, 0, 20, 30))
        left = sprite.world_shapes[0].bounds[0]
        start = (x - chance.uniform(1, 60), y + 15)
        end = (x + 10, y + chance.uniform(1, 29))
        hit = sprite.raycast(*start, *end)
        assert hit is not None
        width, height = (Fraction(b) - Fraction(a) for a, b in zip(start, end, strict=True))
        part = (Fraction(left) - Fraction(start[0])) / width
        if hit.normal == (-1, 0) and part > 0:
            hits += 1
            exact = float(part) * math.sqrt(width * width + height * height)
            assert hit.distance == pytest.approx(exact, rel=3e-15)
            length = math.dist(start, end)
            assert hit.distance == pytest.approx(hit.fraction * length, rel=3e-15)
    assert hits > 300
