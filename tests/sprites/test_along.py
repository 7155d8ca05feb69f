"""`separation` and `depenetrate` with `along`: the least move on a line, either way."""

import math
import random
from fractions import Fraction
from typing import Any

import pytest
from support.for_each import for_each

from spritecol import Capsule, Circle, Ellipse, Group, Polygon, Rect, Segment, Sprite, Vec2

LINES = [(1, 0), (-1, 0), (0, 1), (0, -2), (3, 4), (1, -1), (0.3, 2.7)]


def box(draw: random.Random, spread: int) -> Sprite:
    return Sprite(
        draw.randint(-spread, spread),
        draw.randint(-spread, spread),
        collision=[
            Rect(draw.randint(-4, 4), draw.randint(-4, 4), draw.randint(1, 6), draw.randint(1, 6))
            for _ in range(draw.randint(1, 2))
        ],
    )


def boxes(sprite: Sprite) -> list[tuple[Fraction, Fraction, Fraction, Fraction]]:
    x, y = Fraction(sprite.x), Fraction(sprite.y)
    return [
        (x + Fraction(left), y + Fraction(top), x + Fraction(right), y + Fraction(bottom))
        for left, top, right, bottom in (shape.bounds for shape in sprite.shapes)
    ]


def least(sprite: Sprite, others: list[Sprite], line: tuple[int, int]) -> tuple[Fraction, bool]:
    """How far along the line, as a factor of it; and whether the other way is equally short."""
    dx, dy = line
    spans = []
    for x1, y1, x2, y2 in boxes(sprite):
        for left, top, right, bottom in (one for other in others for one in boxes(other)):
            low, high = None, None
            inside = True
            for near, far, speed in ((left - x2, right - x1, dx), (top - y2, bottom - y1, dy)):
                if speed == 0:
                    inside = inside and near < 0 < far
                    continue
                ends = sorted((near / speed, far / speed))
                low = ends[0] if low is None else max(low, ends[0])
                high = ends[1] if high is None else min(high, ends[1])
            if inside and low is not None and high is not None and low < high:
                spans.append((low, high))

    def free(at: Fraction) -> bool:
        return not any(low < at < high for low, high in spans)

    if free(Fraction(0)):
        return Fraction(0), False
    found = [end for span in spans for end in span if free(end)]
    ahead = min(at for at in found if at > 0)
    back = max(at for at in found if at < 0)
    return (back if -back < ahead else ahead), ahead == -back


@for_each("line", [(1, 0), (0, 1), (-1, 0), (3, 4), (1, 1), (-5, 12)])
@for_each("seed", range(60))
def test_the_move_is_the_least_one_on_the_line(seed: int, line: tuple[int, int]) -> None:
    draw = random.Random(seed)
    sprite, *others = [box(draw, 6) for _ in range(6)]
    at, _ = least(sprite, others, line)
    targets = Group(others) if seed % 2 else others
    move = sprite.separation(targets, along=line)
    assert bool(move) == (at != 0)
    length = math.hypot(*line)
    assert move == pytest.approx((float(at) * line[0], float(at) * line[1]), abs=1e-9)
    if 0 in line:
        assert move == (float(at) * line[0], float(at) * line[1])
    before = Vec2(sprite.x, sprite.y)
    assert sprite.depenetrate(targets, along=line, max_distance=abs(float(at)) * length / 2) == (
        (0, 0)
    )
    assert (sprite.x, sprite.y) == before
    assert sprite.depenetrate(targets, along=line) == move
    assert (sprite.x, sprite.y) == before + move
    assert not sprite.hits(targets)


def shape(draw: random.Random) -> Any:
    x, y, w, h = (draw.uniform(-9, 9), draw.uniform(-9, 9), draw.uniform(1, 9), draw.uniform(1, 9))
    return draw.choice(
        [
            Rect(x, y, w, h, angle=draw.uniform(0, 90)),
            Circle(x, y, w),
            Ellipse(x, y, w, h, angle=draw.uniform(0, 180)),
            Capsule(x, y, x + w, y + h, 2),
            Segment(x, y, w, h),
            Polygon([(x, y), (x + w, y), (x + w, y + h), (x + w / 2, y + h / 3), (x, y + h)]),
        ]
    )


@for_each("line", LINES)
@for_each("seed", range(40))
def test_no_shorter_move_on_the_line_is_free(seed: int, line: tuple[float, float]) -> None:
    draw = random.Random(seed)
    sprites = [
        Sprite(
            draw.uniform(-9, 9),
            draw.uniform(-9, 9),
            angle=draw.uniform(0, 360),
            collision=[shape(draw) for _ in range(draw.randint(1, 2))],
        )
        for _ in range(4)
    ]
    sprite, others = sprites[0], sprites[1:]
    hit = sprite.hits(others)
    move = sprite.separation(others, along=line)
    assert bool(move) == hit
    x, y = sprite.x, sprite.y
    sprite.x, sprite.y = x + move.x, y + move.y
    assert not sprite.hits(others)
    unit = Vec2(*line).normalized()
    assert abs(unit.cross(move)) < 1e-9
    for k in range(-199, 200) if hit else ():
        way = unit * (move.length * 0.999999 * k / 199)
        sprite.x, sprite.y = x + way.x, y + way.y
        assert sprite.hits(others)


def test_both_ways_are_equal() -> None:
    wall = Sprite(collision=Rect(0, 0, 10, 10))
    sprite = Sprite(3, 2, collision=Rect(0, 0, 4, 4))
    assert sprite.separation(wall, along=(1, 0)) == (7, 0)
    assert sprite.separation(wall, along=(-5, 0)) == (-7, 0)
    assert wall.separation(sprite, along=(1, 0)) == (7, 0)


def test_a_slot_that_fits_exactly() -> None:
    walls = [Sprite(x, 0, collision=Rect(0, 0, 10, 10)) for x in (0, 14, 24)]
    sprite = Sprite(12, 3, collision=Rect(0, 0, 4, 4))
    assert sprite.separation(walls, along=(1, 0)) == (-2, 0)


def test_conditions_count_along_a_line() -> None:
    walls = [
        Sprite(0, 0, collision=Rect(0, 0, 10, 10, name="wall", layer=2)),
        Sprite(8, 0, collision=Rect(0, 0, 10, 10, name="door")),
    ]
    sprite = Sprite(7, 3, collision=[Rect(0, 0, 4, 4, name="body"), Rect(0, 0, 90, 1, name="arm")])
    given: dict[str, Any] = {"along": (1, 0), "shapes": "body"}
    assert sprite.separation(walls, **given) == (11, 0)
    assert sprite.separation(walls, mask=2, **given) == (3, 0)
    assert sprite.separation(walls, target_shapes="door", **given) == (-3, 0)
    assert sprite.separation(walls, exclude=walls[0], **given) == (-3, 0)
    assert sprite.separation(walls, where=lambda other: other is walls[0], **given) == (3, 0)
    plank = Sprite(0, 0, collision=Rect(0, 0, 10, 10, one_way=(0, -1)))
    assert sprite.depenetrate(plank, **given) == (0, 0)
    assert sprite.separation(plank, **given) == (3, 0)


@for_each(
    "along, error",
    [
        ((0, 0), ValueError),
        ((1,), TypeError),
        (1, TypeError),
        ("ab", TypeError),
        ({1, 0}, TypeError),
        ((1, "a"), TypeError),
        ((math.nan, 0), ValueError),
        ((1e13, 0), ValueError),
    ],
)
def test_a_bad_line(along: Any, error: type[Exception]) -> None:
    sprite = Sprite(collision=Rect(0, 0, 4, 4))
    for ask in (sprite.separation, sprite.depenetrate):
        with pytest.raises(error, match="along"):
            ask(Sprite(collision=Rect(0, 0, 4, 4)), along=along)
    assert (sprite.x, sprite.y) == (0, 0)
