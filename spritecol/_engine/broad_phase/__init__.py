"""The search for overlapping bounding boxes: boxes in, pairs of positions out.

Modules::

    search        finds overlapping boxes: each with each, or by a quadtree
    quadtree      the quadtree: built in one go from boxes, level by level
    radix_sort    sorts the boxes before the quadtree is built
    levels        the grid of nodes: side, band and key of a place
    scan          finds all overlapping pairs in a quadtree
    tree_queries  what overlaps a box, meets a segment, or is near a point
    lanes         compares several boxes at once (SSE2, NEON or plain C; the C is in lanes.h)
"""
