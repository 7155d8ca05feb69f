# Which rows a question may be answered with.

from spritecol._engine.storage.layout cimport ROLES
from spritecol._engine.storage.store cimport (
    RowFilter, Store, has_name, is_excluded, put_layers_of
)

cdef inline bint passes(const RowFilter* row_filter, Store store, int row) noexcept nogil:
    # Whether a question may be answered with this row.
    if not store.layers_of_shapes(row) & row_filter.wanted_layers:
        return False
    if row_filter.asker_layers and not store.masks_of_shapes(row) & row_filter.asker_layers:
        return False
    if row_filter.by_name and not has_name(row_filter, store, row):
        return False
    if row_filter.excluded_count == 0 and row_filter.excluded_group_count == 0:
        return True
    return not is_excluded(row_filter, store, row)

cdef inline bint may_hit(
    Store store, const RowFilter* chosen, int row, int other, bint within
) noexcept nogil:
    # Whether two rows may count as a hit, judged by the whole rows: the first row makes the query,
    # and the second passes it. `within` one sequence the first one has to pass, too. Without a
    # filter the layers and masks of both count.
    if (chosen is NULL or chosen.by_layers) and store.layered and not store.layers_meet(row, other):
        return False
    return chosen is NULL or (
        passes(chosen, store, other) and not (within and not passes(chosen, store, row))
    )

cdef inline void put_filter_of(RowFilter* out, Store store, const int* row) noexcept nogil:
    # Write the filter of a row that asks: by its own layer and mask, and without itself.
    put_layers_of(out, store, row[0])
    out.excluded = row
    out.excluded_count = 1
    out.excluded_group_count = 0
    out.either_asks = out.second_asks = out.by_name = False
    out.names = out.own_names = NULL
    out.name_count = out.own_name_count = 0

# Two rows that pass may still have shapes that do not: these are left out part by part.

cdef inline bint rows_need_role_test(Store store, const RowFilter* row_filter, int a, int b) noexcept nogil:
    # Whether only some pairs of shapes of two rows count, as decided by `roles_meet`. Without a
    # filter, the layers and masks of both shapes count.
    if store.has_roles and (store.flags[a] | store.flags[b]) & ROLES:
        return True
    return row_filter is not NULL and row_filter.by_name

cdef inline bint row_needs_role_test(Store store, const RowFilter* row_filter, int row) noexcept nogil:
    # Whether only some shapes of a row count in a question about a place, see `role_passes`.
    return row_filter.by_name or (store.has_roles and (store.flags[row] & ROLES) != 0)
