"""A World can be copied and pickled with its objects; a Snapshot says why it can't."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from support.for_each import for_each

from spritecol import CharacterController, Circle, Group, History, Overlaps, Sprite, World


class Ball(Sprite):
    collision = Circle(0, 0, 8)
    score = 0


class Game:
    """It is a member of its own World, which it holds."""

    def __init__(self) -> None:
        self.score = 3
        self.balls = Group(Ball(9 * k) for k in range(4))
        self.watch = Overlaps(self.balls)
        self.walker = CharacterController(Ball(3, -30))
        self.aim: Any = self.balls[0]
        self.world = World(
            self.balls, self.watch, self.walker, self, columns=["score"], attributes=["aim"]
        )

    def play(self) -> None:
        self.balls.x += 3
        self.balls.add(Ball(self.score))
        self.score += 1
        self.watch.update()
        self.walker.move(2, 9, self.balls)


COPIES: list[Callable[[Any], Any]] = [
    copy.deepcopy,
    *(lambda one, p=p: pickle.loads(pickle.dumps(one, p)) for p in range(2, 6)),
]

WHEN: dict[str, Callable[[Game], object]] = {
    "new": lambda game: None,
    "saved": lambda game: game.world.save(),
    "restored": lambda game: game.world.restore(game.world.save()),
    "loaded": lambda game: game.world.load(game.world.save().to_bytes()),
}


@for_each("way", COPIES)
@for_each("when", WHEN)
@for_each("whole", [False, True])
def test_a_copy_goes_on_as_the_original(way: Callable[[Any], Any], when: str, whole: bool) -> None:
    game = Game()
    for _ in range(3):
        game.play()
    kept = WHEN[when](game)
    if whole:
        twin = way(game)
    else:
        world = way(game.world)
        twin = world._members[3]
        assert twin.world is world
    assert twin.world is not game.world
    assert twin.world.digest() == game.world.digest()
    before = twin.world.save()
    for _ in range(3):
        game.play()
        twin.play()
        assert twin.world.digest() == game.world.digest()
    twin.world.restore(before)
    assert len(game.balls) == 10
    assert len(twin.balls) == 7
    with pytest.raises(ValueError, match="another World"):
        game.world.restore(before)
    del kept


def test_a_shallow_copy_has_the_same_members() -> None:
    game = Game()
    first = game.world.save()
    twin = copy.copy(game.world)
    second = twin.save()
    game.play()
    twin.restore(second)
    assert game.world.digest() == first.digest()
    with pytest.raises(ValueError, match="another World"):
        twin.restore(first)


def test_a_copy_inside_at_is_of_then() -> None:
    game = Game()
    history = History(game.world)
    history.record()
    then = game.world.digest()
    game.play()
    with history.at(0):
        twin = copy.deepcopy(game)
    assert twin.world.digest() == then != game.world.digest()
    History(twin.world).record()


@for_each("way", [copy.copy, *COPIES])
def test_snapshots_are_not_copied(way: Callable[[Any], Any]) -> None:
    game = Game()
    history = History(game.world)
    assert len(copy.deepcopy(history)) == 0
    history.record()
    with pytest.raises(TypeError, match=r"Snapshot can't be copied or pickled.*to_bytes"):
        way(history[0])
    with pytest.raises(TypeError, match=r"Snapshot can't be copied or pickled.*to_bytes"):
        copy.deepcopy(history)
