"""Maps of the editor LDtk as sprites: `sprites_from_ldtk`. Needs nothing else.

An `.ldtk` file is JSON (https://ldtk.io/json). It contains levels, each with instances of layers.
It may also name files beside it that contain the levels.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import combinations
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from spritecol._support.arguments import arguments
from spritecol._support.range_check import layer_bits, shown
from spritecol._support.warned import SpritecolWarning
from spritecol.integrations._maps.map_grids import FROM_ABOVE, Offset
from spritecol.integrations._maps.map_notes import Notes
from spritecol.shapes import Circle, Ellipse, Rect, Shape
from spritecol.sprites.sprite import Sprite
from spritecol.tiles import shapes_from_tiles, shapes_of_cells

__all__ = ["LevelSprite", "sprites_from_ldtk"]

Json = Mapping[str, Any]
Box = tuple[float, float, float, float]


class LevelSprite(Sprite):
    """The cells of one value of an IntGrid, the tiles of one tag, a separate cell or tile, or an
    entity of an LDtk map.

    Attributes:
        level: the name of its level.
        depth: the depth of its level in the world, which is 0 unless the map has several depths.
        world: the name of its world; "" if the map has only one.
        layer: the name of its layer.
        name: the name of the IntGrid value, if it has one, of the tag of the tiles, or of the
            entity.
        value: the IntGrid value; 0 for tiles and for an entity.
        iid: the entity's own id, by which fields refer to it; "" for cells and tiles.
        tags: the tags of the entity.
        fields: the entity's fields, by name; for cells and tiles, the fields of the level.
    """

    level: str = ""
    depth: int = 0
    world: str = ""
    layer: str = ""
    name: str = ""
    value: int = 0
    iid: str = ""
    tags: tuple[str, ...] = ()
    fields: Mapping[str, Any] = {}


class _Level(NamedTuple):
    """A level, and where it is in its world."""

    data: Json
    name: str
    x: float
    y: float
    depth: int
    world: str

    def overlaps(self, other: _Level) -> bool:
        """Whether two levels overlap."""
        return bool(
            self.x < other.x + other.data["pxWid"]
            and other.x < self.x + self.data["pxWid"]
            and self.y < other.y + other.data["pxHei"]
            and other.y < self.y + self.data["pxHei"]
        )


@arguments()
def sprites_from_ldtk(
    source: str | PathLike[str],
    *,
    levels: Iterable[str] | None = None,
    layers: Iterable[str] | None = None,
    depth: int | None = None,
    world: str | None = None,
    one_way: Iterable[int | str] = (),
    separate: Iterable[int | str] = (),
    tiles: Iterable[str] = (),
) -> list[LevelSprite]:
    """Return sprites created from an LDtk map, in pixels of its world.

    - Of an IntGrid layer (an auto layer that has one, too) each value becomes one sprite. Its cells
      are solid, and merged into few shapes without seams.
    - Of a layer with tiles (a tile layer, an auto layer, or an IntGrid layer with rules) each tag
      in `tiles` becomes one sprite. The placed tiles with this tag are solid, and merged in the
      same way. What sticks out of the level is cut off, as in the editor. The tag is the name of
      the sprite and of its shapes. Other tiles are only pictures.
    - Each entity becomes a sprite whose place is the entity's pivot: a rectangle of its size, or an
      ellipse, if the editor shows it as one. A field `one_way` that is true makes it one-way, and
      fields `layer` and `mask` that are whole numbers become `collision_layer` and
      `collision_mask`. A field with one of these names and a value of another kind is ignored with
      a warning.

    Levels are where the world has them, also in worlds that are lines of levels, whose places
    follow from their sizes. Levels of several depths, and of several worlds, may lie on one
    another: a warning names two that do. `z` is the index of the layer in its level, the lowest
    first. If a map has placed tiles, but no sprite comes from it, a warning lists its tags.

    Args:
        source: the path of an `.ldtk` file. Separate level files are read from the same folder.
        levels: the names of the levels to include. None includes all.
        layers: the names of the layers to include. None includes all.
        depth: include only levels of this depth. None includes all.
        world: the name of the only world to include. None includes all.
        one_way: the values of IntGrids, or their names, whose cells stop only what comes from
            above. Tags in `tiles` may be among them.
        separate: the values of IntGrids, or their names, of which each cell becomes a sprite at its
            upper left corner: a coin, or a block that crumbles. Tags in `tiles` may be among them.
        tiles: the tags of the tiles that are solid. A tag is a value of the enum with which a
            tileset marks its tiles.

    Returns:
        A list of `LevelSprite`, level by level and layer by layer, the lowest layer first.

    Raises:
        TypeError: a name is not text, or `depth` is not an int.
        ValueError: the file does not come from LDtk 1.0 or later, lacks a named level, layer,
            world, depth, value or tag, or contains something invalid; the message says where.
        OSError: a file can't be read.
    """
    path = Path(source)
    wanted, chosen = _chosen_names(levels, "levels"), _chosen_names(layers, "layers")
    ways, single = _values(one_way, "one_way"), _values(separate, "separate")
    solid = _tags(tiles)
    _demand_kinds(depth, world)
    project = _read_project(path)
    with _telling_where(f"{path}"):
        every = list(_placed_levels(project, path))
        used = _chosen_levels(every, wanted, depth, world)
        _warn_of_overlap(path, used)
        tilesets = _tilesets(project)
        tags = {tag for tileset in tilesets.values() for tag in tileset.tags}
        _demand("tiles", solid, tags)
        known = {*_values_of_grids(project, every), *solid}
        _demand("one_way", ways, known)
        _demand("separate", single, known)
        rounds = _round_ones(project)
    fronts = {tag: FROM_ABOVE if tag in ways else None for tag in solid}
    notes = Notes()
    found: list[LevelSprite] = []
    seen_layers = set()
    has_tiles = False
    for level in every:
        for z, layer in enumerate(reversed(level.data.get("layerInstances") or ())):
            place = f"{path}: level {level.name}, layer {layer.get('__identifier')}"
            with _telling_where(place):
                seen_layers.add(layer["__identifier"])
                if level not in used or (chosen and layer["__identifier"] not in chosen):
                    continue
                tileset = tilesets.get(layer.get("__tilesetDefUid"))
                form = _definition_of(project, layer)
                made = [
                    *_cell_sprites(form, layer, ways, single),
                    *(_tiles(level.data, layer, form, tileset, fronts, single) if tileset else ()),
                    *_entities(layer, rounds, place, notes),
                ]
                has_tiles = has_tiles or bool(_placed_tiles(layer))
                for sprite in made:
                    _put_into_level(sprite, level, layer, z)
                found += made
    with _telling_where(f"{path}"):
        _demand("layers", chosen, seen_layers)
    if has_tiles and not found:
        notes.note(_told_of_tiles(path, solid, tags))
    notes.warn(stacklevel=4)  # where the decorated function was called
    return found


def _demand_kinds(depth: object, world: object) -> None:
    """Refuse a depth that is not a whole number, and a world that is not a name."""
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int)):
        raise TypeError(f"depth must be a whole number or None, got {shown(depth)}")
    if world is not None and not isinstance(world, str):
        raise TypeError(f"world must be the name of a world or None, got {shown(world)}")


def _round_ones(project: Json) -> set[int]:
    """Return the definitions of the entities that the editor shows as ellipses."""
    entities = project.get("defs", {}).get("entities", ())
    return {entity["uid"] for entity in entities if entity.get("renderMode") == "Ellipse"}


class _Tileset(NamedTuple):
    """A tileset with the ids of its tiles, by their tags."""

    size: int  # pixels of a side of a tile
    tags: Mapping[str, set[int]]


def _tilesets(project: Json) -> dict[int, _Tileset]:
    """The tilesets by their uids."""
    return {
        one["uid"]: _Tileset(
            one["tileGridSize"],
            {tag["enumValueId"]: set(tag["tileIds"]) for tag in one.get("enumTags", ())},
        )
        for one in project.get("defs", {}).get("tilesets", ())
    }


def _placed_tiles(layer: Json) -> list[Json]:
    """The tiles of a layer, those that were placed by hand and those that come from rules."""
    return [*layer.get("gridTiles", ()), *layer.get("autoLayerTiles", ())]


def _told_of_tiles(path: Path, solid: set[str], tags: set[str]) -> str:
    """The warning about a map of which only pictures are left."""
    why = (
        f"none of them has one of the tags {sorted(solid)}"
        if solid
        else "they are only pictures unless tiles= names their tags"
    )
    known = (
        f"the tags of this map are {sorted(tags)}"
        if tags
        else "this map has no tags: give some to its tiles in LDtk, with an enum of the tileset"
    )
    return f"{path}: no sprites come from its placed tiles, since {why}; {known}"


def _chosen_levels(
    every: list[_Level], names: set[str] | None, depth: int | None, world: str | None
) -> list[_Level]:
    """Return the levels with these names, this depth and this world. There must be at least one."""
    _demand("levels", names, {level.name for level in every})
    _demand("depth", None if depth is None else {depth}, {level.depth for level in every})
    _demand("world", None if world is None else {world}, {level.world for level in every})
    return [
        level
        for level in every
        if (names is None or level.name in names)
        and (depth is None or level.depth == depth)
        and (world is None or level.world == world)
    ]


def _put_into_level(sprite: LevelSprite, level: _Level, layer: Json, z: int) -> None:
    """Place a sprite of a layer in the world, and store where it comes from."""
    sprite.x += level.x + layer["__pxTotalOffsetX"]
    sprite.y += level.y + layer["__pxTotalOffsetY"]
    sprite.z, sprite.layer = z, layer["__identifier"]
    sprite.level, sprite.depth, sprite.world = level.name, level.depth, level.world
    sprite.visible = layer.get("visible", True)
    if not sprite.iid:
        sprite.fields = _fields(level.data)


@contextmanager
def _telling_where(place: str) -> Iterator[None]:
    """Add to an error where in the file it is."""
    try:
        yield
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        told = error if isinstance(error, ValueError) else f"it is not as LDtk writes it, {error!r}"
        raise ValueError(f"{place}: {told}") from error


def _demand(what: str, names: set[Any] | None, known: set[Any]) -> None:
    """Refuse names that the map does not have."""
    if names is not None and not names <= known:
        has, got = (
            sorted(some, key=lambda one: (isinstance(one, str), one))
            for some in (known, names - known)
        )
        raise ValueError(f"{what} must be in the map, which has {has}, got {got}")


def _warn_of_overlap(path: Path, levels: list[_Level]) -> None:
    """Warn about the first two levels that overlap."""
    for one, other in combinations(levels, 2):
        if one.overlaps(other):
            warnings.warn(
                f"{path}: level {one.name} (depth {one.depth}, world {one.world!r}) and level "
                f"{other.name} (depth {other.depth}, world {other.world!r}) overlap; choose with "
                "depth=, world= or levels=",
                SpritecolWarning,
                stacklevel=4,
            )
            return


def _chosen_names(names: Iterable[str] | None, what: str) -> set[str] | None:
    return None if names is None else _texts(names, what, f"names of {what}")


def _tags(tiles: Iterable[str]) -> set[str]:
    return _texts(tiles, "tiles", "tags of tiles")


def _texts(names: Iterable[str], what: str, kind: str) -> set[str]:
    """Names, of which a single one may stand alone."""
    many = isinstance(names, Iterable) and not isinstance(names, str)
    listed: list[Any] = list(names) if many else [names]
    for name in listed:
        if not isinstance(name, str):
            raise TypeError(f"{what} must be {kind}, got {shown(name)}")
    return set(listed)


def _values(values: Iterable[int | str], what: str) -> set[int | str]:
    many = isinstance(values, Iterable) and not isinstance(values, str)
    listed: list[Any] = list(values) if many else [values]
    for value in listed:
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise TypeError(f"{what} must be values of IntGrids, or names, got {shown(value)}")
    return set(listed)


def _values_of_grids(project: Json, levels: Iterable[_Level]) -> Iterator[int | str]:
    """Return the values of all IntGrids, and their names."""
    for definition in project.get("defs", {}).get("layers", ()):
        for entry in definition.get("intGridValues", ()):
            yield entry["value"]
            if entry.get("identifier"):
                yield entry["identifier"]
    for level in levels:
        for layer in level.data.get("layerInstances") or ():
            yield from layer["intGridCsv"]


def _read_project(path: Path) -> Json:
    try:
        project = json.loads(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{path} is not an LDtk map: {error}") from error
    if not isinstance(project, dict) or not ({"levels", "layerInstances"} & set(project)):
        raise ValueError(f"{path} is not an LDtk map: it has no levels")
    version = project.get("jsonVersion", "1")
    if not str(version).partition(".")[0].isdigit() or int(str(version).partition(".")[0]) < 1:
        raise ValueError(
            f"{path} was saved by LDtk {shown(version)}; 1.0 or later is needed: open and save it "
            "there"
        )
    return project


def _placed_levels(project: Json, path: Path) -> Iterator[_Level]:
    """Return all levels with their layers, and where they are in their world."""
    worlds = project.get("worlds") or [project]
    for world in worlds:
        name = world.get("identifier", "") if world is not project else ""
        line = 0
        for entry in world["levels"]:
            level = entry
            if level.get("externalRelPath") and level.get("layerInstances") is None:
                level = _read_project(path.parent / level["externalRelPath"].replace("\\", "/"))
            match world.get("worldLayout"):
                case "LinearHorizontal":
                    place = line, 0
                    line += level["pxWid"]
                case "LinearVertical":
                    place = 0, line
                    line += level["pxHei"]
                case _:
                    place = level["worldX"], level["worldY"]
            yield _Level(level, level["identifier"], *place, level.get("worldDepth", 0), name)


def _cell_sprites(
    definition: Json, layer: Json, ways: set[int | str], single: set[int | str]
) -> Iterator[LevelSprite]:
    """A sprite for each value of an IntGrid, or for each of its cells."""
    if not layer["intGridCsv"]:
        return
    names = {d["value"]: d.get("identifier") for d in definition.get("intGridValues", ())}
    size = layer["__gridSize"]
    rows, columns = layer["__cHei"], layer["__cWid"]
    if len(layer["intGridCsv"]) != rows * columns:
        raise ValueError(
            f"its grid must have {columns} by {rows} cells, got {len(layer['intGridCsv'])}"
        )
    cells = np.array(layer["intGridCsv"]).reshape(rows, columns)
    for value in np.unique(cells[cells > 0]).tolist():
        name = names.get(value) or ""
        front = FROM_ABOVE if value in ways or (name and name in ways) else None
        if value in single or (name and name in single):
            cell = Rect(0, 0, size, size, one_way=front)
            places = np.argwhere(cells == value) * size
            made = [LevelSprite(x, y, collision=cell) for y, x in places.tolist()]
        else:
            shapes = shapes_from_tiles(cells == value, size, size, one_way=front)
            made = [LevelSprite(collision=shapes)]
        for sprite in made:
            sprite.name, sprite.value = name, value
        yield from made


def _definition_of(project: Json, layer: Json) -> Json:
    """The definition of a layer; {} if the project has none."""
    layers = project.get("defs", {}).get("layers", ())
    return next((one for one in layers if one["uid"] == layer["layerDefUid"]), {})


def _tiles(
    level: Json,
    layer: Json,
    definition: Json,
    tileset: _Tileset,
    fronts: Mapping[str, Offset | None],
    single: set[int | str],
) -> Iterator[LevelSprite]:
    """A sprite for each tag that is solid, as `fronts` says, and that some placed tiles have; or
    for each of these tiles.
    """
    # A tile that is not as large as a cell is aligned with it at its pivot.
    beyond = layer["__gridSize"] - tileset.size
    shift = [beyond * definition.get(f"tilePivot{axis}", 0) for axis in "XY"]
    left, top = -layer["__pxTotalOffsetX"], -layer["__pxTotalOffsetY"]
    right, bottom = left + level["pxWid"], top + level["pxHei"]
    for tag, ids in tileset.tags.items():
        corners = [tile["px"] for tile in _placed_tiles(layer) if tile["t"] in ids]
        if tag not in fronts or not corners:
            continue
        places = np.array([(x + shift[0], y + shift[1]) for x, y in corners])
        size, front = tileset.size, fronts[tag]
        shapes: dict[Offset, list[Shape]] = {}  # by the place of their sprite
        for box in _each(places, size) if tag in single else _merged(places, size, front):
            x, y = max(box[0], left), max(box[1], top)
            width, height = min(box[2], right) - x, min(box[3], bottom) - y
            if width > 0 and height > 0:
                at = box[:2] if tag in single else (0.0, 0.0)
                rect = Rect(x - at[0], y - at[1], width, height, one_way=front, name=tag)
                shapes.setdefault(at, []).append(rect)
        for at, own in shapes.items():
            sprite = LevelSprite(*at, collision=own)
            sprite.name = tag
            yield sprite


def _each(places: Any, size: int) -> Iterator[Box]:
    """The boxes of tiles, row by row; one for tiles that lie on one another."""
    for y, x in np.unique(places[:, ::-1], axis=0).tolist():
        yield x, y, x + size, y + size


def _merged(places: Any, size: int, front: Offset | None) -> Iterator[Box]:
    """Few boxes that cover tiles at any places: those of one raster merge."""
    cells, offsets = np.divmod(places, size)
    for offset in np.unique(offsets, axis=0):
        columns, rows = cells[(offsets == offset).all(axis=1)].astype(int).T
        x, y = offset.tolist()
        for rect in shapes_of_cells(columns, rows, size, size, one_way=front):
            left, top, right, bottom = rect.bounds
            yield left + x, top + y, right + x, bottom + y


def _entities(layer: Json, rounds: set[int], place: str, notes: Notes) -> Iterator[LevelSprite]:
    """Create the sprites of the entities of a layer."""
    for entity in layer["entityInstances"]:
        with _telling_where(f"entity {entity.get('__identifier')} {entity.get('iid')}"):
            sprite = _entity(entity, entity["defUid"] in rounds, place, notes)
        yield sprite


def _entity(entity: Json, is_round: bool, place: str, notes: Notes) -> LevelSprite:
    """Create a sprite at the pivot of an entity."""
    fields = _fields(entity)
    width, height = entity["width"], entity["height"]
    across, down = entity["__pivot"]
    left, top = -across * width, -down * height
    place = f"{place}: entity {entity['__identifier']} {entity['iid']}"
    own = _own_fields(fields, place, (entity["__identifier"],), notes)
    front = FROM_ABOVE if own.get("one_way") else None
    shape: Shape = Rect(left, top, width, height, one_way=front)
    if is_round:
        rx, ry = width / 2, height / 2
        shape = Ellipse(left + rx, top + ry, rx, ry, one_way=front)
        if rx == ry:
            shape = Circle(left + rx, top + ry, rx, one_way=front)
    sprite = LevelSprite(*entity["px"], collision=shape)
    if "layer" in own:
        sprite.collision_layer = own["layer"]
    if "mask" in own:
        sprite.collision_mask = own["mask"]
    sprite.name, sprite.iid = entity["__identifier"], entity["iid"]
    sprite.tags, sprite.fields = tuple(entity["__tags"]), fields
    return sprite


def _fields(owner: Json) -> dict[str, Any]:
    return {field["__identifier"]: field["__value"] for field in owner.get("fieldInstances", ())}


def _own_fields(
    fields: Json, place: str, cause: tuple[object, ...], notes: Notes
) -> dict[str, Any]:
    """Return the values of the fields that have a meaning here, without invalid values."""
    own: dict[str, Any] = {}
    one_way = fields.get("one_way")
    if isinstance(one_way, bool):
        own["one_way"] = one_way
    elif one_way is not None:
        told = f"{place}: one_way must be true or false, got {shown(one_way)}"
        notes.note(f"{told}, so it is ignored", *cause, "one_way")
    for name in ("layer", "mask"):
        if fields.get(name) is not None:
            try:
                own[name] = layer_bits(fields[name], f"{place}: {name}")
            except (TypeError, ValueError) as error:
                notes.note(f"{error}, so it is ignored", *cause, name)
    return own
