"""The shapes a sprite is made of: immutable values in the sprite's own (local) space.

Pixels, x to the right, y down; angles in degrees, clockwise on screen.
"""

from spritecol.shapes.base import Shape
from spritecol.shapes.polygon import Polygon
from spritecol.shapes.simple import Circle, Ellipse, Point, Rect, Segment, Triangle

__all__ = ["Circle", "Ellipse", "Point", "Polygon", "Rect", "Segment", "Shape", "Triangle"]
