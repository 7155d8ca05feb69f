"""Walkers where rounding would decide: what is met at the same time, lips, and mirrored worlds."""

import math
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.for_each import for_each
from support.mirrored_plays import FEET, play

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Ellipse,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
)

FLOOR = Rect(-480, 0, 960, 48)


@pytest.mark.parametrize("kind", FEET)
@given(seed=st.integers(0, 2**32))
@examples(6, derandomize=True)  # rarely two corners meet to the last bit
def test_neither_order_nor_mirror_changes_a_play(kind: str, seed: int) -> None:
    play(seed, kind)


def test_two_floors_at_one_height_are_the_same_in_any_order() -> None:
    """Rounding finds each of them at another height, by an ulp."""
    places = set()
    floors = [
        Sprite(0, -64, collision=Rect(0, 0, 64, 48)),
        Sprite(16, -64, collision=Segment(0, 0, 80, 0)),
    ]
    for targets in permutations(floors):
        for x in range(20, 60):
            feet = Ellipse(0, -12, 6, 12, 20)
            walker = CharacterController(Sprite(x + 0.3, -70, collision=feet), snap=8)
            walker.move(0, 9, targets)
            walker.move(3.713814673453603, 0.4, targets)
            places.add((x, walker.sprite.x, walker.sprite.y, floors.index(walker.floor)))
    assert len(places) == 40


@for_each("side", [1, -1])
@for_each("angle", [7.169907342509049, 49.008202112980854, 30.0])
@for_each("snap", [0, 4])
def test_a_corner_in_the_floor_is_no_slope(side: int, angle: float, snap: float) -> None:
    """A tilted beam whose corner just reaches the surface stops nobody, and lifts nobody."""
    floor = Sprite(collision=FLOOR)
    beam = Sprite(side * 64, 0, center_x=0, center_y=0, angle=side * angle)
    beam.collision = Rect(0 if side == 1 else -64, 0, 64, 8)
    tip = Triangle(0, 0, -8, -20, 8, -20)
    walker = CharacterController(Sprite(side * 80, 0, collision=tip), snap=snap)
    walker.move(0, 1, [floor, beam])
    for frame in range(20):
        walker.move(-2.364 * side, 0.4, [floor, beam])
        assert walker.on_floor
        assert walker.sprite.y == pytest.approx(0, abs=1e-6)
        assert side * walker.sprite.x == pytest.approx(80 - 2.364 * (frame + 1), abs=1e-6)


@for_each("side", [1, -1])
@for_each("turned", [300.1660539244904, 35.0, 350.0])
def test_a_crest_between_two_shapes_is_walked_over_at_full_speed(side: int, turned: float) -> None:
    """Also where rounding lets the corner of the slope stand out by an ulp."""
    flat = Sprite(side * 112, -64, collision=Segment(0, 0, side * 32, 0))
    slope = Sprite(side * 144, -64, collision=Segment(0, 0, side * 200, 0), center_x=0, center_y=0)
    slope.angle = 30 * side
    body = Sprite(side * 120, -100, collision=Rect(-8, -14, 16, 28), angle=side * turned)
    walker = CharacterController(body, step=16)
    walker.move(0, 40, [flat, slope])
    x, y = body.x, body.y
    for _ in range(30):
        walker.move(side * 4.318404700707229, 0.4, [flat, slope])
        assert walker.on_floor
    middle = (walker.floor_normal.x, walker.floor_normal.y)
    assert middle == pytest.approx((side * 0.5, -math.sqrt(0.75)))
    # Along the flat, around the crest, and down: the foot has gone 30 times as far as wanted.
    bend = crest(x * side, y, body.x * side, body.y)
    assert bend == pytest.approx(30 * 4.318404700707229, abs=1e-6)


def crest(x: float, y: float, to_x: float, to_y: float) -> float:
    """The length of a path that goes on level at first, and then down by 30 degrees."""
    down = (to_y - y) / math.sin(math.radians(30))
    return to_x - x - down * math.cos(math.radians(30)) + down


BODIES = {
    "box": Rect(-8, -16, 16, 16),
    "round feet": [Rect(-6, -16, 12, 12), Circle(0, -6, 6)],
    "capsule": Capsule(0, -10, 0, -6, 6),
    "chamfered": Polygon(
        [(-8, -2), (-6, 0), (6, 0), (8, -2), (8, -14), (6, -16), (-6, -16), (-8, -14)]
    ),
}


def height_of_jump(body: Any, walls: list[Sprite], dx: float) -> float:
    """Along a wall at the right, as the loop of the guide jumps."""
    player = Sprite(0, 160, collision=body)
    player.x = 160 - player.aabb[2]
    walker = CharacterController(player)
    level = [Sprite(0, 160, collision=Rect(0, 0, 160, 16)), *walls]
    walker.move(dx, 1, level)
    fall, top = -6.0, 160.0
    for frame in range(40):
        if frame and (walker.on_floor or walker.on_ceiling):
            fall = 0.0
        fall += 0.4
        walker.move(dx, fall, level)
        assert not walker.on_ceiling
        top = min(top, player.y)
    return 160 - top


@for_each("body", BODIES.values())
def test_the_seams_of_a_wall_are_no_ceiling(body: Any) -> None:
    one = [Sprite(160, 0, collision=Rect(0, 0, 16, 176))]
    tiles = [Sprite(160, 16 * i, collision=Rect(0, 0, 16, 16)) for i in range(11)]
    shapes = [Sprite(160, 0, collision=[Rect(0, 16 * i, 16, 16) for i in range(11)])]
    free = height_of_jump(body, [], 0)
    for wall in (one, tiles, shapes):
        assert height_of_jump(body, wall, 3) == pytest.approx(free)


@for_each("above", [0, 5e-14, 1e-12, 1e-10, 3e-9, 1e-7])
@for_each("body", ["box", "round feet", "capsule"])
def test_the_seams_of_a_wall_are_no_floor(body: str, above: float) -> None:
    tiles = [Sprite(160, 16 * i, collision=Rect(0, 0, 16, 16)) for i in range(40)]
    player = Sprite(0, 160 - above, collision=BODIES[body])
    player.x = 160 - player.aabb[2]
    walker = CharacterController(player)
    for fall in (0.4, 1, 3, 6, 6):
        y = player.y
        slide = walker.move(2, fall, tiles)
        assert player.y == pytest.approx(y + fall)
        assert not slide.on_floor
        assert all(hit.normal == pytest.approx((-1, 0), abs=1e-6) for hit in slide.hits)


@for_each("above", [0, 1e-14, 1e-12, 1e-10, 1e-9, 1e-8])
@for_each("step", [0, 4])
def test_nobody_hangs_at_the_mouth_of_a_tunnel_as_high_as_it(above: float, step: float) -> None:
    level = [
        Sprite(16, 48, collision=Rect(0, 0, 16, 16)),
        Sprite(16, 80, collision=Rect(0, 0, 16, 64)),
        Sprite(-40, 144, collision=Rect(0, 0, 160, 16)),
    ]
    player = Sprite(8, 80 - above, collision=BODIES["box"])
    walker = CharacterController(player, step=step)
    for frame in range(60):
        walker.move(3, min(8, 0.4 * frame), level)
    assert player.x > 16 or (walker.on_floor and player.y == 144)


@for_each("dx", [0.1, 1, 3, 5.6])
def test_a_jump_past_the_corner_of_a_lintel_is_told_no_ceiling(dx: float) -> None:
    level = [
        Sprite(-100, 64, collision=Rect(0, 0, 300, 16)),
        Sprite(48, 0, collision=Rect(0, 0, 16, 48)),
    ]
    walker = CharacterController(Sprite(40, 64, collision=BODIES["box"]))
    walker.move(0, 1, level)
    slide = walker.move(dx, -5.6, level)
    assert slide.travel == pytest.approx((0, -5.6))
    assert slide.on_wall
    assert not slide.on_ceiling


@for_each("side", [1, -1])
def test_who_presses_toward_the_edge_that_it_is_nudged_past_rises(side: int) -> None:
    tile = Sprite(side * 296, 176, collision=Rect(-8, 0, 16, 16))
    player = Sprite(side * 279.194, 209.2, collision=BODIES["box"])
    walker = CharacterController(player, step=4, nudge=4)
    fall, y = -2.8, 209.2
    for _ in range(5):
        fall += 0.4
        walker.move(side * 3, fall, tile)
        y += fall
        assert player.y == pytest.approx(y)
        assert not walker.on_ceiling
    assert side * player.x == pytest.approx(280)


@for_each("presses", range(4, 12))
@for_each("gap", [3, 6, 9])
def test_who_stands_at_a_corner_keeps_every_bit_while_something_moves_near_it(
    presses: int, gap: float
) -> None:
    floor = Sprite(0.5, 0, collision=Rect(0, 0, 60, 10))
    beam = Sprite(-19.5, -33, collision=Rect(0, 0, 20, 5))
    passing = Sprite(35.5, -80, collision=Rect(0, 0, 20, 20))
    player = Sprite(6.5 + gap, 0, collision=Capsule(0, -27, 0, -6, 6))
    walker = CharacterController(player, step=4)
    walker.move(0, 0.5, [floor, beam])
    for press in range(presses + 1):
        passing.y += 1
        place = player.x, player.y
        walker.move(-3 if press < presses else 0, 0.5, [floor, beam, passing])
    assert (player.x, player.y) == place
