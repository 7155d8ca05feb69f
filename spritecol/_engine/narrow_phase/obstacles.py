"""Obstacles: the moves with which one convex part hits another, and their outlines.

Two convex parts a and b hit after a move t of a if t is inside their Minkowski difference b - a,
which is convex, too: that of their cores, which is a polygon, plus a circle where one of the two is
round, plus an ellipse for each of them that has one.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    binding,
    bint,
    cfunc,
    declare,
    double,
    exceptval,
    nogil,
    p_double,
    pointer,
    sizeof,
    uint,
)
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

THIN = declare(double, 4.25)
"""From a ratio of half axes of 1 : 4 on, an ellipse is thin: 1 / 4 + 4 / 1. Its angles then turn by
15 degrees, one piece of a whole outline, where a normal turns by 47."""

ALL = declare(uint, 0xFFFFFFFF)
"""All pieces of an element."""


@cfunc
@nogil
@exceptval(check=False)
def lowest(points: Numbers, count: cython.int) -> cython.int:
    """The vertex with the least y, and of several the one with the least x."""
    best: cython.int = 0
    k: cython.int
    for k in range(1, count):
        if points[2 * k + 1] < points[2 * best + 1] or (
            points[2 * k + 1] == points[2 * best + 1] and points[2 * k] < points[2 * best]
        ):
            best = k
    return best


@cfunc
@nogil
@exceptval(check=False)
def minkowski_sum(
    p: Numbers, np: cython.int, q: Numbers, nq: cython.int, out: p_double
) -> cython.int:
    """The sum of two convex polygons: their edges, merged by angle (de Berg et al., 13.3).

    Also of points and segments. Returns the number of vertices, at most np + nq.
    """
    start_p: cython.int = lowest(p, np)
    start_q: cython.int = lowest(q, nq)
    i: cython.int = 0
    j: cython.int = 0
    count: cython.int = 0
    while i < np or j < nq:
        a: cython.int = start_p + i - (np if start_p + i >= np else 0)  # a division takes longer
        b: cython.int = a + 1 if a + 1 < np else 0
        c: cython.int = start_q + j - (nq if start_q + j >= nq else 0)
        d: cython.int = c + 1 if c + 1 < nq else 0
        out[2 * count] = p[2 * a] + q[2 * c]
        out[2 * count + 1] = p[2 * a + 1] + q[2 * c + 1]
        count += 1
        px: double = p[2 * b] - p[2 * a]
        py: double = p[2 * b + 1] - p[2 * a + 1]
        qx: double = q[2 * d] - q[2 * c]
        qy: double = q[2 * d + 1] - q[2 * c + 1]
        cross: double = px * qy - py * qx
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


@cfunc
@nogil
@exceptval(check=False)
def add_disc(obstacle: pointer(Obstacle), disc: Numbers) -> cython.void:
    """Add the matrix of an ellipse."""
    i: cython.int
    for i in range(4):
        obstacle.m[4 * obstacle.discs + i] = disc[2 + i]
    obstacle.discs += 1


@cfunc
@nogil
@exceptval(check=False)
def angle_on_disc(obstacle: pointer(cython.const[Obstacle]), nx: double, ny: double) -> double:
    """The angle of an arc at which its normal is (nx, ny): that of the first ellipse, if any."""
    m: Numbers = obstacle.m
    if obstacle.discs == 0:
        return angle_of(nx, ny)
    return angle_of(m[0] * nx + m[2] * ny, m[1] * nx + m[3] * ny)


@cfunc
@nogil
@exceptval(check=False)
def put_cuts(obstacle: pointer(cython.const[Obstacle]), cuts: p_double) -> cython.void:
    """Write the angles, sorted, at which the second of two round parts has turned on by a step."""
    m: Numbers = obstacle.m
    i: cython.int
    j: cython.int
    u: double
    for i in range(CUTS):
        turn: Rotation = rotation_of(360.0 * i / CUTS)
        x: double = turn.cosine
        y: double = turn.sine
        if obstacle.discs == 2:  # the normal of the second ellipse at M (cos, sin)
            u = m[7] * x - m[6] * y
            y = m[4] * y - m[5] * x
            x = u
        u = m[0] * x + m[2] * y
        v: double = m[1] * x + m[3] * y
        angle: double = angle_of(u, v)
        for j in range(i, 0, -1):
            if cuts[j - 1] <= angle:
                break
            cuts[j] = cuts[j - 1]
        else:
            j = 0
        cuts[j] = angle


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
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
        a: Numbers,
        na: cython.int,
        kind_b: cython.int,
        b: Numbers,
        nb: cython.int,
    ) -> cython.int:
        """Add the moves of part a with which it hits part b."""
        one: Core
        other: Core
        gap: Nearest
        i: cython.int
        core_of(kind_a, a, na, address(one))
        core_of(kind_b, b, nb, address(other))
        room_for(address(self.items), address(self.capacity), self.count + 1, 16, sizeof(Obstacle))
        obstacle: pointer(Obstacle) = self.items + self.count
        obstacle.r = one.r + other.r
        obstacle.discs = 0
        if one.disc is not NULL:
            add_disc(obstacle, one.disc)
        if other.disc is not NULL:
            add_disc(obstacle, other.disc)
        self.put_core(obstacle, address(one), address(other))
        self.size = max(self.size, obstacle.r)
        self.put_box(obstacle)
        for i in range(4 * obstacle.discs):
            self.size = max(self.size, fabs(obstacle.m[i]))
        self.gap_at(self.count, 0.0, 0.0, address(gap))
        obstacle.near = gap.distance
        self.count += 1
        return 0

    def put_core(
        self,
        obstacle: pointer(Obstacle),
        one: CoreRef,
        other: CoreRef,
    ) -> cython.int:
        """Write the vertices: of the second core, plus those of the first one, negated."""
        i: cython.int
        na: cython.int = one.count
        nb: cython.int = other.count
        room_for(
            address(self.vertices),
            address(self.vertex_capacity),
            self.vertex_count + 2 * na + nb,
            256,
            2 * sizeof(double),
        )
        target: p_double = self.vertices + 2 * self.vertex_count
        negated: p_double = target + 2 * (na + nb)
        for i in range(2 * na):
            negated[i] = -one.v[i]
            self.size = max(self.size, fabs(one.v[i]))
        for i in range(2 * nb):
            self.size = max(self.size, fabs(other.v[i]))
        obstacle.first = self.vertex_count
        obstacle.count = minkowski_sum(other.v, nb, negated, na, target)
        self.vertex_count += obstacle.count
        return 0

    def drop_last(self) -> cython.void:
        """Drop the obstacle that was added last."""
        self.count -= 1
        self.vertex_count = self.items[self.count].first

    def put_last(self, place: Py_ssize_t) -> cython.void:
        """Put the obstacle that was added last at its place among the others."""
        last: Obstacle = self.items[self.count - 1]
        k: Py_ssize_t
        for k in range(self.count - 1, place, -1):
            self.items[k] = self.items[k - 1]
        self.items[place] = last

    def repeats(self) -> bint:
        """Whether the last obstacle is one that is there already, as in a heap of sprites."""
        last: pointer(Obstacle) = self.items + self.count - 1
        k: Py_ssize_t
        for k in range(self.count - 1):
            other: pointer(Obstacle) = self.items + k
            if (
                other.left == last.left
                and other.top == last.top
                and other.near == last.near
                and other.count == last.count
                and other.r == last.r
                and other.discs == last.discs
                and memcmp(other.m, last.m, 4 * last.discs * sizeof(double)) == 0
                and memcmp(
                    self.vertices + 2 * other.first,
                    self.vertices + 2 * last.first,
                    2 * last.count * sizeof(double),
                )
                == 0
            ):
                return True
        return False

    def put_box(self, obstacle: pointer(Obstacle)) -> cython.void:
        """Set the bounding box."""
        core: p_double = self.vertices + 2 * obstacle.first
        x: double = obstacle.r
        y: double = obstacle.r
        i: cython.int
        for i in range(obstacle.discs):
            m: p_double = obstacle.m + 4 * i
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

    def gap_at(self, k: Py_ssize_t, x: double, y: double, out: pointer(Nearest)) -> cython.void:
        """The signed distance of a move from an obstacle, and the normal there."""
        obstacle: pointer(Obstacle) = self.items + k
        point: Core
        core: Core
        at: double[2]
        a: double[6]
        b: double[6]
        i: cython.int
        at[0] = x
        at[1] = y
        point.v = at
        point.count = 1
        point.r = core.r = 0.0
        point.disc = core.disc = NULL
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
            distance_of_ovals(address(point), address(core), out)
        out.distance -= obstacle.r

    def at(
        self, element: pointer(cython.const[Element]), s: double, point: p_double
    ) -> cython.void:
        """Where an element is at s: x, y, and its outward normal there."""
        if not element.is_arc:
            point[0] = element.x1 + s * (element.x2 - element.x1)
            point[1] = element.y1 + s * (element.y2 - element.y1)
            point[2] = element.nx
            point[3] = element.ny
            return
        self.at_angle(element, element.x2 + s * (element.y2 - element.x2), point)

    def at_angle(
        self, element: pointer(cython.const[Element]), angle: double, point: p_double
    ) -> cython.void:
        """Where an arc is at an angle: x, y, and its outward normal there."""
        obstacle: pointer(Obstacle) = self.items + element.obstacle
        m: p_double = obstacle.m
        turn: Rotation = rotation_of(angle)
        point[2] = turn.cosine
        point[3] = turn.sine
        if obstacle.discs:  # the normal of the first ellipse at M (cos, sin)
            point[2] = m[3] * turn.cosine - m[2] * turn.sine
            point[3] = m[0] * turn.sine - m[1] * turn.cosine
            length: double = hypot(point[2], point[3])
            point[2] /= length
            point[3] /= length
        point[0] = element.x1 + obstacle.r * point[2]
        point[1] = element.y1 + obstacle.r * point[3]
        self.add_reach(obstacle, point[2], point[3], point, point + 1)

    def outline(self, k: cython.int) -> cython.int:
        """Add the elements of an obstacle's outline."""
        obstacle: pointer(Obstacle) = self.items + k
        core: p_double = self.vertices + 2 * obstacle.first
        n: cython.int = obstacle.count
        is_round: bint = obstacle.discs > 0 or obstacle.r > 0.0
        first: Py_ssize_t = self.element_count
        first_angle: double = 0.0
        any_edge: bint = False
        i: cython.int
        room_for(
            address(self.elements),
            address(self.element_capacity),
            self.element_count + 2 * n + 1,
            64,
            sizeof(Element),
        )
        for i in range(n):
            j: cython.int = (i + 1) % n
            if not self.add_edge(k, core + 2 * i, core + 2 * j) or not is_round:
                continue
            edge: pointer(Element) = self.elements + self.element_count - 1
            angle: double = angle_on_disc(obstacle, edge.nx, edge.ny)
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

    def add_edge(self, k: cython.int, p: Numbers, q: Numbers) -> bint:
        """Add the edge of an outline along that from p to q of a core, if that has any length."""
        obstacle: pointer(Obstacle) = self.items + k
        x: double = q[0] - p[0]
        y: double = q[1] - p[1]
        length: double = hypot(x, y)
        if length == 0.0:
            return False
        element: pointer(Element) = self.elements + self.element_count
        self.element_count += 1
        element.obstacle = k
        element.is_arc = False
        element.pieces = ALL
        element.nx = y / length
        element.ny = -x / length
        u: double = obstacle.r * element.nx
        v: double = obstacle.r * element.ny
        self.add_reach(obstacle, element.nx, element.ny, address(u), address(v))
        element.x1 = p[0] + u
        element.y1 = p[1] + v
        element.x2 = q[0] + u
        element.y2 = q[1] + v
        u = max(0.0, min(1.0, -(element.x1 * x + element.y1 * y) / (length * length)))
        element.near = hypot(element.x1 + u * x, element.y1 + u * y)
        return True

    def add_arc(self, k: cython.int, vertex: Numbers, angle: double) -> cython.void:
        """Add an arc about a vertex of an obstacle's core, from an angle on."""
        element: pointer(Element) = self.elements + self.element_count
        self.element_count += 1
        element.obstacle = k
        element.is_arc = True
        element.pieces = ALL
        element.x1 = vertex[0]
        element.y1 = vertex[1]
        element.x2 = angle
        element.near = 0.0

    def is_uneven(self, obstacle: pointer(Obstacle)) -> bint:
        """Whether an obstacle has two round parts, and one of them is a thin ellipse."""
        i: cython.int
        if obstacle.discs + (obstacle.r > 0.0) < 2:
            return False
        for i in range(obstacle.discs):
            # The sum of the squared half axes, and their product.
            m: p_double = obstacle.m + 4 * i
            area: double = fabs(m[0] * m[3] - m[1] * m[2])
            if m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3] > THIN * area:
                return True
        return False

    def cut_arcs(self, first: Py_ssize_t) -> cython.int:
        """Cut the arcs from `first` on where the second of two round parts has turned on.

        Angles of arcs are those of the first ellipse. Where it is thin, the whole outline of the
        second part is passed at the tips, and where the second is thin, all of its sides in one
        place: a piece of such an arc could cross an outline any number of times.
        """
        element: pointer(Element) = self.elements + first
        cuts: double[CUTS]
        last: Py_ssize_t = self.element_count
        k: Py_ssize_t
        i: cython.int
        put_cuts(self.items + element.obstacle, cuts)
        for k in range(first, last):
            if not self.elements[k].is_arc:
                continue
            room_for(
                address(self.elements),
                address(self.element_capacity),
                self.element_count + 3 * CUTS,
                64,
                sizeof(Element),
            )
            element = self.elements + k
            for i in range(3 * CUTS):
                angle: double = cuts[i % CUTS] + 360.0 * (i // CUTS - 1)
                if element.x2 < angle < element.y2:
                    self.elements[self.element_count] = element[0]
                    element.y2 = angle
                    element = self.elements + self.element_count
                    self.element_count += 1
                    element.x2 = angle
        return 0

    def close_arc(self, angle: double) -> cython.void:
        """Set the end of the last arc, beyond its start."""
        k: Py_ssize_t = self.element_count - 1
        while not self.elements[k].is_arc:
            k -= 1
        if angle < self.elements[k].x2:
            angle += 360.0
        if angle - self.elements[k].x2 > 270.0:  # a straight corner, turned back by rounding
            angle = self.elements[k].x2
        self.elements[k].y2 = angle

    def add_reach(
        self, obstacle: pointer(Obstacle), nx: double, ny: double, x: p_double, y: p_double
    ) -> cython.void:
        """Add the farthest points of the ellipses along a unit vector."""
        i: cython.int
        for i in range(obstacle.discs):
            m: p_double = obstacle.m + 4 * i
            u: double = m[0] * nx + m[2] * ny
            v: double = m[1] * nx + m[3] * ny
            length: double = hypot(u, v)
            if length > 0.0:
                x[0] += (m[0] * u + m[1] * v) / length
                y[0] += (m[2] * u + m[3] * v) / length

    def is_clear(self, x: double, y: double) -> bint:
        """Whether a move is in no obstacle, up to rounding."""
        length: double = hypot(x, y)
        k: Py_ssize_t
        if self.last < self.count and self.is_inside(self.last, x, y, length):
            return False
        for k in range(self.count):
            if k != self.last and self.is_inside(k, x, y, length):
                self.last = k
                return False
        return True

    def is_inside(self, k: Py_ssize_t, x: double, y: double, length: double) -> bint:
        """Whether a move of this length is in one obstacle, up to rounding."""
        gap: Nearest
        obstacle: pointer(Obstacle) = self.items + k
        if not (
            obstacle.near < length
            and obstacle.left < x < obstacle.right
            and obstacle.top < y < obstacle.bottom
        ):
            return False
        self.gap_at(k, x, y, address(gap))
        return gap.distance < -rounding_of(self.size)

    def note(self, nx: double, ny: double, depth: double) -> cython.int:
        """Note a foot of 0 on an outline: a candidate."""
        room_for(
            address(self.moves), address(self.move_capacity), self.move_count + 1, 64, sizeof(Move)
        )
        move: pointer(Move) = self.moves + self.move_count
        self.move_count += 1
        move.nx = nx
        move.ny = ny
        move.depth = max(0.0, depth)
        move.longer_x = nx
        move.longer_y = ny
        move.edge = NULL
        return 0
