"""The walk through what a user passes as sprites: a sprite, a Group, or iterables of them.

It runs user code (iterators), so a check does all of it before it looks at any row.
"""

import cython
from cython.cimports.spritecol.sprites.batch import Batch
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow

from spritecol._numbers.limits import shown


def walk(targets: object, name: str, strict: cython.bint) -> list:
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
        if isinstance(item, SpriteRow):
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


def introduced(item: object) -> str:
    """An item as an error shows it; one whose class or base is called as ours with its library."""
    for kind in type.mro(type(item)):
        if kind.__name__ in ("Sprite", "Group"):
            return f"{shown(item)}, which is of {kind.__module__} and not of spritecol"
    return shown(item)


def is_container(item: object) -> cython.bint:
    """Whether something holds items to walk through; text does not."""
    kind: type = type(item)
    if isinstance(item, (str, bytes, bytearray)):
        return False
    return hasattr(kind, "__iter__") or hasattr(kind, "__getitem__")


def batch_of(targets: object, name: str) -> Batch:
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


def flattened(items: object) -> list:
    """All items among `items`, of any kind, however deeply nested, in order."""
    return walk(items, "sprites", False)
