"""Sprites in whole quarters of a pixel, for the exact oracle.

A place or a way is (x, y, w), which stands for (x / w, y / w).
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from oracle import exact
from oracle.exact import Part

UNIT = 4
"""All numbers of a scene are multiples of 1 / UNIT pixels."""

Place = tuple[int, int, int]
Number = float | Fraction
HERE: Place = (0, 0, 1)


class Body(NamedTuple):
    """A convex body: a part, the number of the shape that it is of, and that shape's direction."""

    part: Part
    shape: int = 0
    one_way: tuple[float, float] | None = None


# The oracle cuts concave polygons where they have no sides. So these are made of convex pieces that
# overlap: see `pieced`.
PIECES: dict[Any, tuple[tuple[tuple[float, float], ...], ...]] = {}


def whole(number: Number) -> int:
    """Return a number of a scene in quarters of a pixel."""
    result = int(UNIT * number)
    assert result == UNIT * number, number
    return result


def bodies(sprite: Any) -> list[Body]:
    """Return the convex bodies of a sprite that is not turned, in world space."""
    pose, found = exact.pose_of(sprite), []
    for k, shape in enumerate(sprite.shapes):
        pieces = [Part(exact.hull(map(pose.point, piece))) for piece in PIECES.get(shape, ())]
        for core, r, _ in pieces or exact.solid(shape, pose):
            corners = tuple((whole(x), whole(y)) for x, y in core)
            found.append(Body(Part(corners, whole(r)), k, shape.one_way))
    return found


@lru_cache(maxsize=1 << 16)
def _between(a: Part, b: Part) -> Part:
    return exact.between(a, b)


def between(a: Body, b: Body) -> Part:
    """Return the displacements by which a hits b, as one part."""
    (x, y), *_ = a.part.core
    return _between(*(exact.moved(body.part, (-x, -y)) for body in (a, b)))


def place(dx: Number, dy: Number) -> Place:
    """Return a displacement in pixels as a place, exactly."""
    (a, b), (c, d) = dx.as_integer_ratio(), dy.as_integer_ratio()
    return UNIT * a * d, UNIT * c * b, b * d


def seen_from(pair: Part, start: Place, times: int = 1) -> Part:
    """Return a part moved so that the start is at 0, and start[2] * times as large."""
    x, y, w = start
    core = tuple(((u * w - x) * times, (v * w - y) * times) for u, v in pair.core)
    return Part(core, pair.r * w * times, pair.shift)


def inside(pair: Part, at: Place) -> bool:
    """Return whether a displacement is one that hits."""
    return exact.covers(seen_from(pair, at))


def meets(pair: Part, end: Place, start: Place = HERE) -> bool:
    """Return whether it hits anywhere on the straight way from start to end, both included."""
    x, y, w = start
    way = end[0] * w - x * end[2], end[1] * w - y * end[2]
    return exact.is_met(seen_from(pair, start, end[2]), way)


def landing(pair: Part, way: Place, start: Place = HERE) -> Fraction:
    """Return at which fraction of a way the hit begins: 0 if it starts inside.

    A root is rounded.
    """
    x, y, w = start
    step = way[0] * w - x * way[2], way[1] * w - y * way[2]
    seen = seen_from(pair, start, way[2])
    return Fraction(0) if exact.covers(seen) else exact.enter(seen, step)


def free(walls: Iterable[Part], at: Place) -> bool:
    """Return whether a displacement hits no wall."""
    return not any(inside(wall, at) for wall in walls)
