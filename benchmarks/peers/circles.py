"""Contenders that find the pairs of moving circles: the base of all peers, and spritecol."""

from collections.abc import Callable

import numpy as np
from harness.contender import Answer, Frames, pair_rows
from numpy.typing import NDArray
from scenes.boxes import brute_force
from scenes.circles import Circles

from spritecol.spatial import candidate_pairs

BRUTE = 2_000  # boxes that NumPy compares each with each; more would need gigabytes
FLOAT32 = "float32"  # the geometry of who rounds the circles to it


class CircleContender(Frames):
    """A contender that finds the pairs of that scene."""

    def __init__(self, scene: Circles) -> None:
        self.scene, self.moments = scene, scene.moments


class Ours(CircleContender):
    """Sprites in a Group: new columns, then the pairs as positions."""

    def __init__(self, scene: Circles) -> None:
        super().__init__(scene)
        self.group = scene.group

    def frame(self, moment: int) -> NDArray[np.intp]:
        self.group.x = self.scene.xs[moment]
        self.group.y = self.scene.ys[moment]
        return self.group.pair_indices()


def without_near_ties(scene: Circles, moment: int, pairs: Answer) -> Answer:
    """The pairs without those that float32 may decide either way.

    These are the ones whose circles are nearer to touching than the rounding of their positions and
    radii and of what is computed from them: at most 8 units in the last place (of 2**-24) of the
    largest coordinate.
    """
    x, y, r = scene.xs[moment], scene.ys[moment], scene.radius
    i, j = pairs.T
    gap = np.hypot(x[i] - x[j], y[i] - y[j]) - (r[i] + r[j])
    return pairs[np.abs(gap) > 8 * 2.0**-24 * max(scene.width, scene.height)]


def reference(scene: Circles) -> dict[str, Callable[[int], Answer]]:
    """The answers of those who compare boxes, or circles rounded to float32."""

    def boxes(moment: int) -> Answer:
        found = scene.boxes(moment)
        return pair_rows(brute_force(found) if scene.count <= BRUTE else candidate_pairs(found))

    def float32(moment: int) -> Answer:
        found = boxes(moment)
        x, y, r = scene.xs[moment], scene.ys[moment], scene.radius
        i, j = found.T
        hit = (x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2 < (r[i] + r[j]) ** 2
        return without_near_ties(scene, moment, found[hit])

    return {"boxes": boxes, FLOAT32: float32}
