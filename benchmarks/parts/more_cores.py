"""What more cores would gain: from the processor time of each portion, measured on one core.

A machine with two cores can't show what eight would do. But the portions of a step are the same on
any machine, so one thread does them one after another, and each is timed.
"""

import gc
import itertools
import statistics
from collections.abc import Callable, Iterator
from math import sqrt
from time import thread_time
from typing import NamedTuple

import numpy as np
from harness.engine import share_in_turn, use_cores
from harness.measuring import Effort, Timing, progress
from harness.rows import Row, row
from harness.targets import SERIAL
from scenes.sprites import circles, mixture

from spritecol import Group, Sprite

PART = "more_cores"
SIZES = (15_000, 100_000, 500_000)
CORES = (2, 4, 8)
AREA = 460.0  # pixels to a sprite: as dense as 2,000 on 1280 by 720
KINDS = 500  # shapes that sprites share
WAKING = 40e-6  # seconds, see "More cores" in docs/performance.md
SECONDS = 1.0  # of frames of each scene on one core
MOMENTS = 3  # since each frame is measured in four ways, all of these meet all moments


class Portions(NamedTuple):
    """The processor time of one frame."""

    all: float
    shared: float  # of all portions
    longest: float  # of the longest portion of each step
    steps: int

    @property
    def serial(self) -> float:
        """What one thread does alone."""
        return self.all - self.shared

    @property
    def forecast(self) -> float:
        """With a core for each portion."""
        return self.serial + self.longest + self.steps * WAKING


def moving(kind: str, count: int) -> Callable[[], None]:
    """A frame of a scene in which all sprites move, and turn if they are not circles."""
    side = sqrt(AREA * count)
    rng = np.random.default_rng(count)
    x, y = rng.uniform(0, side, (2, count))
    some = circles(KINDS) if kind == "circles" else mixture(KINDS)
    group = Group(
        Sprite(collision=one.collision, scale_x=one.scale_x, scale_y=one.scale_y)
        for one in itertools.islice(itertools.cycle(some), count)
    )
    xs, ys = ([column + rng.uniform(-2, 2, count) for _ in range(MOMENTS)] for column in (x, y))
    angles = rng.uniform(0, 360, (MOMENTS, count))
    kept: list[object] = [None]
    moments = itertools.cycle(range(MOMENTS))

    def frame() -> None:
        moment = next(moments)
        group.x = xs[moment]
        group.y = ys[moment]
        if kind != "circles":
            group.angle = angles[moment]
        kept[0] = group.pair_indices()

    return frame


def alone(frame: Callable[[], None]) -> float:
    """The processor time of a frame on one core."""
    use_cores(1)
    start = thread_time()
    frame()
    return thread_time() - start


def in_portions(frame: Callable[[], None], cores: int) -> Portions:
    """The processor time of a frame in so many portions, which one thread does."""
    use_cores(cores)
    done = share_in_turn(True)
    done.clear()
    start = thread_time()
    frame()
    taken = thread_time() - start
    steps = [np.diff(times) for times in done]
    shared, longest = (float(sum(map(each, steps))) for each in (np.sum, np.max))
    return Portions(taken, shared, longest, len(steps))


def rows(effort: Effort) -> Iterator[Row]:
    """Both kinds, in all sizes."""
    gc.disable()
    try:
        for kind in ("circles", "turned shapes"):
            for count in SIZES[:1] if effort.quick else SIZES:
                progress(f"{PART}: {count:,} {kind}")
                yield from figures(kind, count, effort)
    finally:
        gc.enable()
        share_in_turn(False)
        use_cores(1)


def figures(kind: str, count: int, effort: Effort) -> Iterator[Row]:
    """The rows of one scene: frames alone and in portions take turns."""
    frame = moving(kind, count)
    one: list[float] = []
    several: dict[int, list[Portions]] = {cores: [] for cores in CORES}
    while not one or (not effort.quick and (len(one) < 6 or sum(one) < SECONDS)):
        one.append(alone(frame))
        for cores, found in several.items():
            found.append(in_portions(frame, cores))
    base = timing(one)
    for cores, found in several.items():
        forecast = timing([each.forecast for each in found])
        yield row(PART, f"{kind}, on {cores} cores", count, "one core", forecast, base)
    serial = timing([each.serial for each in found])
    whole = timing([each.all for each in found])
    yield row(PART, SERIAL.format(kind), count, "all of a frame", serial, whole)


def timing(times: list[float]) -> Timing:
    """Of one figure of several frames."""
    return Timing(min(times), statistics.median(times))
