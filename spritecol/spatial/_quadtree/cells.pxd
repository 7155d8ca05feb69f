import cython

from spritecol._engine.memory.run_allocator cimport RunAllocator
from spritecol.spatial._grid cimport Range, Space
from spritecol._engine.box cimport Box

cdef enum:
    TOP_LEVEL = 8        # finest level of the dense cells: 87,381 of them, 1.4 MB
    LINE_HEIGHT = 3      # least height of a cell with line cells: 8 finest cells along a side

cdef struct Node:
    # What lies in a slot.
    Box box
    Range range

cdef struct Link:
    # Where a slot is linked in.
    int next             # the slot registered before it, or -1
    int previous         # the slot registered after it, or -1 for the latest
    int cell             # -1: in no cell

cdef struct Cell:
    # All zero: empty, and made only if its parent's `children` says so.
    int latest           # 1 + the slot registered last, or 0
    int children         # the first of its four quarters, or of a line cell's two halves; or 0
    int lines            # the first of its four line cells, or 0
    unsigned short begin # of a line cell: how far what was ever put in it or below reaches
    unsigned short end

@cython.final
cdef class Cells:
    cdef Space space
    cdef Link* links             # by slot
    cdef Node* nodes             # by slot
    cdef int* numbers            # by slot: which of the boxes given to `fill`; or NULL
    cdef Cell* cells             # the root is cell 0
    cdef RunAllocator runs               # of links
    cdef Py_ssize_t node_capacity
    cdef int dense               # how many cells are numbered as in `morton`
    cdef int cell_count
    cdef int cell_capacity
    cdef int sweep_at            # how many cells there may be before a sweep
    cdef int open(self, Space space) except -1
    cdef int reserve(self, Py_ssize_t count) except -1
    cdef int take(self) except -1
    cdef void give(self, int slot) noexcept
    cdef Py_ssize_t memory(self) noexcept
    cdef int label(self, int slot) noexcept
    cdef void link(self, int slot, int cell) noexcept
    cdef void unlink(self, int slot) noexcept
    cdef int find(self, Range range) except -1
    cdef int quarter(self, Range range, int height) except -1
    cdef void make_dense(self, int cell) noexcept
    cdef int descend(self, int cell, Range range, int height, int steps) except -1
    cdef int along(self, int cell, int place, int height, int steps, int begin, int end) except -1
    cdef int append(self, int count) except -1
    cdef int sweep(self) except -1
    cdef void set_sweep(self) noexcept
    cdef int fill(self, const Box* boxes, Py_ssize_t count) except -1
    cdef Cells moved_to(self, Space space)

cdef Cells cells_of(Space space)
