"""A sprite of many shapes is met as sprites of one of these shapes each, in the same pose."""

import math
import random
from typing import Any

import pytest
from support.for_each import for_each

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
)

POSES: tuple[dict[str, Any], ...] = (
    {},
    {"angle": 90},
    {"angle": 33, "center_x": 40, "center_y": -7},
    {"scale_x": 0.4, "scale_y": 2.5},
    {"scale_x": -1, "angle": 200, "scale_y": 1e-3},
    {"scale_x": 0, "angle": 20},
    {"scale_y": 1e-9},
    {"x": 1e9, "y": -1e9, "angle": 1},
)


def shape(rng: random.Random, side: int) -> Any:
    x, y = rng.randrange(side), rng.randrange(side)
    return rng.choice(
        (
            Rect(x // 8 * 8, y // 8 * 8, 8, 8),
            Rect(x // 8 * 8, y // 8 * 8, 8, 8),
            Circle(x, y, 4),
            Ellipse(x, y, 9, 2, 30),
            Capsule(x, y, x + 9, y + 3, 2),
            Segment(x, y, x + 20, y - 3),
            Point(x, y),
            Polygon([(x, y), (x + 9, y), (x + 3, y + 3), (x, y + 9)]),
        )
    )


def scene(seed: int) -> tuple[random.Random, Sprite, list[Sprite], Sprite]:
    """A level of many shapes, the same in pieces, and a sprite near some of them."""
    rng = random.Random(seed)
    side = rng.choice((30, 120, 400))
    shapes = [shape(rng, side) for _ in range(rng.choice((17, 40, 300)))]
    pose = rng.choice(POSES)
    level = Sprite(collision=shapes, **pose)
    tiles = [Sprite(collision=one, **pose) for one in shapes]
    near = rng.choice(tiles).aabb
    body = rng.choice((Rect(-5, -5, 10, 10), Circle(0, 0, 5), Capsule(-3, 0, 3, 0, 3)))
    one = Sprite(
        near[0] + rng.randint(-12, 12), near[1] + rng.randint(-12, 12), collision=body,
        angle=rng.choice((0, 0, 45)),
    )  # fmt: skip
    return rng, level, tiles, one


@for_each("seed", range(20))
def test_many_shapes_are_met_as_sprites_of_one_each(seed: int) -> None:
    rng, level, tiles, one = scene(seed)
    hit = [tile for tile in tiles if one.hits(tile)]
    assert one.hits(level) == level.hits(one) == bool(hit)
    apart = [contact for tile in hit for contact in one.contacts(tile)]
    contacts = one.contacts(level)
    assert [c.other_shape for c in contacts] == [c.other_shape for c in apart]
    size = 1e-11 * max(map(abs, level.aabb))
    for contact, expected in zip(contacts, apart, strict=True):
        assert contact.depth == pytest.approx(expected.depth, abs=1e-9 + size)
    assert len(level.contacts(one)) == len(hit)
    x, y = one.x, one.y
    assert bool(Group(level).query_point(x, y)) == bool(Group(tiles).query_point(x, y))
    assert bool(Group(level).query_box(x, y, x + 9, y + 4)) == bool(
        Group(tiles).query_box(x, y, x + 9, y + 4)
    )
    for radius in (0, 2):
        line = (x, y, x + rng.randint(-200, 200), y + rng.choice((0, rng.randint(-200, 200))))
        found = [Group(tile).raycast(*line, radius=radius) for tile in tiles]
        first = min((ray.fraction for ray in found if ray), default=None)
        ray = Group(level).raycast(*line, radius=radius)
        assert (ray and ray.fraction) == first
    for dx, dy in ((rng.randint(-60, 60), rng.randint(-60, 60)), (0, 30), (7, 0)):
        fractions = [tile_hit.fraction for tile_hit in one.sweep_all(dx, dy, tiles)]
        met = one.sweep(dx, dy, level)
        assert (met is None) == (not fractions)
        if met is not None:
            assert met.fraction == pytest.approx(fractions[0], abs=1e-9 + size)


def test_a_level_of_many_shapes_may_move_turn_and_grow() -> None:
    rng, level, tiles, one = scene(3)
    for _ in range(80):
        for name, value in (
            ("x", rng.randint(-9, 9)),
            ("angle", rng.randint(0, 360)),
            ("scale_x", rng.uniform(0.5, 2)),
        ):
            for sprite in (level, *tiles):
                setattr(sprite, name, value)
        one.x, one.y = rng.randint(-300, 300), rng.randint(-300, 300)
        assert one.hits(level) == any(one.hits(tile) for tile in tiles)
        other = Sprite(collision=[Circle(9 * k, 3 * k, 3) for k in range(40)], angle=one.x)
        assert other.hits(level) == any(other.hits(tile) for tile in tiles)
        level.x += 5
        assert level.hits(one) == one.hits(level)


@for_each("seed", range(50))
def test_the_way_out_of_many_shapes_is_that_out_of_sprites_of_one_each(seed: int) -> None:
    rng, level, tiles, one = scene(seed)
    size = 1e-9 + 1e-11 * max(map(abs, level.aabb))
    way, expected = one.separation(level), one.separation(tiles)
    assert way.length == pytest.approx(expected.length, abs=size)
    one.x += way.x
    one.y += way.y
    assert not one.hits(level)
    back = level.separation(one)
    assert back.length == 0
    for x, y in ((0, 0), (rng.randint(-300, 300), rng.randint(-300, 300))):
        one.x += x
        one.y += y
        hit = [tile for tile in tiles if one.hits(tile)]
        if not hit:
            nearest = min(one.distance(tile).distance for tile in tiles)
            for far in (one.distance(level), level.distance(one)):
                assert far.distance == pytest.approx(nearest, abs=size)
        there, apart = Group(level).nearest(one.x, one.y), Group(tiles).nearest(one.x, one.y)
        assert there.distance == apart.distance


def test_a_ray_looks_at_all_shapes_that_may_be_first() -> None:
    rng = random.Random(1)
    for _ in range(300):
        tiles = [
            Sprite(collision=Rect(x, rng.uniform(-3, 3), 1, rng.uniform(0.1, 3)), angle=angle)
            for angle in (rng.choice((0, 37)),)
            for x in rng.sample(range(1_000), 30)
        ]
        level = Sprite(collision=[tile.collision for tile in tiles], angle=tiles[0].angle)
        turn = math.radians(level.angle)
        start, end = (
            (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn))
            for x, y in ((-5, 0), (1_000, rng.uniform(-4, 4)))
        )
        for line in ((*start, *end), (*end, *start)):
            for radius in (0, 0.3):
                found = [Group(tile).raycast(*line, radius=radius) for tile in tiles]
                first = min((ray.fraction for ray in found if ray), default=None)
                ray = Group(level).raycast(*line, radius=radius)
                assert (ray and ray.fraction) == first
                every = Group(level).raycast_all(*line, radius=radius)
                assert [hit.fraction for hit in every] == sorted(
                    hit.fraction for hit in found if hit
                )


@for_each("dx, dy", [(-2, 13), (-2, 3), (-4, 3), (0, 3), (1, 3), (-6, 1), (3, 9)])
def test_a_slope_of_triangles_and_blocks_holds_nobody_at_its_seams(dx: int, dy: int) -> None:
    slope = [Triangle(x, x, x + 8, x + 8, x, x + 8) for x in (0, 8, 16, 24)]
    level = [*(Rect(x, x + 8, 8, 8) for x in (0, 8, 16)), *slope]
    ends = []
    for targets in ([Sprite(collision=shape) for shape in level], Sprite(collision=level)):
        body = Sprite(16, 8, collision=Rect(0, 0, 4, 8))  # its corner is on a seam
        body.move_and_slide(dx, dy, targets)
        ends.append((body.x, body.y))
    along = (dx + dy) / 2 if dy > dx else dx
    assert ends[0] == ends[1] == pytest.approx((16 + along, 8 + along), abs=1e-9)
