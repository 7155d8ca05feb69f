"""Random shapes and sprites: in whole numbers, turned, mirrored, touching.

All are made by `random.Random`. A test seeds one, or takes what Hypothesis draws (`sprites`,
`exact_sprites`, ...), which hands over dice that it can shrink. `Numbers` says what the numbers are
like: `ANY` are floats at any angle, and those of `sized` shapes of one size. `WHOLE`, and
`multiples` of a unit, are whole numbers and quarter turns, so that touching is frequent and float64
is exact. The campaign has scenes of many sprites, in
`campaign/bulk`.
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import shapely
from hypothesis import strategies as st
from oracle import exact
from oracle.round import size

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

Dice = random.Random
Pair = tuple[float, float]

KINDS = ("point", "segment", "circle", "ellipse", "rect", "triangle", "polygon", "capsule")
KIND_PAIRS = [(a, b) for i, a in enumerate(KINDS) for b in KINDS[i:]]
AREAS = KINDS[2:]
CONVEX = ("point", "segment", "circle", "rect", "triangle", "capsule")
"""What an oracle in fractions knows as one part."""

QUARTER_POSES: list[dict[str, Any]] = [
    {},
    {"angle": 90, "center_x": 3, "center_y": 5},
    {"angle": 180, "scale_x": -2, "scale_y": 3, "x": 40, "y": -7},
    {"angle": 270, "scale_x": 3, "center_x": -4, "offset_sync": True},
]
"""Poses in quarter turns and whole numbers. An attribute that is not named has its default."""

TURNED_POSES: list[dict[str, Any]] = [
    {"angle": 30},
    {"angle": 77.7, "scale_x": 3.3, "scale_y": 0.7, "center_x": 2.5, "x": 100, "y": 50},
    {"angle": -161, "scale_x": -1.7, "scale_y": 1.1, "center_y": 9, "x": -3000.3, "y": 1234.5},
    {"angle": 45, "scale_x": 0.01, "scale_y": 0.013, "x": 7},
    {"angle": 10, "scale_x": 1000, "scale_y": -700},
]
"""Poses at any angle and of any scale."""

CONDITIONS: dict[str, Callable[[list[Sprite]], dict[str, Any]]] = {
    "all": lambda members: {},
    "mask": lambda members: {"mask": 2},
    "exclude": lambda members: {"exclude": members[::2]},
    "where": lambda members: {"where": lambda other: other.collision_layer == 1},
}
"""What questions about members may be told, by name."""


def counted(members: list[Sprite], name: str) -> dict[int, Sprite]:
    """Return those of some members that count under a condition, by their places."""
    return {
        k: one
        for k, one in enumerate(members)
        if not (name == "mask" and one.collision_layer != 2)
        and not (name == "where" and one.collision_layer != 1)
        and not (name == "exclude" and k % 2 == 0)
    }


# --- numbers -------------------------------------------------------------------------------------


class Numbers(NamedTuple):
    """How to draw the numbers of a scene: those of shapes in local space, and those of poses."""

    place: Callable[[Dice], float]
    length: Callable[[Dice], float]
    angle: Callable[[Dice], float]
    scale: Callable[[Dice], float]
    at: Callable[[Dice], float]
    center: Callable[[Dice], float]
    is_whole: bool = False


def number(r: Dice, limit: int) -> float:
    """Draw a number: whole half the time, else with six decimals, so that nothing is 1e-38 thin."""
    return (
        float(r.randint(-limit, limit)) if r.random() < 0.5 else round(r.uniform(-limit, limit), 6)
    )


def _length(r: Dice) -> float:
    return float(r.randint(1, 40)) if r.random() < 0.5 else round(r.uniform(0.5, 40), 6)


def _angle(r: Dice) -> float:
    few = 0.0, 30.0, 45.0, 90.0, -90.0, 180.0, 270.0, 720.5
    return r.choice(few) if r.random() < 0.5 else round(r.uniform(-720, 720), 6)


def _scale(r: Dice) -> float:
    if r.random() < 0.5:
        return r.choice((1.0, 1.0, 2.0, 0.5, -1.0, -2.0, 0.0))
    return r.choice((-1, 1)) * round(r.uniform(0.25, 4), 6)


def quarter_turn(r: Dice) -> float:
    return r.choice((0, 90, 180, 270, -90, 450, -720))


def whole(low: int, high: int) -> Callable[[Dice], float]:
    return lambda r: r.randint(low, high)


def multiples(unit: int, far: int, longest: int) -> Numbers:
    """Return how to draw multiples of a unit: places so far out, and lengths up to the longest."""
    place = lambda r: unit * r.randint(-far, far)  # noqa: E731
    return WHOLE._replace(place=place, length=lambda r: unit * r.randint(1, longest))


ANY = Numbers(
    lambda r: number(r, 40), _length, _angle, _scale, lambda r: number(r, 60),
    lambda r: number(r, 30),
)  # fmt: skip
WHOLE = Numbers(
    whole(-6, 6), whole(0, 6), quarter_turn,
    lambda r: r.choice((1, 1, 1, 2, 3, -1, -2, 0)), whole(-8, 8), whole(-6, 6), True,
)  # fmt: skip
SOLID = multiples(1, 6, 6)


def sized(reach: float) -> Numbers:
    """Return how to draw the numbers of shapes of about this radius."""
    place = lambda r: r.uniform(-0.5 * reach, 0.5 * reach)  # noqa: E731
    return ANY._replace(
        place=place,
        length=lambda r: r.uniform(0.2 * reach, reach),
        angle=lambda r: r.uniform(-360, 360),
    )


# --- polygons ------------------------------------------------------------------------------------

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


def outline(r: Dice, numbers: Numbers = WHOLE, **how: Any) -> Polygon:
    """Draw one of OUTLINES at a random place."""
    x, y = numbers.place(r), numbers.place(r)
    shell, holes = OUTLINES[r.choice(sorted(OUTLINES))]
    shell, *holes = ([(x + i, y + j) for i, j in ring] for ring in (shell, *holes))
    return Polygon(shell, holes, **how)


def polyomino(r: Dice, numbers: Numbers = WHOLE, **how: Any) -> Polygon:
    """Draw a union of squares that are joined by their sides, on a board of four by four."""
    side, x, y = r.randint(1, 3), numbers.place(r), numbers.place(r)
    cells = {(0, 0)}
    for _ in range(r.randint(0, 12)):
        i, j = r.choice(sorted(cells))
        di, dj = r.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        if 0 <= i + di < 4 and 0 <= j + dj < 4:
            cells.add((i + di, j + dj))
    squares = [
        shapely.box(x + side * i, y + side * j, x + side * (i + 1), y + side * (j + 1))
        for i, j in sorted(cells)
    ]
    area = shapely.union_all(squares)
    holes = [hole.coords[:-1] for hole in area.interiors]
    return Polygon(area.exterior.coords[:-1], holes, **how)


def with_double_corner(r: Dice, **how: Any) -> tuple[Polygon, Polygon]:
    """Draw a polygon in whole numbers, and the same with two corners instead of one.

    Far from the origin, rounding puts these two at one place.
    """
    while True:
        turns = sorted(r.uniform(0, math.tau) for _ in range(r.randint(3, 7)))
        corners = [(round(r.uniform(5, 20) * math.cos(t)), round(20 * math.sin(t))) for t in turns]
        if shapely.Polygon(corners).is_valid and shapely.Polygon(corners).area:
            break
    k = r.randrange(len(corners))
    (x, y), (px, py), (qx, qy) = corners[k], corners[k - 1], corners[(k + 1) % len(corners)]
    twice = [(x + (u - x) * 1e-13, y + (v - y) * 1e-13) for u, v in ((px, py), (qx, qy))]
    return Polygon(corners, **how), Polygon([*corners[:k], *twice, *corners[k + 1 :]], **how)


def star(r: Dice, numbers: Numbers = ANY, hole: float | None = None, **how: Any) -> Polygon:
    """Draw a star-shaped polygon, of which a smaller copy may be its hole."""
    x, y = numbers.place(r), numbers.place(r)
    radii = [numbers.length(r) for _ in range(r.randint(3, 9))]
    hole = r.choice((0.0, 0.3, 0.8)) if hole is None else hole
    return Polygon(_ring(radii, x, y, 1), [_ring(radii, x, y, hole)] if hole else [], **how)


def _inscribed(r: Dice, numbers: Numbers, **how: Any) -> Polygon:
    """Draw a convex polygon, whose corners are on an ellipse."""
    x, y, wide, high = _box(r, numbers)
    turn = r.choice((0.0, r.uniform(0, 6)))
    angles = [turn + math.pi / 12 * k for k in sorted(r.sample(range(24), r.randint(3, 7)))]
    return Polygon([(x + wide * math.cos(a), y + high * math.sin(a)) for a in angles], **how)


def _ring(radii: list[float], x: float, y: float, part: float) -> list[Pair]:
    step = 2 * math.pi / len(radii)
    return [
        (x + part * far * math.cos(step * i), y + part * far * math.sin(step * i))
        for i, far in enumerate(radii)
    ]


def _polygon(r: Dice, numbers: Numbers, **how: Any) -> Polygon:
    makers = (polyomino, outline) if numbers.is_whole else (star, star, polyomino, outline)
    return r.choice(makers)(r, numbers, **how)


# --- shapes and sprites --------------------------------------------------------------------------


def _capsule(r: Dice, numbers: Numbers, **how: Any) -> Capsule:
    """Draw a capsule. In whole numbers it is along an axis, so that its sides are whole, too."""
    x, y, u, v = (numbers.place(r) for _ in range(4))
    if numbers.is_whole:
        u, v = r.choice(((x, v), (u, y)))
    return Capsule(x, y, u, v, numbers.length(r), **how)


def _box(r: Dice, numbers: Numbers) -> tuple[float, float, float, float]:
    """Draw a place and two lengths."""
    return numbers.place(r), numbers.place(r), numbers.length(r), numbers.length(r)


def _lens(r: Dice, numbers: Numbers, **how: Any) -> Ellipse:
    """Draw an ellipse that is 4 to 1,000 times as long as wide."""
    axes = [numbers.length(r)] * 2
    axes[r.randint(0, 1)] *= 10 ** r.uniform(-3, -0.6)
    return Ellipse(numbers.place(r), numbers.place(r), *axes, numbers.angle(r), **how)


MAKERS: dict[str, Callable[..., Shape]] = {
    "point": lambda r, n, **how: Point(n.place(r), n.place(r), **how),
    "segment": lambda r, n, **how: Segment(*(n.place(r) for _ in range(4)), **how),
    "circle": lambda r, n, **how: Circle(n.place(r), n.place(r), n.length(r), **how),
    "ellipse": lambda r, n, **how: Ellipse(*_box(r, n), n.angle(r), **how),
    "rect": lambda r, n, **how: Rect(*_box(r, n), n.angle(r), **how),
    "triangle": lambda r, n, **how: Triangle(*(n.place(r) for _ in range(6)), **how),
    "polygon": _polygon,
    "capsule": _capsule,
    # What only scenes of many hold by their names.
    "box": lambda r, n, **how: Rect(*_box(r, n), **how),
    "convex": _inscribed,
    "star": lambda r, n, **how: star(r, n, 0.0, **how),
    "ring": lambda r, n, **how: star(r, n, 0.5, **how),
    "frame": lambda r, n, **how: Polygon(
        *OUTLINES[r.choice(("frame", "diamond", "windows"))], **how
    ),
    "needle": lambda r, n, **how: Rect(
        n.place(r), n.place(r), n.length(r), 0.01 * n.length(r), n.angle(r), **how
    ),
    "lens": _lens,
}


def shape(r: Dice, kind: str | Sequence[str] = KINDS, numbers: Numbers = ANY, **how: Any) -> Shape:
    """Draw a shape of one kind, or of one of several, with a name or whatever all shapes take."""
    return MAKERS[kind if isinstance(kind, str) else r.choice(kind)](r, numbers, **how)


def pose(r: Dice, numbers: Numbers = ANY) -> dict[str, Any]:
    """Draw the arguments of a sprite other than its collision."""
    return {
        "x": numbers.at(r),
        "y": numbers.at(r),
        "angle": numbers.angle(r),
        "scale_x": numbers.scale(r),
        "scale_y": numbers.scale(r),
        "center_x": numbers.center(r),
        "center_y": numbers.center(r),
        "collision_sync": r.random() < 0.75,
        "offset_sync": r.random() < 0.5,
    }


def sprite(r: Dice, kind: str | None = None, numbers: Numbers = ANY) -> Sprite:
    """Draw a sprite with one shape of a kind, or with one to three of any kind."""
    count = 1 if kind else r.randint(1, 3)
    collision = [shape(r, kind or KINDS, numbers) for _ in range(count)]
    return Sprite(collision=collision, **pose(r, numbers))


# --- what Hypothesis draws -----------------------------------------------------------------------

dice = st.randoms(use_true_random=False)


@cache
def shapes(kind: str | None = None, numbers: Numbers = ANY) -> st.SearchStrategy[Shape]:
    return dice.map(lambda r: shape(r, kind or KINDS, numbers))


@cache
def poses(numbers: Numbers = ANY) -> st.SearchStrategy[dict[str, Any]]:
    return dice.map(lambda r: pose(r, numbers))


@cache
def sprites(kind: str | None = None, numbers: Numbers = ANY) -> st.SearchStrategy[Sprite]:
    return dice.map(lambda r: sprite(r, kind, numbers))


def exact_sprites(kind: str | None = None) -> st.SearchStrategy[Sprite]:
    return sprites(kind, WHOLE)


# --- contacts ------------------------------------------------------------------------------------

GAPS = [None, *(sign * gap for gap in (4e-9, 1e-7, 1e-4, 0.02) for sign in (1, -1))]
"""Gaps (+) and overlaps (-) as shares of the numbers' size. None leaves sprites as they are."""


def encounter(r: Dice, kind_a: str, kind_b: str) -> tuple[Sprite, Sprite]:
    """Draw two sprites of these kinds, of any size; most pairs just hit or just miss."""
    a, b = sprite(r, kind_a), sprite(r, kind_b)
    magnitude = r.choice((1, 1, 1, 1e-3, 1e6))
    for one in (a, b):
        one.x, one.y = magnitude * one.x, magnitude * one.y
        one.scale_x, one.scale_y = magnitude * one.scale_x, magnitude * one.scale_y
    gap = r.choice(GAPS)
    if gap is not None:
        fixed, moved = r.choice(((a, b), (b, a)))
        approach(
            fixed,
            moved,
            (r.randint(0, 20), r.uniform(1 / 64, 63 / 64)),
            gap * max(size(a), size(b)),
        )
    return a, b


def approach(a: Sprite, b: Sprite, spot: tuple[int, float], gap: float) -> None:
    """Move b to a spot of a's outline, with a gap in pixels along the normal of the outline."""
    pieces = list(_outline(a))
    (x, y), (nx, ny) = _spot(pieces[spot[0] % len(pieces)], spot[1])
    pose = exact.pose_of(b)
    reach = [_farthest(piece, -nx, -ny) for shape in b.shapes for piece in exact.solid(shape, pose)]
    bx, by = max(reach, key=lambda p: -(p[0] * nx + p[1] * ny))
    b.x += x + gap * nx - bx
    b.y += y + gap * ny - by


def _outline(sprite: Sprite) -> Iterator[exact.Convex]:
    """Yield the pieces of an outline: ovals, discs, and each edge once for each of its sides."""
    pose, shape = exact.pose_of(sprite), sprite.shapes[0]
    if isinstance(shape, Polygon) and pose.area:
        for ring in (shape.points, *shape.holes):
            corners = list(map(pose.point, ring))
            for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
                yield from (exact.Part((p, q)), exact.Part((q, p)))
        return
    for piece in exact.solid(shape, pose):
        if isinstance(piece, exact.Oval) or len(piece.core) == 1:
            yield piece
        else:
            yield from (exact.Part(edge, piece.r) for edge in exact.edges(piece.core))


def _spot(piece: exact.Convex, t: float) -> tuple[Pair, Pair]:
    """Return a place on a piece of an outline, and the unit normal there."""
    nx, ny = math.cos(2 * math.pi * t), math.sin(2 * math.pi * t)
    if isinstance(piece, exact.Oval) or len(piece.core) == 1:
        return _farthest(piece, nx, ny), (nx, ny)
    (x1, y1), (x2, y2) = [(float(x), float(y)) for x, y in piece.core]
    length, r = math.hypot(x2 - x1, y2 - y1), float(piece.r)
    nx, ny = (y2 - y1) / length, (x1 - x2) / length
    return (x1 + t * (x2 - x1) + r * nx, y1 + t * (y2 - y1) + r * ny), (nx, ny)


def _farthest(piece: exact.Convex, nx: float, ny: float) -> Pair:
    """Return the point of a piece that is farthest in a direction."""
    if isinstance(piece, exact.Oval):
        (cx, cy), (ux, uy), (vx, vy) = [(float(x), float(y)) for x, y in piece]
        cos, sin = ux * nx + uy * ny, vx * nx + vy * ny
        length = math.hypot(cos, sin)
        return cx + (cos * ux + sin * vx) / length, cy + (cos * uy + sin * vy) / length
    corners = [(float(x), float(y)) for x, y in piece.core]
    x, y = max(corners, key=lambda p: p[0] * nx + p[1] * ny)
    return x + float(piece.r) * nx, y + float(piece.r) * ny
