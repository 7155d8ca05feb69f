"""How floors carry a body, and how targets that have got into it push it out.

A body is carried. If that is impossible, it leaves the targets that it overlaps. If that is
impossible, too, it is crushed.

*Carried*: as seen from what has moved, it is the body that has moved, the other way. What has
moved alike is one: the body is cast against all of it at once. Where it meets that, the sides that
are exposed to its way give half planes: the ways that do not lead into it. From there it is cast
again. The way that is nearest to the floor's, of those within all half planes, is taken: so being
carried, pushed and squeezed are one. What has met the body by a side, but is not in it afterward
and did not go through its middle, does not count.

*Left*: a way out counts if its end is free, it is at most `max_push` long, and it does not lead
through anything that has moved. In addition, either the body overlaps no resting targets and meets
none on the way, or the way of its center meets no resting targets. Sides of single targets are not
considered, so it does not matter which tile hides a side of which other tile. Tiles push like whole
walls.

A known limit, which occurs only in extreme cases:

    a body written with its middle into a wall   it leaves a whole wall, but of tiles only that one
                                                 in which its middle is: it may be crushed
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.narrow_phase.row_shapes import (
    ShapePair,
    ShapePairRef,
    first_part_of,
    is_thin,
    pair_needs_role_test,
    pair_roles_meet,
    part_of,
    whole_rows,
)
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import (
    place_row,
    shapes_hit,
    shapes_overlap,
)
from cython.cimports.spritecol._engine.pipeline.ray_search import (
    ManyRays,
    RayAnswer,
    RayAnswers,
    RayQuestion,
    all_on_rays,
)
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY, SEGMENT, Part
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.blocks import Blocks, find_blocks
from cython.cimports.spritecol._engine.sweeps.candidates import reach
from cython.cimports.spritecol._engine.sweeps.impact import Impact, ImpactList, ImpactRef, Sweep
from cython.cimports.spritecol._engine.sweeps.sweep import find_impacts, measure
from cython.cimports.spritecol._engine.tolerances import (
    ASIDE,
    CORNER,
    MOST_TRIES,
    PIECE,
    SAME,
    SAME_PLACE,
)
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.libc import ceil, fabs, remainder
from cython.cimports.spritecol._support.polar import DEGREE, Rotation, rotation_of
from cython.cimports.spritecol.sprites.motion.body import (
    APART,
    IN_THE_WAY,
    MET,
    MOVED,
    OVERLAPPED,
    REJECTED,
    Body,
    Ghost,
    Hit,
    Nearby,
    Settings,
)
from cython.cimports.spritecol.sprites.motion.casts import cast_to, go_to, meet
from cython.cimports.spritecol.sprites.motion.free_places import (
    FreePlace,
    free_place_near,
    last_free,
)
from cython.cimports.spritecol.sprites.motion.inside import (
    find_inside,
    is_one_way,
    way_out,
    way_past,
)
from cython.cimports.spritecol.sprites.motion.stops import (
    MOST_STOPS,
    Stop,
    Stops,
    best_end,
    put_impact,
)
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
from cython.cimports.spritecol.sprites.motion.walk_and_step import look
from cython.cimports.spritecol.sprites.questions.ray_questions import question_of
from cython.cimports.spritecol.sprites.sprite.poses import Pose, PoseRef, is_shifted
from cython.cimports.spritecol.sprites.sprite.sprite_row import pose_of

STANDING = C.declare(C.Py_ssize_t, -1)
"""Instead of a position: all that has not moved."""

TOGETHER = C.declare(C.Py_ssize_t, -2)
"""Instead of a position: all that is not `APART`."""

Leg = C.struct(
    # A way of the body as seen from what has moved.
    start=Vector,
    angle=C.double,
    way=Vector,
    turn=C.double,
)


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
def piece_of(old: PoseRef, new: PoseRef) -> C.double:
    """Return the share of a motion that counts as a straight way: all of it, unless it rotates."""
    return 1.0 / max(1.0, ceil(fabs(turn_of(old, new)) / PIECE))


@C.cfunc
@C.exceptval(check=False)
def pose_between(old: PoseRef, new: PoseRef, share: C.double) -> Pose:
    """Return the pose of a sprite after a share of its motion."""
    rest: C.double = 1.0 - share
    result: Pose = new[0]
    if rest > 0.0:
        result.x -= rest * (new.x - old.x)
        result.y -= rest * (new.y - old.y)
        result.angle -= rest * turn_of(old, new)
        result.scale_x -= rest * (new.scale_x - old.scale_x)
        result.scale_y -= rest * (new.scale_y - old.scale_y)
        result.center_x -= rest * (new.center_x - old.center_x)
        result.center_y -= rest * (new.center_y - old.center_y)
    return result


@C.cfunc
@C.exceptval(check=False)
def pivot_of(pose: PoseRef) -> Vector:
    """Return the point about which a sprite rotates."""
    if pose.offset_sync:
        return vector(pose.x, pose.y)
    return vector(pose.x + pose.center_x, pose.y + pose.center_y)


def settle(body: Body, start: Vector, before: PoseRef, motion: Vector, across: C.double) -> Push:
    """Go with the floor, out of the way of moved targets; or else leave the targets it overlaps.

    `before` has where each target was that is marked as `MOVED`. The candidates are tried in the
    order of `Candidate`, with the motion of the floor and then without it; the first one that
    counts is taken. If none does, the body is crushed, and stays.
    """
    planes: HalfPlanes
    push: Push
    kind: C.int
    while True:
        pushes: C.bint = any_pushes(body, start, before, motion, C.address(planes))
        known: C.int = planes.count
        for kind in range(CANDIDATES):
            planes.count = known
            body.hits = []  # not those of a way that has failed
            if kind == OUT:
                push = leave(body, start, before, motion, across)
            elif not pushes or (kind == ALONG and body.floor < 0):
                continue
            elif kind == UP_A_STEP:
                push = step_aside(body, start, before, motion, C.address(planes))
            else:
                push = carry(body, start, before, motion, kind == ALONG, C.address(planes))
            if not push.is_crushed:
                return push
        if is_zero(motion):
            return push
        motion = vector(0.0, 0.0)


@C.cfunc
@C.exceptval(check=True)
def any_pushes(
    body: Body, start: Vector, before: PoseRef, motion: Vector, planes: C.pointer(HalfPlanes)
) -> C.bint:
    """Find the half planes of what has moved. Whether anything carries or pushes the body."""
    nearby: Nearby = body.nearby
    k: C.Py_ssize_t
    m: C.Py_ssize_t
    result: C.bint = not is_zero(motion)
    planes.count = 0
    body.ghost.place(start)
    for k in range(nearby.batch.row_count):
        nearby.marks[k] &= ~MET
    for k in range(nearby.batch.row_count):
        if nearby.marks[k] & MOVED:
            result |= (nearby.marks[k] & OVERLAPPED) != 0
            if not nearby.marks[k] & MET:
                mark_apart(body, k, before)
                meet_from(body, k, before, motion, planes)
                for m in range(nearby.batch.row_count):
                    if not nearby.marks[m] & APART:
                        nearby.marks[m] |= MET
    return result or planes.count > 0


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
def carry(
    body: Body,
    start: Vector,
    before: PoseRef,
    motion: Vector,
    keeps: C.bint,
    planes: C.pointer(HalfPlanes),
) -> Push:
    """Go the way nearest to that of the floor; it is crushed if there is none.

    With `keeps`, the way leads no higher than the floor goes, and not up a slope.
    """
    push: Push
    push.carried = motion
    push.pushed = vector(0.0, 0.0)
    if keeps:
        down: Vector = times(body.settings.up, -1.0)
        add_plane(planes, down, dot(motion, down), -1)
    end: FreePlace = go_within(body, start, before, keeps, motion, planes)
    push.at = end.at
    if end.found and length_of(minus(minus(end.at, start), motion)) > body.ghost.hair:
        push.carried = left_by_walls(body, planes, motion)
        push.pushed = minus(minus(end.at, start), push.carried)
        if length_of(push.pushed) <= SAME_PLACE * body.ghost.hair:
            push.pushed = vector(0.0, 0.0)  # by rounding, or off what it only touched
    push.is_crushed = not end.found or is_too_far(body, before, motion, push.pushed, planes)
    return push


@C.cfunc
def step_aside(
    body: Body, start: Vector, before: PoseRef, motion: Vector, planes: C.pointer(HalfPlanes)
) -> Push:
    """Go up by at most a step, out of the way to the side, and down on a floor, as a walk does.

    It is crushed if that does not lead onto a floor, or if it is in something that stands still.
    """
    ghost: Ghost = body.ghost
    nearby: Nearby = body.nearby
    settings: Settings = body.settings
    up: Vector = settings.up
    hit: Hit
    top: Hit
    k: C.Py_ssize_t
    push: Push
    push.at = start
    push.carried = push.pushed = vector(0.0, 0.0)
    push.is_crushed = True
    rise: C.double = dot(motion, up)
    add_plane(planes, up, rise, -1)
    add_plane(planes, times(up, -1.0), -rise, -1)
    way: Vector = motion
    if settings.step == 0.0 or settings.min_floor_cosine > 1.0:
        return push
    if not nearest_way(planes, motion, 0.1 * ghost.hair, C.address(way)) or is_zero(way):
        return push
    for k in range(nearby.batch.row_count):
        if nearby.marks[k] & OVERLAPPED and not nearby.marks[k] & MOVED:
            return push
    high: C.double = settings.step + SAME_PLACE * ghost.hair
    cast_to(body, start, plus(start, times(up, high)), C.address(hit), MOVED)
    at: Vector = hit.at
    if cast_to(body, at, plus(at, way), C.address(hit), MOVED):
        return push
    if not look(body, hit.at, dot(minus(hit.at, start), up), True, C.address(top)):
        return push
    ghost.place(top.at)
    push.at = top.at
    push.carried = motion
    push.pushed = minus(minus(top.at, start), motion)
    push.is_crushed = (
        find_inside(body).count > 0
        or any_crossed(body, before, MOVED, body.middle())
        or is_too_far(body, before, motion, push.pushed, planes)
    )
    return push


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
def go_within(
    body: Body,
    start: Vector,
    before: PoseRef,
    keeps: C.bint,
    wanted: Vector,
    planes: C.pointer(HalfPlanes),
) -> FreePlace:
    """Find where the way within half planes ends that is nearest to a wanted way.

    A target that is met on a trial way, or at its end, becomes a half plane, too. A body that
    `keeps` to its floor meets no other floor.
    """
    ghost: Ghost = body.ghost
    hit: Hit
    end: FreePlace
    k: C.Py_ssize_t
    deepest: C.double = deepest_in(planes, wanted)
    is_turned: C.bint = False
    end.found = False
    end.at = start
    for k in range(body.nearby.batch.row_count):
        body.nearby.marks[k] &= ~IN_THE_WAY
    for _ in range(MOST_TRIES):
        way: Vector = wanted
        if not nearest_way(planes, wanted, 0.1 * ghost.hair, C.address(way)):
            break
        push: C.double = length_of(off_way(way, wanted))
        ghost.place(start)
        if meet(body, way, C.address(hit), MOVED | OVERLAPPED):
            if keeps and body.is_floor(hit.normal):
                break  # that may lift it off its floor
            add_wall(body, start, C.address(hit), planes)
            is_turned = True
        elif not (is_turned and any_plank_met(body, start, before, way, planes)) and (
            not any_entered(body, start, way, planes)
        ):
            # What it was in and leaves, it is not led through, either.
            if not any_crossed(body, before, IN_THE_WAY, body.middle()):
                end = end_of_push(body, start, plus(start, way), way)
                # The planes of round shapes may ask for too much.
                if end.found and push > deepest + ghost.hair:
                    end.at = go_to(body, end.at, plus(start, wanted))
            break
    return end


@C.cfunc
def end_of_push(body: Body, start: Vector, end: Vector, way: Vector) -> FreePlace:
    """Return the free position nearest to the end of a push.

    If there is none, as in a gap that is too narrow by rounding, it is the last position on the way
    from the start where the body hits nothing new, unless it overlaps something by more than a hair
    there.
    """
    ghost: Ghost = body.ghost
    sweep: Sweep
    place: FreePlace = free_place_near(body, end, way, C.NULL)
    if not place.found:
        ghost.place(start)
        ask_for(body, start, minus(end, start), ASIDE * ghost.size + 2.0 * ghost.hair)
        body.begin(C.address(sweep), minus(end, start), 0.0, body.scratch.on_way, REJECTED)
        measure(STORE, C.address(sweep))
        place.at = last_free(body, start, end, C.address(sweep))
        ghost.place(place.at)
        place.found = find_inside(body).count == 0
    return place


@C.cfunc
@C.exceptval(check=False)
def off_way(way: Vector, wanted: Vector) -> Vector:
    """Return how far a way ends from a wanted way. Stopping short of it does not count."""
    square: C.double = dot(wanted, wanted)
    share: C.double = 0.0 if square == 0.0 else min(1.0, max(0.0, dot(way, wanted) / square))
    return minus(way, times(wanted, share))


@C.cfunc
@C.exceptval(check=False)
def deepest_in(planes: C.pointer(C.const[HalfPlanes]), way: Vector) -> C.double:
    """Return how far a way is outside the farthest half plane."""
    i: C.int
    deepest: C.double = 0.0
    for i in range(planes.count):
        deepest = max(deepest, planes.items[i].offset - dot(way, planes.items[i].normal))
    return deepest


@C.cfunc
@C.exceptval(check=False)
def is_too_far(
    body: Body,
    before: PoseRef,
    motion: Vector,
    pushed: Vector,
    planes: C.pointer(C.const[HalfPlanes]),
) -> C.bint:
    """Whether a push is longer than the floor's motion, and what has moved, may push a body."""
    k: C.int
    fastest: C.double = length_of(motion)
    for k in range(planes.count):
        if planes.items[k].target >= 0:
            fastest = max(fastest, motion_of(body, before, planes.items[k].target))
    return length_of(pushed) > longest_push(body, fastest)


@C.cfunc
@C.exceptval(check=False)
def longest_push(body: Body, fastest: C.double) -> C.double:
    """How long a push may be by what has moved so far in this frame, at most.

    By default it is in proportion: half of the body's shorter side, or twice as far as what pushes
    it, or as far as its own outline has moved.
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
    body: Body, start: Vector, hit: C.pointer(C.const[Hit]), planes: C.pointer(HalfPlanes)
) -> C.int:
    """Add the half plane of a resting target that is met on a trial way.

    Targets that have moved already have one. A target that the body overlapped at the start is not
    an obstacle, such as the wall of a fast lift that came from beyond reach.
    """
    offset: C.double = dot(hit.normal, minus(hit.at, start))
    add_plane(planes, hit.normal, offset, hit.impact.position)
    return body.note_hit(C.address(hit.impact))


@C.cfunc
@C.exceptval(check=True)
def any_plank_met(
    body: Body,
    start: Vector,
    before: PoseRef,
    way: Vector,
    planes: C.pointer(HalfPlanes),
) -> C.bint:
    """Add the half planes of one-way shapes that have moved, if a wall has turned the way."""
    nearby: Nearby = body.nearby
    k: C.Py_ssize_t
    known: C.int = planes.count
    body.ghost.place(start)
    for k in range(nearby.batch.row_count):
        if nearby.marks[k] & MOVED and STORE.flags[nearby.batch.rows[k]] & ONE_WAY:
            mark_apart(body, k, before)
            meet_from(body, k, before, way, planes)
    return planes.count > known


@C.cfunc
@C.exceptval(check=True)
def any_entered(body: Body, start: Vector, way: Vector, planes: C.pointer(HalfPlanes)) -> C.bint:
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
    push_out(body, planes, deepest_of(inside), way)
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
    """Find where the shortest way out that counts ends, from where the body is.

    The candidates are the shortest way out, those straight to either side, and the one straight up
    or down.
    """
    i: C.int
    ways: Vector[4]
    end: FreePlace
    base: Vector = plus(start, motion)
    aside: Vector = times(body.settings.right, 1.0 if across > 0.0 else -1.0)
    longest: C.double = longest_way_out(body, before, find_inside(body), motion)
    ways[0] = way_out(body, aside, longest, True)
    ways[1] = way_out(body, times(aside, -1.0), longest, True)
    ways[2] = way_out(body, vector(0.0, 0.0), longest)
    ways[3] = way_out(body, body.settings.up, longest)
    for _ in range(4):
        best: C.int = -1
        for i in range(4):  # of equal ways, the one to the side
            if not is_zero(ways[i]) and (
                best < 0 or length_of(ways[i]) < length_of(ways[best]) - body.ghost.hair
            ):
                best = i
        if best < 0:
            break
        if counts(body, start, before, motion, ways[best]):
            end = end_of_push(body, start, plus(base, ways[best]), ways[best])
            if end.found:
                return end
        ways[best] = vector(0.0, 0.0)
    end.found = False
    end.at = base
    return end


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

    Through what has moved, as seen from that; and from what stands still through any such thing.
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
    came: Vector = body.came(position)
    new: Pose = pose_of(body.nearby.batch.rows[position])
    old: PoseRef = before + position
    if not is_passed(body, position, old, came, end):
        return False
    there: Vector = taken_along(old, C.address(new), came)
    aside: Vector = taken_along(old, C.address(new), end)
    return meets_middle(body, there, aside, position) or is_passed(body, position, old, end, end)


@C.cfunc
@C.exceptval(check=True)
def is_passed(
    body: Body,
    position: C.Py_ssize_t,
    old: PoseRef,
    start: Vector,
    end: Vector,
) -> C.bint:
    """Whether a point that moves straight from start to end meets a target that moves meanwhile."""
    new: Pose = pose_of(body.nearby.batch.rows[position])
    piece: C.double = piece_of(old, C.address(new))
    share: C.double = 0.0
    seen: Vector = taken_along(old, C.address(new), start)
    while share < 1.0:
        share = min(1.0, share + piece)
        pose: Pose = pose_between(old, C.address(new), share)
        there: Vector = taken_along(
            C.address(pose), C.address(new), plus(start, times(minus(end, start), share))
        )
        if meets_middle(body, seen, there, position):
            return True
        seen = there
    return False


@C.cfunc
@C.exceptval(check=True)
def meets_middle(body: Body, start: Vector, end: Vector, position: C.Py_ssize_t) -> C.bint:
    """Whether a point meets a target on a way, but for a shape that it begins in.

    It is given by its position, or any that is `STANDING` or `TOGETHER`. One-way shapes do not
    count.
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
                or (position == TOGETHER and not nearby.marks[impact.position] & APART)
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
    """Whether a way out of what a body was found in is no longer than a push may be.

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
    """Return how long a way out of what a body was found in may be."""
    k: C.Py_ssize_t
    fastest: C.double = length_of(motion)
    for k in range(inside.count):
        fastest = max(fastest, motion_of(body, before, inside.items[k].position))
    return longest_push(body, fastest)


@C.cfunc
def push_out(body: Body, planes: C.pointer(HalfPlanes), contact: Impact, way: Vector) -> C.int:
    """Add the half plane that leads out of a contact at the end of a way. A floor pushes up."""
    up: Vector = body.settings.up
    normal: Vector = vector(contact.nx, contact.ny)
    depth: C.double = contact.depth
    if body.is_floor(normal):
        depth /= dot(normal, up)
        normal = up
    add_plane(planes, normal, dot(way, normal) + depth, contact.position)
    return 0


@C.cfunc
def mark_apart(body: Body, leader: C.Py_ssize_t, before: PoseRef) -> C.int:
    """Mark as `APART` all but what has moved as one with a target: where the body is, alike."""
    ghost: Ghost = body.ghost
    nearby: Nearby = body.nearby
    i: C.int
    k: C.Py_ssize_t
    corners: Vector[4]
    gone: Vector[4]  # where the leader has taken them
    box: Box = ghost.box()
    here: Vector = ghost.here()
    is_empty: C.bint = box.left > box.right
    new: Pose = pose_of(nearby.batch.rows[leader])
    for i in range(4):
        corners[i] = vector(box.left if i & 1 else box.right, box.top if i & 2 else box.bottom)
        if is_empty:
            corners[i] = here
        gone[i] = taken_along(before + leader, C.address(new), corners[i])
    for k in range(nearby.batch.row_count):
        if k == leader:
            nearby.marks[k] &= ~APART
            continue
        nearby.marks[k] |= APART
        if nearby.marks[k] & MOVED:
            i = 0
            new = pose_of(nearby.batch.rows[k])
            while i < 4 and ghost.hair >= length_of(
                minus(taken_along(before + k, C.address(new), corners[i]), gone[i])
            ):
                i += 1
            if i == 4:
                nearby.marks[k] &= ~APART
    return 0


@C.cfunc
def meet_from(
    body: Body,
    position: C.Py_ssize_t,
    before: PoseRef,
    motion: Vector,
    planes: C.pointer(HalfPlanes),
) -> C.int:
    """Add the half planes of what has moved as one with a target: seen from it, the body has moved.

    It is cast on that way against all of it at once. What it touches there gives half planes, by
    the sides that are exposed to it; and from there it is cast again, to the nearest way that
    these leave.
    """
    ghost: Ghost = body.ghost
    nearby: Nearby = body.nearby
    up: Vector = body.settings.up
    impact: Impact
    leg: Leg
    own: HalfPlanes
    end: Vector
    first: Vector
    i: C.int
    k: C.Py_ssize_t
    here: Vector = ghost.here()
    thin: C.bint = is_thin(STORE, ghost.row) and is_thin(STORE, nearby.batch.rows[position])
    stands: C.bint = position == body.floor and thin
    if stands:  # without area, they must not change sides by rounding
        add_plane(planes, up, dot(motion, up) + 0.2 * ghost.hair, position)
    parts: C.int = STORE.records[ghost.row].count
    for k in range(nearby.batch.row_count):
        if not nearby.marks[k] & APART:
            parts += STORE.records[nearby.batch.rows[k]].count
    known: C.int = planes.count
    found: C.bint = meet_on_legs(
        body, position, before + position, motion, stands, C.address(leg), C.address(impact)
    )
    found = found and pushes_at_end(body, before, motion, C.address(impact))
    for _ in range(MOST_TRIES):
        if not found:
            break
        last: C.int = planes.count
        add_sides(body, here, C.address(leg), C.address(impact), motion, planes)
        if planes.count == last or parts == 2:
            break  # they are too many, or there is no other side: without this, a door takes 1.09
        own.count = planes.count - known
        for i in range(own.count):
            own.items[i] = planes.items[known + i]
        end = motion
        first = vector(impact.x - here.x, impact.y - here.y)
        if not nearest_way(C.address(own), motion, 0.1 * ghost.hair, C.address(end)) or (
            not nearest_way(C.address(own), first, 0.1 * ghost.hair, C.address(first))
        ):
            break
        leg.start = plus(here, first)
        leg.angle = ghost.angle()
        leg.way = minus(end, first)
        leg.turn = 0.0
        if is_zero(leg.way):
            break
        found = meet_on_leg(body, C.address(leg), stands, C.address(impact))
    return 0


@C.cfunc
@C.exceptval(check=True)
def pushes_at_end(body: Body, before: PoseRef, motion: Vector, impact: ImpactRef) -> C.bint:
    """Whether what is not `APART` has met a body as a floor, is in it after its motion, or went
    through its middle.

    The body is where it was, or has gone with the floor. What has only met it on the way, such as
    by a corner, does not push it. One-way shapes always do, because neither test counts them.
    """
    if body.is_floor(vector(impact.nx, impact.ny)):
        return True
    nearby: Nearby = body.nearby
    k: C.Py_ssize_t
    here: Vector = body.ghost.here()
    end: Vector = plus(body.middle(), motion)
    if is_in_any(body) or (not is_zero(motion) and is_in_any_at(body, plus(here, motion))):
        return True
    for k in range(nearby.batch.row_count):
        if not nearby.marks[k] & APART and crosses(body, before, k, end):
            return True
    return False


@C.cfunc
@C.exceptval(check=False)
def is_in_any_at(body: Body, at: Vector) -> C.bint:
    """Do `is_in_any` at another position."""
    here: Vector = body.ghost.here()
    body.ghost.place(at)
    result: C.bint = is_in_any(body)
    body.ghost.place(here)
    return result


@C.cfunc
@C.exceptval(check=False)
def is_in_any(body: Body) -> C.bint:
    """Whether anything that is not `APART` is one-way, or in the body by the exact test."""
    k: C.Py_ssize_t
    for k in range(body.nearby.batch.row_count):
        row: C.int = body.nearby.batch.rows[k]
        if body.nearby.marks[k] & APART:
            continue
        freshen(STORE, row)
        if STORE.flags[row] & ONE_WAY or (
            overlap(STORE.boxes + body.ghost.row, STORE.boxes + row)
            and shapes_overlap(STORE, C.address(body.query_filter.rows), body.ghost.row, row)
        ):
            return True
    return False


@C.cfunc
@C.exceptval(check=True)
def meet_on_legs(
    body: Body,
    position: C.Py_ssize_t,
    old: PoseRef,
    motion: Vector,
    stands: C.bint,
    leg: C.pointer(Leg),
    impact: C.pointer(Impact),
) -> C.bint:
    """What the body meets first of what has moved, while it goes where the floor goes.

    The body is cast from off its present place to `motion` off it: from where it was, as seen from
    the target's new pose. If that has turned, so has the body, the other way.
    """
    ghost: Ghost = body.ghost
    k: C.Py_ssize_t
    new: Pose = pose_of(body.nearby.batch.rows[position])
    pose: Pose = old[0]
    here: Vector = ghost.here()
    # Any point would do, unless the target is scaled: where it stands on this, else its foot.
    is_floor: C.bint = body.floor >= 0 and not body.nearby.marks[body.floor] & APART
    foot: Vector = body.foothold if is_floor else body.foot()
    middle: Vector = body.middle()
    off: Vector = way_seen(ghost, C.address(pose), C.address(new), foot, vector(0.0, 0.0))
    turns: C.bint = turn_of(C.address(pose), C.address(new)) != 0.0
    piece: C.double = piece_of(old, C.address(new))
    share: C.double = 0.0
    while share < 1.0:
        leg.start = plus(here, off)
        leg.angle = ghost.angle() + turn_of(C.address(pose), C.address(new))
        seen: Vector = taken_along(
            C.address(pose), C.address(new), plus(middle, times(motion, share))
        )
        share = min(1.0, share + piece)
        pose = pose_between(old, C.address(new), share)
        gone: Vector = times(motion, share)
        off = way_seen(ghost, C.address(pose), C.address(new), foot, gone)
        leg.way = minus(plus(here, off), leg.start)
        leg.turn = ghost.angle() + turn_of(C.address(pose), C.address(new)) - leg.angle
        if meet_on_leg(body, leg, stands, impact):
            if not turns:
                return True
            # A straight piece may cut across what the body only goes round.
            there: Vector = taken_along(C.address(pose), C.address(new), plus(middle, gone))
            if meets_middle(body, seen, there, TOGETHER):
                return True
            at: Vector = plus(leg.start, leg.way)
            for k in range(body.scratch.impacts.count):
                met: Impact = body.scratch.impacts.items[k]
                if is_entered(body, C.address(met), at, leg.angle + leg.turn):
                    return True
    return False


@C.cfunc
@C.exceptval(check=True)
def meet_on_leg(
    body: Body, leg: C.pointer(Leg), stands: C.bint, impact: C.pointer(Impact)
) -> C.bint:
    """What the body meets first on a way from another pose, of what is not `APART`.

    What it was in from the start, by more than a hair, is passed over. All that it meets is in
    `scratch.impacts`.
    """
    ghost: Ghost = body.ghost
    up: Vector = body.settings.up
    sweep: Sweep
    k: C.Py_ssize_t
    found: C.bint = False
    kept: C.Py_ssize_t = 0
    here: Vector = ghost.here()
    own: C.double = ghost.angle()
    met: ImpactList = body.scratch.impacts
    met.count = 0
    place_row(STORE, ghost.row, leg.start.x, leg.start.y, leg.angle)
    body.begin(C.address(sweep), leg.way, leg.turn, body.scratch.on_way, APART)
    sweep.motion.hair = ghost.hair
    find_impacts(STORE, C.address(sweep), met)
    place_row(STORE, ghost.row, here.x, here.y, own)
    for k in range(met.count):
        one: Impact = met.items[k]
        against: C.bint = not (stands and one.ny * up.y + one.nx * up.x < 0.0)
        is_deep: C.bint = one.overlapping and one.depth > ghost.hair
        if not is_deep and against and body.accepts(C.address(one)):
            if not found:
                found = True
                impact[0] = one
            met.items[kept] = one
            kept += 1
    met.count = kept
    return found


@C.cfunc
def add_sides(
    body: Body,
    here: Vector,
    leg: C.pointer(C.const[Leg]),
    impact: C.pointer(Impact),
    motion: Vector,
    planes: C.pointer(HalfPlanes),
) -> C.int:
    """Add the half planes of what the body touches where it has met something.

    Those sides count that are exposed to the way of the point that meets; if none is, that which
    it has met.
    """
    ghost: Ghost = body.ghost
    sweep: Sweep
    stops: Stops
    i: C.int
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    sides: Impact[MOST_STOPS]
    own: C.double = ghost.angle()
    at: Vector = vector(impact.x, impact.y)
    blocks: Blocks = body.scratch.touched
    place_row(STORE, ghost.row, at.x, at.y, impact.angle)
    pose: Pose = pose_of(ghost.row)
    arm: Vector = minus(vector(impact.px, impact.py), pivot_of(C.address(pose)))
    radians: C.double = leg.turn * DEGREE
    way: Vector = plus(leg.way, vector(-radians * arm.y, radians * arm.x))
    body.begin_at(C.address(sweep), way, 0.0)
    find_blocks(STORE, C.address(sweep), ghost.hair, blocks)
    for k in range(blocks.count):
        if not body.nearby.marks[blocks.items[k].position] & APART and not blocks.items[k].is_deep:
            blocks.items[kept] = blocks.items[k]
            kept += 1
    blocks.count = kept
    blocks.rounding = body.blocks.rounding
    best_end(body.settings, blocks, at, plus(at, way), C.address(stops))
    count: C.int = stops.count
    if not is_zero(minus(stops.end, at)):
        count = min(count, 1)  # it goes on along that
    for i in range(count):
        sides[i] = impact[0]
        stop: Stop = stops.items[i]
        put_impact(ghost, blocks, stop.block, stop.normal, at, C.address(sides[i]))
    if count == 0:
        sides[0] = impact[0]
        count = 1
    place_row(STORE, ghost.row, here.x, here.y, own)
    for i in range(count):
        side: Impact = sides[i]
        normal: Vector = vector(side.nx, side.ny)
        # All that can meet it counts, not only what it meets by: floors may be thin, and tilt.
        # Where that ends, as a coordinate along -normal, with the body where it is now.
        support: C.double = extent_along(ghost, times(normal, -1.0), C.address(side.pair))
        side.depth = dot(vector(side.px, side.py), normal) + support - dot(motion, normal)
        if are_thin(ghost, C.address(side)):
            side.depth += 0.2 * ghost.hair  # as above
        push_out(body, planes, side, motion)
    return 0


@C.cfunc
@C.exceptval(check=True)
def is_entered(body: Body, impact: C.pointer(Impact), at: Vector, angle: C.double) -> C.bint:
    """Whether the shapes of an impact hit each other with the body in another pose, too.

    What is one-way may be overlapped, and what is thin never is.
    """
    ghost: Ghost = body.ghost
    if is_one_way(impact.pair.b, impact.pair.first_b) or are_thin(ghost, impact):
        return True
    here: Vector = ghost.here()
    own: C.double = ghost.angle()
    off: Vector = plus(at, times(vector(impact.nx, impact.ny), ghost.hair))
    place_row(STORE, ghost.row, off.x, off.y, angle)
    freshen(STORE, body.nearby.batch.rows[impact.position])
    result: C.bint = shapes_hit(STORE, C.address(impact.pair))
    place_row(STORE, ghost.row, here.x, here.y, own)
    return result


@C.cfunc
@C.exceptval(check=False)
def are_thin(ghost: Ghost, impact: ImpactRef) -> C.bint:
    """Whether neither part of an impact has an area."""
    mine: C.pointer(Part) = part_of(STORE, ghost.row, impact.part)
    other: C.pointer(Part) = part_of(STORE, impact.pair.b, impact.other_part)
    return mine.kind <= SEGMENT and other.kind <= SEGMENT


@C.cfunc
@C.exceptval(check=False)
def extent_along(ghost: Ghost, direction: Vector, pair: ShapePairRef) -> C.double:
    """Return how far the shapes that can meet the second shape of a pair reach along a direction.

    It is a coordinate along the direction, with the body where it is now, and not a width.
    """
    row: C.int = ghost.row
    # User code may have changed the shapes of either since.
    is_shape: C.bint = pair.first_b < STORE.records[pair.b].count
    against: ShapePairRef = pair if is_shape else C.NULL
    freshen(STORE, row)
    return reach(STORE, row, 0, STORE.records[row].count, direction.x, direction.y, against)


@C.cfunc
@C.exceptval(check=False)
def way_seen(
    ghost: Ghost,
    old: PoseRef,
    new: PoseRef,
    foot: Vector,
    gone: Vector,
) -> Vector:
    """Return the old offset of a body that has moved by a motion, relative to a target's new pose.

    The body rotates about its own pivot, and its foot follows the scale of the target.
    """
    own: Pose = pose_of(ghost.row)
    pivot: Vector = pivot_of(C.address(own))
    turned: Rotation = rotation_of(turn_of(old, new))
    arm: Vector = rotated(minus(foot, pivot), turned.cosine, turned.sine)
    return minus(minus(taken_along(old, new, plus(foot, gone)), pivot), arm)
