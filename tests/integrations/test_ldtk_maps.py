"""Maps of the editor LDtk: which sprites `sprites_from_ldtk` makes of them, and where."""

import json
import random
import warnings
from pathlib import Path
from typing import Any

import pytest
import shapely

from spritecol import Circle, Group, Point, Rect, Sprite, SpritecolWarning
from spritecol.integrations.ldtk import LevelSprite, sprites_from_ldtk

DEFS = {
    "layers": [
        {
            "identifier": "Walls",
            "uid": 1,
            "intGridValues": [
                {"value": 1, "identifier": "stone"},
                {"value": 3, "identifier": "plank"},
                {"value": 4, "identifier": None},
            ],
        },
        {"identifier": "Things", "uid": 2, "intGridValues": []},
    ],
    "entities": [
        {"identifier": "Door", "uid": 10, "renderMode": "Rectangle"},
        {"identifier": "Coin", "uid": 11, "renderMode": "Ellipse"},
    ],
}


def layer(uid: int, name: str, rows: Any = (), entities: Any = (), **more: Any) -> dict[str, Any]:
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


def entity(name: str, px: Any, size: Any, pivot: Any = (0, 0), **fields: Any) -> dict[str, Any]:
    return {
        "__identifier": name,
        "__pivot": list(pivot),
        "__tags": ["thing"],
        "iid": f"{name}-1",
        "defUid": {"Door": 10, "Coin": 11}[name],
        "px": list(px),
        "width": size[0],
        "height": size[1],
        "fieldInstances": [
            {"__identifier": key, "__type": "?", "__value": value} for key, value in fields.items()
        ],
    }


def level(name: str, x: int, y: int, *layers: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "identifier": name,
        "worldX": x,
        "worldY": y,
        "pxWid": 64,
        "pxHei": 48,
        "externalRelPath": None,
        "fieldInstances": [{"__identifier": "music", "__type": "String", "__value": "calm"}],
        "layerInstances": list(layers),
        **more,
    }


ROWS = [[0, 3, 3, 0], [4, 0, 0, 1], [1, 1, 1, 1]]


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def written(*levels: dict[str, Any], **more: Any) -> Path:
        path = tmp_path / "world.ldtk"
        project = {"jsonVersion": "1.5.3", "worldLayout": "Free", "worlds": [], "defs": DEFS}
        path.write_text(json.dumps({**project, "levels": list(levels), **more}))
        return path

    return written


def test_each_value_of_a_grid_becomes_a_sprite(write: Any) -> None:
    stone, plank, other = sprites_from_ldtk(write(level("Start", 0, 0, layer(1, "Walls", ROWS))))
    assert type(stone) is LevelSprite
    assert stone.shapes == (Rect(48, 16, 16, 32), Rect(0, 32, 64, 16))
    assert plank.shapes == (Rect(16, 0, 32, 16),)
    assert other.shapes == (Rect(0, 16, 16, 16),)
    assert [(s.value, s.name) for s in (stone, plank, other)] == [
        (1, "stone"),
        (3, "plank"),
        (4, ""),
    ]
    assert (stone.level, stone.layer, stone.fields) == ("Start", "Walls", {"music": "calm"})


@pytest.mark.parametrize("one_way", [["plank"], [3], "plank", 3])
def test_values_that_are_one_way(write: Any, one_way: Any) -> None:
    path = write(level("Start", 0, 0, layer(1, "Walls", ROWS)))
    stone, plank, _ = sprites_from_ldtk(path, one_way=one_way)
    assert [shape.one_way for shape in plank.shapes] == [(0, -1)]
    assert stone.shapes[0].one_way is None
    foot = Sprite(30, -20, collision=Circle(0, 0, 4))
    assert foot.sweep(0, 60, plank) is not None
    foot.y = 30
    assert foot.sweep(0, -60, plank) is None


@pytest.mark.parametrize("one_way", ["plnk", 7, ["plank", 2]])
def test_one_way_values_that_the_map_lacks(write: Any, one_way: Any) -> None:
    path = write(level("Start", 0, 0, layer(1, "Walls", ROWS)))
    with pytest.raises(
        ValueError, match=r"one_way must be in the map, .*'plank'.*, got \[('plnk'|7|2)\]"
    ):
        sprites_from_ldtk(path, one_way=one_way)


@pytest.mark.parametrize("pivot", [(0, 0), (0.5, 1), (1, 0.5)])
def test_an_entity_is_where_its_pivot_says(write: Any, pivot: Any) -> None:
    px = (8 + 20 * pivot[0], 4 + 10 * pivot[1])
    door = entity("Door", px, (20, 10), pivot, key="red", exits=[1, 2])
    (sprite,) = sprites_from_ldtk(write(level("Start", 100, -200, layer(2, "Things", (), [door]))))
    assert sprite.aabb == (108, -196, 128, -186)
    assert (sprite.x, sprite.y) == (100 + px[0], -200 + px[1])
    assert (sprite.name, sprite.iid, sprite.tags) == ("Door", "Door-1", ("thing",))
    assert sprite.fields == {"key": "red", "exits": [1, 2]}
    assert sprite.value == 0


@pytest.mark.parametrize("wrong", [{"width": -20}, {"px": ["left", 0]}, {"__pivot": None}])
def test_errors_name_the_entity(write: Any, wrong: dict[str, Any]) -> None:
    doors = [entity("Coin", (0, 0), (20, 10)), {**entity("Door", (0, 0), (20, 10)), **wrong}]
    path = write(level("Start", 0, 0, layer(2, "Things", (), doors)))
    told = r"world\.ldtk: level Start, layer Things: entity Door Door-1: "
    with pytest.raises(ValueError, match=told):
        sprites_from_ldtk(path)


def test_fields_that_mean_something(write: Any) -> None:
    door = entity("Door", (0, 0), (20, 10), one_way=True, layer=4, mask=3)
    (sprite,) = sprites_from_ldtk(write(level("Start", 0, 0, layer(2, "Things", (), [door]))))
    assert sprite.shapes[0].one_way == (0, -1)
    assert (sprite.collision_layer, sprite.collision_mask) == (4, 3)
    door = entity("Door", (0, 0), (20, 10), one_way=False, layer=None)
    (sprite,) = sprites_from_ldtk(write(level("Start", 0, 0, layer(2, "Things", (), [door]))))
    assert sprite.shapes[0].one_way is None


@pytest.mark.parametrize(
    "field",
    [{"one_way": "up"}, {"layer": -1}, {"mask": True}, {"layer": "front"}, {"mask": 0.5}],
)
def test_a_field_that_is_not_ours_costs_nothing(write: Any, field: dict[str, Any]) -> None:
    doors = [entity("Door", (20 * k, 0), (20, 10), **field, key=k) for k in range(3)]
    path = write(level("Start", 0, 0, layer(2, "Things", (), doors)))
    (name,) = field
    with pytest.warns(SpritecolWarning, match=rf"entity Door Door-1: {name} must be") as told:
        sprites = sprites_from_ldtk(path)
    assert [sprite.fields for sprite in sprites] == [{**field, "key": k} for k in range(3)]
    assert [sprite.aabb for sprite in sprites] == [(20 * k, 0, 20 * k + 20, 10) for k in range(3)]
    plain = Sprite()
    for sprite in sprites:
        assert sprite.shapes[0].one_way is None
        assert sprite.collision_layer == plain.collision_layer
        assert sprite.collision_mask == plain.collision_mask
    (warning,) = told
    assert str(warning.message).startswith(f"{path}: level Start, layer Things: entity Door")
    assert warning.filename == __file__


def test_a_byte_order_mark(write: Any) -> None:
    path = write(level("Start", 0, 0, layer(1, "Walls", ROWS)))
    for encoding in ("utf-8-sig", "utf-16"):
        path.write_text(path.read_text("utf-8-sig"), encoding)
        assert len(sprites_from_ldtk(path)) == 3
        path.write_text(path.read_text(encoding), "utf-8")


def test_layers_are_ordered_from_the_lowest_and_moved_by_their_offset(write: Any) -> None:
    things = layer(2, "Things", (), [entity("Door", (0, 0), (9, 9))], visible=False)
    walls = layer(1, "Walls", [[1]], __pxTotalOffsetX=5, __pxTotalOffsetY=-3)
    ground, door = sprites_from_ldtk(write(level("Start", 10, 20, things, walls)))
    assert (ground.layer, ground.z, ground.visible) == ("Walls", 0, True)
    assert (door.layer, door.z, door.visible) == ("Things", 1, False)
    assert ground.aabb == (15, 17, 31, 33)
    assert ground.hits(Sprite(16, 18, collision=Point(0, 0)))


@pytest.mark.parametrize(
    ("layout", "places"),
    [
        ("Free", [(7, 8), (-64, 100)]),
        ("GridVania", [(7, 8), (-64, 100)]),
        ("LinearHorizontal", [(0, 0), (64, 0)]),
        ("LinearVertical", [(0, 0), (0, 48)]),
    ],
)
def test_levels_in_their_world(write: Any, layout: str, places: Any) -> None:
    free = layout in ("Free", "GridVania")
    xy = [(7, 8), (-64, 100)] if free else [(-1, -1)] * 2
    levels = [level(f"L{k}", *xy[k], layer(1, "Walls", [[1]])) for k in (0, 1)]
    for path in (
        write(*levels, worldLayout=layout),
        write(worlds=[{"levels": levels, "worldLayout": layout}]),
    ):
        assert [(s.level, (s.x, s.y)) for s in sprites_from_ldtk(path)] == [
            ("L0", places[0]),
            ("L1", places[1]),
        ]


@pytest.mark.parametrize("dx", [-64, -63, 0, 63, 64])
@pytest.mark.parametrize("dy", [-48, -47, 0, 47, 48])
def test_levels_that_lie_on_one_another_are_told(write: Any, dx: int, dy: int) -> None:
    """By a pixel; levels that touch do not."""
    path = write(
        *(level(f"L{k}", 9 + k * dx, 5 + k * dy, layer(1, "Walls", [[1]])) for k in (0, 1))
    )
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert len(sprites_from_ldtk(path)) == 2
    assert bool(told) == (abs(dx) < 64 and abs(dy) < 48)
    assert all("level L0" in str(one.message) and "level L1" in str(one.message) for one in told)


def test_levels_and_layers_can_be_chosen(write: Any) -> None:
    things = layer(2, "Things", (), [entity("Door", (0, 0), (9, 9))])
    path = write(
        level("A", 0, 0, things, layer(1, "Walls", [[1]])),
        level("B", 64, 0, layer(1, "Walls", [[1]])),
    )
    assert [s.level for s in sprites_from_ldtk(path)] == ["A", "A", "B"]
    assert [s.layer for s in sprites_from_ldtk(path, levels="A")] == ["Walls", "Things"]
    assert [s.level for s in sprites_from_ldtk(path, layers=["Walls"])] == ["A", "B"]
    assert sprites_from_ldtk(path, levels=[]) == []
    with pytest.raises(ValueError, match=r"levels must be in the map, which has \['A', 'B'\], got"):
        sprites_from_ldtk(path, levels=["C"])
    with pytest.raises(ValueError, match=r"^.*\.ldtk: layers must be in the map"):
        sprites_from_ldtk(path, layers=["Wals"])


def test_who_takes_the_stairs_is_on_the_floor_below(tmp_path: Path) -> None:
    """Each depth in a Group of its own; a field of an entity leads on."""

    def floor(depth: int, cells: list[int], to: int) -> dict[str, Any]:
        stairs = entity("Door", (48, 16), (16, 16), to=to)
        one = level(f"Depth_{depth}", 0, 0, layer(1, "Floor", [[1] * 5, cells, [1] * 5], [stairs]))
        return {**one, "worldDepth": depth}

    path = tmp_path / "dungeon.ldtk"
    floors = [floor(0, [1, 0, 0, 0, 1], -1), floor(-1, [1, 0, 1, 0, 1], 0)]
    path.write_text(json.dumps({"jsonVersion": "1.5.3", "worldLayout": "Free", "levels": floors}))
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


def test_what_is_wrong_says_so(write: Any, tmp_path: Path) -> None:
    path = write(level("A", 0, 0))
    with pytest.raises(TypeError, match=r"levels must be names of levels, got 3"):
        sprites_from_ldtk(path, levels=[3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"layers must be names of layers, got 3"):
        sprites_from_ldtk(path, layers=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"one_way must be values of IntGrids, or names, got 1.5"):
        sprites_from_ldtk(path, one_way=1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"one_way must be values of IntGrids, or names, got True"):
        sprites_from_ldtk(path, one_way=[True])
    for depth in (1.0, True, "1"):
        with pytest.raises(TypeError, match=f"depth must be a whole number or None, got {depth!r}"):
            sprites_from_ldtk(path, depth=depth)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"world must be the name of a world or None, got 3"):
        sprites_from_ldtk(path, world=3)  # type: ignore[arg-type]
    for version in ("0.9.3", "beta"):
        with pytest.raises(
            ValueError, match=f"was saved by LDtk '{version}'; 1.0 or later is needed"
        ):
            sprites_from_ldtk(write(level("A", 0, 0), jsonVersion=version))
    short = layer(1, "Walls", ROWS, intGridCsv=[1, 0, 0])
    with pytest.raises(ValueError, match=r"its grid must have 4 by 3 cells, got 3"):
        sprites_from_ldtk(write(level("A", 0, 0, short)))
    (tmp_path / "other.ldtk").write_text("{}")
    with pytest.raises(ValueError, match=r"other.ldtk is not an LDtk map: it has no levels"):
        sprites_from_ldtk(tmp_path / "other.ldtk")
    (tmp_path / "other.ldtk").write_text("<map/>")
    with pytest.raises(ValueError, match=r"other.ldtk is not an LDtk map: "):
        sprites_from_ldtk(tmp_path / "other.ldtk")
    with pytest.raises(FileNotFoundError):
        sprites_from_ldtk(tmp_path / "missing.ldtk")


@pytest.mark.parametrize(
    "wrong",
    [
        {"defs": None},
        {"defs": {"entities": [{"renderMode": "Ellipse"}]}},
        {"defs": {"layers": [{"intGridValues": [{}]}]}},
        {"levels": [level("A", 0, 0, {"__identifier": "Walls"})]},
        {"levels": [level("A", 0, 0), level("B", None, 0)]},  # type: ignore[arg-type]
    ],
)
def test_what_ldtk_does_not_write_names_the_file(write: Any, wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"world\.ldtk: it is not as LDtk writes it, "):
        sprites_from_ldtk(write(**wrong))


# Tiles 0, 1 and 4 are ground, 2 and 4 are ice, and 3 has no tag.
TAGS = [
    {"enumValueId": "Ground", "tileIds": [0, 1, 4]},
    {"enumValueId": "Ice", "tileIds": [2, 4]},
    {"enumValueId": "Lava", "tileIds": []},
]
TILED = {
    **DEFS,
    "layers": [
        *DEFS["layers"],
        {"identifier": "Tiles", "uid": 3, "intGridValues": [], "tilePivotX": 0.5, "tilePivotY": 1},
    ],
    "tilesets": [
        {"uid": 30, "identifier": "Blocks", "tileGridSize": 16, "enumTags": TAGS},
        {"uid": 31, "identifier": "Large", "tileGridSize": 24,
         "enumTags": [{"enumValueId": "Ground", "tileIds": [7]}]},
        {"uid": 32, "identifier": "Plain", "tileGridSize": 16, "enumTags": []},
    ],
}  # fmt: skip


def tile(t: int, x: int, y: int) -> dict[str, Any]:
    return {"px": [x, y], "src": [16 * t, 0], "f": 1, "t": t, "d": [0], "a": 1}


def tagged_area(project: Any, tag: str) -> Any:
    """What the placed tiles with a tag cover, read from the JSON tile by tile."""
    layers = {one["uid"]: one for one in project["defs"]["layers"]}
    tilesets = {one["uid"]: one for one in project["defs"]["tilesets"]}
    boxes = []
    for here in project["levels"]:
        left, top = here["worldX"], here["worldY"]
        frame = shapely.box(left, top, left + here["pxWid"], top + here["pxHei"])
        for one in here["layerInstances"]:
            tileset = tilesets.get(one["__tilesetDefUid"])
            if tileset is None:
                continue
            ids = [t for e in tileset["enumTags"] if e["enumValueId"] == tag for t in e["tileIds"]]
            size, cell = tileset["tileGridSize"], one["__gridSize"]
            pivot = layers[one["layerDefUid"]]
            for placed in one["gridTiles"] + one["autoLayerTiles"]:
                if placed["t"] in ids:
                    x = left + one["__pxTotalOffsetX"] + placed["px"][0]
                    y = top + one["__pxTotalOffsetY"] + placed["px"][1]
                    x += pivot.get("tilePivotX", 0) * (cell - size)
                    y += pivot.get("tilePivotY", 0) * (cell - size)
                    boxes.append(shapely.box(x, y, x + size, y + size) & frame)
    return shapely.union_all(boxes)


@pytest.mark.parametrize("key", ["gridTiles", "autoLayerTiles"])
@pytest.mark.parametrize(("uid", "most"), [(30, 4), (31, 7)])
def test_placed_tiles_with_a_named_tag_are_solid(write: Any, key: str, uid: int, most: int) -> None:
    """At whole cells and between them, and stacked. The edge of the level cuts them off."""
    rng = random.Random(f"{key} {uid}")
    holes = cuts = merged = 0
    for _ in range(60):
        levels, tagged = [], 0
        for k in range(2):
            placed = [
                tile(rng.randint(0, most), 16 * rng.randint(-1, 5), 16 * rng.randint(-1, 4))
                for _ in range(20)
            ]
            placed += [
                tile(rng.randint(0, most), rng.randint(-20, 80), rng.randint(-20, 60))
                for _ in range(rng.choice([0, 4]))
            ]
            shift = rng.choice([0, 5])
            more: Any = {"__tilesetDefUid": uid, "__pxTotalOffsetX": shift, key: placed}
            levels.append(level(f"L{k}", 100 * k, -50, layer(3, "Tiles", (), (), **more)))
            tagged += sum(one["t"] in (0, 1, 4, 7) for one in placed)
        path = write(*levels, defs=TILED)
        sprites = sprites_from_ldtk(path, tiles=["Ground"])
        shapes = [shape for sprite in sprites for shape in sprite.world_shapes]
        expected = tagged_area(json.loads(path.read_text()), "Ground")
        found = shapely.union_all([shape.geometry for shape in shapes])
        assert found.symmetric_difference(expected).area == 0
        assert {shape.name for shape in shapes} <= {"Ground"}
        holes += 0 < expected.area < 2 * 64 * 48
        cuts += expected.bounds[0] == 0
        merged += len(shapes) < tagged
    assert min(holes, cuts, merged) > 20


def test_tags_become_names_and_their_tiles_merge(write: Any) -> None:
    row = [tile(t, 16 * k, 32) for k, t in enumerate([0, 1, 4, 2])]
    rules = [tile(1, 0, 0), tile(3, 16, 0)]
    decor = layer(3, "Tiles", (), (), __tilesetDefUid=30, gridTiles=row, visible=False)
    walls = layer(1, "Walls", [[1, 0]], (), __tilesetDefUid=30, autoLayerTiles=rules)
    path = write(level("Start", 0, 0, decor, walls), defs=TILED)
    assert [s.name for s in sprites_from_ldtk(path)] == ["stone"]
    stone, rule, ground, ice = sprites_from_ldtk(path, tiles=["Ice", "Ground"])
    assert stone.shapes == (Rect(0, 0, 16, 16),)
    assert rule.shapes == (Rect(0, 0, 16, 16, name="Ground"),)
    assert ground.shapes == (Rect(0, 32, 48, 16, name="Ground"),)
    assert ice.shapes == (Rect(32, 32, 32, 16, name="Ice"),)
    assert [(s.name, s.value, s.layer, s.z, s.visible) for s in (rule, ground, ice)] == [
        ("Ground", 0, "Walls", 0, True),
        ("Ground", 0, "Tiles", 1, False),
        ("Ice", 0, "Tiles", 1, False),
    ]
    assert ground.fields == {"music": "calm"}
    assert [s.name for s in sprites_from_ldtk(path, tiles="Ice", layers="Tiles")] == ["Ice"]


def test_tiles_that_are_one_way(write: Any) -> None:
    rows = [tile(0, 16 * k, y) for k in range(3) for y in (16, 32)]
    one = layer(3, "Tiles", (), (), __tilesetDefUid=30, gridTiles=rows)
    path = write(level("Start", 0, 0, one), defs=TILED)
    (ground,) = sprites_from_ldtk(path, tiles="Ground", one_way="Ground")
    assert ground.shapes == tuple(
        Rect(0, y, 48, 16, one_way=(0, -1), name="Ground") for y in (16, 32)
    )
    with pytest.raises(ValueError, match=r"one_way must be in the map, .*'Ground'.* got \['Ice'\]"):
        sprites_from_ldtk(path, tiles="Ground", one_way="Ice")


def test_a_map_of_which_nothing_comes_but_pictures_is_told(write: Any) -> None:
    tiles = layer(3, "Tiles", (), (), __tilesetDefUid=30, gridTiles=[tile(3, 0, 0)])
    path = write(level("Start", 0, 0, tiles), defs=TILED)
    with pytest.warns(
        SpritecolWarning, match=r"unless tiles= names.* are \['Ground', 'Ice', 'Lava'\]"
    ):
        assert sprites_from_ldtk(path) == []
    with pytest.warns(SpritecolWarning, match=r"none of them has one of the tags \['Ice'\]; the"):
        assert sprites_from_ldtk(path, tiles=["Ice"]) == []
    path = write(level("Start", 0, 0, {**tiles, "__tilesetDefUid": 32}))
    with pytest.warns(SpritecolWarning, match="has no tags: give some to its tiles") as told:
        assert sprites_from_ldtk(path) == []
    assert [one.filename for one in told] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert sprites_from_ldtk(path, levels=[]) == []
        assert sprites_from_ldtk(write(level("Start", 0, 0))) == []
        assert len(sprites_from_ldtk(write(level("A", 0, 0, tiles, layer(1, "Walls", [[1]]))))) == 1


def test_tags_that_the_map_lacks_are_named(write: Any) -> None:
    tiles = layer(3, "Tiles", (), (), __tilesetDefUid=30, gridTiles=[tile(0, 0, 0)])
    path = write(level("Start", 0, 0, tiles), defs=TILED)
    with pytest.raises(
        ValueError, match=r"tiles must be in the map, which has \['Ground', 'Ice', 'Lava'\], got \["
    ):
        sprites_from_ldtk(path, tiles=["ground"])
    for wrong in (3, [3], None):
        with pytest.raises(TypeError, match="tiles must be tags of tiles, got"):
            sprites_from_ldtk(path, tiles=wrong)  # type: ignore[arg-type]
    short = {**tile(0, 0, 0), "px": [1]}
    path = write(level("Start", 0, 0, {**tiles, "gridTiles": [short]}), defs=TILED)
    with pytest.raises(ValueError, match=r"world\.ldtk: level Start, layer Tiles: "):
        sprites_from_ldtk(path, tiles=["Ground"])
