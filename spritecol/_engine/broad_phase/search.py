"""Several ways to find all pairs of overlapping boxes; `pipeline.row_index` chooses between them.

The direct way compares every box with every other. A quadtree compares a box only with the boxes
near it. Of two sequences, the longer one is indexed, and each box of the other is looked up in it
(`tree_queries`). Within one sequence, one scan over the tree finds the pairs (`all_pairs`).

A node may overlap itself and the eight nodes around it, and the ancestors of all these; each pair
is found once. Within a level, an entry is compared with the run that begins after it in its own
band of nodes, and with one run in the band below. (Sort and sweep: D. Baraff, "Dynamic Simulation
of Non-Penetrating Rigid Bodies", 1992.)

Between two levels, each box of the one that has fewer is looked up in the other. Levels whose
bounds are apart are not compared at all.
"""

import cython as C
from cython.cimports.spritecol._engine import pairs
from cython.cimports.spritecol._engine.box import Box, BoxRef, BoxView
from cython.cimports.spritecol._engine.box_tests import bounding_box, box_at, overlap
from cython.cimports.spritecol._engine.broad_phase import quadtree, tree_queries
from cython.cimports.spritecol._engine.broad_phase.lanes import (
    BoxColumns,
    circles_of_four,
    compare_block,
    lowest_bit,
    overlaps_of_four,
)
from cython.cimports.spritecol._engine.broad_phase.levels import Level, turned
from cython.cimports.spritecol._engine.broad_phase.quadtree import BuildOptions, Quadtree
from cython.cimports.spritecol._engine.memory import MemoryBlock, ScratchPool, borrow, give_back
from cython.cimports.spritecol._engine.pairs import Pair, PairList
from cython.cimports.spritecol._engine.tuning import WORTH_DIRECTORY
from cython.cimports.spritecol._support.libc import INFINITY, int8_t


def find_within(
    method: C.int,
    view: C.pointer(C.const[BoxView]),
    options: C.pointer(BuildOptions),
    tree: Quadtree,
    pool: C.pointer(ScratchPool),
    out: PairList,
) -> C.int:
    """Add the pairs i < j of overlapping boxes of one sequence, in no order.

    The memory of `tree` is reused; `pool` lends the rest. The options are for a tree, which may
    give up if the method is IF_WORTH_IT. Returns 1 if these are the pairs of overlapping circles
    already (see `all_pairs`), else 0.
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
    method: C.int,
    a: C.pointer(C.const[BoxView]),
    b: C.pointer(C.const[BoxView]),
    tree: Quadtree,
    pool: C.pointer(ScratchPool),
    out: PairList,
) -> C.int:
    """Add the pairs (i, j) of overlapping boxes of two sequences, in no order.

    The longer one is indexed, without the boxes that are beyond all of the other: so two sequences
    that are far apart cost almost nothing.
    """
    i: C.Py_ssize_t
    if method == DIRECTLY:
        return direct_cross_pairs(a, b, tree.plain, pool, out)
    is_swapped: C.bint = a.count > b.count
    asking: C.pointer(C.const[BoxView]) = b if is_swapped else a
    indexed: C.pointer(C.const[BoxView]) = a if is_swapped else b
    window: Box = bounding_box(asking)
    reach: Box = bounding_box(indexed)
    options: BuildOptions = quadtree.usual_options()
    options.may_give_up = method == IF_WORTH_IT
    options.window = C.address(window)
    tree.build(indexed, C.address(options), pool)
    if tree.gave_up:
        return direct_cross_pairs(a, b, tree.plain, pool, out)
    if asking.count * WORTH_DIRECTORY > tree.count:
        tree_queries.open_directory(tree)
    for i in range(asking.count):
        box: BoxRef = box_at(asking, i)
        if overlap(box, C.address(reach)):
            tree_queries.pairs_with_box(
                tree, box, i, pairs.SWAPPED if is_swapped else pairs.GIVEN, out
            )
    return 0


@C.cfunc
@C.exceptval(-1, check=False)
@C.nogil
def copy_boxes(
    view: C.pointer(C.const[BoxView]),
    pool: C.pointer(ScratchPool),
    block: C.pointer(MemoryBlock),
    result: C.pointer(BoxColumns),
) -> C.int:
    """Copy the boxes of a view into columns in a block borrowed from the pool.

    Four boxes follow that overlap nothing, since four are compared at once.
    """
    columns: BoxColumns
    length: C.Py_ssize_t = view.count + 4
    i: C.Py_ssize_t
    block[0] = borrow(pool, 4 * length * C.sizeof(C.double))
    if block.memory is C.NULL:
        with C.gil:
            raise MemoryError
    columns.low = C.cast(C.p_double, block.memory)
    columns.top = columns.low + length
    columns.high = columns.top + length
    columns.bottom = columns.high + length
    for i in range(view.count):
        box: BoxRef = box_at(view, i)
        columns.low[i] = box.left
        columns.top[i] = box.top
        columns.high[i] = box.right
        columns.bottom[i] = box.bottom
    for i in range(view.count, length):
        columns.low[i] = columns.top[i] = INFINITY
        columns.high[i] = columns.bottom[i] = -INFINITY
    result[0] = columns
    return 0


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def compare_with_all(
    columns: C.pointer(C.const[BoxColumns]),
    first: C.Py_ssize_t,
    end: C.Py_ssize_t,
    box: BoxRef,
    item: C.Py_ssize_t,
    plain: C.bint,
    out: PairList,
) -> C.void:
    """Add the pairs of a box with those from `first` to `end`."""
    if not out.reserve(end - first + 4):
        return
    while first < end:
        bits: C.uint = overlaps_of_four(
            columns, first, box.left, box.top, box.right, box.bottom, plain
        )
        while bits:
            k: C.int = lowest_bit(bits)
            bits &= bits - 1
            out.items[out.count] = pairs.pair_of(item, first + k)
            out.count += 1
        first += 4


@C.cfunc
@C.exceptval(-1, check=False)
def direct_self_pairs(
    view: C.pointer(C.const[BoxView]), plain: C.bint, pool: C.pointer(ScratchPool), out: PairList
) -> C.int:
    """Compare each box with all boxes after it."""
    block: MemoryBlock
    columns: BoxColumns
    i: C.Py_ssize_t
    copy_boxes(view, pool, C.address(block), C.address(columns))
    for i in range(view.count):
        compare_with_all(C.address(columns), i + 1, view.count, box_at(view, i), i, plain, out)
    give_back(pool, block)
    return 0


@C.cfunc
@C.exceptval(-1, check=False)
def direct_cross_pairs(
    a: C.pointer(C.const[BoxView]),
    b: C.pointer(C.const[BoxView]),
    plain: C.bint,
    pool: C.pointer(ScratchPool),
    out: PairList,
) -> C.int:
    """Compare each box of one sequence with all boxes of the other."""
    block: MemoryBlock
    around_b: Box = bounding_box(b)
    columns: BoxColumns
    i: C.Py_ssize_t
    copy_boxes(b, pool, C.address(block), C.address(columns))
    for i in range(a.count):
        if overlap(box_at(a, i), C.address(around_b)):
            compare_with_all(C.address(columns), 0, b.count, box_at(a, i), i, plain, out)
    give_back(pool, block)
    return 0


BLOCK = C.declare(C.Py_ssize_t, 64)
"""Entries that are compared before their pairs are written: their masks stay in the cache."""

IN_REACH = C.declare(C.Py_ssize_t, 16)
"""The most pairs of an entry that a mask can tell."""

WordReach = C.struct(
    # Which entries of a level may overlap an entry, as found by their words.
    words=C.pointer(C.const[C.ulonglong]),
    along=C.ulonglong,  # added to a word, gives one beyond all in reach in its band
    down=C.ulonglong,  # added to a word, gives the word at its place in the band below
    level_end=C.Py_ssize_t,
    lanes=C.int,
)

Cursor = C.struct(
    # Where a scan is in some bands.
    entry=C.Py_ssize_t,
    stop=C.Py_ssize_t,
    band=C.Py_ssize_t,
    band_stop=C.Py_ssize_t,
    below=C.Py_ssize_t,
)


def all_pairs(tree: Quadtree, out: PairList) -> C.void:
    """Add all pairs of items whose boxes overlap, each once, the smaller position first.

    If the tree is of circles, these are pairs of circles that overlap. Where float64 can't decide,
    a pair is added, and the list is in doubt.
    """
    # All the room at once: a large block can reuse memory that has been touched before.
    out.reserve(tree.count + 2 * BLOCK * IN_REACH)
    coarse: C.int
    fine: C.int
    for coarse in range(tree.level_count):
        level_pairs(tree, C.address(tree.levels[coarse]), out)
        for fine in range(coarse + 1, tree.level_count):
            pairs_between(tree, C.address(tree.levels[coarse]), C.address(tree.levels[fine]), out)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def pairs_between(
    tree: Quadtree,
    one: C.pointer(C.const[Level]),
    other: C.pointer(C.const[Level]),
    out: PairList,
) -> C.void:
    """Add the pairs of two levels: each box of the one that has fewer is a query of the other."""
    asking: C.pointer(C.const[Level]) = one
    asked: C.pointer(C.const[Level]) = other
    i: C.Py_ssize_t
    if not overlap(C.address(one.bounds), C.address(other.bounds)):
        return
    if one.count > other.count:
        asking = other
        asked = one
    for i in range(asking.first, asking.first + asking.count):
        box: Box = tree.box_at(i)
        if asking.turned:
            box = turned(C.address(box))
        tree_queries.pairs_with_level(
            tree, asked, C.address(box), tree.item_of(i), pairs.SORTED, out
        )


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def level_pairs(
    tree: Quadtree,
    level: C.pointer(C.const[Level]),
    out: PairList,
) -> C.void:
    """Add the pairs within one level, comparing as many at once as runs are long."""
    first: C.Py_ssize_t = level.first_band
    middle: C.Py_ssize_t = middle_band(tree, level)
    end: C.Py_ssize_t = level.first_band + level.band_count
    scan_bands(tree, level, first, middle, end, 4 if level.run < 1.6 else 8, out)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def middle_band(tree: Quadtree, level: C.pointer(C.const[Level])) -> C.Py_ssize_t:
    """The band at which half of a level's entries have been passed."""
    band: C.Py_ssize_t = level.first_band
    stop: C.Py_ssize_t = level.first_band + level.band_count
    wanted: C.Py_ssize_t = level.first + level.count // 2
    while band < stop:
        middle: C.Py_ssize_t = (band + stop) >> 1
        if tree.bands[middle].first < wanted:
            band = middle + 1
        else:
            stop = middle
    return band


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def cursor_at(tree: Quadtree, first_band: C.Py_ssize_t, end_band: C.Py_ssize_t) -> Cursor:
    """A cursor before the entries of some bands."""
    cursor: Cursor
    cursor.band = first_band - 1
    cursor.entry = cursor.band_stop = cursor.below = tree.bands[first_band].first
    cursor.stop = tree.bands[end_band].first
    return cursor


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def step(
    tree: Quadtree,
    level: C.pointer(C.const[Level]),
    reach: C.pointer(C.const[WordReach]),
    cursor: C.pointer(Cursor),
    left: C.pointer(int8_t),
    below: C.pointer(C.Py_ssize_t),
    out: PairList,
) -> C.void:
    """Find where the runs of the next entry begin, and add what is beyond `lanes`."""
    words: C.pointer(C.const[C.ulonglong]) = reach.words
    i: C.Py_ssize_t = cursor.entry
    word: C.ulonglong = words[i]
    last: C.ulonglong = word + reach.along
    if i >= cursor.band_stop:
        cursor.band += 1
        cursor.band_stop = cursor.below = tree.band_end(cursor.band)
    cursor.entry = i + 1
    cursor.below = tree_queries.skip(
        words, cursor.below, reach.level_end, word + (reach.down - reach.along)
    )
    below[0] = cursor.below
    left[0] = C.cast(int8_t, min(cursor.band_stop - 1 - i, reach.lanes))
    if (words[i + 1 + reach.lanes] <= last) | (
        words[cursor.below + reach.lanes] <= last + reach.down
    ):
        scan_on(
            tree, level, i, i + 1 + reach.lanes, cursor.band_stop, cursor.below + reach.lanes, out
        )


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def scan_bands(
    tree: Quadtree,
    level: C.pointer(C.const[Level]),
    first_band: C.Py_ssize_t,
    middle_band: C.Py_ssize_t,
    end_band: C.Py_ssize_t,
    lanes: C.int,
    out: PairList,
) -> C.void:
    """Add the pairs of some bands of nodes, each with itself and with the one below it.

    For each entry, `lanes` entries after it and as many in the band below are always compared, for
    most runs are that short, and how short is unpredictable. Words are sorted across bands, so one
    comparison of words shows that more are in reach. Entries behind the band below cannot overlap.
    Entries behind the entry's own band are masked, because they are found from above.

    The start of an entry's run in the band below depends on the start of the previous entry's run,
    and waiting for that would take most of the time. So two cursors take turns, one of them from
    the middle band on.
    """
    reach: WordReach
    lefts: int8_t[128]
    belows: C.Py_ssize_t[128]
    k: C.Py_ssize_t
    if first_band >= end_band:
        return
    reach.words = tree.words
    reach.along = C.cast(C.ulonglong, level.reach) << tree.item_bits
    reach.down = C.cast(C.ulonglong, 1) << level.band_shift
    reach.level_end = level.first + level.count
    reach.lanes = lanes
    one: Cursor = cursor_at(tree, first_band, middle_band)
    other: Cursor = cursor_at(tree, middle_band, end_band)
    while one.entry < one.stop or other.entry < other.stop:
        of_one: C.Py_ssize_t = min(BLOCK, one.stop - one.entry)
        of_other: C.Py_ssize_t = min(BLOCK, other.stop - other.entry)
        if not has_room(out):
            return
        for k in range(max(of_one, of_other)):
            if k < of_one:
                step(tree, level, C.address(reach), C.address(one), lefts + k, belows + k, out)
            if k < of_other:
                step(
                    tree,
                    level,
                    C.address(reach),
                    C.address(other),
                    lefts + BLOCK + k,
                    belows + BLOCK + k,
                    out,
                )
        compare_run(tree, one.entry - of_one, of_one, lefts, belows, lanes, out)
        compare_run(
            tree, other.entry - of_other, of_other, lefts + BLOCK, belows + BLOCK, lanes, out
        )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def has_room(out: PairList) -> C.bint:
    """Whether two blocks of pairs can be written. Return False if memory runs out."""
    room: C.Py_ssize_t = 2 * BLOCK * IN_REACH
    return out.capacity - out.count >= room or out.reserve(room)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_run(
    tree: Quadtree,
    first: C.Py_ssize_t,
    count: C.Py_ssize_t,
    lefts: C.pointer(int8_t),
    belows: C.pointer(C.Py_ssize_t),
    lanes: C.int,
    out: PairList,
) -> C.void:
    """Compare a block of entries with what may be in reach, and write their pairs."""
    masks: C.ulonglong[16]
    if count == 0:
        return
    masks[(count - 1) * 2 * lanes >> 6] = 0
    out.in_doubt |= compare_block(
        C.address(tree.boxes),
        first,
        C.cast(C.int, count),
        lefts,
        belows,
        masks,
        C.address(tree.band) if tree.of_circles else C.NULL,
        lanes,
        tree.plain,
    )
    add_pairs_of_masks(tree, first, first + count, lanes, belows, masks, out)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def scan_on(
    tree: Quadtree,
    level: C.pointer(C.const[Level]),
    entry: C.Py_ssize_t,
    first: C.Py_ssize_t,
    band_stop: C.Py_ssize_t,
    below: C.Py_ssize_t,
    out: PairList,
) -> C.void:
    """Add the pairs of an entry with the rest of its long runs, in its band and the one below."""
    box: Box = tree.box_at(entry)
    high: C.double = box.right
    if tree.of_circles:
        high = box.left + box.bottom
    last: C.ulonglong = (tree.words[entry] >> level.band_shift << level.band_shift) | tree.item_mask
    last += (
        C.cast(
            C.ulonglong,
            C.cast(
                C.longlong,
                min(high * level.keys_per_pixel - level.key_zero, C.cast(C.double, level.last_key)),
            ),
        )
        << tree.item_bits
    )
    add_rest(tree, C.address(box), entry, first, band_stop, last, out)
    last += C.cast(C.ulonglong, 1) << level.band_shift
    add_rest(tree, C.address(box), entry, below, level.first + level.count, last, out)
    has_room(out)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def add_rest(
    tree: Quadtree,
    box: BoxRef,
    entry: C.Py_ssize_t,
    first: C.Py_ssize_t,
    end: C.Py_ssize_t,
    last: C.ulonglong,
    out: PairList,
) -> C.void:
    """Add the pairs of an entry with the rest of one run."""
    if first >= end or tree.words[first] > last:
        return
    if tree.of_circles:
        add_circle_run(tree, entry, first, end, last, out)
    else:
        add_run(tree, box, tree.item_of(entry), pairs.SORTED, first, end, last, out)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def add_run(
    tree: Quadtree,
    box: BoxRef,
    item: C.Py_ssize_t,
    order: C.int,
    first: C.Py_ssize_t,
    end: C.Py_ssize_t,
    last: C.ulonglong,
    out: PairList,
) -> C.void:
    """Add the pairs of a box, as the level sees it, with entries up to `end` or the word `last`.

    Four are compared at once; where none or all of them overlap, which is what long runs are like,
    nothing is mispredicted.
    """
    words: C.pointer(C.ulonglong) = tree.words
    mask: C.ulonglong = tree.item_mask
    while first < end and words[first] <= last:
        if out.capacity - out.count < 4 and not out.reserve(4):
            return
        bits: C.uint = overlaps_of_four(
            C.address(tree.boxes), first, box.left, box.top, box.right, box.bottom, tree.plain
        )
        if end - first < 4:
            bits &= (1 << (end - first)) - 1
        while bits:
            k: C.int = lowest_bit(bits)
            bits &= bits - 1
            out.items[out.count] = pairs.pair_in_order(item, words[first + k] & mask, order)
            out.count += 1
        first += 4


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def add_circle_run(
    tree: Quadtree,
    entry: C.Py_ssize_t,
    first: C.Py_ssize_t,
    end: C.Py_ssize_t,
    last: C.ulonglong,
    out: PairList,
) -> C.void:
    """Add the pairs of an entry of a tree of circles with entries up to `end` or the word `last`.

    The smaller position comes first.
    """
    words: C.pointer(C.ulonglong) = tree.words
    mask: C.ulonglong = tree.item_mask
    item: C.ulonglong = words[entry] & mask
    doubt: C.int = 0
    while first < end and words[first] <= last:
        if out.capacity - out.count < 4 and not out.reserve(4):
            return
        bits: C.uint = circles_of_four(
            C.address(tree.boxes),
            first,
            tree.boxes.low[entry],
            tree.boxes.top[entry],
            tree.boxes.bottom[entry],
            tree.band,
            C.address(doubt),
            tree.plain,
        )
        if end - first < 4:
            bits &= (1 << (end - first)) - 1
        while bits:
            k: C.int = lowest_bit(bits)
            bits &= bits - 1
            out.items[out.count] = pairs.ordered(item, words[first + k] & mask)
            out.count += 1
        first += 4
    out.in_doubt |= doubt != 0


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def add_pairs_of_masks(
    tree: Quadtree,
    block: C.Py_ssize_t,
    block_end: C.Py_ssize_t,
    lanes: C.int,
    belows: C.pointer(C.Py_ssize_t),
    masks: C.pointer(C.ulonglong),
    out: PairList,
) -> C.void:
    """Write the pairs from masks. 8 or 4 entries have their bits in one word."""
    words: C.pointer(C.ulonglong) = tree.words
    mask: C.ulonglong = tree.item_mask
    doublings: C.int = 3 if lanes == 4 else 4  # 8 or 16 bits for each entry
    pair: C.pointer(Pair) = out.items + out.count
    k: C.Py_ssize_t = 0
    if out.capacity - out.count < BLOCK * IN_REACH:
        return  # there was no memory: `out.failed` is set
    while block < block_end:
        bits: C.ulonglong = masks[k]
        while bits:
            position: C.int = lowest_bit(bits)
            bits &= bits - 1
            entry: C.Py_ssize_t = position >> doublings
            lane: C.int = position & ((1 << doublings) - 1)
            other: C.Py_ssize_t = belows[(k << (6 - doublings)) + entry] - lanes + lane
            entry += block
            if lane < lanes:
                other = entry + 1 + lane
            pair[0] = pairs.ordered(words[entry] & mask, words[other] & mask)
            pair += 1
        block += 64 >> doublings
        k += 1
    out.count = pair - out.items
