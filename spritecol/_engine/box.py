"""Axis-aligned bounding boxes, in pixels, and their overlap test.

The test is strict (a.left < b.right and so on): boxes that only touch do not overlap. An inverted
box (left > right, top > bottom) overlaps nothing; it serves as the box of a sprite that cannot hit.
"""

import cython
from cython import Py_ssize_t, pointer
from cython.cimports.libc.math import INFINITY


def bounding_box(view: pointer(cython.const[BoxView])) -> Box:
    """The bounding box of a sequence of boxes; inverted for an empty one."""
    result: Box
    position: Py_ssize_t
    result.left = result.top = INFINITY
    result.right = result.bottom = -INFINITY
    for position in range(view.count):
        box: pointer(cython.const[Box]) = box_at(view, position)
        result.left = min(result.left, box.left)
        result.top = min(result.top, box.top)
        result.right = max(result.right, box.right)
        result.bottom = max(result.bottom, box.bottom)
    return result
