"""Games that are saved, gone back in, sent and played on: they never come apart."""

import random
from typing import Any

import pytest
from support import spawners
from support.hooks import validate
from support.netcode import Arena, Link, play
from support.processes import run_python
from support.spawners import Spawner, digests_by_roads, digests_of, other_rows

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
