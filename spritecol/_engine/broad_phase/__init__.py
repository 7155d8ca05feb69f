"""The search for overlapping bounding boxes: boxes in, pairs of positions out.

Modules::

    search        finds overlapping boxes: each with each, or all pairs in a quadtree
    quadtree      the quadtree: built in one go from boxes, level by level
    levels        the grid of nodes: side, band and key of a place, and where boxes lie on it
    tree_queries  what overlaps a box, meets a segment, or is near a point
    lanes         compares several boxes at once (SSE2, NEON or plain C; the C is in lanes.h)
"""
