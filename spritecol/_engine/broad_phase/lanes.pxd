# Compares one box with several at once. The code is in `lanes.h`, for SSE2, NEON and neither.

from spritecol._support.libc cimport int8_t

cdef extern from "lanes.h" nogil:
    ctypedef struct BoxColumns:
        double* low
        double* top
        double* high
        double* bottom
    ctypedef struct CircleBand:
        double sure
        double maybe
    unsigned int overlaps_of_four(
        const BoxColumns* at, Py_ssize_t j, double low, double top, double high, double bottom,
        bint plain
    ) noexcept
    unsigned int circles_of_four(
        const BoxColumns* at, Py_ssize_t j, double x, double y, double r, CircleBand band,
        int* doubt, bint plain
    ) noexcept
    int compare_block(
        const BoxColumns* at, Py_ssize_t first, int count, const int8_t* left,
        const Py_ssize_t* below, void* masks, const CircleBand* band, int lanes, bint plain
    ) noexcept
    ctypedef struct SegmentLanes:
        const double* near_x
        const double* near_y
        const double* far_x
        const double* far_y
        double x
        double y
        double before_x
        double before_y
        double inverse_x
        double inverse_y
        double slack
    void look_at(SegmentLanes* segment, const BoxColumns* at) noexcept
    int clamped(double number, double most) noexcept
    double place_on_segment(const SegmentLanes* segment, Py_ssize_t j) noexcept
    double end_on_segment(const SegmentLanes* segment, Py_ssize_t j, double limit) noexcept
    bint is_on_segment(
        const SegmentLanes* segment, Py_ssize_t j, double after, double limit
    ) noexcept
    unsigned long long run_on_segment(
        const SegmentLanes* segment, Py_ssize_t first, int count, double after, double limit,
        bint plain
    ) noexcept
    int lowest_bit(unsigned long long word) noexcept
    int highest_bit(unsigned long long word) noexcept
