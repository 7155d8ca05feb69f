"""Topics whose judges the tests ask, too: each tells what is wrong with the play of a seed."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from support import presses, rides, slides, walks
from support.campaign.bulk import Random
from support.campaign.tally import Tally

Judge = Callable[[Any], tuple[list[str], Counter[str]]]
PLAYS = 8
"""Of a judge, in a round."""


def topic(name: str, judge: Judge) -> Callable[[Random, Tally, str], None]:
    """A topic of the campaign that asks one judge.

    In what it has seen, "frames" are the answers that it judged, and "unclear" are those that it
    could not judge.
    """

    def play(rng: Random, tally: Tally, where: str) -> None:
        for _ in range(PLAYS):
            wrong, seen = judge(int(rng.integers(1 << 40)))
            tally.judged[name] += seen["frames"]
            tally.undecided[name] += seen["unclear"]
            tally.wrong += [f"{name}: {line}, {where}" for line in wrong]
            tally.know(name, seen, where)

    return play


JUDGES: dict[str, Judge] = {
    "presses": presses.judged,
    "slides": slides.judged,
    "rides": rides.judged,
    "walks": walks.judged,
}
TOPICS = {name: topic(name, judge) for name, judge in JUDGES.items()}
