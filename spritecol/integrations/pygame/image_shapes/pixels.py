"""`shapes_from_surface`: the opaque pixels of an image as a few polygons with few vertices."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pygame
from pygame.surface import Surface

from spritecol import Polygon
from spritecol._numbers.lazy_imports import numpy as np
from spritecol._numbers.lazy_imports import shapely
from spritecol._numbers.range_check import non_negative, shown, whole_number
from spritecol.integrations.pygame.image_shapes.simplify import Covering

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pixels = NDArray[np.bool_]

BRIDGE = 0.25
"""Pixels. Half the side of the square that joins two pixels at the corner where they touch. A
quarter keeps every coordinate exact."""


def shapes_from_surface(
    surface: Surface, tolerance: float = 1.0, threshold: int = 127
) -> list[Polygon]:
    """Polygons that cover the opaque pixels of a surface, for a sprite's `collision`.

    Every opaque pixel is covered, and no point of the polygons is farther than `tolerance` from an
    opaque pixel. A larger tolerance gives fewer vertices and faster checks. Holes and islands
    larger than the tolerance are kept.

    Args:
        surface: the image; its upper left corner is (0, 0), as in a sprite's local space.
        tolerance: in pixels; 0 gives the exact outline of the pixels.
        threshold: pixels with a greater alpha are opaque, as for `pygame.mask.from_surface`. With a
            color key, all pixels of another color are.

    Returns:
        A list of polygons, empty for an image without opaque pixels.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the tolerance is negative or not finite, or the threshold is not from 0 to 255.

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
    outline = pixel_outline(pixels)
    if tolerance == 0:
        return [Polygon.from_geometry(part) for part in shapely.get_parts(outline)]
    covering = Covering(outline, tolerance)
    joined = pixel_outline(closed(pixels, tolerance), bridged=tolerance >= BRIDGE * math.sqrt(2))
    return [Polygon(*covering.around(part)) for part in shapely.get_parts(joined)]


def opaque_pixels(surface: Surface, threshold: Any) -> Pixels:
    """Which pixels pygame takes as opaque, as an array indexed by x and y."""
    allowed = "a whole number from 0 to 255"
    limit = whole_number(threshold, "threshold", 0, 255, kind=allowed, allowed=allowed)
    if 0 in surface.get_size():
        return np.zeros(surface.get_size(), dtype=bool)
    mask = pygame.mask.from_surface(surface, limit)
    picture = mask.to_surface(setcolor=(0, 0, 0, 255), unsetcolor=(0, 0, 0, 0))
    alpha: NDArray[np.uint8] = pygame.surfarray.array_alpha(picture)
    return alpha > 0


def closed(pixels: Pixels, tolerance: float) -> Pixels:
    """The pixels with narrow gaps filled, so that specks become one shape: a morphological closing.

    A pixel is filled if every square of k by k pixels that contains it also contains an opaque one.
    No point of it is then farther from an opaque pixel than (k - 1) / sqrt(2).
    """
    k = 1 + min(math.floor(tolerance * math.sqrt(2)), *pixels.shape)
    grown = _any_in_square(np.pad(pixels, k), k)
    shrunk: Pixels = ~_any_in_square(~grown, k)
    # Each of the two steps shifted everything left and up by k - 1 pixels, and cropped as much.
    width, height = pixels.shape
    return shrunk[1 : width + 1, 1 : height + 1]


def _any_in_square(pixels: Pixels, k: int) -> Pixels:
    """Whether any pixel is set in the k by k square whose upper left pixel this is."""
    for axis in (0, 1):
        windows = np.lib.stride_tricks.sliding_window_view(pixels, k, axis=axis)
        pixels = np.asarray(windows.any(axis=-1))
    return pixels


def pixel_outline(pixels: Pixels, bridged: bool = False) -> shapely.Geometry:
    """The union of the pixels' squares, a Polygon or a MultiPolygon.

    Pixels that touch only at a corner stay separate, unless `bridged` joins them by a small square.
    """
    boxes = [_column_boxes(pixels)]
    if bridged:
        a, b, c, d = pixels[:-1, :-1], pixels[1:, :-1], pixels[:-1, 1:], pixels[1:, 1:]
        corners = 1 + np.argwhere((a == d) & (b == c) & (a != b))
        boxes.append(np.hstack([corners - BRIDGE, corners + BRIDGE]))
    union = shapely.union_all(shapely.box(*np.vstack(boxes).T))
    return shapely.simplify(union, 0)  # removes vertices in the middle of an edge


def _column_boxes(pixels: Pixels) -> NDArray[np.float64]:
    """The pixels as boxes (left, top, right, bottom), one per contiguous stretch of a column."""
    padded = np.pad(pixels, ((0, 0), (1, 1))).astype(np.int8)
    change = np.diff(padded, axis=1)
    x, top = np.nonzero(change == 1)
    _, bottom = np.nonzero(change == -1)
    return np.column_stack([x, top, x + 1, bottom]).astype(np.float64)
