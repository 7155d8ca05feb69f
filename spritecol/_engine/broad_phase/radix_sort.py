"""Sorts words by some of their bits: the radix sort that builds the quadtree.

No comparison depends on the data, so there is nothing to mispredict (D. Knuth, "The Art of Computer
Programming" 3, 5.2.5). Each pass sorts by one digit of the words, the lowest first.
"""

import cython
from cython import (
    Py_ssize_t,
    address,
    cast,
    cfunc,
    declare,
    exceptval,
    nogil,
    p_uint,
    p_void,
    pointer,
    sizeof,
    struct,
    uint,
    ulonglong,
)
from cython.cimports.libc.string import memset
from cython.cimports.spritecol._engine.portions import portions_for, share, start_of

WIDEST_DIGIT = declare(cython.int, 11)
"""The most bits of a digit. The counters of three digits, of 4 bytes each, fit the first-level
cache."""

COUNTERS = declare(Py_ssize_t, 2048)
"""How many counters one digit has."""

AT_ONCE = declare(cython.int, 3)
"""Digits, at most, that are counted in one go."""


Passes = struct(
    # Some words and how they are sorted.
    source=pointer(ulonglong),
    target=pointer(ulonglong),
    # By digit. Of one digit in each portion of the words, or of several digits in all of them.
    counters=uint[16384],  # MOST_PORTIONS times COUNTERS
    digits=cython.int,  # that are counted now
    count=Py_ssize_t,
    portions=cython.int,
    low=cython.int,
    width=cython.int,
    digit=cython.int,  # by which words are placed now, of those that were counted
)


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
def count_digits(portion: cython.int, context: p_void) -> cython.void:
    """How often one portion of the words has each digit, or all words have each of some digits."""
    job: pointer(Passes) = cast(pointer(Passes), context)
    first: p_uint = job.counters + COUNTERS * portion
    second: p_uint = job.counters + COUNTERS
    third: p_uint = job.counters + 2 * COUNTERS
    source: pointer(ulonglong) = job.source
    width: cython.int = job.width
    low: cython.int = job.low
    mask: ulonglong = (cast(ulonglong, 1) << width) - 1
    word: ulonglong
    digit: cython.int
    i: Py_ssize_t
    for digit in range(job.digits):
        memset(first + COUNTERS * digit, 0, cast(Py_ssize_t, mask + 1) * sizeof(uint))
    if job.digits == 1:
        for i in range(
            start_of(portion, job.portions, job.count),
            start_of(portion + 1, job.portions, job.count),
        ):
            first[(source[i] >> low) & mask] += 1
    elif job.digits == 2:
        for i in range(job.count):
            word = source[i] >> low
            first[word & mask] += 1
            second[(word >> width) & mask] += 1
    else:
        for i in range(job.count):
            word = source[i] >> low
            first[word & mask] += 1
            second[(word >> width) & mask] += 1
            third[(word >> 2 * width) & mask] += 1


@cfunc
@nogil
@exceptval(check=False)
def place_by_digit(portion: cython.int, context: p_void) -> cython.void:
    """Put one portion of the words, or all, where they belong by their digit."""
    job: pointer(Passes) = cast(pointer(Passes), context)
    counters: p_uint = job.counters + COUNTERS * (job.digit + portion)
    source: pointer(ulonglong) = job.source
    target: pointer(ulonglong) = job.target
    low: cython.int = job.low + job.width * job.digit
    mask: ulonglong = (cast(ulonglong, 1) << job.width) - 1
    i: Py_ssize_t
    for i in range(
        start_of(portion, job.portions, job.count), start_of(portion + 1, job.portions, job.count)
    ):
        word: ulonglong = source[i]
        here: Py_ssize_t = counters[(word >> low) & mask]
        counters[(word >> low) & mask] = cast(uint, here + 1)
        target[here] = word


@cfunc
@inline
@nogil
@exceptval(check=False)
def counts_to_starts(counters: p_uint, portions: cython.int, length: Py_ssize_t) -> cython.void:
    """Replace the counts of each portion by where its words of each digit go."""
    total: uint = 0
    portion: cython.int
    i: Py_ssize_t
    for i in range(length):
        for portion in range(portions):
            here: uint = counters[COUNTERS * portion + i]
            counters[COUNTERS * portion + i] = total
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
    team: pointer(cython.const[Team]),
) -> cython.void:
    """Sort words by their bits from `low` to `high` (exclusive); the result is in `words`.

    Alone, the counters of some digits are filled in one go. Of several threads, each counts its
    portion of the words, which differs from pass to pass.
    """
    job: Passes
    left: cython.int = passes_for(count, high - low)
    digit: cython.int
    job.source = spare if left & 1 else words
    job.target = words if left & 1 else spare
    job.count = count
    job.portions = portions_for(team, count)
    job.low = low
    job.width = (high - low + left - 1) // left
    while left:
        job.digits = min(left, AT_ONCE) if job.portions == 1 else 1
        share(team, job.portions, count_digits, address(job))
        for digit in range(job.digits):
            job.digit = digit
            # There is nothing above the highest bit.
            bits: cython.int = max(0, min(job.width, high - job.low - job.width * digit))
            values: Py_ssize_t = cast(Py_ssize_t, 1) << bits
            if job.portions == 1:
                counts_to_starts(job.counters + COUNTERS * digit, 1, values)
            else:
                counts_to_starts(job.counters, job.portions, values)
            share(team, job.portions, place_by_digit, address(job))
            job.source, job.target = job.target, job.source
        left -= job.digits
        job.low += job.width * job.digits
