"""fastquadtree.pygame: pygame-ce's Groups and groupcollide with a quadtree behind them."""

from typing import Any

from fastquadtree import pygame as indexed

from peers.pygame_ce import TwoGroups

BOUNDS = (-100, -100, 1400, 900)  # pixels, round the window of the scenes


class IndexedTwoGroups(TwoGroups):
    """The same, with an index in the Group that is searched."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.enemies = indexed.Group(self.enemies.sprites(), bounds=BOUNDS)
        if self.among_themselves:
            self.bullets = self.enemies
        self.collide = indexed.groupcollide
