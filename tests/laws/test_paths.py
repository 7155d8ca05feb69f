"""Shortest ways of a disc, against visibility graphs and by sweeps, and how to follow them."""

import copy
import itertools
import math
import pickle
import random
from fractions import Fraction
from typing import Any

import pytest
import shapely
from support.campaign import ways
from support.campaign.tally import assert_right
from support.counting import at_least

from spritecol import Capsule, Circle, Point, Polygon, Rect, Segment, Sprite, Vec2
from spritecol.paths import Paths, Way


def box(left: float, top: float, right: float, bottom: float) -> Sprite:
    return ways.wall_of((left, top, right, bottom))


def way_of(walls: list[Sprite], radius: float, start: Any, goal: Any) -> float:
    """The length of a way, which must be there, and hit nothing on any leg."""
    way = Paths(walls, radius=radius).find(start, goal)
    assert way is not None
    assert (way[0], way[-1]) == (start, goal)
    assert ways.hit_legs(way, walls, radius) == []
    return way.length


def test_ways_are_the_shortest_there_and_back_also_after_a_rebuild_and_within_bounds() -> None:
    assert_right(ways.judged, range(70), ways.BRANCHES)


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
    """Between turned walls, also far from the origin. There is no way where it is 1e-7 narrower."""
    walls = [
        Sprite(away, away, angle=angle, center_x=5, center_y=50, collision=Rect(0, y, 10, 40))
        for y in (0, 60)
    ]
    turn, middle = Vec2.from_angle(angle, 60), Vec2(away + 5, away + 50)
    assert way_of(walls, 10, middle - turn, middle + turn) == pytest.approx(120)
    aside = middle - turn + turn.rotated(90) * 0.5
    least = way_of(walls, 9.999, aside, middle + turn)
    assert least < way_of(walls, 10, aside, middle + turn) < least * 1.001
    for more in (1e-7, 1e-5, 0.1):
        assert way_of(walls, 10 + more, middle - turn, middle + turn) > 150


@pytest.mark.parametrize("far", range(-40, 41))
def test_from_a_gap_as_wide_the_way_may_turn_a_little(far: int) -> None:
    """Between two corners, where the leg in the gap is upright, and the other one is not."""
    walls = [box(10, -30, 26, -14), box(26, 2, 34, 26)]
    lengths = [way_of(walls, radius, (60, -6), (-62, -6 + far / 8)) for radius in (8, 8 - 1e-7)]
    assert lengths[0] == pytest.approx(lengths[1], rel=1e-3)


def test_a_goal_that_is_closed_in_among_many_walls() -> None:
    rng = random.Random(1)
    walls = [
        Sprite(x, y, angle=rng.uniform(0, 90), collision=Rect(0, 0, rng.uniform(2, 9), 6))
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


@pytest.mark.parametrize("radius", [0, 4, 10])
@pytest.mark.parametrize("scales", [(2, 1), (-1, 3), (0.5, 2)])
def test_round_a_stretched_capsule(scales: tuple[float, float], radius: float) -> None:
    """As long as a string round it, the shorter half of a convex hull; also from next to it."""
    for angle, turn in itertools.product((0, 45), (10, 100)):
        wall = Sprite(50, 70, angle=angle, collision=Capsule(0, 0, 32, 32, 8))
        wall.scale_x, wall.scale_y = scales
        grown = wall.geometry.buffer(radius, quad_segs=64)
        away, middle = Vec2.from_angle(turn, 150), Vec2(*grown.centroid.coords[0])
        there, back = middle + away, middle - away
        hit = Sprite(*there, collision=Circle(0, 0, radius)).sweep(*(-2 * away), wall)
        assert hit is not None
        for start in (there, hit.position + 0.01 * hit.normal):
            ends = [shapely.Point(start), shapely.Point(back)]
            string = shapely.union_all([grown, *ends]).convex_hull.exterior
            begin, end = map(string.project, ends)
            half = min(abs(end - begin), string.length - abs(end - begin))
            assert way_of([wall], radius, start, back) == pytest.approx(half, rel=2e-3)


# --- to follow a way ------------------------------------------------------------------------------


def test_to_follow_a_way() -> None:
    way = Paths(box(10, -10, 20, 10)).find((0, 0), (30, 0))
    assert type(way) is Way
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
    assert pickle.loads(pickle.dumps(way)) == copy.copy(way) == way
    assert type(pickle.loads(pickle.dumps(way))) is Way


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


def test_how_far_along_a_way_a_place_is() -> None:
    """Against shapely, and against fractions where places are equally near."""
    rng = random.Random(4)
    with at_least(seen=150, tied=10) as seen:
        for k in range(60):
            whole = k % 2

            def number(low: int, high: int, whole: bool = bool(whole)) -> float:
                return rng.randint(low, high) if whole else 90 * rng.uniform(low, high)

            corners = [(number(0, 9), number(0, 9)) for _ in range(rng.randint(2, 9))]
            way = Way(corners)
            for _ in range(4):
                x, y = number(-2, 11), number(-2, 11)
                found = way.distance_of(x, y)
                assert found == way.distance_of((x, y))
                assert 0 <= found <= way.length
                if way.length:
                    away = shapely.LineString(corners).distance(shapely.Point(x, y))
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
