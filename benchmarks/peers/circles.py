"""Who finds the pairs of the moving circles: the base of all peers, and spritecol itself."""

from collections.abc import Callable

import numpy as np
from harness.contender import Answer, Contender, pair_rows
from numpy.typing import NDArray
from scenes.boxes import brute_force
from scenes.circles import Circles

from spritecol.spatial import candidate_pairs

BRUTE = 2_000  # boxes that NumPy compares each with each; more would need gigabytes


class CircleContender(Contender):
    """Whoever finds the pairs of that scene."""

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


def reference(scene: Circles) -> dict[str, Callable[[int], Answer]]:
    """The answers of those who compare boxes."""

    def boxes(moment: int) -> Answer:
        found = scene.boxes(moment)
        return pair_rows(brute_force(found) if scene.count <= BRUTE else candidate_pairs(found))

    return {"boxes": boxes}
