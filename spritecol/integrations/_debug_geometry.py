"""Which lines the debug views of pygame and arcade draw."""

from __future__ import annotations

from collections.abc import Iterable

from spritecol import Group, Shape, Sprite, pairs
from spritecol._numbers.lazy_imports import shapely
from spritecol._numbers.polar import length

ARM = 3
"""Pixels from the center of a cross, which marks a point, to its ends."""


def edges(geometry: shapely.Geometry) -> shapely.Geometry:
    """The edges of an area, holes included; lines stay as they are."""
    return shapely.boundary(geometry) if shapely.get_dimensions(geometry) == 2 else geometry


ARROW = 9
"""Pixels: how long the arrow is that shows the direction of a one-way shape."""


def lines_of_shape(shape: Shape) -> list[shapely.Geometry]:
    """The lines of a shape in world space: its edges, and an arrow along its direction."""
    lines = [edges(shape.geometry)]
    long = length(*shape.one_way) if shape.one_way is not None else 0.0
    if shape.one_way is not None and long > 0.0:  # a scale of 0 leaves no direction
        dx, dy = (ARROW * part / long for part in shape.one_way)
        left, top, right, bottom = shape.bounds
        x, y = (left + right) / 2 + dx, (top + bottom) / 2 + dy
        barbs = [(x - (dx + s * dy) / 3, y - (dy - s * dx) / 3) for s in (1, -1)]
        lines.append(shapely.LineString([(x - dx, y - dy), (x, y)]))
        lines.append(shapely.LineString([barbs[0], (x, y), barbs[1]]))
    return lines


def sprites_that_hit(sprites: Group | Iterable[Sprite]) -> list[Sprite]:
    """The sprites that hit another one, each once, in the order of the pairs."""
    return list({id(sprite): sprite for pair in pairs(sprites) for sprite in pair}.values())
