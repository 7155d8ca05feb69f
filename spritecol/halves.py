"""The stages of a large check in two halves, for two cores (`second_core`).

The halves write to different places: the transform to different rows, the search for pairs and the
exact tests to lists of their own. What comes out is sorted afterwards, so nobody can tell.
"""

import cython
from cython.cimports.spritecol.broad_phase import FORCED, INDEX, ask_index, index_longer
from cython.cimports.spritecol.index_pairs import IndexPairs
from cython.cimports.spritecol.second_core import Work, has_second, share
from cython.cimports.spritecol.shape_filter import keep_hits
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
    """The pairs in one half of the strips, and the exact tests of them."""
    if half == 0:
        half_of_pairs(INDEX, 0, 2, FIRST)
        keep_hits(STORE, ROWS, ROWS, FIRST)
    else:
        half_of_pairs(INDEX, 1, 2, SECOND)
        keep_hits(STORE, ROWS, ROWS, SECOND)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def find_between(first: cython.Py_ssize_t, end: cython.Py_ssize_t, out: IndexPairs) -> cython.void:
    """Pairs of some of the shorter sequence with the longer one, and the exact tests of them."""
    ask_index(STORE.boxes, ROWS, COUNT, STORE.boxes, OTHERS, OTHER_COUNT, first, end, out)
    keep_hits(STORE, ROWS, OTHERS, out)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_half_between(half: cython.int) -> cython.void:
    """The same for one half of the shorter sequence."""
    shorter: cython.Py_ssize_t = min(COUNT, OTHER_COUNT)
    if half == 0:
        find_between(0, shorter // 2, FIRST)
    else:
        find_between(shorter // 2, shorter, SECOND)


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


def shared_self_hits(store, rows, count, out):
    """Add the hits within one sequence, found on two cores, in no order."""
    shared_refresh(store, rows, count)
    INDEX.build(store.boxes, rows, count, cython.NULL)
    find_both(find_half, out, count)
    return 0


def shared_cross_hits(store, rows, count, others, other_count, out):
    """Add the hits between two sequences, found on two cores, in no order."""
    global OTHERS, OTHER_COUNT  # noqa: PLW0603
    shared_refresh(store, others, other_count)
    shared_refresh(store, rows, count)
    index_longer(store.boxes, rows, count, store.boxes, others, other_count)
    OTHERS = others
    OTHER_COUNT = other_count
    find_both(find_half_between, out, min(count, other_count))
    return 0
