"""The counters of the campaign."""

from collections import Counter
from collections.abc import Callable, Iterable

import attrs
import numpy as np

from support.campaign.bulk import Ints, Random
from support.campaign.judge import HALF, Judged, codes_of

Judge = Callable[[int], tuple[list[str], Counter[str]]]
"""Plays the scene of a seed: what is wrong, and how often each branch was played."""

SHOWN = 8
"""Wrong answers of a kind that are told in full."""

KNOWN = {
    "parted": 2e-4,
    "zigzags": 5e-5,
    "lost without an area": 1e-5,
    "met the bird": 2e-5,
    "crushed by tiles": 1e-5,
    "farther beside an ellipse": 0.05,
    "longer beside an ellipse": 5e-4,
}
"""What guarantees.md tells, what only takes longer, or what says nothing about the library: the
share of a topic's answers that may be so. Its judge counts each of them.
"""
SPARE = 3
"""How many more there may be of each, as a play more or less decides in a short run."""


@attrs.define
class Tally:
    """Counts by topic; and what was wrong, so that it can be repeated.

    Attributes:
        judged: answers that were compared with the oracle's, by topic; for hits, near pairs.
        undecided: answers that the oracle could not judge.
        known: plays that ended in what is known and left, by topic and kind.
        wrong: a line for each wrong answer.
    """

    judged: Counter[str] = attrs.field(factory=Counter)
    undecided: Counter[str] = attrs.field(factory=Counter)
    known: Counter[str] = attrs.field(factory=Counter)
    wrong: list[str] = attrs.field(factory=list)

    def pairs(self, topic: str, found: Ints, judged: Judged, where: Callable[[], str]) -> None:
        """Compare pairs that the library found with the verdicts on all near pairs.

        A pair that is not near does not hit, so it is wrong to find one.
        """
        self.judged[topic] += judged.near
        self.undecided[topic] += len(judged.doubts)
        answers, hits, doubts = (
            codes_of(np.asarray(rows)) for rows in (found, judged.hits, judged.doubts)
        )
        for what, codes in (
            ("missed", np.setdiff1d(hits, answers)),
            ("invented", np.setdiff1d(answers, np.concatenate([hits, doubts]))),
        ):
            for code in codes.tolist():
                pair = divmod(code, 1 << HALF)
                self.wrong.append(f"{topic}: {what} {pair} in {where()}")
        if len(np.unique(answers)) != len(answers):
            self.wrong.append(f"{topic}: a pair twice in {where()}")

    def one(self, topic: str, right: bool | None, where: Callable[[], str]) -> None:
        """Count one answer: right, wrong, or None for undecided."""
        if right is None:
            self.undecided[topic] += 1
            return
        self.judged[topic] += 1
        if not right:
            self.wrong.append(f"{topic}: {where()}")

    def know(self, topic: str, seen: Counter[str], where: str) -> None:
        """Count what is known and left. It is wrong if it comes too often."""
        for what in seen.keys() & KNOWN:
            kind = f"{topic}: {what}"
            self.known[kind] += seen[what]
            if self.known[kind] > SPARE + KNOWN[what] * self.judged[topic]:
                self.wrong.append(f"{kind}: {self.known[kind]} times, {where}")

    def __str__(self) -> str:
        judged = ", ".join(f"{count:,} {topic}" for topic, count in sorted(self.judged.items()))
        return f"{judged}; {self.undecided.total():,} undecided, {len(self.wrong):,} wrong"

    def lines(self) -> list[str]:
        """A line for each topic and for each kind of wrong answer, and the first few of each."""
        topics = sorted(self.judged | self.undecided)
        kinds: dict[str, list[str]] = {}
        for line in self.wrong:
            kinds.setdefault(": ".join(line.split(": ", 2)[:-1]), []).append(line)
        return [
            *(
                f"{topic:24} {self.judged[topic]:14,} judged {self.undecided[topic]:10,} undecided"
                for topic in topics
            ),
            *(f"{kind:48} {count:10,} known" for kind, count in sorted((+self.known).items())),
            f"{len(self.wrong):,} wrong",
            *(f"{kind:48} {len(lines):10,}" for kind, lines in sorted(kinds.items())),
            *(line for lines in kinds.values() for line in lines[:SHOWN]),
        ]


def assert_right(judged: Judge, seeds: Iterable[int], branches: Iterable[str]) -> None:
    """Play a judge: nothing is wrong, little is known, and each branch of its scenes is played."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        wrong, played = judged(seed)
        assert wrong == [], f"seed {seed}"
        seen += played
    unplayed = set(branches) - set(seen)
    assert not unplayed, f"branches that no seed plays: {unplayed}"
    assert set(seen) - set(KNOWN) == set(branches), "branches that are not in the list"
    assert all(seen[what] <= SPARE for what in KNOWN), "what is known comes too often"


def many(topic: str, judged: Judge, count: int) -> Callable[[Random, Tally, str], None]:
    """Return how the campaign plays a judge, that many times a round."""

    def play(rng: Random, tally: Tally, where: str) -> None:
        for _ in range(count):
            seed = int(rng.integers(2**62))
            wrong, played = judged(seed)
            tally.one(topic, not wrong, lambda f=wrong, s=seed: f"{f}, seed {s}, {where}")  # type: ignore[misc]
            tally.know(topic, played, f"seed {seed}, {where}")

    return play
