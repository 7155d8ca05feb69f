"""Files of Tiled, put together: a map with its tilesets, templates and classes.

Tilesets and templates in separate files are embedded in the map. So whoever reads its layers finds
everything there: names, properties, and the cells of tile layers.
"""

import base64
import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from itertools import repeat
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import numpy as np
import numpy.typing as npt

from spritecol._support.range_check import shown
from spritecol.integrations._maps.map_grids import MapCells
from spritecol.integrations._maps.map_notes import Notes
from spritecol.integrations._maps.tiled_json import (
    LAYER_ELEMENTS,
    json_number,
    properties_from_json,
    xml_from_json,
)
from spritecol.tiles import row_by_row

Gids = npt.NDArray[np.int64]

NO_CELLS: MapCells = np.zeros((0, 2), np.intp)

GID = (1 << 28) - 1
"""The other bits of a gid."""

USES = {
    **dict.fromkeys(LAYER_ELEMENTS.values(), "layer"),
    **{tag: tag for tag in ("map", "tileset", "tile", "object")},
}
"""Which elements have properties, and what they are called where a class says what it is for."""

Classes = Mapping[tuple[str, str], Element]
"""The members of classes with their default values, by use and name. One that is used for values of
properties is also under "property"."""

MOST_VALUES = 100_000
"""How many members all classes of a project together may get from each other. If each of twenty
classes has two members of the next class, the first one gets a million."""

ENDLESS = repeat(True)

INSIDE_TILED = (":/", "qrc:/")
"""How the source of a tileset begins that has no file: ":/automap-tiles.tsx" is inside Tiled."""

AUTOMAP_TILES = 5
"""How many tiles that one has, so the next tileset begins beyond them."""

UNREADABLE = (AttributeError, KeyError, RecursionError, TypeError, ValueError)
"""What reading a file raises that is not as Tiled writes it."""


class NoShapeError(ValueError):
    """An object is not a valid shape at a valid position."""


class NoTileError(NoShapeError):
    """A tile is beyond the end of its tileset, which is `""` if no tileset begins before it; or its
    tileset is inside Tiled.
    """

    def __init__(self, message: str, tileset: str) -> None:
        super().__init__(message)
        self.cause = "tileset", tileset


class TiledNotes(Notes):
    """The warnings about a map's objects, tiles and properties.

    Attributes:
        not_solid: the layers that have no shapes, and the tiles and objects that are not solid.
    """

    def __init__(self) -> None:
        super().__init__()
        self.not_solid = Notes()

    def hollow(self, what: str, node: Element, *cause: object) -> None:
        kind = element_class(node)
        self.not_solid.note(f"{what}, class {kind!r}" if kind else what, *cause, kind)

    def left_out(self, place: str, node: Element, reason: str, *cause: object) -> None:
        self.note(f"{place}, {object_name(node)} is left out, since {reason}", *cause)

    def no_shape(self, place: str, node: Element, error: NoShapeError) -> None:
        advice = "; draw a route as a polyline" if node.find("polygon") is not None else ""
        what = f"{place}, {object_name(node)}"
        self.note(
            f"{what} has no shape, since it is not a valid one: {error}{advice}",
            *(error.cause if isinstance(error, NoTileError) else ()),
        )


@contextmanager
def telling_place(place: str) -> Iterator[None]:
    """Let an error say where in the file it is."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, zlib.error) as error:
        raise ValueError(f"{place}: it is not as Tiled writes it, {error!r}") from error
    except RecursionError as error:
        told = "a property has lists or classes too deep inside each other"
        raise ValueError(f"{place}: {told}") from error
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from error


def read_xml(path: Path) -> Element:
    """Read a map, a tileset or a template as XML, also from JSON."""
    try:
        if path.suffix in (".tmj", ".tsj", ".tj", ".json"):
            return xml_from_json(json.loads(path.read_bytes(), parse_float=json_number))
        return ElementTree.parse(path).getroot()
    except (ElementTree.ParseError, *UNREADABLE) as error:
        raise ValueError(f"{path} is not a file of Tiled: {error!r}") from error


def _file_named(name: str, folder: Path) -> Path:
    """Return the path of a file that another file in a folder names, maybe with backslashes."""
    return folder / name.replace("\\", "/")


def _file_of_tileset(source: str, folder: Path) -> str:
    """Return the path of a tileset, or its source if it is inside Tiled."""
    return source if source.startswith(INSIDE_TILED) else str(_file_named(source, folder).resolve())


def embed_tilesets(root: Element, path: Path) -> None:
    """Put the tilesets from separate files into the map. Old ones have the map's size of tiles.

    Of a tileset inside Tiled, nothing is known but the number of its tiles.
    """
    for node in root.findall("tileset"):
        source = node.attrib.pop("source", None)
        if source is not None:
            file = _file_of_tileset(source, path.parent)
            if source.startswith(INSIDE_TILED):
                external = Element("tileset", name=source, tilecount=str(AUTOMAP_TILES))
            else:
                external = read_xml(_file_named(source, path.parent))
            node.attrib = {**external.attrib, **node.attrib, "file": file}
            node.extend(external)
        for key in ("tilewidth", "tileheight"):
            if node.get(key, "0") in ("", "0"):
                node.set(key, root.attrib[key])


def embed_templates(root: Element, path: Path, notes: TiledNotes) -> None:
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
                notes.left_out(
                    place or place_of_layer(path, group), node, told, "template", str(file)
                )
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
    template = read_xml(file)
    found = template.find("object")
    if found is None:
        raise ValueError(f"{file} is not a template of Tiled: it has no object")
    made = deepcopy(found)
    tileset = template.find("tileset")
    if made.get("gid") and tileset is not None:
        source = _file_of_tileset(tileset.attrib["source"], file.parent)
        ours = next((node for node in root.findall("tileset") if node.get("file") == source), None)
        if ours is None:
            ours = SubElement(root, "tileset", firstgid=str(_next_gid(root)), source=source)
            embed_tilesets(root, Path(source))
        gid, first = int(made.attrib["gid"]), int(tileset.attrib["firstgid"])
        made.set("gid", str(gid - first + int(ours.attrib["firstgid"])))
    return made


def classes_near(path: Path, notes: TiledNotes) -> Classes:
    """Return the classes in Tiled's project.

    A map does not name its project. It is the project file in the nearest folder that has one.
    """
    for folder in path.resolve().parents:
        for file in sorted(folder.glob("*.tiled-project")):
            try:
                return _classes_in(json.loads(file.read_bytes()))
            except (OSError, *UNREADABLE) as error:
                notes.note(f"{file} is not a Tiled project, so its classes are ignored: {error!r}")
                return {}
    return {}


def _classes_in(project: Mapping[str, Any]) -> Classes:
    classes: dict[tuple[str, str], Element] = {}
    for one in project.get("propertyTypes", ()):
        if one.get("type") == "class":
            members = properties_from_json(one["members"])
            for member in members:
                if not isinstance(member.get("name"), str):
                    raise TypeError(f"the name of a member must be a str, got {member.get('name')}")
                member.set("ofclass", one["name"])
            for use in one.get("useAs", ["property", *USES.values()]):
                classes.setdefault((use, one["name"]), members)
    left = repeat(True, MOST_VALUES)
    whole: dict[int, Element] = {}
    for (_, name), members in classes.items():
        if id(members) in whole:
            continue
        whole[id(members)] = deepcopy(members)  # others take over only what is stated
        for member in whole[id(members)]:
            _complete(member, classes, (name,), left)
            _value(member)  # an error names the project
    return {key: whole[id(members)] for key, members in classes.items()}


def _complete(
    value: Element,
    classes: Classes,
    within: tuple[str, ...] = (),
    left: Iterator[bool] = ENDLESS,
) -> None:
    """Give a value whose type is a class the members that it does not state, and so on inside it.

    Tiled does not save them. As there, a member that is stated takes nothing from what the class
    around it states for it, only from its own class. Inside JSON, the types of members are unknown
    before. Tiled refuses classes in a circle. Here they end where they meet again.

    Args:
        value: the value.
        classes: the members of classes; those of a project are not complete themselves yet.
        within: the classes around the value.
        left: what is used up by each value that is added. At its end, this raises a ValueError.
    """
    for item in value.findall("item"):
        _complete(item, classes, within, left)
    kind = value.get("propertytype", "") if value.get("type") == "class" else ""
    members = None if kind in within else classes.get(("property", kind))
    listed = value.find("properties")
    if members is not None:
        listed = SubElement(value, "properties") if listed is None else listed
        stated = {child.get("name", ""): child for child in listed}
        for member in members:
            found = stated.get(member.get("name", ""))
            if found is None:
                listed.append(deepcopy(member))
                if not all(next(left, False) for _ in member.iter()):
                    told = "its classes have more than"
                    raise ValueError(f"{told} {MOST_VALUES} members, with those inside each other")
                continue
            if "propertytype" in member.attrib:
                found.attrib.setdefault("propertytype", member.attrib["propertytype"])
            if (found.get("type"), member.get("type")) == ("int", "float"):
                found.set("type", "float")
        within = (*within, kind)
    for child in () if listed is None else listed:
        _complete(child, classes, within, left)


def embed_classes(root: Element, classes: Classes) -> None:
    """Give everything that has properties all that it does not define itself: the members of its
    class, and those of the classes of its properties.

    Values of an object's tile take precedence over values of the object's class.
    """
    stated = {
        int(node.get("firstgid", 1)) + int(tile.get("id", 0)): _property_names(tile)
        for node in root.findall("tileset")
        for tile in node.findall("tile")
    }
    for node in root.iter():
        if node.tag not in USES:
            continue
        own = node.find("properties")
        for value in () if own is None else own:
            _complete(value, classes)
        members = classes.get((USES[node.tag], element_class(node)))
        if members is not None:
            own = SubElement(node, "properties") if own is None else own
            known = _property_names(node) | stated.get(int(node.get("gid", 0)) & GID, set())
            own.extend(one for one in members if one.get("name") not in known)


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


def cells_of_layer(node: Element) -> tuple[MapCells, Gids, npt.NDArray[np.intp]]:
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


def custom_properties(node: Element, leave_out: str = "") -> dict[str, Any]:
    """Return the custom properties by name. A class is a dict of its members, and a list is a
    list. Members of the node's own class can be left out.
    """
    listed = node.findall("properties/property")
    return {
        child.get("name", ""): _value(child)
        for child in listed
        if not leave_out or child.get("ofclass") != leave_out
    }


def _value(node: Element) -> Any:
    kind, text = node.get("type", "string"), node.get("value", node.text or "")
    match kind:
        case "class":
            return custom_properties(node)
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


def object_name(node: Element) -> str:
    """Return the name of an object in error messages."""
    return f"object {node.get('id')} {node.get('name', '')!r}"


def element_class(node: Element) -> str:
    """Return the type of an object or a tile, which Tiled 1.9 called its class."""
    return node.get("type") or node.get("class") or ""


def place_of_layer(path: Path, layer: Element) -> str:
    """Return the name of a layer in messages."""
    return f"{path}: layer {layer.get('name', '')!r}"
