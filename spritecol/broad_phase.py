"""Boxes in, pairs of positions out: which boxes overlap. Nothing here knows of shapes or sprites.

The test is strict (a.left < b.right and so on): boxes that only touch do not overlap. Boxes of
sprites that cannot hit are turned inside out and overlap nothing.

Few boxes are compared directly, each with each; many through an index (`strips`). Where the one
begins to beat the other is measured (docs/broad-phase.md), and the answer is the same.
"""

import cython
from cython.cimports.libc.math import INFINITY
from cython.cimports.spritecol.index_pairs import pair_of
from cython.cimports.spritecol.scratch import Block, give, take
from cython.cimports.spritecol.storage import Box, overlap, surely_overlap
from cython.cimports.spritecol.strip_pairs import GIVEN, SWAPPED, index_pairs, query
from cython.cimports.spritecol.strips import FEW, Strips

DIRECT_SELF = 40
"""Up to this many boxes are compared with each other directly."""

DIRECT_CROSS = 16000
"""Up to this many comparisons two sequences are compared directly."""

INDEX = Strips()
"""The memory of the last index, used again by the next."""

REACH = cython.declare(Box)
"""The box round all boxes of the sequence that was indexed to be asked by another."""


def box_round(boxes, rows, count):
    """The box round many boxes, those of `rows` if that is given; inside out round none."""
    result: Box
    box: cython.pointer(cython.const[Box])
    i: cython.Py_ssize_t
    result.left = result.top = INFINITY
    result.right = result.bottom = -INFINITY
    for i in range(count):
        box = boxes + (i if rows is cython.NULL else rows[i])
        result.left = min(result.left, box.left)
        result.top = min(result.top, box.top)
        result.right = max(result.right, box.right)
        result.bottom = max(result.bottom, box.bottom)
    return result


def direct_self_pairs(boxes, count, out):
    """Pairs i < j within one sequence, ordered by i, then j."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for i in range(count):
        if not out.reserve(count - i):
            return
        for j in range(i + 1, count):
            out.items[out.count] = pair_of(i, j)
            out.count += surely_overlap(boxes + i, boxes + j)


def direct_cross_pairs(a, na, b, nb, out):
    """Pairs of one from `a` and one from `b`, ordered by `a`, then `b`."""
    round_b: Box = box_round(b, cython.NULL, nb)
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for i in range(na):
        if not overlap(a + i, cython.address(round_b)):
            continue
        if not out.reserve(nb):
            return
        for j in range(nb):
            out.items[out.count] = pair_of(i, j)
            out.count += surely_overlap(a + i, b + j)


def force(choice):
    """Set `FORCED`."""
    global FORCED  # noqa: PLW0603 (the switch of pipeline.use_index, for tests)
    FORCED = choice


@cython.cfunc
@cython.exceptval(-1)
@cython.nogil
def gather(
    boxes: cython.pointer(cython.const[Box]),
    rows: cython.pointer(cython.const[cython.int]),
    count: cython.Py_ssize_t,
    block: cython.pointer(Block),
) -> cython.int:
    """The boxes of some rows side by side, in a new block of memory."""
    i: cython.Py_ssize_t
    block[0] = take(count * cython.sizeof(Box))
    if block.memory is cython.NULL:
        with cython.gil:
            raise MemoryError
    for i in range(count):
        cython.cast(cython.pointer(Box), block.memory)[i] = boxes[
            i if rows is cython.NULL else rows[i]
        ]
    return 0


def self_pairs(boxes, rows, count, out):
    """Pairs i < j within one sequence, in no order.

    The boxes are those of `rows`, or lie in the sequence's order when that is NULL.
    """
    block: Block
    if FORCED < 0 or (count <= DIRECT_SELF and not FORCED):
        gather(boxes, rows, count, cython.address(block))
        try:
            direct_self_pairs(cython.cast(cython.pointer(Box), block.memory), count, out)
        finally:
            give(block)
        return 0
    if count <= FEW and not FORCED:
        INDEX.build_few(boxes, rows, count)
    else:
        INDEX.build(boxes, rows, count, cython.NULL, count)
    index_pairs(INDEX, out)
    return 0


def cross_pairs(a, a_rows, na, b, b_rows, nb, out):
    """Pairs of one from `a` and one from `b`, in no order. The longer sequence is indexed."""
    block: Block
    b_block: Block
    if FORCED < 0 or ((na * nb <= DIRECT_CROSS or min(na, nb) < 2) and not FORCED):
        gather(a, a_rows, na, cython.address(block))
        try:
            gather(b, b_rows, nb, cython.address(b_block))
            try:
                direct_cross_pairs(
                    cython.cast(cython.pointer(Box), block.memory),
                    na,
                    cython.cast(cython.pointer(Box), b_block.memory),
                    nb,
                    out,
                )
            finally:
                give(b_block)
        finally:
            give(block)
    else:
        index_longer(a, a_rows, na, b, b_rows, nb)
        ask_index(a, a_rows, na, b, b_rows, nb, 0, min(na, nb), out)
    return 0


def index_longer(a, a_rows, na, b, b_rows, nb):
    """Index the longer of two sequences, to be asked by the other's boxes.

    Boxes that lie outside of the box round the other sequence are left out on both sides: two
    sequences far apart are dismissed at once.
    """
    global REACH  # noqa: PLW0603
    round_a: Box = box_round(a, a_rows, na)
    round_b: Box = box_round(b, b_rows, nb)
    if na <= nb:
        REACH = round_b
        INDEX.build(b, b_rows, nb, cython.address(round_a), nb)
    else:
        REACH = round_a
        INDEX.build(a, a_rows, na, cython.address(round_b), na)
    return 0


def ask_index(a, a_rows, na, b, b_rows, nb, first, end, out):
    """Add the pairs of some boxes of the shorter sequence, from `first` to `end`."""
    box: cython.pointer(cython.const[Box])
    i: cython.Py_ssize_t
    for i in range(first, end):
        if na <= nb:
            box = a + (i if a_rows is cython.NULL else a_rows[i])
        else:
            box = b + (i if b_rows is cython.NULL else b_rows[i])
        if overlap(box, cython.address(REACH)):
            query(INDEX, box, i, GIVEN if na <= nb else SWAPPED, out)
