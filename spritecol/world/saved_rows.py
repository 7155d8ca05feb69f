"""Copies rows of the storage, and writes them back.

    rows    [ x y angle scale center flags | ... ]     64 bytes a sprite
    numbers [ vx vy | vx vy | ... ]                    the stored numbers of all
    layers  [ layer mask | ... ]                       only if any differs from the default
    looks   ( outline, collision, image, z, ... )      both shared while they stay the same

The caller keeps the garbage collector from running meanwhile, and drops replaced values only when
all is done. So users' code never sees a world that is half of one frame and half of another.

Loops over sprites read each sprite by its index instead of keeping it in a variable. This avoids
reference counting, which would take a quarter of the time of a save.
"""

import struct

import cython as C
from cython.cimports.spritecol._engine.storage.layout import (
    CENTER_X_SET,
    CENTER_Y_SET,
    NUMBER_ANGLE,
    NUMBER_X,
    NUMBER_Y,
    ONE_WAY,
    PLAIN_FLAGS,
    POSE_SIZE,
    ROTATION_STALE,
    SAVED_FLAGS,
    VANISHED,
    NumberLayout,
    Outline,
    RowRecord,
)
from cython.cimports.spritecol._engine.storage.store import DEFAULT_LAYER, DEFAULT_MASK, STORE
from cython.cimports.spritecol._support.libc import free, malloc, memcmp, memcpy
from cython.cimports.spritecol.sprites.row.sprite_row import Companion, SpriteRow
from cython.cimports.spritecol.sprites.tables import attribute_table as kinds

from spritecol.sprites.tables.attribute_table import ATTRIBUTE_TABLE

DEFAULT_LAYERS = struct.pack("QQ", DEFAULT_LAYER, DEFAULT_MASK)
"""Of one sprite."""

RECORD_BYTES = C.declare(C.size_t, (POSE_SIZE - NUMBER_ANGLE) * C.sizeof(C.double))
"""Of the numbers of a pose, those that a record begins with: all except x and y."""


@C.cfunc
@C.inline
def kept_outline(sprite: SpriteRow) -> object:
    """The outline of a sprite, or None."""
    return STORE.outlines[sprite.row]


@C.cfunc
@C.inline
def z_of(sprite: SpriteRow) -> object:
    """The value that was assigned to the `z` of a sprite."""
    if isinstance(sprite.z_or_companion, Companion):
        return C.cast(Companion, sprite.z_or_companion).z
    return sprite.z_or_companion


@C.cfunc
@C.inline
@C.exceptval(check=False)
@C.boundscheck(False)
@C.wraparound(False)
def looks_like(sprites: tuple, k: C.Py_ssize_t, items: tuple) -> C.bint:
    """Whether the objects of a sprite are the given objects."""
    j: C.Py_ssize_t = APPEARANCE * k
    row: C.int = C.cast(SpriteRow, sprites[k]).row
    return (
        items[j] is STORE.outlines[row]
        and items[j + 1] is C.cast(SpriteRow, sprites[k]).collision_value
        and items[j + 2] is C.cast(SpriteRow, sprites[k]).image_and_size
        and (
            items[j + 3] is C.cast(SpriteRow, sprites[k]).z_or_companion
            or (
                isinstance(C.cast(SpriteRow, sprites[k]).z_or_companion, Companion)
                and items[j + 3]
                is C.cast(Companion, C.cast(SpriteRow, sprites[k]).z_or_companion).z
            )
        )
    )


class Appearance:
    """The Python objects of some sprites: outline, collision, image and z of each."""


class SavedRows:
    """A copy of the rows of some sprites."""

    def __dealloc__(self):
        free(self.rows)
        free(self.numbers)


def number_count_of(sprites: tuple) -> C.Py_ssize_t:
    """Return how many stored numbers some sprites have together."""
    k: C.Py_ssize_t
    count: C.Py_ssize_t = 0
    for k in range(len(sprites)):
        first: C.int = STORE.first_number_of(C.cast(SpriteRow, sprites[k]).row)
        if first:
            count += STORE.layout_at(first).count
    return count


def get_memory(saved: SavedRows, count: C.Py_ssize_t, number_count: C.Py_ssize_t) -> C.int:
    """Get memory for some rows and stored numbers."""
    saved.count = count
    saved.number_count = number_count
    saved.rows = C.cast(C.pointer(SavedRow), malloc(max(1, saved.count) * C.sizeof(SavedRow)))
    saved.numbers = C.cast(C.p_longlong, malloc(max(1, saved.number_count) * C.sizeof(C.longlong)))
    if saved.rows is C.NULL or saved.numbers is C.NULL:
        raise MemoryError
    return 0


def demand_rows_of(count: C.Py_ssize_t, saved: SavedRows) -> C.int:
    """Refuse a copy that was made by hand, or has another number of sprites."""
    if saved.appearance is None or saved.count != count:
        raise ValueError(f"this is not a copy of the rows of {count} sprites")
    return 0


def layers_in(saved: SavedRows) -> C.pointer(C.ulonglong):
    """The layers and masks of some sprites, or NULL."""
    return (
        C.NULL
        if saved.layers is None
        else C.cast(C.pointer(C.ulonglong), C.cast(C.p_char, saved.layers))
    )


@C.cfunc
@C.inline
@C.exceptval(check=False)
def has_layers(row: C.int, layers: C.pointer(C.ulonglong), k: C.Py_ssize_t) -> C.bint:
    """Whether a row has the layer and the mask of a saved row."""
    return STORE.layer_of(row) == layer_in(layers, k) and STORE.mask_of(row) == mask_in(layers, k)


@C.cfunc
@C.inline
@C.exceptval(check=False)
def layer_in(layers: C.pointer(C.ulonglong), k: C.Py_ssize_t) -> C.ulonglong:
    """The layer of a saved row."""
    return DEFAULT_LAYER if layers is C.NULL else layers[2 * k]


@C.cfunc
@C.inline
@C.exceptval(check=False)
def mask_in(layers: C.pointer(C.ulonglong), k: C.Py_ssize_t) -> C.ulonglong:
    """The mask of a saved row."""
    return DEFAULT_MASK if layers is C.NULL else layers[2 * k + 1]


@C.boundscheck(False)
@C.wraparound(False)
def save_rows(sprites: tuple, previous: SavedRows | None):
    """A copy of the rows of some sprites.

    Args:
        sprites: the sprites.
        previous: an earlier copy of the rows of exactly these sprites, to share parts with; or
            None.
    """
    saved: SavedRows = SavedRows()
    count: C.Py_ssize_t = len(sprites)
    if previous is not None:
        demand_rows_of(count, previous)
    get_memory(
        saved, count, number_count_of(sprites) if previous is None else previous.number_count
    )
    if STORE.layered:
        saved.layers = layers_of(sprites, previous)
    if copy_rows(sprites, saved, None if previous is None else previous.appearance.items):
        saved.appearance = previous.appearance
        return saved
    appearance: Appearance = Appearance()
    items: list = []
    k: C.Py_ssize_t
    for k in range(count):
        sprite: SpriteRow = C.cast(SpriteRow, sprites[k])
        items.append(kept_outline(sprite))
        items.append(sprite.collision_value)
        items.append(sprite.image_and_size)
        items.append(z_of(sprite))
    appearance.items = tuple(items)
    saved.appearance = appearance
    return saved


@C.cfunc
@C.boundscheck(False)
@C.wraparound(False)
def layers_of(sprites: tuple, previous: SavedRows | None) -> bytes:
    """The layers and masks of some sprites, or an earlier copy if it is the same."""
    k: C.Py_ssize_t = 0
    count: C.Py_ssize_t = len(sprites)
    if previous is not None:
        layers: C.pointer(C.ulonglong) = layers_in(previous)
        while k < count and has_layers(C.cast(SpriteRow, sprites[k]).row, layers, k):
            k += 1
        if k == count:
            return previous.layers
    found: bytearray = bytearray(2 * count * C.sizeof(C.ulonglong))
    words: C.pointer(C.ulonglong) = C.cast(C.pointer(C.ulonglong), C.cast(C.p_char, found))
    for k in range(count):
        words[2 * k] = STORE.layer_of(C.cast(SpriteRow, sprites[k]).row)
        words[2 * k + 1] = STORE.mask_of(C.cast(SpriteRow, sprites[k]).row)
    return None if found == DEFAULT_LAYERS * count else bytes(found)


@C.cfunc
@C.exceptval(-1)
@C.boundscheck(False)
@C.wraparound(False)
def copy_rows(sprites: tuple, saved: SavedRows, looks: tuple | None) -> C.int:
    """Copy the numbers of rows.

    Returns:
        Whether the looks of the sprites are the same.
    """
    target: C.pointer(SavedRow) = saved.rows
    numbers: C.p_longlong = saved.numbers
    records: C.pointer(RowRecord) = STORE.records
    firsts: C.p_int = STORE.first_number
    stored: C.p_longlong = STORE.numbers
    x: C.p_double = STORE.x
    y: C.p_double = STORE.y
    is_known: C.bint = looks is not None
    layout: C.longlong = -1
    layout_count: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    j: C.int
    for k in range(saved.count):
        row: C.int = C.cast(SpriteRow, sprites[k]).row
        is_known = is_known and looks_like(sprites, k, looks)
        target.pose[NUMBER_X] = x[row]
        target.pose[NUMBER_Y] = y[row]
        memcpy(target.pose + NUMBER_ANGLE, C.address(records[row].angle), RECORD_BYTES)
        target.flags = records[row].flags & SAVED_FLAGS
        target.number_count = 0
        first: C.int = 0 if firsts is C.NULL else firsts[row]
        if first:
            if stored[first - 1] != layout:  # rows of one class share a layout
                layout = stored[first - 1]
                layout_count = STORE.layout_at(first).count
            target.number_count = layout_count
            for j in range(target.number_count):
                numbers[j] = stored[first + j]
            numbers += target.number_count
        target += 1
    return is_known


@C.boundscheck(False)
@C.wraparound(False)
def differing_rows(one: SavedRows, other: SavedRows):
    """Return the positions where two copies of the rows of the same sprites may differ."""
    k: C.Py_ssize_t
    first: C.Py_ssize_t = 0
    found: set = set()
    demand_rows_of(one.count, one)
    demand_rows_of(one.count, other)
    looks: tuple = one.appearance.items
    others: tuple = other.appearance.items
    layers: C.pointer(C.ulonglong) = layers_in(one)
    other_layers: C.pointer(C.ulonglong) = layers_in(other)
    if (
        looks is others
        and one.layers is other.layers
        and not memcmp(one.rows, other.rows, one.count * C.sizeof(SavedRow))
        and not memcmp(one.numbers, other.numbers, one.number_count * C.sizeof(C.longlong))
    ):
        return found  # without looking at each
    for k in range(one.count):
        count: C.Py_ssize_t = one.rows[k].number_count
        if (
            memcmp(one.rows + k, other.rows + k, C.sizeof(SavedRow))
            or memcmp(one.numbers + first, other.numbers + first, count * C.sizeof(C.longlong))
            or layer_in(layers, k) != layer_in(other_layers, k)
            or mask_in(layers, k) != mask_in(other_layers, k)
            or looks[APPEARANCE * k] is not others[APPEARANCE * k]
            or looks[APPEARANCE * k + 1] is not others[APPEARANCE * k + 1]
            or looks[APPEARANCE * k + 2] is not others[APPEARANCE * k + 2]
            or looks[APPEARANCE * k + 3] is not others[APPEARANCE * k + 3]
        ):
            found.add(k)
        first += count
    return found


@C.boundscheck(False)
@C.wraparound(False)
def restore_rows(sprites: tuple, saved: SavedRows, old: list):
    """Write rows back. None among the sprites means a sprite that is gone.

    An unchanged row is not touched, so that its world geometry and kept indexes stay valid.
    Replaced values are added to `old`, for the caller to drop when everything is consistent. No
    user code runs.
    """
    demand_rows_of(len(sprites), saved)
    source: C.pointer(SavedRow) = saved.rows
    numbers: C.p_longlong = saved.numbers
    items: tuple = saved.appearance.items
    layers: C.pointer(C.ulonglong) = layers_in(saved)
    are_default: C.bint = layers is C.NULL and not STORE.layered
    k: C.Py_ssize_t
    j: C.int
    STORE.reserve_revived()
    for k in range(saved.count):
        if sprites[k] is not None:
            row: C.int = C.cast(SpriteRow, sprites[k]).row
            if source.number_count:
                stored: C.p_longlong = STORE.numbers + STORE.first_number[row]
                for j in range(source.number_count):
                    stored[j] = numbers[j]
            if not looks_like(sprites, k, items):
                restore_looks(C.cast(SpriteRow, sprites[k]), items, APPEARANCE * k, old)
            restore_pose(row, source)
            if not are_default and not has_layers(row, layers, k):
                # If saved layers differ from the default, the rows need arrays for them.
                STORE.set_layers(row, layer_in(layers, k), mask_in(layers, k))
        numbers += source.number_count
        source += 1


@C.cfunc
@C.inline
@C.exceptval(check=False)
def restore_pose(row: C.int, source: C.pointer(SavedRow)) -> C.void:
    """Write the numbers and flags of a row back."""
    record: C.pointer(RowRecord) = C.address(STORE.records[row])
    pose: C.p_double = source.pose
    differing: C.int = (source.flags ^ record.flags) & SAVED_FLAGS
    if differing & VANISHED:
        if source.flags & VANISHED:
            STORE.vanish(row)
        else:
            STORE.revive(row)
    record.flags = source.flags | record.flags & ~SAVED_FLAGS
    numbers: C.p_double = pose + NUMBER_ANGLE
    if differing & ~PLAIN_FLAGS or memcmp(numbers, C.address(record.angle), RECORD_BYTES):
        memcpy(C.address(record.angle), numbers, RECORD_BYTES)
        record.flags |= ROTATION_STALE
        STORE.mark_dirty(row)
    if memcmp(pose + NUMBER_X, STORE.x + row, C.sizeof(C.double)) or memcmp(
        pose + NUMBER_Y, STORE.y + row, C.sizeof(C.double)
    ):
        STORE.x[row] = pose[NUMBER_X]
        STORE.y[row] = pose[NUMBER_Y]
        STORE.mark_moved(row)


@C.cfunc
@C.exceptval(-1)
def restore_looks(sprite: SpriteRow, items: tuple, k: C.Py_ssize_t, old: list) -> C.int:
    """Give a sprite its shapes, image and z back."""
    if items[k] is not kept_outline(sprite):
        old.append(kept_outline(sprite))
        if items[k] is None:
            remove_outline(sprite.row)
        else:
            STORE.set_outline(sprite.row, C.cast(Outline, items[k]))
    old.append(sprite.collision_value)
    sprite.collision_value = items[k + 1]
    old.append(sprite.image_and_size)
    sprite.image_and_size = items[k + 2]
    if isinstance(sprite.z_or_companion, Companion):
        old.append(C.cast(Companion, sprite.z_or_companion).z)
        C.cast(Companion, sprite.z_or_companion).z = items[k + 3]
    else:
        old.append(sprite.z_or_companion)
        sprite.z_or_companion = items[k + 3]
    return 0


@C.cfunc
@C.exceptval(check=False)
def remove_outline(row: C.int) -> C.void:
    """Remove the shapes of a row, as in a new row. The caller keeps the outline alive."""
    STORE.release_parts(row)
    STORE.records[row].outline = C.NULL
    STORE.outlines[row] = None
    STORE.records[row].count = 0
    STORE.flags[row] &= ~ONE_WAY
    STORE.set_roles(row, False)
    STORE.mark_dirty(row)


def facts_of_rows(sprites: tuple, saved: SavedRows, places):
    """Return the saved values of the sprites at some positions: a list of (sprite, dict by
    attributes).
    """
    found: list = []
    first: C.Py_ssize_t = 0
    place: C.Py_ssize_t
    for place in range(saved.count):
        if place in places:
            found.append((sprites[place], facts_of_row(sprites[place], saved, place, first)))
        first += saved.rows[place].number_count
    return found


@C.cfunc
def facts_of_row(
    sprite: SpriteRow, saved: SavedRows, place: C.Py_ssize_t, first: C.Py_ssize_t
) -> dict:
    """Return the saved values of one sprite by attribute. None means that it follows the image.

    `first` is the position of its stored numbers.
    """
    row: C.pointer(SavedRow) = saved.rows + place
    flags: C.int = row.flags
    items: tuple = saved.appearance.items[APPEARANCE * place : APPEARANCE * (place + 1)]
    outline: object = items[0]
    number: C.double
    stored: C.int
    at: C.int
    facts: dict = {}
    for name, (stored, at) in ATTRIBUTE_TABLE.items():
        if stored <= kinds.CENTER_NUMBER:
            facts[name] = row.pose[at]
        elif stored in (kinds.FLAG, kinds.FIXED_FLAG):
            facts[name] = flags & at != 0
        elif stored == kinds.LAYER_BITS:
            layers: C.pointer(C.ulonglong) = layers_in(saved)
            facts[name] = mask_in(layers, place) if at else layer_in(layers, place)
    if not flags & CENTER_X_SET:
        facts["center_x"] = None
    if not flags & CENTER_Y_SET:
        facts["center_y"] = None
    facts |= {
        "shapes": () if outline is None else C.cast(Outline, outline).shapes,
        "shapes_of_image": items[1] is None,
        "image": None if items[2] is None else items[2][0],
        "image_size": None if items[2] is None else items[2][1],
        "z": items[3],
    }
    if row.number_count:
        layout: NumberLayout = STORE.layout_at(STORE.first_number[sprite.row])
        for name, kind in zip(layout.places, layout.kinds, strict=True):
            if kind is int:
                facts[name] = saved.numbers[first]
            else:
                memcpy(C.address(number), saved.numbers + first, C.sizeof(C.double))
                facts[name] = number
            first += 1
    return facts
