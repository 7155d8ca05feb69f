"""Hits against rational arithmetic: whole numbers, quarter turns, and shapes that touch."""

import math
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support import oracle_exact as exact
from support import strategies as some
from support.examples import examples
from support.for_each import for_each

from spritecol import (
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


def assert_exact(a: Sprite, b: Sprite) -> None:
    expected = exact.hits(a, b)
    assert a.hits(b) == expected
    assert b.hits(a) == expected


def shapes_hit(a: Shape, b: Shape) -> bool:
    """The answer, the same in both orders and with the whole scene moved far off."""
    one, other = Sprite(collision=a), Sprite(collision=b)
    answer = one.hits(other)
    assert other.hits(one) == answer
    for one.x, one.y in [(1e6, -2e6), (-(2.0**24), 3.0)]:
        other.x, other.y = one.x, one.y
        assert one.hits(other) == answer
        assert other.hits(one) == answer
    return answer


# --- at random -----------------------------------------------------------------------------------

far_off = st.sampled_from([(0, 0), (0, 0), (1_000_003, -7), (-(2**24), 2**23)])


@pytest.mark.parametrize(("kind_a", "kind_b"), some.KIND_PAIRS)
@examples(20)
@given(data=st.data(), offset=far_off)
def test_one_shape_each(
    kind_a: str, kind_b: str, data: st.DataObject, offset: tuple[int, int]
) -> None:
    a, b = data.draw(some.exact_sprites(kind_a)), data.draw(some.exact_sprites(kind_b))
    for sprite in (a, b):
        sprite.x += offset[0]
        sprite.y += offset[1]
    assert_exact(a, b)


@examples(60)
@given(a=some.exact_sprites(), b=some.exact_sprites())
def test_several_shapes_each(a: Sprite, b: Sprite) -> None:
    assert_exact(a, b)


@examples(20)
@given(scene=st.lists(some.exact_sprites(), min_size=4, max_size=8))
def test_all_pairs_of_a_scene(scene: list[Sprite]) -> None:
    expected = [(a, b) for i, a in enumerate(scene) for b in scene[i + 1 :] if exact.hits(a, b)]
    assert pairs(scene) == expected


@pytest.mark.parametrize("kind", some.KINDS)
@examples(20)
@given(data=st.data(), flat=st.sampled_from([(0, 1), (1, 0), (0, 0), (0, -2), (3, 0)]))
def test_flattened_by_scale(kind: str, data: st.DataObject, flat: tuple[int, int]) -> None:
    """Every kind under scale 0 acts as the segment, or the point, that it has become."""
    a, b = data.draw(some.exact_sprites(kind)), data.draw(some.exact_sprites())
    a.scale_x, a.scale_y = flat
    a.collision_sync = True
    assert_exact(a, b)


# --- segments ----------------------------------------------------------------------------------

# Against Segment(0, 0, 8, 4).
SEGMENTS = [
    ("crossing", Segment(0, 4, 8, 0), True),
    ("crossing near an end", Segment(7, 3, 7, 4), True),
    ("upright crossing", Segment(2, -5, 2, 5), True),
    ("level crossing", Segment(-5, 1, 5, 1), True),
    ("T from above, touching", Segment(4, 2, 4, -6), False),
    ("T from below, touching", Segment(4, 2, 9, 9), False),
    ("T, its foot on the other's end", Segment(-4, 8, 4, -8), False),
    ("end to end", Segment(8, 4, 12, 0), False),
    ("end to end, straight on", Segment(8, 4, 16, 8), False),
    ("in line, apart", Segment(10, 5, 16, 8), False),
    ("in line, overlapping", Segment(4, 2, 12, 6), True),
    ("in line, inside", Segment(2, 1, 4, 2), True),
    ("in line, sharing an end", Segment(0, 0, 4, 2), True),
    ("the same", Segment(0, 0, 8, 4), True),
    ("the same backwards", Segment(8, 4, 0, 0), True),
    ("longer on both sides", Segment(-8, -4, 16, 8), True),
    ("parallel", Segment(0, 1, 8, 5), False),
    ("boxes overlap, apart", Segment(5, 0, 8, 3), False),
    ("would cross if longer", Segment(4, 0, 4, 1), False),
    ("a point within", Segment(2, 1, 2, 1), True),
    ("a point at the end", Segment(8, 4, 8, 4), False),
    ("a point beyond", Segment(10, 5, 10, 5), False),
]


@for_each("other, expected", [p[1:] for p in SEGMENTS])
def test_segments(other: Segment, expected: bool) -> None:
    assert shapes_hit(Segment(0, 0, 8, 4), other) == expected
    assert shapes_hit(Segment(8, 4, 0, 0), other) == expected
    for ends in permutations([(0, 0), (8, 4), (0, 0)]):
        ray = Triangle(*ends[0], *ends[1], *ends[2])
        assert shapes_hit(ray, other) == expected


WALLS: list[tuple[str, Shape]] = [
    ("rect", Rect(0, 0, 10, 10)),
    ("polygon", Polygon([(0, 0), (10, 0), (10, 10), (0, 10)])),
    ("concave", Polygon([(0, 0), (10, 0), (10, 10), (5, 9), (0, 10)])),
]


@for_each("wall", [wall for _, wall in WALLS])
def test_segments_and_walls(wall: Shape) -> None:
    """Along the edge is beside the wall, even where the segment is longer than the edge."""
    for outside in [
        Segment(0, 0, 10, 0),
        Segment(-5, 0, 15, 0),
        Segment(3, 0, 7, 0),
        Segment(0, 2, 0, 8),
        Segment(10, -3, 10, 13),
        Segment(10, 5, 20, 5),
        Segment(10, 10, 15, 15),
        Segment(-5, 5, 5, -5),
        Segment(-3, 3, 3, -3),
    ]:
        assert not shapes_hit(wall, outside)
    for inside in [
        Segment(2, 2, 3, 3),
        Segment(-5, 5, 15, 5),
        Segment(10, 5, 9, 5),
        Segment(0, 0, 5, 5),
        Segment(0, 0, 10, 8),
        Segment(-1, 2, 2, -1),
    ]:
        assert shapes_hit(wall, inside)


# --- shapes that are less than they say -------------------------------------------------------

SAME: list[tuple[str, Shape, Shape]] = [
    ("triangle in line", Triangle(0, 0, 2, 2, 4, 4), Segment(0, 0, 4, 4)),
    ("triangle in line, long edge first", Triangle(4, 4, 0, 0, 1, 1), Segment(0, 0, 4, 4)),
    ("triangle, two corners", Triangle(-3, 1, 5, 2, 5, 2), Segment(-3, 1, 5, 2)),
    ("triangle, one corner", Triangle(2, 3, 2, 3, 2, 3), Point(2, 3)),
    ("rect without width", Rect(2, 1, 0, 5), Segment(2, 1, 2, 6)),
    ("rect without height", Rect(2, 1, 5, 0), Segment(2, 1, 7, 1)),
    ("rect without height, turned", Rect(2, 1, 4, 0, 90), Segment(4, -1, 4, 3)),
    ("rect of no size", Rect(2, 1, 0, 0), Point(2, 1)),
    ("circle without radius", Circle(2, 1, 0), Point(2, 1)),
    ("ellipse without rx", Ellipse(2, 1, 0, 3), Segment(2, -2, 2, 4)),
    ("ellipse without ry", Ellipse(2, 1, 3, 0), Segment(-1, 1, 5, 1)),
    ("ellipse without ry, turned", Ellipse(2, 1, 3, 0, 90), Segment(2, -2, 2, 4)),
    ("ellipse of no size", Ellipse(2, 1, 0, 0), Point(2, 1)),
    ("segment of no length", Segment(2, 1, 2, 1), Point(2, 1)),
    ("ellipse of one radius", Ellipse(2, 1, 3, 3, 30), Circle(2, 1, 3)),
    ("rect turned by 180", Rect(2, 1, 3, 5, 180), Rect(2, 1, 3, 5)),
    ("rect turned by 90", Rect(2, 1, 2, 6, 90), Rect(0, 3, 6, 2)),
    ("ellipse turned by 90", Ellipse(2, 1, 3, 5, 90), Ellipse(2, 1, 5, 3)),
]


@pytest.mark.parametrize(("odd", "plain"), [p[1:] for p in SAME], ids=[p[0] for p in SAME])
@examples(10)
@given(pose=some.exact_poses(), other=some.exact_sprites())
def test_degenerate_shapes(odd: Shape, plain: Shape, pose: dict[str, Any], other: Sprite) -> None:
    expected = Sprite(collision=plain, **pose).hits(other)
    assert Sprite(collision=odd, **pose).hits(other) == expected
    assert other.hits(Sprite(collision=odd, **pose)) == expected


FLATTENED: list[tuple[Shape, Shape]] = [
    (Point(3, 4), Point(3, 0)),
    (Segment(1, 2, 5, 9), Segment(1, 0, 5, 0)),
    (Circle(3, 3, 2), Segment(1, 0, 5, 0)),
    (Ellipse(3, 3, 2, 7), Segment(1, 0, 5, 0)),
    (Rect(1, 5, 4, 4), Segment(1, 0, 5, 0)),
    (Triangle(1, 0, 5, 0, 2, 7), Segment(1, 0, 5, 0)),
    (Polygon([(1, 0), (5, 0), (2, 1), (5, 6), (1, 6)]), Segment(1, 0, 5, 0)),
    (
        Polygon([(1, 0), (5, 0), (5, 5), (1, 5)], [[(2, 1), (4, 1), (4, 4), (2, 4)]]),
        Segment(1, 0, 5, 0),
    ),
]


@pytest.mark.parametrize(("shape", "left_over"), FLATTENED)
@examples(15)
@given(other=some.exact_sprites(), pose=some.exact_poses())
def test_what_is_left_under_scale_0(
    shape: Shape, left_over: Shape, other: Sprite, pose: dict[str, Any]
) -> None:
    pose |= {"collision_sync": True, "center_y": 0, "scale_y": 0}
    flat = Sprite(collision=shape, **pose)
    plain = Sprite(collision=left_over, **pose | {"scale_y": 1})
    assert flat.hits(other) == plain.hits(other)
    assert other.hits(flat) == other.hits(plain)


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


@for_each("scale", [1e-18, 1e-15, 1e-14, 1e-13, 1e-12, 1e-9, -1e-13])
@for_each("shape", ALL_BUT_FLAT)
def test_all_but_flat(shape: Shape, scale: float) -> None:
    """Squeezed to a line for all practical purposes: of the right length, and hit right through."""
    for angle in (0, 90, 33):
        flat = Sprite(3, 8, collision=shape, scale_x=scale, angle=angle, center_x=3)
        for height in range(-45, 66, 11):
            across = Segment(2, height / 10 + 0.01, 4, height / 10 + 0.04)
            probe = Sprite(3, 8, collision=across, angle=angle, center_x=3)
            expected = exact.hits(flat, probe)
            assert flat.hits(probe) == expected, (angle, height)
            assert probe.hits(flat) == expected, (angle, height)


# --- the fill rule -----------------------------------------------------------------------------


def test_points_round_a_circle() -> None:
    """The left half of the outline is inside, the right half outside."""
    circle = Circle(0, 0, 5)
    for x, y in [(-5, 0), (-3, 4), (-4, -3), (-3, -4), (0, -5)]:
        assert shapes_hit(Point(x, y), circle)
    for x, y in [(5, 0), (3, 4), (4, -3), (3, -4), (0, 5)]:
        assert not shapes_hit(Point(x, y), circle)


@for_each("r", [0.75, 1, 2, 5, 5.5, 8, 1000])
def test_points_at_the_ends_of_a_disc(r: float) -> None:
    """Its leftmost and its topmost point are inside, so is the topmost one of an ellipse."""
    for width, disc in [(r, Circle(0, 0, r)), (2 * r, Ellipse(0, 0, 2 * r, r))]:
        assert shapes_hit(Point(-width, 0), disc)
        assert shapes_hit(Point(0, -r), disc)
        assert not shapes_hit(Point(width, 0), disc)
        assert not shapes_hit(Point(0, r), disc)


def test_points_and_points() -> None:
    assert shapes_hit(Point(1, 2), Point(1, 2))
    nearly = Sprite(collision=Point(1, math.nextafter(2, 3)))
    assert not nearly.hits(Sprite(collision=Point(1, 2)))


# --- discs that touch --------------------------------------------------------------------------

# A part of the numbers' size; the library is held to 1e-9.
NEAR = [1e-6, 1e-7, 1e-8, 1.2e-9]


@for_each(
    "x, y, r", [(8, 0, 3), (0, -8, 3), (6, 8, 5), (-9, 12, 10), (15, -20, 20), (-21, -20, 24)]
)
def test_circles_that_touch(x: int, y: int, r: int) -> None:
    still = Circle(0, 0, 5)
    assert not shapes_hit(still, Circle(x, y, r))
    distance = math.hypot(x, y)
    for part in NEAR:
        for sign, expected in [(1, False), (-1, True)]:
            stretch = 1 + sign * part * 2
            moved = Circle(x * stretch, y * stretch, r)
            assert Sprite(collision=still).hits(Sprite(collision=moved)) == expected
    assert distance == r + 5


@for_each("angle", [0, 90, 180, 270])
@for_each("axes", [(3, 1, 2, 7), (1, 6, 1, 6), (8, 3, 3, 8), (20, 1, 1, 20), (5, 5, 2, 9)])
def test_ellipses_that_touch_along_an_axis(axes: tuple[int, int, int, int], angle: int) -> None:
    a, b, c, d = axes
    pose = {"angle": angle, "center_x": 7, "center_y": -2}
    still = Sprite(collision=Ellipse(0, 0, a, b), **pose)
    for x, y in [(a + c, 0), (-a - c, 0), (0, b + d), (0, -b - d)]:
        moved = Sprite(collision=Ellipse(x, y, c, d), **pose)
        assert not still.hits(moved)
        assert not moved.hits(still)
        size = 2 * max(a + c, b + d)
        for part in NEAR:
            for sign, expected in [(1, False), (-1, True)]:
                shift = sign * part * size
                moved.collision = Ellipse(
                    x + math.copysign(shift, x * shift) * (x != 0),
                    y + math.copysign(shift, y * shift) * (y != 0),
                    c,
                    d,
                )
                assert still.hits(moved) == expected
                assert moved.hits(still) == expected


def test_ellipses_that_touch_from_within_hit() -> None:
    assert shapes_hit(Ellipse(0, 0, 6, 4), Ellipse(3, 0, 3, 1))
    assert shapes_hit(Ellipse(0, 0, 6, 4), Ellipse(0, 0, 6, 2))
    assert shapes_hit(Ellipse(0, 0, 6, 4), Ellipse(0, 0, 6, 4))
    assert shapes_hit(Circle(0, 0, 5), Circle(3, 0, 2))


# Rational points of the unit circle, one in each direction of a compass and between.
turns = st.builds(
    lambda t, quadrant: _turned((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t), quadrant),
    st.fractions(Fraction(1, 9), Fraction(8, 9), max_denominator=9),
    st.integers(0, 3),
)


def _turned(cos: Fraction, sin: Fraction, quadrant: int) -> tuple[Fraction, Fraction]:
    for _ in range(quadrant):
        cos, sin = -sin, cos
    return cos, sin


@examples(80)
@given(
    axes=st.tuples(st.integers(1, 20), st.integers(1, 20)),
    stretch=st.sampled_from([Fraction(1, 7), Fraction(1, 2), Fraction(1), Fraction(5)]),
    first=turns,
    second=turns,
    part=st.sampled_from(NEAR),
    sign=st.sampled_from([1, -1]),
)
def test_ellipses_that_nearly_touch(
    axes: tuple[int, int],
    stretch: Fraction,
    first: tuple[Fraction, Fraction],
    second: tuple[Fraction, Fraction],
    part: float,
    sign: int,
) -> None:
    """Two ellipses on either side of a common tangent, moved a little along its normal.

    At (a cos, b sin) the normal is (cos / a, sin / b). The second ellipse's axes are chosen so
    that its own point with that normal is rational too.
    """
    (a, b), (cos, sin), (other_cos, other_sin) = axes, first, second
    c = stretch * a * abs(other_cos / cos)
    d = stretch * b * abs(other_sin / sin)
    assume(max(c, d) < 40 * min(c, d))
    tangent = a * cos, b * sin
    reach = math.copysign(c * abs(other_cos), cos), math.copysign(d * abs(other_sin), sin)
    normal = float(cos / a), float(sin / b)
    middle = float(tangent[0]) + reach[0], float(tangent[1]) + reach[1]
    size = max(a, b, float(c), float(d), abs(middle[0]), abs(middle[1]))
    shift = sign * part * size / math.hypot(*normal)
    one = Sprite(collision=Ellipse(0, 0, a, b))
    other = Sprite(
        middle[0] + shift * normal[0],
        middle[1] + shift * normal[1],
        collision=Ellipse(0, 0, float(c), float(d)),
    )
    expected = sign < 0
    assert exact.hits(one, other) == expected
    assert one.hits(other) == expected
    assert other.hits(one) == expected


@for_each(
    "touching",
    [
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
    ],
)
def test_what_touches_an_ellipse_from_outside(touching: Shape) -> None:
    """The ellipse 25 x 15 as a circle under unequal scale, and as itself."""
    ellipses = [
        Sprite(collision=Ellipse(0, 0, 25, 15)),
        Sprite(collision=Ellipse(0, 0, 15, 25), angle=90),
        Sprite(collision=Circle(0, 0, 1), scale_x=25, scale_y=15),
        Sprite(collision=Circle(0, 0, 1), scale_x=-15, scale_y=25, angle=-90),
    ]
    other = Sprite(collision=touching)
    grown = 1 + 1e-8
    for ellipse in ellipses:
        expected = exact.hits(ellipse, other)
        assert not expected
        assert not ellipse.hits(other)
        assert not other.hits(ellipse)
        ellipse.scale_x *= grown
        ellipse.scale_y *= grown
        assert exact.hits(ellipse, other)
        assert ellipse.hits(other)
        assert other.hits(ellipse)
