"""`where` on moves: what it rejects might as well not be there, and what raises changes nothing."""

import contextlib
import gc
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scenes.levels import View
from support.counting import at_least
from support.levels import BODIES, UP, block, plank, walker, wild

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Group,
    Point,
    Rect,
    Segment,
    Shape,
    Sprite,
    Vec2,
    check,
)

WALL = Sprite(20, 0, collision=Rect(0, -50, 10, 100))
WALLS = Group(WALL)
OVER = Group(Sprite(3, 0, collision=Circle(0, 0, 5)))
START, END = (0, 0), (40, 0)


def body() -> Sprite:
    return Sprite(collision=Circle(0, 0, 5))


CALLS: dict[str, Callable[[Any], Any]] = {
    "query_point": lambda where: WALLS.query_point(25, 0, where=where),
    "query_box": lambda where: WALLS.query_box(0, 0, 25, 5, where=where),
    "query_circle": lambda where: WALLS.query_circle(25, 0, 5, where=where),
    "query_shape": lambda where: WALLS.query_shape(Circle(25, 0, 5), where=where),
    "check": lambda where: body().check(OVER, where=where),
    "contacts": lambda where: body().contacts(OVER, where=where),
    "separation": lambda where: body().separation(OVER, where=where),
    "check of many": lambda where: check([body()], OVER, where=where),
    "check within": lambda where: check([body(), *OVER], where=where),
    "nearest": lambda where: WALLS.nearest(0, 0, where=where),
    "nearest_k": lambda where: WALLS.nearest_k(0, 0, 2, where=where),
    "raycast": lambda where: WALLS.raycast(*START, *END, where=where),
    "raycast of a disc": lambda where: WALLS.raycast(*START, *END, radius=2, where=where),
    "raycast_all": lambda where: WALLS.raycast_all(*START, *END, where=where),
    "line_of_sight": lambda where: WALLS.line_of_sight(*START, *END, where=where),
    "visible_area": lambda where: WALLS.visible_area(*START, radius=40, where=where),
    "sweep": lambda where: body().sweep(*END, WALLS, where=where),
    "sweep_all": lambda where: body().sweep_all(*END, WALLS, where=where),
    "move_and_collide": lambda where: body().move_and_collide(*END, WALLS, where=where),
    "move_and_slide": lambda where: body().move_and_slide(*END, WALLS, where=where),
    "depenetrate": lambda where: Sprite(18, collision=Circle(0, 0, 5)).depenetrate(
        WALLS, where=where
    ),
    "a walker": lambda where: CharacterController(body()).move(*END, WALLS, where=where),
}
TAKING_A_HIT = ["sweep", "sweep_all", "move_and_collide", "move_and_slide", "a walker"]


async def later(_: Any) -> bool:
    return True


def one_by_one(_: Any) -> Any:
    yield True


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize(
    ("answer", "word"),
    [(lambda _: None, "return"), (lambda _: 1, "bool"), (lambda _: "no", "compare"),
     (lambda _: WALL, "compare"), (lambda _: np.array(True), "compare"), (one_by_one, "yield"),
     (later, "async def")],
)  # fmt: skip
@pytest.mark.filterwarnings("error")  # a coroutine that is never awaited is one, too
def test_what_is_no_truth_is_an_error(name: str, answer: Any, word: str) -> None:
    with pytest.raises(TypeError, match=word):
        CALLS[name](answer)
    gc.collect()


@pytest.mark.parametrize("name", CALLS)
def test_bools_of_numpy_are_bools_and_all_are_asked(name: str) -> None:
    for truth in (True, False):
        asked: list[Any] = []
        own = str(CALLS[name](lambda s, t=truth, asked=asked: bool(asked.append(s)) or t))
        assert asked
        assert own == str(CALLS[name](lambda _, t=truth: np.bool_(t)))
    assert str(CALLS[name](lambda _: True)) == str(CALLS[name](None))
    assert str(CALLS[name](lambda _: True)) != str(CALLS[name](lambda _: False))


@pytest.mark.parametrize("name", TAKING_A_HIT)
def test_a_function_of_a_sprite_and_a_hit_is_told_both(name: str) -> None:
    told: list[Any] = []
    CALLS[name](lambda other, hit: bool(told.append((other, hit))) or True)
    assert told
    assert all(hit.other is other is WALL and hit.normal == (-1, 0) for other, hit in told)
    with pytest.raises(TypeError, match="return"):
        CALLS[name](lambda other, hit: None)


# --- what is told of the start --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sweep", "sweep_all", "move_and_collide", "move_and_slide"])
def test_a_verdict_on_what_a_move_begins_in_is_as_if_that_were_excluded(name: str) -> None:
    """`where` rejects, or takes, what the hit says to overlap; often several things at once."""
    rng = random.Random(f"begins {name}")
    shapes: list[Any] = [Rect(-8, -8, 16, 16), Circle(0, 0, 9), Capsule(-6, 0, 6, 4, 4)]
    with at_least(rejected=40, others=20) as seen:
        for _ in range(150):
            walls = [
                Sprite(rng.randint(-40, 40), rng.randint(-40, 40), collision=rng.choice(shapes))
                for _ in range(rng.randint(2, 9))
            ]
            own, way = rng.choice(shapes), (rng.randint(-30, 30), rng.randint(-30, 30))
            one, other, third = (Sprite(collision=own) for _ in range(3))
            started = {hit.other for hit in one.sweep_all(*way, walls) if hit.from_inside}
            told: dict[Any, bool] = {}

            def where(wall: Sprite, hit: Any) -> bool:
                told[wall] = told.get(wall, False) or hit.from_inside  # noqa: B023
                return not hit.from_inside

            answer = getattr(one, name)(*way, walls, where=where)
            if name == "move_and_slide":  # its way along a wall leads into others
                started = {wall for wall in told if told[wall]}
            wanted = getattr(other, name)(*way, walls, exclude=started)
            assert tuple(one.position) == pytest.approx(tuple(other.position), abs=1e-9)
            if name.startswith("sweep"):
                assert repr(answer) == repr(wanted)
            assert {wall for wall in told if told[wall]} <= started
            assert started <= told.keys() or not name.startswith("sweep")
            if name != "move_and_slide":  # which may meet one of them again, after it has left it
                getattr(third, name)(*way, walls, where=lambda wall, hit: hit.from_inside)
                kept = Sprite(collision=own)
                getattr(kept, name)(*way, [wall for wall in walls if wall in started])
                assert tuple(third.position) == tuple(kept.position)
            seen["rejected"] += bool(started)
            seen["others"] += bool(answer)


# --- what it rejects -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["box", "capsule", "pin", "two legs"])
@pytest.mark.parametrize("up", [UP, None])
@pytest.mark.parametrize("how", ["where", "exclude", "mask"])
def test_what_is_rejected_might_as_well_not_be_there(kind: str, up: Any, how: str) -> None:
    """Carrying, pushing, stepping, snapping and nudging see nothing of ghosts that swing around.

    The walker goes to and fro, and jumps.
    """
    ghosts = View(wild(random.Random(f"ghosts {kind}"))).sprites
    real = [block(-500, 0, 500, 60), *(block(60 + 9 * k, -4 * k - 4, 200, 0) for k in range(3))]
    real += [block(-200, -60, -100, -14), plank(-80, -30, -30), block(190, -200, 230, 0)]
    for ghost in ghosts:
        ghost.collision_layer = 2 if how == "mask" else 1
    conditions: Any = {
        "where": {"where": lambda other: other in real},
        "exclude": {"exclude": ghosts},
        "mask": {"mask": 1},
    }[how]
    one, two = (walker(kind, 0, -1, step=4, nudge=3, up=up) for _ in range(2))
    fall, places = 0.0, set()
    for frame in range(150):
        for k, ghost in enumerate(ghosts):
            ghost.x += 3 * math.sin(frame / 7 + k)
        fall = -5.0 if frame % 50 == 30 else 0.0 if one.on_floor else fall + 0.5
        dx = 2.0 if frame < 60 else -2.0
        one.move(dx, fall, real)
        two.move(dx, fall, [*ghosts, *real], **conditions)
        assert (one.sprite.x, one.sprite.y) == (two.sprite.x, two.sprite.y), frame
        assert (one.on_floor, one.on_wall, one.floor) == (two.on_floor, two.on_wall, two.floor)
        places.add(one.sprite.y)
    assert len(places) > 10


# --- what raises ---------------------------------------------------------------------------------

Scene = tuple[Sprite, Callable[..., Any], list[Sprite]]


def nudged() -> Scene:
    """Under the edge of a ceiling."""
    player, level = block(0, 20, 16, 36), [block(12, 0, 62, 10), block(-50, 40, 150, 50)]
    c = CharacterController(player, nudge=6)
    return player, lambda **how: c.move(0, -20, level, **how), level


def stepped() -> Scene:
    """Before a step."""
    player, level = block(0, 24, 16, 40), [block(-50, 40, 150, 50), block(20, 34, 70, 40)]
    c = CharacterController(player, step=8)
    c.move(0, 1, level)
    return player, lambda **how: c.move(12, 1, level, **how), level


def pushed() -> Scene:
    """On a lift that has moved, beside a wall that has moved in."""
    player, level = block(0, 24, 16, 40), [block(-50, 40, 150, 50), block(20, 0, 70, 40)]
    c = CharacterController(player)
    c.move(0, 1, level)
    level[0].y -= 3
    level[1].x -= 9
    return player, lambda **how: c.move(4, 1, level, **how), level


def dropped() -> Scene:
    """Through a plank that has moved, beside a wall."""
    player, level = block(4, 84, 16, 100), [plank(-99, 100, 101), block(20, 0, 50, 99)]
    c = CharacterController(player)
    level[0].x += 3
    c.move(9, 1, level)
    level[0].x += 2
    return player, lambda **how: c.move(9, 5, level, drop=True, **how), level


def slid() -> Scene:
    """Into the corner of round and straight walls."""
    player, level = block(0, 0, 16, 16), [block(-50, 20, 150, 30), Sprite(30, 10)]
    level[1].collision = Circle(0, 0, 9)
    return player, lambda **how: player.move_and_slide(40, 30, level, up=UP, **how), level


def out() -> Scene:
    player, level = block(0, 0, 16, 16), [block(-50, 10, 150, 30), block(12, -20, 30, 40)]
    return player, lambda **how: player.depenetrate(level, **how), level


def test_what_accepts_all_changes_nothing() -> None:
    """Thin bodies too, which may meet what no known side of blocks: they slide on along it."""
    rng = random.Random(5)
    with at_least(turned=50, met=120) as seen:
        for _ in range(300):
            x, y = rng.choice([(9, 5), (8, 8), (10, 2), (7, -9)])
            bar, place = Segment(0, 0, x, y), (rng.uniform(-9, 9), rng.uniform(-9, 9))
            targets = [Sprite(20, 10, collision=bar), Sprite(60, 30, collision=Rect(0, 0, 20, 30))]
            way = 17 - place[0] + rng.uniform(0, 9), 10 - place[1] + rng.uniform(-9, 9)
            mover = Sprite(collision=rng.choice([bar, Segment(0, 0, y, x), Point(0, 0)]))
            slides = []
            for given in ({}, {"where": lambda other: True}, {"where": lambda other, hit: True}):
                mover.position = place
                slides.append(mover.move_and_slide(2 * way[0], 2 * way[1], targets, **given))
            assert slides[0] == slides[1] == slides[2]
            seen["met"] += bool(slides[0].hits)
            seen["turned"] += bool(slides[0].hits) and slides[0].travel.length > 20


@pytest.mark.parametrize("scene", [nudged, stepped, pushed, dropped, slid, out])
def test_an_error_in_where_leaves_the_pose_and_all_that_is_remembered(
    scene: Callable[[], Scene],
) -> None:
    """Whenever it is raised: the next move is the one that would have been."""

    def pose(player: Sprite) -> Any:
        return player.x, player.y, player.angle

    calls: list[Sprite] = []
    player, move, _ = scene()
    expected = str(move(where=lambda other: bool(calls.append(other)) or True))
    ended = pose(player)
    assert calls
    for last in range(len(calls)):
        player, move, level = scene()
        before, asked = pose(player), []

        def fail(other: Sprite, last: int = last, asked: Any = asked) -> bool:
            asked.append(other)
            return True if len(asked) <= last else bool(1 / 0)

        with pytest.raises(ZeroDivisionError):
            move(where=fail)
        assert pose(player) == before
        assert str(move()) == expected
        assert pose(player) == ended
        assert not player.hits([one for one in level if not one.shapes[0].one_way])


BAD: dict[str, tuple[Any, type[Exception]]] = {
    "dx nan": ((math.nan, 0, []), ValueError),
    "dy inf": ((0, math.inf, []), ValueError),
    "dx text": (("3", 0, []), TypeError),
    "dy None": ((0, None, []), TypeError),
    "dx 1e300": ((1e300, 0, []), ValueError),
    "targets 5": ((1, 0, 5), TypeError),
    "targets [5]": ((1, 0, [5]), TypeError),
    "targets class": ((1, 0, [Sprite]), TypeError),
    "targets iterator": ((1, 0, iter(())), TypeError),
    "mask": ((1, 0, [], {"mask": -1}), ValueError),
    "exclude": ((1, 0, [], {"exclude": 5}), TypeError),
    "where": ((1, 0, [], {"where": 5}), TypeError),
    "snap": ((1, 0, [], {"snap": 3}), TypeError),
}


@pytest.mark.parametrize("name", BAD)
def test_a_move_that_is_refused_has_moved_nothing(name: str) -> None:
    arguments, error = BAD[name]
    conditions = arguments[3] if len(arguments) > 3 else {}
    lift = block(-60, 0, 60, 10)
    c = walker("box", 0, 0)
    c.move(0, 1, lift)
    lift.x += 5
    sprite, group = c.sprite, Group(Sprite(x) for x in (0, 50))
    for call in (
        c.move,
        sprite.move_and_slide,
        sprite.move_and_collide,
        group.move_and_slide_arrays,
    ):
        with pytest.raises(error, match=name.split(maxsplit=1)[0]):
            call(*arguments[:3], **conditions)
    assert (sprite.x, sprite.y, c.on_floor, c.floor) == (0, 0, True, lift)
    assert group.x.tolist() == [0, 50]
    assert c.move(0, 1, lift).carried == pytest.approx((5, 0))


# --- users may do anything -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.usefixtures("rows_are_given_back")
def test_where_may_do_anything_and_no_row_is_kept(seed: int) -> None:
    r = random.Random(seed)
    view, calls = View(wild(r)), 0
    c = walker(r.choice(list(BODIES)), 0, -60)
    targets, sprite = Group(view.sprites), c.sprite
    rude: list[Callable[[Any], Any]] = [
        lambda other: other.vanish(),
        lambda other: setattr(other, "collision", []),
        lambda other: setattr(sprite, "collision", [Circle(0, 0, 3)]),
        lambda other: setattr(sprite, "x", sprite.x + 0.25),
        lambda other: setattr(sprite, "angle", sprite.angle + 7),
        lambda other: targets.add(Sprite(0, 0, collision=Circle(0, 0, 30))),
        lambda other: targets.clear(),
        lambda other: targets.add(*view.sprites),
        lambda other: setattr(other, "y", other.y + 3),
        lambda other: c.move(1, 1, view.sprites),
        lambda other: setattr(c, "snap", 9),
        lambda other: setattr(c, "up", (1, 0)),
        lambda other: gc.collect(),
    ]

    def where(other: Sprite) -> bool:
        nonlocal calls
        calls += 1
        if r.random() < 0.2:
            r.choice(rude)(other)
        return r.random() < 0.7

    for frame in range(30):
        view.go(frame)
        moves: Any = [
            lambda: c.move(3, 4, targets, where=where),
            lambda: c.move(-3, 4, targets, where=where, drop=True),
            lambda: sprite.move_and_slide(3, 4, targets, where=where),
            lambda: sprite.move_and_collide(3, 4, targets, where=where, turn=9),
            lambda: sprite.sweep(30, 40, targets, where=where),
            lambda: sprite.depenetrate(targets, where=where),
        ]
        for move in moves:
            with contextlib.suppress(RuntimeError):  # it must not move who asks
                move()
    assert calls > 1  # each target is asked about once in a move
    assert math.isfinite(sprite.x + sprite.y)


def test_a_shape_that_where_takes_away_stops_nothing() -> None:
    wall = Sprite(0, 0, collision=[Rect(0, 400, 5, 5), Rect(20, -50, 10, 100)])

    def where(other: Sprite) -> bool:
        other.collision = Circle(0, 900, 1)
        return True

    hero = body()
    slide = hero.move_and_slide(40, 10, wall, where=where)
    assert hero.position == (40, 10)
    assert slide.hits == []


def test_a_ball_may_meet_what_where_takes_the_shapes_from() -> None:
    shapes = [Rect(500, 40 * i, 9, 9) for i in range(100_000)]
    wall = Sprite(0, 0, collision=[*shapes, Rect(20, 0, 20, 20)])

    def where(other: Sprite) -> bool:
        other.collision = []
        return True

    ball = Sprite(0, 10, collision=Circle(0, 0, 5))
    bounces = ball.move_and_bounce(30, 0, wall, where=where)
    assert [hit.other for hit in bounces.hits] == [wall]
    assert bounces.hits[0].other_shape is None


@pytest.mark.parametrize("shape", [Segment(0, -3, 0, 3), Point(0, 0), Rect(-2, -2, 4, 4)])
def test_a_move_ends_in_none_of_the_shapes_that_where_gives_a_target(shape: Shape) -> None:
    with at_least(changed=70) as seen:
        for seed in range(100):
            r = random.Random(seed)
            new = [Rect(r.randrange(400), r.choice([16, 20, 24]), 6, 30) for _ in range(40)]
            comb = [Rect(10 * k, r.choice([20, 22, 24]), 6, 30) for k in range(40)]
            ground, hero = Sprite(0, 0, collision=comb), Sprite(5, 10, collision=shape)

            def where(target: Sprite) -> bool:
                target.collision = new  # noqa: B023
                return True

            hero.move_and_slide(r.randrange(20, 200), r.randrange(5, 40), ground, where=where)
            assert not hero.hits(ground), seed
            seen["changed"] += list(ground.collision) == new


def test_numbers_may_do_anything_and_are_read_once_and_first() -> None:
    wall = Sprite(10, 0, collision=Rect(0, -5, 5, 10))
    movers, walls, calls = Group(Sprite(0, 0, collision=Circle(0, 0, 1))), Group(wall), []

    class Growing:
        def __float__(self) -> float:
            calls.append(len(movers))
            movers.add(Sprite(0, 0, collision=Circle(0, 0, 2)))
            walls.add(Sprite(-20, 0, collision=Rect(0, -5, 5, 10)))
            gc.collect()
            return 30.0

    sweeps = movers.sweep_arrays(Growing(), 0, walls)
    assert calls == [1]
    assert sweeps.index.tolist() == [0, 0]
    with pytest.raises(ValueError, match="dx"):
        movers.sweep_arrays([Growing(), 1.0], 0, walls)
    c = walker("box")
    c.move(Growing(), Growing(), walls)
    assert c.sprite.y == 30


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("way", [(5, 2), (2, 5), (5, 4.9), (4.9, 5)])
def test_at_a_corner_it_is_told_the_side_that_the_way_leads_against_most(
    quarter: int, way: tuple[float, float]
) -> None:
    """The body touches the corner of a box with its own corner, so both sides stop it."""
    wall = Sprite(collision=Rect(0, 0, 10, 10), angle=90 * quarter)
    box = Sprite(collision=Rect(-10, -10, 10, 10), angle=90 * quarter)
    told: list[Vec2] = []
    box.move_and_slide(
        *Vec2(way).rotated(90 * quarter),
        wall,
        where=lambda _, hit: bool(told.append(hit.normal)) or True,
    )
    side = Vec2(-1, 0) if way[0] > way[1] else Vec2(0, -1)
    assert told == [pytest.approx(side.rotated(90 * quarter))]


@pytest.mark.parametrize(
    "shape", [Rect(-5, -10, 10, 20), Circle(0, 0, 10), Capsule(-4, 0, 4, 0, 10)], ids=repr
)
def test_what_it_rejects_has_no_say_in_a_tunnel_exactly_as_high(shape: Shape) -> None:
    """Of a turned tunnel, whose walls are touched, and met by rounding only, one is rejected."""
    with at_least(free=900, stopped=140) as seen:
        for seed in range(200):
            r = random.Random(seed)
            angle = r.choice([30, 45, 60, 17, 110, r.uniform(0, 180)])
            walls = [
                Sprite(0, 0, collision=Rect(-60, top, 120, 9), angle=angle) for top in (10, -19)
            ]
            wall = r.choice(walls)
            one, other = (Sprite(collision=shape, angle=angle) for _ in range(2))
            c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            for _ in range(6):
                along, across = r.uniform(-40, 40), r.choice([0, 0, r.uniform(-9, 9)])
                way = along * c - across * s, along * s + across * c
                asked = one.move_and_slide(*way, walls, where=lambda w: w is wall)  # noqa: B023
                alone = other.move_and_slide(*way, [wall])
                assert math.dist(one.position, other.position) < 1e-9
                assert len(asked.hits) == len(alone.hits)
                seen["stopped" if asked.hits else "free"] += 1
                other.position = one.position


@pytest.mark.parametrize("is_told_hit", [False, True])
def test_in_one_move_it_is_asked_once_about_each_target(is_told_hit: bool) -> None:
    """Its answer holds for the whole move: an answer that would change has no effect."""
    asked: list[Sprite] = []

    def of_sprite(other: Sprite) -> bool:
        asked.append(other)
        return True

    def of_hit(other: Sprite, _: Any) -> bool:
        return of_sprite(other)

    where: Any = of_hit if is_told_hit else of_sprite
    with at_least(asked=500, twice_met=40) as seen:
        for seed in range(10):
            r = random.Random(seed)
            view, kind = View(wild(r)), r.choice(list(BODIES))
            hero, other = walker(kind, 0, -60), walker(kind, 0, -60)
            for frame in range(60):
                view.go(frame)
                if frame % 10 == 0:  # else it would be far below in the end
                    hero.sprite.position = other.sprite.position = r.randint(-40, 40), -60
                way = r.choice([-4, 3, 9]), r.choice([-6, 2, 5, 9])
                moves: list[Callable[[CharacterController, Any], Any]] = [
                    lambda c, where: c.move(*way, view.sprites, where=where),  # noqa: B023
                    lambda c, where: c.sprite.move_and_slide(*way, view.sprites, where=where),  # noqa: B023
                    lambda c, where: c.sprite.move_and_bounce(*way, view.sprites, where=where),  # noqa: B023
                ]
                for move in moves:
                    asked.clear()
                    result = move(hero, where)
                    assert len(asked) == len({id(one) for one in asked})
                    move(other, None)
                    assert hero.sprite.position == pytest.approx(other.sprite.position)
                    other.sprite.position = hero.sprite.position
                    seen["asked"] += len(asked)
                    seen["twice_met"] += len(result.hits) > 1


def test_an_answer_of_where_holds_for_the_whole_move() -> None:
    """It meets the wall again and again in one move, and is asked at the first meeting only."""
    for first in (True, False):
        walls = [Sprite(x, 0, collision=Rect(0, -50, 10, 100)) for x in (20, 60)]
        ball, count = Sprite(40, 0, collision=Circle(0, 0, 5)), 0

        def where(_: Sprite, first: bool = first) -> bool:
            nonlocal count
            count += 1
            return first

        bounces = ball.move_and_bounce(100, 0, walls, where=where)
        assert count == 2 if first else count in (1, 2)
        assert (len(bounces.hits) > 2) is first


@pytest.mark.parametrize("seed", range(60))
def test_where_sees_the_shapes_of_a_floor_that_touch_in_any_order_of_shapes(seed: int) -> None:
    """A floor has moved, turned or been climbed, and one of its shapes touches one of the rider."""
    r = random.Random(seed)
    size = r.choice([(5, 0), (-3, 4), (2, -6), (0, 3)])
    turn, wide = r.choice([0, 0, 0, 2]), r.randrange(10, 16)
    mine = [Rect(0, 8, wide, 12, name="feet"), Rect(2, 0, wide - 4, 8, name="head")]
    theirs = [
        Rect(0, 0, 60, 8, name="plank"),
        Rect(0, -90, 4, 4, name="lamp"),
        Rect(0, 8, 60, 4, name="keel"),
        Rect(60, -4, 20, 12, name="stair"),
    ]
    ends = []
    for _ in range(4):
        r.shuffle(mine)
        r.shuffle(theirs)
        lift = Sprite(0, 20, collision=theirs, center_x=30, center_y=0)
        walker = CharacterController(Sprite(20, 0, collision=mine), step=6)

        def where(_: Sprite, hit: Any) -> bool:
            return (hit.shape.name, hit.other_shape.name) in {
                ("feet", "plank"),
                ("feet", "stair"),
            }

        walker.move(0, 1, lift, where=where)
        for frame in range(12):
            lift.position += size
            lift.angle += turn
            slide = walker.move(4 if frame > 3 else 0, 1, lift, where=where)
            assert walker.floor is lift or frame > 6
            ends.append((*walker.sprite.position, *slide.carried, walker.floor is lift))
    assert ends[:12] * 4 == ends


@pytest.mark.parametrize("accepts", [True, False])
@pytest.mark.parametrize("first", ["heart", "body"])
def test_of_what_its_middle_is_led_through_it_sees_the_shapes_that_meet(
    first: str, accepts: bool
) -> None:
    """A way out leads past a plate, so the plate is asked about. The heart is inside the body."""
    shapes = [Circle(0, 0, 2, name="heart"), Rect(-6, -6, 12, 12, name="body")]
    hero = Sprite(collision=sorted(shapes, key=lambda shape: shape.name != first))
    wall, plate = block(-30, -50, 9, 50), block(6.5, -50, 8.5, 50)
    seen = []

    def where(other: Sprite, hit: Any) -> bool:
        seen.append((other, hit.shape.name, hit.normal, hit.point.x, hit.fraction))
        return accepts or other is wall

    controller = CharacterController(hero, max_push=20, up=None)
    slide = controller.move(0, 0, [wall, plate], where=where)
    assert [name for _, name, *_ in seen] == ["body", "body"]
    assert seen[1] == (plate, "body", (-1, 0), 6.5, pytest.approx(0.5 / 15))
    assert (slide.crushed, slide.pushed) == (accepts, (0, 0) if accepts else (15, 0))
