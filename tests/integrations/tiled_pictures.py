"""Where Tiled draws what is solid of a map: its formulas, on what pytiled_parser reads.

They follow Tiled's renderers, cell by cell and object by object, as shapely geometries. A capsule,
which pytiled_parser takes for a rectangle, is told by its name.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytiled_parser
import shapely
from pytiled_parser import tiled_object as objects
from pytiled_parser.layer import LayerGroup, ObjectLayer, TileLayer

GID = (1 << 28) - 1
SHARES = {"left": 0.0, "right": 1.0, "top": 0.0, "bottom": 1.0}


def moved(x: float, y: float) -> Any:
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])


def scaled(x: float, y: float) -> Any:
    return np.diag([x, y, 1.0])


def turned(degrees: float) -> Any:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def drawn(matrix: Any, geometry: Any) -> Any:
    return shapely.transform(geometry, lambda points: points @ matrix[:2, :2].T + matrix[:2, 2])


def ground(width: int, height: int, rows: int) -> Any:
    """`IsometricRenderer::pixelToScreenCoords`."""
    across = width / 2 / height
    return np.array([[across, -across, rows * width // 2], [0.5, 0.5, 0.0], [0.0, 0.0, 1.0]])


def skews(path: Path) -> tuple[int, int]:
    """By how much each row and column of an oblique map is shifted; pytiled_parser skips this."""
    root = ElementTree.parse(path).getroot()
    return int(root.get("skewx", 0)), int(root.get("skewy", 0))


def outline_of(one: Any) -> Any:
    """An object, relative to its place, before it is turned."""
    width, height = one.size.width, one.size.height
    if isinstance(one, objects.Point):
        return shapely.Point(0, 0)
    if isinstance(one, objects.Polyline):
        return shapely.LineString([tuple(point) for point in one.points])
    if isinstance(one, objects.Polygon):
        return shapely.Polygon([tuple(point) for point in one.points])
    if isinstance(one, objects.Ellipse):
        disc = shapely.Point(0, 0).buffer(1.0, quad_segs=90)
        return drawn(moved(width / 2, height / 2) @ scaled(width / 2, height / 2), disc)
    if one.name == "capsule":
        r = min(width, height) / 2
        return shapely.LineString([(r, r), (width - r, height - r)]).buffer(r, quad_segs=90)
    return shapely.box(0, 0, width, height)


def object_on(plane: Any, one: Any) -> Any:
    """An object on a plane: it is turned after it is drawn."""
    x, y = (plane @ (one.coordinates.x, one.coordinates.y, 1.0))[:2]
    flat = drawn(plane @ moved(one.coordinates.x, one.coordinates.y), outline_of(one))
    return drawn(moved(x, y) @ turned(one.rotation) @ moved(-x, -y), flat)


class Picture:
    """A map as Tiled draws it."""

    def __init__(self, path: Path) -> None:
        self.map = made = pytiled_parser.parse_map(path)
        self.width, self.height = map(int, made.tile_size)
        self.kind = made.orientation
        side = (made.hex_side_length or 0) if self.kind == "hexagonal" else 0
        self.by_column = made.stagger_axis == "x"
        self.even = made.stagger_index == "even"
        # `HexagonalRenderer::RenderParams`
        self.side_x, self.side_y = (side, 0) if self.by_column else (0, side)
        self.offset_x = (self.width - self.side_x) // 2
        self.offset_y = (self.height - self.side_y) // 2
        self.column = self.offset_x + self.side_x
        self.row = self.offset_y + self.side_y
        self.plane = np.eye(3)
        if self.kind == "isometric":
            self.plane = ground(self.width, self.height, made.map_size.height)
        if self.kind == "oblique":
            self.skew_x, self.skew_y = skews(path)
            # `ObliqueRenderer::transform`
            self.plane[0, 1] = self.skew_x / self.height
            self.plane[1, 0] = self.skew_y / self.width

    def layers(self, above: Any = None, x: float = 0.0, y: float = 0.0) -> Iterator[Any]:
        """Layers with a list of geometries for each thing in them."""
        for layer in self.map.layers if above is None else above:
            dx, dy = x + layer.offset.x, y + layer.offset.y
            if isinstance(layer, LayerGroup):
                yield from self.layers(layer.layers, dx, dy)
            elif isinstance(layer, TileLayer):
                yield layer, [self.moved(self.tiles(layer), dx, dy)]
            elif isinstance(layer, ObjectLayer):
                found = [self.object(one) for one in layer.tiled_objects]
                yield layer, [self.moved(parts, dx, dy) for parts in found if parts is not None]

    def moved(self, parts: list[Any], dx: float, dy: float) -> list[Any]:
        return [drawn(moved(dx, dy), part) for part in parts]

    def tiles(self, layer: Any) -> list[Any]:
        parts = []
        for chunk in layer.chunks or [layer]:
            for row, line in enumerate(chunk.data or ()):
                for column, gid in enumerate(line):
                    if gid:
                        x, y = (int(number) for number in chunk.coordinates)
                        parts += self.tile(column + x, row + y, gid)
        return parts

    def cell_at(self, column: int, row: int) -> tuple[float, float]:
        """`tileToScreenCoords`: of an isometric cell the upper corner, else that of its box."""
        if self.kind == "oblique":
            return column * self.width + row * self.skew_x, row * self.height + column * self.skew_y
        if self.kind == "orthogonal":
            return column * self.width, row * self.height
        if self.kind == "isometric":
            start = self.map.map_size.height * self.width // 2
            return (column - row) * self.width / 2 + start, (column + row) * self.height / 2
        is_shifted = bool((column if self.by_column else row) & 1) ^ self.even
        if self.by_column:
            y = row * (self.row + self.offset_y + self.side_y)
            return column * self.column, y + (self.row if is_shifted else 0)
        x = column * (self.column + self.offset_x + self.side_x)
        return x + (self.column if is_shifted else 0), row * self.row

    def cell(self, column: int, row: int) -> Any:
        """`tileToScreenPolygon`."""
        x, y = self.cell_at(column, row)
        if self.kind == "isometric":
            points = [
                (0, 0),
                (self.width / 2, self.height / 2),
                (0, self.height),
                (-self.width / 2, self.height / 2),
            ]
        elif self.kind == "oblique":
            places = ((0, 0), (1, 0), (1, 1), (0, 1))
            return shapely.Polygon([self.cell_at(column + i, row + j) for i, j in places])
        else:
            right, bottom = self.column + self.offset_x, self.row + self.offset_y
            points = [
                (0, self.row),
                (0, self.offset_y),
                (self.offset_x, 0),
                (self.column, 0),
                (right, self.offset_y),
                (right, self.row),
                (self.column, bottom),
                (self.offset_x, bottom),
            ]
        return drawn(moved(x, y), shapely.Polygon(points))

    def tileset(self, gid: int) -> Any:
        first = max(first for first in self.map.tilesets if first <= gid & GID)
        tileset = self.map.tilesets[first]
        return tileset, (tileset.tiles or {}).get((gid & GID) - first)

    def image_size(self, gid: int) -> tuple[float, float]:
        tileset, tile = self.tileset(gid)
        if tile is not None and tile.image_width:
            return tile.image_width, tile.image_height
        return tileset.tile_width, tileset.tile_height

    def parts(self, gid: int) -> list[Any] | None:
        """The collision objects of a tile on its image; None if it is whole, and [] if it is not
        solid.
        """
        tileset, tile = self.tileset(gid)
        if tile is not None and (tile.properties or {}).get("solid") is False:
            return []
        if tile is None or tile.objects is None or not tile.objects.tiled_objects:
            return None
        plane = np.eye(3)
        if tileset.grid is not None and tileset.grid.orientation == "isometric":
            high = tileset.grid.height
            plane = ground(tileset.grid.width, high, 1)
            plane = moved(0, self.image_size(gid)[1] - high) @ plane
        return [object_on(plane, one) for one in tile.objects.tiled_objects]

    def rendered(self, gid: int, x: float, y: float, size: Any, from_bottom: bool) -> Any:
        """`CellRenderer::render`: from an image to the screen."""
        tileset, _ = self.tileset(gid)
        width, height = self.image_size(gid)
        middle_x, middle_y = x + size[0] / 2, y + size[1] / 2
        scale_x, scale_y = size[0] / width, size[1] / height
        if tileset.fill_mode == "preserve-aspect-fit":
            scale_x = scale_y = min(scale_x, scale_y)
        if tileset.tile_offset is not None:
            middle_x += tileset.tile_offset.x * scale_x
            middle_y += tileset.tile_offset.y * scale_y
        if from_bottom:
            middle_y -= size[1]
        across, down, diagonal, by_120 = (bool(gid & 1 << bit) for bit in (31, 30, 29, 28))
        rotation = 0.0
        if self.kind == "hexagonal":
            rotation = 60.0 * diagonal + 120.0 * by_120
        elif diagonal:
            rotation = 90.0
            across, down = down, not across
            middle_x += (size[1] - size[0]) / 2
            middle_y += (size[1] - size[0]) / 2
        signs = scaled(-scale_x if across else scale_x, -scale_y if down else scale_y)
        to_corner = moved(-width / 2, -height / 2)
        return moved(middle_x, middle_y) @ turned(rotation) @ signs @ to_corner

    def tile(self, column: int, row: int, gid: int) -> list[Any]:
        parts = self.parts(gid)
        if parts is None and self.kind != "orthogonal":
            return [self.cell(column, row)]
        x, y = self.cell_at(column, row)
        if self.kind == "isometric":
            x -= self.width // 2
        if self.kind == "oblique":  # `drawTileLayer`: at the lower left corner
            x, y = self.cell_at(column, row + 1)
            y -= self.height
        is_box = self.kind in ("orthogonal", "isometric", "oblique")
        bottom = self.height if is_box else self.row + self.offset_y
        tileset, _ = self.tileset(gid)
        fills = tileset.tile_render_size == "grid"
        size = (self.width, self.height) if fills else self.image_size(gid)
        matrix = self.rendered(gid, x, y + bottom, size, True)
        if parts is None:
            parts = [shapely.box(0, 0, *self.image_size(gid))]
        return [drawn(matrix, part) for part in parts]

    def object(self, one: Any) -> list[Any] | None:
        """The parts of an object; None if it makes no sprite."""
        if isinstance(one, objects.Text):
            return None
        if not isinstance(one, objects.Tile):
            return [object_on(self.plane, one)]
        x, y = (self.plane @ (one.coordinates.x, one.coordinates.y, 1.0))[:2]
        tileset, _ = self.tileset(one.gid)
        word = tileset.alignment or "unspecified"
        if word == "unspecified":
            word = "bottom" if self.kind == "isometric" else "bottomleft"
        size = one.size if one.size.width else self.image_size(one.gid)
        left = x - size[0] * next((s for k, s in SHARES.items() if k in word and k[0] in "lr"), 0.5)
        top = y - size[1] * next((s for k, s in SHARES.items() if k in word and k[0] in "tb"), 0.5)
        parts = self.parts(one.gid)
        if parts == []:
            return None
        matrix = self.rendered(one.gid, left, top, size, False)
        if parts is not None:
            flat = [drawn(matrix, part) for part in parts]
        elif self.kind == "orthogonal":
            flat = [drawn(matrix, shapely.box(0, 0, *self.image_size(one.gid)))]
        else:
            flat = [self.foot(*self.image_box(one.gid, left, top, *size))]
        about = moved(x, y) @ turned(one.rotation) @ moved(-x, -y)
        return [drawn(about, part) for part in flat]

    def image_box(self, gid: int, left: float, top: float, width: float, height: float) -> Any:
        """Where the image is in a box: left, top, width and height."""
        image_width, image_height = self.image_size(gid)
        tileset, _ = self.tileset(gid)
        if tileset.fill_mode != "preserve-aspect-fit":
            return left, top, width, height
        scale = min(width / image_width, height / image_height)
        across, down = image_width * scale, image_height * scale
        return left + (width - across) / 2, top + (height - down) / 2, across, down

    def foot(self, left: float, top: float, width: float, height: float) -> Any:
        """A whole tile as an object: a cell as wide as its image, at the foot of it."""
        cell = self.cell(0, 0)
        x, y, right, bottom = cell.bounds
        scale = width / (right - x)
        scale_y = min(scale, height / (bottom - y))
        return drawn(moved(left, top + height) @ scaled(scale, scale_y) @ moved(-x, -bottom), cell)
