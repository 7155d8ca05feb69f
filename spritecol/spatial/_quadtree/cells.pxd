import cython

from spritecol._engine.box cimport Box
from spritecol._engine.memory cimport RunAllocator
from spritecol.spatial._grid cimport CellRange, Space
from spritecol.spatial._item_table cimport Link

cdef enum:
    TOP_LEVEL = 8        # finest level of the dense cells: 87,381 of them, 1.4 MB
    LINE_HEIGHT = 3      # least height of a cell with line cells: 8 finest cells along each side

cdef struct Node:
    # The box in a slot.
    Box box
    CellRange span

cdef struct Cell:
    # All zero: empty, and only valid if the `children` of its parent says so.
    int head             # 1 + the slot that was linked last, or 0
    int children         # the first of its four quadrants, or of the two halves of a line cell; or 0
    int lines            # the first of its four line cells, or 0
    unsigned short begin # of a line cell: the extent across the line of every box that was ever
    unsigned short end   # put in it or below

@cython.final
cdef class Cells:
    cdef Space space
    cdef Link* links             # by slot
    cdef Node* nodes             # by slot
    cdef int* labels             # by slot: the index of its box in `bulk_load`; NULL: the slot
    cdef Cell* cells             # the root is cell 0
    cdef RunAllocator allocator  # of links
    cdef Py_ssize_t node_capacity
    cdef int dense_count         # how many cells are numbered by their linear number, see `morton`
    cdef int cell_count
    cdef int cell_capacity
    cdef int rebuild_at          # the number of cells that triggers a rebuild
    cdef int open(self, Space space) except -1
    cdef int reserve(self, Py_ssize_t count) except -1
    cdef int new_slot(self) except -1
    cdef void free_slot(self, int slot) noexcept
    cdef Py_ssize_t memory(self) noexcept
    cdef int label(self, int slot) noexcept
    cdef void link(self, int slot, int cell) noexcept
    cdef void unlink(self, int slot) noexcept
    cdef int find(self, CellRange span) except -1
    cdef int quadrant_of(self, CellRange span, int height) except -1
    cdef void make_dense(self, int cell) noexcept
    cdef int children_of(self, int cell, int count) except -1
    cdef int descend(self, int cell, CellRange span, int height, int steps) except -1
    cdef int descend_line(
        self, int cell, int position, int height, int steps, int begin, int end
    ) except -1
    cdef int append(self, int count) except -1
    cdef int rebuild(self) except -1
    cdef void schedule_rebuild(self) noexcept
    cdef int bulk_load(self, const Box* boxes, Py_ssize_t count) except -1
    cdef Cells rebuilt_in(self, Space space)

cdef Cells cells_of(Space space)
