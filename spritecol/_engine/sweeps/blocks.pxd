import cython

from spritecol._engine.narrow_phase.shape_pair cimport ShapePair
from spritecol._engine.storage.store cimport Store
from spritecol._engine.sweeps.impact cimport Fronts, Sweep

cdef enum:
    MOST_NORMALS = 4     # of one block: those of a corner, and of edges that are shorter than a hair

cdef struct Side:
    # A side of a touched part.
    double nx            # its normal, outward from the row that rests
    double ny
    double gap           # how far off it the row is, along that normal
    bint by_corner       # the two share no more than a corner there

cdef struct Block:
    # A part that a row touches, or is in. It blocks the ways that lead against all of its sides.
    Py_ssize_t position  # of the other row, among the targets
    ShapePair pair       # the shapes, that of the row which asks first
    int part
    int other_part
    bint is_of_point     # the part of the row that touches it is a point
    bint is_deep         # the row is in it by more than a hair
    bint is_one_way      # then only sides of its front are met
    bint counts          # see `does_count`
    double front_x       # the direction of that
    double front_y
    double gap           # between the two parts; below 0 inside
    int count
    Side[MOST_NORMALS] sides

cdef struct SideTangent:
    # The direction along a side, if a way becomes free where it has turned to that: the side is
    # exposed there.
    Py_ssize_t block
    double nx
    double ny
    double tx
    double ty
    int hand             # to which one the way turns
    double turn          # by how much, from 0 to 4: it grows with the angle, and needs no angle

@cython.final
cdef class Blocks:
    # What blocks a row at a place, in an order that is the same for any order of targets.
    cdef Block* items
    cdef Py_ssize_t count
    cdef Py_ssize_t capacity
    cdef Fronts fronts   # with which sides one-way shapes block
    cdef double rounding # how far a way may lead in, and be free
    cdef bint any_deep   # in a shape that is not one-way: its block is for one way only
    cdef SideTangent* tangents
    cdef Py_ssize_t tangent_count
    cdef Py_ssize_t tangent_capacity
    cdef Block* add(self) except NULL
    cdef Blocks copied(self)
    cdef bint are_free(self, double dx, double dy) noexcept
    cdef int find_tangents(self, double dx, double dy) except -1
    cdef bint enters_seam(
        self, const Block* block, double nx, double ny, double tx, double ty
    ) noexcept
    cdef bint has_tangent(self, double nx, double ny, int hand) noexcept
    cdef int add_tangent(self, Py_ssize_t k, int side, int hand, double turn) except -1
    cdef void keep_nearest_tangents(self) noexcept

cdef bint is_free(const Block* block, double dx, double dy, double rounding) noexcept nogil
cdef int find_blocks(Store store, Sweep* sweep, double hair, Blocks blocks) except -1
cdef int add_row(
    Store store, Sweep* sweep, Py_ssize_t position, double hair, Blocks blocks
) except -1
