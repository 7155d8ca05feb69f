"""What of a quadtree is near a point, from the nearest to the farthest: ring by ring."""

import cython
from cython.cimports.libc.math import INFINITY, fabs, sqrt
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.broad_phase.directory import (
    entries_between,
    first_band_from,
)
from cython.cimports.spritecol._engine.broad_phase.lanes import lowest_bit, overlaps_of_four
from cython.cimports.spritecol._engine.broad_phase.levels import Level, band_at, key_at
from cython.cimports.spritecol._engine.tuning import FIRST_RING, LEAST_RING

FARTHER = cython.declare(cython.double, 1.0 + 1e-12)
"""A distance may be rounded up by less than this factor."""


FOURS = cython.declare(cython.int, 16)
"""As in `walks`: four boxes are compared at once, and the bits of this many fours are gathered."""


def walk_nearest(
    tree: Quadtree,
    x: cython.double,
    y: cython.double,
    wanted: cython.Py_ssize_t,
    limit: cython.double,
    visit: Visit,
    context: cython.p_void,
) -> cython.double:
    """Visit what is near a point, in rings whose radius doubles; the last limit.

    If one is wanted, what holds the point is visited first: often nothing can be nearer. The first
    ring is no wider than the smallest nodes: in a wide one most of what is visited is not among the
    nearest. The last ends beyond the farthest corner.
    """
    area: cython.double = INFINITY  # to a box, on the most crowded level
    inner: cython.double = -1.0
    outer: cython.double = INFINITY
    farthest: cython.double = 0.0
    ring: cython.double
    bounds: cython.pointer(Box)
    k: cython.int
    if tree.level_count == 0:
        return limit
    for k in range(tree.level_count):
        bounds = cython.address(tree.levels[k].bounds)
        outer = min(outer, distance(x, y, bounds.left, bounds.top, bounds.right, bounds.bottom))
        area = min(
            area,
            (bounds.right - bounds.left) * (bounds.bottom - bounds.top) / tree.levels[k].count,
        )
        farthest = max(
            farthest,
            max(fabs(bounds.left - x), fabs(bounds.right - x))
            + max(fabs(bounds.top - y), fabs(bounds.bottom - y)),
        )
    ring = max(min(tree.unit, sqrt(area * wanted) / FIRST_RING), tree.unit / LEAST_RING)
    if outer > 0.0 or wanted > 1:
        outer += ring
    while limit >= 0.0 and inner < min(limit, farthest):
        for k in range(tree.level_count):
            limit = ring_in_level(
                tree, cython.address(tree.levels[k]), x, y, inner, outer, limit, visit, context
            )
            if limit < 0.0:
                return limit
        inner = outer
        outer = max(ring, 2.0 * outer)
    return limit


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def distance(
    x: cython.double,
    y: cython.double,
    left: cython.double,
    top: cython.double,
    right: cython.double,
    bottom: cython.double,
) -> cython.double:
    """The distance of a point from a box, 0 inside of it."""
    dx: cython.double = max(0.0, left - x, x - right)
    dy: cython.double = max(0.0, top - y, y - bottom)
    return sqrt(dx * dx + dy * dy)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def ring_in_level(
    tree: Quadtree,
    level: cython.pointer(cython.const[Level]),
    x: cython.double,
    y: cython.double,
    inner: cython.double,
    outer: cython.double,
    limit: cython.double,
    visit: Visit,
    context: cython.p_void,
) -> cython.double:
    """Visit what of a level is farther than `inner`, and no farther than `outer`; the new limit.

    Boxes are compared with the box around the ring first.
    """
    bounds: cython.pointer(cython.const[Box]) = cython.address(level.bounds)
    reach: cython.double = min(outer, limit * FARTHER)
    starts: cython.Py_ssize_t[16]
    fours: cython.int = 0
    bits: cython.ulonglong = 0
    four: cython.ulonglong
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    band: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    first: cython.Py_ssize_t
    end: cython.Py_ssize_t
    reach += 1e-6 * level.side + 1e-15 * (fabs(x) + fabs(y) + reach)
    if distance(x, y, bounds.left, bounds.top, bounds.right, bounds.bottom) > reach:
        return limit
    if level.turned:
        x, y = y, x
    band = first_band_from(tree, level, band_at(level, y - reach) - 1)
    stop = first_band_from(tree, level, band_at(level, y + reach) + 1)
    low = max(0, key_at(level, x - reach - level.widest))
    high = key_at(level, x + reach)
    while band < stop:
        entries_between(tree, level, band, low, high, cython.address(first), cython.address(end))
        while first < end:
            four = overlaps_of_four(
                cython.address(tree.boxes),
                first,
                x - reach,
                y - reach,
                x + reach,
                y + reach,
                tree.plain,
            )
            starts[fours] = first
            bits |= (four & ((1 << min(4, end - first)) - 1)) << 4 * fours
            fours += 1
            first += 4
            if fours == FOURS:
                limit = visit_ring(tree, x, y, inner, outer, limit, starts, bits, visit, context)
                if limit < 0.0:
                    return limit
                fours = 0
                bits = 0
        band += 1
    return visit_ring(tree, x, y, inner, outer, limit, starts, bits, visit, context)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def visit_ring(
    tree: Quadtree,
    x: cython.double,
    y: cython.double,
    inner: cython.double,
    outer: cython.double,
    limit: cython.double,
    starts: cython.pointer(cython.Py_ssize_t),
    bits: cython.ulonglong,
    visit: Visit,
    context: cython.p_void,
) -> cython.double:
    """Visit what of the entries that bits tell is in a ring; the new limit."""
    away: cython.double
    entry: cython.Py_ssize_t
    k: cython.int
    while bits:
        k = lowest_bit(bits)
        bits &= bits - 1
        entry = starts[k >> 2] + (k & 3)
        away = distance(
            x,
            y,
            tree.boxes.low[entry],
            tree.boxes.top[entry],
            tree.boxes.high[entry],
            tree.boxes.bottom[entry],
        )
        if inner < away <= min(outer, limit * FARTHER):
            limit = visit(tree.item_of(entry), away, context)
            if limit < 0.0:
                return limit
    return limit
