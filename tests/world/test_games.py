"""Games that are saved, gone back in, sent and played on: they never come apart."""

import gc
import random
from collections.abc import Callable
from typing import Any

import pytest
from support import spawners
from support.counting import at_least
from support.hooks import validate
from support.netcode import Arena, Link, play
from support.processes import run_python
from support.spawners import Spawner, digests_by_roads, digests_of, other_rows

from spritecol import (
    Circle,
    Group,
    History,
    Overlaps,
    Rect,
    Sprite,
    World,
    check,
)

FRAMES = 48
GAMES: dict[str, tuple[Any, int]] = {
    "much happens": (Arena, 12),
    "sprites coincide": (Spawner, 3),
}
"""Games that depend on their state only, and how often each is played."""


def test_the_games_are_such_in_which_much_happens() -> None:
    """Else equal digests would say little."""
    game = Arena(5)
    assert len(set(digests_of(game, 600))) == 600
    assert sum(player.taken for player in game.players) > 3
    assert sum(player.hurt for player in game.players) > 0
    assert game.leader is not None
    ties = Spawner(5)
    assert len(set(digests_of(ties, FRAMES))) == FRAMES
    assert ties.coincided > 50


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_by_any_road(name: str) -> None:
    """Restored, looked back at, loaded, copied and pickled on the way, its sprites in other rows.

    Both games are members of a World that they hold.
    """
    kind, count = GAMES[name]
    for seed in range(count):
        assert digests_by_roads(seed, FRAMES, 3, kind) == digests_of(kind(seed), FRAMES), seed
    validate()


def test_a_game_goes_on_in_a_fresh_process() -> None:
    game = Spawner(77)
    digests_of(game, 20)
    data = game.world.save().to_bytes()
    kept = other_rows(random.Random(2))
    ended = run_python(spawners.__file__, "20", data.hex(), helpers=True)
    assert ended.returncode == 0, ended.stderr
    assert list(map(int, ended.stdout.split())) == digests_of(game, 20)
    del kept


@pytest.mark.parametrize(
    "link",
    [Link(), Link(latency=1, jitter=0, loss=0), Link(latency=8, jitter=7, loss=0.3)],
    ids=str,
)
def test_a_lossy_line_makes_no_desync(link: Link) -> None:
    """`tests/campaign.py` plays it for longer."""
    played = play(1, 250, link)
    assert played.desync is None
    assert played.rollbacks > 15
    assert played.longest >= link.latency


# --- Overlaps and walkers ------------------------------------------------------------------------


class Ball(Sprite):
    """Does what it is told when it is called back."""

    collision = Circle(0, 0, 8)
    heat = 0
    aim: Any = None
    told: Callable[[], object] | None = None

    def shot(self, other: Any) -> None:
        if self.told:
            self.told()

    hit = enter = exit = shot

    def __eq__(self, other: object) -> bool:
        raise AssertionError("nobody is asked")

    __hash__ = Sprite.__hash__


@pytest.mark.parametrize("by_shape", [False, True])
@pytest.mark.parametrize("swept", [False, True])
def test_overlaps_tell_the_same_again(by_shape: bool, swept: bool) -> None:
    log: list[Any] = []
    balls = Group(Ball(12 * k, 0) for k in range(12))
    walls = Group(Sprite(30 * k, 10, collision=Rect(0, 0, 9, 30)) for k in range(5))
    watches = [
        Overlaps(
            *sides,
            by_shape=by_shape,
            swept=swept,
            enter=lambda one, other: log.append(("enter", id(one), id(other))),
            exit=lambda one, other: log.append(("exit", id(one), id(other))),
        )
        for sides in ((balls,), (walls, balls))
    ]
    world, rng = World(balls, walls, *watches), random.Random(by_shape)

    def play(frames: int) -> list[Any]:
        log.clear()
        digests = []
        for _ in range(frames):
            for ball in balls:
                ball.x += rng.choice([0, -9, 11, 40])
            if rng.random() < 0.3 and len(balls) > 5:
                balls[rng.randrange(len(balls))].vanish()
            for watch in watches:
                watch.update()
            digests.append(world.digest())
        return [digests, list(log)]

    with at_least(events=100) as seen:
        for _ in range(4):
            play(2)
            start, state = world.save(), rng.getstate()
            first = play(8)
            seen["events"] += len(first[1])
            for back in (
                lambda s=start: world.restore(s),
                lambda s=start: world.load(s.to_bytes()),
            ):
                world.restore(start)
                back()
                rng.setstate(state)
                assert play(8) == first
            balls.add(Ball(rng.randrange(100), 0) for _ in range(3))


# --- in callbacks --------------------------------------------------------------------------------


class Scene:
    """Balls in Groups, some of which the World does not know."""

    def __init__(self, count: int = 12) -> None:
        self.balls = [Ball(9 * k, k % 3) for k in range(count)]
        self.inside, self.other = Group(self.balls[: count // 2]), Group(self.balls[count // 2 :])
        self.outside = Group(self.balls)
        self.nested = Group(self.inside, Group(self.other))
        self.watch = Overlaps(self.inside, self.other)
        self.world = World(self.inside, self.other, self.watch)
        self.history = History(self.world)
        self.history.record(0)
        self.start = self.world.save()

    def number(self, found: Any) -> Any:
        """An answer by the places of the balls."""
        places = {id(ball): k for k, ball in enumerate(self.balls)}
        if isinstance(found, list | tuple):
            return [self.number(each) for each in found]
        return places[id(found)]


def saves_and_restores(scene: Scene) -> None:
    saved = scene.world.save()
    scene.balls[0].x += 500
    scene.balls[3].vanish()
    scene.world.restore(saved)


def goes_back(scene: Scene) -> None:
    scene.world.restore(scene.start)


def looks_back(scene: Scene) -> None:
    with scene.history.at(0):
        scene.inside.pair_indices()


def makes_and_forgets(scene: Scene) -> None:
    saved = scene.world.save()
    scene.inside.add(Ball(3, 3))
    scene.world.save()
    scene.world.restore(saved)
    gc.collect()


def sends(scene: Scene) -> None:
    scene.world.load(scene.world.save().to_bytes())


@pytest.mark.parametrize(
    "act", [saves_and_restores, goes_back, looks_back, makes_and_forgets, sends]
)
@pytest.mark.parametrize("count", [12, 150])
def test_callbacks_may_save_and_restore(act: Callable[[Scene], object], count: int) -> None:
    """What comes back to where it was leaves no trace: the same pairs, calls and states."""
    plain, scene = Scene(count), Scene(count)
    calls: list[int] = []

    def told() -> None:
        if len(calls) < 30:
            calls.append(1)
            act(scene)

    for ball in scene.balls:
        ball.told = told
    for ask in (
        lambda s: check(s.inside, s.other),
        lambda s: check(s.nested),
        lambda s: s.balls[0].check(s.outside),
        lambda s: check(s.inside, s.other),
    ):
        assert scene.number(ask(scene)) == plain.number(ask(plain))
        assert scene.world.digest() == plain.world.digest()
    assert calls
    calls.clear()
    for step in range(3):
        scene.watch.update()
        # A restore leaves nothing of the update that was under way.
        wanted = [] if act is goes_back and calls else scene.inside.pairs(scene.other)
        assert len(scene.watch.pairs) == len(wanted)
        scene.balls[step].y += 30
        calls.clear()
    validate()
