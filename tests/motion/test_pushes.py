"""What a walker is pushed out of: walls and tiles alike, how far, and when it is crushed."""

import itertools
import math
import random
from collections import Counter
from typing import Any

import pytest
from support.counting import at_least
from support.forms import Form, Wall, unplayed
from support.levels import BLUNT, block, turned, walker
from support.presses import CHANGES, judged

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Polygon,
    Rect,
    Shape,
    Sprite,
    Triangle,
    Vec2,
)

# --- the same in all forms -----------------------------------------------------------------------


def test_what_gets_into_a_body_moves_it_as_told_and_in_all_forms_alike() -> None:
    """Movers, rooms, doors and presses: see `support.presses`."""
    changes = {f"leaves by {change}": 15 for change in CHANGES}
    with at_least(frames=50_000, shoved=1500, leaves=2000, stays=5000, **changes) as seen:
        for seed in range(250):
            wrong, found = judged(seed)
            assert wrong == []
            seen.update(found)
    assert unplayed(seen) == []
    assert seen["met the bird"] + seen["crushed by tiles"] <= 1


@pytest.mark.parametrize("off", [0, 8, 12])
@pytest.mark.parametrize("end", [72, 76, 80])
def test_a_door_on_a_floor_crushes_alike_whatever_the_floor_is_cut_into(off: int, end: int) -> None:
    """It falls on a hero that walks below it, which is led out of the door, or stays."""
    with at_least(crushed=50, pushed=10) as seen:
        for x, speed in itertools.product((20, 24, 26, 30), (4, 5, 6, 8, 10, 30)):
            ends = []
            for cut in ("whole", "tiles", "one sprite"):
                floor = Form(cut).sprites(Wall((off - 64, 112, off + 256, 128), (16, 16)))
                door = Sprite(16, 66, collision=Rect(0, 0, 16, 32))
                hero = CharacterController(Sprite(x, 112, collision=Rect(-8, -14, 16, 14)))
                hero.move(0, 0.5, [door, *floor])
                for _ in range(6):
                    door.y = min(door.y + speed, end)
                    slide = hero.move(3, 0.5, [door, *floor])
                    seen["crushed"] += slide.crushed
                    seen["pushed"] += slide.pushed != (0, 0)
                    ends.append(hero.sprite.position)
            assert ends[:6] == ends[6:12] == ends[12:], (x, speed)


@pytest.mark.parametrize("cut", ["tiles", "one sprite"])
@pytest.mark.parametrize("side", [(0, 1), (0, -1), (1, 0), (-1, 0)], ids=str)
def test_what_comes_from_any_side_pushes_alike_on_a_floor_of_tiles(side: Any, cut: str) -> None:
    """Doors, lifts and presses, at any speed, which stop or go on; with a low roof or a wall."""
    with at_least(pushed=200) as seen:
        for seed in range(400):
            ends = []
            for form in ("whole", cut):
                r = random.Random(f"{side} {seed}")
                walls = [Wall((-160, 112, 160, 128), (16, 16))]
                walls += r.choice([[], [Wall((-160, 48, 160, 64), (16, 16))]])
                walls += r.choice([[], [Wall((48, 64, 64, 112), (16, 16))]])
                level = [sprite for wall in walls for sprite in Form(form).sprites(wall)]
                wide, high = r.choice([(16, 32), (32, 16), (12, 40), (48, 16), (8, 8)])
                w, h = r.choice([(16, 14), (12, 12), (16, 28), (14, 24), (10, 30)])
                x, beside = r.randrange(-80, 80) / 2, r.randrange(-wide - 8, 8)
                away = {
                    (0, 1): (beside, -h - high - r.choice([0, 1, 8])),
                    (0, -1): (beside, 16 + r.choice([0, 4])),
                    (1, 0): (-w / 2 - wide - r.choice([0, 2, 8]), -r.randrange(1, h + 8)),
                    (-1, 0): (w / 2 + r.choice([0, 2, 8]), -r.randrange(1, h + 8)),
                }[side]
                door = Sprite(x + away[0], 112 + away[1], collision=Rect(0, 0, wide, high))
                hero = CharacterController(
                    Sprite(x, 112, collision=Rect(-w / 2, -h, w, h)),
                    up=r.choice([(0, -1), (0, -1), None]),
                )
                speed = r.choice([r.randrange(1, 20), r.randrange(4, 80), 0.5, 2.5])
                frames = r.choice([1, 2, 3, 8])
                way = r.choice([(0, 0.5), (3, 0.5), (-3, 0.5), (3, -6), (0, -6)])
                hero.move(0, 0.5, [door, *level])
                if hero.sprite.hits(level):
                    continue
                for frame in range(10):
                    if frame < frames:
                        door.position += (side[0] * speed, side[1] * speed)
                    slide = hero.move(*way, [door, *level])
                    seen["pushed"] += slide.pushed != (0, 0)
                    ends.extend(hero.sprite.position)
            half = len(ends) // 2
            assert ends[:half] == pytest.approx(ends[half:], abs=1e-6), seed


@pytest.mark.parametrize("cut", ["whole", "tiles", "one sprite"])
def test_a_crushed_body_does_not_stand_on_the_lift_that_it_is_in(cut: str) -> None:
    """It stands on the floor beside that, which is touched farther from its middle."""
    floor = Form(cut).sprites(Wall((-64, 112, 256, 128), (16, 16)))
    lift = Sprite(25.5, 132, collision=Rect(0, 0, 16, 32))
    walker = CharacterController(Sprite(33.5, 112, collision=Rect(-6, -12, 12, 12)))
    with at_least(crushed=1) as seen:
        for _ in range(4):
            lift.y -= 33
            seen["crushed"] += walker.move(0, 0.5, [lift, *floor]).crushed
            assert walker.sprite.y == 112
            assert walker.floor in floor


# --- what is cut into pieces ---------------------------------------------------------------------


@pytest.mark.parametrize(("dx", "dy"), [(-6, -5), (-8, 8), (-5, -13)])
@pytest.mark.parametrize(
    "body", [Rect(-8, -28, 16, 28), [Rect(-8, -28, 16, 14), Rect(-8, -14, 16, 14)]]
)
def test_a_body_of_two_flush_shapes_is_pushed_like_its_outline(
    body: Any, dx: float, dy: float
) -> None:
    """The side between the two is hidden: a box that comes from the side pushes to the side."""
    hero = CharacterController(Sprite(collision=body), up=None)
    box = block(12, -16, 42, 0)
    hero.move(0, 0, box)
    box.position += (dx, dy)
    slide = hero.move(0, 0, box)
    assert slide.pushed == (dx + 4, 0)


# --- how far -------------------------------------------------------------------------------------


@pytest.mark.parametrize("longest", [0, 2, 6, None])
def test_a_door_pushes_as_far_as_it_may(longest: float | None) -> None:
    ground, hero = block(-200, 0, 200, 16), walker("box", max_push=longest)
    for far in (1, 2, 3, 6, 7, 15, 40):
        door = block(-40, -40, -6, 0)
        hero.sprite.x = hero.sprite.y = 0
        hero.move(0, 1, [ground, door])
        door.x += far
        slide = hero.move(0, 1, [ground, door])
        may = longest is None or far <= longest
        assert slide.crushed is not may
        assert slide.crushed_by is (None if may else door)
        assert slide.pushed == slide.travel == ((far, 0) if may else (0, 0))


@pytest.mark.parametrize(("longest", "crushed"), [(3.9, True), (4, False), (None, False)])
def test_out_of_a_wall_it_goes_as_far_as_it_may(longest: float | None, crushed: bool) -> None:
    wall, hero = block(-40, -40, 0, 40), walker("box", 2, 0, max_push=longest, up=None)
    slide = hero.move(0, 0, wall)
    assert (slide.crushed, slide.pushed) == (crushed, (0, 0) if crushed else (4, 0))
    hero.max_push = 4
    assert not hero.move(0, 0, wall).crushed


def enters(tile: Sprite, start: Vec2, end: Vec2) -> bool:
    """Whether a way leads into a tile in which it does not begin."""
    first, last, begins_inside = 0.0, 1.0, True
    for at, to, low in zip(start, end, tile.position, strict=True):
        begins_inside &= low < at < low + 16
        if at == to:
            last = last if low < at < low + 16 else -1.0
        else:
            ends = sorted(((low - at) / (to - at), (low + 16 - at) / (to - at)))
            first, last = max(first, ends[0]), min(last, ends[1])
    return not begins_inside and first < last


@pytest.mark.parametrize("up", [None, (0, -1)])
@pytest.mark.parametrize("kind", ["box", "circle", "capsule", "two shapes", "large"])
def test_out_of_a_rock_of_tiles_it_goes_no_farther_than_it_must(kind: str, up: Any) -> None:
    """However many tiles the shorter ways lead into. Its middle must not go through any."""
    bodies: dict[str, Any] = {
        "box": Rect(-7, -12, 14, 24),
        "circle": Circle(0, 0, 10),
        "capsule": Capsule(0, -6, 0, 6, 7),
        "two shapes": [Rect(-8, 0, 16, 12), Circle(0, -6, 8)],
        "large": Rect(-16, -16, 32, 32),
    }
    with at_least(leaves=200, leads_through=20) as seen:
        for seed in range(400):
            r = random.Random(f"rock {kind} {seed}")
            share = r.choice([0.3, 0.5, 0.7, 1])
            tiles = [
                Sprite(16 * x, 16 * y, collision=Rect(0, 0, 16, 16))
                for x, y in itertools.product(range(7), range(6))
                if r.random() < share
            ]
            hero = Sprite(r.uniform(0, 112), r.uniform(0, 96), collision=bodies[kind])
            if not hero.hits(tiles):
                continue
            left, top, right, bottom = hero.aabb
            middle = Vec2((left + right) / 2, (top + bottom) / 2)
            way = hero.separation(tiles)
            if any(enters(tile, middle, middle + way) for tile in tiles):
                seen["leads_through"] += 1
                continue
            slide = CharacterController(hero, up=up, max_push=1e9).move(0, 0, tiles)
            assert not slide.crushed
            assert not hero.hits(tiles)
            assert slide.pushed.length == pytest.approx(way.length, rel=1e-6), seed
            seen["leaves"] += 1


def test_what_carries_is_no_push() -> None:
    lift = block(-40, 0, 40, 8)
    hero = walker("box", max_push=0)
    hero.move(0, 1, lift)
    lift.x, lift.y = lift.x + 3, lift.y - 5
    slide = hero.move(2, 1, lift)
    assert (slide.carried, slide.pushed, slide.travel) == ((3, -5), (0, 0), (5, -5))
    assert not slide.crushed


@pytest.mark.parametrize("kind", BLUNT)
def test_the_parts_of_a_move_add_up(kind: str) -> None:
    """`travel` is what carries, what pushes and what the sprite walks."""
    ground, hero = block(-300, 0, 300, 16), walker(kind)
    door = block(-60, -60, -20, 0)
    with at_least(pushed=30) as seen:
        for frame in range(120):
            door.x = -60 + 30 * math.sin(0.1 * frame)
            slide = hero.move(-1, 1, [ground, door])
            walked = slide.travel - slide.carried - slide.pushed
            assert -1 - 1e-6 <= walked.x <= 1e-6
            assert slide.pushed.x >= 0
            seen["pushed"] += slide.pushed.x > 0


# --- when it is crushed, and for how long --------------------------------------------------------


@pytest.mark.parametrize("tile", [16, 48, 400])
def test_in_a_tunnel_exactly_as_high_it_ends_free_of_a_door(tile: int) -> None:
    """Of whole walls, and of tiles."""
    found: Counter[str] = Counter()
    level = [block(x, 208, x + tile, 224) for x in range(-400, 400, tile)]
    level += [block(x, 176, x + tile, 192) for x in range(64, 464, tile)]
    for start in (24, 24.3, 21.7):
        door = block(start, 160, start + 16, 208)
        hero = CharacterController(Sprite(60, 208, collision=Rect(-8, -16, 16, 16)))
        for frame in range(200):
            door.x = start + 40 * math.sin(0.03 * frame)
            slide = hero.move(0, 1, [*level, door])
            assert not slide.crushed
            assert not hero.sprite.hits([*level, door])
            found["pushed"] += slide.pushed.x > 0
    assert found["pushed"] > 90


@pytest.mark.parametrize("kind", ["box", "circle", "capsule"])
@pytest.mark.parametrize("tile", [16, 64])
def test_a_lift_takes_its_rider_past_the_end_of_a_ledge(kind: str, tile: int) -> None:
    """It gives way by as much as it is below the ledge, at any speed; it is not crushed.

    By more than half as wide as it is, 6 pixels, it only gives way to a fast lift.
    """
    frames = 0
    for over, speed, gap in itertools.product(
        (0.1, 0.5, 2, 4, 5.5, 11.5), (1, 2, 4, 8, 12), (0, 1, 7.5)
    ):
        if over > max(6, 2 * speed):
            continue
        hero, lift = walker(kind), block(-24, 0, 24, 8)
        top = hero.sprite.aabb[1] - gap
        ledge = [block(x, top - 16, x + tile, top) for x in range(0, 64, tile)]
        for part in ledge:
            part.x += 6 - over
        hero.move(0, 1, [lift, *ledge])
        for _ in range(int(40 / speed) + 1):
            lift.y -= speed
            slide = hero.move(0, 1, [lift, *ledge])
            assert not slide.crushed
            assert not hero.sprite.hits([lift, *ledge])
            assert -over - 1e-9 <= hero.sprite.x <= 0
            assert hero.floor is lift
            frames += 1
        assert hero.sprite.x == pytest.approx(-over)
    assert frames > 1000


@pytest.mark.parametrize("tile", [8, 16, 24])
def test_a_lift_ends_exactly_as_far_below_a_roof_as_a_body_is_high(tile: int) -> None:
    """However the body flew there, it ends between the two, in neither."""
    pushed = 0
    for k in range(300):
        top, side = tile * (k % 7 - 3) / 2, 1 if k % 2 else -1
        roof = [block(tile * c, top - tile, tile * c + tile, top) for c in range(12)]
        lift = block(40, top + 25, 88, top + 33)
        y = top + 9 + 6 * math.sin(k) ** 2
        if side < 0:  # a roof that comes down
            y, lift.y = top - tile - (y - top), top - tile - 33
        hero = CharacterController(Sprite(50 + k % 30, y, collision=Rect(-7, -9, 14, 18)))
        hero.move(0, 0, [*roof, lift])
        lift.y -= 7 * side
        slide = hero.move(0, 0, [*roof, lift])
        assert not slide.crushed
        assert not hero.sprite.hits([*roof, lift])
        pushed += slide.pushed.length > 0
    assert pushed > 150


@pytest.mark.parametrize("kind", ["box", "capsule", "octagon"])
def test_doors_that_close_by_tenths_push_nobody_into_what_is_opposite(kind: str) -> None:
    """Sums of tenths drift: the doors end nearer than the body is wide, by what nobody sees."""
    chamfered = [(-8, -4), (-4, 0), (4, 0), (8, -4), (8, -24), (4, -28), (-4, -28), (-8, -24)]
    shape = {
        "box": Rect(-8, -28, 16, 28),
        "capsule": Capsule(0, -20, 0, -8, 8),
        "octagon": Polygon(chamfered),
    }[kind]
    with at_least(too_narrow=40, crushed=5, frames=2000) as seen:
        for speed, start, left, right in itertools.product(
            (0.2, 0.6, 0.8, 1.6, 3.2), (33, 39.5, 40, 47, 56), (0, 1), (0, 1)
        ):
            level = [block(-208, 100, 208, 132), block(0, 36, 16, 100), block(64, 36, 80, 100)]
            hero = CharacterController(Sprite(start, 100, collision=shape))
            hero.move(0, 0.4, level)
            for _ in range(round(32 / speed / (left + right)) if left + right else 0):
                level[1].x += left * speed
                level[2].x -= right * speed
                before = [other for other in level if hero.sprite.hits(other)]
                slide = hero.move(0, 0.4, level)
                assert set(hero.sprite.check(level)) <= set(before)
                too_narrow = level[2].x - (level[1].x + 16) < 16
                assert too_narrow or not slide.crushed
                seen.update(frames=1, too_narrow=too_narrow, crushed=slide.crushed)


@pytest.mark.parametrize("up", [(0, -1), None])
@pytest.mark.parametrize("tile", [400, 16, 10])
@pytest.mark.parametrize("thick", [2, 4])
@pytest.mark.parametrize("door", [None, 0, 1, -1])
def test_a_door_that_touches_a_crushed_body_throws_it_through_nothing(
    door: int | None, thick: int, tile: int, up: Any
) -> None:
    """It grows through a thin roof: the least way out leads through that, whoever pushes."""
    level = [block(-200, 0, 200, 20)]
    level += [block(x, -8 - thick, x + tile, -8) for x in range(-200, 200, tile)]
    if door is not None:
        level.append(block(-28, -60, -8, 60))
    hero = CharacterController(Sprite(collision=Rect(-8, -7, 16, 7)), up=up)
    hero.move(0, 1, level)
    hero.sprite.collision = Rect(-8, -28, 16, 28)
    level[-1].x += door or 0
    slide = hero.move(0, 0, level)
    assert slide.crushed
    assert slide.travel == (0, 0)


@pytest.mark.parametrize("up", [(0, -1), None])
@pytest.mark.parametrize("speed", [0.1, 0.5, 1.92, 2.0])
def test_a_door_throws_no_round_body_out_of_a_doorway(speed: float, up: Any) -> None:
    """It squeezes it by .08 pixels; the way out to the side is most of the body long."""
    post, door = block(8, -5, 28, 5), block(-28.0 + 0.08 - speed, -5, -8 + 0.08 - speed, 5)
    hero = CharacterController(Sprite(collision=Circle(0, 0, 8)), up=up)
    hero.move(0, 0, [post, door])
    door.x += speed
    slide = hero.move(0, 0, [post, door])
    assert slide.crushed
    assert slide.travel == (0, 0)


def test_crushed_ends_with_the_move_that_frees() -> None:
    """By its own motion, out of what it was in."""
    wall, hero = block(-40, -40, 0, 40), walker("box", -1, 0, max_push=0)
    told = [hero.move(3, 0, wall) for _ in range(4)]
    assert [slide.crushed for slide in told] == [True, True, False, False]
    assert [slide.crushed_by for slide in told] == [wall, wall, None, None]
    assert hero.sprite.x == 11


@pytest.mark.parametrize("shape", [Circle(0, 0, 5), Rect(-5, -5, 10, 10)])
@pytest.mark.parametrize("up", [(0, -1), (1, 0), (0, 1), (1, 1), (3, 4)])
def test_a_corner_that_is_turned_by_almost_nothing_is_left_by_almost_nothing(
    shape: Any, up: tuple[int, int]
) -> None:
    """A walker begins in it less deep than anybody sees; along its wall there is no way out."""
    turn, length = math.degrees(math.atan2(up[0], -up[1])), math.hypot(*up)

    def placed(x: float, y: float, more: float, shape: Any) -> Sprite:
        place = complex(x, y) * complex(-up[1], up[0]) / length
        return Sprite(place.real, place.imag, collision=shape, angle=turn + more)

    with at_least(inside=50) as seen:
        for k in range(-30, 31):
            corner = [
                placed(10, 0, -k * 7e-9, Rect(0, -40, 20, 80)),
                placed(0, 20, -k * 7e-9, Rect(-40, 0, 80, 20)),
            ]
            hero = CharacterController(placed(5, 15, 0, shape), up=up)
            seen["inside"] += bool(hero.sprite.check(corner))
            down = -4 * complex(*up) / length
            slide = hero.move(down.real, down.imag, corner)
            assert slide.on_floor
            assert not slide.crushed
            assert slide.travel.length < 1e-6
            assert not hero.sprite.check(corner)


# --- what only brushes past ----------------------------------------------------------------------


def test_what_leaves_a_body_by_its_corner_does_not_push_it() -> None:
    """It has met a side of the body on its way, is not in the body at the end, and did not go
    through its middle. If it is fast, a few of a hundred push all the same.
    """
    r = random.Random("brushes")
    bodies = Rect(-8, -8, 16, 16), Circle(0, 0, 8), Triangle(-8, 8, 8, 8, 0, -8)
    others = *bodies, Triangle(0, 0, 20, 0, 10, -20), Triangle(0, 0, 8, 0, 4, -40)
    with at_least(pushed=500, free=60, fast=50) as seen:
        for k in range(14_000):
            hero = CharacterController(Sprite(collision=r.choice(bodies)), up=None)
            wall = Sprite(r.randint(-24, 24), r.randint(-24, 24), collision=r.choice(others))
            wall.center_x, wall.center_y, wall.angle = 0, 0, r.choice([0, 30, 90, 200])
            if hero.sprite.hits(wall):
                continue
            hero.move(0, 0, wall)
            fastest = 20 if k % 4 == 0 else 6
            way = Vec2(r.randint(-fastest, fastest), r.randint(-fastest, fastest))
            is_met, is_crossed = (
                Sprite(collision=shape).sweep(*-way, wall) is not None
                for shape in (hero.sprite.shapes, Circle(0, 0, 1e-3))
            )
            wall.position += way
            is_in = hero.sprite.hits(wall)
            slide = hero.move(0, 0, wall)
            assert slide.crushed or not hero.sprite.hits(wall)
            if not is_in and not is_crossed:
                assert not slide.pushed or max(map(abs, way)) > 6
                seen["free"] += is_met
                seen["fast"] += is_met and fastest == 20
                seen["fast and pushed"] += bool(slide.pushed)
            seen["pushed"] += bool(slide.pushed)
    assert seen["fast and pushed"] <= 0.1 * seen["fast"]


@pytest.mark.parametrize("thick", [2, 8, 40])
def test_what_goes_through_the_middle_in_one_frame_pushes(thick: int) -> None:
    for up in (None, (0, -1)):
        wall = Sprite(8, -40, collision=Rect(0, 0, thick, 80))
        hero = CharacterController(Sprite(0, 0, collision=Rect(-8, -8, 16, 16)), up=up)
        hero.move(0, 0, wall)
        wall.x -= 40
        assert hero.move(0, 0, wall).pushed == (-40, 0)


# --- several sides at once, and exactly as far away ----------------------------------------------


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize(
    ("body", "up", "movers", "shift", "push"),
    [
        ((1, -2, 2, 2), None, [(0, 0, 8, 1), (0, -6, 1, 6)], (2, -2), (2, -2)),
        ((1, -2, 2, 2), None, [(0, 0, 8, 1), (0, -6, 1, 6)], (3, -3), (3, -3)),
        ((5, -17, 8, 16), (0, -1), [(0, 0, 64, 16), (0, -48, 4, 48)], (8, -8), (7, -7)),
        (
            (16, -16, 8, 16),
            None,
            [(16 * i, 0, 16, 16) for i in range(4)] + [(0, -16 * i, 16, 16) for i in range(4)],
            (12, -12),
            (12, -12),
        ),
        ((0, -16, 8, 16), None, [(0, 0, 8, 8), (8, 0, 8, 8)], (-1, -1), (0, -1)),
        ((16, 0, 8, 16), (0, -1), [(0, 0, 16, 16), (0, 16, 16, 16)], (1, -2), (1, 0)),
    ],
)
def test_sprites_that_shift_alike_push_by_all_sides_that_they_have(
    body: Any, up: Any, movers: list[Any], shift: Any, push: Any, reverse: bool
) -> None:
    hero = CharacterController(Sprite(body[0], body[1], collision=Rect(0, 0, *body[2:])), up=up)
    hero.snap = 0
    walls = [Sprite(x, y, collision=Rect(0, 0, wide, high)) for x, y, wide, high in movers]
    targets = walls[::-1] if reverse else walls
    hero.move(0, 0, targets)
    for wall in walls:
        wall.position += shift
    slide = hero.move(0, 0, targets)
    assert (slide.pushed, slide.crushed) == (push, False)


@pytest.mark.parametrize("size", [1, 8, 16])
@pytest.mark.parametrize("gap", [0, 0.5, 1])
def test_a_door_that_comes_from_as_far_as_the_body_is_large_pushes(size: int, gap: float) -> None:
    """In sizes: up to one size away, a door of any speed up to two and a half sizes."""
    for speed in range(1, 21):
        far = speed * size / 8
        hero = CharacterController(Sprite(collision=Rect(0, 0, size, size)), up=None)
        door = Sprite(-size * (1 + gap), -size, collision=Rect(0, 0, size, 3 * size))
        hero.move(0, 0, door)
        door.x += far
        slide = hero.move(0, 0, door)
        assert (slide.pushed, slide.crushed) == ((max(0, far - gap * size), 0), False)


def test_who_is_deep_in_a_field_of_tiles_is_told_soon_that_there_is_no_way_out() -> None:
    tiles = [
        Sprite(16 * i, 16 * j, collision=Rect(0, 0, 16, 16)) for i in range(40) for j in range(40)
    ]
    hero = CharacterController(Sprite(320, 320, collision=Rect(-6, -6, 12, 12)), max_push=1000)
    slide = hero.move(0, 0, tiles)
    assert slide.crushed
    assert hero.sprite.position == (320, 320)


@pytest.mark.parametrize("quarter", range(4))
def test_of_ways_as_long_the_one_to_the_side_counts_and_then_the_one_up(quarter: int) -> None:
    """Whether `up` is up or not; and of ways to the side, the one along which it wants to go.

    Else it is the left one, also where y points up.
    """
    turn, left = 90 * quarter, 1 if quarter == 2 else -1

    def put(shape: Any, x: float, y: float) -> Sprite:
        return Sprite(*turned(turn, x, y), collision=shape, angle=turn, center_x=0, center_y=0)

    def end(hero: CharacterController, dx: float, targets: Any) -> tuple[float, float]:
        hero.move(*turned(turn, dx, 0), targets)
        x, y = turned(-turn, *hero.sprite.position)
        return round(x, 6) + 0.0, round(y, 6) + 0.0

    up = turned(turn, 0, -1)
    square, diamond = Rect(-8, -8, 16, 16), Polygon([(0, -8), (8, 0), (0, 8), (-8, 0)])
    for dx, side in ((0, left), (2, 1), (-2, -1)):
        hero = CharacterController(put(square, 0, 0.3), up=up, max_push=40)
        assert end(hero, dx, put(square, 0, 0.3)) == (16 * side + dx, 0.3)
    bar = Rect(-30, -8, 60, 16)
    hero = CharacterController(put(square, 0, 0), up=up, max_push=40)
    assert end(hero, 0, put(bar, 0, 0)) == (0, -16)
    for dx, side in ((0, left), (2, 1), (-2, -1)):  # the least ways out are slanted
        hero = CharacterController(put(diamond, 0, 0), up=up, max_push=40)
        assert end(hero, 0.0 * dx, put(diamond, 0, 0)) == (8 * left, -8)
        hero = CharacterController(put(diamond, 0, 0), up=up, max_push=40)
        x, y = end(hero, dx, put(diamond, 0, 0))
        assert (side * x > 0, y < 0) == (True, True)


# --- on every side ------------------------------------------------------------------------------

SIDES = {
    "left": (-40, -60, 20, 120),
    "right": (20, -60, 20, 120),
    "below": (-60, 20, 120, 20),
    "above": (-60, -40, 120, 20),
}


def grown(side: str, body: Shape, scale: float, way: Vec2, mirror: Vec2, cut: bool) -> list[Any]:
    """How a body that grows into a wall moves, told as if nothing were mirrored."""
    left, top, width, height = SIDES[side]
    size = (20, 20) if cut else (width, height)
    walls = []
    for x, y in itertools.product(
        range(left, left + width, size[0]), range(top, top + height, size[1])
    ):
        middle = (Vec2(x, y) + Vec2(size) / 2) * mirror
        walls.append(Sprite(*middle, collision=Rect.centered(*size)))
    hero = CharacterController(Sprite(0, 0, collision=body), up=(0, -mirror.y))
    hero.move(0, 0, walls)
    hero.sprite.scale = scale
    told: list[Any] = []
    for _ in range(3):
        slide = hero.move(*(way * mirror), walls)
        told += [*(slide.travel * mirror), *(slide.pushed * mirror), slide.crushed]
        told += [slide.on_floor, slide.on_wall, slide.on_ceiling, hero.sprite.hits(walls)]
    return told


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    "body", [Rect(-15, -15, 30, 30), Circle(0, 0, 15), Capsule(0, -4, 0, 4, 13)], ids=repr
)
def test_a_body_that_grows_is_pushed_alike_on_each_side_and_in_a_mirror(
    side: str, body: Shape
) -> None:
    with at_least(pushed=10) as seen:
        for scale, way, cut in itertools.product(
            (1.2, 1.34, 2.5), ((0, 0), (3, 0), (-3, 0.5), (0, 4), (0, -4)), (False, True)
        ):
            alone, *mirrored = (
                grown(side, body, scale, Vec2(way), Vec2(x, y), cut)
                for x, y in itertools.product((1, -1), repeat=2)
            )
            assert not alone[8]
            for other in mirrored:
                assert other == pytest.approx(alone, abs=1e-9)
            seen["pushed"] += any(alone[2:4])


def test_a_push_is_none_or_longer_than_rounding() -> None:
    """Where movers come to rest, leave and press, in numbers of any size."""
    with at_least(pushed=100, still=3000) as seen:
        for seed in range(120):
            rng = random.Random(seed)
            size = rng.choice([1, 0.1, 1 / 3, 16])
            floor = [
                Sprite(16 * size * k, 0, collision=Rect(0, 0, 16, 16), scale=size)
                for k in range(-6, 6)
            ]
            lift = Sprite(-20 * size, -30 * size, collision=Rect(0, 0, 40, 8), scale=size)
            door = Sprite(20 * size, -40 * size, collision=Rect(0, 0, 10, 40), scale=size)
            door.angle = rng.choice([0, 0, 20])
            ball = Sprite(-30 * size, -8 * size, collision=Circle(0, 0, 8), scale=size)
            shape = rng.choice([Rect(-6, -16, 12, 16), Capsule(0, -6, 0, -10, 6), Circle(0, -6, 6)])
            hero = CharacterController(Sprite(0, -31 * size, collision=shape, scale=size))
            for _ in range(60):
                lift.position += Vec2(rng.choice([0.3, -0.3, 0]), rng.choice([0.7, -0.7, 0])) * size
                door.x += size * rng.choice([-1.1, 0.1, -0.1, 0])
                ball.x += size * rng.choice([1, 0.1, 0])
                way = Vec2(rng.choice([0, 1.5, -1.5]), rng.choice([0.5, 2, -3])) * size
                push = hero.move(*way, [*floor, lift, door, ball]).pushed
                assert push == (0, 0) or push.length > 1e-6 * size
                seen["pushed" if push else "still"] += 1


@pytest.mark.parametrize("up", [(0, -1), (0, 1)])
@pytest.mark.parametrize(
    "body",
    [Rect(-5, -5, 10, 10), Circle(0, 0, 5), Capsule(0, -3, 0, 3, 2)],
    ids=["box", "disc", "capsule"],
)
@pytest.mark.parametrize("across", [0, 1, -1])
def test_of_equally_short_ways_out_the_left_one_counts_also_if_y_points_up(
    across: int, body: Any, up: Any
) -> None:
    """To the side means with the motion, or else to the left of the screen."""
    walker = CharacterController(Sprite(0, 0, collision=body), up=up, max_push=100)
    slide = walker.move(across, 0, block(-20, -20, 20, 20))
    assert slide.pushed.x * (across or -1) > 20
    assert slide.pushed.y == 0
