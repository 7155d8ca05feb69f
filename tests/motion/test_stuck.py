"""A body that is in something standing: whole walls, tiles and polygons hold it alike."""

import math
import random
from typing import Any

import pytest
from support import stuck
from support.counting import at_least
from support.plays import wrong_of

from spritecol import Capsule, CharacterController, Circle, Polygon, Rect, Sprite

BODIES = {
    "box": Rect(-6, -28, 12, 28),
    "capsule": Capsule(0, -22, 0, -6, 6),
    "circle": Circle(0, -14, 14),
}
FORMS = "whole", "tiles", "one sprite", "polygon"


def wall(form: str, left: int, top: int, wide: int, high: int) -> list[Sprite]:
    """A wall, whole or of tiles of 16 pixels."""
    if form == "whole":
        return [Sprite(collision=Rect(left, top, wide, high))]
    if form == "polygon":
        right, bottom = left + wide, top + high
        notch = [(left, bottom), (left, top), (right, top), (right, bottom), (left + 30, bottom)]
        return [Sprite(collision=Polygon([*notch, (left + 20, bottom - high // 2)]))]
    tiles = [
        Rect(x, y, 16, 16) for x in range(left, left + wide, 16) for y in range(top, top + high, 16)
    ]
    return (
        [Sprite(collision=tiles)] if form == "one sprite" else [Sprite(collision=t) for t in tiles]
    )


@pytest.mark.parametrize("event", stuck.EVENTS)
def test_whoever_is_in_something_goes_on_alike_in_all_forms_of_it(event: str) -> None:
    """Walls and machines whole or cut, a cut body, other scales, something nearby."""
    with at_least(frames=350, **{"compared while stuck": 350}) as seen:
        for seed in range(11):
            found = stuck.play(seed, event)
            assert wrong_of(found) == []
            seen.update(found)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", ["box", "capsule"])
def test_whoever_stands_up_below_a_low_roof_jumps_into_it_nowhere(kind: str, form: str) -> None:
    for off in range(16):
        hero = Sprite(off, 0, collision=Rect(-6, -16, 12, 16))
        c = CharacterController(hero)
        floor = Sprite(collision=Rect(-200, 0, 400, 20))
        level = [floor, *wall(form, -192, -52, 384, 32)]
        c.move(0, 1, level)
        hero.collision = BODIES[kind]
        fall = -8.0
        for _ in range(40):
            assert c.move(0, fall, level).crushed
            assert (hero.x, hero.y) == (off, 0)
            fall = 0.5 if c.on_floor else fall + 0.5


@pytest.mark.parametrize("form", FORMS[:3])
@pytest.mark.parametrize("kind", BODIES)
def test_whoever_is_crushed_by_a_press_walks_out_from_under_it(kind: str, form: str) -> None:
    """It keeps its height on the floor, and its speed."""
    r = random.Random(kind)
    with at_least(crushed=50) as seen:
        for _ in range(20):
            wide, side = r.choice([48, 96]), r.choice([-1, 1])
            left, depth, speed = -r.randint(8, 40), r.choice([1, 2, 4, 8]), r.choice([0.5, 1, 2])
            press = wall(form, left, -60, wide, 32)
            level = [Sprite(collision=Rect(-200, 0, 400, 20)), *press]
            c = CharacterController(Sprite(collision=BODIES[kind]), max_push=0)
            c.move(0, 1, level)
            for _ in range(int(max(1, depth / speed))):
                for piece in press:
                    piece.y += speed
                seen["crushed"] += c.move(0, 1, level).crushed
            for frame in range(1, 81):
                slide = c.move(2 * side, 1, level)
                assert (c.sprite.x, c.sprite.y) == (2 * side * frame, 0)
            assert not slide.crushed


def test_whoever_grows_in_a_cave_of_one_polygon_stays_on_its_floor() -> None:
    corners = [(-200, 0), (-200, 20), (220, 20), (220, -72), (-200, -72), (-200, -20)]
    cave = Sprite(collision=Polygon([*corners, (200, -20), (200, 0)]))
    hero = Sprite(0, 0, collision=Rect(-6, -16, 12, 16))
    c = CharacterController(hero)
    c.move(0, 1, cave)
    hero.collision = BODIES["box"]
    for frame in range(1, 31):
        slide = c.move(2, -3 if frame % 3 else 1, cave)
        assert (hero.x, hero.y, slide.crushed) == (2 * frame, 0, True)


@pytest.mark.parametrize("form", FORMS[:3])
def test_whoever_stands_within_a_door_does_not_sink_into_the_floor(form: str) -> None:
    floor = wall(form, -64, 0, 128, 32)
    for door in (Rect(0, -64, 16, 64), [Rect(0, y, 16, 16) for y in range(-64, 0, 16)]):
        hero = Sprite(-8, 0, collision=Rect(-8, -28, 16, 28))
        c = CharacterController(hero, max_push=0)
        level = [*floor, Sprite(collision=door)]
        c.move(0, 1, level)
        for _ in range(8):  # until it is wholly in it
            hero.x += 2
            slide = c.move(0, 1, level)
            assert (hero.y, slide.crushed) == (0, True)


@pytest.mark.parametrize("form", FORMS[1:3])
def test_seen_from_above_a_slide_leaves_tiles_as_it_leaves_a_whole_wall(form: str) -> None:
    r = random.Random(form)
    with at_least(inside=60) as seen:
        for _ in range(120):
            shape: Any = r.choice([Rect(-6, -6, 12, 12), Circle(0, 0, 6)])
            at = r.uniform(-60, 60), r.choice([-4, 4]) + r.choice([-32, 32])
            way = r.uniform(-9, 9), r.uniform(-9, 9)
            heroes = [Sprite(*at, collision=shape) for _ in range(2)]
            levels = wall("whole", -64, -32, 128, 64), wall(form, -64, -32, 128, 64)
            for hero, level in zip(heroes, levels, strict=True):
                hero.move_and_slide(*way, level)
            assert math.dist(*(tuple(hero.position) for hero in heroes)) < 1e-6
            seen["inside"] += Sprite(*at, collision=shape).hits(levels[0])
