from spritecol._engine.box cimport Box
from spritecol._engine.broad_phase.lanes cimport SegmentLanes
from spritecol._engine.broad_phase.levels cimport Level
from spritecol._engine.broad_phase.quadtree cimport STOP, Quadtree, Visit
from spritecol._engine.pairs cimport PairList

# How to walk through a quadtree. Nothing here takes memory or needs the GIL. Call
# `open_directory` once before many queries: without it they find places by bisection.

# Make the directory, unless there is one. The tree must not be empty.
cdef int open_directory(Quadtree tree) except -1 nogil

# Entries are sorted by words, so `bisect` and `gallop` find the first one from `first` to `end`
# whose word is not smaller. `end` is an entry, too, or a sentinel.
cdef Py_ssize_t bisect(
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

# Add (item, found) for every item whose box overlaps a box, strictly; `order` is GIVEN, SWAPPED or
# SORTED. A point is a box that is widened to the next float64 on all sides.
cdef void pairs_with_box(
    Quadtree tree, const Box* box, Py_ssize_t item, int order, PairList out
) noexcept nogil
cdef void pairs_with_level(
    Quadtree tree, const Level* level, const Box* box, Py_ssize_t item, int order, PairList out
) noexcept nogil

# Of a segment's length: more than the rounding error of where it meets a side.
cdef double RAY_SLACK

# A segment to be compared with boxes, once `lanes.look_at` says with which.
cdef SegmentLanes lanes_of(double x1, double y1, double dx, double dy) noexcept nogil

# Visit every item whose box a segment meets or touches no later than at `limit`, band by band along
# the segment; returns the last limit. Items come roughly in the order in which they are met: compare
# `at`. If the caller is `past_start`, what overlaps `box_at_start` may be left out.
cdef double walk_segment(
    Quadtree tree, double x1, double y1, double x2, double y2, bint past_start, double limit,
    Visit visit, void* context
) noexcept nogil

# The box around all that a segment meets or touches where it starts, and a little more.
cdef Box box_at_start(double x1, double y1, double x2, double y2) noexcept nogil
# Add (0, item) for every item whose box a segment meets or touches where it starts.
cdef void pairs_at_start(
    Quadtree tree, double x1, double y1, double x2, double y2, PairList out
) noexcept nogil

# Where on a segment a box begins, or a little before; infinity if the segment does not meet it.
cdef double place_of_box(
    const Box* box, double x, double y, double dx, double dy
) noexcept nogil

# The distance of a point from a box, 0 inside of it; and the factor by which it may be rounded up,
# or less.
cdef double distance(
    double x, double y, double left, double top, double right, double bottom
) noexcept nogil
cdef double FARTHER

# Visit every item whose box is no farther from a point than `limit`, in rings that grow: each item
# once, those of an inner ring before those of an outer one; returns the last limit. `wanted` is how
# many items the caller looks for, which sets the width of the first ring; the caller shortens the
# limit as it finds them.
cdef double walk_nearest(
    Quadtree tree, double x, double y, Py_ssize_t wanted, double limit, Visit visit, void* context
) noexcept nogil
