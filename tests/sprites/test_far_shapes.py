"""Shapes that are far away change no bit of an answer, however many they are.

Rows of many parts are asked by their near parts only. So this holds that the answer depends on the
shapes that matter, and not on how these were found.
"""

import random
from typing import Any

from support.for_each import for_each

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
)

POSES: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"angle": 90},
    {"angle": 33},
    {"scale_x": 0.4, "scale_y": 2.5},
    {"scale_x": 1.5, "angle": 20},
)
FAR = 3_000  # pixels to the right, in local space: the box of the level still begins where it did


def shape(rng: random.Random, side: int, to_the_right: int = 0) -> Shape:
    x, y = to_the_right + rng.randrange(side), rng.randrange(side)
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


def body(rng: random.Random) -> Any:
    return rng.choice(
        (
            Rect(-5, -5, 10, 10),
            Circle(0, 0, 5),
            Capsule(-3, 0, 3, 0, 3),
            Ellipse(0, 0, 8, 3, 40),
            Polygon([(-9, -9), (0, -3), (9, -9), (3, 0), (9, 9), (0, 3), (-9, 9), (-3, 0)]),
            [Rect(-9, -9, 9, 9), Circle(4, 4, 5)],
        )
    )


def answers(one: Sprite, level: Sprite, rng: random.Random) -> list[Any]:
    """What is known of a sprite and a level; at last the sprite has moved."""
    group = Group(level)
    result: list[Any] = [
        one.hits(level),
        one.separation(level),
        level.separation(one),
        one.depenetrate(level, max_distance=0),
        one.distance(level),
        level.distance(one),
        [(c.shape, c.other_shape, c.depth, c.normal, c.points) for c in one.contacts(level)],
        [(c.shape, c.other_shape, c.depth, c.normal, c.points) for c in level.contacts(one)],
    ]
    for _ in range(3):
        dx, dy = rng.choice(((5, 0), (0, 7), (rng.uniform(-60, 60), rng.uniform(-60, 60))))
        turn = rng.choice((0, 0, 40))
        first = one.sweep(dx, dy, level, turn=turn)
        for hit in (first, *one.sweep_all(dx, dy, level, turn=turn)):
            result.append(
                hit
                and ("sweep", hit.fraction, hit.point, hit.normal, hit.position, hit.other_shape)
            )
        x, y = one.x + rng.randint(-40, 40), one.y + rng.randint(-40, 40)
        for radius in (0, 2):
            line = (x, y, x + 3 * dx, y + 3 * dy)
            for ray in (
                group.raycast(*line, radius=radius),
                *group.raycast_all(*line, radius=radius),
            ):
                result.append(ray and ("ray", ray.fraction, ray.point, ray.normal, ray.other_shape))
        near = group.nearest(x, y)
        result.append(near and ("near", near.distance, near.point, near.other_shape))
    slide = one.move_and_slide(rng.uniform(-30, 30), rng.uniform(-30, 30), level)
    result.append(("slide", slide.travel, one.x, one.y))
    result.append(("out", one.depenetrate(level), one.x, one.y))
    walker = CharacterController(one)
    for dx in (-5, 0, rng.uniform(-9, 9)):
        walker.move(dx, rng.uniform(-5, 9), level)
        result.append(("walk", one.x, one.y, walker.on_floor))
    return result


@for_each("seed", range(60))
def test_what_is_far_away_changes_no_bit(seed: int) -> None:
    rng = random.Random(seed)
    side = rng.choice((40, 60, 120))
    near = [Rect(0, 0, 8, 8), *(shape(rng, side) for _ in range(rng.choice((3, 9, 15, 40))))]
    many = rng.choice((20, 60, 200))
    far = [shape(rng, 400, FAR) for _ in range(many)]
    pose = rng.choice(POSES)
    place = (rng.randint(-12, side + 12), rng.randint(-12, side + 12))
    collision, angle, later = body(rng), rng.choice((0, 0, 45)), rng.random()
    found = []
    for shapes in (near, [*near, *far]):
        level = Sprite(collision=shapes, center_x=0, center_y=0, **pose)
        one = Sprite(*place, collision=collision, angle=angle)
        found.append(answers(one, level, random.Random(later)))
    for k, (without, with_far) in enumerate(zip(*found, strict=True)):
        assert without == with_far, k
