"""What an eye sees: against the union of shadows by shapely, and by lines of sight to points."""

import copy
import itertools
import math
import pickle
import random
from typing import Any

import pytest
import shapely
from support.campaign import sight
from support.for_each import for_each
from support.oracle_sight import Eye, faults, wrong_points

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
)

WALL = Rect(0, 0, 10, 20)


def area_of(walls: Group, x: float, y: float, **given: Any) -> Polygon:
    """The area, which must be there."""
    area = walls.visible_area(x, y, **{"radius": 100, **given})
    assert area is not None
    assert area.geometry.is_valid
    return area


def check(eye: Eye, walls: list[Sprite], is_round: bool = False) -> Polygon:
    """The area, judged by the oracle and by many lines of sight."""
    area = eye.area_of(Group(walls))
    assert area is not None
    assert faults(eye, walls, area, is_round) == []
    rng = random.Random(1)
    r = eye.radius
    points = [(eye.x + rng.uniform(-r, r), eye.y + rng.uniform(-r, r)) for _ in range(200)]
    assert wrong_points(eye, Group(walls), area, points, is_round) == []
    return area


@for_each("is_round", [False, True])
@for_each("seed", range(8))
def test_random_scenes(seed: int, is_round: bool) -> None:
    found, eye, walls = sight.judged(random.Random(seed), is_round)
    assert found == [], (eye, [sprite.world_shapes for sprite in walls])


# --- the disc and the sector ----------------------------------------------------------------------


@for_each("tolerance", [0.001, 0.25, 3, 100])
def test_without_walls_it_is_the_disc(tolerance: float) -> None:
    area = area_of(Group(), 3, 4, tolerance=tolerance)
    away = [math.dist(point, (3, 4)) for point in area.points]
    assert max(away) <= 100 + 1e-9
    assert area.geometry.boundary.distance(shapely.Point(3, 4)) >= 100 - tolerance


@for_each("spread", [1e-3, 10, 90, 180, 270, 359.99])
@for_each("angle", [0, 90, 200.5, -45, 720])
def test_a_sector(angle: float, spread: float) -> None:
    area = area_of(Group(), 3, 4, angle=angle, spread=spread)
    assert area.points[0] == (3, 4)
    whole = math.pi * 100**2 * spread / 360
    assert 0.99 * whole <= area.geometry.area <= whole * (1 + 1e-6)
    turn = math.radians(angle)
    assert area.geometry.buffer(1e-9).contains(
        shapely.Point(3 + 50 * math.cos(turn), 4 + 50 * math.sin(turn))
    )


def test_a_whole_spread_has_no_middle() -> None:
    walls = Group(Sprite(30, -10, collision=WALL))
    assert area_of(walls, 0, 0, angle=77).points == area_of(walls, 0, 0).points


# --- where others break ---------------------------------------------------------------------------


def test_a_wall_and_its_shadow() -> None:
    area = check(Eye(0, 0, 100, 0, 90), [Sprite(30, -10, collision=WALL)])
    assert (30, -10) in area.points
    assert (30, 10) in area.points
    assert not Group(Sprite(collision=area)).query_point(50, 0)
    assert Group(Sprite(collision=area)).query_point(29, 0)


@for_each("gap", [0, 1e-3, 1])
def test_walls_that_touch_or_all_but_touch(gap: float) -> None:
    walls = [Sprite(30, y + gap * (y == 0), collision=WALL) for y in (-20, 0)]
    area = check(Eye(0, 0, 100), walls)
    walls[1].y -= gap
    behind = Group(Sprite(collision=area)).query_box(60, -5, 90, 5)
    assert bool(behind) is (gap > 0)


def test_walls_that_touch_at_a_corner_hide_what_is_behind() -> None:
    walls = [Sprite(30, -20, collision=WALL), Sprite(40, 0, collision=WALL)]
    area = check(Eye(0, 0, 100), walls)
    assert not area.geometry.contains(shapely.Point(80, 0.001))


@for_each("place", [(0, 0), (22, 51), (1000.5, -7)])
@for_each("corner", [(48, 14), (30, 40), (-40, 30), (14, -48), (-50, 0), (0, 50), (35, 36)])
def test_a_corner_at_the_edge_of_the_disc(
    corner: tuple[int, int], place: tuple[float, float]
) -> None:
    """Exactly, where the numbers are whole: neither inside nor a place where an edge leaves."""
    for left, top in ((0, 0), (-30, 0), (0, -40), (-30, -40)):
        x, y = corner[0] + left, corner[1] + top
        if not (x <= 0 <= x + 30 and y <= 0 <= y + 40):
            wall = Sprite(place[0] + x, place[1] + y, collision=Rect(0, 0, 30, 40))
            check(Eye(*place, 50), [wall])


def test_walls_that_overlap() -> None:
    walls = [
        Sprite(30, -10, angle=turn, collision=Rect(-3, -30, 6, 60), offset_sync=True)
        for turn in (0, 20, 40, 77, 90)
    ]
    check(Eye(0, 0, 100), walls)
    check(Eye(29, 33, 100), walls)


def test_segments_that_cross_and_meet() -> None:
    segments = [(20, -20, 20, 20), (10, 10, 40, -10), (20, 20, 60, 20), (20, -20, 30, -30)]
    check(Eye(0, 0, 100), [Sprite(collision=Segment(*numbers)) for numbers in segments])


def test_a_closed_ring_of_segments_lets_nothing_out() -> None:
    corners = [(50, 0), (10, 40), (-40, 20), (-30, -35), (20, -44), (50, 0)]
    ring = [Sprite(collision=Segment(*a, *b)) for a, b in itertools.pairwise(corners)]
    area = check(Eye(1, 2, 500), ring)
    assert area.geometry.area == pytest.approx(shapely.Polygon(corners).area, abs=1e-6)


def test_tiles_are_like_one_wall() -> None:
    tiles = [Sprite(x, 16, collision=Rect(0, 0, 16, 16)) for x in range(-160, 160, 16)]
    one = check(Eye(3, 0, 90), [Sprite(-160, 16, collision=Rect(0, 0, 320, 16))])
    many = check(Eye(3, 0, 90), tiles)
    assert many.geometry.symmetric_difference(one.geometry).area < 1e-6
    assert len(many.points) == len(one.points)  # what is in line is no corner


def test_a_room_with_a_door() -> None:
    outside = [(40, 100), (0, 100), (0, 0), (100, 0), (100, 100), (60, 100)]
    room = Polygon([*outside, (60, 98), (98, 98), (98, 2), (2, 2), (2, 98), (40, 98)])
    area = check(Eye(50, 50, 400), [Sprite(collision=room)])
    assert area.geometry.contains(shapely.Point(50, 300))


EDGE = [(30, 5), (30, 10), (20, 10), (10, 10), (30, 0), (10, 20), (20, 20), (10, 0)]


@for_each("place", EDGE)
@for_each("spread", [360, 200, 90])
def test_an_eye_on_an_edge_or_a_corner(place: tuple[float, float], spread: float) -> None:
    """A left and a top edge are inside, a right and a bottom edge outside, as for every point."""
    walls = Group(Sprite(10, 0, collision=Rect(0, 0, 20, 20)))
    area = walls.visible_area(*place, radius=100, angle=33, spread=spread)
    if walls.query_point(*place):
        assert area is None
        return
    eye = Eye(*place, 100, 33, spread)
    assert area is not None
    assert area.geometry.is_valid
    rng = random.Random(2)
    points = [
        (place[0] + rng.uniform(-99, 99), place[1] + rng.uniform(-99, 99)) for _ in range(400)
    ]
    assert wrong_points(eye, walls, area, points, False) == []


def test_an_eye_where_two_walls_meet() -> None:
    walls = Group(
        Sprite(-10, -10, collision=Rect(0, 0, 10, 10)), Sprite(collision=Segment(0, 0, 30, 40))
    )
    area = area_of(walls, 0, 0)
    rng = random.Random(3)
    points = [(rng.uniform(-99, 99), rng.uniform(-99, 99)) for _ in range(400)]
    assert wrong_points(Eye(0, 0, 100), walls, area, points, False) == []


def test_an_eye_on_a_segment_or_a_point_sees_nothing() -> None:
    assert Group(Sprite(collision=Segment(-5, 0, 5, 0))).visible_area(0, 0, radius=9) is None
    assert Group(Sprite(collision=Point(0, 0))).visible_area(0, 0, radius=9) is None


def test_an_eye_that_looks_into_a_wall_sees_nothing() -> None:
    walls = Group(Sprite(10, -20, collision=Rect(0, 0, 20, 40)))
    assert walls.visible_area(30, 0, radius=50, angle=180, spread=60) is None
    assert area_of(walls, 30, 0, angle=0, spread=60)


def test_inside_is_none() -> None:
    walls = Group(Sprite(collision=Circle(0, 0, 10)))
    assert walls.visible_area(3, 3, radius=50) is None
    assert walls.visible_area(3, 3, radius=2) is None
    assert walls.visible_area(3, 3, radius=50, exclude=walls[0]) is not None


def test_one_way_shapes_hide_from_their_front() -> None:
    plank = [Sprite(-20, 20, collision=Rect(0, 0, 40, 8, one_way=(0, -1)))]
    above, below = check(Eye(0, 0, 100), plank), check(Eye(0, 60, 100), plank)
    assert not above.geometry.contains(shapely.Point(0, 25))
    assert below.geometry.contains(shapely.Point(0, 25))
    inside = area_of(Group(plank), 0, 24)  # it passes what it starts in
    assert inside.geometry.area == pytest.approx(area_of(Group(), 0, 24).geometry.area)


@for_each("seed", range(10))
def test_one_way_shapes_that_others_cross(seed: int) -> None:
    found, eye, walls = sight.judged(random.Random(seed), False, is_crossed=True)
    assert found == [], (eye, [sprite.world_shapes for sprite in walls])


def test_a_one_way_side_ends_at_its_corner() -> None:
    """A ray just beside the corner passes, also where others cross the line of the side."""
    front = Sprite(14, 29, collision=Rect(0, 0, 14, 6, one_way=(-1, 0)))
    others = [
        Sprite(14, 29, collision=Rect(0, 0, 7, 13)),
        Sprite(12, 36, collision=Segment(0, 0, 9, 6)),
    ]
    for eye in (Eye(-11, -6, 100), Eye(-11, 60, 100), Eye(0, 44, 100)):
        check(eye, [front])
        for other in others:
            check(eye, [front, other])
    beside = 35 + 1e-8  # below the lower corner
    assert Group(front).line_of_sight(0, beside - 14, 28, beside + 14)


@for_each("shape", [Circle(0, 0, 20), Ellipse(0, 0, 30, 12), Capsule(-9, 0, 9, 4, 9)])
def test_one_way_round_shapes(shape: Any) -> None:
    front = type(shape)(**{n: getattr(shape, n) for n in shape.__getstate__() if n != "one_way"},
                        one_way=(0, -1))  # fmt: skip
    walls = Group(Sprite(0, 40, collision=front))
    rng = random.Random(4)
    for x, y in [(0, 0), (50, 0), (60, 40), (0, 90), (-55, 31)]:
        area = area_of(walls, x, y)
        points = [(x + rng.uniform(-99, 99), y + rng.uniform(-99, 99)) for _ in range(300)]
        assert wrong_points(Eye(x, y, 100), walls, area, points, True) == []


# --- round things ---------------------------------------------------------------------------------


@for_each("r", [0.01, 3, 200, 1e6])
def test_a_circle_of_any_size(r: float) -> None:
    check(Eye(0, 0, 100), [Sprite(30 + r, 7, collision=Circle(0, 0, r))], is_round=True)


def test_two_circles_that_cross_behind() -> None:
    """Small bulges on a large circle, closer together than its own corners."""
    for turn in range(140, 220, 8):
        x, y = 100 * math.cos(math.radians(turn)), 100 * math.sin(math.radians(turn))
        walls = [
            Sprite(130, 0, collision=Circle(0, 0, 100)),
            Sprite(130 + 0.97 * x, 0.97 * y, collision=Circle(0, 0, 6)),
        ]
        check(Eye(0, 0, 200, tolerance=0.5), walls, is_round=True)


def test_the_tolerance_makes_corners() -> None:
    walls = Group(Sprite(50, 0, collision=Circle(0, 0, 20)))
    counts = [len(area_of(walls, 0, 0, tolerance=t).points) for t in (0.01, 0.1, 1, 10)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 4 * counts[-1]


@for_each("away", [0, 1e3, 1e6, -3e7])
def test_far_from_the_origin(away: float) -> None:
    walls = [Sprite(away + 30, away - 10, collision=WALL), Sprite(away - 60, away, collision=WALL)]
    area = Eye(away, away, 100).area_of(Group(walls))
    assert area is not None
    near = [Sprite(30, -10, collision=WALL), Sprite(-60, 0, collision=WALL)]
    same = Eye(0, 0, 100).area_of(Group(near))
    assert same is not None
    assert area.geometry.area == pytest.approx(same.geometry.area, rel=1e-6)


def test_many_sizes_of_numbers() -> None:
    for scale in (1e-3, 1, 1e4, 1e8):
        walls = Group(Sprite(30 * scale, -10 * scale, collision=WALL, scale=scale))
        area = area_of(walls, 0, 0, radius=100 * scale, tolerance=0.25 * scale)
        assert area.geometry.area == pytest.approx(29_000 * scale**2, rel=0.1)


# --- conditions, and what the area is good for ----------------------------------------------------


def test_conditions_leave_members_out() -> None:
    near = Sprite(30, -10, collision=WALL, collision_layer=2)
    far = Sprite(60, -10, collision=WALL, collision_layer=4)
    hidden = Sprite(-50, -10, collision=WALL, collision_enable=False)
    walls = Group(near, far, hidden)

    def without(*sprites: Sprite) -> float:
        return area_of(Group(s for s in walls if s not in sprites), 0, 0).geometry.area

    assert area_of(walls, 0, 0, mask=4).geometry.area == without(near)
    assert area_of(walls, 0, 0, exclude=far).geometry.area == without(far)
    asked: list[Sprite] = []
    area = area_of(walls, 0, 0, where=lambda sprite: asked.append(sprite) or sprite is far)
    assert area.geometry.area == without(near)
    assert asked == [near, far]
    assert area_of(walls, 0, 0, exclude=hidden).geometry.area == without()


def test_the_area_is_a_shape() -> None:
    wall = Sprite(30, -10, collision=WALL)
    area = area_of(Group(wall), 0, 0)
    cone = Sprite(collision=area)
    seen = Sprite(20, 0, collision=Circle(0, 0, 3))
    half = Sprite(50, 16.5, collision=Circle(0, 0, 3))
    unseen = Sprite(60, 0, collision=Circle(0, 0, 3))
    assert cone.check([seen, half, unseen]) == [seen, half]
    part = sum(contact.region.area for contact in half.contacts(cone))
    assert 0.1 < part / half.geometry.area < 0.9
    again = pickle.loads(pickle.dumps(area))
    assert again == area == copy.deepcopy(area)
    assert Polygon(area.points) == area
    assert wall not in cone.check([wall])  # it only touches


def test_pieces_are_those_of_the_area() -> None:
    walls = Group(Sprite(x, y, collision=Triangle(0, 0, 9, 4, 2, 8)) for x, y in EDGE * 2)
    for spread in (40, 360):
        area = area_of(walls, -20, 5, angle=10, spread=spread)
        pieces = [shapely.Polygon(piece) for piece in area.pieces]
        assert sum(piece.area for piece in pieces) == pytest.approx(area.geometry.area)
        assert shapely.union_all(pieces).symmetric_difference(area.geometry).area < 1e-6


# --- bad input ------------------------------------------------------------------------------------


@for_each(
    "given, error, message",
    [
        ({"radius": 0}, ValueError, "radius must be above 0, got 0"),
        ({"radius": -1}, ValueError, "radius must be above 0, got -1"),
        ({"radius": "5"}, TypeError, "radius"),
        ({"radius": math.inf}, ValueError, "radius"),
        ({"radius": 9e11, "x": 9e11}, ValueError, "1e12"),
        ({"x": None}, TypeError, "x must be"),
        ({"y": math.nan}, ValueError, "y must be"),
        ({"angle": "up"}, TypeError, "angle"),
        ({"angle": 0, "spread": 0}, ValueError, "spread must be above 0"),
        ({"angle": 0, "spread": 361}, ValueError, "spread must be above 0"),
        ({"spread": 90}, ValueError, "angle, the middle of the sector, must be given"),
        ({"tolerance": 0}, ValueError, "tolerance must be at least"),
        ({"tolerance": -1}, ValueError, "tolerance must be at least"),
        ({"mask": -1}, ValueError, "mask"),
        ({"where": 3}, TypeError, "where"),
        ({"exclude": 3}, TypeError, "exclude"),
    ],
)
def test_bad_input(given: dict[str, Any], error: type[Exception], message: str) -> None:
    given = {"x": 0, "y": 0, "radius": 50, **given}
    with pytest.raises(error, match=message):
        Group().visible_area(**given)


@for_each(
    "seed, is_round",
    [
        (2403707414185102894, False),  # a corner of a one-way shape at the edge of the disc
        (2229893133749062801, True),  # the tip of an ellipse there
        (3431776177127474539, False),  # a triangle crosses the line of a one-way side beyond it
        (1651312603791990021, False),  # an eye a hair beside a segment: two lobes
    ],
)
def test_scenes_of_the_campaign(seed: int, is_round: bool) -> None:
    found, eye, walls = sight.judged(random.Random(seed), is_round)
    assert found == [], (eye, [sprite.world_shapes for sprite in walls])
