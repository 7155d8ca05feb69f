"""Several ways to find all pairs of overlapping boxes; `pipeline.plan` chooses between them.

The direct way compares every box with every other. A quadtree compares a box only with the boxes
near it. Within one sequence, one sweep over the tree finds the pairs (`sweep`); of two sequences,
the longer one is indexed, and each box of the other is looked up in it (`walks`).
"""

import cython
from cython.cimports.spritecol._engine.box import (
    Box,
    BoxView,
    bounding_box,
    box_at,
    overlap,
    overlap_branch_free,
)
from cython.cimports.spritecol._engine.broad_phase.directory import open_directory
from cython.cimports.spritecol._engine.broad_phase.sweep import all_pairs
from cython.cimports.spritecol._engine.broad_phase.walks import pairs_with_box
from cython.cimports.spritecol._engine.memory import Block, borrow, give_back
from cython.cimports.spritecol._engine.pairs import GIVEN, SWAPPED, pair_of
from cython.cimports.spritecol._engine.tuning import WORTH_DIRECTORY


def find_within(
    way: cython.int,
    view: cython.pointer(cython.const[BoxView]),
    tree: Quadtree,
    pool: cython.pointer(ScratchPool),
    out: PairList,
) -> cython.int:
    """Add the pairs i < j of overlapping boxes of one sequence, in no order.

    The memory of `tree` is reused; `pool` lends the rest.
    """
    if way == DIRECTLY:
        return direct_self_pairs(view, pool, out)
    tree.build(view, cython.NULL, view.count, pool)
    all_pairs(tree, out)
    return 0


def find_between(
    way: cython.int,
    a: cython.pointer(cython.const[BoxView]),
    b: cython.pointer(cython.const[BoxView]),
    tree: Quadtree,
    pool: cython.pointer(ScratchPool),
    out: PairList,
) -> cython.int:
    """Add the pairs (i, j) of overlapping boxes of two sequences, in no order."""
    reach: Box
    if way == DIRECTLY:
        return direct_cross_pairs(a, b, pool, out)
    index_longer(tree, a, b, pool, cython.address(reach))
    ask_index(tree, cython.address(reach), a, b, 0, min(a.count, b.count), out)
    return 0


@cython.cfunc
@cython.exceptval(-1)
@cython.nogil
def gather(
    view: cython.pointer(cython.const[BoxView]),
    pool: cython.pointer(ScratchPool),
    block: cython.pointer(Block),
) -> cython.int:
    """Copy the boxes of a view into a contiguous block borrowed from the pool."""
    i: cython.Py_ssize_t
    block[0] = borrow(pool, view.count * cython.sizeof(Box))
    if block.memory is cython.NULL:
        with cython.gil:
            raise MemoryError
    for i in range(view.count):
        cython.cast(cython.pointer(Box), block.memory)[i] = box_at(view, i)[0]
    return 0


@cython.cfunc
@cython.exceptval(-1, check=False)
def direct_self_pairs(
    view: cython.pointer(cython.const[BoxView]), pool: cython.pointer(ScratchPool), out: PairList
) -> cython.int:
    """Compare each box with all boxes after it."""
    block: Block
    boxes: cython.pointer(Box)
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    gather(view, pool, cython.address(block))
    boxes = cython.cast(cython.pointer(Box), block.memory)
    for i in range(view.count):
        if not out.reserve(view.count - i):
            break
        for j in range(i + 1, view.count):
            out.items[out.count] = pair_of(i, j)
            out.count += overlap_branch_free(boxes + i, boxes + j)
    give_back(pool, block)
    return 0


@cython.cfunc
@cython.exceptval(-1, check=False)
def direct_cross_pairs(
    a: cython.pointer(cython.const[BoxView]),
    b: cython.pointer(cython.const[BoxView]),
    pool: cython.pointer(ScratchPool),
    out: PairList,
) -> cython.int:
    """Compare each box of one sequence with all boxes of the other."""
    block_a: Block
    block_b: Block
    boxes_a: cython.pointer(Box)
    boxes_b: cython.pointer(Box)
    around_b: Box = bounding_box(b)
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    gather(a, pool, cython.address(block_a))
    try:
        gather(b, pool, cython.address(block_b))
    except MemoryError:
        give_back(pool, block_a)
        raise
    boxes_a = cython.cast(cython.pointer(Box), block_a.memory)
    boxes_b = cython.cast(cython.pointer(Box), block_b.memory)
    for i in range(a.count):
        if not overlap(boxes_a + i, cython.address(around_b)):
            continue
        if not out.reserve(b.count):
            break
        for j in range(b.count):
            out.items[out.count] = pair_of(i, j)
            out.count += overlap_branch_free(boxes_a + i, boxes_b + j)
    give_back(pool, block_b)
    give_back(pool, block_a)
    return 0


def index_longer(
    tree: Quadtree,
    a: cython.pointer(cython.const[BoxView]),
    b: cython.pointer(cython.const[BoxView]),
    pool: cython.pointer(ScratchPool),
    reach: cython.pointer(Box),
) -> cython.int:
    """Index the longer of two sequences, and write its bounding box to `reach`.

    Boxes outside the bounding box of the other sequence are left out of the index, so two sequences
    that are far apart cost almost nothing.
    """
    around_a: Box = bounding_box(a)
    around_b: Box = bounding_box(b)
    if a.count <= b.count:
        reach[0] = around_b
        tree.build(b, cython.address(around_a), b.count, pool)
    else:
        reach[0] = around_a
        tree.build(a, cython.address(around_b), a.count, pool)
    if min(a.count, b.count) * WORTH_DIRECTORY > tree.count:
        open_directory(tree)
    return 0


def ask_index(
    tree: Quadtree,
    reach: cython.pointer(cython.const[Box]),
    a: cython.pointer(cython.const[BoxView]),
    b: cython.pointer(cython.const[BoxView]),
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of the boxes from `first` to `end` of the shorter sequence.

    `tree` and `reach` are those that `index_longer` made from the same two sequences.
    """
    box: cython.pointer(cython.const[Box])
    i: cython.Py_ssize_t
    for i in range(first, end):
        box = box_at(a if a.count <= b.count else b, i)
        if overlap(box, reach):
            pairs_with_box(tree, box, i, GIVEN if a.count <= b.count else SWAPPED, out)
