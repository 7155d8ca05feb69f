"""Sorts words by some of their bits: the radix sort that builds the quadtree.

No comparison depends on the data, so there is nothing to mispredict (D. Knuth, "The Art of Computer
Programming" 3, 5.2.5). Each pass sorts by one digit of the words, the lowest first.
"""

import cython
from cython import (
    Py_ssize_t,
    cast,
    cfunc,
    declare,
    exceptval,
    nogil,
    p_uint,
    pointer,
    sizeof,
    uint,
    ulonglong,
)
from cython.cimports.libc.string import memset

WIDEST_DIGIT = declare(cython.int, 11)
"""The most bits of a digit. The counters of three digits, of 4 bytes each, fit the first-level
cache."""

COUNTERS = declare(Py_ssize_t, 2048)
"""How many counters one digit has."""

AT_ONCE = declare(cython.int, 3)
"""Digits, at most, that are counted in one go."""


@cfunc
@nogil
@exceptval(check=False)
def passes_for(count: Py_ssize_t, bits: cython.int) -> cython.int:
    """The number of passes with which sorting takes the least time.

    A pass visits each word twice and each counter once, so a few words with many bits are sorted
    in more passes with fewer counters.
    """
    passes: cython.int = max(1, (bits + WIDEST_DIGIT - 1) // WIDEST_DIGIT)
    width: cython.int = (bits + passes - 1) // passes
    best: cython.int = passes
    least: Py_ssize_t = passes * (2 * count + (cast(Py_ssize_t, 1) << width))
    while width > 4:
        passes += 1
        width = (bits + passes - 1) // passes
        work: Py_ssize_t = passes * (2 * count + (cast(Py_ssize_t, 1) << width))
        if work < least:
            least = work
            best = passes
    return best


@cfunc
@nogil
@exceptval(check=False)
def count_digits(
    source: pointer(ulonglong),
    count: Py_ssize_t,
    counters: p_uint,
    digits: cython.int,
    low: cython.int,
    width: cython.int,
) -> cython.void:
    """How often the words have each value of some digits, one after the other from `low` on."""
    second: p_uint = counters + COUNTERS
    third: p_uint = counters + 2 * COUNTERS
    mask: ulonglong = (cast(ulonglong, 1) << width) - 1
    word: ulonglong
    digit: cython.int
    i: Py_ssize_t
    for digit in range(digits):
        memset(counters + COUNTERS * digit, 0, cast(Py_ssize_t, mask + 1) * sizeof(uint))
    if digits == 1:
        for i in range(count):
            counters[(source[i] >> low) & mask] += 1
    elif digits == 2:
        for i in range(count):
            word = source[i] >> low
            counters[word & mask] += 1
            second[(word >> width) & mask] += 1
    else:
        for i in range(count):
            word = source[i] >> low
            counters[word & mask] += 1
            second[(word >> width) & mask] += 1
            third[(word >> 2 * width) & mask] += 1


@cfunc
@nogil
@exceptval(check=False)
def place_by_digit(
    source: pointer(ulonglong),
    target: pointer(ulonglong),
    count: Py_ssize_t,
    counters: p_uint,
    low: cython.int,
    width: cython.int,
) -> cython.void:
    """Put the words where they belong by their digit."""
    mask: ulonglong = (cast(ulonglong, 1) << width) - 1
    i: Py_ssize_t
    for i in range(count):
        word: ulonglong = source[i]
        here: Py_ssize_t = counters[(word >> low) & mask]
        counters[(word >> low) & mask] = cast(uint, here + 1)
        target[here] = word


@cfunc
@inline
@nogil
@exceptval(check=False)
def counts_to_starts(counters: p_uint, length: Py_ssize_t) -> cython.void:
    """Replace the counts by where the words of each digit go."""
    total: uint = 0
    i: Py_ssize_t
    for i in range(length):
        here: uint = counters[i]
        counters[i] = total
        total += here


def unsorted_at(
    words: pointer(ulonglong),
    spare: pointer(ulonglong),
    count: Py_ssize_t,
    low: cython.int,
    high: cython.int,
) -> pointer(ulonglong):
    """Where the words must be for `radix_sort`: each pass takes them to the other array."""
    return spare if passes_for(count, high - low) & 1 else words


def radix_sort(
    words: pointer(ulonglong),
    spare: pointer(ulonglong),
    count: Py_ssize_t,
    low: cython.int,
    high: cython.int,
) -> cython.void:
    """Sort words by their bits from `low` to `high` (exclusive); the result is in `words`."""
    counters: uint[6144]  # AT_ONCE times COUNTERS
    left: cython.int = passes_for(count, high - low)
    width: cython.int = (high - low + left - 1) // left
    source: pointer(ulonglong) = spare if left & 1 else words
    target: pointer(ulonglong) = words if left & 1 else spare
    digits: cython.int
    digit: cython.int
    while left:
        digits = min(left, AT_ONCE)
        count_digits(source, count, counters, digits, low, width)
        for digit in range(digits):
            # There is nothing above the highest bit.
            bits: cython.int = max(0, min(width, high - low))
            counts_to_starts(counters + COUNTERS * digit, cast(Py_ssize_t, 1) << bits)
            place_by_digit(source, target, count, counters + COUNTERS * digit, low, width)
            source, target = target, source
            low += width
        left -= digits
