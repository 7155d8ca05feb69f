"""Sweeps of what has no area: it ends on the side from which it came, however rounding falls.

Two parts without an inside may jump past each other from one pose to the next, with no pose between
in which the exact test finds a hit. The oracle computes sides in fractions, of the vertices as they
are placed.
"""

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import pytest
from support.counting import at_least

from spritecol import Point, Rect, Segment, Sprite, Triangle, Vec2

Vertex = tuple[float, float]

UP = (0.0, -1.0)
FEET = {
    "point": Point(0, 0),
    "foot": Segment(0, -16, 0, 0),
    "sole": Segment(-6, 0, 6, 0),
    "wide": Segment(-60, 0, 60, 0),
}


def vertices(sprite: Sprite) -> list[Vertex]:
    """Where the vertices of a Point or a Segment are, to the last bit."""
    (shape,) = sprite.world_shapes
    if isinstance(shape, Point):
        return [(shape.x, shape.y)]
    assert isinstance(shape, Segment)
    return [(shape.x1, shape.y1), (shape.x2, shape.y2)]


def side(line: list[Vertex], point: Vertex) -> int:
    """On which side of a line a point is: -1, 0 or 1, without rounding."""
    (ax, ay), (bx, by), (px, py) = [tuple(map(Fraction, vertex)) for vertex in (*line, point)]
    across = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    return (across > 0) - (across < 0)


def is_beside(line: list[Vertex], point: Vertex) -> bool:
    """Whether a point is clearly beside a segment, and not beyond an end of it."""
    (ax, ay), (bx, by) = line
    along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / math.dist(*line) ** 2
    return 1e-6 < along < 1 - 1e-6


def jumps(old: list[Vertex], new: list[Vertex], p: Vertex, q: Vertex) -> bool:
    """Whether a point that went from p to q is on the other side of a line now."""
    return is_beside(old, p) and is_beside(new, q) and side(old, p) * side(new, q) < 0


@pytest.mark.parametrize("kind", FEET)
@pytest.mark.parametrize(("moves", "one_way"), [("body", None), ("body", UP), ("floor", None)])
def test_what_has_no_area_ends_on_the_side_from_which_it_came(
    kind: str, moves: str, one_way: Any
) -> None:
    """It falls onto a turned floor, then presses, slides and leaves."""
    r = random.Random(f"{kind} {moves} {one_way}")
    with at_least(met=60) as seen:
        for _ in range(60):
            far, angle = r.choice([0.0, 0.0, 1e3, 1e5]), r.choice([0.0, r.uniform(-80, 80)])
            floor = Sprite(far * r.uniform(-1, 1), far * r.uniform(-1, 1), angle=angle)
            floor.collision = Segment(-40, 0, 40, 0, one_way=one_way)
            floor.center_x = r.choice([0.0, r.uniform(-30, 30)])
            along = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            up = along[1], -along[0]
            (ax, ay), (bx, by) = vertices(floor)
            at, high = r.uniform(0.2, 0.8), r.choice([1e-9, 1.0, 9.0])
            body = Sprite(collision=FEET[kind], angle=r.choice([angle, 0.0, 30.0]))
            high -= min(up[0] * x + up[1] * y for x, y in vertices(body))
            body.x = ax + at * (bx - ax) + high * up[0]
            body.y = ay + at * (by - ay) + high * up[1]
            mover, rests, sign = (floor, body, -1) if moves == "floor" else (body, floor, 1)
            for _ in range(6):
                into = sign * r.choice([-9.0, -9.0, -1e-3, -1e-12, 0.0, 1e-12])
                aside = r.choice([0.0, r.uniform(-9, 9)])
                was, below = vertices(body), vertices(floor)
                dx, dy = (into * u + aside * v for u, v in zip(up, along, strict=True))
                seen["met"] += mover.move_and_collide(dx, dy, rests) is not None
                now, beneath = vertices(body), vertices(floor)
                assert not any(jumps(below, beneath, *pq) for pq in zip(was, now, strict=True))
                if len(was) == 2:
                    pairs = zip(below, beneath, strict=True)
                    assert not any(jumps(was, now, *pq) for pq in pairs)


def crossing_times(p: Vertex, line: list[Vertex], way: Vertex) -> list[Fraction]:
    """When a point crosses a segment, if it moves for ever."""
    (ax, ay), (bx, by), (px, py), (vx, vy) = [
        tuple(map(Fraction, vertex)) for vertex in (*line, p, way)
    ]
    rate = (bx - ax) * vy - (by - ay) * vx
    if rate == 0:
        return []
    time = -((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / rate
    share = (px + time * vx - ax) * (bx - ax) + (py + time * vy - ay) * (by - ay)
    length = (bx - ax) ** 2 + (by - ay) ** 2
    return [time] if 0 < share < length and time > 0 else []


@pytest.mark.parametrize("seed", range(4))
def test_segments_meet_when_they_do_in_fractions(seed: int) -> None:
    """Also where they are parallel but for the last bits, and pass each other in no time."""
    r = random.Random(seed)
    with at_least(met=20, missed=20) as seen:
        for _ in range(150):
            angle = r.uniform(-90, 90)
            body, floor = (
                Sprite(collision=Segment(-r.uniform(1, 30), 0, r.uniform(1, 30), 0), angle=angle)
                for _ in range(2)
            )
            body.x, body.y = r.uniform(-30, 30), r.uniform(-30, 30)
            dx, dy = r.uniform(-60, 60), r.uniform(-60, 60)
            times = [
                t for p in vertices(body) for t in crossing_times(p, vertices(floor), (dx, dy))
            ]
            back = -dx, -dy
            times += [t for p in vertices(floor) for t in crossing_times(p, vertices(body), back)]
            expected, hit = min(times, default=None), body.sweep(dx, dy, floor)
            if expected is not None and 1e-9 < expected < 1 - 1e-9:
                assert hit.fraction == pytest.approx(float(expected), abs=1e-9)
                seen["met"] += 1
            elif expected is None or expected > 1 + 1e-9:
                assert hit is None
                seen["missed"] += 1


@pytest.mark.parametrize("seed", range(4))
def test_a_point_beside_an_edge_meets_it_only_if_its_way_does(seed: int) -> None:
    """Its way is parallel to the edge in floats, but not in fractions."""
    r = random.Random(seed)
    a, b, c = ((r.uniform(-99, 99), r.uniform(-99, 99)) for _ in range(3))
    wedge = Sprite(collision=Triangle(*a, *b, *c))
    inner = side([a, b], c)
    with at_least(clear=40) as seen:
        for _ in range(600):
            u, v = r.random(), r.uniform(-1, 1)
            start = a[0] + u * (b[0] - a[0]), a[1] + u * (b[1] - a[1])
            way = v * (b[0] - a[0]), v * (b[1] - a[1])
            end = start[0] + way[0], start[1] + way[1]
            if any(Sprite(*p, collision=Point(0, 0)).hits(wedge) for p in (start, end)):
                continue
            hit = Sprite(*start, collision=Point(0, 0)).sweep(*way, wedge)
            # Rounding may find an instant too early, on a way that comes so slowly nearer.
            (px, py), (vx, vy) = [tuple(map(Fraction, p)) for p in (start, way)]
            ends = [(px + t * vx, py + t * vy) for t in (0, 4)]
            outside = all(side([a, b], p) in (0, -inner) for p in ends)
            seen["clear"] += outside
            assert hit is None or not outside


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
@pytest.mark.parametrize("body", ["upright", "left", "right", "tip"])
def test_at_a_seam_of_a_row_of_tiles_the_normal_is_that_of_the_row(body: str, angle: float) -> None:
    """The sides in which two tiles meet are covered, whichever is met first, and stop nothing."""
    shape = {
        "upright": Segment(0, -7, 0, 0),
        "left": Segment(-5, -5, 0, 0),
        "right": Segment(4, -9, 0, 0),
        "tip": Triangle(0, 0, -4, -9, 4, -9),
    }[body]
    row = [Sprite(collision=Rect(16 * k, 0, 16, 16), angle=angle) for k in range(-2, 2)]
    up = Vec2(UP).rotated(angle)
    for across, down in itertools.product([*range(-20, 0, 3), *range(1, 20, 3)], (5, 14, 30)):
        thin = Sprite(collision=shape, angle=angle)
        for seam in (-16, 0, 16):
            thin.position = Vec2(seam - across, -down).rotated(angle)
            hits = thin.sweep_all(*Vec2(2 * across, 2 * down).rotated(angle), row)
            assert hits[0].fraction == pytest.approx(0.5)
            assert hits[0].normal == pytest.approx(up)


@pytest.mark.parametrize("way", [(1, 0), (0, 1), (1, 1), (3, -4), (-2, 0)])
def test_segments_of_one_line_meet_end_to_end(way: tuple[int, int]) -> None:
    """Each of several, also one that is left behind, and such as have been made flat by scale."""
    r = random.Random(5)
    x, y = way

    def at(place: int, length: int) -> Sprite:
        """From a place on the line, as far as is told."""
        ends = Segment(0, 0, length * x, length * y)
        if y == 0 and r.random() < 0.3:
            return Sprite(place * x, collision=Rect(min(0, length * x), 0, length * abs(x), 0))
        return Sprite(place * x, place * y, collision=ends)

    with at_least(met=200, passed=60, missed=200) as seen:
        for _ in range(400):
            length, far = r.randint(1, 9), r.choice([1, 5, 20, 60])
            places = [(r.randint(-20, 50), r.randint(1, 9)) for _ in range(4)]
            places.append(places[0])
            expected = sorted(
                ((place - length) / far, k)
                for k, (place, _) in enumerate(places)
                if 0 <= place - length < far
            )
            others = [at(*place) for place in places]
            mover = at(0, length)
            if any(mover.hits(other) for other in others):
                continue
            hits = mover.sweep_all(far * x, far * y, others)
            told = [(hit.fraction, others.index(hit.other)) for hit in hits]
            assert told == [(pytest.approx(when), k) for when, k in expected]
            for hit in hits:
                assert hit.normal == pytest.approx(Vec2(-x, -y).normalized())
                place, size = places[others.index(hit.other)]
                seen["passed"] += place + size <= far
            seen["met"] += len(hits)
            seen["missed"] += len(others) - len(hits)
