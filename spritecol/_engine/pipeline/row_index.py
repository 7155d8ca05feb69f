"""How rows are searched: one by one, or by an index; the results are the same whichever is chosen.

A few boxes are compared directly, many through a quadtree. A Group whose members are mostly at rest
keeps its index between checks. The thresholds between them are measured; they are in `tuning`.
"""

import cython as C
from cython.cimports.cpython.pyport import PY_SSIZE_T_MAX
from cython.cimports.spritecol._engine import pairs, tuning
from cython.cimports.spritecol._engine.box import Box, BoxRef, BoxView
from cython.cimports.spritecol._engine.box_tests import box_view, overlap, overlap_branch_free
from cython.cimports.spritecol._engine.broad_phase import quadtree, tree_queries
from cython.cimports.spritecol._engine.broad_phase.quadtree import BuildOptions, Quadtree, Visit
from cython.cimports.spritecol._engine.broad_phase.search import BY_QUADTREE, DIRECTLY, IF_WORTH_IT
from cython.cimports.spritecol._engine.memory import grow, next_capacity
from cython.cimports.spritecol._engine.pairs import Pair, PairList
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage.layout import NOTHING, WATCHED, Part, RowRecord
from cython.cimports.spritecol._engine.storage.store import NOWHERE, STORE, Store, note
from cython.cimports.spritecol._engine.transform.rows import (
    freshen,
    freshen_all,
    have_changed,
    is_circle,
    is_upright_box,
)
from cython.cimports.spritecol._engine.transform.world_parts import put_thin_way
from cython.cimports.spritecol._support.libc import INFINITY, free


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Workspace:
    """Scratch memory, and a quadtree and trials whose memory is reused."""

    def __cinit__(self):
        self.tree = Quadtree()
        self.passing = KeptIndex()
        self.passing.resting = self.tree


WORKSPACE = C.declare(Workspace, Workspace())
"""That of the store. Like the store, it is never freed."""


@C.cfunc
def attach(store: Store, workspace: Workspace):
    """Give a store its workspace, by an address that does not keep it alive."""
    store.workspace = C.cast(C.p_void, workspace)


attach(STORE, WORKSPACE)

IN_LOOSE = C.declare(C.int, 1)
"""The member is in `loose_members`."""

IN_TAIL = C.declare(C.int, 2)
"""The member is in `tail`."""

IS_FOUND = C.declare(C.int, 4)
"""The member is among what `query_row` has found so far."""

FEW_IN_BOX = C.declare(C.int, 16)
"""Members in the box of a row: so few are taken as they are."""


FoundPairs = C.struct(
    # What a walk collects. The reference is borrowed.
    pairs=C.p_void,  # a `PairList`
    most=C.Py_ssize_t,  # of these; with one more the walk stops
)


@C.cfunc
@C.exceptval(-1)
def move_to_tail(index: KeptIndex, store: Store, position: C.Py_ssize_t) -> C.int:
    """Bring the box of a changed member up to date: it is loose from now on, and in the tail."""
    row: C.int = index.watcher.rows[position]
    index.watcher.noted[position] = 0
    if row >= 0:
        freshen(store, row)
        store.flags[row] |= WATCHED
        index.boxes[position] = store.boxes[row]
    else:
        index.boxes[position].top = INFINITY
        index.boxes[position].bottom = -INFINITY
    if index.entry_of[position] >= 0:
        tree: Quadtree = index.loose if index.flags[position] & IN_LOOSE else index.resting
        tree.take_out(index.entry_of[position])
        index.entry_of[position] = -1
    if row >= 0 and not index.flags[position] & IN_LOOSE:
        index.flags[position] |= IN_LOOSE
        index.loose_members[index.loose_count] = position
        index.loose_count += 1
    if row >= 0 and not index.flags[position] & IN_TAIL:
        index.flags[position] |= IN_TAIL
        index.tail[index.tail_count] = position
        index.tail_count += 1
    return 0


class KeptIndex:
    """An index that a Group keeps between checks while its members mostly rest.

    Its tree holds the members that rest. One that changes is taken out of it and is loose from then
    on. The loose ones that have changed last are asked one by one. When they are too many, all
    loose ones get a small tree of their own. When making that over and over has cost as much as a
    new tree of all members, such a tree is made. So a member that moves alone costs little, however
    many there are.

    The storage notes which members have changed (`store.Watches`). `index_step` decides when an
    index is made, and when it is dropped.
    """

    def __cinit__(self):
        self.resting = Quadtree()
        self.loose = Quadtree()

    def __dealloc__(self):
        # Even if the garbage collector has cleared the attributes: the rows must not link to this.
        k: C.Py_ssize_t
        for k in range(self.count):
            if self.watcher.rows[k] >= 0:
                self.unwatch(k)
        free(self.watcher.rows)
        free(self.watcher.noted)
        free(self.watcher.changed)
        free(self.boxes)
        free(self.entry_of)
        free(self.flags)
        free(self.loose_members)
        free(self.loose_boxes)
        free(self.tail)

    def reserve(self, count: C.Py_ssize_t) -> C.int:
        """Make room for `count` members."""
        number: C.size_t = C.sizeof(C.int)
        if count <= self.capacity:
            return 0
        capacity: C.Py_ssize_t = next_capacity(self.capacity, count, 64)
        grow(C.address(self.watcher.rows), capacity, number)
        grow(C.address(self.watcher.changed), capacity, number)
        grow(C.address(self.watcher.noted), capacity, 1)
        grow(C.address(self.flags), capacity, 1)
        grow(C.address(self.entry_of), capacity, number)
        grow(C.address(self.loose_members), capacity, number)
        grow(C.address(self.tail), capacity, number)
        grow(C.address(self.boxes), capacity, C.sizeof(Box))
        grow(C.address(self.loose_boxes), capacity, C.sizeof(Box))
        self.capacity = capacity
        return 0

    def build(self, store: Store, workspace: Workspace, rows: Rows, count: C.Py_ssize_t) -> C.int:
        """Index `count` rows. Called once."""
        k: C.Py_ssize_t
        self.store = C.cast(C.p_void, store)
        self.reserve(count)
        store.watches.reserve_links(count)
        for k in range(count):
            self.watcher.rows[k] = -1
            if rows[k] != NOWHERE:
                freshen(store, rows[k])
                store.watches.add(rows[k], C.address(self.watcher), k)
                store.flags[rows[k]] |= WATCHED
                self.watcher.rows[k] = rows[k]
            self.watcher.noted[k] = 0
            self.flags[k] = 0
            self.boxes[k] = store.boxes[rows[k]]
            self.count = k + 1
        self.settle(workspace)
        return 0

    def settle(self, workspace: Workspace) -> C.int:
        """Make a new tree of all members, at their present boxes."""
        view: BoxView = box_view(self.boxes, C.NULL, self.count)
        k: C.Py_ssize_t
        for k in range(self.loose_count):
            self.flags[self.loose_members[k]] &= ~(IN_LOOSE | IN_TAIL)
        self.loose_count = 0
        self.tail_count = 0
        self.idle = 0
        nothing: BoxView = box_view(self.boxes, C.NULL, 0)
        options: BuildOptions = quadtree.usual_options()
        options.roomy = True
        self.loose.build(C.address(nothing), C.address(options), C.address(workspace.scratch))
        self.resting.build(C.address(view), C.address(options), C.address(workspace.scratch))
        for k in range(self.count):
            self.entry_of[k] = -1
        for k in range(self.resting.count):
            if self.resting.words[k] != quadtree.BEYOND:
                self.entry_of[self.resting.item_of(k)] = k
        tree_queries.open_directory(self.resting)
        return 0

    def join(self, row: C.int) -> C.int:
        """Add a member at the end."""
        position: C.Py_ssize_t = self.count
        self.reserve(position + 1)
        self.watcher.rows[position] = -1
        self.watcher.noted[position] = 0
        self.flags[position] = 0
        self.entry_of[position] = -1
        self.join_at(position, row)
        self.count += 1
        return 0

    def join_at(self, position: C.Py_ssize_t, row: C.int) -> C.int:
        """Add a member at a position that has none."""
        store: Store = C.cast(Store, self.store)
        store.watches.reserve_links(1)
        store.watches.add(row, C.address(self.watcher), position)
        self.watcher.rows[position] = row
        note(C.address(self.watcher), position)
        return 0

    def leave(self, position: C.Py_ssize_t) -> C.void:
        """Remove the member at a position; the others keep theirs."""
        self.unwatch(position)
        self.watcher.rows[position] = -1
        note(C.address(self.watcher), position)

    def unwatch(self, position: C.Py_ssize_t) -> C.void:
        """Stop watching the member at a position."""
        store: Store = C.cast(Store, self.store)
        store.watches.remove(self.watcher.rows[position], C.address(self.watcher))

    def follow(self, workspace: Workspace) -> C.bint:
        """Update the index with the members that have changed; False if there are too many."""
        store: Store = C.cast(Store, self.store)
        changed: C.Py_ssize_t = self.watcher.changed_count
        k: C.Py_ssize_t
        if self.resting is None or self.loose is None:
            return False  # the garbage collector has cleared it
        self.uses += 1
        if changed == 0:
            return True
        if changed * tuning.MOVED_SHARE > self.count:
            return False
        for k in range(changed):
            move_to_tail(self, store, self.watcher.changed[k])
        self.watcher.changed_count = 0
        if self.tail_count > tuning.MOST_TAIL:
            self.idle += max(0, self.loose_count - self.tail_count)
            if self.idle > tuning.SETTLING * self.count:
                self.settle(workspace)
            else:
                self.index_loose(workspace)
        return True

    def index_loose(self, workspace: Workspace) -> C.int:
        """Make the tree of the loose members."""
        options: BuildOptions = quadtree.usual_options()
        options.roomy = True
        k: C.Py_ssize_t
        for k in range(self.loose_count):
            self.loose_boxes[k] = self.boxes[self.loose_members[k]]
            self.flags[self.loose_members[k]] &= ~IN_TAIL
        self.tail_count = 0
        view: BoxView = box_view(self.loose_boxes, C.NULL, self.loose_count)
        options.items = self.count  # positions in `loose_members` become positions of the members
        self.loose.build(C.address(view), C.address(options), C.address(workspace.scratch))
        for k in range(self.loose.count):
            if self.loose.words[k] != quadtree.BEYOND:
                position: C.Py_ssize_t = self.loose.item_of(k)
                self.loose.words[k] += self.loose_members[position] - position
                self.entry_of[self.loose_members[position]] = k
        return 0

    def query(self, box: BoxRef, item: C.Py_ssize_t, order: C.int, out: PairList) -> C.void:
        """Add the pairs of one box with all members whose boxes overlap it."""
        tree_queries.pairs_with_box(self.resting, box, item, order, out)
        tree_queries.pairs_with_box(self.loose, box, item, order, out)
        if self.tail_count:
            self.query_tail(box, item, order, out)

    def query_row(
        self, store: Store, row: C.int, item: C.Py_ssize_t, order: C.int, out: PairList
    ) -> C.void:
        """Add the pairs of an up-to-date row with all members whose boxes its parts may meet.

        That are those in its box. If there are many, each part is searched along itself, because
        the box of a slanted or hollow row contains many distant boxes.
        """
        box: BoxRef = store.boxes + row
        start: C.Py_ssize_t = out.count
        record: C.pointer(RowRecord) = C.address(store.records[row])
        single: C.int = store.single_part[row]
        if is_circle(single) or is_upright_box(single):
            self.query(box, item, order, out)
            return
        out.most = start + FEW_IN_BOX + tuning.PARTS_WORTH_WAY * record.count
        self.query(box, item, order, out)
        is_crowded: C.bint = out.count > out.most
        out.most = 0
        if is_crowded:
            out.count = start
            self.query_parts(store, row, item, order, out)

    def query_parts(
        self, store: Store, row: C.int, item: C.Py_ssize_t, order: C.int, out: PairList
    ) -> C.void:
        """Add the pairs of a row with all members whose boxes one of its parts meets, each once."""
        record: C.pointer(RowRecord) = C.address(store.records[row])
        start: C.Py_ssize_t = out.count
        around: Box
        dx: C.double
        dy: C.double
        i: C.int
        k: C.Py_ssize_t
        for i in range(record.count):
            part: C.pointer(Part) = store.parts + record.first + i
            if part.kind == NOTHING:
                continue
            box: BoxRef = store.boxes + row if record.count == 1 else store.part_boxes + part.box
            kept: C.Py_ssize_t = out.count
            put_thin_way(
                part, store.pool + part.first, C.address(around), C.address(dx), C.address(dy)
            )
            self.query_way(C.address(around), dx, dy, PY_SSIZE_T_MAX, out)
            for k in range(kept, out.count):
                position: C.Py_ssize_t = pairs.second_of(out.items[k])
                if not self.flags[position] & IS_FOUND and overlap(box, self.boxes + position):
                    self.flags[position] |= IS_FOUND
                    out.items[kept] = position
                    kept += 1
            out.count = kept
        for k in range(start, out.count):
            self.flags[out.items[k]] &= ~IS_FOUND
            out.items[k] = pairs.pair_in_order(item, out.items[k], order)

    def query_tail(
        self,
        box: BoxRef,
        item: C.Py_ssize_t,
        order: C.int,
        out: PairList,
    ) -> C.void:
        """Add the pairs of one box with the members of the tail whose boxes overlap it."""
        k: C.Py_ssize_t
        if out.capacity - out.count < self.tail_count and not out.reserve(self.tail_count):
            return
        for k in range(self.tail_count):
            out.items[out.count] = pairs.pair_in_order(item, self.tail[k], order)
            out.count += overlap_branch_free(box, self.boxes + self.tail[k])

    def query_way(
        self,
        box: BoxRef,
        dx: C.double,
        dy: C.double,
        most: C.Py_ssize_t,
        out: PairList,
    ) -> C.bint:
        """Add (0, member) for all whose boxes a box meets on its way, and maybe some beside it.

        False if there are more than so many along a long way: of these, some may be missing.
        """
        found: FoundPairs
        around: Box = box[0]
        around.left += min(0.0, dx)
        around.top += min(0.0, dy)
        around.right += max(0.0, dx)
        around.bottom += max(0.0, dy)
        if self.near_share(dx, dy) >= 1.0:
            self.query(C.address(around), 0, pairs.GIVEN, out)
            return True
        found.pairs = C.cast(C.p_void, out)
        found.most = most
        if (
            tree_queries.visit_way(self.resting, box, dx, dy, note_pair, C.address(found)) < 0.0
            or tree_queries.visit_way(self.loose, box, dx, dy, note_pair, C.address(found)) < 0.0
        ):
            return False
        self.query_tail(C.address(around), 0, pairs.GIVEN, out)
        return out.count <= most

    def walk_way(
        self,
        box: BoxRef,
        dx: C.double,
        dy: C.double,
        past_start: C.bint,
        limit: C.double,
        visit: Visit,
        context: C.p_void,
    ) -> C.double:
        """Visit the members whose boxes a box meets on its way, as `tree_queries.walk_way` does."""
        limit = tree_queries.walk_way(self.resting, box, dx, dy, past_start, limit, visit, context)
        if limit >= 0.0:
            limit = tree_queries.walk_way(
                self.loose, box, dx, dy, past_start, limit, visit, context
            )
        if self.tail_count == 0:
            return limit
        around: Box = tree_queries.box_at_start(box.left, box.top, dx, dy)
        k: C.Py_ssize_t
        for k in range(self.tail_count):
            if limit < 0.0:
                break
            other: C.pointer(Box) = self.boxes + self.tail[k]
            if is_there(other) and not (past_start and overlap(C.address(around), other)):
                at: C.double = tree_queries.fraction_at_box(other, box, dx, dy)
                if at <= limit:
                    limit = visit(self.tail[k], at, context)
        return limit

    def walk_nearest(
        self,
        start: BoxRef,
        wanted: C.Py_ssize_t,
        limit: C.double,
        visit: Visit,
        context: C.p_void,
    ) -> C.double:
        """Visit the members that are near a box, as `tree_queries.walk_nearest` does."""
        limit = tree_queries.walk_nearest(self.resting, start, wanted, limit, visit, context)
        if limit >= 0.0:
            limit = tree_queries.walk_nearest(self.loose, start, wanted, limit, visit, context)
        k: C.Py_ssize_t
        for k in range(self.tail_count):
            if limit < 0.0:
                break
            box: C.pointer(Box) = self.boxes + self.tail[k]
            away: C.double = tree_queries.distance_from_box(
                start, box.left, box.top, box.right, box.bottom
            )
            if is_there(box) and away <= limit * tree_queries.SQUARE_ROUNDING:
                limit = visit(self.tail[k], away, context)
        return limit


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def note_pair(position: C.Py_ssize_t, at: C.double, context: C.p_void) -> C.double:
    """Add (0, position) to what a walk has found, until that is too much."""
    found: C.pointer(FoundPairs) = C.cast(C.pointer(FoundPairs), context)
    return add_pair(C.cast(PairList, found.pairs), pairs.pair_of(0, position), found.most)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def add_pair(out: PairList, pair: Pair, most: C.Py_ssize_t) -> C.double:
    """Add a pair if there is memory for it. If not, `sort` reports it. Returns a limit for a
    walk.
    """
    if out.count == most:
        return quadtree.STOP
    if out.count < out.capacity or out.reserve(1):
        out.items[out.count] = pair
        out.count += 1
    return 1.0


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_there(box: BoxRef) -> C.bint:
    """Whether a member has a box: it has not left, and can be hit."""
    return box.left <= box.right and box.top <= box.bottom


def method_within(workspace: Workspace, count: C.Py_ssize_t) -> C.int:
    """How to find the pairs within one sequence of boxes."""
    if workspace.forced < 0 or (count <= tuning.DIRECT_SELF and not workspace.forced):
        return DIRECTLY
    return BY_QUADTREE if workspace.forced else IF_WORTH_IT


def method_between(workspace: Workspace, na: C.Py_ssize_t, nb: C.Py_ssize_t) -> C.int:
    """How to find the pairs between two sequences of boxes."""
    if workspace.forced:
        return DIRECTLY if workspace.forced < 0 else BY_QUADTREE
    return DIRECTLY if na * nb <= tuning.DIRECT_CROSS or min(na, nb) < 2 else IF_WORTH_IT


def index_for(
    store: Store, rows: Rows, count: C.Py_ssize_t, kept: KeptIndex | None, questions: C.Py_ssize_t
) -> KeptIndex:
    """The index by which so many questions, such as rays, each look for some of the rows.

    It is the kept one, if there is one; else one that the next call replaces, or None where
    visiting the rows is less work. Brings the rows up to date.
    """
    workspace: Workspace = workspace_of(store)
    if kept is not None:
        return kept
    freshen_all(store, rows, count)
    least: C.Py_ssize_t = tuning.WORTH_OF_BOX * count + tuning.WORTH_OF_QUESTION * questions
    if workspace.forced < 0 or (questions * count <= least and not workspace.forced):
        return None
    boxes: BoxView = box_view(store.boxes, rows, count)
    options: BuildOptions = quadtree.usual_options()
    options.roomy = True
    workspace.tree.build(C.address(boxes), C.address(options), C.address(workspace.scratch))
    tree_queries.open_directory(workspace.tree)
    return workspace.passing


def index_step(
    workspace: Workspace,
    store: Store,
    rows: Rows,
    count: C.Py_ssize_t,
    kept: KeptIndex | None,
    patience: C.pointer(Patience),
) -> C.int:
    """What to do about the kept index of a Group: NO_INDEX, USE_INDEX or MAKE_INDEX.

    An index is created after several consecutive checks found nearly all members at rest. If it has
    to be dropped soon, more such checks are required the next time.
    """
    if workspace.forced < 0 or workspace.forced == NOT_KEPT:
        return NO_INDEX
    if count < (1 if workspace.forced else tuning.KEPT_FROM):
        return NO_INDEX
    if patience.needed == 0:
        patience.needed = tuning.PATIENCE
    if kept is not None:
        if kept.follow(workspace):
            return USE_INDEX
        if kept.uses > tuning.WELL_USED:
            patience.needed = tuning.PATIENCE
        else:
            patience.needed = min(tuning.MOST_PATIENCE, 2 * patience.needed)
        patience.checks_at_rest = 0
        return NO_INDEX
    if have_changed(store, rows, count, count // tuning.AT_REST_SHARE):
        patience.checks_at_rest = 0
        freshen_all(store, rows, count)  # some would stay dirty after a check that stops early
    else:
        patience.checks_at_rest += 1
    return (
        MAKE_INDEX if patience.checks_at_rest >= patience.needed or workspace.forced else NO_INDEX
    )


NOT_KEPT = C.declare(C.int, 2)
"""The value of `forced` with which each check makes an index of its own."""


def use_index(choice: bool | None, kept: bool = True) -> None:
    """For tests: always search by an index (True), never (False), or as the thresholds say (None).

    With True, Groups keep an index from the first check on, or none if `kept` is false; with False,
    never.
    """
    workspace_of(STORE).forced = 0 if choice is None else -1 if not choice else 1
    if choice and not kept:
        workspace_of(STORE).forced = NOT_KEPT
