"""Growth: from 10,000 to 1,000,000 moving circles at one density, in time and in memory.

Each figure of this library comes from a process of its own, which does nothing else. The scene of
500,000 is also given to the C++ grid, for comparison.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from harness.contest import Row, contest
from harness.measuring import Contender, Effort, Timing, progress
from harness.targets import allowed

PART = "growth"
FEW, MANY, HALF = 10_000, 1_000_000, 500_000
DENSE = 2_000  # circles in 1280 by 720 pixels, so that each overlaps two others
KINDS = 6  # radii, 5 to 10 pixels, where shapes are shared
FRAMES = 6  # of each size in a child process
ALLOWANCE = 400  # bytes a sprite
STATUS = Path("/proc/self/status")  # on Linux


def scale(count: int) -> float:
    """How wide and high the window is for that many circles, in windows of the scenes."""
    return float((count / DENSE) ** 0.5)


def rows(effort: Effort) -> Iterator[Row]:
    """Time, memory, and half a million beside the C++ grid."""
    few, many = (60, 600) if effort.quick else (FEW, MANY)
    yield from time_rows(few, many, 1 if effort.quick else 3)
    for kind in ("shared shapes", "a shape each"):
        yield from memory_rows(many, kind)
    from scenes.circles import Circles, Ours
    from peers import load
    from harness.two_cores import PEER, OnTwoCores

    half = 60 if effort.quick else HALF
    scene = Circles(half, scale(half))

    def grid() -> list[Contender]:
        return [load("cpp").Grid(scene)]

    ours = Ours(scene)
    entrants: dict[str, Callable[[], list[Contender]]] = {
        "C++ grid": grid,
        PEER: lambda: [OnTwoCores(ours)],
    }
    yield from contest(PART, "moving circles", half, ours, entrants, effort)


def time_rows(few: int, many: int, runs: int) -> Iterator[Row]:
    """The time a sprite with many beside that with few, in the same processes."""
    times: dict[int, list[float]] = {few: [], many: []}
    for run in range(runs):
        progress(f"{PART}: {few:,} and {many:,} circles, {run + 1} of {runs}")
        taken = child("time", str(few), str(many))
        for count in (few, many):
            times[count] += [seconds / count for seconds in taken[str(count)]]
    large, small = (
        Timing(min(taken), float(np.median(taken)), len(taken))
        for taken in (times[many], times[few])
    )
    case, peer = "time a sprite", f"spritecol at {few:,}"
    yield Row(
        PART,
        case,
        many,
        peer,
        ours=large.least,
        ours_spread=large.spread,
        theirs=small.least,
        theirs_spread=small.spread,
        ratio=large.least / small.least,
        allowed=allowed(PART, case, many, peer),
    )


def memory_rows(many: int, kind: str) -> Iterator[Row]:
    """The bytes a sprite beside what is allowed."""
    peer = f"{ALLOWANCE} bytes"
    progress(f"{PART}: memory of {many:,}, {kind}")
    taken = child("memory", str(many), kind) if STATUS.exists() else None
    for when in ("when made", "after a frame"):
        case = f"memory a sprite {when}, {kind}"
        empty = Row(PART, case, many, peer, unit="bytes", allowed=allowed(PART, case, many, peer))
        if taken is None:
            yield empty._replace(note="this system does not tell how much memory a process holds")
        else:
            bytes_ = taken[when]
            yield empty._replace(ours=bytes_, theirs=ALLOWANCE, ratio=bytes_ / ALLOWANCE)


# --- in a process of its own --------------------------------------------------------------------


def child(*arguments: str) -> dict[str, Any]:
    """What a process of its own measured."""
    done = subprocess.run(
        [sys.executable, str(Path(__file__)), *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def resident(name: str) -> int:
    """The bytes that this process holds now (VmRSS), or held at the most (VmHWM)."""
    for line in STATUS.read_text(encoding="utf-8").splitlines():
        if line.startswith(name):
            return int(line.split()[1]) * 1024
    raise SystemExit(f"{STATUS} does not tell {name}")


def memory(count: int, kind: str) -> dict[str, float]:
    """Bytes a sprite, when all are made and in a Group, and at the most in their first frame."""
    from spritecol import Circle, Group, Sprite

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
    return {"when made": (made - start) / count, "after a frame": (peak - start) / count}


def times(*counts: int) -> dict[str, list[float]]:
    """Seconds of frames with that many circles."""
    import gc

    from scenes.circles import Circles, Ours

    from spritecol.second_core import use_cores

    use_cores(1)
    found = {}
    for count in counts:
        contender = Ours(Circles(count, scale(count)))
        gc.freeze()  # as a game would, after its level is loaded
        gc.disable()
        contender.time(0)
        enough = perf_counter() + 1
        taken: list[float] = []
        while len(taken) < FRAMES or (perf_counter() < enough and count < MANY):
            taken.append(contender.time(len(taken) % contender.moments))
        gc.enable()
        found[str(count)] = taken
    return found


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # the shared scenes
    what, *arguments = sys.argv[1:]
    if what == "memory":
        json.dump(memory(int(arguments[0]), arguments[1]), sys.stdout)
    else:
        json.dump(times(*map(int, arguments)), sys.stdout)
