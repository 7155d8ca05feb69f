"""The tangents between the corners of grown walls, and the shortest way along them.

Where the middle of the disc may be is what the walls leave, each grown by the radius. The shortest
way there is a taut string: straight along lines that touch two grown corners, and round the arcs
between them. So a search goes from arc to arc. Which tangents leave an arc, and hit nothing, is
found when a search first comes there, and is kept.

An arc is a part of the circle round a corner that no other wall covers; a corner in a row of tiles
has none. A way goes round it to the left (side 1) or to the right (-1), with y up, and is at a
position from 0 to `width`, in degrees.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    binding,
    bint,
    cast,
    cclass,
    cfunc,
    declare,
    double,
    exceptval,
    final,
    inline,
    longlong,
    nogil,
    p_int,
    pointer,
    size_t,
    sizeof,
    struct,
)
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._support.libc import (
    INFINITY,
    calloc,
    fabs,
    floor,
    fmod,
    free,
    qsort,
    sqrt,
)
from cython.cimports.spritecol._support.polar import Rotation, angle_of, hypot, rotation_of

Spot = struct(x=double, y=double)

Body = struct(  # a convex part of a wall
    first=Py_ssize_t,  # of its corners
    count=Py_ssize_t,
    r=double,  # it is all that is so near to the corners' hull
    left=double,  # its box, grown by the disc
    top=double,
    right=double,
    bottom=double,
)

Arc = struct(
    x=double,
    y=double,
    r=double,
    own=double,  # r without the disc
    begin=double,  # degrees
    width=double,
    first=Spot,  # the unit normals at both ends
    last=Spot,
    edge=Py_ssize_t,  # the first tangent that leaves it; -1 if that is not known yet
    edges=Py_ssize_t,
)

Edge = struct(  # a tangent
    arc=Py_ssize_t,  # to which it leads; for one to the goal, from which
    side=cython.int,  # of the arc that it leaves
    far_side=cython.int,
    leave=double,  # positions
    arrive=double,
    length=double,
    x=double,  # where it ends
    y=double,
    g=double,  # how far it is from the start to its beginning
    parent=Py_ssize_t,  # the tangent before; NONE for one from the start
    mark=longlong,  # the search that has set both
)

Entry = struct(f=double, edge=Py_ssize_t)
"""Of the heap: how far it is at least from start to goal by a tangent."""

Touch = struct(leave=double, arrive=double, p=Spot, q=Spot)
"""Where a tangent touches two arcs: positions and places."""

NONE = declare(Py_ssize_t, -1)
START = declare(Py_ssize_t, -2)
GOAL = declare(Py_ssize_t, -3)

ROUNDING = declare(double, 1e-3)
"""In degrees: what is beyond the end of an arc by less is at its end."""

FLAT = declare(double, 1e-9)
"""In degrees: arcs that are shorter are none."""

CELLS = declare(Py_ssize_t, 3)
"""Cells of the grid for each wall."""


@cfunc
@inline
@nogil
@exceptval(check=False)
def spot_of(x: double, y: double) -> Spot:
    """A place."""
    spot: Spot
    spot.x = x
    spot.y = y
    return spot


@cfunc
@inline
@nogil
@exceptval(check=False)
def gap(p: Spot, a: Spot, b: Spot) -> double:
    """How far a place is from the line from a to b."""
    dx: double = b.x - a.x
    dy: double = b.y - a.y
    x: double = p.x - a.x
    y: double = p.y - a.y
    size: double = dx * dx + dy * dy
    share: double = (x * dx + y * dy) / size if size > 0.0 else 0.0
    if share <= 0.0:
        return hypot(x, y)
    if share >= 1.0:
        return hypot(p.x - b.x, p.y - b.y)
    return fabs(dx * y - dy * x) / sqrt(size)


@cfunc
@inline
@nogil
@exceptval(check=False)
def area(o: Spot, a: Spot, b: Spot) -> double:
    """Twice the area of a triangle: above 0 if b is to the left of o -> a, with y up."""
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)


@cfunc
@inline
@nogil
@exceptval(check=False)
def turned(degrees: double) -> double:
    """An angle from 0 to 360."""
    rest: double = fmod(degrees, 360.0)
    return rest + 360.0 if rest < 0.0 else rest


@cfunc
@nogil
@exceptval(check=False)
def position(arc: pointer(Arc), x: double, y: double) -> double:
    """The position of a unit normal on an arc; -1 if it is not there."""
    if arc.width < 180.0 and (
        arc.first.x * y - arc.first.y * x < -2e-5 or x * arc.last.y - y * arc.last.x < -2e-5
    ):
        return -1.0
    at: double = turned(angle_of(x, y) - arc.begin)
    if at <= arc.width:
        return at
    if at <= arc.width + ROUNDING:
        return arc.width
    return 0.0 if at >= 360.0 - ROUNDING else -1.0


@cfunc
@nogil
@exceptval(check=False)
def by_number(a: cython.p_const_void, b: cython.p_const_void) -> cython.int:
    """The order of numbers."""
    x: double = cast(cython.p_double, a)[0]
    y: double = cast(cython.p_double, b)[0]
    return -1 if x < y else 1 if x > y else 0


@cfunc
@inline
@nogil
@exceptval(check=False)
def is_behind(arc: pointer(Arc), dx: double, dy: double, r: double) -> bint:
    """Whether no tangent leads to a circle that is so far away from the middle of an arc.

    It is behind the arc, or wholly before it: then what touches it crosses the wall, or turns away
    from it.
    """
    if arc.width > 179.0:
        return False
    least: double = arc.r - r - ROUNDING * (arc.r + fabs(dx) + fabs(dy))
    most: double = arc.r + r + ROUNDING * (arc.r + fabs(dx) + fabs(dy))
    first: double = arc.first.x * dx + arc.first.y * dy
    last: double = arc.last.x * dx + arc.last.y * dy
    if first > most and last > most:
        return True
    is_within: bint = (
        arc.first.x * dy - arc.first.y * dx >= 0.0 and dx * arc.last.y - dy * arc.last.x >= 0.0
    )
    return first < least and last < least and not is_within


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
@final
@cclass
class Tangents:
    """The arcs of grown walls, and the tangents between them.

    Attributes:
        count: how many arcs there are.
    """

    count = declare(Py_ssize_t, visibility="readonly")
    radius: double
    slack: double
    bounds: double[4]
    corners: pointer(Spot)
    bodies: pointer(Body)
    body_count: Py_ssize_t
    seen: pointer(longlong)  # by body: the last line that was tested against it
    line: longlong
    cells: p_int  # by cell: where its bodies begin in `items`
    items: p_int
    columns: Py_ssize_t
    rows: Py_ssize_t
    left: double  # of the grid
    top: double
    right: double
    bottom: double
    wide: double  # a cell
    high: double
    arcs: pointer(Arc)
    arc_room: Py_ssize_t
    edges: pointer(Edge)
    edge_count: Py_ssize_t
    edge_room: Py_ssize_t
    heap: pointer(Entry)
    heap_count: Py_ssize_t
    heap_room: Py_ssize_t
    mark: longlong

    def __init__(self, cores: list, radius: double, slack: double, bounds: tuple | None) -> None:
        """Find the arcs.

        Args:
            cores: (corners, r) of convex parts, each corner once and the inside to the left.
            radius: of the disc.
            slack: what overlaps by less only touches.
            bounds: left, top, right, bottom of where the middle may be.
        """
        if self.corners is not NULL:
            raise RuntimeError("they are made once")
        self.radius = radius
        self.slack = slack
        far: double = INFINITY
        self.bounds[0], self.bounds[1], self.bounds[2], self.bounds[3] = (
            (-far, -far, far, far) if bounds is None else bounds
        )
        count: Py_ssize_t = 0
        for corners, _ in cores:
            count += len(corners)
        self.corners = cast(pointer(Spot), calloc(count + 1, sizeof(Spot)))
        self.bodies = cast(pointer(Body), calloc(len(cores) + 1, sizeof(Body)))
        self.seen = cast(pointer(longlong), calloc(len(cores) + 1, sizeof(longlong)))
        if self.corners is NULL or self.bodies is NULL or self.seen is NULL:
            raise MemoryError
        k: Py_ssize_t = 0
        for corners, r in cores:
            body: pointer(Body) = self.bodies + self.body_count
            self.body_count += 1
            body.first = k
            body.r = r
            body.left = body.top = INFINITY
            body.right = body.bottom = -INFINITY
            for x, y in corners:
                self.corners[k] = spot_of(x, y)
                body.left = min(body.left, self.corners[k].x)
                body.right = max(body.right, self.corners[k].x)
                body.top = min(body.top, self.corners[k].y)
                body.bottom = max(body.bottom, self.corners[k].y)
                k += 1
            body.count = k - body.first
            body.left -= body.r + radius
            body.top -= body.r + radius
            body.right += body.r + radius
            body.bottom += body.r + radius
        self.make_grid()
        for k in range(self.body_count):
            self.find_arcs(k)

    def __dealloc__(self):
        free(self.corners)
        free(self.bodies)
        free(self.seen)
        free(self.cells)
        free(self.items)
        free(self.arcs)
        free(self.edges)
        free(self.heap)

    # --- the grid ---------------------------------------------------------------------------------

    @cfunc
    @exceptval(-1)
    def make_grid(self) -> cython.int:
        """Put each body in the cells that its box touches."""
        k: Py_ssize_t
        i: Py_ssize_t
        self.left = self.top = INFINITY
        self.right = self.bottom = -INFINITY
        for k in range(self.body_count):
            self.left = min(self.left, self.bodies[k].left)
            self.top = min(self.top, self.bodies[k].top)
            self.right = max(self.right, self.bodies[k].right)
            self.bottom = max(self.bottom, self.bodies[k].bottom)
        if not self.body_count:
            self.left = self.top = self.right = self.bottom = 0.0
        wide: double = self.right - self.left
        high: double = self.bottom - self.top
        most: double = cast(double, CELLS * self.body_count + 1)
        side: double = max(sqrt(wide * high / most), max(wide, high) / most)
        self.columns = 1 + (cast(Py_ssize_t, wide / side) if side > 0.0 else 0)
        self.rows = 1 + (cast(Py_ssize_t, high / side) if side > 0.0 else 0)
        self.wide = wide / cast(double, self.columns) or 1.0
        self.high = high / cast(double, self.rows) or 1.0
        size: size_t = cast(size_t, self.columns * self.rows + 2)
        self.cells = cast(p_int, calloc(size, sizeof(cython.int)))
        if self.cells is NULL:
            raise MemoryError
        x: Py_ssize_t
        y: Py_ssize_t
        turn: cython.int
        for turn in range(2):  # count them, then put them in
            for k in range(self.body_count):
                body: pointer(Body) = self.bodies + k
                for y in range(self.row_at(body.top), self.row_at(body.bottom) + 1):
                    for x in range(self.column_at(body.left), self.column_at(body.right) + 1):
                        i = y * self.columns + x
                        if turn:
                            self.items[self.cells[i + 1]] = cast(cython.int, k)
                            self.cells[i + 1] += 1
                        else:
                            self.cells[i + 2] += 1
            if not turn:
                for i in range(self.columns * self.rows):
                    self.cells[i + 2] += self.cells[i + 1]
                total: Py_ssize_t = self.cells[self.columns * self.rows + 1]
                self.items = cast(p_int, calloc(cast(size_t, total + 1), sizeof(cython.int)))
                if self.items is NULL:
                    raise MemoryError
        return 0

    @cfunc
    @inline
    @nogil
    @exceptval(check=False)
    def column_at(self, x: double) -> Py_ssize_t:
        """The column of the grid, or the one nearest to it."""
        at: double = floor((x - self.left) / self.wide)
        return cast(Py_ssize_t, min(max(at, 0.0), cast(double, self.columns - 1)))

    @cfunc
    @inline
    @nogil
    @exceptval(check=False)
    def row_at(self, y: double) -> Py_ssize_t:
        """The row of the grid, or the one nearest to it."""
        at: double = floor((y - self.top) / self.high)
        return cast(Py_ssize_t, min(max(at, 0.0), cast(double, self.rows - 1)))

    # --- what is in the way -----------------------------------------------------------------------

    @cfunc
    @nogil
    @exceptval(check=False)
    def away(self, number: Py_ssize_t, p: Spot) -> double:
        """How far a place is from a body; below 0 within."""
        body: pointer(Body) = self.bodies + number
        ring: pointer(Spot) = self.corners + body.first
        best: double = INFINITY
        inside: bint = body.count > 2
        k: Py_ssize_t
        for k in range(body.count):
            b: Spot = ring[k + 1 if k + 1 < body.count else 0]
            best = min(best, gap(p, ring[k], b))
            if area(ring[k], b, p) < 0.0:
                inside = False
        return (-best if inside else best) - body.r

    @cfunc
    @nogil
    @exceptval(check=False)
    def stops(self, number: Py_ssize_t, p: Spot, q: Spot, room: double) -> bint:
        """Whether a line comes nearer to a body than a room."""
        body: pointer(Body) = self.bodies + number
        ring: pointer(Spot) = self.corners + body.first
        least: double = body.r + room - self.slack
        dx: double = q.x - p.x
        dy: double = q.y - p.y
        size: double = hypot(dx, dy)
        k: Py_ssize_t
        if size > 0.0:
            dx /= size
            dy /= size
            low: double = INFINITY
            high: double = -INFINITY
            before: double = INFINITY
            after: double = -INFINITY
            for k in range(body.count):
                x: double = ring[k].x - p.x
                y: double = ring[k].y - p.y
                low = min(low, dx * y - dy * x)
                high = max(high, dx * y - dy * x)
                before = min(before, dx * x + dy * y)
                after = max(after, dx * x + dy * y)
            if low >= least or high <= -least or before >= size + least or after <= -least:
                return False
        if least <= 0.0:  # by how much it may be within
            return self.crosses(body, p, q, -least)
        for k in range(body.count):
            a: Spot = ring[k]
            b: Spot = ring[k + 1 if k + 1 < body.count else 0]
            if gap(p, a, b) < least or gap(q, a, b) < least or gap(a, p, q) < least:
                return True
            if area(p, q, a) * area(p, q, b) < 0.0 and area(a, b, p) * area(a, b, q) < 0.0:
                return True
        return body.count > 2 and self.away(number, p) < 0.0

    @cfunc
    @nogil
    @exceptval(check=False)
    def crosses(self, body: pointer(Body), p: Spot, q: Spot, within: double) -> bint:
        """Whether a line is deeper than that in the hull of a body's corners."""
        ring: pointer(Spot) = self.corners + body.first
        begin: double = 0.0
        end: double = 1.0
        k: Py_ssize_t
        if body.count < 2:
            return False
        for k in range(body.count):
            a: Spot = ring[k]
            b: Spot = ring[k + 1 if k + 1 < body.count else 0]
            most: double = within * hypot(b.x - a.x, b.y - a.y)
            at_p: double = area(a, b, p) - most
            at_q: double = area(a, b, q) - most
            if at_p <= 0.0 and at_q <= 0.0:
                return False
            if at_p <= 0.0:
                begin = max(begin, at_p / (at_p - at_q))
            elif at_q <= 0.0:
                end = min(end, at_p / (at_p - at_q))
        return begin < end

    @cfunc
    @nogil
    @exceptval(check=False)
    def sees(self, p: Spot, q: Spot, room: double) -> bint:
        """Whether all bodies are as far as that from a line."""
        self.line += 1
        step: Py_ssize_t = 1 if q.x >= p.x else -1
        column: Py_ssize_t = self.column_at(p.x)
        last: Py_ssize_t = self.column_at(q.x)
        slope: double = (q.y - p.y) / (q.x - p.x) if q.x != p.x else 0.0
        low: double = min(p.y, q.y)
        high: double = max(p.y, q.y)
        near: double = 1e-9 * self.high
        while True:
            y1: double = low
            y2: double = high
            if column != last or step * (column - self.column_at(p.x)) > 0:
                x1: double = self.left + cast(double, column) * self.wide
                x2: double = x1 + self.wide
                # The columns at both ends reach far outside.
                if column == 0:
                    x1 = min(x1, p.x, q.x)
                if column == self.columns - 1:
                    x2 = max(x2, p.x, q.x)
                y1 = p.y + (min(max(x1, min(p.x, q.x)), max(p.x, q.x)) - p.x) * slope
                y2 = p.y + (min(max(x2, min(p.x, q.x)), max(p.x, q.x)) - p.x) * slope
                if y1 > y2:
                    y1, y2 = y2, y1
                y1 = max(y1, low)
                y2 = min(y2, high)
            if self.column_stops(
                column, self.row_at(y1 - near), self.row_at(y2 + near), p, q, room
            ):
                return False
            if column == last:
                return True
            column += step

    @cfunc
    @nogil
    @exceptval(check=False)
    def column_stops(
        self,
        column: Py_ssize_t,
        row: Py_ssize_t,
        last: Py_ssize_t,
        p: Spot,
        q: Spot,
        room: double,
    ) -> bint:
        """Whether a body in cells of a column, that was not tested yet, stops a line."""
        k: cython.int
        while row <= last:
            cell: Py_ssize_t = row * self.columns + column
            for k in range(self.cells[cell], self.cells[cell + 1]):
                body: Py_ssize_t = self.items[k]
                if self.seen[body] != self.line:
                    self.seen[body] = self.line
                    if self.stops(body, p, q, room):
                        return True
            row += 1
        return False

    @cfunc
    @nogil
    @exceptval(check=False)
    def room_at(self, p: Spot) -> double:
        """How near the nearest body is to a place; at most the radius of the disc."""
        room: double = self.radius
        cell: Py_ssize_t = self.row_at(p.y) * self.columns + self.column_at(p.x)
        k: cython.int
        for k in range(self.cells[cell], self.cells[cell + 1]):
            room = min(room, self.away(self.items[k], p))
        return room

    def outside(self, place: tuple, least: double) -> tuple:
        """The place, or one beside it if it is nearer to a body than that, as in round ones it may.

        A body is round a round wall, so that a place beside the wall may be within it.
        """
        p: Spot = spot_of(place[0], place[1])
        _tries: cython.int
        for _tries in range(4):
            cell: Py_ssize_t = self.row_at(p.y) * self.columns + self.column_at(p.x)
            k: cython.int
            best: double = least
            body: Py_ssize_t = NONE
            for k in range(self.cells[cell], self.cells[cell + 1]):
                room: double = self.away(self.items[k], p)
                if room < best:
                    best = room
                    body = self.items[k]
            if body == NONE:
                break
            p = self.pushed_out(self.bodies + body, p)
        return p.x, p.y

    @cfunc
    @nogil
    @exceptval(check=False)
    def pushed_out(self, body: pointer(Body), p: Spot) -> Spot:
        """The place near another one that is as far from a body as the disc needs."""
        ring: pointer(Spot) = self.corners + body.first
        k: Py_ssize_t
        best: double = INFINITY
        near: Spot = p
        inside: bint = body.count > 2
        for k in range(body.count):
            a: Spot = ring[k]
            b: Spot = ring[k + 1 if k + 1 < body.count else 0]
            if area(a, b, p) < 0.0:
                inside = False
            apart: double = gap(p, a, b)
            if apart < best:
                best = apart
                size: double = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)
                share: double = 0.0
                if size > 0.0:
                    share = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / size
                share = min(max(share, 0.0), 1.0)
                near = spot_of(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))
        if best == 0.0:
            return p
        out: double = (body.r + self.radius + 4.0 * self.slack) / (-best if inside else best)
        return spot_of(near.x + (p.x - near.x) * out, near.y + (p.y - near.y) * out)

    # --- arcs -------------------------------------------------------------------------------------

    @cfunc
    @exceptval(-1)
    def find_arcs(self, number: Py_ssize_t) -> cython.int:
        """Find the arcs of a body that no other one covers."""
        body: pointer(Body) = self.bodies + number
        ring: pointer(Spot) = self.corners + body.first
        arc: Arc
        k: Py_ssize_t
        for k in range(body.count):
            arc.x = ring[k].x
            arc.y = ring[k].y
            arc.own = body.r
            arc.r = body.r + self.radius
            arc.edge = NONE
            arc.edges = 0
            arc.begin = 0.0
            arc.width = 360.0
            if body.count > 1:
                a: Spot = ring[k - 1 if k else body.count - 1]
                b: Spot = ring[k + 1 if k + 1 < body.count else 0]
                arc.begin = angle_of(arc.y - a.y, a.x - arc.x)
                arc.width = turned(angle_of(b.y - arc.y, arc.x - b.x) - arc.begin)
                if not FLAT < arc.width <= 180.0 + ROUNDING:
                    continue
            self.cut(number, address(arc))
        return 0

    @cfunc
    @exceptval(-1)
    def cut(self, number: Py_ssize_t, arc: pointer(Arc)) -> cython.int:
        """Keep the parts of an arc that no other body covers, and that are within the bounds."""
        middle: Spot = spot_of(arc.x, arc.y)
        cuts: pointer(double) = NULL
        room: Py_ssize_t = 0
        count: Py_ssize_t = 2
        near: p_int = NULL
        near_room: Py_ssize_t = 0
        near_count: Py_ssize_t = 0
        k: Py_ssize_t
        i: cython.int
        try:
            room_for(address(cuts), address(room), 4, 64, sizeof(double))
            cuts[0] = 0.0
            cuts[1] = arc.width
            self.line += 1
            x: Py_ssize_t
            y: Py_ssize_t
            for y in range(self.row_at(arc.y - arc.r), self.row_at(arc.y + arc.r) + 1):
                for x in range(self.column_at(arc.x - arc.r), self.column_at(arc.x + arc.r) + 1):
                    cell: Py_ssize_t = y * self.columns + x
                    for i in range(self.cells[cell], self.cells[cell + 1]):
                        k = self.items[i]
                        if self.seen[k] == self.line or k == number:
                            continue
                        self.seen[k] = self.line
                        if self.away(k, middle) >= arc.r + self.radius:
                            continue
                        room_for(
                            address(near),
                            address(near_room),
                            near_count + 1,
                            16,
                            sizeof(cython.int),
                        )
                        near[near_count] = cast(cython.int, k)
                        near_count += 1
            for k in range(near_count):
                body: pointer(Body) = self.bodies + near[k]
                room_for(address(cuts), address(room), count + 4 * body.count, 64, sizeof(double))
                count = self.cuts_of(body, arc, cuts, count)
            room_for(address(cuts), address(room), count + 8, 64, sizeof(double))
            for k in range(4):
                side: double = self.bounds[k] - (arc.y if k % 2 else arc.x)
                if fabs(side) < arc.r:
                    count = put_cuts(arc, 90.0 if k % 2 else 0.0, side / arc.r, cuts, count)
            qsort(cuts, cast(size_t, count), sizeof(double), by_number)
            begin: double = -1.0
            beyond: double = 0.0  # of a circle: where the part that begins at position 0 ends
            for k in range(count - 1):
                if cuts[k + 1] - cuts[k] <= FLAT:
                    continue
                turn: Rotation = rotation_of(arc.begin + 0.5 * (cuts[k] + cuts[k + 1]))
                place: Spot = spot_of(arc.x + arc.r * turn.cosine, arc.y + arc.r * turn.sine)
                if self.is_free(place, near, near_count):
                    if begin < 0.0:
                        begin = cuts[k] if cuts[k] > FLAT else 0.0
                elif begin >= 0.0:
                    if begin == 0.0 and arc.width >= 360.0:
                        beyond = cuts[k]
                    else:
                        self.keep(arc, begin, cuts[k])
                    begin = -1.0
            if begin >= 0.0:
                self.keep(arc, begin, arc.width + beyond)
            elif beyond > 0.0:
                self.keep(arc, 0.0, beyond)
        finally:
            free(cuts)
            free(near)
        return 0

    @cfunc
    @nogil
    @exceptval(check=False)
    def is_free(self, place: Spot, near: p_int, count: Py_ssize_t) -> bint:
        """Whether a place is in the bounds, and off some bodies."""
        k: Py_ssize_t
        if not (
            self.bounds[0] - self.slack <= place.x <= self.bounds[2] + self.slack
            and self.bounds[1] - self.slack <= place.y <= self.bounds[3] + self.slack
        ):
            return False
        for k in range(count):  # noqa: SIM110
            if self.away(near[k], place) < self.radius - self.slack:
                return False
        return True

    @cfunc
    @nogil
    @exceptval(check=False)
    def cuts_of(
        self, body: pointer(Body), arc: pointer(Arc), cuts: pointer(double), count: Py_ssize_t
    ) -> Py_ssize_t:
        """Add where the outline of a grown body may cross an arc."""
        ring: pointer(Spot) = self.corners + body.first
        r: double = body.r + self.radius
        k: Py_ssize_t
        for k in range(body.count):
            dx: double = ring[k].x - arc.x
            dy: double = ring[k].y - arc.y
            apart: double = hypot(dx, dy)
            if apart > 0.0:
                share: double = (arc.r * arc.r + apart * apart - r * r) / (2.0 * arc.r * apart)
                if fabs(share) < 1.0:
                    count = put_cuts(arc, angle_of(dx, dy), share, cuts, count)
            b: Spot = ring[k + 1 if k + 1 < body.count else 0]
            nx: double = b.y - ring[k].y
            ny: double = ring[k].x - b.x
            size: double = hypot(nx, ny)
            if size > 0.0:
                height: double = (nx * dx + ny * dy) / size + r
                if fabs(height) < arc.r + self.slack:  # also where both begin in the same corner
                    share = min(max(height / arc.r, -1.0), 1.0)
                    count = put_cuts(arc, angle_of(nx, ny), share, cuts, count)
        return count

    @cfunc
    @exceptval(-1)
    def keep(self, arc: pointer(Arc), begin: double, end: double) -> cython.int:
        """Keep a part of an arc."""
        room_for(address(self.arcs), address(self.arc_room), self.count + 1, 64, sizeof(Arc))
        part: Arc = arc[0]
        part.begin = arc.begin + begin
        part.width = end - begin
        turn: Rotation = rotation_of(part.begin)
        part.first = spot_of(turn.cosine, turn.sine)
        turn = rotation_of(part.begin + part.width)
        part.last = spot_of(turn.cosine, turn.sine)
        self.arcs[self.count] = part
        self.count += 1
        return 0

    # --- tangents ---------------------------------------------------------------------------------

    @cfunc
    @nogil
    @exceptval(check=False)
    def touch(
        self, a: pointer(Arc), side: cython.int, b: pointer(Arc), far_side: cython.int
    ) -> Touch:
        """The tangent from an arc to another one; `leave` is -1 if there is none."""
        found: Touch
        found.leave = found.arrive = -1.0
        found.p = found.q = spot_of(a.x, a.y)
        dx: double = b.x - a.x
        dy: double = b.y - a.y
        apart: double = hypot(dx, dy)
        across: double = far_side * b.r - side * a.r
        if fabs(across) > apart or apart == 0.0:
            return found
        sine: double = across / apart
        cosine: double = sqrt(1.0 - sine * sine)
        x: double = (dx * cosine + dy * sine) / apart
        y: double = (dy * cosine - dx * sine) / apart
        found.arrive = 0.0
        if b.r > 0.0:
            found.arrive = position(b, far_side * y, -far_side * x)
            if found.arrive < 0.0:
                return found
        found.leave = position(a, side * y, -side * x) if a.r > 0.0 else 0.0
        found.p = spot_of(a.x + a.r * side * y, a.y - a.r * side * x)
        found.q = spot_of(b.x + b.r * far_side * y, b.y - b.r * far_side * x)
        return found

    @cfunc
    @exceptval(-1)
    def put_edge(
        self, arc: Py_ssize_t, side: cython.int, far_side: cython.int, touch: Touch
    ) -> cython.int:
        """Add a tangent."""
        room_for(
            address(self.edges), address(self.edge_room), self.edge_count + 1, 256, sizeof(Edge)
        )
        edge: pointer(Edge) = self.edges + self.edge_count
        self.edge_count += 1
        edge.arc = arc
        edge.side = side
        edge.far_side = far_side
        edge.leave = touch.leave
        edge.arrive = touch.arrive
        edge.length = hypot(touch.q.x - touch.p.x, touch.q.y - touch.p.y)
        edge.x = touch.q.x
        edge.y = touch.q.y
        edge.mark = 0
        return 0

    @cfunc
    @exceptval(-1)
    def spread(self, number: Py_ssize_t) -> cython.int:
        """Find the tangents that leave an arc."""
        k: Py_ssize_t
        first: Py_ssize_t = self.edge_count
        for k in range(self.count):
            self.connect(number, k)
        arc: pointer(Arc) = self.arcs + number
        arc.edges = self.edge_count - first
        arc.edge = first
        return 0

    @cfunc
    @exceptval(-1)
    def connect(self, number: Py_ssize_t, k: Py_ssize_t) -> cython.int:
        """Find the tangents from an arc to another one."""
        arc: pointer(Arc) = self.arcs + number
        other: pointer(Arc) = self.arcs + k
        side: cython.int
        far_side: cython.int
        dx: double = other.x - arc.x
        dy: double = other.y - arc.y
        if k == number or is_behind(arc, dx, dy, other.r) or is_behind(other, -dx, -dy, arc.r):
            return 0
        for side in range(-1, 2, 2):
            for far_side in range(-1, 2, 2):
                touch: Touch = self.touch(arc, side, other, far_side)
                if touch.leave >= 0.0 and self.sees(touch.p, touch.q, self.radius):
                    self.put_edge(k, side, far_side, touch)
        return 0

    @cfunc
    @exceptval(-1)
    def spread_end(self, place: Spot, is_goal: bint) -> cython.int:
        """Find the tangents from the start or to the goal.

        These are judged by the room that there is at that end: it may touch walls.
        """
        end: Arc
        end.x = place.x
        end.y = place.y
        end.r = 0.0
        touch: Touch
        side: cython.int
        k: Py_ssize_t
        room: double = self.room_at(place)
        for k in range(self.count):
            arc: pointer(Arc) = self.arcs + k
            if is_behind(arc, place.x - arc.x, place.y - arc.y, 0.0):
                continue
            apart: double = hypot(place.x - arc.x, place.y - arc.y)
            for side in range(-1, 2, 2):
                if apart < arc.r:  # by a hair: the way begins on the arc
                    at: double = -1.0
                    if apart > 0.0:
                        at = position(arc, (place.x - arc.x) / apart, (place.y - arc.y) / apart)
                    touch.leave = touch.arrive = at
                    touch.p = touch.q = place
                elif is_goal:
                    touch = self.touch(arc, side, address(end), 1)
                else:
                    touch = self.touch(address(end), 1, arc, side)
                if touch.leave >= 0.0 and self.sees(touch.p, touch.q, room):
                    self.put_edge(k, side, side, touch)
        return 0

    def is_straight(self, start: tuple, goal: tuple) -> bool:
        """Whether nothing is between two places."""
        p: Spot = spot_of(start[0], start[1])
        q: Spot = spot_of(goal[0], goal[1])
        return self.sees(p, q, min(self.room_at(p), self.room_at(q)))

    # --- the search -------------------------------------------------------------------------------

    def way(self, start: tuple, goal: tuple, struck: set) -> list | None:
        """The shortest way that is not straight.

        Args:
            start: (x, y).
            goal: (x, y).
            struck: (arc, side, arc, side) of tangents that must not be used; START and GOAL are
                numbers of arcs, with side 0.

        Returns:
            (x, y, r, side, is_far, arc) of each arc round which it goes, `r` without the disc, and
            whether it turns by more than 180 degrees; None if there is no way.
        """
        begin: Spot = spot_of(start[0], start[1])
        end: Spot = spot_of(goal[0], goal[1])
        ends: pointer(Edge) = NULL
        kept: Py_ssize_t = self.edge_count
        try:
            self.spread_end(begin, False)
            starts: Py_ssize_t = self.edge_count
            self.spread_end(end, True)
            count: Py_ssize_t = self.edge_count - kept
            ends = cast(pointer(Edge), calloc(cast(size_t, count + 1), sizeof(Edge)))
            if ends is NULL:
                raise MemoryError
            k: Py_ssize_t
            for k in range(count):
                ends[k] = self.edges[kept + k]
            self.edge_count = kept
            if starts == kept or count == starts - kept:
                return None
            return self.search(end, ends, starts - kept, count, struck)
        finally:
            free(ends)

    @cfunc
    def search(
        self,
        goal: Spot,
        ends: pointer(Edge),
        starts: Py_ssize_t,
        count: Py_ssize_t,
        struck: set,
    ) -> list | None:
        """The shortest way, by the tangents from the start, then those to the goal, in `ends`.

        A tangent from the start is known by its number, all others by theirs and `starts`.
        """
        self.mark += 1
        self.heap_count = 0
        k: Py_ssize_t
        at: Py_ssize_t
        edge: pointer(Edge)
        step: pointer(Edge)
        arc: pointer(Arc)
        best: double = INFINITY
        best_edge: Py_ssize_t = NONE
        leave: double = 0.0  # where the way leaves its last arc
        goals: Py_ssize_t = count - starts
        by_arc: p_int = cast(p_int, calloc(cast(size_t, 2 * self.count + 1), sizeof(cython.int)))
        if by_arc is NULL:
            raise MemoryError
        try:
            for k in range(goals):
                edge = ends + starts + k
                by_arc[2 * edge.arc + (1 if edge.side > 0 else 0)] = cast(cython.int, k + 1)
            for k in range(starts):
                edge = ends + k
                if struck and (START, 0, edge.arc, edge.far_side) in struck:
                    continue
                edge.g = 0.0
                edge.parent = NONE
                self.put(edge.length + hypot(goal.x - edge.x, goal.y - edge.y), k)
            while self.heap_count and self.heap[0].f < best:
                at = self.pop()
                edge = ends + at if at < starts else self.edges + (at - starts)
                number: Py_ssize_t = edge.arc
                side: cython.int = edge.far_side
                g: double = edge.g + edge.length
                arrive: double = edge.arrive
                if at >= starts:
                    if edge.mark != self.mark:  # it was gone on from
                        continue
                    edge.mark = -self.mark
                if self.arcs[number].edge == NONE:
                    self.spread(number)  # no address of a tangent is valid after this
                arc = self.arcs + number
                k = by_arc[2 * number + (1 if side > 0 else 0)] - 1
                if k >= 0:
                    step = ends + starts + k
                    far: double = self.turn(arc, side, arrive, step.leave)
                    if (
                        far >= 0.0
                        and g + far + step.length < best
                        and not (struck and (number, side, GOAL, 0) in struck)
                    ):
                        best = g + far + step.length
                        best_edge = at
                        leave = step.leave
                for k in range(arc.edge, arc.edge + arc.edges):
                    step = self.edges + k
                    if step.side != side or step.mark == -self.mark:
                        continue
                    on: double = self.turn(arc, side, arrive, step.leave)
                    if on < 0.0 or (step.mark == self.mark and step.g <= g + on):
                        continue
                    if struck and (number, side, step.arc, step.far_side) in struck:
                        continue
                    step.mark = self.mark
                    step.g = g + on
                    step.parent = at
                    self.put(
                        g + on + step.length + hypot(goal.x - step.x, goal.y - step.y), k + starts
                    )
            if best_edge == NONE:
                return None
            way: list = []
            while best_edge != NONE:
                edge = ends + best_edge if best_edge < starts else self.edges + (best_edge - starts)
                arc = self.arcs + edge.arc
                far = self.turn(arc, edge.far_side, edge.arrive, leave)
                is_far: bint = far > arc.r * 3.141592653589793
                way.append((arc.x, arc.y, arc.own, edge.far_side, is_far, edge.arc))
                leave = edge.leave
                best_edge = edge.parent
            return way[::-1]
        finally:
            free(by_arc)

    @cfunc
    @nogil
    @exceptval(check=False)
    def turn(self, arc: pointer(Arc), side: cython.int, arrive: double, leave: double) -> double:
        """How far it is along an arc; -1 if that is not ahead."""
        ahead: double = side * (leave - arrive)
        if arc.width >= 360.0:
            ahead = turned(ahead)
            if ahead > 360.0 - ROUNDING:
                ahead = 0.0
        elif ahead < -ROUNDING:
            return -1.0
        return arc.r * max(ahead, 0.0) * 0.017453292519943295

    @cfunc
    @exceptval(-1)
    def put(self, f: double, edge: Py_ssize_t) -> cython.int:
        """Put a tangent on the heap."""
        entry: Entry
        room_for(
            address(self.heap), address(self.heap_room), self.heap_count + 1, 256, sizeof(Entry)
        )
        entry.f = f
        entry.edge = edge
        hole: Py_ssize_t = self.heap_count
        self.heap_count += 1
        while hole and is_before(entry, self.heap[(hole - 1) // 2]):
            self.heap[hole] = self.heap[(hole - 1) // 2]
            hole = (hole - 1) // 2
        self.heap[hole] = entry
        return 0

    @cfunc
    @exceptval(check=False)
    def pop(self) -> Py_ssize_t:
        """Take the first tangent from the heap, which must not be empty."""
        first: Py_ssize_t = self.heap[0].edge
        self.heap_count -= 1
        entry: Entry = self.heap[self.heap_count]
        hole: Py_ssize_t = 0
        child: Py_ssize_t = 1
        while child < self.heap_count:
            if child + 1 < self.heap_count and is_before(self.heap[child + 1], self.heap[child]):
                child += 1
            if not is_before(self.heap[child], entry):
                break
            self.heap[hole] = self.heap[child]
            hole = child
            child = 2 * hole + 1
        self.heap[hole] = entry
        return first


@cfunc
@inline
@nogil
@exceptval(check=False)
def is_before(a: Entry, b: Entry) -> bint:
    """The order of the heap."""
    return a.f < b.f or (a.f == b.f and a.edge < b.edge)


@cfunc
@nogil
@exceptval(check=False)
def put_cuts(
    arc: pointer(Arc), degrees: double, cosine: double, cuts: pointer(double), count: Py_ssize_t
) -> Py_ssize_t:
    """Add the positions on an arc that are that far from a direction, to both sides of it."""
    half: double = angle_of(cosine, sqrt(1.0 - cosine * cosine))
    side: cython.int
    for side in range(-1, 2, 2):
        at: double = turned(degrees + side * half - arc.begin)
        if at < arc.width:
            cuts[count] = at
            count += 1
    return count
