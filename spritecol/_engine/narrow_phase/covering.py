"""Which pieces of the outlines of obstacles are open: not inside of other obstacles.

Among many obstacles, such as the tiles under a large sprite, nearly all outlines are inside of
others, and the least move ends on none of these pieces: they are covered. A piece is proved to be
inside of a convex obstacle by the corners of a triangle around it (of an edge, by its ends). A
proof takes a few comparisons, while the distance from an obstacle with an ellipse takes Newton's
method. So a proof may fail, but what is dropped is never the answer: all of it is deeper inside
than rounding reaches, by which `Obstacles.is_outside` decides.

To prove that a point is inside of the sum of a polygon, a circle and ellipses, these are replaced
by one ellipse inside of their sum: with symmetric matrices, it is the ellipse of the sum of the
matrices. In the space where this ellipse is the unit circle, the distance of the point from the
polygon is compared with 1.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.box_tests import include_box, include_point, inverted_box
from cython.cimports.spritecol._engine.narrow_phase.obstacles import PIECES, Element, Obstacles
from cython.cimports.spritecol._engine.storage.box_tree import BoxTree, next_meeting
from cython.cimports.spritecol._support.libc import INFINITY, fabs
from cython.cimports.spritecol._support.polar import hypot
from cython.cimports.spritecol._support.python import check_interrupt

WORTH_CELLS = 64
"""Elements. With so many, places and boxes tell which of them need a look. Higher: stars of 20
points take longer; lower: stars of 5 points do, and a disc in a few tiles."""

COARSE = C.declare(C.int, 6)
"""Pieces: up to this many are judged together, as it is not known yet how near the answer is."""


@C.cfunc
@C.exceptval(check=False)
def triangle_around(
    obstacles: Obstacles,
    element: C.pointer(C.const[Element]),
    start: C.double,
    end: C.double,
    points: C.p_double,
) -> C.int:
    """Write the corners of a triangle, or the ends of a segment, that a piece is inside of.

    Returns their number: 0 if the piece turns so far that there is none.
    """
    here: C.double[4]
    there: C.double[4]
    obstacles.at(element, start, here)
    obstacles.at(element, end, there)
    points[0] = here[0]
    points[1] = here[1]
    points[2] = there[0]
    points[3] = there[1]
    if not element.is_arc:
        return 2
    # Where the tangents of both ends cross.
    det: C.double = here[2] * there[3] - here[3] * there[2]
    # An arc goes from x2 to y2 degrees of its first disc. Its normals turn unevenly: so two limits.
    if (end - start) * (element.y2 - element.x2) > 172.0 or (
        here[2] * there[2] + here[3] * there[3] < -0.5
    ):
        return 0
    if fabs(det) < 1e-12:
        return 2
    along: C.double = ((there[0] - here[0]) * there[2] + (there[1] - here[1]) * there[3]) / det
    points[4] = here[0] - along * here[3]
    points[5] = here[1] + along * here[2]
    return 3


@C.cfunc
@C.exceptval(check=False)
def box_of_points(points: C.p_double, count: C.int) -> Box:
    """The bounding box of some points."""
    box: Box
    i: C.int
    box.left = box.right = points[0]
    box.top = box.bottom = points[1]
    for i in range(1, count):
        include_point(C.address(box), points[2 * i], points[2 * i + 1])
    return box


def box_around(
    obstacles: Obstacles, element: C.pointer(C.const[Element]), start: C.double, end: C.double
) -> Box:
    """A box that a piece is inside of; without limits if the piece turns far."""
    points: C.double[6]
    box: Box
    count: C.int = triangle_around(obstacles, element, start, end, points)
    if count:
        return box_of_points(points, count)
    box.left = box.top = -INFINITY
    box.right = box.bottom = INFINITY
    return box


def piece_is_covered(
    obstacles: Obstacles,
    element: C.pointer(C.const[Element]),
    start: C.double,
    end: C.double,
    bound: C.double,
) -> C.bint:
    """Whether a piece is proved to be inside of one obstacle, or farther away than `bound`."""
    points: C.double[6]
    count: C.int = triangle_around(obstacles, element, start, end, points)
    if count == 0:
        return False
    box: Box = box_of_points(points, count)
    if hypot(max(0.0, box.left, -box.right), max(0.0, box.top, -box.bottom)) > bound:
        return True
    return obstacles.any_covers(element.obstacle, points, count, C.address(box))


@C.cfunc
@C.exceptval(check=False)
def open_pieces_between(
    obstacles: Obstacles,
    element: C.pointer(C.const[Element]),
    low: C.int,
    high: C.int,
    bound: C.double,
) -> C.uint:
    """The pieces from low to high that may be on the outline of all obstacles together."""
    middle: C.int = (low + high) // 2
    if piece_is_covered(
        obstacles, element, C.cast(C.double, low) / PIECES, C.cast(C.double, high) / PIECES, bound
    ):
        return 0
    if high - low <= COARSE:
        return ((C.cast(C.uint, 1) << (high - low)) - 1) << low
    return open_pieces_between(obstacles, element, low, middle, bound) | open_pieces_between(
        obstacles, element, middle, high, bound
    )


@C.cfunc
@C.exceptval(-1)
def add_open_cells(obstacles: Obstacles, cell: Box, levels: C.int, bound: C.double) -> C.int:
    """Add what is open of a cell to the tree: its parts, after so many halvings each way.

    That is what is neither proved to be inside of one obstacle nor farther away than `bound`.
    """
    corners: C.double[8]
    quarter: Box
    k: C.int
    if hypot(max(0.0, cell.left, -cell.right), max(0.0, cell.top, -cell.bottom)) > bound:
        return 0
    corners[0] = corners[6] = cell.left
    corners[1] = corners[3] = cell.top
    corners[2] = corners[4] = cell.right
    corners[5] = corners[7] = cell.bottom
    if obstacles.any_covers(-1, corners, 4, C.address(cell)):
        return 0
    if levels == 0:
        return obstacles.open_tree.add(C.address(cell), 0)
    check_interrupt()
    x: C.double = 0.5 * (cell.left + cell.right)
    y: C.double = 0.5 * (cell.top + cell.bottom)
    for k in range(4):
        quarter.left = x if k & 1 else cell.left
        quarter.right = cell.right if k & 1 else x
        quarter.top = y if k & 2 else cell.top
        quarter.bottom = cell.bottom if k & 2 else y
        add_open_cells(obstacles, quarter, levels - 1, bound)
    return 0


@C.cfunc
@C.exceptval(-1)
def find_open_cells(obstacles: Obstacles, bound: C.double) -> C.int:
    """Find the places that are open. There are fewer cells than elements."""
    levels: C.int = 0
    k: C.Py_ssize_t
    around: Box = inverted_box()
    for k in range(obstacles.count):
        include_box(C.address(around), C.address(obstacles.items[k].box))
    around.left = max(around.left, -bound)
    around.top = max(around.top, -bound)
    around.right = min(around.right, bound)
    around.bottom = min(around.bottom, bound)
    while obstacles.element_count >> (2 * levels + 4):
        levels += 1
    obstacles.open_tree.clear()
    add_open_cells(obstacles, around, levels, bound)
    return obstacles.open_tree.build()


def find_open_pieces(obstacles: Obstacles, bound: C.double) -> C.int:
    """Note which pieces of the elements are open: neither covered nor farther away than `bound`.

    Most are dropped by their places: whatever is there is covered.
    """
    k: C.Py_ssize_t
    box: Box
    tree: BoxTree = obstacles.open_tree
    few: C.bint = obstacles.element_count < WORTH_CELLS
    if not few:
        find_open_cells(obstacles, bound)
    for k in range(obstacles.element_count):
        check_interrupt()
        element: C.pointer(Element) = obstacles.elements + k
        element.pieces = 0
        if element.near <= bound:
            if not few:
                box = box_around(obstacles, element, 0.0, 1.0)
            if few or next_meeting(tree, 0, C.address(box)) < tree.node_count:
                element.pieces = open_pieces_between(obstacles, element, 0, PIECES, bound)
        if not element.pieces:
            element.near = INFINITY
    return 0
