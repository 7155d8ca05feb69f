"""One move of a walker: see the package's docstring. And its memory from one move to the next."""

import cython as C
from cython.cimports.libc.limits import INT_MAX
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.broad_phase.tree_queries import fraction_at_box
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.blocks import Block, Blocks
from cython.cimports.spritecol._engine.sweeps.impact import Impact, ImpactList
from cython.cimports.spritecol._engine.tolerances import AHEAD, ASIDE, CORNER, SAME
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.fast_range_check import checked, truth
from cython.cimports.spritecol._support.libc import INFINITY, fabs
from cython.cimports.spritecol._support.vectors import XY
from cython.cimports.spritecol.sprites.motion import touched
from cython.cimports.spritecol.sprites.motion.body import (
    MOVED,
    OVERLAPPED,
    Body,
    Ghost,
    Nearby,
    Stop,
    gather,
    larger_side_of,
    move_sprite,
)
from cython.cimports.spritecol.sprites.motion.casts import free_place_near
from cython.cimports.spritecol.sprites.motion.leaving import Push, leads_through
from cython.cimports.spritecol.sprites.motion.move_and_slide import slide_of
from cython.cimports.spritecol.sprites.motion.poses import SeenSprites, seen_of, taken_along
from cython.cimports.spritecol.sprites.motion.pushed import carry_or_leave, deepest_of
from cython.cimports.spritecol.sprites.motion.touched import LentBlocks, LentImpacts
from cython.cimports.spritecol.sprites.motion.vector import *
from cython.cimports.spritecol.sprites.motion.walk_and_step import Walked, walk_or_fly
from cython.cimports.spritecol.sprites.questions.answers import Slide, SweepHit
from cython.cimports.spritecol.sprites.row import sprite_row
from cython.cimports.spritecol.sprites.row.sprite_row import Pose, SpriteRow

from spritecol._support.range_check import shown, whole_number

VECTORS = ("place", "contact", "normal", "floor_motion", "middle", "least", "most")
"""The vectors of a `State`, in its order. Saving, reading, digests and pickles go through this
table. Bytes contain them in this order, so a new one goes to the end.
"""


NUMBERS = C.declare(C.int, 2 * len(VECTORS))
"""How many doubles these are."""


if C.sizeof(State) != NUMBERS * C.sizeof(C.double):
    raise ImportError("VECTORS must name each vector of a walker's State")


POSE_NUMBERS = C.declare(C.int, 7)
"""How many doubles of a `Pose` are remembered: all except `offset_sync`, which is a flag."""


MOST_TAKEN = 3
"""A crushed body stays if its motion leads through so many sides. A corner has two."""


NONE = C.declare(list, [])
"""No sprites. Never changed."""


NONE_SEEN = C.declare(SeenSprites, seen_of(NONE))


Known = C.struct(
    # How the targets nearby at the last move have moved since.
    any_moved=C.bint,
    farthest=C.double,
    floor_motion=Vector,
)


@C.final
@C.cclass
class Around:
    """The targets nearby, which of them have moved, and how the floor has moved."""

    was: SeenSprites  # the targets nearby, and the old pose of each that has moved
    now: SeenSprites  # and where it is
    any_moved: C.bint
    floor_motion: Vector


class Memory:
    """The memory of a walker. A new Memory is the state before the first move, without a floor."""

    def __cinit__(self):  # all numbers are 0
        # (sprite, first part of a one-way shape, whether the fall has still to begin)
        self.dropped = NONE
        self.crushers = NONE  # (sprite, and where the center was before it got in, seen from it)
        self.seen = NONE_SEEN  # the targets nearby, and where they were


def move_once(body: Body, before: Memory, after: Memory, wanted: Vector, drops: C.bint) -> Slide:
    """Move the sprite, which is written once, at the end. The new memory goes into `after`."""
    ghost: Ghost = body.ghost
    up: Vector = body.settings.up
    right: Vector = body.settings.right
    walked: Walked
    body.begin_move()
    start: Vector = ghost.start
    # By hand, or if nothing was near before, such as at the first move.
    placed: C.bint = (
        before.state.place.x != start.x
        or before.state.place.y != start.y
        or len(before.seen.sprites) == 0
    )
    after.state.contact = before.state.contact
    last: Memory = before
    if placed:
        before = Memory.__new__(Memory)
    stood: C.bint = before.floor is not None
    around: Around = look_around(body, before, wanted)
    body.changed = changed_since(ghost, last)  # how far its outline has moved
    body.measure(start, length_of(wanted))
    if not is_zero(around.floor_motion) and not takes_floor(body, before, around.floor_motion):
        around.floor_motion = vector(0.0, 0.0)
        body.floor_position = -1
    # Where its center was, and where that was as seen from what crushes it.
    body.was = body.middle(start) if placed else before.state.middle
    body.crushers = before.crushers
    dropped: list = before.dropped
    body.let_pass(dropped)
    push: Push = ride(body, before, around, placed, body.across(wanted))
    drops = drops and stood
    for _, _, waits in dropped:
        drops |= waits
    if drops:  # through the one-way shapes below, until it is through
        down: Vector = times(up, -1.0)
        aside: Vector = times(right, body.across(wanted))
        planks: list = touched.planks_met(body, push.at, down, aside)
        planks += touched.planks_met(body, plus(push.at, aside), down, vector(0.0, 0.0))
        dropped = dropped + planks
        body.let_pass(planks)
    rises: C.bint = make_motion(body, push, wanted, stood, C.address(walked))
    crusher: SpriteRow | None = None
    if push.is_crushed:
        inside: LentImpacts = touched.find_inside(body, walked.at)
        if inside.count:  # its own motion may free it
            crusher = body.nearby.batch.sprites[deepest_of(inside).position]
            after.crushers = crushers_of(body, inside, around)
    remember(body, around, dropped, rises, C.address(walked), after)
    slide: Slide = slide_of_walk(body, after, wanted, push, C.address(walked), crusher)
    move_sprite(body.sprite, walked.at)  # last, as `where` may raise an error until then
    return slide


# --- targets nearby -------------------------------------------------------------------------------


@C.cfunc
def look_around(body: Body, before: Memory, wanted: Vector) -> Around:
    """Gather the targets within reach, mark those that have moved, and find the floor again."""
    ghost: Ghost = body.ghost
    nearby: Nearby = body.nearby
    around: Around = Around.__new__(Around)
    box: Box = ghost.whole_box(ghost.start)
    size: C.double = larger_side_of(C.address(box))
    known: Known = known_motions(before, box, size)
    # In a corner it may be pushed twice as far as something has moved. What lies farther off is
    # gathered when it is asked about. What is exactly as far off as the body is large counts.
    reach: C.double = (1.0 + ASIDE) * size + AHEAD * length_of(wanted) + CORNER * known.farthest
    gather(body, ghost.start, plus(wanted, known.floor_motion), vector(reach, reach))
    nearby.gathers_more = True
    ghost.size = size
    body.floor_position = -1 if before.floor is None else nearby.position_of(before.floor)
    around.floor_motion = known.floor_motion if body.floor_position >= 0 else vector(0.0, 0.0)
    around.now = seen_of(nearby.batch.sprites)
    around.was = around.now
    around.any_moved = False
    if known.any_moved:
        around.was = seen_of(around.now.sprites)
        mark_moved(nearby, before.seen, around)
    return around


@C.cfunc
@C.exceptval(check=False)
def changed_since(ghost: Ghost, last: Memory) -> C.double:
    """How far the body's outline has moved since the last move: a corner of its box, at most.

    It counts up to twice the larger side of the body. So a body that was placed far away, into a
    rock of tiles, looks no farther for a way out. Before the first move there was no outline, so it
    is as far as the body is large.
    """
    box: Box = ghost.whole_box(ghost.start)
    least: Vector = last.state.least
    most: Vector = last.state.most
    if box.left > box.right or is_zero(minus(most, least)):
        return larger_side_of(C.address(box))
    right: C.double = max(fabs(box.left - least.x), fabs(box.right - most.x))
    down: C.double = max(fabs(box.top - least.y), fabs(box.bottom - most.y))
    return min(length_of(vector(right, down)), 2.0 * larger_side_of(C.address(box)))


@C.cfunc
def known_motions(before: Memory, box: Box, size: C.double) -> Known:
    """How what is known has moved, and how far at most within so much of a box.

    What did not come past the box does not count, such as what was written far away: the box may
    be where it is, or where the floor takes it.
    """
    came: Box
    known: Known
    i: C.Py_ssize_t
    last: SeenSprites = before.seen
    middle: Vector = vector(0.5 * (box.left + box.right), 0.5 * (box.top + box.bottom))
    known.any_moved = False
    known.farthest = 0.0
    known.floor_motion = vector(0.0, 0.0)
    if before.floor is not None:
        for i in range(len(last.sprites)):
            if last.sprites[i] is before.floor:
                stands: Pose = sprite_row.pose_of(before.floor.row)
                carried: Vector = taken_along(
                    last.poses + i, C.address(stands), before.state.contact
                )
                known.floor_motion = minus(carried, before.state.contact)
                break
    beside: C.double = length_of(known.floor_motion) + SAME * size
    for i in range(len(last.sprites)):
        now: Pose = sprite_row.pose_of(C.cast(SpriteRow, last.sprites[i]).row)
        old: C.pointer(Pose) = last.poses + i
        if not sprite_row.is_same(old, C.address(now)):
            known.any_moved = True
            gone: Vector = minus(taken_along(old, C.address(now), middle), middle)
            around: C.double = 0.0 if sprite_row.is_shifted(old, C.address(now)) else size
            # Seen from what has moved, it is the box that came the other way.
            came.left = box.left + gone.x - beside - around
            came.right = box.right + gone.x + beside + around
            came.top = box.top + gone.y - beside - around
            came.bottom = box.bottom + gone.y + beside + around
            row: C.int = C.cast(SpriteRow, last.sprites[i]).row
            freshen(STORE, row)
            if fraction_at_box(STORE.boxes + row, C.address(came), -gone.x, -gone.y) <= 1.0:
                known.farthest = max(known.farthest, fabs(gone.x) + fabs(gone.y) + around)
    return known


@C.cfunc
@C.exceptval(-1, check=False)
def takes_floor(body: Body, before: Memory, motion: Vector) -> C.bint:
    """Whether `where` accepts the floor that the body comes from, which has moved.

    It is shown the shapes that touch: those of the body where the floor carries it to.
    """
    impact: Impact
    k: C.Py_ssize_t
    i: C.int
    best: Impact
    nearest: C.double = INFINITY
    if body.query_filter.where is None:
        return True
    at: Vector = plus(body.ghost.start, motion)
    contact: Vector = plus(before.state.contact, motion)
    blocks: Blocks = touched.blocks_at(body, at, vector(0.0, 0.0), body.scratch.touched)
    for k in range(blocks.count):
        block: C.pointer(Block) = blocks.items + k
        for i in range(block.count if block.position == body.floor_position else 0):
            normal: Vector = vector(block.sides[i].nx, block.sides[i].ny)
            touched.put_impact(body.ghost, blocks, k, normal, at, C.address(impact))
            off: C.double = length_of(minus(vector(impact.px, impact.py), contact))
            if off < nearest - body.ghost.hair:
                nearest = off
                best = impact
    # Else it has changed its shapes, and stands on none.
    return nearest == INFINITY or body.accepts(C.address(best))


@C.cfunc
def mark_moved(nearby: Nearby, last: SeenSprites, around: Around) -> C.int:
    """Mark the known targets that have moved, and store where they were."""
    i: C.Py_ssize_t
    k: C.Py_ssize_t = 0
    near: C.uint = nearby.mark_pass()
    for i in range(len(last.sprites)):
        row: C.int = C.cast(SpriteRow, last.sprites[i]).row
        now: Pose = sprite_row.pose_of(row)
        if STORE.records[row].last_pass == near and (
            not sprite_row.is_same(last.poses + i, C.address(now))
        ):
            while nearby.batch.rows[k] != row:  # usually the next one: the order stays the same
                k = k + 1 if k + 1 < nearby.batch.row_count else 0
            around.was.poses[k] = last.poses[i]
            nearby.marks[k] |= MOVED
            around.any_moved = True
    return 0


# --- moved targets -------------------------------------------------------------------------------


@C.cfunc
def ride(body: Body, before: Memory, around: Around, placed: C.bint, across: C.double) -> Push:
    """Go with the floor, out of overlaps, and out of the way of moved targets.

    Marks the targets that the sprite overlaps as `OVERLAPPED`.
    """
    ghost: Ghost = body.ghost
    k: C.Py_ssize_t
    push: Push
    push.at = ghost.start
    push.is_crushed = False
    push.carried = push.pushed = vector(0.0, 0.0)
    body.foothold = before.state.contact  # where it stood, if it did
    blocks: LentBlocks = touched.look_at(body, ghost.start, vector(0.0, 0.0))
    # Whether it overlaps anything that it touches, even by rounding, except one-way shapes.
    is_inside: C.bint = blocks.any_deep
    for k in range(blocks.count):
        is_inside |= blocks.items[k].gap < 0.0 and not blocks.items[k].is_one_way
    if not around.any_moved and not placed and not is_inside:
        return push  # the usual case
    inside: LentImpacts = touched.find_inside(body, ghost.start)
    for k in range(inside.count):
        body.nearby.marks[inside.items[k].position] |= OVERLAPPED
    if around.any_moved or inside.count:
        return carry_or_leave(body, ghost.start, around.was.poses, around.floor_motion, across)
    # It was placed or rotated so that it may hit something by rounding.
    push.at = free_place_near(body, ghost.start, vector(0.0, 0.0), C.NULL).at
    return push


@C.cfunc
@C.exceptval(-1)
def make_motion(
    body: Body, push: Push, wanted: Vector, stood: C.bint, walked: C.pointer(Walked)
) -> C.bint:
    """Make the wanted motion, and report what is against the rest of it. Return whether it rises.

    If it leads a crushed body through what it overlaps, the part against the side there is taken
    from it, and it neither snaps nor steps. If that leads through, too, the body stays.
    """
    taken: Impact[3]
    count: C.int = 0
    i: C.int
    rises: C.bint
    own: Vector = wanted
    snap: C.double = body.settings.snap
    step: C.double = body.settings.step
    told: C.Py_ssize_t = len(body.hits)  # what has turned the way of the floor
    try:
        while True:
            if len(body.hits) > told:
                del body.hits[told:]
            rises = dot(own, body.settings.up) > SAME * length_of(own)
            walk_or_fly(body, push.at, own, stood, rises, walked)
            if push.is_crushed and leads_through(body, push.at, walked.at, taken + count):
                side: Vector = vector(taken[count].nx, taken[count].ny)
                own = minus(own, times(side, min(0.0, dot(side, own))))
                body.settings.snap = body.settings.step = 0.0
                count += 1
                if count < MOST_TAKEN:
                    continue
                stay(body, push.at, walked)
                del body.hits[told:]
            for i in range(count):
                if dot(vector(taken[i].nx, taken[i].ny), wanted) < 0.0:
                    body.note_hit(taken + i)
            if tells_walk(body, push.at, wanted, walked):
                return rises
    finally:
        if count and body.settings.snap == 0.0:  # else `where` has changed it
            body.settings.snap = snap
        if count and body.settings.step == 0.0:
            body.settings.step = step


@C.cfunc
@C.exceptval(check=False)
def stay(body: Body, at: Vector, walked: C.pointer(Walked)) -> C.void:
    """End a motion where it began, without a ground."""
    walked.at = at
    walked.ground.found = walked.left.found = walked.is_held_above = walked.nudged = False
    walked.stepped = 0.0


@C.cfunc
@C.exceptval(-1)
def tells_walk(
    body: Body, start: Vector, wanted: Vector, walked: C.pointer(C.const[Walked])
) -> C.bint:
    """Report what is against the rest of a walk, unless it is its floor: see `tell_rest`.

    The way back from where it gave way to a ceiling is no part of that rest.
    """
    right: Vector = body.settings.right
    rest: Vector = touched.rest_of(start, wanted, walked.at)
    if walked.nudged:
        across: C.double = dot(wanted, right)
        across = min(max(0.0, across), max(min(0.0, across), dot(rest, right)))
        rest = plus(times(body.settings.up, dot(rest, body.settings.up)), times(right, across))
    ground: C.pointer(C.const[Stop]) = C.address(walked.ground)
    if not ground.found:
        ground = C.address(walked.left)
    normal: Vector = vector(ground.impact.nx, ground.impact.ny)
    if ground.found and dot(normal, rest) < 0.0:
        return True
    return touched.tell_rest(body, walked.at, rest, not ground.found)


# --- memory and report ----------------------------------------------------------------------------


@C.cfunc
def crushers_of(body: Body, inside: ImpactList, around: Around) -> list:
    """Return where the center was before each target that it overlaps got in, relative to the
    target.
    """
    k: C.Py_ssize_t
    crushers: list = []
    for k in range(inside.count):
        position: C.Py_ssize_t = inside.items[k].position
        came: Vector = body.came(position)
        if body.nearby.marks[position] & MOVED:
            came = taken_along(around.was.poses + position, around.now.poses + position, came)
        crushers.append((body.nearby.batch.sprites[position], came.x, came.y))
    return crushers


@C.cfunc
def remember(
    body: Body,
    around: Around,
    dropped: list,
    rises: C.bint,
    walked: C.pointer(C.const[Walked]),
    after: Memory,
) -> C.int:
    """Store the position and the floor of the sprite for the next move."""
    ground: C.pointer(C.const[Stop]) = C.address(walked.ground)
    after.state.place = walked.at
    after.state.middle = body.middle(walked.at)
    box: Box = body.ghost.whole_box(walked.at)
    if box.left <= box.right:  # else it has no shapes
        after.state.least = vector(box.left, box.top)
        after.state.most = vector(box.right, box.bottom)
    after.state.floor_motion = around.floor_motion
    after.seen = around.now
    if ground.found:
        after.state.normal = ground.normal
        after.state.contact = vector(ground.impact.px, ground.impact.py)
        after.floor = body.nearby.batch.sprites[ground.impact.position]
    if dropped:
        after.dropped = still_dropped(body, walked.at, dropped, ground.found or rises)
    return 0


@C.cfunc
def still_dropped(body: Body, at: Vector, dropped: list, is_over: C.bint) -> list:
    """Return which one-way shapes a body still falls through at a position.

    A drop begins with the key, also if the body does not move down yet, or more slowly than the
    shape. Until it has begun, it `is_over` if the body lands elsewhere, or rises. After that, it
    is over when the body has left the shape.
    """
    result: list = []
    known: set = set()
    for other, first, waits in dropped:
        if (id(other), first) in known:
            continue
        known.add((id(other), first))
        is_passing_now: C.bint = touched.is_passing(
            body.ghost, at, C.cast(SpriteRow, other).row, first
        )
        if is_passing_now or (waits and not is_over):
            result.append((other, first, not is_passing_now))
    return result


@C.cfunc
def slide_of_walk(
    body: Body,
    after: Memory,
    wanted: Vector,
    push: Push,
    walked: C.pointer(C.const[Walked]),
    crusher: SpriteRow | None,
) -> Slide:
    """Return the result of a move."""
    hit: SweepHit
    travel: Vector = minus(after.state.place, body.ghost.start)
    left: Vector = touched.rest_of(push.at, wanted, after.state.place)
    left = minus(left, push.pushed)
    slide: Slide = slide_of(
        body.hits, travel, left, body.settings.up, body.settings.min_floor_cosine
    )
    slide.on_ceiling |= walked.is_held_above
    after.on_wall = slide.on_wall
    after.on_ceiling = slide.on_ceiling
    known: C.bint = after.floor is None
    for hit in body.hits:
        known |= (
            hit.other is after.floor
            and hit._normal.x == after.state.normal.x
            and hit._normal.y == after.state.normal.y
        )
    if not known:  # into `slide.hits`, too, but not earlier, because an edge would count as a wall
        body.note_hit(C.address(walked.ground.impact))
    if walked.left.found and not is_zero(left):
        body.note_hit(C.address(walked.left.impact))
    slide.floor = after.floor
    slide.on_floor = after.floor is not None
    slide._floor_normal = XY(after.state.normal.x, after.state.normal.y)
    slide._carried = XY(push.carried.x, push.carried.y)
    slide._pushed = XY(push.pushed.x, push.pushed.y)
    slide.stepped = walked.stepped
    slide.crushed = crusher is not None
    slide.crushed_by = crusher
    return slide


# --- the memory as a tuple -----------------------------------------------------------------------


def told_of(memory: Memory) -> tuple:
    """Return a memory as a tuple of plain values and sprites."""
    poses: C.pointer(Pose) = memory.seen.poses
    i: C.Py_ssize_t
    k: C.Py_ssize_t
    state: C.p_double = C.cast(C.p_double, C.address(memory.state))
    numbers: list = [state[i] for i in range(NUMBERS)]
    for k in range(len(memory.seen.sprites)):
        for i in range(POSE_NUMBERS):
            numbers.append(C.address(poses[k].x)[i])
        numbers.append(1.0 if poses[k].offset_sync else 0.0)
    flags: tuple = (memory.on_wall, memory.on_ceiling)
    sprites: tuple = tuple(memory.seen.sprites)
    dropped: tuple = tuple(memory.dropped)
    return flags, tuple(numbers), memory.floor, dropped, sprites, tuple(memory.crushers)


def remembered(told: tuple) -> Memory:
    """Return the memory from a result of `told_of`, checked."""
    memory: Memory = Memory.__new__(Memory)
    i: C.Py_ssize_t
    k: C.Py_ssize_t
    m: C.Py_ssize_t
    flags, given, floor, dropped, near, crushers = told
    memory.on_wall, memory.on_ceiling = [truth(flag, "a flag") for flag in flags]
    numbers: tuple = tuple(given)
    memory.dropped = [
        (is_sprite(other), number_of_part(first), truth(waits, "a flag"))
        for other, first, waits in dropped
    ]
    sprites: list = [is_sprite(other) for other in near]
    memory.crushers = [
        (is_sprite(other), checked(x, "x"), checked(y, "y")) for other, x, y in crushers
    ]
    memory.floor = None if floor is None else is_sprite(floor)
    each: C.Py_ssize_t = POSE_NUMBERS + 1
    if len(numbers) != NUMBERS + each * len(sprites):
        raise ValueError(f"{len(sprites)} poses cannot have {len(numbers)} numbers")
    state: C.p_double = C.cast(C.p_double, C.address(memory.state))
    for i in range(NUMBERS):
        state[i] = checked(numbers[i], "a number")
    memory.seen = seen_of(sprites)
    poses: C.pointer(Pose) = memory.seen.poses
    i = NUMBERS
    for k in range(len(sprites)):
        for m in range(POSE_NUMBERS):
            C.address(poses[k].x)[m] = checked(numbers[i + m], "a number")
        poses[k].offset_sync = checked(numbers[i + POSE_NUMBERS], "a number") != 0.0
        i += each
    return memory


@C.cfunc
def is_sprite(value: object) -> object:
    """Return a sprite, checked."""
    if not isinstance(value, SpriteRow):
        raise TypeError(f"what is remembered must be a Sprite, got {shown(value)}")
    return value


@C.cfunc
@C.exceptval(-1)
def number_of_part(value: object) -> C.int:
    """Return the number of a part, checked."""
    return whole_number(value, "the first part of a shape", 0, INT_MAX)
