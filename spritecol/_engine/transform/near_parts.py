"""Which parts of a row are near a box: rows of many parts need not be gone through part by part.

The outline of such a row has a tree of its parts, in local space. So moving, turning or scaling the
row changes nothing in it: the box, and its way, are mapped back instead, and widened by more than
what rounding may have changed.
"""

import cython
from cython import (
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
    pointer,
    struct,
    ulonglong,
)
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.storage.layout import (
    MANY_PARTS,
    NOTHING,
    CollisionGroup,
    LocalPart,
    Outline,
    Part,
    PartNode,
)
from cython.cimports.spritecol._engine.transform.world_parts import (
    Map,
    is_flat,
    put_map,
    put_part,
    put_thin_way,
)
from cython.cimports.spritecol._support.libc import INFINITY, fabs

WIDER = declare(double, 1e-11)
"""Relative to the size of the numbers: more than rounding changes the numbers of a part."""

PARTS_IN_BOX = declare(cython.int, 4 * MANY_PARTS)
"""Parts of each of two rows in the box of the other one: so few are taken as they are. To look for
the near ones again, along each part of the other row, takes longer than to compare their boxes."""


PartsWay = struct(
    # The way of a box in the local space of a row, given by its middle; wider than it is.
    x=double,
    y=double,
    dx=double,
    dy=double,
    half_x=double,
    half_y=double,
)


@cfunc
@nogil
@exceptval(check=False)
def put_way(
    store: Store,
    row: cython.int,
    box: BoxRef,
    dx: double,
    dy: double,
    way: pointer(PartsWay),
) -> bint:
    """Map the way of a box to where a row's tree is; False if it has none, or numbers overflow."""
    group: pointer(CollisionGroup) = address(store.groups[row])
    m: Map
    if cast(Outline, group.outline).node_count == 0 or is_flat(group):
        return False
    put_map(group, store.x[row], store.y[row], address(m))
    inverse: double = 1.0 / (m.a00 * m.a11 - m.a01 * m.a10)
    size: double = fabs(m.shift_x) + fabs(m.shift_y) + fabs(dx) + fabs(dy)
    size += fabs(box.left) + fabs(box.top) + fabs(box.right) + fabs(box.bottom)
    half_x: double = 0.5 * (box.right - box.left) + WIDER * size
    half_y: double = 0.5 * (box.bottom - box.top) + WIDER * size
    x: double = 0.5 * (box.left + box.right) - m.shift_x
    y: double = 0.5 * (box.top + box.bottom) - m.shift_y
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
    row: cython.int,
    box: BoxRef,
    dx: double,
    dy: double,
    near: pointer(NearParts),
) -> cython.void:
    """`find_near_parts`, of a row with many parts."""
    look_up_to(store, row, box, dx, dy, store.groups[row].count, near)


@cfunc
@inline
@nogil
@exceptval(check=False)
def begin_parts(store: Store, row: cython.int, near: pointer(NearParts)) -> cython.void:
    """Begin with no parts."""
    near.all = False
    near.shift = near.first_word = near.words = near.count = 0
    while (store.groups[row].count - 1) >> near.shift >= 64 * MOST_WORDS:
        near.shift += 1


@cfunc
@nogil
@exceptval(check=False)
def add_parts_on_way(
    store: Store,
    row: cython.int,
    box: BoxRef,
    dx: double,
    dy: double,
    most: cython.int,
    near: pointer(NearParts),
) -> bint:
    """Add the parts that a box may meet on its way. False, with some of them, if there are more."""
    way: PartsWay
    group: pointer(CollisionGroup) = address(store.groups[row])
    if not put_way(store, row, box, dx, dy, address(way)):
        near.all = True
        near.count = group.count
        return True
    nodes: pointer(PartNode) = cast(Outline, group.outline).nodes
    node_count: cython.int = cast(Outline, group.outline).node_count
    left: double = min(way.x, way.x + way.dx) - way.half_x
    right: double = max(way.x, way.x + way.dx) + way.half_x
    top: double = min(way.y, way.y + way.dy) - way.half_y
    bottom: double = max(way.y, way.y + way.dy) + way.half_y
    is_slanted: bint = way.dx != 0.0 and way.dy != 0.0
    k: cython.int = 0
    while k < node_count:
        node: pointer(PartNode) = nodes + k
        k = node.beyond
        if (
            node.box.left <= right
            and node.box.right >= left
            and node.box.top <= bottom
            and node.box.bottom >= top
        ) and not (is_slanted and is_beside_way(address(node.box), address(way))):
            if node.part < 0:
                k = cast(cython.int, node - nodes) + 1
            elif near.count == most:
                return False
            else:
                note_part(near, node.part)
    return True


def look_for_pair(
    store: Store, a: cython.int, b: cython.int, near: pointer(NearPair)
) -> cython.void:
    """`find_near_pair`, of rows of which one has many parts.

    Near is first what meets the box of the other row. If that is much in one row, and less in the
    other, it is what these parts meet: of a row that is long and slanted, or hollow, the box holds
    much that is far from its parts.
    """
    most: cython.int = PARTS_IN_BOX
    while True:
        all_of_a: bint = look_up_to(store, a, store.boxes + b, 0.0, 0.0, most, address(near.a))
        all_of_b: bint = look_up_to(store, b, store.boxes + a, 0.0, 0.0, most, address(near.b))
        if all_of_a and all_of_b:
            return
        if all_of_a:
            look_by_parts(store, a, address(near.a), b, address(near.b))
            return
        if all_of_b:
            look_by_parts(store, b, address(near.b), a, address(near.a))
            return
        most *= 4


@cfunc
@nogil
@exceptval(check=False)
def look_up_to(
    store: Store,
    row: cython.int,
    box: BoxRef,
    dx: double,
    dy: double,
    most: cython.int,
    near: pointer(NearParts),
) -> bint:
    """Find the parts of a row that a box may meet. False, with some of them, if there are more."""
    group: pointer(CollisionGroup) = address(store.groups[row])
    begin_parts(store, row, near)
    if group.count <= MANY_PARTS:
        near.all = True
        near.count = group.count
        return True
    whole: bint = add_parts_on_way(store, row, box, dx, dy, most, near)
    if (
        near.all
        and dx == dy == 0.0
        and not is_flat(group)
        and cast(Outline, group.outline).node_count == 0
    ):
        look_at_parts(store, row, box, near)
    return whole


@cfunc
@nogil
@exceptval(check=False)
def look_by_parts(
    store: Store,
    row: cython.int,
    parts: pointer(cython.const[NearParts]),
    other: cython.int,
    near: pointer(NearParts),
) -> cython.void:
    """Find the parts of another row that some parts of a row may meet, of each along the part."""
    group: pointer(CollisionGroup) = address(store.groups[row])
    around: Box
    dx: double
    dy: double
    k: cython.int = 0 if parts.all else next_bit(parts, 0, group.count)
    begin_parts(store, other, near)
    while k < group.count and not near.all:
        part: pointer(Part) = store.parts + group.first + k
        if part.kind != NOTHING and (
            group.count == 1 or overlap(store.part_boxes + part.box, store.boxes + other)
        ):
            put_thin_way(part, store.pool + part.first, address(around), address(dx), address(dy))
            add_parts_on_way(store, other, address(around), dx, dy, store.groups[other].count, near)
        k = k + 1 if parts.all else next_bit(parts, k + 1, group.count)


@cfunc
@nogil
@exceptval(check=False)
def look_at_parts(
    store: Store, row: cython.int, box: BoxRef, near: pointer(NearParts)
) -> cython.void:
    """`look_for_parts` at a place, of a row without a tree: box by box."""
    group: pointer(CollisionGroup) = address(store.groups[row])
    i: cython.int
    begin_parts(store, row, near)
    for i in range(group.count):
        part: pointer(Part) = store.parts + group.first + i
        other: BoxRef = store.part_boxes + part.box
        # What rounding has left without a box may have one elsewhere.
        if part.kind == NOTHING or (
            other.left <= box.right
            and other.right >= box.left
            and other.top <= box.bottom
            and other.bottom >= box.top
        ):
            note_part(near, i)
    near.all = near.count == group.count


def look_for_part(store: Store, row: cython.int, box: BoxRef, reach: p_double) -> cython.int:
    """`find_some_part`, of a row with many parts."""
    way: PartsWay
    if not put_way(store, row, box, 0.0, 0.0, address(way)):
        return -1
    nodes: pointer(PartNode) = cast(Outline, store.groups[row].outline).nodes
    node: pointer(PartNode) = nodes
    while node.part < 0:  # down to one part, always into what is and ends nearest
        end: pointer(PartNode) = nodes + node.beyond
        least: double = INFINITY
        one: pointer(PartNode) = node + 1
        while one < end:
            # How far it is, and how far it ends.
            x: double = fabs(0.5 * (one.box.left + one.box.right) - way.x)
            y: double = fabs(0.5 * (one.box.top + one.box.bottom) - way.y)
            x += max(x, 0.5 * (one.box.right - one.box.left))
            y += max(y, 0.5 * (one.box.bottom - one.box.top))
            if x + y < least:
                least = x + y
                node = one
            one = nodes + one.beyond
    part: pointer(Part) = store.parts + store.groups[row].first + node.part
    there: BoxRef = store.part_boxes + part.box
    reach[0] = max(there.right - box.left, box.right - there.left)
    reach[0] += max(there.bottom - box.top, box.bottom - there.top)
    return node.part


def refresh_near(
    store: Store, row: cython.int, near: pointer(cython.const[NearParts])
) -> cython.void:
    """Compute the world geometry of the near parts of a row that has been moved, not turned."""
    group: pointer(CollisionGroup) = address(store.groups[row])
    local: pointer(LocalPart) = cast(Outline, group.outline).parts
    m: Map
    put_map(group, store.x[row], store.y[row], address(m))
    i: cython.int = next_bit(near, 0, group.count)
    while i < group.count:
        part: pointer(Part) = store.parts + group.first + i
        put_part(
            group,
            address(m),
            local + i,
            cast(Outline, group.outline).values + local[i].first,
            part,
            store.pool + part.first,
            store.part_boxes + part.box,
        )
        i = next_bit(near, i + 1, group.count)


@cfunc
@inline
@nogil
@exceptval(check=False)
def note_part(near: pointer(NearParts), part: cython.int) -> cython.void:
    """Set the bit of a part. Only words between those of parts are cleared before."""
    bit: cython.int = part >> near.shift
    word: cython.int = bit >> 6
    if near.words == 0:
        near.first_word = near.words = word
    while near.words <= word:
        near.bits[near.words] = 0
        near.words += 1
    while near.first_word > word:
        near.first_word -= 1
        near.bits[near.first_word] = 0
    near.bits[word] |= cast(ulonglong, 1) << (bit & 63)
    near.count += 1


@cfunc
@nogil
@exceptval(check=False)
def is_beside_way(box: BoxRef, way: pointer(cython.const[PartsWay])) -> bint:
    """Whether a box lies on one side of the way of another one."""
    if box.left <= way.x <= box.right and box.top <= way.y <= box.bottom:
        return False  # it is there from the start, as most large ones
    away_x: double = 0.5 * (box.left + box.right) - way.x
    away_y: double = 0.5 * (box.top + box.bottom) - way.y
    reach: double = fabs(way.dx) * (way.half_y + 0.5 * (box.bottom - box.top))
    reach += fabs(way.dy) * (way.half_x + 0.5 * (box.right - box.left))
    slack: double = fabs(way.dx) * (fabs(away_y) + fabs(way.y))
    slack += fabs(way.dy) * (fabs(away_x) + fabs(way.x))
    return fabs(way.dx * away_y - way.dy * away_x) > reach + WIDER * slack


def next_bit(
    near: pointer(cython.const[NearParts]), part: cython.int, end: cython.int
) -> cython.int:
    """The first part from `part` on whose bit is set; `end`, if none comes before it."""
    bit: cython.int = max(part >> near.shift, 64 * near.first_word)
    word: cython.int = bit >> 6
    if part >= end or word >= near.words:
        return end
    bits: ulonglong = near.bits[word] & (~cast(ulonglong, 0) << (bit & 63))
    while bits == 0:
        word += 1
        if word >= near.words or (64 * word) << near.shift >= end:
            return end
        bits = near.bits[word]
    bit = 64 * word + lowest_bit(bits)
    return min(end, max(part, bit << near.shift))
