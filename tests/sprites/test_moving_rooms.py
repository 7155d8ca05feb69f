"""Walkers in rooms that move: their walls push aside, and a walker does what it does at rest."""

import math
import random
from collections.abc import Callable
from typing import Any

import pytest
from support.for_each import for_each

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
)

TRAY = [Rect(-60, 0, 120, 8), Rect(60, -28, 8, 36), Rect(-68, -28, 8, 36)]
U = Polygon([(-68, 8), (-68, -28), (-60, -28), (-60, 0), (60, 0), (60, -28), (68, -28), (68, 8)])

SIZES = [(8, 8), (12, 8), (16, 16), (20, 8), (12, 24)]

BODIES: dict[str, Callable[[], Shape | list[Shape]]] = {
    "box": lambda: Rect(-8, -28, 16, 28),
    "capsule": lambda: Capsule(0, -20, 0, -8, 8),
    "circle": lambda: Circle(0, -8, 8),
    "two shapes": lambda: [Circle(0, -20, 8), Rect(-8, -20, 16, 20)],
    "flat feet": lambda: Polygon([(-8, 0), (8, 0), (6, -28), (-6, -28)]),
    "two legs": lambda: [Rect(-8, -8, 4, 8), Rect(4, -8, 4, 8), Rect(-8, -28, 16, 20)],
    "flat": lambda: Segment(-8, 0, 8, 0),
    "point": lambda: Point(0, 0),
}


def walker(name: str, x: float, y: float, **settings: Any) -> CharacterController:
    return CharacterController(Sprite(x, y, collision=BODIES[name]()), **settings)


@for_each("body", BODIES)
@for_each("room", [TRAY, [U]])
@for_each("way", [0, 1, -1])
def test_the_wall_of_a_lift_pushes_aside_and_never_onto_its_top(
    body: str, room: list[Shape], way: float
) -> None:
    lift = Sprite(collision=room)
    rider = walker(body, 51.5, 0)
    rider.move(0, 1, lift)
    for frame in range(120):
        lift.x += 0.9 if frame % 2 else 3.1 * math.sin(frame / 7)
        lift.y += 0.3 * math.sin(frame / 5)
        moved = rider.move(way, 0.4, lift)
        assert moved.on_floor
        assert not moved.crushed
        assert rider.sprite.y - lift.y == pytest.approx(0, abs=1e-6)
        assert not rider.sprite.hits(lift)


@for_each("body", ["box", "capsule", "circle", "two shapes", "flat feet"])
def test_a_rail_of_a_lift_that_tilts_does_not_lift_its_rider(body: str) -> None:
    lift = Sprite(collision=[Rect(-60, 0, 120, 8), Rect(60, -20, 8, 28), Rect(-68, -20, 8, 28)])
    rider = walker(body, 0, 0)
    rider.move(0, 1, lift)
    for frame in range(400):
        lift.angle = 10 * math.sin(frame / 20)
        rider.move(1.5 if frame % 200 < 100 else -1.5, 0.4, lift)
        turned = math.radians(lift.angle)
        x, y = rider.sprite.x, rider.sprite.y
        height = x * math.sin(turned) - y * math.cos(turned)
        assert height < 4, frame
        assert not rider.sprite.hits(lift)


def test_a_leaning_wall_that_moves_with_the_floor_crushes_nobody() -> None:
    floor = Sprite(collision=Rect(-60, 0, 120, 8))
    wall = Sprite(collision=Polygon([(50, -40), (68, -40), (68, 0), (60, 0)]))
    rider = walker("box", 0, 0)
    for _ in range(40):
        rider.move(2, 0.4, [floor, wall])
    for frame in range(200):
        for sprite in (floor, wall):
            sprite.x += 1.3 * math.cos(frame)
            sprite.y -= 0.9
        moved = rider.move(0, 0.4, [floor, wall])
        assert moved.on_floor
        assert not moved.crushed
        assert not rider.sprite.hits([floor, wall])


def room_of(rng: random.Random) -> list[Shape]:
    """A floor between two walls, with blocks, planks, slopes and steps."""
    shapes: list[Shape] = [
        Rect(-100, 0, 300, 16),
        Rect(-108, -100, 8, 116),
        Rect(200, -100, 8, 116),
    ]
    for _ in range(8):
        x, y = rng.uniform(-80, 180), rng.uniform(-60, 0)
        width, height = rng.uniform(8, 40), rng.uniform(4, 24)
        shapes.append(
            rng.choice(
                [
                    Rect(x, y, width, height),
                    Rect(x, y, width, 4, one_way=(0, -1)),
                    Triangle(x, 0, x + 40, -height, x + 40, 0),
                    Triangle(x, 0, x + 40, 0, x, -height),
                    Rect(x, -height / 4, width, height / 4),
                ]
            )
        )
    return shapes


def sprites_of(shapes: list[Shape], together: bool) -> list[Sprite]:
    """A room as one sprite, or as one for each shape."""
    return [Sprite(collision=shapes)] if together else [Sprite(collision=shape) for shape in shapes]


@for_each("fastest", [2, 40])
@for_each("together", [True, False])
@for_each("seed", [*range(20), 162])  # 162: held in the floor by rounding
def test_in_a_room_that_moves_a_walker_does_what_it_does_at_rest(
    seed: int, together: bool, fastest: float
) -> None:
    rng = random.Random(seed)
    shapes = room_of(rng)
    rooms = [sprites_of(shapes, together) for _ in range(2)]
    body = rng.choice([name for name in BODIES if name not in ("two legs", "flat", "point")])
    settings = {"step": rng.choice([0, 4]), "snap": rng.choice([4, 8])}
    walkers = [walker(body, 0, -100, **settings) for _ in rooms]
    if walkers[0].sprite.hits(rooms[0]):
        return
    fall = dx = dy = 0.0
    for frame in range(150):
        if frame % 20 == 0:
            faster, lower = rng.uniform(-2, 2), rng.uniform(-2, 2)
            way = rng.choice([-1.9, 0, 1.7, 2.1])
        if all(walker.on_floor for walker in walkers):
            dx = min(fastest, max(-fastest, dx + faster))
            dy = min(fastest, max(-fastest, dy + lower))
            for sprite in rooms[1]:
                sprite.x += dx
                sprite.y += dy
            fall = 0
        else:
            dx = dy = 0.0
        fall = min(fall + 0.5, 8)
        moves = [one.move(way, fall, room) for one, room in zip(walkers, rooms, strict=True)]
        at_rest, moving = (one.sprite for one in walkers)
        assert moves[0].crushed == moves[1].crushed, frame
        assert (moving.x - rooms[1][0].x, moving.y - rooms[1][0].y) == pytest.approx(
            (at_rest.x, at_rest.y), abs=1e-4
        ), frame


@for_each("seed", sorted({*range(26)} - {23}))  # 23 is pushed another way
def test_in_a_room_that_turns_it_does_not_matter_of_how_many_sprites_it_is(seed: int) -> None:
    rng = random.Random(f"turning {seed}")
    shapes = room_of(rng)
    rooms = [sprites_of(shapes, together) for together in (True, False)]
    body = rng.choice([name for name in BODIES if name not in ("two legs", "flat", "point")])
    settings = {"step": rng.choice([0, 4]), "snap": rng.choice([4, 8])}
    walkers = [walker(body, 0, -100, **settings) for _ in rooms]
    if walkers[0].sprite.hits(rooms[0]):
        return
    x = y = angle = fall = 0.0
    for frame in range(100):
        if frame % 20 == 0:
            dx, dy, turn = rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-1, 1)
            way = rng.choice([-1.9, 0, 1.7, 2.1])
        if all(walker.on_floor for walker in walkers):
            x, y, angle = x + dx, y + dy, angle + turn
            turn = -turn if abs(angle) > 12 else turn
            for sprite in rooms[0] + rooms[1]:
                sprite.x, sprite.y, sprite.angle = x, y, angle
            fall = 0
        fall = min(fall + 0.5, 8)
        moves = [one.move(way, fall, room) for one, room in zip(walkers, rooms, strict=True)]
        one, other = (one.sprite for one in walkers)
        assert moves[0].crushed == moves[1].crushed, frame
        assert (other.x, other.y) == pytest.approx((one.x, one.y), abs=1e-4), frame


@for_each("x", [12, 32, 52, 71.999, 72, 72.001])
def test_a_corner_at_a_joint_of_planks_that_tilt_is_held(x: float) -> None:
    planks = [Sprite(collision=Rect(20 * k, -5, 20, 10, one_way=(0, -1))) for k in range(6)]
    rider = walker("flat feet", x, -5)
    rider.move(0, 0.5, planks)
    for frame in range(20):
        for plank in planks:
            plank.angle = -0.5 if frame % 2 == 0 else 0
        assert rider.move(0, 0.5, planks).on_floor


@for_each("gap", [0, 2, 8])
@for_each("opens", [0.01, 1.5])
@for_each("fastest", [5, 12, 16, 20, 30, 40])
def test_a_door_that_opens_in_a_cabin_that_moves_is_not_in_the_way(
    fastest: float, opens: float, gap: float
) -> None:
    shapes = [Rect(-50, 0, 100, 8), Rect(-58, -60, 8, 68), Rect(50, -60, 8, 68)]
    cabin = sprites_of([*shapes, Rect(-58, -68, 116, 8), Rect(40, -60, 8, 60)], False)
    rider = walker("box", 32 - gap, 0)
    rider.move(0, 1, cabin)
    speed = far = 0.0
    for frame in range(100):
        speed = min(speed + 1, fastest)
        far += speed
        for sprite in cabin:
            sprite.x -= speed
        if speed == fastest:
            cabin[-1].y -= opens
        assert not rider.move(0, 0.5, cabin).crushed, frame
        assert rider.on_floor, frame
        assert rider.sprite.x + far == pytest.approx(32 - gap), frame


@for_each("dx", range(-40, 41, 10))
@for_each("dy", range(-40, 41, 10))
def test_a_floor_of_two_sprites_that_starts_at_any_speed_keeps_its_rider(
    dx: float, dy: float
) -> None:
    floors = sprites_of([Rect(-60, 0, 60, 10), Rect(0, 0, 60, 10)], False)
    rider = walker("box", -20, 0)
    rider.move(0, 1, floors)
    for sprite in floors:
        sprite.x += dx
        sprite.y += dy
    assert rider.move(0, 0.5, floors).on_floor
    assert rider.sprite.x == pytest.approx(dx - 20)


@for_each("body", ["box", "circle"])
@for_each("dx", [-40, 40])
@for_each("dy", [-300, -15, 15])
def test_a_row_of_floors_that_starts_by_more_than_a_size_keeps_its_rider(
    body: str, dx: float, dy: float
) -> None:
    floors = sprites_of([Rect(48 * k - 120, 0, 48, 10) for k in range(5)], False)
    rider = walker(body, 0, 0, snap=0)
    rider.move(0, 1, floors)
    for sprite in floors:
        sprite.x += dx
        sprite.y += dy
    moved = rider.move(0, 0.5, floors)
    assert moved.on_floor
    assert not moved.crushed
    assert (rider.sprite.x, rider.sprite.y) == pytest.approx((dx, dy))


@for_each("body", [*[Rect(-w / 2, -h, w, h) for w, h in SIZES], Circle(0, -4, 4), Circle(0, -6, 6)])
@for_each("of", ["tiles", "steps", "a cabin"])
def test_a_lift_of_many_sprites_that_starts_at_40_pixels_keeps_small_riders(
    body: Shape, of: str
) -> None:
    rng = random.Random(f"{body} {of}")
    cabin = [
        Rect(-80, 0, 160, 8),
        Rect(-88, -80, 8, 88),
        Rect(80, -80, 8, 88),
        Rect(-88, -88, 176, 8),
    ]
    tops = [-4, -8, -8, 0, 0, -4, -8, -8, -2, -2] if of == "steps" else [0] * 10
    tiles = [Rect(16 * k - 80, top, 16, 24) for k, top in enumerate(tops)]
    for place in range(-60, 61):
        lift = sprites_of(cabin if of == "a cabin" else tiles, False)
        rider = CharacterController(Sprite(place, -60, collision=body), step=8)
        for _ in range(20):
            rider.move(0, 4, lift)
        x, y = rider.sprite.x, rider.sprite.y
        dx, dy = rng.choice([(rng.randint(-40, 40), rng.randint(-40, 40)), (40, 0), (40, 0)])
        for sprite in lift:
            sprite.x += dx
            sprite.y += dy
        assert rider.move(0, 0.5, lift).on_floor
        assert (rider.sprite.x, rider.sprite.y) == pytest.approx((x + dx, y + dy))


@for_each("size", [14, 16, 28])
@for_each("thick", [1, 8, 30])
@for_each("jump", [-40, -17, 13, 40])
def test_a_wall_at_rest_stops_the_rider_of_a_lift_that_starts_at_any_speed(
    size: float, thick: float, jump: float
) -> None:
    for gap in range(60):
        lift = sprites_of([Rect(16 * k - 160, 0, 16, 8) for k in range(20)], False)
        left = size / 2 + gap if jump > 0 else -size / 2 - gap - thick
        wall = Sprite(collision=Rect(left, -60, thick, 55))
        rider = CharacterController(Sprite(0, 0, collision=Rect(-size / 2, -size, size, size)))
        rider.move(0, 1, [*lift, wall])
        for sprite in lift:
            sprite.x += jump
        assert rider.move(0, 0.5, [*lift, wall]).on_wall == (gap < abs(jump))
        assert abs(rider.sprite.x) == pytest.approx(min(gap, abs(jump)), abs=1e-6)


@for_each("jump", [-60, 60])
@for_each("far", range(17, 60, 3))
def test_a_lift_that_is_left_out_takes_neither_its_rider_nor_walls_along(
    jump: float, far: float
) -> None:
    lift = Sprite(collision=Rect(-60, 0, 120, 8))
    door = Sprite(collision=Rect(-4, -36, 8, 8))
    walls = [Sprite(collision=Rect(side * (8 + far) - 3, -20, 6, 20)) for side in (-1, 1)]
    rider = CharacterController(Sprite(0, 0, collision=Rect(-8, -16, 16, 16)))
    rider.move(0, 0.5, [lift, door, walls])
    lift.x += jump
    door.y += 1
    slide = rider.move(0, 0.5, [lift, door, walls], exclude=lift)
    assert (slide.travel, slide.carried) == ((0, 0.5), (0, 0))


@for_each("body", ["box", "two legs", "flat"])
@for_each("below", [0, 0.5])
@for_each("x", [-6, -0.5, 0, 3, 7.5])
@for_each("rise", [2, 6, 40])
@for_each("other_rise", [-40, -5, 0, 1])
@for_each("mirrored", [1, -1])
def test_who_straddles_two_lifts_that_part_goes_up_with_the_higher_one(
    body: str, below: float, x: float, rise: float, other_rise: float, mirrored: int
) -> None:
    lifts = [Sprite(0, below, collision=Rect(-60, 0, 60, 6)), Sprite(collision=Rect(0, 0, 60, 6))]
    for lift in lifts:
        lift.scale_x = mirrored
    rider = walker(body, x * mirrored, 0)
    rider.move(0, 1, lifts)
    lifts[0].y -= rise
    lifts[1].y -= other_rise
    moved = rider.move(0, 0.5, lifts)
    assert rider.floor is lifts[0]
    assert not moved.crushed
    assert (rider.sprite.x, rider.sprite.y) == pytest.approx((x * mirrored, below - rise))


def test_a_lift_that_comes_from_the_side_pushes_aside() -> None:
    lifts = [Sprite(-5, 3, collision=Rect(-60, 0, 60, 6)), Sprite(collision=Rect(0, 0, 60, 6))]
    rider = walker("box", 9, 0)
    rider.move(0, 1, lifts)
    lifts[0].y -= 7
    rider.move(0, 0.5, lifts)
    lifts[0].x += 8
    rider.move(0, 0.5, lifts)
    assert (rider.sprite.x, rider.sprite.y) == pytest.approx((11, 0))


def test_where_decides_which_lifts_take_along() -> None:
    lifts = [Sprite(collision=Rect(-60, 0, 60, 6)), Sprite(collision=Rect(0, 0, 60, 6))]
    rider = walker("box", 3, 0)
    for frame in range(2):
        lifts[0].y -= 5 * frame
        rider.move(0, 0.5, lifts, where=lambda other: other is lifts[1])
    assert (rider.sprite.x, rider.sprite.y) == (3, 0)


@for_each("one_way", [None, (0, -1)])
@for_each("body", ["point", "flat", "box"])
@for_each("rise", [3, 50])
@for_each("dx", [0, 2])
def test_a_thin_floor_that_jumps_past_who_falls_takes_it_along(
    body: str, one_way: tuple[float, float] | None, rise: float, dx: float
) -> None:
    if body == "point" and one_way:
        return  # what has no size may pass it by rounding
    lift = Sprite(collision=Rect(-60, 0, 120, 2, one_way=one_way))
    faller = walker(body, 0, -5, snap=0)
    faller.move(0, 4.95, lift)
    lift.x += dx
    lift.y -= rise
    moved = faller.move(0, 0.5, lift)
    assert faller.floor is lift
    assert not moved.crushed
    assert (faller.sprite.x, faller.sprite.y) == pytest.approx((0, -rise))


def test_a_point_in_the_corner_of_a_plank_and_a_crate_stays_there() -> None:
    rng = random.Random(1)
    for _ in range(200):
        plank = Sprite(collision=Rect(-0.1, 0, 0.2, 0.01, one_way=(0, -1)))
        crate = Sprite(-0.06, 0, collision=Rect(0, -0.04, 0.04, 0.04))
        rider = walker("point", 0, -0.0005, snap=0.004)
        rider.move(0, 0.002, [plank, crate])
        for _ in range(12):
            rider.move(-0.002, 0.0005, [plank, crate])
        for _ in range(10):
            dx, dy = rng.uniform(-0.04, 0.04), rng.uniform(-0.04, 0.04)
            for sprite in (plank, crate):
                sprite.x += dx
                sprite.y += dy
            assert not rider.move(0, 0.0005, [plank, crate]).crushed
            assert rider.floor is plank


@for_each("body", ["flat", "flat feet", "box"])
@for_each("together", [True, False])
@for_each("thick", [0, 10])
@for_each("x", [4, 8.4, 8.6, 10.6, 16.4])
@for_each("turns", [(-1, 1), (0.7, -1.3), (-3, 2, -2)])
def test_feet_rest_on_a_row_of_planks_that_tilts_to_the_other_side(
    body: str, together: bool, thick: float, x: float, turns: tuple[float, ...]
) -> None:
    row: list[Shape] = [
        Rect(33 * k - 82.5, 0, 33, thick, one_way=(0, -1))
        if thick
        else Segment(33 * k - 82.5, 0, 33 * k - 49.5, 0, one_way=(0, -1))
        for k in range(5)
    ]
    planks = sprites_of(row, together)
    rider = walker(body, x, -20, snap=0)
    for turn in turns:
        for plank in planks:
            plank.angle = turn
        rider.move(0, 40 if turn == turns[0] else 0.5, planks)
        assert rider.on_floor
        turned = math.radians(turn)
        feet = [
            (rider.sprite.x + dx) * math.sin(turned) - rider.sprite.y * math.cos(turned)
            for dx in (-8, 8)
        ]
        assert min(feet) == pytest.approx(0, abs=1e-6)


def test_who_would_be_crushed_where_the_floor_carries_him_stays_where_he_is_not() -> None:
    shapes: list[Shape] = [
        Rect(-100, 0, 300, 16),
        Rect(-34.141, -49.301, 37.617, 20.925),
        Triangle(-37.449, 0, 2.551, 0, -37.449, -20.348),
    ]
    room = Sprite(-10.9594, 9.4931, collision=shapes)
    rider = walker("box", -1.1475, 9.1, step=4)
    rider.move(0, 0.5, room)
    assert rider.floor_normal.x > 0  # on the slope, and just below the block
    room.x, room.y, room.angle = -9.6376, 10.4715, -1.7164
    moved = rider.move(1.7, 0.5, room)
    assert not moved.crushed
    assert not rider.sprite.hits(room)


@for_each("body", ["box", "circle", "two legs", "flat feet"])
@for_each("dx", [-1, 0, 0.7])
@for_each("rise", [1, 3])
@for_each("falls", [0, 1.5])
def test_a_ceiling_that_a_lift_meets_by_an_edge_pushes_its_rider_aside(
    body: str, dx: float, rise: float, falls: float
) -> None:
    lift = Sprite(collision=Rect(-60, 0, 120, 8))
    ledge = Sprite(6, -80, collision=Rect(0, 0, 60, 30))
    rider = walker(body, 0, 0)
    rider.move(0, 1, lift)
    while lift.y - ledge.y > 36:
        lift.x += dx
        lift.y -= rise
        ledge.x += dx
        ledge.y += falls
        moved = rider.move(0, 0.5, [lift, ledge])
        assert not moved.crushed
        assert rider.floor is lift
        assert not rider.sprite.hits([lift, ledge])
    assert rider.sprite.x < lift.x


@for_each("rise", [5, 30, 45, 60, 200])
def test_a_lift_takes_nobody_through_a_ceiling(rise: float) -> None:
    lift = Sprite(collision=Rect(-60, 0, 120, 8))
    ceiling = Sprite(-100, -40, collision=Rect(0, 0, 200, 6))
    rider = walker("box", 0, 0)
    rider.move(0, 1, [lift, ceiling])
    lift.y -= rise
    rider.move(0, 0.5, [lift, ceiling])
    assert rider.sprite.y > -6 - 1e-6 or rise == 200  # then it was far enough away to go along


@for_each("seed", range(20))
def test_a_wall_of_a_room_that_moves_pushes_nobody_through_its_planks(seed: int) -> None:
    rng = random.Random(seed)
    plank, wall = Rect(-60, 0, 80, 4, one_way=(0, -1)), Rect(8, -60, 20, 40)
    for _ in range(20):
        room = Sprite(collision=[plank, wall])
        rider = walker("box", 0, -1)
        rider.move(0, 2, room)
        for _ in range(40):
            room.x += rng.uniform(-2, 2)
            room.y += rng.uniform(-2, 2)
            assert rider.move(1.7, 0.5, room).on_floor
