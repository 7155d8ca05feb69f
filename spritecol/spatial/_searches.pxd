from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport PairList
from spritecol.spatial._cells cimport Cells

cdef enum:
    LEVELS = 17          # 0 to 16
    MAX_PENDING = 160    # no more cells are ever pending: 7 on each level, and those of one line

cdef enum:               # kinds of cells
    QUADRANT
    ROWS                 # a line cell on a vertical line
    COLUMNS              # a line cell on a horizontal line

cdef int pairs_within_tree(Cells tree, PairList out) except -1
cdef int pairs_between_trees(Cells a, Cells b, PairList out) except -1
cdef int find_overlapping(Cells tree, const Box* box, list items, list found) except -1

cdef enum:
    MOST_CHILDREN = 8    # of a cell: four quadrants and four line cells

# `find_on_segment` and `find_nearest` append pairs (slot, number) to `found`. The caller has paused
# the garbage collector.

# The boxes that a segment overlaps, with the fraction of the way at which it enters each; unsorted.
cdef int find_on_segment(
    Cells tree, double x1, double y1, double x2, double y2, list found
) except -1
# The `most` boxes that are nearest to a point, with their distances; sorted.
cdef int find_nearest(Cells tree, double x, double y, int most, double limit, list found) except -1
