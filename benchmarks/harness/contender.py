"""Contenders of a benchmark: each repeats a frame of its library, and has an answer to compare."""

import timeit
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

UNROLLED = 10  # copies of a short statement in its loop, so that the loop costs next to nothing
LONG_ENOUGH = 1e-3  # seconds: the least that is timed at once, of what takes nanoseconds
FOURFOLD = 4  # how many times as often it is done while that takes less

Answer = Any  # pairs in the order of `pair_rows`, or whatever can be compared by `==`


class Nearly:
    """Numbers that agree with others if each is no farther from the other's than a tolerance."""

    def __init__(self, numbers: NDArray[np.float64], tolerance: float) -> None:
        self.numbers, self.tolerance = numbers, tolerance

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nearly) and np.allclose(
            self.numbers, other.numbers, rtol=0.0, atol=self.tolerance
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Nearly({self.numbers}, {self.tolerance})"


class UnavailableError(Exception):
    """A contender can't be measured here; the message says why."""


class Contender(ABC):
    """Something that is measured, and whose answer is compared."""

    way = ""  # which of the ways that the library offers, where several are tried
    note = ""  # where its work or its geometry differs from ours
    geometry: str | None = ""  # whose answers must be the same; None: nobody's
    moments = 1  # how many there are; frames go through them over and over
    result: Any = None  # of the last time; the one before is freed as a game would, while timed

    @abstractmethod
    def time(self, moment: int) -> float:
        """Do what is measured, at a moment of the scene. Returns the seconds it took."""

    def answer(self) -> Answer:
        """What was found last, for comparison. Not timed."""
        return pair_rows(self.result)

    def settle(self) -> None:  # noqa: B027 -- nothing to do for most
        """Find out how often to repeat what takes nanoseconds. Not called by a quick run."""


class Frames(Contender):
    """A contender that is timed frame by frame."""

    per = 1  # how often a frame does what is measured

    @abstractmethod
    def frame(self, moment: int) -> Any:
        """Bring everything to where it is at that moment and find what overlaps."""

    def time(self, moment: int) -> float:
        start = perf_counter()
        self.result = self.frame(moment)
        return (perf_counter() - start) / self.per


class _Repeated(Contender):
    """A contender whose work is repeated until it takes long enough for the clock."""

    number = 1

    def settle(self) -> None:
        while self.seconds() < LONG_ENOUGH:
            self.number *= FOURFOLD

    @abstractmethod
    def seconds(self) -> float:
        """The time of all repetitions."""


class Statement(_Repeated):
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

    def seconds(self) -> float:
        return self.timer.timeit(self.number)

    def time(self, moment: int) -> float:
        return self.seconds() / (self.number * UNROLLED * self.per)

    def answer(self) -> Answer:
        last = self.code.rpartition(";")[2].strip()
        return self.read(eval(last, dict(self.names)))


def there_and_back(
    check: str,
    x: str,
    names: Mapping[str, Any],
    moved: bool,
    read: Callable[[Any], Answer] = int,
) -> Statement:
    """The check alone, or one step there and back with a check after each."""
    if not moved:
        return Statement(check, names, read=read)
    return Statement(f"{x} += 1; {check}; {x} -= 1; {check}", names, per=2, read=read)


class Calls(_Repeated):
    """A call that takes microseconds; with `before`, which is not timed, one call at a time."""

    def __init__(
        self,
        call: Callable[[], Any],
        *,
        before: Callable[[int], object] | None = None,
        way: str = "",
    ) -> None:
        """`before` is told the moment."""
        self.call, self.before, self.way = call, before, way

    def settle(self) -> None:
        if self.before is None:
            super().settle()

    def seconds(self) -> float:
        call, times, found = self.call, range(self.number), None
        start = perf_counter()
        for _ in times:
            found = call()
        taken = perf_counter() - start
        self.result = found
        return taken

    def time(self, moment: int) -> float:
        if self.before is not None:
            self.before(moment)
        return self.seconds() / self.number

    def answer(self) -> Answer:
        return self.result


def pair_rows(pairs: ArrayLike) -> NDArray[np.intp]:
    """Pairs of positions in the one order in which they can be compared."""
    rows = np.sort(np.asarray(pairs, dtype=np.intp).reshape(-1, 2), axis=1)
    return rows[np.lexsort((rows[:, 1], rows[:, 0]))]
