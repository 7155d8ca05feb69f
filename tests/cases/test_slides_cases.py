"""Faults of slides that were found once, and stay away."""

import itertools
import math

import pytest
from cases.by_hand import ball, box, near
from support.levels import UP, turned, walker

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Ellipse,
    Group,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
    Vec2,
)

orders = pytest.mark.parametrize("order", [1, -1], ids=["in order", "in reverse"])
turns = pytest.mark.parametrize("turn", [0, 30, 63.7, 200], ids="turned by {}".format)

TOLD = "travel", "on_floor", "on_wall", "on_ceiling"


def told(slide) -> dict:
    """How far a slide went, and what it met."""
    return {name: getattr(slide, name) for name in TOLD}


# --- floors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["tiles", "tiles in reverse", "one box"])
def test_a_box_lands_on_a_corner_that_it_meets_exactly(level):
    tiles = [box(16 * i, 100, 16, 16) for i in range(10)]
    floor = {"tiles": tiles, "tiles in reverse": tiles[::-1], "one box": box(0, 100, 160, 16)}
    sprite = box(64, 68, 16, 16)
    slide = sprite.move_and_slide(24, 24, floor[level], up=UP)
    assert sprite.position == (88, 84)
    assert slide.on_floor
    assert not slide.on_wall
    assert slide.floor_normal == (0, -1)


@pytest.mark.parametrize(
    "x", [-335.6637548246019, -335.66375482460194, -410.8761016326841 + 3 * 25.07078226936059]
)
def test_a_tip_stands_on_the_edge_of_a_floor_where_a_slope_falls_away_from_it(x):
    wide, left, heights = 25.07078226936059, -410.8761016326841, (0, 0.5, 0.5, 0.5, 1)
    ground = [
        Sprite(
            left + i * wide,
            0,
            collision=Polygon([(0, wide * start), (wide, wide * end), (wide, 99), (0, 99)]),
        )
        for i, (start, end) in enumerate(itertools.pairwise(heights))
    ]
    pin = Sprite(x, 12.535391134679053)
    pin.collision = Polygon([(-5, -20), (5, -20), (5, -4), (0, 0), (-5, -4)])
    slide = pin.move_and_slide(2.3177289242780263, 395.5, ground, up=UP)
    assert slide.on_floor
    assert slide.travel.x > 2.3


@pytest.mark.parametrize("gap", [16, 24], ids="gap of {}".format)
@pytest.mark.parametrize(("dx", "dy"), [(2, 29), (-3, 35), (0, 9), (5, 1)], ids=str)
@orders
def test_a_capsule_rests_on_the_rims_of_a_gap_as_wide_as_its_straight_side(order, dx, dy, gap):
    rims = [box(-16, 8, 16, 16), box(gap, 8, 9, 9)]
    capsule = Sprite(collision=Capsule(0, 0, gap, 0, 8))
    slide = capsule.move_and_slide(dx, dy, rims[::order], up=UP)
    assert capsule.position == (dx, 0)
    assert slide.floor_normal == (0, -1)


@turns
@pytest.mark.parametrize("dy", [0, 4.9e-15, -4.9e-15], ids="{} down".format)
def test_a_way_that_leads_into_a_floor_only_by_rounding_meets_no_floor(dy, turn):
    def at(x, y):
        return Vec2(x, y).rotated(turn)

    floor = Sprite(*at(-50, 0), collision=Rect(0, 0, 90, 20), angle=turn)
    wall = Sprite(*at(20, -30), collision=Rect(0, 0, 20, 25), angle=turn)
    sprite = Sprite(*at(0, -8), collision=Rect(-8, -8, 16, 16), angle=turn)
    slide = sprite.move_and_slide(*at(40, dy), [floor, wall], up=at(0, -1))
    assert slide.on_wall
    assert not slide.on_floor


@pytest.mark.parametrize("dx", [0, 2], ids="{} toward the step".format)
def test_a_ball_stands_on_a_floor_also_where_it_touches_a_step_beside_it(dx):
    floor, step = Sprite(collision=Rect(-100, 10, 200, 10)), box(9.797958971132712, 2, 50, 8)
    slide = ball(0, 0, 10).move_and_slide(dx, 1, [floor, step], up=UP)
    assert told(slide) == {
        "travel": (0, 0),
        "on_floor": True,
        "on_wall": dx > 0,
        "on_ceiling": False,
    }


# --- corners and seams ----------------------------------------------------------------------------


@pytest.mark.parametrize("side", [1, -1], ids=["to the right", "to the left"])
def test_a_corner_that_is_met_exactly_is_no_edge_between_tiles_however_flat_the_way(side):
    sprite = Sprite(-8 * side, -8, scale_x=side, collision=Triangle(0, 0, 8, 0, 0, 8))
    floor = Sprite(-8 * side, 0, scale_x=side, collision=Rect(0, 0, 8, 16))
    slope = Sprite(4 * side, -8, scale_x=side, collision=Triangle(0, 0, 8, 0, 8, 8))
    sprite.move_and_slide(56 * side, 3, [floor, slope])
    assert (sprite.x * side, sprite.y) == near(20.5, -32.5)


def end_of_slide(x, y, shape, dx, dy, targets) -> Vec2:
    sprite = Sprite(x, y, collision=shape)
    sprite.move_and_slide(dx, dy, targets)
    return sprite.position


STAIR = [
    (16, 8),
    (32, 8),
    (32, 16),
    (24, 16),
    (16, 24),
    (24, 24),
    (40, 24),
    (40, 0),
    (8, 0),
    (8, 8),
]
BARB = [(40, 40), (32, 40), (32, 48), (32, 56), (24, 48), (24, 56), (24, 64), (32, 64), (40, 64)]
BARB += [(40, 56), (40, 48)]


@pytest.mark.parametrize(
    ("outline", "point", "x", "y", "body", "ways"),
    [
        pytest.param(
            STAIR, (24, 24), 14, 16, Rect(-2, -8, 4, 16), [(1, 1), (3, 3), (3, 1)], id="stair"
        ),
        pytest.param(BARB, (32, 48), 28, 45, Rect(-4, -3, 8, 6), [(-1, 1), (-4, 4)], id="barb"),
    ],
)
def test_a_point_on_the_side_of_a_polygon_changes_no_slide(outline, point, x, y, body, ways):
    with_point = Sprite(collision=Polygon(outline))
    without = Sprite(collision=Polygon([p for p in outline if p != point]))
    for way in ways:
        ends = [end_of_slide(x, y, body, *way, level) for level in (with_point, without)]
        assert ends[0] == ends[1], way


@orders
def test_beside_a_pointed_shape_a_line_of_tiles_has_no_seam(order):
    level = [Sprite(collision=Triangle(32, 32, 48, 48, 32, 48)), box(64, 32, 16, 16)]
    level.append(box(64, 48, 16, 16))
    assert box(48, 48, 16, 16).move_and_slide(3, -4, level[::order]).travel == (0, -4)


@pytest.mark.parametrize("off", [0, -1e-9], ids=["exactly", "nearly"])
def test_a_corner_that_is_only_touched_turns_no_slide(off):
    sprite = Sprite(38, 3, collision=Triangle(0, 0, 8, 0, 8, 16))
    sprite.move_and_slide(0, 22, [box(32, 8, 8, 8), box(48, off, 8, 8)])
    assert sprite.position == near(46.4, 20.8)


@pytest.mark.parametrize(
    ("sprite", "dx", "dy", "level", "wanted"),
    [
        pytest.param(
            (120, 176, Rect(-8, -16, 16, 32)),
            *(1, 6),
            [box(0, 192, 300, 16), box(128, 144, 16, 16)],
            {"travel": (1, 0), "on_floor": True, "on_wall": False, "on_ceiling": False},
            id="below a ceiling, along a floor",
        ),
        pytest.param(
            (72, 176, Rect(-8, -16, 16, 16)),
            *(2, 8),
            [box(48, 176, 16, 32), box(80, 160, 16, 48)],
            {"travel": (0, 8), "on_floor": False, "on_wall": True, "on_ceiling": False},
            id="down a shaft",
        ),
        pytest.param(
            (136, 176, Rect(-8, -8, 16, 16)),
            *(0.9, -9.25),
            [box(112, 144, 16, 16), box(144, 144, 16, 48)],
            {"travel": (0, -9.25), "on_floor": False, "on_wall": True, "on_ceiling": False},
            id="up a wall",
        ),
    ],
)
def test_a_corner_that_is_passed_is_not_told(sprite, dx, dy, level, wanted):
    x, y, shape = sprite
    slide = Sprite(x, y, collision=shape).move_and_slide(dx, dy, level, up=UP)
    assert told(slide) == wanted
    assert len(slide.hits) == 1


@pytest.mark.parametrize(
    ("x", "y", "dx", "dy", "end"),
    [
        (0, 0, 8, 0, (5.12, 3.84)),
        (0, 0, 8, 1, (5.6, 4.2)),
        (16, 12, 16, 0, (26.24, 19.68)),
    ],
    ids=["level", "a little down", "from farther on"],
)
def test_a_segment_slides_along_a_slanted_segment_as_along_a_side(x, y, dx, dy, end):
    slope = Sprite(collision=Segment(0, 0, 40, 30))
    assert end_of_slide(x, y, Segment(0, 0, 4, 6), dx, dy, slope) == near(*end)


# --- between walls --------------------------------------------------------------------------------


def test_who_lands_squarely_among_huge_walls_does_not_enter_the_wall_behind() -> None:
    floor = Sprite(collision=Polygon([(-10, 0), (10, 0), (10, -10), (-10, -10)]))
    corners = [
        (8.660254037844387, -4.999999999999999),
        (-8.660254037844387, 4.999999999999999),
        (-13.660254037844386, -3.660254037844388),
        (3.660254037844388, -13.660254037844386),
    ]
    wall = Sprite(collision=Polygon(corners))
    player = Sprite(0.001274368159613702, 0.011027579472030227, scale_x=1e-4, scale_y=-1e-4)
    player.collision = Ellipse(0, 0, 24.062701801670134, 4.155809302887976, angle=30)
    assert player.check([floor, wall]) == []
    slide = player.move_and_slide(-0.021732084002008697, -0.1351900898234958, [floor, wall])
    assert slide.travel.length > 0
    assert player.check([floor, wall]) == []


@pytest.mark.parametrize("count", [16, 17, 40, 150], ids="{} facets".format)
def test_a_ball_leaves_a_socket_of_many_facets_all_of_which_it_touches(count):
    half = 5 * math.tan(math.radians(27 / (count - 1)))
    socket = []
    for k in range(count):
        facing = Vec2.from_angle(120 - 60 * k / (count - 1))
        (x, y), (dx, dy) = 5 * facing, half * facing
        socket.append(Sprite(collision=Segment(x - dy, y + dx, x + dy, y - dx)))
    travel = ball(0, 0, 5).move_and_slide(10, 10, socket).travel
    sine, cosine = math.sin(math.radians(60)), math.cos(math.radians(60))
    along = 10 * sine - 10 * cosine
    assert travel == near(along * sine, -along * cosine)


def test_pressed_against_a_wall_on_a_slope_it_stands_on_the_slope() -> None:
    slope, wall = Sprite(96, 176, collision=Triangle(0, 0, 16, 16, 0, 16)), box(112, 160, 16, 16)
    sprite = Sprite(108, 176, collision=Rect(-4, -8, 8, 16))
    slide = sprite.move_and_slide(4, 0.5, [slope, wall], up=UP)
    assert told(slide) == {
        "travel": (0, 0),
        "on_floor": True,
        "on_wall": True,
        "on_ceiling": False,
    }
    assert slide.floor is slope


def test_in_a_corner_a_ball_is_told_both_the_floor_and_the_wall() -> None:
    level = [Sprite(collision=Rect(-100, 10, 200, 10)), box(-24, -22, 16, 16)]
    slide = ball(0.3, 0, 10).move_and_slide(-0.9, 0, level, up=UP)
    assert slide.travel.x == near(-0.3)
    assert slide.on_floor
    assert slide.on_wall


def test_in_a_corner_a_box_that_is_pressed_aside_is_told_the_wall_only() -> None:
    level = [box(-100, 10, 200, 10), box(5, -50, 10, 60)]
    slide = Sprite(collision=Rect(-5, -10, 10, 20)).move_and_slide(3, 0, level, up=UP)
    assert slide.on_wall
    assert not slide.on_floor


FLOOR, CEILING = (-50, 16, 100, 8), (-50, -8, 100, 8)
LEFT, RIGHT = (-8, -20, 8, 60), (16, -20, 8, 60)


@pytest.mark.parametrize(
    ("dx", "dy", "level", "sides"),
    [
        pytest.param(2, 1, [FLOOR, CEILING, RIGHT], ["floor", "wall"], id="tunnel, down"),
        pytest.param(2, -1, [FLOOR, CEILING, RIGHT], ["wall", "ceiling"], id="tunnel, up"),
        pytest.param(2, 0, [FLOOR, CEILING, RIGHT], ["wall"], id="tunnel, along"),
        pytest.param(2, 1, [FLOOR, LEFT, RIGHT], ["floor", "wall"], id="shaft"),
        pytest.param(-2, 1, [FLOOR, CEILING, LEFT, RIGHT], ["floor", "wall"], id="four walls"),
    ],
)
def test_in_a_tunnel_or_a_shaft_exactly_as_wide_it_is_told_what_it_presses(dx, dy, level, sides):
    level = [box(*corners) for corners in level]
    slide = box(0, 0, 16, 16).move_and_slide(dx, dy, level, up=UP)
    assert told(slide) == {
        "travel": (0, 0),
        "on_floor": "floor" in sides,
        "on_wall": "wall" in sides,
        "on_ceiling": "ceiling" in sides,
    }
    assert len(slide.hits) == len(sides)


@pytest.mark.parametrize("turn", [0, 90, 180, 270], ids="turned by {}".format)
@pytest.mark.parametrize("walks", [False, True], ids=["slides", "walks"])
@pytest.mark.parametrize("y", [-6.3, -2, 2.7688679, 5.0123, 0.3, 0], ids="{} beside".format)
def test_a_ball_gets_into_a_gap_exactly_as_wide_when_it_is_pressed_against_it(y, walks, turn):
    def at(x, y):
        return turned(turn, x, y)

    tiles = [Sprite(*at(104, y), collision=Rect(-8, -8, 16, 16)) for y in (40, 72)]
    hero = walker(Circle(0, 0, 8), *at(82, 56 + y), up=None)
    move = hero.move if walks else hero.sprite.move_and_slide
    for _ in range(30):
        move(*at(2, 0), tiles)
    assert turned(-turn, *hero.sprite.position)[0] > 112


# --- the least move -------------------------------------------------------------------------------


def test_the_least_move_may_end_in_a_notch_exactly_as_wide() -> None:
    outline = [(0, 0), (16, 0), (16, 20), (32, 20), (32, 0), (48, 0), (48, 40), (0, 40)]
    sprite, notch = box(14, 10, 16, 16), Sprite(collision=Polygon(outline))
    assert sprite.distance(notch).distance == near(-(40**0.5))
    assert sprite.contacts(notch)[0].push == (2, -6)


@pytest.mark.parametrize(("enough", "x"), [(19.5, 0), (20, 20)], ids=["too little", "enough"])
def test_a_squashed_sprite_stays_where_it_is_if_it_may_not_move_far_enough(enough, x):
    walls = [box(0, 17, 20, 100), box(0, -97, 20, 100)]
    assert abs(box(0, 0, 20, 20).depenetrate(walls, max_distance=enough).x) == x


@pytest.mark.parametrize("along", [None, (1, 0)], ids=["any way", "along x"])
def test_what_hits_nothing_is_left_to_the_last_bit_and_the_sign_of_its_zeros(along):
    sprite, other = box(-0.0, -0.0, 4, 4), ball(50, 0, 9)
    for targets in (other, [other], Group(other)):
        assert sprite.depenetrate(targets, along=along) == (0, 0)
        assert (math.copysign(1, sprite.x), math.copysign(1, sprite.y)) == (-1, -1)


@pytest.mark.parametrize(
    ("boxes", "push"),
    [
        pytest.param([(-4, -50, 8, 100)], (-6, 0), id="left, not right"),
        pytest.param([(-50, -4, 100, 8)], (0, -6), id="up, not down"),
        pytest.param([(-4, -4, 8, 8)], (0, -6), id="up, not left"),
        pytest.param([(-4, -50, 8, 50), (-4, 0, 8, 50)], (-6, 0), id="left of two"),
        pytest.param([(-50, -4, 50, 8), (0, -4, 50, 8)], (0, -6), id="up from two"),
        pytest.param([(-4, 0, 8, 50), (-4, -50, 8, 50)], (-6, 0), id="left of two in reverse"),
        pytest.param([(-4, -4, 8, 4), (-4, 0, 8, 4)], (0, -6), id="up from two halves"),
    ],
)
def test_of_equally_short_ways_out_the_one_up_is_taken_then_the_one_to_the_left(boxes, push):
    walls = [Sprite(collision=Rect(*corners)) for corners in boxes]
    assert Sprite(collision=Rect(-2, -2, 4, 4)).separation(walls) == push


# --- what a move takes and tells ------------------------------------------------------------------


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(
            lambda sprite, floor: sprite.move_and_slide(0, 9, iter(floor)), id="move_and_slide"
        ),
        pytest.param(
            lambda sprite, floor: sprite.move_and_collide(0, 9, [floor[0], (t for t in floor)]),
            id="move_and_collide, in a list",
        ),
        pytest.param(lambda sprite, floor: sprite.depenetrate(reversed(floor)), id="depenetrate"),
        pytest.param(
            lambda sprite, floor: CharacterController(sprite).move(0, 9, map(Group, floor)),
            id="a walker",
        ),
    ],
)
def test_a_move_refuses_an_iterator_which_would_be_empty_in_the_next_frame(ask):
    floor, sprite = [box(0, 10, 10, 10), box(10, 10, 10, 10)], box(3, 2, 5, 5)
    with pytest.raises(TypeError, match=r"make it a list"):
        ask(sprite, floor)
    assert sprite.position == (3, 2)


def test_a_sweep_takes_an_iterator() -> None:
    floor, sprite = [box(0, 10, 10, 10), box(10, 10, 10, 10)], box(3, 2, 5, 5)
    assert sprite.sweep(0, 9, iter(floor)) == sprite.sweep(0, 9, floor)


def test_where_makes_a_platform_that_is_entered_from_below() -> None:
    platform, player, speed, heights = box(0, 100, 100, 10), box(50, 130, 10, 10), -9.0, []

    def above(other, hit):
        return bool(hit.normal == (0, -1) and not hit.from_inside)

    for _ in range(40):
        speed += 0.5
        slide = player.move_and_slide(0, speed, platform, up=UP, where=above)
        speed = 0 if slide.on_floor else speed
        heights.append(player.y)
    assert min(heights) < 60
    assert player.y == 90
    assert slide.on_floor


@pytest.mark.parametrize("name", ["move_and_collide", "move_and_slide"])
def test_a_way_out_of_the_world_is_refused(name):
    far = box(1e12, 0, 1, 1)
    with pytest.raises(ValueError, match="dx"):
        getattr(far, name)(1e12, 0, [])
    assert far.position == (1e12, 0)


@pytest.mark.parametrize(("dx", "end"), [(30, -10), (20, 0), (16, 4), (10, 10)])
def test_a_bounce_is_exact_in_whole_numbers(dx, end):
    assert ball(0, 0, 2).move_and_bounce(dx, 0, box(12, -50, 20, 100)).travel == (end, 0)
