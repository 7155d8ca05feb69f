"""`collision_layer` and `collision_mask`: one rule, on every road, against one line of Python."""

import copy
import enum
import itertools
import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.behavior import every_road, same
from support.for_each import for_each
from support.hooks import use_index, validate
from support.strategies import exact_sprites

from spritecol import ALL_LAYERS, Circle, Group, Rect, Sprite, check, pairs

BITS = 64
BAD = (-1, 1 << BITS, 1.0, True, np.True_, "1", None, [1])


class Layer(enum.IntFlag):
    WALL = 1
    COIN = 2
    TOP = 1 << 63


def meet(a: Sprite, b: Sprite) -> bool:
    """The rule, in one line."""
    return bool(a.collision_mask & b.collision_layer and b.collision_mask & a.collision_layer)


def disc(x: float = 0, **given: Any) -> Sprite:
    return Sprite(x, 0, collision=Circle(0, 0, 5), **given)


def crowd(number: int, seed: int, spread: float) -> list[Sprite]:
    """Sprites of several kinds of shapes, most of them on few of the 64 layers."""
    chance = random.Random(seed)

    def some_bits() -> int:
        return chance.choice(
            (1, ALL_LAYERS, 0, 1 << chance.randrange(BITS), chance.getrandbits(BITS))
        )

    return [
        Sprite(
            chance.uniform(0, spread),
            chance.uniform(0, spread),
            collision=chance.choice(
                (Circle(0, 0, 6), Rect(0, 0, 9, 7), [Rect(0, 0, 4, 4), Circle(6, 6, 4)])
            ),
            angle=chance.choice((0, 30)),
            collision_layer=some_bits(),
            collision_mask=some_bits(),
        )
        for _ in range(number)
    ]


def test_defaults() -> None:
    sprite = Sprite()
    assert (sprite.collision_layer, sprite.collision_mask) == (1, ALL_LAYERS)
    assert ALL_LAYERS == 2**64 - 1


def test_all_pairs_of_two_bits() -> None:
    for a_layer, a_mask, b_layer, b_mask in itertools.product(range(4), repeat=4):
        a = disc(collision_layer=a_layer, collision_mask=a_mask)
        b = disc(collision_layer=b_layer, collision_mask=b_mask)
        assert every_road(a, b) == meet(a, b)


@for_each("bit", [0, 1, 31, 32, 62, 63])
def test_each_bit_counts(bit: int) -> None:
    a = disc(collision_layer=1 << bit, collision_mask=1 << bit)
    assert a.hits(disc(collision_layer=1 << bit))
    assert a.hits(disc(collision_layer=ALL_LAYERS, collision_mask=1 << bit))
    assert not a.hits(disc(collision_layer=ALL_LAYERS ^ 1 << bit))
    assert not a.hits(disc(collision_layer=1 << bit, collision_mask=ALL_LAYERS ^ 1 << bit))


@for_each("index", [None, True, False])
@for_each("number, spread", [(12, 20), (90, 90), (700, 300)])
def test_random_layers(number: int, spread: float, index: bool | None) -> None:
    """The hits with layers are the hits without them that the rule leaves."""
    sprites = crowd(number, number, spread)
    group, other = Group(sprites), Group(sprites[::2])
    layers, masks = group.collision_layer, group.collision_mask
    group.collision_layer, group.collision_mask = 1, ALL_LAYERS
    bare, bare_cross = pairs(sprites), pairs(sprites, other)
    group.collision_layer, group.collision_mask = layers, masks
    wanted = [pair for pair in bare if meet(*pair)]
    assert 0 < len(wanted) < len(bare)
    use_index(index)
    for _ in range(3):
        assert group.pairs() == wanted
        assert pairs(sprites) == wanted
        assert [(sprites[i], sprites[j]) for i, j in group.pair_indices()] == wanted
        assert pairs(sprites, other) == [pair for pair in bare_cross if meet(*pair)]
    for sprite in sprites[:40]:
        found = [b if a is sprite else a for a, b in wanted if sprite in (a, b)]
        for targets in (group, sprites, tuple(sprites)):
            assert sorted(map(id, sprite.check(targets))) == sorted(map(id, found))
            assert sprite.hits(targets) == bool(found)
        assert [b for b in sprites if sprite.hits(b)] == sprite.check(sprites)
    assert Group(sprites[:5]).hits(sprites[5:]) == any(
        a in sprites[:5] and b in sprites[5:] for a, b in wanted
    )
    validate()


# --- questions, which are on no layer ------------------------------------------------------------


def test_a_question_finds_who_cares_for_others_only() -> None:
    enemy = disc(collision_layer=4, collision_mask=2)
    group = Group(enemy)
    assert group.query_circle(0, 0, 3) == [enemy]
    assert group.nearest(9, 0).other is enemy  # type: ignore[union-attr]
    assert group.raycast(-20, 0, 20, 0).other is enemy  # type: ignore[union-attr]
    assert Group(enemy).raycast(-20, 0, 20, 0) is not None
    assert not group.line_of_sight(-20, 0, 20, 0)
    assert not group.line_of_sight(-20, 0, 20, 0, mask=4)
    assert group.line_of_sight(-20, 0, 20, 0, mask=2)
    assert not enemy.hits(disc())


def answers_by_hand(group: Group, members: list[Sprite], place: Any, mask: int | None) -> None:
    """Every question finds, of those it finds without layers, those on a layer that is asked for.

    The members have layers. They are taken away once, and given back.
    """
    x, y, radius = place
    line = (x, y, x + 3 * radius, y + radius)
    keywords = {} if mask is None else {"mask": mask}
    allowed = [
        bool(one.collision_layer & (ALL_LAYERS if mask is None else mask)) for one in members
    ]
    asker = disc(x, collision_layer=0, collision_mask=0)

    def lists(**given: Any) -> list[list[Any]]:
        return [
            group.query_point(x, y, **given),
            group.query_box(x, y, x + radius, y + radius, **given),
            group.query_circle(x, y, radius, **given),
            group.query_shape(Circle(x, y, radius), **given),
            group.query_shape(asker, **given),
            group.nearest_k(x, y, len(members), **given),
            group.raycast_all(*line, **given),
            group.raycast_all(*line, radius=2, **given),
        ]

    layers, masks = group.collision_layer, group.collision_mask
    group.collision_layer, group.collision_mask = 1, ALL_LAYERS
    asker.collision_layer, asker.collision_mask = 1, ALL_LAYERS
    bare = lists()
    group.collision_layer, group.collision_mask = layers, masks
    asker.collision_layer, asker.collision_mask = 0, 0

    def is_allowed(one: Any) -> bool:
        sprite = one if isinstance(one, Sprite) else one.other
        return next(ok for member, ok in zip(members, allowed, strict=True) if member is sprite)

    wanted = [[one for one in found if is_allowed(one)] for found in bare]
    for found, expected in zip(lists(**keywords), wanted, strict=True):
        assert (
            found == expected
            if found and not isinstance(found[0], Sprite)
            else same(found, expected)
        )
    at_point, in_box, in_circle, _, _, near, on_ray, on_thick_ray = wanted
    positions = {id(member): i for i, member in enumerate(members)}

    def indices(found: list[Sprite]) -> list[list[int]]:
        return [[0, positions[id(one)]] for one in found]

    assert group.point_indices([(x, y)], **keywords).tolist() == indices(at_point)
    box = (x, y, x + radius, y + radius)
    assert group.box_indices([box], **keywords).tolist() == indices(in_box)
    assert group.circle_indices([place], **keywords).tolist() == indices(in_circle)
    assert group.nearest(x, y, **keywords) == (near[0] if near else None)
    found, distances = group.nearest_indices([(x, y)], len(members), **keywords)
    assert distances[0].tolist() == [one.distance for one in near] + [np.inf] * (
        len(members) - len(near)
    )
    assert [members[i] for i in found[0] if i >= 0] == [one.other for one in near]
    for width, every in ((0, on_ray), (2, on_thick_ray)):
        ask = {"radius": width, **keywords}
        first = every[0] if every else None
        assert group.raycast(*line, **ask) == first
        assert group.line_of_sight(*line, **ask) == (not every)
        assert group.line_of_sight_arrays([line[:2]], [line[2:]], **ask).tolist() == [not every]
        rays = group.raycast_arrays([line[:2]], [line[2:]], **ask)
        assert rays.position.tolist() == [positions[id(first.other)] if first else -1]
        for member in members[:5]:
            mine = [hit for hit in every if hit.other is member]
            assert Group(member).raycast(*line, **ask) == (mine[0] if mine else None)


@for_each("index", [None, True, False])
@for_each("number, spread", [(12, 20), (700, 300)])
def test_questions_to_crowds(number: int, spread: float, index: bool | None) -> None:
    members = crowd(number, number, spread)
    group = Group(members)
    use_index(index)
    for mask in (None, 0, 1, 1 << 5, ALL_LAYERS):
        for place in ((spread / 2, spread / 2, 20), (3, 5, spread / 2)):
            answers_by_hand(group, members, place, mask)


few_layers = st.integers(0, 7)
whole = st.integers(-12, 12)


@pytest.mark.parametrize("index", [True, False])
@given(
    st.lists(exact_sprites(), min_size=1, max_size=7),
    st.tuples(whole, whole, st.integers(0, 12)),
    st.one_of(st.none(), few_layers, st.just(ALL_LAYERS)),
    st.data(),
)
def test_questions_read_the_layers_of_targets_only(
    index: bool, members: list[Sprite], place: Any, mask: int | None, data: Any
) -> None:
    for sprite in members:
        sprite.collision_layer = data.draw(few_layers)
        sprite.collision_mask = data.draw(few_layers)
    use_index(index)
    answers_by_hand(Group(members), members, place, mask)


def test_callbacks_run_for_the_pairs_that_meet() -> None:
    met = []
    a, b, c = disc(), disc(1, collision_layer=2), disc(2, collision_mask=2)
    check([a, b, c], hit=lambda one, other: met.append((one, other)))
    assert met == [(a, b), (b, a), (b, c), (c, b)]


def test_a_change_counts_at_once() -> None:
    """Also for a Group at rest, whose index knows nothing of layers."""
    walls = Group(disc(i) for i in range(600))
    player = disc()
    for _ in range(8):
        assert len(player.check(walls)) == 10
    walls.collision_layer = 2
    player.collision_mask = 1
    assert player.check(walls) == []
    player.collision_mask = 3
    assert len(player.check(walls)) == 10


def test_flags_class_defaults_and_columns() -> None:
    class Coin(Sprite):
        collision = Circle(0, 0, 5)
        collision_layer = Layer.COIN
        collision_mask = Layer.WALL | Layer.TOP

    coin = Coin()
    assert coin.collision_layer == Layer.COIN
    assert coin.collision_mask == (1 | 1 << 63)
    assert Coin(collision_layer=4).collision_layer == 4
    group = Group(coin, disc())
    assert group.collision_layer.dtype == group.collision_mask.dtype == np.uint64
    assert group.collision_mask.tolist() == [1 | 1 << 63, ALL_LAYERS]
    group.collision_layer = [Layer.TOP, 1]
    group.collision_mask &= np.uint64(3)
    assert group.collision_layer.tolist() == [1 << 63, 1]
    assert group.collision_mask.tolist() == [1, 3]
    group.collision_layer = Layer.COIN
    assert [sprite.collision_layer for sprite in group] == [2, 2]
    group.collision_mask = np.array([5, 6], dtype=np.int8)
    assert [sprite.collision_mask for sprite in group] == [5, 6]
    empty = Group()
    empty.collision_layer = []
    assert empty.collision_layer.shape == (0,)


@for_each("clone", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_copies_and_pickles_keep_them(clone: Any) -> None:
    twin = clone(disc(collision_layer=6, collision_mask=1 << 63))
    assert (twin.collision_layer, twin.collision_mask) == (6, 1 << 63)


def test_a_reused_row_starts_anew() -> None:
    for _ in range(3):
        assert not disc(collision_layer=0).hits(disc())
        assert disc().hits(disc())


@for_each("name", ["collision_layer", "collision_mask"])
@for_each("bad", BAD)
def test_bad_values_change_nothing(name: str, bad: Any) -> None:
    sprite = disc(collision_layer=6, collision_mask=5)
    group = Group(sprite, disc())
    for write in (
        lambda: setattr(sprite, name, bad),
        lambda: disc(**{name: bad}),
        lambda: setattr(group, name, [1, bad]),
        lambda: type("Kind", (Sprite,), {name: bad}),
    ):
        with pytest.raises((TypeError, ValueError), match=name):
            write()
    assert (sprite.collision_layer, sprite.collision_mask) == (6, 5)


@for_each(
    "bad", [[1, 2, 3], [], [1.0, 2.0], np.array([1.0, 2.0]), np.array([-1, 1]), [[1, 2]], "12"]
)
def test_bad_columns_change_nothing(bad: Any) -> None:
    group = Group(disc(), disc())
    with pytest.raises((TypeError, ValueError), match="collision_mask"):
        group.collision_mask = bad
    assert group.collision_mask.tolist() == [ALL_LAYERS] * 2


def test_repr_shows_what_is_not_the_default() -> None:
    """Who finds no hit prints the sprites."""
    plain = Sprite(1, 2, collision=Circle(0, 0, 5))
    text = repr(plain)
    assert "layer" not in text
    assert "mask" not in text
    plain.collision_layer = 4
    plain.collision_mask = ALL_LAYERS & ~2
    shown = repr(plain)
    assert shown == f"{text[:-1]}, collision_layer 0x4, collision_mask 0xfffffffffffffffd>"
    plain.collision_layer = 1
    plain.collision_mask = 0
    assert repr(plain) == f"{text[:-1]}, collision_mask 0x0>"
    plain.collision_mask = ALL_LAYERS
    assert repr(plain) == text
