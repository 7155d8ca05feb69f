"""Sprites in order, each once, of which some may leave: what a Group of sprites alone is."""

import cython
from cython.cimports.spritecol.row_table import RowTable
from cython.cimports.spritecol.storage import GONE, GROUPED, RECENT, STORE

SCAN = cython.declare(cython.Py_ssize_t, 16384)
"""So many sprites are looked through for vanished ones in less time than it takes to look a few up
in a table, which holes that are closed make worthless."""


class Roster(Batch):
    """A batch that sprites can leave; those that have vanished are told to by `purge`.

    Who leaves makes a hole; the holes are closed before anyone looks at the sequence (`close_up`).
    Dropping a sprite may run its __del__ and making a list may run the collector, and both may come
    back here. So lists are made before anything changes, and who left is dropped by the caller,
    when all is whole again.
    """

    def __cinit__(self):
        self.table = RowTable()
        self.purged = STORE.vanished

    def find(self, row):
        """The position of a sprite's row, -1 if it is not here.

        The table is made when it is first needed; a sprite that never was in a Group needs none.
        """
        k: cython.Py_ssize_t
        if not STORE.dirty[row] & GROUPED or self.count == 0 or self.table is None:
            return -1
        if self.placed == 0:
            self.table.reset(self.count)
        for k in range(self.placed, self.count):
            if self.rows[k] >= 0:
                self.table.put(self.rows[k], k)
        self.placed = self.count
        return self.table.get(row)

    def unlend(self):
        """Leave the list of sprites to whoever has it in hand, and go on with a copy."""
        sprites: list
        lent: list
        while self.lent:
            lent = self.sprites
            sprites = lent.copy()
            if self.lent and self.sprites is lent:  # which nobody changes
                self.sprites = sprites
                self.lent = 0
        return 0

    def leave(self, position, gone):
        """Move a sprite to the end of the list `gone`. The list of sprites must not be lent."""
        gone.append(self.sprites[position])
        if position < self.placed:
            self.table.put(self.rows[position], -1)
        self.rows[position] = -1
        self.sprites[position] = None
        self.holes += 1
        self.kept = None
        return 0

    def purge(self):
        """Let the vanished leave, if any sprite of any Group has vanished since the last time."""
        gone: list
        news: cython.ulonglong
        k: cython.Py_ssize_t
        if self.purged == STORE.vanished:
            return 0
        gone = []
        self.unlend()
        news = STORE.vanished - self.purged
        if news < RECENT and self.count > SCAN:
            for k in range(cython.cast(cython.Py_ssize_t, news)):
                self.leave_if_gone(self.find(STORE.gone[(self.purged + k) % RECENT]), gone)
        else:
            for k in range(self.count):
                self.leave_if_gone(k, gone)
        self.purged += news
        return len(gone)

    def leave_if_gone(self, position, gone):
        """Let a sprite leave if there is one, and it has vanished."""
        if position >= 0 and self.rows[position] >= 0 and STORE.dirty[self.rows[position]] & GONE:
            self.leave(position, gone)
        return 0

    def close_up(self):
        """Close the holes."""
        sprites: list = []
        old: object
        count: cython.Py_ssize_t = 0
        k: cython.Py_ssize_t
        if self.holes == 0:
            return 0
        old = self.sprites
        for k in range(self.count):
            if self.rows[k] >= 0:
                sprites.append(self.sprites[k])
                self.rows[count] = self.rows[k]
                count += 1
        self.sprites = sprites
        self.lent = 0
        self.count = count
        self.holes = 0
        self.placed = 0
        del old  # holds no sprite that is not in the new one
        return 0
