"""CharacterController with `up=None`: seen from above, pushed, and carried by nothing."""

import copy
import math
import pickle
import random
from typing import Any

import pytest
from support.for_each import for_each

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Group,
    Polygon,
    Rect,
    Shape,
    Sprite,
    World,
)

BODIES: dict[str, Shape] = {
    "box": Rect(-8, -8, 16, 16),
    "circle": Circle(0, 0, 8),
    "capsule": Capsule(-4, 0, 4, 0, 6),
}
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]


def walker(body: str = "box", x: float = 0, y: float = 0, **how: Any) -> CharacterController:
    return CharacterController(Sprite(x, y, collision=BODIES[body]), up=None, **how)


def test_it_has_no_floors() -> None:
    c = walker()
    assert c.up is None
    slide = c.move(0, 20, Sprite(-50, 18, collision=Rect(0, 0, 100, 10)))
    assert c.sprite.y == 10
    assert slide.on_wall
    assert not slide.on_floor
    assert not slide.on_ceiling
    assert slide.floor is None
    assert slide.floor_normal == (0, 0)


@for_each("body", BODIES)
@for_each("side", SIDES)
def test_nothing_that_it_touches_carries_it(body: str, side: tuple[int, int]) -> None:
    c = walker(body)
    wall = Sprite(side[0] * 30, side[1] * 30, collision=Rect(-20, -20, 40, 40))
    c.move(20 * side[0], 20 * side[1], wall)
    before = c.sprite.x, c.sprite.y
    wall.x += 5 * side[1]  # along its own side
    wall.y += 5 * side[0]
    slide = c.move(0, 0, wall)
    assert slide.carried == (0, 0)
    assert (c.sprite.x, c.sprite.y) == before


@for_each("body", BODIES)
@for_each("side", SIDES)
@for_each("speed", [0.5, 3, 12])
def test_a_wall_that_moves_pushes_it(body: str, side: tuple[int, int], speed: float) -> None:
    c = walker(body)
    wall = Sprite(-side[0] * 40, -side[1] * 40, collision=Rect(-20, -20, 40, 40))
    left, top, right, bottom = c.sprite.aabb
    half = (right - left) / 2 if side[0] else (bottom - top) / 2
    for _ in range(round(60 / speed)):
        wall.x += speed * side[0]
        wall.y += speed * side[1]
        slide = c.move(0, 0, wall)
        assert not slide.crushed
        assert not c.sprite.hits(wall)
        along = c.sprite.x * side[0] + c.sprite.y * side[1]
        front = wall.x * side[0] + wall.y * side[1] + 20
        assert along == pytest.approx(max(0, front + half), abs=1e-6)
        assert c.sprite.x * side[1] + c.sprite.y * side[0] == pytest.approx(0, abs=1e-6)


@for_each("body", BODIES)
@for_each("side", SIDES)
def test_it_is_crushed_between_a_door_and_a_wall(body: str, side: tuple[int, int]) -> None:
    c = walker(body)
    wall = Sprite(side[0] * 50, side[1] * 50, collision=Rect(-30, -30, 60, 60))
    door = Sprite(-side[0] * 50, -side[1] * 50, collision=Rect(-30, -30, 60, 60))
    crushed = False
    for _ in range(30):
        door.x += side[0]
        door.y += side[1]
        slide = c.move(0, 0, [wall, door])
        assert not c.sprite.hits(wall)
        crushed |= slide.crushed
    assert crushed


@for_each("body", BODIES)
def test_it_slides_along_walls_from_all_sides(body: str) -> None:
    for quarter in range(4):
        for turn in (30, -30):
            c = walker(body)
            angle = math.radians(90 * quarter + turn)
            walls = [
                Sprite(30 * math.cos(a), 30 * math.sin(a), collision=Rect(-20, -60, 40, 120))
                for a in [math.radians(90 * quarter)]
            ]
            if quarter % 2:
                walls[0].collision = Rect(-60, -20, 120, 40)
            for _ in range(10):
                c.move(3 * math.cos(angle), 3 * math.sin(angle), walls)
            moved = c.sprite.y if quarter % 2 == 0 else c.sprite.x
            assert abs(moved) == pytest.approx(30 * math.sin(math.radians(30)), abs=1e-6)


@for_each("body", BODIES)
def test_it_gets_into_nothing(body: str) -> None:
    for seed in range(30):
        r = random.Random(f"above {seed}")
        walls: list[Sprite] = []
        for _ in range(14):
            shape: Shape = r.choice(
                [
                    Rect(-10, -10, 20, 20),
                    Circle(0, 0, 10),
                    Polygon([(-12, 8), (12, 8), (0, -12)]),
                ]
            )
            walls.append(Sprite(r.randint(-60, 60), r.randint(-60, 60), collision=shape))
        c = walker(body)
        walls = [wall for wall in walls if not c.sprite.hits(wall)]
        moving = walls[:4]
        ways = [(r.uniform(-3, 3), r.uniform(-3, 3)) for _ in moving]
        twin = walker(body)
        for frame in range(80):
            sign = 1 if frame % 40 < 20 else -1
            for wall, (dx, dy) in zip(moving, ways, strict=True):
                wall.x += sign * dx
                wall.y += sign * dy
            before = set(map(id, c.sprite.check(walls)))
            dx, dy = r.uniform(-4, 4), r.uniform(-4, 4)
            slide = c.move(dx, dy, walls)
            now = set(map(id, c.sprite.check(walls)))
            assert now <= before
            assert slide.crushed or not now
            assert not slide.on_floor
            order = walls[::-1]
            twin.move(dx, dy, Group(order) if frame % 2 else order)
            assert (twin.sprite.x, twin.sprite.y) == (c.sprite.x, c.sprite.y)


def test_a_place_is_kept_to_the_last_bit() -> None:
    c = walker(x=0.1, y=1 / 3)
    walls = [Sprite(28.1, 0, collision=Rect(-20, -20, 40, 40))]
    c.move(3, 1, walls)
    before = c.sprite.x, c.sprite.y
    for _ in range(100):
        c.move(0, 0, walls)
    assert (c.sprite.x, c.sprite.y) == before


def test_it_is_copied_pickled_and_saved() -> None:
    c = walker(snap=2)
    wall = Sprite(28, 0, collision=Rect(-20, -20, 40, 40))
    c.move(3, 1, wall)
    assert pickle.loads(pickle.dumps(c)).up is None
    assert copy.deepcopy(c).up is None
    world = World(c.sprite, wall, c)
    kept = world.save()
    c.up = (0, -1)
    c.move(3, 1, wall)
    world.restore(kept)
    assert c.up is None
    assert c.sprite.x == 0


@for_each("side", [-1, 1])
@for_each("rise", [4, 8, 16])
@for_each("speed", [1, 3, 5])
def test_at_the_exact_foot_of_a_slanted_wall_it_goes_on_along_that(
    side: int, rise: float, speed: float
) -> None:
    """Its corner meets the corner of a wall whose other edge stands across its way."""
    ground = Sprite(0, 0, collision=Rect(-100, 0, 200, 50))
    points = [(100, 0), (116, -rise), (116, 50), (100, 50)]
    slope = Sprite(0, 0, collision=Polygon([(side * x, y) for x, y in points]))
    door = Sprite(side * 100, 0, collision=Rect(-22 if side > 0 else 12, -50, 10, 50))
    targets = [ground, slope, door]

    def player() -> Sprite:
        return Sprite(side * 94, 0, collision=Rect(-6, -16, 12, 16))

    walker, like = CharacterController(player(), up=None), player()
    slide = like.move_and_slide(side * speed, 0, [ground, slope], up=None)
    assert walker.move(side * speed, 0, [ground, slope]).travel == pytest.approx(slide.travel)
    assert slide.travel[0] * side > 0

    pushed = CharacterController(player(), up=None)
    pushed.move(0, 0, targets)
    door.x += side * speed
    slide = pushed.move(0, 0, targets)
    assert not slide.crushed
    assert slide.travel == pytest.approx((side * speed, -speed * rise / 16))


@for_each("seed", [458, 676, 905, 921, 1013, 1715, *range(60)])  # the first ones failed once
def test_a_door_pushes_it_along_a_slanted_wall_of_tiles(seed: int) -> None:
    """Its corner comes to rest at the seams, but for rounding."""
    r = random.Random(seed)
    wide, speed = r.choice([12, 14, 16, 20]), r.choice([1, 2, 3, 4, 5])
    x, y = 0, 0
    walls = [Sprite(-200, 0, collision=Rect(0, 0, 200, 90))]
    for _ in range(8):
        long, rise = r.choice([(16, 0), (16, 16), (32, 32), (32, 16)])
        walls.append(Sprite(x, y, collision=Polygon([(0, 0), (long, -rise), (long, 90), (0, 90)])))
        x, y = x + long, y - rise
    player = Sprite(-wide / 2, 0, collision=Rect(-wide / 2, -16, wide, 16))
    door = Sprite(-wide - 16, -400, collision=Rect(0, 0, 16, 600))
    targets = [*walls, door]
    walker = CharacterController(player, up=None)
    walker.move(0, 0, targets)
    while door.x < x - 40:
        door.x += speed
        slide = walker.move(r.choice([-3, 0, 2, 3]), r.choice([0, 0, 3, -2]), targets)
        assert not slide.crushed
        assert not player.check(targets)


@for_each("body", BODIES)
@for_each("side", SIDES)
def test_a_way_that_ends_in_a_touch_meets_nothing(body: str, side: tuple[int, int]) -> None:
    x, y = side
    right, bottom = Sprite(0, 0, collision=BODIES[body]).aabb[2:]
    wall = Sprite(x * (right + 58), y * (bottom + 58), collision=Rect(-50, -50, 100, 100))
    controller, like = walker(body), walker(body).sprite
    for _ in range(4):
        slide = controller.move(2 * x, 2 * y, wall)
        assert not slide.hits
        assert not controller.on_wall
        assert like.move_and_slide(2 * x, 2 * y, wall).travel == slide.travel
    assert controller.move(2 * x, 2 * y, wall).on_wall
