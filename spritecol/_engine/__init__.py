"""The collision engine: rows and numbers in, pairs of positions out. No Python sprite is known here.

The rooms, in the order in which the data passes them; a room imports from those before it only.

    box, pairs, tuning, memory   the small words: a box and its tests, a list of index pairs, every
                                 measured threshold, memory that is kept between checks
    storage                      the rows of all sprites: pose, shapes, bounding boxes
    transform                    from local space to the world, for the rows that changed
    broad_phase                  which bounding boxes overlap
    narrow_phase                 the shape filter, and the exact test of two convex pieces
    pipeline                     the stages in order, and the one place that decides how to search
"""
