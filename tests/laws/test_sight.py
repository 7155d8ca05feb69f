"""What an eye sees: against the union of shadows by shapely, and by lines of sight to points."""

import itertools
import math
import random
from collections.abc import Callable
from typing import Any

import pytest
import shapely
from oracle.sight import Eye, farthest_of_rim, faults, wrong_points
from support.campaign import sight
from support.campaign.tally import assert_right
from support.counting import at_least

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
    Vec2,
)

WALL = Rect(0, 0, 10, 20)


def area_of(walls: Group, x: float, y: float, **given: Any) -> Polygon:
    """The area, which must be there."""
    area = walls.visible_area(x, y, **{"radius": 100, **given})
    assert area is not None
    assert area.geometry.is_valid
    return area


def assert_seen(eye: Eye, walls: list[Sprite], is_round: bool = False, count: int = 100) -> Polygon:
    """The area, judged by the oracle and by many lines of sight."""
    area = eye.area_of(Group(walls))
    assert area is not None
    assert faults(eye, walls, area, is_round) == []
    assert_points(eye, Group(walls), area, is_round, count)
    return area


def assert_points(eye: Eye, walls: Group, area: Polygon, is_round: bool, count: int) -> None:
    rng, r = random.Random(1), eye.radius
    points = [(eye.x + rng.uniform(-r, r), eye.y + rng.uniform(-r, r)) for _ in range(count)]
    assert wrong_points(eye, walls, area, points, is_round) == []


def test_scenes_are_seen_as_shadows_leave_them() -> None:
    """Straight and round walls, one-way shapes that others cross; and what does not count."""
    # In the last two, an eye is almost on a wall and in line with the next corner.
    assert_right(sight.judged, [*range(50), 215, 364], sight.BRANCHES)


@pytest.mark.parametrize("tolerance", [0.001, 0.25, 3, 100])
def test_without_walls_it_is_the_disc_or_the_sector(tolerance: float) -> None:
    area = area_of(Group(), 3, 4, tolerance=tolerance)
    assert max(math.dist(point, (3, 4)) for point in area.points) <= 100 + 1e-9
    assert area.geometry.boundary.distance(shapely.Point(3, 4)) >= 100 - tolerance
    for angle, spread in itertools.product([0, 90, 200.5, -45, 720], [1e-3, 90, 180, 270, 359.99]):
        area = area_of(Group(), 3, 4, angle=angle, spread=spread)
        whole = math.pi * 100**2 * spread / 360
        assert area.points[0] == (3, 4)
        assert 0.99 * whole <= area.geometry.area <= whole * (1 + 1e-6)
        middle = 3 + 50 * math.cos(math.radians(angle)), 4 + 50 * math.sin(math.radians(angle))
        assert area.geometry.buffer(1e-9).contains(shapely.Point(middle))


@pytest.mark.parametrize("place", [(22, 51), (1000.5, -7)])
def test_a_corner_at_the_edge_of_the_disc(place: tuple[float, float]) -> None:
    """Exactly, where the numbers are whole: neither inside nor a place where an edge leaves."""
    corners = [(48, 14), (30, 40), (-40, 30), (14, -48), (-50, 0), (0, 50), (35, 36)]
    for corner, (left, top) in itertools.product(corners, itertools.product((0, -30), (0, -40))):
        x, y = corner[0] + left, corner[1] + top
        if not (x <= 0 <= x + 30 and y <= 0 <= y + 40):
            wall = Sprite(place[0] + x, place[1] + y, collision=Rect(0, 0, 30, 40))
            assert_seen(Eye(*place, 50), [wall], count=30)


CROSSING: dict[str, Callable[[float], Shape]] = {
    "circle": lambda r: Circle(0, 0, r),
    "ellipse": lambda r: Ellipse(0, 0, r, 0.4 * r),
    "needle": lambda r: Ellipse(0, 0, r, 0.02 * r),
    "capsule": lambda r: Capsule(-r, 0, 0.5 * r, 0, 0.3 * r),
    "box": lambda r: Rect(-r, -0.5 * r, 2 * r, r),
    "triangle": lambda r: Triangle(-r, 0, r, 0.3 * r, 0, -r),
    "segment": lambda r: Segment(-r, 0, r, 0),
    "concave": lambda r: Polygon([(-r, -r), (r, -r), (0, 0), (r, r), (-r, r)]),
    "one-way circle": lambda r: Circle(0, 0, r, one_way=(0, -1)),
    "one-way ellipse": lambda r: Ellipse(0, 0, r, 0.5 * r, one_way=(1, -1)),
    "one-way box": lambda r: Rect(-r, -0.5 * r, 2 * r, r, one_way=(0, -1)),
}


@pytest.mark.parametrize("kind", CROSSING)
def test_the_area_is_within_the_tolerance_of_every_place_on_the_rim_in_sight(kind: str) -> None:
    """Also where something pokes through the rim from outside; and the eye sees all of the area."""
    chance = random.Random(kind)
    with at_least(partly=12, tight=3) as seen:
        for _ in range(24):
            radius, tolerance = chance.choice([20, 100, 1000]), chance.choice([0.05, 0.25, 2])
            spread, angle = chance.choice([(360, None), (120, chance.uniform(0, 360))])
            eye = Eye(*chance.choice([(0, 0), (31.7, -9)]), radius, angle, spread, tolerance)
            walls = Group()
            for _ in range(chance.choice([1, 1, 3])):
                size = radius * chance.choice([0.02, 0.17, 0.6]) * chance.uniform(0.5, 1.5)
                turn = (angle or 0) + chance.uniform(-0.5, 0.5) * spread
                away = Vec2.from_angle(turn, radius + chance.uniform(-1, 1) * size)
                at = Vec2(eye.x, eye.y) + away
                shape = CROSSING[kind](size)
                walls.add(Sprite(*at, collision=shape, angle=chance.uniform(0, 360)))
            area = eye.area_of(walls)
            if area is None:
                continue
            off = farthest_of_rim(eye, walls, area, 3_000)
            assert off <= tolerance * (1 + 1e-6), (eye, off)
            hidden = shapely.difference(eye.disc(radius - tolerance), area.geometry)
            seen["partly"] += hidden.area > 0
            seen["tight"] += off > 0.8 * tolerance
            assert_points(eye, walls, area, True, 60)
            inside = shapely.buffer(area.geometry, -1e-6 * radius)
            edge = shapely.get_coordinates(shapely.segmentize(inside, radius / 60))
            assert walls.line_of_sight_arrays([(eye.x, eye.y)], edge).all()


def test_a_circle_that_pokes_through_the_rim() -> None:
    walls = Group(Sprite(-64, -79, collision=Circle(0, 0, 17)))
    eye = Eye(0, 0, 100)
    assert farthest_of_rim(eye, walls, area_of(walls, 0, 0), 20_000) <= 0.25


def test_a_closed_ring_of_segments_lets_nothing_out() -> None:
    corners = [(50, 0), (10, 40), (-40, 20), (-30, -35), (20, -44), (50, 0)]
    ring = [Sprite(collision=Segment(*a, *b)) for a, b in itertools.pairwise(corners)]
    area = assert_seen(Eye(1, 2, 500), ring)
    assert area.geometry.area == pytest.approx(shapely.Polygon(corners).area, abs=1e-6)


@pytest.mark.parametrize("spread", [1, 90, 179, 180, 181, 270, 299, 300, 330, 359, 360])
@pytest.mark.parametrize("angle", [0, 77, 180])
def test_a_sector_is_as_wide_as_it_is_told(spread: float, angle: float) -> None:
    area = Group().visible_area(3, 4, radius=100, angle=angle, spread=spread, tolerance=0.1)
    assert area is not None
    assert area.geometry.area == pytest.approx(math.pi * 100**2 * spread / 360, rel=0.01)


def test_tiles_are_like_one_wall() -> None:
    tiles = [Sprite(x, 16, collision=Rect(0, 0, 16, 16)) for x in range(-160, 160, 16)]
    one = assert_seen(Eye(3, 0, 90), [Sprite(-160, 16, collision=Rect(0, 0, 320, 16))])
    many = assert_seen(Eye(3, 0, 90), tiles)
    assert many.geometry.symmetric_difference(one.geometry).area < 1e-6
    assert len(many.points) == len(one.points)  # what is in line is no corner


def test_an_eye_on_an_edge_or_a_corner() -> None:
    """A left and a top edge are inside, a right and a bottom edge outside, as for every point."""
    walls = Group(Sprite(10, 0, collision=Rect(0, 0, 20, 20)))
    places = [(30, 5), (30, 10), (20, 10), (10, 10), (30, 0), (10, 20), (20, 20), (10, 0)]
    with at_least(blind=9, seeing=9) as seen:
        for place, spread in itertools.product(places, (360, 200, 90)):
            area = walls.visible_area(*place, radius=100, angle=33, spread=spread)
            seen["seeing" if area else "blind"] += 1
            assert (area is None) == bool(walls.query_point(*place))
            if area is not None:
                assert area.geometry.is_valid
                assert_points(Eye(*place, 100, 33, spread), walls, area, False, 200)
    corner = Sprite(-10, -10, collision=Rect(0, 0, 10, 10))
    both = Group(corner, Sprite(collision=Segment(0, 0, 30, 40)))
    assert_points(Eye(0, 0, 100), both, area_of(both, 0, 0), False, 400)


@pytest.mark.parametrize("shape", [Circle(0, 0, 16), Ellipse(0, 0, 16, 8)], ids=repr)
@pytest.mark.parametrize("place", [(1, 0), (0, 1), (0.8, 0.6), (0.6, 0.8)])
def test_an_eye_on_the_edge_of_a_disc_sees_along_it(
    shape: Circle | Ellipse, place: tuple[float, float]
) -> None:
    """It is outside on the right and below, and sees what is beyond the line that touches there."""
    rx, ry = shape.bounds[2:]
    eye = Eye(rx * place[0], ry * place[1], 100)
    area = assert_seen(eye, [Sprite(collision=shape)], is_round=True)
    assert area.geometry.area == pytest.approx(math.pi * 100**2 / 2, rel=0.01)


@pytest.mark.parametrize("turn", [0, 90, 30, 201.5])
@pytest.mark.parametrize("spread", [1, 90, 179, 180.5, 181, 270, 359])
def test_at_a_wall_an_eye_sees_what_of_its_sector_is_outside(turn: float, spread: float) -> None:
    """Nothing, while all of the sector is in the wall."""
    walls = Group(Sprite(3, 4, angle=turn, collision=Rect(-500, -500, 500, 1000)))
    for off in (0, 1e-9):
        eye = Vec2(3, 4) + Vec2.from_angle(turn, off)
        if off == 0 and turn not in (0, 90):
            continue  # rounding decides on which side it is
        assert not walls.query_point(*eye)
        area = walls.visible_area(*eye, radius=100, angle=turn + 180, spread=spread)
        whole = math.pi * 100**2 * max(0, spread - 180) / 360
        assert (area is not None) >= (whole > 0)
        found = 0 if area is None else area.geometry.area
        assert found == pytest.approx(whole, rel=0.01, abs=1e-5)


@pytest.mark.parametrize("radius", [249_999, 250_001, 3e5, 1e9, 5e11])
def test_a_large_radius_alone_is_fine(radius: float) -> None:
    for x, y in [(0, 0), (10, 7)]:
        area = Group(Sprite(0, 0, collision=WALL)).visible_area(x, y, radius=radius, exclude=[])
        part = 0 if area is None else area.geometry.area / (math.pi * radius**2)
        assert part == pytest.approx(0 if (x, y) == (0, 0) else 0.5, rel=2e-6)
    with pytest.raises(ValueError, match=r"tolerance .* millionth of the radius, 0.3, got 0.25"):
        Group().visible_area(0, 0, radius=3e5, tolerance=0.25)


def test_one_way_shapes_hide_from_their_front() -> None:
    plank = [Sprite(-20, 20, collision=Rect(0, 0, 40, 8, one_way=(0, -1)))]
    above, below = assert_seen(Eye(0, 0, 100), plank), assert_seen(Eye(0, 60, 100), plank)
    assert not above.geometry.contains(shapely.Point(0, 25))
    assert below.geometry.contains(shapely.Point(0, 25))
    inside = area_of(Group(plank), 0, 24)  # it passes what it starts in
    assert inside.geometry.area == pytest.approx(area_of(Group(), 0, 24).geometry.area)
    for shape in (
        Circle(0, 0, 20, one_way=(0, -1)),
        Ellipse(0, 0, 30, 12, one_way=(0, -1)),
        Capsule(-9, 0, 9, 4, 9, one_way=(0, -1)),
    ):
        walls = Group(Sprite(0, 40, collision=shape))
        for x, y in [(0, 0), (50, 0), (60, 40), (0, 90), (-55, 31)]:
            assert_points(Eye(x, y, 100), walls, area_of(walls, x, y), True, 150)


@pytest.mark.parametrize("r", [0.01, 3, 200, 1e6])
def test_a_circle_of_any_size(r: float) -> None:
    assert_seen(Eye(0, 0, 100), [Sprite(30 + r, 7, collision=Circle(0, 0, r))], is_round=True)


def test_two_circles_that_cross_behind() -> None:
    """Small bulges on a large circle, closer together than its own corners."""
    for turn in range(140, 220, 16):
        x, y = 100 * math.cos(math.radians(turn)), 100 * math.sin(math.radians(turn))
        walls = [
            Sprite(130, 0, collision=Circle(0, 0, 100)),
            Sprite(130 + 0.97 * x, 0.97 * y, collision=Circle(0, 0, 6)),
        ]
        assert_seen(Eye(0, 0, 200, tolerance=0.5), walls, is_round=True, count=100)


def test_the_tolerance_makes_corners() -> None:
    walls = Group(Sprite(50, 0, collision=Circle(0, 0, 20)))
    counts = [len(area_of(walls, 0, 0, tolerance=t).points) for t in (0.01, 0.1, 1, 10)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 4 * counts[-1]


def test_far_away_and_at_any_size_it_is_the_same() -> None:
    def size(away: float, scale: float) -> float:
        places = [(30, -10), (-60, 0)]
        walls = Group(
            Sprite(away + scale * x, away + scale * y, collision=WALL, scale=scale)
            for x, y in places
        )
        area = area_of(walls, away, away, radius=100 * scale, tolerance=0.25 * scale)
        return area.geometry.area / scale**2

    near = size(0, 1)
    for away in (1e3, 1e6, -3e7):
        assert size(away, 1) == pytest.approx(near, rel=1e-6)
    for scale in (1e-3, 1e4, 1e8):
        assert size(0, scale) == pytest.approx(near, rel=1e-6)
