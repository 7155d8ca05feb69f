"""Sprite: what its attributes mean, where its shapes are, and that a change counts at once."""

import copy
import itertools
import math
import pickle
import random
from typing import Any

import attrs
import numpy as np
import pytest
import shapely
from support.behavior import (
    DEFAULTS,
    OTHERS,
    PROBES,
    SQUARE,
    Surface,
    every_road,
    square,
    state,
)
from support.counting import at_least
from support.each_kind import SHAPES

from spritecol import Circle, Ellipse, Group, Number, Polygon, Rect, Shape, Sprite, Triangle, Vec2

# --- attributes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OTHERS)
def test_an_attribute_is_set_alone_and_can_be_set_back(name: str) -> None:
    made, written = Sprite(**{name: OTHERS[name]}), Sprite()
    setattr(written, name, OTHERS[name])
    expected = {**DEFAULTS, name: OTHERS[name]}
    if name == "image":
        expected |= {"center_x": 2, "center_y": 3}
    for sprite in (made, written):
        assert {key: getattr(sprite, key) for key in DEFAULTS} == expected
        setattr(sprite, name, DEFAULTS[name])
        assert {key: getattr(sprite, key) for key in DEFAULTS} == DEFAULTS
    assert {key: getattr(Sprite(), key) for key in DEFAULTS} == DEFAULTS


def test_numbers_are_floats_and_nothing_is_truncated() -> None:
    sprite = Sprite(3, 0.1)
    assert type(sprite.x) is float
    sprite.x += 1e-9
    assert (sprite.x, sprite.y) == (3 + 1e-9, 0.1)
    assert square(angle=-90 + 360 * 10**6).aabb == square(angle=270).aabb


def test_scale_is_both_at_once() -> None:
    sprite = square(scale=3, scale_y=-1)
    assert (sprite.scale_x, sprite.scale_y) == (3, -1)
    assert not hasattr(sprite, "scale")
    sprite.scale = 2
    assert (sprite.scale_x, sprite.scale_y, sprite.scale) == (2, 2, 2)
    assert every_road(sprite, square(15))
    sprite.scale /= -4
    assert (sprite.scale, sprite.aabb) == (-0.5, (-5, -5, 0, 0))
    assert Sprite(scale_x=5, scale=3).scale_x == 5


@pytest.mark.parametrize("pair", [(3, -4.5), [3, -4.5], Vec2(3, -4.5), np.array([3, -4.5])])
def test_a_position_is_an_argument_too(pair: Any) -> None:
    class Ball(Sprite):
        x, y, speed = 8, 9, Number(2.0)
        collision = Circle(0, 0, 5)

        def __init__(self, **pose: Any) -> None:
            super().__init__(angle=30, **pose)

    for kind in (Sprite, Ball):
        sprite = kind(position=pair)
        other = kind()
        other.position = pair
        assert sprite.position == other.position == (sprite.x, sprite.y) == (3, -4.5)
    ball = Ball(position=pair, speed=5, z=2, offset_sync=True, scale=2)
    assert (ball.position, ball.speed, ball.z, ball.offset_sync) == ((3, -4.5), 5, 2, True)
    assert ball.aabb == (-7, -14.5, 13, 5.5)
    assert Ball().position == (8, 9)


# --- image and center ---------------------------------------------------------------------------


def images(width: float, height: float) -> list[Any]:
    """Images as pygame has them, as Pillow, and as pyglet and arcade."""
    named = type("Texture", (), {"width": width, "height": height})()
    return [Surface(width, height), type("Picture", (), {"size": (width, height)})(), named]


@pytest.mark.parametrize("image", images(8, 5))
def test_an_image_gives_center_and_rectangle(image: Any) -> None:
    sprite = Sprite(10, 20, image)
    assert sprite.image is image
    assert (sprite.center_x, sprite.center_y) == (4, 2.5)
    assert sprite.shapes == (Rect(0, 0, 8, 5),)
    assert sprite.aabb == (10, 20, 18, 25)


def test_a_real_image_has_a_size() -> None:
    pillow = pytest.importorskip("PIL.Image")
    assert Sprite(image=pillow.new("RGB", (6, 4))).aabb == (0, 0, 6, 4)
    assert Sprite(image=Surface(0, 0)).aabb == (0, 0, 0, 0)


@pytest.mark.parametrize(
    "copied", [lambda one: one, copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))]
)
def test_a_center_follows_the_image_until_it_is_ones_own(copied: Any) -> None:
    sprite = copied(Sprite(image=Surface(8, 4)))
    for size, center in (((20, 10), (10, 5)), ((6, 8), (3, 4))):
        sprite.image = Surface(*size)
        assert (sprite.center_x, sprite.center_y) == center
    sprite.center_x, sprite.center_y = 4, 0
    sprite = copied(sprite)
    sprite.image = Surface(40, 40)
    assert (sprite.center_x, sprite.center_y) == (4, 0)
    sprite.center_y = None
    assert (sprite.center_x, sprite.center_y) == (4, 20)
    sprite.center_x = sprite.image = None
    assert (sprite.center_x, sprite.center_y) == (0, 0)


def test_without_collision_the_image_is_the_shape() -> None:
    sprite = Sprite(image=Surface(8, 4))
    sprite.image = Surface(3, 2)
    assert sprite.shapes == (Rect(0, 0, 3, 2),)
    sprite.collision = SQUARE
    sprite.image = Surface(7, 7)
    assert sprite.shapes == (SQUARE,)
    sprite.collision = None
    assert sprite.shapes == (Rect(0, 0, 7, 7),)


@pytest.mark.parametrize("shape", [Circle(3, 4, 5), Rect(-8, -8, 16, 16)])
def test_an_own_center_keeps_shapes_where_they_are(shape: Shape) -> None:
    sprite = Sprite(5, 6, collision=shape, center_x=0, center_y=0, angle=30, scale_x=2)
    before = sprite.world_shapes
    for sprite.image in (Surface(40, 20), Surface(10, 20)):
        assert sprite.world_shapes == before


# --- collision ----------------------------------------------------------------------------------

CORNER = shapely.Polygon([(0, 0), (4, 0), (0, 4)])
NOTATIONS: list[tuple[Any, tuple[Shape, ...]]] = [
    *((shape, (shape,)) for shape in SHAPES),
    (SHAPES, tuple(SHAPES)),
    (CORNER, (Polygon(((0, 0), (4, 0), (0, 4))),)),
    ([], ()),
    (None, ()),
]


@pytest.mark.parametrize(("collision", "shapes"), NOTATIONS)
def test_collision_means_shapes_and_reads_back(collision: Any, shapes: tuple[Shape, ...]) -> None:
    sprite = Sprite(collision=collision)
    assert np.array_equal(sprite.collision, collision)
    assert [type(shape) for shape in sprite.shapes] == [type(shape) for shape in shapes]
    for found, expected in zip(sprite.shapes, shapes, strict=True):
        assert found.geometry.equals(expected.geometry)


def test_a_multipolygon_is_several_shapes() -> None:
    sprite = Sprite(collision=shapely.MultiPolygon([CORNER, shapely.box(10, 0, 12, 2)]))
    assert len(sprite.shapes) == 2
    assert sprite.aabb == (0, 0, 12, 4)
    assert every_road(sprite, square(11, 1))
    assert not every_road(sprite, Sprite(5, 0, collision=Rect(0, 0, 4, 4)))


def test_what_was_given_may_change_and_what_comes_back_can_not() -> None:
    numbers = [0, 0, 9, 9]
    sprite = Sprite(collision=numbers)
    numbers[0] = 5
    assert sprite.aabb == (0, 0, 10, 10)
    sprite.collision = [[0, 0, 3], [5, 5, 9, 9]]
    given: Any = sprite.collision
    changes: list[Any] = [
        *(given.pop, given.clear, given.sort, given.reverse),
        *(lambda: given.append([1, 1]), lambda: given.extend([[1, 1]]), lambda: given[0].append(3)),
        *(lambda: given.insert(0, [1, 1]), lambda: given.remove([0, 0, 3])),
        *(lambda: given.__setitem__(0, [1, 1]), lambda: given.__delitem__(0)),
        lambda: given.__imul__(2),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="collision"):
            change()
    assert sprite.collision == given == [[0, 0, 3], [5, 5, 9, 9]]
    for again in (copy.copy, copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))):
        assert again(sprite).collision == given
        again(given).append([1, 1])  # a copy is a list
    assert b"spritecol" not in pickle.dumps(given)
    sprite.collision += [Circle(0, 0, 1)]
    sprite.collision = [*sprite.collision, SQUARE]
    assert len(sprite.shapes) == 4
    sprite.collision = np.array([0, 0, 4])
    with pytest.raises(ValueError, match="read-only"):
        sprite.collision[2] = 9


def squares(x: float) -> list[Any]:
    """The same two squares, as each kind of value that may have been assigned before."""
    shapes = [Rect(x, 0, 5, 5), Polygon([(x, 9), (x + 5, 9), (x + 5, 14), (x, 14)])]
    geometries = [shape.geometry for shape in shapes]
    numbers = [[x, 0, x + 4, 4], [x, 9, x + 4, 13]]
    return [
        *(shapes, tuple(shapes), geometries, tuple(geometries), [shapes[0], geometries[1]]),
        *(shapely.union_all(geometries), numbers, tuple(numbers), Sprite(collision=shapes).shapes),
        *(Sprite(collision=shapes).collision, Sprite(collision=numbers).collision),
    ]


def test_what_is_assigned_again_is_read_as_the_first_time() -> None:
    values = [*squares(0), *squares(30), *squares(0)[0], None, [], ()]
    image = Surface(50, 50)
    first = [
        {one: Sprite(0, 0, one, collision=value).shapes for one in (None, image)}
        for value in values
    ]
    chance = random.Random(1)
    sprites = [Sprite(), Sprite(), Sprite(0, 0, image), Sprite(0, 0, image)]
    again = 0
    for _ in range(4_000):
        sprite, k = chance.choice(sprites), chance.randrange(len(values))
        again += values[k] is sprite.collision
        sprite.collision = values[k]
        assert sprite.collision == values[k]
        assert type(sprite.collision) is not list  # which could change
        assert sprite.shapes == first[k][sprite.image]
        near = Sprite(chance.uniform(-9, 60), chance.uniform(-9, 20), collision=Rect(0, 0, 3, 3))
        assert sprite.hits(near) == Sprite(collision=list(sprite.shapes)).hits(near)
    assert again > 60


@pytest.mark.parametrize("change", ["append", "pop", "replace"])
def test_a_list_that_has_changed_is_read_again(change: str) -> None:
    given: list[Any] = [Rect(0, 0, 5, 5), Circle(9, 0, 3)]
    sprite, other = Sprite(collision=given), Sprite()
    other.collision = given
    before = tuple(given)
    if change == "append":
        given.append(Rect(20, 0, 5, 5))
    elif change == "pop":
        given.pop()
    else:
        given[0] = Rect(0, 0, 9, 9)
    assert sprite.shapes == other.shapes == before
    other.collision = given
    assert other.shapes == tuple(given) == tuple(other.collision)
    assert sprite.shapes == before


@pytest.mark.parametrize(
    "attributes", [{}, {"collision": []}, {"image": Surface(4, 4), "collision": []}]
)
def test_without_shapes_there_is_nothing_to_hit(attributes: dict[str, Any]) -> None:
    shapeless = Sprite(**attributes)
    assert len(shapeless.aabb) == 4
    assert all(math.isnan(side) for side in shapeless.aabb)
    assert shapeless.world_shapes == ()
    assert shapeless.geometry.is_empty
    assert not every_road(shapeless, square())


def test_several_shapes_hit_one_by_one_not_as_their_box() -> None:
    sprite = Sprite(collision=[Rect(0, 0, 2, 2), Rect(20, 20, 2, 2)])
    assert sprite.aabb == (0, 0, 22, 22)
    assert not every_road(sprite, square(5, 5))
    assert every_road(sprite, square(11, 11))
    sprite.collision = [Rect(0, 0, 4, 4), Rect(2, 0, 4, 4)]
    assert sprite.geometry.equals(shapely.box(0, 0, 6, 4))


# --- where it is --------------------------------------------------------------------------------

# By hand: a rectangle of 4 x 2 that begins two pixels right of its sprite at (100, 50).
BAR = Rect(2, 0, 4, 2)
POSES: list[tuple[dict[str, Any], tuple[float, float, float, float]]] = [
    ({}, (102, 50, 106, 52)),
    ({"angle": 90}, (98, 52, 100, 56)),
    ({"angle": -90}, (100, 44, 102, 48)),
    ({"scale_x": -1}, (94, 50, 98, 52)),
    ({"scale_x": 0}, (100, 50, 100, 52)),
    ({"scale_x": 2, "scale_y": 3, "angle": 90}, (94, 54, 100, 62)),
    ({"scale_x": -1, "angle": 90}, (98, 44, 100, 48)),
    ({"center_x": 4, "center_y": 1, "offset_sync": True}, (98, 49, 102, 51)),
    ({"center_x": 4, "center_y": 1, "offset_sync": True, "angle": 90}, (99, 48, 101, 52)),
    ({"angle": 90, "scale_x": 5, "collision_sync": False}, (102, 50, 106, 52)),
    ({"image": Surface(8, 2), "angle": 90}, (103, 49, 105, 53)),
]


@pytest.mark.parametrize(("pose", "aabb"), POSES)
def test_a_pose_by_hand(pose: dict[str, Any], aabb: tuple[float, float, float, float]) -> None:
    sprite = Sprite(100, 50, collision=BAR, **pose)
    assert sprite.aabb == sprite.geometry.bounds == sprite.world_shapes[0].bounds == aabb


CHOICES: dict[str, Any] = {
    "x": [0, 3, -2.5, 7],
    "y": [0, 5, -1.25],
    "angle": [0, 90, 30, -17.5],
    "scale_x": [1, -1, 2, 0.5, 0],
    "scale_y": [1, -2, 1.5],
    "scale": [1, 2, -1],
    "center_x": [0, 4, -3.5],
    "center_y": [0, 2],
    "collision_sync": [True, False],
    "offset_sync": [True, False],
    "collision_enable": [True, True, False],
    "collision_layer": [1, 2, 3],
    "collision_mask": [1, 3, 2**64 - 1],
    "collision": [
        *SHAPES,
        SHAPES[:3],
        [],
        [attrs.evolve(one, layer=2) for one in SHAPES[:2]],
        [attrs.evolve(SHAPES[2], layer=1, mask=1), attrs.evolve(SHAPES[3], mask=3), SHAPES[4]],
    ],
    "image": [None, Surface(6, 8), Surface(3, 3)],
}


def placed(sprite: Sprite, x: float, y: float) -> complex:
    """Where a local point lies, by the guide's formula."""
    base = complex(sprite.x, sprite.y)
    center = complex(sprite.center_x, sprite.center_y)
    if sprite.offset_sync:
        base -= center
    if not sprite.collision_sync:
        return complex(x, y) + base
    dx, dy = (x - center.real) * sprite.scale_x, (y - center.imag) * sprite.scale_y
    turn = complex(math.cos(math.radians(sprite.angle)), math.sin(math.radians(sprite.angle)))
    return complex(dx, dy) * turn + center + base


def test_each_point_is_where_the_formula_says() -> None:
    chance = random.Random(3)
    with at_least(turned=100, mirrored=40) as seen:
        for _ in range(400):
            pose = {name: chance.choice(CHOICES[name]) for name in list(CHOICES)[:10]}
            numbers = [chance.uniform(-9, 9) for _ in range(6)]
            sprite = Sprite(**pose, collision=Triangle(*numbers))
            (found,) = sprite.world_shapes
            corners = [placed(sprite, *numbers[k : k + 2]) for k in (0, 2, 4)]
            xs, ys = [c.real for c in corners], [c.imag for c in corners]
            assert found.bounds == pytest.approx((min(xs), min(ys), max(xs), max(ys)), abs=1e-9)
            assert sprite.aabb == pytest.approx(found.bounds, abs=1e-12)
            seen["turned"] += sprite.collision_sync and sprite.angle % 90 != 0
            seen["mirrored"] += sprite.collision_sync and sprite.scale_x * sprite.scale_y < 0


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_a_shape_of_each_kind_in_the_world(shape: Shape) -> None:
    """Turned by 90 degrees, doubled and moved, its geometry is that of the turned one."""
    sprite = Sprite(10, 20, collision=shape, angle=90, scale=2)
    assert sprite.shapes == (shape,)
    (world,) = sprite.world_shapes
    assert (type(world), world.name) == (type(shape), shape.name)
    expected = shapely.affinity.affine_transform(shape.geometry, (0, -2, 2, 0, 10, 20))
    assert world.geometry.hausdorff_distance(expected) < 0.05  # round ones are cut into corners
    left, top, right, bottom = shape.bounds
    box = (10 - 2 * bottom, 20 + 2 * left, 10 - 2 * top, 20 + 2 * right)
    assert sprite.aabb == pytest.approx(box, abs=1e-12)
    assert world.bounds == pytest.approx(box, abs=1e-12)


@pytest.mark.parametrize("shape", [*SHAPES, Rect(0.1, 0, 10, 0), Rect(0, 0.1, 0, 7)])
def test_an_unmoved_box_is_exact(shape: Shape) -> None:
    assert Sprite(collision=shape).aabb == shape.bounds


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_hits_are_with_the_geometry_that_it_shows(shape: Shape) -> None:
    chance = random.Random(5)
    with at_least(hits=40, misses=500) as seen:
        for _ in range(40):
            pose = {name: chance.choice(CHOICES[name]) for name in list(CHOICES)[:10]}
            sprite = Sprite(**pose, collision=shape)
            geometry = sprite.geometry
            for probe in PROBES:
                gap = geometry.distance(shapely.Point(probe.x, probe.y)) - 4
                if abs(gap) > 0.1:
                    assert sprite.hits(probe) == (gap < 0), (pose, probe)
                    seen["hits" if gap < 0 else "misses"] += 1


def test_a_circle_stays_one_unless_it_is_squeezed() -> None:
    sprite = Sprite(10, 20, collision=Circle(1, 2, 3), angle=17, scale_x=-2, scale_y=2)
    assert isinstance(sprite.world_shapes[0], Circle)
    assert sprite.world_shapes[0].radius == pytest.approx(6)
    sprite.scale_x, sprite.scale_y, sprite.angle = 3, 1, 90
    assert isinstance(sprite.world_shapes[0], Ellipse)
    assert sprite.aabb == pytest.approx((5, 14, 11, 32))


# --- a change counts at once --------------------------------------------------------------------


def assign(sprite: Sprite, name: str, value: Any) -> None:
    setattr(sprite, name, value)


def write_column(sprite: Sprite, name: str, value: Any) -> None:
    group = Group(sprite, Sprite())
    if hasattr(group, name):
        setattr(group, name, [value, 1])
    else:
        setattr(sprite, name, value)


@pytest.mark.parametrize("write", [assign, write_column])
def test_what_has_changed_is_as_if_it_were_new(write: Any) -> None:
    """Whatever was asked in between: boxes, hits, kept indexes hold nothing of before."""
    chance = random.Random(7)
    crowd = Group(PROBES)
    with at_least(hits=9000, misses=30000, layers=900) as seen:
        for _ in range(1200):
            sprite, given = Sprite(), dict[str, Any]()
            for _ in range(12):
                # Places change the most often, as in games.
                name = chance.choice(["x", "y"] if chance.random() < 0.5 else list(CHOICES))
                value = chance.choice(CHOICES[name])
                write(sprite, name, value)
                given[name] = value
                if name == "scale":
                    given |= {"scale_x": value, "scale_y": value}
                if chance.random() < 0.4:
                    continue  # several changes between two questions
                fresh = Sprite(**{key: one for key, one in given.items() if key != "scale"})
                assert state(sprite) == state(fresh)
                assert sprite.world_shapes == fresh.world_shapes
                hits = sprite.check(crowd)
                assert hits == fresh.check(crowd)
                assert [probe for probe in PROBES[::5] if probe.hits(sprite)] == [
                    probe for probe in PROBES[::5] if probe in hits
                ]
                seen["hits"] += len(hits)
                seen["misses"] += len(PROBES) - len(hits)
                seen["layers"] += sprite.collision_mask != 2**64 - 1


def test_layers_under_shapes_with_layers_of_their_own() -> None:
    """Whatever is written after whatever else, the last of each counts, as in a new sprite."""
    plain, layered = Rect(0, 0, 8, 8), Rect(0, 0, 8, 8, layer=4)
    masked = [Rect(0, 0, 8, 8, mask=8), Rect(0, 0, 8, 8, mask=2, layer=1), plain]
    deeds = [
        *(("collision", value) for value in (plain, layered, masked)),
        *(("collision_layer", 2), ("collision_layer", 1), ("collision_mask", 4)),
    ]
    bits = 1, 2, 4, 8
    probes = [
        Sprite(collision=Rect(4, 4, 8, 8), collision_layer=layer, collision_mask=mask)
        for layer in bits
        for mask in bits
    ]
    with at_least(hits=600, misses=600) as seen:
        for order in itertools.product(deeds, repeat=3):
            sprite = Sprite(collision=plain)
            for deed in order:
                setattr(sprite, *deed)
            last = {"collision": plain, **dict(order)}
            fresh = Sprite(**last)
            for name in ("collision_layer", "collision_mask"):
                assert getattr(sprite, name) == last.get(name, getattr(Sprite(), name))
            found = [sprite.hits(probe) for probe in probes]
            assert found == [fresh.hits(probe) for probe in probes]
            seen["hits"] += sum(found)
            seen["misses"] += len(found) - sum(found)


def test_vanish_is_for_good_and_may_be_repeated() -> None:
    a, b = square(), square(5)
    a.vanish()
    a.vanish()
    assert (a.vanished, b.vanished) == (True, False)
    assert not every_road(a, b)


def test_a_vanished_or_disabled_sprite_can_still_be_read_and_moved() -> None:
    gone, disabled = square(), square(collision_enable=False)
    gone.vanish()
    for sprite in (gone, disabled):
        sprite.x = 30
        assert sprite.aabb == sprite.world_shapes[0].bounds == (30, 0, 40, 10)
        assert not every_road(sprite, square(30))
    disabled.collision_enable = True
    assert every_road(disabled, square(30))


def test_all_at_the_limit_is_still_a_sprite() -> None:
    far = 1e12
    sprite = Sprite(
        far, -far, collision=[Rect(far, far, far, far), Circle(-far, far, far)],
        scale_x=far, scale_y=-far, center_x=-far, center_y=far, angle=far,
    )  # fmt: skip
    assert np.isfinite(sprite.aabb).all()
    assert sprite.hits(sprite) is False
    assert Group(sprite, square(), square(5)).pair_indices().tolist()[-1] == [1, 2]
