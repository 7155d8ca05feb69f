"""Which of a few boxes are at a place: a bit for each box, by column and by row of the world.

The boxes of a place, be it small or large, are those that have begun where it ends, and have not
ended where it begins, along both axes: four words are read. They come in order, so a search for the
first one that holds a point can stop there. Made in a microsecond or two, and asked in nanoseconds;
but the words get long with many boxes, and the stripes wide in a wide world.

Most rays in a crowd start inside something, and most rays in a large level meet nothing. For either
a tree takes several times as long.
"""

import cython
from cython import (
    NULL,
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
    p_double,
    p_void,
    pointer,
    size_t,
    sizeof,
    ulonglong,
)
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.libc.string import memset
from cython.cimports.spritecol._engine.box import (
    Box,
    BoxView,
    bounding_box,
    box_at,
    overlap_branch_free,
)
from cython.cimports.spritecol._engine.broad_phase.lanes import (
    BoxColumns,
    SegmentLanes,
    end_on_segment,
    is_on_segment,
    look_at,
    lowest_bit,
    place_on_segment,
)
from cython.cimports.spritecol._engine.broad_phase.queries import (
    RAY_SLACK,
    box_at_start,
    lanes_of,
)
from cython.cimports.spritecol._engine.tuning import STRIPE_SAMPLES

LEAST_SPAN = declare(double, 1e-280)
"""Pixels. Stripes of a narrower world would be too many for a float64."""


def make_stripes(stripes: pointer(Stripes), view: pointer(cython.const[BoxView])) -> bint:
    """Mark each box where it begins and where it ends, and carry the marks on.

    False if the stripes are too wide to tell the boxes apart.
    """
    bounds: Box = bounding_box(view)
    words: cython.int = cast(cython.int, max(1, (view.count + 63) >> 6))
    last: cython.int = BEHIND * words
    size: size_t = (BEHIND + 1) * words * sizeof(ulonglong)
    k: Py_ssize_t
    stripes.words = words
    stripes.bounds = bounds
    stripes.pace = 4.0 * STRIPES / sqrt(view.count)
    stripes.columns_per_pixel = STRIPES / max(bounds.right - bounds.left, LEAST_SPAN)
    stripes.rows_per_pixel = STRIPES / max(bounds.bottom - bounds.top, LEAST_SPAN)
    memset(stripes.begun_left, 0, size)
    memset(stripes.goes_right, 0, size)
    memset(stripes.begun_top, 0, size)
    memset(stripes.goes_down, 0, size)
    for k in range(view.count):
        box: pointer(cython.const[Box]) = box_at(view, k)
        if box.left <= box.right and box.top <= box.bottom:
            spot: Spot = spot_of(stripes, box)
            bit: ulonglong = cast(ulonglong, 1) << (k & 63)
            word: cython.int = k >> 6
            stripes.begun_left[spot.left * words + word] |= bit
            stripes.goes_right[spot.right * words + word] |= bit
            stripes.begun_top[spot.top * words + word] |= bit
            stripes.goes_down[spot.bottom * words + word] |= bit
    for k in range(last):
        stripes.begun_left[k + words] |= stripes.begun_left[k]
        stripes.begun_top[k + words] |= stripes.begun_top[k]
        stripes.goes_right[last - 1 - k] |= stripes.goes_right[last - 1 - k + words]
        stripes.goes_down[last - 1 - k] |= stripes.goes_down[last - 1 - k + words]
    return tell_apart(stripes, view)


@cfunc
@nogil
@exceptval(check=False)
def tell_apart(stripes: pointer(Stripes), view: pointer(cython.const[BoxView])) -> bint:
    """Whether stripes find few boxes in vain, at the middles of a sample of the boxes.

    In a world that is wide because of a few boxes, the others are all in one place.
    """
    found: Py_ssize_t = 0
    met: Py_ssize_t = 0
    samples: Py_ssize_t = 0
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
        samples += 1
    stripes.crowded = met >= 2 * samples
    return found <= 2 * met


@cfunc
@inline
@nogil
@exceptval(check=False)
def entry_at(view: pointer(cython.const[BoxView]), item: Py_ssize_t) -> Py_ssize_t:
    """Where in a column of a view's boxes one of them is: each box is four numbers."""
    return 4 * (item if view.rows is NULL else view.rows[item])


def walk_stripes(
    stripes: pointer(cython.const[Stripes]),
    view: pointer(cython.const[BoxView]),
    x1: double,
    y1: double,
    x2: double,
    y2: double,
    past_start: bint,
    limit: double,
    visit: Visit,
    context: p_void,
) -> double:
    """Visit what a segment meets or touches, piece by piece.

    For each piece the stripes tell what is in the box around it. A piece is so long that few boxes
    are beside it, and few pieces meet nothing. What begins in a piece is visited with that piece.
    """
    columns: BoxColumns
    dx: double = x2 - x1
    dy: double = y2 - y1
    around: Box = box_at_start(x1, y1, x2, y2)
    wide: double = around.right - x1
    high: double = around.bottom - y1
    lanes: SegmentLanes = lanes_of(x1, y1, dx, dy)
    after: double = RAY_SLACK if past_start else -1.0
    item: Py_ssize_t
    entry: Py_ssize_t
    piece: cython.int
    word: cython.int
    limit = min(limit, 1.0)
    columns.low = cast(p_double, address(stripes.bounds.left))
    columns.top = cast(p_double, address(stripes.bounds.top))
    columns.high = cast(p_double, address(stripes.bounds.right))
    columns.bottom = cast(p_double, address(stripes.bounds.bottom))
    look_at(address(lanes), address(columns))
    start: double = place_on_segment(address(lanes), 0)
    end: double = end_on_segment(address(lanes), 0, limit) + RAY_SLACK
    if start > end:
        return limit
    columns.low = cast(p_double, address(view.boxes.left))
    columns.top = cast(p_double, address(view.boxes.top))
    columns.high = cast(p_double, address(view.boxes.right))
    columns.bottom = cast(p_double, address(view.boxes.bottom))
    look_at(address(lanes), address(columns))
    crossed: double = (end - start) * max(
        fabs(dx) * stripes.columns_per_pixel, fabs(dy) * stripes.rows_per_pixel
    )
    pieces: cython.int = 1 + cast(cython.int, min(crossed, STRIPES) / stripes.pace)
    length: double = (end - start) / pieces
    for piece in range(pieces):
        until: double = min(limit, end if piece == pieces - 1 else start + length)
        from_x: double = x1 + start * dx
        from_y: double = y1 + start * dy
        to_x: double = x1 + until * dx
        to_y: double = y1 + until * dy
        around.left = min(from_x, to_x) - wide
        around.right = max(from_x, to_x) + wide
        around.top = min(from_y, to_y) - high
        around.bottom = max(from_y, to_y) + high
        start = until
        spot: Spot = spot_of(stripes, address(around))
        for word in range(stripes.words):
            found: ulonglong = boxes_at(stripes, address(spot), word)
            bits: ulonglong = 0
            while found:  # no branch in here: which boxes are met cannot be foreseen
                item = lowest_bit(found)
                found &= found - 1
                entry = entry_at(view, 64 * word + item)
                bits |= cast(ulonglong, is_on_segment(address(lanes), entry, after, until)) << item
            while bits:
                item = 64 * word + lowest_bit(bits)
                bits &= bits - 1
                at: double = place_on_segment(address(lanes), entry_at(view, item))
                if at <= until + RAY_SLACK:
                    limit = visit(item, min(at, limit), context)
                    if limit < 0.0:
                        return limit
                    until = min(until, limit)
        if limit <= start:
            break
        after = max(after, start + RAY_SLACK)
    return limit
