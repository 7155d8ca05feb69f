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

cdef struct EdgeView:
    # Vertices of an outline, each with the edge that leads to it, as a disc meets them.
    double[9] qx         # the vertices; first the one before them
    double[9] qy
    double[9] bx         # the vertices in the disc's space
    double[9] by
    double[8] enter      # when the path of a vertex enters the disc: infinity for never
    double[8] exit
    double[8] enter_side # when the disc begins to touch the edge between its ends
    double[8] exit_side

cdef struct Meeting:
    # When an outline that moves past discs meets them: infinity for never. The normals are outward
    # from what rests, of any length.
    double by_vertex
    double vx
    double vy
    double by_edge
    double nx
    double ny
    double end           # when the last of them is left

cdef bint sweep_parts(
    const Part* a, const Part* b, Numbers pool, double dx, double dy, Interval* out
) noexcept nogil
cdef bint have_crossed(const Part* a, Numbers old, const Part* b, Numbers pool) noexcept nogil
