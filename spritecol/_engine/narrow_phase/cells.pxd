import cython
from spritecol._engine.narrow_phase.move_outlines cimport Move, MoveOutline, OutlineEdge, Outlines

cdef struct MoveCell:
    # A square of moves.
    double near          # no way out in it is shorter
    double x             # its middle
    double y
    double half          # half of its side
    int first            # the outlines that it touches: in `lists`, from this one on
    int count
    double looked        # ways up to this length were looked at; -1: none

@cython.final
cdef class MoveCells:
    cdef Outlines outlines
    cdef double reach            # ways up to this length are looked for,
    cdef double least            # and from this one on
    cdef double smallest         # half the side of the smallest cells
    cdef bint closes             # outlines are larger by more than rounding, not smaller
    cdef double hair             # by this much, or 0
    cdef double beyond           # more than rounding
    cdef double limit            # ways that are longer are not looked at now
    cdef bint skips              # such ways were met
    cdef int budget              # how much may still be done
    cdef MoveCell cell               # the one that is looked at
    cdef double bound            # what is left of it by the outline that was compared is no nearer
    cdef MoveCell* cells             # a heap, the nearest on top
    cdef Py_ssize_t capacity
    cdef int count
    cdef Move* ways              # that are known, the first one first
    cdef Py_ssize_t way_capacity
    cdef int way_count
    cdef Move way                # the one that was found
    cdef int* lists              # of outlines, by their positions
    cdef Py_ssize_t list_capacity
    cdef int list_count
    cdef OutlineEdge** edges     # those in the cell
    cdef Py_ssize_t edge_capacity
    cdef int edge_count
    cdef int begin(self, double half, double least) except -1
    cdef double first_half(self) noexcept
    cdef double look_past_deepest(self) except -1.0
    cdef int find_deepest_oval(self) noexcept
    cdef int add_feet(self, const MoveOutline* outline) except -1
    cdef int make_room(self, int count) except -1
    cdef bint find_way(self, double limit) except -1
    cdef bint is_farther_than_known(self, double near) noexcept
    cdef int visit(self, double x, double y, double half, int first, int count) except -1
    cdef int compare(self, int i, double x, double y, double half) except -1
    cdef double growth(self, const MoveOutline* outline, double far) noexcept
    cdef int compare_disc(
        self, const MoveOutline* outline, double x, double y, double half, double grow
    ) noexcept
    cdef int put_edges(self, int i) except -1
    cdef bint find_edges(self, int most) except -1
    cdef int take_edge(self, OutlineEdge* edge) except -1
    cdef int look(self) except -1
    cdef bint is_in_cell(self, double x, double y) noexcept
    cdef int offer(self, const Move* move, double x, double y) except -1
    cdef int add_cell(self) except -1
    cdef MoveCell take_cell(self) noexcept
    cdef int add_way(self, const Move* way) except -1
    cdef bint leads_first(self, const Move* a, const Move* b) noexcept
    cdef int compare_edges(self, int a, int b) noexcept
    cdef void put_first(self, int k) noexcept
    cdef Move take_way(self) noexcept
    cdef int look_at(self, double x, double y, OutlineEdge* edge, OutlineEdge* other) except -1
    cdef int look_ahead(self, const OutlineEdge* edge, double nx, double ny, double depth) except -1
    cdef int look_between_circles(self, OutlineEdge* a, OutlineEdge* b) except -1
    cdef int look_on(self, OutlineEdge* side, double t, OutlineEdge* other) except -1
    cdef int look_on_circle(self, OutlineEdge* side, OutlineEdge* arc) except -1
    cdef int look_beside(self, const Move* move) except -1
    cdef int look_at_crossings(self, OutlineEdge* a, OutlineEdge* b) except -1
    cdef bint look_at_foot(self, OutlineEdge* edge) except -1
    cdef int look_at_feet(self, OutlineEdge* edge) except -1

cdef double OPPOSITE
cdef double power_above(double number) noexcept
