# Inline tests of boxes, apart from `box`, which declares them, because few modules need the tests.
#
# The overlap test is strict (a.left < b.right and so on): boxes that only touch do not overlap. An
# inverted box (left > right, top > bottom) overlaps nothing; it serves as the box of a sprite that
# cannot hit.

from spritecol._engine.box cimport Box, BoxView
from spritecol._support.libc cimport INFINITY, fabs, nextafter

cdef extern from "<float.h>" nogil:
    const double DBL_MIN

cdef inline const Box* box_at(const BoxView* view, Py_ssize_t position) noexcept nogil:
    return view.boxes + (position if view.rows is NULL else view.rows[position])

cdef inline BoxView box_view(const Box* boxes, const int* rows, Py_ssize_t count) noexcept nogil:
    cdef BoxView view
    view.boxes = boxes
    view.rows = rows
    view.count = count
    view.circles = NULL
    view.numbers = NULL
    return view

cdef inline bint overlap(const Box* a, const Box* b) noexcept nogil:
    # Whether the interiors of two boxes intersect.
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom

cdef inline bint overlap_branch_free(const Box* a, const Box* b) noexcept nogil:
    # `overlap` without branches, for loops in which the branch predictor would fail.
    return (a.left < b.right) & (b.left < a.right) & (a.top < b.bottom) & (b.top < a.bottom)

cdef inline double gap_between(const Box* a, const Box* b) noexcept nogil:
    # The gap of two boxes along one axis, which is a lower limit for their distance.
    return max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom)

cdef inline double next_up(double x) noexcept nogil:
    # The next float64. Near 0, the step is the smallest number that is not denormal, because some
    # processes treat denormal numbers as 0: a library built with -Ofast makes the CPU do so.
    return nextafter(x, INFINITY) if fabs(x) > DBL_MIN else x + DBL_MIN

cdef inline double next_down(double x) noexcept nogil:
    # The same in the other direction.
    return nextafter(x, -INFINITY) if fabs(x) > DBL_MIN else x - DBL_MIN

cdef inline void widen(Box* box) noexcept nogil:
    # Widen a flat box by one step, so that the strict test cannot miss it.
    if not box.left < box.right:
        box.left = next_down(box.left)
        box.right = next_up(box.right)
    if not box.top < box.bottom:
        box.top = next_down(box.top)
        box.bottom = next_up(box.bottom)

cdef inline void narrow(double* low, double* high) noexcept nogil:
    # Undo `widen` along one axis, if it has changed it.
    cdef double middle = 0.5 * (low[0] + high[0])
    if next_down(middle) == low[0] and next_up(middle) == high[0]:
        low[0] = high[0] = middle

cdef inline int order_of_boxes(const Box* a, const Box* b) noexcept nogil:
    # Which of two boxes is the smaller one, number by number: below 0 the first, 0 neither.
    if a.left != b.left:
        return -1 if a.left < b.left else 1
    if a.top != b.top:
        return -1 if a.top < b.top else 1
    if a.right != b.right:
        return -1 if a.right < b.right else 1
    if a.bottom != b.bottom:
        return -1 if a.bottom < b.bottom else 1
    return 0

cdef inline Box inverted_box() noexcept nogil:
    # The empty box, from which a bounding box grows.
    cdef Box result
    result.left = result.top = INFINITY
    result.right = result.bottom = -INFINITY
    return result

cdef inline void include_box(Box* bounds, const Box* box) noexcept nogil:
    # Let a bounding box grow by another box.
    bounds.left = min(bounds.left, box.left)
    bounds.top = min(bounds.top, box.top)
    bounds.right = max(bounds.right, box.right)
    bounds.bottom = max(bounds.bottom, box.bottom)

cdef inline void include_point(Box* bounds, double x, double y) noexcept nogil:
    # Let a bounding box grow by a point.
    bounds.left = min(bounds.left, x)
    bounds.top = min(bounds.top, y)
    bounds.right = max(bounds.right, x)
    bounds.bottom = max(bounds.bottom, y)

cdef inline Box bounding_box(const BoxView* view) noexcept nogil:
    # The bounding box of a sequence of boxes; inverted for an empty one.
    cdef Box result = inverted_box()
    cdef Py_ssize_t position
    for position in range(view.count):
        include_box(&result, box_at(view, position))
    return result
