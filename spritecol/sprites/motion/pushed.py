"""How floors carry a body, and how targets that have got into it push it out.

A body is carried. If that is impossible, it leaves the targets that it overlaps. If that is
impossible, too, it is crushed.

*Carried*: seen from a target that has moved, the body has moved the other way. Targets that have
shifted alike act as one: the body is cast against all of them at once. The sides that it meets
there give half planes: the ways within these do not lead into the targets. Among the ways within
all half planes, it takes the one nearest to the floor's way, so being carried, pushed and squeezed
are the same. At the end of its way, it goes back toward the floor's way until it touches what
pushes it.

*Left*: a way out counts if its end is free, it is at most `max_push` long, and it does not lead
through anything that has moved. In addition, either the body overlaps no resting targets and meets
none on the way, or the way of its center meets no resting targets. Sides of single targets are not
considered, so it does not matter which tile hides a side of which other tile. Tiles push like whole
walls.

Known limit: a body that is written with its middle into a wall leaves a whole wall, but of tiles
only the one in which its middle is, so it may be crushed. So may a body that must be pushed farther
than it is large: it was too far from the last tiles to see that they move. Known limit: a target
that turns, or two at once, may crush a body where a way out exists. Known limit: a cabin that
drives the head of its rider against a thing that rests may lead the rider through that.
Known limit: if the middle of a body passes exactly along an edge of a target, the mirrored push may
be another one. Known limit: a fast target that only brushes past a body may push it, although the
body is not in it in the end.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.narrow_phase.row_shapes import (
    ShapePair,
    first_part_of,
    pair_needs_role_test,
    pair_roles_meet,
    whole_rows,
)
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import place_row
from cython.cimports.spritecol._engine.pipeline.ray_search import (
    ManyRays,
    RayAnswer,
    RayAnswers,
    RayQuestion,
    all_on_rays,
)
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.blocks import Blocks, find_blocks
from cython.cimports.spritecol._engine.sweeps.impact import Impact, ImpactList, Sweep
from cython.cimports.spritecol._engine.sweeps.sweep import find_impacts
from cython.cimports.spritecol._engine.tolerances import (
    CORNER,
    FAST_TURN,
    MOST_TRIES,
    SAME,
    SAME_PLACE,
)
from cython.cimports.spritecol._support.libc import copysign, fabs, remainder
from cython.cimports.spritecol._support.polar import Rotation, rotation_of
from cython.cimports.spritecol.sprites.motion.body import (
    APART,
    IN_THE_WAY,
    MET,
    MOVED,
    OVERLAPPED,
    Body,
    Ghost,
    Hit,
    Nearby,
)
from cython.cimports.spritecol.sprites.motion.casts import go_to, meet
from cython.cimports.spritecol.sprites.motion.free_places import (
    FreePlace,
    free_place_near,
)
from cython.cimports.spritecol.sprites.motion.inside import (
    find_inside,
    is_one_way,
    way_out,
    way_past,
)
from cython.cimports.spritecol.sprites.motion.stops import Stop, Stops, best_end, put_impact
from cython.cimports.spritecol.sprites.motion.surroundings import ask_for, ask_for_way
from cython.cimports.spritecol.sprites.motion.vector import (
    HalfPlane,
    HalfPlanes,
    Vector,
    add_plane,
    dot,
    is_zero,
    length_of,
    minus,
    nearest_way,
    plus,
    rotated,
    times,
    vector,
)
from cython.cimports.spritecol.sprites.questions.ray_questions import question_of
from cython.cimports.spritecol.sprites.sprite.poses import Pose, PoseRef, is_shifted
from cython.cimports.spritecol.sprites.sprite.sprite_row import pose_of

STANDING = C.declare(C.Py_ssize_t, -1)
"""Instead of a position: all targets that have not moved."""


def taken_along(old: PoseRef, new: PoseRef, point: Vector) -> Vector:
    """Return where a point moves with a sprite that moves from one pose to another."""
    if is_shifted(old, new):
        return plus(point, vector(new.x - old.x, new.y - old.y))
    before: Rotation = rotation_of(old.angle)
    after: Rotation = rotation_of(new.angle)
    at: Vector = rotated(minus(point, pivot_of(old)), before.cosine, -before.sine)
    if old.scale_x != 0.0 and old.scale_y != 0.0:
        at = vector(at.x * new.scale_x / old.scale_x, at.y * new.scale_y / old.scale_y)
    at.x += (old.center_x - new.center_x) * new.scale_x
    at.y += (old.center_y - new.center_y) * new.scale_y
    return plus(rotated(at, after.cosine, after.sine), pivot_of(new))


@C.cfunc
@C.exceptval(check=False)
def turn_of(old: PoseRef, new: PoseRef) -> C.double:
    """Return how far a sprite has rotated, at most half a turn."""
    return remainder(new.angle - old.angle, 360.0)


@C.cfunc
@C.exceptval(check=False)
def pivot_of(pose: PoseRef) -> Vector:
    """Return the point about which a sprite rotates."""
    if pose.offset_sync:
        return vector(pose.x, pose.y)
    return vector(pose.x + pose.center_x, pose.y + pose.center_y)


def settle(body: Body, start: Vector, before: PoseRef, motion: Vector, across: C.double) -> Push:
    """Go with the floor, out of the way of moved targets; or else leave the targets it overlaps.

    `before` has where each target was that is marked as `MOVED`. If neither counts with the motion
    of the floor, both are tried without it. If no way counts, the body is crushed, and stays.
    """
    planes: HalfPlanes
    push: Push
    while True:
        body.hits = []
        push.is_crushed = True
        if any_pushes(body, start, before, motion, C.address(planes)):
            push = carry(body, start, before, motion, C.address(planes))
        if push.is_crushed:
            body.hits = []  # not those of a way that has failed
            push = leave(body, start, before, motion, across)
        if not push.is_crushed or is_zero(motion):
            return push
        motion = vector(0.0, 0.0)


@C.cfunc
@C.exceptval(check=True)
def any_pushes(
    body: Body, start: Vector, before: PoseRef, motion: Vector, planes: C.pointer(HalfPlanes)
) -> C.bint:
    """Find the half planes of moved targets. Return whether anything carries or pushes the body."""
    nearby: Nearby = body.nearby
    k: C.Py_ssize_t
    m: C.Py_ssize_t
    result: C.bint = not is_zero(motion)
    planes.count = 0
    body.ghost.place(start)
    if result:  # its floor pushes it, too, where something turns its way
        new: Pose = pose_of(nearby.batch.rows[body.floor])
        rise: C.double = dot(motion, body.settings.up)
        if not is_shifted(before + body.floor, C.address(new)):
            rise += 0.2 * body.ghost.hair  # without area, they must not change sides by rounding
        add_plane(planes, body.settings.up, rise, body.floor)
    for k in range(nearby.batch.row_count):
        nearby.marks[k] &= ~MET
    for k in range(nearby.batch.row_count):
        if nearby.marks[k] & MOVED:
            result |= (nearby.marks[k] & OVERLAPPED) != 0
            if not nearby.marks[k] & MET:
                mark_apart(body, k, before)
                add_pushes(body, k, before, motion, planes)
                for m in range(nearby.batch.row_count):
                    if not nearby.marks[m] & APART:
                        nearby.marks[m] |= MET
    return result or planes.count > 0


@C.cfunc
@C.exceptval(check=False)
def mark_apart(body: Body, leader: C.Py_ssize_t, before: PoseRef) -> C.int:
    """Mark as `APART` all but a target, and those that have shifted as it has."""
    nearby: Nearby = body.nearby
    k: C.Py_ssize_t
    new: Pose = pose_of(nearby.batch.rows[leader])
    is_leader_shifted: C.bint = is_shifted(before + leader, C.address(new))
    shift: Vector = vector(new.x - before[leader].x, new.y - before[leader].y)
    for k in range(nearby.batch.row_count):
        new = pose_of(nearby.batch.rows[k])
        gone: Vector = vector(new.x - before[k].x, new.y - before[k].y)
        if k == leader or (
            nearby.marks[k] & MOVED
            and is_leader_shifted
            and is_shifted(before + k, C.address(new))
            and length_of(minus(gone, shift)) <= body.ghost.hair
        ):
            nearby.marks[k] &= ~APART
        else:
            nearby.marks[k] |= APART
    return 0


@C.cfunc
def add_pushes(
    body: Body,
    position: C.Py_ssize_t,
    before: PoseRef,
    motion: Vector,
    planes: C.pointer(HalfPlanes),
) -> C.int:
    """Add the half planes of targets that have moved as one, unless they do not push.

    Seen from these, the body has moved: it is cast from where it was to `motion` off its place, and
    from where it meets them again, to the nearest way that the sides leave which it touches there.
    If the target has turned, the body has turned the other way.
    """
    impact: Impact
    own: HalfPlanes
    i: C.int
    known: C.int = planes.count
    new: Pose = pose_of(body.nearby.batch.rows[position])
    here: Vector = body.ghost.here()
    turn: C.double = turn_of(before + position, C.address(new))
    if fabs(turn) > FAST_TURN and position != body.floor:
        return 0  # a straight way would cut across what the body goes round
    at: Vector = seen_from(body, before + position, C.address(new))
    end: Vector = motion
    for _ in range(MOST_TRIES):
        goal: Vector = plus(here, end)
        if not meets_any(body, at, goal, turn, C.address(impact)):
            break
        at = vector(impact.x, impact.y)
        add_sides(body, C.address(impact), minus(goal, at), motion, turn, planes)
        own.count = planes.count - known
        for i in range(own.count):
            own.items[i] = planes.items[known + i]
        end = motion
        if turn != 0.0 or (
            not nearest_way(C.address(own), motion, 0.1 * body.ghost.hair, C.address(end))
        ):
            break
    return 0


@C.cfunc
@C.exceptval(check=True)
def meets_any(
    body: Body, start: Vector, end: Vector, turn: C.double, impact: C.pointer(Impact)
) -> C.bint:
    """Whether the body meets what is not `APART` on a way, while it turns to its own angle.

    What it was in from the start, by more than a hair, is passed over.
    """
    ghost: Ghost = body.ghost
    sweep: Sweep
    k: C.Py_ssize_t
    met: ImpactList = body.scratch.impacts
    here: Vector = ghost.here()
    own: C.double = ghost.angle()
    place_row(STORE, ghost.row, start.x, start.y, own + turn)
    body.begin(C.address(sweep), minus(end, start), -turn, body.scratch.on_way, APART)
    sweep.motion.hair = ghost.hair
    met.count = 0
    find_impacts(STORE, C.address(sweep), met)
    place_row(STORE, ghost.row, here.x, here.y, own)
    for k in range(met.count):
        impact[0] = met.items[k]
        is_deep: C.bint = impact.overlapping and impact.depth > ghost.hair
        if not is_deep and body.accepts(impact):
            return True
    return False


@C.cfunc
def add_sides(
    body: Body,
    impact: C.pointer(Impact),
    way: Vector,
    motion: Vector,
    turn: C.double,
    planes: C.pointer(HalfPlanes),
) -> C.int:
    """Add the half planes of the sides that are exposed to the way of a body where it meets what is
    not `APART`; if none is, that of the side that it has met.
    """
    ghost: Ghost = body.ghost
    stops: Stops
    sweep: Sweep
    i: C.int
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    here: Vector = ghost.here()
    own: C.double = ghost.angle()
    at: Vector = vector(impact.x, impact.y)
    blocks: Blocks = body.scratch.touched
    place_row(STORE, ghost.row, at.x, at.y, impact.angle)
    body.begin_at(C.address(sweep), way, 0.0)
    find_blocks(STORE, C.address(sweep), ghost.hair, blocks)
    for k in range(blocks.count):
        if not body.nearby.marks[blocks.items[k].position] & APART and not blocks.items[k].is_deep:
            blocks.items[kept] = blocks.items[k]
            kept += 1
    blocks.count = kept
    blocks.rounding = body.blocks.rounding
    best_end(body.settings, blocks, at, plus(at, way), C.address(stops))
    for i in range(max(1, stops.count)):
        side: Impact = impact[0]
        if i < stops.count:
            stop: Stop = stops.items[i]
            put_impact(ghost, blocks, stop.block, stop.normal, at, C.address(side))
        normal: Vector = vector(side.nx, side.ny)
        # How deep the body is in that side after the motion.
        side.depth = dot(minus(minus(at, here), motion), normal)
        if turn != 0.0:
            place_row(STORE, ghost.row, here.x, here.y, own)
            side.depth = dot(minus(vector(side.px, side.py), motion), normal) + 0.2 * ghost.hair
            side.depth += ghost.farthest(times(normal, -1.0))
            place_row(STORE, ghost.row, at.x, at.y, impact.angle)
        push_out(body, planes, side, motion, motion)
    place_row(STORE, ghost.row, here.x, here.y, own)
    return 0


@C.cfunc
@C.exceptval(check=False)
def seen_from(body: Body, old: PoseRef, new: PoseRef) -> Vector:
    """Return where the body was, as seen from a target's new pose: its foot went with the target.

    If the target has turned, the body has turned about its own pivot.
    """
    pose: Pose = pose_of(body.ghost.row)
    foot: Vector = body.foot() if body.floor < 0 else body.foothold
    turned: Rotation = rotation_of(turn_of(old, new))
    arm: Vector = rotated(minus(foot, pivot_of(C.address(pose))), turned.cosine, turned.sine)
    off: Vector = minus(minus(taken_along(old, new, foot), pivot_of(C.address(pose))), arm)
    return plus(body.ghost.here(), off)


@C.cfunc
def carry(
    body: Body, start: Vector, before: PoseRef, motion: Vector, planes: C.pointer(HalfPlanes)
) -> Push:
    """Go the way nearest to that of the floor; it is crushed if there is none."""
    push: Push
    push.carried = motion
    push.pushed = vector(0.0, 0.0)
    end: FreePlace = go_within(body, start, before, motion, planes)
    push.at = end.at
    if end.found and length_of(minus(minus(end.at, start), motion)) > body.ghost.hair:
        push.carried = left_by_walls(body, planes, motion)
        push.pushed = minus(minus(end.at, start), push.carried)
        if length_of(push.pushed) <= SAME_PLACE * body.ghost.hair:
            push.pushed = vector(0.0, 0.0)  # by rounding, or off what it only touched
    push.is_crushed = not end.found or is_too_far(body, before, motion, push.pushed, planes)
    return push


@C.cfunc
def go_within(
    body: Body, start: Vector, before: PoseRef, wanted: Vector, planes: C.pointer(HalfPlanes)
) -> FreePlace:
    """Find where the way within half planes ends that is nearest to a wanted way.

    A target that is met on a trial way, or at its end, becomes a half plane, too.
    """
    ghost: Ghost = body.ghost
    hit: Hit
    end: FreePlace
    k: C.Py_ssize_t
    end.found = False
    end.at = start
    for k in range(body.nearby.batch.row_count):
        body.nearby.marks[k] &= ~IN_THE_WAY
    for _ in range(MOST_TRIES):
        way: Vector = wanted
        if not nearest_way(planes, wanted, 0.1 * ghost.hair, C.address(way)):
            break
        ghost.place(start)
        if meet(body, way, C.address(hit), MOVED | OVERLAPPED):
            add_wall(body, start, C.address(hit), planes, wanted)
        elif not any_entered(body, start, way, planes, wanted):
            # What it was in and leaves, it is not led through, either.
            if not any_crossed(body, before, IN_THE_WAY, body.middle()):
                end = free_place_near(body, plus(start, way), way, C.NULL)
                if end.found and not is_zero(minus(way, wanted)):
                    # The planes of round shapes may ask for too much.
                    end.at = go_to(body, end.at, plus(start, wanted))
            break
    return end


@C.cfunc
def let_planks_pass(body: Body, known: C.Py_ssize_t) -> C.int:
    """Let the body pass all one-way shapes from a position on: a push passes over them."""
    k: C.Py_ssize_t
    first: C.int
    for k in range(known, body.nearby.batch.row_count):
        row: C.int = body.nearby.batch.rows[k]
        if STORE.flags[row] & ONE_WAY:
            for first in range(STORE.records[row].count):
                if is_one_way(row, first):
                    body.query_filter.add_override(row, first)
    return 0


def deepest_of(inside: ImpactList) -> Impact:
    """Return the target that a body overlaps most deeply; of equal ones, the first in space."""
    best: Impact = inside.items[0]
    k: C.Py_ssize_t
    for k in range(1, inside.count):
        impact: Impact = inside.items[k]
        right: C.double = impact.px - best.px
        down: C.double = impact.py - best.py
        is_first: C.bint = right < 0.0 or (right == 0.0 and down < 0.0)
        if impact.depth > best.depth or (impact.depth == best.depth and is_first):
            best = impact
    return best


@C.cfunc
@C.exceptval(check=False)
def left_by_walls(body: Body, planes: C.pointer(C.const[HalfPlanes]), motion: Vector) -> Vector:
    """Return the part of the floor's motion that resting walls leave, which excludes any push."""
    up: Vector = body.settings.up
    static: HalfPlanes
    i: C.int
    left: Vector = motion
    static.count = 0
    if is_zero(motion):
        return motion
    for i in range(planes.count):
        plane: HalfPlane = planes.items[i]
        if plane.target < 0 or not body.nearby.marks[plane.target] & MOVED:
            add_plane(C.address(static), plane.normal, plane.offset, plane.target)
    free: C.int = static.count
    if free and body.floor >= 0:  # nor into the floor, unless walls leave no other way
        add_plane(C.address(static), up, dot(motion, up), body.floor)
    # `nearest_way` leaves `left` as it is if there is none.
    if not nearest_way(C.address(static), motion, 0.1 * body.ghost.hair, C.address(left)):
        static.count = free
        nearest_way(C.address(static), motion, 0.1 * body.ghost.hair, C.address(left))
    return left


@C.cfunc
@C.exceptval(check=False)
def is_too_far(
    body: Body,
    before: PoseRef,
    motion: Vector,
    pushed: Vector,
    planes: C.pointer(C.const[HalfPlanes]),
) -> C.bint:
    """Whether a push is longer than the motions of the floor and of moved targets allow."""
    k: C.int
    fastest: C.double = length_of(motion)
    for k in range(planes.count):
        if planes.items[k].target >= 0:
            fastest = max(fastest, motion_of(body, before, planes.items[k].target))
    return length_of(pushed) > longest_push(body, fastest)


@C.cfunc
@C.exceptval(check=False)
def longest_push(body: Body, fastest: C.double) -> C.double:
    """Return how long a push may be if its fastest target has moved so far in this frame.

    The default is the longest of half of the body's shorter side, twice the target's motion, and
    the motion of the body's own outline.
    """
    longest: C.double = body.settings.max_push
    if longest < 0.0:
        box: Box = body.ghost.box()
        longest = 0.5 * max(0.0, min(box.right - box.left, box.bottom - box.top))
        longest = max(longest, CORNER * fastest, body.changed)
    return longest + SAME_PLACE * body.ghost.hair


@C.cfunc
@C.exceptval(check=False)
def motion_of(body: Body, before: PoseRef, position: C.Py_ssize_t) -> C.double:
    """How far a target has moved where the body is: the farthest of the corners of its box."""
    k: C.int
    farthest: C.double = 0.0
    if not body.nearby.marks[position] & MOVED:
        return 0.0
    box: Box = body.ghost.box()
    new: Pose = pose_of(body.nearby.batch.rows[position])
    for k in range(4):
        corner: Vector = vector(box.left if k & 1 else box.right, box.top if k & 2 else box.bottom)
        gone: Vector = minus(taken_along(before + position, C.address(new), corner), corner)
        farthest = max(farthest, length_of(gone))
    return farthest


@C.cfunc
def add_wall(
    body: Body,
    start: Vector,
    hit: C.pointer(C.const[Hit]),
    planes: C.pointer(HalfPlanes),
    wanted: Vector,
) -> C.int:
    """Add the half plane of a resting target that is met on a trial way.

    Targets that have moved already have one. A target that the body overlapped at the start is not
    an obstacle, such as the wall of a fast lift that came from beyond reach.
    """
    offset: C.double = dot(hit.normal, minus(hit.at, start))
    add_side_plane(body, planes, hit.normal, offset, hit.impact.position, wanted)
    return body.note_hit(C.address(hit.impact))


@C.cfunc
@C.exceptval(check=True)
def any_entered(
    body: Body, start: Vector, way: Vector, planes: C.pointer(HalfPlanes), wanted: Vector
) -> C.bint:
    """Add the half plane of the target that a body overlaps most deeply at the end of a way. Mark
    all that it overlaps.
    """
    i: C.Py_ssize_t
    body.ghost.place(plus(start, way))
    inside: ImpactList = find_inside(body)
    if inside.count == 0:
        return False
    for i in range(inside.count):
        body.nearby.marks[inside.items[i].position] |= IN_THE_WAY
    push_out(body, planes, deepest_of(inside), way, wanted)
    return True


@C.cfunc
def leave(body: Body, start: Vector, before: PoseRef, motion: Vector, across: C.double) -> Push:
    """Leave the targets that the body overlaps at the end of a motion. If no way out counts, it is
    crushed.
    """
    passed: C.Py_ssize_t = body.query_filter.override_count
    push: Push
    push.at = start
    push.carried = push.pushed = vector(0.0, 0.0)
    let_planks_pass(body, 0)
    body.ghost.place(plus(start, motion))
    push.is_crushed = find_inside(body).count > 0
    if push.is_crushed:
        end: FreePlace = way_out_that_counts(body, start, before, motion, across)
        push.is_crushed = not end.found
        if end.found:
            push.at = end.at
            push.carried = motion
            push.pushed = minus(minus(push.at, start), motion)
    elif is_zero(motion):  # it may hit something by rounding
        push.at = free_place_near(body, start, motion, C.NULL).at
    else:
        push.is_crushed = True  # something is on the way there, or it would have been carried
    body.query_filter.override_count = passed
    body.knows_blocks = False
    return push


@C.cfunc
def way_out_that_counts(
    body: Body, start: Vector, before: PoseRef, motion: Vector, across: C.double
) -> FreePlace:
    """Find where a short way out that counts ends, from where the body is.

    The candidates are the ways straight to either side, the one straight up or down, and a
    short one in any direction. Of equal ways, the one to the side counts, and then the one up.
    """
    i: C.int
    ways: Vector[5]
    end: FreePlace
    base: Vector = plus(start, motion)
    aside: Vector = times(body.settings.right, 1.0 if across > 0.0 else -1.0)
    longest: C.double = longest_way_out(body, before, find_inside(body), motion)
    ways[0] = way_out(body, aside, longest, True)
    ways[1] = way_out(body, times(aside, -1.0), longest, True)
    ways[2] = way_out(body, body.settings.up, longest)
    ways[4] = way_out(body, vector(0.0, 0.0), longest)
    ways[3] = mirrored(body, ways[4], aside)
    for _ in range(5):
        best: C.int = -1
        for i in range(5):
            if not is_zero(ways[i]) and (
                best < 0 or length_of(ways[i]) < length_of(ways[best]) - body.ghost.hair
            ):
                best = i
        if best < 0:
            break
        if counts(body, start, before, motion, ways[best]):
            end = free_place_near(body, plus(base, ways[best]), ways[best], C.NULL)
            if end.found:
                return end
        ways[best] = vector(0.0, 0.0)
    end.found = False
    end.at = base
    return end


@C.cfunc
@C.exceptval(check=True)
def mirrored(body: Body, way: Vector, aside: Vector) -> Vector:
    """Return the way out that is as long as another one, but leads up, or to a side first. It is 0
    if there is none.

    Without it, a tie between two slanted ways would not depend on where `up` is.
    """
    i: C.int
    here: Vector = body.ghost.here()
    up: Vector = body.settings.up
    across: C.double = fabs(dot(way, aside))
    rise: C.double = fabs(dot(way, up))
    result: Vector = vector(0.0, 0.0)
    for i in range(4):  # up and to the side, up and to the other side, and then down
        trial: Vector = plus(
            times(aside, across if i % 2 == 0 else -across), times(up, rise if i < 2 else -rise)
        )
        if length_of(minus(trial, way)) <= body.ghost.hair:
            break
        body.ghost.place(plus(here, trial))
        if find_inside(body).count == 0:
            result = trial
            break
    body.ghost.place(here)
    return result


@C.cfunc
@C.exceptval(check=True)
def counts(body: Body, start: Vector, before: PoseRef, motion: Vector, way: Vector) -> C.bint:
    """Whether a way out of the targets that the body overlaps after a motion counts. It is short.

    If the body overlaps no resting targets, it must meet none on the way. Otherwise the way of its
    center, from where that was before, must meet none. If the way is taken first, the motion must
    not lead into a resting target, either. And the body must not be led through anything that has
    moved.
    """
    nearby: Nearby = body.nearby
    hit: Hit
    k: C.Py_ssize_t
    stands_in: C.bint = False
    base: Vector = plus(start, motion)
    known: C.Py_ssize_t = nearby.batch.row_count
    ask_for(body, base, way, 0.0)
    ask_for(body, start, way, 0.0)
    ask_for(body, plus(start, way), motion, 0.0)
    let_planks_pass(body, known)
    body.ghost.place(base)
    inside: ImpactList = find_inside(body)
    if not is_short(body, before, inside, way, motion):
        return False
    end: Vector = plus(body.middle(), way)
    for k in range(nearby.batch.row_count):
        nearby.marks[k] &= ~IN_THE_WAY
    for k in range(inside.count):
        position: C.Py_ssize_t = inside.items[k].position
        nearby.marks[position] |= IN_THE_WAY
        stands_in |= not nearby.marks[position] & MOVED
    if not stands_in and meet(body, way, C.address(hit), MOVED | OVERLAPPED):
        return False
    if any_crossed(body, before, MOVED | IN_THE_WAY, end):
        return False
    body.ghost.place(plus(start, way))
    return is_zero(motion) or not meet(body, motion, C.address(hit), MOVED | OVERLAPPED)


@C.cfunc
@C.exceptval(check=True)
def any_crossed(body: Body, before: PoseRef, mark: C.int, end: Vector) -> C.bint:
    """Whether a body whose middle ends there is led through anything with a mark.

    For a target that has moved, the way of the body is seen from this target.
    """
    nearby: Nearby = body.nearby
    k: C.Py_ssize_t
    for k in range(nearby.batch.row_count):
        if not nearby.marks[k] & mark:
            continue
        if nearby.marks[k] & MOVED:
            if crosses(body, before, k, end):
                return True
        elif meets_middle(body, body.came(k), end, STANDING):
            return True
    return False


@C.cfunc
@C.exceptval(check=True)
def crosses(body: Body, before: PoseRef, position: C.Py_ssize_t, end: Vector) -> C.bint:
    """Whether a way out of a target that has moved leads through it.

    It does if the target is between where the body's center was before, relative to the target, and
    where it would be in the end. This is tested both while the target moves, and on the way out
    before it moves.
    """
    new: Pose = pose_of(body.nearby.batch.rows[position])
    seen: Vector = taken_along(before + position, C.address(new), body.came(position))
    if not meets_middle(body, seen, end, position):
        return False
    aside: Vector = taken_along(before + position, C.address(new), end)
    return meets_middle(body, seen, aside, position) or meets_middle(body, aside, end, position)


@C.cfunc
@C.exceptval(check=True)
def meets_middle(body: Body, start: Vector, end: Vector, position: C.Py_ssize_t) -> C.bint:
    """Whether a point meets a target on a way, except for a shape in which it begins.

    The target is given by its position, or `STANDING` or `TOGETHER` stand for several. One-way
    shapes do not count.
    """
    ghost: Ghost = body.ghost
    nearby: Nearby = body.nearby
    one: ManyRays
    k: C.Py_ssize_t
    impact: Impact
    answers: RayAnswers = RayAnswers()
    ask_for_way(body, start, end)
    question: RayQuestion = question_of(nearby.batch, body.query_filter, 0.0, False)
    one.starts = C.address(start.x)
    one.ends = C.address(end.x)
    one.start_step = one.end_step = 0
    all_on_rays(STORE, C.address(one), 1, C.address(question), None, answers)
    impact.fraction = 0.0
    impact.overlapping = False
    impact.x = ghost.here().x
    impact.y = ghost.here().y
    for k in range(answers.count):
        answer: RayAnswer = answers.items[k]
        row: C.int = nearby.batch.rows[answer.position]
        impact.position = answer.position
        impact.pair = whole_rows(STORE, ghost.row, row)
        impact.pair.first_b = first_part_of(STORE, row, answer.shape)
        impact.nx = answer.contact.nx
        impact.ny = answer.contact.ny
        impact.px = answer.contact.x
        impact.py = answer.contact.y
        if (
            (
                impact.position == position
                or (position == STANDING and not nearby.marks[impact.position] & MOVED)
            )
            and impact.pair.first_b < STORE.records[row].count  # else `where` has changed shapes
            and not is_one_way(row, impact.pair.first_b)
            and can_meet(body, C.address(impact.pair))
            and body.accepts(C.address(impact))
        ):
            return True
    return False


@C.cfunc
@C.exceptval(check=False)
def can_meet(body: Body, pair: C.pointer(ShapePair)) -> C.bint:
    """Whether any shape of a body counts for the second shape of a pair, by layers and names.

    Then the first shape of the pair is set to it.
    """
    i: C.int
    pair.chosen = C.address(body.query_filter.rows)
    some: C.bint = pair_needs_role_test(STORE, pair)
    for i in range(pair.count_a):
        if not some or pair_roles_meet(STORE, pair, i, pair.first_b):
            pair.first_a = i
            return True
    return False


@C.cfunc
def is_short(
    body: Body, before: PoseRef, inside: ImpactList, way: Vector, motion: Vector
) -> C.bint:
    """Whether a way out of the targets that a body overlaps is no longer than a push may be.

    A crushing wall must crush in the same way at any speed. A slow wall is never deep in the body,
    and a short way along its face would lead past its end. So the length of such a way counts until
    the whole bounding box is past.
    """
    k: C.Py_ssize_t
    length: C.double = length_of(way)
    far: C.double = length
    for k in range(inside.count):
        contact: Impact = inside.items[k]
        is_along_face: C.bint = fabs(dot(vector(contact.nx, contact.ny), way)) <= SAME * length
        moved: C.bint = body.nearby.marks[contact.position] & MOVED != 0
        if moved and is_along_face and contact.depth < length - SAME_PLACE * body.ghost.hair:
            pair: ShapePair = contact.pair
            far = max(far, way_past(body.ghost, pair.b, pair.first_b, times(way, 1.0 / length)))
    return far <= longest_way_out(body, before, inside, motion)


@C.cfunc
@C.exceptval(check=False)
def longest_way_out(body: Body, before: PoseRef, inside: ImpactList, motion: Vector) -> C.double:
    """Return how long a way out of the targets that a body overlaps may be."""
    k: C.Py_ssize_t
    fastest: C.double = length_of(motion)
    for k in range(inside.count):
        fastest = max(fastest, motion_of(body, before, inside.items[k].position))
    return longest_push(body, fastest)


@C.cfunc
@C.exceptval(check=False)
def push_out(
    body: Body, planes: C.pointer(HalfPlanes), contact: Impact, way: Vector, wanted: Vector
) -> C.void:
    """Add the half plane that leads out of a contact at the end of a way. A floor pushes up."""
    up: Vector = body.settings.up
    normal: Vector = vector(contact.nx, contact.ny)
    if body.is_floor(normal):
        rise: C.double = dot(way, up) + contact.depth / dot(normal, up)
        add_plane(planes, up, rise, contact.position)
    else:
        offset: C.double = dot(way, normal) + contact.depth
        add_side_plane(body, planes, normal, offset, contact.position, wanted)


@C.cfunc
@C.exceptval(check=False)
def add_side_plane(
    body: Body,
    planes: C.pointer(HalfPlanes),
    normal: Vector,
    offset: C.double,
    position: C.Py_ssize_t,
    wanted: Vector,
) -> C.void:
    """Add the half plane of a side. What is steep pushes who stands like an upright wall that is
    there where the wanted way ends.
    """
    rise: C.double = dot(normal, body.settings.up)
    across: C.double = dot(normal, body.settings.right)
    if body.floor >= 0 and not body.is_floor(normal) and rise > SAME and across != 0.0:
        offset = (offset - rise * dot(wanted, body.settings.up)) / fabs(across)
        normal = times(body.settings.right, copysign(1.0, across))
    add_plane(planes, normal, offset, position)
