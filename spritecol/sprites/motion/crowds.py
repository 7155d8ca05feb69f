"""`move_and_slide_arrays`: each member of a Group slides as if it were alone."""

import cython as C
from cython.cimports.spritecol._engine.memory import memory_of, room_for
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._support.fast_range_check import BOUND, checked
from cython.cimports.spritecol._support.libc import fabs
from cython.cimports.spritecol._support.number_arrays import as_limited_floats
from cython.cimports.spritecol.sprites.containers.batch import Batch, hold, release
from cython.cimports.spritecol.sprites.containers.members import sync
from cython.cimports.spritecol.sprites.containers.targets import flattened, pieces_of
from cython.cimports.spritecol.sprites.motion.body import has_points
from cython.cimports.spritecol.sprites.motion.move_and_slide import Up, put_at, slide_to, up_of
from cython.cimports.spritecol.sprites.motion.sweep_questions import SweepWay, sweeps_of, ways_of
from cython.cimports.spritecol.sprites.motion.vector import Vector
from cython.cimports.spritecol.sprites.questions.answers import Slide, SweepHit
from cython.cimports.spritecol.sprites.questions.query_filter import (
    QueryFilter,
    query_filter_of,
    sweep_query_filter,
)
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

from spritecol._support.lazy_imports import numpy
from spritecol.sprites.questions import answer_arrays

CrowdColumns = C.struct(  # of the members; the last four are the arrays of `Slides`
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
    batch: Batch = pieces_of(targets, "targets", True)
    if exclude is not None and not (type(exclude) is tuple and not exclude):
        exclude = flattened(exclude, "exclude", True, True)
    sync(group)
    sprites: list = group.sprites
    alone: C.bint = hold(group)
    try:
        ways: object = ways_of(dx, dy, len(sprites))
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
    meets: object = which_meet(held(sprites), ways, batch, query_filter, mask is None)
    met: C.p_char = C.cast(C.p_char, memory_of(meets))
    for k in range(count):
        # A point that begins on an edge may be stopped by what a sweep passes.
        is_point: C.bint = has_points(C.cast(SpriteRow, sprites[k]).row)
        if met[k] or is_point or not goes_all_the_way(sprites[k], k, C.address(columns)):
            query_filter = sweep_query_filter(
                sprites[k], mask, exclude, None, shapes, target_shapes
            )
            slide_one(sprites[k], k, batch, upward, query_filter, C.address(columns))
    for k in range(count):
        angle: C.double = STORE.records[C.cast(SpriteRow, sprites[k]).row].angle
        put_at(sprites[k], columns.end[2 * k], columns.end[2 * k + 1], angle)
    return result


@C.cfunc
def held(sprites: list) -> Batch:
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
    return answer_arrays.Slides(
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
    movers: Batch, ways: object, batch: Batch, query_filter: QueryFilter, by_layers: C.bint
) -> object:
    """Return which sprites meet anything on their ways, as an array. Most of many sprites do not.

    All are swept at once, which takes a fraction of the time of single sweeps.
    """
    meets: object = numpy.zeros(len(ways), numpy.bool_)
    for piece in [batch] if batch.pieces is None else batch.pieces:
        meets |= sweeps_of(movers, ways[:, 0], ways[:, 1], piece, query_filter, by_layers).hit
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
    if not (fabs(end[0]) <= BOUND and fabs(end[1]) <= BOUND):
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
    wanted: SweepWay = SweepWay(columns.way[2 * k], columns.way[2 * k + 1], 0.0, False)
    slide: Slide = slide_to(sprite, C.address(wanted), batch, upward, query_filter, C.address(end))
    columns.end[2 * k] = checked(end.x, "x")
    columns.end[2 * k + 1] = checked(end.y, "y")
    columns.travel[2 * k] = slide._travel.x
    columns.travel[2 * k + 1] = slide._travel.y
    columns.on_floor[k] = slide.on_floor
    if slide.hits:
        first: SweepHit = slide.hits[0]
        columns.hit[k] = True
        columns.normal[2 * k] = first._normal.x
        columns.normal[2 * k + 1] = first._normal.y
    return 0
