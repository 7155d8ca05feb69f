"""`Polygon`: validated and cut into convex pieces when it is created."""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

import attrs

from spritecol._support.arguments import arguments, arguments_of_init
from spritecol._support.lazy_imports import has_shapely, is_array, shapely
from spritecol._support.lazy_imports import numpy as np
from spritecol._support.range_check import number, shown
from spritecol._support.vectors import Box, Vec2, vectors
from spritecol.shapes.base import Shape, bounds_of
from spritecol.shapes.convex_cut import RULE, XY, convex_piece, cut


def _checked_ring(ring: Any, name: str) -> tuple[Vec2, ...]:
    """Return the points of a ring, without repeated points or a closing point."""
    points: list[XY] = []
    for i, point in enumerate(_listed(ring, name)):
        if not _has_items(point):
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
    return vectors(points)


def _has_items(point: Any) -> bool:
    """Whether a point has items, such as a tuple, an array or a vector of pygame."""
    if isinstance(point, str | bytes | Mapping | Set):
        return False
    kind = type(point)
    return hasattr(kind, "__len__") and hasattr(kind, "__getitem__")


def _listed(value: Any, name: str, what: str = "points (x, y)") -> list[Any]:
    scalar = is_array(value) and value.ndim == 0
    if scalar or isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise TypeError(f"{name} must be a sequence of {what}, got {shown(value)}")
    return list(value)


def _shell(points: "Iterable[Sequence[float]] | np.ndarray[Any, Any]") -> tuple[Vec2, ...]:
    return _checked_ring(points, "Polygon.points")


def _holes(
    holes: "Iterable[Iterable[Sequence[float]] | np.ndarray[Any, Any]]",
) -> tuple[tuple[Vec2, ...], ...]:
    rings = _listed(holes, "Polygon.holes", "rings of points (x, y)")
    return tuple(_checked_ring(ring, f"Polygon.holes[{i}]") for i, ring in enumerate(rings))


@arguments_of_init
@attrs.frozen(repr=False, getstate_setstate=False)
class Polygon(Shape):
    """A simple polygon, convex or concave, with or without holes.

    It is cut into convex pieces once, when it is created. The seams between the pieces do not
    affect hits.

    Args:
        points: the corners of the outline as (x, y), in pixels, in local space, in either
            direction. A closing point and repeated points are dropped.
        holes: the corners of each hole, in either direction.
        name: a label for your own use, or None.
        one_way: the only side from which it stops moving sprites, or None for every side.
        layer, mask: layers of its own, as ints of 64 bits; None uses the sprite's.

    Attributes:
        points: the corners of the outline, a tuple of Vec2.
        holes: a tuple of the corners of each hole.
        pieces: convex pieces that together form the polygon, each a tuple of points: corners of the
            polygon, or points on its long edges.
        seams: the edges along which pieces meet, each a pair of points.

    Raises:
        TypeError: the points are not a sequence of pairs of numbers.
        ValueError: a coordinate is not finite or is beyond 1e12, there are fewer than three
            points, the polygon has no area or its outline crosses or touches itself, or a hole is
            not inside.

    >>> arrow = Polygon([(0, 0), (4, 2), (0, 4), (1, 2)])
    >>> len(arrow.pieces), arrow.seams
    (2, ((Vec2(4.0, 2.0), Vec2(1.0, 2.0)),))
    """

    points: tuple[Vec2, ...] = attrs.field(converter=_shell)
    holes: tuple[tuple[Vec2, ...], ...] = attrs.field(default=(), converter=_holes)
    pieces: tuple[tuple[Vec2, ...], ...] = attrs.field(init=False, eq=False)
    seams: tuple[tuple[Vec2, ...], ...] = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        """Validate the outline and cut it into pieces."""
        piece = None if self.holes else convex_piece(self.points)
        if piece is None and has_shapely():
            reason = shapely.is_valid_reason(self.geometry)
            if reason != "Valid Geometry":
                raise ValueError(f"{RULE}; shapely says: {reason}")
        pieces, seams = ((piece,), ()) if piece else cut(self.points, self.holes)
        object.__setattr__(self, "pieces", tuple(map(vectors, pieces)))
        object.__setattr__(self, "seams", tuple(map(vectors, seams)))

    @classmethod
    def from_geometry(
        cls,
        geometry: "shapely.Geometry",
        *,
        name: str | None = None,
        one_way: Sequence[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> "Polygon":
        """Create a polygon from a shapely geometry.

        Args:
            geometry: a shapely Polygon, or a MultiPolygon with exactly one part. Heights (z) are
                dropped.
            name: a label for your own use, or None.
            one_way: the only side from which it stops moving sprites, or None for every side.
            layer: layers of its own, an int of 64 bits; None uses the sprite's layers.
            mask: the layers that it sees, likewise; None uses the sprite's mask.

        Returns:
            The Polygon with the same outline and holes.

        Raises:
            TypeError: `geometry` is not a shapely Polygon or MultiPolygon.
            ValueError: `geometry` is empty or invalid, or has several parts.

        >>> Polygon.from_geometry(shapely.box(0, 0, 2, 1)).bounds
        Box(0.0, 0.0, 2.0, 1.0)
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
        return cls(flat.exterior.coords, holes, name=name, one_way=one_way, layer=layer, mask=mask)

    @property
    def geometry(self) -> "shapely.Polygon":
        """The polygon as a shapely Polygon."""
        # From arrays, because shapely reads other sequences number by number.
        return shapely.Polygon(np.array(self.points), [np.array(hole) for hole in self.holes])

    @property
    def bounds(self) -> Box:
        """The bounding box of the corners: (left, top, right, bottom)."""
        return bounds_of(self.points)


# Not above a constructor, because attrs writes that.
Polygon.__init__ = arguments("the points are one argument, as in Polygon([...])")(  # type: ignore[method-assign]
    Polygon.__init__
)
