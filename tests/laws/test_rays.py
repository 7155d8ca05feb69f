"""Rays: exact in whole numbers, watertight, and what their normals and thick ones must be.

A ray is a moving Point. By the fill rule the whole of it counts as shifted by (e, e * e).
"""

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from laws.outlines import Pair, off, outline
from oracle import exact
from support import scenes as some
from support.campaign import rays
from support.campaign.tally import assert_right
from support.counting import at_least
from support.examples import examples
from support.hooks import index_forced
from support.scenes import QUARTER_POSES, TURNED_POSES

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    RayHit,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
    Vec2,
)

seeds = st.integers(0, 10**9)


# --- exact ----------------------------------------------------------------------------------------


def test_rays_in_whole_numbers_are_those_of_fractions() -> None:
    """All hits and their order, thin and thick, under all conditions, with an index and without."""
    assert_right(rays.judged, range(2400), rays.BRANCHES)


def test_nothing_of_a_shape_lies_before_its_entry() -> None:
    with at_least(hits=60) as seen:

        @given(st.lists(some.sprites(), min_size=1, max_size=6), seeds)
        def law(members: list[Sprite], seed: int) -> None:
            rng = random.Random(seed)
            for line in [rays.aim(rng, members[0], near=20) for _ in range(6)]:
                for hit in Group(members).raycast_all(*line):
                    assert rays.unsound(hit, line) == []
                    early = hit.fraction - 1e-6
                    if hit.from_inside or early <= 0:
                        continue
                    seen["hits"] += 1
                    x, y = (line[k] + early * (line[k + 2] - line[k]) for k in (0, 1))
                    before = Group(hit.other).raycast_all(*line[:2], x, y)
                    assert all(one.other_shape is not hit.other_shape for one in before)

        law()


def test_a_ray_without_length_is_a_point_and_one_that_ends_at_a_point_hits_it() -> None:
    shapes = [Rect(0, 0, 4, 4), Circle(2, 2, 2), Ellipse(2, 2, 2, 1), Segment(0, 0, 4, 4)]
    with at_least(inside=30, ends=1000) as seen:
        for shape in (*shapes, Point(0, 2)):
            group = Group(Sprite(collision=shape))
            for x, y in itertools.product(range(-1, 6), repeat=2):
                hit = group.raycast(x, y, x, y)
                assert (hit is not None) == bool(group.query_point(x, y))
                assert hit is None or hit.from_inside
                seen["inside"] += hit is not None
        places = list(itertools.product(range(-3, 4), repeat=2))
        for (x, y), start in itertools.product(places, repeat=2):
            group = Group(Sprite(x, y, collision=Point(0, 0)))
            hit = group.raycast(*start, x, y)
            assert hit is not None
            assert (hit.fraction, hit.point) == (start != (x, y), (x, y))
            if start != (x, y):
                half = (start[0] + x) / 2, (start[1] + y) / 2
                assert group.raycast(*start, *half) is None
                assert Sprite(*start, collision=Point(0, 0)).sweep(
                    x - start[0], y - start[1], group
                )
                seen["ends"] += 1


# --- the end belongs to the ray -------------------------------------------------------------------

LATTICE = list(itertools.product(range(-2, 8), repeat=2))
AT_ENDS: dict[str, list[Shape]] = {
    "points": [Point(2, 2), Point(3, 1)],
    "a slanted segment": [Segment(0, 0, 4, 4)],
    "segments": [Segment(2, -2, 2, 6), Segment(-1, 3, 6, 3), Segment(0, 5, 6, 2)],
    "a chain": [Segment(0, 0, 2, 2), Segment(2, 2, 4, 2), Segment(4, 2, 4, 6)],
    "tiles": [Rect(0, 0, 2, 2), Rect(2, 0, 2, 2), Rect(2, 2, 2, 2)],
    "triangles": [Triangle(0, 0, 4, 0, 0, 4), Triangle(4, 0, 4, 4, 0, 4)],
    "a dart": [Polygon([(0, 0), (4, 0), (2, 2), (4, 4), (0, 4)])],
    "a circle": [Circle(2, 2, 2)],
    "a rim of whole corners": [Circle(1, 1, 5)],
    "an ellipse": [Ellipse(2, 2, 3, 1)],
    "a capsule": [Capsule(0, 2, 4, 2, 1)],
    "flat shapes": [Triangle(0, 0, 2, 2, 4, 4), Rect(3, 1, 0, 4), Rect(1, 5, 4, 0)],
}
END_POSES: list[dict[str, Any]] = [
    {},
    {"scale_x": 0},
    {"scale_y": 0},
    {"scale_x": -1},
    {"scale_x": 2},
    {"angle": 90},
    {"angle": 45},
    {"angle": 45, "scale_y": 0},
]


def names_of_met(hits: list[RayHit], sprites: list[Sprite]) -> set[Sprite]:
    """The sprites that are hit, each of which is one of those given."""
    met = {hit.other for hit in hits}
    assert met <= set(sprites)
    return {sprite for sprite in sprites if sprite in met}


@pytest.mark.parametrize("radius", [0, 1, 1.5])
@pytest.mark.parametrize("pose", END_POSES, ids=str)
def test_what_is_at_the_end_of_a_ray_is_hit_from_every_side(
    pose: dict[str, Any], radius: float
) -> None:
    """What the query of the end finds; by a single ray, many at once, and lines of sight."""
    floors = {"ends": 800} if radius else {"ends": 50, "on_a_rim": 50}
    with at_least(**floors) as seen:
        for shapes in AT_ENDS.values():
            sprites = [Sprite(collision=one, center_x=2, center_y=2, **pose) for one in shapes]
            group = Group(sprites)
            for end in LATTICE:
                there = group.query_circle(*end, radius) if radius else group.query_point(*end)
                if not there:
                    continue
                starts = [start for start in LATTICE[seen["ends"] % 7 :: 7] if start != end]
                many = group.raycast_arrays(starts, end, radius=radius)
                assert many.hit.all()
                assert not group.line_of_sight_arrays(starts, end, radius=radius).any()
                for start, fraction in zip(starts, many.fraction, strict=True):
                    hits = group.raycast_all(*start, *end, radius=radius)
                    assert set(there) <= names_of_met(hits, sprites)
                    assert hits[0].fraction == fraction
                    assert group.raycast(*start, *end, radius=radius) == hits[0]
                    assert not group.line_of_sight(*start, *end, radius=radius)
                    last = [hit for hit in hits if hit.fraction == 1]
                    seen["on_a_rim"] += bool(last)
                    for hit in last:
                        assert math.dist(hit.point, end) == pytest.approx(radius, abs=1e-9)
                    seen["ends"] += 1


@pytest.mark.parametrize("front", [(0, -1), (0, 1)])
def test_the_end_on_a_one_way_segment_counts_from_its_front_only(front: tuple[int, int]) -> None:
    group = Group(Sprite(collision=Segment(-8, 0, 8, 0, one_way=front)))
    for x, y in itertools.product(range(-4, 5), (-6, 6)):
        hit = group.raycast(x, y, 0, 0)
        stops = y * front[1] > 0 and Vec2(x, y).normalized().dot(front) >= 0.5
        assert (hit is not None) == stops
        assert hit is None or (hit.fraction, hit.normal) == (1, front)


def test_the_end_counts_wherever_rounding_has_put_a_segment() -> None:
    """Between any numbers: an end of which the query says that it is on the segment."""
    rng = random.Random("ends on segments")
    with at_least(ends=2000) as seen:
        for _ in range(4000):
            x, y = rng.choice([(0.1, 0.7), (1e6, -3e5), (rng.uniform(-9, 9), 2.5)])
            dx, dy = rng.randint(-9, 9), rng.randint(-9, 9)
            group = Group(Sprite(collision=Segment(x - dx, y - dy, x + 3 * dx, y + 3 * dy)))
            start = x + rng.uniform(-99, 99), y + rng.uniform(-99, 99)
            if group.query_point(x, y):
                hit = group.raycast(*start, x, y)
                assert hit is not None
                assert hit.fraction == 1
                assert hit.point == pytest.approx((x, y), abs=1e-9)
                assert rays.unsound(hit, (*start, x, y)) == []
                seen["ends"] += 1


# --- watertight -----------------------------------------------------------------------------------

DIRECTIONS = [(x, y) for x in range(-9, 10) for y in range(-9, 10) if math.gcd(x, y) == 1]


def chain(size: int, turn: int) -> list[Shape]:
    """A closed chain of segments on whole numbers, in either direction."""
    corners = [(-size, -size), (0, -size - 2), (size, -size), (size + 1, 0), (size, size)]
    corners += [(0, size + 3), (-size, size), (-size - 2, 0)]
    corners = corners[::turn]
    return [Segment(*a, *b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]


SPAN = list(itertools.product(range(-5, 5), repeat=2))
RINGS: dict[str, list[Shape]] = {
    "tiles": [Rect(x, y, 1, 1) for x, y in SPAN if max(abs(x + 0.5), abs(y + 0.5)) == 2.5],
    "diagonal tiles": [Rect(x, y, 1, 1) for x, y in SPAN if abs(x + 0.5) + abs(y + 0.5) == 4],
    "chain": chain(4, 1),
    "chain backwards": chain(4, -1),
    "one polygon": [
        Polygon(
            [(-5, -5), (5, -5), (5, 5), (-5, 5)], [[(-3, -3), (3, -3), (4, 0), (3, 3), (-3, 3)]]
        )
    ],
}


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("angle", [0, 90, 30, 45, 7.3])
@pytest.mark.parametrize("ring", RINGS)
def test_no_ray_leaves_a_closed_ring(ring: str, angle: float, apart: bool) -> None:
    """The ring is one sprite or many; rays go in all whole directions, many through joints."""
    shapes = RINGS[ring]
    members = [Sprite(collision=one, angle=angle) for one in shapes]
    group = Group(members if apart else Sprite(collision=shapes, angle=angle))
    for start in [(0, 0), (1, 1), (-1, 0), (0.5, -0.25), (0, 1)]:
        ends = [(start[0] + 40 * x, start[1] + 40 * y) for x, y in DIRECTIONS]
        assert not group.line_of_sight_arrays(start, ends).any()
        assert group.raycast_arrays(ends, start).hit.all()


@pytest.mark.parametrize("seed", range(3))
def test_no_ray_leaves_a_random_ring(seed: int) -> None:
    """Joints that the transform has rounded, and rays aimed at exactly these joints."""
    rng = random.Random(seed)
    turns = [2 * math.pi * k / 40 for k in range(40)]
    corners = [(r * math.cos(t), r * math.sin(t)) for t in turns for r in [rng.uniform(50, 90)]]
    around = list(zip(corners, corners[1:] + corners[:1], strict=True))
    pose = {"angle": rng.uniform(0, 360), "scale_x": 1.3, "scale_y": 0.7, "x": 1e3, "y": -77.7}
    start = (1e3, -77.7)
    for shapes in (
        [Segment(*a, *b) for a, b in around],
        [Polygon([a, b, (2 * b[0], 2 * b[1]), (2 * a[0], 2 * a[1])]) for a, b in around],
    ):
        ring = Group(Sprite(collision=shapes, **pose))
        world = ring[0].world_shapes
        joints = [(one.x1, one.y1) if isinstance(one, Segment) else one.points[0] for one in world]
        aimed = [(3 * x - 2 * start[0], 3 * y - 2 * start[1]) for x, y in joints]
        assert not ring.line_of_sight_arrays(start, aimed).any()
        turn = np.random.default_rng(seed).uniform(0, 2 * np.pi, 9999)
        ends = np.array(start) + 900 * np.column_stack((np.cos(turn), np.sin(turn)))
        assert not ring.line_of_sight_arrays(start, ends).any()


# --- normals: of the outline, never of a cut between the pieces of a polygon ----------------------

AIMS = [(x, y) for x in range(-7, 8) for y in range(-7, 8) if math.gcd(x, y) == 1]


def is_normal_of_outline(polygon: Polygon, hit: RayHit, way: Pair) -> bool:
    """Whether an edge that holds the point of the hit faces the ray and has this normal."""
    return any(
        math.dist(edge[2], hit.normal) < 1e-9
        and off(edge, hit.point) < 1e-9
        and way[0] * edge[2][0] + way[1] * edge[2][1] <= 1e-9
        for edge in outline(polygon)
    )


def world_polygon(sprite: Sprite) -> tuple[Polygon, list[Pair]]:
    """The polygon in world space, and its corners."""
    world = sprite.world_shapes[0]
    assert isinstance(world, Polygon)
    return world, [corner for ring in (world.points, *world.holes) for corner in ring]


@pytest.mark.parametrize("pose", [*QUARTER_POSES, *TURNED_POSES], ids=str)
def test_normals_of_rays_at_corners(pose: dict[str, Any]) -> None:
    """From all sides, through each corner and up to it."""
    for name in sorted(some.OUTLINES):
        sprite = Sprite(collision=Polygon(*some.OUTLINES[name]), **pose)
        world, corners = world_polygon(sprite)
        with at_least(hits=100) as seen:
            for (x, y), (dx, dy), far in itertools.product(corners, AIMS, (1, 2)):
                line = x - dx, y - dy, x + (far - 1) * dx, y + (far - 1) * dy
                hit = Group(sprite).raycast(*line)
                if hit is not None and not hit.from_inside:
                    seen["hits"] += 1
                    assert is_normal_of_outline(world, hit, (dx, dy)), (name, line, hit)


def test_normals_of_any_polygon() -> None:
    """At any angle, aimed at corners and past them, also where rounding makes an edge hollow."""
    row = Polygon([(1, 2), (0, 2), (0, 3), (0, 4), (1, 4), (1, 3)])
    collinear = Polygon([(0, 1), (1, 1), (2, 1), (2.7, 1), (4, 1), (4, 4), (0, 4)])
    makers = some.polyomino, some.outline, some.star
    polygons = st.one_of(*map(some.dice.map, makers), st.sampled_from([row, collinear]))
    with at_least(hits=400) as seen:

        @examples(60)
        @given(polygons, st.integers(0, 10**6))
        def law(polygon: Polygon, seed: int) -> None:
            rng = random.Random(seed)
            scale = rng.choice((1.0, -1.0, 0.37, 1.7367579900705301))
            angle = rng.choice((0.0, 90.0, 17.0, 105.45655609344126, rng.uniform(0, 360)))
            sprite = Sprite(10.99149572, 3, collision=polygon, angle=angle, scale_x=scale)
            world, corners = world_polygon(sprite)
            for _ in range(40):
                (x, y), (dx, dy) = rng.choice(corners), rng.choice(AIMS)
                before, after = rng.choice(((1, 1), (1, 0), (3, 0.5), (0.25, 4)))
                line = x - before * dx, y - before * dy, x + after * dx, y + after * dy
                hit = Group(sprite).raycast(*line, hit_from_inside=rng.random() < 0.5)
                if hit is not None and not hit.from_inside:
                    seen["hits"] += 1
                    assert min(off(edge, hit.point) for edge in outline(world)) < 1e-9
                    assert is_normal_of_outline(world, hit, (dx, dy)), (line, hit)

        law()


def test_a_ray_along_an_edge_hits_where_the_edge_is() -> None:
    """Whether, rounding decides; but never before or behind it, nor beside."""
    rng = random.Random(5)
    with at_least(hits=1000) as seen:
        for _ in range(2000):
            numbers = [rng.randrange(-50, 50) for _ in range(6)]
            shape = rng.choice([Triangle(*numbers), Segment(*numbers[:4]), Rect(0, 0, 30, 70)])
            place = rng.uniform(-500, 500), rng.uniform(-500, 500)
            sprite = Sprite(*place, collision=shape, angle=rng.choice([45, rng.uniform(0, 360)]))
            corners = list(shapely.get_coordinates(sprite.world_shapes[0].geometry))
            left, top, right, bottom = sprite.aabb
            for (ax, ay), (bx, by) in itertools.pairwise(corners):
                x, y = bx - ax, by - ay
                hit = Group(sprite).raycast(ax - 3.7 * x, ay - 3.7 * y, bx + 9 * x, by + 9 * y)
                if hit is not None:
                    seen["hits"] += 1
                    assert left - 1e-9 <= hit.point[0] <= right + 1e-9
                    assert top - 1e-9 <= hit.point[1] <= bottom + 1e-9


@pytest.mark.parametrize("scale", [1.0, 1e3, 1e7, 1e11])
def test_the_distance_is_that_of_the_exact_crossing(scale: float) -> None:
    """However far from the origin, where points themselves are rounded."""
    rng = random.Random(2)
    with at_least(hits=300) as seen:
        for _ in range(400):
            x, y = rng.uniform(-scale, scale), rng.uniform(-scale, scale)
            sprite = Sprite(x, y, collision=Rect(0, 0, 20, 30))
            start, end = (x - rng.uniform(1, 60), y + 15), (x + 10, y + rng.uniform(1, 29))
            hit = Group(sprite).raycast(*start, *end)
            assert hit is not None
            width, height = (Fraction(b) - Fraction(a) for a, b in zip(start, end, strict=True))
            part = (Fraction(sprite.aabb[0]) - Fraction(start[0])) / width
            if hit.normal == (-1, 0) and part > 0:
                seen["hits"] += 1
                right = float(part) * math.sqrt(width * width + height * height)
                assert hit.distance == pytest.approx(right, rel=3e-15)
                assert hit.distance == pytest.approx(
                    hit.fraction * math.dist(start, end), rel=3e-15
                )


# --- thick rays: a disc that moves ----------------------------------------------------------------


@pytest.mark.parametrize(
    "kind", ["point", "segment", "circle", "rect", "triangle", "polygon", "capsule"]
)
def test_thick_rays_are_apart_before_the_hit_and_touch_at_it(kind: str) -> None:
    """Against shapely, and what is met by a sweep of the disc."""
    rng = random.Random(kind)
    with at_least(hits=20, inside=10, misses=0 if kind == "capsule" else 10) as seen:

        @examples(40)
        @given(some.sprites(kind), seeds)
        def law(sprite: Sprite, seed: int) -> None:
            rng.seed(seed)
            shape = sprite.world_shapes[0]
            if isinstance(shape, Ellipse) or (kind == "capsule" and isinstance(shape, Polygon)):
                return
            grow, geometry = 0.0, shape.geometry
            if isinstance(shape, Circle):
                grow, geometry = shape.radius, shapely.Point(shape.x, shape.y)
            if isinstance(shape, Capsule):
                ends = [(shape.x1, shape.y1), (shape.x2, shape.y2)]
                grow, geometry = shape.radius, shapely.LineString(ends)
            group, radius = Group(sprite), rng.uniform(0.1, 20)
            lines = [rays.aim(rng, sprite, near) for near in (40, 40, 40, 40, 150, 150)]
            for x1, y1, x2, y2 in lines:
                reach = geometry.distance(shapely.LineString([(x1, y1), (x2, y2)])) - grow
                if abs(reach - radius) < 1e-7:
                    continue
                hit = group.raycast(x1, y1, x2, y2, radius=radius)
                assert (hit is not None) == (reach < radius)
                if hit is None:
                    seen["misses"] += 1
                    continue
                at = x1 + hit.fraction * (x2 - x1), y1 + hit.fraction * (y2 - y1)
                away = geometry.distance(shapely.Point(at)) - grow
                if hit.from_inside:
                    seen["inside"] += 1
                    assert away < radius + 1e-9
                    assert (hit.fraction, hit.point, hit.normal) == (0.0, (x1, y1), (0.0, 0.0))
                    continue
                seen["hits"] += 1
                assert away == pytest.approx(radius, abs=1e-7)
                assert hit.normal.length == pytest.approx(1)
                assert hit.point == pytest.approx(
                    (at[0] - radius * hit.normal[0], at[1] - radius * hit.normal[1]), abs=1e-6
                )
                early = [(x1, y1), (x1 + 0.999 * (at[0] - x1), y1 + 0.999 * (at[1] - y1))]
                assert geometry.distance(shapely.LineString(early)) - grow > radius - 1e-9

        law()


@pytest.mark.parametrize("radius", [0, 3, 6, 30])
@pytest.mark.parametrize("turn", [0, 90, 33])
def test_a_comb_is_its_teeth(radius: float, turn: float) -> None:
    """One shape of many parts, of which those near are looked at first, is as one for each part."""
    rng = random.Random(radius)
    tops = [rng.randint(0, 25) for _ in range(60)]
    ends = [
        place
        for k, top in enumerate(tops)
        for place in ((20 * k, 40), (20 * k, top), (20 * k + 8, top), (20 * k + 8, 40))
    ]
    teeth = [Rect(20 * k, top, 8, 60 - top) for k, top in enumerate(tops)]
    comb = Sprite(collision=Polygon([*ends, (1200, 40), (1200, 60), (0, 60)]), angle=turn)
    apart = Sprite(collision=[*teeth, Rect(0, 40, 1200, 20)], angle=turn)
    group, other = Group(comb), Group(apart)
    anywhere = rng.uniform if turn % 90 else rng.randint  # turned, what grazes is not decided alike
    with at_least(hits=20, inside=5, misses=5) as seen:
        for _ in range(150):
            ends_at = [(anywhere(-60, 1260), anywhere(low, 70)) for low in (-150, -60)]
            if rng.random() < 0.5:
                ends_at[1] = ends_at[1][0], ends_at[0][1]
            line = [number for place in ends_at for number in Vec2(place).rotated(turn)]
            hit, expected = group.raycast(*line, radius=radius), other.raycast(*line, radius=radius)
            assert (hit is None) == (expected is None)
            if hit and expected:
                assert hit.from_inside == expected.from_inside
                assert hit.fraction == pytest.approx(expected.fraction, abs=1e-9)
            seen["misses" if hit is None else "inside" if hit.from_inside else "hits"] += 1


def test_thick_rays_touch_an_ellipse_at_the_hit_and_are_apart_before() -> None:
    """By the distance of the middle of the disc, there and shortly before."""
    rng = random.Random("ovals")
    with at_least(hits=100) as seen:
        for _ in range(200):
            oval = Sprite(angle=rng.uniform(0, 360), scale_x=rng.choice([1, -0.3, 2]))
            oval.collision = Ellipse(0, 0, rng.uniform(5, 60), rng.uniform(1, 60))
            x, y = Vec2.from_angle(rng.uniform(0, 360), 200)
            radius = rng.uniform(0.1, 20)
            dx, dy = rng.uniform(-40, 40) - x, rng.uniform(-40, 40) - y
            hit = Group(oval).raycast(x, y, x + dx, y + dy, radius=radius)
            if hit is not None:
                seen["hits"] += 1
                for part in (1, 0.999):
                    t = part * hit.fraction
                    gap = Sprite(x + t * dx, y + t * dy, collision=Point(0, 0)).distance(oval)
                    assert gap.distance == pytest.approx(radius, abs=1e-7) or part < 1
                    assert gap.distance > radius or part == 1


def grazing_leg(rng: random.Random) -> tuple[Any, float, Pair, Pair]:
    """A shape, a radius, and a leg on which the disc comes as near as touching, up to rounding."""
    radius = rng.choice([4, 8, 5.5, 7.3])
    x, y = (rng.choice([0, 20000]) + rng.randint(-50, 50) for _ in range(2))
    angle = rng.uniform(3.2, 4.6)  # from the shape to the disc: up and to the left
    nx, ny = math.cos(angle), math.sin(angle)
    extra = rng.choice([0, 6])
    shape: Any = Capsule(x, y, x - 10 * nx, y - 10 * ny, 6)
    if not extra:
        ring = [(x, y), (x + 20, y + 3), (x + 25, y + 30), (x + 3, y + 20)]
        corners = [Rect(x, y, 20, 20), Segment(x, y, x + 20, y + 20), Polygon(ring), Point(x, y)]
        shape = rng.choice(corners)
    middle = x + nx * (radius + extra), y + ny * (radius + extra)
    before, after = (rng.choice([0.0, rng.uniform(1, 40)]) for _ in range(2))
    start = middle[0] + ny * before, middle[1] - nx * before
    return shape, radius, start, (middle[0] - ny * after, middle[1] + nx * after)


def test_what_only_grazes_is_decided_exactly() -> None:
    """By the distance of the leg from the nearest corner or end, in fractions.

    A sweep ends where a float is, so it may differ. But it tells no other fraction.
    """
    rng = random.Random(3)
    with at_least(met=140, passed=140) as seen:
        for _ in range(1000):
            shape, radius, start, end = grazing_leg(rng)
            if rng.random() < 0.5:
                start, end = end, start
            target, disc = Sprite(collision=shape), Sprite(*start, collision=Circle(0, 0, radius))
            if disc.hits(target):
                continue
            ray = Group(target).raycast(*start, *end, radius=radius)
            assert (ray is not None) == bool(exact.ray(target, start, end, radius))
            seen["passed" if ray is None else "met"] += 1
            hit = disc.sweep(end[0] - start[0], end[1] - start[1], target)
            if ray is not None and hit is not None:
                assert ray.fraction == pytest.approx(hit.fraction, abs=1e-2)


def test_a_point_on_the_rim_counts_as_in_a_check() -> None:
    """A point on the top or left of a disc is inside of it, on the bottom or right it is not."""
    for (x, y), r, side in itertools.product(((2016, -48), (0, 7)), (1, 16, 40), (1, -1)):
        post, level = Sprite(x, y, collision=Point(0, 0)), y + side * r
        met = side == 1  # the disc passes below the point, or above it
        assert Sprite(x, level, collision=Circle(0, 0, r)).hits(post) == met
        for far in (-50, 50, 0):
            across = Group(post).raycast(x - 50, level, x + far, level, radius=r)
            down = Group(post).raycast(x + side * r, y - 50, x + side * r, y + far, radius=r)
            assert (across is not None) == (down is not None) == (met and far >= 0)


def test_a_disc_that_grazes_a_point_meets_it_where_it_is() -> None:
    """Not where the gap begins to be less than rounding, which is far before."""
    rng = random.Random("grazes a point")
    for _ in range(300):
        r, before, after = rng.randint(1, 60), rng.randint(1, 60), rng.randint(0, 60)
        x, y = rng.randint(-90, 90), rng.randint(-90, 90)
        post = Group(Sprite(x, y, collision=Point(0, 0)))
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            across = (r, 0) if dy else (0, r)  # the point is on the top or left of the disc
            start = x - before * dx + across[0], y - before * dy + across[1]
            end = x + after * dx + across[0], y + after * dy + across[1]
            hit = post.raycast(*start, *end, radius=r)
            assert hit is not None
            assert hit.fraction == pytest.approx(before / (before + after), abs=1e-12)


# --- many at once ---------------------------------------------------------------------------------

SHAPES: list[Shape] = [
    Circle(0, 0, 7),
    Point(0, 0),
    Segment(-3, 0, 8, 2),
    Ellipse(0, 0, 9, 4),
    Rect(-4, -4, 9, 7),
    Triangle(0, 0, 9, 0, 0, 9),
    Polygon([(0, 0), (16, 0), (16, 16), (12, 4), (0, 16)]),
]


@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize("count", [3, 100, 300, 330])
def test_many_rays_among_few_are_as_many_single_ones(count: int, far: bool) -> None:
    """However the rows are found: one by one, by a tree that is made or one that is kept."""
    rng = random.Random(count)
    width = 8.0 * math.sqrt(count)
    members = [
        Sprite(
            round(rng.uniform(0, width)),
            rng.uniform(0, width),
            angle=rng.choice((0, 90, rng.uniform(0, 360))),
            collision=rng.choice(SHAPES if count != 100 else SHAPES[:1]),
            collision_layer=rng.choice((1, 2)),
            collision_enable=rng.random() > 0.1,
        )
        for _ in range(count)
    ]
    if far:
        members[1].x = 1e9
    group = Group(members)
    aims = np.random.default_rng(count).uniform(-5, width + 5, (max(300, 6_000 // count), 4))
    aims[::5, 2:] = aims[::5, :2]
    aims[1::5, :2] = [(members[0].x, members[0].y)]
    aims[2::5] = aims[2::5].round()
    with at_least(hits=40) as seen:
        for keywords in ({}, {"hit_from_inside": False}, {"mask": 2, "exclude": members[::9]}):
            found = []
            for index in (None, False, True):
                with index_forced(index):
                    many = group.raycast_arrays(aims[:, :2], aims[:, 2:], **keywords)
                    sights = group.line_of_sight_arrays(aims[:, :2], aims[:, 2:], **keywords)
                assert sights.tolist() == (~many.hit).tolist()
                found.append([getattr(many, name).tobytes() for name in many.__match_args__])
            assert found[0] == found[1] == found[2]
            for k in range(0, len(aims), 17):
                hit = group.raycast(*aims[k], **keywords)
                assert many.hit[k] == (hit is not None)
                if hit is not None:
                    seen["hits"] += 1
                    assert members[many.index[k]] is hit.other
                    assert many.fraction[k] == hit.fraction
