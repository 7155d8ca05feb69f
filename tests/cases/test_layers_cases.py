"""Faults of layers, masks and names of shapes that were found once, and stay away."""

import copy
import enum
import pickle

import numpy
import pytest
from cases.by_hand import ball, box, near
from support.levels import UP

from spritecol import (
    ALL_LAYERS,
    Capsule,
    Circle,
    Ellipse,
    Group,
    Overlaps,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
    World,
    check,
    pairs,
)
from spritecol.tiles import shapes_from_tiles


def layers(sprite: Sprite) -> tuple[int, int]:
    return sprite.collision_layer, sprite.collision_mask


# --- the layer and the mask of a sprite -----------------------------------------------------------


def test_by_default_a_sprite_is_on_layer_1_and_meets_all() -> None:
    assert layers(Sprite()) == (1, ALL_LAYERS)
    assert ALL_LAYERS == 2**64 - 1


class Layer(enum.IntFlag):
    WALL, COIN, TOP = 1, 2, 1 << 63


class Coin(Sprite):
    collision, collision_layer, collision_mask = Circle(0, 0, 5), Layer.COIN, Layer.WALL | Layer.TOP


def test_a_class_may_state_flags_as_its_defaults() -> None:
    assert layers(Coin()) == (2, 1 | 1 << 63)
    assert Coin(collision_layer=4).collision_layer == 4


def test_columns_of_layers_are_whole_numbers_of_64_bits() -> None:
    group = Group(Coin(), Sprite())
    assert group.collision_layer.dtype == numpy.uint64
    assert group.collision_mask.tolist() == [1 | 1 << 63, ALL_LAYERS]
    group.collision_layer = [Layer.TOP, 1]
    group.collision_mask &= numpy.uint64(3)
    assert group.collision_layer.tolist() == [1 << 63, 1]
    assert group.collision_mask.tolist() == [1, 3]
    group.collision_layer, group.collision_mask = Layer.COIN, numpy.array([5, 6], dtype=numpy.int8)
    assert [layers(sprite) for sprite in group] == [(2, 5), (2, 6)]
    with pytest.raises(ValueError, match=r"collision_mask .* -3"):
        group.collision_mask = numpy.array([1, -3])
    assert group.collision_mask.tolist() == [5, 6]


def test_a_row_that_is_used_again_has_the_default_layers() -> None:
    for _ in range(3):
        assert not ball(0, 0, 5, collision_layer=0).hits(ball(0, 0, 5))
        assert ball(0, 0, 5).hits(ball(0, 0, 5))


def test_a_row_that_is_used_again_has_no_layers_of_shapes() -> None:
    for _ in range(50):
        others = [Sprite(collision=Rect(0, 0, 1, 1, layer=4)) for _ in range(20)]
        del others
        sprites = [box(0, 0, 1, 1) for _ in range(20)]
        assert [sprite.collision_layer for sprite in sprites] == [1] * 20
        assert sprites[0].hits(sprites[1])


def test_callbacks_run_for_the_pairs_that_meet() -> None:
    a, b, c = ball(0, 0, 5), ball(1, 0, 5, collision_layer=2), ball(2, 0, 5, collision_mask=2)
    met = []
    assert len(check([a, b, c], hit=lambda one, other: met.append((one, other)))) == 2
    assert met == [(a, b), (b, a), (b, c), (c, b)]


def test_repr_shows_layers_that_are_not_the_default() -> None:
    sprite = ball(1, 2, 5)
    assert "layer" not in repr(sprite)
    assert "mask" not in repr(sprite)
    sprite.collision_layer, sprite.collision_mask = 4, ALL_LAYERS & ~2
    assert repr(sprite).endswith(", collision_layer 0x4, collision_mask 0xfffffffffffffffd>")


def through_pickle(value):
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, through_pickle])
def test_copies_keep_layers(copied):
    sprite = ball(0, 0, 5, collision_layer=6, collision_mask=1 << 63)
    assert layers(copied(sprite)) == (6, 1 << 63)


# --- the layer and the mask of a shape ------------------------------------------------------------

every_kind = pytest.mark.parametrize(
    "plain",
    [
        Point(1, 2),
        Segment(0, 0, 3, 4),
        Circle(0, 0, 5),
        Ellipse(0, 0, 5, 3, angle=20),
        Rect(0, 0, 4, 5),
        Triangle(0, 0, 4, 0, 0, 4),
        Capsule(0, 0, 5, 5, 2),
        Polygon([(0, 0), (4, 0), (4, 4), (2, 1)]),
    ],
    ids=lambda shape: type(shape).__name__,
)


def with_role(shape, **role):
    """The same shape with another layer or mask."""
    return type(shape)(**shape.__getstate__() | role)


@every_kind
def test_a_layer_and_a_mask_belong_to_the_value_of_a_shape(plain):
    role = with_role(plain, layer=enum.IntFlag("Layer", {"HIT": 4}).HIT, mask=2)
    assert type(role.layer) is int
    assert role != plain
    assert role != with_role(plain, layer=4)
    assert repr(role) == repr(plain)[:-1] + ", layer=4, mask=2)"
    twins = [copy.copy(role), copy.deepcopy(role), through_pickle(role), eval(repr(role))]
    for twin in (*twins, with_role(plain, layer=4, mask=2)):
        assert twin == role
        assert hash(twin) == hash(role)


@every_kind
@pytest.mark.parametrize("scale_x", [2, 0], ids="scale_x {}".format)
def test_a_shape_in_world_space_has_the_layer_and_the_mask(scale_x, plain):
    sprite = Sprite(3, 4, angle=20, scale_x=scale_x, collision=with_role(plain, layer=4, mask=2))
    (placed,) = sprite.world_shapes
    assert (placed.layer, placed.mask) == (4, 2)


def test_a_shape_may_be_on_no_layer() -> None:
    assert Point(1, 2, layer=0).layer == 0


def test_old_pickles_of_shapes_without_layers_are_read() -> None:
    shape = object.__new__(Rect)
    old = {"x": 0, "y": 0, "width": 2, "height": 1, "angle": 0, "name": "a", "one_way": None}
    shape.__setstate__(old)
    assert shape == Rect(0, 0, 2, 1, name="a")


@pytest.mark.parametrize(
    "collision",
    [Rect(0, 0, 4, 4), [], [Rect(0, 0, 1, 1, mask=0)] * 2, None],
    ids=["a shape", "no shapes", "shapes with a mask", "None"],
)
def test_the_layers_of_a_sprite_stay_when_its_shapes_change(collision):
    sprite = Sprite(collision=[Rect(0, 0, 4, 4, layer=4, mask=2), Rect(0, 0, 4, 4)])
    assert layers(sprite) == (1, ALL_LAYERS)
    Group(sprite).collision_layer, sprite.collision_mask = 16, 3
    sprite.collision = collision
    assert layers(sprite) == (16, 3)
    assert Group(sprite).collision_layer.tolist() == [16]


def test_a_shape_without_a_layer_follows_its_sprite() -> None:
    one = Sprite(collision=[Rect(0, 0, 4, 4, mask=2), Rect(100, 0, 4, 4, layer=2)])
    other = box(0, 0, 4, 4)
    assert not one.hits(other)
    other.collision_layer = 2
    assert one.hits(other)
    one.collision_layer, other.collision_mask = 4, 1
    assert not one.hits(other)
    one.collision_layer = 1
    assert one.hits(other)
    assert other.hits(one)


def test_worlds_keep_layers_of_shapes_also_such_as_look_like_the_default() -> None:
    sprites = [
        Sprite(
            3 * k,
            collision=[Rect(0, 0, 4, 4, layer=1 + k, mask=ALL_LAYERS), Circle(0, 0, 2)],
            collision_layer=2 - k % 2,
        )
        for k in range(6)
    ]

    def state():
        return [(s.shapes, s.collision_layer) for s in sprites], pairs(sprites)

    world, wanted = World(*sprites), state()
    before = world.save()
    for sprite in sprites:
        sprite.collision, sprite.collision_layer = [Rect(0, 0, 3, 3, layer=4)] * 2, 4
    assert world.save().digest() != before.digest()
    world.restore(before)
    assert state() == wanted
    for sprite in sprites:
        sprite.collision = []
    world.load(before.to_bytes())
    assert state() == wanted
    assert world.save().to_bytes() == before.to_bytes()


def test_digests_of_worlds_tell_layers_of_shapes_apart() -> None:
    roles = {}, {"layer": 4}, {"layer": 5}, {"mask": 4}
    worlds = [World(Sprite(collision=Rect(0, 0, 1, 1, **role))) for role in roles]
    assert len({world.save().digest() for world in worlds}) == 4


def test_shapes_from_tiles_take_a_layer_and_a_mask() -> None:
    role = {"layer": 2, "mask": 6}
    shapes = shapes_from_tiles([[1, 0, 1]], 16, 16, **role)
    assert shapes == (Rect(0, 0, 16, 16, **role), Rect(32, 0, 16, 16, **role))
    with pytest.raises(ValueError, match="layer"):
        shapes_from_tiles([[1]], 16, 16, layer=-1)


# --- moves and events -----------------------------------------------------------------------------


def test_an_arm_does_not_stop_at_a_platform_that_only_the_body_meets() -> None:
    skirt = Rect(-4, 18, 30, 10, layer=4, mask=2)
    sprite = Sprite(collision=[Rect(0, 0, 10, 20), skirt])
    slide = sprite.move_and_slide(0, 100, box(-50, 40, 200, 8, UP))
    assert slide.travel == (0, 20)
    assert sprite.y == 20


def test_swept_events_pass_what_the_shapes_do_not_meet() -> None:
    fist = Rect(20, 0, 4, 4, name="fist", layer=4, mask=2)
    fighter = Sprite(collision=[Rect(0, 0, 10, 10, name="body"), fist])
    watch = Overlaps(fighter, box(40, 0, 2, 10), swept=True, by_shape=True)
    assert watch.update().entered == []
    fighter.x = 25
    assert watch.update().entered == []
    fighter.x = 80
    assert [pair[2].name for pair in watch.update().entered] == ["body"]


def test_callbacks_and_events_are_given_the_contact_of_shapes_that_meet() -> None:
    one = Sprite()
    one.collision = [
        Rect(0, 0, 8, 8, name="body", layer=1, mask=1),
        Rect(6, 0, 10, 4, name="fist", layer=4, mask=2),
    ]
    other = Sprite(10, 0)
    other.collision = [
        Rect(-9, 0, 8, 8, name="guard", layer=0),
        Rect(0, 0, 8, 8, name="hurt", layer=2, mask=4),
    ]
    told = []

    def note(own, other, contact):
        told.append((contact.shape.name, contact.other_shape.name))

    assert len(check(one, other, shot=note, hit=None)) == 1
    assert len(check(one, other, shot=note, hit=None, mask=2)) == 1
    assert len(check(other, one, shot=None, hit=note, mask=1)) == 1
    assert told == [("fist", "hurt"), ("fist", "hurt"), ("body", "guard")]
    entered = Overlaps(other, one, mask=1, by_shape=True).update().entered
    assert [(mine.name, its.name) for *_, mine, its in entered] == [("guard", "body")]


@pytest.mark.parametrize("merged", [False, True], ids=["one sprite each", "one sprite"])
@pytest.mark.parametrize(
    "way", [(-2, 13), (-2, 3), (-4, 3), (0, 3), (1, 3), (-6, 1), (3, 9)], ids=str
)
def test_a_slope_of_triangles_and_blocks_holds_nobody_at_its_seams(way, merged):
    level = [Rect(x, x + 8, 8, 8) for x in (0, 8, 16)]
    level += [Triangle(x, x, x + 8, x + 8, x, x + 8) for x in (0, 8, 16, 24)]
    body = Sprite(16, 8, collision=Rect(0, 0, 4, 8))  # its corner is on a seam
    body.move_and_slide(*way, [Sprite(collision=s) for s in ([level] if merged else level)])
    dx, dy = way
    along = (dx + dy) / 2 if dy > dx else dx
    assert body.position == near(16 + along, 8 + along)


# --- shapes by name -------------------------------------------------------------------------------


def test_sprites_that_move_at_once_count_only_shapes_of_these_names() -> None:
    shapes = [Rect(-8, -8, 16, 16, name="body"), Rect(8, -2, 20, 4, name="fist")]
    group = Group(Sprite(0, y, collision=shapes) for y in (0, 100))
    wall = Sprite(collision=Rect(40, -80, 16, 160, name="solid"))
    slides = group.move_and_slide_arrays(50, 0, wall, shapes="body", target_shapes="solid")
    assert slides.travel.tolist() == [[32, 0], [50, 0]]
    assert slides.hit.tolist() == [True, False]


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        pytest.param(lambda one: one.hits(one, shapes=["torso", "torzo"]), "'torso'", id="hits"),
        pytest.param(
            lambda one: Group(one).query_point(0, 0, target_shapes="torzo"), "torso", id="a query"
        ),
        pytest.param(
            lambda one: Group(one).pairs(target_shapes="torzo"), "target_shapes", id="pairs"
        ),
    ],
)
def test_a_name_that_no_shape_has_is_an_error_that_lists_the_names(ask, told):
    with pytest.raises(ValueError, match=told):
        ask(Sprite(collision=Rect(0, 0, 5, 5, name="torso")))


def test_a_name_that_only_another_sprite_has_is_no_error() -> None:
    one, other = Rect(0, 0, 5, 5, name="torso"), Rect(0, 0, 1, 1, name="other frame")
    assert not Sprite(collision=one).hits(Sprite(collision=other), shapes="other frame")
