"""`move_and_collide` and `move_and_slide`: nothing is hit that was not hit before."""

import cmath
import contextlib
import copy
import itertools
import math
import pickle
import random
from typing import Any

import numpy as np
import pytest
from support.for_each import for_each

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Slide,
    Sprite,
    Triangle,
)

UP = (0, -1)
SIZES = [(0.7, 1.0), (11.2, 16.0), (22.4, 32.0), (5.0, 16.0), (16.0, 16.0), (13.37, 7.77)]


def body(size: float, kind: str) -> Any:
    return Rect(0, 0, size, size) if kind == "box" else Circle(size / 2, size / 2, size / 2)


# --- floors of tiles -----------------------------------------------------------------------------


@for_each("kind", ["box", "ball"])
@for_each("size, tile", SIZES)
def test_a_floor_of_tiles_is_like_one_rect(size: float, tile: float, kind: str) -> None:
    r = random.Random(f"{size} {kind}")
    tiles = Group(Sprite(i * tile, 100, collision=Rect(0, 0, tile, tile)) for i in range(-40, 40))
    one = Sprite(-40 * tile, 100, collision=Rect(0, 0, 80 * tile, tile))
    a, b = (Sprite(0, 100 - 3 * size, collision=body(size, kind)) for _ in range(2))
    for _ in range(300):
        dx = r.uniform(-0.7, 0.7) * tile - 0.02 * a.x
        dy = r.choice([0, 0.3 * tile * r.random(), 9 * tile])
        x = a.x
        slide = a.move_and_slide(dx, dy, tiles, up=UP)
        b.move_and_slide(dx, dy, one, up=UP)
        assert (a.x, a.y) == (b.x, b.y)
        assert a.x == pytest.approx(x + dx, abs=1e-9)
        assert not slide.on_wall
        assert not a.hits(tiles)
    assert a.y + size == pytest.approx(100)


@for_each("kind", ["box", "ball"])
@for_each("size, tile", SIZES[:3])
def test_nothing_snags_in_many_steps(size: float, tile: float, kind: str) -> None:
    """10^5 steps in all: by whole tiles and by parts of one, over each seam again and again."""
    r = random.Random(f"{size} {kind}")
    tiles = Group(Sprite(i * tile, 100, collision=Rect(0, 0, tile, tile)) for i in range(-40, 40))
    walker = Sprite(0, 100 - 2 * size, collision=body(size, kind))
    walker.move_and_slide(0, 5 * size, tiles)
    y = walker.y
    assert y + size == pytest.approx(100)
    for _ in range(17_000):
        x = walker.x
        dx = r.choice([tile, 0.25 * tile, r.uniform(0, 0.7) * tile]) * (-1 if x > 0 else 1)
        if r.random() < 0.4:
            dx = -dx if abs(x) < 30 * tile else dx
        dy = r.choice([0.0, 0.3 * tile, 9 * tile])
        walker.move_and_slide(dx, dy, tiles)
        assert walker.x == x + dx or math.isclose(walker.x, x + dx, abs_tol=1e-9)
        assert walker.y == pytest.approx(y, abs=1e-9) if dy else walker.y == y
    assert not walker.hits(tiles)


def turned_floor(angle: float, tile: float) -> tuple[Group, tuple[float, float]]:
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    floor = Group(
        Sprite(
            100 + cos * i * tile, 100 + sin * i * tile, collision=Rect(0, 0, tile, tile),
            angle=angle, center_x=0, center_y=0,
        )
        for i in range(60)
    )  # fmt: skip
    return floor, (cos, sin)


@for_each("kind", ["box", "ball"])
@for_each("angle", [1, 17, 30, 45, 63.7, -20, 200])
@for_each("size, tile", SIZES[:3])
def test_a_turned_floor_has_no_lips(size: float, tile: float, angle: float, kind: str) -> None:
    floor, (cos, sin) = turned_floor(angle, tile)
    r = random.Random(f"{angle} {size} {kind}")
    middle, height = 30 * tile, 2 * size
    box = Sprite(
        100 + cos * middle + sin * height - size / 2,
        100 + sin * middle - cos * height - size / 2,
        collision=body(size, kind),
        angle=r.choice([0, angle]),
        center_x=size / 2,
        center_y=size / 2,
    )
    box.move_and_slide(-sin * 9 * size, cos * 9 * size, floor)
    for _ in range(120):
        place = (box.x + size / 2 - 100) * cos + (box.y + size / 2 - 100) * sin
        along = r.uniform(-1.5, 1.5) * tile - 0.1 * (place - middle)
        down = r.choice([0.0, 0.3 * tile * r.random()])
        x, y = box.x, box.y
        box.move_and_slide(cos * along - sin * down, sin * along + cos * down, floor)
        assert (box.x - x) * cos + (box.y - y) * sin == pytest.approx(along, abs=1e-6)
        assert not box.hits(floor)


def test_a_wall_of_tiles_is_slid_down() -> None:
    wall = [Sprite(100, 16 * i, collision=Rect(0, 0, 16, 16)) for i in range(40)]
    box = Sprite(50, 3, collision=Rect(0, 0, 11.2, 11.2))
    for _ in range(60):
        slide = box.move_and_slide(9, 4.7, wall, up=UP)
    assert slide.on_wall
    assert not slide.on_floor
    assert box.x == pytest.approx(88.8)
    assert box.y == pytest.approx(3 + 60 * 4.7)


# --- corners -------------------------------------------------------------------------------------


@for_each("width", [5, 15, 40, 60, 89, 90, 91, 120, 150, 175])
def test_a_wedge_is_where_the_wanted_end_is_nearest(width: float) -> None:
    """Against the nearest point of the cone of centers, by enumeration of its parts."""
    r = random.Random(width)
    for turn in (0, 90, *[r.uniform(0, 360) for _ in range(12)]):
        one, two = math.radians(turn - width / 2), math.radians(turn + width / 2)
        walls, normals = [], []
        for side, angle in ((-1, one), (1, two)):
            x, y = math.cos(angle), math.sin(angle)
            nx, ny = -y * side, x * side
            walls.append(
                Sprite(
                    collision=Triangle(
                        0, 0, 999 * x, 999 * y, 999 * nx + 400 * x, 999 * ny + 400 * y
                    )
                )
            )
            normals.append((-nx, -ny))
        apex = 3 / math.sin(math.radians(width / 2))
        bx, by = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        far = apex + r.uniform(1, 30)
        ball = Sprite(bx * far, by * far, collision=Circle(0, 0, 3))
        goal = ball.x + r.uniform(-60, 60), ball.y + r.uniform(-60, 60)
        ends = [goal, (bx * apex, by * apex)]
        for nx, ny in normals:
            short = 3 - nx * goal[0] - ny * goal[1]
            ends.append((goal[0] + short * nx, goal[1] + short * ny))
        free = [p for p in ends if all(nx * p[0] + ny * p[1] > 3 - 1e-9 for nx, ny in normals)]
        expected = min(free, key=lambda p: math.dist(p, goal))
        slide = ball.move_and_slide(goal[0] - ball.x, goal[1] - ball.y, walls)
        assert (ball.x, ball.y) == pytest.approx(expected, abs=1e-9)
        assert not ball.hits(walls)
        # Without jitter: what has come to rest there stays there.
        x, y = ball.x, ball.y
        ball.move_and_slide(goal[0] - x, goal[1] - y, walls)
        assert (ball.x, ball.y) == pytest.approx((x, y), abs=1e-11)
        assert len(slide.hits) <= 8


def test_a_corner_that_is_met_exactly() -> None:
    """The end of a floor, met by the corner of a box: both edges of it would do."""
    floor = [Sprite(16 * i, 100, collision=Rect(0, 0, 16, 16)) for i in range(10)]
    for targets in (floor, floor[::-1], Sprite(0, 100, collision=Rect(0, 0, 160, 16))):
        box = Sprite(64, 68, collision=Rect(0, 0, 16, 16))  # its lower right meets (96, 100)
        slide = box.move_and_slide(24, 24, targets, up=UP)
        assert (box.x, box.y) == (88, 84)
        assert slide.on_floor
        assert not slide.on_wall
        assert slide.floor_normal == (0, -1)


@for_each("side", [1, -1])
@for_each("rise", [0.1, 0.25, 0.5, 2 / 3, 1.0])
def test_a_floor_leads_onto_a_slope(rise: float, side: int) -> None:
    """The side of the slope goes on below the floor; its upper end, met exactly, is no wall."""
    r = random.Random(f"{rise} {side}")
    for _ in range(60):
        foot, top = r.choice([0, 200, r.uniform(-200, 200)]), r.choice([0, 384, r.uniform(0, 400)])
        end, base = foot + side * 100, top + 40
        sheer = Polygon([(foot, top), (end, top - 100 * rise), (end, base), (foot, base)])
        floor = Rect(min(foot, foot - side * 90), top, 90, 40)
        ground = [Sprite(collision=shape) for shape in r.sample([sheer, floor], 2)]
        step, fall = r.choice([(3.0, 1.0), (1.0, 1.0), (2.5, 0.25), (r.uniform(1, 9), 0.34)])
        place = foot - side * (8 + r.choice([0.0, 1.0, step, 7 * step, r.uniform(0, 30)]))
        box = Sprite(place, top, collision=Rect(-8, -28, 16, 28))
        box.move_and_slide(0, 9, ground, up=UP)
        for _ in range(40):
            slide = box.move_and_slide(side * step, fall, ground, up=UP)
            assert not slide.on_wall
            assert not box.hits(ground)
        assert (box.x - foot) * side > -7 or rise >= step / fall


def test_a_tip_stands_on_the_edge_of_a_floor() -> None:
    """The floor and the slope that falls away from it meet under the tip: it goes on."""
    width, left = 25.07078226936059, -410.8761016326841
    heights = [0, width / 2, width / 2, width / 2, width]
    ground = [
        Sprite(left + i * width, 0, collision=Polygon([(0, a), (width, b), (width, 99), (0, 99)]))
        for i, (a, b) in enumerate(itertools.pairwise(heights))
    ]
    pin = Polygon([(-5, -20), (5, -20), (5, -4), (0, 0), (-5, -4)])
    for x in (-335.6637548246019, -335.66375482460194, left + 3 * width):
        sprite = Sprite(x, 12.535391134679053, collision=pin)
        slide = sprite.move_and_slide(2.3177289242780263, 395.5, ground, up=UP)
        assert slide.on_floor
        assert slide.travel[0] > 2.3


def test_four_walls_stop_a_box() -> None:
    walls = [
        Sprite(collision=Rect(*r))
        for r in ((-60, -60, 120, 10), (-60, 50, 120, 10), (-60, -60, 10, 120), (50, -60, 10, 120))
    ]
    for dx, dy, x, y in ((99, 99, 40, 40), (-99, 99, -50, 40), (99, -99, 40, -50), (0, 99, 0, 40)):
        box = Sprite(0, 0, collision=Rect(0, 0, 10, 10))
        slide = box.move_and_slide(dx, dy, walls)
        assert (box.x, box.y) == (x, y)
        assert slide.travel == (x, y)
        assert slide.remainder == (dx - x, dy - y)


# --- floors, walls and ceilings ------------------------------------------------------------------


@for_each("angle, limit, words",
    [(0, 45, "floor"), (44, 45, "floor"), (46, 45, "wall"), (46, 50, "floor"), (90, 45, "wall"),
     (134, 45, "wall"), (136, 45, "ceiling"), (180, 45, "ceiling"), (0, 0, "floor")])  # fmt: skip
def test_what_is_a_floor(angle: float, limit: float, words: str) -> None:
    plate = Sprite(0, 0, collision=Rect(-200, 0, 400, 10), angle=angle, center_x=0, center_y=0)
    nx, ny = math.sin(math.radians(angle)), -math.cos(math.radians(angle))
    ball = Sprite(30 * nx, 30 * ny, collision=Circle(0, 0, 5))
    slide = ball.move_and_slide(-50 * nx, -50 * ny, plate, up=UP, max_floor_angle=limit)
    assert (slide.on_floor, slide.on_wall, slide.on_ceiling) == (
        words == "floor",
        words == "wall",
        words == "ceiling",
    )
    assert slide.floor_normal == (pytest.approx((nx, ny)) if words == "floor" else (0, 0))
    above = Sprite(30 * nx, 30 * ny, collision=Circle(0, 0, 5)).move_and_slide(
        -50 * nx, -50 * ny, plate
    )
    assert (above.on_floor, above.on_wall, above.on_ceiling) == (False, True, False)


def test_a_platform_that_can_be_entered_from_below() -> None:
    platform = Sprite(0, 100, collision=Rect(0, 0, 100, 10))

    def from_above(other: Sprite, hit: Any) -> bool:
        return hit.normal == (0, -1) and not hit.overlapping

    player = Sprite(50, 130, collision=Rect(0, 0, 10, 10))
    seen = []
    speed = -9.0
    for _ in range(40):
        speed += 0.5
        slide = player.move_and_slide(0, speed, platform, up=UP, where=from_above)
        speed = 0 if slide.on_floor else speed
        seen.append(player.y)
    assert min(seen) < 60
    assert player.y == 90
    assert slide.on_floor


def test_round_walls_give_back_no_way_that_others_took() -> None:
    """Sliding round several of them, the mover ends no farther away than the motion is long."""
    r = random.Random(9)
    for _ in range(1500):
        walls = [
            Sprite(r.uniform(-40, 40), r.uniform(-40, 40), collision=Circle(0, 0, r.uniform(3, 15)))
            for _ in range(8)
        ]
        ball = Sprite(0, 0, collision=Circle(0, 0, 3))
        if ball.hits(walls):
            continue
        dx, dy = r.uniform(-80, 80), r.uniform(-80, 80)
        slide = ball.move_and_slide(dx, dy, walls)
        assert math.hypot(*slide.travel) <= math.hypot(dx, dy) * (1 + 1e-9)


def test_slopes_are_walked() -> None:
    ground = [
        Sprite(collision=Rect(0, 100, 100, 50)),
        Sprite(collision=Triangle(100, 100, 200, 50, 200, 150)),
        Sprite(collision=Rect(200, 50, 100, 100)),
    ]
    player = Sprite(20, 84, collision=Rect(0, 0, 16, 16))
    for _ in range(80):
        player.move_and_slide(4, 1, ground, up=UP)
        assert not player.hits(ground)
    assert player.x > 250
    assert player.y >= 34


# --- any scene -----------------------------------------------------------------------------------


def shape(r: random.Random) -> Any:
    return r.choice(
        [
            Circle(0, 0, r.uniform(2, 12)),
            Rect(0, 0, r.uniform(4, 30), r.uniform(4, 30)),
            Triangle(0, 0, r.uniform(5, 30), r.uniform(-5, 5), r.uniform(0, 20), r.uniform(8, 30)),
            Ellipse(0, 0, r.uniform(3, 20), r.uniform(3, 12)),
            Polygon([(0, 0), (8, 0), (8, 20), (30, 20), (30, 28), (0, 28)]),
            [Rect(0, 0, 5, 20), Circle(10, 10, 6)],
            Segment(0, 0, r.uniform(-20, 20), r.uniform(1, 20)),
        ]
    )


@for_each("seed", range(30))
def test_random_slides_never_end_inside_a_wall(seed: int) -> None:
    r = random.Random(seed)
    walls = Group(
        Sprite(
            r.uniform(0, 300), r.uniform(0, 300), collision=shape(r),
            angle=r.choice([0, 0, r.uniform(0, 360)]),
        )
        for _ in range(60)
    )  # fmt: skip
    mover = Sprite(collision=shape(r), angle=r.choice([0, r.uniform(0, 360)]))
    mover.x = mover.y = -40
    for _ in range(50):
        way = r.choice([1, 20, 200, 5000])
        dx, dy = r.uniform(-way, way), r.uniform(-way, way)
        before = set(mover.check(walls))
        x, y = mover.x, mover.y
        slide = mover.move_and_slide(dx, dy, walls)
        assert set(mover.check(walls)) <= before
        assert slide.travel == (mover.x - x, mover.y - y)
        assert slide.remainder == pytest.approx((dx - slide.travel[0], dy - slide.travel[1]))
        assert math.hypot(*slide.travel) <= math.hypot(dx, dy) * (1 + 1e-9) + 1e-9
        if math.hypot(mover.x - 150, mover.y - 150) > 400:
            mover.x = mover.y = -40
        turn = r.uniform(-90, 90)
        before = set(mover.check(walls))
        hit = mover.move_and_collide(dx / 9, dy / 9, walls, turn=turn)
        assert set(mover.check(walls)) <= before
        assert hit is None or (mover.x, mover.y) == hit.position


@for_each("seed", range(6))
def test_a_mirrored_slide_ends_in_the_mirror(seed: int) -> None:
    """Boxes, circles and triangles at random places, of which no two are met at one time."""
    r = random.Random(seed)

    def two_images() -> tuple[Sprite, Sprite]:
        x, y, angle = r.uniform(-150, 150), r.uniform(-150, 150), r.uniform(0, 360)
        solid = r.choice([Circle(3, 0, 12), Rect(-8, -3, 26, 14), Triangle(0, 0, 28, 3, 9, 22)])
        return (
            Sprite(x, y, collision=solid, angle=angle, center_x=0, center_y=0),
            Sprite(-x, y, collision=solid, angle=-angle, center_x=0, center_y=0, scale_x=-1.0),
        )

    walls, images = (
        Group(sprites) for sprites in zip(*[two_images() for _ in range(40)], strict=True)
    )
    met = 0
    for _ in range(150):
        a, b = two_images()
        if a.hits(walls):
            continue
        dx, dy = r.uniform(-80, 80), r.uniform(-80, 80)
        slide = a.move_and_slide(dx, dy, walls, up=UP)
        image = b.move_and_slide(-dx, dy, images, up=UP)
        assert (b.x, b.y) == pytest.approx((-a.x, a.y), abs=1e-6)
        assert (image.on_floor, image.on_wall, image.on_ceiling) == (
            slide.on_floor,
            slide.on_wall,
            slide.on_ceiling,
        )
        met += bool(slide.hits)
    assert met > 20


# --- results and errors --------------------------------------------------------------------------


def test_a_move_ends_at_its_hit() -> None:
    box = Sprite(0, 0, collision=Rect(0, 0, 10, 10), angle=0)
    wall = Sprite(50, -50, collision=Rect(0, 0, 10, 100))
    assert box.move_and_collide(20, 5, wall, turn=90) is None
    assert (box.x, box.y, box.angle) == (20, 5, 90)
    hit = box.move_and_collide(200, 0, wall)
    assert hit is not None
    assert (box.x, box.y) == hit.position
    assert not box.hits(wall)


@for_each("seed", range(40))
def test_a_turned_floor_that_is_touched_stops_no_move_along_it(seed: int) -> None:
    r = random.Random(seed)
    size, angle = r.choice([1e-3, 1, 1e3]), r.uniform(-80, 80)
    shape = r.choice(
        [
            Circle(0, 0, 8),
            Capsule(0, 0, 0, -20, 7),
            Ellipse(0, 0, 6, 12, angle=20),
            Rect(-8, -8, 16, 16),
            Triangle(0, 0, -8, -20, 8, -20),
            Segment(-5, 0, 5, -3),
            Point(0, 0),
        ]
    )
    floor = Sprite(r.uniform(-99, 99), r.uniform(-99, 99), collision=Rect(-400, 0, 800, 20))
    body = Sprite(floor.x, floor.y, collision=shape, angle=r.uniform(0, 360))
    for sprite in (floor, body):
        sprite.x, sprite.y, sprite.scale = sprite.x * size, sprite.y * size, size
    floor.angle, floor.center_x, floor.center_y = angle, 0, 0
    down = complex(0, size) * cmath.rect(1, math.radians(angle))
    body.x -= 60 * down.real
    body.y -= 60 * down.imag
    hit = body.move_and_collide(90 * down.real, 90 * down.imag, floor)
    assert hit is not None
    for _ in range(20):
        fall = complex(r.uniform(-20, 20), r.uniform(0, 5)) * down / 1j
        way = hit.slide(fall.real, fall.imag)
        end = (body.x + way.x, body.y + way.y)
        assert body.move_and_collide(*way, floor) is None
        assert (body.x, body.y) == pytest.approx(end, abs=1e-11 * size)
        assert not body.hits(floor)


def test_a_slide_is_a_frozen_record() -> None:
    slide = Sprite(collision=Circle(0, 0, 1)).move_and_slide(3, 4, [])
    assert slide == Slide((3, 4), (0, 0), [], False, False, False, (0, 0))
    assert not hasattr(slide, "__dict__")


@for_each("seed", range(8))
def test_the_floor_is_the_most_level_one_and_of_equal_ones_the_first(seed: int) -> None:
    r = random.Random(seed)
    ground = [Sprite(r.randrange(-60, 60), 40, collision=Rect(0, 0, 30, 30)) for _ in range(6)]
    ground += [
        Sprite(x, 40, collision=Triangle(0, 0, 50, r.randrange(-70, 70), 25, 90))
        for x in (-60, -20, 20)
    ]
    steepest = r.choice([10, 45, 80])
    stood = 0
    for _ in range(200):
        player = Sprite(r.uniform(-60, 60), -60, collision=body(r.choice([6, 16]), "ball"))
        dx = r.uniform(-30, 30)
        slide = player.move_and_slide(dx, 150, ground, up=UP, max_floor_angle=steepest)
        floor, level = None, math.cos(math.radians(steepest)) - 1e-9
        for hit in slide.hits:
            if -hit.normal[1] > level:
                floor, level = hit.other, -hit.normal[1]
        assert slide.floor is floor
        assert slide.on_floor is (floor is not None)
        stood += floor is not None
        assert player.move_and_slide(0, 5, ground).floor is None  # seen from above
    assert stood > 5


def test_in_a_valley_the_more_level_side_is_the_floor() -> None:
    steep = Sprite(collision=Triangle(-90, -120, 0, 0, -90, 90))
    flat = Sprite(collision=Triangle(90, -60, 0, 0, 90, 90))
    for targets in ([steep, flat], [flat, steep]):
        for x in (-9, 0, 9):
            ball = Sprite(x, -60, collision=Circle(0, 0, 5))
            slide = ball.move_and_slide(0, 99, targets, up=UP, max_floor_angle=60)
            assert {id(hit.other) for hit in slide.hits} == {id(steep), id(flat)}
            assert slide.floor is flat


@for_each("turn", [0, 90, 180, 270])
def test_the_normal_of_the_last_wall_is_told(turn: int) -> None:
    turned = {0: (1, 0, 0, 1), 90: (0, -1, 1, 0), 180: (-1, 0, 0, -1), 270: (0, 1, -1, 0)}[turn]

    def at(x: float, y: float) -> tuple[float, float]:
        return (turned[0] * x + turned[1] * y, turned[2] * x + turned[3] * y)

    def box(left: float, top: float, right: float, bottom: float) -> Sprite:
        (x1, y1), (x2, y2) = at(left, top), at(right, bottom)
        return Sprite(collision=Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)))

    room = [
        box(-60, 40, 60, 60),
        box(-60, -60, 60, -40),
        box(-60, -40, -40, 40),
        box(40, -40, 60, 40),
    ]
    for way, wall in [
        ((99, 9), (-1, 0)),
        ((-99, 9), (1, 0)),
        ((9, 99), (0, 0)),
        ((9, -99), (0, 0)),
    ]:
        for walks in (False, True):
            body = Sprite(collision=Rect(-5, -5, 10, 10))
            if walks:
                slide = CharacterController(body, up=at(0, -1)).move(*at(*way), room)
            else:
                slide = body.move_and_slide(*at(*way), room, up=at(0, -1))
            assert slide.wall_normal == at(*wall)
            assert slide.on_wall is (wall != (0, 0))
    from_above = Sprite(collision=Rect(-5, -5, 10, 10)).move_and_slide(*at(99, 70), room)
    assert {hit.normal for hit in from_above.hits} == {at(-1, 0), at(0, -1)}
    assert from_above.wall_normal == from_above.hits[-1].normal  # the last of them
    assert pickle.loads(pickle.dumps(from_above)).wall_normal == from_above.wall_normal


def test_a_slide_with_a_floor_is_copied_and_pickled_with_it() -> None:
    floor = Sprite(0, 10, collision=Rect(0, 0, 50, 10))
    slide = Sprite(5, 0, collision=Rect(0, 0, 5, 5)).move_and_slide(3, 50, floor, up=UP)
    assert slide.floor is floor
    assert copy.copy(slide) == slide
    assert copy.copy(slide).floor is floor
    for again in (copy.deepcopy(slide), pickle.loads(pickle.dumps(slide))):
        assert again.floor is again.hits[0].other is not floor
        assert (again.floor.x, again.floor.y) == (0, 10)
    assert f"floor={floor!r}, " in repr(slide)
    assert slide == Slide(*[getattr(slide, name) for name in Slide.__match_args__])
    assert slide != Slide(*[getattr(slide, name) for name in Slide.__match_args__[:7]])


@for_each(
    "keywords, error, words",
    [
        ({"up": 5}, TypeError, "up"),
        ({"up": (0, 0)}, ValueError, "up"),
        ({"up": (0, math.nan)}, ValueError, "up"),
        ({"max_floor_angle": 90}, ValueError, "max_floor_angle"),
        ({"max_floor_angle": -1}, ValueError, "max_floor_angle"),
        ({"max_floor_angle": None}, TypeError, "max_floor_angle"),
    ],
)
def test_bad_input_is_named(keywords: Any, error: Any, words: str) -> None:
    sprite = Sprite(collision=Rect(0, 0, 1, 1))
    with pytest.raises(error, match=words):
        sprite.move_and_slide(1, 1, [], **keywords)
    assert (sprite.x, sprite.y) == (0, 0)


def test_a_way_out_of_the_world_is_refused() -> None:
    sprite = Sprite(1e12, 0, collision=Rect(0, 0, 1, 1))
    for move in (sprite.move_and_collide, sprite.move_and_slide):
        with pytest.raises(ValueError, match="dx"):
            move(1e12, 0, [])
    assert sprite.x == 1e12


@for_each("step", [0, 0.25])
def test_code_of_users_may_do_anything(step: float) -> None:
    walls = Group(Sprite(20 + i, 0, collision=Rect(0, 0, 5, 5)) for i in range(40))
    box = Sprite(0, 0, collision=Rect(0, 0, 5, 5))

    def rude(other: Sprite, hit: Any) -> bool:
        other.vanish()
        other.collision = []
        box.collision = [Circle(0, 0, 3)]
        box.x += step
        walls.add(Sprite(40, 40, collision=Circle(0, 0, 30)))
        return len(walls) % 2 == 0

    for _ in range(20):
        for call in (
            lambda: box.move_and_slide(30, 7, walls, where=rude),
            lambda: box.move_and_collide(30, 7, walls, where=rude, turn=50),
        ):
            if step:  # the one thing that it may not do
                with contextlib.suppress(RuntimeError):
                    call()
            else:
                call()


# --- out of what it is in ------------------------------------------------------------------------


@for_each("seed", range(20))
def test_depenetrate_is_separation_carried_out(seed: int) -> None:
    r = random.Random(seed)
    walls = [
        Sprite(r.uniform(0, 60), r.uniform(0, 60), collision=shape(r), angle=r.uniform(0, 360))
        for _ in range(6)
    ]
    mover = Sprite(r.uniform(0, 60), r.uniform(0, 60), collision=shape(r))
    x, y = mover.x, mover.y
    expected = mover.separation(walls)
    assert mover.depenetrate(walls) == expected
    assert (mover.x, mover.y) == (x + expected[0], y + expected[1])
    assert not mover.hits(walls)
    assert mover.depenetrate(walls) == (0, 0)


def test_depenetrate_leaves_what_hits_nothing_to_the_bit() -> None:
    """Not even the sign of a zero changes, with or without a line to move on."""
    box = Sprite(-0.0, -0.0, collision=Rect(0, 0, 4, 4))
    for targets in ((other := Sprite(50, 0, collision=Circle(0, 0, 9))), [other], Group(other)):
        assert box.depenetrate(targets) == box.depenetrate(targets, along=(1, 0)) == (0, 0)
        assert (math.copysign(1.0, box.x), math.copysign(1.0, box.y)) == (-1.0, -1.0)


def test_depenetrate_refuses_what_is_no_sprite() -> None:
    with pytest.raises(TypeError, match="targets"):
        Sprite(collision=Circle(0, 0, 1)).depenetrate([5])


def box_in(*walls: tuple[float, float, float, float]) -> tuple[Sprite, list[Sprite]]:
    """A box from (0, 0) to (20, 20), and walls (x, y, width, height)."""
    box = Sprite(collision=Rect(0, 0, 20, 20))
    return box, [Sprite(x, y, collision=Rect(0, 0, *size)) for x, y, *size in walls]


@for_each(
    "most, expected",
    [(0, 0), (2.999, 0), (3, -3), (np.float32(3), -3), (3.5, -3), (math.inf, -3), (True, 0)],
)
def test_depenetrate_moves_at_most_so_far(most: float, expected: float) -> None:
    box, walls = box_in((-50, 17, 100, 100))
    for targets in (walls, walls[0], Group(walls)):
        assert box.depenetrate(targets, max_distance=most) == (0, expected)
        assert (box.x, box.y) == (0, expected)
        box.y = 0


def test_a_squashed_sprite_stays_where_it_is() -> None:
    """Each wall alone could be left by 3 pixels; both together only by 20, at their ends."""
    box, walls = box_in((0, 17, 20, 100), (0, -97, 20, 100))
    assert box.depenetrate(walls, max_distance=19.5) == (0, 0)
    assert (box.x, box.y) == (0, 0)
    dx, dy = box.depenetrate(walls, max_distance=20)
    assert (abs(dx), dy) == (20, 0)


@for_each("seed", range(300))
def test_a_way_out_as_long_as_allowed_is_taken(seed: int) -> None:
    rng = random.Random(seed)
    body = Sprite(rng.uniform(-9, 9), rng.uniform(-9, 9), collision=Circle(0, 0, 6))
    wall = Sprite(collision=rng.choice((Circle(0, 0, 7), Rect(-7, -7, 14, 14))), angle=seed)
    move = body.separation(wall)
    assert not move or body.depenetrate(wall, max_distance=move.length) == move


@for_each("grouped", [False, True])
@for_each("seed", range(12))
def test_depenetrate_is_the_way_out_of_those_that_count(seed: int, grouped: bool) -> None:
    """The conditions are tried by hand, and a copy that meets all layers leaves what remains."""
    r = random.Random(seed)

    def layers() -> dict[str, int]:
        return {"collision_layer": r.randrange(8), "collision_mask": r.randrange(8)}

    walls = [
        Sprite(r.uniform(0, 60), r.uniform(0, 60), collision=shape(r), **layers())
        for _ in range(12)
    ]
    moved = 0
    for _ in range(30):
        solid = shape(r)
        mover = Sprite(r.uniform(0, 60), r.uniform(0, 60), collision=solid, **layers())
        mask = r.choice([None, 0, 1, 6, 7])
        exclude = r.sample(walls, r.choice([0, 0, 1, 3]))
        wanted = r.choice([None, set(map(id, r.sample(walls, 8)))])
        most = r.choice([math.inf, 4.0, 12.0])
        counted = []
        for wall in walls:
            if mask is None:
                meets = bool(
                    wall.collision_layer & mover.collision_mask
                    and mover.collision_layer & wall.collision_mask
                )
            else:
                meets = bool(wall.collision_layer & mask)
            if meets and wall not in exclude and (wanted is None or id(wall) in wanted):
                counted.append(Sprite(wall.x, wall.y, collision=wall.collision))
        x, y = mover.x, mover.y
        dx, dy = Sprite(x, y, collision=solid).separation(counted)
        if math.hypot(dx, dy) > most:
            dx = dy = 0.0
        targets = Group(walls) if grouped else walls
        asked = None if wanted is None else lambda wall, ids=wanted: id(wall) in ids
        conditions: dict[str, Any] = {"mask": mask, "exclude": exclude, "where": asked}
        assert mover.depenetrate(targets, max_distance=most, **conditions) == (dx, dy)
        assert (mover.x, mover.y) == (x + dx, y + dy)
        moved += (dx, dy) != (0, 0)
    assert moved


def test_where_of_depenetrate_is_asked_once_and_only_about_what_decides() -> None:
    box, walls = box_in((-50, 17, 100, 9), (-50, -6, 100, 7), (500, 0, 9, 9), (-50, -40, 100, 5))
    seen: list[Sprite] = []

    def where(wall: Sprite) -> bool:
        seen.append(wall)
        return wall is not walls[1]

    assert box.depenetrate(walls, where=where) == (0, -3)
    assert seen == [walls[0], walls[1]]
    seen.clear()
    assert box.depenetrate(walls[2:], where=where) == (0, 0)
    assert not seen


@for_each("step", [0, 0.25])
def test_where_of_depenetrate_may_do_anything(step: float) -> None:
    walls = Group(Sprite(i, 0, collision=Rect(0, 0, 5, 5)) for i in range(40))
    box = Sprite(0, 0, collision=Rect(0, 0, 5, 5))

    def rude(other: Sprite) -> bool:
        other.vanish()
        other.collision = []
        box.collision = [Circle(0, 0, 3)]
        box.x += step
        return len(walls) % 2 == 0

    for _ in range(20):
        if step:  # the one thing that it may not do
            with contextlib.suppress(RuntimeError):
                box.depenetrate(walls, where=rude)
        else:
            box.depenetrate(walls, where=rude)
    assert len(walls) < 40


@for_each(
    "keywords, error, words",
    [
        ({"max_distance": -1}, ValueError, "max_distance must be 0 or more, .*got -1"),
        ({"max_distance": math.nan}, ValueError, "max_distance .*got nan"),
        ({"max_distance": 2e12}, ValueError, "max_distance .*got 2"),
        ({"max_distance": None}, TypeError, "max_distance must be a number, got None"),
        ({"max_distance": "4"}, TypeError, "max_distance must be a number, got '4'"),
        ({"mask": -1}, ValueError, "mask"),
        ({"exclude": 5}, TypeError, "exclude"),
        ({"where": 5}, TypeError, "where"),
        ({"where": lambda wall: None}, TypeError, "where must return True or False, got None"),
        ({"radius": 4}, TypeError, "'radius'"),
    ],
)
def test_bad_conditions_of_depenetrate_move_nothing(keywords: Any, error: Any, words: str) -> None:
    box, walls = box_in((-50, 17, 100, 100))
    with pytest.raises(error, match=words):
        box.depenetrate(walls, **keywords)
    assert (box.x, box.y) == (0, 0)
    with pytest.raises(TypeError, match="positional"):
        box.depenetrate(walls, 5)  # type: ignore[misc]


def test_a_slide_that_lands_squarely_where_it_is_does_not_enter_the_wall_behind():
    """Among huge walls a rounding moved the sprite by an ulp at fraction 0, into the other wall."""
    floor = Sprite(collision=Polygon([(-10, 0), (10, 0), (10, -10), (-10, -10)]))
    wall = Sprite(
        collision=Polygon(
            [
                (8.660254037844387, -4.999999999999999),
                (-8.660254037844387, 4.999999999999999),
                (-13.660254037844386, -3.660254037844388),
                (3.660254037844388, -13.660254037844386),
            ]
        )
    )
    needle = Ellipse(0, 0, 24.062701801670134, 4.155809302887976, angle=30)
    player = Sprite(
        0.001274368159613702, 0.011027579472030227, collision=needle, scale_x=1e-4, scale_y=-1e-4
    )
    assert player.check([floor, wall]) == []
    player.move_and_slide(-0.021732084002008697, -0.1351900898234958, [floor, wall])
    assert player.check([floor, wall]) == []


@for_each("facets", [16, 17, 40, 150])
def test_a_ball_leaves_a_socket_of_many_facets(facets: int) -> None:
    """It touches all of them at once, and only the last that it meets lets it out."""
    angles = [math.radians(120 - 60 * i / (facets - 1)) for i in range(facets)]
    half = 5 * math.tan(math.radians(27 / (facets - 1)))
    socket = []
    for c, s in [(math.cos(angle), math.sin(angle)) for angle in angles]:
        x, y = 5 * c, 5 * s
        socket.append(
            Sprite(collision=Segment(x - half * s, y + half * c, x + half * s, y - half * c))
        )
    ball = Sprite(collision=Circle(0, 0, 5))
    ball.move_and_slide(10, 10, socket)
    out_x, out_y = math.sin(angles[-1]), -math.cos(angles[-1])
    length = 10 * out_x + 10 * out_y
    assert (ball.x, ball.y) == pytest.approx((length * out_x, length * out_y), rel=1e-9)


@for_each("move", ["move_and_collide", "move_and_slide", "depenetrate"])
def test_iterators_are_no_targets_of_a_move(move: str) -> None:
    """From the second frame on, they would be no targets at all, without a word."""
    floor = [Sprite(x, 10, collision=Rect(0, 0, 10, 10)) for x in (0, 10)]
    box = Sprite(3, 2, collision=Rect(0, 0, 5, 5))
    way = () if move == "depenetrate" else (0, 9)
    for targets in (
        (tile for tile in floor),
        iter(floor),
        map(Group, floor),
        filter(None, floor),
        reversed(floor),
        [floor[0], (tile for tile in floor)],
        ([Group(floor), [iter(())]],),
    ):
        with pytest.raises(
            TypeError, match=r"targets must be .* used up after one: make it a list"
        ):
            getattr(box, move)(*way, targets)
        assert (box.x, box.y) == (3, 2)
    for lasting in (floor, tuple(floor), Group(floor), {floor[0]: 1}.keys(), [floor, None]):
        getattr(box, move)(*way, lasting)
        assert box.y == (2 if move == "depenetrate" else 5)
        box.y = 2
    assert box.sweep(0, 9, iter(floor)) == box.sweep(0, 9, floor)
    assert box.sweep(0, 9, iter(floor)) is not None
    assert box.check(tile for tile in floor) == []


@for_each("seed", range(40))
def test_it_lands_on_whole_numbers_from_anywhere(seed: int) -> None:
    """Many poses touch an edge that is farther from 0 than they are; the exact one is taken."""
    r = random.Random(seed)
    size, edge = r.randint(1, 64), 16 * r.randint(2, 60)
    ahead = r.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
    start = -r.randint(300, 9000) / 10
    x, y = (start * k if k else 0.5 for k in ahead)
    wall = Sprite(collision=Rect(*(edge * k - 1e4 * (k <= 0) for k in ahead), 1e4, 1e4))
    if 0 in ahead:  # the wall is as long as it is wide, across the way
        wall.x, wall.y = (5e3 * (k == 0) for k in ahead)
    box = Sprite(x, y, collision=Rect(0, 0, size, size))
    hit = box.move_and_collide(2e4 * ahead[0], 2e4 * ahead[1], wall)
    assert hit is not None
    ends = [k * edge - size * (k > 0) if k else 0.5 for k in ahead]
    assert [box.x, box.y] == ends


@for_each("seed", range(300))
def test_who_starts_inside_slides_alike_in_a_scene_that_is_turned(seed: int) -> None:
    """Also where it is inside of one box, and slides along another that lies opposite."""
    rng = random.Random(f"inside, turned {seed}")
    angle = rng.choice([17, 30, 45, 80])
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def turned(x: float, y: float) -> tuple[float, float]:
        return x * cosine - y * sine, x * sine + y * cosine

    def box() -> Rect:
        return Rect(0, 0, rng.uniform(2, 9), rng.uniform(2, 9))

    def spot() -> tuple[float, float]:
        return rng.uniform(-9, 9), rng.uniform(-9, 9)

    things = [(spot(), box()) for _ in range(3)]
    motion = rng.uniform(-9, 9), rng.uniform(-9, 9)
    upright = [Sprite(*at, collision=shape) for at, shape in things]
    slanted = [Sprite(*turned(*at), angle=angle, collision=shape) for at, shape in things]
    upright[0].move_and_slide(*motion, upright[1:])
    slide = slanted[0].move_and_slide(*turned(*motion), slanted[1:])
    assert len(slide.hits) < 10
    end = slanted[0].x, slanted[0].y
    assert end == pytest.approx(turned(upright[0].x, upright[0].y), abs=1e-6)


@for_each("shape", [Circle(0, 0, 3), Ellipse(0, 0, 3, 3), Circle(1, 0, 3), Rect(-3, -3, 6, 6)])
def test_what_turns_ends_at_the_angle_of_its_hit(shape: Any) -> None:
    wall = Sprite(20, -50, collision=Rect(0, 0, 10, 100))
    sprite = Sprite(0, 0, collision=shape, angle=10)
    hit = sprite.move_and_collide(34, 0, wall, turn=90)
    assert hit is not None
    assert (sprite.x, sprite.y, sprite.angle) == (*hit.position, hit.angle)
    assert sprite.angle == pytest.approx(10 + 90 * hit.fraction)


@for_each("shape", [Point(0, 0), Circle(0, 0, 0), Circle(0, 0, 3)])
def test_what_turns_about_itself_meets_what_it_meets_without_the_turn(shape: Any) -> None:
    for target in (Segment(0, 0, 0, 100), Segment(0, 0, 9, 100), Rect(0, 0, 9, 100)):
        wall = Sprite(50, -40, collision=target)
        sprite = Sprite(0, 0, collision=shape)
        straight, turning = sprite.sweep(100, 0, wall), sprite.sweep(100, 0, wall, turn=45)
        assert straight is not None
        assert turning is not None
        assert straight.fraction == turning.fraction
        assert straight.normal == turning.normal


@for_each("shift", [0, 3, 10, -1, -200])
@for_each("mirrored", [False, True])
def test_a_slide_across_the_axes_keeps_whole_numbers(shift: int, mirrored: bool) -> None:
    """From a third of a pixel, where a wall was met, no float leads to -3: so it begins beside it.

    If `mirrored`, x and y are swapped.
    """

    def block(x: float, y: float, wide: float, high: float) -> Sprite:
        y += shift
        return Sprite(collision=Rect(y, x, high, wide) if mirrored else Rect(x, y, wide, high))

    def slides(x: float, y: float, size: float, dx: float, dy: float) -> Sprite:
        here = (y + shift, x) if mirrored else (x, y + shift)
        sprite = Sprite(*here, collision=Rect(0, 0, size, size))
        sprite.move_and_slide(*((dy, dx) if mirrored else (dx, dy)), walls)
        return sprite

    walls = [block(148, 26, 16, 40), block(73, -13, 400, 10)]
    sprite = slides(123, 3, 24, 9, -6)
    assert (sprite.x, sprite.y) == ((-3 + shift, 124) if mirrored else (124, -3 + shift))


@for_each("seed", range(300))
def test_slides_of_boxes_in_whole_numbers_end_in_whole_numbers(seed: int) -> None:
    r = random.Random(seed)
    walls = [
        Sprite(r.randint(-60, 60), r.randint(-60, 60), collision=Rect(0, 0, 16, r.choice([10, 40])))
        for _ in range(9)
    ]
    for _ in range(20):
        sprite = Sprite(r.randint(-40, 40), r.randint(-40, 40), collision=Rect(0, 0, 14, 14))
        if not sprite.check(walls):
            sprite.move_and_slide(r.randint(-50, 50), r.randint(-50, 50), walls)
            assert (sprite.x % 1, sprite.y % 1) == (0, 0)
            assert not sprite.check(walls)


@pytest.mark.parametrize("side", [1, -1])
def test_a_corner_that_is_met_exactly_is_no_edge_between_tiles(side: int) -> None:
    # It was taken for one, since the way is so flat: then the next corner was met a rounding off.
    sprite = Sprite(-8 * side, -8, scale_x=side, collision=Triangle(0, 0, 8, 0, 0, 8))
    floor = Sprite(-8 * side, 0, scale_x=side, collision=Rect(0, 0, 8, 16))
    slope = Sprite(4 * side, -8, scale_x=side, collision=Triangle(0, 0, 8, 0, 8, 8))
    slide = sprite.move_and_slide(56 * side, 3, [floor, slope])
    assert slide.hits[0].position == (-8 * side, -8)
    assert (sprite.x * side, sprite.y) == pytest.approx((20.5, -32.5), abs=1e-9)


@pytest.mark.parametrize("gap", [16, 24])
@pytest.mark.parametrize("way", [(2, 29), (-3, 35), (0, 9), (5, 1)])
def test_a_capsule_rests_on_the_rims_of_a_gap_as_wide_as_its_straight_side(
    gap: int, way: tuple[int, int]
) -> None:
    rims = [
        Sprite(-16, 8, collision=Rect(0, 0, 16, 16)),
        Sprite(gap, 8, collision=Rect(0, 0, 9, 9)),
    ]
    for level in (rims, rims[::-1]):
        capsule = Sprite(0, 0, collision=Capsule(0, 0, gap, 0, 8))
        slide = capsule.move_and_slide(*way, level, up=(0, -1))
        assert (capsule.x, capsule.y, slide.floor_normal) == (way[0], 0, (0, -1))


@pytest.mark.parametrize("angle", [0, 30, 45, -45, 135, -90])
def test_a_box_walks_on_turned_tiles_as_on_one_bar(angle: int) -> None:
    # It comes down on a seam, or flush with one, and is pressed down by more than it walks.
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def turned(x: float, y: float) -> tuple[float, float]:
        return x * c - y * s, x * s + y * c

    for width, begin, walk in itertools.product((4, 8, 16), range(-8, 9, 2), (-2, -1, 1, 3)):
        tiles = Group(
            Sprite(*turned(width * k, 0), collision=Rect(0, 0, width, width), angle=angle)
            for k in range(-9, 9)
        )
        box = Sprite(*turned(begin, -3), collision=Rect(0, -4, 4, 4), angle=angle)
        for _ in range(3):
            box.move_and_slide(*turned(0, 3), tiles)
        for _ in range(7):
            box.move_and_slide(*turned(walk, 3), tiles)
        along = box.x * c + box.y * s
        assert along == pytest.approx(begin + 7 * walk, abs=1e-6), (width, begin, walk)


def test_points_on_the_sides_of_a_polygon_change_no_slide() -> None:
    """They change its cuts, and some of these lie along a side of the box that touches it."""
    stair = [(16, 8), (32, 8), (32, 16), (24, 16), (16, 24), (24, 24), (40, 24), (40, 0), (8, 0)]
    barb = [
        (40, 40),
        (32, 40),
        (32, 48),
        (32, 56),
        (24, 48),
        (24, 56),
        (24, 64),
        (32, 64),
        (40, 64),
    ]
    cases = [
        ([*stair, (8, 8)], {(24, 24)}, (14, 16), Rect(-2, -8, 4, 16), [(1, 1), (3, 3), (3, 1)]),
        ([*barb, (40, 56), (40, 48)], {(32, 48)}, (28, 45), Rect(-4, -3, 8, 6), [(-1, 1), (-4, 4)]),
    ]
    for points, needless, place, box, ways in cases:
        for way in ways:
            ends = []
            for ring in (points, [point for point in points if point not in needless]):
                body = Sprite(*place, collision=box)
                body.move_and_slide(*way, Sprite(collision=Polygon(ring)))
                ends.append((body.x, body.y))
            assert ends[0] == ends[1] != place
