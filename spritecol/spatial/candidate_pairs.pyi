# The broad phase of the sprites, for any boxes.
import numpy as np
from numpy.typing import ArrayLike, NDArray

from spritecol.spatial._nodes import QuadtreeNodes

def candidate_pairs(aabbs: ArrayLike, other: ArrayLike | None = None) -> NDArray[np.intp]: ...
def quadtree_nodes(aabbs: ArrayLike) -> QuadtreeNodes | None: ...
