"""Spatial indexes for any objects. They work without sprites."""

from spritecol.spatial import morton
from spritecol.spatial._nodes import QuadtreeNodes
from spritecol.spatial.candidate_pairs import candidate_pairs
from spritecol.spatial.cell_space import CellSpace
from spritecol.spatial.linear_quadtree import LinearQuadtree
from spritecol.spatial.quadtree_nodes import quadtree_nodes

__all__ = [
    "CellSpace",
    "LinearQuadtree",
    "QuadtreeNodes",
    "candidate_pairs",
    "morton",
    "quadtree_nodes",
]

QuadtreeNodes.__module__ = __name__  # pickles name this package, so that modules inside may move
