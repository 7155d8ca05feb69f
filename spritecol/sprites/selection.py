"""`Selection`: the conditions of a question, which are `mask`, `exclude` and `where`.

Every question about a place, ray or sweep takes these three keywords. They are read first, since
iterating over `exclude` may run user code. The engine tests layers and excluded rows by itself
(`Selection.rows`). `where` is a function of the user's: it is called last, when detection is over.

From a part to the shape that a result names: `shape_index`, then `shape_at`.
"""

from collections.abc import Awaitable, Coroutine

import cython
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.spritecol._engine.storage.layout import Outline
from cython.cimports.spritecol._engine.storage.store import DEFAULT_MASK, STORE
from cython.cimports.spritecol._numbers.fast_range_check import bits
from cython.cimports.spritecol.sprites.row_fields import shapes_of
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow
from cython.cimports.spritecol.sprites.targets import walk

from spritecol._numbers.lazy_imports import is_numpy
from spritecol._numbers.range_check import shown


@cython.cclass
class Selection:
    """Which sprites a question may be answered with."""

    def __dealloc__(self):
        free(self.excluded_rows)

    def accepts(self, sprite: object) -> cython.bint:
        """What `where` says about a sprite; True without it. Runs user code."""
        return self.where is None or verdict(self.where(sprite))


def verdict(answer: object) -> cython.bint:
    """What a call of `where` has returned, which must be a bool of Python or NumPy.

    Nothing else counts as true or false: None is most often a forgotten `return`, and a coroutine
    would always be true.

    Raises:
        TypeError: it is anything else.
    """
    if answer is True:
        return True
    if answer is False:
        return False
    if is_numpy(answer, "bool_"):
        return bool(answer)
    remedy: str = "compare something, or wrap it in bool()"
    if answer is None:
        remedy = "is a `return` missing?"
    elif isinstance(answer, Awaitable):
        remedy = "is it an `async def`?"
    error: object = TypeError(f"where must return True or False, got {shown(answer)}: {remedy}")
    if isinstance(answer, Coroutine):
        answer.close()  # else Python warns that nobody has awaited it
    raise error


def selection_of(
    asker: SpriteRow | None, mask: object, exclude: object, where: object
) -> Selection:
    """The conditions as the user gave them. May run user code, so call it before rows are read.

    Args:
        asker: a sprite that is excluded too, since it asks; None if none does.
        mask: layers as bits, of which a target must be on one; None for all of them. A question is
            on no layer: the mask of a target does not count.
        exclude: a Sprite, a Group, or an iterable of them.
        where: a function of a sprite, or None.

    Raises:
        TypeError: `mask` is no int, `exclude` contains something else, or `where` is not callable.
        ValueError: `mask` is negative or has more than 64 bits, or `exclude` contains itself.
    """
    selection: Selection
    rows: list
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t
    if mask is None and type(exclude) is tuple and not exclude and where is None and asker is None:
        return ANY
    selection = Selection()
    if where is not None and not callable(where):
        raise TypeError(f"where must be a function of a sprite, or None, got {shown(where)}")
    selection.where = where
    if not (type(exclude) is tuple and not exclude):
        selection.excluded = walk(exclude, "exclude", True)
    selection.rows.wanted = DEFAULT_MASK if mask is None else bits(mask, "mask")
    if selection.excluded is None:
        if asker is not None:  # who alone is left out: that needs no list
            selection.asker = asker
            selection.asker_row = asker.row
            selection.rows.excluded = cython.address(selection.asker_row)
            selection.rows.excluded_count = 1
        return selection
    if asker is not None:
        selection.excluded.append(asker)
    count = len(selection.excluded)
    if count:
        rows = sorted([cython.cast(SpriteRow, item).row for item in selection.excluded])
        selection.excluded_rows = cython.cast(
            cython.p_int, malloc(count * cython.sizeof(cython.int))
        )
        if selection.excluded_rows is cython.NULL:
            raise MemoryError
        for i in range(count):
            selection.excluded_rows[i] = rows[i]
        selection.rows.excluded = selection.excluded_rows
        selection.rows.excluded_count = count
    return selection


ANY = cython.declare(Selection, Selection())
"""The selection without conditions; never changed."""

ANY.rows.wanted = DEFAULT_MASK


def shape_index(sprite: SpriteRow, part: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Which of a sprite's `shapes` one of its parts belongs to; `part` counts from its first."""
    outline: Outline = cython.cast(Outline, STORE.groups[sprite.row].outline)
    return outline.parts[part].shape


def shape_at(sprite: SpriteRow, index: cython.Py_ssize_t) -> object:
    """The shape with that index, as the user made it: in local space, with its name."""
    return shapes_of(sprite.row)[index]
