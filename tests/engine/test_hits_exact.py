"""Hits against rational arithmetic: all kinds, in whole numbers, touching, flat, at rounding."""

import math
from fractions import Fraction
from itertools import combinations, product

import pytest
from oracle import exact, round
from support import scenes
from support.campaign import hits
from support.campaign.tally import assert_right
from support.counting import at_least
from support.scenes import ANY, WHOLE, Dice

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
    pairs,
)

# --- all kinds -----------------------------------------------------------------------------------


def hit_of(a: Sprite, b: Sprite) -> bool:
    """The answer, which is that of the oracle both ways."""
    assert hits.wrong_hit(a, b) == []
    return a.hits(b)


def test_two_sprites_of_all_kinds_hit_as_fractions_say() -> None:
    """In whole numbers exactly; at any angle and of any size but for a rounding error."""
    assert_right(hits.judged, range(2520), hits.BRANCHES)


def test_the_two_oracles_agree() -> None:
    """Shapely's judge, which knows DE-9IM, and the exact one."""
    r = Dice(5)
    with at_least(hits=20, misses=20) as seen:
        for a, b in scenes.KIND_PAIRS * 2:
            one, other = scenes.encounter(r, a, b)
            verdict = round.verdict(one, other)
            if verdict is not round.Verdict.CLOSE:
                assert exact.hits(one, other) == (verdict is round.Verdict.HIT)
                seen["hits" if exact.hits(one, other) else "misses"] += 1


def test_all_pairs_of_a_scene_are_in_order() -> None:
    r = Dice(7)
    with at_least(pairs=60) as seen:
        for _ in range(12):
            scene = [scenes.sprite(r, None, WHOLE) for _ in range(9)]
            expected = [(a, b) for a, b in combinations(scene, 2) if exact.hits(a, b)]
            assert pairs(scene) == expected
            seen["pairs"] += len(expected)


ALL_BUT_FLAT: list[Shape] = [
    Segment(1, -3, 5, 4),
    Circle(3, 1, 2),
    Ellipse(3, 1, 4, 3, 45),
    Ellipse(3, 1, 1, 5, 20),
    Rect(1, -2, 4, 4),
    Rect(1, -2, 4, 5, 30),
    Triangle(1, -3, 5, 0, 2, 4),
    Polygon([(1, -3), (5, -3), (2, 1), (5, 6), (1, 6)]),
    Polygon([(1, -3), (5, -3), (5, 5), (1, 5)], [[(2, 1), (4, 1), (4, 4), (2, 4)]]),
]


@pytest.mark.parametrize("scale", [1e-18, 1e-15, 1e-14, 1e-13, 1e-12, 1e-9, -1e-13])
def test_all_but_flat(scale: float) -> None:
    """Squeezed to a line for all practical purposes: of the right length, and hit right through."""
    with at_least(hits=60, misses=60) as seen:
        for shape, angle in product(ALL_BUT_FLAT, (0, 90, 33)):
            flat = Sprite(3, 8, collision=shape, scale_x=scale, angle=angle, center_x=3)
            for height in range(-45, 66, 22):
                across = Segment(2, height / 10 + 0.01, 4, height / 10 + 0.04)
                probe = Sprite(3, 8, collision=across, angle=angle, center_x=3)
                seen["hits" if hit_of(flat, probe) else "misses"] += 1


# --- every segment and point of a small grid -----------------------------------------------------

GRID = list(product((0, 2, 4, 6, 8), (0, 2, 4)))
LINES = [Segment(*p, *q) for p, q in combinations(GRID, 2)]
AREAS: list[Shape] = [
    Rect(2, 2, 4, 4),
    Polygon([(2, 2), (6, 2), (6, 6), (2, 6)]),
    Triangle(0, 0, 8, 2, 2, 4),
    Polygon([(0, 0), (8, 0), (8, 4), (4, 2), (0, 4)]),
    Polygon(*scenes.OUTLINES["frame"]),
    Circle(4, 2, 2),
    Ellipse(4, 2, 4, 2),
    Capsule(2, 2, 6, 2, 2),
]


def test_every_two_segments_of_a_grid() -> None:
    """Crossing, T, end to end, in line, along each other, parallel."""
    sprites = [Sprite(collision=line) for line in LINES]
    expected = [(a, b) for a, b in combinations(sprites, 2) if exact.hits(a, b)]
    with at_least(hits=800) as seen:
        seen["hits"] = len(expected)
        assert pairs(sprites) == expected
        for a, b in expected[::7]:
            assert b.hits(a)


@pytest.mark.parametrize("area", AREAS, ids=repr)
def test_every_segment_and_point_of_a_grid(area: Shape) -> None:
    """Along an edge is beside it; of points on the outline those on the left or top are inside."""
    target = Sprite(collision=area)
    probes: list[Shape] = [Point(x / 2, y / 2) for x in range(-1, 18) for y in range(-1, 10)]
    with at_least(hits=40, misses=40) as seen:
        for shape in [*LINES, *probes]:
            seen["hits" if hit_of(target, Sprite(collision=shape)) else "misses"] += 1


def test_points_round_a_circle() -> None:
    """Of the outline the left half is inside, and the topmost place."""
    around = [(x, y) for x, y in product(range(-25, 26), repeat=2) if x * x + y * y == 625]
    with at_least(hits=8, misses=8) as seen:
        for r, (x, y) in product((25, 12.5, 1000), around):
            circle = Sprite(7, -3, collision=Circle(0, 0, r))
            place = Sprite(7 + x * r / 25, -3 + y * r / 25, collision=Point(0, 0))
            assert hit_of(circle, place) == (x < 0 or (x == 0 and y < 0))
            seen["hits" if place.hits(circle) else "misses"] += 1


# --- what touches --------------------------------------------------------------------------------

NEAR = [1e-6, 1e-8, 1.2e-9]
"""Gaps as parts of the numbers' size; the library is held to 1e-9."""


def test_circles_that_touch() -> None:
    """By the sides of right triangles: touching is no hit, and a hair nearer is one."""
    for x, y, r in [(8, 0, 3), (0, -8, 3), (6, 8, 5), (-9, 12, 10), (15, -20, 20), (-21, -20, 24)]:
        still = Sprite(collision=Circle(0, 0, 5))
        assert not hit_of(still, Sprite(collision=Circle(x, y, r)))
        for sign, part in product((1, -1), NEAR):
            moved = Circle(x * (1 + 2 * sign * part), y * (1 + 2 * sign * part), r)
            assert hit_of(still, Sprite(collision=moved)) == (sign < 0)


def test_decimal_circles_are_told_apart_to_the_last_bit() -> None:
    """Along the sides 3, 4, 5 in tenths: float64 holds neither the places nor the sum of radii."""
    with at_least(hits=30, misses=30) as seen:
        for k in range(1, 12):
            for i in range(1, 5 * k):
                one = Sprite(collision=Circle(0, 0, i / 10))
                other = Sprite(collision=Circle(3 * k / 10, 4 * k / 10, (5 * k - i) / 10))
                seen["hits" if hit_of(one, other) else "misses"] += 1


TOUCHING: list[Shape] = [
    Rect(-45, 15, 90, 20),
    Rect(25, -45, 20, 90),
    Segment(-45, 15, 45, 15),
    Segment(25, -20, 25, 20),
    Triangle(0, 15, 20, 45, -20, 45),
    Point(25, 0),
    Point(15, 12),
    Segment(15, 12, 45, 45),
    Polygon([(25, 0), (45, -45), (45, 45)]),
    # The tangent at (20, 9): x * 20 / 625 + y * 9 / 225 = 1.
    Segment(31.25, 0, 0, 25),
    Triangle(31.25, 0, 0, 25, 100, 100),
    Circle(32, 0, 7),
    Ellipse(0, 18, 9, 3),
    Capsule(30, -40, 30, 40, 5),
]


@pytest.mark.parametrize("touching", TOUCHING, ids=repr)
def test_what_touches_an_ellipse(touching: Shape) -> None:
    """The ellipse 25 x 15 as a circle under unequal scale, and as itself."""
    other = Sprite(collision=touching)
    for shape, pose in [
        (Ellipse(0, 0, 25, 15), {}),
        (Ellipse(0, 0, 15, 25), {"angle": 90}),
        (Circle(0, 0, 1), {"scale_x": 25, "scale_y": 15}),
        (Circle(0, 0, 1), {"scale_x": -15, "scale_y": 25, "angle": -90}),
    ]:
        ellipse = Sprite(collision=shape, **pose)
        assert not hit_of(ellipse, other)
        ellipse.scale_x *= 1 + 1e-8
        ellipse.scale_y *= 1 + 1e-8
        assert hit_of(ellipse, other)


NEEDLES = [
    (
        Ellipse(0, 0, 3, 3e-12),
        Ellipse(-1.3510227656017764e-11, 3.0009999999947843e-12, 1e-3, 1e-15),
    ),
    (Ellipse(0, 0, 3, 3e-12), Ellipse(2.007179848467351e-9, 1.0029999999987995e-9, 1e3, 1e-9)),
    (Ellipse(0, 0, 1e-3, 1e-9, 30), Ellipse(2.005999999995581e-9, 0, 3, 3e-12, 30)),
    (Ellipse(0, 0, 1e-3, 1e-12), Ellipse(6.634654961859001e-8, -1.0000099999779627e-7, 1e5, 1e-7)),
]


@pytest.mark.parametrize("needles", NEEDLES, ids=repr)
def test_ellipses_that_no_number_of_steps_decides(needles: tuple[Shape, Shape]) -> None:
    """They overlap by a trillionth of their width, which floats can neither prove nor refute."""
    assert hit_of(*(Sprite(collision=needle) for needle in needles))


@pytest.mark.parametrize("halvings", [200, 233, 260, 300, 400, 520])
def test_ellipses_of_almost_no_size_hit_as_large_ones_do(halvings: int) -> None:
    """Half as large in all is the same in floats, until squares of squares underflow."""
    r, tiny = Dice(9), 0.5**halvings
    with at_least(hits=40, misses=40) as seen:
        for _ in range(120):
            ellipses = [
                ([r.uniform(-3, 3), r.uniform(-3, 3), r.uniform(0.1, 3), 2], r.uniform(0, 360))
                for _ in "ab"
            ]
            (a, b), (small_a, small_b) = (
                [
                    Sprite(collision=Ellipse(*(scale * n for n in one), turn))
                    for one, turn in ellipses
                ]
                for scale in (1, tiny)
            )
            assert small_a.hits(small_b) == small_b.hits(small_a) == a.hits(b)
            seen["hits" if a.hits(b) else "misses"] += 1


def rational_turn(r: Dice) -> tuple[Fraction, Fraction]:
    t = Fraction(r.randint(1, 8), 9)
    cos, sin = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
    return cos * r.choice((-1, 1)), sin * r.choice((-1, 1))


def test_ellipses_that_all_but_touch() -> None:
    """On either side of a common tangent, moved a little along its normal.

    At (a cos, b sin) the normal is (cos / a, sin / b). The second one's axes are chosen so that its
    place with that normal is rational, too.
    """
    r = Dice(8)
    with at_least(hits=60, misses=60) as seen:
        while seen.total() < 200:
            a, b, stretch = r.randint(1, 20), r.randint(1, 20), r.choice((1 / 8, 1 / 2, 1, 5))
            (cos, sin), (u, v) = rational_turn(r), rational_turn(r)
            c, d = Fraction(stretch) * a * abs(u / cos), Fraction(stretch) * b * abs(v / sin)
            if max(c, d) > 40 * min(c, d):
                continue
            normal = float(cos / a), float(sin / b)
            x = float(a * cos) + math.copysign(c * abs(u), cos)
            y = float(b * sin) + math.copysign(d * abs(v), sin)
            size, part = max(a, b, float(c), float(d), abs(x), abs(y)), r.choice((1, -1))
            shift = part * r.choice(NEAR) * size / math.hypot(*normal)
            one = Sprite(collision=Ellipse(0, 0, a, b))
            other = Sprite(x + shift * normal[0], y + shift * normal[1],
                           collision=Ellipse(0, 0, float(c), float(d)))  # fmt: skip
            assert hit_of(one, other) == (part < 0)
            seen["hits" if part < 0 else "misses"] += 1


# --- at rounding ---------------------------------------------------------------------------------


def rounded_place(r: Dice, corners: list[scenes.Pair]) -> scenes.Pair:
    """A place on a line through two of some corners, as near as float64 comes to it."""
    (x1, y1), (x2, y2) = r.sample(corners, 2)
    t = r.choice((0, 0.5, 1, r.uniform(-0.5, 1.5)))
    return x1 + t * (x2 - x1), y1 + t * (y2 - y1)


@pytest.mark.parametrize("kind", ["point", "segment", "triangle"])
def test_straight_shapes_are_told_apart_to_the_last_bit(kind: str) -> None:
    """Corners of many digits lie on others' lines but for a rounding; the numbers as they are."""
    r = Dice(kind)
    make = {"point": Point, "segment": Segment, "triangle": Triangle}[kind]
    with at_least(hits=80, misses=80) as seen:
        for k in range(500):
            corners = [(r.uniform(-9, 9), r.uniform(-9, 9)) for _ in range(3)]
            area = Triangle(*corners[0], *corners[1], *corners[2])
            target: Shape = area if k % 2 else Segment(*corners[0], *corners[1])
            if k % 2 == 0:
                corners = corners[:2]
            count = {"point": 1, "segment": 2, "triangle": 3}[kind]
            places = [v for _ in range(min(count, 2)) for v in rounded_place(r, corners)]
            places += [r.uniform(-9, 9) for _ in range(2 * count - len(places))]
            hit = hit_of(Sprite(collision=target), Sprite(collision=make(*places)))
            seen["hits" if hit else "misses"] += 1


def test_boxes_are_decided_by_comparisons_alone() -> None:
    """Boxes that meet within a step of float64, wherever they are."""
    r = Dice(9)
    with at_least(hits=100, misses=100) as seen:
        for _ in range(400):
            x, y = (scenes.number(r, 40) * 10.0 ** r.randint(-3, 9) for _ in range(2))
            w, h = ANY.length(r), ANY.length(r)
            one = Sprite(collision=Rect(x, y, w, h))
            right = one.aabb[2]
            edge = r.choice((right, math.nextafter(right, -math.inf), math.nextafter(right, 1e13)))
            other = Sprite(collision=Rect(edge, y, w, h))
            assert one.hits(other) == other.hits(one) == (edge < right)
            seen["hits" if edge < right else "misses"] += 1


# --- long things that cross -----------------------------------------------------------------------

LONG: dict[str, tuple[Shape, dict[str, float]]] = {
    "segment": (Segment(-40, 0, 40, 0), {}),
    "rect": (Rect(-40, -1, 80, 2), {}),
    "ellipse": (Ellipse(0, 0, 40, 2), {}),
    "triangle": (Triangle(-40, -1, -40, 1, 40, 0), {}),
    "polygon": (Polygon([(-40, -1), (40, -1), (40, 1), (0, 0.5), (-40, 1)]), {}),
    "capsule": (Capsule(-40, 0, 40, 0, 2), {}),
    "stretched capsule": (Capsule(-20, 0, 20, 0, 2), {"scale_x": 2}),
    "squeezed circle": (Circle(0, 0, 10), {"scale_x": 4, "scale_y": 0.2}),
    "flattened rect": (Rect(-40, -5, 80, 10), {"scale_y": 0}),
}
"""Each along the x axis, and much longer than wide, so that its ends are far from its middle."""


@pytest.mark.parametrize("name_a", LONG)
@pytest.mark.parametrize("name_b", LONG)
def test_long_things_cross_wherever_their_lines_do(name_a: str, name_b: str) -> None:
    """In a T, a plus and an X; where the lines end before they meet, nothing hits."""
    (one, scales), (other, others) = LONG[name_a], LONG[name_b]
    with at_least(crossing=100, apart=100) as seen:
        for turn in (0, 30, 45, 90, 133):
            for between in (20, 45, 90, 150):
                for along, across in product((0, 10, -30), repeat=2):
                    a = Sprite(7, 3, collision=one, angle=turn, **scales)
                    b = Sprite(7, 3, collision=other, angle=turn + between, **others)
                    for sprite, way in ((a, along), (b, across)):
                        radians = math.radians(sprite.angle)
                        sprite.x -= way * math.cos(radians)
                        sprite.y -= way * math.sin(radians)
                    assert a.hits(b)
                    assert b.hits(a)
                    seen["crossing"] += 1
                    b.x += 100 * math.cos(math.radians(turn))
                    b.y += 100 * math.sin(math.radians(turn))
                    assert not a.hits(b)
                    assert not b.hits(a)
                    seen["apart"] += 1
