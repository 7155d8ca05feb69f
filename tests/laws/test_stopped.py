"""A move tells what stopped it: to the last bit, in every kind of move.

Either the rest of the motion is exactly 0, or something that was met is against it.
"""

import copy
import math
import random
from collections.abc import Callable
from typing import Any

import pytest
from support.counting import at_least
from support.fitting import fitting
from support.scenes import AREAS, shape, sized

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Group,
    Point,
    Polygon,
    Rect,
    Sprite,
    SweepHit,
    Vec2,
)

UP = (0, -1)
HEROES: tuple[Any, ...] = (
    Rect(-8, -8, 16, 16),
    Circle(0, 0, 8),
    Capsule(0, -6, 0, 6, 5),
    [Rect(-8, -4, 16, 12), Rect(-4, -12, 8, 10)],
)


def tiles(r: random.Random) -> list[Rect]:
    size = r.choice([8, 16])
    floor = [Rect(size * k - 80, 28, size, size) for k in range(160 // size)]
    wall = [Rect(28, size * k - 64, size, size) for k in range(96 // size)]
    return floor + wall


def ordinary(r: random.Random) -> list[Sprite]:
    """A floor, a room, tiles as one sprite or many, a slope: whole numbers."""
    choice = r.randrange(5)
    if choice == 0:
        return [Sprite(-100, 28, collision=Rect(0, 0, 200, 10))]
    if choice == 1:
        return [Sprite(collision=tile) for tile in tiles(r)]
    if choice == 2:
        return [Sprite(collision=tiles(r))]
    if choice == 3:
        sides = Rect(-100, 28, 200, 10), Rect(28, -100, 10, 130), Rect(-40, -100, 12, 130)
        return [Sprite(collision=side) for side in (*sides, Rect(-100, -40, 200, 10))]
    slope = Polygon([(-100, 28), (0, 28), (100, -22), (100, 68), (-100, 68)])
    return [Sprite(collision=slope), Sprite(collision=Rect(-60, -60, 20, 80))]


def wild(r: random.Random) -> list[Sprite]:
    return [
        Sprite(
            r.uniform(-60, 60),
            r.uniform(-60, 60),
            collision=shape(r, AREAS, sized(20)),
            angle=r.choice([0, 30, 45, r.uniform(0, 360)]),
        )
        for _ in range(r.randint(1, 8))
    ]


def depth(r: random.Random, numbers: float) -> float:
    """How far a motion leads into what it is aimed at; below 0, it does not reach that."""
    choice = r.randrange(5)
    if choice == 0:
        return r.randint(1, 64) * math.ulp(numbers)
    if choice == 1:
        return float(10 ** r.uniform(-12, 0))
    if choice == 2:
        return r.randint(1, 8)
    return 0.0 if choice == 3 else float(-(10 ** r.uniform(-12, 0)))


def scene(r: random.Random, kind: Callable[[random.Random], list[Sprite]]) -> Any:
    """A level, a hero of some shape, where it is, and a motion of it."""
    level = kind(r)
    far = r.choice([0, 0, 0, 1000, 0.1, 12345.678])
    for target in level:
        target.position += (far, far)
    shape = r.choice(HEROES)
    x = far + r.choice([r.randint(-20, 18), r.uniform(-20, 18)])
    y = far + r.choice([r.randint(-30, 18), r.uniform(-30, 18)])
    way = Vec2(r.choice([(0, 1), (1, 0), (-1, 0), (0, -1), (3, 4), (r.gauss(0, 1), r.gauss(0, 1))]))
    hit = Sprite(x, y, collision=shape).sweep(*(way * 200), level)
    if hit is None:
        return level, shape, Vec2(x, y), way * r.choice([5, 10 * r.random()])
    numbers = max(map(abs, (*hit.position, x, y)))
    motion = hit.position - (x, y) - hit.normal * depth(r, numbers)
    if r.random() < 0.3:
        motion += Vec2(-hit.normal.y, hit.normal.x) * 3
    return level, shape, Vec2(x, y), motion


def is_told(rest: Vec2, hits: Any) -> bool:
    return rest == (0, 0) or any(hit.normal.dot(rest) < 0 for hit in hits)


@pytest.mark.parametrize("kind", [ordinary, wild])
def test_the_rest_is_nothing_or_something_is_against_it(kind: Any) -> None:
    with at_least(
        slide=900, stopped=500, slightly=150, bounced=250, walked=500, landed=100
    ) as seen:
        for seed in range(1000):
            r = random.Random(f"{kind.__name__} {seed}")
            level, shape, start, motion = scene(r, kind)
            goal = start.x + motion.x, start.y + motion.y

            def hero(start: Vec2 = start, shape: Any = shape) -> Sprite:
                return Sprite(*start, collision=shape)

            for up in (None, UP):
                one = hero()
                slide = one.move_and_slide(*motion, level, up=up)
                assert is_told(slide.remainder, slide.hits), (seed, up)
                assert (slide.remainder == (0, 0)) == (one.position == goal), (seed, up)
                seen["slide"] += 1
                seen["stopped"] += bool(slide.hits)
                seen["slightly"] += 0 < slide.remainder.length < 1e-6
                many = Group(hero())
                moved = many.move_and_slide_arrays(*motion, level, up=up)
                assert many[0].position == one.position
                assert moved.on_floor[0] == slide.on_floor, seed
                assert moved.hit[0] == bool(slide.hits), seed
            ball = hero()
            bounces = ball.move_and_bounce(*motion, level)
            assert bounces.hits or ball.position == goal, seed
            seen["bounced"] += bool(bounces.hits)
            for up in (None, UP):
                snap = r.choice([0, 4])
                walker = CharacterController(hero(), up=up, snap=snap)
                inside = walker.sprite.hits(level)
                slide = walker.move(*motion, level)
                rest = slide.remainder + slide.pushed
                if up is None or not slide.on_floor:
                    assert is_told(rest, slide.hits) or slide.crushed, (seed, up)
                else:
                    assert rest == (0, 0) or slide.hits, (seed, up)
                if rest == (0, 0) and not slide.pushed and not inside:
                    assert walker.sprite.position == goal, (seed, up)
                seen["walked"] += bool(slide.hits)
                seen["landed"] += slide.on_floor


def test_what_fits_exactly_is_told_too() -> None:
    """Rounding leaves it no room at the mouth of a tunnel, at a corner and between two walls."""
    with at_least(slide=4000, stopped=600, slightly=140, bounced=600, walked=1200) as seen:
        for seed in range(6000):
            r = random.Random(seed)
            level, body, motion = fitting(r)
            if body.hits(level):
                continue
            goal = body.x + motion.x, body.y + motion.y
            one, ball, sprite, member = (copy.copy(body) for _ in range(4))
            slide = one.move_and_slide(*motion, level)
            many = Group(member).move_and_slide_arrays(*motion, level)
            assert member.position == one.position, seed
            assert many.hit[0] == bool(slide.hits), seed
            assert is_told(slide.remainder, slide.hits), seed
            assert (slide.remainder == (0, 0)) == (one.position == goal), seed
            assert not one.hits(level), seed
            seen["slide"] += 1
            seen["stopped"] += bool(slide.hits)
            seen["slightly"] += 0 < slide.remainder.length < 1e-6
            bounces = ball.move_and_bounce(*motion, level)
            assert bounces.hits or ball.position == goal, seed
            assert not ball.hits(level), seed
            seen["bounced"] += bool(bounces.hits)
            up = r.choice([None, UP])
            walker = CharacterController(sprite, up=up)
            for _ in range(2):
                slide = walker.move(*motion, level)
                if up is None:
                    assert is_told(slide.remainder, slide.hits), seed
                assert slide.hits or slide.remainder == (0, 0), seed
                assert not sprite.hits(level), seed
                seen["walked"] += bool(slide.hits)


def diamonds(*places: tuple[float, float]) -> list[Sprite]:
    return [Sprite(angle=45, collision=Rect(x, y, 16, 16)) for x, y in places]


def test_a_body_that_a_corner_stops_by_rounding_tells_of_the_corner() -> None:
    """It is a hair beside the corner, whose other side the motion leads along."""
    corner, wall = diamonds((16, 64), (48, 80))
    body = Sprite(-33.94112549695437, 79.19595949289324, angle=45, collision=Rect(0, 0, 16, 16))
    slide = body.move_and_slide(6, -6, [corner, wall])
    assert slide.remainder == (6, -6)
    assert [hit.other for hit in slide.hits] == [corner]
    assert is_told(slide.remainder, slide.hits)


def test_the_mouth_of_a_tunnel_exactly_as_wide_is_told() -> None:
    """The corner of a square stops the body there, by a side that is along the motion but for
    rounding.
    """
    way = Vec2(-0.2474873734152916, 0.24748737341529167)
    squares = [
        [
            (-1.6653345369377348e-16, -0.9899494936611666),
            (-0.4949747468305835, -1.4849242404917498),
            (-3.3306690738754696e-16, -1.9798989873223332),
            (0.494974746830583, -1.48492424049175),
        ],
        [
            (-6.661338147750939e-16, -2.969848480983499),
            (-0.49497474683058407, -3.4648232278140827),
            (-6.661338147750939e-16, -3.9597979746446663),
            (0.49497474683058273, -3.4648232278140827),
        ],
        [
            (-0.4949747468305836, -2.474873734152916),
            (-0.989949493661167, -2.9698484809834995),
            (-0.49497474683058407, -3.4648232278140827),
            (-6.661338147750939e-16, -2.969848480983499),
        ],
    ]
    level = [Sprite(12345.678, 12345.678, collision=Polygon(each)) for each in squares]
    body = Sprite(12345.913275190598, 12343.46282582208, angle=225, collision=Rect(0, 0, 0.7, 0.7))
    slide = body.move_and_slide(*way, level)
    assert 0.01 < slide.remainder.length < 0.02
    assert is_told(slide.remainder, slide.hits)


def test_of_a_corner_the_side_against_the_rest_is_told() -> None:
    """Both sides are as far off: the point rests exactly at the corner."""
    point = Sprite(960, 999.9999999999999, angle=180, collision=Point(0, 0))
    square = Sprite(1000, 1000, angle=180, collision=Rect(30, 30, 10, 10))
    slide = point.move_and_slide(0, -30, square)
    assert slide.remainder.y < 0
    assert is_told(slide.remainder, slide.hits)


def test_a_point_that_a_seam_stops_tells_of_it() -> None:
    """Each of the two tiles lets it along its side."""
    tiles = [Sprite(x, 0, collision=Rect(0, 0, 16, 16)) for x in (0, 16)]
    slide = Sprite(16, 16, collision=Point(0, 0)).move_and_slide(0, -4, tiles)
    assert slide.remainder == (0, -4)
    assert [hit.normal for hit in slide.hits] == [(0, 1)]


@pytest.mark.parametrize("walks", [False, True])
def test_what_falls_along_a_turned_wall_of_tiles_never_stands_on_a_seam(walks: bool) -> None:
    """It falls by whole parts of a tile, so it often ends exactly beside a seam."""
    with at_least(frames=5000, slightly=120, met=1000) as seen:
        for seed in range(120):
            r = random.Random(seed)
            angle = r.choice([0, 30, 45, 15, 60, 135, r.uniform(0, 360)])
            far = r.choice([0, 1000, 0.1])
            tiles = [Rect(0, 16 * k, 16, 16) for k in range(60)]
            wall = [Sprite(far, far, angle=angle, collision=tile) for tile in tiles]
            side, wide, high = r.choice([-1, 1]), r.choice([8, 16]), r.choice([16, 24])
            at = Vec2(16 if side > 0 else -wide, r.choice([0, 4, 8])).rotated(angle)
            body = Sprite(*at, angle=angle, collision=Rect(0, 0, wide, high))
            body.position += (far, far)
            up = Vec2(UP).rotated(angle)
            way = Vec2(-side * r.choice([0, 0, 1]), r.choice([4, 8, 16])).rotated(angle)
            walker = CharacterController(body, up=up)
            for _ in range(50):
                one = walker.move(*way, wall) if walks else body.move_and_slide(*way, wall, up=up)
                assert not one.on_floor, seed
                assert not one.on_ceiling, seed
                seen["frames"] += 1
                seen["slightly"] += 0 < one.remainder.length < 1e-6
                seen["met"] += bool(one.hits)


def test_a_wall_beside_a_walker_does_not_stop_its_step_down() -> None:
    """`snap` leads it farther down than its motion, along a wall."""
    level = [
        Sprite(-60, 20, collision=Rect(0, 0, 64, 4)),
        Sprite(-60, 24, collision=Rect(0, 0, 99, 4)),
    ]
    wall = Sprite(20, 0, collision=Rect(0, 0, 10, 24))
    walker = CharacterController(Sprite(0, 0, collision=Rect(0, 0, 16, 20)), snap=8)
    walker.move(0, 1, [*level, wall])
    slide = walker.move(4, 0, [*level, wall])
    assert (slide.travel, slide.remainder) == ((4, 4), (0, -4))
    assert [hit.other for hit in slide.hits] == [level[1]]
    assert not slide.on_wall


# --- landings ------------------------------------------------------------------------------------


def fall_of(r: random.Random) -> Any:
    """The motions of a fall, frame by frame: pixels a frame, or by seconds."""
    speed, frames, pull = 0.0, r.choice([60, 144]), r.choice([0.4, 0.5])
    by_seconds = r.random() < 0.5
    while True:
        speed += 900 / frames if by_seconds else pull
        yield speed / frames if by_seconds else speed


@pytest.mark.parametrize("walks", [False, True])
def test_a_landing_is_told_in_its_frame(walks: bool) -> None:
    """From heights in halves. The last frame may end above the floor, exactly on it, or below."""
    with at_least(stopped=500, exactly=20) as seen:
        for seed in range(600):
            r = random.Random(seed)
            floor = Sprite(-50, 208, collision=Rect(0, 0, 200, 10))
            crate = Sprite(0, r.randint(-100, 367) / 2, collision=Rect(0, 0, 24, 24))
            walker = CharacterController(crate)
            for fall in fall_of(r):
                goal = crate.y + fall
                if walks:
                    slide = walker.move(0, fall, floor)
                else:
                    slide = crate.move_and_slide(0, fall, floor, up=UP)
                if goal >= 184:
                    break
                if not walks or goal < 184 - 1e-6:
                    assert not slide.on_floor, seed
            assert crate.y == 184
            assert slide.on_floor, seed
            assert (slide.floor, slide.floor_normal) == (floor, UP)
            assert slide.remainder == (0, goal - 184) or goal > 184
            seen["stopped"] += goal > 184
            seen["exactly"] += goal == 184
            assert bool(slide.hits) == (goal > 184 or walks), seed


def test_many_at_once_tell_an_exact_landing_like_one() -> None:
    """Straight down or along a slope, on one floor or many, near 0 and far away."""
    with at_least(landed=300, alone=100) as seen:
        for seed in range(400):
            r = random.Random(seed)
            far = r.choice([0, 0, 1000, 2.0**20])
            level = ordinary(r)
            for target in level:
                target.position += (far, far)
            shapes = [r.choice(HEROES) for _ in range(4)]
            ways = [r.choice([(0, 1), (0, 1), (1, 1), (2, -1), (2, 1)]) for _ in shapes]
            bodies, motions = [], []
            for shape, way in zip(shapes, ways, strict=True):
                body = Sprite(far + r.randint(-20, 18), far + r.randint(-30, 18), collision=shape)
                hit = body.sweep(0, 99, level)
                if hit is not None:
                    body.position = Vec2(hit.position) - Vec2(way) * r.randint(1, 4)
                bodies.append(body)
                motions.append((hit.position - body.position) if hit is not None else Vec2(way))
            alone = [copy.copy(body) for body in bodies]
            slides = [
                one.move_and_slide(*motion, level, up=UP)
                for one, motion in zip(alone, motions, strict=True)
            ]
            dx, dy = zip(*motions, strict=True)
            moved = Group(bodies).move_and_slide_arrays(dx, dy, level, up=UP)
            for k, slide in enumerate(slides):
                assert bodies[k].position == alone[k].position, seed
                assert moved.on_floor[k] == slide.on_floor, seed
                assert moved.hit[k] == bool(slide.hits), seed
                seen["landed"] += slide.on_floor
                seen["alone"] += slide.on_floor and not slide.hits


def test_a_walker_that_falls_off_the_platform_on_which_it_lands_tells_of_it() -> None:
    platform = Sprite(0, 20, collision=Rect(0, 0, 40, 6))
    slide = CharacterController(Sprite(30, 10, collision=Rect(0, 0, 16, 16))).move(30, 30, platform)
    assert [hit.other for hit in slide.hits] == [platform]
    assert is_told(slide.remainder, slide.hits)
    assert (slide.on_floor, slide.on_wall) == (False, False)


# --- what `where` is shown, and where a hit begins -----------------------------------------------


def room(r: random.Random) -> list[Sprite]:
    """A room in a rock of tiles, and some other things in it."""
    size = r.choice([4, 8, 16])
    cells = [(i, j) for i in range(-6, 7) for j in range(-6, 7) if r.random() < 0.4]
    tiles = [Sprite(size * i, size * j, collision=Rect(0, 0, size, size)) for i, j in cells]
    slope = Polygon([(0, 20), (30, 0), (30, 20)])
    others = [
        Sprite(
            r.randint(-40, 40),
            r.randint(-40, 40),
            collision=r.choice([Rect(0, 0, 20, 6), Circle(0, 0, 9), slope]),
        )
        for _ in range(3)
    ]
    free = [tile for tile in tiles if abs(tile.x) > 12 or abs(tile.y) > 12 or r.random() < 0.1]
    return free + others


def play(seed: int) -> Any:
    """A walker in a room with a lift, which may crush it: each frame of it."""
    r = random.Random(seed)
    level = room(r)
    shape = r.choice([Rect(-20, 0, 40, 4), Rect(0, -20, 4, 40)])
    lift = Sprite(r.randint(-10, 10), r.randint(-30, 30), collision=shape)
    level.append(lift)
    shape = r.choice([Rect(-6, -9, 12, 18), Circle(0, 0, 8), HEROES[2], Rect(-3, -4, 6, 8)])
    hero = Sprite(r.randint(-8, 8), r.randint(-8, 8), collision=shape)
    walker = CharacterController(
        hero, up=r.choice([UP, UP, None]), snap=r.choice([0, 4, 8]), step=r.choice([0, 8, 40])
    )
    drive = Vec2(r.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])) * r.randint(0, 5)
    across, fall = r.randint(-4, 4), r.choice([0, 1, 3, 4])
    for frame in range(12):
        lift.position += drive
        if frame == 3 and r.random() < 0.3:
            hero.collision = Rect(-8, -12, 16, 24)
        yield walker, level, Vec2(across, -6 if r.random() < 0.1 else fall)


def test_hits_touch_and_tell_whether_they_begin_inside() -> None:
    """Also those that `where` is shown, and those of crushed walkers."""
    with at_least(shown=3000, hits=2000, inside=200, crushed=500) as seen:
        for seed in range(250):
            for walker, level, motion in play(seed):
                shown: list[tuple[Sprite, SweepHit]] = []

                def where(other: Sprite, hit: SweepHit, shown: Any = shown) -> bool:
                    shown.append((other, hit))
                    return True

                hero = walker.sprite
                inside = {id(target) for target in level if hero.hits(target)}
                slide = walker.move(*motion, level, where=where if seed % 2 else None)
                for other, hit in shown:
                    there = copy.copy(hero)
                    there.position = hit.position
                    assert there.distance(other).distance < 1e-6, seed
                for hit in slide.hits:
                    assert hit.from_inside == (id(hit.other) in inside), seed
                    seen["inside"] += hit.from_inside
                rest = slide.remainder + slide.pushed
                assert rest == (0, 0) or slide.hits, seed
                seen["shown"] += len(shown)
                seen["hits"] += len(slide.hits)
                seen["crushed"] += slide.crushed
                assert not {id(target) for target in level if hero.hits(target)} - inside, seed


# --- the crushed ---------------------------------------------------------------------------------


def crushed_in(*blocks: tuple[int, int, int, int], **settings: Any) -> tuple[Any, list[Sprite]]:
    """A walker at (0, 0), 16 x 20 large, in a room that a press has just made too small."""
    level = [Sprite(x, y, collision=Rect(0, 0, width, height)) for x, y, width, height in blocks]
    walker = CharacterController(Sprite(0, 0, collision=Rect(0, 0, 16, 20)), **settings)
    walker.move(0, 0, level)
    return walker, level


def test_a_crushed_jump_meets_the_ceiling() -> None:
    """In a tunnel that a press has made too low, once by a floor and once by a roof."""
    walker, (floor, roof) = crushed_in((-50, 20, 200, 30), (-50, -30, 200, 30))
    floor.y = 14
    slide = walker.move(0, -12, [floor, roof])
    assert slide.crushed
    assert slide.on_ceiling
    assert is_told(slide.remainder, slide.hits)
    assert slide.travel.y > -12


@pytest.mark.parametrize("side", [-1, 1])
def test_a_middle_that_would_end_on_a_face_stays_on_either_side(side: int) -> None:
    """Of a ray, only a left face is a part of the wall."""
    walker, level = crushed_in((-50, 20, 200, 30), (-50, -30, 200, 30), (-30, -90, 22, 200))
    wall = level[2]
    wall.x = 14 if side > 0 else -20
    level[0].y = 14
    slide = walker.move(side * (wall.x - 8 if side > 0 else 8 - (wall.x + 22)), 0, level)
    assert slide.crushed
    assert walker.sprite.x == 0
    assert any(hit.normal == (-side, 0) for hit in slide.hits)


@pytest.mark.parametrize("settings", [{"snap": 4}, {"step": 40}, {"snap": 4, "step": 40}])
def test_nobody_is_led_through_what_he_is_in_by_snap_or_step(settings: Any) -> None:
    """He has grown into his floor, below which a lift goes down; or a roof is above him."""
    with at_least(crushed=500) as seen:
        for seed in range(60):
            r = random.Random(seed)
            floor = [Sprite(4 * k - 40, 20, collision=Rect(0, 0, 4, 4)) for k in range(24)]
            roof = [Sprite(4 * k - 40, -4, collision=Rect(0, 0, 4, 4)) for k in range(24)]
            lift = Sprite(-40, 24 + r.randint(0, 6), collision=Rect(0, 0, 96, 6))
            level = [*floor, *roof, lift]
            hero = Sprite(0, 0, collision=Rect(0, 0, 16, 20))
            walker = CharacterController(hero, **settings)
            walker.move(0, 1, level)
            hero.collision = Rect(0, -r.randint(0, 3), 16, r.randint(22, 27))
            for _ in range(12):
                lift.y += r.randint(0, 3)
                middle = (hero.aabb[1] + hero.aabb[3]) / 2
                slide = walker.move(r.randint(-2, 2), r.choice([0, 1, 3]), level)
                now = (hero.aabb[1] + hero.aabb[3]) / 2
                assert not middle < 20 <= now, seed
                assert not middle > 0 >= now, seed
                seen["crushed"] += slide.crushed


def test_up_is_no_set() -> None:
    """A set of two numbers has no order. Both calls say so."""
    hero = Sprite(collision=Rect(0, 0, 16, 16))
    for up in ({0, -1}, frozenset({0, -1}), "01"):
        calls: list[Callable[..., Any]] = [
            lambda up: CharacterController(hero, up=up),
            lambda up: hero.move_and_slide(0, 1, [], up=up),
        ]
        for call in calls:
            with pytest.raises(TypeError, match="up must be a vector"):
                call(up)
