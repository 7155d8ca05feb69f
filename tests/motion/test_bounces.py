"""A ball's frame: in a room by unfolding it, elsewhere as a loop of moves and bounces."""

import copy
import itertools
import math
import pickle
import random
from typing import Any

import pytest
from support.counting import at_least

from spritecol import Bounces, Circle, Ellipse, Group, Point, Polygon, Rect, Sprite, Triangle, Vec2


def folded(start: float, way: float, low: float, high: float) -> tuple[float, float, int]:
    """Where something ends that goes to and fro between two walls, its sign, and its bounces."""
    size, at = high - low, start + way - low
    turns, rest = divmod(at, size)
    odd = int(turns) % 2
    return (high - rest if odd else low + rest), (-1.0 if odd else 1.0), abs(int(turns))


def room(left: float, top: float, right: float, bottom: float, tiles: int) -> list[Sprite]:
    """Four walls, of so many tiles each."""
    wide, high = (right - left) / tiles, (bottom - top) / tiles
    walls = []
    for k in range(tiles):
        x, y = left + k * wide, top + k * high
        walls += [
            Sprite(x, top - 20, collision=Rect(0, 0, wide, 20)),
            Sprite(x, bottom, collision=Rect(0, 0, wide, 20)),
            Sprite(left - 20, y, collision=Rect(0, 0, 20, high)),
            Sprite(right, y, collision=Rect(0, 0, 20, high)),
        ]
    return walls


@pytest.mark.parametrize("angle", [0, 90, 45, 12.3])
@pytest.mark.parametrize("room_tiles", [1, 2, 5])
def test_a_beam_in_a_room_of_tiles_meets_no_seam(room_tiles: int, angle: float) -> None:
    """A point in whole numbers, which meets seams and corners exactly, ends where a room without
    any tiles reflects it to.
    """
    size = 80.0
    side = size / room_tiles
    places = range(-1, room_tiles + 1)
    walls = [
        Sprite(collision=Rect(side * i, side * j, side, side), angle=angle)
        for i, j in itertools.product(places, repeat=2)
        if {i, j} & {-1, room_tiles}
    ]
    with at_least(at_seams=12, in_corners=4) as seen:
        for x, y, dx, dy in itertools.product((16, 40), (16, 40, 48), (-1, 1, 2), (-1, 1)):
            way = Vec2(120 * dx, 120 * dy)
            beam = Sprite(*Vec2(x, y).rotated(angle), collision=Point(0, 0))
            bounces = beam.move_and_bounce(*way.rotated(angle), walls, max_bounces=20)
            end = [folded(start, along, 0, size)[0] for start, along in ((x, way.x), (y, way.y))]
            assert beam.position.rotated(-angle) == pytest.approx(end, abs=1e-6)
            for hit in bounces.hits:
                at = Vec2(hit.point).rotated(-angle)
                offs = [abs(c - round(c / side) * side) < 1e-6 for c in at]
                seen["at_seams"] += all(offs)
                seen["in_corners"] += all(min(c, size - c) < 1e-6 for c in at)


@pytest.mark.parametrize("tiles", [1, 7])
def test_in_a_room_it_is_as_in_the_unfolded_one(tiles: int) -> None:
    r = random.Random(tiles)
    with at_least(bounces=600, several=100) as seen:
        for _ in range(300):
            walls = room(-80, -50, 80, 50, tiles)
            radius = r.choice([4, 10, 16])
            box = r.random() < 0.5
            shape = Rect(-radius, -radius, 2 * radius, 2 * radius) if box else Circle(0, 0, radius)
            ball = Sprite(r.uniform(-60, 60), r.uniform(-30, 30), collision=shape)
            dx, dy = r.uniform(-400, 400), r.uniform(-400, 400)
            x, sx, nx = folded(ball.x, dx, -80 + radius, 80 - radius)
            y, sy, ny = folded(ball.y, dy, -50 + radius, 50 - radius)
            bounces = ball.move_and_bounce(dx, dy, walls, max_bounces=100)
            assert (ball.x, ball.y) == pytest.approx((x, y), abs=1e-7)
            assert bounces.velocity == pytest.approx((sx * dx, sy * dy), abs=1e-7)
            assert len(bounces.hits) == nx + ny
            assert not ball.hits(walls)
            seen["bounces"] += nx + ny
            seen["several"] += nx + ny > 1


def by_a_loop(ball: Sprite, dx: float, dy: float, targets: Any, **how: float) -> Any:
    """The same by `move_and_collide`, and by `bounce` of its hits."""
    left, hits = 1.0, 0
    for _ in range(8):
        hit = ball.move_and_collide(dx * left, dy * left, targets)
        if hit is None:
            break
        hits += 1
        left -= left * hit.fraction
        dx, dy = hit.bounce(dx, dy, **how)
    return (ball.x, ball.y), (dx, dy), hits


def test_among_shapes_it_is_a_loop_of_moves_and_bounces() -> None:
    r = random.Random(5)
    with at_least(hits=400, several=80) as seen:
        for _ in range(500):
            shapes: list[Any] = [
                Rect(0, 0, r.uniform(10, 60), r.uniform(10, 60)),
                Circle(0, 0, r.uniform(5, 30)),
                Triangle(0, 0, r.uniform(10, 60), r.uniform(-9, 9), r.uniform(-9, 9), 40),
                Ellipse(0, 0, r.uniform(5, 30), r.uniform(5, 30), 20),
                Polygon([(0, 0), (40, 5), (30, 30), (8, 22)]),
            ]
            targets = [
                Sprite(
                    r.uniform(-120, 120),
                    r.uniform(-120, 120),
                    collision=r.choice(shapes),
                    angle=r.choice([0, 0, r.uniform(0, 360)]),
                )
                for _ in range(14)
            ]
            ball, like = (Sprite(collision=Circle(0, 0, 6)) for _ in "ab")
            if ball.hits(targets):
                continue
            way = r.uniform(-300, 300), r.uniform(-300, 300)
            how = {"restitution": r.choice([1.0, 0.6, 1.2]), "friction": r.choice([0.0, 0.2])}
            bounces = ball.move_and_bounce(*way, targets, **how)
            place, velocity, hits = by_a_loop(like, *way, targets, **how)
            assert len(bounces.hits) == hits
            # A bounce off something round makes what rounding adds larger.
            assert (ball.x, ball.y) == pytest.approx(place, abs=1e-3)
            assert bounces.velocity == pytest.approx(velocity, abs=1e-3)
            assert bounces.travel == pytest.approx(place, abs=1e-3)
            assert not ball.hits(targets)
            stays = [(0, 0), *(hit.position for hit in bounces.hits)]
            gone = itertools.accumulate(itertools.starmap(math.dist, itertools.pairwise(stays)))
            assert [hit.distance for hit in bounces.hits] == pytest.approx([*gone], abs=1e-6)
            seen["hits"] += hits
            seen["several"] += hits > 1


@pytest.mark.parametrize("angle", [0, 10, 30, 44.5, 120])
def test_without_restitution_it_slides_along_a_slope(angle: float) -> None:
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    floor = [
        Sprite(20 * k * cos, 20 * k * sin, collision=Rect(0, 0, 20, 30), angle=angle)
        for k in range(-20, 20)
    ]
    ball = Sprite(9 * sin, -9 * cos, collision=Circle(0, 0, 8))
    along, into = 60.0, 5.0
    way = along * cos - into * sin, along * sin + into * cos
    bounces = ball.move_and_bounce(*way, floor, restitution=0)
    assert len(bounces.hits) == 1
    assert bounces.velocity == pytest.approx((along * cos, along * sin), abs=1e-9)
    assert (ball.x, ball.y) == pytest.approx((8 * sin + 60 * cos, -8 * cos + 60 * sin), abs=1e-7)


def test_the_rest_after_the_last_bounce_is_not_moved() -> None:
    walls = room(-20, -200, 20, 200, 1)
    for most in range(1, 6):
        ball = Sprite(collision=Circle(0, 0, 10))
        bounces = ball.move_and_bounce(1000, 0, walls, max_bounces=most)
        assert len(bounces.hits) == most
        assert (ball.x, ball.y) == (10 * (-1) ** (most + 1), 0)
        assert bounces.velocity == (1000 * (-1) ** most, 0)
        assert bounces.travel == (ball.x, 0)


def test_fractions_are_shares_of_the_frame_in_order() -> None:
    ball = Sprite(collision=Circle(0, 0, 10))
    bounces = ball.move_and_bounce(400, 0, room(-60, -60, 60, 60, 3))
    assert [hit.fraction for hit in bounces.hits] == pytest.approx(
        [50 / 400, 150 / 400, 250 / 400, 350 / 400]
    )
    assert [hit.distance for hit in bounces.hits] == [50, 150, 250, 350]
    assert [hit.position for hit in bounces.hits] == [(50, 0), (-50, 0), (50, 0), (-50, 0)]
    assert [hit.sprite for hit in bounces.hits] == [ball] * 4
    assert (ball.x, bounces.velocity) == (0, (400, 0))


def test_conditions_and_where() -> None:
    ghost = Sprite(30, -50, collision=Rect(0, 0, 10, 100, name="veil"), collision_layer=2)
    wall = Sprite(60, -50, collision=Rect(0, 0, 10, 100, name="solid"))

    def end(**how: Any) -> float:
        ball = Sprite(collision=Circle(0, 0, 10))
        ball.move_and_bounce(70, 0, [ghost, wall], **how)
        return ball.x

    assert end() == -30
    for how in (
        {"mask": 1},
        {"exclude": ghost},
        {"where": lambda other: other is not ghost},
        {"where": lambda other, hit: hit.other is not ghost},
        {"target_shapes": "solid"},
    ):
        assert end(**how) == 30


def test_where_sees_it_where_it_was_and_an_error_leaves_it_there() -> None:
    walls, places = room(-20, -20, 20, 20, 1), []
    ball = Sprite(3, 4, collision=Circle(0, 0, 10))

    def where(other: Sprite) -> bool:
        places.append((ball.x, ball.y))
        if len(places) == 3:
            raise KeyError
        return True

    with pytest.raises(KeyError):
        ball.move_and_bounce(90, 30, walls, where=where)
    assert places == [(3, 4)] * 3
    assert (ball.x, ball.y) == (3, 4)


def test_at_a_stop_it_ends_as_a_loop_of_moves_does() -> None:
    """The stops are a Sprite, a list or a Group, among the targets or not."""
    r = random.Random(86)
    with at_least(stopped=100, bounced_before=40, gone_by=100) as seen:
        for _ in range(400):
            walls = room(-150, -100, 150, 100, 2)
            enemies = [
                Sprite(
                    r.uniform(-120, 120), r.uniform(-80, 80), collision=r.choice([
                        Circle(0, 0, 12), Rect(0, 0, 16, 9), Triangle(0, 0, 20, 0, 9, 17)
                    ])
                )
                for _ in range(r.choice([1, 3]))
            ]  # fmt: skip
            ball, like = (Sprite(collision=Circle(0, 0, 5)) for _ in "ab")
            if ball.hits(enemies):
                continue
            way = r.uniform(-500, 500), r.uniform(-300, 300)
            stops: Any = r.choice([enemies, Group(enemies), [Group(enemies[:1]), enemies]])
            if len(enemies) == 1:
                stops = r.choice([stops, enemies[0]])
            targets: Any = r.choice([walls, Group(walls), [walls, Group(enemies)]])
            bounces = ball.move_and_bounce(*way, targets, stops=stops, max_bounces=50)
            left, velocity, met = 1.0, way, None
            hits = []
            while met not in enemies:
                hit = like.move_and_collide(
                    velocity[0] * left, velocity[1] * left, [walls, enemies]
                )
                if hit is None:
                    break
                hits.append(hit.other)
                met = hit.other
                left -= left * hit.fraction
                if met not in enemies:
                    velocity = hit.bounce(*velocity)
            assert [hit.other for hit in bounces.hits] == hits
            assert (ball.x, ball.y) == pytest.approx((like.x, like.y), abs=1e-6)
            assert bounces.velocity == pytest.approx(velocity, abs=1e-6)
            assert not ball.hits([walls, enemies])
            seen["stopped"] += met in enemies
            seen["bounced_before"] += met in enemies and len(hits) > 1
            seen["gone_by"] += met not in enemies


def test_conditions_are_those_of_the_stops_too() -> None:
    enemy = Sprite(40, -5, collision=Rect(0, 0, 10, 10), collision_layer=2)
    wall = Sprite(80, -50, collision=Rect(0, 0, 10, 100))

    def end(**how: Any) -> float:
        shot = Sprite(collision=Circle(0, 0, 10))
        shot.move_and_bounce(90, 0, wall, stops=enemy, **how)
        return shot.x

    assert end() == 30
    for how in (
        {"mask": 1},
        {"exclude": enemy},
        {"where": lambda other: other is not enemy},
        {"where": lambda other, hit: hit.other is not enemy},
    ):
        assert end(**how) == 50  # from the wall, 20 px back
    shot = Sprite(collision=Circle(0, 0, 10), collision_mask=1)
    assert shot.move_and_bounce(90, 0, [], stops=[None, enemy]).hits == []


def test_what_a_bullet_is_born_in_counts_if_wanted() -> None:
    enemy = Sprite(0, -5, collision=[Rect(0, 0, 10, 10), Rect(5, 0, 10, 10)])
    wall = Sprite(-30, -50, collision=Rect(0, 0, 30, 100))
    for way in ((0, 0), (50, 0), (-50, 3)):
        shot = Sprite(collision=Circle(2, 0, 3))
        bounces = shot.move_and_bounce(*way, [], stops=enemy, hit_from_inside=True)
        (hit,) = bounces.hits
        assert (hit.other, hit.fraction, hit.from_inside) == (enemy, 0, True)
        assert (bounces.velocity, shot.x, shot.y) == (way, 0, 0)
    shot = Sprite(collision=Circle(2, 0, 3))
    assert not shot.move_and_bounce(-50, 0, [], stops=enemy)  # it may leave
    assert shot.x == -50
    shot = Sprite(collision=Circle(2, 0, 3))
    bounces = shot.move_and_bounce(-50, 0, wall, stops=enemy, hit_from_inside=True)
    assert [hit.other for hit in bounces.hits] == [wall, enemy]  # off the wall first
    assert (bounces.velocity, shot.x) == ((50, 0), 0)
    shot = Sprite(collision=Circle(2, 0, 3))
    bounces = shot.move_and_bounce(-50, 0, wall, hit_from_inside=True)
    assert ([hit.other for hit in bounces.hits], shot.x) == ([wall], 50)
    shot = Sprite(collision=Circle(2, 0, 3))
    seen = []
    bounces = shot.move_and_bounce(
        9, 0, [], stops=enemy, hit_from_inside=True, where=lambda other: bool(seen.append(other))
    )
    assert (bounces.hits, shot.x, seen[0]) == ([], 9, enemy)


def test_a_stop_that_a_condition_takes_out_meanwhile() -> None:
    """`where` may change the Groups: what it says still holds for this motion."""
    enemies = Group(Sprite(40, -5, collision=Rect(0, 0, 10, 10)))
    enemy = enemies[0]

    def where(other: Sprite) -> bool:
        enemies.clear()
        return True

    shot = Sprite(collision=Circle(0, 0, 10))
    shot.move_and_bounce(90, 0, [], stops=enemies, where=where)
    assert shot.x in (30, -30)  # by what is known at the hit, or when it set out
    assert not shot.hits(enemy)


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        ({"restitution": -1}, ValueError, "restitution must be 0 or more, got -1"),
        ({"friction": math.nan}, ValueError, "friction"),
        ({"max_bounces": 0}, ValueError, "max_bounces"),
        ({"max_bounces": 1.5}, TypeError, "max_bounces"),
        ({"restitution": "high"}, TypeError, "restitution"),
        ({"stops": 5}, TypeError, "stops must be a Sprite, a Group, or an iterable"),
        ({"stops": [Circle(0, 0, 1)]}, TypeError, "stops must be"),
        ({"stops": iter([])}, TypeError, "stops .* make it a list"),
        ({"hit_from_inside": "yes"}, TypeError, "hit_from_inside"),
    ],
)
def test_bad_arguments(how: Any, error: type[Exception], message: str) -> None:
    ball = Sprite(collision=Circle(0, 0, 1))
    with pytest.raises(error, match=message):
        ball.move_and_bounce(1, 0, Sprite(), **how)
    assert ball.x == 0


def test_a_record() -> None:
    ball = Sprite(collision=Circle(0, 0, 10))
    bounces = ball.move_and_bounce(400, 0, room(-60, -60, 60, 60, 1))
    assert bounces
    assert not ball.move_and_bounce(1, 0, Group())
    made = Bounces((1, 2), (3, 4), [])
    assert (made.velocity, made.travel, made.hits) == ((1, 2), (3, 4), [])
    match made:
        case Bounces(velocity, travel, hits):
            assert (velocity, travel, hits) == ((1, 2), (3, 4), [])
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == made
    assert "velocity=Vec2(1.0, 2.0)" in repr(made)


def test_the_order_of_targets_does_not_matter() -> None:
    walls = room(-33, -21, 33, 21, 3)
    r, ends = random.Random(2), set()
    for _ in range(20):
        ball = Sprite(1, 2, collision=Rect(-3, -3, 6, 6))
        bounces = ball.move_and_bounce(180, 93, r.sample(walls, len(walls)))
        ends.add((ball.x, ball.y, bounces.velocity))
    assert len(ends) == 1


def test_for_many_frames_it_keeps_its_energy_and_stays_in_the_room() -> None:
    walls = room(-80, -50, 80, 50, 8)
    pillars = [
        Sprite(x, y, collision=Circle(0, 0, 9)) for x, y in itertools.product((-40, 40), (-20, 20))
    ]
    ball = Sprite(collision=Circle(0, 0, 5))
    way, bounced = (7.3, 4.1), 0
    for _ in range(2000):
        bounces = ball.move_and_bounce(*way, [*walls, *pillars])
        way = tuple(bounces.velocity)
        bounced += len(bounces.hits)
        assert math.hypot(*way) == pytest.approx(math.hypot(7.3, 4.1), rel=1e-9)
        assert not ball.hits([*walls, *pillars])
        assert abs(ball.x) <= 75
        assert abs(ball.y) <= 45
    assert bounced > 150


def test_stops_are_those_that_a_nested_group_holds_now() -> None:
    near, far = (Sprite(x, collision=Rect(-5, -5, 10, 10)) for x in (50, 100))
    inner = Group(far)
    ball, stops = Sprite(collision=Circle(0, 0, 3)), Group(inner)
    for is_stop in (False, True, False):
        (inner.add if is_stop else inner.discard)(near)
        ball.x = 0
        bounces = ball.move_and_bounce(60, 0, [near, far], stops=stops)
        assert bounces.velocity == ((60, 0) if is_stop else (-60, 0))
