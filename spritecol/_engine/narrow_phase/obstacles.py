"""Obstacles: the moves with which one convex part hits another, and their outlines.

Two convex parts a and b hit after a move t of a if t is inside their Minkowski difference b - a,
which is convex, too. It is the Minkowski difference of their cores, which is a polygon, plus a
circle if one of the two is round, plus an ellipse for each part that has one.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.cores import Core, CoreRef, core_of
from cython.cimports.spritecol._engine.narrow_phase.distances import distance_of_polygons
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.ovals.ellipse import Axes, axes_of
from cython.cimports.spritecol._engine.narrow_phase.ovals.oval_distances import distance_of_ovals
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage.box_tree import BoxTree, next_around, next_meeting
from cython.cimports.spritecol._support.libc import INFINITY, fabs, free, memcmp, memset
from cython.cimports.spritecol._support.polar import Rotation, angle_of, hypot, rotation_of

THIN_OVAL = C.declare(C.double, 4.25)
"""From a ratio of half axes of 1 : 4 on, an ellipse is thin: 1 / 4 + 4 / 1. Its angles then turn by
15 degrees, one piece of a whole outline, where a normal turns by 47."""

ROUNDEST = C.declare(C.double, 1e-4)
"""The least width of an ellipse, as a share of its length, with which a proof is tried: the thinner
it is, the more rounding is magnified."""

DEEPER = C.declare(C.double, 2.0)
"""How much deeper than rounding reaches all of a piece must be."""

MIX = C.declare(C.ulonglong, 0x9E3779B97F4A7C15)
"""An odd number, 2**64 times the golden section, by which bits are mixed (Knuth, 6.4)."""

ALL = C.declare(C.uint, 0xFFFFFFFF)
"""All pieces of an element."""


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def lowest(points: Numbers, count: C.int) -> C.int:
    """The vertex with the least y, and of several the one with the least x."""
    best: C.int = 0
    k: C.int
    for k in range(1, count):
        if points[2 * k + 1] < points[2 * best + 1] or (
            points[2 * k + 1] == points[2 * best + 1] and points[2 * k] < points[2 * best]
        ):
            best = k
    return best


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def minkowski_sum(p: Numbers, np: C.int, q: Numbers, nq: C.int, out: C.p_double) -> C.int:
    """The sum of two convex polygons: their edges, merged by angle (de Berg et al., 13.3).

    Also of points and segments. Returns the number of vertices, at most np + nq.
    """
    start_p: C.int = lowest(p, np)
    start_q: C.int = lowest(q, nq)
    i: C.int = 0
    j: C.int = 0
    count: C.int = 0
    while i < np or j < nq:
        a: C.int = start_p + i - (np if start_p + i >= np else 0)  # a division takes longer
        b: C.int = a + 1 if a + 1 < np else 0
        c: C.int = start_q + j - (nq if start_q + j >= nq else 0)
        d: C.int = c + 1 if c + 1 < nq else 0
        out[2 * count] = p[2 * a] + q[2 * c]
        out[2 * count + 1] = p[2 * a + 1] + q[2 * c + 1]
        count += 1
        px: C.double = p[2 * b] - p[2 * a]
        py: C.double = p[2 * b + 1] - p[2 * a + 1]
        qx: C.double = q[2 * d] - q[2 * c]
        qy: C.double = q[2 * d + 1] - q[2 * c + 1]
        cross: C.double = px * qy - py * qx
        if i >= np or np == 1:
            i = np
            j += 1
        elif j >= nq or nq == 1:
            j = nq
            i += 1
        elif cross > 0.0:
            i += 1
        elif cross < 0.0:
            j += 1
        elif px == 0.0 and py == 0.0:  # two corners at one place
            i += 1
        elif qx == 0.0 and qy == 0.0:
            j += 1
        else:  # parallel
            i += 1
            j += 1
    return count


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def add_ellipse(obstacle: C.pointer(Obstacle), disc: Numbers) -> C.void:
    """Add the matrix of an ellipse."""
    i: C.int
    for i in range(4):
        obstacle.m[4 * obstacle.discs + i] = disc[2 + i]
    obstacle.discs += 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def angle_on_disc(obstacle: C.pointer(C.const[Obstacle]), nx: C.double, ny: C.double) -> C.double:
    """The angle of an arc at which its normal is (nx, ny). It is the angle of the first ellipse, if
    any.
    """
    m: Numbers = obstacle.m
    if obstacle.discs == 0:
        return angle_of(nx, ny)
    return angle_of(m[0] * nx + m[2] * ny, m[1] * nx + m[3] * ny)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_turn_angles(obstacle: C.pointer(C.const[Obstacle]), cuts: C.p_double) -> C.void:
    """Write the angles, sorted, at which the second of two round parts has turned on by a step."""
    m: Numbers = obstacle.m
    i: C.int
    j: C.int
    u: C.double
    for i in range(CUTS):
        turn: Rotation = rotation_of(360.0 * i / CUTS)
        x: C.double = turn.cosine
        y: C.double = turn.sine
        if obstacle.discs == 2:  # the normal of the second ellipse at M (cos, sin)
            u = m[7] * x - m[6] * y
            y = m[4] * y - m[5] * x
            x = u
        u = m[0] * x + m[2] * y
        v: C.double = m[1] * x + m[3] * y
        angle: C.double = angle_of(u, v)
        for j in range(i, 0, -1):
            if cuts[j - 1] <= angle:
                break
            cuts[j] = cuts[j - 1]
        else:
            j = 0
        cuts[j] = angle


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def hash_of_place(obstacle: C.pointer(C.const[Obstacle])) -> C.ulonglong:
    """A hash of where an obstacle lies."""
    numbers: C.double[3]
    words: C.pointer(C.ulonglong) = C.cast(C.pointer(C.ulonglong), numbers)
    numbers[0] = obstacle.box.left + 0.0  # 0.0 instead of -0.0, which is equal
    numbers[1] = obstacle.box.top + 0.0
    numbers[2] = obstacle.near + 0.0
    result: C.ulonglong = words[0]
    result = (result ^ (result >> 32)) * MIX + words[1]
    result = (result ^ (result >> 32)) * MIX + words[2]
    result = (result ^ (result >> 32)) * MIX
    return result ^ (result >> 32)


@C.cfunc
@C.exceptval(check=False)
def put_inverse(obstacle: C.pointer(Obstacle), size: C.double) -> C.void:
    """Set the inverse matrix of an obstacle's ellipse, its limit, and if it can prove anything."""
    disc: C.double[6]
    p: C.double = obstacle.r
    q: C.double = 0.0
    s: C.double = obstacle.r
    i: C.int
    j: C.int
    for i in range(obstacle.discs):
        for j in range(4):
            disc[2 + j] = obstacle.m[4 * i + j]
        axes: Axes = axes_of(disc)
        p += axes.major * axes.cosine * axes.cosine + axes.minor * axes.sine * axes.sine
        q += (axes.major - axes.minor) * axes.cosine * axes.sine
        s += axes.major * axes.sine * axes.sine + axes.minor * axes.cosine * axes.cosine
    obstacle.limit = 1.0
    if obstacle.discs == 0 and obstacle.r == 0.0:
        p = s = 1.0
        obstacle.limit = 0.0
    det: C.double = p * s - q * q
    major: C.double = 0.5 * (p + s) + hypot(0.5 * (p - s), q)
    minor: C.double = det / major if major > 0.0 else 0.0
    obstacle.provable = minor > ROUNDEST * major
    if obstacle.provable:
        obstacle.limit -= DEEPER * rounding_of(size) / minor
        obstacle.inverse[0] = s / det
        obstacle.inverse[1] = -q / det
        obstacle.inverse[2] = p / det


@C.cfunc
@C.exceptval(check=False)
def map_polygon(obstacle: C.pointer(Obstacle), core: Numbers, mapped: C.p_double) -> C.void:
    """Write an obstacle's polygon by its inverse matrix, each corner with its edge's normal."""
    i: C.int
    for i in range(obstacle.count):
        u: C.double = core[2 * i]
        v: C.double = core[2 * i + 1]
        mapped[4 * i] = obstacle.inverse[0] * u + obstacle.inverse[1] * v
        mapped[4 * i + 1] = obstacle.inverse[1] * u + obstacle.inverse[2] * v
    for i in range(obstacle.count):  # the normal of the edge that begins here
        k: C.int = 4 * (i + 1) if i + 1 < obstacle.count else 0
        nx: C.double = mapped[k + 1] - mapped[4 * i + 1]
        ny: C.double = mapped[4 * i] - mapped[k]
        length: C.double = hypot(nx, ny)
        mapped[4 * i + 2] = nx / length if length > 0.0 else 0.0
        mapped[4 * i + 3] = ny / length if length > 0.0 else 0.0
    obstacle.inner = -1.0
    obstacle.edge = 0


@C.cfunc
@C.exceptval(check=False)
def put_inner_circle(obstacle: C.pointer(Obstacle), mapped: C.p_double) -> C.void:
    """Set the circle about the middle of a mapped polygon that is well inside of it."""
    beyond: C.double = -INFINITY
    x: C.double = 0.0
    y: C.double = 0.0
    i: C.int
    for i in range(obstacle.count):
        x += mapped[4 * i]
        y += mapped[4 * i + 1]
    x /= obstacle.count
    y /= obstacle.count
    for i in range(obstacle.count):
        nx: C.double = mapped[4 * i + 2]
        ny: C.double = mapped[4 * i + 3]
        beyond = max(beyond, nx * (x - mapped[4 * i]) + ny * (y - mapped[4 * i + 1]))
    obstacle.middle_x = x
    obstacle.middle_y = y
    obstacle.inner = min(0.0, obstacle.limit) - beyond


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Obstacles:
    """The obstacles of one question, and scratch memory for its answer."""

    def __cinit__(self):
        self.tree = BoxTree()
        self.open_tree = BoxTree()

    def __dealloc__(self):
        free(self.vertices)
        free(self.items)
        free(self.elements)
        free(self.moves)
        free(self.mapped)
        free(self.slots)

    def clear(self) -> C.void:
        """Drop all obstacles, and keep the memory."""
        self.vertex_count = 0
        self.count = 0
        self.size = 0.0

    def add(
        self,
        kind_a: C.int,
        a: Numbers,
        na: C.int,
        kind_b: C.int,
        b: Numbers,
        nb: C.int,
    ) -> C.int:
        """Add the moves of part a with which it hits part b."""
        one: Core
        other: Core
        gap: Nearest
        i: C.int
        core_of(kind_a, a, na, C.address(one))
        core_of(kind_b, b, nb, C.address(other))
        room_for(
            C.address(self.items), C.address(self.capacity), self.count + 1, 16, C.sizeof(Obstacle)
        )
        obstacle: C.pointer(Obstacle) = self.items + self.count
        obstacle.r = one.r + other.r
        obstacle.discs = 0
        if one.disc is not C.NULL:
            add_ellipse(obstacle, one.disc)
        if other.disc is not C.NULL:
            add_ellipse(obstacle, other.disc)
        obstacle.size = obstacle.r
        self.put_core(obstacle, C.address(one), C.address(other))
        self.put_box(obstacle)
        for i in range(4 * obstacle.discs):
            obstacle.size = max(obstacle.size, fabs(obstacle.m[i]))
        self.gap_at(self.count, 0.0, 0.0, C.address(gap))
        obstacle.near = gap.distance
        self.count += 1
        return 0

    def put_core(
        self,
        obstacle: C.pointer(Obstacle),
        one: CoreRef,
        other: CoreRef,
    ) -> C.int:
        """Write the vertices of the second core, plus the negated vertices of the first core."""
        i: C.int
        na: C.int = one.count
        nb: C.int = other.count
        room_for(
            C.address(self.vertices),
            C.address(self.vertex_capacity),
            self.vertex_count + 2 * na + nb,
            256,
            2 * C.sizeof(C.double),
        )
        target: C.p_double = self.vertices + 2 * self.vertex_count
        negated: C.p_double = target + 2 * (na + nb)
        for i in range(2 * na):
            negated[i] = -one.v[i]
            obstacle.size = max(obstacle.size, fabs(one.v[i]))
        for i in range(2 * nb):
            obstacle.size = max(obstacle.size, fabs(other.v[i]))
        obstacle.first = self.vertex_count
        obstacle.count = minkowski_sum(other.v, nb, negated, na, target)
        self.vertex_count += obstacle.count
        return 0

    def drop_last(self) -> C.void:
        """Drop the obstacle that was added last."""
        self.count -= 1
        self.vertex_count = self.items[self.count].first

    def put_last(self, place: C.Py_ssize_t) -> C.void:
        """Put the obstacle that was added last at its place among the others."""
        last: Obstacle = self.items[self.count - 1]
        k: C.Py_ssize_t
        for k in range(self.count - 1, place, -1):
            self.items[k] = self.items[k - 1]
        self.items[place] = last
        self.size = max(self.size, last.size)

    def drop_beyond(self, reach: C.double) -> C.bint:
        """Drop the obstacles that are farther away than a reach; whether there were any."""
        kept: C.Py_ssize_t = 0
        k: C.Py_ssize_t
        self.size = 0.0
        for k in range(self.count):
            if self.items[k].near <= reach:
                self.size = max(self.size, self.items[k].size)
                self.items[kept] = self.items[k]
                kept += 1
        dropped: C.bint = kept < self.count
        self.count = kept
        return dropped

    def are_equal(self, k: C.Py_ssize_t, j: C.Py_ssize_t) -> C.bint:
        """Whether two obstacles are the same moves."""
        one: C.pointer(Obstacle) = self.items + k
        other: C.pointer(Obstacle) = self.items + j
        return (
            other.box.left == one.box.left
            and other.box.top == one.box.top
            and other.near == one.near
            and other.count == one.count
            and other.r == one.r
            and other.discs == one.discs
            and memcmp(other.m, one.m, 4 * one.discs * C.sizeof(C.double)) == 0
            and memcmp(
                self.vertices + 2 * other.first,
                self.vertices + 2 * one.first,
                2 * one.count * C.sizeof(C.double),
            )
            == 0
        )

    def build_tree(self) -> C.int:
        """Make the tree of the obstacles, and note which repeat others, as in a heap of sprites."""
        k: C.Py_ssize_t
        size: C.Py_ssize_t = 16
        while size < 2 * self.count:
            size *= 2
        room_for(C.address(self.slots), C.address(self.slot_capacity), size, 64, C.sizeof(C.int))
        memset(self.slots, 0xFF, size * C.sizeof(C.int))  # all -1: free
        self.tree.clear()
        self.last = 0
        self.can_prove = False
        for k in range(self.count):
            obstacle: C.pointer(Obstacle) = self.items + k
            slot: C.ulonglong = hash_of_place(obstacle) & (size - 1)
            while self.slots[slot] >= 0 and not self.are_equal(k, self.slots[slot]):
                slot = (slot + 1) & (size - 1)
            obstacle.repeats = self.slots[slot] >= 0
            if not obstacle.repeats:
                self.slots[slot] = C.cast(C.int, k)
                self.tree.add(C.address(obstacle.box), C.cast(C.int, k))
        return self.tree.build()

    def put_box(self, obstacle: C.pointer(Obstacle)) -> C.void:
        """Set the bounding box."""
        core: C.p_double = self.vertices + 2 * obstacle.first
        x: C.double = obstacle.r
        y: C.double = obstacle.r
        i: C.int
        for i in range(obstacle.discs):
            m: C.p_double = obstacle.m + 4 * i
            x += hypot(m[0], m[1])
            y += hypot(m[2], m[3])
        obstacle.box.left = obstacle.box.right = core[0]
        obstacle.box.top = obstacle.box.bottom = core[1]
        for i in range(1, obstacle.count):
            obstacle.box.left = min(obstacle.box.left, core[2 * i])
            obstacle.box.right = max(obstacle.box.right, core[2 * i])
            obstacle.box.top = min(obstacle.box.top, core[2 * i + 1])
            obstacle.box.bottom = max(obstacle.box.bottom, core[2 * i + 1])
        obstacle.box.left -= x
        obstacle.box.right += x
        obstacle.box.top -= y
        obstacle.box.bottom += y

    def gap_at(self, k: C.Py_ssize_t, x: C.double, y: C.double, out: C.pointer(Nearest)) -> C.void:
        """The signed distance of a move from an obstacle, and the normal there."""
        obstacle: C.pointer(Obstacle) = self.items + k
        point: Core
        core: Core
        at: C.double[2]
        a: C.double[6]
        b: C.double[6]
        i: C.int
        at[0] = x
        at[1] = y
        point.v = at
        point.count = 1
        point.r = core.r = 0.0
        point.disc = core.disc = C.NULL
        core.v = self.vertices + 2 * obstacle.first
        core.count = obstacle.count
        if obstacle.discs == 0:
            distance_of_polygons(at, 1, core.v, core.count, out)
        else:
            for i in range(4):
                a[2 + i] = obstacle.m[i]
                b[2 + i] = obstacle.m[4 + i]
            point.disc = a
            if obstacle.discs == 2:
                core.disc = b
            distance_of_ovals(C.address(point), C.address(core), out)
        out.distance -= obstacle.r

    def at(self, element: C.pointer(C.const[Element]), s: C.double, point: C.p_double) -> C.void:
        """Where an element is at s: x, y, and its outward normal there."""
        if not element.is_arc:
            point[0] = element.x1 + s * (element.x2 - element.x1)
            point[1] = element.y1 + s * (element.y2 - element.y1)
            point[2] = element.nx
            point[3] = element.ny
            return
        self.at_angle(element, element.x2 + s * (element.y2 - element.x2), point)

    def at_angle(
        self, element: C.pointer(C.const[Element]), angle: C.double, point: C.p_double
    ) -> C.void:
        """Where an arc is at an angle: x, y, and its outward normal there."""
        obstacle: C.pointer(Obstacle) = self.items + element.obstacle
        m: C.p_double = obstacle.m
        turn: Rotation = rotation_of(angle)
        point[2] = turn.cosine
        point[3] = turn.sine
        if obstacle.discs:  # the normal of the first ellipse at M (cos, sin)
            point[2] = m[3] * turn.cosine - m[2] * turn.sine
            point[3] = m[0] * turn.sine - m[1] * turn.cosine
            length: C.double = hypot(point[2], point[3])
            point[2] /= length
            point[3] /= length
        point[0] = element.x1 + obstacle.r * point[2]
        point[1] = element.y1 + obstacle.r * point[3]
        self.add_reach(obstacle, point[2], point[3], point, point + 1)

    def outline(self, k: C.int) -> C.int:
        """Add the elements of an obstacle's outline."""
        obstacle: C.pointer(Obstacle) = self.items + k
        core: C.p_double = self.vertices + 2 * obstacle.first
        n: C.int = obstacle.count
        is_round: C.bint = obstacle.discs > 0 or obstacle.r > 0.0
        first: C.Py_ssize_t = self.element_count
        first_angle: C.double = 0.0
        any_edge: C.bint = False
        i: C.int
        room_for(
            C.address(self.elements),
            C.address(self.element_capacity),
            self.element_count + 2 * n + 1,
            64,
            C.sizeof(Element),
        )
        for i in range(n):
            j: C.int = (i + 1) % n
            if not self.add_edge(k, core + 2 * i, core + 2 * j) or not is_round:
                continue
            edge: C.pointer(Element) = self.elements + self.element_count - 1
            angle: C.double = angle_on_disc(obstacle, edge.nx, edge.ny)
            if any_edge:  # the arc that ends here, at the vertex before this edge
                self.close_arc(angle)
            else:
                first_angle = angle
                any_edge = True
            self.add_arc(k, core + 2 * j, angle)  # that begins here, at the vertex after it
        if not is_round:
            return 0
        if any_edge:
            self.close_arc(first_angle)
        else:
            self.add_arc(k, core, 0.0)
            self.elements[self.element_count - 1].y2 = 360.0
        if self.count > 1 and self.is_uneven(obstacle):
            self.cut_arcs(first)
        return 0

    def add_edge(self, k: C.int, p: Numbers, q: Numbers) -> C.bint:
        """Add the edge of an outline along that from p to q of a core, if that has any length."""
        obstacle: C.pointer(Obstacle) = self.items + k
        x: C.double = q[0] - p[0]
        y: C.double = q[1] - p[1]
        length: C.double = hypot(x, y)
        if length == 0.0:
            return False
        element: C.pointer(Element) = self.elements + self.element_count
        self.element_count += 1
        element.obstacle = k
        element.is_arc = False
        element.pieces = ALL
        element.nx = y / length
        element.ny = -x / length
        u: C.double = obstacle.r * element.nx
        v: C.double = obstacle.r * element.ny
        self.add_reach(obstacle, element.nx, element.ny, C.address(u), C.address(v))
        element.x1 = p[0] + u
        element.y1 = p[1] + v
        element.x2 = q[0] + u
        element.y2 = q[1] + v
        u = max(0.0, min(1.0, -(element.x1 * x + element.y1 * y) / (length * length)))
        element.near = hypot(element.x1 + u * x, element.y1 + u * y)
        return True

    def add_arc(self, k: C.int, vertex: Numbers, angle: C.double) -> C.void:
        """Add an arc about a vertex of an obstacle's core, from an angle on."""
        element: C.pointer(Element) = self.elements + self.element_count
        self.element_count += 1
        element.obstacle = k
        element.is_arc = True
        element.pieces = ALL
        element.x1 = vertex[0]
        element.y1 = vertex[1]
        element.x2 = angle
        element.near = 0.0

    def is_uneven(self, obstacle: C.pointer(Obstacle)) -> C.bint:
        """Whether an obstacle has two round parts, and one of them is a thin ellipse."""
        i: C.int
        if obstacle.discs + (obstacle.r > 0.0) < 2:
            return False
        for i in range(obstacle.discs):
            # The sum of the squared half axes, and their product.
            m: C.p_double = obstacle.m + 4 * i
            area: C.double = fabs(m[0] * m[3] - m[1] * m[2])
            if m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3] > THIN_OVAL * area:
                return True
        return False

    def cut_arcs(self, first: C.Py_ssize_t) -> C.int:
        """Cut the arcs from `first` on where the second of two round parts has turned on.

        Angles of arcs are angles of the first ellipse. Where it is thin, the whole outline of the
        second part is passed at the tips, and where the second is thin, all of its sides in one
        place: a piece of such an arc could cross an outline any number of times.
        """
        element: C.pointer(Element) = self.elements + first
        cuts: C.double[CUTS]
        last: C.Py_ssize_t = self.element_count
        k: C.Py_ssize_t
        i: C.int
        put_turn_angles(self.items + element.obstacle, cuts)
        for k in range(first, last):
            if not self.elements[k].is_arc:
                continue
            room_for(
                C.address(self.elements),
                C.address(self.element_capacity),
                self.element_count + 3 * CUTS,
                64,
                C.sizeof(Element),
            )
            element = self.elements + k
            for i in range(3 * CUTS):
                angle: C.double = cuts[i % CUTS] + 360.0 * (i // CUTS - 1)
                if element.x2 < angle < element.y2:
                    self.elements[self.element_count] = element[0]
                    element.y2 = angle
                    element = self.elements + self.element_count
                    self.element_count += 1
                    element.x2 = angle
        return 0

    def close_arc(self, angle: C.double) -> C.void:
        """Set the end of the last arc, beyond its start."""
        k: C.Py_ssize_t = self.element_count - 1
        while not self.elements[k].is_arc:
            k -= 1
        if angle < self.elements[k].x2:
            angle += 360.0
        if angle - self.elements[k].x2 > 270.0:  # a straight corner, turned back by rounding
            angle = self.elements[k].x2
        self.elements[k].y2 = angle

    def add_reach(
        self,
        obstacle: C.pointer(Obstacle),
        nx: C.double,
        ny: C.double,
        x: C.p_double,
        y: C.p_double,
    ) -> C.void:
        """Add the farthest points of the ellipses along a unit vector."""
        i: C.int
        for i in range(obstacle.discs):
            m: C.p_double = obstacle.m + 4 * i
            u: C.double = m[0] * nx + m[2] * ny
            v: C.double = m[1] * nx + m[3] * ny
            length: C.double = hypot(u, v)
            if length > 0.0:
                x[0] += (m[0] * u + m[1] * v) / length
                y[0] += (m[2] * u + m[3] * v) / length

    def prepare_proofs(self) -> C.int:
        """Set what `is_deep` needs: the inverse matrices, and the polygons so mapped."""
        k: C.Py_ssize_t
        room_for(
            C.address(self.mapped),
            C.address(self.mapped_capacity),
            self.vertex_capacity,
            0,
            4 * C.sizeof(C.double),
        )
        self.can_prove = True
        self.cover_count = 0
        for k in range(self.count):
            obstacle: C.pointer(Obstacle) = self.items + k
            put_inverse(obstacle, self.size)
            if obstacle.provable:
                map_polygon(
                    obstacle,
                    self.vertices + 2 * obstacle.first,
                    self.mapped + 4 * obstacle.first,
                )
                if self.tree.count > COVERS:  # otherwise it takes longer than it saves
                    put_inner_circle(obstacle, self.mapped + 4 * obstacle.first)
        return 0

    def is_deep(self, k: C.Py_ssize_t, x: C.double, y: C.double) -> C.bint:
        """Whether a move is proved to be well inside of an obstacle."""
        obstacle: C.pointer(Obstacle) = self.items + k
        beyond: C.double = 0.0
        farthest: C.double = 0.0
        squared: C.double = obstacle.limit * obstacle.limit
        i: C.int
        gap: Nearest
        if not obstacle.provable:
            self.gap_at(k, x, y, C.address(gap))
            return gap.distance < -DEEPER * rounding_of(self.size)
        mapped: C.p_double = self.mapped + 4 * obstacle.first
        u: C.double = obstacle.inverse[0] * x + obstacle.inverse[1] * y
        v: C.double = obstacle.inverse[1] * x + obstacle.inverse[2] * y
        edge: C.p_double = mapped + 4 * obstacle.edge
        if not edge[2] * (u - edge[0]) + edge[3] * (v - edge[1]) <= obstacle.limit:
            return False
        if obstacle.inner > 0.0 and hypot(u - obstacle.middle_x, v - obstacle.middle_y) < (
            obstacle.inner
        ):
            return True
        for i in range(obstacle.count):
            beyond = mapped[4 * i + 2] * (u - mapped[4 * i]) + mapped[4 * i + 3] * (
                v - mapped[4 * i + 1]
            )
            if not beyond <= obstacle.limit:  # also if it is not a number
                obstacle.edge = i
                return False
            farthest = beyond if i == 0 else max(farthest, beyond)
        if farthest < 0.0:
            return True
        if obstacle.limit <= 0.0:
            return False
        for i in range(obstacle.count):
            j: C.int = 4 * (i + 1) if i + 1 < obstacle.count else 0
            dx: C.double = u - mapped[4 * i]
            dy: C.double = v - mapped[4 * i + 1]
            ex: C.double = mapped[j] - mapped[4 * i]
            ey: C.double = mapped[j + 1] - mapped[4 * i + 1]
            length_squared: C.double = ex * ex + ey * ey
            t: C.double = dx * ex + dy * ey
            t = max(0.0, min(1.0, t / length_squared)) if length_squared > 0.0 else 0.0
            dx -= t * ex
            dy -= t * ey
            if dx * dx + dy * dy <= squared:
                return True
        return False

    def are_deep(self, k: C.Py_ssize_t, points: Numbers, count: C.int) -> C.bint:
        """Whether moves are all proved to be well inside of an obstacle."""
        i: C.int
        for i in range(count):  # noqa: SIM110 - a generator is no C
            if not self.is_deep(k, points[2 * i], points[2 * i + 1]):
                return False
        return True

    def any_covers(self, own: C.Py_ssize_t, points: Numbers, count: C.int, box: BoxRef) -> C.bint:
        """Whether moves, in this box, are proved to be well inside of one obstacle but `own`.

        Those that the last proofs have found are tried first.
        """
        i: C.int
        k: C.Py_ssize_t
        for i in range(self.cover_count):
            k = self.covers[i]
            there: C.pointer(Box) = C.address(self.items[k].box)
            if (
                k != own
                and there.left <= box.left
                and box.right <= there.right
                and there.top <= box.top
                and box.bottom <= there.bottom
                and self.are_deep(k, points, count)
            ):
                self.covers[i] = self.covers[0]
                self.covers[0] = k
                return True
        node: C.int = next_around(self.tree, 0, box)
        while node < self.tree.node_count:
            k = self.tree.nodes[node].number
            if k != own and self.are_deep(k, points, count):
                self.cover_count = min(self.cover_count + 1, COVERS)
                for i in range(self.cover_count - 1, 0, -1):
                    self.covers[i] = self.covers[i - 1]
                self.covers[0] = k
                return True
            node = next_around(self.tree, self.tree.nodes[node].beyond, box)
        return False

    def is_outside(self, x: C.double, y: C.double) -> C.bint:
        """Whether a move is in no obstacle, up to rounding."""
        length: C.double = hypot(x, y)
        at: Box
        at.left = at.right = x
        at.top = at.bottom = y
        if self.is_inside(self.last, x, y, length):
            return False
        # Of a few obstacles, the distances take as long as proofs.
        if (
            self.can_prove
            and self.tree.count > COVERS
            and self.any_covers(-1, C.address(at.left), 1, C.address(at))
        ):
            return False
        node: C.int = next_meeting(self.tree, 0, C.address(at))
        while node < self.tree.node_count:
            k: C.Py_ssize_t = self.tree.nodes[node].number
            if k != self.last and self.is_inside(k, x, y, length):
                self.last = k
                return False
            node = next_meeting(self.tree, self.tree.nodes[node].beyond, C.address(at))
        return True

    def is_inside(self, k: C.Py_ssize_t, x: C.double, y: C.double, length: C.double) -> C.bint:
        """Whether a move of this length is in one obstacle, up to rounding."""
        gap: Nearest
        obstacle: C.pointer(Obstacle) = self.items + k
        if not (
            obstacle.near < length
            and obstacle.box.left < x < obstacle.box.right
            and obstacle.box.top < y < obstacle.box.bottom
        ):
            return False
        self.gap_at(k, x, y, C.address(gap))
        return gap.distance < -rounding_of(self.size)

    def note(self, nx: C.double, ny: C.double, depth: C.double) -> C.int:
        """Note a foot of 0 on an outline: a candidate."""
        room_for(
            C.address(self.moves),
            C.address(self.move_capacity),
            self.move_count + 1,
            64,
            C.sizeof(Move),
        )
        move: C.pointer(Move) = self.moves + self.move_count
        self.move_count += 1
        move.nx = nx
        move.ny = ny
        move.depth = max(0.0, depth)
        move.longer_x = nx
        move.longer_y = ny
        move.size = 0.0
        move.edge = C.NULL
        return 0
