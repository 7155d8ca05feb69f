"""What is asked of a tree of boxes: the same four tasks of every one, ours among them.

A task's frame begins with a tree that is made for it; making it is not timed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from harness.contender import Frames
from scenes.crowd import Box, Crowd

from spritecol.spatial import LinearQuadtree


class BoxTree(ABC):
    """A library's tree, used as its users would; what it lacks is done as they have to do it."""

    way = ""

    def __init__(self, scene: Crowd) -> None:
        self.scene = scene

    @abstractmethod
    def insert(self, boxes: Sequence[Box]) -> None:
        """Put all boxes in; their items are their positions."""

    @abstractmethod
    def move(self, old: Sequence[Box], new: Sequence[Box]) -> None:
        """Put each box to its new place."""

    @abstractmethod
    def query(self, areas: Sequence[Box]) -> int:
        """How many boxes overlap the areas."""

    @abstractmethod
    def pairs(self, boxes: Sequence[Box]) -> int:
        """How many pairs overlap."""


class OurTree(BoxTree):
    """`LinearQuadtree`, at the depth that `build` would choose unless it is given."""

    def __init__(self, scene: Crowd, depth: int | None = None) -> None:
        super().__init__(scene)
        if depth is None:
            depth = LinearQuadtree.build(scene.boxes, scene.bounds).depth
        self.tree = LinearQuadtree(scene.bounds, depth)

    def insert(self, boxes: Sequence[Box]) -> None:
        for item, box in enumerate(boxes):
            self.tree.insert(item, box)

    def move(self, old: Sequence[Box], new: Sequence[Box]) -> None:
        for item, box in enumerate(new):
            self.tree.move(item, box)

    def query(self, areas: Sequence[Box]) -> int:
        return sum(len(self.tree.query(area)) for area in areas)

    def pairs(self, boxes: Sequence[Box]) -> int:
        return len(self.tree.pairs())


class OurBuiltTree(OurTree):
    """Our tree, built from an array in every frame."""

    def __init__(self, scene: Crowd) -> None:
        BoxTree.__init__(self, scene)

    def insert(self, boxes: Sequence[Box]) -> None:
        self.tree = LinearQuadtree.build(np.array(boxes), self.scene.bounds)

    def move(self, old: Sequence[Box], new: Sequence[Box]) -> None:
        self.insert(new)

    def pairs(self, boxes: Sequence[Box]) -> int:
        return len(self.tree.pair_indices())


class Task(Frames):
    """One task, done by one kind of tree."""

    def __init__(self, kind: Callable[[Crowd], BoxTree], scene: Crowd) -> None:
        self.kind, self.scene = kind, scene
        self.way = getattr(kind, "way", "")

    def prepare(self) -> BoxTree:
        """A tree that is full of boxes."""
        tree = self.kind(self.scene)
        tree.insert(self.scene.boxes)
        return tree

    @abstractmethod
    def do(self, tree: BoxTree) -> Any:
        """What is timed; returns what was found."""

    def frame(self, moment: int) -> Any:
        return self.do(self.prepare())

    def time(self, moment: int) -> float:
        tree = self.prepare()
        start = perf_counter()
        self.result = self.do(tree)
        return perf_counter() - start

    def answer(self) -> Any:
        return self.result


class Insert(Task):
    """Fill an empty tree, box by box where it takes them so."""

    def prepare(self) -> BoxTree:
        return self.kind(self.scene)

    def do(self, tree: BoxTree) -> None:
        tree.insert(self.scene.boxes)


class Move(Task):
    """Move every box."""

    def do(self, tree: BoxTree) -> None:
        tree.move(self.scene.boxes, self.scene.moved)


class Query(Task):
    """Look at a thousand areas."""

    def do(self, tree: BoxTree) -> int:
        return tree.query(self.scene.areas)


class MoveAndPairs(Task):
    """A frame of a game: move every box, then find all pairs."""

    def do(self, tree: BoxTree) -> int:
        tree.move(self.scene.boxes, self.scene.moved)
        return tree.pairs(self.scene.moved)


class Lifetime(Task):
    """Insert, move and remove each box; the time of one."""

    geometry = None

    def prepare(self) -> BoxTree:
        return self.kind(self.scene)

    def do(self, tree: BoxTree) -> None:
        tree.insert(self.scene.boxes)
        tree.move(self.scene.boxes, self.scene.moved)
        assert isinstance(tree, OurTree)
        for item in range(len(self.scene.boxes)):
            tree.tree.remove(item)

    def time(self, moment: int) -> float:
        return super().time(moment) / len(self.scene.boxes)
