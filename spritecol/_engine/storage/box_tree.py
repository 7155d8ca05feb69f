"""A tree of boxes: those that lie near each other are in one node.

The parts of an outline have one, and so has what a search looks at again and again.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import include_box, inverted_box
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._support.libc import free, qsort

MOST_FLAT = C.declare(C.int, 32)
"""Boxes. So many are gone through one by one. Higher: more comparisons; lower: sorting a few boxes
takes longer than it saves."""


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def bands_of(
    places: C.pointer(C.const[TreePlace]), count: C.int, bounds: BoxRef, upright: C.bint
) -> C.int:
    """How often a level that is long and flat is halved along it before square cells begin.

    A ray above its floor and below its ceiling then meets neither, however long it is. That pays
    if fewer boxes lie across a border of two bands than square cells would lie along it.
    """
    result: C.int = 0
    across: C.int = 0
    k: C.int
    width: C.double = bounds.right - bounds.left
    height: C.double = bounds.bottom - bounds.top
    start: C.double = bounds.left if upright else bounds.top
    high: C.double = width if upright else height
    long: C.double = height if upright else width
    while high > 0.0 and result < 15 and (2 << result) * high <= long:
        band: C.double = high / (2 << result)
        across = 0
        for k in range(count):
            box: BoxRef = C.address(places[k].box)
            low: C.double = (box.left if upright else box.top) - start
            far: C.double = (box.right if upright else box.bottom) - start
            across += C.cast(C.int, low / band) < C.cast(C.int, far / band) < (2 << result)
        if across * high >= long:
            break
        result += 1
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def place_along(at: C.double, size: C.double, high: C.double, bands: C.int) -> C.ulonglong:
    """A coordinate in square cells of a level, in 16 bits; before it the number of its band."""
    result: C.ulonglong = C.cast(C.ulonglong, 65535.0 * (at / size)) if size > 0.0 else 0
    if bands:
        band: C.ulonglong = C.cast(C.ulonglong, at / high * (1 << bands))
        result |= min(band, (1 << bands) - 1) << (16 - bands)
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_keys(places: C.pointer(TreePlace), count: C.int, bounds: BoxRef) -> C.void:
    """Write where the middles of boxes are along a Z-order curve through the bounds.

    In square cells: in long ones, those that follow each other lie far apart.
    """
    i: C.int
    bit: C.int
    width: C.double = bounds.right - bounds.left
    height: C.double = bounds.bottom - bounds.top
    lines: C.int = bands_of(places, count, bounds, False)
    columns: C.int = bands_of(places, count, bounds, True)
    for i in range(count):
        box: BoxRef = C.address(places[i].box)
        x: C.double = 0.5 * (box.left + box.right) - bounds.left
        y: C.double = 0.5 * (box.top + box.bottom) - bounds.top
        column: C.ulonglong = place_along(x, max(width, height), width, columns)
        line: C.ulonglong = place_along(y, max(width, height), height, lines)
        places[i].key = 0
        for bit in range(16):
            places[i].key |= (column >> bit & 1) << 2 * bit | (line >> bit & 1) << (2 * bit + 1)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_by_key(a: C.pointer(C.const[C.void]), b: C.pointer(C.const[C.void])) -> C.int:
    """Compare two places by their keys, then by their numbers, for `qsort`."""
    one: C.pointer(C.const[TreePlace]) = C.cast(C.pointer(C.const[TreePlace]), a)
    other: C.pointer(C.const[TreePlace]) = C.cast(C.pointer(C.const[TreePlace]), b)
    if one.key != other.key:
        return -1 if one.key < other.key else 1
    return one.number - other.number


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_nodes(
    places: C.pointer(TreePlace),
    first: C.int,
    end: C.int,
    nodes: C.pointer(BoxNode),
    place: C.int,
) -> C.int:
    """Write the node of some consecutive places, and all nodes inside of it, from a place on.

    These are the quarters of a rectangle that have boxes in them. Returns where the next node goes.
    """
    k: C.int
    shift: C.int = 0
    node: C.pointer(BoxNode) = nodes + place
    node.number = places[first].number if end - first == 1 else -1
    node.box = places[first].box
    place += 1
    for k in range(first + 1, end):
        include_box(C.address(node.box), C.address(places[k].box))
    if end - first > 1:
        apart: C.ulonglong = places[first].key ^ places[end - 1].key
        while apart >> shift > 3:
            shift += 2
        step: C.int = 1
        while 4 * step < end - first:
            step *= 4
        k = first
        while k < end:
            stop: C.int = k + 1
            if apart == 0:  # all in one place
                stop = min(end, k + step)
            while apart and stop < end and not (places[k].key ^ places[stop].key) >> shift:
                stop += 1
            place = put_nodes(places, k, stop, nodes, place)
            k = stop
    node.beyond = place
    return place


def plant(places: C.pointer(TreePlace), count: C.int, nodes: C.pointer(BoxNode)) -> C.int:
    """Write the nodes of a tree of boxes, which are sorted for it; returns how many.

    There must be room for twice as many nodes as boxes.
    """
    bounds: Box = inverted_box()
    k: C.int
    for k in range(count):
        include_box(C.address(bounds), C.address(places[k].box))
    put_keys(places, count, C.address(bounds))
    qsort(places, count, C.sizeof(TreePlace), compare_by_key)
    return put_nodes(places, 0, count, nodes, 0)


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class BoxTree:
    """Boxes with numbers, and their tree. Its memory is used again after `clear`."""

    def __dealloc__(self):
        free(self.places)
        free(self.nodes)

    def clear(self) -> C.void:
        """Drop all boxes."""
        self.count = 0
        self.node_count = 0

    def add(self, box: BoxRef, number: C.int) -> C.int:
        """Add a box. It is found from the next `build` on."""
        room_for(
            C.address(self.places),
            C.address(self.capacity),
            self.count + 1,
            MOST_FLAT,
            C.sizeof(TreePlace),
        )
        place: C.pointer(TreePlace) = self.places + self.count
        place.box = box[0]
        place.number = number
        self.count += 1
        return 0

    def build(self) -> C.int:
        """Make the tree. Few boxes are all leaves, in the order in which they were added."""
        k: C.int
        room_for(
            C.address(self.nodes),
            C.address(self.node_capacity),
            2 * self.count,
            2 * MOST_FLAT,
            C.sizeof(BoxNode),
        )
        if self.count > MOST_FLAT:
            self.node_count = plant(self.places, self.count, self.nodes)
            return 0
        for k in range(self.count):
            self.nodes[k].box = self.places[k].box
            self.nodes[k].number = self.places[k].number
            self.nodes[k].beyond = k + 1
        self.node_count = self.count
        return 0
