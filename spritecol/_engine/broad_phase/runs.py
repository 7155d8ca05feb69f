"""Runs of entries of a quadtree: how their ends are found, and which of them overlap a box."""

import cython
from cython import Py_ssize_t, address, pointer, uint, ulonglong
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.broad_phase.levels import Level
from cython.cimports.spritecol._engine.pairs import PairList


def add_run(
    tree: Quadtree,
    box: pointer(cython.const[Box]),
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
            out.items[out.count] = pair_in_order(item, words[first + k] & mask, order)
            out.count += 1
        first += 4


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
            out.items[out.count] = ordered(item, words[first + k] & mask)
            out.count += 1
        first += 4
    out.in_doubt |= doubt != 0


def bisect(
    words: pointer(cython.const[ulonglong]), first: Py_ssize_t, end: Py_ssize_t, word: ulonglong
) -> Py_ssize_t:
    """Find the first entry with no smaller word, by binary search."""
    while first < end:
        middle: Py_ssize_t = (first + end) >> 1
        if words[middle] < word:
            first = middle + 1
        else:
            end = middle
    return first


def gallop(
    words: pointer(cython.const[ulonglong]), first: Py_ssize_t, end: Py_ssize_t, word: ulonglong
) -> Py_ssize_t:
    """Find the first entry with no smaller word, which is mostly near, by growing steps first."""
    step: Py_ssize_t = 4
    while first + step < end and words[first + step] < word:
        first += step
        step *= 2
    return bisect(words, first, min(first + step, end), word)


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
