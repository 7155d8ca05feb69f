"""Transforms dirty rows to world space: their parts, the parts' boxes, and the bounding box.

    world = R(angle) . S(scale_x, scale_y) . (p - center) + center + base
    base  = (x, y)                 or (x, y) - center if offset_sync is true

Angles are in degrees, clockwise on a screen with y down. Multiples of 90 degrees are exact, and
without rotation and scale only x and y are added, so tile grids stay exact. World geometry is
rounded once, here; all later stages are exact for the rounded numbers.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.box_tests import include_box, inverted_box, narrow
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import (
    LocalPart,
    Outline,
    Part,
    RowRecord,
)
from cython.cimports.spritecol._engine.storage.store import Store
from cython.cimports.spritecol._engine.transform import world_parts
from cython.cimports.spritecol._support.libc import NAN, memcpy, sqrt
from cython.cimports.spritecol._support.polar import Rotation, rotation_of

BOX_KEPT = C.declare(C.int, 128)
"""A flag beside those of `layout`: `KEPT_BOXES` has the row's exact box, unless that of another row
has replaced it."""

MOST_KEPT = C.declare(C.int, 64)

KeptBox = C.struct(row=C.int, box=Box)

KEPT_BOXES = C.declare(KeptBox[64])
"""Exact boxes of rows of many parts, each by the last digits of the row."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def shift_circle(x: C.double, y: C.double, circle: C.p_double, box: C.pointer(Box)) -> C.bint:
    """The fast path for a circle that is SHIFTED; False where rounding leaves no box.

    It computes the same numbers as `refresh_parts`, which handles such a row the first time, but
    reads nothing except the position and the pool. Many games consist mostly of such sprites.
    """
    r: C.double = circle[2]
    x += circle[LOCAL_CENTER]
    y += circle[LOCAL_CENTER + 1]
    circle[0] = x
    circle[1] = y
    box.left = x - r
    box.top = y - r
    box.right = x + r
    box.bottom = y + r
    return box.left < box.right and box.top < box.bottom


def refresh(store: Store, row: C.int) -> C.void:
    """Compute the world geometry of a dirty row: shifted, if it is SHIFTED, or part by part."""
    refresh_one(
        store, row, store.flags, store.x, store.y, store.single_part, store.pool, store.boxes
    )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def refresh_one(
    store: Store,
    row: C.int,
    row_flags: C.p_uchar,
    x: C.p_double,
    y: C.p_double,
    single_part: C.p_int,
    pool: C.p_double,
    boxes: C.pointer(Box),
) -> C.void:
    """Do what `refresh` does, with the store's pointers in local variables.

    A compiler must assume that a write to `row_flags`, an array of chars, may alias any field of
    the store, and would reload them for every row.
    """
    flags: C.int = row_flags[row]
    box: C.pointer(Box) = boxes + row
    single: C.int = single_part[row]
    row_flags[row] = flags & ~layout.DIRTY
    if flags & layout.SHIFTED:
        if is_circle(single):
            if shift_circle(x[row], y[row], pool + single, box):
                return
        else:  # the fast path for an upright box; not where it is flat
            sides: C.p_double = pool + lone_numbers(single)
            box.left = sides[0] = x[row] + sides[LOCAL_BOX]
            box.top = sides[1] = y[row] + sides[LOCAL_BOX + 1]
            box.right = sides[2] = x[row] + sides[LOCAL_BOX + 2]
            box.bottom = sides[3] = y[row] + sides[LOCAL_BOX + 3]
            if box.left < box.right and box.top < box.bottom:
                return
    refresh_parts(store, row, C.address(store.records[row]))


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def refresh_rotation(record: C.pointer(RowRecord)) -> C.void:
    """Compute the cosine and the sine of an angle that was written."""
    rotation: Rotation = rotation_of(record.angle)
    record.cosine = rotation.cosine
    record.sine = rotation.sine
    record.flags &= ~layout.ROTATION_STALE


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def refresh_parts(store: Store, row: C.int, record: C.pointer(RowRecord)) -> C.void:
    """Compute the world geometry of any row, part by part."""
    bounds: C.pointer(Box) = C.address(store.boxes[row])
    box: C.pointer(Box) = bounds
    m: world_parts.Map
    i: C.int
    store.flags[row] &= ~(layout.SHIFTED | BOX_KEPT)
    store.single_part[row] = OTHER
    bounds[0] = inverted_box()
    if record.count == 0:
        return
    if record.flags & layout.ROTATION_STALE:
        refresh_rotation(record)
    world_parts.put_map(record, store.x[row], store.y[row], C.address(m))
    local: C.pointer(LocalPart) = C.cast(Outline, record.outline).parts
    values: C.p_double = C.cast(Outline, record.outline).values
    flat: C.bint = world_parts.is_flat(record)
    if flat:
        world_parts.flatten(record, C.address(m))
    for i in range(record.count):
        part: C.pointer(Part) = store.parts + record.first + i
        if record.count > 1:
            box = store.part_boxes + part.box
        out: C.p_double = store.pool + part.first
        if not flat:
            v: Numbers = values + local[i].first
            world_parts.put_part(record, C.address(m), local + i, v, part, out, box)
        elif local[i].part_count:
            world_parts.put_flattened(C.address(m), local + i, values, part, out, box)
        if part.kind != layout.NOTHING and box != bounds:
            include_box(bounds, box)
    if record.count == 1:
        put_single(store, row, record, values)
    if record.flags & (layout.ENABLED | layout.VANISHED | layout.UNLISTED) != layout.ENABLED:
        bounds[0] = inverted_box()


def put_direction(store: Store, row: C.int, part: C.int, direction: C.p_double) -> C.bint:
    """Write the direction of a one-way shape in the world, at length 1; False for other shapes.

    The shape is the one to which a part belongs. The row is up to date. If a scale of 0 leaves no
    direction, (0, 0) is written.
    """
    record: C.pointer(RowRecord) = C.address(store.records[row])
    local: Numbers = C.cast(Outline, record.outline).directions
    m: world_parts.Map
    shape: C.int = C.cast(Outline, record.outline).parts[part].shape
    if local is C.NULL:
        return False
    dx: C.double = local[2 * shape]
    dy: C.double = local[2 * shape + 1]
    if dx == 0.0 and dy == 0.0:
        return False
    world_parts.put_map(record, 0.0, 0.0, C.address(m))
    if world_parts.is_flat(record):
        world_parts.flatten(record, C.address(m))
    direction[0] = m.a00 * dx + m.a01 * dy
    direction[1] = m.a10 * dx + m.a11 * dy
    length: C.double = sqrt(direction[0] * direction[0] + direction[1] * direction[1])
    if length > 0.0:
        direction[0] = direction[0] / length
        direction[1] = direction[1] / length
    return True


def cuts_of(store: Store, row: C.int, index: C.int) -> Cuts:
    """Which edges of a part of an up-to-date row are cuts between pieces of a polygon.

    A mirror turns the vertices round. Those of a box begin with the left top corner, where it is
    still upright, or with what became of that.
    """
    record: C.pointer(RowRecord) = C.address(store.records[row])
    local: C.pointer(LocalPart) = C.cast(Outline, record.outline).parts + index
    part: C.pointer(Part) = store.parts + record.first + index
    m: world_parts.Map
    cuts: Cuts
    cuts.flags = C.cast(Outline, record.outline).cuts
    if cuts.flags is C.NULL or part.kind not in (layout.BOX, layout.POLYGON):
        cuts.flags = C.NULL
        return cuts
    cuts.flags += local.first
    world_parts.put_map(record, 0.0, 0.0, C.address(m))
    mirrored: C.bint = m.a00 * m.a11 < m.a01 * m.a10
    cuts.step = -1 if mirrored else 1
    cuts.first = 0
    cuts.count = local.count
    if local.kind == layout.BOX:
        cuts.count = 4
        if part.kind != layout.BOX:
            cuts.first = 1 if mirrored else 0
        elif m.a00 != 0.0:
            cuts.first = 0 if m.a00 > 0.0 else 2
        else:
            cuts.first = 1 if m.a01 > 0.0 else 3
    return cuts


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_single(store: Store, row: C.int, record: C.pointer(RowRecord), local: Numbers) -> C.void:
    """Note where the only part of a row is, if it is a circle, an upright box or a capsule.

    If a circle or a box is its local part, only moved, a copy of the local numbers is kept for the
    next time.
    """
    part: C.pointer(Part) = store.parts + record.first
    numbers: C.p_double = store.pool + part.first
    if part.kind == layout.CIRCLE:
        store.single_part[row] = part.first
    elif part.kind == layout.BOX:
        store.single_part[row] = ONE_BOX - 2 * part.first
    else:
        if part.kind == layout.CAPSULE:
            store.single_part[row] = ONE_CAPSULE - 2 * part.first
        return
    if (
        part.kind != C.cast(Outline, record.outline).parts[0].kind
        or (
            record.flags
            & (layout.SYNC | layout.ENABLED | layout.VANISHED | layout.OFFSET | layout.UNLISTED)
        )
        != (layout.SYNC | layout.ENABLED)
        or record.angle != 0.0
        or record.scale_x != 1.0
        or record.scale_y != 1.0
    ):
        return
    store.flags[row] |= layout.SHIFTED
    if part.kind == layout.CIRCLE:
        memcpy(numbers + LOCAL_CENTER, local, 2 * C.sizeof(C.double))
    else:
        memcpy(numbers + LOCAL_BOX, local, 4 * C.sizeof(C.double))


def freshen_all(store: Store, rows: Rows, count: C.Py_ssize_t) -> C.void:
    """Compute the world geometry of those rows that are dirty."""
    row_flags: C.p_uchar = store.flags
    x: C.p_double = store.x
    y: C.p_double = store.y
    single_part: C.p_int = store.single_part
    pool: C.p_double = store.pool
    boxes: C.pointer(Box) = store.boxes
    i: C.Py_ssize_t
    for i in range(count):
        if row_flags[rows[i]] & layout.DIRTY:
            refresh_one(store, rows[i], row_flags, x, y, single_part, pool, boxes)


def prepare_rows(store: C.p_void, rows: Rows, count: C.Py_ssize_t, circles: C.p_double) -> C.bint:
    """Bring rows up to date, for a quadtree that knows nothing of a store: see BuildOptions.

    It does what `freshen_all` does, and copies the circles, if all rows are circles.
    """
    row_flags: C.p_uchar = C.cast(Store, store).flags
    x: C.p_double = C.cast(Store, store).x
    y: C.p_double = C.cast(Store, store).y
    single_part: C.p_int = C.cast(Store, store).single_part
    pool: C.p_double = C.cast(Store, store).pool
    boxes: C.pointer(Box) = C.cast(Store, store).boxes
    i: C.Py_ssize_t
    for i in range(count):
        if row_flags[rows[i]] & layout.DIRTY:
            refresh_one(C.cast(Store, store), rows[i], row_flags, x, y, single_part, pool, boxes)
        if circles is not C.NULL:
            if not is_circle(single_part[rows[i]]):
                circles = C.NULL
                continue
            circle: C.p_double = pool + single_part[rows[i]]
            circles[3 * i] = circle[0]
            circles[3 * i + 1] = circle[1]
            circles[3 * i + 2] = circle[2]
    return circles is not C.NULL


def have_changed(store: Store, rows: Rows, count: C.Py_ssize_t, most: C.Py_ssize_t) -> C.bint:
    """Whether more than `most` of the rows are dirty."""
    i: C.Py_ssize_t
    for i in range(count):
        most -= store.flags[rows[i]] & layout.DIRTY
        if most < 0:
            return True
    return False


def true_box(store: Store, row: C.int) -> Box:
    """The exact bounding box of an up-to-date row, without any widening; NaN without parts.

    Axis-aligned boxes without width or height were widened to the next float64 on both sides, which
    is reverted here. Pieces of a polygon were not. That of a row of many parts is kept.
    """
    record: C.pointer(RowRecord) = C.address(store.records[row])
    kept: C.pointer(KeptBox) = KEPT_BOXES + (row & (MOST_KEPT - 1))
    if store.flags[row] & BOX_KEPT and kept.row == row:
        return kept.box
    box: Box = inverted_box()
    one: Box
    i: C.int
    for i in range(record.count):
        part: C.pointer(Part) = store.parts + record.first + i
        if part.kind == layout.NOTHING:
            continue
        world_parts.extent(part, store.pool + part.first, C.address(one))
        if part.kind == layout.BOX and C.cast(Outline, record.outline).parts[i].part_count == 1:
            narrow(C.address(one.left), C.address(one.right))
            narrow(C.address(one.top), C.address(one.bottom))
        include_box(C.address(box), C.address(one))
    if box.left > box.right:
        box.left = box.top = box.right = box.bottom = NAN
    if record.count > layout.MANY_PARTS:
        kept.row = row
        kept.box = box
        store.flags[row] |= BOX_KEPT
    return box
