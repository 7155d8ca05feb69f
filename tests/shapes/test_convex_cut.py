"""Polygons cut into convex_cut pieces, proved right in rational arithmetic."""

import itertools
import math
import random
from collections.abc import Sequence
from fractions import Fraction

import pytest
import shapely
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st
from oracle import exact
from support.counting import at_least
from support.examples import examples

from spritecol.shapes import convex_cut
from spritecol.shapes.convex_cut import convex_piece, cut, orientation

Points = Sequence[tuple[float, float]]
Ring = list[tuple[float, float]]


def cross(o: tuple, a: tuple, b: tuple) -> Fraction:
    o, a, b = map(exact.fraction, (o, a, b))
    return exact.cross(exact.minus(a, o), exact.minus(b, o))


def twice_area(ring: Points) -> Fraction:
    return sum((cross((0, 0), a, b) for a, b in edges(ring)), Fraction())


def edges(ring: Points) -> list[tuple]:
    return list(zip(ring, [*ring[1:], ring[0]], strict=True))


def on_edge(p: tuple, edge: tuple) -> bool:
    """Whether a point is on the edge, and not one of its ends."""
    (ax, ay), (bx, by) = edge
    in_box = min(ax, bx) <= p[0] <= max(ax, bx) and min(ay, by) <= p[1] <= max(ay, by)
    return in_box and p not in edge and cross(*edge, p) == 0


def assert_cut(points: Points, holes: Sequence[Points] = ()) -> tuple:
    """Cut it, and prove every promise that the pieces and seams make."""
    pieces, seams = cut(points, holes)
    corners = {corner for ring in (points, *holes) for corner in ring}
    for piece in pieces:
        assert len(set(piece)) == len(piece) >= 3
        for corner in set(piece) - corners:  # of which only polygons of many corners have some
            assert len(corners) > 60
            assert any(on_edge(corner, edge) for ring in (points, *holes) for edge in edges(ring))
        assert twice_area(piece) > 0
        turns = [cross(piece[i - 2], piece[i - 1], piece[i]) for i in range(len(piece))]
        # Rounding in the world could make a straight corner of a piece concave.
        assert min(turns) >= 0 if len(pieces) == 1 else min(turns) > 0
    expected = abs(twice_area(points)) - sum(abs(twice_area(hole)) for hole in holes)
    assert sum(map(twice_area, pieces)) == expected

    directed = [edge for piece in pieces for edge in edges(piece)]
    assert len(set(directed)) == len(directed)
    inner = {edge for edge in directed if edge[::-1] in set(directed)}
    assert {frozenset(edge) for edge in inner} == {frozenset(seam) for seam in seams}
    assert len(seams) == len(inner) / 2
    outline = {frozenset(edge) for ring in (points, *holes) for edge in edges(ring)}
    for edge in set(directed) - inner:
        if frozenset(edge) not in outline:  # then it is part of an edge that a corner touches
            assert any(
                all(p in whole or on_edge(p, tuple(whole)) for p in edge)
                for whole in map(tuple, outline)
            )
    if len(corners) <= 60:
        assert not any(on_edge(p, edge) for p in corners for edge in directed)
    return pieces, seams


@pytest.fixture(params=["GEOS", "exact", "without shapely"], autouse=True)
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs three times: as it is, as if GEOS had failed, and as if there were none."""
    if request.param == "exact":
        monkeypatch.setattr(convex_cut, "_delaunay", lambda *_: {})
    if request.param == "without shapely":
        monkeypatch.setattr(convex_cut, "has_shapely", lambda: False)


def floats(ring: Sequence[tuple[float, float]], grow: float = 1.0, move: float = 0.0) -> Ring:
    """The ring as floats, resized and moved; points that rounding made equal are dropped."""
    points = [(x * grow + move, y * grow - move) for x, y in ring]
    return [p for i, p in enumerate(points) if p != points[i - 1]]


def assume_valid(points: Ring, holes: Sequence[Ring] = ()) -> None:
    assume(len(points) >= 3 and all(len(hole) >= 3 for hole in holes))
    assume(shapely.Polygon(points, holes).is_valid)


def spiral(turns: int, corners: int) -> Ring:
    t = [i * 2 * math.pi / corners for i in range(turns * corners)]
    outer = [((1 + 0.3 * a) * math.cos(a), (1 + 0.3 * a) * math.sin(a)) for a in t]
    inner = [((0.8 + 0.3 * a) * math.cos(a), (0.8 + 0.3 * a) * math.sin(a)) for a in t]
    return outer + inner[::-1]


def comb(teeth: int) -> Ring:
    tips = [(float(i), 10.0 if i % 2 else 1.0) for i in range(2 * teeth + 1)]
    return [(0.0, 0.0), *tips, (2.0 * teeth, 0.0)]


NAMED = {
    "arrow": ([(0, 0), (4, 2), (0, 4), (1, 2)], []),
    "clockwise": ([(1, 2), (0, 4), (4, 2), (0, 0)], []),
    "L with collinear points": ([(0, 0), (2, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)], []),
    "comb": (comb(30), []),
    "spiral": (spiral(4, 24), []),
    "star": (
        [
            (math.cos(i * math.pi / 50) * r, math.sin(i * math.pi / 50) * r)
            for i, r in zip(range(100), itertools.cycle((1, 0.3)))
        ],
        [],
    ),
    "square hole": (
        [(0, 0), (9, 0), (9, 9), (0, 9)],
        [[(3, 3), (6, 3), (6, 6), (3, 6)]],
    ),
    "hole touches a corner": ([(0, 0), (9, 0), (9, 9), (0, 9)], [[(0, 0), (6, 3), (3, 6)]]),
    "hole touches an edge midway": ([(0, 0), (9, 0), (9, 9), (0, 9)], [[(4, 0), (6, 3), (3, 6)]]),
    "edge of a hole touches a corner": (
        [(0, 0), (9, 0), (9, 9), (5, 5), (0, 9)],
        [[(3, 5), (7, 5), (5, 2)]],
    ),
    "holes in a chain": (
        [(0, 0), (20, 0), (20, 9), (0, 9)],
        [[(1, 4), (4, 2), (7, 4), (4, 6)], [(7, 4), (10, 2), (13, 4), (10, 6)]],
    ),
    "holes fan out of one corner": (
        [(0, 0), (20, 0), (20, 20), (0, 20)],
        [[(0, 0), (9, 1), (9, 2)], [(0, 0), (9, 4), (9, 6)], [(0, 0), (2, 9), (4, 9)]],
    ),
    # GEOS 3.14.1 takes a hole's corner for lying on the other's edge, and leaves out a sliver.
    "beyond GEOS": (
        [(0.1, -0.1), (12.1, -0.1), (12.1, 11.9), (0.1, 11.9)],
        [
            [(3.1, 2.9), (1.1, 5.9), (4.1, 5.9)],
            [(2.1, 6.9), (0.1, 11.9), (8.1, 3.9)],
        ],
    ),
    "many holes": (
        [(0, 0), (60, 0), (60, 60), (0, 60)],
        [
            [(x + 1, y + 1), (x + 9, y + 2), (x + 8, y + 8), (x + 3, y + 7)]
            for x in range(0, 60, 10)
            for y in range(0, 60, 10)
        ],
    ),
}


SIZES = [(1, 0), (1 / 3, 0.1), (1e10, -1e11)]


@pytest.mark.parametrize("name", NAMED)
def test_known_polygons(name: str) -> None:
    valid = 0
    for grow, move in SIZES:
        points, holes = NAMED[name]
        points, holes = floats(points, grow, move), [floats(hole, grow, move) for hole in holes]
        if shapely.Polygon(points, holes).is_valid:  # else rounding has made it cross itself
            assert_cut(points, holes)
            valid += 1
    assert valid >= 2


def test_convex_is_one_piece_in_either_direction() -> None:
    square = floats([(0, 0), (2, 0), (4, 0), (4, 4), (0, 4)])
    assert cut(square) == ((tuple(square),), ())
    assert cut(square[::-1]) == (((square[-1], *square[:-1]),), ())


def test_few_pieces() -> None:
    """Merging works: far fewer pieces than triangles."""
    pieces, seams = cut(floats(NAMED["star"][0]))
    assert len(pieces) <= 52
    assert len(seams) == len(pieces) - 1
    pieces, seams = cut(*NAMED["square hole"])
    assert len(pieces) == len(seams) == 4


def test_more_holes_than_one_make_rings_of_seams() -> None:
    pieces, seams = assert_cut(*NAMED["many holes"])
    assert len(seams) - len(pieces) == 36 - 1  # Euler: each hole needs one seam more


def test_hundreds_of_corners() -> None:
    ring = [
        (math.cos(i * math.pi / 200) * r, math.sin(i * math.pi / 200) * r)
        for i, r in zip(range(400), itertools.cycle((100, 60)))
    ]
    pieces, _ = cut(ring)
    assert sum(map(twice_area, pieces)) == twice_area(ring)


def level(rng: random.Random, count: int) -> Ring:
    """Ground of so many corners, closed by two corners below it; turned by right angles."""
    whole = rng.random() < 0.5
    x, ring = 0.0, []
    for _ in range(count):
        ring.append((x, float(rng.randrange(4)) if whole else rng.uniform(0, 4)))
        x += rng.choice((4.0, 8.0)) if whole else rng.uniform(2, 10)
    low = rng.choice((9.0, 40.0)) if whole else rng.uniform(9, 40)
    ring += [(ring[-1][0], low), (ring[0][0], low)]
    if rng.random() < 0.5:
        ring = [(-y, x) for x, y in ring]
    return ring[::-1] if rng.random() < 0.5 else ring


def test_no_piece_of_a_long_level_is_long() -> None:
    rng = random.Random(5)
    for _ in range(4):
        ring = level(rng, 160)
        pieces, _ = assert_cut(ring)
        length = max(map(max, ring)) - min(map(min, ring))
        assert max(math.dist(*edge) for piece in pieces for edge in edges(piece)) < length / 10
        assert len(pieces) < 160


def test_rings_that_cross_are_refused() -> None:
    """Whatever shapely lets pass: a wrong cut never comes out, and it always ends."""
    bow_tie = floats([(0, 0), (4, 4), (4, 0), (0, 3)])
    with pytest.raises(ValueError, match="do not cross"):
        cut(bow_tie)
    with pytest.raises(ValueError, match="do not cross"):
        cut(floats([(0, 0), (9, 0), (9, 9), (0, 9)]), [floats([(3, 3), (12, 4), (5, 6)])])


def test_random_rings_are_refused_or_cut_right() -> None:
    """Most cross or touch, in all ways: a wrong cut never comes out."""
    rng = random.Random(3)
    with at_least(refused=300, cut=40) as seen:
        for _ in range(500):
            grid = [*itertools.product(map(float, range(rng.choice([3, 4, 6, 9]))), repeat=2)]
            points = rng.sample(grid, rng.randint(3, 7))
            holes = [
                rng.sample(grid, rng.randint(3, 5)) for _ in range(rng.choice([0, 0, 1, 1, 2]))
            ]
            if shapely.Polygon(points, holes).is_valid:
                assert_cut(points, holes)
                seen["cut"] += 1
                continue
            try:
                pieces, _ = cut(points, holes)
            except ValueError:
                seen["refused"] += 1
            else:  # a ring that touches itself at an edge
                whole = abs(twice_area(points)) - sum(abs(twice_area(hole)) for hole in holes)
                assert sum(map(twice_area, pieces)) == whole


def refusal(points: Points, holes: Sequence[Points], monkeypatch: pytest.MonkeyPatch) -> str:
    """Why a polygon is refused where there is no shapely; "" if it is not."""
    with monkeypatch.context() as without:
        without.setattr(convex_cut, "has_shapely", lambda: False)
        try:
            assert_cut(points, holes)
        except ValueError as error:
            return str(error)
    return ""


SQUARE = [(0, 0), (9, 0), (9, 9), (0, 9)]


@pytest.mark.parametrize(
    ("points", "holes", "reason"),
    [
        ([(0, 0), (4, 4), (4, 0), (0, 4)], [], "crosses another one, or lies on it"),
        ([(0, 0), (4, 0), (2, 0)], [], "a ring has no area at (0, 0)"),
        ([(0, 0), (4, 0), (4, 4), (2, 0)], [], "a ring touches itself at (2, 0)"),
        (SQUARE, [[(1, 1), (1, 3), (1, 2)]], "a ring has no area at (1, 1)"),
        (SQUARE, [[(11, 1), (12, 1), (11, 2)]], "a hole is not inside"),
        (
            SQUARE,
            [[(1, 1), (8, 1), (8, 8), (1, 8)], [(2, 2), (4, 2), (2, 4)]],
            "a hole is not inside",
        ),
        (
            SQUARE,
            [[(0, 0), (9, 9), (8, 9)], [(0, 0), (9, 9), (9, 8)]],
            "crosses another one, or lies on it",
        ),
        (SQUARE, [[(0, 0), (9, 9), (5, 7)]], "the holes cut it in two"),
        (SQUARE, [[(0, 2), (0, 5), (3, 3)]], "crosses another one, or lies on it"),
    ],
)
def test_without_shapely_an_error_says_what_is_wrong(
    points: Points, holes: list[Points], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not shapely.Polygon(points, holes).is_valid
    message = refusal(points, holes, monkeypatch)
    assert message.startswith("Polygon.points and holes must be rings that have an area, do not")
    assert message.endswith(reason)


grows = st.sampled_from([1.0, 0.1, 1 / 3, 1e9, 1e-6])
moves = st.sampled_from([0.0, 0.1, 1e6, -1e9])
few = st.integers(0, 5)
rings = st.lists(st.tuples(few, few), min_size=3, max_size=7)


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rings, st.lists(rings, max_size=2), grows)
def test_without_shapely_the_same_polygons_are_valid(
    monkeypatch: pytest.MonkeyPatch, points: Ring, holes: list[Ring], grow: float
) -> None:
    """On a small grid, where rings cross, touch, and lie on each other in all ways."""
    points, holes = floats(points), [floats(hole) for hole in holes]
    assume(all(len(set(ring)) >= 3 for ring in (points, *holes)))
    valid = bool(shapely.Polygon(points, holes).is_valid)
    grown = floats(points, grow), [floats(hole, grow) for hole in holes]
    assume(bool(shapely.Polygon(*grown).is_valid) == valid)
    assert (refusal(*grown, monkeypatch) == "") == valid


@given(rings)
def test_convex_is_what_equals_its_hull(points: Ring) -> None:
    points = floats(points)
    assume(len(set(points)) >= 3)
    whole = shapely.Polygon(points)
    hull = whole.convex_hull
    assert bool(convex_piece(points)) == (whole.is_valid and whole.area == hull.area)


def test_turn_is_exact() -> None:
    third = 1 / 3
    assert orientation((0, 0), (third, third), (3e5 * third, 3e5 * third)) == 0
    assert orientation((0, 0), (1e9, 1), (1e12, math.nextafter(1e3, 2e3))) == 1
    assert orientation((0, 0), (1e9, 1), (1e12, math.nextafter(1e3, 0))) == -1
    assert orientation((0, 0), (5e-324, 0), (0, 5e-324)) == 1


@st.composite
def star_polygons(draw: st.DrawFn) -> Ring:
    radii = draw(st.lists(st.floats(0.01, 1), min_size=3, max_size=24))
    step = 2 * math.pi / len(radii)
    return [(math.cos(i * step) * r, math.sin(i * step) * r) for i, r in enumerate(radii)]


@examples(15)
@given(star_polygons(), grows, moves)
def test_stars(ring: Ring, grow: float, move: float) -> None:
    ring = floats(ring, grow, move)
    assume_valid(ring)
    assert_cut(ring)


@examples(15)
@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3), grows, moves)
def test_cells_on_a_grid(cells: set[tuple[int, int]], grow: float, move: float) -> None:
    """Unions of cells: collinear runs, holes, and rings that touch in one point."""
    union = shapely.union_all([shapely.box(x, y, x + 1, y + 1) for x, y in cells])
    for part in shapely.get_parts(union):
        points = floats(list(part.exterior.coords)[:-1], grow, move)
        holes = [floats(list(hole.coords)[:-1], grow, move) for hole in part.interiors]
        assume_valid(points, holes)
        assert_cut(points, holes)


corner = st.tuples(st.integers(0, 8), st.integers(0, 8))


@examples(15)
@given(st.lists(st.lists(corner, min_size=3, max_size=4), max_size=6), grows)
def test_holes_that_touch(candidates: list[Ring], grow: float) -> None:
    """Small integers, so that holes often touch the outline and each other."""
    shell: Ring = [(0, 0), (8, 0), (8, 8), (0, 8)]
    holes: list[Ring] = []
    for hole in candidates:
        if orientation(*hole[:3]) and len(set(hole)) == len(hole):
            holes += [hole] * bool(shapely.Polygon(shell, [*holes, hole]).is_valid)
    points, holes = floats(shell, grow), [floats(hole, grow) for hole in holes]
    assume_valid(points, holes)
    assert_cut(points, holes)


@examples(15)
@given(st.lists(st.sampled_from([0.0, 1e-16, -1e-15, 1e-12, 5e-324]), min_size=3, max_size=12))
def test_nearly_straight_runs(bumps: list[float]) -> None:
    top = [(float(i), 1.0 + bump) for i, bump in enumerate(bumps)]
    bottom = [(i + 0.5, bump) for i, bump in enumerate(bumps)]
    ring = top + bottom[::-1]
    assume_valid(ring)
    assert_cut(ring)
