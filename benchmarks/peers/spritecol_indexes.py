"""The indexes of spritecol, each used as its users would; boxes at the moments of a scene.

The moments alternate, so boxes go and come back.
"""

from typing import Any

import numpy as np
from harness.contender import Answer, Frames, pair_rows
from harness.engine import use_index
from numpy.typing import NDArray
from scenes.moving_boxes import LARGEST, MovingBoxes

from spritecol import Group, Rect, Sprite
from spritecol.spatial import CellSpace, LinearQuadtree, candidate_pairs

REACH = LARGEST * 2**0.5  # no farther apart are the corners of two boxes that overlap

Box = tuple[float, ...]


def tuples(scene: MovingBoxes, rows: slice) -> list[list[Box]]:
    """The boxes of both moments as tuples, for those who are called box by box."""
    return [[tuple(box) for box in array[rows].tolist()] for array in scene.arrays]


def sprites(scene: MovingBoxes, rows: slice) -> Group:
    """Sprites that cover the boxes of the first moment."""
    return Group(
        Sprite(left, top, collision=Rect(0, 0, right - left, bottom - top))
        for left, top, right, bottom in scene.arrays[0][rows].tolist()
    )


# --- all pairs ----------------------------------------------------------------------------------


class BoxContender(Frames):
    """A contender that finds the pairs of boxes."""

    moments = 2

    def __init__(self, scene: MovingBoxes) -> None:
        self.scene = scene


class Candidates(BoxContender):
    """What drives the sprites, made anew."""

    def frame(self, moment: int) -> NDArray[np.intp]:
        return candidate_pairs(self.scene.arrays[moment])


class Direct(Candidates):
    """Each with each, in C: the brute force."""

    def time(self, moment: int) -> float:
        use_index(False)
        taken = super().time(moment)
        use_index(None)
        return taken


class Indexed(Candidates):
    """An index also for few boxes."""

    def time(self, moment: int) -> float:
        use_index(True)
        taken = super().time(moment)
        use_index(None)
        return taken


class Sprites(BoxContender):
    """Sprites in a Group: new columns, then all stages of a check, the exact test included."""

    def __init__(self, scene: MovingBoxes) -> None:
        super().__init__(scene)
        self.places = [array[: scene.moving, :2].T.copy() for array in scene.arrays]
        self.movers = sprites(scene, slice(scene.moving))
        self.everything = Group(self.movers, sprites(scene, slice(scene.moving, None)))

    def frame(self, moment: int) -> NDArray[np.intp]:
        if len(self.movers):
            self.movers.x, self.movers.y = self.places[moment]
        return self.everything.pair_indices()


class Tree(BoxContender):
    """The linear quadtree: each box that moves changes its cell."""

    def __init__(self, scene: MovingBoxes) -> None:
        super().__init__(scene)
        depth = LinearQuadtree.build(scene.arrays[0], scene.bounds).depth
        self.boxes = tuples(scene, slice(scene.moving))
        self.tree = LinearQuadtree(scene.bounds, depth)
        for item, box in enumerate(scene.arrays[0].tolist()):
            self.tree.insert(item, box)

    def frame(self, moment: int) -> Any:
        move = self.tree.move
        for item, box in enumerate(self.boxes[moment]):
            move(item, box)
        return self.tree.pairs()

    def answer(self) -> Answer:
        return pair_rows(list(self.result))


class BuiltTree(BoxContender):
    """The linear quadtree, made anew every frame."""

    def frame(self, moment: int) -> NDArray[np.intp]:
        return LinearQuadtree.build(self.scene.arrays[moment], self.scene.bounds).pair_indices()


class Cells(BoxContender):
    """The cell space: it knows places, so boxes must be compared by its user."""

    def __init__(self, scene: MovingBoxes) -> None:
        super().__init__(scene)
        _, _, width, height = scene.bounds
        self.boxes = tuples(scene, slice(None))
        self.moving = scene.moving
        columns, rows = (max(1, int(side / REACH)) for side in (width, height))
        self.space = CellSpace(width, height, columns, rows)
        for item, box in enumerate(self.boxes[0]):
            self.space.add(item, box[0], box[1])

    def frame(self, moment: int) -> Any:
        boxes, space = self.boxes[moment], self.space
        for item in range(self.moving):
            space.update(item, boxes[item][0], boxes[item][1])
        found = []
        for i, a in enumerate(boxes):
            for j in space.neighbors(a[0], a[1], REACH):
                b = boxes[j]
                if i < j and a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                    found.append((i, j))
        return found


# --- movers among boxes that rest: the first `moving` rows against all others ------------------


def between(scene: MovingBoxes, found: Any) -> Answer:
    """Pairs of a mover and one that rests; both are counted from 0, but the answer is not."""
    pairs = np.asarray(found, dtype=np.intp).reshape(-1, 2)
    return pair_rows(np.add(pairs, (0, scene.moving)))


class CandidatesBetween(Candidates):
    """Both sequences, made anew."""

    def frame(self, moment: int) -> NDArray[np.intp]:
        movers, resting = np.split(self.scene.arrays[moment], [self.scene.moving])
        return candidate_pairs(movers, resting)

    def answer(self) -> Answer:
        return between(self.scene, self.result)


class DirectBetween(CandidatesBetween, Direct):
    """Each mover with each that rests, in C."""


class SpritesBetween(BoxContender):
    """Two Groups."""

    def __init__(self, scene: MovingBoxes) -> None:
        super().__init__(scene)
        self.places = [array[: scene.moving, :2].T.copy() for array in scene.arrays]
        self.movers = sprites(scene, slice(scene.moving))
        self.resting = sprites(scene, slice(scene.moving, None))

    def frame(self, moment: int) -> NDArray[np.intp]:
        self.movers.x, self.movers.y = self.places[moment]
        return self.movers.pair_indices(self.resting)

    def answer(self) -> Answer:
        return between(self.scene, self.result)


class TreeBetween(BoxContender):
    """Each mover asks the tree of those that rest."""

    def __init__(self, scene: MovingBoxes) -> None:
        super().__init__(scene)
        self.boxes = tuples(scene, slice(scene.moving))
        self.tree = LinearQuadtree.build(scene.arrays[0][scene.moving :], scene.bounds)

    def frame(self, moment: int) -> Any:
        query = self.tree.query
        return [query(box) for box in self.boxes[moment]]

    def answer(self) -> Answer:
        found = [(mover, item) for mover, items in enumerate(self.result) for item in items]
        return between(self.scene, found)


class TreesBetween(TreeBetween):
    """A tree of the movers, made anew, walked together with that of those that rest."""

    def frame(self, moment: int) -> Any:
        movers = self.scene.arrays[moment][: self.scene.moving]
        tree = LinearQuadtree.build(movers, self.tree.bounds, self.tree.depth)
        return tree.pairs_with(self.tree)

    def answer(self) -> Answer:
        return between(self.scene, list(self.result))


class CellsBetween(Cells):
    """The movers look around in the cell space of those that rest."""

    def __init__(self, scene: MovingBoxes) -> None:
        super().__init__(scene)
        for item in range(self.moving):
            self.space.remove(item)

    def frame(self, moment: int) -> Any:
        boxes, space = self.boxes[moment], self.space
        found = []
        for i in range(self.moving):
            a = boxes[i]
            for j in space.neighbors(a[0], a[1], REACH):
                b = boxes[j]
                if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                    found.append((i, j))
        return found
