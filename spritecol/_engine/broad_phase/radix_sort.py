"""Radix sort of integers (D. Knuth, "The Art of Computer Programming" 3, 5.2.5)."""

import cython
from cython.cimports.libc.string import memset

WIDEST = cython.declare(cython.int, 11)
"""Bits per pass: 2**11 counters of 8 bytes fit the first-level cache."""


def radix_sort(
    words: cython.pointer(cython.ulonglong),
    spare: cython.pointer(cython.ulonglong),
    count: cython.Py_ssize_t,
    low: cython.int,
    high: cython.int,
) -> cython.void:
    """Sort words by their bits from `low` to `high` (exclusive); the result is in `words`."""
    counts: cython.Py_ssize_t[2048]
    passes: cython.int = (high - low + WIDEST - 1) // WIDEST
    width: cython.int = (high - low + passes - 1) // max(1, passes)
    mask: cython.ulonglong = (1 << width) - 1
    source: cython.pointer(cython.ulonglong) = words
    target: cython.pointer(cython.ulonglong) = spare
    total: cython.Py_ssize_t
    here: cython.Py_ssize_t
    i: cython.Py_ssize_t
    while low < high:
        memset(counts, 0, (mask + 1) * cython.sizeof(cython.Py_ssize_t))
        for i in range(count):
            counts[(source[i] >> low) & mask] += 1
        total = 0
        for i in range(cython.cast(cython.Py_ssize_t, mask) + 1):
            here = counts[i]
            counts[i] = total
            total += here
        for i in range(count):
            here = counts[(source[i] >> low) & mask]
            counts[(source[i] >> low) & mask] = here + 1
            target[here] = source[i]
        source, target = target, source
        low += width
    if source != words:
        for i in range(count):
            words[i] = source[i]
