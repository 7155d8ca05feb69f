"""The least move out of several convex obstacles at once: the depth of concave shapes, and unions.

Two convex parts a and b hit after a move t of a if t is inside their Minkowski difference b - a,
which is convex, too. Two shapes of several parts hit if t is inside any of these obstacles. So the
depth of whole shapes is the distance from 0 to the nearest point outside of all obstacles (Y. Kim,
M. Otaduy, M. Lin, D. Manocha, "Fast Penetration Depth Estimation for Physically-based Animation",
2002, use the same candidates in space). That point is

* the foot of 0 on the outline of one obstacle, or
* where the outlines of two obstacles cross,

and in no other obstacle. Candidates are computed in floats; the exact test of the shapes themselves
(`IsFree`) has the last word, and a move that rounding has left too short is lengthened by a hair.
"""

import cython
from cython.cimports.libc.math import INFINITY, atan2, cos, fabs, hypot, sin, sqrt
from cython.cimports.libc.stdlib import free, qsort
from cython.cimports.spritecol._engine.memory import grow, next_capacity
from cython.cimports.spritecol._engine.narrow_phase.round_distances import (
    distance_ellipse_ellipse,
    distance_of_ellipse,
)
from cython.cimports.spritecol._engine.narrow_phase.straight_distances import (
    corners_of,
    distance_of_polygons,
)
from cython.cimports.spritecol._engine.storage.layout import BOX, CIRCLE, ELLIPSE

PI = cython.declare(cython.double, 3.141592653589793)

INSIDE = cython.declare(cython.double, 1e-11)
"""A candidate this deep inside an obstacle, as a share of the size of the numbers, may be on its
outline: the exact test decides."""

ROUNDING = cython.declare(cython.double, 4.5e-16)
"""The first lengthening of a move, likewise: two steps of a float64. Each further one is four times
as long."""

LENGTHENINGS = cython.declare(cython.int, 12)
"""The most of them; the last one is 2e-9 of the size of the numbers."""

PIECES = cython.declare(cython.int, 12)
"""Pieces of an arc in which at most one crossing, or two around a minimum, are looked for."""

STEPS = cython.declare(cython.int, 60)
"""Bisections, which halve an interval until no float is left between its ends."""


def confirm(
    move: cython.pointer(Move), size: cython.double, is_free: IsFree, context: cython.p_void
) -> cython.bint:
    """Whether a move separates; it is lengthened by a hair where rounding demands it.

    Along an axis the plain move is tried first, because on whole pixels it is exact.
    """
    step: cython.double = ROUNDING * size
    x: cython.double = move.nx * move.depth
    y: cython.double = move.ny * move.depth
    depth: cython.double = move.depth
    nx: cython.double = move.nx
    ny: cython.double = move.ny
    straight: cython.bint = move.wx == nx and move.wy == ny
    if (nx == 0.0 or ny == 0.0) and depth > 0.0 and is_free(context, x, y):
        return True
    for _ in range(LENGTHENINGS):
        if straight:
            move.depth = depth + step
        else:
            move.nx = x + step * move.wx
            move.ny = y + step * move.wy
            move.depth = hypot(move.nx, move.ny)
            move.nx /= move.depth
            move.ny /= move.depth
        if is_free(context, move.nx * move.depth, move.ny * move.depth):
            return True
        step *= 4.0
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def compare_moves(
    a: cython.pointer(cython.const[cython.void]), b: cython.pointer(cython.const[cython.void])
) -> cython.int:
    """Compare two moves by length, for qsort; of equal ones, up and then left comes first."""
    x: cython.pointer(Move) = cython.cast(cython.pointer(Move), a)
    y: cython.pointer(Move) = cython.cast(cython.pointer(Move), b)
    if x.depth != y.depth:
        return (x.depth > y.depth) - (x.depth < y.depth)
    if x.ny != y.ny:
        return (x.ny > y.ny) - (x.ny < y.ny)
    return (x.nx > y.nx) - (x.nx < y.nx)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def compare_elements(
    a: cython.pointer(cython.const[cython.void]), b: cython.pointer(cython.const[cython.void])
) -> cython.int:
    """Compare two elements by their distance, for qsort."""
    x: cython.double = cython.cast(cython.pointer(Element), a).near
    y: cython.double = cython.cast(cython.pointer(Element), b).near
    return (x > y) - (x < y)


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
        free(self.obstacles)
        free(self.elements)
        free(self.moves)

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
        capacity: cython.Py_ssize_t
        i: cython.int
        if kind_a == BOX:
            corners_of(a, corners_a)
            a = corners_a
            na = 4
        if kind_b == BOX:
            corners_of(b, corners_b)
            b = corners_b
            nb = 4
        if self.count == self.capacity:
            capacity = next_capacity(self.capacity, self.count + 1, 16)
            grow(
                cython.cast(cython.pp_void, cython.address(self.obstacles)),
                capacity,
                cython.sizeof(Obstacle),
            )
            self.capacity = capacity
        obstacle = self.obstacles + self.count
        obstacle.r = 0.0
        obstacle.discs = 0
        for i in range(2):
            if (kind_b if i else kind_a) == CIRCLE:
                obstacle.r += b[2] if i else a[2]
        if kind_a == ELLIPSE:
            for i in range(4):
                obstacle.m[i] = a[2 + i]
            obstacle.discs = 1
        if kind_b == ELLIPSE:
            for i in range(4):
                obstacle.m[4 * obstacle.discs + i] = b[2 + i]
            obstacle.discs += 1
        na = 1 if kind_a in (CIRCLE, ELLIPSE) else na
        nb = 1 if kind_b in (CIRCLE, ELLIPSE) else nb
        if self.vertex_count + 2 * na + nb > self.vertex_capacity:
            capacity = next_capacity(
                self.vertex_capacity, self.vertex_count + 2 * na + nb, 256
            )
            grow(
                cython.cast(cython.pp_void, cython.address(self.vertices)),
                capacity,
                2 * cython.sizeof(cython.double),
            )
            self.vertex_capacity = capacity
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
        for i in range(4 * obstacle.discs):
            self.size = max(self.size, fabs(obstacle.m[i]))
        self.count += 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def gap_at(
        self, k: cython.Py_ssize_t, x: cython.double, y: cython.double, out: cython.pointer(Nearest)
    ) -> cython.void:
        """The signed distance of a move from an obstacle, and the normal there."""
        obstacle: cython.pointer(Obstacle) = self.obstacles + k
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
                distance_ellipse_ellipse(a, 1, b, 1, out)
        out.distance -= obstacle.r

    @cython.cfunc
    @cython.exceptval(check=False)
    def at(
        self,
        element: cython.pointer(cython.const[Element]),
        s: cython.double,
        point: cython.p_double,
    ) -> cython.void:
        """Where an element is at s: x, y, and its outward normal there."""
        obstacle: cython.pointer(Obstacle) = self.obstacles + element.obstacle
        m: cython.p_double = obstacle.m
        angle: cython.double
        u: cython.double
        v: cython.double
        length: cython.double
        i: cython.int
        if not element.is_arc:
            point[0] = element.x1 + s * (element.x2 - element.x1)
            point[1] = element.y1 + s * (element.y2 - element.y1)
            point[2] = element.nx
            point[3] = element.ny
            return
        angle = element.x2 + s * (element.y2 - element.x2)
        u = cos(angle)
        v = sin(angle)
        point[2] = u
        point[3] = v
        if obstacle.discs:  # the normal of the first ellipse at M (cos, sin)
            point[2] = m[3] * u - m[2] * v
            point[3] = m[0] * v - m[1] * u
            length = hypot(point[2], point[3])
            point[2] /= length
            point[3] /= length
        point[0] = element.x1 + obstacle.r * point[2]
        point[1] = element.y1 + obstacle.r * point[3]
        for i in range(obstacle.discs):
            m = obstacle.m + 4 * i
            u = m[0] * point[2] + m[2] * point[3]
            v = m[1] * point[2] + m[3] * point[3]
            length = hypot(u, v)
            if length > 0.0:
                point[0] += (m[0] * u + m[1] * v) / length
                point[1] += (m[2] * u + m[3] * v) / length

    @cython.cfunc
    @cython.exceptval(-1)
    def outline(self, k: cython.int) -> cython.int:
        """Add the elements of an obstacle's outline."""
        obstacle: cython.pointer(Obstacle) = self.obstacles + k
        core: cython.p_double = self.vertices + 2 * obstacle.first
        m: cython.p_double = obstacle.m
        n: cython.int = obstacle.count
        is_round: cython.bint = obstacle.discs > 0 or obstacle.r > 0.0
        element: cython.pointer(Element)
        capacity: cython.Py_ssize_t
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
        if self.element_count + 2 * n + 1 > self.element_capacity:
            capacity = next_capacity(self.element_capacity, self.element_count + 2 * n + 1, 64)
            grow(
                cython.cast(cython.pp_void, cython.address(self.elements)),
                capacity,
                cython.sizeof(Element),
            )
            self.element_capacity = capacity
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
            angle = atan2(v, u)
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
            element.x1 = core[2 * j]
            element.y1 = core[2 * j + 1]
            element.x2 = angle
            element.near = 0.0
        if not is_round:
            return 0
        if any_edge:
            self.close_arc(first_angle)
            return 0
        element = self.elements + self.element_count
        self.element_count += 1
        element.obstacle = k
        element.is_arc = True
        element.x1 = core[0]
        element.y1 = core[1]
        element.x2 = 0.0
        element.y2 = 2.0 * PI
        element.near = 0.0
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def close_arc(self, angle: cython.double) -> cython.void:
        """Set the end of the last arc, beyond its start."""
        k: cython.Py_ssize_t = self.element_count - 1
        while not self.elements[k].is_arc:
            k -= 1
        if angle < self.elements[k].x2:
            angle += 2.0 * PI
        if angle - self.elements[k].x2 > 1.5 * PI:  # a straight corner, turned back by rounding
            angle = self.elements[k].x2
        self.elements[k].y2 = angle

    @cython.cfunc
    @cython.exceptval(check=False)
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

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_clear(self, x: cython.double, y: cython.double) -> cython.bint:
        """Whether a move is in no obstacle, up to rounding."""
        length: cython.double = hypot(x, y)
        allowed: cython.double = -INSIDE * self.size
        gap: Nearest
        k: cython.Py_ssize_t
        if self.last < self.count:
            self.gap_at(self.last, x, y, cython.address(gap))
            if gap.distance < allowed:
                return False
        for k in range(self.count):
            if self.obstacles[k].near < length:
                self.gap_at(k, x, y, cython.address(gap))
                if gap.distance < allowed:
                    self.last = k
                    return False
        return True

    @cython.cfunc
    @cython.exceptval(-1)
    def note(self, nx: cython.double, ny: cython.double, depth: cython.double) -> cython.int:
        """Note a foot of 0 on an outline: a candidate."""
        capacity: cython.Py_ssize_t
        move: cython.pointer(Move)
        if self.move_count == self.move_capacity:
            capacity = next_capacity(self.move_capacity, self.move_count + 1, 64)
            grow(
                cython.cast(cython.pp_void, cython.address(self.moves)),
                capacity,
                cython.sizeof(Move),
            )
            self.move_capacity = capacity
        move = self.moves + self.move_count
        self.move_count += 1
        move.nx = nx
        move.ny = ny
        move.depth = max(0.0, depth)
        move.wx = nx
        move.wy = ny
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def note_end(self, nx: cython.double, ny: cython.double) -> cython.int:
        """Note the move along a unit vector that leaves all obstacles behind."""
        depth: cython.double = 0.0
        obstacle: cython.pointer(Obstacle)
        core: cython.p_double
        x: cython.double
        y: cython.double
        k: cython.Py_ssize_t
        i: cython.int
        for k in range(self.count):
            obstacle = self.obstacles + k
            core = self.vertices + 2 * obstacle.first
            x = obstacle.r * nx
            y = obstacle.r * ny
            self.add_reach(obstacle, nx, ny, cython.address(x), cython.address(y))
            for i in range(obstacle.count):
                depth = max(depth, nx * (core[2 * i] + x) + ny * (core[2 * i + 1] + y))
        return self.note(nx, ny, depth)

    @cython.cfunc
    @cython.exceptval(-1)
    def note_feet(self, element: cython.pointer(Element)) -> cython.int:
        """Note the feet of 0 on an element that 0 is on the inner side of."""
        here: cython.double[4]
        dx: cython.double
        dy: cython.double
        depth: cython.double
        along: cython.double
        low: cython.double
        high: cython.double
        middle: cython.double
        slope: cython.double
        previous: cython.double
        pieces: cython.int
        k: cython.int
        if not element.is_arc:
            depth = element.nx * element.x1 + element.ny * element.y1
            dx = element.x2 - element.x1
            dy = element.y2 - element.y1
            along = -(element.x1 * dx + element.y1 * dy)
            low = 1e-9 * (dx * dx + dy * dy) + INSIDE * self.size * hypot(dx, dy)
            if depth >= -INSIDE * self.size and -low <= along <= dx * dx + dy * dy + low:
                self.note(element.nx, element.ny, depth)
            return 0
        # The distance of the tangent at angle t is h(t), its derivative the point along the
        # tangent: a foot is where that changes from negative to positive.
        pieces = 2 * PIECES
        previous = 0.0
        for k in range(pieces + 1):
            self.at(element, cython.cast(cython.double, k) / pieces, here)
            slope = here[1] * here[2] - here[0] * here[3]
            if k > 0 and previous <= 0.0 <= slope:
                low = cython.cast(cython.double, k - 1) / pieces
                high = cython.cast(cython.double, k) / pieces
                for _ in range(STEPS):
                    middle = 0.5 * (low + high)
                    self.at(element, middle, here)
                    if here[1] * here[2] - here[0] * here[3] < 0.0:
                        low = middle
                    else:
                        high = middle
                depth = here[0] * here[2] + here[1] * here[3]
                if depth >= -INSIDE * self.size:
                    self.note(here[2], here[3], depth)
            previous = slope
        return 0

    def least_move(
        self, is_free: IsFree, context: cython.p_void, best: cython.pointer(Move)
    ) -> cython.bint:
        """Write the shortest move that is confirmed; False if there is none."""
        gap: Nearest
        found: cython.bint = False
        any_round: cython.bint = False
        element: cython.pointer(Element)
        move: Move
        k: cython.Py_ssize_t
        j: cython.Py_ssize_t
        best.depth = INFINITY
        self.element_count = 0
        self.move_count = 0
        for k in range(self.count):
            self.gap_at(k, 0.0, 0.0, cython.address(gap))
            self.obstacles[k].near = gap.distance
            if gap.distance <= 0.0 and self.obstacles[k].count == 1:  # two equal points, or round
                self.note(gap.nx, gap.ny, -gap.distance)
            self.outline(cython.cast(cython.int, k))
            any_round = any_round or self.obstacles[k].discs or self.obstacles[k].r > 0.0
        for k in range(4):  # past everything along an axis: seldom the least, but always a move
            self.note_end((k == 0) - (k == 1), (k == 2) - (k == 3))
        for k in range(self.element_count):
            element = self.elements + k
            if element.is_arc:  # at least as far as the obstacle
                element.near = max(0.0, self.obstacles[element.obstacle].near)
            if self.obstacles[element.obstacle].near <= 0.0:
                self.note_feet(element)
        qsort(self.moves, self.move_count, cython.sizeof(Move), compare_moves)
        for k in range(self.move_count):
            move = self.moves[k]
            if self.is_clear(move.nx * move.depth, move.ny * move.depth) and confirm(
                cython.address(move), self.size, is_free, context
            ):
                best[0] = move
                found = True
                break
        if self.count < 2:
            return found
        qsort(self.elements, self.element_count, cython.sizeof(Element), compare_elements)
        for k in range(self.element_count):
            if self.elements[k].near >= best.depth:
                break
            for j in range(0 if self.elements[k].is_arc else k):
                if (
                    not self.elements[j].is_arc
                    and self.elements[j].obstacle != self.elements[k].obstacle
                ):
                    found |= self.cross_edges(
                        self.elements + k, self.elements + j, is_free, context, best
                    )
            if self.elements[k].is_arc:
                for j in range(self.count):
                    if (
                        j != self.elements[k].obstacle
                        and self.obstacles[j].near < best.depth
                    ):
                        found |= self.cross_arc(self.elements + k, j, is_free, context, best)
            elif any_round:
                for j in range(self.count):
                    if (
                        j != self.elements[k].obstacle
                        and self.obstacles[j].near < best.depth
                        and (self.obstacles[j].discs or self.obstacles[j].r > 0.0)
                    ):
                        found |= self.cross_between(
                            self.elements + k, 0.0, 1.0, j, is_free, context, best
                        )
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def try_crossing(
        self,
        x: cython.double,
        y: cython.double,
        a: cython.pointer(cython.const[cython.double]),
        b: cython.pointer(cython.const[cython.double]),
        is_free: IsFree,
        context: cython.p_void,
        best: cython.pointer(Move),
    ) -> cython.bint:
        """Take a crossing of two outlines with normals a and b, if it is nearer than `best`."""
        move: Move
        det: cython.double = a[0] * b[1] - a[1] * b[0]
        move.depth = hypot(x, y)
        if not move.depth < best.depth * (1.0 - 1e-12) or not self.is_clear(x, y):
            return False
        # Away from both outlines at the same speed.
        move.wx = a[0]
        move.wy = a[1]
        if fabs(det) > 1e-9:
            move.wx = (b[1] - a[1]) / det
            move.wy = (a[0] - b[0]) / det
        if move.depth > 0.0:
            move.nx = x / move.depth
            move.ny = y / move.depth
        else:
            move.nx = a[0]
            move.ny = a[1]
        if confirm(cython.address(move), self.size, is_free, context) and move.depth < best.depth:
            best[0] = move
            return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def cross_edges(
        self,
        a: cython.pointer(Element),
        b: cython.pointer(Element),
        is_free: IsFree,
        context: cython.p_void,
        best: cython.pointer(Move),
    ) -> cython.bint:
        """Try where two edges cross."""
        ax: cython.double = a.x2 - a.x1
        ay: cython.double = a.y2 - a.y1
        bx: cython.double = b.x2 - b.x1
        by: cython.double = b.y2 - b.y1
        dx: cython.double = b.x1 - a.x1
        dy: cython.double = b.y1 - a.y1
        det: cython.double = ax * by - ay * bx
        s: cython.double
        t: cython.double
        n: cython.double[4]
        if det == 0.0:
            return False
        s = (dx * by - dy * bx) / det
        t = (dx * ay - dy * ax) / det
        if not (-1e-9 <= s <= 1.0 + 1e-9 and -1e-9 <= t <= 1.0 + 1e-9):
            return False
        n[0] = a.nx
        n[1] = a.ny
        n[2] = b.nx
        n[3] = b.ny
        return self.try_crossing(
            a.x1 + s * ax, a.y1 + s * ay, n, n + 2, is_free, context, best
        )

    @cython.cfunc
    @cython.exceptval(check=False)
    def cross_arc(
        self,
        arc: cython.pointer(Element),
        k: cython.Py_ssize_t,
        is_free: IsFree,
        context: cython.p_void,
        best: cython.pointer(Move),
    ) -> cython.bint:
        """Try where an arc crosses the outline of an obstacle, piece by piece."""
        found: cython.bint = False
        i: cython.int
        pieces: cython.int = PIECES if arc.y2 - arc.x2 < PI else 2 * PIECES
        for i in range(pieces):
            found |= self.cross_between(
                arc,
                cython.cast(cython.double, i) / pieces,
                cython.cast(cython.double, i + 1) / pieces,
                k,
                is_free,
                context,
                best,
            )
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def cross_between(
        self,
        element: cython.pointer(Element),
        start: cython.double,
        end: cython.double,
        k: cython.Py_ssize_t,
        is_free: IsFree,
        context: cython.p_void,
        best: cython.pointer(Move),
    ) -> cython.bint:
        """Try where a piece of an element crosses an obstacle's outline: once, or in and out."""
        here: cython.double[4]
        gap: Nearest
        at_start: cython.double
        at_end: cython.double
        falls: cython.bint
        low: cython.double = start
        high: cython.double = end
        middle: cython.double = start
        self.at(element, start, here)
        self.gap_at(k, here[0], here[1], cython.address(gap))
        at_start = gap.distance
        falls = gap.nx * -here[3] + gap.ny * here[2] < 0.0
        self.at(element, end, here)
        self.gap_at(k, here[0], here[1], cython.address(gap))
        at_end = gap.distance
        if at_start < 0.0 and at_end < 0.0:
            return False
        if (at_start < 0.0) != (at_end < 0.0):
            return self.cross_once(element, start, end, k, is_free, context, best)
        if not falls or gap.nx * -here[3] + gap.ny * here[2] <= 0.0:
            return False
        for _ in range(STEPS):  # a minimum in between
            middle = 0.5 * (low + high)
            self.at(element, middle, here)
            self.gap_at(k, here[0], here[1], cython.address(gap))
            if gap.distance < 0.0:
                falls = self.cross_once(element, start, middle, k, is_free, context, best)
                return self.cross_once(element, middle, end, k, is_free, context, best) or falls
            if gap.nx * -here[3] + gap.ny * here[2] < 0.0:
                low = middle
            else:
                high = middle
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def cross_once(
        self,
        element: cython.pointer(Element),
        start: cython.double,
        end: cython.double,
        k: cython.Py_ssize_t,
        is_free: IsFree,
        context: cython.p_void,
        best: cython.pointer(Move),
    ) -> cython.bint:
        """Try where a piece crosses an outline, when one end of it is inside."""
        here: cython.double[4]
        normal: cython.double[2]
        gap: Nearest
        middle: cython.double = start
        inside: cython.bint
        self.at(element, start, here)
        self.gap_at(k, here[0], here[1], cython.address(gap))
        inside = gap.distance < 0.0
        for _ in range(STEPS):
            middle = 0.5 * (start + end)
            self.at(element, middle, here)
            self.gap_at(k, here[0], here[1], cython.address(gap))
            if (gap.distance < 0.0) == inside:
                start = middle
            else:
                end = middle
        normal[0] = gap.nx
        normal[1] = gap.ny
        return self.try_crossing(here[0], here[1], here + 2, normal, is_free, context, best)
