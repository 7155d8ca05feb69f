"""`shapes_from_tiles`: whatever meets a tile map meets just what the union of its cells would.

The union is made in whole numbers by shapely, and asked in fractions by the oracle.
"""

import copy
import math
from fractions import Fraction
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
import pytest
import shapely
from oracle import exact
from support.counting import at_least
from support.scenes import QUARTER_POSES, TURNED_POSES, Dice

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Vec2,
)
from spritecol.tiles import cell_of, shapes_from_tiles

Grid = npt.NDArray[np.bool_]

# Sizes that float64 holds exactly, does not, and whose multiples need rects of two halves.
SIZES = [1.0, 16.0, 0.1, 1 / 3, 0.7, 1 + 3 * 2**-52, math.pi * 1e5, 1e-9]


def random_grid(r: Dice, rows: int = 7, columns: int = 9) -> Grid:
    full, shape = r.uniform(0.4, 0.95), (r.randint(0, rows), r.randint(0, columns))
    cells = [r.random() < full for _ in range(shape[0] * shape[1])]
    return np.array(cells, dtype=bool).reshape(shape)


def union_of(grid: Grid, width: float, height: float) -> exact.Solid:
    """The inside of the union of all solid cells, whose edges are multiples as float64 has them."""
    cells = [shapely.box(x, y, x + 1, y + 1) for y, x in np.argwhere(grid).tolist()]
    pieces: list[exact.Convex] = []
    for area in shapely.get_parts(shapely.union_all(cells)) if cells else ():
        rings = [
            tuple((Fraction(x * width), Fraction(y * height)) for x, y in ring.coords[:-1])
            for ring in (area.exterior, *area.interiors)
        ]
        pieces += [exact.Part(piece) for piece in exact.trapezoids(rings)]
    return tuple(pieces)


def probes(r: Dice, grid: Grid, width: float, height: float) -> list[Shape]:
    """Shapes whose places are lines of the grid, a step of float64 beside them, or anywhere."""

    def place(count: int, size: float) -> float:
        line = r.randint(-1, count + 1) * size
        # The step beside 0 is so small that products of it would not be float64s any more.
        after, before = (
            math.nextafter(line, sign * math.inf) if line else sign * size * 1e-15
            for sign in (1, -1)
        )
        return r.choice((line, line, after, before, line + r.uniform(0.01, 0.99) * size))

    rows, columns = grid.shape
    (x1, x2), (y1, y2) = (
        sorted((place(count, size), place(count, size)))
        for count, size in ((columns, width), (rows, height))
    )
    return [
        Point(x1, y1),
        Segment(x1, y1, x2, y1),
        Segment(x1, y1, x1, y2),
        Segment(x1, y1, x2, y2),
        Segment(x2, y1, x1, y2),
    ]


@pytest.mark.parametrize("size", SIZES)
def test_it_hits_what_the_union_hits(size: float) -> None:
    r = Dice(repr(size))
    with at_least(hits=12, misses=25) as seen:
        for _ in range(16):
            grid, height = random_grid(r), r.choice(SIZES)
            level = Sprite(collision=shapes_from_tiles(grid, size, height))
            union = [union_of(grid, size, height)]
            for shape in probes(r, grid, size, height):
                probe = Sprite(collision=shape)
                expected = exact.are_met(exact.solids(probe), union)
                assert level.hits(probe) == expected, shape
                assert probe.hits(level) == expected, shape
                assert bool(probe.check([Sprite(collision=s) for s in level.shapes])) == expected
                seen["hits" if expected else "misses"] += 1


@pytest.mark.parametrize("seed", range(4))
def test_every_place_and_line_of_a_grid(seed: int) -> None:
    """All points of the half grid, and all level and upright segments between them."""
    rng = np.random.default_rng(seed)
    grid = rng.random((4, 5)) < rng.uniform(0.4, 0.95)
    union = [union_of(grid, 2, 2)]
    level = Sprite(collision=shapes_from_tiles(grid, 2, 2))
    with at_least(hits=150, misses=100) as seen:
        for x in range(-1, 12):
            for y in range(-1, 10):
                lines = [Segment(x, y, end, y) for end in range(x + 1, 12)]
                lines += [Segment(x, y, x, end) for end in range(y + 1, 10)]
                for shape in (Point(x, y), *lines):
                    probe = Sprite(collision=shape)
                    expected = exact.are_met(exact.solids(probe), union)
                    assert level.hits(probe) == expected, shape
                    seen["hits" if expected else "misses"] += 1


@pytest.mark.parametrize("pose", QUARTER_POSES)
def test_shapes_of_all_kinds_in_every_quarter_turn(pose: dict[str, Any]) -> None:
    """Against the union as polygons in the same pose."""
    rng = np.random.default_rng(1)
    with at_least(hits=20, misses=5) as seen:
        for _ in range(2):
            grid = rng.random((6, 6)) < 0.6
            level = Sprite(collision=shapes_from_tiles(grid, 4, 4), **pose)
            cells = [shapely.box(4 * x, 4 * y, 4 * x + 4, 4 * y + 4) for y, x in np.argwhere(grid)]
            parts = shapely.get_parts(shapely.union_all(cells))
            union = Sprite(collision=[Polygon.from_geometry(part) for part in parts], **pose)
            for _ in range(30):
                x, y, u, v = (2 * rng.integers(-1, 14, 4)).tolist()
                shape: Shape = [
                    Segment(x, y, u, v),
                    Segment(x, y, u, y),
                    Ellipse(x, y, 3, 1, 90),
                    Circle(x, y, 2),
                    Polygon([(x, y), (x + 6, y), (x, y + 2), (x + 1, y + 1)]),
                ][rng.integers(5)]
                probe = Sprite(collision=shape, **pose)
                expected = exact.hits(probe, union)
                assert level.hits(probe) == expected, shape
                seen["hits" if expected else "misses"] += 1


@pytest.mark.parametrize("pose", TURNED_POSES)
def test_seams_are_shut_in_turned_maps(pose: dict[str, Any]) -> None:
    """Points and short segments on all lines between solid cells, where rounding could open one."""
    grid = np.random.default_rng(1).random((8, 8)) < 0.85
    level = Sprite(collision=shapes_from_tiles(grid, 0.7, 0.7), **pose)
    with at_least(seams=60, crossings=15) as seen:
        for row, column in np.ndindex(8, 8):
            around = grid[row : row + 2, column : column + 2]
            spots = [(row + 0.5, column + 1)] if around[0].all() and around.shape[1] > 1 else []
            if around[:, 0].all() and around.shape[0] > 1:
                spots.append((row + 1, column + 0.5))
            if around.all() and around.shape == (2, 2):
                spots.append((row + 1, column + 1))
                seen["crossings"] += 1
            for i, j in spots:
                x, y = j * 0.7, i * 0.7
                seen["seams"] += 1
                for dx, dy in ((0.1, 0.0), (0.0, 0.1), (0.1, 0.1)):
                    line = Segment(x - dx, y - dy, x + dx, y + dy)
                    assert level.hits(Sprite(collision=line, **pose))
                assert level.hits(Sprite(collision=Point(x, y), **pose))
                assert level.hits(Sprite(collision=Circle(x, y, 1e-6), **pose))


def test_a_ball_rolls_over_the_seams() -> None:
    """Along a floor of many tiles it touches none; a hair lower it hits all the way."""
    floor = Sprite(collision=shapes_from_tiles([[1] * 50, [1, 0] * 25], 0.1, 0.1), y=3)
    for i in range(500):
        assert not floor.hits(Sprite(i * 0.01, 2.75, collision=Circle(0, 0, 0.25)))
        assert floor.hits(Sprite(i * 0.01, 2.75 + 1e-6, collision=Circle(0, 0, 0.25)))


# --- the rects ------------------------------------------------------------------------------------


def test_the_rects_are_maximal_different_and_in_order() -> None:
    r = Dice(3)
    for _ in range(40):
        grid = random_grid(r)
        rects = shapes_from_tiles(grid, 1, 1)
        assert list(rects) == sorted(set(rects), key=lambda rect: (rect.y, rect.x, rect.width))
        covered = np.zeros(grid.shape, bool)
        empty = np.pad(~grid, 1, constant_values=True)
        for rect in rects:
            x, y, width, height = map(int, (rect.x, rect.y, rect.width, rect.height))
            assert grid[y : y + height, x : x + width].all()
            covered[y : y + height, x : x + width] = True
            assert empty[y, x + 1 : x + width + 1].any()
            assert empty[y + height + 1, x + 1 : x + width + 1].any()
            assert empty[y + 1 : y + height + 1, x].any()
            assert empty[y + 1 : y + height + 1, x + width + 1].any()
        assert (covered == grid).all()
    for rows, columns in [(0, 0), (0, 5), (5, 0), (3, 3)]:
        assert shapes_from_tiles(np.zeros((rows, columns)), 16, 16) == ()


def placed(x: float, y: float, pose: dict[str, Any]) -> Vec2:
    """Where a sprite in this pose has a place of its own."""
    (point,) = Sprite(collision=Point(x, y), **pose).world_shapes
    assert isinstance(point, Point)
    return Vec2(point.x, point.y)


FRONTS = [(0, -1), (0, 2), (-1, 0), (3, 0), (0.1, -1), (6e-17, -1), (1, -1), (-2, -1.5)]


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("pose", QUARTER_POSES)
def test_each_one_way_cell_stops_what_comes_to_its_front(front: Any, pose: dict[str, Any]) -> None:
    """A thing goes from the middle of each cell, solid or not, to the middle of each neighbor.

    A solid neighbor stops it at its edge if the edge looks at most 60 degrees away from `one_way`.
    """
    r = Dice(repr((front, pose)))
    size, half = 16, 2

    def world(x: float, y: float) -> Vec2:
        return placed(x, y, pose)

    direction = (world(*front) - world(0, 0)).normalized()
    with at_least(stopped=60, passed=300, inside=30) as seen:
        for _ in range(4):
            grid = np.array(r.choices([0, 1], [1, 2], k=42)).reshape(6, 7)
            level = Sprite(collision=shapes_from_tiles(grid, size, size, one_way=front), **pose)
            assert all(shape.one_way == front for shape in level.shapes)
            around = np.pad(grid, 2)
            for row, column in np.ndindex(grid.shape[0] + 2, grid.shape[1] + 2):
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    x, y = (column - 0.5) * size, (row - 0.5) * size
                    start, end = world(x, y), world(x + dx * size, y + dy * size)
                    way = end - start
                    faces = direction.dot(way) / way.length < -0.5
                    stops = bool(around[row + 1 + dy, column + 1 + dx]) and faces
                    body = Sprite(*start, collision=Rect(-half, -half, 2 * half, 2 * half))
                    hit = body.sweep(*way, level)
                    assert (hit is not None) == stops, (row, column, dx, dy)
                    seen["stopped" if stops else "passed"] += 1
                    if hit is not None:
                        assert hit.fraction * way.length == pytest.approx(way.length / 2 - half)
                        seen["inside"] += bool(around[row + 1, column + 1])


def test_one_way_cells_merge_across_the_direction_only() -> None:
    full = np.ones((2, 3))
    rows = [Rect(0, 0, 12, 5), Rect(0, 5, 12, 5)]
    columns = [Rect(0, 0, 4, 10), Rect(4, 0, 4, 10), Rect(8, 0, 4, 10)]
    cells = [Rect(4 * x, 5 * y, 4, 5) for y in range(2) for x in range(3)]
    for front in [*FRONTS, (-0.4, -0.9), (0.7, -0.8), (0.9, -0.4), (-0.8, 0.7)]:
        dx, dy = (abs(number) > 0.5 * math.hypot(*front) for number in front)
        expected = cells if dx and dy else columns if dx else rows
        found = shapes_from_tiles(full, 4, 5, one_way=front)
        assert list(found) == [attrs.evolve(rect, one_way=front) for rect in expected]
    broken = [[1, 0, 1], [0, 1, 1], [1, 1, 0]]
    found = shapes_from_tiles(broken, 1, 1, one_way=(1, 0))
    assert [rect.bounds for rect in found] == [
        (0, 0, 1, 1),
        (2, 0, 3, 2),
        (1, 1, 2, 3),
        (0, 2, 1, 3),
    ]
    for rows_, columns_ in [(0, 0), (0, 5), (5, 0), (3, 3)]:
        for front in FRONTS:
            assert shapes_from_tiles(np.zeros((rows_, columns_)), 16, 16, one_way=front) == ()


def test_few_rects() -> None:
    assert shapes_from_tiles(np.ones((40, 60)), 8, 4) == (Rect(0, 0, 480, 160),)
    frame = np.ones((40, 60))
    frame[1:-1, 1:-1] = 0
    assert len(shapes_from_tiles(frame, 8, 8)) == 4
    cross = np.zeros((9, 9))
    cross[4] = cross[:, 4] = 1
    assert shapes_from_tiles(cross, 1, 1) == (Rect(4, 0, 1, 9), Rect(0, 4, 9, 1))
    lattice = np.zeros((31, 41))
    lattice[::10] = lattice[:, ::10] = 1
    assert len(shapes_from_tiles(lattice, 1, 1)) == 4 + 5


@pytest.mark.parametrize("size", SIZES)
def test_edges_are_multiples_to_the_last_bit(size: float) -> None:
    """Also of runs that one rect can't end right: those are made of two that overlap."""
    halves = 0
    for start in range(0, 40, 3):
        for end in range(start + 1, 41):
            rects = shapes_from_tiles([[start <= k < end for k in range(end)]], size, 1)
            edges = start * size, 0, end * size, 1
            assert Sprite(collision=rects).aabb == edges
            assert len(rects) == 1 or (len(rects) == 2 and overlap(*rects))
            halves += len(rects) == 2
    assert halves or size != SIZES[5], "the size that needs two"


def overlap(a: Rect, b: Rect) -> bool:
    return Sprite(collision=a).hits(Sprite(collision=b))


@pytest.mark.parametrize(
    "grid",
    [
        [[0, 1], [1, 1]],
        [[False, True], [True, True]],
        ((0.0, 0.5), (1e-9, 7.0)),
        [[None, "tree"], [object(), 3]],
        np.array([[0, 3], [2, 1]], dtype=np.uint8),
        np.array([[9, 0, 9, 1], [9, 1, 9, 1]], dtype=np.int64)[:, 1::2],
        np.asfortranarray([[0, 1], [1, 1]]),
    ],
    ids=["numbers", "bools", "floats", "objects", "uint8", "strides", "columns"],
)
def test_truth_is_what_counts(grid: Any) -> None:
    before = copy.deepcopy(grid)
    assert shapes_from_tiles(grid, 2, 3) == (Rect(2, 0, 2, 6), Rect(0, 3, 4, 3))
    if isinstance(grid, np.ndarray):
        np.testing.assert_array_equal(grid, before)


BAD: list[tuple[Any, type[Exception], str]] = [
    (([1, 0, 1], 1, 1), ValueError, "two dimensions"),
    ((["# #", "###"], 1, 1), ValueError, "two dimensions"),
    (([["#", ""]], 1, 1), TypeError, "'#'"),
    (([[1j]], 1, 1), TypeError, "grid"),
    (([[1, 0], [1]], 1, 1), ValueError, "one length"),
    (([[1, 0], [1, math.nan]], 1, 1), ValueError, r"grid\[1\]\[1\]"),
    (([[1, None, math.nan]], 1, 1), ValueError, r"grid\[0\]\[2\]"),
    (([[-1, 0], [3, -1]], 1, 1), ValueError, "asarray"),
    (([[1]], 0, 1), ValueError, "tile_width"),
    (([[1]], 1, -16), ValueError, "tile_height"),
    (([[1]], math.nan, 1), ValueError, "tile_width"),
    (([[1]], None, 1), TypeError, "tile_width"),
    (([[1, 1]], 9e11, 1), ValueError, "1e12"),
]


@pytest.mark.parametrize(("arguments", "error", "word"), BAD)
def test_bad_input(arguments: Any, error: type[Exception], word: str) -> None:
    with pytest.raises(error, match=word):
        shapes_from_tiles(*arguments)


@pytest.mark.parametrize("bad", [(0, 0), (1,), (math.nan, 1)])
def test_a_bad_direction_is_named(bad: Any) -> None:
    with pytest.raises(ValueError, match=r"^one_way"):
        shapes_from_tiles([[1]], 16, 16, one_way=bad)


# --- which cell -----------------------------------------------------------------------------------


@pytest.mark.parametrize("pose", [*QUARTER_POSES, *TURNED_POSES])
@pytest.mark.parametrize("one_way", [None, (0, -1)])
def test_the_cell_that_was_hit(pose: dict[str, Any], one_way: Any) -> None:
    """On the way down a column the first solid cell is hit, and above it no other."""
    r = Dice(repr(pose))
    with at_least(columns=40) as seen:
        for _ in range(8):
            grid = np.array(r.choices([0, 1], [2, 1], k=42)).reshape(6, 7)
            shapes = shapes_from_tiles(grid, 8, 5, one_way=one_way, name="rock")
            level = Sprite(collision=shapes, **pose)
            for column in range(7):
                if not grid[:, column].any():
                    continue
                row = int(grid[:, column].argmax())
                x = (column + r.uniform(0.1, 0.9)) * 8
                start, end = placed(x, -20, pose), placed(x, 50, pose)
                ray = Group(level).raycast(*start, *end)
                dot = Sprite(*start, collision=Circle(0, 0, 1e-3))
                hits: list[Any] = [ray, dot.sweep(*(end - start), level)]
                dot.position = placed(x, (row + r.uniform(0.1, 0.9)) * 5, pose)
                hits += dot.contacts(level)
                assert len(hits) >= 3
                assert {cell_of(hit, 8, 5) for hit in hits} == {(column, row)}
                assert {hit.other_shape.name for hit in hits} == {"rock"}
                seen["columns"] += 1


def test_the_cell_of_a_round_shape_that_was_hit() -> None:
    """Its geometry is an outline of corners, between which a hit is beside it."""
    for shape in (Circle(24, 40, 7), Ellipse(24, 40, 7, 5)):
        level = Group(Sprite(collision=shape))
        for angle in range(0, 360, 7):
            start = Vec2(24, 40) + Vec2.from_angle(angle + 0.3, 20)
            assert cell_of(level.raycast(*start, 24, 40), 16, 16) == (1, 2)


@pytest.mark.parametrize("pose", QUARTER_POSES)
def test_the_cell_on_a_line_between_two(pose: dict[str, Any]) -> None:
    """The right or lower one if both are solid, else that which is."""
    with at_least(both=8, one=8) as seen:
        for pair in ([1, 1], [1, 0], [0, 1]):
            for k in range(4):
                cells = [0] * k + pair + [0] * (3 - k)
                for upright in (False, True):
                    grid = np.array([cells]).T if upright else np.array([cells])
                    level = Sprite(collision=shapes_from_tiles(grid, 8, 8), **pose)
                    line = (k + 1) * 8
                    for before, after in ((-9, 20), (20, -9)):
                        ends = [
                            placed(*((at, line) if upright else (line, at)), pose)
                            for at in (before, after)
                        ]
                        hit = Group(level).raycast(*ends[0], *ends[1])
                        if hit is None:  # a ray that touches a side does not hit
                            continue
                        expected = k + 1 if pair[1] else k
                        found = cell_of(hit, 8, 8)
                        assert found == ((0, expected) if upright else (expected, 0))
                        seen["both" if pair == [1, 1] else "one"] += 1


@pytest.mark.parametrize(
    "body", [Rect(-5, -12, 10, 12), Circle(0, -6, 6), Capsule(0, -12, 0, -6, 6)], ids=repr
)
def test_a_walker_feels_no_seam_between_tiles_of_other_names(body: Shape) -> None:
    """And a ray down tells which tile is below."""
    r = Dice(repr(body))
    for speed in (1.0, 2.7, 3.1):
        grid = np.array(r.choices([1, 2, 3], k=120)).reshape(3, 40)
        shapes = [
            shape
            for kind in (1, 2, 3)
            for shape in shapes_from_tiles(grid == kind, 16, 16, name=str(kind))
        ]
        level = Sprite(0, 100, collision=shapes)
        walker = CharacterController(Sprite(20, 100, collision=body))
        walker.move(0, 1, level)
        for frame in range(int(560 / speed)):
            walker.move(speed, 0.4, level)
            assert walker.on_floor
            assert walker.sprite.position == pytest.approx((20 + speed * (frame + 1), 100))
            x = walker.sprite.x
            ray = Group(level).raycast(x, 50, x, 140)
            assert ray
            assert cell_of(ray, 16, 16) == (x // 16, 0)
            assert ray.other_shape.name == str(grid[0, int(x // 16)])


@pytest.mark.parametrize("bad", [None, 3, (1, 2), Rect(0, 0, 1, 1)])
def test_what_is_no_hit_is_named(bad: Any) -> None:
    with pytest.raises(TypeError, match=r"^hit must be a RayHit, a SweepHit or a Contact, got "):
        cell_of(bad, 8, 8)
    level = Sprite(collision=shapes_from_tiles([[1]], 8, 8))
    hit = Group(level).raycast(4, -9, 4, 4)
    with pytest.raises(ValueError, match=r"^tile_width must be above 0, got 0"):
        cell_of(hit, 0, 8)
    with pytest.raises(TypeError, match=r"^tile_height"):
        cell_of(hit, 8, "8")  # type: ignore[arg-type]
