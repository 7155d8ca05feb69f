"""When two shapes begin to hit, if one of them turns on its way.

This is conservative advancement (B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body
Systems", 1996): from each time on, a line that separates two parts shows how long they certainly
stay apart. The line may rest, or turn with the moving part; what a turn adds to the motion of a
point is bounded by its second derivative. So the steps converge as Newton's method does, and never
pass a hit that is deeper than `SHALLOW` of the numbers' size. Known limit: they may pass a hit that
never gets deeper. A step that ends in a hit has passed its beginning, which bisection by the exact
test then finds.

A part that turns more than once stays in a ring about the center, whatever its angle, and fills it
in each turn. So many turns take little longer than one: while rings and parts are apart, or certain
to overlap, no angle is looked at, and what turns in place is looked at for one turn.
"""

import cython as C
from cython.cimports.spritecol._engine import tolerances
from cython.cimports.spritecol._engine.box_tests import gap_between
from cython.cimports.spritecol._engine.narrow_phase import distances, shape_pair
from cython.cimports.spritecol._engine.narrow_phase.cores import has_vertices, lie_flat, vertices_of
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.part import radius_about, support
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import (
    PartPairs,
    ShapePair,
    ShapePairRef,
)
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import Part, PartRef, RowRecord
from cython.cimports.spritecol._engine.storage.store import Store
from cython.cimports.spritecol._engine.sweeps import normals
from cython.cimports.spritecol._engine.sweeps.impact import (
    Impact,
    MotionRef,
    place_at_impact,
    place_back,
    size_of_motion,
)
from cython.cimports.spritecol._engine.sweeps.normals import closing
from cython.cimports.spritecol._engine.transform import near_parts
from cython.cimports.spritecol._engine.transform.near_parts import NearPair
from cython.cimports.spritecol._engine.tuning import STEPS_PAST
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt

FINE_STEPS = C.declare(C.int, 2048)
"""So many steps out of an overlap are as short as it is shallow, and so many towards a hit as the
gap is narrow. Then they get longer, so that what turns in an overlap that stays shallow, or about a
corner that is all but touched, takes some thousand steps: a gap, or a hit, shorter than one is
missed."""

FAST_STEPS = C.declare(C.int, 32)
"""So many steps towards a hit are bounded by the farthest vertex. Then each counts by itself, so
that what turns about one of them goes on at once."""

FULL_TURN = C.declare(C.double, 360.0)
"""In degrees. A part that turns less never returns to an angle."""

CLOSE_ENOUGH = C.declare(C.double, 1e-3)
"""Relative accuracy of one step: the next one starts from there."""

Spin = C.struct(
    x=C.double,  # the center of the turn, now
    y=C.double,
    dx=C.double,  # pixels for a time of 1
    dy=C.double,
    rate=C.double,  # radians for a time of 1
    slack=C.double,  # pixels by which parts may overlap
    by_vertex=C.bint,  # each vertex bends by itself
)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def spin_of(store: Store, row: C.int, motion: MotionRef) -> Spin:
    """The motion of a row as it is placed."""
    record: C.pointer(RowRecord) = C.address(store.records[row])
    result: Spin
    result.x = store.x[row] + (0.0 if record.flags & layout.OFFSET else record.center_x)
    result.y = store.y[row] + (0.0 if record.flags & layout.OFFSET else record.center_y)
    result.dx = motion.dx
    result.dy = motion.dy
    result.rate = normals.DEGREES * motion.turn
    result.slack = tolerances.SHALLOW * size_of_motion(store, row, motion)
    result.by_vertex = False
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def gap_across(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    spin: C.pointer(C.const[Spin]),
    turns: C.bint,
    nx: C.double,
    ny: C.double,
    level: C.double,
    reach: C.double,
    time: C.double,
) -> C.double:
    """A lower bound of how far two parts are apart across a line, at a time; concave in time.

    Part `a` moves. The line rests at part `b`, whose farthest point is on it: n . p = level. Or it
    `turns` with part `a`, which is on it, at a level from the center; then a remainder of the
    turned normal is subtracted. A point q of what turns as seen from the line is at
    q + time (v + w x (q - p)), up to time^2 w^2 reach / 2.
    """
    turned: C.double = time * spin.rate
    hand: C.double = 1.0 if turns else -1.0
    mx: C.double = nx - hand * turned * ny
    my: C.double = ny + hand * turned * nx
    across: C.double = mx * spin.x + my * spin.y
    ahead: C.double = time * (nx * spin.dx + ny * spin.dy)
    bend: C.double = 0.5 * turned * turned * reach
    if turns:
        speed: C.double = sqrt(spin.dx * spin.dx + spin.dy * spin.dy)
        bent: C.double = support(b, pool, mx, my) + bend
        if spin.by_vertex and has_vertices(b.kind):
            bent = bent_support(b, pool, spin, mx, my, turned)
        gap: C.double = level - (bent - across) + ahead
        return gap - 1.5 * time * fabs(turned) * speed + spin.slack
    lowest: C.double = -support(a, pool, -mx, -my)
    v: Numbers = pool + a.first
    if a.kind in (layout.CIRCLE, layout.CAPSULE):  # its core is all that turns
        lowest = mx * v[0] + my * v[1]
        if a.kind == layout.CAPSULE:
            lowest = min(lowest, mx * v[2] + my * v[3])
        lowest -= v[2 * a.count]
    elif spin.by_vertex and has_vertices(a.kind):
        lowest = bend - bent_support(a, pool, spin, -mx, -my, turned)
    return lowest - across + (nx * spin.x + ny * spin.y) + ahead - bend - level + spin.slack


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def bent_support(
    part: PartRef,
    pool: Numbers,
    spin: C.pointer(C.const[Spin]),
    mx: C.double,
    my: C.double,
    turned: C.double,
) -> C.double:
    """How far vertices of a part reach along (mx, my), with the remainder of what each turns."""
    corners: C.double[8]
    result: C.double = -INFINITY
    count: C.int = part.count
    k: C.int
    v: Numbers = vertices_of(part.kind, pool + part.first, C.address(count), corners)
    for k in range(count):
        x: C.double = v[2 * k] - spin.x
        y: C.double = v[2 * k + 1] - spin.y
        bend: C.double = 0.5 * turned * turned * sqrt(x * x + y * y)
        result = max(result, mx * v[2 * k] + my * v[2 * k + 1] + bend)
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def safe_time(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    spin: C.pointer(C.const[Spin]),
    most: C.double,
) -> C.double:
    """For how long two parts certainly stay apart, at most `most`."""
    nearest: Nearest
    v: Numbers = pool + a.first
    distances.parts_distance(a, b, pool, C.address(nearest))
    nx: C.double = nearest.nx
    ny: C.double = nearest.ny
    reach: C.double = radius_about(a, pool, spin.x, spin.y)
    if a.kind == layout.CIRCLE:
        reach = sqrt((v[0] - spin.x) * (v[0] - spin.x) + (v[1] - spin.y) * (v[1] - spin.y))
    elif a.kind == layout.CAPSULE:
        reach -= v[4]
    level: C.double = support(b, pool, nx, ny)
    resting: C.double = safe_time_across(a, b, pool, spin, False, nx, ny, level, reach, most)
    reach = radius_about(b, pool, spin.x, spin.y)
    level = -support(a, pool, -nx, -ny) - (nx * spin.x + ny * spin.y)
    return max(resting, safe_time_across(a, b, pool, spin, True, nx, ny, level, reach, most))


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def safe_time_across(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    spin: C.pointer(C.const[Spin]),
    turns: C.bint,
    nx: C.double,
    ny: C.double,
    level: C.double,
    reach: C.double,
    most: C.double,
) -> C.double:
    """For how long a line certainly separates two parts, at most `most`: see `gap_across`."""
    low: C.double = 0.0
    high: C.double = min(most, 1.0 / fabs(spin.rate))
    at_low: C.double = gap_across(a, b, pool, spin, turns, nx, ny, level, reach, low)
    at_high: C.double = gap_across(a, b, pool, spin, turns, nx, ny, level, reach, high)
    if at_low < 0.0:
        return 0.0
    if at_high >= 0.0:
        return high
    while high - low > CLOSE_ENOUGH * low and high > 1e-18:
        # The chord of a concave function lies below it, so this time is safe.
        time: C.double = low + (high - low) * at_low / (at_low - at_high)
        if time > low:
            low = time
            at_low = max(0.0, gap_across(a, b, pool, spin, turns, nx, ny, level, reach, low))
        time = min(0.5 * (low + high), 2.0 * low if low > 0.0 else 0.125 * high)
        if not low < time < high:
            break
        gap: C.double = gap_across(a, b, pool, spin, turns, nx, ny, level, reach, time)
        if gap >= 0.0:
            low = time
            at_low = gap
        else:
            high = time
            at_high = gap
    return low


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def safe_time_of_shapes(
    store: Store,
    spin: C.pointer(C.const[Spin]),
    speed: C.double,
    most: C.double,
    many: C.bint,
    impact: C.pointer(Impact),
) -> C.double:
    """For how long two shapes certainly stay apart; notes the parts that are the first to meet.

    `speed` is an upper limit for the speed of any point. Parts whose boxes are far apart need no
    more. `many` is set if it turns more than once.
    """
    result: C.double = most
    near: NearPair
    find_near_within(store, C.address(impact.pair), speed * most, C.address(near))
    parts: PartPairs
    shape_pair.begin_pairs(
        store, C.address(parts), C.address(impact.pair), C.address(near), INFINITY
    )
    while shape_pair.next_pair(store, C.address(parts)):
        if (
            layout.SEAM in (parts.part.kind, parts.other.kind)
            or gap_between(parts.box, parts.other_box) > speed * result
        ):
            continue
        time: C.double = safe_time_of_parts(parts.part, parts.other, store.pool, spin, result, many)
        if time < result:
            result = time
            impact.part = parts.i
            impact.other_part = parts.j
    return result


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def find_near_within(
    store: Store, pair: ShapePairRef, reach: C.double, near: C.pointer(NearPair)
) -> C.void:
    """Find the parts of the second shape that may be no farther than `reach` from the first one."""
    near.a.all = True
    near.b.all = pair.count_b <= near_parts.LOOK_AGAIN
    if not near.b.all:
        near_parts.find_parts_within(store, pair.b, store.boxes + pair.a, reach, C.address(near.b))


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def safe_time_of_parts(
    part: PartRef,
    other: PartRef,
    pool: Numbers,
    spin: C.pointer(C.const[Spin]),
    most: C.double,
    many: C.bint,
) -> C.double:
    """For how long two parts certainly stay apart, at most `most`: at any angle, or as it turns."""
    time: C.double = 0.0
    if many:
        time = safe_time_of_ring(part, other, pool, spin, most)
    return time if time >= most else max(time, safe_time(part, other, pool, spin, most))


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def safe_time_of_ring(
    part: PartRef,
    other: PartRef,
    pool: Numbers,
    spin: C.pointer(C.const[Spin]),
    most: C.double,
) -> C.double:
    """For how long the ring in which a part turns stays apart from another part, at most `most`.

    Either the other one is outside, or it is in the hole.
    """
    nearest: Nearest
    center: C.double[2]
    center[0] = spin.x
    center[1] = spin.y
    distances.distance_of_point(center, other, pool, C.address(nearest))
    gap: C.double = nearest.distance - radius_about(part, pool, spin.x, spin.y) + spin.slack
    closing: C.double = -(nearest.nx * spin.dx + nearest.ny * spin.dy)
    if gap <= 0.0:
        distances.distance_of_point(center, part, pool, C.address(nearest))
        gap = nearest.distance - radius_about(other, pool, spin.x, spin.y) + spin.slack
        closing = sqrt(spin.dx * spin.dx + spin.dy * spin.dy)
    if gap <= 0.0:
        return 0.0
    return min(most, gap / closing) if closing > 0.0 else most


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def time_in_touch(store: Store, spin: C.pointer(C.const[Spin]), pair: ShapePairRef) -> C.double:
    """For how long two shapes overlap at whatever angle; 0 or less if that isn't certain.

    There is a disc about the center that is in one of them, and the other one reaches into it.
    """
    nearest: Nearest
    center: C.double[2]
    depth: C.double = -INFINITY
    i: C.int
    j: C.int
    center[0] = spin.x
    center[1] = spin.y
    for i in range(pair.first_a, pair.first_a + pair.count_a):
        part: C.pointer(Part) = shape_pair.part_of(store, pair.a, i)
        if part.kind in (layout.NOTHING, layout.SEAM):
            continue
        distances.distance_of_point(center, part, store.pool, C.address(nearest))
        one: C.double = nearest.distance
        for j in range(pair.first_b, pair.first_b + pair.count_b):
            other: C.pointer(Part) = shape_pair.part_of(store, pair.b, j)
            if other.kind in (layout.NOTHING, layout.SEAM):
                continue
            distances.distance_of_point(center, other, store.pool, C.address(nearest))
            depth = max(depth, -one - nearest.distance)
    return (depth - spin.slack) / sqrt(spin.dx * spin.dx + spin.dy * spin.dy)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def top_speed(
    store: Store,
    row: C.int,
    first: C.int,
    count: C.int,
    spin: C.pointer(C.const[Spin]),
) -> C.double:
    """A speed that no point of a shape exceeds, in pixels for a time of 1."""
    reach: C.double = 0.0
    i: C.int
    for i in range(first, first + count):
        part: C.pointer(Part) = shape_pair.part_of(store, row, i)
        if part.kind != layout.NOTHING:
            reach = max(reach, radius_about(part, store.pool, spin.x, spin.y))
    return sqrt(spin.dx * spin.dx + spin.dy * spin.dy) + fabs(spin.rate) * reach


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def touch_there(store: Store, motion: MotionRef, impact: C.pointer(Impact)) -> C.bint:
    """Whether two shapes touch where the row is, up to a hair; notes the normal."""
    nearest: Nearest
    least: C.double = INFINITY
    near: NearPair
    find_near_within(store, C.address(impact.pair), motion.hair, C.address(near))
    parts: PartPairs
    shape_pair.begin_pairs(
        store, C.address(parts), C.address(impact.pair), C.address(near), INFINITY
    )
    while shape_pair.next_pair(store, C.address(parts)):
        if (
            layout.SEAM in (parts.part.kind, parts.other.kind)
            or lie_flat(parts.part, parts.other, store.pool)
            or gap_between(parts.box, parts.other_box) > motion.hair
        ):
            continue
        distances.parts_distance(parts.part, parts.other, store.pool, C.address(nearest))
        if nearest.distance < least:
            least = nearest.distance
            normals.note_nearest(parts.i, parts.j, C.address(nearest), impact)
    return -motion.hair <= least <= motion.hair


def meet_turning(
    store: Store,
    motion: MotionRef,
    start: C.double,
    latest: C.double,
    impact: C.pointer(Impact),
) -> C.bint:
    """When two shapes begin to hit on a way with a turn, at most at `latest`; not yet proved.

    Before `start` they certainly do not overlap, unless they do at 0. The row is put back.
    """
    pair: C.pointer(ShapePair) = C.address(impact.pair)
    spin: Spin = spin_of(store, pair.a, motion)
    speed: C.double = top_speed(store, pair.a, pair.first_a, pair.count_a, C.address(spin))
    started: C.bint = shape_pair.shapes_hit(store, pair)
    in_place: C.bint = fabs(motion.turn) > FULL_TURN and motion.dx == 0.0 and motion.dy == 0.0
    once: C.double = 1.001 * FULL_TURN / fabs(motion.turn)
    impact.overlapping = impact.momentary = impact.ruled_out = False
    impact.other_nx = impact.other_ny = 0.0
    impact.part = pair.first_a
    impact.other_part = pair.first_b
    if motion.hair > 0.0 and touch_there(store, motion, impact):
        impact.fraction = 0.0
        if closing(store, motion, impact) > -tolerances.GRAZING * speed:
            return True  # it may roll on that: what is deeper later is deeper along this normal
        started = False
    if started:
        depth: C.double = normals.contact_normal(store, impact)
        if motion.from_inside or normals.goes_deeper(store, motion, impact):
            impact.overlapping = motion.hair == 0.0 or depth > motion.hair
            impact.fraction = 0.0
            return True
        start = time_apart(
            store, motion, depth, speed, min(latest, once if in_place else INFINITY), impact
        )
    found: C.bint = start <= latest and hits_after(
        store,
        motion,
        start,
        start if started else 0.0,
        min(latest, start + once) if in_place else latest,
        speed,
        impact,
    )
    place_back(store, pair.a, motion)
    return found


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def time_apart(
    store: Store,
    motion: MotionRef,
    depth: C.double,
    speed: C.double,
    latest: C.double,
    impact: C.pointer(Impact),
) -> C.double:
    """A time at which two shapes that overlap, so deep, have separated; infinity if that is late.

    The row is placed there.
    """
    spin: Spin = spin_of(store, impact.pair.a, motion)
    least: C.double = 1e4 * spin.slack
    time: C.double = 0.0
    k: C.int = 0
    while True:
        if k >= FINE_STEPS and k % STEPS_PAST == 0:
            least *= 2.0
        step: C.double = max(depth, least) / speed
        if k % STEPS_PAST == 0:
            spin = spin_of(store, impact.pair.a, motion)
            step = max(step, time_in_touch(store, C.address(spin), C.address(impact.pair)))
        time += step
        if time > latest:
            break
        impact.fraction = time
        place_at_impact(store, motion, impact)
        depth = normals.deepest_normal(store, impact)
        if depth == -INFINITY:
            return time
        k += 1
    return INFINITY


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def hits_after(
    store: Store,
    motion: MotionRef,
    time: C.double,
    clean: C.double,
    latest: C.double,
    speed: C.double,
    impact: C.pointer(Impact),
) -> C.bint:
    """Whether two shapes begin to hit from a time on: that is written to the impact.

    They do not at the time `clean`, nor between the two.
    """
    many: C.bint = fabs(motion.turn) > FULL_TURN
    found: C.bint = False
    least: C.double = 1e-15
    k: C.int = 0
    while time <= latest:
        impact.fraction = time
        place_at_impact(store, motion, impact)
        found = shape_pair.shapes_hit(store, C.address(impact.pair))
        if found:
            break
        clean = time
        if time == 1.0:
            break
        spin: Spin = spin_of(store, impact.pair.a, motion)
        spin.by_vertex = k >= FAST_STEPS
        if k >= FINE_STEPS and k % STEPS_PAST == 0:
            least *= 2.0
        time += max(
            least, safe_time_of_shapes(store, C.address(spin), speed, 1.0 - time, many, impact)
        )
        time = min(time, 1.0)
        k += 1
    if found:
        bisect(store, motion, clean, time, impact)
    return found


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def bisect(
    store: Store,
    motion: MotionRef,
    clean: C.double,
    time: C.double,
    impact: C.pointer(Impact),
) -> C.void:
    """Write where between two times shapes begin to hit: just before, with the normal then."""
    while time - clean > 1e-16:
        middle: C.double = 0.5 * (clean + time)
        if not clean < middle < time:
            break
        impact.fraction = middle
        place_at_impact(store, motion, impact)
        if shape_pair.shapes_hit(store, C.address(impact.pair)):
            time = middle
        else:
            clean = middle
    impact.fraction = time
    place_at_impact(store, motion, impact)
    normals.deepest_normal(store, impact)
    impact.fraction = clean
