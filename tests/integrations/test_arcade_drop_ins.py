"""The drop-ins for arcade give what arcade's own functions give, in every respect."""

import inspect
import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.counting import at_least
from support.examples import examples

arcade = pytest.importorskip("arcade", reason="arcade is not installed")

# ruff: noqa: E402 (for that reason the imports come after it)
from arcade.hitbox import HitBox, RotatableHitBox
from arcade.sprite_list import collision as arcades

from spritecol.integrations import arcade as drop_ins

NAMES = (
    "check_for_collision",
    "check_for_collision_with_list",
    "check_for_collision_with_lists",
    "get_sprites_at_point",
)
THEIRS = {name: getattr(arcades, name) for name in NAMES}
OURS = {name: getattr(drop_ins, name) for name in NAMES}

TEXTURES = [
    arcade.Texture.create_empty(f"{width} by {height}", (width, height))
    for width, height in [(16, 16), (10, 40), (64, 8)]
]


def star(chance: random.Random) -> list[tuple[float, float]]:
    """A concave outline, which arcade tests as if it were convex."""
    return [
        (radius * math.cos(k * math.pi / 5), radius * math.sin(k * math.pi / 5))
        for k in range(10)
        for radius in (chance.choice([4, 7]) if k % 2 else 20,)
    ]


def random_points(chance: random.Random) -> list[tuple[float, float]]:
    count = chance.choice([0, 1, 2, 3, 5, 9, 70])
    return [(chance.uniform(-20, 20), chance.uniform(-20, 20)) for _ in range(count)]


def whole_points(chance: random.Random) -> list[tuple[float, float]]:
    return [(chance.randint(-9, 9), chance.randint(-9, 9)) for _ in range(chance.randint(3, 6))]


def mixed_points(chance: random.Random) -> Any:
    return ((-5, -5.5), [8, -5], (8.25, 8), (Fraction(-5), 8))


HIT_BOXES = [star, random_points, whole_points, mixed_points]


def place(chance: random.Random) -> float:
    """On a coarse grid as a rule, so that edges touch."""
    column = chance.randrange(0, 120, 8)
    return chance.choice([column, float(column), np.float64(column), chance.uniform(0, 120)])


def random_sprite(chance: random.Random) -> Any:
    """A sprite of one of arcade's kinds, at rest, turned, scaled, mirrored or with own points."""
    texture = chance.choice(TEXTURES)
    x, y = place(chance), place(chance)
    scale = chance.choice([1, 1.0, 0.5, (2, 0.5), (-1, 1), (-1.5, -1.5), 0])
    if chance.random() < 0.2:
        return arcade.BasicSprite(texture, scale, x, y)
    sprite = arcade.Sprite(texture, scale, x, y, angle=chance.choice([0, 0.0, 90, 45, 33.3, -720]))
    if chance.random() < 0.4:
        sprite.hit_box = RotatableHitBox(
            chance.choice(HIT_BOXES)(chance),
            position=sprite.position,
            angle=sprite.angle,
            scale=sprite.scale,
        )
    if chance.random() < 0.2:
        sprite.position = arcade.Vec2(place(chance), place(chance))
    if chance.random() < 0.1:
        sprite.angle += 10
    return sprite


def outcome(call: Callable[[], Any]) -> Any:
    """What a call gives, as who and in which order, or what it raises."""
    try:
        found = call()
    except Exception as error:
        return type(error), str(error)
    return [id(sprite) for sprite in found] if isinstance(found, list) else found


def same(name: str, *arguments: Any) -> Any:
    """What ours gives or raises, which must be what arcade's does."""
    found = outcome(lambda: OURS[name](*arguments))
    assert found == outcome(lambda: THEIRS[name](*arguments))
    return found


def random_lists(chance: random.Random) -> list[Any]:
    lists = [arcade.SpriteList(use_spatial_hash=hashed) for hashed in (False, False, True)]
    for sprites in lists:
        for _ in range(chance.choice([0, 3, 12, 40])):
            sprite = random_sprite(chance)
            if sprites.spatial_hash is None or sprite.hit_box.points:
                sprites.append(sprite)
    lists[1].extend(chance.sample(list(lists[0]), len(lists[0]) // 2))  # in two lists at once
    return lists


def move(chance: random.Random, sprites: Any) -> None:
    for sprite in sprites:
        if chance.random() < 0.5:
            sprite.position = place(chance), place(chance)
        if chance.random() < 0.2:
            sprite.scale = chance.choice([1, 0.5, -2.0])


def test_searches_are_arcades() -> None:
    with at_least(hits=100) as seen:

        @examples(20)
        @given(seed=st.integers(0, 10**9))
        def law(seed: int) -> None:
            chance = random.Random(seed)
            lists = random_lists(chance)
            for _ in range(3):
                seekers = [random_sprite(chance)]
                seekers += [sprite for sprites in lists for sprite in list(sprites)[:3]]
                for sprite in seekers:
                    if not sprite.hit_box.points:
                        continue  # a spatial hash needs a box
                    for method in (0, 1, 3):
                        # By method 1 arcade asks the GPU where a list has no hash, which takes a
                        # window.
                        can = [s for s in lists if method != 1 or s.spatial_hash is not None]
                        for sprites in can:
                            same(NAMES[1], sprite, sprites, method)
                        seen["hits"] += bool(same(NAMES[2], sprite, can, method))
                for sprites in lists:
                    move(chance, [s for s in sprites if s.hit_box.points])

        law()


def test_pairs_are_arcades() -> None:
    with at_least(hits=100, misses=100) as seen:

        @examples(60)
        @given(seed=st.integers(0, 10**9))
        def law(seed: int) -> None:
            chance = random.Random(seed)
            sprites = [random_sprite(chance) for _ in range(6)]
            for one in sprites:
                for other in sprites:  # a sprite collides with itself here, as it is asked for
                    found = same(NAMES[0], one, other)
                    seen["hits" if found is True else "misses"] += one is not other

        law()


@examples(20)
@given(seed=st.integers(0, 10**9))
def test_points_are_arcades(seed: int) -> None:
    chance = random.Random(seed)
    lists = random_lists(chance)
    for _ in range(12):
        point = place(chance), place(chance)
        corners = [p for s in lists[0] for p in s.hit_box.get_adjusted_points()]
        for asked in (point, list(point), chance.choice(corners or [point])):
            for sprites in lists:
                same(NAMES[3], asked, sprites)


@pytest.mark.parametrize(
    "number",
    [math.nan, math.inf, -math.inf, 1e300, 1e39, -1e18, 2**63, 2**200, Fraction(1, 3), np.int64(3)],
)
def test_numbers_out_of_the_ordinary_are_arcades(number: Any) -> None:
    chance = random.Random(1)
    sprites = arcade.SpriteList()
    for x, y, box in [(number, 0, None), (0, number, None), (0, 0, [(0, 0), (number, 1), (1, 1)])]:
        sprite = arcade.BasicSprite(TEXTURES[0])
        sprite._position = x, y  # past the list, whose buffers do not take all of these
        sprite._hit_box = HitBox(box or star(chance), (x, y))
        sprites.append(arcade.BasicSprite(TEXTURES[0]))
        sprites.sprite_list[-1] = sprite
    for sprite in sprites.sprite_list:
        same(NAMES[1], sprite, sprites)
    same(NAMES[1], arcade.BasicSprite(TEXTURES[1]), sprites)
    for point in [(number, 0), (0.5, number), (0.5, 0.25)]:
        same(NAMES[3], point, sprites)


SPRITE = arcade.BasicSprite(TEXTURES[0])
SPRITES = arcade.SpriteList()
SPRITES.append(arcade.BasicSprite(TEXTURES[0], center_x=3))


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("check_for_collision", (SPRITE, SPRITES)),
        ("check_for_collision", (SPRITE, None)),
        ("check_for_collision", (SPRITES, SPRITE)),
        ("check_for_collision_with_list", (SPRITE, [SPRITE])),
        ("check_for_collision_with_list", (SPRITES, SPRITES)),
        ("check_for_collision_with_list", (None, None)),
        ("check_for_collision_with_lists", (None, [SPRITES])),
        ("check_for_collision_with_lists", (SPRITE, [None])),
        ("check_for_collision_with_lists", (SPRITE, None)),
        ("check_for_collision_with_lists", (SPRITE, SPRITES)),
        ("get_sprites_at_point", ((0, 0), [SPRITE])),
        ("get_sprites_at_point", (None, SPRITES)),
        ("get_sprites_at_point", ((), SPRITES)),
        ("get_sprites_at_point", ("ab", SPRITES)),
    ],
)
def test_errors_are_arcades(name: str, arguments: Any) -> None:
    expected = outcome(lambda: THEIRS[name](*arguments))
    assert isinstance(expected, tuple)
    assert outcome(lambda: OURS[name](*arguments)) == expected


@pytest.mark.parametrize("name", NAMES)
def test_signatures_are_arcades(name: str) -> None:
    def parameters(function: Any) -> list[tuple[str, Any]]:
        return [(p.name, p.default) for p in inspect.signature(function).parameters.values()]

    assert parameters(OURS[name]) == parameters(THEIRS[name])


def test_users_own_hit_boxes_are_asked() -> None:
    class Shifted(HitBox):
        def get_adjusted_points(self) -> Any:
            return [(x + 100, y) for x, y in super().get_adjusted_points()]

    class Odd(arcade.Sprite):
        @property
        def hit_box(self) -> Any:
            return Shifted(TEXTURES[0].hit_box_points, (self.center_x - 100, self.center_y))

    sprites = arcade.SpriteList()
    sprites.append(Odd(TEXTURES[0]))
    assert drop_ins.get_sprites_at_point((0, 0), sprites) == list(sprites)
    assert drop_ins.check_for_collision(SPRITE, sprites[0])


def test_long_lists_need_no_window_and_no_gpu() -> None:
    sprites = arcade.SpriteList()
    sprites.extend(arcade.BasicSprite(TEXTURES[0], center_x=8 * k) for k in range(1600))
    simple = THEIRS["check_for_collision_with_list"](SPRITE, sprites, 3)
    assert len(simple) == 2
    for method in (0, 2, 3):
        assert drop_ins.check_for_collision_with_list(SPRITE, sprites, method) == simple
        assert drop_ins.check_for_collision_with_lists(SPRITE, [sprites], method) == simple


@pytest.mark.usefixtures("installed")
def test_install_reaches_all_of_arcade() -> None:
    drop_ins.install()  # a second call does nothing
    for module in (arcade, arcade.sprite_list, arcades, arcade.physics_engines, arcade.paths):
        for name in NAMES:
            assert getattr(module, name, OURS[name]) is OURS[name]
    assert arcade.Sprite(TEXTURES[0]).collides_with_sprite(SPRITE)


def test_uninstall_gives_back_what_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    drop_ins.install()
    monkeypatch.setattr(arcade.paths, NAMES[1], len)  # somebody else's since
    drop_ins.uninstall()
    assert arcade.paths.check_for_collision_with_list is len
    for name in NAMES:
        assert getattr(arcade, name) is getattr(arcades, name) is THEIRS[name]
    assert arcade.physics_engines.check_for_collision is THEIRS[NAMES[0]]


@pytest.mark.parametrize("hashed", [False, True])
def test_a_platformer_runs_as_with_arcades_own(hashed: bool) -> None:
    def run() -> list[Any]:
        walls = arcade.SpriteList(use_spatial_hash=hashed)
        for column in range(20):
            walls.append(arcade.Sprite(TEXTURES[0], 1, 16 * column, 0))
        for column, row in [(6, 1), (9, 2), (10, 2), (14, 1), (14, 2)]:
            walls.append(arcade.Sprite(TEXTURES[0], 1, 16 * column, 16 * row))
        hero = arcade.Sprite(TEXTURES[0], 0.8, 20, 60)
        engine = arcade.PhysicsEnginePlatformer(hero, walls=walls, gravity_constant=0.5)
        way = []
        for frame in range(150):
            hero.change_x = 1.5
            if frame % 40 == 30 and engine.can_jump():
                hero.change_y = 7
            engine.update()
            way.append(hero.position)
        return way

    expected = run()
    drop_ins.install()
    try:
        assert run() == expected
    finally:
        drop_ins.uninstall()
