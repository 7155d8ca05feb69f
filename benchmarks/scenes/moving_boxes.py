"""What `broad_phase.py` compares: each takes a step to one of two moments, and counts the pairs."""

from abc import ABC, abstractmethod

import numpy as np
from scenes.boxes import Boxes

from spritecol import Group, Rect, Sprite
from spritecol.spatial import CellSpace, LinearQuadtree, candidate_pairs

LARGEST = 20.0  # pixels along a side; the smallest is half of it
STEP = 3.0  # pixels that a box moves in a frame, at most, on each axis
REACH = LARGEST * 2**0.5  # no farther apart are the corners of two boxes that overlap


class Frames:
    """Boxes at two moments: the first `moving` of them are elsewhere in the second.

    The world grows with the boxes: everywhere about as many as 2,000 in 1280 by 720 pixels, so
    that each overlaps two others.
    """

    def __init__(self, count: int, moving: int) -> None:
        random = np.random.default_rng(count)
        scale = (count / 2000) ** 0.5
        self.count, self.moving = count, moving
        self.bounds = (0.0, 0.0, 1280 * scale, 720 * scale)
        corners = random.uniform(STEP, (1280 * scale, 720 * scale), (count, 2))
        size = random.uniform(LARGEST / 2, LARGEST, (count, 2))
        steps = random.uniform(-STEP, STEP, (count, 2))
        steps[moving:] = 0
        self.arrays = [np.hstack([place, place + size]) for place in (corners, corners + steps)]

    def tuples(self, rows: slice) -> list[list[tuple[float, ...]]]:
        """The boxes of both moments as tuples."""
        return [[tuple(box) for box in array[rows].tolist()] for array in self.arrays]

    def sprites(self, rows: slice) -> Group:
        """Sprites that cover the boxes of the first moment."""
        return Group(
            Sprite(left, top, collision=Rect(0, 0, right - left, bottom - top))
            for left, top, right, bottom in self.arrays[0][rows].tolist()
        )


class Still(Frames):
    """Boxes of a scene that do not move: one sequence, or one against another."""

    def __init__(self, boxes: Boxes, other: Boxes | None) -> None:
        both = boxes if other is None else np.concatenate([boxes, other])
        self.count, self.moving = len(both), len(boxes)
        self.bounds = LinearQuadtree.build(both).bounds
        self.arrays = [both, both]


class Contender(ABC):
    """What can be measured."""

    name: str
    choice: bool | None = None  # of `use_index`, for as long as it takes its step

    def __init__(self, frames: Frames) -> None:
        self.frames = frames

    @abstractmethod
    def step(self, moment: int) -> int:
        """Let the boxes be where they are at that moment, 0 or 1, and count the pairs."""


class Default(Contender):
    """What drives the sprites, made anew."""

    name = "candidate_pairs"

    def step(self, moment: int) -> int:
        return len(candidate_pairs(self.frames.arrays[moment]))


class Direct(Default):
    """Each with each, in C: the brute force."""

    name = "direct loop"
    choice = False


class Indexed(Default):
    """An index also for few boxes."""

    name = "always an index"
    choice = True


class Sprites(Contender):
    """Sprites in a Group: new columns, then all stages of a check, the exact test included."""

    name = "Group.pair_indices"

    def __init__(self, frames: Frames) -> None:
        self.places = [array[: frames.moving, :2].T.copy() for array in frames.arrays]
        self.movers = frames.sprites(slice(frames.moving))
        self.everything = Group(self.movers, frames.sprites(slice(frames.moving, None)))

    def step(self, moment: int) -> int:
        if len(self.movers):
            self.movers.x, self.movers.y = self.places[moment]
        return len(self.everything.pair_indices())


class Tree(Contender):
    """The seeds' tree: whoever moves changes cells by itself."""

    name = "LinearQuadtree.move"

    def __init__(self, frames: Frames) -> None:
        depth = LinearQuadtree.build(frames.arrays[0], frames.bounds).depth
        self.boxes = frames.tuples(slice(frames.moving))
        self.tree = LinearQuadtree(frames.bounds, depth)
        for item, box in enumerate(frames.arrays[0].tolist()):
            self.tree.insert(item, box)

    def step(self, moment: int) -> int:
        move = self.tree.move
        for item, box in enumerate(self.boxes[moment]):
            move(item, box)
        return len(self.tree.pairs())


class BuiltTree(Contender):
    """The seeds' tree, made anew every frame."""

    name = "LinearQuadtree.build"

    def step(self, moment: int) -> int:
        tree = LinearQuadtree.build(self.frames.arrays[moment], self.frames.bounds)
        return len(tree.pair_indices())


class Cells(Contender):
    """The cell space: it knows places, so boxes must be compared by its user."""

    name = "CellSpace"

    def __init__(self, frames: Frames) -> None:
        _, _, width, height = frames.bounds
        self.count = frames.count
        self.boxes = frames.tuples(slice(None))
        self.moving = frames.moving
        columns, rows = (max(1, int(side / REACH)) for side in (width, height))
        self.space = CellSpace(width, height, columns, rows)
        for item, box in enumerate(self.boxes[0]):
            self.space.add(item, box[0], box[1])

    def step(self, moment: int) -> int:
        boxes, space = self.boxes[moment], self.space
        for item in range(self.moving):
            space.update(item, boxes[item][0], boxes[item][1])
        found = []
        for i, a in enumerate(boxes):
            for j in space.neighbors(a[0], a[1], REACH):
                b = boxes[j]
                if i < j and a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                    found.append((i, j))
        return len(found)


# --- movers among boxes that rest: the first `moving` rows against all others ------------------


class DefaultBetween(Default):
    def step(self, moment: int) -> int:
        movers, resting = np.split(self.frames.arrays[moment], [self.frames.moving])
        return len(candidate_pairs(movers, resting))


class DirectBetween(DefaultBetween):
    name = "direct loop"
    choice = False


class SpritesBetween(Sprites):
    def __init__(self, frames: Frames) -> None:
        super().__init__(frames)
        self.resting = frames.sprites(slice(frames.moving, None))

    def step(self, moment: int) -> int:
        self.movers.x, self.movers.y = self.places[moment]
        return len(self.movers.pair_indices(self.resting))


class TreeBetween(Contender):
    """Each mover asks the tree of those that rest."""

    name = "LinearQuadtree.query"

    def __init__(self, frames: Frames) -> None:
        self.boxes = frames.tuples(slice(frames.moving))
        self.tree = LinearQuadtree.build(frames.arrays[0][frames.moving :], frames.bounds)

    def step(self, moment: int) -> int:
        query = self.tree.query
        return sum([len(query(box)) for box in self.boxes[moment]])


class TreesBetween(TreeBetween):
    """A tree of the movers, made anew, walked together with that of those that rest."""

    name = "LinearQuadtree.pairs_with"

    def __init__(self, frames: Frames) -> None:
        super().__init__(frames)
        self.frames = frames

    def step(self, moment: int) -> int:
        movers = self.frames.arrays[moment][: self.frames.moving]
        tree = LinearQuadtree.build(movers, self.tree.bounds, self.tree.depth)
        return len(tree.pairs_with(self.tree))


class CellsBetween(Cells):
    def __init__(self, frames: Frames) -> None:
        super().__init__(frames)
        for item in range(self.moving):
            self.space.remove(item)

    def step(self, moment: int) -> int:
        boxes, space = self.boxes[moment], self.space
        found = []
        for i in range(self.moving):
            a = boxes[i]
            for j in space.neighbors(a[0], a[1], REACH):
                b = boxes[j]
                if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                    found.append((i, j))
        return len(found)
