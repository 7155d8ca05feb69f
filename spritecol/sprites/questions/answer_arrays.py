"""The results of queries for many sprites at once.

They are `RayArrays`, `SweepArrays`, `SlideArrays` and `ContactArrays`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from spritecol._support.arguments import arguments_of_init
from spritecol._support.names import TellsNames
from spritecol._support.public_classes import BY_ELEMENTS, belong_to

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@arguments_of_init
@attrs.frozen
class RayArrays(TellsNames):
    """The first hits of many rays, as arrays with one row for each ray.

    Attributes:
        hit: shape (n,), bool: whether the ray hits anything.
        index: shape (n,), intp: the position of the sprite in the Group; -1 without a hit.
        shape_index: shape (n,), intp: the index of the shape in `sprite.shapes`; -1 without a hit.
        fraction: shape (n,): how far along the ray, from 0 to 1; 1 without a hit.
        point: shape (n, 2): where the ray enters, in pixels; its end without a hit.
        normal: shape (n, 2): a unit vector outward from the shape; (0, 0) without a hit or if
            `from_inside`.
        from_inside: shape (n,), bool: whether the ray starts inside the shape.
    """

    hit: NDArray[np.bool_] = attrs.field(eq=BY_ELEMENTS)
    index: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
    shape_index: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
    fraction: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    point: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    normal: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    from_inside: NDArray[np.bool_] = attrs.field(eq=BY_ELEMENTS)


@arguments_of_init
@attrs.frozen
class SweepArrays(TellsNames):
    """The first hits of many moving sprites, as arrays in the order of their Group.

    Attributes:
        hit: (n,) bool, whether there is a hit.
        index: (n,) intp, the position of the other sprite among the targets; -1 without a hit.
            In an iterable each sprite counts once, and vanished sprites do not count.
        fraction: (n,) float64, how much of the motion is free, from 0 to 1; 1 without a hit.
        point: (n, 2) float64, where the two touch, in pixels; (0, 0) without a hit.
        normal: (n, 2) float64, unit vectors outward from the other sprite; (0, 0) without a hit.
        end: (n, 2) float64, where each sprite's motion ends: (x, y) at the hit, as in
            `SweepHit.position`; without a hit, the end of the whole motion.
    """

    hit: NDArray[np.bool_] = attrs.field(eq=BY_ELEMENTS)
    index: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
    fraction: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    point: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    normal: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    end: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)


@arguments_of_init
@attrs.frozen
class SlideArrays(TellsNames):
    """The result of `Group.move_and_slide_arrays`, as arrays in the order of the Group.

    Attributes:
        travel: (n, 2) float64, how far each sprite moved, in pixels.
        hit: (n,) bool, whether the sprite met anything.
        normal: (n, 2) float64, unit vectors outward from the first sprite that it met; (0, 0) if it
            met nothing.
        on_floor: (n,) bool, whether the sprite met a floor; all False without `up`.
    """

    travel: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    hit: NDArray[np.bool_] = attrs.field(eq=BY_ELEMENTS)
    normal: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    on_floor: NDArray[np.bool_] = attrs.field(eq=BY_ELEMENTS)


@arguments_of_init
@attrs.frozen
class ContactArrays(TellsNames):
    """The contacts of many pairs, one row for each pair of shapes that hit.

    Attributes:
        index: intp, shape (m, 2): the positions of the two sprites in their collections. In an
            iterable each sprite counts once, and vanished sprites do not count.
        shape_index: intp, shape (m, 2): the positions of the two shapes in `Sprite.shapes`.
        normal: float64, shape (m, 2): `Contact.normal`, seen from the first sprite.
        depth: float64, shape (m,): `Contact.depth`, in pixels.
        point: float64, shape (m, 2, 2): `Contact.points`; a single point is repeated.
        count: intp, shape (m,): how many points there are, 1 or 2.
    """

    index: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
    shape_index: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
    normal: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    depth: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    point: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    count: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)

    def __iter__(self) -> Iterator[NDArray[np.intp] | NDArray[np.float64]]:
        """The six arrays, to unpack them."""
        return iter(attrs.astuple(self, recurse=False))


belong_to("spritecol", ContactArrays, RayArrays, SlideArrays, SweepArrays)
