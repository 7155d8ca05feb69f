"""Pairs of overlapping boxes, found in an index of strips.

Within a level each strip is swept along together with the one below it, after the manner of sort
and sweep (D. Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992). Boxes of a
coarser level, and boxes from outside, look up the strips that they reach.
"""

import cython
from cython.cimports.spritecol.index_pairs import Pair, pair_of
from cython.cimports.spritecol.storage import Box
from cython.cimports.spritecol.strips import Entry, Level, key_of, strip_of


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def overlap(
    a: cython.pointer(cython.const[Box]), b: cython.pointer(cython.const[Box])
) -> cython.bint:
    """Whether two boxes share more than an edge; without branches, as the answer is a toss-up."""
    return (a.left < b.right) & (b.left < a.right) & (a.top < b.bottom) & (b.top < a.bottom)


def index_pairs(index, out):
    """Add all pairs of items whose boxes overlap, each once, the smaller position first."""
    coarse: cython.int
    fine: cython.int
    i: cython.Py_ssize_t
    end: cython.Py_ssize_t
    level: cython.pointer(Level)
    for coarse in range(index.level_count):
        level = cython.address(index.levels[coarse])
        level_pairs(index, level, out)
        end = index.strip_end(level.first + level.count - 1)
        for i in range(index.strips[level.first].first, end):
            for fine in range(coarse + 1, index.level_count):
                level_query(
                    index,
                    cython.address(index.levels[fine]),
                    cython.address(index.entries[i].box),
                    index.entries[i].item,
                    SORTED,
                    out,
                )
    return 0


def level_pairs(index, level, out):
    """Add the pairs within one level: each strip with itself and with the one below it."""
    strip: cython.Py_ssize_t
    i: cython.Py_ssize_t
    end: cython.Py_ssize_t
    below: cython.Py_ssize_t
    below_end: cython.Py_ssize_t
    first_key: cython.Py_ssize_t
    entry: cython.pointer(Entry)
    for strip in range(level.first, level.first + level.count):
        end = index.strip_end(strip)
        below = below_end = end
        if (
            strip + 1 < level.first + level.count
            and index.strips[strip + 1].index == index.strips[strip].index + 1
        ):
            below_end = index.strip_end(strip + 1)
        for i in range(index.strips[strip].first, end):
            entry = index.entries + i
            if entry.box.left > entry.box.right:
                continue  # taken out since (see `kept_index`)
            # From the key, not from the left side: boxes of one key are in no order, and `below`
            # never goes back.
            first_key = cython.cast(cython.Py_ssize_t, entry.key) - level.reach
            while (
                below < below_end
                and cython.cast(cython.Py_ssize_t, index.entries[below].key) < first_key
            ):
                below += 1
            run(index, level, cython.address(entry.box), entry.item, SORTED, i + 1, end, out)
            run(index, level, cython.address(entry.box), entry.item, SORTED, below, below_end, out)
    return 0


def run(index, level, box, item, order, first, end, out):
    """Add the pairs of a box with a run of entries, up to the first that lies right of it."""
    last_key: cython.Py_ssize_t = key_of(level, box.right)
    other: cython.Py_ssize_t
    pair: cython.pointer(Pair)
    j: cython.Py_ssize_t
    out.reserve(end - first)
    pair = out.items + out.count
    for j in range(first, end):
        if cython.cast(cython.Py_ssize_t, index.entries[j].key) > last_key:
            break
        other = index.entries[j].item
        if order == SORTED:
            pair[0] = pair_of(min(item, other), max(item, other))
        elif order == GIVEN:
            pair[0] = pair_of(item, other)
        else:
            pair[0] = pair_of(other, item)
        pair += overlap(box, cython.address(index.entries[j].box))
    out.count = pair - out.items
    return 0


def level_query(index, level, box, item, order, out):
    """Add the pairs of one box with a level."""
    first_key: cython.Py_ssize_t = key_of(level, box.left - level.size)
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
        first = index.strips[strip].first
        end = stop = index.strip_end(strip)
        while first < stop:  # the first entry not left of the box's reach
            middle = (first + stop) >> 1
            if cython.cast(cython.Py_ssize_t, index.entries[middle].key) < first_key:
                first = middle + 1
            else:
                stop = middle
        run(index, level, box, item, order, first, end, out)
        strip += 1
    return 0


def query(index, box, item, order, out):
    """Add the pairs of one box with all that overlap it."""
    i: cython.int
    for i in range(index.level_count):
        level_query(index, cython.address(index.levels[i]), box, item, order, out)
    return 0
