from spritecol._engine.storage.store cimport Store

cdef struct RowFilter:
    unsigned long long wanted    # the layers of which a row must be on one
    unsigned long long asker     # the layers of which its mask must hold one; 0: its mask is not read
    const int* excluded          # rows that are left out, in ascending order
    Py_ssize_t excluded_count

cdef inline bint passes(const RowFilter* row_filter, Store store, int row) noexcept nogil:
    # Whether a question may be answered with this row.
    if not store.layer_of(row) & row_filter.wanted:
        return False
    if row_filter.asker and not store.mask_of(row) & row_filter.asker:
        return False
    return row_filter.excluded_count == 0 or not is_excluded(row_filter, row)

cdef inline void put_layers_of(RowFilter* row_filter, Store store, int row) noexcept nogil:
    # Let the layer and mask of a row that asks count, as in a check.
    row_filter.wanted = store.mask_of(row)
    row_filter.asker = store.layer_of(row)
    if row_filter.asker == 0:
        row_filter.wanted = 0  # on no layer: nothing cares for it

cdef inline RowFilter filter_of(Store store, const int* row) noexcept nogil:
    # The condition of a row that asks: its own layer and mask, and not itself.
    cdef RowFilter result
    put_layers_of(&result, store, row[0])
    result.excluded = row
    result.excluded_count = 1
    return result

cdef bint is_excluded(const RowFilter* row_filter, int row) noexcept nogil
