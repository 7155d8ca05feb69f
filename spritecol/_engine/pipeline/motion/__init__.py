"""One row moves, and the others rest: whom it hits first, when, and where it stops.

The way of one sweep, from top to bottom:

1. `sweep`: all rows that the moving one may meet, and for each the first meeting of two shapes.
2. `candidates`: those rows, by the boxes on the way.
3. `straight` and `turning`: when two shapes begin to hit.
4. `normals`: which way their surfaces face there.
5. `proof`: the exact test finds no new hit at the pose that is returned.

A row is moved in place and put back before a function returns; no user code runs in between.
"""
