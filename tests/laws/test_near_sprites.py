"""What is near a sprite: nearest, nearest_k and query_within, against shapely.

The oracle knows a round shape as what is within a radius of its core, a point or a segment.
"""

import math
import random
from typing import Any

import pytest
import shapely
from shapely import affinity
from support.counting import at_least

from spritecol import (
    ALL_LAYERS,
    Capsule,
    Circle,
    Group,
    Near,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
)

KINDS: list[Shape] = [
    Circle(0, 0, 5),
    Rect(-4, -3, 9, 6),
    Segment(-9, 0, 9, 4),
    Point(1, 2),
    Capsule(-6, 0, 6, 3, 2),
    Polygon([(-9, -9), (9, -9), (0, 0), (9, 9), (-9, 9)]),
    Rect(-2, -30, 3, 60, angle=40),
]


def core_of(shape: Shape) -> tuple[Any, float]:
    """A shape as what is within a radius of a geometry."""
    match shape:
        case Circle():
            return shapely.Point(shape.x, shape.y), shape.r
        case Capsule():
            return shapely.LineString([(shape.x1, shape.y1), (shape.x2, shape.y2)]), shape.r
    return shape.geometry, 0.0


SEEN: dict[tuple[int, str | None], list[tuple[Any, float]]] = {}
"""The shapes of sprites that are kept, and rest."""


def placed(sprite: Sprite, names: str | None = None) -> list[tuple[Any, float]]:
    """The shapes of a sprite in the world, moved by shapely."""
    if (id(sprite), names) in SEEN:
        return SEEN[id(sprite), names]
    found = SEEN[id(sprite), names] = []
    for shape in sprite.shapes:
        if names is None or shape.name == names:
            core, radius = core_of(shape)
            core = affinity.rotate(core, sprite.angle, origin=(0, 0))
            core = affinity.scale(core, sprite.scale_x, sprite.scale_y, origin=(0, 0))
            found.append((affinity.translate(core, sprite.x, sprite.y), radius * sprite.scale))
    return found


def apart(a: Sprite, b: Sprite, own: str | None = None, others: str | None = None) -> float:
    """How far two sprites are apart, 0 where they overlap."""
    return min(
        (
            max(0.0, core.distance(other) - radius - more)
            for core, radius in placed(a, own)
            for other, more in placed(b, others)
        ),
        default=math.inf,
    )


def crowd(rng: random.Random, count: int, size: float) -> list[Sprite]:
    """Sprites of all kinds, some with two named shapes."""
    return [
        Sprite(
            rng.uniform(0, size),
            rng.uniform(0, size),
            collision=rng.choice(KINDS)
            if k % 3
            else [Rect(0, 0, 9, 9, name="body"), Circle(15, 4, 3, name="fist")],
            angle=rng.choice([0, 0, 90, 31]),
            scale=rng.choice([1, 1, 2]),
            collision_layer=rng.choice([1, 1, 2]),
        )
        for k in range(count)
    ]


def as_text(near: Near) -> tuple[int, Any, float, Any]:
    return id(near.other), near.other_shape, near.distance, near.point


CONDITIONS: list[dict[str, Any]] = [
    {},
    {},
    {"mask": 2},
    {"target_shapes": "fist"},
    {"shapes": "body"},
    {"max_distance": 40},
    {"where": lambda sprite: sprite.x > 200},
]


@pytest.mark.parametrize("resting", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_the_nearest_sprites_are_those_of_shapely(seed: int, resting: bool) -> None:
    """In a Group at rest, which keeps an index, and in one that is measured one by one."""
    rng = random.Random(seed)
    sprites = crowd(rng, 200, 700)
    SEEN.clear()
    group = Group(sprites)
    for _ in range(20 if resting else 0):
        group.hits(Sprite(0, 0, collision=Circle(0, 0, 3)))
    askers = [*sprites[::60], *crowd(rng, 3, 700), Sprite(-4000, 99, collision=Rect(0, 0, 9, 9))]
    askers.append(Sprite(450, 450, collision=Segment(-400, -380, 400, 390)))
    with at_least(far=20, hit=5, named=9) as seen:
        for asker, only in ((one, only) for one in askers for only in CONDITIONS):
            own, others = only.get("shapes"), only.get("target_shapes")
            if own and own not in [shape.name for shape in asker.shapes]:
                own = "none"  # which no distance is finite for
            limit, chosen = only.get("max_distance", math.inf), only.get("where", bool)
            rest = {name: value for name, value in only.items() if name not in ("max_distance",)}
            expected = sorted(
                (far, k)
                for k, one in enumerate(sprites)
                if one is not asker
                and (one.collision_layer & only.get("mask", asker.collision_mask))
                and chosen(one)
                and (far := apart(asker, one, own, others)) <= limit
                and far < math.inf
            )
            found = group.nearest_k(asker, 7, **only)
            assert [near.distance for near in found] == pytest.approx(
                [far for far, _ in expected[:7]], abs=1e-9
            )
            places = [(near.distance, group.index(near.other)) for near in found]
            assert places == sorted(places)
            first = group.nearest(asker, **only)
            assert (first is None) == (not found)
            assert first is None or as_text(first) == as_text(found[0])
            for near in found:
                # The point is on the shape that is named, and as far away as told.
                spot = shapely.Point(near.point)
                index = near.other.shapes.index(near.other_shape)
                core, radius = placed(near.other)[index]
                assert others is None or near.other_shape.name == others
                assert core.distance(spot) <= radius + 1e-7
                away = min(core.distance(spot) - radius for core, radius in placed(asker, own))
                assert max(0.0, away) == pytest.approx(near.distance, abs=1e-7)
                signed = asker.distance(near.other, **rest)
                assert near.distance == max(0.0, float(signed))
                seen["far" if near.distance else "hit"] += 1
                seen["named"] += bool(others)
            for reach in (0, 60):
                within = group.query_within(asker, reach, **rest)
                assert within == [one for one in group if asker.distance(one, **rest) < reach]
                near_by = group.nearest_k(asker, 999, max_distance=reach, **rest)
                assert {id(near.other) for near in near_by} >= {id(one) for one in within}


def test_distances_are_found_alike_however_the_sprites_are_held() -> None:
    """Bulk, Group, list and one sprite: the nearest is the least of `Sprite.distance`."""
    rng = random.Random(7)
    sprites = crowd(rng, 120, 400)
    group = Group(sprites[:50], Group(sprites[50:]))
    with at_least(apart=20) as seen:
        for asker in crowd(rng, 60, 400):
            asker.collision_layer = 1
            near = group.nearest(asker)
            assert near is not None
            least = min(max(0.0, float(asker.distance(one))) for one in sprites)
            assert near.distance == least == max(0.0, float(asker.distance(sprites)))
            alone = Group(near.other).nearest(asker)
            assert alone is not None
            assert as_text(alone) == as_text(near)
            if near.distance:
                assert near.point == asker.distance(near.other).other_point
                seen["apart"] += 1


def test_a_point_that_is_a_sprite_finds_what_a_point_finds() -> None:
    rng = random.Random(3)
    sprites = crowd(rng, 200, 500)
    group = Group(sprites)
    with at_least(inside=5, outside=20) as seen:
        for _ in range(80):
            x, y = rng.uniform(0, 500), rng.uniform(0, 500)
            spot = Sprite(x, y, collision=Point(0, 0))
            asked, expected = group.nearest_k(spot, 3), group.nearest_k(x, y, 3)
            assert [near.other for near in asked] == [near.other for near in expected]
            for one, other in zip(asked, expected, strict=True):
                assert one.distance == pytest.approx(other.distance, abs=1e-12)
                assert one.point == pytest.approx(other.point, abs=1e-9)
                assert one.other_shape == other.other_shape
                seen["inside" if one.distance == 0 else "outside"] += 1
            assert group.query_within((x, y), 30) == group.query_circle(x, y, 30)
            assert group.query_within(x, y, 30) == group.query_circle(x, y, 30)


def test_of_equal_distances_the_first_in_the_group_comes_first() -> None:
    hero = Sprite(0, 0, collision=Rect(-5, -5, 10, 10))
    around = [Sprite(x, y, collision=Rect(-5, -5, 10, 10)) for x, y in
              [(20, 0), (0, 20), (-20, 0), (0, -20)]]  # fmt: skip
    heap = [Sprite(1, k, collision=Circle(0, 0, 5)) for k in range(3)]
    for _ in range(24):
        random.Random(_).shuffle(around)
        group = Group(around, hero)
        assert [near.other for near in group.nearest_k(hero, 9)] == around
        assert group.nearest(hero).other is around[0]  # type: ignore[union-attr]
        assert [near.other for near in Group(heap, around).nearest_k(hero, 2)] == heap[:2]
    assert group.query_within(hero, 10) == []
    assert group.query_within(hero, 10.001) == around
    assert Group(around[::-1]).query_within(hero, 11) == around[::-1]


def test_layers_count_as_in_a_check_unless_a_mask_is_given() -> None:
    hero = Sprite(collision=Circle(0, 0, 5), collision_layer=1, collision_mask=2)
    wall = Sprite(20, collision=Circle(0, 0, 5), collision_layer=4)
    enemy = Sprite(30, collision=Circle(0, 0, 5), collision_layer=2)
    deaf = Sprite(12, collision=Circle(0, 0, 5), collision_layer=2, collision_mask=8)
    group = Group(wall, enemy, deaf, hero)
    assert group.nearest(hero).other is enemy  # type: ignore[union-attr]
    assert group.nearest(hero, mask=4).other is wall  # type: ignore[union-attr]
    assert group.nearest(hero, mask=ALL_LAYERS).other is deaf  # type: ignore[union-attr]
    assert group.query_within(hero, 99) == [enemy]
    assert group.query_within(hero, 99, mask=ALL_LAYERS) == [wall, enemy, deaf]
    assert group.nearest(hero, exclude=enemy) is None
    hero.collision_enable = False
    assert group.nearest(hero, mask=4) is None
    assert group.query_within(hero, 99, mask=4) == []


def test_what_cannot_be_asked_is_told() -> None:
    group, hero = Group(Sprite(collision=Circle(0, 0, 5))), Sprite(collision=Circle(0, 0, 5))
    for call, word in (
        (lambda: group.nearest(hero, 3), "sprite"),
        (lambda: group.nearest_k(hero), "nearest_k"),
        (lambda: group.nearest_k(hero, 1, 2), "nearest_k"),
        (lambda: group.query_within(hero), "query_within"),
        (lambda: group.query_within(3, 4), "distance"),
        (lambda: group.nearest(3, 4, shapes="body"), "shapes"),
        (lambda: group.query_within((3, 4), 5, shapes="body"), "shapes"),
        (lambda: group.nearest(hero, where=lambda one, other: True), "where"),
    ):
        with pytest.raises(TypeError, match=word):
            call()
    for bad in (-1, math.nan, math.inf):
        with pytest.raises(ValueError, match="distance"):
            group.query_within(hero, bad)
        with pytest.raises(ValueError, match="distance"):
            group.query_within((3, 4), bad)
