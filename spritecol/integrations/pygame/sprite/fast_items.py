"""Reads the items of a subclass of Rect as fast as those of a Rect.

pygame reads a rect of a subclass item by item. CPython makes a subclass look up `__getitem__` in
Python for each item, as Rect has one that serves slices too. Four items then take 700 ns, and
`Group.draw` takes twice as long ("drawn by its group" of `benchmarks/run.py pygame_sprite`).

No plain way serves: a class in Python can't say which C function reads its items, and a compiled
one would need pygame's headers, and a build for each version of pygame.
"""

import cython
from cython import cast, pointer


def share_items(kind: object, base: object) -> cython.int:
    """Let a class read its items as its base does; it must not define `__getitem__` itself."""
    if not issubclass(kind, base) or kind.__getitem__ is not base.__getitem__:
        raise TypeError(f"{kind!r} does not read its items as {base!r} does")
    cast(pointer(TypeObject), kind).tp_as_sequence.sq_item = cast(
        pointer(TypeObject), base
    ).tp_as_sequence.sq_item
    return 0
