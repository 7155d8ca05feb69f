"""`candidate_pairs`: the broad phase of the sprites, for any boxes."""

from cython import address, cast, pointer
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.memory import memory_of
from cython.cimports.spritecol._engine.pairs import PairList, new_pairs
from cython.cimports.spritecol._engine.pipeline.stages import box_pairs_between, box_pairs_within
from cython.cimports.spritecol._engine.pipeline.workspace import Workspace, workspace_of
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._numbers import call_errors  # noqa: F401 (its words)
from cython.cimports.spritecol.spatial._arguments import read_boxes


def candidate_pairs(aabbs, other=None):
    """Find all overlapping pairs of boxes.

    Overlap is strict (a.left < b.right and so on): boxes that only touch do not overlap. A box
    without area overlaps a box if it lies in its interior. No state is kept between calls.

    Args:
        aabbs: boxes as an array of shape (n, 4), or anything NumPy converts to one. Each row is
            (left, top, right, bottom), in any unit.
        other: boxes as an array of shape (m, 4), or None for the pairs within `aabbs`.

    Returns:
        Each pair once, as a sorted intp array of shape (k, 2). A row (i, j) holds the index of a
        box in `aabbs` and that of a box in `other`; without `other` both are in `aabbs`, and i < j.

    Raises:
        TypeError: an element is not a number.
        ValueError: an array has another shape, a number is not finite or its magnitude is greater
            than 1e12, or a box has left > right or top > bottom.

    >>> candidate_pairs([[0, 0, 10, 10], [9, 9, 12, 12], [10, 0, 20, 10]]).tolist()
    [[0, 1], [1, 2]]
    >>> candidate_pairs([[0, 0, 10, 10]], [[9, 9, 12, 12], [10, 0, 20, 10]]).tolist()
    [[0, 0]]
    """
    a: object = read_boxes(aabbs, "aabbs")
    b: object = a
    workspace: Workspace = workspace_of(STORE)
    out: PairList = new_pairs(address(workspace.scratch))
    if other is not None:
        b = read_boxes(other, "other")
    if len(a) == 0 or len(b) == 0:
        return out.array()
    boxes_a: pointer(Box) = cast(pointer(Box), memory_of(a))
    if other is None:
        box_pairs_within(workspace, boxes_a, len(a), out)
    else:
        box_pairs_between(workspace, boxes_a, len(a), cast(pointer(Box), memory_of(b)), len(b), out)
    out.sort(len(a), len(b))
    return out.array()
