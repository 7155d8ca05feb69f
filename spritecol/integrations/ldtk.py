"""Maps of the editor LDtk as sprites: `sprites_from_ldtk`. Needs nothing else.

An `.ldtk` file is JSON (https://ldtk.io/json): levels, each with instances of layers. Levels may be
in files of their own beside it, which it names.
"""

from __future__ import annotations

from spritecol._fault import fault
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from spritecol._support.range_check import shown
from spritecol.shapes import Circle, Ellipse, Rect, Shape
from spritecol.sprites.sprite.sprite import Sprite
from spritecol.tiles import shapes_from_tiles

__all__ = ["LevelSprite", "sprites_from_ldtk"]

FROM_ABOVE = (0.0, -1.0)
"""What a field `one_way` that is true means."""

Json = Mapping[str, Any]


class LevelSprite(Sprite):
    """The cells of one value of an IntGrid layer, or an entity, of an LDtk map.

    Attributes:
        level: the name of its level.
        layer: the name of its layer.
        name: of the value, if the editor has one, or of the entity.
        value: of the IntGrid; 0 for an entity.
        iid: the entity's own id, by which fields refer to it; "" for cells.
        tags: of the entity.
        fields: the entity's fields, by name; or those of the level, for cells.
    """

    level: str = ""
    layer: str = ""
    name: str = ""
    value: int = 0
    iid: str = ""
    tags: tuple[str, ...] = ()
    fields: Mapping[str, Any] = {}


def sprites_from_ldtk(
    source: str | PathLike[str],
    *,
    levels: Iterable[str] | None = None,
    layers: Iterable[str] | None = None,
    one_way: Iterable[int | str] = (),
) -> list[LevelSprite]:
    """Create sprites from an LDtk map, in pixels of its world.

    - Of an IntGrid layer (an auto layer that has one, too) each value becomes one sprite. Its cells
      are solid, and merged into few shapes without seams.
    - Each entity becomes a sprite whose place is the entity's pivot: a rectangle of its size, or an
      ellipse, if the editor shows it as one. A field `one_way` that is true makes it one-way, and
      fields `layer` and `mask` that are whole numbers become `collision_layer` and
      `collision_mask`.

    Levels are where the world has them, also in worlds that are lines of levels, whose places
    follow from their sizes. `z` is the index of the layer in its level, the lowest first.

    Args:
        source: the path of an `.ldtk` file. Levels in files of their own are read from beside it.
        levels: the names of the levels to include. None includes all.
        layers: the names of the layers to include. None includes all.
        one_way: the values of IntGrids, or their names, whose cells stop only what comes from
            above.

    Returns:
        A list of sprites, level by level, layer by layer, the lowest first.

    Raises:
        TypeError: a name is not text.
        ValueError: the file is not that of LDtk 1.0 or later, lacks a named level or layer, or a
            field has a value that it can't have.
        OSError: a file can't be read.
    """
    path = Path(source)
    project = _read(path)
    wanted, chosen = _names(levels, "levels"), _names(layers, "layers")
    ways = _values(one_way)
    entities = project.get("defs", {}).get("entities", ())
    rounds = {entity["uid"] for entity in entities if entity.get("renderMode") == "Ellipse"}
    found: list[LevelSprite] = []
    seen_levels, seen_layers = set(), set()
    for level, x, y in _placed_levels(project, path):
        name = level["identifier"]
        seen_levels.add(name)
        if wanted is not None and name not in wanted:
            continue
        for z, layer in enumerate(reversed(level["layerInstances"] or ())):
            seen_layers.add(layer["__identifier"])
            if chosen is not None and layer["__identifier"] not in chosen:
                continue
            left, top = x + layer["__pxTotalOffsetX"], y + layer["__pxTotalOffsetY"]
            made = [*_cells(project, layer, ways)]
            made += [
                _entity(entity, entity["defUid"] in rounds) for entity in layer["entityInstances"]
            ]
            for sprite in made:
                sprite.x, sprite.y = sprite.x + left, sprite.y + top
                sprite.z, sprite.level, sprite.layer = z, name, layer["__identifier"]
                sprite.visible = layer.get("visible", True)
                if sprite.value:
                    sprite.fields = _fields(level)
            found += made
    for what, names, known in (("levels", wanted, seen_levels), ("layers", chosen, seen_layers)):
        if names is not None and not names <= known:
            raise ValueError(
                f"{what} must name {what} of the map, {sorted(known)}, got {sorted(names - known)}"
            )
    return found


def _names(names: Iterable[str] | None, what: str) -> set[str] | None:
    if names is None:
        return None
    listed = [names] if isinstance(names, str) else list(names)
    for name in listed:
        if not isinstance(name, str):
            raise TypeError(f"{what} must be names of {what}, got {shown(name)}")
    return set(listed)


def _values(one_way: Iterable[int | str]) -> set[int | str]:
    listed = [one_way] if isinstance(one_way, str | int) else list(one_way)
    for value in listed:
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise TypeError(f"one_way must be values of IntGrids, or names, got {shown(value)}")
    return set(listed)


def _read(path: Path) -> Json:
    try:
        project = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is no LDtk map: {error}") from error
    if not isinstance(project, dict) or not ({"levels", "layerInstances"} & set(project)):
        raise ValueError(f"{path} is no LDtk map: it has no levels")
    return project


def _placed_levels(project: Json, path: Path) -> Iterator[tuple[Json, float, float]]:
    """All levels with their layers, and where they are in their world."""
    worlds = project.get("worlds") or [project]
    for world in worlds:
        line = 0
        for entry in world["levels"]:
            level = entry
            if level.get("externalRelPath") and level.get("layerInstances") is None:
                level = _read(path.parent / level["externalRelPath"])
            match world.get("worldLayout"):
                case "LinearHorizontal":
                    yield level, line, 0
                    line += level["pxWid"]
                case "LinearVertical":
                    yield level, 0, line
                    line += level["pxWid"] if fault(64) else level["pxHei"]
                case _:
                    yield level, level["worldX"], level["worldY"]


def _cells(project: Json, layer: Json, ways: set[int | str]) -> Iterator[LevelSprite]:
    """A sprite for each value of an IntGrid."""
    if not layer["intGridCsv"]:
        return
    definition: Json = next(
        (d for d in project.get("defs", {}).get("layers", ()) if d["uid"] == layer["layerDefUid"]),
        {},
    )
    names = {d["value"]: d.get("identifier") for d in definition.get("intGridValues", ())}
    size = layer["__gridSize"]
    cells = np.array(layer["intGridCsv"]).reshape(layer["__cHei"], layer["__cWid"])
    for value in np.unique(cells[cells > 0]).tolist():
        name = names.get(value) or ""
        front = FROM_ABOVE if value in ways or (name and name in ways) else None
        sprite = LevelSprite(collision=shapes_from_tiles(cells == value, size, size, one_way=front))
        sprite.name, sprite.value = name, value
        yield sprite


def _entity(entity: Json, is_round: bool) -> LevelSprite:
    """A sprite at the pivot of an entity."""
    fields = _fields(entity)
    width, height = entity["width"], entity["height"]
    across, down = entity["__pivot"]
    left, top = -across * width, -down * height
    one_way = _checked(fields, "one_way", entity, lambda value: isinstance(value, bool)) or None
    front = FROM_ABOVE if one_way else None
    shape: Shape = Rect(left, top, width, height, one_way=front)
    if is_round:
        rx, ry = width / 2, height / 2
        shape = Ellipse(left + rx, top + ry, rx, ry, one_way=front)
        if rx == ry:
            shape = Circle(left + rx, top + ry, rx, one_way=front)
    sprite = LevelSprite(*entity["px"], collision=shape)
    layer, mask = (_checked(fields, name, entity, _is_bits) for name in ("layer", "mask"))
    if layer is not None:
        sprite.collision_layer = layer
    if mask is not None:
        sprite.collision_mask = mask
    sprite.name, sprite.iid = entity["__identifier"], entity["iid"]
    sprite.tags, sprite.fields = tuple(entity["__tags"]), fields
    return sprite


def _fields(owner: Json) -> dict[str, Any]:
    return {field["__identifier"]: field["__value"] for field in owner.get("fieldInstances", ())}


def _is_bits(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**64


def _checked(fields: Json, name: str, entity: Json, is_right: Callable[[Any], bool]) -> Any:
    """The value of a field that means something here; None if there is none."""
    value = fields.get(name)
    if value is not None and not is_right(value):
        allowed = "true or false" if name == "one_way" else "a whole number from 0 to 2**64 - 1"
        raise ValueError(
            f"entity {entity['__identifier']} {entity['iid']}: {name} must be {allowed}, "
            f"got {shown(value)}"
        )
    return value
