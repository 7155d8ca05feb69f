# How far apart two convex sets are, and their nearest points.

cdef struct Nearest:
    # How far apart two convex sets are. If they overlap, the distance is minus the depth: the length
    # of the shortest move that separates them.
    double distance
    double nx            # unit vector from b towards a; moving a by -distance * n makes them touch
    double ny
    double ax            # the nearest (or deepest) point of a
    double ay
    double bx            # and of b: a point - b point = distance * n, up to rounding
    double by

cdef inline void swap(Nearest* out) noexcept nogil:
    # Exchange the two parts.
    out.nx, out.ny = -out.nx, -out.ny
    out.ax, out.bx = out.bx, out.ax
    out.ay, out.by = out.by, out.ay

cdef inline void swap_if(int swapped, Nearest* out) noexcept nogil:
    # Exchange the two parts if `swapped` is 1, and do nothing if it is 0; without a branch.
    cdef double sign = 1.0 - 2.0 * swapped
    cdef double* numbers = <double*> out  # the two points follow the normal
    cdef double ax = numbers[3 + 2 * swapped]
    cdef double ay = numbers[4 + 2 * swapped]
    cdef double bx = numbers[5 - 2 * swapped]
    cdef double by = numbers[6 - 2 * swapped]
    out.nx *= sign
    out.ny *= sign
    out.ax = ax
    out.ay = ay
    out.bx = bx
    out.by = by
