from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport PairList
from spritecol.spatial._quadtree.cells cimport Cells

cdef enum:
    LEVELS = 17          # 0 to 16
    MAX_PENDING = 160    # no more cells are ever pending: 7 on each level, and those of one line

cdef enum:               # kinds of cells
    QUADRANT
    ROWS                 # a line cell on a vertical line
    COLUMNS              # a line cell on a horizontal line

cdef int pairs_within_tree(Cells tree, PairList out) except -1
cdef int pairs_between_trees(Cells a, Cells b, PairList out) except -1
cdef int find_overlapping(Cells tree, const Box* box, list items, list found) except -1
