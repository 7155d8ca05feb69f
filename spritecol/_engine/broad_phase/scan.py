"""Finds all pairs of overlapping boxes in a quadtree.

A node may overlap itself and the eight nodes around it, and the ancestors of all these; each pair
is found once. Within a level, an entry is compared with the run that begins after it in its own
band of nodes, and with one run in the band below. (Sort and sweep: D. Baraff, "Dynamic Simulation
of Non-Penetrating Rigid Bodies", 1992.)

Between two levels, either the boxes of the finer one look into the bands of their ancestors, or
those of the coarser one into the bands of their descendants, whichever is less work. Levels whose
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
    inline,
    longlong,
    nogil,
    pointer,
    struct,
    ulonglong,
)
from cython.cimports.libc.math import fabs
from cython.cimports.libc.stdint import int8_t
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.broad_phase.box_blocks import compare_block, has_wide_lanes
from cython.cimports.spritecol._engine.broad_phase.lanes import lowest_bit
from cython.cimports.spritecol._engine.broad_phase.levels import Level, key_at, shifted, turned
from cython.cimports.spritecol._engine.broad_phase.runs import (
    add_circle_run,
    add_run,
    middle_band,
    ordered,
    skip,
)
from cython.cimports.spritecol._engine.broad_phase.tree_queries import pairs_with_level
from cython.cimports.spritecol._engine.pairs import SORTED, Pair
from cython.cimports.spritecol._engine.tuning import COARSE_AT_ONCE

Window = struct(
    # Which part of a fine band a coarse box reaches: the keys of words, without their bands.
    first=ulonglong,
    last=ulonglong,
    entry=Py_ssize_t,
)


def pairs_between(
    tree: Quadtree,
    one: pointer(cython.const[Level]),
    other: pointer(cython.const[Level]),
    out: PairList,
) -> cython.void:
    """Add the pairs of two levels, in the direction that is less work."""
    coarse: pointer(cython.const[Level]) = one
    fine: pointer(cython.const[Level]) = other
    if coarse.exponent < fine.exponent:
        coarse = other
        fine = one
    if not overlap(address(coarse.bounds), address(fine.bounds)):
        return
    near: Py_ssize_t = count_near(tree, coarse, address(fine.bounds))
    if near == 0:
        return
    # Bands of the fine level that a coarse box reaches, and bands of the coarse level, 2.2 on the
    # average, that a fine box looks into. Both estimates err a little, which costs a little.
    bands: double = min(coarse.side / fine.side + 2.0, cast(double, fine.band_count))
    upwards: double = 2.2 * fine.count
    downwards: double = (near + 0.3 * coarse.band_count) * bands
    if coarse.turned != fine.turned:
        if 3.0 * fine.count < 1.5 * near * bands:
            ask_each(tree, fine, coarse, out)
        else:
            ask_each(tree, coarse, fine, out)
    elif upwards < downwards:
        look_up(tree, coarse, fine, fine.first_band, fine.first_band + fine.band_count, out)
    else:
        look_down(tree, coarse, fine, coarse.first_band, coarse.first_band + coarse.band_count, out)


@cfunc
@nogil
@exceptval(check=False)
def count_near(
    tree: Quadtree, level: pointer(cython.const[Level]), bounds: pointer(cython.const[Box])
) -> Py_ssize_t:
    """How many boxes of a level overlap the bounds of another."""
    around: Box = turned(bounds) if level.turned else bounds[0]
    near: Py_ssize_t = 0
    i: Py_ssize_t
    for i in range(level.first, level.first + level.count):
        near += (
            (tree.boxes.low[i] < around.right)
            & (tree.boxes.high[i] > around.left)
            & (tree.boxes.top[i] < around.bottom)
            & (tree.boxes.bottom[i] > around.top)
        )
    return near


@cfunc
@nogil
@exceptval(check=False)
def ask_each(
    tree: Quadtree,
    asking: pointer(cython.const[Level]),
    asked: pointer(cython.const[Level]),
    out: PairList,
) -> cython.void:
    """Add the pairs of two levels of which one is turned: each box of one is a query."""
    i: Py_ssize_t
    for i in range(asking.first, asking.first + asking.count):
        box: Box = tree.box_at(i)
        if asking.turned:
            box = turned(address(box))
        pairs_with_level(tree, asked, address(box), tree.item_of(i), SORTED, out)


@cfunc
@inline
@nogil
@exceptval(check=False)
def low_of_key(tree: Quadtree, level: pointer(cython.const[Level]), entry: Py_ssize_t) -> double:
    """Where the key before that of an entry begins: no box of its key or a later one is before it.

    It is computed from the key and not from the side of the box, because boxes of one key are not
    sorted, and a cursor along a band must never step back.
    """
    return (cast(double, tree.key_of(level, entry)) + level.key_zero - 1.0) / level.keys_per_pixel


@cfunc
@nogil
@exceptval(check=False)
def look_up(
    tree: Quadtree,
    coarse: pointer(cython.const[Level]),
    fine: pointer(cython.const[Level]),
    first_band: Py_ssize_t,
    end_band: Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of bands of the finer level with the bands of their ancestors.

    These are the parent band, the one above it, and at its lower border the one below.
    """
    steps: cython.int = min(62, coarse.exponent - fine.exponent)
    highest: Py_ssize_t = coarse.first_band
    stop: Py_ssize_t = coarse.first_band + coarse.band_count
    band: Py_ssize_t
    for band in range(first_band, end_band):
        index: longlong = tree.bands[band].index
        while highest < stop and tree.bands[highest].index < (index >> steps) - 1:
            highest += 1
        other: Py_ssize_t = highest
        while other < stop and tree.bands[other].index <= (index + 1) >> steps:
            bands_meet(tree, fine, band, coarse, other, out)
            other += 1


@cfunc
@nogil
@exceptval(check=False)
def bands_meet(
    tree: Quadtree,
    fine: pointer(cython.const[Level]),
    band: Py_ssize_t,
    coarse: pointer(cython.const[Level]),
    other: Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of a band of the finer level with one of the coarser level.

    While the boxes of the fine band are visited in order, a place in the coarse band advances.
    """
    words: pointer(ulonglong) = tree.words
    item_bits: cython.int = tree.item_bits
    base: ulonglong = tree.word_of_band(coarse, other)
    slack: double = 1e-6 * coarse.side
    reach: double = min(coarse.side, coarse.widest) + slack
    place: Py_ssize_t = tree.bands[other].first
    end: Py_ssize_t = tree.band_end(other)
    leftmost: double = tree.boxes.low[place] - 1.01 / coarse.keys_per_pixel - slack
    i: Py_ssize_t
    for i in range(tree.bands[band].first, tree.band_end(band)):
        if tree.boxes.high[i] <= leftmost:
            continue
        low: longlong = max(0, key_at(coarse, low_of_key(tree, fine, i) - reach))
        high: longlong = key_at(coarse, tree.boxes.high[i])
        if high < 0:
            continue
        place = skip(words, place, end, base | cast(ulonglong, low) << item_bits)
        if place >= end:
            return
        last: ulonglong = base | cast(ulonglong, high) << item_bits | tree.item_mask
        if words[place] <= last:
            box: Box = tree.box_at(i)
            add_run(tree, address(box), tree.item_of(i), SORTED, place, end, last, out)


@cfunc
@nogil
@exceptval(check=False)
def look_down(
    tree: Quadtree,
    coarse: pointer(cython.const[Level]),
    fine: pointer(cython.const[Level]),
    first_band: Py_ssize_t,
    end_band: Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of bands of the coarser level with the bands of their descendants."""
    steps: cython.int = coarse.exponent - fine.exponent
    highest: Py_ssize_t = fine.first_band
    stop: Py_ssize_t = fine.first_band + fine.band_count
    bounds: Box = turned(address(fine.bounds)) if fine.turned else fine.bounds
    item_bits: cython.int = tree.item_bits
    reach: double = min(fine.side, fine.widest) + 1e-6 * coarse.side
    windows: Window[128]
    band: Py_ssize_t
    for band in range(first_band, end_band):
        while highest < stop and tree.bands[highest].index < (
            shifted(tree.bands[band].index, steps) - 1
        ):
            highest += 1
        lowest: longlong = shifted(tree.bands[band].index + 2, steps)
        if highest >= stop or tree.bands[highest].index > lowest:
            continue
        i: Py_ssize_t = tree.bands[band].first
        end: Py_ssize_t = tree.band_end(band)
        while i < end:
            count: Py_ssize_t = 0
            while i < end and count < COARSE_AT_ONCE:
                box: Box = tree.box_at(i)
                if overlap(address(box), address(bounds)):
                    high: longlong = key_at(fine, box.right)
                    if high >= 0:
                        windows[count].entry = i
                        windows[count].first = (
                            cast(
                                ulonglong, max(0, key_at(fine, low_of_key(tree, coarse, i) - reach))
                            )
                            << item_bits
                        )
                        windows[count].last = cast(ulonglong, high) << item_bits | tree.item_mask
                        count += 1
                i += 1
            if count:
                walk_windows(tree, fine, highest, lowest, windows, count, out)


@cfunc
@nogil
@exceptval(check=False)
def walk_windows(
    tree: Quadtree,
    fine: pointer(cython.const[Level]),
    band: Py_ssize_t,
    lowest: longlong,
    windows: pointer(Window),
    count: Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of coarse boxes with the bands of a finer level from `band` to `lowest`."""
    words: pointer(ulonglong) = tree.words
    far: double = max(
        fabs(fine.bounds.left),
        fabs(fine.bounds.right),
        fabs(fine.bounds.top),
        fabs(fine.bounds.bottom),
    )
    slack: double = 1e-6 * fine.side + 1e-13 * far
    stop: Py_ssize_t = fine.first_band + fine.band_count
    k: Py_ssize_t
    while band < stop and tree.bands[band].index <= lowest:
        place: Py_ssize_t = tree.bands[band].first
        end: Py_ssize_t = tree.band_end(band)
        base: ulonglong = tree.word_of_band(fine, band)
        top: double = tree.bands[band].index * fine.side - slack
        bottom: double = top + 2.0 * (fine.side + slack)
        for k in range(count):
            entry: Py_ssize_t = windows[k].entry
            if not (tree.boxes.top[entry] < bottom) & (tree.boxes.bottom[entry] > top):
                continue
            place = skip(words, place, end, base | windows[k].first)
            if place >= end:
                break
            if words[place] <= base | windows[k].last:
                box: Box = tree.box_at(entry)
                add_run(
                    tree,
                    address(box),
                    tree.item_of(entry),
                    SORTED,
                    place,
                    end,
                    base | windows[k].last,
                    out,
                )
        band += 1


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
    own=cython.int,
    under=cython.int,
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
def level_pairs(
    tree: Quadtree,
    level: pointer(cython.const[Level]),
    out: PairList,
) -> cython.void:
    """Add the pairs within one level, comparing as many at once as runs are long."""
    first: Py_ssize_t = level.first_band
    middle: Py_ssize_t = middle_band(tree, level)
    end: Py_ssize_t = level.first_band + level.band_count
    if level.run < 0.5 and not has_wide_lanes():
        scan_bands(tree, level, first, middle, end, 2, 2, out)
    elif level.run < 1.6:
        scan_bands(tree, level, first, middle, end, 4, 4, out)
    elif level.run < 3.2:
        scan_bands(tree, level, first, middle, end, 4, 8, out)
    else:
        scan_bands(tree, level, first, middle, end, 8, 8, out)


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
    """Find where the runs of the next entry begin, and add what is beyond `own` and `under`."""
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
    left[0] = cast(int8_t, min(cursor.band_stop - 1 - i, reach.own))
    if (words[i + 1 + reach.own] <= last) | (
        words[cursor.below + reach.under] <= last + reach.down
    ):
        scan_on(
            tree, level, i, i + 1 + reach.own, cursor.band_stop, cursor.below + reach.under, out
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
    own: cython.int,
    under: cython.int,
    out: PairList,
) -> cython.void:
    """Add the pairs of some bands of nodes, each with itself and with the one below it.

    For each entry, `own` entries after it and `under` in the band below are always compared, for
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
    reach.own = own
    reach.under = under
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
        compare(tree, one.entry - of_one, of_one, lefts, belows, own, under, out)
        compare(
            tree, other.entry - of_other, of_other, lefts + BLOCK, belows + BLOCK, own, under, out
        )


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
    own: cython.int,
    under: cython.int,
    out: PairList,
) -> cython.void:
    """Compare a block of entries with what may be in reach, and write their pairs."""
    masks: ulonglong[16]
    if count == 0:
        return
    masks[(count - 1) * (8 if own + under <= 8 else 16) >> 6] = 0
    out.in_doubt |= compare_block(
        address(tree.boxes),
        first,
        cast(cython.int, count),
        lefts,
        belows,
        masks,
        address(tree.band) if tree.of_circles else NULL,
        own,
        under,
        tree.plain,
    )
    add_block(tree, first, first + count, own, under, belows, masks, out)


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
    box: pointer(cython.const[Box]),
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
        add_run(tree, box, tree.item_of(entry), SORTED, first, end, last, out)


@cfunc
@inline
@nogil
@exceptval(check=False)
def add_block(
    tree: Quadtree,
    block: Py_ssize_t,
    block_end: Py_ssize_t,
    own: cython.int,
    under: cython.int,
    belows: pointer(Py_ssize_t),
    masks: pointer(ulonglong),
    out: PairList,
) -> cython.void:
    """Write the pairs that masks tell: 8 or 4 entries have their bits in one word."""
    words: pointer(ulonglong) = tree.words
    mask: ulonglong = tree.item_mask
    doublings: cython.int = 3 if own + under <= 8 else 4  # 8 or 16 bits for each entry
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
            other: Py_ssize_t = belows[(k << (6 - doublings)) + entry] - own + lane
            entry += block
            if lane < own:
                other = entry + 1 + lane
            pair[0] = ordered(words[entry] & mask, words[other] & mask)
            pair += 1
        block += 64 >> doublings
        k += 1
    out.count = pair - out.items
