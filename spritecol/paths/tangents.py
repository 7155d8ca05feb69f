"""The tangents between the corners of grown walls, and the shortest way along them.

The center of the disc may be anywhere outside the walls, each grown by the radius. The shortest way
there is like a taut string: straight along lines that touch two grown corners, and around the arcs
between them. So a search goes from arc to arc. The tangents that leave an arc and hit nothing are
found when a search first reaches the arc, and are kept.

An arc is a part of the circle around a corner that no other wall covers. A corner in a row of tiles
has no arc. A way goes around it to the left (side 1) or to the right (-1), with y up, and its
position on the arc is from 0 to `width`, in degrees.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxView
from cython.cimports.spritecol._engine.box_tests import box_view, include_point, inverted_box
from cython.cimports.spritecol._engine.broad_phase import quadtree, tree_queries
from cython.cimports.spritecol._engine.broad_phase.quadtree import BuildOptions, Quadtree
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.distances import distance_of_polygons
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.pairs import GIVEN, PairList, new_pairs, second_of
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._support.libc import INFINITY, calloc, fabs, fmod, free, qsort, sqrt
from cython.cimports.spritecol._support.polar import Rotation, angle_of, hypot, rotation_of

Spot = C.struct(x=C.double, y=C.double)

RoundWall = C.struct(  # a convex part of a wall
    ring=C.pointer(Spot),  # its corners
    count=C.int,
    r=C.double,  # it is all points this near to the corners' hull
)

Arc = C.struct(
    x=C.double,
    y=C.double,
    r=C.double,
    own=C.double,  # r without the disc
    begin=C.double,  # degrees
    width=C.double,
    first=Spot,  # the unit normals at both ends
    last=Spot,
    edge=C.Py_ssize_t,  # the first tangent that leaves it; -1 if not known yet
    edges=C.Py_ssize_t,
)

Tangent = C.struct(  # a tangent
    arc=C.Py_ssize_t,  # the arc it leads to; for one to the goal, the arc it leaves
    side=C.int,  # of the arc that it leaves
    far_side=C.int,
    leave=C.double,  # positions
    arrive=C.double,
    length=C.double,
    x=C.double,  # where it ends
    y=C.double,
    g=C.double,  # the distance from the start to its beginning
    parent=C.Py_ssize_t,  # the tangent before; NO_ARC_BEFORE for one from the start
    mark=C.longlong,  # the search that has set both
)

QueueEntry = C.struct(f=C.double, edge=C.Py_ssize_t)
"""An entry of the heap: a lower limit for the distance from start to goal by a tangent."""

Ending = C.struct(length=C.double, edge=C.Py_ssize_t, leave=C.double)
"""The shortest way so far: its next to last tangent, and where its last tangent leaves the arc."""

Sight = C.struct(bodies=C.pointer(RoundWall), line=Spot[2], size=C.double, least=C.double)
"""A line, and how far from it bodies must be."""

Touch = C.struct(leave=C.double, arrive=C.double, p=Spot, q=Spot)
"""Where a tangent touches two arcs: positions and places."""

NO_ARC_BEFORE = C.declare(C.Py_ssize_t, -1)
START = C.declare(C.Py_ssize_t, -2)
GOAL = C.declare(C.Py_ssize_t, -3)

PAST_ARC = C.declare(C.double, 1e-3)
"""In degrees. A position beyond the end of an arc by less than this is at its end."""

NO_ARC = C.declare(C.double, 1e-9)
"""In degrees. Shorter arcs are dropped."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def spot_of(x: C.double, y: C.double) -> Spot:
    """A place."""
    spot: Spot
    spot.x = x
    spot.y = y
    return spot


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def distance_from_wall(body: C.pointer(RoundWall), spots: C.pointer(Spot), count: C.int) -> Nearest:
    """How far a position, or the line between two positions, is from a body. Negative inside it."""
    near: Nearest
    distance_of_polygons(
        C.cast(Numbers, spots), count, C.cast(Numbers, body.ring), body.count, C.address(near)
    )
    near.distance -= body.r
    return near


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def stops_sight(number: C.Py_ssize_t, _at: C.double, context: C.p_void) -> C.double:
    """Whether a body stops a line: STOP, or how far along the line to continue the search."""
    sight: C.pointer(Sight) = C.cast(C.pointer(Sight), context)
    body: C.pointer(RoundWall) = sight.bodies + number
    p: Spot = sight.line[0]
    dx: C.double = sight.line[1].x - p.x
    dy: C.double = sight.line[1].y - p.y
    low: C.double = INFINITY  # where its corners are across the line and along it, times its length
    high: C.double = -INFINITY
    before: C.double = INFINITY
    after: C.double = -INFINITY
    k: C.int
    for k in range(body.count):
        x: C.double = body.ring[k].x - p.x
        y: C.double = body.ring[k].y - p.y
        low = min(low, dx * y - dy * x)
        high = max(high, dx * y - dy * x)
        before = min(before, dx * x + dy * y)
        after = max(after, dx * x + dy * y)
    most: C.double = (sight.least + body.r) * sight.size
    if most > 0.0:  # most bodies are clearly beside the line or across it
        if low >= most or high <= -most:
            return 1.0
        if low < 0.0 < high and before > 0.0 and after < sight.size * sight.size:
            return quadtree.STOP
    near: Nearest = distance_from_wall(body, sight.line, 2)
    return quadtree.STOP if near.distance < sight.least else 1.0


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def positive_angle(degrees: C.double) -> C.double:
    """An angle from 0 to 360."""
    rest: C.double = fmod(degrees, 360.0)
    return rest + 360.0 if rest < 0.0 else rest


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def position(arc: C.pointer(Arc), x: C.double, y: C.double) -> C.double:
    """Return the position of a unit normal on an arc, or -1 if it is not on the arc."""
    if arc.width < 180.0 and (
        arc.first.x * y - arc.first.y * x < -2e-5 or x * arc.last.y - y * arc.last.x < -2e-5
    ):
        return -1.0
    at: C.double = positive_angle(angle_of(x, y) - arc.begin)
    if at <= arc.width:
        return at
    if at <= arc.width + PAST_ARC:
        return arc.width
    return 0.0 if at >= 360.0 - PAST_ARC else -1.0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def by_number(a: C.p_const_void, b: C.p_const_void) -> C.int:
    """The order of numbers."""
    x: C.double = C.cast(C.p_double, a)[0]
    y: C.double = C.cast(C.p_double, b)[0]
    return -1 if x < y else 1 if x > y else 0


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_behind(arc: C.pointer(Arc), dx: C.double, dy: C.double, r: C.double) -> C.bint:
    """Whether no tangent can lead to a circle at this distance from the center of an arc.

    The circle is behind the arc, or wholly before it. Then a line that touches it crosses the wall,
    or turns away from the wall.
    """
    if arc.width > 179.0:
        return False
    least: C.double = arc.r - r - PAST_ARC * (arc.r + fabs(dx) + fabs(dy))
    most: C.double = arc.r + r + PAST_ARC * (arc.r + fabs(dx) + fabs(dy))
    first: C.double = arc.first.x * dx + arc.first.y * dy
    last: C.double = arc.last.x * dx + arc.last.y * dy
    if first > most and last > most:
        return True
    is_within: C.bint = (
        arc.first.x * dy - arc.first.y * dx >= 0.0 and dx * arc.last.y - dy * arc.last.x >= 0.0
    )
    return first < least and last < least and not is_within


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.final
@C.cclass
class Tangents:
    """The arcs of grown walls, and the tangents between them.

    Attributes:
        count: the number of arcs.
    """

    count = C.declare(C.Py_ssize_t, visibility="readonly")
    radius: C.double
    slack: C.double
    bounds: C.double[4]
    corners: C.pointer(Spot)
    bodies: C.pointer(RoundWall)
    body_count: C.Py_ssize_t
    boxes: C.pointer(Box)  # by body: its box, grown by the disc
    tree: Quadtree  # of the boxes
    found: PairList  # of the last search for bodies
    arcs: C.pointer(Arc)
    arc_room: C.Py_ssize_t
    edges: C.pointer(Tangent)
    edge_count: C.Py_ssize_t
    edge_room: C.Py_ssize_t
    heap: C.pointer(QueueEntry)
    heap_count: C.Py_ssize_t
    heap_room: C.Py_ssize_t
    mark: C.longlong

    def __init__(
        self, cores: list, radius: C.double, slack: C.double, bounds: tuple | None
    ) -> None:
        """Find the arcs.

        Args:
            cores: (corners, r) of convex parts, each corner once and the inside to the left.
            radius: the radius of the disc.
            slack: bodies that overlap by less than this only touch.
            bounds: left, top, right, bottom of the area in which the center may be.
        """
        if self.corners is not C.NULL:
            raise RuntimeError("they are made once")
        self.radius = radius
        self.slack = slack
        far: C.double = INFINITY
        self.bounds[0], self.bounds[1], self.bounds[2], self.bounds[3] = (
            (-far, -far, far, far) if bounds is None else bounds
        )
        count: C.Py_ssize_t = 0
        for corners, _ in cores:
            count += len(corners)
        self.corners = C.cast(C.pointer(Spot), calloc(count + 1, C.sizeof(Spot)))
        self.bodies = C.cast(C.pointer(RoundWall), calloc(len(cores) + 1, C.sizeof(RoundWall)))
        self.boxes = C.cast(C.pointer(Box), calloc(len(cores) + 1, C.sizeof(Box)))
        if self.corners is C.NULL or self.bodies is C.NULL or self.boxes is C.NULL:
            raise MemoryError
        k: C.Py_ssize_t = 0
        for corners, r in cores:
            k += self.add_body(self.corners + k, corners, r)
        self.found = new_pairs(C.NULL)
        self.tree = Quadtree()
        if self.body_count:
            options: BuildOptions = quadtree.usual_options()
            view: BoxView = box_view(self.boxes, C.NULL, self.body_count)
            self.tree.build(C.address(view), C.address(options), C.NULL)
            tree_queries.open_directory(self.tree)
        for k in range(self.body_count):
            self.find_arcs(k)

    @C.cfunc
    @C.exceptval(-1)
    def add_body(self, ring: C.pointer(Spot), corners: object, r: C.double) -> C.Py_ssize_t:
        """Add a convex part, with its corners and its box. Return how many corners it has."""
        body: C.pointer(RoundWall) = self.bodies + self.body_count
        box: C.pointer(Box) = self.boxes + self.body_count
        k: C.int = 0
        self.body_count += 1
        box[0] = inverted_box()
        for x, y in corners:
            ring[k] = spot_of(x, y)
            include_point(box, ring[k].x, ring[k].y)
            k += 1
        body.ring = ring
        body.count = k
        body.r = r
        box.left -= body.r + self.radius
        box.top -= body.r + self.radius
        box.right += body.r + self.radius
        box.bottom += body.r + self.radius
        return k

    def __dealloc__(self):
        free(self.corners)
        free(self.bodies)
        free(self.boxes)
        free(self.arcs)
        free(self.edges)
        free(self.heap)

    # --- obstacles ------------------------------------------------------------------------

    @C.cfunc
    @C.exceptval(-1)
    def find_near(self, p: Spot, reach: C.double) -> C.int:
        """Set `found` to the bodies whose boxes are within a distance of a position, in their
        order.
        """
        box: Box = Box(p.x - reach, p.y - reach, p.x + reach, p.y + reach)
        self.found.count = 0
        tree_queries.pairs_with_box(self.tree, C.address(box), 0, GIVEN, self.found)
        self.found.sort(1, self.body_count)
        return 0

    @C.cfunc
    @C.nogil
    @C.exceptval(check=False)
    def sees(self, p: Spot, q: Spot, room: C.double) -> C.bint:
        """Whether all bodies are at least a distance away from a line."""
        sight: Sight
        sight.bodies = self.bodies
        sight.line[0] = p
        sight.line[1] = q
        sight.size = hypot(q.x - p.x, q.y - p.y)
        sight.least = room - self.slack
        box: Box = Box(p.x, p.y, p.x, p.y)
        dx: C.double = q.x - p.x
        dy: C.double = q.y - p.y
        return (
            tree_queries.walk_way(
                self.tree, C.address(box), dx, dy, False, 1.0, stops_sight, C.address(sight)
            )
            != quadtree.STOP
        )

    @C.cfunc
    @C.exceptval(-2.0)
    def room_at(self, p: Spot) -> C.double:
        """Return the distance from a position to the nearest body, at most the radius of the
        disc.
        """
        room: C.double = self.radius
        k: C.Py_ssize_t
        self.find_near(p, self.slack)
        for k in range(self.found.count):
            room = min(
                room,
                distance_from_wall(
                    self.bodies + second_of(self.found.items[k]), C.address(p), 1
                ).distance,
            )
        return room

    def outside(self, place: tuple, least: C.double) -> tuple:
        """Return a position, moved out of any body that it is too near to.

        The body of a round wall is a polygon around the wall, so a position beside the wall may be
        inside the body.
        """
        p: Spot = spot_of(place[0], place[1])
        near: Nearest
        _tries: C.int
        for _tries in range(4):
            k: C.Py_ssize_t
            best: C.double = least
            body: C.Py_ssize_t = NO_ARC_BEFORE
            self.find_near(p, self.slack)
            for k in range(self.found.count):
                near = distance_from_wall(
                    self.bodies + second_of(self.found.items[k]), C.address(p), 1
                )
                if near.distance < best:
                    best = near.distance
                    body = second_of(self.found.items[k])
            if body == NO_ARC_BEFORE:
                break
            near = distance_from_wall(self.bodies + body, C.address(p), 1)
            out: C.double = self.radius + 4.0 * self.slack - near.distance
            p = spot_of(p.x + out * near.nx, p.y + out * near.ny)
        return p.x, p.y

    # --- arcs -------------------------------------------------------------------------------------

    @C.cfunc
    @C.exceptval(-1)
    def find_arcs(self, number: C.Py_ssize_t) -> C.int:
        """Find the arcs of a body that no other body covers."""
        body: C.pointer(RoundWall) = self.bodies + number
        ring: C.pointer(Spot) = body.ring
        arc: Arc
        k: C.Py_ssize_t
        for k in range(body.count):
            arc.x = ring[k].x
            arc.y = ring[k].y
            arc.own = body.r
            arc.r = body.r + self.radius
            arc.edge = NO_ARC_BEFORE
            arc.edges = 0
            arc.begin = 0.0
            arc.width = 360.0
            if body.count > 1:
                a: Spot = ring[k - 1 if k else body.count - 1]
                b: Spot = ring[k + 1 if k + 1 < body.count else 0]
                arc.begin = angle_of(arc.y - a.y, a.x - arc.x)
                arc.width = positive_angle(angle_of(b.y - arc.y, arc.x - b.x) - arc.begin)
                if not NO_ARC < arc.width <= 180.0 + PAST_ARC:
                    continue
            self.cut(number, C.address(arc))
        return 0

    @C.cfunc
    @C.exceptval(-1)
    def cut(self, number: C.Py_ssize_t, arc: C.pointer(Arc)) -> C.int:
        """Keep the parts of an arc that no other body covers, and that are within the bounds."""
        middle: Spot = spot_of(arc.x, arc.y)
        cuts: C.pointer(C.double) = C.NULL
        room: C.Py_ssize_t = 0
        count: C.Py_ssize_t = 2
        k: C.Py_ssize_t
        try:
            room_for(C.address(cuts), C.address(room), 4, 64, C.sizeof(C.double))
            cuts[0] = 0.0
            cuts[1] = arc.width
            self.find_near(middle, arc.r)
            for k in range(self.found.count):
                other: C.Py_ssize_t = second_of(self.found.items[k])
                if other != number:
                    body: C.pointer(RoundWall) = self.bodies + other
                    most: C.Py_ssize_t = count + 4 * body.count
                    room_for(C.address(cuts), C.address(room), most, 64, C.sizeof(C.double))
                    count = self.cuts_of(body, arc, cuts, count)
            room_for(C.address(cuts), C.address(room), count + 8, 64, C.sizeof(C.double))
            for k in range(4):
                side: C.double = self.bounds[k] - (arc.y if k % 2 else arc.x)
                if fabs(side) < arc.r:
                    count = put_cuts(arc, 90.0 if k % 2 else 0.0, side / arc.r, cuts, count)
            qsort(cuts, C.cast(C.size_t, count), C.sizeof(C.double), by_number)
            self.keep_free_parts(number, arc, cuts, count)
        finally:
            free(cuts)
        return 0

    @C.cfunc
    @C.exceptval(-1)
    def keep_free_parts(
        self,
        number: C.Py_ssize_t,
        arc: C.pointer(Arc),
        cuts: C.pointer(C.double),
        count: C.Py_ssize_t,
    ) -> C.int:
        """Keep the free parts of an arc that is cut at some positions, in their order."""
        begin: C.double = -1.0
        beyond: C.double = 0.0  # for a circle: where the part that begins at position 0 ends
        k: C.Py_ssize_t
        for k in range(count - 1):
            if cuts[k + 1] - cuts[k] <= NO_ARC:
                continue
            turn: Rotation = rotation_of(arc.begin + 0.5 * (cuts[k] + cuts[k + 1]))
            place: Spot = spot_of(arc.x + arc.r * turn.cosine, arc.y + arc.r * turn.sine)
            if self.is_free(place, number):
                if begin < 0.0:
                    begin = cuts[k] if cuts[k] > NO_ARC else 0.0
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
        return 0

    @C.cfunc
    @C.nogil
    @C.exceptval(check=False)
    def is_free(self, place: Spot, number: C.Py_ssize_t) -> C.bint:
        """Whether a position is in the bounds, and outside all bodies found except one."""
        k: C.Py_ssize_t
        if not (
            self.bounds[0] - self.slack <= place.x <= self.bounds[2] + self.slack
            and self.bounds[1] - self.slack <= place.y <= self.bounds[3] + self.slack
        ):
            return False
        for k in range(self.found.count):
            other: C.Py_ssize_t = second_of(self.found.items[k])
            if other == number:
                continue
            if (
                distance_from_wall(self.bodies + other, C.address(place), 1).distance
                < self.radius - self.slack
            ):
                return False
        return True

    @C.cfunc
    @C.nogil
    @C.exceptval(check=False)
    def cuts_of(
        self,
        body: C.pointer(RoundWall),
        arc: C.pointer(Arc),
        cuts: C.pointer(C.double),
        count: C.Py_ssize_t,
    ) -> C.Py_ssize_t:
        """Add the positions where the outline of a grown body may cross an arc."""
        ring: C.pointer(Spot) = body.ring
        r: C.double = body.r + self.radius
        k: C.Py_ssize_t
        for k in range(body.count):
            dx: C.double = ring[k].x - arc.x
            dy: C.double = ring[k].y - arc.y
            apart: C.double = hypot(dx, dy)
            if apart > 0.0:
                share: C.double = (arc.r * arc.r + apart * apart - r * r) / (2.0 * arc.r * apart)
                if fabs(share) < 1.0:
                    count = put_cuts(arc, angle_of(dx, dy), share, cuts, count)
            b: Spot = ring[k + 1 if k + 1 < body.count else 0]
            nx: C.double = b.y - ring[k].y
            ny: C.double = ring[k].x - b.x
            size: C.double = hypot(nx, ny)
            if size > 0.0:
                height: C.double = (nx * dx + ny * dy) / size + r
                if fabs(height) < arc.r + self.slack:  # even if both begin in the same corner
                    share = min(max(height / arc.r, -1.0), 1.0)
                    count = put_cuts(arc, angle_of(nx, ny), share, cuts, count)
        return count

    @C.cfunc
    @C.exceptval(-1)
    def keep(self, arc: C.pointer(Arc), begin: C.double, end: C.double) -> C.int:
        """Keep a part of an arc."""
        room_for(C.address(self.arcs), C.address(self.arc_room), self.count + 1, 64, C.sizeof(Arc))
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

    @C.cfunc
    @C.nogil
    @C.exceptval(check=False)
    def touch(self, a: C.pointer(Arc), side: C.int, b: C.pointer(Arc), far_side: C.int) -> Touch:
        """Return the tangent from one arc to another. `leave` is -1 if there is none."""
        found: Touch
        found.leave = found.arrive = -1.0
        found.p = found.q = spot_of(a.x, a.y)
        dx: C.double = b.x - a.x
        dy: C.double = b.y - a.y
        apart: C.double = hypot(dx, dy)
        across: C.double = far_side * b.r - side * a.r
        if fabs(across) > apart or apart == 0.0:
            return found
        sine: C.double = across / apart
        cosine: C.double = sqrt(1.0 - sine * sine)
        x: C.double = (dx * cosine + dy * sine) / apart
        y: C.double = (dy * cosine - dx * sine) / apart
        found.arrive = 0.0
        if b.r > 0.0:
            found.arrive = position(b, far_side * y, -far_side * x)
            if found.arrive < 0.0:
                return found
        found.leave = position(a, side * y, -side * x) if a.r > 0.0 else 0.0
        found.p = spot_of(a.x + a.r * side * y, a.y - a.r * side * x)
        found.q = spot_of(b.x + b.r * far_side * y, b.y - b.r * far_side * x)
        return found

    @C.cfunc
    @C.exceptval(-1)
    def put_edge(self, arc: C.Py_ssize_t, side: C.int, far_side: C.int, touch: Touch) -> C.int:
        """Add a tangent."""
        room_for(
            C.address(self.edges),
            C.address(self.edge_room),
            self.edge_count + 1,
            256,
            C.sizeof(Tangent),
        )
        edge: C.pointer(Tangent) = self.edges + self.edge_count
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

    @C.cfunc
    @C.exceptval(-1)
    def spread(self, number: C.Py_ssize_t) -> C.int:
        """Find the tangents that leave an arc."""
        k: C.Py_ssize_t
        first: C.Py_ssize_t = self.edge_count
        for k in range(self.count):
            self.connect(number, k)
        arc: C.pointer(Arc) = self.arcs + number
        arc.edges = self.edge_count - first
        arc.edge = first
        return 0

    @C.cfunc
    @C.exceptval(-1)
    def connect(self, number: C.Py_ssize_t, k: C.Py_ssize_t) -> C.int:
        """Find the tangents from one arc to another."""
        arc: C.pointer(Arc) = self.arcs + number
        other: C.pointer(Arc) = self.arcs + k
        side: C.int
        far_side: C.int
        dx: C.double = other.x - arc.x
        dy: C.double = other.y - arc.y
        if k == number or is_behind(arc, dx, dy, other.r) or is_behind(other, -dx, -dy, arc.r):
            return 0
        for side in range(-1, 2, 2):
            for far_side in range(-1, 2, 2):
                touch: Touch = self.touch(arc, side, other, far_side)
                if touch.leave >= 0.0 and self.sees(touch.p, touch.q, self.radius):
                    self.put_edge(k, side, far_side, touch)
        return 0

    @C.cfunc
    @C.exceptval(-1)
    def spread_end(self, place: Spot, is_goal: C.bint) -> C.int:
        """Find the tangents from the start or to the goal.

        They need only as much room as there is at that end, which may touch walls.
        """
        end: Arc
        end.x = place.x
        end.y = place.y
        end.r = 0.0
        touch: Touch
        side: C.int
        k: C.Py_ssize_t
        room: C.double = self.room_at(place)
        for k in range(self.count):
            arc: C.pointer(Arc) = self.arcs + k
            if is_behind(arc, place.x - arc.x, place.y - arc.y, 0.0):
                continue
            apart: C.double = hypot(place.x - arc.x, place.y - arc.y)
            for side in range(-1, 2, 2):
                if apart < arc.r:  # within rounding: the way begins on the arc
                    at: C.double = -1.0
                    if apart > 0.0:
                        at = position(arc, (place.x - arc.x) / apart, (place.y - arc.y) / apart)
                    touch.leave = touch.arrive = at
                    touch.p = touch.q = place
                elif is_goal:
                    touch = self.touch(arc, side, C.address(end), 1)
                else:
                    touch = self.touch(C.address(end), 1, arc, side)
                if touch.leave >= 0.0 and self.sees(touch.p, touch.q, room):
                    self.put_edge(k, side, side, touch)
        return 0

    def is_straight(self, start: tuple, goal: tuple) -> bool:
        """Whether nothing is between two positions."""
        p: Spot = spot_of(start[0], start[1])
        q: Spot = spot_of(goal[0], goal[1])
        return self.sees(p, q, min(self.room_at(p), self.room_at(q)))

    # --- the search -------------------------------------------------------------------------------

    def way(self, start: tuple, goal: tuple, struck: set) -> list | None:
        """Return the shortest way that is not straight.

        Args:
            start: (x, y).
            goal: (x, y).
            struck: (arc, side, arc, side) of tangents that must not be used. START and GOAL count
                as arcs, with side 0.

        Returns:
            (x, y, r, side, is_far, arc) for each arc that the way goes around, or None if there is
            no way. `r` is without the disc, and `is_far` is whether the way turns there by more
            than 180 degrees.
        """
        begin: Spot = spot_of(start[0], start[1])
        end: Spot = spot_of(goal[0], goal[1])
        ends: C.pointer(Tangent) = C.NULL
        kept: C.Py_ssize_t = self.edge_count
        try:
            self.spread_end(begin, False)
            starts: C.Py_ssize_t = self.edge_count
            self.spread_end(end, True)
            count: C.Py_ssize_t = self.edge_count - kept
            ends = C.cast(
                C.pointer(Tangent), calloc(C.cast(C.size_t, count + 1), C.sizeof(Tangent))
            )
            if ends is C.NULL:
                raise MemoryError
            k: C.Py_ssize_t
            for k in range(count):
                ends[k] = self.edges[kept + k]
            self.edge_count = kept
            if starts == kept or count == starts - kept:
                return None
            return self.search(end, ends, starts - kept, count, struck)
        finally:
            free(ends)

    @C.cfunc
    def search(
        self,
        goal: Spot,
        ends: C.pointer(Tangent),
        starts: C.Py_ssize_t,
        count: C.Py_ssize_t,
        struck: set,
    ) -> list | None:
        """Return the shortest way, given in `ends` the tangents from the start, then those to the
        goal.

        A tangent from the start is identified by its number, and any other tangent by its number
        plus `starts`.
        """
        self.mark += 1
        self.heap_count = 0
        k: C.Py_ssize_t
        at: C.Py_ssize_t
        best: Ending
        best.length = INFINITY
        best.edge = NO_ARC_BEFORE
        by_arc: C.p_int = C.cast(
            C.p_int, calloc(C.cast(C.size_t, 2 * self.count + 1), C.sizeof(C.int))
        )
        if by_arc is C.NULL:
            raise MemoryError
        try:
            for k in range(starts, count):
                by_arc[side_of_arc(ends[k].arc, ends[k].side)] = C.cast(C.int, k)
            self.begin_by(ends, starts, goal, struck)
            while self.heap_count and self.heap[0].f < best.length:
                at = self.pop()
                edge: Tangent = self.known_by(at, ends, starts)[0]
                if at >= starts:
                    if edge.mark != self.mark:  # the search has continued from it
                        continue
                    self.edges[at - starts].mark = -self.mark
                if self.arcs[edge.arc].edge == NO_ARC_BEFORE:
                    self.spread(edge.arc)  # no address of a tangent is valid after this
                k = by_arc[side_of_arc(edge.arc, edge.far_side)]
                if k and not (struck and (edge.arc, edge.far_side, GOAL, 0) in struck):
                    self.end_by(C.address(ends[k]), C.address(edge), at, C.address(best))
                self.go_on(C.address(edge), at, goal, starts, struck)
        finally:
            free(by_arc)
        return None if best.edge == NO_ARC_BEFORE else self.way_to(best, ends, starts)

    @C.cfunc
    @C.inline
    @C.nogil
    @C.exceptval(check=False)
    def known_by(
        self, number: C.Py_ssize_t, ends: C.pointer(Tangent), starts: C.Py_ssize_t
    ) -> C.pointer(Tangent):
        """Return the tangent that has a number in a search."""
        return ends + number if number < starts else self.edges + (number - starts)

    @C.cfunc
    @C.exceptval(-1)
    def begin_by(
        self, ends: C.pointer(Tangent), starts: C.Py_ssize_t, goal: Spot, struck: set
    ) -> C.int:
        """Put the tangents from the start on the heap."""
        k: C.Py_ssize_t
        for k in range(starts):
            if struck and (START, 0, ends[k].arc, ends[k].far_side) in struck:
                continue
            ends[k].g = 0.0
            ends[k].parent = NO_ARC_BEFORE
            self.put(ends[k].length + hypot(goal.x - ends[k].x, goal.y - ends[k].y), k)
        return 0

    @C.cfunc
    @C.exceptval(-1)
    def end_by(
        self,
        last: C.pointer(Tangent),
        edge: C.pointer(Tangent),
        number: C.Py_ssize_t,
        best: C.pointer(Ending),
    ) -> C.int:
        """Store the way by a tangent and a last tangent to the goal, if it is the shortest so
        far.
        """
        arc: C.pointer(Arc) = self.arcs + edge.arc
        far: C.double = self.turn(arc, edge.far_side, edge.arrive, last.leave)
        length: C.double = edge.g + edge.length + far + last.length
        if far >= 0.0 and length < best.length:
            best.length = length
            best.edge = number
            best.leave = last.leave
        return 0

    @C.cfunc
    @C.exceptval(-1)
    def go_on(
        self,
        edge: C.pointer(Tangent),
        number: C.Py_ssize_t,
        goal: Spot,
        starts: C.Py_ssize_t,
        struck: set,
    ) -> C.int:
        """Put the tangents that continue a tangent on the heap, unless a shorter way leads to
        them.
        """
        arc: C.pointer(Arc) = self.arcs + edge.arc
        g: C.double = edge.g + edge.length
        k: C.Py_ssize_t
        for k in range(arc.edge, arc.edge + arc.edges):
            step: C.pointer(Tangent) = self.edges + k
            if step.side != edge.far_side or step.mark == -self.mark:
                continue
            on: C.double = self.turn(arc, edge.far_side, edge.arrive, step.leave)
            if on < 0.0 or (step.mark == self.mark and step.g <= g + on):
                continue
            if struck and (edge.arc, edge.far_side, step.arc, step.far_side) in struck:
                continue
            step.mark = self.mark
            step.g = g + on
            step.parent = number
            self.put(g + on + step.length + hypot(goal.x - step.x, goal.y - step.y), k + starts)
        return 0

    @C.cfunc
    def way_to(self, best: Ending, ends: C.pointer(Tangent), starts: C.Py_ssize_t) -> list:
        """Return the arcs of a way that was found, from the start."""
        way: list = []
        number: C.Py_ssize_t = best.edge
        leave: C.double = best.leave
        while number != NO_ARC_BEFORE:
            edge: C.pointer(Tangent) = self.known_by(number, ends, starts)
            arc: C.pointer(Arc) = self.arcs + edge.arc
            far: C.double = self.turn(arc, edge.far_side, edge.arrive, leave)
            is_far: C.bint = far > arc.r * 3.141592653589793
            way.append((arc.x, arc.y, arc.own, edge.far_side, is_far, edge.arc))
            leave = edge.leave
            number = edge.parent
        return way[::-1]

    @C.cfunc
    @C.nogil
    @C.exceptval(check=False)
    def turn(self, arc: C.pointer(Arc), side: C.int, arrive: C.double, leave: C.double) -> C.double:
        """Return the length along an arc, or -1 if the position is not ahead."""
        ahead: C.double = side * (leave - arrive)
        if arc.width >= 360.0:
            ahead = positive_angle(ahead)
            if ahead > 360.0 - PAST_ARC:
                ahead = 0.0
        elif ahead < -PAST_ARC:
            return -1.0
        return arc.r * max(ahead, 0.0) * 0.017453292519943295

    @C.cfunc
    @C.exceptval(-1)
    def put(self, f: C.double, edge: C.Py_ssize_t) -> C.int:
        """Put a tangent on the heap."""
        entry: QueueEntry
        room_for(
            C.address(self.heap),
            C.address(self.heap_room),
            self.heap_count + 1,
            256,
            C.sizeof(QueueEntry),
        )
        entry.f = f
        entry.edge = edge
        hole: C.Py_ssize_t = self.heap_count
        self.heap_count += 1
        while hole and is_before(entry, self.heap[(hole - 1) // 2]):
            self.heap[hole] = self.heap[(hole - 1) // 2]
            hole = (hole - 1) // 2
        self.heap[hole] = entry
        return 0

    @C.cfunc
    @C.exceptval(check=False)
    def pop(self) -> C.Py_ssize_t:
        """Take the first tangent from the heap, which must not be empty."""
        first: C.Py_ssize_t = self.heap[0].edge
        self.heap_count -= 1
        entry: QueueEntry = self.heap[self.heap_count]
        hole: C.Py_ssize_t = 0
        child: C.Py_ssize_t = 1
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


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def side_of_arc(arc: C.Py_ssize_t, side: C.int) -> C.Py_ssize_t:
    """Return the number of a side of an arc."""
    return 2 * arc + (1 if side > 0 else 0)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_before(a: QueueEntry, b: QueueEntry) -> C.bint:
    """The order of the heap."""
    return a.f < b.f or (a.f == b.f and a.edge < b.edge)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_cuts(
    arc: C.pointer(Arc),
    degrees: C.double,
    cosine: C.double,
    cuts: C.pointer(C.double),
    count: C.Py_ssize_t,
) -> C.Py_ssize_t:
    """Add the positions on an arc that are at an angle from a direction, on both sides of it."""
    half: C.double = angle_of(cosine, sqrt(1.0 - cosine * cosine))
    side: C.int
    for side in range(-1, 2, 2):
        at: C.double = positive_angle(degrees + side * half - arc.begin)
        if at < arc.width:
            cuts[count] = at
            count += 1
    return count
