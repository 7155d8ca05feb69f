"""How every growing array grows: by half its capacity, so that n appends copy O(n) elements."""

import cython
from cython.cimports.libc.stdlib import realloc


def next_capacity(
    capacity: cython.Py_ssize_t, needed: cython.Py_ssize_t, least: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The capacity of an array that must hold `needed` elements: 3/2 of the old one or more."""
    return max(needed, capacity + capacity // 2, least)


def grow(memory: cython.pp_void, capacity: cython.Py_ssize_t, size: cython.size_t) -> cython.int:
    """Give an array room for `capacity` elements of `size` bytes.

    On a MemoryError the array stays as it was.
    """
    grown: cython.p_void = realloc(memory[0], capacity * size)
    if grown is cython.NULL:
        with cython.gil:
            raise MemoryError
    memory[0] = grown
    return 0
