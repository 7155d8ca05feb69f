"""Ordinary levels: bots that hold keys in them, judged frame by frame.

Each frame is one answer. What a player would expect of it is told by `support.ordinary_levels`.
"""

from support.campaign.tally import Tally
from support.ordinary_levels import play as play_level
from support.scenes import Random

KINDS = "box", "capsule", "circle"
PLAYS, FRAMES = 4, 150


def play(rng: Random, tally: Tally, where: str) -> None:
    """Play a few levels."""
    for _ in range(PLAYS):
        seed, kind = int(rng.integers(1 << 40)), str(rng.choice(KINDS))
        found = play_level(seed, kind, FRAMES)
        tally.judged["levels"] += found["frames"]
        tally.undecided["levels"] += found["unclear"]
        tally.wrong += [f"levels: {line}, {where}" for line in found if ": " in line]
