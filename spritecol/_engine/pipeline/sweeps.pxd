import cython

from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.kept_index cimport KeptIndex
from spritecol._engine.storage.store cimport Store

cdef struct Motion:
    # How a row moves: its pose at the start, the way, and how far it turns on it, in degrees.
    double x
    double y
    double angle
    double dx
    double dy
    double turn

cdef struct Meeting:
    # A moving row begins to hit another one.
    Py_ssize_t position  # of the other row, among the targets
    int shape            # of the moving row
    int other_shape
    int part             # the parts that meet
    int other_part
    bint instant         # they would meet for an instant, which the exact test may not see
    bint overlapping     # they do so from the start, and go deeper
    double fraction      # of the motion
    double x             # the pose there
    double y
    double angle
    double nx            # the normal, outward from the other row
    double ny
    double other_nx      # where a corner is met exactly, the second edge's normal; else (0, 0)
    double other_ny
    double px            # where they touch
    double py

@cython.final
cdef class Meetings:
    cdef Meeting* items
    cdef Py_ssize_t count
    cdef Py_ssize_t capacity
    cdef int add(self, const Meeting* meeting) except -1
    cdef void sort(self) noexcept nogil

cdef int sweep_among(
    Store store, int row, double dx, double dy, double turn, const int* b, Py_ssize_t count,
    KeptIndex kept, unsigned int skipped_pass, bint first_only, PairList found, Meetings out
) except -1
cdef int shape_number(Store store, int row, int first) noexcept nogil
cdef void place(Store store, int row, double x, double y, double angle) noexcept nogil
