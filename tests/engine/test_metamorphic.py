"""What must not change an answer: moving, turning, mirroring and scaling the whole scene, swapping
its sprites, another road to the same question, and whatever happened before.
"""

import itertools
import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scenes import sprites as scenes
from support import oracle_shapely as oracle
from support import strategies as some
from support.engine import index_forced, validate
from support.examples import examples
from support.for_each import for_each
from support.oracle_shapely import Verdict

from spritecol import Circle, Group, Point, Polygon, Rect, Segment, Sprite, check, pairs

Places = set[tuple[int, int]]


def table(scene: Sequence[Sprite]) -> Places:
    """Which of the sprites hit, one by one, as places i < j; both orders must agree."""
    found = set()
    for j, b in enumerate(scene):
        for i, a in enumerate(scene[:j]):
            answer = a.hits(b)
            assert b.hits(a) == answer
            if answer:
                found.add((i, j))
    return found


def places(
    found: Sequence[tuple[Sprite, Sprite]], scene: Sequence[Sprite]
) -> list[tuple[int, int]]:
    at = {id(sprite): place for place, sprite in enumerate(scene)}
    return [(at[id(a)], at[id(b)]) for a, b in found]


# --- the whole scene elsewhere -----------------------------------------------------------------


def pivot_of(sprite: Sprite) -> tuple[float, float]:
    """Where the sprite's center is in the world."""
    if sprite.offset_sync:
        return sprite.x, sprite.y
    return sprite.x + sprite.center_x, sprite.y + sprite.center_y


def pivot_to(sprite: Sprite, x: float, y: float) -> None:
    old_x, old_y = pivot_of(sprite)
    # In this order, whole numbers stay exact.
    sprite.x, sprite.y = sprite.x - old_x + x, sprite.y - old_y + y


def moved(dx: float, dy: float) -> Callable[[Sprite], None]:
    def change(sprite: Sprite) -> None:
        sprite.x += dx
        sprite.y += dy

    return change


def turned(quarters: int) -> Callable[[Sprite], None]:
    def change(sprite: Sprite) -> None:
        x, y = pivot_of(sprite)
        for _ in range(quarters % 4):
            x, y = -y, x
        pivot_to(sprite, x, y)
        sprite.angle += 90 * quarters

    return change


def mirrored(sprite: Sprite) -> None:
    """At the upright axis: a turn the other way, of the mirrored shape."""
    x, y = pivot_of(sprite)
    pivot_to(sprite, -x, y)
    sprite.angle, sprite.scale_x = -sprite.angle, -sprite.scale_x


def scaled(factor: float) -> Callable[[Sprite], None]:
    def change(sprite: Sprite) -> None:
        x, y = pivot_of(sprite)
        pivot_to(sprite, factor * x, factor * y)
        sprite.scale_x *= factor
        sprite.scale_y *= factor

    return change


def exact_scene(points: bool) -> st.SearchStrategy[list[Sprite]]:
    """Sprites in whole numbers that follow their angle; the fill rule of points has a direction."""
    kinds = [kind for kind in some.KINDS if points or kind != "point"]
    pose = some.exact_poses().map(lambda pose: pose | {"collision_sync": True})
    if not points:  # what is flattened to a point follows the fill rule as well
        pose = pose.filter(lambda pose: pose["scale_x"] and pose["scale_y"])
    shape = st.one_of([some.exact_shapes(kind) for kind in kinds])
    if not points:
        shape = shape.filter(lambda shape: shape.bounds[:2] != shape.bounds[2:])
    sprite = st.builds(lambda shape, pose: Sprite(collision=shape, **pose), shape, pose)
    return st.lists(sprite, min_size=3, max_size=7)


CHANGES = {
    "moved": moved(1_000_003, -77),
    "moved far": moved(-(2.0**30), 2.0**31),
    "moved by a half": moved(0.5, -1024.25),
    "turned by 90": turned(1),
    "turned by 180": turned(2),
    "turned by -90": turned(-1),
    "mirrored": mirrored,
    "doubled": scaled(2),
    "halved": scaled(0.5),
    "tiny": scaled(2.0**-20),
    "huge": scaled(2.0**20),
}


@pytest.mark.parametrize("name", CHANGES)
@examples(20)
@given(scene=exact_scene(points=False))
def test_whole_scene_exactly(name: str, scene: list[Sprite]) -> None:
    expected = table(scene)
    for sprite in scene:
        CHANGES[name](sprite)
    assert table(scene) == expected


@pytest.mark.parametrize("name", [name for name in CHANGES if name.startswith("moved")])
@examples(20)
@given(scene=exact_scene(points=True))
def test_whole_scene_with_points_exactly(name: str, scene: list[Sprite]) -> None:
    expected = table(scene)
    for sprite in scene:
        CHANGES[name](sprite)
    assert table(scene) == expected


@examples(45)
@given(a=some.sprites(), b=some.sprites(), data=st.data())
def test_whole_scene_away_from_margins(a: Sprite, b: Sprite, data: st.DataObject) -> None:
    """Turned by any angle about the origin, mirrored, scaled by any factor, moved anywhere."""
    for sprite in (a, b):
        sprite.collision_sync = True
    assume(oracle.verdict(a, b, 1e-7) is not Verdict.CLOSE)
    expected = a.hits(b)
    angle = data.draw(some.angles)
    turn = Sprite(collision=Point(0, 0), angle=angle)
    for sprite in (a, b):
        turn.center_x, turn.center_y = (-place for place in pivot_of(sprite))
        turn.x, turn.y = -turn.center_x, -turn.center_y
        x, y, _, _ = turn.aabb
        pivot_to(sprite, x, y)
        sprite.angle += angle
    assert a.hits(b) == b.hits(a) == expected
    factor = data.draw(st.floats(0.01, 100))
    for sprite in (a, b):
        mirrored(sprite)
        scaled(factor)(sprite)
    assert a.hits(b) == b.hits(a) == expected


@examples(30)
@given(a=some.sprites(), b=some.sprites())
def test_the_same_place_said_otherwise(a: Sprite, b: Sprite) -> None:
    """offset_sync with the base moved along; a whole turn more; half a turn as two mirrors."""
    assume(oracle.verdict(a, b, 1e-8) is not Verdict.CLOSE)
    expected = a.hits(b)
    a.angle += 360
    assert a.hits(b) == expected
    pivot_x, pivot_y = pivot_of(a)
    a.offset_sync = not a.offset_sync
    pivot_to(a, pivot_x, pivot_y)
    assert a.hits(b) == expected
    if a.collision_sync:
        a.angle += 180
        a.scale_x, a.scale_y = -a.scale_x, -a.scale_y
        assert a.hits(b) == expected


# --- every road --------------------------------------------------------------------------------


def assert_all_roads_agree(scene: list[Sprite]) -> None:
    """By hits, check, pairs, pair_indices; lists, Groups and nests of them; in the stated order."""
    expected = sorted(table(scene))
    group = Group(*scene)
    half = len(scene) // 2
    first, second = scene[:half], scene[half:]
    nested: list[Any] = [first[:1], [None, [Group(*first[1:])]], (iter(second[:2]), [second[2:]])]
    group_of_groups = Group(Group(*first), Group(Group(*second)))

    assert places(pairs(scene), scene) == expected
    assert places(pairs(scene, scene), scene) == expected
    assert places(pairs(nested), scene) == expected
    assert places(check(scene), scene) == expected
    assert places(group.pairs(), scene) == expected
    assert places(group.check(), scene) == expected
    assert places(pairs(group), scene) == expected
    assert places(group_of_groups.pairs(), scene) == expected
    assert [tuple(row) for row in group.pair_indices().tolist()] == expected

    across = [(i, j) for i, j in expected if i < half <= j]
    assert places(pairs(first, second), scene) == across
    assert places(check(first, Group(*second)), scene) == across
    assert places(Group(*first).pairs(Group(*second)), scene) == across
    assert places(Group(*first).pairs(second), scene) == across
    rows = Group(*first).pair_indices(Group(*second)).tolist()
    assert [(i, j + half) for i, j in rows] == across
    assert Group(*first).hits(Group(*second)) == bool(across)
    back = sorted((j, i) for i, j in across)
    assert places(pairs(second, first), scene) == back

    for i, sprite in enumerate(scene):
        met = [a + b - i for a, b in expected if i in (a, b)]
        assert [scene.index(other) for other in sprite.check(scene)] == sorted(met)
        assert [scene.index(other) for other in sprite.check(scene[::-1])] == sorted(met)[::-1]
        assert sprite.check(group) == sprite.check(scene) == sprite.check(iter(scene))
        assert sprite.hits(scene) == sprite.hits(group) == sprite.hits([[group]]) == bool(met)
        assert places(pairs(sprite, group), scene) == [(i, k) for k in sorted(met)]
        assert places(pairs(group, sprite), scene) == [(k, i) for k in sorted(met)]


@examples(20)
@given(scene=st.lists(some.sprites(), min_size=6, max_size=9))
def test_all_roads_any_pose(scene: list[Sprite]) -> None:
    assert_all_roads_agree(scene)


@examples(20)
@given(scene=st.lists(some.exact_sprites(), min_size=6, max_size=9))
def test_all_roads_touching(scene: list[Sprite]) -> None:
    assert_all_roads_agree(scene)


def mixed_sizes(count: int, seed: int) -> list[Sprite]:
    """From dots to whole screens, crowds in one place, flat boxes, some very far away."""
    rng = random.Random(seed)
    scene = scenes.mixture(count, seed=seed)
    for sprite in scene:
        chance = rng.random()
        if chance < 0.1:
            sprite.scale_x *= 30
            sprite.scale_y *= 30
        elif chance < 0.2:
            sprite.scale_x *= 1e-3
            sprite.scale_y *= 1e-3
        elif chance < 0.3:
            sprite.x = sprite.y = 100
        elif chance < 0.35:
            sprite.x, sprite.y = rng.uniform(-1e11, 1e11), rng.uniform(-1e11, 1e11)
        elif chance < 0.4:
            sprite.scale_y = 0
        elif chance < 0.45:
            sprite.collision_enable = False
    return scene


def between_far_corners(reach: float, far: float, seed: int) -> list[Sprite]:
    """A crowd in the middle of a world so wide that sorting by place becomes coarse."""
    scene = scenes.mixture(300, reach, width=300, height=60, seed=seed)
    for sprite in scene:
        sprite.x -= 90
        sprite.y -= 30
    corners = [(x, y) for x in (-far, far) for y in (-far, far)]
    return scene + [Sprite(x, y, collision=Circle(0, 0, reach)) for x, y in corners]


def flat_things(count: int, seed: int) -> list[Sprite]:
    """Points and segments, some along the axes, among a few areas."""
    random = np.random.default_rng(seed)
    shapes = [
        Point(0, 0),
        Segment(0, 0, 20, 0),
        Segment(0, -10, 0, 10),
        Segment(-10, -10, 10, 10),
        Rect(0, 0, 20, 0),
        Rect(-5, -5, 10, 10),
        Circle(0, 0, 6),
        Circle(0, 0, 0),
    ]
    return [
        Sprite(x, y, collision=shapes[kind], angle=turn * 90, scale_x=scale)
        for x, y, kind, turn, scale in zip(
            *random.integers(0, int(4 * math.sqrt(count)), (2, count)).tolist(),
            random.integers(0, len(shapes), count).tolist(),
            random.integers(0, 4, count).tolist(),
            random.choice([1, 1, 1, 2, 0], count).tolist(),
            strict=True,
        )
    ]


def several_shapes(count: int, seed: int) -> list[Sprite]:
    """Sprites of two or three shapes far apart, so that their own boxes are mostly empty."""
    random = np.random.default_rng(seed)
    parts = [
        [Circle(-30, 0, 5), Circle(30, 0, 5)],
        [Rect(-20, -20, 6, 6), Rect(14, 14, 6, 6), Point(0, 0)],
        [Polygon([(0, 0), (30, 0), (30, 6), (6, 6), (6, 30), (0, 30)])],
        [],
    ]
    return [
        Sprite(x, y, collision=parts[kind], angle=angle, collision_enable=kind != 1 or angle < 300)
        for x, y, kind, angle in zip(
            *random.uniform(0, 25 * math.sqrt(count), (2, count)).tolist(),
            random.choice(4, count, p=[0.4, 0.3, 0.2, 0.1]).tolist(),
            random.uniform(0, 360, count).tolist(),
            strict=True,
        )
    ]


LARGE: dict[str, Callable[[], list[Sprite]]] = {
    "mixture": lambda: scenes.mixture(300, width=500, height=400),
    "flat things": lambda: flat_things(300, 1),
    "several shapes": lambda: several_shapes(300, 1),
    "mixed sizes": lambda: mixed_sizes(300, seed=1),
    "other mixed sizes": lambda: mixed_sizes(300, seed=7),
    "circles": lambda: scenes.circles(300, width=300, height=300),
    "dxruby objects": lambda: scenes.dxruby_objects(200),
    "tiles, shifted": lambda: scenes.tiles(12, 12, 32) + scenes.tiles(12, 12, 32, left=-16, top=0),
    "one place": lambda: scenes.circles(120, width=0, height=0),
    "one line": lambda: scenes.mixture(300, width=4000, height=0),
    "between far corners": lambda: between_far_corners(15, 2.0**36, seed=4),
    "between less far corners": lambda: between_far_corners(5, 2.0**33, seed=3),
    "rays": lambda: scenes.rays(150) + scenes.dxruby_objects(100),
    "points on tiles": lambda: (
        scenes.tiles(10, 10, 4)
        + [Sprite(2 * x, 2 * y, collision=Point(0, 0)) for x in range(20) for y in range(20)]
    ),
    "lines on tiles": lambda: (
        scenes.tiles(10, 10, 4)
        + [Sprite(0, y, collision=Segment(-9, 0, 99, 0)) for y in range(42)]
        + [Sprite(x, 0, collision=Segment(0, -9, 0, 99)) for x in range(42)]
    ),
    "flat rects": lambda: [
        Sprite(x * 7 % 50, x * 11 % 60, collision=Rect(0, 0, 20 * (x % 2), 20 * (x % 3 % 2)))
        for x in range(250)
    ],
}


@for_each(
    "name, choice",
    [
        *((name, None) for name in LARGE),
        *itertools.product(("mixture", "flat things", "several shapes"), (True, False)),
    ],
)
def test_all_roads_in_large_scenes(name: str, choice: bool | None) -> None:
    """Enough sprites for the broad phase's index."""
    scene = LARGE[name]()
    expected = table(scene)
    assert expected
    with index_forced(choice):
        assert places(pairs(scene), scene) == sorted(expected)
        assert_all_roads_agree(scene)
    validate()


@for_each("name", ["mixture", "mixed sizes", "points on tiles", "dxruby objects"])
def test_order_of_the_sprites(name: str) -> None:
    """Shuffled, the same pairs are found, in the new order."""
    scene = LARGE[name]()
    expected = {frozenset(place) for place in table(scene)}
    rng = random.Random(3)
    for _ in range(5):
        order = list(range(len(scene)))
        rng.shuffle(order)
        shuffled = [scene[place] for place in order]
        found = places(pairs(shuffled), shuffled)
        assert found == sorted(found)
        assert {frozenset((order[i], order[j])) for i, j in found} == expected
        half = len(scene) // 2
        across = places(pairs(shuffled[:half], shuffled[half:]), shuffled)
        assert across == [(i, j) for i, j in found if i < half <= j]


# --- what happened before ----------------------------------------------------------------------


@for_each("name", ["mixture", "mixed sizes", "points on tiles", "dxruby objects"])
def test_first_and_thousandth_call(name: str) -> None:
    """A few sprites at a time wander off and come back, checked at every step."""
    scene = LARGE[name]()
    group = Group(*scene)
    expected = group.pair_indices().tolist()
    rng = random.Random(11)
    home = [(s.x, s.y, s.angle, s.scale_x) for s in scene]
    for step in range(1000):
        for place in rng.sample(range(len(scene)), 3):
            sprite = scene[place]
            sprite.x += rng.uniform(-300, 300)
            sprite.y += rng.uniform(-300, 300)
            sprite.angle += rng.uniform(-90, 90)
            sprite.scale_x *= rng.choice([-1, 0.5, 1.25])
        found = group.pair_indices()
        if step % 250 == 249:
            assert {tuple(row) for row in found.tolist()} == table(scene)
            for sprite, pose in zip(scene, home, strict=True):
                sprite.x, sprite.y, sprite.angle, sprite.scale_x = pose
            assert group.pair_indices().tolist() == expected
            assert places(pairs(scene), scene) == [tuple(row) for row in expected]


def test_a_few_movers_among_many() -> None:
    """A Group that is checked again and again while one of its sprites walks through it."""
    walls = scenes.mixture(300, width=600, height=400, seed=8)
    walker = Sprite(collision=Circle(0, 0, 12))
    group, all_of_them = Group(*walls), Group(*walls, walker)
    for step in range(150):
        walker.x, walker.y = 4 * step, 200 + step % 50
        expected = [wall for wall in walls if walker.hits(wall)]
        assert walker.check(group) == expected
        assert [wall for wall, other in all_of_them.pairs() if other is walker] == expected
        assert group.hits(walker) == bool(expected)
        if step % 10 == 0:
            walls[step].angle += 15


def test_columns_and_attributes_agree() -> None:
    """Moves give the same hits through a Group's columns and sprite by sprite."""
    one, other = scenes.mixture(200, seed=4), scenes.mixture(200, seed=4)
    group = Group(*one)
    rng = random.Random(0)
    for _ in range(10):
        dx, turn = rng.uniform(-90, 90), rng.uniform(-90, 90)
        group.x += dx
        group.angle -= turn
        group.scale_y *= 1.25
        for sprite in other:
            sprite.x += dx
            sprite.angle -= turn
            sprite.scale_y *= 1.25
        assert places(group.pairs(), one) == places(pairs(other), other)
        assert set(places(pairs(one), one)) == table(one)
