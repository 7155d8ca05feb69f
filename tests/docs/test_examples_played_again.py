"""The games of the examples are saved, go back, and are played again: the same, to the last bit."""

import random
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from spritecol import World
from spritecol.testing import sync_test

pygame = pytest.importorskip("pygame", reason="needs pygame-ce")

pytestmark = pytest.mark.filterwarnings("ignore:no fast renderer")  # of SDL's dummy driver


class Played(NamedTuple):
    """A game of an example: its members, how a frame is played, and what is saved of each."""

    members: Callable[[ModuleType], Sequence[Any]]
    update: Callable[[ModuleType, random.Random], object]
    columns: Sequence[str] = ()
    attributes: Sequence[str] = ()
    ignore: Sequence[str] = ()  # what is shown only
    frames: int = 60


def way(rng: random.Random) -> int:
    return rng.choice([-1, 0, 1])


def place(rng: random.Random) -> tuple[int, int]:
    return rng.randrange(700), rng.randrange(420)


def fly(module: ModuleType, rng: random.Random) -> None:
    module.update(module.things)
    module.check(module.things)


def storm(module: ModuleType) -> Sequence[Any]:
    module.game = module.BulletStorm(300)
    return module.game.bullets, module.game.ship, module.game


def crowd(module: ModuleType) -> Sequence[Any]:
    module.game = module.Crowd(300)
    return module.game.units, module.game.walls, module.game


def keys(rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.randrange(2) for _ in range(5))


GAMES = {
    "all_vs_all": Played(lambda m: [m.things], fly, ["vx", "vy", "lit"]),
    "breakout": Played(
        lambda m: [m.game.walls, m.game.bricks, m.game.paddle, m.game.ball, m.game],
        lambda m, rng: m.game.update(rng.randrange(640), way(rng)),
        ["speed", "lost"],
        ["way"],
    ),
    "bullet_storm": Played(
        storm,
        lambda m, rng: m.game.update(way(rng), way(rng)),
        ["frame", "swept", "shield"],
        ignore=["hits"],  # which no column can be called
    ),
    "crowd": Played(
        crowd,
        lambda m, rng: m.game.update(place(rng), rng.random() < 0.5),
        ["selected", "met"],
        ["start", "corner"],
    ),
    "debug_view": Played(
        lambda m: m.things,
        lambda m, rng: [m.sprites.update(), m.check(m.group)],
        ["vx", "vy", "age", "lit"],
    ),
    "fighting": Played(
        lambda m: [m.fight.fighters, m.fight.walls, m.fight.blows, m.fight],
        lambda m, rng: m.fight.update(
            [(way(rng), rng.random() < 0.1, rng.choice([None, "jab", "kick"])) for _ in range(2)]
        ),
        ["vx", "vy", "health", "time", "stop", "frame"],
        ["action", "fighters", "blows"],
    ),
    "duel": Played(
        lambda m: [
            m.game.sword,
            m.game.shield,
            m.game.knight,
            m.game.blocks,
            m.game.strikes,
            m.game,
        ],
        lambda m, rng: m.game.update(rng.randrange(400)),
        ["frame", "blocked"],
        ignore=["wounds", "lit", "sparks"],
    ),
    "laser": Played(
        lambda m: [m.game.drones, m.game.beam, m.game.turret, m.game],
        lambda m, rng: m.game.update(place(rng), rng.random() < 0.9),
        ["vx", "spin", "heat", "born", "down"],
        ignore=["lit", "bursts"],
    ),
    "mouse_picking": Played(
        lambda m: [m.table.things, m.table],
        lambda m, rng: m.table.update(*place(rng), rng.random() < 0.6),
        ["pressed", "picked"],
        ["below", "held", "cursor"],
    ),
    "obstacles": Played(
        lambda m: [m.field.maces, m.field.pegs, m.field],
        lambda m, rng: m.field.update(*place(rng)),
        ["glow", "strikes"],
        ignore=["struck"],
        frames=20,
    ),
    "platformer": Played(
        lambda m: [m.game.solid, m.game.coins, m.game.runner, m.game.walker, m.game.events, m.game],
        lambda m, rng: m.game.update(way(rng), rng.random() < 0.3, rng.random() < 0.1),
        ["facing", "frame", "falling", "flags", "falls", "taken"],
    ),
    "rays": Played(
        lambda m: [m.game.walls, m.game.walker],
        lambda m, rng: m.game.update(way(rng), way(rng)),
        frames=20,
    ),
    "rollback": Played(
        lambda m: m.machines[0].game.world._members,
        lambda m, rng: m.machines[0].game.update((keys(rng), keys(rng)), lambda name: None),
        ["dice"],
        frames=120,
    ),
    "shooter": Played(
        lambda m: [m.game.others, m.game.plane, m.game],
        lambda m, rng: m.game.update(way(rng), way(rng), rng.random() < 0.9),
        ["vx", "vy", "glow", "spin", "life", "frame", "down", "lost"],
        ignore=["hits"],
        frames=120,
    ),
    "small_game": Played(
        lambda m: [m.game.player, m.game.walls, m.game.shots, m.game.enemies, m.game],
        lambda m, rng: m.game.update(way(rng), way(rng), place(rng), True),
        ["alive", "frame", "score"],
        frames=120,
    ),
    "stealth": Played(
        lambda m: [m.game.thief, m.game.solid, m.game.gems, m.game.guards, m.game],
        lambda m, rng: m.game.update(way(rng), way(rng)),
        ["alarm", "frame", "caught"],
        ["way"],
        ignore=["cone", "known"],  # they follow from the rest
        frames=60,
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_an_example_played_again_is_the_same(stage: Any, name: str) -> None:
    game, module = GAMES[name], stage.play(name, 1)
    world = World(*game.members(module), columns=game.columns, attributes=game.attributes)
    seen: set[int] = set()

    def update(frame: int) -> None:
        random.seed(frame)  # of which examples make use
        game.update(module, random.Random(frame))
        seen.add(world.digest())

    sync_test(world, update, game.frames, ignore=game.ignore)
    assert len(seen) > game.frames / 2  # it is no game in which nothing happens
