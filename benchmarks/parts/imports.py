"""Import: this library beside the libraries that it needs, each in a fresh process.

All of them have their bytecode at hand, as they have when they are installed.
"""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator

from harness.contest import Row, row
from harness.measuring import Effort, Timing, progress

PART = "imports"
RUNS = 25
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"  # with it, our modules would be compiled in every run
DEPENDENCIES = "import attrs, numpy, shapely"
OURS = "import spritecol"

TIMED = """
import time
start = time.perf_counter()
{statement}
print(time.perf_counter() - start)
"""

# The first check of each kind in a fresh process, and the hundredth; and what the first one loaded.
CHECKS = """
import json, sys, time
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


def rows(effort: Effort) -> Iterator[Row]:
    """The import, and the first check."""
    times: dict[str, list[float]] = {DEPENDENCIES: [], OURS: []}
    runs = 2 if effort.quick else RUNS
    fresh(OURS)  # writes the bytecode that is missing
    for run in range(runs):
        progress(f"{PART}: {run + 1} of {runs}")
        for statement, taken in times.items():
            taken.append(float(fresh(TIMED.format(statement=statement))))
    dependencies, ours = (
        Timing(min(taken), statistics.median(taken), runs) for taken in times.values()
    )
    yield row(PART, "import", 1, "its dependencies alone", ours, dependencies)
    yield first_check(runs)


def first_check(runs: int) -> Row:
    """The first check beside the fastest of the next 99; it may load nothing."""
    firsts, later = [], []
    for run in range(runs):
        progress(f"{PART}: first check, {run + 1} of {runs}")
        first, best, loaded = json.loads(fresh(CHECKS))
        if loaded:
            raise SystemExit(f"the first check loads modules: {loaded}")
        firsts.append(first)
        later.append(best)
    one, other = (Timing(min(taken), statistics.median(taken), runs) for taken in (firsts, later))
    return row(PART, "first check", 340, "the next 99", one, other, note="loads no module")


def fresh(code: str) -> str:
    """What a new process prints."""
    around = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=around, capture_output=True, text=True, check=True).stdout
