"""Finds all pairs of overlapping boxes in a quadtree.

A node may overlap itself and the eight nodes around it, and the ancestors of all these; each pair
is found once. Within a level, an entry is compared with the run that begins after it in its own row
of nodes, and with one run in the row below. (Sort and sweep: D. Baraff, "Dynamic Simulation of
Non-Penetrating Rigid Bodies", 1992.) Of two levels, either the boxes of the finer one look into the
rows of their ancestors, or those of the coarser one into the rows of their descendants, whichever
is less work. Levels whose bounds are apart are not compared at all.

`half` and `halves` share the work between two threads: 0 or 1 of 2, or 0 of 1 for all of it.
"""

import cython
from cython.cimports.libc.math import fabs
from cython.cimports.libc.stdint import int8_t
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.broad_phase.lanes import compare_block, lowest_bit
from cython.cimports.spritecol._engine.broad_phase.levels import (
    Level,
    key_at,
    shifted,
    turned,
)
from cython.cimports.spritecol._engine.broad_phase.runs import (
    add_circle_run,
    add_run,
    ordered,
    skip,
)
from cython.cimports.spritecol._engine.broad_phase.walks import pairs_with_level
from cython.cimports.spritecol._engine.pairs import SORTED, Pair

BLOCK = cython.declare(cython.Py_ssize_t, 64)
"""Entries that are compared before their pairs are written: their masks stay in the cache."""

IN_REACH = cython.declare(cython.Py_ssize_t, 16)
"""The most pairs of an entry that a mask can tell."""

WINDOWS = cython.declare(cython.Py_ssize_t, 128)
"""Coarse boxes that walk together through the fine rows below them."""

Window = cython.struct(
    # Which part of a fine row a coarse box reaches: the keys of words, without their rows.
    first=cython.ulonglong,
    last=cython.ulonglong,
    entry=cython.Py_ssize_t,
)


def all_pairs(tree: Quadtree, out: PairList) -> cython.void:
    """Add all pairs of items whose boxes overlap, each once, the smaller position first.

    If the tree is of circles, these are pairs of circles that overlap. Where float64 can't decide,
    a pair is added, and the list is in doubt.
    """
    # All at once, so that it is memory that is there already.
    out.reserve(tree.count + BLOCK * IN_REACH)
    half_of_pairs(tree, 0, 1, out)


def half_of_pairs(
    tree: Quadtree, half: cython.int, halves: cython.int, out: PairList
) -> cython.void:
    """Add one half of them, or all, as the module says."""
    coarse: cython.int
    fine: cython.int
    for coarse in range(tree.level_count):
        level_pairs(tree, cython.address(tree.levels[coarse]), half, halves, out)
        for fine in range(coarse + 1, tree.level_count):
            pairs_between(
                tree,
                cython.address(tree.levels[coarse]),
                cython.address(tree.levels[fine]),
                half,
                halves,
                out,
            )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def row_at_share(
    tree: Quadtree,
    level: cython.pointer(cython.const[Level]),
    part: cython.int,
    parts: cython.int,
) -> cython.Py_ssize_t:
    """The row at which this share of a level's entries has been passed."""
    row: cython.Py_ssize_t = level.first_row
    stop: cython.Py_ssize_t = level.first_row + level.row_count
    wanted: cython.Py_ssize_t = level.first + level.count * part // parts
    middle: cython.Py_ssize_t
    while row < stop:
        middle = (row + stop) >> 1
        if tree.rows[middle].first < wanted:
            row = middle + 1
        else:
            stop = middle
    return row


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def level_pairs(
    tree: Quadtree,
    level: cython.pointer(cython.const[Level]),
    half: cython.int,
    halves: cython.int,
    out: PairList,
) -> cython.void:
    """Add the pairs within one level, comparing as many at once as runs are long."""
    first: cython.Py_ssize_t = row_at_share(tree, level, half, halves)
    end: cython.Py_ssize_t = row_at_share(tree, level, half + 1, halves)
    if level.run < 0.5:
        sweep_rows(tree, level, first, end, 2, 2, out)
    elif level.run < 1.6:
        sweep_rows(tree, level, first, end, 4, 4, out)
    elif level.run < 3.2:
        sweep_rows(tree, level, first, end, 4, 8, out)
    else:
        sweep_rows(tree, level, first, end, 8, 8, out)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sweep_rows(
    tree: Quadtree,
    level: cython.pointer(cython.const[Level]),
    first_row: cython.Py_ssize_t,
    end_row: cython.Py_ssize_t,
    own: cython.int,
    under: cython.int,
    out: PairList,
) -> cython.void:
    """Add the pairs of some rows of nodes, each with itself and with the one below it.

    For each entry, `own` entries after it and `under` in the row below are always compared, because
    most runs are that short, and how short is unpredictable. Words are sorted across rows, so one
    comparison of words tells that more are in reach. What lies behind the row below cannot overlap;
    what lies behind the entry's own row is masked, as it is found from above.
    """
    words: cython.pointer(cython.ulonglong) = tree.words
    item_bits: cython.int = tree.item_bits
    mask: cython.ulonglong = tree.item_mask
    down: cython.ulonglong = cython.cast(cython.ulonglong, 1) << level.row_shift
    # Added to a word, this gives a word in the row below before which all entries are out of reach.
    aside: cython.ulonglong = down - (cython.cast(cython.ulonglong, level.reach) << item_bits)
    level_end: cython.Py_ssize_t = level.first + level.count
    keys_per_pixel: cython.double = level.keys_per_pixel
    key_zero: cython.double = level.key_zero
    last_key: cython.double = level.last_key
    highs: cython.p_double = tree.boxes.high
    lows: cython.p_double = tree.boxes.low
    radii: cython.p_double = tree.boxes.bottom
    of_circles: cython.bint = tree.of_circles
    high: cython.double
    lefts: int8_t[64]
    belows: cython.Py_ssize_t[64]
    masks: cython.ulonglong[16]
    row: cython.Py_ssize_t = first_row - 1
    row_stop: cython.Py_ssize_t
    below: cython.Py_ssize_t
    base: cython.ulonglong = 0
    last: cython.ulonglong
    block: cython.Py_ssize_t
    block_end: cython.Py_ssize_t
    i: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    if first_row >= end_row:
        return
    row_stop = below = block = tree.rows[first_row].first
    stop = tree.row_end(end_row - 1)
    while block < stop:
        block_end = min(block + BLOCK, stop)
        if out.capacity - out.count < BLOCK * IN_REACH and not out.reserve(BLOCK * IN_REACH):
            return
        for i in range(block, block_end):
            if i >= row_stop:
                row += 1
                row_stop = below = tree.row_end(row)
                base = tree.word_of_row(level, row) | mask
            high = lows[i] + radii[i] if of_circles else highs[i]
            last = base + (
                cython.cast(
                    cython.ulonglong,
                    cython.cast(cython.longlong, min(high * keys_per_pixel - key_zero, last_key)),
                )
                << item_bits
            )
            below = skip(words, below, level_end, words[i] + aside)
            belows[i - block] = below
            lefts[i - block] = cython.cast(int8_t, min(row_stop - 1 - i, own))
            if words[i + 1 + own] <= last:
                sweep_on(tree, i, i + 1 + own, row_stop, last, out)
            if words[below + under] <= last + down:
                sweep_on(tree, i, below + under, level_end, last + down, out)
        masks[(block_end - block - 1) * (8 if own + under <= 8 else 16) >> 6] = 0
        out.in_doubt |= compare_block(
            cython.address(tree.boxes),
            block,
            cython.cast(cython.int, block_end - block),
            lefts,
            belows,
            masks,
            cython.address(tree.band) if tree.of_circles else cython.NULL,
            own,
            under,
            tree.plain,
        )
        add_block(tree, block, block_end, own, under, belows, masks, out)
        block = block_end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sweep_on(
    tree: Quadtree,
    entry: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    last: cython.ulonglong,
    out: PairList,
) -> cython.void:
    """Add the pairs of an entry with the rest of a long run."""
    box: Box
    if first < end and tree.of_circles:
        add_circle_run(tree, entry, first, end, last, out)
        out.reserve(BLOCK * IN_REACH)
    elif first < end:
        box = tree.box_at(entry)
        add_run(tree, cython.address(box), tree.item_of(entry), SORTED, first, end, last, out)
        out.reserve(BLOCK * IN_REACH)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add_block(
    tree: Quadtree,
    block: cython.Py_ssize_t,
    block_end: cython.Py_ssize_t,
    own: cython.int,
    under: cython.int,
    belows: cython.pointer(cython.Py_ssize_t),
    masks: cython.pointer(cython.ulonglong),
    out: PairList,
) -> cython.void:
    """Write the pairs that masks tell: 8 or 4 entries have their bits in one word."""
    words: cython.pointer(cython.ulonglong) = tree.words
    mask: cython.ulonglong = tree.item_mask
    doublings: cython.int = 3 if own + under <= 8 else 4  # 8 or 16 bits for each entry
    pair: cython.pointer(Pair) = out.items + out.count
    bits: cython.ulonglong
    position: cython.int
    lane: cython.int
    entry: cython.Py_ssize_t
    other: cython.Py_ssize_t
    k: cython.Py_ssize_t = 0
    if out.capacity - out.count < BLOCK * IN_REACH:
        return  # there was no memory: `out.failed` is set
    while block < block_end:
        bits = masks[k]
        while bits:
            position = lowest_bit(bits)
            bits &= bits - 1
            entry = position >> doublings
            lane = position & ((1 << doublings) - 1)
            other = belows[(k << (6 - doublings)) + entry] - own + lane
            entry += block
            if lane < own:
                other = entry + 1 + lane
            pair[0] = ordered(words[entry] & mask, words[other] & mask)
            pair += 1
        block += 64 >> doublings
        k += 1
    out.count = pair - out.items


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pairs_between(
    tree: Quadtree,
    one: cython.pointer(cython.const[Level]),
    other: cython.pointer(cython.const[Level]),
    half: cython.int,
    halves: cython.int,
    out: PairList,
) -> cython.void:
    """Add the pairs of two levels, in the direction that is less work."""
    coarse: cython.pointer(cython.const[Level]) = one
    fine: cython.pointer(cython.const[Level]) = other
    near: cython.Py_ssize_t
    rows: cython.double
    upwards: cython.double
    downwards: cython.double
    if coarse.exponent < fine.exponent:
        coarse = other
        fine = one
    if not overlap(cython.address(coarse.bounds), cython.address(fine.bounds)):
        return
    near = count_near(tree, coarse, cython.address(fine.bounds))
    if near == 0:
        return
    # Rows of the fine level that a coarse box reaches, and rows of the coarse level, 2.2 on the
    # average, that a fine box looks into. Both estimates err a little, which costs a little.
    rows = min(coarse.side / fine.side + 2.0, cython.cast(cython.double, fine.row_count))
    upwards = 2.2 * fine.count
    downwards = (near + 0.3 * coarse.row_count) * rows
    if coarse.turned != fine.turned:
        if 3.0 * fine.count < 1.5 * near * rows:
            ask_each(tree, fine, coarse, half, halves, out)
        else:
            ask_each(tree, coarse, fine, half, halves, out)
    elif upwards < downwards:
        look_up(
            tree,
            coarse,
            fine,
            row_at_share(tree, fine, half, halves),
            row_at_share(tree, fine, half + 1, halves),
            out,
        )
    else:
        look_down(
            tree,
            coarse,
            fine,
            row_at_share(tree, coarse, half, halves),
            row_at_share(tree, coarse, half + 1, halves),
            out,
        )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_near(
    tree: Quadtree,
    level: cython.pointer(cython.const[Level]),
    bounds: cython.pointer(cython.const[Box]),
) -> cython.Py_ssize_t:
    """How many boxes of a level overlap the bounds of another."""
    around: Box = turned(bounds) if level.turned else bounds[0]
    near: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(level.first, level.first + level.count):
        near += (
            (tree.boxes.low[i] < around.right)
            & (tree.boxes.high[i] > around.left)
            & (tree.boxes.top[i] < around.bottom)
            & (tree.boxes.bottom[i] > around.top)
        )
    return near


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ask_each(
    tree: Quadtree,
    asking: cython.pointer(cython.const[Level]),
    asked: cython.pointer(cython.const[Level]),
    half: cython.int,
    halves: cython.int,
    out: PairList,
) -> cython.void:
    """Add the pairs of two levels of which one is turned: each box of one is a query."""
    box: Box
    i: cython.Py_ssize_t
    for i in range(
        asking.first + asking.count * half // halves,
        asking.first + asking.count * (half + 1) // halves,
    ):
        box = tree.box_at(i)
        if asking.turned:
            box = turned(cython.address(box))
        pairs_with_level(tree, asked, cython.address(box), tree.item_of(i), SORTED, out)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def low_of_key(
    tree: Quadtree, level: cython.pointer(cython.const[Level]), entry: cython.Py_ssize_t
) -> cython.double:
    """No less than a key before the low side of an entry's box, and no box of its key or a later
    one begins before that.

    From the key and not from the side: boxes of the same key are not sorted, and what goes along a
    row must never step back.
    """
    return (
        cython.cast(cython.double, tree.key_of(level, entry)) + level.key_zero - 1.0
    ) / level.keys_per_pixel


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def look_up(
    tree: Quadtree,
    coarse: cython.pointer(cython.const[Level]),
    fine: cython.pointer(cython.const[Level]),
    first_row: cython.Py_ssize_t,
    end_row: cython.Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of rows of the finer level with the rows of their ancestors.

    These are the parent row, the one above it, and at its lower border the one below.
    """
    steps: cython.int = min(62, coarse.exponent - fine.exponent)
    highest: cython.Py_ssize_t = coarse.first_row
    stop: cython.Py_ssize_t = coarse.first_row + coarse.row_count
    index: cython.longlong
    row: cython.Py_ssize_t
    other: cython.Py_ssize_t
    for row in range(first_row, end_row):
        index = tree.rows[row].index
        while highest < stop and tree.rows[highest].index < (index >> steps) - 1:
            highest += 1
        other = highest
        while other < stop and tree.rows[other].index <= (index + 1) >> steps:
            rows_meet(tree, fine, row, coarse, other, out)
            other += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def rows_meet(
    tree: Quadtree,
    fine: cython.pointer(cython.const[Level]),
    row: cython.Py_ssize_t,
    coarse: cython.pointer(cython.const[Level]),
    other: cython.Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of a row of the finer level with one of the coarser level.

    While the boxes of the fine row are visited in order, a place in the coarse row advances.
    """
    words: cython.pointer(cython.ulonglong) = tree.words
    item_bits: cython.int = tree.item_bits
    base: cython.ulonglong = tree.word_of_row(coarse, other)
    slack: cython.double = 1e-6 * coarse.side
    reach: cython.double = min(coarse.side, coarse.widest) + slack
    place: cython.Py_ssize_t = tree.rows[other].first
    end: cython.Py_ssize_t = tree.row_end(other)
    leftmost: cython.double = tree.boxes.low[place] - 1.01 / coarse.keys_per_pixel - slack
    last: cython.ulonglong
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    box: Box
    i: cython.Py_ssize_t
    for i in range(tree.rows[row].first, tree.row_end(row)):
        if tree.boxes.high[i] <= leftmost:
            continue
        low = max(0, key_at(coarse, low_of_key(tree, fine, i) - reach))
        high = key_at(coarse, tree.boxes.high[i])
        if high < 0:
            continue
        place = skip(words, place, end, base | cython.cast(cython.ulonglong, low) << item_bits)
        if place >= end:
            return
        last = base | cython.cast(cython.ulonglong, high) << item_bits | tree.item_mask
        if words[place] <= last:
            box = tree.box_at(i)
            add_run(tree, cython.address(box), tree.item_of(i), SORTED, place, end, last, out)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def look_down(
    tree: Quadtree,
    coarse: cython.pointer(cython.const[Level]),
    fine: cython.pointer(cython.const[Level]),
    first_row: cython.Py_ssize_t,
    end_row: cython.Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of rows of the coarser level with the rows of their descendants."""
    steps: cython.int = coarse.exponent - fine.exponent
    highest: cython.Py_ssize_t = fine.first_row
    stop: cython.Py_ssize_t = fine.first_row + fine.row_count
    bounds: Box = turned(cython.address(fine.bounds)) if fine.turned else fine.bounds
    item_bits: cython.int = tree.item_bits
    reach: cython.double = min(fine.side, fine.widest) + 1e-6 * coarse.side
    windows: Window[128]
    count: cython.Py_ssize_t
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    end: cython.Py_ssize_t
    high: cython.Py_ssize_t
    lowest: cython.longlong
    box: Box
    for row in range(first_row, end_row):
        while highest < stop and tree.rows[highest].index < (
            shifted(tree.rows[row].index, steps) - 1
        ):
            highest += 1
        lowest = shifted(tree.rows[row].index + 2, steps)
        if highest >= stop or tree.rows[highest].index > lowest:
            continue
        i = tree.rows[row].first
        end = tree.row_end(row)
        while i < end:
            count = 0
            while i < end and count < WINDOWS:
                box = tree.box_at(i)
                if overlap(cython.address(box), cython.address(bounds)):
                    high = key_at(fine, box.right)
                    if high >= 0:
                        windows[count].entry = i
                        windows[count].first = (
                            cython.cast(
                                cython.ulonglong,
                                max(0, key_at(fine, low_of_key(tree, coarse, i) - reach)),
                            )
                            << item_bits
                        )
                        windows[count].last = (
                            cython.cast(cython.ulonglong, high) << item_bits | tree.item_mask
                        )
                        count += 1
                i += 1
            if count:
                walk_windows(tree, fine, highest, lowest, windows, count, out)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def walk_windows(
    tree: Quadtree,
    fine: cython.pointer(cython.const[Level]),
    row: cython.Py_ssize_t,
    lowest: cython.longlong,
    windows: cython.pointer(Window),
    count: cython.Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of coarse boxes with the rows of a finer level from `row` to `lowest`."""
    words: cython.pointer(cython.ulonglong) = tree.words
    far: cython.double = max(
        fabs(fine.bounds.left),
        fabs(fine.bounds.right),
        fabs(fine.bounds.top),
        fabs(fine.bounds.bottom),
    )
    slack: cython.double = 1e-6 * fine.side + 1e-13 * far
    stop: cython.Py_ssize_t = fine.first_row + fine.row_count
    base: cython.ulonglong
    top: cython.double
    bottom: cython.double
    place: cython.Py_ssize_t
    end: cython.Py_ssize_t
    entry: cython.Py_ssize_t
    box: Box
    k: cython.Py_ssize_t
    while row < stop and tree.rows[row].index <= lowest:
        place = tree.rows[row].first
        end = tree.row_end(row)
        base = tree.word_of_row(fine, row)
        top = tree.rows[row].index * fine.side - slack
        bottom = top + 2.0 * (fine.side + slack)
        for k in range(count):
            entry = windows[k].entry
            if not (tree.boxes.top[entry] < bottom) & (tree.boxes.bottom[entry] > top):
                continue
            place = skip(words, place, end, base | windows[k].first)
            if place >= end:
                break
            if words[place] <= base | windows[k].last:
                box = tree.box_at(entry)
                add_run(
                    tree,
                    cython.address(box),
                    tree.item_of(entry),
                    SORTED,
                    place,
                    end,
                    base | windows[k].last,
                    out,
                )
        row += 1
