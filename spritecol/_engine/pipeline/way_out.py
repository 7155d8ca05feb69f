"""A short way out of several rows at once, for separations and pushes.

A row moves. The rows around it that it hits, or would hit on its way out, are marked. As in
`contact_search`, a push is tried out by the exact tests, no user code runs in between, and one
`Crowd` does for all questions. The ways come from `narrow_phase/short_way`; which of them a
body takes in a move is decided in `motion/leaving`.
"""

import cython as C
from cython.cimports.spritecol._engine import box_tests
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase import move_outlines, shape_pair, short_way
from cython.cimports.spritecol._engine.narrow_phase.intervals import Interval
from cython.cimports.spritecol._engine.narrow_phase.move_outlines import Move, Outlines
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import (
    PartPairs,
    ShapePair,
    ShapePairRef,
)
from cython.cimports.spritecol._engine.narrow_phase.sweep_kernels import sweep_parts
from cython.cimports.spritecol._engine.pipeline import contact_search
from cython.cimports.spritecol._engine.pipeline.contact_search import ShapeContact, TwoShapes
from cython.cimports.spritecol._engine.pipeline.row_index import workspace_of
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.box_tree import BoxTree, next_meeting
from cython.cimports.spritecol._engine.storage.store import STORE, RowFilterRef, Store, passes
from cython.cimports.spritecol._engine.transform import near_parts, rows
from cython.cimports.spritecol._engine.transform.near_parts import NearPair, NearParts, refresh_near
from cython.cimports.spritecol._support.libc import INFINITY, fabs, free
from cython.cimports.spritecol._support.polar import hypot
from cython.cimports.spritecol._support.python import check_interrupt

Hits = C.struct(count=C.Py_ssize_t, row=C.int)
"""How many rows a row hits, and one of them."""


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Crowd:
    """A row that moves, and the rows about it."""

    def __cinit__(self):
        self.marked = BoxTree()

    def __dealloc__(self):
        free(self.found)

    def take(self, row: C.int) -> C.void:
        """Mark a row as one that counts."""
        if self.store.records[row].last_pass != self.mark:
            self.store.records[row].last_pass = self.mark
            self.found[self.found_count] = row
            self.found_count += 1

    def is_free(self, dx: C.double, dy: C.double) -> C.bint:
        """Whether the row hits none of the marked rows after a move."""
        store: Store = self.store
        marked: BoxTree = self.marked
        x: C.double = store.x[self.row]
        y: C.double = store.y[self.row]
        hit: C.bint = False
        box: Box = place_after(self, dx, dy)
        node: C.int = next_meeting(marked, 0, store.boxes + self.row)
        while node < marked.node_count and not hit:
            row: C.int = marked.nodes[node].number
            hit = box_tests.overlap(store.boxes + self.row, store.boxes + row) and is_in_way(
                store, self.chosen, self.skips_one_way, self.row, row
            )
            node = next_meeting(marked, marked.nodes[node].beyond, store.boxes + self.row)
        place_before(self, x, y, C.address(box))
        return not hit

    def add_outlines(self, reach: C.double) -> C.int:
        """Add the outlines of all rows within a reach."""
        near: NearPair
        pair: ShapePair
        k: C.int
        self.take_within(reach)
        for k in range(self.found_count):
            self.begin_pair(self.found[k], C.address(pair))
            near_parts.find_pair_within(self.store, pair.a, pair.b, reach, C.address(near))
            while next_in_way(self.store, self.skips_one_way, C.address(near.b), C.address(pair)):
                contact_search.add_outlines(
                    self.store, C.address(pair), C.address(near), reach, self.outlines
                )
        return 0

    def take_within(self, reach: C.double) -> C.int:
        """Mark the rows that may be met by a move no longer than a reach."""
        k: C.Py_ssize_t
        for k in range(self.row_count):
            row: C.int = self.rows[k]
            if may_be_met(self, row, reach) and passes(self.chosen, self.store, row):
                self.take(row)
        return self.build_tree()

    def build_tree(self) -> C.int:
        """Build the tree of the boxes of all rows that are marked."""
        k: C.int
        self.marked.clear()
        for k in range(self.found_count):
            self.marked.add(self.store.boxes + self.found[k], self.found[k])
        self.reach = -1.0
        return self.marked.build()

    def around(self, reach: C.double) -> Box:
        """The box of all moves with which any row within a reach is hit; the size of the numbers is
        set.
        """
        box: Box = box_tests.inverted_box()
        k: C.Py_ssize_t
        self.size = 0.0
        for k in range(self.row_count):
            row: C.int = self.rows[k]
            if may_be_met(self, row, reach) and passes(self.chosen, self.store, row):
                box_tests.include_box(C.address(box), self.store.boxes + row)
                self.size = max(self.size, contact_search.size_of_rows(self.store, self.row, row))
        return move_outlines.moves_between(self.store.boxes + self.row, C.address(box))

    def note_intervals(self, longest: C.double) -> C.int:
        """Note where the row, moved either way on the line, enters and leaves parts."""
        near: NearPair
        pair: ShapePair
        k: C.int
        near.a.all = True
        for k in range(self.found_count):
            check_interrupt()
            self.begin_pair(self.found[k], C.address(pair))
            margin: C.double = move_outlines.rounding_of(
                contact_search.size_of_rows(self.store, pair.a, pair.b)
            )
            find_parts_on_line(
                self.store, C.address(pair), self.along, longest, margin, C.address(near.b)
            )
            while next_in_way(self.store, self.skips_one_way, C.address(near.b), C.address(pair)):
                note_intervals(self, C.address(pair), C.address(near))
        return 0

    def begin_pair(self, row: C.int, pair: C.pointer(ShapePair)) -> C.void:
        """Begin before the first shapes of the row and another one."""
        pair.a = self.row
        pair.b = row
        pair.chosen = self.chosen
        pair.swapped = False
        pair.first_b = pair.count_b = 0


@C.cfunc
def add_crowd(store: Store):
    """Put a crowd into the workspace of a store, for all ways out."""
    crowd: Crowd = Crowd()
    two_shapes: TwoShapes = workspace_of(store).two_shapes
    crowd.store = store
    crowd.two_shapes = two_shapes
    crowd.outlines = two_shapes.outlines
    crowd.cells = two_shapes.cells
    workspace_of(store).crowd = crowd


add_crowd(STORE)


def short_way_out(
    crowd: Crowd,
    a: C.int,
    b: Rows,
    nb: C.Py_ssize_t,
    selected: RowFilterRef,
    skips_one_way: C.bint,
    along: Numbers,
    ahead: C.bint,
    longest: C.double,
    out: C.pointer(Move),
) -> C.uint:
    """A short move of row `a` after which it hits none of the rows `b`; depth 0 without hits.

    With `along`, the least move on that line, or only in its direction if `ahead` is set; depth 0
    if there is none. NULL stands for any direction. The length of `along` is in (0.5, 1], and what
    the depth is a multiple of, so the depth is no less than the length of the move.

    If that move is longer than `longest`, the depth is more than that, and nothing else is
    known of it.

    Only the `selected` rows count, and row `a` must not be one of them. With `skips_one_way`, their
    one-way shapes do not. Returns the number of the pass that has met those that decided: they hit,
    or they were in the way.

    Usually one row is hit, and the way out of it leads into no other one.
    """
    store: Store = crowd.store
    contact: ShapeContact
    k: C.Py_ssize_t
    length: C.double = 1.0 if along is C.NULL else hypot(along[0], along[1])
    limit: C.double = longest / length * (1.0 + 1e-9)
    out.nx = 0.0
    out.ny = -1.0
    out.depth = 0.0
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
    crowd.near.all = store.records[a].count <= layout.MANY_PARTS
    crowd.reach = -1.0
    crowd.found_count = 0
    crowd.cost = 16 + store.records[a].count
    # Room for all of them: while row `a` is away from its place, nothing may fail.
    room_for(C.address(crowd.found), C.address(crowd.found_capacity), nb, 8, C.sizeof(C.int))
    hits: Hits = mark_hits_after(crowd, out)
    if hits.count == 0:
        return crowd.mark
    if (
        hits.count == 1
        and along is C.NULL
        and not (skips_one_way and store.flags[hits.row] & layout.ONE_WAY)
    ):
        contact_search.put_push_of_rows(
            crowd.two_shapes, selected, a, hits.row, limit, C.address(contact)
        )
        out.nx = contact.nx
        out.ny = contact.ny
        out.depth = contact.depth
        if out.depth > limit or mark_hits_after(crowd, out).count == 0:
            return crowd.mark
    if along is C.NULL:
        short_way.put_short_way(crowd, limit, out)
    elif not put_way_along(crowd, limit, ahead, out):
        return crowd.mark
    mark_nearer(
        crowd, (out.depth + contact_search.CLEAR_GAP * shape_pair.size_at(store, a)) * length
    )
    return crowd.mark


@C.cfunc
@C.exceptval(-1)
def put_way_along(crowd: Crowd, longest: C.double, ahead: C.bint, out: C.pointer(Move)) -> C.bint:
    """Write the shortest move on the line; depth 0 and False if there is none.

    Not if it is longer than `longest`: then its depth is more than that, and False is returned.
    """
    crowd.take_within(longest)
    crowd.outlines.move_count = 0
    crowd.note_intervals(longest)
    if shortest_along(crowd, ahead, out):
        return True
    out.depth = 0.0 if longest == INFINITY else 2.0 * longest
    return False


@C.cfunc
@C.exceptval(check=False)
def may_be_met(crowd: Crowd, row: C.int, reach: C.double) -> C.bint:
    """Whether a row may be met by a move of at most a reach, or on that much of the line."""
    store: Store = crowd.store
    box: BoxRef = store.boxes + crowd.row
    other: BoxRef = store.boxes + row
    dx: C.double = max(0.0, box.left - other.right, other.left - box.right)
    dy: C.double = max(0.0, box.top - other.bottom, other.top - box.bottom)
    is_near: C.bint = max(dx, dy) <= reach and hypot(dx, dy) <= reach
    if crowd.along is C.NULL or not is_near:
        return is_near
    # How far the middles are apart across the line, and how far the boxes extend there.
    dx = 0.5 * ((other.left + other.right) - (box.left + box.right))
    dy = 0.5 * ((other.top + other.bottom) - (box.top + box.bottom))
    width: C.double = (other.right - other.left) + (box.right - box.left)
    height: C.double = (other.bottom - other.top) + (box.bottom - box.top)
    across: C.double = fabs(crowd.along[0]) * height + fabs(crowd.along[1]) * width
    apart: C.double = fabs(crowd.along[0] * dy - crowd.along[1] * dx)
    return apart <= 0.5 * across + move_outlines.rounding_of(
        contact_search.size_of_rows(store, crowd.row, row)
    )


@C.cfunc
@C.exceptval(check=False)
def mark_nearer(crowd: Crowd, reach: C.double) -> C.void:
    """Of the marked rows, keep those marked that may be met within a reach."""
    store: Store = crowd.store
    mark: C.uint = store.next_pass()
    k: C.int
    for k in range(crowd.found_count):
        if may_be_met(crowd, crowd.found[k], reach):
            store.records[crowd.found[k]].last_pass = mark
    crowd.mark = mark


@C.cfunc
@C.exceptval(check=False)
def place_after(crowd: Crowd, dx: C.double, dy: C.double) -> Box:
    """Place the row after a move, until `place_before`; returns its box before.

    Of many parts only those are moved that may hit any of the rows, before the move or after it.
    Then the box is that of both places, and wider than rounding, as it only filters parts of the
    rows.
    """
    store: Store = crowd.store
    row: C.int = crowd.row
    box: Box = store.boxes[row]
    wide: Box
    beyond: C.double = 1e-9 * shape_pair.size_at(store, row)
    k: C.int
    if not crowd.near.all and hypot(dx, dy) > crowd.reach:
        # Farther than needed now, since longer moves will come; and beyond what rounding adds.
        crowd.reach = 2.0 * hypot(dx, dy) + beyond
        wide = box_tests.inverted_box()
        for k in range(crowd.found_count):
            box_tests.include_box(C.address(wide), store.boxes + crowd.found[k])
        wide.left -= crowd.reach
        wide.top -= crowd.reach
        wide.right += crowd.reach
        wide.bottom += crowd.reach
        near_parts.find_near_parts(store, row, C.address(wide), 0.0, 0.0, C.address(crowd.near))
    if crowd.near.all:
        shape_pair.shift_row(store, row, store.x[row] + dx, store.y[row] + dy)
        return box
    store.x[row] += dx
    store.y[row] += dy
    refresh_near(store, row, C.address(crowd.near))
    store.boxes[row].left += min(0.0, dx) - beyond
    store.boxes[row].right += max(0.0, dx) + beyond
    store.boxes[row].top += min(0.0, dy) - beyond
    store.boxes[row].bottom += max(0.0, dy) + beyond
    return box


@C.cfunc
@C.exceptval(check=False)
def place_before(crowd: Crowd, x: C.double, y: C.double, box: BoxRef) -> C.void:
    """Place the row where it was before `place_after`."""
    store: Store = crowd.store
    if crowd.near.all:
        shape_pair.shift_row(store, crowd.row, x, y)
        return
    store.x[crowd.row] = x
    store.y[crowd.row] = y
    refresh_near(store, crowd.row, C.address(crowd.near))
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
        part: C.int = near_parts.next_near(near, pair.first_b, count)
        if part == count:
            return False
        shape_pair.put_shape_of(
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
    if not shape_pair.any_shapes_hit(store, chosen, a, b):
        return False
    if not (skips_one_way and store.flags[b] & layout.ONE_WAY):
        return True
    near: NearParts
    pair: ShapePair = shape_pair.whole_rows(store, a, b)
    pair.chosen = chosen
    pair.first_b = pair.count_b = 0
    near_parts.find_near_parts(store, b, store.boxes + a, 0.0, 0.0, C.address(near))
    while next_in_way(store, skips_one_way, C.address(near), C.address(pair)):
        if shape_pair.shapes_hit(store, C.address(pair)):
            return True
    return False


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
    length: C.double = contact_search.width_and_height(
        store, pair.a
    ) + contact_search.width_and_height(store, pair.b)
    length += fabs(box_tests.gap_between(store.boxes + pair.a, store.boxes + pair.b))
    length = min(length / hypot(along[0], along[1]), longest)
    dx: C.double = length * along[0]
    dy: C.double = length * along[1]
    start: Box = store.boxes[pair.a]
    start.left -= dx + margin
    start.right -= dx - margin
    start.top -= dy + margin
    start.bottom -= dy - margin
    near_parts.find_near_parts(store, pair.b, C.address(start), 2.0 * dx, 2.0 * dy, near)


@C.cfunc
@C.exceptval(-1)
def note_intervals(crowd: Crowd, pair: ShapePairRef, near: C.pointer(C.const[NearPair])) -> C.int:
    """Note where row `a`, moved either way on the line, enters and leaves near parts of row
    `b`.
    """
    store: Store = crowd.store
    outlines: Outlines = crowd.outlines
    along: Numbers = crowd.along
    interval: Interval
    parts: PartPairs
    shape_pair.begin_pairs(store, C.address(parts), pair, near, INFINITY)
    while shape_pair.next_pair(store, C.address(parts)):
        if not sweep_parts(
            parts.part, parts.other, store.pool, along[0], along[1], C.address(interval)
        ):
            continue
        size: C.double = contact_search.size_of_parts(store, pair, parts.part, parts.other)
        if interval.exit >= -move_outlines.rounding_of(size):
            outlines.note(along[0], along[1], interval.enter, interval.exit, size)
        if interval.enter <= move_outlines.rounding_of(size):
            outlines.note(-along[0], -along[1], -interval.exit, -interval.enter, size)
    return 0


@C.cfunc
@C.exceptval(check=False)
def put_least_enters(outlines: Outlines, along: Numbers) -> C.void:
    """Let `enter` of each move that was noted be the least of those from it on in its direction."""
    k: C.Py_ssize_t
    least: C.double = INFINITY
    least_back: C.double = INFINITY
    for k in range(outlines.move_count - 1, -1, -1):
        move: C.pointer(Move) = outlines.moves + k
        if move.nx == along[0] and move.ny == along[1]:
            least = move.enter = min(least, move.enter)
        else:
            least_back = move.enter = min(least_back, move.enter)


@C.cfunc
@C.exceptval(check=False)
def first_confirmed(crowd: Crowd, nx: C.double, ny: C.double, best: C.pointer(Move)) -> C.bint:
    """Write the first of the moves noted in a direction that is confirmed, if it is below `best`.

    They are sorted, and `enter` is the least one of the move and of those after it in its
    direction. One that ends well inside of another part is not tried.
    """
    outlines: Outlines = crowd.outlines
    beyond: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    for k in range(outlines.move_count):
        move: Move = outlines.moves[k]
        if not move.depth < best.depth:
            return False
        if move.nx != nx or move.ny != ny:
            continue
        rounding: C.double = move_outlines.rounding_of(move.size)
        # The first one in this direction that ends well beyond.
        while beyond < outlines.move_count and not (
            outlines.moves[beyond].nx == nx
            and outlines.moves[beyond].ny == ny
            and outlines.moves[beyond].depth > move.depth + rounding
        ):
            beyond += 1
        enter: C.double = outlines.moves[beyond].enter if beyond < outlines.move_count else INFINITY
        if enter < move.depth - rounding:
            continue
        if (
            move.depth > 0.0 and crowd.is_free(nx * move.depth, ny * move.depth)
        ) or short_way.confirm(C.address(move), nx, ny, crowd):
            best[0] = move
            return True
        # Both ends of a slot that is exactly as wide are one place, but rounded differently.
        if 0.0 < enter < move.depth + rounding and crowd.is_free(nx * enter, ny * enter):
            best[0] = move
            best.depth = enter
            return True
    return False


@C.cfunc
@C.exceptval(check=False)
def shortest_along(crowd: Crowd, ahead: C.bint, best: C.pointer(Move)) -> C.bint:
    """Write the shortest move on the line that is confirmed; False if there is none.

    Backward it must be shorter by more than rounding; with `ahead` it leads only forward.
    """
    along: Numbers = crowd.along
    best.depth = INFINITY
    crowd.outlines.sort()
    put_least_enters(crowd.outlines, along)
    found: C.bint = first_confirmed(crowd, along[0], along[1], best)
    back: Move = best[0]
    back.depth *= move_outlines.SHORTER
    if ahead or not first_confirmed(crowd, -along[0], -along[1], C.address(back)):
        return found
    best[0] = back
    return True


@C.cfunc
@C.exceptval(check=False)
def mark_hits_after(crowd: Crowd, move: C.pointer(C.const[Move])) -> Hits:
    """Mark the rows that a row hits after a move; returns how many there are, and one of them."""
    store: Store = crowd.store
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
            box_tests.overlap(store.boxes + a, store.boxes + row)
            and passes(chosen, store, row)
            and is_in_way(store, chosen, crowd.skips_one_way, a, row)
        ):
            crowd.take(row)
            hits.row = row
            hits.count += 1
    if move.depth > 0.0:
        place_before(crowd, x, y, C.address(box))
    return hits
