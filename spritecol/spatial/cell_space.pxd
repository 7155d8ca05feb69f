import cython

from spritecol._engine.memory.run_allocator cimport RunAllocator
from spritecol.spatial._item_table cimport ItemTable

cdef struct Spot:
    # Where one item is, and its links to the others of its cell.
    double x
    double y
    int next             # the item that came before it, or -1
    int previous         # the item that came after it, or -1 for the latest
    int cell             # -1: the slot is free

@cython.final
cdef class CellSpace:
    cdef ItemTable table
    cdef RunAllocator runs
    cdef Spot* spots             # by slot
    cdef int* latest             # by cell: 1 + the slot that came last, or 0
    cdef readonly double width
    cdef readonly double height
    cdef readonly int columns
    cdef readonly int rows
    cdef double cell_width
    cdef double cell_height
    cdef object __weakref__
    cdef int cell_at(self, double x, double y) noexcept
    cdef void link(self, int slot, int cell) noexcept
    cdef void unlink(self, int slot) noexcept
