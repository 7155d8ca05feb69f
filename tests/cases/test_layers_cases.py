"""Faults of layers that were found once, and stay away."""

import copy
import enum
import pickle

import numpy
import pytest
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
from support.near import near


def test_defaults_flags_class_defaults_and_columns() -> None:
    assert (Sprite().collision_layer, Sprite().collision_mask, ALL_LAYERS) == (1, ALL_LAYERS, 2**64 - 1)

    class Layer(enum.IntFlag):
        WALL, COIN, TOP = 1, 2, 1 << 63

    class Coin(Sprite):
        collision, collision_layer, collision_mask = Circle(0, 0, 5), Layer.COIN, Layer.WALL | Layer.TOP

    coin = Coin()
    assert (coin.collision_layer, coin.collision_mask, Coin(collision_layer=4).collision_layer) == (2, 1 | 1 << 63, 4)
    group = Group(coin, Sprite())
    assert (group.collision_layer.dtype, group.collision_mask.tolist()) == (numpy.uint64, [1 | 1 << 63, ALL_LAYERS])
    group.collision_layer = [Layer.TOP, 1]
    group.collision_mask &= numpy.uint64(3)
    assert (group.collision_layer.tolist(), group.collision_mask.tolist()) == ([1 << 63, 1], [1, 3])
    group.collision_layer, group.collision_mask = Layer.COIN, numpy.array([5, 6], dtype=numpy.int8)
    assert [(s.collision_layer, s.collision_mask) for s in group] == [(2, 5), (2, 6)]


def test_a_reused_row_starts_anew() -> None:
    def disc(**given):
        return Sprite(collision=Circle(0, 0, 5), **given)

    assert [(disc(collision_layer=0).hits(disc()), disc().hits(disc())) for _ in range(3)] == [(False, True)] * 3

    def ruled(role):
        return [Sprite(collision=Rect(0, 0, 1, 1, **role)) for _ in range(20)]

    def again():
        ruled({"layer": 4})
        sprites = ruled({})
        return all(s.collision_layer == 1 for s in sprites) and sprites[0].hits(sprites[1])

    assert all(again() for _ in range(50)) is True


def test_a_question_is_on_no_layer_it_finds_who_cares_for_others_only() -> None:
    enemy = Sprite(collision=Circle(0, 0, 5), collision_layer=4, collision_mask=2)
    group = Group(enemy)
    assert (group.query_circle(0, 0, 3), group.nearest(9, 0).other, group.raycast(-20, 0, 20, 0).other) == ([enemy], enemy, enemy)
    assert [group.line_of_sight(-20, 0, 20, 0, mask=m) for m in (None, 4, 2)] == [False, False, True]
    assert enemy.hits(Sprite(collision=Circle(0, 0, 5))) is False


def test_callbacks_run_for_the_pairs_that_meet() -> None:
    met = []
    a, b, c = (Sprite(x, collision=Circle(0, 0, 5), **given) for x, given in enumerate(({}, {"collision_layer": 2}, {"collision_mask": 2})))
    assert len(check([a, b, c], hit=lambda one, other: met.append((one, other)))) == 2
    assert met == [(a, b), (b, a), (b, c), (c, b)]


def test_repr_shows_what_is_not_the_default() -> None:
    plain = Sprite(1, 2, collision=Circle(0, 0, 5))
    assert ("layer" in repr(plain), "mask" in repr(plain)) == (False, False)
    plain.collision_layer, plain.collision_mask = 4, ALL_LAYERS & ~2
    assert repr(plain).endswith(", collision_layer 0x4, collision_mask 0xfffffffffffffffd>") is True


def test_copies_and_pickles_keep_layers() -> None:
    disc = Sprite(collision=Circle(0, 0, 5), collision_layer=6, collision_mask=1 << 63)
    assert [(s.collision_layer, s.collision_mask) for s in (copy.copy(disc), copy.deepcopy(disc), pickle.loads(pickle.dumps(disc)))] == [
        (6, 1 << 63)
    ] * 3


def test_a_role_belongs_to_the_value_of_a_shape_of_every_kind() -> None:
    plain = [
        Point(1, 2),
        Segment(0, 0, 3, 4),
        Circle(0, 0, 5),
        Ellipse(0, 0, 5, 3, angle=20),
        Rect(0, 0, 4, 5),
        Triangle(0, 0, 4, 0, 0, 4),
        Capsule(0, 0, 5, 5, 2),
        Polygon([(0, 0), (4, 0), (4, 4), (2, 1)]),
    ]

    def changed(shape, **given):
        return type(shape)(**shape.__getstate__() | given)

    def value(shape):
        role = changed(shape, layer=enum.IntFlag("Layer", {"HIT": 4}).HIT, mask=2)
        twins = [copy.copy(role), copy.deepcopy(role), pickle.loads(pickle.dumps(role)), changed(shape, layer=4, mask=2), eval(repr(role))]
        told = type(role.layer) is int and role != shape and role != changed(shape, layer=4)
        posed = [Sprite(3, 4, angle=20, scale_x=s, collision=role).world_shapes[0] for s in (2, 0)]
        return (
            told,
            all(t == role and hash(t) == hash(role) for t in twins),
            repr(role) == repr(shape)[:-1] + ", layer=4, mask=2)",
            [(p.layer, p.mask) for p in posed],
        )

    assert [value(s) for s in plain] == [(True, True, True, [(4, 2), (4, 2)])] * 8
    assert changed(plain[0], layer=0).layer == 0


def test_old_pickles_of_shapes_are_read() -> None:
    shape = object.__new__(Rect)
    shape.__setstate__({"x": 0, "y": 0, "width": 2, "height": 1, "angle": 0, "name": "a", "one_way": None})
    assert shape == Rect(0, 0, 2, 1, name="a")


def test_the_layers_of_the_sprite_are_its_own_and_shapes_follow_them() -> None:
    sprite = Sprite(collision=[Rect(0, 0, 4, 4, layer=4, mask=2), Rect(0, 0, 4, 4)])
    assert (sprite.collision_layer, sprite.collision_mask) == (1, ALL_LAYERS)
    Group(sprite).collision_layer, sprite.collision_mask = 16, 3

    def after(collision):
        sprite.collision = collision
        return sprite.collision_layer, sprite.collision_mask

    assert [after(c) for c in (Rect(0, 0, 4, 4), [], [Rect(0, 0, 1, 1, mask=0)] * 2, None)] == [(16, 3)] * 4
    assert Group(sprite).collision_layer.tolist() == [16]
    one, other = Sprite(collision=[Rect(0, 0, 4, 4, mask=2), Rect(100, 0, 4, 4, layer=2)]), Sprite(collision=Rect(0, 0, 4, 4))
    assert one.hits(other) is False
    other.collision_layer = 2
    assert one.hits(other) is True
    one.collision_layer, other.collision_mask = 4, 1
    assert one.hits(other) is False
    one.collision_layer = 1
    assert (one.hits(other), other.hits(one)) == (True, True)


def test_worlds_keep_roles_also_such_as_look_like_the_default() -> None:
    sprites = [
        Sprite(3 * k, collision=[Rect(0, 0, 4, 4, layer=1 + k, mask=ALL_LAYERS), Circle(0, 0, 2)], collision_layer=2 - k % 2)
        for k in range(6)
    ]
    world = World(*sprites)
    before = world.save()
    state, data = [(s.shapes, s.collision_layer) for s in sprites] + [pairs(sprites)], before.to_bytes()
    for s in sprites:
        s.collision, s.collision_layer = [Rect(0, 0, 3, 3, layer=4)] * 2, 4
    assert (world.save().digest() == before.digest()) is False
    world.restore(before)
    assert [(s.shapes, s.collision_layer) for s in sprites] + [pairs(sprites)] == state
    for s in sprites:
        s.collision = []
    world.load(data)
    assert ([(s.shapes, s.collision_layer) for s in sprites] + [pairs(sprites)] == state, world.save().to_bytes() == data) == (True, True)
    assert len({World(Sprite(collision=Rect(0, 0, 1, 1, **r))).save().digest() for r in ({}, {"layer": 4}, {"layer": 5}, {"mask": 4})}) == 4


def test_tiles_have_roles() -> None:
    assert shapes_from_tiles([[1, 0, 1]], 16, 16, layer=2, mask=6) == [
        Rect(0, 0, 16, 16, layer=2, mask=6),
        Rect(32, 0, 16, 16, layer=2, mask=6),
    ]
    with pytest.raises(ValueError, match="layer"):
        shapes_from_tiles([[1]], 16, 16, layer=-1)


def test_an_arm_does_not_stop_at_a_wall_that_only_the_body_meets_nor_at_a_plank() -> None:
    fighter = Sprite(collision=[Rect(0, 0, 10, 20), Rect(10, 4, 30, 4, layer=4, mask=2)])
    wall, other = Sprite(100, -50, collision=Rect(0, 0, 10, 200)), Sprite(120, 0, collision=Rect(0, 0, 10, 20, layer=2, mask=4))
    assert (fighter.move_and_collide(200, 0, wall).shape is fighter.shapes[0], fighter.x) == (True, 90)
    assert (fighter.hits(other), fighter.hits(wall)) == (True, False)
    plank, sprite = (
        Sprite(-50, 40, collision=Rect(0, 0, 200, 8, one_way=(0, -1))),
        Sprite(collision=[Rect(0, 0, 10, 20), Rect(-4, 18, 30, 10, layer=4, mask=2)]),
    )
    assert (sprite.move_and_slide(0, 100, plank).travel, sprite.y) == ((0, 20), 20)


def test_swept_events_pass_what_the_shapes_do_not_meet() -> None:
    fighter = Sprite(collision=[Rect(0, 0, 10, 10, name="body"), Rect(20, 0, 4, 4, name="fist", layer=4, mask=2)])
    wall = Sprite(40, 0, collision=Rect(0, 0, 2, 10))
    watch = Overlaps(fighter, wall, swept=True, by_shape=True)

    def entered(x):
        fighter.x = x
        return [pair[2].name for pair in watch.update().entered]

    assert [entered(x) for x in (0, 25, 80)] == [[], [], ["body"]]


def test_callbacks_and_events_are_given_the_contact_of_shapes_that_meet() -> None:
    told = []

    def shot(own, other, contact):
        told.append(contact.shape.name + contact.other_shape.name)

    one = Sprite(collision=[Rect(0, 0, 8, 8, name="body", layer=1, mask=1), Rect(6, 0, 10, 4, name="fist", layer=4, mask=2)])
    other = Sprite(10, 0, collision=[Rect(-9, 0, 8, 8, name="guard", layer=0), Rect(0, 0, 8, 8, name="hurt", layer=2, mask=4)])
    assert [len(check(one, other, shot=shot, hit=None, **given)) for given in ({}, {"mask": 2})] == [1, 1]
    assert len(check(other, one, shot=None, hit=shot, mask=1)) == 1
    assert told == ["fisthurt", "fisthurt", "bodyguard"]
    assert [(a.name, b.name) for *_, a, b in Overlaps(other, one, mask=1, by_shape=True).update().entered] == [("guard", "body")]


def test_moves_by_name() -> None:
    fighter = Sprite(collision=[Rect(0, 0, 10, 10, name="feet"), Rect(10, 0, 20, 4, name="arm")])
    wall = Sprite(50, -50, collision=[Rect(0, 0, 4, 100, name="wall"), Rect(-30, 0, 4, 100)])

    def end(move):
        fighter.x = 0
        move(100, 0, wall, shapes="feet", target_shapes="wall")
        return fighter.x

    assert [end(m) for m in (fighter.move_and_collide, fighter.move_and_slide)] == [40, 40]
    fighter.x = 30
    assert (fighter.depenetrate(wall, shapes="arm", target_shapes=["wall"]), fighter.x) == ((-10, 0), 20)
    fighters = [Sprite(x, 0, collision=[Rect(0, 0, 10, 10, name="body"), Rect(10, 0, 9, 2, name="fist")]) for x in (12, 0)]
    assert pairs(fighters, shapes="fist", target_shapes="body") == [tuple(fighters)]
    ((one, two, shape, other_shape),) = Overlaps(fighters, by_shape=True, shapes="fist", target_shapes="body").update().entered
    assert (one, two, shape.name, other_shape.name) == (*fighters, "body", "fist")


def test_a_name_that_no_shape_has_is_an_error_that_lists_the_names() -> None:
    one = Sprite(collision=Rect(0, 0, 5, 5, name="torso"))
    with pytest.raises(ValueError, match="'torso'"):
        one.hits(one, shapes=["torso", "torzo"])
    with pytest.raises(ValueError, match="torso"):
        Group(one).query_point(0, 0, target_shapes="torzo")
    with pytest.raises(ValueError, match="target_shapes"):
        Group(one).pairs(target_shapes="torzo")
    assert one.hits(Sprite(collision=Rect(0, 0, 1, 1, name="other frame")), shapes="other frame") is False


def test_all_that_move_at_once_heed_names() -> None:
    group = Group(Sprite(0, y, collision=[Rect(-8, -8, 16, 16, name="body"), Rect(8, -2, 20, 4, name="fist")]) for y in (0, 100))
    slides = group.move_and_slide_arrays(
        50, 0, Sprite(collision=Rect(40, -80, 16, 160, name="solid")), shapes="body", target_shapes="solid"
    )
    assert (slides.travel.tolist(), slides.hit.tolist()) == ([[32, 0], [50, 0]], [True, False])


def test_of_two_ways_out_that_are_equally_short_the_two_shapes_alone_decide_not_other_ones() -> None:
    corner, bar = Polygon([(15, 18), (35, 18), (35, 24), (21, 24), (21, 38), (15, 38)]), Rect(11, -19, 19, 2)

    def told(mine, others):
        mover, target = Sprite(50, 22, scale_x=-1, scale_y=-1, collision=mine), Sprite(6, 8, collision=others)
        return [c.normal for c in mover.contacts(target)], [bool(mover.sweep(dx, dy, target)) for dx, dy in ((-2, 15), (-2, 0), (-2, -15))]

    fars = Rect(-900, 0, 5, 5), Rect(900, 0, 5, 5), Rect(0, -900, 5, 5), Rect(0, 900, 5, 5)
    assert [told(*two) for far in fars for two in (([bar], [corner]), ([bar, far], [corner]), ([bar], [corner, far]))] == [
        ([(1, 0)], [False, False, True])
    ] * 12

    def points(mine, others):
        mover = Sprite(29, -14, angle=90, scale_x=2, collision=[Rect(3, 12, 15, 15), *mine])
        (contact,) = mover.contacts(Sprite(-1, 0, angle=180, scale_x=2, scale_y=-1, collision=[Rect(-8, 12, 6, 2), *others]))
        return contact.normal, contact.points

    assert [points(*two) for far in fars[:2] for two in (([far], []), ([], [far]))] == [points([], [])] * 4


def test_a_slope_of_triangles_and_blocks_holds_nobody_at_its_seams() -> None:
    level = [*(Rect(x, x + 8, 8, 8) for x in (0, 8, 16)), *(Triangle(x, x, x + 8, x + 8, x, x + 8) for x in (0, 8, 16, 24))]

    def end(dx, dy, targets):
        body = Sprite(16, 8, collision=Rect(0, 0, 4, 8))  # its corner is on a seam
        body.move_and_slide(dx, dy, targets)
        return body.x, body.y

    ways = (-2, 13), (-2, 3), (-4, 3), (0, 3), (1, 3), (-6, 1), (3, 9)
    apart, one = (
        [end(*way, targets) for way in ways] for targets in ([Sprite(collision=shape) for shape in level], Sprite(collision=level))
    )
    assert apart == one
    assert near(one, [(16 + along, 8 + along) for along in ((dx + dy) / 2 if dy > dx else dx for dx, dy in ways)])
