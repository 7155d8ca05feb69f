"""`shapes_from_surface`: the opaque pixels of an image as a few polygons with few corners."""

import math
from operator import index
from typing import Any

import numpy as np
import pygame
import shapely
from numpy.typing import NDArray
from pygame.surface import Surface

from spritecol import Polygon
from spritecol._numbers.limits import non_negative, shown
from spritecol.integrations.pygame.image_shapes.simplify import Covering

BRIDGE = 0.25
"""Pixels; half the side of the square that joins two pixels at the corner where they touch. A
quarter keeps every coordinate exact."""

Pixels = NDArray[np.bool_]


def shapes_from_surface(
    surface: Surface, tolerance: float = 1.0, threshold: int = 127
) -> list[Polygon]:
    """Polygons that cover the opaque pixels of a surface, to be a sprite's `collision`.

    Every opaque pixel is covered, and no point of the polygons is farther than `tolerance` from an
    opaque pixel. A larger tolerance makes fewer corners and faster checks. Holes and islands that
    are larger than that stay what they are; an image without opaque pixels gives no polygons.

    Args:
        surface: the image; its corner is (0, 0), as in a sprite's own space.
        tolerance: in pixels; 0 gives the outline of the pixels itself.
        threshold: pixels of greater alpha are opaque, as for `pygame.mask.from_surface`; with a
            color key those of any other color are.

    Raises:
        TypeError: an argument is of the wrong type.
        ValueError: the tolerance is negative or not finite, the threshold is not of 0 to 255.

    >>> ball = Surface((41, 41), pygame.SRCALPHA)
    >>> _ = pygame.draw.circle(ball, "white", (20, 20), 20)
    >>> (shape,) = shapes_from_surface(ball)
    >>> len(shapes_from_surface(ball, 0)[0].points), len(shape.points) < 20
    (100, True)
    """
    if not isinstance(surface, Surface):
        raise TypeError(f"surface must be a pygame Surface, got {shown(surface)}")
    tolerance = non_negative(tolerance, "tolerance")
    pixels = opaque_pixels(surface, threshold)
    if not pixels.any():
        return []
    outline = outline_of(pixels)
    if tolerance == 0:
        return [Polygon.from_geometry(part) for part in shapely.get_parts(outline)]
    covering = Covering(outline, tolerance)
    joined = outline_of(closed(pixels, tolerance), bridged=tolerance >= BRIDGE * math.sqrt(2))
    return [Polygon(*covering.around(part)) for part in shapely.get_parts(joined)]


def opaque_pixels(surface: Surface, threshold: Any) -> Pixels:
    """Which pixels are opaque, by x and y, in pygame's own view."""
    try:
        limit = index(threshold)
    except TypeError:
        raise TypeError(
            f"threshold must be a whole number from 0 to 255, got {shown(threshold)}"
        ) from None
    if not 0 <= limit <= 255:
        raise ValueError(f"threshold must be a whole number from 0 to 255, got {shown(threshold)}")
    if 0 in surface.get_size():
        return np.zeros(surface.get_size(), dtype=bool)
    mask = pygame.mask.from_surface(surface, limit)
    picture = mask.to_surface(setcolor=(0, 0, 0, 255), unsetcolor=(0, 0, 0, 0))
    alpha: NDArray[np.uint8] = pygame.surfarray.array_alpha(picture)
    return alpha > 0


def closed(pixels: Pixels, tolerance: float) -> Pixels:
    """The pixels with narrow gaps between them filled, so that specks become one shape.

    A pixel is filled when every square of k by k pixels that holds it holds an opaque one too. No
    point of it is then farther from an opaque pixel than (k - 1) / sqrt(2).
    """
    k = 1 + min(math.floor(tolerance * math.sqrt(2)), *pixels.shape)
    grown = _any_of_neighbours(np.pad(pixels, k), k)
    shrunk: Pixels = ~_any_of_neighbours(~grown, k)
    # Each of the two moved everything by k - 1 pixels, to the left and up, and cut off as much.
    width, height = pixels.shape
    return shrunk[1 : width + 1, 1 : height + 1]


def _any_of_neighbours(pixels: Pixels, k: int) -> Pixels:
    """Whether any of k by k pixels is set, of which the pixel itself is the first."""
    for axis in (0, 1):
        windows = np.lib.stride_tricks.sliding_window_view(pixels, k, axis=axis)
        pixels = np.asarray(windows.any(axis=-1))
    return pixels


def outline_of(pixels: Pixels, bridged: bool = False) -> shapely.Geometry:
    """The union of the pixels' squares, a Polygon or a MultiPolygon.

    Pixels that touch only at a corner are apart, unless a small square is laid over the corner.
    """
    boxes = [_runs(pixels)]
    if bridged:
        a, b, c, d = pixels[:-1, :-1], pixels[1:, :-1], pixels[:-1, 1:], pixels[1:, 1:]
        corners = 1 + np.argwhere((a == d) & (b == c) & (a != b))
        boxes.append(np.hstack([corners - BRIDGE, corners + BRIDGE]))
    union = shapely.union_all(shapely.box(*np.vstack(boxes).T))
    return shapely.simplify(union, 0)  # drops points in the middle of an edge


def _runs(pixels: Pixels) -> NDArray[np.float64]:
    """The pixels as boxes (left, top, right, bottom), one for each run along y."""
    padded = np.pad(pixels, ((0, 0), (1, 1))).astype(np.int8)
    change = np.diff(padded, axis=1)
    x, top = np.nonzero(change == 1)
    _, bottom = np.nonzero(change == -1)
    return np.column_stack([x, top, x + 1, bottom]).astype(np.float64)
