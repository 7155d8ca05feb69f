"""Maps of the editor Tiled as sprites: `sprites_from_tmx`. Needs pytmx.

pytmx reads the map: layers, tilesets, tile numbers and how tiles are flipped. It omits what
distinguishes an ellipse or a point from a rectangle, and takes the collision objects of a tileset
for a layer of the map. So the XML is traversed in parallel, in the order in which pytmx read it.

pytmx reads no JSON, so that becomes XML first. It reads no infinite maps either. Their layers are
chunks of tiles; here each layer becomes one of the size that its chunks cover, before pytmx reads
it. Nor does it read every custom property: it refuses names that it uses itself, and values that
are classes. So these are read here.
"""

from spritecol._fault import fault
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import pairwise
from math import ceil, floor
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

from spritecol._support.range_check import layer_bits, shown
from spritecol.shapes import Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Triangle
from spritecol.sprites.sprite.sprite import Sprite
from spritecol.tiles import shapes_from_tiles

try:
    import pytmx
    from pytmx.pytmx import unpack_gids
except ImportError:
    raise ImportError(
        'spritecol.integrations.tiled needs pytmx: pip install "spritecol[tiled]"'
    ) from None

Cells = npt.NDArray[np.bool_]
Vector = tuple[float, float]
Keywords = tuple[Vector | None, int | None, int | None]
"""`one_way`, `layer` and `mask` of a shape."""

FROM_ABOVE = (0.0, -1.0)
"""What a property `one_way` that is true means."""


class MapSprite(Sprite):
    """A tile layer or an object of a Tiled map.

    Attributes:
        layer: the name of its layer.
        name: of the object or the tile layer; "" if it has none.
        type: Tiled's type or class of the object or the layer; "" if it has none.
        properties: the custom properties, by name.
    """

    layer: str = ""
    name: str = ""
    type: str = ""
    properties: Mapping[str, Any] = {}


def sprites_from_tmx(
    source: "str | PathLike[str] | pytmx.TiledMap", layers: Iterable[str] | None = None
) -> list[MapSprite]:
    """Create sprites from a Tiled map, in pixels of the map.

    - A tile layer becomes one sprite. Its tiles are solid, and merged into few shapes without
      seams. A tile whose tileset defines collision objects has those as its shapes, rotated and
      mirrored like the tile.
    - Each object of an object layer becomes a sprite at the object's position: a rectangle, an
      ellipse, a point, a polygon, a polyline (segments), or a tile with its collision objects.
    - In an infinite map tiles may be at negative places, and so are their shapes.
    - An object or tile whose custom property `one_way` is true is one-way: its shapes stop what
      comes from above. The direction is turned and mirrored with it.
    - The custom properties `layer` and `mask` of an object or tile, ints, are the layers of its
      shapes.

    Layers that are hidden in Tiled are included; their sprites are not `visible`. `z` is the index
    of the layer in the map, the lowest first.

    Args:
        source: the path of a `.tmx` file or of one in Tiled's JSON, `.tmj`, or a `pytmx.TiledMap`
            that was loaded from a `.tmx`.
        layers: the names of the layers to include. None includes all except those whose custom
            property `solid` is false. A tile whose own property `solid` is false is always left
            out.

    Returns:
        A list of sprites, layer by layer, the lowest first.

    Raises:
        TypeError: a layer's name is not text, or a property `layer` or `mask` is no int.
        ValueError: the file is not that of a map of Tiled (JSON: 1.2 or later); the map is not
            orthogonal, contains an object made from a template, lacks a named layer, or has an
            object that is not a valid shape; or a property `one_way` is neither true nor false, or
            that of a point is true; or a `layer` or `mask` has more than 64 bits.
        OSError: the file can't be read.
    """
    tiled = source if isinstance(source, pytmx.TiledMap) else None
    path = Path(tiled.filename or "" if tiled is not None else source)
    if tiled is not None and not tiled.filename:
        raise ValueError("source must be a path, or a TiledMap that was loaded from a file")
    root = _read(path)
    _reject_unsupported(root)
    origins = _without_chunks(root)
    _embed_tilesets(root, path)
    if tiled is None:
        tiled = pytmx.TiledMap()
        tiled.filename = str(path)
        tiled.parse_xml(_for_pytmx(root))
    chosen = None if layers is None else _names(layers)
    tileset = _Tiles(tiled, root)
    found = {id(node): layer for node, layer in _paired(tiled, root)}
    sprites: list[MapSprite] = []
    seen = set()
    for z, (node, offset, visible) in enumerate(_layer_nodes(root, (0.0, 0.0), True)):
        name = node.get("name", "")
        seen.add(name)
        layer = found[id(node)]
        if chosen is None and _properties(node).get("solid", True) is False:
            continue
        if chosen is not None and name not in chosen:
            continue
        made = (
            [_tile_layer(tiled, layer, node, tileset, origins.get(id(node), (0, 0)))]
            if node.tag == "layer"
            else [
                _object(tiled, pytmx_object, child, tileset)
                for pytmx_object, child in zip(layer, node.findall("object"), strict=True)
                if child.find("text") is None
            ]
        )
        for sprite in made:
            sprite.layer, sprite.z = name, z
            sprite.x += offset[0]
            sprite.y += offset[1]
            sprite.visible = sprite.visible and visible
        sprites += made
    if chosen is not None and not chosen <= seen:
        raise ValueError(
            f"layers must name layers of the map, {sorted(seen)}, got {sorted(chosen - seen)}"
        )
    return sprites


def _read(path: Path) -> Element:
    """A map or tileset, also from JSON, as XML."""
    try:
        if path.suffix in (".tmj", ".tsj", ".json"):
            return _from_json(json.loads(path.read_text(encoding="utf-8")))
        return ElementTree.parse(path).getroot()
    except (ElementTree.ParseError, AttributeError, TypeError, KeyError, ValueError) as error:
        raise ValueError(f"{path} is no map or tileset of Tiled: {error!r}") from error


LAYERS = {"tilelayer": "layer", "objectgroup": "objectgroup", "group": "group"}
"""The types of layers in JSON, and their elements. Layers of images have no shapes."""


def _from_json(json_of: Mapping[str, Any], tag: str = "") -> Element:
    """What Tiled writes as JSON as the element that it is in XML."""
    tag = tag or json_of["type"]
    kind = None if tag in ("map", "tileset", *LAYERS.values()) else json_of.get("type")
    plain = {
        key: _as_text(value)
        for key, value in json_of.items()
        if isinstance(value, str | int | float) and key not in ("type", "data", "text", "image")
    }
    node = Element(tag, plain if kind is None else {**plain, "type": kind})
    if json_of.get("properties"):
        node.append(_properties_from_json(json_of["properties"]))
    for child in json_of.get("tilesets", ()):
        node.append(_from_json(child, "tileset"))
    for child in json_of.get("layers", ()):
        if child["type"] in LAYERS:
            node.append(_from_json(child, LAYERS[child["type"]]))
    if "image" in json_of:
        size = {key: str(json_of[f"image{key}"]) for key in ("width", "height")}
        SubElement(node, "image", {"source": json_of["image"], **size})
    for child in json_of.get("tiles", ()):
        node.append(_from_json(child, "tile"))
    if "objectgroup" in json_of:
        node.append(_from_json(json_of["objectgroup"], "objectgroup"))
    for child in json_of.get("objects", ()):
        node.append(_from_json(child, "object"))
    for shape in ("point", "ellipse", "text"):
        if json_of.get(shape):
            SubElement(node, shape)
    for line in ("polygon", "polyline"):
        if line in json_of:
            SubElement(node, line, points=" ".join(f"{p['x']},{p['y']}" for p in json_of[line]))
    if tag == "layer":
        data = SubElement(node, "data", encoding=json_of.get("encoding", "csv"))
        if json_of.get("compression"):
            data.set("compression", json_of["compression"])
        data.text = _tiles_as_text(json_of.get("data", ""))
        for chunk in json_of.get("chunks", ()):
            place = {key: str(chunk[key]) for key in ("x", "y", "width", "height")}
            SubElement(data, "chunk", place).text = _tiles_as_text(chunk["data"])
    return node


def _properties_from_json(listed: Iterable[Mapping[str, Any]]) -> Element:
    node = Element("properties")
    for entry in listed:
        kind, value = entry.get("type", "string"), entry["value"]
        child = SubElement(node, "property", name=entry["name"], type=kind)
        if kind == "class":  # its members lack their types
            types = {bool: "bool", int: "int", float: "float", dict: "class"}
            members = [
                {"name": name, "type": types.get(type(member), "string"), "value": member}
                for name, member in value.items()
            ]
            child.append(_properties_from_json(members))
        else:
            child.set("value", str(value).lower() if kind == "bool" else str(value))
    return node


def _as_text(value: str | float) -> str:
    return str(int(value) if isinstance(value, bool) else value)


def _tiles_as_text(data: str | Sequence[int]) -> str:
    return data if isinstance(data, str) else ",".join(map(str, data))


def _names(layers: Iterable[str]) -> set[str]:
    names = [layers] if isinstance(layers, str) else list(layers)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"layers must be names of layers, got {shown(name)}")
    return set(names)


def _reject_unsupported(root: Element) -> None:
    """Raise an error for unsupported maps, before pytmx fails on them."""
    orientation = root.get("orientation", "orthogonal")
    if orientation != "orthogonal":
        raise ValueError(f"the map must be orthogonal, got {shown(orientation)}")
    for child in root.iter("object"):
        if child.get("template"):
            raise ValueError(
                f"object {child.get('id')} is made from a template, which is not supported: use "
                "Detach in Tiled's menu of the object"
            )


def _without_chunks(root: Element) -> dict[int, tuple[int, int]]:
    """Join the chunks of each layer of an infinite map; the column and row at which each begins."""
    origins = {}
    for node in root.iter("layer"):
        data = node.find("data")
        chunks = [] if data is None else data.findall("chunk")
        if data is None or not (chunks or root.get("infinite") == "1"):
            continue
        encoding, compression = data.get("encoding"), data.get("compression")
        parts = []
        for chunk in chunks:
            x, y, width, height = (int(chunk.get(k, 0)) for k in ("x", "y", "width", "height"))
            gids = unpack_gids((chunk.text or "").strip(), encoding, compression)
            parts.append((x, y, np.array(gids, dtype=np.int64).reshape(height, width)))
        left = min((x for x, _, _ in parts), default=0)
        top = min((y for _, y, _ in parts), default=0)
        right = max((x + part.shape[1] for x, _, part in parts), default=1)
        bottom = max((y + part.shape[0] for _, y, part in parts), default=1)
        cells = np.zeros((bottom - top, right - left), dtype=np.int64)
        for x, y, part in parts:
            cells[y - top : y - top + part.shape[0], x - left : x - left + part.shape[1]] = part
        origins[id(node)] = left, top
        node.set("width", str(cells.shape[1]))
        node.set("height", str(cells.shape[0]))
        data.clear()
        data.set("encoding", "csv")
        data.text = ",".join(map(str, cells.ravel().tolist()))
    return origins


def _embed_tilesets(root: Element, path: Path) -> None:
    """Put the tilesets that are in files of their own into the map."""
    for node in root.findall("tileset"):
        source = node.attrib.pop("source", None)
        if source is not None:
            external = _read(path.parent / source)
            node.attrib = {**external.attrib, **node.attrib}
            node.extend(external)


def _for_pytmx(root: Element) -> Element:
    """A copy without what pytmx need not read, and does not always read."""
    copied = deepcopy(root)
    for node in list(copied.iter()):
        for child in [*node.findall("properties"), *node.findall("imagelayer")]:
            node.remove(child)
    return copied


# --- the XML, in parallel to what pytmx has read -------------------------------------------------


def _properties(node: Element) -> dict[str, Any]:
    """The custom properties, by name. One that is a class is a dict of its members."""
    return {child.get("name", ""): _value(child) for child in node.findall("properties/property")}


def _value(node: Element) -> Any:
    kind, text = node.get("type", "string"), node.get("value", node.text or "")
    match kind:
        case "class":
            return _properties(node)
        case "bool":
            return text == "true"
        case "int" | "object":
            return int(text)
        case "float":
            return float(text)
    return text


def _layer_nodes(
    parent: Element, offset: Vector, visible: bool
) -> Iterator[tuple[Element, Vector, bool]]:
    """Tile and object layers, the lowest first, with the offset and visibility of their groups."""
    for node in parent:
        if node.tag in ("layer", "objectgroup", "group"):
            x, y = float(node.get("offsetx", 0)), float(node.get("offsety", 0))
            total_offset, is_visible = (
                (offset[0] + x, offset[1] + y),
                visible and node.get("visible") != "0",
            )
            if node.tag == "group":
                yield from _layer_nodes(node, total_offset, is_visible)
            else:
                yield node, total_offset, is_visible


def _paired(tiled: Any, root: Element) -> Iterator[tuple[Element, Any]]:
    """The XML of each layer with the layer that pytmx read from it."""
    tile_layers = [layer for layer in tiled.layers if isinstance(layer, pytmx.TiledTileLayer)]
    yield from zip(root.findall(".//layer"), tile_layers, strict=True)
    yield from zip(root.findall(".//objectgroup"), tiled.objectgroups, strict=True)


class _Tile(NamedTuple):
    """A tile as it occurs in layers, flipped or not."""

    solid: bool
    shapes: Sequence[Shape]  # from its upper left corner, already flipped; () for the whole tile
    width: float  # pixels, on the screen
    height: float


class _Tiles:
    """The tiles by gid. pytmx assigns its own gid to each way in which a tile is flipped."""

    def __init__(self, tiled: Any, root: Element) -> None:
        self._nodes: dict[int, Element] = {}
        for node in root.findall("tileset"):
            for tile in node.findall("tile"):
                self._nodes[int(node.get("firstgid", 1)) + int(tile.get("id", 0))] = tile
        self._tiled = tiled
        self._real_gids = {gid: (real, f) for real, gids in tiled.gidmap.items() for gid, f in gids}
        self._cache: dict[int, _Tile] = {}

    def __getitem__(self, gid: int) -> _Tile:
        if gid not in self._cache:
            self._cache[gid] = self._read(gid)
        return self._cache[gid]

    def properties(self, gid: int) -> dict[str, Any]:
        real, _ = self._real_gids[gid]
        return _properties(self._nodes[real]) if real in self._nodes else {}

    def _read(self, gid: int) -> _Tile:
        real, flags = self._real_gids[gid]
        properties = self.properties(gid)
        from_pytmx = self._tiled.get_tile_properties_by_gid(gid) or {}
        tileset = self._tiled.get_tileset_from_gid(gid)
        tile = self._nodes.get(real, Element("tile"))
        image = tile.find("image")
        # A tile may be a part of its image, of the size that it then says itself.
        sizes = (tile.attrib, {} if image is None else image.attrib)
        width, height = (
            float(next((size[key] for size in sizes if size.get(key)), whole))
            for key, whole in (("width", tileset.tilewidth), ("height", tileset.tileheight))
        )
        nodes = tile.findall("objectgroup/object")
        keywords = _keywords(properties, f"tile {real}")
        shapes: Sequence[Shape] = [
            shape
            for pytmx_object, node in zip(from_pytmx.get("colliders", ()), nodes, strict=True)
            for shape in _transformed(
                _local_shapes(pytmx_object, node, keywords),
                pytmx_object.x,
                pytmx_object.y,
                pytmx_object.rotation,
            )
        ]
        if keywords and not shapes:
            shapes = [Rect(0, 0, width, height, **keywords)]
        solid = properties.get("solid", True) is not False
        if flags is None or not any(flags):
            return _Tile(solid, shapes, width, height)
        across, down, diagonal = flags
        # Tiled mirrors diagonally first, which equals mirroring vertically and then rotating by a
        # quarter turn. Mirroring before a quarter turn instead of after it swaps the two axes.
        if diagonal:
            pose = (90.0, -1.0 if down else 1.0, 1.0 if across else -1.0)
        else:
            pose = (0.0, -1.0 if across else 1.0, -1.0 if down else 1.0)
        (box,) = _transformed([Rect(0, 0, width, height)], 0, 0, *pose)
        left, top, right, bottom = box.bounds
        return _Tile(solid, _transformed(shapes, -left, -top, *pose), right - left, bottom - top)


def _transformed(
    shapes: Sequence[Shape],
    x: float,
    y: float,
    angle: float = 0.0,
    scale_x: float = 1.0,
    scale_y: float = 1.0,
) -> Sequence[Shape]:
    """Shapes scaled (a negative factor mirrors), rotated about (0, 0), then moved."""
    sprite = Sprite(x, y, collision=shapes, angle=angle, scale_x=scale_x, scale_y=scale_y)
    return sprite.world_shapes


def _keywords(properties: Mapping[str, Any], name: str) -> dict[str, Any]:
    """What the custom properties of an object or tile say of its shapes."""
    one_way = properties.get("one_way", False)
    if one_way is not True and one_way is not False:
        raise ValueError(f"{name}: one_way must be true or false, a bool, got {shown(one_way)}")
    keywords: dict[str, Any] = {"one_way": FROM_ABOVE} if one_way else {}
    for key in ("layer", "mask"):
        if key in properties:
            keywords[key] = layer_bits(properties[key], f"{name}: {key}")
    return keywords


def _local_shapes(
    pytmx_object: Any, node: Element, of_tile: Mapping[str, Any] = MappingProxyType({})
) -> list[Shape]:
    """The shapes of an object relative to its position, before it is rotated about it.

    Its properties say what they are or, where these are silent, those of its tile.
    """
    name = f"object {node.get('id')} {node.get('name', '')!r}"
    shapes = _shapes_from_every_side(pytmx_object, node, name)
    keywords = {**of_tile, **_keywords(_properties(node), name)}
    if "one_way" in keywords and node.find("point") is not None:
        raise ValueError(f"{name}: a point has no sides, so it can't be one_way")
    return [attrs.evolve(shape, **keywords) for shape in shapes] if keywords else shapes


def _shapes_from_every_side(pytmx_object: Any, node: Element, name: str) -> list[Shape]:
    width, height = float(pytmx_object.width), float(pytmx_object.height)
    if node.find("point") is not None:
        return [Point(0, 0)]
    if node.find("ellipse") is not None:
        rx, ry = width / 2, height / 2
        return [Circle(rx, ry, rx) if rx == ry else Ellipse(rx, ry, rx, ry)]
    corners = node.find("polygon")
    line = node.find("polyline") if corners is None else corners
    if line is None:
        return [Rect(0, 0, width, height)]
    points = [tuple(map(float, pair.split(","))) for pair in line.get("points", "").split()]
    if corners is None:
        return [Segment(*a, *b) for a, b in pairwise(points)]
    try:
        return [Polygon(points)]
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


# --- sprites -------------------------------------------------------------------------------------


def _object(tiled: Any, pytmx_object: Any, node: Element, tiles: _Tiles) -> MapSprite:
    """A sprite that rotates about its upper left corner, or a tile's lower left, as in Tiled."""
    width, height = float(pytmx_object.width), float(pytmx_object.height)
    properties = _properties(node)
    sprite = MapSprite(pytmx_object.x, pytmx_object.y, angle=pytmx_object.rotation)
    if pytmx_object.gid:
        tile = tiles[pytmx_object.gid]
        sprite.center_y = height
        if not tiled.invert_y:
            sprite.y -= height
        stretch = 0.0, width / tile.width, height / tile.height
        sprite.collision = (
            _transformed(tile.shapes, 0, 0, *stretch) if tile.shapes else Rect(0, 0, width, height)
        )
        properties = {**tiles.properties(pytmx_object.gid), **properties}
        keywords = _keywords(properties, f"object {node.get('id')}")
        if keywords:
            sprite.collision = [attrs.evolve(shape, **keywords) for shape in sprite.shapes]
    else:
        sprite.collision = _local_shapes(pytmx_object, node)
    sprite.name = pytmx_object.name or ""
    sprite.type = node.get("type") or node.get("class") or ""
    sprite.properties = properties
    sprite.visible = node.get("visible") != "0"
    return sprite


def _tile_layer(
    tiled: Any, layer: Any, node: Element, tiles: _Tiles, origin: tuple[int, int]
) -> MapSprite:
    """One sprite for all tiles of a layer, the first of which is at a column and row."""
    width, height = tiled.tilewidth, tiled.tileheight
    gids = np.array(layer.data, dtype=np.intp).reshape(layer.height, layer.width)
    # What is alike is joined: which cells are full, and the shapes of other tiles.
    full_cells: dict[Keywords, Cells] = {(None, None, None): np.zeros(gids.shape, bool)}
    shapes: dict[Keywords, list[Shape]] = {(None, None, None): []}
    for gid in np.unique(gids[gids > 0]).tolist():
        tile = tiles[gid]
        if not tile.solid:
            continue
        own = tile.shapes or (Rect(0, 0, tile.width, tile.height),)
        cell = shapely.box(0, tile.height - height, width, tile.height)
        if len(own) == 1 and own[0].geometry.equals(cell) and _has_straight_edges(own[0]):
            full_cells.setdefault(_kind_of(own[0]), np.zeros(gids.shape, bool))
            full_cells[_kind_of(own[0])] |= gids == gid
            continue
        for row, column in np.argwhere(gids == gid).tolist():
            # A tile of another size is aligned to the lower left corner of its cell.
            for shape in _transformed(
                own, column * width, row * height if fault(56) else (row + 1) * height - tile.height
            ):
                shapes.setdefault(_kind_of(shape), []).append(shape)
    collision: list[Shape] = []
    for kind in {**full_cells, **shapes}:
        cells = full_cells.get(kind, np.zeros(gids.shape, bool))
        collision += shapes_from_tiles(cells, width, height, **_as_keywords(kind))
        collision += _joined(shapes.get(kind, []), cells, width, height, kind)
    sprite = MapSprite(origin[0] * width, origin[1] * height, collision=collision)
    sprite.name, sprite.type = layer.name or "", node.get("class", "")
    sprite.properties = _properties(node)
    return sprite


def _kind_of(shape: Shape) -> Keywords:
    return shape.one_way, shape.layer, shape.mask


def _as_keywords(kind: Keywords) -> dict[str, Any]:
    return dict(zip(("one_way", "layer", "mask"), kind, strict=True))


def _has_straight_edges(shape: Shape) -> bool:
    return isinstance(shape, Rect | Triangle | Polygon)


def _joined(
    shapes: Sequence[Shape],
    full_cells: Cells,
    width: float,
    height: float,
    kind: Keywords,
) -> Iterator[Shape]:
    """Shapes of tiles, without seams between them or toward the full cells around them.

    Areas with straight edges are united with those that they meet, and with the adjacent cells, so
    that the resulting polygon overlaps the rectangles that these cells belong to.
    """
    areas = [shape.geometry for shape in shapes if _has_straight_edges(shape)]
    yield from (shape for shape in shapes if not _has_straight_edges(shape))
    adjacent = np.zeros_like(full_cells)
    for area in areas:
        left, top, right, bottom = area.bounds
        rows = slice(max(0, floor(top / height) - 1), max(0, ceil(bottom / height) + 1))
        columns = slice(max(0, floor(left / width) - 1), max(0, ceil(right / width) + 1))
        adjacent[rows, columns] = True
    cells = [
        shapely.box(c * width, r * height, (c + 1) * width, (r + 1) * height)
        for r, c in np.argwhere(adjacent & full_cells).tolist()
    ]
    joined = shapely.get_parts(shapely.disjoint_subset_union_all([*areas, *cells]))
    # Parts that consist only of full cells are already covered by the rectangles.
    tree = shapely.STRtree(areas)
    for part in joined:
        if len(tree.query(part, predicate="intersects")):
            yield Polygon.from_geometry(part, **_as_keywords(kind))
