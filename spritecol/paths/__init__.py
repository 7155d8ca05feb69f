"""Ways for a disc among walls: the shortest, each leg of which hits nothing.

Modules::

    finder  Paths: what users hold
    walls   convex parts of walls, grown by the radius of the disc
    mesh    what walls leave, cut into tiles, and each into triangles where a search comes
    search  the triangles of a tile, and the shortest way through them
    taut    a way that is pulled tight round circles
"""

from spritecol.paths.finder import Paths

__all__ = ["Paths"]

Paths.__module__ = __name__
