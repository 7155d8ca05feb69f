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

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    bint,
    cast,
    cfunc,
    declare,
    double,
    exceptval,
    gil,
    inline,
    longlong,
    nogil,
    p_double,
    pointer,
    sizeof,
    struct,
    uint,
    ulonglong,
)
from cython.cimports.spritecol._engine import pairs
from cython.cimports.spritecol._engine.box import Box, BoxRef, BoxView
from cython.cimports.spritecol._engine.box_tests import bounding_box, box_at, overlap
from cython.cimports.spritecol._engine.broad_phase.grid import turned
from cython.cimports.spritecol._engine.broad_phase.lanes import (
    BoxColumns,
    circles_of_four,
    compare_block,
    lowest_bit,
    overlaps_of_four,
)
from cython.cimports.spritecol._engine.broad_phase.levels import Level
from cython.cimports.spritecol._engine.broad_phase.quadtree import BuildOptions, usual_options
from cython.cimports.spritecol._engine.broad_phase.tree_queries import (
    open_directory,
    pairs_with_box,
    pairs_with_level,
    skip,
)
from cython.cimports.spritecol._engine.memory import Block, borrow, give_back
from cython.cimports.spritecol._engine.pairs import Pair
from cython.cimports.spritecol._engine.tuning import WORTH_DIRECTORY
from cython.cimports.spritecol._support.libc import INFINITY, int8_t


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
        box: BoxRef = box_at(asking, i)
        if overlap(box, address(reach)):
            pairs_with_box(tree, box, i, pairs.SWAPPED if is_swapped else pairs.GIVEN, out)
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


@cfunc
@inline
@nogil
@exceptval(check=False)
def compare_with_all(
    columns: pointer(cython.const[BoxColumns]),
    first: Py_ssize_t,
    end: Py_ssize_t,
    box: BoxRef,
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
            out.items[out.count] = pairs.pair_of(item, first + k)
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


BLOCK = declare(Py_ssize_t, 64)
"""Entries that are compared before their pairs are written: their masks stay in the cache."""

IN_REACH = declare(Py_ssize_t, 16)
"""The most pairs of an entry that a mask can tell."""

Reach = struct(
    # Which entries of a level may overlap one: how words tell them.
    words=pointer(cython.const[ulonglong]),
    along=ulonglong,  # added to a word, gives one beyond all in reach in its band
    down=ulonglong,  # added to a word, gives the word at its place in the band below
    level_end=Py_ssize_t,
    lanes=cython.int,
)

Cursor = struct(
    # Where a scan is in some bands.
    entry=Py_ssize_t,
    stop=Py_ssize_t,
    band=Py_ssize_t,
    band_stop=Py_ssize_t,
    below=Py_ssize_t,
)


def all_pairs(tree: Quadtree, out: PairList) -> cython.void:
    """Add all pairs of items whose boxes overlap, each once, the smaller position first.

    If the tree is of circles, these are pairs of circles that overlap. Where float64 can't decide,
    a pair is added, and the list is in doubt.
    """
    # All the room at once: a large block can reuse memory that has been touched before.
    out.reserve(tree.count + 2 * BLOCK * IN_REACH)
    coarse: cython.int
    fine: cython.int
    for coarse in range(tree.level_count):
        level_pairs(tree, address(tree.levels[coarse]), out)
        for fine in range(coarse + 1, tree.level_count):
            pairs_between(tree, address(tree.levels[coarse]), address(tree.levels[fine]), out)


@cfunc
@nogil
@exceptval(check=False)
def pairs_between(
    tree: Quadtree,
    one: pointer(cython.const[Level]),
    other: pointer(cython.const[Level]),
    out: PairList,
) -> cython.void:
    """Add the pairs of two levels: each box of the one that has fewer is a query of the other."""
    asking: pointer(cython.const[Level]) = one
    asked: pointer(cython.const[Level]) = other
    i: Py_ssize_t
    if not overlap(address(one.bounds), address(other.bounds)):
        return
    if one.count > other.count:
        asking = other
        asked = one
    for i in range(asking.first, asking.first + asking.count):
        box: Box = tree.box_at(i)
        if asking.turned:
            box = turned(address(box))
        pairs_with_level(tree, asked, address(box), tree.item_of(i), pairs.SORTED, out)


@cfunc
@nogil
@exceptval(check=False)
def level_pairs(
    tree: Quadtree,
    level: pointer(cython.const[Level]),
    out: PairList,
) -> cython.void:
    """Add the pairs within one level, comparing as many at once as runs are long."""
    first: Py_ssize_t = level.first_band
    middle: Py_ssize_t = middle_band(tree, level)
    end: Py_ssize_t = level.first_band + level.band_count
    scan_bands(tree, level, first, middle, end, 4 if level.run < 1.6 else 8, out)


@cfunc
@nogil
@exceptval(check=False)
def middle_band(tree: Quadtree, level: pointer(cython.const[Level])) -> Py_ssize_t:
    """The band at which half of a level's entries have been passed."""
    band: Py_ssize_t = level.first_band
    stop: Py_ssize_t = level.first_band + level.band_count
    wanted: Py_ssize_t = level.first + level.count // 2
    while band < stop:
        middle: Py_ssize_t = (band + stop) >> 1
        if tree.bands[middle].first < wanted:
            band = middle + 1
        else:
            stop = middle
    return band


@cfunc
@nogil
@exceptval(check=False)
def cursor_at(tree: Quadtree, first_band: Py_ssize_t, end_band: Py_ssize_t) -> Cursor:
    """A cursor before the entries of some bands."""
    cursor: Cursor
    cursor.band = first_band - 1
    cursor.entry = cursor.band_stop = cursor.below = tree.bands[first_band].first
    cursor.stop = tree.bands[end_band].first
    return cursor


@cfunc
@inline
@nogil
@exceptval(check=False)
def step(
    tree: Quadtree,
    level: pointer(cython.const[Level]),
    reach: pointer(cython.const[Reach]),
    cursor: pointer(Cursor),
    left: pointer(int8_t),
    below: pointer(Py_ssize_t),
    out: PairList,
) -> cython.void:
    """Find where the runs of the next entry begin, and add what is beyond `lanes`."""
    words: pointer(cython.const[ulonglong]) = reach.words
    i: Py_ssize_t = cursor.entry
    word: ulonglong = words[i]
    last: ulonglong = word + reach.along
    if i >= cursor.band_stop:
        cursor.band += 1
        cursor.band_stop = cursor.below = tree.band_end(cursor.band)
    cursor.entry = i + 1
    cursor.below = skip(words, cursor.below, reach.level_end, word + (reach.down - reach.along))
    below[0] = cursor.below
    left[0] = cast(int8_t, min(cursor.band_stop - 1 - i, reach.lanes))
    if (words[i + 1 + reach.lanes] <= last) | (
        words[cursor.below + reach.lanes] <= last + reach.down
    ):
        scan_on(
            tree, level, i, i + 1 + reach.lanes, cursor.band_stop, cursor.below + reach.lanes, out
        )


@cfunc
@nogil
@exceptval(check=False)
def scan_bands(
    tree: Quadtree,
    level: pointer(cython.const[Level]),
    first_band: Py_ssize_t,
    middle_band: Py_ssize_t,
    end_band: Py_ssize_t,
    lanes: cython.int,
    out: PairList,
) -> cython.void:
    """Add the pairs of some bands of nodes, each with itself and with the one below it.

    For each entry, `lanes` entries after it and as many in the band below are always compared, for
    most runs are that short, and how short is unpredictable. Words are sorted across bands, so one
    comparison of words tells that more are in reach. What lies behind the band below cannot
    overlap; what lies behind the entry's own band is masked, as it is found from above.

    Where the run of an entry begins in the band below depends on where that of the entry before it
    does, and waiting for that would take most of the time. So two cursors take turns, one of them
    from the middle band on.
    """
    reach: Reach
    lefts: int8_t[128]
    belows: Py_ssize_t[128]
    k: Py_ssize_t
    if first_band >= end_band:
        return
    reach.words = tree.words
    reach.along = cast(ulonglong, level.reach) << tree.item_bits
    reach.down = cast(ulonglong, 1) << level.band_shift
    reach.level_end = level.first + level.count
    reach.lanes = lanes
    one: Cursor = cursor_at(tree, first_band, middle_band)
    other: Cursor = cursor_at(tree, middle_band, end_band)
    while one.entry < one.stop or other.entry < other.stop:
        of_one: Py_ssize_t = min(BLOCK, one.stop - one.entry)
        of_other: Py_ssize_t = min(BLOCK, other.stop - other.entry)
        if not has_room(out):
            return
        for k in range(max(of_one, of_other)):
            if k < of_one:
                step(tree, level, address(reach), address(one), lefts + k, belows + k, out)
            if k < of_other:
                step(
                    tree,
                    level,
                    address(reach),
                    address(other),
                    lefts + BLOCK + k,
                    belows + BLOCK + k,
                    out,
                )
        compare(tree, one.entry - of_one, of_one, lefts, belows, lanes, out)
        compare(tree, other.entry - of_other, of_other, lefts + BLOCK, belows + BLOCK, lanes, out)


@cfunc
@inline
@nogil
@exceptval(check=False)
def has_room(out: PairList) -> bint:
    """Whether two blocks of pairs can be written; False if there is no memory."""
    room: Py_ssize_t = 2 * BLOCK * IN_REACH
    return out.capacity - out.count >= room or out.reserve(room)


@cfunc
@nogil
@exceptval(check=False)
def compare(
    tree: Quadtree,
    first: Py_ssize_t,
    count: Py_ssize_t,
    lefts: pointer(int8_t),
    belows: pointer(Py_ssize_t),
    lanes: cython.int,
    out: PairList,
) -> cython.void:
    """Compare a block of entries with what may be in reach, and write their pairs."""
    masks: ulonglong[16]
    if count == 0:
        return
    masks[(count - 1) * 2 * lanes >> 6] = 0
    out.in_doubt |= compare_block(
        address(tree.boxes),
        first,
        cast(cython.int, count),
        lefts,
        belows,
        masks,
        address(tree.band) if tree.of_circles else NULL,
        lanes,
        tree.plain,
    )
    add_block(tree, first, first + count, lanes, belows, masks, out)


@cfunc
@nogil
@exceptval(check=False)
def scan_on(
    tree: Quadtree,
    level: pointer(cython.const[Level]),
    entry: Py_ssize_t,
    first: Py_ssize_t,
    band_stop: Py_ssize_t,
    below: Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of an entry with the rest of its long runs, in its band and the one below."""
    box: Box = tree.box_at(entry)
    high: double = box.right
    if tree.of_circles:
        high = box.left + box.bottom
    last: ulonglong = (tree.words[entry] >> level.band_shift << level.band_shift) | tree.item_mask
    last += (
        cast(
            ulonglong,
            cast(
                longlong,
                min(high * level.keys_per_pixel - level.key_zero, cast(double, level.last_key)),
            ),
        )
        << tree.item_bits
    )
    add_rest(tree, address(box), entry, first, band_stop, last, out)
    last += cast(ulonglong, 1) << level.band_shift
    add_rest(tree, address(box), entry, below, level.first + level.count, last, out)
    has_room(out)


@cfunc
@inline
@nogil
@exceptval(check=False)
def add_rest(
    tree: Quadtree,
    box: BoxRef,
    entry: Py_ssize_t,
    first: Py_ssize_t,
    end: Py_ssize_t,
    last: ulonglong,
    out: PairList,
) -> cython.void:
    """Add the pairs of an entry with the rest of one run."""
    if first >= end or tree.words[first] > last:
        return
    if tree.of_circles:
        add_circle_run(tree, entry, first, end, last, out)
    else:
        add_run(tree, box, tree.item_of(entry), pairs.SORTED, first, end, last, out)


@cfunc
@nogil
@exceptval(check=False)
def add_run(
    tree: Quadtree,
    box: BoxRef,
    item: Py_ssize_t,
    order: cython.int,
    first: Py_ssize_t,
    end: Py_ssize_t,
    last: ulonglong,
    out: PairList,
) -> cython.void:
    """Add the pairs of a box, as the level sees it, with entries up to `end` or the word `last`.

    Four are compared at once; where none or all of them overlap, which is what long runs are like,
    nothing is mispredicted.
    """
    words: pointer(ulonglong) = tree.words
    mask: ulonglong = tree.item_mask
    while first < end and words[first] <= last:
        if out.capacity - out.count < 4 and not out.reserve(4):
            return
        bits: uint = overlaps_of_four(
            address(tree.boxes), first, box.left, box.top, box.right, box.bottom, tree.plain
        )
        if end - first < 4:
            bits &= (1 << (end - first)) - 1
        while bits:
            k: cython.int = lowest_bit(bits)
            bits &= bits - 1
            out.items[out.count] = pairs.pair_in_order(item, words[first + k] & mask, order)
            out.count += 1
        first += 4


@cfunc
@nogil
@exceptval(check=False)
def add_circle_run(
    tree: Quadtree,
    entry: Py_ssize_t,
    first: Py_ssize_t,
    end: Py_ssize_t,
    last: ulonglong,
    out: PairList,
) -> cython.void:
    """Add the pairs of an entry of a tree of circles with entries up to `end` or the word `last`.

    The smaller position comes first.
    """
    words: pointer(ulonglong) = tree.words
    mask: ulonglong = tree.item_mask
    item: ulonglong = words[entry] & mask
    doubt: cython.int = 0
    while first < end and words[first] <= last:
        if out.capacity - out.count < 4 and not out.reserve(4):
            return
        bits: uint = circles_of_four(
            address(tree.boxes),
            first,
            tree.boxes.low[entry],
            tree.boxes.top[entry],
            tree.boxes.bottom[entry],
            tree.band,
            address(doubt),
            tree.plain,
        )
        if end - first < 4:
            bits &= (1 << (end - first)) - 1
        while bits:
            k: cython.int = lowest_bit(bits)
            bits &= bits - 1
            out.items[out.count] = pairs.ordered(item, words[first + k] & mask)
            out.count += 1
        first += 4
    out.in_doubt |= doubt != 0


@cfunc
@inline
@nogil
@exceptval(check=False)
def add_block(
    tree: Quadtree,
    block: Py_ssize_t,
    block_end: Py_ssize_t,
    lanes: cython.int,
    belows: pointer(Py_ssize_t),
    masks: pointer(ulonglong),
    out: PairList,
) -> cython.void:
    """Write the pairs that masks tell: 8 or 4 entries have their bits in one word."""
    words: pointer(ulonglong) = tree.words
    mask: ulonglong = tree.item_mask
    doublings: cython.int = 3 if lanes == 4 else 4  # 8 or 16 bits for each entry
    pair: pointer(Pair) = out.items + out.count
    k: Py_ssize_t = 0
    if out.capacity - out.count < BLOCK * IN_REACH:
        return  # there was no memory: `out.failed` is set
    while block < block_end:
        bits: ulonglong = masks[k]
        while bits:
            position: cython.int = lowest_bit(bits)
            bits &= bits - 1
            entry: Py_ssize_t = position >> doublings
            lane: cython.int = position & ((1 << doublings) - 1)
            other: Py_ssize_t = belows[(k << (6 - doublings)) + entry] - lanes + lane
            entry += block
            if lane < lanes:
                other = entry + 1 + lane
            pair[0] = pairs.ordered(words[entry] & mask, words[other] & mask)
            pair += 1
        block += 64 >> doublings
        k += 1
    out.count = pair - out.items
