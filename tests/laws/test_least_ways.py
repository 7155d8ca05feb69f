"""A way out is the least one, by another road: the boundary of all moves with which parts hit.

A move of a convex part by t hits another one if t is inside of the difference of both, the convex
hull of the differences of their corners. shapely computes the union of all of these. A slot that
is exactly as wide as the body is closed there, so a way may be shorter, but it must be free.
"""

import itertools
import math
import random

import pytest
import shapely
from shapely.geometry import MultiPoint
from shapely.geometry import Point as Place
from support.counting import at_least

from spritecol import Capsule, Circle, Ellipse, Polygon, Rect, Shape, Sprite, Triangle, Vec2

ROUND = 48  # sides of a quarter of a circle in shapely
AROUND = 144  # sides of a polygon around an ellipse
OUTSIDE = 1 / math.cos(math.pi / (4 * ROUND))  # so the polygon is around the circle

Part = tuple[list[Vec2], float]  # corners, and a radius about them


def part_of(sprite: Sprite, shape: Shape) -> Part:
    """A convex shape in the world, as corners and a radius. The sprite is not scaled."""
    if isinstance(shape, Circle):
        corners, radius = [(shape.x, shape.y)], shape.radius
    elif isinstance(shape, Capsule):
        corners, radius = [(shape.x1, shape.y1), (shape.x2, shape.y2)], shape.radius
    elif isinstance(shape, Ellipse):
        corners = [Vec2(shape.x, shape.y) + on_ellipse(shape, k) for k in range(AROUND)]
        radius = 0.0
    else:
        corners, radius = list(shape.geometry.exterior.coords)[:-1], 0.0
    return [Vec2(*sprite.to_world(x, y)) for x, y in corners], radius


def on_ellipse(shape: Ellipse, k: int) -> Vec2:
    """A corner of a polygon around an ellipse, from its middle."""
    ahead = Vec2.from_angle(360 * k / AROUND, 1 / math.cos(math.pi / AROUND))
    return Vec2(ahead.x * shape.radius_x, ahead.y * shape.radius_y).rotated(shape.angle)


def least_way(one: Sprite, others: list[Sprite]) -> float:
    """How far the nearest move is that is in no difference."""
    covered = []
    for shape, other in itertools.product(one.shapes, others):
        corners, radius = part_of(one, shape)
        for other_shape in other.shapes:
            ends, other_radius = part_of(other, other_shape)
            moves = MultiPoint([q - p for p in corners for q in ends]).convex_hull
            covered.append(moves.buffer(OUTSIDE * (radius + other_radius), quad_segs=ROUND))
    return float(shapely.unary_union(covered).boundary.distance(Place(0, 0)))


def straight(rng: random.Random, number: str, x: float, y: float) -> Shape:
    def size() -> float:
        return rng.randint(2, 9) if number == "whole" else rng.uniform(1, 9)

    turn = rng.uniform(0, 360)
    corners = [Vec2(x, y) + Vec2.from_angle(turn + 120 * k, size()) for k in range(3)]
    return rng.choice(
        [
            Rect(x, y, size(), size()),
            Rect(x, y, size(), size(), angle=0 if number == "whole" else turn),
            Triangle(*corners[0], *corners[1], *corners[2])
            if number == "wild"
            else Polygon([(x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)]),
        ]
    )


def rounded(rng: random.Random, number: str, x: float, y: float) -> Shape:
    def size() -> float:
        return rng.randint(2, 6) if number == "whole" else rng.uniform(1, 6)

    return rng.choice([Circle(x, y, size()), Capsule(x, y, x + size(), y - size(), size())])


def oval(rng: random.Random, number: str, x: float, y: float) -> Shape:
    def size() -> float:
        return rng.randint(2, 9) if number == "whole" else rng.uniform(1, 9)

    return Ellipse(x, y, size(), size(), angle=0 if number == "whole" else rng.uniform(0, 180))


KINDS = {
    "straight": [straight],
    "round": [rounded],
    "mixed": [straight, rounded],
    "oval": [oval, straight, rounded],
}
TURNS = ["none", "alike", "random"]


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("number", ["whole", "wild"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_way_out_is_shorter(kind: str, number: str, turns: str) -> None:
    """Of one sprite of several shapes among one or many."""
    rng = random.Random(f"{kind} {number} {turns}")
    alike = rng.uniform(0, 360)

    def placed(shapes: list[Shape], x: float, y: float) -> Sprite:
        angle = {"none": 0.0, "alike": alike, "random": rng.uniform(0, 360)}[turns]
        return Sprite(x, y, angle=angle, collision=shapes)

    def shape(far: int) -> Shape:
        at = [rng.randint(-far, far) if number == "whole" else rng.uniform(-far, far) for _ in "xy"]
        return rng.choice(KINDS[kind])(rng, number, *at)

    # Where two circles nearly touch, rounding moves their crossing by half of the digits.
    longer = 1 + {"straight": 1e-9, "oval": 1e-3}.get(kind, 1e-6)
    with at_least(several=8, far=2) as seen:
        for k in range(16):
            one = placed([shape(8) for _ in range(rng.randint(1, 4))], 0, 0)
            count = rng.randint(2, 24)
            if rng.random() < 0.5:
                others = [placed([shape(20) for _ in range(count)], 0, 0)]
            else:
                others = [
                    placed([shape(3)], *(rng.randint(-16, 16) for _ in "xy")) for _ in range(count)
                ]
            if not one.check(others):
                continue
            least = least_way(one, others)
            way = one.separation(others)
            assert way.length <= least * longer, (k, least)
            seen.update(
                several=len(one.shapes) * sum(len(other.shapes) for other in others) > 6,
                far=way.length > 8,
            )
            one.position = way
            assert not one.check(others), k


def test_shapes_whose_ways_were_longer() -> None:
    """Few boxes turned alike; the corner of a room; copies; a slot between slanted walls."""
    one = Sprite(
        angle=37,
        collision=[
            Rect(8, -16, 12, 8),
            Rect(-12, -8, 12, 8),
            Rect(-24, -20, 8, 8),
            Rect(-12, -8, 4, 4),
        ],
    )
    boxes = [(8, -24, 8, 4), (-4, 8, 4, 8), (20, -12, 4, 8), (4, -12, 4, 8), (-8, -24, 8, 4)]
    other = Sprite(9.5, -19.3, angle=217, collision=[Rect(*box) for box in [*boxes, (8, 0, 8, 4)]])
    assert one.separation(other).length < 13.03
    hero = Sprite(-3, 8, collision=[Rect(0, -30, 28, 30), Rect(4, -60, 20, 30)])
    wall = [Rect(4 * i - 12, 4 * j - 60, 4, 4) for i in range(3) for j in range(15)]
    floor = [Rect(4 * i, 4 * j, 4, 4) for i in range(-3, 20) for j in range(3)]
    assert hero.separation(Sprite(collision=wall + floor)) == (3, -8)
    one = Sprite(angle=345, collision=[Circle(5, -15, 5), Rect(-12, -11, 9, 5), Circle(6, -3, 8)])
    heap: list[Shape] = [Capsule(9, -11, 11, -4, 1), Rect(-7, -10, 3, 9)]
    copies = [one.separation(Sprite(angle=345, collision=heap * k)) for k in (1, 7, 40)]
    assert 10 < copies[0].length < 10.02
    assert copies == copies[:1] * 3
    diamond = Sprite(4, 8, collision=Polygon([(-7, 0), (0, -7), (7, 0), (0, 7)]))
    corners = [
        [(-67, -60), (53, 60), (13, 100), (-107, -20)],
        [(-53, -60), (67, 60), (107, 20), (-13, -100)],
    ]
    assert diamond.separation([Sprite(collision=Polygon(each)) for each in corners]) == (2, -2)


def test_sides_in_one_line_give_the_same_bits_in_any_order() -> None:
    one = Sprite(-4, 0, collision=Rect(4, -8, 8, 8))
    shapes = [Rect(-4, -4, 8, 8), Rect(-8, -4, 12, 12)]
    first, second = (Sprite(angle=20, collision=each) for each in (shapes, shapes[::-1]))
    assert one.separation(first) == one.separation(second) != (0, 0)


def test_curves_that_meet_in_another_outline() -> None:
    """Where polygons around two of them meet is outside of all, but they themselves meet inside.

    The way leads to where they meet that outline.
    """
    one = Sprite(angle=350.591, collision=Ellipse(2.129, -4.091, 9.452, 2.544, angle=105.922))
    star = [
        (6.964, 3.098),
        (10.245, 8.388),
        (4.2, 6.903),
        (0.182, 11.658),
        (-0.272, 5.449),
        (-6.036, 3.098),
        (-0.272, 0.747),
        (0.182, -5.461),
        (4.2, -0.706),
        (10.245, -2.192),
    ]
    others = [
        Sprite(-4.578, -10.04, collision=Ellipse(1.78, 1.976, 6.983, 9.495, angle=211.285)),
        Sprite(0.036, -12.744, collision=Polygon(star)),
    ]
    lines = [Vec2.from_angle(angle / 10) for angle in range(1800)]
    least = min(one.separation(others, along=line).length for line in lines)
    assert one.separation(others).length < 1.0001 * least


def test_curves_that_hardly_cross() -> None:
    """They do so far from where the polygons around them do: in a third outline, which the way
    leaves.
    """
    one = Sprite(angle=257, collision=Polygon([(-4, -5), (1, 0), (-4, 5), (-9, 0)]))
    others = [
        Sprite(9, 10, angle=317, collision=Polygon([(-2, -3), (3, 2), (-2, 7), (-7, 2)])),
        Sprite(4, 6, angle=213, collision=Ellipse(2, 1, 3, 4)),
        Sprite(1, 1, angle=252, collision=Ellipse(-2, -2, 3, 5)),
    ]
    lines = [Vec2.from_angle(angle / 10) for angle in range(3600)]
    least = min(one.separation(others, along=line).length for line in lines)
    assert one.separation(others).length < 1.001 * least


def test_ways_out_of_long_ellipses() -> None:
    """The polygon around one is as fine as it is near, however long that is."""
    one = Sprite(angle=70, scale_x=0.5, collision=Circle(0, 0, 10))
    small = Sprite(collision=Ellipse(0, 0, 2, 4))
    for length in (10, 1000, 1e6):
        others = [small, Sprite(angle=280, collision=Ellipse(0, 0, length, 0.1))]
        assert one.separation(others).length == pytest.approx(9.69, abs=0.02), length


def test_a_frame_leaves_a_large_capsule_by_the_least_way() -> None:
    """Its border is as good as straight where the outlines of the frame's pieces are close."""
    frame = Sprite(
        collision=Polygon(
            [(-758, 386), (-758, 364), (-736, 364), (-736, 386)],
            holes=[[(-754, 375), (-747, 368), (-740, 375), (-747, 382)]],
        )
    )
    large = Sprite(collision=Capsule(-507, 272, -987, 478, 1600))
    lines = [Vec2.from_angle(angle / 10) for angle in range(1800)]
    least = min(frame.separation(large, along=line).length for line in lines)
    assert frame.separation(large).length < 1.00001 * least
