"""`LinearQuadtree` beside the quadtrees on PyPI: pyqtree, quads and fastquadtree.

    python benchmarks/run.py spatial_peers
    python benchmarks/spatial_peers.py [how many boxes ...]

Moving boxes of 10 to 20 px, as dense as 15,000 on 1280 by 720. Each figure is the least of several
runs, with the spread between the least and the median. A peer that is not installed is left out.
Every peer's answers are counted, and must be as many as ours. What a peer lacks is done the way its
users have to: quads holds points and cannot move them, so its tree is made anew, and queries are
wider by the largest box; none of them has a call for all pairs, so each box is a query.
"""

import gc
import math
import random
import statistics
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from time import perf_counter
from typing import Any

from harness.measuring import progress

from spritecol.spatial import LinearQuadtree

Box = tuple[float, float, float, float]

SIZES = (2_000, 20_000)
QUERIES = 1_000
LARGEST = 20.0
STEP = 3.0  # px that a box moves in a frame, at most, on each axis

RUNS = 7
ENOUGH = 2.0  # seconds: no further run of one figure after that


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


class Scene:
    """Boxes, where they are a frame later, and areas to look at."""

    def __init__(self, n: int) -> None:
        rng = random.Random(n)
        scale = math.sqrt(n / 15_000)
        self.bounds = (0.0, 0.0, 1280.0 * scale, 720.0 * scale)
        self.boxes: list[Box] = []
        self.moved: list[Box] = []
        for _ in range(n):
            size = rng.uniform(LARGEST / 2, LARGEST)
            # Nowhere beyond the bounds, not all peers take that.
            x = rng.uniform(STEP, self.bounds[2] - LARGEST - STEP)
            y = rng.uniform(STEP, self.bounds[3] - LARGEST - STEP)
            dx, dy = rng.uniform(-STEP, STEP), rng.uniform(-STEP, STEP)
            self.boxes.append((x, y, x + size, y + size))
            self.moved.append((x + dx, y + dy, x + dx + size, y + dy + size))
        self.areas = rng.sample(self.boxes, min(n, QUERIES))


class Ours:
    """The tree of this package, at the depth that `build` would choose."""

    def __init__(self, scene: Scene) -> None:
        depth = LinearQuadtree.build(scene.boxes, scene.bounds).depth
        self.tree = LinearQuadtree(scene.bounds, depth)

    def insert(self, boxes: Sequence[Box]) -> None:
        for item, box in enumerate(boxes):
            self.tree.insert(item, box)

    def move(self, old: Sequence[Box], new: Sequence[Box]) -> None:
        for item, box in enumerate(new):
            self.tree.move(item, box)

    def query(self, areas: Sequence[Box]) -> int:
        return sum(len(self.tree.query(area)) for area in areas)

    def pairs(self, boxes: Sequence[Box]) -> int:
        return len(self.tree.pairs())


class OursBuilt(Ours):
    """The same, made anew each time from an array."""

    def __init__(self, scene: Scene) -> None:
        self.numpy = import_module("numpy")
        self.scene = scene

    def insert(self, boxes: Sequence[Box]) -> None:
        self.tree = LinearQuadtree.build(self.numpy.array(boxes), self.scene.bounds)

    def move(self, old: Sequence[Box], new: Sequence[Box]) -> None:
        self.insert(new)

    def pairs(self, boxes: Sequence[Box]) -> int:
        return len(self.tree.pair_indices())


class Pyqtree:
    def __init__(self, scene: Scene) -> None:
        self.tree = import_module("pyqtree").Index(bbox=scene.bounds)

    def insert(self, boxes: Sequence[Box]) -> None:
        for item, box in enumerate(boxes):
            self.tree.insert(item, box)

    def move(self, old: Sequence[Box], new: Sequence[Box]) -> None:
        for item, (before, after) in enumerate(zip(old, new, strict=True)):
            self.tree.remove(item, before)
            self.tree.insert(item, after)

    def query(self, areas: Sequence[Box]) -> int:
        return sum(len(self.tree.intersect(area)) for area in areas)

    def pairs(self, boxes: Sequence[Box]) -> int:
        intersect = self.tree.intersect
        return sum(1 for i, box in enumerate(boxes) for j in intersect(box) if i < j)


class Quads:
    def __init__(self, scene: Scene) -> None:
        self.module = import_module("quads")
        self.scene = scene

    def insert(self, boxes: Sequence[Box]) -> None:
        _, _, width, height = self.scene.bounds
        self.tree = self.module.QuadTree((width / 2, height / 2), width, height)
        for item, box in enumerate(boxes):
            self.tree.insert((box[0], box[1]), data=(item, box))

    def move(self, old: Sequence[Box], new: Sequence[Box]) -> None:
        self.insert(new)

    def found(self, area: Box) -> list[int]:
        wide = self.module.BoundingBox(area[0] - LARGEST, area[1] - LARGEST, area[2], area[3])
        points = self.tree.within_bb(wide)
        return [point.data[0] for point in points if overlap(area, point.data[1])]

    def query(self, areas: Sequence[Box]) -> int:
        return sum(len(self.found(area)) for area in areas)

    def pairs(self, boxes: Sequence[Box]) -> int:
        return sum(1 for i, box in enumerate(boxes) for j in self.found(box) if i < j)


class FastObjects:
    """fastquadtree with an object for each box."""

    def __init__(self, scene: Scene) -> None:
        module = import_module("fastquadtree")
        self.tree = module.RectQuadTreeObjects(scene.bounds, 16, dtype="f64")

    def insert(self, boxes: Sequence[Box]) -> None:
        for item, box in enumerate(boxes):
            self.tree.insert(box, item)

    def move(self, old: Sequence[Box], new: Sequence[Box]) -> None:
        for item, box in enumerate(new):
            self.tree.update(item, *box)

    def query(self, areas: Sequence[Box]) -> int:
        return sum(len(self.tree.query_ids(area)) for area in areas)

    def pairs(self, boxes: Sequence[Box]) -> int:
        query = self.tree.query_ids
        return sum(1 for i, box in enumerate(boxes) for j in query(box) if i < j)


class FastNumbers(FastObjects):
    """fastquadtree with numbers only, its lighter class, and answers as arrays."""

    def __init__(self, scene: Scene) -> None:
        module = import_module("fastquadtree")
        self.tree = module.RectQuadTree(scene.bounds, 16, dtype="f64")

    def insert(self, boxes: Sequence[Box]) -> None:
        for box in boxes:
            self.tree.insert(box)

    def move(self, old: Sequence[Box], new: Sequence[Box]) -> None:
        for item, (before, after) in enumerate(zip(old, new, strict=True)):
            self.tree.update_tuple(item, before, after)

    def query(self, areas: Sequence[Box]) -> int:
        return sum(len(self.tree.query_np(area)[0]) for area in areas)

    def pairs(self, boxes: Sequence[Box]) -> int:
        query = self.tree.query_np
        return sum(int((query(box)[0] > i).sum()) for i, box in enumerate(boxes))


class FastBuilt(FastNumbers):
    """The same, made anew each time from an array."""

    def __init__(self, scene: Scene) -> None:
        self.numpy = import_module("numpy")
        self.module = import_module("fastquadtree")
        self.scene = scene

    def insert(self, boxes: Sequence[Box]) -> None:
        self.tree = self.module.RectQuadTree(self.scene.bounds, 16, dtype="f64")
        self.tree.insert_many_np(self.numpy.array(boxes))

    def move(self, old: Sequence[Box], new: Sequence[Box]) -> None:
        self.insert(new)


PEERS: dict[str, tuple[str, type]] = {
    "LinearQuadtree": ("spritecol", Ours),
    "  .build": ("spritecol", OursBuilt),
    "fastquadtree, objects": ("fastquadtree", FastObjects),
    "fastquadtree, numbers": ("fastquadtree", FastNumbers),
    "fastquadtree, rebuilt": ("fastquadtree", FastBuilt),
    "pyqtree": ("pyqtree", Pyqtree),
    "quads": ("quads", Quads),
}


def measure(prepare: Callable[[], Any], run: Callable[[Any], Any]) -> tuple[float, float, Any]:
    """The least time of several runs, the spread up to the median, and the answer."""
    times: list[float] = []
    answer = None
    while len(times) < RUNS and sum(times) < ENOUGH:
        subject = prepare()
        gc.collect()
        gc.disable()
        start = perf_counter()
        answer = run(subject)
        times.append(perf_counter() - start)
        gc.enable()
    return min(times), statistics.median(times) - min(times), answer


def figures(kind: type, scene: Scene) -> dict[str, tuple[float, float, Any]]:
    """Each operation's time per box or query in microseconds, with its spread and its answer."""
    n = len(scene.boxes)

    def filled() -> Any:
        peer = kind(scene)
        peer.insert(scene.boxes)
        return peer

    def frame(peer: Any) -> int:
        peer.move(scene.boxes, scene.moved)
        return int(peer.pairs(scene.moved))

    measured = {
        "insert": (n, measure(lambda: kind(scene), lambda peer: peer.insert(scene.boxes))),
        "move": (n, measure(filled, lambda peer: peer.move(scene.boxes, scene.moved))),
        "query": (len(scene.areas), measure(filled, lambda peer: peer.query(scene.areas))),
        "move all, all pairs": (n, measure(filled, frame)),
    }
    return {
        name: (1e6 * least / count, 1e6 * spread / count, answer)
        for name, (count, (least, spread, answer)) in measured.items()
    }


def compare(n: int) -> None:
    """The table of one size."""
    scene = Scene(n)
    table = {}
    for name, (module, kind) in PEERS.items():
        try:
            import_module(module)
        except ImportError:
            print(f"{name.strip()}: {module} is not installed, left out", flush=True)
            continue
        progress(f"spatial_peers: {n:,} boxes, {name.strip()}")
        table[name] = figures(kind, scene)
    ours = table["LinearQuadtree"]
    print(f"\n{n:,} boxes; microseconds per box or query, + spread, (times ours)")
    print(f"{'':24}" + "".join(f"{name:>26}" for name in ours))
    for name, row in table.items():
        cells = []
        for operation, (least, spread, answer) in row.items():
            if answer != ours[operation][2]:
                raise SystemExit(f"{name} found {answer}, not {ours[operation][2]}: {operation}")
            cells.append(f"{least:9.2f} +{spread:5.2f} ({least / ours[operation][0]:6.1f})")
        print(f"{name:24}" + "".join(f"{cell:>26}" for cell in cells))
    print(flush=True)


def lifetime(n: int) -> float:
    """Nanoseconds to insert, move and remove one item among n."""
    scene = Scene(n)
    items = range(n)

    def life(tree: LinearQuadtree) -> None:
        for item, box in zip(items, scene.boxes, strict=True):
            tree.insert(item, box)
        for item, box in zip(items, scene.moved, strict=True):
            tree.move(item, box)
        for item in items:
            tree.remove(item)

    return 1e9 * measure(lambda: LinearQuadtree(scene.bounds, 8), life)[0] / n


def main(arguments: list[str]) -> None:
    """Print everything."""
    for n in [int(argument) for argument in arguments] or SIZES:
        compare(n)
    progress("insert + move + remove, few and many")
    few, many = lifetime(2_000), lifetime(200_000)
    print(
        f"insert + move + remove of one item: {few:.0f} ns among 2,000, {many:.0f} ns among "
        f"200,000: {many / few:.2f} times"
    )


def quick() -> None:
    """Run everything on few boxes; stops where answers differ."""
    compare(60)


if __name__ == "__main__":
    main(sys.argv[1:])
