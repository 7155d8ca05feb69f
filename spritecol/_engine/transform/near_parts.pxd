from spritecol._engine.box cimport Box
from spritecol._engine.storage.store cimport Store

cdef enum:
    LOOK_AGAIN = 64          # of a row with more parts, the near ones first; farther ones if need be
    MOST_WORDS = 512         # of 64 bits; of more parts than there are bits, a bit stands for several

cdef struct NearParts:
    # Which parts of a row are near a box, or its way: a bit for each, or for some that follow each
    # other. Never too few.
    bint all                 # all of them; there are no bits then
    int shift                # a bit stands for 2**shift parts
    int first_word           # the words from this one to `words` have been written
    int words
    int count                # how many parts, if `look_for_pair` has found them
    unsigned long long[MOST_WORDS] bits

cdef struct NearPair:
    # The parts of two rows that are near each other.
    NearParts a
    NearParts b

cdef void look_for_parts(
    Store store, int row, const Box* box, double dx, double dy, NearParts* near
) noexcept nogil
cdef void look_for_parts_within(
    Store store, int row, const Box* box, double reach, NearParts* near
) noexcept nogil
cdef void take_shape(Store store, int row, int first, int count, NearParts* near) noexcept nogil
cdef void look_for_pair(Store store, int a, int b, NearPair* near) noexcept nogil
cdef int put_parts_beside(Store store, int row, const Box* box, int* parts) noexcept nogil
cdef int look_for_part(Store store, int row, const Box* box, double* reach) noexcept nogil
cdef void refresh_near(Store store, int row, const NearParts* near) noexcept nogil
cdef int next_bit(const NearParts* near, int part, int end) noexcept nogil

# The position of the lowest bit of a word that is not 0.
cdef extern from "lanes.h" nogil:
    int lowest_bit(unsigned long long word) noexcept
