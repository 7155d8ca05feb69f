import cython

from spritecol._engine.box cimport Box
from spritecol._engine.memory.run_allocator cimport RunAllocator
from spritecol._engine.storage.journal cimport Journal
from spritecol._engine.storage.layout cimport DIRTY, PENDING, Collision, CollisionGroup
from spritecol._engine.storage.outline cimport Outline
from spritecol._engine.tuning cimport RECENT

@cython.final
cdef class Store:
    cdef RunAllocator row_runs
    cdef RunAllocator part_runs
    cdef RunAllocator box_runs
    cdef RunAllocator pool_runs
    cdef CollisionGroup* groups     # by row
    cdef Collision* parts
    cdef Box* part_boxes         # none without area: the strict test of boxes must lose no flat part
    cdef double* pool
    cdef Box* boxes              # by row: the filter box; all miss it while the sprite cannot hit
    cdef int* lone_circle        # by row: the numbers of its only part if that is a circle, else -1
    cdef unsigned char* dirty    # by row: DIRTY, PENDING, GROUPED, GONE
    cdef int* pending            # rows that changed since the journal was last written, each once
    cdef Py_ssize_t pending_count
    cdef Journal journal
    cdef Py_ssize_t side_capacity
    cdef readonly unsigned long long vanished   # how many sprites ever vanished out of a Group
    cdef int[RECENT] gone        # the rows of the last of them, by their number modulo RECENT
    cdef unsigned int last_pass
    cdef void* workspace         # what the pipeline keeps between checks (`pipeline.workspace`)
    cdef int open(self) except -1
    cdef void close(self, int row) noexcept
    cdef int set_outline(self, int row, Outline outline) except -1
    cdef void release_parts(self, int row) noexcept
    cdef int grow_sides(self, Py_ssize_t capacity) except -1
    cdef inline void mark_dirty(self, int row) noexcept nogil:
        # A row's pose or shapes changed. `pending` has room for every row once.
        if not self.dirty[row] & PENDING:
            self.pending[self.pending_count] = row
            self.pending_count += 1
        self.dirty[row] |= DIRTY | PENDING
    cdef unsigned int next_pass(self) noexcept nogil

cdef Store STORE
