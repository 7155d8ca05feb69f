"""Transforms dirty rows to world space: their parts, the parts' boxes, and the bounding box.

    world = R(angle) . S(scale_x, scale_y) . (p - center) + center + base
    base  = (x, y)                 or (x, y) - center if offset_sync is true

Angles are in degrees, clockwise on a screen with y down. Multiples of 90 degrees are exact, and
without rotation and scale only x and y are added, so tile grids stay exact. World geometry is
rounded once, here; all later stages are exact for the rounded numbers.
"""

import cython
from cython.cimports.libc.math import INFINITY, NAN, nextafter
from cython.cimports.libc.string import memcpy
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.storage.layout import (
    BOX,
    CIRCLE,
    CIRCLE_CACHED,
    DIRTY,
    ENABLED,
    NOTHING,
    OFFSET,
    ROTATION_STALE,
    SYNC,
    VANISHED,
    Collision,
    CollisionGroup,
    LocalCollision,
    Outline,
)
from cython.cimports.spritecol._engine.transform.world_parts import extent, put_flattened, put_part
from cython.cimports.spritecol._numbers.rotation import Rotation, rotation_of

FAST_CIRCLE_FLAGS = cython.declare(
    cython.int, SYNC | ENABLED | VANISHED | OFFSET | ROTATION_STALE | CIRCLE_CACHED
)
"""The flags that decide whether `refresh_circle` applies."""

LOCAL_CIRCLE = cython.declare(cython.int, 3)
"""Offset of the copy of a circle's local numbers. A circle has room for an ellipse in the pool, six
numbers, and uses three."""


def map_of(
    group: cython.pointer(cython.const[CollisionGroup]), m: cython.pointer(Map)
) -> cython.void:
    """Write the affine map of a collision group whose cosine and sine are up to date."""
    m.origin_x = group.center_x
    m.origin_y = group.center_y
    m.shift_x = group.x
    m.shift_y = group.y
    m.a00 = 1.0
    m.a01 = 0.0
    m.a10 = 0.0
    m.a11 = 1.0
    if group.flags & SYNC:
        m.a00 = group.cosine * group.scale_x
        m.a01 = -group.sine * group.scale_y
        m.a10 = group.sine * group.scale_x
        m.a11 = group.cosine * group.scale_y
    if not group.flags & OFFSET:
        if m.a00 == 1.0 and m.a11 == 1.0 and m.a01 == 0.0 and m.a10 == 0.0:
            m.origin_x = 0.0
            m.origin_y = 0.0
        else:
            m.shift_x = group.x + group.center_x
            m.shift_y = group.y + group.center_y


def refresh_circle(
    store: Store, row: cython.int, group: cython.pointer(CollisionGroup)
) -> cython.bint:
    """The fast path for a sprite that is one circle, not rotated or scaled; False for others.

    It computes the same numbers as `refresh_parts`, which handles such a sprite the first time, but
    reads nothing except the row and the pool. Many games consist mostly of such sprites.
    """
    box: cython.pointer(Box) = cython.address(store.boxes[row])
    circle: cython.p_double
    x: cython.double
    y: cython.double
    r: cython.double
    if (
        (group.flags & FAST_CIRCLE_FLAGS) != (SYNC | ENABLED | CIRCLE_CACHED)
        or group.angle != 0.0
        or group.scale_x != 1.0
        or group.scale_y != 1.0
    ):
        return False
    circle = store.pool + store.single_circle[row]
    x = group.x + circle[LOCAL_CIRCLE]
    y = group.y + circle[LOCAL_CIRCLE + 1]
    r = circle[LOCAL_CIRCLE + 2]
    box.left = x - r
    box.top = y - r
    box.right = x + r
    box.bottom = y + r
    if not (box.left < box.right and box.top < box.bottom):
        return False
    circle[0] = x
    circle[1] = y
    circle[2] = r
    return True


def refresh(store: Store, row: cython.int) -> cython.void:
    """Compute the world geometry of a dirty row."""
    group: cython.pointer(CollisionGroup) = cython.address(store.groups[row])
    store.dirty[row] &= ~DIRTY
    if not refresh_circle(store, row, group):
        refresh_parts(store, row, group)


def refresh_parts(
    store: Store, row: cython.int, group: cython.pointer(CollisionGroup)
) -> cython.void:
    """The same for any row, part by part."""
    bounds: cython.pointer(Box) = cython.address(store.boxes[row])
    box: cython.pointer(Box) = bounds
    part: cython.pointer(Collision)
    local: cython.pointer(LocalCollision)
    values: cython.p_double
    rotation: Rotation
    m: Map
    flat: cython.bint
    i: cython.int
    store.single_circle[row] = -1
    bounds.left = bounds.top = INFINITY
    bounds.right = bounds.bottom = -INFINITY
    if group.count == 0:
        return
    if group.flags & ROTATION_STALE:
        rotation = rotation_of(group.angle)
        group.cosine = rotation.cosine
        group.sine = rotation.sine
        group.flags &= ~ROTATION_STALE
    map_of(group, cython.address(m))
    local = cython.cast(Outline, group.outline).parts
    values = cython.cast(Outline, group.outline).values
    flat = is_flat(group)
    for i in range(group.count):
        part = store.parts + group.first + i
        if group.count > 1:
            box = store.part_boxes + part.box
        if not flat:
            put_part(
                group,
                cython.address(m),
                local + i,
                values + local[i].first,
                part,
                store.pool + part.first,
                box,
            )
        elif local[i].part_count:
            put_flattened(
                group, cython.address(m), local + i, values, part, store.pool + part.first, box
            )
        if part.kind != NOTHING and box != bounds:
            bounds.left = min(bounds.left, box.left)
            bounds.top = min(bounds.top, box.top)
            bounds.right = max(bounds.right, box.right)
            bounds.bottom = max(bounds.bottom, box.bottom)
    group.flags &= ~CIRCLE_CACHED
    if group.count == 1 and store.parts[group.first].kind == CIRCLE:
        store.single_circle[row] = store.parts[group.first].first
        if local[0].kind == CIRCLE:
            memcpy(
                store.pool + store.single_circle[row] + LOCAL_CIRCLE,
                values,
                3 * cython.sizeof(cython.double),
            )
            group.flags |= CIRCLE_CACHED
    elif group.count == 1 and store.parts[group.first].kind == BOX:
        store.single_circle[row] = ONE_BOX
    if not group.flags & ENABLED or group.flags & VANISHED:
        bounds.left = bounds.top = INFINITY
        bounds.right = bounds.bottom = -INFINITY


def place_lone_part(
    store: Store,
    row: cython.int,
    x: cython.double,
    y: cython.double,
    part: cython.pointer(Collision),
    numbers: cython.p_double,
    box: cython.pointer(Box),
) -> cython.void:
    """What `refresh` would compute for a row at (x, y), written elsewhere; the row is left alone.

    Preconditions: the row is up to date, and it is one part, which is not flat, and which has at
    most LONE_NUMBERS numbers: no polygon with more than four vertices.
    """
    group: CollisionGroup = store.groups[row]
    outline: Outline = cython.cast(Outline, group.outline)
    m: Map
    group.x = x
    group.y = y
    map_of(cython.address(group), cython.address(m))
    put_part(
        cython.address(group),
        cython.address(m),
        outline.parts,
        outline.values + outline.parts[0].first,
        part,
        numbers,
        box,
    )


def freshen_all(
    store: Store, rows: cython.pointer(cython.const[cython.int]), count: cython.Py_ssize_t
) -> cython.void:
    """Compute the world geometry of those rows that are dirty."""
    i: cython.Py_ssize_t
    group: cython.pointer(CollisionGroup)
    row: cython.int
    for i in range(count):
        row = rows[i]
        if store.dirty[row] & DIRTY:
            store.dirty[row] &= ~DIRTY
            group = cython.address(store.groups[row])
            if not refresh_circle(store, row, group):
                refresh_parts(store, row, group)


def count_dirty(
    store: Store, rows: cython.pointer(cython.const[cython.int]), count: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """How many of the rows are dirty."""
    dirty: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(count):
        dirty += store.dirty[rows[i]] & DIRTY
    return dirty


def true_box(store: Store, row: cython.int) -> Box:
    """The exact bounding box of an up-to-date row, without any widening; NaN without parts.

    Axis-aligned boxes without width or height were widened to the next float64 on both sides, which
    is reverted here.
    """
    group: cython.pointer(CollisionGroup) = cython.address(store.groups[row])
    part: cython.pointer(Collision)
    box: Box
    one: Box
    i: cython.int
    box.left = box.top = INFINITY
    box.right = box.bottom = -INFINITY
    for i in range(group.count):
        part = store.parts + group.first + i
        if part.kind == NOTHING:
            continue
        extent(part, store.pool + part.first, cython.address(one))
        if part.kind == BOX:
            if nextafter(nextafter(one.left, INFINITY), INFINITY) == one.right:
                one.left = one.right = nextafter(one.left, INFINITY)
            if nextafter(nextafter(one.top, INFINITY), INFINITY) == one.bottom:
                one.top = one.bottom = nextafter(one.top, INFINITY)
        box.left = min(box.left, one.left)
        box.top = min(box.top, one.top)
        box.right = max(box.right, one.right)
        box.bottom = max(box.bottom, one.bottom)
    if box.left > box.right:
        box.left = box.top = box.right = box.bottom = NAN
    return box
