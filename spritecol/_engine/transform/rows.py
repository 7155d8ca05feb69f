"""Transforms dirty rows to world space: their parts, the parts' boxes, and the bounding box.

    world = R(angle) . S(scale_x, scale_y) . (p - center) + center + base
    base  = (x, y)                 or (x, y) - center if offset_sync is true

Angles are in degrees, clockwise on a screen with y down. Multiples of 90 degrees are exact, and
without rotation and scale only x and y are added, so tile grids stay exact. World geometry is
rounded once, here; all later stages are exact for the rounded numbers.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    bint,
    cast,
    cfunc,
    declare,
    double,
    exceptval,
    inline,
    nogil,
    p_double,
    p_int,
    p_uchar,
    p_void,
    pointer,
    sizeof,
    struct,
)
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.box_tests import include_box, inverted_box, narrow
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import (
    CollisionGroup,
    LocalPart,
    Outline,
    Part,
)
from cython.cimports.spritecol._engine.transform import world_parts
from cython.cimports.spritecol._engine.transform.lone_parts import is_circle, place_of
from cython.cimports.spritecol._support.libc import NAN, memcpy, sqrt
from cython.cimports.spritecol._support.polar import Rotation, rotation_of

BOX_KEPT = declare(cython.int, 128)
"""A flag beside those of `layout`: `KEPT_BOXES` has the row's exact box, unless that of another row
has replaced it."""

MOST_KEPT = declare(cython.int, 64)

KeptBox = struct(row=cython.int, box=Box)

KEPT_BOXES = declare(KeptBox[64])
"""Exact boxes of rows of many parts, each by the last digits of the row."""


@cfunc
@inline
@nogil
@exceptval(check=False)
def shift_circle(x: double, y: double, circle: p_double, box: pointer(Box)) -> bint:
    """The fast path for a circle that is SHIFTED; False where rounding leaves no box.

    It computes the same numbers as `refresh_parts`, which handles such a row the first time, but
    reads nothing except the position and the pool. Many games consist mostly of such sprites.
    """
    r: double = circle[2]
    x += circle[LOCAL_CENTER]
    y += circle[LOCAL_CENTER + 1]
    circle[0] = x
    circle[1] = y
    box.left = x - r
    box.top = y - r
    box.right = x + r
    box.bottom = y + r
    return box.left < box.right and box.top < box.bottom


@cfunc
@inline
@nogil
@exceptval(check=False)
def shift_box(x: double, y: double, sides: p_double, box: pointer(Box)) -> bint:
    """The fast path for an upright box that is SHIFTED; False where it is flat."""
    box.left = sides[0] = x + sides[LOCAL_BOX]
    box.top = sides[1] = y + sides[LOCAL_BOX + 1]
    box.right = sides[2] = x + sides[LOCAL_BOX + 2]
    box.bottom = sides[3] = y + sides[LOCAL_BOX + 3]
    return box.left < box.right and box.top < box.bottom


def refresh(store: Store, row: cython.int) -> cython.void:
    """Compute the world geometry of a dirty row: shifted, if it is SHIFTED, or part by part."""
    refresh_one(
        store, row, store.dirty, store.x, store.y, store.single_part, store.pool, store.boxes
    )


@cfunc
@inline
@nogil
@exceptval(check=False)
def refresh_one(
    store: Store,
    row: cython.int,
    dirty: p_uchar,
    x: p_double,
    y: p_double,
    single_part: p_int,
    pool: p_double,
    boxes: pointer(Box),
) -> cython.void:
    """Do what `refresh` does, with the store's pointers in local variables.

    A compiler must assume that a write to `dirty`, an array of chars, may alias any field of the
    store, and would reload them for every row.
    """
    flags: cython.int = dirty[row]
    box: pointer(Box) = boxes + row
    single: cython.int = single_part[row]
    dirty[row] = flags & ~layout.DIRTY
    if flags & layout.SHIFTED:
        if is_circle(single):
            if shift_circle(x[row], y[row], pool + single, box):
                return
        elif shift_box(x[row], y[row], pool + place_of(single), box):
            return
    refresh_parts(store, row, address(store.groups[row]))


@cfunc
@inline
@nogil
@exceptval(check=False)
def refresh_rotation(group: pointer(CollisionGroup)) -> cython.void:
    """Compute the cosine and the sine of an angle that was written."""
    rotation: Rotation = rotation_of(group.angle)
    group.cosine = rotation.cosine
    group.sine = rotation.sine
    group.flags &= ~layout.ROTATION_STALE


@cfunc
@nogil
@exceptval(check=False)
def refresh_parts(store: Store, row: cython.int, group: pointer(CollisionGroup)) -> cython.void:
    """Compute the world geometry of any row, part by part."""
    bounds: pointer(Box) = address(store.boxes[row])
    box: pointer(Box) = bounds
    m: world_parts.Map
    i: cython.int
    store.dirty[row] &= ~(layout.SHIFTED | BOX_KEPT)
    store.single_part[row] = OTHER
    bounds[0] = inverted_box()
    if group.count == 0:
        return
    if group.flags & layout.ROTATION_STALE:
        refresh_rotation(group)
    world_parts.put_map(group, store.x[row], store.y[row], address(m))
    local: pointer(LocalPart) = cast(Outline, group.outline).parts
    values: p_double = cast(Outline, group.outline).values
    flat: bint = world_parts.is_flat(group)
    if flat:
        world_parts.flatten(group, address(m))
    for i in range(group.count):
        part: pointer(Part) = store.parts + group.first + i
        if group.count > 1:
            box = store.part_boxes + part.box
        out: p_double = store.pool + part.first
        if not flat:
            v: Numbers = values + local[i].first
            world_parts.put_part(group, address(m), local + i, v, part, out, box)
        elif local[i].part_count:
            world_parts.put_flattened(address(m), local + i, values, part, out, box)
        if part.kind != layout.NOTHING and box != bounds:
            include_box(bounds, box)
    if group.count == 1:
        put_single(store, row, group, values)
    if not group.flags & layout.ENABLED or group.flags & layout.VANISHED:
        bounds[0] = inverted_box()


def put_direction(store: Store, row: cython.int, part: cython.int, direction: p_double) -> bint:
    """Write the direction of a one-way shape in the world, at length 1; False for other shapes.

    The shape is the one to which a part belongs. The row is up to date. If a scale of 0 leaves no
    direction, (0, 0) is written.
    """
    group: pointer(CollisionGroup) = address(store.groups[row])
    local: Numbers = cast(Outline, group.outline).directions
    m: world_parts.Map
    shape: cython.int = cast(Outline, group.outline).parts[part].shape
    if local is NULL:
        return False
    dx: double = local[2 * shape]
    dy: double = local[2 * shape + 1]
    if dx == 0.0 and dy == 0.0:
        return False
    world_parts.put_map(group, 0.0, 0.0, address(m))
    if world_parts.is_flat(group):
        world_parts.flatten(group, address(m))
    direction[0] = m.a00 * dx + m.a01 * dy
    direction[1] = m.a10 * dx + m.a11 * dy
    length: double = sqrt(direction[0] * direction[0] + direction[1] * direction[1])
    if length > 0.0:
        direction[0] = direction[0] / length
        direction[1] = direction[1] / length
    return True


def cuts_of(store: Store, row: cython.int, index: cython.int) -> Cuts:
    """Which edges of a part of an up-to-date row are cuts between pieces of a polygon.

    A mirror turns the vertices round. Those of a box begin with the left top corner, where it is
    still upright, or with what became of that.
    """
    group: pointer(CollisionGroup) = address(store.groups[row])
    local: pointer(LocalPart) = cast(Outline, group.outline).parts + index
    part: pointer(Part) = store.parts + group.first + index
    m: world_parts.Map
    cuts: Cuts
    cuts.flags = cast(Outline, group.outline).cuts
    if cuts.flags is NULL or part.kind not in (layout.BOX, layout.POLYGON):
        cuts.flags = NULL
        return cuts
    cuts.flags += local.first
    world_parts.put_map(group, 0.0, 0.0, address(m))
    mirrored: bint = m.a00 * m.a11 < m.a01 * m.a10
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


@cfunc
@nogil
@exceptval(check=False)
def put_single(
    store: Store, row: cython.int, group: pointer(CollisionGroup), local: Numbers
) -> cython.void:
    """Note where the only part of a row is, if it is a circle, an upright box or a capsule.

    If a circle or a box is its local part, only moved, a copy of the local numbers is kept for the
    next time.
    """
    part: pointer(Part) = store.parts + group.first
    numbers: p_double = store.pool + part.first
    if part.kind == layout.CIRCLE:
        store.single_part[row] = part.first
    elif part.kind == layout.BOX:
        store.single_part[row] = ONE_BOX - 2 * part.first
    else:
        if part.kind == layout.CAPSULE:
            store.single_part[row] = ONE_CAPSULE - 2 * part.first
        return
    if (
        part.kind != cast(Outline, group.outline).parts[0].kind
        or (group.flags & (layout.SYNC | layout.ENABLED | layout.VANISHED | layout.OFFSET))
        != (layout.SYNC | layout.ENABLED)
        or group.angle != 0.0
        or group.scale_x != 1.0
        or group.scale_y != 1.0
    ):
        return
    store.dirty[row] |= layout.SHIFTED
    if part.kind == layout.CIRCLE:
        memcpy(numbers + LOCAL_CENTER, local, 2 * sizeof(double))
    else:
        memcpy(numbers + LOCAL_BOX, local, 4 * sizeof(double))


def freshen_all(store: Store, rows: Rows, count: Py_ssize_t) -> cython.void:
    """Compute the world geometry of those rows that are dirty."""
    dirty: p_uchar = store.dirty
    x: p_double = store.x
    y: p_double = store.y
    single_part: p_int = store.single_part
    pool: p_double = store.pool
    boxes: pointer(Box) = store.boxes
    i: Py_ssize_t
    for i in range(count):
        if dirty[rows[i]] & layout.DIRTY:
            refresh_one(store, rows[i], dirty, x, y, single_part, pool, boxes)


def prepare_rows(store: p_void, rows: Rows, count: Py_ssize_t, circles: p_double) -> bint:
    """Bring rows up to date, for a quadtree that knows nothing of a store: see BuildOptions.

    It does what `freshen_all` does, and copies the circles, if all rows are circles.
    """
    dirty: p_uchar = cast(Store, store).dirty
    x: p_double = cast(Store, store).x
    y: p_double = cast(Store, store).y
    single_part: p_int = cast(Store, store).single_part
    pool: p_double = cast(Store, store).pool
    boxes: pointer(Box) = cast(Store, store).boxes
    i: Py_ssize_t
    for i in range(count):
        if dirty[rows[i]] & layout.DIRTY:
            refresh_one(cast(Store, store), rows[i], dirty, x, y, single_part, pool, boxes)
        if circles is not NULL:
            if not is_circle(single_part[rows[i]]):
                circles = NULL
                continue
            circle: p_double = pool + single_part[rows[i]]
            circles[3 * i] = circle[0]
            circles[3 * i + 1] = circle[1]
            circles[3 * i + 2] = circle[2]
    return circles is not NULL


def have_changed(store: Store, rows: Rows, count: Py_ssize_t, most: Py_ssize_t) -> bint:
    """Whether more than `most` of the rows are dirty."""
    i: Py_ssize_t
    for i in range(count):
        most -= store.dirty[rows[i]] & layout.DIRTY
        if most < 0:
            return True
    return False


def true_box(store: Store, row: cython.int) -> Box:
    """The exact bounding box of an up-to-date row, without any widening; NaN without parts.

    Axis-aligned boxes without width or height were widened to the next float64 on both sides, which
    is reverted here. Pieces of a polygon were not. That of a row of many parts is kept.
    """
    group: pointer(CollisionGroup) = address(store.groups[row])
    kept: pointer(KeptBox) = KEPT_BOXES + (row & (MOST_KEPT - 1))
    if store.dirty[row] & BOX_KEPT and kept.row == row:
        return kept.box
    box: Box = inverted_box()
    one: Box
    i: cython.int
    for i in range(group.count):
        part: pointer(Part) = store.parts + group.first + i
        if part.kind == layout.NOTHING:
            continue
        world_parts.extent(part, store.pool + part.first, address(one))
        if part.kind == layout.BOX and cast(Outline, group.outline).parts[i].part_count == 1:
            narrow(address(one.left), address(one.right))
            narrow(address(one.top), address(one.bottom))
        include_box(address(box), address(one))
    if box.left > box.right:
        box.left = box.top = box.right = box.bottom = NAN
    if group.count > layout.MANY_PARTS:
        kept.row = row
        kept.box = box
        store.dirty[row] |= BOX_KEPT
    return box
