"""Bare boxes and items: `candidate_pairs`, trees, cells, Morton numbers."""

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spritecol import Group, Rect, Sprite
from spritecol.spatial import CellSpace, LinearQuadtree, candidate_pairs, morton
from support.tape import Tape, scene, several

Boxes = NDArray[np.float64]
LIMIT = 1e12  # what a number may be at most


def boxes_at(x: Any, y: Any, width: Any, height: Any) -> Boxes:
    """Boxes by their left top corners and sizes."""
    left, top, w, h = np.broadcast_arrays(*np.atleast_1d(x, y, width, height))
    return np.stack([left, top, left + w, top + h], axis=1).astype(np.float64)


def _uniform(n: int, rng: np.random.Generator) -> Boxes:
    side = 20 * math.sqrt(n)
    return boxes_at(rng.uniform(0, side, n), rng.uniform(0, side, n), rng.uniform(10, 20, n), 15)


def _bosses(n: int, rng: np.random.Generator) -> Boxes:
    size = np.where(rng.random(n) < 0.01, 2000.0, 4.0)
    x, y = rng.uniform(0, 100 * math.sqrt(n), (2, n))
    return boxes_at(x, y, size, size)


def _clusters(n: int, rng: np.random.Generator) -> Boxes:
    middles = rng.uniform(-50_000, 50_000, (5, 2))
    x, y = (middles[rng.integers(0, 5, n)] + rng.normal(0, 9 * math.sqrt(n), (n, 2))).T
    return boxes_at(x, y, 8, rng.uniform(4, 12, n))


def _upright(n: int, rng: np.random.Generator) -> Boxes:
    return boxes_at(rng.uniform(0, 10 * n, n), rng.uniform(0, 50, n), 3, rng.uniform(500, 900, n))


def _flat(n: int, rng: np.random.Generator) -> Boxes:
    return boxes_at(rng.uniform(0, 50, n), rng.uniform(0, 10 * n, n), rng.uniform(500, 900, n), 3)


def _cross(n: int, rng: np.random.Generator) -> Boxes:
    half = n // 2
    upright = boxes_at(np.arange(half) * 40.0, -10, 2, 500)
    flat = boxes_at(-10, np.arange(n - half) * 40.0, 500, 2)
    return rng.permutation(np.concatenate([upright, flat]))


def _comb(n: int, rng: np.random.Generator) -> Boxes:
    half = n // 2
    needles = boxes_at(1000 + np.arange(half) * 2.0, 0, 1, 10 * n)
    column = boxes_at(0, np.arange(n - half) * 10.0, 4, 4)
    return rng.permutation(np.concatenate([needles, column]))


def _corners(n: int, rng: np.random.Generator) -> Boxes:
    x, y = rng.choice([-LIMIT, LIMIT - 1000.0], (2, n)) + rng.uniform(0, 900, (2, n))
    return boxes_at(x, y, rng.uniform(0, 100, n), rng.uniform(0, 100, n))


def _lost(n: int, rng: np.random.Generator) -> Boxes:
    boxes = _uniform(n, rng)
    gone = rng.random(n) < 0.02
    x = 10.0 ** rng.integers(5, 12, n) * rng.choice([-1, 1], n)
    boxes[gone] += np.stack([x, x / 2, x, x / 2], axis=1)[gone]
    return boxes


def _lattice(n: int, rng: np.random.Generator) -> Boxes:
    side = math.ceil(math.sqrt(n))
    places = rng.permutation(side * side)[:n]
    return boxes_at(places % side * 8, places // side * 8, 8, 8)


def _touching_boxes(n: int, rng: np.random.Generator) -> Boxes:
    side = int(3 * math.sqrt(n)) + 2
    x, y = rng.integers(0, side, (2, n))
    width, height = rng.integers(0, 5, (2, n))
    return boxes_at(x, y, width, height)


def _points(n: int, rng: np.random.Generator) -> Boxes:
    width, height = rng.choice([0.0, 0.0, 30.0], (2, n))
    x, y = rng.integers(0, 12 * int(math.sqrt(n)), (2, n))
    return boxes_at(x, y, width, height)


def _all_sizes(n: int, rng: np.random.Generator) -> Boxes:
    size = 10.0 ** rng.uniform(-10, 9, n)
    x, y = rng.uniform(-4, 4, (2, n)) * size
    return boxes_at(x, y, size, size * rng.uniform(0.01, 1, n))


BOXES: dict[str, Callable[[int, np.random.Generator], Boxes]] = {
    make.__name__.strip("_"): make
    for make in (
        _uniform,
        _bosses,
        _clusters,
        _upright,
        _flat,
        _cross,
        _comb,
        _corners,
        _lost,
        _lattice,
        _touching_boxes,
        _points,
        _all_sizes,
    )
}
COUNTS = (2, 30, 41, 160, 257, 1_000, 6_000)


def _play_boxes(tape: Tape, value: str) -> None:
    """Through `candidate_pairs`, Groups of rectangles, and a tree, alone and two together."""
    for count in COUNTS:
        boxes = BOXES[value](count, np.random.default_rng([3, count]))
        other = BOXES[value](max(1, count // 5), np.random.default_rng([4, count]))
        tape.add("boxes", candidate_pairs(boxes), candidate_pairs(boxes, other))
        tape.add("turned round", candidate_pairs(other, boxes), candidate_pairs(boxes.tolist()))
        rects = [Rect(0, 0, r - x, b - y) for x, y, r, b in boxes.tolist()]
        group = Group(
            Sprite(x, y, collision=rect)
            for (x, y), rect in zip(boxes[:, :2].tolist(), rects, strict=True)
        )
        part = Group(*list(group)[::3])
        tape.add("group", group.pair_indices(), part.pair_indices(group), group.aabbs)
        group.angle = 30
        tape.add("turned", group.pair_indices(), group.aabbs)
        if count <= 1_000:
            tree = LinearQuadtree.build(boxes)
            tape.add("tree", tree.pair_indices(), tree.pairs_with(LinearQuadtree.build(other)))
            tape.add("query", [tree.query(box) for box in other], tree.bounds, tree.depth)


several("boxes", BOXES, _play_boxes)


def _play_tree(tape: Tape, value: int) -> None:
    """Lives of trees: items of several types come, move and go, also beyond the bounds."""
    rng = random.Random(value)
    bounds = (0, 0, 640, 480)
    trees = [LinearQuadtree(bounds, value), LinearQuadtree.build([[1, 1, 9, 9]] * 3, bounds, value)]
    items: list[Any] = [
        *range(60),
        *(f"item {k}" for k in range(30)),
        *((k, "t") for k in range(9)),
    ]

    def box() -> tuple[float, float, float, float]:
        x, y = rng.uniform(-60, 680), rng.choice([rng.uniform(-60, 500), 240, 120])
        size = rng.choice([0, 4, 20, rng.uniform(0, 300)])
        return x, y, x + size, y + rng.choice([size, 8, 0])

    for step in range(3_000):
        tree = rng.choice(trees)
        item = rng.choice(items)
        act = rng.randrange(20)
        if act < 9:
            tape.ask("put", tree.move if item in tree else tree.insert, item, box())
        elif act < 11:
            tape.ask("remove", tree.remove, item)
        elif act == 11:
            tape.ask("insert", tree.insert, item, box())
        elif act == 12:
            tape.ask("move", tree.move, item, box())
        elif act == 13 and step % 5 == 0:
            tree.clear()
        else:
            tape.add("query", tree.query(box()), len(tree), item in tree)
        if item in tree:
            tape.add("cell", tree.cell_of(item))
        if step % 10 == 0:
            tape.add("pairs", tree.pairs(), trees[0].pairs_with(trees[1]))
            tape.add("cells", list(tree.occupied_cells()))


several("tree of depth", (0, 1, 3, 6, 12), _play_tree)


@scene("cell space")
def _spaces(tape: Tape) -> None:
    rng = random.Random(3)
    for columns, rows in ((1, 1), (8, 6), (100, 3)):
        space = CellSpace(640, 480, columns, rows)
        for step in range(3_000):
            item: Any = rng.choice([rng.randrange(80), f"item {rng.randrange(20)}"])
            x, y = rng.choice([80, rng.uniform(-100, 740)]), rng.uniform(-100, 580)
            if step % 2:  # places whose distances are just the radius
                x, y = 30.0 * rng.randint(-3, 25), 40.0 * rng.randint(-2, 14)
            act = rng.randrange(8)
            if act < 4:
                tape.ask("put", space.update if item in space else space.add, item, x, y)
            elif act == 4:
                tape.ask("remove", space.remove, item)
            elif act == 5 and step % 60 == 0:
                space.clear()
            else:
                near = space.neighbors(x, y, rng.choice([0, 30, 50, 200, 1e6]))
                tape.add("near", near, len(space), item in space)


@scene("morton")
def _morton(tape: Tape) -> None:
    rng = np.random.default_rng(8)
    x, y = rng.integers(0, 2**32, (2, 2000), dtype=np.uint64)
    codes = morton.encode(x, y)
    tape.add("codes", codes, *morton.decode(codes), morton.encode(3, np.arange(9)))
    for level in range(16):
        index = rng.integers(0, 4**level, 50)
        numbers = morton.linear(level, index)
        tape.add("linear", numbers, morton.linear(level, int(index[0])))
        if level:
            tape.add("parent", morton.parent(numbers), morton.children(morton.parent(numbers)))
        boxes = _uniform(60, rng) / 9
        left, top, right, bottom = boxes.T
        tape.add("locate", *morton.locate(left, top, right, bottom, (-3, 0, 21, 19), level))
        left, top, right, bottom = boxes[0].tolist()
        tape.add("one", morton.locate(left, top, right, bottom, (-3, 0, 21, 19), level))
    refused: list[tuple[Any, ...]] = [
        (morton.encode, -1, 0),
        (morton.encode, 2**32, 0),
        (morton.encode, 1.5, 0),
        (morton.decode, -1),
        (morton.linear, 0, 1),
        (morton.linear, 99, 1),
        (morton.parent, 0),
        (morton.locate, 0, 0, 1, 1, (0, 0, 0, 0), 3),
        (morton.locate, 1, 0, 0, 1, (0, 0, 4, 4), 3),
    ]
    for call, *arguments in refused:
        tape.ask("refused", call, *arguments)
