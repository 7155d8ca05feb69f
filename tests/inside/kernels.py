"""Distances and points of contact of two parts given by their numbers in world space."""

from collections.abc import Sequence

import cython as C
from cython.cimports.spritecol._engine.narrow_phase.contact_kernels import (
    contact_points,
    quick_contact,
)
from cython.cimports.spritecol._engine.narrow_phase.distances import distance_between
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.storage.layout import POLYGON, Part, is_right_length


def measured(
    kind_a: C.int, numbers_a: Sequence[float], kind_b: C.int, numbers_b: Sequence[float]
) -> tuple[float, tuple[float, float], tuple[float, float], tuple[float, float]]:
    """The distance of two parts: (distance, normal, point a, point b).

    Raises:
        ValueError: the numbers do not fit the kind.
    """
    memory: C.double[64]
    counts: C.int[2]
    kinds: C.int[2]
    out: Nearest
    side: C.int
    k: C.int
    for side in range(2):
        kinds[side] = kind_b if side else kind_a
        numbers: tuple = tuple(numbers_b if side else numbers_a)
        if len(numbers) > 32 or not is_right_length(kinds[side], len(numbers)):
            raise ValueError(f"these are not the numbers of a part: {numbers}")
        counts[side] = len(numbers) // 2
        for k in range(len(numbers)):
            memory[32 * side + k] = numbers[k]
    distance_between(kinds[0], memory, counts[0], kinds[1], memory + 32, counts[1], C.address(out))
    return out.distance, (out.nx, out.ny), (out.ax, out.ay), (out.bx, out.by)


def both_ways(numbers_a: Sequence[float], numbers_b: Sequence[float]) -> tuple[object, object]:
    """What `quick_contact` finds of two polygons of four vertices, or None; and what is found else.

    Both are (depth, normal, points).

    Raises:
        ValueError: these are not the numbers of two such polygons.
    """
    memory: C.double[16]
    points: C.double[4]
    near: Nearest
    a: Part
    b: Part
    count: C.int
    found: list = []
    k: C.int
    numbers: tuple = (*numbers_a, *numbers_b)
    if len(numbers_a) != 8 or len(numbers_b) != 8:
        raise ValueError(f"these are not the numbers of two polygons of four vertices: {numbers}")
    for k in range(16):
        memory[k] = numbers[k]
    a.kind = b.kind = POLYGON
    a.count = b.count = 4
    a.first, b.first = 0, 8
    for quickly in (True, False):
        if quickly:
            count = quick_contact(memory, memory + 8, C.address(near), points)
        else:
            distance_between(POLYGON, memory, 4, POLYGON, memory + 8, 4, C.address(near))
            count = contact_points(C.address(a), C.address(b), memory, C.address(near), points)
        written: tuple = tuple([points[k] for k in range(2 * count)])
        found.append((-near.distance, (near.nx, near.ny), written) if count else None)
    return found[0], found[1]
