"""`move_and_slide_all` and `separation_arrays` tell and do what each sprite would alone."""

import math
import random
from typing import Any

import numpy as np
import pytest
from support.for_each import for_each

from spritecol import Circle, Group, Rect, Slides, Sprite


def crowd(rng: random.Random, count: int, side: int) -> Group:
    return Group(
        Sprite(
            rng.randrange(side),
            rng.randrange(side),
            collision=rng.choice((Circle(0, 0, 5), Rect(-4, -4, 8, 8))),
            angle=rng.choice((0, 30)),
            collision_layer=rng.choice((1, 1, 2)),
        )
        for _ in range(count)
    )


def one_by_one(group: Group, dx: Any, dy: Any, targets: Any, **conditions: Any) -> list[Any]:
    """What a loop tells in which each is put back; and where each ends."""
    told = []
    for k, sprite in enumerate(group):
        x, y = sprite.x, sprite.y
        slide = sprite.move_and_slide(float(dx[k]), float(dy[k]), targets, **conditions)
        normal = slide.hits[0].normal if slide else (0.0, 0.0)
        told.append((tuple(slide.travel), bool(slide), tuple(normal), sprite.x, sprite.y))
        sprite.x, sprite.y = x, y
    return told


@for_each("seed", range(12))
def test_all_slide_as_each_would_alone(seed: int) -> None:
    rng = random.Random(seed)
    group = crowd(rng, rng.choice((1, 30, 600)), rng.choice((60, 400)))
    walls = Group(
        Sprite(rng.randrange(400), rng.randrange(400), collision=Rect(0, 0, 30, 6))
        for _ in range(40)
    )
    single = Sprite(50, 50, collision=Circle(0, 0, 20))
    targets: Any = rng.choice((walls, group, [walls, group, single], single, []))
    conditions: Any = rng.choice(
        ({}, {"mask": 1}, {"exclude": [single, *list(walls)[::2]]}, {"exclude": group})
    )
    dx, dy = np.random.default_rng(seed).integers(-20, 20, (2, len(group)))
    expected = one_by_one(group, dx, dy, targets, **conditions)
    slides = group.move_and_slide_all(dx, dy, targets, **conditions)
    assert isinstance(slides, Slides)
    found = [
        (tuple(travel), hit, tuple(normal), sprite.x, sprite.y)
        for travel, hit, normal, sprite in zip(
            slides.travel.tolist(), slides.hit.tolist(), slides.normal.tolist(), group, strict=True
        )
    ]
    assert found == expected


def test_what_raises_moves_nothing() -> None:
    group = Group(Sprite(x, collision=Circle(0, 0, 5)) for x in (0, 50, 1e12))
    wall = Sprite(20, -20, collision=Rect(0, 0, 10, 40))
    before = group.x.tolist()
    for dx, error in (
        (math.nan, ValueError),
        ("far", TypeError),
        ([1, 2], ValueError),
        (1e6, ValueError),
    ):
        with pytest.raises(error):
            group.move_and_slide_all(dx, 0, wall)
        assert group.x.tolist() == before
    with pytest.raises(TypeError, match="used up"):
        group.move_and_slide_all(1, 0, iter([wall]))
    with pytest.raises(TypeError):
        group.separation_arrays(5)  # type: ignore[arg-type]


def test_an_empty_group_moves_nothing() -> None:
    slides = Group().move_and_slide_all(1, 2, Sprite())
    assert slides.travel.shape == slides.normal.shape == (0, 2)
    assert slides.hit.shape == (0,)
    assert Group().separation_arrays().shape == (0, 2)


@for_each("seed", range(8))
def test_each_of_two_gets_half_of_the_push(seed: int) -> None:
    rng = random.Random(seed)
    group = crowd(rng, 60, 120)
    expected = np.zeros((60, 2))
    for i, one in enumerate(group):
        for j in range(i + 1, 60):
            apart = one.distance(group[j])
            half = -0.5 * min(0.0, apart.distance) * np.array(apart.normal)
            assert 2 * math.hypot(*half) == pytest.approx(math.hypot(*one.separation(group[j])))
            expected[i] += half
            expected[j] -= half
    assert group.separation_arrays() == pytest.approx(expected, abs=1e-12)
    walls = [crowd(rng, 9, 120), Sprite(60, 60, collision=Rect(0, 0, 30, 30))]
    whole = [tuple(one.separation(walls)) for one in group]
    assert [tuple(push) for push in group.separation_arrays(walls).tolist()] == whole


@for_each("seed", range(8))
def test_a_heap_is_left_as_one_of_it_is(seed: int) -> None:
    rng = random.Random(seed)
    body = crowd(rng, 1, 120)[0]
    near = list(crowd(rng, 9, 120))
    twins = [Sprite(one.x, one.y, angle=one.angle, collision=one.shapes) for one in near]
    heap = [*near, *twins, *near]
    assert body.separation(heap) == body.separation(near)


def test_a_crowd_in_one_place_parts() -> None:
    group = Group(Sprite(0.01 * k, 0.0, collision=Circle(0, 0, 5)) for k in range(20))
    for _ in range(300):
        push = group.separation_arrays()
        group.x += push[:, 0]
        group.y += push[:, 1]
    assert np.abs(push).max() < 0.1
