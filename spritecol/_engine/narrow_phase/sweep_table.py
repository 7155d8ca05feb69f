"""Dispatches the sweep of two parts to the kernel for their kinds.

A kernel is named `sweep_<kind>_<kind>`, the simpler kind first, and is in `straight_sweeps` or
`round_sweeps`. It tells when two parts overlap if one of them moves along a line.
"""

import cython
from cython.cimports.libc.math import fabs
from cython.cimports.spritecol._engine.narrow_phase.exact_signs import UNDERFLOW
from cython.cimports.spritecol._engine.narrow_phase.part import Extents, extents_along
from cython.cimports.spritecol._engine.narrow_phase.round_sweeps import (
    sweep_box_circle,
    sweep_box_ellipse,
    sweep_circle_circle,
    sweep_circle_ellipse,
    sweep_circle_polygon,
    sweep_ellipse_ellipse,
    sweep_ellipse_polygon,
    sweep_point_circle,
    sweep_point_ellipse,
    sweep_segment_circle,
    sweep_segment_ellipse,
)
from cython.cimports.spritecol._engine.narrow_phase.straight_sweeps import (
    Passage,
    sweep_box_box,
    sweep_box_polygon,
    sweep_point_box,
    sweep_point_point,
    sweep_point_polygon,
    sweep_point_segment,
    sweep_polygon_polygon,
    sweep_segment_box,
    sweep_segment_polygon,
    sweep_segment_segment,
    turn_normals,
)
from cython.cimports.spritecol._engine.storage.layout import (
    BOX,
    CIRCLE,
    ELLIPSE,
    KINDS,
    NOTHING,
    POINT,
    POLYGON,
    SEAM,
    SEGMENT,
)

FAR_END = cython.declare(cython.double, 1e-8)
"""Of the motion: what is beyond its end by more does not become a hit when it is verified."""


def never_sweep(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The kernel for pairs that never hit, as in `kernel_table`."""
    return False


def sweep_parts(
    a: cython.pointer(cython.const[Collision]),
    b: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """Whether part `a`, moving along (dx, dy), ever overlaps part `b`, and when."""
    found: cython.bint
    if a.kind <= b.kind:
        return SWEEPS[a.kind][b.kind](pool + a.first, a.count, pool + b.first, b.count, dx, dy, out)
    found = SWEEPS[b.kind][a.kind](pool + b.first, b.count, pool + a.first, a.count, -dx, -dy, out)
    turn_normals(out)
    return found


def pass_by(
    a: cython.pointer(cython.const[Collision]),
    b: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    dx: cython.double,
    dy: cython.double,
    slack: cython.double,
) -> cython.bint:
    """Whether part `a` passes by part `b`, or ends before it, by a gap of more than `slack`.

    Seen along the motion, and across it. Much quicker than the kernels, and most parts whose boxes
    meet on the way do not.
    """
    one: Extents
    two: Extents
    way: cython.double = dx * dx + dy * dy
    extents_along(a, pool, dx, dy, cython.address(one))
    extents_along(b, pool, dx, dy, cython.address(two))
    slack = slack * (fabs(dx) + fabs(dy)) + FAR_END * way + UNDERFLOW
    return (
        (one.right + slack < two.left)
        | (two.right + slack < one.left)
        | (one.ahead + way + slack < two.behind)
        | (two.ahead + slack < one.behind)
    )


@cython.cfunc
@cython.exceptval(-1)
def fill_sweeps() -> cython.int:
    """Fill the table, indexed by the simpler kind first; SystemError if a kernel is missing."""
    i: cython.int
    j: cython.int
    for i in range(KINDS):
        SWEEPS[i][SEAM] = never_sweep
        SWEEPS[i][NOTHING] = never_sweep
    SWEEPS[POINT][POINT] = sweep_point_point
    SWEEPS[POINT][SEGMENT] = sweep_point_segment
    SWEEPS[POINT][BOX] = sweep_point_box
    SWEEPS[POINT][CIRCLE] = sweep_point_circle
    SWEEPS[POINT][ELLIPSE] = sweep_point_ellipse
    SWEEPS[POINT][POLYGON] = sweep_point_polygon
    SWEEPS[SEGMENT][SEGMENT] = sweep_segment_segment
    SWEEPS[SEGMENT][BOX] = sweep_segment_box
    SWEEPS[SEGMENT][CIRCLE] = sweep_segment_circle
    SWEEPS[SEGMENT][ELLIPSE] = sweep_segment_ellipse
    SWEEPS[SEGMENT][POLYGON] = sweep_segment_polygon
    SWEEPS[BOX][BOX] = sweep_box_box
    SWEEPS[BOX][CIRCLE] = sweep_box_circle
    SWEEPS[BOX][ELLIPSE] = sweep_box_ellipse
    SWEEPS[BOX][POLYGON] = sweep_box_polygon
    SWEEPS[CIRCLE][CIRCLE] = sweep_circle_circle
    SWEEPS[CIRCLE][ELLIPSE] = sweep_circle_ellipse
    SWEEPS[CIRCLE][POLYGON] = sweep_circle_polygon
    SWEEPS[ELLIPSE][ELLIPSE] = sweep_ellipse_ellipse
    SWEEPS[ELLIPSE][POLYGON] = sweep_ellipse_polygon
    SWEEPS[POLYGON][POLYGON] = sweep_polygon_polygon
    SWEEPS[SEGMENT][SEAM] = sweep_segment_segment
    for i in range(KINDS):
        for j in range(i, KINDS):
            if SWEEPS[i][j] is cython.NULL:
                raise SystemError(f"no kernel sweeps kind {i} against kind {j}")
    return 0


fill_sweeps()
