"""`fill_shapes` and `draw_shapes`: sprites drawn as their shapes, and what hits over a game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import pygame
from pygame.surface import Surface

from spritecol import Group, Point, Sprite
from spritecol._numbers.lazy_imports import numpy as np
from spritecol._numbers.lazy_imports import shapely
from spritecol._numbers.range_check import LIMIT, number, shown, whole_number
from spritecol.integrations._debug_geometry import ARM, edges, lines_of_shape, sprites_that_hit
from spritecol.spatial import QuadtreeNodes, quadtree_nodes

if TYPE_CHECKING:
    from numpy.typing import NDArray

Color = Any  # anything pygame takes as a color: a name, "#rrggbb", three or four numbers, a Color
Sprites = Sprite | Iterable[Any]  # one sprite, or sprites nested as deep as you like

MARGIN = 4096
"""Pixels around the surface. Lines are clipped there, because pygame draws with 32-bit numbers and
is slow with long lines."""

LEGEND_SIZE = 18
"""Height of the legend's font, in pixels."""


def draw_shapes(
    surface: Surface,
    sprites: Sprites,
    *,
    outline: Color | None = "#68a68c",
    hit: Color | None = "#fac460",
    aabb: Color | None = "#3c4660",
    pivot: Color | None = "#f0785c",
    cell: Color | None = None,
    offset: tuple[float, float] = (0, 0),
    width: int = 1,
    hits: Iterable[tuple[Sprite, Sprite]] | None = None,
    legend: bool = False,
) -> None:
    """Draw the shapes of sprites in world space, as a debug view to switch on with a key.

    One-way shapes have an arrow toward the side from which they stop what moves. Each of the first
    five options is a color in any form that pygame takes, or None to leave that part out. Vanished
    sprites are not drawn.

    Args:
        surface: what to draw on, usually the screen, after everything else.
        sprites: a Sprite, a Group or an iterable of them, nested as deep as you like.
        outline: color of the shapes.
        hit: color of the shapes of sprites that hit another of `sprites`; or of those in `hits`.
        aabb: color of the bounding boxes of the sprites.
        pivot: color of a cross at the center about which the sprite rotates.
        cell: color of the quadtree nodes in which the broad phase keeps the bounding boxes, as
            `spatial.quadtree_nodes` tells. None are drawn where it builds none, such as for few
            boxes.
        offset: the world position at the surface's upper left corner, where a camera looks.
        width: width of the outlines, in pixels.
        hits: the pairs to light up, as `check` and `pairs` return them, and no others. None (the
            default) lights up whatever hits.
        legend: whether to write what each color means into the upper left corner, and how many
            nodes there are.

    Raises:
        TypeError: an argument has the wrong type, or there is something else among the sprites.
        ValueError: an argument is not a color, or a number is out of range.

    >>> screen = Surface((320, 200))
    >>> sprites = [Sprite(x, 50, collision=Point(0, 0)) for x in (20, 60)]
    >>> draw_shapes(screen, sprites, aabb=None, cell="gray20")
    """
    if not isinstance(surface, Surface):
        raise TypeError(f"surface must be a pygame Surface, got {shown(surface)}")
    colors = {
        name: _color(color, name)
        for name, color in {
            "outline": outline,
            "hit": hit,
            "aabb": aabb,
            "pivot": pivot,
            "cell": cell,
        }.items()
    }
    pen_width = whole_number(
        width,
        "width",
        1,
        math.inf,
        kind="a whole number from 1",
        allowed="a whole number from 1",
    )
    pen = _Pen(surface, _position(offset), pen_width)
    group = Group(sprites)
    lit = None if hits is None else _sprites_of(hits)
    if not isinstance(legend, bool):
        raise TypeError(f"legend must be True or False, got {shown(legend)}")
    nodes = None
    if (node_color := colors["cell"]) is not None:
        nodes = _nodes_of(group)
        if nodes is not None:
            _draw_nodes(pen, nodes, node_color)
    for layer, draw in _LAYERS.items():
        color = colors[layer]
        if color is None:
            continue
        if layer == "hit" and lit is not None:
            _draw_outlines(pen, [sprite for sprite in group if sprite in lit], color)
        else:
            draw(pen, group, color)
    if legend:
        _draw_legend(surface, colors, nodes)


def fill_shapes(
    surface: Surface,
    sprites: Sprites,
    color: Color = "#68a68c",
    *,
    offset: tuple[float, float] = (0, 0),
) -> None:
    """Fill the shapes of sprites with a color: enough to see a game before it has images.

    Points are drawn as pixels, segments as lines. Vanished sprites are not drawn.

    Args:
        surface: what to draw on, usually the screen.
        sprites: a Sprite, a Group or an iterable of them, nested as deep as you like.
        color: in any form that pygame takes.
        offset: the world position at the surface's upper left corner, where a camera looks.

    Raises:
        TypeError: an argument has the wrong type, or there is something else among the sprites.
        ValueError: `color` is not a color, or a number is out of range.

    >>> screen = Surface((320, 200))
    >>> fill_shapes(screen, Sprite(20, 50, collision=Point(0, 0)), "white")
    >>> tuple(screen.get_at((20, 50)))
    (255, 255, 255, 255)
    """
    if not isinstance(surface, Surface):
        raise TypeError(f"surface must be a pygame Surface, got {shown(surface)}")
    paint = _color(color, "color")
    if paint is None:
        raise TypeError("color must be a color, as pygame takes it, got None")
    pen = _Pen(surface, _position(offset), 1)
    for sprite in Group(sprites):
        for shape in sprite.world_shapes:
            pen.fill(shape.geometry, paint)


class _Pen:
    """Draws lines in world space on a surface."""

    def __init__(self, surface: Surface, offset: tuple[float, float], width: int) -> None:
        self.surface = surface
        self.offset = offset
        self.width = width
        left, top = offset
        right, bottom = left + surface.get_width(), top + surface.get_height()
        self.view = left, top, right, bottom
        self.clip_area = shapely.box(left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
        shapely.prepare(self.clip_area)

    def lines(self, geometry: shapely.Geometry, color: pygame.Color, width: int = 1) -> None:
        """Draw the edges of areas, and lines as they are."""
        geometry = edges(geometry)
        if not self.clip_area.covers(geometry):
            geometry = shapely.intersection(geometry, self.clip_area)
        for line in shapely.get_parts(geometry):
            pixels = self.pixels(shapely.get_coordinates(line))
            if len(pixels) > 1:
                pygame.draw.lines(self.surface, color, False, pixels, width)

    def fill(self, geometry: shapely.Geometry, color: pygame.Color) -> None:
        """Fill areas; lines and points are drawn as they are."""
        if not self.clip_area.covers(geometry):
            geometry = shapely.intersection(geometry, self.clip_area)
        for part in shapely.get_parts(geometry):
            pixels = self.pixels(shapely.get_coordinates(part))
            if part.geom_type != "Polygon":
                if len(pixels) == 1:
                    pixels *= 2
                if pixels:
                    pygame.draw.lines(self.surface, color, False, pixels)
            elif not part.interiors:
                pygame.draw.polygon(self.surface, color, pixels)
            else:  # pygame draws no holes: as triangles
                triangles = shapely.constrained_delaunay_triangles(part)
                corners = self.pixels(shapely.get_coordinates(triangles))
                for first in range(0, len(corners), 4):  # closed rings
                    pygame.draw.polygon(self.surface, color, corners[first : first + 4])

    def cross(self, x: float, y: float, color: pygame.Color) -> None:
        """Draw a small cross at a point."""
        if not self.clip_area.covers(shapely.Point(x, y)):
            return
        ((column, row),) = self.pixels(np.array([[x, y]]))
        pygame.draw.line(self.surface, color, (column - ARM, row), (column + ARM, row))
        pygame.draw.line(self.surface, color, (column, row - ARM), (column, row + ARM))

    def pixels(self, points: NDArray[np.float64]) -> list[tuple[int, int]]:
        """The pixels that contain points in world space."""
        found: list[tuple[int, int]] = np.floor(points - self.offset).astype(int).tolist()
        return found


def _nodes_of(group: Group) -> QuadtreeNodes | None:
    boxes = group.aabbs
    return quadtree_nodes(boxes[(abs(boxes) <= LIMIT).all(axis=1)])  # NaN: without shapes


def _draw_nodes(pen: _Pen, nodes: QuadtreeNodes, color: pygame.Color) -> None:
    left, top, right, bottom = pen.view
    far = (nodes.boxes[:, :2] > (right, bottom)) | (nodes.boxes[:, 2:] < (left, top))
    for box in nodes.boxes[~far.any(axis=1)].tolist():
        pen.lines(_ring(*box), color)


def _draw_legend(
    surface: Surface, colors: dict[str, pygame.Color | None], nodes: QuadtreeNodes | None
) -> None:
    """Write what the colors mean, each with a line of its color before it."""
    pygame.font.init()
    font = pygame.font.Font(None, LEGEND_SIZE)
    meanings = _MEANINGS | {"cell": "no quadtree: each box is compared with each"}
    if nodes is not None:
        levels = len(set(nodes.levels.tolist()))
        meanings["cell"] = f"quadtree: nodes {len(nodes.counts)}, levels {levels}"
    y = 0
    for layer, meaning in meanings.items():
        color = colors[layer]
        if color is None:
            continue
        words = font.render(meaning, True, "white", "black")
        surface.fill("black", (0, y, 18, words.get_height()))
        surface.fill(color, (3, y + words.get_height() // 2 - 1, 12, 3))
        surface.blit(words, (18, y))
        y += words.get_height()


def _draw_aabbs(pen: _Pen, group: Group, color: pygame.Color) -> None:
    for box in group.aabbs.tolist():
        if box[0] <= box[2]:  # the box of a sprite without shapes is NaN
            pen.lines(_ring(*box), color)


def _ring(left: float, top: float, right: float, bottom: float) -> shapely.Geometry:
    """The edge of a box, which may have no area."""
    corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    return shapely.LineString(corners)


def _draw_outlines(pen: _Pen, sprites: Iterable[Sprite], color: pygame.Color) -> None:
    for sprite in sprites:
        for shape in sprite.world_shapes:
            if isinstance(shape, Point):
                pen.cross(shape.x, shape.y, color)
            else:
                for lines in lines_of_shape(shape):
                    pen.lines(lines, color, pen.width)


def _draw_hits(pen: _Pen, group: Group, color: pygame.Color) -> None:
    _draw_outlines(pen, sprites_that_hit(group), color)


def _sprites_of(hits: Any) -> set[Sprite]:
    """The sprites in pairs."""
    try:
        pairs = [tuple(pair) for pair in hits]
    except TypeError:
        pairs = [(None,)]
    for pair in pairs:
        if len(pair) != 2 or not all(isinstance(sprite, Sprite) for sprite in pair):
            raise TypeError(f"hits must be pairs of sprites, as check returns, got {shown(hits)}")
    return {sprite for pair in pairs for sprite in pair}


def _draw_pivots(pen: _Pen, group: Group, color: pygame.Color) -> None:
    for sprite in group:
        x, y = sprite.x, sprite.y
        if not sprite.offset_sync:
            x, y = x + sprite.center_x, y + sprite.center_y
        pen.cross(x, y, color)


# What is drawn over the nodes, in drawing order.
_LAYERS: dict[str, Callable[[_Pen, Group, pygame.Color], None]] = {
    "aabb": _draw_aabbs,
    "outline": _draw_outlines,
    "hit": _draw_hits,
    "pivot": _draw_pivots,
}


# The legend, from top to bottom; the nodes come last.
_MEANINGS = {
    "outline": "shape",
    "hit": "shape of a sprite that hits",
    "aabb": "bounding box",
    "pivot": "center of rotation",
}


def _color(value: Any, name: str) -> pygame.Color | None:
    if value is None:
        return None
    try:
        return pygame.Color(value)
    except (TypeError, ValueError) as error:
        raise type(error)(
            f"{name} must be a color, as pygame takes it, or None, got {shown(value)}"
        ) from error


def _position(value: Any) -> tuple[float, float]:
    try:
        x, y = value
    except (TypeError, ValueError):
        raise TypeError(f"offset must be a pair (x, y), got {shown(value)}") from None
    return number(x, "offset"), number(y, "offset")
