"""fastquadtree: a tree of boxes, filled in bulk and asked box by box: it has no query in bulk."""

import fastquadtree
import numpy as np
from numpy.typing import NDArray

from peers.circles import CircleContender

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
