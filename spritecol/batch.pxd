from spritecol.handle cimport Handle
from spritecol.index_pairs cimport IndexPairs
from spritecol.kept_index cimport KeptIndex

cdef enum:
    HELD = 1                   # by `callbacks.found_pairs`, which gives it back
    LENT = 2                   # by an iterator, which does not

cdef class Batch:
    cdef list sprites          # each once, in order
    cdef int* rows             # their rows
    cdef Py_ssize_t count
    cdef Py_ssize_t capacity
    cdef int lent              # HELD, LENT: `sprites` is in someone's hands and must not change
    cdef KeptIndex kept        # an index of the rows, where one is worth keeping
    cdef int sync(self) except -1
    cdef KeptIndex index(self)
    cdef bint is_whole(self)
    cdef int forget(self) except -1
    cdef int append(self, Handle sprite) except -1
    cdef list fill(self, list found)

cdef list walk(object targets, str name, bint strict)
cdef str introduced(object item)
cdef bint is_container(object item) except -1
cdef Batch batch_of(object targets, str name)
cdef KeptIndex ready(Batch a, Batch b)
cdef int find_hits(Batch a, Batch b, IndexPairs out) except -1
cdef int find_hits_of(
    Batch a, Py_ssize_t first, Py_ssize_t end, Batch b, IndexPairs out
) except -1
