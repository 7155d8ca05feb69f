"""Which parts of a row are near a box: rows of many parts need not be gone through part by part.

The outline of such a row has a tree of its parts, in local space. So moving, turning or scaling the
row changes nothing in it: the box, and its way, are mapped back instead, and widened by more than
what rounding may have changed.
"""

import cython as C
from cython.cimports.libc.limits import INT_MAX
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.box_tree import BoxNode, next_leaf
from cython.cimports.spritecol._engine.storage.layout import (
    LocalPart,
    Outline,
    Part,
    RowRecord,
)
from cython.cimports.spritecol._engine.storage.store import Store
from cython.cimports.spritecol._engine.transform import world_parts
from cython.cimports.spritecol._engine.transform.world_parts import Map
from cython.cimports.spritecol._support.libc import INFINITY, fabs

PARTS_IN_BOX = C.declare(C.int, 4 * layout.MANY_PARTS)
"""Parts of each of two rows in the box of the other one: so few are taken as they are. To look for
the near ones again, along each part of the other row, takes longer than to compare their boxes."""


PartsWay = C.struct(
    # The way of a box in the local space of a row, given by its middle; wider than it is.
    x=C.double,
    y=C.double,
    dx=C.double,
    dy=C.double,
    half_x=C.double,
    half_y=C.double,
)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_way(
    store: Store,
    row: C.int,
    box: BoxRef,
    dx: C.double,
    dy: C.double,
    way: C.pointer(PartsWay),
) -> C.bint:
    """Map the way of a box to where a row's tree is; False if it has none, or numbers overflow."""
    record: C.pointer(RowRecord) = C.address(store.records[row])
    m: Map
    if C.cast(Outline, record.outline).node_count == 0 or world_parts.is_flat(record):
        return False
    world_parts.put_map(record, store.x[row], store.y[row], C.address(m))
    inverse: C.double = 1.0 / (m.a00 * m.a11 - m.a01 * m.a10)
    size: C.double = fabs(m.shift_x) + fabs(m.shift_y) + fabs(dx) + fabs(dy)
    size += fabs(box.left) + fabs(box.top) + fabs(box.right) + fabs(box.bottom)
    half_x: C.double = 0.5 * (box.right - box.left) + world_parts.WIDER * size
    half_y: C.double = 0.5 * (box.bottom - box.top) + world_parts.WIDER * size
    x: C.double = 0.5 * (box.left + box.right) - m.shift_x
    y: C.double = 0.5 * (box.top + box.bottom) - m.shift_y
    way.x = (m.a11 * x - m.a01 * y) * inverse + m.origin_x
    way.y = (m.a00 * y - m.a10 * x) * inverse + m.origin_y
    way.dx = (m.a11 * dx - m.a01 * dy) * inverse
    way.dy = (m.a00 * dy - m.a10 * dx) * inverse
    way.half_x = (fabs(m.a11) * half_x + fabs(m.a01) * half_y) * fabs(inverse)
    way.half_y = (fabs(m.a00) * half_y + fabs(m.a10) * half_x) * fabs(inverse)
    # Not if the box is inverted.
    return half_x >= 0.0 and half_y >= 0.0 and way.half_x + way.half_y < INFINITY


def look_for_parts(
    store: Store,
    row: C.int,
    box: BoxRef,
    dx: C.double,
    dy: C.double,
    near: C.pointer(NearParts),
) -> C.void:
    """`find_near_parts`, of a row with many parts."""
    look_up_to(store, row, box, dx, dy, 0.0, store.records[row].count, near)


def look_for_parts_within(
    store: Store, row: C.int, box: BoxRef, reach: C.double, near: C.pointer(NearParts)
) -> C.void:
    """`find_parts_within`, of a row with many parts."""
    look_up_to(store, row, box, 0.0, 0.0, reach, store.records[row].count, near)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def begin_parts(store: Store, row: C.int, near: C.pointer(NearParts)) -> C.void:
    """Begin with no parts."""
    near.all = False
    near.shift = near.first_word = near.words = near.count = 0
    while (store.records[row].count - 1) >> near.shift >= 64 * MOST_WORDS:
        near.shift += 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def add_parts_on_way(
    store: Store,
    row: C.int,
    box: BoxRef,
    dx: C.double,
    dy: C.double,
    reach: C.double,
    most: C.int,
    near: C.pointer(NearParts),
) -> C.bint:
    """Add the parts that a box may meet on its way, or, without a way, that may be within a
    reach of it. False, with some of them, if there are more.
    """
    way: PartsWay
    record: C.pointer(RowRecord) = C.address(store.records[row])
    if not put_way(store, row, box, dx, dy, C.address(way)):
        near.all = True
        near.count = record.count
        return True
    nodes: C.pointer(BoxNode) = C.cast(Outline, record.outline).nodes
    node_count: C.int = C.cast(Outline, record.outline).node_count
    if record.flags & layout.SYNC:  # else neither scale counts
        reach *= (1.0 + 1e-9) / min(fabs(record.scale_x), fabs(record.scale_y))
    left: C.double = min(way.x, way.x + way.dx) - way.half_x
    right: C.double = max(way.x, way.x + way.dx) + way.half_x
    top: C.double = min(way.y, way.y + way.dy) - way.half_y
    bottom: C.double = max(way.y, way.y + way.dy) + way.half_y
    is_slanted: C.bint = way.dx != 0.0 and way.dy != 0.0
    k: C.int = 0
    while k < node_count:
        node: C.pointer(BoxNode) = nodes + k
        k = node.beyond
        x: C.double = max(node.box.left - right, left - node.box.right)
        y: C.double = max(node.box.top - bottom, top - node.box.bottom)
        if (
            x <= reach
            and y <= reach
            and not (x > 0.0 and y > 0.0 and x * x + y * y > reach * reach)
            and not (is_slanted and is_beside_way(C.address(node.box), C.address(way)))
        ):
            if node.number < 0:
                k = C.cast(C.int, node - nodes) + 1
            elif near.count == most:
                return False
            else:
                note_part(near, node.number)
    return True


def take_shape(
    store: Store, row: C.int, first: C.int, count: C.int, near: C.pointer(NearParts)
) -> C.void:
    """Take the parts of one shape of a row."""
    i: C.int
    begin_parts(store, row, near)
    near.all = count == store.records[row].count
    for i in range(first, first + count):
        note_part(near, i)


def look_for_pair(store: Store, a: C.int, b: C.int, near: C.pointer(NearPair)) -> C.void:
    """`find_near_pair`, of rows of which one has many parts.

    Near is first what meets the box of the other row. If that is much in one row, and less in the
    other, it is what these parts meet: of a row that is long and slanted, or hollow, the box holds
    much that is far from its parts.
    """
    most: C.int = PARTS_IN_BOX
    while True:
        all_of_a: C.bint = look_up_to(
            store, a, store.boxes + b, 0.0, 0.0, 0.0, most, C.address(near.a)
        )
        all_of_b: C.bint = look_up_to(
            store, b, store.boxes + a, 0.0, 0.0, 0.0, most, C.address(near.b)
        )
        if all_of_a and all_of_b:
            return
        if all_of_a:
            look_by_parts(store, a, C.address(near.a), b, C.address(near.b))
            return
        if all_of_b:
            look_by_parts(store, b, C.address(near.b), a, C.address(near.a))
            return
        most *= 16


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def look_up_to(
    store: Store,
    row: C.int,
    box: BoxRef,
    dx: C.double,
    dy: C.double,
    reach: C.double,
    most: C.int,
    near: C.pointer(NearParts),
) -> C.bint:
    """Find the parts of a row as `add_parts_on_way` adds them."""
    record: C.pointer(RowRecord) = C.address(store.records[row])
    begin_parts(store, row, near)
    if record.count <= layout.MANY_PARTS:
        near.all = True
        near.count = record.count
        return True
    whole: C.bint = add_parts_on_way(store, row, box, dx, dy, reach, most, near)
    if (
        near.all
        and dx == dy == reach == 0.0
        and not world_parts.is_flat(record)
        and C.cast(Outline, record.outline).node_count == 0
    ):
        look_at_parts(store, row, box, near)
    return whole


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def look_by_parts(
    store: Store,
    row: C.int,
    parts: C.pointer(C.const[NearParts]),
    other: C.int,
    near: C.pointer(NearParts),
) -> C.void:
    """Find the parts of another row that some parts of a row may meet, of each along the part."""
    record: C.pointer(RowRecord) = C.address(store.records[row])
    around: Box
    dx: C.double
    dy: C.double
    k: C.int = 0 if parts.all else next_bit(parts, 0, record.count)
    begin_parts(store, other, near)
    while k < record.count and not near.all:
        part: C.pointer(Part) = store.parts + record.first + k
        if part.kind != layout.NOTHING and (
            record.count == 1 or overlap(store.part_boxes + part.box, store.boxes + other)
        ):
            world_parts.put_thin_way(
                part, store.pool + part.first, C.address(around), C.address(dx), C.address(dy)
            )
            # Without a limit: a part that is met by several parts counts each time.
            add_parts_on_way(store, other, C.address(around), dx, dy, 0.0, INT_MAX, near)
        k = k + 1 if parts.all else next_bit(parts, k + 1, record.count)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def look_at_parts(store: Store, row: C.int, box: BoxRef, near: C.pointer(NearParts)) -> C.void:
    """`look_for_parts` at a place, of a row without a tree: box by box."""
    record: C.pointer(RowRecord) = C.address(store.records[row])
    i: C.int
    begin_parts(store, row, near)
    for i in range(record.count):
        part: C.pointer(Part) = store.parts + record.first + i
        other: BoxRef = store.part_boxes + part.box
        # A part that rounding has left without a box may have a box elsewhere.
        if part.kind == layout.NOTHING or (
            other.left <= box.right
            and other.right >= box.left
            and other.top <= box.bottom
            and other.bottom >= box.top
        ):
            note_part(near, i)
    near.all = near.count == record.count


def put_parts_beside(store: Store, row: C.int, box: BoxRef, parts: C.p_int) -> C.int:
    """Write which parts of a row a box may meet, in order; returns how many.

    There is room for `LOOK_AGAIN`. If there are more, or if the row has no tree, -1.
    """
    way: PartsWay
    around: Box
    count: C.int = 0
    if not put_way(store, row, box, 0.0, 0.0, C.address(way)):
        return -1
    around.left = way.x - way.half_x
    around.top = way.y - way.half_y
    around.right = way.x + way.half_x
    around.bottom = way.y + way.half_y
    nodes: C.pointer(BoxNode) = C.cast(Outline, store.records[row].outline).nodes
    node_count: C.int = C.cast(Outline, store.records[row].outline).node_count
    k: C.int = next_leaf(nodes, node_count, 0, C.address(around))
    while k < node_count:
        if count == LOOK_AGAIN:
            return -1
        place: C.int = count
        while place > 0 and parts[place - 1] > nodes[k].number:
            parts[place] = parts[place - 1]
            place -= 1
        parts[place] = nodes[k].number
        count += 1
        k = next_leaf(nodes, node_count, nodes[k].beyond, C.address(around))
    return count


def look_for_part(store: Store, row: C.int, box: BoxRef, reach: C.p_double) -> C.int:
    """`find_some_part`, of a row with many parts."""
    way: PartsWay
    if not put_way(store, row, box, 0.0, 0.0, C.address(way)):
        return -1
    nodes: C.pointer(BoxNode) = C.cast(Outline, store.records[row].outline).nodes
    node: C.pointer(BoxNode) = nodes
    while node.number < 0:  # down to one part, always into what is and ends nearest
        end: C.pointer(BoxNode) = nodes + node.beyond
        least: C.double = INFINITY
        one: C.pointer(BoxNode) = node + 1
        while one < end:
            # How far it is, and how far it ends.
            x: C.double = fabs(0.5 * (one.box.left + one.box.right) - way.x)
            y: C.double = fabs(0.5 * (one.box.top + one.box.bottom) - way.y)
            x += max(x, 0.5 * (one.box.right - one.box.left))
            y += max(y, 0.5 * (one.box.bottom - one.box.top))
            if x + y < least:
                least = x + y
                node = one
            one = nodes + one.beyond
    part: C.pointer(Part) = store.parts + store.records[row].first + node.number
    there: BoxRef = store.part_boxes + part.box
    reach[0] = max(there.right - box.left, box.right - there.left)
    reach[0] += max(there.bottom - box.top, box.bottom - there.top)
    return node.number


def refresh_near(store: Store, row: C.int, near: C.pointer(C.const[NearParts])) -> C.void:
    """Compute the world geometry of the near parts of a row that has been moved, not turned."""
    record: C.pointer(RowRecord) = C.address(store.records[row])
    local: C.pointer(LocalPart) = C.cast(Outline, record.outline).parts
    values: C.p_double = C.cast(Outline, record.outline).values
    m: Map
    world_parts.put_map(record, store.x[row], store.y[row], C.address(m))
    flat: C.bint = world_parts.is_flat(record)
    if flat:
        world_parts.flatten(record, C.address(m))
    i: C.int = next_bit(near, 0, record.count)
    while i < record.count:
        part: C.pointer(Part) = store.parts + record.first + i
        out: C.p_double = store.pool + part.first
        box: C.pointer(Box) = store.part_boxes + part.box
        if not flat:
            v: Numbers = values + local[i].first
            world_parts.put_part(record, C.address(m), local + i, v, part, out, box)
        elif local[i].part_count:
            world_parts.put_flattened(C.address(m), local + i, values, part, out, box)
        i = next_bit(near, i + 1, record.count)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def note_part(near: C.pointer(NearParts), part: C.int) -> C.void:
    """Set the bit of a part. Only words between the words of parts are cleared before."""
    bit: C.int = part >> near.shift
    word: C.int = bit >> 6
    if near.words == 0:
        near.first_word = near.words = word
    while near.words <= word:
        near.bits[near.words] = 0
        near.words += 1
    while near.first_word > word:
        near.first_word -= 1
        near.bits[near.first_word] = 0
    near.bits[word] |= C.cast(C.ulonglong, 1) << (bit & 63)
    near.count += 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_beside_way(box: BoxRef, way: C.pointer(C.const[PartsWay])) -> C.bint:
    """Whether a box lies on one side of the way of another one."""
    if box.left <= way.x <= box.right and box.top <= way.y <= box.bottom:
        return False  # it is there from the start, as most large ones
    away_x: C.double = 0.5 * (box.left + box.right) - way.x
    away_y: C.double = 0.5 * (box.top + box.bottom) - way.y
    reach: C.double = fabs(way.dx) * (way.half_y + 0.5 * (box.bottom - box.top))
    reach += fabs(way.dy) * (way.half_x + 0.5 * (box.right - box.left))
    slack: C.double = fabs(way.dx) * (fabs(away_y) + fabs(way.y))
    slack += fabs(way.dy) * (fabs(away_x) + fabs(way.x))
    return fabs(way.dx * away_y - way.dy * away_x) > reach + world_parts.WIDER * slack


def next_bit(near: C.pointer(C.const[NearParts]), part: C.int, end: C.int) -> C.int:
    """The first part from `part` on whose bit is set; `end`, if none comes before it."""
    bit: C.int = max(part >> near.shift, 64 * near.first_word)
    word: C.int = bit >> 6
    if part >= end or word >= near.words:
        return end
    bits: C.ulonglong = near.bits[word] & (~C.cast(C.ulonglong, 0) << (bit & 63))
    while bits == 0:
        word += 1
        if word >= near.words or (64 * word) << near.shift >= end:
            return end
        bits = near.bits[word]
    bit = 64 * word + lowest_bit(bits)
    return min(end, max(part, bit << near.shift))
