"""`RayHit` and `Rays`: what rays return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from spritecol._numbers.call_errors import of_two_numbers
from spritecol._numbers.records import BY_ELEMENTS, with_own_replace
from spritecol.shapes import Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@with_own_replace
@attrs.frozen
class RayHit:
    """Where a ray enters a shape of a sprite.

    Attributes:
        sprite: the sprite.
        shape: the shape of it, one of `sprite.shapes`.
        fraction: how far along the ray, from 0 at its start to 1 at its end.
        point: (x, y) on the outline of the shape, in pixels; the start if `inside`. A disc touches
            the shape there.
        normal: (x, y), a unit vector outward from the shape; (0.0, 0.0) if `inside`.
        inside: whether the ray starts inside the shape. Then the fraction is 0.
        distance: how far along the ray, in pixels: `fraction` times its length. A disc has moved
            that far when it hits.
    """

    sprite: Any
    shape: Shape
    fraction: float
    point: tuple[float, float]
    normal: tuple[float, float]
    inside: bool
    distance: float

    @of_two_numbers
    def bounce(self, vx: float, vy: float) -> tuple[float, float]:
        """A velocity after the hit, reflected.

        Args:
            vx: the velocity before it, to the right, in any unit.
            vy: the velocity before it, down.

        Returns:
            The velocity (vx, vy), as fast as before. One that leads away from the shape stays as it
            is, and so does any if the ray started inside.

        >>> floor = Sprite(0, 20, collision=Rect(0, 0, 99, 9))
        >>> floor.raycast(9, 0, 39, 40).bounce(30, 40)
        (30.0, -40.0)
        """
        nx, ny = self.normal
        into = 2.0 * min(0.0, vx * nx + vy * ny)
        return float(vx - into * nx), float(vy - into * ny)


@with_own_replace
@attrs.frozen
class Rays:
    """The first hits of many rays, as arrays with one row for each ray.

    Attributes:
        hit: shape (n,), bool: whether the ray hits anything.
        position: shape (n,), intp: the position of the sprite in the Group; -1 for none.
        shape: shape (n,), intp: the index of the shape in `sprite.shapes`; -1 for none.
        fraction: shape (n,): how far along the ray, from 0 to 1; 1 for none.
        point: shape (n, 2): where, in pixels; the end for none.
        normal: shape (n, 2): a unit vector outward from the shape; (0, 0) for none or inside.
        inside: shape (n,), bool: whether the ray starts inside the shape.
    """

    hit: NDArray[np.bool_] = attrs.field(eq=BY_ELEMENTS)
    position: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
    shape: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
    fraction: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    point: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    normal: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    inside: NDArray[np.bool_] = attrs.field(eq=BY_ELEMENTS)


# As the package does for what it imports at once.
RayHit.__module__ = Rays.__module__ = "spritecol"
