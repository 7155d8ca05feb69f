from spritecol._engine.narrow_phase.part cimport Core
from spritecol._engine.pointers cimport Numbers
from spritecol._engine.storage.layout cimport Part

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

cdef enum:
    # Normals at which the gap of two ellipses is sampled, three times: evenly in angle, and evenly
    # around each of the two. An ellipse a thousand times as long as wide turns most of its normals
    # within a thousandth of the circle, which the last two see.
    SPREAD = 24
    SAMPLES = 3 * SPREAD

cdef bint is_greater(int kind, Numbers a, int na, Numbers b, int nb) noexcept nogil
cdef void distance_between(
    int kind_a, Numbers a, int na, int kind_b, Numbers b, int nb, Nearest* out
) noexcept nogil
cdef void parts_distance(
    const Part* a, const Part* b, Numbers pool, Nearest* out
) noexcept nogil
cdef void touching_points(
    const Part* a, const Part* b, Numbers pool, Nearest* near
) noexcept nogil

cdef void distance_of_polygons(Numbers a, int na, Numbers b, int nb, Nearest* out) noexcept nogil
cdef void distance_of_ovals(const Core* a, const Core* b, Nearest* out) noexcept nogil

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
