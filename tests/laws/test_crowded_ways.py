"""Ways out of many obstacles: the union of them decides, in whatever form they are given."""

import itertools
import math
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import shapely
from support.campaign.least_moves import FORMS, free_after, obstacle, star
from support.counting import at_least

from spritecol import (
    Capsule,
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
    Vec2,
)


def tiles(columns: int, rows: int, side: float) -> list[Sprite]:
    return [
        Sprite(side * x, side * y, collision=Rect(0, 0, side, side))
        for x in range(columns)
        for y in range(rows)
    ]


BODIES: dict[str, Shape] = {
    "circle": Circle(0, 0, 3),
    "large circle": Circle(1, 0, 40),
    "ellipse": Ellipse(0, 0, 9, 4, angle=20),
    "box": Rect(-5, -5, 10, 10),
    "turned box": Rect(-6, -4, 12, 8, angle=30),
    "star": star(14, 5),
    "segment": Segment(-7, 2, 7, -3),
    "point": Point(0, 0),
}


def test_the_middle_of_many_tiles_is_left() -> None:
    """All of 2,304 tiles are in the way, and four ways out are equally short."""
    many = tiles(48, 48, 16)
    ways = {(0, 386), (0, -386), (386, 0), (-386, 0)}
    for form in FORMS.values():
        disc, target = Sprite(384, 384, collision=Circle(0, 0, 2)), form(many)
        assert disc.separation(target) in ways
        assert disc.separation(target, along=(1, 0)) in ways
        assert disc.depenetrate(target, max_distance=385) == (0, 0)
        assert disc.depenetrate(target, max_distance=386) in ways
        assert not disc.hits(target)


def turned(rng: random.Random) -> Sprite:
    shape = rng.choice([Rect(-8, -5, 16, 10), star(9, 4), Polygon([(-9, -6), (9, 0), (-4, 8)])])
    return Sprite(
        rng.uniform(-70, 70), rng.uniform(-70, 70), collision=shape, angle=rng.uniform(0, 360)
    )


def gear(corners: int, turn: float) -> Polygon:
    turns = [turn + 2 * math.pi * k / corners for k in range(corners)]
    radii = itertools.cycle([100, 100, 70, 70])
    return Polygon([(r * math.cos(t), r * math.sin(t)) for r, t in zip(radii, turns, strict=False)])


def test_a_way_out_frees_also_from_what_only_a_tip_gets_into() -> None:
    """At its end, the box of the gear was off the box of the ell by less than rounding."""

    def teeth(outer: float, inner: float) -> Polygon:
        turns = [(outer if k % 2 == 0 else inner, math.pi * k / 9) for k in range(18)]
        return Polygon([(far * math.cos(turn), far * math.sin(turn)) for far, turn in turns])

    ell = Polygon([(0, 0), (20, 0), (20, 5), (5, 5), (5, 20), (0, 20)])
    crowd = [
        Sprite(110, 47, scale=-1, collision=ell),
        Sprite(73, 118, scale=0.5, collision=Circle(1, -4, 15)),
        Sprite(82, 92, angle=45, scale=-1, collision=Ellipse(-6, -1, 20, 3)),
        Sprite(45, 69, collision=teeth(21, 8)),
    ]
    wheel = Sprite(71, 82, scale=-1, collision=[teeth(25, 2), Rect(-6, -8, 18, 3, angle=45)])
    for targets in (crowd, Group(crowd)):
        wheel.position = (71, 82)
        assert wheel.depenetrate(targets)
        assert not wheel.check(targets)


@pytest.mark.parametrize("apart", [5, 60, 120, 165])
def test_two_gears_leave_each_other_by_the_least_move(apart: float) -> None:
    a = Sprite(collision=gear(40, 0.1))
    b = Sprite(apart, 7, collision=gear(40, 0.25))
    union = obstacle(a, b)
    depth = union.boundary.distance(shapely.Point(0, 0))
    move = a.separation(b)
    assert move.length == pytest.approx(depth, abs=1e-9)
    assert [contact.push for contact in a.contacts(b)] == [move] == [-b.separation(a)]
    assert a.distance(b).distance == pytest.approx(-move.length, abs=1e-12)
    assert free_after(a, move, b)


@pytest.mark.parametrize("count", [3, 40, 400])
def test_the_larger_of_two_is_pushed_as_far(count: int) -> None:
    """Of many shapes only those move, to try a way out, that are near the other sprite."""
    large = Sprite(collision=[Rect(20 * k, 0, 16, 16) for k in range(count)])
    for x, y in ((20, -4), (29, 12), (14, 5), (41, 15)):
        small = Sprite(x, y, collision=Rect(0, 0, 8, 8))
        move = large.separation(small)
        assert move == -small.separation(large) == large.separation([small])
        assert bool(move) == large.hits(small)
        assert large.distance(small).distance == -move.length
        assert free_after(large, move, small)
        at = large.position
        assert large.depenetrate(Group(small)) == move
        assert large.position == at + move
        large.position = at


# --- what is farther away -------------------------------------------------------------------------


def heap(rng: random.Random) -> list[Sprite]:
    """Flush tiles with gaps, or sprites in a heap; in whole numbers, or turned."""
    if rng.random() < 0.3:
        side, columns, rows = rng.choice([8, 16, 7.3]), rng.randint(1, 9), rng.randint(1, 9)
        return [
            Sprite(side * (x - columns // 2), side * (y - rows // 2), collision=tile)
            for x, y in itertools.product(range(columns), range(rows))
            for tile in [Rect(0, 0, side, side)]
            if rng.random() < 0.93
        ]
    spread, whole = rng.choice([10, 25, 50]), rng.random() < 0.5
    same = rng.choice([None, None, Rect(-8, -8, 16, 16), Circle(0, 0, 6)])
    sprites = []
    for _ in range(rng.choice([2, 5, 12, 40, 90])):
        shape = same or rng.choice(list(BODIES.values())[2:])
        x, y = rng.uniform(-spread, spread), rng.uniform(-spread, spread)
        turn = 0 if whole else rng.uniform(0, 360)
        x, y = (round(x), round(y)) if whole else (x, y)
        sprites.append(Sprite(x, y, collision=shape, angle=turn))
    return sprites


def out_of_reach(rng: random.Random, one: Sprite, reach: float) -> list[Sprite]:
    """Sprites of all sizes around another one, which it does not meet on a move of that length."""
    box, sprites = one.aabb, []
    for _ in range(rng.choice([1, 3, 10, 40])):
        size = rng.choice([1, 5, 20, 200, 5_000])
        away = (reach + 0.01) * rng.choice([1.001, 1.3, 2, 1_000])
        away += 0.75 * (box.width + box.height) + 1.5 * size * rng.choice([1, 1.2, 1_000])
        shape = rng.choice([Rect(-size, -size, 2 * size, 2 * size), Circle(0, 0, size)])
        x, y = box.center + Vec2.from_angle(rng.uniform(0, 360), away)
        sprites.append(Sprite(x, y, collision=shape))
    return sprites


def shuffled_in(rng: random.Random, some: list[Any], others: list[Any]) -> list[Any]:
    """Others among some things, which keep their order."""
    result = list(some)
    for other in others:
        result.insert(rng.randint(0, len(result)), other)
    return result


def ways_out(one: Sprite, targets: Any, line: tuple[float, float]) -> list[Any]:
    asked: list[Sprite] = []

    def ask(other: Sprite) -> bool:
        asked.append(other)
        return True

    moves = [
        one.separation(targets),
        one.separation(targets, along=line),
        one.separation(targets, where=ask),
    ]
    return [*moves, {id(sprite) for sprite in asked}]


def test_what_is_farther_away_than_the_way_out_changes_no_bit() -> None:
    """Rounding is told by the numbers of what decides, in each form of targets."""
    rng = random.Random(11)
    forms = [name for name in FORMS if name not in ("backward", "Groups in a list", "one sprite")]
    with at_least(hits=200, many=60, far=20) as seen:
        for k in range(300):
            near, line = heap(rng), rng.choice([(1, 0), (0, 1), (1, 1), (-0.3, 0.8)])
            body = rng.choice(list(BODIES.values()))
            one = Sprite(rng.choice([0, rng.uniform(-20, 20)]), 0, collision=body)
            wanted = ways_out(one, near, line)
            reach = max(way.length for way in wanted[:3])
            everything = shuffled_in(rng, near, out_of_reach(rng, one, reach))
            for name in forms:
                assert ways_out(one, FORMS[name](near), line) == wanted, (k, name)
                assert ways_out(one, FORMS[name](everything), line) == wanted, (k, name)
            hits = len(one.check(near))
            seen.update(hits=hits > 0, many=hits > 8, far=wanted[0].length > 30)


def heaped(rng: random.Random, x: float, y: float) -> Shape:
    radius, turn = rng.uniform(3, 8), rng.uniform(0, 360)
    corners = [Vec2(x, y) + Vec2.from_angle(turn + 72 * k, radius) for k in range(5)]
    end = x + rng.uniform(-9, 9), y + rng.uniform(-9, 9)
    return rng.choice(
        [
            Circle(x, y, radius),
            Polygon(corners),
            Capsule(x, y, *end, radius / 2),
            Rect(x - radius, y - radius, radius, 2 * radius),
        ]
    )


def heaps(rng: random.Random) -> tuple[Sprite, list[Shape]]:
    """Shapes in a heap, or a rock of tiles with holes, and what is in it."""
    if rng.random() < 0.5:
        shapes = [
            heaped(rng, rng.uniform(-20, 20), rng.uniform(-20, 20))
            for _ in range(rng.randint(20, 40))
        ]
        return Sprite(collision=[heaped(rng, rng.uniform(-6, 6), 0) for _ in "ab"]), shapes
    side = rng.choice([4, 6, 8])
    rock: list[Shape] = [
        Rect(16 * x, 16 * y, 16, 16)
        for x, y in itertools.product(range(side), repeat=2)
        if rng.random() < 0.75
    ]
    body = rng.choice([Circle(0, 0, 8), Rect(-8, -8, 16, 16), Rect(-12, -20, 24, 40)])
    x, y = rng.randint(0, 16 * side), rng.randint(0, 16 * side)
    return Sprite(x, y, collision=body), rock


def test_out_of_sprites_it_is_as_far_as_out_of_one_with_all_their_shapes() -> None:
    """Of sprites those come later that only the way out of the others would hit."""
    rng = random.Random(29)
    with at_least(hits=800, blocked=400, longer=350) as seen:
        for _ in range(1_000):
            one, shapes = heaps(rng)
            many = [Sprite(collision=shape) for shape in shapes]
            way = one.separation(many)
            assert way.length == pytest.approx(one.separation(Sprite(collision=shapes)).length)
            first = one.separation(one.check(many))
            seen["hits"] += bool(way)
            seen["blocked"] += not free_after(one, first, many)
            seen["longer"] += way.length > 1.01 * first.length


def test_an_oval_goes_no_farther_out_of_sprites_than_out_of_one_with_all_their_shapes() -> None:
    """Its way is cut short, and into what only then is in the way; the whole way may be free."""
    with at_least(hits=350, longer=150) as seen:
        for k in range(400):
            rng = random.Random(f"oval {k}")
            shapes = [
                Rect(*(rng.uniform(-24, 24) for _ in "xy"), *(rng.uniform(2, 9) for _ in "wh"))
                for _ in range(rng.randint(12, 60))
            ]
            one = Sprite(collision=Ellipse(0, 0, rng.uniform(3, 9), rng.uniform(2, 5)))
            many = [Sprite(collision=shape) for shape in shapes]
            way = one.separation(many)
            wanted = one.separation(Sprite(collision=shapes))
            assert way.length <= wanted.length * (1 + 1e-9), k
            seen["hits"] += bool(way)
            seen["longer"] += way.length > 1.01 * one.separation(one.check(many)).length


def test_a_turned_body_leaves_by_as_short_a_way_as_one_of_turned_shapes() -> None:
    """In a turned body other parts count as near at first: none may be missed later."""
    with at_least(hits=1_400, several=1_300) as seen:
        for k in range(1_500):
            rng = random.Random(k)
            turn = rng.uniform(0, 360)
            places = [Vec2(rng.uniform(-9, 9), rng.uniform(-9, 9)) for _ in range(3)]
            stars = [
                [
                    place + Vec2.from_angle(180 * j / count, radius if j % 2 else radius / 2)
                    for j in range(2 * count)
                ]
                for place in places
                for radius, count in [(rng.uniform(5, 9), rng.choice([3, 5, 7]))]
            ]
            walls = [
                Sprite(
                    rng.randrange(-12, 12),
                    rng.randrange(-12, 12),
                    collision=Rect(0, 0, rng.randint(3, 12), rng.randint(3, 12)),
                )
                for _ in range(rng.randint(6, 20))
            ]
            turned = Sprite(angle=turn, collision=[Polygon(corners) for corners in stars])
            plain = Sprite(
                collision=[Polygon([at.rotated(turn) for at in corners]) for corners in stars]
            )
            way = turned.separation(walls)
            assert way.length == pytest.approx(plain.separation(walls).length), k
            seen["hits"] += bool(way)
            seen["several"] += len(plain.check(walls)) > 1


def test_among_the_least_numbers_that_a_float_has_the_search_ends() -> None:
    """They cannot be halved any more. Below 1e-300 px any way out is short."""
    points = [Segment(-2e-322, 0, 0, 3.5e-323), Circle(-1e-322, 0, 0)]
    one = Sprite(1.5e-323, -1e-322, scale=0, collision=points)
    shapes = [Capsule(1e-322, 2.96e-322, 0, 0, 0), Ellipse(0, -4.4e-323, 3e-323, 5e-323)]
    other = Sprite(-8e-323, 0, collision=shapes)
    assert one.hits(other)
    way = one.separation(other)
    assert way.length < 1e-299
    one.position += way
    assert not one.hits(other)
    corners = 0, -1e-300, -9.46329590801302e-301, 0, -3e-308, -9.081575662403966e-301
    few = [Segment(0, 1e-300, 0, 0), Circle(5e-301, 0, 0), Triangle(*corners)]
    others = [
        Sprite(1e-300, -8.982601e-317, collision=Rect(-1e-300, -1e-300, 2e-300, 2e-300)),
        Sprite(0, -1e-300, collision=[Point(0, 1e-308), Circle(0, 0, 1e-316)]),
        Sprite(collision=Segment(1e-316, 1e-300, -1e-300, -1e-300)),
    ]
    assert Sprite(collision=few).separation(others).length < 1e-299


def test_a_way_is_not_too_far_for_its_own_length() -> None:
    """`depenetrate` moves by what `separation` finds, also beside ellipses, where ways are cut."""
    with at_least(several=1_500, oval=1_200) as seen:
        for k in range(3_000):
            rng = random.Random(k)
            one, *others = (
                Sprite(
                    rng.uniform(-spread, spread),
                    rng.uniform(-spread, spread),
                    angle=rng.uniform(0, 360),
                    collision=rng.choice(
                        [Ellipse(0, 0, rng.uniform(4, 16), rng.uniform(1, 6)), Rect(-8, -8, 16, 16)]
                    ),
                )
                for spread in [10] + [14] * rng.randint(1, 6)
            )
            way = one.separation(others)
            x, y = one.position
            assert one.depenetrate(others, max_distance=way.length * (1 + 1e-9)) == way
            one.position = x, y
            assert one.depenetrate(others, max_distance=way.length * (1 - 1e-9)) == (0, 0)
            seen["several"] += len(one.check(others)) > 1
            seen["oval"] += isinstance(one.collision, Ellipse)


# --- Ctrl-C --------------------------------------------------------------------------------------


@contextmanager
def interrupted_soon(handler: Any) -> Iterator[None]:
    """Ctrl-C comes from another process while this one computes, and finds a handler."""
    before = signal.signal(signal.SIGINT, handler)
    code = f"import os, time; time.sleep(0.1); os.kill({os.getpid()}, {int(signal.SIGINT)})"
    try:
        with subprocess.Popen([sys.executable, "-S", "-c", code]):
            yield
    finally:
        signal.signal(signal.SIGINT, before)


def deep_stars(points: int) -> tuple[Sprite, Sprite]:
    a, b = star(100, points), star(90, points)
    return Sprite(collision=a), Sprite(20, 7, collision=b, angle=3)


needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")


@needs_signals
def test_a_handler_of_ones_own_is_called_after_the_search() -> None:
    one, other = deep_stars(80)
    wanted, heard = one.separation(other), []

    def hear(*_: Any) -> None:
        heard.append(one.position)

    with interrupted_soon(hear):
        while not heard:
            assert one.separation(other) == wanted
    assert heard == [Vec2(0, 0)]
