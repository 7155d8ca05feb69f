"""rtree: packed in bulk from arrays, asked in bulk."""

import numpy as np
from numpy.typing import NDArray
from rtree import index
from scenes.circles import Circles

from peers.circles import CircleContender


class BoxPairs(CircleContender):
    """All pairs of boxes."""

    note = "bounding boxes, not circles"
    geometry = "boxes"

    def __init__(self, scene: Circles) -> None:
        super().__init__(scene)
        self.ids = np.arange(scene.count)

    def frame(self, moment: int) -> NDArray[np.intp]:
        boxes = self.scene.boxes(moment)
        low, high = boxes[:, :2].copy(), boxes[:, 2:].copy()
        tree = index.Index((self.ids, low, high))
        b, counts = tree.intersection_v(low, high)
        a = np.repeat(self.ids, counts.astype(np.intp))
        found: NDArray[np.intp] = np.stack([a, b], axis=1)[a < b]
        return found
