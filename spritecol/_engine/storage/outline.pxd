import cython

from spritecol._engine.storage.layout cimport LocalCollision

@cython.final
cdef class Outline:
    cdef readonly int count
    cdef readonly int size
    cdef object shapes           # what it was made of
    cdef LocalCollision* parts
    cdef double* values
