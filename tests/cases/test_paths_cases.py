"""Faults of paths that were found once, and stay away."""

import copy
import math
import pickle
from types import SimpleNamespace

import pytest
import spritecol
from spritecol import Capsule, Circle, Group, Point, Rect, Sprite, Triangle, Vec2
from spritecol.paths import Paths, Way


def test_the_start_or_the_goal_is_in_a_wall_the_disc_may_touch_it() -> None:
    def box(left, top, right, bottom):
        return Sprite(left, top, collision=Rect(0, 0, right - left, bottom - top))

    paths = Paths(box(0, 0, 100, 100), radius=10)
    assert [paths.find(*ends) for ends in (((50, 50), (200, 50)), ((200, 50), (50, 50)), ((109.9, 50), (200, 50)))] == [None] * 3
    assert (paths.find((110, 50), (200, 50)) is None) is False


def test_walls_across_the_bounds() -> None:
    def box(left, top, right, bottom):
        return Sprite(left, top, collision=Rect(0, 0, right - left, bottom - top))

    walls = [box(40, -50, 60, 80), box(40, 120, 60, 300)]

    def lowest(walls, radius, bounds, start=(20, 20), goal=(80, 20)):
        way = Paths(walls, radius=radius, bounds=bounds).find(start, goal)
        return way and max(y for _, y in way)

    assert lowest(walls, 10, (0, 0, 100, 200)) > 80
    assert (lowest(walls[:1], 10, (0, 0, 100, 90)), lowest(walls[:1], 10, (0, 0, 100, 100))) == (None, 90)
    assert [lowest([], 10, (0, 0, 100, 200), *ends) for ends in (((5, 50), (50, 50)), ((10, 10), (110, 50)), ((10, 10), (90, 190)))] == [
        None,
        None,
        190,
    ]


def test_a_maze_of_tiles() -> None:
    rows = ["##########", "#   #    #", "# # # ## #", "# #   #  #", "# ##### ##", "#       E#", "##########"]
    walls = [
        Sprite(20 * x, 20 * y, collision=Rect(0, 0, 20, 20)) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "#"
    ]
    assert [Paths(walls, radius=r).find((30, 30), (170, 110)) is None for r in (0, 5, 10, 10.001)] == [False, False, False, True]


def test_one_way_shapes_are_walls_from_both_sides() -> None:
    paths = Paths(Sprite(-50, 20, collision=Rect(0, 0, 100, 5, one_way=(0, -1))), radius=5)
    assert [len(paths.find(*ends)) > 2 for ends in (((0, 0), (0, 60)), ((0, 60), (0, 0)))] == [True, True]


def test_what_cannot_be_hit_is_no_wall() -> None:
    ghost, nowhere = (Sprite(10, -10, collision=Rect(0, 0, 10, 20)) for _ in "ab")
    ghost.collision_enable, nowhere.collision_layer = False, 0
    assert Paths([ghost, nowhere]).find((0, 0), (30, 0)) == [(0, 0), (30, 0)]


def test_whom_a_shape_of_a_wall_cares_for_does_not_matter_one_on_no_layer_cannot_be_hit_so_it_is_no_wall() -> None:
    def corners(*shapes, ends=((-50, 0), (50, 0)), **role):
        return Paths(Sprite(0, -100, collision=shapes, **role), radius=2).find(*ends)

    wall, careless = Rect(0, 0, 10, 200), Rect(0, 0, 10, 200, mask=2)
    assert corners(careless) == corners(wall)
    assert corners(careless, ends=((5, 0), (50, 0))) is None
    assert corners(Circle(0, 500, 1), Rect(0, 0, 10, 200, layer=0)) == [(-50, 0), (50, 0)]
    assert corners(Circle(0, 500, 1, layer=1), wall, collision_layer=0) == [(-50, 0), (50, 0)]
    assert corners(careless, collision_layer=4) == corners(wall)
    assert Paths(Sprite(collision=Point(0, 0, mask=2)), radius=2).find((1, 0), (50, 0)) is None
    gate = Sprite(0, -100, collision=[Circle(0, 500, 1, layer=1), wall], collision_layer=0)
    paths = Paths(gate, radius=2)
    gate.collision_layer = 1
    paths.rebuild(*gate.aabb)
    assert paths.find((-50, 0), (50, 0)) == corners(wall)


def test_walls_are_as_they_were_until_a_rebuild_a_door_opens_and_closes() -> None:
    def box(left, top, right, bottom):
        return Sprite(left, top, collision=Rect(0, 0, right - left, bottom - top))

    door, walls = box(40, 80, 60, 120), Group(box(40, 0, 60, 80), box(40, 120, 60, 200))
    walls.add(door)
    paths, ends = Paths(walls, radius=10, bounds=(0, 0, 100, 200)), ((20, 20), (80, 20))
    assert paths.find(*ends) is None
    door.y = 500
    assert paths.find(*ends) is None
    paths.rebuild(40, 80, 60, 120)
    way = paths.find(*ends)
    assert (way is None) is False
    door.y = 80
    paths.rebuild(40, 80, 60, 120)
    assert paths.find(*ends) is None
    door.vanish()
    paths.rebuild(40, 80, 60, 120)
    assert paths.find(*ends) == way
    walls.add(box(20, 40, 40, 50))
    paths.rebuild(20, 40, 40, 50)
    w = paths.find(*ends)
    assert sum(map(math.dist, w, w[1:])) > sum(map(math.dist, way, way[1:]))


def test_walls_that_are_added_to_a_list_nested_or_not_or_to_a_group_are_seen_after_a_rebuild() -> None:
    def box(left, top, right, bottom):
        return Sprite(left, top, collision=Rect(0, 0, right - left, bottom - top))

    def lives(kind, nested):
        walls = kind([box(40, 0, 60, 80), box(40, 120, 60, 200)])
        paths, door = Paths(nested(walls), radius=10, bounds=(0, 0, 100, 200)), box(40, 80, 60, 120)
        found = [paths.find((20, 20), (80, 20)) is None]
        (walls.add if kind is Group else walls.append)(door)
        paths.rebuild(*door.aabb)
        found += [paths.find((20, 20), (80, 20)) is None]
        door.vanish()
        paths.rebuild(40, 80, 60, 120)
        walls.remove(walls[0])
        paths.rebuild(40, 0, 60, 80)
        return [*found, paths.find((20, 20), (80, 20))]

    nests = (lambda w: w), (lambda w: [w]), (lambda w: [[], (w,)])
    assert [lives(kind, nested) for kind in (list, Group) for nested in nests] == [[False, True, [(20, 20), (80, 20)]]] * 6


def test_a_copy_finds_the_same_ways_and_has_the_attributes_of_its_class() -> None:
    paths = Paths(
        [Group(Sprite(40, 0, collision=Rect(0, 0, 20, 80))), Sprite(40, 120, collision=Rect(0, 0, 20, 80))],
        radius=10,
        bounds=(0, 0, 100, 200),
    )
    way = paths.find((20, 20), (80, 20))
    assert [c.find((20, 20), (80, 20)) == way and repr(c) == repr(paths) for c in (copy.copy(paths), copy.deepcopy(paths))] == [True, True]
    assert copy.deepcopy(paths).find((20, 5), (80, 20)) is None

    class OfAGuard(Paths):
        pass

    spritecol.OfAGuard, OfAGuard.__module__, OfAGuard.__qualname__ = OfAGuard, "spritecol", "OfAGuard"
    guard = OfAGuard(Sprite(40, 0, collision=Rect(0, 0, 20, 80)), radius=10)
    guard.name = "guard"
    again = pickle.loads(pickle.dumps(guard))
    assert (again.name, again.find((20, 20), (80, 20))) == ("guard", guard.find((20, 20), (80, 20)))
    del spritecol.OfAGuard


def test_nearest_free() -> None:
    paths = Paths([Sprite(x, 0, collision=Rect(0, 0, 100, 60)) for x in (0, 100)], radius=10)
    assert paths.nearest_free(300, 300) == (300, 300)
    assert [
        abs(a - b) < 1e-3 for at, right in (((50, 50), (50, 70)), ((100, 5), (100, -10))) for a, b in zip(paths.nearest_free(*at), right)
    ] == [True] * 4
    assert (paths.find((300, 300), paths.nearest_free(50, 30)) is None) is False
    bounded = Paths(Sprite(collision=Rect(0, 0, 100, 60)), radius=10, bounds=(0, 0, 100, 100))
    assert [
        abs(a - b) < 1e-3 for at, right in (((50, 5), (50, 70)), ((500, 90), (90, 90))) for a, b in zip(bounded.nearest_free(*at), right)
    ] == [True] * 4


@pytest.mark.parametrize(
    ("wall", "bounds"),
    [
        (Rect(0, 0, 100, 60), (0, 0, 100, 100)),
        (Rect(0, 0, 100, 60), (0, 0, 40, 900)),
        (Rect(-900, -900, 1800, 1800), (0, 0, 100, 100)),
        (Circle(50, 50, 90), (0, 0, 100, 100)),
        (Capsule(0, 0, 100, 100, 80), (0, 0, 100, 100)),
    ],
)
def test_a_disc_that_fits_nowhere_is_told(wall, bounds):
    with pytest.raises(ValueError, match=r"a disc of radius 30.0 fits nowhere"):
        Paths(Sprite(collision=wall), radius=30, bounds=bounds).nearest_free(50, 80)


@pytest.mark.parametrize("wall", [Point(20, 90), Circle(20, 90, 4)])
def test_bounds_keep_a_disc_from_the_nearest_place_beside_something_round(wall):
    place = Paths(Sprite(collision=wall), radius=10, bounds=(0, 0, 100, 100)).nearest_free(20, 95)
    away = math.dist(place, (20, 90))
    assert (place.y, away) == (pytest.approx(90, abs=1e-3), pytest.approx(wall.bounds[2] - 10, abs=0.02))


@pytest.mark.parametrize("scale_x", [1, -1])
def test_a_triangle_is_a_wall_in_either_order_of_its_corners(scale_x):
    ways = [
        Paths(Sprite(collision=Triangle(*corners), scale_x=scale_x), radius=3).find((-40, 10), (40, 11))
        for corners in [(0, 0, 20, 0, 10, 30), (0, 0, 10, 30, 20, 0)]
    ]
    assert ways[0] == ways[1]
    assert len(ways[0]) > 2


def test_paths_take_places_and_no_four_numbers() -> None:
    with pytest.raises(TypeError, match=r"make it a list"):
        Paths(sprite for sprite in [Sprite()])
    with pytest.raises(TypeError, match=r"find\(\(x1, y1\), \(x2, y2\)\)"):
        Paths([]).find(1, 2, 3, 4)
    with pytest.raises(TypeError, match=r"find takes two positions"):
        Paths([]).find((1, 2))
    with pytest.raises(TypeError, match=r"start must be a position \(x, y\), got 3"):
        Paths([]).find(3, (0, 0))
    with pytest.raises(TypeError, match=r"no shapes>: pass its position"):
        Paths([]).find((0, 0), Sprite(1, 2))
    with pytest.raises(ValueError, match=r"goal must be a position"):
        Paths([]).find((0, 0), (0, 0, 0))
    with pytest.raises(ValueError, match="start"):
        Paths([]).find((0, float("nan")), (0, 0))
    with pytest.raises(ValueError, match="goal"):
        Paths([]).find((0, 0), (1e13, 0))
    with pytest.raises(ValueError, match=r"a box must be four numbers"):
        Paths([]).rebuild((0, 0, 1))
    with pytest.raises(TypeError, match=r"bounds must be"):
        Paths([], bounds=5)


def test_bounds_may_be_a_box_with_named_edges() -> None:
    paths = Paths([], bounds=SimpleNamespace(left=10, top=20, right=110, bottom=70))
    assert paths.find((20, 30), (105, 65)) == [(20, 30), (105, 65)]
    assert paths.find((20, 30), (111, 30)) is None
    assert paths.find((20, 30), (20, 75)) is None


def test_a_way_of_ones_own_is_made_from_any_pairs_and_bad_ones_are_errors_when_it_is_made() -> None:
    road = Way([(0, 0), [30, 0], Vec2(30, 40)])
    assert (road.length, road.at(50), road.direction(50), type(road[0]), Way(road[::-1]).at(0)) == (70, (30, 20), (0, 1), Vec2, (30, 40))
    with pytest.raises(TypeError, match=r"a pair of them, got 3"):
        Way([(0, 0), 3])
    with pytest.raises(TypeError, match=r"a pair of them, got"):
        Way([(0, 0), (1, "x")])


def test_at_a_corner_of_a_way_its_direction_is_that_of_what_comes() -> None:
    way = Way([(0, 0), (10, 0), (10, 10)])
    assert [way.direction(far) for far in (9, 10, 11)] == [(1, 0), (0, 1), (0, 1)]
