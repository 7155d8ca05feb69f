"""Which lines the debug views of pygame and arcade draw."""

from __future__ import annotations

from collections.abc import Iterable

from spritecol import Group, Sprite, pairs
from spritecol._numbers.lazy_imports import shapely

ARM = 3
"""Pixels from the center of a cross, which marks a point, to its ends."""


def edges(geometry: shapely.Geometry) -> shapely.Geometry:
    """The edges of an area, holes included; lines stay as they are."""
    return shapely.boundary(geometry) if shapely.get_dimensions(geometry) == 2 else geometry


def sprites_that_hit(sprites: Group | Iterable[Sprite]) -> list[Sprite]:
    """The sprites that hit another one, each once, in the order of the pairs."""
    return list({id(sprite): sprite for pair in pairs(sprites) for sprite in pair}.values())
