"""The search for overlapping bounding boxes: boxes in, pairs of positions out.

Modules::

    search      finds overlapping boxes: each with each, or by a quadtree
    quadtree    the quadtree: built in one go from boxes, level by level
    radix_sort  sorts the boxes before the quadtree is built
    levels      the grid of nodes: side, band and key of a place
    directory   where bands and keys of the quadtree begin, for queries
    scan        finds all overlapping pairs in a quadtree
    queries     what overlaps a box, meets a segment, or is near a point
    runs        compares a box with consecutive entries, for scan and queries
    lanes       compares several boxes at once (SSE2, NEON or plain C; the C is in lanes.h)
    blocks      compares whole blocks of boxes at once (AVX2; the C is in blocks.h)
"""
