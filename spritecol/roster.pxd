from spritecol.batch cimport Batch
from spritecol.handle cimport Handle
from spritecol.row_table cimport RowTable

cdef class Roster(Batch):
    cdef RowTable table                    # where the first `placed` are
    cdef Py_ssize_t placed
    cdef Py_ssize_t holes                  # positions whose row is -1 and whose sprite is None
    cdef unsigned long long purged         # STORE.vanished when vanished ones were last looked for
    cdef Py_ssize_t find(self, int row) except -2
    cdef int unlend(self) except -1
    cdef int leave(self, Py_ssize_t position, list gone) except -1
    cdef int leave_if_gone(self, Py_ssize_t position, list gone) except -1
    cdef Py_ssize_t purge(self) except -1
    cdef int close_up(self) except -1
