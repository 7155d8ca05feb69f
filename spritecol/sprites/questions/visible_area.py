"""The area of a disc or a sector that an eye sees, by rays just beside each direction of change.

Between two neighboring directions to corners, the eye sees one straight edge, the edge of the disc,
or edges that cross each other there. So two rays show what it sees between them, one just after the
first direction and one just before the second:

1. `view_directions` finds the directions: of corners, of where edges cross the edge of the disc,
   and of points on round shapes and on the edge of the disc that are so close together that
   straight lines between them are within the tolerance.
2. `Wedges` are what is between two neighbors, with what both rays have met. Where they have met the
   same line, that is the edge of the area. Else the lines of both meet in a direction between; a
   ray there ends the search, or cuts the wedge in two.
3. `corners_of_area` joins the ends of all wedges, and `polygon_round` makes convex pieces of the
   area: it is cut from the eye to those of its corners where it is not convex.

All numbers come from sums, products, quotients and square roots, so they have the same bits on
every machine.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from spritecol._support.lazy_imports import numpy as np
from spritecol._support.lazy_imports import shapely
from spritecol._support.polar import cos_sin
from spritecol._support.range_check import OMITTED, number, shown
from spritecol._support.vectors import vectors
from spritecol.shapes import Polygon
from spritecol.shapes.base import unchecked
from spritecol.shapes.convex_cut import orientation
from spritecol.sprites.containers.columns import world_outlines

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.intp]
    Bools = npt.NDArray[np.bool_]

BESIDE_CORNER = 1e-10
"""In pixels: how far beside a corner the rays pass it, at the rim of the disc."""

RAY_ROUNDING = 5e-16
"""Relative to the size of the numbers. More than rounding may move the end of a ray."""

RIM_TOLERANCE = 0.25
"""The default in pixels. Nobody notices a corner that is off by this much."""

FINEST = 1e-6
"""The least tolerance, as a share of the radius: about 2,200 corners on the rim of the disc."""

MOST_SIDES = 512
"""Sides of the polygon that first replaces a round shape. Rays find where it is not fine enough."""

MOST_CUTS = 64
"""Limit for how often wedges are cut. Halving alone ends after 50."""


class EyeQuery(NamedTuple):
    """The arguments of a query, and values computed from them.

    Attributes:
        x, y: the eye.
        radius: in pixels.
        tolerance: in pixels.
        start, end: unit vectors along both sides of the sector; None of a whole disc.
        hair: the distance of two points that count as one, in pixels.
        near: a Group of the members within the radius.
        mask: the layers of the shapes that hide anything, or None.
        target_shapes: the names of these shapes, or None.
    """

    x: float
    y: float
    radius: float
    tolerance: float
    start: tuple[float, float] | None
    end: tuple[float, float] | None
    hair: float
    near: Any = None
    mask: Any = None
    target_shapes: Any = None


def view_of(
    x: object,
    y: object,
    radius: object,
    angle: object,
    spread: object,
    tolerance: object,
) -> EyeQuery:
    """Return the query, with its arguments checked."""
    eye = number(x, "x"), number(y, "y")
    reach, degrees = number(radius, "radius"), number(spread, "spread")
    if reach <= 0.0:
        raise ValueError(f"radius must be above 0, got {shown(radius)}")
    number(max(map(abs, eye)) + reach, "the farthest coordinate, x or y and radius,")
    if not 0.0 < degrees <= 360.0:
        raise ValueError(f"spread must be above 0 and at most 360 degrees, got {shown(spread)}")
    if angle is None and degrees < 360.0:
        raise ValueError(
            f"angle, the middle of the sector, must be given with a spread of {shown(spread)}"
        )
    if tolerance is OMITTED:
        tolerance = max(RIM_TOLERANCE, FINEST * reach)
    fine = number(tolerance, "tolerance")
    if fine < FINEST * reach:
        raise ValueError(
            "tolerance must be at least a millionth of the radius, "
            f"{FINEST * reach}, got {shown(tolerance)}"
        )
    start = end = None
    if angle is not None:
        middle = number(angle, "angle")
        if degrees < 360.0:
            start, end = cos_sin(middle - degrees / 2.0), cos_sin(middle + degrees / 2.0)
    hair = BESIDE_CORNER + RAY_ROUNDING * (max(map(abs, eye)) + reach)
    return EyeQuery(*eye, reach, fine, start, end, hair)


def seen_area(view: EyeQuery, near: Any, mask: object, target_shapes: object) -> Polygon | None:
    """Return the area that the eye sees among the members of a Group within the radius, or None."""
    view = view._replace(near=near, mask=mask, target_shapes=target_shapes)
    if not len(near):
        return whole_view(view)
    directions, corners = view_directions(view)
    wedges = wedges_between(view, directions, corners)
    if wedges is None:
        return None
    return polygon_round(view, corners_of_area(view, resolved(view, wedges)))


def whole_view(view: EyeQuery) -> Polygon | None:
    """Return the whole disc or sector in quarters at most, or None if it is too narrow."""
    x, y = view.start or (1.0, 0.0)
    ring = circle(side_count(view))
    rim = np.column_stack((x * ring[:, 0] - y * ring[:, 1], y * ring[:, 0] + x * ring[:, 1]))
    if view.start is not None:
        assert view.end is not None
        rim = np.vstack((rim, view.end))
        turns = turn_from(view.start, rim)
        turns[:-1] += 3.0 * max(view.hair / view.radius, 4e-15)  # as in `wedges_between`
        rim = rim[turns <= turns[-1]]
        if len(rim) == 1:
            return None
    corners = list(map(tuple, (view.radius * rim + (view.x, view.y)).tolist()))
    breaks = list(range(0, len(corners), max(1, len(corners) // 4)))
    return in_pieces((view.x, view.y), corners, breaks, view.start is not None)


# --- directions ---------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def circle(count: int) -> Floats:
    """Return `count` unit vectors at equal angles."""
    return np.array([cos_sin(360.0 * i / count) for i in range(count)])


def cross_products(a: Floats, b: Floats) -> Floats:
    """Return the cross products of vectors, which are positive where b is clockwise from a on
    screen.
    """
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def dot_products(a: Floats, b: Floats) -> Floats:
    """Return the dot products of vectors."""
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1]


def unit_vectors(vectors: Floats) -> Floats:
    """Return vectors scaled to length 1. (0, 0) is unchanged."""
    lengths = np.sqrt(dot_products(vectors, vectors))
    return vectors / np.where(lengths > 0.0, lengths, 1.0)[..., None]


def turned_right(vectors: Floats) -> Floats:
    """Return vectors rotated by 90 degrees, clockwise on screen."""
    result = np.empty(vectors.shape)
    np.negative(vectors[..., 1], out=result[..., 0])
    result[..., 1] = vectors[..., 0]
    return result


def shifted(values: Any) -> Any:
    """Shift each item to the next position, and the last to the first: `np.roll(values, 1,
    axis=0)`.
    """
    return np.concatenate((values[-1:], values[:-1]))


def shifted_back(values: Any) -> Any:
    """Shift each item to the previous position, and the first to the last."""
    return np.concatenate((values[1:], values[:1]))


def turn_from(first: tuple[float, float], vectors: Floats) -> Floats:
    """A number from 0 to 4 that grows with the angle from the first direction, as in a circle."""
    along = first[0] * vectors[:, 0] + first[1] * vectors[:, 1]
    across = first[0] * vectors[:, 1] - first[1] * vectors[:, 0]
    share = along / (np.abs(along) + np.abs(across))
    result: Floats = np.where(across >= 0.0, 1.0 - share, 3.0 + share)
    return result


def side_count(view: EyeQuery) -> int:
    """Return how many sides a polygon needs to be within the tolerance of the disc."""
    return max(8, math.ceil(math.pi / math.sqrt(2.0 * view.tolerance / view.radius)))


def view_directions(view: EyeQuery) -> tuple[Floats, Floats]:
    """Return the directions where the view may change: unit vectors in order, and their points.

    For a sector, the first and the last direction are its sides.
    """
    eye = np.array((view.x, view.y))
    edges, discs = world_outlines(view.near, *eye, view.radius + view.hair)
    found = [view.radius * circle(side_count(view)), *points_of_edges(view, edges)]
    if len(discs):
        found += points_of_discs(view, discs)
    points = np.concatenate(found)
    points = points[(points != 0.0).any(axis=1)]  # otherwise the eye is on this corner
    vectors = unit_vectors(points)
    turns = turn_from(view.start or (1.0, 0.0), vectors)
    order = np.argsort(turns, kind="stable")
    if view.start is not None:
        assert view.end is not None
        ends = np.array((view.start, view.end))
        last = turn_from(view.start, ends)[1]
        order = order[(turns[order] > 0.0) & (turns[order] < last)]
        vectors = np.concatenate((ends[:1], vectors[order], ends[1:]))
        points = np.concatenate((view.radius * ends[:1], points[order], view.radius * ends[1:]))
        return vectors, points + eye
    return vectors[order], points[order] + eye


def points_of_edges(view: EyeQuery, edges: Floats) -> list[Floats]:
    """Return the ends within reach of edges that face the eye, and where they cross the disc's rim.

    Points are relative to the eye, like all points in this part. Rays count as shifted a little to
    the right and down. So if an edge begins at the eye itself, the view also changes in the
    opposite direction and in the direction of the shift.
    """
    if not len(edges):
        return []
    a, b = edges[:, :2] - (view.x, view.y), edges[:, 2:] - (view.x, view.y)
    way = b - a
    squared = dot_products(way, way)
    area = cross_products(a, b)
    tiny = view.hair * np.sqrt(squared)
    foot = np.clip(-dot_products(a, way) / squared, 0.0, 1.0)[:, None] * way + a
    reached = (area <= tiny) & (dot_products(foot, foot) < view.radius * view.radius)
    a, b, way, squared, area, tiny = (v[reached] for v in (a, b, way, squared, area, tiny))
    ends = np.concatenate((a, b))
    reach = view.radius + view.hair  # a corner may be exactly at the rim of the disc
    found = [ends[dot_products(ends, ends) <= reach * reach]]
    if (at_eye := np.abs(area) <= tiny).any():
        found += [way[at_eye], -way[at_eye], np.array(((1.0, 0.0), (-1.0, 0.0)))]
    # |a + t way| = radius
    half = dot_products(a, way)
    root = half * half - squared * (dot_products(a, a) - view.radius * view.radius)
    root = np.sqrt(np.maximum(root, 0.0))
    for t in ((-half - root) / squared, (-half + root) / squared):
        inside = (t > 0.0) & (t < 1.0)
        found.append(a[inside] + t[inside, None] * way[inside])
    return found


def points_of_discs(view: EyeQuery, discs: Floats) -> list[Floats]:
    """Return points on the near sides of discs, and points where lines from the eye touch them."""
    center = discs[:, :2] - (view.x, view.y)
    m00, m01, m10, m11 = discs[:, 2:].T
    # The eye, where the disc is the unit circle: u = M^-1 (0 - center).
    area = m00 * m11 - m01 * m10
    u = np.column_stack(
        (m01 * center[:, 1] - m11 * center[:, 0], m10 * center[:, 0] - m00 * center[:, 1])
    )
    u /= area[:, None]
    squared = dot_products(u, u)
    reach = np.sqrt((discs[:, 2:] ** 2).sum(axis=1))  # at least the longer half axis
    needed = math.pi / np.sqrt(1.8 * np.minimum(view.tolerance / reach, 1.0))
    sides = np.clip(2 ** np.frexp(needed)[1], 8, MOST_SIDES)  # a power of two, and no less
    found = []
    outside = squared > 1.0
    base = u[outside] / squared[outside, None]
    off = turned_right(u[outside]) * (np.sqrt(squared[outside] - 1.0) / squared[outside])[:, None]
    for points in (base + off, base - off):
        found.append(rim_points(discs[outside], center[outside], points[:, None]))
    at_eye = np.abs(squared - 1.0) < 1e-9
    if at_eye.any():  # the eye sees along the line that touches the disc there
        line = (
            0.5
            * view.radius
            * unit_vectors(
                rim_points(discs[at_eye], 0.0 * center[at_eye], turned_right(u[at_eye])[:, None])
            )
        )
        found += [line, -line]
    for count in np.unique(sides).tolist():
        mine = sides == count
        ring = circle(count)
        points = rim_points(
            discs[mine], center[mine], np.broadcast_to(ring, (mine.sum(), *ring.shape))
        )
        faces = (u[mine] @ ring.T > 1.0).ravel()
        found.append(points[faces])
    points = np.concatenate(found)
    return [points[dot_products(points, points) < view.radius * view.radius]]


def rim_points(discs: Floats, center: Floats, u: Floats) -> Floats:
    """Return the points c + M u of discs, for u of shape (discs, n, 2), in consecutive rows."""
    m00, m01, m10, m11 = discs[:, 2:, None].transpose(1, 0, 2)
    x = center[:, :1] + m00 * u[..., 0] + m01 * u[..., 1]
    y = center[:, 1:] + m10 * u[..., 0] + m11 * u[..., 1]
    return np.column_stack((x.ravel(), y.ravel()))


# --- wedges -------------------------------------------------------------------------------------


class HitPoints:
    """The hits of rays, as an array with one row for each ray.

    Attributes:
        rows: all of it; the rest are its columns.
        along: unit vectors.
        point: where the rays end, relative to the eye.
        normal: the normals of the hits, or (0, 0).
        what: the number of the shape that was hit, or -1.
    """

    __slots__ = ("along", "normal", "point", "rows", "what")

    def __init__(self, rows: Floats) -> None:
        self.rows = rows
        self.along, self.point, self.normal = rows[:, :2], rows[:, 2:4], rows[:, 4:6]
        self.what = rows[:, 6]


class Wedges:
    """The view between two directions: at the first direction, at the second, and in between.

    Attributes:
        rows: all of it; the rest are its columns.
        first, second: what both rays have met.
        between: a corner of the area between both points, relative to the eye, or NaN.
    """

    __slots__ = ("between", "first", "rows", "second")

    def __init__(self, rows: Floats) -> None:
        self.rows = rows
        self.first, self.second = HitPoints(rows[:, :7]), HitPoints(rows[:, 7:14])
        self.between = rows[:, 14:]

    def __len__(self) -> int:
        """The number of wedges."""
        return len(self.rows)


def wedges_of(first: Floats, second: Floats, between: float | Floats = math.nan) -> Wedges:
    """Return wedges by the rows of the hits of both rays."""
    rows = np.empty((len(first), 16))
    rows[:, :7], rows[:, 7:14], rows[:, 14:] = first, second, between
    return Wedges(rows)


def see(view: EyeQuery, along: Floats) -> HitPoints | None:
    """Cast rays. Return None if the eye is inside a shape."""
    eye = np.array((view.x, view.y))
    rays = view.near.raycast_arrays(
        eye, eye + view.radius * along, mask=view.mask, target_shapes=view.target_shapes
    )
    if rays.from_inside.any():
        return None
    shapes = 1 + int(rays.shape_index.max(initial=0))
    rows = np.empty((len(along), 7))
    rows[:, :2], rows[:, 4:6] = along, rays.normal
    rows[:, 2:4] = np.where(rays.hit[:, None], rays.point - eye, view.radius * along)
    rows[:, 6] = np.where(rays.hit, rays.index * shapes + rays.shape_index, -1)
    return HitPoints(rows)


def wedges_between(view: EyeQuery, directions: Floats, corners: Floats) -> Wedges | None:
    """Return the wedges between neighbors with different directions, or None if the eye is
    inside.
    """
    if view.start is None:
        directions = np.concatenate((directions, directions[:1]))
        corners = np.concatenate((corners, corners[:1]))
    beside = max(view.hair / view.radius, 4e-15)
    apart = cross_products(directions[:-1], directions[1:]) > 3.0 * beside
    first, second = directions[:-1][apart], directions[1:][apart]
    along = np.concatenate(
        (first + beside * turned_right(first), second - beside * turned_right(second))
    )
    seen = see(view, along)
    if seen is None:
        return None
    # The corner itself, if a ray has met its edge just beside it.
    exact = np.concatenate((corners[:-1][apart], corners[1:][apart])) - (view.x, view.y)
    off = seen.point - exact
    near = (seen.what >= 0) & (dot_products(off, off) <= 16.0 * view.hair * view.hair)
    seen.point[near] = exact[near]
    count = len(first)
    return wedges_of(seen.rows[:count], seen.rows[count:])


def resolved(view: EyeQuery, wedges: Wedges) -> Wedges:
    """Return wedges that are each bounded by one line, or by two lines that meet, in order."""
    fine = 10.0 * view.hair
    done = []
    for rounds in range(MOST_CUTS):
        first, second = wedges.first, wedges.second
        chord = second.point - first.point
        both = (first.what >= 0) & (second.what >= 0)
        straight = (np.abs(dot_products(first.normal, chord)) <= fine) & (
            np.abs(dot_products(second.normal, chord)) <= fine
        )
        clear = np.where(both, straight, first.what == second.what)
        done.append(wedges.rows[clear])
        wedges = Wedges(wedges.rows[~clear])
        if not len(wedges):
            break
        narrow = is_narrow(view, wedges)
        if rounds == MOST_CUTS - 1:
            narrow[:] = True
        if narrow.any():
            done.append(closed(Wedges(wedges.rows[narrow])))
            wedges = Wedges(wedges.rows[~narrow])
            if not len(wedges):
                break
        ends, wedges = cut_by_ray(view, wedges, fine, halve=rounds % 2 == 1)
        done += ends
    wedges = Wedges(np.concatenate(done))
    order = np.argsort(turn_from(view.start or (1.0, 0.0), wedges.first.along), kind="stable")
    return Wedges(wedges.rows[order])


def is_narrow(view: EyeQuery, wedges: Wedges) -> Bools:
    """Return which wedges are so narrow that they need not be cut."""
    limit = 4.0 * max(view.hair / view.radius, 4e-15)
    result: Bools = cross_products(wedges.first.along, wedges.second.along) <= limit
    return result


def closed(wedges: Wedges) -> Floats:
    """Return narrow wedges with each side cut to the nearer line, so that the area is never too
    large.
    """
    first, second = wedges.first, wedges.second
    chord = second.point - first.point
    least = np.sqrt(
        np.minimum(dot_products(first.point, first.point), dot_products(second.point, second.point))
    )
    least -= np.sqrt(dot_products(chord, chord))
    rows = wedges.rows.copy()
    rows[:, 2:4], rows[:, 9:11] = nearer(first, second, least), nearer(second, first, least)
    return rows


def nearer(ray: HitPoints, other: HitPoints, least: Floats) -> Floats:
    """Return where rays end: at the line that other rays have met if it is nearer, but not too
    near.
    """
    facing = dot_products(other.normal, ray.along)
    known = facing < 0.0
    distance = np.where(known, dot_products(other.normal, other.point), np.inf)
    distance = np.maximum(distance / np.where(known, facing, 1.0), np.maximum(least, 0.0))
    is_nearer = distance * distance < dot_products(ray.point, ray.point)
    distance = np.where(is_nearer, distance, 0.0)
    result: Floats = np.where(is_nearer[:, None], distance[:, None] * ray.along, ray.point)
    return result


def leaves_disc(view: EyeQuery, halves: Wedges) -> Bools:
    """Return in which halves of wedges a round shape leaves the disc, where the ray meets it at its
    end.
    """
    left, right = halves.first, halves.second
    new = np.arange(len(halves)) < len(halves) // 2
    leaves = np.where(new, right.what >= 0, left.what >= 0) & ((left.what < 0) != (right.what < 0))
    chord = right.point - left.point
    result: Bools = leaves & (dot_products(chord, chord) <= view.tolerance * view.tolerance)
    return result


def cut_by_ray(
    view: EyeQuery, wedges: Wedges, fine: float, halve: bool
) -> tuple[list[Floats], Wedges]:
    """Cast a ray to where the lines of both sides meet, or through the middle.

    Return the wedges that this completes, and two wedges for each of the others.
    """
    first, second = wedges.first, wedges.second
    area = cross_products(first.normal, second.normal)
    known = (area != 0.0) & (not halve)
    scale = np.where(known, area, 1.0)[:, None]
    a, b = (
        dot_products(first.normal, first.point)[:, None],
        dot_products(second.normal, second.point)[:, None],
    )
    impact = (turned_right(first.normal) * b - turned_right(second.normal) * a) / scale
    known &= (cross_products(first.along, impact) > 0.0) & (
        cross_products(impact, second.along) > 0.0
    )
    middle = unit_vectors(first.along + second.along)
    seen = see(view, np.where(known[:, None], unit_vectors(impact), middle))
    assert seen is not None
    distance = np.sqrt(dot_products(impact, impact))
    beyond = (
        np.sqrt(dot_products(seen.point, seen.point)) - distance
    )  # the line of a round shape is nearer
    chord = second.point - first.point
    off = np.abs(cross_products(chord, impact - first.point))
    one = (first.what == second.what) & (seen.what == first.what)
    other = (seen.what == first.what) | (seen.what == second.what)
    ends = (np.abs(beyond) <= fine) | (
        (beyond >= -fine)
        & (
            (one & (off <= view.tolerance * np.sqrt(dot_products(chord, chord))))
            | (other & (beyond <= view.tolerance))
        )
    )
    ends &= known
    rest = ~ends
    halves = Wedges(
        np.concatenate(
            (
                wedges_of(first.rows[rest], seen.rows[rest]).rows,
                wedges_of(seen.rows[rest], second.rows[rest]).rows,
            )
        )
    )
    leaves = leaves_disc(view, halves)
    done = [
        wedges_of(first.rows[ends], second.rows[ends], impact[ends]).rows,
        closed(Wedges(halves.rows[leaves])),
    ]
    return done, Wedges(halves.rows[~leaves])


# --- the area -----------------------------------------------------------------------------------


def corners_of_area(view: EyeQuery, wedges: Wedges) -> Floats:
    """Return the corners of the area in order, relative to the eye, without corners in a line."""
    first, second, between = wedges.first, wedges.second, wedges.between
    points = np.empty((len(wedges), 3, 2))
    points[:, 0], points[:, 1], points[:, 2] = beside(view, first), between, beside(view, second)
    wanted = np.isfinite(points[..., 0])
    # If a wedge ends and the next one begins on the same line, neither end is a corner.
    end, begin = second, HitPoints(shifted_back(first.rows))
    gap, bend = begin.point - end.point, begin.normal - end.normal
    same = (end.what >= 0) & (begin.what >= 0) & (dot_products(bend, bend) <= 1e-14)
    same &= np.abs(dot_products(end.normal, gap)) <= 10.0 * view.hair
    arc = (
        (end.what < 0) & (begin.what < 0) & (dot_products(gap, gap) <= 64.0 * view.hair * view.hair)
    )
    equal = (gap == 0.0).all(axis=1)
    if view.start is not None:
        same[-1:] = arc[-1:] = equal[-1:] = False
    points[arc, 2] += 0.5 * gap[arc]
    rim = (first.what < 0) & (second.what < 0)
    equal &= ~arc | (rim & shifted_back(rim))  # where the rim of the disc ends is a corner
    wanted[:, 2] &= ~(same | equal)
    wanted[:, 0] &= ~shifted(same | arc)
    return points[wanted]


def beside(view: EyeQuery, ray: HitPoints) -> Floats:
    """Return where rays end, but never exactly at the eye, so that every point has a direction."""
    at_eye = dot_products(ray.point, ray.point) < view.hair * view.hair
    result: Floats = np.where(at_eye[:, None], view.hair * ray.along, ray.point)
    return result


def polygon_round(view: EyeQuery, points: Floats) -> Polygon | None:
    """Return the polygon with corners relative to the eye, in pieces that all have a corner at the
    eye.
    """
    at_eye = dot_products(points, points) <= 2.0 * view.hair * view.hair
    is_open = view.start is not None or bool(at_eye.any())
    if at_eye.any() and view.start is None:  # begin at a gap in the view
        first = -int(np.argmax(at_eye))
        points, at_eye = np.roll(points, first, axis=0), np.roll(at_eye, first)
    (seen,) = (~at_eye).nonzero()
    if not len(seen):
        return None
    # A part that is hidden at both ends leaves only the eye itself, and one point beside it in
    # between.
    points, at_eye = points[seen[0] : seen[-1] + 1], at_eye[seen[0] : seen[-1] + 1]
    for first, last in runs_of(at_eye):
        if last > first:
            points[first] = view.hair * unit_vectors(turned_right(points[first] - points[last]))
            points[first + 1 : last + 1] = np.nan
    points = beside_walls(view, points[np.isfinite(points[:, 0])])
    if len(points) < (2 if is_open else 3):
        return None
    eye = (view.x, view.y)
    corners = list(map(tuple, (points + eye).tolist()))
    # A corner is inside a piece if the outline turns there like the outline of a convex polygon.
    following, before = shifted_back(points), shifted(points)
    doubt = 4.0 * RAY_ROUNDING * (abs(view.x) + abs(view.y) + view.radius) * view.radius
    fans = cross_products(points, following) > doubt
    turns = cross_products(points - before, following - points) > doubt
    quarter = np.floor(turn_from((1.0, 0.0), points))
    turns &= (quarter == shifted(quarter)) & (dot_products(points, following) > 0.0)
    for k in (~fans).nonzero()[0].tolist():
        after = (k + 1) % len(corners)
        if (is_open and after == 0) or orientation(eye, corners[k], corners[after]) > 0:
            continue
        # If two are in the same direction, rounding has rotated the nearer one more, so the other
        # is changed.
        sizes = np.sqrt(dot_products(points, points))
        far, side = (k, -1.0) if sizes[k] > sizes[after] else (after, 1.0)
        off = side * doubt / view.radius / min(sizes[k], sizes[after])
        corners[far] = tuple((points[far] + eye + off * turned_right(points[far])).tolist())
        ends = range(0 if is_open else -1, len(corners) - 1)
        around = [(i, i + 1) for i in (far - 1, far) if i in ends]
        if any(orientation(eye, corners[i], corners[j]) <= 0 for i, j in around):
            return repaired([eye, *corners] if is_open else corners)
    return in_pieces(eye, corners, (~turns).nonzero()[0].tolist(), is_open)


def in_pieces(
    eye: tuple[float, float], corners: list[Any], breaks: list[int], is_open: bool
) -> Polygon:
    """Return the polygon of some corners around the eye, cut from the eye to its concave
    corners.
    """
    eye, *corners = vectors([eye, *corners])
    outline = (eye, *corners) if is_open else tuple(corners)
    if is_open:
        spokes = [0, *(k for k in breaks if 0 < k < len(corners) - 1), len(corners) - 1]
        inner = spokes[1:-1]
    else:
        corners += corners[: breaks[0] + 1]
        spokes = [*breaks, breaks[0] + len(outline)]
        inner = spokes[:-1]
    pieces = tuple([(eye, *corners[a : b + 1]) for a, b in pairwise(spokes)])
    seams = tuple([(eye, corners[k]) for k in inner])
    return unchecked(Polygon, points=outline, holes=(), pieces=pieces, seams=seams)


def beside_walls(view: EyeQuery, points: Floats) -> Floats:
    """Return the corners, with one more beside an eye that is almost on a wall, for the outline to
    pass.

    Points near the eye are left out if they are in line with it and the next corner: their
    directions are rounded.
    """
    after = shifted_back(points)
    past = (np.abs(cross_products(points, after)) <= view.hair * view.radius) & (
        dot_products(points, after) < 0.0
    )
    past[-1] = False
    if not past.any():
        return points
    (places,) = past.nonzero()
    middle = view.hair * unit_vectors(turned_right(points[places] - after[places]))
    points = np.insert(points, places + 1, middle, axis=0)
    places = places + np.arange(1, len(places) + 1)
    drop = []
    for k in places.tolist():
        for near, far in ((k - 1, k - 2), (k + 1, k + 2)):
            if 0 <= far < len(points):
                size = dot_products(points[near], points[near])
                bend = abs(float(cross_products(points[near], points[far])))
                if (
                    size < dot_products(points[far], points[far])
                    and bend <= view.hair * view.radius
                ):
                    drop.append(near)
    return np.delete(points, drop, axis=0)


def runs_of(flags: Bools) -> list[tuple[int, int]]:
    """Return the first and the last index of each sequence of true flags. The first and last flag
    are false.
    """
    changes = (flags[1:] != flags[:-1]).nonzero()[0].tolist()
    return [(a + 1, b) for a, b in zip(changes[::2], changes[1::2], strict=True)]


def repaired(corners: list[tuple[float, float]]) -> Polygon | None:
    """Return the largest polygon of an outline that touches itself by rounding, or None without
    area.
    """
    geometry = shapely.make_valid(shapely.Polygon(corners))
    parts = [part for part in shapely.get_parts(geometry) if isinstance(part, shapely.Polygon)]
    if not parts:
        return None
    return Polygon.from_geometry(max(parts, key=lambda part: part.area))
