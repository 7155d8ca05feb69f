"""Spatial indexes for any objects. They work without sprites.

`CellSpace` is provisional: it may change in any minor version, see docs/guarantees.md.

Modules::

    candidate_pairs  the broad phase for boxes of users: candidate_pairs, quadtree_nodes
    linear_quadtree  LinearQuadtree, as users see it
    cell_space       CellSpace: finds items within a radius
    morton           Morton codes: a quadtree cell as one number; which cells a box covers
    _cells           items by slot, and the cells of the quadtree: pairs, and what is at a place
"""

from spritecol._support.public_classes import belong_to as _belong_to
from spritecol.spatial import morton
from spritecol.spatial.candidate_pairs import QuadtreeNodes, candidate_pairs, quadtree_nodes
from spritecol.spatial.cell_space import CellSpace
from spritecol.spatial.linear_quadtree import LinearQuadtree

__all__ = [
    "CellSpace",
    "LinearQuadtree",
    "QuadtreeNodes",
    "candidate_pairs",
    "morton",
    "quadtree_nodes",
]

_belong_to(__name__, *map(globals().get, __all__))
