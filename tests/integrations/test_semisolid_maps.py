"""Stacks of one-way tiles, from a grid and from both editors: one stands on every row of them.

The stacks are also turned and mirrored, as a whole and tile by tile.
"""

from itertools import product
from pathlib import Path

import pytest
from integrations.map_files import (
    ACROSS,
    DIAGONAL,
    DOWN,
    Json,
    ldtk_layer,
    ldtk_level,
    props,
    thing,
    tile,
    tiled_map,
    tiles,
    tileset,
    write_ldtk,
    write_tiled,
)
from support.counting import at_least

from spritecol import CharacterController, Point, Rect, Sprite, Vec2
from spritecol.integrations.ldtk import sprites_from_ldtk
from spritecol.integrations.tiled import sprites_from_tmx
from spritecol.tiles import shapes_from_tiles

SIZE, ROWS, COLUMNS = 16, 3, 2

INSIDE: dict[str, list[Json]] = {
    "whole": [],
    "narrow": [thing(2, 0, 12, 16)],
    "shelf": [thing(0, 0, 16, 5)],
    "halves": [thing(0, 0, 16, 8), thing(0, 8, 16, 8)],
    "hill": [thing(polygon=[(0, 16), (0, 8), (6, 0), (10, 0), (16, 8), (16, 16)])],
}
"""The collision objects of a tile whose top is in the middle of its upper edge."""

FLAGS = {
    "plain": (0, Vec2(0, -1)),
    "upside down": (DOWN, Vec2(0, 1)),
    "mirrored": (ACROSS, Vec2(0, -1)),
    "to the right": (DIAGONAL | ACROSS, Vec2(1, 0)),
    "to the left": (DIAGONAL, Vec2(-1, 0)),
    "to the right, mirrored": (DIAGONAL | ACROSS | DOWN, Vec2(1, 0)),
}
"""How a tile is turned, and where its top is then."""

POSES: list[dict[str, float]] = [
    {},
    {"angle": 90, "x": 7, "y": -3},
    {"angle": 180, "scale_x": -1},
    {"angle": 270},
]
"""Of the whole map."""


def from_tiled(folder: Path, inside: list[Json], flags: int) -> Sprite:
    one = tileset(tiles={0: tile(*inside, properties=props(one_way=True))})
    layer = tiles([[flags | 1] * COLUMNS] * ROWS)
    (level,) = sprites_from_tmx(write_tiled(folder, tiled_map(layer, tilesets=[one])))
    return level


def from_ldtk(folder: Path) -> Sprite:
    layer = ldtk_layer(1, "Planks", [[1] * COLUMNS] * ROWS)
    (level,) = sprites_from_ldtk(write_ldtk(folder, ldtk_level("A", 0, 0, layer)), one_way=[1])
    return level


def stand_on_every_cell(level: Sprite, up: Vec2, pose: dict[str, float], halves: int = 1) -> None:
    """On each, also if one is so tall that one is in the rows above."""
    for name, value in pose.items():
        setattr(level, name, value)

    def world(place: Vec2) -> Vec2:
        probe = Sprite(collision=Point(*place), **pose)  # type: ignore[arg-type]
        (point,) = probe.world_shapes
        assert isinstance(point, Point)
        return Vec2(point.x, point.y)

    top = world(up) - world(Vec2(0, 0))
    right = top.rotated(90)
    with at_least(stood=2 * ROWS * COLUMNS, fell=2 * ROWS * (COLUMNS - 1)) as seen:
        for row, column, height in product(range(ROWS), range(COLUMNS), (4, 40)):
            where = row, column, height
            floor = world((Vec2(column + 0.5, row + 0.5) + up / 2) * SIZE)
            corners = [top * a + right * b for a, b in ((0, -2), (height, 2))]
            xs, ys = zip(*corners, strict=True)
            body = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
            hero = CharacterController(Sprite(*(floor + top), collision=body), up=top)
            for hop in (0, 5):
                if hop:
                    hero.move(*(top * hop), level)
                for _ in range(hop + 2):
                    hero.move(*(top * -1), level)
                assert (hero.on_floor, hero.sprite.position) == (True, pytest.approx(floor)), where
            seen["stood"] += 1
            if 0 <= row - up.y < ROWS and 0 <= column - up.x < COLUMNS:
                hero.move(*(top * -1), level, drop=True)
                for _ in range(SIZE):
                    hero.move(*(top * -1), level)
                fallen = (floor - hero.sprite.position).dot(top)
                assert hero.on_floor, where
                assert fallen == pytest.approx(SIZE / halves), where
                seen["fell"] += 1


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("flags", FLAGS)
@pytest.mark.parametrize("inside", INSIDE)
def test_tiled(tmp_path: Path, inside: str, flags: str, pose: dict[str, float]) -> None:
    bits, up = FLAGS[flags]
    level = from_tiled(tmp_path, INSIDE[inside], bits)
    stand_on_every_cell(level, up, pose, halves=2 if inside == "halves" else 1)


@pytest.mark.parametrize("pose", POSES)
def test_ldtk(tmp_path: Path, pose: dict[str, float]) -> None:
    stand_on_every_cell(from_ldtk(tmp_path), Vec2(0, -1), pose)


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("up", [Vec2(0, -1), Vec2(0, 1), Vec2(1, 0), Vec2(-1, 0)])
def test_a_grid(up: Vec2, pose: dict[str, float]) -> None:
    grid = [[1] * COLUMNS] * ROWS
    level = Sprite(collision=shapes_from_tiles(grid, SIZE, SIZE, one_way=up))
    stand_on_every_cell(level, up, pose)
