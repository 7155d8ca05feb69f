"""Pairs of overlapping boxes, found in an index of strips.

Within a level each strip is swept along together with the one below it, after the manner of sort
and sweep (D. Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992). Boxes of a
coarser level, and boxes from outside, look up the strips that they reach.
"""

import cython
from cython.cimports.spritecol.index_pairs import Pair, pair_of
from cython.cimports.spritecol.storage import Box, surely_overlap
from cython.cimports.spritecol.strips import Entry, Level, key_inside, key_of, strip_of


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def ordered(item: cython.Py_ssize_t, other: cython.Py_ssize_t, order: cython.int) -> Pair:
    """A pair as it is wanted."""
    if order == SORTED:
        return pair_of(min(item, other), max(item, other))
    return pair_of(item, other) if order == GIVEN else pair_of(other, item)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def run(
    entries: cython.pointer(cython.const[Entry]),
    box: cython.pointer(cython.const[Box]),
    item: cython.Py_ssize_t,
    order: cython.int,
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    last_key: cython.Py_ssize_t,
    pair: cython.pointer(Pair),
) -> cython.pointer(Pair):
    """Write the pairs of a box with a run of entries, up to the first that lies right of it.

    There must be room for all of them and one more. The first is compared in any case, there or
    not: many runs are that short, and a processor cannot foresee which. (1,000 circles: a tenth
    less for all of a frame.)
    """
    j: cython.Py_ssize_t
    pair[0] = ordered(item, entries[first].item, order)
    pair += (first < end) & surely_overlap(box, cython.address(entries[first].box))
    for j in range(first + 1, end):
        if cython.cast(cython.Py_ssize_t, entries[j].key) > last_key:
            break
        pair[0] = ordered(item, entries[j].item, order)
        pair += surely_overlap(box, cython.address(entries[j].box))
    return pair


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_run(
    entries: cython.pointer(cython.const[Entry]),
    box: cython.pointer(cython.const[Box]),
    item: cython.Py_ssize_t,
    order: cython.int,
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    last_key: cython.Py_ssize_t,
    out: IndexPairs,
) -> cython.void:
    """Add the pairs of a box with a run of entries, up to the first that lies right of it."""
    if out.count + end - first >= out.capacity and not out.reserve(end - first + 1):
        return
    out.count = (
        run(entries, box, item, order, first, end, last_key, out.items + out.count) - out.items
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def skip(
    entries: cython.pointer(cython.const[Entry]),
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    key: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """The first place from `first` on whose entry has no lesser key."""
    k: cython.Py_ssize_t
    for _ in range(2):  # most often it is near, and how near cannot be foreseen: no branches
        first += (first < end) & (cython.cast(cython.Py_ssize_t, entries[first].key) < key)
    if first == end or cython.cast(cython.Py_ssize_t, entries[first].key) >= key:
        return first
    for k in range(first, min(first + 8, end)):
        if cython.cast(cython.Py_ssize_t, entries[k].key) >= key:
            return k
    return bisect(entries, min(first + 8, end), end, key)


def index_pairs(index, out):
    """Add all pairs of items whose boxes overlap, each once, the smaller position first."""
    half_of_pairs(index, 0, 1, out)


def half_of_pairs(index, half, halves, out):
    """The same for one half, 0 or 1, of the strips of each level; or for all, if `halves` is 1."""
    coarse: cython.int
    fine: cython.int
    level: cython.pointer(Level)
    first: cython.Py_ssize_t
    end: cython.Py_ssize_t
    for coarse in range(index.level_count):
        level = cython.address(index.levels[coarse])
        first = level.first if half == 0 else middle_strip(index, level)
        end = level.first + level.count if half == halves - 1 else middle_strip(index, level)
        level_pairs(index, level, first, end, out)
        for fine in range(coarse + 1, index.level_count):
            pairs_between(index, level, cython.address(index.levels[fine]), first, end, out)


def middle_strip(index, level):
    """The strip before which about half of a level's boxes lie."""
    strip: cython.Py_ssize_t = level.first
    stop: cython.Py_ssize_t = level.first + level.count
    middle: cython.Py_ssize_t
    wanted: cython.Py_ssize_t = (index.strips[strip].first + index.strip_end(stop - 1)) // 2
    while strip < stop:
        middle = (strip + stop) >> 1
        if index.strips[middle].first < wanted:
            strip = middle + 1
        else:
            stop = middle
    return strip


def level_pairs(index, level, first, end_strip, out):
    """Add the pairs within one level: some strips, each with itself and with the one below it."""
    entries: cython.pointer(Entry) = index.entries
    strip: cython.Py_ssize_t
    i: cython.Py_ssize_t
    end: cython.Py_ssize_t
    below: cython.Py_ssize_t
    below_end: cython.Py_ssize_t
    last_key: cython.Py_ssize_t
    entry: cython.pointer(Entry)
    box: cython.pointer(Box)
    pair: cython.pointer(Pair) = out.items + out.count
    limit: cython.pointer(Pair) = out.items + out.capacity
    for strip in range(first, end_strip):
        end = index.strip_end(strip)
        below = below_end = end
        if (
            strip + 1 < level.first + level.count
            and index.strips[strip + 1].index == index.strips[strip].index + 1
        ):
            below_end = index.strip_end(strip + 1)
        for i in range(index.strips[strip].first, end):
            entry = entries + i
            if limit - pair < below_end - i + 2:
                out.count = pair - out.items
                if not out.reserve(below_end - i + 2):
                    return
                pair = out.items + out.count
                limit = out.items + out.capacity
            # From the key, not from the left side: boxes of one key are in no order, and `below`
            # never goes back.
            below = skip(entries, below, below_end, entry.key - level.reach)
            # One taken out since (see `kept_index`) ends at minus infinity, and overlaps nothing.
            last_key = key_inside(level, entry.box.right)
            box = cython.address(entry.box)
            pair = run(entries, box, entry.item, SORTED, i + 1, end, last_key, pair)
            pair = run(entries, box, entry.item, SORTED, below, below_end, last_key, pair)
    out.count = pair - out.items


def pairs_between(index, coarse, fine, first, end, out):
    """Add the pairs of a level with a finer one: some strips, with the fine ones they reach."""
    strip: cython.Py_ssize_t
    low: cython.Py_ssize_t = fine.first
    other: cython.Py_ssize_t
    stop: cython.Py_ssize_t = fine.first + fine.count
    highest: cython.Py_ssize_t
    lowest: cython.Py_ssize_t
    top: cython.double
    slack: cython.double = coarse.slack + fine.slack
    for strip in range(first, end):
        top = coarse.origin_y + index.strips[strip].index * coarse.height
        highest = strip_of(fine, top - slack) - 1
        lowest = strip_of(fine, top + coarse.height + coarse.size + slack)
        while low < stop and index.strips[low].index < highest:
            low += 1
        other = low
        while other < stop and index.strips[other].index <= lowest:
            strips_meet(index, coarse, strip, fine, other, out)
            other += 1


def strips_meet(index, coarse, strip, fine, other, out):
    """Add the pairs of a strip with one of a finer level.

    While the boxes of the coarse strip go from left to right, a place in the fine one goes along.
    """
    entries: cython.pointer(Entry) = index.entries
    box: cython.pointer(Box)
    slack: cython.double = coarse.slack + fine.slack
    top: cython.double = fine.origin_y + index.strips[other].index * fine.height - slack
    bottom: cython.double = top + fine.height + fine.size + 2.0 * slack
    left: cython.double
    place: cython.Py_ssize_t = index.strips[other].first
    end: cython.Py_ssize_t = index.strip_end(other)
    k: cython.Py_ssize_t
    for k in range(index.strips[strip].first, index.strip_end(strip)):
        box = cython.address(entries[k].box)
        if box.top < bottom and box.bottom > top:
            # From the key, as in `level_pairs`: no box of that key or a later one begins before.
            left = coarse.origin_x + (entries[k].key - 1.0) / coarse.scale_x - slack
            place = skip(entries, place, end, key_of(fine, left - fine.size))
            add_run(entries, box, entries[k].item, SORTED, place, end, key_of(fine, box.right), out)


def bisect(entries, first, end, key):
    """The first place in a strip, from `first` to `end`, whose entry has no lesser key."""
    middle: cython.Py_ssize_t
    while first < end:
        middle = (first + end) >> 1
        if cython.cast(cython.Py_ssize_t, entries[middle].key) < key:
            first = middle + 1
        else:
            end = middle
    return first


def level_query(index, level, box, item, order, out):
    """Add the pairs of one box with a level."""
    first_key: cython.Py_ssize_t = key_of(level, box.left - level.size)
    last_key: cython.Py_ssize_t = key_of(level, box.right)
    wanted: cython.Py_ssize_t = strip_of(level, box.top) - 1
    lowest: cython.Py_ssize_t = strip_of(level, box.bottom)
    strip: cython.Py_ssize_t = level.first
    stop: cython.Py_ssize_t = level.first + level.count
    middle: cython.Py_ssize_t
    first: cython.Py_ssize_t
    end: cython.Py_ssize_t
    while strip < stop:  # the first strip not above the box's reach
        middle = (strip + stop) >> 1
        if index.strips[middle].index < wanted:
            strip = middle + 1
        else:
            stop = middle
    while strip < level.first + level.count and index.strips[strip].index <= lowest:
        end = index.strip_end(strip)
        first = bisect(index.entries, index.strips[strip].first, end, first_key)
        add_run(index.entries, box, item, order, first, end, last_key, out)
        strip += 1


def query(index, box, item, order, out):
    """Add the pairs of one box with all that overlap it."""
    i: cython.int
    for i in range(index.level_count):
        level_query(index, cython.address(index.levels[i]), box, item, order, out)
