from spritecol.spatial._quadtree.cells cimport Cells

cdef enum:
    MOST_CHILDREN = 8    # of a cell: four quadrants and four line cells

# Both append pairs (slot, number) to `found`. The caller has paused the garbage collector.

# The boxes that a segment overlaps, with the fraction of the way at which it enters each; unsorted.
cdef int find_on_segment(
    Cells tree, double x1, double y1, double x2, double y2, list found
) except -1
# The `most` boxes that are nearest to a point, with their distances; sorted.
cdef int find_nearest(
    Cells tree, double x, double y, int most, double limit, list found
) except -1
