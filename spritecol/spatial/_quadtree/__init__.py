"""The cells of `LinearQuadtree`: storage, searches, validation, and bounds that fit the boxes.

Modules::

    cells       cells and the boxes linked into them
    walks       all pairs of one tree, of two, and a query
    seeking     what a segment overlaps, what is nearest to a point
    fit         chooses bounds and depth where the user gives none
    validation  the invariants of the cells, for tests
"""
