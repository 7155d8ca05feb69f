"""Maps of the editor Tiled as sprites: `sprites_from_tmx`. Needs pytmx.

pytmx reads the map: layers, tilesets, the numbers of tiles and how they are flipped. It leaves out
what tells an ellipse or a point from a rectangle, and takes the collision objects of a tileset for
a layer of the map. So the XML is walked beside it, in the order in which pytmx has read it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, floor
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import shapely

from spritecol._numbers.limits import shown
from spritecol.shapes import Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Triangle
from spritecol.sprites.sprite import Sprite
from spritecol.tiles import shapes_from_tiles

try:
    import pytmx
except ImportError:
    raise ImportError(
        'spritecol.integrations.tiled needs pytmx: pip install "spritecol[tiled]"'
    ) from None

Cells = npt.NDArray[np.bool_]
Element = ElementTree.Element
Pair = tuple[float, float]


class MapSprite(Sprite):
    """A layer of tiles, or an object, of a Tiled map.

    Attributes:
        layer: the name of its layer.
        name: of the object, or of the layer of tiles; "" if it has none.
        type: what Tiled calls the object's or the layer's type or class; "" if it has none.
        properties: the custom properties, by name.
    """

    layer: str = ""
    name: str = ""
    type: str = ""
    properties: Mapping[str, Any] = {}


def sprites_from_tmx(
    source: "str | PathLike[str] | pytmx.TiledMap", layers: Iterable[str] | None = None
) -> list[MapSprite]:
    """The solid things of a Tiled map, in pixels of the map.

    - A layer of tiles becomes one sprite. Its tiles are solid, and merged into few shapes without
      seams. A tile whose tileset gives it collision objects has those for its shapes, turned and
      mirrored as the tile is.
    - Each object of an object layer becomes a sprite at the object's place: a rectangle, an
      ellipse, a point, a polygon, a polyline (segments), or a tile with its collision objects.

    Layers that are hidden in Tiled count as well; their sprites are not `visible`. `z` is the
    layer's place in the map, the lowest first.

    Args:
        source: the path of a `.tmx` file, or a `pytmx.TiledMap` that was loaded from one.
        layers: the names of the layers to take. None takes all but those whose custom property
            `solid` is false. A tile whose own property `solid` is false is left out always.

    Raises:
        ValueError: the map is infinite or not orthogonal, has an object made from a template, lacks
            a layer that is named, or has an object that is no valid shape.
        OSError: the file can't be read.
    """
    tiled = source if isinstance(source, pytmx.TiledMap) else None
    path = Path(tiled.filename or "" if tiled is not None else source)
    if tiled is not None and not tiled.filename:
        raise ValueError("source must be a path, or a TiledMap that was loaded from a file")
    root = ElementTree.parse(path).getroot()
    _refuse(root)
    tiled = tiled or pytmx.TiledMap(str(path))
    chosen = None if layers is None else _names(layers)
    tileset = _Tiles(tiled, root, path)
    found = {id(node): layer for node, layer in _paired(tiled, root)}
    sprites: list[MapSprite] = []
    seen = set()
    for z, (node, offset, visible) in enumerate(_nodes(root, (0.0, 0.0), True)):
        name = node.get("name", "")
        seen.add(name)
        layer = found[id(node)]
        if chosen is None and layer.properties.get("solid", True) is False:
            continue
        if chosen is not None and name not in chosen:
            continue
        made = (
            [_tile_layer(tiled, layer, node, tileset)]
            if node.tag == "layer"
            else [
                _object(tiled, thing, child, tileset)
                for thing, child in zip(layer, node.findall("object"), strict=True)
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


def _names(layers: Iterable[str]) -> set[str]:
    names = [layers] if isinstance(layers, str) else list(layers)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"layers must be names of layers, got {shown(name)}")
    return set(names)


def _refuse(root: Element) -> None:
    """Say what is not supported, before pytmx stumbles over it."""
    if root.get("infinite") == "1":
        raise ValueError(
            "the map is infinite, which is not supported: switch off Infinite in its properties"
        )
    orientation = root.get("orientation", "orthogonal")
    if orientation != "orthogonal":
        raise ValueError(f"the map must be orthogonal, got {shown(orientation)}")
    for child in root.iter("object"):
        if child.get("template"):
            raise ValueError(
                f"object {child.get('id')} is made from a template, which is not supported: use "
                "Detach in Tiled's menu of the object"
            )


# --- the XML beside what pytmx has read ----------------------------------------------------------


def _nodes(parent: Element, offset: Pair, visible: bool) -> Iterator[tuple[Element, Pair, bool]]:
    """The layers of tiles and of objects, the lowest first, with their groups' shifts and eyes."""
    for node in parent:
        if node.tag in ("layer", "objectgroup", "group"):
            x, y = float(node.get("offsetx", 0)), float(node.get("offsety", 0))
            shifted, seen = (offset[0] + x, offset[1] + y), visible and node.get("visible") != "0"
            if node.tag == "group":
                yield from _nodes(node, shifted, seen)
            else:
                yield node, shifted, seen


def _paired(tiled: Any, root: Element) -> Iterator[tuple[Element, Any]]:
    tile_layers = [layer for layer in tiled.layers if isinstance(layer, pytmx.TiledTileLayer)]
    yield from zip(root.findall(".//layer"), tile_layers, strict=True)
    yield from zip(root.findall(".//objectgroup"), tiled.objectgroups, strict=True)


class _Tile(NamedTuple):
    """A tile as layers have it: flipped, or not."""

    solid: bool
    shapes: Sequence[Shape]  # from its upper left corner, flipped as it is; () for the whole tile
    width: float  # pixels, on the screen
    height: float


class _Tiles:
    """The tiles by gid. pytmx has a gid of its own for each way in which a tile is flipped."""

    def __init__(self, tiled: Any, root: Element, path: Path) -> None:
        self._nodes: dict[int, Element] = {}
        for node, tileset in zip(root.findall(".//tileset"), tiled.tilesets, strict=True):
            source = node.get("source")
            whole = ElementTree.parse(path.parent / source).getroot() if source else node
            for tile in whole.iter("tile"):
                self._nodes[tileset.firstgid + int(tile.get("id", 0))] = tile
        self._tiled = tiled
        self._real = {gid: (real, f) for real, gids in tiled.gidmap.items() for gid, f in gids}
        self._known: dict[int, _Tile] = {}

    def __getitem__(self, gid: int) -> _Tile:
        if gid not in self._known:
            self._known[gid] = self._read(gid)
        return self._known[gid]

    def _read(self, gid: int) -> _Tile:
        real, flags = self._real[gid]
        properties = self._tiled.get_tile_properties_by_gid(gid) or {}
        tileset = self._tiled.get_tileset_from_gid(gid)
        width = float(properties.get("width") or tileset.tilewidth)
        height = float(properties.get("height") or tileset.tileheight)
        nodes = self._nodes[real].findall("objectgroup/object") if real in self._nodes else []
        shapes = [
            shape
            for thing, node in zip(properties.get("colliders", ()), nodes, strict=True)
            for shape in _moved(_local(thing, node), thing.x, thing.y, thing.rotation)
        ]
        solid = properties.get("solid", True) is not False
        if flags is None or not any(flags):
            return _Tile(solid, shapes, width, height)
        across, down, diagonal = flags
        # Tiled mirrors diagonally first, which is a quarter turn of what is mirrored up and down.
        # Mirrors that come after a quarter turn change places when they are done before it.
        if diagonal:
            pose = (90.0, -1.0 if down else 1.0, 1.0 if across else -1.0)
        else:
            pose = (0.0, -1.0 if across else 1.0, -1.0 if down else 1.0)
        (box,) = _moved([Rect(0, 0, width, height)], 0, 0, *pose)
        left, top, right, bottom = box.bounds
        return _Tile(solid, _moved(shapes, -left, -top, *pose), right - left, bottom - top)


def _moved(
    shapes: Sequence[Shape],
    x: float,
    y: float,
    angle: float = 0.0,
    scale_x: float = 1.0,
    scale_y: float = 1.0,
) -> Sequence[Shape]:
    """Shapes mirrored or stretched, turned about (0, 0), and then in another place."""
    moved = Sprite(x, y, collision=shapes, angle=angle, scale_x=scale_x, scale_y=scale_y)
    return moved.world_shapes


def _local(thing: Any, node: Element) -> list[Shape]:
    """The shapes of an object, from its own place, before it is turned about that place."""
    width, height = float(thing.width), float(thing.height)
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
        raise ValueError(f"object {node.get('id')} {node.get('name', '')!r}: {error}") from error


# --- sprites -------------------------------------------------------------------------------------


def _object(tiled: Any, thing: Any, node: Element, tiles: _Tiles) -> MapSprite:
    """Turned about its place as in Tiled: the upper left corner, or a tile's lower left one."""
    width, height = float(thing.width), float(thing.height)
    sprite = MapSprite(thing.x, thing.y, angle=thing.rotation)
    if thing.gid:
        tile = tiles[thing.gid]
        sprite.center_y = height
        if not tiled.invert_y:
            sprite.y -= height
        stretch = 0.0, width / tile.width, height / tile.height
        sprite.collision = (
            _moved(tile.shapes, 0, 0, *stretch) if tile.shapes else Rect(0, 0, width, height)
        )
    else:
        sprite.collision = _local(thing, node)
    sprite.name = thing.name or ""
    sprite.type = node.get("type") or node.get("class") or ""
    sprite.properties = dict(thing.properties)
    sprite.visible = node.get("visible") != "0"
    return sprite


def _tile_layer(tiled: Any, layer: Any, node: Element, tiles: _Tiles) -> MapSprite:
    """One sprite for all its tiles."""
    width, height = tiled.tilewidth, tiled.tileheight
    gids = np.array(layer.data, dtype=np.intp).reshape(layer.height, layer.width)
    whole = np.zeros(gids.shape, bool)
    shapes: list[Shape] = []  # of tiles that are not just a cell
    for gid in np.unique(gids[gids > 0]).tolist():
        tile = tiles[gid]
        if not tile.solid:
            continue
        own = tile.shapes or (Rect(0, 0, tile.width, tile.height),)
        cell = shapely.box(0, tile.height - height, width, tile.height)
        if len(own) == 1 and own[0].geometry.equals(cell) and _is_straight(own[0]):
            whole |= gids == gid
            continue
        for row, column in np.argwhere(gids == gid).tolist():
            # A tile of another size stands on the lower left corner of its cell.
            shapes += _moved(own, column * width, (row + 1) * height - tile.height)
    sprite = MapSprite(
        collision=[*shapes_from_tiles(whole, width, height), *_joined(shapes, whole, width, height)]
    )
    sprite.name, sprite.type = layer.name or "", node.get("class", "")
    sprite.properties = dict(layer.properties)
    return sprite


def _is_straight(shape: Shape) -> bool:
    return isinstance(shape, Rect | Triangle | Polygon)


def _joined(shapes: Sequence[Shape], whole: Cells, width: float, height: float) -> Iterator[Shape]:
    """Shapes of tiles, without seams between them, nor towards the whole cells round them.

    Areas with straight edges become one polygon with those that they meet, and with the cells
    beside: it overlaps the rectangles that the cells belong to.
    """
    areas = [shape.geometry for shape in shapes if _is_straight(shape)]
    yield from (shape for shape in shapes if not _is_straight(shape))
    beside = np.zeros_like(whole)
    for area in areas:
        left, top, right, bottom = area.bounds
        rows = slice(max(0, floor(top / height) - 1), max(0, ceil(bottom / height) + 1))
        columns = slice(max(0, floor(left / width) - 1), max(0, ceil(right / width) + 1))
        beside[rows, columns] = True
    cells = [
        shapely.box(c * width, r * height, (c + 1) * width, (r + 1) * height)
        for r, c in np.argwhere(beside & whole).tolist()
    ]
    joined = shapely.get_parts(shapely.disjoint_subset_union_all([*areas, *cells]))
    # What is made of whole cells alone is there already.
    tree = shapely.STRtree(areas)
    for part in joined:
        if len(tree.query(part, predicate="intersects")):
            yield Polygon.from_geometry(part)
