"""Lower and upper bounds of distances between a point or line and the shapes of a scene.

Every answer is measured against two geometries of each part. `less` is within the part, with the
margin to spare, so that what meets it meets the part; `more` holds the part, likewise.
"""

from typing import Any

import attrs
import numpy as np
import shapely
from numpy.typing import NDArray

from support.campaign.bulk import Floats, Ints
from support.campaign.geometry import ROUND, World, set_rounds

SIDES = 256
"""Of the polygons round a round part: the gap between them is 8e-5 of the radius."""

SLACK = 20
"""What is lost by mitered corners and by rounding here, in margins."""


@attrs.define
class Bounds:
    """The parts of a scene from within and from without.

    Attributes:
        world: whose they are.
        parts: which parts: those of enabled sprites.
        less, more: a geometry of each of them.
        slack: in pixels.
    """

    world: World
    parts: Ints
    less: NDArray[Any]
    more: NDArray[Any]
    slack: float

    @property
    def owner(self) -> Ints:
        """Return the sprite of each part."""
        return self.world.owner[self.parts]


def bounds_of(world: World) -> Bounds:
    """Return the bounds for a world with a margin. Scenes in whole numbers have none."""
    assert world.margin
    set_rounds(world, np.flatnonzero(world.kind == ROUND), SIDES)
    parts = np.flatnonzero(world.scene.enabled[world.owner])
    more = shapely.buffer(world.outer[parts], world.margin, quad_segs=4)
    less = world.inner[parts].copy()
    less[world.kind[parts] < ROUND] = shapely.Point()  # nobody is surely inside a line
    shapely.prepare(less)
    shapely.prepare(more)
    return Bounds(world, parts, less, more, SLACK * world.margin)


def first_met(
    starts: Floats, lines: NDArray[Any], shapes: NDArray[Any]
) -> tuple[Ints, Ints, Floats]:
    """Return each pair of a line and a shape it meets, and how far that is from its start."""
    tree = shapely.STRtree(shapes)
    i, j = tree.query(lines, predicate="intersects")
    met = shapely.intersection(lines[i], shapes[j])
    return i, j, shapely.distance(shapely.points(starts[i]), met)


def smallest(count: int, place: Ints, values: Floats) -> Floats:
    """Return the smallest value for each place; infinity if there is none."""
    result = np.full(count, np.inf)
    np.minimum.at(result, place, values)
    return result
