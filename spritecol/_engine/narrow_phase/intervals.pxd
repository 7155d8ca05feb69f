# When two parts overlap, if one of them moves along a line.

from spritecol._support.libc cimport INFINITY, sqrt

cdef struct Interval:
    # The times between which two parts overlap, if one of them moves along a line for ever: 0 is its
    # start, 1 the end of its motion. For an instant `enter` and `exit` are equal.
    double enter
    double exit
    double nx            # the normal at `enter`: unit length, outward from the part that rests
    double ny
    double other_nx      # where two edges are met at once, the normal of the second; else (0, 0)
    double other_ny

cdef inline void start_interval(Interval* out) noexcept nogil:
    # Write an interval that is not clipped: it lasts for ever.
    out.enter = -INFINITY
    out.exit = INFINITY
    out.nx = out.ny = out.other_nx = out.other_ny = 0.0

cdef inline void turn_normals(Interval* out) noexcept nogil:
    # Turn the normals round, to exchange the part that moves and the one that rests.
    out.nx = 0.0 - out.nx  # not -0.0
    out.ny = 0.0 - out.ny
    out.other_nx = 0.0 - out.other_nx
    out.other_ny = 0.0 - out.other_ny

cdef inline void unit_normals(Interval* out) noexcept nogil:
    # Give both normals length 1; (0, 0) stays, and -0.0 becomes 0.0.
    cdef double length = sqrt(out.nx * out.nx + out.ny * out.ny)
    if length > 0.0:
        out.nx = out.nx / length + 0.0
        out.ny = out.ny / length + 0.0
    length = sqrt(out.other_nx * out.other_nx + out.other_ny * out.other_ny)
    if length > 0.0:
        out.other_nx = out.other_nx / length + 0.0
        out.other_ny = out.other_ny / length + 0.0
