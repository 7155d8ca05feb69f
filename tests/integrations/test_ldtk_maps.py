"""Maps of the editor LDtk: which sprites `sprites_from_ldtk` makes of them, and where.

What a map gives is a row of `CASES`, and what is wrong with one a row of `ERRORS`. Both are asked
in each form in which LDtk writes a map.
"""

import json
import random
import re
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import shapely
from integrations.map_files import (
    LDTK_FORMS,
    Json,
    ldtk_entity,
    ldtk_layer,
    ldtk_level,
    write_ldtk,
)

from spritecol import Circle, Ellipse, Group, Rect, Sprite, SpritecolWarning
from spritecol.integrations.ldtk import LevelSprite, sprites_from_ldtk

UP = (0, -1)

# Tiles 0, 1 and 4 are ground, 2 and 4 are ice, and 3 has no tag.
TAGS = [
    {"enumValueId": "Ground", "tileIds": [0, 1, 4]},
    {"enumValueId": "Ice", "tileIds": [2, 4]},
    {"enumValueId": "Lava", "tileIds": []},
]
VALUES = [
    {"value": 1, "identifier": "stone"},
    {"value": 3, "identifier": "plank"},
    {"value": 4, "identifier": None},
]
DEFS = {
    "layers": [
        {"identifier": "Walls", "uid": 1, "intGridValues": VALUES},
        {"identifier": "Things", "uid": 2, "intGridValues": []},
        {"identifier": "Tiles", "uid": 3, "intGridValues": [], "tilePivotX": 0.5, "tilePivotY": 1},
    ],
    "entities": [
        {"identifier": "Door", "uid": 10, "renderMode": "Rectangle"},
        {"identifier": "Coin", "uid": 11, "renderMode": "Ellipse"},
    ],
    "tilesets": [
        {"uid": 30, "identifier": "Blocks", "tileGridSize": 16, "enumTags": TAGS},
        {"uid": 31, "identifier": "Large", "tileGridSize": 24}
        | {"enumTags": [{"enumValueId": "Ground", "tileIds": [7]}]},
        {"uid": 32, "identifier": "Plain", "tileGridSize": 16, "enumTags": []},
    ],
}
ROWS = [[0, 3, 3, 0], [4, 0, 0, 1], [1, 1, 1, 1]]
WALLS = ldtk_layer(1, "Walls", ROWS)
STONE = ldtk_layer(1, "Walls", [[1]])


def entity(name: str, px: Any, size: Any, pivot: Any = (0, 0), **fields: Any) -> Json:
    return ldtk_entity(name, {"Door": 10, "Coin": 11}[name], px, size, pivot, **fields)


def entities(*listed: Json, **more: Any) -> Json:
    return ldtk_layer(2, "Things", (), listed, **more)


def tile(t: int, x: int, y: int) -> Json:
    return {"px": [x, y], "src": [16 * t, 0], "f": 1, "t": t, "d": [0], "a": 1}


def placed(*listed: Json, **more: Any) -> Json:
    return ldtk_layer(3, "Tiles", (), (), **{"__tilesetDefUid": 30, "gridTiles": listed, **more})


def start(*layers: Json) -> list[Json]:
    """A map of one level."""
    return [ldtk_level("Start", 0, 0, *layers)]


class Case(NamedTuple):
    """The levels of a map and how it is asked, what its sprites are, and what a warning contains.

    Of each sprite, only the attributes that are named are compared here.
    """

    levels: Sequence[Json]
    sprites: Sequence[Json]
    asked: Mapping[str, Any] = {}
    told: str = ""
    world: Mapping[str, Any] = {}


CELLS = [(48, 16), *((16 * k, 32) for k in range(4))]
DOOR = entity("Door", (0, 0), (9, 9))
TWO = [ldtk_level("A", 0, 0, entities(DOOR), STONE), ldtk_level("B", 64, 0, STONE)]
RULES = ldtk_layer(
    1, "Walls", [[1, 0]], (), __tilesetDefUid=30, autoLayerTiles=[tile(1, 0, 0), tile(3, 16, 0)]
)
DECOR = placed(*(tile(t, 16 * k, 32) for k, t in enumerate([0, 1, 4, 2])), visible=False)
GROUND = {"name": "Ground", "value": 0, "layer": "Tiles", "z": 1, "visible": False}
PICTURES = ldtk_level("A", 0, 0, placed(tile(3, 0, 0)))
DEEP = [ldtk_level(f"D{depth}", 0, 0, STONE, worldDepth=depth) for depth in (0, -1)]

FIELDS: list[Json] = [
    *({"one_way": "up"}, {"layer": -1}, {"mask": True}, {"layer": "front"}, {"mask": 0.5})
]
"""Fields with a name of ours that mean something else."""

CASES = {
    "each value of a grid becomes a sprite": Case(
        start(WALLS),
        [
            {"shapes": (Rect(48, 16, 16, 32), Rect(0, 32, 64, 16)), "value": 1, "name": "stone"}
            | {"level": "Start", "layer": "Walls", "fields": {"music": "calm"}},
            {"shapes": (Rect(16, 0, 32, 16),), "value": 3, "name": "plank"},
            {"shapes": (Rect(0, 16, 16, 16),), "value": 4, "name": ""},
        ],
    ),
    **{
        f"values that are one-way: {one_way}": Case(
            start(WALLS),
            [
                {"shapes": (Rect(48, 16, 16, 32), Rect(0, 32, 64, 16))},
                {"shapes": (Rect(16, 0, 32, 16, one_way=UP),)},
                {"shapes": (Rect(0, 16, 16, 16),)},
            ],
            {"one_way": one_way},
        )
        for one_way in (["plank"], [3], "plank", 3)
    },
    **{
        f"an entity is where its pivot says: {across} {down}": Case(
            [ldtk_level("Start", 100, -200, entities(door))],
            [
                {"aabb": (108, -196, 128, -186), "x": 108 + 20 * across, "y": -196 + 10 * down}
                | {"name": "Door", "iid": "Door-1", "tags": ("thing",), "value": 0}
                | {"fields": {"key": "red", "exits": [1, 2]}}
            ],
        )
        for across, down in ((0, 0), (0.5, 1), (1, 0.5))
        for place in [(8 + 20 * across, 4 + 10 * down)]
        for door in [entity("Door", place, (20, 10), (across, down), key="red", exits=[1, 2])]
    },
    "entities that are round": Case(
        start(
            entities(entity("Coin", (10, 10), (8, 8), (0.5, 0.5)), entity("Coin", (0, 0), (8, 6)))
        ),
        [{"world_shapes": (Circle(10, 10, 4),)}, {"world_shapes": (Ellipse(4, 3, 4, 3),)}],
    ),
    "fields that mean something": Case(
        start(
            entities(
                entity("Door", (0, 0), (20, 10), one_way=True, layer=4, mask=3),
                entity("Door", (0, 0), (20, 10), one_way=False, layer=None),
            )
        ),
        [
            {"shapes": (Rect(0, 0, 20, 10, one_way=UP),)}
            | {"collision_layer": 4, "collision_mask": 3},
            {"shapes": (Rect(0, 0, 20, 10),), "collision_layer": 1},
        ],
    ),
    **{
        f"a field that is not ours costs nothing: {field}": Case(
            start(
                entities(*(entity("Door", (20 * k, 0), (20, 10), **field, key=k) for k in range(3)))
            ),
            [
                {"fields": {**field, "key": k}, "shapes": (Rect(0, 0, 20, 10),), "x": 20 * k}
                | {name: getattr(Sprite(), name) for name in ("collision_layer", "collision_mask")}
                for k in range(3)
            ],
            told=rf"level Start, layer Things: entity Door Door-1: {next(iter(field))} must be",
        )
        for field in FIELDS
    },
    "layers are ordered from the lowest and moved by their offset": Case(
        [
            ldtk_level(
                "Start",
                10,
                20,
                entities(DOOR, visible=False),
                {**STONE, "__pxTotalOffsetX": 5, "__pxTotalOffsetY": -3},
            )
        ],
        [
            {"layer": "Walls", "z": 0, "visible": True, "aabb": (15, 17, 31, 33)},
            {"layer": "Things", "z": 1, "visible": False, "aabb": (10, 20, 19, 29)},
        ],
    ),
    **{
        f"levels in their world: {layout}": Case(
            [ldtk_level(f"L{k}", *at[k], STONE) for k in (0, 1)],
            [{"level": f"L{k}", "x": x, "y": y} for k, (x, y) in enumerate(places)],
            world={"worldLayout": layout},
        )
        for layout, at, places in (
            ("Free", [(7, 8), (-64, 100)], [(7, 8), (-64, 100)]),
            ("GridVania", [(7, 8), (-64, 100)], [(7, 8), (-64, 100)]),
            ("LinearHorizontal", [(-1, -1)] * 2, [(0, 0), (64, 0)]),
            ("LinearVertical", [(-1, -1)] * 2, [(0, 0), (0, 48)]),
        )
    },
    **{
        f"levels that lie on one another by a pixel are told: {dx} {dy}": Case(
            [ldtk_level(f"L{k}", 9 + k * dx, 5 + k * dy, STONE) for k in (0, 1)],
            [{"level": "L0"}, {"level": "L1"}],
            told="level L0 .*level L1 " if abs(dx) < 64 and abs(dy) < 48 else "",
        )
        for dx in (-64, -63, 0, 63, 64)
        for dy in (-48, -47, 0, 47, 48)
    },
    "all levels and layers": Case(
        TWO,
        [
            {"level": "A", "layer": "Walls"},
            {"level": "A", "layer": "Things"},
            {"level": "B", "layer": "Walls"},
        ],
    ),
    "one level": Case(TWO, [{"level": "A"}] * 2, {"levels": "A"}),
    "one layer": Case(TWO, [{"level": "A"}, {"level": "B"}], {"layers": ["Walls"]}),
    "no level": Case(TWO, [], {"levels": []}),
    "one depth": Case(DEEP, [{"level": "D-1", "depth": -1}], {"depth": -1}),
    "depths that lie on one another are told": Case(DEEP, [{}, {}], told="depth 0.*depth -1"),
    "a short level, and no tiles that are solid": Case([ldtk_level("A", 0, 0)], []),
    "tiles are solid by their tags, which become names": Case(
        start(DECOR, RULES),
        [
            {"name": "stone", "shapes": (Rect(0, 0, 16, 16),)},
            {"name": "Ground", "layer": "Walls", "z": 0, "visible": True}
            | {"shapes": (Rect(0, 0, 16, 16, name="Ground"),)},
            {**GROUND, "shapes": (Rect(0, 32, 48, 16, name="Ground"),)}
            | {"fields": {"music": "calm"}},
            {**GROUND, "name": "Ice", "shapes": (Rect(32, 32, 32, 16, name="Ice"),)},
        ],
        {"tiles": ["Ice", "Ground"]},
    ),
    "tiles of one tag, in one layer": Case(
        start(DECOR, RULES),
        [{"name": "Ice"}],
        {"tiles": "Ice", "layers": "Tiles"},
    ),
    "tiles are no more than pictures, beside walls": Case(start(DECOR, RULES), [{"name": "stone"}]),
    "tiles that are one-way": Case(
        start(placed(*(tile(0, 16 * k, y) for k in range(3) for y in (16, 32)))),
        [{"shapes": tuple(Rect(0, y, 48, 16, one_way=UP, name="Ground") for y in (16, 32))}],
        {"tiles": "Ground", "one_way": "Ground"},
    ),
    **{
        f"each cell of a value is a sprite: {separate}": Case(
            start(WALLS),
            [
                *({"x": x, "y": y, "value": 1, "name": "stone"} for x, y in CELLS),
                {"shapes": (Rect(16, 0, 32, 16, one_way=UP),), "x": 0, "value": 3},
                {"x": 0, "y": 16, "value": 4, "name": "", "aabb": (0, 16, 16, 32)},
            ],
            {"separate": separate, "one_way": "plank"},
        )
        for separate in (["stone", 4], [1, 4])
    },
    "cells that are sprites have shapes and fields": Case(
        [ldtk_level("Start", 100, 200, ldtk_layer(1, "Walls", [[0, 3, 3]], visible=False))],
        [
            {"x": 100 + x, "y": 200, "shapes": (Rect(0, 0, 16, 16, one_way=UP),), "value": 3}
            | {"level": "Start", "layer": "Walls", "fields": {"music": "calm"}, "visible": False}
            for x in (16, 32)
        ],
        {"separate": 3, "one_way": 3},
    ),
    "each tile of a tag is a sprite, also if two lie on one another": Case(
        start(
            placed(
                *(tile(t, x, y) for y in (32, 40, -8) for t, x in ((4, 16), (0, 0), (0, 16))),
                __pxTotalOffsetX=3,
            )
        ),
        [
            {
                "name": "Ground",
                "x": 3 + x,
                "y": y,
                "aabb": (3 + x, max(y, 0), 19 + x, min(y + 16, 48)),
            }
            for y in (-8, 32, 40)
            for x in (0, 16)
        ]
        + [{"name": "Ice", "x": 3, "y": 0, "aabb": (19, 0, 35, 48)}],
        {"tiles": ["Ground", "Ice"], "separate": ["Ground"]},
    ),
    "a map of pictures is told": Case(
        [PICTURES], [], told=r"unless tiles= names.* are \['Ground', 'Ice', 'Lava'\]"
    ),
    "a map of pictures whose tag is another is told": Case(
        [PICTURES],
        [],
        {"tiles": ["Ice"]},
        r"none of them has one of the tags \['Ice'\]; the tags",
    ),
    "a map of pictures of which no level was asked for is not told": Case(
        [PICTURES], [], {"levels": []}
    ),
    "a map without tags": Case(
        start(placed(tile(3, 0, 0), __tilesetDefUid=32)),
        [],
        told="has no tags: give some to its tiles",
        world={"defs": {**DEFS, "tilesets": DEFS["tilesets"][2:]}},
    ),
}


def looks(sprite: LevelSprite) -> tuple[Any, ...]:
    """All that a sprite of a map has, apart from the name of the world."""
    told = sprite.level, sprite.depth, sprite.layer, sprite.name, sprite.value, sprite.iid
    layers = sprite.collision_layer, sprite.collision_mask, sprite.visible, sprite.z
    return *told, *layers, sprite.tags, sprite.fields, sprite.x, sprite.y, sprite.shapes


@pytest.mark.parametrize("shows", CASES)
def test_a_map_gives_the_same_in_every_form(shows: str, tmp_path: Path) -> None:
    case = CASES[shows]
    first: list[Any] = []
    for form in LDTK_FORMS:
        made = {"defs": DEFS, **case.world}
        path = write_ldtk(tmp_path / form, *case.levels, form=form, **made)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            sprites = sprites_from_ldtk(path, **case.asked)
        assert all(type(sprite) is LevelSprite for sprite in sprites)
        found = [
            {key: getattr(sprite, key) for key in wanted}
            for sprite, wanted in zip(sprites, case.sprites, strict=True)
        ]
        assert found == case.sprites, form
        assert len(told) == bool(case.told), form
        for one in told:
            assert str(one.message).startswith(f"{path}: ")
            assert re.search(case.told, str(one.message)), form
            assert (one.category, one.filename) == (SpritecolWarning, __file__)
        first = first or list(map(looks, sprites))
        assert list(map(looks, sprites)) == first, form


# --- what is wrong --------------------------------------------------------------------------------

LEVEL = ldtk_level("Start", 0, 0, WALLS, placed(tile(0, 0, 0)))
ERRORS: list[tuple[type[Exception], str, Json, Sequence[Json]]] = [
    (
        ValueError,
        rf"{name} must be in the map, .*'plank'.*, got \[{wrong!r}\]",
        {name: values},
        [LEVEL],
    )
    for name in ("one_way", "separate")
    for values, wrong in (("plnk", "plnk"), (7, 7), (["plank", 2], 2))
]
ERRORS += [
    (ValueError, told, asked, [LEVEL])
    for told, asked in (
        (r"levels must be in the map, which has \['Start'\], got \['C'\]", {"levels": ["C"]}),
        (r"layers must be in the map", {"layers": ["Wals"]}),
        (r"depth must be in the map, which has \[0\], got \[2\]", {"depth": 2}),
        (r"world must be in the map", {"world": "none"}),
        (
            r"tiles must be in the map, which has \['Ground', 'Ice', 'Lava'\], got \['ground'\]",
            {"tiles": ["ground"]},
        ),
        (r"one_way must be in the map, .*got \['Ice'\]", {"tiles": "Ground", "one_way": "Ice"}),
    )
]
ERRORS += [
    (TypeError, told, {name: wrong}, [LEVEL])
    for told, name, wrong in (
        ("levels must be names of levels, got 3", "levels", [3]),
        ("layers must be names of layers, got 3", "layers", 3),
        ("one_way must be values of IntGrids, or names, got 1.5", "one_way", 1.5),
        ("one_way must be values of IntGrids, or names, got True", "one_way", [True]),
        ("separate must be values of IntGrids, or names, got None", "separate", None),
        ("depth must be a whole number or None, got 1.0", "depth", 1.0),
        ("depth must be a whole number or None, got True", "depth", True),
        ("depth must be a whole number or None, got '1'", "depth", "1"),
        ("world must be the name of a world or None, got 3", "world", 3),
        ("tiles must be tags of tiles, got 3", "tiles", 3),
        ("tiles must be tags of tiles, got 3", "tiles", [3]),
        ("tiles must be tags of tiles, got None", "tiles", None),
    )
]
ERRORS += [
    (
        ValueError,
        "level Start, layer Things: entity Door Door-1: ",
        {},
        start(entities(entity("Coin", (0, 0), (9, 9)), {**DOOR, **wrong})),
    )
    for wrong in ({"width": -20}, {"px": ["left", 0]}, {"__pivot": None})
]
ERRORS += [
    (
        ValueError,
        r"level Start, layer Walls: its grid must have 4 by 3 cells, got 3",
        {},
        start({**WALLS, "intGridCsv": [1, 0, 0]}),
    ),
    (
        ValueError,
        "level Start, layer Tiles: ",
        {"tiles": ["Ground"]},
        start(placed({**tile(0, 0, 0), "px": [1]})),
    ),
    (
        ValueError,
        "it is not as LDtk writes it, ",
        {},
        start({"__identifier": "Walls"}),
    ),
    (
        ValueError,
        "it is not as LDtk writes it, ",
        {},
        [ldtk_level("A", 0, 0), ldtk_level("B", None, 0)],
    ),
]


@pytest.mark.parametrize("form", LDTK_FORMS)
def test_errors_are_the_same_in_every_form(form: str, tmp_path: Path) -> None:
    for kind, told, asked, levels in ERRORS:
        path = write_ldtk(tmp_path, *levels, form=form, defs=DEFS)
        with pytest.raises(kind, match=told) as raised:
            sprites_from_ldtk(path, **asked)
        assert kind is TypeError or str(raised.value).startswith(f"{path}: "), told


@pytest.mark.parametrize(
    "wrong",
    [
        {"defs": None},
        {"defs": {"entities": [{"renderMode": "Ellipse"}]}},
        {"defs": {"layers": [{"intGridValues": [{}]}]}},
    ],
)
def test_what_ldtk_does_not_write_names_the_file(wrong: Json, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"world\.ldtk: it is not as LDtk writes it, "):
        sprites_from_ldtk(write_ldtk(tmp_path, **wrong))


def test_a_file_that_is_no_map(tmp_path: Path) -> None:
    for version in ("0.9.3", "beta"):
        told = f"was saved by LDtk '{version}'; 1.0 or later is needed"
        with pytest.raises(ValueError, match=told):
            sprites_from_ldtk(write_ldtk(tmp_path, LEVEL, jsonVersion=version))
    path = tmp_path / "other.ldtk"
    for text, told in (("{}", "it has no levels"), ("<map/>", ""), ("[]", "it has no levels")):
        path.write_text(text)
        with pytest.raises(ValueError, match=f"other.ldtk is not an LDtk map: {told}"):
            sprites_from_ldtk(path)
    with pytest.raises(FileNotFoundError):
        sprites_from_ldtk(tmp_path / "missing.ldtk")


# --- many levels ----------------------------------------------------------------------------------


def test_who_takes_the_stairs_is_on_the_floor_below(tmp_path: Path) -> None:
    """Each depth in a Group of its own; a field of an entity leads on."""

    def floor(depth: int, cells: list[int], to: int) -> Json:
        stairs = entity("Door", (48, 16), (16, 16), to=to)
        layer = ldtk_layer(1, "Floor", [[1] * 5, cells, [1] * 5], [stairs])
        return ldtk_level(f"Depth_{depth}", 0, 0, layer, worldDepth=depth)

    path = write_ldtk(tmp_path, floor(0, [1, 0, 0, 0, 1], -1), floor(-1, [1, 0, 1, 0, 1], 0))
    loaded = {depth: sprites_from_ldtk(path, depth=depth) for depth in (0, -1)}
    walls = {depth: Group(s for s in every if s.value) for depth, every in loaded.items()}
    stairs = {depth: Group(s for s in every if not s.value) for depth, every in loaded.items()}
    hero, depth = Sprite(18, 18, collision=Rect(0, 0, 12, 12)), 0
    for _ in range(20):
        hero.move_and_slide(2, 0, walls[depth])
        if depth == 0 and (used := hero.check(stairs[depth])):
            depth = used[0].fields["to"]
    assert depth == -1
    assert not hero.hits(walls[-1])
    hero.move_and_slide(-40, 0, walls[depth])
    assert hero.x == 48  # down here is a wall that the ground floor does not have


def tagged_area(project: Any, tag: str) -> Any:
    """What the placed tiles with a tag cover, read from the JSON tile by tile."""
    layers = {one["uid"]: one for one in project["defs"]["layers"]}
    tilesets = {one["uid"]: one for one in project["defs"]["tilesets"]}
    boxes = []
    for here in project["levels"]:
        left, top = here["worldX"], here["worldY"]
        frame = shapely.box(left, top, left + here["pxWid"], top + here["pxHei"])
        for one in here["layerInstances"]:
            tileset, pivot = tilesets[one["__tilesetDefUid"]], layers[one["layerDefUid"]]
            ids = [t for e in tileset["enumTags"] if e["enumValueId"] == tag for t in e["tileIds"]]
            size, cell = tileset["tileGridSize"], one["__gridSize"]
            for at in [*one["gridTiles"], *one["autoLayerTiles"]]:
                if at["t"] in ids:
                    x = left + one["__pxTotalOffsetX"] + at["px"][0]
                    y = top + one["__pxTotalOffsetY"] + at["px"][1]
                    x += pivot.get("tilePivotX", 0) * (cell - size)
                    y += pivot.get("tilePivotY", 0) * (cell - size)
                    boxes.append(shapely.box(x, y, x + size, y + size) & frame)
    return shapely.union_all(boxes)


@pytest.mark.parametrize("key", ["gridTiles", "autoLayerTiles"])
@pytest.mark.parametrize(("uid", "most"), [(30, 4), (31, 7)])
def test_placed_tiles_with_a_named_tag_are_solid(
    key: str, uid: int, most: int, tmp_path: Path
) -> None:
    """At whole cells and between them, and stacked. The edge of the level cuts them off."""
    rng = random.Random(f"{key} {uid}")
    holes = cuts = merged = 0
    for _ in range(40):
        levels, tagged = [], 0
        for k in range(2):
            some = [
                tile(rng.randint(0, most), 16 * rng.randint(-1, 5), 16 * rng.randint(-1, 4))
                for _ in range(20)
            ]
            some += [
                tile(rng.randint(0, most), rng.randint(-20, 80), rng.randint(-20, 60))
                for _ in range(rng.choice([0, 4]))
            ]
            more: Any = {"__tilesetDefUid": uid, "__pxTotalOffsetX": rng.choice([0, 5])}
            layer = placed(**{**more, "gridTiles": [], key: some})
            levels.append(ldtk_level(f"L{k}", 100 * k, -50, layer))
            tagged += sum(one["t"] in (0, 1, 4, 7) for one in some)
        path = write_ldtk(tmp_path, *levels, defs=DEFS)
        sprites = sprites_from_ldtk(path, tiles=["Ground"])
        shapes = [shape for sprite in sprites for shape in sprite.world_shapes]
        expected = tagged_area(json.loads(path.read_text()), "Ground")
        found = shapely.union_all([shape.geometry for shape in shapes])
        assert found.symmetric_difference(expected).area == 0
        assert {shape.name for shape in shapes} <= {"Ground"}
        holes += 0 < expected.area < 2 * 64 * 48
        cuts += expected.bounds[0] == 0
        merged += len(shapes) < tagged
    assert min(holes, cuts, merged) > 10
