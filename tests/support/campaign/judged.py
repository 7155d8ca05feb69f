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
KNOWN = {
    "parted": 1e-4,
    "lost without an area": 1e-5,
    "met the bird": 2e-5,
    "crushed by tiles": 1e-5,
}
"""What guarantees.md tells, or what says nothing about the library: the share of answers that may
end so. A judge counts each of them and ends its play.
"""
SPARE = 3
"""How many more there may be of each, as a play more or less decides in a short run."""


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
            for what, share in KNOWN.items():
                tally.known[f"{name}: {what}"] += seen[what]
                count = tally.known[f"{name}: {what}"]
                if seen[what] and count > SPARE + share * tally.judged[name]:
                    tally.wrong.append(f"{name}: {what}: {count} times, {where}")

    return play


JUDGES: dict[str, Judge] = {
    "presses": presses.judged,
    "slides": slides.judged,
    "rides": rides.judged,
    "walks": walks.judged,
}
TOPICS = {name: topic(name, judge) for name, judge in JUDGES.items()}
