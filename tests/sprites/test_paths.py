"""Shortest ways of a disc: against visibility graphs of two kinds, and each leg by a sweep."""

import copy
import math
import pickle
import random
import subprocess
import sys
from typing import Any

import pytest
from support.campaign import tile_ways, ways
from support.counting import at_least

from spritecol import Capsule, Circle, Ellipse, Group, Point, Polygon, Rect, Segment, Sprite, Vec2
from spritecol.paths import Paths, Way

Pair = tuple[float, float]


def way_of(walls: list[Sprite], radius: float, start: Pair, goal: Pair, **more: Any) -> list[Vec2]:
    """A way, which must be there, and hit nothing on any leg."""
    way = Paths(walls, radius=radius, **more).find(start, goal)
    assert way is not None
    assert way[0] == start
    assert way[-1] == goal
    assert ways.hit_legs(way, walls, radius) == []
    return way


class BoxOfAGame(tuple):  # type: ignore[type-arg]
    """As pygame.Rect: four numbers, of which the last two are a size."""

    topleft = (5, 5)


def box(left: float, top: float, right: float, bottom: float, angle: float = 0.0) -> Sprite:
    return Sprite(left, top, angle=angle, collision=Rect(0, 0, right - left, bottom - top))


@pytest.mark.parametrize("is_fitting", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_random_scenes(seed: int, is_fitting: bool) -> None:
    found, told = ways.judged(random.Random(seed), is_fitting)
    assert found == [], told


@pytest.mark.parametrize("part", range(6))
def test_ways_on_maps_of_tiles(part: int) -> None:
    """There as back, the shortest, and no longer than those of larger discs."""
    with at_least(**{"round corners": 20, "straight": 4, "in walls": 1}) as seen:
        for seed in range(45 * part, 45 * (part + 1)):
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


def test_a_way_of_one_who_stands() -> None:
    way = Paths([]).find((1, 2), (1, 2))
    assert way is not None
    assert (way.length, way.at(3), way.direction(3)) == (0, (1, 2), (0, 0))
    with pytest.raises(ValueError, match="without places"):
        Way().at(1)
    with pytest.raises(TypeError, match="distance must be"):
        way.at("far")  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(way)) == copy.copy(way) == way
    assert type(pickle.loads(pickle.dumps(way))) is Way


def test_a_straight_way() -> None:
    assert way_of([], 5, (0, 0), (30, 40)) == [(0, 0), (30, 40)]
    assert way_of([box(10, 20, 20, 30)], 5, (0, 0), (30, 0)) == [(0, 0), (30, 0)]
    assert Paths([]).find((1, 2), (1, 2)) == [(1, 2), (1, 2)]


def test_a_point_goes_round_corners() -> None:
    way = way_of([box(10, -10, 20, 10)], 0, (0, 0), (30, 0))
    assert len(way) == 4
    assert ways.length_of(way) == pytest.approx(10 + 2 * math.hypot(10, 10), abs=1e-3)


def test_a_disc_keeps_its_distance() -> None:
    way = way_of([Sprite(50, 0, collision=Circle(0, 0, 20))], 5, (0, 0), (100, 0))
    tangent, turn = math.sqrt(50**2 - 25**2), 2 * math.asin(0.5)
    assert ways.length_of(way) == pytest.approx(2 * tangent + 25 * turn, rel=1e-3)


@pytest.mark.parametrize("radius", [0, 5, 20])
@pytest.mark.parametrize("away", [240, 300, 400])
@pytest.mark.parametrize("less", [0.003, 0.0018, -0.0018, -0.003])
def test_arcs_count_as_arcs(radius: float, away: float, less: float) -> None:
    """Over a large disc, or round the end of a wall that hangs from it: which is shorter by a bit.

    With chords instead of arcs, the way over the disc would seem to be up to 0.6 % shorter.
    """
    start, goal = (-away, 150.0), (away, 150.0)
    disc = Sprite(0, 0, collision=Circle(0, 0, 200))
    over = ways.length_of(way_of([disc, box(-2, 0, 2, 1e5)], radius, start, goal))
    # Below the end at y = low, to the corners of which the disc keeps its distance.
    low, high = 250.0, 2000.0
    while high - low > 1e-3:
        middle = (low + high) / 2
        tall = [disc, box(-2, 0, 2, middle), box(-2, -1e5, 2, 0)]
        below = ways.length_of(way_of(tall, radius, start, goal))
        low, high = (middle, high) if below < over * (1 - less) else (low, middle)
    walls = [disc, box(-2, 0, 2, low)]
    found = ways.length_of(way_of(walls, radius, start, goal))
    assert found == pytest.approx(min(over, below), rel=1e-3)


# --- what others stumble over ---------------------------------------------------------------------


DOOR = [box(0, 0, 10, 40), box(0, 60, 10, 100)]


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
@pytest.mark.parametrize("away", [0, 1000.5, -1e5])
def test_a_gap_exactly_as_wide_as_the_disc(angle: float, away: float) -> None:
    walls = [
        Sprite(away, away, angle=angle, center_x=5, center_y=50, collision=Rect(0, y, 10, 40))
        for y in (0, 60)
    ]
    turn = Vec2.from_angle(angle, 60)
    middle = Vec2(away + 5, away + 50)
    assert len(way_of(walls, 10, middle - turn, middle + turn)) == 2
    aside = middle - turn + turn.rotated(90) * 0.5
    way = way_of(walls, 10, aside, middle + turn)
    least = ways.length_of(way_of(walls, 9.999, aside, middle + turn))
    assert least < ways.length_of(way) < least * 1.001


@pytest.mark.parametrize("more", [1e-9, 1e-7, 1e-5, 0.1])
def test_a_gap_that_is_narrower(more: float) -> None:
    way = way_of(DOOR, 10 + more, (-50, 50), (60, 50))
    assert ways.length_of(way) > 150
    closed = [*DOOR, box(-100, -10, 110, 0), box(-100, 100, 110, 110), box(100, 0, 110, 100)]
    assert Paths(closed, radius=10 + more).find((-50, 50), (60, 50)) is None or more < 1e-8
    assert Paths(closed, radius=10).find((-50, 50), (60, 50)) is not None


def test_the_start_or_the_goal_is_in_a_wall() -> None:
    paths = Paths(box(0, 0, 100, 100), radius=10)
    assert paths.find((50, 50), (200, 50)) is None
    assert paths.find((200, 50), (50, 50)) is None
    assert paths.find((109.9, 50), (200, 50)) is None  # the disc would overlap the wall
    assert paths.find((110, 50), (200, 50)) is not None  # it may touch


def test_islands() -> None:
    """A place in a closed yard, and one in the yard of a yard."""
    ring = [(10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0)]
    yard = Sprite(collision=Polygon([(0, 0), (100, 0), (100, 100), (0, 100)], [ring]))
    inner = [box(30, 30, 70, 35), box(30, 65, 70, 70), box(30, 30, 35, 70), box(65, 30, 70, 70)]
    paths = Paths([yard, *inner], radius=3)
    assert paths.find((50, 50), (20, 20)) is None
    assert paths.find((50, 50), (150, 50)) is None
    assert paths.find((20, 20), (150, 50)) is None
    way = paths.find((20, 20), (80, 80))
    assert way is not None
    assert ways.hit_legs(way, [yard, *inner], 3) == []


def test_an_unreachable_place_among_many_walls_ends() -> None:
    rng = random.Random(1)
    walls = [
        box(x, y, x + rng.uniform(2, 9), y + 6, rng.uniform(0, 90))
        for x, y in ((rng.uniform(0, 600), rng.uniform(0, 600)) for _ in range(300))
    ]
    walls += [box(700, 0, 800, 5), box(700, 95, 800, 100), box(700, 0, 705, 100)]
    walls += [box(795, 0, 800, 100)]
    assert Paths(walls, radius=2).find((-10, -10), (750, 50)) is None


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


def test_walls_across_the_bounds() -> None:
    walls = [box(40, -50, 60, 80), box(40, 120, 60, 300)]
    bounds = (0, 0, 100, 200)
    way = way_of(walls, 10, (20, 20), (80, 20), bounds=bounds)
    assert max(y for _, y in way) > 80
    assert Paths(walls[:1], radius=10, bounds=(0, 0, 100, 90)).find((20, 20), (80, 20)) is None
    fits = Paths(walls[:1], radius=10, bounds=(0, 0, 100, 100)).find((20, 20), (80, 20))
    assert fits is not None  # exactly
    assert max(y for _, y in fits) == 90
    assert Paths([], radius=10, bounds=bounds).find((5, 50), (50, 50)) is None
    assert Paths([], radius=10, bounds=bounds).find((10, 10), (90, 190)) is not None
    assert Paths([], radius=10, bounds=bounds).find((10, 10), (110, 50)) is None


def test_a_maze_of_tiles() -> None:
    rows = [
        "##########",
        "#   #    #",
        "# # # ## #",
        "# #   #  #",
        "# ##### ##",
        "#       E#",
        "##########",
    ]
    walls = [
        box(20 * x, 20 * y, 20 * x + 20, 20 * y + 20)
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
        if cell == "#"
    ]
    for radius in (0, 5, 10):
        way = way_of(walls, radius, (30, 30), (170, 110))
        assert len(way) > 2
    assert Paths(walls, radius=10.001).find((30, 30), (170, 110)) is None


# In the last ones it fits exactly between corners of tiles in a slanted line.
@pytest.mark.parametrize("seed", [*range(16), 1141, 1592])
def test_a_disc_as_large_as_a_tile_goes_wherever_free_tiles_share_an_edge(seed: int) -> None:
    rng = random.Random(seed)
    side, size = 10, rng.choice([8, 32, 12.5])
    places = [(x, y) for x in range(side) for y in range(side)]
    solid = {place for place in places if rng.random() < 0.4}
    walls = [box(size * x, size * y, size * (x + 1), size * (y + 1)) for x, y in solid]
    paths = Paths(walls, radius=size / 2, bounds=(0, 0, size * side, size * side))
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


def test_one_way_shapes_are_walls() -> None:
    plank = Sprite(-50, 20, collision=Rect(0, 0, 100, 5, one_way=(0, -1)))
    assert len(way_of([plank], 5, (0, 0), (0, 60))) > 2
    assert len(way_of([plank], 5, (0, 60), (0, 0))) > 2


# --- rebuild, nearest_free ------------------------------------------------------------------------


def test_a_door_opens_and_closes() -> None:
    walls = Group(box(40, 0, 60, 80), box(40, 120, 60, 200))
    door = box(40, 80, 60, 120)
    walls.add(door)
    paths = Paths(walls, radius=10, bounds=(0, 0, 100, 200))
    assert paths.find((20, 20), (80, 20)) is None
    door.y = 500
    assert paths.find((20, 20), (80, 20)) is None  # it is not told yet
    paths.rebuild(40, 80, 60, 120)
    way = paths.find((20, 20), (80, 20))
    assert way is not None
    door.y = 80
    paths.rebuild(40, 80, 60, 120)
    assert paths.find((20, 20), (80, 20)) is None
    door.vanish()
    paths.rebuild(40, 80, 60, 120)
    assert paths.find((20, 20), (80, 20)) == way
    walls.add(box(20, 40, 40, 50))
    paths.rebuild(20, 40, 40, 50)
    longer = paths.find((20, 20), (80, 20))
    assert longer is not None
    assert ways.length_of(longer) > ways.length_of(way)


def test_rebuilt_is_as_made_anew() -> None:
    rng = random.Random(7)
    walls = [
        box(x, y, x + rng.uniform(5, 30), y + rng.uniform(5, 30), rng.uniform(0, 360))
        for x, y in ((rng.uniform(0, 500), rng.uniform(0, 500)) for _ in range(80))
    ]
    group = Group(walls)
    paths = Paths(group, radius=6)
    for _ in range(12):
        moved = rng.choice(walls)
        before = moved.aabb
        moved.x, moved.y = moved.x + rng.uniform(-60, 60), moved.y + rng.uniform(-60, 60)
        after = moved.aabb
        paths.find((rng.uniform(0, 500), -20), (rng.uniform(0, 500), 520))
        paths.rebuild(
            min(before[0], after[0]),
            min(before[1], after[1]),
            max(before[2], after[2]),
            max(before[3], after[3]),
        )
        start, goal = (rng.uniform(0, 500), -20.0), (rng.uniform(0, 500), 520.0)
        way, anew = paths.find(start, goal), Paths(group, radius=6).find(start, goal)
        assert way is not None
        assert anew is not None
        assert ways.hit_legs(way, walls, 6) == []
        assert ways.length_of(way) == pytest.approx(ways.length_of(anew), rel=1e-3)


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


def test_nearest_free() -> None:
    walls = [box(0, 0, 100, 60), box(100, 0, 200, 60)]
    paths = Paths(walls, radius=10)
    assert paths.nearest_free(300, 300) == (300, 300)
    assert paths.nearest_free(50, 50) == pytest.approx((50, 70), abs=1e-3)
    assert paths.nearest_free(100, 5) == pytest.approx((100, -10), abs=1e-3)
    rng = random.Random(3)
    for _ in range(100):
        x, y = rng.uniform(-20, 220), rng.uniform(-20, 80)
        free = paths.nearest_free(x, y)
        disc = Sprite(*free, collision=Circle(0, 0, 10))
        assert not disc.hits(walls)
        gap = disc.distance(Group(walls).nearest(x, y).other).distance  # type: ignore[union-attr]
        assert (free == (x, y)) or gap < 0.02
    assert paths.find((300, 300), paths.nearest_free(50, 30)) is not None


def test_nearest_free_within_bounds() -> None:
    paths = Paths(box(0, 0, 100, 60), radius=10, bounds=(0, 0, 100, 100))
    free = paths.nearest_free(50, 5)
    assert free == pytest.approx((50, 70), abs=1e-3)
    assert paths.nearest_free(500, 90) == pytest.approx((90, 90), abs=1e-3)
    with pytest.raises(ValueError, match="fits nowhere"):
        Paths(box(0, 0, 100, 60), radius=30, bounds=(0, 0, 100, 100)).nearest_free(50, 80)


@pytest.mark.parametrize(
    "nested", [lambda walls: walls, lambda walls: [walls], lambda walls: [[], (walls,)]]
)
@pytest.mark.parametrize("kind", [list, Group])
def test_walls_that_are_added_are_seen_after_rebuild(nested: Any, kind: Any) -> None:
    walls = kind([box(40, 0, 60, 80), box(40, 120, 60, 200)])
    paths = Paths(nested(walls), radius=10, bounds=(0, 0, 100, 200))
    assert paths.find((20, 20), (80, 20)) is not None
    door = box(40, 80, 60, 120)
    (walls.add if isinstance(walls, Group) else walls.append)(door)
    paths.rebuild(*door.aabb)
    assert paths.find((20, 20), (80, 20)) is None
    door.vanish()
    paths.rebuild(40, 80, 60, 120)
    assert paths.find((20, 20), (80, 20)) is not None
    walls.remove(walls[0])
    paths.rebuild(40, 0, 60, 80)
    assert paths.find((20, 20), (80, 20)) == [(20, 20), (80, 20)]


class OfAGuard(Paths):
    """One with an attribute of its own."""

    def __init__(self, walls: Any) -> None:
        super().__init__(walls, radius=10, bounds=(0, 0, 100, 200))
        self.name = "guard"


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, copy.copy, lambda paths: pickle.loads(pickle.dumps(paths))]
)
def test_a_copy_finds_the_same_ways(copied: Any) -> None:
    paths = OfAGuard([Group(box(40, 0, 60, 80)), box(40, 120, 60, 200)])
    way = paths.find((20, 20), (80, 20))
    assert way is not None
    again = copied(paths)
    assert (again.name, repr(again)) == ("guard", repr(paths))
    assert again.find((20, 20), (80, 20)) == way
    assert again.find((20, 5), (80, 20)) is None  # out of bounds
    assert paths.find((20, 20), (80, 20)) == way


# --- the rest -------------------------------------------------------------------------------------


def test_walls_are_as_they_were() -> None:
    wall = box(10, -10, 20, 10)
    paths = Paths(wall, radius=2)
    way = paths.find((0, 0), (30, 0))
    wall.x = 500
    assert paths.find((0, 0), (30, 0)) == way
    wall.vanish()
    assert paths.find((0, 0), (30, 0)) == way


def test_what_cannot_be_hit_is_no_wall() -> None:
    ghost, nowhere = box(10, -10, 20, 10), box(10, -10, 20, 10)
    ghost.collision_enable, nowhere.collision_layer = False, 0
    assert Paths([ghost, nowhere]).find((0, 0), (30, 0)) == [(0, 0), (30, 0)]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Paths([], radius=-1), ValueError, "radius must be 0 or more"),
        (lambda: Paths([], radius="a"), TypeError, "radius"),
        (lambda: Paths(3), TypeError, "got 3"),
        (lambda: Paths([], bounds=(0, 0, 1)), ValueError, "bounds must be"),
        (lambda: Paths([], bounds=(0, 0, -1, 5)), ValueError, "bounds must be"),
        (lambda: Paths([], bounds=5), TypeError, "bounds must be"),
        (lambda: Paths([], bounds=BoxOfAGame((5, 5, 20, 20))), TypeError, "holds a width and a"),
        (lambda: Paths(sprite for sprite in [box(0, 0, 1, 1)]), TypeError, "make it a list"),
        (lambda: Paths([]).find(1, 2, 3, 4), TypeError, r"as in find\(\(x1, y1\), \(x2, y2\)\)"),
        (lambda: Paths([]).find((1, 2)), TypeError, r"find takes two places.*got \(\(1, 2\)\)"),
        (lambda: Paths([]).nearest_free((1, 2)), TypeError, "missing .* 'y'"),
        (lambda: Paths([]).rebuild((0, 0, 1, 1)), TypeError, r"as in rebuild\(left, top, right"),
        (lambda: Paths([]).find(3, (0, 0)), TypeError, r"start must be a place \(x, y\), got 3"),
        (lambda: Paths([]).find((0, 0), (0, 0, 0)), ValueError, "goal must be a place"),
        (lambda: Paths([]).find((0, math.nan), (0, 0)), ValueError, "start"),
        (lambda: Paths([]).find((0, 0), (1e13, 0)), ValueError, "goal"),
        (lambda: Paths([]).nearest_free("a", 0), TypeError, "x must be"),
        (lambda: Paths([]).rebuild(0, 0, None, 0), TypeError, "right must be"),
    ],
)
def test_bad_input(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_the_library_does_not_import_it() -> None:
    code = "import sys, spritecol; assert 'spritecol.paths' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("r", [0, 30, 400])
@pytest.mark.parametrize("touching", [True, False])
def test_ends_next_to_the_arc_of_a_corner(r: float, touching: bool) -> None:
    """Nearer than the corners of the mesh that stand for the arc."""
    wall = Sprite(collision=Circle(0, 0, r) if r else Rect(-20, -20, 20, 20))
    for angle in range(3, 90, 7):
        away = (r + 10) * (1 + (1e-9 if touching else 0.005))
        near = Vec2.from_angle(angle, away)
        for far in ((-r - 60.0, -r - 50.0), (r + 50.0, r + 70.0)):
            way = way_of([wall], 10, near, far)
            assert ways.length_of(way) < ways.length_of(way_of([wall], 9.5, near, far)) * 1.05
            assert ways.length_of(way_of([wall], 10, far, near)) == pytest.approx(
                ways.length_of(way), rel=1e-3
            )


@pytest.mark.parametrize(
    "seed",
    [1668278168432989452, 417707516975769287, 2723708681862506051, 1399923465418804785],
)
def test_scenes_of_the_campaign(seed: int) -> None:
    """Gaps that the disc just passes, a ray that ends in a corner, and corners computed twice."""
    found, told = ways.judged(random.Random(seed))
    assert found == [], told


def test_a_turned_concave_wall_has_ways_as_long_as_before() -> None:
    """Its convex parts share corners, and what is computed twice there differs by a rounding."""
    horns = Polygon([(0, 0), (30, 0), (30, 30), (20, 10), (10, 10), (0, 30)])
    lengths = []
    for angle in range(360):  # at 11 degrees a triangle of the mesh was flat
        wall = Sprite(0.74 * angle, -0.22 * angle, collision=horns, angle=angle)
        start, goal = (
            Vec2(wall.x, wall.y) + Vec2(*place).rotated(angle) for place in ((46, -6), (-62, 10))
        )
        lengths.append(ways.length_of(way_of([wall], 4, start, goal)))
    assert max(lengths) < 1.001 * min(lengths)


def test_a_disc_passes_between_two_corners_with_a_hair_to_spare() -> None:
    walls = [
        box(-100, -100, 0, 0),
        box(6, 8, 100, 100),
        box(-90, 0, -80, 300),
        box(80, -300, 90, 8),
    ]
    for radius, passes in ((4.99, True), (4.9999, True), (5.001, False)):
        way = Paths(walls, radius=radius).find((20, -20), (-20, 40))
        assert way is not None
        assert (ways.length_of(way) < 120) is passes
        assert ways.hit_legs(way, walls, radius) == []


THICKET = [
    (180, 170, Rect(0, 0, 40, 40, 17), 0),
    (210, 250, Circle(0, 0, 15), 90),
    (360, 90, Rect(0, 0, 40, 60, 0), 0),
    (300, 390, Circle(0, 0, 15), 90),
    (40, 10, Circle(0, 0, 15), 0),
    (140, 140, Circle(0, 0, 15), 90),
    (300, 350, Ellipse(0, 0, 20, 18, 30), 90),
    (150, 30, Circle(0, 0, 20), 0),
    (20, 100, Circle(0, 0, 15), 30),
    (380, 180, Ellipse(0, 0, 40, 33, 30), 0),
    (120, 120, Ellipse(0, 0, 20, 13, 30), 90),
    (70, 210, Capsule(0, 0, 20, 60, 5), 0),
    (210, 130, Capsule(0, 0, 40, 10, 5), 30),
    (240, 80, Ellipse(0, 0, 10, 33, 30), 90),
    (310, 220, Rect(0, 0, 10, 20, 17), 30),
    (100, 40, Capsule(0, 0, 30, 30, 5), 0),
    (200, 200, Rect(0, 0, 60, 40, 17), 0),
    (50, 210, Rect(0, 0, 20, 10, 0), 90),
    (20, 390, Rect(0, 0, 10, 60, 0), 0),
    (280, 200, Ellipse(0, 0, 40, 13, 30), 30),
    (290, 320, Rect(0, 0, 60, 30, 45), 30),
    (20, 230, Rect(0, 0, 60, 60, 0), 0),
    (0, 220, Capsule(0, 0, 30, 30, 5), 30),
    (30, 100, Circle(0, 0, 30), 0),
    (180, 200, Ellipse(0, 0, 40, 13, 30), 0),
    (120, 300, Capsule(0, 0, 30, 60, 5), 0),
    (210, 220, Capsule(0, 0, 60, 60, 5), 0),
    (10, 150, Rect(0, 0, 20, 30, 45), 0),
    (230, 230, Capsule(0, 0, 60, 60, 5), 90),
]


@pytest.mark.parametrize("bounds", [(-20, -20, 460, 460), None])
@pytest.mark.parametrize("radius", [9.999, 10, 10.0001, 10.001, 10.005, 10.01])
def test_a_way_from_beside_a_round_wall_is_one_back(bounds: Any, radius: float) -> None:
    """The start is so near to an ellipse that it is within the polygon that the mesh has for it.

    So the way must be pulled tight round the ellipse itself.
    """
    walls = [Sprite(x, y, collision=shape, angle=angle) for x, y, shape, angle in THICKET]
    beside, goal = (96.73006904807126, 136.31340212118468), (169.0, 155.0)
    way = way_of(walls, radius, beside, goal, bounds=bounds)
    back = way_of(walls, radius, goal, beside, bounds=bounds)
    assert ways.length_of(way) == pytest.approx(ways.length_of(back), rel=1e-3)


@pytest.mark.parametrize("beyond", [1e-6, 1e-3, 0.01, 0.03])
def test_a_way_along_an_ellipse_from_next_to_it(beyond: float) -> None:
    wall = Sprite(collision=Ellipse(0, 0, 60, 30))
    for angle in range(0, 90, 11):
        far = Vec2.from_angle(angle, 200)
        hit = Sprite(*far, collision=Circle(0, 0, 10)).sweep(-far.x, -far.y, wall)
        assert hit is not None
        near = hit.position + beyond * hit.normal
        for goal in ((-90.0, -20.0), (0.0, 60.0), (20.0, -70.0)):
            way, back = way_of([wall], 10, near, goal), way_of([wall], 10, goal, near)
            least = way_of([wall], 9.9, near, goal)
            assert ways.length_of(way) < ways.length_of(least) * 1.01
            assert ways.length_of(back) == pytest.approx(ways.length_of(way), rel=1e-3)


def test_a_way_that_turns_far_round_one_circle_is_found_in_both_directions() -> None:
    walls = Group(
        Sprite(330, 210, angle=90, collision=Ellipse(0, 0, 20, 18, 30)),
        Sprite(220, 90, angle=30, collision=Capsule(0, 0, 40, 60, 5)),
        Sprite(370, 130, angle=90, collision=Ellipse(0, 0, 60, 33, 30)),
        Sprite(20, 200, angle=30, collision=Capsule(0, 0, 20, 40, 5)),
        Sprite(380, 200, collision=Circle(0, 0, 10)),
    )
    paths = Paths(walls, radius=10, bounds=(-20, -20, 460, 460))
    a, b = (360.9425296218274, 193.93150324537888), (395.94408379344407, 167.77465713581137)
    there, back = paths.find(a, b), paths.find(b, a)
    assert there
    assert back
    assert ways.length_of(there) == pytest.approx(ways.length_of(back), rel=1e-3)


@pytest.mark.parametrize("seed", range(20))
def test_nearest_free_in_corridors_exactly_as_wide(seed: int) -> None:
    r = random.Random(seed)
    walls = [
        Sprite(32 * x, 32 * y, collision=Rect(0, 0, 32, 32))
        for x in range(9)
        for y in range(7)
        if r.random() < 0.4
    ]
    paths = Paths(walls, radius=16)
    for _ in range(5):
        place = r.randint(0, 288), r.randint(0, 224)
        disc = Sprite(*place, collision=Circle(0, 0, 16))
        free = paths.nearest_free(*place)
        assert not Sprite(*free, collision=Circle(0, 0, 16)).check(walls)
        # Brute force: no free place on a fine grid around is nearer.
        away = math.dist(free, place)
        for dx in range(-40, 41, 2):
            for dy in range(-40, 41, 2):
                if math.hypot(dx, dy) < away - 0.1:
                    disc.x, disc.y = place[0] + dx, place[1] + dy
                    assert disc.check(walls)
        assert paths.find(free, free) is not None
