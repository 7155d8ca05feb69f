"""The index of a Group whose members mostly rest, kept from check to check.

It holds every member where it lay when the index was built. A member that moves is taken out there
(its entry is turned inside out) and listed among the movers, which have a small index of their own,
made anew when one of them has moved again. So a few movers cost what the movers cost. What moved
is read from the storage's journal.
"""

import cython
from cython.cimports.libc.math import INFINITY
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.spritecol.row_table import RowTable
from cython.cimports.spritecol.strip_pairs import SORTED
from cython.cimports.spritecol.strip_pairs import index_pairs as strips_pairs
from cython.cimports.spritecol.strip_pairs import query as query_strips
from cython.cimports.spritecol.strips import BEYOND, Strips
from cython.cimports.spritecol.transform import flush

SHARE = cython.declare(cython.Py_ssize_t, 4)
"""When more than one in so many members has moved, a new index costs less than following."""


class KeptIndex:
    """An index of rows that follows the few of them that move."""

    def __cinit__(self):
        self.resting = Strips()
        self.moving = Strips()
        self.table = RowTable()

    def __dealloc__(self):
        free(self.boxes)
        free(self.places)
        free(self.movers)
        free(self.mover_boxes)

    def build(self, store, rows, count):
        """Index `count` rows, once; their number does not change."""
        k: cython.Py_ssize_t
        self.boxes = cython.cast(cython.pointer(Box), malloc(count * cython.sizeof(Box)))
        self.mover_boxes = cython.cast(cython.pointer(Box), malloc(count * cython.sizeof(Box)))
        self.places = cython.cast(
            cython.pointer(cython.Py_ssize_t), malloc(count * cython.sizeof(cython.Py_ssize_t))
        )
        self.movers = cython.cast(cython.p_int, malloc(count * cython.sizeof(cython.int)))
        if (
            self.boxes is cython.NULL
            or self.mover_boxes is cython.NULL
            or self.places is cython.NULL
            or self.movers is cython.NULL
        ):
            raise MemoryError
        flush(store)
        self.heard = store.journal_base + store.journal_count
        self.count = count
        self.table.reset(count)
        for k in range(count):
            self.boxes[k] = store.boxes[rows[k]]
            self.places[k] = -1
            self.table.put(rows[k], k)
        self.resting.build(self.boxes, cython.NULL, count, cython.NULL, count)
        for k in range(self.resting.count):
            if self.resting.entries[k].word != BEYOND:
                self.places[self.resting.item_of(self.resting.entries + k)] = k
        return 0

    def follow(self, store):
        """Take in what has moved since; False when that was too much to follow."""
        entry: cython.pointer(Box)
        moved: cython.bint = False
        position: cython.Py_ssize_t
        k: cython.Py_ssize_t
        if self.resting is None or self.moving is None or self.table is None:
            return False  # the collector has been here
        flush(store)
        if self.heard < store.journal_base:
            return False
        for k in range(self.heard - store.journal_base, store.journal_count):
            position = self.table.get(store.journal[k])
            if position < 0:
                continue
            moved = True
            self.boxes[position] = store.boxes[store.journal[k]]
            if self.places[position] != MOVED:
                if self.places[position] >= 0:
                    entry = cython.address(self.resting.entries[self.places[position]].box)
                    entry.top = INFINITY  # not the sides, by which entries are sorted
                    entry.bottom = -INFINITY
                self.places[position] = MOVED
                self.movers[self.mover_count] = position
                self.mover_count += 1
                if self.mover_count * SHARE > self.count:
                    return False
        self.heard = store.journal_base + store.journal_count
        self.asked += 1
        if moved:
            for k in range(self.mover_count):
                self.mover_boxes[k] = self.boxes[self.movers[k]]
            self.moving.build(
                self.mover_boxes, cython.NULL, self.mover_count, cython.NULL, self.count
            )
            for k in range(self.moving.count):
                if self.moving.entries[k].word != BEYOND:
                    position = self.moving.item_of(self.moving.entries + k)
                    self.moving.entries[k].word += self.movers[position] - position
        return True

    def query(self, box, item, order, out):
        """Add the pairs of one box with all members that overlap it."""
        query_strips(self.resting, box, item, order, out)
        if self.mover_count:
            query_strips(self.moving, box, item, order, out)

    def self_pairs(self, out):
        """Add all pairs of members that overlap, each once, the smaller position first."""
        k: cython.Py_ssize_t
        strips_pairs(self.resting, out)
        if self.mover_count:
            strips_pairs(self.moving, out)
            for k in range(self.mover_count):
                query_strips(
                    self.resting,
                    cython.address(self.boxes[self.movers[k]]),
                    self.movers[k],
                    SORTED,
                    out,
                )
