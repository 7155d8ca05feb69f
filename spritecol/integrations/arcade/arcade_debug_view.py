"""Draw shapes, hits, and the results of queries over an arcade game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import arcade

from spritecol._support.arguments import arguments
from spritecol._support.range_check import number
from spritecol.integrations._drawing.debug_geometry import (
    ARM,
    Line,
    Marks,
    answer_marks,
    checked_roles,
    color_of_role,
    cross_lines,
    rings,
    role_arrow,
    sprites_that_hit,
)
from spritecol.integrations._drawing.outlines import View
from spritecol.integrations.arcade.arcade_sprite import Sprite, sprites_of


@arguments()
def draw_shapes(
    sprites: Any,
    *,
    outline: Any = (104, 166, 140, 255),
    roles: Any = None,
    hit: Any = (250, 196, 96, 255),
    hit_box: Any = None,
    pivot: Any = (240, 120, 92, 255),
    width: float = 1,
) -> None:
    """Draw the shapes of sprites in world space, for a debug view that a key can toggle.

    One-way shapes have an arrow toward the side from which they stop moving sprites. Call it in
    `on_draw`, after everything else, with the camera of the sprites active. Each color is one of
    arcade's, or None to leave that part out. Killed sprites are not drawn.

    Args:
        sprites: Sprites of this package, SpriteLists and other iterables of them.
        outline: color of the shapes.
        roles: other colors for some shapes: a dict by the names of shapes, or by layers.
        hit: color of the shapes of sprites that hit another of `sprites`.
        hit_box: color of arcade's hit boxes: the convex hulls of all shapes of a sprite.
        pivot: color of a cross at the position of a sprite, about which it rotates.
        width: width of the lines, in pixels.

    Raises:
        TypeError: `sprites` contains anything else.
    """
    visible = [sprite for sprite in sprites_of(sprites) if not sprite.body.vanished]
    _draw(line_layers(visible, outline, hit, hit_box, pivot, checked_roles(roles)), width)


@arguments()
def draw_answers(
    *answers: Any,
    starts: Any = None,
    ends: Any = None,
    radius: float = 0,
    region: Any = (122, 93, 58, 255),
    push: Any = (250, 196, 96, 255),
    ray: Any = (250, 196, 96, 255),
    rest: Any = (76, 90, 122, 255),
    way: Any = (250, 196, 96, 255),
    outline: Any = (154, 165, 184, 255),
    area: Any = (250, 196, 96, 255),
    corner: Any = None,
    normal: Any = (127, 180, 255, 255),
    point: Any = (240, 120, 92, 255),
    width: float = 1,
) -> None:
    """Draw what questions and moves of bodies have returned: contacts, rays, sweeps, areas, ways.

    Call it in `on_draw`. Each answer is drawn as its type needs it. Answers are in the world of the
    bodies, which is mirrored at y = 0. An answer does not tell where its ray began, so rays also
    need `starts` and `ends`. A sweep does not move its body, which is still at the start. A Slide
    or Bounces is drawn from where the move began to where the body is, so draw it before the body
    moves again. From `region` to `point`, each is a color of arcade's, or None to leave that part
    out.

    Args:
        answers: a Contact or the arrays of `contact_arrays`, a SweepHit, a Slide, Bounces, the
            Polygon of `visible_area`, the Way of `Paths.find`, None, or lists of these. With
            `starts` and `ends`, the result of `raycast` or `raycast_all` for the ray. For many
            rays, the result of `raycast_arrays`, or a list with the result of each ray.
        starts: the start (x, y) of the ray, or an array of shape (n, 2) for many rays.
        ends: the end (x, y), or an array of shape (n, 2).
        radius: the radius of the rays, whose disc is drawn where they stop, or of the Paths.
        region: color of the edges of the overlap of two shapes in contact. Arrays have no regions.
        push: color of an arrow along the push of a contact, as long as the depth.
        ray: color of a ray up to the first hit.
        rest: color of a ray beyond the first hit.
        way: color of the legs of a way, and of the path of a body's (x, y) from hit to hit.
        outline: color of a body's shapes where they begin to hit, and of the outline of the area
            that a disc of `radius` covers on a way.
        area: color of the edges of a visible area.
        corner: color of a cross at each corner of a visible area. None by default.
        normal: color of an arrow along the normal of each hit and contact, 24 times as long as
            `width`.
        point: color of a cross where shapes touch, where a ray hits and at each corner of a way.
        width: width of the lines, in pixels.

    Raises:
        TypeError: an argument has the wrong type, `answers` contain anything else, or rays without
            `starts` and `ends`.
        ValueError: a number is out of range, or `starts`, `ends` and the results of their rays
            differ in length.
    """
    colors = {
        "region": region,
        "push": push,
        "rest": rest,
        "ray": ray,
        "way": way,
        "outline": outline,
        "area": area,
        "corner": corner,
        "normal": normal,
        "point": point,
    }
    unit = _pixel(width)
    layers = {name for name, color in colors.items() if color is not None}
    for marks in answer_marks(answers, starts, ends, radius, layers, unit):
        _draw(mark_lines(marks, colors, unit), width)


def mark_lines(marks: Marks, colors: dict[str, Any], unit: float) -> list[tuple[Any, list[Line]]]:
    """Return the lines to draw with their colors, in drawing order. No window is needed."""
    found: list[tuple[Any, list[Line]]] = []
    for layer, given in marks.items():
        if colors[layer] is None:
            continue
        lines = given
        if layer == "region":
            lines = [line for geometry in given for line in rings(geometry)]
        found.append((colors[layer], _turned(lines, unit)))
    return found


def line_layers(
    sprites: list[Sprite],
    outline: Any,
    hit: Any,
    hit_box: Any,
    pivot: Any,
    roles: Mapping[Any, Any] = MappingProxyType({}),
) -> list[tuple[Any, list[Line]]]:
    """Return the lines to draw with their colors, in drawing order. No window is needed."""
    found: list[tuple[Any, list[Line]]] = []
    if hit_box is not None:
        boxes = [list(sprite.hit_box.get_adjusted_points()) for sprite in sprites]
        found.append((hit_box, [[*points, points[0]] for points in boxes if len(points) > 1]))
    bodies: list[Any] = [sprite.body for sprite in sprites]
    found += _outlines(bodies, outline, roles).items()
    if hit is not None:
        found += _outlines(sprites_that_hit(bodies), hit, {}).items()
    if pivot is not None:
        found.append(
            (pivot, [line for sprite in sprites for line in cross_lines(sprite.position, ARM)])
        )
    return found


def _outlines(bodies: list[Any], color: Any, roles: Mapping[Any, Any]) -> dict[Any, list[Line]]:
    """Return the outlines of the shapes of bodies, and the arrows of one-way shapes, by their
    colors.
    """
    view, found = View(math.inf, math.inf, up=True), dict[Any, list[Line]]()
    for line, _, body, shape in view.outlines(bodies):
        paint = color_of_role(body, shape, roles, color)
        if paint is not None:
            lines = cross_lines(line[0], ARM) if len(line) == 1 else [line]
            found.setdefault(paint, []).extend(lines)
    for x, y, dx, dy, body, shape in view.arrows(bodies):
        paint = color_of_role(body, shape, roles, color)
        if paint is not None:
            found.setdefault(paint, []).extend(_turned(role_arrow(x, y, dx, dy)))
    return found


def _turned(lines: list[Line], unit: float = 1.0) -> list[Line]:
    """Convert lines, and single points as crosses, from the bodies' world to arcade's."""
    turned: list[Line] = []
    for line in lines:
        places = [(x, -y) for x, y in line]
        turned += cross_lines(places[0], ARM * unit) if len(places) == 1 else [places]
    return turned


def _draw(lines_by_color: list[tuple[Any, list[Line]]], width: float) -> None:
    for color, lines in lines_by_color:
        legs = [place for line in lines for leg in pairwise(line) for place in leg]
        if legs:
            arcade.draw_lines(legs, color, width)  # in one call, since each call is slow


def _pixel(width: Any) -> float:
    unit = number(width, "width")
    if unit <= 0:
        raise ValueError(f"width must be above 0, got {width!r}")
    return unit
