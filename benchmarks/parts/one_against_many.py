"""One sprite against many that rest: `sprite.check(targets)`, targets in a list and in a Group."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from harness.contender import Answer, Contender, Statement, there_and_back
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import IN_A
from peers import load
from scenes.sprites import HEIGHT, WIDTH

from spritecol import Group, Rect, Sprite

PART = "one_against_many"
SIZES = (10, 100, 1_000)
DENSE = 1_000  # sprites in the window of the scenes; fewer have a smaller one
SIDES = (10, 30)  # pixels
PLAYER = 40

Box = tuple[int, int, int, int]  # left, top, width, height, in whole pixels


def boxes(count: int) -> list[Box]:
    """The one in the middle, then those around it."""
    rng = random.Random(count)
    scale = (count / DENSE) ** 0.5
    width, height = int(WIDTH * scale), int(HEIGHT * scale)
    middle = ((width - PLAYER) // 2, (height - PLAYER) // 2, PLAYER, PLAYER)
    many = [
        (
            rng.randrange(-SIDES[0], width),
            rng.randrange(-SIDES[0], height),
            rng.randint(*SIDES),
            rng.randint(*SIDES),
        )
        for _ in range(count)
    ]
    return [middle, *many]


def statement(
    check: str, x: str, names: dict[str, Any], members: Iterable[object], moved: bool
) -> Statement:
    """The check, which finds some of the members."""
    numbers = {id(member): number for number, member in enumerate(members)}

    def read(found: Iterable[object]) -> Answer:
        return np.sort([numbers[id(member)] for member in found])

    return there_and_back(check, x, names, moved, read)


def ours(count: int, kind: Callable[[Iterable[Sprite]], object], moved: bool) -> Contender:
    """Sprites of this library, in a container of that kind."""
    one, *many = (
        Sprite(left, top, collision=Rect(0, 0, width, height))
        for left, top, width, height in boxes(count)
    )
    names = {"one": one, "many": kind(many)}
    return statement("one.check(many)", "one.x", names, many, moved)


def pygame_ce(count: int, moved: bool) -> Sequence[Contender]:
    """`spritecollide`."""
    peer = load("pygame_ce")
    one, *many = (peer.Box(*box) for box in boxes(count))
    names = {
        "one": one,
        "many": peer.pygame.sprite.Group(many),
        "spritecollide": peer.spritecollide,
    }
    made = statement("spritecollide(one, many, False)", "one.rect.x", names, many, moved)
    made.note = "whole-pixel rects"
    return [made]


def arcade(count: int, moved: bool) -> Sequence[Contender]:
    """`check_for_collision_with_list`, with and without a spatial hash."""
    peer = load("arcade_sprites")
    one, *many = boxes(count)
    ways = []
    for hashed, way in peer.HASHED.items():
        targets = peer.sprite_list(many, hashed)
        names = {
            "one": peer.box(*one),
            "many": targets,
            "check": peer.check_for_collision_with_list,
        }
        ways.append(statement("check(one, many)", "one.center_x", names, targets, moved))
        ways[-1].way = way
    return ways


def rows(effort: Effort) -> Iterator[Row]:
    """All sizes, both containers."""
    kinds: dict[str, Callable[[Iterable[Sprite]], object]] = {"list": list, "Group": Group}
    for (name, kind), moved, count in product(kinds.items(), (False, True), SIZES):
        entrants = {
            "pygame-ce": partial(pygame_ce, count, moved),
            "arcade": partial(arcade, count, moved),
        }
        case = f"{IN_A.format(name)}, after a move" if moved else IN_A.format(name)
        yield from contest(PART, case, count, ours(count, kind, moved), entrants, effort)
