"""`RowPositions`: a hash table from rows to positions (D. Knuth, TAOCP 3, 6.4)."""

import cython
from cython import NULL, Py_ssize_t, cast, declare, pointer, sizeof, ulonglong
from cython.cimports.libc.stdlib import free, malloc

HASH = declare(ulonglong, 2654435761)
"""A prime near 2**32 divided by the golden ratio: multiplying by it scatters consecutive rows."""


class RowPositions:
    """Positions by row, with linear probing; at least half of the slots are empty."""

    def __dealloc__(self):
        free(self.slots)

    def reset(self, count: Py_ssize_t) -> cython.int:
        """Remove all entries, and make room for `count` rows."""
        size: Py_ssize_t = 16
        k: Py_ssize_t
        while size < 2 * count:
            size *= 2
        if size != self.mask + 1 or self.slots is NULL:
            slots: pointer(Slot) = cast(pointer(Slot), malloc(size * sizeof(Slot)))
            if slots is NULL:
                raise MemoryError
            free(self.slots)
            self.slots = slots
            self.mask = size - 1
        for k in range(size):
            self.slots[k].row = -1
        self.used = 0
        return 0

    def slot_of(self, row: cython.int) -> Py_ssize_t:
        """The slot of a row, or the empty slot at which the search for it ends."""
        slot: Py_ssize_t = (cast(ulonglong, row) * HASH >> 7) & self.mask
        while self.slots[slot].row != row and self.slots[slot].row >= 0:
            slot = (slot + 1) & self.mask
        return slot

    def put(self, row: cython.int, position: cython.int) -> cython.int:
        """Set the position of a row; -1 removes it."""
        size: Py_ssize_t = self.mask + 1
        k: Py_ssize_t
        if self.slots is NULL:
            self.reset(8)
        elif 2 * self.used >= size:
            old: pointer(Slot) = self.slots
            self.slots = NULL
            try:
                self.reset(size)
            except MemoryError:
                self.slots = old
                raise
            for k in range(size):
                if old[k].row >= 0 and old[k].position >= 0:
                    self.put(old[k].row, old[k].position)
            free(old)
        slot: Py_ssize_t = self.slot_of(row)
        self.used += self.slots[slot].row < 0
        self.slots[slot].row = row
        self.slots[slot].position = position
        return 0

    def get(self, row: cython.int) -> cython.int:
        """The position of a row, or -1 if it has none."""
        if self.slots is NULL:
            return -1
        slot: Py_ssize_t = self.slot_of(row)
        return self.slots[slot].position if self.slots[slot].row >= 0 else -1
