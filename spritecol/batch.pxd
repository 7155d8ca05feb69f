import cython

from spritecol.handle cimport Handle

cdef class Batch:
    cdef list sprites          # each once, in order
    cdef int* rows             # their rows
    cdef Py_ssize_t count
    cdef Py_ssize_t capacity
    cdef int sync(self) except -1
    cdef int append(self, Handle sprite) except -1
    cdef int fill(self, list found) except -1
    cdef bint fill_plain(self, list found) except -1

cdef list walk(object targets, str name, bint strict)
cdef bint is_container(object item) except -1
cdef Batch batch_of(object targets, str name)
