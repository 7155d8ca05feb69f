"""A walker sees all that its settings let it reach, however large they are.

A level of one sprite is near as a whole as soon as any part of it is: so what happens there is what
happens among sprites of their own.
"""

import math
import random
from copy import copy

import pytest
from support.counting import at_least
from support.hooks import ARE_INSIDE, work
from support.levels import block

from spritecol import Capsule, CharacterController, Circle, Group, Rect, Sprite, World

BODIES = {
    "box": Rect(-4, -8, 8, 8),
    "circle": Circle(0, -4, 4),
    "capsule": Capsule(0, -10, 0, -3, 3),
}


UPS = [(0, -1), (1, 0), (0, 1), (-1, 0)]


def quarters(number: int, x: float, y: float) -> tuple[float, float]:
    """A way after so many quarters of a turn, exactly; up leads to `UPS[number]`."""
    return ((x, y), (-y, x), (-x, -y), (y, -x))[number]


def turned_box(number: int, x: float, y: float, wide: float, high: float) -> Rect:
    (a, b), (c, d) = quarters(number, x, y), quarters(number, x + wide, y + high)
    return (
        Rect(min(a, c), min(b, d), wide, high)
        if number % 2 == 0
        else (Rect(min(a, c), min(b, d), high, wide))
    )


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("walks", [True, False])
def test_settings_larger_than_the_body_reach_what_is_far(kind: str, walks: bool) -> None:
    """Wherever up is, so that they reach far to each side."""
    r = random.Random(f"{kind} {walks}")
    with at_least(frames=1500, pushed=80, far=30, stood=100 if walks else 0) as seen:
        for scene in range(120):
            q = scene % 4
            boxes = [
                turned_box(q, 8 * r.randint(-25, 25), 8 * r.randint(-25, 12), 8 * wide, 8 * high)
                for wide, high in [(r.randint(1, 8), r.randint(1, 6)) for _ in range(25)]
            ]
            boxes.append(turned_box(q, -300, 100, 600, 20))
            settings = {
                "step": r.choice([0, 20, 60]),
                "snap": r.choice([4, 50]),
                "nudge": r.choice([0, 40]),
                "max_push": r.choice([None, 30, 200]),
            }
            angle = 90 * q
            hero = Sprite(collision=BODIES[kind], angle=angle, center_x=0, center_y=0)
            boxes = [box for box in boxes if not Sprite(collision=box).hits(hero)]
            levels = [Sprite(collision=box) for box in boxes], [Sprite(collision=boxes)]
            presses = [Sprite(collision=Rect(-20, -20, 40, 40)) for _ in levels]
            walkers = [
                CharacterController(copy(hero), up=UPS[q] if walks else None, **settings)
                for _ in levels
            ]
            fall = 0.0
            for frame in range(24):
                key, where = r.choice([-3, 0, 3]), (r.uniform(-12, 12), r.uniform(-12, 12))
                fall = -9.0 if r.random() < 0.1 else min(fall + 1, 6)
                ends = []
                for walker, level, press in zip(walkers, levels, presses, strict=True):
                    press.position = walker.sprite.position + where
                    before = walker.sprite.check(level)
                    slide = walker.move(
                        *quarters(q, key, fall), [*level, *[press] * (frame % 6 == 5)]
                    )
                    assert set(walker.sprite.check(level)) <= set(before)
                    ends.append((*walker.sprite.position, slide.crushed))
                assert math.dist(ends[0][:2], ends[1][:2]) < 1e-6
                assert ends[0][2] is ends[1][2]
                seen.update(frames=1, pushed=bool(slide.pushed), stood=slide.on_floor)
                seen["far"] += slide.travel.length > 16
                if slide.crushed:
                    break  # what it goes on in may be one sprite or several
                fall = 0.0 if slide.on_floor else fall


@pytest.mark.parametrize("nudge", [20, 50, 90])
def test_a_hole_farther_off_than_the_body_is_large_is_found(nudge: float) -> None:
    """It is as wide as the body, and gives way to it exactly."""
    for side in (1, -1):
        hole = nudge - 3
        roof = [block(-300, -40, hole - 8, -30), block(hole + 8, -40, 300, -30)]
        if side < 0:
            roof = [block(8 - hole, -40, 300, -30), block(-300, -40, -8 - hole, -30)]
        hero = CharacterController(
            Sprite(0, -5, collision=Rect(-8, -16, 16, 16)), nudge=nudge, snap=0
        )
        hero.move(0, -12, roof)
        assert hero.sprite.x == side * hole
        assert hero.sprite.y < -5


@pytest.mark.parametrize("high", [20, 45, 80])
@pytest.mark.parametrize("apart", [True, False])
def test_stairs_higher_than_the_body_are_walked_up_and_down(high: float, apart: bool) -> None:
    stairs = [Rect(40 * k, -high * min(k, 6 - k), 40, 1000) for k in range(7)]
    level = [Sprite(collision=stair) for stair in stairs] if apart else Sprite(collision=stairs)
    hero = CharacterController(Sprite(10, 0, collision=Rect(-6, -14, 12, 14)), step=high)
    hero.move(0, 1, level)
    while hero.sprite.x < 260:
        assert hero.move(3, 1, level).on_floor
    assert hero.sprite.y == 0


def test_what_respawns_far_away_makes_nothing_between_near() -> None:
    """A walker remembers what was near, and where: a saved World tells how much that is."""
    tiles = Group(Sprite(16 * k, 0, collision=Rect(0, 0, 16, 16)) for k in range(500))
    coin = Sprite(100, -60, collision=Circle(0, 0, 3))
    hero = CharacterController(Sprite(100, 0, collision=Rect(-8, -28, 16, 28)))
    world, lengths = World(hero.sprite, hero, tiles, coin), []
    for frame in range(40):
        coin.position = (7000, -60) if frame % 2 else (hero.sprite.x + 3, -50)
        assert hero.move(2, 1, [tiles, coin]).on_floor
        assert hero.sprite.position == (102 + 2 * frame, 0)
        lengths.append(len(world.save().to_bytes()))
    assert max(lengths) < min(lengths) + 1000


@pytest.mark.skipif(not ARE_INSIDE, reason="counts need a build in place")
def test_what_turns_within_its_own_box_far_away_is_not_asked() -> None:
    """A walker among hundreds of wheels, of which it touches none, casts as without them."""
    r = random.Random(1)
    floor = Sprite(-100, 8, collision=Rect(0, 0, 200, 2))
    places = [(r.uniform(-60, 60), r.uniform(-60, 60)) for _ in range(500)]
    far = [(x, y) for x, y in places if max(abs(x), abs(y)) > 14]
    wheels = [Sprite(x, y, collision=Rect(-1, -1, 2, 2)) for x, y in far]
    told = []
    for targets in ([floor], [floor, *wheels]):
        walker = CharacterController(Sprite(collision=Rect(-8, -8, 16, 16)))
        walker.move(0, 1, targets)
        casts = 0
        for frame in range(10):
            for wheel in wheels:
                wheel.angle += 3
            before = work()[0]
            walker.move(0.25 if frame % 2 else -0.25, 1, targets)
            casts += work()[0] - before
        told.append((casts, walker.sprite.position))
    assert len(wheels) > 400
    assert told[0] == told[1]


@pytest.mark.skipif(not ARE_INSIDE, reason="counts need a build in place")
def test_a_walker_between_turned_tiles_that_leave_no_room_casts_a_few_times() -> None:
    """It meets another side at once for all its legs, and none is tried again for each of them."""
    corners = [(80, 0), (64, 32)]
    tiles = [Sprite(angle=45, collision=Rect(x, y, 16, 16)) for x, y in corners]
    hero = Sprite(33.94112549695428, 56.568542494923804, angle=45, collision=Rect(0, 0, 16, 16))
    before = work()[0]
    moved = CharacterController(hero).move(4, 1, tiles)
    assert work()[0] - before <= 30
    assert moved.travel.length == pytest.approx(12.5**0.5)
    assert len(moved.hits) == 2
