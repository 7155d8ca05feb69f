"""The directory of a quadtree: where each band and each key begins, so that queries look it up.

It takes memory in proportion to the boxes, however large the world is. Bands of the grid have a
table, unless they are so sparse that a bisection has to do. Keys of a band are gathered into
buckets, two to an entry at most: where boxes are dense, a query looks at no entry more than needed.
"""

import cython
from cython import (
    Py_ssize_t,
    address,
    cast,
    cfunc,
    exceptval,
    longlong,
    nogil,
    p_int,
    pointer,
    sizeof,
)
from cython.cimports.spritecol._engine.broad_phase.levels import Level
from cython.cimports.spritecol._engine.broad_phase.quadtree import Buckets, Quadtree
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.tuning import MOST_KEY_BUCKETS, SPARSE_BANDS


def open_directory(tree: Quadtree) -> cython.int:
    """Make the directory, unless there is one. The tree must not be empty."""
    buckets: Py_ssize_t = 0
    slots: Py_ssize_t = 0
    k: cython.int
    if tree.directory.is_open:
        return 0
    for k in range(tree.level_count):
        level: pointer(Level) = address(tree.levels[k])
        level.slots = -1
        if band_span(tree, level) <= SPARSE_BANDS * level.count + 1024:
            level.slots = slots
            slots += cast(Py_ssize_t, band_span(tree, level))
    reserve(tree, MOST_KEY_BUCKETS * tree.count + 4 * tree.band_count, slots)
    for k in range(tree.level_count):
        put_slots(tree, address(tree.levels[k]))
        buckets = put_buckets(tree, address(tree.levels[k]), buckets)
    tree.directory.is_open = True
    return 0


@cfunc
@exceptval(-1, check=False)
@nogil
def reserve(tree: Quadtree, starts: Py_ssize_t, slots: Py_ssize_t) -> cython.int:
    """Make room for a directory."""
    room_for(
        address(tree.directory.buckets),
        address(tree.directory.band_capacity),
        tree.band_count,
        16,
        sizeof(Buckets),
    )
    room_for(
        address(tree.directory.starts),
        address(tree.directory.start_capacity),
        starts,
        16,
        sizeof(cython.int),
    )
    room_for(
        address(tree.directory.slots),
        address(tree.directory.slot_capacity),
        slots,
        16,
        sizeof(cython.int),
    )
    return 0


@cfunc
@exceptval(check=False)
@nogil
def band_span(tree: Quadtree, level: pointer(cython.const[Level])) -> longlong:
    """How many bands of the grid there are from a level's first to its last one."""
    return tree.bands[level.first_band + level.band_count - 1].index - level.band_zero + 1


@cfunc
@exceptval(check=False)
@nogil
def put_slots(tree: Quadtree, level: pointer(cython.const[Level])) -> cython.void:
    """Fill a level's table of bands."""
    at: longlong = 0
    band: Py_ssize_t
    if level.slots < 0:  # then there may be no table at all
        return
    slots: p_int = tree.directory.slots + level.slots
    for band in range(level.first_band, level.first_band + level.band_count):
        while at <= tree.bands[band].index - level.band_zero:
            slots[at] = band
            at += 1


@cfunc
@exceptval(check=False)
@nogil
def put_buckets(
    tree: Quadtree, level: pointer(cython.const[Level]), first: Py_ssize_t
) -> Py_ssize_t:
    """Fill the buckets of a level's bands, from the bucket `first` on; the next free one."""
    starts: p_int = tree.directory.starts
    band: Py_ssize_t
    for band in range(level.first_band, level.first_band + level.band_count):
        buckets: pointer(Buckets) = tree.directory.buckets + band
        entry: Py_ssize_t = tree.bands[band].first
        end: Py_ssize_t = tree.band_end(band)
        buckets.first = first
        buckets.key = tree.key_of(level, entry)
        keys: longlong = tree.key_of(level, end - 1) - buckets.key
        buckets.doublings = 0
        while keys >> buckets.doublings > MOST_KEY_BUCKETS * (end - entry):
            buckets.doublings += 1
        buckets.last = cast(cython.int, keys >> buckets.doublings)
        at: Py_ssize_t = 0
        while entry < end:
            bucket: longlong = (tree.key_of(level, entry) - buckets.key) >> buckets.doublings
            while at <= bucket:
                starts[first + at] = entry
                at += 1
            entry += 1
        starts[first + buckets.last + 1] = end
        first += buckets.last + 2
    return first
