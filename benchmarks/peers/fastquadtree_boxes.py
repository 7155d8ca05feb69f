"""fastquadtree: a tree of boxes, filled in bulk and asked box by box: it has no query in bulk."""

from collections.abc import Sequence

import fastquadtree
import numpy as np
from numpy.typing import NDArray
from scenes.crowd import Box, Crowd

from peers.circles import CircleContender
from peers.quadtree_tasks import BoxTree

CAPACITY = 16  # boxes of a cell before it is split; 8 to 32 took the same time


class BoxPairs(CircleContender):
    """All pairs of boxes, in an array."""

    note = "bounding boxes, not circles"
    geometry = "boxes"

    def frame(self, moment: int) -> NDArray[np.intp]:
        boxes = self.scene.boxes(moment)
        tree = fastquadtree.RectQuadTree(self.scene.bounds, CAPACITY, dtype="f64")
        tree.insert_many_np(boxes)
        query = tree.query_np
        found = [query(box)[0] for box in map(tuple, boxes.tolist())]
        a = np.repeat(np.arange(len(found)), [len(ids) for ids in found])
        b = np.concatenate(found).astype(np.intp)
        return np.stack([a, b], axis=1)[a < b]


class TreeOfObjects(BoxTree):
    """A tree that is changed in place, with an object for each box."""

    way = "objects"

    def __init__(self, scene: Crowd) -> None:
        super().__init__(scene)
        self.tree = fastquadtree.RectQuadTreeObjects(scene.bounds, CAPACITY, dtype="f64")

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


class TreeOfNumbers(BoxTree):
    """Its lighter class, which has numbers only, and answers as arrays."""

    way = "numbers"

    def __init__(self, scene: Crowd) -> None:
        super().__init__(scene)
        self.tree = fastquadtree.RectQuadTree(scene.bounds, CAPACITY, dtype="f64")

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


class RebuiltTree(TreeOfNumbers):
    """A tree of numbers that is built from an array in every frame."""

    way = "rebuilt"

    def __init__(self, scene: Crowd) -> None:
        BoxTree.__init__(self, scene)

    def insert(self, boxes: Sequence[Box]) -> None:
        self.tree = fastquadtree.RectQuadTree(self.scene.bounds, CAPACITY, dtype="f64")
        self.tree.insert_many_np(np.array(boxes))

    def move(self, old: Sequence[Box], new: Sequence[Box]) -> None:
        self.insert(new)


TREES = (TreeOfObjects, TreeOfNumbers, RebuiltTree)
