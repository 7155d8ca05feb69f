"""Maps of the editor Tiled: which sprites `sprites_from_tmx` makes of them, and where."""

import base64
import gzip
import itertools
import json
import struct
import sys
import types
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytmx
import shapely

from spritecol import (
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    SpritecolWarning,
)
from spritecol.integrations.tiled import MapSprite, sprites_from_tmx
from spritecol.tiles import cell_of, shapes_from_tiles

ACROSS, DOWN, DIAGONAL = 1 << 31, 1 << 30, 1 << 29

# Tiles of a set of 16 x 16: 1 is whole; 2 is a slope, solid below the falling diagonal; 3 has an
# upper half turned by 90 degrees about its own corner; 4 is a circle; 5 is not solid; 6 is a line.
TILESET = """
 <tileset firstgid="1" name="blocks" tilewidth="16" tileheight="16" tilecount="8" columns="8">
  <image source="none.png" width="128" height="16"/>
  <tile id="1"><objectgroup><object id="1" x="0" y="0"><polygon points="0,0 16,16 0,16"/></object>
  </objectgroup></tile>
  <tile id="2"><objectgroup><object id="1" x="8" y="0" width="16" height="8" rotation="90"/>
  </objectgroup></tile>
  <tile id="3"><objectgroup><object id="1" x="2" y="4" width="8" height="8"><ellipse/></object>
  </objectgroup></tile>
  <tile id="4"><properties><property name="solid" type="bool" value="false"/></properties></tile>
  <tile id="5"><objectgroup><object id="1" x="0" y="4"><polyline points="0,0 16,0 16,8"/></object>
  </objectgroup></tile>
 </tileset>
"""


def tile_layer(rows: list[list[int]], name: str = "ground", more: str = "", inner: str = "") -> str:
    cells = ",\n".join(",".join(map(str, row)) for row in rows)
    return (
        f'<layer id="1" name="{name}" width="{len(rows[0])}" height="{len(rows)}" {more}>{inner}'
        f'<data encoding="csv">{cells}</data></layer>'
    )


def objects(*lines: str, name: str = "things", more: str = "") -> str:
    return f'<objectgroup id="9" name="{name}" {more}>{"".join(lines)}</objectgroup>'


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def written(*layers: str, more: str = "", tileset: str = TILESET) -> Path:
        path = tmp_path / "map.tmx"
        path.write_text(
            f'<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" '
            f'tileheight="16" infinite="0" {more}>{tileset}{"".join(layers)}</map>'
        )
        return path

    return written


def probe(x: float, y: float) -> Sprite:
    return Sprite(x, y, collision=Point(0, 0))


def test_tiles_become_one_sprite_of_few_rects(write: Any) -> None:
    path = write(tile_layer([[0, 1, 0], [1, 1, 1]]), objects(name="none"))
    (ground,) = sprites_from_tmx(path)
    assert type(ground) is MapSprite
    assert ground.shapes == (Rect(16, 0, 16, 32), Rect(0, 16, 48, 16))
    assert (ground.x, ground.y, ground.z) == (0, 0, 0)
    assert (ground.layer, ground.name, ground.type, ground.properties) == (
        "ground",
        "ground",
        "",
        {},
    )


SLOPE = shapely.Polygon([(0, 0), (16, 16), (0, 16)])
HALF = shapely.box(0, 0, 8, 16)


@pytest.mark.parametrize("flags", range(8))
@pytest.mark.parametrize(("tile", "area"), [(2, SLOPE), (3, HALF)])
def test_tiles_are_flipped_and_turned(write: Any, tile: int, area: Any, flags: int) -> None:
    """First diagonally, then left to right, then up and down: what Tiled's documentation says."""
    gid = tile + flags * DIAGONAL
    coords = shapely.get_coordinates(area)
    if gid & DIAGONAL:
        coords = coords[:, ::-1]
    if gid & ACROSS:
        coords = coords * (-1, 1) + (16, 0)
    if gid & DOWN:
        coords = coords * (1, -1) + (0, 16)
    (ground,) = sprites_from_tmx(write(tile_layer([[0, gid]])))
    moved = np.add(coords, (16, 0))
    assert shapely.Polygon(moved).equals(ground.geometry)


def test_round_and_thin_colliders(write: Any) -> None:
    (ground,) = sprites_from_tmx(write(tile_layer([[4, 6], [4 + ACROSS, 0]])))
    assert set(ground.shapes) == {
        Circle(6, 8, 4),
        Circle(10, 24, 4),
        Segment(16, 4, 32, 4),
        Segment(32, 4, 32, 12),
    }


def test_a_tile_that_is_not_solid_is_air(write: Any) -> None:
    (ground,) = sprites_from_tmx(write(tile_layer([[1, 5, 1]])))
    assert ground.shapes == (Rect(0, 0, 16, 16), Rect(32, 0, 16, 16))


def test_tiles_of_another_size_stand_on_their_cell(write: Any) -> None:
    tileset = (
        '<tileset firstgid="1" tilewidth="24" tileheight="40" tilecount="1" columns="1">'
        '<image source="none.png" width="24" height="40"/></tileset>'
    )
    path = write(tile_layer([[0, 0], [0, 0], [0, 1]]), tileset=tileset)
    (tree,) = sprites_from_tmx(path)
    assert tree.aabb == (16, 8, 40, 48)


def test_a_tile_that_is_a_part_of_its_image_has_the_size_of_the_part(write: Any) -> None:
    tileset = (
        '<tileset firstgid="1" name="parts" tilewidth="24" tileheight="16" tilecount="2" '
        'columns="0"><grid orientation="orthogonal" width="1" height="1"/>'
        '<tile id="0" x="40" y="8" width="16" height="16">'
        '<image width="128" height="64" source="none.png"/></tile>'
        '<tile id="1"><image width="24" height="16" source="other.png"/></tile></tileset>'
    )
    path = write(
        tile_layer([[1, 1], [0, 2]]),
        objects('<object id="1" gid="1" x="50" y="80" width="32" height="32"/>'),
        tileset=tileset,
    )
    ground, block = sprites_from_tmx(path)
    assert ground.aabb == (0, 0, 40, 32)
    assert ground.geometry.area == 32 * 16 + 24 * 16
    assert block.aabb == (50, 48, 82, 80)


def test_properties_are_those_of_the_editor_and_no_others(write: Any) -> None:
    """Of every type, by any name, also by one that pytmx has for itself."""
    own = (
        '<properties><property name="name" value="Ann"/><property name="width" type="int" '
        'value="7"/><property name="key" type="bool" value="false"/><property name="door" '
        'type="object" value="2"/><property name="tint" type="color" value="#ff102030"/>'
        '<property name="text">two\nlines</property><property name="none" value=""/>'
        '<property name="stats" type="class" propertytype="Stats"><properties>'
        '<property name="speed" type="float" value="1.5"/></properties></property><property '
        'name="drops" type="list">\n <item type="int" value="3"/><item value="key"/><item>up\nit'
        '</item><item type="list"><item type="bool" value="true"/></item><item type="class">'
        '<properties><property name="hp" type="int" value="9"/></properties></item></property>'
        '<property name="empty" type="list"/></properties>'
    )
    values = {
        "name": "Ann",
        "width": 7,
        "key": False,
        "door": 2,
        "tint": "#ff102030",
        "text": "two\nlines",
        "none": "",
        "stats": {"speed": 1.5},
        "drops": [3, "key", "up\nit", [True], {"hp": 9}],
        "empty": [],
    }
    tileset = (
        '<tileset firstgid="1" name="one" tilewidth="16" tileheight="16" tilecount="1" '
        f'columns="1"><image source="none.png" width="16" height="16"/><tile id="0">{own}</tile>'
        "</tileset>"
    )
    path = write(
        own,
        tile_layer([[1]], inner=own),
        objects(
            '<object id="1" gid="1" x="0" y="16" width="16" height="16"><properties><property '
            'name="key" type="bool" value="true"/></properties></object>',
            f'<object id="2" x="0" y="0" width="9" height="9">{own}</object>',
        ),
        tileset=tileset,
    )
    ground, tile, door = sprites_from_tmx(path)
    assert ground.properties == door.properties == values
    assert tile.properties == {**values, "key": True}
    assert ground.aabb == (0, 0, 16, 16)


def test_an_external_tileset(write: Any, tmp_path: Path) -> None:
    body = TILESET.replace('firstgid="1" ', "")
    (tmp_path / "blocks.tsx").write_text(body.strip())
    path = write(tile_layer([[4, 2]]), tileset='<tileset firstgid="1" source="blocks.tsx"/>')
    (ground,) = sprites_from_tmx(path)
    assert Circle(6, 8, 4) in ground.shapes
    assert ground.hits(probe(18, 14))
    assert not ground.hits(probe(30, 2))


def test_objects_of_all_kinds(write: Any) -> None:
    path = write(
        objects(
            '<object id="1" name="door" type="exit" x="10" y="20" width="30" height="40"/>',
            '<object id="2" class="pond" x="0" y="0" width="30" height="10"><ellipse/></object>',
            '<object id="3" x="5" y="6"><point/></object>',
            '<object id="4" x="10" y="10"><polygon points="0,0 8,0 0,8"/></object>',
            '<object id="5" x="10" y="10"><polyline points="0,0 8,0 0,8"/></object>',
            '<object id="6" x="0" y="0" width="9" height="9"><text>not solid</text></object>',
        )
    )
    door, pond, spot, wedge, fence = sprites_from_tmx(path)
    assert (door.name, door.type, door.layer) == ("door", "exit", "things")
    assert door.world_shapes == (Rect(10, 20, 30, 40),)
    assert (pond.name, pond.type) == ("", "pond")
    assert pond.world_shapes == (Ellipse(15, 5, 15, 5),)
    assert spot.world_shapes == (Point(5, 6),)
    assert wedge.world_shapes == (Polygon([(10, 10), (18, 10), (10, 18)]),)
    assert fence.world_shapes == (Segment(10, 10, 18, 10), Segment(18, 10, 10, 18))


def test_tile_objects(write: Any) -> None:
    """They stand on their place, stretched to their size, and turn about that place."""
    path = write(
        objects(
            '<object id="1" gid="1" x="50" y="80" width="32" height="16"/>',
            '<object id="2" gid="1" x="50" y="80" width="32" height="16" rotation="90"/>',
            f'<object id="3" gid="{2 + ACROSS}" x="50" y="80" width="32" height="16"/>',
        )
    )
    for source in (path, pytmx.TiledMap(str(path), invert_y=False)):
        upright, turned, slope = sprites_from_tmx(source)
        assert upright.aabb == (50, 64, 82, 80)
        assert turned.aabb == (50, 80, 66, 112)
        assert slope.geometry.equals(shapely.Polygon([(82, 64), (82, 80), (50, 80)]))


@pytest.mark.parametrize("word", ["type", "class"])
def test_a_tile_object_has_the_type_of_its_tile_if_it_has_none(write: Any, word: str) -> None:
    """As the editor shows it."""
    tileset = (
        '<tileset firstgid="1" tilewidth="16" tileheight="16" tilecount="2" columns="2">'
        f'<tile id="0" {word}="coin"/></tileset>'
    )
    path = write(
        objects(
            f'<object id="1" gid="{1 + DOWN}" x="0" y="16" width="16" height="16"/>',
            f'<object id="2" gid="1" {word}="gem" x="0" y="16" width="16" height="16"/>',
            '<object id="3" gid="2" x="0" y="16" width="16" height="16"/>',
        ),
        tileset=tileset,
    )
    assert [sprite.type for sprite in sprites_from_tmx(path)] == ["coin", "gem", ""]


def test_layers_in_order_with_offsets_groups_and_properties(write: Any) -> None:
    solid = '<properties><property name="friction" type="float" value="0.5"/></properties>'
    path = write(
        objects('<object id="1" x="1" y="1" width="2" height="2"/>', name="low"),
        '<group id="5" name="hills" offsetx="100" offsety="10">',
        tile_layer([[1]], "hill", 'offsetx="5" offsety="6" visible="0" class="rock"', solid),
        "</group>",
        objects('<object id="2" x="0" y="0" visible="0"><point/></object>', name="high"),
    )
    low, hill, high = sprites_from_tmx(path)
    assert [sprite.layer for sprite in (low, hill, high)] == ["low", "hill", "high"]
    assert [sprite.z for sprite in (low, hill, high)] == [0, 1, 2]
    assert [sprite.visible for sprite in (low, hill, high)] == [True, False, False]
    assert hill.aabb == (105, 16, 121, 32)
    assert (hill.type, hill.properties) == ("rock", {"friction": 0.5})


def test_which_layers(write: Any) -> None:
    air = '<properties><property name="solid" type="bool" value="false"/></properties>'
    path = write(tile_layer([[1]], "ground"), tile_layer([[1]], "sky", "", air))
    assert [sprite.layer for sprite in sprites_from_tmx(path)] == ["ground"]
    assert [sprite.layer for sprite in sprites_from_tmx(path, ["sky"])] == ["sky"]
    assert [sprite.layer for sprite in sprites_from_tmx(path, "sky")] == ["sky"]
    assert sprites_from_tmx(path, []) == []
    with pytest.raises(ValueError, match=r"^.*: layers must be in the map, .*'ground'.*'gruond'"):
        sprites_from_tmx(path, ["gruond"])
    with pytest.raises(TypeError, match=r"layers must be names of layers, got 3"):
        sprites_from_tmx(path, [3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"layers must be names of layers, got 3"):
        sprites_from_tmx(path, 3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "bad",
    [
        'x="inf" y="0" width="4" height="4"',
        'x="0" y="0" width="4" height="4" rotation="1e300"',
        'x="0" y="1e13" width="4" height="4"',
        'x="left" y="0" width="4" height="4"',
        'x="0" y="0" gid="1" width="16" height="16" rotation="nan"',
    ],
)
@pytest.mark.parametrize("shape", ["", "<ellipse/>", "<capsule/>"])
def test_an_object_that_is_nowhere_costs_only_itself(write: Any, bad: str, shape: str) -> None:
    pole = '<object id="9" name="pole" x="0" y="0" width="4" height="40"/>'
    path = write(objects(f'<object id="8" name="bad" {bad}>{shape}</object>{pole}'))
    with pytest.warns(
        SpritecolWarning, match=r"layer 'things', object 8 'bad' is left out, .* place"
    ) as told:
        assert [sprite.name for sprite in sprites_from_tmx(path)] == ["pole"]
    (warning,) = told
    assert warning.filename == __file__


BOW = '<polygon points="0,0 9,9 9,0 0,9"/>'
NO_SHAPES = [
    ('width="-4" height="4"', ""),
    ('width="-4" height="4"', "<ellipse/>"),
    ('width="4" height="-4"', "<capsule/>"),
    ('width="nan" height="4"', ""),
    ('width="nan" height="4"', "<ellipse/>"),
    ('width="wide" height="4"', "<capsule/>"),
    ('gid="536870912"', ""),
    ('gid="90" width="16" height="16"', ""),
    ('gid="1" width="nan" height="16"', ""),
    ('gid="1" width="16" height="-16"', ""),
    ("", BOW),
    ("", "<polygon/>"),
    ("", '<polygon points="0,0 9,9"/>'),
    ("", '<polygon points="0,0 9,9 5,5"/>'),
    ("", '<polygon points="0,0 9 5,5"/>'),
    ("", '<polyline points="3,4"/>'),
    ("", '<polyline points="0,0 9,9,9"/>'),
    ("", '<polyline points="0,0 9,down"/>'),
]
"""Objects that have no valid shape."""


@pytest.mark.parametrize(("size", "shape"), NO_SHAPES)
def test_an_object_without_a_valid_shape_keeps_all_else(write: Any, size: str, shape: str) -> None:
    """As a patrol route that crosses itself: its place, its name, its type and its properties."""
    more = f'x="40" y="50" rotation="30" type="guard" visible="0" {size}'
    speed = props(prop("speed", "3", "int"))
    pole = '<object id="9" name="pole" x="0" y="0" width="4" height="40"/>'
    path = write(objects(f'<object id="8" name="route" {more}>{speed}{shape}</object>{pole}'))
    told = r"map\.tmx: layer 'things', object 8 'route' has no shape, since "
    with pytest.warns(SpritecolWarning, match=told) as warned:
        route, other = sprites_from_tmx(path)
    assert (len(warned), warned[0].filename) == (1, __file__)
    assert ("draw a route as a polyline" in str(warned[0].message)) == ("<polygon" in shape)
    assert (route.x, route.y, route.angle, route.visible) == (40, 50, 30, False)
    assert (route.name, route.type, route.layer) == ("route", "guard", "things")
    assert (route.properties, route.shapes) == ({"speed": 3}, ())
    assert not route.hits(Sprite(collision=Rect(0, 0, 99, 99)))
    assert other.name == "pole"


def test_an_object_that_is_not_solid_needs_no_shape(write: Any) -> None:
    no = props(prop("solid", "false", "bool"))
    bad = f'<object id="8" x="0" y="0">{no}{BOW}</object><object x="nan" y="0">{no}</object>'
    assert sprites_from_tmx(write(objects(bad))) == []


FLAT: list[tuple[str, dict[str, Any], Any]] = [
    ('width="8" height="0"', {"width": 8, "height": 0}, Rect(2, 3, 8, 0)),
    ('height="8"', {"width": 0, "height": 8}, Rect(2, 3, 0, 8)),
    ("", {"width": 0, "height": 0}, Rect(2, 3, 0, 0)),
    (
        'width="8" height="0"><ellipse/',
        {"width": 8, "height": 0, "ellipse": True},
        Ellipse(6, 3, 4, 0),
    ),
    ('height="8"><ellipse/', {"height": 8, "ellipse": True}, Ellipse(2, 7, 0, 4)),
    ("><ellipse/", {"width": 0, "height": 0, "ellipse": True}, Circle(2, 3, 0)),
    ('width="8"><capsule/', {"width": 8, "capsule": True}, Segment(2, 3, 10, 3)),
    ('height="8"><capsule/', {"height": 8, "capsule": True}, Segment(2, 3, 2, 11)),
    ("><capsule/", {"capsule": True}, Circle(2, 3, 0)),
    ("><point/", {"point": True}, Point(2, 3)),
    (
        '><polyline points="0,0 0,0"/',
        {"polyline": [{"x": 0, "y": 0}] * 2},
        Segment(2, 3, 2, 3),
    ),
]
"""What has no area: as XML, as JSON, and as the shape at (2, 3)."""


@pytest.mark.parametrize("form", ["tmx", "tmj"])
@pytest.mark.parametrize(("xml", "plain", "expected"), FLAT)
def test_what_is_flat_loads_in_tiles_as_on_a_layer(
    write: Any, form: str, xml: str, plain: dict[str, Any], expected: Any
) -> None:
    """Beside a box, alone, and beside whole tiles; as Tiled writes it for a stray click."""
    size, mark, shape = xml.partition(">")
    flat = f'<object id="1" name="f" x="2" y="3" {size}>{shape}{mark}</object>'
    box = '<object id="2" x="0" y="8" width="16" height="8"/>'
    path = write(
        tile_layer([[1, 2, 3]]),
        objects(flat),
        tileset='<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="3" '
        f'columns="3"><tile id="1"><objectgroup>{flat}{box}</objectgroup></tile>'
        f'<tile id="2"><objectgroup>{flat}</objectgroup></tile></tileset>',
    )
    if form == "tmj":
        one = {"id": 1, "x": 2, "y": 3, **plain}
        other = {"id": 2, "x": 0, "y": 8, "width": 16, "height": 8}
        size_of = {"tilewidth": 16, "tileheight": 16}
        tiles = [
            {"id": k, "objectgroup": {"type": "objectgroup", "objects": inside}}
            for k, inside in ((1, [one, other]), (2, [one]))
        ]
        made = {
            "type": "map",
            **size_of,
            "tilesets": [{"firstgid": 1, "name": "t", "tilecount": 3, **size_of, "tiles": tiles}],
            "layers": [
                {"type": "tilelayer", "width": 3, "height": 1, "data": [1, 2, 3]},
                {"type": "objectgroup", "objects": [one]},
            ],
        }
        path = path.with_suffix(".tmj")
        path.write_text(json.dumps(made))
    ground, thing = sprites_from_tmx(path)
    (shape,) = thing.world_shapes
    assert looks_flat(shape) == looks_flat(expected)
    here = [looks_flat(one) for one in Sprite(16, 0, collision=expected).world_shapes]
    there = [looks_flat(one) for one in Sprite(32, 0, collision=expected).world_shapes]
    areas = [one for one in ground.world_shapes if one.geometry.area]
    others = [looks_flat(one) for one in ground.world_shapes if not one.geometry.area]
    assert sorted(others) == sorted(here + there)
    boxes = [shapely.box(0, 0, 16, 16), shapely.box(16, 8, 32, 16)]
    assert shapely.union_all([one.geometry for one in areas]).equals(shapely.union_all(boxes))


def looks_flat(shape: Any) -> tuple[str, str]:
    """The kind of a shape, apart from kinds that become a segment or a point, and where it is."""
    kind = type(shape).__name__
    is_line = kind in ("Capsule", "Segment", "Point")
    return "line" if is_line else kind, shapely.normalize(shape.geometry).wkt


@pytest.mark.parametrize("form", ["tmx", "tmj"])
def test_a_tile_object_without_a_size_is_as_large_as_its_tile(write: Any, form: str) -> None:
    """As Tiled shows it, and as old versions of it write it."""
    sizes = [{}, {"width": 0, "height": 0}, {"width": 32, "height": 0}, {"width": 0, "height": 8}]
    places = [{"id": k, "gid": 1, "x": 8, "y": 20, **size} for k, size in enumerate(sizes)]
    lines = [an_object(one, "", {}) for one in places]
    path = write(objects(*lines))
    if form == "tmj":
        size = {"tilewidth": 16, "tileheight": 16}
        layer = {"type": "objectgroup", "name": "things", "objects": places}
        tileset = {"firstgid": 1, "name": "t", "tilecount": 1, **size}
        path = path.with_suffix(".tmj")
        path.write_text(
            json.dumps({"type": "map", **size, "tilesets": [tileset], "layers": [layer]})
        )
    boxes = [sprite.aabb for sprite in sprites_from_tmx(path)]
    assert boxes == [(8, 4, 24, 20), (8, 4, 24, 20), (8, 4, 40, 20), (8, 12, 24, 20)]


def test_a_bad_collision_object_of_a_tile_costs_only_itself(tmp_path: Path) -> None:
    bad = '<object id="1" x="2" y="2" width="-3" height="3"/>'
    good = '<object id="2" x="0" y="8" width="16" height="8"/>'
    path = tmp_path / "map.tmx"
    for inside, box in ((bad + good, (0, 8, 32, 16)), (bad, (0, 0, 32, 16))):
        path.write_text(
            '<map orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">'
            '<tileset firstgid="1" tilewidth="16" tileheight="16" tilecount="1" columns="1">'
            f'<tile id="0"><objectgroup>{inside}</objectgroup></tile></tileset>'
            '<layer name="ground" width="2" height="1"><data encoding="csv">1,1</data></layer>'
            '<objectgroup name="things"><object id="5" gid="1" x="0" y="0"/></objectgroup></map>'
        )
        with pytest.warns(SpritecolWarning, match=r"tile 0 of '', object 1 '' is left out") as told:
            assert sprites_from_tmx(path)[0].aabb == box
        assert len(told) == 1


@pytest.mark.parametrize("flags", [0, ACROSS, DIAGONAL])
def test_a_tile_that_no_tileset_has_costs_only_itself(write: Any, flags: int) -> None:
    tileset = (
        '<tileset firstgid="3" name="bricks" tilewidth="16" tileheight="16" tilecount="2" '
        'columns="2"/>'
        '<tileset firstgid="5" name="trees" tilewidth="16" tileheight="16" tilecount="2" '
        'columns="0"><tile id="7"><image width="16" height="16"/></tile></tileset>'
    )
    for gid, reason in (
        (2, "no tileset has tile 2"),
        (40, "the tileset 'trees' has 2 tiles, and no tile 35"),
        (6, "the tileset 'trees' has 2 tiles, and no tile 1"),
    ):
        path = write(tile_layer([[3, flags | gid, 12]]), tileset=tileset)
        with pytest.warns(SpritecolWarning, match=rf"'ground', tile {gid} is left out") as told:
            (ground,) = sprites_from_tmx(path)
        assert reason in str(told[0].message)
        assert ground.hits(probe(5, 5))
        assert ground.hits(probe(40, 5))
        assert not ground.hits(probe(20, 5))
        thing = f'<object id="8" name="bad" gid="{flags | gid}" x="0" y="16"/>'
        with pytest.warns(SpritecolWarning, match=r"object 8 'bad' has no shape") as told:
            (bad,) = sprites_from_tmx(write(objects(thing), tileset=tileset))
        assert (bad.name, bad.y, bad.shapes) == ("bad", 16, ())
        assert reason in str(told[0].message)
    bricks = '<tileset firstgid="1" tilewidth="16" tileheight="16" tilecount="2" columns="2"/>'
    path = write(tile_layer([[1, 3]]), tileset=bricks)
    with pytest.warns(SpritecolWarning, match=r"has 2 tiles, and no tile 2"):
        sprites_from_tmx(path)


def test_what_is_not_supported_says_so(write: Any, tmp_path: Path) -> None:
    pole = '<object id="9" name="pole" x="0" y="0" width="4" height="40"/>'
    path = write(objects('<object id="7" template="coin.tx" x="1" y="1"/>' + pole))
    with pytest.warns(SpritecolWarning, match=r"object 7 .*is left out, .* template .*coin\.tx"):
        assert [sprite.name for sprite in sprites_from_tmx(path)] == ["pole"]
    many = [f'<object id="{k}" template="coin.tx" x="1" y="1"/>' for k in range(5)]
    with pytest.warns(
        SpritecolWarning, match=r"object 0 .*coin\.tx.*\(and 4 more like this\)"
    ) as told:
        sprites_from_tmx(write(objects(*many)))
    assert len(told) == 1
    path = write(objects(many[0].replace('"0"', '"7"') + pole))
    (tmp_path / "coin.tx").write_text("<template/>")
    with pytest.warns(SpritecolWarning, match=r"object 7 .*coin\.tx is not a template of Tiled"):
        assert [sprite.name for sprite in sprites_from_tmx(path)] == ["pole"]
    path = write(objects(f'<object id="8" name="bow" x="0" y="0">{BOW}</object>' + pole))
    with pytest.warns(SpritecolWarning, match=r"object 8 'bow' .*Self-intersection"):
        assert [sprite.name for sprite in sprites_from_tmx(path)] == ["bow", "pole"]
    path.write_text('<map orientation="isometric" width="1" height="1"/>')
    with pytest.raises(ValueError, match=r"tilewidth"):
        sprites_from_tmx(path)
    with pytest.raises(FileNotFoundError):
        sprites_from_tmx(tmp_path / "missing.tmx")
    with pytest.raises(ValueError, match=r"source must be a path, or a TiledMap"):
        sprites_from_tmx(pytmx.TiledMap())
    with pytest.raises(TypeError, match=r"source must be a path, .*, got {'type': 'map'}"):
        sprites_from_tmx({"type": "map"})


@pytest.mark.parametrize("compression", ["gzip", "zlib"])
@pytest.mark.parametrize("data", ["AAAA", "eJw=", "H4sIAAAA"])
def test_tiles_that_cannot_be_unpacked_name_their_layer(
    write: Any, data: str, compression: str
) -> None:
    packed = (
        f'<layer id="1" name="ground" width="1" height="1"><data encoding="base64" '
        f'compression="{compression}">{data}</data></layer>'
    )
    with pytest.raises(ValueError, match=r"map\.tmx: layer 'ground': .*decompressing"):
        sprites_from_tmx(write(packed))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ('encoding="csv">1,1', "it must have 1 by 1 tiles, got 2"),
        ('encoding="hex">01', "its tiles must be XML, csv or base64, got 'hex'"),
        ('encoding="base64" compression="xz">AAAA', "its tiles must be gzip, zlib or zstd, got"),
        ('encoding="base64" compression="zstd">AAAA', "zstd, which needs Python 3.14"),
    ],
)
def test_tiles_in_a_form_that_is_not_read_name_their_layer(
    write: Any, data: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "compression", None)  # as before Python 3.14
    layer = f'<layer id="1" name="ground" width="1" height="1"><data {data}</data></layer>'
    with pytest.raises(ValueError, match=rf"map\.tmx: layer 'ground': .*{told}"):
        sprites_from_tmx(write(layer))


def test_numbers_that_tiled_does_not_write_name_their_layer(write: Any) -> None:
    bad = '<properties><property name="deep" type="float" value="x"/></properties>'
    for path in (
        write(tile_layer([[1]], more='offsetx="x"')),
        write('<group id="4" name="ground" offsety="">', tile_layer([[1]]), "</group>"),
        write(tile_layer([[1]], inner=bad)),
    ):
        with pytest.raises(ValueError, match=r"map\.tmx: layer 'ground': "):
            sprites_from_tmx(path)


def test_errors_name_the_tile_and_the_object(write: Any) -> None:
    bad = props(prop("deep", "x", "float"))
    head = '<tileset firstgid="1" name="blocks" tilecount="8" columns="8" '
    size = 'tilewidth="16" tileheight="16"'
    inside = f'<tile id="1"><objectgroup><object id="3" name="part">{bad}</object></objectgroup>'
    tilesets = {
        f'{head}tilewidth="wide" tileheight="16"/>': "tile 1 of 'blocks': .*'wide'",
        f'{head}tilewidth="16" tileheight="-2"/>': "tile 1 of 'blocks': .* got 16 and -2",
        f'{head}tilewidth="nan" tileheight="2"/>': "tile 1 of 'blocks': .* got nan and 2",
        f'{head}{size}><tile id="1">{bad}</tile></tileset>': "tile 1 of 'blocks': .*'x'",
        f"{head}{size}>{inside}</tile></tileset>": "tile 1 of 'blocks': object 3 'part': .*'x'",
        f'{head}{size} objectalignment="middle"/>': "tile 1 of 'blocks': .*'middle'",
    }
    for tileset, told in tilesets.items():
        with pytest.raises(ValueError, match=rf"map\.tmx: layer 'ground': {told}"):
            sprites_from_tmx(write(tile_layer([[2]]), tileset=tileset))
        path = write(objects('<object id="5" name="one" gid="2"/>'), tileset=tileset)
        place = r"map\.tmx: layer 'things': object 5 'one': "
        with pytest.raises(ValueError, match=place + told):
            sprites_from_tmx(path)
    for thing in (f">{bad}", ' gid="first">'):
        path = write(objects(f'<object id="5" name="one"{thing}</object>'))
        with pytest.raises(ValueError, match=r"map\.tmx: layer 'things': object 5 'one': "):
            sprites_from_tmx(path)


@pytest.mark.parametrize("size", ["", 'tilewidth="0" tileheight=""'])
@pytest.mark.parametrize("outside", [False, True])
def test_a_tileset_without_a_size_of_tiles_has_that_of_the_map(
    write: Any, tmp_path: Path, outside: bool, size: str
) -> None:
    """As in maps of 2011."""
    image = '<image source="none.png" width="32" height="16"/>'
    text = f'<tileset {{}} name="old" {size}>{image}</tileset>'
    (tmp_path / "old.tsx").write_text(text.format(""))
    tileset = '<tileset firstgid="1" source="old.tsx"/>' if outside else text.format('firstgid="1"')
    path = write(
        tile_layer([[0, 2]]), objects('<object id="1" gid="1" x="8" y="40"/>'), tileset=tileset
    )
    ground, block = sprites_from_tmx(path)
    assert ground.shapes == (Rect(16, 0, 16, 16),)
    assert block.aabb == (8, 24, 24, 40)


def test_a_world_of_tiled_is_told_for_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "land.world"
    path.write_text('{"maps": [{"fileName": "a.tmx", "x": 0, "y": 0}], "type": "world"}')
    with pytest.raises(ValueError, match=r"land\.world is not a map, but a world .* lists maps"):
        sprites_from_tmx(path)


def chunk(x: int, y: int, rows: list[list[int]], how: str) -> str:
    """A chunk of tiles, written as Tiled writes it."""
    gids = [gid for row in rows for gid in row]
    text = ",".join(map(str, gids))
    if how == "xml":
        text = "".join(f'<tile gid="{gid}"/>' if gid else "<tile/>" for gid in gids)
    elif how != "csv":
        raw = struct.pack(f"<{len(gids)}I", *gids)
        packing = {"base64": bytes, "gzip": gzip.compress}
        text = base64.b64encode(packing.get(how, zlib.compress)(raw)).decode()
    return f'<chunk x="{x}" y="{y}" width="{len(rows[0])}" height="{len(rows)}">\n{text}\n</chunk>'


@pytest.mark.parametrize("how", ["xml", "csv", "base64", "zlib", "gzip", "zstd"])
def test_an_infinite_map(tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles at negative places, chunks that are no neighbors, slopes, flips and objects.

    What unpacks zstd is there from Python 3.14 on: another one stands in its place.
    """
    stand_in = types.SimpleNamespace(zstd=zlib)
    monkeypatch.setitem(sys.modules, "compression", stand_in)  # type: ignore[misc]
    encoding = {"xml": "", "csv": 'encoding="csv"'}.get(how, 'encoding="base64"')
    encoding += f' compression="{how}"' if how in ("zlib", "gzip", "zstd") else ""
    chunks = chunk(-2, -2, [[1, 1], [0, 2]], how) + chunk(0, -2, [[1, 0], [2 + ACROSS, 0]], how)
    chunks += chunk(4, 2, [[0, 0], [0, 1]], how)
    path = tmp_path / "endless.tmx"
    path.write_text(
        '<map version="1.10" orientation="orthogonal" width="30" height="20" tilewidth="16" '
        f'tileheight="16" infinite="1">{TILESET}'
        f'<layer id="1" name="ground" width="30" height="20"><data {encoding}>{chunks}</data>'
        '</layer><layer id="2" name="none" width="30" height="20"><data encoding="csv"/></layer>'
        '<layer id="4" name="bare" width="30" height="20"/>'
        + objects('<object id="3" name="door" x="-40" y="-8" width="8" height="16"/>')
        + "</map>"
    )
    ground, none, bare, door = sprites_from_tmx(path)
    assert (ground.x, ground.y) == (-32, -32)
    for x, y, solid in [
        (-31, -31, True),
        (15, -17, True),
        (17, -20, False),
        (-14, -2, True),
        (-2, -14, False),
        (2, -14, False),
        (14, -2, True),
        (81, 49, True),
        (79, 49, False),
        (-33, -33, False),
    ]:
        assert probe(x, y).hits(ground) is solid, (x, y)
    assert none.shapes == bare.shapes == ()
    assert door.aabb == (-40, -8, -32, 8)


ONE_WAY = '<properties><property name="one_way" type="bool" value="true"/></properties>'


def test_one_way_tiles(write: Any) -> None:
    tileset = TILESET.replace("</tileset>", f'<tile id="6">{ONE_WAY}</tile></tileset>').replace(
        '<tile id="1">', f'<tile id="1">{ONE_WAY}'
    )
    upside_down = 1 << 30
    path = write(tile_layer([[1, 7, 7], [2, 0, 0], [1, 7 + upside_down, 0]]), tileset=tileset)
    (ground,) = sprites_from_tmx(path)
    up, down = (0.0, -1.0), (0.0, 1.0)
    solid, slope, planks, turned = (
        [shape for shape in ground.shapes if shape.one_way == one_way and type(shape) is kind]
        for one_way, kind in ((None, Rect), (up, Polygon), (up, Rect), (down, Rect))
    )
    assert solid == [Rect(0, 0, 16, 16), Rect(0, 32, 16, 16)]
    assert planks == [Rect(16, 0, 32, 16, one_way=up)]  # merged
    assert turned == [Rect(16, 32, 16, 16, one_way=down)]
    assert [shape.geometry.area for shape in slope] == [128]
    assert len(ground.shapes) == 5


ROLE = """<properties>
<property name="layer" type="int" value="4"/><property name="mask" type="int" value="3"/>
</properties>"""


def test_layers_of_tiles_and_objects(write: Any) -> None:
    tileset = TILESET.replace("</tileset>", f'<tile id="6">{ROLE}</tile></tileset>')
    path = write(tile_layer([[1, 7, 7], [0, 0, 7]]), tileset=tileset)
    (ground,) = sprites_from_tmx(path)
    assert ground.shapes[0] == Rect(0, 0, 16, 16)
    assert {(shape.layer, shape.mask) for shape in ground.shapes[1:]} == {(4, 3)}
    assert sum(shape.geometry.area for shape in ground.shapes[1:]) >= 3 * 256
    path = write(
        objects(
            f'<object id="1" x="10" y="20" width="30" height="8">{ROLE}</object>',
            f'<object id="3" x="0" y="0">{ROLE}<polyline points="0,0 8,0 0,8"/></object>',
            f'<object id="4" gid="1" x="50" y="80" width="32" height="16">{ROLE}</object>',
            f'<object id="8" x="0" y="0">{ROLE}<point/></object>',
        )
    )
    sprites = sprites_from_tmx(path)
    assert sprites[0].shapes == (Rect(0, 0, 30, 8, layer=4, mask=3),)
    assert {(shape.layer, shape.mask) for sprite in sprites for shape in sprite.shapes} == {(4, 3)}
    assert {sprite.collision_layer for sprite in sprites} == {1}


def test_sources_and_layers_that_hold_nothing(write: Any) -> None:
    """A path, its text, or a loaded map; layers of images, and what is in a hidden group."""
    path = write(
        '<group id="4" visible="0"><imagelayer id="5" name="hill"><image source="hill.png" '
        'width="64" height="32"/></imagelayer>',
        tile_layer([[1, 1]]),
        "</group>",
        objects('<object id="3" x="1" y="2"><point/></object>'),
    )
    for source in (str(path), path, pytmx.TiledMap(str(path))):
        ground, point = sprites_from_tmx(source)
        assert ground.shapes == (Rect(0, 0, 32, 16),)
        assert (ground.visible, point.visible) == (False, True)
        assert point.world_shapes == (Point(1, 2),)


def test_slopes_and_whole_tiles_have_no_seams(write: Any) -> None:
    """On every line of a hill, short segments inside it are caught, and nothing outside is."""
    up = 2 + ACROSS
    rows = [[0, 0, up, 2, 0, 0], [0, up, 1, 1, 2, 0], [up, 1, 1, 1, 1, 2], [1, 1, 3, 1, 1, 1]]
    (ground,) = sprites_from_tmx(write(tile_layer(rows)))
    hill = shapely.Polygon(
        [(0, 48), (48, 0), (96, 48), (96, 64), (48, 64), (48, 48), (40, 48), (40, 64), (0, 64)]
    )
    assert ground.geometry.equals(hill)
    for x, y in itertools.product(np.arange(0, 96, 2.0), np.arange(0, 64, 2.0)):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            ends = x - dx, y - dy, x + dx, y + dy
            line = shapely.LineString([ends[:2], ends[2:]])
            hits = ground.hits(Sprite(collision=Segment(*ends)))
            assert hits == line.relate_pattern(hill, "T********")


@pytest.mark.parametrize("one_way", [None, (0.0, -1.0), (1.0, 0.0)])
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8, 1.0])
def test_whole_tiles_merge_as_the_cells_of_a_grid(write: Any, share: float, one_way: Any) -> None:
    gid = {None: 1, (0.0, -1.0): 2, (1.0, 0.0): 2 + ACROSS + DIAGONAL}[one_way]
    tileset = (
        '<tileset firstgid="1" tilewidth="16" tileheight="16" tilecount="2" columns="2">'
        f'<tile id="1">{ONE_WAY}</tile></tileset>'
    )
    rng = np.random.default_rng(round(10 * share))
    for _ in range(20):
        solid = rng.random(rng.integers(1, 12, 2)) < share
        (ground,) = sprites_from_tmx(write(tile_layer((gid * solid).tolist()), tileset=tileset))
        assert list(ground.shapes) == shapes_from_tiles(solid, 16, 16, one_way=one_way)


TREES = """
 <tileset firstgid="1" name="trees" tilewidth="32" tileheight="48" tilecount="4" columns="4">
  {}<image source="none.png" width="128" height="48"/>
  <tile id="1"><objectgroup><object id="1" x="0" y="16" width="16" height="32"/></objectgroup>
  </tile>
  <tile id="2">{}</tile>
 </tileset>
"""


@pytest.mark.parametrize("shift", [(0, 0), (-16, 32), (3, 1)])
@pytest.mark.parametrize("size", [16, 1])
def test_tiles_as_large_as_several_cells_have_no_seams(
    write: Any, size: int, shift: tuple[int, int]
) -> None:
    """Whether or not they fill their cells, and however many these are."""
    rng = np.random.default_rng(size)
    rows = rng.choice([0, 0, 1, 1 + ACROSS, 2], (6, 9))
    tileset = TREES.format('<tileoffset x="{}" y="{}"/>'.format(*shift), "")
    path = write(tile_layer(rows.tolist()), tileset=tileset)
    cell = f'tilewidth="{size}" tileheight="{size}"'
    path.write_text(path.read_text().replace('tilewidth="16" tileheight="16"', cell))
    (forest,) = sprites_from_tmx(path)
    boxes = []
    for row, column in np.argwhere(rows).tolist():
        left, bottom = column * size + shift[0], (row + 1) * size + shift[1]
        width, height = (16, 32) if rows[row, column] == 2 else (32, 48)
        boxes.append(shapely.box(left, bottom - height, left + width, bottom))
    area = shapely.union_all(boxes)
    assert forest.geometry.equals(area)
    assert len(forest.shapes) < len(boxes)
    if size == 16 and shift != (3, 1):
        assert {type(shape) for shape in forest.shapes} == {Rect}
    found = []
    for x, y in rng.integers((-30, -50), (9 * size + 40, 6 * size + 40), (400, 2)).tolist():
        for dx, dy in ((1, 0), (0, 1), (1, 1)):
            line = shapely.LineString([(x - dx, y - dy), (x + dx, y + dy)])
            probe = Sprite(collision=Segment(x - dx, y - dy, x + dx, y + dy))
            found.append(forest.hits(probe))
            assert found[-1] == line.relate_pattern(area, "T********")
    assert 100 < sum(found) < 1100


def test_a_high_one_way_tile_is_one_plank(write: Any) -> None:
    path = write(tile_layer([[0], [0], [3]]), tileset=TREES.format("", ONE_WAY))
    (tree,) = sprites_from_tmx(path)
    (plank,) = tree.shapes
    assert (plank.bounds, plank.one_way) == ((0, 0, 32, 48), (0, -1))


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("", (90, 50, 100, 70)),
        ("<ellipse/>", (90, 50, 100, 70)),
        ('<polygon points="0,0 20,0 20,10 0,10"/>', (90, 50, 100, 70)),
    ],
)
def test_objects_turn_about_their_corner(write: Any, kind: str, expected: Any) -> None:
    size = 'x="100" y="50" width="20" height="10"'
    turned = f'<object id="1" {size} rotation="90">{kind}{ONE_WAY}</object>'
    (sprite,) = sprites_from_tmx(write(objects(turned)))
    assert sprite.aabb == expected
    assert sprite.world_shapes[0].one_way == (1, 0)


def prop(name: str, value: str, kind: str = "string") -> str:
    return f'<property name="{name}" type="{kind}" value="{value}"/>'


def props(*lines: str) -> str:
    return f"<properties>{''.join(lines)}</properties>"


NOT_OURS = [
    ("one_way", "up", "string"),
    ("one_way", "1", "int"),
    ("mask", "-1", "int"),
    ("mask", "2", "string"),
    ("layer", "front", "string"),
    ("layer", "true", "bool"),
    ("layer", "1.5", "float"),
    ("layer", str(1 << 64), "int"),
    ("solid", "stone", "string"),
    ("solid", "3", "int"),
]
"""Properties that have a name of ours and mean something else."""


@pytest.mark.parametrize(("name", "value", "kind"), NOT_OURS)
def test_a_property_that_is_not_ours_costs_nothing(
    write: Any, name: str, value: str, kind: str
) -> None:
    """Of an object, a tile object, a tile, and a collision object of a tile: all stay solid."""
    own = props(prop(name, value, kind))
    size = 'x="32" y="16" width="9" height="9"'
    inside = f'<object id="1" x="0" y="0" width="16" height="8">{own}</object>'
    tileset = (
        '<tileset firstgid="1" name="one" tilewidth="16" tileheight="16" tilecount="3" '
        f'columns="3"><tile id="0">{own}</tile><tile id="1"><objectgroup>{inside}</objectgroup>'
        "</tile></tileset>"
    )
    for layers, place in (
        ((objects(f'<object id="7" name="cloud" {size}>{own}</object>'),), "object 7 'cloud'"),
        ((objects(f'<object id="7" name="c" gid="3" {size}>{own}</object>'),), "object 7 'c'"),
        ((objects('<object id="7" gid="1" x="32" y="16"/>'),), "tile 0 of 'one': "),
        ((tile_layer([[0, 0, 1]]),), "tile 0 of 'one': "),
        ((tile_layer([[0, 0, 2]]),), "tile 1 of 'one', object 1"),
    ):
        path = write(*layers, tileset=tileset)
        with pytest.warns(SpritecolWarning, match=rf"{name} must be .*is ignored") as told:
            (sprite,) = sprites_from_tmx(path)
        assert place in str(told[0].message)
        assert str(path) in str(told[0].message)
        assert told[0].filename == __file__
        (shape,) = sprite.shapes
        assert (shape.one_way, shape.layer, shape.mask) == (None, None, None)
        assert sprite.hits(Sprite(33, 17, collision=Rect(0, -16, 6, 16)))
        if sprite.layer == "things":
            assert name in sprite.properties


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ({"name": "hp", "type": "int", "value": 3.0}, {"hp": 3}),
        ({"name": "hp", "type": "int", "value": None}, {"hp": None}),
        ({"name": "hp", "type": "float", "value": None}, {"hp": None}),
        ({"name": "hp", "type": "int"}, {"hp": None}),
        ({"name": "hp", "type": None, "value": "3"}, {"hp": "3"}),
        ({"name": "hp", "value": None}, {"hp": ""}),
        ({"type": "int", "value": 3}, {"": 3}),
        ({"name": "door", "type": "object", "value": None}, {"door": None}),
        ({"name": "stats", "type": "class", "value": None}, {"stats": {}}),
        ({"name": "stats", "type": "class", "value": {"hp": None}}, {"stats": {"hp": ""}}),
        ({"name": "drops", "type": "list", "value": None}, {"drops": []}),
        (
            {"name": "drops", "type": "list", "value": [3, "key", [True]]},
            {"drops": [3, "key", [True]]},
        ),
        (
            {
                "name": "drops",
                "type": "list",
                "value": [
                    {"type": "int", "value": 3},
                    {"type": "string", "value": "key"},
                    {"type": "list", "value": [{"type": "bool", "value": True}]},
                    {"type": "class", "value": {"hp": 9, "of": [{"type": "int", "value": 1}]}},
                ],
            },
            {"drops": [3, "key", [True], {"hp": 9, "of": [1]}]},
        ),
        ({"name": "solid", "type": "bool", "value": 1}, {"solid": True}),
        ({"name": "solid", "type": "bool", "value": "True"}, {"solid": True}),
        ({"name": "layer", "type": "int", "value": 2.0}, {"layer": 2}),
    ],
)
def test_properties_as_other_programs_write_them_cost_no_map(
    tmp_path: Path, stated: Any, expected: Any
) -> None:
    """Of an object, a tile, a layer and a map in JSON: whole floats, and what is left empty."""
    box = {"id": 1, "x": 0.0, "y": 0, "width": 16, "height": 16, "properties": [stated]}
    tile = {"id": 0.0, "properties": [stated]}
    size = {"width": 1, "height": 1, "tilewidth": 16, "tileheight": 16}
    made = {
        **size,
        "type": "map",
        "properties": [stated],
        "tilesets": [{"firstgid": 1.0, "name": "t", "tilecount": 1, **size, "tiles": [tile]}],
        "layers": [
            {"type": "tilelayer", "name": "T", **size, "data": [1.0], "properties": [stated]},
            {"type": "objectgroup", "name": "O", "objects": [box, {"gid": 1.0, "x": 0, "y": 16}]},
        ],
    }
    path = tmp_path / "map.json"
    path.write_text(json.dumps(made))
    sprites = sprites_from_tmx(path)
    assert [sprite.properties for sprite in sprites] == [expected] * 3
    assert [sprite.aabb for sprite in sprites] == [(0, 0, 16, 16)] * 3


@pytest.mark.parametrize("name", ["solid", "one_way", "layer", "mask"])
def test_a_property_of_ours_without_a_value_does_not_count(write: Any, name: str) -> None:
    own = props(prop(name, "", "bool" if name in ("solid", "one_way") else "int"))
    size = 'x="32" y="16" width="9" height="9"'
    path = write(objects(f'<object id="7" name="cloud" {size}>{own}</object>'))
    with pytest.warns(SpritecolWarning, match=rf"{name} must be .*got None, so it is ignored"):
        (sprite,) = sprites_from_tmx(path)
    assert sprite.shapes == (Rect(0, 0, 9, 9),)
    assert sprite.properties == {name: None}


def test_a_layer_whose_solid_is_neither_yes_nor_no_is_solid(write: Any) -> None:
    path = write(tile_layer([[1]], inner=props(prop("solid", "stone"))))
    with pytest.warns(SpritecolWarning, match=r"layer 'ground': solid must be true or false"):
        assert len(sprites_from_tmx(path)) == 1


def test_a_point_that_is_one_way_is_a_point(write: Any) -> None:
    inside = '<object id="1" x="4" y="5"><point/></object>'
    dotted = (
        '<tileset firstgid="1" name="dots" tilewidth="16" tileheight="16" tilecount="2" '
        f'columns="2"><tile id="0"><objectgroup>{inside}</objectgroup></tile>'
        f'<tile id="1">{ONE_WAY}<objectgroup>{inside}</objectgroup></tile></tileset>'
    )
    for thing, place in (
        (f'<object id="3" name="spot" x="4" y="5">{ONE_WAY}<point/></object>', "object 3 'spot'"),
        (f'<object id="3" name="spot" gid="1" x="0" y="16">{ONE_WAY}</object>', "object 3 'spot'"),
        ('<object id="3" name="spot" gid="2" x="0" y="16"/>', "tile 1 of 'dots', object 1"),
    ):
        path = write(objects(thing), tileset=dotted)
        with pytest.warns(SpritecolWarning, match=rf"{place}.*: a point has no sides"):
            (spot,) = sprites_from_tmx(path)
        assert spot.world_shapes == (Point(4, 5),)
    no = ONE_WAY.replace("true", "false")
    (spot,) = sprites_from_tmx(write(objects(f'<object x="4" y="5">{no}<point/></object>')))
    assert spot.world_shapes == (Point(4, 5),)


def test_what_is_alike_is_told_once(write: Any) -> None:
    tileset = '<tileset firstgid="1" name="a" tilewidth="16" tileheight="16" tilecount="1"/>'
    tileset += tileset.replace('"1" name="a"', '"9" name="b"')
    things = [
        f'<object id="{k}" x="{k}" y="0" width="1" height="1">{props(prop("layer", "front"))}'
        "</object>"
        for k in range(1, 8)
    ]
    path = write(
        tile_layer([[1, *range(2, 9)], [*range(10, 18)]]),
        tile_layer([[9, 2, 17]], "more"),
        objects(*things, '<object id="20" gid="5" x="0" y="0"/>'),
        tileset=tileset,
    )
    with pytest.warns(SpritecolWarning) as told:
        sprites = sprites_from_tmx(path)
    assert [len(sprite.shapes) for sprite in sprites] == [1, 1, *([1] * 7), 0]
    messages = sorted(str(one.message).removeprefix(f"{path}: layer ") for one in told)
    assert len(messages) == 3
    assert messages[0].startswith("'ground', tile 10 is left out, since the tileset 'b' has 1 ")
    assert messages[0].endswith("no tile 1 (and 8 more like this)")
    assert messages[1].startswith("'ground', tile 2 is left out, since the tileset 'a' has 1 ")
    assert messages[1].endswith("no tile 1 (and 8 more like this)")
    assert messages[2].startswith("'things', object 1 '': layer must be an int")
    assert messages[2].endswith("is ignored (and 6 more like this)")


# --- what is not solid ----------------------------------------------------------------------------

NO = [prop("solid", value, kind) for value, kind in (("false", "bool"), ("false", "string"))]
NO += [prop("solid", " False ")]


@pytest.mark.parametrize("no", NO)
def test_objects_and_tiles_that_are_not_solid(write: Any, no: str) -> None:
    tileset = (
        '<tileset firstgid="1" name="one" tilewidth="16" tileheight="16" tilecount="4" '
        f'columns="4"><tile id="1">{props(no)}</tile>'
        f'<tile id="2"><objectgroup><object id="1" x="0" y="0" width="16" height="8">{props(no)}'
        '</object><object id="2" x="0" y="8" width="8" height="8"/></objectgroup></tile>'
        f'<tile id="3"><objectgroup><object id="1" x="0" y="0" width="16" height="8">{props(no)}'
        "</object></objectgroup></tile></tileset>"
    )
    yes = props(prop("solid", "true", "bool"))
    sprites = sprites_from_tmx(
        write(
            tile_layer([[1, 2, 3, 4]]),
            objects(
                '<object id="1" name="rock" x="0" y="0" width="9" height="9"/>',
                f'<object id="2" name="fog" x="0" y="0" width="9" height="9">{props(no)}</object>',
                '<object id="3" name="mist" gid="2" x="0" y="16"/>',
                f'<object id="4" name="ice" gid="2" x="0" y="16">{yes}</object>',
                f'<object id="5" name="bow" x="0" y="0">{props(no)}'
                '<polygon points="0,0 9,9 9,0 0,9"/></object>',
            ),
            tileset=tileset,
        )
    )
    ground, *things = sprites
    assert sorted(shape.bounds for shape in ground.shapes) == [(0, 0, 16, 16), (32, 8, 40, 16)]
    assert [sprite.name for sprite in things] == ["rock", "ice"]


@pytest.mark.parametrize("no", NO)
def test_groups_of_layers(write: Any, no: str) -> None:
    """A group that is not solid is left out with all in it; one that is named comes with all."""
    path = write(
        tile_layer([[1]], "ground"),
        f'<group id="20" name="sky">{props(no)}',
        tile_layer([[1]], "clouds"),
        '<group id="21" name="high" visible="0">',
        objects('<object id="2" x="0" y="0"><point/></object>', name="stars"),
        "</group></group>",
        '<group id="22" name="cave">',
        tile_layer([[1]], "rock"),
        tile_layer([[1]], "water", "", props(no)),
        "</group>",
    )

    def names(layers: Any = None) -> list[str]:
        return [sprite.layer for sprite in sprites_from_tmx(path, layers)]

    assert names() == ["ground", "rock"]
    assert names("sky") == ["clouds", "stars"]
    assert names(["high"]) == ["stars"]
    assert names(["cave"]) == ["rock"]
    assert names(["cave", "water"]) == ["rock", "water"]
    assert names(["clouds", "ground"]) == ["ground", "clouds"]
    assert names([]) == []
    assert [sprite.z for sprite in sprites_from_tmx(path, ["high", "rock"])] == [2, 3]
    known = r"\['cave', 'clouds', 'ground', 'high', 'rock', 'sky', 'stars', 'water'\], got \['hi'\]"
    with pytest.raises(ValueError, match=rf"map\.tmx: layers must be in the map, .*{known}"):
        names(["hi", "high"])


# --- tile objects of one-way tiles ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("flags", "up"),
    [(0, (0, -1)), (DOWN, (0, 1)), (DIAGONAL, (-1, 0)), (DIAGONAL | ACROSS, (1, 0))],
)
def test_the_side_of_a_tile_object_is_mirrored_with_it(write: Any, flags: int, up: Any) -> None:
    """Whether its tile says that it is one-way or it does; what it says itself counts."""
    tileset = TILESET.replace("</tileset>", f'<tile id="6">{ONE_WAY}</tile></tileset>')
    no = ONE_WAY.replace("true", "false")
    for tile, own, expected in ((7, "", up), (1, ONE_WAY, up), (7, ONE_WAY, up), (7, no, None)):
        path = write(
            objects(f'<object id="1" gid="{tile + flags}" x="0" y="16">{own}</object>'),
            tileset=tileset,
        )
        (sprite,) = sprites_from_tmx(path)
        assert [shape.one_way for shape in sprite.shapes] == [expected]
        assert sprite.aabb == (0, 0, 16, 16)


# --- classes --------------------------------------------------------------------------------------

SLOPE_IN_TILE = (
    '<objectgroup><object id="1" x="0" y="0"><polygon points="0,0 16,16 0,16"/></object>'
    "</objectgroup>"
)
CLASSES = (
    '<tileset firstgid="1" name="kinds" tilewidth="16" tileheight="16" tilecount="8" columns="8">'
    '<tile id="1" {word}="ice"/><tile id="2" {word}="mud"/>'
    f'<tile id="3" {{word}}="ice">{SLOPE_IN_TILE}</tile><tile id="4">{SLOPE_IN_TILE}</tile>'
    f'<tile id="5" {{word}}="ice">{ONE_WAY}</tile></tileset>'
)
"""Of its tiles 1 has no class, 2 is of ice, 3 of mud; 4 and 5 are slopes, and 6 is a plank."""


@pytest.mark.parametrize("word", ["type", "class"])
def test_shapes_have_the_name_of_their_class_and_merge_within_it(write: Any, word: str) -> None:
    rows = [[2, 2, 3, 1, 1], [2, 2, 3, 3, 1], [0] * 5, [6, 6, 4, 5 | ACROSS, 5]]
    (ground,) = sprites_from_tmx(write(tile_layer(rows), tileset=CLASSES.format(word=word)))
    found = sorted((shape.name or "", bool(shape.one_way), shape.bounds) for shape in ground.shapes)
    assert found == [
        ("", False, (48, 0, 80, 16)),
        ("", False, (48, 48, 80, 64)),  # two slopes
        ("", False, (64, 0, 80, 32)),
        ("ice", False, (0, 0, 32, 32)),
        ("ice", False, (32, 48, 48, 64)),
        ("ice", True, (0, 48, 32, 64)),
        ("mud", False, (32, 0, 48, 32)),
        ("mud", False, (32, 16, 64, 32)),
    ]
    for row, line in enumerate(rows):
        for column, gid in enumerate(line):
            names = {2: "ice", 3: "mud", 4: "ice", 6: "ice"}
            ray = Group(ground).raycast_all(column * 16 + 2, -9, column * 16 + 2, 90)
            inside = [hit for hit in ray if cell_of(hit, 16, 16) == (column, row)]
            if inside:
                assert {hit.other_shape.name for hit in inside} == {names.get(gid & 7)}


def test_tile_objects_have_the_name_of_their_class(write: Any) -> None:
    tileset = CLASSES.format(word="type")
    path = write(
        objects(
            '<object id="1" gid="2" x="0" y="16" width="32" height="8"/>',
            f'<object id="2" type="own" gid="{4 | DOWN}" x="0" y="16"/>',
            '<object id="3" gid="1" x="0" y="16"/>',
            '<object id="4" type="door" x="0" y="16" width="3" height="3"/>',
        ),
        tileset=tileset,
    )
    sprites = sprites_from_tmx(path)
    assert [sprite.shapes[0].name for sprite in sprites] == ["ice", "ice", None, None]
    assert [sprite.type for sprite in sprites] == ["ice", "own", "", "door"]


def project(**classes: dict[str, Any]) -> str:
    """A project of Tiled with these classes, and an enum."""
    kinds = {bool: "bool", int: "int", str: "string", dict: "class"}
    types: list[dict[str, Any]] = [
        {
            "type": "class",
            "id": k,
            "name": name,
            "color": "#ffa0a0a4",
            "members": [
                {"name": key, "type": kinds[type(value)], "value": value}
                for key, value in members.items()
            ],
            "useAs": ["property", "layer", "object", "tile"],
        }
        for k, (name, members) in enumerate(classes.items())
    ]
    types.append({"type": "enum", "id": 99, "name": "Way", "storageType": "int", "values": ["a"]})
    return json.dumps({"folders": ["."], "propertyTypes": types})


@pytest.mark.parametrize("above", [False, True])
def test_properties_of_a_class_are_those_of_its_project(
    write: Any, tmp_path: Path, above: bool
) -> None:
    folder = tmp_path.parent if above else tmp_path
    file = folder / f"{tmp_path.name}.tiled-project"
    classes = {
        "ice": {"layer": 4, "one_way": True, "cold": 3, "stats": {}},
        "mud": {"mask": 6, "solid": True},
        "air": {"solid": False},
    }
    no = props(prop("one_way", "false", "bool"), prop("layer", "8", "int"))
    tileset = (
        '<tileset firstgid="1" name="kinds" tilewidth="16" tileheight="16" tilecount="8" '
        f'columns="8"><tile id="1" type="ice"/><tile id="2" type="ice">{no}</tile>'
        '<tile id="3" type="air"/></tileset>'
    )
    path = write(
        tile_layer([[2, 3, 4]]),
        tile_layer([[1]], "sky", 'class="air"'),
        objects(
            '<object id="1" gid="2" x="0" y="16"/>',
            '<object id="2" gid="3" type="mud" x="0" y="16"/>',
            '<object id="3" gid="3" type="ice" x="0" y="16"/>',
            '<object id="4" type="ice" x="0" y="0" width="9" height="9"/>',
            f'<object id="5" type="ice" x="0" y="0" width="9" height="9">{no}</object>',
            '<object id="6" type="air" x="0" y="0" width="9" height="9"/>',
            '<object id="7" gid="4" x="0" y="16"/>',
        ),
        tileset=tileset,
    )

    def roles(sprite: Sprite) -> list[Any]:
        return [(shape.one_way, shape.layer, shape.mask) for shape in sprite.shapes]

    up = (0.0, -1.0)
    assert len(sprites_from_tmx(path)) == 9
    file.write_text(project(**classes))
    try:
        ground, *things = sprites_from_tmx(path)
        assert roles(ground) == [(up, 4, None), (None, 8, None)]
        assert [roles(thing) for thing in things] == [
            [(up, 4, None)],
            [(None, 8, 6)],
            [(None, 8, None)],
            [(up, 4, None)],
            [(None, 8, None)],
        ]
        assert things[0].properties == {"layer": 4, "one_way": True, "cold": 3, "stats": {}}
        assert things[1].properties["mask"] == 6
        old = json.loads(project(**classes))
        del old["propertyTypes"][-1]["type"]  # as Tiled 1.7 wrote it
        file.write_text(json.dumps(old))
        assert roles(sprites_from_tmx(path)[0]) == roles(ground)
        file.write_text("{")
        with pytest.warns(SpritecolWarning, match=r"\.tiled-project is not a Tiled project"):
            assert len(sprites_from_tmx(path)) == 9
    finally:
        file.unlink()


# --- templates -----------------------------------------------------------------------------------

SHAPES: dict[str, tuple[str, dict[str, Any]]] = {
    "rect": ("", {}),
    "ellipse": ("<ellipse/>", {"ellipse": True}),
    "capsule": ("<capsule/>", {"capsule": True}),
    "point": ("<point/>", {"point": True}),
    "polygon": (
        '<polygon points="0,0 8,0 0,8"/>',
        {"polygon": [{"x": 0, "y": 0}, {"x": 8, "y": 0}, {"x": 0, "y": 8}]},
    ),
    "polyline": (
        '<polyline points="0,0 9,4"/>',
        {"polyline": [{"x": 0, "y": 0}, {"x": 9, "y": 4}]},
    ),
    "tile": ("", {"gid": 2}),
    "mirrored tile": ("", {"gid": 2 + ACROSS}),
}
"""What a template may be, in XML and in JSON: the second tile of `COINS`."""

COINS = (
    '<tileset {} name="coins" tilewidth="20" tileheight="10" tilecount="2" columns="2">'
    '<tile id="1"><objectgroup><object x="2" y="1" width="6" height="6"><ellipse/></object>'
    "</objectgroup></tile></tileset>"
)
STATED = {"name": "door", "type": "exit", "width": 30, "height": 20, "rotation": 30, "visible": 0}
PRICES = {"price": 3, "glow": 1}


def an_object(stated: dict[str, Any], inner: str, properties: dict[str, int]) -> str:
    attributes = " ".join(f'{name}="{value}"' for name, value in stated.items())
    listed = "".join(
        f'<property name="{name}" type="int" value="{value}"/>'
        for name, value in properties.items()
    )
    return f"<object {attributes}><properties>{listed}</properties>{inner}</object>"


def write_template(folder: Path, form: str, kind: str) -> None:
    """A template in a folder beside the map, whose tileset is in a third one."""
    inner, plain = SHAPES[kind]
    for name in ("sets", "templates"):
        folder.joinpath(name).mkdir(exist_ok=True)
    folder.joinpath("sets/coins.tsx").write_text(COINS.format(""))
    tileset = {"firstgid": 1, "source": "../sets/coins.tsx"} if "gid" in plain else None
    if form == "tx":
        gid = {"gid": plain["gid"]} if tileset else {}
        uses = '<tileset firstgid="1" source="../sets/coins.tsx"/>' if tileset else ""
        text = f"<template>{uses}{an_object({**STATED, **gid}, inner, PRICES)}</template>"
    else:
        told = [{"name": n, "type": "int", "value": value} for n, value in PRICES.items()]
        made = {**STATED, "visible": False, "id": 1, "properties": told, **plain}
        uses = {"tileset": tileset} if tileset else {}
        text = json.dumps({"type": "template", "object": made, **uses})
    folder.joinpath(f"templates/it.{form}").write_text(text)


def looks(sprite: MapSprite) -> tuple[Any, ...]:
    place = sprite.x, sprite.y, sprite.angle, sprite.world_shapes
    return *place, sprite.name, sprite.type, sprite.visible, dict(sprite.properties)


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("form", ["tx", "tj"])
@pytest.mark.parametrize("is_known", [True, False])
def test_an_object_has_what_its_template_has_and_it_does_not_state(
    write: Any, tmp_path: Path, form: str, kind: str, is_known: bool
) -> None:
    """As if it stated all of it, whether or not the map has the template's tileset already."""
    write_template(tmp_path, form, kind)
    inner, plain = SHAPES[kind]
    uses = '<tileset firstgid="9" source="sets/coins.tsx"/>'
    gid = {"gid": plain["gid"] + 8} if "gid" in plain else {}
    here = {"id": 5, "x": 40, "y": 50}
    for own, priced in (
        ({}, {}),
        ({"name": "gate", "type": "way", "visible": 1}, {"price": 7}),
        ({"width": 8, "height": 50}, {"size": 2}),
        ({"rotation": -45}, {"glow": 0, "price": 0}),
    ):
        line = an_object({**here, **own, "template": f"templates/it.{form}"}, "", priced)
        path = write(objects(line), tileset=TILESET + (uses if is_known else ""))
        (made,) = sprites_from_tmx(path)
        whole = an_object({**STATED, **here, **own, **gid}, inner, {**PRICES, **priced})
        (expected,) = sprites_from_tmx(write(objects(whole), tileset=TILESET + uses))
        assert looks(made) == looks(expected)


@pytest.mark.parametrize("form", ["tx", "tj"])
def test_files_are_found_that_are_named_as_windows_does(
    write: Any, tmp_path: Path, form: str
) -> None:
    write_template(tmp_path, form, "tile")
    line = an_object({"id": 5, "x": 40, "y": 50, "template": f"templates/it.{form}"}, "", {})
    named = an_object({"id": 6, "x": 4, "y": 5, "template": f"../templates/it.{form}"}, "", {})
    head = '<tileset name="own" tilewidth="16" tileheight="16" tilecount="1" columns="1">'
    tail = f'<tile id="0"><objectgroup>{named}</objectgroup></tile></tileset>'
    (tmp_path / "sets/own.tsx").write_text(head + tail)
    path = write(
        tile_layer([[0, 1]]) + objects(line),
        tileset='<tileset firstgid="1" source="sets/own.tsx"/>',
    )
    expected = list(map(looks, sprites_from_tmx(path)))
    assert len(expected) == 2
    for file in (path, tmp_path / "sets/own.tsx", tmp_path / f"templates/it.{form}"):
        text = file.read_text()
        slash = "\\\\" if file.suffix == ".tj" else "\\"
        for name in ("../sets/", "sets/", "../templates/", "templates/"):
            text = text.replace(f'"{name}', f'"{name}'.replace("/", slash))
        file.write_text(text)
    assert "\\" in path.read_text()
    assert list(map(looks, sprites_from_tmx(path))) == expected


def test_a_shape_of_its_own_replaces_that_of_the_template(write: Any, tmp_path: Path) -> None:
    write_template(tmp_path, "tx", "ellipse")
    line = '<object id="5" x="4" y="5" rotation="0" template="templates/it.tx">{}</object>'
    square = '<polygon points="0,0 8,0 8,8 0,8"/>'
    own, taken = sprites_from_tmx(write(objects(line.format(square), line.format(""))))
    assert own.aabb == (4, 5, 12, 13)
    assert taken.world_shapes == (Ellipse(19, 15, 15, 10),)


@pytest.mark.parametrize("kind", [kind for kind in SHAPES if "tile" not in kind])
@pytest.mark.parametrize("form", ["tx", "tj"])
def test_a_tile_names_its_templates_as_seen_from_its_tileset(
    write: Any, tmp_path: Path, form: str, kind: str
) -> None:
    """Whether the map has the tileset, or a file in another folder."""
    write_template(tmp_path, form, kind)
    inner = SHAPES[kind][0]
    here = {"id": 5, "x": 4, "y": 5}
    named = an_object({**here, "template": f"{{}}templates/it.{form}"}, "", {})
    whole = an_object({**STATED, **here}, inner, PRICES)
    head = '<tileset {}name="own" tilewidth="16" tileheight="16" tilecount="1" columns="1">'
    tail = '<tile id="0"><objectgroup>{}</objectgroup></tile></tileset>'
    (tmp_path / "sets/own.tsx").write_text((head + tail).format("", named.format("../")))
    outside = '<tileset firstgid="1" source="sets/own.tsx"/>'
    inside = (head + tail).format('firstgid="1" ', named.format(""))
    stated = (head + tail).format('firstgid="1" ', whole)
    made = []
    for tileset in (outside, inside, stated):
        (ground,) = sprites_from_tmx(write(tile_layer([[0, 1]]), tileset=tileset))
        made.append((ground.aabb, ground.world_shapes))
    assert made[0] == made[1] == made[2]
    assert made[0][0] != (16, 0, 32, 16)
    uses = (
        '<tileset firstgid="1" source="../sets/own.tsx"/><object gid="1" width="16" height="16"/>'
    )
    (tmp_path / "templates/use.tx").write_text(f"<template>{uses}</template>")
    thing = '<object id="3" template="templates/use.tx" x="0" y="16"/>'
    (taken,) = sprites_from_tmx(write(objects(thing)))
    thing = '<object id="3" gid="1" width="16" height="16" x="0" y="16"/>'
    (named,) = sprites_from_tmx(write(objects(thing), tileset=stated))
    assert taken.world_shapes == named.world_shapes
    (tmp_path / f"templates/it.{form}").unlink()
    with pytest.warns(SpritecolWarning, match=r"tileset 'own', object 5 .*left out.* template"):
        (ground,) = sprites_from_tmx(write(tile_layer([[0, 1]]), tileset=outside))
    assert ground.aabb == (16, 0, 32, 16)


def test_text_in_a_tile_is_no_shape(write: Any) -> None:
    words = '<object id="1" x="1" y="1" width="4" height="4"><text>up</text></object>'
    foot = '<object id="2" x="0" y="8" width="16" height="8"/>'
    for inside, box in ((words, (16, 0, 32, 16)), (words + foot, (16, 8, 32, 16))):
        tileset = (
            '<tileset firstgid="1" tilewidth="16" tileheight="16" tilecount="1" columns="1">'
            f'<tile id="0"><objectgroup>{inside}</objectgroup></tile></tileset>'
        )
        (ground,) = sprites_from_tmx(write(tile_layer([[0, 1]]), tileset=tileset))
        assert ground.aabb == box


# --- how tiles fill their boxes ------------------------------------------------------------------

SIDES = {"left": 0.0, "right": 1.0, "top": 0.0, "bottom": 1.0}
PLACES = [
    *("topleft", "top", "topright", "left", "center", "right"),
    *("bottomleft", "bottom", "bottomright", "unspecified"),
]


def filled(box: tuple[float, float], mode: str, offset: tuple[float, float]) -> Any:
    """Where a tile of 20 by 10 lies in a box of some size, and by how much it is larger."""
    across, down = box[0] / 20, box[1] / 10
    if mode == "preserve-aspect-fit":
        across = down = min(across, down)
    left = (box[0] - 20 * across) / 2 + offset[0] * across
    top = (box[1] - 10 * down) / 2 + offset[1] * down
    return left, top, across, down


@pytest.mark.parametrize("mode", ["", "stretch", "preserve-aspect-fit"])
@pytest.mark.parametrize("offset", [(0, 0), (3, -2)])
@pytest.mark.parametrize("place", PLACES)
def test_tiles_in_boxes_of_any_size(
    write: Any, mode: str, offset: tuple[int, int], place: str
) -> None:
    """Objects as large as they say, and cells of layers: whole tiles, and those with a circle."""
    ways = f'fillmode="{mode}"' if mode else ""
    align = "" if place == "unspecified" else f'objectalignment="{place}"'
    moved = '<tileoffset x="{}" y="{}"/><tile '.format(*offset)
    tileset = COINS.format(f'firstgid="1" tilerendersize="grid" {ways} {align}').replace(
        "<tile ", moved, 1
    )
    name = "bottomleft" if place == "unspecified" else place
    x_share = next((SIDES[side] for side in ("left", "right") if side in name), 0.5)
    y_share = next((SIDES[side] for side in ("top", "bottom") if side in name), 0.5)
    for box in ((20, 10), (20, 40), (60, 10), (5, 5)):
        left, top, across, down = filled(box, mode, offset)
        left, top = 100 - x_share * box[0] + left, 200 - y_share * box[1] + top
        size = f'x="100" y="200" width="{box[0]}" height="{box[1]}"'
        whole, round_one, turned = sprites_from_tmx(
            write(
                objects(
                    f'<object id="1" gid="1" {size}/><object id="2" gid="2" {size}/>',
                    f'<object id="3" gid="1" {size} rotation="180"/>',
                ),
                tileset=tileset,
            )
        )
        right, bottom = left + 20 * across, top + 10 * down
        assert whole.aabb == pytest.approx((left, top, right, bottom))
        assert turned.aabb == pytest.approx((200 - right, 400 - bottom, 200 - left, 400 - top))
        x, y = left + 2 * across, top + down
        assert round_one.aabb == pytest.approx((x, y, x + 6 * across, y + 6 * down))
    left, top, across, down = filled((16, 16), mode, offset)
    (ground,) = sprites_from_tmx(write(tile_layer([[0, 1]]), tileset=tileset))
    assert ground.aabb == pytest.approx((16 + left, top, 16 + left + 20 * across, top + 10 * down))
