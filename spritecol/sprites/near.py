"""`Near`: what the questions about the nearest return."""

from typing import Any

import attrs

from spritecol._numbers.records import with_own_replace
from spritecol.shapes import Shape


@with_own_replace
@attrs.frozen
class Near:
    """How near a sprite is to a point.

    Attributes:
        sprite: the sprite.
        shape: the shape of it that is nearest, one of `sprite.shapes`.
        distance: from the point to the shape, in pixels; 0 inside.
        point: (x, y) of the shape that is nearest; inside, the point itself.
    """

    sprite: Any
    shape: Shape
    distance: float
    point: tuple[float, float]


# As the package does for what it imports at once.
Near.__module__ = "spritecol"
