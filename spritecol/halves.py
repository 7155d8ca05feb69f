"""The stages of a large check in two halves, for two cores (`second_core`).

The halves write to different places: the transform to different rows, the search for pairs to lists
of their own, the exact tests to halves of one. What comes out is sorted, so nobody can tell.
"""

import cython
from cython.cimports.libc.string import memmove
from cython.cimports.spritecol.broad_phase import FORCED, INDEX, ask_index, index_longer
from cython.cimports.spritecol.index_pairs import IndexPairs, Pair
from cython.cimports.spritecol.second_core import Work, has_second, share
from cython.cimports.spritecol.shape_filter import keep_among
from cython.cimports.spritecol.storage import Storage
from cython.cimports.spritecol.strip_pairs import half_of_pairs
from cython.cimports.spritecol.transform import refresh_all

WORTH_SHARING = cython.declare(cython.Py_ssize_t, 6000)
"""From so many sprites on a second core saves more time than it takes to wake it."""

# The job at hand: rows, and those of a second sequence. Both halves read it, and nobody writes it
# before both are done.
STORE = cython.declare(Storage, None)
ROWS = cython.declare(cython.pointer(cython.const[cython.int]), cython.NULL)
COUNT = cython.declare(cython.Py_ssize_t, 0)
OTHERS = cython.declare(cython.pointer(cython.const[cython.int]), cython.NULL)
OTHER_COUNT = cython.declare(cython.Py_ssize_t, 0)
PAIRS = cython.declare(cython.pointer(Pair), cython.NULL)
PAIR_COUNT = cython.declare(cython.Py_ssize_t, 0)
LEFT = cython.declare(cython.Py_ssize_t[2])
FIRST = cython.declare(IndexPairs, None)
SECOND = cython.declare(IndexPairs, None)


def is_worth_sharing(count):
    """Whether there is a second core, and a check of so many sprites gains by it."""
    return count >= WORTH_SHARING and FORCED >= 0 and has_second()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def refresh_half(half: cython.int) -> cython.void:
    """The transform of one half of the rows."""
    middle: cython.Py_ssize_t = COUNT // 2
    if half == 0:
        refresh_all(STORE, ROWS, middle)
    else:
        refresh_all(STORE, ROWS + middle, COUNT - middle)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_half(half: cython.int) -> cython.void:
    """The pairs in one half of the strips."""
    if half == 0:
        half_of_pairs(INDEX, 0, 2, FIRST)
    else:
        half_of_pairs(INDEX, 1, 2, SECOND)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_half_between(half: cython.int) -> cython.void:
    """The pairs of one half of the shorter sequence with the longer one."""
    shorter: cython.Py_ssize_t = min(COUNT, OTHER_COUNT)
    if half == 0:
        ask_index(
            STORE.boxes, ROWS, COUNT, STORE.boxes, OTHERS, OTHER_COUNT, 0, shorter // 2, FIRST
        )
    else:
        ask_index(
            STORE.boxes,
            ROWS,
            COUNT,
            STORE.boxes,
            OTHERS,
            OTHER_COUNT,
            shorter // 2,
            shorter,
            SECOND,
        )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_half(half: cython.int) -> cython.void:
    """The exact tests of one half of the pairs."""
    middle: cython.Py_ssize_t = PAIR_COUNT // 2
    if half == 0:
        LEFT[0] = keep_among(STORE, ROWS, OTHERS, PAIRS, middle)
    else:
        LEFT[1] = keep_among(STORE, ROWS, OTHERS, PAIRS + middle, PAIR_COUNT - middle)


def shared_refresh(store, rows, count):
    """Bring rows up to date on two cores."""
    global STORE, ROWS, COUNT  # noqa: PLW0603
    STORE = store
    ROWS = rows
    COUNT = count
    share(refresh_half)
    return 0


@cython.cfunc
@cython.exceptval(-1)
def find_both(work: Work, out: IndexPairs, room: cython.Py_ssize_t) -> cython.int:
    """Do both halves of a search, each with room for so many pairs at first."""
    global FIRST, SECOND  # noqa: PLW0603
    FIRST = out
    SECOND = IndexPairs()
    # Now, since new blocks are not for the second core to ask for; later they only grow.
    if not FIRST.reserve(room) or not SECOND.reserve(room):
        raise MemoryError
    share(work)
    out.extend(SECOND)
    FIRST = SECOND = None
    return 0


def shared_self_pairs(store, rows, count, out):
    """Add the pairs of overlapping boxes within one sequence of rows, in no order."""
    shared_refresh(store, rows, count)
    INDEX.build(store.boxes, rows, count, cython.NULL, count)
    find_both(find_half, out, count)
    return 0


def shared_cross_pairs(store, rows, count, others, other_count, out):
    """Add the pairs of overlapping boxes of two sequences of rows, in no order."""
    global OTHERS, OTHER_COUNT  # noqa: PLW0603
    shared_refresh(store, others, other_count)
    shared_refresh(store, rows, count)
    index_longer(store.boxes, rows, count, store.boxes, others, other_count)
    OTHERS = others
    OTHER_COUNT = other_count
    find_both(find_half_between, out, min(count, other_count))
    return 0


def shared_keep(store, rows, others, pairs):
    """Drop those pairs that do not hit; keep the order."""
    global STORE, ROWS, OTHERS, PAIRS, PAIR_COUNT  # noqa: PLW0603
    STORE = store
    ROWS = rows
    OTHERS = others
    PAIRS = pairs.items
    PAIR_COUNT = pairs.count
    share(keep_half)
    memmove(PAIRS + LEFT[0], PAIRS + PAIR_COUNT // 2, LEFT[1] * cython.sizeof(Pair))
    pairs.count = LEFT[0] + LEFT[1]
