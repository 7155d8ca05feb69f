"""A Group follows members that move one by one: it answers as a list of them does, at each step."""

import random
from collections.abc import Iterator

import pytest
from support.hooks import use_index

from spritecol import Circle, Group, Rect, Sprite, pairs

SIDE = 300


@pytest.fixture(autouse=True)
def by_index() -> Iterator[None]:
    use_index(True)
    yield
    use_index(None)


def member(rng: random.Random) -> Sprite:
    return Sprite(
        rng.randrange(SIDE),
        rng.randrange(SIDE),
        collision=rng.choice((Circle(0, 0, 6), Rect(-5, -5, 10, 10), Rect(0, 0, 40, 2))),
    )


def change(group: Group, rng: random.Random) -> None:
    """What a game does to one member."""
    what = rng.random()
    if what < 0.03:
        group.add(member(rng))
    elif what < 0.05:
        rng.choice(list(group)).vanish()
    elif what < 0.07:
        group.discard(rng.choice(list(group)))
    elif what < 0.1:
        rng.choice(list(group)).collision_enable = rng.random() < 0.5
    elif what < 0.13:
        group.x += 1  # all of them
    else:
        one = rng.choice(list(group))
        one.x += rng.randint(-9, 9)
        one.y += rng.randint(-9, 9)


@pytest.mark.parametrize("seed", range(4))
def test_a_group_of_single_movers_answers_as_a_list(seed: int) -> None:
    rng, met = random.Random(seed), 0
    group = Group(member(rng) for _ in range(120))
    for step in range(300):
        for _ in range(rng.choice((1, 1, 1, 5, 40))):
            change(group, rng)
        one, sprites = member(rng), list(group)
        assert one.check(group) == one.check(sprites)
        dx, dy = rng.randint(-90, 90), rng.choice((0, rng.randint(-90, 90)))
        hit, expected = one.sweep(dx, dy, group), one.sweep(dx, dy, sprites)
        assert (hit and (hit.other, hit.fraction)) == (
            expected and (expected.other, expected.fraction)
        )
        met += hit is not None
        use_index(False)
        fresh, line = Group(sprites), (one.x, one.y, one.x + dx, one.y + dy)
        asked = [
            [(ray.other, ray.fraction) for ray in fresh.raycast_all(*line)],
            fresh.query_box(*line),
            [(near.other, near.distance) for near in fresh.nearest_k(one.x, one.y, 5)],
        ]
        use_index(True)
        assert asked == [
            [(ray.other, ray.fraction) for ray in group.raycast_all(*line)],
            group.query_box(*line),
            [(near.other, near.distance) for near in group.nearest_k(one.x, one.y, 5)],
        ]
        ray = group.raycast(*line)
        assert (ray and (ray.other, ray.fraction)) == (asked[0][0] if asked[0] else None)
        if step % 5 == 0:
            assert pairs(group) == pairs(fresh)
    assert met > 30
