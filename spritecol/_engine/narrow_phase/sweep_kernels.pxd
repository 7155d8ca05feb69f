from spritecol._support.libc cimport sqrt

from spritecol._engine.narrow_phase.intervals cimport Interval
from spritecol._engine.pointers cimport Numbers
from spritecol._engine.storage.layout cimport Part

cdef struct DiscView:
    # A motion as it is in the space of a disc.
    double m00
    double m11
    double ux            # the motion there
    double uy
    double det           # the radius there
    double speed_squared
    double speed

cdef inline DiscView seen_from_disc(Numbers disc, double extra, double dx, double dy) noexcept nogil:
    # A motion in the space of a disc, enlarged by `extra`, in which it is a circle about 0.
    cdef DiscView view
    view.m00 = disc[2] + extra
    view.m11 = disc[5] + extra
    view.ux = view.m11 * dx - disc[3] * dy
    view.uy = view.m00 * dy - disc[4] * dx
    view.det = view.m00 * view.m11 - disc[3] * disc[4]
    view.speed_squared = view.ux * view.ux + view.uy * view.uy
    view.speed = sqrt(view.speed_squared)
    return view

cdef enum:
    MOST_EDGES = 8  # that are looked at at once: see `view_edges`

cdef bint sweep_parts(
    const Part* a, const Part* b, Numbers pool, double dx, double dy, Interval* out
) noexcept nogil
cdef bint have_crossed(const Part* a, Numbers old, const Part* b, Numbers pool) noexcept nogil
