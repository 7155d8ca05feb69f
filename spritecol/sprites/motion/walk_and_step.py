"""A body walks along floors and flies: one loop of straight ways by what is left of its motion.

It stands on a floor, on a steep slope where it is held, or with round feet on an edge: see `look`.

On its way it is at `base + off`: a hair above floors and off what is slanted. `finish` takes that
back.
"""

import cython
from cython import Py_ssize_t, address, bint, cfunc, declare, double, exceptval, pointer
from cython.cimports.spritecol._engine.fault import fault
from cython.cimports.libc.math import copysign, fabs
from cython.cimports.spritecol._engine.pipeline.motion.impact import Impact
from cython.cimports.spritecol.sprites.motion.body import CLOSE, STANDING, Body, Hit
from cython.cimports.spritecol.sprites.motion.vector import (
    Vector,
    add_plane,
    cross,
    dot,
    is_upright,
    is_zero,
    length_of,
    minus,
    nearest_way,
    plus,
    times,
    vector,
)

MOST_WAYS = declare(cython.int, 24)
"""The most ways of one move: the limit makes it end in any maze. Along a wall it takes 2."""

BEYOND_HAIR = declare(double, 3.0)
"""To take back the hairs, the body looks for a wall so many times as far as it goes: along a floor
it is farther to a wall that leans."""

BENDS = declare(double, 1e-6)
"""The sine of an angle: floors that meet at a smaller one are one floor."""

LEVEL = declare(double, 1e-9)
"""What rounding may add to a cosine or sine: floors whose cosines differ by less are equally
level."""

BESIDE = declare(double, 1e-3)
"""In sizes of the body: how far beside a point a floor is looked for."""


def travel(body: Body, wanted: Vector, rises: bint, ground: Hit) -> Trip:
    """Walk along the ground, if there is one, or fly, as far as the wanted motion leads."""
    trip: Trip
    trip.left = wanted
    trip.ground = ground
    trip.rises = rises
    trip.stands = trip.flew_off = trip.nudged = False
    trip.stepped = 0.0
    trip.planes.count = 0
    for _ in range(MOST_WAYS):
        if not (walk(body, address(trip)) if trip.ground.found else fly(body, address(trip))):
            break
    return trip


@cfunc
def walk(body: Body, trip: pointer(Trip)) -> bint:
    """Walk straight along the ground by what is left across; returns whether the trip goes on."""
    way: Vector = along(body, trip.ground.normal, dot(trip.left, body.right))
    length: double = length_of(way)
    if length <= body.hair:
        return False
    trip.stands = False
    base: Vector = body.base
    hit: Hit = meet(body, way)
    bends_up: bint = hit.found and body.is_floor(hit.normal)
    if not bends_up and (not hit.found or hit.distance > CLOSE * body.hair):
        # Free, but there may be a crest or an edge. A wall at its end is for the next round.
        free: double = hit.distance - body.hair if hit.found else length
        trip.ground = walk_on(body, trip.ground.normal, times(way, free / length))
        gone: double = dot(minus(body.base, base), body.right)
        trip.left = times(trip.left, 1.0 - gone / dot(way, body.right))
        trip.stands = trip.ground.found
        trip.flew_off = not trip.stands
        return True
    trip.left = times(trip.left, 1.0 - stop(body, way, hit) / length)
    if bends_up:
        trip.ground = hit
        return True
    if body.step > 0.0 and not body.is_ceiling(hit.normal):
        base = body.base
        rest: double = dot(trip.left, body.right)
        end: Hit = step_up(body, rest)
        if end.found:
            trip.stepped += dot(minus(end.at, base), body.up)
            trip.left = times(trip.left, 1.0 - dot(minus(body.base, base), body.right) / rest)
            trip.ground = end
            trip.stands = True
            return True
    body.note_hit(address(hit.impact))
    return False


@cfunc
def fly(body: Body, trip: pointer(Trip)) -> bint:
    """Fly straight by what is left, and land or slide; returns whether it goes on."""
    length: double = length_of(trip.left)
    if length <= 1e-3 * body.hair:
        return False
    hit: Hit = meet(body, trip.left)
    if not hit.found:
        body.place_base(plus(body.base, trip.left))
        return False
    gone: double = stop(body, trip.left, hit)
    trip.left = times(trip.left, 1.0 - gone / length)
    rise: double = dot(trip.left, body.up)
    # Who has walked off an edge only slides till the end of the move.
    if body.is_floor(hit.normal) and not trip.flew_off and not (trip.rises and rise > 0.0):
        body.lift(hit.normal)  # `stop` has left that hair already: the sprite stays, its base sinks
        body.base = minus(body.here(), body.off)
        trip.ground = hit
        return True
    if rise > 0.0 and body.nudge > 0.0 and not trip.nudged and body.is_ceiling(hit.normal):
        trip.nudged = True
        if nudge_past(body, rise, dot(trip.left, body.right)):
            trip.left = times(body.right, dot(trip.left, body.right))
            trip.planes.count = 0
            return True
    if hit.distance >= length - body.hair:
        return False  # a way that ends in a touch meets nothing
    body.note_hit(address(hit.impact))
    if gone > CLOSE * body.hair:
        trip.planes.count = 0  # it has left what it was at
    add_plane(address(trip.planes), hit.normal, 0.0, hit.impact.position)
    wanted: Vector = trip.left
    slack: double = 1e-12 * length_of(wanted)
    return nearest_way(address(trip.planes), wanted, slack, address(trip.left))


@cfunc
def meet(body: Body, way: Vector) -> Hit:
    """What the body meets on a way, or right behind its end.

    Where there is no room for a hair, as in a tunnel exactly as high as the body, it goes without.
    """
    longer: Vector = times(way, 1.0 + 2.0 * body.hair / length_of(way))
    hit: Hit = body.cast(longer)
    if not hit.found or is_zero(body.off):
        return hit
    body.place(body.base)
    if not body.find_inside():
        again: Hit = body.cast(longer)
        if again.distance > hit.distance + CLOSE * body.hair:
            body.off = vector(0.0, 0.0)
            return again
    body.place_base(body.base)
    return hit


@cfunc
def stop(body: Body, way: Vector, hit: Hit) -> double:
    """Go a way up to a hair before what is met; returns how far."""
    length: double = length_of(way)
    if is_upright(hit.normal) and not hit.impact.overlapping:
        # It is exact to touch a side of an upright box; but above a level floor it keeps its hair.
        off: Vector = body.off
        body.off = minus(off, times(hit.normal, dot(off, hit.normal)))
        body.base = minus(hit.at, body.off)
        if body.is_floor(hit.normal):
            body.lift(hit.normal)
        body.place_base(body.base)
        return min(length, hit.distance)
    into: double = -dot(hit.normal, way) / length
    free: double = hit.distance - body.hair / into if into > 0.0 else 0.0
    if free > 0.0:
        free = min(length, free)
        body.place_base(plus(body.base, times(way, free / length)))
        return free
    body.place(hit.at)
    body.go(times(hit.normal, body.hair))
    body.base = minus(body.here(), body.off)
    return min(length, hit.distance)


@cfunc
def walk_on(body: Body, normal: Vector, way: Vector) -> Hit:
    """Walk a straight way that is free along a floor, and stay on it.

    Where the floor bends down it goes no farther, and the floor beyond is returned. Where the floor
    ends, so does the way, and none is returned.
    """
    hair: double = body.hair
    start: Vector = body.base
    gone: double = length_of(way)
    ahead: Vector = times(way, 1.0 / gone)
    side: double = copysign(1.0, dot(way, body.right))
    reach: double = body.snap if fault(30) else max(body.snap, body.step)
    body.lift(normal)  # if there was no room for that on the way, there may be now
    body.place_base(plus(start, way))
    end: Hit = look(body, reach, True)
    if not end.found:
        edge: double = gone - way_back(body, way)
        # A slope that begins at that edge may be out of reach below the end of the way: so look
        # somewhere between.
        gone = edge + 0.5 * min(reach, gone - edge)
        body.place_base(plus(start, times(ahead, gone)))
        end = look(body, reach, True)
        if not (reach > 0.0 and end.found and goes_on(body, end, side)):
            body.place_base(plus(start, times(ahead, edge)))
            end.found = False
            return end
    beyond: Vector = along(body, end.normal, side)
    turn: double = cross(ahead, beyond)
    if fabs(turn) > BENDS and end.distance > 2.0 * hair:
        # A crest, where the way crosses the line of the floor beyond: there it stands on both.
        to: Vector = minus(plus(end.at, times(body.up, hair)), plus(start, body.off))
        crest: double = cross(to, beyond) / turn
        if 0.0 <= crest < gone:
            body.place_base(plus(start, times(ahead, crest)))
            return end
    stand(body, end)
    return end


@cfunc
def way_back(body: Body, way: Vector) -> double:
    """How far it is back to where the floor ended, from the end of a way."""
    # A few hairs lower, it meets the end of the floor on its way back.
    body.place(plus(body.here(), times(body.up, -STANDING * body.hair)))
    if body.find_inside():
        return 0.0
    return body.cast(times(way, -1.0), 0, False).distance


@cfunc
def step_up(body: Body, across: double) -> Hit:
    """Go up by at most a step, on, and down, if that leads farther and higher; else go back."""
    end: Hit
    hair: double = body.hair
    start: Vector = body.here()
    base: Vector = body.base
    body.go(times(body.up, body.step + (-STANDING if fault(31) else STANDING) * hair))
    risen: double = dot(minus(body.here(), start), body.up)
    body.go(times(body.right, across))
    gone: double = fabs(dot(minus(body.here(), start), body.right))
    if gone > hair:
        body.go(times(body.up, 2.0 * hair))  # off a slope that it may have met
        end = look(body, risen, True)
        gain: double = dot(minus(end.at, base), body.up)
        low_side: double = -copysign(1.0, across)
        # Round feet may have rolled up a part already: so measure from the floor on the low side.
        if end.found and gain > STANDING * hair and is_step(body, end, low_side, body.step):
            stand(body, end)
            return end
    body.place_base(base)
    end.found = False
    return end


@cfunc
def nudge_past(body: Body, rise: double, across: double) -> bint:
    """Give way sideways below a ceiling that was just met, if the body goes on up there.

    The smaller way first; of equal ones, that on the side of the motion, else the left one.
    """
    hair: double = body.hair
    base: Vector = body.base
    off: Vector = body.off
    here: Vector = body.here()
    # Into the ceiling by half its width: there a round head is as wide as the body.
    high: double = max(0.5 * body.width(), 16.0 * hair)
    body.place(plus(here, times(body.up, min(rise, high))))
    way: Vector = body.way_out(
        times(body.right, 1.0 if across > 0.0 or (fault(32) and across == 0.0) else -1.0)
    )
    body.place(here)
    if length_of(way) <= body.nudge + STANDING * hair and not body.go(way).found:
        body.off = times(way, hair / max(length_of(way), hair))  # off the corner, if there is room
        body.place_base(plus(here, way))
        hit: Hit = meet(body, times(body.up, rise))
        if not hit.found or hit.distance > STANDING * hair:
            body.place_base(plus(body.base, times(body.up, min(rise, hit.distance))))
            return True
    body.off = off
    body.place_base(base)
    return False


def finish(body: Body, end: Hit, goal: Vector) -> cython.int:
    """Take back the hairs: land on the floor, and then close in on walls, along the floor.

    What is as wanted but for hairs becomes as wanted. From then on `body.off` is what the next
    move begins with: the way off the walls that were closed in on.
    """
    with_hairs: Vector = body.here()
    off: Vector = body.off
    to: Vector = body.base
    if end.found:
        body.place(end.at)
        off = minus(off, times(body.up, dot(off, body.up)))
        to = minus(end.at, off)
    near: double = 2.0 * body.hair  # a stop a hair before something may have cost this much
    # On a floor only the coordinate across `up` may change; its height is that of the landing.
    if fabs(to.x - goal.x) < near and (not end.found or body.up.x == 0.0):
        to.x = goal.x
    if fabs(to.y - goal.y) < near and (not end.found or body.up.y == 0.0):
        to.y = goal.y
    way: Vector = minus(to, body.here())
    closed: bint = False
    if not is_zero(way):
        # A slanted wall is farther along the floor than its hair: so look beyond the place.
        hit: Hit = body.cast(times(way, 1.0 if is_zero(off) else BEYOND_HAIR))
        closed = hit.found
        before: Vector = body.here()
        body.place(hit.at if closed else to)
        if body.find_inside():
            body.place(before)
    body.off = minus(with_hairs, body.here()) if closed else vector(0.0, 0.0)
    if end.found:  # how far it has sunk to the floor does not count
        body.off = minus(body.off, times(body.up, dot(body.off, body.up)))
    return 0


# --- what it stands on ---------------------------------------------------------------------------


@cfunc
def stand(body: Body, ground: Hit) -> cython.int:
    """Place the body a hair above a floor."""
    body.lift(ground.normal)
    body.place(plus(ground.at, times(body.up, min(dot(body.off, body.up), ground.distance))))
    body.base = minus(body.here(), body.off)
    return 0


@cfunc
@exceptval(check=False)
def along(body: Body, normal: Vector, across: double) -> Vector:
    """A way along a floor: to the right, or to the left if `across` is negative."""
    tangent: Vector = vector(-normal.y, normal.x)
    return times(tangent, across if dot(tangent, body.right) > 0.0 else -across)


def look(body: Body, reach: double, may_perch: bint) -> Hit:
    """The floor within a reach below the body, which stays where it is.

    Of several floors it is the one that it comes from, else the most level one. Without any, the
    body may be held on a steep slope, or perch on an edge.
    """
    k: Py_ssize_t
    best: double = 0.0
    stays: bint = False  # on the floor that it comes from
    ground: Hit
    ground.found = False
    if body.min_floor_cosine > 1.0:
        return ground
    ground = body.cast(times(body.up, -reach - STANDING * body.hair))
    if not ground.found or ground.impact.overlapping:
        ground.found = False
        return ground
    ground.normal = body.up
    for k in range(body.impacts.count):  # of equal ones the cast tells the first in space first
        impact: pointer(cython.const[Impact]) = body.impacts.items + k
        normal: Vector = vector(impact.nx, impact.ny)
        level: double = dot(normal, body.up)
        is_same: bint = impact.position == body.floor
        if not body.is_floor(normal) or (stays and not is_same):
            continue
        if level > best + LEVEL or (is_same and not stays):
            best = level
            stays = is_same
            ground.normal = normal
            ground.impact = impact[0]
    ground.found = best > 0.0 or is_held(body, ground) or (may_perch and perches(body, ground))
    return ground


@cfunc
def is_held(body: Body, ground: Hit) -> bint:
    """Whether a body cannot slide down a steep slope: a wall is in the way, or a slope up."""
    normal: Vector = vector(ground.impact.nx, ground.impact.ny)
    if dot(normal, body.up) <= LEVEL:
        return False
    lean: double = dot(normal, body.right)
    here: Vector = body.here()
    body.place(plus(ground.at, times(normal, body.hair)))
    hit: Hit = body.cast(along(body, normal, copysign(CLOSE * body.hair, lean)))
    body.place(here)
    return hit.found and lean * dot(hit.normal, body.right) <= 0.0


@cfunc
def goes_on(body: Body, ground: Hit, side: double) -> bint:
    """Whether there is a floor right beside where the body touches one."""
    return has_floor(body, ground, side * BESIDE * body.size, 0.0)


@cfunc
def is_step(body: Body, ground: Hit, side: double, high: double) -> bint:
    """Whether what the body touches is at most `high` above a floor on one side.

    That is right beside it, or below that side of the body: there may be a slot before a step.
    """
    near: double = side * BESIDE * body.size
    middle: double = dot(minus(body.foot(), point_of(ground)), body.right)
    far: double = middle + 0.5 * side * body.width()
    return has_floor(body, ground, near, high) or has_floor(body, ground, far, high)


@cfunc
def point_of(ground: Hit) -> Vector:
    """Where the body touches a floor."""
    return vector(ground.impact.px, ground.impact.py)


@cfunc
def has_floor(body: Body, ground: Hit, aside: double, low: double) -> bint:
    """Whether there is a floor aside of where the body touches one, at most `low` lower."""
    near: double = BESIDE * body.size
    beside: Vector = plus(point_of(ground), times(body.right, aside))
    above: Vector = plus(beside, times(body.up, 3.0 * near))
    below: Vector = plus(beside, times(body.up, -max(low + CLOSE * body.hair, 3.0 * near)))
    return body.meets_floor(above, below, ground.impact)


@cfunc
def perches(body: Body, ground: Hit) -> bint:
    """Whether round or pointed feet stand on the edge of a step, which they touch."""
    normal: Vector = vector(ground.impact.nx, ground.impact.ny)
    lean: double = dot(normal, body.right)
    side: double = copysign(1.0, lean)  # the low one
    if dot(normal, body.up) <= LEVEL or fabs(lean) < LEVEL:
        return False
    high: double = max(body.snap, body.step)
    return goes_on(body, ground, -side) and is_step(body, ground, side, high)
