"""Spatial indexes for any objects. They work without sprites.

Modules::

    candidate_pairs  the broad phase for boxes of users: candidate_pairs, quadtree_nodes
    linear_quadtree  LinearQuadtree, as users see it
    cell_space       CellSpace: finds items within a radius
    morton           Morton codes: a quadtree cell as one number
    _nodes           QuadtreeNodes, the answer of quadtree_nodes
    _arguments       reads and checks the boxes that users pass
    _grid            which cells of a space a box covers
    _item_table      the map from users' items to slots
    _quadtree/       the tree below LinearQuadtree: boxes by slot
"""

from spritecol.spatial import morton
from spritecol.spatial._nodes import QuadtreeNodes
from spritecol.spatial.candidate_pairs import candidate_pairs, quadtree_nodes
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

QuadtreeNodes.__module__ = __name__  # pickles name this package, so that modules inside may move
