"""Faults of paths that were found once, and stay away."""

import copy
import math
import pickle
from types import SimpleNamespace

import pytest
from cases.by_hand import ball, box
from support.levels import UP, block

import spritecol
from spritecol import Capsule, Circle, Group, Point, Polygon, Rect, Sprite, Triangle, Vec2
from spritecol.paths import Paths, Way

ENDS = (20, 20), (80, 20)
BOUNDS = 0, 0, 100, 200
HALVES = (40, 0, 60, 80), (40, 120, 60, 200)
DOOR = 40, 80, 60, 120
"""In a room with these bounds, two halves of a wall are between the ends; a door fills the gap."""


def halves() -> list[Sprite]:
    return [block(*half) for half in HALVES]


# --- how long a way is ----------------------------------------------------------------------------

BLOCK = block(0, 0, 100, 100)
EDGES = SimpleNamespace(left=10, top=20, right=110, bottom=70)
RING = [(10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0)]
YARD = Sprite(collision=Polygon([(0, 0), (100, 0), (100, 100), (0, 100)], [RING]))
YARDS = [YARD, *(block(*one) for one in ((30, 30, 70, 35), (30, 65, 70, 70)))]
YARDS += [block(30, 30, 35, 70), block(65, 30, 70, 70)]
TILES = [box(x, y, 16, 16) for x, y in ((0, 64), (112, 96), (64, 112))]
ROUND_BOX = 10 + 2 * math.hypot(10, 10)
ROUND_DISC = 2 * math.sqrt(50**2 - 25**2) + 25 * 2 * math.asin(0.5)
FAR_ROUND = 2 * math.sqrt(3609 - 400) + 40 * (
    math.pi - math.atan(3 / 60) - math.acos(20 / math.sqrt(3609))
)


def bar(*more, **how) -> Sprite:
    """A wall between (-50, 0) and (50, 0), which a disc of radius 2 passes below."""
    return Sprite(0, -100, collision=[Rect(0, 0, 10, 150, **how.pop("bar", {})), *more], **how)


OVER = 100.0
"""The length of the straight way past a bar."""
FAR = Circle(0, 500, 1, layer=1)
IN_BAR = (5, 0)
PASSING = {"radius": 2}

# walls, arguments, start, goal, the length: None for no way, "longer" than the straight one
LENGTHS = {
    "no way from within a wall": (BLOCK, {"radius": 10}, (50, 50), (200, 50), None),
    "nor into it": (BLOCK, {"radius": 10}, (200, 50), (50, 50), None),
    "nor from too near": (BLOCK, {"radius": 10}, (109.9, 50), (200, 50), None),
    "the start may touch a wall": (BLOCK, {"radius": 10}, (110, 50), (200, 50), 90),
    "too near to the bounds": ([], {"radius": 10, "bounds": BOUNDS}, (5, 50), (50, 50), None),
    "outside of them": ([], {"radius": 10, "bounds": BOUNDS}, (10, 10), (110, 50), None),
    "both touch them": (
        [], {"radius": 10, "bounds": BOUNDS}, (10, 10), (90, 190), math.hypot(80, 180),
    ),
    "bounds with named edges": ([], {"bounds": EDGES}, (20, 30), (105, 65), math.hypot(85, 35)),
    "right of named edges": ([], {"bounds": EDGES}, (20, 30), (111, 30), None),
    "below named edges": ([], {"bounds": EDGES}, (20, 30), (20, 75), None),
    "walls reach across the bounds": (
        [block(40, -50, 60, 80), block(40, 120, 60, 300)],
        {"radius": 10, "bounds": BOUNDS}, *ENDS, "longer",
    ),
    "a gap beside the bounds is open": (
        block(40, -50, 60, 80), {"radius": 10, "bounds": (0, 0, 100, 100)}, *ENDS, "longer",
    ),
    "and closed if it is narrower": (
        block(40, -50, 60, 80), {"radius": 10, "bounds": (0, 0, 100, 90)}, *ENDS, None,
    ),
    "no walls": ([], {}, (0, 0), (30, 40), 50),
    "to where it is": ([], {}, (1, 2), (1, 2), 0),
    "beside a box": (box(10, 20, 10, 10), {"radius": 5}, (0, 0), (30, 0), 30),
    "round a box": (box(10, -10, 10, 20), {}, (0, 0), (30, 0), ROUND_BOX),
    "round a disc": (ball(50, 0, 20), {"radius": 5}, (0, 0), (100, 0), ROUND_DISC),
    "far round a disc": (
        [ball(0, 0, 20), block(-2, 0, 2, 900)], {}, (-3, 60), (3, 60), FAR_ROUND,
    ),
    "a point among tiles": (TILES, {}, (19, 124), (134, 127), 115.19),
    "a disc among tiles": (TILES, {"radius": 6}, (19, 124), (134, 127), 116.56),
    "the left side of a tile is a part of it": (box(0, 16, 16, 16), {}, (0, 32), (0, 0), 32),
    "into a yard in a yard": (YARDS, {"radius": 3}, (50, 50), (20, 20), None),
    "out of it": (YARDS, {"radius": 3}, (20, 20), (150, 50), None),
    "all round a yard": (YARDS, {"radius": 3}, (20, 20), (80, 80), "longer"),
    "one-way shapes from their front": (
        box(-50, 20, 100, 5, UP), {"radius": 5}, (0, 0), (0, 60), "longer",
    ),
    "and from behind": (box(-50, 20, 100, 5, UP), {"radius": 5}, (0, 60), (0, 0), "longer"),
    "what is disabled": (bar(collision_enable=False), PASSING, (-50, 0), (50, 0), OVER),
    "what is on no layer": (bar(collision_layer=0), PASSING, (-50, 0), (50, 0), OVER),
    "a shape on no layer": (bar(FAR, bar={"layer": 0}), PASSING, (-50, 0), (50, 0), OVER),
    "a shape without one has its sprite's": (
        bar(FAR, collision_layer=0), PASSING, (-50, 0), (50, 0), OVER,
    ),
    "a shape with one of its own": (
        bar(bar={"layer": 1}, collision_layer=0), PASSING, (-50, 0), (50, 0), "longer",
    ),
    "a mask of a shape does not matter": (
        bar(bar={"mask": 2}), PASSING, (-50, 0), (50, 0), "longer",
    ),
    "also where it is on another layer": (
        bar(bar={"mask": 2}, collision_layer=4), PASSING, (-50, 0), (50, 0), "longer",
    ),
    "nor within it": (bar(bar={"mask": 2}), PASSING, IN_BAR, (50, 0), None),
    "nor of a point": (
        Sprite(collision=Point(0, 0, mask=2)), PASSING, (1, 0), (50, 0), None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", LENGTHS)
def test_the_length_of_a_way(case):
    walls, arguments, start, goal, length = LENGTHS[case]
    way = Paths(walls, **arguments).find(start, goal)
    if length == "longer":
        assert way.length > math.dist(start, goal) + 0.1
    else:
        assert (way and way.length) == (length and pytest.approx(length, rel=1e-3))
        assert (way is None) == (length is None)


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


def test_a_layer_that_changes_counts_after_a_rebuild() -> None:
    gate = bar(FAR, collision_layer=0)
    paths = Paths(gate, radius=2)
    gate.collision_layer = 1
    paths.rebuild(*gate.aabb)
    assert paths.find((-50, 0), (50, 0)).length > OVER


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

FLOOR = [box(0, 0, 100, 60), box(100, 0, 100, 60)]
ROOM = {"radius": 10, "bounds": (0, 0, 100, 100)}

# walls, arguments, place, the nearest free one
NEAREST = {
    "free itself": (FLOOR, {"radius": 10}, (300, 300), (300, 300)),
    "nearer below": (FLOOR, {"radius": 10}, (50, 50), (50, 70)),
    "nearer above": (FLOOR, {"radius": 10}, (100, 5), (100, -10)),
    "within the bounds": (box(0, 0, 100, 60), ROOM, (50, 5), (50, 70)),
    "from outside": (box(0, 0, 100, 60), ROOM, (500, 90), (90, 90)),
    "beside a point": (Sprite(collision=Point(20, 90)), ROOM, (21, 95), (30, 90)),
    "above a disc at a side": (ball(10, 50, 4), ROOM, (5, 49), (10, 36)),
    "below a disc at a side": (ball(10, 50, 4), ROOM, (5, 51), (10, 64)),
    "left of a disc at the top": (ball(50, 10, 4), ROOM, (49, 5), (36, 10)),
    "right of a disc at the top": (ball(50, 10, 4), ROOM, (51, 5), (64, 10)),
    "beside a disc": (ball(20, 90, 4), ROOM, (20, 95), (34, 90)),
    "beside a disc, from its left": (ball(60, 90, 4), ROOM, (59, 95), (46, 90)),
}


@pytest.mark.parametrize("case", NEAREST)
def test_the_nearest_free_place(case):
    walls, arguments, place, free = NEAREST[case]
    paths = Paths(walls, **arguments)
    found = paths.nearest_free(*place)
    assert found == pytest.approx(free, abs=0.02)
    assert paths.find(found, found).length == 0


@pytest.mark.parametrize(
    ("wall", "bounds"),
    [
        pytest.param(Rect(0, 0, 100, 60), (0, 0, 100, 100), id="too little room below a box"),
        pytest.param(Rect(0, 0, 100, 60), (0, 0, 40, 900), id="bounds too narrow"),
        pytest.param(Circle(50, 50, 90), (0, 0, 100, 100), id="all in a circle"),
        pytest.param(Capsule(0, 0, 100, 100, 80), (0, 0, 100, 100), id="all in a capsule"),
    ],
)
def test_a_disc_that_fits_nowhere_is_told(wall, bounds):
    with pytest.raises(ValueError, match=r"a disc of radius 30.0 fits nowhere"):
        Paths(Sprite(collision=wall), radius=30, bounds=bounds).nearest_free(50, 80)


# --- arguments ------------------------------------------------------------------------------------

NOWHERE = Paths([])

# what is asked, its error, what the error says
BAD = {
    "walls of a generator": (lambda: Paths(sprite for sprite in [Sprite()]), TypeError, "a list"),
    "four numbers": (lambda: NOWHERE.find(1, 2, 3, 4), TypeError, r"find\(\(x1, y1\), \(x2, y2\)"),
    "one end": (lambda: NOWHERE.find((1, 2)), TypeError, "find takes two positions"),
    "a number": (lambda: NOWHERE.find(3, (0, 0)), TypeError, r"start must be .*\(x, y\), got 3"),
    "a sprite": (lambda: NOWHERE.find((0, 0), Sprite(1)), TypeError, "no shapes>: pass its posit"),
    "three numbers": (lambda: NOWHERE.find((0, 0), (0, 0, 0)), ValueError, "goal must be a posit"),
    "nan": (lambda: NOWHERE.find((0, math.nan), (0, 0)), ValueError, "start"),
    "out of the world": (lambda: NOWHERE.find((0, 0), (1e13, 0)), ValueError, "goal"),
    "three sides": (lambda: NOWHERE.rebuild((0, 0, 1)), ValueError, "a box must be four numbers"),
    "bounds of a number": (lambda: Paths([], bounds=5), TypeError, "bounds must be"),
    "a way of a number": (lambda: Way(5), TypeError, r"a Way takes positions, as in Way\(.*got 5"),
    "a number in a way": (lambda: Way([(0, 0), 3]), TypeError, "a pair of them, got 3"),
    "a word in a way": (lambda: Way([(0, 0), (1, "x")]), TypeError, "a pair of them, got"),
    "at of no way": (lambda: Way().at(1), ValueError, "empty way leads nowhere"),
    "at a word": (lambda: Way([(1, 2)]).at("far"), TypeError, "distance must be"),
    "distance_of no way": (lambda: Way().distance_of(1, 2), ValueError, "empty way leads nowhere"),
    "distance_of a number": (lambda: Way([(1, 2)]).distance_of(3), TypeError, r"distance_of\(x, y"),
    "distance_of nan": (lambda: Way([(1, 2)]).distance_of(math.nan, 1), ValueError, "x must be"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_arguments_are_told(case):
    ask, error, told = BAD[case]
    with pytest.raises(error, match=told):
        ask()


# --- ways -----------------------------------------------------------------------------------------

EIGHT = Way([(0, 0), (7, 3), (7, 0), (0, 3)])
"""A way that crosses itself."""
BEND = Way([(0, 0), [30, 0], Vec2(30, 40)])
STANDING = Way([(1, 2), (1, 2)])

# what is asked, the answer
WAYS = {
    "the length": (BEND.length, 70),
    "a place on the second leg": (BEND.at(50), (30, 20)),
    "its direction": (BEND.direction(50), (0, 1)),
    "just before a corner": (BEND.direction(29), (1, 0)),
    "at a corner, of what comes": (BEND.direction(30), (0, 1)),
    "the way back": (Way(BEND[::-1]).at(0), (30, 40)),
    "corners are vectors": (type(BEND[1]), Vec2),
    "one who stands": (STANDING.length, 0),
    "where it stands": (STANDING.at(3), (1, 2)),
    "it has no direction": (STANDING.direction(3), (0, 0)),
    "the first time at a crossing": (
        EIGHT.distance_of(3.5, 1.5), pytest.approx(math.hypot(3.5, 1.5)),
    ),
    "along one corner": (Way([(3, 4)]).distance_of(9, 9), 0),
    "along a corner that is twice": (Way([(3, 4), (3, 4), (3, 8)]).distance_of(9, 6), 2),
}  # fmt: skip


@pytest.mark.parametrize("case", WAYS)
def test_what_a_way_tells(case):
    found, answer = WAYS[case]
    assert found == answer
