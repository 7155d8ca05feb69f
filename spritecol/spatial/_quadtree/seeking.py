# cython: nonecheck=True
# (A __del__ or weak reference callback may get here after the collector has cleared the fields.)
"""Searches that descend from the root: what a segment overlaps, and what is nearest to a point.

A cell is left out if what it may hold is out of the way: a quadrant holds what lies within it, a
line cell what lies within its part of the line and, across it, from `begin` to `end`. Boxes beyond
the bounds are in the outermost cells, so these are endless.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memmove
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.narrow_phase.exact_signs import orient
from cython.cimports.spritecol._numbers.polar import hypot
from cython.cimports.spritecol.spatial._quadtree.cells import Cell
from cython.cimports.spritecol.spatial._quadtree.walks import (
    COLUMNS,
    MAX_PENDING,
    QUADRANT,
    ROWS,
)

SLACK = cython.declare(cython.double, 1e-14)
"""Of the largest bound: more than the rounding error of where a cell begins."""

FRACTION_SLACK = cython.declare(cython.double, 1e-12)
"""More than the rounding error of the fraction at which a side is met."""

FARTHER = cython.declare(cython.double, 1.0 + 1e-12)
"""A distance may be rounded up by less than this factor."""

Place = cython.struct(  # a cell with what it may hold
    number=cython.int,
    kind=cython.int,
    height=cython.int,  # levels above the finest
    ix=cython.int,  # its column
    iy=cython.int,  # its row
    extent=Box,
    away=cython.double,  # the distance of the extent from the point
)

Found = cython.struct(
    distance=cython.double,
    slot=cython.int,
)


@cython.cfunc
@cython.exceptval(check=False)
def begin_of(
    index: cython.int, start: cython.double, size: cython.double, slack: cython.double
) -> cython.double:
    """Where a finest cell begins at the earliest."""
    return -INFINITY if index == 0 else start + index * size - slack


@cython.cfunc
@cython.exceptval(check=False)
def end_of(
    index: cython.int,
    start: cython.double,
    size: cython.double,
    slack: cython.double,
    cells: cython.int,
) -> cython.double:
    """Where a finest cell ends at the latest."""
    return INFINITY if index >= cells - 1 else start + (index + 1) * size + slack


@cython.cfunc
@cython.exceptval(check=False)
def put_extent(tree: Cells, place: cython.pointer(Place)) -> cython.void:
    """Write what a cell may hold."""
    bounds: Box = tree.space.bounds
    cell: cython.pointer(Cell) = tree.cells + place.number
    x1: cython.int = place.ix << place.height
    x2: cython.int = ((place.ix + 1) << place.height) - 1
    y1: cython.int = place.iy << place.height
    y2: cython.int = ((place.iy + 1) << place.height) - 1
    slack_x: cython.double = SLACK * (fabs(bounds.left) + fabs(bounds.right))
    slack_y: cython.double = SLACK * (fabs(bounds.top) + fabs(bounds.bottom))
    if place.kind == ROWS:
        x1 = cell.begin
        x2 = cell.end
    elif place.kind == COLUMNS:
        y1 = cell.begin
        y2 = cell.end
    width: cython.double = tree.space.cell_width
    height: cython.double = tree.space.cell_height
    count: cython.int = tree.space.cells
    place.extent.left = begin_of(x1, bounds.left, width, slack_x)
    place.extent.right = end_of(x2, bounds.left, width, slack_x, count)
    place.extent.top = begin_of(y1, bounds.top, height, slack_y)
    place.extent.bottom = end_of(y2, bounds.top, height, slack_y, count)


@cython.cfunc
@cython.exceptval(check=False)
def root_of(tree: Cells) -> Place:
    """The root."""
    place: Place
    place.number = place.ix = place.iy = 0
    place.kind = QUADRANT
    place.height = tree.space.depth
    place.away = 0.0
    put_extent(tree, cython.address(place))
    return place


@cython.cfunc
@cython.exceptval(check=False)
def is_empty(tree: Cells, number: cython.int) -> cython.bint:
    """Whether there is nothing in a cell or below it."""
    cell: cython.pointer(Cell) = tree.cells + number
    return cell.head == 0 and cell.children == 0 and cell.lines == 0


@cython.cfunc
@cython.exceptval(check=False)
def children_of(
    tree: Cells, parent: cython.pointer(cython.const[Place]), out: cython.pointer(Place)
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
            put_extent(tree, cython.address(child))
            out[count] = child
            count += 1
    for i in range(4 if parent.kind == QUADRANT and lines > 0 else 0):  # two of rows, then columns
        child.number = lines + i
        child.kind = ROWS if i < 2 else COLUMNS
        child.ix = 2 * parent.ix + (i & 1)
        child.iy = 2 * parent.iy + (i & 1)
        if not is_empty(tree, child.number):
            put_extent(tree, cython.address(child))
            out[count] = child
            count += 1
    return count


# Segments --------------------------------------------------------------------------------------

Way = cython.struct(  # from the start of a segment to its end
    x1=cython.double,
    y1=cython.double,
    x2=cython.double,
    y2=cython.double,
)


@cython.cfunc
@cython.exceptval(check=False)
def narrow(
    start: cython.double,
    way: cython.double,
    low: cython.double,
    high: cython.double,
    enter: cython.p_double,
    leave: cython.p_double,
) -> cython.void:
    """Of the part of a segment from `enter` to `leave`, keep what is between two lines."""
    first: cython.double
    last: cython.double
    if way == 0.0:
        if not low <= start <= high:
            leave[0] = -1.0
        return
    first = (low - start) / way
    last = (high - start) / way
    enter[0] = max(enter[0], min(first, last))
    leave[0] = min(leave[0], max(first, last))


@cython.cfunc
@cython.exceptval(check=False)
def place_on(
    way: cython.pointer(cython.const[Way]), box: cython.pointer(cython.const[Box])
) -> cython.double:
    """The fraction at which a segment enters a box, by slabs; INFINITY if it misses it by far."""
    enter: cython.double = 0.0
    leave: cython.double = 1.0
    narrow(
        way.x1, way.x2 - way.x1, box.left, box.right, cython.address(enter), cython.address(leave)
    )
    narrow(
        way.y1, way.y2 - way.y1, box.top, box.bottom, cython.address(enter), cython.address(leave)
    )
    return min(enter, 1.0) if enter <= leave + FRACTION_SLACK else INFINITY


@cython.cfunc
@cython.exceptval(check=False)
def overlaps_way(
    way: cython.pointer(cython.const[Way]), box: cython.pointer(cython.const[Box])
) -> cython.bint:
    """Whether a segment overlaps a box, strictly and exactly: no axis of the two separates them."""
    least_x: cython.double
    least_y: cython.double
    most_x: cython.double
    most_y: cython.double
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
    tree: Cells,
    x1: cython.double,
    y1: cython.double,
    x2: cython.double,
    y2: cython.double,
    found: list,
) -> cython.int:
    """See the header."""
    way: Way
    pending: Place[MAX_PENDING]
    children: Place[MOST_CHILDREN]
    parent: Place
    size: cython.int = 1
    count: cython.int
    i: cython.int
    slot: cython.int
    way.x1, way.y1, way.x2, way.y2 = x1, y1, x2, y2
    pending[0] = root_of(tree)
    while size > 0:
        size -= 1
        parent = pending[size]
        slot = tree.cells[parent.number].head - 1
        while slot >= 0:
            if overlaps_way(cython.address(way), cython.address(tree.nodes[slot].box)):
                found.append(
                    (slot, place_on(cython.address(way), cython.address(tree.nodes[slot].box)))
                )
            slot = tree.links[slot].next
        count = children_of(tree, cython.address(parent), children)
        for i in range(count):
            if place_on(cython.address(way), cython.address(children[i].extent)) <= 1.0:
                pending[size] = children[i]
                size += 1
    return 0


# What is nearest -------------------------------------------------------------------------------


@cython.cfunc
@cython.exceptval(check=False)
def distance_from(
    x: cython.double, y: cython.double, box: cython.pointer(cython.const[Box])
) -> cython.double:
    """The distance of a point from a box, 0 inside of it."""
    dx: cython.double = max(0.0, box.left - x, x - box.right)
    dy: cython.double = max(0.0, box.top - y, y - box.bottom)
    return hypot(dx, dy)


@cython.cfunc
@cython.exceptval(check=False)
def put_in_order(
    best: cython.pointer(Found), count: cython.int, most: cython.int, new: Found
) -> cython.int:
    """Add a box to the best ones, nearest first; if they are enough, the last leaves. How many."""
    low: cython.int = 0
    high: cython.int = count
    middle: cython.int
    while low < high:
        middle = (low + high) >> 1
        if best[middle].distance <= new.distance:
            low = middle + 1
        else:
            high = middle
    if low == most:
        return count
    count = min(count, most - 1)
    memmove(best + low + 1, best + low, (count - low) * cython.sizeof(Found))
    best[low] = new
    return count + 1


def find_nearest(
    tree: Cells,
    x: cython.double,
    y: cython.double,
    most: cython.int,
    limit: cython.double,
    found: list,
) -> cython.int:
    """See the header."""
    pending: Place[MAX_PENDING]
    children: Place[MOST_CHILDREN]
    parent: Place
    new: Found
    best: cython.pointer(Found)
    size: cython.int = 1
    count: cython.int
    kept: cython.int = 0
    i: cython.int
    k: cython.int
    most = min(most, tree.allocator.taken)
    if most <= 0:
        return 0
    best = cython.cast(cython.pointer(Found), malloc(most * cython.sizeof(Found)))
    if best is cython.NULL:
        raise MemoryError
    try:
        pending[0] = root_of(tree)
        while size > 0:
            size -= 1
            parent = pending[size]
            if parent.away > limit * FARTHER:
                continue
            new.slot = tree.cells[parent.number].head - 1
            while new.slot >= 0:
                new.distance = distance_from(x, y, cython.address(tree.nodes[new.slot].box))
                if new.distance <= limit:
                    kept = put_in_order(best, kept, most, new)
                    if kept == most:
                        limit = min(limit, best[most - 1].distance)
                new.slot = tree.links[new.slot].next
            count = children_of(tree, cython.address(parent), children)
            # The nearest is pushed last, and visited first.
            for i in range(count):
                children[i].away = distance_from(x, y, cython.address(children[i].extent))
                k = size + i
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
