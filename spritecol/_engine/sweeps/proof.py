"""The proof of an impact by the exact test: steps back until it finds no hit.

The test is the test of a check, with the same world geometry. Points and segments, in which no test
can find each other once they are past, end on the side from which they came.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.narrow_phase import shape_pair
from cython.cimports.spritecol._engine.narrow_phase.part import axis_gap, support
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import ShapePair, ShapePairRef
from cython.cimports.spritecol._engine.narrow_phase.sweep_kernels import have_crossed
from cython.cimports.spritecol._engine.storage.layout import Part
from cython.cimports.spritecol._engine.storage.store import Store
from cython.cimports.spritecol._engine.sweeps.impact import (
    Impact,
    ImpactRef,
    MotionRef,
    leads_to_place,
    place_at_impact,
    place_back,
)
from cython.cimports.spritecol._engine.sweeps.normals import note_point
from cython.cimports.spritecol._engine.tolerances import END_SLACK, MOST_BACK, TOUCHING, ULP
from cython.cimports.spritecol._support.libc import fabs, frexp, rint, sqrt

DIGITS = C.declare(C.double, 9007199254740992.0)
"""2**53: a float64 has 53 binary digits."""


def prove(store: Store, motion: MotionRef, impact: C.pointer(Impact), with_point: C.bint) -> C.void:
    """Prove an impact of two shapes, and note where they touch, if asked. The row is put back."""
    if impact.overlapping:
        impact.x = motion.x
        impact.y = motion.y
        impact.angle = motion.angle
        note_point(store, impact)
        return
    step_back(store, motion, impact)
    if with_point:
        note_point(store, impact)
    # The fraction leads elsewhere than to the place of the impact only where that is computed from
    # a gap. The two shapes must not hit there, either.
    step: C.double = motion.step
    while not leads_to_place(motion, impact):
        shape_pair.place_row(
            store,
            impact.pair.a,
            motion.x + impact.fraction * motion.dx,
            motion.y + impact.fraction * motion.dy,
            motion.angle,
        )
        if not have_met(store, motion, impact):
            break
        impact.fraction = max(0.0, impact.fraction - step)
        step *= 2.0
    place_back(store, impact.pair.a, motion)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def step_back(store: Store, motion: MotionRef, impact: C.pointer(Impact)) -> C.void:
    """Place the row at an impact of two shapes, or before it where they do not hit.

    The computed fraction is a rounding or more beside the right one. Steps back double until the
    exact test finds no hit, and bisection between the last two finds the end of the free way. So an
    error of any size is found, and a usual one takes a test or two.
    """
    met_at: C.double = min(1.0, impact.fraction)
    step: C.double = motion.step
    impact.fraction = met_at
    if impact.momentary:
        impact.fraction = max(0.0, met_at - step)
    elif (
        motion.turn == 0.0
        and (impact.nx == 0.0 or impact.ny == 0.0)
        and lands_on_edge(store, motion, impact)
    ):
        return
    place_at_impact(store, motion, impact)
    free: C.double = impact.fraction
    hit: C.double = free
    while free > 0.0 and have_met(store, motion, impact):
        hit = free
        free = impact.fraction = max(0.0, met_at - step)
        step *= 2.0
        place_at_impact(store, motion, impact)
    while hit - free > near_fractions(motion):
        impact.fraction = 0.5 * (free + hit)
        place_at_impact(store, motion, impact)
        if have_met(store, motion, impact):
            hit = impact.fraction
        else:
            free = impact.fraction
    if impact.fraction != free:
        impact.fraction = free
        place_at_impact(store, motion, impact)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def lands_on_edge(store: Store, motion: MotionRef, impact: C.pointer(Impact)) -> C.bint:
    """Place the row where it lands on a level or upright side: whether there is a place for that.

    The coordinate across is computed from their gap, not the fraction, and evened: what lands on a
    floor at 84 is at 84.
    """
    a: C.pointer(Part) = shape_pair.part_of(store, impact.pair.a, impact.part)
    b: C.pointer(Part) = shape_pair.part_of(store, impact.pair.b, impact.other_part)
    x: C.double = motion.x + impact.fraction * motion.dx
    y: C.double = motion.y + impact.fraction * motion.dy
    edge: C.double = support(b, store.pool, impact.nx, impact.ny)
    best_x: C.double = 0.0
    best_y: C.double = 0.0
    is_free: C.bint = False  # at the best pose so far
    k: C.int
    impact.x = x if impact.nx == 0.0 else motion.x
    impact.y = y if impact.ny == 0.0 else motion.y
    impact.angle = motion.angle
    for k in range(3):  # again, since the sum of a pose and a shape is rounded, too
        gap: C.double = axis_gap(a, b, store.pool, impact.nx, impact.ny)
        impact.x -= gap * impact.nx
        impact.y -= gap * impact.ny
        if k < 2:  # the last time as it is: no evened pose has touched exactly
            impact.x = evened(impact.x, edge) if impact.ny == 0.0 else impact.x
            impact.y = evened(impact.y, edge) if impact.nx == 0.0 else impact.y
        # The other coordinate by proportion: exact in whole numbers, where a fraction is not.
        if impact.ny == 0.0 and motion.dx != 0.0:
            impact.y = motion.y + (impact.x - motion.x) * motion.dy / motion.dx
        elif impact.nx == 0.0 and motion.dy != 0.0:
            impact.x = motion.x + (impact.y - motion.y) * motion.dx / motion.dy
        shape_pair.place_row(store, impact.pair.a, impact.x, impact.y, motion.angle)
        if fabs(impact.x - x) + fabs(impact.y - y) <= TOUCHING * motion.size and (
            not have_met(store, motion, impact)
        ):
            best_x = impact.x
            best_y = impact.y
            is_free = True
            if support(a, store.pool, -impact.nx, -impact.ny) == -edge:
                return True
    if is_free:  # no pose touches exactly
        impact.x = best_x
        impact.y = best_y
        shape_pair.place_row(store, impact.pair.a, impact.x, impact.y, motion.angle)
    return is_free


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def evened(number: C.double, edge: C.double) -> C.double:
    """The nearest number that has no finer digits than an edge.

    Many poses touch an edge that is farther from 0 than they are. This is the one that is exact.
    """
    exponent: C.int = 0
    if fabs(number) >= fabs(edge):
        return number
    power: C.double = edge / frexp(edge, C.address(exponent))  # of two: all but `rint` is exact
    return rint(number / power * DIGITS) / DIGITS * power


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def have_met(store: Store, motion: MotionRef, impact: ImpactRef) -> C.bint:
    """Whether two shapes hit, as they are placed, or have passed through each other.

    Of a way within a hair, only the two parts are tested that meet. The way may lead along another
    part, and hit that anywhere by rounding.
    """
    pair: ShapePair = impact.pair
    if motion.hair > 0.0:
        pair.first_a = impact.part
        pair.first_b = impact.other_part
        pair.count_a = pair.count_b = 1
    return shape_pair.shapes_hit(store, C.address(pair)) or are_past(store, motion, C.address(pair))


def have_gone_through(store: Store, motion: MotionRef, pair: ShapePairRef) -> C.bint:
    """Whether two points or segments are past each other, on a straight way: see `are_past`."""
    row: C.int = pair.a
    old: C.double[4]
    k: C.int
    a: C.pointer(Part) = shape_pair.part_of(store, row, pair.first_a)
    b: C.pointer(Part) = shape_pair.part_of(store, pair.b, pair.first_b)
    x: C.double = store.x[row]
    y: C.double = store.y[row]
    place_back(store, row, motion)
    for k in range(2 * a.count):
        old[k] = store.pool[a.first + k]
    shape_pair.place_row(store, row, x, y, motion.angle)
    return have_crossed(a, old, b, store.pool)


def step_of(store: Store, row: C.int, motion: MotionRef) -> C.double:
    """A step back along a motion, as a fraction, that moves the row by about an ulp."""
    box: C.pointer(Box) = store.boxes + row
    way: C.double = sqrt(motion.dx * motion.dx + motion.dy * motion.dy)
    way += 0.01 * fabs(motion.turn) * (box.right - box.left + box.bottom - box.top)
    return max(ULP, ULP * motion.size / way) if way > 0.0 else 1.0


def near_fractions(motion: MotionRef) -> C.double:
    """How much later than another an impact may be, and still be the first when both are proved."""
    return max(END_SLACK, MOST_BACK * motion.step)
