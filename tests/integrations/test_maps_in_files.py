"""Maps in files as the editors write them, with all their fields: what is where, in numbers.

The maps in `maps/` were made for these tests. Those of Tiled are infinite, with chunks left of and
above 0, and share a tileset in a file of its own.
"""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import shapely

from spritecol import Circle, Ellipse, Point, Polygon, Rect, Segment, Sprite
from spritecol.integrations.ldtk import sprites_from_ldtk

MAPS = Path(__file__).parent / "maps"
UP = (0.0, -1.0)


def area(sprite: Sprite) -> float:
    return float(shapely.union_all([shape.geometry for shape in sprite.shapes]).area)


def check(sprite: Sprite, inside: Sequence[Any], outside: Sequence[Any]) -> None:
    for places, expected in ((inside, True), (outside, False)):
        for x, y in places:
            assert sprite.hits(Sprite(x, y, collision=Point(0, 0))) is expected, (x, y)


# --- LDtk ----------------------------------------------------------------------------------------


def test_an_ldtk_world_of_free_levels() -> None:
    sprites = sprites_from_ldtk(MAPS / "shore.ldtk", one_way=["plank"])
    assert [(s.level, s.layer, s.z, s.name, s.value) for s in sprites] == [
        ("Shore", "Water", 0, "water", 1),
        ("Shore", "Ground", 1, "stone", 1),
        ("Shore", "Ground", 1, "plank", 2),
        ("Shore", "Ground", 1, "", 5),
        ("Shore", "Things", 3, "Player", 0),
        ("Shore", "Things", 3, "Coin", 0),
        ("Shore", "Things", 3, "Plank", 0),
        ("Cave", "Ground", 1, "stone", 1),
        ("Cave", "Things", 3, "Guard", 0),
    ]
    water, stone, plank, blue, player, coin, board, cave, guard = sprites
    assert water.aabb == (328, 20, 360, 36)
    assert (stone.aabb, area(stone)) == ((256, -16, 384, 32), 12 * 256)
    check(stone, [(264, -8), (376, 8), (320, 24)], [(280, -8), (264, -24), (320, 8)])
    assert (plank.aabb, plank.shapes[0].one_way) == ((288, -32, 336, -16), UP)
    assert (blue.aabb, blue.shapes[0].one_way) == ((304, 0, 336, 16), None)
    assert stone.fields == {"music": "waves"}
    assert ((player.x, player.y), player.aabb) == ((296, 16), (290, -4, 302, 16))
    assert player.tags == ("hero",)
    assert coin.world_shapes == (Circle(328, -40, 4),)
    assert board.world_shapes == (Rect(336, -24, 48, 8, one_way=UP),)
    assert (board.collision_layer, board.collision_mask) == (4, Sprite().collision_mask)
    assert (cave.aabb, area(cave)) == ((160, -62, 256, 2), 15 * 256)
    check(cave, [(168, -24), (250, -40), (250, -8)], [(250, -24), (200, -40), (200, -63)])
    assert cave.fields == {"music": None}
    assert ((guard.x, guard.y), guard.aabb) == ((208, -16), (201, -40, 215, -16))
    assert guard.tags == ("foe", "walker")
    assert guard.fields["target"]["entityIid"] == player.iid
    assert {name: guard.fields[name] for name in ("mood", "path", "speed")} == {
        "mood": "Angry",
        "path": [{"cx": 1, "cy": 2}, {"cx": 4, "cy": 2}],
        "speed": 1.5,
    }


@pytest.mark.parametrize("slash", ["/", "\\\\"], ids=["/", "as on Windows"])
def test_an_ldtk_world_whose_levels_are_in_files_of_their_own(slash: str, tmp_path: Path) -> None:
    shutil.copytree(MAPS / "world", tmp_path / "world")
    text = (MAPS / "world.ldtk").read_text(encoding="utf-8")
    assert text.count('"world/') == 2
    (tmp_path / "world.ldtk").write_text(text.replace('"world/', f'"world{slash}'), "utf-8")
    first, second, gem = sprites_from_ldtk(tmp_path / "world.ldtk")
    assert [s.level for s in (first, second, gem)] == ["Hall_0", "Hall_1", "Hall_1"]
    assert (first.aabb, area(first)) == ((0, 0, 80, 48), 9 * 256)
    assert (second.aabb, area(second)) == ((80, 0, 128, 32), 4 * 256)
    check(second, [(120, 8), (84, 24)], [(84, 8), (78, 24)])
    assert ((gem.x, gem.y), gem.world_shapes) == ((110, 8), (Ellipse(105, 8, 5, 3),))


# --- Tiled ---------------------------------------------------------------------------------------


def tiled(path: Path) -> list[Any]:
    from spritecol.integrations.tiled import sprites_from_tmx

    return list(sprites_from_tmx(path))


def test_an_infinite_map_with_a_tileset_in_a_file_of_its_own() -> None:
    ground, deco, *things = tiled(MAPS / "ruins.tmx")
    check(ground, [(-319, 17), (319, 31), (0, 24)], [(-321, 24), (321, 24), (0, 15), (0, 33)])
    check(ground, [(-274, 8), (-264, 8), (-254, 8)], [(-286, 4), (-264, -1), (-242, 4)])
    check(ground, [(168, 12), (184, 4)], [(168, 4), (184, 12)])
    check(ground, [(60, -14), (-8, -264)], [(60, -8), (-14, -270), (-24, -280)])
    planks = [shape for shape in ground.shapes if shape.one_way]
    assert [shape.one_way for shape in planks] == [UP] * len(planks) != []
    assert {shape.geometry.area for shape in planks} <= {16 * 4.0, 32 * 4.0}
    (glass,) = (shape for shape in ground.world_shapes if shape.layer is not None)
    assert glass == Rect(-32, -272, 16, 16, layer=2, mask=12, name="glass")
    assert (ground.layer, ground.type, ground.z) == ("ground", "rock", 0)
    assert ground.properties == {
        "friction": 0.5,
        "name": "floor",
        "note": "two\nlines",
        "tint": "#ff336699",
    }
    assert (deco.aabb, deco.z, deco.visible) == ((88, 76, 104, 92), 1, False)

    door, key, pond, hill, wire, crate, ramp = things
    assert (door.name, door.type, door.aabb) == ("door", "exit", (-300, -40, -276, 0))
    assert door.properties == {"key": 2, "open": False, "to": "cellar.tmj"}
    assert key.world_shapes == (Point(-12.5, -70.25),)
    assert (pond.type, pond.world_shapes) == ("pond", (Ellipse(55, -15, 15, 5),))
    assert hill.world_shapes == (Polygon([(100, 16), (140, 16), (120, -14)]),)
    assert wire.world_shapes == (
        Segment(-200, -100, -230, -100, one_way=UP, layer=8),
        Segment(-230, -100, -260, -120, one_way=UP, layer=8),
    )
    assert crate.world_shapes == (Rect(-64, -16, 32, 32, layer=2, mask=12, name="glass"),)
    assert crate.properties == {"layer": 2, "mask": 12, "stats": {"health": 3}}
    assert ramp.geometry.equals(shapely.Polygon([(64, -32), (64, -16), (80, -16)]))


def test_an_infinite_map_in_json() -> None:
    floor, shelf, *things = tiled(MAPS / "cellar.tmj")
    check(floor, [(-47, 33), (79, 47), (104, 40)], [(88, 40), (-49, 40)])
    check(floor, [(-46, 24), (24, -14)], [(-34, 20), (24, -8), (104, 24)])
    assert [shape.one_way for shape in floor.shapes].count(UP) == 1
    (pole,) = (shape for shape in floor.world_shapes if shape.mask is not None)
    assert pole.geometry.equals(shapely.box(118, 16, 122, 48))
    assert (pole.layer, pole.mask) == (None, 6)
    assert floor.properties == {
        "friction": 0.25,
        "stats": {"deep": {"a": True}, "health": 3, "label": "x", "rate": 0.5},
    }
    assert (shelf.aabb, shelf.layer, shelf.visible) == ((102, 53, 118, 69), "shelf", False)

    door, spot, pond, wedge, wire, barrel = things
    assert door.world_shapes == (Rect(-50.5, -20, 20, 10, one_way=UP, layer=4),)
    assert (door.name, door.type) == ("door", "exit")
    assert door.properties == {"layer": 4, "one_way": True, "to": ""}
    assert (spot.name, spot.world_shapes) == ("spot", (Point(8, 9),))
    assert (pond.type, pond.world_shapes) == ("pond", (Circle(-32, 68, 8),))
    assert wedge.world_shapes == (Polygon([(60, 60), (80, 60), (60, 72.5)]),)
    assert wire.world_shapes == (Segment(90, 60, 70, 60),)
    assert barrel.geometry.equals(shapely.box(120, 80, 160, 100))
    assert (barrel.name, barrel.properties) == ("barrel", {"weight": 9})


def test_a_finite_map_and_its_tileset_in_json(tmp_path: Path) -> None:
    tile = {"id": 1, "objectgroup": {"type": "objectgroup", "objects": []}}
    tile["objectgroup"]["objects"] = [  # type: ignore[index]
        {"id": 1, "x": 0, "y": 8, "width": 16, "height": 8, "rotation": 0, "visible": True}
    ]
    tileset = {"type": "tileset", "name": "blocks", "tilewidth": 16, "tileheight": 16}
    tileset |= {"tilecount": 2, "columns": 2, "spacing": 0, "margin": 0, "tiles": [tile]}
    tileset |= {"image": "blocks.png", "imagewidth": 32, "imageheight": 16}
    (tmp_path / "blocks.tsj").write_text(json.dumps(tileset))
    layer = {"type": "tilelayer", "id": 1, "name": "ground", "width": 3, "height": 2}
    layer |= {"data": [0, 1, 0, 2, 2, 0], "visible": True, "opacity": 1, "x": 0, "y": 0}
    level = {"type": "map", "version": "1.10", "orientation": "orthogonal", "infinite": False}
    level |= {"width": 3, "height": 2, "tilewidth": 16, "tileheight": 16, "layers": [layer]}
    level |= {"tilesets": [{"firstgid": 1, "source": "blocks.tsj"}]}
    path = tmp_path / "level.tmj"
    path.write_text(json.dumps(level))
    (ground,) = tiled(path)
    check(ground, [(24, 8), (8, 28), (24, 28)], [(8, 20), (24, 20), (8, 8), (40, 24)])
    (tmp_path / "blocks.tsj").unlink()
    with pytest.raises(FileNotFoundError):
        tiled(path)
    for text in ("{}", "[]", "<map/>", '{"type": "map", "tilesets": [3]}'):
        path.write_text(text)
        with pytest.raises(ValueError, match=r"level\.tmj is not a file of Tiled"):
            tiled(path)


def old_properties(listed: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """Properties and their types, as Tiled wrote them before 1.2."""
    return (
        {one["name"]: one["value"] for one in listed},
        {one["name"]: one["type"] for one in listed},
    )


def as_before_1_2(node: Any) -> Any:
    """A map in JSON as Tiled wrote it before 1.2, but for what was not there then."""
    if isinstance(node, list):
        return [as_before_1_2(one) for one in node]
    if not isinstance(node, dict):
        return node
    old = {key: as_before_1_2(value) for key, value in node.items() if key != "properties"}
    if node.get("type") == "tileset" or "tilecount" in node:
        tiles = node.get("tiles", ())
        old["tiles"], old["tileproperties"], old["tilepropertytypes"] = {}, {}, {}
        for tile in tiles:
            number = str(tile["id"])
            rest = {k: v for k, v in tile.items() if k not in ("id", "properties")}
            if rest:
                old["tiles"][number] = as_before_1_2(rest)
            if "properties" in tile:
                values, types = old_properties(tile["properties"])
                old["tileproperties"][number] = values
                old["tilepropertytypes"][number] = types
    if "properties" in node:
        old["properties"], old["propertytypes"] = old_properties(node["properties"])
    return old


def prop(name: str, value: Any) -> dict[str, Any]:
    kinds = {bool: "bool", int: "int", float: "float", str: "string"}
    return {"name": name, "type": kinds[type(value)], "value": value}


def json_map() -> dict[str, Any]:
    """A map in today's JSON that uses nothing that is newer than 1.1."""
    shelf = {"id": 1, "x": 0, "y": 8, "width": 16, "height": 8, "rotation": 0, "visible": True}
    tiles = [
        {"id": 1, "objectgroup": {"type": "objectgroup", "objects": [shelf]}},
        {"id": 2, "properties": [prop("one_way", True), prop("layer", 4)]},
        {"id": 3, "properties": [prop("solid", False)]},
        {
            "id": 10,
            "properties": [prop("mask", 6), prop("hard", 0.5)],
            "objectgroup": {"type": "objectgroup", "objects": [{**shelf, "ellipse": True}]},
        },
    ]
    tileset = {"name": "blocks", "tilewidth": 16, "tileheight": 16, "tilecount": 12}
    tileset |= {"columns": 4, "spacing": 0, "margin": 0, "firstgid": 1, "tiles": tiles}
    tileset |= {"image": "blocks.png", "imagewidth": 64, "imageheight": 48}
    ground = {"type": "tilelayer", "name": "ground", "width": 4, "height": 3, "x": 0, "y": 0}
    ground |= {"data": [0, 1, 11, 4, 3, 3, 0, 0, 3, 2, 1, 1], "visible": True, "opacity": 1}
    ground |= {"properties": [prop("friction", 0.25), prop("wet", True)]}
    fog = {**ground, "name": "fog", "properties": [prop("solid", False)]}
    line = [{"x": 0, "y": 0}, {"x": -20, "y": 0}, {"x": -20, "y": 8}]
    things = [
        {"id": 1, "name": "door", "type": "exit", "x": 4, "y": 5, "width": 6, "height": 7},
        {"id": 2, "name": "wire", "type": "", "x": 90, "y": 60, "polyline": line},
        {"id": 3, "name": "hill", "type": "", "x": 90, "y": 60, "polygon": line},
        {"id": 4, "name": "pond", "type": "", "x": 1, "y": 2, "width": 8, "height": 6}
        | {"ellipse": True},
        {"id": 5, "name": "box", "type": "", "x": 8, "y": 40, "gid": 3, "width": 32, "height": 16},
        {"id": 6, "name": "mist", "type": "", "x": 1, "y": 2, "width": 8, "height": 6},
    ]
    for thing in things:
        thing |= {"rotation": 0, "visible": True}
    things[0] |= {"rotation": 30, "properties": [prop("to", "cellar"), prop("key", 2)]}
    things[5] |= {"properties": [prop("solid", False)]}
    objects = {"type": "objectgroup", "name": "things", "objects": things, "visible": False}
    level = {"type": "map", "version": 1, "orientation": "orthogonal", "width": 4, "height": 3}
    level |= {"tilewidth": 16, "tileheight": 16, "layers": [ground, fog, objects]}
    return level | {"tilesets": [tileset]}


def told(sprites: Sequence[Any]) -> list[Any]:
    return [
        (s.layer, s.name, s.type, s.properties, s.visible, s.z, s.world_shapes) for s in sprites
    ]


def test_json_from_before_tiled_1_2(tmp_path: Path) -> None:
    """With its properties, which were dicts then, and without the types of files before 1.0."""
    path = tmp_path / "level.json"
    path.write_text(json.dumps(json_map()))
    expected = told(tiled(path))
    assert len(expected) == 6
    ground = expected[0][-1]
    assert {(shape.one_way, shape.layer, shape.mask) for shape in ground} == {
        (None, None, None),
        (UP, 4, None),
        (None, None, 6),
    }
    old = as_before_1_2(json_map())
    assert old["tilesets"][0]["tileproperties"]["10"] == {"mask": 6, "hard": 0.5}
    path.write_text(json.dumps(old))
    assert told(tiled(path)) == expected
    del old["type"], old["version"]
    path.write_text(json.dumps(old))
    assert told(tiled(path)) == expected
    tileset = {key: value for key, value in old["tilesets"][0].items() if key != "firstgid"}
    (tmp_path / "blocks.json").write_text(json.dumps(tileset))
    old["tilesets"] = [{"firstgid": 1, "source": "blocks.json"}]
    path.write_text(json.dumps(old))
    assert told(tiled(path)) == expected


def test_properties_from_before_they_had_types(tmp_path: Path) -> None:
    """All was text then."""
    old = as_before_1_2(json_map())
    level = json.loads(json.dumps(old))
    for node in (*level["layers"], *level["layers"][2]["objects"]):
        types = node.pop("propertytypes", {})
        if types.get("solid"):
            node["properties"]["solid"] = "false"
    tileset = level["tilesets"][0]
    del tileset["tilepropertytypes"]
    tileset["tileproperties"] = {"2": {"one_way": "true", "layer": 4}, "3": {"solid": "false"}}
    tileset["tileproperties"]["10"] = {"mask": 6}
    path = tmp_path / "level.json"
    path.write_text(json.dumps(level))
    found = tiled(path)
    path.write_text(json.dumps(old))
    assert [s.world_shapes for s in found] == [s.world_shapes for s in tiled(path)]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark(tmp_path: Path, encoding: str) -> None:
    for path in (tmp_path / "map.tmj", tmp_path / "map.json"):
        path.write_text(json.dumps(json_map()), encoding)
        assert len(tiled(path)) == 6
    if encoding != "utf-32":  # which Expat does not read
        text = (MAPS / "ruins.tmx").read_text("utf-8")
        text = text.replace('encoding="UTF-8"', f'encoding="{encoding.removesuffix("-sig")}"')
        text = text.replace("blocks.tsx", str(MAPS / "blocks.tsx"))
        (tmp_path / "map.tmx").write_text(text, encoding)
        assert len(tiled(tmp_path / "map.tmx")) == len(tiled(MAPS / "ruins.tmx"))


def test_a_tileset_is_no_map() -> None:
    with pytest.raises(ValueError, match=r"blocks\.tsx is not a map of Tiled, but a tileset"):
        tiled(MAPS / "blocks.tsx")
