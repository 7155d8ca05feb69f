import cython

from spritecol._engine.pairs cimport PairList
from spritecol.spatial._quadtree.cells cimport Cells
from spritecol.spatial._grid cimport Range
from spritecol._engine.box cimport Box

cdef enum:
    LEVELS = 17          # 0 to 16
    PLACES = 160         # more cells than ever wait at once: 7 on each level, then a line's
    QUARTER = 0          # kinds of places
    ROWS = 1             # a line cell on a vertical line: some rows of a quarter
    COLUMNS = 2          # a line cell on a horizontal line

cdef struct Entry:
    # A box on the stack: one of the cell at hand, or of a cell round it.
    Box box
    Range range
    int label

cdef struct Place:
    # A cell: its number, its kind, how many levels it is above the finest, its column and row.
    int cell
    int kind
    int height
    int ix
    int iy

@cython.final
cdef class Stack:
    cdef Cells tree
    cdef Entry* entries
    cdef Py_ssize_t capacity
    cdef int[LEVELS] cell            # by level: the cell at hand, or -1 where the tree has none
    cdef Py_ssize_t[LEVELS] start    # by level: its first entry; what lies in cells round it comes first
    cdef Py_ssize_t[LEVELS] own      # by level: the first of the boxes of the cell itself
    cdef Py_ssize_t[LEVELS] end
    cdef int child(self, int level, int quarter) noexcept
    cdef bint is_barren(self, int level) noexcept
    cdef Py_ssize_t gather(self, int cell, bint is_line, Py_ssize_t count) except -1
    cdef int enter(self, int level, int cell, int ix, int iy) except -1
    cdef int reserve(self, Py_ssize_t count) except -1

cdef int meet(Stack a, Stack b, int level, PairList out) except -1    # b: None for one tree
cdef int walk(Stack a, Stack b, PairList out) except -1
cdef int self_pairs(Cells tree, PairList out) except -1
cdef int cross_pairs(Cells a, Cells b, PairList out) except -1
cdef int query(Cells tree, const Box* box, list items, list found) except -1
