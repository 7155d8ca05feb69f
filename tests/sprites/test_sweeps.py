"""`Sprite.sweep`, `sweep_all` and `Group.sweep_arrays`: where a hit begins on the way.

The oracle of straight ways between polygons is a ray against their Minkowski difference, in
fractions. That of turning ways asks shapely for distances: until these are used up, nothing can be
hit. All other kinds are sampled densely with the exact test, which is the referee by definition.
"""

import cmath
import gc
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from support.for_each import for_each
from support.hooks import use_index
from support.strategies import KINDS, sprites

from spritecol import (
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    SweepHit,
    Triangle,
    use_cores,
)

Vector = tuple[Fraction, Fraction]

# --- polygons, in fractions ----------------------------------------------------------------------


def cross(a: Vector, b: Vector) -> Fraction:
    return a[0] * b[1] - a[1] * b[0]


def hull(points: list[Vector]) -> list[Vector]:
    """The corners of the convex hull, counterclockwise (A. M. Andrew, 1979)."""
    chains: list[Vector] = []
    for order in (sorted(set(points)), sorted(set(points), reverse=True)):
        chain: list[Vector] = []
        for p in order:
            while len(chain) > 1 and (
                cross(
                    (chain[-1][0] - chain[-2][0], chain[-1][1] - chain[-2][1]),
                    (p[0] - chain[-2][0], p[1] - chain[-2][1]),
                )
                <= 0
            ):
                chain.pop()
            chain.append(p)
        chains += chain[:-1]
    return chains


def enter(a: list[Vector], b: list[Vector], way: Vector) -> Fraction | None:
    """When the way of polygon a enters b's inside: a ray against the hull of b - a; or None."""
    ring = hull([(q[0] - p[0], q[1] - p[1]) for p in a for q in b])
    low, high = None, None
    for p, q in zip(ring, ring[1:] + ring[:1], strict=True):
        edge = q[0] - p[0], q[1] - p[1]
        gap, rate = cross(edge, (-p[0], -p[1])), cross(edge, way)
        if rate == 0:
            if gap <= 0:
                return None
        elif rate > 0:
            low = -gap / rate if low is None else max(low, -gap / rate)
        else:
            high = -gap / rate if high is None else min(high, -gap / rate)
    assert low is not None
    assert high is not None
    return low if 0 <= low < high and low < 1 else None


def exact(points: Any) -> list[Vector]:
    return [(Fraction(x), Fraction(y)) for x, y in points]


@for_each("gap", [1.9e-14, 1e-12, 1e-8, 1e-6, 0.3, 7.7])
@for_each("place", [0.0, 1 / 3, 1e4])
@for_each("r", [8.0, 0.1, 1 / 7])
def test_a_circle_lands_exactly_on_a_level_floor(gap: float, place: float, r: float) -> None:
    floor = Sprite(place - 50, place, collision=Rect(0, 0, 100, 10))
    ball = Sprite(place, place - gap, collision=Circle(0, -r, r))
    ball.move_and_collide(0, 8, floor)
    assert not ball.hits(floor)
    bottom = Fraction(ball.y - r) + Fraction(r)  # the center is a float64
    assert abs(bottom - Fraction(place)) <= math.ulp(place + r + gap)


def triangles_of(shape: Polygon) -> list[list[Vector]]:
    """Triangles that fill a polygon, whose corners are its own. They know no seams of ours."""
    filling = shapely.constrained_delaunay_triangles(shape.geometry)
    return [exact(list(one.exterior.coords)[:3]) for one in filling.geoms]


def first_enter(a: Polygon, b: Polygon, way: Vector) -> Fraction | None:
    """When two polygons begin to hit that do not at the start: two of their triangles do."""
    times = [enter(p, q, way) for p in triangles_of(a) for q in triangles_of(b)]
    return min((time for time in times if time is not None), default=None)


def concave_ring(r: random.Random) -> list[tuple[int, int]]:
    while True:
        points = [(r.randint(-9, 9), r.randint(-9, 9)) for _ in range(r.randint(4, 7))]
        ring = shapely.Polygon(points)
        if ring.is_valid and 0 < ring.area < ring.convex_hull.area:
            return points


@for_each("seed", range(2))
def test_concave_polygons_that_touch_meet_when_their_triangles_do(seed: int) -> None:
    r = random.Random(seed)
    met = slid = 0
    while met < 20 or slid < 40:
        a, b = concave_ring(r), concave_ring(r)
        (ux, uy), (vx, vy) = r.choice(a), r.choice(b)
        mover = Sprite(vx - ux, vy - uy, collision=Polygon(a))  # a corner on a corner
        target = Sprite(collision=Polygon(b))
        if mover.hits(target):
            continue
        ring, side = r.choice([a, b]), r.choice([-1, 1])
        k = r.randrange(len(ring))
        dx, dy = side * (ring[k][0] - ring[k - 1][0]), side * (ring[k][1] - ring[k - 1][1])
        (placed,) = mover.world_shapes
        assert isinstance(placed, Polygon)
        expected = first_enter(placed, Polygon(b), exact([(dx, dy)])[0])
        hit = mover.sweep(dx, dy, target)
        assert (hit is None) == (expected is None)
        if hit is not None and expected is not None:
            assert hit.fraction == pytest.approx(float(expected), abs=1e-13)
        met += hit is not None
        slid += hit is None


def bracket(r: random.Random, legs: int) -> tuple[Polygon, float]:
    """A bracket of any size with a flat back at y = 0, its legs up or down, and its length."""
    long, depth = r.uniform(20, 60), legs * r.uniform(20, 40)
    left, right, notch = r.uniform(4, long / 2 - 2), r.uniform(long / 2 + 2, long - 4), depth / 3
    points = [(0, 0), (long, 0), (long, depth), (right, depth), (right, notch), (left, notch)]
    return Polygon([*points, (left, depth), (0, depth)]), long


@for_each("legs", [-1, 1])
def test_a_bracket_slides_past_a_corner_on_its_flat_back(legs: int) -> None:
    """Where pieces of it end in a corner of its outline, they enter and leave at one time."""
    r = random.Random(legs)
    for _ in range(400):
        shape, long = bracket(r, legs)
        tip = (0, 0), (r.uniform(-20, 5), -legs * 30), (r.uniform(6, 20), -legs * 30)
        x, y = r.uniform(-100, 100), r.uniform(-100, 100)
        rest = Sprite(x, y, collision=Triangle(*tip[0], *tip[1], *tip[2]))
        body = Sprite(x - r.uniform(0, long), y + 9 * legs, collision=shape)
        assert body.move_and_collide(0, -20 * legs, rest) is not None
        for dx in (r.uniform(-5, 5), r.uniform(30, 90), r.uniform(-90, -30)):
            assert body.sweep(dx, 0, rest) is None
            assert rest.sweep(-dx, 0, body) is None
            assert body.sweep(dx, legs, rest) is None  # and away


@for_each("kind", ["box", "bracket"])
def test_a_turned_floor_hides_no_wall_of_the_same_shape(kind: str) -> None:
    """What slides along a turned floor seems to enter it, by rounding; the wall comes later."""
    r = random.Random(kind)
    room = Polygon([(0, 0), (100, 0), (100, -50), (120, -50), (120, 30), (0, 30)])
    for _ in range(400):
        turn = cmath.rect(1, math.radians(angle := r.uniform(0, 360)))
        floor = Sprite(r.uniform(-99, 99), r.uniform(-99, 99), collision=room, angle=angle)
        shape, long = (Rect(0, -9, 9, 9), 9.0) if kind == "box" else bracket(r, -1)
        left = r.uniform(1, 30)
        place = complex(floor.x, floor.y) + (left - 3j) * turn
        body = Sprite(place.real, place.imag, collision=shape, angle=angle)
        down = 5j * turn
        assert body.move_and_collide(down.real, down.imag, floor) is not None
        gap = 100 - left - long
        way = (gap + r.uniform(5, 200)) * turn
        hit = body.sweep(way.real, way.imag, floor)
        assert hit is not None
        assert hit.fraction <= gap / abs(way) + 1e-9


# --- all kinds, by the exact test ----------------------------------------------------------------


def at(sprite: Sprite, start: tuple[float, float, float], way: Any, t: float) -> None:
    sprite.x, sprite.y, sprite.angle = (
        pose + t * part for pose, part in zip(start, way, strict=True)
    )


def check_by_samples(mover: Sprite, target: Sprite, way: Any, samples: int = 60) -> None:
    """No sample before the hit is one that begins, and soon after the hit there is one."""
    start = mover.x, mover.y, mover.angle
    hit = mover.sweep(way[0], way[1], target, turn=way[2])
    assert (mover.x, mover.y, mover.angle) == start
    apart = not mover.hits(target)
    if hit is not None and hit.overlapping:
        assert not apart
        assert hit.fraction == 0
        return
    end = 1.0 if hit is None else hit.fraction
    for k in range(samples + 1):
        at(mover, start, way, end * k / samples)
        if hit is not None and k == samples:
            (mover.x, mover.y), mover.angle = hit.position, hit.angle
        if mover.hits(target):
            assert not apart or end * k / samples < 1e-12, (k, hit)
        else:
            apart = True
    if hit is not None:
        assert math.hypot(*hit.normal) == pytest.approx(1)
        if mover.geometry.area and target.geometry.area:
            speed = math.hypot(way[0], way[1]) + abs(way[2])
            seen = False
            for pixels in (1e-9, 1e-7, 1e-5, 1e-3, 1e-1):
                at(mover, start, way, end + pixels / speed)
                seen = seen or mover.hits(target)
            assert seen
    at(mover, start, way, 0.0)


lengths = st.one_of(st.integers(-40, 40).map(float), st.floats(-60, 60, width=32))


singles = st.sampled_from(KINDS).flatmap(sprites)


@given(singles, singles, lengths, lengths)
def test_any_sprites_on_a_straight_way(a: Sprite, b: Sprite, dx: float, dy: float) -> None:
    assume(math.hypot(dx, dy) > 1e-3)
    assume(min(abs(a.scale_x), abs(a.scale_y), abs(b.scale_x), abs(b.scale_y)) > 0)
    check_by_samples(a, b, (dx, dy, 0.0))


SOLID = ("circle", "ellipse", "rect", "triangle", "polygon")


@for_each("kind", SOLID)
@for_each("other", SOLID)
def test_turning_is_never_late(kind: str, other: str) -> None:
    r = random.Random(f"{kind} {other}")
    for _ in range(12):
        mover, target = (turned(name, r, 20) for name in (kind, other))
        way = r.uniform(-60, 60), r.uniform(-60, 60), r.uniform(-500, 500)
        check_by_samples(mover, target, way, 200)


def turned(kind: str, r: random.Random, reach: float) -> Sprite:
    """A sprite with one shape, at any angle, within `reach` pixels of the origin."""
    x, y = r.uniform(-reach, reach), r.uniform(-reach, reach)
    return Sprite(x, y, collision=shape(kind, r), angle=r.uniform(0, 360))


def shape(kind: str, r: random.Random) -> Any:
    """A shape of some pixels that is not about its sprite's center."""
    x, y = r.uniform(-5, 5), r.uniform(-5, 5)
    match kind:
        case "circle":
            return Circle(x, y, r.uniform(1, 9))
        case "ellipse":
            return Ellipse(x, y, r.uniform(1, 9), r.uniform(1, 9), r.uniform(0, 90))
        case "rect":
            return Rect(x, y, r.uniform(1, 15), r.uniform(1, 15))
        case "triangle":
            return Triangle(x, y, x + r.uniform(5, 15), y, x, y + r.uniform(5, 15))
        case _:
            return Polygon([(0, 0), (2, 0), (2, 8), (8, 8), (8, 0), (12, 0), (12, 12), (0, 12)])


def test_turning_polygons_by_the_distances_of_shapely() -> None:
    """Until the distance is used up at top speed, nothing can be hit: that certifies the way."""
    r = random.Random(5)
    hits = 0
    for _ in range(200):
        mover = Sprite(0, 0, collision=Rect(-8, -2, 16, 4), angle=r.uniform(0, 360))
        target = Sprite(
            r.uniform(-40, 40), r.uniform(-40, 40), collision=shape("triangle", r), angle=33
        )
        way = r.uniform(-80, 80), r.uniform(-80, 80), r.uniform(-720, 720)
        if mover.hits(target):
            continue
        hit = mover.sweep(way[0], way[1], target, turn=way[2])
        end = 1.0 if hit is None else hit.fraction
        speed = math.hypot(way[0], way[1]) + math.radians(abs(way[2])) * math.hypot(8, 2)
        t = 0.0
        while t < end:
            at(mover, (0.0, 0.0, mover.angle - t * 0), (0, 0, 0), 0)
            mover.x, mover.y = t * way[0], t * way[1]
            turned = Sprite(
                mover.x, mover.y, collision=Rect(-8, -2, 16, 4), angle=mover.angle + t * way[2]
            )
            gap = turned.geometry.distance(target.geometry)
            if gap < 1e-7:
                assert end - t < 1e-4
                break
            t += gap / speed
        if hit is not None:
            hits += 1
            there = Sprite(*hit.position, collision=Rect(-8, -2, 16, 4), angle=hit.angle)
            assert there.geometry.distance(target.geometry) < 1e-8
    assert hits > 10


# --- what is no hit ------------------------------------------------------------------------------

FLOOR = Rect(-1000, 100, 2000, 50)
RESTING = [
    Sprite(0, 84, collision=Rect(0, 0, 16, 16)),
    Sprite(0, 92, collision=Circle(0, 0, 8)),
    Sprite(0, 95, collision=Ellipse(0, 0, 20, 5)),
    Sprite(0, 100, collision=Triangle(0, 0, 9, -9, -9, -9)),
    Sprite(0, 100, collision=Segment(-5, 0, 5, 0)),
]


@for_each("sprite", RESTING)
def test_resting_sliding_and_receding_are_no_hits(sprite: Sprite) -> None:
    floor = Sprite(collision=FLOOR)
    tiles = [Sprite(10 * i, 100, collision=Rect(0, 0, 10, 10)) for i in range(-50, 50)]
    for targets in (floor, tiles):
        for dx, dy in ((300, 0), (-300, 0), (0, -50), (70, -0.001), (0, 0), (1e-9, 0)):
            assert sprite.sweep(dx, dy, targets) is None
        hit = sprite.sweep(3, 0.001, targets)
        assert hit is not None
        assert hit.fraction == 0
        assert hit.normal == (0, -1) or targets is tiles  # a corner may be met exactly
        assert not hit.overlapping


def test_a_wheel_that_turns_on_the_floor_hits_nothing() -> None:
    wheel = Sprite(0, 92, collision=Circle(0, 0, 8))
    floor = Sprite(collision=FLOOR)
    assert wheel.sweep(300, 0, floor, turn=2000) is None
    assert wheel.sweep(300, 1, floor, turn=2000) is not None


@for_each("kind", SOLID)
@for_each("other", SOLID)
def test_many_turns_are_sweeps_of_less_than_one_turn(kind: str, other: str) -> None:
    """Sweeps of less than one turn examine every angle; many turns skip what no angle reaches."""
    r = random.Random(f"{kind} {other} many")
    found = 0
    for _ in range(24):
        mover, target = (turned(name, r, 14) for name in (kind, other))
        if mover.hits(target):
            continue
        dx, dy = (r.uniform(-60, 60) * r.choice([0, 0.02, 1]) for _ in range(2))
        turn, parts = r.choice([-1, 1]) * r.uniform(3000, 4000), 40
        hit = mover.sweep(dx, dy, target, turn=turn)
        expected = None
        for part in range(parts):
            first = mover.sweep(dx / parts, dy / parts, target, turn=turn / parts)
            if first is not None:
                expected = (part + first.fraction) / parts
                break
            mover.x += dx / parts
            mover.y += dy / parts
            mover.angle += turn / parts
        assert (hit is None) == (expected is None)
        if hit is not None:
            found += 1
            assert hit.fraction == pytest.approx(expected, abs=1e-10)
    assert found


@for_each("turns", [1.5, 40, 1000])
def test_a_thousand_turns_in_place(turns: float) -> None:
    bar = Sprite(0, 0, collision=Rect(-50, -2, 100, 4))
    inside, outside = (
        Sprite(0, 49, collision=Circle(0, 0, 1)),
        Sprite(40, 40, collision=Point(0, 0)),
    )
    hit = bar.sweep(0, 0, inside, turn=360 * turns)
    assert hit is not None
    assert hit.angle == pytest.approx(bar.sweep(0, 0, inside, turn=359).angle, abs=1e-6)
    assert bar.sweep(0, 0, outside, turn=360 * turns) is None
    ring = Polygon(
        [(-30, -30), (30, -30), (30, 30), (-30, 30)],
        holes=[[(-20, -20), (20, -20), (20, 20), (-20, 20)]],
    )
    star = Sprite(0, 0, collision=Polygon([(19.999, 0), (-9, 9), (-9, -9)]))
    assert star.sweep(0, 0, Sprite(collision=ring), turn=360 * turns) is None
    assert star.sweep(0.01, 0, Sprite(collision=ring), turn=360 * turns) is not None


def test_a_ball_of_100_000_pixels_a_frame() -> None:
    ball = Sprite(0, 0, collision=Circle(0, 0, 5))
    walls = Group(Sprite(x, -500, collision=Rect(0, 0, 1, 1000)) for x in (99999, 50000, 70000))
    hit = ball.sweep(100000, 3, walls)
    assert hit is not None
    assert hit.other.x == 50000
    assert hit.position[0] == 49995
    turned = Sprite(collision=Rect(-20, -2, 40, 4)).sweep(100000, 0, walls, turn=36000)
    assert turned is not None
    assert 49979.8 <= turned.position[0] <= 49998


# --- points and segments -------------------------------------------------------------------------


def test_a_point_does_not_slip_through_a_corner() -> None:
    tiles = [
        Sprite(10, 0, collision=Rect(0, 0, 10, 10)),
        Sprite(0, 10, collision=Rect(0, 0, 10, 10)),
    ]
    more = [
        Sprite(0, 0, collision=Rect(0, 0, 10, 10)),
        Sprite(10, 10, collision=Rect(0, 0, 10, 10)),
    ]
    for pair in (tiles, more):
        for sx, sy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            start = 10 - 5 * sx, 10 - 5 * sy
            dot = Sprite(*start, collision=Point(0, 0))
            if dot.hits(pair):
                continue
            hit = dot.sweep(10 * sx, 10 * sy, pair)
            assert hit is not None
            assert hit.position == pytest.approx((10, 10))
            # Neither does it in two motions, one after the other.
            dot.move_and_collide(10 * sx, 10 * sy, pair)
            assert dot.sweep(5 * sx, 5 * sy, pair) is not None


@for_each("seed", range(8))
def test_a_point_beside_an_edge_meets_it_only_if_its_way_does(seed: int) -> None:
    """Its way is parallel to the edge in floats, but not in fractions."""
    r = random.Random(seed)
    a, b, c = ((r.uniform(-99, 99), r.uniform(-99, 99)) for _ in range(3))
    wedge = Sprite(collision=Triangle(*a, *b, *c))
    for _ in range(200):
        u, v = r.random(), r.uniform(-1, 1)
        start = a[0] + u * (b[0] - a[0]), a[1] + u * (b[1] - a[1])
        way = v * (b[0] - a[0]), v * (b[1] - a[1])
        dot = Sprite(*start, collision=Point(0, 0))
        end = Sprite(start[0] + way[0], start[1] + way[1], collision=Point(0, 0))
        if dot.hits(wedge) or end.hits(wedge):
            continue
        hit = dot.sweep(*way, wedge)
        # Rounding may find an instant too early, on a way that comes so slowly nearer.
        longer = exact([(4 * way[0], 4 * way[1])])[0]
        assert hit is None or enter(exact([start]), exact([a, b, c]), longer) is not None


def test_a_point_does_not_slip_through_a_chain() -> None:
    chain = [Sprite(collision=Segment(0, 0, 10, 5)), Sprite(collision=Segment(10, 5, 20, 0))]
    for x in (5, 10, 15):
        for dx in (-3, 0, 3):
            for sign in (1, -1):
                dot = Sprite(x - dx, 4 - sign * 20, collision=Point(0, 0))
                hit = dot.sweep(2 * dx, sign * 40, chain)
                assert hit is not None
                assert hit.normal[1] * sign < 0
                first = dot.move_and_collide(dx, sign * 20, chain)
                second = dot.sweep(dx, sign * 20, chain)
                assert (first is None) != (second is None) or second is not None


def test_instants_are_found() -> None:
    dot = Sprite(0, 0, collision=Point(0, 0))
    hit = dot.sweep(8, 4, Sprite(4, 2, collision=Point(0, 0)))
    assert hit is not None
    assert hit.fraction == pytest.approx(0.5)
    assert hit.normal == pytest.approx((-2 / 5**0.5, -1 / 5**0.5))
    assert dot.sweep(8, 4, Sprite(4, 2.001, collision=Point(0, 0))) is None
    bar = Sprite(0, 0, collision=Segment(0, 0, 10, 0))
    hit = bar.sweep(0, 20, Sprite(5, 5, collision=Segment(0, 0, 10, 0)))
    assert hit is not None
    assert hit.fraction == pytest.approx(0.25)
    assert hit.normal == (0, -1)
    assert bar.sweep(0, 20, Sprite(10, 5, collision=Segment(0, 0, 10, 0))) is None


# --- shapes that overlap from the start ---------------------------------------------------------


def test_going_deeper_is_a_hit_and_leaving_is_none() -> None:
    box = Sprite(0, 0, collision=Rect(0, 0, 10, 10))
    wall = Sprite(8, 0, collision=Rect(0, 0, 100, 10))
    hit = box.sweep(1, 0, wall)
    assert hit is not None
    assert (hit.fraction, hit.overlapping, hit.normal) == (0, True, (-1, 0))
    assert box.sweep(-100, 0, wall) is None
    assert box.sweep(0, 5, wall) is None
    assert box.sweep(-1, 0, wall, turn=30) is None


def concave(r: random.Random) -> Polygon:
    """A star with uneven rays; now and then a U, whose arms are cut off by its parts."""
    if r.random() < 0.3:
        return Polygon([(0, 0), (9, 0), (9, 30), (31, 30), (31, 0), (40, 0), (40, 40), (0, 40)])
    turns = [math.radians(45 * k + r.uniform(-20, 20)) for k in range(8)]
    reach = [r.uniform(4, 30) for _ in turns]
    points = [
        (20 + d * math.cos(t), 20 + d * math.sin(t)) for t, d in zip(turns, reach, strict=True)
    ]
    return Polygon(points)


@for_each("seed", range(5))
def test_deeper_is_by_the_contact_of_whole_shapes(seed: int) -> None:
    """Not by that of the convex parts into which the engine cuts them."""
    r = random.Random(seed)
    seen = set()
    for _ in range(40):
        a = Sprite(r.uniform(0, 20), r.uniform(0, 20), collision=concave(r))
        b = Sprite(r.uniform(0, 20), r.uniform(0, 20), angle=r.uniform(0, 360))
        b.collision = r.choice([concave(r), Rect(0, 0, 30, 12), Circle(9, 9, 12)])
        for contact in a.contacts(b):
            dx, dy = r.uniform(-30, 30), r.uniform(-30, 30)
            into = contact.normal[0] * dx + contact.normal[1] * dy
            for turn in (0.0, 1e-9):
                hit = a.sweep(dx, dy, b, turn=turn)
                if abs(into) > 1e-3:
                    assert (hit is not None and hit.overlapping) == (into < 0)
                if hit is not None and hit.overlapping:
                    assert hit.normal == contact.normal
                    assert hit.fraction == 0
            seen.add(into < 0)
    assert seen == {True, False}


def test_what_has_separated_is_met_again() -> None:
    """From one arm of a concave shape into the other."""
    you = Sprite(
        collision=Polygon(
            [(0, 0), (10, 0), (10, 50), (40, 50), (40, 0), (50, 0), (50, 60), (0, 60)]
        )
    )
    box = Sprite(8, 10, collision=Rect(0, 0, 4, 4))
    assert box.hits(you)
    hit = box.sweep(60, 0, you)
    assert hit is not None
    assert not hit.overlapping
    assert hit.position == (36, 10)
    turned = box.sweep(60, 0, you, turn=90)
    assert turned is not None
    assert 30 < turned.position[0] < 40


# --- laws ----------------------------------------------------------------------------------------


@given(singles, singles, lengths, lengths)
def test_moved_and_target_may_change_places(a: Sprite, b: Sprite, dx: float, dy: float) -> None:
    assume(not a.hits(b) and math.hypot(dx, dy) > 1e-3)
    assume(min(abs(a.scale_x), abs(a.scale_y), abs(b.scale_x), abs(b.scale_y)) > 0)
    one, other = a.sweep(dx, dy, b), b.sweep(-dx, -dy, a)
    if one is None or other is None:
        found = one or other
        if found is not None:  # one of them sees a graze by a rounding
            speed = math.hypot(dx, dy)
            inward = -(found.normal[0] * dx + found.normal[1] * dy) / speed
            thin = not a.geometry.area or not b.geometry.area
            assert inward < 1e-3 or found.fraction > 1 - 1e-9 or found.fraction < 1e-9 or thin
        return
    assert one.fraction == pytest.approx(other.fraction, abs=1e-6)


def two_images(kind: str, r: random.Random) -> tuple[Sprite, Sprite]:
    """A sprite, and its image in the mirror x = 0."""
    x, y, angle = r.uniform(-40, 40), r.uniform(-40, 40), r.choice([0.0, r.uniform(0, 360)])
    one = shape(kind, r)
    a = Sprite(x, y, collision=one, angle=angle, center_x=0, center_y=0)
    b = Sprite(-x, y, collision=one, angle=-angle, center_x=0, center_y=0, scale_x=-1.0)
    return a, b


@for_each("turns", [False, True])
@for_each("kind", SOLID)
def test_a_mirrored_motion_meets_the_same(kind: str, turns: bool) -> None:
    r = random.Random(f"{kind} {turns}")
    met = 0
    for _ in range(100):
        a, in_mirror = two_images(kind, r)
        b, target = two_images(r.choice(SOLID), r)
        if a.hits(b):
            continue
        far = r.uniform(0.5, 3)
        dx, dy = far * (b.x - a.x) + r.uniform(-9, 9), far * (b.y - a.y) + r.uniform(-9, 9)
        turn = r.uniform(-200, 200) if turns else 0.0
        hit = a.sweep(dx, dy, b, turn=turn)
        image = in_mirror.sweep(-dx, dy, target, turn=-turn)
        if hit is None or image is None:
            assert hit is image
            continue
        met += 1
        assert image.fraction == pytest.approx(hit.fraction, abs=1e-9)
        assert image.normal == pytest.approx((-hit.normal[0], hit.normal[1]), abs=1e-4)
        assert image.position == pytest.approx((-hit.position[0], hit.position[1]), abs=1e-6)
    assert met > 5


@given(singles, singles, lengths, lengths, st.floats(0.1, 0.9))
def test_a_way_in_two_parts(a: Sprite, b: Sprite, dx: float, dy: float, cut: float) -> None:
    assume(not a.hits(b) and math.hypot(dx, dy) > 1e-3)
    hit = a.sweep(dx, dy, b)
    assume(hit is None or abs(hit.fraction - cut) > 1e-6)
    first = a.sweep(cut * dx, cut * dy, b)
    assert (first is not None) == (hit is not None and hit.fraction < cut)
    if first is not None and hit is not None:
        assert first.fraction * cut == pytest.approx(hit.fraction, abs=1e-9)


def scene(seed: int, count: int = 60) -> tuple[Group, Group, Any]:
    r = random.Random(seed)
    walls, movers = (
        Group(
            Sprite(
                r.uniform(0, 300), r.uniform(0, 300),
                collision=shape(r.choice(SOLID), r), angle=r.choice([0, r.uniform(0, 360)]),
            )
            for _ in range(count)
        )
        for _ in range(2)
    )  # fmt: skip
    return movers, walls, np.array([[r.uniform(-80, 80), r.uniform(-80, 80)] for _ in range(count)])


@for_each("seed", range(4))
def test_bulk_is_the_loop(seed: int) -> None:
    movers, walls, way = scene(seed)
    sweeps = movers.sweep_arrays(way[:, 0], way[:, 1], walls)
    assert sweeps.hit.any()
    for i, mover in enumerate(movers):
        hit = mover.sweep(way[i, 0], way[i, 1], walls)
        everything = mover.sweep_all(way[i, 0], way[i, 1], walls)
        assert sweeps.hit[i] == (hit is not None)
        assert (everything[0] if everything else None) == hit
        if hit is not None:
            assert list(walls)[sweeps.position[i]] is hit.other
            assert sweeps.fraction[i] == hit.fraction
            assert tuple(sweeps.point[i]) == hit.point
            assert tuple(sweeps.normal[i]) == hit.normal
        else:
            assert sweeps.position[i] == -1
            assert sweeps.fraction[i] == 1
            assert not sweeps.point[i].any()


@for_each("axis", ["dx", "dy"])
def test_numbers_that_change_the_groups_are_read_once_and_first(axis: str) -> None:
    wall = Sprite(10, 0, collision=Rect(0, -5, 5, 10))
    movers, walls = Group(Sprite(0, 0, collision=Circle(0, 0, 1))), Group(wall)
    calls = []

    class Growing:
        def __float__(self) -> float:
            calls.append(len(movers))
            movers.add(Sprite(0, 0, collision=Circle(0, 0, 2)))
            walls.add(Sprite(-20, 0, collision=Rect(0, -5, 5, 10)))
            return 30.0

    sweeps = movers.sweep_arrays(**{"dx": 30.0, "dy": 0.0} | {axis: Growing()}, targets=walls)
    assert calls == [1]
    assert len(movers) == len(sweeps.hit) == 2
    assert sweeps.position.tolist() == ([0, 0] if axis == "dx" else [-1, -1])
    with pytest.raises(ValueError, match=axis):
        movers.sweep_arrays(**{"dx": 30.0, "dy": 0.0} | {axis: [Growing(), 1.0]}, targets=walls)
    assert len(movers) == 3


@for_each("axis", ["dx", "dy"])
def test_numbers_that_change_a_list_of_targets(axis: str) -> None:
    """They are read first, so what they add to the list or take from it counts, and once."""
    movers = Group(Sprite(0, 0, collision=Circle(0, 0, 1)))
    walls = [Sprite(50, 0, collision=Rect(0, -5, 5, 10))]

    class Growing:
        def __float__(self) -> float:
            walls[:] = [Sprite(x, 0, collision=Rect(0, -5, 5, 10)) for x in (20, -20, 10)]
            gc.collect()
            return 30.0

    sweeps = movers.sweep_arrays(**{"dx": 30.0, "dy": 0.0} | {axis: Growing()}, targets=walls)
    assert len(walls) == 3
    assert sweeps.position.tolist() == ([2] if axis == "dx" else [-1])
    found = movers.sweep_arrays([Growing()], 0, targets=(wall for wall in walls))
    assert walls[found.position[0]].x == 10


@pytest.mark.parametrize("kinds", [("circle", "rect"), SOLID])
def test_several_cores_find_what_one_finds(kinds: Any) -> None:
    """Rows of one part are shared. Where movers are targets, too, nobody may see them moved."""
    r = random.Random(str(kinds))

    def some(count: int) -> Group:
        return Group(
            Sprite(
                r.uniform(0, 600), r.uniform(0, 600),
                collision=shape(r.choice(kinds), r), angle=r.uniform(0, 360),
            )
            for _ in range(count)
        )  # fmt: skip

    movers, walls = some(1500), some(300)
    walls.add(movers[7])
    dx, dy = np.random.default_rng(1).uniform(-40, 40, (2, len(movers)))
    for targets in (walls, movers, Group(walls[:-1])):
        answers = []
        for cores in (1, 2, 3, 5, 8):
            use_cores(cores)
            found = movers.sweep_arrays(dx, dy, targets)
            answers.append(
                [found.position.tolist(), found.fraction.tolist(), found.normal.tolist()]
            )
        assert answers == answers[:1] * 5
        assert found.hit.sum() > 100


@pytest.mark.parametrize("seed", range(3))
def test_every_road_gives_the_same(seed: int) -> None:
    movers, walls, way = scene(seed)
    for mover, (dx, dy) in zip(movers, way, strict=True):
        expected = mover.sweep_all(dx, dy, list(walls))
        alone = [hit for wall in walls for hit in mover.sweep_all(dx, dy, wall)]
        order = {wall: i for i, wall in enumerate(walls)}
        shapes = [s for wall in walls for s in wall.shapes]
        alone.sort(key=lambda hit: (hit.fraction, order[hit.other], shapes.index(hit.other_shape)))
        assert [(h.other, h.normal) for h in alone] == [(h.other, h.normal) for h in expected]
        for choice in (True, False):
            use_index(choice)
            try:
                assert mover.sweep_all(dx, dy, walls) == expected
                assert mover.sweep(dx, dy, walls) == (expected[0] if expected else None)
            finally:
                use_index(None)


def test_bulk_by_a_kept_index() -> None:
    movers, walls, way = scene(9)
    answers = []
    for choice in (True, False, None):
        use_index(choice)
        found = movers.sweep_arrays(way[:, 0], way[:, 1], walls)
        answers.append([found.position.tolist(), found.fraction.tolist(), found.point.tolist()])
    assert answers[0] == answers[1] == answers[2]


def test_all_is_sorted_by_fraction_then_by_target_and_shape() -> None:
    two = Sprite(30, 0, collision=[Rect(0, 0, 5, 5, name="a"), Rect(0, 3, 5, 5, name="b")])
    walls = [
        Sprite(30, 0, collision=Rect(0, 0, 5, 5)),
        two,
        Sprite(20, 0, collision=Circle(5, 5, 5)),
    ]
    hits = Sprite(0, 0, collision=Rect(0, 0, 4, 8)).sweep_all(100, 0, walls)
    assert [(hit.other, hit.other_shape.name) for hit in hits] == [
        (walls[2], None), (walls[0], None), (two, "a"), (two, "b")
    ]  # fmt: skip


def test_conditions() -> None:
    walls = [
        Sprite(x, 0, collision=Rect(0, 0, 5, 5), collision_layer=2 if x == 40 else 1)
        for x in (20, 30, 40)
    ]
    box = Sprite(0, 0, collision=Rect(0, 0, 5, 5))

    def first(**conditions: Any) -> float:
        hit = box.sweep(100, 0, walls, **conditions)
        every = box.sweep_all(100, 0, walls, **conditions)
        assert hit == (every[0] if every else None)
        return hit.other.x if hit else -1

    assert first() == 20
    assert first(exclude=walls[0]) == 30
    assert first(exclude=walls[:2]) == 40
    assert box.sweep(100, 0, walls, exclude=dict.fromkeys(walls)) is None
    assert first(mask=2) == 40
    assert first(where=lambda other: other.x > 25) == 30
    assert first(where=lambda other, hit: hit.fraction > 0.3) == 40
    assert first(where=lambda other: False) == -1
    box.collision_mask = 2
    assert first() == 40
    walls[2].collision_mask = 4
    assert first() == -1


def test_code_of_users_may_do_anything() -> None:
    walls = Group(Sprite(20 + i, 0, collision=Rect(0, 0, 5, 5)) for i in range(50))
    box = Sprite(0, 0, collision=Rect(0, 0, 5, 5))

    def vanishing(other: Sprite) -> bool:
        other.vanish()
        box.collision = [Circle(0, 0, 3)] * 3
        gc.collect()
        return len(walls) < 20

    hit = box.sweep(100, 0, walls, where=vanishing)
    assert hit is not None
    assert len(walls) < 20


def test_records_are_frozen_and_compare() -> None:
    box, wall = Sprite(collision=Rect(0, 0, 5, 5)), Sprite(20, 0, collision=Rect(0, 0, 5, 5))
    hit = box.sweep(30, 0, wall)
    assert isinstance(hit, SweepHit)
    assert hit == box.sweep(30, 0, wall)
    assert not hasattr(hit, "__dict__")
    with pytest.raises(AttributeError):
        hit.fraction = 0  # type: ignore[misc]
    assert hit.point == (20, 2.5)
    assert hit.slide(4, 3) == (0, 3)
    assert hit.bounce(4, 3) == (-4, 3)
    assert hit.slide(-4, 3) == hit.bounce(-4, 3) == (-4, 3)


def ball_on_wall(turn: float) -> tuple[SweepHit, complex]:
    """A ball that meets a wall, all turned by an angle; and the normal, as a complex number."""
    wall = Sprite(collision=Rect(-50, 0, 100, 20), center_x=0, center_y=0, angle=turn)
    normal = -1j * cmath.exp(1j * math.radians(turn))
    start = 40 * normal
    ball = Sprite(start.real, start.imag, collision=Circle(0, 0, 5))
    hit = ball.sweep(-40 * normal.real, -40 * normal.imag, wall)
    assert hit is not None
    assert hit.normal == pytest.approx((normal.real, normal.imag), abs=1e-9)
    return hit, normal


@for_each("seed", range(10))
def test_a_bounce_with_restitution_and_friction_is_an_impulse_of_coulomb(seed: int) -> None:
    """The oracle turns the velocity into the frame of the wall, by complex numbers."""
    r = random.Random(seed)
    hit, normal = ball_on_wall(r.choice([0.0, 90.0, r.uniform(0, 360)]))
    for _ in range(60):
        velocity = complex(r.uniform(-300, 300), r.uniform(-300, 300))
        restitution = r.choice([0.0, 1.0, 0.5, r.uniform(0, 3)])
        friction = r.choice([0.0, 0.1, r.uniform(0, 2), 1000.0])
        local = velocity / (normal * 1j)  # along the wall, and across: out of it is negative
        if local.imag <= 0:
            expected = velocity
        else:
            impulse = (1 + restitution) * local.imag
            along = max(abs(local.real) - friction * impulse, 0.0)
            along = math.copysign(along, local.real)
            expected = complex(along, local.imag - impulse) * normal * 1j
        after = hit.bounce(velocity.real, velocity.imag, restitution, friction)
        assert after == pytest.approx((expected.real, expected.imag), abs=1e-9)
        assert after == hit.bounce(
            vx=velocity.real, vy=velocity.imag, friction=friction, restitution=restitution
        )


def test_bounces_along_the_axes_are_exact() -> None:
    hit, _ = ball_on_wall(0.0)
    for arguments, after in (
        ((30, 40), (30, -40)),
        ((30, 40, 1.0, 0.0), (30, -40)),
        ((30, 40, 0.5), (30, -20)),
        ((30, 40, 0), (30, 0)),
        ((30, 40, 2), (30, -80)),
        ((30, 40, 1, 0.25), (10, -40)),
        ((-30, 40, 1, 0.25), (-10, -40)),
        ((30, 40, 0, 0.5), (10, 0)),
        ((30, 40, 0, 0.75), (0, 0)),
        ((-30, 40, 0.5, 9), (0, -20)),
        ((0, 40, 0.5, 9), (0, -20)),
        ((30, -40, 0.5, 9), (30, -40)),
        ((30, 0, 0.5, 9), (30, 0)),
    ):
        result = hit.bounce(*arguments)
        assert result == after
        assert "-0.0" not in str(result)
    assert hit.bounce(30, 40, 0) == hit.slide(30, 40)


@for_each("seed", range(3))
def test_friction_never_reverses_and_without_any_nothing_is_new(seed: int) -> None:
    r = random.Random(seed)
    hit, _ = ball_on_wall(r.uniform(0, 360))
    nx, ny = hit.normal
    for _ in range(200):
        vx, vy = r.uniform(-300, 300), r.uniform(-300, 300)
        against = 2.0 * min(0.0, vx * nx + vy * ny)
        assert hit.bounce(vx, vy) == (vx - against * nx, vy - against * ny)
        if against < 0:
            after = hit.bounce(vx, vy, 0.5, 1e9)
            assert after == pytest.approx((-0.25 * against * nx, -0.25 * against * ny), abs=1e-12)
            assert hit.bounce(vx, vy, 0, 1e9) == (0, 0)


@for_each(
    "arguments, keywords, error, words",
    [
        ((3, 4, -0.5), {}, ValueError, "^restitution must be 0 or more, got -0.5"),
        ((3, 4), {"restitution": math.inf}, ValueError, "^restitution .* got inf"),
        ((3, 4), {"restitution": math.nan}, ValueError, "^restitution .* got nan"),
        ((3, 4), {"restitution": "1"}, TypeError, "^restitution must be a number, got '1'"),
        ((3, 4, 1, -1), {}, ValueError, "^friction must be 0 or more, got -1"),
        ((3, 4), {"friction": math.inf}, ValueError, "^friction .* got inf"),
        ((3, 4), {"friction": None}, TypeError, "^friction must be a number, got None"),
        ((-3, 4), {"friction": -1}, ValueError, "^friction"),
        ((3, 4), {"bounciness": 1}, TypeError, "bounciness"),
        ((3, 4, 1, 0, 0), {}, TypeError, "positional"),
        (((3, 4),), {"friction": 1}, TypeError, r"^bounce takes two numbers, .*bounce\(\*vector"),
        (("3", 4), {"friction": -1}, TypeError, "^bounce takes two numbers"),
    ],
)
def test_bad_bounces_are_named(arguments: Any, keywords: Any, error: Any, words: str) -> None:
    hit, _ = ball_on_wall(0.0)
    with pytest.raises(error, match=words):
        hit.bounce(*arguments, **keywords)


@for_each(
    "arguments, keywords, error, words",
    [
        ((math.nan, 0, []), {}, ValueError, "dx"),
        ((0, 1e13, []), {}, ValueError, "dy"),
        (("1", 0, []), {}, TypeError, "dx"),
        ((0, 0, None), {}, TypeError, "targets"),
        ((0, 0, [1]), {}, TypeError, "targets"),
        ((0, 0, []), {"turn": "x"}, TypeError, "turn"),
        ((0, 0, []), {"turn": 1e9}, ValueError, "turn"),
        ((0, 0, []), {"mask": -1}, ValueError, "mask"),
        ((0, 0, []), {"exclude": 5}, TypeError, "exclude"),
        ((0, 0, []), {"where": 5}, TypeError, "where"),
    ],
)
def test_bad_input_is_named(arguments: Any, keywords: Any, error: Any, words: str) -> None:
    sprite = Sprite(collision=Rect(0, 0, 1, 1))
    calls = [sprite.sweep, sprite.sweep_all, sprite.move_and_collide]
    if "turn" not in keywords:
        calls.append(sprite.move_and_slide)
    for call in calls:
        with pytest.raises(error, match=words):
            call(*arguments, **keywords)
    assert (sprite.x, sprite.y, sprite.angle) == (0, 0, 0)


def test_arrays_of_another_length_are_refused() -> None:
    group = Group(Sprite(9 * i, 0, collision=Circle(0, 0, 1)) for i in range(3))
    for dx, dy in (([1, 2], 0), (0, [[1, 2, 3]]), ([math.inf] * 3, 0)):
        with pytest.raises(ValueError, match=r"d[xy]"):
            group.sweep_arrays(dx, dy, [])
    assert len(Group().sweep_arrays(1, 2, group).hit) == 0
    assert not group.sweep_arrays(0, 5, group).hit.any()


def test_a_circle_at_a_turned_box_meets_it_as_contacts_say() -> None:
    """The sweep has a shortcut for the two, which agrees with the exact test and with contacts."""
    rng = random.Random(15)
    deep = 0
    for _ in range(3000):
        size = rng.choice([1.0, 1.0, 1e-6, 1e6, 1e-140])
        box = Sprite(
            rng.choice([0, 0, 500 * size]),
            collision=Rect(-12, -8, 24, rng.choice([16, 24, 1e-7, 0.5])),
            angle=rng.choice([45, 30, rng.uniform(0, 360)]),
            scale_x=size,
            scale_y=size,
        )
        ball = Sprite(
            box.x + rng.choice([0, 6, rng.uniform(-20, 20)]) * size,
            rng.choice([0, 6, rng.uniform(-20, 20)]) * size,
            collision=Circle(0, 0, rng.choice([3, 1e-3, 100])),
            scale_x=size,
            scale_y=size,
        )
        way = rng.uniform(-30, 30) * size, rng.uniform(-30, 30) * size
        hit = ball.sweep(*way, box)
        contacts = ball.contacts(box)
        in_middle = ball.x == box.x and ball.y == 0 and box.shapes[0].height == 16
        goes_deeper = bool(contacts) and (
            contacts[0].normal[0] * way[0] + contacts[0].normal[1] * way[1] < 0
        )
        if in_middle:  # two moves out are equally long, and one of them goes along
            assert hit is None
            continue
        assert (hit is not None and hit.overlapping) == goes_deeper
        assert bool(contacts) == ball.hits(box)
        if goes_deeper:
            deep += 1
            assert hit.normal == contacts[0].normal
        elif not contacts and hit is not None:
            assert not Sprite(
                *hit.position, collision=ball.collision, scale_x=size, scale_y=size
            ).hits(box)
    assert deep > 400
