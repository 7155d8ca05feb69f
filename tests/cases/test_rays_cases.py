"""Faults of rays that were found once, and stay away."""

import itertools
import math

import pytest
from cases.by_hand import ball, box, near
from support.levels import UP

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
    Vec2,
)


def cast(shape, *line, **how):
    """The first hit of a ray at a sprite of these shapes."""
    return Group(Sprite(collision=shape)).raycast(*line, **how)


# --- points and normals ---------------------------------------------------------------------------

BOX = Rect(0, 0, 10, 10)
UPRIGHT = Segment(0, -5, 0, 5)
ELL = Polygon([(0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)])
FRAME = Polygon([(0, 0), (10, 0), (10, 10), (0, 10)], [[(3, 3), (6, 3), (6, 6), (3, 6)]])
ON_OVAL = Vec2(2 / 16, -math.sqrt(3) / 4).normalized()

# what is hit, the ray, its radius, the point, the normal, the fraction
FIRST_HITS = {
    "a wall without width": (UPRIGHT, (-3, 0, 3, 0), 0, (0, 0), (-1, 0), 0.5),
    "from its other side": (UPRIGHT, (3, 0, -3, 0), 0, (0, 0), (1, 0), 0.5),
    "along it": (UPRIGHT, (0, -15, 0, 5), 0, (0, -5), (0, -1), 0.5),
    "a point": (Point(0, 0), (-3, 0, 3, 0), 0, (0, 0), (-1, 0), 0.5),
    "a curve": (Ellipse(0, 0, 4, 2), (2, -9, 2, 0), 0, (2, -math.sqrt(3)), ON_OVAL, 1 - 3**0.5 / 9),
    "a turned box": (
        Rect(-5, -5, 10, 10, angle=45), (-20, 1, 20, 1), 0,
        (1 - 5 * math.sqrt(2), 1), (-math.sqrt(0.5), math.sqrt(0.5)), (21 - 50**0.5) / 40,
    ),
    # Where a cut between the pieces of a polygon ends, the normal is that of the outline.
    "the corner of an L": (ELL, (-5, -10, 5, 10), 0, (0, 0), (0, -1), 0.5),
    "the corner of a frame": (FRAME, (10, 30, -10, -10), 0, (0, 10), (0, 1), 0.5),
    "a disc by a disc": (Circle(0, 0, 5), (-20, 0, 20, 0), 3, (-5, 0), (-1, 0), 0.3),
    "a box by a disc": (BOX, (5, -20, 5, 20), 4, (5, 0), (0, -1), 0.4),
    "an oval by a disc": (Ellipse(0, 0, 8, 4), (0, -20, 0, 20), 2, (0, -4), (0, -1), 0.35),
    "a point by a disc": (Point(0, 0), (-10, 3, 10, 3), 5, (0, 0), (-0.8, 0.6), 0.3),
}  # fmt: skip


@pytest.mark.parametrize("case", FIRST_HITS)
def test_where_a_ray_ends_and_its_normal(case):
    shape, line, radius, point, normal, fraction = FIRST_HITS[case]
    hit = cast(shape, *line, radius=radius)
    assert (hit.point, hit.normal) == (near(*point), near(*normal))
    assert hit.fraction == near(fraction)
    assert hit.distance == near(fraction * math.dist(line[:2], line[2:]))


@pytest.mark.parametrize(("y1", "y2", "y"), [(-10, 60, 0), (60, -10, 50)], ids=["down", "up"])
def test_along_the_seam_of_two_tiles_the_right_one_is_hit(y1, y2, y):
    left, right = box(0, 0, 8, 50), box(8, 0, 8, 50)
    (hit,) = Group(left, right).raycast_all(8, y1, 8, y2)
    assert hit.other is right
    assert hit.point == (8, y)
    assert hit.normal == (0, math.copysign(1, y1))


def test_along_a_side_a_box_is_hit_at_its_left_and_not_at_its_right() -> None:
    assert cast(Rect(0, 0, 8, 50), 0, -10, 0, 60) is not None
    assert cast(Rect(0, 0, 8, 50), 8, -10, 8, 60) is None


# --- order ----------------------------------------------------------------------------------------


def test_a_ray_of_no_length_is_a_point_inside_of_equal_flat_shapes() -> None:
    flat = 0, 0, 0, -1, 0, 1
    dot = Sprite(collision=Point(0, 0))
    three = Sprite(collision=[Triangle(*flat), Point(0, 0), Triangle(*flat)])
    found = Group(dot, three).raycast_all(0, 0, 0, 0)
    assert [hit.other for hit in found] == [dot, three, three, three]
    for hit, shape in zip(found[1:], three.shapes, strict=True):
        assert hit.other_shape is shape
    assert all(hit.from_inside for hit in found)
    assert Group(dot, three).raycast_all(0, 1, 0, 1) == []


# --- a ray that starts inside ---------------------------------------------------------------------


def test_only_the_shape_in_which_it_starts_is_passed_over() -> None:
    knight = [Circle(0, 0, 10, name="shield"), Rect(5, -5, 20, 10, name="sword")]
    assert cast(knight, 0, 0, 50, 0).from_inside
    hit = cast(knight, 0, 0, 50, 0, hit_from_inside=False)
    assert (hit.other_shape.name, hit.point) == ("sword", (5, 0))


def test_all_of_the_shape_in_which_it_starts_is_passed_over() -> None:
    bend = Polygon([(0, 0), (9, 0), (9, 9), (6, 9), (6, 3), (3, 3), (3, 9), (0, 9)])
    assert cast(bend, 1, 8, 20, 8, hit_from_inside=False) is None
    assert cast(bend, 1, 8, 20, 8).from_inside


def test_a_thick_ray_passes_over_all_of_the_shape_in_which_it_starts() -> None:
    bend = Polygon([(0, 0), (40, 0), (40, 40), (30, 40), (30, 10), (10, 10), (10, 40), (0, 40)])
    fenced = [bend, Segment(60, 0, 60, 40, name="fence")]
    hit = cast(fenced, 5, 30, 99, 30, radius=2, hit_from_inside=False)
    assert hit.other_shape.name == "fence"
    assert cast(fenced, 20, 30, 99, 30, radius=2).point == near(30, 30)


# --- thick rays -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "egg",
    [
        pytest.param({"collision": Ellipse(0, 0, 6, 3)}, id="ellipse"),
        pytest.param({"collision": Circle(0, 0, 3), "scale_x": 2}, id="stretched circle"),
        pytest.param({"collision": Capsule(-1, 0, 1, 0, 2), "scale_x": 2}, id="stretched capsule"),
    ],
)
def test_a_disc_that_leaves_an_oval_it_touches_or_comes_to_touch_it_meets_nothing(egg):
    group = Group(Sprite(**egg))
    for dx, dy in itertools.product((0, 1, 9, 97), (-40, -3, 0, 1)):
        assert group.raycast(8, 0, 8 + dx, dy, radius=2) is None, (dx, dy)
        assert group.raycast(8 + dx, dy, 8, 0, radius=2) is None, (dx, dy)
    for y in (-3, 0, 8):
        assert group.raycast(20, y, 7.875, 0, radius=2) is not None, y


FLOOR = Rect(0, 10, 100, 10)
# where a disc of radius 3 goes that touches the floor, or is in it; the fraction of its hit
ON_A_FLOOR = {
    "sliding along": ((5, 7, 90, 7), None),
    "leaving": ((5, 7, 5, -90), None),
    "resting": ((5, 7, 5, 7), None),
    "going down": ((5, 7, 9, 8), 0),
    "from inside": ((5, 8, 5, 0), 0),
}


@pytest.mark.parametrize("case", ON_A_FLOOR)
def test_a_thick_ray_at_a_floor(case):
    line, fraction = ON_A_FLOOR[case]
    hit = cast(FLOOR, *line, radius=3)
    assert (hit and hit.fraction) == fraction
    if hit:
        assert hit.from_inside == (case == "from inside")
        assert hit.normal == ((0, 0) if hit.from_inside else near(0, -1))


def test_a_thick_ray_passes_along_a_slope() -> None:
    slope = Sprite(collision=Rect(0, 0, 100, 50), angle=30)
    along, corner = Vec2.from_angle(30), Vec2(*slope.world_shapes[0].corners[0])
    start = corner + 30 * along + 4 * Vec2(along.y, -along.x)
    assert Group(slope).raycast(*start, *(start + 20 * along), radius=4) is None


@pytest.mark.parametrize(("radius", "sees"), [(0, True), (4, True), (4.01, False)])
def test_a_thick_ray_passes_a_gap_that_is_exactly_as_wide(radius, sees):
    walls = Group(box(50, y, 5, 100) for y in (-104, 4))
    assert walls.line_of_sight(0, 0, 100, 0, radius=radius) == sees
    many = walls.line_of_sight_arrays((0, 0), [(100, 0), (100, 50)], radius=radius)
    assert many.tolist() == [sees, False]


BLOCK, PLANK = Rect(16, 32, 16, 16), Rect(0, 32, 16, 16, one_way=UP)


@pytest.mark.parametrize("line", [(-16, 29, 14, 26), (-10, 29, 28, 27)], ids=str)
@pytest.mark.parametrize(
    "shapes",
    [[BLOCK, PLANK], [PLANK, BLOCK], [BLOCK]],
    ids=["platform last", "platform first", "no platform"],
)
def test_a_platform_of_the_same_sprite_lets_no_thick_ray_through_a_block(shapes, line):
    tile, (x1, y1, x2, y2) = Sprite(collision=shapes), line
    ray = Group(tile).raycast(*line, radius=8)
    sweep = ball(x1, y1, 8).sweep(x2 - x1, y2 - y1, tile)
    assert ray.other_shape is sweep.other_shape is BLOCK
    assert ray.fraction == near(sweep.fraction)


@pytest.mark.parametrize("way", [(16, 0), (-16, 0), (0, -16), (0, 0)], ids=str)
def test_a_thick_ray_leaves_a_stretched_capsule_it_touches_and_comes_to_touch_it(way):
    target, (x, y) = Group(Sprite(scale_x=2, collision=Capsule(0, 0, 4, 3, 5))), way
    assert target.raycast(0, -9, x, y - 9, radius=4) is None
    assert target.raycast(x, y - 9, 0, -9, radius=4) is None


def test_a_thick_ray_into_a_stretched_capsule_hits_it() -> None:
    target = Group(Sprite(scale_x=2, collision=Capsule(0, 0, 4, 3, 5)))
    assert not target.raycast(0, -9, 0, 9, radius=4).from_inside
    assert target.raycast(0, -8.5, 16, -8.5, radius=4).from_inside


# --- arrays, where, changes -----------------------------------------------------------------------


def test_arrays_may_be_empty_or_one_of_each() -> None:
    group = Group(box(0, 0, 10, 10))
    assert group.raycast_arrays([], []).hit.shape == (0,)
    assert group.raycast_arrays((0, 0), (9, 9)).hit.shape == (1,)


def test_where_is_asked_in_order_and_may_do_anything() -> None:
    walls, asked = Group(box(x, -5, 2, 10) for x in range(20, 100, 4)), []

    def third(sprite):
        asked.append(sprite.x)
        walls.clear()
        return len(asked) == 3

    assert walls.raycast(0, 0, 200, 0, where=third).distance == 28
    assert asked == [20, 24, 28]
