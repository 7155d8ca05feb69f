"""`Batch`: a list of sprites and the array of their rows, which is the input of the pipeline.

A check first walks its arguments to the end (`targets`), which may run user code, and reads rows
only afterwards, when that code can no longer change sprites or containers. The batch keeps its
sprites alive, so their rows cannot be reused before the results are built.

It stands alone, because Groups (`members`) and lists (`targets`), which contain Groups, are both
made of it.
"""

import cython as C
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.storage.layout import VANISHED, RowRecord
from cython.cimports.spritecol._engine.storage.store import NOWHERE, STORE
from cython.cimports.spritecol._support.libc import free
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow


class Batch:
    """Sprites in order, each once, and the array of their rows."""

    def __cinit__(self):
        self.sprites = []

    def __dealloc__(self):
        if self.capacity:
            free(self.rows)


def put_only(batch: Batch, sprite: SpriteRow) -> C.int:
    """Let a new batch stand for one sprite. Its only row is where the sprite has it."""
    batch.sprites.append(sprite)
    batch.rows = C.address(sprite.row)
    batch.row_count = 1
    return 0


def append(batch: Batch, sprite: SpriteRow) -> C.int:
    """Add one sprite at the end."""
    room_for(
        C.address(batch.rows), C.address(batch.capacity), batch.row_count + 1, 16, C.sizeof(C.int)
    )
    batch.sprites.append(sprite)
    batch.rows[batch.row_count] = sprite.row
    batch.row_count += 1
    if batch.kept is not None:
        try:
            batch.kept.join(sprite.row)
        except MemoryError:  # it is a cache: the sprite has been added
            batch.kept = None
    return 0


def hold(batch: Batch) -> C.bint:
    """Make a Group replace `sprites` instead of changing it, until `release`.

    Meanwhile results are made from this list. Allocating them may run the garbage collector, and
    so user code that changes the Group.

    Returns True if nobody else holds the list.
    """
    alone: C.bint = batch.copy_on_write == 0
    batch.copy_on_write = max(batch.copy_on_write, FOR_CHECK)
    return alone


def release(batch: Batch, held: list, alone: C.bint) -> C.void:
    """End a `hold`, which returned `alone` when `held` was the list."""
    if alone and batch.sprites is held and batch.copy_on_write == FOR_CHECK:
        batch.copy_on_write = 0


def forget(batch: Batch) -> C.int:
    """Drop all sprites."""
    sprites: list = []
    old: object = batch.sprites  # kept alive until all is set, see `fill`
    batch.sprites = sprites
    batch.row_count = 0
    batch.kept = None
    del old
    return 0


def fill(batch: Batch, found: object, gaps: C.bint = False) -> list:
    """Replace the sprites by those of a plain container, deduplicated and without vanished ones.

    Returns the old list; or None, without changing anything, if the container holds anything
    but sprites. With `gaps`, it may hold None where a sprite may be put later.

    Two things may run user code: allocating a list (the garbage collector), and dropping the
    last reference to a sprite (its `__del__`). That code may use this very batch. So the new
    list is allocated before anything changes, and the old one is returned, for the caller to
    drop when the batch is consistent: Cython would drop the old value of an attribute before
    it stores the new one. No user code runs in between, so no other deduplication pass can
    start: each row met is marked with the number of this pass.
    """
    if (
        not gaps
        and type(found) is list
        and found
        and not isinstance(C.cast(list, found)[0], SpriteRow)
    ):
        return None  # a list of Groups, which needs no copy to tell
    sprites: list = list(found)
    this_pass: C.uint = STORE.next_pass()
    i: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    for i in range(len(sprites)):
        if not isinstance(sprites[i], SpriteRow) and not (gaps and sprites[i] is None):
            return None
    room_for(C.address(batch.rows), C.address(batch.capacity), len(sprites), 16, C.sizeof(C.int))
    old: list = batch.sprites
    batch.sprites = sprites
    batch.kept = None
    for i in range(len(sprites)):
        if sprites[i] is None:
            batch.rows[kept] = NOWHERE
            sprites[kept] = None
            kept += 1
            continue
        sprite: SpriteRow = C.cast(SpriteRow, sprites[i])
        record: C.pointer(RowRecord) = C.address(STORE.records[sprite.row])
        if record.last_pass != this_pass and not record.flags & VANISHED:
            record.last_pass = this_pass
            batch.rows[kept] = sprite.row
            if kept != i:
                sprites[kept] = sprite
            kept += 1
    batch.row_count = kept
    del sprites[kept:]  # `found` keeps them alive
    return old
