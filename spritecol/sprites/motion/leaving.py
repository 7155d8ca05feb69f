"""How a body leaves what it overlaps: by a short way out that counts.

This module chooses which way out a body takes, and asks `where`. `pipeline/way_out` finds a short
way out of several rows, and `narrow_phase/short_way` tries the ways out of their parts.

A way out counts if its end is free, it is at most `max_push` long, and it does not lead through
anything that has moved. In addition, either the body overlaps no resting targets and meets none on
the way, or the way of its center meets no resting targets. Sides of single targets are not
considered, so it does not matter which tile hides a side of which other tile. Tiles push like whole
walls.

Known limit: a body that is written with its middle into a wall leaves a whole wall, but of tiles
only the one in which its middle is, so it may be crushed. So may a body that must be pushed farther
than it is large: it was too far from the last tiles to see that they move.

Known limit: if the middle of a body passes exactly along an edge of a target, the mirrored push may
be another one.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.narrow_phase import shape_pair
from cython.cimports.spritecol._engine.narrow_phase.move_outlines import Move
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import ShapePair
from cython.cimports.spritecol._engine.pipeline.ray_search import RayAnswer, RayAnswers
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY
from cython.cimports.spritecol._engine.storage.store import STORE, RowFilterRef
from cython.cimports.spritecol._engine.sweeps.candidates import reach
from cython.cimports.spritecol._engine.sweeps.impact import Impact, ImpactList
from cython.cimports.spritecol._engine.tolerances import CORNER, SAME
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.libc import INFINITY, fabs
from cython.cimports.spritecol.sprites.containers.batch import Batch, fill
from cython.cimports.spritecol.sprites.motion import casts
from cython.cimports.spritecol.sprites.motion.body import (
    IN_THE_WAY,
    MOVED,
    OVERLAPPED,
    WORK,
    Body,
    Ghost,
    Nearby,
    Stop,
    ask_for,
    count_one,
    motion_of,
)
from cython.cimports.spritecol.sprites.motion.casts import FreePlace
from cython.cimports.spritecol.sprites.motion.poses import taken_along
from cython.cimports.spritecol.sprites.motion.touched import LentImpacts, find_inside, is_one_way
from cython.cimports.spritecol.sprites.motion.vector import *
from cython.cimports.spritecol.sprites.questions.contact_questions import separate_from
from cython.cimports.spritecol.sprites.row import sprite_row
from cython.cimports.spritecol.sprites.row.sprite_row import Pose, PoseRef, SpriteRow

STANDING = C.declare(C.Py_ssize_t, -1)
"""Instead of a position: all targets that have not moved."""

MOST_WAYS_OUT = C.declare(C.int, 32)
"""How many ways out are tried, each out of more targets. In 18,000 ordinary frames no more than 4
were. Without it, a body deep in a thousand tiles tries for half a minute.
"""


def leave(body: Body, start: Vector, old_poses: PoseRef, motion: Vector, across: C.double) -> Push:
    """Leave the targets that the body overlaps at the end of a motion. If no way out counts, it is
    crushed.
    """
    passed: C.Py_ssize_t = body.query_filter.override_count
    push: Push
    push.at = start
    push.carried = push.pushed = vector(0.0, 0.0)
    let_planks_pass(body, 0)
    push.is_crushed = find_inside(body, plus(start, motion)).count > 0
    if push.is_crushed:
        end: FreePlace = way_out_that_counts(body, start, old_poses, motion, across)
        push.is_crushed = not end.found
        if end.found:
            push.at = end.at
            push.carried = motion
            push.pushed = minus(minus(push.at, start), motion)
    elif is_zero(motion):  # it may hit something by rounding
        push.at = casts.free_place_near(body, start, motion, C.NULL).at
    else:
        push.is_crushed = True  # something is on the way there, or it would have been carried
    body.query_filter.override_count = passed
    body.knows_blocks = False
    return push


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


@C.cfunc
def way_out_that_counts(
    body: Body, start: Vector, old_poses: PoseRef, motion: Vector, across: C.double
) -> FreePlace:
    """Find where a short way out that counts ends, from where a motion leads.

    The candidates are the ways straight to either side, the one straight up or down, and a
    short one in any direction. Of equal ways, the one to the side counts, and then the one up.
    """
    i: C.int
    ways: Vector[5]
    end: FreePlace
    base: Vector = plus(start, motion)
    aside: Vector = first_side(body, across)
    inside: LentImpacts = find_inside(body, base)
    longest: C.double = longest_way_out(body, base, old_poses, inside, motion)
    overlapped: list = [inside.items[k].position for k in range(inside.count)]
    ways[0] = way_out(body, base, overlapped, aside, longest, True)
    ways[1] = way_out(body, base, overlapped, times(aside, -1.0), longest, True)
    ways[2] = way_out(body, base, overlapped, body.settings.up, longest)
    ways[4] = way_out(body, base, overlapped, vector(0.0, 0.0), longest)
    ways[3] = mirrored(body, base, ways[4], aside)
    for _ in range(5):
        best: C.int = -1
        for i in range(5):
            if not is_zero(ways[i]) and (
                best < 0 or length_of(ways[i]) < length_of(ways[best]) - body.ghost.hair
            ):
                best = i
        if best < 0:
            break
        if counts(body, start, old_poses, motion, ways[best]):
            end = casts.free_place_near(body, plus(base, ways[best]), ways[best], C.NULL)
            if end.found:
                return end
        ways[best] = vector(0.0, 0.0)
    end.found = False
    end.at = base
    return end


def first_side(body: Body, across: C.double) -> Vector:
    """Return the side that counts first of two equal ways: where the motion leads, or else left.

    Left is where x is less, also in a world whose y points up.
    """
    right: Vector = body.settings.right
    return right if across > 0.0 or (across == 0.0 and right.x < 0.0) else times(right, -1.0)


@C.cfunc
@C.exceptval(check=True)
def mirrored(body: Body, at: Vector, way: Vector, aside: Vector) -> Vector:
    """Return the way out that is as long as another one, but leads up, or to a side first. It is 0
    if there is none.

    Without it, a tie between two slanted ways would not depend on where `up` is.
    """
    i: C.int
    up: Vector = body.settings.up
    across: C.double = fabs(dot(way, aside))
    rise: C.double = fabs(dot(way, up))
    for i in range(4):  # up and to the side, up and to the other side, and then down
        trial: Vector = plus(
            times(aside, across if i % 2 == 0 else -across), times(up, rise if i < 2 else -rise)
        )
        if length_of(minus(trial, way)) <= body.ghost.hair:
            break
        if find_inside(body, plus(at, trial)).count == 0:
            return trial
    return vector(0.0, 0.0)


@C.cfunc
@C.exceptval(check=True)
def counts(body: Body, start: Vector, old_poses: PoseRef, motion: Vector, way: Vector) -> C.bint:
    """Whether a way out of the targets that the body overlaps after a motion counts. It is short.

    If the body overlaps no resting targets, it must meet none on the way. Otherwise the way of its
    center, from where that was before, must meet none. If the way is taken first, the motion must
    not lead into a resting target, either. And the body must not be led through anything that has
    moved.
    """
    nearby: Nearby = body.nearby
    stop: Stop
    k: C.Py_ssize_t
    stands_in: C.bint = False
    base: Vector = plus(start, motion)
    known: C.Py_ssize_t = nearby.batch.row_count
    ask_for(body, base, way, 0.0)
    ask_for(body, start, way, 0.0)
    ask_for(body, plus(start, way), motion, 0.0)
    let_planks_pass(body, known)
    inside: LentImpacts = find_inside(body, base)
    if not is_short(body, base, old_poses, inside, way, motion):
        return False
    end: Vector = plus(body.middle(base), way)
    for k in range(nearby.batch.row_count):
        nearby.marks[k] &= ~IN_THE_WAY
    for k in range(inside.count):
        position: C.Py_ssize_t = inside.items[k].position
        nearby.marks[position] |= IN_THE_WAY
        stands_in |= not nearby.marks[position] & MOVED
    if not stands_in and casts.meet(body, base, way, C.address(stop), MOVED | OVERLAPPED):
        return False
    if any_crossed(body, old_poses, MOVED | IN_THE_WAY, end):
        return False
    return is_zero(motion) or not casts.meet(
        body, plus(start, way), motion, C.address(stop), MOVED | OVERLAPPED
    )


def any_crossed(body: Body, old_poses: PoseRef, mark: C.int, end: Vector) -> C.bint:
    """Whether a body whose middle ends there is led through anything with a mark.

    For a target that has moved, the way of the body is seen from this target.
    """
    nearby: Nearby = body.nearby
    met: RayAnswer
    k: C.Py_ssize_t
    for k in range(nearby.batch.row_count):
        if not nearby.marks[k] & mark:
            continue
        if nearby.marks[k] & MOVED:
            if crosses(body, old_poses, k, end):
                return True
        elif meets_middle(body, body.came(k), end, k, C.address(met)) or (
            meets_middle(body, body.was, end, STANDING, C.address(met))
        ):
            return True
    return False


def leads_through(body: Body, start: Vector, end: Vector, side: C.pointer(Impact)) -> C.bint:
    """Whether its own motion leads a crushed body through a resting target that it overlaps.

    It does if the way of its middle, from where that came, enters the target by a side that is
    against the motion. Write the impact of the first such side. A face at which the way begins or
    ends counts, so it is a hair longer: of a ray, only a left or upper face is a part of the shape.
    """
    met: RayAnswer
    i: C.Py_ssize_t
    first: C.double = INFINITY
    inside: LentImpacts = find_inside(body, start)
    middle: Vector = body.middle(end)
    for i in range(inside.count):
        k: C.Py_ssize_t = inside.items[i].position
        came: Vector = body.came(k)
        way: Vector = minus(middle, came)
        longer: Vector = times(way, body.ghost.hair / max(length_of(way), body.ghost.hair))
        if not body.nearby.marks[k] & MOVED and meets_middle(
            body, minus(came, longer), plus(middle, longer), k, C.address(met)
        ):
            normal: Vector = vector(met.contact.nx, met.contact.ny)
            away: C.double = length_of(minus(vector(met.contact.x, met.contact.y), came))
            if away < first and dot(normal, minus(end, start)) < 0.0:
                first = away
                side[0] = inside.items[i]
                casts.put_ray_answer(body, C.address(met), side)
    return first < INFINITY


@C.cfunc
@C.exceptval(check=True)
def crosses(body: Body, old_poses: PoseRef, position: C.Py_ssize_t, end: Vector) -> C.bint:
    """Whether a way out of a target that has moved leads through it.

    It does if the target is between where the body's center was before, relative to the target, and
    where it would be in the end. This is tested both while the target moves, and on the way out
    before it moves.
    """
    met: RayAnswer
    new: Pose = sprite_row.pose_of(body.nearby.batch.rows[position])
    seen: Vector = taken_along(old_poses + position, C.address(new), body.came(position))
    if not meets_middle(body, seen, end, position, C.address(met)):
        return False
    aside: Vector = taken_along(old_poses + position, C.address(new), end)
    return meets_middle(body, seen, aside, position, C.address(met)) or meets_middle(
        body, aside, end, position, C.address(met)
    )


@C.cfunc
@C.exceptval(check=True)
def meets_middle(
    body: Body, start: Vector, end: Vector, position: C.Py_ssize_t, met: C.pointer(RayAnswer)
) -> C.bint:
    """Whether a point meets a target on a way, except for a shape in which it begins, and where.

    The target is given by its position, or `STANDING` stands for several. One-way shapes do not
    count. `where` is called for what the body meets of the target on the same way.
    """
    nearby: Nearby = body.nearby
    k: C.Py_ssize_t
    pair: ShapePair
    chosen: RowFilterRef = C.address(body.query_filter.rows)
    answers: RayAnswers = casts.find_on_ray(body, start, end, chosen, False)
    place: Vector = body.ghost.start
    begins: Vector = plus(place, minus(start, body.middle(place)))  # its middle is at `start`
    for k in range(answers.count):
        met[0] = answers.items[k]
        row: C.int = nearby.batch.rows[met.position]
        pair = shape_pair.whole_rows(STORE, body.ghost.row, row)
        pair.first_b = shape_pair.first_part_of(STORE, row, met.shape)
        if (
            (
                met.position == position
                or (position == STANDING and not nearby.marks[met.position] & MOVED)
            )
            and pair.first_b < STORE.records[row].count  # else `where` has changed shapes
            and not is_one_way(row, pair.first_b)
            and can_meet(body, C.address(pair))
            and casts.accepts_on_way(body, begins, minus(end, start), met.position)
        ):
            return True
    return False


@C.cfunc
@C.exceptval(check=False)
def can_meet(body: Body, pair: C.pointer(ShapePair)) -> C.bint:
    """Whether any shape of a body counts for the second shape of a pair, by layers and names."""
    i: C.int
    pair.chosen = C.address(body.query_filter.rows)
    some: C.bint = shape_pair.pair_needs_role_test(STORE, pair)
    for i in range(pair.count_a):
        if not some or shape_pair.pair_roles_meet(STORE, pair, i, pair.first_b):
            return True
    return False


@C.cfunc
def is_short(
    body: Body, at: Vector, old_poses: PoseRef, inside: ImpactList, way: Vector, motion: Vector
) -> C.bint:
    """Whether a way out of the targets that a body overlaps at a position is no longer than a push
    may be.

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
        if moved and is_along_face and contact.depth < length - body.ghost.same_place:
            pair: ShapePair = contact.pair
            far = max(
                far, distance_past(body.ghost, at, pair.b, pair.first_b, times(way, 1.0 / length))
            )
    return far <= longest_way_out(body, at, old_poses, inside, motion)


@C.cfunc
@C.exceptval(check=False)
def longest_way_out(
    body: Body, at: Vector, old_poses: PoseRef, inside: ImpactList, motion: Vector
) -> C.double:
    """Return how long a way out of the targets that a body overlaps at a position may be."""
    k: C.Py_ssize_t
    fastest: C.double = length_of(motion)
    for k in range(inside.count):
        fastest = max(fastest, motion_of(body, at, old_poses, inside.items[k].position))
    return longest_push(body, at, fastest)


def longest_push(body: Body, at: Vector, fastest: C.double) -> C.double:
    """Return how long a push may be if its fastest target has moved so far in this frame.

    The default is the longest of half of the body's shorter side, twice the target's motion, and
    the motion of the body's own outline.
    """
    longest: C.double = body.settings.max_push
    if longest < 0.0:
        box: Box = body.ghost.box(at)
        longest = 0.5 * max(0.0, min(box.right - box.left, box.bottom - box.top))
        longest = max(longest, CORNER * fastest, body.changed)
    return longest + body.ghost.same_place


# --- the ways out --------------------------------------------------------------------------------


def way_out(
    body: Body,
    at: Vector,
    overlapped: list,
    line: Vector,
    longest: C.double,
    ahead: C.bint = False,
) -> Vector:
    """Find the shortest way out of the targets that the body overlaps at a position, which are
    given, on a line; or a short one if the line has no length.

    With `ahead` it leads only in the direction of the line. It is 0 if there is none that is no
    longer than `longest`: nothing farther away is looked at. Only targets that the sprite overlaps
    count, here or where shorter ways lead, because `where` can be called for these. Without
    `where`, and with several of these, all within reach count at once: in a rock of tiles each way
    leads into a few more. The order of the targets does not matter.
    """
    ghost: Ghost = body.ghost
    nearby: Nearby = body.nearby
    k: C.Py_ssize_t
    move: Move
    direction: C.double[2]
    direction[0] = line.x
    direction[1] = line.y
    along: Numbers = C.NULL if is_zero(line) else direction
    way: Vector = vector(0.0, 0.0)
    met: list = []
    count_one(WORK.ways_out)
    for k in range(nearby.batch.row_count):
        nearby.marks[k] &= ~IN_THE_WAY
    for _ in range(MOST_WAYS_OUT):
        known: C.Py_ssize_t = len(met)
        add_met(nearby, overlapped, met)
        if len(met) == known:
            return way
        if len(met) > 1 and along is C.NULL and body.query_filter.where is None:
            add_met(nearby, positions_within(body, at, longest), met)
        around: Batch = Batch()
        fill(around, sorted(met, key=sprite_box))
        ghost.place(at)
        separate_from(
            body.sprite,
            ghost.row,
            around,
            body.query_filter,
            True,
            along,
            ahead,
            longest,
            C.address(move),
        )
        if move.depth == 0.0 or move.depth > longest:
            return vector(0.0, 0.0)
        way = times(vector(move.nx, move.ny), move.depth)
        overlapped = positions_inside(body, plus(at, way))
    return vector(0.0, 0.0)


def positions_inside(body: Body, at: Vector, by_a_hair: C.bint = False) -> list:
    """Return the positions of the targets that the body overlaps: see `find_inside`."""
    inside: LentImpacts = find_inside(body, at, by_a_hair)
    return [inside.items[k].position for k in range(inside.count)]


@C.cfunc
def positions_within(body: Body, at: Vector, distance: C.double) -> list:
    """Return the positions of the targets within a distance that the body does not overlap at a
    position, not even by less than a hair.
    """
    overlapped: set = set(positions_inside(body, at, True))
    around: Box = body.ghost.whole_box(at)
    around.left -= distance
    around.top -= distance
    around.right += distance
    around.bottom += distance
    return [
        k
        for k in range(body.nearby.batch.row_count)
        if k not in overlapped
        and overlap(C.address(around), STORE.boxes + body.nearby.batch.rows[k])
    ]


@C.cfunc
def add_met(nearby: Nearby, positions: list, met: list) -> C.int:
    """Add the targets that are new to those that a way out has met."""
    k: C.Py_ssize_t
    for k in positions:
        if not nearby.marks[k] & IN_THE_WAY:
            nearby.marks[k] |= IN_THE_WAY
            met.append(nearby.batch.sprites[k])
    return 0


@C.cfunc
def sprite_box(sprite: SpriteRow) -> tuple:
    """Return the bounding box of a sprite and whether it is one-way, to sort by position only."""
    freshen(STORE, sprite.row)
    box: Box = STORE.boxes[sprite.row]
    return (
        box.left,
        box.top,
        box.right,
        box.bottom,
        bool(STORE.flags[sprite.row] & ONE_WAY),
    )


@C.cfunc
@C.exceptval(check=False)
def distance_past(
    ghost: Ghost, at: Vector, other: C.int, first: C.int, direction: Vector
) -> C.double:
    """Return how far along a direction the body is past a shape, given by its row."""
    freshen(STORE, other)
    # User code may have changed the shapes since.
    known: C.bint = first < STORE.records[other].count
    count: C.int = shape_pair.parts_in_shape(STORE, other, first) if known else 0
    result: C.double = reach(STORE, other, first, count, direction.x, direction.y, C.NULL)
    return result + ghost.farthest(at, times(direction, -1.0))
