"""`mask`, `exclude` and `where` of `check`, `contacts` and `separation`, against plain filters."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from support.for_each import for_each
from support.hooks import use_index
from support.strategies import exact_shapes

from spritecol import (
    ALL_LAYERS,
    Circle,
    Contact,
    Group,
    Near,
    Point,
    Polygon,
    RayHit,
    Rect,
    Segment,
    Sprite,
    SpritecolWarning,
    check,
    pairs,
)

Pair = tuple[Sprite, Sprite]


def contacts_of(group: Group, shape: Any, **given: Any) -> list[Any]:
    """The contacts of a shape on no layer, or of a sprite where it is, with the members."""
    asker = shape if isinstance(shape, Sprite) else Sprite(collision=shape)
    if given.get("mask") is None:
        given["mask"] = ALL_LAYERS
    return asker.contacts(group, **given)


def crowd(rng: random.Random, count: int, span: float = 60) -> list[Sprite]:
    shapes: list[Any] = [
        Circle(0, 0, 6, name="disc"),
        Rect(-5, -3, 10, 6),
        Segment(-6, 0, 6, 3),
        Point(0, 0),
        Polygon([(0, 0), (9, 0), (2, 2), (0, 9)]),
    ]
    return [
        Sprite(
            rng.uniform(0, span),
            rng.uniform(0, span),
            collision=rng.sample(shapes, rng.choice([1, 1, 2])),
            angle=rng.choice([0, rng.uniform(0, 360)]),
            collision_layer=rng.choice([0, 1, 1, 2, 6]),
            collision_mask=rng.choice([0, 1, 3, 7, 2**64 - 1]),
            collision_enable=rng.random() < 0.9,
        )
        for _ in range(count)
    ]


def free_of_layers(one: Sprite, other: Sprite) -> bool:
    """Whether two hit whose layers do not matter."""
    kept = [(s.collision_layer, s.collision_mask) for s in (one, other)]
    for sprite in (one, other):
        sprite.collision_layer, sprite.collision_mask = 1, 1
    hit = one.hits(other)
    for sprite, (layer, mask) in zip((one, other), kept, strict=True):
        sprite.collision_layer, sprite.collision_mask = layer, mask
    return hit


class Chosen:
    """Conditions, and the plain test of what they accept."""

    def __init__(self, rng: random.Random, targets: list[Sprite]) -> None:
        self.asked: list[Sprite] = []
        self.mask = rng.choice([None, None, 1, 2, 4, 3])
        self.excluded = rng.sample(targets, rng.choice([0, 0, 1, 4]))
        self.limit = rng.choice([None, rng.uniform(0, 60)])

    def keywords(self) -> dict[str, Any]:
        keywords: dict[str, Any] = {}
        if self.mask is not None:
            keywords["mask"] = self.mask
        if self.excluded:
            keywords["exclude"] = self.excluded
        if self.limit is not None:
            keywords["where"] = self.where
        return keywords

    def where(self, sprite: Sprite) -> bool:
        self.asked.append(sprite)
        return sprite.x > (self.limit or 0)

    def may(self, target: Sprite) -> bool:
        return (
            target not in self.excluded
            and (self.mask is None or bool(target.collision_layer & self.mask))
            and (self.limit is None or target.x > self.limit)
        )

    def meets(self, one: Sprite, target: Sprite) -> bool:
        layers = bool(
            one.collision_mask & target.collision_layer
            and target.collision_mask & one.collision_layer
        )
        return one is not target and (layers or self.mask is not None)

    def hit(self, one: Sprite, target: Sprite) -> bool:
        if one is target:
            return False
        return one.hits(target) if self.mask is None else free_of_layers(one, target)


@for_each("index", [None, True, False])
@for_each("seed", range(4))
def test_what_is_chosen_is_what_a_filter_leaves(seed: int, index: bool | None) -> None:
    rng = random.Random(seed)
    a, b = crowd(rng, 9), crowd(rng, 25)
    b[3:5] = a[3:5]  # some are on both sides
    use_index(index)
    for targets in (b, Group(b), [b[:9], Group(b[9:])]):
        for _ in range(6):
            chosen = Chosen(rng, b)
            keywords = chosen.keywords()
            for one in a:
                chosen.asked.clear()
                hit = [t for t in b if chosen.hit(one, t) and chosen.may(t)]
                assert one.check(targets, **keywords) == hit
                assert len({id(s) for s in chosen.asked}) == len(chosen.asked)
                contacts = one.contacts(targets, **keywords)
                assert contacts == [
                    found for target in hit for found in _free_contacts(one, target)
                ]
                dx, dy = one.separation(targets, **keywords)
                near = [t for t in b if chosen.may(t) and chosen.meets(one, t)]
                expected = _free_separation(one, near)
                assert (dx, dy) == pytest.approx(expected, abs=1e-9) or (
                    abs((dx * dx + dy * dy) ** 0.5 - abs(complex(*expected))) < 1e-9
                )
            between = [(s, t) for s in a for t in b if chosen.hit(s, t) and chosen.may(t)]
            assert check(a, targets, shot=None, hit=None, **keywords) == between
            assert check(Group(a), targets, None, None, **keywords) == between
            chosen.asked.clear()
            within = [
                (s, t)
                for i, s in enumerate(b)
                for t in b[i + 1 :]
                if chosen.hit(s, t) and chosen.may(s) and chosen.may(t)
            ]
            assert check(targets, hit=None, **keywords) == within
            assert len({id(s) for s in chosen.asked}) == len(chosen.asked)


def _plain(sprite: Sprite) -> Sprite:
    """The same sprite where all layers meet."""
    return Sprite(
        sprite.x,
        sprite.y,
        collision=sprite.shapes,
        angle=sprite.angle,
        collision_enable=sprite.collision_enable,
    )


def _free_contacts(one: Sprite, target: Sprite) -> list[Contact]:
    found = _plain(one).contacts(_plain(target))
    return [
        Contact(one, target, c.shape, c.other_shape, c.normal, c.depth, c.points, b"")
        for c in found
    ]


def _free_separation(one: Sprite, targets: list[Sprite]) -> tuple[float, float]:
    dx, dy = _plain(one).separation([_plain(target) for target in targets])
    return dx, dy


def test_one_way_shapes_are_ordinary_ones_for_all_of_these() -> None:
    box = Sprite(collision=Rect(0, 0, 10, 10))
    plank = Sprite(0, 8, collision=Rect(-20, 0, 50, 8, one_way=(0, -1)))
    assert box.separation(plank) == box.separation(plank, mask=1) == (0, -2)
    assert box.check(plank, mask=1) == [plank]
    assert box.contacts(plank, mask=1) == box.contacts(plank)
    assert box.depenetrate(plank, mask=1) == (0, 0)


@for_each("seed", range(5))
def test_contacts_of_a_group_are_those_of_a_sprite_on_no_layer(seed: int) -> None:
    rng = random.Random(seed)
    sprites = crowd(rng, 30)
    group = Group(sprites)
    for _ in range(20):
        x, y, r = rng.uniform(0, 60), rng.uniform(0, 60), rng.uniform(1, 20)
        bang = Circle(x, y, r, name="bang")
        contacts = contacts_of(group, bang)
        assert list(dict.fromkeys(c.other for c in contacts)) == group.query_shape(bang)
        assert all(type(c.sprite) is Sprite and c.shape is bang for c in contacts)
        expected = [
            found
            for sprite in group.query_shape(bang)
            for found in Sprite(collision=bang).contacts(_plain(sprite))
        ]
        assert [(c.other_shape, c.normal, c.depth, c.points) for c in contacts] == [
            (c.other_shape, c.normal, c.depth, c.points) for c in expected
        ]
        assert [c.depth for c in contacts_of(group, Sprite(x, y, collision=Circle(0, 0, r)))] == (
            pytest.approx([c.depth for c in contacts], abs=1e-9)
        )
        mask = rng.choice([1, 2, 4])
        some = contacts_of(group, bang, mask=mask, exclude=sprites[:9])
        assert [(c.other, c.depth) for c in some] == [
            (c.other, c.depth)
            for c in contacts
            if c.other not in sprites[:9] and c.other.collision_layer & mask
        ]
        assert {c.other for c in contacts_of(group, bang, where=lambda s: s.x > 30)} == {
            s for s in group.query_shape(bang) if s.x > 30
        }


def test_contacts_of_a_group_with_one_of_its_own() -> None:
    a, b = (Sprite(x, 0, collision=Circle(0, 0, 5), collision_mask=0) for x in (0, 8))
    (contact,) = contacts_of(Group(a, b), a)
    assert (contact.sprite, contact.other, contact.normal) == (a, b, (-1, 0))


@given(exact_shapes(), exact_shapes())
def test_a_mask_of_everything_is_no_condition_where_layers_meet(one: Any, two: Any) -> None:
    a, b = Sprite(collision=one), Sprite(collision=two)
    for call in ("check", "contacts", "separation"):
        assert getattr(a, call)(b) == getattr(a, call)([b], mask=1, exclude=[])
    assert pairs(a, b) == check(a, b, mask=1) == check(Group(a), b, mask=2**64 - 1)


def test_callbacks_of_chosen_pairs_get_their_contacts_whatever_the_layers() -> None:
    seen: list[Any] = []

    def note(own: Sprite, other: Sprite, contact: Contact) -> None:
        seen.append((own, other, contact.depth))

    a = Sprite(collision=Circle(0, 0, 5), collision_mask=0)
    b = Sprite(6, 0, collision=Circle(0, 0, 5), collision_layer=8)
    assert check(a, b, shot=note, hit=None) == []
    assert check(a, b, shot=note, hit=None, mask=8) == [(a, b)]
    assert seen == [(a, b, 4)]


def test_where_is_asked_before_the_first_callback() -> None:
    log: list[str] = []

    class Noted(Sprite):
        collision = Circle(0, 0, 5)

        def shot(self, other: Sprite) -> None:
            log.append("shot")

    def where(sprite: Sprite) -> bool:
        log.append("where")
        return True

    check([Noted(), Noted()], [Noted(), Noted()], where=where)
    assert log == ["where"] * 2 + ["shot"] * 4


MOVES: dict[str, Callable[..., Any]] = {
    "check": lambda s, group, where: s.check(group, where=where),
    "contacts": lambda s, group, where: s.contacts(group, where=where),
    "separation": lambda s, group, where: s.separation(group, where=where),
    "depenetrate": lambda s, group, where: s.depenetrate(group, where=where),
    "sweep": lambda s, group, where: s.sweep(50, 0, group, where=where),
    "sweep_all": lambda s, group, where: s.sweep_all(50, 0, group, where=where),
    "move_and_collide": lambda s, group, where: s.move_and_collide(50, 0, group, where=where),
    "move_and_slide": lambda s, group, where: s.move_and_slide(50, 0, group, where=where),
    "query_shape": lambda s, group, where: group.query_shape(s, where=where),
    "Group.contacts": lambda s, group, where: contacts_of(group, s, where=where),
    "with exclude": lambda s, group, where: s.check(group, where=where, exclude=Sprite()),
}


@for_each("name", MOVES)
@for_each("attribute", ["x", "y", "angle", "scale_x"])
def test_a_where_that_moves_who_asks_is_an_error(name: str, attribute: str) -> None:
    sprite = Sprite(0, 0, collision=Circle(0, 0, 8))
    group = Group(Sprite(x, 0, collision=Circle(0, 0, 8)) for x in (10, 40))

    def rude(other: Sprite) -> bool:
        setattr(sprite, attribute, getattr(sprite, attribute) + 1)
        return True

    with pytest.raises(RuntimeError, match=r"where has moved <Sprite .*move the sprite after the"):
        MOVES[name](sprite, group, rude)

    def polite(other: Sprite) -> bool:
        other.x += 0.001
        sprite.x += 1
        sprite.x -= 1
        return True

    MOVES[name](sprite, group, polite)


def test_records_have_one_name_for_what_is_found() -> None:
    coin = Sprite(5, 0, collision=[Circle(0, 0, 2), Circle(0, 9, 2)])
    group = Group(coin)
    asker = Sprite(collision=Circle(0, 0, 4))
    near = group.nearest(0, 0)
    ray = group.raycast(-9, 0, 9, 0)
    sweep = Sprite(-20, collision=Circle(0, 0, 1)).sweep(50, 0, group)
    assert isinstance(near, Near)
    assert isinstance(ray, RayHit)
    assert sweep is not None
    for record in (near, ray, sweep, asker.contacts(group)[0], contacts_of(group, asker)[0]):
        assert record.other is coin
        assert record.other_shape is coin.shapes[0]
    arrays = Group(asker).contact_arrays(group)
    for one in ("position", "shape", "normal", "depth", "point", "count"):
        assert len(getattr(arrays, one)) == 1
        assert not hasattr(arrays, f"{one}s")


def test_distances_compare_as_numbers() -> None:
    a = Sprite(collision=Circle(0, 0, 5))
    near, far = Sprite(20, 0, collision=Circle(0, 0, 5)), Sprite(90, 0, collision=Circle(0, 0, 5))
    found = a.distance(near)
    assert [found < limit for limit in (9, 10, 11)] == [False, False, True]
    assert [found <= limit for limit in (9, 10, 11)] == [False, True, True]
    assert [found > limit for limit in (9, 10, 11)] == [True, False, False]
    assert [found >= limit for limit in (9, 10, 11)] == [True, True, False]
    assert 9 < found < a.distance(far)
    assert min((far, near), key=a.distance) is near
    assert float(found) == 10
    assert found == a.distance(near)
    assert found != 10
    with pytest.raises(TypeError, match="'<' not supported between"):
        found < "far"  # type: ignore[operator] # noqa: B015


def test_arrays_of_numbers_are_no_targets() -> None:
    import numpy as np

    a = Sprite(collision=Circle(0, 0, 5))
    group = Group(a, Sprite(3, collision=Circle(0, 0, 5)))
    for array in (group.x, group.aabbs, group.pair_indices(), np.empty((0, 2))):
        with pytest.raises(TypeError, match=r"targets must be .*array of .*group\[positions\]"):
            a.check(array)
        with pytest.raises(TypeError, match=r"b must be .*got an array of"):
            pairs(a, [array])
    assert a.check(np.array(list(group))) == [group[1]]
    assert a.check(np.array([])) == []  # such as an array of no sprites
    with pytest.raises(TypeError, match=r"got np.float64\(3.0\); for what is at a point"):
        a.check([np.float64(3)])


def test_hints_are_given_with_conditions_too() -> None:
    class Shapeless(Sprite):
        pass

    with pytest.warns(SpritecolWarning, match="neither image nor collision"):
        Sprite(collision=Circle(0, 0, 1)).check([Shapeless()], mask=1)
