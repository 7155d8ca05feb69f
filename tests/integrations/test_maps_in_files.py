"""Maps in files as the editors write them, with all their fields: what is where, in numbers.

The maps in `maps/` were made for these tests. Those of Tiled are infinite, with chunks left of and
above 0, and share a tileset in a file of its own.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import shapely

from spritecol import Circle, Ellipse, Point, Polygon, Rect, Segment, Sprite
from spritecol.integrations.ldtk import sprites_from_ldtk
from spritecol.integrations.tiled import sprites_from_tmx

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


def test_an_ldtk_world_whose_levels_are_in_files_of_their_own() -> None:
    first, second, gem = sprites_from_ldtk(MAPS / "world.ldtk")
    assert [s.level for s in (first, second, gem)] == ["Hall_0", "Hall_1", "Hall_1"]
    assert (first.aabb, area(first)) == ((0, 0, 80, 48), 9 * 256)
    assert (second.aabb, area(second)) == ((80, 0, 128, 32), 4 * 256)
    check(second, [(120, 8), (84, 24)], [(84, 8), (78, 24)])
    assert ((gem.x, gem.y), gem.world_shapes) == ((110, 8), (Ellipse(105, 8, 5, 3),))


# --- Tiled ---------------------------------------------------------------------------------------


def test_an_infinite_map_with_a_tileset_in_a_file_of_its_own() -> None:
    ground, deco, *things = sprites_from_tmx(MAPS / "ruins.tmx")
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
    floor, shelf, *things = sprites_from_tmx(MAPS / "cellar.tmj")
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


def test_a_tileset_is_no_map() -> None:
    with pytest.raises(ValueError, match=r"blocks\.tsx is not a map of Tiled, but a tileset"):
        sprites_from_tmx(MAPS / "blocks.tsx")
