from spritecol._engine.box cimport Box
from spritecol._engine.narrow_phase.nearest_points cimport Nearest
from spritecol._engine.narrow_phase.cores cimport Core
from spritecol._engine.storage.box_tree cimport BoxTree
from spritecol._engine.tolerances cimport SHALLOW
import cython

cdef inline double rounding_of(double size) noexcept nogil:
    # A move this deep inside an obstacle may be on its outline: the exact test decides.
    return SHALLOW * size

cdef struct Obstacle:
    # The moves of one convex part a with which it hits another part b: the Minkowski difference
    # b - a, a convex polygon (or a point or segment) plus a disc of radius r, plus up to two ellipses.
    int row              # whose part b is
    int part             # which part a is of its row
    int other_part       # and b
    int first            # its vertices
    int count
    int discs
    double r
    double[8] m          # the matrices of the ellipses
    double near          # the signed distance of the move 0
    double size          # the size of the numbers that it comes from
    Box box              # around it
    bint repeats         # for `least_move`: whether an equal one is there before it
    bint provable        # for `least_move`: whether points can be proved to be inside by an ellipse
    double[3] inverse    # that maps it to the unit circle: xx, xy, yy of a symmetric matrix
    double limit         # how far from the mapped polygon they may be
    double middle_x      # a circle that is proved to be inside of that
    double middle_y
    double inner         # its radius; below 0 if there is none
    int edge             # of the polygon: it proved last that a point is not inside

cdef enum:
    CUTS = 16  # of the arcs of two round parts: the second one turns around in this many steps
    COVERS = 8   # see `Obstacles.covers`
    PIECES = 24  # of an element: one bit for each in `Element.pieces`

cdef struct Element:
    # An edge or an arc of an obstacle's outline, s from 0 to 1.
    int obstacle
    bint is_arc
    double x1            # of an edge: its ends; of an arc: the vertex, and the range in degrees
    double y1
    double x2
    double y2
    double nx            # of an edge: its outward normal
    double ny
    double near          # a lower bound of its distance from the move 0
    int number           # orders elements that are equally near: qsort is not stable
    unsigned int pieces  # which of its pieces may be on the outline of all obstacles, as bits
    Box box              # around what may cross others

cdef struct Move:
    # A move that separates, if nothing else is in the way: by depth along a unit vector.
    double nx
    double ny
    double depth
    double longer_x      # in which direction to lengthen it, if rounding has left it too short
    double longer_y
    double enter         # on a line: where on it the part is entered that is left at `depth`
    double size          # on a line: the size of the numbers of both parts
    const Element* edge  # that it ends on: in whole numbers exactly; NULL if no edge is known

@cython.final
cdef class Obstacles:
    cdef double* vertices
    cdef Py_ssize_t vertex_count
    cdef Py_ssize_t vertex_capacity
    cdef Obstacle* items
    cdef Py_ssize_t count
    cdef Py_ssize_t capacity
    cdef Element* elements       # of the outlines
    cdef Py_ssize_t element_count
    cdef Py_ssize_t element_capacity
    cdef Move* moves             # candidates of `least_move`
    cdef Py_ssize_t move_count
    cdef Py_ssize_t move_capacity
    cdef double* mapped          # by vertex, for `least_move`: mapped x and y, the normal of its edge
    cdef Py_ssize_t mapped_capacity
    cdef BoxTree tree            # of all that do not repeat others
    cdef BoxTree open_tree       # of open places; then of elements that may cross others
    cdef int* slots              # a hash table, or positions that were found
    cdef Py_ssize_t slot_capacity
    cdef double size             # the size of the numbers of all, which bounds rounding errors
    cdef double longest          # no move that is longer is looked for
    cdef double bound            # and none that is not shorter than this
    cdef Py_ssize_t last         # the obstacle that was in the way last
    cdef bint can_prove          # whether `prepare_proofs` was called
    cdef int cover_count
    cdef Py_ssize_t[COVERS] covers   # obstacles by which something was proved, the last one first
    cdef void clear(self) noexcept
    cdef int add(
        self, int kind_a, const double* a, int na, int kind_b, const double* b, int nb
    ) except -1
    cdef int put_core(self, Obstacle* obstacle, const Core* one, const Core* other) except -1
    cdef void drop_last(self) noexcept
    cdef void put_last(self, Py_ssize_t place) noexcept
    cdef bint drop_beyond(self, double reach) noexcept
    cdef bint are_equal(self, Py_ssize_t k, Py_ssize_t j) noexcept
    cdef int build_tree(self) except -1
    cdef void put_box(self, Obstacle* obstacle) noexcept
    cdef void gap_at(self, Py_ssize_t k, double x, double y, Nearest* out) noexcept
    cdef void at(self, const Element* element, double s, double* point) noexcept
    cdef void at_angle(self, const Element* element, double angle, double* point) noexcept
    cdef int outline(self, int k) except -1
    cdef bint add_edge(self, int k, const double* p, const double* q) noexcept
    cdef void add_arc(self, int k, const double* vertex, double angle) noexcept
    cdef bint is_uneven(self, Obstacle* obstacle) noexcept
    cdef int cut_arcs(self, Py_ssize_t first) except -1
    cdef void close_arc(self, double angle) noexcept
    cdef void add_reach(
        self, Obstacle* obstacle, double nx, double ny, double* x, double* y
    ) noexcept
    cdef int prepare_proofs(self) except -1
    cdef bint is_deep(self, Py_ssize_t k, double x, double y) noexcept
    cdef bint are_deep(self, Py_ssize_t k, const double* points, int count) noexcept
    cdef bint any_covers(
        self, Py_ssize_t own, const double* points, int count, const Box* box
    ) noexcept
    cdef bint is_outside(self, double x, double y) noexcept
    cdef bint is_inside(self, Py_ssize_t k, double x, double y, double length) noexcept
    cdef int note(self, double nx, double ny, double depth) except -1
