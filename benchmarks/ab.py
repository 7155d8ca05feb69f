"""Compare two checkouts row by row: how long each of many calls takes in the old and in the new.

    python benchmarks/ab.py OLD NEW [--rounds N] [--only PATTERN] [--relink] [--gate]

OLD and NEW each name the root of a checkout that was built in place, or an interpreter that has its
own spritecol installed. The rows come from the table, without the peers. In each round both run
this file as a new child process. The two measure row by row in short turns (old, new, new, old,
...), so that whatever else the machine does affects both. A row repeats its moments, and of each
moment the least time counts. Rows whose ratio is then not near 1 get as many rounds again, which
brings both sides nearer to their true least. Between rounds the places in memory and the numbers of
types differ, see `SALT`. Shown are the least times of all rounds, their ratio, and the median of
the rounds' own ratios. A ratio above 1.05 is marked. Rows that the older one cannot do are named.
Of plays also the worst frame is shown, in medians of its play.

With `--gate` only ordinary rows are measured, and the command ends with 1 if `slower` finds any.

The same machine code takes 0.8 to 1.2 of the time, as functions of different modules happen to lie
in the cache. With `--relink` each round links the modules of both checkouts anew, each behind a pad
of its own: then the median shows the time of the code, and not the luck of one build.

Only public names are used, so a checkout of any layout will do. Each child uses one core, which is
the least busy one when a round begins.
"""

import argparse
import gc
import json
import math
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from sysconfig import get_config_var
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any, Self

SECONDS = 0.04  # seconds of measuring in a turn, about
TURNS = 8  # turns of both together, for each row of a round
MARKED = 1.05
NEAR = 1.03  # a ratio up to this is near 1; other rows are measured again

# What the gate lets pass: the geometric mean of new / old, the ratio of a row, and the worst frame
# of a play, in medians of the play.
MEAN, ROW, WORST = 1.1, 1.5, 20.0
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

# Run before anything is imported. CPython numbers the types that it meets, and remembers what was
# looked up in them in a table that mixes these numbers with names; where two share a place, a row
# takes up to a quarter longer, whatever the code. One type more or fewer changes all numbers. Where
# memory happens to lie has similar effects. So each round has other numbers and places.
SALT = (
    "grains = [type(f'Grain{k}', (), {'x': k}) for k in range(%d)]; "
    "places = [[bytes(24 + 40 * (k %% 12))] for k in range(37 * len(grains))]; "
    "places.append([grain.x for grain in grains])"
)
SALTED = "SPRITECOL_SALT"  # the variable that holds the salt of a round

# --- the child ----------------------------------------------------------------------------------


def child(core: int) -> None:
    """Answer the parent: a row's name comes in, the least seconds of its moments go out."""
    if core >= 0:
        os.sched_setaffinity(0, {core})  # before spritecol looks how many cores there are
    kept: dict[str, Any] = {}
    exec(os.environ.get(SALTED, ""), kept)
    import measure
    import table

    import spritecol

    lacking = table.load()
    rows = {name: one for row in measure.TABLE if row.compared for name, one in row.named()}
    answer([spritecol.__file__, list(rows), lacking])
    effort, name, nothing = measure.Effort(seconds=SECONDS, fewest=1), "", measure.Way("pass")
    for line in sys.stdin:
        try:
            if line.strip() != name:
                name, way = "", nothing
                gc.unfreeze()
                way = rows[line.strip()]()
                way.settle()
                gc.collect()
                gc.freeze()
                name, least = line.strip(), [math.inf] * way.moments
                effort = effort._replace(fewest=way.moments)  # each of them in each turn
            for moment, seconds in measure.block(way, effort):
                if seconds > 0:  # in a virtual machine the clock of a thread may stand still
                    least[moment] = min(least[moment], seconds)
        except Exception as error:
            answer(f"{type(error).__name__}: {error}")
        else:
            answer(least)


def answer(value: Any) -> None:
    """One line to the parent."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


# --- where the code lies ------------------------------------------------------------------------

PADS = 64  # pads of so many lengths are put before modules, in lines of the cache


def relinked(checkout: str, folder: str, number: int) -> str:
    """Copy the package of a checkout that was built in place by gcc, its modules behind pads."""
    rng, root = random.Random(number), Path(checkout)
    objects = [path for path in root.glob("build/temp*/**/*.o") if "/tests/" not in path.as_posix()]
    if not objects:
        raise SystemExit(f"{checkout} was not built in place, which --relink needs")
    left_out = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(root / "spritecol", Path(folder, "spritecol"), ignore=left_out)
    source, pad = Path(folder, "pad.s"), Path(folder, "pad.o")
    for path in sorted(objects):
        lines = f".text\n.balign 64\n.skip {64 * rng.randrange(PADS)}"
        source.write_text(f'{lines}\n.section .note.GNU-stack,"",@progbits\n')
        subprocess.run(["gcc", "-c", source, "-o", pad], check=True)
        inner = path.relative_to(root).as_posix().split("/spritecol/", 1)[1]
        module = Path(folder, "spritecol", inner).with_suffix(get_config_var("EXT_SUFFIX"))
        subprocess.run(["gcc", "-shared", pad, path, "-o", module, "-lm"], check=True)
    return folder


# --- the parent ---------------------------------------------------------------------------------


class Child:
    """A process that measures one of the two: a checkout, or an interpreter that has it."""

    def __init__(self, measured: str, core: int, salt: int) -> None:
        path = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        path |= {"PYTHONHASHSEED": "0", SALTED: SALT % salt}
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
        self.home, self.rows, self.lacking = self.read()

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


class Compared:
    """What was measured of a row: of each round old and new, or why one of them cannot do it."""

    def __init__(
        self, name: str, rounds: Iterable[tuple[Times, Times]] = (), old: str = "", new: str = ""
    ) -> None:
        self.name, self.rounds, self.old_error, self.new_error = name, [*rounds], old, new

    def moments(self) -> tuple[Times, Times]:
        """The seconds of each moment of old and new, at its least of all rounds."""
        if not self.rounds:
            return [], []
        sides = zip(*self.rounds, strict=True)
        old, new = (list(map(min, zip(*times, strict=True))) for times in sides)
        return old, new

    def least(self) -> tuple[float, float]:
        """The seconds of old and new: the mean of their moments.

        Infinite if the rounds were too short for any moment to be measured in both.
        """
        met = [pair for pair in zip(*self.moments(), strict=True) if math.inf not in pair]
        if not met:
            return math.inf, math.inf
        return statistics.fmean(a for a, _ in met), statistics.fmean(b for _, b in met)

    def ratio(self) -> float:
        """The ratio new / old; not a number if nothing was measured."""
        old, new = self.least()
        return new / old

    def worst(self) -> tuple[float, float]:
        """The longest frame of old and new, in medians of all frames; 0 if it is no play, and none
        of the calls whose times differ much by place.
        """
        if not (re.match(f"{PLAYS}|{DEEP}", self.name) and self.rounds):
            return 0.0, 0.0
        old, new = (max(times) / statistics.median(times) for times in self.moments())
        return old, new

    def is_settled(self) -> bool:
        """Whether it need not be measured again: it is near 1, or cannot be compared."""
        if self.old_error or self.new_error:
            return True
        return 1 / NEAR <= self.ratio() <= NEAR and self.worst()[1] <= WORST


def one_round(versions: Sequence[str], number: int, some: Sequence[Compared], relink: bool) -> None:
    """Measure some rows, and add what is found."""
    sys.stderr.write(f"round {number + 1}: {len(some)} rows\n")
    with ExitStack() as open_ones:
        if relink:
            folder = open_ones.enter_context(TemporaryDirectory())
            versions = [
                relinked(one, f"{folder}/{k}", 2 * number + k) for k, one in enumerate(versions)
            ]
        core = quiet_core()
        old, new = (open_ones.enter_context(Child(one, core, number)) for one in versions)
        for row in some:
            said: dict[Child, Any] = {}
            for turn in range(TURNS):
                one = (new, old)[(turn + 1) // 2 % 2 == number % 2]
                said[one] = one.ask(row.name)
            row.old_error, row.new_error = (
                answer if isinstance(answer, str) else "" for answer in (said[old], said[new])
            )
            if not (row.old_error or row.new_error):
                row.rounds.append((said[old], said[new]))


def measured(versions: Sequence[str], only: str, rounds: int, relink: bool) -> list[Compared]:
    """Measure all rounds, and as many again of the rows whose ratio is not near 1."""
    with Child(versions[0], -1, 0) as old, Child(versions[1], -1, 0) as new:
        for one in (old, new):
            sys.stderr.writelines([f"{one.measured}: {one.home}\n", *one.lacking])
        found = [Compared(name) for name in new.rows if re.search(only, name)]
    for number in range(2 * rounds):
        some = [row for row in found if number < rounds or not row.is_settled()]
        if some:
            one_round(versions, number, some, relink)
    return found


def report(found: Iterable[Compared]) -> Iterator[str]:
    """The lines of the table."""
    from measure import amount

    yield f"{'row':60}{'old':>10}{'new':>10}{'new/old':>9}{'median':>9}"
    ratios = []
    for row in found:
        old, new = row.least()
        if old == math.inf:
            errors = {"old": row.old_error, "new": row.new_error}
            why = "; ".join(f"{side}: {error}" for side, error in errors.items() if error)
            yield f"{row.name:60}{'not measured':>20}  {why}"
            continue
        rounds = (Compared("", [one]).least() for one in row.rounds)
        middle = statistics.median(b / a for a, b in rounds if a < math.inf)
        ratios.append(new / old)
        mark = f"  above {MARKED}" if new / old > MARKED else ""
        if mark and middle <= MARKED:
            mark += ", the median is not"
        if any(row.worst()):
            mark += "  worst frames: {:.1f} and {:.1f} medians".format(*row.worst())
        yield f"{row.name:60}{amount(old):>10}{amount(new):>10}{new / old:9.3f}{middle:9.3f}{mark}"
    if ratios:
        mean, lowest, highest = statistics.geometric_mean(ratios), min(ratios), max(ratios)
        yield f"{len(ratios)} rows: geometric mean {mean:.3f}, from {lowest:.3f} to {highest:.3f}"


def slower(found: Sequence[Compared]) -> Iterator[str]:
    """What the gate does not let pass. A row that only the older one cannot do is left out."""
    for pattern in GATE:
        if not any(re.search(pattern, row.name) for row in found):
            yield f"no row is called {pattern}"
    ratios = []
    for row in found:
        ratio, (_, worst) = row.ratio(), row.worst()
        if row.new_error:
            yield f"{row.name}: {row.new_error}"
        elif row.old_error:
            continue
        elif math.isnan(ratio):
            yield f"{row.name}: not measured"
        else:
            ratios.append(max(ratio, 1 / ROW))  # what is much faster hides no other row
            if ratio > ROW:
                yield f"{row.name}: {ratio:.2f} times as long, more than {ROW}"
            if not worst <= WORST:  # it is infinite, or no number, if a frame was not measured
                yield f"{row.name}: a frame takes {worst:.1f} medians, more than {WORST:g}"
    if not ratios:
        yield "no row was measured"
    elif statistics.geometric_mean(ratios) > MEAN:
        yield f"the geometric mean is {statistics.geometric_mean(ratios):.3f}, above {MEAN}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Two checkouts of spritecol, side by side.")
    parser.add_argument("old", help="the old checkout, or the interpreter that has it installed")
    parser.add_argument("new", help="the new checkout, or its interpreter")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", metavar="PATTERN", help="rows whose name has it")
    parser.add_argument("--relink", action="store_true", help="put the code elsewhere each round")
    parser.add_argument(
        "--gate", action="store_true", help="end with 1 if ordinary rows are slower"
    )
    chosen = parser.parse_args()
    only = "|".join(GATE) if chosen.gate else chosen.only
    start = perf_counter()
    versions = chosen.old, chosen.new
    found = measured(versions, only, chosen.rounds, chosen.relink)
    for line in report(found):
        print(line)
    print(f"{chosen.rounds} rounds in {perf_counter() - start:.0f} s")
    if chosen.gate and (lines := [*slower(found)]):
        print("slower than the older one:", *lines, sep="\n")
        sys.exit(1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(int(sys.argv[2]))
    else:
        main()
