"""The collision engine: rows and numbers in, pairs of positions out. It knows no Python sprites.

Its parts, in the order in which data passes through them; each imports only from those before it:

    tuning, halves, memory,      basics: measured thresholds, work in two halves, memory that is
    box, pairs                   reused between checks, bounding boxes, lists of index pairs
    storage                      the rows of all sprites: pose, shapes, bounding boxes
    transform                    from local to world space, for the rows that changed
    broad_phase                  finds overlapping bounding boxes
    narrow_phase                 questions about two convex parts: hits, distances, contacts, sweeps
    pipeline                     the stages in order, and the one place that decides how to search
"""
