"""The arcade sprite that owns a spritecol sprite: in step, exact, mirrored right."""

import gc
import math
import pickle
import random
import weakref
from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from support.counting import at_least
from support.examples import examples

arcade = pytest.importorskip("arcade", reason="arcade is not installed")

# ruff: noqa: E402 (for that reason the imports come after it)
from arcade.geometry import are_polygons_intersecting
from arcade.hitbox import HitBox, RotatableHitBox
from arcade.sprite_list import collision as arcades

import spritecol
from spritecol import (
    DISCARD,
    Circle,
    Group,
    Number,
    Point,
    Polygon,
    Rect,
    Segment,
    SpritecolWarning,
    World,
    explain,
)
from spritecol.integrations.arcade import (
    Sprite,
    check,
    draw_answers,
    draw_shapes,
    pairs,
)
from spritecol.integrations.arcade.arcade_debug_view import line_layers, mark_lines

BOX = arcade.Texture.create_empty("box", (20, 10))
TALL = arcade.Texture.create_empty("tall", (8, 30))
ELL = [(-10, -5), (10, -5), (10, -3), (-8, -3), (-8, 5), (-10, 5)]  # about the middle, y up


def area_of_hit_box(sprite: Any) -> shapely.Geometry:
    return shapely.Polygon(sprite.hit_box.get_adjusted_points())


def in_step(sprite: Any) -> None:
    """Hold that the shapes lie where arcade has the hit box."""
    box = area_of_hit_box(sprite)
    # On a grid, since GEOS may take two outlines for apart that differ by rounding alone.
    apart = shapely.symmetric_difference(box, sprite.geometry, grid_size=1e-9)
    assert apart.area < 1e-6 * (1 + box.area)


CHANGES: list[Callable[[Any], None]] = [
    lambda s: setattr(s, "position", (3, -4)),
    lambda s: setattr(s, "center_x", 7.5),
    lambda s: setattr(s, "center_y", -70),
    lambda s: setattr(s, "left", 11),
    lambda s: setattr(s, "top", 12),
    lambda s: setattr(s, "angle", 33),
    lambda s: setattr(s, "radians", 2),
    lambda s: s.turn_left(20),
    lambda s: s.forward(5),
    lambda s: setattr(s, "scale", 2),
    lambda s: setattr(s, "scale", (-1, 0.5)),
    lambda s: setattr(s, "scale_x", 3),
    lambda s: setattr(s, "scale_y", -0.5),
    lambda s: setattr(s, "width", 44),
    lambda s: setattr(s, "height", 5),
    lambda s: setattr(s, "size", (31, 17)),
    lambda s: s.add_scale(0.5),
    lambda s: s.multiply_scale(1.5),
    lambda s: s.rescale_relative_to_point((50, 60), 2),
    lambda s: s.rescale_relative_to_point((50, 60), (0.5, 3)),
    lambda s: setattr(s, "texture", TALL),
    lambda s: setattr(s, "change_x", 3) or s.update(),
    lambda s: s.sync_hit_box_to_texture(),
    lambda s: setattr(s, "hit_box", HitBox([(0, 0), (9, 2), (3, 7)], s.position, s.scale)),
]
NEW_HIT_BOX = CHANGES[-1]  # which takes the place of shapes


OWN = Rect(2, 1, 15, 8)


@pytest.mark.parametrize("hashed", [False, True])
@examples(40)
@given(changes=st.lists(st.sampled_from(CHANGES), max_size=6), kind=st.sampled_from("abc"))
def test_every_change_of_arcades_keeps_both_in_step(
    hashed: bool, changes: list[Callable[[Any], None]], kind: str
) -> None:
    """Of a sprite with a shape of its own, also one made without a texture, or with a hit box."""
    texture = None if kind == "a" else BOX
    sprite = Sprite(texture, 1.0, 10, 20, 15, collision=None if kind == "c" else OWN)
    sprites = arcade.SpriteList(use_spatial_hash=hashed)
    sprites.append(sprite)
    if kind == "c":
        sprite.hit_box = RotatableHitBox(
            ELL, position=sprite.position, angle=sprite.angle, scale=sprite.scale
        )
    in_step(sprite)
    has_own = kind != "c"
    for change in changes:
        change(sprite)
        in_step(sprite)
        has_own = has_own and change is not NEW_HIT_BOX
        assert sprite.collision == (OWN if has_own else None)


def test_convex_sprites_hit_as_their_hit_boxes_in_arcade() -> None:
    with at_least(pairs=100) as seen:

        @examples(40)
        @given(seed=st.integers(0, 10**9))
        def law(seed: int) -> None:
            chance = random.Random(seed)
            sprites = [
                Sprite(
                    chance.choice([BOX, TALL]),
                    chance.choice([1, 0.5, (2, 1), (-1, 1)]),
                    chance.uniform(0, 60),
                    chance.uniform(0, 60),
                    chance.choice([0, 90, chance.uniform(0, 360)]),
                )
                for _ in range(12)
            ]
            expected = [
                (a, b)
                for i, a in enumerate(sprites)
                for b in sprites[i + 1 :]
                if are_polygons_intersecting(*(s.hit_box.get_adjusted_points() for s in (a, b)))
            ]
            assert pairs(sprites) == expected
            seen["pairs"] += len(expected)
            for sprite in sprites:
                assert sprite.check(sprites) == [
                    other for other in sprites if other is not sprite and sprite.hits(other)
                ]

        law()


def test_hits_that_arcade_passes_over_are_found() -> None:
    mirrored = Sprite(BOX, (-2, 2)), Sprite(BOX, (-2, 2), center_x=36)
    assert not arcades.check_for_collision(*mirrored)  # it takes their sizes to be negative
    assert mirrored[0].hits(mirrored[1])
    wide = Sprite(BOX)
    wide.hit_box = HitBox([(0, 0), (90, 0), (90, 5)])
    far = Sprite(BOX, center_x=80)
    assert not arcades.check_for_collision(wide, far)  # it looks at the textures' sizes first
    assert wide.hits(far)


def test_concave_hit_boxes_are_exact() -> None:
    sprite = Sprite(BOX)
    sprite.hit_box = HitBox(ELL)
    ball = Sprite(BOX, center_x=2, center_y=1, collision=Circle(10, 5, 2))
    assert arcades.check_for_collision(sprite, ball)  # as if the L were filled
    assert not sprite.hits(ball)
    ball.position = -9, 3
    assert sprite.hits(ball)


def test_collision_is_in_pixels_of_the_texture_from_the_upper_left() -> None:
    sprite = Sprite(BOX, center_x=100, center_y=50, collision=[Rect(0, 0, 4, 4)])
    assert sprite.geometry.bounds == (90, 51, 94, 55)  # y runs up: the upper left corner
    sprite.angle = 90  # clockwise: it is now the upper right one
    assert sprite.geometry.bounds == (101, 56, 105, 60)
    in_step(sprite)


def test_own_shapes_become_arcades_hit_box() -> None:
    sprite = Sprite(BOX, collision=[Circle(5, 5, 5), Circle(15, 5, 5)])
    assert sprite.body.shapes == (Circle(5, 5, 5), Circle(15, 5, 5))
    hull = shapely.convex_hull(sprite.geometry)
    assert 0.95 < area_of_hit_box(sprite).area / hull.area <= 1
    assert len(sprite.hit_box.points) < 24
    sprite.collision = None
    assert sprite.collision is None
    in_step(sprite)


def test_without_shapes_of_its_own_a_sprite_has_its_textures_hit_box_again() -> None:
    plain = arcade.Sprite(BOX, (2, -1), 30, 40, 70)
    sprite = Sprite(BOX, (2, -1), 30, 40, 70, collision=Circle(5, 5, 5))
    sprite.collision = None
    assert sprite.hit_box.get_adjusted_points() == plain.hit_box.get_adjusted_points()
    in_step(sprite)
    sprite.collision = Circle(5, 5, 5)
    sprite.texture = TALL
    sprite.collision = None
    assert sprite.hit_box.points == TALL.hit_box_points
    in_step(sprite)
    sprite.hit_box = HitBox(ELL, sprite.position, sprite.scale)
    sprite.collision = None  # as it is: the hit box that was assigned stays
    assert sprite.hit_box.points == ELL
    in_step(sprite)


def test_a_forgotten_sprite_goes_at_once() -> None:
    gc.disable()
    try:
        sprite = Sprite(BOX)
        body = sprite.body
        gone = weakref.ref(sprite)
        del sprite
        assert gone() is None
    finally:
        gc.enable()
    assert body.owner is None


def test_a_sprite_follows_its_body_when_a_world_is_restored() -> None:
    chance = random.Random(3)
    shapes = [None, Circle(9, 5, 5), [Point(1, 1)], Polygon([(0, 0), (20, 0), (0, 10)])]
    sprites = [Sprite(BOX, collision=chance.choice(shapes)) for _ in range(20)]

    def change() -> None:
        for sprite in sprites:
            for name, values in {
                "position": [(chance.uniform(-9, 9), chance.uniform(-9, 9))],
                "angle": [0, 30, 700],
                "scale": [1, (2, -0.5)],
                "texture": [BOX, TALL],
                "collision": shapes,
                "collision_layer": [1, 6],
            }.items():
                if chance.random() < 0.6:
                    setattr(sprite, name, chance.choice(values))

    def state() -> list[Any]:
        return [
            (
                *(sprite.position, sprite.angle, sprite.scale, sprite.texture, sprite.width),
                *(sprite.body.shapes, sprite.body.aabb, sprite.collision_layer),
                sorted(np.round(sprite.hit_box.get_adjusted_points(), 6).tolist()),
            )
            for sprite in sprites
        ]

    world = World(*(sprite.body for sprite in sprites))
    change()
    saves = []
    for _ in range(6):
        change()
        saves.append((world.save(), state()))
    for snapshot, before in saves[::-1]:
        world.restore(snapshot)
        assert state() == before
        assert world.digest() == snapshot.digest()
    assert len({str(before) for _, before in saves}) == len(saves)


def test_the_debug_view_draws_where_the_shapes_are() -> None:
    sprites = [
        Sprite(BOX, center_x=50, center_y=40, angle=20, collision=Circle(10, 5, 5)),
        Sprite(BOX, center_x=54, center_y=40, collision=Polygon([(0, 0), (20, 0), (0, 10)])),
        Sprite(BOX, center_x=300, center_y=40, collision=[Point(1, 1), Segment(0, 0, 20, 10)]),
    ]
    found = dict(line_layers(sprites, "outline", "hit", "box", "pivot"))
    assert [len(found[name]) for name in ("outline", "hit", "box", "pivot")] == [5, 2, 3, 6]
    (circle, *_) = found["outline"]
    assert np.allclose(shapely.Polygon(circle).centroid.coords[0], (50, 40))
    assert math.isclose(shapely.Polygon(found["hit"][1]).area, 100)
    assert min(y for _, y in found["hit"][1]) == 35
    assert [color for color, _ in line_layers(sprites, None, None, None, "pivot")] == ["pivot"]


def test_the_debug_view_colors_shapes_by_their_roles() -> None:
    body, fist = Circle(0, 0, 5, name="body"), Circle(9, 0, 5, name="fist", layer=4)
    sprites = [Sprite(BOX, collision=[body, fist, Circle(0, 9, 2, layer=8)])]
    found = dict(line_layers(sprites, "rest", None, None, None, {"fist": "red", 8: "blue"}))
    assert {color: len(lines) for color, lines in found.items()} == {"rest": 1, "red": 1, "blue": 1}
    found = dict(line_layers(sprites, None, None, None, None, {1: "green"}))
    assert {color: len(lines) for color, lines in found.items()} == {"green": 1}
    with pytest.raises(TypeError, match="roles"):
        draw_shapes([], roles=["fist"])


def test_answers_are_drawn_in_arcades_world_by_the_colors_that_are_given() -> None:
    marks: Any = {
        "region": [shapely.box(0, 0, 4, 2)],
        "push": [[(0, 0), (1, 1)]],
        "point": [[(5, 6)]],
    }
    ((color, (ring,)), (_, cross)) = mark_lines(
        marks, {"region": "brown", "push": None, "point": "red"}, 1.0
    )
    assert (color, {*map(tuple, ring)}) == ("brown", {(0, 0), (4, 0), (4, -2), (0, -2)})
    assert len(cross) == 2
    assert {tuple(np.mean(line, axis=0)) for line in cross} == {(5, -6)}


def test_the_debug_view_draws_arrows_of_one_way_shapes_in_arcades_world() -> None:
    plank = Sprite(BOX, center_x=50, center_y=40, collision=Rect(0, 0, 20, 10, one_way=(0, -1)))
    outline, shaft, barbs = dict(line_layers([plank], "outline", None, None, None))["outline"]
    assert len(outline) == 5
    assert (shaft[0], barbs[1]) == ((50, 40), shaft[1])
    assert shaft[1][0] == 50
    assert shaft[1][1] > 40  # above, where y grows upwards


def test_what_is_left_out_is_not_drawn_and_a_width_is_above_0() -> None:
    draw_answers(None)  # needs no window
    for width in (0, -1):
        with pytest.raises(ValueError, match=f"width must be above 0, got {width}"):
            draw_answers(None, width=width)


@pytest.mark.parametrize("bad", [math.nan, math.inf, 1e13, "a"])
@pytest.mark.parametrize("own", [None, Circle(10, 10, 5)])
@pytest.mark.parametrize(
    "name", ["center_x", "center_y", "angle", "scale_x", "scale_y", "position", "hit_box", "points"]
)
def test_a_bad_value_is_named_and_changes_nothing(name: str, own: Any, bad: Any) -> None:
    sprite = Sprite(BOX, 2.0, 5, 6, 30.0, collision=own)
    sprites = arcade.SpriteList(lazy=True)
    sprites.append(sprite)

    def state() -> list[Any]:
        body = sprite.body
        pose = (body.x, body.y, body.angle, body.scale_x, body.scale_y, body.shapes)
        outline = sprite.hit_box.get_adjusted_points()
        arcades_own = (sprite.position, sprite.angle, sprite.scale, sprite.width, sprite.height)
        return [*pose, *arcades_own, outline, sprite.collision, sprite.left, sprite.top]

    before = state()
    value = bad
    if name == "position":
        value = (bad, 3)
    elif name == "points":
        value = HitBox([(0, 0), (5, bad), (9, 3)])
    named = {"position": "center_x", "points": "hit_box"}.get(name, name)
    with pytest.raises((TypeError, ValueError), match=rf"{named} must be "):
        setattr(sprite, "hit_box" if name == "points" else name, value)
    assert state() == before
    sprite.center_x += 1
    in_step(sprite) if own is None else None
    assert sprite.body.x == 6


@pytest.mark.parametrize(
    "points",
    [
        [],
        [(1, 1)],
        [(1, 1), (1, 1)],
        [(0, 0), (1, 1), (2, 2)],
        [(0, 0), (9, 9), (9, 0), (0, 9)],
        [(0, 0), (5, 5)],
    ],
)
def test_any_hit_box_can_be_followed(points: Any) -> None:
    sprite = Sprite(BOX)
    sprite.hit_box = HitBox(points)
    assert not sprite.hits(Sprite(BOX, center_x=99))
    sprite.center_x += 1
    if len(points) == 4:  # it crosses itself, and covers what it goes round
        assert sprite.geometry.area == pytest.approx(40.5)


def test_what_is_too_far_for_shapes_changes_nothing() -> None:
    """Points within 1e12 that are not within it once they are counted from the corner."""
    far = [(1e12, 0.0), (0.0, 5.0), (-5.0, 0.0)]
    for own in (None, OWN):
        sprite = Sprite(BOX, collision=own)
        before = sprite.hit_box, sprite.collision, sprite.body.shapes
        with pytest.raises(ValueError, match="to 1e12, got 10000000000"):
            sprite.hit_box = HitBox(far)
        assert (sprite.hit_box, sprite.collision, sprite.body.shapes) == before


def test_shapes_without_an_area() -> None:
    laser, wall = Sprite(BOX, collision=Segment(0, 5, 20, 5)), Sprite(TALL, center_x=9)
    assert laser.hits(wall)
    assert arcades.check_for_collision(laser, wall)
    for nothing in ([], Point(3, 3)):
        hashed = arcade.SpriteList(use_spatial_hash=True)
        hashed.append(Sprite(BOX, collision=nothing))
        hashed[0].position = 1, 2
        assert arcades.check_for_collision_with_list(Sprite(BOX), hashed) == []


def test_subclasses_state_shapes() -> None:
    class Ball(Sprite):
        collision = Circle(10, 5, 5)

    ball = Ball(BOX)
    assert ball.body.shapes == (Circle(10, 5, 5),)
    ball.texture = TALL
    assert ball.collision == Circle(10, 5, 5)
    with pytest.raises((TypeError, ValueError)):
        ball.collision = "box"
    assert ball.collision == Circle(10, 5, 5)
    assert Ball(BOX, collision=None).collision is None


class Target(Sprite):
    calls: Any

    def shot(self, target: Any) -> Any:
        target.calls.append(("shot", self))
        self.kill()

    def hit(self, other: Any) -> Any:
        self.calls.append(("hit", other))
        return DISCARD


def test_arcades_own_kinds_can_be_exact() -> None:
    class Flag(arcade.TextureAnimationSprite, Sprite):
        collision = Circle(10, 5, 2)

    class Wall(arcade.SpriteSolidColor, Sprite):
        pass

    frames = [arcade.TextureKeyframe(texture, 100) for texture in (BOX, TALL)]
    flag = Flag(100, 50, 2, arcade.TextureAnimation(frames))
    wall = Wall(30, 8, 100, 58, arcade.color.RED)
    assert not flag.hits(wall)  # they only touch
    wall.center_y -= 1
    assert flag.hits(wall)
    assert wall.check([flag]) == [flag]
    assert Wall(10, 30, angle=90).hits(Wall(2, 2, center_x=14))
    flag.update_animation(0.15)
    assert flag.texture is TALL


def test_a_name_that_no_sprite_has_is_told_before_anything_hits() -> None:
    one, other = Sprite(BOX), Sprite(BOX, center_x=900)
    for call in (
        lambda: check(one, other, hit="colect"),
        lambda: check(one, other, shot="colect"),
        lambda: check([one, other], hit="colect"),
    ):
        with pytest.raises(
            AttributeError, match="is not the name of a method of any sprite here: Sprite"
        ):
            call()
    calls = []
    near = type("Coin", (Sprite,), {"colect": lambda self, other: calls.append(other)})(BOX)
    assert check(one, near, hit="colect") == [(one, near)]
    assert calls == [one]
    with pytest.raises(AttributeError, match="colect"):
        check(one, [near, Sprite(BOX)], hit="colect")
    other.colect = lambda other: None
    assert check(one, other, hit="colect") == check([one, other], hit="colect") == []
    assert check(one, [], hit="colect") == []


def test_the_hit_box_of_a_texture_replaces_no_shapes() -> None:
    plain, own = Sprite(BOX), Sprite(BOX, collision=OWN)
    for sprite in (plain, own):
        sprite.texture = TALL
        sprite.sync_hit_box_to_texture()
        in_step(sprite)
    assert plain.hit_box.points == TALL.hit_box_points
    assert own.collision == OWN


def test_callbacks_see_arcade_sprites_and_kill_leaves_lists() -> None:
    shots, targets = arcade.SpriteList(), arcade.SpriteList()
    shots.extend(Target(BOX, center_x=x) for x in (0, 2, 900))
    targets.extend(Target(BOX, center_x=x) for x in (0, 3))
    one, two, _ = shots
    first, second = targets
    for target in targets:
        target.calls = []
    found = check(shots, targets)
    assert found == [(one, first), (one, second), (two, first), (two, second)]
    assert first.calls == [("shot", one), ("hit", one)]
    assert second.calls == [("shot", two), ("hit", two)]
    assert len(shots) == 1
    assert pairs([one, two], targets) == []  # killed for good


def test_shapes_round_the_corner_are_told_of_without_arcades_center() -> None:
    texture = arcade.Texture.create_empty("round", (16, 16))
    with pytest.warns(
        SpritecolWarning, match=r"center: define the shapes relative to the image's corner"
    ):
        type("RoundTexture", (Sprite,), {})(texture, collision=Circle(0, 0, 5))


def test_misspelled_names_are_told() -> None:
    kind = type("Coin", (Sprite,), {"gold": Number(3.0)})
    assert (kind(BOX).body.gold, kind(BOX, gold=5).body.gold) == (3, 5)
    with pytest.raises(TypeError, match=r"Coin.* 'colision'.* collision"):
        kind(BOX, colision=OWN)
    with pytest.warns(SpritecolWarning, match="collision"):
        type("Gem", (Sprite,), {"colision": OWN})


def test_what_the_body_has_is_named() -> None:
    coin: Any = type("Coin", (Sprite,), {})(BOX)
    for name, told in {
        "move_and_slide": r": its body has it, sprite\.body\.move_and_slide, in a world mirrored",
        "x": r": its body has it, sprite\.body\.x, in",
        "vanish": r": call kill\(\)",
        "gold": "",
    }.items():
        assert not hasattr(coin, name)
        with pytest.raises(AttributeError, match=f"^'Coin' object has no attribute '{name}'{told}"):
            getattr(coin, name)


def test_what_can_be_no_pickle_says_so() -> None:
    coin = type("Coin", (Sprite,), {})(arcade.Texture.create_empty("coin", (16, 16)))
    with pytest.raises(TypeError, match=r"^a Coin of arcade and spritecol can't be pickled: keep"):
        pickle.dumps([coin])


def test_within_one_list_and_with_callables() -> None:
    sprites = arcade.SpriteList()
    sprites.extend(Sprite(BOX, center_x=15 * k) for k in range(3))
    told: list[Any] = []
    assert pairs(sprites, sprites) == pairs(sprites)
    check(sprites, hit=lambda one, other: told.append((one, other)))
    a, b, c = sprites
    assert told == [(a, b), (b, a), (b, c), (c, b)]
    assert a.check([b, None, [c], a]) == [b]
    assert len(pairs((Sprite(BOX) for _ in range(2)), (Sprite(BOX) for _ in range(2)))) == 4


LEAVES: dict[str, Callable[[Any, Any], object]] = {
    "remove_from_sprite_lists": lambda walls, wall: wall.remove_from_sprite_lists(),
    "remove": lambda walls, wall: walls.remove(wall),
    "pop": lambda walls, wall: walls.pop(walls.index(wall)),
    "clear": lambda walls, wall: walls.clear(),
    "replace": lambda walls, wall: walls.__setitem__(walls.index(wall), Sprite(BOX)),
}
JOINS: dict[str, Callable[[Any, Any], object]] = {
    "append": lambda walls, wall: walls.append(wall),
    "extend": lambda walls, wall: walls.extend([wall]),
    "insert": lambda walls, wall: walls.insert(0, wall),
}


ACTS = ("join", "join", "leave", "leave", "leave all", "enable", "save", "restore", "restore")


@pytest.mark.parametrize("of_group", [False, True])
def test_a_restored_world_and_the_lists_agree(of_group: bool) -> None:
    """Random lives: what a list says belongs to the list, and all else to the World.

    What has left its last list hits and stops nobody until it is back in one, by whichever call.
    """
    with at_least(restored=300, hits=800, none=800, **dict.fromkeys([*LEAVES, *JOINS], 20)) as seen:
        for seed in range(60):
            rng = random.Random(seed)
            hero, sprites = Sprite(BOX), [Sprite(BOX, center_x=3 * k) for k in range(3)]
            ball = Sprite(BOX)
            lists = [arcade.SpriteList() for _ in range(2)]
            bodies = [sprite.body for sprite in sprites]
            world = World(Group(bodies) if of_group else bodies[0], *bodies)
            saves = []
            for _ in range(40):
                sprite, sprite_list = rng.choice(sprites), rng.choice(lists)
                match rng.choice(ACTS):
                    case "join" if sprite not in sprite_list:
                        way = rng.choice([*JOINS])
                        JOINS[way](sprite_list, sprite)
                        sprite.was_listed = True
                        seen[way] += 1
                    case "leave" if sprite in sprite_list:
                        way = rng.choice([*LEAVES])
                        LEAVES[way](sprite_list, sprite)
                        seen[way] += 1
                    case "leave all":
                        sprite.remove_from_sprite_lists()
                    case "enable":
                        sprite.collision_enable = rng.random() < 0.5
                    case "save":
                        enabled = [each.collision_enable for each in sprites]
                        saves.append((world.save(), enabled))
                    case "restore" if saves:
                        snapshot, enabled = rng.choice(saves)
                        world.restore(snapshot)
                        assert world.digest() == snapshot.digest()
                        assert [each.collision_enable for each in sprites] == enabled
                        seen["restored"] += 1
                for each in sprites:
                    has_left = hasattr(each, "was_listed") and not each.sprite_lists
                    wanted = each.collision_enable and not has_left
                    assert hero.hits(each) == each.hits(hero) == wanted, seed
                    assert bool(hero.body.check(Group(each.body))) == wanted
                    ball.body.x = -60
                    assert bool(ball.body.move_and_slide(99, 0, each.body).hits) == wanted
                    seen["hits" if wanted else "none"] += 1
                for each in lists:
                    assert hero.check(each) == [one for one in each if one.collision_enable]


def test_a_sprite_that_has_left_all_lists_is_explained() -> None:
    hero, coin, coins = Sprite(BOX), Sprite(BOX), arcade.SpriteList()
    coins.append(coin)
    coins.remove(coin)
    assert "has left all SpriteLists" in explain(hero.body, coin.body)


def test_a_body_without_its_sprite_has_no_owner() -> None:
    walls = arcade.SpriteList()
    walls.append(Sprite(BOX))
    body, hero = walls[0].body, Sprite(BOX)
    assert body.owner is walls[0]
    walls.pop()
    gc.collect()
    assert body.owner is None
    assert hero.body.check(Group(body)) == []


@pytest.mark.parametrize("wrong", [3, "ab", arcade.Sprite(BOX), [arcade.Sprite(BOX)], [["x"]]])
def test_others_are_refused(wrong: Any) -> None:
    for call in (
        Sprite(BOX).check,
        draw_shapes,
        draw_answers,
    ):
        with pytest.raises(TypeError, match=r"must be|Sprite"):
            call(wrong)
    with pytest.raises(TypeError, match="must be"):
        draw_answers(wrong, starts=(0, 0), ends=(1, 1))


@pytest.mark.parametrize("slots", [False, True])
def test_attrs_leaves_to_the_body_what_lies_there(slots: bool) -> None:
    class Plain(Sprite):
        def __attrs_pre_init__(self) -> None:
            Sprite.__init__(self)

    @attrs.define(eq=False, slots=slots)
    class Made(Plain):
        collision = Rect(0, 0, 5, 5)
        collision_layer = 4
        vx: float = Number(2.0)

    made, other = Made(), Made(5.0)
    assert (made.collision, made.body.collision_layer, made.vx) == (Rect(0, 0, 5, 5), 4, 2)
    assert (other.vx, other.body.vx) == (5, 5)


def test_a_list_is_followed_from_check_to_check() -> None:
    """Whatever happens to it, it gives what a plain list of the same sprites gives."""
    rng = random.Random(5)

    def new() -> Sprite:
        return Sprite(BOX, center_x=rng.uniform(0, 200), center_y=rng.uniform(0, 200))

    hero, sprites = Sprite(BOX, scale=4, center_x=100, center_y=100), arcade.SpriteList()
    sprites.extend(new() for _ in range(40))

    def replace(k: int) -> None:
        sprites[k] = new()

    def switch(k: int) -> None:
        sprites[k].body.collision_enable = not sprites[k].body.collision_enable

    def move(k: int) -> None:
        sprites[k].position = rng.uniform(0, 200), rng.uniform(0, 200)

    changes: list[Callable[[int], Any]] = [
        lambda k: sprites.append(new()),
        lambda k: sprites.insert(k, new()),
        lambda k: sprites.extend([new(), new()]),
        lambda k: sprites.remove(sprites[k]),
        sprites.pop,
        lambda k: sprites.swap(k, 0),
        lambda k: sprites.reverse(),
        lambda k: sprites.shuffle(),
        lambda k: sprites.sort(key=lambda one: one.center_x),
        lambda k: sprites[k].kill(),
        lambda k: sprites[k].body.vanish(),
        lambda k: sprites.clear() if rng.random() < 0.1 else None,
        replace,
        switch,
        move,
    ]
    for _ in range(600):
        if len(sprites) < 5:
            sprites.extend(new() for _ in range(20))
        for _ in range(rng.randrange(3)):
            rng.choice(changes)(rng.randrange(len(sprites) or 1))
            if len(sprites) < 5:
                break
        wanted = hero.check(list(sprites))
        assert hero.check(sprites) == wanted
        assert hero.hits(sprites) is bool(wanted)


def test_a_list_keeps_no_sprite_that_has_left() -> None:
    """It is freed at once, as it was before the check."""
    sprites = arcade.SpriteList()
    sprites.extend(Sprite(BOX) for _ in range(5))
    assert len(Sprite(BOX).check(sprites)) == 5
    gone = weakref.ref(sprites.pop(2))
    assert gone() is None
    assert len(Sprite(BOX).check(sprites)) == 4
    sprites.append(Sprite(BOX, center_x=1000))
    assert len(Sprite(BOX).check(sprites)) == 4
    sprites.append(arcade.Sprite(BOX))
    with pytest.raises(TypeError, match="sprites must be a Sprite"):
        Sprite(BOX).check(sprites)


def test_equality_of_users_is_not_asked() -> None:
    """Also not where the order of a list has changed."""

    class Odd(Sprite):
        __hash__ = Sprite.__hash__

        def __eq__(self, other: object) -> bool:
            raise AssertionError("asked")

    sprites = arcade.SpriteList()
    sprites.extend(Odd(BOX, center_x=k) for k in range(5))
    hero = Sprite(BOX)
    for _ in range(3):
        assert list(map(id, hero.check(sprites))) == list(map(id, sprites))
        sprites.reverse()


@pytest.mark.parametrize("call", [Group, lambda sprite: spritecol.check([sprite])])
def test_where_a_body_is_wanted_the_error_names_it(call: Any) -> None:
    with pytest.raises(TypeError, match=r"pass its body, as in sprite\.body"):
        call(Sprite(BOX))
