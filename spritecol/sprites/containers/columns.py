"""Reads and writes one number of all sprites of a batch as a NumPy array."""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.memory import Doubles, doubles_of, memory_of
from cython.cimports.spritecol._engine.narrow_phase import cores
from cython.cimports.spritecol._engine.narrow_phase.cores import Core
from cython.cimports.spritecol._engine.narrow_phase.part import sides_of
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import NumberLayout, Part, RowRecord
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.transform import near_parts
from cython.cimports.spritecol._engine.transform.near_parts import NearParts
from cython.cimports.spritecol._engine.transform.rows import freshen_all, true_box
from cython.cimports.spritecol._support import fast_range_check
from cython.cimports.spritecol._support.libc import INFINITY, NAN, fabs, memcpy
from cython.cimports.spritecol._support.vectors import box_of
from cython.cimports.spritecol.sprites.containers.batch import Batch
from cython.cimports.spritecol.sprites.containers.members import is_synced, sync
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol._support import number_arrays
from spritecol._support.lazy_imports import is_array, numpy
from spritecol._support.range_check import shown

OWN_COLUMNS = ("x", "y", "angle", "scale_x", "scale_y", "collision_layer", "collision_mask")
"""Attributes of sprites that Groups have as columns."""

DOUBLES = C.declare(C.Py_ssize_t, C.sizeof(RowRecord) // C.sizeof(C.double))
"""How many doubles there are from a number to the number of the next row; for x and y it is 1."""

UNSIGNED = C.declare(C.longlong, 0x7FFFFFFFFFFFFFFF)
"""A mask of all bits of a float64 except its sign."""


ARRAY = C.declare(object, None)
FLOAT64 = C.declare(object, None)


def is_float64_array(value: object) -> C.bint:
    """Whether a value is exactly a NumPy array of float64, in native byte order."""
    global ARRAY, FLOAT64  # noqa: PLW0603
    if ARRAY is None:
        if not is_array(value):
            return False
        FLOAT64 = numpy.dtype(numpy.float64)
        ARRAY = numpy.ndarray
    return type(value) is ARRAY and value.dtype is FLOAT64


@C.cfunc
@C.exceptval(check=False)
def are_within(numbers: Doubles, bound: C.double) -> C.bint:
    """Whether all numbers are finite and at most `bound` in magnitude.

    Contiguous numbers are compared as integers, which compilers vectorize: the bits of a float64
    without its sign, read as an integer, grow with its magnitude, and the bits of NaN are above the
    bits of infinity.
    """
    contiguous: C.p_longlong = C.cast(C.p_longlong, numbers.memory)
    highest: C.longlong
    below: C.longlong = 0
    i: C.Py_ssize_t
    if numbers.stride == C.sizeof(C.double):
        memcpy(C.address(highest), C.address(bound), 8)
        for i in range(numbers.count):
            below |= highest - (contiguous[i] & UNSIGNED)
        return below >= 0
    for i in range(numbers.count):
        if not fabs(C.cast(C.p_double, numbers.memory + i * numbers.stride)[0]) <= bound:
            return False
    return True


@C.cfunc
def array_for(batch: Batch, width: C.Py_ssize_t, dtype: object) -> object:
    """Return a new array with some numbers for each sprite of a batch, which is then up to date.

    The default `dtype` is float64. Allocating it may run the garbage collector, and a `__del__` may
    add sprites. Then it is allocated again.
    """
    while True:
        sync(batch)
        result: object = numpy.empty(width * batch.row_count, dtype)
        if len(result) == width * batch.row_count and is_synced(batch):
            return result


@C.cfunc
def wrong_shape(array: object, count: C.Py_ssize_t, name: str, single: str) -> object:
    """Return the error for an array that does not have one number for each sprite."""
    return ValueError(
        f"{name} must be one {single} or an array of shape ({count},), got shape {array.shape}"
    )


def column(batch: Batch, number: C.int) -> object:
    """Return one number of each sprite, as a new float64 array of shape (n,)."""
    first: C.p_double  # the number of row 0
    doubles: C.Py_ssize_t = 1 if number in (layout.NUMBER_X, layout.NUMBER_Y) else DOUBLES
    i: C.Py_ssize_t
    result: object = array_for(batch, 1, None)
    view: C.p_double = C.cast(C.p_double, doubles_of(result).memory)
    rows: C.p_int = batch.rows
    first = STORE.number_at(0, number)
    for i in range(batch.row_count):
        view[i] = first[rows[i] * doubles]
    return result


def set_column(batch: Batch, number: C.int, values: object, name: str) -> C.int:
    """Write one number of each sprite: all of them, or none if an error is raised.

    No user code runs after the call of `doubles_of`, so its pointer stays valid.
    """
    array: object = values
    numbers: Doubles
    if is_float64_array(values):  # the fast path
        sync(batch)
        numbers = doubles_of(values)
        if (
            numbers.memory is not C.NULL
            and numbers.count == batch.row_count
            and are_within(numbers, fast_range_check.BOUND)
        ):
            write_numbers(batch, number, numbers)
            return 0
    if type(values) is not float and type(values) is not int:
        array = number_arrays.as_limited_floats(values, name)
    if array is values or array.ndim == 0:
        single: C.double = (
            fast_range_check.checked(float(array), name)
            if array is not values
            else fast_range_check.checked(values, name)
        )
        sync(batch)
        numbers.memory = C.cast(C.p_char, C.address(single))
        numbers.count = batch.row_count
        numbers.stride = 0
    else:
        sync(batch)
        numbers = doubles_of(array)
        if numbers.memory is C.NULL or numbers.count != batch.row_count:
            raise wrong_shape(array, batch.row_count, name, "number")
    write_numbers(batch, number, numbers)
    return 0


@C.cfunc
@C.exceptval(check=False)
def write_numbers(batch: Batch, number: C.int, numbers: Doubles) -> C.void:
    """Store one number of each sprite, and mark the rows dirty whose number changes.

    This repeats `STORE.mark_dirty` with the store's pointers in local variables. A compiler must
    assume that a write to `row_flags`, an array of chars, may alias any field of the store, and
    would reload them after every sprite.
    """
    if number in (layout.NUMBER_X, layout.NUMBER_Y):
        write_some(batch, number, numbers, True)
    else:
        write_some(batch, number, numbers, False)


@C.cfunc
@C.inline
@C.exceptval(check=False)
def write_some(batch: Batch, number: C.int, numbers: Doubles, moves: C.bint) -> C.void:
    """Write the numbers. This is inlined twice, for x and y (`moves`) and for all other columns."""
    rows: C.p_int = batch.rows
    doubles: C.Py_ssize_t = 1 if moves else DOUBLES
    targets: C.p_double = STORE.number_at(0, number)
    row_flags: C.p_uchar = STORE.flags
    source: C.p_char = numbers.memory
    i: C.Py_ssize_t
    for i in range(batch.row_count):
        row: C.Py_ssize_t = rows[i]
        value: C.double = C.cast(C.p_double, source)[0]
        source += numbers.stride
        if value != targets[row * doubles]:
            flags: C.int = row_flags[row]
            if flags & layout.WATCHED:
                STORE.mark_moved(row)
                flags = row_flags[row]
            if moves:
                row_flags[row] = flags | layout.DIRTY
            else:
                row_flags[row] = (flags | layout.DIRTY) & ~layout.SHIFTED
            if not moves and number == layout.NUMBER_ANGLE:
                STORE.records[row].flags |= layout.ROTATION_STALE
        # Even if equal, because -0.0 == 0.0, and the assigned value must be read back.
        targets[row * doubles] = value


def layers(batch: Batch, masks: C.bint) -> object:
    """Return the layer, or with `masks` the mask, of each sprite: a new uint64 array of shape
    (n,).
    """
    i: C.Py_ssize_t
    result: object = array_for(batch, 1, numpy.uint64)
    if batch.row_count:
        view: C.p_ulonglong = C.cast(C.p_ulonglong, memory_of(result))
        for i in range(batch.row_count):
            view[i] = STORE.mask_of(batch.rows[i]) if masks else STORE.layer_of(batch.rows[i])
    return result


def set_layers(batch: Batch, masks: C.bint, values: object, name: str) -> C.int:
    """Write the layer or mask of each sprite: all of them, or none if an error is raised."""
    array: object = None
    single: C.bint = hasattr(type(values), "__index__") and not is_array(values)
    given: C.ulonglong = 0
    view: C.p_ulonglong = C.address(given)
    i: C.Py_ssize_t
    if single:
        given = fast_range_check.bits(values, name)
    else:
        array = number_arrays.as_layers(values, name)
        single = array.ndim == 0
        array = numpy.ascontiguousarray(array)
    sync(batch)
    if not single and array.shape != (batch.row_count,):
        raise wrong_shape(array, batch.row_count, name, "int")
    if batch.row_count == 0:
        return 0
    if array is not None:
        view = C.cast(C.p_ulonglong, memory_of(array))
    for i in range(batch.row_count):
        row: C.int = batch.rows[i]
        if masks:
            STORE.set_layers(row, STORE.layer_of(row), view[0 if single else i])
        else:
            STORE.set_layers(row, view[0 if single else i], STORE.mask_of(row))
    return 0


def aabb(batch: Batch) -> object:
    """Return the box around all sprites with shapes, or a box of four NaN if there are none."""
    i: C.Py_ssize_t
    sync(batch)
    freshen_all(STORE, batch.rows, batch.row_count)
    left: C.double = INFINITY
    top: C.double = INFINITY
    right: C.double = -INFINITY
    bottom: C.double = -INFINITY
    for i in range(batch.row_count):
        box: Box = true_box(STORE, batch.rows[i])
        if box.left <= box.right:  # not of NaN
            left = min(left, box.left)
            top = min(top, box.top)
            right = max(right, box.right)
            bottom = max(bottom, box.bottom)
    if left > right:
        left = top = right = bottom = NAN
    return box_of(left, top, right, bottom)


def aabbs(batch: Batch) -> object:
    """Return the bounding box of each sprite, as a new float64 array of shape (n, 4)."""
    i: C.Py_ssize_t
    result: object = array_for(batch, 4, None)
    boxes: C.pointer(Box) = C.cast(C.pointer(Box), doubles_of(result).memory)
    freshen_all(STORE, batch.rows, batch.row_count)
    for i in range(batch.row_count):
        boxes[i] = true_box(STORE, batch.rows[i])
    return result.reshape(-1, 4)


OutlineCount = C.struct(edges=C.Py_ssize_t, discs=C.Py_ssize_t)


@C.cfunc
@C.exceptval(check=False)
def put_outlines(batch: Batch, box: BoxRef, edges: C.p_double, discs: C.p_double) -> OutlineCount:
    """Write the edges and discs of an up-to-date batch for `world_outlines`, unless they are NULL.
    Return how many there are.
    """
    count: OutlineCount
    corners: C.double[8]
    core: Core
    near: NearParts
    vertex_count: C.int
    i: C.Py_ssize_t
    count.edges = count.discs = 0
    for i in range(batch.row_count):
        record: C.pointer(RowRecord) = C.address(STORE.records[batch.rows[i]])
        near_parts.find_parts_within(STORE, batch.rows[i], box, 0.0, C.address(near))
        k: C.int = near_parts.next_near(C.address(near), 0, record.count)
        while k < record.count:
            part: C.pointer(Part) = STORE.parts + record.first + k
            k = near_parts.next_near(C.address(near), k + 1, record.count)
            v: Numbers = STORE.pool + part.first
            is_long: C.bint = cores.is_long(part.kind)
            if cores.is_disc(part.kind):
                if discs is not C.NULL:
                    disc: C.p_double = discs + 6 * count.discs
                    memcpy(disc, cores.disc_of(part.kind, v, corners), 6 * 8)
                count.discs += 1
            elif is_long or part.kind in (layout.BOX, layout.SEGMENT, layout.POLYGON):
                vertex_count = part.count
                v = cores.vertices_of(part.kind, v, C.address(vertex_count), corners)
                if is_long:
                    if discs is not C.NULL:
                        cores.core_of(part.kind, v, 2, C.address(core))
                        disc = discs + 6 * count.discs
                        cores.disc_at(C.address(core), v, disc)
                        cores.disc_at(C.address(core), v + 2, disc + 6)
                        sides_of(C.address(core), corners)
                    count.discs += 2
                    v = corners
                    vertex_count = 4
                if edges is not C.NULL:
                    put_edges(v, vertex_count, edges + 4 * count.edges)
                count.edges += vertex_count
    return count


@C.cfunc
@C.exceptval(check=False)
def put_edges(v: Numbers, count: C.int, out: C.p_double) -> C.void:
    """Write the edges of a ring of vertices, each with both of its ends."""
    k: C.int
    for k in range(count):
        memcpy(out + 4 * k, v + 2 * k, 2 * 8)
        memcpy(out + 4 * k + 2, v + 2 * ((k + 1) % count), 2 * 8)


def world_outlines(batch: Batch, x: C.double, y: C.double, reach: C.double) -> tuple:
    """Return the edges of straight parts, and discs, in world space, as new float64 arrays.

    Parts of sprites with many parts are left out if they are farther away from a position.

    Edges are rows x1, y1, x2, y2, with the inside to the left. A segment is two edges. Discs are
    rows x, y, m00, m01, m10, m11: the points c + M u with |u| <= 1. A capsule is the parallelogram
    between its ends, and a disc about each end.
    """
    edges: object = numpy.empty((0, 4))
    discs: object = numpy.empty((0, 6))
    box: Box
    box.left, box.top, box.right, box.bottom = x - reach, y - reach, x + reach, y + reach
    while True:  # allocating may run user code, see `array_for`
        sync(batch)
        freshen_all(STORE, batch.rows, batch.row_count)
        count: OutlineCount = put_outlines(batch, C.address(box), C.NULL, C.NULL)
        if count.edges == len(edges) and count.discs == len(discs):
            break
        edges, discs = numpy.empty((count.edges, 4)), numpy.empty((count.discs, 6))
    put_outlines(
        batch,
        C.address(box),
        C.cast(C.p_double, memory_of(edges)) if count.edges else C.NULL,
        C.cast(C.p_double, memory_of(discs)) if count.discs else C.NULL,
    )
    return edges, discs


FOUND = C.declare(C.int, 0)
READ = C.declare(C.int, 1)
WRITTEN = C.declare(C.int, 2)


@C.cfunc
@C.exceptval(-2, check=False)
def place_in(first: C.int, name: str, is_whole: C.bint) -> C.Py_ssize_t:
    """Return which of the numbers from `first` on has a name and a kind, or -1."""
    layout: NumberLayout = STORE.layout_at(first)
    if name not in layout.places or name in layout.hidden:
        return -1
    place: C.Py_ssize_t = layout.places[name]
    return place if (layout.kinds[place] is int) == is_whole else -1


@C.cfunc
@C.exceptval(-1, check=False)
def transfer(
    batch: Batch,
    name: str,
    is_whole: C.bint,
    words: C.p_longlong,
    step: C.Py_ssize_t,
    action: C.int,
) -> C.bint:
    """Whether all sprites store a number of a name and kind.

    `action` is FOUND to only find the numbers, READ or WRITTEN. `step` is how many words there are
    from a number of the array to the next. Rows of one class usually come one after the other, and
    have the same layout.
    """
    rows: C.p_int = batch.rows
    firsts: C.p_int = STORE.first_number
    numbers: C.p_longlong = STORE.numbers
    known: C.longlong = -1  # a layout, as stored before the numbers of a row
    place: C.Py_ssize_t = 0
    i: C.Py_ssize_t
    if firsts is C.NULL:
        return False
    for i in range(batch.row_count):
        first: C.Py_ssize_t = firsts[rows[i]]
        if first == 0:
            return False
        if numbers[first - 1] != known:
            known = numbers[first - 1]
            place = place_in(first, name, is_whole)
            if place < 0:
                return False
        if action == READ:
            words[i] = numbers[first + place]
        elif action == WRITTEN:
            numbers[first + place] = words[i * step]
    return True


@C.cfunc
@C.exceptval(-1)
def kind_of_first(batch: Batch, name: str) -> C.int:
    """Return the kind of a name's number in the first sprite of a synced batch: 0 float, 1 int."""
    first: C.int
    if batch.row_count == 0:
        return 0
    first = STORE.first_number_of(batch.rows[0])
    if first and place_in(first, name, 0) >= 0:
        return 0
    if first and place_in(first, name, 1) >= 0:
        return 1
    raise no_number(batch, name)


@C.cfunc
def no_number(batch: Batch, name: str) -> object:
    """Return the error for a column of an attribute that is not a Number of all sprites."""
    each: str = f"read it with a list, [sprite.{name} for sprite in group], and assign it in a loop"
    if callable(getattr(type(batch.sprites[0]), name, None)):
        return TypeError(
            f"{name} is a method, and has no column: call it for each sprite, "
            f"[sprite.{name}(...) for sprite in group]"
        )
    if hasattr(SpriteRow, name) or name == "position":
        return TypeError(f"{name} is an attribute of every sprite, and has no column: {each}")
    return TypeError(
        f"{name} is not a Number of one kind in all sprites of the Group: define it in the body of "
        f"their class, {name} = Number(0.0); or {each}"
    )


def number_column(batch: Batch, name: object) -> object:
    """Return a `Number` of each sprite, or an attribute that is a column, as a new array."""
    result: object
    kind: C.int
    name = checked_name(name)
    if name in OWN_COLUMNS:
        return getattr(batch, name)
    sync(batch)
    while True:
        kind = kind_of_first(batch, name)
        result = numpy.empty(batch.row_count, dtype=numpy.int64 if kind else numpy.float64)
        sync(batch)  # allocating may run user code, see `array_for`
        if len(result) == batch.row_count and kind_of_first(batch, name) == kind:
            break
    if batch.row_count:
        words: C.p_longlong = C.cast(C.p_longlong, memory_of(result))
        if not transfer(batch, name, kind, words, 1, READ):
            raise no_number(batch, name)
    return result


def set_number_column(batch: Batch, name: object, values: object) -> C.int:
    """Write a column, as above: to all sprites, or to none if an error is raised."""
    array: object
    kind: C.int
    name = checked_name(name)
    if name in OWN_COLUMNS:
        setattr(batch, name, values)
        return 0
    sync(batch)
    while True:
        kind = kind_of_first(batch, name)
        if kind:
            array = number_arrays.as_whole_numbers(values, name)
        elif is_float64_array(values) and values.ndim:  # the fast path
            array = numpy.ascontiguousarray(values)
        else:
            array = number_arrays.as_floats(values, name)
        sync(batch)  # user code may have run
        if kind_of_first(batch, name) == kind:
            break
    if batch.row_count and not transfer(batch, name, kind, C.NULL, 0, FOUND):
        raise no_number(batch, name)
    if array.shape not in ((), (batch.row_count,)):
        raise wrong_shape(array, batch.row_count, name, "number")
    if batch.row_count:
        words: C.p_longlong = C.cast(C.p_longlong, memory_of(array))
        transfer(batch, name, kind, words, array.ndim, WRITTEN)
    return 0


@C.cfunc
def checked_name(name: object) -> str:
    """Return the name of an attribute, if it is text."""
    if not isinstance(name, str):
        raise TypeError(f"name must be the name of a Number, got {shown(name)}")
    return name if type(name) is str else "".join([name])  # whose methods are not user code
