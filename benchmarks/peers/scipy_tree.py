"""scipy's cKDTree of the middles: pairs within the largest reach, then NumPy looks at the radii."""

from typing import Any

import numpy as np
from harness.contender import Contender
from numpy.typing import NDArray
from scenes.circles import Circles
from scipy.spatial import cKDTree

from peers.circles import CircleContender

# What the tree may spare itself while it is built; which is faster depends on the number.
WAYS: dict[str, dict[str, Any]] = {
    "as it comes": {},
    "not balanced": {"balanced_tree": False},
    "not balanced, not compact": {"balanced_tree": False, "compact_nodes": False},
}


class CirclePairs(CircleContender):
    """All pairs of circles."""

    def __init__(self, scene: Circles, way: str) -> None:
        super().__init__(scene)
        self.way, self.options = way, WAYS[way]

    def frame(self, moment: int) -> NDArray[np.intp]:
        x, y, r = self.scene.xs[moment], self.scene.ys[moment], self.scene.radius
        tree = cKDTree(np.stack([x, y], axis=1), **self.options)
        near: NDArray[np.intp] = tree.query_pairs(2 * r.max(), output_type="ndarray")
        i, j = near.T
        dx, dy, reach = x[i] - x[j], y[i] - y[j], r[i] + r[j]
        hit: NDArray[np.intp] = near[dx * dx + dy * dy < reach * reach]
        return hit


def ways(scene: Circles) -> list[Contender]:
    """The ways to build the tree."""
    return [CirclePairs(scene, way) for way in WAYS]
