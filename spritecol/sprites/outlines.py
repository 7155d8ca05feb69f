"""From shapes to outlines: made once, and shared by all sprites with equal shapes."""

from functools import lru_cache

from cython.cimports.spritecol._engine.storage.outline import Outline
from cython.cimports.spritecol._engine.tuning import OUTLINES_KEPT

from spritecol._engine.storage.parts_of_shapes import parts_of
from spritecol.shapes import Shape
from spritecol.shapes.collision_value import shapes_from

RECENT: dict = {}
"""The outlines of shapes by their id, which stays theirs since they are here too. A look-up by
equality, as in `shared_outline`, would hash all of a shape's numbers for each new sprite."""


def outline_of(given: object, size: object) -> Outline:
    """The outline of the shapes that a value of `collision` means."""
    global RECENT  # noqa: PLW0603 (what is forgotten is dropped when all is whole)
    known: object
    forgotten: object = None
    outline: Outline
    if not isinstance(given, Shape):
        return shared_outline(shapes_from(given, size))
    known = RECENT.get(id(given))
    if known is not None:
        return known[1]
    outline = shared_outline((given,))
    if len(RECENT) >= OUTLINES_KEPT:
        forgotten = RECENT
        RECENT = {}
    RECENT[id(given)] = (given, outline)
    del forgotten
    return outline


@lru_cache(maxsize=OUTLINES_KEPT)
def shared_outline(shapes):
    """Equal shapes of many sprites share one outline."""
    outline: Outline = Outline(parts_of(shapes))
    outline.shapes = shapes
    return outline
