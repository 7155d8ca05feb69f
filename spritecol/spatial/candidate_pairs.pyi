# The broad phase that sprites use, for any boxes.
import attrs
import numpy as np
from numpy.typing import ArrayLike, NDArray

@attrs.frozen
class QuadtreeNodes:
    boxes: NDArray[np.float64]
    levels: NDArray[np.intp]
    counts: NDArray[np.intp]
    node_of: NDArray[np.intp]

def candidate_pairs(aabbs: ArrayLike, other: ArrayLike | None = None) -> NDArray[np.intp]: ...
def quadtree_nodes(aabbs: ArrayLike) -> QuadtreeNodes | None: ...
