"""Random games whose sprites have names that no file contains; run as a script, they are loaded.

A game builds its level, then its World. Later the sprites vanish, join and change Groups. What
happens in a frame only depends on the number of the frame and on the state.
"""

import json
import random
import sys
import warnings
from pathlib import Path
from typing import Any

from spritecol import Circle, Group, Number, Overlaps, Sprite, World

FRAMES = 24
LEVEL = 9
"""Sprites that each game begins with."""


class Thing(Sprite):
    collision = Circle(0, 0, 6)
    power = Number(0, int)
    title = ""  # in the file
    target: Sprite | None = None  # in the file
    name = ""  # not in the file: who it was when the level was built


class Block(Thing):
    pass


class Lift(Thing):
    pass


KINDS = {kind.__qualname__: kind for kind in (Thing, Block, Lift)}


class Game:
    def __init__(self, seed: int) -> None:
        self.seed, rng = seed, random.Random(seed)
        self.named: list[Any] = []
        self.groups: list[Group[Any]] = [Group(), Group()]
        for k in range(LEVEL):
            thing = rng.choice(list(KINDS.values()))(9 * k, rng.randrange(9))
            thing.name = thing.title = f"thing {k}"
            self.named.append(thing)
            rng.choice(self.groups).add(thing)
        self.hero = Thing(20, 4)
        self.hero.title = "hero"
        self.level = Group(*self.groups)
        self.watch = Overlaps(self.hero, self.level)
        self.world = World(self.level, self.hero, self.watch, attributes=["title", "target"])

    def play(self, frame: int) -> None:
        rng = random.Random(f"{self.seed} {frame}")
        for _ in range(rng.randint(0, 3)):
            group, things = rng.choice(self.groups), list(self.level)
            one = rng.choice(things) if things else self.hero
            match rng.choice(("vanish", "spawn", "regroup", "move", "aim", "aim")):
                case "vanish" if one is not self.hero:
                    one.vanish()
                case "spawn":
                    thing = rng.choice(list(KINDS.values()))(rng.randrange(80), rng.randrange(9))
                    thing.title = f"of frame {frame}"
                    group.add(thing)
                case "regroup" if one is not self.hero:
                    for each in self.groups:
                        each.discard(one)
                    group.add(one)
                case "move":
                    one.x += rng.randrange(9)
                    one.power += 1
                case "aim":
                    rng.choice([*things, self.hero]).target = one
        self.watch.update()

    def save(self) -> bytes:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # some targets have vanished
            return self.world.save().to_bytes()

    def load(self, data: bytes) -> None:
        self.world.load(data, lambda name: KINDS[name]())

    def seen(self) -> Any:
        """All that there is to see, and who is who."""

        def told(thing: Any) -> list[Any]:
            aim = thing.target and (thing.target.title, thing.target.vanished)
            return [type(thing).__name__, thing.title, thing.x, thing.y, thing.power, aim]

        named = [
            [one.name, *([] if one.vanished else told(one))] for one in (*self.named, self.hero)
        ]
        groups = [list(map(told, group)) for group in (*self.groups, self.level)]
        pairs = [other.title for _, other in self.watch.pairs]
        return json.loads(json.dumps([named, groups, pairs, self.world.digest()]))


def play_on(seed: int, frame: int, data: bytes) -> Any:
    """Load a game and play it to its end; now and then it is saved, and loaded by a new game."""
    game, rng = Game(seed), random.Random(f"saves of {seed}")
    game.load(data)
    for k in range(frame, FRAMES):
        game.play(k)
        if rng.random() < 0.2:
            data, game = game.save(), Game(seed)
            game.load(data)
    return game.seen()


if __name__ == "__main__":
    given = json.loads(Path(sys.argv[1]).read_text())
    print(json.dumps([play_on(seed, k, bytes.fromhex(data)) for seed, k, data in given]))
