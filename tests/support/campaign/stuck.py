"""Bodies that are in something standing: walls, tiles and polygons; presses, doors and growth.

What is expected is told by `support.stuck`, which plays each scene whole, and in other forms.
"""

from support.campaign.bulk import Random
from support.campaign.tally import Tally
from support.plays import wrong_of
from support.stuck import EVENTS
from support.stuck import play as in_all_forms

PLAYS = 2


def play(rng: Random, tally: Tally, where: str) -> None:
    """Play a few scenes of each event."""
    for event in EVENTS:
        for _ in range(PLAYS):
            found = in_all_forms(int(rng.integers(1 << 40)), event)
            tally.judged["stuck"] += found["compared while stuck"]
            tally.wrong += [f"stuck: {line}, {where}" for line in wrong_of(found)]
