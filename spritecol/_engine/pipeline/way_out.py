"""The shortest way out of several rows at once, for separations and pushes.

A row moves. The rows around it that it hits, or would hit on its way out, are marked. As in
`contact_search`, a push is tried out by the exact tests.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.box_tests import gap_between, overlap
from cython.cimports.spritecol._engine.narrow_phase import row_shapes, shape_pair
from cython.cimports.spritecol._engine.narrow_phase.least_move import SHORTER, confirm, sort_moves
from cython.cimports.spritecol._engine.narrow_phase.obstacles import Obstacles, rounding_of
from cython.cimports.spritecol._engine.narrow_phase.part_pairs import (
    PartPairs,
    next_pair,
    pairs_within,
)
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import (
    ShapePair,
    ShapePairRef,
    shapes_overlap,
)
from cython.cimports.spritecol._engine.narrow_phase.sweep_kernels import Interval, sweep_parts
from cython.cimports.spritecol._engine.pipeline.contact_search import (
    ShapeContact,
    add_obstacles,
    extent_of,
    put_least_past,
    put_push_of_rows,
    size_of_rows,
)
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.row_tests import passes
from cython.cimports.spritecol._engine.storage.store import RowFilterRef
from cython.cimports.spritecol._engine.transform import nearness, rows
from cython.cimports.spritecol._engine.transform.near_parts import NearPair, NearParts
from cython.cimports.spritecol._support.libc import INFINITY, fabs
from cython.cimports.spritecol._support.polar import hypot

MOST_ROUNDS = C.declare(C.int, 1000)
"""Limit for the rounds of `least_way_out`, each of which adds at least one row."""

OBSTACLES = C.declare(Obstacles, Obstacles())
"""Of the last question; the next one reuses its memory. No user code runs while one is answered."""

Crowd = C.struct(
    # A row that moves, and the rows about it.
    store=C.p_void,
    row=C.int,
    chosen=RowFilterRef,
    rows=Rows,
    row_count=C.Py_ssize_t,
    mark=C.uint,  # the `last_pass` of those rows that count
    skips_one_way=C.bint,  # one-way shapes of those rows do not count
    along=Numbers,  # the line on which the row moves; NULL: any
)

Hits = C.struct(count=C.Py_ssize_t, row=C.int)
"""How many rows a row hits, and one of them."""


def least_way_out(
    store: Store,
    a: C.int,
    b: Rows,
    nb: C.Py_ssize_t,
    selected: RowFilterRef,
    skips_one_way: C.bint,
    along: Numbers,
    ahead: C.bint,
    out: C.pointer(Move),
) -> C.int:
    """The least move of row `a` after which it hits none of the rows `b`; depth 0 without hits.

    With `along`, the least move on that line, or only in its direction if `ahead` is set; depth 0
    if there is none. NULL stands for any direction. The length of `along` is in (0.5, 1], and what
    the depth is a multiple of, so the depth is no less than the length of the move.

    Only the `selected` rows count, and row `a` must not be one of them. With `skips_one_way`, their
    one-way shapes do not. Those that decided have `store.last_pass` as their own afterward: they
    hit, or they were in the way.

    Rows that do not hit may be in the way. So first the least move past the rows that hit is found,
    then that past these and the rows it would hit, and so on: each is the least move past some of
    the rows, so the first one that hits nothing is the least of all.
    """
    crowd: Crowd
    contact: ShapeContact
    k: C.Py_ssize_t
    out.nx = 0.0
    out.ny = -1.0
    out.depth = 0.0
    crowd.store = C.cast(C.p_void, store)
    crowd.row = a
    crowd.chosen = selected
    crowd.rows = b
    crowd.row_count = nb
    crowd.along = along
    crowd.mark = store.next_pass()
    crowd.skips_one_way = skips_one_way
    rows.freshen(store, a)
    for k in range(nb):
        rows.freshen(store, b[k])
    for _ in range(MOST_ROUNDS):
        hits: Hits = mark_hits_after(C.address(crowd), out)
        if hits.count == 0:
            return 0
        if along is not C.NULL:
            OBSTACLES.clear()
            OBSTACLES.move_count = 0
            add_marked(C.address(crowd), 0.0, OBSTACLES)
            if not shortest_along(OBSTACLES, along, ahead, C.address(crowd), out):
                out.depth = 0.0
                return 0
        elif (
            hits.count == 1
            and out.depth == 0.0
            and not (skips_one_way and store.dirty[hits.row] & layout.ONE_WAY)
        ):
            put_push_of_rows(store, selected, a, hits.row, C.address(contact))
            out.nx = contact.nx
            out.ny = contact.ny
            out.depth = contact.depth
        else:
            # The least move past more rows is longer, but seldom twice as long.
            extent: C.double = least_extent(C.address(crowd))
            put_least_past(
                add_marked, frees_marked, C.address(crowd), 2.0 * out.depth, extent, OBSTACLES, out
            )
    return 0


@C.cfunc
@C.exceptval(check=False)
def next_in_way(
    store: Store,
    skips_one_way: C.bint,
    near: C.pointer(C.const[NearParts]),
    pair: C.pointer(ShapePair),
) -> C.bint:
    """Go on to the next shapes of row `b` that count, against all of row `a`; False at the end.

    Usually these are all shapes at once. Where one-way shapes are skipped, it is one by one of
    those with a near part. A new pair has no parts yet.
    """
    direction: C.double[2]
    count: C.int = store.groups[pair.b].count
    pair.first_a = 0
    pair.count_a = store.groups[pair.a].count
    pair.first_b += pair.count_b
    if not (skips_one_way and store.dirty[pair.b] & layout.ONE_WAY):
        pair.count_b = count
        return pair.first_b < count
    while True:
        part: C.int = nearness.next_near(near, pair.first_b, count)
        if part == count:
            return False
        row_shapes.put_shape_of(
            store, pair.b, part, C.address(pair.first_b), C.address(pair.count_b)
        )
        if not rows.put_direction(store, pair.b, pair.first_b, direction):
            return True
        pair.first_b += pair.count_b


@C.cfunc
@C.exceptval(check=False)
def is_in_way(
    store: Store,
    chosen: RowFilterRef,
    skips_one_way: C.bint,
    a: C.int,
    b: C.int,
) -> C.bint:
    """Whether row `a` hits shapes of row `b` that count. Their boxes overlap."""
    if not shapes_overlap(store, chosen, a, b):
        return False
    if not (skips_one_way and store.dirty[b] & layout.ONE_WAY):
        return True
    near: NearParts
    pair: ShapePair = row_shapes.whole_rows(store, a, b)
    pair.chosen = chosen
    pair.first_b = pair.count_b = 0
    nearness.find_near_parts(store, b, store.boxes + a, 0.0, 0.0, C.address(near))
    while next_in_way(store, skips_one_way, C.address(near), C.address(pair)):
        if shape_pair.shapes_hit(store, C.address(pair)):
            return True
    return False


@C.cfunc
@C.exceptval(check=False)
def frees_marked(context: C.p_void, dx: C.double, dy: C.double) -> C.bint:
    """Whether a row hits none of the marked rows after a move."""
    crowd: C.pointer(Crowd) = C.cast(C.pointer(Crowd), context)
    store: Store = C.cast(Store, crowd.store)
    x: C.double = store.x[crowd.row]
    y: C.double = store.y[crowd.row]
    hit: C.bint = False
    k: C.Py_ssize_t
    shape_pair.shift_row(store, crowd.row, x + dx, y + dy)
    for k in range(crowd.row_count):
        if (
            store.groups[crowd.rows[k]].last_pass == crowd.mark
            and overlap(store.boxes + crowd.row, store.boxes + crowd.rows[k])
            and is_in_way(
                store,
                crowd.chosen,
                crowd.skips_one_way,
                crowd.row,
                crowd.rows[k],
            )
        ):
            hit = True
            break
    shape_pair.shift_row(store, crowd.row, x, y)
    return not hit


@C.cfunc
@C.exceptval(check=False)
def find_parts_on_line(
    store: Store,
    pair: ShapePairRef,
    along: Numbers,
    margin: C.double,
    near: C.pointer(NearParts),
) -> C.void:
    """Find the parts of row `b` that row `a` may meet on a line, either way."""
    # From before the whole of row `b` to behind it.
    length: C.double = extent_of(store, pair.a) + extent_of(store, pair.b)
    length += fabs(gap_between(store.boxes + pair.a, store.boxes + pair.b))
    length /= hypot(along[0], along[1])
    dx: C.double = length * along[0]
    dy: C.double = length * along[1]
    start: Box = store.boxes[pair.a]
    start.left -= dx + margin
    start.right -= dx - margin
    start.top -= dy + margin
    start.bottom -= dy - margin
    nearness.find_near_parts(store, pair.b, C.address(start), 2.0 * dx, 2.0 * dy, near)


@C.cfunc
@C.exceptval(-1)
def note_intervals(
    store: Store,
    pair: ShapePairRef,
    near: C.pointer(C.const[NearPair]),
    along: Numbers,
    obstacles: Obstacles,
) -> C.int:
    """Note where row `a`, moved either way on a line, enters and leaves near parts of row `b`."""
    interval: Interval
    rounding: C.double = rounding_of(obstacles.size)
    parts: PartPairs = pairs_within(store, pair, near, INFINITY)
    while next_pair(store, C.address(parts)):
        if not sweep_parts(
            parts.part, parts.other, store.pool, along[0], along[1], C.address(interval)
        ):
            continue
        if interval.exit >= -rounding:
            obstacles.note(along[0], along[1], interval.exit)
            obstacles.moves[obstacles.move_count - 1].enter = interval.enter
        if interval.enter <= rounding:
            obstacles.note(-along[0], -along[1], -interval.enter)
            obstacles.moves[obstacles.move_count - 1].enter = -interval.exit
    return 0


@C.cfunc
@C.exceptval(check=False)
def first_confirmed(
    obstacles: Obstacles, nx: C.double, ny: C.double, crowd: C.pointer(Crowd), best: C.pointer(Move)
) -> C.bint:
    """Write the first of the moves noted in a direction that is confirmed, if it is below `best`.

    They are sorted. One that ends well inside of another part is not tried.
    """
    rounding: C.double = rounding_of(obstacles.size)
    k: C.Py_ssize_t
    j: C.Py_ssize_t
    for k in range(obstacles.move_count):
        move: Move = obstacles.moves[k]
        if not move.depth < best.depth:
            return False
        if move.nx != nx or move.ny != ny:
            continue
        for j in range(k + 1, obstacles.move_count):
            other: C.pointer(Move) = obstacles.moves + j
            if (
                other.nx == nx
                and other.ny == ny
                and other.enter < move.depth - rounding
                and other.depth > move.depth + rounding
            ):
                break
        else:
            if (
                move.depth > 0.0 and frees_marked(crowd, nx * move.depth, ny * move.depth)
            ) or confirm(C.address(move), obstacles.size, frees_marked, crowd):
                best[0] = move
                return True
    return False


@C.cfunc
@C.exceptval(check=False)
def shortest_along(
    obstacles: Obstacles,
    along: Numbers,
    ahead: C.bint,
    crowd: C.pointer(Crowd),
    best: C.pointer(Move),
) -> C.bint:
    """Write the shortest move on a line that is confirmed; False if there is none.

    Backward it must be shorter by more than rounding; with `ahead` it leads only forward.
    """
    best.depth = INFINITY
    sort_moves(obstacles)
    found: C.bint = first_confirmed(obstacles, along[0], along[1], crowd, best)
    back: Move = best[0]
    back.depth *= SHORTER
    if ahead or not first_confirmed(obstacles, -along[0], -along[1], crowd, C.address(back)):
        return found
    best[0] = back
    return True


@C.cfunc
@C.exceptval(check=False)
def mark_hits_after(crowd: C.pointer(C.const[Crowd]), move: C.pointer(C.const[Move])) -> Hits:
    """Mark the rows that a row hits after a move; returns how many there are, and one of them."""
    store: Store = C.cast(Store, crowd.store)
    chosen: RowFilterRef = crowd.chosen
    a: C.int = crowd.row
    x: C.double = store.x[a]
    y: C.double = store.y[a]
    hits: Hits
    k: C.Py_ssize_t
    hits.count = 0
    if move.depth > 0.0:
        shape_pair.shift_row(store, a, x + move.nx * move.depth, y + move.ny * move.depth)
    for k in range(crowd.row_count):
        row: C.int = crowd.rows[k]
        if (
            overlap(store.boxes + a, store.boxes + row)
            and passes(chosen, store, row)
            and is_in_way(store, chosen, crowd.skips_one_way, a, row)
        ):
            store.groups[row].last_pass = crowd.mark
            hits.row = row
            hits.count += 1
    if move.depth > 0.0:
        shape_pair.shift_row(store, a, x, y)
    return hits


@C.cfunc
@C.exceptval(-1)
def add_marked(context: C.p_void, reach: C.double, obstacles: Obstacles) -> C.bint:
    """Add the obstacles of all marked rows within a reach, or what is met on a line.

    Returns whether these are all.
    """
    crowd: C.pointer(Crowd) = C.cast(C.pointer(Crowd), context)
    store: Store = C.cast(Store, crowd.store)
    pair: ShapePair
    near: NearPair
    whole: C.bint = True
    place: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    pair.a = crowd.row
    pair.chosen = crowd.chosen
    pair.swapped = False
    for k in range(crowd.row_count):
        if store.groups[crowd.rows[k]].last_pass == crowd.mark:
            pair.b = crowd.rows[k]
            pair.first_b = pair.count_b = 0
            if crowd.along is C.NULL:
                nearness.find_pair_within(store, pair.a, pair.b, reach, C.address(near))
                whole = whole and near.a.all and near.b.all
            else:
                obstacles.size = max(obstacles.size, size_of_rows(store, pair.a, pair.b))
                margin: C.double = rounding_of(obstacles.size)
                near.a.all = True
                find_parts_on_line(store, C.address(pair), crowd.along, margin, C.address(near.b))
            while next_in_way(store, crowd.skips_one_way, C.address(near.b), C.address(pair)):
                if crowd.along is not C.NULL:
                    note_intervals(store, C.address(pair), C.address(near), crowd.along, obstacles)
                elif not add_obstacles(
                    store, C.address(pair), C.address(near), reach, C.address(place), obstacles
                ):
                    whole = False
    return whole


@C.cfunc
@C.exceptval(check=False)
def least_extent(crowd: C.pointer(C.const[Crowd])) -> C.double:
    """The least width and height of a row and of those that are marked."""
    store: Store = C.cast(Store, crowd.store)
    extent: C.double = extent_of(store, crowd.row)
    k: C.Py_ssize_t
    for k in range(crowd.row_count):
        if store.groups[crowd.rows[k]].last_pass == crowd.mark:
            extent = min(extent, extent_of(store, crowd.rows[k]))
    return extent
