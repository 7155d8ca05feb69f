"""Boxes at two moments: some of them move, the others rest."""

import numpy as np
from numpy.typing import NDArray

from scenes.boxes import Boxes
from spritecol.spatial import LinearQuadtree

LARGEST = 20.0  # pixels along a side; the smallest is half of it
STEP = 3.0  # pixels that a box moves in a frame, at most, on each axis
DENSE = 2_000  # boxes in 1280 by 720 pixels, so that each overlaps two others


class MovingBoxes:
    """The first `moving` boxes are elsewhere at the second moment.

    The world grows with the boxes: everywhere they are as dense.
    """

    def __init__(self, count: int, moving: int) -> None:
        random = np.random.default_rng(count)
        scale = (count / DENSE) ** 0.5
        self.count, self.moving = count, moving
        self.bounds = (0.0, 0.0, 1280 * scale, 720 * scale)
        corners = random.uniform(STEP, (1280 * scale, 720 * scale), (count, 2))
        size = random.uniform(LARGEST / 2, LARGEST, (count, 2))
        steps = random.uniform(-STEP, STEP, (count, 2))
        steps[moving:] = 0
        self.arrays: list[NDArray[np.float64]] = [
            np.hstack([place, place + size]) for place in (corners, corners + steps)
        ]


class Still(MovingBoxes):
    """Boxes of a scene that do not move: one sequence, or one against another."""

    def __init__(self, boxes: Boxes, other: Boxes | None = None) -> None:
        both = boxes if other is None else np.concatenate([boxes, other])
        self.count, self.moving = len(both), len(boxes)
        self.bounds = LinearQuadtree.build(both).bounds
        self.arrays = [both, both]
