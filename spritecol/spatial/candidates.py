"""`candidate_pairs`: the broad phase of the sprites for anybody's boxes."""

import cython
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.memory.buffers import memory_of
from cython.cimports.spritecol._engine.pairs import PairList, new_pairs
from cython.cimports.spritecol._engine.pipeline.stages import box_pairs_between, box_pairs_within
from cython.cimports.spritecol._engine.pipeline.workspace import Workspace, workspace_of
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol.spatial._arguments import as_boxes


def candidate_pairs(aabbs, other=None):
    """Which boxes overlap: every pair once, as an intp array of shape (k, 2), sorted.

    `aabbs` is an array of shape (n, 4), or what NumPy makes one of: a box a row, (left, top, right,
    bottom). The pairs are positions (i, j) in it with i < j. With `other`, an array of shape
    (m, 4), they are positions (i, j) in `aabbs` and in `other`.

    Overlap is strict (a.left < b.right and so on): boxes that only touch do not overlap, and a box
    without area overlaps what it lies inside of. Nothing is kept from call to call.

    ValueError for another shape, for numbers that are not finite or beyond 1e12, and where left is
    greater than right or top greater than bottom; TypeError for what are no numbers.

    >>> candidate_pairs([[0, 0, 10, 10], [9, 9, 12, 12], [10, 0, 20, 10]]).tolist()
    [[0, 1], [1, 2]]
    >>> candidate_pairs([[0, 0, 10, 10]], [[9, 9, 12, 12], [10, 0, 20, 10]]).tolist()
    [[0, 0]]
    """
    a: object = as_boxes(aabbs, "aabbs")
    b: object = a
    workspace: Workspace = workspace_of(STORE)
    out: PairList = new_pairs(cython.address(workspace.scratch))
    boxes_a: cython.pointer(Box)
    if other is not None:
        b = as_boxes(other, "other")
    if len(a) == 0 or len(b) == 0:
        return out.array()
    boxes_a = cython.cast(cython.pointer(Box), memory_of(a))
    if other is None:
        box_pairs_within(workspace, boxes_a, len(a), out)
    else:
        box_pairs_between(
            workspace,
            boxes_a,
            len(a),
            cython.cast(cython.pointer(Box), memory_of(b)),
            len(b),
            out,
        )
    out.sort(len(a), len(b))
    return out.array()
