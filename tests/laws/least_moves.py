"""How laws judge ways out: by trying moves on the sprite itself, and exactly for boxes.

Whether a move is free is asked by `hits`, which is judged by fractions elsewhere.
"""

import itertools
import math
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import shapely

from spritecol import Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Sprite, Triangle

Move = tuple[float, float]


def star(radius: float, points: int) -> Polygon:
    turns = [math.pi * k / points for k in range(2 * points)]
    radii = [radius, 0.45 * radius] * points
    return Polygon([(r * math.cos(t), r * math.sin(t)) for r, t in zip(radii, turns, strict=True)])


def frame(radius: float) -> Polygon:
    def square(r: float) -> list[Move]:
        return [(-r, -r), (r, -r), (r, r), (-r, r)]

    return Polygon(square(radius), holes=[square(0.6 * radius)])


def letter(r: float) -> Polygon:
    return Polygon([(0, 0), (r, 0), (r, r / 3), (r / 3, r / 3), (r / 3, r), (0, r)])


POLYGONS = ("rect", "triangle", "star", "frame", "letter")
AREAS = ("circle", "ellipse", *POLYGONS)
KINDS = ("point", "segment", *AREAS)


def any_shape(rng: random.Random, kind: str) -> Shape:
    r = rng.uniform(5, 40)
    shapes: dict[str, Any] = {
        "point": lambda: Point(rng.uniform(-5, 5), 3),
        "segment": lambda: Segment(-r, 0, r, 0.3 * r),
        "circle": lambda: Circle(2, 1, r),
        "ellipse": lambda: Ellipse(0, 3, r, r * rng.uniform(0.1, 1), rng.uniform(0, 180)),
        "rect": lambda: Rect(-r, -r / 2, 2 * r, r, rng.choice([0, 30])),
        "triangle": lambda: Triangle(-r, -r, r, 0, 0, r),
        "star": lambda: star(r, rng.choice([3, 5, 6])),
        "frame": lambda: frame(r),
        "letter": lambda: letter(r),
    }
    shape: Shape = shapes[kind]()
    return shape


def any_sprite(
    rng: random.Random, kinds: Sequence[str] = KINDS, spread: float = 30, most: int = 2
) -> Sprite:
    count = rng.choice([1, 1, 1, most])
    return Sprite(
        rng.uniform(-spread, spread),
        rng.uniform(-spread, spread),
        collision=[any_shape(rng, rng.choice(kinds)) for _ in range(count)],
        angle=rng.choice([0, 90, rng.uniform(0, 360)]),
        scale_x=rng.choice([1, 1, 1.5, -2]),
    )


def is_round(*sprites: Sprite) -> bool:
    return any(isinstance(shape, Circle | Ellipse) for s in sprites for shape in s.shapes)


def free_after(sprite: Sprite, move: Move, targets: Any) -> bool:
    x, y = sprite.x, sprite.y
    sprite.x, sprite.y = x + move[0], y + move[1]
    free = not sprite.hits(targets)
    sprite.x, sprite.y = x, y
    return free


def assert_least(sprite: Sprite, move: Move, targets: Any, directions: int = 60) -> None:
    """Nothing hits after the move, and no move that is shorter ends the hits."""
    length = math.hypot(*move)
    assert free_after(sprite, move, targets)
    shorter = length * (1 - 1e-6) - 1e-9
    for k, share in itertools.product(range(directions), (1, 0.9, 0.5)):
        turn, far = 2 * math.pi * k / directions, share * shorter
        if shorter > 0:
            other = far * math.cos(turn), far * math.sin(turn)
            assert not free_after(sprite, other, targets), (turn, far, length)


def obstacle(a: Sprite, b: Sprite) -> shapely.Geometry:
    """All moves of a with which it overlaps b, by shapely: the union over triangles of both."""
    hulls = []
    for p, q in itertools.product(triangles(a.geometry), triangles(b.geometry)):
        corners = [(x - u, y - v) for (x, y), (u, v) in itertools.product(q, p)]
        hulls.append(shapely.MultiPoint(corners).convex_hull)
    return shapely.unary_union(hulls)


def triangles(geometry: shapely.Geometry) -> list[list[Move]]:
    parts = shapely.constrained_delaunay_triangles(geometry)
    return [list(triangle.exterior.coords)[:3] for triangle in parts.geoms]


# --- boxes in whole numbers, exactly --------------------------------------------------------------


def boxes(rng: random.Random, spread: int, most: int = 2) -> Sprite:
    """A sprite of boxes in whole numbers."""
    return Sprite(
        rng.randint(-spread, spread),
        rng.randint(-spread, spread),
        collision=[
            Rect(rng.randint(-4, 4), rng.randint(-4, 4), rng.randint(1, 6), rng.randint(1, 6))
            for _ in range(rng.randint(1, most))
        ],
    )


def blocked(sprite: Sprite, others: Sequence[Sprite]) -> list[tuple[float, float, float, float]]:
    """All moves with which boxes of a sprite overlap boxes of others: open boxes themselves."""
    mine = [shape.bounds for shape in sprite.world_shapes]
    theirs = [shape.bounds for other in others for shape in other.world_shapes]
    return [(a[0] - b[2], a[1] - b[3], a[2] - b[0], a[3] - b[1]) for a in theirs for b in mine]


def ways_out(sprite: Sprite, others: Sequence[Sprite]) -> list[Move]:
    """The free moves of which one is the least: along an axis to a side, or to where two meet."""
    closed = blocked(sprite, others)
    across = sorted({0.0, *(x for box in closed for x in box[::2])})
    down = sorted({0.0, *(y for box in closed for y in box[1::2])})
    return [
        (x, y)
        for x, y in itertools.product(across, down)
        if not any(box[0] < x < box[2] and box[1] < y < box[3] for box in closed)
    ]


def ways_out_along(
    sprite: Sprite, others: Sequence[Sprite], line: tuple[int, int]
) -> list[Fraction]:
    """The factors of a line in whole numbers that are free, of which one is the least."""
    spans = []
    for left, top, right, bottom in blocked(sprite, others):
        low, high, inside = Fraction(-(10**9)), Fraction(10**9), True
        for near, far, speed in ((left, right, line[0]), (top, bottom, line[1])):
            if speed:
                ends = sorted((Fraction(near) / speed, Fraction(far) / speed))
                low, high = max(low, ends[0]), min(high, ends[1])
            else:
                inside = inside and near < 0 < far
        if inside and low < high:
            spans.append((low, high))
    ends = {Fraction(0), *(end for span in spans for end in span)}
    return [t for t in ends if not any(low < t < high for low, high in spans)]
