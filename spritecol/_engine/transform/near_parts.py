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
    nogil,
    pointer,
    sizeof,
    ulonglong,
)
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.storage.layout import CollisionGroup, Outline, PartNode
from cython.cimports.spritecol._engine.transform.world_parts import Map, is_flat, put_map
from cython.cimports.spritecol._support.libc import INFINITY, fabs, memset

WIDER = declare(double, 1e-11)
"""Relative to the size of the numbers: more than rounding changes the numbers of a part."""


def look_for_parts(
    store: Store,
    row: cython.int,
    box: pointer(cython.const[Box]),
    dx: double,
    dy: double,
    near: pointer(NearParts),
) -> cython.void:
    """`find_near_parts`, of a row with many parts."""
    group: pointer(CollisionGroup) = address(store.groups[row])
    nodes: pointer(PartNode) = cast(Outline, group.outline).nodes
    node_count: cython.int = cast(Outline, group.outline).node_count
    m: Map
    words: cython.int = (group.count + 63) // 64
    near.all = True
    if node_count == 0 or words > MOST_WORDS or is_flat(group):
        return
    put_map(group, store.x[row], store.y[row], address(m))
    inverse: double = 1.0 / (m.a00 * m.a11 - m.a01 * m.a10)
    size: double = fabs(m.shift_x) + fabs(m.shift_y) + fabs(dx) + fabs(dy)
    size += fabs(box.left) + fabs(box.top) + fabs(box.right) + fabs(box.bottom)
    half_x: double = 0.5 * (box.right - box.left) + WIDER * size
    half_y: double = 0.5 * (box.bottom - box.top) + WIDER * size
    x: double = 0.5 * (box.left + box.right) - m.shift_x
    y: double = 0.5 * (box.top + box.bottom) - m.shift_y
    local_x: double = (m.a11 * x - m.a01 * y) * inverse + m.origin_x
    local_y: double = (m.a00 * y - m.a10 * x) * inverse + m.origin_y
    local_dx: double = (m.a11 * dx - m.a01 * dy) * inverse
    local_dy: double = (m.a00 * dy - m.a10 * dx) * inverse
    wider: double = WIDER * (fabs(local_x) + fabs(local_y) + fabs(local_dx) + fabs(local_dy))
    wider += WIDER * (fabs(m.origin_x) + fabs(m.origin_y))
    local_half_x: double = (fabs(m.a11) * half_x + fabs(m.a01) * half_y) * fabs(inverse) + wider
    local_half_y: double = (fabs(m.a00) * half_y + fabs(m.a10) * half_x) * fabs(inverse) + wider
    if not (half_x > 0.0 and half_y > 0.0 and local_half_x + local_half_y < INFINITY):
        return  # the box is inverted, or numbers have overflowed
    near.all = False
    memset(near.bits, 0, words * sizeof(ulonglong))
    near.first_word = words
    near.words = 0
    left: double = min(local_x, local_x + local_dx) - local_half_x
    right: double = max(local_x, local_x + local_dx) + local_half_x
    top: double = min(local_y, local_y + local_dy) - local_half_y
    bottom: double = max(local_y, local_y + local_dy) + local_half_y
    is_slanted: bint = local_dx != 0.0 and local_dy != 0.0
    k: cython.int = 0
    while k < node_count:
        node: pointer(PartNode) = nodes + k
        k = node.beyond
        if (
            node.box.left <= right
            and node.box.right >= left
            and node.box.top <= bottom
            and node.box.bottom >= top
        ) and not (
            is_slanted
            and is_beside(
                address(node.box),
                local_x,
                local_y,
                local_dx,
                local_dy,
                local_half_x,
                local_half_y,
            )
        ):
            if node.part >= 0:
                word: cython.int = node.part >> 6
                near.bits[word] |= cast(ulonglong, 1) << (node.part & 63)
                near.first_word = min(near.first_word, word)
                near.words = max(near.words, word + 1)
            else:
                k = cast(cython.int, node - nodes) + 1


@cfunc
@nogil
@exceptval(check=False)
def is_beside(
    box: pointer(cython.const[Box]),
    x: double,
    y: double,
    dx: double,
    dy: double,
    half_x: double,
    half_y: double,
) -> bint:
    """Whether a box lies on one side of the way of another one, which is given by its middle."""
    away_x: double = 0.5 * (box.left + box.right) - x
    away_y: double = 0.5 * (box.top + box.bottom) - y
    reach: double = fabs(dx) * (half_y + 0.5 * (box.bottom - box.top))
    reach += fabs(dy) * (half_x + 0.5 * (box.right - box.left))
    slack: double = fabs(dx) * (fabs(away_y) + fabs(y)) + fabs(dy) * (fabs(away_x) + fabs(x))
    return fabs(dx * away_y - dy * away_x) > reach + WIDER * slack


def next_bit(
    near: pointer(cython.const[NearParts]), part: cython.int, end: cython.int
) -> cython.int:
    """The first part from `part` on whose bit is set; `end`, if none comes before it."""
    part = max(part, 64 * near.first_word)
    word: cython.int = part >> 6
    if part >= end or word >= near.words:
        return end
    bits: ulonglong = near.bits[word] & (~cast(ulonglong, 0) << (part & 63))
    while bits == 0:
        word += 1
        if word >= near.words or 64 * word >= end:
            return end
        bits = near.bits[word]
    part = 64 * word
    step: cython.int = 32
    while step:  # the lowest bit, by halving
        if not bits & ((cast(ulonglong, 1) << step) - 1):
            bits >>= step
            part += step
        step >>= 1
    return min(end, part)
