"""`RunAllocator`: allocates runs of consecutive elements from one growing block of memory.

A `malloc` for each sprite would cost more than testing two sprites. Freed runs are kept in free
lists by length, last in, first out; the links of these lists are stored in the freed memory itself.
The block grows by 3/2 and never shrinks.
"""

import cython
from cython.cimports.libc.stdlib import free
from cython.cimports.spritecol._engine.memory.grow import grow, next_capacity

EXACT = cython.declare(cython.Py_ssize_t, 64)
"""Up to this many elements, there is a free list for each length, which is enough for most sprites.
Longer runs are rounded up to a power of two, which wastes less than half of them."""


def class_of(length: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The free list that serves runs of `length` elements."""
    if length <= EXACT:
        return length
    index: cython.Py_ssize_t = EXACT
    size: cython.Py_ssize_t = EXACT
    while size < length:
        size *= 2
        index += 1
    return index


def class_length(index: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """How many elements a run of a free list has."""
    if index <= EXACT:
        return index
    return EXACT << (index - EXACT)


MOST_ELEMENTS = cython.declare(cython.Py_ssize_t, 2147483647)
"""Elements are counted in 32 bits, which saves memory and time."""


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class RunAllocator:
    """An allocator for runs of elements of `stride` bytes each (at least 8)."""

    def __cinit__(self, stride: cython.Py_ssize_t):
        i: cython.Py_ssize_t
        if stride < 8:
            raise ValueError(f"stride must hold a link of 8 bytes, got {stride}")
        self.stride = stride
        for i in range(CLASSES):
            self.free[i] = -1

    def __dealloc__(self):
        free(self.memory)

    def reserve(self, capacity: cython.Py_ssize_t) -> cython.int:
        """Make room for `capacity` elements in all."""
        if capacity <= self.capacity:
            return 0
        grow(
            cython.cast(cython.pp_void, cython.address(self.memory)),
            capacity,
            cython.cast(cython.size_t, self.stride),
        )
        self.capacity = capacity
        return 0

    def take(self, length: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Allocate a run of `length` elements, not initialized; the index of its first element."""
        index: cython.Py_ssize_t = class_of(length)
        length = class_length(index)
        first: cython.Py_ssize_t = self.free[index]
        if first >= 0:
            self.free[index] = cython.cast(
                cython.pointer(cython.Py_ssize_t), self.memory + first * self.stride
            )[0]
        else:
            first = self.top
            if first + length > MOST_ELEMENTS:
                raise MemoryError(
                    f"no more than {MOST_ELEMENTS} rows, parts or numbers in all sprites"
                )
            if first + length > self.capacity:
                self.reserve(next_capacity(self.capacity, first + length, 16))
            self.top = first + length
        self.taken += length
        return first

    def give(self, first: cython.Py_ssize_t, length: cython.Py_ssize_t) -> cython.void:
        """Free a run."""
        index: cython.Py_ssize_t = class_of(length)
        if index == 0:
            return
        cython.cast(cython.pointer(cython.Py_ssize_t), self.memory + first * self.stride)[0] = (
            self.free[index]
        )
        self.free[index] = first
        self.taken -= class_length(index)

    def claim(
        self, marks: bytearray, first: cython.Py_ssize_t, length: cython.Py_ssize_t
    ) -> object:
        """Mark the elements of a run as owned; AssertionError if one is owned already."""
        k: cython.Py_ssize_t
        length = class_length(class_of(length))
        if not 0 <= first <= self.top - length:
            raise AssertionError(f"the run of {length} elements at {first} exceeds the block")
        for k in range(first, first + length):
            if marks[k]:
                raise AssertionError(f"element {k} belongs to two runs")
            marks[k] = 1

    def claim_free(self, marks: bytearray) -> object:
        """Mark the elements of all free runs."""
        index: cython.Py_ssize_t
        first: cython.Py_ssize_t
        for index in range(1, CLASSES):
            first = self.free[index]
            while first >= 0:
                self.claim(marks, first, class_length(index))
                first = cython.cast(
                    cython.pointer(cython.Py_ssize_t), self.memory + first * self.stride
                )[0]
