"""Reading the items of a subclass of Rect as fast as those of a Rect.

pygame reads a rect that is of a subclass item by item. CPython sets that slot of a subclass to a
function that looks for a `__getitem__` in Python, since the one of Rect serves slices, too; four
items took 250 ns, and reading them was all that made a drawn sprite slower.
"""

import cython


def share_items(kind: object, base: object) -> cython.int:
    """Let a class read its items as its base does; it must not define `__getitem__` itself."""
    if not issubclass(kind, base) or kind.__getitem__ is not base.__getitem__:
        raise TypeError(f"{kind!r} does not read its items as {base!r} does")
    cython.cast(cython.pointer(TypeObject), kind).tp_as_sequence.sq_item = cython.cast(
        cython.pointer(TypeObject), base
    ).tp_as_sequence.sq_item
    return 0
