# cython: nonecheck=True
"""The broad phase that sprites use, for any boxes: the pairs that it finds, and its nodes.

This module also reads users' boxes for `linear_quadtree`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxView
from cython.cimports.spritecol._engine.box_tests import box_view
from cython.cimports.spritecol._engine.broad_phase import quadtree
from cython.cimports.spritecol._engine.broad_phase.levels import Level, column_of_key
from cython.cimports.spritecol._engine.broad_phase.quadtree import BuildOptions, Quadtree
from cython.cimports.spritecol._engine.broad_phase.search import DIRECTLY, IF_WORTH_IT
from cython.cimports.spritecol._engine.memory import memory_of
from cython.cimports.spritecol._engine.pairs import PairList, new_pairs
from cython.cimports.spritecol._engine.pipeline import row_index
from cython.cimports.spritecol._engine.pipeline.row_index import Workspace
from cython.cimports.spritecol._engine.pipeline.stages import box_pairs_between, box_pairs_within
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._support.fast_range_check import BOUND, plain_number
from cython.cimports.spritecol._support.vectors import edges_of

from spritecol._support.lazy_imports import numpy
from spritecol._support.public_classes import BY_ELEMENTS
from spritecol._support.range_check import LIMIT, number, shown
from spritecol._support.vectors import EDGES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@attrs.frozen
class QuadtreeNodes:
    """The nodes of a quadtree that contain boxes, as arrays with one row for each node.

    The largest nodes come first, then by top and left.

    Attributes:
        boxes: shape (k, 4): left, top, right and bottom of each node, which is a square.
        levels: shape (k,), intp: 0 for the largest nodes, 1 for nodes of half their side, and so
            on. A level without boxes has no node.
        counts: shape (k,), intp: how many boxes are in the node, at least 1.
        node_of: shape (n,), intp: the row of the node that contains each box.
    """

    boxes: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    levels: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
    counts: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
    node_of: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)


def candidate_pairs(aabbs, other=None):
    """Return all pairs of boxes that overlap.

    Overlap is strict (a.left < b.right and so on): boxes that only touch do not overlap. A box
    without area overlaps another box if it lies in its interior. No state is kept between calls.

    Args:
        aabbs: boxes as an array of shape (n, 4), or anything NumPy converts to one. Each row is
            (left, top, right, bottom), in any unit.
        other: boxes as an array of shape (m, 4), or None for the pairs within `aabbs`.

    Returns:
        Each pair once, as a sorted intp array of shape (k, 2). A row (i, j) holds the index of a
        box in `aabbs` and the index of a box in `other`. Without `other`, both are in `aabbs`, and
        i < j.

    Raises:
        TypeError: an element is not a number.
        ValueError: an array has the wrong shape, a number is not finite or its magnitude is greater
            than 1e12, or a box has left > right or top > bottom.

    >>> candidate_pairs([[0, 0, 10, 10], [9, 9, 12, 12], [10, 0, 20, 10]]).tolist()
    [[0, 1], [1, 2]]
    >>> candidate_pairs([[0, 0, 10, 10]], [[9, 9, 12, 12], [10, 0, 20, 10]]).tolist()
    [[0, 0]]
    """
    a: object = read_boxes(aabbs, "aabbs")
    b: object = a
    workspace: Workspace = row_index.workspace_of(STORE)
    out: PairList = new_pairs(C.address(workspace.scratch))
    if other is not None:
        b = read_boxes(other, "other")
    if len(a) == 0 or len(b) == 0:
        return out.array()
    view_a: BoxView = box_view(C.cast(C.pointer(Box), memory_of(a)), C.NULL, len(a))
    view_b: BoxView = box_view(C.cast(C.pointer(Box), memory_of(b)), C.NULL, len(b))
    if other is None:
        box_pairs_within(workspace, C.address(view_a), out)
    else:
        box_pairs_between(workspace, C.address(view_a), C.address(view_b), out)
    out.sort(len(a), len(b))
    return out.array()


def quadtree_nodes(aabbs):
    """Return the nodes of the broad phase's quadtree for some boxes, for drawing it.

    `candidate_pairs(aabbs)` builds this quadtree. A check among sprites with these bounding boxes
    builds the same one, unless their Group keeps an index. A box is in the node that contains its
    top left corner, on a level whose nodes are at least as large as the box. It may extend into the
    next nodes to the right and below.

    Args:
        aabbs: boxes as an array of shape (n, 4), or anything NumPy converts to one. Each row is
            (left, top, right, bottom), in any unit.

    Returns:
        `QuadtreeNodes`, or None if no quadtree is built because comparing each box with each is
        less work. This is always so for up to 85 boxes, and if most boxes are crowded in one spot.

    Raises:
        TypeError: an element is not a number.
        ValueError: the array has the wrong shape, a number is not finite or its magnitude is
            greater than 1e12, or a box has left > right or top > bottom.

    >>> import numpy as np
    >>> corners = np.random.default_rng(1).uniform(0, 900, (200, 2))
    >>> nodes = quadtree_nodes(np.hstack([corners, corners + 20]))
    >>> int(nodes.levels.max()), int(nodes.counts.sum())
    (0, 200)
    >>> left, top, right, bottom = nodes.boxes[nodes.node_of[7]]
    >>> bool(left <= corners[7, 0] < right), bool(top <= corners[7, 1] < bottom)
    (True, True)
    >>> quadtree_nodes([[0, 0, 10, 10], [5, 5, 20, 20]]) is None
    True
    """
    array: object = read_boxes(aabbs, "aabbs")
    count: C.Py_ssize_t = len(array)
    method: C.int = row_index.method_within(row_index.workspace_of(STORE), count)
    tree: Quadtree = Quadtree()
    if method == DIRECTLY or count == 0:
        return None
    view: BoxView = box_view(C.cast(C.pointer(Box), memory_of(array)), C.NULL, count)
    options: BuildOptions = quadtree.usual_options()
    options.may_give_up = method == IF_WORTH_IT
    tree.build(C.address(view), C.address(options), C.NULL)
    if tree.gave_up:
        return None
    return nodes_of(tree, count)


@C.cfunc
def nodes_of(tree: Quadtree, count: C.Py_ssize_t) -> object:
    """Return the nodes of a tree in which each of `count` boxes has an entry."""
    places: object = numpy.empty((count, 3))
    place: C.pointer(C.double) = C.cast(C.p_double, memory_of(places))
    largest: C.int = tree.levels[0].exponent
    side: C.double = tree.levels[0].side
    k: C.int
    band: C.Py_ssize_t
    entry: C.Py_ssize_t
    for k in range(tree.level_count):
        largest = max(largest, tree.levels[k].exponent)
        side = max(side, tree.levels[k].side)
    for k in range(tree.level_count):
        level: C.pointer(Level) = C.address(tree.levels[k])
        for band in range(level.first_band, level.first_band + level.band_count):
            across: C.double = tree.bands[band].index * level.side
            for entry in range(tree.bands[band].first, tree.band_end(band)):
                along: C.double = column_of_key(level, tree.key_of(level, entry)) * level.side
                item: C.Py_ssize_t = tree.item_of(entry)
                place[3 * item] = largest - level.exponent
                place[3 * item + 1] = along if level.turned else across
                place[3 * item + 2] = across if level.turned else along
    nodes, node_of, counts = numpy.unique(places, axis=0, return_inverse=True, return_counts=True)
    sides: object = numpy.ldexp(side, -nodes[:, 0].astype(int))
    top: object = nodes[:, 1]
    left: object = nodes[:, 2]
    return QuadtreeNodes(
        boxes=numpy.column_stack((left, top, left + sides, top + sides)),
        levels=nodes[:, 0].astype(numpy.intp),
        counts=counts,
        node_of=node_of.reshape(count),
    )


# Users' boxes -------------------------------------------------------------------------------------


def read_box(aabb: object, name: str, box: C.pointer(Box)) -> C.int:
    """Read (left, top, right, bottom) into `box`. After an error the content of `box` is invalid.

    Raises:
        TypeError: it is not a box, or an edge is not a number.
        ValueError: an edge is out of range, or the box is inside out.
    """
    if type(aabb) is not tuple or len(aabb) != 4:
        aabb = edges_of(aabb, name)
    left, top, right, bottom = C.cast(tuple, aabb)
    box.left = read_edge(left, name, 0)
    box.top = read_edge(top, name, 1)
    box.right = read_edge(right, name, 2)
    box.bottom = read_edge(bottom, name, 3)
    if box.left > box.right or box.top > box.bottom:
        raise ValueError(
            f"{name} must have left <= right and top <= bottom, "
            f"got {(box.left, box.top, box.right, box.bottom)}"
        )
    return 0


def read_bounds(bounds: object, box: C.pointer(Box)) -> C.int:
    """Read the bounds of a space, which must have an area."""
    read_box(bounds, "bounds", box)
    if box.left == box.right or box.top == box.bottom:
        raise ValueError(
            "bounds must have left < right and top < bottom, "
            f"got {(box.left, box.top, box.right, box.bottom)}"
        )
    return 0


@C.cfunc
@C.inline
@C.exceptval(-2.0e12, check=True)
def read_edge(value: object, name: str, index: C.int) -> C.double:
    """Return one of the four numbers if it is within the limit."""
    result: C.double = plain_number(value)
    if result <= BOUND:
        return result
    return number(value, f"{EDGES[index]} of {name}")


def read_boxes(aabbs: object, name: str) -> object:
    """Return boxes as a C-contiguous float64 array of shape (n, 4).

    Raises:
        TypeError: an element is not a number.
        ValueError: the shape is wrong, a number is out of range, or a box is inside out.
    """
    array: object
    try:
        array = numpy.asarray(aabbs)
    except ValueError as error:  # rows of unequal length
        raise ValueError(f"{name} must have the shape (n, 4), got {shown(aabbs)}") from error
    if array.dtype.kind == "O":  # such as Fractions, or integers beyond 64 bits
        try:
            array = numpy.array([number(item, name) for item in array.flat]).reshape(array.shape)
        except TypeError as error:
            raise TypeError(f"{name} must be an array of numbers, got {shown(aabbs)}") from error
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must be an array of numbers, got {shown(aabbs)}")
    if array.size == 0 and array.ndim < 2:
        return numpy.empty((0, 4))
    if array.ndim != 2 or array.shape[1] != 4:
        raise ValueError(f"{name} must have the shape (n, 4), got {array.shape}")
    array = numpy.require(array, numpy.float64, ["C", "W"])  # copies a read-only array
    bad: object = ~(numpy.abs(array) <= LIMIT).all(axis=1)
    if bad.any():
        row = int(bad.argmax())
        raise ValueError(
            f"{name}[{row}] must be finite and within {LIMIT:g}, got {array[row].tolist()}"
        )
    bad = (array[:, 0] > array[:, 2]) | (array[:, 1] > array[:, 3])
    if bad.any():
        row = int(bad.argmax())
        raise ValueError(
            f"{name}[{row}] must be left, top, right, bottom with left <= right and "
            f"top <= bottom, got {array[row].tolist()}"
        )
    return array
