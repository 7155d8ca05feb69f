"""One sprite against many at rest: `sprite.check(targets)`, targets in a list and in a Group."""

import random
from collections.abc import Iterator, Sequence

from contest import Row, contest
from measuring import Contender, Effort, Statement
from peers import load
from scenes import HEIGHT, WIDTH

from spritecol import Group, Rect, Sprite

PART = "one_against_many"
SIZES = (10, 100, 1_000)
DENSE = 1_000  # sprites in the window of the scenes; fewer have a smaller one
SIDES = (10, 30)  # pixels
PLAYER = 40

Box = tuple[int, int, int, int]  # left, top, width, height, in whole pixels


def boxes(count: int) -> tuple[Box, list[Box]]:
    """The one in the middle, and those around it."""
    rng = random.Random(count)
    scale = (count / DENSE) ** 0.5
    width, height = int(WIDTH * scale), int(HEIGHT * scale)
    many = [
        (
            rng.randrange(-SIDES[0], width),
            rng.randrange(-SIDES[0], height),
            rng.randint(*SIDES),
            rng.randint(*SIDES),
        )
        for _ in range(count)
    ]
    return ((width - PLAYER) // 2, (height - PLAYER) // 2, PLAYER, PLAYER), many


def sprite(left: int, top: int, width: int, height: int) -> Sprite:
    """A sprite that covers a box."""
    return Sprite(left, top, collision=Rect(0, 0, width, height))


def ours(count: int, kind: type[list[Sprite]] | type[Group]) -> Contender:
    """Sprites of this library, in a container of that kind."""
    one, many = boxes(count)
    names = {"one": sprite(*one), "many": kind(sprite(*box) for box in many)}
    return Statement("one.check(many)", names)


def pygame_ce(count: int) -> Sequence[Contender]:
    """`spritecollide`."""
    peer = load("pygame_ce")
    one, many = boxes(count)
    group = peer.pygame.sprite.Group(peer.Box(*box) for box in many)
    names = {"one": peer.Box(*one), "many": group, "spritecollide": peer.spritecollide}
    return [Statement("spritecollide(one, many, False)", names, "rects of whole pixels only")]


def arcade(count: int) -> Sequence[Contender]:
    """`check_for_collision_with_list`, with and without a spatial hash."""
    peer = load("arcade_sprites")
    one, many = boxes(count)
    ways = []
    for hashed, way in peer.HASHED.items():
        names = {
            "one": peer.box(*one),
            "many": peer.sprite_list(many, hashed),
            "check": peer.check_for_collision_with_list,
        }
        ways.append(Statement("check(one, many)", names))
        ways[-1].way = way
    return ways


def rows(effort: Effort) -> Iterator[Row]:
    """All sizes, both containers."""
    for name, kind in (("list", list), ("Group", Group)):
        for count in SIZES:
            yield from contest(
                PART,
                name,
                count,
                ours(count, kind),
                {
                    "pygame-ce": lambda count=count: pygame_ce(count),  # type: ignore[misc]
                    "arcade": lambda count=count: arcade(count),  # type: ignore[misc]
                },
                effort,
            )
