"""Maps of the editor Tiled as sprites: `sprites_from_tmx`.

A map is XML, or JSON, which becomes XML first (https://doc.mapeditor.org/en/stable/reference).
Tilesets and templates in separate files are embedded in it. Then each layer is read separately.
Tiles and objects are placed where the editor shows them.
"""

import base64
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from itertools import pairwise
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import attrs
import numpy as np
import numpy.typing as npt
import shapely

from spritecol._support.arguments import arguments
from spritecol._support.polar import cos_sin
from spritecol._support.range_check import layer_bits, shown
from spritecol.integrations._map_grids import (
    FROM_ABOVE,
    Areas,
    CornerGrid,
    Grid,
    Isometric,
    MapCells,
    Offset,
    grid_of,
)
from spritecol.integrations._map_notes import Notes
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
from spritecol.sprites.sprite.sprite import Sprite
from spritecol.tiles import row_by_row

__all__ = ["MapSprite", "sprites_from_tmx"]

Gids = npt.NDArray[np.int64]
Chosen = npt.NDArray[np.bool_]
"""Which cells of a layer."""
Keywords = tuple[Offset | None, int | None, int | None, str | None]
"""`one_way`, `layer`, `mask` and `name` of a shape."""
NO_CELLS: MapCells = np.zeros((0, 2), np.intp)
NO_KEYWORDS: Keywords = (None, None, None, None)
Lane = tuple[int | None, int | None, int]
"""A column and a row, each None for all; and the index of the shape in its tile."""

"""The direction of a property `one_way` that is true."""

ACROSS, DOWN, DIAGONALLY, BY_120 = 1 << 31, 1 << 30, 1 << 29, 1 << 28
"""The bits of a gid for mirroring its tile.

Hexagons are rotated by 60 degrees instead of mirrored diagonally, and by 120 degrees.
"""

GID = (1 << 28) - 1
"""The other bits of a gid."""

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


class NoShapeError(ValueError):
    """An object is not a valid shape at a valid position."""


class NoTileError(NoShapeError):
    """A tile is beyond the end of its tileset, which is `""` if no tileset begins before it."""

    def __init__(self, message: str, tileset: str) -> None:
        super().__init__(message)
        self.cause = "tileset", tileset


@contextmanager
def _being_one_object() -> Iterator[None]:
    """Leave out only the object if its numbers are invalid."""
    try:
        yield
    except ValueError as error:
        raise NoShapeError(str(error)) from error


class _Notes(Notes):
    """The warnings about a map's objects, tiles and properties.

    Attributes:
        not_solid: the layers that have no shapes, and the tiles and objects that are not solid.
    """

    def __init__(self) -> None:
        super().__init__()
        self.not_solid = Notes()

    def hollow(self, what: str, node: Element, *cause: object) -> None:
        kind = _type_of(node)
        self.not_solid.note(f"{what}, class {kind!r}" if kind else what, *cause, kind)

    def left_out(self, place: str, node: Element, reason: str, *cause: object) -> None:
        self.note(f"{place}, {_name_of(node)} is left out, since {reason}", *cause)

    def no_shape(self, place: str, node: Element, error: NoShapeError) -> None:
        advice = "; draw a route as a polyline" if node.find("polygon") is not None else ""
        self.note(
            f"{place}, {_name_of(node)} has no shape, since it is not a valid one: {error}{advice}",
            *(error.cause if isinstance(error, NoTileError) else ()),
        )


class MapSprite(Sprite):
    """A tile layer or an object of a Tiled map.

    Attributes:
        layer: the name of its layer.
        name: the name of the object or the tile layer; "" if it has none.
        type: Tiled's type or class of the object or the layer. For a tile object without one, it is
            the class of its tile. "" if there is none.
        properties: the custom properties, by name.
    """

    layer: str = ""
    name: str = ""
    type: str = ""
    properties: Mapping[str, Any] = {}


@arguments()
def sprites_from_tmx(
    source: "str | PathLike[str] | Any", layers: Iterable[str] | None = None
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
      valid shape. A tile without any other collision object is solid as a whole.
    - In isometric, staggered and hexagonal maps a whole tile is the diamond or hexagon of its cell,
      whatever its image and its offset. In oblique maps it is the parallelogram of its cell. As an
      object it has the same form, at the foot of its image and as wide as that. One-way tiles do
      not merge, except in oblique maps.
    - Objects of isometric and oblique maps are drawn on the ground, and so are collision objects of
      a tileset whose grid is isometric: a rectangle becomes a parallelogram, an ellipse another
      ellipse, and a capsule two ellipses and a parallelogram.
    - Shapes of a tile have the name of its class, if it has one. Only tiles of one class merge.
      What the class has in Tiled's project counts, if its file is in the map's folder or one above
      it.
    - In an infinite map tiles may be at negative places, and so are their shapes. A tile far away
      costs no more than one nearby.
    - An object or tile whose custom property `one_way` is true is one-way: its shapes stop what
      comes from above. The direction is turned and mirrored with it. Such tiles merge only with
      those beside them, so that each row is a plank.
    - The custom properties `layer` and `mask` of an object or tile, ints, are the layers of its
      shapes.
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

    Returns:
        A list of `MapSprite`, layer by layer, the lowest layer first.

    Raises:
        TypeError: `source` is not a path or map, or a layer's name is not text.
        ValueError: the file is not a map of Tiled, or the map has an unknown grid, lacks a named
            layer or contains something invalid. The message names the layer, the tile and the
            object.
        OSError: the map or a tileset cannot be read.
    """
    path = Path(_file_of(source))
    sprites, notes = read_map(path, None if layers is None else _layer_names(layers))
    notes.warn(stacklevel=4)  # where the decorated function was called
    return sprites


def read_map(path: Path, chosen: set[str] | None = None) -> tuple[list[MapSprite], _Notes]:
    """Return the sprites of all layers or of the chosen layers of a map, and the warnings."""
    if path.suffix == ".world":
        raise ValueError(
            f"{path} is not a map, but a world of Tiled, which lists maps: load each of them, and "
            "add its x and y in the world to its sprites"
        )
    root = _read_xml(path)
    if root.tag != "map":
        raise ValueError(f"{path} is not a map of Tiled, but a {root.tag}")
    notes = _Notes()
    with _telling_place(str(path)):
        grid = grid_of(root)
        _embed_tilesets(root, path)
        _embed_templates(root, path, notes)
        _embed_classes(root, _classes_near(path, notes))
        tiles = _Tiles(root, grid, path, notes)
        nodes = _layers(root, chosen, path, notes)
    sprites: list[MapSprite] = []
    for z, layer in enumerate(nodes):
        place = _place_of(path, layer.node)
        with _telling_place(place):
            if not layer.included:
                made = []
            elif layer.node.tag == "layer":
                made = [_tile_layer(layer.node, tiles, grid, place, notes)]
            else:
                made = list(_objects(layer.node, tiles, grid, place, notes))
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


@contextmanager
def _telling_place(place: str) -> Iterator[None]:
    """Let an error say where in the file it is."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, zlib.error) as error:
        raise ValueError(f"{place}: it is not as Tiled writes it, {error!r}") from error
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from error


def _read_xml(path: Path) -> Element:
    """Read a map, a tileset or a template as XML, also from JSON."""
    try:
        if path.suffix in (".tmj", ".tsj", ".tj", ".json"):
            return _from_json(json.loads(path.read_bytes(), parse_float=_number))
        return ElementTree.parse(path).getroot()
    except (ElementTree.ParseError, AttributeError, TypeError, KeyError, ValueError) as error:
        raise ValueError(f"{path} is not a file of Tiled: {error!r}") from error


def _number(text: str) -> float:
    """Read a JSON number with a decimal point, because other programs write 3 as 3.0."""
    number = float(text)
    return int(number) if number.is_integer() else number


LAYER_ELEMENTS = {"tilelayer": "layer", "objectgroup": "objectgroup", "group": "group"}
"""The types of layers in JSON, and their elements. Layers of images have no shapes."""


def _from_json(json_of: Mapping[str, Any], tag: str = "") -> Element:
    """Convert Tiled's JSON to the corresponding XML element."""
    tag = tag or json_of.get("type") or _tag_of(json_of)
    kind = (
        None
        if tag in ("map", "tileset", "template", *LAYER_ELEMENTS.values())
        else json_of.get("type")
    )
    plain = {
        key: _as_text(value)
        for key, value in json_of.items()
        if isinstance(value, str | int | float) and key not in ("type", "data", "text", "image")
    }
    node = Element(tag, plain if kind is None else {**plain, "type": kind})
    if json_of.get("properties"):
        listed = _property_list(json_of["properties"], json_of.get("propertytypes", {}))
        node.append(_properties_from_json(listed))
    for child in json_of.get("tilesets", ()):
        node.append(_from_json(child, "tileset"))
    for child in json_of.get("layers", ()):
        if child["type"] in LAYER_ELEMENTS:
            node.append(_from_json(child, LAYER_ELEMENTS[child["type"]]))
    if "image" in json_of:
        size = {k: str(json_of[f"image{k}"]) for k in ("width", "height") if f"image{k}" in json_of}
        SubElement(node, "image", {"source": json_of["image"], **size})
    for key in ("tileoffset", "grid"):
        if key in json_of:
            SubElement(node, key, {k: _as_text(v) for k, v in json_of[key].items()})
    if tag == "template":
        if "tileset" in json_of:
            node.append(_from_json(json_of["tileset"], "tileset"))
        node.append(_from_json(json_of["object"], "object"))
    for child in _tiles_from_json(json_of):
        node.append(_from_json(child, "tile"))
    if "objectgroup" in json_of:
        node.append(_from_json(json_of["objectgroup"], "objectgroup"))
    for child in json_of.get("objects", ()):
        node.append(_from_json(child, "object"))
    _add_shape(node, json_of)
    if tag == "layer":
        _add_data(node, json_of)
    return node


def _add_shape(node: Element, json_of: Mapping[str, Any]) -> None:
    """Add the kind of an object that is not a rectangle."""
    for shape in ("point", "ellipse", "capsule", "text"):
        if json_of.get(shape):
            SubElement(node, shape)
    for line in ("polygon", "polyline"):
        if line in json_of:
            SubElement(node, line, points=" ".join(f"{p['x']},{p['y']}" for p in json_of[line]))


def _add_data(layer: Element, json_of: Mapping[str, Any]) -> None:
    """Add the tiles of a layer, all at once or in chunks."""
    data = SubElement(layer, "data", encoding=json_of.get("encoding", "csv"))
    if json_of.get("compression"):
        data.set("compression", json_of["compression"])
    data.text = _tiles_as_text(json_of.get("data", ""))
    for chunk in json_of.get("chunks", ()):
        place = {key: str(chunk[key]) for key in ("x", "y", "width", "height")}
        SubElement(data, "chunk", place).text = _tiles_as_text(chunk["data"])


def _tag_of(json_of: Mapping[str, Any]) -> str:
    """Return the kind of a file of Tiled 1.0, which does not say so itself."""
    for key, tag in (("layers", "map"), ("object", "template"), ("tilewidth", "tileset")):
        if key in json_of:
            return tag
    raise ValueError("it is not a map, a tileset or a template")


def _tiles_from_json(tileset: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the tiles of a tileset. Before Tiled 1.2, they were a dict, and their properties
    another.
    """
    tiles = tileset.get("tiles", ())
    properties = tileset.get("tileproperties", {})
    if not properties and not isinstance(tiles, Mapping):
        return list(tiles)
    types = tileset.get("tilepropertytypes", {})
    tiles = tiles if isinstance(tiles, Mapping) else {str(tile["id"]): tile for tile in tiles}
    return [
        {
            **tiles.get(number, {}),
            "id": int(number),
            "properties": _property_list(properties.get(number, {}), types.get(number, {})),
        }
        for number in {**tiles, **properties}
    ]


def _property_list(
    properties: Any, types: Mapping[str, str] = MappingProxyType({})
) -> list[Mapping[str, Any]]:
    """Return properties as a list with their types.

    The members of a class are a dict without types, and before Tiled 1.2 all properties were one.
    """
    if not isinstance(properties, Mapping):
        return list(properties)
    known = {bool: "bool", int: "int", float: "float", dict: "class", list: "list"}
    return [
        {"name": name, "type": types.get(name) or known.get(type(value), "string"), "value": value}
        for name, value in properties.items()
    ]


def _properties_from_json(listed: Iterable[Mapping[str, Any]]) -> Element:
    node = Element("properties")
    for entry in listed:
        _add_value(SubElement(node, "property", name=entry.get("name", "")), entry)
    return node


def _add_value(node: Element, entry: Mapping[str, Any]) -> None:
    """Add the value of a property, or of an item of a list."""
    kind, value = entry.get("type") or "string", entry.get("value")
    node.set("type", kind)
    if kind == "class":
        node.append(_properties_from_json(_property_list(value or {})))
    elif kind == "list":
        for item in value if isinstance(value, list) else ():
            typed = item if isinstance(item, Mapping) else _property_list({"": item})[0]
            _add_value(SubElement(node, "item"), typed)
    else:
        node.set("value", "" if value is None else str(value))


def _as_text(value: str | float) -> str:
    return str(int(value) if isinstance(value, bool) else value)


def _tiles_as_text(data: str | Sequence[int]) -> str:
    return data if isinstance(data, str) else ",".join(map(str, data))


def _layer_names(layers: Iterable[str]) -> set[str]:
    many = isinstance(layers, Iterable) and not isinstance(layers, str)
    names: list[Any] = list(layers) if many else [layers]
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"layers must be names of layers, got {shown(name)}")
    return set(names)


def _file_named(name: str, folder: Path) -> Path:
    """Return the path of a file that another file in a folder names, maybe with backslashes."""
    return folder / name.replace("\\", "/")


def _embed_tilesets(root: Element, path: Path) -> None:
    """Put the tilesets from separate files into the map. Old ones have the map's size of tiles."""
    for node in root.findall("tileset"):
        source = node.attrib.pop("source", None)
        if source is not None:
            file = _file_named(source, path.parent)
            external = _read_xml(file)
            node.attrib = {**external.attrib, **node.attrib, "file": str(file.resolve())}
            node.extend(external)
        for key in ("tilewidth", "tileheight"):
            if node.get(key, "0") in ("", "0"):
                node.set(key, root.attrib[key])


def _embed_templates(root: Element, path: Path, notes: _Notes) -> None:
    """Give objects everything from their templates that they do not define themselves.

    Objects of layers name templates relative to the map, objects of tiles relative to their
    tileset.
    """
    templates: dict[Path, Element] = {}
    parts = list(root)
    for part in parts:  # which grows by the tilesets of templates
        home = Path(part.get("file", path)).parent
        place = f"{path}: tileset {part.get('name', '')!r}" if part.tag == "tileset" else ""
        for group, node in [(g, node) for g in part.iter("objectgroup") for node in g]:
            source = node.get("template")
            if source is None:
                continue
            file = _file_named(source, home)
            try:
                if file not in templates:
                    templates[file] = _template(root, file)
                    parts += list(root)[len(parts) :]
            except (OSError, ValueError) as error:
                group.remove(node)
                told = f"its template can't be read: {error}"
                notes.left_out(place or _place_of(path, group), node, told, "template", str(file))
            else:
                _take_over(node, templates[file])


def _take_over(node: Element, template: Element) -> None:
    """Give an object everything from its template that it does not define itself."""
    stated = _property_names(node)
    has_shape = any(child.tag != "properties" for child in node)
    node.attrib = {**template.attrib, **node.attrib}
    for child in template:
        if child.tag == "properties":
            listed = node.find("properties")
            if listed is None:
                listed = SubElement(node, "properties")
            listed.extend(one for one in child if one.get("name") not in stated)
        elif not has_shape:
            node.append(child)


def _template(root: Element, file: Path) -> Element:
    """Return the object of a template, with the gid that the map uses."""
    template = _read_xml(file)
    found = template.find("object")
    if found is None:
        raise ValueError(f"{file} is not a template of Tiled: it has no object")
    made = deepcopy(found)
    tileset = template.find("tileset")
    if made.get("gid") and tileset is not None:
        source = str(_file_named(tileset.attrib["source"], file.parent).resolve())
        ours = next((node for node in root.findall("tileset") if node.get("file") == source), None)
        if ours is None:
            ours = SubElement(root, "tileset", firstgid=str(_next_gid(root)), source=source)
            _embed_tilesets(root, Path(source))
        gid, first = int(made.attrib["gid"]), int(tileset.attrib["firstgid"])
        made.set("gid", str(gid - first + int(ours.attrib["firstgid"])))
    return made


def _classes_near(path: Path, notes: _Notes) -> dict[str, Element]:
    """Return the members of the classes in Tiled's project by name, with their default values.

    A map does not name its project. It is the project file in the nearest folder that has one.
    """
    for folder in path.resolve().parents:
        for file in sorted(folder.glob("*.tiled-project")):
            try:
                types = json.loads(file.read_bytes()).get("propertyTypes", ())
                return {
                    one["name"]: _properties_from_json(one["members"])
                    for one in types
                    if one.get("type") == "class"
                }
            except (OSError, AttributeError, KeyError, TypeError, ValueError) as error:
                notes.note(f"{file} is not a Tiled project, so its classes are ignored: {error!r}")
                return {}
    return {}


def _embed_classes(root: Element, classes: Mapping[str, Element]) -> None:
    """Give layers, objects and tiles everything from their classes that they do not define
    themselves.

    Values of an object's tile take precedence over values of the object's class.
    """
    stated = {
        int(node.get("firstgid", 1)) + int(tile.get("id", 0)): _property_names(tile)
        for node in root.findall("tileset")
        for tile in node.findall("tile")
    }
    for node in root.iter():
        if node.tag in ("tile", "object", *LAYER_ELEMENTS.values()) and _type_of(node) in classes:
            own = node.find("properties")
            if own is None:
                own = SubElement(node, "properties")
            known = _property_names(node) | stated.get(int(node.get("gid", 0)) & GID, set())
            own.extend(one for one in classes[_type_of(node)] if one.get("name") not in known)


def _next_gid(root: Element) -> int:
    """Return a gid beyond the gids of all tilesets."""
    ends = [1]
    for node in root.findall("tileset"):
        ids = [int(tile.get("id", 0)) + 1 for tile in node.findall("tile")]
        ends.append(int(node.get("firstgid", 1)) + max([int(node.get("tilecount", 0)), *ids]))
    return max(ends)


def _gids(data: Element) -> Gids:
    """Return the gids of a layer, or of a chunk of a layer, from its text."""
    encoding, compression = data.get("encoding"), data.get("compression") or ""
    text = (data.text or "").strip()
    if encoding is None:
        return np.array([int(tile.get("gid", 0)) for tile in data.findall("tile")], dtype=np.int64)
    if encoding == "csv":
        return np.array([*map(int, filter(str.strip, text.split(",")))], dtype=np.int64)
    if encoding != "base64":
        raise ValueError(f"its tiles must be XML, csv or base64, got {shown(encoding)}")
    packed = base64.b64decode(text)
    match compression:
        case "":
            pass
        case "gzip" | "zlib":
            packed = zlib.decompress(packed, zlib.MAX_WBITS | 32)  # either of both
        case "zstd":
            packed = _from_zstd(packed)
        case _:
            raise ValueError(f"its tiles must be gzip, zlib or zstd, got {shown(compression)}")
    return np.frombuffer(packed, "<u4").astype(np.int64)


def _from_zstd(packed: bytes) -> bytes:
    try:
        from compression import zstd  # new in Python 3.14
    except ImportError:
        raise ValueError(
            "its tiles are compressed by zstd, which needs Python 3.14: choose another format in "
            "the map's properties in Tiled"
        ) from None
    unpacked: bytes = zstd.decompress(packed)
    return unpacked


def _cells_of(node: Element) -> tuple[MapCells, Gids, npt.NDArray[np.intp]]:
    """Return the cells of a tile layer that have a tile, row by row; their gids; and the column and
    row of the first cell, from which they are counted.
    """
    data = node.find("data")
    chunks = [] if data is None else data.findall("chunk")
    if data is None or not (chunks or (data.text or "").strip() or data.findall("tile")):
        return NO_CELLS, np.zeros(0, np.int64), np.zeros(2, np.intp)
    starts, places, parts = [], [], []
    for chunk in chunks or [node]:
        x, y, width, height = (int(chunk.get(k, 0)) for k in ("x", "y", "width", "height"))
        if chunk is not node:
            for key in ("encoding", "compression"):
                if data.get(key):
                    chunk.set(key, data.attrib[key])
        gids = _gids(data if chunk is node else chunk)
        if len(gids) != width * height:
            raise ValueError(f"it must have {width} by {height} tiles, got {len(gids)}")
        rows, columns = np.divmod(np.arange(len(gids)), max(width, 1))
        places.append(np.column_stack((columns + x, rows + y)))
        starts.append((x, y))
        parts.append(gids)
    first = np.min(starts, axis=0)
    cells, gids = np.concatenate(places) - first, np.concatenate(parts)
    order = row_by_row(*cells.T)  # of chunks that overlap, the last counts
    order = order[gids[order] > 0]
    return cells[order], gids[order], first


# --- properties and layers -----------------------------------------------------------------------


def _property_names(node: Element) -> set[str]:
    return {child.get("name", "") for child in node.findall("properties/property")}


def _properties(node: Element) -> dict[str, Any]:
    """Return the custom properties by name. A class is a dict of its members, and a list is a
    list.
    """
    return {child.get("name", ""): _value(child) for child in node.findall("properties/property")}


def _value(node: Element) -> Any:
    kind, text = node.get("type", "string"), node.get("value", node.text or "")
    match kind:
        case "class":
            return _properties(node)
        case "list":
            return [_value(item) for item in node.findall("item")]
        case "bool" | "int" | "object" | "float" if not text:
            return None
        case "bool":
            return text.lower() not in ("0", "false")
        case "int" | "object":
            return int(text)
        case "float":
            return float(text)
    return text


class _Layer(NamedTuple):
    """A layer or a group of layers, with the settings from its groups."""

    node: Element
    offset: Offset
    visible: bool
    included: bool


def _layers(root: Element, chosen: set[str] | None, path: Path, notes: _Notes) -> list[_Layer]:
    """Return tile and object layers, the lowest first."""
    every = list(_layers_in(_Layer(root, (0.0, 0.0), True, chosen is None), chosen, path, notes))
    known = {layer.node.get("name", "") for layer in every}
    if chosen is not None and not chosen <= known:
        raise ValueError(
            f"layers must be in the map, which has {sorted(known)}, got {sorted(chosen - known)}"
        )
    return [layer for layer in every if layer.node.tag != "group"]


def _layers_in(
    above: _Layer, chosen: set[str] | None, path: Path, notes: _Notes
) -> Iterator[_Layer]:
    """Return tile layers, object layers and groups of them, the lowest first."""
    for node in above.node:
        if node.tag not in LAYER_ELEMENTS.values():
            continue
        name = node.get("name", "")
        with _telling_place(f"layer {name!r}"):
            x, y = float(node.get("offsetx", 0)), float(node.get("offsety", 0))
            layer = _Layer(
                node,
                (above.offset[0] + x, above.offset[1] + y),
                above.visible and node.get("visible") != "0",
                (chosen is not None and name in chosen)
                or (above.included and _is_solid(_properties(node), _place_of(path, node), notes)),
            )
        yield layer
        if node.tag == "group":
            yield from _layers_in(layer, chosen, path, notes)


class _Tile(NamedTuple):
    """A tile as it occurs in layers and objects, mirrored or not."""

    solid: bool
    shapes: Sequence[Shape]  # from the top left corner of its image; () for the whole tile
    keywords: Mapping[str, Any]  # keywords from the properties of the whole tile
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
        shift = across * self.offset[0], down * self.offset[1]
        if not self.shapes:
            whole = self.grid.whole(x, y, across * self.width, down * self.height, shift)
            return [attrs.evolve(whole, **self.keywords)]
        angle, *signs = self.pose
        size, scale = (self.width, self.height), (across, down)
        if self.is_on_its_side:
            size, scale = size[::-1], scale[::-1]
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

    def __init__(self, root: Element, grid: Grid, path: Path, notes: _Notes) -> None:
        self._grid, self._path, self._notes = grid, path, notes
        self._tilesets = sorted(root.findall("tileset"), key=lambda n: -int(n.get("firstgid", 1)))
        self._nodes = {
            int(node.get("firstgid", 1)) + int(tile.get("id", 0)): tile
            for node in self._tilesets
            for tile in node.findall("tile")
        }
        self._cache: dict[int, _Tile] = {}

    def __getitem__(self, gid: int) -> _Tile:
        if gid not in self._cache:
            tileset = self._tileset_of(gid & GID)
            number = (gid & GID) - int(tileset.get("firstgid", 1))
            name = f"tile {number} of {tileset.get('name', '')!r}"
            with _telling_place(name):
                self._cache[gid] = self._read(gid, tileset, f"{self._path}: {name}")
        return self._cache[gid]

    def properties(self, gid: int) -> dict[str, Any]:
        tile = self._nodes.get(gid & GID)
        return {} if tile is None else _properties(tile)

    def type(self, gid: int) -> str:
        tile = self._nodes.get(gid & GID)
        return "" if tile is None else _type_of(tile)

    def _read(self, gid: int, tileset: Element, place: str) -> _Tile:
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
        solid, shapes, keywords = self._shapes_of(tile, _ground_of(tileset, height), place)
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
        return _Tile(solid, shapes, keywords, width, height, pose, up, *own)

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
        number, count = gid - int(tileset.get("firstgid", 1)), tileset.get("tilecount")
        is_collection = tileset.get("columns") == "0"  # of images, each with a node of its own
        if gid not in self._nodes and count and (is_collection or number >= int(count)):
            name = tileset.get("name", "")
            raise NoTileError(f"the tileset {name!r} has {count} tiles, and no tile {number}", name)
        return tileset

    def _shapes_of(
        self, tile: Element, ground: Grid, place: str
    ) -> tuple[bool, list[Shape], dict[str, Any]]:
        """Return whether a tile is solid, its shapes, and keywords from their properties.

        Without shapes, the whole tile is solid.
        """
        properties = _properties(tile)
        keywords = _keywords(properties, place, self._notes)
        if _type_of(tile):
            keywords["name"] = _type_of(tile)
        objects = [one for one in tile.findall("objectgroup/object") if one.find("text") is None]
        is_hollow = bool(objects)
        shapes: list[Shape] = []
        for node in objects:
            own_place = f"{place}, {_name_of(node)}"
            with _telling_place(_name_of(node)):
                is_solid = _is_solid(_properties(node), own_place, self._notes)
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
        return is_solid, shapes, keywords


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
    properties: Mapping[str, Any], key: str, place: str, notes: _Notes, default: bool
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
    notes: _Notes,
    default: bool = True,
) -> bool:
    return _truth(properties, "solid", place, notes, default)


def _keywords(
    properties: Mapping[str, Any], place: str, notes: _Notes, up: Offset = FROM_ABOVE
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
    node: Element,
    grid: Grid,
    place: str,
    notes: _Notes,
    of_tile: Mapping[str, Any] = MappingProxyType({}),
) -> list[Shape]:
    """Return the shapes of an object relative to its position, before rotation about it.

    Their keywords come from its properties or else from the properties of its tile.
    """
    with _being_one_object():
        shapes = [drawn for one in _shapes_from_every_side(node) for drawn in grid.drawn(one)]
    place = f"{place}, {_name_of(node)}"
    keywords = {**of_tile, **_keywords(_properties(node), place, notes)}
    return [_with(shape, keywords, place, notes) for shape in shapes]


def _with(shape: Shape, keywords: Mapping[str, Any], place: str, notes: _Notes) -> Shape:
    """Return a shape with keywords from properties."""
    if isinstance(shape, Point):
        if keywords.get("one_way"):
            notes.note(f"{place}: a point has no sides, so one_way is ignored", "point")
        keywords = {key: value for key, value in keywords.items() if key != "one_way"}
    return attrs.evolve(shape, **keywords) if keywords else shape


def _name_of(node: Element) -> str:
    """Return the name of an object in error messages."""
    return f"object {node.get('id')} {node.get('name', '')!r}"


def _type_of(node: Element) -> str:
    """Return the type of an object or a tile, which Tiled 1.9 called its class."""
    return node.get("type") or node.get("class") or ""


def _place_of(path: Path, layer: Element) -> str:
    """Return the name of a layer in messages."""
    return f"{path}: layer {layer.get('name', '')!r}"


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
    layer: Element, tiles: _Tiles, grid: Grid, place: str, notes: _Notes
) -> Iterator[MapSprite]:
    """Create the sprites of a layer's objects."""
    for node in layer.findall("object"):
        if node.find("text") is not None:
            continue
        with _telling_place(_name_of(node)):
            sprite = _object(node, tiles, grid, place, notes)
        if sprite is not None:
            yield sprite


def _object(
    node: Element, tiles: _Tiles, grid: Grid, place: str, notes: _Notes
) -> MapSprite | None:
    """Create the sprite of an object, without shapes if it has no valid one.

    Return None if the object is not solid, or is nowhere.
    """
    gid, properties = int(node.get("gid", 0)), _properties(node)
    own_place = f"{place}, {_name_of(node)}"
    tile = no_tile = None
    try:
        tile = tiles[gid] if gid else None
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
    sprite.name, sprite.visible = node.get("name", ""), node.get("visible") != "0"
    sprite.type = _type_of(node) or tiles.type(gid)
    sprite.properties = {**tiles.properties(gid), **properties}
    sprite.collision = ()
    try:
        if no_tile is not None:
            raise no_tile
        if tile is None:
            sprite.collision = _local_shapes(node, grid, place, notes)
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


def _tile_layer(node: Element, tiles: _Tiles, grid: Grid, place: str, notes: _Notes) -> MapSprite:
    """Create one sprite for all tiles of a layer, except tiles that no tileset has."""
    cells, gids, first = _cells_of(node)
    start = grid.start(*first.tolist())

    def boxes_of(some: MapCells) -> CornerGrid:
        return grid.boxes(*(some + first).T) - start

    # Full cells are merged, and so are the shapes of other tiles that are alike.
    full: dict[Keywords, list[MapCells]] = {NO_KEYWORDS: []}
    shapes: dict[Keywords, dict[Lane, list[Shape]]] = {}
    order = np.argsort(gids, kind="stable")
    kinds, begins = np.unique(gids[order], return_index=True)
    for gid, places in zip(kinds.tolist(), np.split(cells[order], begins[1:]), strict=False):
        try:
            tile = tiles[gid]
        except NoTileError as error:
            told = f"{place}, tile {gid & GID} is left out, since {error}"
            notes.note(told, *error.cause)
            continue
        if not tile.solid:
            continue
        own = tile.shapes_in_cell()
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
    sprite = MapSprite(*start, collision=collision)
    sprite.name, sprite.type = node.get("name", ""), node.get("class", "")
    sprite.properties = _properties(node)
    return sprite


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
