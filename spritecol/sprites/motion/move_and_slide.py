"""`move_and_collide`, `move_and_slide` and `depenetrate`: motions that targets stop or turn.

`move_and_slide_arrays` is at the end: each member of a Group slides as if it were alone.
"""

import cython as C
from cython.cimports.spritecol._engine.memory import memory_of, room_for
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import size_at
from cython.cimports.spritecol._engine.storage.layout import ROTATION_STALE
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.impact import Impact, SweepWay
from cython.cimports.spritecol._engine.tolerances import BESIDE, MOST_WAYS, NOISE, OUTWARD, SAME
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support import fast_range_check
from cython.cimports.spritecol._support.libc import fabs, sqrt
from cython.cimports.spritecol._support.polar import rotation_of
from cython.cimports.spritecol._support.vectors import XY
from cython.cimports.spritecol.sprites.containers.batch import Batch, hold, release
from cython.cimports.spritecol.sprites.containers.members import sync
from cython.cimports.spritecol.sprites.containers.targets import (
    LASTING,
    WITH_GROUPS,
    flattened,
    pieces_of,
)
from cython.cimports.spritecol.sprites.motion import touched
from cython.cimports.spritecol.sprites.motion.body import (
    OVERLAPPED,
    Body,
    Stop,
    body_for,
    gather,
    gather_along,
    keep_body,
    larger_side_of,
    move_sprite,
    near_share,
)
from cython.cimports.spritecol.sprites.motion.casts import cast_along
from cython.cimports.spritecol.sprites.motion.touched import Exposed, LentBlocks
from cython.cimports.spritecol.sprites.motion.vector import *
from cython.cimports.spritecol.sprites.questions import contact_questions, sweep_questions
from cython.cimports.spritecol.sprites.questions.answers import Slide, SweepHit
from cython.cimports.spritecol.sprites.questions.place_questions import limit_of
from cython.cimports.spritecol.sprites.questions.query_filter import (
    QueryFilter,
    query_filter_of,
    sweep_query_filter,
)
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol._support.lazy_imports import numpy
from spritecol._support.number_arrays import as_limited_floats
from spritecol._support.range_check import shown
from spritecol.sprites.questions import answer_arrays


def collide(
    sprite: SpriteRow,
    wanted: C.pointer(C.const[SweepWay]),
    targets: object,
    query_filter: QueryFilter,
) -> object:
    """Move a sprite to the first hit, or all the way.

    A target that the way leads into by no more than rounding is only touched. The sprite moves on
    along it.
    """
    way: SweepWay = wanted[0]
    along: SweepWay = way
    batch: Batch = pieces_of(targets, "targets", LASTING)
    x: C.double = fast_range_check.in_range(STORE.x[sprite.row] + way.dx, "x + dx")
    y: C.double = fast_range_check.in_range(STORE.y[sprite.row] + way.dy, "y + dy")
    angle: C.double = fast_range_check.in_range(
        STORE.records[sprite.row].angle + way.turn, "angle + turn"
    )
    first: Impact
    later: Impact
    hit: object = sweep_questions.first_hit_on_way(
        sprite, C.address(way), batch, query_filter, C.address(first)
    )
    if hit is not None and way.turn == 0.0 and not (way.from_inside and first.overlapping):
        size: C.double = size_at(STORE, sprite.row) + size_at(STORE, first.pair.b)
        size += fabs(way.dx) + fabs(way.dy)
        into: C.double = first.nx * way.dx + first.ny * way.dy
        if -into <= OUTWARD * size and -into <= SAME * (fabs(way.dx) + fabs(way.dy)):
            outward: C.double = 0.0 if first.nx == 0.0 or first.ny == 0.0 else OUTWARD * size
            along.dx = way.dx - (into - outward) * first.nx
            along.dy = way.dy - (into - outward) * first.ny
            beyond: object = sweep_questions.first_hit_on_way(
                sprite, C.address(along), batch, query_filter, C.address(later)
            )
            if beyond is None or later.fraction > first.fraction:
                hit = beyond
                first = later
                x = STORE.x[sprite.row] + along.dx
                y = STORE.y[sprite.row] + along.dy
    if hit is None:
        move_sprite(sprite, vector(x, y))
    else:
        move_sprite(sprite, vector(first.x, first.y))
        angle = hit.angle  # a disc rotates, too, unlike its sweep
    if STORE.records[sprite.row].angle != angle:
        STORE.records[sprite.row].angle = angle
        STORE.records[sprite.row].flags |= ROTATION_STALE
        STORE.mark_dirty(sprite.row)
    return hit


def move_out(
    sprite: SpriteRow,
    targets: object,
    max_distance: object,
    query_filter: QueryFilter | None,
    along: object,
) -> object:
    """Move a sprite out of the targets by a short move, and return the move.

    Without conditions this is as fast as `separation`.
    """
    longest: C.double = limit_of(max_distance)
    move: object
    if along is not None:
        move = contact_questions.separation_along(
            sprite, targets, query_filter, longest, True, along
        )
    elif query_filter is None:
        move = contact_questions.separation_of(sprite, targets, longest, True)
    else:
        batch: Batch = pieces_of(targets, "targets", LASTING)
        move = contact_questions.conditional_separation(sprite, batch, query_filter, longest, True)
    dx: C.double = C.cast(tuple, move)[0]
    dy: C.double = C.cast(tuple, move)[1]
    if dx != 0.0 or dy != 0.0:  # a resting sprite need not be tested again
        move_sprite(sprite, vector(STORE.x[sprite.row] + dx, STORE.y[sprite.row] + dy))
    return move


def slide(
    sprite: SpriteRow,
    dx: object,
    dy: object,
    targets: object,
    up: object,
    max_floor_angle: object,
    query_filter: QueryFilter,
) -> object:
    """Move a sprite, sliding along the things that it meets. After any error, it has not moved."""
    wanted: SweepWay = sweep_questions.way_of(dx, dy, 0.0)
    upward: Up = up_of(up, max_floor_angle)
    batch: Batch = pieces_of(targets, "targets", LASTING)
    end: Vector
    result: Slide = slide_to(sprite, C.address(wanted), batch, upward, query_filter, C.address(end))
    move_sprite(sprite, end)
    return result


@C.cfunc
def slide_to(
    sprite: SpriteRow,
    wanted: C.pointer(C.const[SweepWay]),
    batch: Batch,
    upward: Up,
    query_filter: QueryFilter,
    end: C.pointer(Vector),
) -> Slide:
    """Return the slide that a sprite would make, and write where it would end, without moving
    it.

    Usually nothing is in its way. On a long way, only targets near the way are tested.
    """
    start: Vector = vector(STORE.x[sprite.row], STORE.y[sprite.row])
    goal: Vector = vector(
        fast_range_check.in_range(start.x + wanted.dx, "x + dx"),
        fast_range_check.in_range(start.y + wanted.dy, "y + dy"),
    )
    body: Body = body_for(sprite, batch, query_filter)
    if not is_zero(upward.up):
        body.settings.up = upward.up
    way: Vector = minus(goal, start)
    length: C.double = length_of(way)
    freshen(STORE, sprite.row)
    size: C.double = larger_side_of(STORE.boxes + sprite.row)
    # A little more than a hair, whose size depends on the targets found.
    margin: C.double = BESIDE * size + NOISE * (size_at(STORE, sprite.row) + length)
    is_short: C.bint = length <= size
    if is_short:  # each turn brings it nearer to the goal, and never farther from the start
        beside: Vector = vector(margin + length - fabs(way.x), margin + length - fabs(way.y))
        gather(body, start, way, beside)
    else:
        share: C.double = gather_along(body, start, way, margin, near_share(body, way))
        while body.nearby.batch.row_count == 0 and share < 1.0:
            share = gather_along(body, start, way, margin, min(1.0, 4.0 * share))
    end[0] = goal
    left: Vector = vector(0.0, 0.0)
    if body.nearby.batch.row_count and not is_zero(way):
        body.begin_move()
        body.measure(start, length)
        margin = 0.0 if is_short else margin
        while True:
            end[0] = slide_from(body, start, goal, margin)
            left = touched.rest_of(start, vector(wanted.dx, wanted.dy), end[0])
            if touched.tell_rest(body, end[0], left, True):
                break
            body.hits = []
    travel: Vector = minus(end[0], start)
    result: Slide = slide_of(body.hits, travel, left, upward.up, upward.min_floor_cosine)
    rise: C.double = dot(way, upward.up)
    if upward.min_floor_cosine <= 1.0 and not result.on_floor and rise < -SAME * length:
        tell_landing(body, end[0], upward, result)
    keep_body(body)
    return result


@C.cfunc
def tell_landing(body: Body, at: Vector, upward: Up, result: Slide) -> C.int:
    """Tell of the floor that a fall ends on in an exact touch, which is not a hit."""
    impact: Impact
    down: Vector = times(upward.up, -1.0)
    while body.nearby.batch.row_count and (
        touched.find_against(body, at, down, False, C.address(impact)) and impact.depth >= 0.0
    ):
        rise: C.double = impact.nx * upward.up.x + impact.ny * upward.up.y
        if rise < upward.min_floor_cosine or impact.overlapping:
            break
        if body.accepts(C.address(impact)):
            result.on_floor = True
            result.floor = body.nearby.batch.sprites[impact.position]
            result._floor_normal = XY(impact.nx, impact.ny)
            break
    return 0


def slide_from(body: Body, at: Vector, goal: Vector, margin: C.double) -> Vector:
    """Return where a body ends that slides to a goal from a free position.

    It gets no farther from there than the goal is. With a margin, the targets within it are
    gathered for each leg, because a long slide may have many targets nearby.
    """
    k: C.Py_ssize_t
    stop: Stop
    exposed: Exposed
    start: Vector = at
    farthest: C.double = length_of(minus(goal, at))
    blocks: LentBlocks = touched.look_at(body, at, minus(goal, at))
    for k in range(blocks.count if blocks.any_deep else 0):
        if blocks.items[k].is_deep:
            body.nearby.marks[blocks.items[k].position] |= OVERLAPPED
    touched.best_end(body.settings, blocks, at, goal, C.address(exposed))
    touched.note_exposed(body, blocks, C.address(exposed), at, True)
    for _ in range(MOST_WAYS):
        end: Vector = end_within(start, at, exposed.best_end, farthest)
        way: Vector = minus(end, at)
        if is_zero(way):
            return at
        if not cast_along(body, at, end, margin, C.address(stop)):
            touched.note_shortened(body, at, end, stop.at, True)
            return stop.at
        stays: C.bint = is_zero(minus(stop.at, at))
        if stays and touched.is_told(body, minus(goal, at)):
            return at
        at = stop.at
        # What is exposed to a way to the goal itself is exposed to the next way, too.
        straight: C.bint = is_zero(minus(end, goal))
        aim: Vector = goal if straight else plus(at, way)
        blocks = touched.find_exposed(body, at, aim, C.address(stop), C.address(exposed))
        touched.note_exposed(body, blocks, C.address(exposed), at, True)
        if stays:
            touched.tell_met(body, C.address(stop.impact), minus(goal, at))
            return at
        if not straight:
            touched.ask_about(body, blocks, at, minus(goal, at))
            touched.best_end(body.settings, blocks, at, goal, C.address(exposed))
    return at


@C.cfunc
@C.exceptval(check=False)
def end_within(start: Vector, at: Vector, end: Vector, farthest: C.double) -> Vector:
    """Return the end of a way, or where the way gets too far from the start of the motion.

    In a corner of two walls the end is never farther from there than the goal is, since projecting
    on a convex set shortens distances. Between several round targets it may be.
    """
    gone: Vector = minus(at, start)
    way: Vector = minus(end, at)
    square: C.double = dot(way, way)
    ahead: C.double = dot(gone, way)
    beyond: C.double = dot(gone, gone) - farthest * farthest
    if beyond + 2.0 * ahead + square <= NOISE * farthest * farthest:
        return end
    if beyond >= 0.0:
        return at
    return plus(at, times(way, -beyond / (ahead + sqrt(ahead * ahead - square * beyond))))


def as_given(up: object) -> object:
    """`up` as a tuple, if it can be one."""
    is_vector: C.bint = hasattr(type(up), "__iter__") and not fast_range_check.is_no_vector(up)
    return tuple(up) if is_vector else up


def up_of(up: object, max_floor_angle: object) -> Up:
    """Return the arguments `up` and `max_floor_angle`, checked."""
    result: Up
    angle: C.double = fast_range_check.checked(max_floor_angle, "max_floor_angle")
    if not 0.0 <= angle < 90.0:
        raise ValueError(
            f"max_floor_angle must be from 0 to less than 90 degrees, got {shown(max_floor_angle)}"
        )
    result.min_floor_cosine = max(SAME, rotation_of(angle).cosine - SAME)  # a wall is not a floor
    result.up = vector(0.0, 0.0)
    if up is None:
        result.min_floor_cosine = 2.0
        return result
    try:
        right, down = None if fast_range_check.is_no_vector(up) else up
    except (TypeError, ValueError):
        raise TypeError(
            f"up must be a vector (x, y), such as (0, -1), or None, got {shown(up)}"
        ) from None
    result.up = vector(
        fast_range_check.checked(right, "up[0]"), fast_range_check.checked(down, "up[1]")
    )
    length: C.double = length_of(result.up)
    if length == 0.0:
        raise ValueError(f"up must not be the zero vector, got {shown(up)}")
    result.up = vector(result.up.x / length, result.up.y / length)
    return result


def slide_of(
    hits: list, travel: Vector, left: Vector, up: Vector, min_floor_cosine: C.double
) -> Slide:
    """Return the `Slide` for a motion. The normals of its hits show floors, walls and ceilings."""
    hit: SweepHit
    most_level: C.double = 0.0
    slide: Slide = Slide.__new__(Slide)
    slide._travel = XY(travel.x, travel.y)
    slide._remainder = XY(left.x, left.y)
    slide.hits = hits
    for hit in hits:
        rise: C.double = hit._normal.x * up.x + hit._normal.y * up.y
        if rise >= min_floor_cosine:
            slide.on_floor = True
            if slide.floor is None or rise > most_level:
                slide.floor = hit.other
                slide._floor_normal = hit._normal
                most_level = rise
        elif rise <= -min_floor_cosine:
            slide.on_ceiling = True
        else:
            slide.on_wall = True
            slide._wall_normal = hit._normal
    return slide


# --- a Group at once -----------------------------------------------------------------------------


CrowdColumns = C.struct(  # of the members; the last four are the arrays of `SlideArrays`
    way=C.p_double,
    end=C.p_double,
    travel=C.p_double,
    hit=C.p_char,
    normal=C.p_double,
    on_floor=C.p_char,
)


def slides_of(
    group: Batch,
    dx: object,
    dy: object,
    targets: object,
    up: object,
    max_floor_angle: object,
    mask: object,
    exclude: object,
    shapes: object,
    target_shapes: object,
) -> object:
    """Move each sprite of a batch as `move_and_slide` would, against the targets as they are now.

    A sprite that meets nothing moves all the way. All sprites are moved at the end, so that after
    any error they are where they were.
    """
    # Only once, and before anything else, because a user's `__float__` may change the Groups and
    # lists.
    dx = as_limited_floats(dx, "dx")
    dy = as_limited_floats(dy, "dy")
    upward: Up = up_of(up, max_floor_angle)
    batch: Batch = pieces_of(targets, "targets", LASTING)
    if exclude is not None and not (type(exclude) is tuple and not exclude):
        exclude = flattened(exclude, "exclude", LASTING | WITH_GROUPS)
    sync(group)
    sprites: list = group.sprites
    alone: C.bint = hold(group)
    try:
        ways: object = sweep_questions.ways_of(dx, dy, len(sprites))
        return move_all(sprites, ways, batch, upward, mask, exclude, shapes, target_shapes)
    finally:
        release(group, sprites, alone)


@C.cfunc
def move_all(
    sprites: list,
    ways: object,
    batch: Batch,
    upward: Up,
    mask: object,
    exclude: object,
    shapes: object,
    target_shapes: object,
) -> object:
    """Find the slide of each sprite that the batch had, and then move all of them."""
    columns: CrowdColumns
    k: C.Py_ssize_t
    count: C.Py_ssize_t = len(sprites)
    ends: object = numpy.empty((count, 2))
    result: object = no_slides(count)
    if count == 0:
        return result
    put_crowd_columns(ways, ends, result, C.address(columns))
    query_filter: QueryFilter = query_filter_of(mask, exclude, None, None, shapes, target_shapes)
    movers: Batch = fixed_batch(sprites)
    meets: object = which_meet(movers, ways, batch, query_filter, mask is None)
    met: C.p_char = C.cast(C.p_char, memory_of(meets))
    for k in range(count):
        if met[k] or not goes_all_the_way(sprites[k], k, C.address(columns)):
            query_filter = sweep_query_filter(
                sprites[k], mask, exclude, None, shapes, target_shapes
            )
            slide_one(sprites[k], k, batch, upward, query_filter, C.address(columns))
    for k in range(count):
        move_sprite(sprites[k], vector(columns.end[2 * k], columns.end[2 * k + 1]))
    return result


@C.cfunc
def fixed_batch(sprites: list) -> Batch:
    """Return a batch of these sprites, whatever a finalizer does to their Group meanwhile."""
    result: Batch = Batch()
    k: C.Py_ssize_t
    count: C.Py_ssize_t = len(sprites)
    room_for(C.address(result.rows), C.address(result.capacity), count, 16, C.sizeof(C.int))
    for k in range(count):
        result.rows[k] = C.cast(SpriteRow, sprites[k]).row
    result.sprites = sprites
    result.row_count = count
    return result


@C.cfunc
def no_slides(count: C.Py_ssize_t) -> object:
    """Return the result for a number of sprites if none of them moves."""
    return answer_arrays.SlideArrays(
        numpy.zeros((count, 2)),
        numpy.zeros(count, numpy.bool_),
        numpy.zeros((count, 2)),
        numpy.zeros(count, numpy.bool_),
    )


@C.cfunc
@C.exceptval(-1)
def put_crowd_columns(
    ways: object, ends: object, result: object, columns: C.pointer(CrowdColumns)
) -> C.int:
    """Write where the numbers of some arrays are. The arrays must not be empty."""
    columns.way = C.cast(C.p_double, memory_of(ways))
    columns.end = C.cast(C.p_double, memory_of(ends))
    columns.travel = C.cast(C.p_double, memory_of(result.travel))
    columns.hit = C.cast(C.p_char, memory_of(result.hit))
    columns.normal = C.cast(C.p_double, memory_of(result.normal))
    columns.on_floor = C.cast(C.p_char, memory_of(result.on_floor))
    return 0


@C.cfunc
def which_meet(
    movers: Batch,
    ways: object,
    batch: Batch,
    query_filter: QueryFilter,
    by_layers: C.bint,
) -> object:
    """Return which sprites may meet anything, as an array. Most of many sprites do not.

    All are swept at once, which takes a fraction of the time of single sweeps. No sweep meets what
    a sprite only touches: that may block a way, and a fall may end on it.
    """
    meets: object = numpy.zeros(len(ways), numpy.bool_)
    beside: object = numpy.zeros(len(ways), numpy.bool_)
    for piece in [batch] if batch.pieces is None else batch.pieces:
        meets |= sweep_questions.sweeps_of(
            movers, ways[:, 0], ways[:, 1], piece, query_filter, by_layers, False, beside
        ).hit
        meets |= beside
    return meets


@C.cfunc
@C.exceptval(check=False)
def goes_all_the_way(
    sprite: SpriteRow, k: C.Py_ssize_t, columns: C.pointer(CrowdColumns)
) -> C.bint:
    """Write the end of the way of a sprite that meets nothing, if the end is not out of range."""
    x: C.double = STORE.x[sprite.row]
    y: C.double = STORE.y[sprite.row]
    end: C.p_double = columns.end + 2 * k
    end[0] = x + columns.way[2 * k]
    end[1] = y + columns.way[2 * k + 1]
    if not (fabs(end[0]) <= fast_range_check.BOUND and fabs(end[1]) <= fast_range_check.BOUND):
        return False
    columns.travel[2 * k] = end[0] - x
    columns.travel[2 * k + 1] = end[1] - y
    return True


@C.cfunc
def slide_one(
    sprite: SpriteRow,
    k: C.Py_ssize_t,
    batch: Batch,
    upward: Up,
    query_filter: QueryFilter,
    columns: C.pointer(CrowdColumns),
) -> C.int:
    """Write the slide of one sprite, and its end, without moving it."""
    end: Vector
    wanted: SweepWay = SweepWay(columns.way[2 * k], columns.way[2 * k + 1], 0.0, False, 0.0)
    slide: Slide = slide_to(sprite, C.address(wanted), batch, upward, query_filter, C.address(end))
    columns.end[2 * k] = fast_range_check.in_range(end.x, "x")
    columns.end[2 * k + 1] = fast_range_check.in_range(end.y, "y")
    columns.travel[2 * k] = slide._travel.x
    columns.travel[2 * k + 1] = slide._travel.y
    columns.on_floor[k] = slide.on_floor
    if slide.hits:
        first: SweepHit = slide.hits[0]
        columns.hit[k] = True
        columns.normal[2 * k] = first._normal.x
        columns.normal[2 * k + 1] = first._normal.y
    return 0
