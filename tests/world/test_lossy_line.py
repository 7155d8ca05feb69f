"""A game over a line that is late, loses packets and mixes up their order never comes apart."""

from support.engine import validate
from support.for_each import for_each
from support.netcode import Arena, Coin, Link, Shot, keys_of, play


@for_each("link", [Link(), Link(latency=1, jitter=0, loss=0), Link(latency=8, jitter=7, loss=0.3)])
def test_a_lossy_line_makes_no_desync(link: Link) -> None:
    """`tests/campaign.py` plays it for longer."""
    played = play(1, 400, link)
    assert played.desync is None
    assert played.rollbacks > 20
    assert played.longest >= link.latency


def test_the_game_is_one_in_which_much_happens() -> None:
    """Else equal digests would say little."""
    game, seen = Arena(5), set()
    for frame in range(600):
        game.update((keys_of(5, 0, frame), keys_of(5, 1, frame)))
        seen.add(game.world.digest())
    assert len(seen) == 600
    assert sum(player.taken for player in game.players) > 3
    assert sum(player.hurt for player in game.players) > 0
    assert game.leader is not None


@for_each("seed", range(1, 2))
def test_who_joins_plays_on_as_the_others(seed: int) -> None:
    """From bytes, at any frame; also who has played another game so far."""
    game, joined = Arena(seed), [Arena(99)]

    def make(name: str) -> Shot | Coin:
        return {"Shot": Shot, "Coin": Coin}[name]()

    for frame in range(300):
        if frame % 30 == 11:
            data = game.world.save().to_bytes()
            joined.append(Arena(7))
            joined[0].world.load(data, make)
            joined[-1].world.load(data, make)
        pressed = keys_of(seed, 0, frame), keys_of(seed, 1, frame)
        for each in (game, *joined):
            each.update(pressed)
        if frame > 11:
            assert {each.world.digest() for each in joined} == {game.world.digest()}
    validate()
