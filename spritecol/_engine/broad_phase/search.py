"""Several ways to find all pairs of overlapping boxes; `pipeline.plan` chooses between them.

The direct way compares every box with every other. A quadtree compares a box only with the boxes
near it. Within one sequence, one scan over the tree finds the pairs (`scan`); of two sequences,
the longer one is indexed, and each box of the other is looked up in it (`tree_queries`).
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    bint,
    cast,
    cfunc,
    double,
    exceptval,
    gil,
    inline,
    nogil,
    p_double,
    pointer,
    sizeof,
    uint,
)
from cython.cimports.libc.math import INFINITY
from cython.cimports.spritecol._engine.box import Box, BoxView, bounding_box, box_at, overlap
from cython.cimports.spritecol._engine.broad_phase.lanes import (
    BoxColumns,
    lowest_bit,
    overlaps_of_four,
)
from cython.cimports.spritecol._engine.broad_phase.quadtree import BuildOptions, usual_options
from cython.cimports.spritecol._engine.broad_phase.scan import all_pairs
from cython.cimports.spritecol._engine.broad_phase.tree_queries import (
    open_directory,
    pairs_with_box,
)
from cython.cimports.spritecol._engine.memory import Block, borrow, give_back
from cython.cimports.spritecol._engine.pairs import GIVEN, SWAPPED, pair_of
from cython.cimports.spritecol._engine.tuning import WORTH_DIRECTORY


def find_within(
    method: cython.int,
    view: pointer(cython.const[BoxView]),
    options: pointer(BuildOptions),
    tree: Quadtree,
    pool: pointer(ScratchPool),
    out: PairList,
) -> cython.int:
    """Add the pairs i < j of overlapping boxes of one sequence, in no order.

    The memory of `tree` is reused; `pool` lends the rest. The options are for a tree, which may
    give up if the method is IF_WORTH_IT. Returns 1 if these are the pairs of overlapping circles
    already (see `scan.all_pairs`), else 0.
    """
    if method == DIRECTLY:
        return direct_self_pairs(view, tree.plain, pool, out)
    options.may_give_up = method == IF_WORTH_IT
    tree.build(view, options, pool)
    if tree.gave_up:
        return direct_self_pairs(view, tree.plain, pool, out)
    all_pairs(tree, out)
    return tree.of_circles


def find_between(
    method: cython.int,
    a: pointer(cython.const[BoxView]),
    b: pointer(cython.const[BoxView]),
    tree: Quadtree,
    pool: pointer(ScratchPool),
    out: PairList,
) -> cython.int:
    """Add the pairs (i, j) of overlapping boxes of two sequences, in no order.

    The longer one is indexed, without the boxes that are beyond all of the other: so two sequences
    that are far apart cost almost nothing.
    """
    i: Py_ssize_t
    if method == DIRECTLY:
        return direct_cross_pairs(a, b, tree.plain, pool, out)
    is_swapped: bint = a.count > b.count
    asking: pointer(cython.const[BoxView]) = b if is_swapped else a
    indexed: pointer(cython.const[BoxView]) = a if is_swapped else b
    window: Box = bounding_box(asking)
    reach: Box = bounding_box(indexed)
    options: BuildOptions = usual_options()
    options.may_give_up = method == IF_WORTH_IT
    options.window = address(window)
    tree.build(indexed, address(options), pool)
    if tree.gave_up:
        return direct_cross_pairs(a, b, tree.plain, pool, out)
    if asking.count * WORTH_DIRECTORY > tree.count:
        open_directory(tree)
    for i in range(asking.count):
        box: pointer(cython.const[Box]) = box_at(asking, i)
        if overlap(box, address(reach)):
            pairs_with_box(tree, box, i, SWAPPED if is_swapped else GIVEN, out)
    return 0


@cfunc
@exceptval(-1, check=False)
@nogil
def gather(
    view: pointer(cython.const[BoxView]),
    pool: pointer(ScratchPool),
    block: pointer(Block),
    result: pointer(BoxColumns),
) -> cython.int:
    """Copy the boxes of a view into columns in a block borrowed from the pool.

    Four boxes follow that overlap nothing, since four are compared at once.
    """
    columns: BoxColumns
    length: Py_ssize_t = view.count + 4
    i: Py_ssize_t
    block[0] = borrow(pool, 4 * length * sizeof(double))
    if block.memory is NULL:
        with gil:
            raise MemoryError
    columns.low = cast(p_double, block.memory)
    columns.top = columns.low + length
    columns.high = columns.top + length
    columns.bottom = columns.high + length
    for i in range(view.count):
        box: pointer(cython.const[Box]) = box_at(view, i)
        columns.low[i] = box.left
        columns.top[i] = box.top
        columns.high[i] = box.right
        columns.bottom[i] = box.bottom
    for i in range(view.count, length):
        columns.low[i] = columns.top[i] = INFINITY
        columns.high[i] = columns.bottom[i] = -INFINITY
    result[0] = columns
    return 0


@cfunc
@inline
@nogil
@exceptval(check=False)
def compare_with_all(
    columns: pointer(cython.const[BoxColumns]),
    first: Py_ssize_t,
    end: Py_ssize_t,
    box: pointer(cython.const[Box]),
    item: Py_ssize_t,
    plain: bint,
    out: PairList,
) -> cython.void:
    """Add the pairs of a box with those from `first` to `end`."""
    if not out.reserve(end - first + 4):
        return
    while first < end:
        bits: uint = overlaps_of_four(
            columns, first, box.left, box.top, box.right, box.bottom, plain
        )
        while bits:
            k: cython.int = lowest_bit(bits)
            bits &= bits - 1
            out.items[out.count] = pair_of(item, first + k)
            out.count += 1
        first += 4


@cfunc
@exceptval(-1, check=False)
def direct_self_pairs(
    view: pointer(cython.const[BoxView]), plain: bint, pool: pointer(ScratchPool), out: PairList
) -> cython.int:
    """Compare each box with all boxes after it."""
    block: Block
    columns: BoxColumns
    i: Py_ssize_t
    gather(view, pool, address(block), address(columns))
    for i in range(view.count):
        compare_with_all(address(columns), i + 1, view.count, box_at(view, i), i, plain, out)
    give_back(pool, block)
    return 0


@cfunc
@exceptval(-1, check=False)
def direct_cross_pairs(
    a: pointer(cython.const[BoxView]),
    b: pointer(cython.const[BoxView]),
    plain: bint,
    pool: pointer(ScratchPool),
    out: PairList,
) -> cython.int:
    """Compare each box of one sequence with all boxes of the other."""
    block: Block
    around_b: Box = bounding_box(b)
    columns: BoxColumns
    i: Py_ssize_t
    gather(b, pool, address(block), address(columns))
    for i in range(a.count):
        if overlap(box_at(a, i), address(around_b)):
            compare_with_all(address(columns), 0, b.count, box_at(a, i), i, plain, out)
    give_back(pool, block)
    return 0
