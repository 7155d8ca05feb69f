"""Capsules: what they answer is that of the whole. More of their hits are in engine."""

import math
import random
from typing import Any

import pytest
import shapely
from oracle import exact
from support import scenes as some
from support.counting import at_least

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
)

WHOLE = some.multiples(1, 8, 7)._replace(is_whole=False)
"""Whole numbers, and capsules in any direction."""
DIRECTIONS = [(0, 0, 0, 10), (0, 0, 10, 0), (10, 10, 4, 2), (-3, 7, 5, 1)]
POSES: list[dict[str, Any]] = [
    {},
    {"angle": 90},
    {"angle": 37, "scale_x": -1},
    {"x": 1e4, "y": -3e3, "angle": -71.5, "scale_x": 3, "scale_y": -3, "center_x": 7},
]
CORNERS = [(-5, 0), (5, 0), (-5, 10), (5, 10)]
"""Where arcs of `Capsule(0, 0, 0, 10, 5)` end."""


def away(x: float, y: float, capsule: Capsule) -> float:
    """The distance of a point from a capsule's segment, by shapely."""
    line = shapely.LineString([(capsule.x1, capsule.y1), (capsule.x2, capsule.y2)])
    return float(shapely.distance(shapely.Point(x, y), line))


def random_capsule(r: random.Random) -> Capsule:
    return Capsule(*(r.uniform(-20, 20) for _ in range(4)), r.uniform(0.1, 20))


@pytest.mark.parametrize("pose", POSES, ids=repr)
def test_it_is_what_lies_within_r_of_the_segment(pose: dict[str, Any]) -> None:
    """Points and discs at a distance from the segment, in the same pose."""
    r = random.Random(5)
    with at_least(inside=10, apart=50) as seen:
        for _ in range(150):
            capsule = random_capsule(r)
            sprite = Sprite(collision=capsule, **pose)
            x, y = r.uniform(-60, 60), r.uniform(-60, 60)
            gap = away(x, y, capsule) - capsule.radius
            probe = Sprite(collision=Point(x, y), **pose)
            assert probe.hits(sprite) == (gap < 0)
            seen["inside" if gap < 0 else "apart"] += 1
            radius = abs(gap) * r.choice([0.9, 0.999, 1.001, 1.1])
            assert Sprite(collision=Circle(x, y, radius), **pose).hits(sprite) == (gap < radius)
            if gap > 0:
                scale = abs(pose.get("scale_x", 1))
                assert probe.distance(sprite).distance == pytest.approx(gap * scale, rel=1e-9)
            squeezed = {"scale_x": 2, "scale_y": -0.25, "angle": r.uniform(0, 360)}
            (world,) = Sprite(collision=capsule, **squeezed).world_shapes
            assert world.geometry.area == pytest.approx(capsule.geometry.area / 2, rel=1e-9)


def test_upright_on_whole_pixels_it_is_exact() -> None:
    """It only touches what is exactly r away, and hits what is nearer by the last bit."""
    capsule = Sprite(collision=Capsule(0, -16, 0, 16, 12))
    for beside in (Rect(12, -50, 9, 99), Rect(-50, 28, 99, 5), Circle(0, 33, 5), Circle(17, 3, 5)):
        assert not capsule.hits(Sprite(collision=beside))
    assert capsule.hits(Sprite(math.nextafter(12, 0), 0, collision=Segment(0, -5, 0, 5)))
    assert capsule.hits(Sprite(0, math.nextafter(28, 0), collision=Segment(-5, 0, 5, 0)))
    assert capsule.aabb == (-12, -28, 12, 28)


# --- in whole numbers, against fractions ----------------------------------------------------------


def meeting_part(a: Sprite, b: Sprite) -> exact.Part:
    """The moves of `a` with which it hits b."""
    ((one,), (other,)) = (exact.solids(sprite)[0] for sprite in (a, b))
    assert isinstance(one, exact.Part)
    assert isinstance(other, exact.Part)
    return exact.between(one, other)


def test_hits_touches_and_depths_are_those_of_fractions() -> None:
    """Touches, which are no hits, have the one normal along which both separate."""
    r = random.Random(11)
    with at_least(hits=250, misses=200, touches=4) as seen:
        for step in range(750):
            ends = (r.randint(-8, 8) for _ in range(4))
            one = Sprite(collision=Capsule(*ends, r.randint(1, 7)))
            other = some.shape(r, some.CONVEX, WHOLE)
            a, b = (one, Sprite(collision=other))[:: 1 if step % 2 else -1]
            part = meeting_part(a, b)
            gap = float(exact.gap(part))
            found = a.distance(b)
            assert a.hits(b) == exact.hits(a, b)
            assert found.distance == pytest.approx(gap, abs=1e-13)
            seen["hits" if gap < 0 else "misses"] += 1
            if exact.gap(part) == 0 and not a.hits(b):
                seen["touches"] += 1
                (normal,) = exact.normals(part, (0, 0))
                assert found.distance == 0
                assert found.normal == pytest.approx(normal, abs=1e-15)
            elif a.hits(b):
                contact = a.contacts(b)[0]
                assert contact.depth == pytest.approx(-gap, abs=1e-13)
                moved = Sprite(*contact.push, collision=a.shapes)
                assert not moved.hits(b)
                for x, y in contact.points:
                    dot = Sprite(x, y, collision=Circle(0, 0, 1e-9))
                    assert dot.hits(a)
                    assert dot.hits(b)


def test_sweeps_are_those_of_fractions() -> None:
    r = random.Random(12)
    with at_least(swept=50, missed=150) as seen:
        for _ in range(750):
            ends = (r.randint(-8, 8) for _ in range(4))
            target = Sprite(collision=Capsule(*ends, r.randint(1, 7)))
            mover = Sprite(collision=some.shape(r, some.CONVEX, WHOLE))
            way = r.randint(-20, 20), r.randint(-20, 20)
            if not mover.hits(target) and any(way):
                expected = exact.sweep(mover, target, way)
                hit = mover.sweep(*way, target)
                assert (hit is not None) == bool(expected)
                seen["swept" if expected else "missed"] += 1
                if hit is not None:
                    assert hit.fraction == pytest.approx(float(expected[0].time), abs=1e-9)


def test_a_thick_ray_stops_where_it_touches_also_far_away() -> None:
    r = random.Random(13)
    with at_least(hits=50, misses=20) as seen:
        for _ in range(200):
            x, y = r.choice((1e6, -1e6)), r.choice((1e6, -1e6))
            shapes = Capsule(x, y, x + 30, y + 40, 5), Circle(x, y, 9), Rect(x, y, 20, 10)
            target = Sprite(collision=r.choice(shapes))
            start, end = (x - 200, y + r.randint(-30, 30)), (x + 200, y + r.randint(-30, 30))
            found = exact.ray(target, start, end, 8)
            ray = Group(target).raycast(*start, *end, radius=8)
            assert (ray is not None) == bool(found)
            seen["hits" if found else "misses"] += 1
            if ray is not None:
                assert ray.fraction == pytest.approx(float(found[0].time), rel=1e-14, abs=0)


# --- under unequal scale --------------------------------------------------------------------------


def test_a_stretched_one_is_the_image_of_the_capsule() -> None:
    """Points and segments in the same pose: what is so before is so after."""
    r = random.Random(14)
    with at_least(hits=200, misses=200) as seen:
        for _ in range(900):
            pose = {
                "angle": r.uniform(0, 360),
                "scale_x": r.choice((-1, 1)) * r.uniform(0.2, 3),
                "scale_y": r.uniform(0.2, 3),
            }
            capsule = random_capsule(r)
            a, b = ((r.uniform(-40, 40), r.uniform(-40, 40)) for _ in range(2))
            line = shapely.LineString([(capsule.x1, capsule.y1), (capsule.x2, capsule.y2)])
            near = shapely.distance(shapely.LineString([a, b]), line) < capsule.radius
            target = Sprite(collision=capsule, **pose)
            assert Sprite(collision=Segment(*a, *b), **pose).hits(target) == near
            inside = away(*a, capsule) < capsule.radius
            assert Sprite(collision=Point(*a), **pose).hits(target) == inside
            seen["hits" if near else "misses"] += 1


STRETCHED: dict[str, Any] = {"scale_x": 2, "scale_y": 0.5, "angle": 30}
OTHERS: list[Shape] = [
    Point(0, 0), Segment(-5, 3, 6, -2), Rect(-6, -3, 12, 6), Circle(0, 0, 4),
    Capsule(-4, 2, 5, -1, 3), Ellipse(0, 0, 7, 2, 40), Triangle(-6, -5, 7, -2, 0, 6),
]  # fmt: skip


@pytest.mark.parametrize("shape", OTHERS, ids=repr)
@pytest.mark.parametrize("posed", [{}, STRETCHED], ids=["even", "stretched"])
def test_a_stretched_one_and_all_kinds(shape: Shape, posed: dict[str, Any]) -> None:
    """What moves, turned or not, begins to hit where it is told to; a push separates."""
    r = random.Random(15)
    with at_least(swept=30, contacts=10) as seen:
        for _ in range(120):
            target = Sprite(collision=random_capsule(r), **STRETCHED)
            mover = Sprite(r.uniform(-45, 45), r.uniform(-45, 45), collision=shape, **posed)
            if mover.hits(target):
                (contact,) = mover.contacts(target)
                assert mover.distance(target).distance == pytest.approx(-contact.depth, abs=1e-9)
                for x, y in contact.points:
                    dot = Sprite(x, y, collision=Circle(0, 0, 1e-6))
                    assert dot.hits(mover)
                    assert dot.hits(target)
                mover.x += contact.push[0]
                mover.y += contact.push[1]
                assert not mover.hits(target)
                assert mover.distance(target).distance == pytest.approx(0, abs=1e-9)
                seen["contacts"] += 1
                continue
            near = mover.distance(target)
            (x, y), (u, v) = near.point, near.other_point
            assert (x - u, y - v) == pytest.approx(
                (near.distance * near.normal[0], near.distance * near.normal[1]), abs=1e-9
            )
            way = r.uniform(-1.5, -0.5) * mover.x, r.uniform(-1.5, -0.5) * mover.y
            turn = r.choice((0, 0, 40))
            hit = mover.sweep(*way, target, turn=turn)
            if hit is not None:
                seen["swept"] += 1
                for fraction, hits in ((hit.fraction - 1e-6, False), (hit.fraction + 1e-5, True)):
                    there = Sprite(
                        mover.x + fraction * way[0],
                        mover.y + fraction * way[1],
                        collision=shape,
                        **{**posed, "angle": posed.get("angle", 0) + fraction * turn},
                    )
                    if fraction <= 1 and (not hits or -hit.normal.dot(way) > 1):
                        assert there.hits(target) == hits


# --- where arcs end -------------------------------------------------------------------------------


@pytest.mark.parametrize("numbers", DIRECTIONS)
@pytest.mark.parametrize("pose", POSES, ids=repr)
def test_nothing_slips_through_the_lines(numbers: tuple[int, ...], pose: dict[str, Any]) -> None:
    """Segments and points on the line across each end, in the same pose."""
    x1, y1, x2, y2 = numbers
    target = Sprite(collision=Capsule(x1, y1, x2, y2, 5), **pose)
    length = math.hypot(x2 - x1, y2 - y1)
    nx, ny = (y1 - y2) / length, (x2 - x1) / length
    for x, y in ((x1, y1), (x2, y2)):
        for reach in (0.5, 4.999, 7):
            a, b = (x - reach * nx, y - reach * ny), (x + reach * nx, y + reach * ny)
            for shape in (Segment(*a, *b), Segment(x, y, *b), Segment(*a, x, y)):
                probe = Sprite(collision=shape, **pose)
                assert probe.hits(target)
                assert target.hits(probe)
                contact = target.contacts([probe])[0]
                target.x += contact.normal[0] * contact.depth
                target.y += contact.normal[1] * contact.depth
                assert not probe.hits(target)
                target.x, target.y = pose.get("x", 0), pose.get("y", 0)
            assert Sprite(collision=Point(*b), **pose).hits(target) == (reach < 5)


@pytest.mark.parametrize("numbers", DIRECTIONS)
def test_rays_meet_it_where_the_segment_is_r_away(numbers: tuple[int, ...]) -> None:
    """From all around: at the analytic fraction, and with the normal of the outline."""
    group = Group(Sprite(collision=Capsule(*numbers, 5)))
    r = random.Random(7)
    x1, y1, x2, y2 = numbers
    length = math.hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    for step in range(700):
        # A place on the outline; every fourth is where an arc ends and an edge begins.
        t = r.choice([0, length]) if step % 4 == 0 else r.uniform(0, length)
        side, turn = r.choice([-1, 1]), 0.0
        if step % 3 == 0:
            t, turn = r.choice([0, length]), r.uniform(0, math.pi / 2)
        out = math.sin(turn) * (1 if t else -1)
        nx = out * dx - side * math.cos(turn) * dy
        ny = out * dy + side * math.cos(turn) * dx
        at_x, at_y = x1 + t * dx + 5 * nx, y1 + t * dy + 5 * ny
        slant = r.uniform(-1.4, 1.4)
        c, s = math.cos(slant), math.sin(slant)
        way_x, way_y = -(nx * c - ny * s), -(ny * c + nx * s)
        before, after = r.uniform(1, 50), r.uniform(0.1, 50)
        start = at_x - before * way_x, at_y - before * way_y
        end = at_x + after * way_x, at_y + after * way_y
        hit = group.raycast(*start, *end)
        assert hit is not None
        assert hit.fraction == pytest.approx(before / (before + after), abs=1e-7)
        assert hit.normal == pytest.approx((nx, ny), abs=1e-6)


def test_rays_from_the_lines_start_inside() -> None:
    group = Group(Sprite(collision=Capsule(0, 0, 0, 10, 5)))
    for y in (0, 10):
        for x in (-4.5, -1, 0, 3):
            for end in ((30, y), (x, 40), (x, -40), (-30, y + 3)):
                hit = group.raycast(x, y, *end)
                assert hit is not None
                assert hit.from_inside
                assert group.raycast(x, y, *end, hit_from_inside=False) is None


@pytest.mark.parametrize("corner", CORNERS)
def test_where_an_arc_ends_the_normal_is_that_of_the_edge(corner: tuple[int, int]) -> None:
    """Rays and corners right there, and rays beside it by the last bits."""
    target = Sprite(collision=Capsule(0, 0, 0, 10, 5))
    x, y = corner
    outward = 1 if x > 0 else -1
    for dx, dy in ((3, 1), (3, -1), (1, 3), (1, -3), (7, 2), (2, 7), (1, 0), (0.3, 0.7)):
        for off in (0, 1e-16, -1e-16, 3e-15, -3e-15, 1e-13, -1e-13):
            start = x + outward * dx, y + dy + off
            hit = Group(target).raycast(*start, x - outward * dx, y - dy + off)
            assert hit is not None
            assert hit.normal == pytest.approx((outward, 0), abs=1e-9)
            assert hit.fraction == pytest.approx(0.5, abs=1e-7)
    rhomb = Polygon([(-4, 0), (0, -4), (4, 0), (0, 4)])
    for dx, dy in ((3, 1), (3, -1), (7, 2), (1, 0), (7, -2), (0.9, 0.7)):
        mover = Sprite(x + outward * (4 + dx), y + dy, collision=rhomb)
        met = mover.sweep(-outward * 2 * dx, -2 * dy, [target])
        assert met is not None
        assert met.normal == pytest.approx((outward, 0), abs=1e-9)
        assert met.fraction == pytest.approx(0.5, abs=1e-9)


def test_sweeps_meet_an_end_as_its_circle() -> None:
    r = random.Random(8)
    seen = 0
    for shape in (Rect(-3, -2, 6, 4), Rect(-3, -2, 6, 4, 30), Circle(0, 0, 4), Point(0, 0)):
        for _ in range(100):
            capsule = Sprite(collision=Capsule(0, 0, 0, 30, 6))
            circle = Sprite(collision=Circle(0, 0, 6))
            mover = Sprite(r.uniform(-25, 25), -30, collision=shape)
            way = r.uniform(-30, 30), 25 + r.uniform(0, 5)
            one, other = mover.sweep(*way, [capsule]), mover.sweep(*way, [circle])
            if other is None or other.normal[1] > -0.01:
                continue
            seen += 1
            assert one is not None
            assert one.fraction == pytest.approx(other.fraction, abs=1e-9)
            assert one.normal == pytest.approx(other.normal, abs=1e-6)
    assert seen > 60


def test_the_least_push_is_that_of_the_whole_capsule() -> None:
    """A disc beside the middle goes out across the segment, one at an end away from it."""
    r = random.Random(9)
    with at_least(contacts=40, misses=40) as seen:
        for _ in range(200):
            capsule = random_capsule(r)
            radius = r.uniform(1, 9)
            ball = Sprite(r.uniform(-30, 30), r.uniform(-30, 30), collision=Circle(0, 0, radius))
            depth = capsule.radius + radius - away(ball.x, ball.y, capsule)
            contacts = ball.contacts([Sprite(collision=capsule)])
            assert bool(contacts) == (depth > 0)
            seen["contacts" if contacts else "misses"] += 1
            if contacts:
                assert contacts[0].depth == pytest.approx(depth, abs=1e-9)
    floor = Sprite(collision=Rect(-100, 20, 200, 50))
    for sunk in (0.5, 1, 3, 7.25, 12):
        upright = Sprite(3, sunk, collision=Capsule(0, -16, 0, 8, 12)).contacts([floor])[0]
        assert (upright.normal, upright.depth) == ((0, -1), sunk)
    lying = Sprite(3, 1, collision=Capsule(-8, 8, 8, 8, 12)).contacts([floor])[0]
    assert (lying.normal, lying.depth) == ((0, -1), 1)
    assert sorted(x for x, _ in lying.points) == pytest.approx([-5, 11])


@pytest.mark.parametrize(
    "shape", [Capsule(0, -20, 0, -7, 7), Capsule(-5, -7, 5, -7, 7), Capsule(-3, -20, 3, -7, 7)]
)
def test_it_walks_over_tiles_as_over_one_floor(shape: Capsule) -> None:
    """To the last bit: the edges between tiles have no normal of their own."""
    tiles = Group(Sprite(collision=Rect(16 * i, 100, 16, 16)) for i in range(40))
    floor = Group(Sprite(collision=Rect(0, 100, 640, 16)))
    places = []
    for ground in (tiles, floor):
        walker = Sprite(30, 90, collision=shape)
        for _ in range(60):
            slide = walker.move_and_slide(5.3, 4, ground)
            assert not walker.hits(ground)
            assert all(hit.normal == (0, -1) for hit in slide.hits)
        places.append((walker.x, walker.y))
    assert places[0] == places[1]
    assert places[0] == pytest.approx((30 + 60 * 5.3, 100), abs=1e-6)
