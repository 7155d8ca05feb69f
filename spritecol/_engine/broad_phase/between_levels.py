"""Finds the pairs of two levels of a quadtree.

A node may overlap the ancestors of the nine nodes around it. Either the boxes of the finer level
look into the bands of their ancestors, or those of the coarser one into the bands of their
descendants, whichever is less work. Levels whose bounds are apart are not compared at all.
"""

import cython
from cython.cimports.libc.math import fabs
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.broad_phase.levels import key_at, shifted, turned
from cython.cimports.spritecol._engine.broad_phase.runs import add_run, band_at_share, skip
from cython.cimports.spritecol._engine.broad_phase.walks import pairs_with_level
from cython.cimports.spritecol._engine.pairs import SORTED
from cython.cimports.spritecol._engine.tuning import COARSE_AT_ONCE

Window = cython.struct(
    # Which part of a fine band a coarse box reaches: the keys of words, without their bands.
    first=cython.ulonglong,
    last=cython.ulonglong,
    entry=cython.Py_ssize_t,
)


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
    bands: cython.double
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
    # Bands of the fine level that a coarse box reaches, and bands of the coarse level, 2.2 on the
    # average, that a fine box looks into. Both estimates err a little, which costs a little.
    bands = min(coarse.side / fine.side + 2.0, cython.cast(cython.double, fine.band_count))
    upwards = 2.2 * fine.count
    downwards = (near + 0.3 * coarse.band_count) * bands
    if coarse.turned != fine.turned:
        if 3.0 * fine.count < 1.5 * near * bands:
            ask_each(tree, fine, coarse, half, halves, out)
        else:
            ask_each(tree, coarse, fine, half, halves, out)
    elif upwards < downwards:
        look_up(
            tree,
            coarse,
            fine,
            band_at_share(tree, fine, half, halves),
            band_at_share(tree, fine, half + 1, halves),
            out,
        )
    else:
        look_down(
            tree,
            coarse,
            fine,
            band_at_share(tree, coarse, half, halves),
            band_at_share(tree, coarse, half + 1, halves),
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
    band must never step back.
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
    first_band: cython.Py_ssize_t,
    end_band: cython.Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of bands of the finer level with the bands of their ancestors.

    These are the parent band, the one above it, and at its lower border the one below.
    """
    steps: cython.int = min(62, coarse.exponent - fine.exponent)
    highest: cython.Py_ssize_t = coarse.first_band
    stop: cython.Py_ssize_t = coarse.first_band + coarse.band_count
    index: cython.longlong
    band: cython.Py_ssize_t
    other: cython.Py_ssize_t
    for band in range(first_band, end_band):
        index = tree.bands[band].index
        while highest < stop and tree.bands[highest].index < (index >> steps) - 1:
            highest += 1
        other = highest
        while other < stop and tree.bands[other].index <= (index + 1) >> steps:
            bands_meet(tree, fine, band, coarse, other, out)
            other += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def bands_meet(
    tree: Quadtree,
    fine: cython.pointer(cython.const[Level]),
    band: cython.Py_ssize_t,
    coarse: cython.pointer(cython.const[Level]),
    other: cython.Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of a band of the finer level with one of the coarser level.

    While the boxes of the fine band are visited in order, a place in the coarse band advances.
    """
    words: cython.pointer(cython.ulonglong) = tree.words
    item_bits: cython.int = tree.item_bits
    base: cython.ulonglong = tree.word_of_band(coarse, other)
    slack: cython.double = 1e-6 * coarse.side
    reach: cython.double = min(coarse.side, coarse.widest) + slack
    place: cython.Py_ssize_t = tree.bands[other].first
    end: cython.Py_ssize_t = tree.band_end(other)
    leftmost: cython.double = tree.boxes.low[place] - 1.01 / coarse.keys_per_pixel - slack
    last: cython.ulonglong
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    box: Box
    i: cython.Py_ssize_t
    for i in range(tree.bands[band].first, tree.band_end(band)):
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
    first_band: cython.Py_ssize_t,
    end_band: cython.Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of bands of the coarser level with the bands of their descendants."""
    steps: cython.int = coarse.exponent - fine.exponent
    highest: cython.Py_ssize_t = fine.first_band
    stop: cython.Py_ssize_t = fine.first_band + fine.band_count
    bounds: Box = turned(cython.address(fine.bounds)) if fine.turned else fine.bounds
    item_bits: cython.int = tree.item_bits
    reach: cython.double = min(fine.side, fine.widest) + 1e-6 * coarse.side
    windows: Window[128]
    count: cython.Py_ssize_t
    band: cython.Py_ssize_t
    i: cython.Py_ssize_t
    end: cython.Py_ssize_t
    high: cython.Py_ssize_t
    lowest: cython.longlong
    box: Box
    for band in range(first_band, end_band):
        while highest < stop and tree.bands[highest].index < (
            shifted(tree.bands[band].index, steps) - 1
        ):
            highest += 1
        lowest = shifted(tree.bands[band].index + 2, steps)
        if highest >= stop or tree.bands[highest].index > lowest:
            continue
        i = tree.bands[band].first
        end = tree.band_end(band)
        while i < end:
            count = 0
            while i < end and count < COARSE_AT_ONCE:
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
    band: cython.Py_ssize_t,
    lowest: cython.longlong,
    windows: cython.pointer(Window),
    count: cython.Py_ssize_t,
    out: PairList,
) -> cython.void:
    """Add the pairs of coarse boxes with the bands of a finer level from `band` to `lowest`."""
    words: cython.pointer(cython.ulonglong) = tree.words
    far: cython.double = max(
        fabs(fine.bounds.left),
        fabs(fine.bounds.right),
        fabs(fine.bounds.top),
        fabs(fine.bounds.bottom),
    )
    slack: cython.double = 1e-6 * fine.side + 1e-13 * far
    stop: cython.Py_ssize_t = fine.first_band + fine.band_count
    base: cython.ulonglong
    top: cython.double
    bottom: cython.double
    place: cython.Py_ssize_t
    end: cython.Py_ssize_t
    entry: cython.Py_ssize_t
    box: Box
    k: cython.Py_ssize_t
    while band < stop and tree.bands[band].index <= lowest:
        place = tree.bands[band].first
        end = tree.band_end(band)
        base = tree.word_of_band(fine, band)
        top = tree.bands[band].index * fine.side - slack
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
        band += 1
