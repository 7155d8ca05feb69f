"""Tiles that hold a body as one box, while it is inside some of them.

A body may grow into a low ceiling, or a moving platform may crush it. If each tile held it alone,
the side of the next tile would stop it. So upright boxes of one class that share whole sides are
joined: first those that the body overlaps, and then their neighbors in the row or column along the
side by which the body sticks out of them. If it is wholly inside of them, or sticks out on both
sides, each of them holds it by itself. So does any other shape.

Nothing else is joined. A block beside a door, and the floor below a crate, stay what they were, so
the body gets into neither.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.row_shapes import box_of_part
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import part_of
from cython.cimports.spritecol._engine.storage.layout import BOX, ONE_WAY
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.impact import ImpactList
from cython.cimports.spritecol._engine.transform.near_parts import NearParts
from cython.cimports.spritecol._engine.transform.nearness import find_near_parts, next_near
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.libc import fabs, memset
from cython.cimports.spritecol.sprites.containers.batch import Batch, append
from cython.cimports.spritecol.sprites.motion.body import REJECTED, Body, Nearby
from cython.cimports.spritecol.sprites.motion.inside import find_inside
from cython.cimports.spritecol.sprites.motion.sweep_questions import shape_of_part
from cython.cimports.spritecol.sprites.motion.vector import Vector
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

from spritecol.shapes import Rect


@C.final
@C.cclass
class Tile:
    """An upright box: a part of a target, or several that are joined."""

    box: Box
    position: C.Py_ssize_t  # of the target among those nearby
    part: C.int
    kind: tuple  # only tiles of equal kind are joined
    members: list  # what it is made of: (position, part, left, top, right, bottom) of each


def is_in_tiles(body: Body, at: Vector) -> C.bint:
    """Whether the box of a body at a position overlaps tiles by more than a hair."""
    hair: C.double = body.ghost.hair
    body.ghost.place(at)
    box: Box = body.ghost.box()
    within: Box = Box(box.left + hair, box.top + hair, box.right - hair, box.bottom - hair)
    return len(tiles_in(body, within, True)) > 0


def join_tiles(body: Body, at: Vector) -> C.bint:
    """Let tiles that hold a body at a position be one box in `body.nearby`.

    Return whether any were joined. Then the caller puts back `body.nearby` after the motion.
    """
    tile: Tile
    k: C.Py_ssize_t
    hair: C.double = body.ghost.hair
    if not is_in_tiles(body, at):
        return False  # usually
    box: Box = body.ghost.box()
    inside: ImpactList = find_inside(body)
    parts: set = set()
    for k in range(inside.count):
        parts.add((inside.items[k].position, inside.items[k].other_part))
    near: list = tiles_in(body, body.nearby.area)
    walls: list = []
    others: list = []
    for tile in near:
        (walls if (tile.position, tile.part) in parts else others).append(tile)
    walls = joined(joined(walls, False, hair), True, hair)
    is_joined: C.bint = False
    for k in range(len(walls)):
        tile = walls[k] = with_neighbors(walls[k], others, C.address(box), hair)
        others = left_over(others, tile.members)
        is_joined |= len(tile.members) > 1
    if is_joined:
        put_joined(body, [*walls, *others])
    return is_joined


@C.cfunc
def left_over(tiles: list, taken: list) -> list:
    """Return the tiles that are not among those taken."""
    tile: Tile
    result: list = []
    for tile in tiles:
        if tile.members[0] not in taken:
            result.append(tile)
    return result


@C.cfunc
def tiles_in(body: Body, area: Box, is_any: C.bint = False) -> list:
    """Return the tiles that a box overlaps, or only one of them.

    A target is a tile, or consists of tiles, if all its parts there are upright boxes that are not
    one-way.
    """
    near: NearParts
    k: C.Py_ssize_t
    result: list = []
    for k in range(body.nearby.batch.row_count):
        row: C.int = body.nearby.batch.rows[k]
        freshen(STORE, row)
        if (
            body.nearby.marks[k] & REJECTED
            or STORE.flags[row] & ONE_WAY
            or not overlap(C.address(area), STORE.boxes + row)
        ):
            continue
        parts: C.int = STORE.records[row].count
        known: C.Py_ssize_t = len(result)
        find_near_parts(STORE, row, C.address(area), 0.0, 0.0, C.address(near))
        part: C.int = next_near(C.address(near), 0, parts)
        while part < parts:
            box: BoxRef = box_of_part(STORE, row, part_of(STORE, row, part))
            if overlap(C.address(area), box):
                if part_of(STORE, row, part).kind != BOX:
                    del result[known:]
                    break
                result.append(tile_of(body, k, part, box))
                if is_any:
                    return result
            part = next_near(C.address(near), part + 1, parts)
    return result


@C.cfunc
def tile_of(body: Body, position: C.Py_ssize_t, part: C.int, box: BoxRef) -> Tile:
    """Return a part of a target as a tile."""
    sprite: SpriteRow = body.nearby.batch.sprites[position]
    shape: object = shape_of_part(sprite, part)
    tile: Tile = Tile()
    tile.box = box[0]
    tile.position = position
    tile.part = part
    tile.kind = type(sprite), sprite.collision_layer, sprite.collision_mask
    tile.kind += shape.name, shape.layer, shape.mask
    tile.members = [(position, part, box.left, box.top, box.right, box.bottom)]
    return tile


@C.cfunc
def joined(tiles: list, is_column: C.bint, hair: C.double) -> list:
    """Join tiles of equal kind that share whole sides in rows, or in columns."""
    tile: Tile
    last: Tile
    result: list = []
    for tile in sorted(tiles, key=by_columns if is_column else by_rows):
        last = result[-1] if result else None
        if last is not None and continues(last, tile, is_column, hair):
            result[-1] = both_of(last, tile)
        else:
            result.append(tile)
    return result


@C.cfunc
def by_rows(tile: Tile) -> tuple:
    """Return the order of a tile in rows."""
    return tile.box.top, tile.box.bottom, tile.box.left, tile.box.right


@C.cfunc
def by_columns(tile: Tile) -> tuple:
    """Return the order of a tile in columns."""
    return tile.box.left, tile.box.right, tile.box.top, tile.box.bottom


@C.cfunc
def continues(one: Tile, other: Tile, is_column: C.bint, hair: C.double) -> C.bint:
    """Whether a tile continues another one of its kind: to the right, or down in a column."""
    a: Box = one.box
    b: Box = other.box
    off: C.double
    if is_column:
        off = max(fabs(a.left - b.left), fabs(a.right - b.right), fabs(a.bottom - b.top))
    else:
        off = max(fabs(a.top - b.top), fabs(a.bottom - b.bottom), fabs(a.right - b.left))
    return off <= hair and one.kind == other.kind


@C.cfunc
def both_of(one: Tile, other: Tile) -> Tile:
    """Return two tiles as one."""
    both: Tile = Tile()
    both.box.left = min(one.box.left, other.box.left)
    both.box.top = min(one.box.top, other.box.top)
    both.box.right = max(one.box.right, other.box.right)
    both.box.bottom = max(one.box.bottom, other.box.bottom)
    both.position = one.position
    both.part = one.part
    both.kind = one.kind
    both.members = one.members + other.members
    return both


@C.cfunc
def with_neighbors(tile: Tile, others: list, body: BoxRef, hair: C.double) -> Tile:
    """Return a box that the body overlaps, joined with its neighbors along the side by which the
    body sticks out.
    """
    one: Tile
    box: Box = tile.box
    across: C.double = min(body.right - box.left, box.right - body.left)  # to leave it
    down: C.double = min(body.bottom - box.top, box.bottom - body.top)
    is_row: C.bint = down <= across and down < min(box.bottom - box.top, body.bottom - body.top)
    is_column: C.bint = (
        not is_row and across <= down and across < min(box.right - box.left, body.right - body.left)
    )
    if is_row or is_column:
        for one in joined([tile, *others], is_column, hair):
            if tile.members[0] in one.members:
                return one
    return tile


@C.cfunc
def put_joined(body: Body, tiles: list) -> C.int:
    """Replace the targets nearby by tiles, some of them joined, and the targets that are in no
    joined one.
    """
    tile: Tile
    k: C.Py_ssize_t
    whole: Nearby = body.nearby
    nearby: Nearby = Nearby()
    batch: Batch = Batch()
    cut: set = set()
    nearby.whole = whole
    nearby.tiles = []
    for tile in tiles:
        if len(tile.members) > 1:
            cut.update([member[0] for member in tile.members])
    for k in range(whole.batch.row_count):
        if k not in cut:
            append(batch, whole.batch.sprites[k])
            nearby.tiles.append(None)
    for tile in tiles:
        if tile.position in cut:
            append(batch, stand_in(body, tile))
            nearby.tiles.append(tile.members)
    room_for(C.address(nearby.marks), C.address(nearby.capacity), batch.row_count + 1, 16, 1)
    memset(nearby.marks, 0, batch.row_count)
    nearby.batch = batch
    body.nearby = nearby
    body.knows_blocks = False
    return 0


@C.cfunc
def stand_in(body: Body, tile: Tile) -> SpriteRow:
    """Return a sprite that is a box, with the layers and the roles of its tiles."""
    first: SpriteRow = body.nearby.batch.sprites[tile.position]
    sprite: SpriteRow = SpriteRow()
    box: Box = tile.box
    name, layer, mask = tile.kind[-3:]
    size: tuple = box.right - box.left, box.bottom - box.top
    sprite.collision = Rect(box.left, box.top, *size, name=name, layer=layer, mask=mask)
    STORE.set_layers(sprite.row, STORE.layer_of(first.row), STORE.mask_of(first.row))
    freshen(STORE, sprite.row)
    numbers: C.p_double = STORE.pool + part_of(STORE, sprite.row, 0).first
    numbers[0] = box.left  # which `Rect` rounds
    numbers[1] = box.top
    numbers[2] = box.right
    numbers[3] = box.bottom
    STORE.boxes[sprite.row] = box
    return sprite
