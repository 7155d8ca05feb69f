"""`draw_shapes`: draw the shapes of sprites over an arcade game, to see what hits and why."""

from __future__ import annotations

from typing import Any

import arcade

import spritecol
from spritecol._numbers.lazy_imports import shapely
from spritecol.integrations._debug_geometry import ARM, lines_of_shape, sprites_that_hit
from spritecol.integrations.arcade.sprite import Sprite, sprites_of

Line = list[tuple[float, float]]


def draw_shapes(
    sprites: Any,
    *,
    outline: Any = (104, 166, 140, 255),
    hit: Any = (250, 196, 96, 255),
    hit_box: Any = None,
    pivot: Any = (240, 120, 92, 255),
    width: float = 1,
) -> None:
    """Draw the shapes of sprites in world space, as a debug view to switch on with a key.

    One-way shapes have an arrow toward the side from which they stop what moves. Call it in
    `on_draw`, after everything else, with the camera of the sprites active. Each color is one of
    arcade's, or None to leave that part out. Killed sprites are not drawn.

    Args:
        sprites: Sprites of this package, SpriteLists and other iterables of them.
        outline: color of the shapes.
        hit: color of the shapes of sprites that hit another of `sprites`.
        hit_box: color of arcade's hit boxes: the convex hulls of all shapes of a sprite.
        pivot: color of a cross at the position of a sprite, about which it rotates.
        width: width of the lines, in pixels.

    Raises:
        TypeError: there is something else among the sprites.
    """
    visible = [sprite for sprite in sprites_of(sprites) if not sprite.body.vanished]
    for color, lines in layers(visible, outline, hit, hit_box, pivot):
        for line in lines:
            arcade.draw_line_strip(line, color, width)


def layers(
    sprites: list[Sprite], outline: Any, hit: Any, hit_box: Any, pivot: Any
) -> list[tuple[Any, list[Line]]]:
    """The lines to draw with their colors, in drawing order. Needs no window."""
    found: list[tuple[Any, list[Line]]] = []
    if hit_box is not None:
        boxes = [list(sprite.hit_box.get_adjusted_points()) for sprite in sprites]
        found.append((hit_box, [[*points, points[0]] for points in boxes if len(points) > 1]))
    if outline is not None:
        found.append((outline, [line for sprite in sprites for line in lines_of(sprite)]))
    if hit is not None:
        hitting: list[Any] = sprites_that_hit([sprite.body for sprite in sprites])
        lines = [line for body in hitting for line in lines_of(body.owner)]
        found.append((hit, lines))
    if pivot is not None:
        found.append((pivot, [line for sprite in sprites for line in _cross(*sprite.position)]))
    return found


def lines_of(sprite: Sprite) -> list[Line]:
    """The outlines of a sprite's shapes in arcade's world space, holes included."""
    found: list[Line] = []
    for shape in sprite.body.world_shapes:
        if isinstance(shape, spritecol.Point):
            found += _cross(shape.x, -shape.y)
            continue
        for lines in lines_of_shape(shape):
            for line in shapely.get_parts(lines):
                found.append([(x, -y) for x, y in shapely.get_coordinates(line).tolist()])
    return found


def _cross(x: float, y: float) -> list[Line]:
    return [[(x - ARM, y), (x + ARM, y)], [(x, y - ARM), (x, y + ARM)]]
