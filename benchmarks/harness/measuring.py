"""How times are measured: contenders in turns, in blocks of frames, the least time and the spread.

A contender does a frame again and again. Contenders take turns, so that whatever else the machine
does meets all of them; but each does several frames in a row, as a game does, since frame by frame
the large contenders would throw the small ones out of the processor's caches (measured: six times
as long). The collector of cyclic garbage is off while a frame is timed, for all alike.
"""

import gc
import statistics
import sys
import timeit
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

LONG_FRAME = 0.2  # seconds: such a frame needs no other to warm it up
STRAGGLER = 1.5  # times the best way of a peer: a slower way is not measured again
UNROLLED = 10  # copies of a short statement in its loop, so that the loop costs next to nothing

Answer = NDArray[np.intp] | int


class Effort(NamedTuple):
    """How long to measure."""

    rounds: int  # turns of each contender
    seconds: float  # of frames in a turn
    quick: bool  # small scenes only, to see that everything runs and agrees

    @property
    def fewest(self) -> int:
        """Frames in a turn, at least."""
        return 1 if self.quick else 3


FULL = Effort(rounds=5, seconds=0.1, quick=False)
QUICK = Effort(rounds=1, seconds=0.0, quick=True)


class Contender(ABC):
    """Who is measured: its frame is timed, its answer compared."""

    way = ""  # which of the ways that the library offers, where several are tried
    note = ""  # where its work or its geometry differs from ours
    geometry: str | None = ""  # whose answers must be the same; None: nobody's
    moments = 1  # how many there are; frames go through them over and over
    result: Any = None  # of the last frame; the one before is freed as a game would, while timed

    @abstractmethod
    def frame(self, moment: int) -> Any:
        """Bring everything to where it is at that moment and find what overlaps."""

    def time(self, moment: int) -> float:
        """Do a frame; the seconds that it took."""
        start = perf_counter()
        self.result = self.frame(moment)
        return perf_counter() - start

    def answer(self) -> Answer:
        """What the last frame found, for comparison. Not timed."""
        return pair_rows(self.result)


class Statement(Contender):
    """A statement that takes nanoseconds, as its users write it, in a loop."""

    def __init__(
        self,
        code: str,
        names: Mapping[str, Any],
        *,
        note: str = "",
        per: int = 1,
        read: Callable[[Any], Answer] = int,
    ) -> None:
        """Give the names that the code uses; `per` says how often it does what is measured.

        `read` makes what the code's last statement gives comparable.
        """
        self.code, self.names, self.note = code, dict(names), note
        self.per, self.read = per, read
        setup = ";".join(f"{name} = _{name}" for name in names)  # locals, as in a function
        names = {f"_{name}": value for name, value in names.items()}
        body = "\n".join([code] * UNROLLED)
        self.timer = timeit.Timer(body, setup, globals=names)
        self.number = 1
        while self.timer.timeit(self.number) < 1e-3:
            self.number *= 4

    def frame(self, moment: int) -> Any:
        raise NotImplementedError  # `time` does it

    def time(self, moment: int) -> float:
        return self.timer.timeit(self.number) / (self.number * UNROLLED * self.per)

    def answer(self) -> Answer:
        last = self.code.rpartition(";")[2].strip()
        return self.read(eval(last, dict(self.names)))


class Timing(NamedTuple):
    """What was measured of one contender."""

    least: float  # seconds
    median: float
    frames: int

    @property
    def spread(self) -> float:
        """How many times the least time the median is."""
        return self.median / self.least


class Measured(NamedTuple):
    """What was measured of one peer."""

    best: Contender
    timing: Timing
    others: dict[str, float]  # the least times of its other ways, in seconds


def pair_rows(pairs: ArrayLike) -> NDArray[np.intp]:
    """Pairs of positions in the one order in which they can be compared."""
    rows = np.sort(np.asarray(pairs, dtype=np.intp).reshape(-1, 2), axis=1)
    return rows[np.lexsort((rows[:, 1], rows[:, 0]))]


def same(a: Answer, b: Answer) -> bool:
    """Whether two answers agree."""
    return np.array_equal(a, b)


def short(answer: Answer) -> str:
    """An answer for a message."""
    return f"{answer}" if isinstance(answer, int) else f"{len(answer)} pairs"


def compare(
    contenders: Sequence[Contender],
    reference: Mapping[str, Callable[[int], Answer]] | None = None,
    moments: int = 2,
) -> None:
    """Let everyone answer, and stop where answers of the same geometry differ.

    `reference` knows the answers of geometries that are not ours.
    """
    for moment in range(moments):
        expected = {name: answer(moment) for name, answer in (reference or {}).items()}
        for contender in contenders:
            contender.time(moment % contender.moments)
            if contender.geometry is None:
                continue
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
    for turn in range(effort.rounds):
        for peer, ways in left.items():
            for way in ways:
                times[way] += block(way, effort)
            if turn == 0:
                best = min(min(times[way]) for way in ways)
                left[peer] = [way for way in ways if min(times[way]) <= STRAGGLER * best]
    found = {}
    for peer, ways in left.items():
        way = min(ways, key=lambda way: min(times[way]))
        taken = times[way]
        timing = Timing(min(taken), statistics.median(taken), len(taken))
        others = {other.way: min(times[other]) for other in contenders[peer] if other is not way}
        found[peer] = Measured(way, timing, others)
    return found


def block(contender: Contender, effort: Effort) -> list[float]:
    """The times of some frames in a row; the first one only warms up, unless it takes long."""
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
