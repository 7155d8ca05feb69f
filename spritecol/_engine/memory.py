"""Memory: growing arrays, an allocator of runs, scratch blocks, and the numbers of NumPy arrays.

A `malloc` for each sprite would cost more than testing two sprites. So `RunAllocator` hands out
runs of consecutive elements from one growing block. Freed runs are kept in free lists by length,
last in, first out; the links of these lists are stored in the freed memory itself.

Scratch memory is for the duration of a check, and kept for the next one: the system provides large
blocks page by page, and zeroes each page when it is first touched; a check of 15,000 sprites spent
a tenth of its time on that. A pool keeps a few blocks instead of freeing them. It is used only
while the GIL is held, so it needs no lock.

No other module touches Python's buffer protocol: a Cython memoryview in a signature would compile
22,000 lines of C into every module that imports it.
"""

import cython as C
from cython.cimports.cpython.buffer import (
    PyBUF_C_CONTIGUOUS,
    PyBUF_FORMAT,
    PyBUF_STRIDES,
    PyBuffer_IsContiguous,
    PyBuffer_Release,
    PyObject_CheckBuffer,
    PyObject_GetBuffer,
)
from cython.cimports.cpython.pyport import PY_SSIZE_T_MAX
from cython.cimports.spritecol._engine import tuning
from cython.cimports.spritecol._support.libc import calloc, free, memcpy, realloc, strcmp


def next_capacity(
    capacity: C.Py_ssize_t, needed: C.Py_ssize_t, least: C.Py_ssize_t
) -> C.Py_ssize_t:
    """The capacity of an array that must hold `needed` elements: 3/2 of the old one or more."""
    return max(needed, capacity + capacity // 2, least)


def reallocated(block: C.p_void, count: C.Py_ssize_t, size: C.size_t) -> C.p_void:
    """`realloc` for `count` elements of `size` bytes; NULL also if a pointer can't address them."""
    if C.cast(C.size_t, count) > C.cast(C.size_t, PY_SSIZE_T_MAX) // size:
        return C.NULL
    return realloc(block, count * size)


def grow(array: C.p_void, capacity: C.Py_ssize_t, size: C.size_t) -> C.int:
    """Give an array room for `capacity` elements of `size` bytes. See `room_for` in the header."""
    memory: C.pp_void = C.cast(C.pp_void, array)
    grown: C.p_void = reallocated(memory[0], capacity, size)
    if grown is C.NULL:
        with C.gil:
            raise MemoryError
    memory[0] = grown
    return 0


def make_room(
    array: C.p_void,
    capacity: C.pointer(C.Py_ssize_t),
    needed: C.Py_ssize_t,
    least: C.Py_ssize_t,
    size: C.size_t,
) -> C.bint:
    """Let an array grow for `needed` elements, and note its capacity; False if memory is short."""
    memory: C.pp_void = C.cast(C.pp_void, array)
    larger: C.Py_ssize_t = next_capacity(capacity[0], needed, least)
    grown: C.p_void = reallocated(memory[0], larger, size)
    if grown is C.NULL:
        return False
    memory[0] = grown
    capacity[0] = larger
    return True


EXACT = C.declare(C.Py_ssize_t, 64)
"""Up to this many elements, there is a free list for each length, which is enough for most sprites.
Longer runs are rounded up to a power of two, which wastes less than half of them."""


def class_of(length: C.Py_ssize_t) -> C.Py_ssize_t:
    """The free list that serves runs of `length` elements."""
    if length <= EXACT:
        return length
    index: C.Py_ssize_t = EXACT
    size: C.Py_ssize_t = EXACT
    while size < length:
        size *= 2
        index += 1
    return index


def class_length(index: C.Py_ssize_t) -> C.Py_ssize_t:
    """How many elements a run of a free list has."""
    if index <= EXACT:
        return index
    return EXACT << (index - EXACT)


MOST_ELEMENTS = C.declare(C.Py_ssize_t, 1000000000)
"""Elements are counted in 32 bits, which saves memory and time; one bit tells more."""


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class RunAllocator:
    """An allocator for runs of elements of `stride` bytes each (at least 8)."""

    def __cinit__(self, stride: C.Py_ssize_t):
        i: C.Py_ssize_t
        if stride < 8:
            raise ValueError(f"stride must hold a link of 8 bytes, got {stride}")
        self.stride = stride
        for i in range(LENGTH_CLASSES):
            self.free[i] = -1

    def __dealloc__(self):
        free(self.memory)

    def reserve(self, capacity: C.Py_ssize_t) -> C.int:
        """Make room for `capacity` elements in all."""
        if capacity <= self.capacity:
            return 0
        grow(C.address(self.memory), capacity, C.cast(C.size_t, self.stride))
        self.capacity = capacity
        return 0

    def link(self, first: C.Py_ssize_t) -> C.Py_ssize_t:
        """The next free run after one. Copied, since 12-byte elements are not aligned for it."""
        following: C.Py_ssize_t
        memcpy(C.address(following), self.memory + first * self.stride, C.sizeof(C.Py_ssize_t))
        return following

    def take(self, length: C.Py_ssize_t) -> C.Py_ssize_t:
        """Allocate a run of `length` elements, not initialized; the index of its first element."""
        index: C.Py_ssize_t = class_of(length)
        length = class_length(index)
        first: C.Py_ssize_t = self.free[index]
        if first >= 0:
            # Of longer ones each lies apart from the next one anyway.
            if (
                self.loose[index] > tuning.LOOSE
                and self.loose[index] * length * tuning.LOOSE_SHARE > self.top
                and length <= EXACT
            ):
                self.put_in_order(index)
                first = self.free[index]
            self.free[index] = self.link(first)
            self.loose[index] -= self.loose[index] > 0
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

    def give(self, first: C.Py_ssize_t, length: C.Py_ssize_t) -> C.void:
        """Free a run."""
        index: C.Py_ssize_t = class_of(length)
        if index == 0:
            return
        self.put_first(index, first)
        self.loose[index] += 1
        self.taken -= class_length(index)

    def put_first(self, index: C.Py_ssize_t, first: C.Py_ssize_t) -> C.void:
        """Put a run before all others of a free list."""
        memcpy(
            self.memory + first * self.stride, C.address(self.free[index]), C.sizeof(C.Py_ssize_t)
        )
        self.free[index] = first

    def put_in_order(self, index: C.Py_ssize_t) -> C.void:
        """Link the runs of a free list in the order in which they lie, unless memory is short."""
        is_free: C.p_char = C.cast(C.p_char, calloc(self.top, 1))
        first: C.Py_ssize_t = self.free[index]
        self.loose[index] = 0
        if is_free is C.NULL:
            return
        while first >= 0:
            is_free[first] = 1
            first = self.link(first)
        self.free[index] = -1
        for first in range(self.top - 1, -1, -1):
            if is_free[first]:
                self.put_first(index, first)
        free(is_free)


def borrow(pool: C.pointer(ScratchPool), size: C.size_t) -> MemoryBlock:
    """A block of at least `size` bytes, to be given back; its memory is NULL if that failed.

    If `pool` is NULL, the block is allocated, and freed when it is given back.
    """
    best: C.int = -1
    block: MemoryBlock
    k: C.int
    block.size = max(size, 16)
    if pool is not C.NULL and block.size <= pool.small.size:
        block = pool.small
        pool.small.memory = C.NULL
        pool.small.size = 0
        return block
    if pool is not C.NULL and size >= tuning.SCRATCH_SMALLEST:
        for k in range(SLOTS):
            if pool.kept[k].size >= size and (best < 0 or pool.kept[k].size < pool.kept[best].size):
                best = k
    if best >= 0:
        block = pool.kept[best]
        pool.kept[best].memory = C.NULL
        pool.kept[best].size = 0
    else:
        block.memory = reallocated(C.NULL, 1, block.size)
        if block.memory is C.NULL:
            block.size = 0  # else it would be kept, and lent again
    return block


def give_back(pool: C.pointer(ScratchPool), block: MemoryBlock) -> C.void:
    """Give a block back. If all slots of the pool are full, the smallest block is freed."""
    least: C.int = 0
    k: C.int
    if pool is not C.NULL and pool.small.size < block.size < tuning.SCRATCH_SMALLEST:
        free(pool.small.memory)
        pool.small = block
        return
    if pool is C.NULL or not tuning.SCRATCH_SMALLEST <= block.size <= tuning.SCRATCH_LARGEST:
        free(block.memory)
        return
    for k in range(1, SLOTS):
        if pool.kept[k].size < pool.kept[least].size:
            least = k
    if block.size > pool.kept[least].size:
        free(pool.kept[least].memory)
        pool.kept[least] = block
    else:
        free(block.memory)


def doubles_of(array: object) -> Doubles:
    """Address, count and stride of an array of float64; `memory` is NULL for anything else.

    Arrays that do not have one dimension or are not aligned to 8 bytes count as anything else.

    The address is valid while the caller holds the array and no user code runs: the buffer is
    released at once. No plain way serves here and below: a memoryview that holds it takes 130 ns,
    and to assign a column of ten sprites takes 145.
    """
    buffer: Py_buffer
    result: Doubles
    result.memory = C.NULL
    result.count = 0
    result.stride = 0
    if not PyObject_CheckBuffer(array):
        return result
    PyObject_GetBuffer(array, C.address(buffer), PyBUF_FORMAT | PyBUF_STRIDES)
    if buffer.ndim == 1 and buffer.format is not C.NULL and strcmp(buffer.format, b"d") == 0:
        result.count = buffer.shape[0]
        result.stride = buffer.strides[0]
        if (C.cast(C.size_t, buffer.buf) | result.stride) & 7 == 0:
            result.memory = C.cast(C.p_char, buffer.buf)
    PyBuffer_Release(C.address(buffer))
    return result


def points_of(array: object) -> Doubles:
    """Address and number of the points of a C-contiguous array of float64 of shape (n, 2).

    `memory` is NULL for anything else. The address is valid while the caller holds the array and no
    user code runs.
    """
    buffer: Py_buffer
    result: Doubles
    result.memory = C.NULL
    result.count = 0
    result.stride = 0
    PyObject_GetBuffer(array, C.address(buffer), PyBUF_FORMAT | PyBUF_STRIDES)
    if (
        buffer.ndim == 2
        and buffer.shape[1] == 2
        and PyBuffer_IsContiguous(C.address(buffer), b"C")
        and buffer.format is not C.NULL
        and strcmp(buffer.format, b"d") == 0
        and C.cast(C.size_t, buffer.buf) & 7 == 0
    ):
        result.memory = C.cast(C.p_char, buffer.buf)
        result.count = buffer.shape[0]
        result.stride = 16
    PyBuffer_Release(C.address(buffer))
    return result


def memory_of(array: object) -> C.p_void:
    """The address of a C-contiguous array, which must not be empty; BufferError for others.

    It is valid while the caller holds the array and no user code runs: nothing here moves or
    shrinks an array. See `doubles_of` for why the buffer is not held.
    """
    buffer: Py_buffer
    PyObject_GetBuffer(array, C.address(buffer), PyBUF_C_CONTIGUOUS)
    memory: C.p_void = buffer.buf
    PyBuffer_Release(C.address(buffer))
    return memory
