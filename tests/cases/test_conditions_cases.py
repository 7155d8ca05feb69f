"""Faults of conditions and targets that were found once, and stay away."""

import copy
import math
import operator
import pickle

import pytest
from cases.by_hand import ball, box
from support.levels import UP, walker

from spritecol import Capsule, Circle, Group, Overlaps, Rect, Sprite, SpritecolWarning, check, pairs

# --- where ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda a, others, where: pairs([a], others, where=where), id="pairs"),
        pytest.param(lambda a, others, where: check([a], others, where=where), id="check"),
        pytest.param(
            lambda a, others, where: Group(a).pairs(others, where=where), id="Group.pairs"
        ),
    ],
)
def test_where_of_two_is_told_both_of_each_pair(ask):
    a, b, c = ball(0, 0, 5), ball(6, 0, 5), ball(4, 0, 5)
    asked = []

    def where(one, other):
        asked.append((one, other))
        return other is not c

    assert ask(a, [b, c], where) == [(a, b)]
    assert set(asked) == {(a, b), (a, c)}


def test_hits_is_true_if_where_accepts_one() -> None:
    a, b, c = ball(0, 0, 5), ball(6, 0, 5), ball(4, 0, 5)
    assert Group(a).hits([c, b], where=lambda one, other: other is not c)
    assert not Group(a).hits(c, where=lambda one, other: other is not c)


def test_within_one_collection_where_is_told_the_first_of_a_pair_first() -> None:
    a, b, c = ball(0, 0, 5), ball(6, 0, 5), ball(4, 0, 5)
    assert pairs([a, b, c], where=lambda one, other: one is a) == [(a, b), (a, c)]


def test_where_is_asked_before_the_first_callback() -> None:
    log = []

    class Noted(Sprite):
        collision = Circle(0, 0, 5)

        def shot(self, other):
            log.append("shot")

    def where(sprite):
        log.append("where")
        return True

    assert len(check([Noted(), Noted()], [Noted(), Noted()], where=where)) == 4
    assert log == ["where"] * 2 + ["shot"] * 4


def test_where_may_be_told_the_contact() -> None:
    a, b, c = ball(0, 0, 5), ball(6, 0, 5), ball(4, 0, 5)

    def deep(other, contact):
        assert contact.other is other
        assert contact.sprite is a
        return contact.depth > 5

    assert a.check([b, c], where=deep) == [c]
    assert a.hits([b, c], where=deep)
    assert not a.hits(b, where=deep)
    assert [found.other for found in a.contacts([b, c], where=deep)] == [c]
    assert a.separation([b], where=deep) == (0, 0)
    assert a.separation([c], where=deep) == a.separation(c)
    assert a.depenetrate(b, where=deep) == (0, 0)
    assert a.depenetrate(c, where=lambda other, contact: contact.normal == (-1, 0)) == (-6, 0)


def test_where_is_told_no_contact_with_a_target_in_the_way_out_that_is_not_hit() -> None:
    sprite, wall, stop = box(2, 0, 10, 10), box(10, -50, 10, 110), box(-10, -50, 11, 110)
    told = {}

    def where(other, contact):
        told[other] = contact
        return True

    assert sprite.separation([wall, stop], where=where) != (0, 0)
    assert told[wall].depth == 2
    assert told.get(stop) is None


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda group, **how: group.pair_indices(**how), id="pairs"),
        pytest.param(lambda group, **how: group.contact_arrays(**how), id="contacts"),
        pytest.param(lambda group, **how: group.separation_arrays(**how), id="separations"),
        pytest.param(lambda group, **how: group.point_indices([(0, 0)], **how), id="points"),
        pytest.param(lambda group, **how: group.box_indices([(0, 0, 9, 9)], **how), id="boxes"),
        pytest.param(lambda group, **how: group.circle_indices([(0, 0, 9)], **how), id="circles"),
        pytest.param(lambda group, **how: group.nearest_indices([(0, 0)], **how), id="nearest"),
        pytest.param(lambda group, **how: group.raycast_arrays([(0, 0)], (9, 0), **how), id="rays"),
        pytest.param(
            lambda group, **how: group.line_of_sight_arrays([(0, 0)], (9, 0), **how), id="sight"
        ),
        pytest.param(lambda group, **how: group.sweep_arrays(9, 0, group, **how), id="sweeps"),
        pytest.param(
            lambda group, **how: group.move_and_slide_arrays(9, 0, group, **how), id="slides"
        ),
    ],
)
def test_calls_that_return_arrays_have_no_where(ask):
    group = Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 9))
    before = group.x.tolist()
    with pytest.raises(TypeError, match=r"select from the result.* got where=5"):
        ask(group, where=5)
    assert group.x.tolist() == before
    assert ask(group, where=None) is not None


def test_where_must_return_true_or_false() -> None:
    a, b = ball(0, 0, 5), ball(0, 0, 5)
    with pytest.raises(TypeError, match=r"True or False"):
        a.check(b, where=lambda other: None)
    watch = Overlaps(a, b, where=lambda one, other: None)
    with pytest.raises(TypeError, match=r"True or False"):
        watch.update()
    assert watch.pairs == []


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda group, where: group.query_point(0, 0, where=where), id="query_point"),
        pytest.param(lambda group, where: group.raycast(-9, 0, 9, 0, where=where), id="raycast"),
        pytest.param(lambda group, where: group.nearest(0, 0, where=where), id="nearest"),
    ],
)
def test_an_error_in_where_passes(ask):
    with pytest.raises(ZeroDivisionError):
        ask(Group(ball(0, 0, 5)), lambda sprite: 1 / 0)


@pytest.mark.parametrize(
    "shape", [Circle(0, 0, 16), Capsule(0, -4, 0, 4, 12)], ids=["circle", "capsule"]
)
@pytest.mark.parametrize("x", range(66, 90, 4))
def test_a_platform_that_where_rejects_lets_nobody_pass_the_next_one(x, shape):
    def ends(name):
        plank, ghost = box(32, 64, 32, 8, UP), box(64, 64, 32, 8, UP)
        how = {"exclude": ghost} if name == "exclude" else {"where": lambda other: other != ghost}
        level = [plank, ghost]
        body, hero = Sprite(x, 52, collision=shape), walker(shape, x, 52)
        first, every = body.sweep(-8, 6, level, **how), body.sweep_all(-8, 6, level, **how)
        body.move_and_slide(-8, 6, level, **how)
        hero.move(-8, 6, level, **how)
        return {
            "sweep": first and first.fraction,
            "sweep_all": [hit.fraction for hit in every],
            "slide": body.position,
            "walk": hero.sprite.position,
        }

    assert ends("where") == ends("exclude")


# --- Overlaps -------------------------------------------------------------------------------------


def test_overlaps_look_at_their_conditions_in_each_update() -> None:
    a, b, c = ball(0, 0, 5), ball(6, 0, 5), ball(4, 0, 5, collision_layer=2)
    left_out = Group()
    watch = Overlaps(a, [b, c], mask=3, exclude=left_out, where=lambda one, other: other.x < 10)
    assert watch.update().entered == [(a, b), (a, c)]
    left_out.add(b)
    assert watch.update().exited == [(a, b)]
    left_out.clear()
    assert watch.update().entered == [(a, b)]
    assert copy.copy(watch).update().stayed == [(a, b), (a, c)]


def test_overlaps_keep_their_mask_when_pickled() -> None:
    a, b, c = ball(0, 0, 5), ball(6, 0, 5), ball(4, 0, 5, collision_layer=2)
    watch = Overlaps(a, [b, c], mask=2)
    assert len(watch.update().entered) == 1
    assert len(pickle.loads(pickle.dumps(watch)).update().stayed) == 1


@pytest.mark.parametrize("by_shape", [False, True], ids=["by sprite", "by shape"])
@pytest.mark.parametrize("name", ["mask", "exclude", "where of one", "where of two"])
def test_swept_overlaps_heed_conditions(name, by_shape):
    bullet = ball(0, 0, 1)
    walls = [box(x, -9, 2, 18, collision_layer=x // 10) for x in (10, 20, 40)]
    conditions = {
        "mask": {"mask": 5},
        "exclude": {"exclude": walls[1]},
        "where of one": {"where": lambda other: other is not walls[1]},
        "where of two": {"where": lambda one, other: other is not walls[1]},
    }
    watch = Overlaps(bullet, walls, swept=True, by_shape=by_shape, **conditions[name])
    watch.update()
    bullet.x = 60
    assert [pair[1] for pair in watch.update().entered] == [walls[0], walls[2]]


@pytest.mark.parametrize(
    ("name", "off", "on"),
    [("collision_enable", False, True), ("collision", [], Circle(0, 0, 1))],
    ids=["disabled", "without shapes"],
)
def test_a_pooled_bullet_has_not_come_from_where_it_was_disabled(name, off, on):
    bullet = ball(0, 0, 1)
    watch, entered = Overlaps(bullet, box(10, -9, 2, 18), swept=True), []
    for value, x in ((on, 0), (off, 0), (on, 60), (on, 0)):
        setattr(bullet, name, value)
        bullet.x = x
        entered.append(len(watch.update().entered))
    assert entered == [0, 0, 0, 1]


# --- targets --------------------------------------------------------------------------------------


def deep(wrap):
    """What puts items 10,000 deep into containers of one kind."""

    def nested(items):
        found = wrap(items)
        for _ in range(10_000):
            found = wrap([found])
        return found

    return nested


@pytest.mark.parametrize(
    "wrap",
    [
        pytest.param(lambda items: [items, *items[::-1], items], id="each several times"),
        pytest.param(deep(list), id="deep lists"),
        pytest.param(deep(tuple), id="deep tuples"),
        pytest.param(deep(iter), id="deep iterators"),
        pytest.param(set, id="set"),
        pytest.param(frozenset, id="frozenset"),
    ],
)
def test_targets_may_be_deep_several_times_and_in_sets(wrap):
    me, near, far, close, touching = (box(x, 0, 10, 10) for x in (0, 5, 50, -5, 10))
    found = me.check(wrap([near, far, touching, close]))
    if wrap in (set, frozenset):  # which have no order
        found.sort(key=[near, close].index)
    assert found == [near, close]


@pytest.mark.parametrize(
    "nothing",
    [
        pytest.param(list, id="list"),
        pytest.param(tuple, id="tuple"),
        pytest.param(lambda: [None], id="None in a list"),
        pytest.param(lambda: [[], [None, ()]], id="nested"),
        pytest.param(Group, id="Group"),
        pytest.param(lambda: iter(()), id="iterator"),
    ],
)
def test_targets_may_be_none_at_all(nothing):
    assert box(0, 0, 10, 10).check(nothing()) == []
    assert box(0, 0, 10, 10).hits(nothing()) is False


def test_a_sprite_is_no_target_of_its_own() -> None:
    me, near, far = (box(x, 0, 10, 10) for x in (0, 5, 50))
    assert me.check([me, near, me]) == [near]
    assert not me.hits(me)
    assert not me.hits(Group(me))
    assert pairs([me], [me]) == []
    assert pairs(me, [near, far]) == [(me, near)]
    assert pairs(me, Group(near, far)) == [(me, near)]


def test_what_has_vanished_is_disabled_or_has_no_shape_is_left_out() -> None:
    me, first, gone, off, bare, last = (box(x, 0, 10, 10) for x in (0, 1, 2, 2, 2, 3))
    gone.vanish()
    off.collision_enable, bare.collision = False, []
    assert me.check([first, gone, off, bare, last]) == [first, last]
    for silent in (gone, off, bare):
        assert not silent.hits([me, first])


def test_a_container_that_contains_itself_is_refused() -> None:
    me, near = box(0, 0, 10, 10), box(5, 0, 10, 10)
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


def test_the_same_container_twice_is_no_loop() -> None:
    me, near = box(0, 0, 10, 10), box(5, 0, 10, 10)
    inner = [near]
    assert me.check([inner, inner, (inner, [inner])]) == [near]


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        pytest.param(
            lambda me, group: me.check(Circle(0, 0, 5)), "query_shape", id="check a shape"
        ),
        pytest.param(
            lambda me, group: me.distance(Circle(0, 0, 5)), "query_shape", id="distance to a shape"
        ),
        pytest.param(lambda me, group: me.hits((3, 4)), "query_point", id="hits a point"),
        pytest.param(lambda me, group: me.check([Sprite(), [5]]), "5", id="check a number"),
        pytest.param(lambda me, group: me.check(group.x), r"group\[positions\]", id="a column"),
        pytest.param(lambda me, group: pairs(me, [group.aabbs]), "array", id="boxes"),
        pytest.param(
            lambda me, group: Sprite.check([me], [group]), r"spritecol\.check", id="Sprite.check"
        ),
        pytest.param(
            lambda me, group: Sprite.check([me]), r"spritecol\.check", id="Sprite.check of one"
        ),
    ],
)
def test_what_is_no_target_is_refused_and_the_error_says_how_to_ask(ask, told):
    with pytest.raises(TypeError, match=told):
        ask(ball(0, 0, 5), Group(ball(0, 0, 5)))


def test_a_method_may_be_called_by_its_class() -> None:
    me, group = ball(0, 0, 5), Group(ball(0, 0, 5))
    assert Sprite.check(me, [group]) == [group[0]]


def test_a_sprite_without_a_shape_is_told_also_where_there_is_a_condition() -> None:
    class Shapeless(Sprite):
        pass

    with pytest.warns(SpritecolWarning, match="neither image nor collision"):
        ball(0, 0, 1).check([Shapeless()], mask=1)


# --- mask and distance ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["check", "contacts", "separation"])
def test_a_mask_that_all_are_on_is_no_condition(name):
    a, b = ball(0, 0, 5), Sprite(3, 1, collision=Rect(0, 0, 4, 4))
    ask = getattr(a, name)
    assert ask([b], mask=1, exclude=[]) == ask(b)


@pytest.mark.parametrize(
    ("other", "how", "distance"),
    [
        pytest.param({}, {}, 10, id="no condition"),
        pytest.param({"x": 3}, {}, -7, id="an overlap"),
        pytest.param({"collision_layer": 2}, {"mask": 2}, 10, id="a mask with its layer"),
        pytest.param({}, {"where": lambda one, found: found > 9}, 10, id="where it is far enough"),
        pytest.param(
            {"x": 3, "collision_layer": 2}, {"mask": 1}, math.inf, id="a mask without its layer"
        ),
        pytest.param({}, {"where": lambda one: False}, math.inf, id="where never"),
        pytest.param({}, {"where": lambda one, found: found > 10}, math.inf, id="where farther"),
        pytest.param({"x": 3, "collision_mask": 2}, {}, math.inf, id="its mask without my layer"),
        pytest.param(
            {"x": 3, "collision_mask": 2}, {"mask": 1}, -7, id="a mask instead of its mask"
        ),
        pytest.param({"x": 3, "collision_enable": False}, {}, math.inf, id="disabled"),
        pytest.param({"collision": []}, {}, math.inf, id="without a shape"),
    ],
)
def test_the_distance_from_what_does_not_count_is_infinite(other, how, distance):
    target = Sprite(**{"x": 20, "collision": Circle(0, 0, 5)} | other)
    me = ball(0, 0, 5)
    assert me.distance(target, **how).distance == distance
    assert me.distance(target, **how, exclude=target).distance == math.inf
    assert me.distance([me]).distance == me.distance(me).distance == math.inf
    if distance == math.inf:
        assert me.contacts(target, **how) == []
        assert me.separation(target, **how) == (0, 0)


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
@pytest.mark.parametrize("number", [9, 10, 11])
def test_a_distance_compares_as_its_number(number, compare):
    assert compare(ball(0, 0, 5).distance(ball(20, 0, 5)), number) == compare(10, number)


def test_distances_compare_with_each_other() -> None:
    a, near, far = ball(0, 0, 5), ball(20, 0, 5), ball(90, 0, 5)
    assert a.distance(near) < a.distance(far)
    assert a.distance(near) == a.distance(near) == 10
    assert float(a.distance(near)) == 10
    assert min((far, near), key=a.distance) is near
    with pytest.raises(TypeError, match=r"'<' not supported between"):
        assert a.distance(near) < "far"


# --- records --------------------------------------------------------------------------------------


def test_with_a_mask_one_way_shapes_are_ordinary_except_for_depenetrate() -> None:
    sprite, plank = box(0, 0, 10, 10), box(-20, 8, 50, 8, UP)
    assert sprite.separation(plank, mask=1) == sprite.separation(plank) == (0, -2)
    assert sprite.check(plank, mask=1) == [plank]
    assert sprite.contacts(plank, mask=1) == sprite.contacts(plank)
    assert sprite.depenetrate(plank, mask=1) == (0, 0)


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda asker, group: group.nearest(0, 0), id="nearest"),
        pytest.param(lambda asker, group: group.raycast(-9, 0, 9, 0), id="raycast"),
        pytest.param(lambda asker, group: ball(-20, 0, 1).sweep(50, 0, group), id="sweep"),
        pytest.param(lambda asker, group: asker.contacts(group)[0], id="contacts"),
    ],
)
def test_what_is_found_has_one_name_in_every_record(ask):
    coin = Sprite(5, 0, collision=[Circle(0, 0, 2), Circle(0, 9, 2)])
    record = ask(ball(0, 0, 4), Group(coin))
    assert record.other is coin
    assert record.other_shape is coin.shapes[0]


@pytest.mark.parametrize("name", ["index", "shape_index", "normal", "depth", "point", "count"])
def test_the_arrays_of_contacts_have_names_in_the_singular(name):
    coin = Sprite(5, 0, collision=[Circle(0, 0, 2), Circle(0, 9, 2)])
    arrays = Group(ball(0, 0, 4)).contact_arrays([coin])
    assert len(getattr(arrays, name)) == 1
    assert not hasattr(arrays, name + "s")
