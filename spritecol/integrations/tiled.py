"""Maps of the editor Tiled as sprites: `sprites_from_tmx`.

A map is XML, or JSON, which becomes XML first. `tiled_files` puts it together from its files. Then
each layer is read separately. Tiles and objects are placed where the editor shows them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

import attrs
import numpy as np
import numpy.typing as npt
import shapely

from spritecol._support.arguments import arguments
from spritecol._support.polar import cos_sin
from spritecol._support.range_check import layer_bits, shown
from spritecol.integrations._maps.map_grids import (
    FROM_ABOVE,
    Areas,
    CornerGrid,
    Grid,
    Isometric,
    MapCells,
    Offset,
    grid_of,
)
from spritecol.integrations._maps.tiled_files import (
    GID,
    INSIDE_TILED,
    NO_CELLS,
    NoShapeError,
    NoTileError,
    TiledNotes,
    cells_of_layer,
    classes_near,
    custom_properties,
    element_class,
    embed_classes,
    embed_templates,
    embed_tilesets,
    object_name,
    place_of_layer,
    read_xml,
    telling_place,
)
from spritecol.integrations._maps.tiled_json import LAYER_ELEMENTS
from spritecol.shapes import (
    Capsule,
    Circle,
    Ellipse,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Triangle,
)
from spritecol.sprites.sprite import Sprite
from spritecol.tiles import row_by_row

__all__ = ["MapSprite", "sprites_from_tmx"]

Chosen = npt.NDArray[np.bool_]
"""Which cells of a layer."""

Keywords = tuple[Offset | None, int | None, int | None, str | None]
"""`one_way`, `layer`, `mask` and `name` of a shape."""

NO_KEYWORDS: Keywords = (None, None, None, None)

Lane = tuple[int | None, int | None, int]
"""A column and a row, each None for all; and the index of the shape in its tile."""

ACROSS, DOWN, DIAGONALLY, BY_120 = 1 << 31, 1 << 30, 1 << 29, 1 << 28
"""The bits of a gid for mirroring its tile.

Hexagons are rotated by 60 degrees instead of mirrored diagonally, and by 120 degrees.
"""

ALIGNMENTS = {
    "topleft": (0.0, 0.0),
    "top": (0.5, 0.0),
    "topright": (1.0, 0.0),
    "left": (0.0, 0.5),
    "center": (0.5, 0.5),
    "right": (1.0, 0.5),
    "bottomleft": (0.0, 1.0),
    "bottom": (0.5, 1.0),
    "bottomright": (1.0, 1.0),
}
"""The point of a tile object that is at its position and about which it rotates, as shares of its
size."""


@contextmanager
def _being_one_object() -> Iterator[None]:
    """Leave out only the object if its numbers are invalid."""
    try:
        yield
    except ValueError as error:
        raise NoShapeError(str(error)) from error


class MapSprite(Sprite):
    """A tile layer, a separate tile or an object of a Tiled map.

    Attributes:
        layer: the name of its layer.
        id: the number of the object in the map, which is the value of a property of the type
            `object` that leads to it; 0 for tiles.
        name: the name of the object or the tile layer; "" if it has none.
        type: Tiled's type or class of the object or the layer. For a tile object without one, and
            for a separate tile, it is the class of the tile. "" if there is none.
        properties: the custom properties, by name.
    """

    layer: str = ""
    id: int = 0
    name: str = ""
    type: str = ""
    properties: Mapping[str, Any] = {}


@arguments()
def sprites_from_tmx(
    source: "str | PathLike[str] | Any",
    layers: Iterable[str] | None = None,
    *,
    separate: Iterable[str] = (),
) -> list[MapSprite]:
    """Return sprites created from a Tiled map, in pixels of the map.

    - A tile layer becomes one sprite. Its tiles are solid, and are merged into few shapes without
      seams. If the tileset defines collision objects for a tile, these are its shapes, rotated and
      mirrored like the tile.
    - Each object of an object layer becomes a sprite at the object's position: a rectangle, an
      ellipse, a capsule, a point, a polygon, a polyline (segments), or a tile with its collision
      objects. Templates are followed. If an object has no valid shape, such as a polygon that
      crosses itself or a tile that no tileset has, its sprite has no shape, and a warning says so.
      Left out, with a warning: an object with an invalid position, one whose template can't be
      read, a tile of a layer that no tileset has, and a collision object of a tile that is not a
      valid shape. A tile without any other collision object is solid as a whole. Tiles of Tiled's
      own "Automapping Rules Tileset" count as tiles that no tileset has.
    - In isometric, staggered and hexagonal maps a whole tile is the diamond or hexagon of its cell,
      whatever its image and its offset. In oblique maps it is the parallelogram of its cell. As an
      object it has the same form, at the foot of its image and as wide as that. One-way tiles do
      not merge, except in oblique maps.
    - Objects of isometric and oblique maps are drawn on the ground, and so are collision objects of
      a tileset whose grid is isometric: a rectangle becomes a parallelogram, an ellipse another
      ellipse, and a capsule two ellipses and a parallelogram.
    - Shapes of a tile have the name of its class, if it has one. Only tiles of one class merge.
    - What a class has in Tiled's project counts, if its file is in the map's folder or one above
      it: the class of an object, tile or layer, and that of a property, whose other members get
      their default values.
    - In an infinite map tiles may be at negative places, and so are their shapes. A tile far away
      costs no more than one nearby.
    - An object or tile whose custom property `one_way` is true is one-way: its shapes stop what
      comes from above. The direction is turned and mirrored with it. Such tiles merge only with
      those beside them, so that each row is a plank.
    - The custom properties `layer` and `mask` of an object or tile, ints, are the layers of its
      shapes.
    - A tile whose custom property `separate` is true becomes a sprite of its own, at the upper left
      corner of its cell: a coin, or a block that crumbles.
    - `one_way`, `layer`, `mask` and `separate` of a layer or a group of layers count for every tile
      and object in it that does not have the property itself.
    - An object, tile, layer or group of layers with a custom property `solid` that is false is left
      out.
    - A property with one of these names and another kind of value is ignored with a warning.

    Layers that are hidden in Tiled are included, but their sprites are not `visible`. `z` is the
    index of the layer in the map, where the lowest layer is 0.

    Args:
        source: the path of a `.tmx` file, or of a `.tmj` file (Tiled's JSON), of any version; or a
            `pytmx.TiledMap` that was loaded from a file, which is read again.
        layers: the names of the layers to include, or of groups of layers. None includes all. A
            layer or group that is named here is included even if its property `solid` is false.
        separate: the names of tile layers, or of groups of layers, of which each tile becomes a
            sprite, as with the property `separate`.

    Returns:
        A list of `MapSprite`, layer by layer, the lowest layer first. Separate tiles come after the
        sprite of their layer, row by row. A layer whose property `separate` is true has such a
        sprite only for tiles whose own property is false.

    Raises:
        TypeError: `source` is not a path or map, or a layer's name is not text.
        ValueError: the file is not a map of Tiled, or the map has an unknown grid, lacks a named
            layer or contains something invalid. The message names the layer, the tile and the
            object.
        OSError: the map or a tileset cannot be read.
    """
    path = Path(_file_of(source))
    chosen = None if layers is None else _layer_names(layers, "layers")
    sprites, notes = read_map(path, chosen, _layer_names(separate, "separate"))
    notes.warn(stacklevel=4)  # where the decorated function was called
    return sprites


def read_map(
    path: Path, chosen: set[str] | None = None, separate: Collection[str] = ()
) -> tuple[list[MapSprite], TiledNotes]:
    """Return the sprites of all layers or of the chosen layers of a map, and the warnings."""
    if path.suffix == ".world":
        raise ValueError(
            f"{path} is not a map, but a world of Tiled, which lists maps: load each of them, and "
            "add its x and y in the world to its sprites"
        )
    root = read_xml(path)
    if root.tag != "map":
        raise ValueError(f"{path} is not a map of Tiled, but a {root.tag}")
    notes = TiledNotes()
    with telling_place(str(path)):
        grid = grid_of(root)
        embed_tilesets(root, path)
        embed_templates(root, path, notes)
        embed_classes(root, classes_near(path, notes))
        tiles = _Tiles(root, grid, path, notes)
        nodes = _layers(root, chosen, separate, path, notes)
    sprites: list[MapSprite] = []
    for z, layer in enumerate(nodes):
        place = place_of_layer(path, layer.node)
        with telling_place(place):
            if not layer.included:
                made = []
            elif layer.node.tag == "layer":
                made = _tile_layer(layer, tiles, grid, place, notes)
            else:
                made = list(_objects(layer, tiles, grid, place, notes))
            for sprite in made:
                sprite.layer, sprite.z = layer.node.get("name", ""), z
                sprite.x += layer.offset[0]
                sprite.y += layer.offset[1]
                sprite.visible = sprite.visible and layer.visible
        if not any(sprite.shapes for sprite in made):
            notes.not_solid.note(place)
        sprites += made
    return sprites, notes


def _file_of(source: Any) -> "str | PathLike[str]":
    """Return the path of a map, which may be a `pytmx.TiledMap`."""
    if isinstance(source, str | PathLike):
        return source
    path = getattr(source, "filename", None)
    if not path:
        kind = ValueError if hasattr(source, "filename") else TypeError
        raise kind(
            f"source must be a path, or a TiledMap that was loaded from a file, got {shown(source)}"
        )
    return str(path)


def _layer_names(layers: Iterable[str], what: str) -> set[str]:
    many = isinstance(layers, Iterable) and not isinstance(layers, str)
    names: list[Any] = list(layers) if many else [layers]
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"{what} must be names of layers, got {shown(name)}")
    return set(names)


class _Layer(NamedTuple):
    """A layer or a group of layers, with the settings from its groups."""

    node: Element
    offset: Offset
    visible: bool
    included: bool
    separate: bool  # whether its tiles become sprites, if they say nothing else
    keywords: Mapping[str, Any]  # of the shapes of everything that says nothing else


def _layers(
    root: Element,
    chosen: set[str] | None,
    separate: Collection[str],
    path: Path,
    notes: TiledNotes,
) -> list[_Layer]:
    """Return tile and object layers, the lowest first."""
    above = _Layer(root, (0.0, 0.0), True, chosen is None, False, {})
    every = list(_layers_in(above, chosen, separate, path, notes))
    known = {layer.node.get("name", "") for layer in every}
    for what, names in (("layers", set(chosen or ())), ("separate", set(separate))):
        if not names <= known:
            raise ValueError(
                f"{what} must be in the map, which has {sorted(known)}, got {sorted(names - known)}"
            )
    return [layer for layer in every if layer.node.tag != "group"]


def _layers_in(
    above: _Layer,
    chosen: set[str] | None,
    separate: Collection[str],
    path: Path,
    notes: TiledNotes,
) -> Iterator[_Layer]:
    """Return tile layers, object layers and groups of them, the lowest first."""
    for node in above.node:
        if node.tag not in LAYER_ELEMENTS.values():
            continue
        name = node.get("name", "")
        with telling_place(f"layer {name!r}"):
            x, y = float(node.get("offsetx", 0)), float(node.get("offsety", 0))
            properties, place = custom_properties(node), place_of_layer(path, node)
            layer = _Layer(
                node,
                (above.offset[0] + x, above.offset[1] + y),
                above.visible and node.get("visible") != "0",
                (chosen is not None and name in chosen)
                or (above.included and _is_solid(properties, place, notes)),
                name in separate or _truth(properties, "separate", place, notes, above.separate),
                {**above.keywords, **_keywords(properties, place, notes)},
            )
        yield layer
        if node.tag == "group":
            yield from _layers_in(layer, chosen, separate, path, notes)


class _Tile(NamedTuple):
    """A tile as it occurs in layers and objects, mirrored or not."""

    solid: bool
    shapes: Sequence[Shape]  # from the top left corner of its image; () for the whole tile
    separate: bool  # in layers it is a sprite of its own
    keywords: Mapping[str, Any]  # keywords from the properties of the whole tile and its layer
    width: float  # pixels, on the screen
    height: float
    pose: tuple[float, float, float]  # by how much its image is rotated, after mirroring
    up: Offset  # where its upper side is then
    grid: Grid
    offset: Offset  # by which the tileset shifts it, in pixels
    alignment: Offset  # of objects, see ALIGNMENTS
    fills: bool  # in layers it is drawn as large as a cell
    keeps_aspect: bool  # if it is not drawn in its own size

    @property
    def is_on_its_side(self) -> bool:
        """Whether its width is its image's height."""
        return self.pose[0] == 90.0

    def shapes_in(self, width: float, height: float) -> Sequence[Shape]:
        """Return the shapes in a box of some size, from its top left corner."""
        across, down = width / self.width, height / self.height
        if self.keeps_aspect:
            across = down = min(across, down)
        x, y = (width - across * self.width) / 2, (height - down * self.height) / 2
        size, scale = (self.width, self.height), (across, down)
        if self.is_on_its_side:
            size, scale = size[::-1], scale[::-1]
        # Tiled scales the offset as the image before it rotates it.
        shift = scale[0] * self.offset[0], scale[1] * self.offset[1]
        if not self.shapes:
            whole = self.grid.whole(x, y, across * self.width, down * self.height, shift)
            return [attrs.evolve(whole, **self.keywords)]
        angle, *signs = self.pose
        scale_x, scale_y = signs[0] * scale[0], signs[1] * scale[1]
        # The center of the image stays in place.
        cosine, sine = cos_sin(angle)
        middle_x, middle_y = scale_x * size[0] / 2, scale_y * size[1] / 2
        x = width / 2 + shift[0] - (cosine * middle_x - sine * middle_y)
        y = height / 2 + shift[1] - (sine * middle_x + cosine * middle_y)
        return _transformed(self.shapes, x, y, angle, scale_x, scale_y)

    def shapes_in_cell(self) -> Sequence[Shape]:
        """Return the shapes in a layer, from the top left corner of the box around a cell."""
        if self.grid.cell is not None and not self.shapes:
            return [attrs.evolve(self.grid.cell, **self.keywords)]
        width, height = self.width, self.height
        if self.fills:
            width, height = self.grid.size[::-1] if self.is_on_its_side else self.grid.size
        return _transformed(self.shapes_in(width, height), 0.0, self.grid.height - height)


class _Tiles:
    """The tiles by gid, which includes how a tile is mirrored."""

    def __init__(self, root: Element, grid: Grid, path: Path, notes: TiledNotes) -> None:
        self._grid, self._path, self._notes = grid, path, notes
        self._tilesets = sorted(root.findall("tileset"), key=lambda n: -int(n.get("firstgid", 1)))
        self._nodes = {
            int(node.get("firstgid", 1)) + int(tile.get("id", 0)): tile
            for node in self._tilesets
            for tile in node.findall("tile")
        }
        self._cache: dict[tuple[object, ...], _Tile] = {}

    def in_layer(self, gid: int, layer: _Layer) -> _Tile:
        """Return a tile with what the layer adds to its own properties."""
        key = gid, layer.separate, *layer.keywords.items()
        if key not in self._cache:
            tileset = self._tileset_of(gid & GID)
            number = (gid & GID) - int(tileset.get("firstgid", 1))
            name = f"tile {number} of {tileset.get('name', '')!r}"
            with telling_place(name):
                self._cache[key] = self._read(gid, layer, tileset, f"{self._path}: {name}")
        return self._cache[key]

    def properties(self, gid: int, of_object: str = "") -> dict[str, Any]:
        """Return the properties of a tile, without those of its class for objects of another."""
        tile = self._nodes.get(gid & GID)
        if tile is None:
            return {}
        kind = element_class(tile)
        return custom_properties(tile, kind if of_object not in ("", kind) else "")

    def type(self, gid: int) -> str:
        tile = self._nodes.get(gid & GID)
        return "" if tile is None else element_class(tile)

    def _read(self, gid: int, layer: _Layer, tileset: Element, place: str) -> _Tile:
        tile = self._nodes.get(gid & GID, Element("tile"))
        image = tile.find("image")
        # A tile may be a part of its image. Then it has its own size.
        of_image = {} if image is None else image.attrib
        width, height = (
            float(tile.get(key) or of_image.get(key) or tileset.attrib[f"tile{key}"])
            for key in ("width", "height")
        )
        if not (width > 0 and height > 0):
            raise ValueError(f"its width and height must be above 0, got {width:g} and {height:g}")
        properties, ground = custom_properties(tile), _ground_of(tileset, height)
        separate = _truth(properties, "separate", place, self._notes, layer.separate)
        keywords = {**layer.keywords, **_keywords(properties, place, self._notes)}
        if element_class(tile):
            keywords["name"] = element_class(tile)
        solid, shapes = self._shapes_of(tile, properties, keywords, ground, place)
        if not solid:
            self._notes.hollow(place, tile, tileset.get("name", ""))
        shift = tileset.find("tileoffset")
        alignment = tileset.get("objectalignment", "unspecified")
        own = (
            self._grid,
            (0.0, 0.0) if shift is None else (float(shift.get("x", 0)), float(shift.get("y", 0))),
            ALIGNMENTS[self._grid.alignment if alignment == "unspecified" else alignment],
            tileset.get("tilerendersize") == "grid",
            tileset.get("fillmode") == "preserve-aspect-fit",
        )
        pose = self._pose(gid)
        (box,) = _transformed([Rect(0, 0, width, height, one_way=FROM_ABOVE)], 0, 0, *pose)
        up = box.one_way or FROM_ABOVE
        if keywords.get("one_way"):
            keywords["one_way"] = up
        if pose[0] == 90.0:
            width, height = height, width
        return _Tile(solid, shapes, separate, keywords, width, height, pose, up, *own)

    def _pose(self, gid: int) -> tuple[float, float, float]:
        """Return by how many degrees a tile is rotated, after it is scaled across and down."""
        across, down = (-1.0 if gid & bit else 1.0 for bit in (ACROSS, DOWN))
        if self._grid.turns_by_60:
            return 60.0 * bool(gid & DIAGONALLY) + 120.0 * bool(gid & BY_120), across, down
        # Tiled mirrors diagonally first, which equals mirroring vertically and then rotating by a
        # quarter turn. Mirroring before a quarter turn instead of after it swaps the two axes.
        return (90.0, down, -across) if gid & DIAGONALLY else (0.0, across, down)

    def _tileset_of(self, gid: int) -> Element:
        """Return the tileset that has a tile."""
        tileset = next((n for n in self._tilesets if int(n.get("firstgid", 1)) <= gid), None)
        if tileset is None:
            raise NoTileError(f"no tileset has tile {gid}", "")
        if tileset.get("file", "").startswith(INSIDE_TILED):
            name = tileset.attrib["file"]
            raise NoTileError(f"its tileset is inside Tiled, {name!r}, and has no shapes", name)
        number, count = gid - int(tileset.get("firstgid", 1)), tileset.get("tilecount")
        is_collection = tileset.get("columns") == "0"  # of images, each with a node of its own
        if gid not in self._nodes and count and (is_collection or number >= int(count)):
            name = tileset.get("name", "")
            raise NoTileError(f"the tileset {name!r} has {count} tiles, and no tile {number}", name)
        return tileset

    def _shapes_of(
        self,
        tile: Element,
        properties: Mapping[str, Any],
        keywords: Mapping[str, Any],
        ground: Grid,
        place: str,
    ) -> tuple[bool, list[Shape]]:
        """Return whether a tile is solid, and its shapes.

        Without shapes, the whole tile is solid.
        """
        objects = [one for one in tile.findall("objectgroup/object") if one.find("text") is None]
        is_hollow = bool(objects)
        shapes: list[Shape] = []
        for node in objects:
            own_place = f"{place}, {object_name(node)}"
            with telling_place(object_name(node)):
                is_solid = _is_solid(custom_properties(node), own_place, self._notes)
            if not is_solid:
                self._notes.hollow(own_place, node, place)
                continue
            is_hollow = False
            try:
                own_shapes = _local_shapes(node, ground, place, self._notes, keywords)
                with _being_one_object():
                    x, y, angle = _pose_of(node)
                    shapes += _transformed(own_shapes, *ground.place(x, y), angle)
            except NoShapeError as error:
                self._notes.left_out(place, node, f"it is not a valid shape: {error}")
        is_solid = _is_solid(properties, place, self._notes) and not is_hollow
        return is_solid, shapes


def _ground_of(tileset: Element, height: float) -> Grid:
    """Return how the collision objects of a tile are drawn on its image of a given height."""
    grid = tileset.find("grid")
    if grid is None or grid.get("orientation") != "isometric":
        return Grid(0, 0)
    wide, high = (float(grid.get(key, 0)) for key in ("width", "height"))
    if not min(wide, high) > 0:  # Tiled ignores it then
        wide, high = (float(tileset.attrib[f"tile{key}"]) for key in ("width", "height"))
    return Isometric(wide, high, 1, height - high)


def _transformed(
    shapes: Sequence[Shape],
    x: float,
    y: float,
    angle: float = 0.0,
    scale_x: float = 1.0,
    scale_y: float = 1.0,
) -> Sequence[Shape]:
    """Return shapes scaled (a negative factor mirrors), rotated about (0, 0), then moved."""
    sprite = Sprite(x, y, collision=shapes, angle=angle, scale_x=scale_x, scale_y=scale_y)
    return sprite.world_shapes


TRUTH = {"true": True, "false": False}
"""Text that counts as true or false, as users type it in the editor and as in old files."""


def _truth(
    properties: Mapping[str, Any], key: str, place: str, notes: TiledNotes, default: bool
) -> bool:
    """Read a custom property that is true or false."""
    value = properties.get(key, default)
    if isinstance(value, str):
        value = TRUTH.get(value.strip().lower(), value)
    if not isinstance(value, bool):
        notes.note(
            f"{place}: {key} must be true or false, a bool, got {shown(value)}, so it is ignored",
            key,
        )
        return default
    return value


def _is_solid(
    properties: Mapping[str, Any],
    place: str,
    notes: TiledNotes,
    default: bool = True,
) -> bool:
    return _truth(properties, "solid", place, notes, default)


def _keywords(
    properties: Mapping[str, Any], place: str, notes: TiledNotes, up: Offset = FROM_ABOVE
) -> dict[str, Any]:
    """Return keywords for the shapes of an object or tile from its custom properties."""
    keywords: dict[str, Any] = {}
    if "one_way" in properties:
        one_way = _truth(properties, "one_way", place, notes, False)
        keywords["one_way"] = up if one_way else None
    for key in ("layer", "mask"):
        if key in properties:
            try:
                keywords[key] = layer_bits(properties[key], f"{place}: {key}")
            except (TypeError, ValueError) as error:
                notes.note(f"{error}, so it is ignored", key)
    return keywords


def _local_shapes(
    node: Element, grid: Grid, place: str, notes: TiledNotes, inherited: Mapping[str, Any]
) -> list[Shape]:
    """Return the shapes of an object relative to its position, before rotation about it.

    Their keywords come from its properties or else from what its tile or its layer says.
    """
    with _being_one_object():
        shapes = [drawn for one in _shapes_from_every_side(node) for drawn in grid.drawn(one)]
    place = f"{place}, {object_name(node)}"
    keywords = {**inherited, **_keywords(custom_properties(node), place, notes)}
    return [_with(shape, keywords, place, notes) for shape in shapes]


def _with(shape: Shape, keywords: Mapping[str, Any], place: str, notes: TiledNotes) -> Shape:
    """Return a shape with keywords from properties."""
    if isinstance(shape, Point):
        if keywords.get("one_way"):
            notes.note(f"{place}: a point has no sides, so one_way is ignored", "point")
        keywords = {key: value for key, value in keywords.items() if key != "one_way"}
    return attrs.evolve(shape, **keywords) if keywords else shape


def _pose_of(node: Element) -> tuple[float, float, float]:
    """Return where an object is, and by how many degrees it is rotated."""
    return float(node.get("x", 0)), float(node.get("y", 0)), float(node.get("rotation", 0))


def _shapes_from_every_side(node: Element) -> list[Shape]:
    width, height = float(node.get("width", 0)), float(node.get("height", 0))
    if node.find("point") is not None:
        return [Point(0, 0)]
    rx, ry = width / 2, height / 2
    if node.find("ellipse") is not None:
        return [Circle(rx, ry, rx) if rx == ry else Ellipse(rx, ry, rx, ry)]
    if node.find("capsule") is not None:
        r = min(rx, ry)
        return [Circle(rx, ry, rx) if rx == ry else Capsule(r, r, width - r, height - r, r)]
    corners = node.find("polygon")
    line = node.find("polyline") if corners is None else corners
    if line is None:
        return [Rect(0, 0, width, height)]
    pairs = [pair.split(",") for pair in line.get("points", "").split()]
    points = [(float(x), float(y)) for x, y in pairs]
    if corners is None:
        if len(points) < 2:
            raise ValueError(f"a polyline must have at least 2 points, got {len(points)}")
        return [Segment(*a, *b) for a, b in pairwise(points)]
    return [Polygon(points)]


# --- sprites -------------------------------------------------------------------------------------


def _objects(
    layer: _Layer, tiles: _Tiles, grid: Grid, place: str, notes: TiledNotes
) -> Iterator[MapSprite]:
    """Create the sprites of a layer's objects."""
    for node in layer.node.findall("object"):
        if node.find("text") is not None:
            continue
        with telling_place(object_name(node)):
            sprite = _object(node, layer, tiles, grid, place, notes)
        if sprite is not None:
            yield sprite


def _object(
    node: Element, layer: _Layer, tiles: _Tiles, grid: Grid, place: str, notes: TiledNotes
) -> MapSprite | None:
    """Create the sprite of an object, without shapes if it has no valid one.

    Return None if the object is not solid, or is nowhere.
    """
    gid, properties = int(node.get("gid", 0)), custom_properties(node)
    own_place = f"{place}, {object_name(node)}"
    tile = no_tile = None
    try:
        tile = tiles.in_layer(gid, layer) if gid else None
    except NoTileError as error:
        no_tile = error
    if not _is_solid(properties, own_place, notes, tile is None or tile.solid):
        notes.hollow(own_place, node, place)
        return None
    try:
        with _being_one_object():
            x, y, angle = _pose_of(node)
            sprite = MapSprite(*grid.place(x, y), angle=angle)
    except NoShapeError as error:
        notes.left_out(place, node, f"its place is not valid: {error}")
        return None
    number = node.get("id", "")
    sprite.id = int(number) if number.isdecimal() else 0  # not as every program writes it
    sprite.name, sprite.visible = node.get("name", ""), node.get("visible") != "0"
    sprite.type = element_class(node) or tiles.type(gid)
    sprite.properties = {**tiles.properties(gid, element_class(node)), **properties}
    sprite.collision = ()
    try:
        if no_tile is not None:
            raise no_tile
        if tile is None:
            sprite.collision = _local_shapes(node, grid, place, notes, layer.keywords)
        else:
            keywords = _keywords(properties, own_place, notes, tile.up)
            shapes = _put_into_box(sprite, node, tile)
            sprite.collision = [_with(shape, keywords, own_place, notes) for shape in shapes]
    except NoShapeError as error:
        notes.no_shape(place, node, error)
    return sprite


def _put_into_box(sprite: MapSprite, node: Element, tile: _Tile) -> Sequence[Shape]:
    """Align the box of a tile object, about whose position the sprite then rotates. Return the
    tile's shapes in it.
    """
    with _being_one_object():
        width = float(node.get("width") or 0) or tile.width
        height = float(node.get("height") or 0) or tile.height
        shapes = tile.shapes_in(width, height)
        sprite.center_x, sprite.center_y = tile.alignment[0] * width, tile.alignment[1] * height
        sprite.x, sprite.y = sprite.x - sprite.center_x, sprite.y - sprite.center_y
    return shapes


def _tile_layer(
    layer: _Layer, tiles: _Tiles, grid: Grid, place: str, notes: TiledNotes
) -> list[MapSprite]:
    """Create a sprite for each separate tile, and one before them for all other tiles of the layer.

    Tiles that no tileset has are left out.
    """
    cells, gids, first = cells_of_layer(layer.node)
    start = grid.start(*first.tolist())

    def boxes_of(some: MapCells) -> CornerGrid:
        return grid.boxes(*(some + first).T) - start

    # Full cells are merged, and so are the shapes of other tiles that are alike.
    full: dict[Keywords, list[MapCells]] = {NO_KEYWORDS: []}
    shapes: dict[Keywords, dict[Lane, list[Shape]]] = {}
    separate: dict[int, MapSprite] = {}  # by the place of its cell, row by row
    order = np.argsort(gids, kind="stable")
    kinds, begins = np.unique(gids[order], return_index=True)
    for gid, chosen in zip(kinds.tolist(), np.split(order, begins[1:]), strict=False):
        places = cells[chosen]
        try:
            tile = tiles.in_layer(gid, layer)
        except NoTileError as error:
            told = f"{place}, tile {gid & GID} is left out, since {error}"
            notes.note(told, *error.cause)
            continue
        if not tile.solid:
            continue
        own = tile.shapes_in_cell()
        if tile.separate:
            corners = grid.boxes(*(places + first).T).tolist()
            for k, corner in zip(chosen.tolist(), corners, strict=True):
                sprite = separate[k] = MapSprite(*corner, collision=own)
                sprite.type, sprite.properties = tiles.type(gid), tiles.properties(gid)
            continue
        covered = grid.covered(own[0]) if len(own) == 1 else ()
        if covered:
            filled = (places[:, None] + covered).reshape(-1, 2)
            full.setdefault(_kind_of(own[0]), []).append(filled)
            continue
        for (column, row), box in zip(places.tolist(), boxes_of(places).tolist(), strict=True):
            for k, shape in enumerate(_transformed(own, *box)):
                lanes = shapes.setdefault(_kind_of(shape), {})
                lanes.setdefault(_lane_of(shape, grid, column, row, k), []).append(shape)
    collision: list[Shape] = []
    for kind in {**full, **shapes}:
        filled = np.concatenate([NO_CELLS, *full.get(kind, ())])
        filled = filled[row_by_row(*filled.T)]
        boxes = boxes_of(filled)
        if len(filled):
            collision += grid.merged(filled, boxes, _as_keywords(kind))
        for lane, alike in shapes.get(kind, {}).items():
            near = grid.areas(boxes[_are_in(lane, filled)])
            collision += _joined(alike, near, grid.size, kind)
    made = [separate[k] for k in sorted(separate)]
    if layer.separate and not collision:
        return made
    sprite = MapSprite(*start, collision=collision)
    sprite.name, sprite.type = layer.node.get("name", ""), layer.node.get("class", "")
    sprite.properties = custom_properties(layer.node)
    return [sprite, *made]


def _lane_of(shape: Shape, grid: Grid, column: int, row: int, number: int) -> Lane:
    """Return what a shape of a tile may merge with. One-way shapes merge only in a row or a column.

    Then shapes of one tile do not merge with each other, because they may be above each other.
    """
    in_rows, in_columns = grid.merges(shape.one_way)
    if in_rows and in_columns:
        return None, None, 0
    return None if in_rows else column, None if in_columns else row, number


def _are_in(lane: Lane, cells: MapCells) -> Chosen:
    """Return which cells are in the lane."""
    inside = np.ones(len(cells), bool)
    for line, lines in zip(lane[:2], cells.T, strict=True):
        if line is not None:
            inside &= lines == line
    return inside


def _kind_of(shape: Shape) -> Keywords:
    return shape.one_way, shape.layer, shape.mask, shape.name


def _as_keywords(kind: Keywords) -> dict[str, Any]:
    return dict(zip(("one_way", "layer", "mask", "name"), kind, strict=True))


def _joined(
    shapes: Sequence[Shape], full_cells: Areas, cell_size: Offset, kind: Keywords
) -> Iterator[Shape]:
    """Return shapes of tiles without seams between them or toward the full cells around them.

    Areas with straight edges are united with the areas that they meet and with the neighboring
    cells, so that the resulting polygon overlaps the shapes of these cells.
    """
    areas = []
    for shape in shapes:
        geometry = shape.geometry if isinstance(shape, Rect | Triangle | Polygon) else None
        if geometry is None or not geometry.area:
            yield shape
        else:
            areas.append(geometry)
    if not areas:
        return
    # This includes cells that an area does not touch if it touches their neighbor, so that few
    # polygons result.
    x, y = (0.99 * size for size in cell_size)
    around = shapely.box(*np.add(shapely.bounds(areas), (-x, -y, x, y)).T)
    _, near = shapely.STRtree(full_cells).query(around)
    joined = shapely.disjoint_subset_union_all([*areas, *full_cells[np.unique(near)]])
    # Parts that consist only of full cells are already covered by the shapes of these cells.
    tree = shapely.STRtree(areas)
    for part in shapely.get_parts(joined):
        if len(tree.query(part, predicate="intersects")):
            yield Polygon.from_geometry(part, **_as_keywords(kind))
