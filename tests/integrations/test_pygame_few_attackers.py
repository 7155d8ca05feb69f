"""`groupcollide` where a few attackers meet many targets, as games call it: as pygame does."""

import random
from typing import Any

import pytest

pygame = pytest.importorskip("pygame")

from pygame import sprite as theirs  # noqa: E402
from support.for_each import for_each  # noqa: E402

from spritecol.integrations import pygame as ours  # noqa: E402


class Plain(theirs.Sprite):
    def __init__(self, number: int, rect: Any) -> None:
        super().__init__()
        self.number = number
        self.rect = rect


class Reborn(Plain):
    """Comes back when it is killed, somewhere else."""

    def kill(self) -> None:
        groups = self.groups()
        super().kill()
        self.rect = self.rect.move(40, 0)
        for group in groups:
            group.add(self)


class Chain(Plain):
    """Takes another one with it."""

    def kill(self) -> None:
        groups = self.groups()
        super().kill()
        for group in groups:
            for other in group.sprites()[:1]:
                other.remove(group)


class Computed(Plain):
    """Its rect is a property."""

    @property
    def rect(self) -> Any:
        return self.box

    @rect.setter
    def rect(self, value: Any) -> None:
        self.box = value


class Keeping(theirs.Group):
    """A group that lets none of its sprites go."""

    def remove_internal(self, sprite: Any) -> None: ...


class Live(Plain):
    """Its rect is that of a sprite of both libraries."""

    def __init__(self, number: int, rect: Any) -> None:
        owner = ours.Sprite(image=pygame.Surface((16, 16)))
        owner.rect = rect
        super().__init__(number, owner.rect)
        self.owner = owner


EVEN: list[Any] = [lambda x, y: pygame.Rect(x, y, 16, 16)]
INTS: list[Any] = [
    *EVEN,
    lambda x, y: pygame.Rect(x, y, 0, 16),
    lambda x, y: pygame.Rect(x, y, 16, 0),
    lambda x, y: pygame.Rect(x, y, -20, 16),
    lambda x, y: pygame.Rect(x, y, 9, -40),
]
HUGE: list[Any] = [*EVEN, lambda x, y: pygame.Rect(x - 2**30, y, 2**30 + 2**29, 16)]
FLOATS: list[Any] = [
    lambda x, y: pygame.FRect(x + 0.5, y, 16, 16),
    lambda x, y: pygame.FRect(x / 3, y / 7, 16.1, 0.4),
    lambda x, y: pygame.FRect(x, y, -9.9, 16.5),
    lambda x, y: pygame.FRect(x, y, 0, 16),
]
MIXED: list[Any] = [*INTS, *FLOATS]
KINDS = {"even": EVEN, "ints": INTS, "huge": HUGE, "floats": FLOATS, "mixed": MIXED}


def play(
    module: Any, seed: int, kind: Any, group: Any, rects: Any, kills: Any, others: Any = None
) -> Any:
    chance = random.Random(seed)
    counter = iter(range(10_000))

    def many(count: int, kind: Any, rects: Any) -> list[Any]:
        return [
            kind(
                next(counter),
                chance.choice(rects)(chance.randrange(200), chance.randrange(200)),
            )
            for _ in range(count)
        ]

    a = theirs.Group(many(chance.choice([2, 3, 5, 10, 30]), Plain, rects))
    b = group(many(chance.choice([3, 16, 20, 60]), kind, others or rects))
    other = theirs.Group(b.sprites()[::2])
    if seed % 3 == 0:
        a.add(b.sprites()[:3])  # some are on both sides
    try:
        found = module.groupcollide(a, b, *kills)
        answer: Any = [(s.number, [t.number for t in hit]) for s, hit in found.items()]
    except Exception as error:  # the same one
        answer = repr(error)
    return answer, [[s.number for s in group] for group in (a, b, other)]


@for_each("kills", [(0, 0), (0, 1), (1, 0), (1, 1)])
@for_each("rects", KINDS.values())
@for_each("group", [theirs.Group, theirs.LayeredUpdates, Keeping])
@for_each("kind", [Plain, Reborn, Chain, Computed])
def test_it_is_pygames(kind: Any, group: Any, rects: Any, kills: Any) -> None:
    found = 0
    for seed in range(3):
        expected = play(theirs, seed, kind, group, rects, kills)
        assert play(ours, seed, kind, group, rects, kills) == expected
        found += len(expected[0])
    assert found


@for_each("kills", [(0, 0), (1, 1)])
@for_each("rects", [(INTS, FLOATS), (FLOATS, INTS), (MIXED, FLOATS), (MIXED, INTS)])
def test_attackers_with_other_rects(rects: Any, kills: Any) -> None:
    found = 0
    for seed in range(30):
        expected = play(theirs, seed, Plain, theirs.Group, rects[0], kills, rects[1])
        assert play(ours, seed, Plain, theirs.Group, rects[0], kills, rects[1]) == expected
        found += len(expected[0])
    assert found


@for_each("kills", [(0, 0), (1, 1)])
def test_rects_of_sprites_of_both_libraries(kills: Any) -> None:
    found = 0
    for seed in range(8):
        expected = play(theirs, seed, Live, theirs.Group, EVEN, kills)
        assert play(ours, seed, Live, theirs.Group, EVEN, kills) == expected
        found += len(expected[0])
    assert found


def test_nobody_is_left() -> None:
    def scene(module: Any) -> Any:
        a = theirs.Group([Plain(k, pygame.Rect(k, 0, 8, 8)) for k in range(5)], theirs.Sprite())
        b = theirs.Group([Plain(k, pygame.Rect(0, k % 5, 8, 8)) for k in range(40)])
        with pytest.raises(AttributeError) as raised:
            module.groupcollide(a, b, False, True)
        return str(raised.value), len(a), len(b)

    assert scene(ours) == scene(theirs)


@for_each("where", [0, 5, 19])
def test_an_error_in_the_middle_leaves_what_pygame_leaves(where: int) -> None:
    def scene(module: Any) -> Any:
        targets = [Plain(k, pygame.Rect(5 * k, 0, 8, 8)) for k in range(20)]
        targets[where].rect = None
        a = theirs.Group([Plain(k, pygame.Rect(9 * k, 0, 8, 8)) for k in range(4)])
        b = theirs.Group(targets)
        with pytest.raises(TypeError) as raised:
            module.groupcollide(a, b, True, True)
        return str(raised.value), len(a), len(b)

    assert scene(ours) == scene(theirs)


def test_an_attacker_without_a_rect() -> None:
    def scene(module: Any) -> Any:
        a = theirs.Group([Plain(0, pygame.Rect(0, 0, 99, 9)), theirs.Sprite()])
        b = theirs.Group([Plain(k, pygame.Rect(9 * k, 0, 8, 8)) for k in range(40)])
        with pytest.raises(AttributeError) as raised:
            module.groupcollide(a, b, False, True)
        return str(raised.value), len(a), len(b)

    assert scene(ours) == scene(theirs)


@for_each("kind", [Plain, Chain])
@for_each("width", [60, 400, 6_000])  # most are killed at once, in turn, few
@for_each("test", [None, "collide_circle"])
def test_so_many_attackers_that_boxes_are_searched(kind: Any, width: int, test: Any) -> None:
    def scene(module: Any) -> Any:
        chance = random.Random(width)
        groups = [
            theirs.Group(
                kind(k, pygame.Rect(chance.randrange(width), chance.randrange(width), 16, 16))
                for k in range(count)
            )
            for count in (2_100, 200)
        ]
        how = test and getattr(module, test)
        found = module.groupcollide(*groups, True, True, how)
        answer = [(s.number, [t.number for t in hit]) for s, hit in found.items()]
        return answer, [[s.number for s in group] for group in groups]

    expected = scene(theirs)
    assert scene(ours) == expected
    assert expected[0]
