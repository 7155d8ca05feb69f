from spritecol._engine.broad_phase.levels cimport Level, column_of_key
from spritecol._engine.broad_phase.quadtree cimport Buckets, Quadtree

cdef int open_directory(Quadtree tree) except -1 nogil

cdef inline Py_ssize_t first_row_from(
    Quadtree tree, const Level* level, long long index
) noexcept nogil:
    # The first row of a level at or after a row of the grid.
    cdef Py_ssize_t low = level.first_row
    cdef Py_ssize_t high = level.first_row + level.row_count
    cdef Py_ssize_t middle
    if index <= tree.rows[low].index:
        return low
    if index > tree.rows[high - 1].index:
        return high
    if level.slots >= 0:
        return tree.directory.slots[level.slots + (index - level.row_zero)]
    while low < high:
        middle = (low + high) >> 1
        if tree.rows[middle].index < index:
            low = middle + 1
        else:
            high = middle
    return low

cdef inline Py_ssize_t nodes_from(
    Quadtree tree, const Level* level, Py_ssize_t row, long long column
) noexcept nogil:
    # An entry of a row before which none lies in a node from `column` on.
    cdef const Buckets* buckets = tree.directory.buckets + row
    if column <= buckets.column:
        return tree.rows[row].first
    column = (column - buckets.column) >> buckets.doublings
    return tree.directory.starts[buckets.first + min(column, buckets.last + 1)]

cdef inline Py_ssize_t nodes_to(
    Quadtree tree, const Level* level, Py_ssize_t row, long long column
) noexcept nogil:
    # The index after an entry of a row behind which none lies in a node up to `column`.
    cdef const Buckets* buckets = tree.directory.buckets + row
    if column < buckets.column:
        return tree.rows[row].first
    column = (column - buckets.column) >> buckets.doublings
    return tree.directory.starts[buckets.first + min(column + 1, buckets.last + 1)]
