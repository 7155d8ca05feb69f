"""Growth: from 10,000 to 1,000,000 moving circles at one density, in time and in memory.

Each figure of this library comes from a process of its own, which does nothing else. The scene of
500,000 is also given to the C++ grids, for comparison.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from harness.contender import Contender, Frames, UnavailableError
from harness.contest import contest
from harness.engine import use_cores
from harness.measuring import Effort, progress
from harness.rows import Row, missing
from harness.targets import CIRCLES, ON_TWO_CORES, allowed
from harness.two_cores import PEER, OnTwoCores
from peers import load
from peers.circles import Ours, reference
from scenes.circles import AGAIN, ANY, ROWS, WORLD, Circles

from spritecol import Circle, Group, Sprite

PART = "growth"
FEW, MANY, HALF = 10_000, 1_000_000, 500_000
DENSE = 2_000  # circles in 1280 by 720 pixels, so that each overlaps two others
KINDS = 6  # radii, 5 to 10 pixels, where shapes are shared
RUNS = 8  # processes of each size: which memory one is given makes 10 % of difference
SECONDS = 2.0  # of frames of each size in a process
ALLOWANCE = 400  # bytes a sprite
ORDERED = {
    AGAIN: "time per sprite, created where others were",
    WORLD: "time per sprite, created and grouped as they lie in the world",
    ROWS: "time per sprite, created as they lie in the world",
}
STATUS = Path("/proc/self/status")  # on Linux
ROOM = Path(__file__).parents[1]


def scale(count: int) -> float:
    """How wide and high the window is for that many circles, in windows of the scenes."""
    return float((count / DENSE) ** 0.5)


class PerSprite(Frames):
    """Frames in a process of its own; the least time of one, for each sprite."""

    geometry = None

    def __init__(self, count: int, seconds: float, order: str = ANY) -> None:
        self.count, self.seconds, self.order = count, seconds, order

    def frame(self, moment: int) -> float:
        return float(child("time", str(self.count), self.order, str(self.seconds)))

    def time(self, moment: int) -> float:
        return self.frame(moment) / self.count


def rows(effort: Effort) -> Iterator[Row]:
    """Time, memory, and half a million beside the C++ grids."""
    few, many, half = (60, 600, 60) if effort.quick else (FEW, MANY, HALF)
    seconds = 0.0 if effort.quick else SECONDS
    fewer = {f"{few:,} sprites": lambda: [PerSprite(few, seconds)]}
    once = effort.but(rounds=RUNS, seconds=0, fewest=1)
    yield from contest(PART, "time per sprite", many, PerSprite(many, seconds), fewer, once)
    for order, case in ORDERED.items():
        as_ever = {"as they come": lambda: [PerSprite(many, seconds)]}
        ordered = PerSprite(many, seconds, order)
        yield from contest(PART, case, many, ordered, as_ever, once.but(rounds=2))
    for kind in ("shared shapes", "a shape each"):
        yield from memory_rows(many, kind)
    scene = Circles(half, scale(half))
    ours = Ours(scene)
    entrants: dict[str, Callable[[], list[Contender]]] = {
        "C++ grid": lambda: load("cpp").grids(scene),
        PEER: lambda: [OnTwoCores(ours)],
    }
    yield from contest(PART, CIRCLES, half, ours, entrants, effort, reference(scene))
    try:
        both = OnTwoCores(ours)
    except UnavailableError as error:
        yield missing(PART, ON_TWO_CORES, half, "C++ grid", str(error))
        return
    entrants.pop(PEER)
    yield from contest(PART, ON_TWO_CORES, half, both, entrants, effort, reference(scene))


def memory_rows(many: int, kind: str) -> Iterator[Row]:
    """The bytes a sprite beside what is allowed."""
    peer = f"{ALLOWANCE} bytes"
    progress(f"{PART}: memory of {many:,}, {kind}")
    taken = child("memory", str(many), kind) if STATUS.exists() else None
    for when in ("when created", "at the peak of a frame"):
        case = f"memory per sprite {when}, {kind}"
        if taken is None:
            why = "this system does not tell how much memory a process holds"
            yield missing(PART, case, many, peer, why)._replace(unit="bytes")
            continue
        yield Row(
            PART,
            case,
            many,
            peer,
            unit="bytes",
            ours=taken[when],
            theirs=ALLOWANCE,
            ratio=taken[when] / ALLOWANCE,
            allowed=allowed(PART, case, many, peer),
        )


# --- in a process of its own --------------------------------------------------------------------


def child(*arguments: str) -> Any:
    """What a process of its own measured."""
    command = [sys.executable, "-m", "parts.growth", *arguments]
    done = subprocess.run(command, cwd=ROOM, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def resident(name: str) -> int:
    """The bytes that this process holds now (VmRSS), or held at the most (VmHWM)."""
    for line in STATUS.read_text(encoding="utf-8").splitlines():
        if line.startswith(name):
            return int(line.split()[1]) * 1024
    raise SystemExit(f"{STATUS} does not tell {name}")


def memory(count: int, kind: str) -> dict[str, float]:
    """Bytes a sprite, when all are made and in a Group, and at the most in their first frame."""
    rng = np.random.default_rng(count)
    x, y = rng.uniform(0, 1280 * scale(count), count), rng.uniform(0, 720 * scale(count), count)
    radii = rng.uniform(5, 10, count)
    classes = [
        type(f"Ball{k}", (Sprite,), {"collision": Circle(0, 0, 5 + k)}) for k in range(KINDS)
    ]
    Group(Sprite(0, 0, collision=Circle(0, 0, 5))).pair_indices()  # whatever is loaded by then
    start = resident("VmRSS")
    if kind == "a shape each":
        group = Group(
            Sprite(*place, collision=Circle(0, 0, r))
            for place, r in zip(zip(x, y, strict=True), radii, strict=True)
        )
    else:
        group = Group(classes[k % KINDS](x[k], y[k]) for k in range(count))
    made = resident("VmRSS")
    group.x = x + 1
    group.y = y - 1
    group.pair_indices()
    peak = resident("VmHWM")
    return {
        "when created": (made - start) / count,
        "at the peak of a frame": (peak - start) / count,
    }


def least_time(count: int, order: str, seconds: str) -> float:
    """Seconds of the fastest frame with that many circles; frames are played for `seconds`."""
    import gc

    use_cores(1)
    contender = Ours(Circles(count, scale(count), order))
    gc.freeze()  # as a game would, after its level is loaded
    gc.disable()
    contender.time(0)
    enough = perf_counter() + float(seconds)
    taken: list[float] = []
    while not taken or perf_counter() < enough:
        taken.append(contender.time(len(taken) % contender.moments))
    return min(taken)


if __name__ == "__main__":
    what, number, *rest = sys.argv[1:]
    measures: dict[str, Any] = {"time": least_time, "memory": memory}
    json.dump(measures[what](int(number), *rest), sys.stdout)
