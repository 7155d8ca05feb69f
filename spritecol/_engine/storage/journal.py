"""`Journal`: the rows whose bounding boxes changed, in order. Kept indexes read it to catch up."""

import cython
from cython.cimports.libc.stdlib import free
from cython.cimports.spritecol._engine.memory import grow, next_capacity


class Journal:
    """A list of rows whose entries are numbered consecutively, even after old ones are dropped."""

    def __dealloc__(self):
        free(self.rows)

    def log(self, row: cython.int, limit: cython.Py_ssize_t) -> cython.int:
        """Append a row. At `limit` entries, drop all of them first: no index would read so many."""
        capacity: cython.Py_ssize_t
        if self.count >= limit:
            self.dropped += self.count
            self.count = 0
        if self.count == self.capacity:
            capacity = next_capacity(self.capacity, self.count + 1, 1024)
            grow(
                cython.cast(cython.pp_void, cython.address(self.rows)),
                capacity,
                cython.sizeof(cython.int),
            )
            self.capacity = capacity
        self.rows[self.count] = row
        self.count += 1
        return 0

    def end(self) -> cython.ulonglong:
        """The number of the next entry."""
        return self.dropped + self.count
