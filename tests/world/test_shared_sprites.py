"""Three Worlds share sprites, and callbacks save, restore, look back and load in all of them."""

import gc
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from support.engine import validate
from support.for_each import for_each

from spritecol import (
    CharacterController,
    Circle,
    Group,
    History,
    Overlaps,
    Rect,
    Snapshot,
    Sprite,
    World,
    check,
)

MOST = 3  # callbacks inside each other


class Ball(Sprite):
    collision = Circle(0, 0, 8)
    heat = 0
    aim: Any = None
    told: Callable[[], object] | None = None

    def shot(self, other: "Ball") -> None:
        if self.told:
            self.told()

    hit = enter = exit = shot


class Life:
    """Acts at random, of which each World only knows some."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.depth = 0
        self.groups = [Group(self.ball(9 * k) for k in range(5)) for _ in range(5)]
        self.loose = [self.ball(9 * k) for k in range(6)]
        one, two, three = self.groups[:3]
        body = Rect(0, 0, 10, 20)
        self.walkers = [CharacterController(Sprite(5 * k, -30, collision=body)) for k in range(2)]
        self.watch = Overlaps(one, two)
        self.worlds = [
            World(one, self.watch, self.walkers[0], columns=["heat"], attributes=["aim"]),
            World(two, three, self.walkers[1], attributes=["aim"]),
            World(one, three),
        ]
        self.histories = [History(world, 8) for world in self.worlds]
        self.kept: list[list[tuple[Snapshot, int]]] = [[] for _ in self.worlds]

    def ball(self, x: float) -> Ball:
        ball = Ball(x, self.rng.randrange(9))
        ball.told = self.callback
        return ball

    def made(self, name: str) -> Sprite:
        return self.ball(0) if name == "Ball" else Sprite()

    def callback(self) -> None:
        if self.depth < MOST and self.rng.random() < 0.3:
            self.depth += 1
            self.act()
            self.depth -= 1

    def some(self) -> Any:
        return self.rng.choice([*self.loose, *(each for group in self.groups for each in group)])

    def act(self) -> None:
        rng, number = self.rng, self.rng.randrange(len(self.worlds))
        world, history, kept = self.worlds[number], self.histories[number], self.kept[number]
        group = rng.choice(self.groups)
        match rng.randrange(14):
            case 0:
                snapshot = world.save()
                kept.append((snapshot, snapshot.digest()))
                del kept[:-8]
            case 1 if kept:
                self.go_back(world, *rng.choice(kept))
            case 2:
                with suppress(RuntimeError):  # inside `at`
                    history.record()
            case 3 if len(history):
                before = world.digest()
                with history.at(rng.choice(list(history._kept))) as snapshot:
                    assert world.digest() == snapshot.digest()
                    self.callback()
                assert world.digest() == before
            case 4:
                group.add(self.ball(rng.randrange(60)))
            case 5:
                self.some().vanish()
            case 6:
                self.some().aim = rng.choice([None, self.some(), (self.some(), self.some())])
            case 7:
                self.some().x += rng.randrange(-9, 9)
            case 8:
                with suppress(ValueError):  # it would be inside itself
                    group.add(rng.choice(self.groups))
            case 9:
                group.discard(self.some())
            case 10:
                gc.collect(rng.randrange(3))
            case 11:
                self.walkers[rng.randrange(2)].move(rng.randrange(-5, 5), 6, [group, self.loose])
            case 12:
                self.watch.update()
            case 13:
                with suppress(RuntimeError):  # inside `at`
                    world.load(world.save().to_bytes(), self.made)

    def go_back(self, world: World, snapshot: Snapshot, digest: int) -> None:
        world.restore(snapshot)
        assert world.digest() == digest


@for_each("seed", range(5))
def test_any_life_of_worlds_that_share_sprites(seed: int) -> None:
    life = Life(seed)
    for _ in range(40):
        life.act()
        check(life.rng.choice(life.groups), life.rng.choice(life.groups))
    life.depth = MOST
    for world, kept in zip(life.worlds, life.kept, strict=True):
        for snapshot, digest in life.rng.sample(kept, len(kept)):
            life.go_back(world, snapshot, digest)
    validate()
