"""A contest: ours beside the peers on one scene; a row for each peer, ours over theirs."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from harness.measuring import Answer, Contender, Effort, Timing, compare, measure, progress
from peers import UnavailableError
from harness.targets import allowed
from harness.two_cores import one_core

Entrants = Mapping[str, Callable[[], Sequence[Contender]]]


class Row(NamedTuple):
    """A row of the results: two figures beside each other, and their ratio."""

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
    note: str = ""

    @property
    def holds(self) -> bool | None:
        """Whether the target is reached; None where there is none, or no figure."""
        if self.ratio is None or self.allowed is None:
            return None
        return self.ratio <= self.allowed


def row(
    part: str,
    case: str,
    size: int,
    peer: str,
    ours: Timing,
    theirs: Timing,
    *,
    way: str = "",
    note: str = "",
) -> Row:
    """Two timings as a row."""
    return Row(
        part,
        case,
        size,
        peer,
        way,
        "s",
        ours.least,
        ours.spread,
        theirs.least,
        theirs.spread,
        ours.least / theirs.least,
        allowed(part, case, size, peer),
        note,
    )


def contest(
    part: str,
    case: str,
    size: int,
    ours: Contender,
    entrants: Entrants,
    effort: Effort,
    reference: Mapping[str, Callable[[int], Answer]] | None = None,
) -> Iterator[Row]:
    """Compare the answers, then measure everyone in turns."""
    progress(f"{part}: {case}, {size:,}")
    with one_core():
        contenders: dict[str, list[Contender]] = {"": [ours]}
        missing: dict[str, str] = {}
        for peer, enter in entrants.items():
            try:
                contenders[peer] = list(enter())
            except UnavailableError as error:
                missing[peer] = str(error)
        compare([way for ways in contenders.values() for way in ways], reference)
        gc.collect()
        measured = measure(contenders, effort)
    our_timing = measured[""].timing
    for peer in entrants:
        if peer in missing:
            limit = allowed(part, case, size, peer)
            yield Row(part, case, size, peer, allowed=limit, note=missing[peer])
            continue
        best, timing, others = measured[peer]
        notes = [best.note] if best.note else []
        if 0 < len(others) <= SHOWN:
            notes += [f"{way}: {amount(seconds, 's')}" for way, seconds in others.items()]
        yield row(part, case, size, peer, our_timing, timing, way=best.way, note="; ".join(notes))


SHOWN = 3  # other ways of a peer whose times are noted


def amount(value: float | None, unit: str) -> str:
    """A figure in the unit that suits it."""
    if value is None:
        return "-"
    if unit != "s":
        return f"{value:.0f} {unit}"
    for name, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= 0.9995 * size:  # as it is rounded
            return f"{value / size:.3g} {name}"
    return f"{value * 1e9:.3g} ns"
