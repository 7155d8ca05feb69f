"""Lines, arrows and crosses in world space, for the debug views of pygame and arcade.

`answer_marks` returns the lines of each layer, in drawing order. Slow parts are made
only for the `layers` that are drawn. Lengths of arrows and crosses are given in `unit`, the width
of the pen in world space.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from spritecol import (
    Bounces,
    Circle,
    Contact,
    ContactArrays,
    Group,
    Polygon,
    RayArrays,
    RayHit,
    Shape,
    Slide,
    Sprite,
    SweepHit,
    pairs,
)
from spritecol._support.lazy_imports import numpy as np
from spritecol._support.lazy_imports import shapely
from spritecol._support.polar import length
from spritecol._support.range_check import LIMIT, number, shown
from spritecol.integrations._drawing.outlines import View
from spritecol.sprites.questions.query_filter import numbers_of_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

Line = Sequence[Sequence[float]]
"""The points of a line. A single point means a cross."""

Marks = dict[str, list[Any]]
"""The lines of each layer, in drawing order. The layer "region" contains shapely geometries."""

ARM = 3
"""Units from the center of a cross, which marks a point, to its ends."""

ARROW = 9
"""Pixels: half of the length of the arrow that shows the direction of a one-way shape."""

NORMAL = 24
"""Units: how long the arrow of a normal is."""

BARB = 1 / 6
"""The barbs of an arrow as a share of its length, but no longer than the barbs of a normal."""


def rings(geometry: shapely.Geometry) -> list[Line]:
    """Return the edges of areas, including holes. Lines and points are unchanged."""
    lines = []
    for part in shapely.get_parts(geometry):
        edge = shapely.boundary(part) if shapely.get_dimensions(part) == 2 else part
        lines += [shapely.get_coordinates(line).tolist() for line in shapely.get_parts(edge)]
    return [line for line in lines if line]


def arrow(x: float, y: float, dx: float, dy: float, longest: float) -> list[Line]:
    """Return the lines of an arrow from (x, y) along (dx, dy), with barbs of at most `longest`.

    A vector of length 0 has none.
    """
    long = length(dx, dy)
    if long == 0.0:
        return []
    share = BARB * min(1.0, longest / long)
    tip = x + dx, y + dy
    barbs = [(tip[0] - share * (dx + s * dy), tip[1] - share * (dy - s * dx)) for s in (1, -1)]
    return [[(x, y), tip], [barbs[0], tip, barbs[1]]]


def role_arrow(x: float, y: float, dx: float, dy: float) -> list[Line]:
    """Return the lines of the arrow for the direction (dx, dy) of a one-way shape around (x, y)."""
    return arrow(x, y, 2 * ARROW * dx, 2 * ARROW * dy, 2 * ARROW)


def lines_of(sprite: Sprite) -> list[Line]:
    """Return the lines of the shapes of a sprite in world space, with the arrows of one-way
    shapes.
    """
    world = View(math.inf, math.inf)
    lines: list[Line] = [line for line, *_ in world.outlines(sprite)]
    for x, y, dx, dy, *_ in world.arrows(sprite):
        lines += role_arrow(x, y, dx, dy)
    return lines


def cross_lines(center: Sequence[float], arm: float) -> list[Line]:
    """The two lines of a cross."""
    x, y = center
    return [[(x - arm, y), (x + arm, y)], [(x, y - arm), (x, y + arm)]]


def color_of_role(sprite: Sprite, shape: Shape, roles: Mapping[Any, Any], default: Any) -> Any:
    """The color of a shape: by its name, or by a layer that it is on; else the default."""
    key = color_key(sprite, shape, roles)
    return default if key is None else roles[key]


def color_key(sprite: Sprite, shape: Shape, roles: Mapping[Any, Any]) -> str | int | None:
    """The key in `roles` that gives a shape its color: its name, or a layer that it is on."""
    if shape.name in roles:
        return shape.name
    layer = sprite.collision_layer if shape.layer is None else shape.layer
    return next((key for key in roles if isinstance(key, int) and key & layer), None)


def checked_roles(roles: Any) -> Mapping[Any, Any]:
    """Return colors by names and layers, or {} for None."""
    if roles is None:
        return {}
    if not isinstance(roles, Mapping) or not all(isinstance(key, str | int) for key in roles):
        raise TypeError(
            f"roles must be a dict of colors by the names or layers of shapes, got {shown(roles)}"
        )
    numbers_of_names([key for key in roles if isinstance(key, str)], "roles")  # refuses others
    return roles


def sprites_that_hit(sprites: Group | Iterable[Sprite]) -> list[Sprite]:
    """Return the sprites that hit another sprite, each once, in the order of the pairs."""
    return list({id(sprite): sprite for pair in pairs(sprites) for sprite in pair}.values())


# --- answers -------------------------------------------------------------------------------------


def answer_marks(
    answers: Sequence[Any],
    starts: Any,
    ends: Any,
    radius: Any,
    layers: Collection[str],
    unit: float,
) -> list[Marks]:
    """Return the lines of answers, by the type of each. With starts and ends they are of rays."""
    if starts is not None or ends is not None:
        hits = answers[0] if len(answers) == 1 else answers
        return [ray_marks(starts, ends, hits, radius, unit)]
    disc = number(radius, "radius")
    if disc < 0:
        raise ValueError(f"radius must be 0 or more, got {shown(radius)}")
    found = list(_each_answer(answers))
    marks = [contact_marks(one, layers, unit) for one in found if isinstance(one, CONTACTS)]
    marks += [move_marks(one, layers, unit) for one in found if isinstance(one, MOVES)]
    marks.append(sweep_marks([one for one in found if isinstance(one, SweepHit)], layers, unit))
    marks += [area_marks(one) for one in found if isinstance(one, Polygon)]
    marks += [path_marks(one, disc) for one in found if isinstance(one, list)]
    return marks


CONTACTS = Contact, ContactArrays
MOVES = Slide, Bounces


def _each_answer(given: Any) -> Iterator[Any]:
    """Yield the answers in a nested iterable of them. A Way is one, though it is a list."""
    from spritecol.paths.way import Way  # here, because few games find ways

    for item in given:
        if isinstance(item, (*CONTACTS, *MOVES, SweepHit, Polygon, Way)):
            yield item
        elif isinstance(item, RayHit | RayArrays):
            raise TypeError(
                f"draw_answers cannot know where a ray of {shown(item)} began: pass starts and ends"
            )
        elif isinstance(item, Iterable) and not isinstance(item, str | Mapping | Sprite | Shape):
            yield from _each_answer(item)
        elif item is not None:
            raise TypeError(
                "answers must be contacts, hits of sweeps, moves, visible areas or ways, or with "
                f"starts and ends hits of rays, got {shown(item)}"
            )


# --- contacts ------------------------------------------------------------------------------------


def contact_marks(
    contacts: Contact[Any] | ContactArrays, layers: Collection[str], unit: float
) -> Marks:
    """Return lines that show where shapes overlap, how deep, and along which normal."""
    marks: Marks = {"region": [], "normal": [], "push": [], "point": []}
    for points, normal, depth, contact in _contacts(contacts):
        if "region" in layers and contact is not None:
            marks["region"].append(contact.region)
        marks["point"] += [[point] for point in points]
        x, y = (sum(side) / len(points) for side in zip(*points, strict=True))
        marks["normal"] += _normal((x, y), normal, unit)
        push = normal[0] * depth, normal[1] * depth
        marks["push"] += arrow(x, y, *push, NORMAL * unit)
    return marks


def _contacts(
    given: Contact[Any] | ContactArrays,
) -> Iterator[tuple[Sequence[Sequence[float]], Sequence[float], float, Contact[Any] | None]]:
    """Yield points, normal and depth of each contact, and the contact itself unless it is in an
    array.
    """
    if isinstance(given, Contact):
        yield given.points, given.normal, given.depth, given
        return
    rows = zip(given.point, given.count, given.normal, given.depth, strict=True)
    for points, count, normal, depth in rows:
        yield points[:count].tolist(), normal.tolist(), float(depth), None


# --- rays ----------------------------------------------------------------------------------------


def ray_marks(starts: Any, ends: Any, hits: Any, radius: Any, unit: float) -> Marks:
    """Return each ray up to its first hit, the rest of the ray, and the points and normals of its
    hits.
    """
    first, last = _places(starts, "starts"), _places(ends, "ends")
    if 1 not in (len(first), len(last)) and len(first) != len(last):
        raise ValueError(
            "starts and ends must have the same length, or one of them must be a single point, "
            f"got {len(first)} and {len(last)}"
        )
    disc = number(radius, "radius")
    if disc < 0:
        raise ValueError(f"radius must be 0 or more, got {shown(radius)}")
    first, last = np.broadcast_arrays(first, last)
    single = np.ndim(starts) == np.ndim(ends) == 1
    marks: Marks = {"rest": [], "ray": [], "normal": [], "point": []}
    met = _hits_of_rays(hits, len(first), single=single)
    for start, end, found in zip(first, last, met, strict=True):
        fraction = min((hit[0] for hit in found), default=1.0)
        middle = start + fraction * (end - start)
        if found:
            marks["rest"].append([middle, end])
        marks["ray"].append([start, middle])
        if disc > 0:
            marks["ray"] += lines_of(Sprite(*middle, collision=Circle(0, 0, disc)))
        for _, point, normal in found:
            marks["point"].append([point])
            marks["normal"] += _normal(point, normal, unit)
    return marks


FoundHit = tuple[float, Sequence[float], Sequence[float]]
"""A hit of a ray: its fraction, point and normal."""


def _hits_of_rays(given: Any, count: int, *, single: bool) -> list[list[FoundHit]]:
    """The hits of each ray."""
    if isinstance(given, RayArrays):
        columns = given.hit, given.fraction, given.point, given.normal
        rows = zip(*(column.tolist() for column in columns), strict=True)
        found: list[list[FoundHit]] = [[tuple(row[1:])] if row[0] else [] for row in rows]
    elif single:
        found = [_ray_hits(given)]
    else:
        try:
            found = [_ray_hits(hits) for hits in given]
        except TypeError as error:
            raise _no_hits(given) from error
    if len(found) != count:
        raise ValueError(f"hits must have one entry for each of {count} rays, got {len(found)}")
    return found


def _ray_hits(given: Any) -> list[FoundHit]:
    """The hits of one ray: None, a RayHit, or a list of them."""
    hits: Any = [given] if given is None or isinstance(given, RayHit) else given
    if not isinstance(hits, Iterable) or isinstance(hits, Mapping):
        raise _no_hits(given)
    hits = [hit for hit in hits if hit is not None]
    if not all(isinstance(hit, RayHit) for hit in hits):
        raise _no_hits(given)
    return [(hit.fraction, hit.point, hit.normal) for hit in hits]


def _no_hits(given: Any) -> TypeError:
    return TypeError(
        "hits must be the results of the rays: RayArrays, or for each ray None, a RayHit or a "
        f"list of them, got {shown(given)}"
    )


def _places(given: Any, name: str) -> NDArray[np.float64]:
    """A point, or points, as an array of shape (n, 2)."""
    try:
        rows = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        rows = np.empty(0)
    if rows.ndim not in (1, 2) or rows.shape[-1] != 2:
        raise TypeError(
            f"{name} must be a point (x, y) or an array of points of shape (n, 2), "
            f"got {shown(given)}"
        )
    for value in rows.ravel()[~(abs(rows.ravel()) <= LIMIT)].tolist():
        number(value, name)
    return rows.reshape(-1, 2)


# --- sweeps --------------------------------------------------------------------------------------


def sweep_marks(hits: Iterable[SweepHit[Any]], layers: Collection[str], unit: float) -> Marks:
    """Return the paths of moving sprites, their outlines at the hits, and the points and normals
    there.
    """
    marks: Marks = {"way": [], "outline": [], "normal": [], "point": []}
    places: dict[int, Sequence[float]] = {}  # the path of each sprite
    for hit in hits:
        here = hit.sprite.x, hit.sprite.y
        _add_hit(marks, hit, places.setdefault(id(hit.sprite), here), layers, unit)
        places[id(hit.sprite)] = hit.position
    return marks


def move_marks(move: Slide[Any] | Bounces[Any], layers: Collection[str], unit: float) -> Marks:
    """Return the same of a move, from where it began to where its sprite is."""
    marks: Marks = {"way": [], "outline": [], "normal": [], "point": []}
    for number_of_hit, hit in enumerate(move.hits):
        here = hit.sprite.x, hit.sprite.y
        start = move.hits[number_of_hit - 1].position if number_of_hit else move.travel * -1 + here
        _add_hit(marks, hit, start, layers, unit)
    if move.hits:
        marks["way"].append([move.hits[-1].position, here])
    return marks


def _add_hit(
    marks: Marks,
    hit: SweepHit[Any],
    start: Sequence[float],
    layers: Collection[str],
    unit: float,
) -> None:
    marks["way"].append([start, hit.position])
    if "outline" in layers:
        marks["outline"] += _outline_at(hit)
    marks["point"].append([hit.point])
    marks["normal"] += _normal(hit.point, hit.normal, unit)


def _outline_at(hit: SweepHit[Any]) -> list[Line]:
    """Return the lines of a sprite's shapes where it begins to hit."""
    sprite = hit.sprite
    ghost = Sprite(
        *hit.position,
        collision=sprite.shapes,
        angle=hit.angle,
        scale_x=sprite.scale_x,
        scale_y=sprite.scale_y,
        center_x=sprite.center_x,
        center_y=sprite.center_y,
        collision_sync=sprite.collision_sync,
        offset_sync=sprite.offset_sync,
    )
    return lines_of(ghost)


# --- areas and paths ------------------------------------------------------------------------------


def area_marks(area: Polygon) -> Marks:
    """Return the edges of an area, and its corners."""
    edges = [[*ring, ring[0]] for ring in (area.points, *area.holes)]
    return {"area": edges, "corner": [[corner] for corner in area.points]}


def path_marks(way: list[Any], disc: float) -> Marks:
    """Return the legs of a way, its corners, and the outline of what a disc covers on it."""
    marks: Marks = {"outline": [], "way": [], "point": []}
    if len(way) > 1:
        if disc > 0:
            marks["outline"] = rings(shapely.LineString(way).buffer(disc, 32))
        marks["way"] = [way]
        marks["point"] = [[place] for place in way]
    return marks


# --- for all of them ------------------------------------------------------------------------------


def _normal(point: Sequence[float], normal: Sequence[float], unit: float) -> list[Line]:
    (x, y), (nx, ny), long = point, normal, NORMAL * unit
    return arrow(x, y, long * nx, long * ny, long)
