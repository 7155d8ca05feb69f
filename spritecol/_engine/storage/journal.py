"""`Journal`: the rows whose bounding boxes changed, in order. Kept indexes read it to catch up."""

import cython
from cython.cimports.libc.stdlib import free, realloc


class Journal:
    """A list of rows whose entries are numbered consecutively, even after old ones are dropped."""

    def __dealloc__(self):
        free(self.rows)

    def log(self, row: cython.int, limit: cython.Py_ssize_t) -> cython.int:
        """Append a row. At `limit` entries, drop all of them first: no index would read so many."""
        rows: cython.p_int
        capacity: cython.Py_ssize_t
        if self.count >= limit:
            self.dropped += self.count
            self.count = 0
        if self.count == self.capacity:
            capacity = max(1024, self.capacity + self.capacity // 2)
            rows = cython.cast(
                cython.p_int, realloc(self.rows, capacity * cython.sizeof(cython.int))
            )
            if rows is cython.NULL:
                with cython.gil:
                    raise MemoryError
            self.rows = rows
            self.capacity = capacity
        self.rows[self.count] = row
        self.count += 1
        return 0

    def end(self) -> cython.ulonglong:
        """The number of the next entry."""
        return self.dropped + self.count
