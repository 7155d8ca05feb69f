"""A growing list of pairs of positions: what the broad phase hands to the narrow phase."""

import cython
import numpy
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy


class IndexPairs:
    """Pairs (i, j) of positions in two sequences, in the order in which they were found."""

    def __dealloc__(self):
        free(self.items)

    def reserve(self, more):
        """Make room for `more` further pairs; the block grows by 3/2 at least."""
        capacity: cython.Py_ssize_t = self.count + more
        items: cython.pointer(cython.Py_ssize_t)
        if capacity <= self.capacity:
            return 0
        capacity = max(capacity, self.capacity + self.capacity // 2, 64)
        items = cython.cast(
            cython.pointer(cython.Py_ssize_t),
            realloc(self.items, capacity * 2 * cython.sizeof(cython.Py_ssize_t)),
        )
        if items is cython.NULL:
            with cython.gil:
                raise MemoryError
        self.items = items
        self.capacity = capacity
        return 0

    def array(self):
        """The pairs as a NumPy array of shape (count, 2), dtype intp."""
        result = numpy.empty((self.count, 2), dtype=numpy.intp)
        view: cython.Py_ssize_t[:, ::1]
        if self.count:
            view = result
            memcpy(
                cython.address(view[0, 0]),
                self.items,
                self.count * 2 * cython.sizeof(cython.Py_ssize_t),
            )
        return result
