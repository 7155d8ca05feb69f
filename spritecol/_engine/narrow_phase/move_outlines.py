"""The outlines of the moves with which parts hit.

Two convex parts a and b hit after a move t of a if t is inside their Minkowski difference b - a,
which is convex, too: a polygon, about which there may be a disc. A short way out of several of them
leads to the nearest place of one outline, or to where two outlines cross, and into no other one:
`cells` finds these places. An outline with an ellipse is replaced by a polygon around it.

At first only the box of an outline is known, and a disc that is inside of it. Its edges are
computed when they are asked for, because most outlines of a crowd are never looked at.

The numbers are floats. They depend neither on the order of parts nor on what is farther away.
`short_way` tries the ways out by the exact test.
"""

import cython as C
from cython.cimports.spritecol._engine import box_tests
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.cores import Core, CoreRef, core_of, has_ellipse
from cython.cimports.spritecol._engine.narrow_phase.part import axis_gap
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage.layout import PartRef
from cython.cimports.spritecol._support.libc import INFINITY, fabs, free, qsort
from cython.cimports.spritecol._support.polar import hypot

AS_LONG = 1.000000000001
"""A ratio of lengths that differ by rounding only."""

EDGE_NUMBERS = C.declare(C.int, 12)
"""The numbers of an edge, by which edges are sorted."""

MOST_DIVISIONS = C.declare(C.int, 20)
"""Of the angle between two sides of the polygon around an outline with an ellipse."""

FINE = C.declare(C.double, 0.006)
"""A share of a way out: to a polygon around an ellipse it is longer by no more."""

COSINE = C.declare(C.double, 0.9659258262890683)
"""Of 15 degrees, from each side of such a polygon to the next one."""

SINE = C.declare(C.double, 0.25881904510252074)

COSINE_OF_30 = C.declare(C.double, 0.8660254037844386)

COSINE_OF_45 = C.declare(C.double, 0.7071067811865476)

SHORTER = 0.999999999999
"""A share of a length: a length that is not below this share may be as long, up to rounding."""


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_moves(a: C.pointer(C.const[C.void]), b: C.pointer(C.const[C.void])) -> C.int:
    """Compare two moves on a line by length."""
    x: C.pointer(Move) = C.cast(C.pointer(Move), a)
    y: C.pointer(Move) = C.cast(C.pointer(Move), b)
    return (x.depth > y.depth) - (x.depth < y.depth)


def compare_edges(a: C.pointer(C.const[C.void]), b: C.pointer(C.const[C.void])) -> C.int:
    """Compare two pointers to edges by how near these are, then by their other numbers."""
    x: C.pointer(C.p_double) = C.cast(C.pointer(C.p_double), a)
    y: C.pointer(C.p_double) = C.cast(C.pointer(C.p_double), b)
    k: C.int
    for k in range(EDGE_NUMBERS):
        if x[0][k] != y[0][k]:
            return -1 if x[0][k] < y[0][k] else 1
    return 0


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Outlines:
    """The outlines of pairs of parts, and moves that were noted."""

    def __dealloc__(self):
        free(self.items)
        free(self.before)
        free(self.edges)
        free(self.moves)

    def begin(self) -> C.void:
        """Begin anew, without outlines."""
        self.count = self.before_count = self.kept = self.edge_count = 0
        self.any_oval = False
        self.least = 0.0

    def begin_again(self) -> C.void:
        """Begin with a larger reach: the same pairs will be added again, in the same order, and
        others in between.
        """
        self.items, self.before = self.before, self.items
        self.capacity, self.before_capacity = self.before_capacity, self.capacity
        self.before_count = self.count
        self.count = self.kept = 0

    def around(self) -> Box:
        """The box around all of them."""
        k: C.int
        result: Box = box_tests.inverted_box()
        for k in range(self.count):
            box_tests.include_box(C.address(result), C.address(self.items[k].box))
        return result

    def next(self) -> C.int:
        """Make room for one more; returns its position."""
        room_for(
            C.address(self.items),
            C.address(self.capacity),
            self.count + 1,
            8,
            C.sizeof(MoveOutline),
        )
        self.count += 1
        return self.count - 1

    def keep(self, part: PartRef, other: PartRef) -> C.bint:
        """Add the outline of two parts with its edges if it was there before; whether it was."""
        k: C.int
        outline: C.pointer(C.const[MoveOutline]) = self.before + self.kept
        if self.kept == self.before_count or outline.part != part or outline.other != other:
            return False
        i: C.int = self.next()
        self.items[i] = outline[0]
        for k in range(outline.first, outline.end):
            self.edges[k].outline = i
        self.kept += 1
        return True

    def add(
        self,
        part: PartRef,
        box: BoxRef,
        other: PartRef,
        other_box: BoxRef,
        pool: Numbers,
        size: C.double,
    ) -> C.int:
        """Add the outline of the moves with which a part hits another one, given their boxes."""
        outline: C.pointer(MoveOutline) = self.items + self.next()
        outline.box = moves_between(box, other_box)
        outline.part = part
        outline.other = other
        outline.pool = pool
        outline.size = size
        outline.first = outline.end = 0
        outline.is_oval = has_ellipse(part.kind) or has_ellipse(other.kind)
        self.any_oval |= outline.is_oval
        outline.inside = outline.x = outline.y = 0.0
        outline.corners = TANGENTS if outline.is_oval else part.count + other.count
        return 0

    def put_edges(self, i: C.int) -> C.int:
        """Compute the edges of an outline."""
        a: Core
        b: Core
        k: C.int
        outline: C.pointer(MoveOutline) = self.items + i
        outline.first = self.edge_count
        outline.r = 0.0
        if outline.is_oval:
            self.add_tangents(outline)
        else:
            core_of(
                outline.part.kind,
                outline.pool + outline.part.first,
                outline.part.count,
                C.address(a),
            )
            core_of(
                outline.other.kind,
                outline.pool + outline.other.first,
                outline.other.count,
                C.address(b),
            )
            outline.r = a.r + b.r
            add_difference(self, C.address(a), C.address(b))
        outline.end = self.edge_count
        if outline.is_oval:
            outline.corners = outline.end - outline.first
        for k in range(outline.first, outline.end):
            edge: C.pointer(OutlineEdge) = self.edges + k
            edge.outline = i
            edge.size = outline.size
            put_side(
                edge, self.edges + (k + 1 if k + 1 < outline.end else outline.first), outline.r
            )
        put_disc_inside(outline, self.edges)
        return 0

    def add_corner(self, x: C.double, y: C.double) -> C.int:
        """Add an edge from a corner on; its side is set later."""
        room_for(
            C.address(self.edges),
            C.address(self.edge_capacity),
            self.edge_count + 1,
            64,
            C.sizeof(OutlineEdge),
        )
        self.edges[self.edge_count].x = x
        self.edges[self.edge_count].y = y
        self.edge_count += 1
        return 0

    def add_tangents(self, outline: C.pointer(C.const[MoveOutline])) -> C.int:
        """Add the corners of a polygon around an outline with an ellipse.

        Each of its normals has an exactly opposite one, so that ways out do not depend on which of
        the two parts moves.
        """
        k: C.int
        n: C.double[50]
        levels: C.double[25]
        divisions: C.int[24]
        put_normals(n)
        for k in range(TANGENTS):
            levels[k] = level_of(outline, n[2 * k], n[2 * k + 1])
        levels[TANGENTS] = levels[0]
        put_divisions(levels, self.least, divisions)
        for k in range(TANGENTS):
            self.add_corners(
                outline, n + 2 * k, levels[k], n + 2 * k + 2, levels[k + 1], divisions[k]
            )
        return 0

    def add_corners(
        self,
        outline: C.pointer(C.const[MoveOutline]),
        n: Numbers,
        level: C.double,
        m: Numbers,
        next_level: C.double,
        divisions: C.int,
    ) -> C.int:
        """Add the corners between two tangents, given their normals: one, or those between each and
        the tangent halfway between if that cuts off much of the one.
        """
        middle: C.double[2]
        sine: C.double = n[0] * m[1] - n[1] * m[0]
        x: C.double = (level * m[1] - next_level * n[1]) / sine
        y: C.double = (next_level * n[0] - level * m[0]) / sine
        if divisions > 0:
            length: C.double = hypot(n[0] + m[0], n[1] + m[1])
            middle[0] = (n[0] + m[0]) / length
            middle[1] = (n[1] + m[1]) / length
            between: C.double = level_of(outline, middle[0], middle[1])
            excess: C.double = middle[0] * x + middle[1] * y - between
            # Of a circle, the sides from where they touch are four times as long as that over sine.
            near: C.double = hypot(x, y) - 4.0 * excess / sine
            if excess > FINE * max(self.least, near):
                self.add_corners(outline, n, level, middle, between, divisions - 1)
                self.add_corners(outline, middle, between, m, next_level, divisions - 1)
                return 0
        self.add_corner(x, y)
        return 0

    def note(
        self, nx: C.double, ny: C.double, enter: C.double, depth: C.double, size: C.double
    ) -> C.pointer(Move):
        """Note a move that leaves a part, where it enters it, and the size of the numbers."""
        room_for(
            C.address(self.moves),
            C.address(self.move_capacity),
            self.move_count + 1,
            64,
            C.sizeof(Move),
        )
        move: C.pointer(Move) = self.moves + self.move_count
        move.nx = nx
        move.ny = ny
        move.depth = max(0.0, depth)
        move.enter = enter
        move.size = size
        move.edge = move.other = -1
        self.move_count += 1
        return move

    def sort(self) -> C.void:
        """Sort the moves that were noted."""
        qsort(self.moves, self.move_count, C.sizeof(Move), compare_moves)


@C.cfunc
@C.exceptval(-1)
def add_difference(outlines: Outlines, a: CoreRef, b: CoreRef) -> C.int:
    """Add the corners of the difference of two cores: the sides of both, by their directions."""
    i: C.int = 0
    j: C.int = 0
    k: C.int = lowest_of(b, 1.0)
    m: C.int = lowest_of(a, -1.0)
    first: C.int = outlines.edge_count
    while i < b.count or j < a.count:
        next_k: C.int = k + 1 if k + 1 < b.count else 0
        next_m: C.int = m + 1 if m + 1 < a.count else 0
        v: Numbers = b.v + 2 * k
        w: Numbers = a.v + 2 * m
        dx: C.double = b.v[2 * next_k] - v[0]
        dy: C.double = b.v[2 * next_k + 1] - v[1]
        ex: C.double = w[0] - a.v[2 * next_m]
        ey: C.double = w[1] - a.v[2 * next_m + 1]
        turn: C.double = dx * ey - dy * ex
        goes_on: C.bint = i < b.count and (j == a.count or not turn < 0.0)
        other_goes_on: C.bint = j < a.count and (i == b.count or turn <= 0.0)
        if i < b.count and dx == 0.0 and dy == 0.0:  # two corners that are one
            goes_on = True
            other_goes_on = False
        elif j < a.count and ex == 0.0 and ey == 0.0:
            goes_on = False
            other_goes_on = True
        else:
            outlines.add_corner(v[0] - w[0], v[1] - w[1])
        if goes_on:
            i += 1
            k = next_k
        if other_goes_on:
            j += 1
            m = next_m
    if outlines.edge_count == first:  # both are points
        outlines.add_corner(b.v[0] - a.v[0], b.v[1] - a.v[1])
    return 0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def lowest_of(core: CoreRef, sign: C.double) -> C.int:
    """The vertex with the least y, and of these the least x; with sign -1, the greatest."""
    k: C.int
    best: C.int = 0
    for k in range(1, core.count):
        dy: C.double = sign * (core.v[2 * k + 1] - core.v[2 * best + 1])
        if dy < 0.0 or (dy == 0.0 and sign * (core.v[2 * k] - core.v[2 * best]) < 0.0):
            best = k
    return best


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_side(
    edge: C.pointer(OutlineEdge), following: C.pointer(C.const[OutlineEdge]), r: C.double
) -> C.void:
    """Set the side of an edge, which goes to the corner of the following one."""
    edge.r = r
    edge.dx = following.x - edge.x
    edge.dy = following.y - edge.y
    edge.length = hypot(edge.dx, edge.dy)
    if edge.length > 0.0:
        edge.dx /= edge.length
        edge.dy /= edge.length
    edge.box.left = min(edge.x, following.x) - r
    edge.box.top = min(edge.y, following.y) - r
    edge.box.right = max(edge.x, following.x) + r
    edge.box.bottom = max(edge.y, following.y) + r
    t: C.double = min(max(-edge.x * edge.dx - edge.y * edge.dy, 0.0), edge.length)
    edge.near = fabs(hypot(edge.x + t * edge.dx, edge.y + t * edge.dy) - r)


def put_normals(n: C.p_double) -> C.void:
    """Write the normals of a polygon around an outline with an ellipse, and the first one again.

    They are the same after a quarter turn and mirrored, to the last bit.
    """
    k: C.int
    n[0], n[1] = 1.0, 0.0
    n[2], n[3] = COSINE, SINE
    n[4], n[5] = COSINE_OF_30, 0.5
    n[6], n[7] = COSINE_OF_45, COSINE_OF_45
    n[8], n[9] = 0.5, COSINE_OF_30
    n[10], n[11] = SINE, COSINE
    for k in range(6, TANGENTS + 1):
        n[2 * k] = -n[2 * k - 11]
        n[2 * k + 1] = n[2 * k - 12]


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_divisions(levels: Numbers, least: C.double, divisions: C.p_int) -> C.void:
    """Write how often the angle from each normal to the next one may be divided, so that the
    polygon tells a way out nearly as long as it is, if that is not shorter than `least`.

    From one side of a polygon to the next one, its corner is beyond a circle along both sides by
    their length times the sine over 16.
    """
    k: C.int
    ends: C.double[25]
    begins: C.double[25]
    lengths: C.double[25]
    near: C.double[25]
    for k in range(TANGENTS):
        ends[k] = (levels[k + 1] - levels[k] * COSINE) / SINE
        begins[k + 1] = (levels[k + 1] * COSINE - levels[k]) / SINE
    begins[0] = begins[TANGENTS]
    for k in range(TANGENTS):
        aside: C.double = max(0.0, begins[k], -ends[k])
        near[k] = levels[k] * levels[k] + aside * aside
        lengths[k] = ends[k] - begins[k]
    near[TANGENTS] = near[0]
    lengths[TANGENTS] = lengths[0]
    for k in range(TANGENTS):
        excess: C.double = (lengths[k] + lengths[k + 1]) * SINE / 16.0
        most: C.double = FINE * FINE * max(least * least, min(near[k], near[k + 1]))
        divisions[k] = MOST_DIVISIONS if excess * excess > most else 0


def level_of(outline: C.pointer(C.const[MoveOutline]), nx: C.double, ny: C.double) -> C.double:
    """How far an outline extends along a unit vector."""
    return -axis_gap(outline.part, outline.other, outline.pool, nx, ny)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_disc_inside(
    outline: C.pointer(MoveOutline), edges: C.pointer(C.const[OutlineEdge])
) -> C.void:
    """Set a disc that is well inside of an outline: most places are told by it alone."""
    k: C.int
    level: C.double = INFINITY
    count: C.int = outline.end - outline.first
    outline.x = outline.y = 0.0
    for k in range(outline.first, outline.end):
        outline.x += edges[k].x
        outline.y += edges[k].y
    outline.x /= count
    outline.y /= count
    for k in range(outline.first, outline.end):
        u: C.double = outline.x - edges[k].x
        v: C.double = outline.y - edges[k].y
        level = min(level, edges[k].dx * v - edges[k].dy * u)
    level = SHORTER * (max(level, 0.0) + outline.r) - rounding_of(outline.size)
    outline.inside = level * level if level > 0.0 else 0.0


def leads_inside(
    outline: C.pointer(C.const[MoveOutline]),
    edges: C.pointer(C.const[OutlineEdge]),
    x: C.double,
    y: C.double,
    grow: C.double,
) -> C.bint:
    """Whether a move leads inside of an outline that is larger by so much."""
    k: C.int
    r: C.double = outline.r + grow
    is_straight: C.bint = outline.r == 0.0 and outline.end - outline.first > 2
    beyond: C.double = -INFINITY
    squared: C.double = INFINITY
    u: C.double = x - outline.x
    v: C.double = y - outline.y
    if u * u + v * v < outline.inside:
        return True
    for k in range(outline.first, outline.end):
        u = x - edges[k].x
        v = y - edges[k].y
        beyond = max(beyond, edges[k].dy * u - edges[k].dx * v)
        if beyond >= r:
            return False
        if is_straight or r <= 0.0:
            continue
        t: C.double = min(max(edges[k].dx * u + edges[k].dy * v, 0.0), edges[k].length)
        u -= t * edges[k].dx
        v -= t * edges[k].dy
        squared = min(squared, u * u + v * v)
    return is_straight or beyond < 0.0 or squared < r * r


def put_way_off(
    edge: C.pointer(C.const[OutlineEdge]), x: C.double, y: C.double, normal: C.p_double
) -> C.void:
    """Write which way leads out of an outline where it is met; along an axis, nowhere."""
    u: C.double = x - edge.x
    v: C.double = y - edge.y
    t: C.double = min(max(edge.dx * u + edge.dy * v, 0.0), edge.length)
    u -= t * edge.dx
    v -= t * edge.dy
    length: C.double = hypot(u, v)
    is_round: C.bint = edge.r > 0.0 and length > 0.0
    normal[0] = u / length if is_round else edge.dy
    normal[1] = v / length if is_round else -edge.dx
