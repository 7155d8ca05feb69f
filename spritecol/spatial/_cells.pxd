import cython

from cpython.object cimport Py_TYPE, PyTypeObject

from spritecol._engine.box cimport Box
from spritecol._engine.memory cimport RunAllocator
from spritecol._engine.pairs cimport PairList
from spritecol.spatial.morton cimport CellRange, Space

cdef extern from "Python.h":
    # While a query walks its structure, no finalizer may change that. So the garbage collector waits.
    # `gc.disable` and `gc.enable` are calls from Python, and take as long as a small query.
    int PyGC_Disable()
    int PyGC_Enable()

cdef object IDENTITY
cdef object uncommon_value(object item, int deep)

cdef inline bint has_equality(object item):
    # Whether an item has a `__hash__` or `__eq__` of its own: else it is equal to itself only.
    return (
        Py_TYPE(item).tp_hash != (<PyTypeObject*> object).tp_hash
        or Py_TYPE(item).tp_richcompare != (<PyTypeObject*> object).tp_richcompare
    )

cdef inline object identity_of(object item):
    # The value that identifies an item, or `IDENTITY`. It asks no `__hash__` and no `__eq__` of
    # users. To make a tuple may run finalizers: so a change begins with it.
    if type(item) is int or type(item) is str or not has_equality(item):
        return item
    return uncommon_value(item, 0)

@cython.final
cdef class ItemTable:
    cdef dict slots            # value -> slot
    cdef dict identities       # id -> slot, of items that are told apart by identity
    cdef list items            # slot -> item; None where the slot is free
    cdef str container         # what the items are in, for error messages
    cdef Py_ssize_t count(self)
    cdef int add(self, object item, object value, int slot) except -1
    cdef bint has(self, object item) except -1
    cdef int slot_of(self, object item, object value) except -1
    cdef int remove(self, object item, object value) except -1
    cdef int look_up(self, object item, object value, bint remove) except -1
    cdef int release(self, int slot) except -1

# Records of any struct that begins with a Link, in one array by slot.

cdef struct CellLink:
    int next             # the slot that was linked before this one, or -1
    int previous         # the slot that was linked after this one, or -1 for the head
    int cell             # the cell whose list this slot is in; -1: the slot is free

cdef inline CellLink* link_at(void* records, Py_ssize_t size, int slot) noexcept nogil:
    return <CellLink*> (<char*> records + slot * size)

cdef inline void link_slot(
    void* records, Py_ssize_t size, int slot, int cell, int* head
) noexcept nogil:
    # Insert a slot at the head of a cell's list. `head` is 1 + the first slot, or 0 for none.
    cdef CellLink* link = link_at(records, size, slot)
    cdef int first = head[0] - 1
    link.cell = cell
    link.next = first
    link.previous = -1
    if first >= 0:
        link_at(records, size, first).previous = slot
    head[0] = slot + 1

cdef inline void unlink_slot(void* records, Py_ssize_t size, int slot, int* head) noexcept nogil:
    # Remove a slot from its list; `head` is written only if the slot was the first.
    cdef CellLink link = link_at(records, size, slot)[0]
    if link.previous >= 0:
        link_at(records, size, link.previous).next = link.next
    else:
        head[0] = link.next + 1
    if link.next >= 0:
        link_at(records, size, link.next).previous = link.previous

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
    cdef CellLink* links             # by slot
    cdef Node* nodes             # by slot
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
    cdef int put(self, int slot, const Box* box) except -1
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

# Searches

cdef enum:
    CELL_LEVELS = 17          # 0 to 16
    MAX_PENDING = 160    # no more cells are ever pending: 7 on each level, and those of one line

cdef enum:               # kinds of cells
    QUADRANT
    ROWS                 # a line cell on a vertical line
    COLUMNS              # a line cell on a horizontal line

cdef int pairs_within_tree(Cells tree, PairList out) except -1
cdef int pairs_between_trees(Cells a, Cells b, PairList out) except -1
cdef int find_overlapping(Cells tree, const Box* box, list items, list found) except -1

cdef enum:
    MOST_CHILDREN = 8    # of a cell: four quadrants and four line cells

# `find_on_segment` and `find_nearest` append pairs (slot, number) to `found`. The caller has paused
# the garbage collector.

# The boxes that a segment overlaps, with the fraction of the way at which it enters each; unsorted.
cdef int find_on_segment(
    Cells tree, double x1, double y1, double x2, double y2, list found
) except -1
# The `most` boxes that are nearest to a point, with their distances; sorted.
cdef int find_nearest(Cells tree, double x, double y, int most, double limit, list found) except -1
