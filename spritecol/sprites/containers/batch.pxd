from spritecol._engine.pipeline.row_index cimport KeptIndex, Patience
from spritecol.sprites.row.sprite_row cimport SpriteRow

cdef enum:
    FOR_CHECK = 1              # between `hold` and `release`
    FOR_ITERATOR = 2           # an iterator may still read the list; nobody knows for how long

cdef class Batch:
    cdef list sprites          # each once, in order
    cdef int* rows             # their rows
    cdef Py_ssize_t row_count
    cdef Py_ssize_t capacity   # of `rows`; 0 if these are the row of the only sprite, see `put_only`
    cdef int copy_on_write     # FOR_CHECK, FOR_ITERATOR: replace `sprites`, never change it; or 0
    cdef bint is_group         # its sprites come and go, see `members`; only it may keep an index,
                               # as a plain batch does not outlive the check
    cdef KeptIndex kept        # an index of the rows, if one is worth keeping, else None
    cdef Patience patience     # decides when it is
    cdef list pieces           # None; or the Groups, and batches of single sprites, that it stands
                               # for: it has no sprites itself but those that `near_targets`
                               # puts there

cdef int put_only(Batch batch, SpriteRow sprite) except -1
cdef int append(Batch batch, SpriteRow sprite) except -1
cdef bint hold(Batch batch) noexcept
cdef void release(Batch batch, list held, bint alone) noexcept
cdef int forget(Batch batch) except -1
cdef list fill(Batch batch, object found, bint gaps=*)
