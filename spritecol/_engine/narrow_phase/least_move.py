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

The feet on edges cost little. The least of their moves that is confirmed bounds all else.

Among many obstacles, such as the tiles under a large sprite, nearly all outlines are inside of
others, and the point is on none of these pieces: they are covered. A piece is proved to be inside
of a convex obstacle by the corners of a triangle around it (of an edge, by its ends). A proof takes
a few comparisons, while the distance from an obstacle with an ellipse takes Newton's method. So a
proof may fail, but what is dropped is never the answer: all of it is deeper inside than rounding
reaches, by which `Obstacles.is_clear` decides.

To prove that a point is inside of the sum of a polygon, a circle and ellipses, these are replaced
by one ellipse inside of their sum: with symmetric matrices, it is the ellipse of the sum of the
matrices. In the space where this ellipse is the unit circle, the distance of the point from the
polygon is compared with 1.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.box_tests import include_box, include_point, inverted_box
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.distances import Nearest
from cython.cimports.spritecol._engine.narrow_phase.obstacles import (
    PIECES,
    Element,
    Obstacle,
    Obstacles,
    rounding_of,
)
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage.box_tree import BoxTree, next_meeting
from cython.cimports.spritecol._engine.tuning import BISECTIONS_AT_ONCE, WORTH_COVERING
from cython.cimports.spritecol._support.interrupts import check_interrupt
from cython.cimports.spritecol._support.libc import INFINITY, fabs, floor, frexp, ldexp, qsort, sqrt
from cython.cimports.spritecol._support.polar import angle_of, hypot

FIRST_LENGTHENING = C.declare(C.double, 1e-15)
"""The first lengthening of a move, as a part of the size of the numbers: five steps of a float64,
more than the rounding of the moved numbers. Each further one is four times as long."""

LEAST = C.declare(C.double, 8.0)
"""In first lengthenings. A move that is shorter than this is not cut at crossings of obstacles, and
the foot on a circle whose center is nearer than this is not looked for."""

LEAST_LENGTHENING = C.declare(C.double, 1e-300)
"""The least lengthening, in pixels: of points at the origin."""

LENGTHENINGS = C.declare(C.int, 12)
"""The most of them; the last one is 4e-9 of the size of the numbers."""

SHORTER = 0.999999999999
"""A share of the best move's length: a candidate that is not shorter than this is not tried."""

EPSILON = C.declare(C.double, 2.220446049250313e-16)
"""2**-52: one plus this is the next float."""

MOST_DEPTHS = C.declare(C.int, 1024)
"""That `aim` tries. The last one is longer than the first by less than `SHORTER` tells apart."""

STEPS = C.declare(C.int, 60)
"""Bisections, which halve an interval until no float is left between its ends."""

STRAIGHT = C.declare(C.double, 1e-12)
"""Degrees. A foot found so near an axis is on that axis, which bisection may miss by a rounding."""

AT_END = C.declare(C.double, 1e-9)
"""A share of an element: what is so little beyond its end is there by rounding."""

WORTH_CELLS = C.declare(C.Py_ssize_t, 64)
"""Elements. With so many, places and boxes tell which of them need a look. Higher: stars of 20
points take longer; lower: stars of 5 points do, and a disc in a few tiles."""

COARSE = C.declare(C.int, 6)
"""Pieces: up to this many are judged together, as it is not known yet how near the answer is."""


@C.cfunc
@C.exceptval(check=False)
def triangle_around(
    obstacles: Obstacles,
    element: C.pointer(C.const[Element]),
    start: C.double,
    end: C.double,
    points: C.p_double,
) -> C.int:
    """Write the corners of a triangle, or the ends of a segment, that a piece is inside of.

    Returns their number: 0 if the piece turns so far that there is none.
    """
    here: C.double[4]
    there: C.double[4]
    obstacles.at(element, start, here)
    obstacles.at(element, end, there)
    points[0] = here[0]
    points[1] = here[1]
    points[2] = there[0]
    points[3] = there[1]
    if not element.is_arc:
        return 2
    # Where the tangents of both ends cross.
    det: C.double = here[2] * there[3] - here[3] * there[2]
    # An arc goes from x2 to y2 degrees of its first disc. Its normals turn unevenly: so two limits.
    if (end - start) * (element.y2 - element.x2) > 172.0 or (
        here[2] * there[2] + here[3] * there[3] < -0.5
    ):
        return 0
    if fabs(det) < 1e-12:
        return 2
    along: C.double = ((there[0] - here[0]) * there[2] + (there[1] - here[1]) * there[3]) / det
    points[4] = here[0] - along * here[3]
    points[5] = here[1] + along * here[2]
    return 3


@C.cfunc
@C.exceptval(check=False)
def box_of(points: C.p_double, count: C.int) -> Box:
    """The bounding box of some points."""
    box: Box
    i: C.int
    box.left = box.right = points[0]
    box.top = box.bottom = points[1]
    for i in range(1, count):
        include_point(C.address(box), points[2 * i], points[2 * i + 1])
    return box


@C.cfunc
@C.exceptval(check=False)
def box_around(
    obstacles: Obstacles, element: C.pointer(C.const[Element]), start: C.double, end: C.double
) -> Box:
    """A box that a piece is inside of; without limits if the piece turns far."""
    points: C.double[6]
    box: Box
    count: C.int = triangle_around(obstacles, element, start, end, points)
    if count:
        return box_of(points, count)
    box.left = box.top = -INFINITY
    box.right = box.bottom = INFINITY
    return box


@C.cfunc
@C.exceptval(check=False)
def piece_is_covered(
    obstacles: Obstacles,
    element: C.pointer(C.const[Element]),
    start: C.double,
    end: C.double,
    bound: C.double,
) -> C.bint:
    """Whether a piece is proved to be inside of one obstacle, or farther away than `bound`."""
    points: C.double[6]
    count: C.int = triangle_around(obstacles, element, start, end, points)
    if count == 0:
        return False
    box: Box = box_of(points, count)
    if hypot(max(0.0, box.left, -box.right), max(0.0, box.top, -box.bottom)) > bound:
        return True
    return obstacles.any_covers(element.obstacle, points, count, C.address(box))


@C.cfunc
@C.exceptval(check=False)
def open_pieces(
    obstacles: Obstacles,
    element: C.pointer(C.const[Element]),
    low: C.int,
    high: C.int,
    bound: C.double,
) -> C.uint:
    """The pieces from low to high that may be on the outline of all obstacles together."""
    middle: C.int = (low + high) // 2
    if piece_is_covered(
        obstacles, element, C.cast(C.double, low) / PIECES, C.cast(C.double, high) / PIECES, bound
    ):
        return 0
    if high - low <= COARSE:
        return ((C.cast(C.uint, 1) << (high - low)) - 1) << low
    return open_pieces(obstacles, element, low, middle, bound) | open_pieces(
        obstacles, element, middle, high, bound
    )


@C.cfunc
@C.exceptval(-1)
def add_open_cells(obstacles: Obstacles, cell: Box, levels: C.int, bound: C.double) -> C.int:
    """Add what is open of a cell to the tree: its parts, after so many halvings each way.

    That is what is neither proved to be inside of one obstacle nor farther away than `bound`.
    """
    corners: C.double[8]
    quarter: Box
    k: C.int
    if hypot(max(0.0, cell.left, -cell.right), max(0.0, cell.top, -cell.bottom)) > bound:
        return 0
    corners[0] = corners[6] = cell.left
    corners[1] = corners[3] = cell.top
    corners[2] = corners[4] = cell.right
    corners[5] = corners[7] = cell.bottom
    if obstacles.any_covers(-1, corners, 4, C.address(cell)):
        return 0
    if levels == 0:
        return obstacles.open_tree.add(C.address(cell), 0)
    check_interrupt()
    x: C.double = 0.5 * (cell.left + cell.right)
    y: C.double = 0.5 * (cell.top + cell.bottom)
    for k in range(4):
        quarter.left = x if k & 1 else cell.left
        quarter.right = cell.right if k & 1 else x
        quarter.top = y if k & 2 else cell.top
        quarter.bottom = cell.bottom if k & 2 else y
        add_open_cells(obstacles, quarter, levels - 1, bound)
    return 0


@C.cfunc
@C.exceptval(-1)
def find_open_cells(obstacles: Obstacles, bound: C.double) -> C.int:
    """Find the places that are open. There are fewer cells than elements."""
    levels: C.int = 0
    k: C.Py_ssize_t
    around: Box = inverted_box()
    for k in range(obstacles.count):
        include_box(C.address(around), C.address(obstacles.items[k].box))
    around.left = max(around.left, -bound)
    around.top = max(around.top, -bound)
    around.right = min(around.right, bound)
    around.bottom = min(around.bottom, bound)
    while obstacles.element_count >> (2 * levels + 4):
        levels += 1
    obstacles.open_tree.clear()
    add_open_cells(obstacles, around, levels, bound)
    return obstacles.open_tree.build()


@C.cfunc
@C.exceptval(-1)
def find_open_pieces(obstacles: Obstacles, bound: C.double) -> C.int:
    """Note which pieces of the elements are open: neither covered nor farther away than `bound`.

    Most are dropped by their places: whatever is there is covered.
    """
    k: C.Py_ssize_t
    box: Box
    tree: BoxTree = obstacles.open_tree
    few: C.bint = obstacles.element_count < WORTH_CELLS
    if not few:
        find_open_cells(obstacles, bound)
    for k in range(obstacles.element_count):
        check_interrupt()
        element: C.pointer(Element) = obstacles.elements + k
        element.pieces = 0
        if element.near <= bound:
            if not few:
                box = box_around(obstacles, element, 0.0, 1.0)
            if few or next_meeting(tree, 0, C.address(box)) < tree.node_count:
                element.pieces = open_pieces(obstacles, element, 0, PIECES, bound)
        if not element.pieces:
            element.near = INFINITY
    return 0


def first_lengthening(size: C.double) -> C.double:
    """How much longer than computed a move is made at first, for numbers of this size."""
    return max(FIRST_LENGTHENING * size, LEAST_LENGTHENING)


@C.cfunc
@C.exceptval(check=False)
def factor_of(product: C.double, depth: C.double) -> C.double:
    """The float that times `depth` is exactly `product` if there is one, or else the nearest
    float.
    """
    factor: C.double = product / depth
    if factor * depth == product:
        return factor
    if factor * (1.0 + EPSILON) * depth == product:
        return factor * (1.0 + EPSILON)
    if factor * (1.0 - EPSILON) * depth == product:
        return factor * (1.0 - EPSILON)
    return factor


@C.cfunc
@C.exceptval(check=False)
def aim(move: C.pointer(Move), x: C.double, y: C.double) -> C.void:
    """Make a move lead to (x, y) exactly, although it is returned as a normal times a depth.

    A rounding would lead past a slot. So the depth is increased by some roundings, until each
    coordinate is the product of floats. Eight pairs in nine need no increase; seven in a million
    end a rounding away.
    """
    length: C.double = hypot(x, y)
    k: C.int
    if length == 0.0:
        move.depth = 0.0  # its normal stays
        return
    for k in range(MOST_DEPTHS):
        move.depth = length * (1.0 + k * EPSILON)
        move.nx = factor_of(x, move.depth)
        move.ny = factor_of(y, move.depth)
        if move.nx * move.depth == x and move.ny * move.depth == y:
            return


def confirm(move: C.pointer(Move), size: C.double, is_free: IsFree, context: C.p_void) -> C.bint:
    """Whether a move separates; it is lengthened by a hair where rounding demands it.

    Along an axis the plain move is tried first, because on whole pixels it is exact.
    """
    step: C.double = first_lengthening(size)
    x: C.double = move.nx * move.depth
    y: C.double = move.ny * move.depth
    depth: C.double = move.depth
    nx: C.double = move.nx
    ny: C.double = move.ny
    straight: C.bint = move.longer_x == nx and move.longer_y == ny
    if (nx == 0.0 or ny == 0.0) and depth > 0.0 and is_free(context, x, y):
        return True
    for _ in range(LENGTHENINGS):
        if straight:
            move.depth = depth + step
        else:
            move.nx = x + step * move.longer_x
            move.ny = y + step * move.longer_y
            move.depth = hypot(move.nx, move.ny)
            move.nx /= move.depth
            move.ny /= move.depth
        if is_free(context, move.nx * move.depth, move.ny * move.depth):
            return True
        step *= 4.0
    return False


@C.cfunc
@C.exceptval(check=False)
def confirm_on_edge(
    move: C.pointer(Move),
    edge: C.pointer(C.const[Element]),
    x: C.double,
    y: C.double,
    away: Numbers,
    size: C.double,
    is_free: IsFree,
    context: C.p_void,
) -> C.bint:
    """Whether a move to a point (x, y) of an edge separates, if it is lengthened along that edge.

    In a slot exactly as wide as the moving shape, there is no other way. First the plain move is
    tried. Then it is lengthened away from an outline with the normal `away`; a foot, for which that
    is NULL, is only rounded. The share of the edge that lies before the point gets fewer and fewer
    binary digits: then the points of an edge in whole numbers are exact.
    """
    exponent: C.int
    if edge is C.NULL:
        return False
    aim(move, x, y)
    if is_free(context, move.nx * move.depth, move.ny * move.depth):
        return True
    dx: C.double = edge.x2 - edge.x1
    dy: C.double = edge.y2 - edge.y1
    squared: C.double = dx * dx + dy * dy
    share: C.double = ((x - edge.x1) * dx + (y - edge.y1) * dy) / squared
    ahead: C.double = 0.5  # of the grid: the nearest place, or the next one up or down
    if away is not C.NULL:
        speed: C.double = away[0] * dx + away[1] * dy
        if speed * speed < 1e-18 * squared:
            return False
        ahead = 1.5 if speed > 0.0 else -0.5
    frexp(first_lengthening(size) / sqrt(squared), C.address(exponent))
    grid: C.double = ldexp(1.0, exponent)
    for _ in range(LENGTHENINGS):
        rounded: C.double = floor(share / grid + ahead) * grid
        aim(move, edge.x1 + rounded * dx, edge.y1 + rounded * dy)
        if is_free(context, move.nx * move.depth, move.ny * move.depth):
            return True
        grid *= 4.0
    return False


@C.cfunc
@C.exceptval(check=False)
def confirm_foot(
    move: C.pointer(Move), size: C.double, is_free: IsFree, context: C.p_void
) -> C.bint:
    """Whether the move to the foot of 0 on a slanted edge separates, if it stays on that edge."""
    edge: C.pointer(C.const[Element]) = move.edge
    if edge is C.NULL:
        return False
    dx: C.double = edge.x2 - edge.x1
    dy: C.double = edge.y2 - edge.y1
    level: C.double = edge.x1 * dy - edge.y1 * dx
    squared: C.double = dx * dx + dy * dy
    # In whole numbers only the divisions round.
    return confirm_on_edge(
        move, edge, level * dy / squared, -level * dx / squared, C.NULL, size, is_free, context
    )


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_moves(a: C.pointer(C.const[C.void]), b: C.pointer(C.const[C.void])) -> C.int:
    """Compare two moves by length; of equal ones, up and then left comes first, then the rest."""
    x: C.pointer(Move) = C.cast(C.pointer(Move), a)
    y: C.pointer(Move) = C.cast(C.pointer(Move), b)
    if x.depth != y.depth:
        return (x.depth > y.depth) - (x.depth < y.depth)
    if x.ny != y.ny:
        return (x.ny > y.ny) - (x.ny < y.ny)
    if x.nx != y.nx:
        return (x.nx > y.nx) - (x.nx < y.nx)
    if x.size != y.size:
        return (x.size > y.size) - (x.size < y.size)
    return (x.edge > y.edge) - (x.edge < y.edge)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sink(moves: C.pointer(Move), k: C.Py_ssize_t, count: C.Py_ssize_t) -> C.void:
    """Let move k sink to its place in a heap, whose first move is the least."""
    move: Move = moves[k]
    child: C.Py_ssize_t = 2 * k + 1
    while child < count:
        if child + 1 < count and compare_moves(moves + child + 1, moves + child) < 0:
            child += 1
        if compare_moves(C.address(move), moves + child) < 0:
            break
        moves[k] = moves[child]
        k = child
        child = 2 * k + 1
    moves[k] = move


def sort_moves(obstacles: Obstacles) -> C.void:
    """Sort the moves that were noted."""
    qsort(obstacles.moves, obstacles.move_count, C.sizeof(Move), compare_moves)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_elements(a: C.pointer(C.const[C.void]), b: C.pointer(C.const[C.void])) -> C.int:
    """Compare two elements by their distance, then by their number, for qsort."""
    x: C.pointer(Element) = C.cast(C.pointer(Element), a)
    y: C.pointer(Element) = C.cast(C.pointer(Element), b)
    if x.near != y.near:
        return (x.near > y.near) - (x.near < y.near)
    return (x.number > y.number) - (x.number < y.number)


@C.cfunc
@C.exceptval(-1)
def note_end(obstacles: Obstacles, nx: C.double, ny: C.double) -> C.int:
    """Note the move along a unit vector that leaves all obstacles behind."""
    depth: C.double = 0.0
    k: C.Py_ssize_t
    i: C.int
    for k in range(obstacles.count):
        obstacle: C.pointer(Obstacle) = obstacles.items + k
        core: C.p_double = obstacles.vertices + 2 * obstacle.first
        x: C.double = obstacle.r * nx
        y: C.double = obstacle.r * ny
        obstacles.add_reach(obstacle, nx, ny, C.address(x), C.address(y))
        for i in range(obstacle.count):
            depth = max(depth, nx * (core[2 * i] + x) + ny * (core[2 * i + 1] + y))
    return obstacles.note(nx, ny, depth)


@C.cfunc
@C.exceptval(-1)
def note_feet_on_edges(obstacles: Obstacles) -> C.int:
    """Note the feet of 0 on the edges of all outlines that 0 is on the inner side of."""
    k: C.Py_ssize_t
    for k in range(obstacles.element_count):
        edge: C.pointer(Element) = obstacles.elements + k
        if edge.is_arc:
            continue
        depth: C.double = edge.nx * edge.x1 + edge.ny * edge.y1
        dx: C.double = edge.x2 - edge.x1
        dy: C.double = edge.y2 - edge.y1
        along: C.double = -(edge.x1 * dx + edge.y1 * dy)
        low: C.double = 1e-9 * (dx * dx + dy * dy) + rounding_of(obstacles.size) * hypot(dx, dy)
        if depth >= -rounding_of(obstacles.size) and -low <= along <= dx * dx + dy * dy + low:
            obstacles.note(edge.nx, edge.ny, depth)
            if depth > 0.0 and edge.nx != 0.0 and edge.ny != 0.0:
                obstacles.moves[obstacles.move_count - 1].edge = edge
    return 0


@C.cfunc
@C.exceptval(check=False)
def is_open_at(element: C.pointer(C.const[Element]), s: C.double) -> C.bint:
    """Whether a place of an element, from 0 to 1, is on a piece that is open; also if rounded."""
    if not -AT_END <= s <= 1.0 + AT_END:
        return False
    k: C.int = C.cast(C.int, max(0.0, min(s * PIECES, PIECES - 1.0)))
    return element.pieces >> k & 1


@C.cfunc
@C.exceptval(check=False)
def is_on_arc(element: C.pointer(C.const[Element]), nx: C.double, ny: C.double) -> C.bint:
    """Whether an arc of a circle has a normal, on a piece that is open."""
    width: C.double = element.y2 - element.x2
    angle: C.double = angle_of(nx, ny)
    while angle < element.x2 - AT_END * width:
        angle += 360.0
    while angle >= element.x2 + 360.0:
        angle -= 360.0
    return width > 0.0 and is_open_at(element, (angle - element.x2) / width)


@C.cfunc
@C.exceptval(check=False)
def put_foot_between(
    obstacles: Obstacles,
    element: C.pointer(Element),
    low: C.double,
    high: C.double,
    here: C.p_double,
) -> C.void:
    """Write the place and the normal of the foot that is between two places of an arc."""
    for _ in range(STEPS):
        middle: C.double = 0.5 * (low + high)
        obstacles.at(element, middle, here)
        if here[1] * here[2] - here[0] * here[3] < 0.0:
            low = middle
        else:
            high = middle
    angle: C.double = element.x2 + high * (element.y2 - element.x2)
    upright: C.double = 90.0 * floor(angle * (1.0 / 90.0) + 0.5)
    if fabs(angle - upright) < STRAIGHT:
        obstacles.at_angle(element, upright, here)


@C.cfunc
@C.exceptval(-1)
def note_feet_on_arc(obstacles: Obstacles, element: C.pointer(Element)) -> C.int:
    """Note the feet of 0 on what is open of an arc that 0 is on the inner side of."""
    here: C.double[4]
    depth: C.double
    k: C.int
    off: C.double = hypot(element.x1, element.y1)
    if (
        off <= LEAST * FIRST_LENGTHENING * obstacles.size
        and obstacles.items[element.obstacle].discs == 0
    ):
        # 0 is the center of a circle, and all of the arc is equally far: rounding would choose. So
        # what lies along an axis counts; the edges at its ends have feet of their own.
        for k in range(4):
            here[2] = (k == 0) - (k == 1)
            here[3] = (k == 2) - (k == 3)
            if is_on_arc(element, here[2], here[3]):
                obstacles.note(here[2], here[3], obstacles.items[element.obstacle].r)
        return 0
    if obstacles.items[element.obstacle].discs == 0:
        # Where the line from the center through 0 leaves the circle.
        depth = obstacles.items[element.obstacle].r - off
        here[2] = -element.x1 / off
        here[3] = -element.y1 / off
        if depth >= -rounding_of(obstacles.size) and is_on_arc(element, here[2], here[3]):
            obstacles.note(here[2], here[3], depth)
        return 0
    # The distance of the tangent at angle t is h(t), its derivative the point along the
    # tangent: a foot is where that changes from negative to positive, or is 0 at an end, exactly.
    for k in range(PIECES):
        if not element.pieces >> k & 1:
            continue
        low: C.double = C.cast(C.double, k) / PIECES
        high: C.double = C.cast(C.double, k + 1) / PIECES
        obstacles.at(element, low, here)
        slope: C.double = here[1] * here[2] - here[0] * here[3]
        if slope < 0.0:
            obstacles.at(element, high, here)
            slope = here[1] * here[2] - here[0] * here[3]
            if slope < 0.0:
                continue
            if slope > 0.0:
                put_foot_between(obstacles, element, low, high, here)
        elif slope > 0.0:
            continue
        depth = here[0] * here[2] + here[1] * here[3]
        if depth >= -rounding_of(obstacles.size):
            obstacles.note(here[2], here[3], depth)
    return 0


@C.cfunc
@C.exceptval(-1)
def note_feet_on_arcs(obstacles: Obstacles) -> C.int:
    """Note the feet of 0 on what is open of the arcs of all outlines."""
    k: C.Py_ssize_t
    for k in range(obstacles.element_count):
        if obstacles.elements[k].is_arc:
            note_feet_on_arc(obstacles, obstacles.elements + k)
    return 0


@C.cfunc
@C.exceptval(-1)
def try_feet(
    obstacles: Obstacles, is_free: IsFree, context: C.p_void, best: C.pointer(Move)
) -> C.bint:
    """Write the shortest of the moves noted that is confirmed; False if there is none."""
    found: C.bint = False
    left: C.Py_ssize_t = obstacles.move_count
    k: C.Py_ssize_t
    best.depth = obstacles.bound
    for k in range(left // 2 - 1, -1, -1):
        sink(obstacles.moves, k, left)
    while left:  # mostly the first is the answer, so they are not sorted
        check_interrupt()
        move: Move = obstacles.moves[0]
        if not move.depth < best.depth * SHORTER:
            break
        left -= 1
        obstacles.moves[0] = obstacles.moves[left]
        obstacles.moves[left] = move
        sink(obstacles.moves, 0, left)
        # The first need not be it: one that leads onto a seam is lengthened across it.
        if (
            obstacles.is_clear(move.nx * move.depth, move.ny * move.depth)
            and (
                confirm(C.address(move), obstacles.size, is_free, context)
                or confirm_foot(C.address(move), obstacles.size, is_free, context)
            )
            and move.depth < best.depth
        ):
            best[0] = move
            found = True
    return found


def least_move(
    obstacles: Obstacles, is_free: IsFree, context: C.p_void, best: C.pointer(Move)
) -> C.bint:
    """Write the shortest move that is confirmed; False if there is none."""
    gap: Nearest
    found: C.bint = False
    any_round: C.bint = False
    any_oval: C.bint = False
    bound: C.double = 0.0
    element: C.pointer(Element)
    k: C.Py_ssize_t
    obstacles.element_count = 0
    obstacles.move_count = 0
    obstacles.build_tree()
    for k in range(obstacles.count):
        if obstacles.items[k].repeats:
            continue
        if obstacles.items[k].near <= 0.0 and obstacles.items[k].count == 1:
            # Its core is a point: two equal points, or round parts.
            obstacles.gap_at(k, 0.0, 0.0, C.address(gap))
            obstacles.note(gap.nx, gap.ny, -gap.distance)
        obstacles.outline(C.cast(C.int, k))
        any_oval = any_oval or obstacles.items[k].discs > 0
        any_round = any_round or any_oval or obstacles.items[k].r > 0.0
    for k in range(obstacles.element_count):
        element = obstacles.elements + k
        element.number = C.cast(C.int, k)
        if element.is_arc:  # at least as far as the obstacle
            element.near = max(0.0, obstacles.items[element.obstacle].near)
    for k in range(4):  # past everything along an axis: seldom the least, but always a move
        note_end(obstacles, (k == 0) - (k == 1), (k == 2) - (k == 3))
        bound = max(bound, obstacles.moves[obstacles.move_count - 1].depth)
    proves: C.bint = obstacles.tree.count >= (2 if any_round else WORTH_COVERING)
    if proves:
        obstacles.prepare_proofs()
    # What the edges give is found soon, and of arcs only what is nearer is looked at.
    end_moves: C.Py_ssize_t = obstacles.move_count
    note_feet_on_edges(obstacles)
    if obstacles.move_count > end_moves or not any_round:
        found = try_feet(obstacles, is_free, context, best)
        bound = best.depth
    if proves:
        find_open_pieces(obstacles, 1.001 * min(bound, obstacles.longest))
    if any_round:
        note_feet_on_arcs(obstacles)
        found = try_feet(obstacles, is_free, context, best)
    # A move of a few steps of the numbers can't be made shorter.
    if obstacles.tree.count < 2 or best.depth < LEAST * FIRST_LENGTHENING * obstacles.size:
        return found
    return found | try_all_crossings(obstacles, any_oval, is_free, context, best)


@C.cfunc
@C.exceptval(-1)
def try_all_crossings(
    obstacles: Obstacles,
    any_oval: C.bint,
    is_free: IsFree,
    context: C.p_void,
    best: C.pointer(Move),
) -> C.bint:
    """Try where two elements cross that are nearer than the best move, the nearest ones first."""
    found: C.bint = False
    near: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    i: C.Py_ssize_t
    tree: BoxTree = obstacles.open_tree
    for k in range(obstacles.element_count):
        obstacles.elements[near] = obstacles.elements[k]
        near += obstacles.elements[k].near < best.depth
    qsort(obstacles.elements, near, C.sizeof(Element), compare_elements)
    room_for(
        C.address(obstacles.slots),
        C.address(obstacles.slot_capacity),
        near,
        64,
        C.sizeof(C.int),
    )
    few: C.bint = near < WORTH_CELLS
    tree.clear()
    for k in range(near):
        if few:
            break
        put_open_box(obstacles, obstacles.elements + k)
        tree.add(C.address(obstacles.elements[k].box), C.cast(C.int, k))
    tree.build()
    for k in range(near):
        check_interrupt()
        element: C.pointer(Element) = obstacles.elements + k
        if element.near >= best.depth:
            break
        for i in range(find_before(obstacles, k, few)):
            found |= cross_elements(
                obstacles,
                element,
                obstacles.elements + obstacles.slots[i],
                is_free,
                context,
                best,
            )
        if any_oval and element.is_arc:
            found |= cross_arc(obstacles, element, is_free, context, best)
        elif any_oval:
            found |= cross_round(obstacles, element, 0.0, 1.0, is_free, context, best)
    return found


@C.cfunc
@C.exceptval(check=False)
def put_open_box(obstacles: Obstacles, element: C.pointer(Element)) -> C.void:
    """Set the box around the open pieces of an element, wider than rounding reaches."""
    low: C.int = 0
    high: C.int = PIECES
    while low + 1 < high and not element.pieces >> low & 1:
        low += 1
    while low + 1 < high and not element.pieces >> (high - 1) & 1:
        high -= 1
    box: Box = box_around(
        obstacles, element, C.cast(C.double, low) / PIECES, C.cast(C.double, high) / PIECES
    )
    if not box.left > -INFINITY:
        box = obstacles.items[element.obstacle].box
    # What crosses beyond an end by `AT_END` counts, too.
    margin: C.double = AT_END * (box.right - box.left + box.bottom - box.top)
    margin = 2.0 * margin + rounding_of(obstacles.size)
    element.box.left = box.left - margin
    element.box.top = box.top - margin
    element.box.right = box.right + margin
    element.box.bottom = box.bottom + margin


@C.cfunc
@C.exceptval(check=False)
def find_before(obstacles: Obstacles, k: C.Py_ssize_t, few: C.bint) -> C.Py_ssize_t:
    """Find the elements before an element that may cross it; returns how many.

    They are in `slots`, in their order.
    """
    count: C.Py_ssize_t = 0
    tree: BoxTree = obstacles.open_tree
    element: C.pointer(Element) = obstacles.elements + k
    j: C.int
    if few:
        for j in range(k):
            obstacles.slots[count] = j
            count += obstacles.elements[j].obstacle != element.obstacle
        return count
    node: C.int = next_meeting(tree, 0, C.address(element.box))
    while node < tree.node_count:
        j = tree.nodes[node].number
        if j < k and obstacles.elements[j].obstacle != element.obstacle:
            obstacles.slots[count] = j
            count += 1
        node = next_meeting(tree, tree.nodes[node].beyond, C.address(element.box))
    if tree.node_count > tree.count:  # otherwise they are in order
        qsort(obstacles.slots, count, C.sizeof(C.int), compare_numbers)
    return count


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_numbers(a: C.pointer(C.const[C.void]), b: C.pointer(C.const[C.void])) -> C.int:
    """Compare two numbers, for qsort."""
    return C.cast(C.pointer(C.int), a)[0] - C.cast(C.pointer(C.int), b)[0]


@C.cfunc
@C.inline
@C.exceptval(check=False)
def put_way_from_both(a: Numbers, b: Numbers, move: C.pointer(Move)) -> C.bint:
    """Write how a move gets longer away from two outlines at the same speed, by their normals.

    Returns whether it goes between them: then it is along both.
    """
    det: C.double = a[0] * b[1] - a[1] * b[0]
    move.longer_x = a[0]
    move.longer_y = a[1]
    if fabs(det) > 1e-9:
        move.longer_x = (b[1] - a[1]) / det
        move.longer_y = (a[0] - b[0]) / det
    elif a[0] * b[0] + a[1] * b[1] < 0.0:
        move.longer_x = -a[1]
        move.longer_y = a[0]
        return True
    return False


@C.cfunc
@C.exceptval(check=False)
def try_crossing(
    obstacles: Obstacles,
    x: C.double,
    y: C.double,
    edge: C.pointer(C.const[Element]),
    other_edge: C.pointer(C.const[Element]),
    a: Numbers,
    b: Numbers,
    is_free: IsFree,
    context: C.p_void,
    best: C.pointer(Move),
) -> C.bint:
    """Take a crossing of two outlines with normals a and b, if it is nearer than `best`.

    NULL if there is no edge. Between two round things that touch each other, either way along both
    is tried.
    """
    move: Move
    move.depth = hypot(x, y)
    if not move.depth < best.depth * SHORTER or not obstacles.is_clear(x, y):
        return False
    between: C.bint = put_way_from_both(a, b, C.address(move))
    if move.depth > 0.0:
        aim(C.address(move), x, y)
    else:
        move.nx = a[0]
        move.ny = a[1]
    # On whole pixels, the plain move to an upright edge is exact.
    upright: C.bint = a[0] * a[1] == 0.0 or b[0] * b[1] == 0.0
    if (
        (upright and is_free(context, move.nx * move.depth, move.ny * move.depth))
        or confirm(C.address(move), obstacles.size, is_free, context)
        or (between and confirm_back(C.address(move), x, y, obstacles.size, is_free, context))
        or confirm_on_edge(C.address(move), edge, x, y, b, obstacles.size, is_free, context)
        or confirm_on_edge(C.address(move), other_edge, x, y, a, obstacles.size, is_free, context)
    ) and move.depth < best.depth:
        best[0] = move
        return True
    return False


@C.cfunc
@C.exceptval(check=False)
def confirm_back(
    move: C.pointer(Move),
    x: C.double,
    y: C.double,
    size: C.double,
    is_free: IsFree,
    context: C.p_void,
) -> C.bint:
    """`confirm` a move to (x, y), lengthened in the direction opposite to that tried before."""
    aim(move, x, y)
    move.longer_x = -move.longer_x
    move.longer_y = -move.longer_y
    return confirm(move, size, is_free, context)


@C.cfunc
@C.exceptval(check=False)
def cross_elements(
    obstacles: Obstacles,
    a: C.pointer(Element),
    b: C.pointer(Element),
    is_free: IsFree,
    context: C.p_void,
    best: C.pointer(Move),
) -> C.bint:
    """Try where two elements cross that are edges, or arcs of circles."""
    normals: C.double[4]
    found: C.bint = False
    if not a.is_arc and not b.is_arc:
        return cross_edges(obstacles, a, b, is_free, context, best)
    if (a.is_arc and obstacles.items[a.obstacle].discs) or (
        b.is_arc and obstacles.items[b.obstacle].discs
    ):
        return False
    if not a.is_arc:
        a, b = b, a
    line: C.double[3]
    r: C.double = obstacles.items[a.obstacle].r
    if not put_line_of_crossings(a, b, r, obstacles.items[b.obstacle].r, line):
        return False
    off: C.double = line[2]
    beyond: C.double = fabs(off) - r
    if beyond > rounding_of(obstacles.size):
        return False
    half: C.double = sqrt(max(0.0, (r - off) * (r + off)))
    for _ in range(2 if half > 0.0 else 1):
        x: C.double = a.x1 + off * line[0] - half * line[1]
        y: C.double = a.y1 + off * line[1] + half * line[0]
        half = -half
        if (
            hypot(x, y) < best.depth * SHORTER
            and put_normal_at(obstacles, a, x, y, normals)
            and put_normal_at(obstacles, b, x, y, normals + 2)
        ):
            found |= try_crossing(
                obstacles,
                x,
                y,
                C.NULL,
                C.NULL if b.is_arc else b,
                normals,
                normals + 2,
                is_free,
                context,
                best,
            )
    return found


@C.cfunc
@C.inline
@C.exceptval(check=False)
def put_line_of_crossings(
    a: C.pointer(Element), b: C.pointer(Element), r: C.double, other_r: C.double, line: C.p_double
) -> C.bint:
    """Write the line through both crossings of an arc and another element; False if none is known.

    That is its normal, and how far the center of the arc is from it.
    """
    line[0] = b.nx
    line[1] = b.ny
    line[2] = b.nx * (b.x1 - a.x1) + b.ny * (b.y1 - a.y1)
    if b.is_arc:
        x: C.double = b.x1 - a.x1
        y: C.double = b.y1 - a.y1
        apart: C.double = hypot(x, y)
        if apart == 0.0:
            return False
        line[0] = x / apart
        line[1] = y / apart
        line[2] = 0.5 * (apart + (r - other_r) * (r + other_r) / apart)
    return True


@C.cfunc
@C.inline
@C.exceptval(check=False)
def put_normal_at(
    obstacles: Obstacles, element: C.pointer(Element), x: C.double, y: C.double, normal: C.p_double
) -> C.bint:
    """Write the normal of an arc of a circle or of an edge in a place; False beyond its ends."""
    if element.is_arc:
        r: C.double = obstacles.items[element.obstacle].r
        normal[0] = (x - element.x1) / r
        normal[1] = (y - element.y1) / r
        return is_on_arc(element, normal[0], normal[1])
    normal[0] = element.nx
    normal[1] = element.ny
    dx: C.double = element.x2 - element.x1
    dy: C.double = element.y2 - element.y1
    at: C.double = ((x - element.x1) * dx + (y - element.y1) * dy) / (dx * dx + dy * dy)
    return is_open_at(element, at)


@C.cfunc
@C.exceptval(check=False)
def cross_edges(
    obstacles: Obstacles,
    a: C.pointer(Element),
    b: C.pointer(Element),
    is_free: IsFree,
    context: C.p_void,
    best: C.pointer(Move),
) -> C.bint:
    """Try where two edges cross."""
    ax: C.double = a.x2 - a.x1
    ay: C.double = a.y2 - a.y1
    bx: C.double = b.x2 - b.x1
    by: C.double = b.y2 - b.y1
    dx: C.double = b.x1 - a.x1
    dy: C.double = b.y1 - a.y1
    det: C.double = ax * by - ay * bx
    n: C.double[4]
    if det == 0.0:
        return False
    s: C.double = (dx * by - dy * bx) / det
    t: C.double = (dx * ay - dy * ax) / det
    if not (-1e-9 <= s <= 1.0 + 1e-9 and -1e-9 <= t <= 1.0 + 1e-9):
        return False
    n[0] = a.nx
    n[1] = a.ny
    n[2] = b.nx
    n[3] = b.ny
    # In whole numbers only the divisions round.
    x: C.double = a.x1 + (dx * by - dy * bx) * ax / det
    y: C.double = a.y1 + (dx * by - dy * bx) * ay / det
    return try_crossing(obstacles, x, y, a, b, n, n + 2, is_free, context, best)


@C.cfunc
@C.exceptval(check=False)
def cross_arc(
    obstacles: Obstacles,
    arc: C.pointer(Element),
    is_free: IsFree,
    context: C.p_void,
    best: C.pointer(Move),
) -> C.bint:
    """`cross_round`, of an arc, piece by piece."""
    found: C.bint = False
    i: C.int
    # In one piece, at most one crossing, or two around a minimum, are searched. Pieces are opened
    # by sixes (`COARSE`), so with a step of 2 bit i also speaks for i + 1.
    step: C.int = 2 if arc.y2 - arc.x2 < 183.0 else 1
    for i in range(0, PIECES, step):
        if arc.pieces >> i & 1 and not piece_is_covered(
            obstacles,
            arc,
            C.cast(C.double, i) / PIECES,
            C.cast(C.double, i + step) / PIECES,
            best.depth,
        ):
            found |= cross_round(
                obstacles,
                arc,
                C.cast(C.double, i) / PIECES,
                C.cast(C.double, i + step) / PIECES,
                is_free,
                context,
                best,
            )
    return found


@C.cfunc
@C.exceptval(check=False)
def cross_round(
    obstacles: Obstacles,
    element: C.pointer(Element),
    start: C.double,
    end: C.double,
    is_free: IsFree,
    context: C.p_void,
    best: C.pointer(Move),
) -> C.bint:
    """Try where a piece of an element crosses the outlines of others, if either has an ellipse."""
    found: C.bint = False
    is_oval: C.bint = element.is_arc and obstacles.items[element.obstacle].discs > 0
    around: Box = box_around(obstacles, element, start, end)
    node: C.int = next_meeting(obstacles.tree, 0, C.address(around))
    while node < obstacles.tree.node_count:
        k: C.Py_ssize_t = obstacles.tree.nodes[node].number
        node = next_meeting(obstacles.tree, obstacles.tree.nodes[node].beyond, C.address(around))
        if (
            k != element.obstacle
            and obstacles.items[k].near < best.depth
            and (is_oval or obstacles.items[k].discs)
        ):
            found |= cross_between(obstacles, element, start, end, k, is_free, context, best)
    return found


@C.cfunc
@C.exceptval(check=False)
def cross_between(
    obstacles: Obstacles,
    element: C.pointer(Element),
    start: C.double,
    end: C.double,
    k: C.Py_ssize_t,
    is_free: IsFree,
    context: C.p_void,
    best: C.pointer(Move),
) -> C.bint:
    """Try where a piece of an element crosses an obstacle's outline: once, or in and out."""
    here: C.double[4]
    there: C.double[4]
    gap: Nearest
    obstacles.at(element, start, here)
    obstacles.at(element, end, there)
    if obstacles.is_deep(k, here[0], here[1]) and obstacles.is_deep(k, there[0], there[1]):
        return False
    obstacles.gap_at(k, here[0], here[1], C.address(gap))
    at_start: C.double = gap.distance
    falls: C.bint = gap.nx * -here[3] + gap.ny * here[2] < 0.0
    obstacles.gap_at(k, there[0], there[1], C.address(gap))
    at_end: C.double = gap.distance
    if at_start < 0.0 and at_end < 0.0:
        return False
    if (at_start < 0.0) != (at_end < 0.0):
        return cross_once(obstacles, element, start, end, k, is_free, context, best)
    if not falls or gap.nx * -there[3] + gap.ny * there[2] <= 0.0:
        return False
    return cross_at_minimum(obstacles, element, start, end, k, is_free, context, best)


@C.cfunc
@C.exceptval(check=False)
def cross_at_minimum(
    obstacles: Obstacles,
    element: C.pointer(Element),
    start: C.double,
    end: C.double,
    k: C.Py_ssize_t,
    is_free: IsFree,
    context: C.p_void,
    best: C.pointer(Move),
) -> C.bint:
    """Try where a piece of an element enters an obstacle and leaves it, if it does.

    Both of its ends are outside, and the gap is least in between.
    """
    here: C.double[4]
    gap: Nearest
    low: C.double = start
    high: C.double = end
    for _ in range(STEPS):
        middle: C.double = 0.5 * (low + high)
        obstacles.at(element, middle, here)
        obstacles.gap_at(k, here[0], here[1], C.address(gap))
        if gap.distance < 0.0:
            found: C.bint = cross_once(obstacles, element, start, middle, k, is_free, context, best)
            return cross_once(obstacles, element, middle, end, k, is_free, context, best) or found
        if gap.nx * -here[3] + gap.ny * here[2] < 0.0:
            low = middle
        else:
            high = middle
    return False


@C.cfunc
@C.exceptval(check=False)
def cross_once(
    obstacles: Obstacles,
    element: C.pointer(Element),
    start: C.double,
    end: C.double,
    k: C.Py_ssize_t,
    is_free: IsFree,
    context: C.p_void,
    best: C.pointer(Move),
) -> C.bint:
    """Try where a piece crosses an outline, when one end of it is inside.

    Most crossings are inside of a third obstacle, or too far away: then the bisection stops early.
    """
    here: C.double[4]
    normal: C.double[2]
    gap: Nearest
    middle: C.double = start
    step: C.int
    obstacles.at(element, start, here)
    obstacles.gap_at(k, here[0], here[1], C.address(gap))
    inside: C.bint = gap.distance < 0.0
    for step in range(STEPS):
        if step % BISECTIONS_AT_ONCE == 0 and piece_is_covered(
            obstacles, element, start, end, best.depth
        ):
            return False
        middle = 0.5 * (start + end)
        obstacles.at(element, middle, here)
        obstacles.gap_at(k, here[0], here[1], C.address(gap))
        if (gap.distance < 0.0) == inside:
            start = middle
        else:
            end = middle
    normal[0] = gap.nx
    normal[1] = gap.ny
    edge: C.pointer(C.const[Element]) = C.NULL if element.is_arc else element
    return try_crossing(
        obstacles, here[0], here[1], edge, C.NULL, here + 2, normal, is_free, context, best
    )
