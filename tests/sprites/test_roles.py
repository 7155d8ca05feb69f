"""Shapes with layers and masks of their own: each acts like a sprite of its own on these layers.

The oracle splits every sprite into sprites of one shape, which are on the layers of that shape, and
asks them.
"""

import copy
import enum
import math
import pickle
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from support.for_each import for_each
from support.hooks import validate

import spritecol
from spritecol import (
    ALL_LAYERS,
    Capsule,
    CharacterController,
    Circle,
    Ellipse,
    Group,
    Overlaps,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
    World,
)
from spritecol.tiles import shapes_from_tiles

PUSH, HURT, HIT, WALL = 1, 2, 4, 8
BITS = (None, None, 0, 1, 2, 4, 8, 3, 6, 1 << 63)
ALL = spritecol.ALL_LAYERS
POSE = ("x", "y", "angle", "scale_x", "scale_y", "center_x", "center_y")


def contacts_of(group: Group, shape: Any, **given: Any) -> list[Any]:
    """The contacts of a shape on no layer, or of a sprite where it is, with the members."""
    asker = shape if isinstance(shape, Sprite) else Sprite(collision=shape)
    if given.get("mask") is None:
        given["mask"] = ALL_LAYERS
    return asker.contacts(group, **given)


def shape_of(draw: random.Random, whole: bool) -> Shape:
    """A shape with a role; in whole numbers, they often fit exactly."""

    def at() -> float:
        return draw.randint(-4, 4) * 4 if whole else draw.uniform(-20, 20)

    def size() -> float:
        return draw.randint(1, 4) * 4 if whole else draw.uniform(1, 20)

    given: dict[str, Any] = {
        "name": draw.choice((None, "body", "fist")),
        "layer": draw.choice(BITS),
        "mask": draw.choice((None, None, ALL, *BITS)),
    }
    match draw.randrange(3 if whole else 8):
        case 0 | 1:
            return Rect(at(), at(), size(), size(), **given)
        case 2:
            return Circle(at(), at(), size(), **given)
        case 3:
            return Ellipse(at(), at(), size(), size(), angle=draw.uniform(0, 360), **given)
        case 4:
            return Capsule(at(), at(), at(), at(), size() / 2, **given)
        case 5:
            return Segment(at(), at(), at(), at(), **given)
        case 6:
            return Triangle(at(), at(), at(), at(), at(), at(), **given)
        case _:
            x, y, w = at(), at(), size()
            corners = [(x, y), (x + w, y), (x + w, y + w), (x + w / 2, y + w / 3), (x, y + w)]
            return Polygon(corners, **given)


def sprite_of(draw: random.Random, whole: bool, spread: float) -> Sprite:
    """A sprite of one to three shapes with roles."""
    reach = int(spread) // 4
    sprite = Sprite(
        x=draw.randint(-reach, reach) * 4 if whole else draw.uniform(-spread, spread),
        y=draw.randint(-reach, reach) * 4 if whole else draw.uniform(-spread, spread),
        collision=[shape_of(draw, whole) for _ in range(draw.randint(1, 3))],
        collision_layer=draw.choice((1, 1, 2, 5)),
        collision_mask=draw.choice((ALL, ALL, 3, 6)),
    )
    if draw.random() < 0.4:
        sprite.scale_x = -1
    if not whole and draw.random() < 0.6:
        sprite.angle = draw.uniform(0, 360)
        sprite.scale = draw.uniform(0.5, 1.5)
    return sprite


def split(sprite: Sprite) -> list[Sprite]:
    """A sprite of each shape, on the layers of that shape."""
    result = []
    for shape in sprite.shapes:
        one = Sprite(
            collision=bare(shape),
            collision_layer=sprite.collision_layer if shape.layer is None else shape.layer,
            collision_mask=sprite.collision_mask if shape.mask is None else shape.mask,
        )
        for name in POSE:
            setattr(one, name, getattr(sprite, name))
        one.offset_sync = sprite.offset_sync
        result.append(one)
    return result


def bare(shape: Shape) -> Shape:
    """The same shape without layers of its own."""
    twin = copy.copy(shape)
    fields = {
        name: getattr(shape, name) for name in shape.__getstate__() if name not in ("layer", "mask")
    }
    assert twin is shape
    return type(shape)(**fields)


def scene(seed: int, many: int = 6, spread: float = 32) -> list[Sprite]:
    draw = random.Random(seed)
    whole = seed % 2 == 0
    return [sprite_of(draw, whole, spread) for _ in range(many)]


def splits(sprites: Sequence[Sprite]) -> tuple[list[Sprite], list[tuple[int, int]]]:
    """All single shapes, and of each which sprite and which of its shapes it is."""
    parts, owners = [], []
    for k, sprite in enumerate(sprites):
        for i, part in enumerate(split(sprite)):
            parts.append(part)
            owners.append((k, i))
    return parts, owners


@for_each("seed", range(8))
def test_checks_are_those_of_the_single_shapes(seed: int) -> None:
    sprites = scene(seed)
    parts, owners = splits(sprites)
    expected = {
        (i, j)
        for (i, _), one in zip(owners, parts, strict=True)
        for (j, _), other in zip(owners, parts, strict=True)
        if i != j and one.hits(other)
    }
    for i, one in enumerate(sprites):
        for j, other in enumerate(sprites):
            assert one.hits(other) == ((i, j) in expected)
        wanted = [sprites[j] for j in range(len(sprites)) if (i, j) in expected]
        assert one.check(sprites) == one.check(Group(sprites)) == wanted
        assert one.check(sprites, exclude=Sprite()) == wanted
    within = [[i, j] for i, j in sorted(expected) if i < j]
    group = Group(sprites)
    assert group.pair_indices().tolist() == within
    assert group.pair_indices(exclude=Sprite()).tolist() == within
    found = [[i, j] for i, j in group.pair_indices(Group(sprites)).tolist() if i != j]
    assert found == [list(pair) for pair in sorted(expected)]
    validate()


@for_each("seed", range(8))
def test_contacts_are_those_of_the_single_shapes(seed: int) -> None:
    sprites = scene(seed)
    for one in sprites:
        for other in sprites:
            if one is other:
                continue
            expected = [
                (i, j, contact.depth)
                for i, a in enumerate(split(one))
                for j, b in enumerate(split(other))
                for contact in a.contacts(b)
            ]
            found = [
                (one.shapes.index(c.shape), other.shapes.index(c.other_shape), c.depth)
                for c in one.contacts(other)
            ]
            assert [item[:2] for item in found] == [
                (one.shapes.index(one.shapes[i]), other.shapes.index(other.shapes[j]))
                for i, j, _ in expected
            ]
            assert [depth for *_, depth in found] == pytest.approx([d for *_, d in expected])
    arrays = Group(sprites).contact_arrays(Group(sprites))
    pairs = {
        (i, j, a, b)
        for i, one in enumerate(sprites)
        for j, other in enumerate(sprites)
        if i != j
        for a, first in enumerate(split(one))
        for b, second in enumerate(split(other))
        if first.hits(second)
    }
    both = np.concatenate((arrays.position, arrays.shape), axis=1)
    assert {tuple(row) for row in both.tolist()} == pairs


def test_other_shapes_decide_no_tie() -> None:
    """Two ways out that are equally short: which one counts is a matter of the two shapes alone."""
    corner = Polygon([(15, 18), (35, 18), (35, 24), (21, 24), (21, 38), (15, 38)])
    bar = Rect(11, -19, 19, 2)
    for far in (Rect(-900, 0, 5, 5), Rect(900, 0, 5, 5), Rect(0, -900, 5, 5), Rect(0, 900, 5, 5)):
        answers = []
        for mine, others in (([bar], [corner]), ([bar, far], [corner]), ([bar], [corner, far])):
            mover = Sprite(50, 22, scale_x=-1, scale_y=-1, collision=mine)
            target = Sprite(6, 8, collision=others)
            (contact,) = mover.contacts(target)
            hits = [bool(mover.sweep(dx, dy, target)) for dx, dy in ((-2, 15), (-2, 0), (-2, -15))]
            answers.append((contact.normal, hits))
        # It may leave by the other way out, which is as short, and then is the only one.
        assert answers == [((1, 0), [False, False, True])] * 3
    # Two upright boxes, one of them as a polygon of a turned sprite.
    for far in (Rect(-900, 0, 5, 5), Rect(900, 0, 5, 5)):
        points = []
        for mine, others in ((0, 0), (1, 0), (0, 1)):
            mover = Sprite(29, -14, angle=90, scale_x=2, collision=[Rect(3, 12, 15, 15)])
            target = Sprite(-1, 0, angle=180, scale_x=2, scale_y=-1, collision=[Rect(-8, 12, 6, 2)])
            mover.collision = [*mover.shapes, far][: 1 + mine]
            target.collision = [*target.shapes, far][: 1 + others]
            (contact,) = mover.contacts(target)
            points.append((contact.normal, contact.points))
        assert points == points[:1] * 3


@for_each("seed", range(6))
def test_the_separation_is_the_least_move_of_the_shapes_that_meet(seed: int) -> None:
    one, *others = scene(seed, 3, 24)
    push = one.separation(others)
    parts = split(one)
    targets = [part for other in others for part in split(other)]
    hits = any(part.hits(target) for part in parts for target in targets)
    assert bool(push) == hits
    one.x += push.x
    one.y += push.y
    assert not one.hits(others)
    one.x -= push.x
    one.y -= push.y
    # A circle of moves a little shorter: none of them is free.
    for k in range(24) if hits else ():
        angle = math.tau * k / 24
        for part in parts:
            part.x = one.x + 0.999 * push.length * math.cos(angle)
            part.y = one.y + 0.999 * push.length * math.sin(angle)
        assert any(part.hits(target) for part in parts for target in targets)


@for_each("seed", range(8))
def test_distances_are_those_of_the_single_shapes(seed: int) -> None:
    sprites = scene(seed, 4, 60)
    for one in sprites:
        for other in sprites:
            if one is other:
                continue
            expected = min(a.distance(b).distance for a in split(one) for b in split(other))
            found = one.distance(other)
            if expected > 0:
                assert found.distance == pytest.approx(expected)
            else:
                assert found.distance <= 0 or found.distance == pytest.approx(expected, abs=1e-9)
            back = other.distance(one)
            assert back.distance == found.distance
            assert found.normal == -back.normal or expected == math.inf


@for_each("mask", [None, 1, 2, 4, 6, 8])
@for_each("seed", range(8))
def test_questions_about_a_place_see_a_shape_by_its_layer(seed: int, mask: int | None) -> None:
    sprites = scene(seed, 12)
    parts, owners = splits(sprites)
    group, single = Group(sprites), Group(parts)
    draw = random.Random(seed)

    def owned(found: list[Sprite]) -> list[Sprite]:
        indices = {id(part): k for part, (k, _) in zip(parts, owners, strict=True)}
        return [sprites[k] for k in sorted({indices[id(part)] for part in found})]

    for _ in range(6):
        x, y, size = draw.uniform(-40, 40), draw.uniform(-40, 40), draw.uniform(0, 20)
        assert group.query_point(x, y, mask=mask) == owned(single.query_point(x, y, mask=mask))
        box = (x, y, x + size, y + size)
        assert group.query_box(*box, mask=mask) == owned(single.query_box(*box, mask=mask))
        assert group.query_circle(x, y, size, mask=mask) == owned(
            single.query_circle(x, y, size, mask=mask)
        )
        shape = Rect(*box[:2], size, size, layer=4)
        assert group.query_shape(shape, mask=mask) == owned(single.query_shape(shape, mask=mask))
        near, other = group.nearest(x, y, mask=mask), single.nearest(x, y, mask=mask)
        assert (near is None) == (other is None)
        if near is not None and other is not None:
            assert near.distance == pytest.approx(other.distance)
            if near.distance > 0:
                k, i = owners[parts.index(other.other)]
                assert (near.other, near.other_shape) == (sprites[k], sprites[k].shapes[i])
        ends = (x, y, draw.uniform(-40, 40), draw.uniform(-40, 40))
        for radius in (0, 3):
            for inside in (True, False):
                hits = group.raycast_all(*ends, radius=radius, hit_from_inside=inside, mask=mask)
                wanted = single.raycast_all(*ends, radius=radius, hit_from_inside=inside, mask=mask)
                # Of one origin, several start together: their order is that of sprites and shapes.
                assert [hit.fraction for hit in hits] == [hit.fraction for hit in wanted]
                assert {(id(hit.other), id(hit.other_shape)) for hit in hits} == {
                    (id(sprites[k]), id(sprites[k].shapes[i]))
                    for hit in wanted
                    for k, i in [owners[parts.index(hit.other)]]
                }
                assert group.line_of_sight(
                    *ends, radius=radius, hit_from_inside=inside, mask=mask
                ) == (not wanted)
    points = np.array([[draw.uniform(-40, 40), draw.uniform(-40, 40)] for _ in range(20)])
    found = group.point_indices(points, mask=mask).tolist()
    assert found == sorted(
        {(i, owners[j][0]) for i, j in single.point_indices(points, mask=mask).tolist()}
    ) or [tuple(row) for row in found] == sorted(
        {(i, owners[j][0]) for i, j in single.point_indices(points, mask=mask).tolist()}
    )
    rays = group.raycast_arrays((0, 0), points, mask=mask)
    wanted_rays = single.raycast_arrays((0, 0), points, mask=mask)
    assert rays.fraction.tolist() == wanted_rays.fraction.tolist()


@for_each("seed", range(8))
def test_a_mask_of_the_question_takes_the_place_of_the_layers(seed: int) -> None:
    sprites = scene(seed)
    for mask in (1, 2, 6, 8):
        for one in sprites:
            expected = [
                other
                for other in sprites
                if other is not one
                and any(a.hits(b, mask=mask) for a in split(one) for b in split(other))
            ]
            assert one.check(sprites, mask=mask) == expected
            assert one.hits(sprites, mask=mask) == bool(expected)
            met = [contact.other for contact in one.contacts(sprites, mask=mask)]
            assert [other for other in sprites if other in met] == expected
            push = one.separation(sprites, mask=mask)
            assert bool(push) == bool(expected)


@for_each("seed", range(12))
def test_sweeps_meet_what_the_single_shapes_meet(seed: int) -> None:
    draw = random.Random(-seed)
    one, *others = scene(seed, 4, 60)
    dx, dy = (draw.randint(-15, 15) * 4, draw.randint(-15, 15) * 4)
    turn = 0 if seed % 3 else draw.uniform(-90, 90)
    parts = split(one)
    targets = [part for other in others for part in split(other)]
    for mask in (None, 2):
        hit = one.sweep(dx, dy, others, turn=turn, mask=mask)
        wanted = [
            met for part in parts if (met := part.sweep(dx, dy, targets, turn=turn, mask=mask))
        ]
        assert (hit is None) == (not wanted)
        if hit is not None:
            assert hit.fraction == pytest.approx(min(met.fraction for met in wanted), abs=1e-6)
        found = one.sweep_all(dx, dy, others, turn=turn, mask=mask)
        listed = [
            met for part in parts for met in part.sweep_all(dx, dy, targets, turn=turn, mask=mask)
        ]
        assert len(found) == len(listed)
        if not turn:
            arrays = Group(one).sweep_arrays(dx, dy, Group(others), mask=mask)
            assert arrays.hit.tolist() == [hit is not None]
            assert arrays.fraction.tolist() == [1.0 if hit is None else hit.fraction]


@for_each("seed", range(6))
def test_moves_are_stopped_by_what_the_shapes_meet(seed: int) -> None:
    draw = random.Random(seed + 1)
    whole = seed % 2 == 0
    fighter = sprite_of(draw, whole, 8)
    walls = []
    for _ in range(6):
        wall = sprite_of(draw, whole, 80)
        wall.collision = [bare(shape) for shape in wall.shapes]
        wall.collision_layer, wall.collision_mask = PUSH, ALL
        walls.append(wall)
    # What these walls meet of the fighter, alone.
    body = copy.copy(fighter)
    body.collision = [
        bare(shape)
        for shape, part in zip(fighter.shapes, split(fighter), strict=True)
        if part.collision_mask & PUSH and part.collision_layer
    ]
    body.collision_layer, body.collision_mask = PUSH, ALL
    for _ in range(6):
        dx, dy = draw.randint(-12, 12) * 4, draw.randint(-12, 12) * 4
        for move in ("move_and_slide", "move_and_collide"):
            for sprite in (fighter, body):
                getattr(sprite, move)(dx, dy, walls)
            assert (fighter.x, fighter.y) == pytest.approx((body.x, body.y), abs=1e-6)
            body.x, body.y = fighter.x, fighter.y
    assert fighter.depenetrate(walls) == pytest.approx(body.depenetrate(walls), abs=1e-6)


@for_each("swept", [False, True])
@for_each("seed", range(8))
def test_events_tell_the_shapes_that_meet(seed: int, swept: bool) -> None:
    draw = random.Random(seed)
    sprites = scene(seed, 5)
    watch = Overlaps(sprites, by_shape=True, swept=swept)
    plain = Overlaps(sprites, swept=swept)
    before: set[tuple[int, int]] = set()
    for step in range(5):
        changes = watch.update()
        wanted = {
            (i, j)
            for i, one in enumerate(sprites)
            for j in range(i + 1, len(sprites))
            if any(a.hits(b) for a in split(one) for b in split(sprites[j]))
        }
        plain.update()
        position = {id(sprite): k for k, sprite in enumerate(sprites)}
        assert {(position[id(a)], position[id(b)]) for a, b in plain.pairs} == wanted
        assert {(position[id(a)], position[id(b)]) for a, b, *_ in watch.pairs} == wanted
        for a, b, shape, other in watch.pairs:
            one = split(a)[[s is shape for s in a.shapes].index(True)]
            assert one.hits(split(b)[[s is other for s in b.shapes].index(True)])
        if swept and step:
            assert len(changes.entered) >= len(wanted - before)
        before = wanted
        for sprite in sprites:
            sprite.x += draw.randint(-8, 8) * 4
            sprite.y += draw.randint(-8, 8) * 4


def test_swept_events_pass_what_the_shapes_do_not_meet() -> None:
    fist = Rect(20, 0, 4, 4, name="fist", layer=HIT, mask=HURT)
    fighter = Sprite(0, 0, collision=[Rect(0, 0, 10, 10, name="body"), fist])
    wall = Sprite(40, 0, collision=Rect(0, 0, 2, 10))
    watch = Overlaps(fighter, wall, swept=True, by_shape=True)
    watch.update()
    fighter.x = 25  # the fist has gone through the wall, the body has not
    assert not watch.update()
    fighter.x = 80
    assert [pair[2].name for pair in watch.update().entered] == ["body"]


def test_an_arm_does_not_stop_at_a_wall_that_only_the_body_meets() -> None:
    arm = Rect(10, 4, 30, 4, layer=HIT, mask=HURT)
    fighter = Sprite(collision=[Rect(0, 0, 10, 20), arm])
    wall = Sprite(100, -50, collision=Rect(0, 0, 10, 200))
    assert fighter.move_and_collide(200, 0, wall).shape is fighter.shapes[0]
    assert fighter.x == 90
    other = Sprite(120, 0, collision=Rect(0, 0, 10, 20, layer=HURT, mask=HIT))
    assert fighter.hits(other)
    assert not fighter.hits(wall)


@for_each("seed", range(6))
def test_a_walker_is_stopped_by_the_shapes_that_meet(seed: int) -> None:
    draw = random.Random(seed)
    floor = Sprite(collision=shapes_from_tiles([[1] * 40], 16, 16), y=64)
    wall = Sprite(300, 0, collision=Rect(0, 0, 16, 64))
    arm = Rect(-20, 2, 60, 30, layer=HIT, mask=HURT)
    walkers = []
    for shapes in ([Rect(0, 0, 10, 20), arm], [Rect(0, 0, 10, 20)]):
        sprite = Sprite(200, 30, collision=shapes)
        walkers.append(spritecol.CharacterController(sprite, step=4))
    for _ in range(120):
        dx, dy = draw.uniform(-3, 5), draw.uniform(-2, 4)
        slides = [walker.move(dx, dy, [floor, wall]) for walker in walkers]
        assert slides[0].travel == slides[1].travel
        assert slides[0].on_floor == slides[1].on_floor
    assert walkers[0].sprite.x > 250


def test_a_one_way_plank_lets_the_arm_pass_and_stops_the_feet() -> None:
    plank = Sprite(-50, 40, collision=Rect(0, 0, 200, 8, one_way=(0, -1)))
    body = Rect(0, 0, 10, 20)
    arm = Rect(-4, 18, 30, 10, layer=HIT, mask=HURT)  # reaches below the feet
    sprite = Sprite(0, 0, collision=[body, arm])
    sprite.move_and_slide(0, 100, plank)
    assert sprite.y == 20


# --- what a role is -------------------------------------------------------------------------------


SHAPES: list[Shape] = [
    Point(1, 2),
    Segment(0, 0, 3, 4),
    Circle(0, 0, 5),
    Ellipse(0, 0, 5, 3, angle=20),
    Rect(0, 0, 4, 5),
    Triangle(0, 0, 4, 0, 0, 4),
    Capsule(0, 0, 5, 5, 2),
    Polygon([(0, 0), (4, 0), (4, 4), (2, 1)]),
]


class Layer(enum.IntFlag):
    HIT = 4
    HURT = 2


def changed(shape: Shape, **given: Any) -> Shape:
    """The same shape with other keywords."""
    fields = shape.__getstate__() | given
    return type(shape)(**fields)


@for_each("shape", SHAPES)
def test_a_role_belongs_to_the_value_of_a_shape(shape: Shape) -> None:
    role = changed(shape, layer=Layer.HIT, mask=2)
    assert (role.layer, role.mask) == (4, 2)
    assert type(role.layer) is int
    assert role != shape
    assert role == changed(shape, layer=4, mask=2)
    assert hash(role) == hash(changed(shape, layer=4, mask=2))
    assert role != changed(shape, layer=4)
    assert repr(role) == repr(shape)[:-1] + ", layer=4, mask=2)"
    assert eval(repr(role)) == role
    for twin in (copy.copy(role), copy.deepcopy(role), pickle.loads(pickle.dumps(role))):
        assert twin == role
        assert (twin.layer, twin.mask) == (4, 2)
    posed = Sprite(3, 4, angle=20, scale_x=2, collision=role).world_shapes[0]
    assert (posed.layer, posed.mask) == (4, 2)
    posed = Sprite(3, 4, scale_x=0, collision=role).world_shapes[0]
    assert (posed.layer, posed.mask) == (4, 2)
    assert changed(shape, layer=0).layer == 0


@for_each("shape", SHAPES)
@for_each("keyword", ["layer", "mask"])
def test_a_bad_layer_is_an_error_that_names_it(shape: Shape, keyword: str) -> None:
    name = keyword
    for bad in (-1, 1 << 64):
        with pytest.raises(ValueError, match=name):
            changed(shape, **{keyword: bad})
    for bad in (1.0, True, "1", (1,)):
        with pytest.raises(TypeError, match=name):
            changed(shape, **{keyword: bad})


def test_old_pickles_of_shapes_are_read() -> None:
    shape = object.__new__(Rect)
    state = {"x": 0, "y": 0, "width": 2, "height": 1, "angle": 0, "name": "a", "one_way": None}
    shape.__setstate__(state)
    assert shape == Rect(0, 0, 2, 1, name="a")


def test_the_layers_of_the_sprite_are_its_own() -> None:
    sprite = Sprite(collision=[Rect(0, 0, 4, 4, layer=HIT, mask=HURT), Rect(0, 0, 4, 4)])
    group = Group(sprite)
    assert (sprite.collision_layer, sprite.collision_mask) == (1, ALL)
    sprite.collision_layer = 8
    sprite.collision_mask = 3
    assert (sprite.collision_layer, sprite.collision_mask) == (8, 3)
    assert (group.collision_layer.tolist(), group.collision_mask.tolist()) == ([8], [3])
    group.collision_layer = 16
    for collision in (Rect(0, 0, 4, 4), [], [Rect(0, 0, 1, 1, mask=0)] * 2, None):
        sprite.collision = collision
        assert (sprite.collision_layer, sprite.collision_mask) == (16, 3)
        validate()
    twin = pickle.loads(pickle.dumps(sprite))
    assert (twin.collision_layer, twin.collision_mask) == (16, 3)
    assert copy.copy(sprite).collision_layer == 16
    assert len(group.query_point(2, 2)) == 0


def test_shapes_follow_the_layers_of_their_sprite() -> None:
    one = Sprite(collision=[Rect(0, 0, 4, 4, mask=2), Rect(100, 0, 4, 4, layer=2)])
    other = Sprite(collision=Rect(0, 0, 4, 4))
    assert not one.hits(other)
    other.collision_layer = 2
    assert one.hits(other)
    one.collision_layer = 4
    other.collision_mask = 1
    assert not one.hits(other)
    one.collision_layer = 1
    assert one.hits(other)
    assert other.hits(one)


def test_worlds_keep_roles() -> None:
    draw = random.Random(5)
    sprites = scene(4)
    world = World(*sprites)
    before = world.save()
    digest, data = before.digest(), before.to_bytes()
    shapes = [sprite.shapes for sprite in sprites]
    layers = [sprite.collision_layer for sprite in sprites]
    hits = spritecol.pairs(sprites)
    for sprite in sprites:
        sprite.collision = draw.choice([[], Rect(0, 0, 3, 3), [Rect(0, 0, 3, 3, layer=4)] * 2])
        sprite.collision_layer = draw.choice([1, 2])
    assert world.save().digest() != digest
    world.restore(before)
    validate()
    assert [sprite.shapes for sprite in sprites] == shapes
    assert [sprite.collision_layer for sprite in sprites] == layers
    assert world.save().digest() == digest
    assert spritecol.pairs(sprites) == hits
    for sprite in sprites:
        sprite.collision = []
    world.load(data)
    validate()
    assert [sprite.shapes for sprite in sprites] == shapes
    assert world.save().to_bytes() == data
    assert spritecol.pairs(sprites) == hits
    one = World(Sprite(collision=Rect(0, 0, 1, 1, layer=4))).save()
    assert one.digest() != World(Sprite(collision=Rect(0, 0, 1, 1, layer=5))).save().digest()
    assert one.digest() != World(Sprite(collision=Rect(0, 0, 1, 1, mask=4))).save().digest()


def test_own_layers_of_a_role_that_look_like_the_default_are_saved() -> None:
    sprite = Sprite(collision=Rect(0, 0, 1, 1, layer=1, mask=ALL), collision_layer=2)
    world = World(sprite)
    state = world.save()
    sprite.collision_layer = 4
    world.restore(state)
    assert sprite.collision_layer == 2


def test_rows_are_taken_again_without_their_roles() -> None:
    for _ in range(50):
        sprites = [Sprite(collision=Rect(0, 0, 1, 1, layer=4)) for _ in range(20)]
        del sprites
        sprites = [Sprite(collision=Rect(0, 0, 1, 1)) for _ in range(20)]
        assert all(sprite.collision_layer == 1 for sprite in sprites)
        assert sprites[0].hits(sprites[1])
        validate()


def test_tiles_have_roles() -> None:
    shapes = shapes_from_tiles([[1, 0, 1]], 16, 16, layer=Layer.HURT, mask=6)
    assert shapes == [Rect(0, 0, 16, 16, layer=2, mask=6), Rect(32, 0, 16, 16, layer=2, mask=6)]
    with pytest.raises(ValueError, match="layer"):
        shapes_from_tiles([[1]], 16, 16, layer=-1)
    with pytest.raises(TypeError, match="mask"):
        shapes_from_tiles([[1]], 16, 16, mask=True)


def test_callbacks_are_given_the_contact_of_shapes_that_meet() -> None:
    told = []

    def shot(own: Sprite, other: Sprite, contact: spritecol.Contact) -> None:
        told.append((contact.shape.name, contact.other_shape.name))

    fist = Rect(6, 0, 10, 4, name="fist", layer=HIT, mask=HURT)
    one = Sprite(collision=[Rect(0, 0, 8, 8, name="body", layer=PUSH, mask=PUSH), fist])
    hurt = Rect(0, 0, 8, 8, name="hurt", layer=HURT, mask=HIT)
    other = Sprite(10, 0, collision=[Rect(-9, 0, 8, 8, name="guard", layer=0), hurt])
    spritecol.check(one, other, shot=shot, hit=None)
    assert told == [("fist", "hurt")]
    told.clear()
    spritecol.check(one, other, shot=shot, hit=None, mask=HURT)
    assert told == [("fist", "hurt")]
    told.clear()
    spritecol.check(other, one, shot=None, hit=shot, mask=PUSH)
    assert told == [("body", "guard")]
    watch = Overlaps(other, one, enter=shot, mask=PUSH, by_shape=True)
    assert [(a.name, b.name) for *_, a, b in watch.update().entered] == [("guard", "body")]


# --- names of shapes ------------------------------------------------------------------------------


def only(sprite: Sprite, names: str | list[str] | None) -> Sprite:
    """A sprite that has only the shapes with these names."""
    wanted = [names] if isinstance(names, str) else names
    twin = copy.copy(sprite)
    twin.collision = [s for s in sprite.shapes if wanted is None or s.name in wanted]
    return twin


NAMES: list[Any] = [
    ("fist", "body"),
    ("fist", None),
    (None, {"body": 1}.keys()),
    (["fist", "body"], ("body",)),
    ((), None),
]


@for_each("names", NAMES)
@for_each("seed", range(8))
def test_only_shapes_of_these_names_count(seed: int, names: Any) -> None:
    draw = random.Random(seed)
    sprites = scene(seed, 7)
    own, others = names
    listed = None if others is None else list(others) if not isinstance(others, str) else others
    asker = own if own is None or isinstance(own, str) else list(own)
    asking = [only(sprite, asker) for sprite in sprites]
    asked = [only(sprite, listed) for sprite in sprites]
    given = {"shapes": own, "target_shapes": others}
    found = []
    for i, sprite in enumerate(sprites):
        for mask in (None, 2):
            for k in range(len(sprites)):
                if i == k:
                    continue
                one, other, target = asking[i], asked[k], sprites[k]
                hits = one.hits(other, mask=mask)
                assert sprite.hits(target, mask=mask, **given) == hits
                assert sprite.check([target, None], mask=mask, **given) == [target] * hits
                if hits and mask is None:
                    found.append([i, k])
                assert [c.depth for c in sprite.contacts(target, mask=mask, **given)] == [
                    pytest.approx(c.depth) for c in one.contacts(other, mask=mask)
                ]
                push = sprite.separation(target, mask=mask, **given)
                assert push.length == pytest.approx(one.separation(other, mask=mask).length)
                distance = sprite.distance(target, mask=mask, **given).distance
                assert distance == pytest.approx(one.distance(other, mask=mask).distance)
            targets = [target for target in sprites if target is not sprite]
            stand_ins = [asked[k] for k in range(len(sprites)) if k != i]
            dx, dy = draw.randint(-15, 15) * 4, draw.randint(-15, 15) * 4
            hit = sprite.sweep(dx, dy, targets, mask=mask, **given)
            wanted = asking[i].sweep(dx, dy, stand_ins, mask=mask)
            assert (hit is None) == (wanted is None)
            if hit is not None and wanted is not None:
                assert hit.fraction == pytest.approx(wanted.fraction, abs=1e-9)
            assert len(sprite.sweep_all(dx, dy, targets, mask=mask, **given)) == len(
                asking[i].sweep_all(dx, dy, stand_ins, mask=mask)
            )
            arrays = Group(sprite).sweep_arrays(dx, dy, targets, mask=mask, **given)
            assert arrays.hit.tolist() == [hit is not None]
    group = Group(sprites)
    both = Group(sprites)
    assert group.pair_indices(both, **given).tolist() == found
    assert len(group.pairs(both, **given)) == len(spritecol.pairs(group, both, **given))
    assert len(group.pairs(both, **given)) == len(found)
    assert len(spritecol.check(group, both, shot=None, hit=None, **given)) == len(found)
    assert group.hits(both, **given) == bool(found)
    within = sorted({(min(pair), max(pair)) for pair in found})
    assert group.pair_indices(**given).tolist() == [list(pair) for pair in within]
    watch = Overlaps(group, both, **given)
    assert len(watch.update().entered) == len(found)
    assert len(pickle.loads(pickle.dumps(watch)).update().stayed) == len(found)
    watch = Overlaps(group, both, by_shape=True, **given)
    for _, _, shape, other_shape in watch.update().entered:
        assert own is None or shape.name in ([own] if isinstance(own, str) else own)
        assert others is None or other_shape.name in listed
    assert (len(watch.pairs) > 0) == bool(found)


@for_each("names", ["fist", ("body", "fist"), frozenset()])
@for_each("seed", range(6))
def test_questions_about_a_place_see_shapes_of_these_names(seed: int, names: Any) -> None:
    draw = random.Random(seed)
    sprites = scene(seed, 8)
    few = [only(sprite, names if isinstance(names, str) else list(names)) for sprite in sprites]
    group, stand_in = Group(sprites), Group(few)
    given = {"target_shapes": names}

    def of(found: list[Sprite]) -> list[Sprite]:
        return [sprites[few.index(sprite)] for sprite in found]

    for _ in range(8):
        x, y, size = draw.uniform(-40, 40), draw.uniform(-40, 40), draw.uniform(0, 20)
        assert group.query_point(x, y, **given) == of(stand_in.query_point(x, y))
        box = (x, y, x + size, y + size)
        assert group.query_box(*box, **given) == of(stand_in.query_box(*box))
        assert group.query_outside(*box, **given) == of(stand_in.query_outside(*box))
        assert group.query_circle(x, y, size, **given) == of(stand_in.query_circle(x, y, size))
        shape = Circle(x, y, size)
        assert group.query_shape(shape, **given) == of(stand_in.query_shape(shape))
        met = [contact.other for contact in contacts_of(group, shape, **given)]
        assert met == of([contact.other for contact in contacts_of(stand_in, shape)])
        near, other = group.nearest(x, y, **given), stand_in.nearest(x, y)
        assert (None if near is None else near.distance) == (
            None if other is None else other.distance
        )
        assert len(group.nearest_k(x, y, 3, **given)) == len(stand_in.nearest_k(x, y, 3))
        ends = (x, y, draw.uniform(-40, 40), draw.uniform(-40, 40))
        for radius in (0, 2):
            hits = group.raycast_all(*ends, radius=radius, **given)
            wanted = stand_in.raycast_all(*ends, radius=radius)
            assert [hit.fraction for hit in hits] == [hit.fraction for hit in wanted]
            hit = group.raycast(*ends, radius=radius, **given)
            assert (hit is None) == (not hits)
            sight = group.line_of_sight(*ends, radius=radius, **given)
            assert sight == (not hits)
        one, alone = Group(sprites[0]), Group(few[0])
        assert (one.raycast(*ends, **given) is None) == (alone.raycast(*ends) is None)
    points = np.array([[draw.uniform(-40, 40), draw.uniform(-40, 40)] for _ in range(20)])
    pairs = group.point_indices(points, **given)
    # Sprites without shapes are members too, so the positions are the same.
    assert pairs.tolist() == stand_in.point_indices(points).tolist()
    circles = np.column_stack((points, np.full(20, 5.0)))
    assert group.circle_indices(circles, **given).tolist() == (
        stand_in.circle_indices(circles).tolist()
    )
    boxes = np.column_stack((points, points + 6))
    assert group.box_indices(boxes, **given).tolist() == stand_in.box_indices(boxes).tolist()
    _, distances = group.nearest_indices(points, **given)
    assert distances.tolist() == stand_in.nearest_indices(points)[1].tolist()
    rays = group.raycast_arrays((0, 0), points, **given)
    assert rays.fraction.tolist() == stand_in.raycast_arrays((0, 0), points).fraction.tolist()
    seen = group.line_of_sight_arrays((0, 0), points, **given)
    assert seen.tolist() == stand_in.line_of_sight_arrays((0, 0), points).tolist()


def test_moves_by_name() -> None:
    feet, arm = Rect(0, 0, 10, 10, name="feet"), Rect(10, 0, 20, 4, name="arm")
    fighter = Sprite(collision=[feet, arm])
    wall = Sprite(50, -50, collision=[Rect(0, 0, 4, 100, name="wall"), Rect(-30, 0, 4, 100)])
    for move in ("move_and_collide", "move_and_slide"):
        fighter.x = 0
        getattr(fighter, move)(100, 0, wall, shapes="feet", target_shapes="wall")
        assert fighter.x == 40
    fighter.x = 30
    assert fighter.depenetrate(wall, shapes="arm", target_shapes=["wall"]) == (-10, 0)
    assert fighter.x == 20


def test_a_name_that_no_shape_has_is_an_error_that_lists_the_names() -> None:
    one = Sprite(collision=Rect(0, 0, 5, 5, name="torso"))
    group = Group(one)
    for ask in (
        lambda **names: one.hits(one, **names),
        lambda **names: one.check(group, **names),
        lambda **names: one.sweep(1, 0, group, **names),
        lambda **names: one.move_and_slide(1, 0, group, **names),
        group.pairs,
        lambda **names: Overlaps(group, one, **names),
    ):
        for keyword in ("shapes", "target_shapes"):
            with pytest.raises(ValueError, match=rf"{keyword}: no shape is named 'torzo'.*'torso'"):
                ask(**{keyword: ["torso", "torzo"]})
            for bad in (1, [1], b"torso", {"torso": 1}, one.shapes[0], [None], iter(["torso"])):
                with pytest.raises(TypeError, match=keyword):
                    ask(**{keyword: bad})
    assert one.x == 0
    with pytest.raises(ValueError, match="torso"):
        group.query_point(0, 0, target_shapes="torzo")
    # A name that only shapes of another frame have is none.
    assert not one.hits(
        Sprite(collision=Rect(0, 0, 1, 1, name="other frame")), shapes="other frame"
    )


def test_names_of_both_sides_within_one_collection() -> None:
    fighters = [
        Sprite(x, 0, collision=[Rect(0, 0, 10, 10, name="body"), Rect(10, 0, 9, 2, name="fist")])
        for x in (12, 0)
    ]
    # The second fighter's fist is in the first one's body.
    found = spritecol.pairs(fighters, shapes="fist", target_shapes="body")
    assert found == [(fighters[0], fighters[1])]
    watch = Overlaps(fighters, by_shape=True, shapes="fist", target_shapes="body")
    ((one, other, shape, other_shape),) = watch.update().entered
    assert (one, other, shape.name, other_shape.name) == (*fighters, "body", "fist")


@for_each("by_name", [False, True])
def test_walkers_are_stopped_by_pairs_of_shapes_that_meet(by_name: bool) -> None:
    """An arm passes the wall and the lift that push; feet stand on what is named so."""
    layers = ({}, {}) if by_name else ({"layer": 1, "mask": 1}, {"layer": 2, "mask": 2})
    names: Any = {"shapes": "body", "target_shapes": "solid"} if by_name else {}
    fighter = Sprite(
        0,
        0,
        collision=[
            Rect(-8, -40, 16, 40, name="body", **layers[0]),
            Rect(8, -30, 30, 6, name="fist", **layers[1]),
        ],
    )
    floor = Sprite(collision=Rect(-100, 0, 300, 16, name="solid"))
    wall = Sprite(collision=Rect(40, -80, 16, 80, name="solid"))
    sign = Sprite(collision=Rect(10, -80, 4, 80, name="sign", **layers[1]))
    walker = CharacterController(fighter)
    for _ in range(30):
        walker.move(2, 4, [floor, wall, sign], **names)
    assert (fighter.x, fighter.y) == (32, 0)
    assert walker.on_floor
    wall.x -= 10  # it pushes the body, not the fist
    slide = walker.move(0, 4, [floor, wall, sign], **names)
    assert not slide.crushed
    assert (fighter.x, fighter.y) == pytest.approx((22, 0))


def test_all_that_move_at_once_heed_names() -> None:
    group = Group(
        Sprite(0, y, collision=[Rect(-8, -8, 16, 16, name="body"), Rect(8, -2, 20, 4, name="fist")])
        for y in (0, 100)
    )
    wall = Sprite(collision=Rect(40, -80, 16, 160, name="solid"))
    slides = group.move_and_slide_all(50, 0, wall, shapes="body", target_shapes="solid")
    assert slides.travel.tolist() == [[32, 0], [50, 0]]
    assert slides.hit.tolist() == [True, False]
