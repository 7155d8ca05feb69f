import cython

from spritecol._engine.storage.layout cimport LocalCollision

@cython.final
cdef class Outline:
    cdef readonly int count
    cdef readonly int size
    cdef object shapes           # the tuple of shapes that it was made from
    cdef LocalCollision* parts
    cdef double* values
