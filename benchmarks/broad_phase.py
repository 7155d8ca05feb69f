"""The broad phases of this package beside each other, and beside brute force.

    python benchmarks/broad_phase.py           # some minutes: measures, writes figures and picture
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
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "benchmarks")]  # shared scenes; the report

from box_scenes import SCENES, Boxes, index_forced, scene  # noqa: E402
from broad_phase_report import RESULTS, report  # noqa: E402

from spritecol import Group, Rect, Sprite  # noqa: E402
from spritecol.spatial import CellSpace, LinearQuadtree, candidate_pairs  # noqa: E402

LARGEST = 20.0  # pixels along a side; the smallest is half of it
STEP = 3.0  # pixels that a box moves in a frame, at most, on each axis
REACH = LARGEST * 2**0.5  # no farther apart are the corners of two boxes that overlap

# All move: how many boxes. The seeds' table ends at 15,000.
COUNTS = (30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
SHARED = 20_000  # boxes of which a share moves, and all pairs are asked for
SHARES = (0.0, 0.0005, 0.002, 0.01, 0.05, 0.1, 0.2, 0.24, 0.26, 0.5, 1.0)
RESTING = 100_000  # boxes that rest, while others move among them
MOVERS = (1, 10, 100, 1_000, 10_000, 100_000)
LIMITS = (20, 40, 80, 120, 160, 200, 300)  # boxes, around where an index begins to pay
NASTY = (161, 2_000)

SECONDS = 0.5  # of frames, at least, and no fewer than FEWEST nor more than MOST of them
FEWEST, MOST = 5, 300
TOO_LONG = 0.5  # seconds of a frame: a contender sits out all larger counts


class Figure(NamedTuple):
    """One measurement."""

    section: str
    contender: str
    count: int
    moving: int
    pairs: int
    least: float  # seconds
    median: float  # seconds
    runs: int


class Frames:
    """Boxes at two moments: the first `moving` of them are elsewhere in the second.

    The world grows with the boxes: everywhere about as many as 2,000 in 1280 by 720 pixels, so
    that each overlaps two others.
    """

    def __init__(self, count: int, moving: int) -> None:
        random = np.random.default_rng(count)
        scale = (count / 2000) ** 0.5
        self.count, self.moving = count, moving
        self.bounds = (0.0, 0.0, 1280 * scale, 720 * scale)
        corners = random.uniform(STEP, (1280 * scale, 720 * scale), (count, 2))
        size = random.uniform(LARGEST / 2, LARGEST, (count, 2))
        steps = random.uniform(-STEP, STEP, (count, 2))
        steps[moving:] = 0
        self.arrays = [np.hstack([place, place + size]) for place in (corners, corners + steps)]

    def tuples(self, rows: slice) -> list[list[tuple[float, ...]]]:
        """The boxes of both moments as tuples."""
        return [[tuple(box) for box in array[rows].tolist()] for array in self.arrays]

    def sprites(self, rows: slice) -> Group:
        """Sprites that cover the boxes of the first moment."""
        return Group(
            Sprite(left, top, collision=Rect(0, 0, right - left, bottom - top))
            for left, top, right, bottom in self.arrays[0][rows].tolist()
        )


class Direct:
    """Each with each, in C: the brute force."""

    name = "direct loop"

    def __init__(self, frames: Frames) -> None:
        self.frames = frames

    def step(self, moment: int) -> int:
        with index_forced(False):
            return len(candidate_pairs(self.frames.arrays[moment]))


class Default(Direct):
    """What drives the sprites, made anew."""

    name = "candidate_pairs"

    def step(self, moment: int) -> int:
        return len(candidate_pairs(self.frames.arrays[moment]))


class Indexed(Direct):
    """The same without its short way for few boxes."""

    name = "always an index"

    def step(self, moment: int) -> int:
        with index_forced(True):
            return len(candidate_pairs(self.frames.arrays[moment]))


class Sprites:
    """Sprites in a Group: new columns, then all stages of a check, the exact test included."""

    name = "Group.pair_indices"

    def __init__(self, frames: Frames) -> None:
        self.places = [array[: frames.moving, :2].T.copy() for array in frames.arrays]
        self.movers = frames.sprites(slice(frames.moving))
        self.everything = Group(self.movers, frames.sprites(slice(frames.moving, None)))

    def step(self, moment: int) -> int:
        if len(self.movers):
            self.movers.x, self.movers.y = self.places[moment]
        return len(self.everything.pair_indices())


class Tree:
    """The seeds' tree: whoever moves changes cells by itself."""

    name = "LinearQuadtree.move"

    def __init__(self, frames: Frames) -> None:
        depth = LinearQuadtree.build(frames.arrays[0], frames.bounds).depth
        self.boxes = frames.tuples(slice(frames.moving))
        self.tree = LinearQuadtree(frames.bounds, depth)
        for item, box in enumerate(frames.arrays[0].tolist()):
            self.tree.insert(item, box)

    def step(self, moment: int) -> int:
        move = self.tree.move
        for item, box in enumerate(self.boxes[moment]):
            move(item, box)
        return len(self.tree.pairs())


class BuiltTree:
    """The seeds' tree, made anew every frame."""

    name = "LinearQuadtree.build"

    def __init__(self, frames: Frames) -> None:
        self.frames = frames

    def step(self, moment: int) -> int:
        tree = LinearQuadtree.build(self.frames.arrays[moment], self.frames.bounds)
        return len(tree.pair_indices())


class Cells:
    """The cell space: it knows places, so boxes must be compared by its user."""

    name = "CellSpace"

    def __init__(self, frames: Frames) -> None:
        _, _, width, height = frames.bounds
        self.count = frames.count
        self.boxes = frames.tuples(slice(None))
        self.moving = frames.moving
        columns, rows = (max(1, int(side / REACH)) for side in (width, height))
        self.space = CellSpace(width, height, columns, rows)
        for item, box in enumerate(self.boxes[0]):
            self.space.add(item, box[0], box[1])

    def step(self, moment: int) -> int:
        boxes, space = self.boxes[moment], self.space
        for item in range(self.moving):
            space.update(item, boxes[item][0], boxes[item][1])
        found = []
        for i, a in enumerate(boxes):
            for j in space.neighbors(a[0], a[1], REACH):
                b = boxes[j]
                if i < j and a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                    found.append((i, j))
        return len(found)


# --- movers among boxes that rest: the first `moving` rows against all others ------------------


class DirectBetween(Direct):
    def step(self, moment: int) -> int:
        movers, resting = np.split(self.frames.arrays[moment], [self.frames.moving])
        with index_forced(False):
            return len(candidate_pairs(movers, resting))


class DefaultBetween(Direct):
    name = "candidate_pairs"

    def step(self, moment: int) -> int:
        movers, resting = np.split(self.frames.arrays[moment], [self.frames.moving])
        return len(candidate_pairs(movers, resting))


class SpritesBetween(Sprites):
    def __init__(self, frames: Frames) -> None:
        super().__init__(frames)
        self.resting = frames.sprites(slice(frames.moving, None))

    def step(self, moment: int) -> int:
        self.movers.x, self.movers.y = self.places[moment]
        return len(self.movers.pair_indices(self.resting))


class TreeBetween:
    """Each mover asks the tree of those that rest."""

    name = "LinearQuadtree.query"

    def __init__(self, frames: Frames) -> None:
        self.boxes = frames.tuples(slice(frames.moving))
        self.tree = LinearQuadtree.build(frames.arrays[0][frames.moving :], frames.bounds)

    def step(self, moment: int) -> int:
        query = self.tree.query
        return sum([len(query(box)) for box in self.boxes[moment]])


class TreesBetween(TreeBetween):
    """A tree of the movers, made anew, walked together with that of those that rest."""

    name = "LinearQuadtree.pairs_with"

    def __init__(self, frames: Frames) -> None:
        super().__init__(frames)
        self.frames = frames

    def step(self, moment: int) -> int:
        movers = self.frames.arrays[moment][: self.frames.moving]
        tree = LinearQuadtree.build(movers, self.tree.bounds, self.tree.depth)
        return len(tree.pairs_with(self.tree))


class CellsBetween(Cells):
    def __init__(self, frames: Frames) -> None:
        super().__init__(frames)
        for item in range(self.moving):
            self.space.remove(item)

    def step(self, moment: int) -> int:
        boxes, space = self.boxes[moment], self.space
        found = []
        for i in range(self.moving):
            a = boxes[i]
            for j in space.neighbors(a[0], a[1], REACH):
                b = boxes[j]
                if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                    found.append((i, j))
        return len(found)


# --- measuring ----------------------------------------------------------------------------------


def measure(step: Callable[[int], int], warm_up: int = 8) -> tuple[float, float, int, int]:
    """Least and median time of a frame, how many were timed, and the pairs of the first moment."""
    start = perf_counter()
    for frame in range(warm_up):
        step(frame % 2)
        if perf_counter() - start > SECONDS:
            break
    times: list[float] = []
    found = [0, 0]
    while len(times) < FEWEST or (sum(times) < SECONDS and len(times) < MOST):
        moment = len(times) % 2
        if len(times) < FEWEST:
            gc.collect()
        gc.disable()
        start = perf_counter()
        found[moment] = step(moment)
        times.append(perf_counter() - start)
        gc.enable()
        if sum(times) > 6 * SECONDS and len(times) >= 2:
            break
    return min(times), statistics.median(times), len(times), found[0]


def contest(section: str, contenders: list[Any], frames: list[Frames]) -> Iterator[Figure]:
    """All contenders on all sizes of a section, but none where it takes too long."""
    out: set[str] = set()
    for scenery in frames:
        answers = set()
        for contender in contenders:
            if contender.name in out:
                continue
            print(
                f"... {section}: {scenery.count:,} boxes, {scenery.moving:,} moving: "
                f"{contender.name}",
                flush=True,
            )
            least, median, runs, found = measure(contender(scenery).step)
            answers.add(found)
            count, moving = scenery.count, scenery.moving
            if least > TOO_LONG and frames[-1].count > count:
                out.add(contender.name)
            yield Figure(section, contender.name, count, moving, found, least, median, runs)
        if len(answers) > 1:
            raise SystemExit(f"{section}: different answers, {answers}")


def nasty() -> Iterator[Figure]:
    """The direct loop and the default on every scene that the tests know."""
    for count in NASTY:
        for name in SCENES:
            print(f"... nasty scenes: {count:,} boxes: {name}", flush=True)
            boxes: Boxes = scene(name, count)
            yield from against_direct(f"{name}, within", boxes, None)
            yield from against_direct(f"{name}, between", *np.split(boxes, [count // 2]))


def against_direct(name: str, boxes: Boxes, other: Boxes | None) -> Iterator[Figure]:
    count = len(boxes) + (0 if other is None else len(other))
    answers = []
    for contender, choice in (("direct loop", False), ("candidate_pairs", None)):
        with index_forced(choice):
            least, median, runs, found = measure(lambda _: len(candidate_pairs(boxes, other)))
        answers.append(found)
        yield Figure(f"nasty: {name}", contender, count, count, found, least, median, runs)
    if answers[0] != answers[1]:
        raise SystemExit(f"{name}: different answers, {answers}")


def figures() -> Iterator[Figure]:
    """Everything, section by section."""
    everyone = [Direct, Default, Sprites, Tree, BuiltTree, Cells]
    yield from contest("limits", [Direct, Indexed], [Frames(n, n) for n in LIMITS])
    yield from contest("all move", everyone, [Frames(n, n) for n in COUNTS])
    shares = [Frames(SHARED, round(share * SHARED)) for share in SHARES]
    yield from contest("a share moves", everyone, shares)
    between = [
        DirectBetween,
        DefaultBetween,
        SpritesBetween,
        TreeBetween,
        TreesBetween,
        CellsBetween,
    ]
    yield from contest("movers", between, [Frames(RESTING + k, k) for k in MOVERS])
    yield from nasty()


def main() -> None:
    """Measure, unless only the report is asked for."""
    if sys.argv[1:] != ["--report"]:
        rows = list(figures())
        RESULTS.parent.mkdir(exist_ok=True)
        with RESULTS.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(Figure._fields)
            for row in rows:
                writer.writerow([f"{x:.3g}" if isinstance(x, float) else x for x in row])
    report()


if __name__ == "__main__":
    main()
