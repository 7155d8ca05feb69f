"""The targets that a body may reach, which are gathered before they are tested.

A walker gathers them once for most moves. A step that asks about a place farther away gathers more.
"""

import cython as C
from cython.cimports.cpython.pyport import PY_SSIZE_T_MAX
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.broad_phase.tree_queries import RAY_SLACK, place_of_box
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.storage import store
from cython.cimports.spritecol._engine.storage.store import RowFilterRef
from cython.cimports.spritecol._engine.sweeps.candidates import mark_parts
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._engine.tuning import ALONG_AT_ONCE, LONG_WAY
from cython.cimports.spritecol._support.libc import fabs, memset
from cython.cimports.spritecol.sprites.containers.batch import Batch, append, forget
from cython.cimports.spritecol.sprites.containers.near_targets import sync_all, take_near
from cython.cimports.spritecol.sprites.motion.body import Body, Ghost, Nearby, larger_side_of
from cython.cimports.spritecol.sprites.motion.vector import (
    Vector,
    is_zero,
    length_of,
    minus,
    plus,
    times,
    vector,
)
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow


def gather(body: Body, at: Vector, way: Vector, reach: Vector) -> C.int:
    """Gather the targets in the box within a reach of a way from a position."""
    box: Box = area_of(body, at, way, reach)
    body.nearby.gathered_beside = vector(-1.0, -1.0)
    body.nearby.area = box
    gather_on(body, C.address(box), vector(0.0, 0.0), PY_SSIZE_T_MAX)
    return 0


def ask_for(body: Body, at: Vector, way: Vector, margin: C.double) -> C.int:
    """Gather what is so near to the body on a way from a place, unless it was gathered.

    Positions stay as they are: what is new comes behind.
    """
    ghost: Ghost = body.ghost
    if not body.nearby.gathers_more:
        return 0
    freshen(store.STORE, ghost.row)
    asked: Box = store.STORE.boxes[ghost.row]
    moved: Vector = minus(at, ghost.here())
    asked.left += moved.x + min(0.0, way.x) - margin
    asked.right += moved.x + max(0.0, way.x) + margin
    asked.top += moved.y + min(0.0, way.y) - margin
    asked.bottom += moved.y + max(0.0, way.y) + margin
    return gather_more(body, C.address(asked))


def ask_for_way(body: Body, start: Vector, end: Vector) -> C.int:
    """Gather what a point may meet on a way, unless it was gathered."""
    asked: Box
    if not body.nearby.gathers_more:
        return 0
    asked.left = min(start.x, end.x)
    asked.right = max(start.x, end.x)
    asked.top = min(start.y, end.y)
    asked.bottom = max(start.y, end.y)
    return gather_more(body, C.address(asked))


@C.cfunc
@C.exceptval(-1)
def gather_more(body: Body, asked: BoxRef) -> C.int:
    """Gather what is in a box, and some more, if that is not within `area`: the box around both."""
    ghost: Ghost = body.ghost
    nearby: Nearby = body.nearby
    sprite: SpriteRow
    more: Batch
    area: C.pointer(Box) = C.address(nearby.area)
    if (  # also if it is the box of nothing
        (asked.left >= area.left or asked.left > asked.right)
        and (asked.right <= area.right or asked.left > asked.right)
        and (asked.top >= area.top or asked.left > asked.right)
        and (asked.bottom <= area.bottom or asked.left > asked.right)
    ):
        return 0
    area.left = min(area.left, asked.left - ghost.size)
    area.right = max(area.right, asked.right + ghost.size)
    area.top = min(area.top, asked.top - ghost.size)
    area.bottom = max(area.bottom, asked.bottom + ghost.size)
    more = Batch()
    sync_all(nearby.targets.pieces)
    take_near(nearby.targets, area, 0.0, 0.0, more, C.address(body.query_filter.rows))
    # Who has noted what was near has the other one.
    nearby.batch.sprites = list(nearby.batch.sprites)
    for sprite in more.sprites:
        if nearby.position_of(sprite) < 0:
            count: C.Py_ssize_t = nearby.batch.row_count
            room_for(C.address(nearby.marks), C.address(nearby.capacity), count + 2, 16, 1)
            nearby.marks[count] = 0
            append(nearby.batch, sprite)
            body.knows_blocks = False
    mark_counted(body, area)
    return 0


def gather_along(
    body: Body, at: Vector, way: Vector, margin: C.double, share: C.double
) -> C.double:
    """Gather the targets that the sprite's box comes near on a way from a position.

    If there are many, gather only on a share of the way. Return the share. For a short way, the box
    around it is searched, because a slide usually continues in there. The same is true beside a
    nearly level way.
    """
    nearby: Nearby = body.nearby
    if share >= 1.0 and not nearby.is_crowded:
        gather(body, at, way, vector(margin, margin))
        nearby.gathered_at = plus(at, times(way, 0.5))
        nearby.gathered_way = vector(0.0, 0.0)
        nearby.gathered_beside = vector(0.5 * (fabs(way.x) + margin), 0.5 * (fabs(way.y) + margin))
        return 1.0
    beside: C.double = min(fabs(way.x), fabs(way.y))
    if beside > larger_side_of(store.STORE.boxes + body.sprite.row):
        beside = 0.0
    reach: C.double = margin + beside
    box: Box = area_of(body, at, vector(0.0, 0.0), vector(reach, reach))
    known: C.double = beside + 0.5 * margin - 4.0 * RAY_SLACK * length_of(way)
    nearby.gathered_at = at
    nearby.gathered_way = way
    nearby.gathered_beside = vector(known, known)
    if not nearby.is_crowded:
        if gather_on(body, C.address(box), way, ALONG_AT_ONCE):
            return 1.0
        nearby.is_crowded = True
    nearby.gathered_way = times(way, share)
    gather_on(body, C.address(box), nearby.gathered_way, PY_SSIZE_T_MAX)
    return share


def has_gathered(nearby: Nearby, at: Vector, way: Vector) -> C.bint:
    """Whether the last `gather_along` has gathered all targets near a way."""
    beside: Vector = nearby.gathered_beside
    first: Vector = minus(at, nearby.gathered_at)
    last: Vector = plus(first, way)
    if is_zero(nearby.gathered_way):
        return max(fabs(first.x), fabs(last.x)) <= beside.x and (
            max(fabs(first.y), fabs(last.y)) <= beside.y
        )
    return beside.x > 0.0 and is_beside(nearby, first) and is_beside(nearby, last)


@C.cfunc
@C.exceptval(check=False)
def is_beside(nearby: Nearby, place: Vector) -> C.bint:
    """Whether a position, relative to `gathered_at`, is near `gathered_way`."""
    beside: Vector = nearby.gathered_beside
    start: Box = Box(-beside.x, -beside.y, beside.x, beside.y)
    there: Box = Box(place.x, place.y, place.x, place.y)
    way: Vector = nearby.gathered_way
    return place_of_box(C.address(there), C.address(start), way.x, way.y) <= 1.0


@C.cfunc
@C.exceptval(-1)
def gather_on(body: Body, box: BoxRef, way: Vector, most: C.Py_ssize_t) -> C.bint:
    """Gather the targets that a box meets on a way. Return False if there are too many."""
    nearby: Nearby = body.nearby
    row: C.int = body.sprite.row
    chosen: RowFilterRef = C.address(body.query_filter.rows)
    targets: Batch = nearby.targets
    near: Batch = nearby.found
    if near.row_count:
        forget(near)
    nearby.own_piece[0] = nearby.given
    targets.pieces = nearby.own_piece if nearby.given.pieces is None else nearby.given.pieces
    sync_all(targets.pieces)
    if body.query_filter.uses_own_layers:
        store.put_layers_of(C.address(body.query_filter.rows), store.STORE, row)
    if not take_near(targets, box, way.x, way.y, near, chosen, most):
        return False
    nearby.batch = near
    body.knows_blocks = False
    if near.row_count == 0:
        body.ghost.part_count = -1
        return True
    room_for(C.address(nearby.marks), C.address(nearby.capacity), near.row_count + 1, 16, 1)
    memset(nearby.marks, 0, near.row_count)
    around: Box = box[0]
    around.left += min(0.0, way.x)
    around.right += max(0.0, way.x)
    around.top += min(0.0, way.y)
    around.bottom += max(0.0, way.y)
    mark_counted(body, C.address(around))
    return True


@C.cfunc
@C.exceptval(-1)
def mark_counted(body: Body, around: BoxRef) -> C.int:
    """Mark which parts of the sprite can meet anything near."""
    ghost: Ghost = body.ghost
    row: C.int = body.sprite.row
    near: Batch = body.nearby.batch
    ghost.part_count = store.STORE.records[row].count
    room_for(C.address(ghost.counted), C.address(ghost.part_capacity), ghost.part_count + 1, 8, 1)
    memset(ghost.counted, 0, ghost.part_count)
    if not mark_parts(
        store.STORE,
        C.address(body.query_filter.rows),
        row,
        near.rows,
        near.row_count,
        around,
        ghost.counted,
    ):
        ghost.part_count = -1
    return 0


def near_share(body: Body, way: Vector) -> C.double:
    """Return the share of a way that is searched first, because hits are usually near the start."""
    near: C.double = LONG_WAY * larger_side_of(store.STORE.boxes + body.sprite.row)
    far: C.double = length_of(way)
    return near / far if 0.0 < near < far else 1.0


@C.cfunc
@C.exceptval(check=False)
def area_of(body: Body, at: Vector, way: Vector, reach: Vector) -> Box:
    """Return the area within a reach of the sprite's box on a way from a position."""
    row: C.int = body.sprite.row
    freshen(store.STORE, row)
    area: Box = store.STORE.boxes[row]
    moved: Vector = minus(at, vector(store.STORE.x[row], store.STORE.y[row]))
    area.left += moved.x + min(0.0, way.x) - reach.x
    area.right += moved.x + max(0.0, way.x) + reach.x
    area.top += moved.y + min(0.0, way.y) - reach.y
    area.bottom += moved.y + max(0.0, way.y) + reach.y
    return area
