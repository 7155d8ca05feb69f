"""How floors carry a body, and how targets that have got into it push it out.

A body is carried. If that is impossible, it leaves the targets that it overlaps. If that is
impossible, too, it is crushed.

*Carried*: relative to a target that has moved, the body has moved in the opposite direction. Every
target that it meets on that way gives a half plane, which contains the ways that do not lead into
the target. Of the ways within all half planes, the body takes the one nearest to the floor's
motion. So carrying, pushing and squeezing are the same.

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
from cython.cimports.spritecol._engine.narrow_phase.row_shapes import (
    first_part_of,
    is_thin,
    pair_needs_role_test,
    pair_roles_meet,
    whole_rows,
)
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import (
    ShapePair,
    ShapePairRef,
    part_of,
    place_row,
    shapes_hit,
)
from cython.cimports.spritecol._engine.pairs import Pair, pair_of
from cython.cimports.spritecol._engine.pipeline.ray_search import (
    ManyRays,
    RayAnswer,
    RayAnswers,
    RayQuestion,
    all_on_rays,
)
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY, SEGMENT, Part
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.candidates import reach
from cython.cimports.spritecol._engine.sweeps.impact import Impact, ImpactList, ImpactRef, Sweep
from cython.cimports.spritecol._engine.sweeps.sweep import find_impacts, measure
from cython.cimports.spritecol._engine.tolerances import CORNER, MOST_TRIES, PIECE, SAME, SAME_PLACE
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.libc import ceil, fabs, remainder
from cython.cimports.spritecol._support.polar import Rotation, rotation_of
from cython.cimports.spritecol.sprites.motion.body import (
    IN_THE_WAY,
    MOVED,
    OVERLAPPED,
    REJECTED,
    Body,
    Hit,
)
from cython.cimports.spritecol.sprites.motion.casts import go_to, meet
from cython.cimports.spritecol.sprites.motion.free_places import (
    Place,
    free_place_near,
    last_free,
)
from cython.cimports.spritecol.sprites.motion.inside import (
    find_inside,
    is_one_way,
    way_out,
    way_past,
)
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
from cython.cimports.spritecol.sprites.sprite.poses import is_shifted
from cython.cimports.spritecol.sprites.sprite.sprite_row import Pose, PoseRef, pose_of


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

    `before` contains the old pose of each target that is marked as `MOVED`. First a way along the
    floor that the body stands on is tried, so that steep targets push like upright walls. Then any
    way is tried, and a way out of the targets that it would overlap where the floor goes, and then
    both from where it stands. If no way out counts, the body is crushed and stays.
    """
    push: Push
    push.is_crushed = True
    if body.floor >= 0:
        push = carry(body, start, before, motion, True)
    if push.is_crushed:
        push = carry(body, start, before, motion, False)
    if push.is_crushed and not is_zero(motion):
        push = leave(body, start, before, motion, across)
    if push.is_crushed and not is_zero(motion):
        push = carry(body, start, before, vector(0.0, 0.0), False)
    if push.is_crushed:
        push = leave(body, start, before, vector(0.0, 0.0), across)
    return push


@C.cfunc
def let_planks_pass(body: Body) -> C.int:
    """Let the body pass all one-way shapes, which a push ignores."""
    k: C.Py_ssize_t
    first: C.int
    for k in range(body.near.row_count):
        row: C.int = body.near.rows[k]
        for first in range(STORE.groups[row].count if STORE.dirty[row] & ONE_WAY else 0):
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
def carry(body: Body, start: Vector, before: PoseRef, motion: Vector, keeps: C.bint) -> Push:
    """Go the way nearest to the floor's motion. If there is none, the body is crushed.

    With `keeps`, the way leads no higher than the floor goes, and not up a slope.
    """
    planes: HalfPlanes
    push: Push
    any_pushes: C.bint = not is_zero(motion)
    k: C.Py_ssize_t
    push.at = start
    push.carried = motion
    push.pushed = vector(0.0, 0.0)
    push.is_crushed = True
    planes.count = 0
    body.hits = []  # not the hits of a way that has failed
    body.place(start)
    for k in range(body.near.row_count):
        if body.marks[k] & MOVED:
            any_pushes |= (body.marks[k] & OVERLAPPED) != 0
            meet_from(body, k, before + k, motion, C.address(planes))
    if planes.count == 0 and not any_pushes:
        return push
    if keeps:
        down: Vector = times(body.up, -1.0)
        add_plane(C.address(planes), down, dot(motion, down), -1)
    end: Place = go_within(body, start, before, keeps, motion, C.address(planes))
    push.at = end.at
    if end.found and length_of(minus(minus(end.at, start), motion)) > body.hair:
        push.carried = left_by_walls(body, C.address(planes), motion)
        push.pushed = minus(minus(end.at, start), push.carried)
        if length_of(push.pushed) <= SAME_PLACE * body.hair:
            push.pushed = vector(0.0, 0.0)  # by rounding, or off a target that it only touched
    too_far: C.bint = body.max_push >= 0.0 and length_of(push.pushed) > longest_push(body)
    push.is_crushed = not end.found or too_far
    return push


@C.cfunc
@C.exceptval(check=False)
def left_by_walls(body: Body, planes: C.pointer(C.const[HalfPlanes]), motion: Vector) -> Vector:
    """Return the part of the floor's motion that resting walls leave, which excludes any push."""
    static: HalfPlanes
    i: C.int
    left: Vector = motion
    static.count = 0
    if is_zero(motion):
        return motion
    for i in range(planes.count):
        plane: HalfPlane = planes.items[i]
        if plane.target < 0 or not body.marks[plane.target] & MOVED:
            add_plane(C.address(static), plane.normal, plane.offset, plane.target)
    free: C.int = static.count
    if free and body.floor >= 0:  # nor into the floor, unless walls leave no other way
        add_plane(C.address(static), body.up, dot(motion, body.up), body.floor)
    # `nearest_way` leaves `left` as it is if there is none.
    if not nearest_way(C.address(static), motion, 0.1 * body.hair, C.address(left)):
        static.count = free
        nearest_way(C.address(static), motion, 0.1 * body.hair, C.address(left))
    return left


@C.cfunc
def go_within(
    body: Body,
    start: Vector,
    before: PoseRef,
    keeps: C.bint,
    wanted: Vector,
    planes: C.pointer(HalfPlanes),
) -> Place:
    """Find where the way within half planes ends that is nearest to a wanted way.

    A target that is met on a trial way, or at its end, becomes a half plane, too. A body that
    `keeps` to its floor meets no other floor.
    """
    hit: Hit
    end: Place
    k: C.Py_ssize_t
    deepest: C.double = deepest_in(planes, wanted)
    is_turned: C.bint = False
    end.found = False
    end.at = start
    for k in range(body.near.row_count):
        body.marks[k] &= ~IN_THE_WAY
    for _ in range(MOST_TRIES):
        way: Vector = wanted
        if not nearest_way(planes, wanted, 0.1 * body.hair, C.address(way)):
            break
        push: C.double = length_of(off_way(way, wanted))
        if push > longest_turn(body, wanted, deepest):
            break
        body.place(start)
        if meet(body, way, C.address(hit), MOVED | OVERLAPPED):
            if keeps and body.is_floor(hit.normal):
                break  # that may lift it off its floor
            add_wall(body, start, C.address(hit), planes)
            is_turned = True
        elif not (is_turned and any_plank_met(body, start, before, way, planes)) and (
            not any_entered(body, start, way, planes)
        ):
            if not any_crossed(body, before, IN_THE_WAY, body.middle()):
                end = end_of_push(body, start, plus(start, way), way)
                # The planes of round shapes may ask for too much.
                if end.found and push > deepest + body.hair:
                    end.at = go_to(body, end.at, plus(start, wanted))
            break
    return end


@C.cfunc
def end_of_push(body: Body, start: Vector, end: Vector, way: Vector) -> Place:
    """Return the free position nearest to the end of a push.

    If there is none, as in a gap that is too narrow by rounding, it is the last position on the way
    from the start where the body hits nothing new, unless it overlaps something by more than a hair
    there.
    """
    sweep: Sweep
    place: Place = free_place_near(body, end, way, C.NULL)
    if not place.found:
        body.place(start)
        body.begin(C.address(sweep), minus(end, start), 0.0, body.on_way, REJECTED)
        measure(STORE, C.address(sweep))
        place.at = last_free(body, start, end, C.address(sweep))
        body.place(place.at)
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
def longest_turn(body: Body, wanted: Vector, deepest: C.double) -> C.double:
    """Return how far half planes may lead away from a wanted way.

    It is the size of the body, or more if a single half plane needs it. A wall that turns the way
    of a fast floor leads away from it by at most half of the floor's motion.
    """
    own: C.double = max(body.size, 0.5 * length_of(wanted)) + SAME_PLACE * body.hair
    return max(own, CORNER * deepest)


@C.cfunc
@C.exceptval(check=False)
def longest_push(body: Body) -> C.double:
    """Return how long a way out may be. The default is the size of the body."""
    return (body.size if body.max_push < 0.0 else body.max_push) + SAME_PLACE * body.hair


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
    k: C.Py_ssize_t
    known: C.int = planes.count
    body.place(start)
    for k in range(body.near.row_count):
        if body.marks[k] & MOVED and STORE.dirty[body.near.rows[k]] & ONE_WAY:
            meet_from(body, k, before + k, way, planes)
    return planes.count > known


@C.cfunc
@C.exceptval(check=True)
def any_entered(body: Body, start: Vector, way: Vector, planes: C.pointer(HalfPlanes)) -> C.bint:
    """Add the half plane of the target that a body overlaps most deeply at the end of a way. Mark
    all that it overlaps.
    """
    i: C.Py_ssize_t
    body.place(plus(start, way))
    inside: ImpactList = find_inside(body)
    if inside.count == 0:
        return False
    for i in range(inside.count):
        body.marks[inside.items[i].position] |= IN_THE_WAY
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
    body.hits = []
    let_planks_pass(body)
    body.place(plus(start, motion))
    push.is_crushed = find_inside(body).count > 0
    if push.is_crushed:
        end: Place = way_out_that_counts(body, start, before, motion, across)
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
) -> Place:
    """Find where the shortest way out that counts ends, from where the body is.

    The candidates are the shortest way out, those straight to either side, and the one straight up
    or down.
    """
    i: C.int
    ways: Vector[4]
    end: Place
    base: Vector = plus(start, motion)
    aside: Vector = times(body.right, 1.0 if across > 0.0 else -1.0)
    ways[0] = way_out(body, aside, True)
    ways[1] = way_out(body, times(aside, -1.0), True)
    ways[2] = way_out(body, vector(0.0, 0.0))
    ways[3] = way_out(body, body.up)
    for _ in range(4):
        best: C.int = -1
        for i in range(4):  # of equal ways, the one to the side
            if not is_zero(ways[i]) and (
                best < 0 or length_of(ways[i]) < length_of(ways[best]) - body.hair
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
    hit: Hit
    k: C.Py_ssize_t
    stands_in: C.bint = False
    base: Vector = plus(start, motion)
    body.place(base)
    inside: ImpactList = find_inside(body)
    if not is_short(body, inside, way):
        return False
    end: Vector = plus(body.middle(), way)
    for k in range(inside.count):
        position: C.Py_ssize_t = inside.items[k].position
        if not body.marks[position] & MOVED:
            stands_in = True
            if meets_middle(body, body.came(position), end, -1):
                return False
    if not stands_in and meet(body, way, C.address(hit), MOVED | OVERLAPPED):
        return False
    if any_crossed(body, before, MOVED, end):
        return False
    body.place(plus(start, way))
    return is_zero(motion) or not meet(body, motion, C.address(hit), MOVED | OVERLAPPED)


@C.cfunc
@C.exceptval(check=True)
def any_crossed(body: Body, before: PoseRef, mark: C.int, end: Vector) -> C.bint:
    """Whether a body whose center ends there is led through any moved target with a mark."""
    k: C.Py_ssize_t
    for k in range(body.near.row_count):
        if body.marks[k] & MOVED and body.marks[k] & mark and crosses(body, before, k, end):
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
    new: Pose = pose_of(body.near.rows[position])
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
    new: Pose = pose_of(body.near.rows[position])
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
    """Whether a point meets a target on a way, or any resting target for -1. A shape in which it
    begins, and one-way shapes, do not count.
    """
    one: ManyRays
    k: C.Py_ssize_t
    impact: Impact
    answers: RayAnswers = RayAnswers()
    question: RayQuestion = question_of(body.near, body.query_filter, 0.0, False)
    one.starts = C.address(start.x)
    one.ends = C.address(end.x)
    one.start_step = one.end_step = 0
    all_on_rays(STORE, C.address(one), 1, C.address(question), None, answers)
    impact.fraction = 0.0
    impact.overlapping = False
    impact.x = body.here().x
    impact.y = body.here().y
    for k in range(answers.count):
        answer: RayAnswer = answers.items[k]
        row: C.int = body.near.rows[answer.position]
        impact.position = answer.position
        impact.pair = whole_rows(STORE, body.ghost, row)
        impact.pair.first_b = first_part_of(STORE, row, answer.shape)
        impact.nx = answer.contact.nx
        impact.ny = answer.contact.ny
        impact.px = answer.contact.x
        impact.py = answer.contact.y
        if (
            (
                impact.position == position
                or (position < 0 and not body.marks[impact.position] & MOVED)
            )
            and impact.pair.first_b < STORE.groups[row].count  # else `where` has changed shapes
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
def is_short(body: Body, inside: ImpactList, way: Vector) -> C.bint:
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
        if is_along_face and contact.depth < length - SAME_PLACE * body.hair:
            pair: ShapePair = contact.pair
            far = max(far, way_past(body, pair.b, pair.first_b, times(way, 1.0 / length)))
    return far <= longest_push(body)


@C.cfunc
def push_out(body: Body, planes: C.pointer(HalfPlanes), contact: Impact, way: Vector) -> C.int:
    """Add the half plane that leads out of a contact at the end of a way. A floor pushes up."""
    normal: Vector = vector(contact.nx, contact.ny)
    depth: C.double = contact.depth
    if body.is_floor(normal):
        depth /= dot(normal, body.up)
        normal = body.up
    add_plane(planes, normal, dot(way, normal) + depth, contact.position)
    return 0


@C.cfunc
def meet_from(
    body: Body,
    position: C.Py_ssize_t,
    old: PoseRef,
    motion: Vector,
    planes: C.pointer(HalfPlanes),
) -> C.int:
    """Add the half planes of a target that has moved. Relative to it, the body has moved."""
    k: C.Py_ssize_t
    other: C.int = body.near.rows[position]
    new: Pose = pose_of(other)
    stands: C.bint = position == body.floor and is_thin(STORE, body.ghost) and is_thin(STORE, other)
    if stands:  # shapes without area must not change sides by rounding
        add_plane(planes, body.up, dot(motion, body.up) + 0.2 * body.hair, position)
    met: ImpactList = find_met(body, position, old, C.address(new), motion)
    for k in range(met.count):
        impact: Impact = met.items[k]
        impact.position = position
        normal: Vector = vector(impact.nx, impact.ny)
        if impact.overlapping or (stands and dot(normal, body.up) < 0.0):
            continue
        if not body.accepts(C.address(impact)):
            continue
        # All shapes that can meet it count, not only the shape that meets it, because floors may be
        # thin, and tilt. This is where they end, as a coordinate along -normal, with the body where
        # it is now.
        support: C.double = extent(body, times(normal, -1.0), C.address(impact.pair))
        impact.depth = dot(vector(impact.px, impact.py), normal) + support - dot(motion, normal)
        if are_thin(body, C.address(impact)):
            impact.depth += 0.2 * body.hair  # as above
        push_out(body, planes, impact, motion)
    return 0


@C.cfunc
def find_met(
    body: Body,
    position: C.Py_ssize_t,
    old: PoseRef,
    new: PoseRef,
    motion: Vector,
) -> ImpactList:
    """Find the impacts with a target that has moved, while the body moves with the floor.

    The body is swept from where it was, relative to the target's new pose, to its present position
    plus `motion`. If the target has rotated, the body rotates in the opposite direction.
    """
    pose: Pose = old[0]
    here: Vector = body.here()
    # Any point would do, unless the target is scaled: use the point where it stands on it, or else
    # its foot.
    foot: Vector = body.foothold if position == body.floor else body.foot()
    middle: Vector = body.middle()
    off: Vector = way_seen(body, C.address(pose), new, foot, vector(0.0, 0.0))
    turns: C.bint = turn_of(C.address(pose), new) != 0.0
    piece: C.double = piece_of(old, new)
    share: C.double = 0.0
    met: ImpactList = body.impacts
    met.count = 0
    while share < 1.0 and met.count == 0:
        start: Vector = off
        angle: C.double = body.angle() + turn_of(C.address(pose), new)
        seen: Vector = taken_along(C.address(pose), new, plus(middle, times(motion, share)))
        share = min(1.0, share + piece)
        pose = pose_between(old, new, share)
        gone: Vector = times(motion, share)
        off = way_seen(body, C.address(pose), new, foot, gone)
        turned: C.double = body.angle() + turn_of(C.address(pose), new)
        sweep_past(body, position, plus(here, start), angle, minus(off, start), turned - angle, met)
        if turns and met.count:
            # A straight piece may cut across something that the body only goes around.
            there: Vector = taken_along(C.address(pose), new, plus(middle, gone))
            if not meets_middle(body, seen, there, position):
                keep_entered(body, position, plus(here, off), turned, met)
    return met


@C.cfunc
def sweep_past(
    body: Body,
    position: C.Py_ssize_t,
    start: Vector,
    angle: C.double,
    way: Vector,
    turn: C.double,
    met: ImpactList,
) -> C.int:
    """Find all impacts of the sprite with one target on a way from another pose."""
    sweep: Sweep
    only: Pair = pair_of(0, position)
    here: Vector = body.here()
    own: C.double = body.angle()
    place_row(STORE, body.ghost, start.x, start.y, angle)
    freshen(STORE, body.near.rows[position])
    body.begin_at(C.address(sweep), way, turn)
    sweep.count = 1
    sweep.candidates = C.address(only)
    sweep.motion.hair = body.hair
    met.count = 0
    find_impacts(STORE, C.address(sweep), met)
    place_row(STORE, body.ghost, here.x, here.y, own)
    return 0


@C.cfunc
def keep_entered(
    body: Body, position: C.Py_ssize_t, at: Vector, angle: C.double, met: ImpactList
) -> C.int:
    """Keep the impacts of a `sweep_past` whose shapes hit each other in another pose, too.

    One-way shapes may be overlapped, and thin shapes never are.
    """
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    here: Vector = body.here()
    own: C.double = body.angle()
    for k in range(met.count):
        impact: Impact = met.items[k]
        off: Vector = plus(at, times(vector(impact.nx, impact.ny), body.hair))
        place_row(STORE, body.ghost, off.x, off.y, angle)
        freshen(STORE, body.near.rows[position])
        if (
            is_one_way(impact.pair.b, impact.pair.first_b)
            or are_thin(body, C.address(impact))
            or shapes_hit(STORE, C.address(impact.pair))
        ):
            met.items[kept] = impact
            kept += 1
    met.count = kept
    place_row(STORE, body.ghost, here.x, here.y, own)
    return 0


@C.cfunc
@C.exceptval(check=False)
def are_thin(body: Body, impact: ImpactRef) -> C.bint:
    """Whether neither part of an impact has an area."""
    mine: C.pointer(Part) = part_of(STORE, body.ghost, impact.part)
    other: C.pointer(Part) = part_of(STORE, impact.pair.b, impact.other_part)
    return mine.kind <= SEGMENT and other.kind <= SEGMENT


@C.cfunc
@C.exceptval(check=False)
def extent(body: Body, direction: Vector, pair: ShapePairRef) -> C.double:
    """Return how far the shapes that can meet the second shape of a pair reach along a direction.

    It is a coordinate along the direction, with the body where it is now, and not a width.
    """
    row: C.int = body.ghost
    # User code may have changed the shapes of either since.
    is_shape: C.bint = pair.first_b < STORE.groups[pair.b].count
    against: ShapePairRef = pair if is_shape else C.NULL
    freshen(STORE, row)
    return reach(STORE, row, 0, STORE.groups[row].count, direction.x, direction.y, against)


@C.cfunc
@C.exceptval(check=False)
def way_seen(
    body: Body,
    old: PoseRef,
    new: PoseRef,
    foot: Vector,
    gone: Vector,
) -> Vector:
    """Return the old offset of a body that has moved by a motion, relative to a target's new pose.

    The body rotates about its own pivot, and its foot follows the scale of the target.
    """
    own: Pose = pose_of(body.ghost)
    pivot: Vector = pivot_of(C.address(own))
    turned: Rotation = rotation_of(turn_of(old, new))
    arm: Vector = rotated(minus(foot, pivot), turned.cosine, turned.sine)
    return minus(minus(taken_along(old, new, plus(foot, gone)), pivot), arm)
