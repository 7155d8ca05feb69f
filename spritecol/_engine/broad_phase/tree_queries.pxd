from spritecol._engine.box cimport Box
from spritecol._engine.broad_phase.levels cimport Level
from spritecol._engine.broad_phase.quadtree cimport Buckets, Quadtree, Visit
from spritecol._engine.pairs cimport PairList
from spritecol._support.libc cimport fabs

# How to walk through a quadtree. Nothing here takes memory or needs the GIL. Call
# `open_directory` once before many queries: without it they find places by bisection.

cdef enum:
    SHORT_RUN = 24       # entries; in a longer run, the keys are looked up by bisection

# Make the directory, unless there is one. The tree must not be empty.
cdef int open_directory(Quadtree tree) except -1 nogil

# Entries are sorted by words, so `first_entry_from` and `gallop` find the first one from `first` to `end`
# whose word is not smaller. `end` is an entry, too, or a sentinel.
cdef Py_ssize_t first_entry_from(
    const unsigned long long* words, Py_ssize_t first, Py_ssize_t end, unsigned long long word
) noexcept nogil
cdef Py_ssize_t gallop(
    const unsigned long long* words, Py_ssize_t first, Py_ssize_t end, unsigned long long word
) noexcept nogil

cdef inline Py_ssize_t skip(
    const unsigned long long* words, Py_ssize_t first, Py_ssize_t end, unsigned long long word
) noexcept nogil:
    # It is usually near, and how near is unpredictable: so the first steps have no branch. As words
    # are sorted, those that are smaller come first, and no comparison waits for another.
    # `end` must be a sentinel, or its word no smaller.
    cdef Py_ssize_t smaller = (
        (words[first] < word)
        + (words[first + 1] < word)
        + (words[first + 2] < word)
        + (words[first + 3] < word)
    )
    if smaller < 4:
        return first + smaller
    return gallop(words, first + 4, end, word)

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
        first[0] = first_entry_from(
            tree.words, first[0], end[0], base | <unsigned long long> low << tree.item_bits
        )
        end[0] = first_entry_from(
            tree.words, first[0], end[0], base | <unsigned long long> (high + 1) << tree.item_bits
        )

# Add (item, found) for every item whose box overlaps a box, strictly; `order` is GIVEN, SWAPPED or
# SORTED. A point is a box that is widened to the next float64 on all sides. With more than
# `out.most` pairs, some may be missing.
cdef void pairs_with_level(
    Quadtree tree, const Level* level, const Box* box, Py_ssize_t item, int order, PairList out
) noexcept nogil

cdef inline void pairs_with_box(
    Quadtree tree, const Box* box, Py_ssize_t item, int order, PairList out
) noexcept nogil:
    cdef int k
    for k in range(tree.level_count):
        pairs_with_level(tree, &tree.levels[k], box, item, order, out)

# Of a way's length: more than the rounding error of where it meets a side.
cdef double RAY_SLACK

cdef inline double start_reach(double x, double dx) noexcept nogil:
    # How far from its start, in x or y, something may be that `walk_way` leaves out: more than the
    # slack of the walk, `a_little_before`, and what adding it rounds off.
    return 2.0 * RAY_SLACK * fabs(dx) + max(1e-269, 2e-15 * fabs(x))

cdef inline Box box_at_start(double x, double y, double dx, double dy) noexcept nogil:
    # The box around all that a segment meets or touches where it starts, and a little more.
    cdef double reach_x = start_reach(x, dx)
    cdef double reach_y = start_reach(y, dy)
    return Box(x - reach_x, y - reach_y, x + reach_x, y + reach_y)

# Visit every item whose box a moving box meets or touches on its way, no later than at `limit`, band
# by band along the way; returns the last limit. A segment is the way of a box without width. Items
# come roughly in the order in which they are met: compare `at`. If the caller is `past_start`, what
# overlaps `box_at_start` may be left out.
cdef double walk_way(
    Quadtree tree, const Box* box, double dx, double dy, bint past_start, double limit, Visit visit,
    void* context
) noexcept nogil

# The same at once, in no order: for who wants all of a way.
cdef double visit_way(
    Quadtree tree, const Box* box, double dx, double dy, Visit visit, void* context
) noexcept nogil

# Where on the way of a moving box it meets another one, or a little before; infinity if it does not.
cdef double fraction_at_box(
    const Box* box, const Box* moving, double dx, double dy
) noexcept nogil

# The distance of two boxes, 0 if they overlap; and the factor by which it may be rounded up, or less.
cdef double distance_from_box(
    const Box* start, double left, double top, double right, double bottom
) noexcept nogil
cdef double SQUARE_ROUNDING

# Visit every item whose box is within `limit` of a box, such as a point, in growing rings. Each item is visited
# once, and items of an inner ring before items of an outer ring. Return the last limit. `wanted` is
# how many items the caller looks for, which sets the width of the first ring; the caller shortens
# the limit as it finds them.
cdef double walk_nearest(
    Quadtree tree, const Box* start, Py_ssize_t wanted, double limit, Visit visit, void* context
) noexcept nogil
