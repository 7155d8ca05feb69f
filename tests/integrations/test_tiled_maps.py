"""Maps of the editor Tiled: which sprites `sprites_from_tmx` makes of them, and where.

What a map gives is a row of `CASES`, and what is wrong with one a row of `ERRORS`. Both are asked
in each form in which Tiled writes a map.
"""

import json
import random
import re
import sys
import types
import warnings
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
import pytmx
import shapely
from integrations.map_files import (
    ACROSS,
    DIAGONAL,
    DOWN,
    FORMS,
    XML_FORMS,
    Form,
    Json,
    Of,
    group,
    json_of,
    prop,
    props,
    thing,
    things,
    tile,
    tiled_map,
    tiles,
    tileset,
    write_one,
    write_tiled,
)
from integrations.tiled_pictures import Picture

from spritecol import (
    Circle,
    Ellipse,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    SpritecolWarning,
)
from spritecol.integrations.tiled import MapSprite, sprites_from_tmx
from spritecol.tiles import shapes_from_tiles

UP = (0.0, -1.0)
SLOPE = [(0, 0), (16, 16), (0, 16)]
BOW = [(0, 0), (9, 9), (9, 0), (0, 9)]
ONE_WAY = props(one_way=True)
NO = props(solid=False)
ROLE = props(layer=4, mask=3)

BLOCKS = tileset(
    count=9,
    tiles={
        1: tile(thing(polygon=SLOPE)),
        2: tile(thing(8, 0, 16, 8, rotation=90)),
        3: tile(thing(2, 4, 8, 8, ellipse=True)),
        4: tile(properties=NO),
        5: tile(thing(0, 4, polyline=[(0, 0), (16, 0), (16, 8)])),
        6: tile(properties=ONE_WAY),
        7: tile(properties=ROLE),
        8: tile(thing(polygon=SLOPE), properties=ONE_WAY),
    },
)
"""By gid: 1 is whole; 2 is a slope, solid below the falling diagonal; 3 has a left half, turned
about its own corner; 4 is a circle; 5 is not solid; 6 is a line; 7 and 9 are one-way, and 8 has
layers."""


def one_tile(made: Json, **more: Any) -> Json:
    """A tileset of one tile."""
    return tileset(name="one", count=1, tiles={0: made}, **more)


@pytest.fixture(autouse=True)
def zstd(monkeypatch: pytest.MonkeyPatch) -> None:
    """What unpacks zstd is there from Python 3.14 on: another one stands in its place."""
    stand_in = types.SimpleNamespace(zstd=zlib)
    monkeypatch.setitem(sys.modules, "compression", stand_in)  # type: ignore[misc]


def load(folder: Path, *layers: Json, tilesets: Sequence[Json] = (BLOCKS,)) -> list[MapSprite]:
    return sprites_from_tmx(write_tiled(folder, tiled_map(*layers, tilesets=tilesets)))


def looks(sprite: MapSprite) -> tuple[Any, ...]:
    """All that a sprite of a map has."""
    told = (
        sprite.layer,
        sprite.id,
        sprite.name,
        sprite.type,
        dict(sprite.properties),
        sprite.visible,
    )
    return *told, sprite.x, sprite.y, sprite.z, sprite.angle, sprite.shapes


# --- what a map gives -----------------------------------------------------------------------------


class Case(NamedTuple):
    """A map, what its sprites are, and what warnings contain, one each.

    Of each sprite, only the attributes that are named are compared here. Others are of its shapes:
    `area` is what they cover, `fronts` are one-way, and `roles`, `names` and `kinds` are theirs.
    """

    layers: Sequence[Json]
    sprites: Sequence[Json]
    told: Sequence[str] = ()
    tilesets: Sequence[Json] = (BLOCKS,)
    map: Mapping[str, Any] = {}
    forms: Mapping[str, Form] | None = None


def forms_of(case: Case, at: int) -> Mapping[str, Form]:
    """XML, JSON and each eighth other form, from one on, if the case names none itself."""
    others = [name for name in FORMS if name not in ("csv", "JSON")]
    return case.forms or {name: FORMS[name] for name in ("csv", "JSON", *others[at % 8 :: 8])}


def seen(sprite: MapSprite, name: str) -> Any:
    if name == "area":
        return area(*(shape.geometry for shape in sprite.world_shapes))
    if name == "fronts":
        return sorted((shape.one_way, shape.bounds) for shape in sprite.shapes if shape.one_way)
    if name == "kinds":
        return sorted((one.name or "", bool(one.one_way), one.bounds) for one in sprite.shapes)
    if name == "roles":
        return {(shape.one_way, shape.layer, shape.mask) for shape in sprite.shapes}
    if name == "names":
        return [shape.name for shape in sprite.shapes]
    return getattr(sprite, name)


def area(*parts: Any) -> Any:
    """The union of geometries, or of polygons of these corners."""
    each = [shapely.Polygon(one) if isinstance(one, list) else one for one in parts]
    return shapely.normalize(shapely.simplify(shapely.union_all(each), 0))


EVERY_PROPERTY = [
    prop("name", "Ann"),
    prop("width", 7),
    prop("key", False),
    prop("door", 2, "object"),
    prop("tint", "#ff102030", "color"),
    prop("text", "two\nlines"),
    prop("none", ""),
    prop("stats", {"speed": 1.5, "deep": {"on": True}}),
    prop("drops", [3, "key", "up\nit", [True], {"hp": 9}]),
    prop("empty", []),
]
VALUES: Json = {one["name"]: one["value"] for one in EVERY_PROPERTY}
VALUES |= {"drops": [3, "key", "up\nit", [True], {"hp": 9}]}
POLE = thing(0, 0, 4, 40, name="pole", id=9)
POLES = [{"name": "pole", "aabb": (0, 0, 4, 40)}]
OLD_SIZES: list[Json] = [{}, {"width": 0, "height": 0}, {"width": 32, "height": 0}]
PART = {"x": 40, "y": 8, "width": 16, "height": 16, "image": "none.png"}
HALF_BAD = tile(thing(2, 2, -3, 3), thing(0, 8, 16, 8))
WORDS = thing(1, 1, 4, 4, text={"text": "up"})

CASES = {
    "tiles become one sprite of few rects": Case(
        [tiles([[0, 1, 0], [1, 1, 1]]), things(name="none")],
        [
            {"shapes": (Rect(16, 0, 16, 32), Rect(0, 16, 48, 16)), "x": 0, "y": 0, "z": 0}
            | {"layer": "ground", "name": "ground", "type": "", "properties": {}}
        ],
    ),
    "round and thin colliders": Case(
        [tiles([[4, 6], [4 + ACROSS, 0]])],
        [
            {
                "shapes": (
                    Circle(6, 8, 4),
                    Segment(16, 4, 32, 4),
                    Segment(32, 4, 32, 12),
                    Circle(10, 24, 4),
                )
            }
        ],
    ),
    "a tile that is not solid is air": Case(
        [tiles([[1, 5, 1]])], [{"shapes": (Rect(0, 0, 16, 16), Rect(32, 0, 16, 16))}]
    ),
    "a tile that is a part of its image has the size of the part": Case(
        [tiles([[1, 1], [0, 2]]), things(thing(50, 80, 32, 32, gid=1))],
        [{"aabb": (0, 0, 40, 32)}, {"aabb": (50, 48, 82, 80)}],
        tilesets=[
            tileset(
                count=2,
                columns=0,
                tilewidth=24,
                tiles={0: PART, 1: {"image": "b.png", "imagewidth": 24, "imageheight": 16}},
            )
        ],
    ),
    "properties are those of the editor and no others": Case(
        [
            tiles([[1]], properties=EVERY_PROPERTY),
            things(
                thing(0, 16, 16, 16, gid=1, properties=props(key=True)),
                thing(0, 0, 9, 9, properties=EVERY_PROPERTY),
            ),
        ],
        [{"properties": VALUES}, {"properties": {**VALUES, "key": True}}, {"properties": VALUES}],
        tilesets=[one_tile(tile(properties=EVERY_PROPERTY))],
        forms=FORMS,
        map={"properties": EVERY_PROPERTY},
    ),
    "objects of all kinds": Case(
        [
            things(
                thing(10, 20, 30, 40, name="door", type="exit"),
                thing(0, 0, 30, 10, ellipse=True, type="pond"),
                thing(5, 6, point=True),
                thing(10, 10, polygon=[(0, 0), (8, 0), (0, 8)]),
                thing(10, 10, polyline=[(0, 0), (8, 0), (0, 8)]),
                thing(0, 0, 9, 9, text={"text": "not solid"}),
                thing(1, 2, 10, 4, capsule=True),
            )
        ],
        [
            {"name": "door", "type": "exit", "layer": "things"}
            | {"world_shapes": (Rect(10, 20, 30, 40),)},
            {"name": "", "type": "pond", "world_shapes": (Ellipse(15, 5, 15, 5),)},
            {"world_shapes": (Point(5, 6),)},
            {"world_shapes": (Polygon([(10, 10), (18, 10), (10, 18)]),)},
            {"world_shapes": (Segment(10, 10, 18, 10), Segment(18, 10, 10, 18))},
            {"aabb": (1, 2, 11, 6)},
        ],
        forms=FORMS,
    ),
    "tile objects stand on their place, stretched, and turn about it": Case(
        [
            things(
                thing(50, 80, 32, 16, gid=1),
                thing(50, 80, 32, 16, gid=1, rotation=90),
                thing(50, 80, 32, 16, gid=2 + ACROSS),
            )
        ],
        [
            {"aabb": (50, 64, 82, 80)},
            {"aabb": (50, 80, 66, 112)},
            {"area": area([(82, 64), (82, 80), (50, 80)])},
        ],
        forms=FORMS,
    ),
    "a tile object without a size is as large as its tile": Case(
        [
            things(
                *(thing(8, 20, gid=1, **size) for size in [*OLD_SIZES, {"width": 0, "height": 8}])
            )
        ],
        [{"aabb": box} for box in [(8, 4, 24, 20)] * 2 + [(8, 4, 40, 20), (8, 12, 24, 20)]],
    ),
    "a tile object has the type of its tile if it has none": Case(
        [things(thing(gid=1 + DOWN), thing(gid=1, type="gem"), thing(gid=2))],
        [{"type": "coin", "names": ["coin"]}, {"type": "gem"}, {"type": "", "names": [None]}],
        tilesets=[tileset(tiles={0: {"type": "coin"}})],
    ),
    "an object has the name of its class only if its tile has it": Case(
        [things(thing(0, 16, 3, 3, type="door"), thing(gid=1, type="own"))],
        [{"names": [None], "type": "door"}, {"names": ["ice"], "type": "own"}],
        tilesets=[one_tile({"type": "ice"})],
    ),
    "layers in order with offsets, groups and properties": Case(
        [
            things(thing(1, 1, 2, 2), name="low"),
            group(
                "hills",
                tiles(
                    [[1]],
                    "hill",
                    offsetx=5,
                    offsety=6,
                    visible=False,
                    properties=props(friction=0.5),
                    **{"class": "rock"},
                ),
                offsetx=100,
                offsety=10,
            ),
            things(thing(visible=False, point=True), name="high"),
        ],
        [
            {"layer": "low", "z": 0, "visible": True},
            {"layer": "hill", "z": 1, "visible": False, "aabb": (105, 16, 121, 32)}
            | {"type": "rock", "properties": {"friction": 0.5}},
            {"layer": "high", "z": 2, "visible": False},
        ],
        forms=FORMS,
    ),
    "what is in a hidden group is hidden; images have no shapes": Case(
        [
            group(
                "far",
                {"type": "imagelayer", "id": 5, "name": "hill", "image": "hill.png"},
                tiles([[1, 1]]),
                visible=False,
            ),
            things(thing(1, 2, point=True)),
        ],
        [{"shapes": (Rect(0, 0, 32, 16),), "visible": False}, {"visible": True, "z": 1}],
    ),
    "tiles left of and above 0": Case(
        [
            tiles(
                [
                    [1, 1, 1, 0, 0, 0, 0],
                    [0, 2, 2 + ACROSS, 0, 0, 0, 0],
                    *[[0] * 7] * 3,
                    [0] * 6 + [1],
                ],
                at=(-2, -2),
            ),
            {**tiles([[0]], "none"), "data": ""},
            things(thing(-40, -8, 8, 16)),
        ],
        [
            {"x": -32, "y": -32}
            | {
                "area": area(
                    shapely.box(-32, -32, 16, -16),
                    [(-16, -16), (0, 0), (-16, 0)],
                    [(16, -16), (0, 0), (16, 0)],
                    shapely.box(64, 48, 80, 64),
                )
            },
            {"shapes": ()},
            {"aabb": (-40, -8, -32, 8)},
        ],
    ),
    "one-way tiles stay rows, mirrored with the tile": Case(
        [tiles([[1, 7, 7], [9, 0, 0], [1, 7 + DOWN, 7 + DIAGONAL], [0, 7, 7 + DIAGONAL]])],
        [
            {
                "fronts": [
                    ((-1, 0), (32, 32, 48, 64)),
                    (UP, (0, 16, 16, 32)),
                    (UP, (16, 0, 48, 16)),
                    (UP, (16, 48, 32, 64)),
                    ((0, 1), (16, 32, 32, 48)),
                ]
            }
        ],
        forms=FORMS,
    ),
    "a high one-way tile is one plank": Case(
        [tiles([[0], [0], [1]])],
        [{"fronts": [(UP, (0, 0, 32, 48))]}],
        tilesets=[one_tile(tile(properties=ONE_WAY), tilewidth=32, tileheight=48)],
    ),
    "layers of tiles": Case(
        [tiles([[1, 8, 8], [0, 0, 8]])],
        [
            {"roles": {(None, None, None), (None, 4, 3)}}
            | {"area": area([(0, 0), (48, 0), (48, 32), (32, 32), (32, 16), (0, 16)])}
        ],
    ),
    "layers of objects": Case(
        [
            things(
                thing(10, 20, 30, 8, properties=ROLE),
                thing(polyline=[(0, 0), (8, 0), (0, 8)], properties=ROLE),
                thing(50, 80, 32, 16, gid=1, properties=ROLE),
                thing(point=True, properties=ROLE),
            )
        ],
        [{"shapes": (Rect(0, 0, 30, 8, layer=4, mask=3),), "collision_layer": 1}]
        + [{"roles": {(None, 4, 3)}, "collision_layer": 1}] * 3,
    ),
    "objects turn about their corner, and so do their fronts": Case(
        [
            things(
                *(
                    thing(100, 50, rotation=90, properties=ONE_WAY, **shape)
                    for shape in (
                        {"width": 20, "height": 10},
                        {"width": 20, "height": 10, "ellipse": True},
                        {"polygon": [(0, 0), (20, 0), (20, 10), (0, 10)]},
                    )
                )
            )
        ],
        [{"aabb": (90, 50, 100, 70)}] * 3,
    ),
    "a bad collision object of a tile costs only itself": Case(
        [tiles([[1, 1]]), things(thing(gid=1))],
        [{"aabb": (0, 8, 32, 16)}, {}],
        [r"tile 0 of 'one', object 1 '' is left out"],
        [one_tile(HALF_BAD)],
    ),
    "a tile with only a bad collision object is whole": Case(
        [tiles([[1, 1]]), things(thing(gid=1))],
        [{"aabb": (0, 0, 32, 16)}, {}],
        [r"tile 0 of 'one', object 1 '' is left out"],
        [one_tile(tile(thing(2, 2, -3, 3)))],
    ),
    "numbers that a file leaves out are 0, and 1 for the first gid": Case(
        [tiles([[1]]), things({"width": 9, "height": 4}, {"gid": 1}, {"ellipse": True})],
        [
            {"aabb": (0, 8, 16, 16)},
            {"aabb": (0, 0, 9, 4)},
            {"aabb": (0, -8, 16, 0)},
            {"world_shapes": (Circle(0, 0, 0),)},
        ],
        tilesets=[
            {"name": "bare", "tilewidth": 16, "tileheight": 16}
            | {"tiles": [tile(thing(0, 8, 16, 8))]}
        ],
        forms={name: FORMS[name] for name in ("csv", "XML", "chunks", "JSON")},
    ),
    "text in a tile is no shape": Case(
        [tiles([[1]])], [{"aabb": (0, 0, 16, 16)}], tilesets=[one_tile(tile(WORDS))]
    ),
    "text in a tile beside a shape": Case(
        [tiles([[1]])],
        [{"aabb": (0, 8, 16, 16)}],
        tilesets=[one_tile(tile(WORDS, thing(0, 8, 16, 8)))],
    ),
    "a point that is one-way is a point": Case(
        [things(thing(4, 5, point=True, properties=ONE_WAY, name="spot"))],
        [{"world_shapes": (Point(4, 5),)}],
        ["object 1 'spot'.*: a point has no sides"],
    ),
    "a point of a tile whose object is one-way": Case(
        [things(thing(0, 16, gid=1, properties=ONE_WAY, name="spot"))],
        [{"world_shapes": (Point(4, 5),)}],
        ["object 1 'spot'.*: a point has no sides"],
        [one_tile(tile(thing(4, 5, point=True)))],
    ),
    "a point of a tile that is one-way": Case(
        [things(thing(0, 16, gid=1))],
        [{"world_shapes": (Point(4, 5),)}],
        ["tile 0 of 'one', object 1.*: a point has no sides"],
        [one_tile(tile(thing(4, 5, point=True), properties=ONE_WAY))],
    ),
    "a point that is not one-way": Case(
        [things(thing(4, 5, point=True, properties=props(one_way=False)))],
        [{"world_shapes": (Point(4, 5),)}],
    ),
    "tilesets without a size of tiles have that of the map": Case(
        [tiles([[0, 2]]), things(thing(8, 40, gid=1))],
        [{"shapes": (Rect(16, 0, 16, 16),)}, {"aabb": (8, 24, 24, 40)}],
        tilesets=[tileset(tilewidth=0, tileheight="")],
    ),
    "an object that is not solid needs no shape": Case(
        [things(thing(polygon=BOW, properties=NO), thing("nan", 0, properties=NO))], []
    ),
    "a route that crosses itself": Case(
        [things(thing(3, 4, polygon=BOW, name="bow"), POLE)],
        [{"name": "bow", "x": 3, "shapes": ()}, *POLES],
        [r"object 1 'bow' .*Self-intersection.*draw a route as a polyline"],
    ),
    "a template that is missing": Case(
        [things(thing(1, 1, template="coin.tx", id=7), POLE)],
        POLES,
        [r"object 7 .*is left out, .* template .*coin\.tx"],
    ),
    "a template that many objects lack is told once": Case(
        [things(*(thing(1, 1, template="coin.tx", id=k) for k in range(5)))],
        [],
        [r"object 0 .*coin\.tx.*\(and 4 more like this\)"],
    ),
    "what is alike is told once": Case(
        [
            tiles([[1, *range(2, 9)], [*range(10, 18)]]),
            tiles([[9, 2, 17]], "more"),
            things(
                *(thing(k, 0, 1, 1, properties=props(layer="front")) for k in range(7)),
                thing(gid=5),
            ),
        ],
        [{}] * 10,
        [
            r"'ground', tile 10 is left out, since the tileset 'b' has 1 .*no tile 1 \(and 8 more",
            r"'ground', tile 2 is left out, since the tileset 'a' has 1 .*no tile 1 \(and 8 more",
            r"'things', object 1 '': layer must be an int.*is ignored \(and 6 more like this\)",
        ],
        [tileset(1, "a", 1), tileset(9, "b", 1)],
    ),
    "a layer whose solid is neither yes nor no is solid": Case(
        [tiles([[1]], properties=props(solid="stone"))],
        [{"aabb": (0, 0, 16, 16)}],
        ["layer 'ground': solid must be true or false"],
    ),
    "the side of a tile object is mirrored with it, whoever says that it has one": Case(
        [
            things(
                *(
                    thing(0, 16, gid=gid + flags, **more)
                    for flags in (0, DOWN, DIAGONAL, DIAGONAL | ACROSS)
                    for gid, more in (
                        (7, {}),
                        (1, {"properties": ONE_WAY}),
                        (7, {"properties": ONE_WAY}),
                        (7, {"properties": props(one_way=False)}),
                    )
                )
            )
        ],
        [
            {"roles": {(way, None, None)}, "aabb": (0, 0, 16, 16)}
            for up in ((0, -1), (0, 1), (-1, 0), (1, 0))
            for way in (up, up, up, None)
        ],
    ),
}

SHUT = tile(thing(polygon=SLOPE), properties=props(one_way=False, mask=1))
OWN_ROLE = props(one_way=True, layer=4)
CASES |= {
    "a property of an object is the number of another one": Case(
        [
            tiles([[1]]),
            things(
                thing(point=True, id=40, properties=[prop("door", 7, "object")]),
                thing(0, 16, gid=1, id=7, name="door"),
                thing(0, 0, 4, 4, text={"text": "no sprite"}, id=8),
                thing(polygon=BOW, id=9, properties=[prop("door", 0, "object")]),
            ),
        ],
        [
            {"id": 0},
            {"id": 40, "properties": {"door": 7}},
            {"id": 7, "name": "door"},
            {"id": 9, "properties": {"door": 0}},
        ],
        ["object 9 '' has no shape"],
    ),
    "the number of an object as other programs write it": Case(
        [things(*(thing(point=True, id=number) for number in ("", "door", -1, 12)))],
        [{"id": number} for number in (0, 0, 0, 12)],
    ),
    "a layer has properties for the tiles that have none": Case(
        [
            tiles([[1, 2], [7, 8], [3, 3]], properties=props(one_way=True, layer=4)),
            tiles([[1, 7]], "plain"),
        ],
        [
            {
                "fronts": [
                    (UP, (0, 0, 16, 16)),
                    (UP, (0, 0, 32, 16)),
                    (UP, (0, 16, 16, 32)),
                    (UP, (16, 16, 32, 32)),
                ],
                "roles": {(UP, 4, None), (UP, 4, 3), (None, 4, 1)},
            },
            {"roles": {(None, None, None), (UP, None, None)}},
        ],
        tilesets=[
            tileset(
                tiles={
                    1: tile(thing(polygon=SLOPE)),
                    2: SHUT,
                    6: tile(properties=ONE_WAY),
                    7: tile(properties=props(mask=3)),
                }
            )
        ],
        forms=FORMS,
    ),
    "the fronts of a layer are mirrored with its tiles": Case(
        [tiles([[1, 1 + DOWN], [1 + DIAGONAL, 1 + (DIAGONAL | ACROSS)]], properties=ONE_WAY)],
        [
            {
                "fronts": [
                    ((-1, 0), (0, 16, 16, 32)),
                    (UP, (0, 0, 16, 16)),
                    ((0, 1), (16, 0, 32, 16)),
                    ((1, 0), (16, 16, 32, 32)),
                ]
            }
        ],
    ),
    "a group has properties for its layers, and they for their objects": Case(
        [
            group(
                "planks",
                tiles([[1]], properties=props(layer=8)),
                things(
                    thing(0, 0, 30, 8),
                    thing(0, 0, 30, 8, properties=props(one_way=False, mask=5)),
                    thing(0, 16, gid=1),
                    thing(0, 16, gid=3),
                    thing(0, 16, gid=3, properties=props(mask=2)),
                    thing(0, 0, ellipse=True, properties=props(layer=2)),
                    properties=props(mask=3),
                ),
                properties=OWN_ROLE,
            ),
            tiles([[1]], "more"),
        ],
        [
            {"roles": {(UP, 8, None)}},
            {"roles": {(UP, 4, 3)}, "properties": {}},
            {"roles": {(None, 4, 5)}},
            {"roles": {(UP, 4, 3)}},
            {"roles": {(None, 4, 1)}},
            {"roles": {(None, 4, 2)}},
            {"roles": {(UP, 2, 3)}},
            {"roles": {(None, None, None)}},
        ],
        tilesets=[tileset(tiles={2: SHUT})],
    ),
    "each tile of a layer is a sprite, row by row": Case(
        [
            tiles(
                [[0, 1, 2], [2 + ACROSS, 4, 1], [9, 0, 0]],
                "coins",
                at=(-1, 2),
                properties=props(separate=True, mask=8),
                offsetx=5,
                visible=False,
            ),
            tiles([[0, 0]], "none", properties=props(separate=True)),
        ],
        [
            {"x": x, "y": y, "layer": "coins", "z": 0, "visible": False, "id": 0, "name": ""} | more
            for x, y, more in (
                (5, 32, {"shapes": (Rect(0, 0, 16, 16, mask=8, name="coin"),), "type": "coin"}),
                (21, 32, {"shapes": (Polygon(SLOPE, mask=8),), "properties": {"price": 2}}),
                (
                    -11,
                    48,
                    {"area": area([(5, 48), (5, 64), (-11, 64)]), "properties": {"price": 2}},
                ),
                (21, 48, {"type": "coin", "properties": {}}),
                (-11, 64, {"aabb": (-11, 40, 21, 80)}),
            )
        ],
        tilesets=[
            tileset(
                tiles={
                    0: {"type": "coin"},
                    1: tile(thing(polygon=SLOPE), properties=props(price=2)),
                    3: tile(properties=NO),
                }
            ),
            tileset(9, "high", 1, tilewidth=32, tileheight=40),
        ],
        forms=FORMS,
    ),
    "a tile is a sprite beside the others of its layer, or is none there": Case(
        [
            tiles([[1, 1, 2, 1], [2, 3, 3, 1]], properties=props(rock=True)),
            tiles([[2, 3], [1, 3]], "single", properties=props(separate=True)),
        ],
        [
            {
                "shapes": (
                    Rect(0, 0, 32, 16),
                    Rect(16, 0, 16, 32),
                    Rect(48, 0, 16, 32),
                    Rect(16, 16, 48, 16),
                )
            }
            | {"name": "ground", "properties": {"rock": True}},
            {"aabb": (32, 0, 48, 16), "properties": {"separate": True}},
            {"aabb": (0, 16, 16, 32)},
            {"area": area(shapely.box(16, 0, 32, 32)), "name": "single"},
            {"aabb": (0, 0, 16, 16)},
            {"aabb": (0, 16, 16, 32), "properties": {}},
        ],
        tilesets=[
            tileset(
                tiles={
                    1: tile(properties=props(separate=True)),
                    2: tile(properties=props(separate=False)),
                }
            )
        ],
    ),
}

for name, value in (("one_way", "up"), ("layer", "front"), ("mask", -1), ("separate", 3)):
    told = f"layer 'a': {name} must be .*, so it is ignored .and 1 more"
    CASES[f"a property of layers that is not ours costs nothing: {name}"] = Case(
        [tiles([[1, 1]], part, properties=[prop(name, value)]) for part in "ab"],
        [{"shapes": (Rect(0, 0, 32, 16),)}] * 2,
        [told],
    )

ICE: Json = {"type": "ice"}
CASES["shapes have the name of their class and merge within it"] = Case(
    [tiles([[2, 2, 3, 1, 1], [2, 2, 3, 3, 1], [0] * 5, [6, 6, 4, 5 | ACROSS, 5]])],
    [
        {
            "kinds": [
                ("", False, (48, 0, 80, 16)),
                ("", False, (48, 48, 80, 64)),  # two slopes
                ("", False, (64, 0, 80, 32)),
                ("ice", False, (0, 0, 32, 32)),
                ("ice", False, (32, 48, 48, 64)),
                ("ice", True, (0, 48, 32, 64)),
                ("mud", False, (32, 0, 48, 32)),
                ("mud", False, (32, 16, 64, 32)),
            ]
        }
    ],
    tilesets=[
        tileset(
            tiles={
                1: ICE,
                2: {"type": "mud"},
                3: tile(thing(polygon=SLOPE), **ICE),
                4: tile(thing(polygon=SLOPE)),
                5: tile(properties=ONE_WAY, **ICE),
            }
        )
    ],
)

for no in (props(solid=False), props(solid="false"), props(solid=" False ")):
    CASES[f"not solid, as {no[0]['value']!r}"] = Case(
        [
            tiles([[1, 2, 3, 4]]),
            things(
                thing(0, 0, 9, 9, name="rock"),
                thing(0, 0, 9, 9, name="fog", properties=no),
                thing(0, 16, name="mist", gid=2),
                thing(0, 16, name="ice", gid=2, properties=props(solid=True)),
            ),
            tiles([[1]], "sky", properties=no),
        ],
        [
            {"area": area(shapely.box(0, 0, 16, 16), shapely.box(32, 8, 40, 16))},
            {"name": "rock"},
            {"name": "ice", "aabb": (0, 0, 16, 16)},
        ],
        tilesets=[
            tileset(
                tiles={
                    1: tile(properties=no),
                    2: tile(thing(0, 0, 16, 8, properties=no), thing(0, 8, 8, 8)),
                    3: tile(thing(0, 0, 16, 8, properties=no)),
                }
            )
        ],
    )

NO_SHAPES: list[Json] = [
    {"width": -4, "height": 4},
    {"width": -4, "height": 4, "ellipse": True},
    {"width": 4, "height": -4, "capsule": True},
    {"width": "nan", "height": 4},
    {"width": "nan", "height": 4, "ellipse": True},
    {"width": "wide", "height": 4, "capsule": True},
    {"gid": 536870912},
    {"gid": 90, "width": 16, "height": 16},
    {"gid": 1, "width": "nan", "height": 16},
    {"gid": 1, "width": 16, "height": -16},
    {"polygon": BOW},
    {"polygon": []},
    {"polygon": [(0, 0), (9, 9)]},
    {"polygon": [(0, 0), (9, 9), (5, 5)]},
    {"polyline": [(3, 4)]},
    {"polyline": [(0, 0), (9, "down")]},
    {"polygon": [(0, 0), (9,), (5, 5)]},
    {"polyline": [(0, 0), (9, 9, 9)]},
]
"""Objects that have no valid shape. JSON can't say the last two."""

for shape in NO_SHAPES:
    points = [point for key in ("polygon", "polyline") for point in shape.get(key, ())]
    CASES[f"an object without a valid shape keeps all else: {shape}"] = Case(
        [
            things(
                thing(40, 50, name="route", rotation=30, type="guard", visible=False)
                | {"properties": props(speed=3), **shape},
                POLE,
            )
        ],
        [
            {"x": 40, "y": 50, "angle": 30, "visible": False, "name": "route", "type": "guard"}
            | {"layer": "things", "properties": {"speed": 3}, "shapes": ()},
            *POLES,
        ],
        [r"layer 'things', object 1 'route' has no shape, since "],
        forms=None if all(len(point) == 2 for point in points) else XML_FORMS,
    )

NOWHERE: list[Json] = [
    {"x": "inf", "width": 4, "height": 4},
    {"y": 1e13},
    {"x": "left"},
    {"rotation": "1e300", "ellipse": True},
    {"rotation": "nan", "gid": 1},
]
for place in NOWHERE:
    CASES[f"an object that is nowhere costs only itself: {place}"] = Case(
        [things(thing(0, 0, 4, 4, name="bad") | place, POLE)],
        POLES,
        ["layer 'things', object 1 'bad' is left out, .* place"],
    )

FLAT: list[tuple[Json, Any]] = [
    ({"width": 8, "height": 0}, Rect(2, 3, 8, 0)),
    ({"height": 8}, Rect(2, 3, 0, 8)),
    ({}, Rect(2, 3, 0, 0)),
    ({"width": 8, "height": 0, "ellipse": True}, Ellipse(6, 3, 4, 0)),
    ({"height": 8, "ellipse": True}, Ellipse(2, 7, 0, 4)),
    ({"ellipse": True}, Circle(2, 3, 0)),
    ({"width": 8, "capsule": True}, Segment(2, 3, 10, 3)),
    ({"height": 8, "capsule": True}, Segment(2, 3, 2, 11)),
    ({"capsule": True}, Circle(2, 3, 0)),
    ({"point": True}, Point(2, 3)),
    ({"polyline": [(0, 0), (0, 0)]}, Segment(2, 3, 2, 3)),
]
"""What has no area, as Tiled writes it for a stray click, and the shape at (2, 3)."""


def flat_case(flat: Json) -> Case:
    """Beside a box, alone, and beside whole tiles."""
    inside = {1: tile(thing(2, 3, **flat), thing(0, 8, 16, 8)), 2: tile(thing(2, 3, **flat))}
    layers = [tiles([[1, 2, 3]]), things(thing(2, 3, **flat))]
    return Case(layers, [{}, {}], (), [tileset(tiles=inside)])


CASES |= {f"what is flat: {flat}": flat_case(flat) for flat, _ in FLAT}

NOT_OURS: list[tuple[str, Any, str]] = [
    ("one_way", "up", ""),
    ("one_way", 1, ""),
    ("mask", -1, ""),
    ("mask", "2", ""),
    ("layer", "front", ""),
    ("layer", True, ""),
    ("layer", 1.5, ""),
    ("layer", 1 << 64, ""),
    ("solid", "stone", ""),
    ("solid", 3, ""),
    ("solid", "", "bool"),
    ("one_way", "", "bool"),
    ("layer", "", "int"),
    ("mask", "", "int"),
]
"""Properties that have a name of ours and mean something else, or nothing."""

for name, value, kind in NOT_OURS:
    own = [prop(name, value, kind)]
    plain = {"roles": {(None, None, None)}}
    with_name = {**plain, "properties": {name: None if kind else value}}
    CASES[f"a property that is not ours costs nothing: {own}"] = Case(
        [
            things(thing(32, 16, 9, 9, name="cloud", properties=own)),
            things(thing(32, 16, gid=3, properties=own), name="more"),
            tiles([[1, 2]]),
        ],
        [with_name, with_name, {**plain, "aabb": (0, 0, 32, 16)}],
        [rf"object 1 'cloud': {name} must be .*is ignored \(and 3 more like this\)"],
        [tileset(tiles={0: tile(properties=own), 1: tile(thing(0, 0, 16, 8, properties=own))})],
    )

for flags in (0, ACROSS, DIAGONAL):
    for gid, reason in (
        (2, "no tileset has tile 2"),
        (40, "the tileset 'trees' has 2 tiles, and no tile 35"),
        (6, "the tileset 'trees' has 2 tiles, and no tile 1"),
    ):
        CASES[f"a tile that no tileset has costs only itself: {flags} {gid}"] = Case(
            [
                tiles([[3, flags | gid, 12]]),
                things(thing(0, 16, gid=flags | gid, name="bad"), name="more"),
            ],
            [
                {"shapes": (Rect(0, 0, 16, 16), Rect(32, 0, 16, 16))},
                {"name": "bad", "y": 16, "shapes": ()},
            ],
            [rf"'ground', tile {gid} is left out, since {reason} \(and 1 more"],
            [
                tileset(3, "bricks", 2),
                tileset(5, "trees", 2, columns=0, tiles={7: {"image": "a", "imagewidth": 16}}),
            ],
        )


for inside in (":/automap-tiles.tsx", "qrc:/automap-tiles.tsx"):
    sets = [tileset(1, "bricks", 2), {"firstgid": 3, "source": inside}, tileset(8, "trees", 2)]
    CASES[f"a tileset inside Tiled that is not used: {inside}"] = Case(
        [tiles([[1, 0, 8]])], [{"shapes": (Rect(0, 0, 16, 16), Rect(32, 0, 16, 16))}], [], sets
    )
    CASES[f"tiles of a tileset inside Tiled are left out: {inside}"] = Case(
        [tiles([[3, 2, DIAGONAL | 7, 8]]), things(thing(0, 16, gid=4, name="match"), name="more")],
        [{"shapes": (Rect(16, 0, 16, 16), Rect(48, 0, 16, 16))}, {"name": "match", "shapes": ()}],
        [rf"'ground', tile 3 is left out, since its tileset is inside Tiled, '{inside}', .*2 more"],
        sets,
    )


@pytest.mark.parametrize("shows", CASES)
def test_a_map_gives_the_same_in_every_form(shows: str, tmp_path: Path) -> None:
    """Cases of many values are asked in XML, in JSON, and in some of the others, in turn."""
    case = CASES[shows]
    made = tiled_map(*case.layers, tilesets=case.tilesets, **case.map)
    (tmp_path / "empty.tiled-project").write_text("{}")  # else each folder above is searched
    first: list[Any] = []
    for name, form in forms_of(case, [*CASES].index(shows)).items():
        path = write_tiled(tmp_path, made, form)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            sprites = sprites_from_tmx(path)
        assert all(type(sprite) is MapSprite for sprite in sprites)
        found = [
            {key: seen(sprite, key) for key in wanted}
            for sprite, wanted in zip(sprites, case.sprites, strict=True)
        ]
        assert found == case.sprites, name
        messages = sorted(str(one.message) for one in told)
        assert len(messages) == len(case.told), (name, messages)
        for message, pattern, one in zip(messages, case.told, told, strict=True):
            assert message.startswith(str(path.parent))
            assert re.search(pattern, message), name
            assert (one.category, one.filename) == (SpritecolWarning, __file__)
        first = first or list(map(looks, sprites))
        assert list(map(looks, sprites)) == first, name


@pytest.mark.parametrize(("flat", "expected"), FLAT, ids=str)
def test_what_is_flat_loads_in_tiles_as_on_a_layer(
    flat: Json, expected: Any, tmp_path: Path
) -> None:
    ground, single = load(tmp_path, *flat_case(flat).layers, tilesets=flat_case(flat).tilesets)
    (shape,) = single.world_shapes
    assert looks_flat(shape) == looks_flat(expected)
    here = [looks_flat(one) for one in Sprite(16, 0, collision=expected).world_shapes]
    there = [looks_flat(one) for one in Sprite(32, 0, collision=expected).world_shapes]
    areas = [one.geometry for one in ground.world_shapes if one.geometry.area]
    others = [looks_flat(one) for one in ground.world_shapes if not one.geometry.area]
    assert sorted(others) == sorted(here + there)
    assert area(*areas) == area(shapely.box(0, 0, 16, 16), shapely.box(16, 8, 32, 16))


def looks_flat(shape: Any) -> tuple[str, str]:
    """The kind of a shape, apart from kinds that become a segment or a point, and where it is."""
    kind = type(shape).__name__
    is_line = kind in ("Capsule", "Segment", "Point")
    return "line" if is_line else kind, shapely.normalize(shape.geometry).wkt


# --- what is wrong with a map ---------------------------------------------------------------------

BAD = [prop("deep", "x", "float")]


@pytest.mark.parametrize(
    "depth",
    [
        pytest.param(
            800,
            marks=pytest.mark.skipif(
                sys.version_info >= (3, 12), reason="reads as many as the file's own reader does"
            ),
        ),
        1200,
        100_000,
    ],
)
@pytest.mark.parametrize("where", ["object", "layer", "tile"])
def test_lists_too_deep_inside_each_other_are_named(where: str, depth: int, tmp_path: Path) -> None:
    inside = '<item type="list">' * depth + "</item>" * depth
    deep = f'<properties><property name="deep" type="list">{inside}</property></properties>'
    own = {name: deep if name == where else "" for name in ("object", "layer", "tile")}
    path = tmp_path / "deep.tmx"
    path.write_text(f"""
<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">
 <tileset firstgid="1" name="blocks" tilewidth="16" tileheight="16" tilecount="2">
  <tile id="0">{own["tile"]}</tile></tileset>
 <layer name="ground" width="1" height="1">{own["layer"]}<data encoding="csv">1</data></layer>
 <objectgroup name="things">
  <object id="7" width="3" height="3">{own["object"]}</object></objectgroup>
</map>""")
    place = {"object": "object 7", "layer": "layer 'ground'", "tile": "tile 0 of 'blocks'"}[where]
    message = "too deep inside each other" if depth > 1000 else f"{place}.* too deep inside"
    with pytest.raises(ValueError, match=message) as error:
        sprites_from_tmx(path)
    assert str(error.value).startswith(str(path))


BY_TILE: dict[str, Json] = {
    "tile 1 of 'blocks': .*'wide'": {"tilewidth": "wide"},
    "tile 1 of 'blocks': .* got 16 and -2": {"tileheight": -2},
    "tile 1 of 'blocks': .* got nan and 2": {"tilewidth": "nan", "tileheight": 2},
    "tile 1 of 'blocks': .*'x'": {"tiles": {1: {"properties": BAD}}},
    "tile 1 of 'blocks': object 1 'part': .*'x'": {
        "tiles": {1: tile(thing(name="part", properties=BAD))}
    },
    "tile 1 of 'blocks': .*'middle'": {"objectalignment": "middle"},
}


def raw(data: str, **more: Any) -> Json:
    return {**tiles([[1]]), "data": data, **more}


GROUND = "layer 'ground': "
THING = "layer 'things': object 5 'one': "
ERRORS: dict[str, Sequence[Json]] = {
    rf"{GROUND}.*it must have 1 by 1 tiles, got 2": [raw("1,1", encoding="csv")],
    rf"{GROUND}.*its tiles must be XML, csv or base64, got 'hex'": [raw("01", encoding="hex")],
    rf"{GROUND}.*its tiles must be gzip, zlib or zstd, got 'xz'": [
        raw("AAAA", encoding="base64", compression="xz")
    ],
    **{
        rf"{GROUND}.*decompressing(?#{data} {how})": [raw(data, encoding="base64", compression=how)]
        for data in ("AAAA", "eJw=", "H4sIAAAA")
        for how in ("gzip", "zlib", "zstd")
    },
    rf"{GROUND}(?#offsetx)": [tiles([[1]], offsetx="x")],
    rf"{GROUND}(?#offsety)": [group("ground", tiles([[1]]), offsety="")],
    rf"{GROUND}(?#property)": [tiles([[1]], properties=BAD)],
    rf"{THING}(?#property)": [things(thing(id=5, name="one", properties=BAD))],
    rf"{THING}(?#gid)": [things(thing(id=5, name="one", gid="first"))],
}
"""Layers, by what the error says."""


@pytest.mark.parametrize("form", FORMS)
def test_an_error_names_the_place_in_every_form(form: str, tmp_path: Path) -> None:
    """A third of the errors in each."""
    wrong = [(told, layers, BLOCKS) for told, layers in ERRORS.items()]
    for told, more in BY_TILE.items():
        wrong.append((GROUND + told, [tiles([[2]])], tileset(**more)))
        wrong.append((THING + told, [things(thing(id=5, name="one", gid=2))], tileset(**more)))
    for told, layers, one in wrong[[*FORMS].index(form) % 3 :: 3]:
        path = write_tiled(tmp_path, tiled_map(*layers, tilesets=[one]), FORMS[form])
        with pytest.raises(ValueError, match=rf"{path.name}: {told}"):
            sprites_from_tmx(path)


def test_zstd_needs_a_python_that_has_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "compression", None)  # as before Python 3.14
    path = write_tiled(tmp_path, tiled_map(tiles([[1]]), tilesets=[BLOCKS]), FORMS["zstd"])
    with pytest.raises(ValueError, match=r"map\.tmx: layer 'ground': .*zstd, which needs Python 3"):
        sprites_from_tmx(path)


def test_what_is_no_map_says_so(tmp_path: Path) -> None:
    path = tmp_path / "land.world"
    path.write_text('{"maps": [{"fileName": "a.tmx", "x": 0, "y": 0}], "type": "world"}')
    with pytest.raises(ValueError, match=r"land\.world is not a map, but a world .* lists maps"):
        sprites_from_tmx(path)
    path = tmp_path / "map.tmx"
    path.write_text('<map orientation="isometric" width="1" height="1"/>')
    with pytest.raises(ValueError, match=r"tilewidth"):
        sprites_from_tmx(path)
    path = tmp_path / "level.tmj"
    for text in ("{}", "[]", "<map/>", '{"type": "map", "tilesets": [3]}'):
        path.write_text(text)
        with pytest.raises(ValueError, match=r"level\.tmj is not a file of Tiled"):
            sprites_from_tmx(path)
    with pytest.raises(FileNotFoundError):
        sprites_from_tmx(tmp_path / "missing.tmx")
    path = write_tiled(tmp_path, tiled_map(tilesets=[BLOCKS]), FORMS["JSON tilesets"])
    (tmp_path / "sets/0.tsj").unlink()
    with pytest.raises(FileNotFoundError):
        sprites_from_tmx(path)
    with pytest.raises(ValueError, match=r"source must be a path, or a TiledMap"):
        sprites_from_tmx(pytmx.TiledMap())
    with pytest.raises(TypeError, match=r"source must be a path, .*, got {'type': 'map'}"):
        sprites_from_tmx({"type": "map"})
    (tmp_path / "coin.tx").write_text("<template/>")
    path = write_tiled(tmp_path, tiled_map(things(thing(1, 1, template="coin.tx", id=7), POLE)))
    with pytest.warns(SpritecolWarning, match=r"object 7 .*coin\.tx is not a template of Tiled"):
        assert [sprite.name for sprite in sprites_from_tmx(path)] == ["pole"]


def test_a_source_is_a_path_its_text_or_a_loaded_map(tmp_path: Path) -> None:
    layers = [tiles([[1, 2]]), things(thing(1, 2, 3, 4), thing(50, 80, 32, 16, gid=1, rotation=90))]
    path = write_tiled(tmp_path, tiled_map(*layers, tilesets=[BLOCKS]))
    first, *others = (
        list(map(looks, sprites_from_tmx(source)))
        for source in (path, str(path), pytmx.TiledMap(str(path), invert_y=False))
    )
    assert len(first) == 3
    assert others == [first, first]


# --- which layers ---------------------------------------------------------------------------------

LEVEL = [
    tiles([[1]], "ground"),
    group(
        "sky",
        tiles([[1]], "clouds"),
        group("high", things(thing(point=True), name="stars"), visible=False),
        properties=NO,
    ),
    group("cave", tiles([[1]], "rock"), tiles([[1]], "water", properties=NO)),
]
"""A group that is not solid is left out with all in it; one that is named comes with all."""


@pytest.mark.parametrize(
    ("chosen", "names"),
    [
        (None, ["ground", "rock"]),
        ("sky", ["clouds", "stars"]),
        (["high"], ["stars"]),
        (["cave"], ["rock"]),
        (["cave", "water"], ["rock", "water"]),
        (["clouds", "ground"], ["ground", "clouds"]),
        ([], []),
    ],
)
def test_which_layers(chosen: Any, names: list[str], tmp_path: Path) -> None:
    path = write_tiled(tmp_path, tiled_map(*LEVEL, tilesets=[BLOCKS]))
    sprites = sprites_from_tmx(path, chosen)
    assert [sprite.layer for sprite in sprites] == names
    order = ["ground", "clouds", "stars", "rock", "water"]
    assert [sprite.z for sprite in sprites] == [order.index(name) for name in names]


def test_layers_whose_tiles_are_separate(tmp_path: Path) -> None:
    """By name, as by the property, whatever that says; and those of a group."""
    no = props(separate=False)
    one, two = [[1], [0], [1]], [[2, 1]]
    layers = [tiles(one, "a", properties=no), group("g", tiles(two, "b"), things(thing()))]
    path = write_tiled(tmp_path, tiled_map(*layers, tilesets=[BLOCKS]))
    counts = {"a": ("a", [2, 1, 1]), "ab": (["a", "b"], [2, 2, 1]), "g": (["g"], [1, 2, 1])}
    for named, expected in counts.values():
        made = sprites_from_tmx(path, separate=named)
        assert [sum(one.layer == name for one in made) for name in ("a", "b", "things")] == expected
    made = sprites_from_tmx(path, ["b"], separate="g")
    assert [one.aabb for one in made] == [(0, 0, 16, 16), (16, 0, 32, 16)]


@pytest.mark.parametrize("orientation", ["isometric", "staggered", "hexagonal", "oblique"])
def test_separate_tiles_lie_where_they_would_together(orientation: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    layer = tiles(rng.choice([0, 1, 2, 2 + ACROSS, 4], (6, 7)), at=(-3, -2))
    more = {"hexsidelength": 6, "skewx": 5, "skewy": 0}
    for size in ((16, 16), (32, 16)):
        cells = dict(zip(("tilewidth", "tileheight"), size, strict=True))
        made = tiled_map(layer, tilesets=[BLOCKS], orientation=orientation, **cells, **more)
        path = write_tiled(tmp_path, made)
        (together,) = sprites_from_tmx(path)
        apart = sprites_from_tmx(path, separate=["ground"])
        assert len(apart) == np.count_nonzero(layer["data"])
        everywhere = shapely.union_all([one.geometry for one in apart])
        assert shapely.area(shapely.symmetric_difference(everywhere, together.geometry)) < 1e-6


def test_layers_that_are_not_there(tmp_path: Path) -> None:
    path = write_tiled(tmp_path, tiled_map(*LEVEL, tilesets=[BLOCKS]))
    known = r"\['cave', 'clouds', 'ground', 'high', 'rock', 'sky', 'stars', 'water'\], got \['hi'\]"
    with pytest.raises(ValueError, match=rf"map\.tmx: layers must be in the map, .*{known}"):
        sprites_from_tmx(path, ["hi", "high"])
    for wrong in ([3], 3):
        with pytest.raises(TypeError, match=r"layers must be names of layers, got 3"):
            sprites_from_tmx(path, wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"separate must be names of layers, got 3"):
            sprites_from_tmx(path, separate=wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=rf"map\.tmx: separate must be in the map, .*{known}"):
        sprites_from_tmx(path, separate=["hi", "high"])


# --- how tiles merge ------------------------------------------------------------------------------


@pytest.mark.parametrize("one_way", [None, (0.0, -1.0), (1.0, 0.0)])
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8, 1.0])
def test_whole_tiles_merge_as_the_cells_of_a_grid(
    share: float, one_way: Any, tmp_path: Path
) -> None:
    gid = {None: 1, (0.0, -1.0): 7, (1.0, 0.0): 7 + ACROSS + DIAGONAL}[one_way]
    rng = np.random.default_rng(round(10 * share))
    for _ in range(8):
        solid = rng.random(rng.integers(1, 12, 2)) < share
        (ground,) = load(tmp_path, tiles(gid * solid))
        assert ground.shapes == shapes_from_tiles(solid, 16, 16, one_way=one_way)


@pytest.mark.parametrize("shift", [(0, 0), (-16, 32), (3, 1)])
@pytest.mark.parametrize("size", [16, 1])
def test_tiles_as_large_as_several_cells_have_no_seams(
    size: int, shift: tuple[int, int], tmp_path: Path
) -> None:
    """Whether or not they fill their cells, and however many these are."""
    rng = np.random.default_rng(size)
    trees = tileset(
        tilewidth=32,
        tileheight=48,
        tileoffset=dict(zip("xy", shift, strict=True)),
        tiles={1: tile(thing(0, 16, 16, 32))},
    )
    layer = tiles(rng.choice([0, 0, 1, 1 + ACROSS, 2], (6, 9)))
    cell = {"tilewidth": size, "tileheight": size}
    path = write_tiled(tmp_path, tiled_map(layer, tilesets=[trees], **cell))
    (forest,) = sprites_from_tmx(path)
    ((_, (boxes,)),) = Picture(path).layers()
    everywhere = shapely.union_all(boxes)
    assert forest.geometry.equals(everywhere)
    assert len(forest.shapes) < len(boxes)
    if size == 16 and shift != (3, 1):
        assert {type(shape) for shape in forest.shapes} == {Rect}
    found = []
    for x, y in rng.integers((-30, -50), (9 * size + 40, 6 * size + 40), (400, 2)).tolist():
        for dx, dy in ((1, 0), (0, 1), (1, 1)):
            line = shapely.LineString([(x - dx, y - dy), (x + dx, y + dy)])
            probe = Sprite(collision=Segment(x - dx, y - dy, x + dx, y + dy))
            found.append(forest.hits(probe))
            assert found[-1] == line.relate_pattern(everywhere, "T********")
    assert 100 < sum(found) < 1100


# --- classes and properties of other files and programs -------------------------------------------


def project(**classes: Json) -> Json:
    """A project of Tiled with these classes, and an enum."""
    kinds: list[Json] = [
        {
            "type": "class",
            "id": k,
            "name": name,
            "color": "#ffa0a0a4",
            "members": [
                {"propertyType" if key == "propertytype" else key: of for key, of in one.items()}
                for one in json_of(props(**members))
            ],
            "useAs": ["property", "layer", "object", "tile"],
        }
        for k, (name, members) in enumerate(classes.items())
    ]
    kinds.append({"type": "enum", "id": 99, "name": "Way", "storageType": "int", "values": ["a"]})
    return {"folders": ["."], "propertyTypes": kinds}


@pytest.mark.parametrize("above", [False, True])
def test_properties_of_a_class_are_those_of_its_project(above: bool, tmp_path: Path) -> None:
    file = (tmp_path if above else tmp_path / "maps") / "game.tiled-project"
    no = props(one_way=False, layer=8)
    kinds = tileset(tiles={1: ICE, 2: tile(properties=no, **ICE), 3: {"type": "air"}})
    layers = [
        tiles([[2, 3, 4]]),
        tiles([[1]], "sky", **{"class": "air"}),
        things(
            thing(0, 16, gid=2),
            thing(0, 16, gid=3, type="mud"),
            thing(0, 16, gid=3, **ICE),
            thing(0, 0, 9, 9, **ICE),
            thing(0, 0, 9, 9, properties=no, **ICE),
            thing(0, 0, 9, 9, type="air"),
            thing(0, 16, gid=4),
        ),
    ]
    path = write_tiled(tmp_path / "maps", tiled_map(*layers, tilesets=[kinds]))
    assert len(sprites_from_tmx(path)) == 9
    made = project(
        ice={"layer": 4, "one_way": True, "cold": 3, "stats": {}},
        mud={"mask": 6, "solid": True},
        air={"solid": False},
    )
    file.write_text(json.dumps(made))
    ground, *others = sprites_from_tmx(path)
    assert seen(ground, "roles") == {(UP, 4, None), (None, 8, None)}
    assert [seen(one, "roles") for one in others] == [
        {(UP, 4, None)},
        {(None, 8, 6)},
        {(None, 8, None)},
        {(UP, 4, None)},
        {(None, 8, None)},
    ]
    assert others[0].properties == {"layer": 4, "one_way": True, "cold": 3, "stats": {}}
    assert others[1].properties["mask"] == 6
    del made["propertyTypes"][-1]["type"]  # as Tiled 1.7 wrote it
    file.write_text(json.dumps(made))
    assert looks(sprites_from_tmx(path)[0]) == looks(ground)
    file.write_text("{")
    with pytest.warns(SpritecolWarning, match=r"\.tiled-project is not a Tiled project"):
        assert len(sprites_from_tmx(path)) == 9


# A class whose member is of a class has its own default for it, which differs from the class's.
PATHS: dict[str, Json] = {
    "Path": {"start": 0, "end": 9, "speed": 1.0},
    "Patrol": {"path": Of("Path", end=5), "turns": True, "stops": [Of("Path"), 3]},
    "Guard": {"patrol": Of("Patrol", turns=False), "hp": 3},
}
WHOLE = {"start": 0, "end": 9, "speed": 1.0}
PATROL = {"path": {**WHOLE, "end": 5}, "turns": True, "stops": [WHOLE, 3]}


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        (Of("Path"), WHOLE),
        (Of("Path", end=4), {**WHOLE, "end": 4}),
        (Of("Path", gone=4), {**WHOLE, "gone": 4}),
        (Of("Patrol"), PATROL),
        (Of("Patrol", turns=False), {**PATROL, "turns": False}),
        (Of("Patrol", path=Of("Path", start=2)), {**PATROL, "path": {**WHOLE, "start": 2}}),
        (Of("Patrol", path=Of("Path")), {**PATROL, "path": WHOLE}),
        (Of("Patrol", stops=[]), {**PATROL, "stops": []}),
        (Of("Guard"), {"patrol": {**PATROL, "turns": False}, "hp": 3}),
        (Of("Guard", patrol=Of("Patrol")), {"patrol": PATROL, "hp": 3}),
        (Of("Nowhere", a=1), {"a": 1}),
        ([Of("Path", end=2), [Of("Path")]], [{**WHOLE, "end": 2}, [WHOLE]]),
    ],
    ids=str,
)
@pytest.mark.parametrize("form", ["csv", "JSON", "templates", "JSON templates", "JSON tilesets"])
def test_a_class_shows_all_members_as_the_editor_does(
    form: str, stated: Any, expected: Any, tmp_path: Path
) -> None:
    """Of an object, a tile, an object of that tile, a layer; alone, or in the class of these."""
    own = {"properties": props(it=stated)}
    of_class = {"type": "Holder"}
    (tmp_path / "game.tiled-project").write_text(
        json.dumps(project(Holder={"it": stated}, **PATHS))
    )
    for word, more in (("properties", own), ("type", of_class)):
        layer = {"class": more["type"]} if word == "type" else more
        made = tiled_map(
            tiles([[1]], **layer),
            things(thing(0, 0, 16, 16, **more), thing(0, 16, gid=1)),
            tilesets=[one_tile(more)],
        )
        sprites = sprites_from_tmx(write_tiled(tmp_path, made, FORMS[form]))
        assert [sprite.properties for sprite in sprites] == [{"it": expected}] * 3
        assert repr(sprites[1].properties) == repr(sprites[0].properties)
        assert kinds_in(sprites[0].properties) == kinds_in({"it": expected})


def kinds_in(value: Any) -> Any:
    """A value with types in place of numbers, because 3 == 3.0."""
    if isinstance(value, dict):
        return {name: kinds_in(one) for name, one in value.items()}
    return [kinds_in(one) for one in value] if isinstance(value, list) else type(value)


def test_members_of_random_classes_in_each_other(tmp_path: Path) -> None:
    chance = random.Random(4)
    classes: dict[str, Json] = {}

    def value(deep: int) -> Any:
        if deep and chance.random() < 0.6:
            return of(f"K{chance.randrange(deep)}")
        if deep and chance.random() < 0.2:
            return [value(deep - 1) for _ in range(chance.randrange(3))]
        return chance.choice([1, 2.5, 7.0, True, "a"])

    def of(kind: str) -> Of:
        """A value that states some members, each with a value of its own or its default."""
        chosen = [name for name in classes[kind] if chance.random() < 0.4]
        return Of(kind, **{name: like(classes[kind][name]) for name in chosen})

    def like(one: Any) -> Any:
        if isinstance(one, Of):
            return of(one.kind)
        return chance.choice([one, [value(1)] if isinstance(one, list) else 2 * one])

    def whole(given: Any) -> Any:
        """Each class shows all its members, at each depth with the defaults of that class alone."""
        if isinstance(given, Of):
            return {k: whole(one) for k, one in {**classes.get(given.kind, {}), **given}.items()}
        return [*map(whole, given)] if isinstance(given, list) else given

    longer = 0
    for k in range(30):
        classes.clear()
        for deep in range(5):
            classes[f"K{deep}"] = {f"m{i}": value(deep) for i in range(chance.randrange(1, 4))}
        (tmp_path / "game.tiled-project").write_text(json.dumps(project(**classes)))
        stated = {f"p{i}": value(5) for i in range(6)}
        form = FORMS[chance.choice(["csv", "JSON", "templates", "JSON templates"])]
        made = tiled_map(things(thing(0, 0, 9, 9, type=f"K{k % 5}", properties=props(**stated))))
        (sprite,) = sprites_from_tmx(write_tiled(tmp_path, made, form))
        expected = {**whole(Of(f"K{k % 5}")), **{name: whole(one) for name, one in stated.items()}}
        assert sprite.properties == expected
        longer += sprite.properties != {**classes[f"K{k % 5}"], **stated}
    assert longer > 15


@pytest.mark.parametrize("form", ["csv", "JSON"])
def test_a_class_counts_only_for_what_it_is_used_for(form: str, tmp_path: Path) -> None:
    made = project(Door={"a": 1}, Lid={"b": 2})
    door, lid, *_ = made["propertyTypes"]
    door["useAs"] = ["property", "layer"]
    lid["useAs"] = ["object"]
    other = {**door, "members": props(c=3), "useAs": ["object"]}  # of the same name
    made["propertyTypes"].append(other)
    (tmp_path / "game.tiled-project").write_text(json.dumps(made))
    layers = [
        tiles([[1]], **{"class": "Door"}),
        tiles([[1]], **{"class": "Lid"}),
        things(
            thing(0, 0, 9, 9, type="Door", properties=props(it=Of("Door"))),
            thing(0, 0, 9, 9, type="Lid", properties=props(it=Of("Lid"))),
        ),
    ]
    path = write_tiled(tmp_path, tiled_map(*layers), FORMS[form])
    assert [sprite.properties for sprite in sprites_from_tmx(path)] == [
        {"a": 1},
        {},
        {"c": 3, "it": {"a": 1}},
        {"b": 2, "it": {}},
    ]


def test_an_object_of_another_class_than_its_tile_has_only_what_the_tile_states(
    tmp_path: Path,
) -> None:
    made = project(Crate={"hp": 3, "wood": True}, Door={"key": 7})
    (tmp_path / "game.tiled-project").write_text(json.dumps(made))
    crate = {"type": "Crate", "properties": props(wood=False, key=2)}
    layer = things(
        thing(0, 16, gid=1), thing(0, 16, gid=1, type="Door"), thing(0, 16, gid=1, type="Crate")
    )
    found = sprites_from_tmx(write_tiled(tmp_path, tiled_map(layer, tilesets=[one_tile(crate)])))
    assert [sprite.properties for sprite in found] == [
        {"wood": False, "key": 2, "hp": 3},
        {"wood": False, "key": 2},
        {"wood": False, "key": 2, "hp": 3},
    ]


@pytest.mark.parametrize(
    "classes",
    [
        {"A": {"b": Of("B"), "x": 1}, "B": {"a": Of("A"), "y": 2}, "C": {"c": Of("C")}},
        {k: {"n": 1, **{f"to{other}": Of(other) for other in "ABCDE"}} for k in "ABCDE"},
        {"A": {"b": Of("B"), "c": Of("C")}, "B": {"c": Of("C")}, "C": {"x": 1}},
    ],
    ids=["two and one", "five in each other", "no circle, but two ways to one class"],
)
def test_classes_in_a_circle_end_where_they_meet_again(classes: Json, tmp_path: Path) -> None:
    """Tiled refuses them, but a project may be merged by hand."""

    def whole(given: Any, around: str = "") -> Any:
        if not isinstance(given, Of):
            return given
        members = {} if given.kind in around else classes[given.kind]
        return {name: whole(one, around + given.kind) for name, one in members.items()}

    (tmp_path / "game.tiled-project").write_text(json.dumps(project(**classes)))
    stated = {kind.lower(): Of(kind) for kind in classes}
    layer = things(*(thing(0, 0, 9, 9, type=kind, properties=props(**stated)) for kind in classes))
    sprites = sprites_from_tmx(write_tiled(tmp_path, tiled_map(layer)))
    assert len(sprites) == len(classes)
    for sprite, kind in zip(sprites, classes, strict=True):
        of_class = whole(Of(kind))
        expected = {**of_class, **{name: whole(value) for name, value in stated.items()}}
        assert sprite.properties == expected


@pytest.mark.parametrize(
    ("told", "classes"),
    [
        ("more than 100000", {k: {o: Of(o) for o in "ABCDEFGHIJKL"} for k in "ABCDEFGHIJKL"}),
        (
            "more than 100000",
            {f"K{k}": {"a": Of(f"K{k + 1}"), "b": Of(f"K{k + 1}")} for k in range(40)},
        ),
        ("recursion", {f"K{k}": {"a": Of(f"K{k + 1}")} for k in range(3000)}),
    ],
    ids=["twelve in each other", "two of the next, forty times", "three thousand in each other"],
)
def test_classes_that_get_too_many_members_from_each_other_are_ignored(
    told: str, classes: Json, tmp_path: Path
) -> None:
    (tmp_path / "game.tiled-project").write_text(json.dumps(project(**classes)))
    first, *_ = classes
    layer = things(thing(0, 0, 9, 9, type=first, properties=props(it=Of(first, mine=3))))
    path = write_tiled(tmp_path, tiled_map(layer))
    with pytest.warns(SpritecolWarning, match=f"its classes are ignored.*{told}"):
        (sprite,) = sprites_from_tmx(path)
    assert sprite.properties == {"it": {"mine": 3}}


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
        ({"name": "drops", "type": "list", "value": [3, [True]]}, {"drops": [3, [True]]}),
        ({"name": "solid", "type": "bool", "value": 1}, {"solid": True}),
        ({"name": "solid", "type": "bool", "value": "True"}, {"solid": True}),
        ({"name": "layer", "type": "int", "value": 2.0}, {"layer": 2}),
    ],
)
def test_properties_as_other_programs_write_them_cost_no_map(
    stated: Any, expected: Any, tmp_path: Path
) -> None:
    """Of an object, a tile, a layer and a map in JSON: whole floats, and what is left empty."""
    own = {"properties": [stated]}
    layer = {**tiles([[1]], **own), "data": [1.0]}
    objects = things(thing(0.0, 0, 16, 16, **own), thing(0, 16, gid=1.0))
    one = {**one_tile({}), "firstgid": 1.0, "tiles": [{"id": 0.0, **own}]}
    path = write_tiled(tmp_path, tiled_map(layer, objects, tilesets=[one], **own), FORMS["JSON"])
    sprites = sprites_from_tmx(path)
    assert [sprite.properties for sprite in sprites] == [expected] * 3
    assert [sprite.aabb for sprite in sprites] == [(0, 0, 16, 16)] * 3


def test_properties_from_before_they_had_types(tmp_path: Path) -> None:
    """All was text then."""
    words = [prop("one_way", "true"), prop("solid", "false")]
    plain = tileset(tiles={1: {"properties": words[:1]}, 2: {"properties": words[1:]}})
    made = tiled_map(tiles([[1, 2, 3]]), things(thing(), properties=words[1:]), tilesets=[plain])
    path = write_tiled(tmp_path, made, FORMS["JSON of Tiled 0.18"])
    for file in (path, tmp_path / "sets/0.json"):
        old = json.loads(file.read_text())
        for node in (old, *old.get("layers", ())):
            node.pop("propertytypes", None)
            node.pop("tilepropertytypes", None)
        file.write_text(json.dumps(old))
    (ground,) = sprites_from_tmx(path)
    assert ground.shapes == (Rect(0, 0, 16, 16), Rect(16, 0, 16, 16, one_way=UP))


# --- templates ------------------------------------------------------------------------------------

TEMPLATES: dict[str, Json] = {
    "rect": {},
    "ellipse": {"ellipse": True},
    "capsule": {"capsule": True},
    "point": {"point": True},
    "polygon": {"polygon": [(0, 0), (8, 0), (0, 8)]},
    "polyline": {"polyline": [(0, 0), (9, 4)]},
    "tile": {"gid": 2},
    "mirrored tile": {"gid": 2 + ACROSS},
}
COINS = tileset(
    name="coins",
    count=2,
    tilewidth=20,
    tileheight=10,
    tiles={1: tile(thing(2, 1, 6, 6, ellipse=True))},
)
STATED = {"name": "door", "type": "exit", "width": 30, "height": 20, "rotation": 30}
PRICES = {"price": 3, "glow": 1}


@pytest.mark.parametrize("kind", TEMPLATES)
@pytest.mark.parametrize("suffix", ["tx", "tj"])
@pytest.mark.parametrize("is_known", [True, False])
def test_what_an_object_states_counts_before_its_template(
    suffix: str, kind: str, is_known: bool, tmp_path: Path
) -> None:
    """As if it stated all of it, whether or not the map has the template's tileset already."""
    plain = TEMPLATES[kind]
    form = FORMS["tilesets in files"]
    write_tiled(tmp_path, tiled_map(tilesets=[BLOCKS, COINS]), form)
    whole = {"object": {**STATED, "visible": False, "properties": props(**PRICES), **plain}}
    uses = {"tileset": {"firstgid": 1, "source": "../sets/1.tsx"}} if "gid" in plain else {}
    template = f"templates/it.{suffix}"
    write_one(tmp_path / template, {"type": "template", **whole, **uses}, form)
    known = [{**BLOCKS, "count": 8}, {**COINS, "firstgid": 10}]
    gid = {"gid": plain["gid"] + 9} if "gid" in plain else {}
    owns: list[tuple[Json, Json]] = [
        ({}, {}),
        ({"name": "gate", "type": "way", "visible": True}, {"price": 7}),
        ({"width": 8, "height": 50}, {"size": 2}),
        ({"rotation": -45}, {"glow": 0, "price": 0}),
        ({"polygon": SLOPE}, {}) if not gid else ({}, {"price": 2}),
    ]
    made, wanted = [], []
    for own, prices in owns:
        listed = {"properties": props(**prices)}
        made.append(thing(40, 50, template=template, **listed, **own))
        every = {"properties": props(**{**PRICES, **prices})}
        shape = {} if "polygon" in own else plain
        wanted.append(thing(40, 50) | {**STATED, "visible": False, **shape, **gid, **own, **every})
    taken = tiled_map(things(*made), tilesets=known[: 1 + is_known])
    found = sprites_from_tmx(write_tiled(tmp_path, taken, form))
    stated = tiled_map(things(*wanted), tilesets=known)
    expected = sprites_from_tmx(write_tiled(tmp_path, stated, form))
    assert list(map(looks, found)) == list(map(looks, expected))


@pytest.mark.parametrize("suffix", ["tx", "tj"])
def test_a_template_may_use_a_tileset_inside_tiled(suffix: str, tmp_path: Path) -> None:
    """Its object has no shape; a tileset that the next template brings begins beyond its tiles."""
    inside = {"source": ":/automap-tiles.tsx"}
    write_tiled(tmp_path, tiled_map(tilesets=[COINS]), FORMS["tilesets in files"])
    for name, source in {"rule": inside["source"], "coin": "../sets/0.tsx"}.items():
        own = {"object": {"gid": 2, "name": name}, "tileset": {"firstgid": 1, "source": source}}
        write_one(tmp_path / f"in/{name}.{suffix}", {"type": "template", **own}, FORMS["csv"])
    own = [thing(0, 16, template=f"in/{name}.{suffix}") for name in ("rule", "coin", "rule")]
    for sets in ([], [{"firstgid": 1, **inside}]):
        path = write_tiled(tmp_path, tiled_map(things(*own), tilesets=sets))
        with pytest.warns(SpritecolWarning, match=r"'rule' has no shape, .*and 1 more") as told:
            rule, coin, _ = sprites_from_tmx(path)
        assert len(told) == 1
        assert (rule.shapes, coin.name, len(coin.shapes)) == ((), "coin", 1)


def test_a_template_may_use_a_tileset_that_uses_templates(tmp_path: Path) -> None:
    """The map has none of them; a template that is missing costs only its object."""
    form = FORMS["templates"]
    layers = [things(thing(0, 16, 16, 16, gid=1), name="use")]
    own = tileset(name="own", tiles={0: tile(thing(4, 5, 3, 3), thing(1, 1, 2, 2))})
    path = write_tiled(tmp_path, tiled_map(*layers, tilesets=[own]), form)
    (expected,) = sprites_from_tmx(path)
    alone = [things(thing(0, 16, template="templates/0.tx"))]
    (found,) = sprites_from_tmx(write_tiled(tmp_path, tiled_map(*alone)))
    assert found.world_shapes == expected.world_shapes
    assert len(found.shapes) == 2
    (tmp_path / "templates/2.tx").unlink()
    with pytest.warns(SpritecolWarning, match=r"tileset 'own', object 2 .*left out.* template"):
        (found,) = sprites_from_tmx(write_tiled(tmp_path, tiled_map(*alone)))
    assert found.world_shapes == expected.world_shapes[:1]
