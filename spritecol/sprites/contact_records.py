"""What a sprite learns of a contact or a distance: `Contact` and `Distance`."""

from __future__ import annotations

from collections.abc import Iterator
from struct import unpack
from typing import TYPE_CHECKING, Any

import attrs

from spritecol._numbers.lazy_imports import shapely
from spritecol._numbers.records import with_own_replace
from spritecol.shapes import Shape
from spritecol.shapes.convex_cut import XY
from spritecol.shapes.world_shapes import Pose, union, world_shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

POSES = "=7d7d"


@with_own_replace
@attrs.frozen
class Contact:
    """Two shapes that hit, as seen from one of their sprites.

    Attributes:
        sprite: the sprite that asked.
        other: the sprite that it hits.
        shape: the shape of `sprite`, as it was given: in local space, with its name.
        other_shape: the shape of `other`.
        normal: a unit vector from the other shape towards this one.
        depth: how far `sprite` has to move along `normal` until these two shapes no longer hit, in
            pixels. No shorter move in any direction does; for concave shapes, too.
        points: one or two points (x, y) inside the overlap.

    >>> ball, wall = Sprite(0, 7, collision=Circle(0, 0, 8)), Sprite(0, 10, collision=[0, 0, 99, 9])
    >>> contact = ball.contacts(wall)[0]
    >>> contact.normal, contact.depth, contact.push
    ((0.0, -1.0), 5.0, (0.0, -5.0))
    """

    sprite: Any
    other: Any
    shape: Shape
    other_shape: Shape
    normal: XY
    depth: float
    points: tuple[XY, ...]
    _poses: bytes = attrs.field(repr=False, eq=False)

    @property
    def push(self) -> XY:
        """The move (dx, dy) of `sprite` that ends this hit: `normal` times `depth`.

        The two are such that nothing hits after `sprite.x += dx; sprite.y += dy`, exactly.
        """
        return self.normal[0] * self.depth, self.normal[1] * self.depth

    @property
    def region(self) -> shapely.Geometry:
        """The overlap of the two shapes when the contact was found, as a shapely geometry.

        It is made when it is read. Circles and ellipses are approximated by polygons of 128 sides.
        """
        numbers = unpack(POSES, self._poses)
        return shapely.intersection(
            union([world_shape(self.shape, Pose(*numbers[:7]))]),
            union([world_shape(self.other_shape, Pose(*numbers[7:]))]),
        )


@with_own_replace
@attrs.frozen
class Distance:
    """How far apart two sprites are.

    Attributes:
        distance: in pixels; below 0 if they hit: minus the length of the least move that ends it.
            inf if they can't hit: one is disabled, has vanished or has no shapes, or their layers
            do not meet.
        normal: a unit vector from the other sprite towards this one. Moving this one by
            `-distance * normal` makes the two just touch.
        point: the point (x, y) of this sprite that is nearest to the other one or, if they hit, one
            that is deepest in it.
        other_point: the same of the other sprite: `point - distance * normal`.

    >>> a, b = Sprite(0, 0, collision=Circle(0, 0, 3)), Sprite(0, 10, collision=Circle(0, 0, 2))
    >>> a.distance(b)
    Distance(distance=5.0, normal=(0.0, -1.0), point=(0.0, 3.0), other_point=(0.0, 8.0))
    """

    distance: float
    normal: XY
    point: XY
    other_point: XY


@with_own_replace
@attrs.frozen(eq=False)
class ContactArrays:
    """The contacts of many pairs, one row for each pair of shapes that hit.

    Attributes:
        positions: intp, shape (m, 2): the positions of the two sprites in their collections.
        shapes: intp, shape (m, 2): the positions of the two shapes in `Sprite.shapes`.
        normals: float64, shape (m, 2): `Contact.normal`, seen from the first sprite.
        depths: float64, shape (m,): `Contact.depth`, in pixels.
        points: float64, shape (m, 2, 2): `Contact.points`; where there is one, it is there twice.
        counts: intp, shape (m,): how many points there are, 1 or 2.
    """

    positions: NDArray[np.intp]
    shapes: NDArray[np.intp]
    normals: NDArray[np.float64]
    depths: NDArray[np.float64]
    points: NDArray[np.float64]
    counts: NDArray[np.intp]

    def __iter__(self) -> Iterator[NDArray[np.intp] | NDArray[np.float64]]:
        """The six arrays, to unpack them."""
        yield from (
            self.positions,
            self.shapes,
            self.normals,
            self.depths,
            self.points,
            self.counts,
        )


# As the package does for what it imports at once.
Contact.__module__ = ContactArrays.__module__ = Distance.__module__ = "spritecol"
