# cython: nonecheck=True
# (A __del__ or weak reference callback may get here after the collector has cleared the fields.)
"""Searches that descend from the root: what a segment overlaps, and what is nearest to a point.

A cell is left out if what it may hold is out of the way: a quadrant holds what lies within it, a
line cell what lies within its part of the line and, across it, from `begin` to `end`. Boxes beyond
the bounds are in the outermost cells, so these are endless.
"""

import cython
from cython import (
    NULL,
    address,
    bint,
    cast,
    cfunc,
    declare,
    double,
    exceptval,
    p_double,
    pointer,
    sizeof,
    struct,
)
from cython.cimports.libc.math import INFINITY, fabs
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memmove
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.narrow_phase.exact_signs import orient
from cython.cimports.spritecol._numbers.polar import hypot
from cython.cimports.spritecol.spatial._quadtree.cells import Cell
from cython.cimports.spritecol.spatial._quadtree.walks import COLUMNS, MAX_PENDING, QUADRANT, ROWS

SLACK = declare(double, 1e-14)
"""Of the largest bound: more than the rounding error of where a cell begins."""

FRACTION_SLACK = declare(double, 1e-12)
"""More than the rounding error of the fraction at which a side is met."""

FARTHER = declare(double, 1.0 + 1e-12)
"""A distance may be rounded up by less than this factor."""

Place = struct(  # a cell with what it may hold
    number=cython.int,
    kind=cython.int,
    height=cython.int,  # levels above the finest
    ix=cython.int,  # its column
    iy=cython.int,  # its row
    extent=Box,
    away=double,  # the distance of the extent from the point
)

Found = struct(distance=double, slot=cython.int)


@cfunc
@exceptval(check=False)
def begin_of(index: cython.int, start: double, size: double, slack: double) -> double:
    """Where a finest cell begins at the earliest."""
    return -INFINITY if index == 0 else start + index * size - slack


@cfunc
@exceptval(check=False)
def end_of(
    index: cython.int, start: double, size: double, slack: double, cells: cython.int
) -> double:
    """Where a finest cell ends at the latest."""
    return INFINITY if index >= cells - 1 else start + (index + 1) * size + slack


@cfunc
@exceptval(check=False)
def put_extent(tree: Cells, place: pointer(Place)) -> cython.void:
    """Write what a cell may hold."""
    bounds: Box = tree.space.bounds
    cell: pointer(Cell) = tree.cells + place.number
    x1: cython.int = place.ix << place.height
    x2: cython.int = ((place.ix + 1) << place.height) - 1
    y1: cython.int = place.iy << place.height
    y2: cython.int = ((place.iy + 1) << place.height) - 1
    slack_x: double = SLACK * (fabs(bounds.left) + fabs(bounds.right))
    slack_y: double = SLACK * (fabs(bounds.top) + fabs(bounds.bottom))
    if place.kind == ROWS:
        x1 = cell.begin
        x2 = cell.end
    elif place.kind == COLUMNS:
        y1 = cell.begin
        y2 = cell.end
    width: double = tree.space.cell_width
    height: double = tree.space.cell_height
    count: cython.int = tree.space.cells
    place.extent.left = begin_of(x1, bounds.left, width, slack_x)
    place.extent.right = end_of(x2, bounds.left, width, slack_x, count)
    place.extent.top = begin_of(y1, bounds.top, height, slack_y)
    place.extent.bottom = end_of(y2, bounds.top, height, slack_y, count)


@cfunc
@exceptval(check=False)
def root_of(tree: Cells) -> Place:
    """The root."""
    place: Place
    place.number = place.ix = place.iy = 0
    place.kind = QUADRANT
    place.height = tree.space.depth
    place.away = 0.0
    put_extent(tree, address(place))
    return place


@cfunc
@exceptval(check=False)
def is_empty(tree: Cells, number: cython.int) -> bint:
    """Whether there is nothing in a cell or below it."""
    cell: pointer(Cell) = tree.cells + number
    return cell.head == 0 and cell.children == 0 and cell.lines == 0


@cfunc
@exceptval(check=False)
def children_of(
    tree: Cells, parent: pointer(cython.const[Place]), out: pointer(Place)
) -> cython.int:
    """Write the children of a cell that are not empty, eight at most; how many there are."""
    first: cython.int = tree.cells[parent.number].children
    lines: cython.int = tree.cells[parent.number].lines
    count: cython.int = 0
    i: cython.int
    child: Place
    child.height = parent.height - 1
    child.away = 0.0
    for i in range(0 if first == 0 else 4 if parent.kind == QUADRANT else 2):
        child.number = first + i
        child.kind = parent.kind
        child.ix = child.iy = 0
        if parent.kind == QUADRANT:
            child.ix = 2 * parent.ix + (i & 1)
            child.iy = 2 * parent.iy + (i >> 1)
        elif parent.kind == ROWS:
            child.iy = 2 * parent.iy + i
        else:
            child.ix = 2 * parent.ix + i
        if not is_empty(tree, child.number):
            put_extent(tree, address(child))
            out[count] = child
            count += 1
    for i in range(4 if parent.kind == QUADRANT and lines > 0 else 0):  # two of rows, then columns
        child.number = lines + i
        child.kind = ROWS if i < 2 else COLUMNS
        child.ix = 2 * parent.ix + (i & 1)
        child.iy = 2 * parent.iy + (i & 1)
        if not is_empty(tree, child.number):
            put_extent(tree, address(child))
            out[count] = child
            count += 1
    return count


# Segments --------------------------------------------------------------------------------------

Way = struct(  # from the start of a segment to its end
    x1=double, y1=double, x2=double, y2=double
)


@cfunc
@exceptval(check=False)
def narrow(
    start: double, way: double, low: double, high: double, enter: p_double, leave: p_double
) -> cython.void:
    """Of the part of a segment from `enter` to `leave`, keep what is between two lines."""
    if way == 0.0:
        if not low <= start <= high:
            leave[0] = -1.0
        return
    first: double = (low - start) / way
    last: double = (high - start) / way
    enter[0] = max(enter[0], min(first, last))
    leave[0] = min(leave[0], max(first, last))


@cfunc
@exceptval(check=False)
def place_on(way: pointer(cython.const[Way]), box: pointer(cython.const[Box])) -> double:
    """The fraction at which a segment enters a box, by slabs; INFINITY if it misses it by far."""
    enter: double = 0.0
    leave: double = 1.0
    narrow(way.x1, way.x2 - way.x1, box.left, box.right, address(enter), address(leave))
    narrow(way.y1, way.y2 - way.y1, box.top, box.bottom, address(enter), address(leave))
    return min(enter, 1.0) if enter <= leave + FRACTION_SLACK else INFINITY


@cfunc
@exceptval(check=False)
def overlaps_way(way: pointer(cython.const[Way]), box: pointer(cython.const[Box])) -> bint:
    """Whether a segment overlaps a box, strictly and exactly: no axis of the two separates them."""
    least_x: double
    least_y: double
    most_x: double
    most_y: double
    if not (
        min(way.x1, way.x2) < box.right
        and max(way.x1, way.x2) > box.left
        and min(way.y1, way.y2) < box.bottom
        and max(way.y1, way.y2) > box.top
    ):
        return False
    if way.x1 == way.x2 or way.y1 == way.y2:  # the segment is a box, too
        return True
    # The corners that are farthest to the left and to the right of the segment.
    least_x, most_x = box.left, box.right
    least_y, most_y = box.bottom, box.top
    if way.x2 < way.x1:
        least_y, most_y = most_y, least_y
    if way.y2 < way.y1:
        least_x, most_x = most_x, least_x
    return (
        orient(way.x1, way.y1, way.x2, way.y2, least_x, least_y) > 0.0
        and orient(way.x1, way.y1, way.x2, way.y2, most_x, most_y) < 0.0
    )


def find_on_segment(
    tree: Cells, x1: double, y1: double, x2: double, y2: double, found: list
) -> cython.int:
    """See the header."""
    way: Way
    pending: Place[MAX_PENDING]
    children: Place[MOST_CHILDREN]
    size: cython.int = 1
    i: cython.int
    way.x1, way.y1, way.x2, way.y2 = x1, y1, x2, y2
    pending[0] = root_of(tree)
    while size > 0:
        size -= 1
        parent: Place = pending[size]
        slot: cython.int = tree.cells[parent.number].head - 1
        while slot >= 0:
            if overlaps_way(address(way), address(tree.nodes[slot].box)):
                found.append((slot, place_on(address(way), address(tree.nodes[slot].box))))
            slot = tree.links[slot].next
        count: cython.int = children_of(tree, address(parent), children)
        for i in range(count):
            if place_on(address(way), address(children[i].extent)) <= 1.0:
                pending[size] = children[i]
                size += 1
    return 0


# What is nearest -------------------------------------------------------------------------------


@cfunc
@exceptval(check=False)
def distance_from(x: double, y: double, box: pointer(cython.const[Box])) -> double:
    """The distance of a point from a box, 0 inside of it."""
    dx: double = max(0.0, box.left - x, x - box.right)
    dy: double = max(0.0, box.top - y, y - box.bottom)
    return hypot(dx, dy)


@cfunc
@exceptval(check=False)
def put_in_order(
    best: pointer(Found), count: cython.int, most: cython.int, new: Found
) -> cython.int:
    """Add a box to the best ones, nearest first; if they are enough, the last leaves. How many."""
    low: cython.int = 0
    high: cython.int = count
    while low < high:
        middle: cython.int = (low + high) >> 1
        if best[middle].distance <= new.distance:
            low = middle + 1
        else:
            high = middle
    if low == most:
        return count
    count = min(count, most - 1)
    memmove(best + low + 1, best + low, (count - low) * sizeof(Found))
    best[low] = new
    return count + 1


def find_nearest(
    tree: Cells, x: double, y: double, most: cython.int, limit: double, found: list
) -> cython.int:
    """See the header."""
    pending: Place[MAX_PENDING]
    children: Place[MOST_CHILDREN]
    new: Found
    size: cython.int = 1
    kept: cython.int = 0
    i: cython.int
    most = min(most, tree.allocator.taken)
    if most <= 0:
        return 0
    best: pointer(Found) = cast(pointer(Found), malloc(most * sizeof(Found)))
    if best is NULL:
        raise MemoryError
    try:
        pending[0] = root_of(tree)
        while size > 0:
            size -= 1
            parent: Place = pending[size]
            if parent.away > limit * FARTHER:
                continue
            new.slot = tree.cells[parent.number].head - 1
            while new.slot >= 0:
                new.distance = distance_from(x, y, address(tree.nodes[new.slot].box))
                if new.distance <= limit:
                    kept = put_in_order(best, kept, most, new)
                    if kept == most:
                        limit = min(limit, best[most - 1].distance)
                new.slot = tree.links[new.slot].next
            count: cython.int = children_of(tree, address(parent), children)
            # The nearest is pushed last, and visited first.
            for i in range(count):
                children[i].away = distance_from(x, y, address(children[i].extent))
                k: cython.int = size + i
                while k > size and pending[k - 1].away < children[i].away:
                    pending[k] = pending[k - 1]
                    k -= 1
                pending[k] = children[i]
            size += count
        for i in range(kept):
            found.append((best[i].slot, best[i].distance))
    finally:
        free(best)
    return 0
