"""Tile grids and quarter turns are exact: neighbors never hit, and share out every point."""

import math
import random
from fractions import Fraction
from typing import Any

import shapely
from hypothesis import given
from hypothesis import strategies as st
from scenes import sprites as scenes
from support import oracle_exact as exact
from support.examples import examples
from support.for_each import for_each

from spritecol import Point, Polygon, Rect, Sprite, Triangle, pairs

QUARTERS = [0, 90, 180, 270, -90, 450, -7290, 3600]


def world_box(sprite: Sprite) -> tuple[float, float, float, float]:
    left, top, right, bottom = sprite.aabb
    return left, top, right, bottom


@examples(20)
@given(
    size=st.floats(1e-3, 1e4),
    left=st.floats(-1e6, 1e6),
    top=st.one_of(st.just(0.0), st.floats(-1e3, 1e3)),
)
def test_neighbors_never_hit(size: float, left: float, top: float) -> None:
    """Each tile begins at the very number where its neighbor ends."""
    grid = scenes.tiles(5, 4, size, left, top)
    assert pairs(grid) == []
    for i, tile in enumerate(grid):
        assert not any(tile.hits(other) for other in grid[i + 1 :])


@given(size=st.floats(1e-3, 1e4), left=st.floats(-1e6, 1e6), top=st.floats(-1e6, 1e6))
def test_one_step_too_near_is_a_hit(size: float, left: float, top: float) -> None:
    """The least overlap that a float64 can express counts: rectangles have no tolerance."""
    a = Sprite(left, top, collision=Rect(0, 0, size, size))
    touching = Sprite(left + size, top, collision=Rect(0, 0, size, size))
    nearer = Sprite(math.nextafter(left + size, -math.inf), top, collision=Rect(0, 0, size, size))
    assert not a.hits(touching)
    assert a.hits(nearer)
    touching.x, touching.y = left, top + size
    nearer.x, nearer.y = left, math.nextafter(top + size, -math.inf)
    assert not a.hits(touching)
    assert a.hits(nearer)


@examples(20)
@given(
    angle=st.sampled_from(QUARTERS),
    size=st.integers(2, 500),
    left=st.integers(-(10**6), 10**6),
    top=st.integers(-(10**6), 10**6),
    center=st.tuples(st.integers(-600, 600), st.integers(-600, 600)),
    mirror=st.sampled_from([-1, 1]),
)
def test_turned_by_quarters(
    angle: int, size: int, left: int, top: int, center: tuple[int, int], mirror: int
) -> None:
    grid = scenes.tiles(4, 3, size, left, top)
    for tile in grid:
        tile.angle, tile.scale_x = angle, mirror
        tile.center_x, tile.center_y = center
    assert pairs(grid) == []
    boxes = [world_box(tile) for tile in grid]
    assert all(edge == round(edge) for box in boxes for edge in box)
    assert {(right - left, bottom - top) for left, top, right, bottom in boxes} == {(size, size)}
    grid[5].x += 1
    grid[5].y += 1
    assert len(pairs(grid)) == 3


@for_each("angle", QUARTERS)
@for_each("side", [1, 2, 5, 32, 33])
def test_images_turned_about_their_middle_stay_in_place(angle: int, side: int) -> None:
    class Image:
        size = (side, side)

    sprite = Sprite(-7, 3, Image(), angle=angle)
    assert world_box(sprite) == (-7, 3, side - 7, side + 3)


@for_each("turns", range(-8, 9))
def test_quarter_turns_carry_points_exactly(turns: int) -> None:
    cos, sin = [(1, 0), (0, 1), (-1, 0), (0, -1)][turns % 4]
    sprite = Sprite(100, 200, collision=Point(7, 3), angle=90 * turns)
    at = (100 + cos * 7 - sin * 3, 200 + sin * 7 + cos * 3)
    assert world_box(sprite) == (*at, *at)


def claims(targets: list[Sprite], x: float, y: float) -> int:
    return len(Sprite(x, y, collision=Point(0, 0)).check(targets))


@examples(15)
@given(
    size=st.floats(1e-3, 1e4),
    left=st.floats(-1e5, 1e5),
    top=st.floats(-1e5, 1e5),
    data=st.data(),
)
def test_every_point_belongs_to_one_tile(
    size: float, left: float, top: float, data: st.DataObject
) -> None:
    """Corners and edges too; those on the lattice's own right and bottom edge belong to none."""
    grid = scenes.tiles(3, 3, size, left, top)
    xs, ys = sorted({tile.x for tile in grid}), sorted({tile.y for tile in grid})
    end_x, end_y = xs[-1] + size, ys[-1] + size
    inner = st.floats(0, 0.875)
    for x in [*xs, left + data.draw(inner) * size]:
        for y in [*ys, top + data.draw(inner) * size]:
            assert claims(grid, x, y) == 1
        assert claims(grid, x, end_y) == 0
    assert all(claims(grid, end_x, y) == 0 for y in [*ys, end_y])


@for_each("angle", QUARTERS)
def test_every_point_belongs_to_one_turned_tile(angle: int) -> None:
    kwargs: dict[str, Any] = {"angle": angle, "center_x": 5, "center_y": 5}
    grid = [
        Sprite(10 * i - 20, 10 * j - 20, collision=Rect(0, 0, 10, 10), **kwargs)
        for i in range(4)
        for j in range(4)
    ]
    for x in range(-20, 20, 5):
        for y in range(-20, 20, 5):
            assert claims(grid, x, y) == 1


# --- pieces of other forms ---------------------------------------------------------------------


RING = [(0, 0), (2, 0), (4, 0), (4, 2), (4, 4), (2, 4), (0, 4), (0, 2)]
TRIANGLE_TILES = {
    "falling": [Triangle(0, 0, 4, 0, 4, 4), Triangle(0, 0, 4, 4, 0, 4)],
    "rising": [Triangle(0, 0, 4, 0, 0, 4), Triangle(4, 0, 4, 4, 0, 4)],
    "fan": [
        Triangle(2, 2, *start, *end) for start, end in zip(RING, [*RING[1:], RING[0]], strict=True)
    ],
    "polygons": [
        Polygon([(0, 0), (4, 0), (4, 2), (1, 1), (2, 4), (0, 4)]),
        Polygon([(4, 2), (4, 4), (2, 4), (1, 1)]),
    ],
}


@for_each("name", TRIANGLE_TILES)
@for_each("angle", [0, 90, 180, 270])
@for_each("mirror", [1, -1])
def test_every_point_belongs_to_one_piece(name: str, angle: int, mirror: int) -> None:
    """On all edges, corners and diagonals, of squares cut into pieces, also turned and mirrored."""
    scene = [
        Sprite(4 * i, 4 * j, collision=piece, angle=angle, scale_x=mirror, center_x=2, center_y=2)
        for i in range(-2, 2)
        for j in range(-2, 2)
        for piece in TRIANGLE_TILES[name]
    ]
    assert pairs(scene) == []
    points = [
        Sprite(x / 2, y / 2, collision=Point(0, 0)) for x in range(-16, 16) for y in range(-16, 16)
    ]
    found = pairs(points, scene)
    assert [point for point, _ in found] == points
    assert claims(scene, 8, 0) == 0
    assert claims(scene, 0, 8) == 0


@for_each("seed", range(6))
def test_points_on_an_irregular_mosaic(seed: int) -> None:
    """Delaunay triangles of random whole points: their corners and the middles of their edges."""
    rng = random.Random(seed)
    points = shapely.MultiPoint(
        [(2 * rng.randint(-9, 9), 2 * rng.randint(-9, 9)) for _ in range(20)]
    )
    corners = [list(t.exterior.coords[:3]) for t in shapely.delaunay_triangles(points).geoms]
    mosaic = [Sprite(collision=Triangle(*a, *b, *c)) for a, b, c in corners]
    assert pairs(mosaic) == []
    hull = exact.solids(Sprite(collision=Polygon(_hull(points))))[0]
    spots = {spot for a, b, c in corners for spot in (a, b, c, _middle(a, b), _middle(b, c))}
    for x, y in spots:
        inside = exact.overlap(exact.Dot((Fraction(x), Fraction(y))), hull)
        assert claims(mosaic, x, y) == inside


def _hull(points: shapely.MultiPoint) -> list[tuple[float, ...]]:
    return list(shapely.convex_hull(points).exterior.coords[:-1])


def _middle(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
