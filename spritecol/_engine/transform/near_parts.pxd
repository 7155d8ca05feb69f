from spritecol._engine.box cimport Box
from spritecol._engine.storage.store cimport Store

cdef enum:
    LOOK_AGAIN = 64          # of a row with more parts, the near ones first; farther ones if need be
    MOST_WORDS = 256         # for rows of up to 64 times as many parts; of more, all are near

cdef struct NearParts:
    # Which parts of a row are near a box, or its way: a bit for each. Never too few.
    bint all                 # all of them; there are no bits then
    int first_word           # none is set before this one, or from `words` on
    int words
    unsigned long long[MOST_WORDS] bits

cdef void look_for_parts(
    Store store, int row, const Box* box, double dx, double dy, NearParts* near
) noexcept nogil
cdef int next_bit(const NearParts* near, int part, int end) noexcept nogil
