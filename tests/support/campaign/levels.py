"""Plays in levels: ordinary ones, judged frame by frame, and wild ones, played twice and alike.

`support.plays` has the expected laws, which the tests play in fewer levels.
"""

from support.campaign.bulk import Random
from support.campaign.tally import Tally
from support.levels import BLUNT, BODIES
from support.plays import CHANGES, TO_THE_BIT, alike, wrong_of
from support.plays import play as play_level

PLAYS, FRAMES = 4, 150


def play(rng: Random, tally: Tally, where: str) -> None:
    """Play a few levels of each kind; in wild ones the law to the last bit is judged alone."""
    for _ in range(PLAYS):
        seed, kind = int(rng.integers(1 << 40)), str(rng.choice(BLUNT))
        found = play_level(seed, kind, FRAMES)
        tally.judged["levels"] += found["frames"]
        tally.undecided["levels"] += found["unclear"]
        tally.wrong += [f"levels: {line}, {where}" for line in wrong_of(found)]
        kind, change = str(rng.choice(list(BODIES))), str(rng.choice(list(CHANGES)))
        found = alike(seed, kind, change, above=bool(rng.random() < 0.3))
        tally.judged["wild levels"] += found["frames"]
        wrong = wrong_of(found)
        if change not in TO_THE_BIT and any("elsewhere" in line for line in wrong):
            tally.undecided["wild levels"] += 1  # rounding decides where a corner is met exactly
            wrong = []
        tally.wrong += [f"wild levels: {line}, {where}" for line in wrong]
