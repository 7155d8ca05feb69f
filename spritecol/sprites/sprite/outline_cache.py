"""A cache of outlines: sprites with equal shapes share the numbers of their shapes."""

import copyreg
from functools import lru_cache

from cython import bint, cfunc, exceptval
from cython.cimports.spritecol._engine.storage.layout import Outline
from cython.cimports.spritecol._engine.tuning import OUTLINES_KEPT

from spritecol._engine.storage.local_parts import directions_of, parts_of, roles_of
from spritecol.shapes import Shape
from spritecol.shapes.collision_value import shapes_from

RECENT: dict = {}
"""id of a shape, or of a tuple of shapes -> (that, outline). That is kept alive, so its id is not
reused. Looking it up by equality, as in `shared_outline`, would hash all numbers for every new
sprite, and for every frame of an animation."""


def outline_of(given: object, size: object) -> Outline:
    """The outline for a value of `collision` and the size of the image (or None)."""
    global RECENT  # noqa: PLW0603 (replaced, not cleared: see `evicted`)
    known: object
    evicted: object = None  # dropped last, since dropping it may run user code
    outline: Outline
    if given is None and type(size) is tuple:
        return image_outline(size)
    known = RECENT.get(id(given))
    if known is not None:
        return known[1]
    outline = shared_outline(shapes_from(given, size))
    if not (isinstance(given, Shape) or are_shapes(given)):
        return outline
    if len(RECENT) >= OUTLINES_KEPT:
        evicted = RECENT
        RECENT = {}
    RECENT[id(given)] = (given, outline)
    del evicted
    return outline


def outline_assigned(given: object) -> Outline:
    """The outline of a tuple of shapes that was assigned before; None of anything else."""
    known: object = RECENT.get(id(given)) if type(given) is tuple else None
    return None if known is None else known[1]


@cfunc
@exceptval(-1)
def are_shapes(given: object) -> bint:
    """Whether a value is a tuple of shapes, which cannot change."""
    return type(given) is tuple and all(isinstance(item, Shape) for item in given)


@lru_cache(maxsize=OUTLINES_KEPT)
def image_outline(size: tuple) -> Outline:
    """The outline of an image's rectangle; it need not make the Rect each time."""
    return shared_outline(shapes_from(None, size))


@lru_cache(maxsize=OUTLINES_KEPT)
def shared_outline(shapes: tuple) -> Outline:
    """The outline of a tuple of shapes; equal tuples share one."""
    outline: Outline = Outline(parts_of(shapes), directions_of(shapes), roles_of(shapes))
    outline.shapes = shapes
    return outline


def reduced(outline: Outline) -> tuple:
    """What pickle keeps of an outline: its shapes.

    A class of sprites holds the outline of its default shapes, and libraries that run a script's
    classes in other processes pickle them whole.
    """
    return shared_outline, (outline.shapes,)


copyreg.pickle(Outline, reduced)
