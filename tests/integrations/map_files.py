"""Maps as values, and the files of them: each form in which Tiled and LDtk write a map.

A map of Tiled is what its JSON says: dicts of numbers, with the names of Tiled. The corners of a
polygon are pairs, and the gids of a layer a flat list. `write_tiled` makes files of it, in one of
the `FORMS`. None of this shares code with the library.
"""

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

Json = dict[str, Any]

ACROSS, DOWN, DIAGONAL, BY_120 = 1 << 31, 1 << 30, 1 << 29, 1 << 28
"""How a tile is mirrored: bits of its gid."""

# --- values ---------------------------------------------------------------------------------------


class Of(dict[str, Any]):
    """The value of a property whose type is a class of the project: the members that it states."""

    def __init__(self, kind: str, **stated: Any) -> None:
        super().__init__(stated)
        self.kind = kind

    def __deepcopy__(self, memo: Any) -> "Of":
        return Of(self.kind, **deepcopy(dict(self), memo))


KINDS = {bool: "bool", int: "int", float: "float", str: "string", dict: "class", list: "list"}


def prop(name: str, value: Any, kind: str = "") -> Json:
    """A property, with the type that Tiled gives to such a value."""
    return {"name": name, **typed(value), **({"type": kind} if kind else {})}


def typed(value: Any) -> Json:
    if isinstance(value, Of):
        return {"type": "class", "propertytype": value.kind, "value": value}
    items = [typed(item) for item in value] if isinstance(value, list) else value
    return {"type": KINDS[type(value)], "value": items}


def props(**values: Any) -> list[Json]:
    return [prop(name, value) for name, value in values.items()]


def tiles(rows: Sequence[Sequence[int]], name: str = "ground", **more: Any) -> Json:
    """A layer of tiles; with `at`, one of an infinite map, whose first cell is there."""
    size = {"width": len(rows[0]), "height": len(rows)}
    data = [int(gid) for row in rows for gid in row]
    return {"type": "tilelayer", "id": 1, "name": name, **size, "data": data, **more}


def thing(x: Any = 0, y: Any = 0, *size: Any, **more: Any) -> Json:
    return {"x": x, "y": y, **dict(zip(("width", "height"), size, strict=False)), **more}


def things(*objects: Json, name: str = "things", **more: Any) -> Json:
    """A layer of objects, which are numbered."""
    numbered = [{"id": k, **one} for k, one in enumerate(objects, 1)]
    return {"type": "objectgroup", "id": 2, "name": name, "objects": numbered, **more}


def group(name: str, *layers: Json, **more: Any) -> Json:
    return {"type": "group", "id": 3, "name": name, "layers": list(layers), **more}


def tile(*objects: Json, **more: Any) -> Json:
    """A tile, with its collision objects."""
    inside = {"objectgroup": things(*objects, name="")} if objects else {}
    return {**more, **inside}


def tileset(first: int = 1, name: str = "blocks", count: int = 8, **more: Any) -> Json:
    """A tileset of tiles of 16 by 16, of which those in `tiles`, by number, have more to say."""
    listed = [{"id": number, **one} for number, one in more.pop("tiles", {}).items()]
    size = {"tilewidth": 16, "tileheight": 16, "tilecount": count, "columns": count}
    made = {"firstgid": first, "name": name, **size, **more, "tiles": listed}
    image = {"image": "none.png", "imagewidth": 128, "imageheight": 64}
    return made if made["columns"] == 0 else {**image, **made}


def tiled_map(*layers: Json, tilesets: Sequence[Json] = (), **more: Any) -> Json:
    head = {"type": "map", "version": "1.10", "tiledversion": "1.10.2", "renderorder": "right-down"}
    size = {"width": 9, "height": 9, "tilewidth": 16, "tileheight": 16}
    numbers = {"infinite": False, "nextlayerid": 99, "nextobjectid": 99}
    inside = {"tilesets": list(tilesets), "layers": list(layers)}
    return {**head, "orientation": "orthogonal", **size, **numbers, **more, **inside}


# --- forms ----------------------------------------------------------------------------------------


class Form(NamedTuple):
    """How the files of a map are written.

    Attributes:
        suffix: of the map.
        cells: how tiles are packed.
        in_chunks: whether the map is infinite.
        tilesets: the suffix of the files of tilesets, which are in a folder of their own.
        templates: the suffix of the files of templates, of which each object has one.
        slash: what is between the names of folders.
        word: what the class of an object or a tile is called.
        before: the version of Tiled in which JSON has got its today's form.
        encoding: of the text of the map.
    """

    suffix: str = ".tmx"
    cells: str = "csv"
    in_chunks: bool = False
    tilesets: str = ""
    templates: str = ""
    slash: str = "/"
    word: str = "type"
    before: str = ""
    encoding: str = "utf-8"


FORMS = {
    "csv": Form(),
    "XML": Form(cells="xml"),
    "base64": Form(cells="base64"),
    "zlib": Form(cells="zlib"),
    "gzip": Form(cells="gzip"),
    "zstd": Form(cells="zstd"),
    "chunks": Form(in_chunks=True),
    "chunks of XML": Form(cells="xml", in_chunks=True),
    "packed chunks": Form(cells="gzip", in_chunks=True),
    "tilesets in files": Form(tilesets=".tsx"),
    "templates": Form(tilesets=".tsx", templates=".tx"),
    "templates beside tilesets in the map": Form(templates=".tx"),
    "backslashes": Form(tilesets=".tsx", templates=".tx", slash="\\"),
    "Tiled 1.9": Form(word="class"),
    "UTF-16": Form(encoding="utf-16"),
    "a byte order mark": Form(encoding="utf-8-sig"),
    "JSON": Form(".tmj"),
    "packed JSON": Form(".tmj", "zlib"),
    "JSON chunks": Form(".json", "base64", in_chunks=True),
    "JSON of Tiled 1.9": Form(".tmj", word="class"),
    "JSON with a byte order mark": Form(".tmj", encoding="utf-8-sig"),
    "JSON in UTF-32": Form(".tmj", encoding="utf-32"),
    "JSON of Tiled 1.1": Form(".json", before="1.2"),
    "JSON of Tiled 0.18": Form(".json", tilesets=".json", before="1.0"),
    "JSON tilesets": Form(".tmj", tilesets=".tsj", slash="\\"),
    "JSON templates": Form(".tmj", tilesets=".tsx", templates=".tj"),
    "XML with files of JSON": Form(tilesets=".tsj", templates=".tj"),
}
XML_FORMS = {name: form for name, form in FORMS.items() if "JSON" not in name}


def write_tiled(folder: Path, made: Json, form: Form = FORMS["csv"]) -> Path:
    """Write a map and the files that it names, and return its path."""
    folder.mkdir(exist_ok=True)
    made = deepcopy(made)
    for layer in layers_in(made):
        if layer["type"] == "tilelayer" and isinstance(layer["data"], list):
            made["infinite"] |= cut_and_packed(layer, form)
    if form.word == "class":
        for one in [*objects_of(made), *tiles_of(made)]:
            if "type" in one:
                one["class"] = one.pop("type")
    if form.templates:
        write_templates(folder, made, form)
    if form.tilesets:
        for k, one in enumerate(made["tilesets"]):
            if "source" in one:
                continue
            own = {key: value for key, value in one.items() if key != "firstgid"}
            write_one(folder / f"sets/{k}{form.tilesets}", {"type": "tileset", **own}, form)
            source = f"sets/{k}{form.tilesets}".replace("/", form.slash)
            made["tilesets"][k] = {"firstgid": one["firstgid"], "source": source}
    path = folder / f"map{form.suffix}"
    write_one(path, made, form)
    return path


def write_one(path: Path, made: Json, form: Form) -> None:
    path.parent.mkdir(exist_ok=True)
    if path.suffix in (".tmx", ".tsx", ".tx"):
        node = element(made["type"], made)
        indent(node)
        head = f'<?xml version="1.0" encoding="{form.encoding.removesuffix("-sig")}"?>\n'
        path.write_text(head + tostring(node, "unicode"), form.encoding)
        return
    plain = json_of(made)
    if form.before:
        plain = old_json(plain)
    if form.before == "1.0":
        del plain["type"]
    path.write_text(json.dumps(plain), form.encoding)


def layers_in(above: Json) -> Iterator[Json]:
    for layer in above["layers"]:
        yield layer
        yield from layers_in(layer) if layer["type"] == "group" else ()


def tiles_of(made: Json) -> list[Json]:
    return [one for tileset in made["tilesets"] for one in tileset.get("tiles", ())]


def objects_of(made: Json) -> list[Json]:
    inside = [one["objectgroup"] for one in tiles_of(made) if "objectgroup" in one]
    return [one for part in [*layers_in(made), *inside] for one in part.get("objects", ())]


def cut_and_packed(layer: Json, form: Form) -> bool:
    """Cut the tiles of a layer into chunks, if they are, and pack them. Whether they are cut."""
    width, height, data = layer["width"], layer["height"], layer["data"]
    x, y = layer.pop("at", (0, 0))
    is_cut = form.in_chunks or (x, y) != (0, 0)
    kind = form.cells
    if form.suffix != ".tmx" and kind == "csv":
        kind = "plain"
    if kind not in ("plain", "xml"):
        layer["encoding"] = "csv" if kind == "csv" else "base64"
    if kind in ("zlib", "gzip", "zstd"):
        layer["compression"] = kind
    if not is_cut:
        layer["data"] = packed(data, kind)
        return False
    del layer["data"]
    wide, high = max(1, (width + 1) // 2), max(1, (height + 1) // 2)
    layer["chunks"] = []
    for left in range(0, width, wide)[::-1]:
        for top in range(0, height, high):
            right, bottom = min(left + wide, width), min(top + high, height)
            cells = [
                data[row * width + k] for row in range(top, bottom) for k in range(left, right)
            ]
            size = {"width": right - left, "height": bottom - top}
            chunk = {"x": x + left, "y": y + top, **size, "data": packed(cells, kind)}
            layer["chunks"].append(chunk)
    return True


def packed(gids: Sequence[int], how: str) -> Any:
    """The tiles of a layer or a chunk: a text, or a list of gids if they are not packed."""
    if how in ("plain", "xml"):
        return list(gids)
    if how == "csv":
        return ",\n".join(map(str, gids))
    packing: Any = {"base64": bytes, "gzip": gzip.compress}
    raw = struct.pack(f"<{len(gids)}I", *gids)
    return base64.b64encode(packing.get(how, zlib.compress)(raw)).decode()


def write_templates(folder: Path, made: Json, form: Form) -> None:
    """Let objects say where they are, and their templates everything else.

    An object of a tile names its template from where its tileset is. Only a tileset that has a file
    can be that of a template.
    """
    in_layers = [one for layer in layers_in(made) for one in layer.get("objects", ())]
    firsts = [one["firstgid"] for one in made["tilesets"] if form.tilesets]
    for k, one in enumerate(objects_of(made)):
        if "template" in one:
            continue
        whole = {key: one.pop(key) for key in [*one] if key not in ("id", "x", "y", "gid")}
        uses = {}
        gid = one.get("gid")
        if isinstance(gid, int) and any(first <= gid & BY_120 - 1 for first in firsts):
            number = max(n for n, first in enumerate(firsts) if first <= gid & BY_120 - 1)
            source = f"../sets/{number}{form.tilesets}".replace("/", form.slash)
            uses = {"tileset": {"firstgid": 1, "source": source}}
            whole["gid"] = one.pop("gid") - firsts[number] + 1
        file = f"templates/{k}{form.templates}"
        write_one(folder / file, {"type": "template", "object": whole, **uses}, form)
        home = "" if any(one is other for other in in_layers) or not form.tilesets else "../"
        one["template"] = f"{home}{file}".replace("/", form.slash)


# --- XML ------------------------------------------------------------------------------------------

MARKS = ("point", "ellipse", "capsule", "text")
LINES = ("polygon", "polyline")
LISTS = {"tilesets": "tileset", "tiles": "tile", "objects": "object"}
TAGS = {"tilelayer": "layer", "imagelayer": "imagelayer"}


def element(tag: str, made: Json) -> Element:
    """The XML of a value."""
    node = Element(tag)
    if "properties" in made:
        node.append(properties(made["properties"]))
    packing = {key: made[key] for key in ("encoding", "compression") if key in made}
    for key, value in made.items():
        if key in LISTS:
            node.extend(element(LISTS[key], one) for one in value)
        elif key == "layers":
            node.extend(element(TAGS.get(one["type"], one["type"]), one) for one in value)
        elif key in ("objectgroup", "object", "tileset", "grid", "tileoffset"):
            node.append(element(key, value))
        elif key in MARKS:
            SubElement(node, key)
        elif key in LINES:
            SubElement(node, key, points=" ".join(",".join(map(str, one)) for one in value))
        elif key == "image":
            size = {k: str(made[f"image{k}"]) for k in ("width", "height") if f"image{k}" in made}
            SubElement(node, "image", source=value, **size)
        elif key == "data" and tag != "chunk":
            put_cells(SubElement(node, "data", packing), value)
        elif key == "chunks":
            data = SubElement(node, "data", packing)
            for chunk in value:
                put_cells(SubElement(data, "chunk", element("chunk", chunk).attrib), chunk["data"])
        elif key not in (*packing, "properties", "data", "imagewidth", "imageheight") and (
            key != "type" or tag in ("object", "tile")
        ):
            node.set(key, str(int(value) if isinstance(value, bool) else value))
    return node


def put_cells(node: Element, cells: Any) -> None:
    if isinstance(cells, str):
        node.text = cells
        return
    for gid in cells:
        SubElement(node, "tile", {"gid": str(gid)} if gid else {})


def properties(listed: Sequence[Json]) -> Element:
    node = Element("properties")
    for one in listed:
        put_value(SubElement(node, "property", name=one["name"]), one)
    return node


def put_value(node: Element, one: Json) -> None:
    kind, value = one["type"], one["value"]
    if kind != "string":
        node.set("type", kind)
    if kind == "class":
        if "propertytype" in one:
            node.set("propertytype", one["propertytype"])
        node.append(properties(props(**value)))
    elif kind == "list":
        for item in value:
            put_value(SubElement(node, "item"), item)
    elif isinstance(value, str) and "\n" in value:
        node.text = value
    else:
        node.set("value", str(value).lower() if isinstance(value, bool) else str(value))


# --- JSON -----------------------------------------------------------------------------------------


def json_of(made: Any) -> Any:
    """A value as Tiled writes it, where a point of a line is a dict."""
    if isinstance(made, list):
        return [json_of(one) for one in made]
    if isinstance(made, Of):  # without types, apart from those of items in lists
        return {name: json_of(typed(one)["value"]) for name, one in made.items()}
    if not isinstance(made, dict):
        return made
    return {
        key: [dict(zip("xy", one, strict=True)) for one in value]
        if key in LINES
        else json_of(value)
        for key, value in made.items()
    }


def old_json(made: Any) -> Any:
    """JSON as before Tiled 1.2, apart from what was not there then: by names and numbers."""
    if isinstance(made, list):
        return [old_json(one) for one in made]
    if not isinstance(made, dict):
        return made
    old = {key: old_json(value) for key, value in made.items() if key != "properties"}
    if "properties" in made:
        old["properties"], old["propertytypes"] = by_name(made["properties"])
    if "tilecount" in made:
        old["tiles"], old["tileproperties"], old["tilepropertytypes"] = {}, {}, {}
        for one in made["tiles"]:
            number, rest = str(one["id"]), {**one}
            for key in ("id", "properties"):
                rest.pop(key, None)
            if rest:
                old["tiles"][number] = old_json(rest)
            if "properties" in one:
                values, kinds = by_name(one["properties"])
                old["tileproperties"][number], old["tilepropertytypes"][number] = values, kinds
    return old


def by_name(listed: Sequence[Json]) -> tuple[Json, Json]:
    return {one["name"]: one["value"] for one in listed}, {
        one["name"]: one["type"] for one in listed
    }


# --- LDtk -----------------------------------------------------------------------------------------


def ldtk_layer(uid: int, name: str, rows: Any = (), entities: Any = (), **more: Any) -> Json:
    """An instance of a layer, with what LDtk writes that is read here."""
    return {
        "__identifier": name,
        "__type": "IntGrid" if rows else "Entities",
        "__cWid": len(rows[0]) if rows else 4,
        "__cHei": len(rows) or 3,
        "__gridSize": 16,
        "__pxTotalOffsetX": 0,
        "__pxTotalOffsetY": 0,
        "layerDefUid": uid,
        "visible": True,
        "intGridCsv": [value for row in rows for value in row],
        "autoLayerTiles": [],
        "gridTiles": [],
        "entityInstances": list(entities),
        **more,
    }


def ldtk_fields(**fields: Any) -> list[Json]:
    return [{"__identifier": k, "__type": "?", "__value": value} for k, value in fields.items()]


def ldtk_entity(
    name: str, uid: int, px: Any, size: Any, pivot: Any = (0, 0), **fields: Any
) -> Json:
    return {
        "__identifier": name,
        "__pivot": list(pivot),
        "__tags": ["thing"],
        "iid": f"{name}-1",
        "defUid": uid,
        "px": list(px),
        "width": size[0],
        "height": size[1],
        "fieldInstances": ldtk_fields(**fields),
    }


def ldtk_level(name: str, x: Any, y: Any, *layers: Json, **more: Any) -> Json:
    return {
        "identifier": name,
        "worldX": x,
        "worldY": y,
        "pxWid": 64,
        "pxHei": 48,
        "externalRelPath": None,
        "fieldInstances": ldtk_fields(music="calm"),
        "layerInstances": list(layers),
        **more,
    }


LDTK_FORMS = {
    "one file": "",
    "levels in files": "/",
    "as on Windows": "\\",
    "worlds": "worlds",
    "a byte order mark": "utf-8-sig",
    "UTF-16": "utf-16",
}


def write_ldtk(folder: Path, *levels: Json, form: str = "one file", **more: Any) -> Path:
    """Write a world of LDtk and the levels that it names, and return its path."""
    folder.mkdir(exist_ok=True)
    how, listed = LDTK_FORMS[form], [*levels]
    if how in ("/", "\\"):
        folder.joinpath("levels").mkdir(exist_ok=True)
        for k, level in enumerate(listed):
            file = f"levels/{k}.ldtkl"
            (folder / file).write_text(json.dumps(level), "utf-8")
            named = {"externalRelPath": file.replace("/", how), "layerInstances": None}
            listed[k] = {**level, **named}
    world = {"worldLayout": more.pop("worldLayout", "Free"), "levels": listed}
    place = {"levels": [], "worlds": [world]} if how == "worlds" else {"worlds": [], **world}
    path = folder / "world.ldtk"
    encoding = how if how.startswith("utf") else "utf-8"
    path.write_text(json.dumps({"jsonVersion": "1.5.3", **place, **more}), encoding)
    return path
