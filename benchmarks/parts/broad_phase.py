"""The broad phases of this package beside each other, and beside brute force.

    python benchmarks/run.py broad_phase       # some minutes: measures, writes figures and picture
    python benchmarks/broad_phase.py --report  # tables and picture again, from the written figures

Writes benchmarks/results/broad_phase.csv, the tables between the marks in docs/broad-phase.md, and
docs/images/broad_phase.png. Every figure is the least time of several frames, with the median
beside it; every answer is counted, and must be as many pairs as the others found.

A frame: some of the boxes move, and pairs are asked for. Boxes are at hand in the form that each
contender takes: tuples where it is called for each item, an array where it is called once.
"""

import csv
import gc
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "benchmarks")]  # shared scenes; the report

from scenes.boxes import SCENES, Boxes, comb_and_column, index_forced, scene  # noqa: E402
from scenes.moving_boxes import (  # noqa: E402
    BuiltTree,
    Cells,
    CellsBetween,
    Contender,
    Default,
    DefaultBetween,
    Direct,
    DirectBetween,
    Frames,
    Indexed,
    Sprites,
    SpritesBetween,
    Still,
    Tree,
    TreeBetween,
    TreesBetween,
)
from harness.broad_phase_report import RESULTS, report  # noqa: E402
from harness.measuring import progress  # noqa: E402

# All move: how many boxes. The seeds' table ends at 15,000.
COUNTS = (30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
SHARED = 20_000  # boxes of which a share moves, and all pairs are asked for
SHARES = (0.0, 0.0005, 0.002, 0.01, 0.05, 0.1, 0.2, 0.24, 0.26, 0.5, 1.0)
RESTING = 100_000  # boxes that rest, while others move among them
MOVERS = (1, 10, 100, 1_000, 10_000, 100_000)
LIMITS = (20, 40, 80, 120, 160, 200, 300)  # boxes, around where an index begins to pay
NASTY = (161, 2_000)

SECONDS = 0.25  # of frames, at least
MOST_SECONDS = 2.0  # of frames, where their times have not settled by then
SETTLED = 1.25  # times the least: what the median may be
FEWEST = 5  # frames, unless they would take longer than MOST_SECONDS
WARM_UP = 8  # frames that are not timed; Groups find out in them that they are calm
TOO_LONG = 0.5  # seconds of a frame: a contender sits out all larger counts


class Figure(NamedTuple):
    """One measurement."""

    section: str
    contender: str
    boxes: int
    moving: int
    pairs: int
    least: float  # seconds
    median: float  # seconds
    runs: int


# --- measuring ----------------------------------------------------------------------------------


class Timing(NamedTuple):
    """What was measured of one contender."""

    least: float
    median: float
    runs: int
    pairs: int  # of the first moment


def measure(*contenders: Contender) -> list[Timing]:
    """Time frames of some contenders, in turns: what else the machine does meets all of them.

    The moments alternate, so boxes go and come back. Where the median is far from the least time,
    more frames are taken.
    """
    times: list[list[float]] = [[] for _ in contenders]
    found = [[0, 0] for _ in contenders]
    total, runs, enough = 0.0, 0, SECONDS
    for frame in range(WARM_UP):
        total += sum(step(contender, frame % 2)[0] for contender in contenders)
        if total > SECONDS:
            break
    total = 0.0
    while True:
        for index, contender in enumerate(contenders):
            taken, found[index][runs % 2] = step(contender, runs % 2)
            times[index].append(taken)
            total += taken
        runs += 1
        if runs < 2 or total < enough * len(contenders):
            continue
        settled = all(statistics.median(taken) < SETTLED * min(taken) for taken in times)
        if runs >= FEWEST and (settled or enough >= MOST_SECONDS):
            break
        if total > MOST_SECONDS * len(contenders):
            break
        enough += SECONDS
    return [
        Timing(min(taken), statistics.median(taken), runs, answer[0])
        for taken, answer in zip(times, found, strict=True)
    ]


def step(contender: Contender, moment: int) -> tuple[float, int]:
    """The seconds that a step took, and the pairs it found."""
    with index_forced(contender.choice):
        gc.disable()
        start = perf_counter()
        found = contender.step(moment)
        taken = perf_counter() - start
        gc.enable()
    return taken, found


def contest(
    section: str, contenders: list[type[Contender]], frames: list[Frames]
) -> Iterator[Figure]:
    """All contenders on all sizes of a section, but none where it takes too long."""
    out: set[str] = set()
    for scenery in frames:
        count, moving = scenery.count, scenery.moving
        answers = set()
        for contender in contenders:
            if contender.name in out:
                continue
            progress(f"{section}: {count:,} boxes, {moving:,} moving: {contender.name}")
            (timing,) = measure(contender(scenery))
            answers.add(timing.pairs)
            if timing.least > TOO_LONG and frames[-1].count > count:
                out.add(contender.name)
            yield figure(section, contender.name, count, moving, timing)
        if len(answers) > 1:
            raise SystemExit(f"{section}: different answers, {answers}")


def figure(section: str, name: str, count: int, moving: int, timing: Timing) -> Figure:
    """A measurement as a row of the table."""
    least, median, runs, pairs = timing
    return Figure(section, name, count, moving, pairs, least, median, runs)


def limits() -> Iterator[Figure]:
    """The direct loop and the index, where one begins to beat the other."""
    for count in LIMITS:
        progress(f"limits: {count:,} boxes")
        boxes = Frames(count, count)
        contenders = [Direct(boxes), Indexed(boxes)]
        timings = measure(*contenders)
        for contender, timing in zip(contenders, timings, strict=True):
            yield figure("limits", contender.name, count, count, timing)


def nasty() -> Iterator[Figure]:
    """The direct loop and the default on every scene that the tests know."""
    for count in NASTY:
        for name in SCENES:
            boxes: Boxes = scene(name, count)
            yield from against_direct(f"{name}, within", count, boxes, None)
            yield from against_direct(f"{name}, between", count, *np.split(boxes, [count // 2]))
        comb, column = comb_and_column(count)
        yield from against_direct("comb against column, between", count, comb, column)
        yield from against_direct("column against comb, between", count, column, comb)
        # With a box far away in each, one box round them all tells nothing.
        comb, column = np.append(comb, [[-1e6] * 4], axis=0), np.append(column, [[1e6] * 4], axis=0)
        yield from against_direct(
            "comb against column and two far away, between", count, comb, column
        )


def against_direct(name: str, count: int, boxes: Boxes, other: Boxes | None) -> Iterator[Figure]:
    """A scene with an index never and by number; one of a single part, in a tree too."""
    progress(f"nasty scenes: {count:,} boxes: {name}")
    still = Still(boxes, other)
    contenders: list[Contender] = [
        DirectBetween(still) if other is not None else Direct(still),
        DefaultBetween(still) if other is not None else Default(still),
    ]
    if other is None:
        contenders.append(BuiltTree(still))
    timings = measure(*contenders)
    if len({timing.pairs for timing in timings}) > 1:
        raise SystemExit(f"{name}: different answers, {timings}")
    for contender, timing in zip(contenders, timings, strict=True):
        yield figure(f"nasty: {name}", contender.name, count, count, timing)


def figures() -> Iterator[Figure]:
    """Everything, section by section."""
    everyone: list[type[Contender]] = [Direct, Default, Sprites, Tree, BuiltTree, Cells]
    yield from limits()
    yield from contest("all move", everyone, [Frames(n, n) for n in COUNTS])
    shares = [Frames(SHARED, round(share * SHARED)) for share in SHARES]
    yield from contest("a share moves", everyone, shares)
    between: list[type[Contender]] = [
        DirectBetween,
        DefaultBetween,
        SpritesBetween,
        TreeBetween,
        TreesBetween,
        CellsBetween,
    ]
    yield from contest("movers", between, [Frames(RESTING + k, k) for k in MOVERS])
    yield from nasty()


def main(arguments: list[str]) -> None:
    """Measure, unless only the report is asked for."""
    if arguments != ["--report"]:
        rows = list(figures())
        RESULTS.parent.mkdir(exist_ok=True)
        with RESULTS.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(Figure._fields)
            for row in rows:
                writer.writerow([f"{x:.3g}" if isinstance(x, float) else x for x in row])
    report()


# Instead of the numbers above: everything runs and is compared, in a second.
QUICK = {
    "SECONDS": 0.0,
    "MOST_SECONDS": 0.0,
    "LIMITS": (30,),
    "COUNTS": (1, 60, 200),
    "SHARED": 200,
    "RESTING": 300,
    "MOVERS": (1, 40),
    "NASTY": (80, 170),
}


def quick() -> list[Figure]:
    """Run everything on few boxes; stops where answers differ. Writes nothing."""
    full = {name: globals()[name] for name in QUICK}
    globals().update(QUICK)
    try:
        return list(figures())
    finally:
        globals().update(full)


if __name__ == "__main__":
    main(sys.argv[1:])
