"""Import: this library beside the libraries that it needs, each in a fresh process.

All of them have their bytecode at hand, as they have when they are installed.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator

from harness.contender import Frames
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row

PART = "imports"
RUNS = 25
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"  # with it, our modules would be compiled in every run
DEPENDENCIES = "import attrs, numpy, shapely"
OURS = "import spritecol"
SPRITES = 340

TIMED = """
import time
start = time.perf_counter()
{statement}
print(time.perf_counter() - start)
"""

# The first check of each kind in a fresh process, and the next ones; and what the first one loaded.
CHECKS = """
import json, sys, time
import numpy  # for the columns; `import spritecol` leaves it to them
from spritecol import Circle, Group, Rect, Sprite, check
shots = Group(Sprite(5 * i, 3, collision=Circle(0, 0, 4)) for i in range(300))
walls = Group(Sprite(40 * i, 0, collision=Rect(0, 0, 20, 20), angle=i) for i in range(40))
loaded = set(sys.modules)
times = []
for frame in range(100):
    shots.x += 1
    start = time.perf_counter()
    check(shots, walls)
    shots.pair_indices()
    times.append(time.perf_counter() - start)
json.dump([times[0], min(times[1:]), sorted(set(sys.modules) - loaded)], sys.stdout)
"""


class Import(Frames):
    """A statement in a process of its own, which tells how long it took."""

    geometry = None

    def __init__(self, statement: str) -> None:
        self.code = TIMED.format(statement=statement)

    def frame(self, moment: int) -> str:
        return fresh(self.code)

    def time(self, moment: int) -> float:
        return float(self.frame(moment))


class Check(Frames):
    """The first check in a process of its own, or the fastest of the next 99."""

    geometry = None

    def __init__(self, first: bool) -> None:
        self.first = first

    def frame(self, moment: int) -> tuple[float, float]:
        first, later, loaded = json.loads(fresh(CHECKS))
        if loaded:
            raise SystemExit(f"the first check loads modules: {loaded}")
        return first, later

    def time(self, moment: int) -> float:
        first, later = self.frame(moment)
        return first if self.first else later


def rows(effort: Effort) -> Iterator[Row]:
    """The import, and the first check."""
    effort = effort.but(rounds=RUNS, seconds=0, fewest=1)
    fresh(OURS)  # writes the bytecode that is missing
    dependencies = {"its dependencies alone": lambda: [Import(DEPENDENCIES)]}
    yield from contest(PART, OURS, 1, Import(OURS), dependencies, effort)
    later = {"the 99 after it": lambda: [Check(first=False)]}
    yield from contest(PART, "first check", SPRITES, Check(first=True), later, effort)


def fresh(code: str) -> str:
    """What a new process prints."""
    around = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=around, capture_output=True, text=True, check=True).stdout
