"""pygame's collision functions beside the drop-ins of `spritecol.integrations.pygame`.

Squares of 16 px on 1280 by 720, some of them overlapping; where one sprite looks among many, it is
hit by few or none, except in the shape "all hit". The groups are `pygame.sprite.Group`s, unless a
shape names others. Both search the same sprites, and must find the same.

A game calls a search once in a frame, when what it did in between has taken the sprites out of the
processor's caches. "a frame in between" writes 8 MB before each call, as a game does that copies a
background to a screen of 1280 by 720; "cold" writes 64 MB, so that nothing is left in any cache.
"""

import os
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame
from harness.contender import Calls
from harness.contest import Enter, contest
from harness.measuring import Effort
from harness.rows import Row
from pygame import sprite as theirs
from scenes.sprites import HEIGHT, WIDTH

from spritecol.integrations import pygame as ours

PART = "pygame_drop_in"
PEER = "pygame-ce"
CASE = "{}: {}"  # search, shape
SIZES = (1, 3, 10, 30, 100, 1_000)
QUICK_SIZES = (1, 25)
QUICK_WINDOW = 90, 60  # pixels: few sprites overlap there too
SLOW = 300  # sprites: beyond, a user's function takes as long in both, and long

ROUNDS = 20  # of both, whoever is ahead: to go on only while ours is behind would flatter it
SECONDS = 0.004  # of calls in a round
MOST_SECONDS = 6.0  # for one figure; the slowest of pygame's take their time
SIDE = 16  # pixels
SCREENS = 8  # MB that are written before a call
MOST_CACHES = 64

COLLIDED: dict[str, Callable[[Any], Any]] = {
    "rects (None)": lambda module: None,
    "collide_rect": lambda module: module.collide_rect,
    "collide_rect_ratio": lambda module: module.collide_rect_ratio(0.8),
    "collide_circle": lambda module: module.collide_circle,
    "collide_circle_ratio": lambda module: module.collide_circle_ratio(0.8),
    "collide_mask": lambda module: module.collide_mask,
    "a user's function": lambda module: lambda left, right: False,
}


SOME = ("rects (None)", "collide_circle", "collide_mask")
LOOKS = ("spritecollide", "spritecollideany", "groupcollide")
GROUPS = ("groupcollide", "groupcollide, kill")
SEARCHES = (*LOOKS, "groupcollide, kill")


class SlotSprite(theirs.Sprite):
    """A sprite with plain attributes in place of pygame's property."""

    __slots__ = ("mask", "radius", "rect")


class OwnGroup(theirs.Group):  # type: ignore[type-arg]
    """A Group class of a user."""


class Shape(NamedTuple):
    """A kind of scene, and what is measured there."""

    sizes: tuple[int, ...] = (1, 30, 1_000)
    tests: tuple[str, ...] = SOME
    searches: tuple[str, ...] = SEARCHES
    kinds: tuple[Any, ...] = (pygame.Rect,)  # of rects, by turns
    sprite: Callable[[], Any] = theirs.Sprite
    attackers: int | None = None  # None: as many as there are sprites
    targets: int | None = None
    near: bool = False  # all at one place
    group: Callable[[], Any] = theirs.Group  # or a list, in which kills leave everything
    written: int = 0  # MB before each call


SHAPES = {
    "Rects": Shape(SIZES, tuple(COLLIDED)),
    "FRects": Shape(kinds=(pygame.FRect,)),
    "Rects and FRects": Shape(kinds=(pygame.Rect, pygame.FRect)),
    "rects in slots": Shape(sprite=SlotSprite),
    "all hit": Shape((3, 16, 100), near=True),
    "all hit, 16 attackers": Shape((100, 1_000), searches=GROUPS, attackers=16, near=True),
    "10 attackers": Shape((500, 5_000), ("rects (None)",), GROUPS, attackers=10),
    "30 attackers": Shape((500, 5_000), ("rects (None)",), GROUPS, attackers=30),
    **{
        f"{attackers} attackers, {name}": Shape(
            (500, 5_000), ("rects (None)",), GROUPS, attackers=attackers, written=written
        )
        for attackers in (10, 30)
        for name, written in (("a frame in between", SCREENS), ("cold", MOST_CACHES))
    },
    "2 targets": Shape((3, 30, 1_000), searches=GROUPS, targets=2),
    "no targets": Shape((1, 30), targets=0),
    "no sprites": Shape((0,), searches=LOOKS),
    "lists": Shape((0, 1, 3, 30, 1_000), searches=LOOKS, group=list),
    "a Group subclass": Shape((0, 1, 3, 30, 1_000), group=OwnGroup),
    "LayeredUpdates": Shape((0, 1, 3, 30, 1_000), group=theirs.LayeredUpdates),
    "GroupSingle": Shape((0, 1), searches=LOOKS, group=theirs.GroupSingle),
}


class Scene:
    """Two groups and a sprite."""

    def __init__(self, count: int, shape: Shape, window: tuple[int, int]) -> None:
        self.chance = random.Random(count)
        self.shape, self.window = shape, window
        self.mask = pygame.mask.Mask((SIDE, SIDE), fill=True)
        attackers = count if shape.attackers is None else shape.attackers
        targets = count if shape.targets is None else shape.targets
        self.sprites_a = [self.sprite(i) for i in range(attackers)]
        self.sprites_b = [self.sprite(i) for i in range(targets)]
        self.a: Any = shape.group()
        self.b: Any = shape.group()
        self.one = self.sprite(0)
        self.others_work = np.zeros(shape.written << 17)  # eight bytes each
        self.fill()

    def sprite(self, number: int) -> Any:
        """A sprite with all that the tests look at."""
        sprite: Any = self.shape.sprite()
        width, height = self.window
        where = self.chance.randrange(width - SIDE), self.chance.randrange(height - SIDE)
        if self.shape.near:
            where = 0, 0
        kind = self.shape.kinds[number % len(self.shape.kinds)]
        sprite.rect = kind(*where, SIDE, SIDE)
        sprite.mask = self.mask
        sprite.radius = SIDE / 2
        return sprite

    def fill(self, moment: int = 0) -> None:
        """Put back the sprites that were killed."""
        for group, sprites in ((self.a, self.sprites_a), (self.b, self.sprites_b)):
            group.clear() if type(group) is list else group.empty()
            group.extend(sprites) if type(group) is list else group.add(sprites)
        self.others_work += 1

    def searches(self) -> dict[str, Callable[[Any, Any], Any]]:
        """The calls to measure, of either module with a `collided` argument."""
        return {
            "spritecollide": lambda m, c: m.spritecollide(self.one, self.b, False, c),
            "spritecollideany": lambda m, c: m.spritecollideany(self.one, self.b, c),
            "groupcollide": lambda m, c: m.groupcollide(self.a, self.b, False, False, c),
            "groupcollide, kill": lambda m, c: m.groupcollide(self.a, self.b, False, True, c),
        }

    def call(self, search: str, collided: str, module: Any) -> Calls:
        """A search by the functions of a module."""
        find, test = self.searches()[search], COLLIDED[collided](module)
        self.fill()
        kills = search.endswith("kill") and bool(find(theirs, COLLIDED[collided](theirs)))
        self.fill()
        # Who hits nothing kills nothing, and so nobody has to be put back.
        before = self.fill if kills or self.shape.written else None
        return Calls(lambda: find(module, test), before=before, way=collided)


def rows(effort: Effort) -> Iterator[Row]:
    """All searches of all shapes, with all tests."""
    window = QUICK_WINDOW if effort.quick else (WIDTH, HEIGHT)
    effort = effort.but(rounds=ROUNDS, seconds=SECONDS, fewest=2, most=MOST_SECONDS)
    for name, shape in SHAPES.items():
        for count in QUICK_SIZES if effort.quick else shape.sizes:
            scene = Scene(count, shape, window)
            for search in shape.searches:
                for collided in shape.tests:
                    if search in GROUPS and collided == "a user's function" and count > SLOW:
                        continue  # a million calls of the same function on both sides
                    mine, other = (scene.call(search, collided, m) for m in (ours, theirs))
                    case = CASE.format(search, name)
                    peers: dict[str, Enter] = {PEER: partial(list, [other])}
                    yield from contest(PART, case, count, mine, peers, effort)
