"""How a row of the table is measured: the libraries, whether their answers agree, and their times.

A row is a query of a number of sprites in several ways: ours, and those of peers. First the answers
are compared. Then all are timed in turns, so that whatever else the machine does meets each of
them; but each does several frames in a row, as a game does, since frame by frame the large ways
would throw the small ones out of the processor's caches (measured: six times as long). The least
time counts. The collector of cyclic garbage is off meanwhile, for all alike.
"""

import gc
import os
import statistics
import sys
import timeit
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from time import get_clock_info, perf_counter, thread_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

# Before any peer is imported. arcade would look for a window.
os.environ |= {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
os.environ.setdefault("ARCADE_HEADLESS", "True")

OURS = "spritecol"
UNROLLED = 10  # copies of a short statement in its loop, so that the loop costs next to nothing
LOOP = 3e-4  # seconds: a statement's loop is repeated until it takes about as long
LONG = 1e-3  # seconds: longer frames are measured in time of the processor, if it tells it well
CLOCK = thread_time if get_clock_info("thread_time").resolution < LOOP / 100 else perf_counter
LONG_FRAME = 0.2  # seconds: such a frame needs no other to warm it up
STRAGGLER = 1.5  # times the best way of a peer: a slower way is not measured again
SHOWN = 3  # other ways of a peer whose times are noted


def same(ours: Any, theirs: Any) -> bool:
    """Whether two answers are equal."""
    return np.array_equal(ours, theirs) if isinstance(ours, np.ndarray) else bool(ours == theirs)


def near(tolerance: float) -> Callable[[ArrayLike, ArrayLike], bool]:
    """Whether all numbers of two answers are as near as that."""
    return lambda ours, theirs: bool(np.allclose(ours, theirs, rtol=0.0, atol=tolerance))


def pair_rows(pairs: ArrayLike) -> NDArray[np.intp]:
    """Pairs of positions in the one order in which they can be compared."""
    rows = np.sort(np.asarray(pairs, dtype=np.intp).reshape(-1, 2), axis=1)
    return rows[np.lexsort((rows[:, 1], rows[:, 0]))]


class Way:
    """One way to ask: a statement with its names, or a call that is told the moment."""

    def __init__(
        self,
        ask: str | Callable[[int], Any],
        names: Mapping[str, Any] | None = None,
        *,
        moments: int = 1,
        per: int = 1,
        before: Callable[[int], object] | None = None,
        read: Callable[[Any], Any] | None = lambda result: result,
        agree: Callable[[Any, Any], bool] = same,
        name: str = "",
        note: str = "",
        clocked: bool = False,
    ) -> None:
        """Say how the question is asked.

        Args:
            ask: The statement, or the call.
            names: The names that the statement may use.
            moments: How many there are; a way goes through them over and over.
            per: How often a frame does what is measured.
            before: Prepares a frame, and is not timed.
            read: Makes a result comparable. None: it is not compared.
            agree: Whether this answer agrees with ours, which comes first.
            name: Which of the peer's ways it is, where several are tried.
            note: Where it does something else than ours.
            clocked: Whether the call gives the seconds that it took by its own clock.
        """
        self.ask, self.moments, self.per, self.before, self.read = ask, moments, per, before, read
        self.agree, self.name, self.note, self.clocked = agree, name, note, clocked
        self.result: Any = None  # the one before is freed as a game would, while timed
        self.next, self.number, self.shortest = 0, 1, inf
        self.names = dict(names or {})
        if isinstance(ask, str):
            setup = ";".join(f"{name} = _{name}" for name in self.names)  # locals, as in a function
            known = {f"_{name}": value for name, value in self.names.items()}
            self.loop = timeit.Timer("\n".join([ask] * UNROLLED), setup, CLOCK, known)

    def time(self) -> tuple[int, float]:
        """Do what is measured, once more; the moment, and the seconds."""
        moment, self.next = self.next, (self.next + 1) % self.moments
        if self.before:
            self.before(moment)
        if isinstance(self.ask, str):
            times = self.number * UNROLLED * self.per
            return moment, self.loop.timeit(self.number) / times
        clock = CLOCK if LONG < self.shortest < inf else perf_counter
        start = clock()
        self.result = self.ask(moment)
        taken = float(self.result) if self.clocked else clock() - start
        self.shortest = min(self.shortest, taken)
        return moment, taken / self.per

    def settle(self) -> None:
        """Find out how often to repeat what takes nanoseconds."""
        if isinstance(self.ask, str):
            while (taken := self.loop.timeit(self.number)) < LOOP / 4:
                self.number *= 2
            self.number = max(1, round(self.number * LOOP / taken))

    def answer(self) -> Any:
        """The last results, for comparison."""
        if isinstance(self.ask, str):
            with suppress(SyntaxError):  # where its last part gives nothing, `read` looks elsewhere
                self.result = eval(self.ask.rpartition(";")[2].strip(), dict(self.names))
        return self.read(self.result) if self.read else None


def there_and_back(check: str, x: str, names: Mapping[str, Any], moved: bool, **more: Any) -> Way:
    """The check alone, or one step there and back with a check after each."""
    if not moved:
        return Way(check, names, **more)
    return Way(f"{x} += 1; {check}; {x} -= 1; {check}", names, per=2, **more)


# --- the table ----------------------------------------------------------------------------------

Ways = Mapping[str, Way | Callable[[], Way | Sequence[Way]]]
"""By name: `OURS`, and peers, which are made on demand, since they may not be there."""


class Row(NamedTuple):
    """A question of the table."""

    part: str
    case: str
    sizes: tuple[int, ...]
    quick: tuple[int, ...]  # the sizes that show that it runs and that the answers agree
    make: Callable[[int], Ways]
    most: Mapping[Any, float]  # ours / theirs, by peer, or by peer and size
    within: float | Mapping[int, float]  # microseconds that ours may take; 0: no limit
    detail: str  # what tells rows of the same case apart; the name of their ways
    compared: bool  # whether two checkouts are compared by it

    def limit(self, size: int) -> str:
        """The fixed time as the name of a peer, if there is one."""
        within = self.within.get(size, 0) if isinstance(self.within, Mapping) else self.within
        return f"{within:g} µs" if within else ""

    def allowed(self, peer: str, size: int) -> float | None:
        """The most that ours / theirs may be; None: for comparison only."""
        if peer == self.limit(size):
            return 1.0
        return self.most.get((peer, size), self.most.get(peer))

    def named(self) -> Iterator[tuple[str, Callable[[], Way]]]:
        """Ours alone, in each size: the names by which checkouts are compared."""
        for size in self.sizes:
            name = f"{self.part}: {self.case}{self.detail and f', {self.detail}'}, {size:,}"
            yield name, partial(self.ours, size)

    def ours(self, size: int) -> Way:
        """How this library is asked."""
        made = self.make(size)[OURS]
        return made if isinstance(made, Way) else one_of(made())[0]


def one_of(made: Way | Sequence[Way]) -> Sequence[Way]:
    """The ways, where one may stand alone."""
    return [made] if isinstance(made, Way) else made


TABLE: list[Row] = []


def row(
    part: str,
    case: str,
    sizes: int | Sequence[int] = 1,
    *,
    quick: int | Sequence[int] | None = None,
    most: Mapping[Any, float] | None = None,
    within: float | Mapping[int, float] = 0,
    detail: str = "",
    compared: bool = True,
) -> Callable[[Callable[[int], Ways]], Callable[[int], Ways]]:
    """Enter a row, by what makes its ways for a size."""

    def enter(make: Callable[[int], Ways]) -> Callable[[int], Ways]:
        all_sizes, few = (
            (value,) if isinstance(value, int) else tuple(value)
            for value in (sizes, sizes if quick is None else quick)
        )
        TABLE.append(Row(part, case, all_sizes, few, make, most or {}, within, detail, compared))
        return make

    return enter


# --- measuring ----------------------------------------------------------------------------------


class Effort(NamedTuple):
    """How long to measure."""

    rounds: int = 8  # turns of each way
    seconds: float = 0.05  # of frames in a turn
    fewest: int = 3  # frames in a turn, at least, unless they take long
    most: float = 10.0  # seconds, after which no other round begins


FULL = Effort()
QUICK = Effort(rounds=1, seconds=0.0, fewest=0)


class Figure(NamedTuple):
    """The result: two times beside each other, and their ratio."""

    part: str
    case: str
    size: int
    peer: str
    way: str = ""  # the fastest of the ways in which the peer was tried
    ours: float | None = None  # seconds
    ours_spread: float | None = None  # the median, in multiples of the least
    theirs: float | None = None
    theirs_spread: float | None = None
    ratio: float | None = None  # ours / theirs
    allowed: float | None = None
    found: int | None = None  # pairs that ours found, where it looked for pairs
    note: str = ""

    @property
    def holds(self) -> bool | None:
        """Whether the target is reached; None where there is none, or no figure."""
        if self.ratio is None or self.allowed is None:
            return None
        return self.ratio <= self.allowed


def race(row: Row, size: int, effort: Effort) -> Iterator[Figure]:
    """Compare the answers, then measure everyone in turns: a figure for each peer."""
    progress(f"{row.part}: {row.case}, {size:,}")
    ways: dict[str, Sequence[Way]] = {}
    absent: dict[str, str] = {}
    try:
        entered = row.make(size)
    except ModuleNotFoundError as error:  # what ours is asked with, too
        note = f"{error.name} is not installed"
        yield Figure(row.part, row.case, size, str(error.name), note=note)
        return
    for name, made in entered.items():
        try:
            ways[name] = one_of(made() if callable(made) else made)
        except ModuleNotFoundError as error:
            absent[name] = f"{error.name} is not installed"
        except (ImportError, OSError) as error:  # arcade needs libraries of the system
            absent[name] = f"can't be used here: {error}"
    pairs = compare(f"{row.part}: {row.case}, {size:,}", ways)
    times = in_turns(ways, effort)
    least = {name: min(several, key=lambda way: min(times[way])) for name, several in ways.items()}

    def figure(peer: str, theirs: Sequence[float], way: str = "", note: str = "") -> Figure:
        ours = times[least[OURS]]
        (a, b), (x, y) = ((min(t), statistics.median(t) / min(t)) for t in (ours, theirs))
        limit = row.allowed(peer, size)
        return Figure(
            row.part, row.case, size, peer, ours=a, ours_spread=b, theirs=x, theirs_spread=y,
            ratio=a / x, allowed=limit, found=pairs, way=way, note=note,
        )  # fmt: skip

    for peer in {**ways, **absent}:
        if peer in absent:
            limit = row.allowed(peer, size)
            yield Figure(row.part, row.case, size, peer, allowed=limit, note=absent[peer])
        elif peer != OURS:
            best, slower = least[peer], {w.name: min(times[w]) for w in ways[peer]}
            notes = [best.note] if best.note else []
            if 1 < len(slower) <= SHOWN + 1:
                notes += [f"{n}: {amount(t)}" for n, t in slower.items() if n != best.name]
            yield figure(peer, times[best], best.name, "; ".join(notes))
    if fixed := row.limit(size):
        yield figure(fixed, [float(fixed.split()[0]) * 1e-6])


def compare(title: str, ways: Mapping[str, Sequence[Way]]) -> int | None:
    """Stop where an answer is not ours, at two moments. How many pairs ours found, if pairs."""
    for _ in range(2):
        expected = None
        for peer, several in ways.items():
            for way in several:
                way.time()
                found = way.answer() if way.read else None
                if peer == OURS:
                    expected = found
                elif way.read and not way.agree(expected, found):
                    wanted, got = (short(answer) for answer in (expected, found))
                    raise SystemExit(f"{title}: {peer} {way.name} found {got}, ours {wanted}")
    return len(expected) if isinstance(expected, np.ndarray) and expected.ndim > 1 else None


def short(answer: Any) -> str:
    """An answer for a message."""
    return f"{len(answer)} rows" if isinstance(answer, np.ndarray) else repr(answer)[:80]


def in_turns(ways: Mapping[str, Sequence[Way]], effort: Effort) -> dict[Way, list[float]]:
    """The times of all; a peer's ways that are much slower than its best have one turn."""
    left = {peer: list(several) for peer, several in ways.items()}
    times: dict[Way, list[float]] = {way: [] for several in ways.values() for way in several}
    if effort is not QUICK:
        for way in times:
            way.settle()
        gc.collect()
        gc.freeze()  # so that collecting between the blocks costs little
    end = perf_counter() + effort.most
    for turn in range(effort.rounds):
        for peer, several in left.items():
            for way in several:
                times[way] += [seconds for _, seconds in block(way, effort)]
            best = min(min(times[way]) for way in several)
            if turn == 0:
                left[peer] = [way for way in several if min(times[way]) <= STRAGGLER * best]
        if perf_counter() > end:
            break
    gc.unfreeze()
    return times


def block(way: Way, effort: Effort) -> list[tuple[int, float]]:
    """Some frames in a row; the first one only warms up, unless it takes long."""
    if effort is QUICK:
        return [way.time()]
    gc.collect()
    gc.disable()
    try:
        start = perf_counter()
        times = [way.time()]
        if perf_counter() - start < LONG_FRAME:
            times, start = [], perf_counter()
        while len(times) < effort.fewest or perf_counter() - start < effort.seconds:
            times.append(way.time())
            if perf_counter() - start > LONG_FRAME * effort.fewest:
                break
    finally:
        gc.enable()
    return times


def amount(seconds: float | None) -> str:
    """A time in the unit that suits it."""
    if seconds is None:
        return "-"
    for name, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= 0.9995 * size:  # as it is rounded
            return f"{seconds / size:.3g} {name}"
    return f"{seconds * 1e9:.3g} ns"


def progress(text: str) -> None:
    """The progress line for the current measurement. On a terminal it replaces the line before."""
    is_terminal = sys.stderr.isatty()
    sys.stderr.write(f"\r\x1b[K{text}"[:100] if is_terminal else f"{text}\n")
    sys.stderr.flush()


def figures(rows: Iterable[Row], effort: Effort) -> Iterator[Figure]:
    """Those of some rows, in all their sizes."""
    for one in rows:
        for size in one.quick if effort is QUICK else one.sizes:
            yield from race(one, size, effort)
