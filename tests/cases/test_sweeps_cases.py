"""Faults of sweeps that were found once, and stay away."""

import itertools
import math

import pytest
from cases.by_hand import ball, box, near

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Overlaps,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
)

signs = pytest.mark.parametrize("sign", [1, -1], ids=["there", "back"])
orders = pytest.mark.parametrize("order", [1, -1], ids=["in order", "in reverse"])


def dot(x: float, y: float) -> Sprite:
    """A sprite that is a point."""
    return Sprite(x, y, collision=Point(0, 0))


# --- corners and seams ----------------------------------------------------------------------------

ELL = Polygon([(0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)])
"""Is cut into two pieces, at the inner corner."""


@pytest.mark.parametrize(
    "shape", [Point(0, 0), Circle(0, 0, 0), Circle(0, 0, 1e-13)], ids=["point", "disc of 0", "dot"]
)
def test_at_a_corner_where_a_cut_of_a_polygon_ends_the_normal_is_of_the_outline(shape):
    mover = Sprite(-5, -10, collision=shape)
    assert mover.sweep(10, 20, Sprite(collision=ELL)).normal == (0, -1)


def test_a_box_that_meets_a_corner_where_a_cut_ends_is_told_one_of_its_two_sides() -> None:
    assert box(-8, -13, 3, 3).sweep(20, 40, Sprite(collision=ELL)).normal in {(0, -1), (-1, 0)}


@signs
@pytest.mark.parametrize(
    ("tiles", "way"),
    [
        pytest.param([(10, 0), (0, 10)], (10, 10), id="falling"),
        pytest.param([(0, 0), (10, 10)], (10, -10), id="rising"),
    ],
)
def test_a_point_meets_the_corner_where_two_tiles_meet(tiles, way, sign):
    level, (dx, dy) = [box(*tile, 10, 10) for tile in tiles], (sign * way[0], sign * way[1])
    start = 10 - dx / 2, 10 - dy / 2
    assert dot(*start).sweep(dx, dy, level).position == near(10, 10)
    mover = dot(*start)
    mover.move_and_collide(dx, dy, level)
    assert mover.sweep(dx / 2, dy / 2, level) is not None


@signs
@pytest.mark.parametrize("dx", [-3, 0, 3], ids="{} aside".format)
@pytest.mark.parametrize("x", [5, 10, 15], ids="at {}".format)
def test_a_point_does_not_slip_through_a_chain_of_segments(x, dx, sign):
    chain = [Sprite(collision=Segment(0, 0, 10, 5)), Sprite(collision=Segment(10, 5, 20, 0))]
    start = x - dx, 4 - sign * 20
    assert dot(*start).sweep(2 * dx, sign * 40, chain).normal.y * sign < 0
    mover = dot(*start)
    first = mover.move_and_collide(dx, sign * 20, chain)
    assert first or mover.sweep(dx, sign * 20, chain)


@pytest.mark.parametrize("level", ["bricks", "bricks in reverse", "one sprite"])
def test_the_corner_of_the_next_brick_has_no_normal(level):
    bricks = [box(16 * k, 0, 16, 8) for k in range(4)]
    one = Sprite(collision=[Rect(16 * k, 0, 16, 8) for k in range(4)])
    targets = {"bricks": bricks, "bricks in reverse": bricks[::-1], "one sprite": one}[level]
    mover = Sprite(36, 12, collision=Rect(-4, -4, 8, 8))
    assert mover.sweep(-2, -2, targets).normal == (0, 1)


@pytest.mark.parametrize(
    ("mover", "way", "cells", "normal"),
    [
        pytest.param(
            Sprite(8, 4, collision=Segment(3, -3, 4, 0)),
            (4, -5),
            [(3, 0), (3, 1)],
            (-1, 0),
            id="a segment at a wall",
        ),
        pytest.param(
            Sprite(10, -8, collision=Triangle(4, 6, 10, 6, 2, 8)),
            (-12, 4),
            [(1, 0), (2, 0), (3, 0), (4, 0)],
            (0, -1),
            id="a wedge on a floor",
        ),
        pytest.param(
            Sprite(4, 16, collision=[Rect(0, 0, 2, 4), Circle(1, 0, 1)]),
            (-3, -6),
            [(0, 3)],
            (1, 0),
            id="what is only touched",
        ),
        pytest.param(
            Sprite(4, -8, collision=Rect(-4, 0, 8, 4)),
            (-6, 6),
            [(-1, 0), (1, 0)],
            (0, -1),
            id="beside a gap",
        ),
    ],
)
def test_at_a_row_of_tiles_the_normal_is_that_of_the_row(mover, way, cells, normal):
    tiles = [box(4 * x, 4 * y, 4, 4) for x, y in cells]
    assert mover.sweep(*way, tiles).normal == normal


@orders
def test_a_ray_that_starts_at_a_seam_has_the_normal_of_the_outer_side(order):
    tiles = [box(8 * x, 8 * y, 8, 8) for x in (0, 1) for y in (0, 1)]
    hit = Group(tiles[::order]).raycast(8, 16, 2, 2)
    assert hit.fraction == 0
    assert hit.normal == (0, 1)


# --- exact places ---------------------------------------------------------------------------------


def test_two_points_meet_at_an_instant() -> None:
    hit = dot(0, 0).sweep(8, 4, dot(4, 2))
    assert hit.fraction == near(0.5)
    assert hit.normal == near(-2 / 5**0.5, -1 / 5**0.5)
    assert dot(0, 0).sweep(8, 4, dot(4, 2.001)) is None


def test_two_segments_of_one_line_meet_at_an_instant() -> None:
    bar = Sprite(collision=Segment(0, 0, 10, 0))
    hit = bar.sweep(0, 20, Sprite(5, 5, collision=Segment(0, 0, 10, 0)))
    assert hit.fraction == near(0.25)
    assert hit.normal == near(0, -1)
    assert bar.sweep(0, 20, Sprite(10, 5, collision=Segment(0, 0, 10, 0))) is None


def test_a_ball_of_100_000_pixels_a_frame_stops_at_the_first_wall() -> None:
    walls = Group(box(x, -500, 1, 1000) for x in (99999, 50000, 70000))
    assert ball(0, 0, 5).sweep(100000, 3, walls).position.x == 49995
    bar = Sprite(collision=Rect(-20, -2, 40, 4))
    assert 49979.8 <= bar.sweep(100000, 0, walls, turn=36000).position.x <= 49998


@pytest.mark.parametrize("radius", [8.0, 0.1, 1 / 7], ids="radius {:.3g}".format)
@pytest.mark.parametrize("place", [0.0, 1 / 3, 1e4], ids="at {:.3g}".format)
@pytest.mark.parametrize("gap", [1.9e-14, 1e-12, 1e-8, 1e-6, 0.3, 7.7], ids="{} above".format)
def test_a_circle_lands_exactly_on_a_level_floor(gap, place, radius):
    mover = Sprite(place, place - gap, collision=Circle(0, -radius, radius))
    floor = box(place - 50, place, 100, 10)
    mover.move_and_collide(0, 8, floor)
    assert not mover.hits(floor)
    assert abs(mover.y - place) <= math.ulp(place + radius + gap)


@pytest.mark.parametrize("scale", [1e-160, 1e-170, 1e-200, 1e-308], ids="scale {}".format)
def test_a_shape_of_a_tiny_scale_is_a_point(scale):
    mover = ball(-50, 0, 5, scale_x=scale, scale_y=scale)
    assert mover.sweep(100, 0, box(0, -50, 10, 100)).position.x == near(0)
    oval = Sprite(290, collision=Ellipse(0, 0, 5, 3), angle=30, scale_x=scale, scale_y=scale)
    assert box(0, 0, 5, 5).distance(oval).distance == near(285)


@pytest.mark.parametrize("mine", [(0, 0, 8, 0), (8, 0, 0, 0)], ids=["mine", "mine from behind"])
@pytest.mark.parametrize("other", [(-8, 4, 0, 4), (0, 4, -8, 4)], ids=["its", "its from behind"])
def test_two_stretched_capsules_slide_along_each_other_however_each_is_written(mine, other):
    target = Sprite(8, -20, scale_y=2, collision=Capsule(*other, 4))
    mover = Sprite(0, 8, scale_y=2, collision=Capsule(*mine, 4))
    assert mover.sweep(24, -20, target).position == near(4.8, 4)


# --- points and rays ------------------------------------------------------------------------------


def meets(shape, x1, y1, x2, y2) -> set[bool]:
    """Whether a way meets a shape: as a ray, as a moving point, and as the shape that moves."""
    target, point, dx, dy = Sprite(collision=shape), dot(x1, y1), x2 - x1, y2 - y1
    hits = Group(target).raycast(x1, y1, x2, y2), point.sweep(dx, dy, target)
    return {hit is not None for hit in (*hits, target.sweep(-dx, -dy, point))}


@pytest.mark.parametrize(
    ("way", "hits"),
    [
        pytest.param((16, 24, 0, 8), False, id="lower left from below"),
        pytest.param((-16, -8, 0, 8), True, id="lower left from above"),
        pytest.param((24, 24, 8, 8), False, id="lower right"),
        pytest.param((24, -16, 8, 0), False, id="upper right"),
    ],
)
def test_a_point_whose_way_ends_at_a_corner_of_a_box_meets_it_if_a_ray_does(way, hits):
    assert meets(Rect(0, 0, 8, 8), *way) == {hits}


@pytest.mark.parametrize(
    "shape",
    [Rect(0, 0, 8, 8), Polygon([(0, 0), (8, 0), (4, 4), (8, 8), (0, 8)])],
    ids=["box", "polygon"],
)
@pytest.mark.parametrize("corner", [(0, 0), (8, 0), (0, 8), (8, 8)], ids=str)
def test_a_point_whose_way_ends_at_a_corner_agrees_with_a_ray(corner, shape):
    for dx, dy in itertools.product((-16, 0, 3, 16), (-16, 0, 4, 16)):
        start = corner[0] + dx, corner[1] + dy
        if (dx, dy) != (0, 0) and not dot(*start).hits(Sprite(collision=shape)):
            assert len(meets(shape, *start, *corner)) == 1, start


# --- who overlaps at the start --------------------------------------------------------------------


def test_what_has_been_left_is_met_again_from_one_arm_of_a_shape_into_the_other() -> None:
    arms = [(0, 0), (10, 0), (10, 50), (40, 50), (40, 0), (50, 0), (50, 60), (0, 60)]
    target, mover = Sprite(collision=Polygon(arms)), box(8, 10, 4, 4)
    hit = mover.sweep(60, 0, target)
    assert not hit.from_inside
    assert hit.position == (36, 10)
    assert 30 < mover.sweep(60, 0, target, turn=90).position.x < 40


@pytest.mark.parametrize("length", [5e-324, 1e-300, 1e-9, 1, 1e12], ids="a way of {}".format)
def test_whether_it_gets_deeper_does_not_depend_on_how_long_the_way_is(length):
    mover, other = (Sprite(x, 2 * x / 3, collision=Rect(-1, -1, 2, 2)) for x in (0.3, 0))
    assert mover.sweep(-length, 0, other) is not None
    for dx, dy in ((1, 0), (0, 1), (0, -1)):
        assert mover.sweep(dx * length, dy * length, other) is None


@pytest.mark.parametrize("turn", [0, 90, -45], ids="turn {}".format)
def test_a_point_on_a_left_edge_overlaps_at_the_start_whether_it_turns_or_not(turn):
    edge, mover = box(0, 0, 8, 8), dot(0, 4)
    hit = mover.sweep(20, 16, edge, turn=turn)
    assert mover.hits(edge)
    assert (hit.fraction, hit.from_inside) == (0, True)


# --- turns ----------------------------------------------------------------------------------------

turns = pytest.mark.parametrize("turns", [1.5, 40, 1000], ids="{} turns".format)


@turns
def test_many_turns_in_a_ring_that_is_hardly_wider_meet_nothing_unless_it_moves(turns):
    hole = [(-20, -20), (20, -20), (20, 20), (-20, 20)]
    outline = [(-30, -30), (30, -30), (30, 30), (-30, 30)]
    ring = Sprite(collision=Polygon(outline, holes=[hole]))
    star = Sprite(collision=Polygon([(19.999, 0), (-9, 9), (-9, -9)]))
    assert star.sweep(0, 0, ring, turn=360 * turns) is None
    assert star.sweep(0.01, 0, ring, turn=360 * turns) is not None


def test_a_wheel_that_turns_on_the_floor_hits_nothing_unless_it_goes_down() -> None:
    wheel, floor = ball(0, 92, 8), box(-1000, 100, 2000, 50)
    assert wheel.sweep(300, 0, floor, turn=2000) is None
    assert wheel.sweep(300, 1, floor, turn=2000) is not None


@pytest.mark.parametrize(
    "shape", [Point(0, 0), Circle(0, 0, 0), Circle(0, 0, 3)], ids=["point", "disc of 0", "disc"]
)
@pytest.mark.parametrize(
    "wall",
    [Segment(0, 0, 0, 100), Segment(0, 0, 9, 100), Rect(0, 0, 9, 100)],
    ids=["line", "slanted line", "box"],
)
def test_what_turns_about_its_center_meets_what_it_meets_without_the_turn(wall, shape):
    target, mover = Sprite(50, -40, collision=wall), Sprite(collision=shape)
    straight, turning = mover.sweep(100, 0, target), mover.sweep(100, 0, target, turn=45)
    assert turning.fraction == straight.fraction
    assert turning.normal == straight.normal


# --- what a hit says ------------------------------------------------------------------------------


FLOOR_HIT = ball(0, -40, 5).sweep(0, 40, Sprite(collision=Rect(-50, 0, 100, 20)))


@pytest.mark.parametrize(
    ("velocity", "restitution", "friction", "after"),
    [
        ((30, 40), 1, 0, (30, -40)),
        ((30, 40), 0.5, 0, (30, -20)),
        ((30, 40), 0, 0, (30, 0)),
        ((30, 40), 2, 0, (30, -80)),
        ((30, 40), 1, 0.25, (10, -40)),
        ((-30, 40), 1, 0.25, (-10, -40)),
        ((30, 40), 0, 0.75, (0, 0)),
        ((-30, 40), 0.5, 9, (0, -20)),
        ((30, -40), 0.5, 9, (30, -40)),
        ((30, 0), 0.5, 9, (30, 0)),
    ],
)
def test_a_bounce_along_the_axes_is_exact_and_friction_does_not_reverse(
    velocity, restitution, friction, after
):
    assert FLOOR_HIT.bounce(*velocity, restitution, friction) == after
    assert FLOOR_HIT.bounce(velocity, restitution=restitution, friction=friction) == after


def test_a_bounce_has_no_negative_zeros() -> None:
    assert "-0.0" not in str(FLOOR_HIT.bounce(0, 40, 0.5, 9))


def test_sprites_that_move_alike_pass_nobody() -> None:
    row = Group(box(8.1 * k, 3.3, 8.1, 5) for k in range(32))
    watch = Overlaps(row, swept=True)
    assert watch.update().exited == []
    for k in range(60):
        row.x += math.sin(k) * 4.7
        row.y += math.cos(3 * k) * 4.9
        changes = watch.update()
        assert not set(changes.entered) & set(changes.exited), k


# --- where ----------------------------------------------------------------------------------------


def keep(bricks, brick) -> None:
    """Take nothing away."""


@pytest.mark.parametrize("k", [12, 16, 20, 28, 36], ids="at {}".format)
@pytest.mark.parametrize(
    "take",
    [
        pytest.param(Group.discard, id="discards it"),
        pytest.param(lambda bricks, brick: bricks.clear(), id="clears the Group"),
        pytest.param(lambda bricks, brick: brick.vanish(), id="lets it vanish"),
    ],
)
def test_what_where_takes_away_beside_the_tile_it_is_asked_about_changes_no_normal(take, k):
    def normal(dx, dy, take):
        bricks = Group(box(16 * i, 0, 16, 8) for i in range(4))

        def where(other):
            for brick in list(bricks):
                if brick is not other:
                    take(bricks, brick)
            return bricks.pairs() == [] or take is keep

        mover = Sprite(k, 12 if dy < 0 else -4, collision=Rect(-4, -4, 8, 8))
        return mover.sweep(dx, dy, bricks, where=where).normal

    for dx, dy in itertools.product((-4, -2, 2, 4), (-2, 2)):
        assert normal(dx, dy, take) == normal(dx, dy, keep), (dx, dy)
