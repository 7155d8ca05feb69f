"""Queries of a quadtree: what overlaps a box, what a way meets, what is nearest to a point.

A query does not descend from a root: on each level it enters at the band and the node that it
needs. Without a directory these are found by bisection. A directory contains where each band and
each key begins. Its memory is proportional to the number of boxes, however large the world is.
Bands of the grid have a table, unless they are so sparse that a bisection has to do. Keys of a band
are gathered into buckets, two to an entry at most: where boxes are dense, a query looks at no entry
more than needed.
"""

import cython as C
from cython.cimports.spritecol._engine import tuning
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.broad_phase import levels
from cython.cimports.spritecol._engine.broad_phase.lanes import (
    SegmentLanes,
    highest_bit,
    look_at,
    lowest_bit,
    overlaps_of_four,
    place_on_segment,
    run_on_segment,
)
from cython.cimports.spritecol._engine.broad_phase.levels import Level
from cython.cimports.spritecol._engine.broad_phase.quadtree import Buckets, Quadtree, Visit
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.pairs import Pair, PairList, pair_in_order
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt

RUN = C.declare(C.int, 64)
"""Entries that are compared with a way at once: a bit of a word for each."""

FOURS = C.declare(C.int, 16)
"""Four entries are compared at once, and the answers of this many fours are gathered in a word: how
many boxes overlap is unpredictable, so the loop that writes the pairs should end once a query, not
once a band."""


# --- where bands and keys begin -------------------------------------------------------------------


def open_directory(tree: Quadtree) -> C.int:
    """Make the directory, unless there is one. The tree must not be empty."""
    buckets: C.Py_ssize_t = 0
    slots: C.Py_ssize_t = 0
    k: C.int
    if tree.directory.is_open:
        return 0
    for k in range(tree.level_count):
        level: C.pointer(Level) = C.address(tree.levels[k])
        level.slots = -1
        if band_span(tree, level) <= tuning.SPARSE_BANDS * level.count + 1024:
            level.slots = slots
            slots += C.cast(C.Py_ssize_t, band_span(tree, level))
    reserve_directory(tree, tuning.MOST_KEY_BUCKETS * tree.count + 4 * tree.band_count, slots)
    for k in range(tree.level_count):
        put_slots(tree, C.address(tree.levels[k]))
        buckets = put_buckets(tree, C.address(tree.levels[k]), buckets)
    tree.directory.is_open = True
    return 0


@C.cfunc
@C.exceptval(-1, check=False)
@C.nogil
def reserve_directory(tree: Quadtree, starts: C.Py_ssize_t, slots: C.Py_ssize_t) -> C.int:
    """Make room for a directory."""
    room_for(
        C.address(tree.directory.buckets),
        C.address(tree.directory.band_capacity),
        tree.band_count,
        16,
        C.sizeof(Buckets),
    )
    room_for(
        C.address(tree.directory.starts),
        C.address(tree.directory.start_capacity),
        starts,
        16,
        C.sizeof(C.int),
    )
    room_for(
        C.address(tree.directory.slots),
        C.address(tree.directory.slot_capacity),
        slots,
        16,
        C.sizeof(C.int),
    )
    return 0


@C.cfunc
@C.exceptval(check=False)
@C.nogil
def band_span(tree: Quadtree, level: C.pointer(C.const[Level])) -> C.longlong:
    """How many bands of the grid there are from a level's first to its last one."""
    return tree.bands[level.first_band + level.band_count - 1].index - level.band_zero + 1


@C.cfunc
@C.exceptval(check=False)
@C.nogil
def put_slots(tree: Quadtree, level: C.pointer(C.const[Level])) -> C.void:
    """Fill a level's table of bands."""
    at: C.longlong = 0
    band: C.Py_ssize_t
    if level.slots < 0:  # then there may be no table at all
        return
    slots: C.p_int = tree.directory.slots + level.slots
    for band in range(level.first_band, level.first_band + level.band_count):
        while at <= tree.bands[band].index - level.band_zero:
            slots[at] = band
            at += 1


@C.cfunc
@C.exceptval(check=False)
@C.nogil
def put_buckets(
    tree: Quadtree, level: C.pointer(C.const[Level]), first: C.Py_ssize_t
) -> C.Py_ssize_t:
    """Fill the buckets of a level's bands, from the bucket `first` on; the next free one."""
    starts: C.p_int = tree.directory.starts
    band: C.Py_ssize_t
    for band in range(level.first_band, level.first_band + level.band_count):
        buckets: C.pointer(Buckets) = tree.directory.buckets + band
        entry: C.Py_ssize_t = tree.bands[band].first
        end: C.Py_ssize_t = tree.band_end(band)
        buckets.first = first
        buckets.key = tree.key_of(level, entry)
        keys: C.longlong = tree.key_of(level, end - 1) - buckets.key
        buckets.doublings = 0
        while keys >> buckets.doublings > tuning.MOST_KEY_BUCKETS * (end - entry):
            buckets.doublings += 1
        buckets.last = C.cast(C.int, keys >> buckets.doublings)
        at: C.Py_ssize_t = 0
        while entry < end:
            bucket: C.longlong = (tree.key_of(level, entry) - buckets.key) >> buckets.doublings
            while at <= bucket:
                starts[first + at] = entry
                at += 1
            entry += 1
        starts[first + buckets.last + 1] = end
        first += buckets.last + 2
    return first


def first_entry_from(
    words: C.pointer(C.const[C.ulonglong]),
    first: C.Py_ssize_t,
    end: C.Py_ssize_t,
    word: C.ulonglong,
) -> C.Py_ssize_t:
    """Find the first entry with no smaller word, by binary search."""
    while first < end:
        middle: C.Py_ssize_t = (first + end) >> 1
        if words[middle] < word:
            first = middle + 1
        else:
            end = middle
    return first


def gallop(
    words: C.pointer(C.const[C.ulonglong]),
    first: C.Py_ssize_t,
    end: C.Py_ssize_t,
    word: C.ulonglong,
) -> C.Py_ssize_t:
    """Find the first entry with no smaller word, which is mostly near, by growing steps first."""
    step: C.Py_ssize_t = 4
    while first + step < end and words[first + step] < word:
        first += step
        step *= 2
    return first_entry_from(words, first, min(first + step, end), word)


# --- queries --------------------------------------------------------------------------------------


Fours = C.struct(  # of entries that were compared with a box, up to 16 times four
    starts=C.Py_ssize_t[16],
    count=C.int,
    bits=C.ulonglong,  # bit 4 * i + j: whether entry starts[i] + j overlaps
)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def compare_four(
    tree: Quadtree,
    box: BoxRef,
    first: C.Py_ssize_t,
    end: C.Py_ssize_t,
    fours: C.pointer(Fours),
) -> C.void:
    """Compare a box with four entries, of which those before the end count."""
    four: C.ulonglong = overlaps_of_four(
        C.address(tree.boxes), first, box.left, box.top, box.right, box.bottom, tree.plain
    )
    fours.starts[fours.count] = first
    fours.bits |= (four & ((1 << min(4, end - first)) - 1)) << 4 * fours.count
    fours.count += 1


def pairs_with_level(
    tree: Quadtree,
    level: C.pointer(C.const[Level]),
    box: BoxRef,
    item: C.Py_ssize_t,
    order: C.int,
    out: PairList,
) -> C.void:
    """Add the pairs of one box with all of one level that overlap it."""
    stop: C.Py_ssize_t = level.first_band + level.band_count
    first: C.Py_ssize_t
    end: C.Py_ssize_t
    fours: Fours
    if not overlap(box, C.address(level.bounds)):
        return
    fours.count = fours.bits = 0
    around: Box = levels.along_bands(level, box)
    low: C.longlong = max(0, levels.key_at(level, around.left - level.widest))
    high: C.longlong = levels.key_at(level, around.right)
    lowest: C.longlong = levels.band_at(level, around.bottom)
    band: C.Py_ssize_t = first_band_from(tree, level, levels.band_at(level, around.top) - 1)
    while band < stop and tree.bands[band].index <= lowest:
        entries_between(tree, level, band, low, high, C.address(first), C.address(end))
        while first < end:
            compare_four(tree, C.address(around), first, end, C.address(fours))
            first += 4
            if fours.count == FOURS:
                add_found(tree, item, order, C.address(fours), out)
                fours.count = fours.bits = 0
                if 0 < out.most < out.count:
                    return
        band += 1
    add_found(tree, item, order, C.address(fours), out)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def add_found(
    tree: Quadtree,
    item: C.Py_ssize_t,
    order: C.int,
    fours: C.pointer(C.const[Fours]),
    out: PairList,
) -> C.void:
    """Add a pair for each entry that overlaps."""
    mask: C.ulonglong = tree.item_mask
    bits: C.ulonglong = fours.bits
    if bits == 0 or (out.capacity - out.count < 4 * FOURS and not out.reserve(4 * FOURS)):
        return
    pair: C.pointer(Pair) = out.items + out.count
    while bits:
        k: C.int = lowest_bit(bits)
        bits &= bits - 1
        pair[0] = pair_in_order(item, tree.words[fours.starts[k >> 2] + (k & 3)] & mask, order)
        pair += 1
    out.count = pair - out.items


LevelWay = C.struct(
    # The way of a box as a level sees it: from where it starts by (dx, dy), with x along the bands.
    turned=C.bint,  # x is the world's y, for levels whose bands are columns
    start=Box,
    dx=C.double,
    dy=C.double,
    lanes=SegmentLanes,
)

LEAST_STEP = C.declare(C.double, 1e-290)
"""Pixels. What goes no farther along an axis counts as standing still along it."""

RAY_SLACK = 1e-12

WINDOW_SLACK = C.declare(C.double, 4e-12)
"""Of a way's length: how far beyond its two ends boxes are compared with it, so that rounding
leaves out none that may be visited."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def a_little_before(x: C.double) -> C.double:
    """A smaller number: how what stands still on an axis sees far sides (`lanes.h`).

    Divided by LEAST_STEP, the difference exceeds any place on a way. So it meets a box on whose far
    side it is.
    """
    return x - max(1e-270, 1e-15 * fabs(x))


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def lanes_of(box: BoxRef, dx: C.double, dy: C.double) -> SegmentLanes:
    """The way of a box, to be compared with boxes.

    Its leading side meets their near sides, and its trailing side leaves their far ones.
    """
    lanes: SegmentLanes
    # Which way it goes cannot be foreseen: no branches.
    sides: Numbers = C.cast(Numbers, box)  # left, top, right, bottom
    ahead_x: C.int = 2 * (dx >= -LEAST_STEP)
    ahead_y: C.int = 2 * (dy >= -LEAST_STEP)
    lanes.x = sides[ahead_x]
    lanes.y = sides[1 + ahead_y]
    lanes.before_x = sides[2 - ahead_x]
    lanes.before_y = sides[3 - ahead_y]
    lanes.inverse_x = 1.0 / (dx if fabs(dx) > LEAST_STEP else LEAST_STEP)
    lanes.inverse_y = 1.0 / (dy if fabs(dy) > LEAST_STEP else LEAST_STEP)
    # Far sides are seen from here: where the box stands still, one that it touches is ahead.
    if not fabs(dx) > LEAST_STEP:
        lanes.before_x = a_little_before(box.left)
    if not fabs(dy) > LEAST_STEP:
        lanes.before_y = a_little_before(box.top)
    lanes.slack = RAY_SLACK
    return lanes


def fraction_at_box(box: BoxRef, moving: BoxRef, dx: C.double, dy: C.double) -> C.double:
    """Where on the way of a moving box it meets another one, or a little before; else infinity."""
    enter: C.double = 0.0
    leave: C.double = 1.0
    near: C.double = box.left - moving.right
    far: C.double = box.right - moving.left
    step: C.double = dx
    reach: C.double = start_reach(max(fabs(moving.left), fabs(moving.right)), dx)
    for _ in range(2):
        if fabs(step) > LEAST_STEP:
            one: C.double = near / step
            two: C.double = far / step
            enter = max(enter, min(one, two))
            leave = min(leave, max(one, two))
        elif near > reach or far < -reach:
            return INFINITY
        near = box.top - moving.bottom
        far = box.bottom - moving.top
        step = dy
        reach = start_reach(max(fabs(moving.top), fabs(moving.bottom)), dy)
    return max(0.0, enter - RAY_SLACK) if enter <= leave + 2.0 * RAY_SLACK else INFINITY


def walk_way(
    tree: Quadtree,
    box: BoxRef,
    dx: C.double,
    dy: C.double,
    past_start: C.bint,
    limit: C.double,
    visit: Visit,
    context: C.p_void,
) -> C.double:
    """Visit what a box meets or touches on its way: first what is near its start, then the rest.

    Where boxes are dense, most ways end near their start, and the rest is never searched.
    """
    way: LevelWay
    near: C.double = tuning.NEAR_NODES * tree.smallest_side
    far: C.double = max(fabs(dx), fabs(dy))
    after: C.double = RAY_SLACK if past_start else -1.0
    limit = min(limit, 1.0)
    if tree.level_count == 0:
        return limit
    start_way(C.address(way), box, dx, dy)
    if 2.0 * near < limit * far:
        near_share: C.double = near / far
        limit = way_through_levels(tree, C.address(way), after, near_share, limit, visit, context)
        if limit <= near_share:
            return limit
        after = near_share + RAY_SLACK  # what begins before that has been visited
    return way_through_levels(tree, C.address(way), after, limit, limit, visit, context)


def visit_way(
    tree: Quadtree,
    box: BoxRef,
    dx: C.double,
    dy: C.double,
    visit: Visit,
    context: C.p_void,
) -> C.double:
    """Visit all that a box meets or touches on its way, in no order."""
    way: LevelWay
    if tree.level_count == 0:
        return 1.0
    start_way(C.address(way), box, dx, dy)
    return way_through_levels(tree, C.address(way), -1.0, 1.0, 1.0, visit, context)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def start_way(way: C.pointer(LevelWay), box: BoxRef, dx: C.double, dy: C.double) -> C.void:
    """Begin a way of a box."""
    way.turned, way.start, way.dx, way.dy = False, box[0], dx, dy
    way.lanes = lanes_of(box, dx, dy)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def turn_way(way: C.pointer(LevelWay)) -> C.void:
    """Put x and y in each other's place.

    A copy for each level would wait for the values just written: with it, rays among 100 circles
    take 15 % longer.
    """
    lanes: C.pointer(SegmentLanes) = C.address(way.lanes)
    way.turned = not way.turned
    way.start = levels.turned(C.address(way.start))
    way.dx, way.dy = way.dy, way.dx
    lanes.x, lanes.y = lanes.y, lanes.x
    lanes.inverse_x, lanes.inverse_y = lanes.inverse_y, lanes.inverse_x
    lanes.before_x, lanes.before_y = lanes.before_y, lanes.before_x


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def way_through_levels(
    tree: Quadtree,
    way: C.pointer(LevelWay),
    after: C.double,
    until: C.double,
    limit: C.double,
    visit: Visit,
    context: C.p_void,
) -> C.double:
    """Go through all levels: only boxes that the way comes to after `after`, and by `until`.

    Returns the new limit.
    """
    k: C.int
    for k in range(tree.level_count):
        if way.turned != tree.levels[k].turned:
            turn_way(way)
        look_at(C.address(way.lanes), C.address(tree.boxes))
        limit = way_through_level(
            tree, C.address(tree.levels[k]), way, after, until, limit, visit, context
        )
        if limit < 0.0:
            break
        until = min(until, limit)
    return limit


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def way_through_level(
    tree: Quadtree,
    level: C.pointer(C.const[Level]),
    way: C.pointer(C.const[LevelWay]),
    after: C.double,
    until: C.double,
    limit: C.double,
    visit: Visit,
    context: C.p_void,
) -> C.double:
    """Go through the bands of a level in the order in which the way meets them; the new limit.

    A box of a band begins in it and ends in it or the next one. So of the way, only what is
    between the borders of these two matters.
    """
    downwards: C.bint = way.lanes.inverse_y > 0.0
    # More than rounding moves the border of a band, also of tiny ones far from the origin.
    slack: C.double = 1e-6 * level.side + 1e-14 * (
        max(fabs(way.start.top), fabs(way.start.bottom)) + fabs(way.dy)
    )
    start: C.double = max(0.0, after - WINDOW_SLACK)
    first_step: C.double = start * way.dy
    last_step: C.double = min(1.0, until + WINDOW_SLACK) * way.dy
    highest: C.double = way.start.top + min(first_step, last_step)
    lowest: C.double = way.start.bottom + max(first_step, last_step)
    top_band: C.longlong = levels.band_at(level, highest - slack) - 1
    bottom_band: C.longlong = levels.band_at(level, lowest + slack)
    first: C.Py_ssize_t = first_band_from(tree, level, top_band)
    stop: C.Py_ssize_t = first_band_from(tree, level, bottom_band + 1)
    band: C.Py_ssize_t = first if downwards else stop - 1
    while first <= band < stop:
        enter: C.double = start
        leave: C.double = 1.0
        if fabs(way.dy) > LEAST_STEP:
            top: C.double = tree.bands[band].index * level.side - slack
            enter = (top - way.start.bottom) * way.lanes.inverse_y
            leave = (top + 2.0 * (level.side + slack) - way.start.top) * way.lanes.inverse_y
            if not downwards:
                enter, leave = leave, enter
            enter = max(start, enter - RAY_SLACK)
            leave = min(1.0, leave + RAY_SLACK)
        if enter > until + WINDOW_SLACK:
            return limit
        if enter <= leave:
            limit = way_through_band(
                tree,
                level,
                band,
                way,
                enter,
                min(leave, until + WINDOW_SLACK),
                after,
                until,
                limit,
                visit,
                context,
            )
            if limit < 0.0:
                return limit
            until = min(until, limit)
        band += 1 if downwards else -1
    return limit


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def way_through_band(
    tree: Quadtree,
    level: C.pointer(C.const[Level]),
    band: C.Py_ssize_t,
    way: C.pointer(C.const[LevelWay]),
    enter: C.double,
    leave: C.double,
    after: C.double,
    until: C.double,
    limit: C.double,
    visit: Visit,
    context: C.p_void,
) -> C.double:
    """Visit what the box meets in one band, between two places on its way; the new limit.

    Entries are compared in runs of up to 64. They are sorted by the keys of their left sides. To
    the right, the entries after a run begin farther along, or before it by less than one key
    covers. To the left, the remaining entries end at most at the last left side plus `widest`.
    """
    rightwards: C.bint = way.lanes.inverse_x > 0.0
    slack: C.double = 2.0 / level.keys_per_pixel + WINDOW_SLACK * fabs(way.dx)
    left: C.double = way.start.left + min(enter * way.dx, leave * way.dx) - slack
    right: C.double = way.start.right + max(enter * way.dx, leave * way.dx) + slack
    first: C.Py_ssize_t
    end: C.Py_ssize_t
    entries_between(
        tree,
        level,
        band,
        max(0, levels.key_at(level, left - level.widest)),
        levels.key_at(level, right),
        C.address(first),
        C.address(end),
    )
    while first < end:
        count: C.int = C.cast(C.int, min(RUN, end - first))
        run: C.Py_ssize_t = first if rightwards else end - count
        if rightwards:
            if tree.boxes.low[run] - slack > way.start.right + until * way.dx:
                return limit
            first += count
        else:
            if tree.boxes.low[end - 1] + level.widest + slack < way.start.left + until * way.dx:
                return limit
            end -= count
        bits: C.ulonglong = run_on_segment(
            C.address(way.lanes), run, count, after, until, tree.plain
        )
        while bits:
            entry: C.Py_ssize_t = lowest_bit(bits) if rightwards else highest_bit(bits)
            bits ^= C.cast(C.ulonglong, 1) << entry
            entry += run
            at: C.double = place_on_segment(C.address(way.lanes), entry)
            if at <= until + RAY_SLACK:
                limit = visit(tree.item_of(entry), min(at, limit), context)
                if limit < 0.0:
                    return limit
                until = min(until, limit)
    return limit


SQUARE_ROUNDING = 1.000000000001


def walk_nearest(
    tree: Quadtree,
    start: BoxRef,
    wanted: C.Py_ssize_t,
    limit: C.double,
    visit: Visit,
    context: C.p_void,
) -> C.double:
    """Visit what is near a box, such as a point, in rings whose radius doubles; the last limit.

    If one is wanted, what overlaps the box is visited first: often nothing can be nearer. The first
    ring is not wider than the smallest nodes, because most items in a wide ring are not among the
    nearest. The last ring ends beyond the farthest corner.

    From far away, the rings are thin: it is the way along them that doubles, which is what they
    cut out of the tree.
    """
    area: C.double = INFINITY  # to a box, on the most crowded level
    inner: C.double = -1.0
    away: C.double = INFINITY
    along: C.double = 0.0
    farthest: C.double = 0.0
    k: C.int
    if tree.level_count == 0:
        return limit
    for k in range(tree.level_count):
        bounds: C.pointer(Box) = C.address(tree.levels[k].bounds)
        away = min(
            away, distance_from_box(start, bounds.left, bounds.top, bounds.right, bounds.bottom)
        )
        area = min(
            area, (bounds.right - bounds.left) * (bounds.bottom - bounds.top) / tree.levels[k].count
        )
        farthest = max(
            farthest,
            max(fabs(bounds.left - start.right), fabs(bounds.right - start.left))
            + max(fabs(bounds.top - start.bottom), fabs(bounds.bottom - start.top)),
        )
    ring: C.double = max(
        min(tree.smallest_side, sqrt(area * wanted) / tuning.FIRST_RING),
        tree.smallest_side / tuning.LEAST_RING,
    )
    if away > 0.0 or wanted > 1:
        along = ring
    while limit >= 0.0 and inner < min(limit, farthest):
        outer: C.double = along if away == 0.0 else sqrt(away * away + along * along)
        for k in range(tree.level_count):
            limit = ring_in_level(
                tree, C.address(tree.levels[k]), start, inner, outer, limit, visit, context
            )
            if limit < 0.0:
                return limit
        inner = outer
        along = max(ring, 2.0 * along)
    return limit


def distance_from_box(
    start: BoxRef, left: C.double, top: C.double, right: C.double, bottom: C.double
) -> C.double:
    """The distance of two boxes, 0 if they overlap."""
    dx: C.double = max(0.0, left - start.right, start.left - right)
    dy: C.double = max(0.0, top - start.bottom, start.top - bottom)
    return sqrt(dx * dx + dy * dy)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def reach_beside(reach: C.double, gap: C.double) -> C.double:
    """How far what is within a reach may be along one axis, if it is no nearer along the other."""
    return sqrt(max(0.0, (reach - gap) * (reach + gap))) if gap > 0.0 else reach


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def ring_in_level(
    tree: Quadtree,
    level: C.pointer(C.const[Level]),
    start: BoxRef,
    inner: C.double,
    outer: C.double,
    limit: C.double,
    visit: Visit,
    context: C.p_void,
) -> C.double:
    """Visit what of a level is farther than `inner`, and no farther than `outer`; the new limit.

    Boxes are compared with the box around the ring first.
    """
    bounds: BoxRef = C.address(level.bounds)
    reach: C.double = min(outer, limit * SQUARE_ROUNDING)
    fours: Fours
    first: C.Py_ssize_t
    end: C.Py_ssize_t
    fours.count = fours.bits = 0
    reach += 1e-6 * level.side + 1e-15 * (
        fabs(start.left) + fabs(start.top) + fabs(start.right) + fabs(start.bottom) + reach
    )
    if distance_from_box(start, bounds.left, bounds.top, bounds.right, bounds.bottom) > reach:
        return limit
    reach_x: C.double = reach_beside(
        reach, max(bounds.top - start.bottom, start.top - bounds.bottom)
    )
    reach_y: C.double = reach_beside(
        reach, max(bounds.left - start.right, start.left - bounds.right)
    )
    around: Box = Box(
        start.left - reach_x, start.top - reach_y, start.right + reach_x, start.bottom + reach_y
    )
    across: Box
    if level.turned:
        around = levels.turned(C.address(around))
        across = levels.turned(start)
        start = C.address(across)
    band: C.Py_ssize_t = first_band_from(tree, level, levels.band_at(level, around.top) - 1)
    stop: C.Py_ssize_t = first_band_from(tree, level, levels.band_at(level, around.bottom) + 1)
    low: C.longlong = max(0, levels.key_at(level, around.left - level.widest))
    high: C.longlong = levels.key_at(level, around.right)
    while band < stop:
        entries_between(tree, level, band, low, high, C.address(first), C.address(end))
        while first < end:
            compare_four(tree, C.address(around), first, end, C.address(fours))
            first += 4
            if fours.count == FOURS:
                limit = visit_ring(
                    tree,
                    start,
                    inner,
                    outer,
                    limit,
                    C.address(fours),
                    visit,
                    context,
                )
                if limit < 0.0:
                    return limit
                fours.count = fours.bits = 0
        band += 1
    return visit_ring(tree, start, inner, outer, limit, C.address(fours), visit, context)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def visit_ring(
    tree: Quadtree,
    start: BoxRef,
    inner: C.double,
    outer: C.double,
    limit: C.double,
    fours: C.pointer(C.const[Fours]),
    visit: Visit,
    context: C.p_void,
) -> C.double:
    """Visit what of the entries that overlap is in a ring; the new limit."""
    bits: C.ulonglong = fours.bits
    while bits:
        k: C.int = lowest_bit(bits)
        bits &= bits - 1
        entry: C.Py_ssize_t = fours.starts[k >> 2] + (k & 3)
        away: C.double = distance_from_box(
            start,
            tree.boxes.low[entry],
            tree.boxes.top[entry],
            tree.boxes.high[entry],
            tree.boxes.bottom[entry],
        )
        if inner < away <= min(outer, limit * SQUARE_ROUNDING):
            limit = visit(tree.item_of(entry), away, context)
            if limit < 0.0:
                return limit
    return limit
