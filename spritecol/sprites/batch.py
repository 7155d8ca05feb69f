"""A batch: sprites side by side with their rows, the form in which the pipeline takes them.

A check first walks its arguments to the end (`targets`), which may run user code, and only then
looks at rows: whatever that code did to sprites or containers is over by then. The batch keeps its
sprites alive, so rows stay theirs until the results are made.
"""

import cython
from cython.cimports.libc.stdlib import free, realloc
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
        """Bring `sprites` and `rows` up to date; a plain batch always is."""
        return 0

    def is_whole(self) -> cython.bint:
        """Whether nothing has left or changed inside since `sync`; runs no code of a user's."""
        return True

    def append(self, sprite: SpriteRow) -> cython.int:
        """Add one sprite at the end."""
        capacity: cython.Py_ssize_t
        rows: cython.p_int
        self.kept = None
        if self.count == self.capacity:
            capacity = max(16, self.capacity + self.capacity // 2)
            rows = cython.cast(
                cython.p_int, realloc(self.rows, capacity * cython.sizeof(cython.int))
            )
            if rows is cython.NULL:
                raise MemoryError
            self.rows = rows
            self.capacity = capacity
        self.sprites.append(sprite)
        self.rows[self.count] = sprite.row
        self.count += 1
        return 0

    def forget(self) -> cython.int:
        """Let all sprites go."""
        sprites: list = []
        old: object = self.sprites  # see `fill`
        self.sprites = sprites
        self.count = 0
        self.kept = None
        del old
        return 0

    def fill(self, found: list) -> list:
        """Take the sprites of a list, each once, without the vanished ones; give the old list.

        None, and nothing has changed, if the list holds anything but sprites.

        Two things may run a user's code: making a list (the collector), and the last reference to a
        sprite (its __del__); and it may look at this very batch. So the new list is made before
        anything else, and the old one given to the caller, to be dropped when all is whole again:
        by itself, Cython drops an attribute's old value before it stores the new one. In between
        no such code runs, and no other deduplication pass can come in: a row is marked with the
        number of this pass when it is met.
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
        self.count = 0
        for item in found:
            sprite = cython.cast(SpriteRow, item)
            if sprite.data().last_pass != this_pass and not sprite.data().flags & VANISHED:
                sprite.data().last_pass = this_pass
                self.append(sprite)
        return old
