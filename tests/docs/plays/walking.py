"""Plays of the page about walking."""

from collections.abc import Iterator

import pytest
from docs.plays.form import LAWS, SIZE, WORLD, Frame, Play, Stage, edges, planks

from spritecol import Group, Polygon, Sprite

PAGE = "walking.md"


def level_of(stage: Stage) -> Group[Sprite]:
    """Walls all around, blocks and slopes at random, and planks that one may jump through."""
    tiles = {(stage.chance.randrange(1, 39), stage.chance.randrange(30, 40)) for _ in range(60)}
    level = stage.boxes(*edges(), *((16 * i, 16 * j, 16, 16) for i, j in sorted(tiles)))
    for _ in range(3):
        x, y, width, height = (
            stage.number(*ends) for ends in ((0, 500), (520, 640), *[(30, 90)] * 2)
        )
        corners = [(x, y), (x + width, y - height), (x + width, y + 9), (x, y + 9)]
        level.add(Sprite(collision=Polygon([(stage.x(a), b) for a, b in corners])))
    return level


def walked(stage: Stage) -> Iterator[Frame]:
    """Two heroes run and jump through blocks, up slopes and through planks. A springboard throws
    them up from time to time, and they are placed elsewhere.
    """
    level, one_way = level_of(stage), planks(stage)
    heroes = [stage.program.Hero(stage.x(x), 300) for x in (stage.number(20, 300), 400)]
    keys = [(0.0, False)] * 2
    for frame in range(800):
        for k, hero in enumerate(heroes):
            if frame % 15 == 7 * k:
                keys[k] = stage.key(0, 3, -3, stage.number(-5, 5)), stage.key(True, False)
            if frame % 120 == 60 * k:
                hero.position = stage.x(stage.number(20, 620)), stage.number(40, 440)
            stood, (across, jump) = hero.walker.on_floor, keys[k]
            bumped = hero.walker.on_ceiling
            thrown = stood and stage.chance.random() < 0.05
            if thrown:
                hero.fall = -9.0
            slide = hero.update([level, one_way], across * stage.right, jump)
            if stood and (jump or thrown) and not slide.hits:
                assert slide.travel.y == pytest.approx(-8.6 if thrown else -5.6)
                stage.seen["thrown" if thrown else "jumps"] += 1
            assert not bumped or stood or hero.fall >= 0.4
            stage.seen["lands"] += slide.on_floor and not stood
            stage.seen["bumps"] += slide.on_ceiling
        told = [flag for hero in heroes for flag in (hero.walker.on_floor, hero.walker.on_wall)]
        yield Frame(heroes, level, WORLD, told)


def jumped(stage: Stage) -> Iterator[Frame]:
    """Two heroes jump early, late and from springs. A spring throws equally far with any keys."""
    level, one_way = level_of(stage), planks(stage)
    heroes = [stage.program.Jumper(stage.x(x), 300) for x in (stage.number(20, 300), 400)]
    jumps, floors, presses, rises = [False] * 2, [-99] * 2, [-99] * 2, [0.0] * 2
    across, held = [0.0] * 2, [False] * 2
    for frame in range(1500):
        for k, hero in enumerate(heroes):
            if frame % 15 == 7 * k:
                across[k] = stage.key(0, 3, -3, stage.number(-5, 5))
            struck = stage.chance.random() < 0.1
            held[k] = struck or (held[k] and stage.chance.random() < 0.8)
            stood, throw = hero.walker.on_floor, stage.key(*[0] * 150, -3, -5, -9.5)
            bumped = hero.walker.on_ceiling
            floors[k] = frame if stood else floors[k]
            presses[k] = frame if struck else presses[k]
            late, early = frame - floors[k], frame - presses[k]
            if throw and throw < hero.fall and not hero.walker.on_ceiling:
                rises[k], jumps[k], floors[k] = throw, False, -99
                hero.fall = throw
                stage.seen["thrown"] += 1
            elif late < 6 and early < 6:
                rises[k], jumps[k], floors[k], presses[k] = -6, True, -99, -99
                stage.seen["late"] += late > 0
                stage.seen["early"] += early > 0
            elif jumps[k] and rises[k] < -2 and not held[k]:
                rises[k] = -2
                stage.seen["short"] += 1
            rises[k] = min(rises[k] + 0.4, 8) if rises[k] else 0.0
            slide = hero.update([level, one_way], across[k] * stage.right, struck, held[k])
            if bumped and not stood and not rises[k]:
                assert hero.fall >= 0.4
            if rises[k]:
                assert hero.fall == pytest.approx(rises[k])
                stage.seen["flies"] += 1
            if slide.hits:
                rises[k] = 0.0  # whatever comes next, it is not followed to its end
        told = [flag for hero in heroes for flag in (hero.walker.on_floor, hero.walker.on_wall)]
        yield Frame(heroes, level, WORLD, told)


PLAYS = [
    Play(
        "Hero",
        walked,
        LAWS,
        frames=4000,
        floors={"jumps": 100, "thrown": 20, "lands": 200, "bumps": 20},
        axis=SIZE / 2,
    ),
    Play(
        "Jumper",
        jumped,
        LAWS,
        frames=8000,
        floors={"flies": 9000, "thrown": 300, "late": 20, "early": 150, "short": 150},
        axis=SIZE / 2,
    ),
]
