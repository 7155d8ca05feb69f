"""What the quadtree does with each box while it is built, in one half or in two (`halves`).

A first look at all boxes; the words that are sorted; and then, in their order, the entries. These
functions read and write arrays, which `quadtree` and `levels` know more of.
"""

import cython
from cython.cimports.libc.math import INFINITY
from cython.cimports.spritecol._engine.box import Box, BoxView, box_at, overlap
from cython.cimports.spritecol._engine.broad_phase.lanes import BoxColumns
from cython.cimports.spritecol._engine.broad_phase.levels import Census, Level, whole
from cython.cimports.spritecol._engine.large_pages import fetch
from cython.cimports.spritecol._engine.tuning import (
    AHEAD,
    BEYOND_CACHE,
    BOXES_AT_ONCE,
    NEAR_CIRCLES,
    SCATTERED_AHEAD,
)

NO_BAND = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
"""Not the band of any word."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def copy_circles(
    view: cython.pointer(cython.const[BoxView]),
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    circles: cython.p_double,
) -> cython.bint:
    """Copy x, y and radius of circles, by position; False if any box is no circle's."""
    circle: cython.pointer(cython.const[cython.double])
    number: cython.int
    i: cython.Py_ssize_t
    for i in range(first, end):
        number = view.circles[i if view.rows is cython.NULL else view.rows[i]]
        if number < 0:
            return False
        circle = view.numbers + number
        circles[3 * i] = circle[0]
        circles[3 * i + 1] = circle[1]
        circles[3 * i + 2] = circle[2]
    return True


def joined(
    one: cython.pointer(cython.const[Census]), other: cython.pointer(cython.const[Census])
) -> Census:
    """What there is to know of the items of two."""
    census: Census
    census.corners = around(cython.address(one.corners), cython.address(other.corners))
    census.widest = max(one.widest, other.widest)
    census.highest = max(one.highest, other.highest)
    census.smallest = min(one.smallest, other.smallest)
    return census


def around(one: cython.pointer(cython.const[Box]), other: cython.pointer(cython.const[Box])) -> Box:
    """The bounding box of two."""
    result: Box
    result.left = min(one.left, other.left)
    result.top = min(one.top, other.top)
    result.right = max(one.right, other.right)
    result.bottom = max(one.bottom, other.bottom)
    return result


def look_at_half(half: cython.int, context: cython.p_void) -> cython.void:
    """List the boxes of one half that get into the tree, with what there is to know of them.

    As a rule all do. So nothing is listed before one is left out, and then those before it.
    """
    job: cython.pointer(Look) = cython.cast(cython.pointer(Look), context)
    first: cython.Py_ssize_t = job.middle if half else 0
    end: cython.Py_ssize_t = job.view.count if half else job.middle
    start: cython.Py_ssize_t = first
    items: cython.pointer(cython.ulonglong) = job.items + first
    circles: cython.p_double = job.circles
    some: cython.p_double
    total: cython.Py_ssize_t = 0
    found: cython.Py_ssize_t
    stop: cython.Py_ssize_t = end
    lists: cython.bint = job.window is not cython.NULL
    is_far: cython.bint = job.view.count > BEYOND_CACHE
    census: Census
    census.corners.left = census.corners.top = INFINITY
    census.corners.right = census.corners.bottom = -INFINITY
    census.widest = census.highest = 0.0
    census.smallest = INFINITY
    if (
        job.prepare is cython.NULL
        and circles is not cython.NULL
        and not copy_circles(cython.address(job.view), first, end, circles)
    ):
        circles = cython.NULL
    while first < end:
        if job.prepare is not cython.NULL:
            stop = min(end, first + BOXES_AT_ONCE)
            some = cython.NULL if circles is cython.NULL else circles + 3 * first
            if not job.prepare(job.prepared, job.view.rows + first, stop - first, some, is_far):
                circles = cython.NULL
        found = 0
        if not lists:
            found = look_at_some(
                cython.address(job.view),
                cython.NULL,
                first,
                stop,
                cython.NULL,
                cython.address(census),
            )
            if found < stop - first:
                lists = True
                put_positions(items, start, first)
        if lists:
            found = look_at_some(
                cython.address(job.view),
                job.window,
                first,
                stop,
                items + total,
                cython.address(census),
            )
        total += found
        first = stop
    job.found[half] = total
    job.lists[half] = lists
    job.of_circles[half] = circles is not cython.NULL
    job.census[half] = census


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def look_at_some(
    view: cython.pointer(cython.const[BoxView]),
    window: cython.pointer(cython.const[Box]),
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    items: cython.pointer(cython.ulonglong),
    census: cython.pointer(Census),
) -> cython.Py_ssize_t:
    """List some of them, unless to NULL, and add to the census; returns how many there are."""
    boxes: cython.pointer(cython.const[Box]) = view.boxes
    rows: cython.pointer(cython.const[cython.int]) = view.rows
    left: cython.double = INFINITY
    right: cython.double = -INFINITY
    top: cython.double = INFINITY
    bottom: cython.double = -INFINITY
    widest: cython.double = 0.0
    highest: cython.double = 0.0
    smallest: cython.double = INFINITY
    box: cython.pointer(cython.const[Box])
    width: cython.double
    height: cython.double
    total: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(first, end):
        box = boxes + (i if rows is cython.NULL else rows[i])
        width = box.right - box.left
        height = box.bottom - box.top
        if (width >= 0.0) & (height >= 0.0) & ((window is cython.NULL) or overlap(box, window)):
            left = min(box.left, left)
            right = max(box.left, right)
            top = min(box.top, top)
            bottom = max(box.top, bottom)
            widest = max(width, widest)
            highest = max(height, highest)
            smallest = min(max(width, height), smallest)
            if items is not cython.NULL:
                items[total] = i
            total += 1
    census.corners.left = min(left, census.corners.left)
    census.corners.right = max(right, census.corners.right)
    census.corners.top = min(top, census.corners.top)
    census.corners.bottom = max(bottom, census.corners.bottom)
    census.widest = max(widest, census.widest)
    census.highest = max(highest, census.highest)
    census.smallest = min(smallest, census.smallest)
    return total


def put_positions(
    items: cython.pointer(cython.ulonglong), first: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.void:
    """List all boxes from one to another."""
    i: cython.Py_ssize_t
    for i in range(first, end):
        items[i - first] = i


def words_of_half(half: cython.int, context: cython.p_void) -> cython.void:
    """Write the words of one half of a level's items."""
    job: cython.pointer(Put) = cython.cast(cython.pointer(Put), context)
    first: cython.Py_ssize_t = job.middle if half else job.first
    end: cython.Py_ssize_t = job.end if half else job.middle
    if job.items is not cython.NULL:
        put_words(job, job.items, first, end, False)
    elif job.end - job.first > BEYOND_CACHE:
        put_words(job, cython.NULL, first, end, True)
    else:
        put_words(job, cython.NULL, first, end, False)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put_words(
    job: cython.pointer(Put),
    items: cython.pointer(cython.const[cython.ulonglong]),
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    fetches: cython.bint,
) -> cython.void:
    """Write some of them; without a list, an item is its position."""
    level: cython.pointer(cython.const[Level]) = job.level
    words: cython.pointer(cython.ulonglong) = job.words
    view: BoxView = job.view
    keys_per_pixel: cython.double = level.keys_per_pixel
    key_zero: cython.double = level.key_zero
    nodes_per_pixel: cython.double = level.nodes_per_pixel
    band_zero: cython.longlong = level.band_zero
    item_bits: cython.int = job.item_bits
    band_shift: cython.int = level.band_shift
    is_turned: cython.bint = level.turned
    box: cython.pointer(cython.const[Box])
    item: cython.ulonglong
    along: cython.double
    across: cython.double
    band: cython.ulonglong
    key: cython.ulonglong
    k: cython.Py_ssize_t
    for k in range(first, end):
        item = k
        if items is not cython.NULL:
            item = items[k]
        box = box_at(cython.address(view), item)
        if fetches:
            fetch(box + AHEAD)  # processors stop where a page ends
        along = box.left
        across = box.top
        if is_turned:
            along, across = across, along
        band = whole(across * nodes_per_pixel) - band_zero
        key = cython.cast(cython.longlong, along * keys_per_pixel - key_zero)
        words[k] = item | key << item_bits | band << band_shift


def boxes_of_half(half: cython.int, context: cython.p_void) -> cython.void:
    """Copy the boxes of one half of a level to its entries, and list their bands."""
    job: cython.pointer(Put) = cython.cast(cython.pointer(Put), context)
    first: cython.Py_ssize_t = job.middle if half else job.first
    end: cython.Py_ssize_t = job.end if half else job.middle
    job.bounds[half].left = job.bounds[half].top = INFINITY
    job.bounds[half].right = job.bounds[half].bottom = -INFINITY
    if job.end - job.first > BEYOND_CACHE:
        job.band_count[half] = put_boxes(
            job, job.bands[half], first, end, cython.address(job.bounds[half]), True
        )
    else:
        job.band_count[half] = put_boxes(
            job, job.bands[half], first, end, cython.address(job.bounds[half]), False
        )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put_boxes(
    job: cython.pointer(Put),
    bands: cython.pointer(Band),
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    bounds: cython.pointer(Box),
    fetches: cython.bint,
) -> cython.Py_ssize_t:
    """Copy boxes to entries, list their bands, and widen the bounds; returns how many bands.

    Boxes are read in the order of the tree, so from anywhere: each is fetched some entries ahead.
    """
    view: BoxView = job.view
    words: cython.pointer(cython.ulonglong) = job.words
    columns: BoxColumns = job.columns
    mask: cython.ulonglong = job.item_mask
    band_shift: cython.int = job.level.band_shift
    band_zero: cython.longlong = job.level.band_zero
    box: cython.pointer(cython.const[Box])
    around_all: Box = bounds[0]
    last: cython.ulonglong = NO_BAND
    band_count: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    for k in range(first, end):
        if words[k] >> band_shift != last:
            last = words[k] >> band_shift
            bands[band_count].index = band_zero + cython.cast(cython.longlong, last)
            bands[band_count].first = k
            band_count += 1
        if fetches:
            fetch(box_at(cython.address(view), words[min(k + SCATTERED_AHEAD, end - 1)] & mask))
        box = box_at(cython.address(view), words[k] & mask)
        columns.low[k] = box.left
        columns.top[k] = box.top
        columns.high[k] = box.right
        columns.bottom[k] = box.bottom
        around_all.left = min(around_all.left, box.left)
        around_all.top = min(around_all.top, box.top)
        around_all.right = max(around_all.right, box.right)
        around_all.bottom = max(around_all.bottom, box.bottom)
    bounds[0] = around_all
    return band_count


def circles_of_half(half: cython.int, context: cython.p_void) -> cython.void:
    """The same for circles: x, y and radius. The fourth column is not used, nor takes memory.

    The bounds are those of the census: nobody compares them, as the level is the only one.
    """
    job: cython.pointer(Put) = cython.cast(cython.pointer(Put), context)
    first: cython.Py_ssize_t = job.middle if half else job.first
    end: cython.Py_ssize_t = job.end if half else job.middle
    if job.end - job.first > NEAR_CIRCLES:
        job.band_count[half] = put_circles(job, job.bands[half], first, end, True)
    else:
        job.band_count[half] = put_circles(job, job.bands[half], first, end, False)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put_circles(
    job: cython.pointer(Put),
    bands: cython.pointer(Band),
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    fetches: cython.bint,
) -> cython.Py_ssize_t:
    """Copy circles to entries and list their bands; returns how many bands there are.

    Circles are read in the order of the tree, so from anywhere: each is fetched some entries ahead.
    """
    words: cython.pointer(cython.ulonglong) = job.words
    columns: BoxColumns = job.columns
    circles: cython.p_double = job.circles
    mask: cython.ulonglong = job.item_mask
    band_shift: cython.int = job.level.band_shift
    band_zero: cython.longlong = job.level.band_zero
    circle: cython.pointer(cython.const[cython.double])
    last: cython.ulonglong = NO_BAND
    band_count: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    for k in range(first, end):
        if words[k] >> band_shift != last:
            last = words[k] >> band_shift
            bands[band_count].index = band_zero + cython.cast(cython.longlong, last)
            bands[band_count].first = k
            band_count += 1
        if fetches:
            circle = circles + 3 * (words[min(k + SCATTERED_AHEAD, end - 1)] & mask)
            fetch(circle)
            fetch(circle + 2)  # which may be in the next line of the cache
        circle = circles + 3 * (words[k] & mask)
        columns.low[k] = circle[0]
        columns.top[k] = circle[1]
        columns.bottom[k] = circle[2]
    return band_count
