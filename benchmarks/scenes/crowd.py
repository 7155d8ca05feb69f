"""Boxes in a space with bounds, where they are a frame later, and areas to look at."""

import math
import random

Box = tuple[float, float, float, float]  # left, top, right, bottom

QUERIES = 1_000
DENSE = 15_000  # boxes on 1280 by 720 pixels
LARGEST = 20.0  # pixels along a side; the smallest is half of it
STEP = 3.0  # pixels that a box moves in a frame, at most, on each axis


class Crowd:
    """Squares of 10 to 20 pixels."""

    def __init__(self, count: int) -> None:
        rng = random.Random(count)
        scale = math.sqrt(count / DENSE)
        self.bounds = (0.0, 0.0, 1280.0 * scale, 720.0 * scale)
        self.boxes: list[Box] = []
        self.moved: list[Box] = []
        for _ in range(count):
            size = rng.uniform(LARGEST / 2, LARGEST)
            # Nowhere beyond the bounds, not all trees take that.
            x = rng.uniform(STEP, self.bounds[2] - LARGEST - STEP)
            y = rng.uniform(STEP, self.bounds[3] - LARGEST - STEP)
            dx, dy = rng.uniform(-STEP, STEP), rng.uniform(-STEP, STEP)
            self.boxes.append((x, y, x + size, y + size))
            self.moved.append((x + dx, y + dy, x + dx + size, y + dy + size))
        self.areas = rng.sample(self.boxes, min(count, QUERIES))


def overlap(a: Box, b: Box) -> bool:
    """Whether the insides of two boxes meet."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
