"""Tiles that hold a body as one box, while it is inside some of them.

A body may grow into a low ceiling, or a moving platform may crush it. If each tile held it alone,
the side of the next tile would stop it. So upright boxes that share whole sides are joined: those
that the body overlaps, and their neighbors in the rows or columns along the side by which the body
sticks out of them. Any other shape holds it by itself.

Known limit: a body that is wholly inside of the tiles, or sticks out of them on both sides, is held
by each tile alone. The same is true for a body that would leave a tile sooner by its end than by
the side of the row. Known limit: a tile that `where` rejects belongs to the row if the body never
meets it.

Nothing else is joined. A block beside a door, and the floor below a crate, stay what they were, so
the body gets into neither.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import include_box, overlap
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.row_shapes import box_of_part, part_of
from cython.cimports.spritecol._engine.storage.layout import BOX, ONE_WAY, Outline
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.impact import Impact, ImpactList
from cython.cimports.spritecol._engine.transform.near_parts import NearParts
from cython.cimports.spritecol._engine.transform.nearness import find_near_parts, next_near
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.libc import fabs, memset, qsort
from cython.cimports.spritecol.sprites.containers.batch import Batch, append, forget
from cython.cimports.spritecol.sprites.motion.body import (
    ACCEPTED,
    ENTERED,
    FREE,
    REJECTED,
    Body,
    JoinedWall,
    Nearby,
    Tile,
    Tiles,
)
from cython.cimports.spritecol.sprites.motion.inside import find_inside
from cython.cimports.spritecol.sprites.motion.sweep_questions import shape_of_part
from cython.cimports.spritecol.sprites.motion.vector import Vector
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

from spritecol.shapes import Rect

PLAIN_BOX = C.declare(Outline, None)
"""The outline of a Rect without a name or layers, once it was needed."""


def join_tiles(body: Body, at: Vector) -> C.bint:
    """Let tiles that hold a body at a position be one box in `body.nearby`.

    Return whether any were joined. Then the caller calls `part_tiles` after the motion.
    """
    tiles: Tiles = body.scratch.tiles
    hair: C.double = body.ghost.hair
    k: C.Py_ssize_t
    any_joined: C.bint = False
    body.ghost.place(at)
    inner: Box = inner_box(body)
    if not find_tiles(body, C.address(inner), None):
        return False  # usually
    tiles.count = tiles.wall_count = 0
    find_tiles(body, C.address(body.nearby.area), tiles)
    if tiles.count <= 1 or not mark_entered(body, tiles):
        return False
    qsort(tiles.items, tiles.count, C.sizeof(Tile), compare_tiles)
    join_entered(body, tiles, hair)
    box: Box = body.ghost.box()
    found: C.Py_ssize_t = tiles.wall_count
    for k in range(found):
        if tiles.walls[k].count:
            extend(body, tiles, k, C.address(box), hair)
    for k in range(tiles.wall_count):
        any_joined |= tiles.walls[k].count > 1
    if any_joined:
        put_joined(body, tiles)
    return any_joined


@C.cfunc
@C.exceptval(check=False)
def inner_box(body: Body) -> Box:
    """Return the box of a body without a hair at each side."""
    hair: C.double = body.ghost.hair
    box: Box = body.ghost.box()
    return Box(box.left + hair, box.top + hair, box.right - hair, box.bottom - hair)


@C.cfunc
@C.exceptval(-1)
def find_tiles(body: Body, area: BoxRef, found: Tiles | None) -> C.bint:
    """Find the tiles that a box overlaps. Return whether there are any, and collect them.

    A target is a tile, or consists of tiles, if all its parts there are upright boxes that are not
    one-way.
    """
    near: NearParts
    k: C.Py_ssize_t
    result: C.bint = False
    for k in range(body.nearby.batch.row_count):
        row: C.int = body.nearby.batch.rows[k]
        freshen(STORE, row)
        if (
            not overlap(area, STORE.boxes + row)
            or body.nearby.marks[k] & REJECTED
            or STORE.flags[row] & ONE_WAY
        ):
            continue
        parts: C.int = STORE.records[row].count
        known: C.Py_ssize_t = 0 if found is None else found.count
        are_boxes: C.bint = True
        is_there: C.bint = False
        find_near_parts(STORE, row, area, 0.0, 0.0, C.address(near))
        part: C.int = next_near(C.address(near), 0, parts)
        while part < parts and are_boxes:
            box: BoxRef = box_of_part(STORE, row, part_of(STORE, row, part))
            if overlap(area, box):
                are_boxes = part_of(STORE, row, part).kind == BOX
                is_there = True
                if found is not None:
                    found.add(box, k, part)
            part = next_near(C.address(near), part + 1, parts)
        if are_boxes and is_there:
            if found is None:
                return True
            result = True
        elif found is not None:
            found.count = known
    return result


@C.cfunc
@C.exceptval(-1)
def mark_entered(body: Body, tiles: Tiles) -> C.bint:
    """Mark the tiles that the body overlaps by more than a hair. Return whether there are any."""
    k: C.Py_ssize_t
    i: C.Py_ssize_t
    result: C.bint = False
    inside: ImpactList = find_inside(body)
    for k in range(inside.count):
        impact: Impact = inside.items[k]
        for i in range(tiles.count):
            tile: C.pointer(Tile) = tiles.items + i
            if tile.position == impact.position and tile.part == impact.other_part:
                tile.wall = ENTERED
                result = True
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_tiles(one: C.pointer(C.const[C.void]), other: C.pointer(C.const[C.void])) -> C.int:
    """Compare two tiles, for `qsort`: row by row, and from left to right."""
    a: C.pointer(C.const[Tile]) = C.cast(C.pointer(C.const[Tile]), one)
    b: C.pointer(C.const[Tile]) = C.cast(C.pointer(C.const[Tile]), other)
    off: C.double = a.box.top - b.box.top
    off = a.box.bottom - b.box.bottom if off == 0.0 else off
    off = a.box.left - b.box.left if off == 0.0 else off
    off = a.box.right - b.box.right if off == 0.0 else off
    return 1 if off > 0.0 else (-1 if off < 0.0 else 0)


@C.cfunc
@C.exceptval(-1)
def join_entered(body: Body, tiles: Tiles, hair: C.double) -> C.int:
    """Join the tiles that the body overlaps, in rows, and these rows in columns."""
    k: C.Py_ssize_t
    i: C.Py_ssize_t
    m: C.Py_ssize_t
    for i in range(tiles.count):
        if tiles.items[i].wall != ENTERED:
            continue
        k = tiles.wall_count - 1
        while k >= 0 and not joins(body, tiles, k, i, False, False, hair):
            k -= 1
        if k < 0:
            tiles.add_wall(i)
    for k in range(tiles.wall_count):
        for m in range(k + 1, tiles.wall_count):
            one: C.pointer(JoinedWall) = tiles.walls + k
            other: C.pointer(JoinedWall) = tiles.walls + m
            if one.count == 0 or other.count == 0:
                continue
            if not continues(one.box, other.box, True, hair):
                continue
            if are_of_one_kind(body, tiles.items + one.first, tiles.items + other.first):
                include_box(C.address(one.box), C.address(other.box))
                one.count += other.count
                other.count = 0
                for i in range(tiles.count):
                    if tiles.items[i].wall == m:
                        tiles.items[i].wall = k
    return 0


@C.cfunc
@C.exceptval(-1)
def extend(body: Body, tiles: Tiles, wall: C.Py_ssize_t, around: BoxRef, hair: C.double) -> C.int:
    """Extend a wall along the side by which the body sticks out of it, row by row or column by
    column.
    """
    i: C.Py_ssize_t
    k: C.Py_ssize_t
    box: Box = tiles.walls[wall].box
    across: C.double = min(around.right - box.left, box.right - around.left)  # to leave it
    down: C.double = min(around.bottom - box.top, box.bottom - around.top)
    wide: C.double = min(box.right - box.left, around.right - around.left)
    high: C.double = min(box.bottom - box.top, around.bottom - around.top)
    is_column: C.bint = across < down
    if not (across < wide if is_column else down < high):
        return 0
    first: C.Py_ssize_t = tiles.wall_count
    tiles.walls[wall].count = 0
    for i in range(tiles.count):
        if tiles.items[i].wall != wall:
            continue
        tiles.items[i].wall = ENTERED
        k = tiles.wall_count - 1
        while k >= first and not joins(body, tiles, k, i, is_column, False, hair):
            k -= 1
        if k < first:
            tiles.add_wall(i)
    for k in range(first, tiles.wall_count):
        add_neighbors(body, tiles, k, is_column, hair)
    return 0


@C.cfunc
@C.exceptval(-1)
def add_neighbors(
    body: Body, tiles: Tiles, wall: C.Py_ssize_t, is_column: C.bint, hair: C.double
) -> C.int:
    """Add the neighbors of a wall in its row or column."""
    i: C.Py_ssize_t
    for i in range(tiles.count):
        if tiles.items[i].wall == FREE:
            joins(body, tiles, wall, i, is_column, False, hair)
    for i in range(tiles.count - 1, -1, -1):
        if tiles.items[i].wall == FREE:
            joins(body, tiles, wall, i, is_column, True, hair)
    for i in range(tiles.count):
        if (
            tiles.items[i].wall == FREE
            and is_second(tiles, wall, i, hair)
            and are_of_one_kind(body, tiles.items + tiles.walls[wall].first, tiles.items + i)
        ):
            tiles.items[i].wall = wall
            tiles.walls[wall].count += 1
    return 0


@C.cfunc
@C.exceptval(check=False)
def is_second(tiles: Tiles, wall: C.Py_ssize_t, i: C.Py_ssize_t, hair: C.double) -> C.bint:
    """Whether a tile is where a tile of a wall is, as in two layers of a map."""
    k: C.Py_ssize_t
    here: Box = tiles.items[i].box
    for k in range(tiles.count):
        there: Box = tiles.items[k].box
        if tiles.items[k].wall == wall and (
            max(fabs(there.left - here.left), fabs(there.top - here.top)) <= hair
            and max(fabs(there.right - here.right), fabs(there.bottom - here.bottom)) <= hair
        ):
            return True
    return False


@C.cfunc
@C.exceptval(-1)
def joins(
    body: Body,
    tiles: Tiles,
    wall: C.Py_ssize_t,
    i: C.Py_ssize_t,
    is_column: C.bint,
    before: C.bint,
    hair: C.double,
) -> C.bint:
    """Join a tile to a wall if it continues the wall, or with `before` the wall it. If the body
    overlaps it, it may also be a second tile at one place. Return whether it is joined.
    """
    tile: C.pointer(Tile) = tiles.items + i
    one: C.pointer(JoinedWall) = tiles.walls + wall
    is_next: C.bint = (
        continues(tile.box, one.box, is_column, hair)
        if before
        else continues(one.box, tile.box, is_column, hair)
    )
    if tile.wall == ENTERED and is_second(tiles, wall, i, hair):
        is_next = True
    if not is_next or not are_of_one_kind(body, tiles.items + one.first, tile):
        return False
    include_box(C.address(one.box), C.address(tile.box))
    one.count += 1
    tile.wall = wall
    return True


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def continues(a: Box, b: Box, is_column: C.bint, hair: C.double) -> C.bint:
    """Whether the second box continues the first one: to the right, or down in a column."""
    if is_column:
        return max(fabs(a.left - b.left), fabs(a.right - b.right), fabs(a.bottom - b.top)) <= hair
    return max(fabs(a.top - b.top), fabs(a.bottom - b.bottom), fabs(a.right - b.left)) <= hair


@C.cfunc
@C.exceptval(-1)
def are_of_one_kind(body: Body, a: C.pointer(Tile), b: C.pointer(Tile)) -> C.bint:
    """Whether the same shapes of the body meet two tiles: by layers, and by names if they count."""
    one: SpriteRow = body.nearby.batch.sprites[a.position]
    other: SpriteRow = body.nearby.batch.sprites[b.position]
    if STORE.layer_of(one.row) != STORE.layer_of(other.row) or STORE.mask_of(
        one.row
    ) != STORE.mask_of(other.row):
        return False
    if not has_roles(one.row) and not has_roles(other.row):
        return True
    name, layer, mask = role_of_tile(one, a.part)
    other_name, other_layer, other_mask = role_of_tile(other, b.part)
    if body.query_filter.rows.by_name and name != other_name:
        return False
    return layer == other_layer and mask == other_mask


@C.cfunc
@C.exceptval(check=False)
def has_roles(row: C.int) -> C.bint:
    """Whether any shape of a row has a name, a layer or a mask."""
    if STORE.records[row].outline is C.NULL:  # user code has taken its shapes away
        return False
    return C.cast(Outline, STORE.records[row].outline).roles is not C.NULL


@C.cfunc
def role_of_tile(sprite: SpriteRow, part: C.int) -> tuple:
    """Return the name, the layer and the mask of the shape of a part, or None for each if user code
    has taken the shape away.
    """
    shape: object = shape_of_part(sprite, part)
    return (None,) * 3 if shape is None else (shape.name, shape.layer, shape.mask)


@C.cfunc
def put_joined(body: Body, tiles: Tiles) -> C.int:
    """Replace the targets nearby: by the walls, by all tiles of the same targets that are in no
    wall, and by the other targets.
    """
    k: C.Py_ssize_t
    i: C.Py_ssize_t
    whole: Nearby = body.nearby
    nearby: Nearby = body.joined
    if nearby is None:
        body.joined = nearby = Nearby()
    batch: Batch = nearby.found
    if batch.row_count:  # memory was short when they were joined before
        forget(batch)
    most: C.Py_ssize_t = whole.batch.row_count + tiles.wall_count + tiles.count
    room_for(C.address(nearby.marks), C.address(nearby.capacity), most + 1, 16, 1)
    memset(nearby.marks, 0, most)
    for k in range(whole.batch.row_count):
        if not is_split(tiles, k):
            nearby.marks[batch.row_count] = whole.marks[k] & (ACCEPTED | REJECTED)
            append(batch, whole.batch.sprites[k])
    for k in range(tiles.wall_count):
        if tiles.walls[k].count > 1:
            tiles.walls[k].place = batch.row_count
            append(batch, stand_in(body, tiles.items + tiles.walls[k].first, tiles.walls[k].box))
    for i in range(tiles.count):
        tile: C.pointer(Tile) = tiles.items + i
        tile.place = -1
        if is_joined(tiles, tile):
            tile.place = tiles.walls[tile.wall].place
        elif is_split(tiles, tile.position):
            tile.place = batch.row_count
            append(batch, stand_in(body, tile, tile.box))
    nearby.whole = whole
    nearby.is_torn = False
    nearby.batch = batch
    body.nearby = nearby
    body.knows_blocks = False
    return 0


def part_tiles(body: Body) -> C.bint:
    """Put back the targets nearby, after a motion. Return whether `where` has rejected a tile of a
    wall.

    In this case the caller starts again. The other tiles are joined without that one.
    """
    joined: Nearby = body.nearby
    if joined.whole is None:
        return False
    body.nearby = joined.whole
    joined.whole = None
    joined.release()
    body.knows_blocks = False
    return joined.is_torn


@C.cfunc
@C.exceptval(check=False)
def is_joined(tiles: Tiles, tile: C.pointer(C.const[Tile])) -> C.bint:
    """Whether a tile is in a wall of several tiles."""
    return tile.wall >= 0 and tiles.walls[tile.wall].count > 1


@C.cfunc
@C.exceptval(check=False)
def is_split(tiles: Tiles, position: C.Py_ssize_t) -> C.bint:
    """Whether any tile of a target is in a wall of several tiles."""
    i: C.Py_ssize_t
    for i in range(tiles.count):
        if tiles.items[i].position == position and is_joined(tiles, tiles.items + i):
            return True
    return False


@C.cfunc
def stand_in(body: Body, tile: C.pointer(C.const[Tile]), box: Box) -> SpriteRow:
    """Return a sprite that is a box, with the layers and the role of a tile."""
    global PLAIN_BOX  # noqa: PLW0603 (made when it is first needed)
    first: SpriteRow = body.nearby.batch.sprites[tile.position]
    sprite: SpriteRow = SpriteRow()
    if has_roles(first.row):
        name, layer, mask = role_of_tile(first, tile.part)
        sprite.collision = Rect(0, 0, 1, 1, name=name, layer=layer, mask=mask)
    elif PLAIN_BOX is None:
        sprite.collision = Rect(0, 0, 1, 1)
        PLAIN_BOX = STORE.outlines[sprite.row]
    else:
        STORE.set_outline(sprite.row, PLAIN_BOX)
    STORE.set_layers(sprite.row, STORE.layer_of(first.row), STORE.mask_of(first.row))
    freshen(STORE, sprite.row)
    # Nothing changes its pose, so these numbers stay, to the last bit.
    numbers: C.p_double = STORE.pool + part_of(STORE, sprite.row, 0).first
    numbers[0] = box.left
    numbers[1] = box.top
    numbers[2] = box.right
    numbers[3] = box.bottom
    STORE.boxes[sprite.row] = box
    return sprite
