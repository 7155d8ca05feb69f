"""Kinds of scenes in which walkers and slides once went wrong, each played with other numbers."""

import math
import random
from typing import Any

import pytest
from scenes.levels import UP, turned
from support.counting import at_least
from support.levels import BLUNT, BODIES, KINDS, block, plank, walker

from spritecol import Capsule, CharacterController, Circle, Polygon, Rect, Sprite, Triangle


@pytest.mark.parametrize("kind", [*BLUNT, "barrel", "two legs"])
@pytest.mark.parametrize("limit", [30, 40, 45])
@pytest.mark.parametrize("over", [0.1, 0.5, 1, 3, 6, 20])
@pytest.mark.parametrize("side", [1, -1])
def test_pressing_against_what_is_too_steep_comes_to_rest(
    kind: str, limit: float, over: float, side: int
) -> None:
    """On the floor before it, and never higher."""
    rise = 300 * math.tan(math.radians(limit + over))
    hill = Sprite(collision=Polygon([(0, 0), (side * 300, -rise), (side * 300, 40), (0, 40)]))
    level = [block(-300, 0, 300, 40), hill]
    c = walker(kind, -side * 60, -1, max_floor_angle=limit)
    for frame in range(300):
        before = c.sprite.x, c.sprite.y
        c.move(side * 3, min(0.5 * frame, 4), level)
        assert c.sprite.y > -1e-6 or frame < 9
        rests = math.dist(before, (c.sprite.x, c.sprite.y)) < 1e-9
        assert frame < 100 or (rests and c.on_floor)


@pytest.mark.parametrize("width", [91, 100, 120, 150, 178, 179])
@pytest.mark.parametrize("up", [UP, None])
def test_pressing_into_a_corner_comes_to_rest(width: float, up: object) -> None:
    r = random.Random(width)
    turns = [0, 90, 180, 270, r.uniform(0, 360)]
    if up:  # who is pushed down a steep side slides on, and who is pushed along a floor walks
        turns = [0, 90, 180, r.uniform(0, 180)]
    with at_least(corners=3) as seen:
        for turn in turns:
            corners = [turned(turn + sign * width / 2, 400, 0) for sign in (-1, 1)]
            back = [turned(turn + sign * 179, 400, 0) for sign in (1, -1)]
            room = Sprite(collision=Polygon([(0, 0), corners[1], *back, corners[0]]))
            start = turned(turn, 90, 3)
            c = CharacterController(Sprite(*start, collision=Circle(0, 0, 10)), up=up)
            if c.sprite.hits(room):
                continue
            seen["corners"] += 1
            for frame in range(300):
                before = c.sprite.x, c.sprite.y
                c.move(*turned(turn, -4, 0), room)
                assert frame < 200 or math.dist(before, (c.sprite.x, c.sprite.y)) < 1e-9


@pytest.mark.parametrize("thick", [2, 3, 4, 8, 10, 40])
@pytest.mark.parametrize("speed", [1, 3, 6, 10, 13])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_way_out_does_not_cross_what_it_leads_out_of(
    thick: float, speed: float, turn: int
) -> None:
    """What closes on a walker at its floor or at a wall crushes it, however thin it is."""
    post, coming = (Sprite(collision=Rect(-60, -60, 120, 60)) for _ in "ab")
    coming.collision = Rect(-60, 0, 120, thick)
    hero = CharacterController(Sprite(0, 0, collision=Rect(-14, -14, 28, 28)), snap=0)
    for part, x, y in ((post, 0, -14), (coming, 0, 40)):
        part.angle = turn
        part.x, part.y = turned(turn, x, y)
    crushed, far = False, 40.0
    while far - speed > 1:  # its middle is at 0
        far -= speed
        coming.x, coming.y = turned(turn, 0, far)
        crushed |= hero.move(0, 0, [post, coming]).crushed
        assert (hero.sprite.x, hero.sprite.y) == (0, 0)
        assert crushed is (far < 14)


@pytest.mark.parametrize("kind", ["box", "capsule"])
def test_a_body_that_has_grown_into_something_is_crushed_or_led_out_and_thrown_nowhere(
    kind: str,
) -> None:
    r, small = random.Random(kind), Rect(-8, -16, 16, 16)
    large = Rect(-8, -32, 16, 32) if kind == "box" else Capsule(0, -24, 0, -8, 8)
    with at_least(crushed=20, fits=20) as seen:
        for _ in range(100):
            room, thick = r.randint(17, 40), r.choice([4, 16, 60])
            bricks = block(r.randint(-60, -9), -room - thick, r.randint(9, 60), -room)
            level = [block(-300, 0, 300, 50), bricks, plank(-40, 0, 40)]
            c = CharacterController(Sprite(0, 0, collision=small))
            assert not c.move(0, 0.4, level).crushed
            c.sprite.collision = large
            slide = c.move(0, 0.4, level)
            left, _, right, _ = bricks.aabb
            is_round = kind == "capsule" and room > 24  # so high its head begins
            half = math.sqrt(max(0, 8**2 - (room - 24) ** 2)) if is_round else 8
            out = min(right, -left) + half
            assert c.sprite.y == 0
            assert slide.crushed is (room < 32 and out > 16)  # by so much it has grown
            seen["crushed" if slide.crushed else "fits"] += 1


SOLID = [kind for kind in BODIES if kind not in ("point", "line", "pole", "flat")]


def tiles_at(x: float, y: float, count: int, size: float, turn: float = 0) -> list[Sprite]:
    """A column of tiles from a place on, to the right of it and downward; then turned."""
    return [
        Sprite(*turned(turn, x, y + k * size), collision=Rect(0, 0, size, size), angle=turn)
        for k in range(count)
    ]


@pytest.mark.parametrize("kind", SOLID)
@pytest.mark.parametrize("up", [UP, None])
def test_along_a_wall_each_frame_is_as_fast_while_the_speed_into_it_fades(
    kind: str, up: Any
) -> None:
    """By any factor, from either side, up and down; a wall of tiles, and one of one piece."""
    r = random.Random(f"{kind} {up}")
    with at_least(pressing=1500) as seen:
        for fade in (0.5, 0.8, 0.9, 0.99, r.uniform(0.3, 1)):
            for side in (1, -1):
                size = r.choice([16, 16.1, 900])
                wall = tiles_at(0 if side < 0 else -size, -900, math.ceil(1800 / size), size)
                sprite = Sprite(side * 40, r.randint(-200, 200), collision=BODIES[kind])
                c, speed = CharacterController(sprite, up=up), 6.0
                for _ in range(30):
                    c.move(-side * 3, 0 if up is None else 1e-3, wall)
                for frame in range(160):
                    along = 5 if up or frame % 80 < 40 else -5
                    speed *= fade
                    y = sprite.y
                    c.move(-side * speed, along, wall)
                    assert sprite.y - y == pytest.approx(along, abs=1e-6)
                    seen["pressing"] += 1


@pytest.mark.parametrize("kind", ["box", "circle", "capsule", "diamond", "barrel"])
def test_from_above_a_slanted_wall_takes_only_its_part(kind: str) -> None:
    r = random.Random(kind)
    with at_least(pressing=2000) as seen:
        for _ in range(20):
            turn, fade = r.uniform(0, 360), r.choice([0.5, 0.8, 0.95])
            wall = Sprite(collision=Rect(0, -2000, 50, 4000), angle=turn)
            wall.center_x = wall.center_y = 0
            sprite = Sprite(*turned(turn, -60, 0), collision=BODIES[kind])
            c, speed = CharacterController(sprite, up=None), 6.0
            for _ in range(30):
                c.move(*turned(turn, 4, 0), wall)
            for frame in range(120):
                speed = max(speed * fade, 1e-18)
                along = 5 if frame % 80 < 40 else -5
                x, y = turned(-turn, sprite.x, sprite.y)
                c.move(*turned(turn, speed, along), wall)
                now = turned(-turn, sprite.x, sprite.y)
                assert (now[0] - x, now[1] - y) == pytest.approx((0, along), abs=1e-6)
                seen["pressing"] += 1


@pytest.mark.parametrize("kind", ["box", "circle"])
@pytest.mark.parametrize("size", [16.0, 0.5, 7.5])
def test_a_corridor_exactly_as_wide_is_passed_by_cos_and_sin(kind: str, size: float) -> None:
    """At any speed, as a slide and as a walker, wherever the map lies in halves."""
    r = random.Random(f"{kind} {size}")
    with at_least(frames=1400) as seen:
        for quarter in (0, 1, 2, 3):
            for _ in range(3):
                x = round(2 * r.uniform(-1, 1) * r.choice([0, 1e2, 1e4])) / 2 * size
                y = round(2 * r.uniform(-1, 1) * r.choice([0, 1e2, 1e4])) / 2 * size
                level = []
                for k in range(-70, 70):
                    for j in (-1, 1):
                        i, m = (k, j) if quarter % 2 == 0 else (j, k)
                        level.append(
                            Sprite(
                                x + i * size,
                                y + m * size,
                                collision=Rect(-size / 2, -size / 2, size, size),
                            )
                        )
                shape = {
                    "box": Rect(-size / 2, -size / 2, size, size),
                    "circle": Circle(0, 0, size / 2),
                }[kind]
                one, other = (Sprite(x, y, collision=shape) for _ in "ab")
                c = CharacterController(one, up=None)
                speed = r.choice([0.01, 0.1, 0.3, 0.9, r.uniform(0, 1)]) * size
                angle = math.radians(90 * quarter)
                for frame in range(1, 61):
                    way = speed * math.cos(angle), speed * math.sin(angle)
                    c.move(*way, level)
                    other.move_and_slide(*way, level)
                    gone = turned(-90 * quarter, one.x - x, one.y - y)
                    assert gone == pytest.approx((speed * frame, 0), abs=1e-6 * size)
                    assert (one.x, one.y) == (other.x, other.y)
                    seen["frames"] += 2


def test_what_is_too_short_to_change_a_coordinate_meets_no_seam() -> None:
    """A sweep along a wall of tiles, with a way into it that is lost in rounding."""
    r = random.Random(8)
    with at_least(ways=800) as seen:
        for _ in range(100):
            size, side = r.choice([16, 8, 10]), r.choice([1, -1])
            x, y = r.randint(-3000, 3000), r.randint(-3000, 3000)
            level = tiles_at(x, y, 12, size) + tiles_at(x + size + 16, y, 12, size)
            box = Sprite(x + size, y + 5 * size, collision=Rect(0, 0, 16, 16))
            for _ in range(10):
                tiny, way = side * 10 ** r.uniform(-300, -14), r.choice([3, -3, 7.5, 40, -40])
                if box.x + tiny != box.x:
                    continue
                assert box.sweep(tiny, way, level) is None
                assert box.sweep_all(tiny, way, level) == []
                seen["ways"] += 1


@pytest.mark.parametrize("kind", ["box", "circle", "capsule", "barrel"])
@pytest.mark.parametrize("limit", [30, 45])
def test_in_flight_no_height_is_gained_on_what_is_too_steep(kind: str, limit: float) -> None:
    r = random.Random(f"{kind} {limit}")
    with at_least(falling=2000, touching=1500) as seen:
        for _ in range(20):
            side, over = r.choice([1, -1]), r.choice([0.1, 0.5, 1, 5, 10])
            rise = 3000 * math.tan(math.radians(limit + over))
            hill = Polygon([(0, 0), (side * 3000, -rise), (side * 3000, 3000), (0, 3000)])
            c = walker(kind, side * r.uniform(20, 90), -r.uniform(150, 250), max_floor_angle=limit)
            if c.sprite.hits(Sprite(collision=hill)):
                continue
            fall, g, most = 0.0, r.choice([0.25, 0.4, 1]), r.choice([4, 12])
            for _ in range(240):
                fall = min(fall + g, most)
                y = c.sprite.y
                slide = c.move(side * 6, fall, Sprite(collision=hill))
                assert c.sprite.y >= y - 1e-9
                seen["falling"] += 1
                seen["touching"] += slide.on_wall


@pytest.mark.parametrize("kind", SOLID)
@pytest.mark.parametrize("up", [UP, None])
def test_a_ledge_of_some_ulps_stops_nobody(kind: str, up: Any) -> None:
    r = random.Random(f"{kind} {up}")
    with at_least(ledges=50) as seen:
        for _ in range(8):
            far = r.choice([0, 0, 100, 1e4])
            y, side = round(far * r.uniform(-1, 1)), r.choice([1, -1])
            level = []
            for k in range(-2, 12):
                ulps = r.choice([0, 0, 1, -1, 2])
                top = y + ulps * (math.ulp(y) if y else 1e-16)
                level.append(Sprite(16 * k, top, collision=Rect(0, 0, 16, 16)))
                seen["ledges"] += ulps != 0
            sprite = Sprite(80 - side * 60, y - 1, collision=BODIES[kind])
            c = CharacterController(sprite, up=up)
            for _ in range(4):
                c.move(0, 1, level)
            x = sprite.x
            for _ in range(40):
                c.move(3 * side, 0.5 if up else 0, level)
            assert sprite.x - x == pytest.approx(120 * side, abs=1e-6)


def test_a_floor_is_told_with_its_own_normal() -> None:
    r = random.Random(3)
    with at_least(floors=400, several=60) as seen:
        for _ in range(900):
            ground = [
                Sprite(
                    r.uniform(-60, 60),
                    r.uniform(0, 60),
                    collision=r.choice([Circle(0, 0, 25), Triangle(-40, 20, 0, -20, 40, 20)]),
                    angle=r.choice([0, r.uniform(-40, 40)]),
                )
                for _ in range(6)
            ]
            sprite = Sprite(0, -120, collision=r.choice([Circle(0, 0, 8), Rect(-8, -8, 16, 16)]))
            slide = sprite.move_and_slide(r.uniform(-50, 50), r.uniform(60, 160), ground, up=UP)
            if slide.floor is None:
                continue
            assert slide.floor_normal in [
                hit.normal for hit in slide.hits if hit.other is slide.floor
            ]
            seen["floors"] += 1
            seen["several"] += len({id(hit.other) for hit in slide.hits}) > 1


def test_in_a_turned_tunnel_exactly_as_high_a_slide_ends_soon() -> None:
    """Where it may stop: no place there is exactly free. But it meets few things."""
    r = random.Random(6)
    with at_least(far=30) as seen:
        for _ in range(120):
            turn, height = r.uniform(0, 360), r.choice([8, 16, 12.5])
            plates = [
                Sprite(*turned(turn, -100 + 40 * k, y), collision=Rect(0, 0, 40, 20), angle=turn)
                for k in range(8)
                for y in (-20, height)
            ]
            shape = r.choice(
                [
                    Circle(0, 0, height / 2),
                    Triangle(-5, -height / 2, 8, -height / 2, 0, height / 2),
                    Rect(-6, -height / 2, 12, height),
                ]
            )
            sprite = Sprite(*turned(turn, 0, height / 2), collision=shape, angle=turn)
            start, inside = (sprite.x, sprite.y), sprite.check(plates)
            slide = sprite.move_and_slide(*turned(turn, 40, r.choice([0, 1, -1])), plates)
            assert len(slide.hits) <= 8
            assert set(map(id, sprite.check(plates))) <= set(map(id, inside))
            seen["far"] += math.dist(start, (sprite.x, sprite.y)) > 39


# --- bodies that change --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_press_of_any_thickness_crushes_at_any_speed_and_is_told_while_it_lasts(
    kind: str,
) -> None:
    """From above on a floor, at any speed up to half of the body; and it lets go again."""
    r = random.Random(kind)
    with at_least(crushed=150, let_go=40) as seen:
        for _ in range(50):
            c = walker(kind, r.uniform(-5, 5), 0)
            high = c.sprite.y - c.sprite.aabb[1]
            thick, speed = r.uniform(2, 40), r.uniform(0.3, high / 2)
            x = r.uniform(-60, -30)
            floor = block(-300, 0, 300, r.choice([4, 50]))
            press = block(x, -high - 30 - thick, x + 120, -high - 30)
            c.move(0, 1, [floor, press])
            place, down = c.sprite.x, True
            for _ in range(round(80 / speed)):
                bottom = press.aabb[3] + (speed if down else -speed)
                if bottom > -high / 2 - 1:
                    down, bottom = False, press.aabb[3] - speed
                press.y = bottom - thick
                slide = c.move(0, 1, [floor, press])
                assert (c.sprite.x, c.sprite.y) == (place, pytest.approx(0, abs=1e-6))
                assert slide.crushed is c.sprite.hits(press) is (bottom > -high + 1e-6)
                assert slide.crushed_by is (press if slide.crushed else None)
                assert not c.sprite.hits(floor)
                seen["crushed"] += slide.crushed
            seen["let_go"] += not slide.crushed
