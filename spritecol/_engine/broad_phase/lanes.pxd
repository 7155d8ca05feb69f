from libc.stdint cimport int8_t

# What `lanes.h` has.
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
    int compare_block(
        const BoxColumns* at, Py_ssize_t first, int count, const int8_t* left,
        const Py_ssize_t* below, void* masks, const CircleBand* band, int own, int under, bint plain
    ) noexcept
    unsigned int circles_of_four(
        const BoxColumns* at, Py_ssize_t j, double x, double y, double r, CircleBand band,
        int* doubt, bint plain
    ) noexcept
    void fetch(const void* address) noexcept
    int lowest_bit(unsigned long long word) noexcept
