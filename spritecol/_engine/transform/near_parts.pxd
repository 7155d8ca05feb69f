from spritecol._engine.box cimport Box
from spritecol._engine.storage.layout cimport MANY_PARTS
from spritecol._engine.storage.store cimport Store
from spritecol._support.libc cimport INFINITY, sqrt

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

# How to go through the near parts of a row.


cdef inline void find_near_parts(
    Store store, int row, const Box* box, double dx, double dy, NearParts* near
) noexcept nogil:
    # Find the parts of an up-to-date row that a box may meet on its way by (dx, dy).
    find_near_of_shape(store, row, store.records[row].count, box, dx, dy, near)

cdef inline void find_near_of_shape(
    Store store, int row, int count, const Box* box, double dx, double dy, NearParts* near
) noexcept nogil:
    # `find_near_parts`, where only a shape of so many parts is gone through.
    near.all = count <= MANY_PARTS
    if not near.all:
        look_for_parts(store, row, box, dx, dy, near)

cdef inline void find_near_pair(Store store, int a, int b, NearPair* near) noexcept nogil:
    # Find the parts of each of two rows that may meet the other one where it is.
    near.a.all = store.records[a].count <= MANY_PARTS
    near.b.all = store.records[b].count <= MANY_PARTS
    if not (near.a.all and near.b.all):
        look_for_pair(store, a, b, near)

cdef inline void put_near_around(
    Store store, int row, const Box* box, double reach, NearParts* near
) noexcept nogil:
    cdef Box wide
    wide.left = box.left - reach
    wide.top = box.top - reach
    wide.right = box.right + reach
    wide.bottom = box.bottom + reach
    look_for_parts(store, row, &wide, 0.0, 0.0, near)

cdef inline void find_parts_within(
    Store store, int row, const Box* box, double reach, NearParts* near
) noexcept nogil:
    # Find the parts of an up-to-date row that may be within `reach` of a box.
    near.all = store.records[row].count <= LOOK_AGAIN
    if not near.all:
        look_for_parts_within(store, row, box, reach, near)

cdef inline void find_pair_within(
    Store store, int a, int b, double reach, NearPair* near
) noexcept nogil:
    # Find the parts of each of two rows that may be within `reach` of the other row, even if they
    # are few.
    near.a.all = store.records[a].count == 1
    near.b.all = store.records[b].count == 1
    if not near.a.all:
        put_near_around(store, a, store.boxes + b, reach, &near.a)
    if not near.b.all:
        put_near_around(store, b, store.boxes + a, reach, &near.b)

cdef inline int find_some_part(Store store, int row, const Box* box, double* reach) noexcept nogil:
    # A part of an up-to-date row that is near a box, and a distance within which it is. If they are
    # few, -1 and infinity.
    reach[0] = INFINITY
    if store.records[row].count <= LOOK_AGAIN:
        return -1
    return look_for_part(store, row, box, reach)

cdef inline double spacing_of(Store store, int row) noexcept nogil:
    # About how far apart the parts of a row are. If they are few, infinity.
    cdef const Box* box = store.boxes + row
    if store.records[row].count <= LOOK_AGAIN:
        return INFINITY
    return (box.right - box.left + box.bottom - box.top) / sqrt(store.records[row].count)

cdef inline int next_near(const NearParts* near, int part, int end) noexcept nogil:
    # The first near part from `part` on; `end`, if none comes before it.
    return part if near.all else next_bit(near, part, end)
