"""A list with Groups in it answers as a list of their sprites, each at its first place."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from support.for_each import for_each
from support.hooks import use_index

from spritecol import CharacterController, Circle, Group, Overlaps, Polygon, Rect, Sprite

SHAPES = (
    Circle(0, 0, 5),
    Rect(-4, -4, 8, 8),
    Polygon([(0, 0), (9, 0), (0, 9)]),
    Rect(-8, 0, 16, 3, one_way=(0, -1)),
    [Circle(0, 0, 3), Rect(2, 2, 4, 4)],
)


@pytest.fixture(params=(None, True, False), ids=("as usual", "with indexes", "without"))
def _index(request: pytest.FixtureRequest) -> None:
    use_index(request.param)


def sprites(rng: random.Random, count: int, side: float) -> list[Sprite]:
    """Sprites of all kinds, in whole numbers: many at the same distance."""
    return [
        Sprite(
            rng.randrange(int(side)),
            rng.randrange(int(side)),
            collision=rng.choice(SHAPES),
            angle=rng.choice((0, 0, 0, 30)),
            collision_layer=rng.choice((1, 1, 2)),
        )
        for _ in range(count)
    ]


def flat(targets: Any) -> list[Sprite]:
    """The sprites in nested targets, each once, depth-first."""
    if isinstance(targets, Sprite):
        return [targets]
    found: dict[int, Sprite] = {}
    for item in targets:
        if item is not None:
            for sprite in flat(item):
                found.setdefault(id(sprite), sprite)
    return list(found.values())


def scene(rng: random.Random) -> Any:
    """Targets as a game nests them: Groups that share members, single sprites, tuples, None."""
    side = rng.choice((40, 120, 400))
    some = sprites(rng, rng.choice((4, 20, 60)), side)
    walls, units = Group(some[: len(some) // 2]), Group(some[len(some) // 3 :])
    outer = Group(walls, sprites(rng, 2, side))
    single = rng.choice(some)
    return rng.choice(
        (
            [walls, units],
            [units, single, walls],
            [single, walls, single],
            [[walls, None], (units, [single])],
            [outer, units],
            [Group(), walls],
            [walls, walls],
            [walls],
        )
    )


QUESTIONS: dict[str, Callable[[Sprite, Any, random.Random], Any]] = {
    "check": lambda a, b, rng: a.check(b),
    "check, mask": lambda a, b, rng: a.check(b, mask=2),
    "check, where": lambda a, b, rng: a.check(b, where=lambda other: other.x > a.x),
    "check, where of the contact": lambda a, b, rng: a.check(
        b, where=lambda other, contact: contact.depth > 1
    ),
    "hits": lambda a, b, rng: a.hits(b),
    "contacts": lambda a, b, rng: [(c.other, c.normal, c.depth) for c in a.contacts(b)],
    "separation": lambda a, b, rng: a.separation(b),
    "separation, where": lambda a, b, rng: a.separation(b, where=lambda other: other.x > 20),
    "sweep": lambda a, b, rng: told(a.sweep(rng.randint(-30, 30), rng.randint(-30, 30), b)),
    "sweep, turning": lambda a, b, rng: told(a.sweep(rng.randint(-9, 9), 7, b, turn=40)),
    "sweep, where": lambda a, b, rng: told(
        a.sweep(rng.randint(-30, 30), 9, b, where=lambda other: other.y > 20)
    ),
    "sweep_all": lambda a, b, rng: [told(h) for h in a.sweep_all(rng.randint(-90, 90), 11, b)],
    "move_and_slide": lambda a, b, rng: (
        a.move_and_slide(rng.randint(-30, 30), rng.randint(-30, 30), b).travel,
        (a.x, a.y),
    ),
    "move_and_collide": lambda a, b, rng: (
        told(a.move_and_collide(rng.randint(-30, 30), rng.randint(-30, 30), b)),
        (a.x, a.y),
    ),
    "depenetrate": lambda a, b, rng: (a.depenetrate(b), a.x, a.y),
}


def told(hit: Any) -> Any:
    return None if hit is None else (hit.other, hit.fraction, hit.normal, hit.position)


@pytest.mark.usefixtures("_index")
@for_each("name", QUESTIONS)
def test_a_list_of_groups_answers_as_a_list_of_their_sprites(name: str) -> None:
    for seed in range(60):
        rng = random.Random(f"{name}{seed}")
        targets = scene(rng)
        one = rng.choice([*sprites(rng, 1, 60), *flat(targets)])
        start = one.x, one.y
        answers = []
        for form in (targets, flat(targets)):
            one.x, one.y = start
            answers.append(QUESTIONS[name](one, form, random.Random(seed)))
        assert answers[0] == answers[1], seed


@pytest.mark.usefixtures("_index")
def test_groups_in_a_list_may_change_between_calls() -> None:
    rng = random.Random(5)
    walls, units = Group(sprites(rng, 40, 90)), Group(sprites(rng, 40, 90))
    targets = [walls, units]
    one = Sprite(45, 45, collision=Circle(0, 0, 20))
    events = Overlaps([one], targets)
    for turn in range(60):
        one.x = rng.randrange(90)
        what = turn % 5
        if what == 0:
            rng.choice(list(units)).vanish()
        elif what == 1:
            walls.add(*sprites(rng, 2, 90))
        elif what == 2:
            rng.choice(list(walls)).y += 5
        elif what == 3:
            units.discard(units[0])
        else:
            units.add(walls[0])
        assert one.check(targets) == one.check(flat(targets))
        events.update()
        assert [pair[1] for pair in events.pairs] == one.check(flat(targets))
        if turn == 30:
            targets.append(Group(sprites(rng, 9, 90)))


def test_a_dense_crowd_is_left_by_the_least_move() -> None:
    """The way out is longer than the sprite: what is beyond its first reach is in the way, too."""
    tiles = Group(
        Sprite(10 * x, 10 * y, collision=Rect(0, 0, 10, 10)) for x in range(30) for y in range(30)
    )
    for _ in range(8):
        Sprite(0, 0, collision=Circle(0, 0, 1)).check(tiles)
    for x, y in ((33, 150), (150, 271), (222, 222)):
        one = Sprite(x, y, collision=Rect(0, 0, 4, 4))
        expected = one.separation(list(tiles))
        assert one.separation(tiles) == one.separation([tiles, one]) == expected


@pytest.mark.usefixtures("_index")
def test_a_walker_asks_a_list_of_groups_as_their_sprites() -> None:
    """The list, and the Groups in it, change between two moves."""
    for seed in range(60):
        rng = random.Random(seed)
        targets = scene(rng)
        ways: list[list[Any]] = []
        for nested in (True, False):
            rng = random.Random(seed)
            walker = CharacterController(Sprite(60, 20, collision=Circle(0, -6, 6)), step=4)
            way: list[Any] = []
            ways.append(way)
            held = list(targets) if isinstance(targets, (list, tuple)) else [targets]
            extra = Group(sprites(rng, 3, 120))
            for frame in range(12):
                if frame == 4:
                    held.append(extra)
                if frame == 7:
                    extra.discard(next(iter(extra)))
                if frame == 9:
                    held.pop(0)
                dx, dy = rng.uniform(-5, 5), rng.uniform(-2, 6)
                slide = walker.move(dx, dy, held if nested else flat(held))
                way.append((slide.travel, slide.on_floor, [hit.normal for hit in slide.hits]))
        assert ways[0] == ways[1]
