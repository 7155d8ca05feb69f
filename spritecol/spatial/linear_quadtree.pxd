import cython

from spritecol._engine.pairs cimport PairList
from spritecol.spatial._quadtree.cells cimport Cells
from spritecol.spatial._item_table cimport ItemTable

cdef extern from "Python.h":
    int PyGC_Disable()
    int PyGC_Enable()

@cython.final
cdef class LinearQuadtree:
    cdef Cells cells
    cdef ItemTable table         # None in a tree just built: there the items are the labels
    cdef object __weakref__
    cdef ItemTable registry(self)
    cdef list names(self)
    cdef list named_pairs(self, LinearQuadtree other)
