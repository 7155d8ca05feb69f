"""The outlines of the moves with which parts hit, and the ways that lead out of all of them.

Two convex parts a and b hit after a move t of a if t is inside their Minkowski difference b - a,
which is convex, too: a polygon, about which there may be a disc. A short way out of several of them
leads to the nearest point of one outline, along an axis to where it is left, or to where two
outlines cross, and into no other one. An outline with an ellipse is replaced by a polygon around
it.

In a heap, nearly all edges lie inside of other outlines. So an edge is dropped as soon as it is
known to, or if no move to it is longer than those that were looked at. A question that looks
farther, or at more rows, goes on with the outlines and edges that it has.

The ways are computed in floats, and in an order that depends on the numbers alone: not on the order
of parts, nor on what is farther away. `short_way` tries them out.
"""

import cython as C
from cython.cimports.spritecol._engine.box import BoxRef
from cython.cimports.spritecol._engine.box_tests import include_box, inverted_box
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.cores import Core, CoreRef, core_of
from cython.cimports.spritecol._engine.narrow_phase.part import axis_gap
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage.layout import Part
from cython.cimports.spritecol._support.libc import INFINITY, fabs, free, qsort, sqrt
from cython.cimports.spritecol._support.polar import hypot

PARALLEL = C.declare(C.double, 1e-9)
"""The sine of an angle: sides that meet at less do not cross."""

AS_LONG = 1.000000000001
"""A ratio of lengths that differ by rounding only."""

MOST_OUTLINES = C.declare(C.int, 512)
"""With more, a way out leads past everything at once."""

MOST_OUTLINE_EDGES = C.declare(C.int, 16384)
"""With more edges, a way out leads past everything, too: polygons of 30 corners have many."""

MOST_CROSSINGS = C.declare(C.int, 2048)
"""Pairs of edges that may cross and are looked at, the nearest first. Of all others, only the ways
straight to an edge are looked at, and those along an axis."""

FIRST_COVERS = C.declare(C.int, 8)
"""Outlines that are asked whether they cover an edge before the edges are sorted: of those that are
covered, they cover nearly all."""

FEW_EDGES = C.declare(C.int, 64)
"""Of these outlines, those with more edges are not asked then, as it takes longer than to sort."""

EDGE_NUMBERS = C.declare(C.int, 12)
"""The numbers of an edge, by which edges are sorted."""

PLACE_NUMBERS = C.declare(C.int, 11)
"""All of these but the size."""

TANGENTS = C.declare(C.int, 24)
"""Sides of the polygon around an outline with an ellipse."""

COSINE = C.declare(C.double, 0.9659258262890683)
"""Of 15 degrees, from each of these sides to the next one."""

SINE = C.declare(C.double, 0.25881904510252074)

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


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def leads_first(a: C.pointer(C.const[Move]), b: C.pointer(C.const[Move])) -> C.bint:
    """Whether a move is shorter by more than rounding; of equal ones, up and then left comes first,
    then the rest. To a place that is a crossing, too, it is tried as such afterward; where several
    edges cross, by each two of them, as not all two lead out.
    """
    far: C.double = 4096.0 * a.depth  # to add it rounds to 40 digits
    far_b: C.double = 4096.0 * b.depth
    length: C.double = (a.depth + far) - far
    other: C.double = (b.depth + far_b) - far_b
    if length != other:
        return length < other
    if a.ny != b.ny:
        return a.ny < b.ny
    if a.nx != b.nx:
        return a.nx < b.nx
    if a.edge is C.NULL or b.edge is C.NULL:
        return a.edge is C.NULL and b.edge is not C.NULL
    order: C.int = compare_edges(C.address(a.edge), C.address(b.edge))
    return order < 0 or (order == 0 and compare_edges(C.address(a.other), C.address(b.other)) < 0)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_numbers(
    a: C.pointer(C.const[OutlineEdge]), b: C.pointer(C.const[OutlineEdge]), count: C.int
) -> C.int:
    """Compare two edges by how near they are, then by so many of their numbers."""
    x: C.p_double = C.cast(C.p_double, a)
    y: C.p_double = C.cast(C.p_double, b)
    k: C.int
    for k in range(count):
        if x[k] != y[k]:
            return -1 if x[k] < y[k] else 1
    return 0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_edges(a: C.pointer(C.const[C.void]), b: C.pointer(C.const[C.void])) -> C.int:
    """Compare two pointers to edges by the numbers of these."""
    x: C.pointer(C.pointer(OutlineEdge)) = C.cast(C.pointer(C.pointer(OutlineEdge)), a)
    y: C.pointer(C.pointer(OutlineEdge)) = C.cast(C.pointer(C.pointer(OutlineEdge)), b)
    return compare_numbers(x[0], y[0], EDGE_NUMBERS)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def have_same_edges(
    a: C.pointer(C.const[MoveOutline]),
    b: C.pointer(C.const[MoveOutline]),
    edges: C.pointer(C.const[OutlineEdge]),
) -> C.bint:
    """Whether two outlines have the same edges, of numbers of whatever size."""
    k: C.int
    if a.end - a.first != b.end - b.first:
        return False
    for k in range(b.end - b.first):
        if compare_numbers(edges + a.first + k, edges + b.first + k, PLACE_NUMBERS) != 0:
            return False
    return True


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Outlines:
    """The outlines of pairs of parts, and moves that were noted."""

    def __dealloc__(self):
        free(self.items)
        free(self.edges)
        free(self.covers)
        free(self.near)
        free(self.moves)

    def begin(self) -> C.void:
        """Begin a question: drop all outlines, and no move has been looked at."""
        self.last.depth = -1.0
        self.refused = INFINITY
        self.count = self.edge_count = self.known = 0
        self.done = -INFINITY
        self.any_oval = False

    def go_on(self) -> C.void:
        """Go on with more rows: from the last way, or from the first that was refused, as edges of
        these rows may cross there, too.
        """
        self.least = SHORTER * min(self.last.depth, self.refused)
        self.last.depth = self.least
        self.last.nx = self.last.ny = -2.0  # before all that are as long
        self.refused = INFINITY

    def add(
        self,
        part: C.pointer(C.const[Part]),
        other: C.pointer(C.const[Part]),
        pool: Numbers,
        size: C.double,
    ) -> C.bint:
        """Add the outline of the moves with which a part hits another one; False if there are
        many.
        """
        a: Core
        b: Core
        k: C.int
        first: C.int = self.edge_count
        if self.count == MOST_OUTLINES or self.edge_count > MOST_OUTLINE_EDGES:
            return False
        room_for(
            C.address(self.items),
            C.address(self.capacity),
            self.count + 1,
            8,
            C.sizeof(MoveOutline),
        )
        core_of(part.kind, pool + part.first, part.count, C.address(a))
        core_of(other.kind, pool + other.first, other.count, C.address(b))
        room_for(
            C.address(self.covers),
            C.address(self.cover_capacity),
            self.count + 1,
            64,
            C.sizeof(Cover),
        )
        outline: C.pointer(MoveOutline) = self.items + self.count
        outline.first = first
        outline.size = size
        outline.part = part
        outline.other = other
        if a.disc is C.NULL and b.disc is C.NULL:
            outline.r = a.r + b.r
            add_difference(self, C.address(a), C.address(b))
        else:
            outline.r = 0.0
            self.any_oval = True
            self.add_tangents(part, other, pool)
        outline.end = self.edge_count
        cover: C.pointer(Cover) = self.covers + self.count
        cover.outline = self.count
        cover.box = inverted_box()
        for k in range(first, self.edge_count):
            edge: C.pointer(OutlineEdge) = self.edges + k
            edge.outline = self.count
            edge.size = size
            edge.leads_nowhere = False
            edge.open_among = 0
            put_side(edge, self.edges + (k + 1 if k + 1 < self.edge_count else first), outline.r)
            include_box(C.address(cover.box), C.address(edge.box))
        put_disc_inside(outline, self.edges)
        self.count += 1
        return True

    def has(self, part: C.pointer(C.const[Part]), other: C.pointer(C.const[Part])) -> C.bint:
        """Whether the outline of two parts was added. Pairs are asked for in the order in which
        they were added, so it is nearly always the next one.
        """
        outline: C.pointer(C.const[MoveOutline])
        for _ in range(self.count):
            self.known = self.known + 1 if self.known + 1 < self.count else 0
            outline = self.items + self.known
            if outline.part == part and outline.other == other:
                return True
        return False

    def add_corner(self, x: C.double, y: C.double) -> C.int:
        """Add an edge from a corner on; its side is set later."""
        room_for(
            C.address(self.edges),
            C.address(self.edge_capacity),
            self.edge_count + 1,
            64,
            C.sizeof(OutlineEdge),
        )
        room_for(
            C.address(self.near),
            C.address(self.near_capacity),
            self.edge_count + 1,
            64,
            C.sizeof(C.p_void),
        )
        self.edges[self.edge_count].x = x
        self.edges[self.edge_count].y = y
        self.edge_count += 1
        return 0

    def add_tangents(
        self, part: C.pointer(C.const[Part]), other: C.pointer(C.const[Part]), pool: Numbers
    ) -> C.int:
        """Add the corners of a polygon around an outline with an ellipse.

        Each of its normals has an exactly opposite one, so that ways out do not depend on which of
        the two parts moves.
        """
        k: C.int
        nx: C.double = 1.0
        ny: C.double = 0.0
        level: C.double = -axis_gap(part, other, pool, nx, ny)
        for k in range(TANGENTS):
            x: C.double = nx * COSINE - ny * SINE
            y: C.double = nx * SINE + ny * COSINE
            if (k + 1) % (TANGENTS // 2) == 0:
                x = 1.0 if k + 1 == TANGENTS else -1.0
                y = 0.0
            next_level: C.double = -axis_gap(part, other, pool, x, y)
            self.add_corner(
                (level * y - next_level * ny) / SINE, (next_level * nx - level * x) / SINE
            )
            nx, ny, level = x, y, next_level
        return 0

    def least_depth(self) -> C.double:
        """How deep no move at all is inside of one outline, at most: no way out is shorter."""
        result: C.double = 0.0
        i: C.int
        k: C.int
        for i in range(self.count):
            depth: C.double = 0.0
            if leads_inside(self.items + i, self.edges, 0.0, 0.0):
                depth = INFINITY
            for k in range(self.items[i].first, self.items[i].end):
                depth = min(depth, self.edges[k].near)
            result = max(result, depth)
        return result

    def are_covered(self, places: Numbers, count: C.int, quickly: C.bint) -> C.bint:
        """Whether some moves lead well inside of one outline, and so do all between them; of some
        outlines, if it must be told quickly.
        """
        i: C.int
        k: C.int
        for i in range(min(FIRST_COVERS, self.count) if quickly else self.count):
            cover: Cover = self.covers[i]
            outline: C.pointer(C.const[MoveOutline]) = self.items + cover.outline
            k = 0
            while k < count and holds_place(C.address(cover.box), places[2 * k], places[2 * k + 1]):
                k += 1
            if k < count:  # as nearly always
                continue
            if quickly and outline.end - outline.first > FEW_EDGES:
                continue
            k = 0
            while k < count and leads_inside(outline, self.edges, places[2 * k], places[2 * k + 1]):
                k += 1
            if k == count:
                # What covers is asked sooner: it often covers the next place, too.
                self.covers[i] = self.covers[i // 2]
                self.covers[i // 2] = cover
                return True
        return False

    def is_covered(self, edge: C.pointer(C.const[OutlineEdge]), quickly: C.bint) -> C.bint:
        """Whether all moves to an edge lead well inside of other outlines: those to its side inside
        of one, and those to the arc about its corner, which two corners of lines that touch it
        enclose.
        """
        places: C.double[8]
        x: C.double = edge.x + edge.r * edge.dy
        y: C.double = edge.y - edge.r * edge.dx
        places[0], places[1] = x, y
        places[2], places[3] = x + edge.length * edge.dx, y + edge.length * edge.dy
        if not self.are_covered(places, 2, quickly):
            return False
        if edge.r == 0.0:
            return True
        if edge.length == 0.0:
            return False
        outline: C.pointer(C.const[MoveOutline]) = self.items + edge.outline
        before: C.pointer(C.const[OutlineEdge]) = edge - 1
        if edge == self.edges + outline.first:
            before = self.edges + outline.end - 1
        # The sine of half the angle by which the outline turns here, and the tangent of a quarter.
        sine: C.double = min(1.0, 0.5 * hypot(before.dx - edge.dx, before.dy - edge.dy))
        tangent: C.double = edge.r * sine / (1.0 + sqrt((1.0 - sine) * (1.0 + sine)))
        places[2], places[3] = x - tangent * edge.dx, y - tangent * edge.dy
        x = edge.x + edge.r * before.dy
        y = edge.y - edge.r * before.dx
        places[4], places[5] = x + tangent * before.dx, y + tangent * before.dy
        places[6], places[7] = x, y
        return self.are_covered(places, 4, quickly)

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
        move.edge = move.other = C.NULL
        self.move_count += 1
        return move

    def sort(self) -> C.void:
        """Sort the moves that were noted."""
        qsort(self.moves, self.move_count, C.sizeof(Move), compare_moves)

    def look_at(
        self,
        x: C.double,
        y: C.double,
        edge: C.pointer(C.const[OutlineEdge]),
        other: C.pointer(C.const[OutlineEdge]),
    ) -> C.void:
        """Take the move to a place where two edges cross, if it is a better one."""
        move: Move
        move.depth = hypot(x, y)
        if move.depth <= AS_LONG * self.best.depth:
            move.nx = x / move.depth if move.depth > 0.0 else 0.0  # where no move is, too
            move.ny = y / move.depth if move.depth > 0.0 else 0.0
            move.x = x
            move.y = y
            move.edge = edge
            move.other = other
            move.size = max(edge.size, other.size)
            self.take(C.address(move))

    def take(self, move: C.pointer(C.const[Move])) -> C.void:
        """Take a move if it is the first one by now, and leads out of all outlines."""
        place: C.double[2] = [move.nx * move.depth, move.ny * move.depth]
        if (
            leads_first(move, C.address(self.best))
            and leads_first(C.address(self.last), move)
            and not self.are_covered(place, 1, False)
        ):
            self.best = move[0]

    def look_on(
        self,
        side: C.pointer(C.const[OutlineEdge]),
        t: C.double,
        other: C.pointer(C.const[OutlineEdge]),
    ) -> C.void:
        """Look at the move to where a side meets another edge, if that is on the side."""
        slack: C.double = rounding_of(side.size)
        if -slack <= t <= side.length + slack:
            self.look_at(
                side.x + side.r * side.dy + t * side.dx,
                side.y - side.r * side.dx + t * side.dy,
                side,
                other,
            )

    def look_on_circle(
        self, side: C.pointer(C.const[OutlineEdge]), arc: C.pointer(C.const[OutlineEdge])
    ) -> C.void:
        """Look at where a side crosses the circle about a corner, or touches it."""
        u: C.double = arc.x - side.x - side.r * side.dy
        v: C.double = arc.y - side.y + side.r * side.dx
        beyond: C.double = fabs(side.dy * u - side.dx * v)
        if arc.r > 0.0 and side.length > 0.0 and beyond <= arc.r + rounding_of(arc.size):
            half: C.double = sqrt(max(0.0, (arc.r - beyond) * (arc.r + beyond)))
            self.look_on(side, side.dx * u + side.dy * v - half, arc)
            self.look_on(side, side.dx * u + side.dy * v + half, arc)

    def look_between_circles(
        self, a: C.pointer(C.const[OutlineEdge]), b: C.pointer(C.const[OutlineEdge])
    ) -> C.void:
        """Look at where the circles about two corners cross, or touch."""
        u: C.double = b.x - a.x
        v: C.double = b.y - a.y
        apart: C.double = hypot(u, v)
        if apart == 0.0:
            return
        # Where the line through both crossings is, from `a` on, and how far beside they are.
        ahead: C.double = 0.5 * (apart + (a.r - b.r) * (a.r + b.r) / apart)
        if fabs(ahead) <= a.r + rounding_of(a.size):
            half: C.double = sqrt(max(0.0, (a.r - ahead) * (a.r + ahead)))
            u /= apart
            v /= apart
            self.look_at(a.x + ahead * u - half * v, a.y + ahead * v + half * u, a, b)
            self.look_at(a.x + ahead * u + half * v, a.y + ahead * v - half * u, a, b)

    def look_at_crossings(
        self, a: C.pointer(C.const[OutlineEdge]), b: C.pointer(C.const[OutlineEdge])
    ) -> C.void:
        """Look at where two outlines cross: their sides, and the circles about their corners."""
        cross: C.double = a.dx * b.dy - a.dy * b.dx
        slack: C.double = rounding_of(b.size)
        if a.r > 0.0 and b.r > 0.0:
            self.look_between_circles(a, b)
        self.look_on_circle(a, b)
        self.look_on_circle(b, a)
        if fabs(cross) > PARALLEL:
            u: C.double = b.x + b.r * b.dy - a.x - a.r * a.dy
            v: C.double = b.y - b.r * b.dx - a.y + a.r * a.dx
            t: C.double = (u * a.dy - v * a.dx) / cross
            if -slack <= t <= b.length + slack:
                self.look_on(a, (u * b.dy - v * b.dx) / cross, b)

    def look_ahead(
        self, edge: C.pointer(C.const[OutlineEdge]), nx: C.double, ny: C.double, depth: C.double
    ) -> C.void:
        """Take a move along a unit vector to an edge, if it is a better one."""
        move: Move
        move.nx = nx
        move.ny = ny
        move.depth = max(0.0, depth)
        move.size = edge.size
        move.edge = C.NULL
        if depth >= -rounding_of(edge.size):
            self.take(C.address(move))

    def look_at_feet(self, edge: C.pointer(C.const[OutlineEdge])) -> C.void:
        """Look at the nearest places of a side, and of the circle about its corner."""
        t: C.double = -edge.x * edge.dx - edge.y * edge.dy
        slack: C.double = rounding_of(edge.size)
        if edge.length > 0.0 and -slack <= t <= edge.length + slack:
            level: C.double = edge.x * edge.dy - edge.y * edge.dx + edge.r
            self.look_ahead(edge, edge.dy, -edge.dx, level)
        off: C.double = hypot(edge.x, edge.y)
        if off > 0.0 and edge.r > 0.0:
            self.look_ahead(edge, -edge.x / off, -edge.y / off, edge.r - off)

    def look_on_axis(
        self,
        edge: C.pointer(C.const[OutlineEdge]),
        x: C.double,
        y: C.double,
        dx: C.double,
        dy: C.double,
        upright: C.bint,
    ) -> C.void:
        """Look at where an edge crosses an axis, along which its corner is at `x`, and across it at
        `y`; it goes on by (dx, dy).
        """
        k: C.int
        at: C.double[3]
        count: C.int = 0
        r: C.double = -edge.r if upright else edge.r
        slack: C.double = rounding_of(edge.size)
        if dy != 0.0:
            t: C.double = (r * dx - y) / dy
            at[0] = x + r * dy + t * dx
            count += -slack <= t <= edge.length + slack
        if fabs(y) < edge.r:
            half: C.double = sqrt((edge.r - y) * (edge.r + y))
            at[count] = x - half
            at[count + 1] = x + half
            count += 2
        for k in range(count):
            side: C.double = 1.0 if at[k] >= 0.0 else -1.0
            if upright:
                self.look_ahead(edge, 0.0, side, side * at[k])
            else:
                self.look_ahead(edge, side, 0.0, side * at[k])

    def is_repeated(self, edge: C.pointer(C.const[OutlineEdge]), kept: C.int) -> C.bint:
        """Whether one of the kept edges is the same, and so is its whole outline: of a heap of
        sprites in one place, one outline is enough.
        """
        j: C.int
        outline: C.pointer(C.const[MoveOutline]) = self.items + edge.outline
        for j in range(kept - 1, -1, -1):
            if compare_numbers(self.near[j], edge, PLACE_NUMBERS) != 0:
                break
            if have_same_edges(self.items + self.near[j].outline, outline, self.edges):
                return True
        return False

    def leads_on(self, box: BoxRef, least: C.double) -> C.bint:
        """Whether a move into a box may be that long: shorter ones lead nowhere."""
        x: C.double = max(-box.left, box.right)
        y: C.double = max(-box.top, box.bottom)
        return hypot(x, y) > SHORTER * least

    def find_way(self, limit: C.double) -> C.bint:
        """Find the first way out of all outlines after the last one, shorter than a limit; False if
        there is none. It is in `best`.
        """
        i: C.int
        j: C.int
        count: C.int = 0
        open_count: C.int = 0
        crossings: C.int = 0
        self.best.depth = limit
        self.best.nx = self.best.ny = -2.0  # before all that are as long
        for i in range(self.edge_count):
            edge: C.pointer(OutlineEdge) = self.edges + i
            if (
                not edge.leads_nowhere
                and edge.near < limit
                and self.leads_on(C.address(edge.box), self.last.depth)
            ):
                edge.leads_nowhere = edge.open_among == 0 and self.is_covered(edge, True)
                self.near[count] = edge
                count += not edge.leads_nowhere
        qsort(self.near, count, C.sizeof(C.p_void), compare_edges)
        for i in range(count):
            edge = self.near[i]
            if edge.near > AS_LONG * self.best.depth:
                break
            if edge.open_among < self.count:  # else it is known from the try before
                edge.open_among = self.count
                if self.is_repeated(edge, open_count) or self.is_covered(edge, False):
                    edge.leads_nowhere = True
                    continue
            self.look_at_feet(edge)
            self.look_on_axis(edge, edge.x, edge.y, edge.dx, edge.dy, False)
            self.look_on_axis(edge, edge.y, edge.x, edge.dy, edge.dx, True)
            for j in range(open_count if crossings < MOST_CROSSINGS else 0):
                other: C.pointer(C.const[OutlineEdge]) = self.near[j]
                if (
                    edge.box.left <= other.box.right
                    and other.box.left <= edge.box.right
                    and edge.box.top <= other.box.bottom
                    and other.box.top <= edge.box.bottom
                    and edge.outline != other.outline
                ):
                    self.look_at_crossings(other, edge)
                    crossings += 1
            self.near[open_count] = edge
            open_count += 1
        found: C.bint = self.best.depth < limit
        self.last = self.best
        if found and self.best.edge is not C.NULL:
            self.last_edge = self.best.edge[0]
            self.last_other = self.best.other[0]
            self.last.edge = C.address(self.last_edge)
            self.last.other = C.address(self.last_other)
        return found


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


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def holds_place(box: BoxRef, x: C.double, y: C.double) -> C.bint:
    """Whether a place is inside of a box: with `&`, by one branch."""
    return (box.left < x) & (x < box.right) & (box.top < y) & (y < box.bottom)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def leads_inside(
    outline: C.pointer(C.const[MoveOutline]),
    edges: C.pointer(C.const[OutlineEdge]),
    x: C.double,
    y: C.double,
) -> C.bint:
    """Whether a move leads well inside of an outline."""
    k: C.int
    r: C.double = outline.r - rounding_of(outline.size)
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
        if r <= 0.0:  # no disc
            continue
        t: C.double = min(max(edges[k].dx * u + edges[k].dy * v, 0.0), edges[k].length)
        u -= t * edges[k].dx
        v -= t * edges[k].dy
        squared = min(squared, u * u + v * v)
    return beyond < 0.0 or squared < r * r


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
