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
from cython.cimports.libc.math import INFINITY, fabs
from cython.cimports.libc.stdlib import qsort
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.narrow_phase.covered import (
    PIECES,
    box_around,
    drop_covered,
    is_deep,
    piece_is_covered,
)
from cython.cimports.spritecol._engine.narrow_phase.distances import Nearest
from cython.cimports.spritecol._engine.narrow_phase.obstacles import (
    Element,
    Obstacle,
    Obstacles,
    rounding_of,
)
from cython.cimports.spritecol._engine.tuning import BISECTIONS_AT_ONCE, WORTH_COVERING
from cython.cimports.spritecol._numbers.polar import hypot

ROUNDING = cython.declare(cython.double, 1e-15)
"""The first lengthening of a move, as a part of the size of the numbers: five steps of a float64,
more than the rounding of the moved numbers. Each further one is four times as long."""

LEAST = cython.declare(cython.double, 8.0)
"""In first lengthenings. A move that is shorter than this is not cut at crossings of obstacles."""

TINY = cython.declare(cython.double, 1e-300)
"""The least lengthening, in pixels: of points at the origin."""

LENGTHENINGS = cython.declare(cython.int, 12)
"""The most of them; the last one is 4e-9 of the size of the numbers."""

SHORTER = cython.declare(cython.double, 1.0 - 1e-12)
"""Times the best move: one that is no shorter than this is as good, and is not tried."""

STEPS = cython.declare(cython.int, 60)
"""Bisections, which halve an interval until no float is left between its ends."""


def first_lengthening(size: cython.double) -> cython.double:
    """How much longer than computed a move is made at first, for numbers of this size."""
    return max(ROUNDING * size, TINY)


def confirm(
    move: cython.pointer(Move), size: cython.double, is_free: IsFree, context: cython.p_void
) -> cython.bint:
    """Whether a move separates; it is lengthened by a hair where rounding demands it.

    Along an axis the plain move is tried first, because on whole pixels it is exact.
    """
    step: cython.double = first_lengthening(size)
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
    """Compare two elements by their distance, then by their number, for qsort."""
    x: cython.pointer(Element) = cython.cast(cython.pointer(Element), a)
    y: cython.pointer(Element) = cython.cast(cython.pointer(Element), b)
    if x.near != y.near:
        return (x.near > y.near) - (x.near < y.near)
    return (x.number > y.number) - (x.number < y.number)


@cython.cfunc
@cython.exceptval(-1)
def note_end(obstacles: Obstacles, nx: cython.double, ny: cython.double) -> cython.int:
    """Note the move along a unit vector that leaves all obstacles behind."""
    depth: cython.double = 0.0
    obstacle: cython.pointer(Obstacle)
    core: cython.p_double
    x: cython.double
    y: cython.double
    k: cython.Py_ssize_t
    i: cython.int
    for k in range(obstacles.count):
        obstacle = obstacles.items + k
        core = obstacles.vertices + 2 * obstacle.first
        x = obstacle.r * nx
        y = obstacle.r * ny
        obstacles.add_reach(obstacle, nx, ny, cython.address(x), cython.address(y))
        for i in range(obstacle.count):
            depth = max(depth, nx * (core[2 * i] + x) + ny * (core[2 * i + 1] + y))
    return obstacles.note(nx, ny, depth)


@cython.cfunc
@cython.exceptval(-1)
def note_feet(obstacles: Obstacles, element: cython.pointer(Element)) -> cython.int:
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
    k: cython.int
    if not element.is_arc:
        depth = element.nx * element.x1 + element.ny * element.y1
        dx = element.x2 - element.x1
        dy = element.y2 - element.y1
        along = -(element.x1 * dx + element.y1 * dy)
        low = 1e-9 * (dx * dx + dy * dy) + rounding_of(obstacles.size) * hypot(dx, dy)
        if depth >= -rounding_of(obstacles.size) and -low <= along <= dx * dx + dy * dy + low:
            obstacles.note(element.nx, element.ny, depth)
        return 0
    # The distance of the tangent at angle t is h(t), its derivative the point along the
    # tangent: a foot is where that changes from negative to positive, or is 0 at an end, exactly.
    for k in range(PIECES):
        if not element.pieces >> k & 1:
            continue
        low = cython.cast(cython.double, k) / PIECES
        high = cython.cast(cython.double, k + 1) / PIECES
        obstacles.at(element, low, here)
        slope = here[1] * here[2] - here[0] * here[3]
        if slope < 0.0:
            obstacles.at(element, high, here)
            slope = here[1] * here[2] - here[0] * here[3]
            if slope < 0.0:
                continue
            if slope > 0.0:
                for _ in range(STEPS):
                    middle = 0.5 * (low + high)
                    obstacles.at(element, middle, here)
                    if here[1] * here[2] - here[0] * here[3] < 0.0:
                        low = middle
                    else:
                        high = middle
        elif slope > 0.0:
            continue
        depth = here[0] * here[2] + here[1] * here[3]
        if depth >= -rounding_of(obstacles.size):
            obstacles.note(here[2], here[3], depth)
    return 0


def least_move(
    obstacles: Obstacles, is_free: IsFree, context: cython.p_void, best: cython.pointer(Move)
) -> cython.bint:
    """Write the shortest move that is confirmed; False if there is none."""
    gap: Nearest
    found: cython.bint = False
    any_round: cython.bint = False
    bound: cython.double = 0.0
    element: cython.pointer(Element)
    move: Move
    k: cython.Py_ssize_t
    j: cython.Py_ssize_t
    best.depth = INFINITY
    obstacles.element_count = 0
    obstacles.move_count = 0
    for k in range(obstacles.count):
        obstacles.gap_at(k, 0.0, 0.0, cython.address(gap))
        obstacles.items[k].near = gap.distance
        if gap.distance <= 0.0 and obstacles.items[k].count == 1:  # two equal points, or round
            obstacles.note(gap.nx, gap.ny, -gap.distance)
        obstacles.outline(cython.cast(cython.int, k))
        any_round = any_round or obstacles.items[k].discs or obstacles.items[k].r > 0.0
    for k in range(4):  # past everything along an axis: seldom the least, but always a move
        note_end(obstacles, (k == 0) - (k == 1), (k == 2) - (k == 3))
        bound = max(bound, obstacles.moves[obstacles.move_count - 1].depth)
    if obstacles.count >= (2 if any_round else WORTH_COVERING):
        drop_covered(obstacles, 1.001 * bound)
    for k in range(obstacles.element_count):
        element = obstacles.elements + k
        if element.is_arc:  # at least as far as the obstacle
            element.near = max(0.0, obstacles.items[element.obstacle].near)
        element.number = cython.cast(cython.int, k)
        note_feet(obstacles, element)
    qsort(obstacles.moves, obstacles.move_count, cython.sizeof(Move), compare_moves)
    for k in range(obstacles.move_count):
        move = obstacles.moves[k]
        if not move.depth < best.depth * SHORTER:
            break
        # One that leads onto a seam is lengthened across it, and may end behind a later one.
        if (
            obstacles.is_clear(move.nx * move.depth, move.ny * move.depth)
            and confirm(cython.address(move), obstacles.size, is_free, context)
            and move.depth < best.depth
        ):
            best[0] = move
            found = True
    # A move of a few steps of the numbers can't be made shorter.
    if obstacles.count < 2 or best.depth < LEAST * ROUNDING * obstacles.size:
        return found
    qsort(obstacles.elements, obstacles.element_count, cython.sizeof(Element), compare_elements)
    for k in range(obstacles.element_count):
        element = obstacles.elements + k
        if element.near >= best.depth:
            break
        if element.is_arc:
            found |= cross_arc(obstacles, element, is_free, context, best)
            continue
        for j in range(k):
            if (
                not obstacles.elements[j].is_arc
                and obstacles.elements[j].obstacle != element.obstacle
            ):
                found |= cross_edges(
                    obstacles, element, obstacles.elements + j, is_free, context, best
                )
        if any_round:
            found |= cross_round(obstacles, element, 0.0, 1.0, False, is_free, context, best)
    return found


@cython.cfunc
@cython.exceptval(check=False)
def try_crossing(
    obstacles: Obstacles,
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
    if not move.depth < best.depth * SHORTER or not obstacles.is_clear(x, y):
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
    if confirm(cython.address(move), obstacles.size, is_free, context) and move.depth < best.depth:
        best[0] = move
        return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
def cross_edges(
    obstacles: Obstacles,
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
    return try_crossing(obstacles, a.x1 + s * ax, a.y1 + s * ay, n, n + 2, is_free, context, best)


@cython.cfunc
@cython.exceptval(check=False)
def cross_arc(
    obstacles: Obstacles,
    arc: cython.pointer(Element),
    is_free: IsFree,
    context: cython.p_void,
    best: cython.pointer(Move),
) -> cython.bint:
    """Try where an arc crosses the outlines of other obstacles, piece by piece."""
    found: cython.bint = False
    i: cython.int
    # In one piece at most one crossing, or two around a minimum, are looked for.
    step: cython.int = 2 if arc.y2 - arc.x2 < 183.0 else 1
    for i in range(0, PIECES, step):
        if arc.pieces >> i & 1 and not piece_is_covered(
            obstacles,
            arc,
            cython.cast(cython.double, i) / PIECES,
            cython.cast(cython.double, i + step) / PIECES,
            best.depth,
        ):
            found |= cross_round(
                obstacles,
                arc,
                cython.cast(cython.double, i) / PIECES,
                cython.cast(cython.double, i + step) / PIECES,
                True,
                is_free,
                context,
                best,
            )
    return found


@cython.cfunc
@cython.exceptval(check=False)
def cross_round(
    obstacles: Obstacles,
    element: cython.pointer(Element),
    start: cython.double,
    end: cython.double,
    straight_too: cython.bint,
    is_free: IsFree,
    context: cython.p_void,
    best: cython.pointer(Move),
) -> cython.bint:
    """Try where a piece of an element crosses the outlines of obstacles that are round, or any."""
    found: cython.bint = False
    obstacle: cython.pointer(Obstacle)
    around: Box = box_around(obstacles, element, start, end)
    k: cython.Py_ssize_t
    for k in range(obstacles.count):
        obstacle = obstacles.items + k
        if (
            k != element.obstacle
            and obstacle.near < best.depth
            and (straight_too or obstacle.discs or obstacle.r > 0.0)
            and around.left <= obstacle.right
            and obstacle.left <= around.right
            and around.top <= obstacle.bottom
            and obstacle.top <= around.bottom
        ):
            found |= cross_between(obstacles, element, start, end, k, is_free, context, best)
    return found


@cython.cfunc
@cython.exceptval(check=False)
def cross_between(
    obstacles: Obstacles,
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
    there: cython.double[4]
    gap: Nearest
    at_start: cython.double
    at_end: cython.double
    falls: cython.bint
    low: cython.double = start
    high: cython.double = end
    middle: cython.double = start
    obstacles.at(element, start, here)
    obstacles.at(element, end, there)
    if is_deep(obstacles, k, here[0], here[1]) and is_deep(obstacles, k, there[0], there[1]):
        return False
    obstacles.gap_at(k, here[0], here[1], cython.address(gap))
    at_start = gap.distance
    falls = gap.nx * -here[3] + gap.ny * here[2] < 0.0
    obstacles.gap_at(k, there[0], there[1], cython.address(gap))
    at_end = gap.distance
    if at_start < 0.0 and at_end < 0.0:
        return False
    if (at_start < 0.0) != (at_end < 0.0):
        return cross_once(obstacles, element, start, end, k, is_free, context, best)
    if not falls or gap.nx * -there[3] + gap.ny * there[2] <= 0.0:
        return False
    for _ in range(STEPS):  # a minimum in between
        middle = 0.5 * (low + high)
        obstacles.at(element, middle, here)
        obstacles.gap_at(k, here[0], here[1], cython.address(gap))
        if gap.distance < 0.0:
            falls = cross_once(obstacles, element, start, middle, k, is_free, context, best)
            return cross_once(obstacles, element, middle, end, k, is_free, context, best) or falls
        if gap.nx * -here[3] + gap.ny * here[2] < 0.0:
            low = middle
        else:
            high = middle
    return False


@cython.cfunc
@cython.exceptval(check=False)
def cross_once(
    obstacles: Obstacles,
    element: cython.pointer(Element),
    start: cython.double,
    end: cython.double,
    k: cython.Py_ssize_t,
    is_free: IsFree,
    context: cython.p_void,
    best: cython.pointer(Move),
) -> cython.bint:
    """Try where a piece crosses an outline, when one end of it is inside.

    Most crossings are inside of a third obstacle, or too far away. That is found out on the way.
    """
    here: cython.double[4]
    normal: cython.double[2]
    gap: Nearest
    middle: cython.double = start
    inside: cython.bint
    step: cython.int
    obstacles.at(element, start, here)
    obstacles.gap_at(k, here[0], here[1], cython.address(gap))
    inside = gap.distance < 0.0
    for step in range(STEPS):
        if step % BISECTIONS_AT_ONCE == 0 and piece_is_covered(
            obstacles, element, start, end, best.depth
        ):
            return False
        middle = 0.5 * (start + end)
        obstacles.at(element, middle, here)
        obstacles.gap_at(k, here[0], here[1], cython.address(gap))
        if (gap.distance < 0.0) == inside:
            start = middle
        else:
            end = middle
    normal[0] = gap.nx
    normal[1] = gap.ny
    return try_crossing(obstacles, here[0], here[1], here + 2, normal, is_free, context, best)
