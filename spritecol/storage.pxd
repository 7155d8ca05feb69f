import cython
from cpython.ref cimport PyObject

from spritecol.runs cimport Runs

cpdef enum:
    POINT      # x, y
    SEGMENT    # x1, y1, x2, y2
    BOX        # left, top, right, bottom
    CIRCLE     # x, y, r
    ELLIPSE    # x, y, m00, m01, m10, m11: the points c + M u with |u| <= 1, det M > 0
    POLYGON    # x, y of each vertex, convex, positive area
    SEAM       # x1, y1, x2, y2: where two pieces of one polygon meet
    NOTHING    # takes no part: swallowed by the shape that leads its run
    KINDS      # how many kinds there are

cdef enum:
    TURN_OLD = 1         # the angle changed: cosine and sine must be computed anew
    ENABLED = 2          # collision_enable
    SYNC = 4             # collision_sync
    OFFSET = 8           # offset_sync
    VANISHED = 16
    CENTER_X_SET = 32    # center_x was given by the user and does not follow the image
    CENTER_Y_SET = 64
    ROUND = 128          # it is a circle in the world, and its pool holds the local one behind that

cdef enum:
    DIRTY = 1            # the world geometry of a row is older than its pose
    PENDING = 2          # the row waits in `pending`
    GROUPED = 4          # the sprite was put into a Group at some time
    GONE = 8             # the sprite has vanished

cdef enum:
    RECENT = 64          # so many vanished rows are remembered

cdef struct Box:
    double left
    double top
    double right
    double bottom

cdef inline bint overlap(const Box* a, const Box* b) noexcept nogil:
    # Whether two boxes share more than an edge.
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom

cdef inline bint surely_overlap(const Box* a, const Box* b) noexcept nogil:
    # The same without branches, for loops where the answer is a toss-up that no processor foresees.
    return (a.left < b.right) & (b.left < a.right) & (a.top < b.bottom) & (b.top < a.bottom)

cdef struct Part:
    # One convex part in world space.
    int kind
    int count            # vertices
    int first            # of its numbers in the pool
    int box              # in `part_boxes`; the only part of a row has the row's box

cdef struct LocalPart:
    # One convex part in local space.
    int kind
    int count            # vertices
    int first            # of its numbers, in the outline's values and in the sprite's run
    int run              # parts of the shape that it leads (itself too), 0 when another leads it

cdef struct Row:
    # One collision group: a sprite's pose and where its parts lie.
    double x
    double y
    double angle
    double scale_x
    double scale_y
    double center_x
    double center_y
    int flags            # here, beside what is read together with them
    int first            # of its parts
    int count            # parts
    unsigned int seen    # the last sweep over sprites that met this row
    double cosine        # of the angle
    double sine
    PyObject* outline    # owned

@cython.final
cdef class Outline:
    cdef readonly int count
    cdef readonly int size
    cdef object shapes           # what it was made of
    cdef LocalPart* parts
    cdef double* values

@cython.final
cdef class Storage:
    cdef Runs row_runs
    cdef Runs part_runs
    cdef Runs box_runs
    cdef Runs pool_runs
    cdef Row* rows
    cdef Part* parts
    cdef Box* part_boxes         # none without area: the strict test of boxes must lose no flat part
    cdef double* pool
    cdef Box* boxes              # by row: the filter box; all miss it while the sprite cannot hit
    cdef int* lone               # by row: the numbers of its only part if that is a circle, else -1
    cdef unsigned char* dirty    # by row: DIRTY, PENDING, GROUPED, GONE
    cdef int* pending            # rows that changed since the last `transform.flush`, each once
    cdef Py_ssize_t pending_count
    cdef int* journal            # rows whose boxes changed, in order, as flushed
    cdef Py_ssize_t journal_count
    cdef Py_ssize_t journal_capacity
    cdef unsigned long long journal_base        # how many entries were dropped before the first
    cdef Py_ssize_t side_capacity
    cdef readonly unsigned long long vanished   # how many sprites ever vanished out of a Group
    cdef int[64] gone            # the rows of the last of them, by their number modulo RECENT
    cdef unsigned int sweep
    cdef int open(self) except -1
    cdef void close(self, int row) noexcept
    cdef int set_outline(self, int row, Outline outline) except -1
    cdef void release_parts(self, int row) noexcept
    cdef int grow_sides(self, Py_ssize_t capacity) except -1
    cdef inline void mark(self, int row) noexcept nogil:
        # A row's pose or shapes changed. `pending` has room for every row once.
        if not self.dirty[row] & PENDING:
            self.pending[self.pending_count] = row
            self.pending_count += 1
        self.dirty[row] |= DIRTY | PENDING
    cdef int log(self, int row) except -1 nogil
    cdef unsigned int next_sweep(self) noexcept nogil

cdef Storage STORE
