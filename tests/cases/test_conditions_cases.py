"""Faults of conditions that were found once, and stay away."""

import copy
import math
import pickle
from collections import deque

import numpy
import pytest
from spritecol import Capsule, CharacterController, Circle, Group, Overlaps, Rect, Sprite, SpritecolWarning, check, pairs


def test_where_of_two_is_told_of_both_before_the_first_callback_and_of_no_pair_twice() -> None:
    def disc(x, r=5, **named):
        return Sprite(x, 0, collision=Circle(0, 0, r), **named)

    a, b, c = disc(0), disc(6), disc(4)
    asked = []

    def where(one, other):
        asked.append((one, other))
        return other is not c

    assert [pairs([a], [b, c], where=where), check([a], [b, c], where=where), Group(a).pairs([b, c], where=where)] == [[(a, b)]] * 3
    assert (Group(a).hits([c, b], where=where), Group(a).hits(c, where=where), set(asked) == {(a, b), (a, c)}) == (True, False, True)
    assert pairs([a, b, c], where=lambda one, other: one is a) == [(a, b), (a, c)]
    log = []

    class Noted(Sprite):
        collision = Circle(0, 0, 5)

        def shot(self, other):
            log.append("shot")

    assert len(check([Noted(), Noted()], [Noted(), Noted()], where=lambda sprite: log.append("where") or True)) == 4
    assert log == ["where"] * 2 + ["shot"] * 4


def test_where_of_a_sprite_and_its_contact() -> None:
    a, b, c = (Sprite(x, 0, collision=Circle(0, 0, 5)) for x in (0, 6, 4))

    def deep(other, contact):
        return contact.other is other and contact.sprite is a and contact.depth > 5

    assert (a.check([b, c], where=deep), a.hits([b, c], where=deep), a.hits(b, where=deep)) == ([c], True, False)
    assert [found.other for found in a.contacts([b, c], where=deep)] == [c]
    assert (a.separation([b], where=deep), a.separation([c], where=deep) == a.separation(c), a.depenetrate(b, where=deep)) == (
        (0, 0),
        True,
        (0, 0),
    )
    assert a.depenetrate(c, where=lambda other, contact: contact.normal == (-1, 0)) == (-6, 0)


def test_where_must_say_yes_or_no() -> None:
    a, b = (Sprite(collision=Circle(0, 0, 5)) for _ in "ab")
    with pytest.raises(TypeError, match=r"True or False"):
        a.check(b, where=lambda other: None)
    failing = Overlaps(a, b, where=lambda one, other: None)
    with pytest.raises(TypeError, match=r"True or False"):
        failing.update()
    assert failing.pairs == []
    with pytest.raises(ZeroDivisionError):
        Group(a).query_point(0, 0, where=lambda sprite: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Group(a).raycast(-9, 0, 9, 0, where=lambda sprite: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Group(a).nearest(0, 0, where=lambda sprite: 1 / 0)


def test_overlaps_keep_their_conditions_copied_and_pickled_too() -> None:
    a, b, c = (
        Sprite(0, collision=Circle(0, 0, 5)),
        Sprite(6, collision=Circle(0, 0, 5)),
        Sprite(4, collision=Circle(0, 0, 5), collision_layer=2),
    )
    left_out = Group()
    watch = Overlaps(a, [b, c], mask=3, exclude=left_out, where=lambda one, other: other.x < 10)
    assert watch.update().entered == [(a, b), (a, c)]
    left_out.add(b)
    assert watch.update().exited == [(a, b)]
    left_out.clear()
    assert watch.update().entered == [(a, b)]
    assert copy.copy(watch).update().stayed == [(a, b), (a, c)]
    by_layer = Overlaps(a, [b, c], mask=2)
    assert len(by_layer.update().entered) == 1
    assert len(pickle.loads(pickle.dumps(by_layer)).update().stayed) == 1


def test_swept_overlaps_heed_conditions() -> None:
    bullet = Sprite(collision=Circle(0, 0, 1))
    walls = [Sprite(x, -9, collision=Rect(0, 0, 2, 18), collision_layer=x // 10) for x in (10, 20, 40)]

    def met(by_shape, **named):
        bullet.x = 0
        watch = Overlaps(bullet, walls, swept=True, by_shape=by_shape, **named)
        watch.update()
        bullet.x = 60
        return [pair[1] for pair in watch.update().entered] == [walls[0], walls[2]]

    keeps = {"mask": 5}, {"exclude": walls[1]}, {"where": lambda o: o is not walls[1]}, {"where": lambda s, o: o is not walls[1]}
    assert [met(by_shape, **keep) for by_shape in (False, True) for keep in keeps] == [True] * 8


def test_a_pooled_bullet_has_not_come_from_where_it_was_disabled() -> None:
    def pooled(name, off, on):
        wall, bullet = Sprite(10, -9, collision=Rect(0, 0, 2, 18)), Sprite(collision=Circle(0, 0, 1))
        watch, told = Overlaps(bullet, wall, swept=True), []
        for value, x in ((on, 0), (off, 0), (on, 60), (on, 0)):
            setattr(bullet, name, value)
            bullet.x = x
            told.append(len(watch.update().entered))
        return told

    assert [pooled(*how) for how in (("collision_enable", False, True), ("collision", [], Circle(0, 0, 1)))] == [[0, 0, 0, 1]] * 2


def test_a_plank_that_where_rejects_lets_nobody_pass_the_next_one() -> None:
    def ends(shape, x, **named):
        plank, ghost = (Sprite(p, 64, collision=Rect(0, 0, 32, 8, one_way=(0, -1))) for p in (32, 64))
        named = {name: ghost if value == "ghost" else lambda other: other is not ghost for name, value in named.items()}
        body, walker = Sprite(x, 52, collision=shape), CharacterController(Sprite(x, 52, collision=shape))
        found = [
            hit and hit.fraction for hit in (body.sweep(-8, 6, [plank, ghost], **named), *body.sweep_all(-8, 6, [plank, ghost], **named))
        ]
        body.move_and_slide(-8, 6, [plank, ghost], **named)
        walker.move(-8, 6, [plank, ghost], **named)
        return found, body.x, body.y, walker.sprite.x, walker.sprite.y

    assert [
        ends(s, x, where="not") == ends(s, x, exclude="ghost")
        for s in (Circle(0, 0, 16), Capsule(0, -4, 0, 4, 12))
        for x in range(66, 90, 4)
    ] == [True] * 12


def test_targets_nested_ten_thousand_deep_in_any_container_none_and_copies_among_them() -> None:
    me, near, far, close, touching = (Sprite(x, collision=Rect(0, 0, 10, 10)) for x in (0, 5, 50, -5, 10))
    items = [near, far, touching, close]

    def deep(wrap):
        nested = wrap(items)
        for _ in range(10_000):
            nested = wrap([nested])
        return nested

    kinds = [
        iter(items),
        (s for s in items),
        deque(items),
        dict.fromkeys(items),
        dict(enumerate(items)).values(),
        numpy.array(items, dtype=object),
        [items, *items[::-1], items],
        deep(list),
        deep(tuple),
        deep(iter),
    ]
    assert [me.check(kind) == [near, close] for kind in kinds] == [True] * 10
    assert [set(me.check(kind(items))) == {near, close} for kind in (set, frozenset)] == [True] * 2
    assert [(me.check(none), me.hits(none)) for none in ([], (), [None], [[], [None, ()]], Group(), iter(()))] == [([], False)] * 6
    assert (me.check([me, near, me]), me.hits(me), me.hits(Group(me)), pairs([me], [me])) == ([near], False, False, [])
    assert [pairs(me, k) for k in ([near, far], Group(near, far))] == [[(me, near)]] * 2


def test_targets_who_is_silent_is_left_out() -> None:
    def square(x=0):
        return Sprite(x, collision=Rect(0, 0, 10, 10))

    me, first, gone, off, bare, last = map(square, (0, 1, 2, 2, 2, 3))
    gone.vanish()
    off.collision_enable, bare.collision = False, []
    assert me.check([first, gone, off, bare, last]) == [first, last]
    assert [s.hits([me, first]) for s in (gone, off, bare)] == [False] * 3


def test_targets_what_contains_itself_is_refused_the_same_container_twice_is_no_loop() -> None:
    me, near = (Sprite(x, collision=Rect(0, 0, 10, 10)) for x in (0, 5))
    loop, round_about = [near], [near]
    loop.append(loop)
    round_about.append(([round_about],))

    class Own:
        def __iter__(self):
            return iter([near, self])

    with pytest.raises(ValueError, match="itself"):
        me.check([loop])
    with pytest.raises(ValueError, match="itself"):
        pairs([me, round_about])
    with pytest.raises(ValueError, match="itself"):
        me.hits(Own())
    assert me.check([[near], [near], ([near], [[near]])]) == [near]


def test_targets_shapes_points_numbers_and_arrays_are_none_and_the_error_says_how_to_ask() -> None:
    me, group = Sprite(collision=Circle(0, 0, 5)), Group(Sprite(collision=Circle(0, 0, 5)))
    with pytest.raises(TypeError, match="query_shape"):
        me.check(Circle(0, 0, 5))
    with pytest.raises(TypeError, match="query_point"):
        me.hits((3, 4))
    with pytest.raises(TypeError, match="5"):
        me.check([Sprite(), [5]])
    with pytest.raises(TypeError, match=r"group\[positions\]"):
        me.check(group.x)
    with pytest.raises(TypeError, match="array"):
        pairs(me, [group.aabbs])
    with pytest.raises(TypeError, match=r"spritecol\.check"):
        Sprite.check([me], [group])
    with pytest.raises(TypeError, match=r"spritecol\.check"):
        Sprite.check([me])
    with pytest.raises(TypeError, match="query_shape"):
        me.distance(Circle(0, 0, 5))
    assert me.distance([me]) == float("inf")
    assert Sprite.check(me, [group]) == [group[0]]


def test_hints_are_given_with_conditions_too() -> None:
    class Shapeless(Sprite):
        pass

    with pytest.warns(SpritecolWarning, match="neither image nor collision"):
        Sprite(collision=Circle(0, 0, 1)).check([Shapeless()], mask=1)
    assert Sprite(collision=Circle(0, 0, 1)).hits([]) is False


def test_a_mask_of_everything_is_no_condition_where_layers_meet() -> None:
    a, b = Sprite(collision=Circle(0, 0, 5)), Sprite(3, 1, collision=Rect(0, 0, 4, 4))
    assert [ask(b) == ask([b], mask=1, exclude=[]) for ask in (a.check, a.contacts, a.separation)] == [True] * 3


def test_the_distance_from_what_does_not_count_is_infinite() -> None:
    a, b = Sprite(collision=Circle(0, 0, 5)), Sprite(20, collision=Circle(0, 0, 5), collision_layer=2)
    assert [a.distance(b, **named).distance for named in ({}, {"mask": 2}, {"where": lambda one, found: found > 9})] == [10] * 3
    assert [
        a.distance(b, **named).distance
        for named in ({"mask": 1}, {"exclude": b}, {"where": lambda one: False}, {"where": lambda one, found: found > 10})
    ] == [math.inf] * 4
    b.collision_mask = 0
    assert (a.distance(b).distance, a.distance(b, mask=2).distance) == (math.inf, 10)


def test_distances_compare_as_numbers() -> None:
    a, near, far = (Sprite(x, collision=Circle(0, 0, 5)) for x in (0, 20, 90))
    found = a.distance(near)
    assert [(found < d, found <= d, found > d, found >= d) for d in (9, 10, 11)] == [
        (False, False, True, True),
        (False, True, False, True),
        (True, True, False, False),
    ]
    assert (9 < found < a.distance(far), min((far, near), key=a.distance), float(found), found == a.distance(near), found == 10) == (
        True,
        near,
        10,
        True,
        True,
    )
    with pytest.raises(TypeError, match=r"'<' not supported between"):
        assert found < "far"


def test_a_target_in_the_way_out_that_is_not_hit_has_no_contact() -> None:
    box, wall, stop = (
        Sprite(2, collision=Rect(0, 0, 10, 10)),
        Sprite(10, -50, collision=Rect(0, 0, 10, 110)),
        Sprite(-10, -50, collision=Rect(0, 0, 11, 110)),
    )
    seen = {}
    assert len(box.separation([wall, stop], where=lambda other, contact: seen.update({other: contact}) or True)) == 2
    assert (seen[wall].depth, seen.get(stop)) == (2, None)


def test_one_way_shapes_are_ordinary_ones_for_hits_contacts_and_the_way_out_with_a_mask_too_depenetrate_heeds_them() -> None:
    box, plank = Sprite(collision=Rect(0, 0, 10, 10)), Sprite(0, 8, collision=Rect(-20, 0, 50, 8, one_way=(0, -1)))
    assert (box.separation(plank), box.separation(plank, mask=1), box.check(plank, mask=1)) == ((0, -2), (0, -2), [plank])
    assert (box.contacts(plank, mask=1) == box.contacts(plank), box.depenetrate(plank, mask=1)) == (True, (0, 0))


def test_what_is_found_has_one_name_in_every_record() -> None:
    coin, asker = Sprite(5, 0, collision=[Circle(0, 0, 2), Circle(0, 9, 2)]), Sprite(collision=Circle(0, 0, 4))
    group, arrays = Group(coin), Group(asker).contact_arrays([coin])
    records = [
        group.nearest(0, 0),
        group.raycast(-9, 0, 9, 0),
        Sprite(-20, collision=Circle(0, 0, 1)).sweep(50, 0, group),
        asker.contacts(group)[0],
    ]
    assert [(r.other, r.other_shape) for r in records] == [(coin, coin.shapes[0])] * 4
    assert [
        (len(getattr(arrays, one)), hasattr(arrays, one + "s")) for one in ("position", "shape", "normal", "depth", "point", "count")
    ] == [(1, False)] * 6
