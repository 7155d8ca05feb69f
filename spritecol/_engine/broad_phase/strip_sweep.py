"""Finds the pairs of overlapping boxes in an index of strips.

Within a level, each strip is swept together with the one below it, by sort and sweep (D. Baraff,
"Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992). Boxes of a coarser level, and query
boxes, look up the strips that they reach.
"""

import cython
from cython.cimports.spritecol._engine.box import Box, overlap_branch_free
from cython.cimports.spritecol._engine.broad_phase.strip_index import (
    Entry,
    Level,
    StripIndex,
    key_inside,
    key_of,
    strip_of,
    word_of,
)
from cython.cimports.spritecol._engine.pairs import (
    GIVEN,
    SORTED,
    Pair,
    first_of,
    pair_of,
    second_of,
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def ordered(item: cython.Py_ssize_t, other: cython.Py_ssize_t, order: cython.int) -> Pair:
    """A pair in the requested order."""
    if order == SORTED:
        return pair_of(min(item, other), max(item, other))
    return pair_of(item, other) if order == GIVEN else pair_of(other, item)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_run(
    index: StripIndex,
    box: cython.pointer(cython.const[Box]),
    item: cython.Py_ssize_t,
    order: cython.int,
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    last: cython.ulonglong,
    out: PairList,
) -> cython.void:
    """Add the pairs of a box with entries of a strip, up to the last word that may overlap it."""
    j: cython.Py_ssize_t
    entry: cython.pointer(Entry)
    if out.count + end - first >= out.capacity and not out.reserve(end - first + 1):
        return
    for j in range(first, end):
        entry = index.entries + j
        if entry.word > last:
            return
        out.items[out.count] = ordered(item, index.item_of(entry), order)
        out.count += overlap_branch_free(box, cython.address(entry.box))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def skip(
    entries: cython.pointer(cython.const[Entry]),
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    word: cython.ulonglong,
) -> cython.Py_ssize_t:
    """The first index from `first` to `end` whose word is not smaller; `end` is a sentinel.

    It is usually near, and how near is unpredictable: so the first two steps are branch-free.
    """
    k: cython.Py_ssize_t
    first += entries[first].word < word
    first += entries[first].word < word
    if entries[first].word >= word:
        return first
    for k in range(first, min(first + 8, end)):
        if entries[k].word >= word:
            return k
    return bisect(entries, min(first + 8, end), end, word)


def all_pairs(index: StripIndex, out: PairList) -> cython.void:
    """Add all pairs of items whose boxes overlap, each once, the smaller position first."""
    half_of_pairs(index, 0, 1, out)


def half_of_pairs(
    index: StripIndex, half: cython.int, halves: cython.int, out: PairList
) -> cython.void:
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


def middle_strip(
    index: StripIndex, level: cython.pointer(cython.const[Level])
) -> cython.Py_ssize_t:
    """The strip at which about half of a level's boxes have been passed."""
    strip: cython.Py_ssize_t = level.first
    stop: cython.Py_ssize_t = level.first + level.count
    middle: cython.Py_ssize_t
    wanted: cython.Py_ssize_t = (index.strips[strip].first + index.strip_end(level, stop - 1)) // 2
    while strip < stop:
        middle = (strip + stop) >> 1
        if index.strips[middle].first < wanted:
            strip = middle + 1
        else:
            stop = middle
    return strip


def level_pairs(
    index: StripIndex,
    level: cython.pointer(cython.const[Level]),
    first: cython.Py_ssize_t,
    end_strip: cython.Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs within one level: some strips, each with itself and with the one below it.

    Words are sorted across strips, so the end of a strip, or a missing strip below, needs no test:
    words there are too large. The first entry of either sequence is always compared, because many
    sequences are that short, and which ones is unpredictable. In the box's own strip that entry may
    belong to the next strip, so its word is tested: such a pair is found below. In the strip below,
    an entry out of reach cannot overlap, so its word needs no test.
    """
    entries: cython.pointer(Entry) = index.entries
    item_bits: cython.int = index.item_bits
    mask: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << item_bits) - 1
    downwards: cython.ulonglong = word_of(level, 1, 0, item_bits)
    # Added to a word, this gives a word in the strip below before which all entries are out of
    # reach. It uses the key instead of the left edge: boxes with the same key are not sorted, and
    # `below` must never decrease.
    aside: cython.ulonglong = downwards - word_of(level, 0, level.reach + 1, item_bits)
    start: cython.Py_ssize_t = out.count
    strip: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    end: cython.Py_ssize_t
    below: cython.Py_ssize_t
    level_end: cython.Py_ssize_t = index.strip_end(level, level.first + level.count - 1)
    below_end: cython.Py_ssize_t
    last: cython.ulonglong
    base: cython.ulonglong
    other: cython.pointer(Entry)
    box: cython.pointer(Box)
    item: Pair
    pair: cython.pointer(Pair) = out.items + out.count
    limit: cython.pointer(Pair) = out.items + out.capacity
    for strip in range(first, end_strip):
        end = index.strip_end(level, strip)
        below = end
        below_end = index.strip_end(level, min(strip + 1, level.first + level.count - 1))
        base = word_of(level, index.strips[strip].index, 0, item_bits) | mask
        for i in range(index.strips[strip].first, end):
            if limit - pair < below_end - i + 2:
                out.count = pair - out.items
                if not out.reserve(below_end - i + 2):
                    return
                pair = out.items + out.count
                limit = out.items + out.capacity
            box = cython.address(entries[i].box)
            item = (entries[i].word & mask) << 32
            last = base + (cython.cast(cython.ulonglong, key_inside(level, box.right)) << item_bits)
            other = entries + i + 1
            pair[0] = item | (other.word & mask)
            pair += (other.word <= last) & overlap_branch_free(box, cython.address(other.box))
            other += 1
            while other.word <= last:
                pair[0] = item | (other.word & mask)
                pair += overlap_branch_free(box, cython.address(other.box))
                other += 1
            below = skip(entries, below, level_end, entries[i].word + aside)
            other = entries + below
            last += downwards
            pair[0] = item | (other.word & mask)
            pair += overlap_branch_free(box, cython.address(other.box))
            other += 1
            while other.word <= last:
                pair[0] = item | (other.word & mask)
                pair += overlap_branch_free(box, cython.address(other.box))
                other += 1
    out.count = pair - out.items
    for k in range(start, out.count):
        out.items[k] = ordered(first_of(out.items[k]), second_of(out.items[k]), SORTED)


def pairs_between(
    index: StripIndex,
    coarse: cython.pointer(cython.const[Level]),
    fine: cython.pointer(cython.const[Level]),
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    out: PairList,
) -> cython.void:
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


def strips_meet(
    index: StripIndex,
    coarse: cython.pointer(cython.const[Level]),
    strip: cython.Py_ssize_t,
    fine: cython.pointer(cython.const[Level]),
    other: cython.Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of a strip with one of a finer level.

    While the boxes of the coarse strip are visited from left to right, a position in the fine strip
    advances with them.
    """
    entry: cython.pointer(Entry)
    box: cython.pointer(Box)
    slack: cython.double = coarse.slack + fine.slack
    top: cython.double = fine.origin_y + index.strips[other].index * fine.height - slack
    bottom: cython.double = top + fine.height + fine.size + 2.0 * slack
    left: cython.double
    place: cython.Py_ssize_t = index.strips[other].first
    end: cython.Py_ssize_t = index.strip_end(fine, other)
    here: cython.Py_ssize_t = index.strips[other].index
    item_bits: cython.int = index.item_bits
    keys: cython.ulonglong = (1 << (coarse.strip_shift - item_bits)) - 1
    last: cython.ulonglong
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for k in range(index.strips[strip].first, index.strip_end(coarse, strip)):
        entry = index.entries + k
        box = cython.address(entry.box)
        if box.top < bottom and box.bottom > top and box.right >= fine.origin_x:
            # From the key, as in `level_pairs`: no box of that key or a later one begins before.
            left = (entry.word >> item_bits & keys) - 1.0
            left = coarse.origin_x + left / coarse.scale_x - slack
            low = max(0, key_of(fine, left - fine.size))
            high = key_of(fine, box.right)
            place = skip(index.entries, place, end, word_of(fine, here, low, item_bits))
            last = word_of(fine, here, high + 1, item_bits) - 1
            add_run(index, box, index.item_of(entry), SORTED, place, end, last, out)


def bisect(
    entries: cython.pointer(cython.const[Entry]),
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    word: cython.ulonglong,
) -> cython.Py_ssize_t:
    """The first index from `first` to `end` whose word is not smaller, by binary search."""
    middle: cython.Py_ssize_t
    while first < end:
        middle = (first + end) >> 1
        if entries[middle].word < word:
            first = middle + 1
        else:
            end = middle
    return first


def level_query(
    index: StripIndex,
    level: cython.pointer(cython.const[Level]),
    box: cython.pointer(cython.const[Box]),
    item: cython.Py_ssize_t,
    order: cython.int,
    out: PairList,
) -> cython.void:
    """Add the pairs of one box with a level."""
    low: cython.Py_ssize_t = max(0, key_of(level, box.left - level.size))
    high: cython.Py_ssize_t = key_of(level, box.right)
    wanted: cython.Py_ssize_t = strip_of(level, box.top) - 1
    lowest: cython.Py_ssize_t = strip_of(level, box.bottom)
    strip: cython.Py_ssize_t = level.first
    stop: cython.Py_ssize_t = level.first + level.count
    middle: cython.Py_ssize_t
    first: cython.Py_ssize_t
    end: cython.Py_ssize_t
    here: cython.Py_ssize_t
    last: cython.ulonglong
    if high < 0:
        return
    while strip < stop:  # the first strip not above the box's reach
        middle = (strip + stop) >> 1
        if index.strips[middle].index < wanted:
            strip = middle + 1
        else:
            stop = middle
    while strip < level.first + level.count and index.strips[strip].index <= lowest:
        here = index.strips[strip].index
        end = index.strip_end(level, strip)
        first = index.strips[strip].first
        first = bisect(index.entries, first, end, word_of(level, here, low, index.item_bits))
        last = word_of(level, here, high + 1, index.item_bits) - 1
        add_run(index, box, item, order, first, end, last, out)
        strip += 1


def pairs_with_box(
    index: StripIndex,
    box: cython.pointer(cython.const[Box]),
    item: cython.Py_ssize_t,
    order: cython.int,
    out: PairList,
) -> cython.void:
    """Add the pairs of one box with all that overlap it."""
    i: cython.int
    for i in range(index.level_count):
        level_query(index, cython.address(index.levels[i]), box, item, order, out)
