"""Obstacles: the moves with which one convex part hits another, and their outlines.

Two convex parts a and b hit after a move t of a if t is inside their Minkowski difference b - a,
which is convex, too: a polygon, plus a circle where one of the two is a circle, plus an ellipse for
each of them that is one.
"""

import cython
from cython.cimports.libc.math import fabs
from cython.cimports.libc.stdlib import free
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.distances import (
    Nearest,
    distance_of_ellipse,
    distance_of_ellipses,
    distance_of_polygons,
)
from cython.cimports.spritecol._engine.narrow_phase.part import is_disc, vertices_of
from cython.cimports.spritecol._engine.storage.layout import CIRCLE
from cython.cimports.spritecol._numbers.polar import Rotation, angle_of, hypot, rotation_of

THIN = cython.declare(cython.double, 4.25)
"""From a ratio of half axes of 1 : 4 on, an ellipse is thin: 1 / 4 + 4 / 1. Its angles then turn by
15 degrees, one piece of a whole outline, where a normal turns by 47."""

ALL = cython.declare(cython.uint, 0xFFFFFFFF)
"""All pieces of an element."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lowest(points: cython.pointer(cython.const[cython.double]), count: cython.int) -> cython.int:
    """The vertex with the least y, and of several the one with the least x."""
    best: cython.int = 0
    k: cython.int
    for k in range(1, count):
        if points[2 * k + 1] < points[2 * best + 1] or (
            points[2 * k + 1] == points[2 * best + 1] and points[2 * k] < points[2 * best]
        ):
            best = k
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def minkowski_sum(
    p: cython.pointer(cython.const[cython.double]),
    np: cython.int,
    q: cython.pointer(cython.const[cython.double]),
    nq: cython.int,
    out: cython.p_double,
) -> cython.int:
    """The sum of two convex polygons: their edges, merged by angle (de Berg et al., 13.3).

    Also of points and segments. Returns the number of vertices, at most np + nq.
    """
    start_p: cython.int = lowest(p, np)
    start_q: cython.int = lowest(q, nq)
    i: cython.int = 0
    j: cython.int = 0
    count: cython.int = 0
    a: cython.int
    b: cython.int
    c: cython.int
    d: cython.int
    cross: cython.double
    while i < np or j < nq:
        a = (start_p + i) % np
        b = (start_p + i + 1) % np
        c = (start_q + j) % nq
        d = (start_q + j + 1) % nq
        out[2 * count] = p[2 * a] + q[2 * c]
        out[2 * count + 1] = p[2 * a + 1] + q[2 * c + 1]
        count += 1
        cross = (p[2 * b] - p[2 * a]) * (q[2 * d + 1] - q[2 * c + 1]) - (
            p[2 * b + 1] - p[2 * a + 1]
        ) * (q[2 * d] - q[2 * c])
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
        else:
            i += 1
            j += 1
        if np == 1 and nq == 1:
            break
    return count


@cython.binding(False)
class Obstacles:
    """The obstacles of one question, and scratch memory for its answer."""

    def __dealloc__(self):
        free(self.vertices)
        free(self.items)
        free(self.elements)
        free(self.moves)
        free(self.mapped)
        free(self.order)

    def clear(self) -> cython.void:
        """Drop all obstacles, and keep the memory."""
        self.vertex_count = 0
        self.count = 0
        self.size = 0.0
        self.last = 0

    def add(
        self,
        kind_a: cython.int,
        a: cython.pointer(cython.const[cython.double]),
        na: cython.int,
        kind_b: cython.int,
        b: cython.pointer(cython.const[cython.double]),
        nb: cython.int,
    ) -> cython.int:
        """Add the moves of part a with which it hits part b."""
        corners_a: cython.double[8]
        corners_b: cython.double[8]
        negated: cython.p_double
        target: cython.p_double
        obstacle: cython.pointer(Obstacle)
        i: cython.int
        a = vertices_of(kind_a, a, cython.address(na), corners_a)
        b = vertices_of(kind_b, b, cython.address(nb), corners_b)
        room_for(
            cython.address(self.items),
            cython.address(self.capacity),
            self.count + 1,
            16,
            cython.sizeof(Obstacle),
        )
        obstacle = self.items + self.count
        obstacle.r = 0.0
        obstacle.discs = 0
        if kind_a == CIRCLE:
            obstacle.r += a[2]
        elif is_disc(kind_a):
            for i in range(4):
                obstacle.m[i] = a[2 + i]
            obstacle.discs = 1
        if kind_b == CIRCLE:
            obstacle.r += b[2]
        elif is_disc(kind_b):
            for i in range(4):
                obstacle.m[4 * obstacle.discs + i] = b[2 + i]
            obstacle.discs += 1
        na = 1 if is_disc(kind_a) else na
        nb = 1 if is_disc(kind_b) else nb
        room_for(
            cython.address(self.vertices),
            cython.address(self.vertex_capacity),
            self.vertex_count + 2 * na + nb,
            256,
            2 * cython.sizeof(cython.double),
        )
        target = self.vertices + 2 * self.vertex_count
        negated = target + 2 * (na + nb)
        for i in range(2 * na):
            negated[i] = -a[i]
            self.size = max(self.size, fabs(a[i]))
        for i in range(2 * nb):
            self.size = max(self.size, fabs(b[i]))
        obstacle.first = self.vertex_count
        obstacle.count = minkowski_sum(b, nb, negated, na, target)
        self.vertex_count += obstacle.count
        self.size = max(self.size, obstacle.r)
        self.put_box(obstacle)
        for i in range(4 * obstacle.discs):
            self.size = max(self.size, fabs(obstacle.m[i]))
        self.count += 1
        return 0

    def put_box(self, obstacle: cython.pointer(Obstacle)) -> cython.void:
        """Set the bounding box."""
        core: cython.p_double = self.vertices + 2 * obstacle.first
        m: cython.p_double
        x: cython.double = obstacle.r
        y: cython.double = obstacle.r
        i: cython.int
        for i in range(obstacle.discs):
            m = obstacle.m + 4 * i
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

    def gap_at(
        self, k: cython.Py_ssize_t, x: cython.double, y: cython.double, out: cython.pointer(Nearest)
    ) -> cython.void:
        """The signed distance of a move from an obstacle, and the normal there."""
        obstacle: cython.pointer(Obstacle) = self.items + k
        core: cython.p_double = self.vertices + 2 * obstacle.first
        a: cython.double[6]
        b: cython.double[6]
        i: cython.int
        a[0] = x
        a[1] = y
        if obstacle.discs == 0:
            distance_of_polygons(a, 1, core, obstacle.count, out)
        else:
            for i in range(4):
                a[2 + i] = obstacle.m[i]
                b[2 + i] = obstacle.m[4 + i]
            b[0] = core[0]
            b[1] = core[1]
            if obstacle.discs == 1:
                distance_of_ellipse(a, core, obstacle.count, out)
            else:
                distance_of_ellipses(a, b, out)
        out.distance -= obstacle.r

    def at(
        self,
        element: cython.pointer(cython.const[Element]),
        s: cython.double,
        point: cython.p_double,
    ) -> cython.void:
        """Where an element is at s: x, y, and its outward normal there."""
        obstacle: cython.pointer(Obstacle) = self.items + element.obstacle
        m: cython.p_double = obstacle.m
        turn: Rotation
        length: cython.double
        if not element.is_arc:
            point[0] = element.x1 + s * (element.x2 - element.x1)
            point[1] = element.y1 + s * (element.y2 - element.y1)
            point[2] = element.nx
            point[3] = element.ny
            return
        turn = rotation_of(element.x2 + s * (element.y2 - element.x2))
        point[2] = turn.cosine
        point[3] = turn.sine
        if obstacle.discs:  # the normal of the first ellipse at M (cos, sin)
            point[2] = m[3] * turn.cosine - m[2] * turn.sine
            point[3] = m[0] * turn.sine - m[1] * turn.cosine
            length = hypot(point[2], point[3])
            point[2] /= length
            point[3] /= length
        point[0] = element.x1 + obstacle.r * point[2]
        point[1] = element.y1 + obstacle.r * point[3]
        self.add_reach(obstacle, point[2], point[3], point, point + 1)

    def outline(self, k: cython.int) -> cython.int:
        """Add the elements of an obstacle's outline."""
        obstacle: cython.pointer(Obstacle) = self.items + k
        core: cython.p_double = self.vertices + 2 * obstacle.first
        m: cython.p_double = obstacle.m
        n: cython.int = obstacle.count
        is_round: cython.bint = obstacle.discs > 0 or obstacle.r > 0.0
        first: cython.Py_ssize_t = self.element_count
        element: cython.pointer(Element)
        length: cython.double
        angle: cython.double = 0.0
        first_angle: cython.double = 0.0
        any_edge: cython.bint = False
        x: cython.double
        y: cython.double
        u: cython.double
        v: cython.double
        j: cython.int
        i: cython.int
        room_for(
            cython.address(self.elements),
            cython.address(self.element_capacity),
            self.element_count + 2 * n + 1,
            64,
            cython.sizeof(Element),
        )
        for i in range(n):
            j = (i + 1) % n
            x = core[2 * j] - core[2 * i]
            y = core[2 * j + 1] - core[2 * i + 1]
            length = hypot(x, y)
            if length == 0.0:
                continue
            element = self.elements + self.element_count
            self.element_count += 1
            element.obstacle = k
            element.is_arc = False
            element.pieces = ALL
            element.nx = y / length
            element.ny = -x / length
            u = obstacle.r * element.nx
            v = obstacle.r * element.ny
            self.add_reach(obstacle, element.nx, element.ny, cython.address(u), cython.address(v))
            element.x1 = core[2 * i] + u
            element.y1 = core[2 * i + 1] + v
            element.x2 = core[2 * j] + u
            element.y2 = core[2 * j + 1] + v
            u = max(0.0, min(1.0, -(element.x1 * x + element.y1 * y) / (length * length)))
            element.near = hypot(element.x1 + u * x, element.y1 + u * y)
            if not is_round:
                continue
            u = element.nx
            v = element.ny
            if obstacle.discs:
                x = m[0] * u + m[2] * v
                v = m[1] * u + m[3] * v
                u = x
            angle = angle_of(u, v)
            if any_edge:  # the arc that ends here, at the vertex before this edge
                self.close_arc(angle)
            else:
                first_angle = angle
                any_edge = True
            # The arc that begins here, at the vertex after it.
            element = self.elements + self.element_count
            self.element_count += 1
            element.obstacle = k
            element.is_arc = True
            element.pieces = ALL
            element.x1 = core[2 * j]
            element.y1 = core[2 * j + 1]
            element.x2 = angle
            element.near = 0.0
        if not is_round:
            return 0
        if any_edge:
            self.close_arc(first_angle)
        else:
            element = self.elements + self.element_count
            self.element_count += 1
            element.obstacle = k
            element.is_arc = True
            element.pieces = ALL
            element.x1 = core[0]
            element.y1 = core[1]
            element.x2 = 0.0
            element.y2 = 360.0
            element.near = 0.0
        if self.count > 1 and self.is_uneven(obstacle):
            self.cut_arcs(first)
        return 0

    def is_uneven(self, obstacle: cython.pointer(Obstacle)) -> cython.bint:
        """Whether an obstacle has two round parts, and one of them is a thin ellipse."""
        m: cython.p_double
        area: cython.double
        i: cython.int
        if obstacle.discs + (obstacle.r > 0.0) < 2:
            return False
        for i in range(obstacle.discs):
            # The sum of the squared half axes, and their product.
            m = obstacle.m + 4 * i
            area = fabs(m[0] * m[3] - m[1] * m[2])
            if m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3] > THIN * area:
                return True
        return False

    def cut_arcs(self, first: cython.Py_ssize_t) -> cython.int:
        """Cut the arcs from `first` on where the second of two round parts has turned on.

        Angles of arcs are those of the first ellipse. Where it is thin, the whole outline of the
        second part is passed at the tips, and where the second is thin, all of its sides in one
        place: in a piece of such an arc nobody could tell how often it crosses an outline.
        """
        element: cython.pointer(Element) = self.elements + first
        obstacle: cython.pointer(Obstacle) = self.items + element.obstacle
        m: cython.p_double = obstacle.m
        cuts: cython.double[CUTS]
        turn: Rotation
        last: cython.Py_ssize_t = self.element_count
        k: cython.Py_ssize_t
        i: cython.int
        j: cython.int
        angle: cython.double
        x: cython.double
        y: cython.double
        u: cython.double
        v: cython.double
        for i in range(CUTS):
            turn = rotation_of(360.0 * i / CUTS)
            x = turn.cosine
            y = turn.sine
            if obstacle.discs == 2:  # the normal of the second ellipse at M (cos, sin)
                u = m[7] * x - m[6] * y
                y = m[4] * y - m[5] * x
                x = u
            u = m[0] * x + m[2] * y
            v = m[1] * x + m[3] * y
            angle = angle_of(u, v)
            for j in range(i, 0, -1):  # sorted
                if cuts[j - 1] <= angle:
                    break
                cuts[j] = cuts[j - 1]
            else:
                j = 0
            cuts[j] = angle
        for k in range(first, last):
            if not self.elements[k].is_arc:
                continue
            room_for(
                cython.address(self.elements),
                cython.address(self.element_capacity),
                self.element_count + 3 * CUTS,
                64,
                cython.sizeof(Element),
            )
            element = self.elements + k
            for i in range(3 * CUTS):
                angle = cuts[i % CUTS] + 360.0 * (i // CUTS - 1)
                if element.x2 < angle < element.y2:
                    self.elements[self.element_count] = element[0]
                    element.y2 = angle
                    element = self.elements + self.element_count
                    self.element_count += 1
                    element.x2 = angle
        return 0

    def close_arc(self, angle: cython.double) -> cython.void:
        """Set the end of the last arc, beyond its start."""
        k: cython.Py_ssize_t = self.element_count - 1
        while not self.elements[k].is_arc:
            k -= 1
        if angle < self.elements[k].x2:
            angle += 360.0
        if angle - self.elements[k].x2 > 270.0:  # a straight corner, turned back by rounding
            angle = self.elements[k].x2
        self.elements[k].y2 = angle

    def add_reach(
        self,
        obstacle: cython.pointer(Obstacle),
        nx: cython.double,
        ny: cython.double,
        x: cython.p_double,
        y: cython.p_double,
    ) -> cython.void:
        """Add the farthest points of the ellipses along a unit vector."""
        m: cython.p_double
        u: cython.double
        v: cython.double
        length: cython.double
        i: cython.int
        for i in range(obstacle.discs):
            m = obstacle.m + 4 * i
            u = m[0] * nx + m[2] * ny
            v = m[1] * nx + m[3] * ny
            length = hypot(u, v)
            if length > 0.0:
                x[0] += (m[0] * u + m[1] * v) / length
                y[0] += (m[2] * u + m[3] * v) / length

    def is_clear(self, x: cython.double, y: cython.double) -> cython.bint:
        """Whether a move is in no obstacle, up to rounding."""
        length: cython.double = hypot(x, y)
        allowed: cython.double = -rounding_of(self.size)
        gap: Nearest
        k: cython.Py_ssize_t
        if self.last < self.count:
            self.gap_at(self.last, x, y, cython.address(gap))
            if gap.distance < allowed:
                return False
        for k in range(self.count):
            if (
                self.items[k].near < length
                and self.items[k].left < x < self.items[k].right
                and self.items[k].top < y < self.items[k].bottom
            ):
                self.gap_at(k, x, y, cython.address(gap))
                if gap.distance < allowed:
                    self.last = k
                    return False
        return True

    def note(self, nx: cython.double, ny: cython.double, depth: cython.double) -> cython.int:
        """Note a foot of 0 on an outline: a candidate."""
        move: cython.pointer(Move)
        room_for(
            cython.address(self.moves),
            cython.address(self.move_capacity),
            self.move_count + 1,
            64,
            cython.sizeof(Move),
        )
        move = self.moves + self.move_count
        self.move_count += 1
        move.nx = nx
        move.ny = ny
        move.depth = max(0.0, depth)
        move.wx = nx
        move.wy = ny
        return 0
