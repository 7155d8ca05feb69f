"""The sprite for pygame and spritecol: drawn where it hits, moved by its rect, gone from both."""

import copy
import gc
import pickle
import warnings
import weakref
from typing import Any

import numpy as np
import pygame
import pytest
import shapely
from hypothesis import example, given
from hypothesis import strategies as st
from pygame import sprite as pygame_sprite
from support.examples import examples
from support.for_each import for_each

import spritecol
from spritecol import Circle, Group, Rect, SpritecolWarning, check, pairs
from spritecol.integrations.pygame import Sprite, groupcollide, spritecollide
from spritecol.shapes.world_shapes import pose_of

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


def local_middles(sprite: Sprite) -> Any:
    """Where in the picture each pixel's middle is, by the pose: the transform turned round."""
    affine = pose_of(
        sprite.x,
        sprite.y,
        sprite.angle,
        sprite.scale_x,
        sprite.scale_y,
        sprite.center_x,
        sprite.center_y,
        collision_sync=True,
        offset_sync=sprite.offset_sync,
    )
    a, b, c, d = affine.matrix
    moved = middles() - (affine.pivot_x, affine.pivot_y)
    return moved @ np.linalg.inv([[a, b], [c, d]]).T + (affine.center_x, affine.center_y)


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


@examples(20)
@given(pose=poses, size=sizes)
@example(
    pose={"x": 89, "y": 50, "angle": 0, "scale_x": -2.5, "scale_y": 1, "center_x": 23}, size=(8, 8)
)
def test_it_is_drawn_where_it_hits(pose: dict[str, Any], size: tuple[int, int]) -> None:
    sprite = Sprite(image=quartered(*size), **pose)
    sprite.collision_sync = True
    _, pixels = drawn(sprite)
    points = shapely.points(middles())
    outside = shapely.distance(sprite.geometry, points)
    inside = shapely.distance(sprite.geometry.exterior, points)
    assert outside[pixels].max(initial=0) <= NEAR  # none, where it lies beside the screen
    assert pixels[(outside == 0) & (inside > NEAR)].all()


@examples(30)
@given(pose=poses, size=sizes)
def test_every_part_of_the_picture_is_in_its_place(
    pose: dict[str, Any], size: tuple[int, int]
) -> None:
    sprite = Sprite(image=quartered(*size), **pose)
    colors, pixels = drawn(sprite)
    local = local_middles(sprite)
    near = NEAR / min(abs(sprite.scale_x), abs(sprite.scale_y)) + 0.5  # in the picture's pixels
    for i, color in enumerate(COLORS):
        column, row = i % 2, i // 2
        low = np.array([column * size[0] // 2, row * size[1] // 2])
        high = np.array([size[0] if column else size[0] // 2, size[1] if row else size[1] // 2])
        deep = ((local > low + near) & (local < high - near)).all(axis=-1)
        assert (colors[deep] == color).all()
        assert pixels[deep].all()


@examples(30)
@given(pose=poses, size=sizes)
def test_the_rect_is_the_box_of_the_picture(pose: dict[str, Any], size: tuple[int, int]) -> None:
    sprite = Sprite(image=quartered(*size), **pose)
    sprite.collision_sync = True
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


@for_each("flags", [0, pygame.SRCALPHA])
@for_each("key", [None, (1, 2, 3)])
@for_each("smooth", [False, True])
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


def test_transparency_of_a_whole_picture_is_kept() -> None:
    for picture in (pygame.Surface((20, 20)), pygame.Surface((20, 20), pygame.SRCALPHA)):
        picture.set_alpha(90)
        assert Sprite(image=picture, angle=30, scale_y=-2).image.get_alpha() == 90


@for_each("depth", [8, 16, 24, 32])
@for_each("smooth", [False, True])
def test_pictures_of_any_depth(depth: int, smooth: bool) -> None:
    sprite = Sprite(image=pygame.Surface((20, 10), 0, depth), angle=30, scale_x=2)
    sprite.smooth = smooth
    assert abs(sprite.image.get_width() - 39.6) < 3


@for_each("size", [(0, 0), (0, 5), (5, 0), (1, 1)])
def test_pictures_of_next_to_nothing(size: tuple[int, int]) -> None:
    for pose in ({"angle": 33}, {"scale_x": 0}, {"scale_x": 0.01, "angle": 5}, {"scale_y": -3}):
        sprite = Sprite(image=pygame.Surface(size, pygame.SRCALPHA), **pose)
        assert sprite.rect.size == sprite.image.get_size()
        drawn(sprite)


def test_the_turned_picture_is_made_once_for_each_look() -> None:
    sprite = Sprite(image=quartered(20, 10), angle=30)
    first = sprite.image
    sprite.x += 5.5
    sprite.angle += 360
    assert sprite.image is first
    for name, value in {"angle": 31, "scale_x": 2, "scale_y": -1, "smooth": True}.items():
        before = sprite.image
        setattr(sprite, name, value)
        assert sprite.image is not before
        assert sprite.image is sprite.image
    before = sprite.image
    sprite.image = sprite.original_image
    assert sprite.image is not before


moves: dict[str, Any] = {
    "x": lambda rect: setattr(rect, "x", rect.x + 7),
    "center": lambda rect: setattr(rect, "center", (60, 70)),
    "bottomright": lambda rect: setattr(rect, "bottomright", (60, 70)),
    "midtop": lambda rect: setattr(rect, "midtop", (60, 70)),
    "move_ip": lambda rect: rect.move_ip(3, -4),
    "clamp_ip": lambda rect: rect.clamp_ip(pygame.Rect(0, 0, 55, 55)),
    "update": lambda rect: rect.update((8, 9), rect.size),
    "item": lambda rect: rect.__setitem__(1, 77),
    "slice": lambda rect: rect.__setitem__(slice(0, 2), (5, 6)),
}


@for_each("name", moves)
@for_each("pose", [{}, {"angle": 30, "scale_x": -1.5, "offset_sync": True}])
def test_who_writes_to_the_rect_moves_the_sprite(name: str, pose: dict[str, Any]) -> None:
    sprite = Sprite(x=40.25, y=50.75, image=quartered(20, 10), **pose)
    expected = pygame.Rect(sprite.rect)
    moves[name](expected)
    moves[name](sprite.rect)
    assert sprite.rect == expected
    assert np.abs(np.subtract(sprite.aabb[:2], expected.topleft)).max() <= NEAR


def test_an_axis_that_is_not_moved_keeps_its_fraction() -> None:
    sprite = Sprite(x=40.25, y=50.75, image=quartered(20, 10))
    sprite.rect.clamp_ip((0, 0, 500, 500))
    sprite.rect = sprite.rect.clamp((0, 0, 500, 500))
    assert (sprite.x, sprite.y) == (40.25, 50.75)
    sprite.rect.left += 1
    assert (sprite.x, sprite.y) == (41, 50.75)


@for_each("speed", [0.3, 0.7, -0.5, 1.25])
@for_each("pose", [{}, {"offset_sync": True}, {"offset_sync": True, "angle": 30}])
def test_a_place_that_a_game_keeps_and_copies_to_the_rect(
    speed: float, pose: dict[str, Any]
) -> None:
    """`self.x += speed; self.rect.x = self.x`, as many games have it, moves by the whole speed."""
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


@for_each("name", ["x", "centerx", "right", "top", "center", "bottomright"])
def test_a_float_elsewhere_is_cut_off_as_by_pygame(name: str) -> None:
    sprite = Sprite(x=100.25, y=50.75, image=quartered(20, 10))
    expected = pygame.Rect(sprite.rect)
    value: Any = (70.75, 61.25) if name in ("center", "bottomright") else 70.75
    setattr(expected, name, value)
    setattr(sprite.rect, name, value)
    assert sprite.rect == expected


def test_a_rect_read_long_ago_still_moves_the_sprite_from_where_it_is() -> None:
    sprite = Sprite(image=quartered(20, 10))
    rect = sprite.rect
    sprite.x = 100
    rect.y = 30
    assert sprite.rect.topleft == rect.topleft == (100, 30)
    rect.x += 5  # Python reads x before it is written: here all is as it should be
    assert sprite.x == 105


def test_to_assign_a_rect_moves_the_sprite() -> None:
    sprite = Sprite(image=quartered(20, 10), angle=90)
    sprite.rect = sprite.image.get_rect(center=(70, 80))
    assert sprite.rect.center == (70, 80)
    sprite.rect = (1, 2, 0, 0)
    assert sprite.rect.topleft == (1, 2)
    sprite.angle = 0
    sprite.rect = pygame.FRect(10.5, 20.25, 5, 5)
    assert (sprite.x, sprite.y) == (10.5, 20.25)
    for bad in (None, "here", (1, 2)):
        with pytest.raises(TypeError, match="rect must be a Rect"):
            sprite.rect = bad
    with pytest.raises(ValueError, match="y must be a finite number"):
        sprite.rect = pygame.FRect(3, float("nan"), 1, 1)
    assert (sprite.x, sprite.y) == (10.5, 20.25)


@for_each(
    "write",
    [
        lambda rect: setattr(rect, "width", 3),
        lambda rect: setattr(rect, "size", (3, 3)),
        lambda rect: rect.inflate_ip(2, 2),
        lambda rect: rect.scale_by_ip(2),
        lambda rect: rect.union_ip((0, 0, 200, 200)),
        lambda rect: rect.unionall_ip([(0, 0, 200, 200)]),
        lambda rect: rect.update(1, 2, 3, 4),
    ],
)
def test_the_size_of_the_rect_cannot_be_written(write: Any) -> None:
    sprite = Sprite(x=5, image=quartered(20, 10))
    rect = sprite.rect
    with pytest.raises(ValueError, match=r"only its place.*for \(20, 10\)"):
        write(rect)
    assert rect == sprite.rect == (5, 0, 20, 10)


def test_what_is_made_of_the_rect_is_free() -> None:
    sprite = Sprite(image=quartered(20, 10))
    for free in (sprite.rect.copy(), sprite.rect.move(1, 1), copy.copy(sprite.rect)):
        free.size = 3, 3
        free.x = 99
        free.inflate_ip(1, 1)
    assert pickle.loads(pickle.dumps(sprite.rect)) == sprite.rect
    assert sprite.rect == (0, 0, 20, 10)
    assert sprite.rect.colliderect((19, 9, 5, 5))


def test_without_an_image_the_rect_is_the_box_of_the_shapes() -> None:
    sprite = Sprite(x=10.5, y=20, collision=Circle(0, 0, 4))
    assert sprite.rect == (6, 16, 9, 8)
    sprite.rect.x = 50
    assert sprite.x == 54.5
    assert Sprite(x=3, y=4).rect == (3, 4, 0, 0)


def test_farther_away_than_pygames_numbers_reach() -> None:
    sprite = Sprite(x=1e12, y=-1e12, image=quartered(9, 9))
    assert sprite.rect == (10**9, -(10**9), 9, 9)
    drawn(sprite)


def test_kill_and_vanish_are_the_same() -> None:
    for leave in (Sprite.kill, Sprite.vanish):
        sprite, group = Sprite(image=quartered(9, 9)), pygame_sprite.Group()
        ours = Group(sprite)
        group.add(sprite)
        assert sprite.alive()
        assert not sprite.vanished
        leave(sprite)
        assert not sprite.alive()
        assert sprite.vanished
        assert len(group) == len(ours) == 0


def test_an_override_of_kill_runs_whoever_calls() -> None:
    class Bomb(Sprite):
        explosions = 0

        def kill(self) -> None:
            self.explosions += 1
            super().kill()

    for leave in (Bomb.kill, Bomb.vanish):
        bomb = Bomb()
        leave(bomb)
        assert bomb.explosions == 1
        assert bomb.vanished


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
    assert len(shots) == 2
    assert len(rocks) == 1


def test_pygames_searches_take_it() -> None:
    squares = [Sprite(x=x, image=quartered(10, 10)) for x in range(0, 400, 8)]
    group = pygame_sprite.Group(squares)
    assert spritecollide(squares[1], group, False) == squares[:3]
    expected = {a: [b for b in squares if abs(a.x - b.x) < 10] for a in squares}
    assert groupcollide(group, group, False, False) == expected
    assert pygame_sprite.groupcollide(group, group, False, False) == expected
    assert len(pairs(squares)) == len(squares) - 1
    groupcollide(group, group, True, False)
    assert all(square.vanished for square in squares)


def test_a_subclass_may_say_less() -> None:
    class Ship(Sprite):
        image = quartered(20, 10)
        collision = Circle(10, 5, 5)
        angle = 90

        def __init__(self, speed: float) -> None:  # no super().__init__() needed
            self.speed = speed

    ship, group = Ship(3), pygame_sprite.Group()
    group.add(ship)
    assert ship.original_image.get_size() == (20, 10)
    assert ship.image.get_size() == (10, 20)
    assert ship.rect.size == (10, 20)
    assert ship.groups() == [group]


def test_groups_come_first_and_the_pose_by_name() -> None:
    groups = [pygame_sprite.Group(), pygame_sprite.LayeredUpdates()]
    sprite = Sprite(groups[0], [groups[1]], x=3, z=2)
    assert sprite.groups() == groups
    assert (sprite.x, sprite.z) == (3, 2)
    with pytest.raises(TypeError, match=r"pose by name .*, got 3 for a group"):
        Sprite(3, 4)
    with pytest.raises(TypeError, match="colour"):
        Sprite(colour=3)
    with pytest.raises(TypeError, match="image must be a pygame Surface or None, got 'ship'"):
        Sprite(image="ship")


def test_copies_are_in_no_group() -> None:
    sprite = Sprite(x=5, angle=30, collision=Circle(0, 0, 3))
    sprite.speed = 7
    group = pygame_sprite.Group(sprite)
    picture = Sprite(image=quartered(9, 9), angle=5)
    picture.rect.x += 1  # so that a turned picture is kept
    twins = [copy.copy(sprite), copy.deepcopy(sprite), pickle.loads(pickle.dumps(sprite))]
    for twin in twins:
        assert (twin.x, twin.angle, twin.speed) == (5, 30, 7)
        assert twin.groups() == []
    assert sprite.groups() == [group]
    assert copy.copy(picture).original_image is picture.original_image


def test_it_is_both() -> None:
    assert issubclass(Sprite, spritecol.Sprite)
    assert issubclass(Sprite, pygame_sprite.Sprite)


# -- the one rect that a sprite keeps -------------------------------------------------------


def test_a_sprite_keeps_one_rect_that_stays_in_step() -> None:
    sprite = Sprite(x=10, y=20, image=pygame.Surface((8, 4)))
    rect = sprite.rect
    for pose in (
        {"x": 30.6},
        {"angle": 90},
        {"scale": 2},
        {"angle": 0, "scale": 1},
        {"center_x": 9},
    ):
        for name, value in pose.items():
            setattr(sprite, name, value)
        assert sprite.rect is rect
        fresh = Sprite(image=sprite.original_image)
        for name in ("x", "y", "angle", "scale", "center_x"):
            setattr(fresh, name, getattr(sprite, name))
        assert fresh.rect == rect
    sprite.image = pygame.Surface((6, 6))
    assert sprite.rect is rect
    assert rect.size == (6, 6)
    sprite.image, sprite.x = None, 30
    sprite.collision = spritecol.Rect(0, 0, 5, 5)
    assert sprite.rect.size == (5, 5)
    sprite.collision = spritecol.Rect(0, 0, 7, 5)
    assert sprite.rect.size == (7, 5)


def test_the_rect_and_its_sprite_are_freed_with_the_last_reference() -> None:
    sprite = Sprite(image=pygame.Surface((8, 4)))
    rect, gone = sprite.rect, weakref.ref(sprite)
    rect.x = 5
    assert sprite.x == 5
    gc.disable()
    try:
        del sprite
        assert gone() is None
    finally:
        gc.enable()
    rect.x = 9  # a plain rect now
    rect.inflate_ip(2, 2)
    assert rect == (8, -1, 10, 6)


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


def test_a_class_shows_its_image_and_the_descriptors_refuse_strangers() -> None:
    surface = pygame.Surface((8, 4))

    class Enemy(Sprite):
        image = surface

    assert Enemy.image is surface
    assert Enemy().image is surface
    assert Enemy().rect.size == (8, 4)
    for name in ("rect", "image"):
        descriptor = Sprite.__dict__[name]
        with pytest.raises(TypeError, match=f"^{name} is an attribute of a sprite"):
            descriptor.__get__(5)
        with pytest.raises(TypeError, match=f"^{name} is an attribute of a sprite"):
            descriptor.__set__(None, surface)


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


def test_a_group_of_spritecol_is_no_group_of_pygame() -> None:
    sprite = Sprite()
    for wrong in (Group(), Group(Sprite())):
        for call in (Sprite, sprite.add, sprite.remove):
            with pytest.raises(
                TypeError, match=r"<Group of . sprites?.* for a group.*call that Group's add"
            ):
                call(wrong)


def test_a_rect_whose_size_is_lost_is_told() -> None:
    class Player(Sprite):
        pass

    player = Player()
    with pytest.warns(SpritecolWarning, match=r"a rect of 50 by 40 .* of class Player"):
        player.rect = pygame.Rect(100, 150, 50, 40)
    assert player.rect == (100, 150, 0, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        player.rect = pygame.Rect(7, 8, 0, 0)
        for known in (Player(image=quartered(20, 10)), Player(collision=Rect(0, 0, 5, 5))):
            known.rect = pygame.Rect(1, 2, 33, 34)


def test_the_rect_is_read_as_any_rect() -> None:
    sprite = Sprite(x=3, y=4, image=quartered(20, 10))
    rect, plain = sprite.rect, pygame.Rect(3, 4, 20, 10)
    assert list(rect) == list(reversed(list(reversed(rect)))) == [3, 4, 20, 10]
    assert [rect[i] for i in range(-4, 4)] == [plain[i] for i in range(-4, 4)]
    assert rect[1:3] == plain[1:3]
    for index in (4, -5):
        with pytest.raises(IndexError):
            rect[index]
    screen = pygame.Surface((30, 30))
    assert screen.blits([(sprite.image, rect)]) == [plain]
    assert plain.contains(rect)
    assert pygame.Rect(rect) == plain

    class Doubled(type(rect)):  # type: ignore[misc]
        def __getitem__(self, index: Any) -> Any:
            return 2 * super().__getitem__(index)

    assert list(reversed(Doubled(rect))) == [20, 40, 8, 6]


@for_each("name", ["rect", "image", "original_image", "x", "aabb"])
def test_attributes_cannot_be_deleted(name: str) -> None:
    ship = Sprite(x=5, image=pygame.Surface((4, 4)))
    with pytest.raises(AttributeError, match=f"{name} can't be .*deleted.* assign"):
        delattr(ship, name)
    assert ship.rect == (5, 0, 4, 4)
