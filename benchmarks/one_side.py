"""Measure rows of the table with one build: the child process of `ab.py`.

    python benchmarks/one_side.py times SECONDS
    valgrind --tool=callgrind ... python benchmarks/one_side.py counts LIBRARY

It writes the path of its spritecol, the names of all rows, and which topics are left out. Then it
reads the names of the rows to measure, and writes an answer for each: the least seconds of its
moments, nothing if they are counted (valgrind writes the counts), or an error as text.
"""

import ctypes
import gc
import json
import math
import sys
from typing import Any

import measure
import table
from measure import Effort, Way

import spritecol

REPEATED = 2  # times a statement is asked to be counted, in a loop that is unrolled besides
CROWD = 100  # things in a row of which one moment is counted
EXAMINED, CALLED = 4_000, 200  # sprites and calls, after which the first checks are over


def least_times(way: Way, seconds: float) -> list[float]:
    """The least seconds of each moment, each of which is measured at least twice."""
    way.settle()
    gc.collect()
    gc.freeze()
    least = [math.inf] * way.moments
    for moment, taken in measure.block(way, Effort(seconds=seconds, fewest=2 * way.moments)):
        if taken > 0:  # in a virtual machine the clock of a thread may stand still
            least[moment] = min(least[moment], taken)
    gc.unfreeze()
    return least


class Known(spritecol.Sprite):
    """A sprite about which a game could be warned of nothing."""

    collision = spritecol.Rect(0, 0, 9, 9)

    def update(self, other: object = None) -> None:
        """Do nothing."""

    draw = hit = update


def end_first_checks() -> None:
    """Do so much that no further sprite or call is examined for mistakes."""
    pair = [Known(), Known()]
    for _ in range(CALLED):
        spritecol.update(pair)
        spritecol.draw(pair)
        spritecol.check(pair)
    pair[0].check(pair * (EXAMINED // len(pair)))


def count(way: Way, name: str, marks: Any, is_crowd: bool) -> None:
    """Let valgrind count the moments, and before that what counting itself takes.

    They are gone through before, once. Of a crowd only the second moment is counted, after the
    first: the others have as much to do.
    """
    end_first_checks()
    last = 1 if is_crowd else way.moments
    nothing = Way("pass" if isinstance(way.ask, str) else lambda moment: None)
    for moment in range(last):
        ask(way, moment)
    for asked, first in ((nothing, 0), (way, last if is_crowd else 0)):
        for moment in range(first, first + last):
            ask(asked, moment % asked.moments, marks)
        marks.dump(name.encode())


def ask(way: Way, moment: int, marks: Any = None) -> None:
    """Ask a moment. Valgrind counts what is asked, and not what prepares it."""
    if way.before:
        way.before(moment)
    if marks:
        marks.toggle()
    try:
        if isinstance(way.ask, str):
            way.loop.timeit(REPEATED)
        else:
            way.ask(moment)
    finally:
        if marks:
            marks.toggle()


def main(how: str, by: str) -> None:
    """Answer the parent."""
    lacking = table.load()
    rows = {
        name: (one, size)
        for row in measure.TABLE
        if row.compared
        for size, (name, one) in zip(row.sizes, row.named(), strict=True)
    }
    print(json.dumps([spritecol.__file__, list(rows), lacking]), flush=True)
    if how == "counts":
        gc.disable()  # the collector would count in whichever row it begins
        marks = ctypes.PyDLL(by)
        marks.start()
    for line in sys.stdin:
        name = line.strip()
        one, size = rows[name]
        answer: Any = None
        try:
            if how == "times":
                answer = least_times(one(), float(by))
            else:
                count(one(), name, marks, size >= CROWD)
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
            if how == "counts":
                marks.dump(b"an error")
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
