"""Draw shapes, hits, and the results of queries over a game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pygame
from pygame.surface import Surface

from spritecol import (
    Bounces,
    Contact,
    ContactArrays,
    Group,
    Polygon,
    RayArrays,
    RayHit,
    Slide,
    Sprite,
    SweepHit,
)
from spritecol._support.arguments import arguments
from spritecol._support.lazy_imports import shapely
from spritecol._support.range_check import LIMIT, shown, switch, whole_number
from spritecol.integrations._drawing.debug_geometry import (
    ARM,
    Line,
    Marks,
    answer_marks,
    checked_roles,
    color_key,
    color_of_role,
    cross_lines,
    role_arrow,
    sprites_that_hit,
)
from spritecol.integrations._drawing.outlines import View
from spritecol.spatial import QuadtreeNodes, quadtree_nodes

Color = Any  # anything pygame takes as a color: a name, "#rrggbb", three or four numbers, a Color
Colors = dict[str, pygame.Color | None]
Sprites = Sprite | Iterable[Any]  # one sprite, or sprites nested to any depth
Points = Any  # (x, y), or an array of shape (n, 2)
Drawable = (  # a Way is a list
    Contact[Any]
    | ContactArrays
    | RayHit[Any]
    | RayArrays
    | SweepHit[Any]
    | Slide[Any]
    | Bounces[Any]
    | Polygon
    | list[Any]
    | None
)

NO_ROLES: Mapping[Any, Any] = {}
"""All shapes have one color. Never changed."""

LEGEND_SIZE = 24
"""Height of the legend's font, in pixels."""


@arguments()
def draw_shapes(
    surface: Surface,
    sprites: Sprites,
    *,
    outline: Color | None = "#68a68c",
    roles: Mapping[Any, Color] | None = None,
    hit: Color | None = "#fac460",
    aabb: Color | None = "#3c4660",
    pivot: Color | None = "#f0785c",
    cell: Color | None = None,
    offset: tuple[float, float] = (0, 0),
    zoom: float = 1,
    width: int = 1,
    hits: Iterable[tuple[Sprite, Sprite]] | None = None,
    legend: bool = False,
) -> None:
    """Draw the shapes of sprites in world space, for a debug view that a key can toggle.

    One-way shapes have an arrow toward the side from which they stop moving sprites. A color may
    have any form that pygame accepts. None leaves that part out. Vanished sprites are not drawn.

    Args:
        surface: what to draw on, usually the screen, after everything else.
        sprites: a Sprite, a Group or an iterable of them, nested to any depth.
        outline: color of the shapes.
        roles: other colors for some shapes, by the name of a shape or by a layer that it is on.
        hit: color of the shapes of sprites that hit another of `sprites`, or of the sprites in
            `hits`.
        aabb: color of the bounding boxes of the sprites.
        pivot: color of a cross at the center about which the sprite rotates.
        cell: color of the quadtree nodes in which the broad phase keeps the bounding boxes, see
            `spatial.quadtree_nodes`. None are drawn if no quadtree is built, such as for few boxes.
        offset: the world position at the surface's top left corner, where a camera looks.
        zoom: how many pixels of the surface one pixel of the world takes.
        width: width of the outlines, in pixels of the surface.
        hits: the pairs to light up, as `check` and `pairs` return them, and no others. None (the
            default) lights up whatever hits.
        legend: whether to write what each color means into the upper left corner, with a line for
            each role that is drawn, and how many nodes there are.

    Raises:
        TypeError: an argument has the wrong type, or `sprites` contains anything else.
        ValueError: an argument is not a color, or a number is out of range.

    >>> from pygame import Surface
    >>> from spritecol import Point, Sprite
    >>> screen = Surface((320, 200))
    >>> sprites = [Sprite(x, 50, collision=Point(0, 0)) for x in (20, 60)]
    >>> draw_shapes(screen, sprites, aabb=None, cell="gray20")
    """
    colors = _colors(outline=outline, hit=hit, aabb=aabb, pivot=pivot, cell=cell)
    painted = {key: _color(color, "roles") for key, color in checked_roles(roles).items()}
    pen = _Pen(surface, offset, zoom, width)
    group = Group(sprites)
    lit = None if hits is None else _sprites_of(hits)
    legend = switch(legend, "legend")
    nodes = None
    if (node_color := colors["cell"]) is not None:
        nodes = _nodes_of(group)
        if nodes is not None:
            _draw_nodes(pen, nodes, node_color)
    for layer, draw in _LAYERS.items():
        color = colors[layer]
        if layer == "outline" and painted:
            pen.outlines(group, color, painted)
            continue
        if color is None:
            continue
        if layer == "hit" and lit is not None:
            pen.outlines([sprite for sprite in group if sprite in lit], color)
        else:
            draw(pen, group, color)
    if legend:
        outlines = pen.view.outlines(group) if painted else ()
        seen = {color_key(sprite, shape, painted) for _, _, sprite, shape in outlines}
        _draw_legend(surface, colors, nodes, {k: c for k, c in painted.items() if k in seen})


@arguments()
def fill_shapes(
    surface: Surface,
    sprites: Sprites,
    color: Color = "#68a68c",
    *,
    offset: tuple[float, float] = (0, 0),
    zoom: float = 1,
) -> None:
    """Fill the shapes of sprites with a color, to see a game before it has images.

    Points are drawn as pixels, segments as lines. Vanished sprites are not drawn.

    Args:
        surface: what to draw on, usually the screen.
        sprites: a Sprite, a Group or an iterable of them, nested to any depth.
        color: a color in any form that pygame accepts.
        offset: the world position at the surface's top left corner, where a camera looks.
        zoom: how many pixels of the surface one pixel of the world takes.

    Raises:
        TypeError: an argument has the wrong type, or `sprites` contains anything else.
        ValueError: `color` is not a color, or a number is out of range.

    >>> from pygame import Surface
    >>> from spritecol import Point, Sprite
    >>> screen = Surface((320, 200))
    >>> fill_shapes(screen, Sprite(20, 50, collision=Point(0, 0)), "white")
    >>> tuple(screen.get_at((20, 50)))
    (255, 255, 255, 255)
    """
    view = _view(surface, offset, zoom)
    paint = _color(color, "color")
    if paint is None:
        raise TypeError("color must be a color that pygame accepts, got None")
    for places, radius, _, _ in view.areas(sprites):
        if radius:
            pygame.draw.circle(surface, paint, places, radius)
        elif len(places) > 2:
            pygame.draw.polygon(surface, paint, places)
        else:
            _draw_line(surface, paint, places)


@arguments()
def draw_answers(
    surface: Surface,
    *answers: Drawable | Iterable[Drawable],
    starts: Points | None = None,
    ends: Points | None = None,
    radius: float = 0,
    region: Color | None = "#7a5d3a",
    push: Color | None = "#fac460",
    ray: Color | None = "#fac460",
    rest: Color | None = "#4c5a7a",
    way: Color | None = "#fac460",
    outline: Color | None = "#9aa5b8",
    area: Color | None = "#fac460",
    corner: Color | None = None,
    normal: Color | None = "#7fb4ff",
    point: Color | None = "#f0785c",
    offset: tuple[float, float] = (0, 0),
    zoom: float = 1,
    width: int = 1,
) -> None:
    """Draw what questions and moves have returned: contacts, rays, sweeps, moves, areas and ways.

    Each answer is drawn as its type needs it. An answer does not tell where its ray began, so rays
    also need `starts` and `ends`. A sweep does not move its sprite, which is still at the start. A
    Slide or Bounces is drawn from where the move began to where the sprite is, so draw it before
    the sprite moves again. From `region` to `point`, each is a color, or None to leave that part
    out.

    Args:
        surface: what to draw on, usually the screen, after everything else.
        answers: a Contact or the arrays of `contact_arrays`, a SweepHit, a Slide, Bounces, the
            Polygon of `visible_area`, the Way of `Paths.find`, None, or lists of these. With
            `starts` and `ends`, the result of `raycast` or `raycast_all` for the ray. For many
            rays, the result of `raycast_arrays`, or a list with the result of each ray.
        starts: the start (x, y) of the ray, or an array of shape (n, 2) for many rays.
        ends: the end (x, y), or an array of shape (n, 2).
        radius: the radius of the rays, whose disc is drawn where they stop, or of the Paths.
        region: color that fills the overlap of two shapes in contact. Arrays have no regions.
        push: color of an arrow along the push of a contact, as long as the depth.
        ray: color of a ray up to the first hit.
        rest: color of a ray beyond the first hit.
        way: color of the legs of a way, and of the path of a sprite's (x, y) from hit to hit.
        outline: color of a sprite's shapes where they begin to hit, and of the outline of the area
            that a disc of `radius` covers on a way.
        area: color of the edges of a visible area.
        corner: color of a cross at each corner of a visible area. None by default.
        normal: color of an arrow along the normal of each hit and contact, 24 times as long as
            `width`.
        point: color of a cross where shapes touch, where a ray hits and at each corner of a way.
        offset: the world position at the surface's top left corner, where a camera looks.
        zoom: how many pixels of the surface one pixel of the world takes.
        width: width of the lines, in pixels of the surface.

    Raises:
        TypeError: an argument has the wrong type, `answers` contain anything else, or rays without
            `starts` and `ends`.
        ValueError: an argument is not a color, a number is out of range, or `starts`, `ends` and
            the results of their rays differ in length.

    >>> from pygame import Surface
    >>> from spritecol import Circle, Group, Rect, Sprite
    >>> screen, walls = Surface((320, 200)), Group(Sprite(90, 0, collision=Rect(0, 0, 10, 99)))
    >>> ball = Sprite(20, 50, collision=Circle(0, 0, 8))
    >>> draw_answers(screen, ball.sweep(300, 0, walls), walls.visible_area(20, 50, radius=150))
    >>> hit = walls.raycast(10, 20, 200, 60)
    >>> draw_answers(screen, hit, starts=(10, 20), ends=(200, 60))
    """
    pen = _Pen(surface, offset, zoom, width)
    colors = _colors(
        region=region,
        push=push,
        rest=rest,
        ray=ray,
        way=way,
        outline=outline,
        area=area,
        corner=corner,
        normal=normal,
        point=point,
    )
    layers = {name for name, color in colors.items() if color is not None}
    for marks in answer_marks(answers, starts, ends, radius, layers, pen.unit):
        pen.marks(marks, colors)


def _view(surface: Any, offset: Any, zoom: Any, width: int = 1) -> View:
    if not isinstance(surface, Surface):
        raise TypeError(f"surface must be a pygame Surface, got {shown(surface)}")
    across, down = surface.get_size()
    return View(across, down, offset, zoom, width)


class _Pen:
    """Draws lines in world space on a surface."""

    def __init__(self, surface: Any, offset: Any, zoom: Any, width: Any) -> None:
        kind = "a whole number from 1"
        self.width = whole_number(width, "width", 1, math.inf, kind=kind, allowed=kind)
        self.view = _view(surface, offset, zoom, self.width)
        self.surface = surface
        self.unit = self.view.unit  # of small marks, in the world

    def marks(self, marks: Marks, colors: Colors) -> None:
        """Draw the contents of the layers, each in its color."""
        for layer, lines in marks.items():
            if (color := colors[layer]) is None:
                continue
            for line in lines:
                if layer == "region":
                    self.fill(line, color)
                elif len(line) == 1:
                    self.cross(line[0], color, self.width)
                else:
                    self.line(line, color, self.width)

    def line(self, line: Line, color: pygame.Color, width: int = 1) -> None:
        """Draw a line."""
        for places in self.view.line(line):
            _draw_line(self.surface, color, places, width)

    def fill(self, geometry: shapely.Geometry, color: pygame.Color) -> None:
        """Fill areas. Lines and points are drawn as they are."""
        for part in shapely.get_parts(geometry):
            if part.geom_type != "Polygon":
                self.line(shapely.get_coordinates(part).tolist(), color)
                continue
            # pygame cannot draw holes, so the area is drawn as triangles.
            areas = shapely.constrained_delaunay_triangles(part) if part.interiors else part
            for area in shapely.get_parts(areas):
                places = self.view.area(shapely.get_coordinates(area).tolist())
                if len(places) > 2:  # otherwise nothing of it would be visible
                    pygame.draw.polygon(self.surface, color, places)

    def cross(self, point: Sequence[float], color: pygame.Color, width: int = 1) -> None:
        """Draw a small cross at a point."""
        for (pixel,) in self.view.line([point]):
            self.cross_at(pixel, color, width)

    def cross_at(self, pixel: tuple[int, int], color: pygame.Color, width: int = 1) -> None:
        """Draw a small cross at a pixel."""
        for start, end in cross_lines(pixel, ARM * width):
            pygame.draw.line(self.surface, color, start, end, width)

    def outlines(
        self,
        sprites: Iterable[Sprite],
        color: pygame.Color | None,
        roles: Mapping[Any, pygame.Color | None] = NO_ROLES,
    ) -> None:
        """Draw the edges of the shapes of sprites, and the arrows of one-way shapes."""
        for places, radius, sprite, shape in self.view.outlines(sprites):
            paint = color_of_role(sprite, shape, roles, color) if roles else color
            if paint is None:
                continue
            if radius:
                outer = radius + self.width // 2
                pygame.draw.circle(self.surface, paint, places, outer, self.width)
            elif len(places) == 1:
                self.cross_at(places[0], paint)
            else:
                _draw_line(self.surface, paint, places, self.width)
        for x, y, dx, dy, sprite, shape in self.view.arrows(sprites):
            paint = color_of_role(sprite, shape, roles, color)
            for line in () if paint is None else role_arrow(x, y, dx, dy):
                self.line(line, paint, self.width)


def _draw_line(
    surface: Surface, color: pygame.Color, places: list[tuple[int, int]], width: int = 1
) -> None:
    if len(places) == 1:
        places *= 2
    pygame.draw.lines(surface, color, False, places, width)


def _nodes_of(group: Group) -> QuadtreeNodes | None:
    boxes = group.aabbs
    return quadtree_nodes(boxes[(abs(boxes) <= LIMIT).all(axis=1)])  # NaN: without shapes


def _draw_nodes(pen: _Pen, nodes: QuadtreeNodes, color: pygame.Color) -> None:
    left, top, right, bottom = pen.view.box
    far = (nodes.boxes[:, :2] > (right, bottom)) | (nodes.boxes[:, 2:] < (left, top))
    for box in nodes.boxes[~far.any(axis=1)].tolist():
        pen.line(_ring(*box), color)


def _draw_legend(
    surface: Surface,
    colors: Colors,
    nodes: QuadtreeNodes | None,
    roles: Mapping[Any, pygame.Color | None],
) -> None:
    """Write what the colors mean, each with a line of its color before it, roles at the end."""
    pygame.font.init()
    font = pygame.font.Font(None, LEGEND_SIZE)
    meanings = _MEANINGS | {"cell": "no quadtree: each box is compared with each"}
    if nodes is not None:
        levels = len(set(nodes.levels.tolist()))
        meanings["cell"] = f"quadtree: nodes {len(nodes.counts)}, levels {levels}"
    lines = [(colors[layer], meaning) for layer, meaning in meanings.items()]
    for key, color in roles.items():
        lines.append((color, f"shape on layer {key}" if isinstance(key, int) else f"shape {key!r}"))
    y = 0
    for color, meaning in lines:
        if color is None:
            continue
        words = font.render(meaning, True, "white", "black")
        surface.fill("black", (0, y, 28, words.get_height()))
        surface.fill(color, (4, y + words.get_height() // 2 - 2, 18, 4))
        surface.blit(words, (28, y))
        y += words.get_height()


def _draw_aabbs(pen: _Pen, group: Group, color: pygame.Color) -> None:
    for box in group.aabbs.tolist():
        if box[0] <= box[2]:  # the box of a sprite without shapes is NaN
            pen.line(_ring(*box), color)


def _ring(left: float, top: float, right: float, bottom: float) -> Line:
    """Return the edge of a box, which may have no area."""
    return [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]


def _draw_hits(pen: _Pen, group: Group, color: pygame.Color) -> None:
    pen.outlines(sprites_that_hit(group), color)


def _sprites_of(hits: Any) -> set[Sprite]:
    """Return the sprites in pairs."""
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
        pen.cross((x, y), color)


# The layers above the nodes, in drawing order.
_LAYERS: dict[str, Callable[[_Pen, Group, pygame.Color], None]] = {
    "aabb": _draw_aabbs,
    "outline": _Pen.outlines,
    "hit": _draw_hits,
    "pivot": _draw_pivots,
}


# The legend, from top to bottom. The nodes come last.
_MEANINGS = {
    "outline": "shape",
    "hit": "shape of a sprite that hits",
    "aabb": "bounding box",
    "pivot": "center of rotation",
}


def _colors(**given: Color | None) -> Colors:
    return {name: _color(color, name) for name, color in given.items()}


def _color(value: Any, name: str) -> pygame.Color | None:
    if value is None:
        return None
    try:
        return pygame.Color(value)
    except (TypeError, ValueError) as error:
        raise type(error)(
            f"{name} must be a color that pygame accepts, or None, got {shown(value)}"
        ) from error
