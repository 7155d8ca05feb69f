"""Slides: nothing new is hit, seams are none, and in a corner the goal is as near as can be."""

import copy
import itertools
import math
import pickle
import random
from typing import Any

import numpy as np
import pytest
from support.counting import at_least
from support.forms import unplayed
from support.levels import UP, turned
from support.scenes import shape, sized
from support.slides import judged

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
    SlideArrays,
    Sprite,
    Triangle,
    Vec2,
)

Box = tuple[float, float, float, float]

# --- a row of tiles is like one rect -------------------------------------------------------------

SIZES = [(0.7, 1.0), (11.2, 16.0), (22.4, 32.0), (5.0, 16.0), (16.0, 16.0), (13.37, 7.77)]
ROLLERS = {
    "box": Rect(-0.5, -1, 1, 1),
    "ball": Circle(0, -0.5, 0.5),
    "capsule": Capsule(0, -1.5, 0, -0.5, 0.5),
    "ellipse": Ellipse(0, -1, 0.5, 1),
    "tip": Triangle(-0.5, -1, 0.5, -1, 0, 0),
}


@pytest.mark.parametrize("kind", ROLLERS)
@pytest.mark.parametrize(("size", "tile"), SIZES)
def test_a_floor_of_tiles_is_like_one_rect(size: float, tile: float, kind: str) -> None:
    """Each of many steps gets as far as wanted: whole tiles, parts of one, and pressed down."""
    r = random.Random(f"{size} {kind}")
    tiles = Group(Sprite(k * tile, 100, collision=Rect(0, 0, tile, tile)) for k in range(-40, 40))
    one = Sprite(-40 * tile, 100, collision=Rect(0, 0, 80 * tile, tile))
    a, b = (Sprite(0, 100 - size, collision=ROLLERS[kind], scale=size) for _ in range(2))
    for frame in range(300):
        dx = r.choice([tile, 0.25 * tile, r.uniform(0, 0.7) * tile]) * (-1 if a.x > 0 else 1)
        dy = r.choice([0, 0.3 * tile * r.random(), 9 * tile]) if frame else 9 * size
        x = a.x
        slide = a.move_and_slide(dx, dy, tiles, up=UP)
        b.move_and_slide(dx, dy, one, up=UP)
        assert (a.x, a.y) == pytest.approx((b.x, b.y), abs=1e-9)
        assert (a.x, a.y) == pytest.approx((x + dx, 100), abs=1e-9)
        assert not slide.on_wall
        assert not a.hits(tiles)


@pytest.mark.parametrize("kind", ROLLERS)
@pytest.mark.parametrize("angle", [1, 17, 30, 45, 63.7, -20, 90, 200])
def test_a_turned_floor_has_no_lips(angle: float, kind: str) -> None:
    """It comes down on a seam, or flush with one, and is pressed down by more than it walks."""
    r = random.Random(f"{angle} {kind}")
    for size, tile in SIZES[:3]:
        floor = Group(
            Sprite(*turned(angle, k * tile, 0), collision=Rect(0, 0, tile, tile), angle=angle)
            for k in range(-30, 30)
        )
        start = turned(angle, tile * r.randint(-2, 2) / 2, -2 * size)
        body = Sprite(*start, collision=ROLLERS[kind], scale=size, angle=angle)
        body.move_and_slide(*turned(angle, 0, 9 * size), floor)
        for _ in range(40):
            x = turned(-angle, body.x, body.y)[0]
            along = r.choice([tile / 4, r.uniform(0, 1.5) * tile]) * (-1 if x > 0 else 1)
            down = r.choice([0.0, 0.3 * tile * r.random(), 3 * tile])
            body.move_and_slide(*turned(angle, along, down), floor)
            assert turned(-angle, body.x, body.y) == pytest.approx((x + along, 0), abs=1e-6 * tile)
            assert not body.hits(floor)


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("rise", [0.1, 0.25, 0.5, 2 / 3, 1.0])
def test_a_floor_leads_onto_a_slope(rise: float, side: int) -> None:
    """The side of the slope goes on below the floor; its upper end, met exactly, is no wall."""
    r = random.Random(f"{rise} {side}")
    for _ in range(30):
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
            assert not box.move_and_slide(side * step, fall, ground, up=UP).on_wall
            assert not box.hits(ground)
        assert (box.x - foot) * side > -7 or rise >= step / fall


# --- corners -------------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", [20, 30, 45])
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("way", [(5, 1), (1, 5)])
def test_a_ball_wedged_by_a_slope_is_held_by_floor_and_ceiling(
    angle: float, side: int, way: tuple[float, float]
) -> None:
    """The floor stops its fall, the slope would lift it, and so the ceiling holds it, too."""
    floor, ceiling = (Sprite(collision=Rect(-50, y, 100, 10)) for y in (10, -20))
    middle = Vec2(10, 0).rotated(angle)
    slope = Sprite(collision=Rect(0, -30, 10, 60), angle=angle, position=middle)
    if side < 0:
        slope.x, slope.scale_x, slope.angle = -slope.x, -1, -angle
    ball = Sprite(collision=Circle(0, 0, 10))
    slide = ball.move_and_slide(way[0] * side, way[1], [floor, ceiling, slope])
    assert ball.position == (0, 0)
    assert {hit.other for hit in slide.hits} == {floor, ceiling, slope}


@pytest.mark.parametrize("width", [5, 15, 40, 60, 89, 90, 91, 120, 150, 175])
def test_in_a_wedge_it_ends_where_the_goal_is_nearest(width: float) -> None:
    """Against the nearest point of the cone of centers, by enumeration of its parts."""
    r = random.Random(width)
    with at_least(apex=1, sides=1) as seen:
        for turn in (0, 90, *[r.uniform(0, 360) for _ in range(38)]):
            walls, normals = [], []
            for side in (-1, 1):
                x, y = turned(turn + side * width / 2, 1, 0)
                nx, ny = -y * side, x * side
                far = 999 * nx + 400 * x, 999 * ny + 400 * y
                walls.append(Sprite(collision=Triangle(0, 0, 999 * x, 999 * y, *far)))
                normals.append((-nx, -ny))
            deep = 3 / math.sin(math.radians(width / 2))
            apex, start = turned(turn, deep, 0), turned(turn, deep + r.uniform(1, 30), 0)
            ball = Sprite(*start, collision=Circle(0, 0, 3))
            behind = turned(turn, -20, r.uniform(-1, 1))
            beside = turned(turn + r.choice([-0.5, 0.5]) * width, deep + r.uniform(0, 30), 0)
            goal = r.choice([behind, beside, (r.uniform(-60, 60), r.uniform(-60, 60))])
            ends = [goal, apex]
            for nx, ny in normals:
                short = 3 - nx * goal[0] - ny * goal[1]
                ends.append((goal[0] + short * nx, goal[1] + short * ny))
            free = [p for p in ends if all(n[0] * p[0] + n[1] * p[1] > 3 - 1e-9 for n in normals)]
            expected = min(free, key=lambda p: math.dist(p, goal))
            slide = ball.move_and_slide(goal[0] - ball.x, goal[1] - ball.y, walls)
            assert (ball.x, ball.y) == pytest.approx(expected, abs=1e-9)
            assert slide.travel + slide.remainder == pytest.approx(
                (goal[0] - start[0], goal[1] - start[1])
            )
            assert not ball.hits(walls)
            x, y = ball.x, ball.y  # without jitter: what has come to rest there stays there
            ball.move_and_slide(goal[0] - x, goal[1] - y, walls)
            assert (ball.x, ball.y) == pytest.approx((x, y), abs=1e-11)
            seen["apex"] += expected == apex
            seen["sides"] += expected not in (apex, goal)


DIAMOND = Polygon([(0, -4), (4, 0), (0, 4), (-4, 0)])
SLOPES = [(1, 1), (2, 1), (1, 2), (3, 4), (7, 2), (5, -3), (3, -1), (1, -1)]


def corner_in_forms(at: Vec2, foot: Vec2, turn: int) -> dict[str, Any]:
    """A wall, and a slope that begins at its middle: as one polygon, and cut in two there."""
    low = 256 + max(foot.y, 0)
    wall = [(-64, -256), (0, -256), (0, 0), (0, low), (-64, low)]
    hill = [(0, 0), foot, (foot.x, low), (0, low)]
    wall_shape, hill_shape, whole = (
        Polygon([at + Vec2(*p).rotated(turn) for p in points])
        for points in (wall, hill, [*wall[:3], *hill[1:3], wall[4]])
    )
    return {
        "sprites": [Sprite(collision=wall_shape), Sprite(collision=hill_shape)],
        "shapes": Sprite(collision=[wall_shape, hill_shape]),
        "polygon": Sprite(collision=whole),
    }


@pytest.mark.parametrize("kind", ["circle", "diamond"])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_in_a_corner_of_a_polygon_it_ends_where_the_goal_is_nearest(turn: int, kind: str) -> None:
    """Against the nearest point of the cone of centers, in whole numbers, whatever the corner is
    cut into.
    """
    r = random.Random(f"{turn} {kind}")
    body = Sprite(collision=Circle(0, 0, 4) if kind == "circle" else DIAMOND)
    with at_least(corner=70, sides=300) as seen:
        for _ in range(40):
            at, slope = Vec2(r.randint(-200, 200), r.randint(-200, 200)), Vec2(*r.choice(SLOPES))
            forms = corner_in_forms(at, slope * (256 / slope.x), turn)
            n = Vec2(slope.y, -slope.x).normalized()
            away = 4.0 if kind == "circle" else 4 * max(abs(n.x), abs(n.y))
            sides = [(Vec2(1, 0), 4.0), (n, away)]
            corner = Vec2(4, (away - 4 * n.x) / n.y)
            for _ in range(60):
                start = Vec2(r.randint(4, 40), r.randint(-40, 40))
                goal = start + Vec2(r.randint(-48, 8), r.randint(-48, 48))
                if any(n.dot(start) < far + 1e-9 for n, far in sides):
                    continue
                ends = [goal, corner, *(goal + n * (far - n.dot(goal)) for n, far in sides)]
                free = [p for p in ends if all(n.dot(p) > far - 1e-9 for n, far in sides)]
                expected = min(free, key=goal.distance_to)
                seen["corner"] += expected == corner
                seen["sides"] += expected not in (corner, goal)
                found = {}
                for form, walls in forms.items():
                    body.position = at + start.rotated(turn)
                    body.move_and_slide(*(goal - start).rotated(turn), walls)
                    found[form] = (body.position - at).rotated(-turn)
                    assert not body.hits(walls)
                assert found == dict.fromkeys(forms, pytest.approx(tuple(expected), abs=1e-9))


@pytest.mark.parametrize("kind", ["circle", "box", "triangle"])
def test_it_ends_no_farther_away_than_the_motion_is_long(kind: str) -> None:
    """Sliding round several walls gives back no way that others took."""
    shape = {
        "circle": Circle(0, 0, 3),
        "box": Rect(-3, -3, 6, 6),
        "triangle": Triangle(-3, 3, 3, 3, 0, -3),
    }
    r = random.Random(kind)
    with at_least(slid=150) as seen:
        for _ in range(600):
            walls = [
                Sprite(
                    r.uniform(-40, 40), r.uniform(-40, 40), collision=Circle(0, 0, r.uniform(3, 15))
                )
                for _ in range(8)
            ]
            body = Sprite(0, 0, collision=shape[kind])
            if body.hits(walls):
                continue
            dx, dy = r.uniform(-80, 80), r.uniform(-80, 80)
            slide = body.move_and_slide(dx, dy, walls)
            seen["slid"] += bool(slide.hits)
            assert slide.travel.length <= math.hypot(dx, dy) * (1 + 1e-9)


# --- floors, walls and ceilings ------------------------------------------------------------------


@pytest.mark.parametrize("turn", [0, 90, 180, 270, 33])
@pytest.mark.parametrize(
    ("angle", "limit", "kind"),
    [(0, 45, "floor"), (44, 45, "floor"), (46, 45, "wall"), (46, 50, "floor"), (90, 45, "wall"),
     (134, 45, "wall"), (136, 45, "ceiling"), (180, 45, "ceiling"), (0, 0, "floor")],
)  # fmt: skip
def test_what_is_a_floor(angle: float, limit: float, kind: str, turn: float) -> None:
    plate = Sprite(0, 0, collision=Rect(-200, 0, 400, 10), angle=angle + turn)
    nx, ny = turned(angle + turn, *UP)

    def fall(**how: Any) -> Slide:
        ball = Sprite(30 * nx, 30 * ny, collision=Circle(0, 0, 5))
        return ball.move_and_slide(-50 * nx, -50 * ny, plate, **how)

    slide = fall(up=turned(turn, *UP), max_floor_angle=limit)
    told = slide.on_floor, slide.on_wall, slide.on_ceiling
    assert told == (kind == "floor", kind == "wall", kind == "ceiling")
    assert slide.floor is (plate if kind == "floor" else None)
    assert slide.floor_normal == (pytest.approx((nx, ny)) if kind == "floor" else (0, 0))
    assert slide.wall_normal == (pytest.approx((nx, ny)) if kind == "wall" else (0, 0))
    above = fall()
    assert (above.on_floor, above.on_wall, above.on_ceiling, above.floor) == (
        False,
        True,
        False,
        None,
    )
    assert above.wall_normal == pytest.approx((nx, ny))


@pytest.mark.parametrize("walks", [False, True])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_in_a_room_of_four_walls_the_last_wall_is_told(turn: int, walks: bool) -> None:
    boxes = [(-60, 40, 60, 60), (-60, -60, 60, -40), (-60, -40, -40, 40), (40, -40, 60, 40)]
    room = []
    for left, top, right, bottom in boxes:
        (x1, y1), (x2, y2) = turned(turn, left, top), turned(turn, right, bottom)
        room.append(Sprite(collision=Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))))
    for way, wall in [((99, 9), (-1, 0)), ((-99, 9), (1, 0)), ((9, 99), None), ((9, -99), None)]:
        body, up = Sprite(collision=Rect(-5, -5, 10, 10)), turned(turn, *UP)
        if walks:
            slide = CharacterController(body, up=up).move(*turned(turn, *way), room)
        else:
            slide = body.move_and_slide(*turned(turn, *way), room, up=up)
        assert slide.wall_normal == (turned(turn, *wall) if wall else (0, 0))
        assert slide.on_wall is (wall is not None)


@pytest.mark.parametrize("seed", range(6))
def test_the_floor_is_the_most_level_one_that_was_met(seed: int) -> None:
    r = random.Random(seed)
    ground = [Sprite(r.randrange(-60, 60), 40, collision=Rect(0, 0, 30, 30)) for _ in range(6)]
    ground += [
        Sprite(x, 40, collision=Triangle(0, 0, 50, r.randrange(-70, 70), 25, 90))
        for x in (-60, -20, 20)
    ]
    steepest = (10, 45, 80)[seed % 3]
    level = math.cos(math.radians(steepest)) - 1e-9
    with at_least(stood=5) as seen:
        for _ in range(200):
            player = Sprite(r.uniform(-60, 60), -60, collision=Circle(0, 0, r.choice([3, 8])))
            slide = player.move_and_slide(
                r.uniform(-30, 30), 150, ground, up=UP, max_floor_angle=steepest
            )
            best = max((-hit.normal.y for hit in slide.hits), default=-1.0)
            assert slide.on_floor is (slide.floor is not None) is (best > level)
            if slide.floor is not None:
                seen["stood"] += 1
                assert max(-h.normal.y for h in slide.hits if h.other is slide.floor) == best


# --- any scene -----------------------------------------------------------------------------------


def placed(r: random.Random, side: float, **pose: Any) -> Sprite:
    """A sprite of one shape or two, anywhere in a square."""
    shapes = [shape(r, numbers=sized(16)) for _ in range(r.choice([1, 1, 2]))]
    return Sprite(r.uniform(0, side), r.uniform(0, side), collision=shapes, **pose)


@pytest.mark.parametrize("seed", range(20))
def test_after_a_move_it_hits_nothing_new(seed: int) -> None:
    r = random.Random(seed)
    walls = Group(placed(r, 300, angle=r.choice([0, 0, 40, 99])) for _ in range(60))
    with at_least(slid=10, collided=5) as seen:
        for _ in range(50):
            mover = placed(r, 300, angle=r.choice([0, r.uniform(0, 360)]))
            way = r.choice([1, 20, 200, 5000])
            dx, dy = r.uniform(-way, way), r.uniform(-way, way)
            before, (x, y) = set(mover.check(walls)), (mover.x, mover.y)
            slide = mover.move_and_slide(dx, dy, walls)
            assert set(mover.check(walls)) <= before
            assert slide.travel == (mover.x - x, mover.y - y)
            assert slide.travel + slide.remainder == pytest.approx((dx, dy))
            assert slide.travel.length <= math.hypot(dx, dy) * (1 + 1e-9) + 1e-9
            assert slide.hits or (mover.x, mover.y) == (x + dx, y + dy)
            before = set(mover.check(walls))
            hit = mover.move_and_collide(dx / 9, dy / 9, walls, turn=r.uniform(-90, 90))
            assert set(mover.check(walls)) <= before
            assert hit is None or (mover.x, mover.y, mover.angle) == (*hit.position, hit.angle)
            seen["slid"] += bool(slide.hits)
            seen["collided"] += hit is not None


@pytest.mark.parametrize("turn", [0, 17, 30, 45, 80])
@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("inside", [True, False])
def test_neither_order_nor_mirror_nor_turn_changes_a_slide(
    turn: float, whole: bool, inside: bool
) -> None:
    """Also who starts inside of several boxes at once, from which ways out are equally long.

    What fits exactly in whole numbers does so only upright: turned, rounding decides.
    """
    r = random.Random(f"alike {turn} {whole} {inside}")
    draw: Any = r.randint if whole and not turn else r.uniform

    def box() -> tuple[float, float, Any]:
        corner, size = (-draw(0, 3), -draw(0, 3)), (draw(1, 6), draw(1, 6))
        return draw(-9, 9), draw(-9, 9), Rect(*corner, *size)

    def slid(me: Any, scene: Any, way: Any, side: int, angle: float) -> tuple[float, float]:
        def sprite(x: float, y: float, one: Any) -> Sprite:
            at = turned(angle, side * x, y)
            return Sprite(*at, collision=one, angle=angle, scale_x=side, center_x=0, center_y=0)

        mover = sprite(*me)
        slide = mover.move_and_slide(
            *turned(angle, side * way[0], way[1]), [sprite(*s) for s in scene]
        )
        assert len(slide.hits) < 20
        x, y = turned(-angle, mover.x, mover.y)
        return side * x, y

    with at_least(stopped=25) as seen:
        for _ in range(200):
            me, scene, way = box(), [box() for _ in range(4)], (draw(-9, 9), draw(-9, 9))
            start = Sprite(me[0], me[1], collision=me[2])
            if start.hits([Sprite(x, y, collision=one) for x, y, one in scene]) is not inside:
                continue
            end = slid(me, scene, way, 1, 0)
            seen["stopped"] += math.dist(end, (me[0] + way[0], me[1] + way[1])) > 1e-6
            assert slid(me, scene[::-1], way, 1, 0) == pytest.approx(end, abs=1e-9)
            assert slid(me, scene, way, -1, 0) == pytest.approx(end, abs=1e-6)
            for angle in {90, turn} if not (whole and inside) else ():  # of equal ways, up first
                assert slid(me, scene, way, 1, angle) == pytest.approx(end, abs=1e-6)


@pytest.mark.parametrize("ahead", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_it_lands_on_whole_numbers_from_anywhere(ahead: tuple[int, int]) -> None:
    """Many poses touch an edge that is farther from 0 than they are; the exact one is taken."""
    r = random.Random(f"{ahead}")
    for _ in range(20):
        size, edge, start = r.randint(1, 64), 16 * r.randint(2, 60), -r.randint(300, 9000) / 10
        wall = Sprite(collision=Rect(*(edge * k - 1e4 * (k <= 0) for k in ahead), 1e4, 1e4))
        wall.x, wall.y = (5e3 * (k == 0) for k in ahead)  # as long as it is wide, across the way
        box = Sprite(*(start * k if k else 0.5 for k in ahead), collision=Rect(0, 0, size, size))
        assert box.move_and_collide(2e4 * ahead[0], 2e4 * ahead[1], wall) is not None
        assert [box.x, box.y] == [k * edge - size * (k > 0) if k else 0.5 for k in ahead]


@pytest.mark.parametrize("seed", range(30))
def test_a_turned_floor_that_is_touched_stops_no_move_along_it(seed: int) -> None:
    r = random.Random(seed)
    size, angle = r.choice([1e-3, 1, 1e3]), r.uniform(-80, 80)
    kinds = [*ROLLERS.values(), Segment(-0.5, 0, 0.5, -0.3), Point(0, 0)]
    floor = Sprite(r.uniform(-99, 99) * size, r.uniform(-99, 99) * size, angle=angle, scale=size)
    floor.collision = Rect(-400, 0, 800, 20)
    down = turned(angle, 0, 90 * size)
    body = Sprite(floor.x - 0.6 * down[0], floor.y - 0.6 * down[1], collision=r.choice(kinds))
    body.angle, body.scale = r.uniform(0, 360), 10 * size
    hit = body.move_and_collide(*down, floor)
    assert hit is not None
    for _ in range(20):
        fall = turned(angle, r.uniform(-20, 20) * size, r.uniform(0, 5) * size)
        way = hit.slide(*fall)
        end = body.x + way.x, body.y + way.y
        assert body.move_and_collide(*way, floor) is None
        assert (body.x, body.y) == pytest.approx(end, abs=1e-11 * size)
        assert not body.hits(floor)


ARROW = [(-8, -8), (8, -8), (8, 8), (0, 0), (-8, 8)]
TILES: list[tuple[str, list[Any]]] = [
    ("two sprites", [[Rect(-8, 0, 8, 8)], [Rect(0, 0, 8, 8)]]),
    ("two shapes", [[Rect(-8, 0, 8, 8), Rect(0, 0, 8, 8)]]),
    ("two kinds", [[Rect(-8, 0, 8, 8), Triangle(0, 0, 8, 0, 0, 8)]]),
    ("two pieces", [[Polygon([(-8, 0), (8, 0), (8, 8), (0, 8), (0, 24), (-8, 24)])]]),
    ("the left one higher", [[Rect(-8, -4, 8, 12)], [Rect(0, 0, 8, 8)]]),
    ("the right one higher", [[Rect(-8, 0, 8, 8)], [Rect(0, -4, 8, 12)]]),
    ("past others", [[Rect(-8, -9, 8, 3)], [Rect(0, -5, 8, 3)], [Rect(-8, 0, 16, 8)]]),
    ("beside a wall", [[Rect(-8, -30, 8, 60)], [Rect(0, 0, 8, 8)]]),
    ("planks", [[Rect(x, 0, 8, 4, one_way=(0, -1))] for x in (-8, 0)]),
]


@pytest.mark.parametrize("tiles", [tiles for _, tiles in TILES], ids=[name for name, _ in TILES])
@pytest.mark.parametrize("angle", [0, 90, 180, 270, 30, 45])
def test_a_point_does_not_get_in_between_two_tiles(tiles: list[Any], angle: float) -> None:
    at, ahead = (Vec2(*way).rotated(angle) for way in ((0, -10), (0, 20)))
    floor = [Sprite(32, 16, angle=angle, collision=shapes) for shapes in tiles]
    point = Sprite(32 + at.x, 16 + at.y, collision=Point(0, 0))
    slide = point.move_and_slide(ahead.x, ahead.y, floor)
    assert (point.x, point.y) == pytest.approx((32, 16), abs=1e-9)
    assert slide.hits


@pytest.mark.parametrize("angle", [0, 90, 30])
def test_a_point_does_not_get_into_a_polygon_from_a_corner_where_a_cut_begins(angle: float) -> None:
    r = random.Random(angle)
    with at_least(corners=150) as seen:
        for _ in range(200):
            width, floor = r.randint(2, 10), r.choice((0, 0, 1))
            ends = (width + r.randint(2, 9), r.randint(6, 20)), (-r.randint(1, 9), r.randint(6, 20))
            top = [(-4, -8), (0, -8), (0, 0), (width, floor), (width, -8), (width + 5, -8)]
            notched = Sprite(3, 5, angle=angle, collision=Polygon([*top, *ends]))
            at = Vec2(3, 5) + Vec2(width / 2, -4).rotated(angle)
            way = Vec2(r.choice((-20, 20)), r.randint(4, 30)).rotated(angle)
            point = Sprite(at.x, at.y, collision=Point(0, 0))
            point.move_and_slide(way.x, way.y, notched)
            x, y = (point.position - Vec2(3, 5)).rotated(-angle)
            assert -1e-6 < x < width + 1e-6
            assert y < floor + 1e-6
            seen["corners"] += min(x, width - x) < 1e-6 < y + 1


@pytest.mark.parametrize("rejected", [(), (-8,), (0,), (-8, 0)])
def test_both_sides_of_a_seam_have_to_be_accepted(rejected: tuple[int, ...]) -> None:
    tiles = {x: Sprite(collision=Rect(x, 0, 8, 8)) for x in (-8, 0)}
    accepted = {tile for x, tile in tiles.items() if x not in rejected}
    point = Sprite(0, -10, collision=Point(0, 0))
    point.move_and_slide(0, 20, list(tiles.values()), where=accepted.__contains__)
    assert point.y == pytest.approx(10 if rejected else 0, abs=1e-9)


@pytest.mark.parametrize("angle", [0, 90, 180, 270, 45])
@pytest.mark.parametrize("across", [-30, -7, 7, 30])
def test_a_point_slides_over_a_seam_where_it_lands(across: int, angle: float) -> None:
    tiles = [Sprite(angle=angle, collision=Rect(16 * k, 0, 16, 16)) for k in range(-3, 3)]
    for tile in (*tiles[1:], None):
        tiles = [*tiles] if tile is None else [tile, *(one for one in tiles if one is not tile)]
        start = Vec2(-across, -abs(across)).rotated(angle)
        point = Sprite(*start, collision=Point(0, 0))
        slide = point.move_and_slide(*Vec2(2 * across, 2 * abs(across)).rotated(angle), tiles)
        assert Vec2(point.position).rotated(-angle) == pytest.approx((across, 0), abs=1e-6)
        assert {tuple(round(hit.normal.rotated(-angle), 6)) for hit in slide.hits} == {(0, -1)}


def test_in_arrays_those_that_begin_on_an_edge_move_as_alone() -> None:
    corners = [(0, 0), (16, 0), (16, 112), (32, 96), (112, 96), (112, 128), (0, 128)]
    valley = Sprite(collision=Polygon(corners))
    r = random.Random(3)
    begins = [(x, 128 - x) for x in (16, 20, 24, 28, 32)] + [(16, 40), (60, 96), (8, 0), (112, 99)]
    starts = [r.choice(begins) for _ in range(3_000)]
    ways = np.array([(4 * r.randint(-10, 10), 4 * r.randint(-10, 10)) for _ in starts])
    alone = [Sprite(x, y, collision=Point(0, 0)) for x, y in starts]
    group = Group(copy.copy(one) for one in alone)
    inside = sum(one.hits(valley) for one in alone)
    group.move_and_slide_arrays(*ways.T, valley)
    for one, way in zip(alone, ways.tolist(), strict=True):
        one.move_and_slide(*way, valley)
    assert [one.position for one in group] == [one.position for one in alone]
    assert inside > 1_000


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_a_point_passes_corners_that_touch(angle: float) -> None:
    tiles = [Sprite(angle=angle, collision=Rect(*box, 8, 8)) for box in ((-8, -8), (0, 0))]
    for x, y in ((5, -5), (-5, 5)):
        at = Vec2(x, y).rotated(angle)
        point = Sprite(at.x, at.y, collision=Point(0, 0))
        assert point.move_and_slide(-2 * at.x, -2 * at.y, tiles).travel == pytest.approx(-2 * at)


def test_a_point_leaves_a_seam_in_which_it_begins() -> None:
    tiles = [Sprite(collision=Rect(x, 0, 8, 8)) for x in (-8, 0)]
    for y in (-20, 20):
        point = Sprite(0, 4, collision=Point(0, 0))
        assert point.move_and_slide(0, y, tiles).travel == (0, y)


@pytest.mark.parametrize("way", [(16, 0), (-16, 0), (0, 16), (0, -16), (12, -8)])
def test_a_point_leaves_a_polygon_also_from_a_cut(way: tuple[float, float]) -> None:
    """Where a sweep passes over what it is in, a slide does, too."""
    with at_least(free=4) as seen:
        for x, y in itertools.product((-6, -4, -2, 2, 4, 6), repeat=2):
            polygon = Sprite(collision=Polygon(ARROW))
            point = Sprite(x, y, collision=Point(0, 0))
            if abs(x) == abs(y) and y < 0 and point.sweep(*way, polygon) is None:
                seen["free"] += 1
                assert point.move_and_slide(*way, polygon).travel == way
                assert (point.x, point.y) == (x + way[0], y + way[1])


# --- many at once --------------------------------------------------------------------------------


def crowd(r: random.Random, count: int, side: int) -> Group:
    kinds = Circle(0, 0, 5), Rect(-4, -4, 8, 8), Capsule(-3, 0, 3, 0, 3)
    return Group(
        Sprite(
            r.randrange(side),
            r.randrange(side),
            collision=r.choice(kinds),
            angle=r.choice([0, 30]),
            collision_layer=r.choice([1, 1, 2]),
        )
        for _ in range(count)
    )


def test_all_slide_as_each_would_alone() -> None:
    with at_least(stopped=30, free=400) as seen:
        for seed in range(12):
            r = random.Random(seed)
            group = crowd(r, r.choice([1, 30, 300]), r.choice([60, 400]))
            walls = Group(
                Sprite(r.randrange(400), r.randrange(400), collision=Rect(0, 0, 30, 6))
                for _ in range(40)
            )
            single = Sprite(50, 50, collision=Circle(0, 0, 20))
            targets: Any = r.choice([walls, group, [walls, group, single], single, []])
            conditions: Any = r.choice(
                [{}, {"mask": 1}, {"exclude": [single, *list(walls)[::2]]}, {"exclude": group}]
            )
            dx, dy = np.random.default_rng(seed).integers(-20, 20, (2, len(group)))
            expected = []
            for k, sprite in enumerate(group):
                x, y = sprite.x, sprite.y
                slide = sprite.move_and_slide(float(dx[k]), float(dy[k]), targets, **conditions)
                normal = slide.hits[0].normal if slide else (0, 0)
                expected.append(
                    (tuple(slide.travel), bool(slide), tuple(normal), sprite.x, sprite.y)
                )
                sprite.x, sprite.y = x, y
            slides = group.move_and_slide_arrays(dx, dy, targets, **conditions)
            assert isinstance(slides, SlideArrays)
            columns = slides.travel.tolist(), slides.hit.tolist(), slides.normal.tolist()
            found = [
                (tuple(travel), hit, tuple(normal), sprite.x, sprite.y)
                for travel, hit, normal, sprite in zip(*columns, group, strict=True)
            ]
            assert found == expected, seed
            seen["stopped"] += sum(columns[1])
            seen["free"] += columns[1].count(False)


@pytest.mark.parametrize("seed", range(6))
def test_each_of_two_gets_half_of_the_push(seed: int) -> None:
    r = random.Random(seed)
    group, expected = crowd(r, 60, 120), np.zeros((60, 2))
    for (i, one), (j, other) in itertools.combinations(enumerate(group), 2):
        apart = one.distance(other)
        half = -0.5 * min(0.0, apart.distance) * np.array(apart.normal)
        assert 2 * math.hypot(*half) == pytest.approx(one.separation(other).length)
        expected[i] += half
        expected[j] -= half
    assert np.count_nonzero(expected) > 50
    assert group.separation_arrays() == pytest.approx(expected, abs=1e-12)
    walls = [crowd(r, 9, 120), Sprite(60, 60, collision=Rect(0, 0, 30, 30))]
    whole = [tuple(one.separation(walls)) for one in group]
    assert [tuple(push) for push in group.separation_arrays(walls).tolist()] == whole
    twins = [Sprite(one.x, one.y, angle=one.angle, collision=one.shapes) for one in walls[0]]
    assert group[0].separation([*walls[0], *twins]) == group[0].separation(walls[0])


def test_a_crowd_in_one_place_parts() -> None:
    group = Group(Sprite(0.01 * k, 0.0, collision=Circle(0, 0, 5)) for k in range(20))
    for _ in range(200):
        push = group.separation_arrays()
        group.x += push[:, 0]
        group.y += push[:, 1]
    assert np.abs(push).max() < 0.1


def test_an_empty_group_moves_nothing() -> None:
    slides = Group().move_and_slide_arrays(1, 2, Sprite())
    assert slides.travel.shape == slides.normal.shape == (0, 2)
    assert slides.hit.shape == (0,)
    assert Group().separation_arrays().shape == (0, 2)


# --- out of what it is in ------------------------------------------------------------------------


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_depenetrate_is_the_way_out_of_those_that_count(seed: int, grouped: bool) -> None:
    """The conditions are tried by hand, and a copy that meets all layers leaves what remains."""
    r = random.Random(seed)

    def layers() -> dict[str, int]:
        return {"collision_layer": r.randrange(8), "collision_mask": r.randrange(8)}

    walls = [placed(r, 60, **layers()) for _ in range(12)]
    with at_least(moved=2) as seen:
        for _ in range(30):
            mask, mover = r.choice([None, 0, 1, 6, 7]), placed(r, 60, **layers())
            exclude, wanted = (
                r.sample(walls, r.choice([0, 0, 1, 3])),
                r.choice([None, r.sample(walls, 8)]),
            )
            counted = [
                Sprite(wall.x, wall.y, collision=wall.collision)
                for wall in walls
                if (wanted is None or wall in wanted) and wall not in exclude
                and (wall.collision_layer & mask if mask is not None
                     else wall.collision_layer & mover.collision_mask
                     and mover.collision_layer & wall.collision_mask)
            ]  # fmt: skip
            x, y, most = mover.x, mover.y, r.choice([math.inf, 4.0, 12.0])
            push = Sprite(x, y, collision=mover.collision).separation(counted)
            expected = push if push.length <= most else (0, 0)
            where = None if wanted is None else lambda wall, ids=wanted: wall in ids
            conditions: Any = {"mask": mask, "exclude": exclude, "where": where}
            targets: Any = Group(walls) if grouped else walls
            assert mover.depenetrate(targets, max_distance=most, **conditions) == expected
            assert (mover.x, mover.y) == (x + expected[0], y + expected[1])
            if expected == push:
                assert not Sprite(mover.x, mover.y, collision=mover.collision).hits(counted)
            seen["moved"] += expected != (0, 0)


@pytest.mark.parametrize(
    ("most", "expected"),
    [(0, 0), (2.999, 0), (3, -3), (np.float32(3), -3), (3.5, -3), (math.inf, -3), (True, 0)],
)
def test_depenetrate_moves_at_most_so_far(most: float, expected: float) -> None:
    wall = Sprite(-50, 17, collision=Rect(0, 0, 100, 100))
    for targets in (wall, [wall], Group(wall)):
        box = Sprite(collision=Rect(0, 0, 20, 20))
        assert box.depenetrate(targets, max_distance=most) == (0, expected)
        assert (box.x, box.y) == (0, expected)
    ball = Sprite(0.3, 0.1, collision=Circle(0, 0, 6))
    way = ball.separation(wall := Sprite(collision=Rect(-7, -7, 14, 14), angle=30))
    assert ball.depenetrate(wall, max_distance=way.length) == way != (0, 0)


def test_where_of_depenetrate_is_asked_once_and_only_about_what_decides() -> None:
    boxes = (-50, 17, 100, 9), (-50, -6, 100, 7), (500, 0, 9, 9), (-50, -40, 100, 5)
    walls = [Sprite(x, y, collision=Rect(0, 0, *size)) for x, y, *size in boxes]
    box, seen = Sprite(collision=Rect(0, 0, 20, 20)), []

    def where(wall: Sprite) -> bool:
        seen.append(wall)
        return wall is not walls[1]

    assert box.depenetrate(walls, where=where) == (0, -3)
    assert seen == walls[:2]
    assert box.depenetrate(walls[2:], where=where) == (0, 0)
    assert seen == walls[:2]


def test_a_slide_is_a_frozen_record_and_is_copied_with_its_floor() -> None:
    floor = Sprite(0, 10, collision=Rect(0, 0, 50, 10))
    slide = Sprite(5, 0, collision=Rect(0, 0, 5, 5)).move_and_slide(3, 50, floor, up=UP)
    assert slide.floor is floor
    assert not hasattr(slide, "__dict__")
    assert copy.copy(slide) == slide
    assert slide == Slide(*[getattr(slide, name) for name in Slide.__match_args__])
    assert slide != Slide(*[getattr(slide, name) for name in Slide.__match_args__[:7]])
    for again in (copy.deepcopy(slide), pickle.loads(pickle.dumps(slide))):
        assert again.floor is again.hits[0].other is not floor
        assert (again.floor.x, again.floor.y, again.wall_normal) == (0, 10, slide.wall_normal)
    free = Sprite(collision=Circle(0, 0, 1)).move_and_slide(3, 4, [])
    assert free == Slide((3, 4), (0, 0), [], False, False, False, (0, 0))


@pytest.mark.parametrize("angle", [0, 90, 180, 270, 45, 12.3])
@pytest.mark.parametrize("across", [0, 0.25, -3])
@pytest.mark.parametrize("joined", [False, True])
def test_a_point_gets_between_no_two_tiles_that_touch(
    angle: float, across: float, joined: bool
) -> None:
    """Along their seam it hits neither; and yet they stop it as one wall does."""
    boxes = [Rect(-16, 0, 16, 16), Rect(0, 0, 16, 16)]
    if joined:
        walls = [Sprite(collision=boxes, angle=angle)]
    else:
        walls = [Sprite(collision=box, angle=angle) for box in boxes]
    for body in (Point(0, 0), [Point(0, 0), Point(0, -9)]):
        mover = Sprite(collision=body, angle=angle)
        mover.position = Vec2(-across, -10).rotated(angle)
        slide = mover.move_and_slide(*Vec2(across, 20).rotated(angle), walls)
        assert slide.hits
        assert Vec2(mover.position).rotated(-angle) == pytest.approx((0, 0), abs=1e-6)


@pytest.mark.parametrize("count", [5, 6, 7, 8, 10])
@pytest.mark.parametrize("steepest", [10, 30])
def test_of_many_pegs_that_hold_a_ball_twelve_are_told(count: int, steepest: int) -> None:
    """So many to either side, each of which alone would let it roll down."""
    pegs = [
        Sprite(side * 11 * math.cos(turn), 11 * math.sin(turn), collision=Circle(0, 0, 1))
        for side in (1, -1)
        for turn in np.radians(np.linspace(1, steepest, count))
    ]
    ball = Sprite(0, 0, collision=Circle(0, 0, 10))
    hits = ball.move_and_slide(0, 5, pegs).hits
    assert ball.position == (0, 0)
    assert len({id(hit.other) for hit in hits}) == len(hits) == min(2 * count, 12)
    for hit in hits:
        assert hit.normal == pytest.approx((-hit.other.x / 11, -hit.other.y / 11), abs=1e-9)


def test_who_slides_about_in_a_cave_of_tiles_stays_in_it_and_gets_into_nothing() -> None:
    """And in the same place in all forms of the cave: see `support.slides`."""
    with at_least(frames=15_000, stopped=7_000, free=6_000) as seen:
        for seed in range(160):
            wrong, found = judged(seed)
            assert wrong == []
            seen.update(found)
    assert unplayed(seen) == []


@pytest.mark.parametrize("how", ["slide", "above", "flight", "walk"])
def test_whatever_shortens_a_motion_is_told_as_a_sweep_tells_it(how: str) -> None:
    """It leads into a wall by 1e-12 to 1 pixel, straight or aslant, or stops just before the wall.

    By much less than a hair, too; up to rounding.
    """
    bodies = Rect(-6, -12, 12, 12), Circle(0, -6, 6), Capsule(-2, -4, 2, -4, 4)
    with at_least(hits=400, misses=100) as seen:
        for seed in range(600):
            r = random.Random(seed)
            x, y = r.randrange(-60, 60), r.randrange(-60, 60)
            right, far, into = (
                r.random() < 0.5,
                r.randrange(6),
                r.uniform(1, 10) * 10.0 ** -r.randint(1, 12),
            )
            if r.random() < 0.2:
                into = min(-into, -1e-11)
            if how == "walk":
                far += 1  # what is shorter than a few hairs is no walk
            side = 1 if right else -1
            wall = Sprite(x + side * (6 + far), y, collision=Rect(0 if right else -20, -40, 20, 80))
            floor = Sprite(x - 60, y, collision=Rect(0, 0, 120, 20))
            along = r.choice([0, 0, -3, -0.1])  # upward
            if how == "walk":
                along = 0.5
            hero, other = (Sprite(x, y, collision=bodies[seed % 3]) for _ in "ab")
            level = [wall, floor] if how == "walk" else [wall]
            walker = CharacterController(hero, up=None if how == "above" else (0, -1))
            if how == "walk":
                walker.move(0, 1, level)
            motion = side * (far + into), along
            met = other.sweep(motion[0], min(along, 0), wall)
            if how == "slide":
                slide = hero.move_and_slide(*motion, level, up=(0, -1))
            else:
                slide = walker.move(*motion, level)
            on_wall = [hit for hit in slide.hits if hit.other is wall]
            assert (met is not None) == (into > 0) == bool(on_wall) == slide.on_wall, seed
            assert met is None or (slide and on_wall[0].normal == met.normal == (-side, 0))
            seen["hits" if on_wall else "misses"] += 1
