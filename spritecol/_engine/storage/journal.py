"""Which rows' bounding boxes changed, in order: from here kept indexes learn what moved."""

import cython
from cython.cimports.libc.stdlib import free, realloc


class Journal:
    """A growing list of rows, each entry numbered for good; old entries are dropped together."""

    def __dealloc__(self):
        free(self.rows)

    def log(self, row: cython.int, limit: cython.Py_ssize_t) -> cython.int:
        """Add a row. At `limit` entries all of them are dropped first: nobody would follow more."""
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
