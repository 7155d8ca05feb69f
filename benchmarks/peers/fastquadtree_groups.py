"""fastquadtree.pygame: pygame-ce's Groups and groupcollide with a quadtree behind them."""

from typing import Any

from fastquadtree import pygame as indexed

from peers.pygame_ce import GroupPairs, TwoGroups

BOUNDS = (-100, -100, 1400, 900)  # pixels, round the window of the scenes


class IndexedTwoGroups(TwoGroups):
    """Bullets and enemies of pygame-ce, the enemies in a Group with an index."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.enemies = indexed.Group(self.enemies.sprites(), bounds=BOUNDS)
        self.collide = indexed.groupcollide


class IndexedGroupPairs(GroupPairs):
    """The boxes of pygame-ce in a Group with an index."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.boxes = indexed.Group(self.boxes.sprites(), bounds=BOUNDS)
        self.collide = indexed.groupcollide
