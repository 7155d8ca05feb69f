"""A body walks along floors and flies, one straight way after another.

It stands on a floor, on a steep slope that holds it, or with round feet on an edge: see `look`.
"""

import cython as C
from cython.cimports.spritecol._engine import tolerances
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import ShapePair, shapes_hit
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.blocks import Block, Blocks
from cython.cimports.spritecol._engine.sweeps.impact import Impact
from cython.cimports.spritecol._support.libc import INFINITY, copysign, fabs
from cython.cimports.spritecol.sprites.motion import touched
from cython.cimports.spritecol.sprites.motion.body import Body, Ghost, Settings, Stop
from cython.cimports.spritecol.sprites.motion.casts import cast_to, go_to, meets_floor
from cython.cimports.spritecol.sprites.motion.leaving import first_side, positions_inside, way_out
from cython.cimports.spritecol.sprites.motion.move_and_slide import slide_from
from cython.cimports.spritecol.sprites.motion.touched import Exposed, ExposedSide, LentBlocks
from cython.cimports.spritecol.sprites.motion.vector import *

Trip = C.struct(
    # The state of a motion. Each straight way computes the next state.
    at=Vector,  # where it is
    goal=Vector,  # of a flight
    wanted=Vector,  # the motion before walls took anything of it
    ground=Stop,  # the ground, if it was found; otherwise it flies
    left=Stop,  # the ground that it has left over an edge, if it has
    rest=C.double,  # the rest of the motion across `up`, for a walk
    rises=C.bint,  # the wanted motion leads up
    stood=C.bint,  # it may have stood where the motion began: rising from there, it jumps
    flew_off=C.bint,  # over the edge of its floor
    nudged=C.bint,  # it has tried to give way to a ceiling
    is_over=C.bint,
    is_held_above=C.bint,
    stepped=C.double,  # how far it has stepped up
)


def walk_or_fly(
    body: Body,
    at: Vector,
    wanted: Vector,
    stood: C.bint,
    rises: C.bint,
    walked: C.pointer(Walked),
) -> C.int:
    """Move by a motion, and land. `stood`: it may stand here. `rises`: it jumps."""
    settings: Settings = body.settings
    trip: Trip
    walked.at = at
    walked.ground.found = walked.left.found = False
    walked.stepped = 0.0
    walked.is_held_above = walked.nudged = False
    if settings.min_floor_cosine > 1.0:
        walked.at = slide_from(body, at, plus(at, wanted), 0.0)
        return 0
    ground: C.pointer(Stop) = C.address(walked.ground)
    reach: C.double = max(settings.snap, settings.step)
    if stood and not rises and look(body, at, reach, True, ground) and body.across(wanted) == 0.0:
        if fabs(ground.distance) > body.ghost.same_place:
            walked.at = ground.at  # otherwise it rests, to the last bit
        return 0
    trip.stood = stood
    travel(body, at, plus(at, wanted), rises, ground, C.address(trip))
    walked.at = trip.at
    walked.ground = trip.ground
    walked.left = trip.left
    walked.stepped = trip.stepped
    walked.is_held_above = trip.is_held_above
    walked.nudged = trip.nudged
    if not trip.ground.found and not rises:
        # It snaps to the floor if it lost the floor other than by walking off its edge. Otherwise
        # it looks down with no reach, and only a floor that it touches is reported.
        snaps: C.bint = stood and not trip.flew_off
        if look(body, trip.at, reach if snaps else 0.0, snaps, ground):
            walked.at = ground.at
    return 0


@C.cfunc
@C.exceptval(-1)
def travel(
    body: Body,
    at: Vector,
    goal: Vector,
    rises: C.bint,
    ground: C.pointer(C.const[Stop]),
    trip: C.pointer(Trip),
) -> C.int:
    """Walk along the ground if there is any, or else fly, to the end of a motion."""
    right: Vector = body.settings.right
    wanted: Vector = minus(goal, at)
    across: C.double = body.across(wanted)
    trip.at = at
    trip.goal = goal
    trip.wanted = wanted
    trip.ground = ground[0]
    trip.left.found = False
    trip.rest = across
    trip.rises = rises
    trip.flew_off = trip.nudged = trip.is_over = trip.is_held_above = False
    trip.stepped = 0.0
    for _ in range(tolerances.MOST_LEGS):
        if trip.ground.found:
            if fabs(trip.rest) <= body.ghost.same_place:
                break
            walk(body, trip)
            if not trip.ground.found:  # over an edge: this share of the motion is a flight
                trip.flew_off = True
                trip.left = trip.ground  # what it was
                trip.left.found = True
                trip.goal = plus(trip.at, times(wanted, trip.rest / across))
        else:
            fly(body, trip)
            # Motion that a wall has turned sideways does not become a walk: a landing body does not
            # slide.
            trip.rest = dot(minus(trip.goal, trip.at), right)
            trip.rest = min(max(0.0, across), max(min(0.0, across), trip.rest))
        if trip.is_over:
            break
    return 0


# --- on a floor ----------------------------------------------------------------------------------


@C.cfunc
@C.exceptval(-1)
def walk(body: Body, trip: C.pointer(Trip)) -> C.int:
    """Walk straight along the ground, by the rest of the motion across `up`."""
    stop: Stop
    exposed: Exposed
    at: Vector = trip.at
    way: Vector = way_along(body, trip)
    if not cast_to(body, at, plus(at, way), C.address(stop)) or (
        length_of(minus(stop.at, at)) > body.ghost.same_place
    ):
        # The way is free, but may have a crest or an edge. A wall at its end is for the next round.
        if length_of(minus(plus(at, way), stop.at)) <= body.ghost.same_place:
            touched.note_shortened(body, at, plus(at, way), stop.at, False)
        return stay_on(body, trip, way, stop.at)
    end: Vector = stop.at
    trip.at = end
    blocks: LentBlocks = touched.find_exposed(
        body, end, plus(end, way), C.address(stop), C.address(exposed)
    )
    floors: C.int = 0
    k: C.int
    for k in range(exposed.count):
        floors += body.is_floor(exposed.sides[k].normal)
    if 0 < floors == exposed.count:  # it bends up
        put_ground(body, blocks, exposed.sides[0], end, C.address(trip.ground))
        return 0
    if body.settings.step > 0.0 and step_up(body, trip):
        return 0
    blocks = touched.find_exposed(body, end, plus(end, way), C.address(stop), C.address(exposed))
    touched.note_exposed(body, blocks, C.address(exposed), end, False)
    if look(body, end, max(body.settings.snap, body.settings.step), True, C.address(stop)):
        trip.ground = stop
        trip.at = end if stop.distance <= body.ghost.hair else stop.at
        trip.is_over = True
    else:  # a corner that is touched by rounding is a floor, and in the way: it falls beside that
        trip.ground.found = False
    return 0


@C.cfunc
def way_along(body: Body, trip: C.pointer(C.const[Trip])) -> Vector:
    """Return the way along the ground or, if it is blocked, the free way along a floor that turns
    least.

    All ways between the two are blocked. So sides that others hide, such as the cuts of a polygon,
    are never used.
    """
    k: C.Py_ssize_t
    i: C.int
    first: Vector = along(body.settings, trip.ground.normal, trip.rest)
    blocks: LentBlocks = touched.look_at(body, trip.at, first)
    if blocks.are_free(first.x, first.y):
        return first
    best: Vector = first
    most: C.double = -INFINITY
    for k in range(blocks.count):
        block: C.pointer(Block) = blocks.items + k
        for i in range(block.count):
            normal: Vector = vector(block.sides[i].nx, block.sides[i].ny)
            way: Vector = along(body.settings, normal, trip.rest)
            gain: C.double = dot(way, first)
            if gain > most and body.is_floor(normal) and blocks.are_free(way.x, way.y):
                best = way
                most = gain
    return best


@C.cfunc
@C.exceptval(-1)
def stay_on(body: Body, trip: C.pointer(Trip), way: Vector, end: Vector) -> C.int:
    """Go along a floor to the end of the free way, or to a crest or an edge before that."""
    below: Stop
    crest: Stop
    start: Vector = trip.at
    whole: C.double = length_of(way)
    gone: C.double = length_of(minus(end, start))
    ahead: Vector = times(way, 1.0 / whole)
    reach: C.double = max(body.settings.snap, body.settings.step)
    if not look(body, end, reach, True, C.address(below)):
        edge: C.double = end_of_floor(body, start, ahead, gone)
        trip.at = start
        if reach > 0.0:
            # A slope that begins at that edge may be out of reach below the end of the way, so look
            # in between.
            gone = edge + 0.5 * min(reach, gone - edge)
            between: Vector = go_to(body, start, plus(start, times(ahead, gone)))
            below.found = look(body, between, reach, True, C.address(below)) and (
                floor_goes_on(body, C.address(below), copysign(1.0, trip.rest))
            )
        if not below.found:
            gone = edge
            trip.at = go_to(body, start, plus(start, times(ahead, edge)))
    if below.found:
        trip.at = below.at
        if find_crest(body, start, ahead, gone, C.address(below), trip.rest, C.address(crest)):
            trip.at = crest.at
            gone = crest.distance
    if below.found:
        trip.ground = below
    trip.ground.found = below.found
    trip.rest *= 1.0 - gone / whole
    return 0


@C.cfunc
@C.exceptval(check=True)
def end_of_floor(body: Body, start: Vector, ahead: Vector, length: C.double) -> C.double:
    """Return how far along a way a floor ended that is not below the end of the way.

    From there, a little lower, its side is met. It is lower by less than the reach of a look, so
    that from the crest of a slope the flat ground beyond is found. One-way shapes through which the
    body walks are not its floor.
    """
    back: Stop
    passed: C.Py_ssize_t = body.query_filter.override_count
    low: Vector = plus(start, times(body.settings.up, -0.5 * body.ghost.same_place))
    end: Vector = plus(low, times(ahead, length))
    while cast_to(body, end, low, C.address(back), 0, False) and (
        is_walked_through(body, C.address(back), ahead)
    ):
        body.query_filter.add_override(back.impact.pair.b, back.impact.pair.first_b)
    body.query_filter.override_count = passed
    return length_of(minus(back.at, low)) if back.found else 0.0


@C.cfunc
@C.exceptval(-1)
def is_walked_through(body: Body, met: C.pointer(C.const[Stop]), ahead: Vector) -> C.bint:
    """Whether a body that comes back, a little too low, meets a one-way shape that it overlaps
    there at its own height, too.
    """
    pair: ShapePair = met.impact.pair
    if not touched.is_one_way(pair.b, pair.first_b) or (
        pair.first_b + pair.count_b > STORE.records[pair.b].count
    ):
        return False
    body.ghost.place(plus(met.at, times(minus(body.settings.up, ahead), body.ghost.same_place)))
    return shapes_hit(STORE, C.address(pair))


@C.cfunc
@C.exceptval(-1)
def find_crest(
    body: Body,
    start: Vector,
    ahead: Vector,
    gone: C.double,
    below: C.pointer(C.const[Stop]),
    rest: C.double,
    crest: C.pointer(Stop),
) -> C.bint:
    """Find the crest where a way crosses the line of the next floor. The body stands on both there.

    If the floor extends over that line, there is no crest. The body continues to the edge, and
    down.
    """
    beyond: Vector = along(body.settings, below.normal, copysign(1.0, rest))
    turn: C.double = cross(ahead, beyond)
    if turn == 0.0 or below.distance <= body.ghost.same_place:
        return False
    crest.distance = cross(minus(below.at, start), beyond) / turn
    if not -body.ghost.same_place <= crest.distance < gone - body.ghost.same_place:
        return False
    crest.distance = max(0.0, crest.distance)
    crest.at = go_to(body, start, plus(start, times(ahead, crest.distance)))
    return touched.look_at(body, crest.at, beyond).are_free(beyond.x, beyond.y)


@C.cfunc
@C.exceptval(-1)
def step_up(body: Body, trip: C.pointer(Trip)) -> C.bint:
    """Go up by at most a step, on, and down, if that ends farther and higher. Return whether it
    does.
    """
    settings: Settings = body.settings
    up: Vector = settings.up
    right: Vector = settings.right
    top: Stop
    start: Vector = trip.at
    high: Vector = go_to(body, start, plus(start, times(up, settings.step + body.ghost.same_place)))
    on: Vector = go_to(body, high, plus(high, times(right, trip.rest)))
    if fabs(dot(minus(on, high), right)) <= body.ghost.hair:
        return False
    if not look(body, on, dot(minus(on, start), up), True, C.address(top)):
        return False
    gone: Vector = minus(top.at, start)
    # Round feet may already have rolled up a part, so measure from the floor on the low side.
    if dot(gone, up) <= body.ghost.same_place or (
        not is_step(body, C.address(top), -copysign(1.0, trip.rest), settings.step)
    ):
        return False
    trip.stepped += dot(gone, up)
    trip.rest -= dot(gone, right)
    trip.at = top.at
    trip.ground = top
    return True


# --- in the air ----------------------------------------------------------------------------------


@C.cfunc
@C.exceptval(-1)
def fly(body: Body, trip: C.pointer(Trip)) -> C.int:
    """Go straight toward the goal, or as near to it as the blocks allow; or land."""
    way: Vector = minus(trip.goal, trip.at)
    if is_zero(way):
        trip.is_over = True
        return 0
    blocks: Blocks = touched.look_at(body, trip.at, way)
    for _ in range(tolerances.MOST_LEGS):
        blocks = fly_among(body, trip, blocks)
        if blocks is None:
            return 0
    trip.is_over = True  # it would meet others at once for as many legs again
    return 0


@C.cfunc
def fly_among(body: Body, trip: C.pointer(Trip), blocks: Blocks) -> Blocks | None:
    """Fly among the blocks where the body is. If it meets another one at once, return all of
    them.
    """
    settings: Settings = body.settings
    up: Vector = settings.up
    stop: Stop
    exposed: Exposed
    at: Vector = trip.at
    way: Vector = minus(trip.goal, at)
    rise: C.double = dot(way, up)
    touched.best_end(settings, blocks, at, trip.goal, C.address(exposed))
    stays: C.bint = is_zero(minus(exposed.best_end, at))
    # A body that has walked off an edge only slides. One that was in the air lands, also uphill
    # while it still rises.
    if (rise <= 0.0 or not trip.stood) and not trip.flew_off:
        side: C.int = floor_among(body, C.address(exposed), stays)
        if side >= 0:
            put_ground(body, blocks, exposed.sides[side], at, C.address(trip.ground))
            return None
    if (
        rise > 0.0
        and settings.nudge > 0.0
        and not trip.nudged
        and meets_ceiling(settings, C.address(exposed))
    ):
        give_way(body, trip, way)
        if not is_zero(minus(trip.at, at)):
            return None
        blocks = touched.look_at(body, at, way)
        touched.best_end(settings, blocks, at, trip.goal, C.address(exposed))
    touched.note_exposed(body, blocks, C.address(exposed), at, True)
    end: Vector = exposed.best_end
    if not trip.rises and is_against_steep(body, C.address(exposed), way, minus(end, at)):
        # A steep slope stops the part across `up` like an upright wall, so that the body gains no
        # height.
        trip.wanted = times(up, min(0.0, rise))
        trip.goal = plus(at, trip.wanted)
        return None
    # In a corner wider than 90 degrees, the motion that one wall leaves may lead back along
    # another.
    if stays or dot(minus(end, at), trip.wanted) <= 0.0:
        rest_here(body, trip, blocks, C.address(exposed))
        return None
    trip.is_over = not cast_to(body, at, end, C.address(stop))
    trip.at = stop.at
    if trip.is_over:
        touched.note_shortened(body, at, end, stop.at, True)
    if stop.found and is_zero(minus(trip.at, at)):  # at once, although no known side was in the way
        blocks = touched.with_block(body, blocks, at, minus(end, at), C.address(stop.impact))
        trip.is_over = blocks is None
        return blocks
    trip.goal = end  # motion that a wall has removed stays removed
    return None


@C.cfunc
@C.exceptval(-1)
def rest_here(
    body: Body, trip: C.pointer(Trip), blocks: Blocks, exposed: C.pointer(C.const[Exposed])
) -> C.int:
    """End a flight. If a steep slope holds the body, it stands, or is at a ceiling."""
    above: Exposed
    trip.is_over = True
    if trip.rises:
        touched.best_end(
            body.settings, blocks, trip.at, plus(trip.at, body.settings.up), C.address(above)
        )
        trip.is_held_above = is_zero(minus(above.best_end, trip.at))
    elif is_held_here(body.settings, exposed):
        put_ground(body, blocks, exposed.sides[0], trip.at, C.address(trip.ground))
        trip.ground.normal = body.settings.up
    return 0


@C.cfunc
@C.exceptval(check=False)
def floor_among(body: Body, exposed: C.pointer(C.const[Exposed]), stays: C.bint) -> C.int:
    """Return which exposed side is a floor, or -1. A floor along which it moves has to be the
    first.
    """
    k: C.int
    for k in range(exposed.count if stays else min(1, exposed.count)):
        if body.is_floor(exposed.sides[k].normal):
            return k
    return -1


@C.cfunc
@C.exceptval(check=False)
def meets_ceiling(settings: Settings, exposed: C.pointer(C.const[Exposed])) -> C.bint:
    """Whether any exposed side is a ceiling."""
    k: C.int
    for k in range(exposed.count):
        if dot(exposed.sides[k].normal, settings.up) <= -settings.min_floor_cosine:
            return True
    return False


@C.cfunc
@C.exceptval(check=False)
def is_against_steep(
    body: Body, exposed: C.pointer(C.const[Exposed]), way: Vector, left: Vector
) -> C.bint:
    """Whether a way across `up` leads against a steep slope, which stops or would lift the body."""
    least: C.double = tolerances.SAME * length_of(way)
    return (
        exposed.count > 0
        and not body.is_floor(exposed.sides[0].normal)
        and body.across(way) != 0.0
        and (is_zero(left) or dot(left, body.settings.up) > least)
    )


@C.cfunc
@C.exceptval(check=False)
def is_held_here(settings: Settings, exposed: C.pointer(C.const[Exposed])) -> C.bint:
    """Whether steep slopes, or a steep slope and a wall, hold a body so that it cannot go down."""
    k: C.int
    for k in range(exposed.count):
        if dot(exposed.sides[k].normal, settings.up) > tolerances.SAME:
            return settings.min_floor_cosine <= 1.0
    return False


@C.cfunc
@C.exceptval(-1)
def give_way(body: Body, trip: C.pointer(Trip), way: Vector) -> C.int:
    """Give way to a ceiling, once in a flight. The rest of the motion is then across `up`."""
    right: Vector = body.settings.right
    trip.nudged = True
    past: Vector = nudged_past(body, trip.at, way)
    if not is_zero(minus(past, trip.at)):
        trip.at = past
        trip.wanted = times(right, dot(way, right))
        trip.goal = plus(past, trip.wanted)
    return 0


@C.cfunc
@C.exceptval(check=True)
def nudged_past(body: Body, start: Vector, way: Vector) -> Vector:
    """Return where the body is after giving way sideways to a ceiling, if it can rise there; else
    here.

    The smaller way is tried first; of equal ways, the one in the direction of the motion, or else
    the left one.
    """
    up: Vector = body.settings.up
    aside: Stop
    rise: C.double = dot(way, up)
    across: C.double = body.across(way)
    # Into the ceiling by half its width, where a round head is as wide as the body.
    high: Vector = plus(start, times(up, min(rise, 0.5 * body.width(start))))
    side: Vector = first_side(body, across)
    most: C.double = body.settings.nudge + body.ghost.same_place
    out: Vector = way_out(body, high, positions_inside(body, high), side, most)
    if is_zero(out):
        return start
    if cast_to(body, start, plus(start, out), C.address(aside)):
        return start
    top: Vector = go_to(body, aside.at, plus(aside.at, times(up, rise)))
    return top if dot(minus(top, aside.at), up) > body.ghost.same_place else start


# --- the ground ----------------------------------------------------------------------------------


@C.cfunc
@C.exceptval(check=False)
def along(settings: Settings, normal: Vector, across: C.double) -> Vector:
    """Return a way along a floor: to the right, or to the left if `across` is negative."""
    tangent: Vector = vector(-normal.y, normal.x)
    return times(tangent, across if dot(tangent, settings.right) > 0.0 else -across)


@C.cfunc
@C.exceptval(check=False)
def put_ground(
    body: Body, blocks: Blocks, exposed: ExposedSide, at: Vector, ground: C.pointer(Stop)
) -> C.void:
    """Write the ground of a body at a position, given by one of its exposed sides.

    If several floors are equally level, it is the floor that the body comes from, or else the floor
    that is touched nearest to the middle. Floors that are only touched by a corner come last, and
    a target that the body overlaps is its floor only if there is no other.
    """
    ghost: Ghost = body.ghost
    k: C.Py_ssize_t
    i: C.int
    impact: Impact
    normal: Vector = exposed.normal
    nearest: C.double = INFINITY
    if blocks.count > 1:
        foot: Vector = body.foot(at)
        for k in range(blocks.count):
            block: C.pointer(Block) = blocks.items + k
            for i in range(block.count):
                side: Vector = vector(block.sides[i].nx, block.sides[i].ny)
                if block.is_deep or not is_same_normal(side, normal):
                    continue
                touched.put_impact(ghost, blocks, k, normal, at, C.address(impact))
                off: C.double = fabs(
                    dot(minus(vector(impact.px, impact.py), foot), body.settings.right)
                )
                off = (
                    -tolerances.CORNERS_LAST * ghost.hair
                    if block.position == body.floor_position
                    else off
                )
                off += tolerances.CORNERS_LAST * ghost.size if block.sides[i].by_corner else 0.0
                if off < nearest - ghost.hair:
                    nearest = off
                    ground.impact = impact
    if nearest == INFINITY:
        touched.put_impact(ghost, blocks, exposed.block, normal, at, C.address(ground.impact))
    ground.found = True
    ground.at = at
    ground.distance = 0.0
    ground.normal = normal


def look(
    body: Body, start: Vector, reach: C.double, may_perch: C.bint, ground: C.pointer(Stop)
) -> C.bint:
    """Find the most level floor within a reach below a position. Return whether there is one.

    Without a floor, a steep slope may hold the body, or it may perch on an edge.
    """
    up: Vector = body.settings.up
    stop: Stop
    exposed: Exposed
    k: C.int
    best: C.int = -1
    ground.found = False
    if body.settings.min_floor_cosine > 1.0:
        return False
    down: Vector = times(up, -reach - body.ghost.same_place)
    stop.found = False
    stop.at = start
    if not touched.touches_upright(body, start, down) and not cast_to(
        body, start, plus(start, down), C.address(stop)
    ):
        return False
    at: Vector = stop.at
    blocks: LentBlocks = touched.find_exposed(
        body, at, minus(at, up), C.address(stop), C.address(exposed)
    )
    for k in range(exposed.count):
        level: C.double = dot(exposed.sides[k].normal, up)
        if level >= body.settings.min_floor_cosine and (
            best < 0 or level > dot(exposed.sides[best].normal, up) + tolerances.SAME
        ):
            best = k
    if best >= 0:
        put_ground(body, blocks, exposed.sides[best], at, ground)
        ground.found = not ground.impact.overlapping
    elif exposed.count:
        stays: C.bint = is_zero(minus(exposed.best_end, at))
        put_ground(body, blocks, exposed.sides[0], at, ground)
        ground.found = not ground.impact.overlapping and (
            stays or (may_perch and perches(body, ground))
        )
        ground.normal = up
    ground.distance = dot(minus(start, at), up)
    return ground.found


@C.cfunc
@C.exceptval(-1)
def floor_goes_on(body: Body, ground: C.pointer(C.const[Stop]), side: C.double) -> C.bint:
    """Whether there is a floor right beside the point where the body touches a floor."""
    return has_floor(body, ground, side * tolerances.ASIDE * body.ghost.size, 0.0)


@C.cfunc
@C.exceptval(-1)
def is_step(body: Body, ground: C.pointer(C.const[Stop]), side: C.double, high: C.double) -> C.bint:
    """Whether the ground that the body touches is at most `high` above a floor on one side.

    The floor is right beside it, or below that side of the body, because there may be a slot before
    a step.
    """
    beside: C.double = side * tolerances.ASIDE * body.ghost.size
    middle: C.double = dot(minus(body.foot(ground.at), point_of(ground)), body.settings.right)
    far: C.double = middle + 0.5 * side * body.width(ground.at)
    return has_floor(body, ground, beside, high) or has_floor(body, ground, far, high)


@C.cfunc
@C.exceptval(check=False)
def point_of(ground: C.pointer(C.const[Stop])) -> Vector:
    """Return where the body touches a floor."""
    return vector(ground.impact.px, ground.impact.py)


@C.cfunc
@C.exceptval(-1)
def has_floor(
    body: Body, ground: C.pointer(C.const[Stop]), aside: C.double, low: C.double
) -> C.bint:
    """Whether there is a floor beside the point where the body touches one, at most `low` lower."""
    up: Vector = body.settings.up
    little: C.double = tolerances.ASIDE * body.ghost.size
    beside: Vector = plus(point_of(ground), times(body.settings.right, aside))
    above: Vector = plus(beside, times(up, 3.0 * little))
    below: Vector = plus(beside, times(up, -max(low + 4.0 * body.ghost.same_place, 3.0 * little)))
    return meets_floor(body, above, below, C.address(ground.impact))


@C.cfunc
@C.exceptval(-1)
def perches(body: Body, ground: C.pointer(C.const[Stop])) -> C.bint:
    """Whether round or pointed feet stand on the edge of a step that they touch."""
    settings: Settings = body.settings
    normal: Vector = vector(ground.impact.nx, ground.impact.ny)
    lean: C.double = dot(normal, settings.right)
    side: C.double = copysign(1.0, lean)  # the lower side
    if dot(normal, settings.up) <= tolerances.SAME or fabs(lean) < tolerances.SAME:
        return False
    high: C.double = max(settings.snap, settings.step)
    return floor_goes_on(body, ground, -side) and is_step(body, ground, side, high)
