"""World geometry of one part: its numbers and bounding box under an affine map.

Its kind may change: under unequal scale a circle becomes an ellipse and a capsule a stretched one,
a rotated box becomes a polygon, and a part that is flattened by a scale of 0 or by rounding becomes
a segment or a point.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.box_tests import include_point, widen
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import LocalPart, Part, PartRef, RowRecord
from cython.cimports.spritecol._support.libc import INFINITY, copysign, fabs, sqrt
from cython.cimports.spritecol._support.polar import Rotation, rotation_of

SLIVER = C.declare(C.double, 1e-13)
"""A shape thinner than this, relative to its length, becomes a segment. Far below the 1e-9 to which
answers are exact, and far above the rounding of its corners."""

ASLANT = C.declare(C.double, 0.37)
"""A flat polygon goes from left to right, seen along (1, ASLANT): no angle that is in use is across
that, where rounding would turn it around as it moves. Segments that turn around seem crossed."""

SIXTEEN_ULPS = C.declare(C.double, 4e-15)
"""About 16 times the relative rounding error of a coordinate. The vertices of shapes thinner than
this, relative to their coordinates, may have lost their orientation in world space."""

THIN = C.declare(C.double, 1e-3)
"""An ellipse thinner than this, relative to its length, is kept by its half axes. In another form
rounding takes more than three digits of its width, and below 1e-7 it would be met too early."""

SQUARE_UNDERFLOW = C.declare(C.double, 1e-290)
"""Below this, squares may have lost digits to underflow: such an ellipse stays an ellipse."""


def put_map(
    record: C.pointer(C.const[RowRecord]), x: C.double, y: C.double, m: C.pointer(Map)
) -> C.void:
    """Write the affine map of a collision record at (x, y), with cosine and sine up to date.

    That of a flat record still needs `flatten`.
    """
    m.origin_x = record.center_x
    m.origin_y = record.center_y
    m.shift_x = x
    m.shift_y = y
    m.a00 = 1.0
    m.a01 = 0.0
    m.a10 = 0.0
    m.a11 = 1.0
    if record.flags & layout.SYNC:
        m.a00 = record.cosine * record.scale_x
        m.a01 = -record.sine * record.scale_y
        m.a10 = record.sine * record.scale_x
        m.a11 = record.cosine * record.scale_y
    if not record.flags & layout.OFFSET:
        if m.a00 == 1.0 and m.a11 == 1.0 and m.a01 == 0.0 and m.a10 == 0.0:
            # The row is only moved. Subtracting the center and adding it again could round.
            m.origin_x = 0.0
            m.origin_y = 0.0
        else:
            m.shift_x = x + record.center_x
            m.shift_y = y + record.center_y


def flatten(record: C.pointer(C.const[RowRecord]), m: C.pointer(Map)) -> C.void:
    """Put the zeros into a map that a scale of 0 brings.

    With these tests in `put_map`, turned boxes that move took 4 % longer from `x` to `hits`.
    """
    if fabs(record.scale_x) < LEAST_SCALE:
        m.a00 = m.a10 = 0.0
    if fabs(record.scale_y) < LEAST_SCALE:
        m.a01 = m.a11 = 0.0


def put_world_point(
    record: C.pointer(C.const[RowRecord]),
    x: C.double,
    y: C.double,
    local_x: C.double,
    local_y: C.double,
    out: C.p_double,
) -> C.void:
    """Write where a point of local space is in the world: where a `Point` there would be."""
    m: Map
    turned: RowRecord = with_rotation(record)
    put_map(C.address(turned), x, y, C.address(m))
    if is_flat(C.address(turned)):
        flatten(C.address(turned), C.address(m))
    apply(C.address(m), local_x, local_y, out)


def put_local_point(
    record: C.pointer(C.const[RowRecord]),
    x: C.double,
    y: C.double,
    world_x: C.double,
    world_y: C.double,
    out: C.p_double,
) -> C.bint:
    """Write which point of local space is at a place in the world; False if the record is flat."""
    m: Map
    turned: RowRecord = with_rotation(record)
    if is_flat(C.address(turned)):
        return False
    put_map(C.address(turned), x, y, C.address(m))
    x = world_x - m.shift_x
    y = world_y - m.shift_y
    if turned.flags & layout.SYNC:
        # Turned back, then scaled back: unequal scales would cost digits in a determinant.
        along: C.double = turned.cosine * x + turned.sine * y
        across: C.double = turned.cosine * y - turned.sine * x
        x = along / turned.scale_x
        y = across / turned.scale_y
    out[0] = x + m.origin_x
    out[1] = y + m.origin_y
    return True


def with_rotation(record: C.pointer(C.const[RowRecord])) -> RowRecord:
    """A copy of a collision record, with cosine and sine up to date."""
    turned: RowRecord = record[0]
    if turned.flags & layout.ROTATION_STALE:
        rotation: Rotation = rotation_of(turned.angle)
        turned.cosine = rotation.cosine
        turned.sine = rotation.sine
    return turned


def extent(part: PartRef, v: Numbers, box: C.pointer(Box)) -> C.void:
    """Write the exact bounding box of a part, without area if it is flat."""
    i: C.int
    if part.kind == layout.BOX:
        box.left = v[0]
        box.top = v[1]
        box.right = v[2]
        box.bottom = v[3]
    elif part.kind == layout.CIRCLE:
        box.left = v[0] - v[2]
        box.top = v[1] - v[2]
        box.right = v[0] + v[2]
        box.bottom = v[1] + v[2]
    elif part.kind == layout.ELLIPSE:
        # The half extents of an ellipse are the lengths of the rows of M: its support in x and y.
        half: C.double = sqrt(v[2] * v[2] + v[3] * v[3])
        box.left = v[0] - half
        box.right = v[0] + half
        half = sqrt(v[4] * v[4] + v[5] * v[5])
        box.top = v[1] - half
        box.bottom = v[1] + half
    else:
        box.left = box.right = v[0]
        box.top = box.bottom = v[1]
        for i in range(1, part.count):
            include_point(box, v[2 * i], v[2 * i + 1])
        if part.kind == layout.CAPSULE:
            box.left -= v[4]
            box.right += v[4]
            box.top -= v[4]
            box.bottom += v[4]
        elif part.kind == layout.STRETCHED:
            across: C.double = sqrt(v[4] * v[4] + v[5] * v[5])
            down: C.double = sqrt(v[6] * v[6] + v[7] * v[7])
            box.left -= across
            box.right += across
            box.top -= down
            box.bottom += down


def put_thin_way(
    part: PartRef, v: Numbers, box: C.pointer(Box), dx: C.p_double, dy: C.p_double
) -> C.void:
    """Write a box and a way by (dx, dy), on which it covers the part, and little beside it.

    The way leads along the part: so what is long and slanted is a small box on a long way. The box
    is wider by more than rounding.
    """
    i: C.int
    along: C.double
    dx[0] = dy[0] = 0.0
    if part.kind == layout.ELLIPSE:
        put_way_of_ellipse(v, box, dx, dy)
    elif part.kind in (layout.BOX, layout.CIRCLE):
        extent(part, v, box)
    else:
        # From the first vertex to the farthest vertex from it, and the extent beside that line.
        square: C.double = 0.0
        for i in range(1, part.count):
            x: C.double = v[2 * i] - v[0]
            y: C.double = v[2 * i + 1] - v[1]
            if x * x + y * y > square:
                square = x * x + y * y
                dx[0] = x
                dy[0] = y
        first: C.double = 0.0
        last: C.double = 0.0
        aside: Box = Box(0.0, 0.0, 0.0, 0.0)
        for i in range(1, part.count):
            x = v[2 * i] - v[0]
            y = v[2 * i + 1] - v[1]
            along = (x * dx[0] + y * dy[0]) / square if square > 0.0 else 0.0
            first = min(first, along)
            last = max(last, along)
            include_point(C.address(aside), x - along * dx[0], y - along * dy[0])
        box.left = v[0] + first * dx[0] + aside.left
        box.right = v[0] + first * dx[0] + aside.right
        box.top = v[1] + first * dy[0] + aside.top
        box.bottom = v[1] + first * dy[0] + aside.bottom
        dx[0] *= last - first
        dy[0] *= last - first
        if part.kind == layout.CAPSULE:
            spread(box, v[4], v[4])
        elif part.kind == layout.STRETCHED:
            spread(box, sqrt(v[4] * v[4] + v[5] * v[5]), sqrt(v[6] * v[6] + v[7] * v[7]))
    slack: C.double = fabs(box.left) + fabs(box.right) + fabs(box.top) + fabs(box.bottom)
    slack = WIDER * (slack + fabs(dx[0]) + fabs(dy[0]))
    spread(box, slack, slack)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_way_of_ellipse(v: Numbers, box: C.pointer(Box), dx: C.p_double, dy: C.p_double) -> C.void:
    """`put_thin_way` of an ellipse: along its longer axis, which is an eigenvector of M M^T."""
    p: C.double = v[2] * v[2] + v[3] * v[3]
    q: C.double = v[2] * v[4] + v[3] * v[5]
    s: C.double = v[4] * v[4] + v[5] * v[5]
    half: C.double = 0.5 * (p - s)
    length: C.double = sqrt(half * half + q * q)
    long_half: C.double = sqrt(0.5 * (p + s) + length)
    short_half: C.double = 0.0
    if long_half > 0.0:
        short_half = fabs(v[2] * v[5] - v[3] * v[4]) / long_half
    cosine: C.double = 1.0
    sine: C.double = 0.0
    if length > 0.0:
        cosine = sqrt(max(0.0, 0.5 * (1.0 + half / length)))
        sine = copysign(sqrt(max(0.0, 0.5 * (1.0 - half / length))), q)
    box.left = box.right = v[0] - long_half * cosine
    box.top = box.bottom = v[1] - long_half * sine
    dx[0] = 2.0 * long_half * cosine
    dy[0] = 2.0 * long_half * sine
    spread(box, short_half * fabs(sine), short_half * cosine)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def spread(box: C.pointer(Box), x: C.double, y: C.double) -> C.void:
    """Widen a box on all sides."""
    box.left -= x
    box.right += x
    box.top -= y
    box.bottom += y


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def apply(m: C.pointer(C.const[Map]), x: C.double, y: C.double, out: C.p_double) -> C.void:
    """Map one point."""
    x -= m.origin_x
    y -= m.origin_y
    out[0] = m.a00 * x + m.a01 * y + m.shift_x
    out[1] = m.a10 * x + m.a11 * y + m.shift_y


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_segment(part: C.pointer(Part), out: C.p_double) -> C.void:
    """Finish a segment whose ends are written; it becomes a point if they are equal."""
    part.kind = layout.SEGMENT
    part.count = 2
    if out[0] == out[2] and out[1] == out[3]:
        part.kind = layout.POINT
        part.count = 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_polygon(
    part: C.pointer(Part),
    out: C.p_double,
    count: C.int,
    is_whole_shape: C.bint,
    box: C.pointer(Box),
) -> C.void:
    """Finish a polygon whose vertices are written.

    If it is flat it becomes a segment, unless it is one of several parts of a shape.
    """
    i: C.int
    low: C.int = 0
    high: C.int = 0
    area: C.double = 0.0
    ends: C.double[4]
    part.kind = layout.POLYGON
    part.count = count
    extent(part, out, box)
    if not is_whole_shape:
        return
    for i in range(2, count):
        area += (out[2 * i - 2] - out[0]) * (out[2 * i + 1] - out[1]) - (
            out[2 * i - 1] - out[1]
        ) * (out[2 * i] - out[0])
    width: C.double = box.right - box.left
    height: C.double = box.bottom - box.top
    largest: C.double = max(fabs(box.left), fabs(box.right), fabs(box.top), fabs(box.bottom))
    if area > (width + height) * (SLIVER * (width + height) + SIXTEEN_ULPS * largest):
        return
    axis: C.int = 0 if width >= height else 1
    for i in range(1, count):
        if out[2 * i + axis] < out[2 * low + axis]:
            low = i
        if out[2 * i + axis] > out[2 * high + axis]:
            high = i
    if (out[2 * high] - out[2 * low]) + ASLANT * (out[2 * high + 1] - out[2 * low + 1]) < 0.0:
        low, high = high, low
    ends[0] = out[2 * low]
    ends[1] = out[2 * low + 1]
    ends[2] = out[2 * high]
    ends[3] = out[2 * high + 1]
    for i in range(4):
        out[i] = ends[i]
    put_segment(part, out)
    extent(part, out, box)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_matrix(m: C.pointer(C.const[Map]), out: C.p_double) -> C.bint:
    """Multiply the 2x2 matrix of an ellipse by the map; False if that flattens the ellipse.

    Then out[0] and out[1] are how far it extends.
    """
    local_00: C.double = out[0]
    local_01: C.double = out[1]
    local_10: C.double = out[2]
    local_11: C.double = out[3]
    out[0] = m.a00 * local_00 + m.a01 * local_10
    out[1] = m.a00 * local_01 + m.a01 * local_11
    out[2] = m.a10 * local_00 + m.a11 * local_10
    out[3] = m.a10 * local_01 + m.a11 * local_11
    # The area as a product of two numbers without loss of digits, which a thin `out` would have.
    det: C.double = (m.a00 * m.a11 - m.a01 * m.a10) * (local_00 * local_11 - local_01 * local_10)
    if det < 0.0:  # the same disc, with a positive determinant
        det = -det
        out[1] = -out[1]
        out[3] = -out[3]
    norm: C.double = out[0] * out[0] + out[1] * out[1] + out[2] * out[2] + out[3] * out[3]
    if norm < SQUARE_UNDERFLOW:
        return True
    if det < THIN * norm:
        put_half_axes(det, out)
    if det > SLIVER * norm:
        return True
    out[1] = out[2]  # nearly flat: it extends along the longer half axis
    return False


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_half_axes(det: C.double, out: C.p_double) -> C.void:
    """Turn the columns of the matrix of a thin ellipse until they are its half axes.

    Both columns may be long and nearly parallel: then only their difference shows how wide the
    ellipse is, and rounding leaves little of that. So the longer half axis is the axis of a Jacobi
    rotation (G. Golub and C. Van Loan, "Matrix Computations", 8.6.3), and the other one follows
    from the determinant.
    """
    first: C.double = out[0] * out[0] + out[2] * out[2]
    second: C.double = out[1] * out[1] + out[3] * out[3]
    # Infinite, if the columns are perpendicular: then nothing is turned.
    zeta: C.double = (second - first) / (2.0 * (out[0] * out[1] + out[2] * out[3]))
    tangent: C.double = 1.0 / (fabs(zeta) + sqrt(1.0 + zeta * zeta))
    if zeta < 0.0:
        tangent = -tangent
    cosine: C.double = 1.0 / sqrt(1.0 + tangent * tangent)
    sine: C.double = cosine * tangent
    x: C.double = cosine * out[0] - sine * out[1]
    y: C.double = cosine * out[2] - sine * out[3]
    if first < second:
        x = sine * out[0] + cosine * out[1]
        y = sine * out[2] + cosine * out[3]
    across: C.double = det / (x * x + y * y)
    out[0] = x
    out[1] = -across * y
    out[2] = y
    out[3] = across * x


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_round(
    part: C.pointer(Part),
    m: C.pointer(C.const[Map]),
    kind: C.int,
    v: Numbers,
    scale: C.double,
    out: C.p_double,
) -> C.void:
    """Write a circle, an ellipse or a capsule, given its scale, or 0 if that is unequal.

    A capsule that rounding leaves no length becomes a circle or an ellipse.
    """
    k: C.int
    count: C.int = 2 if kind == layout.CAPSULE else 1
    for k in range(count):
        apply(m, v[2 * k], v[2 * k + 1], out + 2 * k)
    matrix: Numbers = v + 2 * count
    if count == 2 and out[0] == out[2] and out[1] == out[3]:
        count = 1
    rest: C.p_double = out + 2 * count
    part.count = count
    if kind != layout.ELLIPSE and scale > 0.0:
        part.kind = layout.CAPSULE if count == 2 else layout.CIRCLE
        rest[0] = scale * matrix[0]
        return
    part.kind = layout.STRETCHED if count == 2 else layout.ELLIPSE
    for k in range(4):
        rest[k] = matrix[k] if kind == layout.ELLIPSE else 0.0
    if kind != layout.ELLIPSE:
        rest[0] = rest[3] = matrix[0]
    if not put_matrix(m, rest):
        x: C.double = rest[0]
        y: C.double = rest[1]
        if kind == layout.CAPSULE:
            # Which end is ahead, by the map alone: what moves must not turn around by rounding.
            along: C.double = v[2] - v[0]
            across: C.double = v[3] - v[1]
            if (m.a00 * along + m.a01 * across) * x + (m.a10 * along + m.a11 * across) * y < 0.0:
                x = -x
                y = -y
        put_longest_segment(part, x, y, out)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_longest_segment(part: C.pointer(Part), x: C.double, y: C.double, out: C.p_double) -> C.void:
    """Write what is left of an ellipse or a capsule that is flat: so much at each of its ends."""
    if part.count == 1:
        out[2] = out[0]
        out[3] = out[1]
    out[0] -= x
    out[1] -= y
    out[2] += x
    out[3] += y
    put_segment(part, out)


def put_flattened(
    m: C.pointer(C.const[Map]),
    local: C.pointer(C.const[LocalPart]),
    values: Numbers,
    part: C.pointer(Part),
    out: C.p_double,
    box: C.pointer(Box),
) -> C.void:
    """World geometry of a whole shape under a scale of 0: a segment or point, in its first part.

    `axis` is the local axis that is left (1 is y); if both scales are 0, either will do.
    """
    axis: C.int = 1 if m.a00 == 0.0 and m.a10 == 0.0 else 0
    low: C.double = INFINITY
    high: C.double = -INFINITY
    i: C.int
    k: C.int
    for i in range(local.part_count):
        v: Numbers = values + local[i].first
        half: C.double = 0.0
        if local[i].kind == layout.ELLIPSE:
            half = sqrt(v[2 + 2 * axis] * v[2 + 2 * axis] + v[3 + 2 * axis] * v[3 + 2 * axis])
        elif local[i].kind in (layout.CIRCLE, layout.CAPSULE):
            half = v[2 * local[i].count]
        for k in range(1 if local[i].kind == layout.ELLIPSE else local[i].count):
            low = min(low, v[2 * k + axis] - half)
            high = max(high, v[2 * k + axis] + half)
        part[i].kind = layout.NOTHING
        part[i].count = 0
    apply(m, low, low, out)
    apply(m, high, high, out + 2)
    put_segment(part, out)
    extent(part, out, box)
    widen(box)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def put_circle(
    m: C.pointer(C.const[Map]),
    v: Numbers,
    scale: C.double,
    part: C.pointer(Part),
    out: C.p_double,
    box: C.pointer(Box),
) -> C.void:
    """World geometry of a circle that stays one."""
    apply(m, v[0], v[1], out)
    out[2] = v[2] * scale
    part.kind = layout.CIRCLE
    part.count = 1
    box.left = out[0] - out[2]
    box.top = out[1] - out[2]
    box.right = out[0] + out[2]
    box.bottom = out[1] + out[2]


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def put_mapped_polygon(
    m: C.pointer(C.const[Map]),
    local: C.pointer(C.const[LocalPart]),
    v: Numbers,
    part: C.pointer(Part),
    out: C.p_double,
    box: C.pointer(Box),
) -> C.void:
    """World geometry of a polygon, whose vertices a mirror turns around."""
    mirrored: C.bint = m.a00 * m.a11 < m.a01 * m.a10
    last: C.int = local.count - 1
    i: C.int
    for i in range(local.count):
        apply(m, v[2 * i], v[2 * i + 1], out + 2 * (last - i if mirrored else i))
    put_polygon(part, out, local.count, local.part_count == 1, box)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def put_box(
    m: C.pointer(C.const[Map]),
    local: C.pointer(C.const[LocalPart]),
    v: Numbers,
    part: C.pointer(Part),
    out: C.p_double,
    box: C.pointer(Box),
) -> C.bint:
    """World geometry of a box, a polygon if it is turned; whether its bounds are written."""
    is_whole_shape: C.bint = local.part_count == 1
    if (m.a01 == 0.0 and m.a10 == 0.0) or (m.a00 == 0.0 and m.a11 == 0.0):
        apply(m, v[0], v[1], out)
        apply(m, v[2], v[3], out + 2)
        part.kind = layout.BOX
        part.count = 2
        if out[0] > out[2]:
            out[0], out[2] = out[2], out[0]
        if out[1] > out[3]:
            out[1], out[3] = out[3], out[1]
        # Where rounding has left no width, it stays a box: its numbers are always its bounds.
        if is_whole_shape:
            widen(C.cast(C.pointer(Box), out))
        return False
    mirrored: C.bint = m.a00 * m.a11 < m.a01 * m.a10
    apply(m, v[0], v[1], out)
    apply(m, v[2], v[1], out + (6 if mirrored else 2))
    apply(m, v[2], v[3], out + 4)
    apply(m, v[0], v[3], out + (2 if mirrored else 6))
    put_polygon(part, out, 4, is_whole_shape, box)
    return True


def put_part(
    record: C.pointer(C.const[RowRecord]),
    m: C.pointer(C.const[Map]),
    local: C.pointer(C.const[LocalPart]),
    v: Numbers,
    part: C.pointer(Part),
    out: C.p_double,
    box: C.pointer(Box),
) -> C.void:
    """World geometry of one part, if neither scale is 0."""
    kind: C.int = local.kind
    box_is_written: C.bint = False
    if kind in (layout.CIRCLE, layout.CAPSULE, layout.ELLIPSE):
        scale: C.double = 1.0
        if record.flags & layout.SYNC:
            scale = fabs(record.scale_x) if fabs(record.scale_x) == fabs(record.scale_y) else 0.0
        if kind == layout.CIRCLE and scale > 0.0:
            put_circle(m, v, scale, part, out, box)
            box_is_written = True
        else:
            put_round(part, m, kind, v, scale, out)
    elif kind == layout.BOX:
        box_is_written = put_box(m, local, v, part, out, box)
    elif kind == layout.POLYGON:
        put_mapped_polygon(m, local, v, part, out, box)
        box_is_written = True
    elif kind == layout.POINT:
        apply(m, v[0], v[1], out)
        part.kind = layout.POINT
        part.count = 1
    else:
        apply(m, v[0], v[1], out)
        apply(m, v[2], v[3], out + 2)
        put_segment(part, out)
        if kind == layout.SEAM:
            part.kind = layout.SEAM if part.kind == layout.SEGMENT else layout.NOTHING
    if not box_is_written:
        extent(part, out, box)
    widen(box)
