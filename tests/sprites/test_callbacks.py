"""check: which callbacks run, with what, in which order, and what they may do meanwhile."""

import functools
import gc
import sys
import weakref
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from support.behavior import SQUARE, Actor, same, square
from support.for_each import for_each

import spritecol
from spritecol import DISCARD, Group, Sprite, check, pairs

Log = list[tuple[Any, ...]]


def cast(names: str, log: Log) -> list[Actor]:
    """Actors that all hit each other."""
    return [Actor(name, log) for name in names]


def scene(log: Log) -> tuple[list[Actor], list[Actor]]:
    """Attackers a, b, c and targets p, q, r; a hits p and r, b none, c hits all, q hits p."""
    attackers = [Actor("a", log, 0), Actor("b", log, 100), Actor("c", log, 5)]
    targets = [Actor("p", log, 9), Actor("q", log, 12), Actor("r", log, -1)]
    return attackers, targets


def names(found: list[Any]) -> list[str]:
    return [a.name + b.name for a, b in found]


# -- order and results ----------------------------------------------------------------------


def test_attackers_first_and_shot_before_hit() -> None:
    log: Log = []
    attackers, targets = scene(log)
    found = check(attackers, targets)
    assert type(found) is list
    assert names(found) == ["ap", "ar", "cp", "cq", "cr"]
    assert all(type(pair) is tuple for pair in found)
    assert log == [
        event
        for a, b in ("ap", "ar", "cp", "cq", "cr")
        for event in (("shot", a, b), ("hit", b, a))
    ]


def test_within_one_collection_both_sides_are_hit_and_nobody_shoots() -> None:
    log: Log = []
    attackers, targets = scene(log)
    found = check([attackers[0], *targets])
    assert names(found) == ["ap", "ar", "pq"]
    assert log == [event for a, b in ("ap", "ar", "pq") for event in (("hit", a, b), ("hit", b, a))]


@pytest.mark.parametrize("kind", [list, tuple, lambda found: Group(*found), iter])
def test_the_same_collection_twice_is_one_collection(kind: Callable[[Any], Any]) -> None:
    log: Log = []
    collection = kind(cast("abc", log))
    assert names(check(collection, collection)) == ["ab", "ac", "bc"]
    assert [event[0] for event in log] == ["hit"] * 6
    collection = kind(cast("abc", log))
    assert names(pairs(collection, collection)) == ["ab", "ac", "bc"]


def test_equal_lists_are_two_collections() -> None:
    log: Log = []
    everyone = cast("ab", log)
    assert names(check(everyone, list(everyone))) == ["ab", "ba"]
    assert log == [("shot", "a", "b"), ("hit", "b", "a"), ("shot", "b", "a"), ("hit", "a", "b")]


def test_single_sprites_and_nested_collections() -> None:
    log: Log = []
    a, b, c, d = cast("abcd", log)
    assert names(check(a, b)) == ["ab"]
    assert names(check([[a], None, (b,)], Group(c, Group(d)))) == ["ac", "ad", "bc", "bd"]
    assert names(check([Group(a), [b, [c]]])) == ["ab", "ac", "bc"]
    assert check(a, a) == []
    assert check(a) == []


def test_repeated_sprites_count_once() -> None:
    log: Log = []
    a, b = cast("ab", log)
    assert names(check([a, a], [b, [b]])) == ["ab"]
    assert len(log) == 2
    assert names(check([a, b, a, Group(b)])) == ["ab"]
    assert len(log) == 4


def test_a_sprite_on_both_sides_does_not_meet_itself() -> None:
    log: Log = []
    a, b = cast("ab", log)
    assert names(check([a, b], [a])) == ["ba"]
    assert names(check(Group(a, b), Group(b, a))) == ["ab", "ba"]


def test_nothing_to_check() -> None:
    assert check([]) == []
    assert check([], []) == []
    assert check([square()], []) == []
    assert check(Group(), [square()]) == []
    assert check([square(), square(50)]) == []


def test_silent_sprites_are_not_found() -> None:
    log: Log = []
    a, b, c, d = cast("abcd", log)
    a.vanish()
    b.collision_enable = False
    assert names(check([a, b, c, d])) == ["cd"]
    assert log == [("hit", "c", "d"), ("hit", "d", "c")]


def test_pairs_calls_nothing() -> None:
    log: Log = []
    attackers, targets = scene(log)
    assert names(pairs(attackers, targets)) == ["ap", "ar", "cp", "cq", "cr"]
    assert names(pairs(a=attackers, b=targets)) == ["ap", "ar", "cp", "cq", "cr"]
    assert names(pairs(targets)) == ["pq"]
    assert log == []


def test_keywords() -> None:
    log: Log = []
    a, b = cast("ab", log)
    assert names(check(attackers=[a], targets=[b], shot="shot", hit=None)) == ["ab"]
    assert log == [("shot", "a", "b")]
    assert names(check([a], [b], "shot", "hit")) == ["ab"]


def test_group_check_is_the_same() -> None:
    log: Log = []
    attackers, targets = scene(log)
    assert names(Group(*attackers).check(Group(*targets))) == ["ap", "ar", "cp", "cq", "cr"]
    expected, log[:] = list(log), []
    check(attackers, targets)
    assert log == expected
    log.clear()
    assert names(Group(*targets).check()) == ["pq"]
    assert [event[0] for event in log] == ["hit"] * 2
    log.clear()
    Group(attackers[0]).check(Group(*targets), shot=None, hit=lambda me, other: log.append(()))
    assert log == [(), ()]


# -- which callback, with how many arguments ------------------------------------------------


def wrapping(function: Callable[..., Any]) -> Callable[..., Any]:
    """The usual decorator: takes anything, looks like what it wraps."""

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapper


class Arities:
    """Every way to write a callback; each tells `seen` what it was given beside self."""

    seen: ClassVar[list[tuple[Any, ...]]] = []

    def none(self) -> None:
        Arities.seen.append(())

    def one(self, other: Any) -> None:
        Arities.seen.append((other,))

    def optional(self, other: Any = "default") -> None:
        Arities.seen.append((other,))

    def one_and_optional(self, other: Any, damage: int = 1) -> None:
        Arities.seen.append((other,))

    def star(self, *args: Any) -> None:
        Arities.seen.append(args)

    def star_all(*args: Any) -> None:
        Arities.seen.append(args[1:])

    def keywords(self, *, damage: int = 1, **more: Any) -> None:
        Arities.seen.append(())

    def positional_only(self, other: Any, /) -> None:
        Arities.seen.append((other,))

    wrapped_none = wrapping(none)
    wrapped_one = wrapping(one)
    wrapped_twice = wrapping(wrapping(none))

    @functools.wraps(one)
    def narrower(self) -> None:
        Arities.seen.append(())

    @staticmethod
    def static_none() -> None:
        Arities.seen.append(())

    @staticmethod
    def static_one(other: Any) -> None:
        Arities.seen.append((other,))

    @classmethod
    def class_none(cls) -> None:
        Arities.seen.append(())

    @classmethod
    def class_one(cls, other: Any) -> None:
        Arities.seen.append((other,))

    partial_one = staticmethod(functools.partial(lambda log, other: log.append((other,)), seen))
    partial_none = staticmethod(functools.partial(lambda log: log.append(()), seen))
    method_one = functools.partialmethod(lambda self, log, other: log.append((other,)), seen)
    method_none = functools.partialmethod(lambda self, log: log.append(()), seen)

    @property
    def computed(self) -> Callable[..., Any]:
        return lambda other: Arities.seen.append((other,))


WITHOUT = {
    "none", "keywords", "wrapped_none", "wrapped_twice", "narrower", "static_none", "class_none",
    "partial_none", "method_none",
}  # fmt: skip
WITH = {
    "one", "optional", "one_and_optional", "star", "star_all", "positional_only", "wrapped_one",
    "static_one", "class_one", "partial_one", "method_one", "computed",
}  # fmt: skip


class Versatile(Arities, Sprite):
    collision = SQUARE


@for_each("name", sorted(WITHOUT | WITH))
def test_methods_get_the_other_only_if_they_take_it(name: str) -> None:
    a, b = Versatile(), Versatile()
    Arities.seen.clear()
    check([a], [b], shot=name, hit=None)
    assert Arities.seen == ([()] if name in WITHOUT else [(b,)])
    Arities.seen.clear()
    check([a], [b], shot=None, hit=name)
    assert Arities.seen == ([()] if name in WITHOUT else [(a,)])
    Arities.seen.clear()
    check([a, b], hit=name)
    assert Arities.seen == ([(), ()] if name in WITHOUT else [(b,), (a,)])


def test_decorated_functions_that_do_not_tell_are_passed_the_other() -> None:
    a, b = square(), square()
    seen: list[Any] = []

    @functools.wraps(dict.update)  # written in C, and without a signature
    def of_c(*args: Any) -> None:
        seen.append(args)

    def in_a_circle(*args: Any) -> None:
        seen.append(args)

    in_a_circle.__wrapped__ = in_a_circle  # type: ignore[attr-defined]

    def lies(*args: Any) -> None:
        seen.append(args)

    lies.__signature__ = 5  # type: ignore[attr-defined]
    for function in (of_c, in_a_circle, lies):
        seen.clear()
        check(a, b, shot=function, hit=None)
        a.shot = function  # type: ignore[attr-defined]
        check(a, b)
        assert seen == [(a, b), (b,)]


def test_what_a_function_takes_is_forgotten_with_it() -> None:
    def gone() -> weakref.ref[Any]:
        hit = functools.partial(eval, "lambda own, other: None")()
        check(square(), square(), shot=None, hit=hit)
        return weakref.ref(hit.__code__)

    code = gone()
    gc.collect()
    assert code() is None


def test_annotations_may_name_what_is_not_there() -> None:
    # From Python 3.14 on they are not looked at before someone asks.
    header = "" if sys.version_info >= (3, 14) else "from __future__ import annotations\n"
    scope: dict[str, Any] = {"Sprite": Sprite}
    exec(
        header + "class Shy(Sprite):\n"
        "    def hit(self, other: NotHere) -> NotHereEither:\n"
        "        self.met = other\n",
        scope,
    )
    a, shy = square(), scope["Shy"](collision=SQUARE)
    check(a, shy)
    assert shy.met is a


class Called:
    def __init__(self, log: list[Any]) -> None:
        self.log = log

    def __call__(self) -> None:
        self.log.append(())


class CalledWith(Called):
    def __call__(self, other: Any) -> None:  # type: ignore[override]
        self.log.append((other,))


def test_callbacks_may_be_attributes_of_the_instance() -> None:
    log: list[Any] = []
    a, b = square(), square(5)
    for callback, expected in (
        (lambda: log.append(()), [()]),
        (lambda other: log.append((other,)), [(b,)]),
        (lambda *args: log.append(args), [(b,)]),
        (Called(log), [()]),
        (CalledWith(log), [(b,)]),
        (functools.partial(log.append, ()), [()]),
        (functools.partial(lambda x, y: log.append((y,)), 1), [(b,)]),
    ):
        log.clear()
        a.shot = callback  # type: ignore[attr-defined]
        assert same(check(a, b), [(a, b)])
        assert log == expected


def test_builtins_as_callbacks() -> None:
    log: list[Any] = [1, 2]
    met: set[Any] = set()
    counts: dict[Any, int] = {}
    a, b = square(), square(5)
    a.shot = log.clear  # type: ignore[attr-defined]
    check(a, b)
    assert log == []
    a.shot = log.append  # type: ignore[attr-defined]
    check(a, b)
    assert log == [b]
    a.shot = met.add  # type: ignore[attr-defined]
    check(a, b)
    assert met == {b}
    a.shot = counts.setdefault  # type: ignore[attr-defined]
    check(a, b)
    assert counts == {b: None}
    a.shot = repr  # type: ignore[attr-defined]
    check(a, b)
    b.hit = b.vanish  # type: ignore[attr-defined]
    check(a, b)
    assert b.vanished


def test_an_override_in_a_subclass_has_its_own_arity() -> None:
    seen: list[Any] = []

    class Base(Sprite):
        collision = SQUARE

        def hit(self, other: Sprite) -> None:
            seen.append((other,))

    class Child(Base):
        def hit(self) -> None:  # type: ignore[override]
            seen.append(())

    base, child = Base(), Child()
    check([base, child])
    assert seen == [(child,), ()]
    Base.hit = Child.hit  # type: ignore[method-assign,assignment]
    seen.clear()
    check([base, child])
    assert seen == [(), ()]


def test_a_method_that_wants_more_fails_as_a_call_would() -> None:
    class Greedy(Sprite):
        collision = SQUARE

        def hit(self, other: Any, damage: int) -> None: ...

    with pytest.raises(TypeError, match="damage"):
        check([Greedy(), Greedy()])


def test_a_type_error_of_the_callback_is_not_taken_for_its_arity() -> None:
    calls: list[Any] = []

    class Broken(Sprite):
        collision = SQUARE

        def hit(self, other: Any) -> None:
            calls.append(other)
            raise TypeError("hit() takes 1 positional argument but 2 were given")

    with pytest.raises(TypeError, match="takes 1 positional"):
        check([Broken(), Broken()])
    assert len(calls) == 1


def test_missing_methods_and_what_cannot_be_called() -> None:
    log: Log = []
    plain, actor, other = square(), Actor("a", log), Actor("b", log)
    actor.shot = None  # type: ignore[method-assign,assignment]
    other.hit = 5  # type: ignore[method-assign,assignment]
    assert same(check([plain, actor], [other]), [(plain, other), (actor, other)])
    assert log == []
    assert same(check([plain, other]), [(plain, other)])
    assert log == []
    assert same(check([other, actor]), [(other, actor)])
    assert log == [("hit", "a", "b")]


def test_names_callables_and_none() -> None:
    log: Log = []
    a, b = cast("ab", log)
    check([a], [b], shot=None)
    assert log == [("hit", "b", "a")]
    log.clear()
    check([a], [b], hit=None)
    assert log == [("shot", "a", "b")]
    log.clear()
    check([a], [b], shot=None, hit=None)
    assert log == []
    check([a], [b], shot="hit", hit="shot")
    assert log == [("hit", "a", "b"), ("shot", "b", "a")]
    log.clear()
    check([a, b], hit=None)
    assert log == []


def test_none_for_the_targets_is_an_error_and_not_a_check_within() -> None:
    log: Log = []
    a, b = cast("ab", log)
    calls: list[Any] = [
        lambda: check([a, b], None),  # type: ignore[call-overload]
        lambda: check([a, b], targets=None),  # type: ignore[call-overload]
        lambda: check([a, b], None, hit=None, shot=None),  # type: ignore[call-overload]
        lambda: pairs([a, b], None),  # type: ignore[call-overload]
        lambda: pairs(Group(a, b), b=None),  # type: ignore[call-overload]
    ]
    for call, name in zip(calls, ["targets", "targets", "targets", "b", "b"], strict=True):
        with pytest.raises(TypeError, match=rf"^{name} must be .* got None; .* leave {name} out$"):
            call()
    assert log == []


def test_a_name_that_is_given_must_be_that_of_a_method() -> None:
    log: Log = []
    a, b, plain = *cast("ab", log), square()
    for named in ({"shot": "damge"}, {"hit": "damge"}, {"hit": "name"}):
        ((side, name),) = named.items()
        with pytest.raises(AttributeError, match=rf"^{side}='{name}' names no method of <Actor"):
            check([a], [b], **named)  # type: ignore[call-overload]
        assert log == []
    with pytest.raises(AttributeError, match=r"^shot='shot' names no method of <Sprite"):
        check(plain, a, shot="shot")
    with pytest.raises(AttributeError, match=r"^hit='damge' names no method"):
        check([a, b], hit="damge")
    with pytest.raises(AttributeError, match=r"^hit='damge' names no method"):
        Group(a).check(b, hit="damge")
    assert log == []
    with pytest.raises(AttributeError):
        check(a, plain, hit="hit")


def test_the_misspelled_name_is_told_only_of_sprites_it_is_called_on() -> None:
    class Target(Sprite):
        collision = SQUARE

        def damage(self) -> None:
            bullet.vanish()

    bullet = square()
    found = check(bullet, [Target(), square()], hit="damage")  # the second is skipped
    assert len(found) == 2


def test_functions_must_take_two_sprites() -> None:
    a, b = square(), square()
    wrong: list[Any] = [
        lambda one: None,
        lambda: None,
        Sprite.vanish,
        Actor.update,
        Actor("me", []).hit,
    ]
    for function in wrong:
        for side in ("shot", "hit"):
            with pytest.raises(TypeError, match=f'^{side} must be a function of two.*{side}="van'):
                check(a, b, **{side: function})
            with pytest.raises(TypeError, match=rf"^{side} must be a function of two"):
                Group(a).check(b, **{side: function})
    check(a, b, shot=lambda *sprites: None, hit=lambda own, other, more=1: None)


def test_the_sprites_own_methods_as_callbacks() -> None:
    log: Log = []
    for a, b, c in ([square(), square(), square()], cast("abc", log)):
        assert same(check([a, b], [c], shot="vanish", hit=None), [(a, c), (b, c)])
        assert (a.vanished, b.vanished, c.vanished) == (True, True, False)
        other = square()
        assert same(check([c, other], hit="vanish"), [(c, other)])
        assert c.vanished
        assert other.vanished
    assert log == []


def test_callables_get_their_own_sprite_first() -> None:
    calls: list[Any] = []
    a, b = square(), square(5)

    def shot(*args: Sprite) -> None:
        calls.append(("shot", *args))

    def hit(me: Sprite, other: Sprite) -> None:
        calls.append(("hit", me, other))

    check([a], [b], shot=shot, hit=hit)
    assert calls == [("shot", a, b), ("hit", b, a)]
    calls.clear()
    check([a, b], shot=shot, hit=hit)
    assert calls == [("hit", a, b), ("hit", b, a)]


def test_unbound_methods_are_callables_too() -> None:
    log: Log = []
    a, b = cast("ab", log)
    check([a], [b], shot=Actor.shot, hit=Actor.shot)
    assert log == [("shot", "a", "b"), ("shot", "b", "a")]


# -- all pairs are found first --------------------------------------------------------------


def test_callbacks_that_move_do_not_change_the_pairs() -> None:
    log: Log = []
    attackers, targets = scene(log)

    def leave(me: Actor, other: Actor) -> None:
        log.append((me.name, other.name))
        me.x += 1000
        other.collision = []
        other.collision_enable = False

    found = check(attackers, targets, shot=leave, hit=None)
    assert names(found) == ["ap", "ar", "cp", "cq", "cr"]
    assert log == [tuple(pair) for pair in names(found)]
    assert pairs(attackers, targets) == []


def test_callbacks_that_create_do_not_add_pairs() -> None:
    born: list[Sprite] = []

    def spawn(me: Sprite, other: Sprite) -> None:
        born.extend(square(x / 100) for x in range(2000))

    group = Group(square(), square(5))

    def join(me: Sprite, other: Sprite) -> None:
        group.add(*born[:10])

    assert len(check(group, group, hit=spawn)) == 1
    assert len(born) == 4000
    assert len(check(group, [square(1)], shot=spawn, hit=join)) == 2
    assert len(group) == 12
    assert len(group.pairs()) == 66
    assert born[500].hits(born[0])


def test_vanish_skips_later_pairs_but_not_the_hit_of_this_one() -> None:
    log: Log = []
    a, b = cast("ab", log)
    p, q = cast("pq", log)

    def by_hand(me: Actor, other: Actor) -> None:
        log.append(("shot", me.name, other.name))
        other.vanish()

    found = check([a, b], [p, q], shot=by_hand)
    assert names(found) == ["ap", "aq", "bp", "bq"]
    assert log == [("shot", "a", "p"), ("hit", "p", "a"), ("shot", "a", "q"), ("hit", "q", "a")]


def test_an_attacker_that_vanishes_in_its_shot() -> None:
    log: Log = []
    a, b = cast("ab", log)
    p, q = cast("pq", log)

    def by_hand(me: Actor, other: Actor) -> None:
        log.append(("shot", me.name, other.name))
        me.vanish()

    assert names(check([a, b], [p, q], shot=by_hand)) == ["ap", "aq", "bp", "bq"]
    assert log == [("shot", "a", "p"), ("hit", "p", "a"), ("shot", "b", "p"), ("hit", "p", "b")]


def test_vanish_within_one_collection() -> None:
    log: Log = []
    everyone = cast("abcd", log)
    everyone[0].hit = everyone[0].vanish  # type: ignore[method-assign]
    everyone[2].hit = everyone[3].vanish  # type: ignore[method-assign]
    assert names(check(everyone)) == ["ab", "ac", "ad", "bc", "bd", "cd"]
    # a vanishes in ab, so ac and ad are skipped; d vanishes in bc, so bd and cd are
    assert log == [("hit", "b", "a"), ("hit", "b", "c")]


def test_a_bystander_that_vanishes_is_skipped() -> None:
    log: Log = []
    a, b, c = cast("abc", log)
    a.shot = c.vanish  # type: ignore[method-assign]
    assert names(check([a, b], [c, b])) == ["ac", "ab", "bc"]
    assert log == [("hit", "c", "a"), ("hit", "b", "a")]


def test_only_vanish_skips() -> None:
    log: Log = []
    a, b, c = cast("abc", log)

    def disable(me: Actor, other: Actor) -> None:
        me.collision_enable = False
        log.append((me.name, other.name))

    check([a], [b, c], shot=disable, hit=None)
    assert log == [("a", "b"), ("a", "c")]


# -- DISCARD --------------------------------------------------------------------------------


def test_discard_by_shot_ends_the_attackers_pairs() -> None:
    log: Log = []
    a, b = cast("ab", log)
    p, q = cast("pq", log)

    def shot(me: Actor, other: Actor) -> Any:
        log.append(("shot", me.name, other.name))
        return DISCARD if me is a else None

    assert names(check([a, b], [p, q], shot=shot)) == ["ap", "aq", "bp", "bq"]
    assert log == [
        ("shot", "a", "p"), ("hit", "p", "a"),
        ("shot", "b", "p"), ("hit", "p", "b"),
        ("shot", "b", "q"), ("hit", "q", "b"),
    ]  # fmt: skip
    assert not a.vanished
    assert names(pairs([a], [p])) == ["ap"]


def test_discard_by_hit_ends_the_targets_pairs() -> None:
    log: Log = []
    a, b = cast("ab", log)
    p, q = cast("pq", log)
    p.hit = lambda: DISCARD  # type: ignore[method-assign,assignment,misc]
    assert len(check([a, b], [p, q])) == 4
    assert log == [
        ("shot", "a", "p"),
        ("shot", "a", "q"), ("hit", "q", "a"),
        ("shot", "b", "q"), ("hit", "q", "b"),
    ]  # fmt: skip


def test_discard_within_one_collection() -> None:
    log: Log = []
    a, b, c, d = cast("abcd", log)
    b.hit = lambda other: DISCARD  # type: ignore[method-assign,assignment,misc]
    check([a, b, c, d])
    assert log == [
        ("hit", "a", "b"),
        ("hit", "a", "c"), ("hit", "c", "a"),
        ("hit", "a", "d"), ("hit", "d", "a"),
        ("hit", "c", "d"), ("hit", "d", "c"),
    ]  # fmt: skip


def test_discard_takes_the_sprite_out_of_both_roles() -> None:
    log: Log = []
    a, b, c = cast("abc", log)
    a.shot = lambda other: DISCARD  # type: ignore[method-assign,assignment,misc]
    assert names(check([a, b], [b, a, c])) == ["ab", "ac", "ba", "bc"]
    assert log == [("hit", "b", "a"), ("shot", "b", "c"), ("hit", "c", "b")]


def test_discard_is_forgotten_by_the_next_check_and_unknown_to_an_inner_one() -> None:
    log: Log = []
    a, b, c = cast("abc", log)
    inner: list[str] = []

    def shot(me: Actor, other: Actor) -> None:
        inner.extend(names(check([b, c], hit=lambda me, other: DISCARD)))
        log.append((me.name, other.name))

    check([a], [b, c], shot=shot, hit=None)
    assert log == [("a", "b"), ("a", "c")]
    assert inner == ["bc", "bc"]
    log.clear()
    check([a], [b, c], shot=lambda me, other: DISCARD)
    assert log == [("hit", "b", "a")]
    log.clear()
    check([a], [b, c], shot=None)
    assert log == [("hit", "b", "a"), ("hit", "c", "a")]


@for_each("result", [None, True, False, 0, "DISCARD", "discard", object(), []])
def test_other_results_mean_nothing(result: Any) -> None:
    log: Log = []
    a, b, c = cast("abc", log)
    a.shot = lambda other: result  # type: ignore[method-assign,assignment,misc]
    check([a], [b, c])
    assert log == [("hit", "b", "a"), ("hit", "c", "a")]


def test_results_are_compared_by_identity() -> None:
    class Agreeable:
        __hash__ = object.__hash__

        def __eq__(self, other: object) -> bool:
            raise RuntimeError("compared")

        def __bool__(self) -> bool:
            raise RuntimeError("asked for truth")

    log: Log = []
    a, b, c = cast("abc", log)
    a.shot = lambda other: Agreeable()  # type: ignore[method-assign,assignment,misc]
    assert len(check([a], [b, c])) == 2
    assert len(log) == 2


# -- exceptions, re-entry, destruction ------------------------------------------------------


@for_each("error", [ValueError("mine"), KeyboardInterrupt("mine"), SystemExit(3)])
@for_each("side", ["shot", "hit"])
def test_an_exception_passes_through_and_leaves_all_usable(error: BaseException, side: str) -> None:
    log: Log = []
    attackers, targets = scene(log)

    def fail(other: Actor) -> None:
        raise error

    setattr(attackers[0] if side == "shot" else targets[0], side, fail)
    groups = Group(*attackers), Group(*targets)
    for sides in ((attackers, targets), groups):
        log.clear()
        with pytest.raises(type(error)) as caught:
            check(*sides)
        assert caught.value is error
        assert log == ([] if side == "shot" else [("shot", "a", "p")])
        assert names(pairs(*sides)) == ["ap", "ar", "cp", "cq", "cr"]
    attackers[0].x = 1000
    targets[0].x = 1000
    targets[0].y = 50
    log.clear()
    assert names(check(*groups)) == ["cq", "cr"]
    assert len(log) == 4


def test_checks_inside_callbacks() -> None:
    log: Log = []
    everyone = cast("abcdef", log)
    group = Group(*everyone)
    depth = 0

    def again(me: Actor, other: Actor) -> None:
        nonlocal depth
        assert len(me.check(group)) == 5
        assert me.hits(other)
        if depth < 5:
            depth += 1
            assert len(check(group, group, hit=again)) == 15
            assert len(check(everyone, Group(*everyone), shot=None, hit=None)) == 30
            assert len(group.pair_indices()) == 15

    assert len(check(group, group, hit=again)) == 15
    assert depth == 5


def test_callbacks_that_clear_the_collections_under_check() -> None:
    log: Log = []
    left, right = Group(*cast("abc", log)), Group(*cast("pqr", log))
    sprites: list[Any] = cast("xyz", log)

    def clear(me: Sprite, other: Sprite) -> None:
        left.clear()
        right.clear()
        sprites.clear()

    found = check([left, sprites], right, shot=clear)
    assert names(found) == [a + b for a in "abcxyz" for b in "pqr"]
    assert [event[1:] for event in log] == [(b, a) for a, b in names(found)]
    assert (len(left), len(right), sprites) == (0, 0, [])
    assert check([left, sprites], right) == []


def test_callbacks_that_empty_a_group_under_its_own_check() -> None:
    log: Log = []
    group = Group(*cast("abc", log))
    assert names(group.check(hit=lambda me, other: group.clear())) == ["ab", "ac", "bc"]
    group = Group(*cast("abc", log))
    assert names(group.check(hit=lambda me, other: group.discard(me))) == ["ab", "ac", "bc"]
    group = Group(*cast("abc", log))
    calls: list[Any] = []

    def vanish(me: Sprite, other: Sprite) -> None:
        calls.append(me)
        me.vanish()

    assert names(group.check(hit=vanish)) == ["ab", "ac", "bc"]
    assert len(calls) == 2
    assert [sprite.name for sprite in group] == ["c"]  # type: ignore[attr-defined]


def test_sprites_whose_last_reference_dies_in_a_callback() -> None:
    log: Log = []
    sprites: list[Any] = cast("abc", log)
    seen: list[str] = []

    def forget(me: Actor, other: Actor) -> None:
        sprites.clear()
        gc.collect()
        seen.append(me.name + other.name)

    # The collection itself has no other owner than the call.
    check(iter([sprites.pop(0), *sprites]), hit=forget)
    assert seen == ["ab", "ba", "ac", "ca", "bc", "cb"]
    assert [(a.name, b.name) for a, b in check([*cast("de", log)], hit=forget)] == [("d", "e")]


def test_a_callback_defined_by_another_callback() -> None:
    log: Log = []
    a, b = cast("ab", log)
    p = Actor("p", log)

    def learn(me: Actor, other: Actor) -> None:
        other.hit = lambda: log.append(("learnt",))  # type: ignore[method-assign,assignment,misc]

    check([a, b], [p], shot=learn)
    assert log == [("learnt",), ("learnt",)]


def test_check_is_reached_through_the_module() -> None:
    assert spritecol.check is check
    assert same(spritecol.check(square(), square(50)), [])
