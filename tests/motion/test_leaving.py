"""Who starts inside of something may leave it on every way on which it gets no deeper.

Where several moves out are equally long, it gets deeper only if it does so against all of them.
"""

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from oracle import exact
from support.counting import at_least
from support.fits import Body, between, bodies

from spritecol import Capsule, Circle, Ellipse, Group, Polygon, Rect, Segment, Sprite, Triangle

WAYS = [way for way in itertools.product(range(-2, 3), repeat=2) if way != (0, 0)]
FAR = Rect(900, 900, 5, 5)


def way_out(mover: Body, target: Body, way: tuple[int, int]) -> int | None:
    """Below 0 if they get deeper on a way, 0 if they stay as deep; None if hardly an overlap.

    By the nearest sides of the Minkowski difference.
    """
    room = between(mover, target)
    if len(room.core) == 1:
        ((x, y),) = room.core
        if x * x + y * y >= room.r**2:
            return None
        return -x * way[0] - y * way[1] if (x, y) != (0, 0) else 1
    if len(room.core) == 2:
        return None
    depths = []
    for a, b in exact.edges(room.core):
        inside = exact.cross(a, b)
        if inside <= 0:
            return None
        length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
        outward = (b[1] - a[1]) * way[0] - (b[0] - a[0]) * way[1]
        depths.append((Fraction(inside**2, length), outward))
    least = min(deep for deep, _ in depths)
    return max(outward for deep, outward in depths if deep == least)


def in_all_guises(mover: Any, target: Any, x: float, y: float) -> Iterator[tuple[Sprite, Any]]:
    """The same scene as sprites of one and of several shapes, and as Groups."""
    yield Sprite(x, y, collision=mover), Sprite(collision=target)
    yield Sprite(x, y, collision=mover), Group(Sprite(collision=target), Sprite(collision=FAR))
    yield Sprite(x, y, collision=mover), Sprite(collision=[target, FAR])
    yield Sprite(x, y, collision=[Rect(-900, 900, 1, 1), mover]), Sprite(collision=[FAR, target])


def judge(mover: Any, target: Any, x: int, y: int, way: tuple[int, int]) -> str:
    """Compare with the oracle, and tell what it was."""
    one, other = Sprite(x, y, collision=mover), Sprite(collision=target)
    outward = way_out(bodies(one)[0], bodies(other)[0], way)
    if outward is None:
        return "outside"
    deeper = outward < 0
    for me, targets in in_all_guises(mover, target, x, y):
        hit = me.sweep(*way, targets)
        assert (hit is not None) == deeper, (mover, target, (x, y), way)
        assert Group(me).sweep_arrays(*way, targets).hit[0] == deeper
        if outward != 0:
            spun = me.sweep(*way, targets, turn=1e-9)
            assert (spun is not None and spun.from_inside) == deeper
        if hit is not None:
            assert (hit.from_inside, hit.fraction) == (True, 0)
            assert hit.normal.dot(way) < 0
            continue
        assert me.move_and_collide(*way, targets) is None
        me.x, me.y = x, y
        assert not me.move_and_slide(*way, targets).hits
        assert (me.x, me.y) == (x + way[0], y + way[1])
    return "deeper" if deeper else "leaves"


@pytest.mark.parametrize("way", WAYS)
def test_boxes_in_boxes(way: tuple[int, int]) -> None:
    seen: Counter[str] = Counter()
    for w, h, x, y in itertools.product((1, 2, 4), (1, 4), range(-2, 5, 2), range(-2, 5)):
        seen[judge(Rect(0, 0, w, h), Rect(0, 0, 4, 4), x, y, way)] += 1
    assert min(seen[kind] for kind in ("deeper", "leaves", "outside")) > 8


@pytest.mark.parametrize("way", WAYS)
def test_from_the_middle_every_way_leads_out(way: tuple[int, int]) -> None:
    for one, other in (
        (Rect(-1, -1, 2, 2), Rect(-5, -5, 10, 10)),
        (Rect(-5, -5, 10, 10), Rect(-5, -5, 10, 10)),
        (Circle(0, 0, 1), Circle(0, 0, 4)),
        (Circle(0, 0, 3), Circle(0, 0, 3)),
        (Circle(0, 0, 2), Rect(-5, -5, 10, 10)),
        (Rect(-3, -3, 6, 6), Circle(0, 0, 2)),
        (Capsule(0, -2, 0, 2, 2), Rect(-3, -5, 6, 10)),
        (Rect(-2, -5, 4, 10), Rect(-50, -1, 100, 2)),  # along it, too
    ):
        assert judge(one, other, 0, 0, way) == "leaves"


def test_convex_bodies_in_whole_numbers() -> None:
    r, seen = random.Random("leaving"), Counter[str]()

    def shape() -> Any:
        a, b = r.randint(1, 4), r.randint(1, 4)
        return r.choice(
            [
                Rect(-a, -b, 2 * a, 2 * b),
                Circle(0, 0, a),
                Capsule(-a, 0, a, 0, b),
                Triangle(-a, -b, a, -b, 0, b),
                Triangle(-a, 0, 0, -a, a, a),
                Polygon([(-a, 0), (0, -b), (a, 0), (0, b)]),
            ]
        )

    for _ in range(500):
        seen[judge(shape(), shape(), r.randint(-2, 2), r.randint(-2, 2), r.choice(WAYS))] += 1
    assert min(seen["deeper"], seen["leaves"]) > 80


@pytest.mark.parametrize(("a", "b"), [(5, 3), (13, 5), (10, 8)])
@pytest.mark.parametrize("radius", [1, 4])
def test_from_the_longer_axis_of_an_ellipse(a: int, b: int, radius: int) -> None:
    """The ways out above and below are equally long, but for a disc near the tips."""
    disc, lying, upright = Circle(0, 0, radius), Ellipse(0, 0, a, b), Ellipse(0, 0, b, a)
    with at_least(judged=50) as seen:
        for x, (u, v), sign in itertools.product((1, 2, 3, 4, 6, 9), WAYS, (1, -1)):
            if x * a > a * a - b * b - 0.1:
                continue
            foot = a * a * x / (a * a - b * b)
            closing = (foot - x) * u + b * math.sqrt(1 - (foot / a) ** 2) * abs(v)
            if abs(closing) < 1e-9:
                continue
            seen["judged"] += 1
            turned = Sprite(0, sign * x, collision=disc), Sprite(angle=90, collision=lying)
            scenes = [(*scene, (sign * u, v)) for scene in in_all_guises(disc, lying, sign * x, 0)]
            along = [*in_all_guises(disc, upright, 0, sign * x), turned]
            scenes += [(*scene, (-v, sign * u)) for scene in along]
            for me, targets, way in scenes:
                hit = me.sweep(*way, targets)
                assert (hit is not None and hit.from_inside) == (closing < 0)


def concave(r: random.Random) -> Polygon:
    """A star with uneven rays; now and then a U, whose arms are cut off by its parts."""
    if r.random() < 0.3:
        return Polygon([(0, 0), (9, 0), (9, 30), (31, 30), (31, 0), (40, 0), (40, 40), (0, 40)])
    turns = [math.radians(45 * k + r.uniform(-20, 20)) for k in range(8)]
    reach = [r.uniform(4, 30) for _ in turns]
    ring = zip(turns, reach, strict=True)
    return Polygon([(20 + d * math.cos(t), 20 + d * math.sin(t)) for t, d in ring])


@pytest.mark.parametrize("seed", range(5))
def test_deeper_is_by_the_contact_of_whole_shapes(seed: int) -> None:
    """Not by that of the convex parts into which a shape is cut."""
    r = random.Random(seed)
    with at_least(deeper=10, leaves=10) as seen:
        for _ in range(80):
            a = Sprite(r.uniform(0, 20), r.uniform(0, 20), collision=concave(r))
            b = Sprite(r.uniform(0, 20), r.uniform(0, 20), angle=r.uniform(0, 360))
            b.collision = r.choice([concave(r), Rect(0, 0, 30, 12), Circle(9, 9, 12)])
            for contact in a.contacts(b):
                dx, dy = r.uniform(-30, 30), r.uniform(-30, 30)
                into = contact.normal.dot((dx, dy))
                for turn in (0.0, 1e-9):
                    hit = a.sweep(dx, dy, b, turn=turn)
                    if abs(into) > 1e-3:
                        assert (hit is not None and hit.from_inside) == (into < 0)
                    if hit is not None and hit.from_inside:
                        assert (hit.normal, hit.fraction) == (contact.normal, 0)
                seen["deeper" if into < 0 else "leaves"] += 1


def test_a_circle_at_a_turned_box_meets_it_as_contacts_say() -> None:
    """Of any size: there is a quick way for the two, which agrees with the exact test."""
    r = random.Random(15)
    with at_least(deeper=150, met=50) as seen:
        for _ in range(1200):
            size, angle = (
                r.choice([1.0, 1.0, 1e-6, 1e6, 1e-140]),
                r.choice([45, 30, r.uniform(0, 360)]),
            )
            box = Sprite(r.choice([0, 500 * size]), angle=angle, scale=size)
            box.collision = Rect(-12, -8, 24, r.choice([16, 24, 1e-7, 0.5]))
            x, y = (r.choice([0, 6, r.uniform(-20, 20)]) * size for _ in "xy")
            ball = Sprite(
                box.x + x, y, collision=Circle(0, 0, r.choice([3, 1e-3, 100])), scale=size
            )
            way = r.uniform(-30, 30) * size, r.uniform(-30, 30) * size
            hit, contacts = ball.sweep(*way, box), ball.contacts(box)
            if ball.x == box.x and y == 0 and box.shapes[0].height == 16:
                assert hit is None  # two moves out are equally long, and one of them goes along
                continue
            deeper = bool(contacts) and contacts[0].normal.dot(way) < 0
            assert (hit is not None and hit.from_inside) == deeper
            assert bool(contacts) == ball.hits(box)
            if deeper:
                assert hit.normal == contacts[0].normal
            elif not contacts and hit is not None:
                ball.x, ball.y = hit.position
                assert not ball.hits(box)
                seen["met"] += 1
            seen["deeper"] += deeper


def test_with_a_turn_it_gets_deeper_if_the_contact_does() -> None:
    """In whole numbers several moves out are often as short, and sides touch along a length."""
    r = random.Random("turns")
    kinds = [
        Rect(-4, -4, 8, 8),
        Circle(4, 0, 5),
        Capsule(-4, 0, 4, 0, 4),
        Ellipse(0, 0, 8, 4),
        Triangle(0, 0, 8, 0, 0, 8),
        Polygon([(-8, -8), (8, -8), (8, 8), (0, 0), (-8, 8)]),
    ]
    with at_least(deeper=150, leaves=150) as seen:
        for _ in range(1500):
            one, other = (
                Sprite(
                    4 * r.randint(-3, 3),
                    4 * r.randint(-3, 3),
                    collision=r.choice(kinds),
                    angle=r.choice((0, 90, 180)),
                    scale_x=r.choice((1, -1, 2)),
                )
                for _ in range(2)
            )
            x, y, angle = one.x, one.y, one.angle
            dx, dy, turn = 4 * r.randint(-8, 8), 4 * r.randint(-8, 8), r.choice((90, -45))
            depths = []
            for time in (0, 1e-5, 1e-4):
                one.x, one.y, one.angle = x + time * dx, y + time * dy, angle + time * turn
                depths += [contact.depth for contact in one.contacts(other)]
            one.x, one.y, one.angle = x, y, angle
            rates = [depth - depths[0] for depth in depths[1:]]
            if len(depths) == 3 and min(map(abs, rates)) > 1e-7:
                deeper = min(rates) > 0
                hit = one.sweep(dx, dy, other, turn=turn)
                assert (hit is not None and hit.from_inside) == deeper
                seen["deeper" if deeper else "leaves"] += 1


@pytest.mark.parametrize("deep", [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8])
@pytest.mark.parametrize("half", [5, 20, 33])
def test_what_turns_about_its_tip_in_a_shallow_overlap_is_met_after_it(
    half: float, deep: float
) -> None:
    """A hand begins upright, its tip a little below a line, and comes round to it again."""
    line = Sprite(collision=Segment(-50, 0, 50, 0))
    x, y = 20 * math.sin(math.radians(half)), -20 * math.cos(math.radians(half))
    for turn in (300, -300):
        for shape in (Triangle(0, 0, x, y, -x, y), Polygon([(0, 0), (x, y), (0, -25), (-x, y)])):
            hand = Sprite(0, deep, collision=shape)
            assert hand.hits(line)
            hit = hand.sweep(0, 0, line, turn=turn)
            gap = math.degrees(deep / 20)
            assert hit is not None
            assert not hit.from_inside
            assert abs(hit.angle) == pytest.approx(270 - half - gap, abs=1e-3 + 2 * gap)
            assert hand.sweep(0, 0, line, turn=turn * 0.7) is None
            hand.angle = hit.angle
            assert not hand.hits(line)
