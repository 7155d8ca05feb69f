"""Which pieces of the outlines are inside another obstacle: the least move is on none of them.

Among many obstacles, such as the tiles under a large sprite, nearly all outlines are inside of
others. A piece is proved to be inside of a convex obstacle by the corners of a triangle around it
(of an edge, by its ends). A proof takes a few comparisons, while the distance from an obstacle with
an ellipse takes Newton's method. So a proof may fail, but what is dropped is never the answer: all
of it is deeper inside than rounding reaches, by which `Obstacles.is_clear` decides.

To prove that a point is inside of the sum of a polygon, a circle and ellipses, these are replaced
by one ellipse inside of theirs: if their matrices are symmetric, that of their sum. Where this
ellipse is the unit circle, the point is so far from the polygon that one compares with 1.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.distances import Nearest
from cython.cimports.spritecol._engine.narrow_phase.obstacles import (
    Element,
    Obstacle,
    rounding_of,
)
from cython.cimports.spritecol._engine.narrow_phase.part import Axes, axes_of
from cython.cimports.spritecol._numbers.polar import hypot

ROUNDEST = cython.declare(cython.double, 1e-4)
"""The least width of an ellipse, as a share of its length, with which a proof is tried: the thinner
it is, the more rounding is magnified."""

MARGIN = cython.declare(cython.double, 2.0)
"""How much deeper than rounding reaches all of a piece must be."""

COARSE = cython.declare(cython.int, 6)
"""So many pieces are looked at together before it is known how near the answer is."""


@cython.cfunc
@cython.exceptval(-1)
def prepare(obstacles: Obstacles) -> cython.int:
    """Set what `is_deep` needs: the inverse matrices, the polygons so mapped, and their normals."""
    obstacle: cython.pointer(Obstacle)
    core: cython.p_double
    mapped: cython.p_double
    disc: cython.double[6]
    axes: Axes
    p: cython.double
    q: cython.double
    s: cython.double
    det: cython.double
    major: cython.double
    minor: cython.double
    length: cython.double
    u: cython.double
    v: cython.double
    k: cython.Py_ssize_t
    i: cython.int
    j: cython.int
    room_for(
        cython.address(obstacles.mapped),
        cython.address(obstacles.mapped_capacity),
        obstacles.vertex_capacity,
        0,
        4 * cython.sizeof(cython.double),
    )
    room_for(
        cython.address(obstacles.order),
        cython.address(obstacles.order_capacity),
        obstacles.count,
        16,
        cython.sizeof(cython.int),
    )
    for k in range(obstacles.count):
        obstacles.order[k] = cython.cast(cython.int, k)
        obstacle = obstacles.items + k
        p = s = obstacle.r
        q = 0.0
        for i in range(obstacle.discs):
            for j in range(4):
                disc[2 + j] = obstacle.m[4 * i + j]
            axes = axes_of(disc)
            p += axes.major * axes.cosine * axes.cosine + axes.minor * axes.sine * axes.sine
            q += (axes.major - axes.minor) * axes.cosine * axes.sine
            s += axes.major * axes.sine * axes.sine + axes.minor * axes.cosine * axes.cosine
        obstacle.limit = 1.0
        if obstacle.discs == 0 and obstacle.r == 0.0:
            p = s = 1.0
            obstacle.limit = 0.0
        det = p * s - q * q
        major = 0.5 * (p + s) + hypot(0.5 * (p - s), q)
        minor = det / major if major > 0.0 else 0.0
        obstacle.provable = minor > ROUNDEST * major
        if not obstacle.provable:
            continue
        obstacle.limit -= MARGIN * rounding_of(obstacles.size) / minor
        obstacle.inverse[0] = s / det
        obstacle.inverse[1] = -q / det
        obstacle.inverse[2] = p / det
        core = obstacles.vertices + 2 * obstacle.first
        mapped = obstacles.mapped + 4 * obstacle.first
        for i in range(obstacle.count):
            u = core[2 * i]
            v = core[2 * i + 1]
            mapped[4 * i] = obstacle.inverse[0] * u + obstacle.inverse[1] * v
            mapped[4 * i + 1] = obstacle.inverse[1] * u + obstacle.inverse[2] * v
        for i in range(obstacle.count):  # the normal of the edge that begins here
            j = 4 * (i + 1) if i + 1 < obstacle.count else 0
            p = mapped[j + 1] - mapped[4 * i + 1]
            q = mapped[4 * i] - mapped[j]
            length = hypot(p, q)
            mapped[4 * i + 2] = p / length if length > 0.0 else 0.0
            mapped[4 * i + 3] = q / length if length > 0.0 else 0.0
    return 0


def is_deep(
    obstacles: Obstacles, k: cython.Py_ssize_t, x: cython.double, y: cython.double
) -> cython.bint:
    """Whether a move is proved to be well inside of an obstacle."""
    obstacle: cython.pointer(Obstacle) = obstacles.items + k
    mapped: cython.p_double
    u: cython.double
    v: cython.double
    beyond: cython.double = 0.0
    farthest: cython.double = 0.0
    dx: cython.double
    dy: cython.double
    ex: cython.double
    ey: cython.double
    t: cython.double
    length_squared: cython.double
    squared: cython.double = obstacle.limit * obstacle.limit
    i: cython.int
    j: cython.int
    gap: Nearest
    if not obstacle.provable:
        obstacles.gap_at(k, x, y, cython.address(gap))
        return gap.distance < -MARGIN * rounding_of(obstacles.size)
    mapped = obstacles.mapped + 4 * obstacle.first
    u = obstacle.inverse[0] * x + obstacle.inverse[1] * y
    v = obstacle.inverse[1] * x + obstacle.inverse[2] * y
    for i in range(obstacle.count):
        beyond = mapped[4 * i + 2] * (u - mapped[4 * i]) + mapped[4 * i + 3] * (
            v - mapped[4 * i + 1]
        )
        if not beyond <= obstacle.limit:  # also if it is not a number
            return False
        farthest = beyond if i == 0 else max(farthest, beyond)
    if farthest < 0.0:
        return True
    if obstacle.limit <= 0.0:
        return False
    for i in range(obstacle.count):
        j = 4 * (i + 1) if i + 1 < obstacle.count else 0
        dx = u - mapped[4 * i]
        dy = v - mapped[4 * i + 1]
        ex = mapped[j] - mapped[4 * i]
        ey = mapped[j + 1] - mapped[4 * i + 1]
        length_squared = ex * ex + ey * ey
        t = dx * ex + dy * ey
        t = max(0.0, min(1.0, t / length_squared)) if length_squared > 0.0 else 0.0
        dx -= t * ex
        dy -= t * ey
        if dx * dx + dy * dy <= squared:
            return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
def triangle_around(
    obstacles: Obstacles,
    element: cython.pointer(cython.const[Element]),
    start: cython.double,
    end: cython.double,
    points: cython.p_double,
) -> cython.int:
    """Write the corners of a triangle, or the ends of a segment, that a piece is inside of.

    Returns their number: 0 if the piece turns so far that there is none.
    """
    here: cython.double[4]
    there: cython.double[4]
    det: cython.double
    along: cython.double
    obstacles.at(element, start, here)
    obstacles.at(element, end, there)
    points[0] = here[0]
    points[1] = here[1]
    points[2] = there[0]
    points[3] = there[1]
    if not element.is_arc:
        return 2
    # Where the tangents of both ends cross.
    det = here[2] * there[3] - here[3] * there[2]
    if (end - start) * (element.y2 - element.x2) > 172.0 or (
        here[2] * there[2] + here[3] * there[3] < -0.5
    ):
        return 0
    if fabs(det) < 1e-12:
        return 2
    along = ((there[0] - here[0]) * there[2] + (there[1] - here[1]) * there[3]) / det
    points[4] = here[0] - along * here[3]
    points[5] = here[1] + along * here[2]
    return 3


@cython.cfunc
@cython.exceptval(check=False)
def box_of(points: cython.p_double, count: cython.int) -> Box:
    """The bounding box of some points."""
    box: Box
    i: cython.int
    box.left = box.right = points[0]
    box.top = box.bottom = points[1]
    for i in range(1, count):
        box.left = min(box.left, points[2 * i])
        box.right = max(box.right, points[2 * i])
        box.top = min(box.top, points[2 * i + 1])
        box.bottom = max(box.bottom, points[2 * i + 1])
    return box


def box_around(
    obstacles: Obstacles,
    element: cython.pointer(cython.const[Element]),
    start: cython.double,
    end: cython.double,
) -> Box:
    """A box that a piece is inside of; without limits if the piece turns far."""
    points: cython.double[6]
    box: Box
    count: cython.int = triangle_around(obstacles, element, start, end, points)
    if count:
        return box_of(points, count)
    box.left = box.top = -INFINITY
    box.right = box.bottom = INFINITY
    return box


def piece_is_covered(
    obstacles: Obstacles,
    element: cython.pointer(cython.const[Element]),
    start: cython.double,
    end: cython.double,
    bound: cython.double,
) -> cython.bint:
    """Whether a piece is proved to be inside of one obstacle, or to be farther away than `bound`.

    The obstacle that the last proof has found is tried first.
    """
    points: cython.double[6]
    box: Box
    obstacle: cython.pointer(Obstacle)
    place: cython.Py_ssize_t
    k: cython.int
    i: cython.int
    count: cython.int = triangle_around(obstacles, element, start, end, points)
    if count == 0:
        return False
    box = box_of(points, count)
    if hypot(max(0.0, box.left, -box.right), max(0.0, box.top, -box.bottom)) > bound:
        return True
    for place in range(obstacles.count):
        k = obstacles.order[place]
        obstacle = obstacles.items + k
        if (
            k == element.obstacle
            or box.left < obstacle.left
            or box.right > obstacle.right
            or box.top < obstacle.top
            or box.bottom > obstacle.bottom
        ):
            continue
        for i in range(count):
            if not is_deep(obstacles, k, points[2 * i], points[2 * i + 1]):
                break
        else:
            obstacles.order[place] = obstacles.order[0]
            obstacles.order[0] = k
            return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
def open_pieces(
    obstacles: Obstacles,
    element: cython.pointer(cython.const[Element]),
    low: cython.int,
    high: cython.int,
    bound: cython.double,
) -> cython.uint:
    """The pieces from low to high that may be on the outline of all obstacles together."""
    middle: cython.int = (low + high) // 2
    if piece_is_covered(
        obstacles,
        element,
        cython.cast(cython.double, low) / PIECES,
        cython.cast(cython.double, high) / PIECES,
        bound,
    ):
        return 0
    if high - low <= COARSE:
        return ((cython.cast(cython.uint, 1) << (high - low)) - 1) << low
    return open_pieces(obstacles, element, low, middle, bound) | open_pieces(
        obstacles, element, middle, high, bound
    )


def drop_covered(obstacles: Obstacles, bound: cython.double) -> cython.int:
    """Drop the elements that are covered; of the others, note which of their pieces are open."""
    k: cython.Py_ssize_t
    kept: cython.Py_ssize_t = 0
    prepare(obstacles)
    for k in range(obstacles.element_count):
        obstacles.elements[k].pieces = open_pieces(
            obstacles, obstacles.elements + k, 0, PIECES, bound
        )
        if obstacles.elements[k].pieces:
            obstacles.elements[kept] = obstacles.elements[k]
            kept += 1
    obstacles.element_count = kept
    return 0
