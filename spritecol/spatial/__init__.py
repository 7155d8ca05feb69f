"""Spatial indexes for any objects. They work without sprites."""

from spritecol.spatial import morton
from spritecol.spatial.candidate_pairs import candidate_pairs
from spritecol.spatial.cell_space import CellSpace
from spritecol.spatial.linear_quadtree import LinearQuadtree

__all__ = ["CellSpace", "LinearQuadtree", "candidate_pairs", "morton"]
