# Compares a block of boxes, each with several at once. The code is in `box_blocks.h`, for AVX2 and
# whatever `lanes.h` knows.

from libc.stdint cimport int8_t

from spritecol._engine.broad_phase.lanes cimport BoxColumns, CircleBand

cdef extern from "box_blocks.h" nogil:
    bint has_wide_lanes() noexcept
    int compare_block(
        const BoxColumns* at, Py_ssize_t first, int count, const int8_t* left,
        const Py_ssize_t* below, void* masks, const CircleBand* band, int own, int under, bint plain
    ) noexcept
