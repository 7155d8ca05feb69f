"""`RowFilter`: which rows a question may be answered with, by their layers and by row.

`passes` is inline, in the header. A question about a place or a ray is on no layer, so it reads no
mask of a row; the sweep of a row reads it, since layers count both ways between two sprites.
"""

import cython
from cython import Py_ssize_t, bint, pointer


def is_excluded(row_filter: pointer(cython.const[RowFilter]), row: cython.int) -> bint:
    """Whether a row is among the excluded ones, by binary search."""
    first: Py_ssize_t = 0
    end: Py_ssize_t = row_filter.excluded_count
    while first < end:
        middle: Py_ssize_t = (first + end) >> 1
        if row_filter.excluded[middle] < row:
            first = middle + 1
        else:
            end = middle
    return first < row_filter.excluded_count and row_filter.excluded[first] == row
