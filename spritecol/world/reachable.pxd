import cython
from spritecol._engine.storage.store cimport RowPositions

@cython.final
cdef class Reach:
    cdef readonly tuple things       # all objects of the state, in the order of their numbers
    cdef readonly tuple sprites      # the sprites among them
    cdef readonly tuple groups       # the Groups among them
    cdef readonly tuple members      # the direct members of each Group
    cdef readonly tuple keepers      # Overlaps and controllers: the members, then those named
    cdef readonly tuple places       # of those that are only named: their numbers
    cdef readonly tuple named        # what keepers and attributes name: sprites and keepers
    cdef readonly Py_ssize_t given_count  # how many of the things are members: the first ones
    cdef readonly set inside         # ids of the other objects of the state, no sprites
    cdef list unknown                # those of the sprites that the world does not know yet
    cdef readonly tuple outside      # weak references to the other sprites that the world has known
    cdef readonly Py_ssize_t serial  # how many sprites the world had known
    cdef readonly bytes who         # the numbers of the sprites as words, when first sent
    cdef bytes head                 # for `plain`, when first asked for
    cdef int version                # in which the state is written; with `head`
    cdef bytes floats               # of each stored number, whether it is a float; with `head`
    cdef list versions               # of the Groups, when their members were read
    cdef dict numbers                # id -> number, when first asked for
    cdef RowPositions rows           # and of sprites by their rows, which is faster
    cdef object __weakref__
    cdef Py_ssize_t place_of(self, object thing) except -2  # the number, or -1

cpdef bint are_same(object one, object other) except -1
cdef int collect_sprites(object memory, list found) except -1
