from spritecol._engine.broad_phase.levels cimport Level
from spritecol._engine.broad_phase.quadtree cimport Buckets, Quadtree
from spritecol._engine.broad_phase.runs cimport bisect

cdef enum:
    SHORT_RUN = 24       # entries; in a longer run, the keys are looked up by bisection

cdef int open_directory(Quadtree tree) except -1 nogil

cdef inline Py_ssize_t first_band_from(
    Quadtree tree, const Level* level, long long index
) noexcept nogil:
    # The first band of a level at or after a band of the grid.
    cdef Py_ssize_t low = level.first_band
    cdef Py_ssize_t high = level.first_band + level.band_count
    cdef Py_ssize_t middle
    if index <= tree.bands[low].index:
        return low
    if index > tree.bands[high - 1].index:
        return high
    if level.slots >= 0:
        return tree.directory.slots[level.slots + (index - level.band_zero)]
    while low < high:
        middle = (low + high) >> 1
        if tree.bands[middle].index < index:
            low = middle + 1
        else:
            high = middle
    return low

cdef inline Py_ssize_t keys_from(Quadtree tree, Py_ssize_t band, long long key) noexcept nogil:
    # An entry of a band before which none has a key from `key` on.
    cdef const Buckets* buckets = tree.directory.buckets + band
    if key <= buckets.key:
        return tree.bands[band].first
    key = (key - buckets.key) >> buckets.doublings
    return tree.directory.starts[buckets.first + min(key, buckets.last + 1)]

cdef inline Py_ssize_t keys_to(Quadtree tree, Py_ssize_t band, long long key) noexcept nogil:
    # The index after an entry of a band behind which none has a key up to `key`.
    cdef const Buckets* buckets = tree.directory.buckets + band
    if key < buckets.key:
        return tree.bands[band].first
    key = (key - buckets.key) >> buckets.doublings
    return tree.directory.starts[buckets.first + min(key + 1, buckets.last + 1)]

cdef inline void entries_between(
    Quadtree tree, const Level* level, Py_ssize_t band, long long low, long long high,
    Py_ssize_t* first, Py_ssize_t* end
) noexcept nogil:
    # The entries of a band with keys from `low` to `high`, and maybe a few beside them.
    cdef unsigned long long base
    first[0] = tree.bands[band].first
    end[0] = tree.band_end(band)
    if tree.directory.is_open:
        first[0] = keys_from(tree, band, low)
        end[0] = keys_to(tree, band, high)
    if end[0] - first[0] > SHORT_RUN:
        base = tree.word_of_band(level, band)
        first[0] = bisect(
            tree.words, first[0], end[0], base | <unsigned long long> low << tree.item_bits
        )
        end[0] = bisect(
            tree.words, first[0], end[0], base | <unsigned long long> (high + 1) << tree.item_bits
        )
