"""Sprites side by side with their rows, and the walk that finds them in what a user passes.

A check first walks its arguments to the end, which may run a user's code (iterators), and only then
looks at rows: whatever that code did to sprites or containers is over by then. The batch keeps
its sprites alive, so rows stay theirs until the results are made.
"""

import cython
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.spritecol.handle import Handle
from cython.cimports.spritecol.pipeline import cross_hits, self_hits
from cython.cimports.spritecol.storage import STORE, VANISHED

from spritecol.limits import shown


class Batch:
    """Sprites in order, each once, and the array of their rows."""

    def __cinit__(self):
        self.sprites = []

    def __dealloc__(self):
        free(self.rows)

    def sync(self):
        """Bring `sprites` and `rows` up to date; a plain batch always is."""
        return 0

    def index(self):
        """An index of the rows that has followed all changes, or None; a Group may keep one."""
        return None

    def is_whole(self):
        """Whether nothing has left or changed inside since `sync`; runs no code of a user's."""
        return True

    def append(self, sprite):
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

    def forget(self):
        """Let all sprites go."""
        sprites: list = []
        old: object = self.sprites  # see `fill`
        self.sprites = sprites
        self.count = 0
        self.kept = None
        del old
        return 0

    def fill(self, found):
        """Take the sprites of a list, each once, without the vanished ones; give the old list.

        None, and nothing has changed, if the list holds anything but sprites.

        Two things may run a user's code: making a list (the collector), and the last reference to a
        sprite (its __del__); and it may look at this very batch. So the new list is made before
        anything else, and the old one given to the caller, to be dropped when all is whole again:
        by itself, Cython drops an attribute's old value before it stores the new one. In between
        no such code runs, and no other sweep can come in: a row is marked with the number of this
        sweep when it is met.
        """
        sprites: list = []
        old: list
        sweep: cython.uint = STORE.next_sweep()
        item: object
        sprite: Handle
        for item in found:
            if not isinstance(item, Handle):
                return None
        old = self.sprites
        self.sprites = sprites
        self.count = 0
        for item in found:
            sprite = cython.cast(Handle, item)
            if sprite.data().seen != sweep and not sprite.data().flags & VANISHED:
                sprite.data().seen = sweep
                self.append(sprite)
        return old


def walk(targets, name, strict):
    """All sprites among `targets`, depth-first in the order given, repeated ones repeated.

    Containers may be nested as deep as memory allows: their iterators wait in a list, not on the
    stack, and `inside` holds their ids, to refuse one that contains itself. None inside a container
    is skipped; anything else that is no container is an error, or, not `strict`, an item.
    """
    found: list = []
    waiting: list = []
    inside: set = set()
    item: object = targets
    batch: Batch
    while True:
        if isinstance(item, Handle):
            found.append(item)
        elif isinstance(item, Batch):
            batch = item
            batch.sync()
            found.extend(batch.sprites)
        elif item is None and waiting:
            pass
        elif is_container(item):
            if id(item) in inside:
                raise ValueError(f"{name} must not contain itself: a {type(item).__name__} does")
            waiting.append((iter(item), item))
            inside.add(id(item))
        elif strict:
            raise TypeError(
                f"{name} must be a Sprite, a Group, or an iterable of them, got {introduced(item)}"
            )
        else:
            found.append(item)
        while waiting:
            try:
                item = next(waiting[-1][0])
                break
            except StopIteration:
                inside.discard(id(waiting.pop()[1]))
        else:
            return found


def introduced(item):
    """An item as an error shows it; one whose class or base is called as ours with its library."""
    for kind in type.mro(type(item)):
        if kind.__name__ in ("Sprite", "Group"):
            return f"{shown(item)}, which is of {kind.__module__} and not of spritecol"
    return shown(item)


def is_container(item):
    """Whether something holds items to walk through; text does not."""
    kind: type = type(item)
    if isinstance(item, (str, bytes, bytearray)):
        return False
    return hasattr(kind, "__iter__") or hasattr(kind, "__getitem__")


def batch_of(targets, name):
    """The sprites of `targets` as a batch: a Group is one already."""
    batch: Batch
    if isinstance(targets, Batch):
        batch = targets
        batch.sync()
        return batch
    batch = Batch()
    if type(targets) is not list or batch.fill(targets) is None:
        batch.fill(walk(targets, name, True))
    return batch


def ready(a, b):
    """Bring two batches up to date; gives an index of `b` that has followed all changes, or None.

    To bring one up to date may drop a sprite, whose __del__ may change the other, and to make an
    index may run the collector. When this is done, nothing of that is left to happen.
    """
    kept: KeptIndex
    while True:
        a.sync()
        if b is not a:
            b.sync()
        kept = b.index()
        if a.is_whole() and (b is a or b.is_whole()) and (kept is None or kept is b.kept):
            return kept


def find_hits(a, b, out):
    """All pairs of positions that hit, in order; within one batch (the same twice) those i < j."""
    kept: KeptIndex
    kept_a: KeptIndex
    while True:
        kept_a = ready(b, a)
        kept = kept_a if a is b else ready(a, b)
        if a.is_whole() and (kept_a is None or kept_a is a.kept):
            break
    if a is b:
        self_hits(STORE, a.rows, a.count, kept, out)
    else:
        cross_hits(STORE, a.rows, a.count, kept_a, b.rows, b.count, kept, out)
    return 0


def find_hits_of(a, first, end, b, out):
    """The same for some of `a` with `b`, their positions counted from the first of them."""
    kept: KeptIndex = ready(a, b)
    end = min(end, a.count)
    if first < end:
        cross_hits(STORE, a.rows + first, end - first, None, b.rows, b.count, kept, out)
    return 0
