"""What walls leave, if they are grown: cut into tiles, and each into triangles."""

from __future__ import annotations

from spritecol._fault import fault
import math
from bisect import bisect_right
from itertools import product

import numpy as np
import shapely

from spritecol.paths.search import Search, Tile
from spritecol.paths.walls import XY, Box, Turn, Wall, distance

Place = tuple[int, int]

WALLS_IN_TILE = 8
"""On average. More make the first search in a tile slower, fewer make each search slower."""

OUTSIDE = 1e6
"""In pixels, and in sizes of the map: how far the mesh reaches beyond all walls."""

SAME = 1e-9
"""A share of the size of the map: points on the border of a tile that are closer are one."""

ROUNDING = 1e-12
"""A share of the size of numbers: how far shapely moves a corner at most."""

NO_ARC = (0, 1.0)
"""Of points where walls cross each other or a border."""


class Mesh:
    """The triangles of what walls leave, if they are grown by `more` than the radius."""

    def __init__(self, walls: list[Wall], extent: Box, more: float) -> None:
        self.more = more
        left, top, right, bottom = extent
        self.size = max(right - left, bottom - top, 1.0)
        self.near = SAME * self.size
        tiles = max(1.0, len(walls) / WALLS_IN_TILE)
        side = max(math.sqrt((right - left) * (bottom - top) / tiles), self.size / 1000.0)
        self.lines = [self._lines(left, right, side), self._lines(top, bottom, side)]
        self.tiles: dict[Place, Tile] = {}
        self.floods = 0
        self.set_walls(walls)

    def _lines(self, low: float, high: float, side: float) -> list[float]:
        """The borders of the columns or of the rows; the first and the last reach far outside."""
        steps = max(1, math.ceil((high - low) / side))
        beyond = OUTSIDE * max(1.0, self.size / 1000.0)
        return [
            low - beyond,
            *(low + (high - low) * k / steps for k in range(steps + 1)),
            high + beyond,
        ]

    def set_walls(self, walls: list[Wall]) -> None:
        """Take other walls; the tiles of those that were and are no more must be dropped."""
        self.walls = walls
        self.boxes = np.array([wall.box for wall in walls]).reshape(-1, 4)

    def drop(self, box: Box) -> None:
        """Forget the tiles that a box touches, and what leads there."""
        first, last = self.tile_at((box[0], box[1])), self.tile_at((box[2], box[3]))
        for place in product(range(first[0], last[0] + 1), range(first[1], last[1] + 1)):
            self.tiles.pop(place, None)
        edge = 0 if fault(69) else 1
        for place in product(
            range(first[0] - edge, last[0] + 1 + edge), range(first[1] - edge, last[1] + 1 + edge)
        ):
            if place in self.tiles:
                self.tiles[place].forget()

    def tile_at(self, point: XY) -> Place:
        """The place of the tile in which a point is."""
        column, row = (
            min(max(bisect_right(lines, value) - 1, 0), len(lines) - 2)
            for lines, value in zip(self.lines, point, strict=True)
        )
        return column, row

    def tile(self, place: Place) -> Tile:
        """A tile, which is made when it is first asked for."""
        if place not in self.tiles:
            self.tiles[place] = self._cut(place)
        return self.tiles[place]

    def _cut(self, place: Place) -> Tile:
        """Cut what walls leave of a tile into triangles."""
        (xs, ys), (column, row) = self.lines, place
        left, top, right, bottom = xs[column], ys[row], xs[column + 1], ys[row + 1]
        boxes = self.boxes
        near = (boxes[:, 0] < right) & (boxes[:, 2] > left)
        near &= (boxes[:, 1] < bottom) & (boxes[:, 3] > top)
        walls = [self.walls[k] for k in np.flatnonzero(near).tolist()]
        solid = [wall.polygon(self.more) for wall in walls]
        free = shapely.box(left, top, right, bottom)
        free = shapely.difference(free, shapely.union_all(solid)) if solid else free
        rounding = ROUNDING * (1.0 + float(np.abs(boxes[near]).max(initial=0.0)))
        free = shapely.remove_repeated_points(free, rounding)  # else a triangle may be flat
        parts = shapely.get_parts(free)
        cut = shapely.constrained_delaunay_triangles(parts[shapely.area(parts) > 0.0])
        rings = shapely.get_coordinates(cut).reshape(-1, 4, 2)
        points = np.ascontiguousarray(rings[:, :3]).reshape(-1, 2)
        turns: dict[XY, Turn] = {}
        for wall in walls:
            turns.update(wall.turns_at(self.more))
        places = [(x, y) for x, y in points.tolist()]
        turns |= beside(list(set(places).difference(turns)), turns)
        bends = {place: turn[5:] for place, turn in turns.items()}
        arcs = np.array([bends.get(place, NO_ARC) for place in places], np.float64)
        inner = (column > 0, row > 0, column < len(xs) - 2, row < len(ys) - 2)
        lines = [
            line if is_inner else math.inf
            for line, is_inner in zip((left, top, right, bottom), inner, strict=True)
        ]
        return Tile(place, turns, points, arcs.reshape(-1, 2), tuple(lines), self.near)

    def turn_at(self, corner: XY) -> Turn | None:
        """The corner of a wall at a place, or None."""
        turn: Turn | None = self.tile(self.tile_at(corner)).turns.get(corner)
        return turn

    def join(self, tile: Tile, side: int) -> Tile:
        """Find the doors to the tile at a side, and return that tile."""
        column, row = tile.place
        step = side // 2 * 2 - 1
        other = self.tile((column + step, row) if side % 2 == 0 else (column, row + step))
        tile.join(side, other, self.near)
        return other

    def next_mark(self) -> int:
        """The first of two numbers that mark no triangle yet."""
        self.floods += 2
        return self.floods

    def around(self, point: XY) -> list[tuple[Tile, int]]:
        """The triangles in which a point is, or on the edge of which."""
        x, y = point
        steps = (-self.near, self.near)
        places = sorted({self.tile_at((x + dx, y + dy)) for dx in steps for dy in steps})
        return [found for place in places for found in self.tile(place).around(x, y, self.near)]

    def nearest(self, place: XY, reach: float) -> list[XY]:
        """Places in the mesh no farther than that, the nearest of each triangle, in order."""
        (x, y), found = place, []
        first, last = self.tile_at((x - reach, y - reach)), self.tile_at((x + reach, y + reach))
        for tile in product(range(first[0], last[0] + 1), range(first[1], last[1] + 1)):
            found += self.tile(tile).nearest(x, y, reach)
        return sorted(found, key=lambda point: distance(point, place))

    def way(self, start: XY, goal: XY) -> list[XY] | None:
        """The corners of the shortest way, with both ends; None if there is none."""
        way: list[XY] | None = Search(self, start, goal).way()
        return way


def beside(places: list[XY], turns: dict[XY, Turn]) -> dict[XY, Turn]:
    """The corners of walls that are a rounding away from places, by these.

    Where walls meet in a corner, shapely may have computed the corner anew.
    """
    if not (places and turns):
        return {}
    all_turns = list(turns.values())
    here, there = np.array(places), np.array(list(turns))
    apart = np.abs(here[:, None] - there).sum(axis=2)
    closest = apart.argmin(axis=1)
    near = apart.min(axis=1) <= ROUNDING * (1.0 + np.abs(here).sum(axis=1))
    return {places[k]: all_turns[closest[k]] for k in np.flatnonzero(near).tolist()}
