"""The collision engine: rows and numbers in, pairs of positions out. It does not know Python
sprites.

Modules::

    pointers       short names of pointer types; a header alone
    tuning         every measured threshold of the engine (in tuning.pxd)
    tolerances     by how much numbers may be off where things move (in tolerances.pxd)
    memory         growing arrays, reuse of freed runs, scratch memory, array buffers
    box            a bounding box, as modules pass it on
    box_tests      what is asked of boxes: whether they overlap, and the like
    pairs          a list of pairs of positions, and how it is sorted
    storage/       the rows of all sprites
    transform/     from local space to the world, for dirty rows only
    broad_phase/   which boxes overlap; knows boxes and positions only
    narrow_phase/  which of these pairs hit
    pipeline/      the stages in order
    sweeps/        one row moves: whom it hits first, when, where it stops
"""
