"""What questions about a place in a sharded world return: records with ids."""

import attrs

from spritecol.shapes import Shape

Vector = tuple[float, float]


@attrs.frozen
class WorldRayHit:
    """Where a ray enters a shape of a sprite.

    Attributes:
        id: the id of the sprite.
        shape: the shape of it that was hit.
        fraction: how far along the ray, from 0 at its start to 1 at its end.
        point: (x, y) on the outline of the shape, in pixels; the start if `inside`.
        normal: (x, y), a unit vector outward from the shape; (0.0, 0.0) if `inside`.
        inside: whether the ray starts inside the shape. Then the fraction is 0.
        distance: how far along the ray, in pixels.
    """

    id: int
    shape: Shape
    fraction: float
    point: Vector
    normal: Vector
    inside: bool
    distance: float


@attrs.frozen
class WorldNear:
    """The sprite that is nearest to a point.

    Attributes:
        id: the id of the sprite.
        shape: the shape of it that is nearest.
        distance: from the point to that shape, in pixels; 0 inside.
        point: (x, y) on the shape, nearest to the point that was asked for.
    """

    id: int
    shape: Shape
    distance: float
    point: Vector
