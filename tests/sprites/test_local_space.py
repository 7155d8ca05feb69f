"""Local space and the world: `to_world` is where a `Point` would be, `to_local` leads back."""

import itertools
import math
import random
from fractions import Fraction

import pytest
from support.behavior import Surface
from support.counting import at_least

from spritecol import Number, Point, Rect, Sprite

EXACT_TURNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), -90: (0, -1), 450: (0, 1)}


def by_the_formula(sprite: Sprite, x: float, y: float) -> tuple[Fraction, Fraction]:
    """World = R(angle) . S(scale) . (p - center) + center + base, in fractions."""
    turned = sprite.collision_sync
    cosine, sine = EXACT_TURNS[int(sprite.angle) if turned else 0]
    scale_x, scale_y = (sprite.scale_x, sprite.scale_y) if turned else (1, 1)
    center = Fraction(sprite.center_x), Fraction(sprite.center_y)
    across = Fraction(scale_x) * (Fraction(x) - center[0])
    down = Fraction(scale_y) * (Fraction(y) - center[1])
    base = (0, 0) if sprite.offset_sync else center
    return (
        cosine * across - sine * down + base[0] + Fraction(sprite.x),
        sine * across + cosine * down + base[1] + Fraction(sprite.y),
    )


def test_whole_numbers_and_quarter_turns_are_exact() -> None:
    with at_least(seen=1000) as seen:
        for angle, scale_x, scale_y, sync, offset, image in itertools.product(
            EXACT_TURNS, (1, -1, 2, 0.5), (1, -2), (True, False), (True, False), (None, (6, 4))
        ):
            sprite = Sprite(
                30,
                -7,
                Surface(*image) if image else None,
                angle=angle,
                scale_x=scale_x,
                scale_y=scale_y,
                collision_sync=sync,
                offset_sync=offset,
            )
            for x, y in ((0, 0), (8, 0), (-3, 5), (2.5, -4)):
                expected = by_the_formula(sprite, x, y)
                assert sprite.to_world(x, y) == expected
                assert sprite.to_world((x, y)) == expected
                assert sprite.to_local(sprite.to_world(x, y)) == (x, y)
                assert sprite.to_local(*sprite.to_world(x, y)) == (x, y)
                seen["seen"] += 1


def test_it_has_the_same_numbers_as_shapes_there() -> None:
    """To the bit, at any angle, also right after the pose was written, and with a scale of 0."""
    rng = random.Random(5)
    with at_least(turned=200, flat=20) as seen:
        for k in range(600):
            x, y = rng.uniform(-50, 50), rng.uniform(-50, 50)
            sprite = Sprite(
                rng.uniform(-1e4, 1e4),
                rng.uniform(-900, 900),
                collision=Point(x, y),
                angle=rng.choice([0, 90, rng.uniform(-720, 720)]),
                scale_x=rng.choice([1, -1, 3, rng.uniform(0.1, 4), 0 if k % 3 == 0 else 2]),
                scale_y=rng.choice([1, -1, rng.uniform(0.1, 4)]),
                center_x=rng.choice([0, 7.3]),
                center_y=rng.choice([0, -2.1]),
                offset_sync=rng.random() < 0.3,
                collision_sync=rng.random() < 0.8,
            )
            if k % 2:
                sprite.angle += 1  # not yet computed
            found = sprite.to_world(x, y)
            left, top, right, bottom = sprite.aabb
            assert (left, top) == (right, bottom) == found
            shown = sprite.world_shapes[0]
            assert isinstance(shown, Point)
            assert (shown.x, shown.y) == pytest.approx(found, abs=1e-9)
            if sprite.collision_sync and 0 in (sprite.scale_x, sprite.scale_y):
                with pytest.raises(ValueError, match="scale_x"):
                    sprite.to_local(found)
                seen["flat"] += 1
                continue
            assert sprite.to_local(found) == pytest.approx((x, y), abs=1e-8)
            seen["turned"] += sprite.angle != 0


def test_a_sprite_without_shapes_and_a_subclass() -> None:
    class Tank(Sprite):
        angle = 90
        heat = Number(0.0)

        def __init__(self) -> None:
            """Call no constructor."""

    tank = Tank()
    assert tank.to_world(8, 0) == (0, 8)
    tank.x, tank.angle = 100, 60
    assert tank.to_world(8, 0) == pytest.approx((104, 8 * math.sin(math.radians(60))))
    turret = Sprite(collision=Rect(0, -1, 9, 2))
    turret.position = tank.to_world(8, 0)
    assert tank.to_local(turret.position) == pytest.approx((8, 0))
    tank.vanish()
    assert tank.to_local(tank.to_world(3, 4)) == pytest.approx((3, 4))


def test_what_is_no_place_is_told() -> None:
    sprite = Sprite(collision=Point(0, 0))
    for call in (sprite.to_world, sprite.to_local):
        with pytest.raises(TypeError, match=rf"sprite.{call.__name__}\(x, y\)"):
            call(3)
        with pytest.raises(ValueError, match="y must be"):
            call(3, math.nan)
        with pytest.raises(TypeError):
            call("ab")
