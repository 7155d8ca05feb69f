"""Sweeps: where on its way a sprite begins to hit; never late, and early by rounding only.

What fits exactly is in test_exact_fits.py, what has no area in test_thin_sweeps.py, who starts
inside of something in test_leaving.py, normals in test_normals.py.
"""

import cmath
import math
import random
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
import shapely
from oracle import exact
from support import scenes as some
from support.campaign import sweeps
from support.campaign.tally import assert_right
from support.counting import at_least
from support.fits import Body, between, landing, meets, place
from support.levels import turned

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
)

SIZE = some.sized(12)  # pixels


def posed(kind: str, r: random.Random, reach: float) -> Sprite:
    """A sprite with one shape, upright or turned, of any scale and center, near the origin."""
    sprite = Sprite(r.uniform(-reach, reach), r.uniform(-reach, reach))
    sprite.collision = some.shape(r, kind, SIZE)
    sprite.angle = r.choice([0.0, r.uniform(0, 360)])
    sprite.scale_x, sprite.scale_y = r.choice([(1, 1), (1, 1), (-1, 1), (2, 0.5)])
    center = (0, 0), (r.uniform(-9, 9), r.uniform(-9, 9))
    sprite.center_x, sprite.center_y = r.choice(center)
    return sprite


def at(sprite: Sprite, start: Any, way: Any, t: float) -> Sprite:
    sprite.x, sprite.y, sprite.angle = (p + t * d for p, d in zip(start, way, strict=True))
    return sprite


# --- all kinds, by the exact test, which is the referee ------------------------------------------


def test_no_sample_before_the_hit_is_one_and_soon_after_there_is_one() -> None:
    """Of all kinds, straight and turning, under all conditions, with an index and without."""
    assert_right(sweeps.judged, range(1600), sweeps.BRANCHES)


def test_until_the_distance_of_shapely_is_used_up_nothing_is_hit() -> None:
    """At top speed: that certifies a turning way, step by step."""
    r = random.Random(5)
    with at_least(met=20, certified=100) as seen:
        for _ in range(200):
            bar = Sprite(collision=Rect(-8, 5, 16, 4), angle=r.uniform(0, 360), center_y=7)
            bar.y = -7
            target = Sprite(r.uniform(-40, 40), r.uniform(-40, 40))
            target.collision = some.shape(r, "triangle", SIZE)
            way = r.uniform(-80, 80), r.uniform(-80, 80), r.uniform(-720, 720)
            start = 0.0, -7.0, bar.angle
            if bar.hits(target):
                continue
            hit = bar.sweep(way[0], way[1], target, turn=way[2])
            end, t = 1.0 if hit is None else hit.fraction, 0.0
            speed = math.hypot(way[0], way[1]) + math.radians(abs(way[2])) * math.hypot(8, 2)
            while t < end:
                gap = at(bar, start, way, t).geometry.distance(target.geometry)
                if gap < 1e-7:
                    assert end - t < 1e-4
                    break
                t += gap / speed
            seen["certified"] += 1
            if hit is not None:
                seen["met"] += 1
                assert at(bar, start, way, end).geometry.distance(target.geometry) < 1e-8


@pytest.mark.parametrize("kind", some.AREAS)
def test_many_turns_are_sweeps_of_less_than_one_turn(kind: str) -> None:
    """Those examine every angle; many turns skip what no angle reaches."""
    r, parts = random.Random(f"{kind} many"), 40
    with at_least(met=6) as seen:
        for other in some.AREAS * 6:
            mover, target = posed(kind, r, 14), posed(other, r, 14)
            if mover.hits(target):
                continue
            dx, dy = (r.uniform(-60, 60) * r.choice([0, 0.02, 1]) for _ in range(2))
            turn, start = r.choice([-1, 1]) * r.uniform(3000, 4000), (mover.x, mover.y, mover.angle)
            hit, expected = mover.sweep(dx, dy, target, turn=turn), None
            for part in range(parts):
                at(mover, start, (dx, dy, turn), part / parts)
                first = mover.sweep(dx / parts, dy / parts, target, turn=turn / parts)
                if first is not None:
                    expected = (part + first.fraction) / parts
                    break
            assert (hit and hit.fraction) == (expected and pytest.approx(expected, abs=1e-9))
            seen["met"] += hit is not None


@pytest.mark.parametrize("far", [0, 1e3, 1e6])
def test_a_square_that_turns_meets_a_disc_with_the_first_corner_that_comes_round(
    far: float,
) -> None:
    """The disc is beyond its sides, so the triangle of both centers and the corner tells when."""
    r = random.Random(21)
    with at_least(met=120) as seen:
        for _ in range(200):
            half, radius = r.randint(3, 9), r.randint(2, 9)
            beyond = math.hypot(radius + half, half)  # so far off, no side meets it
            off = r.choice([beyond, r.uniform(beyond, radius + half * math.sqrt(2))])
            ahead, angle = r.uniform(0, 360), r.choice([0, 30, 45, r.uniform(0, 360)])
            x, y = (
                far + off * math.cos(math.radians(ahead)),
                far + off * math.sin(math.radians(ahead)),
            )
            disc = Sprite(x, y, collision=Circle(0, 0, radius))
            square = Sprite(far, far, collision=Rect(-half, -half, 2 * half, 2 * half), angle=angle)
            if square.hits(disc):
                continue
            corner = half * math.sqrt(2)
            aside = (corner**2 + off**2 - radius**2) / (2 * corner * off)
            first = (ahead - math.degrees(math.acos(aside)) - 45 - angle) % 90
            hit = square.sweep(0, 0, disc, turn=90)
            assert hit is not None
            assert 90 * hit.fraction == pytest.approx(first, abs=1e-7 + 1e-13 * far)
            seen["met"] += 1


@pytest.mark.parametrize("turn", [300, 3600, 36000, 360000])
def test_many_turns_beside_a_disc_and_just_in_it(turn: int) -> None:
    """What an arm meets or leaves on its way is where the ring is that it sweeps."""
    arm = Sprite(collision=Rect(20, -3, 40, 6))
    for gap in (0.01, -0.01):
        disc = Sprite(collision=Circle(0, 0, 20 - gap))
        assert arm.sweep(0, 0, disc, turn=turn) is None
        if turn >= 3600:
            hit = arm.sweep(0.012, 0, disc, turn=turn)
            assert hit is not None
            assert hit.fraction > 0.8


@pytest.mark.parametrize("beside", [0.0, 1e-12, 4e-12, 1e-9, 1e-4])
@pytest.mark.parametrize("turn", [100, 200, 359, 360, 400, 720])
def test_what_turns_about_a_corner_beside_another_one_meets_its_square(
    beside: float, turn: int
) -> None:
    """From where its edge lies along that corner, or crosses the other square, if they are one."""
    still = Sprite(5000, 5000, collision=Rect(0, 0, 10, 10), scale=1000, angle=45)
    for start in (186.0, 200.0, 225.0, 261.0):
        mover = Sprite(5000 - beside, 5000, collision=Rect(0, 0, 10, 10), scale=1000, angle=start)
        hit = mover.sweep(0, 0, [still], turn=turn)
        touched, crossed = 270 - start, 315 - start
        if hit is None:
            assert turn <= crossed
        else:
            assert min(abs(hit.fraction * turn - at) for at in (touched, crossed)) < 1e-3


@pytest.mark.parametrize("turn", [-300, -60, 60, 300, 3600])
@pytest.mark.parametrize("depth", [1e-3, 1e-5, 1e-7])
def test_what_turns_about_a_tip_in_the_floor_meets_nothing(depth: float, turn: int) -> None:
    """It never leaves what it is in, so nothing begins."""
    blade = Sprite(0, depth, collision=Triangle(0, 0, -8, -40, 8, -40))
    assert blade.sweep(0, 0, Sprite(collision=Rect(-50, 0, 100, 10)), turn=turn) is None
    hand = Sprite(collision=Rect(20, -3, 40, 6))
    assert hand.sweep(0, 0, Sprite(collision=Circle(0, 0, 20 + depth)), turn=turn) is None


# --- polygons, in fractions ----------------------------------------------------------------------


def triangles(polygon: Polygon) -> list[Body]:
    """Triangles that fill a polygon of whole numbers. They know no seams of the library."""
    filling = shapely.constrained_delaunay_triangles(polygon.geometry).geoms
    rings = [[(int(4 * x), int(4 * y)) for x, y in t.exterior.coords[:3]] for t in filling]
    return [Body(exact.Part(exact.hull(ring))) for ring in rings]


def concave_ring(r: random.Random) -> list[tuple[int, int]]:
    while True:
        points = [(r.randint(-9, 9), r.randint(-9, 9)) for _ in range(r.randint(4, 7))]
        ring = shapely.Polygon(points)
        if ring.is_valid and 0 < ring.area < ring.convex_hull.area:
            return points


@pytest.mark.parametrize("seed", range(4))
def test_concave_polygons_that_touch_meet_when_their_triangles_do(seed: int) -> None:
    r = random.Random(seed)
    with at_least(met=10, slid=20) as seen:
        for _ in range(150):
            a, b = concave_ring(r), concave_ring(r)
            (ux, uy), (vx, vy) = r.choice(a), r.choice(b)
            mover = Sprite(vx - ux, vy - uy, collision=Polygon(a))  # a corner on a corner
            target = Sprite(collision=Polygon(b))
            if mover.hits(target):
                continue
            ring, side = r.choice([a, b]), r.choice([-1, 1])
            k = r.randrange(len(ring))
            dx, dy = side * (ring[k][0] - ring[k - 1][0]), side * (ring[k][1] - ring[k - 1][1])
            (world,), way = mover.world_shapes, place(dx, dy)
            pairs = [between(p, q) for p, q in product(triangles(world), triangles(Polygon(b)))]
            times = [landing(pair, way) for pair in pairs if meets(pair, way)]
            hit = mover.sweep(dx, dy, target)
            assert (hit is None) == (not times)
            if hit is not None:
                assert hit.fraction == pytest.approx(float(min(times)), abs=1e-13)
            seen["met" if hit else "slid"] += 1


def begins(box: Any, other: Any, way: Any) -> Fraction | None:
    """When an upright box that moves begins to overlap another one, which it does not yet."""
    enter, leave = Fraction(0), Fraction(1)
    for axis, step in enumerate(way):
        gaps = other[axis] - box[axis + 2], other[axis + 2] - box[axis]
        if step == 0 and not gaps[0] < 0 < gaps[1]:
            return None
        if step != 0:
            times = sorted(Fraction(gap) / Fraction(step) for gap in gaps)
            enter, leave = max(enter, times[0]), min(leave, times[1])
    return enter if enter < leave else None


@pytest.mark.parametrize("count", [4, 30])
def test_a_box_meets_a_skyline_when_it_meets_the_columns_below_it(count: int) -> None:
    r = random.Random(count)
    with at_least(met=300, lands=200, slid=60, left=300) as seen:
        for _ in range(60):
            high = [-16 * r.randrange(3) for _ in range(count)]
            corners = [(16 * (k + end), y) for k, y in enumerate(high) for end in (0, 1)]
            base = [(16 * count, 16), (0, 16)]
            level = Sprite(collision=Polygon([*dict.fromkeys(corners), *base]))
            columns = [(16 * k, y, 16 * k + 16, 16) for k, y in enumerate(high)]
            side, k = r.choice([8, 16, 32]), r.randrange(count)
            x, y = 8 * r.randint(2 * k - 2, 2 * k + 2), high[k] - side - r.choice([0, 0, 0, 8])
            body = Sprite(x, y, collision=Rect(0, 0, side, side))
            if body.hits(level):
                continue
            for dx, dy in product((0, 3, -3, 40, -40), (0, -1, -30, 0.125, 30)):
                box = (x, y, x + side, y + side)
                times = [t for c in columns if (t := begins(box, c, (dx, dy))) is not None]
                for hit in (body.sweep(dx, dy, level), level.sweep(-dx, -dy, body)):
                    assert (hit is None) == (not times)
                    if hit is not None:
                        assert hit.fraction == pytest.approx(float(min(times)), abs=1e-13)
                touches = any(c[0] < x + side and x < c[2] and c[1] == y + side for c in columns)
                seen["met" if times else "slid" if touches and dy == 0 else "left"] += 1
                seen["lands"] += bool(times) and min(times) == 0


def bracket(r: random.Random, legs: int) -> tuple[Polygon, float]:
    """A bracket of any size with a flat back at y = 0, its legs up or down, and its length."""
    long, depth = r.uniform(20, 60), legs * r.uniform(20, 40)
    left, right, notch = r.uniform(4, long / 2 - 2), r.uniform(long / 2 + 2, long - 4), depth / 3
    points = [(0, 0), (long, 0), (long, depth), (right, depth), (right, notch), (left, notch)]
    return Polygon([*points, (left, depth), (0, depth)]), long


@pytest.mark.parametrize("legs", [-1, 1])
def test_a_bracket_slides_past_a_corner_on_its_flat_back(legs: int) -> None:
    """Where pieces of it end in a corner of its outline, they enter and leave at one time."""
    r = random.Random(legs)
    for _ in range(150):
        back, long = bracket(r, legs)
        x, y = r.uniform(-100, 100), r.uniform(-100, 100)
        tip = Triangle(0, 0, r.uniform(-20, 5), -legs * 30, r.uniform(6, 20), -legs * 30)
        rest = Sprite(x, y, collision=tip)
        body = Sprite(x - r.uniform(0, long), y + 9 * legs, collision=back)
        assert body.move_and_collide(0, -20 * legs, rest) is not None
        for dx in (r.uniform(-5, 5), r.uniform(30, 90), r.uniform(-90, -30)):
            assert body.sweep(dx, 0, rest) is None
            assert rest.sweep(-dx, 0, body) is None
            assert body.sweep(dx, legs, rest) is None  # and away


@pytest.mark.parametrize("kind", ["box", "bracket"])
def test_a_turned_floor_hides_no_wall_of_the_same_shape(kind: str) -> None:
    """What slides along a turned floor seems to enter it, by rounding; the wall comes later."""
    r = random.Random(kind)
    room = Polygon([(0, 0), (100, 0), (100, -50), (120, -50), (120, 30), (0, 30)])
    for _ in range(150):
        turn = cmath.rect(1, math.radians(angle := r.uniform(0, 360)))
        floor = Sprite(r.uniform(-99, 99), r.uniform(-99, 99), collision=room, angle=angle)
        back, long = (Rect(0, -9, 9, 9), 9.0) if kind == "box" else bracket(r, -1)
        left = r.uniform(1, 30)
        start = complex(floor.x, floor.y) + (left - 3j) * turn
        body = Sprite(start.real, start.imag, collision=back, angle=angle)
        assert body.move_and_collide((5j * turn).real, (5j * turn).imag, floor) is not None
        gap = 100 - left - long
        way = (gap + r.uniform(5, 200)) * turn
        hit = body.sweep(way.real, way.imag, floor)
        assert hit is not None
        assert hit.fraction <= gap / abs(way) + 1e-9


# --- what is no hit, and where a way ends --------------------------------------------------------


RESTING = [
    Sprite(0, 84, collision=Rect(0, 0, 16, 16)),
    Sprite(0, 92, collision=Circle(0, 0, 8)),
    Sprite(0, 95, collision=Ellipse(0, 0, 20, 5)),
    Sprite(0, 95, collision=Capsule(-9, 0, 9, 0, 5)),
    Sprite(0, 100, collision=Triangle(0, 0, 9, -9, -9, -9)),
    Sprite(0, 100, collision=Segment(-5, 0, 5, 0)),
]


@pytest.mark.parametrize("sprite", RESTING, ids=lambda s: type(s.shapes[0]).__name__)
@pytest.mark.parametrize("width", [2000, 10])
def test_resting_sliding_and_receding_are_no_hits(sprite: Sprite, width: int) -> None:
    floor = Group(
        Sprite(x, 100, collision=Rect(0, 0, width, 50)) for x in range(-1000, 1000, width)
    )
    for dx, dy in ((300, 0), (-300, 0), (0, -50), (70, -0.001), (0, 0), (1e-9, 0)):
        assert sprite.sweep(dx, dy, floor) is None
    hit = sprite.sweep(3, 0.001, floor)
    assert (hit.fraction, hit.normal, hit.from_inside) == (0, (0, -1), False)


TOUCHES = [
    (Circle(0, 0, 1), Circle(0, 0, 4)),
    (Circle(0, 0, 1), Rect(-4, -4, 8, 8)),
    (Circle(0, 0, 1), Triangle(-4, 0, 3, -5, 3, 5)),
    (Circle(0, 0, 1), Capsule(-2, 0, 9, 0, 2)),
    (Rect(-1, -1, 2, 2), Rect(-4, -4, 8, 8)),
    (Segment(0, 0, 1, 0), Segment(-4, -3, -4, 5)),
]


@pytest.mark.parametrize(("one", "other"), TOUCHES)
def test_a_way_that_ends_in_a_touch_meets_nothing(one: Any, other: Any) -> None:
    target, far = Sprite(3, 3, collision=other), Sprite(-9, 3, collision=one)
    assert far.sweep(7, 0, target) is None
    assert far.sweep_all(7, 0, target) == []
    assert not Group(far).sweep_arrays(7, 0, target).hit[0]
    assert far.sweep(7 + 1e-6, 0, target).fraction == pytest.approx(1)
    if isinstance(one, Circle):
        assert Group(target).raycast(-9, 3, -2, 3, radius=1) is None
    assert far.move_and_collide(7, 0, target) is None
    assert (far.x, far.hits(target)) == (-2, False)


@pytest.mark.parametrize("one_way", [None, (0, -1)])
@pytest.mark.parametrize("kind", ["box", "turned", "ball"])
def test_a_fraction_leads_into_nothing(kind: str, one_way: Any) -> None:
    """`x + dx * fraction`, as float64 computes it, and the ends hit nothing and touch."""
    floor = Sprite(0, 137, collision=Rect(-500, 0, 2000, 8, one_way=one_way))
    one = Circle(0, 0, 8) if kind == "ball" else Rect(-8, -8, 16, 16)
    angle = 30 if kind == "turned" else 0
    group = Group(Sprite(20 * k, 40 + 0.37 * k, collision=one, angle=angle) for k in range(60))
    sweeps = group.sweep_arrays(3, 100, floor)
    assert sweeps.hit.all()
    assert [s.sweep(3, 100, floor).position for s in group] == [*map(tuple, sweeps.end.tolist())]
    for x, y in ((group.x + 3 * sweeps.fraction, group.y + 100 * sweeps.fraction), sweeps.end.T):
        moved = Group(Sprite(*to, collision=one, angle=angle) for to in zip(x, y, strict=True))
        assert not moved.hits(floor)
        assert moved.sweep_arrays(0, 5, floor).hit.all()
    free = group.sweep_arrays(1, 2, [])
    assert free.end.tolist() == [[s.x + 1, s.y + 2] for s in group]


# --- laws ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", some.AREAS)
def test_mover_and_target_change_places_and_a_way_in_two_parts_is_one(kind: str) -> None:
    r = random.Random(f"swap {kind}")
    with at_least(met=40, cut=20) as seen:
        for other in some.AREAS * 15:
            a, b = posed(kind, r, 40), posed(other, r, 40)
            dx, dy = (2 * d + r.uniform(-20, 20) for d in (b.x - a.x, b.y - a.y))
            if a.hits(b):
                continue
            hit, back = a.sweep(dx, dy, b), b.sweep(-dx, -dy, a)
            if (hit is None) != (back is None):  # one of them sees a graze by a rounding
                found = hit or back
                assert abs(found.normal.dot((dx, dy))) < 1e-3 * math.hypot(dx, dy)
                continue
            cut = r.uniform(0.1, 0.9)
            first = a.sweep(cut * dx, cut * dy, b)
            if hit is None:
                assert first is None
                continue
            seen["met"] += 1
            assert hit.fraction == pytest.approx(back.fraction, abs=1e-6)
            if abs(hit.fraction - cut) > 1e-6:
                assert (first is not None) == (hit.fraction < cut)
            if first is not None:
                seen["cut"] += 1
                assert first.fraction * cut == pytest.approx(hit.fraction, abs=1e-9)


@pytest.mark.parametrize("turns", [0, 200])
@pytest.mark.parametrize("kind", some.AREAS)
def test_a_mirrored_and_a_turned_motion_meet_the_same(kind: str, turns: float) -> None:
    r = random.Random(f"{kind} {turns}")

    def images(kind: str) -> tuple[Sprite, Sprite, Sprite]:
        """A sprite, its image in the mirror x = 0, and it turned by a quarter."""
        x, y, angle = r.uniform(-40, 40), r.uniform(-40, 40), r.choice([0.0, r.uniform(0, 360)])
        one, how = some.shape(r, kind, SIZE), {"center_x": 0, "center_y": 0}
        return (
            Sprite(x, y, collision=one, angle=angle, **how),
            Sprite(-x, y, collision=one, angle=-angle, scale_x=-1.0, **how),
            Sprite(-y, x, collision=one, angle=angle + 90, **how),
        )

    with at_least(met=25) as seen:
        for _ in range(80):
            a, b = images(kind), images(r.choice(some.AREAS))
            if a[0].hits(b[0]):
                continue
            far = r.uniform(0.5, 3)
            dx = far * (b[0].x - a[0].x) + r.uniform(-9, 9)
            dy = far * (b[0].y - a[0].y) + r.uniform(-9, 9)
            turn = r.uniform(-turns, turns)
            hit = a[0].sweep(dx, dy, b[0], turn=turn)
            mirrored = a[1].sweep(-dx, dy, b[1], turn=-turn)
            quarter = a[2].sweep(-dy, dx, b[2], turn=turn)
            assert (hit is None) == (mirrored is None) == (quarter is None)
            if hit is None:
                continue
            seen["met"] += 1
            nx, ny = hit.normal
            for image, normal in ((mirrored, (-nx, ny)), (quarter, (-ny, nx))):
                assert image.fraction == pytest.approx(hit.fraction, abs=1e-9)
                assert image.normal == pytest.approx(normal, abs=1e-4)


def crowd(seed: int, count: int = 60) -> tuple[Group, Group, Any]:
    r = random.Random(seed)
    walls, movers = (
        Group(posed(r.choice(some.AREAS), r, 150) for _ in range(count)) for _ in range(2)
    )
    return movers, walls, np.random.default_rng(seed).uniform(-80, 80, (count, 2))


@pytest.mark.parametrize("seed", range(4))
def test_arrays_are_the_loop_and_the_first_of_all_is_the_first(seed: int) -> None:
    movers, walls, way = crowd(seed)
    order, members = {wall: k for k, wall in enumerate(walls)}, list(walls)
    sweeps = movers.sweep_arrays(way[:, 0], way[:, 1], walls)
    with at_least(met=20, several=10) as seen:
        for k, mover in enumerate(movers):
            hit, every = mover.sweep(*way[k], walls), mover.sweep_all(*way[k], members)
            alone = [one for wall in walls for one in mover.sweep_all(*way[k], wall)]
            alone.sort(key=lambda one: (one.fraction, order[one.other]))
            assert [one.other for one in alone] == [one.other for one in every]
            assert hit == (every[0] if every else None)
            assert sweeps.hit[k] == (hit is not None)
            expected = (-1, 1.0) if hit is None else (order[hit.other], hit.fraction)
            assert (sweeps.index[k], sweeps.fraction[k]) == expected
            if hit is not None:
                assert tuple(sweeps.point[k]) == hit.point
                assert tuple(sweeps.normal[k]) == hit.normal
            seen["met"] += hit is not None
            seen["several"] += len(every) > 1


def test_only_targets_that_meet_the_conditions_are_met() -> None:
    walls = [Sprite(x, collision=Rect(0, 0, 5, 5, name=f"at {x}")) for x in (20, 30, 40)]
    walls[2].collision_layer = 2
    box = Sprite(0, 0, collision=Rect(0, 0, 5, 5))

    def first(**conditions: Any) -> float | None:
        hit, every = (
            box.sweep(100, 0, walls, **conditions),
            box.sweep_all(100, 0, walls, **conditions),
        )
        assert hit == (every[0] if every else None)
        return hit and hit.other.x

    assert first() == 20
    assert first(exclude=walls[0]) == 30
    assert first(exclude=walls[:2]) == 40
    assert first(exclude=dict.fromkeys(walls)) is None
    assert first(mask=2) == 40
    assert first(target_shapes="at 30") == 30
    assert first(where=lambda other: other.x > 25) == 30
    assert first(where=lambda other, hit: hit.fraction > 0.3) == 40
    assert first(where=lambda other: False) is None
    box.collision_mask = 2
    assert first() == 40
    walls[2].collision_mask = 4
    assert first() is None


def test_a_bounce_with_restitution_and_friction_is_an_impulse_of_coulomb() -> None:
    """The oracle turns the velocity into the frame of the wall, by complex numbers."""
    r = random.Random(1)
    with at_least(into=200) as seen:
        for angle in [0.0, 90.0, *(r.uniform(0, 360) for _ in range(10))]:
            wall = Sprite(collision=Rect(-50, 0, 100, 20), center_x=0, center_y=0, angle=angle)
            normal = -1j * cmath.exp(1j * math.radians(angle))
            ball = Sprite((40 * normal).real, (40 * normal).imag, collision=Circle(0, 0, 5))
            hit = ball.sweep(-ball.x, -ball.y, wall)
            assert hit.normal == pytest.approx((normal.real, normal.imag), abs=1e-9)
            for _ in range(60):
                velocity = complex(r.uniform(-300, 300), r.uniform(-300, 300))
                restitution = r.choice([0.0, 1.0, 0.5, r.uniform(0, 3)])
                friction = r.choice([0.0, 0.1, r.uniform(0, 2), 1000.0])
                local = velocity / (normal * 1j)  # along the wall, and across: out is negative
                expected = velocity
                if local.imag > 0:
                    impulse = (1 + restitution) * local.imag
                    along = max(abs(local.real) - friction * impulse, 0.0)
                    along = math.copysign(along, local.real)
                    expected = complex(along, local.imag - impulse) * normal * 1j
                    seen["into"] += 1
                vx, vy = velocity.real, velocity.imag
                after = hit.bounce(vx, vy, restitution, friction)
                assert after == pytest.approx((expected.real, expected.imag), abs=1e-6)
                assert after == hit.bounce(vx, vy, friction=friction, restitution=restitution)
                assert hit.slide(vx, vy) == hit.bounce(vx, vy, 0)


def test_fractions_of_whole_ways_are_right_to_the_last_bits() -> None:
    """A box at a box, in whole numbers far from 0: the time is a fraction of small numbers."""
    r = random.Random(3)
    with at_least(met=100) as seen:
        for _ in range(300):
            far = r.choice([0, 1000, 1 << 20])
            x, y, dx, dy = (r.randint(1, 200) for _ in range(4))
            wall = Sprite(far + x, far - 500, collision=Rect(0, 0, 10, 2000))
            hit = Sprite(far - 8, far + y, collision=Rect(0, 0, 8, 8)).sweep(dx, dy, wall)
            assert (hit is not None) == (x < dx)
            if hit is not None:
                seen["met"] += 1
                assert abs(Fraction(hit.fraction) - Fraction(x, dx)) < 1e-15 * (1 + far / dx)
                assert hit.position.x == far + x - 8


ON_FLOORS: dict[str, Any] = {
    "box": Rect(-5, -10, 10, 10),
    "ball": Circle(0, -5, 5),
    "capsule": Capsule(0, -15, 0, -5, 5),
    "tip": Triangle(-4, -8, 4, -8, 0, 0),
    "ellipse": Ellipse(0, -4, 7, 4),
    "polygon": Polygon([(-5, -8), (5, -8), (6, -2), (3, 0), (-3, 0), (-6, -2)]),
}


@pytest.mark.parametrize("angle", [5, 30, 45, 90, 12.3456, 217, 301.7])
@pytest.mark.parametrize("name", ON_FLOORS)
def test_along_a_turned_floor_of_tiles_no_seam_is_met(name: str, angle: float) -> None:
    """Rounding may lead into the floor, and then the exact test finds that; but never to a wall."""
    r, up = random.Random(f"{name} {angle}"), turned(angle, 0, -1)
    with at_least(along=90) as seen:
        for size, far in product((1, 16, 100), (0, 100, 1e4)):
            for tile in (
                Rect(0, 0, size, size),
                Polygon([(0, 0), (size, 0), (size, size), (0, size)]),
                Segment(0, 0, size, 0),
            ):
                places = [turned(angle, far + k * size, far / 3) for k in range(-8, 9)]
                tiles = [Sprite(*place, collision=tile, angle=angle) for place in places]
                sprite = Sprite(*turned(angle, far + r.uniform(-2, 2) * size, far / 3 - 20))
                sprite.collision, sprite.angle = ON_FLOORS[name], angle
                sprite.move_and_collide(*turned(angle, 0, 40), tiles)
                for _ in range(6):
                    way = turned(angle, r.choice([-1, 1]) * r.uniform(0.5, 4) * size, 0)
                    seen["along"] += 1
                    hits = [sprite.sweep(*way, tiles), *sprite.sweep_all(*way, tiles)]
                    assert all(hit.normal.dot(up) > 0.99 for hit in hits if hit), (sprite, way)
                    end = Sprite(sprite.x + way[0], sprite.y + way[1], angle=angle)
                    end.collision = ON_FLOORS[name]
                    assert hits[0] is not None or not end.hits(tiles)
                    sprite.move_and_slide(*way, tiles)


@pytest.mark.parametrize("name", ON_FLOORS)
def test_along_a_turned_floor_what_is_told_is_touched_where_the_way_ends(name: str) -> None:
    """Where rounding leads into the floor, that tile is told on which it ends, or the wall."""
    r = random.Random(f"told {name}")
    with at_least(floor=25, wall=60) as seen:
        for _ in range(1200):
            angle = r.choice([30, 45, 90, r.uniform(0, 360)])
            size, far = r.choice([1, 8, 16, 100]), r.choice([0, 100, 1e4])
            tile = r.choice([
                Rect(0, 0, size, size),
                Polygon([(0, 0), (size, 0), (size, size), (0, size)]),
                Segment(0, 0, size, 0),
            ])  # fmt: skip
            floor = [
                Sprite(*turned(angle, far + k * size, far / 3), collision=tile, angle=angle)
                for k in range(-10, 11)
            ]
            wall = Sprite(*turned(angle, far + r.choice([-4, 4]) * size, far / 3), angle=angle)
            wall.collision = Rect(0, -20, 8, 20)
            tiles = r.sample([*floor, wall], 22)
            sprite = Sprite(*turned(angle, far + r.uniform(-3, 3) * size, far / 3 - 30))
            sprite.collision, sprite.angle = ON_FLOORS[name], angle
            sprite.move_and_collide(*turned(angle, 0, 60), tiles)
            way = turned(angle, r.choice([-1, 1]) * r.uniform(0.2, 4) * size, 0)
            if sprite.hits(tiles):
                continue
            hits = sprite.sweep_all(*way, tiles)
            first = sprite.sweep(*way, tiles)
            assert (first and (first.other, first.fraction)) == (
                (hits[0].other, hits[0].fraction) if hits else None
            )
            again = sprite.sweep(*way, r.sample(tiles, 22))
            assert (again and again.position) == (first and first.position)
            assert (sprite.sweep(*way, wall) is None) == all(hit.other is not wall for hit in hits)
            near = 1e-9 * 2 * sum(map(abs, (*sprite.position, *way, size, far)))
            body = Sprite(collision=sprite.collision, angle=angle)
            for hit in hits:
                body.x, body.y = hit.position
                assert body.distance(hit.other).distance <= near
                assert hit.normal.dot(way) <= 100 * near
                assert hit.other is wall or hit.normal.dot(turned(angle, 0, -1)) > 0.99
                seen["wall" if hit.other is wall else "floor"] += 1
            if first:
                body.x, body.y = first.position
                assert not body.hits(tiles)


def test_what_is_overlapped_by_rounding_alone_on_a_way_along_its_side_is_not_hit() -> None:
    """Past a box, on each of its sides: in the middle of the way the two hit, at its end no more.

    Two upright boxes are compared without any rounding on such a way: those hit.
    """
    r = random.Random("along")
    with at_least(overlaps=150, rounds=70) as seen:
        for _ in range(1500):
            level, size = (
                r.choice([0.3, r.uniform(-99, 99), r.uniform(-1e4, 1e4)]),
                r.uniform(1, 20),
            )
            is_level, toward, back = r.random() < 0.5, r.choice([1, -1]), r.choice([1, -1])

            def at(along: float, across: float) -> tuple[float, float]:
                return (along, across) if is_level else (across, along)  # noqa: B023

            low, high = toward * size, -toward * r.uniform(1, 9)
            shape: Any = r.choice(
                [
                    Circle(0, 0, size),
                    Capsule(*at(-4, 0), *at(5, 0), size),
                    Polygon([at(-4, low), at(6, low), at(1, high)]),
                    Polygon([at(0, low), at(-3, high), at(3, high)]),
                ]
            )
            body = Sprite(*at(2, level - toward * size), collision=shape)
            far = level + toward * 3
            wall = Sprite(collision=Rect(*at(0, min(level, far)), *at(5, abs(far - level))))
            if overlaps := body.hits(wall):
                seen["overlaps"] += 1
                seen["rounds"] += isinstance(shape, Circle | Capsule)
            body.position = at(2 - back * 60, level - toward * size)
            hit = body.sweep(*at(back * 120, 0), wall)
            assert hit is None, (overlaps, shape, wall.aabb)
