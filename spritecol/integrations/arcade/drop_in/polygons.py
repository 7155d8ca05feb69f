"""arcade's two geometric tests in C: whether two hit boxes overlap, and whether a point is in one.

Each performs the same operations on the same numbers in the same order as arcade's, so the results
are identical to the last bit, right or wrong: hit boxes are tested as if they were convex, touching
hit boxes do not overlap, and a point on an edge is inside. Numbers that C would treat differently
from Python are not supported here and are left to arcade. They stand alone, because they are
kernels, and nothing in them knows a sprite.
"""

import cython as C
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._support.libc import INFINITY, fabs

MAX_INT = C.declare(C.longlong, 1 << 24)
"""Python's integers are exact at any size. Up to this size the products here in C are exact,
too."""

EXACT_COORDINATE = C.declare(C.double, 1e9)
"""Pixels. Up to this limit the products in `is_point_inside` are small compared with `RAY_END`, so
it makes no difference that the far end of arcade's ray is an integer."""

RAY_END = C.declare(C.double, 9223372036854775807.0)
"""Pixels. The end of arcade's ray to the right: `sys.maxsize`, as a float."""


def read_number(value: object, number: C.p_double, int_count: C.p_int) -> C.bint:
    """Read a float or an int that is not too large, and count ints. Return False for anything
    else.
    """
    if isinstance(value, float):  # including those of NumPy
        number[0] = value
        return True
    if type(value) is int and -MAX_INT <= value <= MAX_INT:
        number[0] = C.cast(C.double, C.cast(C.longlong, value))
        int_count[0] += 1
        return True
    return False


def read_point(pair: object, numbers: C.p_double, int_count: C.p_int) -> C.bint:
    """Read the first two numbers of a tuple or list. Return False if that is impossible."""
    if isinstance(pair, tuple):
        if len(C.cast(tuple, pair)) < 2:
            return False
        return read_number(C.cast(tuple, pair)[0], numbers, int_count) and read_number(
            C.cast(tuple, pair)[1], numbers + 1, int_count
        )
    if type(pair) is list and len(C.cast(list, pair)) >= 2:
        return read_number(C.cast(list, pair)[0], numbers, int_count) and read_number(
            C.cast(list, pair)[1], numbers + 1, int_count
        )
    return False


def read_points(points: object, numbers: C.p_double, int_count: C.p_int) -> C.int:
    """Read a hit box as x, y, x, y, ... and return the number of points, or UNSUPPORTED."""
    count: C.Py_ssize_t
    k: C.Py_ssize_t
    if type(points) is list:
        count = len(C.cast(list, points))
    elif type(points) is tuple:
        count = len(C.cast(tuple, points))
    else:
        return UNSUPPORTED
    if count > MAX_POINTS:
        return UNSUPPORTED
    for k in range(count):
        if not read_point(points[k], numbers + 2 * k, int_count):
            return UNSUPPORTED
    return C.cast(C.int, count)


@C.cfunc
@C.exceptval(check=False)
def has_separating_edge(
    edges: Numbers,
    count: C.int,
    a: Numbers,
    count_a: C.int,
    b: Numbers,
    count_b: C.int,
) -> C.bint:
    """Whether the line of an edge of `edges` separates two polygons, which may touch it."""
    i: C.int
    k: C.int
    projection: C.double
    min_a: C.double
    max_a: C.double
    min_b: C.double
    max_b: C.double
    for i in range(count):
        j: C.int = i + 1 if i + 1 < count else 0
        normal_x: C.double = edges[2 * j + 1] - edges[2 * i + 1]
        normal_y: C.double = edges[2 * i] - edges[2 * j]
        min_a = min_b = INFINITY
        max_a = max_b = -INFINITY
        for k in range(count_a):
            projection = normal_x * a[2 * k] + normal_y * a[2 * k + 1]
            min_a = min(min_a, projection)
            max_a = max(max_a, projection)
        for k in range(count_b):
            projection = normal_x * b[2 * k] + normal_y * b[2 * k + 1]
            min_b = min(min_b, projection)
            max_b = max(max_b, projection)
        if max_a <= min_b or max_b <= min_a:
            return True
    return False


def polygons_overlap(a: Numbers, count_a: C.int, b: Numbers, count_b: C.int) -> C.bint:
    """Arcade's `are_polygons_intersecting`."""
    if count_a == 0 or count_b == 0:
        return False
    if has_separating_edge(a, count_a, a, count_a, b, count_b):
        return False
    return not has_separating_edge(b, count_b, a, count_a, b, count_b)


@C.cfunc
@C.exceptval(check=False)
def triangle_orientation(
    px: C.double, py: C.double, qx: C.double, qy: C.double, rx: C.double, ry: C.double
) -> C.int:
    """Arcade's `get_triangle_orientation`: 0 for points on a line, otherwise 1 or 2."""
    value: C.double = ((qy - py) * (rx - qx)) - ((qx - px) * (ry - qy))
    if value == 0:
        return 0
    return 1 if value > 0 else 2


@C.cfunc
@C.exceptval(check=False)
def is_in_box(
    px: C.double, py: C.double, qx: C.double, qy: C.double, rx: C.double, ry: C.double
) -> C.bint:
    """Arcade's `is_point_in_box`: whether q is in the bounding box of p and r."""
    return (
        qx <= (rx if rx > px else px)
        and qx >= (rx if rx < px else px)
        and qy <= (ry if ry > py else py)
        and qy >= (ry if ry < py else py)
    )


@C.cfunc
@C.exceptval(check=False)
def crosses_ray(
    ax: C.double, ay: C.double, bx: C.double, by: C.double, x: C.double, y: C.double
) -> C.bint:
    """Arcade's `are_lines_intersecting`, for an edge and the ray from a point to the right."""
    orientation_1: C.int = triangle_orientation(ax, ay, bx, by, x, y)
    orientation_2: C.int = triangle_orientation(ax, ay, bx, by, RAY_END, y)
    orientation_3: C.int = triangle_orientation(x, y, RAY_END, y, ax, ay)
    orientation_4: C.int = triangle_orientation(x, y, RAY_END, y, bx, by)
    if orientation_1 != orientation_2 and orientation_3 != orientation_4:
        return True
    return (
        (orientation_1 == 0 and is_in_box(ax, ay, x, y, bx, by))
        or (orientation_2 == 0 and is_in_box(ax, ay, RAY_END, y, bx, by))
        or (orientation_3 == 0 and is_in_box(x, y, ax, ay, RAY_END, y))
        or (orientation_4 == 0 and is_in_box(x, y, bx, by, RAY_END, y))
    )


def are_small(numbers: Numbers, count: C.int) -> C.bint:
    """Whether `is_point_inside` computes as arcade does with these numbers. False for NaN."""
    k: C.int
    small: C.bint = True
    for k in range(count):
        small = small and fabs(numbers[k]) <= EXACT_COORDINATE
    return small


def is_point_inside(x: C.double, y: C.double, points: Numbers, count: C.int) -> C.bint:
    """Arcade's `is_point_in_polygon`, for numbers that pass `are_small`."""
    level_points: C.int = 0
    crossings: C.int = 0
    i: C.int
    ax: C.double
    ay: C.double
    bx: C.double
    by: C.double
    if count < 3:
        return False
    for i in range(count):
        j: C.int = i + 1 if i + 1 < count else 0
        ax, ay = points[2 * i], points[2 * i + 1]
        bx, by = points[2 * j], points[2 * j + 1]
        if ay == y:
            level_points += 1
        if crosses_ray(ax, ay, bx, by, x, y):
            if triangle_orientation(ax, ay, x, y, bx, by) == 0:
                return is_in_box(ax, ay, x, y, bx, by)
            crossings += 1
    # C's remainder may be negative where Python's is not; here only odd or even counts.
    return (crossings - level_points) % 2 != 0
