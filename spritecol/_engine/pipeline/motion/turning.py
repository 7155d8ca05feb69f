"""When two shapes begin to hit, if one moves along a line and turns on the way.

Conservative advancement (B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems",
1996): from each time on, a line that separates two parts tells for how long they certainly stay
apart. The line may rest, or turn with the moving part; what a turn adds to the motion of a point is
bounded by its second derivative. So the steps converge as Newton's method does, and never pass a
hit that is deeper than `TOLERANCE` of the numbers' size. A step that ends in a hit has passed its
beginning, which bisection by the exact test then finds.

A part that turns more than once stays in a ring about the center, whatever its angle, and fills it
in each turn. So many turns take little longer than one: while rings and parts are apart, or certain
to overlap, no angle is looked at, and what turns in place is looked at for one turn.
"""

import cython
from cython import address, bint, cfunc, declare, double, exceptval, inline, nogil, pointer, struct
from cython.cimports.libc.math import INFINITY, fabs, sqrt
from cython.cimports.spritecol._engine.box import gap_between
from cython.cimports.spritecol._engine.narrow_phase.distances import (
    Nearest,
    distance_between,
    parts_distance,
)
from cython.cimports.spritecol._engine.narrow_phase.part import radius_about, support
from cython.cimports.spritecol._engine.pipeline import shape_pair
from cython.cimports.spritecol._engine.pipeline.motion.impact import (
    place_at,
    place_back,
    size_of_motion,
)
from cython.cimports.spritecol._engine.pipeline.motion.normals import (
    DEGREES,
    GRAZING,
    closing,
    contact_normal,
    deepest_normal,
    goes_deeper,
    note_nearest,
)
from cython.cimports.spritecol._engine.pipeline.shape_pair import ShapePair
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import CollisionGroup, Part
from cython.cimports.spritecol._engine.tuning import STEPS_PAST

TOLERANCE = declare(double, 1e-11)
"""A share of the size of the numbers: a hit that never gets deeper than this may be missed."""

MOST_STEPS = declare(cython.int, 1000000)
"""Limit for the steps past one shape; then the time reached counts as the hit, which is early."""

FULL_TURN = declare(double, 360.0)
"""In degrees. A part that turns less never returns to an angle."""

CLOSE_ENOUGH = declare(double, 1e-3)
"""Relative accuracy of one step: the next one starts from there."""

Spin = struct(
    x=double,  # the center of the turn, now
    y=double,
    dx=double,  # pixels for a time of 1
    dy=double,
    rate=double,  # radians for a time of 1
    slack=double,  # pixels by which parts may overlap
)


@cfunc
@nogil
@exceptval(check=False)
def spin_of(store: Store, row: cython.int, motion: pointer(cython.const[Motion])) -> Spin:
    """The motion of a row as it is placed."""
    group: pointer(CollisionGroup) = address(store.groups[row])
    result: Spin
    result.x = store.x[row] + (0.0 if group.flags & layout.OFFSET else group.center_x)
    result.y = store.y[row] + (0.0 if group.flags & layout.OFFSET else group.center_y)
    result.dx = motion.dx
    result.dy = motion.dy
    result.rate = DEGREES * motion.turn
    result.slack = TOLERANCE * size_of_motion(store, row, motion)
    return result


@cfunc
@nogil
@exceptval(check=False)
def gap_of_resting_line(
    a: pointer(cython.const[Part]),
    pool: Numbers,
    spin: pointer(cython.const[Spin]),
    nx: double,
    ny: double,
    level: double,
    reach: double,
    time: double,
) -> double:
    """A lower bound of how far part `a` is above the line n . p = level at a time; concave in time.

    A point q of the part is at q + time (v + w x (q - p)), up to time^2 w^2 reach / 2.
    """
    turned: double = time * spin.rate
    mx: double = nx + turned * ny
    my: double = ny - turned * nx
    lowest: double = -support(a, pool, -mx, -my)
    v: Numbers = pool + a.first
    if a.kind in (layout.CIRCLE, layout.CAPSULE):  # its core is all that turns
        lowest = mx * v[0] + my * v[1]
        if a.kind == layout.CAPSULE:
            lowest = min(lowest, mx * v[2] + my * v[3])
        lowest -= v[2 * a.count]
    return (
        lowest
        - (mx * spin.x + my * spin.y)
        + (nx * spin.x + ny * spin.y)
        + time * (nx * spin.dx + ny * spin.dy)
        - 0.5 * turned * turned * reach
        - level
        + spin.slack
    )


@cfunc
@nogil
@exceptval(check=False)
def gap_of_turning_line(
    b: pointer(cython.const[Part]),
    pool: Numbers,
    spin: pointer(cython.const[Spin]),
    nx: double,
    ny: double,
    level: double,
    reach: double,
    time: double,
) -> double:
    """A lower bound of how far part `b` is below a line that turns with the moving part, at a time.

    `level` is that of the line, from the center. The remainder is that of the turned normal.
    """
    turned: double = time * spin.rate
    mx: double = nx - turned * ny
    my: double = ny + turned * nx
    speed: double = sqrt(spin.dx * spin.dx + spin.dy * spin.dy)
    return (
        level
        - (support(b, pool, mx, my) - (mx * spin.x + my * spin.y))
        + time * (nx * spin.dx + ny * spin.dy)
        - 0.5 * turned * turned * reach
        - 1.5 * time * fabs(turned) * speed
        + spin.slack
    )


@cfunc
@nogil
@exceptval(check=False)
def safe_time(
    a: pointer(cython.const[Part]),
    b: pointer(cython.const[Part]),
    pool: Numbers,
    spin: pointer(cython.const[Spin]),
    most: double,
) -> double:
    """For how long two parts certainly stay apart, at most `most`."""
    nearest: Nearest
    level: double
    reach: double
    result: double = 0.0
    line: cython.int
    v: Numbers = pool + a.first
    parts_distance(a, b, pool, address(nearest))
    nx: double = nearest.nx
    ny: double = nearest.ny
    for line in range(2):
        if line == 0:
            level = support(b, pool, nx, ny)
            if a.kind == layout.CIRCLE:
                reach = sqrt((v[0] - spin.x) * (v[0] - spin.x) + (v[1] - spin.y) * (v[1] - spin.y))
            else:
                reach = radius_about(a, pool, spin.x, spin.y)
                if a.kind == layout.CAPSULE:
                    reach -= v[4]
        else:
            level = -support(a, pool, -nx, -ny) - (nx * spin.x + ny * spin.y)
            reach = radius_about(b, pool, spin.x, spin.y)
        low: double = 0.0
        high: double = min(most, 1.0 / fabs(spin.rate))
        at_low: double = gap_of(line, a, b, pool, spin, nx, ny, level, reach, low)
        at_high: double = gap_of(line, a, b, pool, spin, nx, ny, level, reach, high)
        if at_low < 0.0:
            continue
        if at_high >= 0.0:
            low = high
        while high - low > CLOSE_ENOUGH * low and high > 1e-18:
            # The chord of a concave function lies below it, so this time is safe.
            time: double = low + (high - low) * at_low / (at_low - at_high)
            if time > low:
                low = time
                at_low = max(0.0, gap_of(line, a, b, pool, spin, nx, ny, level, reach, low))
            time = min(0.5 * (low + high), 2.0 * low if low > 0.0 else 0.125 * high)
            if not low < time < high:
                break
            gap: double = gap_of(line, a, b, pool, spin, nx, ny, level, reach, time)
            if gap >= 0.0:
                low = time
                at_low = gap
            else:
                high = time
                at_high = gap
        result = max(result, low)
    return result


@cfunc
@inline
@nogil
@exceptval(check=False)
def gap_of(
    line: cython.int,
    a: pointer(cython.const[Part]),
    b: pointer(cython.const[Part]),
    pool: Numbers,
    spin: pointer(cython.const[Spin]),
    nx: double,
    ny: double,
    level: double,
    reach: double,
    time: double,
) -> double:
    """The lower bound of the gap for one of the two lines, at a time."""
    if line == 0:
        return gap_of_resting_line(a, pool, spin, nx, ny, level, reach, time)
    return gap_of_turning_line(b, pool, spin, nx, ny, level, reach, time)


@cfunc
@nogil
@exceptval(check=False)
def safe_time_of_shapes(
    store: Store,
    spin: pointer(cython.const[Spin]),
    speed: double,
    most: double,
    many: bint,
    impact: pointer(Impact),
) -> double:
    """For how long two shapes certainly stay apart; notes the parts that are the first to meet.

    `speed` bounds that of any point; parts whose boxes are far apart need no more. `many` tells if
    it turns more than once.
    """
    a: cython.int = impact.pair.a
    b: cython.int = impact.pair.b
    result: double = most
    i: cython.int
    j: cython.int
    for i in range(impact.pair.first_a, impact.pair.first_a + impact.pair.count_a):
        part: pointer(Part) = shape_pair.part_of(store, a, i)
        if part.kind in (layout.NOTHING, layout.SEAM):
            continue
        for j in range(impact.pair.first_b, impact.pair.first_b + impact.pair.count_b):
            other: pointer(Part) = shape_pair.part_of(store, b, j)
            if other.kind in (layout.NOTHING, layout.SEAM):
                continue
            if (
                gap_between(
                    shape_pair.box_of_part(store, a, part), shape_pair.box_of_part(store, b, other)
                )
                > speed * result
            ):
                continue
            time: double = 0.0
            if many:
                time = safe_time_of_ring(part, other, store.pool, spin, result)
            if time < result:
                time = max(time, safe_time(part, other, store.pool, spin, result))
            if time < result:
                result = time
                impact.part = i
                impact.other_part = j
    return result


@cfunc
@nogil
@exceptval(check=False)
def safe_time_of_ring(
    part: pointer(cython.const[Part]),
    other: pointer(cython.const[Part]),
    pool: Numbers,
    spin: pointer(cython.const[Spin]),
    most: double,
) -> double:
    """For how long the ring in which a part turns stays apart from another part, at most `most`.

    Either the other one is outside, or it is in the hole.
    """
    nearest: Nearest
    center: double[2]
    center[0] = spin.x
    center[1] = spin.y
    distance_between(
        layout.POINT, center, 1, other.kind, pool + other.first, other.count, address(nearest)
    )
    gap: double = nearest.distance - radius_about(part, pool, spin.x, spin.y) + spin.slack
    closing: double = -(nearest.nx * spin.dx + nearest.ny * spin.dy)
    if gap <= 0.0:
        distance_between(
            layout.POINT, center, 1, part.kind, pool + part.first, part.count, address(nearest)
        )
        gap = nearest.distance - radius_about(other, pool, spin.x, spin.y) + spin.slack
        closing = sqrt(spin.dx * spin.dx + spin.dy * spin.dy)
    if gap <= 0.0:
        return 0.0
    return min(most, gap / closing) if closing > 0.0 else most


@cfunc
@nogil
@exceptval(check=False)
def time_in_touch(
    store: Store, spin: pointer(cython.const[Spin]), pair: pointer(cython.const[ShapePair])
) -> double:
    """For how long two shapes overlap at whatever angle; 0 or less if that isn't certain.

    There is a disc about the center that is in one of them, and the other one reaches into it.
    """
    nearest: Nearest
    center: double[2]
    depth: double = -INFINITY
    i: cython.int
    j: cython.int
    center[0] = spin.x
    center[1] = spin.y
    for i in range(pair.first_a, pair.first_a + pair.count_a):
        part: pointer(Part) = shape_pair.part_of(store, pair.a, i)
        if part.kind in (layout.NOTHING, layout.SEAM):
            continue
        distance_between(
            layout.POINT,
            center,
            1,
            part.kind,
            store.pool + part.first,
            part.count,
            address(nearest),
        )
        one: double = nearest.distance
        for j in range(pair.first_b, pair.first_b + pair.count_b):
            other: pointer(Part) = shape_pair.part_of(store, pair.b, j)
            if other.kind in (layout.NOTHING, layout.SEAM):
                continue
            distance_between(
                layout.POINT,
                center,
                1,
                other.kind,
                store.pool + other.first,
                other.count,
                address(nearest),
            )
            depth = max(depth, -one - nearest.distance)
    return (depth - spin.slack) / sqrt(spin.dx * spin.dx + spin.dy * spin.dy)


@cfunc
@nogil
@exceptval(check=False)
def top_speed(
    store: Store,
    row: cython.int,
    first: cython.int,
    count: cython.int,
    spin: pointer(cython.const[Spin]),
) -> double:
    """A speed that no point of a shape exceeds, in pixels for a time of 1."""
    reach: double = 0.0
    i: cython.int
    for i in range(first, first + count):
        part: pointer(Part) = shape_pair.part_of(store, row, i)
        if part.kind != layout.NOTHING:
            reach = max(reach, radius_about(part, store.pool, spin.x, spin.y))
    return sqrt(spin.dx * spin.dx + spin.dy * spin.dy) + fabs(spin.rate) * reach


@cfunc
@nogil
@exceptval(check=False)
def touches(store: Store, motion: pointer(cython.const[Motion]), impact: pointer(Impact)) -> bint:
    """Whether two shapes touch where the row is, up to a hair; notes the normal."""
    nearest: Nearest
    least: double = INFINITY
    i: cython.int
    j: cython.int
    a: cython.int = impact.pair.a
    b: cython.int = impact.pair.b
    for i in range(impact.pair.first_a, impact.pair.first_a + impact.pair.count_a):
        part: pointer(Part) = shape_pair.part_of(store, a, i)
        for j in range(impact.pair.first_b, impact.pair.first_b + impact.pair.count_b):
            other: pointer(Part) = shape_pair.part_of(store, b, j)
            if (
                part.kind in (layout.NOTHING, layout.SEAM)
                or other.kind in (layout.NOTHING, layout.SEAM)
                or (part.kind <= layout.SEGMENT and other.kind <= layout.SEGMENT)
                or gap_between(
                    shape_pair.box_of_part(store, a, part), shape_pair.box_of_part(store, b, other)
                )
                > motion.hair
            ):
                continue
            parts_distance(part, other, store.pool, address(nearest))
            if nearest.distance < least:
                least = nearest.distance
                note_nearest(i, j, address(nearest), impact)
    return -motion.hair <= least <= motion.hair


def meet_turning(
    store: Store,
    motion: pointer(cython.const[Motion]),
    start: double,
    latest: double,
    impact: pointer(Impact),
) -> bint:
    """When two shapes begin to hit on a way with a turn, at most at `latest`; not yet proved.

    Before `start` they certainly do not overlap, unless they do at 0. The row is put back.
    """
    pair: pointer(ShapePair) = address(impact.pair)
    spin: Spin = spin_of(store, pair.a, motion)
    speed: double = top_speed(store, pair.a, pair.first_a, pair.count_a, address(spin))
    started: bint = shape_pair.shapes_hit(store, pair)
    many: bint = fabs(motion.turn) > FULL_TURN
    in_place: bint = many and motion.dx == 0.0 and motion.dy == 0.0
    once: double = 1.001 * FULL_TURN / fabs(motion.turn)
    time: double = 0.0
    clean: double = 0.0
    k: cython.int
    found: bint = False
    impact.overlapping = impact.momentary = impact.ruled_out = False
    impact.other_nx = impact.other_ny = 0.0
    impact.part = pair.first_a
    impact.other_part = pair.first_b
    if motion.hair > 0.0 and touches(store, motion, impact):
        impact.fraction = 0.0
        if closing(store, motion, impact) > -GRAZING * speed:
            return True  # it may roll on that: what is deeper later is deeper along this normal
        started = False
    if started:
        depth: double = contact_normal(store, impact)
        if motion.from_inside or goes_deeper(store, motion, impact):
            impact.overlapping = depth > motion.hair
            impact.fraction = 0.0
            return True
        for k in range(MOST_STEPS):  # until they have separated
            step: double = max(depth, 1e4 * spin.slack) / speed
            if many and not in_place and k % STEPS_PAST == 0:
                step = max(step, time_in_touch(store, address(spin), pair))
            time += step
            if time > latest or (in_place and time > once):
                place_back(store, pair.a, motion)
                return False
            impact.fraction = time
            place_at(store, motion, impact)
            depth = deepest_normal(store, impact)
            if depth == -INFINITY:
                break
            if many:
                spin = spin_of(store, pair.a, motion)
        clean = time
    else:
        time = start
    if in_place:
        latest = min(latest, time + once)
    for _ in range(MOST_STEPS):
        if time > latest:
            break
        impact.fraction = time
        place_at(store, motion, impact)
        if shape_pair.shapes_hit(store, pair):
            found = True
            break
        clean = time
        if time == 1.0:
            break
        spin = spin_of(store, pair.a, motion)
        time += max(
            1e-15, safe_time_of_shapes(store, address(spin), speed, 1.0 - time, many, impact)
        )
        time = min(time, 1.0)
    while found and time - clean > 1e-16:
        middle: double = 0.5 * (clean + time)
        if not clean < middle < time:
            break
        impact.fraction = middle
        place_at(store, motion, impact)
        if shape_pair.shapes_hit(store, pair):
            time = middle
        else:
            clean = middle
    if found:
        impact.fraction = time
        place_at(store, motion, impact)
        deepest_normal(store, impact)
        impact.fraction = clean
    place_back(store, pair.a, motion)
    return found
