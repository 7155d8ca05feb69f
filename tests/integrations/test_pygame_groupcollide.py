"""`groupcollide` with as many attackers as games have: what it finds and kills is pygame's."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from support.counting import at_least

pygame = pytest.importorskip("pygame")

from pygame import sprite as theirs  # noqa: E402

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


class Live(Plain):
    """Its rect is that of a sprite of both libraries."""

    def __init__(self, number: int, rect: Any) -> None:
        self.owner = ours.Sprite(image=pygame.Surface((16, 16)))
        self.owner.rect = rect
        super().__init__(number, self.owner.rect)


class Keeping(theirs.Group):
    """A group that lets none of its sprites go."""

    def remove_internal(self, sprite: Any) -> None: ...


EVEN: list[Any] = [lambda x, y: pygame.Rect(x, y, 16, 16)]
INTS: list[Any] = [
    *EVEN,
    lambda x, y: pygame.Rect(x, y, 0, 16),
    lambda x, y: pygame.Rect(x, y, 16, 0),
    lambda x, y: pygame.Rect(x, y, -20, 16),
    lambda x, y: pygame.Rect(x, y, 9, -40),
]
FLOATS: list[Any] = [
    lambda x, y: pygame.FRect(x + 0.5, y, 16, 16),
    lambda x, y: pygame.FRect(x / 3, y / 7, 16.1, 0.4),
    lambda x, y: pygame.FRect(x, y, -9.9, 16.5),
    lambda x, y: pygame.FRect(x, y, 0, 16),
]
RECTS: dict[str, Any] = {
    "even": (EVEN, EVEN),
    "ints": (INTS, INTS),
    "huge": ([*EVEN, lambda x, y: pygame.Rect(x - 2**30, y, 2**30 + 2**29, 16)], EVEN),
    "floats": (FLOATS, FLOATS),
    "ints and floats": (INTS, FLOATS),
    "floats and ints": (FLOATS, INTS),
    "mixed": ([*INTS, *FLOATS], [*INTS, *FLOATS]),
}


def play(
    module: Any,
    seed: int,
    kind: Any,
    group: Any,
    rects: Any,
    kills: Any,
    counts: Any = ((2, 3, 5, 10, 30), (3, 16, 20, 60)),
) -> Any:
    """What one call finds, and what is left in the groups; the same seed makes the same scene."""
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

    a = theirs.Group(many(chance.choice(counts[0]), Plain, rects[0]))
    b = group(many(chance.choice(counts[1]), kind, rects[1]))
    other = theirs.Group(b.sprites()[::2])
    if seed % 3 == 0:
        a.add(b.sprites()[:3])  # some are on both sides
    try:
        found = module.groupcollide(a, b, *kills)
        answer: Any = [(s.number, [t.number for t in hit]) for s, hit in found.items()]
    except Exception as error:  # the same one
        answer = repr(error)
    return answer, [[s.number for s in group] for group in (a, b, other)]


@pytest.mark.parametrize("rects", RECTS)
@pytest.mark.parametrize(
    ("kind", "group"),
    [
        *((kind, theirs.Group) for kind in (Plain, Reborn, Chain, Computed)),
        *((Plain, group) for group in (theirs.LayeredUpdates, Keeping)),
        *((Reborn, Keeping), (Chain, theirs.LayeredUpdates)),
    ],
)
def test_it_is_pygames(kind: Any, group: Any, rects: str) -> None:
    with at_least(hits=8) as seen:
        for kills in ((0, 0), (0, 1), (1, 0), (1, 1)):
            for seed in range(4):
                expected = play(theirs, seed, kind, group, RECTS[rects], kills)
                assert play(ours, seed, kind, group, RECTS[rects], kills) == expected
                seen["hits"] += len(expected[0])


def test_one_attacker_is_as_many_in_pygame() -> None:
    """It has a way of its own through many targets."""
    with at_least(hits=20) as seen:
        for kills in ((0, 0), (0, 1), (1, 0), (1, 1)):
            for seed in range(1, 12):
                scene = seed, Plain, theirs.Group, next(iter(RECTS.values())), kills
                counts = (1,), (3, 60, 200)
                expected = play(theirs, *scene, counts)
                assert play(ours, *scene, counts) == expected
                seen["hits"] += len(expected[0])


def test_rects_of_sprites_of_both_libraries() -> None:
    with at_least(hits=30) as seen:
        for seed in range(16):
            kills = (seed // 8, seed // 8)
            expected = play(theirs, seed, Live, theirs.Group, (EVEN, EVEN), kills)
            assert play(ours, seed, Live, theirs.Group, (EVEN, EVEN), kills) == expected
            seen["hits"] += len(expected[0])


def row(count: int, step: int, width: int = 8) -> list[Plain]:
    return [Plain(k, pygame.Rect(step * k, 0, width, 8)) for k in range(count)]


def without_rect(targets: list[Plain], k: int) -> list[Plain]:
    targets[k].rect = None
    return targets


FAULTY: dict[str, Callable[[], tuple[list[Any], list[Any]]]] = {
    "an attacker without a rect": lambda: ([*row(5, 1), theirs.Sprite()], row(40, 0)),
    "the last attacker without a rect": lambda: ([*row(1, 1, 99), theirs.Sprite()], row(40, 9)),
    **{f"target {k} without a rect": lambda k=k: (row(4, 9), without_rect(row(20, 5), k))
       for k in (0, 5, 19)},
}  # fmt: skip


@pytest.mark.parametrize("kills", [(False, True), (True, True)])
@pytest.mark.parametrize("case", FAULTY)
def test_an_error_in_the_middle_leaves_what_pygame_leaves(case: str, kills: Any) -> None:
    def scene(module: Any) -> Any:
        a, b = map(theirs.Group, FAULTY[case]())
        with pytest.raises((AttributeError, TypeError)) as raised:
            module.groupcollide(a, b, *kills)
        return raised.type, str(raised.value), len(a), len(b)

    assert scene(ours) == scene(theirs)


@pytest.mark.parametrize("test", [None, "collide_circle"])
@pytest.mark.parametrize("width", [60, 400, 6_000])  # most are killed at once, in turn, few
@pytest.mark.parametrize("kind", [Plain, Chain])
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
        found = module.groupcollide(*groups, True, True, test and getattr(module, test))
        answer = [(s.number, [t.number for t in hit]) for s, hit in found.items()]
        return answer, [[s.number for s in group] for group in groups]

    expected = scene(theirs)
    assert scene(ours) == expected
    assert expected[0]
