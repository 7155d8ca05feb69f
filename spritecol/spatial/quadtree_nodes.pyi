# What the broad phase builds, to draw it.
from numpy.typing import ArrayLike

from spritecol.spatial._nodes import QuadtreeNodes

def quadtree_nodes(aabbs: ArrayLike) -> QuadtreeNodes | None: ...
