"""Compare two checkouts row by row: what executes more instructions, and what takes longer.

    python benchmarks/ab.py OLD NEW [--only PATTERN] [--times] [--gate]

OLD and NEW each name the root of a checkout that was built in place, or an interpreter that has its
own spritecol installed. The rows come from the table, without the peers. Each side measures them in
a child process, see `one_side`.

Instructions are counted by valgrind, if that is installed. They are the same at any load of the
machine, so a ratio above 1.02 means more work; the functions that grew most are printed with it.
Times are measured where valgrind is not installed, with `--times`, and by the gate. They show what
counts do not: misses of the cache, and frames that freeze. The least of several looks counts.

With `--gate` only ordinary rows are measured, and the command ends with 1 if `slower` finds any.
Rows that the older one cannot do are named.
"""

import argparse
import csv
import json
import math
import os
import re
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import instructions
from instructions import Count

HERE = Path(__file__).parent
SECONDS = 0.1  # of measuring a row in a look, about
LOOKS = 8  # of the rows that seem too long: a machine may be busy for minutes

# What the gate lets pass: the ratio new / old of the instructions of a row, unless the list has a
# reason; the ratio of its times, beyond the one with a reason; the geometric mean of these; and the
# worst frame of a play, in medians of the play.
MORE, ROW, MEAN, WORST = 1.02, 1.5, 1.1, 20.0
REASONS = HERE / "dearer.csv"
PLAYS = "plays: "
# Of what is deep in others.
DEEP = r"near: (separation, (ships|heaps|worms) of|first move in a rock of tiles, [a-z ]+, 1$)"
# The rows of the gate: what games do in each frame. Not `one.aabb`, which returns a `Box` where the
# baseline returns a plain tuple: making one takes 1.5 times as long.
# Nor the separation of ellipses: it takes a fortieth, by which the mean would hide other rows.
GATE = (
    "^frames: ",
    f"^{PLAYS}",
    f"^{DEEP}",
    "^worlds: save after all have moved",
    r"^ordinary: Sprite\(\)",
    r"^ordinary: pickle\.",
    r"^ordinary: one\.(x \+=|position =|vx)",
    r"^ordinary: group\.(collision_layer|column\('v|query_circle|nearest\(500|raycast)",
    r"^ordinary: \w+_a\.(hits|contacts|separation|distance|sweep)",
    r"^ordinary: (one\.depenetrate|capsules\.separation_arrays)",
    r"^ordinary: (ball\.check\(balls_group|one\.check\(things, mask)",
    "^questions: (separation: [^e]|distance: )",
    "^many at once: (separation|contact)_arrays: ",
    "^all_pairs: circles, all moving, 1,000$",
    "^bullet_hell: ",
)

Times = list[float]  # the least seconds of each moment of a row


class Compared:
    """What was measured of a row on both sides, or why one of them cannot do it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.counts: tuple[Count, Count] | None = None
        self.old_times: Times = []
        self.new_times: Times = []
        self.old_error = self.new_error = ""

    def look(self, old: Times | str, new: Times | str) -> None:
        """Add what was measured once more: of each moment the least time counts."""
        self.old_error, self.new_error = (x if isinstance(x, str) else "" for x in (old, new))
        if not (isinstance(old, str) or isinstance(new, str)):
            self.old_times = [*map(min, self.old_times or old, old)]
            self.new_times = [*map(min, self.new_times or new, new)]

    def instructions(self) -> tuple[int, int]:
        """The instructions of old and new; 0 if they were not counted."""
        if self.counts is None:
            return 0, 0
        old, new = self.counts
        return old.total(), new.total()

    def more(self) -> float:
        """The ratio of the instructions, new / old; not a number if they were not counted."""
        old, new = self.instructions()
        return new / old if old > 0 else math.nan

    def seconds(self) -> tuple[float, float]:
        """The seconds of old and new: the mean of their moments.

        Infinite if the looks were too short for any moment to be measured in both.
        """
        met = [
            pair
            for pair in zip(self.old_times, self.new_times, strict=True)
            if math.inf not in pair
        ]
        if not met:
            return math.inf, math.inf
        return statistics.fmean(a for a, _ in met), statistics.fmean(b for _, b in met)

    def longer(self) -> float:
        """The ratio of the times, new / old; not a number if nothing was measured."""
        old, new = self.seconds()
        return new / old

    def worst(self) -> float:
        """The longest frame of the new one, in medians of all frames; 0 if it is no play, and none
        of the calls whose times differ much by place.
        """
        if not (re.match(f"{PLAYS}|{DEEP}", self.name) and self.new_times):
            return 0.0
        return max(self.new_times) / statistics.median(self.new_times)

    def is_settled(self) -> bool:
        """Whether it need not be timed again: nothing is too long, or it cannot be compared."""
        if self.old_error or self.new_error:
            return True
        return self.longer() <= ROW and self.worst() <= WORST

    def grown(self) -> str:
        """The functions that take most of the instructions that are more than before."""
        assert self.counts
        old, new = self.counts
        # A compiler may have inlined a part of a function, or named a copy otherwise.
        growth = Counter({name: new[name] - old[name] for name in new})
        return ", ".join(f"{name} +{more:,}" for name, more in growth.most_common(3) if more > 0)


# --- both sides ---------------------------------------------------------------------------------


def asked(
    version: str, names: Iterable[str], how: str, by: object, before: Sequence[str] = ()
) -> list[Any]:
    """What one side answers: first what it has, then what it measured of each row."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["PYTHONHASHSEED"] = "0"
    python = version
    if Path(version).is_dir():
        python, environment["PYTHONPATH"] = sys.executable, str(Path(version).resolve())
    done = subprocess.run(
        [*before, python, str(HERE / "one_side.py"), how, str(by)],
        input="".join(f"{name}\n" for name in names),
        stdout=subprocess.PIPE,
        env=environment,
        cwd="/",
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"a child has ended: {version}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def rows_of(versions: Sequence[str], only: str) -> list[Compared]:
    """The rows of the newer side whose name has a pattern."""
    for version in versions:
        ((home, names, lacking),) = asked(version, [], "times", 0)
        sys.stderr.writelines([f"{version}: {home}\n", *lacking])
    return [Compared(name) for name in names if re.search(only, name)]


def count(versions: Sequence[str], found: Sequence[Compared]) -> None:
    """Count the instructions of all rows, both sides at once."""
    sys.stderr.write(f"counting {len(found)} rows\n")
    names = [row.name for row in found]
    with TemporaryDirectory() as temporary, ThreadPoolExecutor() as pool:
        folders = [Path(temporary, side) for side in ("old", "new")]

        def counted(version: str, folder: Path) -> tuple[list[Any], dict[str, list[Count]]]:
            folder.mkdir()
            marks, before = instructions.library(folder), instructions.command(folder)
            _, *errors = asked(version, names, "counts", marks, before)
            return errors, instructions.read(folder)

        (old_errors, old), (new_errors, new) = pool.map(counted, versions, folders)
    for row, *errors in zip(found, old_errors, new_errors, strict=True):
        row.old_error, row.new_error = (error or "" for error in errors)
        if not any(errors):
            (less_old, all_old), (less_new, all_new) = old[row.name], new[row.name]
            row.counts = all_old - less_old, all_new - less_new


def time(versions: Sequence[str], found: Sequence[Compared]) -> None:
    """Measure the times of all rows, and again those that seem too long.

    The two sides take turns in going first, as a machine may get busier meanwhile.
    """
    for look in range(LOOKS):
        # If everything takes longer, the machine may have been busy.
        again = found if geometric_mean(found) > MEAN else [r for r in found if not r.is_settled()]
        if again:
            sys.stderr.write(f"timing {len(again)} rows\n")
            names = [row.name for row in again]
            turns = (1, -1)[look % 2]
            sides = [asked(one, names, "times", SECONDS)[1:] for one in versions[::turns]]
            for row, *pair in zip(again, *sides[::turns], strict=True):
                row.look(*pair)


# --- what is said -------------------------------------------------------------------------------


def line(row: Compared) -> str:
    """A line of the table: old, new, and their ratio."""
    from measure import amount

    if row.old_error or row.new_error:
        errors = {"old": row.old_error, "new": row.new_error}
        return f"{row.name:56} " + "; ".join(f"{side}: {e}" for side, e in errors.items() if e)
    said = f"{row.name:56}"
    if row.counts:
        old, new = row.instructions()
        said += f"{old:15,}{new:15,}{row.more():8.3f}"
    if row.old_times:
        before, after = map(amount, row.seconds())
        said += f"{before:>10}{after:>10}{row.longer():8.2f}"
    if row.more() > MORE:
        said += f"  {row.grown()}"
    return said


def geometric_mean(found: Iterable[Compared]) -> float:
    """The mean ratio of the times; what is much faster hides no other row."""
    ratios = [max(row.longer(), 1 / ROW) for row in found if not math.isnan(row.longer())]
    return statistics.geometric_mean(ratios) if ratios else 1.0


def reasons(baseline: str) -> dict[str, float]:
    """By row: up to which ratio of the instructions the list has a reason, since the baseline."""
    with REASONS.open(encoding="utf-8", newline="") as file:
        known = csv.DictReader(file)
        return {one["row"]: float(one["ratio"]) for one in known if one["since"] == baseline}


def slower(found: Sequence[Compared], known: Mapping[str, float]) -> Iterator[str]:
    """What the gate does not let pass. A row that only the older one cannot do is left out."""
    for pattern in GATE:
        if not any(re.search(pattern, row.name) for row in found):
            yield f"no row is called {pattern}"
    compared = [row for row in found if not (row.old_error or row.new_error)]
    if not compared:
        yield "no row was measured"
    for row in found:
        if row.new_error:
            yield f"{row.name}: {row.new_error}"
    for row in compared:
        allowed = known.get(row.name, 1.0)
        if row.more() > max(MORE, allowed):
            yield f"{row.name}: {row.more():.3f} times the instructions: {row.grown()}"
        if math.isnan(row.longer()):
            yield f"{row.name}: not timed"
        elif row.longer() > ROW * allowed:
            yield f"{row.name}: {row.longer():.2f} times as long, more than {ROW * allowed:g}"
        if not row.worst() <= WORST:  # it is infinite, or no number, if a frame was not measured
            yield f"{row.name}: a frame takes {row.worst():.1f} medians, more than {WORST:g}"
    if geometric_mean(compared) > MEAN:
        yield f"the geometric mean of the times is {geometric_mean(compared):.3f}, above {MEAN}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Two checkouts of spritecol, side by side.")
    parser.add_argument("old", help="the old checkout, or the interpreter that has it installed")
    parser.add_argument("new", help="the new checkout, or its interpreter")
    parser.add_argument("--only", default="", metavar="PATTERN", help="rows whose name has it")
    parser.add_argument("--times", action="store_true", help="measure times, too")
    parser.add_argument("--gate", action="store_true", help="end with 1 if ordinary rows are worse")
    chosen = parser.parse_args()
    versions = chosen.old, chosen.new
    start, found = perf_counter(), rows_of(versions, "|".join(GATE) if chosen.gate else chosen.only)
    if lacking := instructions.missing():
        print(f"Nothing is counted, because {lacking} is not installed here: times alone judge.")
    else:
        count(versions, found)
    if lacking or chosen.times or chosen.gate:
        time(versions, found)
    print(f"{'row':56}{'instructions: old':>15}{'new':>15}{'ratio':>8}", end="")
    print(f"{'time: old':>10}{'new':>10}{'ratio':>8}")
    for row in found:
        print(line(row))
    print(f"{len(found)} rows in {perf_counter() - start:.0f} s")
    if chosen.gate:
        baseline = (HERE / "baseline").read_text(encoding="utf-8").strip()
        if lines := [*slower(found, reasons(baseline))]:
            print("worse than the older one:", *lines, sep="\n")
            sys.exit(1)


if __name__ == "__main__":
    main()
