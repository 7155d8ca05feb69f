import cython
from spritecol._engine.storage.store cimport RowPositions
from spritecol.sprites.containers.batch cimport Batch

cdef class Members

@cython.final
cdef class Section:
    # Where the flat list of a Group has the sprites of one inside it, and a gap for more.
    cdef Members inner
    cdef unsigned long long version    # of the inner Group, when its sprites were last taken over
    cdef Py_ssize_t count              # how many it had then
    cdef Py_ssize_t free               # the position for the next one
    cdef Py_ssize_t end                # the position after the gap

cdef class Members(Batch):
    # id -> Sprite or Group, in the order added. None until a Group is added. Until then the list of
    # the batch contains all members.
    cdef dict members
    cdef Py_ssize_t inner_count        # how many members are Groups
    cdef bint is_inner                 # it has been put into a Group, and may still be there
    cdef unsigned long long version    # incremented whenever the members change
    cdef unsigned long long flat_version  # `version` when the flat list was built; 0: never
    cdef list inner_groups             # every Group inside, at that time
    cdef bint is_outdated              # one of these has changed since
    cdef bint is_growing               # it has gained a sprite while a Group around it had no gap
    cdef unsigned long long reshaped   # `version` after the last change but for a sprite at the end
    cdef dict sections                 # id -> Section, of inner Groups that are growing; or None
    cdef list grown                    # those of them that have changed since; or None
    cdef bint is_positional            # its holes were closed since the flat list was built
    cdef dict outers                   # id -> weak reference to each Group that is to be told if
                                       # this one changes; or None
    cdef Py_ssize_t most_outers        # with more, dead references are removed
    cdef RowPositions positions        # of the first `indexed` rows
    cdef Py_ssize_t indexed
    cdef Py_ssize_t holes              # positions whose row is NOWHERE and whose sprite is None
    cdef unsigned long long vanished_handled  # the `STORE.vanished_count` last dealt with
    cdef Py_ssize_t look_at            # with so many members, it looks for vanished ones; see `insert`
    cdef object __weakref__

cdef bint has_vanished(object member) noexcept
cdef int insert(Members group, object member) except -1
cdef bint has_member(Members group, object item) except -1
cdef list own_members(Members group)
cdef int take_out(Members group, object members) except -1
cdef int clear(Members group) except -1
cdef Py_ssize_t position_of(Members group, int row) except -2
cdef RowPositions rows_to_exclude(Members group)
cdef bint reaches(Members start, Members wanted) except -1

cdef int put_members(Members group, tuple wanted, list old) except -1

cdef list LOOKS

cdef tuple take_back(Members group, list drops, list old)

cdef int sync_members(Members group) except -1
cdef bint members_are_synced(Members group)
cdef bint flat_is_synced(Members group)
cdef int sync_members_for_hits(Members group) except -1

cdef object inner_group_with(Members group, object item)
cdef list positions_of(Members group, object index)
cdef list members_at(list sprites, list positions)
cdef bint has_row(Batch batch, int row) except -1

cdef inline int sync(Batch batch) except -1:
    """Bring the sprites and rows of a batch up to date. Those of a plain one always are."""
    return sync_members(<Members>batch) if batch.is_group else 0

cdef inline bint is_synced(Batch batch):
    """Whether nothing has changed since `sync`; runs no user code."""
    return not batch.is_group or members_are_synced(<Members>batch)

cdef inline int sync_for_hits(Batch batch) except -1:
    """Bring a batch up to date for a question whose answer is sprites, not positions.

    Unlike `sync`, it may leave a few holes where members have been removed: closing them can take
    longer than the check. A hole has the row NOWHERE, which overlaps nothing, so it is never found.
    """
    return sync_members_for_hits(<Members>batch) if batch.is_group else 0

cdef inline bint is_synced_for_hits(Batch batch):
    """Whether nothing has changed since `sync_for_hits`; runs no user code.

    A Group of sprites alone, without `members`, changes its rows at once. What has vanished since
    has a box that overlaps nothing, and so has a hole.
    """
    return not batch.is_group or flat_is_synced(<Members>batch)
