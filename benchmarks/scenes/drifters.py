"""Circles that drift straight on, each at a velocity of its own."""

import numpy as np

WINDOW = (1280.0, 720.0)
RADIUS = 8.0
SPEED = 2.0  # pixels in a frame along each axis, at most
FRAMES = 8  # that are played again


class Drifters:
    """Where they begin, and their ways in a frame: arrays of shape (n, 2)."""

    def __init__(self, count: int) -> None:
        rng = np.random.default_rng(count)
        self.places = rng.uniform((0, 0), WINDOW, (count, 2))
        self.ways = rng.uniform(-SPEED, SPEED, (count, 2))
