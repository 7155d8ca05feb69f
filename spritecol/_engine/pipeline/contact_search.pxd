import cython
from spritecol._engine.memory cimport ScratchPool
from spritecol._engine.narrow_phase.move_outlines cimport Move, Outlines
from spritecol._engine.narrow_phase.nearest_points cimport Nearest
from spritecol._engine.narrow_phase.shape_pair cimport ShapePair
from spritecol._engine.narrow_phase.short_way cimport Trial
from spritecol._engine.pairs cimport PairList
from spritecol._engine.storage.layout cimport Part
from spritecol._engine.storage.store cimport RowFilter, Store
from spritecol._engine.transform.near_parts cimport NearPair

cdef struct ShapeContact:
    # One pair of shapes that hit, as seen from the first row.
    int position_a       # as the caller counts, usually of the rows in their batches
    int position_b
    int shape_a
    int shape_b
    int count            # of the points, one or two
    double nx            # moving the first row by depth * n ends the hit of these two shapes
    double ny
    double depth
    double[4] points

@cython.final
cdef class ContactList:
    cdef ShapeContact* items
    cdef Py_ssize_t count
    cdef Py_ssize_t capacity
    cdef ScratchPool* pool       # where the items are borrowed from, or NULL
    cdef int reserve(self, ScratchPool* pool, Py_ssize_t count) except -1
    cdef ShapeContact* next(self) except NULL

@cython.final
cdef class TwoShapes(Trial):
    # Do they come apart?
    cdef ShapePair pair          # in the order in which it is computed
    cdef double sign             # of the move: -1 if that is not the order of the caller
    cdef bint moves_either       # a move must also free them if the other row makes it, backward
    cdef NearPair near           # the parts that a move no longer than `reach` may bring together
    cdef double reach
    cdef void begin(self, const ShapePair* pair) noexcept
    cdef void look_within(self, double reach) noexcept
    cdef bint is_free_first(self, double dx, double dy) noexcept
    cdef bint is_free_either(self, double dx, double dy) noexcept

cdef double CLEAR_GAP
cdef int put_contact(TwoShapes trial, const ShapePair* pair, ShapeContact* out) except -1
cdef double put_push_of_rows(
    TwoShapes trial, const RowFilter* chosen, int a, int b, double longest, ShapeContact* out
) except -1.0
cdef int contacts_of_rows(
    TwoShapes trial, const RowFilter* chosen, int a, int b, bint b_asks, int position_a,
    int position_b, ContactList out
) except -1
cdef int shape_pairs_of_rows(
    Store store, const RowFilter* chosen, int a, int b, PairList out
) except -1
cdef int add_outlines(
    Store store, const ShapePair* pair, const NearPair* near, double reach, Outlines outlines
) except -1
cdef double width_and_height(Store store, int row) noexcept
cdef double size_of_parts(
    Store store, const ShapePair* pair, const Part* part, const Part* other
) noexcept
cdef double size_of_rows(Store store, int a, int b) noexcept
cdef bint is_computed_first(Store store, const ShapePair* pair) noexcept
cdef double wider(Store store, const ShapePair* pair, double reach) noexcept
cdef int find_shapes_that_hit(Store store, const ShapePair* asked, PairList out) except -1
