"""`PairList`, a growing list of pairs of positions: the output of the broad phase."""

import cython as C
from cython.cimports.spritecol._engine import memory, tuning
from cython.cimports.spritecol._engine.memory import MemoryBlock, ScratchPool
from cython.cimports.spritecol._support.libc import memcpy, memset, qsort

from spritecol._support.lazy_imports import numpy

MOST_PAIRS = C.declare(C.Py_ssize_t, 2147483647)
"""Pairs are counted in 32 bits while they are sorted."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def counts_to_starts(counts: C.p_int, length: C.Py_ssize_t) -> C.void:
    """Replace counts by their exclusive prefix sums: the index at which each group begins."""
    total: C.int = 0
    i: C.Py_ssize_t
    for i in range(length):
        here: C.int = counts[i]
        counts[i] = total
        total += here


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def next_index(counter: C.p_int) -> C.Py_ssize_t:
    """The value of a counter, which is then incremented."""
    counter[0] += 1
    return counter[0] - 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_pairs(a: C.pointer(C.const[C.void]), b: C.pointer(C.const[C.void])) -> C.int:
    """Compare two pairs, for qsort."""
    x: Pair = C.cast(C.pointer(Pair), a)[0]
    y: Pair = C.cast(C.pointer(Pair), b)[0]
    return (x > y) - (x < y)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sort_slice(pairs: C.pointer(Pair), length: C.Py_ssize_t) -> C.void:
    """Sort a part of a list: by insertion, or if it is long with the C library's qsort."""
    k: C.Py_ssize_t
    if length > tuning.INSERTION_SORT:
        qsort(pairs, length, C.sizeof(Pair), compare_pairs)
        return
    for k in range(1, length):
        pair: Pair = pairs[k]
        p: C.Py_ssize_t = k
        while p > 0 and pairs[p - 1] > pair:
            pairs[p] = pairs[p - 1]
            p -= 1
        pairs[p] = pair


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sort_equal(pairs: C.pointer(Pair), length: C.Py_ssize_t, ends: C.p_int) -> C.void:
    """Sort pairs of each i by j. `ends` contains, by i, where the pairs of i end."""
    k: C.Py_ssize_t = 1
    while k < length:
        if pairs[k] < pairs[k - 1]:
            i: C.Py_ssize_t = first_of(pairs[k])
            start: C.Py_ssize_t = k - 1
            while start > 0 and first_of(pairs[start - 1]) == i:
                start -= 1
            k = ends[i]
            sort_slice(pairs + start, k - start)
        k += 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sort_by_counting(
    pairs: C.pointer(Pair),
    length: C.Py_ssize_t,
    spare: C.pointer(Pair),
    ends: C.p_int,
    a_count: C.Py_ssize_t,
    b_count: C.Py_ssize_t,
) -> C.void:
    """Sort pairs by i, then j, by counters that are 0; first by j, unless there are none for j."""
    k: C.Py_ssize_t
    for k in range(length):
        ends[first_of(pairs[k])] += 1
        if b_count:
            ends[a_count + second_of(pairs[k])] += 1
    counts_to_starts(ends, a_count)
    if b_count:
        counts_to_starts(ends + a_count, b_count)
        for k in range(length):
            spare[next_index(ends + a_count + second_of(pairs[k]))] = pairs[k]
    else:
        memcpy(spare, pairs, length * C.sizeof(Pair))
    for k in range(length):
        pairs[next_index(ends + first_of(spare[k]))] = spare[k]
    if not b_count:
        sort_equal(pairs, length, ends)


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class PairList:
    """Pairs (i, j) of positions in two sequences, in the order in which they were found."""

    def __dealloc__(self):
        memory.give_back(self.pool, self.block)

    def reserve(self, more: C.Py_ssize_t) -> C.bint:
        """Make room for `more` further pairs, growing by at least 3/2; False if that failed.

        It raises no exception, since most callers are in the middle of a search; `sort` does.
        """
        capacity: C.Py_ssize_t = self.count + more
        block: MemoryBlock
        if capacity <= self.capacity:
            return True
        capacity = max(capacity, self.capacity + self.capacity // 2, 64)
        if self.items is C.NULL:
            block = memory.borrow(self.pool, capacity * C.sizeof(Pair))
        else:
            block.size = capacity * C.sizeof(Pair)
            block.memory = memory.reallocated(self.block.memory, capacity, C.sizeof(Pair))
        if block.memory is C.NULL:
            self.failed = True
            return False
        self.block = block
        self.items = C.cast(C.pointer(Pair), block.memory)
        self.capacity = block.size // C.sizeof(Pair)
        return True

    def free_memory(self) -> C.void:
        """Give the memory back: the list is as new."""
        memory.give_back(self.pool, self.block)
        self.block.memory = C.NULL
        self.block.size = 0
        self.items = C.NULL
        self.count = self.capacity = 0
        self.failed = self.in_doubt = False

    def sort(self, a_count: C.Py_ssize_t, b_count: C.Py_ssize_t) -> C.int:
        """Sort the pairs by i, then j, where i < a_count and j < b_count.

        Many pairs of few positions are sorted by two counting sorts, first by j, then by i: without
        comparisons there are no mispredicted branches. If there are few pairs, or many j, resetting
        the counters of the j costs more than it saves; then one counting sort by i is followed by a
        sort of each i's few j in place, which is all there is to do for a single i.

        Raises:
            MemoryError: there is too little memory now, or there was when a pair was added.
        """
        sort_twice: C.bint = (
            a_count + b_count <= tuning.CACHED
            and self.count > a_count
            and tuning.SPARSE_PAIRS * self.count >= b_count
        )
        counters: C.Py_ssize_t = a_count + (b_count if sort_twice else 0)
        if self.failed:
            with C.gil:
                raise MemoryError
        if self.count < 2:  # sorted; and without pairs there may be no memory to copy from
            return 0
        if tuning.SPARSE_PAIRS * self.count < a_count or (a_count == 1 and not sort_twice):
            sort_slice(self.items, self.count)
            return 0
        if self.count > MOST_PAIRS:
            with C.gil:
                raise MemoryError(f"no more than {MOST_PAIRS} pairs can be sorted")
        block: MemoryBlock = memory.borrow(
            self.pool, (self.count + (counters + 1) // 2) * C.sizeof(Pair)
        )
        if block.memory is C.NULL:
            with C.gil:
                raise MemoryError
        spare: C.pointer(Pair) = C.cast(C.pointer(Pair), block.memory)
        ends: C.p_int = C.cast(C.p_int, spare + self.count)
        memset(ends, 0, counters * C.sizeof(C.int))
        sort_by_counting(self.items, self.count, spare, ends, a_count, b_count if sort_twice else 0)
        memory.give_back(self.pool, block)
        return 0

    def array(self) -> object:
        """The pairs as a NumPy array of shape (count, 2), dtype intp."""
        result: object = numpy.empty((self.count, 2), dtype=numpy.intp)
        k: C.Py_ssize_t
        if self.count:
            numbers: C.pointer(C.Py_ssize_t) = C.cast(
                C.pointer(C.Py_ssize_t), memory.memory_of(result)
            )
            for k in range(self.count):
                numbers[2 * k] = first_of(self.items[k])
                numbers[2 * k + 1] = second_of(self.items[k])
        return result


def new_pairs(pool: C.pointer(ScratchPool)) -> PairList:
    """An empty list whose memory is borrowed from a pool, or allocated if `pool` is NULL.

    It has no Python attributes, so making one never starts the garbage collector.
    """
    pairs: PairList = PairList.__new__(PairList)  # quicker than a call of the class
    pairs.pool = pool
    return pairs
