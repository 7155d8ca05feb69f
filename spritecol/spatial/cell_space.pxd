import cython
from spritecol._engine.memory cimport RunAllocator
from spritecol.spatial._cells cimport ItemTable, CellLink

cdef struct CellRecord:
    # One item, by slot.
    CellLink link
    double x
    double y

@cython.final
cdef class CellSpace:
    cdef ItemTable table
    cdef RunAllocator allocator
    cdef CellRecord* records         # by slot
    cdef int* heads              # by cell: 1 + the slot that was linked last, or 0
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
