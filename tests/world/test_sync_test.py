"""`sync_test` finds each kind of state that a World was not told of."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.answer_scenes.lives import Life
from support.tape import Tape

from spritecol import Circle, Group, Number, Sprite, World
from spritecol.testing import sync_test


class Ball(Sprite):
    collision = Circle(0, 0, 5)
    vx = Number(1.0)
    bounces = 0
    seen: Any = None


class Game:
    def __init__(self) -> None:
        self.balls = Group(Ball(k, 0, collision=Circle(0, 0, 4)) for k in range(5))
        self.rng = random.Random(3)
        self.state: Any = self.rng.getstate()
        self.count = 0

    def update(self, frame: int) -> None:
        self.balls.x += self.balls.column("vx") * (frame % 3)
        if frame % 5 == 0:
            self.balls.add(Ball(frame))
        if frame % 7 == 0:
            self.balls[0].vanish()


def forgets_a_number(game: Game, frame: int) -> None:
    game.balls[0].bounces += 1


def forgets_a_list(game: Game, frame: int) -> None:
    game.balls[0].seen = [*(game.balls[0].seen or ()), frame]


def uses_the_clock(game: Game, frame: int) -> None:
    game.count += 1
    game.balls.x += game.count


def uses_random(game: Game, frame: int) -> None:
    game.balls[0].vx = game.rng.random()


BAD: dict[Callable[[Game, int], None], str] = {
    forgets_a_number: "does not save: Ball.bounces",
    forgets_a_list: "does not save: Ball.seen",
    uses_the_clock: "ended differently: .*x",
    uses_random: "ended differently: .*vx",
}


@pytest.mark.parametrize("act", BAD)
def test_what_is_forgotten_is_told(act: Callable[[Game, int], None]) -> None:
    game = Game()

    def update(frame: int) -> None:
        game.update(frame)
        act(game, frame)

    with pytest.raises(AssertionError, match=BAD[act]):
        sync_test(World(game.balls), update, 12)


def test_the_first_difference_is_told_first() -> None:
    """And not all that the second play has made, although it is made of other objects."""
    balls, walls = Group(), Group(Ball(500 + k) for k in range(30))
    count = 0

    def update(frame: int) -> None:
        nonlocal count
        balls.add(Ball(frame), Ball(100 + frame))
        if frame == 3:
            count += 1
            balls[4].vx = count
        balls[0].aim = balls[-1], None  # type: ignore[attr-defined]

    with pytest.raises(AssertionError) as error:
        sync_test(World(balls, walls, attributes=["aim"]), update, 12)
    assert str(error.value) == (
        "frame 3 was played again, and ended differently: sprite 5 (Ball) has vx 2.0 instead of 1.0"
    )


def test_what_is_new_and_what_is_missing_is_told() -> None:
    balls, rest = Group(Ball(0)), Group()
    world = World(balls, rest)
    plays: list[int] = []

    def update(frame: int) -> None:
        plays.append(frame)
        if frame == 1:
            balls.add(Ball(), *(Ball() for _ in plays[2:]))
        if plays == [0, 0, 1]:
            rest.add(Ball())

    with pytest.raises(AssertionError) as error:
        sync_test(world, update, 2)
    told = str(error.value).partition(": ")[2].split("; ")
    assert told == [
        "group 0 (Group) has members (object 1, object 2, object 3, object 4, object 5) instead of "
        "(object 1, object 2, object 3)",
        "sprite 4 is a Ball instead of a Group",
    ]

    plays.clear()
    others = World(balls)
    balls.clear()
    with pytest.raises(AssertionError) as error:
        sync_test(others, update, 2)
    told = str(error.value).partition(": ")[2].split("; ")
    assert told[1:] == ["sprite 3 (Ball) is new", "sprite 4 (Ball) is new"]


class Slim(Sprite):
    __slots__ = ("_seen", "bounces")


def test_what_is_forgotten_in_a_slot_is_told() -> None:
    slim = Slim()

    def update(frame: int) -> None:
        slim.bounces = frame // 2
        slim._seen = None

    with pytest.raises(AssertionError, match=r"frame 0 .* save: Slim\._seen, Slim\.bounces"):
        sync_test(World(slim), update, 12)
    sync_test(World(slim, columns=["bounces"], attributes=["_seen"]), update, 12)


def test_what_is_saved_passes() -> None:
    game = Game()

    def update(frame: int) -> None:
        game.update(frame)
        forgets_a_number(game, frame)
        game.rng.setstate(game.state)
        uses_random(game, frame)
        game.state = game.rng.getstate()

    world = World(game.balls, game, columns=["bounces"], attributes=["state"])
    sync_test(world, update, 40, back=8, ignore=["rng"])
    with pytest.raises(AssertionError, match=r"Game\.rng"):
        sync_test(world, update, 2)


class Staged:
    """A random life whose frames depend on their numbers. Who is on the stage is a tuple."""

    def __init__(self, seed: int) -> None:
        self.life = Life(Tape(Path()), seed, 20, 130)
        self.cast = tuple(self.life.sprites)
        self.made = self.life.made
        self.tapes: dict[int, str] = {}

    def update(self, frame: int) -> None:
        life = self.life
        life.sprites, life.made, life.tape = list(self.cast), self.made, Tape(Path())
        life.rng.seed(frame)
        life.frames(1, acts=6, questions=3)
        self.cast, self.made = tuple(life.sprites), life.made
        told = life.tape.digest()
        assert self.tapes.setdefault(frame, told) == told


@pytest.mark.parametrize("seed", range(6))
def test_random_lives_are_played_again(seed: int) -> None:
    """Each answer is the same again, too, as the tapes tell."""
    staged = Staged(200 + seed)
    members = (*staged.life.groups, staged)
    world = World(*members, columns=["made", "number"], attributes=["cast"])
    sync_test(world, staged.update, 40, back=1 + 3 * seed, ignore=["tapes"])
    assert len(set(staged.tapes.values())) > 30


def test_wrong_calls() -> None:
    with pytest.raises(TypeError, match="World"):
        sync_test(3, print, 4)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="back"):
        sync_test(World(), print, 4, back=0)
