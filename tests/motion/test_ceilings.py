"""What holds a walker from above is a ceiling, as what holds it from below is a floor."""

import math
import random
from typing import Any

import pytest
from support.counting import at_least

from spritecol import Capsule, CharacterController, Circle, Polygon, Rect, Sprite

BODIES: dict[str, Any] = {
    "box": Rect(-8, -16, 16, 32),
    "circle": Circle(0, 0, 10),
    "capsule": Capsule(0, -8, 0, 8, 8),
    "diamond": Polygon([(0, -12), (9, 0), (0, 12), (-9, 0)]),
}
LEVEL = math.cos(math.radians(45)) - 1e-9


def gap(side: int) -> list[Sprite]:
    """Two boxes with a gap of 16 pixels, above the origin, or below it."""
    top = -10 if side < 0 else 0
    return [Sprite(x, 20 * side, collision=Rect(0, top, 32, 10)) for x in (-40, 8)]


@pytest.mark.parametrize("side", [-1, 1])
def test_a_ball_is_held_in_a_gap_that_is_too_narrow(side: int) -> None:
    walker = CharacterController(Sprite(0, -30 * side, collision=BODIES["circle"]))
    for _ in range(3):
        slide = walker.move(0, 60 * side, gap(side))
        assert walker.sprite.position == pytest.approx((0, 14 * side))
        assert (walker.on_ceiling, walker.on_floor) == (side < 0, side > 0)
        assert (slide.on_ceiling, slide.on_floor) == (side < 0, side > 0)
    walker.move(0, -2 * side, gap(side))
    assert not walker.on_ceiling


def teeth(r: random.Random, side: int) -> list[Sprite]:
    """Boxes and spikes side by side, with gaps, above the origin, or below it."""
    level, x = [], -60.0
    while x < 60:
        wide, high = r.choice([8, 16, 24]), r.choice([0, 4, 8])
        shape: Any = Rect(x, side * (40 + high) - (20 if side < 0 else 0), wide, 20)
        if r.random() < 0.5:
            end = side * (40 + high)
            shape = Polygon(
                [(x, end + 30 * side), (x + wide / 2, end), (x + wide, end + 30 * side)]
            )
        level.append(Sprite(collision=shape))
        x += wide + r.choice([0, 0, 4, 8, 12, 14])
    return level


def is_held(walker: CharacterController, level: list[Sprite], side: int) -> bool:
    """Whether a body of the walker's shape cannot go on, not even aside."""
    twin = Sprite(*walker.sprite.position, collision=walker.sprite.collision)
    return twin.move_and_slide(0, side, level).travel.length < 1e-6


def test_ceilings_are_floors_upside_down_frame_by_frame() -> None:
    """Wherever neither meets a level side, one rises as the other falls, to the same places."""
    r = random.Random(118)
    with at_least(held=100, free=900, rose=900, level=50) as seen:
        for play in range(400):
            levels = {side: teeth(random.Random(play), side) for side in (-1, 1)}
            shape, x = r.choice(list(BODIES.values())), r.choice([0.0, r.uniform(-40, 40), 4.0])
            walkers = {
                side: CharacterController(Sprite(x, 0, collision=shape), snap=0) for side in levels
            }
            speed, across, alike = 1.0, r.choice([0, 0, 0, 1, -2]), True
            for _ in range(30):
                speed += 0.5
                for side, walker in walkers.items():
                    slide = walker.move(across, side * speed, levels[side])
                    stopped = slide.remainder.y * side > 1e-6
                    normals = [hit.normal.y * -side for hit in slide.hits]
                    is_level = any(normal >= LEVEL for normal in normals)
                    told = walker.on_ceiling if side < 0 else walker.on_floor
                    # Where a slide happens to end, it has not met what holds it.
                    met = len(normals) > 1 or slide.travel.length < 1e-9
                    held = stopped and met and is_held(walker, levels[side], side)
                    if held:
                        assert told
                    elif not is_level and side < 0:
                        assert not told
                    seen["held"] += held and not is_level
                    seen["free"] += not stopped
                    seen["level"] += is_level
                    alike &= not is_level
                here, there = (walkers[side].sprite.position for side in walkers)
                if not alike or walkers[1].on_floor:
                    break
                assert (here.x, -here.y) == pytest.approx((there.x, there.y), abs=1e-9)
                seen["rose"] += 1


@pytest.mark.parametrize("up", [(0, -1), (1, 0), (0, 1), (-1, 0)])
def test_a_jump_aslant_at_an_overhang_is_not_at_a_ceiling(up: tuple[int, int]) -> None:
    """It leads straight against a side along which a jump would rise."""
    angle = math.degrees(math.atan2(up[0], -up[1]))
    wall = Sprite(collision=Polygon([(20, -99), (10, 99), (60, 99), (60, -99)]), angle=angle)
    wall.center_x = wall.center_y = 0
    hero = CharacterController(Sprite(collision=BODIES["circle"]), up=up)
    nx, ny = 198 / math.hypot(198, 10), -10 / math.hypot(198, 10)
    right, down = (-up[1], up[0]), (-up[0], -up[1])
    way = [30 * nx * a + 30 * ny * b for a, b in zip(right, down, strict=True)]
    for _ in range(3):
        hero.move(*way, wall)
        assert hero.on_wall
        assert not hero.on_ceiling


@pytest.mark.parametrize("side", [-1, 1])
def test_a_jump_that_ends_at_a_gap_exactly_as_high_goes_in_or_falls(side: int) -> None:
    """Where rounding makes the gap lower by a bit, it does not hang at the corner of the wall."""
    r = random.Random(5)
    with at_least(enters=50, falls=15) as seen:
        for _ in range(100):
            x, y = (r.randint(-150, 150) / r.choice([1, 10]) for _ in "xy")
            wide, high = r.choice([8, 11.5, 16]), r.choice([16, 28])
            level = [
                Sprite(x, y, collision=Rect(-256, 0, 256, 64)),
                Sprite(x, y + 16, collision=Rect(0, 0, 64, 48)),
                Sprite(x, y - high, collision=Rect(0, -16, 64, 16)),
                Sprite(x, y - high, collision=Rect(-256, -16, 256, 16)),
            ]
            hero = Sprite(x + wide / 2, y + 16, collision=Rect(-wide / 2, -high, wide, high))
            for one in (hero, *level):
                one.center_x, one.scale_x = 0, side
                one.x *= side
            walker = CharacterController(hero)
            walker.move(0, 1, level)
            run, fall = side * -r.choice([0.5, 2, 6]), -r.choice([4, 6, 9])
            for _ in range(20):
                walker.move(run, fall, level)
                fall = 0 if walker.on_floor or walker.on_ceiling else fall
                fall += 0.5
                lower = Sprite(hero.x, hero.y + 1e-6, collision=hero.collision, scale_x=side)
                assert not walker.on_floor or lower.hits(level)
            enters = side * hero.x - wide / 2 < x - 1e-6
            assert walker.on_floor
            assert hero.y == pytest.approx(y if enters else y + 16)
            seen["enters" if enters else "falls"] += 1
