"""A quick look at a circle and a turned box, which tells most pairs whether they overlap, and how.

Sweeps need both, and would measure the distance after the exact test. What is told here is what the
exact test says, and the distance is that of `distances`, to the last bit.
"""

import cython
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.narrow_phase.exact_signs import UNDERFLOW
from cython.cimports.spritecol._engine.narrow_phase.two_lanes import (
    Lanes,
    bits_of,
    both,
    first_lane,
    greater,
    is_less,
    lanes_of,
    lesser,
    minus,
    over,
    plus,
    root,
    second_lane,
    times,
)

TIE = cython.declare(cython.double, 1e-11)
"""Of the wider one: gaps that differ by less are equal but for rounding."""

END = cython.declare(cython.double, 1e-3)
"""Of an edge: a foot that is nearer to an end may be one of the next edge, by rounding."""

FAR = cython.declare(cython.double, 1e3)
"""Lengths of an edge: from farther off, rounding may take another foot for the nearest."""


def look_at_quad(
    circle: cython.pointer(cython.const[cython.double]),
    quad: cython.pointer(cython.const[cython.double]),
    slack: cython.double,
    out: cython.pointer(Nearest),
) -> cython.int:
    """1 if a circle and a convex polygon of four vertices overlap: then the distance is written.

    -1 if an edge separates them, 0 if it takes more to tell. Neither is told where it is decided by
    less than `slack`, which must be well above the error of a distance.
    """
    cx: Lanes = both(circle[0])
    cy: Lanes = both(circle[1])
    x0: Lanes = lanes_of(quad[0], quad[2])
    y0: Lanes = lanes_of(quad[1], quad[3])
    x1: Lanes = lanes_of(quad[4], quad[6])
    y1: Lanes = lanes_of(quad[5], quad[7])
    # The normal of the edge that leads to each vertex.
    nx0: Lanes = minus(y0, lanes_of(quad[7], quad[1]))
    ny0: Lanes = minus(lanes_of(quad[6], quad[0]), x0)
    nx1: Lanes = minus(y1, lanes_of(quad[3], quad[5]))
    ny1: Lanes = minus(lanes_of(quad[2], quad[4]), x1)
    squared0: Lanes = plus(times(nx0, nx0), times(ny0, ny0))
    squared1: Lanes = plus(times(nx1, nx1), times(ny1, ny1))
    gap0: Lanes = over(plus(times(nx0, minus(cx, x0)), times(ny0, minus(cy, y0))), root(squared0))
    gap1: Lanes = over(plus(times(nx1, minus(cx, x1)), times(ny1, minus(cy, y1))), root(squared1))
    wider: Lanes = greater(gap0, gap1)
    others: Lanes = lesser(gap0, gap1)
    lane: cython.int = first_lane(wider) < second_lane(wider)
    edge: cython.int = lane + 2 * ((bits_of(is_less(gap0, gap1)) >> lane) & 1)
    before: cython.int = (edge + 3) & 3
    x: cython.double = quad[2 * edge]
    y: cython.double = quad[2 * edge + 1]
    nx: cython.double = y - quad[2 * before + 1]
    ny: cython.double = quad[2 * before] - x
    radius: cython.double = circle[2]
    gap: cython.double = max(first_lane(wider), second_lane(wider))
    next_gap: cython.double = max(
        min(first_lane(wider), second_lane(wider)), first_lane(others), second_lane(others)
    )
    squared: cython.double
    length: cython.double
    dx: cython.double
    dy: cython.double
    t: cython.double
    if slack * slack <= UNDERFLOW or bits_of(is_less(lesser(squared0, squared1), both(UNDERFLOW))):
        return 0  # such an edge has no normal
    if gap - next_gap <= TIE * fabs(gap):
        return 0
    x0 = plus(times(both(nx), minus(x0, both(x))), times(both(ny), minus(y0, both(y))))
    x1 = plus(times(both(nx), minus(x1, both(x))), times(both(ny), minus(y1, both(y))))
    if bits_of(is_less(both(0.0), greater(x0, x1))):
        return 0  # by rounding, the polygon reaches beyond its edge
    if gap > radius + slack:
        return -1
    squared = nx * nx + ny * ny
    length = sqrt(squared)
    if gap <= 0.0:  # as `put_widest_gap`
        gap = (nx * (circle[0] - x) + ny * (circle[1] - y)) / length
        out.bx = circle[0] - gap * (nx / length)
        out.by = circle[1] - gap * (ny / length)
    else:  # as `nearest_vertex`
        dx = circle[0] - quad[2 * before]
        dy = circle[1] - quad[2 * before + 1]
        t = dx * -ny + dy * nx  # the edge leads along (-ny, nx)
        if gap > FAR * length or not END * squared < t < (1.0 - END) * squared:
            return 0
        t /= squared
        out.bx = quad[2 * before] + t * -ny
        out.by = quad[2 * before + 1] + t * nx
        dx -= t * -ny
        dy -= t * nx
        gap = sqrt(dx * dx + dy * dy)
        if gap == 0.0:
            return 0
    nx /= length
    ny /= length
    out.distance = gap - radius
    out.nx = nx
    out.ny = ny
    out.ax = circle[0] - radius * nx
    out.ay = circle[1] - radius * ny
    return out.distance < -slack
