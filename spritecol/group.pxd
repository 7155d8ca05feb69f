from spritecol.columns cimport Columns

cdef class Group(Columns):
    cdef Py_ssize_t calm                   # checks in a row that found nearly all at rest
    cdef Py_ssize_t patience               # so many of them make an index worth keeping
    cdef object __weakref__
