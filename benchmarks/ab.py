"""Compare two checkouts row by row: how long each of many calls takes in the old and in the new.

    python benchmarks/ab.py OLD NEW [--rounds N] [--only PATTERN]

OLD and NEW each name the root of a checkout that was built in place, or an interpreter that has its
own spritecol installed. In each round both run this file as a new child process. The two measure
row by row in short turns (old, new, new, old, ...), so that whatever else the machine does affects
both. A row repeats its moments, and of each moment the least time counts. Rows whose ratio is then
not near 1 get as many rounds again, which brings both sides nearer to their true least. Between
rounds the places in memory and the numbers of types differ, see `SALT`. Shown are the least times
of all rounds, their ratio, and the median of the rounds' own ratios. A ratio above 1.05 is marked.

Only public names are used, so a checkout of any layout will do. Rows that say "two cores" use two;
all others use one, which is the least busy one when a round begins.
"""

import argparse
import gc
import json
import math
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, Self

from ab_rows import ROWS, SALT, SALTED, TWO_CORES, Job

SECONDS = 0.04  # seconds of measuring in a turn, about
TURNS = 8  # turns of both together, for each row of a round
MARKED = 1.05
NEAR = 1.03  # a ratio up to this is near 1; other rows are measured again

# --- the child ----------------------------------------------------------------------------------


def child(core: int) -> None:
    """Answer the parent: a row's name comes in, the least seconds of its moments go out."""
    if core >= 0:
        os.sched_setaffinity(0, {core})  # before spritecol looks how many cores there are
    kept: dict[str, Any] = {}
    exec(os.environ.get(SALTED, ""), kept)
    import spritecol

    gc.disable()
    answer(spritecol.__file__)
    name, job, least = "", Job(lambda moment: 0.0), [math.inf]
    for line in sys.stdin:
        try:
            if line.strip() != name:
                name, job = "", Job(lambda moment: 0.0)
                gc.collect()
                job = ROWS[line.strip()]()
                gc.collect()
                gc.freeze()
                name, least = line.strip(), [math.inf] * job.moments
            turn(job, least)
        except Exception as error:
            answer(f"{type(error).__name__}: {error}")
        else:
            answer([seconds / job.per for seconds in least])


def answer(value: str | list[float]) -> None:
    """One line to the parent."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def turn(job: Job, least: list[float]) -> None:
    """Repeat a job's moments for a while, and keep the least time of each."""
    end, first = perf_counter() + SECONDS, True
    while first or perf_counter() < end:
        for moment in range(job.moments):
            least[moment] = min(least[moment], job.time(moment))
        first = False


# --- the parent ---------------------------------------------------------------------------------


class Child:
    """A process that measures one of the two: a checkout, or an interpreter that has it."""

    def __init__(self, measured: str, core: int, salt: int) -> None:
        path = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        path |= {"PYTHONHASHSEED": "0", "SDL_VIDEODRIVER": "dummy"}
        path |= {"PYGAME_HIDE_SUPPORT_PROMPT": "1", SALTED: SALT % salt}
        python = measured
        if Path(measured).is_dir():
            python, path["PYTHONPATH"] = sys.executable, str(Path(measured).resolve())
        self.measured = measured
        self.process = subprocess.Popen(
            [python, str(Path(__file__).resolve()), "--child", str(core)],
            env=path,
            cwd="/",
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.home = self.read()

    def read(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"a child has ended: {self.measured}")
        return json.loads(line)

    def ask(self, name: str) -> Any:
        """Let it measure a row. The least seconds of its moments, or the error as text."""
        assert self.process.stdin
        self.process.stdin.write(f"{name}\n")
        self.process.stdin.flush()
        return self.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def quiet_core() -> int:
    """The least busy core; -1 where a process cannot choose its core."""
    stat = Path("/proc/stat")
    if not hasattr(os, "sched_setaffinity") or not stat.exists():
        return -1

    def idle() -> dict[int, int]:
        lines = re.findall(r"^cpu(\d+) \d+ \d+ \d+ (\d+)", stat.read_text(), flags=re.MULTILINE)
        return {int(core): int(ticks) for core, ticks in lines}

    before = idle()
    sleep(0.3)
    after = idle()
    return max(os.sched_getaffinity(0), key=lambda core: after[core] - before[core])


Times = list[float]  # the least seconds of each moment of a row
Measured = dict[str, list[tuple[Times, Times]]]  # by row, of each round: old and new


def measure(versions: Sequence[str], names: Sequence[str], core: int, number: int) -> Iterator[Any]:
    """Measure one round: the name of each row, and the answers of both children."""
    with Child(versions[0], core, number) as old, Child(versions[1], core, number) as new:
        yield "", (old.home, new.home)
        for name in names:
            said: dict[Child, Any] = {}
            for turn in range(TURNS):
                one = (new, old)[(turn + 1) // 2 % 2 == number % 2]
                said[one] = one.ask(name)
            yield name, (said[old], said[new])


def one_round(versions: Sequence[str], names: Sequence[str], number: int, found: Measured) -> None:
    """Measure some rows, first those of one core, and add what is found."""
    for two in (False, True):
        some = [name for name in names if (TWO_CORES in name) is two]
        core = -1 if two else quiet_core()
        for name, both in measure(versions, some, core, number) if some else ():
            if not name:
                homes = "old: {}\nnew: {}\n".format(*both)
                sys.stderr.write("" if number or two else homes)
            elif str in map(type, both):
                sys.stderr.write(f"{name}: {both}\n")
            else:
                found[name].append(both)


def measured(versions: Sequence[str], names: Sequence[str], rounds: int) -> Measured:
    """Measure all rounds, and as many again of the rows whose ratio is not near 1."""
    found: Measured = {name: [] for name in names}
    for number in range(2 * rounds):
        again = number >= rounds
        some = [name for name in names if not again or (found[name] and not near(found[name]))]
        if some:
            sys.stderr.write(f"round {number + 1}: {len(some)} rows\n")
            one_round(versions, some, number, found)
    return found


def least(both: Sequence[tuple[Times, Times]]) -> tuple[float, float]:
    """The seconds of old and new: the mean of their moments, each at its least of all rounds."""
    old, new = (
        statistics.fmean(map(min, zip(*times, strict=True))) for times in zip(*both, strict=True)
    )
    return old, new


def near(both: Sequence[tuple[Times, Times]]) -> bool:
    """Whether old and new are about the same."""
    old, new = least(both)
    return max(old, new) <= NEAR * min(old, new)


def shown(seconds: float) -> str:
    """A time with three digits."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def report(found: Measured) -> Iterable[str]:
    """The lines of the table."""
    yield f"{'row':56}{'old':>10}{'new':>10}{'new/old':>9}{'median':>9}"
    ratios = []
    for name, both in found.items():
        if not both:
            yield f"{name:56}{'not measured':>20}"
            continue
        old, new = least(both)
        middle = statistics.median(statistics.fmean(b) / statistics.fmean(a) for a, b in both)
        ratios.append(new / old)
        mark = f"  above {MARKED}" if new / old > MARKED else ""
        if mark and middle <= MARKED:
            mark += ", the median is not"
        yield f"{name:56}{shown(old):>10}{shown(new):>10}{new / old:9.3f}{middle:9.3f}{mark}"
    if ratios:
        mean, lowest, highest = statistics.geometric_mean(ratios), min(ratios), max(ratios)
        yield f"{len(ratios)} rows: geometric mean {mean:.3f}, from {lowest:.3f} to {highest:.3f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Two checkouts of spritecol, side by side.")
    parser.add_argument("old", help="the old checkout, or the interpreter that has it installed")
    parser.add_argument("new", help="the new checkout, or its interpreter")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", metavar="PATTERN", help="rows whose name has it")
    arguments = parser.parse_args()
    names = [name for name in ROWS if re.search(arguments.only, name)]
    start = perf_counter()
    found = measured((arguments.old, arguments.new), names, arguments.rounds)
    for line in report(found):
        print(line)
    print(f"{arguments.rounds} rounds in {perf_counter() - start:.0f} s")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(int(sys.argv[2]))
    else:
        main()
