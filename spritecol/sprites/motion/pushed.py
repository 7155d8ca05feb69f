"""How floors take a body along, and how what has moved pushes it.

As seen from what has moved, it is the body that has moved, the other way. Whatever it meets on that
way gives a half plane: the ways that do not lead into it. The way that is nearest to the floor's,
of those within all half planes, is taken: so being carried, pushed and squeezed are one.
"""

import cython
from cython import NULL, Py_ssize_t, address, bint, cfunc, declare, double, exceptval, pointer
from cython.cimports.spritecol._engine.pairs import Pair, pair_of
from cython.cimports.spritecol._engine.pipeline.motion.candidates import reach
from cython.cimports.spritecol._engine.pipeline.motion.impact import Impact, Sweep
from cython.cimports.spritecol._engine.pipeline.motion.sweep import find_impacts, find_overlaps
from cython.cimports.spritecol._engine.pipeline.ray_search import (
    ManyRays,
    RayAnswers,
    RayQuestion,
    all_on_rays,
)
from cython.cimports.spritecol._engine.pipeline.row_shapes import is_thin
from cython.cimports.spritecol._engine.pipeline.shape_pair import ShapePair, part_of, place_row
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY, SEGMENT, Part
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.libc import ceil, fabs, remainder
from cython.cimports.spritecol._support.polar import Rotation, rotation_of
from cython.cimports.spritecol.sprites.motion.body import (
    CLOSE,
    IN_THE_WAY,
    MOVED,
    OVERLAPPED,
    Body,
    Hit,
    is_one_way,
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
from cython.cimports.spritecol.sprites.sprite.sprite_row import Pose, pose_of

CORNER = declare(double, 2.0)
"""How much longer a push into a corner of two half planes may be than into one of them."""

PIECE = declare(double, 5.0)
"""In degrees: what turns by more is seen to turn piece by piece."""

MOST_TRIES = declare(cython.int, 12)
"""How many half planes that were met on trial ways are heeded."""


def taken_along(
    old: pointer(cython.const[Pose]), new: pointer(cython.const[Pose]), point: Vector
) -> Vector:
    """Where a point goes with a sprite that moves from one pose to another."""
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


@cfunc
@exceptval(check=False)
def turn_of(old: pointer(cython.const[Pose]), new: pointer(cython.const[Pose])) -> double:
    """How far a sprite has turned, at most half of a turn."""
    return remainder(new.angle - old.angle, 360.0)


@cfunc
@exceptval(check=False)
def piece_of(old: pointer(cython.const[Pose]), new: pointer(cython.const[Pose])) -> double:
    """The share of a motion that is looked at as a straight way: all of it, unless it turns."""
    return 1.0 / max(1.0, ceil(fabs(turn_of(old, new)) / PIECE))


@cfunc
@exceptval(check=False)
def pose_between(
    old: pointer(cython.const[Pose]), new: pointer(cython.const[Pose]), share: double
) -> Pose:
    """Where a sprite is that has made a share of its motion."""
    rest: double = 1.0 - share
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


@cfunc
@exceptval(check=False)
def pivot_of(pose: pointer(cython.const[Pose])) -> Vector:
    """Around which point a sprite turns."""
    if pose.offset_sync:
        return vector(pose.x, pose.y)
    return vector(pose.x + pose.center_x, pose.y + pose.center_y)


def settle(
    body: Body, start: Vector, before: pointer(cython.const[Pose]), motion: Vector, across: double
) -> Push:
    """Go where the floor goes, and out of what has moved.

    `before` has where each target was that is marked as `MOVED`. First a way along the floor that
    it stands on is tried: so what is steep pushes like an upright wall. Then any way that goes
    along, then one out of what the body would be in, and then both without going along. If there is
    none at all, the planks on those ways let it through; else it stays.
    """
    push: Push
    i: cython.int
    at: Vector
    push.crusher = -1
    planks: list = []
    for i in range(5):
        goes_along: bint = i < 3
        if i == 0 and body.floor < 0:
            continue
        if not goes_along and is_zero(motion):
            continue  # it was tried
        body.hits = []  # not those of a try that has failed
        push.carried = motion if goes_along else vector(0.0, 0.0)
        if i == 2 or i == 4:  # noqa: PLR1714 (a set is slow)
            if try_to_leave(body, start, before, push.carried, across, address(at)):
                push.at = body.freed(at)
                return push
        elif go_along(body, start, before, i == 0, address(push.carried), planks, address(at)):
            push.at = at
            return push
    push.at = start
    push.carried = vector(0.0, 0.0)
    if planks:
        body.let_pass(planks)
        return settle(body, start, before, motion, across)
    body.place(start)
    if body.find_inside():
        push.crusher = deepest_of(body).position
    return push


@cfunc
@exceptval(check=False)
def deepest_of(body: Body) -> Impact:
    """The deepest of what the last `find_inside` found; of equal ones the first in space."""
    best: Impact = body.inside.items[0]
    k: Py_ssize_t
    for k in range(1, body.inside.count):
        impact: Impact = body.inside.items[k]
        right: double = impact.px - best.px
        down: double = impact.py - best.py
        is_first: bint = right < 0.0 or (right == 0.0 and down < 0.0)
        if impact.depth > best.depth or (impact.depth == best.depth and is_first):
            best = impact
    return best


@cfunc
def go_along(
    body: Body,
    start: Vector,
    before: pointer(cython.const[Pose]),
    keeps: bint,
    carried: pointer(Vector),
    planks: list,
    at: pointer(Vector),
) -> bint:
    """Go the way nearest to that of the floor; False if there is none.

    With `keeps` it leads no higher than the floor goes, and up no slope. `carried` becomes what the
    walls leave of that, and `at` where it ends. One-way shapes that were in its way are added to
    `planks`.
    """
    planes: HalfPlanes
    static: HalfPlanes  # of what has not moved
    motion: Vector = carried[0]
    any_moved: bint = False
    k: Py_ssize_t
    i: cython.int
    planes.count = 0
    static.count = 0
    body.place(start)
    for k in range(body.near.row_count):
        if body.marks[k] & MOVED:
            any_moved = True
            meet_from(body, k, before + k, motion, address(planes))
    if not any_moved:
        return False
    at[0] = start
    if planes.count == 0 and is_zero(motion) and not body.find_inside():
        at[0] = body.freed(start)
        return True  # nothing takes it along or pushes it: it stays, to the last bit
    if keeps:
        down: Vector = times(body.up, -1.0)
        add_plane(address(planes), down, dot(motion, down), body.floor)
        add_plane(address(static), down, dot(motion, down), body.floor)
    if not go_within(body, start, before, keeps, motion, address(planes), planks, at):
        return False
    if length_of(minus(minus(at[0], start), motion)) <= body.hair:
        return True  # it went the whole way of the floor
    for i in range(planes.count):
        plane: HalfPlane = planes.items[i]
        # What a wall takes of the floor's way: to touch it takes nothing.
        if plane.target != body.floor and not body.marks[plane.target] & MOVED:
            add_plane(address(static), plane.normal, plane.offset, plane.target)
    if not is_zero(motion):  # a push is no part of `carried`
        free: cython.int = static.count
        if free and body.floor >= 0:  # nor into the floor, unless walls leave no other way
            add_plane(address(static), body.up, dot(motion, body.up), body.floor)
        # `nearest_way` leaves `carried` as it is if there is none.
        if not nearest_way(address(static), motion, 0.1 * body.hair, carried):
            static.count = free
            nearest_way(address(static), motion, 0.1 * body.hair, carried)
    return True


@cfunc
def go_within(
    body: Body,
    start: Vector,
    before: pointer(cython.const[Pose]),
    keeps: bint,
    wanted: Vector,
    planes: pointer(HalfPlanes),
    planks: list,
    at: pointer(Vector),
) -> bint:
    """Go the way nearest to a wanted one within half planes; False if there is none.

    What has not moved, but is met on a trial way, becomes a half plane, too. A body that `keeps` to
    its floor meets no other one.
    """
    way: Vector = wanted
    square: double = dot(wanted, wanted)
    is_turned: bint = False
    i: cython.int
    k: Py_ssize_t
    # A push is at most as long as the body, but for what a single half plane asks for. A wall that
    # turns the way of a fast floor leads off it by at most half of that.
    longest: double = max(body.size, 0.5 * length_of(wanted)) + CLOSE * body.hair
    deepest: double = 0.0
    for i in range(planes.count):
        deep: double = planes.items[i].offset - dot(wanted, planes.items[i].normal)
        deepest = max(deepest, deep)
    longest = max(longest, CORNER * deepest)
    for k in range(body.near.row_count):
        body.marks[k] &= ~IN_THE_WAY
    # By rounding, a way may meet what it does not lead into: leave that by more than the slack.
    least: double = 0.2 * body.hair
    for _ in range(MOST_TRIES):
        if not nearest_way(planes, wanted, 0.1 * body.hair, address(way)):
            break
        # The push is how far the way ends off the wanted one; to stop short of that is no push.
        share: double = 0.0 if square == 0.0 else min(1.0, max(0.0, dot(way, wanted) / square))
        if length_of(minus(way, times(wanted, share))) > longest:
            break
        # What has moved is in `planes` already. What it is in from the start is no obstacle, such
        # as the wall of a fast lift that came from beyond reach.
        body.place(start)
        hit: Hit = body.meet(way, MOVED | OVERLAPPED)
        if hit.found and keeps and body.is_floor(hit.normal):
            return False  # that may lift it off its floor
        if hit.found:
            offset: double = dot(hit.normal, minus(hit.at, start))
            offset = max(offset, dot(hit.normal, way) + least)
            add_plane(planes, hit.normal, offset, hit.impact.position)
            body.note_hit(address(hit.impact))
            planks += body.planks_met(hit.at, way)
            is_turned = True
            continue
        known: cython.int = planes.count
        body.place(start)
        for k in range(body.near.row_count if is_turned else 0):
            # A wall has turned the way: it may lead into a one-way shape that has moved.
            if body.marks[k] & MOVED and STORE.dirty[body.near.rows[k]] & ONE_WAY:
                meet_from(body, k, before + k, way, planes)
        if planes.count > known:
            continue
        body.place(plus(start, way))
        if not body.find_inside():
            for k in range(body.near.row_count):
                if body.marks[k] & IN_THE_WAY and crosses(body, before, k, body.middle()):
                    return False
            at[0] = body.freed(plus(start, way))
            if length_of(minus(way, times(wanted, share))) > deepest + body.hair:
                # Of what is round, a half plane may ask for more than is needed.
                at[0] = body.cast(at[0], plus(start, wanted))
            return True
        for i in range(body.inside.count):
            body.marks[body.inside.items[i].position] |= IN_THE_WAY
        contact: Impact = deepest_of(body)
        contact.depth = max(contact.depth, least)
        push_out(body, planes, contact, way)
    return False


@cfunc
def try_to_leave(
    body: Body,
    start: Vector,
    before: pointer(cython.const[Pose]),
    along: Vector,
    across: double,
    at: pointer(Vector),
) -> bint:
    """Go out of what is at the end of a way; False if the body cannot.

    First the least way out, then straight aside to the nearer side and to the other one, then
    straight up or down. It is proved as two legs: out, and along. Out of several shapes, a way that
    leads deeper into one does not count; nor does one that crosses what it leads out of, or what
    else has moved and lets nothing through.
    """
    i: cython.int
    k: Py_ssize_t
    ways: Vector[2]
    base: Vector = plus(start, along)
    body.place(base)
    if not body.find_inside():
        return False  # `go_along` has failed to come there: something is on the way
    ways[0] = body.way_out(vector(0.0, 0.0))
    aside: Vector = times(body.right, 1.0 if across > 0.0 else -1.0)
    ways[1] = body.way_out(aside)
    other_side: Vector = times(aside, -1.0) if dot(ways[1], aside) > 0.0 else aside
    if 0.0 < length_of(ways[1]) <= length_of(ways[0]) + body.hair:
        ways[0] = ways[1]  # of equal ones that aside; it is 0 if there is none
    for i in range(4):
        body.place(base)
        way: Vector = ways[min(i, 1)]
        if i == 2:  # made only where it is needed
            way = body.way_out(other_side, True)
        elif i == 3:
            way = body.way_out(body.up)
        body.find_inside()
        if is_zero(way) or not is_short(body, way):
            continue
        crossed: bint = False
        end: Vector = plus(body.middle(), way)
        for k in range(body.inside.count):
            body.marks[body.inside.items[k].position] |= IN_THE_WAY
        for k in range(body.near.row_count):
            solid: bint = not STORE.dirty[body.near.rows[k]] & ONE_WAY
            if body.marks[k] & IN_THE_WAY or (body.marks[k] & MOVED and solid):
                crossed = crossed or crosses(body, before, k, end)
        if crossed:
            continue
        hit: Hit = body.meet(way)
        body.find_inside()
        if hit.found and hit.impact.overlapping and body.inside.count > 1:
            continue
        body.place(start)
        if go(body, way) or go(body, along):
            continue
        if not body.find_inside():
            at[0] = body.here()
            return True
    return False


@cfunc
@exceptval(check=True)
def go(body: Body, way: Vector) -> bint:
    """Go straight on until a way ends, or meets anything that has not moved; tell whether it does.

    What it was in from the start is passed.
    """
    hit: Hit = body.meet(way, MOVED | OVERLAPPED)
    body.place(hit.at)
    return hit.found


@cfunc
def crosses(
    body: Body, before: pointer(cython.const[Pose]), position: Py_ssize_t, end: Vector
) -> bint:
    """Whether a way out of a target leads through it.

    It does if the target lies between where the body's middle was before, as seen from the target,
    and where that would be in the end: while the target moves, and on the way out before it does.
    """
    came: Vector = body.came(position)
    if not body.marks[position] & MOVED:
        return meets_middle(body, came, end, position)
    new: Pose = pose_of(body.near.rows[position])
    old: pointer(cython.const[Pose]) = before + position
    if not is_passed(body, position, old, came, end):
        return False
    there: Vector = taken_along(old, address(new), came)
    aside: Vector = taken_along(old, address(new), end)
    return meets_middle(body, there, aside, position) or is_passed(body, position, old, end, end)


@cfunc
def is_passed(
    body: Body,
    position: Py_ssize_t,
    old: pointer(cython.const[Pose]),
    start: Vector,
    end: Vector,
) -> bint:
    """Whether a point that goes straight from start to end meets a target that moves meanwhile."""
    new: Pose = pose_of(body.near.rows[position])
    piece: double = piece_of(old, address(new))
    share: double = 0.0
    seen: Vector = taken_along(old, address(new), start)
    while share < 1.0:
        share = min(1.0, share + piece)
        pose: Pose = pose_between(old, address(new), share)
        there: Vector = taken_along(
            address(pose), address(new), plus(start, times(minus(end, start), share))
        )
        if meets_middle(body, seen, there, position):
            return True
        seen = there
    return False


@cfunc
@exceptval(check=True)
def meets_middle(body: Body, start: Vector, end: Vector, position: Py_ssize_t) -> bint:
    """Whether a point meets a target on a way, but for a shape that it begins in."""
    one: ManyRays
    k: Py_ssize_t
    answers: RayAnswers = RayAnswers()
    question: RayQuestion = question_of(body.near, body.query_filter, 0.0, False)
    one.starts = address(start.x)
    one.ends = address(end.x)
    one.start_step = one.end_step = 0
    all_on_rays(STORE, address(one), 1, address(question), None, answers)
    result: bint = False
    for k in range(answers.count):
        result |= answers.items[k].position == position
    return result


@cfunc
def is_short(body: Body, way: Vector) -> bint:
    """Whether a way out of what a body was found in is no longer than the body.

    A press crushes alike at any speed. A slow one is never deep in the body, and a short way along
    its face would lead past its end. So such a way counts until the whole bounding box is past.
    """
    k: Py_ssize_t
    length: double = length_of(way)
    far: double = length
    for k in range(body.inside.count):
        contact: Impact = body.inside.items[k]
        is_along_face: bint = fabs(dot(vector(contact.nx, contact.ny), way)) <= 1e-9 * length
        if is_along_face and contact.depth < length - CLOSE * body.hair:
            pair: ShapePair = contact.pair
            far = max(far, body.way_past(pair.b, pair.first_b, times(way, 1.0 / length)))
    return far <= body.size + CLOSE * body.hair


@cfunc
def push_out(body: Body, planes: pointer(HalfPlanes), contact: Impact, way: Vector) -> cython.int:
    """Add the half plane that leads out of a contact at the end of a way: a floor pushes up."""
    normal: Vector = vector(contact.nx, contact.ny)
    depth: double = contact.depth
    if body.is_floor(normal):
        depth /= dot(normal, body.up)
        normal = body.up
    add_plane(planes, normal, dot(way, normal) + depth, contact.position)
    return 0


@cfunc
def meet_from(
    body: Body,
    position: Py_ssize_t,
    old: pointer(cython.const[Pose]),
    motion: Vector,
    planes: pointer(HalfPlanes),
) -> cython.int:
    """Add the half planes of a target that has moved: seen from it, the body has moved.

    So the body is swept from off its present place to `motion` off it: from where it was, as seen
    from the target's new pose. If that has turned, so has the body, the other way.
    """
    k: Py_ssize_t
    other: cython.int = body.near.rows[position]
    new: Pose = pose_of(other)
    pose: Pose = old[0]
    here: Vector = body.here()
    # Any point would do, unless the target is scaled: where it stands on this, else its foot.
    foot: Vector = body.foothold if position == body.floor else body.foot()
    middle: Vector = body.middle()
    off: Vector = way_seen(body, address(pose), address(new), foot, vector(0.0, 0.0))
    turns: bint = turn_of(address(pose), address(new)) != 0.0
    stands: bint = position == body.floor and is_thin(STORE, body.row) and is_thin(STORE, other)
    if stands:  # without area, they must not change sides by rounding
        add_plane(planes, body.up, dot(motion, body.up) + 0.2 * body.hair, position)
    if not turns and length_of(minus(motion, off)) < 1e-3 * body.hair:
        return 0
    piece: double = piece_of(old, address(new))
    share: double = 0.0
    body.impacts.count = 0
    while share < 1.0 and body.impacts.count == 0:
        start: Vector = off
        angle: double = body.angle() + turn_of(address(pose), address(new))
        seen: Vector = taken_along(address(pose), address(new), plus(middle, times(motion, share)))
        share = min(1.0, share + piece)
        pose = pose_between(old, address(new), share)
        gone: Vector = times(motion, share)
        off = way_seen(body, address(pose), address(new), foot, gone)
        turned: double = body.angle() + turn_of(address(pose), address(new))
        sweep_past(body, position, plus(here, start), angle, minus(off, start), turned - angle)
        if turns and body.impacts.count:
            # A straight piece may cut across what the body only goes round.
            there: Vector = taken_along(address(pose), address(new), plus(middle, gone))
            if not meets_middle(body, seen, there, position):
                keep_entered(body, position, plus(here, off), turned)
    for k in range(body.impacts.count):
        impact: Impact = body.impacts.items[k]
        impact.position = position
        normal: Vector = vector(impact.nx, impact.ny)
        if impact.overlapping or (stands and dot(normal, body.up) < 0.0):
            continue
        if not body.accepts(address(impact)):
            continue
        # All that can meet it counts, not only what it meets by: floors may be thin, and tilt.
        # Where that ends, as a coordinate along -normal, with the body where it is now.
        support: double = extent(body, times(normal, -1.0), address(impact.pair))
        impact.depth = dot(vector(impact.px, impact.py), normal) + support - dot(motion, normal)
        if are_thin(body, address(impact)):
            impact.depth += 0.2 * body.hair  # as above
        push_out(body, planes, impact, motion)
    return 0


@cfunc
def sweep_past(
    body: Body, position: Py_ssize_t, start: Vector, angle: double, way: Vector, turn: double
) -> cython.int:
    """Find all that the sprite would meet of one target on a way from another pose."""
    sweep: Sweep
    only: Pair = pair_of(0, position)
    here: Vector = body.here()
    own: double = body.angle()
    place_row(STORE, body.row, start.x, start.y, angle)
    freshen(STORE, body.near.rows[position])
    body.begin_at(address(sweep), way, turn)
    sweep.count = 1
    sweep.candidates = address(only)
    sweep.motion.hair = body.hair
    body.impacts.count = 0
    find_impacts(STORE, address(sweep), body.impacts)
    place_row(STORE, body.row, here.x, here.y, own)
    return 0


@cfunc
def keep_entered(body: Body, position: Py_ssize_t, at: Vector, angle: double) -> cython.int:
    """Keep those impacts of a `sweep_past` whose shapes overlap with another pose, too.

    What is one-way may be overlapped, and what is thin never is.
    """
    sweep: Sweep
    only: Pair = pair_of(0, position)
    i: Py_ssize_t
    k: Py_ssize_t
    kept: Py_ssize_t = 0
    here: Vector = body.here()
    own: double = body.angle()
    place_row(STORE, body.row, at.x, at.y, angle)
    freshen(STORE, body.near.rows[position])
    body.begin_at(address(sweep), vector(0.0, 0.0), 0.0)
    sweep.count = 1
    sweep.candidates = address(only)
    find_overlaps(STORE, address(sweep), body.inside)
    place_row(STORE, body.row, here.x, here.y, own)
    for k in range(body.impacts.count):
        impact: Impact = body.impacts.items[k]
        entered: bint = is_one_way(impact.pair.b, impact.pair.first_b)
        entered |= are_thin(body, address(impact))
        for i in range(body.inside.count):
            inside: pointer(Impact) = body.inside.items + i
            entered |= (
                inside.depth > body.hair
                and inside.pair.first_a == impact.pair.first_a
                and inside.pair.first_b == impact.pair.first_b
            )
        if entered:
            body.impacts.items[kept] = impact
            kept += 1
    body.impacts.count = kept
    return 0


@cfunc
@exceptval(check=False)
def are_thin(body: Body, impact: pointer(cython.const[Impact])) -> bint:
    """Whether neither part of an impact has an area."""
    mine: pointer(Part) = part_of(STORE, body.row, impact.part)
    other: pointer(Part) = part_of(STORE, impact.pair.b, impact.other_part)
    return mine.kind <= SEGMENT and other.kind <= SEGMENT


@cfunc
@exceptval(check=False)
def extent(body: Body, direction: Vector, pair: pointer(cython.const[ShapePair])) -> double:
    """How far along a direction those shapes reach that can meet the second one of a pair.

    It is a coordinate along the direction, where the body is now: no width.
    """
    row: cython.int = body.row
    # User code may have changed the shapes of either since.
    is_shape: bint = pair.first_b < STORE.groups[pair.b].count
    against: pointer(cython.const[ShapePair]) = pair if is_shape else NULL
    freshen(STORE, row)
    return reach(STORE, row, 0, STORE.groups[row].count, direction.x, direction.y, against)


@cfunc
@exceptval(check=False)
def way_seen(
    body: Body,
    old: pointer(cython.const[Pose]),
    new: pointer(cython.const[Pose]),
    foot: Vector,
    gone: Vector,
) -> Vector:
    """How far off its place a body has been that had gone so far, as seen from a target's new pose.

    It turns about its own pivot; and its foot goes with the target, as that is scaled.
    """
    own: Pose = pose_of(body.row)
    pivot: Vector = pivot_of(address(own))
    turned: Rotation = rotation_of(turn_of(old, new))
    arm: Vector = rotated(minus(foot, pivot), turned.cosine, turned.sine)
    return minus(minus(taken_along(old, new, plus(foot, gone)), pivot), arm)
