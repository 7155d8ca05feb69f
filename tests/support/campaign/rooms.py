"""Rooms of whole walls and of tiles: bodies that get into walls, and doors and presses that move.

`support.tiled_rooms` has the expected laws, which the tests play in fewer rooms.
"""

from support.campaign.bulk import Random
from support.campaign.tally import Tally
from support.plays import wrong_of
from support.tiled_rooms import BODIES, CHANGES, pressed
from support.tiled_rooms import play as change

PLAYS = 4


def play(rng: Random, tally: Tally, where: str) -> None:
    """Play a few rooms of each kind."""
    for _ in range(PLAYS):
        seed, kind = int(rng.integers(1 << 40)), str(rng.choice(list(BODIES)))
        found = change(seed, kind, str(rng.choice(list(CHANGES))))
        found += pressed(seed, kind, str(rng.choice(["door", "press"])))
        tally.judged["rooms"] += found["frames"]
        tally.wrong += [f"rooms: {line}, {where}" for line in wrong_of(found)]
