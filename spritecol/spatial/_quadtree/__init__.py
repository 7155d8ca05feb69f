"""The cells of `LinearQuadtree`: storage and searches.

Modules::

    cells       cells and the boxes linked into them
    searches    all pairs of one tree or two; boxes in a box, on a segment, near a point
"""
