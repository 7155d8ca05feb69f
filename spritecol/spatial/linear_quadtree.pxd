import cython
from spritecol.spatial._cells cimport Cells, ItemTable

@cython.final
cdef class LinearQuadtree:
    cdef Cells cells
    cdef ItemTable table         # None in a tree from `build` until an item is asked for: items are
                                 # indices
    cdef object __weakref__
    cdef ItemTable registry(self)
    cdef tuple cell_at(self, int slot)
    cdef object items_by_slot(self)
    cdef list with_items(self, list found)
    cdef list item_pairs(self, LinearQuadtree other)
