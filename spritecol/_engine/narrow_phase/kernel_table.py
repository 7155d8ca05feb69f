"""Dispatches the exact test of two parts to the kernel for their kinds.

A kernel is named `overlap_<kind>_<kind>`, the simpler kind first, and is in `straight_kernels` or
`round_kernels`. It decides whether the relative interiors of the two parts intersect.
"""

import cython
from cython import NULL, bint, cfunc, exceptval
from cython.cimports.spritecol._engine.narrow_phase.round_kernels import (
    overlap_box_capsule,
    overlap_box_circle,
    overlap_box_ellipse,
    overlap_box_stretched,
    overlap_capsule_capsule,
    overlap_capsule_ellipse,
    overlap_capsule_polygon,
    overlap_capsule_stretched,
    overlap_circle_capsule,
    overlap_circle_circle,
    overlap_circle_ellipse,
    overlap_circle_polygon,
    overlap_circle_stretched,
    overlap_ellipse_ellipse,
    overlap_ellipse_polygon,
    overlap_ellipse_stretched,
    overlap_point_capsule,
    overlap_point_circle,
    overlap_point_ellipse,
    overlap_point_stretched,
    overlap_segment_capsule,
    overlap_segment_circle,
    overlap_segment_ellipse,
    overlap_segment_stretched,
    overlap_stretched_polygon,
    overlap_stretched_stretched,
)
from cython.cimports.spritecol._engine.narrow_phase.straight_kernels import (
    overlap_box_box,
    overlap_box_polygon,
    overlap_point_box,
    overlap_point_point,
    overlap_point_polygon,
    overlap_point_segment,
    overlap_polygon_polygon,
    overlap_segment_box,
    overlap_segment_polygon,
    overlap_segment_segment,
)
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage.layout import (
    BOX,
    CAPSULE,
    CIRCLE,
    ELLIPSE,
    KINDS,
    NOTHING,
    POINT,
    POLYGON,
    SEAM,
    SEGMENT,
    STRETCHED,
)


def never(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The kernel for pairs that never hit.

    A seam between two pieces of a polygon is tested only against segments, which can lie along it
    without meeting the interior of either piece. A shape with area that meets the seam also meets a
    piece next to it, and a point on the seam belongs to one of the pieces by the fill rule.
    """
    return False


@cfunc
@exceptval(-1)
def fill_kernels() -> cython.int:
    """Fill the table, indexed by the simpler kind first; SystemError if a kernel is missing."""
    i: cython.int
    j: cython.int
    for i in range(KINDS):
        KERNELS[i][SEAM] = never
        KERNELS[i][NOTHING] = never
    KERNELS[POINT][POINT] = overlap_point_point
    KERNELS[POINT][SEGMENT] = overlap_point_segment
    KERNELS[POINT][BOX] = overlap_point_box
    KERNELS[POINT][CIRCLE] = overlap_point_circle
    KERNELS[POINT][CAPSULE] = overlap_point_capsule
    KERNELS[POINT][ELLIPSE] = overlap_point_ellipse
    KERNELS[POINT][STRETCHED] = overlap_point_stretched
    KERNELS[POINT][POLYGON] = overlap_point_polygon
    KERNELS[SEGMENT][SEGMENT] = overlap_segment_segment
    KERNELS[SEGMENT][BOX] = overlap_segment_box
    KERNELS[SEGMENT][CIRCLE] = overlap_segment_circle
    KERNELS[SEGMENT][CAPSULE] = overlap_segment_capsule
    KERNELS[SEGMENT][ELLIPSE] = overlap_segment_ellipse
    KERNELS[SEGMENT][STRETCHED] = overlap_segment_stretched
    KERNELS[SEGMENT][POLYGON] = overlap_segment_polygon
    KERNELS[SEGMENT][SEAM] = overlap_segment_segment
    KERNELS[BOX][BOX] = overlap_box_box
    KERNELS[BOX][CIRCLE] = overlap_box_circle
    KERNELS[BOX][CAPSULE] = overlap_box_capsule
    KERNELS[BOX][ELLIPSE] = overlap_box_ellipse
    KERNELS[BOX][STRETCHED] = overlap_box_stretched
    KERNELS[BOX][POLYGON] = overlap_box_polygon
    KERNELS[CIRCLE][CIRCLE] = overlap_circle_circle
    KERNELS[CIRCLE][CAPSULE] = overlap_circle_capsule
    KERNELS[CIRCLE][ELLIPSE] = overlap_circle_ellipse
    KERNELS[CIRCLE][STRETCHED] = overlap_circle_stretched
    KERNELS[CIRCLE][POLYGON] = overlap_circle_polygon
    KERNELS[CAPSULE][CAPSULE] = overlap_capsule_capsule
    KERNELS[CAPSULE][ELLIPSE] = overlap_capsule_ellipse
    KERNELS[CAPSULE][STRETCHED] = overlap_capsule_stretched
    KERNELS[CAPSULE][POLYGON] = overlap_capsule_polygon
    KERNELS[ELLIPSE][ELLIPSE] = overlap_ellipse_ellipse
    KERNELS[ELLIPSE][STRETCHED] = overlap_ellipse_stretched
    KERNELS[ELLIPSE][POLYGON] = overlap_ellipse_polygon
    KERNELS[STRETCHED][STRETCHED] = overlap_stretched_stretched
    KERNELS[STRETCHED][POLYGON] = overlap_stretched_polygon
    KERNELS[POLYGON][POLYGON] = overlap_polygon_polygon
    for i in range(KINDS):
        for j in range(i, KINDS):
            if KERNELS[i][j] is NULL:
                raise SystemError(f"no kernel tests kind {i} against kind {j}")
    return 0


fill_kernels()
