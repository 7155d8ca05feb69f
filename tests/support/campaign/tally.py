"""What the campaign counts."""

from collections import Counter
from collections.abc import Callable

import attrs
import numpy as np

from support.campaign.judge import Judged
from support.campaign.scenes import Ints


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
            set(map(tuple, np.asarray(rows).tolist()))
            for rows in (found, judged.hits, judged.doubts)
        )
        for what, rows in (
            ("missed", hits - answers),
            ("invented", answers - hits - doubts),
        ):
            self.wrong += [f"{topic}: {what} {row} in {where()}" for row in sorted(rows)]
        if len(answers) != len(found):
            self.wrong.append(f"{topic}: a pair twice in {where()}")

    def one(self, topic: str, right: bool | None, where: Callable[[], str]) -> None:
        """Count one answer: right, wrong, or None for undecided."""
        if right is None:
            self.undecided[topic] += 1
            return
        self.judged[topic] += 1
        if not right:
            self.wrong.append(f"{topic}: {where()}")

    def lines(self) -> list[str]:
        """A line for each topic, and the wrong answers."""
        topics = sorted(self.judged | self.undecided)
        return [
            *(
                f"{topic:24} {self.judged[topic]:14,} judged {self.undecided[topic]:10,} undecided"
                for topic in topics
            ),
            f"{len(self.wrong):,} wrong",
            *self.wrong[:50],
        ]
