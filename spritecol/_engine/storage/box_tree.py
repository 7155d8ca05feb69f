"""A tree of boxes: those that lie near each other are in one node.

The parts of an outline have one, and so has what a search looks at again and again.
"""

import cython
from cython import (
    address,
    binding,
    bint,
    cast,
    cfunc,
    declare,
    double,
    exceptval,
    nogil,
    pointer,
    sizeof,
    ulonglong,
)
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import include_box, inverted_box
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._support.libc import free, qsort

FLAT = declare(cython.int, 32)
"""Boxes. So many are gone through one by one. Higher: more comparisons; lower: sorting a few boxes
takes longer than it saves."""


@cfunc
@nogil
@exceptval(check=False)
def bands_of(
    places: pointer(cython.const[Place]), count: cython.int, bounds: BoxRef, upright: bint
) -> cython.int:
    """How often a level that is long and flat is halved along it before square cells begin.

    A ray above its floor and below its ceiling then meets neither, however long it is. That pays
    if fewer boxes lie across a border of two bands than square cells would lie along it.
    """
    result: cython.int = 0
    across: cython.int = 0
    k: cython.int
    width: double = bounds.right - bounds.left
    height: double = bounds.bottom - bounds.top
    start: double = bounds.left if upright else bounds.top
    high: double = width if upright else height
    long: double = height if upright else width
    while high > 0.0 and result < 15 and (2 << result) * high <= long:
        band: double = high / (2 << result)
        across = 0
        for k in range(count):
            box: BoxRef = address(places[k].box)
            low: double = (box.left if upright else box.top) - start
            far: double = (box.right if upright else box.bottom) - start
            across += cast(cython.int, low / band) < cast(cython.int, far / band) < (2 << result)
        if across * high >= long:
            break
        result += 1
    return result


@cfunc
@nogil
@exceptval(check=False)
def place_along(at: double, size: double, high: double, bands: cython.int) -> ulonglong:
    """A coordinate in square cells of a level, in 16 bits; before it the number of its band."""
    result: ulonglong = cast(ulonglong, 65535.0 * (at / size)) if size > 0.0 else 0
    if bands:
        band: ulonglong = cast(ulonglong, at / high * (1 << bands))
        result |= min(band, (1 << bands) - 1) << (16 - bands)
    return result


@cfunc
@nogil
@exceptval(check=False)
def put_keys(places: pointer(Place), count: cython.int, bounds: BoxRef) -> cython.void:
    """Write where the middles of boxes are along a Z-order curve through the bounds.

    In square cells: in long ones, those that follow each other lie far apart.
    """
    i: cython.int
    bit: cython.int
    width: double = bounds.right - bounds.left
    height: double = bounds.bottom - bounds.top
    lines: cython.int = bands_of(places, count, bounds, False)
    columns: cython.int = bands_of(places, count, bounds, True)
    for i in range(count):
        box: BoxRef = address(places[i].box)
        x: double = 0.5 * (box.left + box.right) - bounds.left
        y: double = 0.5 * (box.top + box.bottom) - bounds.top
        column: ulonglong = place_along(x, max(width, height), width, columns)
        line: ulonglong = place_along(y, max(width, height), height, lines)
        places[i].key = 0
        for bit in range(16):
            places[i].key |= (column >> bit & 1) << 2 * bit | (line >> bit & 1) << (2 * bit + 1)


@cfunc
@nogil
@exceptval(check=False)
def compare_places(
    a: pointer(cython.const[cython.void]), b: pointer(cython.const[cython.void])
) -> cython.int:
    """Compare two places by their keys, then by their numbers, for `qsort`."""
    one: pointer(cython.const[Place]) = cast(pointer(cython.const[Place]), a)
    other: pointer(cython.const[Place]) = cast(pointer(cython.const[Place]), b)
    if one.key != other.key:
        return -1 if one.key < other.key else 1
    return one.number - other.number


@cfunc
@nogil
@exceptval(check=False)
def put_nodes(
    places: pointer(Place),
    first: cython.int,
    end: cython.int,
    nodes: pointer(BoxNode),
    place: cython.int,
) -> cython.int:
    """Write the node of some consecutive places, and all nodes inside of it, from a place on.

    These are the quarters of a rectangle that have boxes in them. Returns where the next node goes.
    """
    k: cython.int
    shift: cython.int = 0
    node: pointer(BoxNode) = nodes + place
    node.number = places[first].number if end - first == 1 else -1
    node.box = places[first].box
    place += 1
    for k in range(first + 1, end):
        include_box(address(node.box), address(places[k].box))
    if end - first > 1:
        apart: ulonglong = places[first].key ^ places[end - 1].key
        while apart >> shift > 3:
            shift += 2
        step: cython.int = 1
        while 4 * step < end - first:
            step *= 4
        k = first
        while k < end:
            stop: cython.int = k + 1
            if apart == 0:  # all in one place
                stop = min(end, k + step)
            while apart and stop < end and not (places[k].key ^ places[stop].key) >> shift:
                stop += 1
            place = put_nodes(places, k, stop, nodes, place)
            k = stop
    node.beyond = place
    return place


def plant(places: pointer(Place), count: cython.int, nodes: pointer(BoxNode)) -> cython.int:
    """Write the nodes of a tree of boxes, which are sorted for it; returns how many.

    There must be room for twice as many nodes as boxes.
    """
    bounds: Box = inverted_box()
    k: cython.int
    for k in range(count):
        include_box(address(bounds), address(places[k].box))
    put_keys(places, count, address(bounds))
    qsort(places, count, sizeof(Place), compare_places)
    return put_nodes(places, 0, count, nodes, 0)


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
class BoxTree:
    """Boxes with numbers, and their tree. Its memory is used again after `clear`."""

    def __dealloc__(self):
        free(self.places)
        free(self.nodes)

    def clear(self) -> cython.void:
        """Drop all boxes."""
        self.count = 0
        self.node_count = 0

    def add(self, box: BoxRef, number: cython.int) -> cython.int:
        """Add a box. It is found from the next `build` on."""
        room_for(address(self.places), address(self.capacity), self.count + 1, FLAT, sizeof(Place))
        place: pointer(Place) = self.places + self.count
        place.box = box[0]
        place.number = number
        self.count += 1
        return 0

    def build(self) -> cython.int:
        """Make the tree. Few boxes are all leaves, in the order in which they were added."""
        k: cython.int
        room_for(
            address(self.nodes),
            address(self.node_capacity),
            2 * self.count,
            2 * FLAT,
            sizeof(BoxNode),
        )
        if self.count > FLAT:
            self.node_count = plant(self.places, self.count, self.nodes)
            return 0
        for k in range(self.count):
            self.nodes[k].box = self.places[k].box
            self.nodes[k].number = self.places[k].number
            self.nodes[k].beyond = k + 1
        self.node_count = self.count
        return 0
