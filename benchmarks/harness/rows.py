"""The rows of the results: two figures beside each other, and their ratio."""

import math
from typing import NamedTuple

from harness.measuring import Timing
from harness.targets import UNNOTICED, allowed


class Row(NamedTuple):
    """One row."""

    part: str
    case: str
    size: int
    peer: str
    way: str = ""  # the fastest of the ways in which the peer was tried
    unit: str = "s"
    ours: float | None = None
    ours_spread: float | None = None  # the median, in multiples of the least
    theirs: float | None = None
    theirs_spread: float | None = None
    ratio: float | None = None  # ours / theirs
    allowed: float | None = None  # the most that it may be; None: for comparison only
    found: int | None = None  # pairs that ours found, where it looked for pairs
    note: str = ""

    @property
    def holds(self) -> bool | None:
        """Whether the target is reached; None where there is none, or no figure."""
        if self.ratio is None or self.allowed is None:
            return None
        if self.ratio <= self.allowed:
            return True
        if self.allowed < 1.0:  # it has to be faster, not only as fast
            return False
        slower = (self.ours or 0.0) - (self.theirs or 0.0)
        return slower < UNNOTICED.get(self.part, -math.inf)


def row(part: str, case: str, size: int, peer: str, ours: Timing, theirs: Timing) -> Row:
    """Two timings as a row."""
    return Row(
        part,
        case,
        size,
        peer,
        ours=ours.least,
        ours_spread=ours.spread,
        theirs=theirs.least,
        theirs_spread=theirs.spread,
        ratio=ours.least / theirs.least,
        allowed=allowed(part, case, size, peer),
    )


def missing(part: str, case: str, size: int, peer: str, why: str) -> Row:
    """A row without figures."""
    return Row(part, case, size, peer, allowed=allowed(part, case, size, peer), note=why)


def amount(value: float | None, unit: str = "s") -> str:
    """A figure in the unit that suits it."""
    if value is None:
        return "-"
    if unit != "s":
        return f"{value:.0f} {unit}"
    for name, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= 0.9995 * size:  # as it is rounded
            return f"{value / size:.3g} {name}"
    return f"{value * 1e9:.3g} ns"
