from spritecol._engine.storage.store cimport OneWayOverride, RowFilter
from spritecol._support.python cimport PyObject
from spritecol.sprites.row.sprite_row cimport SpriteRow

cdef class QueryFilter:
    cdef RowFilter rows          # what the engine tests; valid as long as this object lives
    cdef int* names              # the names that `rows` points to: the targets', then the asker's
    cdef int* excluded_rows
    cdef Py_ssize_t capacity     # of `excluded_rows`
    cdef list excluded           # keeps the excluded sprites alive, and so their rows; Groups are
                                 # not in it
    cdef Py_ssize_t given        # how many of them the user gave; `where` rejected the others
    cdef list group_rows         # the RowPositions of each excluded Group, see `Members.positions`
    cdef list group_sprites      # keeps the sprites of these alive
    cdef PyObject** groups       # the same as `group_rows`, for the engine
    cdef SpriteRow asker         # the asking sprite, which is excluded, too; or None
    cdef int asker_row           # the only excluded sprite, if there is no list
    cdef object where            # None, or the function that `ask_where` calls
    cdef bint wants_hit          # it is called with two arguments, otherwise with a sprite only
    cdef bint uses_own_layers    # the layer and mask of the asker count, as in a plain check
    cdef OneWayOverride* overrides         # on one-way shapes of the targets of a sweep
    cdef Py_ssize_t override_count
    cdef Py_ssize_t override_capacity
    cdef bint ask_where(self, object sprite, object hit) except -1
    cdef bint accepts_sprite(self, object sprite) except -1
    cdef list accepted(self, list sprites)
    cdef bint accepts_once(self, object sprite, dict verdicts) except -1
    cdef bint accepts_hit(self, object hit) except -1
    cdef bint accepts_pair(self, object a, object b) except -1
    cdef int put_names(self, list own, list of_targets) except -1
    cdef int exclude_groups(self, list groups) except -1
    cdef int exclude_rows(self) except -1
    cdef int reject(self, SpriteRow sprite) except -1
    cdef bint rejects_one(self, list hits) except -1
    cdef bint rejects_some(self, list hits) except -1
    cdef int forget_rejected(self) except -1
    cdef int add_override(self, int row, int first) except -1

cdef inline bint none_given(
    object mask, object exclude, object where, object shapes, object target_shapes
) noexcept:
    # Whether all have their defaults, as far as a quick test shows. There is only one empty tuple.
    return (
        mask is None and exclude is () and where is None and shapes is None
        and target_shapes is None
    )

cdef inline const RowFilter* row_filter_of(QueryFilter query_filter) noexcept:
    # The filter of some conditions; NULL without any. It is valid as long as they live.
    return NULL if query_filter is None else &query_filter.rows

cdef QueryFilter ANY
cdef QueryFilter AS_IN_A_CHECK
cdef QueryFilter query_filter_of(
    object mask, object exclude, object where, SpriteRow asker=*, object shapes=*,
    object target_shapes=*
)
cdef inline QueryFilter place_query_filter(
    object mask, object exclude, object where, object target_shapes
):
    # The conditions of a query without an asking sprite.
    if none_given(mask, exclude, where, None, target_shapes):
        return ANY
    return query_filter_of(mask, exclude, where, None, None, target_shapes)
cdef QueryFilter near_query_filter(
    SpriteRow asker, object mask, object exclude, object where, object shapes, object target_shapes
)
cdef int demand_asker(str call, object shapes) except -1
cdef int refuse_where(object where) except -1
cdef QueryFilter hit_query_filter(
    SpriteRow asker, object mask, object exclude, object where, object shapes=*,
    object target_shapes=*
)
cdef QueryFilter sweep_query_filter(
    SpriteRow asker, object mask, object exclude, object where, object shapes=*,
    object target_shapes=*
)
cdef int put_row_filter(SpriteRow asker, QueryFilter query_filter, RowFilter* out) except -1
cdef object shape_at(SpriteRow sprite, Py_ssize_t index)
cdef Py_ssize_t shape_index(SpriteRow sprite, Py_ssize_t part) noexcept
