"""The cells of `LinearQuadtree`: storage, searches and validation.

Modules::

    cells       cells and the boxes linked into them
    searches    all pairs of one tree or two; boxes in a box, on a segment, near a point
    validation  the invariants of the cells, for tests
"""
