import cython
from spritecol._engine.box cimport Box
from spritecol._engine.pointers cimport Numbers
from spritecol._engine.storage.layout cimport Part
from spritecol._engine.tolerances cimport SHALLOW

cdef inline double rounding_of(double size) noexcept nogil:
    # A move that ends this deep inside a part may leave it: the exact test decides.
    return SHALLOW * size

cdef inline Box moves_between(const Box* a, const Box* b) noexcept nogil:
    # The moves with which a box hits another one.
    cdef Box result
    result.left = b.left - a.right
    result.top = b.top - a.bottom
    result.right = b.right - a.left
    result.bottom = b.bottom - a.top
    return result

cdef struct MoveOutline:
    # Of the moves with which a part hits another one: all that a disc covers whose center is in the
    # difference of their cores, a convex polygon.
    Box box              # around all of it
    double x             # what is nearer to this place
    double y
    double inside        # than the root of this is well inside
    const Part* part
    const Part* other
    Numbers pool         # of the numbers of both
    double size          # of these numbers
    double r             # the radius of the disc
    bint is_oval         # a polygon around it is in its place
    int corners          # about so many
    int first            # the edges of the polygon are those from this one on
    int end              # to before this one; without any, they are not computed yet

cdef struct OutlineEdge:
    # A corner of the polygon of an outline, and the side from it. The numbers come first.
    double near          # how near a move to this edge is to none
    double x
    double y
    double dx            # a unit vector along the side; the polygon is on its right
    double dy
    double length        # of the side: 0 if there is only one corner
    double r             # as of the outline
    Box box              # of the side and of the disc about its ends
    double size          # as of the outline
    int outline

cdef struct Move:
    # A move that separates, if nothing else is in the way: by depth along a unit vector.
    double nx
    double ny
    double depth
    double enter         # on a line: where on it the part is entered that is left at `depth`
    double size          # the size of the numbers that decide
    int edge             # the two that cross there; -1 and the one to whose foot it leads; or
    int other            # both -1
    double x             # where they do
    double y

@cython.final
cdef class Outlines:
    cdef MoveOutline* items
    cdef Py_ssize_t capacity
    cdef int count
    cdef MoveOutline* before     # those of a smaller reach, in the same order
    cdef Py_ssize_t before_capacity
    cdef int before_count
    cdef int kept                # so many of these were met again
    cdef bint any_oval           # an outline is replaced by a polygon around it
    cdef double least            # no way out is shorter, and polygons need not be finer
    cdef OutlineEdge* edges
    cdef Py_ssize_t edge_capacity
    cdef int edge_count
    cdef Move* moves             # on a line
    cdef Py_ssize_t move_capacity
    cdef Py_ssize_t move_count
    cdef void begin(self) noexcept
    cdef void begin_again(self) noexcept
    cdef Box around(self) noexcept
    cdef int next(self) except -1
    cdef bint keep(self, const Part* part, const Part* other) except -1
    cdef int add(
        self, const Part* part, const Box* box, const Part* other, const Box* other_box,
        Numbers pool, double size
    ) except -1
    cdef void sort(self) noexcept
    cdef int put_edges(self, int i) except -1
    cdef int add_corner(self, double x, double y) except -1
    cdef int add_tangents(self, const MoveOutline* outline) except -1
    cdef int add_corners(
        self,
        const MoveOutline* outline,
        Numbers n,
        double level,
        Numbers m,
        double next_level,
        int divisions
    ) except -1
    cdef Move* note(self, double nx, double ny, double enter, double depth, double size) except NULL

cdef enum:
    # Sides of the polygon around an outline with an ellipse.
    TANGENTS = 24

cdef double AS_LONG
cdef double FINE
cdef double SHORTER
cdef double level_of(const MoveOutline* outline, double nx, double ny) noexcept
cdef void put_normals(double* n) noexcept nogil
cdef int compare_edges(const void* a, const void* b) noexcept nogil
cdef bint leads_inside(
    const MoveOutline* outline, const OutlineEdge* edges, double x, double y, double grow
) noexcept nogil
cdef void put_way_off(const OutlineEdge* edge, double x, double y, double* normal) noexcept nogil
