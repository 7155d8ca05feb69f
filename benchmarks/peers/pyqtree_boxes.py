"""pyqtree, a quadtree in Python: filled and asked box by box."""

from typing import Any

import pyqtree
from scenes.circles import CircleContender


class BoxPairs(CircleContender):
    """All pairs of boxes."""

    note = "boxes round the circles, not the circles"
    geometry = "boxes"

    def frame(self, moment: int) -> Any:
        tree = pyqtree.Index(bbox=self.scene.bounds)
        boxes = self.scene.boxes(moment).tolist()
        for number, box in enumerate(boxes):
            tree.insert(number, box)
        intersect = tree.intersect
        return [(a, b) for a, box in enumerate(boxes) for b in intersect(box) if a < b]
