"""Moves out of obstacles, confirmed by the exact test of the shapes themselves.

Moves are computed in floats. The exact test (`Trial.is_free`) has the last word, and a move that
rounding has left too short is lengthened by a hair.
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase.obstacles import Element, Obstacles
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._support.libc import fabs, floor, frexp, ldexp, sqrt
from cython.cimports.spritecol._support.polar import hypot

FIRST_LENGTHENING = 1e-15
"""The first lengthening of a move, as a part of the size of the numbers: five steps of a float64,
more than the rounding of the moved numbers. Each further one is four times as long."""

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


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Trial:
    """A row whose moves are tried out, and the obstacles that it may hit.

    Its kinds are `TwoShapes` and `Crowd`.
    """

    def __cinit__(self):
        self.obstacles = Obstacles()

    def is_free(self, dx: C.double, dy: C.double) -> C.bint:
        """Whether nothing hits after a move; exact."""
        return False

    def add_within(self, reach: C.double) -> C.bint:
        """Add the obstacles within a reach of the row. Returns whether these are all."""
        return True


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


def confirm(move: C.pointer(Move), size: C.double, trial: Trial) -> C.bint:
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
    if (nx == 0.0 or ny == 0.0) and depth > 0.0 and trial.is_free(x, y):
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
        if trial.is_free(move.nx * move.depth, move.ny * move.depth):
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
    trial: Trial,
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
    if trial.is_free(move.nx * move.depth, move.ny * move.depth):
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
        if trial.is_free(move.nx * move.depth, move.ny * move.depth):
            return True
        grid *= 4.0
    return False


def confirm_foot(move: C.pointer(Move), size: C.double, trial: Trial) -> C.bint:
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
        move, edge, level * dy / squared, -level * dx / squared, C.NULL, size, trial
    )


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


def try_crossing(
    trial: Trial,
    x: C.double,
    y: C.double,
    edge: C.pointer(C.const[Element]),
    other_edge: C.pointer(C.const[Element]),
    a: Numbers,
    b: Numbers,
    best: C.pointer(Move),
) -> C.bint:
    """Take a crossing of two outlines with normals a and b, if it is nearer than `best`.

    NULL if there is no edge. Between two round things that touch each other, either way along both
    is tried.
    """
    obstacles: Obstacles = trial.obstacles
    move: Move
    move.depth = hypot(x, y)
    if not move.depth < best.depth * SHORTER or not obstacles.is_outside(x, y):
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
        (upright and trial.is_free(move.nx * move.depth, move.ny * move.depth))
        or confirm(C.address(move), obstacles.size, trial)
        or (between and confirm_back(C.address(move), x, y, obstacles.size, trial))
        or confirm_on_edge(C.address(move), edge, x, y, b, obstacles.size, trial)
        or confirm_on_edge(C.address(move), other_edge, x, y, a, obstacles.size, trial)
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
    trial: Trial,
) -> C.bint:
    """`confirm` a move to (x, y), lengthened in the direction opposite to that tried before."""
    aim(move, x, y)
    move.longer_x = -move.longer_x
    move.longer_y = -move.longer_y
    return confirm(move, size, trial)
