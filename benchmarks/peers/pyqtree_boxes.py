"""pyqtree, a quadtree in Python: filled and asked box by box."""

from collections.abc import Sequence
from typing import Any

import pyqtree
from scenes.crowd import Box, Crowd

from peers.circles import CircleContender
from peers.quadtree_tasks import BoxTree


class BoxPairs(CircleContender):
    """All pairs of boxes."""

    note = "bounding boxes, not circles"
    geometry = "boxes"

    def frame(self, moment: int) -> Any:
        tree = pyqtree.Index(bbox=self.scene.bounds)
        boxes = self.scene.boxes(moment).tolist()
        for number, box in enumerate(boxes):
            tree.insert(number, box)
        intersect = tree.intersect
        return [(a, b) for a, box in enumerate(boxes) for b in intersect(box) if a < b]


class Tree(BoxTree):
    """A tree that is changed in place: to move is to remove and to insert."""

    def __init__(self, scene: Crowd) -> None:
        super().__init__(scene)
        self.tree = pyqtree.Index(bbox=scene.bounds)

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


TREES = (Tree,)
