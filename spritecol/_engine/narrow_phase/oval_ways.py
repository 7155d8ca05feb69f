"""Ways out that lead to the curve of an ellipse instead of to the polygon around it.

A way out leads to the nearest place of one outline or to where two cross. `cells` finds it with
polygons in place of outlines with an ellipse. Here it is led to where it would be without these: a
polygon is replaced by the tangent of the outline at the place, again and again. Each tangent is
outside of the outline, and the next place is nearer to it by the square (Newton's method).

The tangent of an outline as seen from a place q has the unit normal n for which n . q - h(n) is
greatest, where h(n) is how far the outline extends along n. Its derivative is how far q is ahead of
the outline's farthest point, along the tangent.
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import cores, move_outlines
from cython.cimports.spritecol._engine.narrow_phase.cores import Core
from cython.cimports.spritecol._engine.narrow_phase.move_outlines import (
    Move,
    MoveOutline,
    OutlineEdge,
    Outlines,
)
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage.layout import PartRef
from cython.cimports.spritecol._support.libc import fabs, sqrt
from cython.cimports.spritecol._support.polar import hypot

FIRST_TURN = C.declare(C.double, 0.004)
"""The tangent of an angle: how far a normal is turned at first."""

MOST_TURNED = C.declare(C.double, 0.6)
"""And at most: two of the tangents of a polygon are nearer to each other."""

AS_TURNED = C.declare(C.double, 1e-13)
"""Tangents of angles that differ by rounding only."""

MOST_TURNS = C.declare(C.int, 100)
"""Of a search for a normal, which takes about six."""

MOST_PLACES = C.declare(C.int, 8)
"""At a place. Three or four are enough."""

SAME_PLACES = C.declare(C.double, 1e-14)
"""A share of the size of the numbers: places that are nearer are the same, up to rounding."""

FLAT_CROSSING = C.declare(C.double, 1e-6)
"""The sine of an angle: tangents that meet at less do not cross."""


OutlineTangent = C.struct(
    turn=C.double, nx=C.double, ny=C.double, x=C.double, y=C.double, ahead=C.double
)
"""Of an outline: how far its normal is turned, as the tangent of that angle; the normal, a unit
vector; the place where it touches; and how far what sees it is ahead of that, along it."""


@C.cfunc
@C.exceptval(check=False)
def put_farthest(
    part: PartRef, pool: Numbers, nx: C.double, ny: C.double, point: C.p_double
) -> C.void:
    """Write a point of a part that is farthest along a unit vector."""
    core: Core
    disc: C.double[6]
    center: C.double[2]
    k: C.int
    best: C.int = 0
    cores.core_of(part.kind, pool + part.first, part.count, C.address(core))
    for k in range(1, core.count):
        if (
            nx * (core.v[2 * k] - core.v[2 * best])
            + ny * (core.v[2 * k + 1] - core.v[2 * best + 1])
            > 0.0
        ):
            best = k
    center[0] = core.v[2 * best]
    center[1] = core.v[2 * best + 1]
    point[0] = center[0] + core.r * nx
    point[1] = center[1] + core.r * ny
    if core.disc is not C.NULL:
        cores.disc_at(C.address(core), center, disc)
        cores.farthest_of_disc(disc, nx, ny, point)


@C.cfunc
@C.exceptval(check=False)
def put_touch(
    outline: C.pointer(C.const[MoveOutline]),
    x: C.double,
    y: C.double,
    tangent: C.pointer(OutlineTangent),
) -> C.void:
    """Complete a tangent, given its normal, as a place sees it."""
    point: C.double[2]
    other: C.double[2]
    put_farthest(outline.other, outline.pool, tangent.nx, tangent.ny, other)
    put_farthest(outline.part, outline.pool, -tangent.nx, -tangent.ny, point)
    tangent.x = other[0] - point[0]
    tangent.y = other[1] - point[1]
    tangent.ahead = tangent.nx * (y - tangent.y) - tangent.ny * (x - tangent.x)
    if fabs(tangent.ahead) <= SAME_PLACES * outline.size:
        tangent.ahead = 0.0


@C.cfunc
@C.exceptval(check=False)
def turn_to_tangent(
    outline: C.pointer(C.const[MoveOutline]), x: C.double, y: C.double, n: C.p_double
) -> C.bint:
    """Turn a unit vector to the normal of an outline's tangent as seen from a place, and write the
    tangent's level behind it; False if it is not near.

    It is where `ahead` changes its sign: at once along a side, whose normal is that of the chord
    between two touching places, and else gradually, for the Illinois method (M. Dowell and
    P. Jarratt, "A modified regula falsi method", 1971). These two take turns.
    """
    k: C.int
    last: OutlineTangent
    found: OutlineTangent
    tangent: OutlineTangent
    step: C.double = FIRST_TURN
    is_between: C.bint = False
    tangent.turn = 0.0
    tangent.nx = n[0]
    tangent.ny = n[1]
    put_touch(outline, x, y, C.address(tangent))
    last = tangent
    if tangent.ahead < 0.0:
        step = -step
    for k in range(MOST_TURNS):
        if tangent.ahead == 0.0 or (is_between and fabs(tangent.turn - last.turn) < AS_TURNED):
            break
        if not is_between:
            found.turn = tangent.turn + step
            step *= 4.0
            if fabs(found.turn) > MOST_TURNED:
                return False
        elif k & 1:
            found.turn = tangent.turn - tangent.ahead * (tangent.turn - last.turn) / (
                tangent.ahead - last.ahead
            )
        else:
            sign: C.double = 1.0 if tangent.turn > last.turn else -1.0
            u: C.double = sign * (tangent.y - last.y)
            v: C.double = sign * (last.x - tangent.x)
            found.turn = (n[0] * v - n[1] * u) / (n[0] * u + n[1] * v)
        if is_between and not (
            min(last.turn, tangent.turn) < found.turn < max(last.turn, tangent.turn)
        ):
            found.turn = 0.5 * (last.turn + tangent.turn)
        length: C.double = sqrt(1.0 + found.turn * found.turn)
        found.nx = (n[0] - found.turn * n[1]) / length
        found.ny = (n[1] + found.turn * n[0]) / length
        put_touch(outline, x, y, C.address(found))
        if (found.ahead > 0.0) != (tangent.ahead > 0.0):
            is_between = True
            last = tangent
        elif is_between:
            last.ahead *= 0.5
        else:
            last = tangent
        tangent = found
    n[0] = tangent.nx
    n[1] = tangent.ny
    n[2] = tangent.nx * tangent.x + tangent.ny * tangent.y
    return True


def put_feet(outline: C.pointer(C.const[MoveOutline]), least: C.double, feet: C.p_double) -> C.int:
    """Write the nearest places of an outline with an ellipse, seen from no move: a unit vector and
    a length for each. Returns how many they are; 0 if one is not farther away than `least`.
    """
    k: C.int
    count: C.int = 0
    n: C.double[50]
    levels: C.double[26]
    move_outlines.put_normals(n)
    for k in range(move_outlines.TANGENTS):
        levels[k + 1] = move_outlines.level_of(outline, n[2 * k], n[2 * k + 1])
        if not levels[k + 1] > least:
            return 0
    levels[0] = levels[move_outlines.TANGENTS]
    levels[move_outlines.TANGENTS + 1] = levels[1]
    for k in range(move_outlines.TANGENTS):
        if levels[k + 1] <= levels[k] and levels[k + 1] <= levels[k + 2]:
            foot: C.p_double = feet + 3 * count
            foot[0] = n[2 * k]
            foot[1] = n[2 * k + 1]
            if not turn_to_tangent(outline, 0.0, 0.0, foot) or not foot[2] > least:
                return 0
            count += 1
    return count


@C.cfunc
@C.exceptval(check=False)
def put_tangent(
    outlines: Outlines,
    edge: C.pointer(C.const[OutlineEdge]),
    x: C.double,
    y: C.double,
    n: C.p_double,
) -> C.bint:
    """Turn a normal to that of the tangent of an edge's outline as seen from a place, and write
    its level behind it.
    """
    outline: C.pointer(C.const[MoveOutline]) = outlines.items + edge.outline
    if outline.is_oval:
        return turn_to_tangent(outline, x, y, n)
    move_outlines.put_way_off(edge, x, y, n)
    n[2] = n[0] * edge.x + n[1] * edge.y + edge.r
    return True


@C.cfunc
@C.exceptval(check=False)
def lead_to_foot(outlines: Outlines, move: C.pointer(Move)) -> C.bint:
    """Lead a way out to the nearest place of an outline's curve."""
    n: C.double[3]
    edge: C.pointer(C.const[OutlineEdge]) = outlines.edges + move.other
    if move.other < 0 or not (outlines.items + edge.outline).is_oval:
        return True
    sign: C.double = 1.0 if move.nx * edge.dy - move.ny * edge.dx > 0.0 else -1.0
    n[0] = sign * move.nx
    n[1] = sign * move.ny
    if not turn_to_tangent(outlines.items + edge.outline, 0.0, 0.0, n) or sign * n[2] < 0.0:
        return False
    move.nx = sign * n[0]
    move.ny = sign * n[1]
    move.depth = sign * n[2]
    return True


def lead_to_curve(outlines: Outlines, move: C.pointer(Move)) -> C.bint:
    """Lead a way out to the curves of outlines with an ellipse; False if they do not meet near."""
    n: C.double[3]
    m: C.double[3]
    if move.edge < 0:
        return lead_to_foot(outlines, move)
    edge: C.pointer(C.const[OutlineEdge]) = outlines.edges + move.edge
    other: C.pointer(C.const[OutlineEdge]) = outlines.edges + move.other
    if not ((outlines.items + edge.outline).is_oval or (outlines.items + other.outline).is_oval):
        return True
    n[0], n[1] = edge.dy, -edge.dx
    m[0], m[1] = other.dy, -other.dx
    x: C.double = move.x
    y: C.double = move.y
    for _ in range(MOST_PLACES):
        if not (put_tangent(outlines, edge, x, y, n) and put_tangent(outlines, other, x, y, m)):
            return False
        sine: C.double = n[0] * m[1] - n[1] * m[0]
        if fabs(sine) < FLAT_CROSSING:
            return False
        next_x: C.double = (n[2] * m[1] - m[2] * n[1]) / sine
        next_y: C.double = (m[2] * n[0] - n[2] * m[0]) / sine
        apart: C.double = hypot(next_x - x, next_y - y)
        x = next_x
        y = next_y
        if apart <= SAME_PLACES * move.size:
            break
    move.depth = hypot(x, y)
    if not move.depth > 0.0:
        return False
    move.nx = x / move.depth
    move.ny = y / move.depth
    move.x = x
    move.y = y
    return True
