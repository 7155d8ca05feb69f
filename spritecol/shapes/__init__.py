"""The collision shapes: immutable values in the local space of a sprite.

Coordinates are in pixels, x to the right, y down; angles in degrees, clockwise on screen.
"""

from spritecol.shapes.base import Shape
from spritecol.shapes.polygon import Polygon
from spritecol.shapes.simple import Circle, Ellipse, Point, Rect, Segment, Triangle

__all__ = ["Circle", "Ellipse", "Point", "Polygon", "Rect", "Segment", "Shape", "Triangle"]
