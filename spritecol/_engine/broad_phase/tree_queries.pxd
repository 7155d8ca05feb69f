from spritecol._engine.box cimport Box
from spritecol._engine.broad_phase.lanes cimport SegmentLanes
from spritecol._engine.broad_phase.levels cimport Level
from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.pairs cimport PairList

# How to walk through a quadtree. Nothing here takes memory or needs the GIL. Call
# `directory.open_directory` once before many queries: without it they find places by bisection.

# Add (item, found) for every item whose box overlaps a box, strictly; `order` is GIVEN, SWAPPED or
# SORTED. A point is a box that is widened to the next float64 on all sides.
cdef void pairs_with_box(
    Quadtree tree, const Box* box, Py_ssize_t item, int order, PairList out
) noexcept nogil
cdef void pairs_with_level(
    Quadtree tree, const Level* level, const Box* box, Py_ssize_t item, int order, PairList out
) noexcept nogil

# What a walk calls for each item that it meets: with the item, and how far along the segment its box
# begins (0 to 1), or how far from the point it is (in pixels). It returns the new limit: a walk
# leaves out what lies beyond. To stop, return STOP, or any negative number.
ctypedef double (*Visit)(Py_ssize_t item, double at, void* context) noexcept nogil

cdef enum:
    STOP = -1

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
