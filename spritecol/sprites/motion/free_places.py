"""The free position nearest to a position that is not free because of rounding or a narrow gap."""

import cython as C
from cython.cimports.spritecol._engine import tolerances
from cython.cimports.spritecol._engine.storage import store
from cython.cimports.spritecol._engine.sweeps.blocks import Block, Blocks, Side
from cython.cimports.spritecol._engine.sweeps.impact import Impact, Sweep
from cython.cimports.spritecol._engine.sweeps.sweep import hits_nothing_anew
from cython.cimports.spritecol._support.libc import fabs, rint
from cython.cimports.spritecol.sprites.motion.body import Body, Ghost
from cython.cimports.spritecol.sprites.motion.inside import find_inside
from cython.cimports.spritecol.sprites.motion.stops import blocks_at
from cython.cimports.spritecol.sprites.motion.vector import (
    Vector,
    cross,
    is_zero,
    length_of,
    minus,
    plus,
    times,
    vector,
)


def evened_position(body: Body, at: Vector, sweep: C.pointer(Sweep)) -> Vector:
    """Return the round position among those that differ only by rounding, at a level or upright
    side.
    """
    even: Vector = at
    near: C.double = rounding_at(body.ghost, at)
    if sweep.first.nx == 0.0:
        even.y = even_near(at.y, near)
    elif sweep.first.ny == 0.0:
        even.x = even_near(at.x, near)
    if is_zero(minus(even, at)):
        return at
    return even if is_free_at(body, even, sweep) else at


@C.cfunc
@C.exceptval(check=False)
def rounding_at(ghost: Ghost, at: Vector) -> C.double:
    """Return how far apart two positions can be that differ only by rounding."""
    return 4.0 * tolerances.ULP * (fabs(at.x) + fabs(at.y) + ghost.size)


def last_free(body: Body, start: Vector, end: Vector, sweep: C.pointer(Sweep)) -> Vector:
    """Return the last free position on a way. A position beside its end within rounding counts,
    too.
    """
    way: Vector = minus(end, start)
    if is_zero(way):
        return end
    near: FreePlace = free_place_near(body, end, vector(0.0, 0.0), sweep)
    if near.found:
        return near.at
    for _ in range(tolerances.MOST_HALVES):
        way = times(way, 0.5)
        if is_free_at(body, plus(start, way), sweep):
            start = plus(start, way)
    return start


def is_free_at(body: Body, at: Vector, sweep: C.pointer(Sweep)) -> C.bint:
    """Whether the body hits nothing at a position, by the exact test.

    With a sweep, only targets count that the sweep may meet and that the body was not in at its
    start.
    """
    fresh: Impact
    if sweep is not C.NULL:
        return hits_nothing_anew(store.STORE, sweep, at.x, at.y, C.address(fresh))
    body.ghost.place(at)
    return find_inside(body, True).count == 0


def free_place_near(body: Body, at: Vector, way: Vector, sweep: C.pointer(Sweep)) -> FreePlace:
    """Return the free position nearest to a position, which usually is free itself: see
    `is_free_at`.

    Otherwise it is moved off the things that it touches there by as little as possible, or it is a
    round position in a gap exactly as wide. If no position beside it is free, as in a tunnel
    exactly as high, it is a position farther back on the way.
    """
    ghost: Ghost = body.ghost
    k: C.int
    place: FreePlace
    size: C.double = tolerances.ULP * (fabs(at.x) + fabs(at.y) + 2.0 * ghost.size)
    place.at = at
    place.found = is_free_at(body, at, sweep)
    if place.found:
        return place
    blocks: Blocks = blocks_at(body, at, vector(0.0, 0.0), body.scratch.touched)
    for k in range(tolerances.TRIES):
        off: C.double = size * (1 << k) if k else 0.0
        move: Vector = least_way_off(ghost, blocks, off)
        if is_zero(move) and not is_zero(way):
            move = times(way, off / length_of(way))
        place.at = plus(at, move)
        place.found = is_free_at(body, place.at, sweep)
        if k == 0 and not place.found:
            place.at = even_place(ghost, blocks, at, size)
            place.found = is_free_at(body, place.at, sweep)
        if place.found:
            return place
    place.at = at
    return place


@C.cfunc
@C.exceptval(check=False)
def even_place(ghost: Ghost, blocks: Blocks, at: Vector, size: C.double) -> Vector:
    """Return the round position near one that is moved off the things that it touches, up to a
    distance.
    """
    place: Vector = plus(at, least_way_off(ghost, blocks, -size))
    near: C.double = rounding_at(ghost, place)
    return vector(even_near(place.x, near), even_near(place.y, near))


@C.cfunc
@C.exceptval(check=False)
def least_way_off(ghost: Ghost, blocks: Blocks, off: C.double) -> Vector:
    """Return the shortest move by a distance off everything that the body touches, or 0."""
    k: C.Py_ssize_t
    m: C.Py_ssize_t
    i: C.int
    j: C.int
    best: Vector = vector(0.0, 0.0)
    found: C.bint = is_off(ghost, blocks, best, off)
    if found:
        return best
    for k in range(blocks.count):
        one: C.pointer(C.const[Block]) = blocks.items + k
        if one.is_deep:
            continue
        for i in range(one.count):
            n: Vector = vector(one.sides[i].nx, one.sides[i].ny)
            level: C.double = off - one.sides[i].gap
            for m in range(k + 1):
                other: C.pointer(C.const[Block]) = blocks.items + m
                if other.is_deep:
                    continue
                for j in range(other.count):
                    move: Vector = times(n, level)
                    v: Vector = vector(other.sides[j].nx, other.sides[j].ny)
                    turn: C.double = cross(n, v)
                    if m == k and j == i:
                        pass
                    elif fabs(turn) > tolerances.SAME:
                        beyond: C.double = off - other.sides[j].gap
                        move = vector(
                            (level * v.y - beyond * n.y) / turn,
                            (beyond * n.x - level * v.x) / turn,
                        )
                    else:
                        continue
                    if (not found or length_of(move) < length_of(best)) and (
                        is_off(ghost, blocks, move, off)
                    ):
                        found = True
                        best = move
    return best


@C.cfunc
@C.exceptval(check=False)
def is_off(ghost: Ghost, blocks: Blocks, move: Vector, off: C.double) -> C.bint:
    """Whether a move leads by a distance off everything that the body touches, up to rounding."""
    k: C.Py_ssize_t
    i: C.int
    for k in range(blocks.count):
        block: C.pointer(C.const[Block]) = blocks.items + k
        free: C.bint = block.is_deep
        for i in range(block.count):
            side: Side = block.sides[i]
            ahead: C.double = side.gap + side.nx * move.x + side.ny * move.y
            free |= ahead >= off - tolerances.NOISE * ghost.hair
        if not free:
            return False
    return True


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def even_near(value: C.double, near: C.double) -> C.double:
    """Return the round number next to another number if it is near enough, or else the other
    number.
    """
    even: C.double = rint(value * tolerances.EVEN) / tolerances.EVEN
    return even if fabs(even - value) <= near else value
