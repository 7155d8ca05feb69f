"""From local space to the world, for the rows that changed: parts, their boxes, the group's box.

    world = R(angle) . S(scale_x, scale_y) . (p - center) + center + base
    base  = (x, y)                 or (x, y) - center when offset_sync is true

Angles are in degrees, clockwise on a screen whose y runs down. Multiples of 90 degrees are exact,
and without turning or scaling nothing but x and y is added, so tile grids stay exact. World
geometry is rounded here, once; all that follows is exact for these numbers.
"""

import cython
from cython.cimports.libc.math import (
    INFINITY,
    NAN,
    M_PI,
    cos,
    fabs,
    lround,
    nextafter,
    remainder,
    sin,
    sqrt,
)
from cython.cimports.spritecol.storage import (
    BOX,
    CIRCLE,
    ELLIPSE,
    ENABLED,
    IDENTITY,
    MATRIX_OLD,
    NOTHING,
    OFFSET,
    POINT,
    POLYGON,
    SEAM,
    SEGMENT,
    SYNC,
    VANISHED,
    Box,
    LocalPart,
    Outline,
    Part,
    Row,
    Storage,
)

FLAT = cython.declare(cython.double, 1e-13)
"""A shape thinner than this, as a share of its length, acts as the segment that it has become. Far
below the 1e-9 that answers must hold to, far above what rounding does to its corners."""

ULPS = cython.declare(cython.double, 4e-15)
"""Some 16 times the rounding of one coordinate, as a share of it: shapes thinner than that may have
lost their orientation in world space."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def widen(low: cython.p_double, high: cython.p_double) -> cython.void:
    """Make an interval of no length one that the strict test of boxes cannot lose."""
    if not low[0] < high[0]:
        low[0] = nextafter(low[0], -INFINITY)
        high[0] = nextafter(high[0], INFINITY)


def update_matrix(row):
    """Compute A = R(angle) . S(scale_x, scale_y), exact at multiples of 90 degrees."""
    turn: cython.double
    rest: cython.double
    c: cython.double
    s: cython.double
    quarter: cython.long
    row.flags &= ~(MATRIX_OLD | IDENTITY)
    if not row.flags & SYNC:
        row.a00 = 1.0
        row.a01 = 0.0
        row.a10 = 0.0
        row.a11 = 1.0
        row.flags |= IDENTITY
        return
    turn = remainder(row.angle, 360.0)  # exact, from -180 to 180
    quarter = lround(turn / 90.0)
    rest = (turn - 90.0 * quarter) * (M_PI / 180.0)
    if rest == 0.0:
        c = 1.0
        s = 0.0
    else:
        c = cos(rest)
        s = sin(rest)
    if quarter == 1:
        c, s = -s, c
    elif quarter == -1:
        c, s = s, -c
    elif quarter != 0:
        c, s = -c, -s
    row.a00 = c * row.scale_x
    row.a01 = -s * row.scale_y
    row.a10 = s * row.scale_x
    row.a11 = c * row.scale_y
    if row.a00 == 1.0 and row.a11 == 1.0 and row.a01 == 0.0 and row.a10 == 0.0:
        row.flags |= IDENTITY


def map_of(row):
    """The whole mapping of a row whose matrix is up to date."""
    m: Map
    m.a00 = row.a00
    m.a01 = row.a01
    m.a10 = row.a10
    m.a11 = row.a11
    m.origin_x = row.center_x
    m.origin_y = row.center_y
    m.shift_x = row.x
    m.shift_y = row.y
    if not row.flags & OFFSET:
        if row.flags & IDENTITY:
            m.origin_x = 0.0
            m.origin_y = 0.0
        else:
            m.shift_x = row.x + row.center_x
            m.shift_y = row.y + row.center_y
    return m


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def apply(
    m: cython.pointer(cython.const[Map]),
    x: cython.double,
    y: cython.double,
    out: cython.p_double,
) -> cython.void:
    """Map one point."""
    x -= m.origin_x
    y -= m.origin_y
    out[0] = m.a00 * x + m.a01 * y + m.shift_x
    out[1] = m.a10 * x + m.a11 * y + m.shift_y


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_segment(part: cython.pointer(Part), out: cython.p_double) -> cython.void:
    """Finish a part whose two ends are written: a point when they fall together."""
    part.kind = SEGMENT
    part.count = 2
    if out[0] == out[2] and out[1] == out[3]:
        part.kind = POINT
        part.count = 1
    part.box.left = min(out[0], out[2])
    part.box.right = max(out[0], out[2])
    part.box.top = min(out[1], out[3])
    part.box.bottom = max(out[1], out[3])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_polygon(
    part: cython.pointer(Part), out: cython.p_double, count: cython.int, alone: cython.bint
) -> cython.void:
    """Finish a part whose vertices are written; `alone`, it becomes a segment when it is flat."""
    i: cython.int
    low: cython.int = 0
    high: cython.int = 0
    axis: cython.int
    width: cython.double
    height: cython.double
    largest: cython.double
    area: cython.double = 0.0
    ends: cython.double[4]
    part.kind = POLYGON
    part.count = count
    part.box.left = part.box.right = out[0]
    part.box.top = part.box.bottom = out[1]
    for i in range(1, count):
        part.box.left = min(part.box.left, out[2 * i])
        part.box.right = max(part.box.right, out[2 * i])
        part.box.top = min(part.box.top, out[2 * i + 1])
        part.box.bottom = max(part.box.bottom, out[2 * i + 1])
        if i > 1:
            area += (out[2 * i - 2] - out[0]) * (out[2 * i + 1] - out[1]) - (
                out[2 * i - 1] - out[1]
            ) * (out[2 * i] - out[0])
    if not alone:
        return
    width = part.box.right - part.box.left
    height = part.box.bottom - part.box.top
    largest = max(
        max(fabs(part.box.left), fabs(part.box.right)),
        max(fabs(part.box.top), fabs(part.box.bottom)),
    )
    if area > (width + height) * (FLAT * (width + height) + ULPS * largest):
        return
    axis = 0 if width >= height else 1
    for i in range(1, count):
        if out[2 * i + axis] < out[2 * low + axis]:
            low = i
        if out[2 * i + axis] > out[2 * high + axis]:
            high = i
    ends[0] = out[2 * low]
    ends[1] = out[2 * low + 1]
    ends[2] = out[2 * high]
    ends[3] = out[2 * high + 1]
    for i in range(4):
        out[i] = ends[i]
    put_segment(part, out)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_disc(
    part: cython.pointer(Part),
    m: cython.pointer(cython.const[Map]),
    x: cython.double,
    y: cython.double,
    out: cython.p_double,
) -> cython.void:
    """Finish an ellipse whose local 2x2 matrix lies in out[2:6]: the product of both matrices."""
    l00: cython.double = out[2]
    l01: cython.double = out[3]
    l10: cython.double = out[4]
    l11: cython.double = out[5]
    det: cython.double
    half: cython.double
    apply(m, x, y, out)
    out[2] = m.a00 * l00 + m.a01 * l10
    out[3] = m.a00 * l01 + m.a01 * l11
    out[4] = m.a10 * l00 + m.a11 * l10
    out[5] = m.a10 * l01 + m.a11 * l11
    det = out[2] * out[5] - out[3] * out[4]
    if det < 0.0:  # a mirrored disc is the same disc
        det = -det
        out[3] = -out[3]
        out[5] = -out[5]
    # Half extents of an ellipse: the lengths of the rows of M (its support in x and in y).
    part.kind = ELLIPSE
    part.count = 1
    half = sqrt(out[2] * out[2] + out[3] * out[3])
    part.box.left = out[0] - half
    part.box.right = out[0] + half
    half = sqrt(out[4] * out[4] + out[5] * out[5])
    part.box.top = out[1] - half
    part.box.bottom = out[1] + half
    l00 = out[2] * out[2] + out[3] * out[3] + out[4] * out[4] + out[5] * out[5]
    if det > FLAT * l00 or l00 < 1e-290:
        return
    # All but flat: M has one long direction, that of its longer column.
    if out[2] * out[2] + out[4] * out[4] >= out[3] * out[3] + out[5] * out[5]:
        l10 = out[2]
        l11 = out[4]
    else:
        l10 = out[3]
        l11 = out[5]
    half = sqrt(l00 / (l10 * l10 + l11 * l11))
    x = out[0]
    y = out[1]
    out[0] = x - half * l10
    out[1] = y - half * l11
    out[2] = x + half * l10
    out[3] = y + half * l11
    put_segment(part, out)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_flattened(
    row: cython.pointer(cython.const[Row]),
    m: cython.pointer(cython.const[Map]),
    local: cython.pointer(cython.const[LocalPart]),
    values: cython.pointer(cython.const[cython.double]),
    part: cython.pointer(Part),
    out: cython.p_double,
) -> cython.void:
    """A whole shape under a zero scale: the segment, or point, from its lowest to its highest end.

    Only one local axis is left (none when both scales are 0); `axis` 1 is y.
    """
    axis: cython.int = 1 if row.scale_x == 0.0 else 0
    low: cython.double = INFINITY
    high: cython.double = -INFINITY
    half: cython.double
    v: cython.pointer(cython.const[cython.double])
    i: cython.int
    k: cython.int
    for i in range(local.run):
        v = values + local[i].first
        if local[i].kind == CIRCLE or local[i].kind == ELLIPSE:
            half = v[2]
            if local[i].kind == ELLIPSE:
                half = sqrt(
                    v[2 + 2 * axis] * v[2 + 2 * axis] + v[3 + 2 * axis] * v[3 + 2 * axis]
                )
            low = min(low, v[axis] - half)
            high = max(high, v[axis] + half)
        else:
            for k in range(local[i].count):
                low = min(low, v[2 * k + axis])
                high = max(high, v[2 * k + axis])
        part[i].kind = NOTHING
        part[i].count = 0
    apply(m, low, low, out)
    apply(m, high, high, out + 2)
    put_segment(part, out)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_part(
    row: cython.pointer(cython.const[Row]),
    m: cython.pointer(cython.const[Map]),
    local: cython.pointer(cython.const[LocalPart]),
    v: cython.pointer(cython.const[cython.double]),
    part: cython.pointer(Part),
    out: cython.p_double,
) -> cython.void:
    """World geometry of one part under a scale without zeros."""
    kind: cython.int = local.kind
    count: cython.int = local.count
    mirrored: cython.bint
    i: cython.int
    if kind == CIRCLE:
        if fabs(row.scale_x) == fabs(row.scale_y) or not row.flags & SYNC:
            apply(m, v[0], v[1], out)
            out[2] = v[2] * fabs(row.scale_x) if row.flags & SYNC else v[2]
            part.kind = CIRCLE
            part.count = 1
            part.box.left = out[0] - out[2]
            part.box.right = out[0] + out[2]
            part.box.top = out[1] - out[2]
            part.box.bottom = out[1] + out[2]
        else:
            out[2] = v[2]
            out[3] = 0.0
            out[4] = 0.0
            out[5] = v[2]
            put_disc(part, m, v[0], v[1], out)
    elif kind == BOX:
        if (m.a01 == 0.0 and m.a10 == 0.0) or (m.a00 == 0.0 and m.a11 == 0.0):
            apply(m, v[0], v[1], out)
            apply(m, v[2], v[3], out + 2)
            part.kind = BOX
            part.count = 2
            part.box.left = min(out[0], out[2])
            part.box.right = max(out[0], out[2])
            part.box.top = min(out[1], out[3])
            part.box.bottom = max(out[1], out[3])
            widen(cython.address(part.box.left), cython.address(part.box.right))
            widen(cython.address(part.box.top), cython.address(part.box.bottom))
            out[0] = part.box.left
            out[1] = part.box.top
            out[2] = part.box.right
            out[3] = part.box.bottom
        else:
            mirrored = m.a00 * m.a11 < m.a01 * m.a10
            apply(m, v[0], v[1], out)
            apply(m, v[2], v[1], out + (6 if mirrored else 2))
            apply(m, v[2], v[3], out + 4)
            apply(m, v[0], v[3], out + (2 if mirrored else 6))
            put_polygon(part, out, 4, True)
    elif kind == ELLIPSE:
        for i in range(2, 6):
            out[i] = v[i]
        put_disc(part, m, v[0], v[1], out)
    elif kind == POLYGON:
        mirrored = m.a00 * m.a11 < m.a01 * m.a10
        for i in range(count):
            apply(m, v[2 * i], v[2 * i + 1], out + 2 * (count - 1 - i if mirrored else i))
        put_polygon(part, out, count, local.run == 1)
    elif kind == POINT:
        apply(m, v[0], v[1], out)
        part.kind = POINT
        part.count = 1
        part.box.left = part.box.right = out[0]
        part.box.top = part.box.bottom = out[1]
    else:
        apply(m, v[0], v[1], out)
        apply(m, v[2], v[3], out + 2)
        put_segment(part, out)
        if kind == SEAM:
            part.kind = SEAM if part.kind == SEGMENT else NOTHING


def refresh(store, index):
    """Bring one row's world geometry up to date with its pose."""
    row: cython.pointer(Row) = cython.address(store.rows[index])
    parts: cython.pointer(Part) = store.parts + row.first
    local: cython.pointer(LocalPart)
    values: cython.p_double
    group: cython.pointer(Box) = cython.address(store.boxes[index])
    m: Map
    flat: cython.bint
    i: cython.int
    group.left = group.top = INFINITY
    group.right = group.bottom = -INFINITY
    store.dirty[index] = False
    if row.flags & MATRIX_OLD:
        update_matrix(row)
    if row.count == 0:
        return
    m = map_of(row)
    local = cython.cast(Outline, row.outline).parts
    values = cython.cast(Outline, row.outline).values
    flat = (row.flags & SYNC) and (row.scale_x == 0.0 or row.scale_y == 0.0)
    for i in range(row.count):
        parts[i].first = row.pool + local[i].first
        if not flat:
            put_part(
                row,
                cython.address(m),
                local + i,
                values + local[i].first,
                parts + i,
                store.pool + parts[i].first,
            )
        elif local[i].run:
            put_flattened(
                row,
                cython.address(m),
                local + i,
                values,
                parts + i,
                store.pool + parts[i].first,
            )
        if parts[i].kind != NOTHING:
            widen(cython.address(parts[i].box.left), cython.address(parts[i].box.right))
            widen(cython.address(parts[i].box.top), cython.address(parts[i].box.bottom))
            group.left = min(group.left, parts[i].box.left)
            group.top = min(group.top, parts[i].box.top)
            group.right = max(group.right, parts[i].box.right)
            group.bottom = max(group.bottom, parts[i].box.bottom)
    if not row.flags & ENABLED or row.flags & VANISHED:
        group.left = group.top = INFINITY
        group.right = group.bottom = -INFINITY


def refresh_all(store, indices, count):
    """Bring those of many rows up to date that changed."""
    i: cython.Py_ssize_t
    for i in range(count):
        if store.dirty[indices[i]]:
            refresh(store, indices[i])


def true_box(store, index):
    """The box round a fresh row's parts as they are, without the widening; NaN without parts.

    A flat part's own numbers tell its extent: widening only ever moved both sides of an interval of
    no length outwards, by one step.
    """
    row: cython.pointer(Row) = cython.address(store.rows[index])
    part: cython.pointer(Part)
    box: Box
    left: cython.double
    top: cython.double
    right: cython.double
    bottom: cython.double
    i: cython.int
    box.left = box.top = INFINITY
    box.right = box.bottom = -INFINITY
    for i in range(row.count):
        part = store.parts + row.first + i
        if part.kind == NOTHING:
            continue
        left = part.box.left
        top = part.box.top
        right = part.box.right
        bottom = part.box.bottom
        if nextafter(nextafter(left, INFINITY), INFINITY) == right:
            left = right = nextafter(left, INFINITY)
        if nextafter(nextafter(top, INFINITY), INFINITY) == bottom:
            top = bottom = nextafter(top, INFINITY)
        box.left = min(box.left, left)
        box.top = min(box.top, top)
        box.right = max(box.right, right)
        box.bottom = max(box.bottom, bottom)
    if box.left > box.right:
        box.left = box.top = box.right = box.bottom = NAN
    return box
