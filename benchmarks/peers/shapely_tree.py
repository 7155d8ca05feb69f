"""shapely's STRtree: boxes are made from arrays, packed into a tree and asked in bulk."""

import numpy as np
import shapely
from harness.contender import Answer, pair_rows
from numpy.typing import NDArray

from peers.circles import CircleContender


class BoxPairs(CircleContender):
    """All pairs of boxes; the query gives each pair twice, and each box itself."""

    note = "bounding boxes, not circles"
    geometry = "boxes"

    def frame(self, moment: int) -> NDArray[np.intp]:
        boxes = shapely.box(*self.scene.boxes(moment).T)
        found: NDArray[np.intp] = shapely.STRtree(boxes).query(boxes)
        return found[:, found[0] < found[1]]

    def answer(self) -> Answer:
        return pair_rows(self.result.T)
