# Arithmetic on two doubles at once. The code is in `two_lanes.h`, for SSE2, NEON and neither.
#
# A Choice is true or false in each lane. `bits_of`: 1 for the first, plus 2 for the second, so 3 is
# true in both. `at_once` is "and", `either` is "or"; `both` is one number in both lanes.

cdef extern from "two_lanes.h" nogil:
    ctypedef struct Lanes:
        pass
    ctypedef struct Choice:
        pass
    Lanes lanes_of(double first, double second) noexcept
    Lanes lanes_at(const double* numbers) noexcept
    Lanes both(double number) noexcept
    Lanes turned(Lanes a) noexcept
    double first_lane(Lanes a) noexcept
    double second_lane(Lanes a) noexcept
    Lanes plus(Lanes a, Lanes b) noexcept
    Lanes minus(Lanes a, Lanes b) noexcept
    Lanes times(Lanes a, Lanes b) noexcept
    Lanes over(Lanes a, Lanes b) noexcept
    Lanes root(Lanes a) noexcept
    Lanes magnitude(Lanes a) noexcept
    Lanes lesser(Lanes a, Lanes b) noexcept
    Lanes greater(Lanes a, Lanes b) noexcept
    Choice is_less(Lanes a, Lanes b) noexcept
    Choice is_equal(Lanes a, Lanes b) noexcept
    Choice either(Choice a, Choice b) noexcept
    Choice at_once(Choice a, Choice b) noexcept
    Lanes choose(Choice which, Lanes yes, Lanes no) noexcept
    int bits_of(Choice which) noexcept
    void put_lanes(double* numbers, Lanes a) noexcept

cdef inline Lanes beyond(
    const double* v, int i, int k, Lanes x, Lanes y, Lanes nx, Lanes ny
) noexcept nogil:
    # How far the vertices i and k of a polygon lie beyond (x, y) along n.
    return plus(
        times(nx, minus(lanes_of(v[2 * i], v[2 * k]), x)),
        times(ny, minus(lanes_of(v[2 * i + 1], v[2 * k + 1]), y)),
    )

cdef inline int lower_lane(Lanes lows, Lanes indices, double* low) noexcept nogil:
    # Write the lower of two numbers, and return its index; of equal ones, the lower index.
    cdef Lanes others = turned(lows)
    cdef Lanes other_indices = turned(indices)
    cdef Choice other = either(
        is_less(others, lows), at_once(is_equal(others, lows), is_less(other_indices, indices))
    )
    low[0] = first_lane(choose(other, others, lows))
    return <int> first_lane(choose(other, other_indices, indices))
