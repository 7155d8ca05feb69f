"""The Hypothesis strategies of the suite: shapes of every kind and the poses of their sprites.

`shapes` and `sprites` draw any float, for scenes at any angle. `exact_shapes` and `exact_sprites`
draw small whole numbers and quarter turns, so that touching is frequent and float64 is exact.
Strategies are made once: Hypothesis validates each anew, which takes longer than to draw from it.
"""

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

import shapely
from hypothesis import strategies as st

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
)
from support import oracle_exact as exact
from support.oracle_shapely import size

KINDS = ("point", "segment", "circle", "ellipse", "rect", "triangle", "polygon", "capsule")
KIND_PAIRS = [(a, b) for i, a in enumerate(KINDS) for b in KINDS[i:]]

# --- numbers ---------------------------------------------------------------------------------


@cache
def numbers(limit: float) -> st.SearchStrategy[float]:
    """Whole ones half the time; the others with six decimals, so that no thickness is 1e-38."""
    whole = int(limit)
    return st.one_of(
        st.integers(-whole, whole).map(float),
        st.floats(-limit, limit, width=32, allow_subnormal=False).map(lambda x: round(x, 6)),
    )


lengths = st.one_of(st.integers(1, 40).map(float), st.floats(0.5, 40, width=32))
angles = st.one_of(
    st.sampled_from([0.0, 30.0, 45.0, 90.0, -90.0, 180.0, 270.0, 720.5]),
    st.floats(-720, 720, width=32, allow_subnormal=False),
)
small = st.integers(-6, 6)
small_lengths = st.integers(0, 6)
quarter_turns = st.sampled_from([0, 90, 180, 270, -90, 450, -720])
scales = st.one_of(
    st.sampled_from([1.0, 1.0, 2.0, 0.5, -1.0, -2.0, 0.0]),
    st.floats(0.25, 4, width=32),
    st.floats(-4, -0.25, width=32),
)

# --- polygons ---------------------------------------------------------------------------------

# Concave outlines on whole numbers, with slanted edges and with holes; about 6 x 6.
OUTLINES: dict[str, tuple[list[tuple[int, int]], list[list[tuple[int, int]]]]] = {
    "dart": ([(0, 0), (6, 3), (0, 6), (2, 3)], []),
    "zigzag": ([(0, 0), (3, 2), (6, 0), (6, 3), (3, 5), (0, 3)], []),
    "ell": ([(0, 0), (2, 0), (2, 4), (6, 4), (6, 6), (0, 6)], []),
    "you": ([(0, 0), (2, 0), (2, 4), (4, 4), (4, 0), (6, 0), (6, 6), (0, 6)], []),
    "comb": ([(0, 0), (1, 4), (2, 0), (3, 4), (4, 0), (5, 4), (6, 0), (6, 6), (0, 6)], []),
    "hook": ([(0, 0), (7, 0), (7, 7), (2, 7), (2, 3), (4, 3), (4, 5), (5, 2), (1, 2), (0, 8)], []),
    "frame": ([(0, 0), (6, 0), (6, 6), (0, 6)], [[(2, 2), (4, 2), (4, 4), (2, 4)]]),
    "diamond": ([(0, 0), (6, 0), (6, 6), (0, 6)], [[(3, 1), (5, 3), (3, 5), (1, 3)]]),
    "windows": (
        [(0, 0), (7, 0), (7, 5), (0, 5)],
        [[(1, 1), (3, 1), (3, 4), (1, 4)], [(4, 1), (6, 1), (6, 4), (4, 4)]],
    ),
}


def _polyomino(cells: int, size: int, x: int, y: int) -> Polygon:
    """The cells of a 4 x 4 board, one a bit, that hang together with the lowest of them."""
    filled = {(bit % 4, bit // 4) for bit in range(16) if cells >> bit & 1}
    joined, border = set(), [min(filled)]
    while border:
        column, row = border.pop()
        if (column, row) in filled - joined:
            joined.add((column, row))
            border += [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    squares = [
        shapely.box(x + size * i, y + size * j, x + size * (i + 1), y + size * (j + 1))
        for i, j in joined
    ]
    area = shapely.unary_union(squares)
    return Polygon(area.exterior.coords[:-1], [hole.coords[:-1] for hole in area.interiors])


def _outline(name: str, x: int, y: int) -> Polygon:
    shell, holes = OUTLINES[name]
    return Polygon(
        [(x + i, y + j) for i, j in shell], [[(x + i, y + j) for i, j in hole] for hole in holes]
    )


def _ring(radii: list[float], x: float, y: float, part: float = 1.0) -> list[tuple[float, float]]:
    step = 2 * math.pi / len(radii)
    return [
        (x + part * r * math.cos(step * i), y + part * r * math.sin(step * i))
        for i, r in enumerate(radii)
    ]


def _star(radii: list[float], x: float, y: float, hole: float) -> Polygon:
    """Seen whole from its middle, so that a smaller copy of itself is a fitting hole."""
    return Polygon(_ring(radii, x, y), [_ring(radii, x, y, hole)] if hole else [])


stars = st.builds(
    _star,
    st.lists(st.floats(4, 40, width=32), min_size=3, max_size=9),
    numbers(20),
    numbers(20),
    st.sampled_from([0.0, 0.3, 0.8]),
)
polyominoes = st.builds(_polyomino, st.integers(1, 2**16 - 1), st.integers(1, 3), small, small)
outlines = st.builds(_outline, st.sampled_from(sorted(OUTLINES)), small, small)

# --- shapes at any angle -----------------------------------------------------------------------

_SHAPES: dict[str, st.SearchStrategy[Shape]] = {
    "point": st.builds(Point, numbers(40), numbers(40)),
    "segment": st.builds(Segment, *[numbers(40)] * 4),
    "circle": st.builds(Circle, numbers(40), numbers(40), lengths),
    "ellipse": st.builds(Ellipse, numbers(40), numbers(40), lengths, lengths, angles),
    "rect": st.builds(Rect, numbers(40), numbers(40), lengths, lengths, angles),
    "triangle": st.builds(Triangle, *[numbers(40)] * 6),
    "polygon": st.one_of(stars, polyominoes, outlines),
    "capsule": st.builds(Capsule, *[numbers(40)] * 4, lengths),
}


@cache
def shapes(kind: str | None = None) -> st.SearchStrategy[Shape]:
    """Shapes of one kind, or of any."""
    return _SHAPES[kind] if kind else st.one_of(*_SHAPES.values())


# --- shapes in whole numbers -------------------------------------------------------------------


def _straight(x: int, y: int, long: int, r: int, upright: bool) -> Capsule:
    return Capsule(x, y, x, y + long, r) if upright else Capsule(x, y, x + long, y, r)


_EXACT: dict[str, st.SearchStrategy[Shape]] = {
    "point": st.builds(Point, small, small),
    "segment": st.builds(Segment, *[small] * 4),
    "circle": st.builds(Circle, small, small, small_lengths),
    "ellipse": st.builds(Ellipse, small, small, small_lengths, small_lengths, quarter_turns),
    "rect": st.builds(Rect, small, small, small_lengths, small_lengths, quarter_turns),
    "triangle": st.builds(Triangle, *[small] * 6),
    "polygon": st.one_of(polyominoes, outlines),
    "capsule": st.builds(_straight, small, small, small, small_lengths, st.booleans()),
}


@cache
def exact_shapes(kind: str | None = None) -> st.SearchStrategy[Shape]:
    """Shapes of one kind, or of any, in small whole numbers."""
    return _EXACT[kind] if kind else st.one_of(*_EXACT.values())


# --- sprites -----------------------------------------------------------------------------------


def _named(fields: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Values by name, always in this order: `fixed_dictionaries` also draws an order each time."""
    names = tuple(fields)
    return st.tuples(*fields.values()).map(lambda values: dict(zip(names, values, strict=True)))


@cache
def poses() -> st.SearchStrategy[dict[str, Any]]:
    """What a sprite takes besides its collision, at any angle."""
    return _named(
        {
            "x": numbers(60),
            "y": numbers(60),
            "angle": angles,
            "scale_x": scales,
            "scale_y": scales,
            "center_x": numbers(30),
            "center_y": numbers(30),
            "collision_sync": st.sampled_from([True, True, True, False]),
            "offset_sync": st.booleans(),
        }
    )


@cache
def exact_poses() -> st.SearchStrategy[dict[str, Any]]:
    """Poses of small whole numbers and quarter turns."""
    return _named(
        {
            "x": st.integers(-8, 8),
            "y": st.integers(-8, 8),
            "angle": quarter_turns,
            "scale_x": st.sampled_from([1, 1, 1, 2, 3, -1, -2, 0]),
            "scale_y": st.sampled_from([1, 1, 1, 2, 3, -1, -2, 0]),
            "center_x": small,
            "center_y": small,
            "collision_sync": st.sampled_from([True, True, True, False]),
            "offset_sync": st.booleans(),
        }
    )


def _posed(collision: Any, pose: dict[str, Any]) -> Sprite:
    return Sprite(collision=collision, **pose)


@cache
def sprites(kind: str | None = None) -> st.SearchStrategy[Sprite]:
    """Sprites with one shape of the kind, or with one to three of any kind."""
    collision = shapes(kind) if kind else st.lists(shapes(), min_size=1, max_size=3)
    return st.builds(_posed, collision, poses())


@cache
def exact_sprites(kind: str | None = None) -> st.SearchStrategy[Sprite]:
    """Sprites, as `sprites` gives them, in small whole numbers and quarter turns."""
    collision = exact_shapes(kind) if kind else st.lists(exact_shapes(), min_size=1, max_size=3)
    return st.builds(_posed, collision, exact_poses())


# --- contacts ----------------------------------------------------------------------------------

# Gaps (+) and overlaps (-) as parts of the numbers' size; None leaves the sprites as drawn.
GAPS = [None, *(sign * gap for gap in (4e-9, 1e-7, 1e-4, 0.02) for sign in (1, -1))]

_gaps = st.sampled_from(GAPS)
_magnitudes = st.sampled_from([1, 1, 1, 1e-3, 1e6])
# Which piece of an outline, and where on it.
_spots = st.tuples(st.integers(0, 20), st.floats(1 / 64, 63 / 64, width=32))


@cache
@st.composite
def encounters(draw: st.DrawFn, kind_a: str, kind_b: str) -> tuple[Sprite, Sprite]:
    """Two sprites of the kinds, most of them just in contact or just out of it; of any size."""
    a, b = draw(sprites(kind_a)), draw(sprites(kind_b))
    magnitude = draw(_magnitudes)
    for sprite in (a, b):
        sprite.x, sprite.y = magnitude * sprite.x, magnitude * sprite.y
        sprite.scale_x, sprite.scale_y = magnitude * sprite.scale_x, magnitude * sprite.scale_y
    gap = draw(_gaps)
    if gap is not None:
        spot = draw(_spots)
        fixed, moved = (a, b) if draw(st.booleans()) else (b, a)
        approach(fixed, moved, spot, gap * max(size(a), size(b)))
    return a, b


def approach(a: Sprite, b: Sprite, spot: tuple[int, float], gap: float) -> None:
    """Move b against a spot of a's outline, with a gap along the outline's normal (pixels)."""
    parts = exact.parts_of(exact.solids(a)[0])
    outline = [piece for part in parts for piece in _outline_pieces(part)]
    (x, y), (nx, ny) = _spot(outline[spot[0] % len(outline)], spot[1])
    parts = [part for solid in exact.solids(b) for part in exact.parts_of(solid)]
    reach = [_farthest(part, -nx, -ny) for part in parts]
    bx, by = max(reach, key=lambda p: -(p[0] * nx + p[1] * ny))
    b.x += x + gap * nx - bx
    b.y += y + gap * ny - by


def _outline_pieces(solid: exact.Simple) -> Iterator[Any]:
    match solid:
        case exact.Area():
            yield from exact.edges(solid)
        case exact.Line(start, end):
            yield from [(start, end), (end, start)]
        case _:
            yield solid


def _spot(piece: Any, t: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """A place on a piece of outline and a unit normal there; for edges, either side's."""
    turn = 2 * math.pi * t
    nx, ny = math.cos(turn), math.sin(turn)
    match piece:
        case exact.Disc():
            return _farthest(piece, nx, ny), (nx, ny)
        case exact.Dot(point):
            return (float(point[0]), float(point[1])), (nx, ny)
        case _:
            (x1, y1), (x2, y2) = [(float(x), float(y)) for x, y in piece]
            length = math.hypot(x2 - x1, y2 - y1)
            normal = (y2 - y1) / length, (x1 - x2) / length
            return (x1 + t * (x2 - x1), y1 + t * (y2 - y1)), normal


def _farthest(solid: exact.Simple, nx: float, ny: float) -> tuple[float, float]:
    """The solid's point that lies farthest in a direction."""
    match solid:
        case exact.Disc(center, u, v):
            (cx, cy), (ux, uy), (vx, vy) = [(float(p[0]), float(p[1])) for p in (center, u, v)]
            along_u, along_v = ux * nx + uy * ny, vx * nx + vy * ny
            length = math.hypot(along_u, along_v)
            cos, sin = along_u / length, along_v / length
            return cx + cos * ux + sin * vx, cy + cos * uy + sin * vy
        case exact.Area(rings):
            corners = rings[0]
        case exact.Line(start, end):
            corners = (start, end)
        case exact.Dot(point):
            corners = (point,)
    floats = [(float(x), float(y)) for x, y in corners]
    return max(floats, key=lambda p: p[0] * nx + p[1] * ny)


few_numbers = st.lists(st.integers(0, 8), max_size=3)
"""Which members to choose. Hypothesis remembers strategies, and so all the sprites that
`sampled_from(members)` chooses from: they would die while a later test counts rows."""
