"""arcade's two tests of geometry, in C: do two hit boxes meet, is a point in one.

Each does the same operations on the same numbers in the same order as arcade's, so that the answers
are the same to the last bit, right or wrong: hit boxes are tested as if they were convex, those
that only touch do not meet, and a point on an edge is inside. Numbers that C would not treat as
Python does are called unusual and are left to arcade.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs

MOST = 64
"""Corners. Hit boxes of more are left to arcade; those that it makes of images have far fewer."""

UNUSUAL = -1
"""Instead of a count: these points are not what C can compute with as Python would."""

LARGEST_WHOLE = cython.declare(cython.longlong, 1 << 24)
"""Python's whole numbers are exact at any size. Up to this one so are the products here in C."""

LARGEST = cython.declare(cython.double, 1e9)
"""Pixels. Up to here the products in `point_is_in` stay small beside `FAR`, so that it makes no
difference that arcade's is a whole number."""

FAR = cython.declare(cython.double, 9223372036854775807.0)
"""Pixels. Where arcade's ray to the right ends: `sys.maxsize`, as a float."""


def read_number(value: object, number: cython.p_double, whole: cython.p_int) -> cython.bint:
    """Read a float or a whole number that is not too large; whole ones are counted."""
    if isinstance(value, float):  # one of NumPy's too
        number[0] = value
        return True
    if type(value) is int and -LARGEST_WHOLE <= value <= LARGEST_WHOLE:
        number[0] = cython.cast(cython.double, cython.cast(cython.longlong, value))
        whole[0] += 1
        return True
    return False


def read_pair(pair: object, numbers: cython.p_double, whole: cython.p_int) -> cython.bint:
    """Read the first two numbers of a tuple or list."""
    if isinstance(pair, tuple):
        if len(cython.cast(tuple, pair)) < 2:
            return False
        return read_number(cython.cast(tuple, pair)[0], numbers, whole) and read_number(
            cython.cast(tuple, pair)[1], numbers + 1, whole
        )
    if type(pair) is list and len(cython.cast(list, pair)) >= 2:
        return read_number(cython.cast(list, pair)[0], numbers, whole) and read_number(
            cython.cast(list, pair)[1], numbers + 1, whole
        )
    return False


def read_points(points: object, numbers: cython.p_double, whole: cython.p_int) -> cython.int:
    """Read a hit box's points as x, y, x, y, ...; gives how many points, or `UNUSUAL`."""
    count: cython.Py_ssize_t
    k: cython.Py_ssize_t
    if type(points) is list:
        count = len(cython.cast(list, points))
    elif type(points) is tuple:
        count = len(cython.cast(tuple, points))
    else:
        return UNUSUAL
    if count > MOST:
        return UNUSUAL
    for k in range(count):
        if not read_pair(points[k], numbers + 2 * k, whole):
            return UNUSUAL
    return cython.cast(cython.int, count)


def gap_along_edges(
    edges: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    a: cython.pointer(cython.const[cython.double]),
    count_a: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    count_b: cython.int,
) -> cython.bint:
    """Whether seen along an edge of `edges` the two lie apart, or only touch."""
    i: cython.int
    j: cython.int
    k: cython.int
    normal_x: cython.double
    normal_y: cython.double
    place: cython.double
    least_a: cython.double
    most_a: cython.double
    least_b: cython.double
    most_b: cython.double
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        normal_x = edges[2 * j + 1] - edges[2 * i + 1]
        normal_y = edges[2 * i] - edges[2 * j]
        least_a = least_b = INFINITY
        most_a = most_b = -INFINITY
        for k in range(count_a):
            place = normal_x * a[2 * k] + normal_y * a[2 * k + 1]
            least_a = min(least_a, place)
            most_a = max(most_a, place)
        for k in range(count_b):
            place = normal_x * b[2 * k] + normal_y * b[2 * k + 1]
            least_b = min(least_b, place)
            most_b = max(most_b, place)
        if most_a <= least_b or most_b <= least_a:
            return True
    return False


def polygons_meet(
    a: cython.pointer(cython.const[cython.double]),
    count_a: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    count_b: cython.int,
) -> cython.bint:
    """Arcade's `are_polygons_intersecting`."""
    if count_a == 0 or count_b == 0:
        return False
    if gap_along_edges(a, count_a, a, count_a, b, count_b):
        return False
    return not gap_along_edges(b, count_b, a, count_a, b, count_b)


def turn(
    px: cython.double,
    py: cython.double,
    qx: cython.double,
    qy: cython.double,
    rx: cython.double,
    ry: cython.double,
) -> cython.int:
    """Arcade's `get_triangle_orientation`: 0 in a line, else 1 or 2."""
    value: cython.double = ((qy - py) * (rx - qx)) - ((qx - px) * (ry - qy))
    if value == 0:
        return 0
    return 1 if value > 0 else 2


def within(
    px: cython.double,
    py: cython.double,
    qx: cython.double,
    qy: cython.double,
    rx: cython.double,
    ry: cython.double,
) -> cython.bint:
    """Arcade's `is_point_in_box`: whether q lies in the box of p and r."""
    return (
        qx <= (rx if rx > px else px)
        and qx >= (rx if rx < px else px)
        and qy <= (ry if ry > py else py)
        and qy >= (ry if ry < py else py)
    )


def ray_meets(
    ax: cython.double,
    ay: cython.double,
    bx: cython.double,
    by: cython.double,
    x: cython.double,
    y: cython.double,
) -> cython.bint:
    """Arcade's `are_lines_intersecting`, for an edge and the ray from a point to the right."""
    turn_1: cython.int = turn(ax, ay, bx, by, x, y)
    turn_2: cython.int = turn(ax, ay, bx, by, FAR, y)
    turn_3: cython.int = turn(x, y, FAR, y, ax, ay)
    turn_4: cython.int = turn(x, y, FAR, y, bx, by)
    if turn_1 != turn_2 and turn_3 != turn_4:
        return True
    return (
        (turn_1 == 0 and within(ax, ay, x, y, bx, by))
        or (turn_2 == 0 and within(ax, ay, FAR, y, bx, by))
        or (turn_3 == 0 and within(x, y, ax, ay, FAR, y))
        or (turn_4 == 0 and within(x, y, bx, by, FAR, y))
    )


def are_small(
    numbers: cython.pointer(cython.const[cython.double]), count: cython.int
) -> cython.bint:
    """Whether numbers are such that `point_is_in` does as arcade; NaN is not."""
    k: cython.int
    small: cython.bint = True
    for k in range(count):
        small = small and fabs(numbers[k]) <= LARGEST
    return small


def point_is_in(
    x: cython.double,
    y: cython.double,
    points: cython.pointer(cython.const[cython.double]),
    count: cython.int,
) -> cython.bint:
    """Arcade's `is_point_in_polygon`, for numbers of which `are_small` is true."""
    level: cython.int = 0
    crossed: cython.int = 0
    i: cython.int
    j: cython.int
    ax: cython.double
    ay: cython.double
    bx: cython.double
    by: cython.double
    if count < 3:
        return False
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        ax, ay = points[2 * i], points[2 * i + 1]
        bx, by = points[2 * j], points[2 * j + 1]
        if ay == y:
            level += 1
        if ray_meets(ax, ay, bx, by, x, y):
            if turn(ax, ay, x, y, bx, by) == 0:
                return within(ax, ay, x, y, bx, by)
            crossed += 1
    # Python's remainder is never negative, C's is; whether it is odd is all that is asked.
    return (crossed - level) % 2 != 0
