"""The polygon: checked by shapely, and cut into convex pieces when it is made."""

from collections.abc import Iterable, Sequence
from typing import Any

import attrs
import numpy as np
import shapely

from spritecol._numbers.limits import number, shown
from spritecol.shapes.base import Bounds, Shape, bounds_of
from spritecol.shapes.convex_cut import Pair, Piece, Seam, cut


def _pairs(ring: Any, name: str) -> tuple[Pair, ...]:
    """The ring's points as pairs of floats, without repeated points and without a closing one."""
    points: list[Pair] = []
    for i, point in enumerate(_listed(ring, name)):
        if isinstance(point, str) or not isinstance(point, Sequence | np.ndarray):
            raise TypeError(f"{name}[{i}] must be a pair (x, y), got {shown(point)}")
        if len(point) != 2:
            raise ValueError(f"{name}[{i}] must be a pair (x, y), got {shown(point)}")
        pair = number(point[0], f"{name}[{i}][0]"), number(point[1], f"{name}[{i}][1]")
        if not points or pair != points[-1]:
            points.append(pair)
    while len(points) > 1 and points[0] == points[-1]:
        points.pop()
    if len(points) < 3:
        raise ValueError(f"{name} must have at least 3 different points, got {shown(ring)}")
    return tuple(points)


def _listed(value: Any, name: str, what: str = "points (x, y)") -> list[Any]:
    scalar = isinstance(value, np.ndarray) and value.ndim == 0
    if scalar or isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise TypeError(f"{name} must be a sequence of {what}, got {shown(value)}")
    return list(value)


def _shell(points: "Iterable[Sequence[float]] | np.ndarray[Any, Any]") -> tuple[Pair, ...]:
    return _pairs(points, "Polygon.points")


def _holes(
    holes: "Iterable[Iterable[Sequence[float]] | np.ndarray[Any, Any]]",
) -> tuple[tuple[Pair, ...], ...]:
    rings = _listed(holes, "Polygon.holes", "rings of points (x, y)")
    return tuple(_pairs(ring, f"Polygon.holes[{i}]") for i, ring in enumerate(rings))


@attrs.frozen(repr=False)
class Polygon(Shape):
    """A simple polygon, also a concave one and with holes, from its corners in pixels.

    It is cut into convex pieces once, here. Corners may be given in either direction; a closing
    point and repeated points are dropped.

    Attributes:
        points: the corners of the outline.
        holes: the corners of each hole.
        pieces: convex parts that together are the polygon, each a tuple of points.
        seams: the edges along which pieces meet, each a pair of points.

    Raises:
        TypeError: the points are no sequence of pairs of numbers.
        ValueError: a coordinate is not finite or beyond 1e12, there are too few points, the
            polygon has no area, crosses or touches itself along its outline, or a hole is not
            inside.

    >>> arrow = Polygon([(0, 0), (4, 2), (0, 4), (1, 2)])
    >>> len(arrow.pieces), arrow.seams
    (2, (((4.0, 2.0), (1.0, 2.0)),))
    """

    points: tuple[Pair, ...] = attrs.field(converter=_shell)
    holes: tuple[tuple[Pair, ...], ...] = attrs.field(default=(), converter=_holes)
    pieces: tuple[Piece, ...] = attrs.field(init=False, eq=False)
    seams: tuple[Seam, ...] = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        """Check the outline and cut it."""
        reason = shapely.is_valid_reason(self.geometry)
        if reason != "Valid Geometry":
            raise ValueError(
                "Polygon.points and holes must be rings that have an area, do not cross or touch "
                f"themselves, and holes inside the outline; shapely says: {reason}"
            )
        pieces, seams = cut(self.points, self.holes)
        object.__setattr__(self, "pieces", pieces)
        object.__setattr__(self, "seams", seams)

    @classmethod
    def from_geometry(cls, geometry: shapely.Geometry, *, name: str | None = None) -> "Polygon":
        """The polygon that a shapely Polygon describes, or a MultiPolygon of exactly one part.

        Heights (z) are dropped.

        Raises:
            TypeError: it is no shapely Polygon or MultiPolygon.
            ValueError: it is empty, not valid, or has several parts.

        >>> Polygon.from_geometry(shapely.box(0, 0, 2, 1)).bounds
        (0.0, 0.0, 2.0, 1.0)
        """
        if isinstance(geometry, shapely.MultiPolygon):
            if len(geometry.geoms) != 1:
                raise ValueError(
                    f"Polygon.from_geometry takes one polygon, got {len(geometry.geoms)} parts; "
                    "make one Polygon of each of geometry.geoms, or assign the MultiPolygon itself "
                    "to Sprite.collision"
                )
            geometry = geometry.geoms[0]
        if not isinstance(geometry, shapely.Polygon):
            raise TypeError(
                "Polygon.from_geometry takes a shapely Polygon, or a MultiPolygon of one part, "
                f"got {shown(geometry)}; for lines and points use Segment and Point"
            )
        if geometry.is_empty:
            raise ValueError("Polygon.from_geometry takes a polygon with an area, got an empty one")
        flat = shapely.force_2d(geometry)
        holes = [ring.coords for ring in flat.interiors]
        return cls(flat.exterior.coords, holes, name=name)

    @property
    def geometry(self) -> shapely.Polygon:
        """A shapely Polygon."""
        return shapely.Polygon(self.points, self.holes)

    @property
    def bounds(self) -> Bounds:
        """The box round its corners."""
        return bounds_of(self.points)
