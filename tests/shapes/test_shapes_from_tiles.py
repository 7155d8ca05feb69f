"""`shapes_from_tiles`: whatever meets a tile map meets just what the union of its cells would.

The union is judged twice without the library: by exact fractions, cell by cell, and by shapely.
"""

import math
from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from support import oracle_exact as exact
from support.examples import examples
from support.for_each import for_each
from support.hooks import exact_spans
from support.poses import QUARTER_POSES, TURNED_POSES

from spritecol import Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Sprite
from spritecol.tiles import shapes_from_tiles

Grid = npt.NDArray[np.bool_]

# Sizes that float64 holds exactly, does not, and whose multiples need rects of two halves.
SIZES = [1.0, 16.0, 0.1, 1 / 3, 0.7, 1 + 3 * 2**-52, math.pi * 1e5, 1e-9]

grids = arrays(
    np.bool_,
    st.tuples(st.integers(0, 7), st.integers(0, 9)),
    elements=st.sampled_from([True, True, False]),
    fill=st.nothing(),
)


class Union:
    """The open set inside the union of all solid cells, asked in exact fractions."""

    def __init__(self, grid: Grid, width: float, height: float) -> None:
        self.grid = grid
        self.xs = [Fraction(column * width) for column in range(grid.shape[1] + 1)]
        self.ys = [Fraction(row * height) for row in range(grid.shape[0] + 1)]

    def solid(self, row: int, column: int) -> bool:
        rows, columns = self.grid.shape
        return 0 <= row < rows and 0 <= column < columns and bool(self.grid[row, column])

    def cells(self) -> Iterator[tuple[Fraction, Fraction, Fraction, Fraction]]:
        for row, column in np.argwhere(self.grid).tolist():
            yield self.xs[column], self.ys[row], self.xs[column + 1], self.ys[row + 1]

    def holds(self, x: Fraction, y: Fraction) -> bool:
        """By the rule for points: a vanishing bit to the right and below."""
        return self.solid(bisect_right(self.ys, y) - 1, bisect_right(self.xs, x) - 1)

    def inside(self, x: Fraction, y: Fraction) -> bool:
        """Whether all cells round a place are solid, so that it is not on the edge either."""
        column, row = bisect_right(self.xs, x) - 1, bisect_right(self.ys, y) - 1
        columns = {column, column - (column >= 0 and x == self.xs[column])}
        rows = {row, row - (row >= 0 and y == self.ys[row])}
        return all(self.solid(r, c) for r in rows for c in columns)

    def hits(self, shape: Shape) -> bool:
        match shape:
            case Point(x=x, y=y):
                return self.holds(Fraction(x), Fraction(y))
            case Segment():
                if (shape.x1, shape.y1) == (shape.x2, shape.y2):
                    return self.hits(Point(shape.x1, shape.y1))
                return self.crosses(*map(Fraction, (shape.x1, shape.y1, shape.x2, shape.y2)))
            case Circle():
                x, y, r = map(Fraction, (shape.x, shape.y, shape.r))
                return any(
                    max(left - x, 0, x - right) ** 2 + max(top - y, 0, y - bottom) ** 2 < r * r
                    for left, top, right, bottom in self.cells()
                )
            case Rect():
                # World space knows its right edge as the rounded sum.
                x, y = Fraction(shape.x), Fraction(shape.y)
                end_x, end_y = Fraction(shape.x + shape.width), Fraction(shape.y + shape.height)
                return any(
                    x < right and left < end_x and y < bottom and top < end_y
                    for left, top, right, bottom in self.cells()
                )
        raise AssertionError(shape)

    def is_close(self, disc: Circle) -> bool:
        """Whether a disc all but touches a cell."""
        less, more = (Circle(disc.x, disc.y, disc.r * part) for part in (1 - 1e-12, 1 + 1e-12))
        return self.hits(less) != self.hits(more)

    def crosses(self, x1: Fraction, y1: Fraction, x2: Fraction, y2: Fraction) -> bool:
        """Between two lines of the grid a segment is inside all along, or not at all."""
        cuts = {Fraction(0), Fraction(1)}
        for start, end, lines in ((x1, x2, self.xs), (y1, y2, self.ys)):
            if start != end:
                cuts |= {(line - start) / (end - start) for line in lines}
        for here, there in pairwise(sorted(cut for cut in cuts if 0 <= cut <= 1)):
            t = (here + there) / 2
            if self.inside(x1 + t * (x2 - x1), y1 + t * (y2 - y1)):
                return True
        return False


def probes(data: st.DataObject, grid: Grid, width: float, height: float) -> list[Shape]:
    """Shapes whose places are lines of the grid, a step of float64 beside them, or anywhere."""

    def place(count: int, size: float) -> float:
        line = data.draw(st.integers(-1, count + 1)) * size
        # The step beside 0 is so small that products of it would not be float64s any more.
        after, before = (
            math.nextafter(line, sign * math.inf) if line else sign * size * 1e-15
            for sign in (1, -1)
        )
        within = line + data.draw(st.floats(0.01, 0.99)) * size
        return data.draw(st.sampled_from([line, line, after, before, within]))

    rows, columns = grid.shape
    x1, x2 = sorted((place(columns, width), place(columns, width)))
    y1, y2 = sorted((place(rows, height), place(rows, height)))
    return [
        Point(x1, y1),
        Segment(x1, y1, x2, y1),
        Segment(x1, y1, x1, y2),
        Segment(x1, y1, x2, y2),
        Segment(x2, y1, x1, y2),
        Rect(x1, y1, x2 - x1, y2 - y1) if x1 < x2 and y1 < y2 else Point(x2, y2),
        Circle(x1, y1, data.draw(st.sampled_from([0.25, 0.5, 1.0, 1.5])) * min(width, height)),
    ]


@examples(40)
@given(grid=grids, width=st.sampled_from(SIZES), height=st.sampled_from(SIZES), data=st.data())
def test_hits_what_the_union_hits(
    grid: Grid, width: float, height: float, data: st.DataObject
) -> None:
    union = Union(grid, width, height)
    level = Sprite(collision=shapes_from_tiles(grid, width, height))
    for shape in probes(data, grid, width, height):
        probe = Sprite(collision=shape)
        expected = union.hits(shape)
        if isinstance(shape, Circle) and union.is_close(shape) and width % 1 + height % 1:
            continue  # the box round a circle is rounded, and so decides the last bit
        assert level.hits(probe) == expected, shape
        assert probe.hits(level) == expected, shape
        assert bool(probe.check([Sprite(collision=rect) for rect in level.shapes])) == expected


@for_each("seed", range(4))
def test_every_place_and_line_of_a_grid(seed: int) -> None:
    """All points of the half grid, and all level and upright segments between them."""
    rng = np.random.default_rng(seed)
    grid = rng.random((4, 5)) < rng.uniform(0.4, 0.95)
    union = Union(grid, 2, 2)
    level = Sprite(collision=shapes_from_tiles(grid, 2, 2))
    for x in range(-1, 12):
        for y in range(-1, 10):
            lines = [Segment(x, y, end, y) for end in range(x + 1, 12)]
            lines += [Segment(x, y, x, end) for end in range(y + 1, 10)]
            for shape in (Point(x, y), *lines):
                assert level.hits(Sprite(collision=shape)) == union.hits(shape), shape


def solid_of(grid: Grid, width: float, height: float) -> Any:
    """The union of the cells as shapely makes it: pieces that meet at corners stay apart."""
    cells = [shapely.box(*map(float, cell)) for cell in Union(grid, width, height).cells()]
    return shapely.union_all(cells)


@for_each("pose", QUARTER_POSES)
@for_each("seed", range(2))
def test_shapes_of_all_kinds_against_the_union_as_polygons(seed: int, pose: dict[str, Any]) -> None:
    """The union as shapely sees it, in fractions, in every quarter turn and mirrored."""
    rng = np.random.default_rng(seed)
    grid = rng.random((6, 6)) < 0.6
    level = Sprite(collision=shapes_from_tiles(grid, 4, 4), **pose)
    parts = shapely.get_parts(solid_of(grid, 4, 4))
    areas = [
        solid
        for part in parts
        for solid in exact.solids(Sprite(collision=Polygon.from_geometry(part), **pose))
    ]
    for _ in range(40):
        x, y, u, v = (2 * rng.integers(-1, 14, 4)).tolist()
        shape = [
            Segment(x, y, u, v),
            Segment(x, y, u, y),
            Ellipse(x, y, 3, 1, 90),
            Circle(x, y, 2),
            Polygon([(x, y), (x + 6, y), (x, y + 2), (x + 1, y + 1)]),
        ][rng.integers(5)]
        probe = Sprite(collision=shape, **pose)
        expected = any(exact.overlap(a, b) for a in exact.solids(probe) for b in areas)
        assert level.hits(probe) == expected, shape


@for_each("pose", TURNED_POSES)
def test_seams_are_shut_in_turned_maps(pose: dict[str, Any]) -> None:
    """Points and short segments on all lines between solid cells, where rounding could open one."""
    rng = np.random.default_rng(1)
    grid = rng.random((8, 8)) < 0.75
    union = Union(grid, 0.7, 0.7)
    level = Sprite(collision=shapes_from_tiles(grid, 0.7, 0.7), **pose)
    tried = 0
    for row in range(33):
        for column in range(33):
            x, y = column * 0.175, row * 0.175
            for dx, dy in ((0.1, 0.0), (0.0, 0.1), (0.1, 0.1)):
                ends = [(x - dx, y - dy), (x + dx, y + dy)]
                if not all(union.inside(Fraction(p), Fraction(q)) for p, q in [(x, y), *ends]):
                    continue
                tried += 1
                assert level.hits(Sprite(collision=Segment(*ends[0], *ends[1]), **pose))
                assert level.hits(Sprite(collision=Point(x, y), **pose))
                assert level.hits(Sprite(collision=Circle(x, y, 1e-6), **pose))
    assert tried > 100


def test_a_ball_rolls_over_the_seams() -> None:
    """Along a floor of many tiles it touches none; a hair lower it hits all the way."""
    floor = Sprite(collision=shapes_from_tiles([[1] * 50, [1, 0] * 25], 0.1, 0.1), y=3)
    for i in range(500):
        assert not floor.hits(Sprite(i * 0.01, 2.75, collision=Circle(0, 0, 0.25)))
        assert floor.hits(Sprite(i * 0.01, 2.75 + 1e-6, collision=Circle(0, 0, 0.25)))


@examples(30)
@given(grid=grids)
def test_the_rects_are_maximal_different_and_in_order(grid: Grid) -> None:
    rects = shapes_from_tiles(grid, 1, 1)
    assert rects == sorted(set(rects), key=lambda rect: (rect.y, rect.x, rect.width))
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


def test_few_rects() -> None:
    assert shapes_from_tiles(np.ones((40, 60)), 8, 4) == [Rect(0, 0, 480, 160)]
    frame = np.ones((40, 60))
    frame[1:-1, 1:-1] = 0
    assert len(shapes_from_tiles(frame, 8, 8)) == 4
    cross = np.zeros((9, 9))
    cross[4] = cross[:, 4] = 1
    assert shapes_from_tiles(cross, 1, 1) == [Rect(4, 0, 1, 9), Rect(0, 4, 9, 1)]
    lattice = np.zeros((31, 41))
    lattice[::10] = lattice[:, ::10] = 1
    assert len(shapes_from_tiles(lattice, 1, 1)) == 4 + 5


@for_each("size", SIZES)
def test_edges_are_multiples_to_the_last_bit(size: float) -> None:
    """Also of runs that one rect can't end right: those are made of two that overlap."""
    edges = np.arange(41) * size
    first, last = np.triu_indices(41, 1)
    start, length, span = exact_spans(edges[first], edges[last])
    for i, (left, right) in enumerate(zip(edges[first], edges[last], strict=True)):
        parts = np.flatnonzero(span == i)
        assert start[parts].min() == left
        assert (start[parts] + length[parts]).max() == right
        assert len(parts) == 1 or (start + length)[parts[0]] > start[parts[1]] > left
    assert len(parts) <= 2
    if size == SIZES[5]:
        assert len(span) > len(first), "the case that needs two"


def test_a_run_of_two_halves() -> None:
    size = 1 + 3 * 2**-52
    rects = shapes_from_tiles([[0, 0, 1, 1, 1, 1, 1]], size, 1)
    assert len(rects) == 2
    assert Sprite(collision=rects).aabb == (2 * size, 0, 7 * size, 1)


# --- what is taken, and what is refused ---------------------------------------------------------


@for_each(
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
)
def test_truth_is_what_counts(grid: Any) -> None:
    assert shapes_from_tiles(grid, 2, 3) == [Rect(2, 0, 2, 6), Rect(0, 3, 4, 3)]


@for_each("grid", [[[-1, 0], [3, -1]], np.array([[0, 1], [-0.5, 1]])])
def test_a_number_below_0_is_refused(grid: Any) -> None:
    with pytest.raises(
        ValueError, match=r"^grid\[[01]\]\[0\] is -.*pass numpy.asarray\(grid\) >= 0"
    ):
        shapes_from_tiles(grid, 2, 3)
    assert shapes_from_tiles(np.asarray(grid) >= 0, 2, 3)


@for_each("shape", [(0, 0), (0, 5), (5, 0), (3, 3)])
def test_nothing_solid(shape: tuple[int, int]) -> None:
    assert shapes_from_tiles(np.zeros(shape), 16, 16) == []


def test_the_grid_is_left_as_it_was() -> None:
    grid = np.ones((3, 3), bool)
    shapes_from_tiles(grid, 1, 1)
    assert grid.all()


@for_each(
    "arguments, error, message",
    [
        (([1, 0, 1], 1, 1), ValueError, r"grid must have two dimensions, rows of cells, got 1"),
        (([[[1]]], 1, 1), ValueError, r"grid must have two dimensions, rows of cells, got 3"),
        ((7, 1, 1), ValueError, r"two dimensions"),
        (("##", 1, 1), ValueError, r"two dimensions"),
        ((["# #", "###"], 1, 1), ValueError, r"two dimensions"),
        (([["#", ""]], 1, 1), TypeError, r"grid must hold truth values or numbers.*'#'"),
        (([[1j]], 1, 1), TypeError, r"grid must hold truth values or numbers"),
        (([[1, 0], [1]], 1, 1), ValueError, r"grid must have rows of one length"),
        (([[1, 0], [1, math.nan]], 1, 1), ValueError, r"grid\[1\]\[1\] must be true or false"),
        (([[1, None, math.nan]], 1, 1), ValueError, r"grid\[0\]\[2\] must be true or false"),
        (([[1]], 0, 1), ValueError, r"tile_width must be above 0, got 0"),
        (([[1]], 1, -16), ValueError, r"tile_height must be above 0, got -16"),
        (([[1]], math.nan, 1), ValueError, r"tile_width must be a finite number .* got nan"),
        (([[1]], 1, math.inf), ValueError, r"tile_height must be a finite number .* got inf"),
        (([[1]], "16", 1), TypeError, r"tile_width must be a number, got '16'"),
        (([[1]], None, 1), TypeError, r"tile_width must be a number, got None"),
        (([[1, 1]], 9e11, 1), ValueError, r"tile_width must keep the map's edge within 1e12"),
    ],
)
def test_bad_input(arguments: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        shapes_from_tiles(*arguments)


@given(grids)
def test_one_way_tiles_are_the_same_rects(grid: Grid) -> None:
    rects = shapes_from_tiles(grid, 16, 16, one_way=[0, -2])
    assert all(rect.one_way == (0, -2) for rect in rects)
    assert [attrs.evolve(rect, one_way=None) for rect in rects] == shapes_from_tiles(grid, 16, 16)


@for_each("bad", [(0, 0), (1,), (math.nan, 1)])
def test_a_bad_direction_is_named(bad: Any) -> None:
    with pytest.raises(ValueError, match=r"^one_way"):
        shapes_from_tiles([[1]], 16, 16, one_way=bad)
