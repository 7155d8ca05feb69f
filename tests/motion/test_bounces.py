"""A frame of a ball: judged by the room unfolded, in which a ball flies straight on."""

import copy
import math
import pickle
import random
from typing import Any

import pytest

from spritecol import Bounces, Capsule, Circle, Group, Rect, Sprite, Vec2

WIDTH, HEIGHT, THICK = 200, 120, 20
BODIES = {
    "circle": Circle(0, 0, 8),
    "box": Rect(-8, -8, 16, 16),
    "capsule": Capsule(-3, 0, 3, 0, 5),
}
REACH = {"circle": (8, 8), "box": (8, 8), "capsule": (8, 5)}


def room(tiled: bool) -> list[Sprite]:
    """Four walls round (0, 0) to (WIDTH, HEIGHT), of one Rect each, or of tiles."""
    walls = [
        (-THICK, -THICK, WIDTH + 2 * THICK, THICK),
        (-THICK, HEIGHT, WIDTH + 2 * THICK, THICK),
        (-THICK, 0, THICK, HEIGHT),
        (WIDTH, 0, THICK, HEIGHT),
    ]
    if not tiled:
        return [Sprite(x, y, collision=Rect(0, 0, w, h)) for x, y, w, h in walls]
    side = Rect(0, 0, THICK, THICK)
    return [
        Sprite(x + THICK * i, y + THICK * j, collision=side)
        for x, y, w, h in walls
        for i in range(w // THICK)
        for j in range(h // THICK)
    ]


def folded(at: float, low: float, high: float) -> tuple[float, int]:
    """Where a ball is that flew straight to `at` between two mirrors, and how often it bounced."""
    times, rest = divmod(at - low, high - low)
    return (low + rest if times % 2 == 0 else high - rest), abs(int(times))


@pytest.mark.parametrize("tiled", [False, True])
@pytest.mark.parametrize("name", BODIES)
def test_in_a_room_it_is_where_the_unfolded_way_ends(name: str, tiled: bool) -> None:
    chance = random.Random(f"{name} {tiled}")
    walls, (across, down) = room(tiled), REACH[name]
    bounced = 0
    for _ in range(150):
        ball = Sprite(chance.uniform(10, 190), chance.uniform(10, 110), collision=BODIES[name])
        dx, dy = chance.uniform(-900, 900), chance.choice([0, chance.uniform(-500, 500)])
        x, often_x = folded(ball.x + dx, across, WIDTH - across)
        y, often_y = folded(ball.y + dy, down, HEIGHT - down)
        start = ball.position
        bounces = ball.move_and_bounce(dx, dy, walls, max_bounces=50)
        assert ball.position == pytest.approx((x, y), abs=1e-6)
        assert bounces.travel == ball.position - start
        sign_x, sign_y = (-1) ** often_x, (-1) ** often_y
        assert bounces.velocity == pytest.approx((dx * sign_x, dy * sign_y))
        assert len(bounces.hits) == often_x + often_y
        assert bool(bounces) is bool(bounces.hits)
        assert not ball.hits(walls)
        bounced += len(bounces.hits)
    assert bounced > 400


def test_among_round_things_it_keeps_its_speed_and_hits_nothing() -> None:
    chance = random.Random(4)
    bounced = 0
    for _ in range(200):
        pegs = Group(
            Sprite(chance.uniform(0, 300), chance.uniform(0, 300), collision=Circle(0, 0, 12))
            for _ in range(12)
        )
        ball = Sprite(chance.uniform(0, 300), chance.uniform(0, 300), collision=Circle(0, 0, 6))
        before = ball.check(pegs)
        dx, dy = chance.uniform(-300, 300), chance.uniform(-300, 300)
        bounces = ball.move_and_bounce(dx, dy, pegs)
        assert bounces.velocity.length == pytest.approx(math.hypot(dx, dy))
        assert set(ball.check(pegs)) <= set(before)
        bounced += len(bounces.hits)
    assert bounced > 120


def test_each_bounce_takes_its_share_of_the_speed_and_of_the_frame() -> None:
    ball, floor = (
        Sprite(0, 0, collision=Circle(0, 0, 10)),
        Sprite(-50, 90, collision=Rect(0, 0, 99, 9)),
    )
    bounces = ball.move_and_bounce(0, 100, floor, restitution=0.5)
    assert ball.position == (0, 80 - 0.5 * 20)  # a fifth of the frame is left, at half the speed
    assert bounces.velocity == (0, -50)
    ball.position = 0, 0
    bounces = ball.move_and_bounce(60, 100, floor, restitution=0, friction=0.25)
    assert bounces.velocity == bounces.hits[0].bounce(60, 100, 0, 0.25) == (35, 0)
    assert ball.position == pytest.approx((60 * 0.8 + 35 * 0.2, 80))


def test_what_is_left_after_the_last_bounce_is_not_moved() -> None:
    ball = Sprite(50, 50, collision=Circle(0, 0, 8))
    bounces = ball.move_and_bounce(900, 0, room(False), max_bounces=2)
    assert [hit.normal for hit in bounces.hits] == [(-1, 0), (1, 0)]
    assert (ball.x, bounces.velocity) == (8, (900, 0))


def test_conditions_choose_what_it_bounces_off() -> None:
    ball = Sprite(0, 0, collision=[Circle(0, 0, 8, name="ball"), Circle(0, 30, 3)])
    near = Sprite(50, 20, collision=Rect(0, 0, 10, 20), collision_layer=2)
    far = Sprite(80, -20, collision=Rect(0, 0, 10, 60, name="far"), collision_layer=4)

    def meets(**how: Any) -> list[Sprite]:
        ball.position = 0, 0
        return [hit.other for hit in ball.move_and_bounce(100, 0, [near, far], **how).hits]

    assert meets() == [near]
    for how in (
        {"mask": 4},
        {"exclude": near},
        {"shapes": "ball"},
        {"target_shapes": "far"},
        {"where": lambda other: other is far},
        {"where": lambda other, hit: hit.other is far},
    ):
        assert meets(**how) == [far]
    assert meets(mask=8) == []
    assert ball.position == (100, 0)


def test_it_leaves_what_it_is_in() -> None:
    ball, wall = (
        Sprite(0, 0, collision=Circle(0, 0, 8)),
        Sprite(4, -50, collision=Rect(0, 0, 50, 99)),
    )
    bounces = ball.move_and_bounce(30, 2, wall)
    assert bounces.hits[0].overlapping
    assert (ball.position, bounces.velocity) == ((-30, 2), (-30, 2))


def test_whatever_raises_leaves_it_where_it_was() -> None:
    ball, walls = Sprite(50, 50, collision=Circle(0, 0, 8)), room(False)
    seen: list[Sprite] = []

    def fails(other: Sprite) -> bool:
        seen.append(other)
        if len(seen) > 1:
            raise ZeroDivisionError
        return True

    with pytest.raises(ZeroDivisionError):
        ball.move_and_bounce(900, 0, walls, where=fails)
    for arguments, named, error in (
        ((math.nan, 0, walls), {}, ValueError),
        ((0, "1", walls), {}, TypeError),
        ((1, 0, 5), {}, TypeError),
        ((1, 0, iter(walls)), {}, TypeError),
        ((1, 0, walls), {"restitution": -1}, ValueError),
        ((1, 0, walls), {"friction": -0.1}, ValueError),
        ((1, 0, walls), {"max_bounces": 0}, ValueError),
        ((1, 0, walls), {"max_bounces": 2.5}, TypeError),
        ((9e11, 0, walls), {"restitution": 9e11}, ValueError),
    ):
        with pytest.raises(error):
            ball.move_and_bounce(*arguments, **named)
    assert ball.position == (50, 50)


def test_what_it_tells_can_be_kept() -> None:
    bounces = Sprite(50, 50, collision=Circle(0, 0, 8)).move_and_bounce(400, 1, room(False))
    assert copy.deepcopy(bounces).velocity == pickle.loads(pickle.dumps(bounces)).velocity
    match bounces:
        case Bounces(velocity, travel, hits):
            assert isinstance(velocity, Vec2)
            assert isinstance(travel, Vec2)
            assert len(hits) == 2
