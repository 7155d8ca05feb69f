"""Laws that the motion of today does not keep: not collected until they hold.

Give the file a name that begins with `test_` when they do.
"""

import math
import random
from collections import Counter

import pytest
from support.counting import at_least
from support.levels import BLUNT, UP, Level, View, block, body, ordinary, plank, turned, walker
from support.plays import play, wrong_of

from spritecol import Capsule, CharacterController, Circle, Polygon, Rect, Sprite


@pytest.mark.parametrize("kind", BLUNT)
def test_a_speed_that_fades_is_played_as_any_other(kind: str) -> None:
    found: Counter[str] = Counter()
    for seed in range(14):
        found.update(play(f"fades {seed}", kind, 150, fades=True))
    assert wrong_of(found) == []


@pytest.mark.parametrize("kind", BLUNT)
def test_from_above_it_ends_where_a_slide_would_to_the_last_bit(kind: str) -> None:
    """Angles by cos and sin, speeds that fade, walls of tiles."""
    r = random.Random(kind)
    with at_least(stopped=100, frames=1000) as seen:
        while seen["stopped"] < 120 or seen["frames"] < 1200:
            shape, size = body(r, kind)
            level = ordinary(r, True, size, 0.0)
            parts = [part for part in level.parts if not part.moves]
            still = View(Level(parts, level.start)).sprites
            c, like = (Sprite(*level.start, collision=shape) for _ in "ab")
            if c.hits(still):
                continue
            hero, speed, angle = CharacterController(c, up=None), 3.0, 0.0
            for frame in range(150):
                if frame % 12 == 0:
                    angle = r.choice([0, 90, 180, 270, r.uniform(0, 360)])
                speed = 3.0 if frame % 40 < 20 else 0.8 * speed
                a = math.radians(angle)
                way = speed * math.cos(a), speed * math.sin(a)
                slide = hero.move(*way, still)
                like.move_and_slide(*way, still)
                assert (c.x, c.y) == (like.x, like.y)
                seen["frames"] += 1
                seen["stopped"] += slide.on_wall


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


@pytest.mark.parametrize("width", [91, 100, 120, 150, 178])
@pytest.mark.parametrize("up", [UP, None])
def test_pressing_into_a_corner_comes_to_rest(width: float, up: object) -> None:
    r = random.Random(width)
    turns = [0, 90, 180, 270, r.uniform(0, 360)]
    if up:  # who is pushed down a steep side slides on, and who is pushed along a floor walks
        turns = [0, 90, 180, r.uniform(0, 180)]
    for turn in turns:
        corners = [turned(turn + sign * width / 2, 400, 0) for sign in (-1, 1)]
        back = [turned(turn + sign * 179, 400, 0) for sign in (1, -1)]
        room = Sprite(collision=Polygon([(0, 0), corners[1], *back, corners[0]]))
        start = turned(turn, 90, 3)
        c = CharacterController(Sprite(*start, collision=Circle(0, 0, 10)), up=up)
        if c.sprite.hits(room):
            continue
        for frame in range(300):
            before = c.sprite.x, c.sprite.y
            c.move(*turned(turn, -4, 0), room)
            assert frame < 100 or math.dist(before, (c.sprite.x, c.sprite.y)) < 1e-9


@pytest.mark.parametrize("thick", [3, 4, 8, 10, 40])
@pytest.mark.parametrize("speed", [1, 3, 6, 10, 13])
@pytest.mark.parametrize("turn", [0, 90, 270])
def test_a_way_out_does_not_cross_what_it_leads_out_of(
    thick: float, speed: float, turn: int
) -> None:
    """What closes on a walker at its floor or at a wall crushes it, however thin it is."""
    post, coming = (Sprite(collision=Rect(-60, -60, 120, 60)) for _ in "ab")
    coming.collision = Rect(-60, 0, 120, thick)
    hero = CharacterController(Sprite(0, 0, collision=Rect(-14, -14, 28, 28)))
    hero.sprite.x, hero.sprite.y = 0, 0
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
            out = min(right + 8, 8 - left)
            assert c.sprite.y == 0
            assert slide.crushed is (room < 32 and out > 32)
            seen["crushed" if slide.crushed else "fits"] += 1
