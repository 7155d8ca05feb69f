"""quads: a quadtree of points in Python. It can't move them, so the tree is made anew."""

from collections.abc import Sequence

import quads
from scenes.crowd import LARGEST, Box, overlap

from peers.quadtree_tasks import BoxTree


class Tree(BoxTree):
    """Boxes by their left top corners; queries are wider by the largest box."""

    def insert(self, boxes: Sequence[Box]) -> None:
        _, _, width, height = self.scene.bounds
        self.tree = quads.QuadTree((width / 2, height / 2), width, height)
        for item, box in enumerate(boxes):
            self.tree.insert((box[0], box[1]), data=(item, box))

    def move(self, old: Sequence[Box], new: Sequence[Box]) -> None:
        self.insert(new)

    def found(self, area: Box) -> list[int]:
        """The items that overlap an area."""
        wide = quads.BoundingBox(area[0] - LARGEST, area[1] - LARGEST, area[2], area[3])
        points = self.tree.within_bb(wide)
        return [point.data[0] for point in points if overlap(area, point.data[1])]

    def query(self, areas: Sequence[Box]) -> int:
        return sum(len(self.found(area)) for area in areas)

    def pairs(self, boxes: Sequence[Box]) -> int:
        return sum(1 for i, box in enumerate(boxes) for j in self.found(box) if i < j)


TREES = (Tree,)
