"""Movers and bodies cut into pieces, aslant and turning, in other forms and at other scales.

What is expected is told by `support.cut_movers`, which plays each scene whole, too.
"""

from support.campaign.bulk import Random
from support.campaign.tally import Tally
from support.cut_movers import MOTIONS
from support.cut_movers import play as in_all_forms
from support.plays import wrong_of

PLAYS = 4


def play(rng: Random, tally: Tally, where: str) -> None:
    """Play a few scenes of each motion."""
    for kind in MOTIONS:
        for _ in range(PLAYS):
            found = in_all_forms(int(rng.integers(1 << 40)), kind)
            tally.judged["cut movers"] += found["compared"]
            tally.wrong += [f"cut movers: {line}, {where}" for line in wrong_of(found)]
