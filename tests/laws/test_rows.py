"""No answer depends on which rows sprites have, nor on members that left, nor on far shapes."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from support.counting import at_least

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
    Shape,
    Sprite,
    check,
    pairs,
)

HOOK = Polygon([(0, 0), (12, 0), (12, 4), (4, 4), (4, 12), (0, 12)])
COUNT = 40


def specs(rng: random.Random, whole: bool) -> list[dict[str, Any]]:
    """Where the sprites are and what they are; no two have the same pose and shapes."""
    shapes: list[list[Shape]] = [
        [Circle(6, 6, 5)],
        [Rect(0, 0, 12, 8)],
        [HOOK],
        [Circle(6, 6, 5), HOOK],
    ]
    found: dict[Any, dict[str, Any]] = {}
    while len(found) < COUNT:
        kind = rng.randrange(len(shapes))
        x, y = (rng.randrange(40) if whole else rng.uniform(0, 60) for _ in "xy")
        angle = 90 * rng.randrange(4) if whole else rng.uniform(0, 360)
        scale = 1 if whole else rng.uniform(0.5, 2)
        pose = {"x": x, "y": y, "angle": angle, "scale": scale, "collision": shapes[kind]}
        found.setdefault((kind, x, y, angle, scale), pose)
    return list(found.values())


def plain(value: Any, number_of: dict[Sprite, int]) -> Any:
    """An answer with its records as tuples and its sprites as numbers."""
    if isinstance(value, Sprite):
        return "sprite", number_of[value]
    if isinstance(value, (list, tuple)):
        return [plain(item, number_of) for item in value]
    names = getattr(type(value), "__match_args__", ())
    if names and not isinstance(value, Shape):
        return [(name, plain(getattr(value, name), number_of)) for name in names]
    return repr(value)  # of floats, which tells every bit, and of nan, which equals nothing


def life(whole: bool, order: str) -> tuple[list[Any], list[Sprite]]:
    """All answers of one scene, whose sprites were made in this order; and the sprites."""
    rng = random.Random(1)
    given, numbers = specs(rng, whole), list(range(COUNT))
    if order == "last first":
        numbers.reverse()
    if order == "on rows of others":
        others = [Sprite(0, 0) for _ in range(3 * COUNT)]
        random.Random(2).shuffle(others)
        del others[: 2 * COUNT]
    made = {number: Sprite(**given[number]) for number in numbers}
    sprites = [made[number] for number in range(COUNT)]
    group = Group(sprites)
    answers: list[Any] = [pairs(group)]
    for sprite in sprites:
        way = rng.uniform(-20, 20), rng.uniform(-20, 20)
        turn = rng.choice([0, rng.uniform(-90, 90)])
        answers += [sprite.contacts(group), sprite.separation(group), sprite.check(group)]
        answers += [sprite.sweep(*way, group), sprite.sweep_all(*way, group, turn=turn)]
        answers += map(sprite.distance, sprites[:10])
    answers += [group.nearest_k(3, 50, 12), group.raycast_all(0, 0, 60, 60)]
    for number, sprite in enumerate(sprites):
        way = rng.uniform(-20, 20), rng.uniform(-20, 20)
        moves: list[Callable[[], Any]] = [
            lambda: sprite.move_and_slide(*way, group),  # noqa: B023
            lambda: sprite.move_and_collide(*way, group, turn=40),  # noqa: B023
            lambda: sprite.depenetrate(group),  # noqa: B023
        ]
        answers += [moves[number % 3](), (sprite.x, sprite.y, sprite.angle)]
    answers.append(check(group, group))
    number_of = {sprite: number for number, sprite in enumerate(sprites)}
    return [plain(answer, number_of) for answer in answers], sprites


@pytest.mark.parametrize("order", ["last first", "on rows of others"])
@pytest.mark.parametrize("whole", [True, False])
def test_the_order_in_which_sprites_were_made_changes_no_bit(whole: bool, order: str) -> None:
    wanted, alive = life(whole, "in order")  # the others do not get their rows
    found, _ = life(whole, order)
    assert len(alive) == COUNT
    assert sum(map(bool, wanted)) > 10 * COUNT
    for number, (one, other) in enumerate(zip(wanted, found, strict=True)):
        assert one == other, f"answer {number}"


# --- members that have left -----------------------------------------------------------------------

SHAPES: list[Shape | list[Shape]] = [
    Circle(0, 0, 6),
    Rect(-5, -5, 10, 10),
    Rect(-12, -2, 24, 4, one_way=(0, -1)),
    Capsule(-6, 0, 6, 0, 3),
    Point(0, 0),
    [Polygon([(0, 0), (9, 0), (0, 9)]), Circle(-6, -6, 4)],
]

QUESTIONS: dict[str, Callable[[Sprite, Group, tuple[float, float]], Any]] = {
    "raycast": lambda mover, group, to: group.raycast(mover.x, mover.y, *to),
    "thick raycast": lambda mover, group, to: group.raycast(mover.x, mover.y, *to, radius=4),
    "raycast_all": lambda mover, group, to: group.raycast_all(mover.x, mover.y, *to),
    "line_of_sight": lambda mover, group, to: group.line_of_sight(mover.x, mover.y, *to),
    "sweep": lambda mover, group, to: mover.sweep(to[0] - mover.x, to[1] - mover.y, group),
    "sweep_all": lambda mover, group, to: mover.sweep_all(30, -20, group, turn=90),
    "masked sweep": lambda mover, group, to: mover.sweep(50, 9, group, mask=2),
    "contacts": lambda mover, group, to: mover.contacts(group),
    "masked contacts": lambda mover, group, to: mover.contacts(group, mask=2),
    "separation": lambda mover, group, to: mover.separation(group),
    "check": lambda mover, group, to: mover.check(group),
    "nearest_k": lambda mover, group, to: group.nearest_k(mover.x, mover.y, 5),
}


@pytest.mark.parametrize("leaving", ["vanish", "discard"])
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_group_that_members_have_left_answers_as_a_new_one(name: str, leaving: str) -> None:
    """A Group that keeps an index leaves holes where members were; the new one keeps none."""
    ask, rng = QUESTIONS[name], random.Random(5)

    def place() -> tuple[float, float]:
        return rng.uniform(0, 400), rng.uniform(0, 400)

    sprites = [
        Sprite(
            *place(),
            collision=rng.choice(SHAPES),
            angle=rng.choice([0, 30]),
            collision_layer=rng.choice([1, 2, 3]),
        )
        for _ in range(600)
    ]
    group, mover = Group(sprites), Sprite(200, 200, collision=Rect(-8, -8, 16, 16))
    with at_least(found=6) as seen:
        for step in range(40):
            for _ in range(4):  # the index is made when it pays
                ask(mover, group, (250.0, 260.0))
            gone = sprites.pop(rng.randrange(len(sprites)))
            if leaving == "vanish":
                gone.vanish()
            else:
                group.discard(gone)
            mover.x, mover.y = place()
            to = (mover.x + rng.uniform(-40, 40), mover.y + rng.uniform(-40, 40))
            answer = ask(mover, group, to)
            assert answer == ask(mover, Group(sprites), to), step
            seen["found"] += bool(answer)


# --- many shapes ----------------------------------------------------------------------------------

FAR = 3_000
"""Pixels to the right, in local space: the box of the level still begins where it did."""
POSES: tuple[dict[str, Any], ...] = (
    {},
    {"angle": 90},
    {"angle": 33},
    {"scale_x": 0.4, "scale_y": 2.5},
    {"scale_x": -1, "angle": 200, "scale_y": 1.5},
)


def shape(rng: random.Random, side: int, to_the_right: int = 0) -> Shape:
    x, y = to_the_right + rng.randrange(side), rng.randrange(side)
    return rng.choice(
        (
            Rect(x // 8 * 8, y // 8 * 8, 8, 8),
            Rect(x // 8 * 8, y // 8 * 8, 8, 8),
            Circle(x, y, 4),
            Ellipse(x, y, 9, 2, 30),
            Capsule(x, y, x + 9, y + 3, 2),
            Segment(x, y, x + 20, y - 3),
            Point(x, y),
            Polygon([(x, y), (x + 9, y), (x + 3, y + 3), (x, y + 9)]),
            Rect(x, y, 20, 4, one_way=(0, -1)),
            Rect(x, y, 12, 12, layer=2, mask=2),  # which meets nothing
        )
    )


BODIES: list[Any] = [
    Rect(-5, -5, 10, 10),
    Circle(0, 0, 5),
    Capsule(-3, 0, 3, 0, 3),
    Ellipse(0, 0, 8, 3, 40),
    Polygon([(-9, -9), (0, -3), (9, -9), (3, 0), (9, 9), (0, 3), (-9, 9), (-3, 0)]),
    [Rect(-9, -9, 9, 9), Circle(4, 4, 5)],
]


def answers(one: Sprite, level: Sprite, rng: random.Random) -> list[Any]:
    """What is known of a sprite and a level; at last the sprite has moved."""
    group = Group(level)
    result: list[Any] = [
        one.hits(level),
        one.separation(level),
        level.separation(one),
        one.distance(level),
        level.distance(one),
        one.contacts(level),
        level.contacts(one),
    ]
    for _ in range(3):
        dx, dy = rng.choice(((5, 0), (0, 7), (rng.uniform(-60, 60), rng.uniform(-60, 60))))
        turn = rng.choice((0, 0, 40))
        result += [one.sweep(dx, dy, level, turn=turn), one.sweep_all(dx, dy, level, turn=turn)]
        x, y = one.x + rng.randint(-40, 40), one.y + rng.randint(-40, 40)
        for radius in (0, 2):
            line = (x, y, x + 3 * dx, y + 3 * dy)
            result += [group.raycast(*line, radius=radius), group.raycast_all(*line, radius=radius)]
        result.append(group.nearest(x, y))
    slide = one.move_and_slide(rng.uniform(-30, 30), rng.uniform(-30, 30), level)
    result += [slide.travel, (one.x, one.y)]
    for _ in range(3):
        before = one.x + rng.uniform(-9, 9), one.y + rng.uniform(-9, 9)
        one.position = before
        along = one.depenetrate(level, along=(3, 4))
        one.position = before
        result += [along.x, one.depenetrate(level), (one.x, one.y)]
    walker = CharacterController(one)
    for dx in (-5, 0, rng.uniform(-9, 9)):
        walker.move(dx, rng.uniform(-5, 9), level)
        result += [(one.x, one.y), walker.on_floor]
    return result


def test_shapes_that_are_far_away_change_no_bit() -> None:
    """Rows of many parts are asked by their near parts only."""
    with at_least(hits=8, stopped=20, rays=20, out=20) as seen:
        for seed in range(60):
            rng = random.Random(seed)
            side = rng.choice((40, 60, 120))
            near = [shape(rng, side) for _ in range(rng.choice((3, 9, 15, 40)))]
            near = [Rect(0, 0, 8, 8), *near]
            far = [shape(rng, 400, FAR) for _ in range(rng.choice((20, 60, 200)))]
            place = rng.randint(-12, side + 12), rng.randint(-12, side + 12)
            pose, angle, later = rng.choice(POSES), rng.choice((0, 0, 45)), rng.random()
            collision = rng.choice(BODIES)
            found = []
            for shapes in (near, [*near, *far]):
                level = Sprite(collision=shapes, center_x=0, center_y=0, **pose)
                one = Sprite(*place, collision=collision, angle=angle)
                given = answers(one, level, random.Random(later))
                found.append([plain(answer, {one: 0, level: 1}) for answer in given])
            for k, (without, with_far) in enumerate(zip(*found, strict=True)):
                assert without == with_far, (seed, k)
            stopped, rays = (sum(map(bool, given[k:28:7])) for k in (7, 9))
            out = sum(map(any, given[31:39:3]))
            seen.update(hits=given[0], stopped=stopped, rays=rays, out=out)


def columns(count: int) -> list[tuple[int, int]]:
    """Where the columns of a floor with pits begin, on both sides of 0."""
    return [(24 * k, k * k % 7 - 3) for k in range(-count, count)]


def test_a_long_level_answers_as_the_part_of_it_that_is_near() -> None:
    """One sprite of more than 32,768 shapes."""
    with at_least(hits=10, stopped=30, rays=30) as seen:
        levels = [
            Sprite(
                collision=[Rect(x, y + 4 * k, 16, 4) for x, y in columns(count) for k in range(4)]
            )
            for count in (10, 5_000)
        ]
        for seed in range(60):
            rng = random.Random(seed)
            place = rng.randint(-60, 60), rng.choice((-8, -5, rng.randint(-30, 20)))
            body, later = rng.choice(BODIES), rng.random()
            found = []
            for level in levels:
                one = Sprite(*place, collision=body)
                given = answers(one, level, random.Random(later))
                found.append([plain(answer, {one: 0, level: 1}) for answer in given])
            for k, (near, whole) in enumerate(zip(*found, strict=True)):
                assert near == whole, (seed, k)
            stopped, rays = (sum(map(bool, given[k:28:7])) for k in (7, 9))
            seen.update(hits=given[0], stopped=stopped, rays=rays)


def test_a_polygon_of_many_corners_is_met_as_the_part_of_it_that_is_near() -> None:
    """It may be cut into other pieces, so numbers differ by rounding."""

    def floor(count: int) -> Sprite:
        corners = [
            corner
            for x, y in columns(count)
            for corner in ((x, y), (x + 16, y), (x + 16, y + 16), (x + 24, y + 16))
        ]
        return Sprite(collision=Polygon([*corners, (24 * count, 40), (-24 * count, 40)]))

    short, long = floor(10), floor(300)
    with at_least(hits=30, stopped=60, rays=60) as seen:
        for seed in range(200):
            rng = random.Random(seed)
            place = rng.randint(-60, 60), rng.choice((-8, -5, rng.randint(-30, 15)))
            body = rng.choice(BODIES)
            dx, dy = rng.choice(((5, 0), (0, 7), (rng.uniform(-60, 60), rng.uniform(-60, 60))))
            found = []
            for level in (short, long):
                one, group = Sprite(*place, collision=body), Group(level)
                line = (place[0], place[1] - 20, place[0] + dx, place[1] + 3 * dy)
                near, met = group.nearest(*place), one.sweep(dx, dy, level)
                rays = [group.raycast(*line, radius=radius) for radius in (0, 3)]
                found.append(
                    [
                        one.hits(level),
                        len(one.contacts(level)),
                        *one.separation(level),
                        one.distance(level).distance,
                        near.distance if near else -1,
                        *((met.fraction, *met.normal) if met else (2, 0, 0)),
                        *((rays[0].fraction, *rays[0].normal) if rays[0] else (2, 0, 0)),
                        rays[1].fraction if rays[1] else 2,
                        *one.move_and_slide(dx, dy, level).travel,
                    ]
                )
                seen.update(hits=one.hits(level), stopped=met is not None, rays=any(rays))
            for k, (few, many) in enumerate(zip(*found, strict=True)):
                assert few == pytest.approx(many, abs=1e-9), (seed, k)


def test_many_shapes_are_met_as_sprites_of_one_each() -> None:
    """In any pose, flat ones and such as are far out, too."""
    poses = [*POSES, {"scale_x": 0, "angle": 20}, {"scale_y": 1e-9}]
    with at_least(hits=40, rays=60, sweeps=50, apart=100) as seen:
        for seed in range(80):
            rng = random.Random(seed)
            shapes = [shape(rng, rng.choice((30, 120))) for _ in range(rng.choice((17, 40, 120)))]
            pose = rng.choice([*poses, {"x": 1e9, "y": -1e9, "angle": 1}])
            level = Sprite(collision=shapes, **pose)
            tiles = [Sprite(collision=one, **pose) for one in shapes]
            close = 1e-9 + 1e-11 * max(map(abs, level.aabb))
            near = rng.choice(tiles).aabb
            one = Sprite(
                near[0] + rng.randint(-12, 12),
                near[1] + rng.randint(-12, 12),
                collision=rng.choice(BODIES[:3]),
                angle=rng.choice((0, 0, 45)),
            )
            home = one.x, one.y
            hit = [tile for tile in tiles if one.hits(tile)]
            seen["hits"] += bool(hit)
            assert one.hits(level) == level.hits(one) == bool(hit)
            apart = [contact for tile in hit for contact in one.contacts(tile)]
            contacts = one.contacts(level)
            assert [c.other_shape for c in contacts] == [c.other_shape for c in apart]
            depths = [c.depth for c in apart]
            assert [c.depth for c in contacts] == pytest.approx(depths, abs=close)
            way = one.separation(level)
            assert way.length == pytest.approx(one.separation(tiles).length, abs=close)
            one.x, one.y = one.x + way.x, one.y + way.y
            assert not one.hits(level)
            for far in (0, rng.randint(-300, 300)):
                one.x += far
                if not one.hits(level):
                    seen["apart"] += 1
                    least = min(one.distance(tile).distance for tile in tiles)
                    for found in (one.distance(level), level.distance(one)):
                        assert found.distance == pytest.approx(least, abs=close)
            one.x, one.y = home
            x, y = home
            places = [Group(targets).nearest(x, y) for targets in (level, tiles)]
            assert places[0].distance == places[1].distance  # type: ignore[union-attr]
            for radius in (0, 2):
                line = (x, y, x + rng.randint(-300, 300), y + rng.choice((0, rng.randint(-99, 99))))
                rays = [Group(tile).raycast(*line, radius=radius) for tile in tiles]
                ray = Group(level).raycast(*line, radius=radius)
                first = min((one.fraction for one in rays if one), default=None)
                assert (ray and ray.fraction) == first
                every = [one.fraction for one in Group(level).raycast_all(*line, radius=radius)]
                assert every == sorted(one.fraction for one in rays if one)
                seen["rays"] += ray is not None
            for dx, dy in ((rng.randint(-60, 60), rng.randint(-60, 60)), (0, 30)):
                each = [met.fraction for met in one.sweep_all(dx, dy, tiles)]
                swept = one.sweep(dx, dy, level)
                assert (swept is None) == (not each)
                if swept is not None:
                    seen["sweeps"] += 1
                    assert swept.fraction == pytest.approx(each[0], abs=close)


def test_sprites_of_many_shapes_are_met_as_each_alone() -> None:
    """Which parts of one are near says nothing of another."""
    with at_least(met=80, second=50, all=400) as seen:
        for seed in range(80):
            rng = random.Random(seed)
            levels = [
                Sprite(collision=[shape(rng, 120) for _ in range(rng.choice((17, 40)))], **pose)
                for pose in rng.choices(POSES, k=3)
            ]
            place = rng.randint(-150, 150), rng.randint(-150, 150)
            one = Sprite(*place, collision=rng.choice(BODIES))
            for dx, dy in ((200, 0), (rng.randint(-300, 300), rng.randint(-300, 300))):
                turn = rng.choice((0, 0, 40))
                each = [one.sweep(dx, dy, level, turn=turn) for level in levels]
                first = min((hit.fraction for hit in each if hit), default=None)
                swept = one.sweep(dx, dy, levels, turn=turn)
                assert (swept and swept.fraction) == first, seed
                every = [one.sweep_all(dx, dy, level, turn=turn) for level in levels]
                fractions = sorted(hit.fraction for hits in every for hit in hits)
                assert [hit.fraction for hit in one.sweep_all(dx, dy, levels, turn=turn)] == (
                    fractions
                ), seed
                seen.update(met=swept is not None, all=len(fractions))
                seen["second"] += swept is not None and swept.other is not levels[0]


def test_two_sprites_of_many_shapes_answer_as_sprites_of_one_each() -> None:
    """Which hit, in their order, and the nearest of them: also where all are near each other."""
    with at_least(hits=1_500, apart=12, near=6) as seen:
        for seed in range(40):
            rng = random.Random(seed)
            # Small shapes on a grid, each in a gap of the other grid or not, or all over a square.
            counts = rng.choice(((100, 100), (400, 90), (70, 500), (200, 300)))
            size, poses = rng.choice((3, 3, 30)), rng.choices(POSES, k=2)
            if rng.random() < 0.7:
                poses[1] = poses[0]
            x, y = rng.choice(((5, 5), (5, 5), (8, 1), (160, 0), (-3e6, 1e6)))
            sides = [
                [
                    shape(rng, 160) if size > 3 else Rect(10 * (k % 15), 10 * (k // 15), 3, 3)
                    for k in range(count)
                ]
                for count in counts
            ]
            one, other = (
                Sprite(*place, collision=side, **pose)
                for place, side, pose in zip(((0, 0), (x, y)), sides, poses, strict=True)
            )
            ones, others = (
                Group(Sprite(*place, collision=part, **pose) for part in side)
                for place, side, pose in zip(((0, 0), (x, y)), sides, poses, strict=True)
            )
            own, theirs = (
                {id(part): k for k, part in enumerate(sprite.shapes)} for sprite in (one, other)
            )
            found = [
                [own[id(contact.shape)], theirs[id(contact.other_shape)]]
                for contact in one.contacts(other)
            ]
            expected = ones.pair_indices(others).tolist()
            assert found == expected, seed
            assert one.hits(other) == bool(expected) == other.hits(one)
            least = min(part.distance(others) for part in ones)
            if not expected:
                assert one.distance(other) == pytest.approx(least, abs=1e-9 * (1 + abs(x))), seed
                assert other.distance(one) == one.distance(other)
            spots = [Group(one).nearest(*spot) for spot in ((x, y), (70, 50), (1e6, -1e6))]
            for near, spot in zip(spots, ((x, y), (70, 50), (1e6, -1e6)), strict=True):
                first = ones.nearest(*spot)
                assert near is not None
                assert first is not None
                assert near.distance == pytest.approx(first.distance, abs=1e-9 * (1 + abs(x)))
            seen.update(hits=len(expected), apart=not expected, near=0 < least < 9)


def test_a_level_of_many_shapes_may_move_turn_and_grow() -> None:
    rng = random.Random(3)
    shapes = [shape(rng, 120) for _ in range(300)]
    level, tiles = Sprite(collision=shapes), [Sprite(collision=one) for one in shapes]
    one = Sprite(collision=Circle(0, 0, 5))
    with at_least(hits=20) as seen:
        for _ in range(80):
            values = rng.randint(-9, 9), rng.randint(0, 360), rng.uniform(0.5, 2)
            for sprite in (level, *tiles):
                sprite.x, sprite.angle, sprite.scale_x = values
            one.x, one.y = rng.randint(-200, 200), rng.randint(-200, 200)
            chain = Sprite(collision=[Circle(9 * k, 3 * k, 3) for k in range(40)], angle=one.x)
            for other in (one, chain):
                hit = any(other.hits(tile) for tile in tiles)
                assert other.hits(level) == level.hits(other) == hit
                seen["hits"] += hit


def test_a_corner_of_one_of_many_tiles_is_in_all_of_them_if_it_is_in_that_tile() -> None:
    """However it is rounded: the row is turned, and the corner as it lies in the world."""
    with at_least(hits=1_500) as seen:
        for seed in range(30):
            rng = random.Random(seed)
            tiles = [Rect(20 * k, rng.uniform(0, 3), 10, 10) for k in range(100)]
            how: Any = {"angle": rng.uniform(0, 360), "scale_x": rng.choice([1, 2.5])}
            row = Sprite(1000 + rng.uniform(0, 1), 1000, collision=tiles, **how)
            for tile, placed in zip(tiles, row.world_shapes, strict=True):
                one = Sprite(row.x, row.y, collision=tile, **how)
                for x, y in placed.geometry.exterior.coords:
                    point = Sprite(x, y, collision=Point(0, 0))
                    assert point.hits(row) == point.hits(one)
                    seen["hits"] += point.hits(one)


def test_dense_sprites_of_many_shapes_lose_no_contact() -> None:
    """More pairs of near parts than either has parts; turned, scaled, flat, or not in sync."""
    r = random.Random(11)
    with at_least(contacts=4_000, apart=4) as seen:
        for scene in range(60):
            sprites, singles = [], []
            for count in (r.choice([40, 100]), r.choice([30, 60, 90, 150])):
                shapes = [
                    r.choice(
                        [
                            Rect(r.uniform(-30, 30), r.uniform(-30, 30), 3, 6, r.uniform(0, 360)),
                            Circle(r.uniform(-30, 30), r.uniform(-30, 30), 3),
                            Segment(*(r.uniform(-30, 30) for _ in range(4))),
                        ]
                    )
                    for _ in range(count)
                ]
                pose = {
                    "angle": r.choice([0, 90, r.uniform(0, 360)]),
                    "scale_x": r.choice([1, 1, -1, 2, 0.3]),
                    "scale_y": r.choice([1, 1, 2, 0]),
                    "collision_sync": r.random() < 0.7,
                    "x": r.choice([0, 0, 9, 200]),
                }
                sprites.append(Sprite(collision=shapes, **pose))
                singles.append([Sprite(collision=shape, **pose) for shape in shapes])
            one, other = sprites
            brute = [
                (i, j)
                for i, mine in enumerate(singles[0])
                for j, its in enumerate(singles[1])
                if mine.hits(its)
            ]
            contacts = one.contacts(other)
            assert one.hits(other) is bool(brute)
            assert len(contacts) == len(brute)
            if scene % 4 == 0:  # it takes a hundred times as long as all else
                assert (one.distance(other) < 0) is bool(brute)
            for contact, (i, j) in zip(contacts, brute, strict=True):
                assert contact.shape is one.shapes[i]
                assert contact.other_shape is other.shapes[j]
            if not brute:
                least = min(mine.distance(singles[1]) for mine in singles[0])
                assert one.distance(other) == pytest.approx(least, rel=1e-9, abs=1e-9)
            seen["contacts"] += len(brute)
            seen["apart"] += not brute
