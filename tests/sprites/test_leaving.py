"""Who starts inside of something may leave it on every way on which it gets no deeper.

Where several moves out are equally long, it gets deeper only if it does so against all of them.
"""

import itertools
import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from support.for_each import for_each
from support.oracle_fits import Body, between, bodies, side, sides_of

from spritecol import Capsule, Circle, Ellipse, Group, Polygon, Rect, Sprite, Triangle
from spritecol.typing import Collision

WAYS = [way for way in itertools.product(range(-2, 3), repeat=2) if way != (0, 0)]
FAR = Rect(900, 900, 5, 5)


def way_out(mover: Body, target: Body, way: tuple[int, int]) -> int | None:
    """Below 0 if they get deeper on a way, 0 if they stay as deep; None if hardly an overlap.

    By the nearest sides of the Minkowski difference.
    """
    room = between(mover, target)
    hull = room.hull
    if len(hull) == 1:
        ((x, y),) = hull
        if x * x + y * y >= room.reach**2:
            return None
        return -x * way[0] - y * way[1] if (x, y) != (0, 0) else 1
    if len(hull) == 2:
        return None
    depths = []
    for a, b in sides_of(hull):
        inside = side(a, b, (0, 0))
        if inside <= 0:
            return None
        length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
        outward = (b[1] - a[1]) * way[0] - (b[0] - a[0]) * way[1]
        depths.append((Fraction(inside**2, length), outward))
    least = min(depth for depth, _ in depths)
    return max(outward for depth, outward in depths if depth == least)


def in_all_guises(
    mover: Collision, target: Collision, x: int, y: int
) -> Iterator[tuple[Sprite, Sprite | Group]]:
    """The same scene as sprites of one and of several shapes, and as Groups."""
    yield Sprite(x, y, collision=mover), Sprite(collision=target)
    yield Sprite(x, y, collision=mover), Group(Sprite(collision=target), Sprite(collision=FAR))
    yield Sprite(x, y, collision=mover), Sprite(collision=[target, FAR])
    yield Sprite(x, y, collision=[Rect(-900, 900, 1, 1), mover]), Sprite(collision=[FAR, target])


def judge(mover: Collision, target: Collision, x: int, y: int, way: tuple[int, int]) -> bool | None:
    """Compare with the oracle; whether the mover is in the target and gets deeper."""
    one, other = Sprite(x, y, collision=mover), Sprite(collision=target)
    outward = way_out(bodies(one)[0], bodies(other)[0], way)
    if outward is None:
        return None
    deeper = outward < 0
    for me, targets in in_all_guises(mover, target, x, y):
        hit = me.sweep(*way, targets)
        assert (hit is not None) == deeper, (mover, target, (x, y), way)
        ends = Group(me).sweep_arrays(*way, targets)
        assert ends.hit[0] == deeper
        if outward != 0:
            turned = me.sweep(*way, targets, turn=1e-9)
            assert (turned is not None and turned.overlapping) == deeper
        if hit is not None:
            assert hit.overlapping
            assert hit.fraction == 0
            assert hit.normal[0] * way[0] + hit.normal[1] * way[1] < 0
            continue
        assert me.move_and_collide(*way, targets) is None
        me.x, me.y = x, y
        assert not me.move_and_slide(*way, targets).hits
        assert (me.x, me.y) == (x + way[0], y + way[1])
    return deeper


@for_each("way", WAYS)
def test_boxes_in_boxes(way: tuple[int, int]) -> None:
    judged: dict[bool | None, int] = {True: 0, False: 0, None: 0}
    for width, height, x, y in itertools.product((1, 2, 4), (1, 3, 4), range(-2, 5), range(-2, 5)):
        judged[judge(Rect(0, 0, width, height), Rect(0, 0, 4, 4), x, y, way)] += 1
    assert min(judged.values()) > 20


@for_each("way", WAYS)
def test_from_the_middle_every_way_leads_out(way: tuple[int, int]) -> None:
    for one, other in (
        (Rect(-1, -1, 2, 2), Rect(-5, -5, 10, 10)),
        (Rect(-5, -5, 10, 10), Rect(-5, -5, 10, 10)),
        (Circle(0, 0, 1), Circle(0, 0, 4)),
        (Circle(0, 0, 4), Circle(0, 0, 1)),
        (Circle(0, 0, 3), Circle(0, 0, 3)),
        (Circle(0, 0, 2), Rect(-5, -5, 10, 10)),
        (Rect(-3, -3, 6, 6), Circle(0, 0, 2)),
        (Capsule(0, -2, 0, 2, 2), Rect(-3, -5, 6, 10)),
    ):
        assert judge(one, other, 0, 0, way) is False
    # Along a plank that is centered, too, and across it up as well as down.
    assert judge(Rect(-2, -5, 4, 10), Rect(-50, -1, 100, 2), 0, 0, way) is False


@for_each("a, b", [(5, 3), (13, 5), (10, 8)])
@for_each("radius", [1, 4])
@for_each("way", WAYS)
def test_from_the_longer_axis_of_an_ellipse(
    a: int, b: int, radius: int, way: tuple[int, int]
) -> None:
    """The ways out above and below are equally long, but for a disc near the tips."""
    for x in (1, 2, 3, 4, 6, 9):
        if x * a > a * a - b * b - 0.1:
            continue
        foot_x = a * a * x / (a * a - b * b)
        foot_y = b * math.sqrt(1 - (foot_x / a) ** 2)
        closing = (foot_x - x) * way[0] + foot_y * abs(way[1])
        if abs(closing) < 1e-9:
            continue
        disc, lying, upright = Circle(0, 0, radius), Ellipse(0, 0, a, b), Ellipse(0, 0, b, a)
        for sign in (1, -1):
            for me, targets in in_all_guises(disc, lying, sign * x, 0):
                hit = me.sweep(sign * way[0], way[1], targets)
                assert (hit is not None and hit.overlapping) == (closing < 0)
            for me, targets in in_all_guises(disc, upright, 0, sign * x):
                hit = me.sweep(-way[1], sign * way[0], targets)
                assert (hit is not None and hit.overlapping) == (closing < 0)
            turned = Sprite(angle=90, collision=lying)
            hit = Sprite(0, sign * x, collision=disc).sweep(-way[1], sign * way[0], turned)
            assert (hit is not None and hit.overlapping) == (closing < 0)


@for_each("seed", range(400))
def test_convex_bodies_in_whole_numbers(seed: int) -> None:
    rng = random.Random(f"leaving {seed}")

    def shape() -> Collision:
        a, b = rng.randint(1, 4), rng.randint(1, 4)
        return rng.choice(
            (
                Rect(-a, -b, 2 * a, 2 * b),
                Circle(0, 0, a),
                Capsule(-a, 0, a, 0, b),
                Triangle(-a, -b, a, -b, 0, b),
                Triangle(-a, 0, 0, -a, a, a),
                Polygon([(-a, 0), (0, -b), (a, 0), (0, b)]),
            )
        )

    judge(shape(), shape(), rng.randint(-2, 2), rng.randint(-2, 2), rng.choice(WAYS))


@for_each("seed", range(2000))
def test_neither_order_nor_mirror_decides_a_slide_from_inside(seed: int) -> None:
    """Of what it is in at once, in whole numbers, where ways out are often equally long."""
    rng = random.Random(f"order of what it is in {seed}")
    # What fits exactly in whole numbers does so only upright: turned, rounding decides.
    turn = rng.choice((0, 0, 0, 17, 30))
    draw: Callable[[int, int], float] = rng.choice(
        (rng.uniform, rng.uniform if turn else rng.randint)
    )

    def box() -> tuple[float, float, Collision, float]:
        size = draw(1, 6), draw(1, 6)
        return draw(-5, 5), draw(-5, 5), Rect(-draw(0, 3), -draw(0, 3), *size), turn

    def placed(at: tuple[float, float, Collision, float], sign: int = 1) -> Sprite:
        x, y, shape, angle = at
        return Sprite(sign * x, y, collision=shape, angle=sign * angle, scale_x=sign)

    mover = box()
    scene = [box() for _ in range(3)]
    way = draw(-9, 9), draw(-9, 9)
    ends = []
    for sign, order in ((1, 1), (1, -1), (-1, 1)):
        me = placed(mover, sign)
        slide = me.move_and_slide(
            sign * way[0], way[1], [placed(at, sign) for at in scene[::order]]
        )
        assert len(slide.hits) < 10
        ends.append((sign * me.x, me.y))
    assert ends[0] == pytest.approx(ends[1], abs=1e-6)
    assert ends[0] == pytest.approx(ends[2], abs=1e-6)


@for_each("length", [5e-324, 1e-300, 1e-9, 1, 1e12])
def test_whether_it_gets_deeper_is_decided_where_it_starts(length: float) -> None:
    box, other = (Sprite(x, 2 * x / 3, collision=Rect(-1, -1, 2, 2)) for x in (0.3, 0))
    assert box.sweep(-length, 0, other)
    for dx, dy in ((length, 0), (0, length), (0, -length)):
        assert box.sweep(dx, dy, other) is None
