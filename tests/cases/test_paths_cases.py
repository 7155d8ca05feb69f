"""Faults of paths that were found once, and stay away."""

import copy
import math
import pickle
from types import SimpleNamespace

import pytest
from cases.by_hand import box
from support.levels import UP, block

import spritecol
from spritecol import Capsule, Circle, Group, Point, Rect, Sprite, Triangle, Vec2
from spritecol.paths import Paths, Way

ENDS = (20, 20), (80, 20)
BOUNDS = 0, 0, 100, 200
HALVES = (40, 0, 60, 80), (40, 120, 60, 200)
DOOR = 40, 80, 60, 120
"""In a room with these bounds, two halves of a wall are between the ends; a door fills the gap."""


def halves() -> list[Sprite]:
    return [block(*half) for half in HALVES]


# --- the ends -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "goal"),
    [((50, 50), (200, 50)), ((200, 50), (50, 50)), ((109.9, 50), (200, 50))],
    ids=["start in a wall", "goal in a wall", "start too near to a wall"],
)
def test_there_is_no_way_from_or_into_a_wall(start, goal):
    assert Paths(block(0, 0, 100, 100), radius=10).find(start, goal) is None


def test_the_disc_may_touch_a_wall_at_its_start() -> None:
    assert Paths(block(0, 0, 100, 100), radius=10).find((110, 50), (200, 50)) is not None


@pytest.mark.parametrize(
    ("start", "goal", "found"),
    [((5, 50), (50, 50), False), ((10, 10), (110, 50), False), ((10, 10), (90, 190), True)],
    ids=["start too near to the bounds", "goal outside", "both touch the bounds"],
)
def test_the_ends_must_be_within_the_bounds(start, goal, found):
    way = Paths([], radius=10, bounds=BOUNDS).find(start, goal)
    assert (way is not None) == found


# --- walls ----------------------------------------------------------------------------------------


def test_walls_may_reach_across_the_bounds() -> None:
    walls = [block(40, -50, 60, 80), block(40, 120, 60, 300)]
    way = Paths(walls, radius=10, bounds=BOUNDS).find(*ENDS)
    assert max(y for _, y in way) > 80


@pytest.mark.parametrize(("bottom", "lowest"), [(90, None), (100, 90)], ids=["closed", "open"])
def test_between_a_wall_and_the_bounds_a_gap_as_wide_as_the_disc_is_open(bottom, lowest):
    way = Paths(block(40, -50, 60, 80), radius=10, bounds=(0, 0, 100, bottom)).find(*ENDS)
    assert (way and max(y for _, y in way)) == lowest


@pytest.mark.parametrize(
    ("radius", "found"), [(0, True), (5, True), (10, True), (10.001, False)], ids=str
)
def test_in_a_maze_of_tiles_a_disc_as_large_as_a_tile_finds_its_way(radius, found):
    maze = [
        "##########",
        "#   #    #",
        "# # # ## #",
        "# #   #  #",
        "# ##### ##",
        "#       E#",
        "##########",
    ]
    walls = [
        box(20 * x, 20 * y, 20, 20)
        for y, row in enumerate(maze)
        for x, cell in enumerate(row)
        if cell == "#"
    ]
    assert (Paths(walls, radius=radius).find((30, 30), (170, 110)) is not None) == found


@pytest.mark.parametrize(("y1", "y2"), [(0, 60), (60, 0)], ids=["down", "up"])
def test_one_way_shapes_are_walls_from_both_sides(y1, y2):
    way = Paths(box(-50, 20, 100, 5, UP), radius=5).find((0, y1), (0, y2))
    assert len(way) > 2


@pytest.mark.parametrize(
    "how", [{"collision_enable": False}, {"collision_layer": 0}], ids=["disabled", "no layer"]
)
def test_what_cannot_be_hit_is_no_wall(how):
    ghost = box(10, -10, 10, 20, **how)
    assert Paths([ghost]).find((0, 0), (30, 0)) == [(0, 0), (30, 0)]


STRAIGHT = [(-50, 0), (50, 0)]
FAR = Circle(0, 500, 1)


def way_past(*shapes, start=(-50, 0), **how) -> Way:
    return Paths(Sprite(0, -100, collision=shapes, **how), radius=2).find(start, (50, 0))


def test_the_mask_of_a_shape_of_a_wall_does_not_matter() -> None:
    wall, careless = Rect(0, 0, 10, 200), Rect(0, 0, 10, 200, mask=2)
    assert way_past(careless) == way_past(wall) != STRAIGHT
    assert way_past(careless, collision_layer=4) == way_past(wall)
    assert way_past(careless, start=(5, 0)) is None
    assert Paths(Sprite(collision=Point(0, 0, mask=2)), radius=2).find((1, 0), (50, 0)) is None


def test_a_shape_on_no_layer_is_no_wall() -> None:
    assert way_past(FAR, Rect(0, 0, 10, 200, layer=0)) == STRAIGHT


def test_a_shape_without_a_layer_is_on_that_of_its_sprite() -> None:
    wall, far = Rect(0, 0, 10, 200), Circle(0, 500, 1, layer=1)
    assert way_past(far, wall, collision_layer=0) == STRAIGHT
    gate = Sprite(0, -100, collision=[far, wall], collision_layer=0)
    paths = Paths(gate, radius=2)
    gate.collision_layer = 1
    paths.rebuild(*gate.aabb)
    assert paths.find(*STRAIGHT) == way_past(wall)


@pytest.mark.parametrize("scale_x", [1, -1])
def test_a_triangle_is_a_wall_in_either_order_of_its_corners(scale_x):
    ways = [
        Paths(Sprite(collision=shape, scale_x=scale_x), radius=3).find((-40, 10), (40, 11))
        for shape in (Triangle(0, 0, 20, 0, 10, 30), Triangle(0, 0, 10, 30, 20, 0))
    ]
    assert ways[0] == ways[1]
    assert len(ways[0]) > 2


# --- rebuild --------------------------------------------------------------------------------------


def test_walls_are_as_they_were_until_a_rebuild() -> None:
    door, walls = block(*DOOR), Group(halves())
    walls.add(door)
    paths = Paths(walls, radius=10, bounds=BOUNDS)
    assert paths.find(*ENDS) is None
    door.y = 500
    assert paths.find(*ENDS) is None
    paths.rebuild(*DOOR)
    way = paths.find(*ENDS)
    assert way is not None
    door.y = 80
    paths.rebuild(*DOOR)
    assert paths.find(*ENDS) is None
    door.vanish()
    paths.rebuild(*DOOR)
    assert paths.find(*ENDS) == way
    walls.add(block(20, 40, 40, 50))
    paths.rebuild(20, 40, 40, 50)
    assert paths.find(*ENDS).length > way.length


@pytest.mark.parametrize("kind", [list, Group])
@pytest.mark.parametrize(
    "nested",
    [
        pytest.param(lambda walls: walls, id="alone"),
        pytest.param(lambda walls: [walls], id="in a list"),
        pytest.param(lambda walls: [[], (walls,)], id="in a tuple in a list"),
    ],
)
def test_walls_that_are_added_or_removed_are_seen_after_a_rebuild(nested, kind):
    walls, door = kind(halves()), block(*DOOR)
    paths = Paths(nested(walls), radius=10, bounds=BOUNDS)
    assert paths.find(*ENDS) is not None
    (walls.add if kind is Group else walls.append)(door)
    paths.rebuild(*door.aabb)
    assert paths.find(*ENDS) is None
    door.vanish()
    paths.rebuild(*DOOR)
    walls.remove(walls[0])
    paths.rebuild(*HALVES[0])
    assert paths.find(*ENDS) == list(ENDS)


# --- copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_finds_the_same_ways(copied):
    paths = Paths([Group(block(*HALVES[0])), block(*HALVES[1])], radius=10, bounds=BOUNDS)
    twin = copied(paths)
    assert twin.find(*ENDS) == paths.find(*ENDS)
    assert repr(twin) == repr(paths)
    assert twin.find((20, 5), (80, 20)) is None


def test_a_pickle_has_the_attributes_of_its_class(monkeypatch):
    class OfAGuard(Paths):
        pass

    monkeypatch.setattr(spritecol, "OfAGuard", OfAGuard, raising=False)
    OfAGuard.__module__, OfAGuard.__qualname__ = "spritecol", "OfAGuard"
    guard = OfAGuard(block(*HALVES[0]), radius=10)
    guard.name = "guard"
    again = pickle.loads(pickle.dumps(guard))
    assert again.name == "guard"
    assert again.find(*ENDS) == guard.find(*ENDS)


# --- nearest_free ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "free"),
    [((300, 300), (300, 300)), ((50, 50), (50, 70)), ((100, 5), (100, -10))],
    ids=["free itself", "nearer below", "nearer above"],
)
def test_nearest_free_is_beside_the_nearest_side_of_two_walls(place, free):
    paths = Paths([box(0, 0, 100, 60), box(100, 0, 100, 60)], radius=10)
    assert paths.nearest_free(*place) == pytest.approx(free, abs=1e-3)


def test_a_way_leads_to_what_nearest_free_returns() -> None:
    paths = Paths([box(0, 0, 100, 60), box(100, 0, 100, 60)], radius=10)
    assert paths.find((300, 300), paths.nearest_free(50, 30)) is not None


@pytest.mark.parametrize(
    ("place", "free"), [((50, 5), (50, 70)), ((500, 90), (90, 90))], ids=["in a wall", "outside"]
)
def test_nearest_free_is_within_the_bounds(place, free):
    paths = Paths(box(0, 0, 100, 60), radius=10, bounds=(0, 0, 100, 100))
    assert paths.nearest_free(*place) == pytest.approx(free, abs=1e-3)


@pytest.mark.parametrize(
    ("wall", "bounds"),
    [
        pytest.param(Rect(0, 0, 100, 60), (0, 0, 100, 100), id="too little room below a box"),
        pytest.param(Rect(0, 0, 100, 60), (0, 0, 40, 900), id="bounds too narrow"),
        pytest.param(Rect(-900, -900, 1800, 1800), (0, 0, 100, 100), id="all in a box"),
        pytest.param(Circle(50, 50, 90), (0, 0, 100, 100), id="all in a circle"),
        pytest.param(Capsule(0, 0, 100, 100, 80), (0, 0, 100, 100), id="all in a capsule"),
    ],
)
def test_a_disc_that_fits_nowhere_is_told(wall, bounds):
    with pytest.raises(ValueError, match=r"a disc of radius 30.0 fits nowhere"):
        Paths(Sprite(collision=wall), radius=30, bounds=bounds).nearest_free(50, 80)


@pytest.mark.parametrize("wall", [Point(20, 90), Circle(20, 90, 4)], ids=["point", "circle"])
def test_bounds_keep_a_disc_from_the_nearest_place_beside_something_round(wall):
    place = Paths(Sprite(collision=wall), radius=10, bounds=(0, 0, 100, 100)).nearest_free(20, 95)
    assert place.y == pytest.approx(90, abs=1e-3)
    assert math.dist(place, (20, 90)) == pytest.approx(wall.bounds[2] - 10, abs=0.02)


# --- arguments ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "error", "told"),
    [
        pytest.param(
            lambda: Paths(sprite for sprite in [Sprite()]),
            TypeError,
            r"make it a list",
            id="walls of a generator",
        ),
        pytest.param(
            lambda: Paths([]).find(1, 2, 3, 4),
            TypeError,
            r"find\(\(x1, y1\), \(x2, y2\)\)",
            id="four numbers",
        ),
        pytest.param(
            lambda: Paths([]).find((1, 2)), TypeError, r"find takes two positions", id="one end"
        ),
        pytest.param(
            lambda: Paths([]).find(3, (0, 0)),
            TypeError,
            r"start must be a position \(x, y\), got 3",
            id="a number",
        ),
        pytest.param(
            lambda: Paths([]).find((0, 0), Sprite(1, 2)),
            TypeError,
            r"no shapes>: pass its position",
            id="a sprite",
        ),
        pytest.param(
            lambda: Paths([]).find((0, 0), (0, 0, 0)),
            ValueError,
            r"goal must be a position",
            id="three numbers",
        ),
        pytest.param(
            lambda: Paths([]).find((0, float("nan")), (0, 0)), ValueError, "start", id="nan"
        ),
        pytest.param(
            lambda: Paths([]).find((0, 0), (1e13, 0)), ValueError, "goal", id="out of the world"
        ),
        pytest.param(
            lambda: Paths([]).rebuild((0, 0, 1)),
            ValueError,
            r"a box must be four numbers",
            id="a box of three numbers",
        ),
        pytest.param(
            lambda: Paths([], bounds=5), TypeError, r"bounds must be", id="bounds of one number"
        ),
    ],
)
def test_bad_arguments_are_told(ask, error, told):
    with pytest.raises(error, match=told):
        ask()


def test_bounds_may_be_a_box_with_named_edges() -> None:
    paths = Paths([], bounds=SimpleNamespace(left=10, top=20, right=110, bottom=70))
    assert paths.find((20, 30), (105, 65)) == [(20, 30), (105, 65)]
    assert paths.find((20, 30), (111, 30)) is None
    assert paths.find((20, 30), (20, 75)) is None


# --- ways -----------------------------------------------------------------------------------------


def test_a_way_of_ones_own_is_made_from_any_pairs() -> None:
    road = Way([(0, 0), [30, 0], Vec2(30, 40)])
    assert road.length == 70
    assert road.at(50) == (30, 20)
    assert road.direction(50) == (0, 1)
    assert type(road[0]) is Vec2
    assert Way(road[::-1]).at(0) == (30, 40)


@pytest.mark.parametrize(
    ("places", "told"),
    [([(0, 0), 3], r"a pair of them, got 3"), ([(0, 0), (1, "x")], r"a pair of them, got")],
    ids=["a number", "a word"],
)
def test_a_bad_way_is_an_error_when_it_is_made(places, told):
    with pytest.raises(TypeError, match=told):
        Way(places)


@pytest.mark.parametrize(("far", "direction"), [(9, (1, 0)), (10, (0, 1)), (11, (0, 1))], ids=str)
def test_at_a_corner_of_a_way_its_direction_is_that_of_what_comes(far, direction):
    assert Way([(0, 0), (10, 0), (10, 10)]).direction(far) == direction
