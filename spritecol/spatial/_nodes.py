"""What `quadtree_nodes` returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from spritecol._support.records import BY_ELEMENTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@attrs.frozen
class QuadtreeNodes:
    """The nodes of a quadtree that hold boxes, as arrays with one row for each node.

    The largest nodes come first, then by top and left.

    Attributes:
        boxes: shape (k, 4): left, top, right and bottom of each node, which is a square.
        levels: shape (k,), intp: 0 for the largest nodes, 1 for those of half their side, and
            so on. A level without boxes has no node.
        counts: shape (k,), intp: how many boxes live in the node, at least 1.
        node_of: shape (n,), intp: the row of the node in which each of the boxes lives.
    """

    boxes: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    levels: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
    counts: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
    node_of: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
