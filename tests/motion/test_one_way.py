"""One-way shapes: what they stop on a way, from which side; everything else sees ordinary shapes.

The oracle of upright boxes, in fractions, is in test_exact_fits.py. That of all other shapes here
walks in tiny steps and asks shapely for overlaps and nearest points.
"""

import copy
import math
import pickle
import random
from typing import Any

import attrs
import numpy as np
import pytest
import shapely
from shapely.affinity import translate
from support.counting import at_least
from support.levels import UP, turned

from spritecol import (
    Capsule,
    CharacterController,
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

EVERY: dict[str, Any] = {
    "segment": lambda **k: Segment(0, 0, 40, 0, **k),
    "circle": lambda **k: Circle(20, 10, 10, **k),
    "ellipse": lambda **k: Ellipse(20, 6, 20, 6, **k),
    "rect": lambda **k: Rect(0, 0, 40, 8, **k),
    "triangle": lambda **k: Triangle(0, 0, 40, 0, 20, 20, **k),
    "polygon": lambda **k: Polygon([(0, 0), (40, 0), (40, 9), (20, 4), (0, 9)], **k),
    "capsule": lambda **k: Capsule(5, 5, 35, 5, 5, **k),
}
MOVERS: dict[str, Any] = {
    "box": [Rect(-5, -5, 10, 10)],
    "turned box": [Rect(-5, -5, 10, 10, angle=30)],
    "ball": [Circle(0, 0, 6)],
    "capsule": [Capsule(0, -6, 0, 6, 4)],
    "arrow": [Polygon([(-8, -6), (8, 0), (-8, 6), (-2, 0)])],
    "body": [Rect(-3, -6, 6, 12), Rect(-9, -4, 18, 3)],
    "legs": [Rect(-8, 0, 4, 8), Rect(4, 0, 4, 8), Circle(0, -4, 5)],
}
SIDES = [(0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-3, -1)]
every = pytest.mark.parametrize("kind", EVERY)
movers = pytest.mark.parametrize("name", MOVERS)


# --- the value -----------------------------------------------------------------------------------


@every
def test_it_is_part_of_the_value(kind: str) -> None:
    make = EVERY[kind]
    shape: Shape = make(one_way=(0, -2), name="plank")
    assert (shape.one_way, make().one_way) == ((0.0, -2.0), None)
    assert shape == make(name="plank", one_way=[0.0, -2])
    assert shape not in (make(name="plank"), make(name="plank", one_way=(0, -1)))
    assert hash(shape) == hash(make(name="plank", one_way=np.array([0, -2])))
    for again in (eval(repr(shape)), pickle.loads(pickle.dumps(shape)), copy.deepcopy(shape)):
        assert again == shape
    assert attrs.evolve(shape, one_way=None) == make(name="plank")


@pytest.mark.parametrize(
    ("value", "error"),
    [((0, 0), ValueError), ((1,), ValueError), ((1, 2, 3), ValueError), ((math.nan, 1), ValueError),
     ((math.inf, 1), ValueError), ((0, 2e12), ValueError), (("0", 1), TypeError), ("up", TypeError),
     (True, TypeError), ({0: 1, 1: 2}, TypeError), ({0, 1}, TypeError)],
)  # fmt: skip
@every
def test_a_direction_is_a_finite_pair_and_not_zero(kind: str, value: Any, error: Any) -> None:
    with pytest.raises(error, match="one_way"):
        EVERY[kind](one_way=value)


def test_a_point_has_none_and_a_polygon_of_a_geometry_has_one() -> None:
    assert Point(1, 2).one_way is None
    with pytest.raises(TypeError, match="one_way"):
        Point(1, 2, one_way=UP)  # type: ignore[call-arg]
    square = shapely.box(0, 0, 2, 2)
    assert Polygon.from_geometry(square, one_way=UP).one_way == UP
    with pytest.raises(ValueError, match="one_way"):
        Polygon.from_geometry(square, one_way=(0, 0))


@pytest.mark.parametrize(
    ("pose", "expected"),
    [({}, (1, -2)), ({"angle": 90}, (2, 1)), ({"angle": 180}, (-1, 2)), ({"scale_x": -1}, (-1, -2)),
     ({"scale_x": 3, "scale_y": -2}, (3, 4)), ({"angle": 90, "scale_x": 3, "scale_y": -2}, (-4, 3)),
     ({"scale_y": 0}, (1, 0)), ({"angle": 90, "scale_x": 5, "collision_sync": False}, (1, -2))],
)  # fmt: skip
@every
def test_it_turns_as_a_vector(kind: str, pose: Any, expected: Any) -> None:
    (shape,) = Sprite(5, 6, collision=EVERY[kind](one_way=(1, -2)), **pose).world_shapes
    assert isinstance(shape, Point) or shape.one_way == pytest.approx(expected)


# --- questions about a place or a pair see an ordinary shape --------------------------------------


@every
def test_places_and_pairs_see_an_ordinary_shape(kind: str) -> None:
    seen = []
    for how in ({}, {"one_way": UP}):
        target = Sprite(0, 0, collision=EVERY[kind](**how))
        group, answers = Group(target), []
        for x, y in [(10, 3), (30, -3), (-5, -5), (100, 100)]:
            for shape in (Rect(0, 0, 10, 10), Circle(0, 0, 7)):
                other = Sprite(x, y, collision=shape)
                contacts = [(c.normal, c.depth, c.points) for c in other.contacts(target)]
                near, apart = group.nearest(x, y), other.distance(target)
                answers += [other.hits(target), bool(other.check(group)), contacts]
                answers += [other.separation(target), apart.distance, near.distance, near.point]
                answers += [bool(group.query_point(x, y)), bool(group.query_circle(x, y, 3))]
        seen.append(answers)
    assert seen[0] == seen[1]
    assert True in seen[0]


@every
def test_a_way_out_passes_over_it(kind: str) -> None:
    target, sprite = Sprite(collision=EVERY[kind](one_way=UP)), Sprite(15, -5)
    sprite.collision = Rect(0, 0, 10, 10)
    assert sprite.hits(target)
    assert sprite.depenetrate(target) == (0, 0)
    wall = Sprite(20, -50, collision=Rect(0, 0, 20, 100))
    assert sprite.depenetrate([target, wall]) == (-5, 0)


# --- any shapes: tiny steps, and shapely ----------------------------------------------------------


def stepped(whole: Any, target: Any, way: Any, front: Any) -> float | bool | None:
    """When a one-way geometry stops a moving one, False for never, None if steps can't tell."""
    steps, (dx, dy) = 1000, way
    if 0 < whole.intersection(target).area < 1e-3 or 0 < whole.distance(target) <= 1e-2:
        return None
    if whole.intersects(target):
        return False
    k, moved = 1, whole
    while k <= steps:
        moved = translate(whole, dx * k / steps, dy * k / steps)
        if not moved.intersects(target):  # nor before it has gone as far as they are apart
            k += max(1, int(0.999 * steps * moved.distance(target) / math.hypot(dx, dy)))
            continue
        before = translate(whole, dx * (k - 1) / steps, dy * (k - 1) / steps)
        (x1, y1), (x2, y2) = shapely.shortest_line(target, before).coords
        long = math.hypot(x2 - x1, y2 - y1)
        if k == 1 or long < 1e-9:
            return None
        nx, ny = (x2 - x1) / long, (y2 - y1) / long
        lean = (nx * front[0] + ny * front[1]) / math.hypot(
            *front
        ) - 0.5  # the cosine of 60 degrees
        into = (nx * dx + ny * dy) / math.hypot(dx, dy)
        if abs(lean) < 0.05 or into > -0.05:
            return None
        return k / steps if lean > 0 else False
    return None if translate(whole, dx, dy).distance(target) < 1e-2 else False


@movers
@every
def test_it_stops_what_tiny_steps_say(kind: str, name: str) -> None:
    r, found = random.Random(f"{kind} {name}"), []
    while len(found) < 3 or not any(found):
        angle, front = r.choice([0, 0, 30, 180, 247]), r.choice(SIDES)
        sx, sy = r.choice([(1, 1), (1, 1), (-1, 1), (2, 0.5)])
        pose: Any = {"angle": angle, "scale_x": sx, "scale_y": sy, "center_x": 20, "center_y": 5}
        target = Sprite(collision=EVERY[kind](one_way=front), **pose)
        sprite = Sprite(r.uniform(-40, 80), r.uniform(-40, 50), collision=MOVERS[name])
        way = r.uniform(0.8, 2) * (20 - sprite.x), r.uniform(0.8, 2) * (5 - sprite.y)
        whole = shapely.unary_union([shape.geometry for shape in sprite.world_shapes])
        front = turned(angle, front[0] * sx, front[1] * sy)
        expected = stepped(whole, target.geometry, way, front)
        if expected is None:
            continue
        found.append(expected)
        hit = sprite.sweep(*way, target)
        assert (hit is not None) == bool(expected), (sprite, target, way, hit, expected)
        if hit is not None:
            assert hit.fraction == pytest.approx(expected, abs=4e-3)


def shifted(kind: str, x: float, y: float) -> Shape:
    foot = [(x - 4, y - 9), (x + 4, y - 9), (x + 4, y - 3), (x, y), (x - 4, y - 3)]
    shapes = {"box": Rect(x - 5, y - 5, 10, 10), "ball": Circle(x, y, 6), "foot": Polygon(foot)}
    return shapes.get(kind, Triangle(x, y - 9, x + 9, y, x - 9, y + 2))


@pytest.mark.parametrize("first", ["box", "ball", "foot", "wedge"])
@pytest.mark.parametrize("second", ["box", "ball", "foot", "wedge"])
def test_of_shapes_that_meet_it_at_once_any_may_be_stopped(first: str, second: str) -> None:
    """The second is moved along the way, so that both come at the same time."""
    r = random.Random(f"{first} {second}")
    with at_least(differ=2, alike=6) as seen:
        while seen["differ"] < 2 or seen["alike"] < 6:
            ring = [(0, 0), (64, 0), (64, 8), (0, 8)]
            front, angle = r.choice(SIDES), r.choice([0, 0, 30])
            planks, ordinary = (
                Sprite(collision=Polygon(ring, one_way=side), angle=angle) for side in (front, None)
            )
            spots = [(r.uniform(-30, 90), r.uniform(-50, 60)) for _ in "ab"]
            u, v = turned(angle, r.uniform(0, 64), r.uniform(0, 8))
            way = 1.2 * (u - spots[0][0]), 1.2 * (v - spots[0][1])
            kinds = first, second
            met = [
                Sprite(collision=shifted(kind, *spot)).sweep(*way, ordinary)
                for kind, spot in zip(kinds, spots, strict=True)
            ]
            if None in met or any(hit.from_inside for hit in met):
                continue
            late = met[1].fraction - met[0].fraction
            spots[1] = spots[1][0] + late * way[0], spots[1][1] + late * way[1]
            shapes = [shifted(kind, *spot) for kind, spot in zip(kinds, spots, strict=True)]
            if Sprite(collision=shapes).hits(ordinary):
                continue
            x, y = turned(angle, *front)
            leans = [hit.normal.dot((x, y)) / math.hypot(x, y) - 0.5 for hit in met]
            if min(map(abs, leans)) < 1e-3:
                continue
            seen["differ" if leans[0] * leans[1] < 0 else "alike"] += 1
            for order in (shapes, shapes[::-1]):
                hit = Sprite(collision=order).sweep(*way, planks)
                assert (hit is not None) is (max(leans) > 0)


@movers
@every
def test_through_from_below_and_then_it_stands(kind: str, name: str) -> None:
    target = Sprite(0, 0, collision=EVERY[kind](one_way=UP))
    sprite = Sprite(20, 50, collision=MOVERS[name])
    assert sprite.move_and_slide(0, -110, target, up=UP).hits == []
    assert sprite.y == -60
    slide = sprite.move_and_slide(0, 110, target, up=UP)
    assert slide.hits[0].normal[1] < 0
    assert not sprite.hits(target)


@movers
@pytest.mark.parametrize("peak", [10, 4, 0, -1, -4])
def test_a_jump_that_peaks_inside_falls_down_through_it(name: str, peak: float) -> None:
    target, sprite = Sprite(collision=Rect(0, 0, 64, 8, one_way=UP)), Sprite(30, 50)
    sprite.collision = MOVERS[name]
    sprite.move_and_slide(0, peak - 50, target)
    assert sprite.hits(target)
    sprite.move_and_collide(0, 3, target)
    assert sprite.move_and_slide(0, 40, target).hits == []
    assert sprite.y == peak + 43


@movers
def test_from_the_front_it_is_an_ordinary_shape(name: str) -> None:
    """Flat planks: what comes straight from above meets nothing but tops."""
    r = random.Random(name)
    with at_least(met=40, passed=40) as seen:
        for _ in range(80):
            spots = [(r.randint(-30, 30), r.randint(10, 60)) for _ in range(r.randint(1, 5))]
            planks, ordinary = (
                [Sprite(*spot, collision=Segment(0, 0, 30, 0, one_way=side)) for spot in spots]
                for side in (UP, None)
            )
            body, dy = Sprite(0, -10, collision=MOVERS[name]), r.randint(1, 90)
            hit, expected = body.sweep(0, dy, planks), body.sweep(0, dy, ordinary)
            assert (hit and (hit.fraction, hit.normal)) == (
                expected and (expected.fraction, expected.normal)
            )
            seen["met"] += hit is not None
            back = Sprite(0, 80, collision=MOVERS[name])
            assert back.sweep(0, -dy - 100, planks) is None
            seen["passed"] += back.sweep(0, -dy - 100, ordinary) is not None


# --- rows ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", [0, 30, 12.3456, 45, 217])
@pytest.mark.parametrize("size", [1, 16, 1e3])
@pytest.mark.parametrize("kind", ["rect", "segment"])
@pytest.mark.parametrize("feet", ["box", "ball", "tip"])
def test_a_row_of_tiles_is_slid_along_like_one_plank(
    feet: str, kind: str, size: float, angle: float
) -> None:
    bodies: Any = {"box": Rect(-0.35, -0.7, 0.7, 0.7), "ball": Circle(0, -0.35, 0.35)}
    body = bodies.get(feet, Triangle(-0.3, -0.5, 0.3, -0.5, 0, 0))
    thick = Rect(0, 0, size, size / 2, one_way=UP)
    tile = thick if kind == "rect" else Segment(0, 0, size, 0, one_way=UP)
    places = [turned(angle, k * size, 0) for k in range(-20, 20)]
    tiles = Group(Sprite(*place, collision=tile, angle=angle) for place in places)
    sprite = Sprite(*turned(angle, 0, -size), collision=body, angle=angle, scale=size)
    sprite.move_and_slide(*turned(angle, 0, 2 * size), tiles)
    for step in (0.3, -0.3, 1.7):
        for _ in range(6):
            slide = sprite.move_and_slide(*turned(angle, step * size, 0.2 * size), tiles)
            assert turned(-angle, *slide.travel)[0] == pytest.approx(step * size, rel=1e-6)
            assert abs(turned(-angle, sprite.x, sprite.y)[1]) < 1e-6 * size
            assert not sprite.hits(tiles)


@pytest.mark.parametrize("name", [name for name in MOVERS if name != "body"])
@pytest.mark.parametrize("kind", ["rect", "segment"])
@pytest.mark.parametrize("apart", [False, True])
def test_a_row_lets_pass_what_one_plank_lets_pass(name: str, kind: str, apart: bool) -> None:
    def shape(left: float, right: float) -> Shape:
        if kind == "segment":
            return Segment(left, 0, right, 0, one_way=UP)
        return Rect(left, 0, right - left, 8, one_way=UP)

    parts: Any = [shape(12 * k, 12 * k + 12) for k in range(-5, 5)]
    row = Group(Sprite(collision=one) for one in parts) if apart else Sprite(collision=parts)
    one, r = Sprite(collision=shape(-60, 60)), random.Random(f"{name} {kind}")
    with at_least(stopped=10, passed=100) as seen:
        for _ in range(200):
            spot = r.uniform(-70, 70), r.uniform(-25, 25)
            way, sprite = (r.uniform(-70, 70), r.uniform(-25, 40)), Sprite(*spot)
            sprite.collision = MOVERS[name]
            expected, hit = sprite.sweep(*way, one), sprite.sweep(*way, row)
            assert (hit is None) == (expected is None), (sprite, way)
            seen["passed" if hit is None else "stopped"] += 1
            if hit is not None:
                assert hit.fraction == pytest.approx(expected.fraction, abs=1e-9)
                assert hit.normal == pytest.approx(expected.normal, abs=1e-6)
            if name == "ball":
                line = *spot, spot[0] + way[0], spot[1] + way[1]
                assert Group(row).line_of_sight(*line, radius=6) == (expected is None)


@pytest.mark.parametrize("angle", [0, 30, 12.3456, 90, 217])
@pytest.mark.parametrize("kind", ["rect", "segment"])
@pytest.mark.parametrize("far", [0, 1e5])
def test_no_ray_slips_through_a_row_of_tiles(kind: str, angle: float, far: float) -> None:
    """Joints are shared exactly: the corners of a tile are where those of the next one are."""
    r, tiles = random.Random(angle), []
    for x in range(-80, 80, 16):
        ring = [(x, 0), (x + 16, 0), (x + 16, 8), (x, 8)]
        thin = Segment(x, 0, x + 16, 0, one_way=UP)
        tiles.append(thin if kind == "segment" else Polygon(ring, one_way=UP))
    row = Group(Sprite(far, far, collision=tiles, angle=angle))
    for _ in range(150):
        joint, u, v = r.randint(-4, 4) * 16, r.uniform(-40, 40), r.uniform(1, 40)
        x1, y1 = turned(angle, joint - u, -v)
        x2, y2 = turned(angle, joint + u, v)
        there = far + x1, far + y1, far + x2, far + y2
        hit = row.raycast(*there)
        assert hit.normal == pytest.approx(turned(angle, 0, -1), abs=1e-6)
        assert row.raycast(*there, radius=0.5) is not None
        for radius in (0, 0.5):
            assert row.raycast(*there[2:], *there[:2], radius=radius) is None


# --- rays and arrays -----------------------------------------------------------------------------


def told(hit: Any) -> Any:
    return hit and (hit.fraction, hit.point, hit.normal, hit.from_inside)


@every
def test_a_thick_ray_is_a_disc_that_moves(kind: str) -> None:
    r = random.Random(kind)
    with at_least(stopped=30, passed=30) as seen:
        for _ in range(250):
            front, angle = r.choice(SIDES), r.choice([0, 90, 33])
            planks, ordinary = (
                Group(Sprite(collision=EVERY[kind](**how), angle=angle, center_x=20))
                for how in ({"one_way": front}, {})
            )
            line = [r.randint(-60, 80), r.randint(-60, 70), r.randint(0, 40), r.randint(-5, 20)]
            met, hit = ordinary.raycast(*line, radius=5), planks.raycast(*line, radius=5)
            if met is None or met.from_inside:
                assert hit is None
                continue
            x, y = turned(angle, *front)
            lean = met.normal.dot((x, y)) / math.hypot(x, y) - 0.5  # the cosine of 60 degrees
            if abs(lean) < 1e-3:
                continue
            seen["stopped" if lean > 0 else "passed"] += 1
            assert told(hit) == (told(met) if lean > 0 else None)
            disc = Sprite(*line[:2], collision=Circle(0, 0, 5))
            moved = disc.sweep(line[2] - line[0], line[3] - line[1], planks)
            assert (moved is None) == (hit is None)


def test_arrays_equal_singles() -> None:
    r, kinds = random.Random(1), list(EVERY.values())
    with at_least(swept=40, cast=40) as seen:
        for _ in range(40):
            targets = Group(
                Sprite(
                    r.randint(-60, 60),
                    r.randint(10, 60),
                    collision=r.choice(kinds)(one_way=r.choice(SIDES)),
                    angle=r.choice([0, 90, 33]),
                )
                for _ in range(r.choice([4, 8, 60]))
            )
            bodies = Group(
                Sprite(
                    r.randint(-40, 40),
                    r.randint(-40, 12),
                    collision=r.choice(list(MOVERS.values())),
                )
                for _ in range(4)
            )
            dx, dy = r.randint(-90, 90), r.randint(0, 90)
            sweeps, members = bodies.sweep_arrays(dx, dy, targets), list(targets)
            for k, sprite in enumerate(bodies):
                hit = sprite.sweep(dx, dy, targets)
                assert sweeps.hit[k] == (hit is not None)
                if hit is not None:
                    seen["swept"] += 1
                    assert members[sweeps.index[k]] is hit.other
                    assert sweeps.fraction[k] == hit.fraction
                    assert tuple(sweeps.normal[k]) == hit.normal
                    assert sprite.sweep_all(dx, dy, targets)[0].fraction == hit.fraction
            lines = [[r.randint(-70, 90) for _ in range(4)] for _ in range(5)]
            starts, ends, radius = (
                [ray[:2] for ray in lines],
                [ray[2:] for ray in lines],
                r.choice([0, 5]),
            )
            rays = targets.raycast_arrays(starts, ends, radius=radius)
            sight = targets.line_of_sight_arrays(starts, ends, radius=radius)
            for k, line in enumerate(lines):
                hit, every = (
                    targets.raycast(*line, radius=radius),
                    targets.raycast_all(*line, radius=radius),
                )
                assert told(hit) == told(every[0] if every else None)
                assert told(hit) == told(
                    targets.raycast(*line, radius=radius, where=lambda _: True)
                )
                assert rays.hit[k] == (hit is not None)
                assert targets.line_of_sight(*line, radius=radius) == sight[k] == (hit is None)
                if hit is not None:
                    seen["cast"] += 1
                    assert (rays.fraction[k], tuple(rays.normal[k])) == (hit.fraction, hit.normal)
                    assert not hit.from_inside


def test_turning_ways_agree_with_straight_ones() -> None:
    """A ball about its center turns nothing, but takes the other road if it is not alone."""
    r = random.Random(2)
    with at_least(met=20, passed=20) as seen:
        for _ in range(200):
            target = Sprite(10, 10, collision=Rect(0, 0, 30, 20, one_way=r.choice(SIDES)))
            ball = Sprite(r.randint(-50, 70), r.randint(-50, 60))
            ball.collision = [Circle(0, 0, 5), Circle(0, 0, 3)]
            dx, dy = 2 * (25 - ball.x), 2 * (20 - ball.y) + r.randint(-20, 20)
            hit, spun = (
                ball.sweep(dx, dy, target),
                ball.sweep(dx, dy, target, turn=r.randint(-170, 170)),
            )
            assert (hit is None) == (spun is None)
            seen["met" if hit else "passed"] += 1
            if hit is not None:
                assert spun.fraction == pytest.approx(hit.fraction, abs=1e-6)


# --- walkers: what is no floor for them, they pass ------------------------------------------------

WALKERS: dict[str, Shape] = {
    "box": Rect(-6, -20, 12, 20),
    "ball": Circle(0, -8, 8),
    "capsule": Capsule(0, -20, 0, -8, 8),
    "tall ellipse": Ellipse(0, -10, 7, 10),
    "flat ellipse": Ellipse(0, -5, 11, 5),
    "polygon": Polygon([(-6, -18), (6, -18), (8, -6), (3, 0), (-3, 0), (-8, -6)]),
    "tip": Polygon([(-7, -16), (7, -16), (0, 0)]),
}


def plank_of(r: random.Random, side: int, length: float) -> Shape:
    """One that begins at the origin and leads to a side."""
    left = 0 if side > 0 else -length
    return r.choice(
        [
            Rect(left, 0, length, r.choice([2, 8, 16]), one_way=UP),
            Segment(left, 0, left + length, 0, one_way=UP),
            Capsule(left, 3, left + length, 3, 3, one_way=UP),
        ]
    )


@pytest.mark.parametrize("limit", [20, 30, 45, 60, 70])
@pytest.mark.parametrize("name", WALKERS)
def test_no_end_of_a_plank_is_a_wall_for_a_walker(name: str, limit: int) -> None:
    """At any height above any walkable slope: it goes on, below the plank or on top of it."""
    r = random.Random(f"{name} {limit}")
    steepest = math.cos(math.radians(limit)) - 1e-6
    pointed = name in ("box", "polygon", "tip") and limit < 45  # these meet only what is steeper
    with at_least(plays=30, stood=0 if pointed else 3) as seen:
        for _ in range(40):
            slope = r.choice([0, 0, 10, 19, 40, -15, -40, r.uniform(-60, 60)])
            slope = slope if abs(slope) < limit else 0
            side, length, speed = r.choice([1, -1]), r.choice([20, 60]), r.choice([1, 3, 3, 10, 37])
            place = turned(slope, side * 60, -r.choice([r.uniform(0.1, 14), r.randint(1, 12)]))
            shape = plank_of(r, side, length)
            plank = Sprite(*place, collision=shape, angle=r.choice([slope, 0]))
            floor = Sprite(collision=Rect(-2000, 0, 4000, 500), angle=slope)
            floor.center_x = floor.center_y = 0
            sprite = Sprite(*turned(slope, 0, -6), collision=WALKERS[name])
            walker = CharacterController(sprite, max_floor_angle=limit)
            for _ in range(60):
                walker.move(0, 0.5, floor)
            if plank.hits(sprite) or not walker.on_floor:
                continue
            seen["plays"] += 1
            for _ in range(int(200 / speed) + 20):
                slide = walker.move(side * speed, 0.4, [floor, plank])
                hits = [hit for hit in slide.hits if hit.other is plank]
                assert all(-hit.normal.y >= steepest for hit in hits), (slope, plank, slide)
                seen["stood"] += walker.floor is plank
            gone = turned(-slope, sprite.x, sprite.y)[0] * side
            assert gone > 60 + length, (slope, plank, sprite)


L_SHAPE = Polygon([(0, 0), (14, 0), (14, 7), (7, 7), (7, 14), (0, 14)])
T_SHAPE = Polygon([(0, 0), (14, 0), (14, 7), (10, 7), (10, 14), (4, 14), (4, 7), (0, 7)])


def test_beside_planks_one_slide_is_as_one_in_bulk() -> None:
    """Also if a body touches the end of a plank, and the cut of its polygon touches the corner."""
    r = random.Random(118)
    shapes: list[Any] = [
        L_SHAPE,
        T_SHAPE,
        Rect(0, 0, 8, 8),
        [Rect(0, 0, 8, 8), Rect(0, 8, 8, 8)],
        Circle(4, 4, 4),
        Capsule(4, 4, 4, 10, 4),
        Polygon([(4, 0), (8, 8), (0, 8)]),
    ]
    with at_least(touched=100, stopped=60, cut=20) as seen:
        for _ in range(2000):
            planks = [
                Rect(
                    r.choice([0, 8, 16, 24, 32]),
                    r.choice([0, 0, 0, 4, 8, 16]),
                    r.choice([16, 16, 8]),
                    r.choice([4, 4, 8]),
                    one_way=r.choice([*[(0, -1)] * 6, (1, 0), (-1, 0), (0, 1)]),
                )
                for _ in range(r.randint(1, 4))
            ]
            level: list[Sprite] = [Sprite(collision=plank) for plank in planks]
            level = r.choice([level, [Sprite(collision=planks)]])
            shape = r.choice(shapes)
            at = 4 * r.randint(-4, 12), r.choice([2, 4]) * r.randint(-6, 6)
            way = r.choice([-5, -3, 0, 3, 5, 16]), r.choice([-5, 0, 0, 3, 8])
            up = r.choice([None, (0, -1)])
            one, other = (Sprite(*at, collision=shape) for _ in "ab")
            touched = one.distance(level) == 0 if not one.hits(level) else False
            slide = one.move_and_slide(*way, level, up=up)
            slides = Group(other).move_and_slide_arrays(*way, level, up=up)
            assert one.position == pytest.approx(tuple(other.position), abs=1e-9), (at, planks)
            assert bool(slide.hits) == slides.hit[0]
            seen["touched"] += touched
            seen["stopped"] += bool(slide.hits)
            seen["cut"] += touched and shape in (L_SHAPE, T_SHAPE)
    one = Sprite(16, 0, collision=L_SHAPE)
    one.move_and_slide(-5, 0, Sprite(collision=Rect(0, 0, 16, 4, one_way=(0, -1))))
    assert one.position == (11, 0)
