"""The table in which a check looks up the exact test of two parts, by their kinds.

It stands alone since it imports `hit_kernels` and `oval_hits`, and the latter imports the former.
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import hit_kernels, oval_hits
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout


def never(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """The kernel for pairs that never hit.

    A seam between two pieces of a polygon is tested only against segments, which can lie along it
    without meeting the interior of either piece. A shape with area that meets the seam also meets a
    piece next to it, and a point on the seam belongs to one of the pieces by the fill rule.
    """
    return False


@C.cfunc
@C.exceptval(-1)
def fill_kernels() -> C.int:
    """Fill the table, indexed by the simpler kind first; SystemError if a kernel is missing."""
    i: C.int
    j: C.int
    for i in range(layout.KINDS):
        KERNELS[i][layout.SEAM] = never
        KERNELS[i][layout.NOTHING] = never
    KERNELS[layout.POINT][layout.POINT] = hit_kernels.overlap_point_point
    KERNELS[layout.POINT][layout.SEGMENT] = hit_kernels.overlap_point_segment
    KERNELS[layout.POINT][layout.BOX] = hit_kernels.overlap_point_box
    KERNELS[layout.POINT][layout.CIRCLE] = hit_kernels.overlap_point_circle
    KERNELS[layout.POINT][layout.CAPSULE] = hit_kernels.overlap_point_capsule
    KERNELS[layout.POINT][layout.ELLIPSE] = oval_hits.overlap_point_ellipse
    KERNELS[layout.POINT][layout.STRETCHED] = oval_hits.overlap_point_stretched
    KERNELS[layout.POINT][layout.POLYGON] = hit_kernels.overlap_point_polygon
    KERNELS[layout.SEGMENT][layout.SEGMENT] = hit_kernels.overlap_segment_segment
    KERNELS[layout.SEGMENT][layout.BOX] = hit_kernels.overlap_segment_box
    KERNELS[layout.SEGMENT][layout.CIRCLE] = hit_kernels.overlap_segment_circle
    KERNELS[layout.SEGMENT][layout.CAPSULE] = hit_kernels.overlap_segment_capsule
    KERNELS[layout.SEGMENT][layout.ELLIPSE] = oval_hits.overlap_segment_ellipse
    KERNELS[layout.SEGMENT][layout.STRETCHED] = oval_hits.overlap_segment_stretched
    KERNELS[layout.SEGMENT][layout.POLYGON] = hit_kernels.overlap_segment_polygon
    KERNELS[layout.SEGMENT][layout.SEAM] = hit_kernels.overlap_segment_segment
    KERNELS[layout.BOX][layout.BOX] = hit_kernels.overlap_box_box
    KERNELS[layout.BOX][layout.CIRCLE] = hit_kernels.overlap_box_circle
    KERNELS[layout.BOX][layout.CAPSULE] = hit_kernels.overlap_box_capsule
    KERNELS[layout.BOX][layout.ELLIPSE] = oval_hits.overlap_box_ellipse
    KERNELS[layout.BOX][layout.STRETCHED] = oval_hits.overlap_box_stretched
    KERNELS[layout.BOX][layout.POLYGON] = hit_kernels.overlap_box_polygon
    KERNELS[layout.CIRCLE][layout.CIRCLE] = hit_kernels.overlap_circle_circle
    KERNELS[layout.CIRCLE][layout.CAPSULE] = hit_kernels.overlap_circle_capsule
    KERNELS[layout.CIRCLE][layout.ELLIPSE] = oval_hits.overlap_circle_ellipse
    KERNELS[layout.CIRCLE][layout.STRETCHED] = oval_hits.overlap_circle_stretched
    KERNELS[layout.CIRCLE][layout.POLYGON] = hit_kernels.overlap_circle_polygon
    KERNELS[layout.CAPSULE][layout.CAPSULE] = hit_kernels.overlap_capsule_capsule
    KERNELS[layout.CAPSULE][layout.ELLIPSE] = oval_hits.overlap_capsule_ellipse
    KERNELS[layout.CAPSULE][layout.STRETCHED] = oval_hits.overlap_capsule_stretched
    KERNELS[layout.CAPSULE][layout.POLYGON] = hit_kernels.overlap_capsule_polygon
    KERNELS[layout.ELLIPSE][layout.ELLIPSE] = oval_hits.overlap_ellipse_ellipse
    KERNELS[layout.ELLIPSE][layout.STRETCHED] = oval_hits.overlap_ellipse_stretched
    KERNELS[layout.ELLIPSE][layout.POLYGON] = oval_hits.overlap_ellipse_polygon
    KERNELS[layout.STRETCHED][layout.STRETCHED] = oval_hits.overlap_stretched_stretched
    KERNELS[layout.STRETCHED][layout.POLYGON] = oval_hits.overlap_stretched_polygon
    KERNELS[layout.POLYGON][layout.POLYGON] = hit_kernels.overlap_polygon_polygon
    for i in range(layout.KINDS):
        for j in range(i, layout.KINDS):
            if KERNELS[i][j] is C.NULL:
                raise SystemError(f"no kernel tests kind {i} against kind {j}")
    return 0


fill_kernels()
