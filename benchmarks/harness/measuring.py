"""How times are measured: contenders in turns, in blocks of frames, the least time and the spread.

Contenders take turns, so that whatever else the machine does meets all of them; but each does
several frames in a row, as a game does, since frame by frame the large contenders would throw the
small ones out of the processor's caches (measured: six times as long). The collector of cyclic
garbage is off while a frame is timed, for all alike.
"""

import gc
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from harness.contender import Answer, Contender

LONG_FRAME = 0.2  # seconds: such a frame needs no other to warm it up
STRAGGLER = 1.5  # times the best way of a peer: a slower way is not measured again


class Effort(NamedTuple):
    """How long to measure."""

    rounds: int = 5  # turns of each contender
    seconds: float = 0.1  # of frames in a turn
    fewest: int = 3  # frames in a turn, at least, unless they take long
    most: float = inf  # seconds, after which no other round begins
    quick: bool = False  # small scenes only, to see that everything runs and agrees

    def but(self, **changes: Any) -> "Effort":
        """Another effort for a full run; a quick one stays as it is."""
        return self if self.quick else self._replace(**changes)


FULL = Effort()
QUICK = Effort(rounds=1, seconds=0.0, fewest=1, quick=True)


class Timing(NamedTuple):
    """What was measured of one contender."""

    least: float  # seconds
    median: float

    @property
    def spread(self) -> float:
        """How many times the least time the median is."""
        return self.median / self.least


class Measured(NamedTuple):
    """What was measured of one peer."""

    best: Contender
    timing: Timing
    others: dict[str, float]  # the least times of its other ways, in seconds


def same(a: Answer, b: Answer) -> bool:
    """Whether two answers agree."""
    if isinstance(a, np.ndarray):
        return np.array_equal(a, b)
    return bool(a == b)


def short(answer: Answer) -> str:
    """An answer for a message."""
    return f"{len(answer)} pairs" if isinstance(answer, np.ndarray) else repr(answer)[:80]


def compare(
    contenders: Sequence[Contender],
    reference: Mapping[str, Callable[[int], Answer]] | None = None,
    moments: int = 2,
) -> None:
    """Compare all answers, and stop where those of the same geometry differ.

    `reference` knows the answers of geometries that are not ours.
    """
    for moment in range(moments):
        expected = {name: answer(moment) for name, answer in (reference or {}).items()}
        for contender in contenders:
            if contender.geometry is None:
                continue
            contender.time(moment % contender.moments)
            found = contender.answer()
            if not same(expected.setdefault(contender.geometry, found), found):
                wanted = short(expected[contender.geometry])
                raise SystemExit(
                    f"{type(contender).__name__} {contender.way} found {short(found)}, "
                    f"not {wanted} (or not the same ones)"
                )


def measure(contenders: Mapping[str, Sequence[Contender]], effort: Effort) -> dict[str, Measured]:
    """The best way of each peer, its timing, and the least times of its other ways."""
    left = {peer: list(ways) for peer, ways in contenders.items()}
    times: dict[Contender, list[float]] = {way: [] for ways in left.values() for way in ways}
    end = perf_counter() + effort.most
    for turn in range(effort.rounds):
        for peer, ways in left.items():
            for way in ways:
                times[way] += block(way, effort)
            if turn == 0:
                best = min(min(times[way]) for way in ways)
                left[peer] = [way for way in ways if min(times[way]) <= STRAGGLER * best]
        if perf_counter() > end:
            break
    found = {}
    for peer, ways in left.items():
        way = min(ways, key=lambda way: min(times[way]))
        taken = times[way]
        timing = Timing(min(taken), statistics.median(taken))
        others = {other.way: min(times[other]) for other in contenders[peer] if other is not way}
        found[peer] = Measured(way, timing, others)
    return found


def block(contender: Contender, effort: Effort) -> list[float]:
    """The times of some frames in a row; the first one only warms up, unless it takes long."""
    if effort.quick:
        return [contender.time(0)]
    gc.collect()  # rtree's index is a cycle, and a run would keep thousands of them
    gc.disable()
    try:
        start = perf_counter()
        times, moment = [contender.time(0)], 1
        if perf_counter() - start < LONG_FRAME:
            times, start = [], perf_counter()
        while len(times) < effort.fewest or perf_counter() - start < effort.seconds:
            times.append(contender.time(moment % contender.moments))
            moment += 1
            if perf_counter() - start > LONG_FRAME * effort.fewest:
                break
    finally:
        gc.enable()
    return times


def progress(text: str) -> None:
    """The line that tells what is being measured; on a terminal it replaces the one before."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}"[:100])
    else:
        sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
