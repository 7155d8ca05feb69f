"""What sweeps and moves return: plain records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from spritecol._numbers.call_errors import of_two_numbers
from spritecol._numbers.records import with_own_replace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from spritecol.shapes import Shape

Vector = tuple[float, float]


@with_own_replace
@attrs.frozen
class SweepHit:
    """Where a moving sprite begins to hit another one.

    Attributes:
        sprite: the sprite that moves.
        other: the sprite that it meets.
        shape: the shape of `sprite` that meets it, as in `sprite.shapes`.
        other_shape: the shape of `other` that is met.
        fraction: how much of the way is free, from 0 to 1.
        point: where the two touch, (x, y) in pixels; the middle, where two edges do.
        normal: a unit vector, outward from the other shape, toward the sprite.
        overlapping: True if the shapes overlap from the start and the motion goes deeper; then
            `fraction` is 0.
        position: the sprite's (x, y) at the hit. Placed there, it does not hit yet.
        angle: the sprite's angle at the hit, in degrees.

    >>> ball = Sprite(0, 0, collision=Circle(0, 0, 8))
    >>> wall = Sprite(100, -50, collision=Rect(0, 0, 20, 100))
    >>> hit = ball.sweep(300, 0, wall)
    >>> hit.position, hit.normal, hit.point
    ((92.0, 0.0), (-1.0, 0.0), (100.0, 0.0))
    >>> hit.bounce(300, 40), hit.slide(300, 40)
    ((-300.0, 40.0), (0.0, 40.0))
    """

    sprite: Any
    other: Any
    shape: Shape
    other_shape: Shape
    fraction: float
    point: Vector
    normal: Vector
    overlapping: bool
    position: Vector
    angle: float

    @of_two_numbers
    def slide(self, vx: float, vy: float) -> Vector:
        """A velocity after the hit, without what goes into the other shape.

        Args:
            vx: the velocity before it, to the right, in any unit.
            vy: the velocity before it, down.

        Returns:
            The velocity (vx, vy). One that leads away from the other shape stays as it is.

        >>> floor = Sprite(0, 20, collision=Rect(0, 0, 99, 9))
        >>> Sprite(9, 0, collision=Circle(0, 0, 5)).sweep(0, 50, floor).slide(30, 40)
        (30.0, 0.0)
        """
        return self._without(vx, vy, 1.0)

    @of_two_numbers
    def bounce(self, vx: float, vy: float) -> Vector:
        """A velocity after the hit, reflected.

        Args:
            vx: the velocity before it, to the right, in any unit.
            vy: the velocity before it, down.

        Returns:
            The velocity (vx, vy), as fast as before. One that leads away from the other shape stays
            as it is.

        >>> floor = Sprite(0, 20, collision=Rect(0, 0, 99, 9))
        >>> Sprite(9, 0, collision=Circle(0, 0, 5)).sweep(0, 50, floor).bounce(30, 40)
        (30.0, -40.0)
        """
        return self._without(vx, vy, 2.0)

    def _without(self, vx: float, vy: float, share: float) -> Vector:
        nx, ny = self.normal
        into = share * min(0.0, vx * nx + vy * ny)
        return float(vx - into * nx), float(vy - into * ny)


@with_own_replace
@attrs.frozen
class Slide:
    """What `Sprite.move_and_slide` did.

    Attributes:
        travel: how far the sprite moved, (dx, dy) in pixels.
        remainder: the rest of the wanted motion; with `travel` it adds up to the motion.
        hits: what stopped or turned the motion, in order.
        on_floor: whether the sprite met a floor: a normal within `max_floor_angle` of `up`.
        on_wall: whether it met something that is neither floor nor ceiling.
        on_ceiling: whether it met a ceiling: a normal within `max_floor_angle` of down.
        floor_normal: the normal of the last floor that it met; (0, 0) without one.
    """

    travel: Vector
    remainder: Vector
    hits: list[SweepHit]
    on_floor: bool
    on_wall: bool
    on_ceiling: bool
    floor_normal: Vector


@with_own_replace
@attrs.frozen(eq=False)
class Sweeps:
    """The first hits of many moving sprites, as arrays in the order of their Group.

    Attributes:
        hit: (n,) bool, whether there is a hit.
        position: (n,) intp, the position of the other sprite among the targets; -1 without a hit.
        fraction: (n,) float64, how much of the way is free; 1 without a hit.
        point: (n, 2) float64, where the two touch, in pixels; (0, 0) without a hit.
        normal: (n, 2) float64, unit vectors outward from the other sprite; (0, 0) without a hit.
    """

    hit: NDArray[np.bool_]
    position: NDArray[np.intp]
    fraction: NDArray[np.float64]
    point: NDArray[np.float64]
    normal: NDArray[np.float64]


# As the package does for what it imports at once.
Slide.__module__ = SweepHit.__module__ = Sweeps.__module__ = "spritecol"
