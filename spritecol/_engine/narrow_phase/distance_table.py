"""Dispatches the distance of two parts to the kernel for their kinds.

A kernel is named `distance_<kind>_<kind>`, the simpler kind first, and is in `straight_distances`
or `round_distances`. Distances are floats, good to about 1e-12 of the size of the numbers; whether
two parts hit is decided by `kernel_table`.
"""

import cython
from cython.cimports.libc.math import INFINITY
from cython.cimports.spritecol._engine.narrow_phase.part import corners_of
from cython.cimports.spritecol._engine.narrow_phase.round_distances import (
    distance_box_circle,
    distance_box_ellipse,
    distance_circle_circle,
    distance_circle_ellipse,
    distance_circle_polygon,
    distance_ellipse_ellipse,
    distance_ellipse_polygon,
    distance_point_circle,
    distance_point_ellipse,
    distance_segment_circle,
    distance_segment_ellipse,
)
from cython.cimports.spritecol._engine.narrow_phase.straight_distances import (
    distance_box_box,
    distance_box_polygon,
    distance_point_box,
    distance_point_point,
    distance_point_polygon,
    distance_point_segment,
    distance_polygon_polygon,
    distance_segment_box,
    distance_segment_polygon,
    distance_segment_segment,
    slide_to_shared,
    swap_if,
)
from cython.cimports.spritecol._engine.storage.layout import (
    BOX,
    CIRCLE,
    ELLIPSE,
    KINDS,
    NOTHING,
    POINT,
    POLYGON,
    SEAM,
    SEGMENT,
    is_right_length,
)


def infinite(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """The kernel for parts that are nowhere, and for seams, which are inside a polygon."""
    out.distance = INFINITY
    out.nx = out.ax = out.bx = 0.0
    out.ny = out.ay = out.by = 0.0


def distance_between(
    kind_a: cython.int,
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    kind_b: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """The distance of two parts given by their kinds, numbers and counts of vertices.

    To swap the two negates the normal exactly, also where several are equally short: parts of the
    same kind are taken in the order of their numbers.
    """
    k: cython.int = 0
    last: cython.int
    swapped: cython.int = kind_a > kind_b  # of two polygons half are, so there is no branch
    numbers: cython.pointer(cython.const[cython.double])[2]
    counts: cython.int[2]
    kinds: cython.int[2]
    if kind_a == kind_b:
        last = 2 * min(na, nb) - 1
        if kind_a in (CIRCLE, ELLIPSE):
            last = 2 if kind_a == CIRCLE else 5
        while k < last and a[k] == b[k]:
            k += 1
        swapped = a[k] > b[k]
    numbers[0] = a
    numbers[1] = b
    counts[0] = na
    counts[1] = nb
    kinds[0] = kind_a
    kinds[1] = kind_b
    DISTANCES[kinds[swapped]][kinds[1 - swapped]](
        numbers[swapped], counts[swapped], numbers[1 - swapped], counts[1 - swapped], out
    )
    swap_if(swapped, out)


def parts_distance(
    a: cython.pointer(cython.const[Collision]),
    b: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    out: cython.pointer(Nearest),
) -> cython.void:
    """The distance of two parts of the store."""
    distance_between(a.kind, pool + a.first, a.count, b.kind, pool + b.first, b.count, out)


def touching_points(
    a: cython.pointer(cython.const[Collision]),
    b: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    near: cython.pointer(Nearest),
) -> cython.void:
    """Move the points of two parts that touch or overlap to where both are (`slide_to_shared`).

    Boxes have them there already; of round parts there is but one.
    """
    corners: cython.double[16]
    numbers: cython.pointer(cython.const[cython.double])[2]
    counts: cython.int[2]
    side: cython.int
    if (
        a.kind in (CIRCLE, ELLIPSE)
        or b.kind in (CIRCLE, ELLIPSE)
        or (a.kind == BOX and b.kind == BOX)
    ):
        return
    numbers[0] = pool + a.first
    numbers[1] = pool + b.first
    counts[0] = a.count
    counts[1] = b.count
    for side in range(2):
        if (b.kind if side else a.kind) == BOX:
            corners_of(numbers[side], corners + 8 * side)
            numbers[side] = corners + 8 * side
            counts[side] = 4
    slide_to_shared(numbers[0], counts[0], numbers[1], counts[1], near)


def measured(
    kind_a: cython.int, numbers_a: Sequence[float], kind_b: cython.int, numbers_b: Sequence[float]
) -> tuple[float, tuple[float, float], tuple[float, float], tuple[float, float]]:
    """The distance of two parts in world space, for tests: (distance, normal, point a, point b).

    Raises:
        ValueError: a kind has another number of numbers.
    """
    memory: cython.double[64]
    counts: cython.int[2]
    kinds: cython.int[2]
    out: Nearest
    side: cython.int
    k: cython.int
    numbers: tuple
    for side in range(2):
        kinds[side] = kind_b if side else kind_a
        numbers = tuple(numbers_b if side else numbers_a)
        if len(numbers) > 32 or not is_right_length(kinds[side], len(numbers)):
            raise ValueError(f"these are not the numbers of a part: {numbers}")
        counts[side] = len(numbers) // 2
        for k in range(len(numbers)):
            memory[32 * side + k] = numbers[k]
    distance_between(
        kinds[0], memory, counts[0], kinds[1], memory + 32, counts[1], cython.address(out)
    )
    return out.distance, (out.nx, out.ny), (out.ax, out.ay), (out.bx, out.by)


@cython.cfunc
@cython.exceptval(-1)
def fill_distances() -> cython.int:
    """Fill the table, indexed by the simpler kind first; SystemError if a kernel is missing."""
    i: cython.int
    j: cython.int
    for i in range(KINDS):
        DISTANCES[i][SEAM] = infinite
        DISTANCES[i][NOTHING] = infinite
    DISTANCES[POINT][POINT] = distance_point_point
    DISTANCES[POINT][SEGMENT] = distance_point_segment
    DISTANCES[POINT][BOX] = distance_point_box
    DISTANCES[POINT][CIRCLE] = distance_point_circle
    DISTANCES[POINT][ELLIPSE] = distance_point_ellipse
    DISTANCES[POINT][POLYGON] = distance_point_polygon
    DISTANCES[SEGMENT][SEGMENT] = distance_segment_segment
    DISTANCES[SEGMENT][BOX] = distance_segment_box
    DISTANCES[SEGMENT][CIRCLE] = distance_segment_circle
    DISTANCES[SEGMENT][ELLIPSE] = distance_segment_ellipse
    DISTANCES[SEGMENT][POLYGON] = distance_segment_polygon
    DISTANCES[BOX][BOX] = distance_box_box
    DISTANCES[BOX][CIRCLE] = distance_box_circle
    DISTANCES[BOX][ELLIPSE] = distance_box_ellipse
    DISTANCES[BOX][POLYGON] = distance_box_polygon
    DISTANCES[CIRCLE][CIRCLE] = distance_circle_circle
    DISTANCES[CIRCLE][ELLIPSE] = distance_circle_ellipse
    DISTANCES[CIRCLE][POLYGON] = distance_circle_polygon
    DISTANCES[ELLIPSE][ELLIPSE] = distance_ellipse_ellipse
    DISTANCES[ELLIPSE][POLYGON] = distance_ellipse_polygon
    DISTANCES[POLYGON][POLYGON] = distance_polygon_polygon
    for i in range(KINDS):
        for j in range(i, KINDS):
            if DISTANCES[i][j] is cython.NULL:
                raise SystemError(f"no kernel measures kind {i} against kind {j}")
    return 0


fill_distances()
