"""The grid of the quadtree's nodes: the layout of a level, and the band and key of a position.

All levels lie on one grid with its origin at (0, 0). The side of a node is a common unit times a
power of two, so the parent of node (band, column) is (band >> 1, column >> 1) on the next level,
exactly: a multiplication by a power of two does not round. A box belongs to the node that contains
its top left corner, on a level whose nodes are at least as large as the box. So it extends at most
into the next node to the right and below: nodes are loose.

Within a band of nodes, boxes are ordered by a *key*, an integer that grows with the left side, more
finely than by nodes. A level of flat boxes is turned: its bands are columns of the world.
Which boxes live on which level is decided in `quadtree`. The grid stands alone, because the
module that builds a tree asks it, and so do the modules that search one.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.broad_phase.lanes import CircleBand
from cython.cimports.spritecol._engine.tuning import FINENESS, FLAT, ROOM
from cython.cimports.spritecol._support.libc import fabs, floor, frexp, ldexp, sqrt

WORD_BITS = C.declare(C.int, 62)
"""The maximal number of bits of a word, so that sentinels are greater than all words."""

MOST_KEYS = C.declare(C.double, 1e15)
"""From the origin to the farthest box. float64 could distinguish only a few more."""


CIRCLE_ROUNDING = C.declare(C.double, 4e-15)
"""More than all relative rounding errors of the test of two circles, and of their boxes' sides,
relative to the farthest one. It is generous: doubt only costs time."""


def farthest(census: C.pointer(C.const[Census])) -> C.double:
    """How far from the origin a corner is, in x or y."""
    return max(
        fabs(census.corners.left),
        fabs(census.corners.right),
        fabs(census.corners.top),
        fabs(census.corners.bottom),
    )


def least_side(census: C.pointer(C.const[Census])) -> C.double:
    """The least side of nodes for some boxes.

    A little more than the largest box, so that rounding cannot put two boxes that overlap farther
    apart than one band, wherever they are. Large enough that float64 can distinguish the farthest
    bands.
    """
    far: C.double = farthest(census)
    largest: C.double = max(census.widest, census.highest)
    return max(largest * (1.0 + 1e-6) + 1e-15 * far, 1e-14 * far, 1e-280)


def room_side(census: C.pointer(C.const[Census]), count: C.Py_ssize_t) -> C.double:
    """The side of nodes for queries, where so many boxes are far apart.

    Long segments and large areas cross many nodes as small as boxes, most of which are empty.
    """
    corners: BoxRef = C.address(census.corners)
    width: C.double = corners.right - corners.left
    height: C.double = corners.bottom - corners.top
    return ROOM * sqrt(width) * sqrt(height / count)


def can_tell_circles(census: C.pointer(C.const[Census]), band: C.pointer(CircleBand)) -> C.bint:
    """Whether float64 can distinguish most circles that overlap from circles that do not. Writes
    the band.

    A circle that surely hits must do so by more than the rounding of the boxes, which must overlap,
    too: all rounding of the boxes is below 1e-15 of the farthest coordinate.
    """
    largest: C.double = max(census.widest, census.highest)
    far: C.double = farthest(census) + largest
    if census.smallest < 1e-10 * far or census.smallest < 1e-120:
        return False
    band.sure = 1.0 - CIRCLE_ROUNDING * (1.0 + far / census.smallest)
    band.maybe = 1.0 + CIRCLE_ROUNDING
    return True


def steps_to(unit: C.double, side: C.double) -> C.int:
    """The least k for which unit * 2**k is at least a side."""
    unit_exponent: C.int
    side_exponent: C.int
    frexp(unit, C.address(unit_exponent))
    frexp(side, C.address(side_exponent))
    steps: C.int = side_exponent - unit_exponent - 1
    while ldexp(unit, steps) < side:
        steps += 1
    return steps


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def choose_nodes(
    level: C.pointer(Level),
    unit: C.double,
    exponent: C.int,
    census: C.pointer(C.const[Census]),
    far: C.double,
) -> C.void:
    """Set the size and the orientation of a level's nodes, and how many keys there are to a
    node.
    """
    doublings: C.int
    level.exponent = exponent
    level.side = ldexp(unit, exponent)
    level.nodes_per_pixel = ldexp(1.0 / unit, -exponent)
    level.turned = census.widest > FLAT * census.highest
    level.widest = census.highest if level.turned else census.widest
    # This many keys to the widest box, because nodes are far too coarse for a row of upright
    # needles.
    frexp(min(1e5, level.side / max(level.widest, 1e-300)), C.address(doublings))
    level.keys = C.cast(C.longlong, FINENESS) << max(0, doublings - 1)
    while level.keys > 1 and far * level.nodes_per_pixel * level.keys > MOST_KEYS:
        level.keys //= 2


def lay_out(
    level: C.pointer(Level),
    unit: C.double,
    exponent: C.int,
    census: C.pointer(C.const[Census]),
    item_bits: C.int,
) -> C.int:
    """Lay out a level. Return 0, or how many bits a word lacks with one key to a node."""
    far: C.double = farthest(census)
    first: C.double
    last: C.double
    first_band: C.double
    last_band: C.double
    doublings: C.int
    choose_nodes(level, unit, exponent, census, far)
    corners: Box = along_bands(level, C.address(census.corners))
    while True:
        level.keys_per_pixel = level.nodes_per_pixel * level.keys
        first = floor(corners.left * level.keys_per_pixel)
        last = floor(corners.right * level.keys_per_pixel)
        first_band = floor(corners.top * level.nodes_per_pixel)
        last_band = floor(corners.bottom * level.nodes_per_pixel)
        level.band_shift = item_bits + bits_for(last - first + level.keys + 4.0)
        lacking: C.int = level.band_shift + bits_for(last_band - first_band + 1.0) - WORD_BITS
        if lacking <= 0:
            break
        if level.keys == 1:
            return lacking
        # Each halving saves one bit, or none.
        level.keys = max(1, level.keys >> min(lacking, 60))
    level.key_zero = first
    frexp(level.keys, C.address(doublings))  # 2**k is 0.5 * 2**(k + 1)
    level.key_doublings = doublings - 1
    level.last_key = C.cast(C.longlong, last - first) + level.keys + 2
    level.band_zero = C.cast(C.longlong, first_band)
    level.widest = level.widest * (1.0 + 1e-6) + 1e-14 * far
    # One key more for rounding down, and one since words hold an item below the key.
    level.reach = C.cast(C.longlong, level.widest * level.keys_per_pixel) + 2
    return 0
