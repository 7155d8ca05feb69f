"""Copies rows of the storage, and writes them back.

    rows    [ x y angle scale center flags | ... ]     64 bytes a sprite
    numbers [ vx vy | vx vy | ... ]                    the stored numbers of all
    layers  [ layer mask | ... ]                       only if any differs from the default
    looks   ( outline, collision, image, z, ... )      one tuple, shared while it stays the same

The caller keeps the garbage collector from running meanwhile, and drops what was replaced once all
is done. So no code of a user's sees a world that is half of one frame and half of another.

Objects are compared by their addresses, and new tuples are filled in item by item. No plain way
serves: with counted references, to save 1,000 rows takes 1.6 times as long, and with a list that
becomes a tuple, to save them once one has joined takes a tenth longer.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    bint,
    cast,
    cfunc,
    double,
    exceptval,
    inline,
    longlong,
    p_double,
    p_int,
    p_longlong,
    pointer,
    sizeof,
    ulonglong,
)
from cython.cimports.cpython.object import PyObject
from cython.cimports.cpython.ref import Py_INCREF, Py_TYPE
from cython.cimports.cpython.sequence import PySequence_Fast_ITEMS
from cython.cimports.cpython.tuple import PyTuple_New, PyTuple_SET_ITEM
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcmp, memcpy
from cython.cimports.spritecol._engine.storage.layout import (
    CENTER_X_SET,
    CENTER_Y_SET,
    ENABLED,
    OFFSET,
    ONE_WAY,
    ROTATION_STALE,
    SYNC,
    VANISHED,
    CollisionGroup,
    NumberLayout,
    Outline,
)
from cython.cimports.spritecol._engine.storage.store import DEFAULT_LAYER, DEFAULT_MASK, STORE
from cython.cimports.spritecol.sprites.sprite.sprite_row import Companion, SpriteRow


@cfunc
@inline
@exceptval(check=False)
def outline_at(row: cython.int) -> pointer(PyObject):
    """The outline of a row, or None."""
    outline: pointer(PyObject) = STORE.groups[row].outline
    return cast(pointer(PyObject), None) if outline is NULL else outline


@cfunc
@exceptval(check=False)
def z_of(sprite: SpriteRow) -> pointer(PyObject):
    """What was assigned to the `z` of a sprite."""
    if isinstance(sprite.z_or_companion, Companion):
        return cast(pointer(PyObject), cast(Companion, sprite.z_or_companion).z)
    return cast(pointer(PyObject), sprite.z_or_companion)


@cfunc
@inline
@exceptval(check=False)
def looks_like(sprite: pointer(PyObject), appearance: pointer(pointer(PyObject))) -> bint:
    """Whether the objects of a sprite are those."""
    return (
        appearance[0] == outline_at(cast(SpriteRow, sprite).row)
        and appearance[1] == cast(pointer(PyObject), cast(SpriteRow, sprite).collision_value)
        and appearance[2] == cast(pointer(PyObject), cast(SpriteRow, sprite).image_and_size)
        and (
            appearance[3] == cast(pointer(PyObject), cast(SpriteRow, sprite).z_or_companion)
            or appearance[3] == z_of(cast(SpriteRow, sprite))
        )
    )


@cfunc
@exceptval(check=False)
def put_item(items: tuple, k: Py_ssize_t, item: pointer(PyObject)) -> cython.void:
    """Put an item into a new tuple."""
    Py_INCREF(cast(object, item))
    PyTuple_SET_ITEM(items, k, cast(object, item))


class Appearance:
    """The Python objects of some sprites: outline, collision, image and z of each."""

    def __dealloc__(self):
        free(self.words)


class SavedRows:
    """A copy of the rows of some sprites."""

    def __dealloc__(self):
        free(self.rows)
        free(self.numbers)
        free(self.layers)


def number_count_of(sprites: tuple) -> Py_ssize_t:
    """How many stored numbers some sprites have together."""
    k: Py_ssize_t
    count: Py_ssize_t = 0
    for k in range(len(sprites)):
        first: cython.int = STORE.first_number_of(cast(SpriteRow, sprites[k]).row)
        if first:
            count += STORE.layout_at(first).count
    return count


def get_memory(saved: SavedRows, count: Py_ssize_t, number_count: Py_ssize_t) -> cython.int:
    """Get memory for some rows and stored numbers."""
    saved.count = count
    saved.number_count = number_count
    saved.rows = cast(pointer(SavedRow), malloc(max(1, saved.count) * sizeof(SavedRow)))
    saved.numbers = cast(p_longlong, malloc(max(1, saved.number_count) * sizeof(longlong)))
    if saved.rows is NULL or saved.numbers is NULL:
        raise MemoryError
    return 0


def add_layers(saved: SavedRows) -> cython.int:
    """Get memory for layers and masks, too: the default for all."""
    k: Py_ssize_t
    saved.layers = cast(pointer(ulonglong), malloc(max(1, 2 * saved.count) * sizeof(ulonglong)))
    if saved.layers is NULL:
        raise MemoryError
    for k in range(saved.count):
        saved.layers[2 * k] = DEFAULT_LAYER
        saved.layers[2 * k + 1] = DEFAULT_MASK
    return 0


@cfunc
@exceptval(-1)
def demand_sprites(sprites: object, saved: SavedRows | None) -> cython.int:
    """Refuse what would be read as sprites and is none. Few classes are seen, most often one."""
    k: Py_ssize_t
    last: pointer(PyObject) = NULL
    if type(sprites) is not tuple and type(sprites) is not list:
        raise TypeError("the sprites must be a tuple or a list")
    if saved is not None and (saved.count != len(sprites) or saved.appearance is None):
        raise ValueError("the rows are those of other sprites")
    items: pointer(pointer(PyObject)) = PySequence_Fast_ITEMS(sprites)
    for k in range(len(sprites)):
        if items[k] == cast(pointer(PyObject), None) and saved is not None:
            continue
        kind: pointer(PyObject) = cast(pointer(PyObject), Py_TYPE(cast(object, items[k])))
        if kind != last:
            if not isinstance(cast(object, items[k]), SpriteRow):
                raise TypeError("only sprites have rows")
            last = kind
    return 0


def save_rows(sprites: tuple, previous: SavedRows | None):
    """A copy of the rows of some sprites.

    Args:
        sprites: the sprites.
        previous: an earlier copy of the rows of just these sprites, with which to share; or None.
    """
    saved: SavedRows = SavedRows()
    k: Py_ssize_t
    count: Py_ssize_t = len(sprites)
    if previous is not None:
        if previous.count != count or previous.appearance is None:
            raise ValueError("the rows are those of other sprites")
        get_memory(saved, count, previous.number_count)
    else:
        demand_sprites(sprites, None)
        get_memory(saved, count, number_count_of(sprites))
    if STORE.layered:
        add_layers(saved)
    if copy_rows(sprites, saved, None if previous is None else previous.appearance):
        saved.appearance = previous.appearance
        return saved
    appearance: Appearance = Appearance()
    items: tuple = PyTuple_New(APPEARANCE * count)
    for k in range(count):
        sprite: SpriteRow = cast(SpriteRow, sprites[k])
        put_item(items, APPEARANCE * k, outline_at(sprite.row))
        put_item(items, APPEARANCE * k + 1, cast(pointer(PyObject), sprite.collision_value))
        put_item(items, APPEARANCE * k + 2, cast(pointer(PyObject), sprite.image_and_size))
        put_item(items, APPEARANCE * k + 3, z_of(sprite))
    appearance.items = items
    saved.appearance = appearance
    return saved


@cfunc
@exceptval(-1)
def copy_rows(sprites: tuple, saved: SavedRows, appearance: Appearance | None) -> cython.int:
    """Copy the numbers of rows.

    Returns:
        Whether the sprites have these looks.
    """
    target: pointer(SavedRow) = saved.rows
    numbers: p_longlong = saved.numbers
    groups: pointer(CollisionGroup) = STORE.groups
    firsts: p_int = STORE.first_number
    stored: p_longlong = STORE.numbers
    x: p_double = STORE.x
    y: p_double = STORE.y
    items: pointer(pointer(PyObject)) = PySequence_Fast_ITEMS(sprites)
    known: pointer(pointer(PyObject)) = NULL
    is_known: bint = appearance is not None
    has_others: bint = False
    last: pointer(PyObject) = NULL
    k: Py_ssize_t
    j: cython.int
    if appearance is not None:
        known = PySequence_Fast_ITEMS(appearance.items)
    for k in range(saved.count):
        kind: pointer(PyObject) = cast(pointer(PyObject), Py_TYPE(cast(object, items[k])))
        if kind != last:  # few classes are met, most often one
            if not isinstance(cast(object, items[k]), SpriteRow):
                raise TypeError("only sprites have rows")
            last = kind
        row: cython.int = cast(SpriteRow, items[k]).row
        is_known = is_known and looks_like(items[k], known + APPEARANCE * k)
        target.x = x[row]
        target.y = y[row]
        memcpy(address(target.angle), address(groups[row].angle), 5 * sizeof(double))
        target.flags = groups[row].flags & ~ROTATION_STALE
        if cast(SpriteRow, items[k]).is_visible:
            target.flags |= VISIBLE
        target.number_count = 0
        if firsts is not NULL and firsts[row]:
            target.number_count = STORE.layout_at(firsts[row]).count
            if numbers + target.number_count > saved.numbers + saved.number_count:
                raise ValueError("the rows are those of other sprites")
            for j in range(target.number_count):
                numbers[j] = stored[firsts[row] + j]
            numbers += target.number_count
        if saved.layers is not NULL:
            layer: ulonglong = STORE.layer_of(row)
            mask: ulonglong = STORE.mask_of(row)
            saved.layers[2 * k] = layer
            saved.layers[2 * k + 1] = mask
            has_others = has_others or layer != DEFAULT_LAYER or mask != DEFAULT_MASK
        target += 1
    if numbers != saved.numbers + saved.number_count:
        raise ValueError("the rows are those of other sprites")
    if saved.layers is not NULL and not has_others:
        free(saved.layers)
        saved.layers = NULL
    return is_known


def are_same_rows(one: SavedRows, other: SavedRows):
    """Whether two copies of rows are surely the same. One was the `previous` of the other."""
    return (
        one.appearance is other.appearance
        and one.count == other.count
        and one.number_count == other.number_count
        and (one.layers is NULL) == (other.layers is NULL)
        and not memcmp(one.rows, other.rows, one.count * sizeof(SavedRow))
        and not memcmp(one.numbers, other.numbers, one.number_count * sizeof(longlong))
        and (
            one.layers is NULL
            or not memcmp(one.layers, other.layers, 2 * one.count * sizeof(ulonglong))
        )
    )


def restore_rows(sprites: object, saved: SavedRows, old: list):
    """Write rows back; None among the sprites stands for one that is gone.

    A row that is as it was is not touched, so that its world geometry and kept indexes stay. What
    was replaced is added to `old`, for the caller to drop when all is consistent. It runs no user
    code.
    """
    source: pointer(SavedRow) = saved.rows
    numbers: p_longlong = saved.numbers
    demand_sprites(sprites, saved)
    items: pointer(pointer(PyObject)) = PySequence_Fast_ITEMS(sprites)
    appearance: pointer(pointer(PyObject)) = PySequence_Fast_ITEMS(saved.appearance.items)
    k: Py_ssize_t
    j: cython.int
    STORE.reserve_revived()
    for k in range(saved.count):
        if items[k] != cast(pointer(PyObject), None):
            row: cython.int = cast(SpriteRow, items[k]).row
            for j in range(source.number_count):
                STORE.numbers[STORE.first_number[row] + j] = numbers[j]
            if not looks_like(items[k], appearance + APPEARANCE * k):
                restore_looks(cast(SpriteRow, items[k]), appearance + APPEARANCE * k, old)
            cast(SpriteRow, items[k]).is_visible = source.flags & VISIBLE != 0
            restore_pose(row, source)
            if saved.layers is not NULL:
                restore_layers(row, saved.layers[2 * k], saved.layers[2 * k + 1])
            elif STORE.layered:
                restore_layers(row, DEFAULT_LAYER, DEFAULT_MASK)
        numbers += source.number_count
        source += 1


@cfunc
@inline
@exceptval(check=False)
def restore_pose(row: cython.int, source: pointer(SavedRow)) -> cython.void:
    """Write the numbers and flags of a row back."""
    group: pointer(CollisionGroup) = address(STORE.groups[row])
    flags: cython.int = source.flags & ~VISIBLE
    differing: cython.int = (flags ^ group.flags) & ~ROTATION_STALE
    if differing & VANISHED:
        if flags & VANISHED:
            STORE.vanish(row)
        else:
            STORE.revive(row)
    if differing or memcmp(address(source.angle), address(group.angle), 5 * sizeof(double)):
        memcpy(address(group.angle), address(source.angle), 5 * sizeof(double))
        group.flags = flags | ROTATION_STALE
        STORE.mark_dirty(row)
    if memcmp(address(source.x), address(STORE.x[row]), sizeof(double)) or memcmp(
        address(source.y), address(STORE.y[row]), sizeof(double)
    ):
        STORE.x[row] = source.x
        STORE.y[row] = source.y
        STORE.mark_moved(row)


@cfunc
@inline
@exceptval(check=False)
def restore_layers(row: cython.int, layer: ulonglong, mask: ulonglong) -> cython.void:
    """Write a layer and a mask back. Where others than the default are saved, there are arrays."""
    if STORE.layer_of(row) != layer or STORE.mask_of(row) != mask:
        STORE.set_layers(row, layer, mask)


@cfunc
@exceptval(-1)
def restore_looks(
    sprite: SpriteRow, appearance: pointer(pointer(PyObject)), old: list
) -> cython.int:
    """Give a sprite its shapes, image and z back."""
    if appearance[0] != outline_at(sprite.row):
        old.append(STORE.outlines[sprite.row])
        if appearance[0] == cast(pointer(PyObject), None):
            remove_outline(sprite.row)
        else:
            STORE.set_outline(sprite.row, cast(Outline, cast(object, appearance[0])))
    old.append(sprite.collision_value)
    sprite.collision_value = cast(object, appearance[1])
    old.append(sprite.image_and_size)
    sprite.image_and_size = cast(object, appearance[2])
    if isinstance(sprite.z_or_companion, Companion):
        old.append(cast(Companion, sprite.z_or_companion).z)
        cast(Companion, sprite.z_or_companion).z = cast(object, appearance[3])
    else:
        old.append(sprite.z_or_companion)
        sprite.z_or_companion = cast(object, appearance[3])
    return 0


@cfunc
@exceptval(check=False)
def remove_outline(row: cython.int) -> cython.void:
    """Let a row have no shapes, as a new one. The caller keeps the outline alive."""
    STORE.release_parts(row)
    STORE.groups[row].outline = NULL
    STORE.outlines[row] = None
    STORE.groups[row].count = 0
    STORE.dirty[row] &= ~ONE_WAY
    STORE.set_roles(row, False)
    STORE.mark_dirty(row)


def facts_of_row(sprite: SpriteRow, saved: SavedRows, place: Py_ssize_t):
    """What is saved of one sprite, by the names of its attributes. None: it follows the image."""
    if not 0 <= place < saved.count:
        raise IndexError(f"there is no row {place}")
    row: pointer(SavedRow) = saved.rows + place
    flags: cython.int = row.flags
    items: tuple = saved.appearance.items[APPEARANCE * place : APPEARANCE * (place + 1)]
    outline: object = items[0]
    number: double
    k: Py_ssize_t
    facts: dict = {
        "x": row.x,
        "y": row.y,
        "angle": row.angle,
        "scale_x": row.scale_x,
        "scale_y": row.scale_y,
        "center_x": row.center_x if flags & CENTER_X_SET else None,
        "center_y": row.center_y if flags & CENTER_Y_SET else None,
        "collision_enable": flags & ENABLED != 0,
        "collision_sync": flags & SYNC != 0,
        "offset_sync": flags & OFFSET != 0,
        "vanished": flags & VANISHED != 0,
        "visible": flags & VISIBLE != 0,
        "collision_layer": DEFAULT_LAYER if saved.layers is NULL else saved.layers[2 * place],
        "collision_mask": DEFAULT_MASK if saved.layers is NULL else saved.layers[2 * place + 1],
        "shapes": () if outline is None else cast(Outline, outline).shapes,
        "image": None if items[2] is None else items[2][0],
        "z": items[3],
    }
    first: Py_ssize_t = 0
    for k in range(place):
        first += saved.rows[k].number_count
    if row.number_count:
        layout: NumberLayout = STORE.layout_at(STORE.first_number[sprite.row])
        for name, kind in zip(layout.places, layout.kinds, strict=True):
            if kind is int:
                facts[name] = saved.numbers[first]
            else:
                memcpy(address(number), saved.numbers + first, sizeof(double))
                facts[name] = number
            first += 1
    return facts
