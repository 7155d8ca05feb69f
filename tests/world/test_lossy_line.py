"""A game over a line that is late, loses packets and mixes up their order never comes apart."""

import pytest
from support.netcode import Arena, Link, keys_of, play


@pytest.mark.parametrize(
    "link",
    [Link(), Link(latency=1, jitter=0, loss=0), Link(latency=8, jitter=7, loss=0.3)],
    ids=str,
)
@pytest.mark.parametrize("seed", range(2))
def test_a_lossy_line_makes_no_desync(link: Link, seed: int) -> None:
    """`tests/campaign.py` plays it for longer."""
    played = play(seed, 500, link)
    assert played.desync is None
    assert played.rollbacks > 20
    assert played.longest >= link.latency


def test_the_game_is_one_in_which_much_happens() -> None:
    """Else equal digests would say little."""
    game, seen = Arena(3), set()
    for frame in range(600):
        game.update((keys_of(3, 0, frame), keys_of(3, 1, frame)))
        seen.add(game.world.digest())
    assert len(seen) == 600
    assert sum(player.taken for player in game.players) > 3
    assert sum(player.hurt for player in game.players) > 0
    assert game.leader is not None
