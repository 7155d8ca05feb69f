"""Where shapes meet: lattices of tiles, cut polygons, merged tile maps."""

import random
from typing import Any

import numpy as np

from spritecol import Circle, Group, Point, Polygon, Rect, Segment, Sprite, Triangle
from spritecol.tiles import shapes_from_tiles
from support.answer_scenes.cast import OUTLINES, Pose
from support.tape import Tape, scene


@scene("seams between tiles")
def _seams(tape: Tape) -> None:
    """Balls, rays and points on lattices of tiles, at rest on them, along and across the seams."""
    tile = Rect(0, 0, 16, 16)
    for left in (0.0, 0.1, -1e6 / 3, 12345.678):
        tiles = [
            Sprite(left + 16 * i, 16 * j, collision=tile) for j in range(20) for i in range(20)
        ]
        group, position = Group(tiles), {id(sprite): k for k, sprite in enumerate(tiles)}
        rng = random.Random(16)
        for k in range(160):
            x, y = left + 8 * rng.randint(0, 40), 8 * rng.randint(0, 40)
            for shape in (
                Point(0, 0),
                Segment(0, 0, 48, 0),
                Segment(0, -24, 0, 40),
                Segment(0, 0, 32, 32),
                Circle(0, 0, 8),
                Rect(0, 0, 16, 16),
                Rect(-8, -8, 16, 16, 45),
                Triangle(0, 0, 16, 0, 0, 16),
            ):
                probe = Sprite(x, y + (1e-9 if k % 5 == 0 else 0), collision=shape)
                found = probe.check(group if k % 2 else tiles)
                tape.add("tile", [position[id(sprite)] for sprite in found], probe.hits(group))
        tape.add("lattice", group.pair_indices())
        group.angle = 30
        tape.add("turned", group.pair_indices())


@scene("seams within polygons")
def _cuts(tape: Tape) -> None:
    turned: list[Pose] = [
        {},
        {"angle": 90},
        {"angle": 77.7, "scale_x": 3.3, "x": 100},
        {"angle": -161, "y": 7},
    ]
    for shell, holes in OUTLINES:
        corners = [corner for ring in (shell, *holes) for corner in ring]
        for values in turned:
            target = Sprite(collision=Polygon(shell, holes), **values)
            probes = [
                Sprite(collision=Segment(*a, *b), **values)
                for k, a in enumerate(corners)
                for b in corners[:k]
            ]
            probes += [
                Sprite(collision=Point(x / 2, y / 2), **values)
                for x in range(-1, 18)
                for y in range(-1, 18)
            ]
            tape.add("cut", [target.hits(probe) for probe in probes], target.aabb)
            tape.add("group", Group(target).pair_indices(Group(probes)))


@scene("tiles as shapes")
def _tile_maps(tape: Tape) -> None:
    rng = np.random.default_rng(9)
    grids: list[Any] = [[[0, 1, 0], [1, 1, 1]], np.zeros((3, 4)), np.ones((4, 3)), [[1]]]
    grids += [rng.random((height, 40)) < part for height in (1, 7, 60) for part in (0.2, 0.5, 0.8)]
    caves: Any = rng.random((120, 120)) < 0.5
    for _ in range(4):
        padded = np.pad(caves, 1, mode="edge").astype(np.int8)
        caves = sum(padded[i : i + 120, k : k + 120] for i in range(3) for k in range(3)) >= 5
    grids.append(caves)
    for grid in grids:
        for width, height in ((16, 16), (0.1, 7.3)):
            rects = shapes_from_tiles(grid, width, height)
            tape.add("rects", list(rects))
            ground = Group(Sprite(collision=rect) for rect in rects)
            whole = Sprite(collision=rects, angle=10)
            ball = Sprite(collision=Circle(20, 20, 9))
            tape.add("hits", ground.pair_indices(), ball.hits(ground), ball.hits(whole), whole.aabb)
