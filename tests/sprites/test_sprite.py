"""Sprite: construction, attributes, image and center, collision, the transform, vanish."""

import math
from typing import Any

import pytest
import shapely
from support.behavior import DEFAULTS, OTHERS, SQUARE, Surface, every_road, square
from support.for_each import for_each

from spritecol import Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Sprite, Triangle

# -- construction and attributes ------------------------------------------------------------


@for_each("name", DEFAULTS)
def test_default(name: str) -> None:
    assert getattr(Sprite(), name) == DEFAULTS[name]


@for_each("name", OTHERS)
def test_constructor_sets_only_its_attribute(name: str) -> None:
    sprite = Sprite(**{name: OTHERS[name]})
    expected = {**DEFAULTS, name: OTHERS[name]}
    if name == "image":
        expected |= {"center_x": 2, "center_y": 3}
    assert {key: getattr(sprite, key) for key in DEFAULTS} == expected


@for_each("name", OTHERS)
def test_attribute_is_writable_and_writable_back(name: str) -> None:
    sprite = Sprite()
    setattr(sprite, name, OTHERS[name])
    assert getattr(sprite, name) == OTHERS[name]
    setattr(sprite, name, DEFAULTS[name])
    assert {key: getattr(sprite, key) for key in DEFAULTS} == DEFAULTS


def test_x_y_image_are_positional_and_the_rest_is_not() -> None:
    image = Surface(2, 2)
    sprite = Sprite(3, 4, image)
    assert (sprite.x, sprite.y, sprite.image) == (3, 4, image)
    with pytest.raises(TypeError):
        Sprite(3, 4, image, SQUARE)  # type: ignore[misc]


def test_numbers_are_floats_and_nothing_is_truncated() -> None:
    sprite = Sprite(3, 0.1)
    assert type(sprite.x) is float
    assert sprite.y == 0.1
    sprite.x += 1e-9
    assert sprite.x == 3 + 1e-9


def test_sprites_do_not_share_state() -> None:
    first, second = Sprite(1), Sprite(2)
    first.x = 5
    assert (first.x, second.x) == (5, 2)


def test_init_again_sets_the_attributes_again() -> None:
    sprite = square(3)
    sprite.__init__(7, collision=[])  # type: ignore[misc]
    assert sprite.x == 7
    assert sprite.shapes == ()


# -- image and center ------------------------------------------------------------------------


class Picture:
    """An image with a `size` pair, as Pillow's."""

    def __init__(self, width: float, height: float) -> None:
        self.size = (width, height)


class Texture:
    """An image with `width` and `height`, as pyglet's and arcade's."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height


@for_each("kind", [Surface, Picture, Texture])
def test_image_gives_center_and_rectangle(kind: type) -> None:
    image = kind(8, 5)
    sprite = Sprite(10, 20, image)
    assert sprite.image is image
    assert (sprite.center_x, sprite.center_y) == (4, 2.5)
    assert sprite.shapes == (Rect(0, 0, 8, 5),)
    assert sprite.aabb == (10, 20, 18, 25)


def test_real_images_have_a_size() -> None:
    image_module = pytest.importorskip("PIL.Image")
    sprite = Sprite(image=image_module.new("RGB", (6, 4)))
    assert sprite.aabb == (0, 0, 6, 4)


def test_default_center_follows_the_image() -> None:
    sprite = Sprite(image=Surface(8, 4))
    sprite.image = Surface(20, 10)
    assert (sprite.center_x, sprite.center_y) == (10, 5)
    sprite.image = None
    assert (sprite.center_x, sprite.center_y) == (0, 0)


def test_own_center_stays_and_none_takes_it_back() -> None:
    sprite = Sprite(image=Surface(8, 4), center_x=4)
    sprite.center_y = 2
    sprite.image = Surface(20, 10)
    assert (sprite.center_x, sprite.center_y) == (4, 2)
    sprite.center_x = None
    assert (sprite.center_x, sprite.center_y) == (10, 2)
    sprite.center_y = None
    assert (sprite.center_x, sprite.center_y) == (10, 5)


def test_center_in_constructor_wins_over_the_image() -> None:
    sprite = Sprite(0, 0, Surface(8, 4), center_x=0, center_y=1)
    assert (sprite.center_x, sprite.center_y) == (0, 1)


def test_image_without_area_never_hits_as_a_box() -> None:
    assert Sprite(image=Surface(0, 0)).aabb == (0, 0, 0, 0)


# -- collision -------------------------------------------------------------------------------

CORNER = shapely.Polygon([(0, 0), (4, 0), (0, 4)])
NOTATIONS: list[tuple[Any, tuple[Shape, ...]]] = [
    ([3, 4], (Point(3.5, 4.5),)),
    ((3, 4), (Point(3.5, 4.5),)),
    ([3, 4, 5], (Circle(3, 4, 5),)),
    ([1, 2, 9, 8], (Rect(1, 2, 9, 7),)),
    ([9, 8, 1, 2], (Rect(1, 2, 9, 7),)),
    ([9, 2, 1, 8], (Rect(1, 2, 9, 7),)),
    ([0, 0, 4, 0, 0, 4], (Triangle(0.5, 0.5, 4.5, 0.5, 0.5, 4.5),)),
    ([[3, 4], [3, 4, 5]], (Point(3.5, 4.5), Circle(3, 4, 5))),
    (Segment(0, 0, 1, 1), (Segment(0, 0, 1, 1),)),
    ([Point(1, 2), Ellipse(0, 0, 2, 1)], (Point(1, 2), Ellipse(0, 0, 2, 1))),
    (CORNER, (Polygon(((0, 0), (4, 0), (0, 4))),)),
    ([], ()),
    ((), ()),
    (None, ()),
]


@for_each("collision, shapes", NOTATIONS)
def test_collision_means_shapes_and_reads_back(collision: Any, shapes: tuple[Shape, ...]) -> None:
    sprite = Sprite(collision=collision)
    assert sprite.collision == collision
    assert len(sprite.shapes) == len(shapes)
    for found, expected in zip(sprite.shapes, shapes, strict=True):
        assert type(found) is type(expected)
        assert found.geometry.equals(expected.geometry)
        assert found.bounds == expected.bounds


def test_multipolygon_is_several_shapes() -> None:
    two = shapely.MultiPolygon([CORNER, shapely.box(10, 0, 12, 2)])
    sprite = Sprite(collision=two)
    assert len(sprite.shapes) == 2
    assert sprite.aabb == (0, 0, 12, 4)
    assert sprite.hits(square(11, 1))
    assert not sprite.hits(Sprite(5, 0, collision=Rect(0, 0, 4, 4)))


def test_collision_none_is_the_image_rectangle_and_follows_it() -> None:
    sprite = Sprite(image=Surface(8, 4))
    sprite.image = Surface(3, 2)
    assert sprite.shapes == (Rect(0, 0, 3, 2),)
    sprite.collision = SQUARE
    sprite.image = Surface(7, 7)
    assert sprite.shapes == (SQUARE,)
    sprite.collision = None
    assert sprite.shapes == (Rect(0, 0, 7, 7),)


def test_a_list_changed_after_the_assignment_changes_nothing() -> None:
    numbers = [0, 0, 9, 9]
    sprite = Sprite(collision=numbers)
    numbers[0] = 5
    assert sprite.aabb == (0, 0, 10, 10)


@for_each("attributes", [{}, {"collision": []}, {"image": Surface(4, 4), "collision": ()}])
def test_without_shapes_there_is_nothing_to_hit(attributes: dict[str, Any]) -> None:
    shapeless = Sprite(**attributes)
    assert all(math.isnan(side) for side in shapeless.aabb)
    assert len(shapeless.aabb) == 4
    assert shapeless.world_shapes == ()
    assert shapeless.geometry.is_empty
    assert not every_road(shapeless, square())


def test_several_shapes_hit_one_by_one_not_as_their_box() -> None:
    sprite = Sprite(collision=[Rect(0, 0, 2, 2), Rect(20, 20, 2, 2)])
    assert sprite.aabb == (0, 0, 22, 22)
    assert not every_road(sprite, square(5, 5))
    assert every_road(sprite, square(11, 11))


# -- the transform, computed by hand ---------------------------------------------------------

# A 4 x 2 rectangle that begins two pixels right of its sprite at (100, 50).
BAR = Rect(2, 0, 4, 2)
POSES: list[tuple[dict[str, Any], tuple[float, float, float, float]]] = [
    ({}, (102, 50, 106, 52)),
    ({"angle": 90}, (98, 52, 100, 56)),
    ({"angle": 180}, (94, 48, 98, 50)),
    ({"angle": 270}, (100, 44, 102, 48)),
    ({"angle": -90}, (100, 44, 102, 48)),
    ({"angle": 450}, (98, 52, 100, 56)),
    ({"angle": 90 + 360 * 10**6}, (98, 52, 100, 56)),
    ({"scale_x": 2}, (104, 50, 112, 52)),
    ({"scale_x": -1}, (94, 50, 98, 52)),
    ({"scale_y": -3}, (102, 44, 106, 50)),
    ({"scale_x": 0}, (100, 50, 100, 52)),
    ({"scale_x": 2, "scale_y": 3, "angle": 90}, (94, 54, 100, 62)),
    ({"scale_x": -1, "angle": 90}, (98, 44, 100, 48)),
    ({"center_x": 4, "center_y": 1}, (102, 50, 106, 52)),
    ({"center_x": 4, "center_y": 1, "angle": 90}, (103, 49, 105, 53)),
    ({"center_x": 2, "scale_x": 3}, (102, 50, 114, 52)),
    ({"center_x": 4, "center_y": 1, "offset_sync": True}, (98, 49, 102, 51)),
    ({"center_x": 4, "center_y": 1, "offset_sync": True, "angle": 90}, (99, 48, 101, 52)),
    ({"angle": 90, "scale_x": 5, "collision_sync": False}, (102, 50, 106, 52)),
    (
        {"center_x": 4, "center_y": 1, "offset_sync": True, "collision_sync": False, "angle": 9},
        (98, 49, 102, 51),
    ),
    ({"image": Surface(8, 2), "angle": 90}, (103, 49, 105, 53)),
    ({"image": Surface(8, 2), "offset_sync": True}, (98, 49, 102, 51)),
]


@for_each("pose, aabb", POSES)
def test_transform(pose: dict[str, Any], aabb: tuple[float, float, float, float]) -> None:
    sprite = Sprite(100, 50, collision=BAR, **pose)
    assert sprite.aabb == aabb
    assert sprite.geometry.bounds == aabb
    assert sprite.world_shapes[0].bounds == aabb
    late = Sprite()
    for name, value in {"x": 100, "y": 50, "collision": BAR, **pose}.items():
        setattr(late, name, value)
        assert len(late.aabb) == 4  # the aabb of the moment must not stick
    assert late.aabb == aabb


def test_angles_turn_clockwise_on_the_screen() -> None:
    sprite = Sprite(collision=Point(2, 0), angle=30)
    (point,) = sprite.world_shapes
    assert isinstance(point, Point)
    assert (point.x, point.y) == pytest.approx((math.sqrt(3), 1))


def test_box_round_a_turned_rectangle() -> None:
    sprite = Sprite(collision=Rect(-2, -1, 4, 2), angle=45)
    reach = 3 / math.sqrt(2)
    assert sprite.aabb == pytest.approx((-reach, -reach, reach, reach))
    assert sprite.geometry.area == pytest.approx(8)


@for_each(
    "shape, bounds",
    [
        (Point(1, 2, name="tip"), (6, 22, 6, 22)),
        (Segment(0, 0, 3, 1, name="ray"), (8, 20, 10, 26)),
        (Circle(1, 2, 3, name="ball"), (0, 16, 12, 28)),
        (Ellipse(0, 0, 3, 1, name="egg"), (8, 14, 12, 26)),
        (Rect(0, 0, 4, 2, name="box"), (6, 20, 10, 28)),
        (Triangle(0, 0, 4, 0, 0, 4, name="fin"), (2, 20, 10, 28)),
        (Polygon(((0, 0), (4, 0), (1, 1), (0, 4)), name="boomerang"), (2, 20, 10, 28)),
    ],
)
def test_world_shapes_of_every_kind(shape: Shape, bounds: tuple[float, ...]) -> None:
    # p -> 2 * (-p.y, p.x) + (10, 20)
    sprite = Sprite(10, 20, collision=shape, angle=90, scale_x=2, scale_y=2)
    assert sprite.shapes == (shape,)
    (world,) = sprite.world_shapes
    assert world.name == shape.name
    assert world.bounds == pytest.approx(bounds, abs=1e-12)
    assert sprite.aabb == pytest.approx(bounds, abs=1e-12)


def test_circle_stays_a_circle_unless_it_is_squeezed() -> None:
    sprite = Sprite(10, 20, collision=Circle(1, 2, 3), angle=17, scale_x=-2, scale_y=2)
    assert isinstance(sprite.world_shapes[0], Circle)
    assert sprite.world_shapes[0].r == pytest.approx(6)
    sprite.scale_x, sprite.scale_y, sprite.angle = 3, 1, 90
    assert isinstance(sprite.world_shapes[0], Ellipse)
    assert sprite.aabb == pytest.approx((5, 14, 11, 32))


def test_geometry_of_several_shapes_is_their_union() -> None:
    sprite = Sprite(100, 0, collision=[Rect(0, 0, 4, 4), Rect(2, 0, 4, 4)])
    assert sprite.geometry.equals(shapely.box(100, 0, 106, 4))


# (what a is made with, what is assigned, the value, whether it hits before and after);
# b covers x 5..15, y 0..10
CHANGES: list[tuple[dict[str, Any], str, Any, bool, bool]] = [
    ({}, "x", 100, True, False),
    ({"x": 100}, "x", 0, False, True),
    ({}, "y", -50, True, False),
    ({}, "y", -10, True, False),
    ({}, "angle", 90, True, False),
    ({"angle": 90}, "angle", 0, False, True),
    ({}, "scale_x", 0.25, True, False),
    ({}, "scale_y", -1, True, False),
    ({"angle": 90}, "center_x", 8, False, True),
    ({"angle": 90}, "center_y", 8, False, True),
    ({"angle": 90}, "collision_sync", False, False, True),
    ({"center_x": 10}, "offset_sync", True, True, False),
    ({}, "collision_enable", False, True, False),
    ({"collision_enable": False}, "collision_enable", True, False, True),
    ({}, "visible", False, True, True),
    ({}, "z", 99, True, True),
    ({}, "collision", [], True, False),
    ({}, "collision", None, True, False),
    ({}, "collision", Circle(0, 0, 2), True, False),
    ({"collision": None}, "image", Surface(6, 6), False, True),
    ({"collision": None, "image": Surface(4, 4), "angle": 180}, "center_x", 9, False, True),
]


@for_each("made_with, name, value, before, after", CHANGES)
def test_a_change_counts_at_the_next_check(
    made_with: dict[str, Any], name: str, value: Any, before: bool, after: bool
) -> None:
    a = Sprite(**{"collision": SQUARE, **made_with})
    b = square(5)
    assert every_road(a, b) is before
    setattr(a, name, value)
    assert every_road(a, b) is after


# -- vanish, enable --------------------------------------------------------------------------


def test_vanish_is_for_good_and_may_be_repeated() -> None:
    a, b = square(), square(5)
    assert not a.vanished
    a.vanish()
    a.vanish()
    assert a.vanished
    assert not b.vanished
    assert not every_road(a, b)


def test_a_vanished_or_disabled_sprite_can_still_be_read_and_moved() -> None:
    for sprite in (square(), square(collision_enable=False)):
        if sprite.collision_enable:
            sprite.vanish()
        sprite.x = 30
        assert sprite.aabb == (30, 0, 40, 10)
        assert sprite.world_shapes[0].bounds == (30, 0, 40, 10)
        assert sprite.geometry.bounds == (30, 0, 40, 10)
        assert not sprite.hits(square(30))
