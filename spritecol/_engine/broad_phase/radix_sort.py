"""Sorts words by some of their bits: the radix sort that builds the quadtree.

No comparison depends on the data, so there is nothing to mispredict (D. Knuth, "The Art of Computer
Programming" 3, 5.2.5). Each pass sorts by one digit of the words, the lowest first.
"""

import cython
from cython.cimports.libc.string import memset
from cython.cimports.spritecol._engine.halves import middle_of, share

WIDEST_DIGIT = cython.declare(cython.int, 11)
"""The most bits of a digit: so many counters of 4 bytes, for each of three digits, fit the
first-level cache."""

COUNTERS = cython.declare(cython.Py_ssize_t, 2048)
"""How many that are."""

AT_ONCE = cython.declare(cython.int, 3)
"""Digits, at most, that are counted in one go."""


Passes = cython.struct(
    # Some words and how they are sorted.
    source=cython.pointer(cython.ulonglong),
    target=cython.pointer(cython.ulonglong),
    # By digit. Of one digit in each half of the words, or of several digits in all of them.
    counters=cython.uint[6144],
    digits=cython.int,  # that are counted now
    count=cython.Py_ssize_t,
    middle=cython.Py_ssize_t,
    low=cython.int,
    width=cython.int,
    digit=cython.int,  # by which words are placed now, of those that were counted
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def passes_for(count: cython.Py_ssize_t, bits: cython.int) -> cython.int:
    """The number of passes with which sorting takes the least time.

    A pass visits each word twice and each counter once, so a few words with many bits are sorted
    in more passes with fewer counters.
    """
    passes: cython.int = max(1, (bits + WIDEST_DIGIT - 1) // WIDEST_DIGIT)
    width: cython.int = (bits + passes - 1) // passes
    best: cython.int = passes
    work: cython.Py_ssize_t
    least: cython.Py_ssize_t = passes * (2 * count + (cython.cast(cython.Py_ssize_t, 1) << width))
    while width > 4:
        passes += 1
        width = (bits + passes - 1) // passes
        work = passes * (2 * count + (cython.cast(cython.Py_ssize_t, 1) << width))
        if work < least:
            least = work
            best = passes
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_digits(half: cython.int, context: cython.p_void) -> cython.void:
    """How often one half of the words has each digit, or all words have each of some digits."""
    job: cython.pointer(Passes) = cython.cast(cython.pointer(Passes), context)
    first: cython.p_uint = job.counters + COUNTERS * half
    second: cython.p_uint = job.counters + COUNTERS
    third: cython.p_uint = job.counters + 2 * COUNTERS
    source: cython.pointer(cython.ulonglong) = job.source
    width: cython.int = job.width
    low: cython.int = job.low
    mask: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << width) - 1
    word: cython.ulonglong
    digit: cython.int
    i: cython.Py_ssize_t
    for digit in range(job.digits):
        memset(first + COUNTERS * digit, 0, (mask + 1) * cython.sizeof(cython.uint))
    if job.digits == 1:
        for i in range(job.middle if half else 0, job.count if half else job.middle):
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def place_by_digit(half: cython.int, context: cython.p_void) -> cython.void:
    """Put one half of the words, or all, where they belong by their digit."""
    job: cython.pointer(Passes) = cython.cast(cython.pointer(Passes), context)
    counters: cython.p_uint = job.counters + COUNTERS * (job.digit + half)
    source: cython.pointer(cython.ulonglong) = job.source
    target: cython.pointer(cython.ulonglong) = job.target
    low: cython.int = job.low + job.width * job.digit
    mask: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << job.width) - 1
    word: cython.ulonglong
    here: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for i in range(job.middle if half else 0, job.count if half else job.middle):
        word = source[i]
        here = counters[(word >> low) & mask]
        counters[(word >> low) & mask] = cython.cast(cython.uint, here + 1)
        target[here] = word


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def counts_to_starts(
    counters: cython.p_uint, more: cython.p_uint, length: cython.Py_ssize_t
) -> cython.void:
    """Replace counts by where the words of each digit go; `more` are those of a second half."""
    total: cython.uint = 0
    here: cython.uint
    i: cython.Py_ssize_t
    if more is cython.NULL:
        for i in range(length):
            here = counters[i]
            counters[i] = total
            total += here
        return
    for i in range(length):
        here = counters[i]
        counters[i] = total
        total += here
        here = more[i]
        more[i] = total
        total += here


def unsorted_at(
    words: cython.pointer(cython.ulonglong),
    spare: cython.pointer(cython.ulonglong),
    count: cython.Py_ssize_t,
    low: cython.int,
    high: cython.int,
) -> cython.pointer(cython.ulonglong):
    """Where the words must be for `radix_sort`: each pass takes them to the other array."""
    return spare if passes_for(count, high - low) & 1 else words


def radix_sort(
    words: cython.pointer(cython.ulonglong),
    spare: cython.pointer(cython.ulonglong),
    count: cython.Py_ssize_t,
    low: cython.int,
    high: cython.int,
    team: cython.pointer(cython.const[Team]),
) -> cython.void:
    """Sort words by their bits from `low` to `high` (exclusive); the result is in `words`.

    Alone, the counters of some digits are filled in one go. Of two threads, each counts its half of
    the words, which differs from pass to pass.
    """
    job: Passes
    left: cython.int = passes_for(count, high - low)
    bits: cython.int
    digit: cython.int
    job.source = spare if left & 1 else words
    job.target = words if left & 1 else spare
    job.count = count
    job.middle = middle_of(team, count)
    job.low = low
    job.width = (high - low + left - 1) // left
    while left:
        job.digits = 1 if team is not cython.NULL else min(left, AT_ONCE)
        share(team, count_digits, cython.address(job))
        for digit in range(job.digits):
            job.digit = digit
            # There is nothing above the highest bit.
            bits = max(0, min(job.width, high - job.low - job.width * digit))
            counts_to_starts(
                job.counters + COUNTERS * digit,
                cython.NULL if team is cython.NULL else job.counters + COUNTERS,
                cython.cast(cython.Py_ssize_t, 1) << bits,
            )
            share(team, place_by_digit, cython.address(job))
            job.source, job.target = job.target, job.source
        left -= job.digits
        job.low += job.width * job.digits
