from spritecol._engine.storage.store cimport Store

cdef struct Front:
    # Where a one-way shape is met.
    int row
    int shape            # of the row
    double nx            # the normal
    double ny
    double x
    double y
    double touching      # what is not farther away is side by side

cdef bint next_at_front(
    Store store, const Front* front, int row, int* first, int* count
) noexcept nogil
