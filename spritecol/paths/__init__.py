"""Shortest ways for a disc among walls, none of whose legs hits a wall.

Provisional: names and meanings may change in any minor version, see docs/guarantees.md.

Modules::

    finder    Paths: what users hold
    way       Way: what they get
    walls     convex parts of walls, and the corners of a way round theirs
    tangents  the lines that touch grown walls, and the shortest way along them
    taut      a way that is pulled tight round circles
"""

from spritecol._support.public_classes import belong_to as _belong_to
from spritecol.paths.finder import Paths
from spritecol.paths.way import Way

__all__ = ["Paths", "Way"]

_belong_to(__name__, Paths, Way)
