import cython
from spritecol._engine.box cimport Box, BoxRef
from spritecol._engine.pointers cimport Numbers
from spritecol._engine.storage.layout cimport Part
from spritecol._engine.tolerances cimport SHALLOW

cdef inline double rounding_of(double size) noexcept nogil:
    # A move that ends this deep inside a part may leave it: the exact test decides.
    return SHALLOW * size

cdef struct MoveOutline:
    # Of the moves with which a part hits another one: all that a disc covers whose center is in the
    # difference of their cores, a convex polygon.
    int first            # the edges of the polygon are those from this one on
    int end              # to before this one
    double r             # the radius of the disc
    double size          # of the numbers of both parts
    double x             # what is nearer to this place
    double y
    double inside        # than the root of this is well inside
    const Part* part     # of these two
    const Part* other

cdef struct Cover:
    # An outline that may cover a place.
    Box box
    int outline

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
    bint leads_nowhere   # no way out ends on it, or on its copy, too
    int open_among       # so many outlines: they do not cover it

cdef struct Move:
    # A move that separates, if nothing else is in the way: by depth along a unit vector.
    double nx
    double ny
    double depth
    double enter         # on a line: where on it the part is entered that is left at `depth`
    double size          # the size of the numbers that decide
    const OutlineEdge* edge     # the two that cross there, or NULL
    const OutlineEdge* other
    double x             # where they do
    double y

@cython.final
cdef class Outlines:
    cdef MoveOutline* items
    cdef Py_ssize_t capacity
    cdef int count
    cdef int known               # the position of the outline that was asked for before
    cdef double least            # no way out is shorter
    cdef double done             # outlines were added within this reach but those within `least`
    cdef bint any_oval           # an outline is replaced by a polygon around it
    cdef Cover* covers           # in the order in which they are asked whether they cover a place
    cdef Py_ssize_t cover_capacity
    cdef OutlineEdge* edges
    cdef Py_ssize_t edge_capacity
    cdef int edge_count
    cdef OutlineEdge** near      # the edges that are looked at, sorted
    cdef Py_ssize_t near_capacity
    cdef Move last               # ways are looked for that come after this one,
    cdef OutlineEdge last_edge   # of it: the others move when outlines are added
    cdef OutlineEdge last_other
    cdef Move best               # and before this one
    cdef double refused          # the length of the first way that the exact test has refused
    cdef Move* moves             # on a line
    cdef Py_ssize_t move_capacity
    cdef Py_ssize_t move_count
    cdef void begin(self) noexcept
    cdef void go_on(self) noexcept
    cdef bint add(self, const Part* part, const Part* other, Numbers pool, double size) except -1
    cdef bint has(self, const Part* part, const Part* other) noexcept
    cdef int add_corner(self, double x, double y) except -1
    cdef int add_tangents(self, const Part* part, const Part* other, Numbers pool) except -1
    cdef double least_depth(self) noexcept
    cdef bint are_covered(self, Numbers places, int count, bint quickly) noexcept
    cdef bint is_covered(self, const OutlineEdge* edge, bint quickly) noexcept
    cdef bint is_repeated(self, const OutlineEdge* edge, int kept) noexcept
    cdef bint leads_on(self, BoxRef box, double least) noexcept
    cdef bint find_way(self, double limit) noexcept
    cdef void take(self, const Move* move) noexcept
    cdef void look_at(self, double x, double y, const OutlineEdge* edge, const OutlineEdge* other) noexcept
    cdef void look_ahead(self, const OutlineEdge* edge, double nx, double ny, double depth) noexcept
    cdef void look_between_circles(self, const OutlineEdge* a, const OutlineEdge* b) noexcept
    cdef void look_on(self, const OutlineEdge* side, double t, const OutlineEdge* other) noexcept
    cdef void look_on_circle(self, const OutlineEdge* side, const OutlineEdge* arc) noexcept
    cdef void look_at_crossings(self, const OutlineEdge* a, const OutlineEdge* b) noexcept
    cdef void look_at_feet(self, const OutlineEdge* edge) noexcept
    cdef void look_on_axis(
        self, const OutlineEdge* edge, double x, double y, double dx, double dy, bint upright
    ) noexcept
    cdef Move* note(self, double nx, double ny, double enter, double depth, double size) except NULL
    cdef void sort(self) noexcept

cdef double AS_LONG
cdef double SHORTER
cdef void put_way_off(const OutlineEdge* edge, double x, double y, double* normal) noexcept nogil
