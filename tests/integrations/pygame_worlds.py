"""Random sprites and groups for pygame's collision functions, made anew as often as one likes.

A `World` is made from a seed, so that pygame's functions and the drop-ins each get one of their
own, and `report` says in plain values what a call gave and what it did to the world.
"""

import random
from collections.abc import Callable, Iterable
from typing import Any

import pygame
from pygame import sprite as pygame_sprite

from spritecol.integrations.pygame import Sprite

PYGAME = {
    name: getattr(pygame_sprite, name)
    for name in (
        "spritecollide",
        "groupcollide",
        "spritecollideany",
        "collide_rect",
        "collide_rect_ratio",
        "collide_circle",
        "collide_circle_ratio",
        "collide_mask",
    )
}
"""pygame's own functions, kept from before anything was installed."""

AREA = 60  # pixels; small, so that much overlaps
SIZES = (0, 1, 3, 8, 20, -6)  # zero and negative ones are pygame's to interpret


class ClassRect(pygame_sprite.Sprite):
    """Its rect belongs to the class, where it hides pygame's property."""

    rect = pygame.Rect(10, 10, 20, 20)


class OwnRect(pygame_sprite.Sprite):
    """Its rect is a property of its own."""

    corner = (0, 0)

    @property
    def rect(self) -> Any:
        return pygame.Rect(*self.corner, 8, 8)

    @rect.setter
    def rect(self, value: Any) -> None:
        self.corner = (int(value.x), int(value.y))


class Survivor(pygame_sprite.Sprite):
    """Has to be killed twice."""

    life = 2

    def kill(self) -> None:
        self.life -= 1
        if self.life == 0:
            super().kill()


class Splitter(pygame_sprite.Sprite):
    """Leaves another sprite in each of its groups when it is killed."""

    def kill(self) -> None:
        groups = self.groups()
        super().kill()
        rest = pygame_sprite.Sprite(*groups)
        rest.rect = self.rect
        rest.number = self.number + 1000


class Keeper(pygame_sprite.Group):
    """Does not let go of every second sprite."""

    def remove_internal(self, sprite: Any) -> None:
        if sprite.number % 2:
            super().remove_internal(sprite)


class Backwards(pygame_sprite.Group):
    """Lists its sprites in another order."""

    def sprites(self) -> list[Any]:
        return super().sprites()[::-1]


ORDINARY = (pygame_sprite.Sprite, pygame_sprite.DirtySprite)
UNUSUAL = (*ORDINARY, ClassRect, OwnRect, Survivor, Splitter, Sprite)
GROUPS: tuple[Callable[..., Any], ...] = (
    pygame_sprite.Group,
    pygame_sprite.RenderUpdates,
    pygame_sprite.LayeredUpdates,
)
UNUSUAL_GROUPS: tuple[Callable[..., Any], ...] = (
    *GROUPS,
    Keeper,
    Backwards,
    lambda sprites: pygame_sprite.LayeredDirty(
        *[sprite for sprite in sprites if isinstance(sprite, pygame_sprite.DirtySprite)]
    ),
    lambda sprites: pygame_sprite.GroupSingle(*sprites[-1:]),
    list,
    tuple,
    iter,
)


class World:
    """Two groups that may share sprites, and one sprite that may be in them."""

    def __init__(self, seed: int, most: int, unusual: bool, least: int = 1) -> None:
        self.chance = chance = random.Random(seed)
        self.fewest = least - 1  # in a group
        self.whole = chance.random() < 0.5
        self.rect_kinds = chance.choice(
            [(pygame.Rect,), (pygame.FRect,), (pygame.Rect, pygame.FRect)]
        )
        self.radii = chance.choice(["none", "some", "all"])
        self.oddity = chance.choice(["", "", "rect", "radius", "image", "huge"]) if unusual else ""
        kinds = UNUSUAL if unusual else ORDINARY
        self.sprites = [
            self.sprite(i, chance.choice(kinds)) for i in range(chance.randint(least, most))
        ]
        groups = UNUSUAL_GROUPS if unusual else GROUPS
        self.a = self.group(chance.choice(groups))
        same = chance.random() < 0.2 and not hasattr(self.a, "__next__")
        self.b = self.a if same else self.group(chance.choice(groups))
        self.one = chance.choice(self.sprites)

    def sprite(self, number: int, kind: Callable[[], Any]) -> Any:
        """One sprite, with whatever this world wants it to have."""
        chance = self.chance
        sprite = kind()
        sprite.number = number
        where = chance.randint if self.whole else chance.uniform
        size = chance.choice(SIZES), chance.choice(SIZES)
        if chance.random() < 0.7:
            size = abs(size[0]) + 1, abs(size[1]) + 1
        if not isinstance(sprite, ClassRect):
            sprite.rect = chance.choice(self.rect_kinds)(where(-5, AREA), where(-5, AREA), *size)
        if self.radii == "all" or (self.radii == "some" and chance.random() < 0.5):
            sprite.radius = chance.choice([0, 3, 5, 5.0, 2.5, 7.1, -4])
        sprite.image = pygame.Surface((chance.randint(0, 9), chance.randint(1, 9)), pygame.SRCALPHA)
        sprite.image.fill((255, 255, 255, chance.choice([255, 255, 0])))
        if chance.random() < 0.5:
            sprite.mask = pygame.mask.Mask((chance.randint(0, 12), 7), fill=chance.random() < 0.7)
        self.make_odd(sprite)
        return sprite

    def make_odd(self, sprite: Any) -> None:
        """Once in a while, take from a sprite what it needs or give it what does not fit."""
        if not self.oddity or self.chance.random() > 0.1:
            return
        if self.oddity == "rect" and type(sprite) in ORDINARY:
            sprite.rect = self.chance.choice([None, (1, 2, 30, 40), "rect", [1, 2]])
        elif self.oddity == "radius":
            sprite.radius = self.chance.choice([None, "5", True, 1 + 2j, float("nan"), 10**400])
        elif self.oddity == "image":
            sprite.image = None
            sprite.__dict__.pop("mask", None)
        elif self.oddity == "huge" and type(sprite) is not ClassRect:
            numbers = [self.chance.choice([3, 2**31 - 9, -(2**30)]) for _ in range(4)]
            sprite.rect = self.rect_kinds[0](*numbers)

    def group(self, kind: Callable[[Any], Any]) -> Any:
        """A group of some of the sprites, in some order."""
        count = self.chance.choice([self.fewest, 1, len(self.sprites), len(self.sprites)])
        count = max(self.fewest, count)
        members = self.chance.sample(self.sprites, count)
        return kind(members)


def collided_of(
    functions: dict[str, Any], name: str, ratio: float, calls: list[tuple[int, int]]
) -> Any:
    """A `collided` argument by its name; one of the user's own records who it was asked about."""
    if name == "custom":

        def custom(left: Any, right: Any) -> bool:
            calls.append((left.number, right.number))
            if (left.number, right.number) == (3, 7):
                raise LookupError("three and seven")
            return bool((left.number * 7 + right.number * 3) % 5 == 0)

        return custom
    if name == "lambda":
        test = functions["collide_rect"]
        return lambda left, right: not test(left, right)
    if name.endswith("ratio"):
        return functions[name](ratio)
    return functions.get(name)


COLLIDED = (None, *list(PYGAME)[3:], "custom", "lambda")


def report(world: World, calls: list[tuple[int, int]], call: Callable[[], Any]) -> dict[str, Any]:
    """What a call gave or raised, and the state of the world after it."""
    result: Any
    try:
        result = plain(call())
    except Exception as error:
        result = type(error)
    return {
        "result": result,
        "calls": calls,
        "radii": [repr(getattr(sprite, "radius", None)) for sprite in world.sprites],
        "alive": [sprite.alive() for sprite in world.sprites],
        "a": numbers(world.a),
        "b": numbers(world.b),
    }


def plain(result: Any) -> Any:
    """Sprites by their numbers; the order in a dict counts."""
    if isinstance(result, dict):
        return [(sprite.number, numbers(hits)) for sprite, hits in result.items()]
    if isinstance(result, list):
        return numbers(result)
    return result.number if hasattr(result, "number") else result


def numbers(sprites: Iterable[Any]) -> list[int]:
    return [sprite.number for sprite in sprites]
