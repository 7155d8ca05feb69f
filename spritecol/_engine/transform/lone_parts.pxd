# Quick facts about a row: whether it has one part, and its one-way shapes.

# The values of `store.single_part` for a row with one part: for a circle, where its numbers are in
# the pool; for an upright box or a capsule, a negative number that encodes the kind and where its
# numbers are; for all others, OTHER.
cdef enum:
    OTHER = -1
    ONE_BOX = -3         # minus twice where its numbers are
    ONE_CAPSULE = -4     # likewise

cdef extern from *:
    """
    #define SPRITECOL_FRONT (0.5 - 1e-9)
    """
    # The cosine of the largest angle between the direction of a one-way shape and the normal of a
    # side that stops: 60 degrees, plus rounding. (A macro, as in other headers: Cython has no
    # constants of type double that C modules share.)
    const double FRONT "SPRITECOL_FRONT"

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
