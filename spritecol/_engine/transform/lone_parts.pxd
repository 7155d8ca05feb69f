# Quick facts about a row: whether it has one part, and its one-way shapes.

from spritecol._engine.transform.rows cimport FRONT, ONE_BOX, OTHER

cdef inline bint is_circle(int single) noexcept nogil:
    return single >= 0

cdef inline bint is_upright_box(int single) noexcept nogil:
    return (single < OTHER) & single

cdef inline bint is_capsule(int single) noexcept nogil:
    return (single < OTHER) & ~single

cdef inline int lone_numbers(int single) noexcept nogil:
    # Where the numbers of an upright box or a capsule are in the pool.
    return (ONE_BOX - single) >> 1

cdef inline bint is_front(const double* direction, double nx, double ny) noexcept nogil:
    # Whether a one-way shape that has a direction stops what meets it with a normal.
    return direction[0] * nx + direction[1] * ny >= FRONT
