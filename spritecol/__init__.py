"""Exact sprite collision for 2D games; see README.md."""

from spritecol import _build

_build.demand()  # before the first import of a compiled module

# ruff: noqa: E402 (for that reason the imports come after it)
from spritecol.callbacks import DISCARD, check, clean, draw, pairs, update
from spritecol.group import Group
from spritecol.shapes import Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Triangle
from spritecol.sprite import Sprite

__all__ = [
    "DISCARD",
    "Circle",
    "Ellipse",
    "Group",
    "Point",
    "Polygon",
    "Rect",
    "Segment",
    "Shape",
    "Sprite",
    "Triangle",
    "check",
    "clean",
    "draw",
    "pairs",
    "update",
]
