"""The counters of the campaign."""

from collections import Counter
from collections.abc import Callable

import attrs
import numpy as np

from support.campaign.bulk import Ints
from support.campaign.judge import HALF, Judged, codes_of

SHOWN = 8
"""Wrong answers of a kind that are told in full."""


@attrs.define
class Tally:
    """Counts by topic; and what was wrong, so that it can be repeated.

    Attributes:
        judged: answers that were compared with the oracle's, by topic; for hits, near pairs.
        undecided: answers that the oracle could not judge.
        wrong: a line for each wrong answer.
    """

    judged: Counter[str] = attrs.field(factory=Counter)
    undecided: Counter[str] = attrs.field(factory=Counter)
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
            f"{len(self.wrong):,} wrong",
            *(f"{kind:48} {len(lines):10,}" for kind, lines in sorted(kinds.items())),
            *(line for lines in kinds.values() for line in lines[:SHOWN]),
        ]
