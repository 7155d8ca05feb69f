"""Sprites and numbers for cases that are written by hand."""

from typing import Any

import pytest

from spritecol import Circle, Rect, Sprite


def box(x: float, y: float, width: float, height: float, one_way: Any = None, **how: Any) -> Sprite:
    """Return a sprite that covers a box whose upper left corner is (x, y)."""
    return Sprite(x, y, collision=Rect(0, 0, width, height, one_way=one_way), **how)


def ball(x: float, y: float, radius: float, **how: Any) -> Sprite:
    """Return a sprite that covers a disc with its center at (x, y)."""
    return Sprite(x, y, collision=Circle(0, 0, radius), **how)


def near(*wanted: float) -> Any:
    """Return what equals this number, or this tuple of numbers, up to 1e-9 of each."""
    return pytest.approx(wanted[0] if len(wanted) == 1 else wanted, abs=1e-9, rel=1e-9)
