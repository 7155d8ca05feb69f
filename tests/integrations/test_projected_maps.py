"""What is solid in a map of Tiled is where Tiled draws it, in every grid and every form."""

import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from integrations.map_files import (
    ACROSS,
    BY_120,
    DIAGONAL,
    DOWN,
    FORMS,
    Json,
    group,
    props,
    thing,
    things,
    tile,
    tiled_map,
    tiles,
    tileset,
    write_tiled,
)
from integrations.tiled_pictures import Picture
from support.counting import at_least

from spritecol import Capsule, Ellipse, Group, Point, Polygon, Segment, Sprite
from spritecol.integrations.tiled import MapSprite, sprites_from_tmx


def grid_of(orientation: str, width: int = 32, height: int = 16, **more: Any) -> Json:
    return {"orientation": orientation, "tilewidth": width, "tileheight": height, **more}


ISOMETRIC = grid_of("isometric")
ORTHOGONAL = grid_of("orthogonal")
GRIDS = [
    ORTHOGONAL,
    ISOMETRIC,
    grid_of("isometric", 33, 21),
    *(
        grid_of(*head, **more, staggeraxis=axis, staggerindex=index)
        for head, more in (
            (("staggered",), {}),
            (("hexagonal", 28, 24), {"hexsidelength": 12}),
        )
        for axis in "xy"
        for index in ("odd", "even")
    ),
    grid_of("oblique", skewx=8, skewy=0),
    grid_of("oblique", skewx=-24, skewy=5),
    grid_of("oblique", 31, 17, skewx=40, skewy=-40),
    grid_of("oblique", 33, 21, skewy=-13),
    grid_of("staggered", 31, 17),
    grid_of("hexagonal", 31, 27, hexsidelength=8),
    grid_of("hexagonal", 31, 27, hexsidelength=3),
    grid_of("hexagonal", 31, 27, hexsidelength=3, staggeraxis="x"),
    grid_of("staggered", 31, 17, staggeraxis="x"),
]
on_each_grid = pytest.mark.parametrize("grid", GRIDS, ids=range(len(GRIDS)))
PLACES = [
    *("topleft", "top", "topright", "left", "center", "right"),
    *("bottomleft", "bottom", "bottomright", "unspecified"),
]
CAPSULE = {"capsule": True, "name": "capsule"}  # which pytiled_parser takes for a rectangle
KINDS: dict[str, Json] = {
    "rectangle": {"width": 30, "height": 18},
    "flat": {"width": 30, "height": 0},
    "ellipse": {"width": 30, "height": 18, "ellipse": True},
    "circle": {"width": 20, "height": 20, "ellipse": True},
    "dot": {"width": 0, "height": 0, "ellipse": True},
    "capsule": {"width": 40, "height": 14, "capsule": True},
    "high": {"width": 14, "height": 40, "capsule": True, "name": "capsule"},
    "point": {"point": True},
    "polygon": {"polygon": [(0, 0), (30, 5), (12, 12), (9, 30)]},
    "polyline": {"polyline": [(0, 0), (30, 5), (12, 12), (9, 30)]},
}
ON_THE_GROUND = tileset(
    11,
    "b",
    count=2,
    tilewidth=20,
    tileheight=40,
    grid={"orientation": "isometric", "width": 20, "height": 10},
    tiles={
        0: tile(thing(2, 3, 8, 5, rotation=40), thing(4, -6, polygon=[(0, 0), (9, 0), (0, 9)])),
        1: tile(thing(-4, -3, 5, 9, ellipse=True), thing(3, 3, 14, 6, rotation=-15, **CAPSULE)),
    },
)


def tilesets_of(rng: random.Random) -> list[Json]:
    """Tiles with collision objects, drawn as the tilesets say in ways that are drawn by chance.

    1 is whole and not as large as a cell, 2 to 4 have collision objects, and 5 is not solid. Those
    of 11 and 12 are on the ground.
    """
    bent = tile(thing(4, 30, polygon=[(0, 0), (20, -6), (22, 9)]), thing(2, 1, 16, 8, rotation=25))
    inside = {
        1: bent,
        2: tile(thing(9, 20, 18, 8, rotation=70, ellipse=True)),
        3: tile(thing(1, 8, 8, 30, **CAPSULE)),
        4: tile(properties=props(solid=False)),
    }
    high = {0: tile(thing(2, 2, polygon=[(0, 0), (15, 4), (3, 30)]))}
    made = [
        tileset(1, "a", 5, tilewidth=30, tileheight=44, tiles=inside),
        ON_THE_GROUND,
        tileset(21, "c", 1, tilewidth=20, tileheight=36, tiles=high),
        tileset(31, "d", 1, tilewidth=40, tileheight=12, tiles={0: tile(thing(2, 2, 20, 6))}),
        tileset(41, "e", 1, tilewidth=20, tileheight=10),
    ]
    for one in made:
        one |= {"tilerendersize": rng.choice(["grid", "tile"])}
        one |= {"fillmode": rng.choice(["stretch", "preserve-aspect-fit"])}
        one |= {"objectalignment": rng.choice(PLACES)}
        one |= {"tileoffset": {"x": rng.choice([0, 3]), "y": rng.choice([0, -5])}}
    return made


def scene(grid: Json, rng: random.Random, infinite: bool) -> Json:
    """A map of all kinds of tiles and objects."""
    bits = [ACROSS, DOWN, DIAGONAL, *([BY_120] if grid["orientation"] == "hexagonal" else [])]
    gids = [1, 1, 2, 3, 4, 5, 11, 12, 21, 31, 41]

    def flipped(gid: int, ways: Sequence[int]) -> int:
        return gid + sum(bit for bit in ways if rng.random() < 0.5)

    rows = [
        [flipped(rng.choice(gids), bits) if rng.random() < 0.6 else 0 for _ in range(6)]
        for _ in range(7)
    ]
    made = []
    for turns in range(3):
        for name, shape in KINDS.items():
            made.append({"name": name, **shape, **placed(rng, turns)})
        for gid in (1, 2, 3, 12, 21, 31, 41):
            size = {"width": 50, "height": 30} if turns == 2 else {}
            ways = [ACROSS, DOWN]
            made.append({"gid": flipped(gid, ways), **size, **placed(rng, turns)})
    at = (-3, -5) if infinite else (0, 0)
    ground = tiles(rows, at=at, offsetx=5, offsety=-2.5)
    above = group("all", things(*made, offsetx=0, offsety=7), offsetx=-11, offsety=0)
    return map_of(grid, ground, above, tilesets=tilesets_of(rng))


def placed(rng: random.Random, turns: int) -> Json:
    x, y = rng.randint(-40, 160), rng.randint(-40, 160)
    return thing(x, y, rotation=turns * rng.randint(-80, 80))


def map_of(grid: Json, *layers: Json, tilesets: Sequence[Json] = ()) -> Json:
    return tiled_map(*layers, tilesets=tilesets, **{"width": 6, "height": 7, **grid})


def read(folder: Path, made: Json, form: str = "csv") -> list[MapSprite]:
    (folder / "empty.tiled-project").write_text("{}")  # else each folder above is searched for one
    return sprites_from_tmx(write_tiled(folder / form, made, FORMS[form]))


def union(sprite: Sprite) -> Any:
    return shapely.union_all([shape.geometry for shape in sprite.world_shapes])


def compared(sprite: MapSprite, parts: Sequence[Any], rng: random.Random) -> tuple[int, int]:
    """Compare a sprite with what is drawn, at points that are in it, beside it, and further off.

    Returns how many of them were inside, and outside.
    """
    places = []
    for part in parts:
        left, top, right, bottom = part.bounds
        for _ in range(14):
            places.append((rng.uniform(left - 4, right + 4), rng.uniform(top - 4, bottom + 4)))
    points = shapely.points(places)
    edges = shapely.STRtree(shapely.boundary(parts))
    at_edges, _ = edges.query(points, predicate="dwithin", distance=0.01)
    solid = shapely.contains(shapely.union_all(parts), points)
    found = np.zeros(len(places), bool)
    found[Group(sprite).point_indices(places)[:, 0]] = True
    wrong = np.setdiff1d(np.flatnonzero(found != solid), at_edges)
    assert not len(wrong), (sprite, places[wrong[0]])
    return int(solid.sum()), int((~solid).sum())


PLAIN_FORMS = [name for name in FORMS if name not in ("csv", "zstd")]  # zstd needs Python 3.14


@on_each_grid
def test_it_is_solid_where_tiled_draws_it(grid: Json, tmp_path: Path) -> None:
    """In two other forms it is the same."""
    at = GRIDS.index(grid)
    rng = random.Random(str(grid))
    made = scene(grid, rng, infinite=at % 3 > 0)
    sprites = read(tmp_path, made)
    drawn = [
        (layer, parts)
        for layer, every in Picture(tmp_path / "csv/map.tmx").layers()
        for parts in every
    ]
    assert [sprite.layer for sprite in sprites] == [layer.name for layer, _ in drawn]
    counts = np.zeros(2)
    for sprite, (_, parts) in zip(sprites, drawn, strict=True):
        if parts[0].area:
            counts += compared(sprite, parts, rng)
            continue
        assert union(sprite).hausdorff_distance(parts[0]) < 1e-9, sprite.name
    assert min(counts) > 200
    for form in (PLAIN_FORMS * 2)[2 * at : 2 * at + 2]:
        for one, other in zip(sprites, read(tmp_path, made, form), strict=True):
            assert (one.x, one.y, one.angle) == (other.x, other.y, other.angle)
            assert one.shapes == other.shapes, form


def test_every_form_is_that_of_a_scene() -> None:
    assert 2 * len(GRIDS) >= len(PLAIN_FORMS)


@on_each_grid
def test_a_tile_far_away_changes_nothing(grid: Json, tmp_path: Path) -> None:
    """Even where no grid between fits into memory."""
    rng = random.Random(str(grid))
    rows = [[rng.choice([0, 1, 1, 2, 21]) for _ in range(8)] for _ in range(8)]
    made = map_of(grid, tiles(rows, offsetx=5), tilesets=tilesets_of(rng))
    (near,) = read(tmp_path, made, "chunks")
    path = tmp_path / "chunks/map.tmx"
    far = '<chunk x="8000000" y="6000000" width="2" height="1">0,1</chunk>'
    path.write_text(path.read_text().replace("</data>", f"{far}</data>"))
    (ground,) = sprites_from_tmx(path)
    *others, last = sorted(ground.shapes, key=lambda shape: max(map(abs, shape.bounds)))
    assert max(map(abs, last.bounds)) > 1e6
    assert sorted(map(str, others)) == sorted(map(str, near.shapes))


@on_each_grid
def test_tiles_have_no_seams_and_few_shapes(grid: Json, tmp_path: Path) -> None:
    """Whole tiles, and tiles with collision objects that join the cells they meet.

    A line along a side between two cells is inside, and one along another is not.
    """
    kind = grid["orientation"]
    hexagon = [(0, 6), (14, 0), (28, 6), (28, 18)]
    half = hexagon if kind == "hexagonal" else [(0, 8), (16, 0), (32, 8)]
    tilesets = [tileset(tilewidth=32, tiles={1: tile(thing(polygon=half))})]
    few = {"staggered": 17}.get(kind, 1)
    rng = random.Random(str(grid))
    probe = Sprite()
    with at_least(inside=300, outside=100) as seen:
        for gids in ([1, 1, 0], [1], [0, 1, 1, 2]):
            rows = [[rng.choice(gids) for _ in range(9)] for _ in range(9)]
            (ground,) = read(tmp_path, map_of(grid, tiles(rows), tilesets=tilesets))
            ((_, (parts,)),) = Picture(tmp_path / "csv/map.tmx").layers()
            area = shapely.union_all(parts)
            assert union(ground).symmetric_difference(area).area < 1e-9 * area.area
            assert len(ground.shapes) < 0.9 * np.count_nonzero(rows)
            if gids == [1]:
                assert len(ground.shapes) <= few
            if 2 in gids:
                continue
            assert union(ground).equals(area)
            for part in parts:
                for a, b in pairwise(shapely.get_coordinates(shapely.simplify(part, 0))):
                    probe.collision = Segment(*(a + (b - a) / 4), *(b - (b - a) / 4))
                    expected = area.contains(shapely.Point((a + b) / 2))
                    assert ground.hits(probe) == expected, (a, b)
                    seen["inside" if expected else "outside"] += 1


def test_a_place_in_an_oblique_map(tmp_path: Path) -> None:
    """Each row is shifted by skewx, each column by skewy, and images stand on cells unskewed."""
    grid = grid_of("oblique", skewx=8, skewy=-4)
    objects = things(thing(64, 32, 32, 16), thing(0, 16, point=True), thing(0, 16, gid=1))
    high = tileset(tilewidth=30, tileheight=44)
    layers = [tiles([[0, 0], [0, 1]]), objects]
    ground, box, point, one = read(tmp_path, map_of(grid, *layers, tilesets=[high]))
    (cell,) = ground.world_shapes
    assert cell.points == ((40, 12), (72, 8), (80, 24), (48, 28))
    assert (box.x, box.y) == (64 + 2 * 8, 32 - 2 * 4)
    assert box.shapes == (Polygon([(0, 0), (32, -4), (40, 12), (8, 16)]),)
    assert (point.x, point.y) == (8, 16)
    assert (one.x, one.y) == (8, 16 - 44)


def test_shapes_of_objects_in_isometric_maps(tmp_path: Path) -> None:
    """Both axes have the unit of the height of a cell, and rotation is that of the screen."""
    objects = things(
        thing(16, 0, 16, 32),
        thing(0, 0, 16, 16, ellipse=True),
        thing(16, 16, 32, 16, rotation=30, capsule=True),
        thing(16, 16, point=True),
        thing(0, 0, 16, 0),
        thing(32, 0, gid=1),
        thing(polyline=[(0, 0), (16, 0), (16, 16)]),
        thing(0, 0, 16, 0, capsule=True),
    )
    high = tileset(tilewidth=30, tileheight=44)
    box, disc, pill, point, flat, one, line, thin = read(
        tmp_path, map_of(ISOMETRIC, objects, tilesets=[high])
    )
    left = 7 * 16  # rows of the map
    assert (box.x, box.y) == (left + 16, 8)
    assert box.shapes == (Polygon([(0, 0), (16, 8), (-16, 24), (-32, 16)]),)
    (round_shape,) = disc.shapes
    assert isinstance(round_shape, Ellipse)
    assert (round_shape.x, round_shape.y, round_shape.angle) == (0, 8, 0)
    assert (round_shape.radius_x, round_shape.radius_y) == pytest.approx((8 * 2**0.5, 4 * 2**0.5))
    assert [type(shape) for shape in pill.shapes] == [Polygon, Ellipse, Ellipse]
    assert pill.angle == 30
    assert point.shapes == (Point(0, 0),)
    assert (point.x, point.y) == (left, 16)
    assert flat.shapes == (Segment(0, 0, 16, 8),)
    assert one.shapes == (Polygon([(15, 29), (30, 36.5), (15, 44), (0, 36.5)]),)
    assert (one.x, one.y) == (left + 32 - 15, 16 - 44)
    assert line.shapes == (Segment(0, 0, 16, 8), Segment(16, 8, 0, 16))
    assert thin.shapes == (Segment(0, 0, 16, 8),)
    assert not any(isinstance(shape, Capsule) for sprite in (pill, thin) for shape in sprite.shapes)


@on_each_grid
def test_tiles_keep_what_their_properties_say(grid: Json, tmp_path: Path) -> None:
    inside = {
        1: {"type": "ice"},
        2: tile(properties=props(one_way=True)),
        3: tile(properties=props(layer=4)),
    }
    rows = [[1, 1, 2, 2, 3, 3], [1, 1, 2, 2, 3, 3], [4, 4, 4, 4, 0, 0], [4, 4, 4, 4, 0, 0]]
    tilesets = [tileset(tilewidth=32, tiles=inside)]
    (ground,) = read(tmp_path, map_of(grid, tiles(rows), tilesets=tilesets))
    by_kind: dict[Any, list[Any]] = {}
    for shape in ground.world_shapes:
        by_kind.setdefault((shape.name, shape.one_way, shape.layer), []).append(shape.geometry)
    ((_, (cells,)),) = Picture(tmp_path / "csv/map.tmx").layers()
    flat = [gid for row in rows for gid in row if gid]
    kinds = {1: (None, None, None), 2: ("ice", None, None), 3: (None, (0, -1), None)}
    for gid, kind in {**kinds, 4: (None, None, 4)}.items():
        expected = [cell for cell, of in zip(cells, flat, strict=True) if of == gid]
        assert shapely.union_all(by_kind.pop(kind)).equals(shapely.union_all(expected))
    assert not by_kind


ONE_WAY = props(one_way=True)


@pytest.mark.parametrize(
    "grid", [grid for grid in GRIDS if grid["orientation"] not in ("orthogonal", "oblique")]
)
def test_one_way_tiles_stay_apart_and_are_mirrored(grid: Json, tmp_path: Path) -> None:
    """Also those with collision objects that overlap: each tile has more than one front."""
    wide = tile(thing(-9, 0, 50, 20), properties=ONE_WAY)
    one = tileset(tilewidth=32, tiles={0: tile(properties=ONE_WAY), 1: wide})
    rows = [[1, 1, 2, 2, 1 | DOWN, 2 | DOWN]] * 2
    (ground,) = read(tmp_path, map_of(grid, tiles(rows), tilesets=[one]))
    ways = [shape.one_way for shape in ground.shapes]
    assert sorted(map(str, ways)) == ["Vec2(0.0, -1.0)"] * 8 + ["Vec2(0.0, 1.0)"] * 4


def test_one_way_rows_of_an_oblique_map_are_planks(tmp_path: Path) -> None:
    grid = grid_of("oblique", skewx=-20, skewy=4)
    one = tileset(tilewidth=32, tiles={0: tile(properties=ONE_WAY)})
    (ground,) = read(tmp_path, map_of(grid, tiles([[1, 1, 1], [0, 1, 1]]), tilesets=[one]))
    assert ground.shapes == (
        Polygon([(0, 0), (96, 12), (76, 28), (-20, 16)], one_way=(0, -1)),
        Polygon([(12, 20), (76, 28), (56, 44), (-8, 36)], one_way=(0, -1)),
    )


@pytest.mark.parametrize("size", [{"width": 0, "height": 0}, {"width": 30, "height": -1}, {}])
def test_a_grid_without_a_size_is_that_of_the_tiles(size: Json, tmp_path: Path) -> None:
    head = {"orientation": "isometric"}
    found = []
    for one in ({**head, **size}, head, {**head, "width": 20, "height": 40}):
        tilesets = [{**ON_THE_GROUND, "grid": one}]
        (ground,) = read(tmp_path, map_of(ISOMETRIC, tiles([[11, 12]]), tilesets=tilesets))
        found.append(ground.shapes)
    first, *others = found
    assert others == [first, first]


@pytest.mark.parametrize(
    ("grid", "match"),
    [
        (grid_of("round"), "orientation must be orthogonal, .* or hexagonal, got 'round'"),
        (grid_of("oblique", skewx="nan"), "skewx must be between -1e6 and 1e6, got 'nan'"),
        (grid_of("oblique", skewy="-2e6"), "skewy must be between -1e6 and 1e6, got '-2e6'"),
        (grid_of("oblique", skewx="much"), "much"),
        (
            grid_of("oblique", skewx=32, skewy=16),
            "skewx times skewy must not be 512, .* got skewx 32 and skewy 16",
        ),
        (grid_of("staggered", staggeraxis="z"), "staggeraxis must be x or y, got 'z'"),
        (grid_of("hexagonal", staggerindex="1"), "staggerindex must be even or odd, got '1'"),
        (grid_of("hexagonal", hexsidelength=17), "hexsidelength .* 16, the height .* got 17"),
        (
            grid_of("hexagonal", hexsidelength=33, staggeraxis="x"),
            "hexsidelength must be from 0 to 32, the width of a tile, got 33",
        ),
        (grid_of("hexagonal", hexsidelength=-1), "hexsidelength .* got -1"),
        (grid_of("hexagonal", hexsidelength="nan"), "hexsidelength .* got nan"),
        (grid_of("hexagonal", hexsidelength="long"), "long"),
        *(
            ({**grid_of(kind), "tilewidth": size}, size)
            for kind in ("isometric", "oblique", "staggered", "hexagonal")
            for size in ("0", "1", "-4", "1000000", "1e300", "nan", "wide")
        ),
    ],
)
def test_bad_grids_say_where(grid: Json, match: str, tmp_path: Path) -> None:
    for form in ("csv", "JSON"):
        made = map_of(grid, tiles([[1]]), tilesets=[tileset()])
        with pytest.raises(ValueError, match=rf"map\.tm[xj]: .*{match}"):
            read(tmp_path, made, form)
