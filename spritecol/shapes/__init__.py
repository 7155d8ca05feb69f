"""The collision shapes: immutable values in the local space of a sprite.

Coordinates are in pixels, x to the right, y down; angles in degrees, clockwise on screen.

Modules::

    base             what every shape shares: name, checks, repr
    simple           Point, Segment, Circle, Ellipse, Rect, Triangle, Capsule
    polygon          Polygon: checked by shapely, cut when it is made
    frames           Frames: shapes by the frames of an animation, also from Aseprite
    convex_cut       a polygon into convex pieces, proved in exact integers
    collision_value  what may be assigned to Sprite.collision, and what it returns then
    world_shapes     shapes in world space as values, and their union
"""

from spritecol.shapes.base import Shape
from spritecol.shapes.polygon import Polygon
from spritecol.shapes.simple import Capsule, Circle, Ellipse, Point, Rect, Segment, Triangle

__all__ = [
    "Capsule",
    "Circle",
    "Ellipse",
    "Point",
    "Polygon",
    "Rect",
    "Segment",
    "Shape",
    "Triangle",
]
