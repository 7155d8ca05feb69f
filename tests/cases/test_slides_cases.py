"""Faults of slides that were found once, and stay away."""

import math

import pytest
from spritecol import Capsule, CharacterController, Circle, Ellipse, Group, Polygon, Rect, Segment, Sprite, Triangle, Vec2
from support.near import near


def test_a_corner_that_is_met_exactly_by_the_corner_of_a_box() -> None:
    floor = [Sprite(16 * i, 100, collision=Rect(0, 0, 16, 16)) for i in range(10)]
    levels = floor, floor[::-1], Sprite(0, 100, collision=Rect(0, 0, 160, 16))
    boxes = [Sprite(64, 68, collision=Rect(0, 0, 16, 16)) for _ in levels]
    slides = [b.move_and_slide(24, 24, level, up=(0, -1)) for b, level in zip(boxes, levels)]
    assert [(b.x, b.y) for b in boxes] == [(88, 84)] * 3
    assert [(s.on_floor, s.on_wall, s.floor_normal) for s in slides] == [(True, False, (0, -1))] * 3


def test_a_tip_stands_on_the_edge_of_a_floor_where_a_slope_falls_away_from_it() -> None:
    wide, left, heights = 25.07078226936059, -410.8761016326841, (0, 0.5, 0.5, 0.5, 1)

    def step(i):
        return Polygon([(0, wide * heights[i]), (wide, wide * heights[i + 1]), (wide, 99), (0, 99)])

    ground = [Sprite(left + i * wide, 0, collision=step(i)) for i in range(4)]
    pin = Polygon([(-5, -20), (5, -20), (5, -4), (0, 0), (-5, -4)])

    def slide(x):
        return Sprite(x, 12.535391134679053, collision=pin).move_and_slide(2.3177289242780263, 395.5, ground, up=(0, -1))

    places = -335.6637548246019, -335.66375482460194, left + 3 * wide
    assert [(slide(x).on_floor, slide(x).travel[0] > 2.3) for x in places] == [(True, True)] * 3


def test_four_walls_stop_a_box() -> None:
    def walls():
        return [Sprite(collision=Rect(*r)) for r in ((-60, -60, 120, 10), (-60, 50, 120, 10), (-60, -60, 10, 120), (50, -60, 10, 120))]

    def slide(dx, dy):
        return Sprite(0, 0, collision=Rect(0, 0, 10, 10)).move_and_slide(dx, dy, walls())

    assert [slide(*way).travel for way in ((99, 99), (-99, 99), (99, -99), (0, 99))] == [(40, 40), (-50, 40), (40, -50), (0, 40)]
    assert slide(99, 99).remainder == (59, 59)


def test_landing_squarely_where_it_is_among_huge_walls_does_not_enter_the_wall_behind() -> None:
    floor = Sprite(collision=Polygon([(-10, 0), (10, 0), (10, -10), (-10, -10)]))
    corners = [
        (8.660254037844387, -4.999999999999999),
        (-8.660254037844387, 4.999999999999999),
        (-13.660254037844386, -3.660254037844388),
        (3.660254037844388, -13.660254037844386),
    ]
    wall, needle = Sprite(collision=Polygon(corners)), Ellipse(0, 0, 24.062701801670134, 4.155809302887976, angle=30)
    player = Sprite(0.001274368159613702, 0.011027579472030227, collision=needle, scale_x=1e-4, scale_y=-1e-4)
    assert player.check([floor, wall]) == []
    assert player.move_and_slide(-0.021732084002008697, -0.1351900898234958, [floor, wall]).travel.length > 0
    assert player.check([floor, wall]) == []


def test_a_ball_leaves_a_socket_of_many_facets_all_of_which_it_touches() -> None:
    def socket(n):
        angles = [math.radians(120 - 60 * i / (n - 1)) for i in range(n)]
        half = 5 * math.tan(math.radians(27 / (n - 1)))
        turned = [(5 * math.cos(a), 5 * math.sin(a), half * math.sin(a), half * math.cos(a)) for a in angles]
        return [Sprite(collision=Segment(x - s, y + c, x + s, y - c)) for x, y, s, c in turned]

    along = 10 * math.sin(math.radians(60)) - 10 * math.cos(math.radians(60))

    def end(n):
        return Sprite(collision=Circle(0, 0, 5)).move_and_slide(10, 10, socket(n)).travel

    assert near([end(n) for n in (16, 17, 40, 150)], [(along * math.sin(math.radians(60)), -along * math.cos(math.radians(60)))] * 4)


def test_a_slide_across_the_axes_keeps_whole_numbers() -> None:
    def block(x, y, w, h, turned):
        return Sprite(collision=Rect(y, x, h, w) if turned else Rect(x, y, w, h))

    def ends(shift, turned):
        walls = [block(148, 26 + shift, 16, 40, turned), block(73, -13 + shift, 400, 10, turned)]
        box = Sprite(*((3 + shift, 123) if turned else (123, 3 + shift)), collision=Rect(0, 0, 24, 24))
        box.move_and_slide(*((-6, 9) if turned else (9, -6)), walls)
        return (box.y, box.x - shift) if turned else (box.x, box.y - shift)

    assert [ends(shift, turned) for shift in (0, 3, 10, -1, -200) for turned in (False, True)] == [(124, -3)] * 10


def test_a_corner_that_is_met_exactly_is_no_edge_between_tiles_however_flat_the_way() -> None:
    def place(side):
        sprite = Sprite(-8 * side, -8, scale_x=side, collision=Triangle(0, 0, 8, 0, 0, 8))
        floor = Sprite(-8 * side, 0, scale_x=side, collision=Rect(0, 0, 8, 16))
        slope = Sprite(4 * side, -8, scale_x=side, collision=Triangle(0, 0, 8, 0, 8, 8))
        sprite.move_and_slide(56 * side, 3, [floor, slope])
        return sprite.x * side, sprite.y

    assert near([place(1), place(-1)], [(20.5, -32.5)] * 2)


def test_a_capsule_rests_on_the_rims_of_a_gap_as_wide_as_its_straight_side() -> None:
    def rest(gap, dx, dy, order):
        rims = [Sprite(-16, 8, collision=Rect(0, 0, 16, 16)), Sprite(gap, 8, collision=Rect(0, 0, 9, 9))]
        capsule = Sprite(0, 0, collision=Capsule(0, 0, gap, 0, 8))
        slide = capsule.move_and_slide(dx, dy, rims[::order], up=(0, -1))
        return capsule.x - dx, capsule.y, slide.floor_normal

    plays = [(gap, *way, k) for gap in (16, 24) for way in ((2, 29), (-3, 35), (0, 9), (5, 1)) for k in (1, -1)]
    assert [rest(*play) for play in plays] == [(0, 0, (0, -1))] * 16


def test_points_on_the_sides_of_a_polygon_change_no_slide() -> None:
    stair = [(16, 8), (32, 8), (32, 16), (24, 16), (16, 24), (24, 24), (40, 24), (40, 0), (8, 0), (8, 8)]
    barb = [(40, 40), (32, 40), (32, 48), (32, 56), (24, 48), (24, 56), (24, 64), (32, 64), (40, 64), (40, 56), (40, 48)]

    def end(ring, place, shape, way):
        body = Sprite(*place, collision=shape)
        body.move_and_slide(*way, Sprite(collision=Polygon(ring)))
        return body.x, body.y

    first = [((14, 16), Rect(-2, -8, 4, 16), way) for way in ((1, 1), (3, 3), (3, 1))]
    second = [((28, 45), Rect(-4, -3, 8, 6), way) for way in ((-1, 1), (-4, 4))]
    assert [end(stair, *play) for play in first] == [end([p for p in stair if p != (24, 24)], *play) for play in first]
    assert [end(barb, *play) for play in second] == [end([p for p in barb if p != (32, 48)], *play) for play in second]


def test_a_seam_is_none_beside_a_pointed_shape_on_its_line() -> None:
    level = [
        Sprite(collision=Triangle(32, 32, 48, 48, 32, 48)),
        Sprite(64, 32, collision=Rect(0, 0, 16, 16)),
        Sprite(64, 48, collision=Rect(0, 0, 16, 16)),
    ]

    def travel(order):
        return Sprite(48, 48, collision=Rect(0, 0, 16, 16)).move_and_slide(3, -4, level[::order]).travel

    assert [travel(1), travel(-1)] == [(0, -4)] * 2


def test_round_bodies_slide_past_a_corner_alike_everywhere() -> None:
    def length(far):
        return (
            Sprite(far + 6.4, far + 4.8, collision=Circle(0, 0, 8))
            .move_and_slide(2.75, -4, Sprite(far, far, collision=Rect(-16, -16, 16, 16)))
            .travel.length
        )

    assert all(abs(length(far) - 4.85) < 1e-6 for far in (0, 40_000, 2.0**20)) is True


def test_the_least_move_may_end_in_a_slot_exactly_as_wide() -> None:
    def box(x, y, w, h):
        return Sprite(x, y, collision=Rect(0, 0, w, h))

    tiles = [box(16 * i, 16 * j, 16, 16) for i in range(4) for j in range(3) if (i, j) != (1, 0)]
    assert box(18, 3, 16, 16).separation(tiles) == (-2, -3)
    assert box(18, 3, 16, 16).depenetrate(tiles, max_distance=8) == (-2, -3)
    notch = Sprite(collision=Polygon([(0, 0), (16, 0), (16, 20), (32, 20), (32, 0), (48, 0), (48, 40), (0, 40)]))
    assert near(box(14, 10, 16, 16).distance(notch).distance, -(40**0.5))
    assert box(14, 10, 16, 16).contacts(notch)[0].push == (2, -6)


def test_a_squashed_sprite_stays_where_it_is() -> None:
    def box():
        return Sprite(collision=Rect(0, 0, 20, 20))

    walls = [Sprite(0, 17, collision=Rect(0, 0, 20, 100)), Sprite(0, -97, collision=Rect(0, 0, 20, 100))]
    assert box().depenetrate(walls, max_distance=19.5) == (0, 0)
    assert abs(box().depenetrate(walls, max_distance=20).x) == 20


def test_what_hits_nothing_is_left_to_the_last_bit_the_sign_of_its_zeros_too() -> None:
    box, other = Sprite(-0.0, -0.0, collision=Rect(0, 0, 4, 4)), Sprite(50, 0, collision=Circle(0, 0, 9))
    assert [box.depenetrate(t, along=way) for t in (other, [other], Group(other)) for way in (None, (1, 0))] == [(0, 0)] * 6
    assert (math.copysign(1, box.x), math.copysign(1, box.y)) == (-1, -1)


def test_iterators_are_no_targets_of_a_move_from_the_second_frame_on_they_would_be_none() -> None:
    floor = [Sprite(x, 10, collision=Rect(0, 0, 10, 10)) for x in (0, 10)]
    box = Sprite(3, 2, collision=Rect(0, 0, 5, 5))
    with pytest.raises(TypeError, match=r"make it a list"):
        box.move_and_slide(0, 9, iter(floor))
    with pytest.raises(TypeError, match=r"make it a list"):
        box.move_and_collide(0, 9, [floor[0], (tile for tile in floor)])
    with pytest.raises(TypeError, match=r"make it a list"):
        box.depenetrate(reversed(floor))
    with pytest.raises(TypeError, match=r"make it a list"):
        CharacterController(box).move(0, 9, map(Group, floor))
    assert (box.x, box.y) == (3, 2)
    assert box.sweep(0, 9, iter(floor)) == box.sweep(0, 9, floor)


def test_a_platform_may_be_entered_from_below_by_where() -> None:
    platform, player, seen, speed = Sprite(0, 100, collision=Rect(0, 0, 100, 10)), Sprite(50, 130, collision=Rect(0, 0, 10, 10)), [], -9.0

    def above(other, hit):
        return bool(hit.normal == (0, -1) and not hit.overlapping)

    for _k in range(40):
        speed += 0.5
        slide = player.move_and_slide(0, speed, platform, up=(0, -1), where=above)
        speed = 0 if slide.on_floor else speed
        seen.append(player.y)
    assert (min(seen) < 60, player.y, slide.on_floor) == (True, 90, True)


def test_a_move_ends_at_its_hit() -> None:
    box, wall = Sprite(0, 0, collision=Rect(0, 0, 10, 10)), Sprite(50, -50, collision=Rect(0, 0, 10, 100))
    assert box.move_and_collide(20, 5, wall, turn=90) is None
    assert (box.x, box.y, box.angle) == (20, 5, 90)
    hit = box.move_and_collide(200, 0, wall)
    assert ((box.x, box.y) == hit.position, box.hits(wall)) == (True, False)


def test_a_way_out_of_the_world_is_refused() -> None:
    far = Sprite(1e12, 0, collision=Rect(0, 0, 1, 1))
    with pytest.raises(ValueError, match="dx"):
        far.move_and_collide(1e12, 0, [])
    with pytest.raises(ValueError, match="dx"):
        far.move_and_slide(1e12, 0, [])
    assert (far.x, far.y) == (1e12, 0)


def test_of_equally_short_ways_out_that_up_is_taken_then_that_to_the_left() -> None:
    def push(*boxes):
        return Sprite(collision=Rect(-2, -2, 4, 4)).separation([Sprite(collision=Rect(*b)) for b in boxes])

    assert [push((-4, -50, 8, 100)), push((-50, -4, 100, 8)), push((-4, -4, 8, 8))] == [(-6, 0), (0, -6), (0, -6)]
    assert [push((-4, -50, 8, 50), (-4, 0, 8, 50)), push((-50, -4, 50, 8), (0, -4, 50, 8))] == [(-6, 0), (0, -6)]
    assert [push((-4, 0, 8, 50), (-4, -50, 8, 50)), push((-4, -4, 8, 4), (-4, 0, 8, 4))] == [(-6, 0), (0, -6)]


def test_a_corner_that_is_only_touched_turns_no_slide() -> None:
    def end(y):
        s = Sprite(38, 3, collision=Triangle(0, 0, 8, 0, 8, 16))
        s.move_and_slide(0, 22, [Sprite(32, 8, collision=Rect(0, 0, 8, 8)), Sprite(48, y, collision=Rect(0, 0, 8, 8))])
        return s.x, s.y

    assert near([end(0), end(-1e-9)], [(46.4, 20.8)] * 2)


def test_the_floor_and_its_normal_are_of_one_sprite() -> None:
    def told(order):
        ground = [Sprite(collision=Triangle(-90, -60, 0, 0, -90, 90)), Sprite(collision=Triangle(90, -20, 0, 0, 90, 90))][::order]
        slide = Sprite(-60, -90, collision=Circle(0, 0, 5)).move_and_slide(50, 120, ground, up=(0, -1))
        return slide.floor_normal in [hit.normal for hit in slide.hits if hit.other is slide.floor]

    assert [told(1), told(-1)] == [True, True]


def test_what_is_left_of_a_frame_after_a_bounce_is_exact_in_whole_numbers() -> None:
    def bounced(dx):
        return Sprite(collision=Circle(0, 0, 2)).move_and_bounce(dx, 0, Sprite(12, -50, collision=Rect(0, 0, 20, 100))).travel

    assert [bounced(dx) for dx in (30, 20, 16, 10)] == [(-10, 0), (0, 0), (4, 0), (10, 0)]


def test_a_way_that_leads_into_a_floor_only_by_rounding_meets_no_floor_as_seen_from_any_angle() -> None:
    def told(turn, dy):
        def at(x, y):
            return Vec2(x, y).rotated(turn)

        floor, wall = (
            Sprite(*at(-50, 0), collision=Rect(0, 0, 90, 20), angle=turn),
            Sprite(*at(20, -30), collision=Rect(0, 0, 20, 25), angle=turn),
        )
        slide = Sprite(*at(0, -8), collision=Rect(-8, -8, 16, 16), angle=turn).move_and_slide(*at(40, dy), [floor, wall], up=at(0, -1))
        return slide.on_floor, slide.on_wall

    assert [told(turn, dy) for turn in (0, 30, 63.7, 200) for dy in (0, 4.9e-15, -4.9e-15)] == [(False, True)] * 12


def test_a_corner_that_is_passed_is_told_of_by_nothing_below_a_ceiling_down_a_shaft_up_a_wall() -> None:
    floor, beam = Sprite(0, 192, collision=Rect(0, 0, 300, 16)), Sprite(128, 144, collision=Rect(0, 0, 16, 16))
    slide = Sprite(120, 176, collision=Rect(-8, -16, 16, 32)).move_and_slide(1, 6, [floor, beam], up=(0, -1))
    assert (slide.travel, slide.on_floor, slide.on_wall, len(slide.hits)) == ((1, 0), True, False, 1)
    left, right = Sprite(48, 176, collision=Rect(0, 0, 16, 32)), Sprite(80, 160, collision=Rect(0, 0, 16, 48))
    slide = Sprite(72, 176, collision=Rect(-8, -16, 16, 16)).move_and_slide(2, 8, [left, right], up=(0, -1))
    assert (slide.travel, slide.on_floor, slide.on_wall) == ((0, 8), False, True)
    tile, wall = Sprite(112, 144, collision=Rect(0, 0, 16, 16)), Sprite(144, 144, collision=Rect(0, 0, 16, 48))
    slide = Sprite(136, 176, collision=Rect(-8, -8, 16, 16)).move_and_slide(0.9, -9.25, [tile, wall], up=(0, -1))
    assert (slide.travel, slide.on_ceiling, slide.on_wall) == ((0, -9.25), False, True)


def test_what_is_pressed_against_a_wall_on_a_slope_stands_on_that_and_in_a_corner_with_a_round_side_on_both() -> None:
    slope, wall = Sprite(96, 176, collision=Triangle(0, 0, 16, 16, 0, 16)), Sprite(112, 160, collision=Rect(0, 0, 16, 16))
    slide = Sprite(108, 176, collision=Rect(-4, -8, 8, 16)).move_and_slide(4, 0.5, [slope, wall], up=(0, -1))
    assert (slide.travel, slide.on_floor, slide.on_wall, slide.floor is slope) == ((0, 0), True, True, True)
    floor, wall = Sprite(0, 0, collision=Rect(-100, 10, 200, 10)), Sprite(-8, 0, collision=Rect(-16, -22, 16, 16))
    slide = Sprite(0.3, 0, collision=Circle(0, 0, 10)).move_and_slide(-0.9, 0, [floor, wall], up=(0, -1))
    assert near((slide.travel.x, slide.on_floor, slide.on_wall), (-0.3, True, True))
    floor, wall = Sprite(0, 10, collision=Rect(-100, 0, 200, 10)), Sprite(5, 0, collision=Rect(0, -50, 10, 60))
    slide = Sprite(0, 0, collision=Rect(-5, -10, 10, 20)).move_and_slide(3, 0, [floor, wall], up=(0, -1))
    assert (slide.on_floor, slide.on_wall) == (False, True)


def test_at_the_end_of_a_tunnel_that_is_exactly_as_high_and_in_a_shaft_that_is_exactly_as_wide() -> None:
    def box(x, y, width, height):
        return Sprite(x, y, collision=Rect(0, 0, width, height))

    def told(dx, dy, *level):
        slide = box(0, 0, 16, 16).move_and_slide(dx, dy, level, up=(0, -1))
        return slide.travel, slide.on_floor, slide.on_wall, slide.on_ceiling, len(slide.hits)

    floor, ceiling, left, right = box(-50, 16, 100, 8), box(-50, -8, 100, 8), box(-8, -20, 8, 60), box(16, -20, 8, 60)
    assert told(2, 1, floor, ceiling, right) == ((0, 0), True, True, False, 2)
    assert told(2, -1, floor, ceiling, right) == ((0, 0), False, True, True, 2)
    assert told(2, 0, floor, ceiling, right) == ((0, 0), False, True, False, 1)
    assert told(2, 1, floor, left, right) == ((0, 0), True, True, False, 2)
    assert told(-2, 1, floor, ceiling, left, right) == ((0, 0), True, True, False, 2)


def test_a_floor_alone_holds_what_only_touches_a_step_beside_it() -> None:
    floor, step = Sprite(collision=Rect(-100, 10, 200, 10)), Sprite(9.797958971132712, -6, collision=Rect(0, 8, 50, 8))

    def told(dx):
        slide = Sprite(collision=Circle(0, 0, 10)).move_and_slide(dx, 1, [floor, step], up=(0, -1))
        return slide.travel, slide.on_floor, slide.on_wall

    assert [told(dx) for dx in (0, 2)] == [((0, 0), True, False), ((0, 0), True, True)]


def test_a_ball_gets_into_a_gap_exactly_as_wide_from_any_height_pressed_against_it() -> None:
    def through(y, walks, turn):
        cosine, sine = [(1, 0), (0, 1), (-1, 0), (0, -1)][turn // 90]

        def at(x, y):
            return x * cosine - y * sine, x * sine + y * cosine

        tiles = [Sprite(*at(96 + 8, top + 8), collision=Rect(-8, -8, 16, 16)) for top in (32, 64)]
        ball = Sprite(*at(82, 56 + y), collision=Circle(0, 0, 8))
        move = CharacterController(ball, up=None).move if walks else ball.move_and_slide
        for _ in range(30):
            move(*at(2, 0), tiles)
        return ball.x * cosine + ball.y * sine > 112

    assert [
        through(y, walks, turn) for y in (-6.3, -2, 2.7688679, 5.0123, 0.3, 0) for walks in (False, True) for turn in (0, 90, 180, 270)
    ] == [True] * 48


def test_a_segment_slides_along_a_slanted_segment_as_along_the_side_of_a_polygon() -> None:
    def ends(target, *ways):
        found = []
        for x, y, dx, dy in ways:
            hero = Sprite(x, y, collision=Segment(0, 0, 4, 6))
            hero.move_and_slide(dx, dy, Sprite(collision=target))
            found.append(hero.position)
        return found

    assert near(ends(Segment(0, 0, 40, 30), (0, 0, 8, 0), (0, 0, 8, 1), (16, 12, 16, 0)), [(5.12, 3.84), (5.6, 4.2), (26.24, 19.68)])
