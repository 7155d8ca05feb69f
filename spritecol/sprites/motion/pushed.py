"""How floors carry a body, and how targets that have got into it push it out.

A body is carried. If that is impossible, it leaves the targets that it overlaps: see `leaving`. If
that is impossible, too, it is crushed.

Seen from a target that has moved, the body has moved the other way. Targets that have shifted alike
act as one: the body is cast against all of them at once. The sides that it meets there give half
planes: the ways within these do not lead into the targets. Among the ways within all half planes,
it takes the one nearest to the floor's way, so being carried, pushed and squeezed are the same. At
the end of its way, it goes back toward the floor's way until it touches what pushes it.

Known limit: a target that turns, or two at once, may crush a body where a way out exists.

Known limit: a cabin that drives the head of its rider against a thing that rests may lead the rider
through that.

Known limit: a fast target that only brushes past a body may push it, although the body is not in it
in the end.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.broad_phase.tree_queries import fraction_at_box
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.blocks import Blocks
from cython.cimports.spritecol._engine.sweeps.impact import (
    Impact,
    ImpactList,
    Sweep,
    SweepRules,
    SweepWay,
)
from cython.cimports.spritecol._engine.sweeps.sweep import find_impacts
from cython.cimports.spritecol._engine.tolerances import FAST_TURN, MOST_TRIES, SAME
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.libc import INFINITY, copysign, fabs
from cython.cimports.spritecol._support.polar import Rotation, rotation_of
from cython.cimports.spritecol.sprites.motion import leaving, touched
from cython.cimports.spritecol.sprites.motion.body import (
    APART,
    IN_THE_WAY,
    MET,
    MOVED,
    OVERLAPPED,
    WORK,
    Body,
    Ghost,
    Nearby,
    Stop,
    count_one,
    motion_of,
    straight,
)
from cython.cimports.spritecol.sprites.motion.casts import FreePlace, free_place_near, go_to, meet
from cython.cimports.spritecol.sprites.motion.leaving import Push
from cython.cimports.spritecol.sprites.motion.poses import pivot_of, taken_along, turn_of
from cython.cimports.spritecol.sprites.motion.touched import Exposed, ExposedSide, LentImpacts
from cython.cimports.spritecol.sprites.motion.vector import *
from cython.cimports.spritecol.sprites.row.sprite_row import Pose, PoseRef, is_shifted, pose_of


def carry_or_leave(
    body: Body, start: Vector, old_poses: PoseRef, motion: Vector, across: C.double
) -> Push:
    """Go with the floor, out of the way of moved targets; or else leave the targets it overlaps.

    `old_poses` has the pose of each target before it moved, by position, and is only to be read
    where the target is marked as `MOVED`. If neither counts with the motion of the floor, both are
    tried without it. If no way counts, the body is crushed, and stays.
    """
    planes: HalfPlanes
    push: Push
    while True:
        body.hits = []
        push.is_crushed = True
        if any_pushes(body, start, old_poses, motion, C.address(planes)):
            push = carry(body, start, old_poses, motion, C.address(planes))
        if push.is_crushed:
            body.hits = []  # not those of a way that has failed
            push = leaving.leave(body, start, old_poses, motion, across)
        if not push.is_crushed or is_zero(motion):
            return push
        motion = vector(0.0, 0.0)


@C.cfunc
@C.exceptval(check=True)
def any_pushes(
    body: Body, start: Vector, old_poses: PoseRef, motion: Vector, planes: C.pointer(HalfPlanes)
) -> C.bint:
    """Find the half planes of moved targets. Return whether anything carries or pushes the body."""
    nearby: Nearby = body.nearby
    k: C.Py_ssize_t
    m: C.Py_ssize_t
    result: C.bint = not is_zero(motion)
    planes.count = 0
    if result:  # its floor pushes it, too, where something turns its way
        new: Pose = pose_of(nearby.batch.rows[body.floor_position])
        rise: C.double = dot(motion, body.settings.up)
        if not is_shifted(old_poses + body.floor_position, C.address(new)):
            rise += 0.2 * body.ghost.hair  # without area, they must not change sides by rounding
        add_plane(planes, body.settings.up, rise, body.floor_position)
    for k in range(nearby.batch.row_count):
        nearby.marks[k] &= ~MET
    for k in range(nearby.batch.row_count):
        if nearby.marks[k] & MOVED:
            result |= (nearby.marks[k] & OVERLAPPED) != 0
            if not nearby.marks[k] & MET and may_push(body, start, k, old_poses, motion):
                mark_apart(body, k, old_poses)
                add_pushes(body, start, k, old_poses, motion, planes)
                for m in range(nearby.batch.row_count):
                    if not nearby.marks[m] & APART:
                        nearby.marks[m] |= MET
    return result or planes.count > 0


@C.cfunc
@C.exceptval(check=False)
def may_push(
    body: Body, start: Vector, position: C.Py_ssize_t, old_poses: PoseRef, motion: Vector
) -> C.bint:
    """Whether a moved target may have met the body, by their boxes: most of a crowd have not."""
    new: Pose = pose_of(body.nearby.batch.rows[position])
    if not is_shifted(old_poses + position, C.address(new)):
        return position == body.floor_position or may_turn_into(
            body, start, position, old_poses + position, C.address(new), motion
        )
    gone: Vector = minus(seen_from(body, start, old_poses + position, C.address(new)), start)
    box: Box = body.ghost.box(start)
    slack: C.double = 4.0 * body.ghost.same_place
    came: Box = Box(
        box.left + gone.x - slack,
        box.top + gone.y - slack,
        box.right + gone.x + slack,
        box.bottom + gone.y + slack,
    )
    row: C.int = body.nearby.batch.rows[position]
    freshen(STORE, row)
    way: Vector = minus(motion, gone)
    return fraction_at_box(STORE.boxes + row, C.address(came), way.x, way.y) <= 1.0


@C.cfunc
@C.exceptval(check=False)
def may_turn_into(
    body: Body,
    start: Vector,
    position: C.Py_ssize_t,
    old: PoseRef,
    new: PoseRef,
    motion: Vector,
) -> C.bint:
    """Whether a target that has turned may have met the body: it was within a circle about its
    pivot, where that was and is. Of one that has changed otherwise, too, nothing is known.
    """
    row: C.int = body.nearby.batch.rows[position]
    known: Pose = new[0]
    known.angle = old.angle
    if not is_shifted(old, C.address(known)):
        return True
    freshen(STORE, row)
    target: Box = STORE.boxes[row]
    box: Box = body.ghost.box(start)
    before: Vector = pivot_of(old)
    after: Vector = pivot_of(new)
    right: C.double = max(fabs(target.left - after.x), fabs(target.right - after.x))
    down: C.double = max(fabs(target.top - after.y), fabs(target.bottom - after.y))
    radius: C.double = length_of(vector(right, down)) + 4.0 * body.ghost.same_place
    return (
        min(box.left, box.left + motion.x) <= max(before.x, after.x) + radius
        and max(box.right, box.right + motion.x) >= min(before.x, after.x) - radius
        and min(box.top, box.top + motion.y) <= max(before.y, after.y) + radius
        and max(box.bottom, box.bottom + motion.y) >= min(before.y, after.y) - radius
    )


@C.cfunc
@C.exceptval(check=False)
def mark_apart(body: Body, leader: C.Py_ssize_t, old_poses: PoseRef) -> C.int:
    """Mark as `APART` all but a target, and those that have shifted as it has."""
    nearby: Nearby = body.nearby
    k: C.Py_ssize_t
    new: Pose = pose_of(nearby.batch.rows[leader])
    is_leader_shifted: C.bint = is_shifted(old_poses + leader, C.address(new))
    shift: Vector = vector(new.x - old_poses[leader].x, new.y - old_poses[leader].y)
    for k in range(nearby.batch.row_count):
        new = pose_of(nearby.batch.rows[k])
        gone: Vector = vector(new.x - old_poses[k].x, new.y - old_poses[k].y)
        if k == leader or (
            nearby.marks[k] & MOVED
            and is_leader_shifted
            and is_shifted(old_poses + k, C.address(new))
            and length_of(minus(gone, shift)) <= body.ghost.hair
        ):
            nearby.marks[k] &= ~APART
        else:
            nearby.marks[k] |= APART
    return 0


@C.cfunc
def add_pushes(
    body: Body,
    start: Vector,
    position: C.Py_ssize_t,
    old_poses: PoseRef,
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
    turn: C.double = turn_of(old_poses + position, C.address(new))
    if fabs(turn) > FAST_TURN and position != body.floor_position:
        return 0  # a straight way would cut across what the body goes round
    at: Vector = seen_from(body, start, old_poses + position, C.address(new))
    end: Vector = motion
    for _ in range(MOST_TRIES):
        goal: Vector = plus(start, end)
        if not meets_any(body, at, goal, turn, C.address(impact)):
            break
        at = vector(impact.x, impact.y)
        add_sides(body, start, C.address(impact), minus(goal, at), motion, turn, planes)
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
    count_one(WORK.casts)
    way: SweepWay = straight(minus(end, start), ghost.hair)
    way.turn = -turn
    rules: SweepRules = body.rules()
    body.begin(
        C.address(sweep), start, C.address(way), C.address(rules), body.scratch.on_way, APART
    )
    met.count = 0
    find_impacts(STORE, C.address(sweep), met)
    for k in range(met.count):
        impact[0] = met.items[k]
        is_deep: C.bint = impact.overlapping and impact.depth > ghost.hair
        if not is_deep and body.accepts(impact):
            return True
    return False


@C.cfunc
def add_sides(
    body: Body,
    start: Vector,
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
    exposed: Exposed
    i: C.int
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    at: Vector = vector(impact.x, impact.y)
    blocks: Blocks = body.scratch.touched
    touched.put_blocks(body, at, impact.angle, way, blocks)
    for k in range(blocks.count):
        if not body.nearby.marks[blocks.items[k].position] & APART and not blocks.items[k].is_deep:
            blocks.items[kept] = blocks.items[k]
            kept += 1
    blocks.count = kept
    blocks.rounding = body.blocks.rounding
    touched.best_end(body.settings, blocks, at, plus(at, way), C.address(exposed))
    for i in range(max(1, exposed.count)):
        side: Impact = impact[0]
        if i < exposed.count:
            one: ExposedSide = exposed.sides[i]
            touched.complete_impact(ghost, blocks, one.block, one.normal, C.address(side))
        normal: Vector = vector(side.nx, side.ny)
        # How deep the body is in that side after the motion.
        side.depth = dot(minus(minus(at, start), motion), normal)
        if turn != 0.0:
            side.depth = dot(minus(vector(side.px, side.py), motion), normal) + 0.2 * ghost.hair
            side.depth += ghost.farthest(start, times(normal, -1.0))
        push_out(body, planes, side, motion, motion)
    return 0


@C.cfunc
@C.exceptval(check=False)
def seen_from(body: Body, start: Vector, old: PoseRef, new: PoseRef) -> Vector:
    """Return where the body was that is now at `start`, as seen from a target's new pose: its foot
    went with the target.

    If the target has turned, the body has turned about its own pivot.
    """
    body.ghost.place(start)
    pose: Pose = pose_of(body.ghost.row)
    foot: Vector = body.foot(start) if body.floor_position < 0 else body.foothold
    turned: Rotation = rotation_of(turn_of(old, new))
    arm: Vector = rotated(minus(foot, pivot_of(C.address(pose))), turned.cosine, turned.sine)
    off: Vector = minus(minus(taken_along(old, new, foot), pivot_of(C.address(pose))), arm)
    return plus(start, off)


@C.cfunc
def carry(
    body: Body, start: Vector, old_poses: PoseRef, motion: Vector, planes: C.pointer(HalfPlanes)
) -> Push:
    """Go the way nearest to that of the floor; it is crushed if there is none."""
    push: Push
    push.carried = motion
    push.pushed = vector(0.0, 0.0)
    end: FreePlace = go_within(body, start, old_poses, motion, planes)
    push.at = end.at
    if end.found and length_of(minus(minus(end.at, start), motion)) > body.ghost.hair:
        push.carried = left_by_walls(body, planes, motion)
        push.pushed = minus(minus(end.at, start), push.carried)
        if length_of(push.pushed) <= body.ghost.same_place:
            push.pushed = vector(0.0, 0.0)  # by rounding, or off what it only touched
    push.is_crushed = not end.found or (
        is_too_far(body, end.at, old_poses, motion, push.pushed, planes)
    )
    return push


@C.cfunc
def go_within(
    body: Body, start: Vector, old_poses: PoseRef, wanted: Vector, planes: C.pointer(HalfPlanes)
) -> FreePlace:
    """Find where the way within half planes ends that is nearest to a wanted way.

    A target that is met on a trial way, or at its end, becomes a half plane, too.
    """
    ghost: Ghost = body.ghost
    stop: Stop
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
        if meet(body, start, way, C.address(stop), MOVED | OVERLAPPED):
            add_wall(body, start, C.address(stop), planes, wanted)
        elif not any_entered(body, start, way, planes, wanted):
            # What it was in and leaves, it is not led through, either.
            if not leaving.any_crossed(body, old_poses, IN_THE_WAY, body.middle(plus(start, way))):
                end = free_place_near(body, plus(start, way), way, C.NULL)
                if end.found and not is_zero(minus(way, wanted)):
                    # The planes of round shapes may ask for too much.
                    end.at = go_to(body, end.at, plus(start, wanted))
            break
    return end


def deepest_of(inside: ImpactList) -> Impact:
    """Return the target that a body overlaps most deeply; of equal ones, the first in space."""
    best: Impact = inside.items[0]
    k: C.Py_ssize_t
    for k in range(1, inside.count):
        if touched.is_deeper(inside.items + k, C.address(best)):
            best = inside.items[k]
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
    if free and body.floor_position >= 0:  # nor into the floor, unless walls leave no other way
        add_plane(C.address(static), up, dot(motion, up), body.floor_position)
    # `nearest_way` leaves `left` as it is if there is none.
    if not nearest_way(C.address(static), motion, 0.1 * body.ghost.hair, C.address(left)):
        static.count = free
        nearest_way(C.address(static), motion, 0.1 * body.ghost.hair, C.address(left))
    return left


@C.cfunc
@C.exceptval(check=False)
def is_too_far(
    body: Body,
    at: Vector,
    old_poses: PoseRef,
    motion: Vector,
    pushed: Vector,
    planes: C.pointer(C.const[HalfPlanes]),
) -> C.bint:
    """Whether a push is longer than the motions of the floor and of moved targets allow."""
    k: C.int
    fastest: C.double = length_of(motion)
    for k in range(planes.count):
        if planes.items[k].target >= 0:
            fastest = max(fastest, motion_of(body, at, old_poses, planes.items[k].target))
    return length_of(pushed) > leaving.longest_push(body, at, fastest)


@C.cfunc
def add_wall(
    body: Body,
    start: Vector,
    stop: C.pointer(C.const[Stop]),
    planes: C.pointer(HalfPlanes),
    wanted: Vector,
) -> C.int:
    """Add the half plane of a resting target that is met on a trial way.

    Targets that have moved already have one. A target that the body overlapped at the start is not
    an obstacle, such as the wall of a fast lift that came from beyond reach.
    """
    offset: C.double = dot(stop.normal, minus(stop.at, start))
    add_side_plane(body, planes, stop.normal, offset, stop.impact.position, wanted)
    return body.note_hit(C.address(stop.impact))


@C.cfunc
@C.exceptval(check=True)
def any_entered(
    body: Body, start: Vector, way: Vector, planes: C.pointer(HalfPlanes), wanted: Vector
) -> C.bint:
    """Add the half plane of the target that a body overlaps most deeply at the end of a way. Mark
    all that it overlaps.
    """
    i: C.Py_ssize_t
    inside: LentImpacts = touched.find_inside(body, plus(start, way))
    if inside.count == 0:
        return False
    for i in range(inside.count):
        body.nearby.marks[inside.items[i].position] |= IN_THE_WAY
    push_out(body, planes, deepest_of(inside), way, wanted)
    return True


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
    """Add the half plane of a side.

    A steep side pushes a body that stands as an upright wall does. This wall is where the side is
    at the height at which the wanted way ends.
    """
    rise: C.double = dot(normal, body.settings.up)
    across: C.double = dot(normal, body.settings.right)
    if body.floor_position >= 0 and not body.is_floor(normal) and rise > SAME and across != 0.0:
        offset = (offset - rise * dot(wanted, body.settings.up)) / fabs(across)
        normal = times(body.settings.right, copysign(1.0, across))
    add_plane(planes, normal, offset, position)


# --- half planes ---------------------------------------------------------------------------------


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def add_plane(
    planes: C.pointer(HalfPlanes), normal: Vector, offset: C.double, target: C.Py_ssize_t
) -> C.void:
    """Add the ways that lead along a normal by at least an offset, if there is room."""
    if planes.count < MOST_PLANES:
        plane: C.pointer(HalfPlane) = C.address(planes.items[planes.count])
        plane.normal = normal
        plane.offset = offset
        plane.target = target
        planes.count += 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def nearest_way(
    planes: C.pointer(C.const[HalfPlanes]), wanted: Vector, slack: C.double, way: C.pointer(Vector)
) -> C.bint:
    """Find the way nearest to the wanted one within all half planes. Return False if there is none.

    It may leave each plane by a `slack`.
    """
    nearest: C.double = INFINITY
    trial: Vector
    i: C.int
    k: C.int
    if is_within_all(planes, wanted, slack):
        way[0] = wanted
        return True
    for i in range(planes.count):
        a: C.pointer(C.const[HalfPlane]) = C.address(planes.items[i])
        for k in range(-1, i):
            if k < 0:  # the projection on the border of one plane
                trial = plus(wanted, times(a.normal, a.offset - dot(wanted, a.normal)))
            else:  # the corner of two
                b: C.pointer(C.const[HalfPlane]) = C.address(planes.items[k])
                turn: C.double = cross(a.normal, b.normal)
                if fabs(turn) <= SAME:
                    continue
                trial = vector(
                    (a.offset * b.normal.y - b.offset * a.normal.y) / turn,
                    (b.offset * a.normal.x - a.offset * b.normal.x) / turn,
                )
            away: C.double = length_of(minus(trial, wanted))
            if away < nearest and is_within_all(planes, trial, slack):
                nearest = away
                way[0] = trial
    return nearest < INFINITY


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_within_all(planes: C.pointer(C.const[HalfPlanes]), way: Vector, slack: C.double) -> C.bint:
    """Whether a way is within all half planes."""
    i: C.int
    for i in range(planes.count):
        if dot(way, planes.items[i].normal) < planes.items[i].offset - slack:
            return False
    return True
