"""Dispatches the points of contact of two parts that hit to the kernel for their kinds.

A kernel is named `contact_<kind>_<kind>`, the simpler kind first, and is in
`straight_contacts` or `round_contacts`.
"""

import cython
from cython.cimports.spritecol._engine.narrow_phase.round_contacts import (
    contact_box_circle,
    contact_box_ellipse,
    contact_circle_circle,
    contact_circle_ellipse,
    contact_circle_polygon,
    contact_ellipse_ellipse,
    contact_ellipse_polygon,
    contact_point_circle,
    contact_point_ellipse,
    contact_segment_circle,
    contact_segment_ellipse,
)
from cython.cimports.spritecol._engine.narrow_phase.straight_contacts import (
    contact_box_box,
    contact_box_polygon,
    contact_point_box,
    contact_point_point,
    contact_point_polygon,
    contact_point_segment,
    contact_polygon_polygon,
    contact_segment_box,
    contact_segment_polygon,
    contact_segment_segment,
)
from cython.cimports.spritecol._engine.narrow_phase.straight_distances import swap
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


def nowhere(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The kernel for parts that are not in contact by themselves."""
    return 0


def contact_points(
    a: cython.pointer(cython.const[Collision]),
    b: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """Write one or two points inside the overlap of two parts that hit; returns how many."""
    seen: Nearest
    if a.kind <= b.kind:
        return CONTACTS[a.kind][b.kind](
            pool + a.first, a.count, pool + b.first, b.count, near, points
        )
    seen = near[0]
    swap(cython.address(seen))
    return CONTACTS[b.kind][a.kind](
        pool + b.first, b.count, pool + a.first, a.count, cython.address(seen), points
    )


@cython.cfunc
@cython.exceptval(-1)
def fill_contacts() -> cython.int:
    """Fill the table, indexed by the simpler kind first; SystemError if a kernel is missing."""
    i: cython.int
    j: cython.int
    for i in range(KINDS):
        CONTACTS[i][SEAM] = nowhere
        CONTACTS[i][NOTHING] = nowhere
    CONTACTS[POINT][POINT] = contact_point_point
    CONTACTS[POINT][SEGMENT] = contact_point_segment
    CONTACTS[POINT][BOX] = contact_point_box
    CONTACTS[POINT][CIRCLE] = contact_point_circle
    CONTACTS[POINT][ELLIPSE] = contact_point_ellipse
    CONTACTS[POINT][POLYGON] = contact_point_polygon
    CONTACTS[SEGMENT][SEGMENT] = contact_segment_segment
    CONTACTS[SEGMENT][BOX] = contact_segment_box
    CONTACTS[SEGMENT][CIRCLE] = contact_segment_circle
    CONTACTS[SEGMENT][ELLIPSE] = contact_segment_ellipse
    CONTACTS[SEGMENT][POLYGON] = contact_segment_polygon
    CONTACTS[BOX][BOX] = contact_box_box
    CONTACTS[BOX][CIRCLE] = contact_box_circle
    CONTACTS[BOX][ELLIPSE] = contact_box_ellipse
    CONTACTS[BOX][POLYGON] = contact_box_polygon
    CONTACTS[CIRCLE][CIRCLE] = contact_circle_circle
    CONTACTS[CIRCLE][ELLIPSE] = contact_circle_ellipse
    CONTACTS[CIRCLE][POLYGON] = contact_circle_polygon
    CONTACTS[ELLIPSE][ELLIPSE] = contact_ellipse_ellipse
    CONTACTS[ELLIPSE][POLYGON] = contact_ellipse_polygon
    CONTACTS[POLYGON][POLYGON] = contact_polygon_polygon
    for i in range(KINDS):
        for j in range(i, KINDS):
            if CONTACTS[i][j] is cython.NULL:
                raise SystemError(f"no kernel knows the contact of kind {i} and kind {j}")
    return 0


fill_contacts()
