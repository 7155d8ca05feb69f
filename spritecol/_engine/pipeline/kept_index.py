"""`KeptIndex`: the index of a Group whose members are mostly at rest, kept between checks.

It holds every member at its position when the index was built. A member that moves is removed from
it (its entry gets an inverted box) and added to the movers, which have a small index of their own,
rebuilt whenever one of them moves again. So the cost of an update depends on the number of movers
only. Which members have moved is read from the journal of the store.

When an index is made, and when it is dropped, is decided in `plan` (`index_step`).
"""

import cython
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.spritecol._engine.box import Box, BoxView, view_of
from cython.cimports.spritecol._engine.broad_phase.directory import open_directory
from cython.cimports.spritecol._engine.broad_phase.quadtree import BEYOND, Quadtree
from cython.cimports.spritecol._engine.broad_phase.sweep import all_pairs
from cython.cimports.spritecol._engine.broad_phase.walks import pairs_with_box
from cython.cimports.spritecol._engine.pairs import SORTED
from cython.cimports.spritecol._engine.storage.row_positions import RowPositions
from cython.cimports.spritecol._engine.transform.rows import freshen_pending
from cython.cimports.spritecol._engine.tuning import MOVED_SHARE


class KeptIndex:
    """An index of rows that is updated when a few of them move."""

    def __cinit__(self):
        self.resting = Quadtree()
        self.moving = Quadtree()
        self.positions = RowPositions()

    def __dealloc__(self):
        free(self.boxes)
        free(self.entry_of)
        free(self.movers)
        free(self.mover_boxes)

    def build(
        self,
        store: Store,
        workspace: Workspace,
        rows: cython.pointer(cython.const[cython.int]),
        count: cython.Py_ssize_t,
    ) -> cython.int:
        """Index `count` rows. Called once."""
        k: cython.Py_ssize_t
        view: BoxView
        self.boxes = cython.cast(cython.pointer(Box), malloc(count * cython.sizeof(Box)))
        self.mover_boxes = cython.cast(cython.pointer(Box), malloc(count * cython.sizeof(Box)))
        self.entry_of = cython.cast(
            cython.pointer(cython.Py_ssize_t), malloc(count * cython.sizeof(cython.Py_ssize_t))
        )
        self.movers = cython.cast(cython.p_int, malloc(count * cython.sizeof(cython.int)))
        if (
            self.boxes is cython.NULL
            or self.mover_boxes is cython.NULL
            or self.entry_of is cython.NULL
            or self.movers is cython.NULL
        ):
            raise MemoryError
        freshen_pending(store)
        self.journal_read = store.journal.end()
        self.count = count
        self.positions.reset(count)
        for k in range(count):
            self.boxes[k] = store.boxes[rows[k]]
            self.entry_of[k] = -1
            self.positions.put(rows[k], k)
        view = view_of(self.boxes, cython.NULL, count)
        self.resting.build(
            cython.address(view), cython.NULL, count, cython.address(workspace.scratch)
        )
        for k in range(self.resting.count):
            if self.resting.words[k] != BEYOND:
                self.entry_of[self.resting.item_of(k)] = k
        open_directory(self.resting)
        return 0

    def follow(self, store: Store, workspace: Workspace) -> cython.bint:
        """Update the index with the rows that have moved; False if there are too many."""
        moved: cython.bint = False
        position: cython.Py_ssize_t
        view: BoxView
        k: cython.Py_ssize_t
        if self.resting is None or self.moving is None or self.positions is None:
            return False  # the garbage collector has cleared it
        freshen_pending(store)
        if self.journal_read < store.journal.dropped:
            return False
        for k in range(self.journal_read - store.journal.dropped, store.journal.count):
            position = self.positions.get(store.journal.rows[k])
            if position < 0:
                continue
            moved = True
            self.boxes[position] = store.boxes[store.journal.rows[k]]
            if self.entry_of[position] != MOVED:
                if self.entry_of[position] >= 0:
                    self.resting.take_out(self.entry_of[position])
                self.entry_of[position] = MOVED
                self.movers[self.mover_count] = position
                self.mover_count += 1
                if self.mover_count * MOVED_SHARE > self.count:
                    return False
        self.journal_read = store.journal.end()
        self.uses += 1
        if moved:
            for k in range(self.mover_count):
                self.mover_boxes[k] = self.boxes[self.movers[k]]
            view = view_of(self.mover_boxes, cython.NULL, self.mover_count)
            self.moving.build(
                cython.address(view), cython.NULL, self.count, cython.address(workspace.scratch)
            )
            for k in range(self.moving.count):
                if self.moving.words[k] != BEYOND:
                    position = self.moving.item_of(k)
                    self.moving.words[k] += self.movers[position] - position
        return True

    def query(
        self,
        box: cython.pointer(cython.const[Box]),
        item: cython.Py_ssize_t,
        order: cython.int,
        out: PairList,
    ) -> cython.void:
        """Add the pairs of one box with all members whose boxes overlap it."""
        pairs_with_box(self.resting, box, item, order, out)
        if self.mover_count:
            pairs_with_box(self.moving, box, item, order, out)

    def self_pairs(self, out: PairList) -> cython.void:
        """Add all pairs of members whose boxes overlap, each once, the smaller position first."""
        k: cython.Py_ssize_t
        all_pairs(self.resting, out)
        if self.mover_count:
            all_pairs(self.moving, out)
            for k in range(self.mover_count):
                pairs_with_box(
                    self.resting,
                    cython.address(self.boxes[self.movers[k]]),
                    self.movers[k],
                    SORTED,
                    out,
                )
