import cython
from spritecol._engine.box cimport Box
from spritecol._engine.memory cimport RunAllocator
from spritecol._engine.storage.layout cimport (
    DIRTY, NUMBER_ANGLE, NUMBER_X, NUMBER_Y, ROLES, SHIFTED, WATCHED, RowRecord,
    NumberLayout, Outline, Part
)
from spritecol._engine.tuning cimport RECENT
from spritecol._support.python cimport PyObject

cdef unsigned long long DEFAULT_LAYER
cdef unsigned long long DEFAULT_MASK

cdef enum:
    NOWHERE = 0              # the row of no sprite, which is always clean and overlaps nothing

cdef struct Watcher:
    # A kept index that notes which of its rows change. It owns the arrays, which are by position.
    int* rows                # -1 where a row has left
    unsigned char* noted     # whether the position is in `changed`
    int* changed             # positions whose rows have changed, each once; has room for all
    Py_ssize_t changed_count

cdef struct Link:
    # From a row to one of its watchers.
    Watcher* watcher
    int position
    int next                 # the next link of the row, or of the list of free ones; -1 ends it

@cython.final
cdef class Watches:
    cdef int* first          # by row: its first link, or -1; NULL before the first watcher
    cdef Py_ssize_t row_capacity
    cdef Link* links
    cdef Py_ssize_t link_capacity
    cdef Py_ssize_t link_count   # links in use or free
    cdef int free_link
    cdef int reserve_rows(self, Py_ssize_t capacity) except -1
    cdef int make_first(self, Py_ssize_t known, Py_ssize_t capacity) except -1
    cdef int reserve_links(self, Py_ssize_t more) except -1
    cdef void add(self, int row, Watcher* watcher, int position) noexcept
    cdef void remove(self, int row, Watcher* watcher) noexcept
    cdef void announce(self, int row) noexcept nogil
    cdef void close_row(self, int row) noexcept

cdef inline void note(Watcher* watcher, int position) noexcept nogil:
    # Note that a position has changed.
    if not watcher.noted[position]:
        watcher.noted[position] = 1
        watcher.changed[watcher.changed_count] = position
        watcher.changed_count += 1

cdef struct Slot:
    int row              # -1: empty
    int position         # -1: removed

@cython.final
cdef class RowPositions:
    cdef Slot* slots
    cdef Py_ssize_t mask         # the number of slots, a power of two, minus one
    cdef Py_ssize_t used         # slots that are not empty
    cdef int readers             # filters that exclude these rows; meanwhile nobody changes it
    cdef int reset(self, Py_ssize_t count) except -1
    cdef Py_ssize_t slot_of(self, int row) noexcept nogil
    cdef int put(self, int row, int position) except -1
    cdef int get(self, int row) noexcept nogil

@cython.final
cdef class Store:
    cdef RunAllocator row_runs
    cdef RunAllocator part_runs
    cdef RunAllocator box_runs
    cdef RunAllocator pool_runs
    cdef RunAllocator number_runs
    cdef RowRecord* records    # by row
    cdef double* x               # by row: where the sprite is; apart from the rest of its pose, since
    cdef double* y               # most sprites move all the time and change in nothing else
    cdef Part* parts
    cdef Box* part_boxes         # widened if flat: the strict overlap test must not miss flat parts
    cdef double* pool
    cdef Box* boxes              # by row; inverted while the sprite cannot hit
    cdef unsigned long long* layers  # by row: the layers of its shapes, together: most often the
                                     # bits of `collision_layer`; NULL: all the default
    cdef unsigned long long* masks   # by row: likewise the masks
    cdef unsigned long long* own_layers  # by row: `collision_layer`, if it has ROLES; NULL: none has
    cdef unsigned long long* own_masks   # by row: likewise `collision_mask`
    cdef readonly Py_ssize_t layered # rows that have ROLES, or another layer or mask than the
                                     # default; most often 0
    cdef list outlines           # by row: its Outline, or None
    cdef list layouts            # the NumberLayouts that rows have had; they stay, as classes do
    cdef long long* numbers      # the stored numbers of rows; before them a word that says which of
                                 # `layouts` they have
    cdef int* first_number       # by row: the index of its first one; 0: it has none. NULL: no row has
    cdef int* single_part        # by row: where the numbers of its only part are in the pool, if that
                                 # is a circle; less than 0 of all others, see `transform.rows`
    cdef unsigned char* flags    # by row: DIRTY, WATCHED, GROUPED, GONE, SHIFTED, ONE_WAY, ROLES
    cdef bint has_one_way        # whether any row has ever been ONE_WAY
    cdef bint has_roles          # whether any row has ever had ROLES
    cdef Watches watches         # which kept indexes note a change of a row
    cdef Py_ssize_t row_array_capacity
    cdef readonly unsigned long long vanished_count   # sprites that vanished after being in a Group
    cdef unsigned long long* revived # by row: `vanished_count` when it was last taken back into the
                                     # game; NULL: no row was
    cdef long long* births       # by row: its number among those opened since the first snapshot, or
                                 # 0 if it was there before. NULL: there was no snapshot yet
    cdef readonly long long born # how many rows were opened since then
    cdef int[RECENT] vanished_rows   # ring buffer: the rows of the last RECENT of them
    cdef unsigned int last_pass
    cdef void* workspace         # the `pipeline.row_index.Workspace` of this store
    cdef int open(self) except -1
    cdef void close(self, int row) noexcept
    cdef int set_layers(self, int row, unsigned long long layer, unsigned long long mask) except -1
    cdef inline unsigned long long layer_of(self, int row) noexcept nogil:
        # The bits of `collision_layer`.
        if self.flags[row] & ROLES:
            return self.own_layers[row]
        return self.layers_of_shapes(row)
    cdef inline unsigned long long mask_of(self, int row) noexcept nogil:
        if self.flags[row] & ROLES:
            return self.own_masks[row]
        return self.masks_of_shapes(row)
    cdef inline unsigned long long layers_of_shapes(self, int row) noexcept nogil:
        # The layers that the shapes of a row are on, together.
        return DEFAULT_LAYER if self.layers is NULL else self.layers[row]
    cdef inline unsigned long long masks_of_shapes(self, int row) noexcept nogil:
        return DEFAULT_MASK if self.masks is NULL else self.masks[row]
    cdef int make_layers(self) except -1
    cdef int make_own_layers(self) except -1
    cdef void join_layers(self, int row) noexcept
    cdef void set_roles(self, int row, bint has_roles) noexcept
    cdef void vanish(self, int row) noexcept
    cdef int reserve_revived(self) except -1
    cdef void revive(self, int row) noexcept
    cdef int note_births(self) except -1
    cdef int add_numbers(self, int row, NumberLayout layout) except -1
    cdef void release_numbers(self, int row) noexcept
    cdef inline int first_number_of(self, int row) noexcept nogil:
        return 0 if self.first_number is NULL else self.first_number[row]
    cdef inline NumberLayout layout_at(self, int first):
        # The NumberLayout of the numbers that begin at `first`, which is not 0.
        return self.layouts[self.numbers[first - 1]]
    cdef int set_outline(self, int row, Outline outline) except -1
    cdef void release_parts(self, int row) noexcept
    cdef int grow_row_arrays(self, Py_ssize_t capacity) except -1
    cdef inline void mark_dirty(self, int row) noexcept nogil:
        # To be called when a row's pose or shapes change.
        self.mark_moved(row)
        self.flags[row] &= ~SHIFTED
    cdef inline void mark_moved(self, int row) noexcept nogil:
        # To be called when only x or y changes, so that a row that is SHIFTED stays so.
        if self.flags[row] & WATCHED:
            self.watches.announce(row)
        self.flags[row] = (self.flags[row] & ~WATCHED) | DIRTY
    cdef inline double* number_at(self, int row, int number) noexcept nogil:
        # One number of the pose, by its name: NUMBER_X and so on.
        if number == NUMBER_X:
            return self.x + row
        if number == NUMBER_Y:
            return self.y + row
        return &self.records[row].angle + (number - NUMBER_ANGLE)
    cdef inline bint layers_meet(self, int a, int b) noexcept nogil:
        # Whether the masks of each of two rows hold a layer of the other. To be called only if
        # `layered` is not 0: otherwise the arrays may not exist. With ROLES, only some of their
        # shapes may meet, and `roles_meet` decides which.
        return (self.masks[a] & self.layers[b]) != 0 and (self.masks[b] & self.layers[a]) != 0
    cdef unsigned int next_pass(self) noexcept nogil

cdef Store STORE

cdef struct RowFilter:
    # The rows and shapes that count in a query. Rows ask, and rows are asked about.
    unsigned long long wanted_layers  # a row must be on one of them
    unsigned long long asker_layers   # its mask must hold one of them; 0: its mask is not read
    const int* excluded          # rows that are left out, in ascending order
    Py_ssize_t excluded_count
    PyObject* const* excluded_groups  # likewise those of whole Groups: `RowPositions`
    Py_ssize_t excluded_group_count
    bint by_layers               # of two shapes the layers and masks count, not `wanted_layers`
    bint either_asks             # of a pair within one collection: both must be wanted, and either
                                 # may have one of the own names
    bint second_asks             # of a pair, the second row asks about the first one
    bint by_name                 # only shapes with one of these names count; they are numbers
    const int* names             # of shapes of the rows that are asked about; NULL: any
    Py_ssize_t name_count
    const int* own_names         # of shapes of the row that asks; NULL: any
    Py_ssize_t own_name_count

ctypedef const RowFilter* RowFilterRef  # which is only read

cdef struct OneWayOverride:
    # A one-way shape that the asker passes from wherever it comes.
    int row
    int first            # part of the shape

cdef inline void put_layers_of(RowFilter* row_filter, Store store, int row) noexcept nogil:
    # Filter by the layer and mask of the row that asks, as in a check.
    row_filter.wanted_layers = store.masks_of_shapes(row)
    row_filter.asker_layers = store.layers_of_shapes(row)
    row_filter.by_layers = True
    if row_filter.asker_layers == 0:
        row_filter.wanted_layers = 0  # on no layer, so no mask selects it

cdef void put_layers_of_part(RowFilter* row_filter, Store store, int row, int part) noexcept nogil

cdef bint is_excluded(const RowFilter* row_filter, Store store, int row) noexcept nogil
cdef bint has_name(const RowFilter* row_filter, Store store, int row) noexcept nogil

cdef bint roles_meet(
    Store store, const RowFilter* row_filter, bint swapped, int a, int i, int b, int j
) noexcept nogil
cdef bint role_passes(Store store, const RowFilter* row_filter, int row, int part) noexcept nogil

# Which rows a question may be answered with.


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
