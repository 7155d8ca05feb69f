"""No answer depends on which rows sprites have, nor on shapes that are far away."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from laws.roads import BODIES, POSES, tile
from support.counting import at_least

from spritecol import (
    CharacterController,
    Circle,
    Group,
    Point,
    Polygon,
    Rect,
    Shape,
    Sprite,
    check,
    pairs,
)

HOOK = Polygon([(0, 0), (12, 0), (12, 4), (4, 4), (4, 12), (0, 12)])
COUNT = 40


def specs(rng: random.Random, whole: bool) -> list[dict[str, Any]]:
    """Where the sprites are and what they are; no two have the same pose and shapes."""
    shapes: list[list[Shape]] = [
        [Circle(6, 6, 5)],
        [Rect(0, 0, 12, 8)],
        [HOOK],
        [Circle(6, 6, 5), HOOK],
    ]
    found: dict[Any, dict[str, Any]] = {}
    while len(found) < COUNT:
        kind = rng.randrange(len(shapes))
        x, y = (rng.randrange(40) if whole else rng.uniform(0, 60) for _ in "xy")
        angle = 90 * rng.randrange(4) if whole else rng.uniform(0, 360)
        scale = 1 if whole else rng.uniform(0.5, 2)
        pose = {"x": x, "y": y, "angle": angle, "scale": scale, "collision": shapes[kind]}
        found.setdefault((kind, x, y, angle, scale), pose)
    return list(found.values())


def plain(value: Any, number_of: dict[Sprite, int]) -> Any:
    """An answer with its records as tuples and its sprites as numbers."""
    if isinstance(value, Sprite):
        return "sprite", number_of[value]
    if isinstance(value, (list, tuple)):
        return [plain(item, number_of) for item in value]
    names = getattr(type(value), "__match_args__", ())
    if names and not isinstance(value, Shape):
        return [(name, plain(getattr(value, name), number_of)) for name in names]
    return repr(value)  # of floats, which tells every bit, and of nan, which equals nothing


def life(whole: bool, order: str) -> tuple[list[Any], list[Sprite]]:
    """All answers of one scene, whose sprites were made in this order; and the sprites."""
    rng = random.Random(1)
    given, numbers = specs(rng, whole), list(range(COUNT))
    if order == "last first":
        numbers.reverse()
    if order == "on rows of others":
        others = [Sprite(0, 0) for _ in range(3 * COUNT)]
        random.Random(2).shuffle(others)
        del others[: 2 * COUNT]
    made = {number: Sprite(**given[number]) for number in numbers}
    sprites = [made[number] for number in range(COUNT)]
    group = Group(sprites)
    answers: list[Any] = [pairs(group)]
    for sprite in sprites:
        way = rng.uniform(-20, 20), rng.uniform(-20, 20)
        turn = rng.choice([0, rng.uniform(-90, 90)])
        answers += [sprite.contacts(group), sprite.separation(group), sprite.check(group)]
        answers += [sprite.sweep(*way, group), sprite.sweep_all(*way, group, turn=turn)]
        answers += map(sprite.distance, sprites[:10])
    answers += [group.nearest_k(3, 50, 12), group.raycast_all(0, 0, 60, 60)]
    for number, sprite in enumerate(sprites):
        way = rng.uniform(-20, 20), rng.uniform(-20, 20)
        moves: list[Callable[[], Any]] = [
            lambda: sprite.move_and_slide(*way, group),  # noqa: B023
            lambda: sprite.move_and_collide(*way, group, turn=40),  # noqa: B023
            lambda: sprite.depenetrate(group),  # noqa: B023
        ]
        answers += [moves[number % 3](), (sprite.x, sprite.y, sprite.angle)]
    answers.append(check(group, group))
    number_of = {sprite: number for number, sprite in enumerate(sprites)}
    return [plain(answer, number_of) for answer in answers], sprites


@pytest.mark.parametrize("order", ["last first", "on rows of others"])
@pytest.mark.parametrize("whole", [True, False])
def test_the_order_in_which_sprites_were_made_changes_no_bit(whole: bool, order: str) -> None:
    wanted, alive = life(whole, "in order")  # the others do not get their rows
    found, _ = life(whole, order)
    assert len(alive) == COUNT
    assert sum(map(bool, wanted)) > 10 * COUNT
    for number, (one, other) in enumerate(zip(wanted, found, strict=True)):
        assert one == other, f"answer {number}"


# --- many shapes ----------------------------------------------------------------------------------

FAR = 3_000
"""Pixels to the right, in local space: the box of the level still begins where it did."""


def answers(one: Sprite, level: Sprite, rng: random.Random) -> list[Any]:
    """What is known of a sprite and a level; at last the sprite has moved."""
    group = Group(level)
    result: list[Any] = [
        one.hits(level),
        one.separation(level),
        level.separation(one),
        one.distance(level),
        level.distance(one),
        one.contacts(level),
        level.contacts(one),
    ]
    for _ in range(3):
        dx, dy = rng.choice(((5, 0), (0, 7), (rng.uniform(-60, 60), rng.uniform(-60, 60))))
        turn = rng.choice((0, 0, 40))
        result += [one.sweep(dx, dy, level, turn=turn), one.sweep_all(dx, dy, level, turn=turn)]
        x, y = one.x + rng.randint(-40, 40), one.y + rng.randint(-40, 40)
        for radius in (0, 2):
            line = (x, y, x + 3 * dx, y + 3 * dy)
            result += [group.raycast(*line, radius=radius), group.raycast_all(*line, radius=radius)]
        result.append(group.nearest(x, y))
    slide = one.move_and_slide(rng.uniform(-30, 30), rng.uniform(-30, 30), level)
    result += [slide.travel, (one.x, one.y)]
    for _ in range(3):
        before = one.x + rng.uniform(-9, 9), one.y + rng.uniform(-9, 9)
        one.position = before
        along = one.depenetrate(level, along=(3, 4))
        one.position = before
        result += [along.x, one.depenetrate(level), (one.x, one.y)]
    walker = CharacterController(one)
    for dx in (-5, 0, rng.uniform(-9, 9)):
        walker.move(dx, rng.uniform(-5, 9), level)
        result += [(one.x, one.y), walker.on_floor]
    return result


def test_shapes_that_are_far_away_change_no_bit() -> None:
    """Rows of many parts are asked by their near parts only."""
    with at_least(hits=8, stopped=20, rays=20, out=20) as seen:
        for seed in range(60):
            rng = random.Random(seed)
            side = rng.choice((40, 60, 120))
            near = [tile(rng, side) for _ in range(rng.choice((3, 9, 15, 40)))]
            near = [Rect(0, 0, 8, 8), *near]
            far = [tile(rng, 400, FAR) for _ in range(rng.choice((20, 60, 200)))]
            place = rng.randint(-12, side + 12), rng.randint(-12, side + 12)
            pose, angle, later = rng.choice(POSES), rng.choice((0, 0, 45)), rng.random()
            collision = rng.choice(BODIES)
            found = []
            for shapes in (near, [*near, *far]):
                level = Sprite(collision=shapes, center_x=0, center_y=0, **pose)
                one = Sprite(*place, collision=collision, angle=angle)
                given = answers(one, level, random.Random(later))
                found.append([plain(answer, {one: 0, level: 1}) for answer in given])
            for k, (without, with_far) in enumerate(zip(*found, strict=True)):
                assert without == with_far, (seed, k)
            stopped, rays = (sum(map(bool, given[k:28:7])) for k in (7, 9))
            out = sum(map(any, given[31:39:3]))
            seen.update(hits=given[0], stopped=stopped, rays=rays, out=out)


def columns(count: int) -> list[tuple[int, int]]:
    """Where the columns of a floor with pits begin, on both sides of 0."""
    return [(24 * k, k * k % 7 - 3) for k in range(-count, count)]


def test_a_long_level_answers_as_the_part_of_it_that_is_near() -> None:
    """One sprite of more than 32,768 shapes."""
    with at_least(hits=10, stopped=30, rays=30) as seen:
        levels = [
            Sprite(
                collision=[Rect(x, y + 4 * k, 16, 4) for x, y in columns(count) for k in range(4)]
            )
            for count in (10, 5_000)
        ]
        for seed in range(60):
            rng = random.Random(seed)
            place = rng.randint(-60, 60), rng.choice((-8, -5, rng.randint(-30, 20)))
            body, later = rng.choice(BODIES), rng.random()
            found = []
            for level in levels:
                one = Sprite(*place, collision=body)
                given = answers(one, level, random.Random(later))
                found.append([plain(answer, {one: 0, level: 1}) for answer in given])
            for k, (near, whole) in enumerate(zip(*found, strict=True)):
                assert near == whole, (seed, k)
            stopped, rays = (sum(map(bool, given[k:28:7])) for k in (7, 9))
            seen.update(hits=given[0], stopped=stopped, rays=rays)


def test_a_polygon_of_many_corners_is_met_as_the_part_of_it_that_is_near() -> None:
    """It may be cut into other pieces, so numbers differ by rounding."""

    def floor(count: int) -> Sprite:
        corners = [
            corner
            for x, y in columns(count)
            for corner in ((x, y), (x + 16, y), (x + 16, y + 16), (x + 24, y + 16))
        ]
        return Sprite(collision=Polygon([*corners, (24 * count, 40), (-24 * count, 40)]))

    short, long = floor(10), floor(300)
    with at_least(hits=30, stopped=60, rays=60) as seen:
        for seed in range(200):
            rng = random.Random(seed)
            place = rng.randint(-60, 60), rng.choice((-8, -5, rng.randint(-30, 15)))
            body = rng.choice(BODIES)
            dx, dy = rng.choice(((5, 0), (0, 7), (rng.uniform(-60, 60), rng.uniform(-60, 60))))
            found = []
            for level in (short, long):
                one, group = Sprite(*place, collision=body), Group(level)
                line = (place[0], place[1] - 20, place[0] + dx, place[1] + 3 * dy)
                near, met = group.nearest(*place), one.sweep(dx, dy, level)
                rays = [group.raycast(*line, radius=radius) for radius in (0, 3)]
                found.append(
                    [
                        one.hits(level),
                        len(one.contacts(level)),
                        *one.separation(level),
                        one.distance(level).distance,
                        near.distance if near else -1,
                        *((met.fraction, *met.normal) if met else (2, 0, 0)),
                        *((rays[0].fraction, *rays[0].normal) if rays[0] else (2, 0, 0)),
                        rays[1].fraction if rays[1] else 2,
                        *one.move_and_slide(dx, dy, level).travel,
                    ]
                )
                seen.update(hits=one.hits(level), stopped=met is not None, rays=any(rays))
            for k, (few, many) in enumerate(zip(*found, strict=True)):
                assert few == pytest.approx(many, abs=1e-9), (seed, k)


def test_a_level_of_many_shapes_may_move_turn_and_grow() -> None:
    rng = random.Random(3)
    shapes = [tile(rng, 120) for _ in range(300)]
    level, tiles = Sprite(collision=shapes), [Sprite(collision=one) for one in shapes]
    one = Sprite(collision=Circle(0, 0, 5))
    with at_least(hits=20) as seen:
        for _ in range(80):
            values = rng.randint(-9, 9), rng.randint(0, 360), rng.uniform(0.5, 2)
            for sprite in (level, *tiles):
                sprite.x, sprite.angle, sprite.scale_x = values
            one.x, one.y = rng.randint(-200, 200), rng.randint(-200, 200)
            chain = Sprite(collision=[Circle(9 * k, 3 * k, 3) for k in range(40)], angle=one.x)
            for other in (one, chain):
                hit = any(other.hits(tile) for tile in tiles)
                assert other.hits(level) == level.hits(other) == hit
                seen["hits"] += hit


def test_a_corner_of_one_of_many_tiles_is_in_all_of_them_if_it_is_in_that_tile() -> None:
    """However it is rounded: the row is turned, and the corner as it lies in the world."""
    with at_least(hits=1_500) as seen:
        for seed in range(30):
            rng = random.Random(seed)
            tiles = [Rect(20 * k, rng.uniform(0, 3), 10, 10) for k in range(100)]
            how: Any = {"angle": rng.uniform(0, 360), "scale_x": rng.choice([1, 2.5])}
            row = Sprite(1000 + rng.uniform(0, 1), 1000, collision=tiles, **how)
            for tile, placed in zip(tiles, row.world_shapes, strict=True):
                one = Sprite(row.x, row.y, collision=tile, **how)
                for x, y in placed.geometry.exterior.coords:
                    point = Sprite(x, y, collision=Point(0, 0))
                    assert point.hits(row) == point.hits(one)
                    seen["hits"] += point.hits(one)
