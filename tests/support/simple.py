"""Sprites of one simple shape, for scenes that a test writes down by hand."""

from typing import Any

from spritecol import Circle, Rect, Sprite

UP = (0.0, -1.0)
"""What a shape passes as `one_way` to stop only what comes from above."""


def box(x: float, y: float, width: float, height: float, one_way: Any = None, **how: Any) -> Sprite:
    """Return a sprite that covers a box whose upper left corner is (x, y)."""
    return Sprite(x, y, collision=Rect(0, 0, width, height, one_way=one_way), **how)


def ball(x: float, y: float, radius: float, **how: Any) -> Sprite:
    """Return a sprite that covers a disc with its center at (x, y)."""
    return Sprite(x, y, collision=Circle(0, 0, radius), **how)
