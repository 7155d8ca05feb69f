from spritecol._engine.pipeline.kept_index cimport KeptIndex
from spritecol._engine.pipeline.plan cimport Patience
from spritecol.sprites.sprite_row cimport SpriteRow

cdef enum:
    HELD = 1                   # by `detection.found_pairs`, which gives it back
    LENT = 2                   # by an iterator, which does not

cdef class Batch:
    cdef list sprites          # each once, in order
    cdef int* rows             # their rows
    cdef Py_ssize_t count
    cdef Py_ssize_t capacity
    cdef int lent              # HELD, LENT: `sprites` is in someone's hands and must not change
    cdef bint may_keep_index   # a Group may; a plain batch is gone after the check
    cdef KeptIndex kept        # an index of the rows, where one is worth keeping
    cdef Patience patience     # when it is
    cdef int sync(self) except -1
    cdef bint is_whole(self)
    cdef int forget(self) except -1
    cdef int append(self, SpriteRow sprite) except -1
    cdef list fill(self, list found)
