"""Dispatches the exact test of two parts to the kernel for their kinds.

A kernel is named `overlap_<kind>_<kind>`, the simpler kind first, and is in `straight_kernels` or
`round_kernels`. It decides whether the relative interiors of the two parts intersect.
"""

import cython
from cython import NULL, bint, cfunc, exceptval
from cython.cimports.spritecol._engine.narrow_phase import round_kernels, straight_kernels
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout


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
    for i in range(layout.KINDS):
        KERNELS[i][layout.SEAM] = never
        KERNELS[i][layout.NOTHING] = never
    KERNELS[layout.POINT][layout.POINT] = straight_kernels.overlap_point_point
    KERNELS[layout.POINT][layout.SEGMENT] = straight_kernels.overlap_point_segment
    KERNELS[layout.POINT][layout.BOX] = straight_kernels.overlap_point_box
    KERNELS[layout.POINT][layout.CIRCLE] = round_kernels.overlap_point_circle
    KERNELS[layout.POINT][layout.CAPSULE] = round_kernels.overlap_point_capsule
    KERNELS[layout.POINT][layout.ELLIPSE] = round_kernels.overlap_point_ellipse
    KERNELS[layout.POINT][layout.STRETCHED] = round_kernels.overlap_point_stretched
    KERNELS[layout.POINT][layout.POLYGON] = straight_kernels.overlap_point_polygon
    KERNELS[layout.SEGMENT][layout.SEGMENT] = straight_kernels.overlap_segment_segment
    KERNELS[layout.SEGMENT][layout.BOX] = straight_kernels.overlap_segment_box
    KERNELS[layout.SEGMENT][layout.CIRCLE] = round_kernels.overlap_segment_circle
    KERNELS[layout.SEGMENT][layout.CAPSULE] = round_kernels.overlap_segment_capsule
    KERNELS[layout.SEGMENT][layout.ELLIPSE] = round_kernels.overlap_segment_ellipse
    KERNELS[layout.SEGMENT][layout.STRETCHED] = round_kernels.overlap_segment_stretched
    KERNELS[layout.SEGMENT][layout.POLYGON] = straight_kernels.overlap_segment_polygon
    KERNELS[layout.SEGMENT][layout.SEAM] = straight_kernels.overlap_segment_segment
    KERNELS[layout.BOX][layout.BOX] = straight_kernels.overlap_box_box
    KERNELS[layout.BOX][layout.CIRCLE] = round_kernels.overlap_box_circle
    KERNELS[layout.BOX][layout.CAPSULE] = round_kernels.overlap_box_capsule
    KERNELS[layout.BOX][layout.ELLIPSE] = round_kernels.overlap_box_ellipse
    KERNELS[layout.BOX][layout.STRETCHED] = round_kernels.overlap_box_stretched
    KERNELS[layout.BOX][layout.POLYGON] = straight_kernels.overlap_box_polygon
    KERNELS[layout.CIRCLE][layout.CIRCLE] = round_kernels.overlap_circle_circle
    KERNELS[layout.CIRCLE][layout.CAPSULE] = round_kernels.overlap_circle_capsule
    KERNELS[layout.CIRCLE][layout.ELLIPSE] = round_kernels.overlap_circle_ellipse
    KERNELS[layout.CIRCLE][layout.STRETCHED] = round_kernels.overlap_circle_stretched
    KERNELS[layout.CIRCLE][layout.POLYGON] = round_kernels.overlap_circle_polygon
    KERNELS[layout.CAPSULE][layout.CAPSULE] = round_kernels.overlap_capsule_capsule
    KERNELS[layout.CAPSULE][layout.ELLIPSE] = round_kernels.overlap_capsule_ellipse
    KERNELS[layout.CAPSULE][layout.STRETCHED] = round_kernels.overlap_capsule_stretched
    KERNELS[layout.CAPSULE][layout.POLYGON] = round_kernels.overlap_capsule_polygon
    KERNELS[layout.ELLIPSE][layout.ELLIPSE] = round_kernels.overlap_ellipse_ellipse
    KERNELS[layout.ELLIPSE][layout.STRETCHED] = round_kernels.overlap_ellipse_stretched
    KERNELS[layout.ELLIPSE][layout.POLYGON] = round_kernels.overlap_ellipse_polygon
    KERNELS[layout.STRETCHED][layout.STRETCHED] = round_kernels.overlap_stretched_stretched
    KERNELS[layout.STRETCHED][layout.POLYGON] = round_kernels.overlap_stretched_polygon
    KERNELS[layout.POLYGON][layout.POLYGON] = straight_kernels.overlap_polygon_polygon
    for i in range(layout.KINDS):
        for j in range(i, layout.KINDS):
            if KERNELS[i][j] is NULL:
                raise SystemError(f"no kernel tests kind {i} against kind {j}")
    return 0


fill_kernels()
