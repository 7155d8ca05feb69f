"""The shortest way out of several rows at once, for separations and pushes.

A row moves. The rows around it that it hits, or would hit on its way out, are marked. As in
`contact_search`, a push is tried out by the exact tests.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import (
    gap_between,
    include_box,
    inverted_box,
    overlap,
)
from cython.cimports.spritecol._engine.narrow_phase import row_shapes, shape_pair
from cython.cimports.spritecol._engine.narrow_phase.confirmed_moves import SHORTER, confirm
from cython.cimports.spritecol._engine.narrow_phase.intervals import Interval
from cython.cimports.spritecol._engine.narrow_phase.least_move import sort_moves
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
    size_at,
)
from cython.cimports.spritecol._engine.narrow_phase.sweep_kernels import sweep_parts
from cython.cimports.spritecol._engine.pipeline.contact_search import (
    CLEAR_GAP,
    ShapeContact,
    add_obstacles,
    put_least_past,
    put_push_of_rows,
    size_of_parts,
    size_of_rows,
    width_and_height,
)
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.box_tree import BoxTree, next_meeting
from cython.cimports.spritecol._engine.storage.row_tests import passes
from cython.cimports.spritecol._engine.storage.store import RowFilterRef
from cython.cimports.spritecol._engine.transform import nearness, rows
from cython.cimports.spritecol._engine.transform.near_parts import NearPair, NearParts, refresh_near
from cython.cimports.spritecol._support.interrupts import check_interrupt
from cython.cimports.spritecol._support.libc import INFINITY, fabs
from cython.cimports.spritecol._support.polar import hypot

FEW_ROUNDS = C.declare(C.int, 2)
"""Rounds of `least_way_out` that add only what is hit. So most ways out are found; in a crowd each
round would add a few of many rows."""

MARKED = C.declare(BoxTree, BoxTree())
"""The rows that count, with their boxes. Used as `OBSTACLES_AROUND` are."""

OBSTACLES_AROUND = C.declare(Obstacles, Obstacles())
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
    near=C.pointer(NearParts),  # its parts that may hit any of the rows after a move
    reach=C.double,  # that is no longer than this
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
    longest: C.double,
    out: C.pointer(Move),
) -> C.int:
    """The least move of row `a` after which it hits none of the rows `b`; depth 0 without hits.

    With `along`, the least move on that line, or only in its direction if `ahead` is set; depth 0
    if there is none. NULL stands for any direction. The length of `along` is in (0.5, 1], and what
    the depth is a multiple of, so the depth is no less than the length of the move.

    If the least move is longer than `longest`, the depth is more than that, and nothing else is
    known of it.

    Only the `selected` rows count, and row `a` must not be one of them. With `skips_one_way`, their
    one-way shapes do not. Those that decided have `store.last_pass` as their own afterward: they
    hit, or they were in the way.

    Rows that do not hit may be in the way. So first the least move past the rows that hit is found,
    then that past these and the rows it would hit: each is the least move past some of the rows, so
    the first one that hits nothing is the least of all. In a crowd, that does not come soon. Then
    all rows within a reach are added, and the reach is doubled until the move is no longer.
    """
    crowd: Crowd
    near: NearParts
    contact: ShapeContact
    k: C.Py_ssize_t
    rounds: C.int = 0
    reach: C.double = 0.0
    length: C.double = 1.0 if along is C.NULL else hypot(along[0], along[1])
    limit: C.double = longest / length * (1.0 + 1e-9)
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
    crowd.near = C.address(near)
    rows.freshen(store, a)
    for k in range(nb):
        rows.freshen(store, b[k])
    near.all = store.records[a].count <= layout.MANY_PARTS
    crowd.reach = -1.0
    while True:
        hits: Hits = mark_hits_after(C.address(crowd), out)
        if hits.count == 0:
            break
        rounds += 1
        if (
            hits.count == 1
            and along is C.NULL
            and out.depth == 0.0
            and not (skips_one_way and store.flags[hits.row] & layout.ONE_WAY)
        ):
            put_push_of_rows(store, selected, a, hits.row, limit, C.address(contact))
            out.nx = contact.nx
            out.ny = contact.ny
            out.depth = contact.depth
        elif rounds <= FEW_ROUNDS:
            if not put_way_past(C.address(crowd), 2.0 * out.depth, limit, ahead, out):
                return 0
        else:
            reach = max(reach, 2.0 * out.depth, width_and_height(store, a))
            while True:
                reach = min(reach, limit)
                mark_within(C.address(crowd), reach)
                if not put_way_past(C.address(crowd), reach, reach, ahead, out):
                    return 0
                if out.depth <= reach or reach >= limit:
                    break
                reach *= 2.0
        if out.depth > limit:
            return 0
    if rounds > FEW_ROUNDS:
        mark_nearer(C.address(crowd), (out.depth + CLEAR_GAP * size_at(store, a)) * length)
    return 0


@C.cfunc
@C.exceptval(-1)
def put_way_past(
    crowd: C.pointer(Crowd), reach: C.double, longest: C.double, ahead: C.bint, out: C.pointer(Move)
) -> C.bint:
    """Write the least move past the marked rows; depth 0 and False if there is none on the line.

    Not if it is longer than `longest`: then its depth is more than that. At first a reach is looked
    at: the least move past more rows is longer, but seldom twice as long.
    """
    store: Store = C.cast(Store, crowd.store)
    k: C.Py_ssize_t
    MARKED.clear()
    for k in range(crowd.row_count):
        if store.records[crowd.rows[k]].last_pass == crowd.mark:
            MARKED.add(store.boxes + crowd.rows[k], crowd.rows[k])
    MARKED.build()
    if crowd.along is C.NULL:
        extent: C.double = least_extent(crowd)
        put_least_past(
            add_marked, frees_marked, crowd, reach, extent, longest, OBSTACLES_AROUND, out
        )
        return True
    OBSTACLES_AROUND.clear()
    OBSTACLES_AROUND.move_count = 0
    add_marked(crowd, longest, OBSTACLES_AROUND)
    if shortest_along(OBSTACLES_AROUND, crowd.along, ahead, crowd, out):
        return True
    out.depth = 0.0
    return False


@C.cfunc
@C.exceptval(check=False)
def may_be_met(crowd: C.pointer(C.const[Crowd]), row: C.int, reach: C.double) -> C.bint:
    """Whether a row may be met by a move of at most a reach, or on that much of the line."""
    store: Store = C.cast(Store, crowd.store)
    box: BoxRef = store.boxes + crowd.row
    other: BoxRef = store.boxes + row
    dx: C.double = max(0.0, box.left - other.right, other.left - box.right)
    dy: C.double = max(0.0, box.top - other.bottom, other.top - box.bottom)
    if crowd.along is C.NULL or not hypot(dx, dy) <= reach:
        return hypot(dx, dy) <= reach
    # How far the middles are apart across the line, and how far the boxes extend there.
    dx = 0.5 * ((other.left + other.right) - (box.left + box.right))
    dy = 0.5 * ((other.top + other.bottom) - (box.top + box.bottom))
    width: C.double = (other.right - other.left) + (box.right - box.left)
    height: C.double = (other.bottom - other.top) + (box.bottom - box.top)
    across: C.double = fabs(crowd.along[0]) * height + fabs(crowd.along[1]) * width
    apart: C.double = fabs(crowd.along[0] * dy - crowd.along[1] * dx)
    return apart <= 0.5 * across + rounding_of(size_of_rows(store, crowd.row, row))


@C.cfunc
@C.exceptval(check=False)
def mark_within(crowd: C.pointer(C.const[Crowd]), reach: C.double) -> C.void:
    """Mark the rows that may be met by a move no longer than a reach."""
    store: Store = C.cast(Store, crowd.store)
    k: C.Py_ssize_t
    for k in range(crowd.row_count):
        row: C.int = crowd.rows[k]
        if may_be_met(crowd, row, reach) and passes(crowd.chosen, store, row):
            store.records[row].last_pass = crowd.mark


@C.cfunc
@C.exceptval(check=False)
def mark_nearer(crowd: C.pointer(Crowd), reach: C.double) -> C.void:
    """Of the marked rows, keep those marked that may be met within a reach."""
    store: Store = C.cast(Store, crowd.store)
    mark: C.uint = store.next_pass()
    k: C.Py_ssize_t
    for k in range(crowd.row_count):
        row: C.int = crowd.rows[k]
        if store.records[row].last_pass == crowd.mark and may_be_met(crowd, row, reach):
            store.records[row].last_pass = mark
    crowd.mark = mark


@C.cfunc
@C.exceptval(check=False)
def place_after(crowd: C.pointer(Crowd), dx: C.double, dy: C.double) -> Box:
    """Place the row after a move, until `place_before`; returns its box before.

    Of many parts only those are moved that may hit any of the rows, before the move or after it.
    Then the box is that of both places, and wider than rounding, as it only filters parts of the
    rows.
    """
    store: Store = C.cast(Store, crowd.store)
    row: C.int = crowd.row
    box: Box = store.boxes[row]
    wide: Box
    beyond: C.double = 1e-9 * size_at(store, row)
    k: C.Py_ssize_t
    if not crowd.near.all and hypot(dx, dy) > crowd.reach:
        # Farther than needed now, since longer moves will come; and beyond what rounding adds.
        crowd.reach = 2.0 * hypot(dx, dy) + beyond
        wide = inverted_box()
        for k in range(crowd.row_count):
            include_box(C.address(wide), store.boxes + crowd.rows[k])
        wide.left -= crowd.reach
        wide.top -= crowd.reach
        wide.right += crowd.reach
        wide.bottom += crowd.reach
        nearness.find_near_parts(store, row, C.address(wide), 0.0, 0.0, crowd.near)
    if crowd.near.all:
        shape_pair.shift_row(store, row, store.x[row] + dx, store.y[row] + dy)
        return box
    store.x[row] += dx
    store.y[row] += dy
    refresh_near(store, row, crowd.near)
    store.boxes[row].left += min(0.0, dx) - beyond
    store.boxes[row].right += max(0.0, dx) + beyond
    store.boxes[row].top += min(0.0, dy) - beyond
    store.boxes[row].bottom += max(0.0, dy) + beyond
    return box


@C.cfunc
@C.exceptval(check=False)
def place_before(crowd: C.pointer(C.const[Crowd]), x: C.double, y: C.double, box: BoxRef) -> C.void:
    """Place the row where it was before `place_after`."""
    store: Store = C.cast(Store, crowd.store)
    if crowd.near.all:
        shape_pair.shift_row(store, crowd.row, x, y)
        return
    store.x[crowd.row] = x
    store.y[crowd.row] = y
    refresh_near(store, crowd.row, crowd.near)
    store.boxes[crowd.row] = box[0]


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
    count: C.int = store.records[pair.b].count
    pair.first_a = 0
    pair.count_a = store.records[pair.a].count
    pair.first_b += pair.count_b
    if not (skips_one_way and store.flags[pair.b] & layout.ONE_WAY):
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
    if not (skips_one_way and store.flags[b] & layout.ONE_WAY):
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
    box: Box = place_after(crowd, dx, dy)
    node: C.int = next_meeting(MARKED, 0, store.boxes + crowd.row)
    while node < MARKED.node_count and not hit:
        row: C.int = MARKED.nodes[node].number
        hit = overlap(store.boxes + crowd.row, store.boxes + row) and is_in_way(
            store, crowd.chosen, crowd.skips_one_way, crowd.row, row
        )
        node = next_meeting(MARKED, MARKED.nodes[node].beyond, store.boxes + crowd.row)
    place_before(crowd, x, y, C.address(box))
    return not hit


@C.cfunc
@C.exceptval(check=False)
def find_parts_on_line(
    store: Store,
    pair: ShapePairRef,
    along: Numbers,
    longest: C.double,
    margin: C.double,
    near: C.pointer(NearParts),
) -> C.void:
    """Find the parts of row `b` that row `a` may meet on a line, either way, by a move that is no
    longer than `longest`.
    """
    # From before the whole of row `b` to behind it.
    length: C.double = width_and_height(store, pair.a) + width_and_height(store, pair.b)
    length += fabs(gap_between(store.boxes + pair.a, store.boxes + pair.b))
    length = min(length / hypot(along[0], along[1]), longest)
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
    parts: PartPairs = pairs_within(store, pair, near, INFINITY)
    while next_pair(store, C.address(parts)):
        if not sweep_parts(
            parts.part, parts.other, store.pool, along[0], along[1], C.address(interval)
        ):
            continue
        size: C.double = size_of_parts(store, pair, parts.part, parts.other)
        if interval.exit >= -rounding_of(size):
            note_exit(obstacles, along[0], along[1], interval.enter, interval.exit, size)
        if interval.enter <= rounding_of(size):
            note_exit(obstacles, -along[0], -along[1], -interval.exit, -interval.enter, size)
    return 0


@C.cfunc
@C.exceptval(-1)
def note_exit(
    obstacles: Obstacles,
    nx: C.double,
    ny: C.double,
    enter: C.double,
    depth: C.double,
    size: C.double,
) -> C.int:
    """Note a move on a line that leaves a part, where it enters it, and the size of the numbers."""
    obstacles.note(nx, ny, depth)
    move: C.pointer(Move) = obstacles.moves + obstacles.move_count - 1
    move.enter = enter
    move.size = size
    return 0


@C.cfunc
@C.exceptval(check=False)
def put_least_enters(obstacles: Obstacles, along: Numbers) -> C.void:
    """Let `enter` of each move that was noted be the least of those from it on in its direction."""
    k: C.Py_ssize_t
    least: C.double = INFINITY
    least_back: C.double = INFINITY
    for k in range(obstacles.move_count - 1, -1, -1):
        move: C.pointer(Move) = obstacles.moves + k
        if move.nx == along[0] and move.ny == along[1]:
            least = move.enter = min(least, move.enter)
        else:
            least_back = move.enter = min(least_back, move.enter)


@C.cfunc
@C.exceptval(check=False)
def first_confirmed(
    obstacles: Obstacles, nx: C.double, ny: C.double, crowd: C.pointer(Crowd), best: C.pointer(Move)
) -> C.bint:
    """Write the first of the moves noted in a direction that is confirmed, if it is below `best`.

    They are sorted, and `enter` is the least one of the move and of those after it in its
    direction. One that ends well inside of another part is not tried.
    """
    beyond: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    for k in range(obstacles.move_count):
        move: Move = obstacles.moves[k]
        if not move.depth < best.depth:
            return False
        if move.nx != nx or move.ny != ny:
            continue
        rounding: C.double = rounding_of(move.size)
        # The first one in this direction that ends well beyond.
        while beyond < obstacles.move_count and not (
            obstacles.moves[beyond].nx == nx
            and obstacles.moves[beyond].ny == ny
            and obstacles.moves[beyond].depth > move.depth + rounding
        ):
            beyond += 1
        if beyond < obstacles.move_count and obstacles.moves[beyond].enter < move.depth - rounding:
            continue
        if (move.depth > 0.0 and frees_marked(crowd, nx * move.depth, ny * move.depth)) or confirm(
            C.address(move), move.size, frees_marked, crowd
        ):
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
    put_least_enters(obstacles, along)
    found: C.bint = first_confirmed(obstacles, along[0], along[1], crowd, best)
    back: Move = best[0]
    back.depth *= SHORTER
    if ahead or not first_confirmed(obstacles, -along[0], -along[1], crowd, C.address(back)):
        return found
    best[0] = back
    return True


@C.cfunc
@C.exceptval(check=False)
def mark_hits_after(crowd: C.pointer(Crowd), move: C.pointer(C.const[Move])) -> Hits:
    """Mark the rows that a row hits after a move; returns how many there are, and one of them."""
    store: Store = C.cast(Store, crowd.store)
    chosen: RowFilterRef = crowd.chosen
    a: C.int = crowd.row
    x: C.double = store.x[a]
    y: C.double = store.y[a]
    hits: Hits
    k: C.Py_ssize_t
    hits.count = 0
    box: Box = store.boxes[a]
    if move.depth > 0.0:
        place_after(crowd, move.nx * move.depth, move.ny * move.depth)
    for k in range(crowd.row_count):
        row: C.int = crowd.rows[k]
        if (
            overlap(store.boxes + a, store.boxes + row)
            and passes(chosen, store, row)
            and is_in_way(store, chosen, crowd.skips_one_way, a, row)
        ):
            store.records[row].last_pass = crowd.mark
            hits.row = row
            hits.count += 1
    if move.depth > 0.0:
        place_before(crowd, x, y, C.address(box))
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
    position: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    pair.a = crowd.row
    pair.chosen = crowd.chosen
    pair.swapped = False
    for k in range(crowd.row_count):  # in their order, which decides what nothing else does
        if store.records[crowd.rows[k]].last_pass == crowd.mark:
            check_interrupt()
            pair.b = crowd.rows[k]
            pair.first_b = pair.count_b = 0
            if crowd.along is C.NULL:
                nearness.find_pair_within(store, pair.a, pair.b, reach, C.address(near))
                whole = whole and near.a.all and near.b.all
            else:
                margin: C.double = rounding_of(size_of_rows(store, pair.a, pair.b))
                near.a.all = True
                find_parts_on_line(
                    store, C.address(pair), crowd.along, reach, margin, C.address(near.b)
                )
            while next_in_way(store, crowd.skips_one_way, C.address(near.b), C.address(pair)):
                if crowd.along is not C.NULL:
                    note_intervals(store, C.address(pair), C.address(near), crowd.along, obstacles)
                elif not add_obstacles(
                    store, C.address(pair), C.address(near), reach, C.address(position), obstacles
                ):
                    whole = False
    return whole


@C.cfunc
@C.exceptval(check=False)
def least_extent(crowd: C.pointer(C.const[Crowd])) -> C.double:
    """The least width and height of a row and of those that are marked."""
    store: Store = C.cast(Store, crowd.store)
    extent: C.double = width_and_height(store, crowd.row)
    k: C.int
    for k in range(MARKED.count):
        extent = min(extent, width_and_height(store, MARKED.places[k].number))
    return extent
