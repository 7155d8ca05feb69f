"""Lives of sprites and nested Groups: random acts, and every question there is."""

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from spritecol import DISCARD, Group, check, pairs
from support.answer_scenes.cast import Actor, Surface, cast, numbered, palette, pose
from support.tape import Tape, several


class Star(Actor):
    """Calls back: by turns it vanishes, leaves the check, moves, asks, or makes others vanish."""

    life: "Life"

    def shot(self, other: "Star") -> Any:
        return self.life.called("shot", self, other)

    def hit(self, other: "Star") -> Any:
        return self.life.called("hit", self, other)

    def touch(self) -> None:
        self.life.tape.add("touch", self)


class Life:
    """Sprites and nested Groups, through random acts, and all that can be asked of them."""

    def __init__(self, tape: Tape, seed: int, count: int, side: float) -> None:
        self.tape = tape
        self.rng = random.Random(seed)
        self.side = side
        self.shapes = palette(seed)
        self.sprites: list[Any] = cast(seed, count, side, Star)
        for sprite in self.sprites:
            sprite.life = self
        self.made = count
        slices = [slice(k * count // 6, (k + 3) * count // 6) for k in range(5)]
        self.groups = [Group(self.sprites[part]) for part in slices]
        self.groups[4] = Group(self.groups[0], self.sprites[-1], self.groups[1])

    # acts

    def one(self) -> Any:
        return self.rng.choice(self.sprites)

    def move(self) -> None:
        self.one().x += self.rng.choice([1, -3, self.rng.uniform(-40, 40)])
        self.one().y = self.rng.choice([round(self.rng.uniform(0, self.side)), 7.25])

    def turn(self) -> None:
        self.one().angle += self.rng.choice([90, -45, self.rng.uniform(-50, 50)])

    def grow(self) -> None:
        self.one().scale_x = self.rng.choice([1, 2, -1, 0, self.rng.uniform(0.3, 2)])
        self.one().scale_y = self.rng.choice([1, 1, self.rng.uniform(0.3, 2)])

    def pivot(self) -> None:
        self.one().center_x = self.rng.choice([None, 0, 5.5])
        self.one().offset_sync = self.rng.random() < 0.5
        self.one().collision_sync = self.rng.random() < 0.8

    def reshape(self) -> None:
        new = self.rng.choices(self.shapes, k=self.rng.randint(1, 3))
        self.one().collision = self.rng.choice([new, new, new[0], [], [1, 2, 9, 9]])

    def picture(self) -> None:
        sprite = self.one()
        sprite.image = Surface(self.rng.randint(0, 20), 9)
        sprite.collision = None

    def switch(self) -> None:
        self.one().collision_enable = self.rng.random() < 0.7

    def vanish(self) -> None:
        """One goes for good, and a new one comes into some Groups."""
        place = self.rng.randrange(len(self.sprites))
        self.sprites[place].vanish()
        new = Star(collision=self.rng.choice(self.shapes), **pose(self.rng, self.side, False))
        new.life, new.number = self, self.made
        self.made += 1
        self.sprites[place] = new
        for group in self.rng.sample(self.groups, 2):
            group.add(new)

    def leave(self) -> None:
        group = self.rng.choice(self.groups)
        group.discard(self.one(), self.one())

    def enter(self) -> None:
        group = self.rng.choice(self.groups)
        group.add([self.one(), [self.one(), None]], self.one())

    def nest(self) -> None:
        """One Group into another; into itself is an error."""
        a, b = self.rng.choice(self.groups), self.rng.choice(self.groups)
        self.tape.ask("nest", a.add, b)

    def unnest(self) -> None:
        a, b = self.rng.choice(self.groups), self.rng.choice(self.groups)
        self.tape.ask("unnest", lambda: a.remove(b) if b in a else None)

    def refill(self) -> None:
        group = self.rng.choice(self.groups[:3])
        group.clear()
        group.add(self.rng.sample(self.sprites, len(self.sprites) // 3))

    def columns(self) -> None:
        group = self.rng.choice(self.groups)
        name = self.rng.choice(["x", "y", "angle", "scale_x", "scale_y"])
        column = getattr(group, name)
        step = np.array([self.rng.choice([0, 1, -2, 0.5, 1.7]) for _ in column])
        if name.startswith("scale"):
            setattr(group, name, self.rng.choice([1, 1 + step / 9]))
        else:
            setattr(group, name, column + step)

    # questions

    def some(self) -> Any:
        """Targets of any kind."""
        rng = self.rng
        return rng.choice(
            [
                self.one(),
                rng.sample(self.sprites, rng.randint(0, len(self.sprites))),
                rng.choice(self.groups),
                rng.choice(self.groups),
                [rng.choice(self.groups), None, (self.one(), [self.one()])],
            ]
        )

    def ask_one(self) -> None:
        a, b = self.one(), self.one()
        self.tape.add("one", a.hits(b), b.hits(a), a.aabb, list(b.world_shapes))

    def ask_many(self) -> None:
        one, some = self.one(), self.some()
        self.tape.add("many", one.check(some), one.hits(some))

    def ask_pairs(self) -> None:
        a, b = self.some(), self.some()
        self.tape.add("pairs", pairs(a, b), pairs(a))

    def ask_group(self) -> None:
        a, b = self.rng.choice(self.groups), self.some()
        self.tape.add("group", a.pairs(), a.pairs(b), a.hits(b))

    def ask_indices(self) -> None:
        a, b = self.rng.choice(self.groups), self.some()
        self.tape.add("index", a.pair_indices(), a.pair_indices(b), len(a))

    def ask_columns(self) -> None:
        a = self.rng.choice(self.groups)
        self.tape.add("columns", list(a), a.aabbs, a.x, a.y, a.angle, a.scale_x, a.scale_y)
        self.tape.add("members", len(a), self.one() in a, [group in a for group in self.groups])

    def ask_check(self) -> None:
        """With callbacks, of all the ways in which they may be given."""
        a, b = self.some(), self.some()
        ways: list[Callable[[], Any]] = [
            lambda: check(a, b),
            lambda: check(a),
            lambda: check(a, a),
            lambda: check(a, b, shot="touch", hit=None),
            lambda: check(a, b, hit="nothing"),
            lambda: check(a, b, lambda s, o: self.called("by", s, o), None),
            self.groups[2].check,
            lambda: self.groups[0].check(b, hit="touch"),
        ]
        self.tape.ask("check", self.rng.choice(ways))

    def called(self, name: str, sprite: Any, other: Any) -> Any:
        """What a callback does."""
        self.tape.add(name, sprite, other, sprite.vanished, other.vanished)
        act = self.rng.randrange(40)
        if act == 0:
            sprite.vanish()
        elif act == 1:
            other.vanish()
        elif act < 5:
            return DISCARD
        elif act == 5:
            other.x += 5
        elif act == 6:
            self.tape.add("within", sprite.check(self.groups[0]), other.hits(self.sprites))
        elif act == 7 and self.rng.random() < 0.2:
            raise LookupError(f"{sprite.number} and {other.number}")
        elif act == 8:
            self.groups[2].discard(other)
        return None

    def revive(self) -> None:
        """Who vanished makes room for new ones."""
        for place, sprite in enumerate(self.sprites):
            if sprite.vanished:
                new = Star(
                    collision=self.rng.choice(self.shapes), **pose(self.rng, self.side, False)
                )
                new.life, new.number = self, self.made
                self.made += 1
                self.sprites[place] = new
                self.rng.choice(self.groups[:4]).add(new)

    def frames(self, count: int, acts: int, questions: int) -> None:
        """Go through some frames; in one of four nothing happens before the questions."""
        deeds = [self.move] * 3 + [self.turn, self.grow, self.pivot, self.reshape, self.picture]
        deeds += [self.switch, self.vanish, self.leave, self.enter, self.nest, self.unnest]
        deeds += [self.refill, self.columns, self.columns]
        asked = [self.ask_one, self.ask_many, self.ask_pairs, self.ask_group, self.ask_indices]
        asked += [self.ask_indices, self.ask_columns, self.ask_check]
        for _ in range(count):
            if self.rng.random() < 0.75:
                for _ in range(acts):
                    self.rng.choice(deeds)()
            for _ in range(questions):
                self.rng.choice(asked)()
            self.revive()

    def everything(self) -> None:
        """All numbers at the end."""
        for sprite in self.sprites:
            self.tape.add("end", sprite.aabb, list(sprite.world_shapes), sprite.vanished)
        for group in self.groups:
            self.tape.add("end", list(group), group.aabbs, group.pair_indices())


def _play_life(tape: Tape, value: int) -> None:
    life = Life(tape, value, 12 + 9 * value, 90 + 40 * value)
    life.frames(1_000, acts=4, questions=3)
    life.everything()


def _play_town(tape: Tape, value: int) -> None:
    """Hundreds of sprites: the large ways of every question."""
    life = Life(tape, 100 + value, 700, 900)
    life.frames(200, acts=12, questions=3)
    life.everything()


several("lives, few", range(10), _play_life)
several("lives, many", range(6), _play_town)


def _play_rest(tape: Tape, value: int) -> None:
    """Groups of which few members move, or none, for many frames: their index is kept."""
    rng = random.Random(value)
    side = 22 * math.sqrt(value)
    sprites = cast(value, value, side)
    movers = cast(value + 1, 40, side)
    numbered(movers, 100_000)
    rest, few = Group(sprites), Group(movers)
    both = Group(rest, few)
    for frame in range(100):
        for _ in range(rng.choice([0, 0, 1, 5, value // 20 if frame % 9 == 0 else 2])):
            sprite = rng.choice(sprites)
            sprite.x += rng.uniform(-30, 30)
            sprite.angle += rng.choice([0, 15])
        few.x += 3.5
        few.angle = frame
        if frame % 11 == 5:
            gone = rng.choice(sprites)
            rest.discard(gone)
            rest.add(gone)
        if frame % 13 == 7:
            rng.choice(sprites).collision_enable = frame % 2 == 0
        if frame == 30:
            rest.x += 0.25
        tape.add("self", rest.pair_indices(), rest.aabbs)
        tape.add("cross", few.pair_indices(rest), rest.pair_indices(few), pairs(few, rest))
        tape.add("one", movers[frame % 40].check(rest), movers[0].hits(rest), rest.hits(few))
        if frame % 10 == 0:
            tape.add("both", both.pair_indices(), pairs(movers, both), both.pairs(rest))


several("rest", (300, 511, 512, 1_500, 6_000), _play_rest)
