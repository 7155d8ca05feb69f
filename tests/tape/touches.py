"""Touching shapes: every kind in every pose, tangents, flat shapes, seams of tiles, crowds."""

import math
import random
from typing import Any

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
    pairs,
)
from spritecol.spatial import LinearQuadtree, candidate_pairs
from spritecol.tiles import shapes_from_tiles
from tape import Tape
from tape.actors import Actor, fraction

ARROW = [(-6, -5), (6, 0), (-6, 5), (0, 0)]
FORK = [(-6, -5), (0, 0), (6, -5), (6, 5), (0, 2.5), (-6, 5)]
SHAPES: list[Any] = [
    Point(-1, 0),
    Segment(-4, -3, 4, 3),
    Circle(0, 0, 5),
    Capsule(-3, 0, 3, 0, 2),
    Ellipse(0, 0, 5, 10),
    Ellipse(0, 0, 10, 5, 90),
    Rect(-5, -5, 10, 8),
    Rect(-4, -4, 8, 8, 45),
    Triangle(-5, 5, 5, 5, 0, -5),
    Polygon(ARROW),
    Polygon(FORK, name="fork"),
    Rect(1, 2, 0, 5),
    Rect(1, 2, 5, 0, 30),
    Circle(1, 2, 0),
    Segment(1, 2, 1, 2),
    Triangle(1, 2, 3, 4, 5, 6),
    Rect(1, 2, 1e-9, 5),  # flat where the numbers are large
]
POSES: list[dict[str, float]] = [
    {},
    {"x": 3, "y": 1},
    {"angle": 90, "x": -4},
    {"angle": 33.25, "scale_x": 1.75, "scale_y": 0.5},
    {"scale_y": 0, "angle": 45},
    {"scale_x": -1, "x": 1e6, "y": -1e6},
    {"scale_x": 0, "scale_y": 0},
]


def actors(shapes: list[Any], **pose: float) -> list[Actor]:
    made = [Actor(collision=shape, **pose) for shape in shapes]
    for number, sprite in enumerate(made):
        sprite.number = number
    return made


def kinds(tape: Tape) -> None:
    """All kinds in all poses, one by one and all at once."""
    plain = actors(SHAPES)
    for pose in POSES:
        posed = actors(SHAPES, **pose)
        for a in posed:
            tape.add(
                "kinds", [a.hits(b) for b in plain], a.check(plain), tuple(a.aabb), a.world_shapes
            )
            tape.add("kinds", [a.distance(b).distance for b in plain])
        tape.add("kinds", pairs(posed, plain), Group(posed).pair_indices(Group(plain)))


def outlines(tape: Tape) -> None:
    """The fill rule: points exactly on edges, corners and curves, in whole and half numbers."""
    for shape in SHAPES[2:11]:
        for pose in ({}, {"angle": 90}, {"scale_x": -2}, {"x": 0.5, "y": 1e5}):
            target = Sprite(collision=shape, **pose)
            points = [
                Sprite(target.x + x / 2, target.y + y / 2, collision=Point(0, 0))
                for x in range(-16, 17)
                for y in range(-16, 17)
            ]
            tape.add("outlines", [point.hits(target) for point in points])
            tape.add("outlines", Group(target).pair_indices(Group(points)))


def touching(tape: Tape) -> None:
    """Gaps and overlaps of the last bits, at all sizes."""
    gaps = [0, *(sign * 2.0**-e for e in (10, 20, 30, 40, 50) for sign in (1, -1))]
    shapes = [Rect(-1, -1, 2, 2), Circle(0, 0, 1), Ellipse(0, 0, 1, 1), Segment(-1, 0, 1, 0)]
    shapes += [Triangle(-1, 0, 1, 0, 0, 1), Point(-1, 0), Rect(-1, -1, 2, 2, 45)]
    for size in (1, 0.125, 7.7, 1e6):
        sprites = actors(shapes, scale_x=size, scale_y=size)
        for a in sprites:
            for b in sprites:
                a.x = 100 * size
                for gap in gaps:
                    b.x = a.x + (2 + gap) * size
                    tape.add("touching", a.hits(b), b.hits(a))
                b.x = 0


def tangents(tape: Tape) -> None:
    """Round shapes against what touches them at the point (3, 4), moved by the last bits of it."""
    others = [Segment(-4, 3, 4, -3), Rect(0, -1, 2, 2), Triangle(-4, 3, 4, -3, 5, 9)]
    others += [Circle(3, 4, 5), Ellipse(3, 4, 5, 5), Polygon([(-4, 3), (4, -3), (9, 9), (1, 1)])]
    for size in (1, 0.1, 7.3, 1e6 / 3):
        x, y = 3 * size, 4 * size
        disc = Sprite(collision=Circle(0, 0, 5 * size))
        for other in others:
            sprite = Sprite(collision=other, scale_x=size, scale_y=size)
            for steps in range(-4, 5):
                sprite.x = x + steps * math.ulp(x)
                for sprite.y in (y, math.nextafter(y, 0), math.nextafter(y, 2 * y)):
                    tape.add("tangents", disc.hits(sprite), sprite.hits(disc))


def seams(tape: Tape) -> None:
    """Balls, rays and points on lattices of tiles; tiles as shapes; all as one Group at rest."""
    probes = [Point(0, 0), Segment(0, 0, 48, 0), Segment(0, 0, 32, 32), Circle(0, 0, 8)]
    probes += [Rect(0, 0, 16, 16), Rect(-8, -8, 16, 16, 45)]
    for left in (0.0, 0.1, -1e6 / 3):
        tiles = actors([Rect(0, 0, 16, 16)] * 144)
        for k, tile in enumerate(tiles):
            tile.x, tile.y = left + 16 * (k % 12), 16 * (k // 12)
        group, rng = Group(tiles), random.Random(16)
        for k in range(60):
            x, y = left + 8 * rng.randint(0, 24), 8 * rng.randint(0, 24)
            for shape in probes:
                probe = Sprite(x, y, collision=shape)
                tape.add("seams", probe.check(group if k % 2 else tiles), probe.hits(group))
            hit = group.raycast(x, y, x + 40, y + rng.choice([0, 40, 8]))
            tape.add("seams", hit and (hit.other, hit.fraction, hit.normal))
        tape.add("seams", group.pair_indices())
    rng = random.Random(9)
    for width, height in ((16, 16), (0.1, 7.3)):
        grid = [[rng.randrange(2) for _ in range(40)] for _ in range(30)]
        tape.add("tiles", list(shapes_from_tiles(grid, width, height)))


def boxes(tape: Tape) -> None:
    """Hundreds of sprites at rest, of which few move: their index is kept."""
    rng = random.Random(5)
    for count in (40, 160, 700, 2_000):
        side = math.isqrt(484 * count)
        rest = Group(
            Actor(
                fraction(rng, 0, side),
                fraction(rng, 0, side),
                collision=rng.choice(SHAPES),
                angle=rng.randrange(360),
            )
            for _ in range(count)
        )
        for number, sprite in enumerate(rest):
            sprite.number = number
        few = Group(list(rest)[:: count // 20])
        for frame in range(8):
            tape.add("at rest", rest.pair_indices(), few.pair_indices(rest), rest.aabbs)
            tape.add("at rest", rest[frame].check(rest), rest.hits(few), few.pairs(rest))
            few.x += 3.5
            rest[7].collision_enable = frame % 3 > 0
        found = rest.aabbs
        found = found[found[:, 0] <= found[:, 2]]
        tape.add("candidates", candidate_pairs(found), candidate_pairs(found, found[::5]))
        tape.add("candidates", LinearQuadtree.build(found).pair_indices())


def play(tape: Tape, frames: int) -> None:
    """Play all."""
    for scene in (kinds, outlines, touching, tangents, seams, boxes):
        scene(tape)
