"""Faults of sweeps that were found once, and stay away."""

import math
import random

import pytest
from spritecol import Capsule, Circle, Ellipse, Group, Overlaps, Point, Polygon, Rect, Segment, Sprite, Triangle
from support.near import near


def test_a_corner_where_a_cut_of_a_polygon_ends() -> None:
    ell = Sprite(collision=Polygon([(0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)]))
    small = Point(0, 0), Circle(0, 0, 0), Circle(0, 0, 1e-13)
    assert [Sprite(-5, -10, collision=s).sweep(10, 20, ell).normal for s in small] == [(0, -1)] * 3
    assert Sprite(-8, -13, collision=Rect(0, 0, 3, 3)).sweep(20, 40, ell).normal in {(0, -1), (-1, 0)}


def test_a_point_meets_the_corner_where_two_tiles_meet_also_in_two_motions() -> None:
    def tiles(*places):
        return [Sprite(x, y, collision=Rect(0, 0, 10, 10)) for x, y in places]

    def dot(sx, sy):
        return Sprite(10 - 5 * sx, 10 - 5 * sy, collision=Point(0, 0))

    def met(pair, sx, sy):
        return dot(sx, sy).sweep(10 * sx, 10 * sy, pair).position

    def again(pair, sx, sy):
        one = dot(sx, sy)
        one.move_and_collide(10 * sx, 10 * sy, pair)
        return one.sweep(5 * sx, 5 * sy, pair) is not None

    falling, rising = tiles((10, 0), (0, 10)), tiles((0, 0), (10, 10))
    assert near([met(falling, s, s) for s in (1, -1)] + [met(rising, s, -s) for s in (1, -1)], [(10, 10)] * 4)
    assert [again(falling, s, s) for s in (1, -1)] + [again(rising, s, -s) for s in (1, -1)] == [True] * 4


def test_a_point_does_not_slip_through_a_chain_of_segments() -> None:
    chain = [Sprite(collision=Segment(0, 0, 10, 5)), Sprite(collision=Segment(10, 5, 20, 0))]
    ways = [(x, dx, sign) for x in (5, 10, 15) for dx in (-3, 0, 3) for sign in (1, -1)]

    def dot(x, dx, sign):
        return Sprite(x - dx, 4 - sign * 20, collision=Point(0, 0))

    hits = [dot(x, dx, sign).sweep(2 * dx, sign * 40, chain) for x, dx, sign in ways]
    assert [hit.normal[1] * way[2] < 0 for hit, way in zip(hits, ways)] == [True] * 18

    def parts(x, dx, sign):
        one = dot(x, dx, sign)
        first = one.move_and_collide(dx, sign * 20, chain)
        return first is not None or one.sweep(dx, sign * 20, chain) is not None

    assert all(parts(*way) for way in ways) is True


def test_an_instant_at_which_two_points_or_two_segments_of_one_line_meet() -> None:
    hit = Sprite(0, 0, collision=Point(0, 0)).sweep(8, 4, Sprite(4, 2, collision=Point(0, 0)))
    assert near((hit.fraction, hit.normal), (0.5, (-2 / 5**0.5, -1 / 5**0.5)))
    assert Sprite(0, 0, collision=Point(0, 0)).sweep(8, 4, Sprite(4, 2.001, collision=Point(0, 0))) is None
    bar = Sprite(0, 0, collision=Segment(0, 0, 10, 0))
    hit = bar.sweep(0, 20, Sprite(5, 5, collision=Segment(0, 0, 10, 0)))
    assert near((hit.fraction, hit.normal), (0.25, (0, -1)))
    assert bar.sweep(0, 20, Sprite(10, 5, collision=Segment(0, 0, 10, 0))) is None


def test_a_ball_of_100_000_pixels_a_frame() -> None:
    walls = Group(Sprite(x, -500, collision=Rect(0, 0, 1, 1000)) for x in (99999, 50000, 70000))
    assert Sprite(0, 0, collision=Circle(0, 0, 5)).sweep(100000, 3, walls).position[0] == 49995
    turned = Sprite(collision=Rect(-20, -2, 40, 4)).sweep(100000, 0, walls, turn=36000)
    assert 49979.8 <= turned.position[0] <= 49998


def test_who_is_in_something_gets_deeper_or_leaves() -> None:
    box, wall = Sprite(0, 0, collision=Rect(0, 0, 10, 10)), Sprite(8, 0, collision=Rect(0, 0, 100, 10))
    hit = box.sweep(1, 0, wall)
    assert (hit.fraction, hit.overlapping, hit.normal) == (0, True, (-1, 0))
    assert [box.sweep(-100, 0, wall), box.sweep(0, 5, wall), box.sweep(-1, 0, wall, turn=30)] == [None] * 3


def test_what_has_separated_is_met_again_from_one_arm_of_a_shape_into_the_other() -> None:
    arms = [(0, 0), (10, 0), (10, 50), (40, 50), (40, 0), (50, 0), (50, 60), (0, 60)]
    you, box = Sprite(collision=Polygon(arms)), Sprite(8, 10, collision=Rect(0, 0, 4, 4))
    hit = box.sweep(60, 0, you)
    assert (hit.overlapping, hit.position) == (False, (36, 10))
    assert 30 < box.sweep(60, 0, you, turn=90).position[0] < 40


def test_whether_it_gets_deeper_is_decided_where_it_starts_however_short_or_long_the_way() -> None:
    box, other = (Sprite(x, 2 * x / 3, collision=Rect(-1, -1, 2, 2)) for x in (0.3, 0))
    lengths = 5e-324, 1e-300, 1e-9, 1, 1e12
    assert [box.sweep(-length, 0, other) is None for length in lengths] == [False] * 5
    assert [box.sweep(dx * n, dy * n, other) for n in lengths for dx, dy in ((1, 0), (0, 1), (0, -1))] == [None] * 15


def test_many_turns_in_place() -> None:
    bar = Sprite(0, 0, collision=Rect(-50, -2, 100, 4))
    inside, outside = Sprite(0, 49, collision=Circle(0, 0, 1)), Sprite(40, 40, collision=Point(0, 0))
    turns = 1.5, 40, 1000
    angle = bar.sweep(0, 0, inside, turn=359).angle
    assert [abs(bar.sweep(0, 0, inside, turn=360 * n).angle - angle) < 1e-6 for n in turns] == [True] * 3
    assert [bar.sweep(0, 0, outside, turn=360 * n) for n in turns] == [None] * 3
    hole = [(-20, -20), (20, -20), (20, 20), (-20, 20)]
    ring = Sprite(collision=Polygon([(-30, -30), (30, -30), (30, 30), (-30, 30)], holes=[hole]))
    star = Sprite(0, 0, collision=Polygon([(19.999, 0), (-9, 9), (-9, -9)]))
    assert [star.sweep(0, 0, ring, turn=360 * n) for n in turns] == [None] * 3
    assert [star.sweep(0.01, 0, ring, turn=360 * n) is None for n in turns] == [False] * 3


def test_a_wheel_that_turns_on_the_floor_hits_nothing() -> None:
    wheel, floor = Sprite(0, 92, collision=Circle(0, 0, 8)), Sprite(collision=Rect(-1000, 100, 2000, 50))
    assert wheel.sweep(300, 0, floor, turn=2000) is None
    assert (wheel.sweep(300, 1, floor, turn=2000) is None) is False


def test_a_pose_of_a_tiny_scale_is_none() -> None:
    wall, scales = Sprite(0, -50, collision=Rect(0, 0, 10, 100)), (1e-160, 1e-170, 1e-200, 1e-308)

    def ball(scale):
        return Sprite(-50, 0, collision=Circle(0, 0, 5), scale_x=scale, scale_y=scale)

    assert near([ball(scale).sweep(100, 0, wall).position[0] for scale in scales], [0] * 4)

    def oval(scale):
        return Sprite(290, collision=Ellipse(0, 0, 5, 3), angle=30, scale_x=scale, scale_y=scale)

    assert near([Sprite(collision=Rect(0, 0, 5, 5)).distance(oval(scale)).distance for scale in scales], [285] * 4)


def test_the_corner_of_the_next_brick_is_none() -> None:
    bricks = [Sprite(16 * k, 0, collision=Rect(0, 0, 16, 8)) for k in range(4)]
    parts = Sprite(collision=[Rect(16 * k, 0, 16, 8) for k in range(4)])
    ball = Sprite(36, 12, collision=Rect(-4, -4, 8, 8))
    assert [ball.sweep(-2, -2, level).normal for level in (bricks, bricks[::-1], parts)] == [(0, 1)] * 3


def test_at_a_seam_there_is_one_normal_of_what_is_only_touched_too_and_beside_a_gap() -> None:
    def row(*cells):
        return [Sprite(4 * x, 4 * y, collision=Rect(0, 0, 4, 4)) for x, y in cells]

    wedge = Sprite(10, -8, collision=Triangle(4, 6, 10, 6, 2, 8))
    assert Sprite(8, 4, collision=Segment(3, -3, 4, 0)).sweep(4, -5, row((3, 0), (3, 1))).normal == (-1, 0)
    assert wedge.sweep(-12, 4, row((1, 0), (2, 0), (3, 0), (4, 0))).normal == (0, -1)
    assert Sprite(4, 16, collision=[Rect(0, 0, 2, 4), Circle(1, 0, 1)]).sweep(-3, -6, row((0, 3))).normal == (1, 0)
    assert Sprite(4, -8, collision=Rect(-4, 0, 8, 4)).sweep(-6, 6, row((-1, 0), (1, 0))).normal == (0, -1)


def test_of_a_ray_that_starts_at_a_seam_the_outer_side_counts() -> None:
    tiles = [Sprite(8 * x, 8 * y, collision=Rect(0, 0, 8, 8)) for x in (0, 1) for y in (0, 1)]

    def hit(order):
        return Group(tiles[::order]).raycast(8, 16, 2, 2)

    assert [(hit(order).fraction, hit(order).normal) for order in (1, -1)] == [(0, (0, 1))] * 2


def test_what_turns_ends_at_the_angle_of_its_hit() -> None:
    wall, shapes = (
        Sprite(20, -50, collision=Rect(0, 0, 10, 100)),
        (Circle(0, 0, 3), Ellipse(0, 0, 3, 3), Circle(1, 0, 3), Rect(-3, -3, 6, 6)),
    )
    movers = [Sprite(0, 0, collision=shape, angle=10) for shape in shapes]
    hits = [mover.move_and_collide(34, 0, wall, turn=90) for mover in movers]
    assert [(m.x, m.y, m.angle) == (*hit.position, hit.angle) for m, hit in zip(movers, hits)] == [True] * 4
    assert near([hit.angle for hit in hits], [10 + 90 * hit.fraction for hit in hits])


def test_what_turns_about_itself_meets_what_it_meets_without_the_turn() -> None:
    walls = [Sprite(50, -40, collision=s) for s in (Segment(0, 0, 0, 100), Segment(0, 0, 9, 100), Rect(0, 0, 9, 100))]

    def met(shape, wall, turn):
        hit = Sprite(0, 0, collision=shape).sweep(100, 0, wall, turn=turn)
        return hit.fraction, hit.normal

    pairs_ = [(s, wall) for s in (Point(0, 0), Circle(0, 0, 0), Circle(0, 0, 3)) for wall in walls]
    assert [met(s, wall, 45) for s, wall in pairs_] == [met(s, wall, 0) for s, wall in pairs_]


def test_a_circle_lands_exactly_on_a_level_floor() -> None:
    def landed(gap, place, r):
        ball = Sprite(place, place - gap, collision=Circle(0, -r, r))
        ball.move_and_collide(0, 8, floor := Sprite(place - 50, place, collision=Rect(0, 0, 100, 10)))
        return not ball.hits(floor) and abs(ball.y - place) <= math.ulp(place + r + gap)

    gaps, places, sizes = (1.9e-14, 1e-12, 1e-8, 1e-6, 0.3, 7.7), (0.0, 1 / 3, 1e4), (8.0, 0.1, 1 / 7)
    assert all(landed(g, p, r) for g in gaps for p in places for r in sizes) is True


def test_all_hits_are_sorted_by_fraction_then_by_target_and_shape() -> None:
    two = Sprite(30, 0, collision=[Rect(0, 0, 5, 5, name="a"), Rect(0, 3, 5, 5, name="b")])
    walls = [Sprite(30, 0, collision=Rect(0, 0, 5, 5)), two, Sprite(20, 0, collision=Circle(5, 5, 5))]
    hits = Sprite(0, 0, collision=Rect(0, 0, 4, 8)).sweep_all(100, 0, walls)
    assert [(walls.index(h.other), h.other_shape.name) for h in hits] == [(2, None), (0, None), (1, "a"), (1, "b")]


def test_bounces_along_the_axes_are_exact_and_friction_does_not_reverse() -> None:
    hit = Sprite(0, -40, collision=Circle(0, 0, 5)).sweep(0, 40, Sprite(collision=Rect(-50, 0, 100, 20)))
    assert [hit.bounce(30, 40), hit.bounce(30, 40, 0.5), hit.bounce(30, 40, 0), hit.bounce(30, 40, 2)] == [
        (30, -40),
        (30, -20),
        (30, 0),
        (30, -80),
    ]
    assert [hit.bounce(30, 40, 1, 0.25), hit.bounce(-30, 40, 1, 0.25), hit.bounce(30, 40, 0, 0.75)] == [(10, -40), (-10, -40), (0, 0)]
    assert [hit.bounce(-30, 40, 0.5, 9), hit.bounce(30, -40, 0.5, 9), hit.bounce(30, 0, 0.5, 9)] == [(0, -20), (30, -40), (30, 0)]
    assert (hit.slide(30, 40), hit.slide(30, -40), "-0.0" in str(hit.bounce(0, 40, 0.5, 9))) == ((30, 0), (30, -40), False)
    with pytest.raises(ValueError, match="restitution"):
        hit.bounce(3, 4, -0.5)
    with pytest.raises(ValueError, match="friction"):
        hit.bounce(3, 4, 1, -1)
    assert (hit.bounce((30, 40)), hit.slide((30, 40))) == (hit.bounce(30, 40), hit.slide(30, 40))


def test_who_moves_alike_passes_nobody() -> None:
    row = Group(Sprite(8.1 * k, 3.3, collision=Rect(0, 0, 8.1, 5)) for k in range(32))
    watch, passed = Overlaps(row, swept=True), 0
    assert watch.update().exited == []
    for k in range(60):
        row.x += math.sin(k) * 4.7
        row.y += math.cos(3 * k) * 4.9
        changes = watch.update()
        passed += len({(id(a), id(b)) for a, b in changes.entered} & {(id(a), id(b)) for a, b in changes.exited})
    assert passed == 0


def test_what_where_takes_away_beside_the_tile_that_it_is_asked_about_changes_no_normal() -> None:
    def normal(k, dx, dy, takes):
        bricks = Group(Sprite(16 * i, 0, collision=Rect(0, 0, 16, 8)) for i in range(4))

        def where(other):
            return takes * len([one.vanish() for one in list(bricks) if one is not other]) >= 0

        return Sprite(k, 12 if dy < 0 else -4, collision=Rect(-4, -4, 8, 8)).sweep(dx, dy, bricks, where=where).normal

    ways = [(k, dx, dy) for k in (12, 16, 20, 28, 36) for dx in (-4, -2, 2, 4) for dy in (-2, 2)]
    assert [normal(*way, 1) for way in ways] == [normal(*way, 0) for way in ways]


def test_a_seam_is_no_hit_where_nothing_is_hit_at_the_end_of_the_way() -> None:
    tiles = [Sprite(1600 + k, 1600 + 16 * i, collision=Rect(0, 0, 16, 16)) for i in range(20) for k in (-16, 16)]
    box = Sprite(1600, 1712, collision=Rect(0, 0, 16, 16))
    assert [box.sweep(1.8e-16 * side, 3 * way, tiles) for side in (1, -1) for way in (1, -1)] == [None] * 4
    assert near(box.move_and_slide(1.8e-16, 3, tiles).travel, (0, 3))


def test_a_point_sweeps_to_what_a_ray_hits() -> None:
    wall = Sprite(collision=Rect(3, 2, 4, 2))
    assert (Group(wall).raycast(0, 2, 3, 4) is None, Sprite(0, 2, collision=Point(0, 0)).sweep(3, 2, wall) is None) == (False, False)


def test_what_is_hit_at_the_start_overlaps_there_also_a_point_on_a_left_edge_whether_it_turns_or_not() -> None:
    edge, dot = Sprite(collision=Rect(0, 0, 8, 8)), Sprite(0, 4, collision=Point(0, 0))
    assert [(dot.hits(edge), hit.fraction, hit.overlapping) for turn in (0, 90, -45) for hit in [dot.sweep(20, 16, edge, turn=turn)]] == [
        (True, 0, True)
    ] * 3


def test_two_stretched_capsules_along_each_other_whichever_way_each_is_written() -> None:
    long = [Capsule(0, 0, 8, 0, 4), Capsule(8, 0, 0, 0, 4)]
    under = [Capsule(-8, 4, 0, 4, 4), Capsule(0, 4, -8, 4, 4)]
    assert near(
        [
            Sprite(0, 8, scale_y=2, collision=one).sweep(24, -20, Sprite(8, -20, scale_y=2, collision=other)).position
            for one in long
            for other in under
        ],
        [(4.8, 4)] * 4,
    )


def test_a_point_whose_way_ends_at_a_corner_is_where_a_ray_along_that_way_says_before_the_corner_or_not() -> None:
    def alike(shape, *way):
        other, point = Sprite(collision=shape), Sprite(way[0], way[1], collision=Point(0, 0))
        dx, dy = way[2] - way[0], way[3] - way[1]
        hits = [Group(other).raycast(*way), point.sweep(dx, dy, other), other.sweep(-dx, -dy, point)]
        met = {hit is not None for hit in hits}
        return met if len(met) == 1 or point.hits(other) else way

    assert [alike(Rect(0, 0, 8, 8), *way) for way in ((16, 24, 0, 8), (-16, -8, 0, 8), (24, 24, 8, 8), (24, -16, 8, 0))] == [
        {False},
        {True},
        {False},
        {False},
    ]
    ways = [
        (x + dx, y + dy, x, y) for x in (0, 8) for y in (0, 8) for dx in (-16, 0, 3, 16) for dy in (-16, 0, 4, 16) if (dx, dy) != (0, 0)
    ]
    assert [
        way for shape in (Rect(0, 0, 8, 8), Polygon([(0, 0), (8, 0), (4, 4), (8, 8), (0, 8)])) for way in ways if alike(shape, *way) == way
    ] == []


def test_where_may_take_away_the_tiles_beside_the_one_that_a_sweep_asks_it_about_and_look() -> None:
    def normal(k, dx, dy, take):
        bricks = Group(Sprite(16 * i, 0, collision=Rect(0, 0, 16, 8)) for i in range(4))

        def where(other):
            for one in list(bricks):
                if one is not other:
                    take(bricks, one)
            return bricks.pairs() == [] or take is keep

        return Sprite(k, 12 if dy < 0 else -4, collision=Rect(-4, -4, 8, 8)).sweep(dx, dy, bricks, where=where).normal

    def keep(bricks, one):
        pass

    ways = [(k, dx, dy) for k in (12, 16, 20, 28, 36) for dx in (-4, -2, 2, 4) for dy in (-2, 2)]
    takes = Group.discard, lambda bricks, one: bricks.clear(), lambda bricks, one: one.vanish()
    assert [[normal(*way, take) for way in ways] for take in takes] == [[normal(*way, keep) for way in ways]] * 3


def test_a_sweep_to_a_side_at_a_whole_number_ends_at_a_whole_number_from_anywhere() -> None:
    r, way = random.Random(4), 12345.6

    def swept(size, edge, start, ahead):
        wall = Sprite(*(-5e3 * (k == 0) for k in ahead), collision=Rect(*(edge * k - 1e4 * (k < 0) for k in ahead), 1e4, 1e4))
        box = Sprite(*(start * k if k else 0.5 for k in ahead), collision=Rect(0, 0, size, size))
        place = box.sweep(way * ahead[0], way * ahead[1], wall).position
        return tuple(place) == tuple(k * edge - size * (k > 0) if k else 0.5 for k in ahead)

    scenes = [(r.randint(1, 64), 16 * r.randint(2, 60), -r.randint(300, 9000) / 10) for _ in range(300)]
    assert [sum(swept(*scene, ahead) for scene in scenes) for ahead in ((1, 0), (0, 1), (-1, 0), (0, -1))] == [300] * 4
