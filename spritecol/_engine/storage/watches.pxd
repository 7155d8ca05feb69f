import cython

cdef struct Watcher:
    # A kept index that notes which of its rows change. It owns the arrays, which are by position.
    int* rows                # -1 where a row has left
    unsigned char* noted     # whether the position is in `changed`
    int* changed             # positions whose rows have changed, each once; has room for all
    Py_ssize_t changed_count

cdef struct Link:
    # From a row to one of its watchers.
    Watcher* watcher
    int position
    int next                 # the next link of the row, or of the list of free ones; -1 ends it

@cython.final
cdef class Watches:
    cdef int* first          # by row: its first link, or -1; NULL before the first watcher
    cdef Py_ssize_t row_capacity
    cdef Link* links
    cdef Py_ssize_t link_capacity
    cdef Py_ssize_t link_count   # links in use or free
    cdef int free_link
    cdef int reserve_rows(self, Py_ssize_t capacity) except -1
    cdef int make_first(self, Py_ssize_t known, Py_ssize_t capacity) except -1
    cdef int reserve_links(self, Py_ssize_t more) except -1
    cdef void add(self, int row, Watcher* watcher, int position) noexcept
    cdef void remove(self, int row, Watcher* watcher) noexcept
    cdef void announce(self, int row) noexcept nogil
    cdef void close_row(self, int row) noexcept

cdef inline void note(Watcher* watcher, int position) noexcept nogil:
    # Note that a position has changed.
    if not watcher.noted[position]:
        watcher.noted[position] = 1
        watcher.changed[watcher.changed_count] = position
        watcher.changed_count += 1
