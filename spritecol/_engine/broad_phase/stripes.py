"""Which of a few boxes are at a place: a bit for each box, by column and by row of the world.

The boxes of a place are those of its column that are in its row, too. They come in order, so who
looks for the first that holds a point need not see the others. Made in a microsecond or two, and
asked in nanoseconds; but the words get long with many boxes, and the stripes wide in a wide world.
"""

import cython
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

LEAST_SPAN = cython.declare(cython.double, 1e-280)
"""Pixels. Stripes of a narrower world would be too many for a float64."""


def make_stripes(
    stripes: cython.pointer(Stripes), view: cython.pointer(cython.const[BoxView])
) -> cython.bint:
    """See the header. A box is marked where it begins and behind its end; then marks are summed."""
    bounds: Box = bounding_box(view)
    box: cython.pointer(cython.const[Box])
    spot: Spot
    words: cython.int = cython.cast(cython.int, max(1, (view.count + 63) >> 6))
    k: cython.Py_ssize_t
    stripes.words = words
    stripes.left = bounds.left
    stripes.top = bounds.top
    stripes.columns_per_pixel = STRIPES / max(bounds.right - bounds.left, LEAST_SPAN)
    stripes.rows_per_pixel = STRIPES / max(bounds.bottom - bounds.top, LEAST_SPAN)
    memset(stripes.columns, 0, (BEHIND + 1) * words * cython.sizeof(cython.ulonglong))
    memset(stripes.rows, 0, (BEHIND + 1) * words * cython.sizeof(cython.ulonglong))
    for k in range(view.count):
        box = box_at(view, k)
        if box.left <= box.right and box.top <= box.bottom:
            spot = spot_of(stripes, box)
            mark(stripes.columns, words, spot.left, spot.right, k)
            mark(stripes.rows, words, spot.top, spot.bottom, k)
    for k in range(words, (BEHIND + 1) * words):
        stripes.columns[k] ^= stripes.columns[k - words]
        stripes.rows[k] ^= stripes.rows[k - words]
    return tell_apart(stripes, view)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def tell_apart(
    stripes: cython.pointer(cython.const[Stripes]), view: cython.pointer(cython.const[BoxView])
) -> cython.bint:
    """Whether most boxes that are found at the middles of some meet them, too.

    In a world that is wide because of a few boxes, the others are all in one place.
    """
    found: cython.Py_ssize_t = 0
    met: cython.Py_ssize_t = 0
    step: cython.Py_ssize_t = max(1, view.count // STRIPE_SAMPLES)
    k: cython.Py_ssize_t = 0
    word: cython.int
    bits: cython.ulonglong
    middle: Box
    spot: Spot
    while k < view.count:
        middle = box_at(view, k)[0]
        k += step
        if not (middle.left <= middle.right and middle.top <= middle.bottom):
            continue
        middle.left = middle.right = 0.5 * (middle.left + middle.right)
        middle.top = middle.bottom = 0.5 * (middle.top + middle.bottom)
        spot = spot_of(stripes, cython.address(middle))
        for word in range(stripes.words):
            bits = boxes_at(stripes, cython.address(spot), word)
            while bits:
                found += 1
                met += overlap_branch_free(
                    box_at(view, 64 * word + lowest_bit(bits)), cython.address(middle)
                )
                bits &= bits - 1
    return found <= 2 * met


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mark(
    stripes: cython.pointer(cython.ulonglong),
    words: cython.int,
    first: cython.int,
    last: cython.int,
    item: cython.Py_ssize_t,
) -> cython.void:
    """Mark where a box begins, and behind its end if stripes follow."""
    bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << (item & 63)
    stripes[first * words + (item >> 6)] ^= bit
    if last < BEHIND:
        stripes[(last + 1) * words + (item >> 6)] ^= bit
