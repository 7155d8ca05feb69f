"""Obstacles: the moves with which one convex part hits another, and their outlines.

Two convex parts a and b hit after a move t of a if t is inside their Minkowski difference b - a,
which is convex, too. It is the Minkowski difference of their cores, which is a polygon, plus a
circle if one of the two is round, plus an ellipse for each part that has one.
"""

import cython as C
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.cores import core_of
from cython.cimports.spritecol._engine.narrow_phase.distances import (
    Nearest,
    distance_of_ovals,
    distance_of_polygons,
)
from cython.cimports.spritecol._engine.narrow_phase.part import Core, CoreRef
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._support.libc import fabs, free, memcmp
from cython.cimports.spritecol._support.polar import Rotation, angle_of, hypot, rotation_of

THIN = C.declare(C.double, 4.25)
"""From a ratio of half axes of 1 : 4 on, an ellipse is thin: 1 / 4 + 4 / 1. Its angles then turn by
15 degrees, one piece of a whole outline, where a normal turns by 47."""

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
def add_disc(obstacle: C.pointer(Obstacle), disc: Numbers) -> C.void:
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
def put_cuts(obstacle: C.pointer(C.const[Obstacle]), cuts: C.p_double) -> C.void:
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


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Obstacles:
    """The obstacles of one question, and scratch memory for its answer."""

    def __dealloc__(self):
        free(self.vertices)
        free(self.items)
        free(self.elements)
        free(self.moves)
        free(self.mapped)
        free(self.order)

    def clear(self) -> C.void:
        """Drop all obstacles, and keep the memory."""
        self.vertex_count = 0
        self.count = 0
        self.size = 0.0
        self.last = 0

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
            add_disc(obstacle, one.disc)
        if other.disc is not C.NULL:
            add_disc(obstacle, other.disc)
        self.put_core(obstacle, C.address(one), C.address(other))
        self.size = max(self.size, obstacle.r)
        self.put_box(obstacle)
        for i in range(4 * obstacle.discs):
            self.size = max(self.size, fabs(obstacle.m[i]))
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
            self.size = max(self.size, fabs(one.v[i]))
        for i in range(2 * nb):
            self.size = max(self.size, fabs(other.v[i]))
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

    def repeats(self) -> C.bint:
        """Whether the last obstacle is one that is there already, as in a heap of sprites."""
        last: C.pointer(Obstacle) = self.items + self.count - 1
        k: C.Py_ssize_t
        for k in range(self.count - 1):
            other: C.pointer(Obstacle) = self.items + k
            if (
                other.left == last.left
                and other.top == last.top
                and other.near == last.near
                and other.count == last.count
                and other.r == last.r
                and other.discs == last.discs
                and memcmp(other.m, last.m, 4 * last.discs * C.sizeof(C.double)) == 0
                and memcmp(
                    self.vertices + 2 * other.first,
                    self.vertices + 2 * last.first,
                    2 * last.count * C.sizeof(C.double),
                )
                == 0
            ):
                return True
        return False

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
        obstacle.left = obstacle.right = core[0]
        obstacle.top = obstacle.bottom = core[1]
        for i in range(1, obstacle.count):
            obstacle.left = min(obstacle.left, core[2 * i])
            obstacle.right = max(obstacle.right, core[2 * i])
            obstacle.top = min(obstacle.top, core[2 * i + 1])
            obstacle.bottom = max(obstacle.bottom, core[2 * i + 1])
        obstacle.left -= x
        obstacle.right += x
        obstacle.top -= y
        obstacle.bottom += y

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
            if m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3] > THIN * area:
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
        put_cuts(self.items + element.obstacle, cuts)
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

    def is_clear(self, x: C.double, y: C.double) -> C.bint:
        """Whether a move is in no obstacle, up to rounding."""
        length: C.double = hypot(x, y)
        k: C.Py_ssize_t
        if self.last < self.count and self.is_inside(self.last, x, y, length):
            return False
        for k in range(self.count):
            if k != self.last and self.is_inside(k, x, y, length):
                self.last = k
                return False
        return True

    def is_inside(self, k: C.Py_ssize_t, x: C.double, y: C.double, length: C.double) -> C.bint:
        """Whether a move of this length is in one obstacle, up to rounding."""
        gap: Nearest
        obstacle: C.pointer(Obstacle) = self.items + k
        if not (
            obstacle.near < length
            and obstacle.left < x < obstacle.right
            and obstacle.top < y < obstacle.bottom
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
        move.edge = C.NULL
        return 0
