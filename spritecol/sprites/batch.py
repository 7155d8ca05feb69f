"""`Batch`: a list of sprites and the array of their rows, which is the input of the pipeline.

A check first walks its arguments to the end (`targets`), which may run user code, and reads rows
only afterwards, when that code can no longer change sprites or containers. The batch keeps its
sprites alive, so their rows cannot be reused before the results are built.
"""

import cython
from cython.cimports.libc.stdlib import free
from cython.cimports.spritecol._engine.memory import grow, next_capacity
from cython.cimports.spritecol._engine.storage.layout import VANISHED
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow


class Batch:
    """Sprites in order, each once, and the array of their rows."""

    def __cinit__(self):
        self.sprites = []

    def __dealloc__(self):
        free(self.rows)

    def sync(self) -> cython.int:
        """Bring `sprites` and `rows` up to date. A plain batch always is."""
        return 0

    def is_synced(self) -> cython.bint:
        """Whether nothing has changed since `sync`; runs no user code."""
        return True

    def sync_for_hits(self) -> cython.int:
        """The same for a question whose answer is sprites, not positions.

        A few holes may stay, where a member has been removed. A hole has the row NOWHERE, which
        overlaps nothing, so none is ever found.
        """
        return self.sync()

    def is_ready_for_hits(self) -> cython.bint:
        """Whether nothing has changed since `sync_for_hits`; runs no user code."""
        return self.is_synced()

    def append(self, sprite: SpriteRow) -> cython.int:
        """Add one sprite at the end."""
        capacity: cython.Py_ssize_t
        if self.row_count == self.capacity:
            capacity = next_capacity(self.capacity, self.row_count + 1, 16)
            grow(
                cython.cast(cython.pp_void, cython.address(self.rows)),
                capacity,
                cython.sizeof(cython.int),
            )
            self.capacity = capacity
        self.sprites.append(sprite)
        self.rows[self.row_count] = sprite.row
        self.row_count += 1
        if self.kept is not None:
            try:
                self.kept.join(sprite.row)
            except MemoryError:
                self.kept = None
                raise
        return 0

    def hold(self) -> cython.bint:
        """Let a Group replace `sprites` instead of changing it, and tell if it did not so far.

        For as long as results are made of it: to allocate them may run the garbage collector, and
        so user code that changes the Group.
        """
        alone: cython.bint = self.copy_on_write == 0
        self.copy_on_write = max(self.copy_on_write, FOR_CHECK)
        return alone

    def release(self, held: list, alone: cython.bint) -> cython.void:
        """End a `hold`, which returned `alone` when `held` was the list."""
        if alone and self.sprites is held and self.copy_on_write == FOR_CHECK:
            self.copy_on_write = 0

    def forget(self) -> cython.int:
        """Drop all sprites."""
        sprites: list = []
        old: object = self.sprites  # kept alive until all is set, see `fill`
        self.sprites = sprites
        self.row_count = 0
        self.kept = None
        del old
        return 0

    def fill(self, found: list) -> list:
        """Replace the sprites by those of a list, deduplicated and without vanished ones.

        Returns the old list; or None, without changing anything, if the list contains anything
        but sprites.

        Two things may run user code: allocating a list (the garbage collector), and dropping the
        last reference to a sprite (its `__del__`). That code may use this very batch. So the new
        list is allocated before anything changes, and the old one is returned, for the caller to
        drop when the batch is consistent: Cython would drop the old value of an attribute before
        it stores the new one. No user code runs in between, so no other deduplication pass can
        start: each row met is marked with the number of this pass.
        """
        sprites: list = []
        old: list
        this_pass: cython.uint = STORE.next_pass()
        item: object
        sprite: SpriteRow
        for item in found:
            if not isinstance(item, SpriteRow):
                return None
        old = self.sprites
        self.sprites = sprites
        self.row_count = 0
        self.kept = None
        for item in found:
            sprite = cython.cast(SpriteRow, item)
            if sprite.data().last_pass != this_pass and not sprite.data().flags & VANISHED:
                sprite.data().last_pass = this_pass
                self.append(sprite)
        return old
