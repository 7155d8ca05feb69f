"""The sprite for pygame and spritecol: drawn where it hits, moved by its rect, gone from both."""

import copy
import gc
import pickle
import random
import warnings
import weakref
from collections.abc import Iterator
from functools import wraps
from typing import Any

import attrs
import numpy as np
import pygame
import pytest
import shapely
from hypothesis import example, given
from hypothesis import strategies as st
from pygame import sprite as pygame_sprite
from support.counting import at_least
from support.examples import examples

import spritecol
from spritecol import (
    CharacterController,
    Circle,
    Group,
    Number,
    Rect,
    SpritecolWarning,
    World,
    check,
)
from spritecol.integrations.pygame import Sprite

SCREEN = 150  # pixels
NEAR = 1.5
"""Pixels that a drawn edge may be from the true one: half a pixel for the whole pixel where the
picture is put, half for a pixel that is drawn or not, a quarter for a scaled side that is not
whole, and that along both axes. In 98 of 100 cases it is less than one."""

COLORS = ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0))


def quartered(width: int, height: int) -> pygame.Surface:
    """An opaque picture whose quarters have colors of their own: right, down, both."""
    picture = pygame.Surface((width, height), pygame.SRCALPHA)
    for i, color in enumerate(COLORS):
        column, row = i % 2, i // 2
        left, top = column * width // 2, row * height // 2
        picture.fill(color, (left, top, width - left if column else width // 2, height))
    return picture


def drawn(*sprites: Sprite) -> tuple[Any, Any]:
    """What a pygame Group draws: the colors (x, y, rgb), and which pixels were drawn (x, y)."""
    surface = pygame.Surface((SCREEN, SCREEN), pygame.SRCALPHA)
    surface.fill((0, 0, 0, 0))
    pygame_sprite.Group(sprites).draw(surface)
    return pygame.surfarray.array3d(surface), pygame.surfarray.array_alpha(surface) > 127


def middles() -> Any:
    """The middles of all pixels, (x, y, 2)."""
    side = np.arange(SCREEN) + 0.5
    return np.stack(np.meshgrid(side, side, indexing="ij"), axis=-1)


scales = st.floats(0.4, 2.5) | st.floats(-2.5, -0.4) | st.sampled_from([1.0, -1.0, 2.0])
poses = st.fixed_dictionaries(
    {
        "x": st.floats(50, 90),
        "y": st.floats(50, 90),
        "angle": st.floats(-400, 400) | st.sampled_from([0, 45, 90, 180, 270]),
        "scale_x": scales,
        "scale_y": scales,
    },
    optional={
        "center_x": st.floats(0, 25),
        "center_y": st.floats(0, 25),
        "offset_sync": st.booleans(),
        "collision_sync": st.booleans(),
    },
)
sizes = st.tuples(st.integers(8, 24), st.integers(8, 24))


@examples(25)
@given(pose=poses, size=sizes)
@example(
    pose={"x": 89, "y": 50, "angle": 0, "scale_x": -2.5, "scale_y": 1, "center_x": 23}, size=(8, 8)
)
def test_it_is_drawn_where_it_hits(pose: dict[str, Any], size: tuple[int, int]) -> None:
    """As a whole, each quarter of its picture in its place, and its rect around both."""
    sprite = Sprite(image=quartered(*size), **pose)
    sprite.collision_sync = True
    colors, pixels = drawn(sprite)
    points = shapely.points(middles())
    assert shapely.distance(sprite.geometry, points)[pixels].max(initial=0) <= NEAR
    inside = sprite.geometry.buffer(-NEAR)
    assert pixels[shapely.contains(inside, points)].all()
    for i, color in enumerate(COLORS):
        column, row = i % 2, i // 2
        left, top = column * size[0] // 2, row * size[1] // 2
        width, height = (size[0] + column) // 2, (size[1] + row) // 2
        sprite.collision = Rect(left, top, width, height)
        deep = shapely.contains(sprite.geometry.buffer(-NEAR - 0.5), points)
        assert (colors[deep] == color).all()
    sprite.collision = None
    rect = sprite.rect
    assert rect.size == sprite.image.get_size()
    sides = (rect.left, rect.top, rect.right, rect.bottom)
    assert np.abs(np.subtract(sides, sprite.aabb)).max() <= NEAR
    sprite.collision = Circle(0, 0, 3)
    assert sprite.rect == rect


def test_unturned_it_is_exact() -> None:
    sprite = Sprite(x=10, y=20, image=quartered(31, 15))
    assert sprite.rect == (10, 20, 31, 15)
    assert sprite.aabb == (10, 20, 41, 35)
    assert sprite.image is sprite.original_image


@pytest.mark.parametrize("flags", [0, pygame.SRCALPHA])
@pytest.mark.parametrize("key", [None, (1, 2, 3)])
@pytest.mark.parametrize("smooth", [False, True])
def test_corners_of_a_turned_picture_stay_transparent(
    flags: int, key: tuple[int, int, int] | None, smooth: bool
) -> None:
    picture = pygame.Surface((20, 20), flags, 32)
    picture.fill((200, 0, 0))
    picture.set_colorkey(key)
    sprite = Sprite(x=50, y=50, image=picture, angle=45, scale_x=1.5)
    sprite.smooth = smooth
    _, pixels = drawn(sprite)
    assert abs(pixels.sum() - 600) < 60
    assert not pixels[sprite.rect.left, sprite.rect.top]
    picture.set_alpha(90)
    assert Sprite(image=picture, angle=30, scale_y=-2).image.get_alpha() == 90


@pytest.mark.parametrize("depth", [8, 16, 24, 32])
@pytest.mark.parametrize("size", [(20, 10), (0, 0), (0, 5), (5, 0), (1, 1)])
def test_pictures_of_any_depth_and_size(depth: int, size: tuple[int, int]) -> None:
    for pose in ({"angle": 33}, {"scale_x": 0}, {"scale_x": 0.01, "angle": 5}, {"scale_y": -3}):
        for smooth in (False, True):
            sprite = Sprite(image=pygame.Surface(size, 0, depth), **pose)
            sprite.smooth = smooth
            assert sprite.rect.size == sprite.image.get_size()
            drawn(sprite)


def test_the_turned_picture_is_made_once_for_each_look() -> None:
    sprite = Sprite(image=quartered(20, 10), angle=30)
    first = sprite.image
    sprite.x += 5.5
    sprite.angle += 360
    assert sprite.image is first
    changes = {"angle": 31, "scale_x": 2, "scale_y": -1, "smooth": True}
    for name, value in {**changes, "image": sprite.original_image}.items():
        before = sprite.image
        setattr(sprite, name, value)
        assert sprite.image is not before
        assert sprite.image is sprite.image


# --- the rect ------------------------------------------------------------------------------------

MOVES: dict[str, Any] = {
    "x": lambda rect: setattr(rect, "x", rect.x + 7),
    "a float": lambda rect: setattr(rect, "centerx", 70.75),
    "center": lambda rect: setattr(rect, "center", (60, 70)),
    "floats": lambda rect: setattr(rect, "bottomright", (70.75, 61.25)),
    "midtop": lambda rect: setattr(rect, "midtop", (60, 70)),
    "move_ip": lambda rect: rect.move_ip(3, -4),
    "clamp_ip": lambda rect: rect.clamp_ip(pygame.Rect(0, 0, 55, 55)),
    "update": lambda rect: rect.update((8, 9), rect.size),
    "item": lambda rect: rect.__setitem__(1, 77),
    "slice": lambda rect: rect.__setitem__(slice(0, 2), (5, 6)),
}


def test_an_axis_that_is_not_moved_keeps_its_fraction() -> None:
    sprite = Sprite(x=40.25, y=50.75, image=quartered(20, 10))
    sprite.rect.clamp_ip((0, 0, 500, 500))
    sprite.rect = sprite.rect.clamp((0, 0, 500, 500))
    assert (sprite.x, sprite.y) == (40.25, 50.75)
    sprite.rect.left += 1
    assert (sprite.x, sprite.y) == (41, 50.75)
    sprite.rect.bottom += 1
    assert (sprite.x, sprite.y) == (41, 52)


@pytest.mark.parametrize("speed", [0.3, 0.7, -0.5, 1.25])
@pytest.mark.parametrize("pose", [{}, {"offset_sync": True}, {"offset_sync": True, "angle": 30}])
def test_a_place_that_a_game_keeps_and_copies_to_the_rect(
    speed: float, pose: dict[str, Any]
) -> None:
    """`self.x += speed; self.rect.x = self.x`, as many games have it, moves by the whole speed.

    So does the middle of a disc without an image.
    """
    ball = Sprite(x=100, y=50.5, collision=Circle(0, 0, 5.25))
    for _ in range(5):
        place = ball.x + speed
        ball.x = place
        ball.rect.centerx = ball.x
        assert ball.x == place
    name = "center" if pose else "topleft"
    sprite = Sprite(x=100, y=50.5, image=quartered(21, 10), **pose)
    plain = [100, 50.5]
    for kind in (tuple, list, pygame.Vector2, list):
        sprite.x += speed
        plain[0] += speed
        setattr(sprite.rect, name, kind((sprite.x, sprite.y)))
        assert [sprite.x, sprite.y] == plain
        plain[1] += speed
        sprite.y += speed
        setattr(sprite.rect, "centery" if pose else "y", sprite.y)
        assert [sprite.x, sprite.y] == plain


@given(st.floats(-3000, 3000), st.floats(-3000, 3000), st.integers(-3000, 3000))
def test_what_is_written_to_a_rect_is_what_the_sprite_reads(x: float, y: float, to: int) -> None:
    """However the place before was rounded: x + (to - x) is not `to` in 4 of 100 cases."""
    sprite = Sprite(x=x, y=y, image=quartered(20, 10))
    if sprite.rect.left != to:
        sprite.rect.left = to
        assert sprite.x == to
    if sprite.rect.top != to:
        sprite.rect = pygame.Rect(sprite.rect.left, to, 1, 1)
        assert sprite.y == to


LOOKS: dict[str, list[Any]] = {
    "x": [0, 0.25, 5, 9],
    "y": [0, 0.25, 5, 9],
    "angle": [0, 30, 90],
    "scale": [1, 2, -0.5],
    "center_x": [0, 4, 9],
    "image": [None, pygame.Surface((10, 8)), pygame.Surface((6, 6))],
    "collision": [None, Rect(0, 0, 5, 5), Rect(-2, 1, 7.5, 5)],
}


def test_the_rect_is_in_step_in_whatever_order_places_are_written_and_read() -> None:
    """It is the same one all the time, also when a sprite is put back to where it was."""
    chance = random.Random(1)
    sprite = Sprite(image=LOOKS["image"][1])
    rect, world = sprite.rect, World(sprite)
    saved = world.save()
    with at_least(read=400, restored=100, moved=400) as seen:
        for _ in range(4000):
            word = chance.choice([*LOOKS, "rect.x", "rect", "frect.y", "restore", "read", "read"])
            place = chance.choice(LOOKS["x"])
            if word in LOOKS:
                setattr(sprite, word, chance.choice(LOOKS[word]))
            elif word == "rect.x":
                rect.x = place
                assert sprite.rect.x == int(place)
            elif word == "rect":
                sprite.rect = sprite.rect.move(chance.randint(-5, 5), 2)
            elif word == "frect.y":
                sprite.frect.y = place
                assert sprite.frect.y == place
            elif word == "restore":
                world.restore(saved)
            else:
                saved = world.save() if chance.random() < 0.5 else saved
                fresh = Sprite(image=sprite.original_image, collision=sprite.collision)
                for name in ("x", "y", "angle", "scale_x", "scale_y", "center_x"):
                    setattr(fresh, name, getattr(sprite, name))
                assert rect == fresh.rect
                assert sprite.frect == fresh.frect
            assert sprite.rect is rect
            seen["read"] += word == "read"
            seen["restored"] += word == "restore"
            seen["moved"] += "rect" in word


def test_to_assign_a_rect_moves_the_sprite() -> None:
    sprite = Sprite(image=quartered(20, 10), angle=90)
    sprite.rect = sprite.image.get_rect(center=(70, 80))
    assert sprite.rect.center == (70, 80)
    sprite.rect = (1, 2, 0, 0)
    assert sprite.rect.topleft == (1, 2)
    sprite.angle = 0
    sprite.rect = pygame.FRect(10.5, 20.25, 5, 5)
    assert (sprite.x, sprite.y) == (10.5, 20.25)
    for bad in (None, "here", (1, 2), pygame.FRect(3, float("nan"), 1, 1)):
        with pytest.raises((TypeError, ValueError), match=r"rect must be|y must be"):
            sprite.rect = bad
    assert (sprite.x, sprite.y) == (10.5, 20.25)


EIGHTHS = st.integers(-8000, 8000).map(lambda k: k / 8)  # exact in pygame's 32 bits
SIZES = st.integers(1, 800).map(lambda k: k / 8)
POINTS = ["topleft", "midtop", "topright", "midleft", "center", "midright"]
POINTS += ["bottomleft", "midbottom", "bottomright"]
SIDES = ["x", "y", "left", "top", "right", "bottom", "centerx", "centery"]


def test_the_frect_without_an_image_is_the_box_of_the_shapes() -> None:
    sprite = Sprite(x=0, y=10.4, collision=Rect(0, 0, 32, 32))
    assert sprite.frect == (0, 10.4, 32, 32)
    sprite.frect.bottom = 100.5
    assert (sprite.frect.bottom, sprite.y) == (100.5, 68.5)
    assert Sprite(x=1.25, y=2.5, collision=[]).frect == (1.25, 2.5, 0, 0)


@pytest.mark.parametrize("name", [*SIDES, *POINTS])
@given(*[EIGHTHS] * 4, SIZES, SIZES, st.sampled_from([0, 90, 180]), st.sampled_from([1, -2, 0.5]))
def test_what_is_written_to_the_frect_without_an_image_is_read_back(
    name: str, x: float, y: float, to_x: float, to_y: float,
    width: float, height: float, angle: float, scale: float,
) -> None:  # fmt: skip
    shapes = [Rect(-3, 1, width, height), Circle(0.5, 2, 0.25)]
    sprite = Sprite(x=x, y=y, collision=shapes, angle=angle, scale_x=scale)
    size = tuple(sprite.frect.size)
    value = (to_x, to_y) if name in POINTS else to_x
    setattr(sprite.frect, name, value)
    assert getattr(sprite.frect, name) == value
    box = sprite.aabb
    assert sprite.frect == (box.left, box.top, *size) == (box.left, box.top, *box.size)
    sprite.frect = pygame.FRect(to_x, to_y, 0, 0)
    assert sprite.frect.topleft == sprite.aabb[:2] == (to_x, to_y)


@given(
    *[st.floats(-3000, 3000)] * 2, *[st.floats(0.1, 99)] * 2, st.floats(0, 360),
    st.lists(st.tuples(*[st.floats(-3000, 3000)] * 2), min_size=1, max_size=20),
)  # fmt: skip
def test_a_rect_without_an_image_keeps_its_size(
    x: float, y: float, width: float, height: float, angle: float, places: Any
) -> None:
    """It is nowhere more than half a pixel from the box of the shapes, at any side but the far."""
    sprite = Sprite(x=x, y=y, collision=Rect(0, 0, width, height), angle=angle)
    size = sprite.rect.size
    for sprite.x, sprite.y in places:
        rect, box, exact = sprite.rect, sprite.aabb, sprite.frect
        assert rect.size == size
        assert abs(rect.left - box.left) <= 0.5 >= abs(rect.top - box.top)
        assert abs(rect.width - box.width) < 0.501 > abs(rect.height - box.height)
        assert exact == pytest.approx((box.left, box.top, *box.size), rel=1e-6)


@given(EIGHTHS, EIGHTHS)
def test_rects_of_boxes_that_touch_do_not_collide(x: float, y: float) -> None:
    box = Rect(0, 0, 32, 16)
    one = Sprite(x=x, y=y, collision=box)
    for other in (Sprite(x=x + 32, y=y, collision=box), Sprite(x=x, y=y + 16, collision=box)):
        assert not one.rect.colliderect(other.rect)
        assert not one.hits(other)


def test_a_rect_made_from_the_frect_moves_nobody() -> None:
    sprite = Sprite(x=40.5, y=50, image=quartered(20, 10))
    for rect in (sprite.frect.copy(), sprite.frect.move(3, 4)):
        rect.x += 5
        rect.inflate_ip(2, 2)
        assert rect.size == (22, 12)
    assert (sprite.x, sprite.y) == (40.5, 50)


@pytest.mark.parametrize("name", MOVES)
@pytest.mark.parametrize("pose", [{}, {"angle": 30, "scale_x": -1.5, "offset_sync": True}])
def test_who_writes_to_a_rect_moves_the_sprite(name: str, pose: dict[str, Any]) -> None:
    """To a frect with all fractions. What is not written keeps every bit."""
    sprite = Sprite(x=40.25, y=50.75, image=quartered(20, 10), **pose)
    whole = pygame.Rect(sprite.rect)
    MOVES[name](whole)
    MOVES[name](sprite.rect)
    assert sprite.rect == whole
    assert np.abs(np.subtract(sprite.aabb[:2], whole.topleft)).max() <= NEAR
    sprite.x, sprite.y = 40.1, 50.7
    before, place = pygame.FRect(sprite.frect), (sprite.x, sprite.y)
    expected = pygame.FRect(before)
    MOVES[name](expected)
    MOVES[name](sprite.frect)
    assert sprite.frect == pytest.approx(expected, abs=1e-4)
    moved = expected.left - before.left, expected.top - before.top
    assert (sprite.x - place[0], sprite.y - place[1]) == pytest.approx(moved, abs=1e-4)
    assert (sprite.x == place[0], sprite.y == place[1]) == (moved[0] == 0, moved[1] == 0)
    sprite.frect = before
    assert (sprite.x, sprite.y) == pytest.approx(place, abs=1e-4)


SIZE_WRITES: dict[str, Any] = {
    "width": lambda rect: setattr(rect, "width", 3),
    "size": lambda rect: setattr(rect, "size", (3, 3)),
    "inflate_ip": lambda rect: rect.inflate_ip(2, 2),
    "scale_by_ip": lambda rect: rect.scale_by_ip(2),
    "union_ip": lambda rect: rect.union_ip((0, 0, 200, 200)),
    "unionall_ip": lambda rect: rect.unionall_ip([(0, 0, 200, 200)]),
    "update": lambda rect: rect.update(1, 2, 3, 4),
}
NO_PLACES: dict[str, Any] = {
    "nan": lambda rect: setattr(rect, "x", float("nan")),
    "inf": lambda rect: rect.__setitem__(1, float("inf")),
}


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *(("rect", name) for name in SIZE_WRITES),
        *(("frect", name) for name in [*SIZE_WRITES, *NO_PLACES]),
    ],
)
def test_the_size_of_a_rect_cannot_be_written(kind: str, name: str) -> None:
    """Nor what is no place: then all is as before."""
    sprite = Sprite(x=5 if kind == "rect" else 5.5, image=quartered(20, 10))
    rect, place = getattr(sprite, kind), sprite.x
    with pytest.raises(ValueError, match=r"only its position|must be a finite number"):
        {**SIZE_WRITES, **NO_PLACES}[name](rect)
    assert rect == getattr(sprite, kind) == (place, 0, 20, 10)
    with pytest.raises(TypeError, match=f"^{kind} must be"):
        setattr(sprite, kind, "here")
    assert (sprite.x, sprite.y) == (place, 0)


def test_what_is_made_of_the_rect_is_free() -> None:
    sprite = Sprite(image=quartered(20, 10))
    for free in (sprite.rect.copy(), sprite.rect.move(1, 1), copy.copy(sprite.rect)):
        free.size = 3, 3
        free.x = 99
        free.inflate_ip(1, 1)
    assert pickle.loads(pickle.dumps(sprite.rect)) == sprite.rect
    assert sprite.rect == (0, 0, 20, 10)
    assert sprite.rect.colliderect((19, 9, 5, 5))
    screen = pygame.Surface((30, 30))
    assert screen.blits([(sprite.image, sprite.rect)]) == [pygame.Rect(0, 0, 20, 10)]


def test_without_an_image_the_rect_is_the_box_of_the_shapes() -> None:
    sprite = Sprite(x=10.5, y=20, collision=Circle(0, 0, 4))
    assert sprite.rect == (7, 16, 8, 8)
    sprite.rect.x = 50
    assert sprite.x == 54
    assert Sprite(x=3, y=4).rect == (3, 4, 0, 0)


def test_farther_away_than_pygames_numbers_reach() -> None:
    sprite = Sprite(x=1e12, y=-1e12, image=quartered(9, 9))
    assert sprite.rect == (10**9, -(10**9), 9, 9)
    drawn(sprite)


def test_the_rect_and_its_sprite_are_freed_with_the_last_reference() -> None:
    sprite = Sprite(image=pygame.Surface((8, 4)))
    rect, gone = sprite.rect, weakref.ref(sprite)
    gc.disable()
    try:
        del sprite
        assert gone() is None
    finally:
        gc.enable()
    rect.x = 9  # a plain rect now
    rect.inflate_ip(2, 2)
    assert rect == (8, -1, 10, 6)


def test_a_hero_stays_on_its_feet_in_pictures_of_several_sizes() -> None:
    hero = Sprite(x=50, y=90, offset_sync=True)
    level = spritecol.Sprite(collision=Rect(0, 100, 400, 50))
    walker = CharacterController(hero)
    for frame in range(60):
        width, height = ((60, 95), (60, 101), (74, 90))[frame // 5 % 3]
        hero.image = pygame.Surface((width, height))
        hero.center_x, hero.center_y = width / 2, height
        hero.collision = Rect(width / 2 - 15, height - 80, 30, 80)
        walker.move(2, 3 if frame < 5 else 0.5, level)
        if frame >= 5:
            assert walker.on_floor
            assert hero.rect.midbottom == (hero.x, hero.y) == (52 + 2 * frame, 100)


def test_a_property_of_the_users_own_decides_where_a_moved_rect_goes() -> None:
    class Clamped(Sprite):
        @property
        def x(self) -> float:
            return float(spritecol.Sprite.x.__get__(self))

        @x.setter
        def x(self, value: float) -> None:
            spritecol.Sprite.x.__set__(self, min(value, 100))

    sprite = Clamped(image=pygame.Surface((8, 4)))
    sprite.rect.x = 500
    assert sprite.x == 100
    assert sprite.rect.x == 100


def test_a_rect_whose_size_is_lost_is_told() -> None:
    class Player(Sprite):
        pass

    player = Player()
    with pytest.warns(SpritecolWarning, match="rect of 50 by 40"):
        player.rect = pygame.Rect(100, 150, 50, 40)
    assert player.rect == (100, 150, 0, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        player.rect = pygame.Rect(7, 8, 0, 0)
    for kind, own in (
        ("Drawn", {"image": quartered(20, 10), "angle": 30}),
        ("Larger", {"image": quartered(20, 10), "scale": 1.3}),
        ("Shape", {"collision": Circle(0, 0, 5.3)}),
    ):
        known = type(kind, (Player,), {})(**own)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            known.rect = known.rect.move(3, 4)
            known.rect = known.frect.move(3, 4)
            known.rect = (1, 2, 0, 0)
        with pytest.warns(SpritecolWarning, match=f"another size is assigned .* {kind}: only its"):
            known.rect = known.rect.inflate(-3, -4)


def test_shapes_round_the_corner_are_told_of_without_a_center_that_would_not_help() -> None:
    with pytest.warns(
        SpritecolWarning, match=r"center: define the shapes relative to the image's corner"
    ):
        type("RoundPicture", (Sprite,), {})(image=quartered(20, 10), collision=Circle(0, 0, 5))


# --- a sprite of both libraries ------------------------------------------------------------------


@pytest.mark.parametrize("leave", ["kill", "vanish"])
def test_kill_and_vanish_are_the_same(leave: str) -> None:
    class Bomb(Sprite):
        explosions = 0

        def kill(self) -> None:  # runs whoever calls
            self.explosions += 1
            super().kill()

    bomb, group = Bomb(image=quartered(9, 9)), pygame_sprite.Group()
    ours = Group(bomb)
    group.add(bomb)
    assert (bomb.alive(), bomb.vanished) == (True, False)
    getattr(bomb, leave)()
    assert (bomb.alive(), bomb.vanished, bomb.explosions) == (False, True, 1)
    assert len(group) == len(ours) == 0


def single(sprite: Sprite) -> Any:
    group: Any = pygame_sprite.GroupSingle()
    group.sprite = sprite
    return group


ENTERINGS: tuple[Any, ...] = (
    lambda group, sprite: group.add(sprite),
    lambda group, sprite: group.add([sprite]),
    lambda group, sprite: sprite.add(group),
    lambda group, sprite: sprite.add([group]),
    lambda group, sprite: group.add(pygame_sprite.Group(sprite)),
    lambda group, sprite: pygame_sprite.LayeredUpdates().add(sprite, layer=3),
    lambda group, sprite: single(sprite),
    lambda group, sprite: sprite.add(group, Group()),
)
"""Ways of adding a sprite to a group of pygame."""


def test_who_is_added_to_a_group_of_pygame_again_is_back() -> None:
    """Killed, added, removed at random: it hits, unless it was killed since it was last added."""
    dice = random.Random(4)
    with at_least(back=150, gone=300, dropped=300, told=50) as seen:
        for _ in range(60):
            sprites = [Sprite(x=k, collision=Rect(0, 0, 99, 99)) for k in range(4)]
            asker = spritecol.Sprite(50, 50, collision=Circle(0, 0, 5))
            groups = pygame_sprite.Group(*sprites[:2]), pygame_sprite.LayeredUpdates(*sprites)
            ours, inner = Group(*sprites), Group(*sprites[1:])
            outer = Group(inner, asker)
            members = {id(group): list(group) for group in (ours, inner)}
            gone: set[Sprite] = set()
            for _ in range(30):
                sprite, group = dice.choice(sprites), dice.choice(groups)
                action = dice.choice(("kill", "add", "leave", "join"))
                if action == "kill":
                    dice.choice([sprite.kill, sprite.vanish])()
                    gone.add(sprite)
                    for held in members.values():
                        seen["dropped"] += sprite in held
                        held[:] = [one for one in held if one is not sprite]
                elif action == "add" and sprite not in group:
                    dice.choice(ENTERINGS)(group, sprite)
                    seen["back"] += sprite in gone
                    gone.discard(sprite)
                elif action == "leave":
                    group.remove(sprite)
                elif action == "join":
                    own = dice.choice([ours, inner])
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore", SpritecolWarning)
                        own.add(sprite)
                    held = members[id(own)]
                    seen["told"] += sprite in gone
                    if sprite not in gone and sprite not in held:
                        held.append(sprite)
                if dice.random() < 0.5:  # what a Group holds does not depend on who asks when
                    continue
                seen["gone"] += len(gone)
                assert {one for one in sprites if one.vanished} == gone
                there = [one for one in sprites if one not in gone]
                assert asker.check(sprites) == there
                for group in groups:
                    assert asker.check(group) == [one for one in group if one not in gone]
                    assert not gone & set(group)
                for own in (ours, inner):
                    assert list(own) == asker.check(own) == members[id(own)]
                assert list(outer) == [*members[id(inner)], asker]
                assert asker.check(outer) == members[id(inner)]


def test_a_group_of_spritecol_tells_that_it_ignores_who_was_killed() -> None:
    class Crate(Sprite):
        collision = Rect(0, 0, 9, 9)

    class Box(spritecol.Sprite):
        collision = Rect(0, 0, 9, 9)

    for crate in (Crate(), Box()):
        crate.vanish()
        group = Group()
        with pytest.warns(SpritecolWarning, match=r"group\.remove\(sprite\) instead of"):
            group.add(crate)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            group.add([crate])  # among many, and in a new Group, some may have vanished
            group.add(crate, crate)
            assert len(group) == len(Group(crate)) == len(Group(crate, crate)) == 0


def test_callbacks_of_check_empty_pygames_groups() -> None:
    class Shot(Sprite):
        collision = Circle(0, 0, 3)

        def shot(self, target: Sprite) -> None:
            self.vanish()
            target.vanish()

    shots = pygame_sprite.Group(Shot(x=x) for x in (0, 50, 100))
    rocks = pygame_sprite.Group(Sprite(x=x, collision=Rect(-5, -5, 10, 10)) for x in (50, 200))
    found = check(shots, rocks)
    assert [(shot.x, rock.x) for shot, rock in found] == [(50, 50)]
    assert (len(shots), len(rocks)) == (2, 1)


class Backwards(pygame_sprite.Group):
    def sprites(self) -> list[Any]:
        return super().sprites()[::-1]


class Fixed(pygame_sprite.Group):
    def sprites(self) -> Any:
        return tuple(super().sprites())


class EverySecond(pygame_sprite.Group):
    @wraps(pygame_sprite.Group.__iter__)
    def __iter__(self) -> Iterator[Any]:
        return iter(self.sprites()[::2])


@pytest.mark.parametrize(
    "kind",
    [
        *(pygame_sprite.Group, pygame_sprite.LayeredUpdates, pygame_sprite.GroupSingle),
        *(Backwards, Fixed, EverySecond),
    ],
)
def test_a_group_of_pygames_is_walked_through_its_own_way(kind: Any) -> None:
    sprites = [Sprite(x=x, z=-x, collision=Rect(0, 0, 9, 9)) for x in range(5)]
    group, asker = kind(), Sprite(collision=Rect(0, 0, 9, 9))
    group.add(*sprites)
    assert asker.check(group) == list(group) == [other for _, other in check([asker], group)]
    assert asker.check(group)
    assert asker.hits(group)
    assert len(group) == len(kind.sprites(group))


def test_a_subclass_may_say_less() -> None:
    class Ship(Sprite):
        image = quartered(20, 10)
        collision = Circle(10, 5, 5)
        angle = 90

        def __init__(self, speed: float) -> None:  # no super().__init__() needed
            self.speed = speed

    ship, group = Ship(3), pygame_sprite.Group()
    group.add(ship)
    assert Ship.image is ship.original_image
    assert ship.image.get_size() == ship.rect.size == (10, 20)
    assert ship.groups() == [group]


def test_groups_come_first_and_the_pose_by_name() -> None:
    groups = [pygame_sprite.Group(), pygame_sprite.LayeredUpdates()]
    ours = Group()
    sprite = Sprite(groups[0], ours, [groups[1]], x=3, z=2)
    assert sprite.groups() == groups
    assert list(ours) == [sprite]
    assert (sprite.x, sprite.z) == (3, 2)
    for wrong in ((3, 4), ("hero.png",), (ours, 5), (groups[0], pygame.Surface((2, 2)))):
        for call in (Sprite, sprite.add, sprite.remove):
            with pytest.raises(TypeError, match="for a group"):
                call(*wrong)
        assert list(ours) == list(groups[0]) == [sprite]
    sprite.remove(ours, groups[0])
    assert (len(ours), sprite.groups()) == (0, groups[1:])
    sprite.add(groups[0], ours)
    sprite.kill()
    assert (len(ours), sprite.groups()) == (0, [])
    for named in ({"colour": 3}, {"image": "ship"}):
        with pytest.raises(TypeError, match=r"colour|image"):
            Sprite(**named)


def test_groups_of_both_kinds_are_left_one_by_one() -> None:
    """As two groups of pygame are; only `kill` leaves all."""
    one, other = Sprite(collision=Rect(0, 0, 9, 9)), Sprite(x=5, collision=Rect(0, 0, 9, 9))
    theirs, ours = pygame_sprite.Group(one, other), Group(one, other)
    theirs.remove(one)
    theirs.empty()
    assert (one in ours, other in ours, one.hits(ours)) == (True, True, True)
    ours.clear()
    theirs.add(one, other)
    assert (len(ours), len(theirs), one.hits(theirs)) == (0, 2, True)
    ours.add(one, other)
    one.kill()
    assert (list(ours), list(theirs), one.hits(other)) == ([other], [other], False)


def test_copies_are_in_no_group() -> None:
    sprite = Sprite(x=5, angle=30, collision=Circle(0, 0, 3))
    sprite.speed = 7
    group = pygame_sprite.Group(sprite)
    for twin in (copy.copy(sprite), copy.deepcopy(sprite), pickle.loads(pickle.dumps(sprite))):
        assert (twin.x, twin.angle, twin.speed) == (5, 30, 7)
        assert twin.groups() == []
    assert sprite.groups() == [group]
    picture = Sprite(image=quartered(9, 9), angle=5)
    picture.rect.x += 1  # so that a turned picture is kept
    assert copy.copy(picture).original_image is picture.original_image


@pytest.mark.parametrize("slots", [False, True])
def test_an_image_may_be_a_field(slots: bool) -> None:
    small, large = pygame.Surface((4, 6)), pygame.Surface((20, 10))

    @attrs.define(eq=False, slots=slots)
    class Made(Sprite):
        image: pygame.Surface = small
        x: float = 3.0
        vx: float = Number(2.0)

    made, other = Made(), Made(large, 7.0, 5.0)
    assert (made.image, made.rect, made.vx) == (small, (3, 0, 4, 6), 2)
    assert (other.image, other.rect, other.vx) == (large, (7, 0, 20, 10), 5)
    made.angle = 90
    assert made.image.get_size() == (6, 4)


def test_what_every_pygame_sprite_has_is_there_when_it_is_read() -> None:
    """Also if no `__init__` has run, and of each sprite its own."""
    plain = pygame.sprite.Sprite()
    for make in (Sprite, lambda: Sprite.__new__(Sprite)):
        one, other = make(), make()
        assert one.groups() == []
        assert not one.alive()
        for name, value in vars(plain).items():
            assert getattr(one, name) == value
            assert value is None or getattr(one, name) is not getattr(other, name)
        group = pygame.sprite.Group()
        group.add(one)
        assert (one.groups(), other.groups(), list(group)) == ([group], [], [one])
        one.kill()
        assert (one.groups(), list(group)) == ([], [])


def test_the_rect_of_a_turned_image_is_known_before_it_is_drawn() -> None:
    """Its size is that of the image, which is drawn later."""
    rng = random.Random(7)

    for _ in range(400):
        sprite = Sprite()
        sprite.image = pygame.Surface((rng.randint(1, 60), rng.randint(1, 60)), pygame.SRCALPHA)
        sprite.angle = rng.choice((rng.uniform(-400, 400), rng.randint(-400, 400), 90 + 1e-10, 180))
        sprite.scale_x, sprite.scale_y = rng.choice((1, -1, 0.3, 2.2)), rng.choice((1, 0, 0.7))
        sprite.smooth = rng.random() < 0.2
        rect = sprite.rect.copy()
        assert rect.size == sprite.image.get_size()
        sprite.x += 1
        sprite.x -= 1
        assert sprite.rect == rect
