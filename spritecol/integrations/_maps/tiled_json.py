"""Tiled's JSON as the XML that it corresponds to, also in the forms of old versions.

What each is: https://doc.mapeditor.org/en/stable/reference.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any
from xml.etree.ElementTree import Element, SubElement


def json_number(text: str) -> float:
    """Read a JSON number with a decimal point, because other programs write 3 as 3.0."""
    number = float(text)
    return int(number) if number.is_integer() else number


LAYER_ELEMENTS = {"tilelayer": "layer", "objectgroup": "objectgroup", "group": "group"}
"""The types of layers in JSON, and their elements. Layers of images have no shapes."""


def xml_from_json(json_of: Mapping[str, Any], tag: str = "") -> Element:
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
        node.append(properties_from_json(listed))
    for child in json_of.get("tilesets", ()):
        node.append(xml_from_json(child, "tileset"))
    for child in json_of.get("layers", ()):
        if child["type"] in LAYER_ELEMENTS:
            node.append(xml_from_json(child, LAYER_ELEMENTS[child["type"]]))
    if "image" in json_of:
        size = {k: str(json_of[f"image{k}"]) for k in ("width", "height") if f"image{k}" in json_of}
        SubElement(node, "image", {"source": json_of["image"], **size})
    for key in ("tileoffset", "grid"):
        if key in json_of:
            SubElement(node, key, {k: _as_text(v) for k, v in json_of[key].items()})
    if tag == "template":
        if "tileset" in json_of:
            node.append(xml_from_json(json_of["tileset"], "tileset"))
        node.append(xml_from_json(json_of["object"], "object"))
    for child in _tiles_from_json(json_of):
        node.append(xml_from_json(child, "tile"))
    if "objectgroup" in json_of:
        node.append(xml_from_json(json_of["objectgroup"], "objectgroup"))
    for child in json_of.get("objects", ()):
        node.append(xml_from_json(child, "object"))
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


def properties_from_json(listed: Iterable[Mapping[str, Any]]) -> Element:
    node = Element("properties")
    for entry in listed:
        _add_value(SubElement(node, "property", name=entry.get("name", "")), entry)
    return node


def _add_value(node: Element, entry: Mapping[str, Any]) -> None:
    """Add the value of a property, or of an item of a list."""
    kind, value = entry.get("type") or "string", entry.get("value")
    node.set("type", kind)
    of_class = entry.get("propertytype") or entry.get("propertyType")  # in a map; in a project
    if of_class:
        node.set("propertytype", of_class)
    if kind == "class":
        node.append(properties_from_json(_property_list(value or {})))
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
