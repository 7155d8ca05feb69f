"""Shortest ways of a disc: against visibility graphs of two kinds, and each leg by a sweep."""

import copy
import itertools
import math
import pickle
import random
from fractions import Fraction
from typing import Any

import pytest
import shapely
from support.campaign import tile_ways, ways
from support.counting import at_least

from spritecol import Capsule, Circle, Ellipse, Group, Point, Polygon, Rect, Segment, Sprite, Vec2
from spritecol.paths import Paths, Way

Pair = tuple[float, float]


def box(left: float, top: float, right: float, bottom: float, angle: float = 0.0) -> Sprite:
    return Sprite(left, top, angle=angle, collision=Rect(0, 0, right - left, bottom - top))


def way_of(walls: Any, radius: float, start: Pair, goal: Pair, **more: Any) -> float:
    """The length of a way, which must be there, and hit nothing on any leg."""
    way = Paths(walls, radius=radius, **more).find(start, goal)
    assert way is not None
    assert (way[0], way[-1]) == (start, goal)
    assert ways.hit_legs(way, list(walls), radius) == []
    return ways.length_of(way)


CAMPAIGN = [1668278168432989452, 417707516975769287, 2723708681862506051, 1399923465418804785]
"""Gaps that the disc just passes, a ray that ends in a corner, and corners computed twice."""


def test_random_ways_are_the_shortest() -> None:
    scenes = [(seed, fitting) for seed in range(2) for fitting in (False, True)]
    with at_least(ways=5, bends=3) as seen:
        for seed, fitting in scenes + [(seed, False) for seed in CAMPAIGN]:
            found, told = ways.judged(random.Random(seed), fitting)
            assert found == [], told
            way = told[-1]  # type: ignore[index]
            seen["ways"] += way is not None
            seen["bends"] += way is not None and len(way) > 2


@pytest.mark.parametrize("part", range(2))
def test_ways_on_maps_of_tiles(part: int) -> None:
    """There as back, the shortest, and no longer than those of larger discs."""
    with at_least(**{"round corners": 12, "straight": 2}) as seen:
        for seed in range(25 * part, 25 * (part + 1)):
            found, kind = tile_ways.judged(tile_ways.drawn(random.Random(seed)))
            assert found == [], seed
            seen[kind] += 1


def test_a_way_that_touches_walls_on_both_sides_and_then_three_corners_in_a_line() -> None:
    corners = [(-40, 80), (-32, 96), (-24, 80), (-24, 88), (-24, 120), (0, 80), (0, 96), (24, 80)]
    boxes = [(x, y, x + 8, y + 8) for x, y in corners]
    boxes += [(-40, 104, -24, 112), (-40, 144, -32, 168), (-16, 104, -8, 128), (0, 136, 8, 160)]
    boxes += [(8, 144, 24, 152), (16, 120, 24, 144)]
    found, kind = tile_ways.judged(tile_ways.Map(boxes, 8.0, (-8.0, 86.0), (0.0, 128.0)))
    assert (found, kind) == ([], "round corners")


@pytest.mark.parametrize(("radius", "length"), [(0, 115.19), (1, 115.31), (6, 116.56)])
def test_three_tiles(radius: float, length: float) -> None:
    boxes = [(x, y, x + 16, y + 16) for x, y in ((0, 64), (112, 96), (64, 112))]
    paths = Paths([box(*each) for each in boxes], radius=radius)
    there, back = paths.find((19, 124), (134, 127)), paths.find((134, 127), (19, 124))
    assert there is not None
    assert back is not None
    assert there.length == back.length
    assert there.length == pytest.approx(length, abs=0.01)


def test_a_point_at_each_corner_of_a_tile_finds_its_way() -> None:
    tile = box(0, 16, 16, 32)
    paths = Paths(tile)
    places = [(0, 32), (16, 32), (16, 16), (0, 0), (0, 40), (20, 24), (-3, 24), (8, 32), (16, 24)]
    for start in places:
        for goal in places:
            way, back = paths.find(start, goal), paths.find(goal, start)
            assert (way is None) is (back is None)
            if Sprite(*start, collision=Circle(0, 0, 0)).hits(tile):
                assert way is None
            elif not Sprite(*goal, collision=Circle(0, 0, 0)).hits(tile):
                assert way is not None
                assert back is not None
                assert way.length == back.length
                assert ways.hit_legs(way, [tile], 0) == []
    way = paths.find((0, 32), (0, 0))
    assert way is not None
    assert way.length == pytest.approx(32)


def test_to_follow_a_way() -> None:
    way = Paths(box(10, -10, 20, 10)).find((0, 0), (30, 0))
    assert type(way) is Way
    assert way.length == pytest.approx(10 + 2 * math.hypot(10, 10), abs=1e-3)
    assert way.at(0) == way.at(-5) == (0, 0)
    assert way.at(way.length) == way.at(1e6) == (30, 0)
    gone, before = 0.0, Vec2(0, 0)
    while gone < way.length:
        gone += 0.7
        here = way.at(gone)
        assert here.distance_to(before) <= 0.7 + 1e-9
        if here.distance_to(before) > 0.7 - 1e-9:  # on one leg
            assert way.direction(gone - 1e-6).distance_to((here - before) / 0.7) < 1e-6
        before = here
    assert way.direction(-1) == way.direction(0) == (way[1] - way[0]).normalized()
    assert way.direction(1e6) == (way[-1] - way[-2]).normalized()


def test_a_way_turns_at_its_corners() -> None:
    """There, to the last bit, one goes where the next leg leads; places that are twice are one."""
    legs = [(3, 4), (0, 0), (-12, 5), (0, 7), (0, 7), (8, -15), (0, 0)]
    for order in itertools.permutations(legs, 5):
        places = [Vec2(1, 2)]
        for leg in order:
            places.append(places[-1] + leg)
        way = Way(places)
        steps = [Vec2(leg) for leg in order if leg != (0, 0)]
        gone, corner = 0.0, Vec2(1, 2)
        for before, after in itertools.pairwise([steps[0], *steps, steps[-1]]):
            assert way.at(gone) == corner
            assert way.direction(gone) == after.normalized()
            assert way.direction(math.nextafter(gone, -1)) == before.normalized()
            gone, corner = gone + after.length, corner + after


def test_a_way_of_no_places_says_what_it_takes() -> None:
    with pytest.raises(TypeError, match=r"a Way takes positions, as in Way\(\[.*\]\), got 5"):
        Way(5)  # type: ignore[arg-type]


def test_a_way_of_one_who_stands() -> None:
    way = Paths([]).find((1, 2), (1, 2))
    assert way is not None
    assert (way.length, way.at(3), way.direction(3)) == (0, (1, 2), (0, 0))
    with pytest.raises(ValueError, match="empty way leads nowhere"):
        Way().at(1)
    with pytest.raises(TypeError, match="distance must be"):
        way.at("far")  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(way)) == copy.copy(way) == way
    assert type(pickle.loads(pickle.dumps(way))) is Way


def test_closed_forms() -> None:
    assert Paths([]).find((0, 0), (30, 40)) == [(0, 0), (30, 40)]
    assert Paths([]).find((1, 2), (1, 2)) == [(1, 2), (1, 2)]
    assert Paths([box(10, 20, 20, 30)], radius=5).find((0, 0), (30, 0)) == [(0, 0), (30, 0)]
    around = way_of([box(10, -10, 20, 10)], 0, (0, 0), (30, 0))
    assert around == pytest.approx(10 + 2 * math.hypot(10, 10), abs=1e-3)
    disc = way_of([Sprite(50, 0, collision=Circle(0, 0, 20))], 5, (0, 0), (100, 0))
    assert disc == pytest.approx(2 * math.sqrt(50**2 - 25**2) + 25 * 2 * math.asin(0.5), rel=1e-3)


@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_past_a_disc_that_is_partly_covered(angle: float) -> None:
    """Its free part may lead over any angle."""
    disc = Sprite(0, 0, collision=Circle(0, 0, 15))
    cover = Sprite(0, 0, angle=angle, collision=Rect(-100, -5, 90, 10))
    other = Sprite(*Vec2(-15, 0).rotated(angle), collision=Circle(0, 0, 10))
    start, goal = (Vec2(0, y).rotated(angle) for y in (-60, 60))
    beyond = 2 * math.sqrt(60**2 - 20**2) + 20 * (math.pi - 2 * math.acos(20 / 60))
    for walls in ([disc, cover], [disc, other], [disc, cover, other]):
        assert way_of(walls, 5, start, goal) == pytest.approx(beyond, rel=1e-3)


@pytest.mark.parametrize("less", [0.003, 0.0018, -0.0018, -0.003])
@pytest.mark.parametrize(("radius", "away"), [(0, 240), (20, 300), (5, 400)])
def test_arcs_count_as_arcs(radius: float, away: float, less: float) -> None:
    """Over a large disc, or round the end of a wall that hangs from it: which is shorter by a bit.

    With chords instead of arcs, the way over the disc would seem to be up to 0.6 % shorter.
    """
    start, goal = (-away, 150.0), (away, 150.0)
    disc = Sprite(0, 0, collision=Circle(0, 0, 200))
    over = way_of([disc, box(-2, 0, 2, 1e5)], radius, start, goal)
    low, high = 250.0, 2000.0
    while high - low > 1e-3:
        middle = (low + high) / 2
        below = way_of([disc, box(-2, 0, 2, middle), box(-2, -1e5, 2, 0)], radius, start, goal)
        low, high = (middle, high) if below < over * (1 - less) else (low, middle)
    found = way_of([disc, box(-2, 0, 2, low)], radius, start, goal)
    assert found == pytest.approx(min(over, below), rel=1e-3)


@pytest.mark.parametrize("away", [0, 1000.5, -1e5])
@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_a_gap_exactly_as_wide_as_the_disc(angle: float, away: float) -> None:
    walls = [
        Sprite(away, away, angle=angle, center_x=5, center_y=50, collision=Rect(0, y, 10, 40))
        for y in (0, 60)
    ]
    turn, middle = Vec2.from_angle(angle, 60), Vec2(away + 5, away + 50)
    assert way_of(walls, 10, middle - turn, middle + turn) == pytest.approx(120)
    aside = middle - turn + turn.rotated(90) * 0.5
    least = way_of(walls, 9.999, aside, middle + turn)
    assert least < way_of(walls, 10, aside, middle + turn) < least * 1.001


@pytest.mark.parametrize("more", [1e-9, 1e-7, 1e-5, 0.1])
def test_a_gap_that_is_narrower(more: float) -> None:
    door = [box(0, 0, 10, 40), box(0, 60, 10, 100)]
    assert way_of(door, 10 + more, (-50, 50), (60, 50)) > 150
    closed = [*door, box(-100, -10, 110, 0), box(-100, 100, 110, 110), box(100, 0, 110, 100)]
    assert Paths(closed, radius=10 + more).find((-50, 50), (60, 50)) is None or more < 1e-8
    assert Paths(closed, radius=10).find((-50, 50), (60, 50)) is not None


def test_a_disc_passes_between_two_corners_with_a_hair_to_spare() -> None:
    walls = [box(-100, -100, 0, 0), box(6, 8, 100, 100)]
    walls += [box(-90, 0, -80, 300), box(80, -300, 90, 8)]
    for radius, passes in ((4.99, True), (4.9999, True), (5.001, False)):
        assert (way_of(walls, radius, (20, -20), (-20, 40)) < 120) is passes


@pytest.mark.parametrize("own", [0, 2])
@pytest.mark.parametrize("layer", [None, 0, 1])
def test_layers_of_shapes_make_walls(own: int, layer: int | None) -> None:
    """What is on no layer is no wall: a shape without one is on those of its sprite."""
    shapes = [Rect(10, -10, 10, 20, layer=layer), Rect(10, 500, 10, 20, layer=layer)]
    wall = Sprite(collision=shapes, collision_layer=own)
    way = Paths(wall, radius=4).find((0, 0), (40, 0))
    assert way is not None
    is_wall = own > 0 if layer is None else layer > 0
    assert (way.length > 40.1) == is_wall
    assert is_wall == wall.hits(Sprite(15, 0, collision=Circle(0, 0, 1)))


def test_what_cannot_be_reached() -> None:
    """In a closed yard, in the yard of a yard, and one among many walls, for which it ends."""
    ring = [(10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0)]
    yard = Sprite(collision=Polygon([(0, 0), (100, 0), (100, 100), (0, 100)], [ring]))
    inner = [box(30, 30, 70, 35), box(30, 65, 70, 70), box(30, 30, 35, 70), box(65, 30, 70, 70)]
    paths = Paths([yard, *inner], radius=3)
    for a, b in (((50, 50), (20, 20)), ((50, 50), (150, 50)), ((20, 20), (150, 50))):
        assert paths.find(a, b) is paths.find(b, a) is None
    way_of([yard, *inner], 3, (20, 20), (80, 80))
    rng = random.Random(1)
    walls = [
        box(x, y, x + rng.uniform(2, 9), y + 6, rng.uniform(0, 90))
        for x, y in ((rng.uniform(0, 600), rng.uniform(0, 600)) for _ in range(300))
    ]
    walls += [box(700, 0, 800, 5), box(700, 95, 800, 100), box(700, 0, 705, 100)]
    assert Paths([*walls, box(795, 0, 800, 100)], radius=2).find((-10, -10), (750, 50)) is None


def test_degenerate_walls() -> None:
    """Many corners in line, twice the same wall, walls without area, corners in one point."""
    walls = [box(x, 0, x + 10, 10) for x in range(0, 100, 10)] * 2
    walls += [box(x, 10, x + 10, 20) for x in range(5, 95, 10)]
    walls += [Sprite(x, 30, collision=Point(0, 0)) for x in range(0, 100, 5)]
    walls += [Sprite(50, 5, angle=a, collision=Segment(0, 0, 0, 40)) for a in range(0, 360, 15)]
    walls += [box(100, 10, 110, 20), box(110, 20, 120, 30), Sprite(3, 3, collision=Circle(0, 0, 0))]
    for radius in (0, 1, 2.5, 4):
        for goal in ((50, 60), (130, 15), (-20, 5)):
            way_of(walls, radius, (50, -40), goal)


# In the last ones it fits exactly between corners of tiles in a slanted line.
@pytest.mark.parametrize("seed", [*range(8), 1141, 1592])
def test_a_disc_as_large_as_a_tile_goes_wherever_free_tiles_share_an_edge(seed: int) -> None:
    rng = random.Random(seed)
    side, size = 10, rng.choice([8, 32, 12.5])
    places = [(x, y) for x in range(side) for y in range(side)]
    solid = {place for place in places if rng.random() < 0.4}
    walls = [box(size * x, size * y, size * (x + 1), size * (y + 1)) for x, y in solid]
    paths = Paths(walls, radius=size / 2, bounds=(0, 0, size * side, size * side))
    with at_least(ways=1) as seen:
        for start, goal in (rng.sample([p for p in places if p not in solid], 2) for _ in range(8)):
            reached, edge = {start}, [start]
            for x, y in edge:
                for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if near in places and near not in solid and near not in reached:
                        reached.add(near)
                        edge.append(near)
            begin, end = ((size * (x + 0.5), size * (y + 0.5)) for x, y in (start, goal))
            way = paths.find(begin, end)
            assert (way is not None) is (goal in reached), (start, goal)
            assert way is None or ways.hit_legs(way, walls, size / 2) == []
            seen["ways"] += way is not None


def test_rebuilt_is_as_made_anew() -> None:
    rng = random.Random(7)
    walls = [
        box(x, y, x + rng.uniform(5, 30), y + rng.uniform(5, 30), rng.uniform(0, 360))
        for x, y in ((rng.uniform(0, 500), rng.uniform(0, 500)) for _ in range(80))
    ]
    paths = Paths(Group(walls), radius=6)
    for _ in range(12):
        moved = rng.choice(walls)
        before = moved.aabb
        moved.x, moved.y = moved.x + rng.uniform(-60, 60), moved.y + rng.uniform(-60, 60)
        paths.find((rng.uniform(0, 500), -20), (rng.uniform(0, 500), 520))
        corners = list(zip(before, moved.aabb, strict=True))
        paths.rebuild(*map(min, corners[:2]), *map(max, corners[2:]))
        start, goal = (rng.uniform(0, 500), -20.0), (rng.uniform(0, 500), 520.0)
        way = paths.find(start, goal)
        assert way is not None
        assert ways.hit_legs(way, walls, 6) == []
        assert ways.length_of(way) == pytest.approx(way_of(walls, 6, start, goal), rel=1e-3)


@pytest.mark.parametrize("radius", [0, 5, 8])
def test_what_is_kept_after_rebuild_is_as_found_anew(radius: float) -> None:
    rng = random.Random(radius)
    tiles = [box(16 * x, 16 * y, 16 * x + 16, 16 * y + 16) for x in range(14) for y in range(14)]
    walls = Group(rng.sample(tiles, 50))
    paths = Paths(walls, radius=radius, bounds=(0, 0, 224, 224))
    with at_least(ways=60, turns=20) as seen:
        for _ in range(30):
            for _ in range(rng.randint(1, 3)):
                tile = rng.choice(tiles)
                if tile in walls:
                    walls.remove(tile)
                else:
                    walls.add(tile)
                paths.rebuild(*tile.aabb)
            anew = Paths(walls, radius=radius, bounds=(0, 0, 224, 224))
            for _ in range(12):
                start, goal = (
                    (16 * rng.randrange(14) + 8.0, 16 * rng.randrange(14) + 8.0) for _ in range(2)
                )
                way, expected = paths.find(start, goal), anew.find(start, goal)
                assert (way is None) is (expected is None)
                if way is not None and expected is not None:
                    assert way.length == pytest.approx(expected.length, rel=1e-9)
                    seen["ways"] += 1
                    seen["turns"] += len(way) > 2


def test_a_turned_concave_wall_has_ways_as_long_as_before() -> None:
    """Its convex parts share corners, and what is computed twice there differs by a rounding."""
    horns = Polygon([(0, 0), (30, 0), (30, 30), (20, 10), (10, 10), (0, 30)])
    lengths = []
    for angle in range(2, 360, 3):  # at 11 degrees a triangle was flat
        wall = Sprite(0.74 * angle, -0.22 * angle, collision=horns, angle=angle)
        start, goal = (
            Vec2(wall.x, wall.y) + Vec2(*place).rotated(angle) for place in ((46, -6), (-62, 10))
        )
        lengths.append(way_of([wall], 4, start, goal))
    assert max(lengths) < 1.001 * min(lengths)


# --- there is as long as back ---------------------------------------------------------------------


def assert_there_and_back(walls: Any, radius: float, a: Pair, b: Pair, **more: Any) -> float:
    there, back = way_of(walls, radius, a, b, **more), way_of(walls, radius, b, a, **more)
    assert there == pytest.approx(back, rel=1e-3)
    return there


@pytest.mark.parametrize("touching", [True, False])
@pytest.mark.parametrize("r", [0, 30, 400])
def test_ends_next_to_the_arc_of_a_corner(r: float, touching: bool) -> None:
    """Nearer than the corners of the mesh that stand for the arc."""
    wall = Sprite(collision=Circle(0, 0, r) if r else Rect(-20, -20, 20, 20))
    for angle in range(3, 90, 14):
        near = Vec2.from_angle(angle, (r + 10) * (1 + (1e-9 if touching else 0.005)))
        for far in ((-r - 60.0, -r - 50.0), (r + 50.0, r + 70.0)):
            length = assert_there_and_back([wall], 10, near, far)
            assert length < way_of([wall], 9.5, near, far) * 1.05


@pytest.mark.parametrize("beyond", [1e-6, 1e-3, 0.01, 0.03])
def test_a_way_along_an_ellipse_from_next_to_it(beyond: float) -> None:
    wall = Sprite(collision=Ellipse(0, 0, 60, 30))
    for angle in range(0, 90, 22):
        far = Vec2.from_angle(angle, 200)
        hit = Sprite(*far, collision=Circle(0, 0, 10)).sweep(-far.x, -far.y, wall)
        assert hit is not None
        near = hit.position + beyond * hit.normal
        for goal in ((-90.0, -20.0), (0.0, 60.0), (20.0, -70.0)):
            length = assert_there_and_back([wall], 10, near, goal)
            assert length < way_of([wall], 9.9, near, goal) * 1.01


@pytest.mark.parametrize("radius", [0, 4, 10])
@pytest.mark.parametrize("scales", [(2, 1), (-1, 3), (0.5, 2)])
def test_round_a_stretched_capsule(scales: Pair, radius: float) -> None:
    """As long as a string round it, the shorter half of a convex hull; also from next to it."""
    for angle in (0, 45):
        wall = Sprite(50, 70, angle=angle, collision=Capsule(0, 0, 32, 32, 8))
        wall.scale_x, wall.scale_y = scales
        grown = wall.geometry.buffer(radius, quad_segs=64)
        for turn in (10, 100):
            away = Vec2.from_angle(turn, 150)
            middle = Vec2(*grown.centroid.coords[0])
            there, back = middle + away, middle - away
            hit = Sprite(*there, collision=Circle(0, 0, radius)).sweep(*(-2 * away), wall)
            assert hit is not None
            for start in (there, hit.position + 0.01 * hit.normal):
                ends = [shapely.Point(start), shapely.Point(back)]
                string = shapely.union_all([grown, *ends]).convex_hull.exterior
                begin, end = map(string.project, ends)
                half = min(abs(end - begin), string.length - abs(end - begin))
                length = assert_there_and_back([wall], radius, start, back)
                assert length == pytest.approx(half, rel=2e-3)


THICKET = [
    (180, 170, Rect(0, 0, 40, 40, 17), 0), (210, 250, Circle(0, 0, 15), 90),
    (360, 90, Rect(0, 0, 40, 60, 0), 0), (300, 390, Circle(0, 0, 15), 90),
    (40, 10, Circle(0, 0, 15), 0), (140, 140, Circle(0, 0, 15), 90),
    (300, 350, Ellipse(0, 0, 20, 18, 30), 90), (150, 30, Circle(0, 0, 20), 0),
    (20, 100, Circle(0, 0, 15), 30), (380, 180, Ellipse(0, 0, 40, 33, 30), 0),
    (120, 120, Ellipse(0, 0, 20, 13, 30), 90), (70, 210, Capsule(0, 0, 20, 60, 5), 0),
    (210, 130, Capsule(0, 0, 40, 10, 5), 30), (240, 80, Ellipse(0, 0, 10, 33, 30), 90),
    (310, 220, Rect(0, 0, 10, 20, 17), 30), (100, 40, Capsule(0, 0, 30, 30, 5), 0),
    (200, 200, Rect(0, 0, 60, 40, 17), 0), (50, 210, Rect(0, 0, 20, 10, 0), 90),
    (20, 390, Rect(0, 0, 10, 60, 0), 0), (280, 200, Ellipse(0, 0, 40, 13, 30), 30),
    (290, 320, Rect(0, 0, 60, 30, 45), 30), (20, 230, Rect(0, 0, 60, 60, 0), 0),
    (0, 220, Capsule(0, 0, 30, 30, 5), 30), (30, 100, Circle(0, 0, 30), 0),
    (180, 200, Ellipse(0, 0, 40, 13, 30), 0), (120, 300, Capsule(0, 0, 30, 60, 5), 0),
    (210, 220, Capsule(0, 0, 60, 60, 5), 0), (10, 150, Rect(0, 0, 20, 30, 45), 0),
    (230, 230, Capsule(0, 0, 60, 60, 5), 90),
]  # fmt: skip


@pytest.mark.parametrize("bounds", [(-20, -20, 460, 460), None])
@pytest.mark.parametrize("radius", [9.999, 10, 10.0001, 10.001, 10.005, 10.01])
def test_a_way_from_beside_a_round_wall_is_one_back(bounds: Any, radius: float) -> None:
    """The start is so near to an ellipse that it is within the polygon that the mesh has for it.

    So the way must be pulled tight round the ellipse itself.
    """
    walls = [Sprite(x, y, collision=shape, angle=angle) for x, y, shape, angle in THICKET]
    beside, goal = (96.73006904807126, 136.31340212118468), (169.0, 155.0)
    assert_there_and_back(walls, radius, beside, goal, bounds=bounds)


def test_a_way_that_turns_far_round_one_circle_is_found_in_both_directions() -> None:
    walls = Group(
        Sprite(330, 210, angle=90, collision=Ellipse(0, 0, 20, 18, 30)),
        Sprite(220, 90, angle=30, collision=Capsule(0, 0, 40, 60, 5)),
        Sprite(370, 130, angle=90, collision=Ellipse(0, 0, 60, 33, 30)),
        Sprite(20, 200, angle=30, collision=Capsule(0, 0, 20, 40, 5)),
        Sprite(380, 200, collision=Circle(0, 0, 10)),
    )
    a, b = (360.9425296218274, 193.93150324537888), (395.94408379344407, 167.77465713581137)
    assert_there_and_back(walls, 10, a, b, bounds=(-20, -20, 460, 460))


# --- nearest_free ---------------------------------------------------------------------------------


def test_nearest_free_is_free_and_touches() -> None:
    walls = [box(0, 0, 100, 60), box(100, 0, 200, 60)]
    paths, rng = Paths(walls, radius=10), random.Random(3)
    with at_least(pushed=40, free=10) as seen:
        for _ in range(100):
            place = rng.uniform(-20, 220), rng.uniform(-20, 80)
            free = paths.nearest_free(*place)
            disc = Sprite(*free, collision=Circle(0, 0, 10))
            assert not disc.hits(walls)
            seen["free" if free == place else "pushed"] += 1
            gap = min(disc.distance(wall).distance for wall in walls)
            assert free == place or gap < 0.02


@pytest.mark.parametrize("seed", range(8))
def test_nearest_free_in_corridors_exactly_as_wide(seed: int) -> None:
    rng = random.Random(seed)
    walls = [
        Sprite(32 * x, 32 * y, collision=Rect(0, 0, 32, 32))
        for x in range(9)
        for y in range(7)
        if rng.random() < 0.4
    ]
    paths = Paths(walls, radius=16)
    with at_least(pushed=1) as seen:
        for _ in range(5):
            place = rng.randint(0, 288), rng.randint(0, 224)
            free = paths.nearest_free(*place)
            seen["pushed"] += free != place
            disc = Sprite(*free, collision=Circle(0, 0, 16))
            assert not disc.check(walls)
            # No free place on a fine grid around is nearer.
            for dx in range(-40, 41, 2):
                for dy in range(-40, 41, 2):
                    if math.hypot(dx, dy) < math.dist(free, place) - 0.1:
                        disc.x, disc.y = place[0] + dx, place[1] + dy
                        assert disc.check(walls)
            assert paths.find(free, free) is not None


def test_how_far_along_a_way_a_place_is() -> None:
    """Against shapely, and against fractions where places are equally near."""
    rng = random.Random(4)
    with at_least(seen=300, tied=20) as seen:
        for k in range(200):
            whole = k % 2
            corners = [
                (rng.randint(0, 9), rng.randint(0, 9))
                if whole
                else (rng.uniform(0, 900), rng.uniform(0, 900))
                for _ in range(rng.randint(2, 9))
            ]
            way = Way(corners)
            for _ in range(4):
                x, y = (rng.randint(-2, 11), rng.randint(-2, 11)) if whole else (
                    rng.uniform(-99, 999), rng.uniform(-99, 999))  # fmt: skip
                found = way.distance_of(x, y)
                assert found == way.distance_of((x, y))
                assert 0 <= found <= way.length
                if way.length:
                    line = shapely.LineString(corners)
                    away = line.distance(shapely.Point(x, y))
                    assert way.at(found).distance_to((x, y)) == pytest.approx(away, abs=1e-9)
                legs = [nearest_on_leg(a, b, (x, y)) for a, b in itertools.pairwise(corners)]
                least = min(far for far, _ in legs)
                first = next(i for i, (far, _) in enumerate(legs) if far == least)
                before = sum(math.dist(*pair) for pair in list(itertools.pairwise(corners))[:first])
                share = float(legs[first][1])
                expected = before + share * math.dist(corners[first], corners[first + 1])
                assert found == pytest.approx(expected, abs=1e-9)
                seen["seen"] += 1
                seen["tied"] += whole and sum(far == least for far, _ in legs) > 1


def nearest_on_leg(a: Any, b: Any, place: Any) -> tuple[Fraction, Fraction]:
    """The square of the distance of a place from a leg, and at which share of it, in fractions."""
    ax, ay, bx, by, x, y = map(Fraction, (*a, *b, *place))
    square = (bx - ax) ** 2 + (by - ay) ** 2
    share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square if square else Fraction(0)
    share = max(Fraction(0), min(Fraction(1), share))
    px, py = ax + share * (bx - ax), ay + share * (by - ay)
    return (x - px) ** 2 + (y - py) ** 2, share


def test_how_far_along_odd_ways() -> None:
    eight = Way([(0, 0), (7, 3), (7, 0), (0, 3)])  # which crosses itself
    assert eight.distance_of(3.5, 1.5) == pytest.approx(math.hypot(3.5, 1.5))
    assert Way([(3, 4)]).distance_of(9, 9) == 0
    assert Way([(3, 4), (3, 4), (3, 8)]).distance_of(9, 6) == 2
    with pytest.raises(ValueError, match="empty way leads nowhere"):
        Way().distance_of(1, 2)
    with pytest.raises(TypeError, match=r"way.distance_of\(x, y\)"):
        eight.distance_of(3)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="x must be"):
        eight.distance_of(math.nan, 1)
