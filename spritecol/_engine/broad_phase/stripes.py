"""Which of a few boxes are at a place: a bit for each box, by column and by row of the world.

The boxes of a place are those of its column that are in its row, too. They come in order, so a
search for the first one that holds a point can stop there. Made in a microsecond or two, and
asked in nanoseconds; but the words get long with many boxes, and the stripes wide in a wide world.

Most rays in a crowd start inside something. Without this module, "10,000 rays among circles" takes
twice as long for 100 circles.
"""

import cython
from cython import (
    Py_ssize_t,
    address,
    bint,
    cast,
    cfunc,
    declare,
    double,
    exceptval,
    inline,
    nogil,
    pointer,
    sizeof,
    ulonglong,
)
from cython.cimports.libc.string import memset
from cython.cimports.spritecol._engine.box import (
    Box,
    BoxView,
    bounding_box,
    box_at,
    overlap_branch_free,
)
from cython.cimports.spritecol._engine.broad_phase.lanes import lowest_bit
from cython.cimports.spritecol._engine.tuning import STRIPE_SAMPLES

LEAST_SPAN = declare(double, 1e-280)
"""Pixels. Stripes of a narrower world would be too many for a float64."""


def make_stripes(stripes: pointer(Stripes), view: pointer(cython.const[BoxView])) -> bint:
    """Mark each box where it begins and behind its end, then sum the marks.

    False if the stripes are too wide to tell the boxes apart.
    """
    bounds: Box = bounding_box(view)
    words: cython.int = cast(cython.int, max(1, (view.count + 63) >> 6))
    k: Py_ssize_t
    stripes.words = words
    stripes.left = bounds.left
    stripes.top = bounds.top
    stripes.columns_per_pixel = STRIPES / max(bounds.right - bounds.left, LEAST_SPAN)
    stripes.rows_per_pixel = STRIPES / max(bounds.bottom - bounds.top, LEAST_SPAN)
    memset(stripes.columns, 0, (BEHIND + 1) * words * sizeof(ulonglong))
    memset(stripes.rows, 0, (BEHIND + 1) * words * sizeof(ulonglong))
    for k in range(view.count):
        box: pointer(cython.const[Box]) = box_at(view, k)
        if box.left <= box.right and box.top <= box.bottom:
            spot: Spot = spot_of(stripes, box)
            mark(stripes.columns, words, spot.left, spot.right, k)
            mark(stripes.rows, words, spot.top, spot.bottom, k)
    for k in range(words, (BEHIND + 1) * words):
        stripes.columns[k] ^= stripes.columns[k - words]
        stripes.rows[k] ^= stripes.rows[k - words]
    return tell_apart(stripes, view)


@cfunc
@nogil
@exceptval(check=False)
def tell_apart(
    stripes: pointer(cython.const[Stripes]), view: pointer(cython.const[BoxView])
) -> bint:
    """Whether stripes find few boxes in vain, at the middles of a sample of the boxes.

    In a world that is wide because of a few boxes, the others are all in one place.
    """
    found: Py_ssize_t = 0
    met: Py_ssize_t = 0
    step: Py_ssize_t = max(1, view.count // STRIPE_SAMPLES)
    k: Py_ssize_t = 0
    word: cython.int
    while k < view.count:
        middle: Box = box_at(view, k)[0]
        k += step
        if not (middle.left <= middle.right and middle.top <= middle.bottom):
            continue
        middle.left = middle.right = 0.5 * (middle.left + middle.right)
        middle.top = middle.bottom = 0.5 * (middle.top + middle.bottom)
        spot: Spot = spot_of(stripes, address(middle))
        for word in range(stripes.words):
            bits: ulonglong = boxes_at(stripes, address(spot), word)
            while bits:
                found += 1
                met += overlap_branch_free(
                    box_at(view, 64 * word + lowest_bit(bits)), address(middle)
                )
                bits &= bits - 1
    return found <= 2 * met


@cfunc
@inline
@nogil
@exceptval(check=False)
def mark(
    stripes: pointer(ulonglong),
    words: cython.int,
    first: cython.int,
    last: cython.int,
    item: Py_ssize_t,
) -> cython.void:
    """Mark where a box begins, and behind its end if stripes follow."""
    bit: ulonglong = cast(ulonglong, 1) << (item & 63)
    stripes[first * words + (item >> 6)] ^= bit
    if last < BEHIND:
        stripes[(last + 1) * words + (item >> 6)] ^= bit
