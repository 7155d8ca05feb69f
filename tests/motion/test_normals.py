"""Normals of sweeps that meet corners exactly: of an outline's edge, never of a cut in a polygon.

Corners of whole numbers are brought together, where the cuts between the pieces of a polygon end.
"""

import itertools
import math
import random
from typing import Any

import pytest
from laws.outlines import Pair, off, outline
from support import scenes as some
from support.counting import at_least

from spritecol import Circle, Group, Point, Polygon, Rect, Segment, Sprite, Triangle

AIMS = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if math.gcd(x, y) == 1]
MOVERS = [
    Point(0, 0),
    Circle(0, 0, 1e-13),
    Rect(0, 0, 3, 2),
    Triangle(0, 0, 4, 1, 1, 4),
    Polygon(*some.OUTLINES["ell"]),
]


def corners(shape: Any) -> list[Pair]:
    match shape:
        case Polygon():
            return [corner for ring in (shape.points, *shape.holes) for corner in ring]
        case Rect():
            return list(shape.corners)
        case Triangle():
            return [(shape.x1, shape.y1), (shape.x2, shape.y2), (shape.x3, shape.y3)]
    return [(shape.x, shape.y)]


def is_of_an_edge(shape: Any, normal: Pair, point: Pair) -> bool:
    if isinstance(shape, Point | Circle):
        return False
    edges = outline(shape if isinstance(shape, Polygon) else Polygon(corners(shape)))
    return any(math.dist(edge[2], normal) < 1e-9 and off(edge, point) < 1e-6 for edge in edges)


@pytest.mark.parametrize("angle", [90, 30])
@pytest.mark.parametrize("flip", [(1, 1), (-1, 1), (-1, -1)])
@pytest.mark.parametrize("name", sorted(some.OUTLINES))
def test_corner_on_corner(name: str, angle: float, flip: Pair) -> None:
    """However the target is turned and mirrored, which its cuts are, too."""
    target = Sprite(3, 2, collision=Polygon(*some.OUTLINES[name]), angle=angle)
    target.scale_x, target.scale_y = flip
    (world,), met = target.world_shapes, 0
    for shape in MOVERS:
        for (x, y), (px, py), (dx, dy) in itertools.product(corners(world), corners(shape), AIMS):
            mover = Sprite(x - px - 4 * dx, y - py - 4 * dy, collision=shape)
            hit = mover.sweep(8 * dx, 8 * dy, target)
            if hit is None or hit.from_inside:
                continue
            met += 1
            (there,) = Sprite(*hit.position, collision=shape).world_shapes
            is_right = is_of_an_edge(world, hit.normal, hit.point)
            assert is_right or is_of_an_edge(there, -hit.normal, hit.point), (shape, hit)
            assert hit.normal.dot((dx, dy)) < 0
            back = target.sweep(-8 * dx, -8 * dy, mover)
            if back is None:  # the corners of a turned and mirrored one are rounded
                assert angle == 30
                assert flip != (1, 1)
            else:
                assert back.normal.dot((dx, dy)) > 0
    assert met > 100


SIDES = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}


@pytest.mark.parametrize("name", SIDES)
@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_row_of_tiles_has_the_normals_of_one_rect(name: str, count: int) -> None:
    """Boxes come from everywhere, most of them at a seam or at an end, in whole numbers."""
    nx, ny = SIDES[name]
    wide, high = (16 * count, 16) if ny else (16, 16 * count)
    tiles = [
        Sprite(16 * k if ny else 0, 0 if ny else 16 * k, collision=Rect(0, 0, 16, 16))
        for k in range(count)
    ]
    one, met = Sprite(collision=Rect(0, 0, wide, high)), 0
    for along, dx, dy in itertools.product(range(-8, 16 * count + 1, 4), (-8, -3, 0, 3, 8), (4, 9)):
        across = -12 if nx < 0 or ny < 0 else 20  # 4 pixels off, 8 wide
        mover = Sprite(*((along, across) if ny else (across, along)), collision=Rect(0, 0, 8, 8))
        way = (dx, -ny * dy) if ny else (-nx * dy, dx)
        hit, expected = mover.sweep(*way, tiles), mover.sweep(*way, one)
        assert (hit is None) == (expected is None)
        if hit is not None:
            met += 1
            assert (hit.fraction, hit.normal) == (expected.fraction, expected.normal)
    assert met > 20


AT_CORNERS: list[Any] = [
    Rect(0, 0, 16, 16),
    Triangle(0, 0, 16, 0, 0, 16),
    Segment(0, 0, 16, 0),
    [Rect(0, 0, 8, 16), Rect(8, 0, 8, 16)],
    Polygon([(0, 0), (32, 0), (32, 16), (16, 16), (16, 32), (0, 32)]),
]


BEHIND = (0, 0), (24, 16), (8, 3)


def touching(one: Sprite, some: list[Sprite]) -> list[Sprite]:
    """Those of some boxes that touch one of them, which comes with them."""
    left, top, right, bottom = one.aabb
    return [
        other
        for other in some
        if other.aabb[0] <= right
        and left <= other.aabb[2]
        and other.aabb[1] <= bottom
        and top <= other.aabb[3]
    ]


def test_of_two_sides_at_a_corner_that_is_met_along_which_it_goes_on() -> None:
    """In whole numbers, among tiles that cover each other's sides: those that touch what is met."""
    with at_least(met=800, one=600) as seen:
        for seed in range(1800):
            r = random.Random(seed)
            tiles = [
                Sprite(16 * x, 16 * y, collision=Rect(0, 0, 16 * r.choice([1, 1, 2]), 16))
                for x, y in itertools.product(range(5), repeat=2)
                if r.random() < 0.4
            ]
            right, down = r.choice((-1, 1)), r.choice((-1, 1))
            dx, dy = right * r.choice((8, 16, 32)), down * r.choice((8, 16, 32))
            x, y = 16 * r.randrange(-1, 6) - dx, 16 * r.randrange(-1, 6) - dy
            mover = Sprite(x, y, collision=r.choice(AT_CORNERS))
            hit = None if mover.check(tiles) else mover.sweep(2 * dx, 2 * dy, tiles)
            if hit is None or 0 not in hit.normal:
                continue
            seen["met"] += 1
            mover.x, mover.y = hit.position
            beside = touching(hit.other, tiles)
            ways = [
                way
                for way in ((right, 0), (0, down))
                if (ahead := mover.sweep(*way, beside)) is None or ahead.fraction > 0
            ]
            if len(ways) == 1:
                seen["one"] += 1
                assert hit.normal.dot(ways[0]) == 0, (seed, hit)


def test_what_does_not_touch_a_thing_has_no_say_in_how_it_is_met() -> None:
    """In all calls the normal is that among the targets that touch what is met."""
    bodies = [Rect(0, 0, 8, 8), Triangle(0, 0, 8, 0, 0, 8), AT_CORNERS[-1]]
    with at_least(met=1500, turned=80) as seen:
        for seed in range(1000):
            r = random.Random(seed)
            mover = Sprite(0, 0, collision=r.choice(bodies))
            way = r.choice([-32, -16, 16, 32]), r.choice([-32, -16, 16, 24])
            # Its box meets the corner of the first one half way; the others are about that.
            x, y = (d // 2 + (mover.aabb[k + 2] if d > 0 else -8) for k, d in enumerate(way))
            some = [Sprite(x, y, collision=Rect(0, 0, 8, 8))]
            for _ in range(r.randint(2, 7)):
                at = (c + 8 * r.randint(-3, 3) + r.choice([0, 0, 0, 3]) for c in (x, y))
                sides = r.choice([8, 16]), r.choice([8, 16])
                some.append(Sprite(*at, collision=Rect(0, 0, *sides)))
            tiles = [tile for tile in some if not tile.hits(mover)]
            hits = mover.sweep_all(*way, tiles)
            for hit in hits:
                near = touching(hit.other, tiles)
                (same,) = [one for one in mover.sweep_all(*way, near) if one.other is hit.other]
                assert (hit.fraction, hit.normal) == (same.fraction, same.normal), (seed, hit)
                seen["met"] += 1
                alone = mover.sweep(*way, hit.other)
                seen["turned"] += alone is not None and alone.normal != hit.normal
            if hits:
                met = Group(mover).sweep_arrays(*way, tiles)
                assert tuple(met.normal[0]) == hits[0].normal
                assert mover.move_and_collide(*way, tiles).normal == hits[0].normal


def test_a_box_behind_does_not_turn_a_bounce() -> None:
    ball, brick, behind = (Sprite(*at, collision=Rect(0, 0, 8, 8)) for at in BEHIND)
    for targets in ([brick], [brick, behind], [behind, brick]):
        (hit,) = [one for one in ball.sweep_all(32, 16, targets) if one.other is brick]
        assert hit.bounce(32, 16) == (-32, 16)


@pytest.mark.parametrize("one_way", [None, (0, -1)])
def test_two_corners_that_rounding_puts_at_one_place_are_one(one_way: Any) -> None:
    """They are apart in the shape, but not so far out: what goes there meets the same."""
    r, far = random.Random(5), 2.0**20
    with at_least(met=150, slides=150) as seen:
        for _ in range(300):
            plain, double = (
                Sprite(far, far, collision=shape)
                for shape in some.with_double_corner(r, one_way=one_way)
            )
            x, y = r.randint(-30, 30), r.randint(-40, 20)
            dx, dy = r.randint(-9, 9) - x, r.randint(-9, 9) - y
            ball = r.choice([Rect(-4, -4, 8, 8), Circle(0, 0, 5), Rect(-4, -4, 8, 8, 30)])
            answers = []
            for one in (plain, double):
                mover = Sprite(far + x, far + y, collision=ball)
                hit = mover.sweep(dx, dy, one)
                slide = mover.move_and_slide(dx, dy, one)
                told = [
                    mover.x - far,
                    mover.y - far,
                    *(n for hit in slide.hits for n in hit.normal),
                ]
                answers.append([*told, *((hit.fraction, *hit.normal) if hit else ())])
                seen["met"] += hit is not None
                seen["slides"] += bool(slide.hits)
            assert answers[0] == pytest.approx(answers[1], abs=1e-8)
