"""Maps of Tiled that are not orthogonal: what is solid is where Tiled draws it."""

import json
import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from integrations.tiled_pictures import Picture

from spritecol import Capsule, Ellipse, Point, Polygon, Segment, Sprite
from spritecol.integrations.tiled import MapSprite, sprites_from_tmx

ISOMETRIC = 'orientation="isometric" tilewidth="32" tileheight="16"'
GRIDS = [
    ISOMETRIC,
    'orientation="isometric" tilewidth="33" tileheight="21"',
    *(
        f'orientation="staggered" tilewidth="32" tileheight="16" staggeraxis="{axis}" '
        f'staggerindex="{index}"'
        for axis in "xy"
        for index in ("odd", "even")
    ),
    *(
        f'orientation="hexagonal" tilewidth="28" tileheight="24" hexsidelength="12" '
        f'staggeraxis="{axis}" staggerindex="{index}"'
        for axis in "xy"
        for index in ("odd", "even")
    ),
    'orientation="oblique" tilewidth="32" tileheight="16" skewx="8" skewy="0"',
    'orientation="oblique" tilewidth="32" tileheight="16" skewx="-24" skewy="5"',
    'orientation="oblique" tilewidth="31" tileheight="17" skewx="40" skewy="-40"',
    'orientation="oblique" tilewidth="33" tileheight="21" skewy="-13"',
    'orientation="staggered" tilewidth="31" tileheight="17"',
    'orientation="hexagonal" tilewidth="31" tileheight="27" hexsidelength="8"',
    'orientation="hexagonal" tilewidth="31" tileheight="27" hexsidelength="3"',
    'orientation="hexagonal" tilewidth="31" tileheight="27" hexsidelength="3" staggeraxis="x"',
    'orientation="staggered" tilewidth="31" tileheight="17" staggeraxis="x"',
]
on_each_grid = pytest.mark.parametrize("grid", GRIDS, ids=range(len(GRIDS)))

# 1 is whole and not as large as a cell, 2 to 4 have collision objects, and 5 is not solid. Those of
# 11 and 12 are on the ground. 21 and 31 are drawn as large as a cell.
TILESETS = """
 <tileset firstgid="1" name="a" tilewidth="30" tileheight="44" tilecount="5" columns="5">
  <tileoffset x="3" y="-5"/><image source="none.png" width="150" height="44"/>
  <tile id="1"><objectgroup><object id="1" x="4" y="30"><polygon points="0,0 20,-6 22,9"/></object>
   <object id="2" x="2" y="1" width="16" height="8" rotation="25"/></objectgroup></tile>
  <tile id="2"><objectgroup><object id="1" x="9" y="20" width="18" height="8" rotation="70">
   <ellipse/></object></objectgroup></tile>
  <tile id="3"><objectgroup><object id="1" name="capsule" x="1" y="8" width="8" height="30">
   <capsule/></object></objectgroup></tile>
  <tile id="4"><properties><property name="solid" type="bool" value="false"/></properties></tile>
 </tileset>
 <tileset firstgid="11" name="b" tilewidth="20" tileheight="40" tilecount="2" columns="2">
  <grid orientation="isometric" width="20" height="10"/>
  <image source="none.png" width="40" height="40"/>
  <tile id="0"><objectgroup><object id="1" x="2" y="3" width="8" height="5" rotation="40"/>
   <object id="2" x="4" y="-6"><polygon points="0,0 9,0 0,9"/></object></objectgroup></tile>
  <tile id="1"><objectgroup>
   <object id="1" x="-4" y="-3" width="5" height="9"><ellipse/></object>
   <object id="2" name="capsule" x="3" y="3" width="14" height="6" rotation="-15"><capsule/>
   </object></objectgroup></tile>
 </tileset>
 <tileset firstgid="21" name="c" tilewidth="20" tileheight="36" tilecount="1" columns="1"
  tilerendersize="grid" fillmode="preserve-aspect-fit" objectalignment="topright">
  <tileoffset x="4" y="2"/><image source="none.png" width="20" height="36"/>
  <tile id="0"><objectgroup><object id="1" x="2" y="2"><polygon points="0,0 15,4 3,30"/></object>
  </objectgroup></tile></tileset>
 <tileset firstgid="31" name="d" tilewidth="40" tileheight="12" tilecount="1" columns="1"
  tilerendersize="grid" objectalignment="center"><image source="none.png" width="40" height="12"/>
  <tile id="0"><objectgroup><object id="1" x="2" y="2" width="20" height="6"/></objectgroup></tile>
 </tileset>
"""

KINDS = {
    "rectangle": 'width="30" height="18"',
    "flat": 'width="30" height="0"',
    "ellipse": 'width="30" height="18"><ellipse/',
    "circle": 'width="20" height="20"><ellipse/',
    "capsule": 'width="40" height="14"><capsule/',
    "point": "><point/",
    "polygon": '><polygon points="0,0 30,5 12,12 9,30"/',
    "polyline": '><polyline points="0,0 30,5 12,12 9,30"/',
}


def map_of(grid: str, *layers: str, more: str = "", tilesets: str = TILESETS) -> str:
    return (
        f'<map version="1.10" tiledversion="1.10.2" renderorder="right-down" {grid} width="6" '
        f'height="7" infinite="{int("<chunk" in "".join(layers))}" nextlayerid="9" '
        f'nextobjectid="99" {more}>{tilesets}{"".join(layers)}</map>'
    )


def cells_of(rows: Sequence[Sequence[int]], x: int = 0, y: int = 0, inner: str = "") -> str:
    """A tile layer; from a place on, as a chunk of an infinite map."""
    text = ",\n".join(",".join(map(str, row)) for row in rows)
    size = f'width="{len(rows[0])}" height="{len(rows)}"'
    if x or y:
        text = f'<chunk x="{x}" y="{y}" {size}>{text}</chunk>'
    return (
        f'<layer id="1" name="ground" {size} offsetx="5" offsety="-2.5">{inner}<data '
        f'encoding="csv">{text}</data></layer>'
    )


def objects_of(lines: Sequence[str]) -> str:
    objects = "".join(f'<object id="{k}" {line}</object>' for k, line in enumerate(lines))
    layer = f'<objectgroup id="2" name="things" offsetx="0" offsety="7">{objects}</objectgroup>'
    return f'<group id="7" name="all" offsetx="-11" offsety="0">{layer}</group>'


def scene(grid: str, rng: random.Random, infinite: bool) -> str:
    """A map of all kinds of tiles and objects."""
    flags = [k << 28 for k in range(16) if "hexagonal" in grid or not k & 1]
    gids = [1, 1, 2, 3, 4, 5, 11, 12, 21, 31]
    some = [[rng.choice(gids) | rng.choice(flags) for _ in range(6)] for _ in range(7)]
    rows = [[gid if rng.random() < 0.6 else 0 for gid in row] for row in some]
    lines = []
    for k in range(3):
        for name, inner in KINDS.items():
            size, mark, shape = inner.partition(">")
            lines.append(f'name="{name}" {placed(rng, k)} {size}>{shape}{mark and ">"}')
        for gid in (1, 2, 3, 12, 21, 31):
            size = 'width="50" height="30"' if k == 2 else ""
            flipped = gid | rng.choice([0, 1 << 31, 1 << 30])
            lines.append(f'name="tile" gid="{flipped}" {placed(rng, k)} {size}>')
    place = (-3, -5) if infinite else (0, 0)
    return map_of(grid, cells_of(rows, *place), objects_of(lines))


def placed(rng: random.Random, turns: int) -> str:
    x, y = rng.randint(-40, 160), rng.randint(-40, 160)
    return f'x="{x}" y="{y}" rotation="{turns * rng.randint(-80, 80)}"'


def compared(sprite: MapSprite, parts: Sequence[Any], rng: random.Random) -> tuple[int, int]:
    """Compare a sprite with what is drawn, at points that are in it, beside it, and further off.

    Returns how many of them were inside, and outside.
    """
    found = [0, 0]
    probe = Sprite(collision=Point(0, 0))
    places = []
    for part in parts:
        left, top, right, bottom = part.bounds
        for _ in range(24):
            places.append((rng.uniform(left - 4, right + 4), rng.uniform(top - 4, bottom + 4)))
    points = shapely.points(places)
    edges = shapely.STRtree(shapely.boundary(parts))
    at_edges, _ = edges.query(points, predicate="dwithin", distance=0.01)
    solid = shapely.contains(shapely.union_all(parts), points).tolist()
    for k in sorted({*range(len(places))} - {*at_edges.tolist()}):
        probe.position = places[k]
        assert sprite.hits(probe) == solid[k], (sprite, *places[k])
        found[not solid[k]] += 1
    return found[0], found[1]


@pytest.mark.parametrize("infinite", [False, True])
@on_each_grid
def test_it_is_solid_where_tiled_draws_it(grid: str, infinite: bool, tmp_path: Path) -> None:
    rng = random.Random(f"{grid} {infinite}")
    path = tmp_path / "map.tmx"
    path.write_text(scene(grid, rng, infinite))
    sprites = sprites_from_tmx(path)
    drawn = [(layer, parts) for layer, things in Picture(path).layers() for parts in things]
    assert [sprite.layer for sprite in sprites] == [layer.name for layer, _ in drawn]
    counts = np.zeros(2)
    for sprite, (_, parts) in zip(sprites, drawn, strict=True):
        if parts[0].area:
            counts += compared(sprite, parts, rng)
            continue
        lines = shapely.union_all([shape.geometry for shape in sprite.world_shapes])
        assert lines.hausdorff_distance(parts[0]) < 1e-9, sprite.name
    assert min(counts) > 300


def read(tmp_path: Path, text: str) -> list[MapSprite]:
    path = tmp_path / "map.tmx"
    path.write_text(text)
    return sprites_from_tmx(path)


@on_each_grid
def test_whole_tiles_have_no_seams_and_few_shapes(grid: str, tmp_path: Path) -> None:
    """A line along a side between two cells is inside, and one along another is not."""
    rng = random.Random(grid)
    probe = Sprite()
    inside = outside = 0
    for share in (0.5, 0.8, 1.0):
        rows = [[int(rng.random() < share) for _ in range(9)] for _ in range(9)]
        (ground,) = read(tmp_path, map_of(grid, cells_of(rows)))
        ((_, (cells,)),) = Picture(tmp_path / "map.tmx").layers()
        area = shapely.union_all(cells)
        assert shapely.union_all([shape.geometry for shape in ground.world_shapes]).equals(area)
        for cell in cells:
            for a, b in pairwise(shapely.get_coordinates(shapely.simplify(cell, 0))):
                probe.collision = Segment(*(a + (b - a) / 4), *(b - (b - a) / 4))
                expected = area.contains(shapely.Point((a + b) / 2))
                assert ground.hits(probe) == expected, (a, b)
                inside, outside = inside + expected, outside + (not expected)
        if share == 1.0:
            few = {"isometric": 1, "oblique": 1, "hexagonal": 1, "staggered": 17}
            assert len(ground.shapes) <= few[grid.split('"')[1]]
    assert inside > 300
    assert outside > 100


@on_each_grid
def test_tiles_with_collision_objects_join_the_cells_they_meet(grid: str, tmp_path: Path) -> None:
    name = "hexagonal" if "hexagonal" in grid else "other"
    half = {"other": "0,8 16,0 32,8", "hexagonal": "0,6 14,0 28,6 28,18"}[name]
    tileset = (
        '<tileset firstgid="1" name="a" tilewidth="32" tileheight="16" tilecount="2" columns="2">'
        '<image source="none.png" width="64" height="16"/><tile id="1"><objectgroup>'
        f'<object id="1" x="0" y="0"><polygon points="{half}"/></object></objectgroup></tile>'
        "</tileset>"
    )
    rng = random.Random(grid)
    rows = [[rng.choice([0, 1, 1, 2]) for _ in range(8)] for _ in range(8)]
    (ground,) = read(tmp_path, map_of(grid, cells_of(rows), tilesets=tileset))
    ((_, (parts,)),) = Picture(tmp_path / "map.tmx").layers()
    area = shapely.union_all(parts)
    shown = shapely.union_all([shape.geometry for shape in ground.world_shapes])
    assert shown.symmetric_difference(area).area < 1e-9 * area.area
    assert len(ground.shapes) < 0.75 * np.count_nonzero(rows)


@on_each_grid
def test_chunks_are_as_one_layer_wherever_they_are(grid: str, tmp_path: Path) -> None:
    """Tiles merge across chunks. A far tile changes nothing, even where no grid between fits into
    memory.
    """
    rng = random.Random(grid)
    rows = [[rng.choice([0, 1, 1, 2, 21]) for _ in range(16)] for _ in range(16)]
    (whole,) = read(tmp_path, map_of(grid, cells_of(rows)))
    parts = [
        f'<chunk x="{x}" y="{y}" width="4" height="8">'
        f"{','.join(str(gid) for row in rows[y : y + 8] for gid in row[x : x + 4])}</chunk>"
        for x in range(0, 16, 4)
        for y in range(0, 16, 8)
    ]
    rng.shuffle(parts)
    far = '<chunk x="8000000" y="6000000" width="2" height="1">0,1</chunk>'
    for stray in ("", far):
        data = f'<data encoding="csv">{"".join(parts)}{stray}</data>'
        layer = f'<layer name="ground" offsetx="5" offsety="-2.5">{data}</layer>'
        (ground,) = read(tmp_path, map_of(grid, layer))
        near = [shape for shape in ground.shapes if max(map(abs, shape.bounds)) < 1e6]
        assert near == list(whole.shapes)
        assert len(ground.shapes) == len(near) + bool(stray)


def test_a_place_in_an_oblique_map(tmp_path: Path) -> None:
    """Each row is shifted by skewx, each column by skewy, and images stand on cells unskewed."""
    grid = 'orientation="oblique" tilewidth="32" tileheight="16" skewx="8" skewy="-4"'
    lines = [
        'x="64" y="32" width="32" height="16">',
        'x="0" y="16"><point/>',
        'x="0" y="16" gid="2">',
    ]
    ground, box, point, tile = read(
        tmp_path, map_of(grid, cells_of([[0, 0], [0, 1]]), objects_of(lines))
    )
    (cell,) = ground.world_shapes
    assert cell.points == ((45, 9.5), (77, 5.5), (85, 21.5), (53, 25.5))
    assert (box.x, box.y) == (64 + 2 * 8 - 11, 32 - 2 * 4 + 7)
    assert box.shapes == (Polygon([(0, 0), (32, -4), (40, 12), (8, 16)]),)
    assert (point.x, point.y) == (8 - 11, 16 + 7)
    assert (tile.x, tile.y) == (8 - 11, 16 + 7 - 44)


def test_shapes_of_objects_in_isometric_maps(tmp_path: Path) -> None:
    """Both axes have the unit of the height of a cell, and rotation is that of the screen."""
    lines = [
        'x="16" y="0" width="16" height="32">',
        'x="0" y="0" width="16" height="16"><ellipse/>',
        'x="16" y="16" width="32" height="16" rotation="30"><capsule/>',
        'x="16" y="16"><point/>',
        'x="0" y="0" width="16" height="0">',
        'x="32" y="0" gid="1">',
        'x="0" y="0"><polyline points="0,0 16,0 16,16"/>',
        'x="0" y="0" width="16" height="0"><capsule/>',
    ]
    box, disc, pill, point, flat, tile, line, thin = read(
        tmp_path, map_of(ISOMETRIC, objects_of(lines))
    )
    left = 7 * 16 - 11  # rows of the map, and the offset of its group
    assert (box.x, box.y) == (left + 16, 8 + 7)
    assert box.shapes == (Polygon([(0, 0), (16, 8), (-16, 24), (-32, 16)]),)
    (round_shape,) = disc.shapes
    assert isinstance(round_shape, Ellipse)
    assert round_shape.angle == 0
    assert (round_shape.x, round_shape.y) == (0, 8)
    assert (round_shape.rx, round_shape.ry) == pytest.approx((8 * 2**0.5, 4 * 2**0.5))
    between, start, end = pill.shapes
    assert isinstance(between, Polygon)
    assert isinstance(start, Ellipse)
    assert isinstance(end, Ellipse)
    assert pill.angle == 30
    assert point.shapes == (Point(0, 0),)
    assert (point.x, point.y) == (left, 16 + 7)
    assert flat.shapes == (Segment(0, 0, 16, 8),)
    assert tile.shapes == (Polygon([(15, 29), (30, 36.5), (15, 44), (0, 36.5)]),)
    assert (tile.x, tile.y) == (left + 32 - 15, 16 + 7 - 44)
    assert line.shapes == (Segment(0, 0, 16, 8), Segment(16, 8, 0, 16))
    assert thin.shapes == (Segment(0, 0, 16, 8),)
    assert not any(isinstance(shape, Capsule) for sprite in (pill, thin) for shape in sprite.shapes)


@on_each_grid
def test_tiles_keep_what_their_properties_say(grid: str, tmp_path: Path) -> None:
    tileset = (
        '<tileset firstgid="1" name="a" tilewidth="32" tileheight="16" tilecount="9" columns="9">'
        '<image source="none.png" width="288" height="16"/>'
        '<tile id="1" type="ice"/><tile id="2"><properties>'
        '<property name="one_way" type="bool" value="true"/></properties></tile>'
        '<tile id="3"><properties><property name="layer" type="int" value="4"/></properties></tile>'
        "</tileset>"
    )
    rows = [[1, 1, 2, 2, 3, 3], [1, 1, 2, 2, 3, 3], [4, 4, 4, 4, 0, 0], [4, 4, 4, 4, 0, 0]]
    (ground,) = read(tmp_path, map_of(grid, cells_of(rows), tilesets=tileset))
    by_kind: dict[Any, list[Any]] = {}
    for shape in ground.world_shapes:
        by_kind.setdefault((shape.name, shape.one_way, shape.layer), []).append(shape.geometry)
    ((_, (cells,)),) = Picture(tmp_path / "map.tmx").layers()
    flat = [gid for row in rows for gid in row if gid]
    kinds = {1: (None, None, None), 2: ("ice", None, None), 3: (None, (0, -1), None)}
    for gid, kind in {**kinds, 4: (None, None, 4)}.items():
        expected = [cell for cell, of in zip(cells, flat, strict=True) if of == gid]
        assert shapely.union_all(by_kind.pop(kind)).equals(shapely.union_all(expected))
    assert not by_kind


@pytest.mark.parametrize("grid", [grid for grid in GRIDS if "oblique" not in grid])
def test_one_way_tiles_stay_apart_and_are_mirrored(grid: str, tmp_path: Path) -> None:
    """Also those with collision objects that overlap: each tile has more than one front."""
    one_way = '<properties><property name="one_way" type="bool" value="true"/></properties>'
    wide = '<objectgroup><object id="1" x="-9" y="0" width="50" height="20"/></objectgroup>'
    tileset = (
        '<tileset firstgid="1" name="a" tilewidth="32" tileheight="16" tilecount="2" columns="2">'
        f'<image source="none.png" width="64" height="16"/><tile id="0">{one_way}</tile>'
        f'<tile id="1">{one_way}{wide}</tile></tileset>'
    )
    down = 1 << 30
    rows = [[1, 1, 2, 2, 1 | down, 2 | down]] * 2
    (ground,) = read(tmp_path, map_of(grid, cells_of(rows), tilesets=tileset))
    ways = [shape.one_way for shape in ground.shapes]
    assert sorted(map(str, ways)) == ["(0.0, -1.0)"] * 8 + ["(0.0, 1.0)"] * 4


def test_one_way_rows_of_an_oblique_map_are_planks(tmp_path: Path) -> None:
    grid = 'orientation="oblique" tilewidth="32" tileheight="16" skewx="-20" skewy="4"'
    tileset = (
        '<tileset firstgid="1" name="a" tilewidth="32" tileheight="16" tilecount="1" columns="1">'
        '<image source="none.png" width="32" height="16"/><tile id="0"><properties>'
        '<property name="one_way" type="bool" value="true"/></properties></tile></tileset>'
    )
    rows = [[1, 1, 1], [0, 1, 1]]
    (ground,) = read(tmp_path, map_of(grid, cells_of(rows), tilesets=tileset))
    assert ground.shapes == (
        Polygon([(0, 0), (96, 12), (76, 28), (-20, 16)], one_way=(0, -1)),
        Polygon([(12, 20), (76, 28), (56, 44), (-8, 36)], one_way=(0, -1)),
    )


@on_each_grid
def test_json_has_the_same_shapes(grid: str, tmp_path: Path) -> None:
    corners = [{"x": 0, "y": 0}, {"x": 9, "y": 0}, {"x": 0, "y": 9}]
    first = {"id": 1, "x": 2, "y": 3, "width": 8, "height": 5, "rotation": 40}
    objects = [first, {"id": 2, "x": 4, "y": -6, "polygon": corners}]
    tileset = {
        **{"firstgid": 11, "name": "b", "tilewidth": 20, "tileheight": 40, "tilecount": 2},
        "grid": {"orientation": "isometric", "width": 20, "height": 10},
        "tiles": [{"id": 0, "objectgroup": {"type": "objectgroup", "objects": objects}}],
    }
    data = {"data": [11, 11], "offsetx": 5, "offsety": -2.5}
    layer = {"type": "tilelayer", "name": "ground", "width": 2, "height": 1, **data}
    words = dict(pair.split("=") for pair in grid.replace('"', "").split())
    numbers = {key: int(word) if word.isdecimal() else word for key, word in words.items()}
    path = tmp_path / "map.tmj"
    level = {"type": "map", "height": 7, **numbers, "layers": [layer], "tilesets": [tileset]}
    path.write_text(json.dumps(level))
    (ground,) = sprites_from_tmx(path)
    (same,) = read(tmp_path, map_of(grid, cells_of([[11, 11]])))
    assert (ground.x, ground.y, ground.shapes) == (same.x, same.y, same.shapes)


@pytest.mark.parametrize("size", ['width="0" height="0"', 'width="30" height="-1"', ""])
def test_a_grid_without_a_size_is_that_of_the_tiles(size: str, tmp_path: Path) -> None:
    told = [TILESETS.replace('width="20" height="10"', one) for one in (size, "")]
    told.append(TILESETS.replace('width="20" height="10"', 'width="20" height="40"'))
    first, *others = (
        read(tmp_path, map_of(ISOMETRIC, cells_of([[11, 12]]), tilesets=one))[0].shapes
        for one in told
    )
    assert others == [first, first]


@pytest.mark.parametrize(
    ("grid", "match"),
    [
        ('orientation="round"', "orientation must be orthogonal, .* or hexagonal, got 'round'"),
        ('orientation="oblique" skewx="nan"', "skewx must be between -1e6 and 1e6, got 'nan'"),
        ('orientation="oblique" skewy="-2e6"', "skewy must be between -1e6 and 1e6, got '-2e6'"),
        ('orientation="oblique" skewx="much"', "much"),
        (
            'orientation="oblique" skewx="32" skewy="16"',
            "skewx times skewy must not be 512, .* got skewx 32 and skewy 16",
        ),
        ('orientation="staggered" staggeraxis="z"', "staggeraxis must be x or y, got 'z'"),
        ('orientation="hexagonal" staggerindex="1"', "staggerindex must be even or odd, got '1'"),
        ('orientation="hexagonal" hexsidelength="17"', "hexsidelength .* 16, the height .* got 17"),
        (
            'orientation="hexagonal" hexsidelength="33" staggeraxis="x"',
            "hexsidelength must be from 0 to 32, the width of a tile, got 33",
        ),
        ('orientation="hexagonal" hexsidelength="-1"', "hexsidelength .* got -1"),
        ('orientation="hexagonal" hexsidelength="nan"', "hexsidelength .* got nan"),
        ('orientation="hexagonal" hexsidelength="long"', "long"),
    ],
)
def test_bad_grids_say_where(grid: str, match: str, tmp_path: Path) -> None:
    text = map_of(f'{grid} tilewidth="32" tileheight="16"', cells_of([[1]]))
    with pytest.raises(ValueError, match=rf"map\.tmx: .*{match}"):
        read(tmp_path, text)


@pytest.mark.parametrize("size", ["0", "1", "-4", "1e300", "nan", "wide"])
@pytest.mark.parametrize("orientation", ["isometric", "oblique", "staggered", "hexagonal"])
def test_cells_without_a_size_say_where(orientation: str, size: str, tmp_path: Path) -> None:
    grid = f'orientation="{orientation}" tilewidth="{size}" tileheight="16"'
    with pytest.raises(ValueError, match=rf"map\.tmx: .*{size}"):
        read(tmp_path, map_of(grid, cells_of([[1]])))
