"""A World is copied and pickled with its objects, and the copy goes on as the original does."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from spritecol import CharacterController, Circle, Group, Overlaps, Sprite, World


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


WHEN: dict[str, Callable[[Game], object]] = {
    "new": lambda game: None,
    "saved": lambda game: game.world.save(),
    "restored": lambda game: game.world.restore(game.world.save()),
    "loaded": lambda game: game.world.load(game.world.save().to_bytes()),
}


@pytest.mark.parametrize("protocol", [None, 2, pickle.HIGHEST_PROTOCOL])
@pytest.mark.parametrize("when", WHEN)
def test_a_copy_goes_on_as_the_original(protocol: int | None, when: str) -> None:
    game = Game()
    for _ in range(3):
        game.play()
    kept = WHEN[when](game)
    twin = copy.deepcopy(game) if protocol is None else pickle.loads(pickle.dumps(game, protocol))
    before = twin.world.save()
    for _ in range(3):
        assert twin.world.digest() == game.world.digest()
        game.play()
        twin.play()
    twin.world.restore(before)
    assert (len(game.balls), len(twin.balls)) == (10, 7)
    with pytest.raises(ValueError, match="another World"):
        game.world.restore(before)
    del kept
