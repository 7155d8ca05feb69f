"""What the quadtree does with each box while it is built, in one half or in two (`halves`).

A first look at all boxes; the words that are sorted; and then, in their order, the entries. These
functions read and write arrays, which `quadtree` and `levels` know more of.
"""

import cython
from cython.cimports.libc.math import INFINITY
from cython.cimports.spritecol._engine.box import Box, BoxView, box_at, overlap
from cython.cimports.spritecol._engine.broad_phase.lanes import BoxColumns, fetch
from cython.cimports.spritecol._engine.broad_phase.levels import Census, Level, whole
from cython.cimports.spritecol._engine.tuning import AHEAD, BOXES_AT_ONCE

NO_ROW = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
"""Not the row of any word."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def circle_at(
    view: cython.pointer(cython.const[BoxView]), position: cython.Py_ssize_t
) -> cython.pointer(cython.const[cython.double]):
    """x, y and radius of the circle whose box has a position; NULL if it is no circle's."""
    number: cython.int = view.circles[position if view.rows is cython.NULL else view.rows[position]]
    if number < 0:
        return cython.NULL
    return view.numbers + number


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
    """List the boxes of one half that get into the tree, with what there is to know of them."""
    job: cython.pointer(Look) = cython.cast(cython.pointer(Look), context)
    view: BoxView = job.view
    window: cython.pointer(cython.const[Box]) = job.window
    first: cython.Py_ssize_t = job.middle if half else 0
    items: cython.pointer(cython.ulonglong) = job.items + first
    box: cython.pointer(cython.const[Box])
    corners: Box
    width: cython.double
    height: cython.double
    widest: cython.double = 0.0
    highest: cython.double = 0.0
    smallest: cython.double = INFINITY
    total: cython.Py_ssize_t = 0
    circles: cython.p_double = job.circles
    circle: cython.pointer(cython.const[cython.double])
    end: cython.Py_ssize_t = view.count if half else job.middle
    ready: cython.Py_ssize_t = first if job.prepare is not cython.NULL else end
    i: cython.Py_ssize_t
    corners.left = corners.top = INFINITY
    corners.right = corners.bottom = -INFINITY
    for i in range(first, end):
        if i == ready:
            ready = min(end, i + BOXES_AT_ONCE)
            job.prepare(job.prepared, view.rows + i, ready - i)
        box = box_at(cython.address(view), i)
        width = box.right - box.left
        height = box.bottom - box.top
        if (width >= 0.0) & (height >= 0.0) & ((window is cython.NULL) or overlap(box, window)):
            corners.left = min(box.left, corners.left)
            corners.right = max(box.left, corners.right)
            corners.top = min(box.top, corners.top)
            corners.bottom = max(box.top, corners.bottom)
            widest = max(width, widest)
            highest = max(height, highest)
            smallest = min(max(width, height), smallest)
            items[total] = i
            total += 1
            if circles is not cython.NULL:
                circle = circle_at(cython.address(view), i)
                if circle is cython.NULL:
                    circles = cython.NULL
                else:
                    circles[3 * i] = circle[0]
                    circles[3 * i + 1] = circle[1]
                    circles[3 * i + 2] = circle[2]
    job.found[half] = total
    job.of_circles[half] = circles is not cython.NULL
    job.census[half].corners = corners
    job.census[half].widest = widest
    job.census[half].highest = highest
    job.census[half].smallest = smallest


def words_of_half(half: cython.int, context: cython.p_void) -> cython.void:
    """Write the words of one half of a level's items."""
    job: cython.pointer(Put) = cython.cast(cython.pointer(Put), context)
    level: cython.pointer(cython.const[Level]) = job.level
    items: cython.pointer(cython.const[cython.ulonglong]) = job.items
    words: cython.pointer(cython.ulonglong) = job.words
    view: BoxView = job.view
    keys_per_pixel: cython.double = level.keys_per_pixel
    key_zero: cython.double = level.key_zero
    nodes_per_pixel: cython.double = level.nodes_per_pixel
    row_zero: cython.longlong = level.row_zero
    item_bits: cython.int = job.item_bits
    row_shift: cython.int = level.row_shift
    is_turned: cython.bint = level.turned
    box: cython.pointer(cython.const[Box])
    along: cython.double
    across: cython.double
    row: cython.ulonglong
    key: cython.ulonglong
    k: cython.Py_ssize_t
    for k in range(job.middle if half else job.first, job.end if half else job.middle):
        box = box_at(cython.address(view), items[k])
        along = box.left
        across = box.top
        if is_turned:
            along, across = across, along
        row = whole(across * nodes_per_pixel) - row_zero
        key = cython.cast(cython.longlong, along * keys_per_pixel - key_zero)
        words[k] = items[k] | key << item_bits | row << row_shift


def boxes_of_half(half: cython.int, context: cython.p_void) -> cython.void:
    """Copy the boxes of one half of a level to its entries, and list their rows."""
    job: cython.pointer(Put) = cython.cast(cython.pointer(Put), context)
    view: BoxView = job.view
    words: cython.pointer(cython.ulonglong) = job.words
    columns: BoxColumns = job.columns
    mask: cython.ulonglong = job.item_mask
    row_shift: cython.int = job.level.row_shift
    rows: cython.pointer(Row) = job.rows[half]
    box: cython.pointer(cython.const[Box])
    bounds: Box
    last: cython.ulonglong = NO_ROW
    row_count: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    bounds.left = bounds.top = INFINITY
    bounds.right = bounds.bottom = -INFINITY
    for k in range(job.middle if half else job.first, job.end if half else job.middle):
        if words[k] >> row_shift != last:
            last = words[k] >> row_shift
            rows[row_count].index = job.level.row_zero + cython.cast(cython.longlong, last)
            rows[row_count].first = k
            row_count += 1
        box = box_at(cython.address(view), words[k] & mask)
        columns.low[k] = box.left
        columns.top[k] = box.top
        columns.high[k] = box.right
        columns.bottom[k] = box.bottom
        bounds.left = min(bounds.left, box.left)
        bounds.top = min(bounds.top, box.top)
        bounds.right = max(bounds.right, box.right)
        bounds.bottom = max(bounds.bottom, box.bottom)
    job.bounds[half] = bounds
    job.row_count[half] = row_count


def circles_of_half(half: cython.int, context: cython.p_void) -> cython.void:
    """The same for circles: x, y and radius. The fourth column is not used, nor takes memory.

    They are read in the order of the tree, so from anywhere: each is fetched some entries ahead.
    """
    job: cython.pointer(Put) = cython.cast(cython.pointer(Put), context)
    words: cython.pointer(cython.ulonglong) = job.words
    columns: BoxColumns = job.columns
    circles: cython.p_double = job.circles
    mask: cython.ulonglong = job.item_mask
    row_shift: cython.int = job.level.row_shift
    rows: cython.pointer(Row) = job.rows[half]
    circle: cython.pointer(cython.const[cython.double])
    bounds: Box
    last: cython.ulonglong = NO_ROW
    row_count: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = job.end if half else job.middle
    k: cython.Py_ssize_t
    bounds.left = bounds.top = INFINITY
    bounds.right = bounds.bottom = -INFINITY
    for k in range(job.middle if half else job.first, end):
        if words[k] >> row_shift != last:
            last = words[k] >> row_shift
            rows[row_count].index = job.level.row_zero + cython.cast(cython.longlong, last)
            rows[row_count].first = k
            row_count += 1
        circle = circles + 3 * (words[min(k + AHEAD, end - 1)] & mask)
        fetch(circle)
        fetch(circle + 2)  # which may be in the next line of the cache
        circle = circles + 3 * (words[k] & mask)
        columns.low[k] = circle[0]
        columns.top[k] = circle[1]
        columns.bottom[k] = circle[2]
        bounds.left = min(bounds.left, circle[0] - circle[2])
        bounds.top = min(bounds.top, circle[1] - circle[2])
        bounds.right = max(bounds.right, circle[0] + circle[2])
        bounds.bottom = max(bounds.bottom, circle[1] + circle[2])
    job.bounds[half] = bounds
    job.row_count[half] = row_count
