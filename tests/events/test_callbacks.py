"""Callbacks of `check` and `Overlaps`: which run, in which order, and with what."""

import copy
import functools
import inspect
import itertools
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from support.behavior import SQUARE, Actor, square
from support.counting import at_least
from support.processes import run_python

from spritecol import DISCARD, Circle, Group, Overlaps, Rect, Sprite, check, pairs

NAMES = "abcdef"
Pair = tuple[str, str]
Call = tuple[str, str, str]  # an event, whose callback it is, and the other sprite


class Play:
    """Sprites, of which each callback may do something by a random script, and who was called."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.log: list[Call] = []
        self.cast = {n: Actor(n, [], self.rng.choice([0, 3, 6, 40])) for n in NAMES}
        self.deeds: dict[Call, str] = {}
        self.error = KeyError("mine")

    def script(self, *events: str) -> None:
        """A deed for some of the calls; a word is followed by whom it is done to."""
        for event in events:
            for one in NAMES:
                for other in NAMES:
                    if self.rng.random() < 0.2:
                        word = self.rng.choice(["vanish", "vanish", "DISCARD", "move", "raise"])
                        self.deeds[event, one, other] = f"{word} {self.rng.choice(NAMES)}"

    def called(self, event: str, asks: bool = False) -> Callable[..., Any]:
        """A callback, which may ask for the contact."""

        def with_contact(own: Any, other: Any, contact: Any) -> Any:
            assert contact is None if event == "exit" else contact.sprite is own
            return run(own, other)

        def run(own: Any, other: Any) -> Any:
            call = event, own.name, other.name
            self.log.append(call)
            deed, _, whom = self.deeds.get(call, "").partition(" ")
            if deed == "vanish":
                self.cast[whom].vanish()
            elif deed == "move":
                self.cast[whom].x += 1000
                self.cast[whom].collision_enable = False
            elif deed == "raise":
                raise self.error
            return DISCARD if deed == "DISCARD" else None

        return with_contact if asks else run


def named(found: Any) -> list[Pair]:
    return [(a.name, b.name) for a, b in found]


def calls_of_check(found: list[Pair], within: bool, deeds: dict[Call, str]) -> Iterator[Call]:
    """All pairs are found first. A pair is skipped if one of it has vanished or was discarded."""
    out: set[str] = set()
    for a, b in found:
        if out & {a, b}:
            continue
        gone: set[str] = set()
        for call in (("hit" if within else "shot", a, b), ("hit", b, a)):
            yield call
            deed, _, whom = deeds.get(call, "").partition(" ")
            if deed == "raise":
                return
            gone |= {"vanish": {whom}, "DISCARD": {call[1]}}.get(deed, set())
        out |= gone


@pytest.mark.parametrize("within", [False, True])
@pytest.mark.parametrize("kind", [list, tuple, lambda some: Group(*some), iter])
def test_a_check_calls_by_its_rules(within: bool, kind: Callable[[Any], Any]) -> None:
    """Attackers shoot before targets are hit; within one collection both are hit."""
    with at_least(calls=300, raised=10, skipped=60) as seen:
        for seed in range(60):
            play = Play(seed)
            play.script("shot", "hit")
            sprites = list(play.cast.values())
            first, second = (sprites, sprites) if within else (sprites[:3], sprites[3:])
            found = named(pairs(first) if within else pairs(first, second))
            wanted = list(calls_of_check(found, within, play.deeds))
            told = {event: play.called(event, play.rng.random() < 0.5) for event in ("shot", "hit")}
            if within:
                del told["shot"]  # which is not called
            sides = [kind(first)] if within else [kind(first), kind(second)]
            if wanted and play.deeds.get(wanted[-1], "").startswith("raise"):
                with pytest.raises(KeyError) as caught:
                    check(*sides, **told)
                assert caught.value is play.error
                seen["raised"] += 1
            else:
                assert named(check(*sides, **told)) == found
            assert play.log == wanted
            assert len(pairs(first + second)) <= 15  # all is usable
            seen["calls"] += len(wanted)
            seen["skipped"] += 2 * len(found) - len(wanted)


def calls_of_update(
    entered: list[Pair],
    stayed: list[Pair],
    exited: list[Pair],
    silent: set[Pair],
    deeds: dict[Call, str],
) -> Iterator[Call]:
    """A pair is skipped as in a check; `silent` gets the ones that enter, which have no exit."""
    unheard, gone = set(silent), set[str]()
    silent.clear()
    for event, found in (("exit", exited), ("enter", entered), ("stay", stayed)):
        for pair in found:
            if pair in unheard if event == "exit" else gone & set(pair):
                silent |= {pair} if event == "enter" else set()
                continue
            for call in ((event, *pair), (event, *pair[::-1])):
                yield call
                deed, _, whom = deeds.get(call, "").partition(" ")
                if deed == "raise":
                    return
                gone |= {whom} if deed == "vanish" else set()


@pytest.mark.parametrize("events", [["enter", "exit"], ["enter", "stay", "exit"], ["stay"]])
def test_an_overlaps_calls_by_its_rules(events: list[str]) -> None:
    """An exit is called also for who has vanished, unless the enter was skipped.

    A copy in the place of the original knows of whom it was skipped.
    """
    kept = 10 if "enter" in events else 0
    with at_least(calls=800, raised=10, silent=3 * kept, copied=kept, cleared=20) as seen:
        for seed in range(60):
            play = Play(seed)
            play.script(*events)
            sprites = list(play.cast.values())
            asks = play.rng.random() < 0.5
            told: dict[str, Any] = dict.fromkeys(("enter", "stay", "exit"))
            told |= {event: play.called(event, asks) for event in events}
            watch = Overlaps(sprites, **told)
            present: list[Pair] = []
            silent: set[Pair] = set()
            for turn in range(6):
                now = named(pairs(sprites))
                is_cleared = turn == 5
                new = [pair for pair in now if pair not in present and not is_cleared]
                stayed = [pair for pair in now if pair in present and not is_cleared]
                old = [pair for pair in present if pair not in now or is_cleared]
                asked = [
                    found if told[event] else []
                    for event, found in (("enter", new), ("stay", stayed), ("exit", old))
                ]
                wanted = list(calls_of_update(*asked, silent, play.deeds))
                play.log.clear()
                if wanted and play.deeds.get(wanted[-1], "").startswith("raise"):
                    with pytest.raises(KeyError) as caught:
                        watch.clear(emit=True) if is_cleared else watch.update()
                    assert caught.value is play.error
                    seen["raised"] += 1
                elif is_cleared:
                    watch.clear(emit=True)
                    seen["cleared"] += len(old)
                else:
                    changes = watch.update()
                    assert named(changes.entered) == new
                    assert named(changes.stayed) == stayed
                    assert named(changes.exited) == old
                assert play.log == wanted
                assert named(watch.pairs) == ([] if is_cleared else now)
                present = now
                seen["calls"] += len(wanted)
                seen["silent"] += len(silent)
                if turn % 2:
                    watch = copy.copy(watch)
                    seen["copied"] += len(silent)
                for sprite in sprites:
                    sprite.x = play.rng.choice([0, 3, 6, 40])
                    sprite.collision_enable = True


class Coin(Sprite):
    """It may vanish when something comes, and notes what goes."""

    collision = Circle(0, 0, 9)

    def __init__(self, x: float, chance: random.Random, log: list[Any]) -> None:
        super().__init__(x)
        self.chance, self.log = chance, log

    def enter(self, other: Sprite) -> None:
        if self.chance.random() < 0.3:
            self.vanish()

    def exit(self, other: Sprite) -> None:
        self.log.append((self.x, other.x))


def test_clear_calls_exit_where_an_update_would() -> None:
    """Not for a pair whose enter was skipped, since one of it had vanished by then."""
    with at_least(exits=30, skipped=30) as seen:
        for seed in range(20):
            logs: list[list[Any]] = [[], []]
            for log in logs:
                chance = random.Random(seed)
                coins = [Coin(x, chance, log) for x in (1, 2, 3, 4)]
                watch = Overlaps(coins)
                watch.update()
                if log is logs[0]:
                    watch.clear(emit=True)
                else:
                    for k, coin in enumerate(coins):
                        coin.y = 100.0 * k
                    watch.update()
            assert logs[0] == logs[1]
            seen["exits"] += len(logs[0])
            seen["skipped"] += 12 - len(logs[0])


# --- which callback, with how many arguments -----------------------------------------------------


def wrapping(function: Callable[..., Any]) -> Callable[..., Any]:
    """The usual decorator: takes anything, looks like what it wraps."""

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapper


class Arities(Sprite):
    """Every way to write a callback; each tells `seen` what it was given beside self."""

    collision = SQUARE
    seen: ClassVar[list[tuple[Any, ...]]] = []

    def none(self) -> None:
        self.seen.append(())

    def one(self, other: Any) -> None:
        self.seen.append((other,))

    def optional(self, other: Any = "default") -> None:
        self.seen.append((other,))

    def one_and_optional(self, other: Any, damage: int = 1) -> None:
        self.seen.append((other,))

    def star(self, *args: Any) -> None:
        self.seen.append(args)

    def star_all(*args: Any) -> None:
        Arities.seen.append(args[1:])

    def keywords(self, *, damage: int = 1, **more: Any) -> None:
        self.seen.append(())

    def positional_only(self, other: Any, /) -> None:
        self.seen.append((other,))

    wrapped_none, wrapped_one = wrapping(none), wrapping(one)
    wrapped_twice = wrapping(wrapping(none))

    @functools.wraps(one)
    def narrower(self) -> None:
        self.seen.append(())

    static_none = staticmethod(lambda: Arities.seen.append(()))
    static_one = staticmethod(lambda other: Arities.seen.append((other,)))
    class_none = classmethod(lambda cls: cls.seen.append(()))
    class_one = classmethod(lambda cls, other: cls.seen.append((other,)))
    partial_none = staticmethod(functools.partial(lambda log: log.append(()), seen))
    partial_one = staticmethod(functools.partial(lambda log, other: log.append((other,)), seen))
    method_none = functools.partialmethod(lambda self, log: log.append(()), seen)
    method_one = functools.partialmethod(lambda self, log, other: log.append((other,)), seen)

    @property
    def computed_one(self) -> Callable[..., Any]:
        return lambda other: self.seen.append((other,))

    @functools.wraps(dict.update)  # written in C, and without a signature
    def of_c_one(self, *args: Any) -> None:
        self.seen.append(args)


WITHOUT = {"none", "keywords", "narrower", "wrapped_none", "wrapped_twice", "static_none"}
WITHOUT |= {"class_none", "partial_none", "method_none"}
WITH = {"one", "optional", "one_and_optional", "star", "star_all", "positional_only", "of_c_one"}
WITH |= {"wrapped_one", "static_one", "class_one", "partial_one", "method_one", "computed_one"}


@pytest.mark.parametrize("name", sorted(WITHOUT | WITH))
def test_methods_get_the_other_only_if_they_take_it(name: str) -> None:
    a, b = Arities(), Arities()
    for call, given in (
        (lambda: check([a], [b], shot=name, hit=None), [(b,)]),
        (lambda: check([a], [b], shot=None, hit=name), [(a,)]),
        (lambda: check([a, b], hit=name), [(b,), (a,)]),
        (lambda: Overlaps([a], [b], enter=name).update(), [(b,), (a,)]),
    ):
        Arities.seen.clear()
        call()
        assert Arities.seen == [() if name in WITHOUT else each for each in given]


@pytest.mark.parametrize(
    "name", sorted((WITHOUT | WITH | {"vanish"}) - {"method_none", "method_one", "of_c_one"})
)
def test_a_signature_is_not_read_for_each_pair(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes as long as hundreds of calls. Methods of C, too, are new objects each time.

    So are those of `partialmethod`; and what has no signature is asked for one again.
    """
    read, plain = [], inspect.signature
    monkeypatch.setattr(inspect, "signature", lambda *a, **k: read.append(a) or plain(*a, **k))
    a, b = [Arities() for _ in range(40)], Arities()
    assert len(check(a, b, shot=name, hit=None)) == 40
    assert len(read) <= 10


class Called:
    def __init__(self, log: list[Any]) -> None:
        self.log = log

    def __call__(self) -> None:
        self.log.append(())


OF_INSTANCES: dict[str, Callable[[list[Any]], Any]] = {
    "without": lambda log: lambda: log.append(()),
    "with": lambda log: lambda other: log.append((other,)),
    "object": Called,
    "partial without": lambda log: functools.partial(log.append, ()),
    "partial with": lambda log: functools.partial(lambda _, other: log.append((other,)), 1),
    "builtin with": lambda log: lambda *others: log.append(others),
}


@pytest.mark.parametrize("kind", OF_INSTANCES)
def test_an_attribute_of_an_instance_is_a_callback(kind: str) -> None:
    log: list[Any] = []
    a, b = square(), square(5)
    a.shot = OF_INSTANCES[kind](log)  # type: ignore[attr-defined]
    assert check(a, b) == [(a, b)]
    assert log == ([(b,)] if "with" in kind.split() else [()])


def test_builtins_are_callbacks() -> None:
    a, b = square(), square(5)
    log: list[Any] = [1]
    met: set[Any] = set()
    for a.shot in (log.clear, log.append, met.add, repr):  # type: ignore[attr-defined]
        check(a, b)
    assert (log, met) == ([b], {b})
    check(a, b, shot=None, hit="vanish")
    assert b.vanished


def test_a_class_tells_anew_what_its_method_takes() -> None:
    """An override has an arity of its own, also where it is assigned later, or by a callback."""

    class Base(Sprite):
        collision = SQUARE

        def hit(self, other: Sprite) -> None:
            seen.append((other,))

    class Child(Base):
        def hit(self) -> None:  # type: ignore[override]
            seen.append(())

    seen: list[Any] = []
    base, child = Base(), Child()
    check([base, child])
    Base.hit = Child.hit  # type: ignore[method-assign,assignment]
    check([base, child])
    assert seen == [(child,), (), (), ()]

    def learn(own: Any, other: Any) -> None:
        other.hit = lambda: seen.append("learnt")

    check(square(), base, shot=learn)
    assert seen[4:] == ["learnt"]


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


FORGETS = """
import gc, weakref
from spritecol import Circle, Sprite, check
ball, other = (Sprite(collision=Circle(0, 0, 5)) for _ in "ab")
hit = eval("lambda own, other: None")
assert check(ball, other, shot=None, hit=hit) == [(ball, other)]
code = weakref.ref(hit.__code__)
del hit
gc.collect()
print(code())
"""


def test_what_a_function_takes_is_forgotten_with_it() -> None:
    """In a process that is not measured: coverage.py keeps all code that has run."""
    assert run_python("-c", FORGETS, COVERAGE_PROCESS_START="").stdout == "None\n"


# --- names, functions and None -------------------------------------------------------------------


class Mute(Sprite):
    collision = SQUARE


ASKED: dict[str, tuple[dict[str, Any], list[Call]]] = {
    "defaults": ({}, [("shot", "a", "b"), ("hit", "b", "a")]),
    "no shot": ({"shot": None}, [("hit", "b", "a")]),
    "no hit": ({"hit": None}, [("shot", "a", "b")]),
    "neither": ({"shot": None, "hit": None}, []),
    "exchanged": ({"shot": "hit", "hit": "shot"}, [("hit", "a", "b"), ("shot", "b", "a")]),
    "unbound": ({"shot": Actor.hit, "hit": Actor.shot}, [("hit", "a", "b"), ("shot", "b", "a")]),
}


@pytest.mark.parametrize("name", ASKED)
def test_which_callbacks_are_asked_for(name: str) -> None:
    given, calls = ASKED[name]
    log: list[Any] = []
    a, b = Actor("a", log), Actor("b", log)
    for call in (lambda: check([a], [b], **given), lambda: check(Group(a), Group(b), **given)):
        log.clear()
        assert call() == [(a, b)]
        assert log == calls


def test_what_cannot_be_called_is_passed_over() -> None:
    """A sprite without the method, and one in whose place there is something else."""
    log: list[Any] = []
    mute, a, b = Mute(), Actor("a", log), Actor("b", log)
    a.shot, b.hit = None, 5  # type: ignore[method-assign,assignment]
    assert check([mute, a], [b]) == [(mute, b), (a, b)]
    assert check([mute, b]) == [(mute, b)]
    assert log == []


MISUSES: dict[str, tuple[Callable[[Any, Any], Any], type[Exception], str]] = {
    "misspelled": (lambda a, b: check([a], [b], shot="damge"), AttributeError, "damge"),
    "no method": (lambda a, b: check([a], [b], hit="name"), AttributeError, "name"),
    "a name of one": (lambda a, b: check([a, Mute()], hit="hit"), AttributeError, "Mute"),
    "of a Group": (lambda a, b: check(Group(a), b, hit="damge"), AttributeError, "damge"),
    "of events": (lambda a, b: Overlaps(a, b, enter="entr").update(), AttributeError, "entr"),
    "one argument": (lambda a, b: check(a, b, shot=lambda one: 0), TypeError, "two"),
    "bound": (lambda a, b: check(a, b, hit=a.hit), TypeError, "two"),
    "own method": (lambda a, b: check(a, b, hit=Sprite.vanish), TypeError, "vanish"),
    "a number": (lambda a, b: check(a, b, hit=5), TypeError, "5"),
    "None as targets": (lambda a, b: check(a, None), TypeError, "targets"),
    "None as b": (lambda a, b: pairs([a], None), TypeError, "b must"),
    "events of one": (lambda a, b: Overlaps(a, enter=lambda one: 0), TypeError, "two"),
    "an event's number": (lambda a, b: Overlaps(a, stay=5), TypeError, "stay"),
    "by_shape": (lambda a, b: Overlaps(a, by_shape="yes"), TypeError, "by_shape"),
    "swept": (lambda a, b: Overlaps(a, swept="yes"), TypeError, "swept"),
    "used up": (lambda a, b: Overlaps([a, iter([b])]), TypeError, "used up"),
    "None as a": (lambda a, b: Overlaps(None), TypeError, "a must"),
    "unknown": (lambda a, b: Overlaps([], foo=1), TypeError, "by_shape"),
    "by place": (lambda a, b: Overlaps(a, [a], "enter"), TypeError, "the rest by keyword"),
    "set later": (lambda a, b: setattr(Overlaps(a), "swept", True), AttributeError, "swept"),
    "no setting": (lambda a, b: setattr(Overlaps(a), "entr", True), AttributeError, "entr"),
    "emit": (lambda a, b: Overlaps(a).clear(emit=3), ValueError, "emit"),
    "forget None": (lambda a, b: Overlaps(a).forget(None), TypeError, "Sprite"),
    "forget a pair of one": (lambda a, b: Overlaps(a).forget((a,)), TypeError, "Sprite"),
    "forget with a number": (lambda a, b: Overlaps(a).forget(a, 1), TypeError, "Sprite"),
}


@pytest.mark.parametrize("name", MISUSES)
def test_misuse_is_told_before_anything_is_called(name: str) -> None:
    call, error, word = MISUSES[name]
    log: list[Any] = []
    with pytest.raises(error, match=word):
        call(Actor("a", log), Actor("b", log))
    assert log == []


@pytest.mark.parametrize("event", ["enter", "stay", "exit"])
def test_a_name_of_an_event_is_told_before_anything_hits(event: str) -> None:
    """As soon as there are sprites; and it is enough that one of them has it."""
    group, far, others = Group[Any](), Mute(100), Group[Any]()
    watch = Overlaps(group, others, **{event: "entr"})  # type: ignore[call-overload]
    assert not watch.update()
    group.add(Mute())
    with pytest.raises(AttributeError, match="entr"):
        watch.update()
    far.entr = lambda other: None  # type: ignore[attr-defined]
    others.add(far)
    assert not watch.update()


def test_what_a_callback_raises_is_not_taken_for_its_arity() -> None:
    calls: list[Any] = []

    class Broken(Sprite):
        collision = SQUARE

        def hit(self, other: Any) -> None:
            calls.append(other)
            raise TypeError("hit() takes 1 positional argument but 2 were given")

        def shot(self, other: Any, damage: int) -> None: ...

    with pytest.raises(TypeError, match="takes 1 positional"):
        check([Broken(), Broken()])
    assert len(calls) == 1
    with pytest.raises(TypeError, match="damage"):
        check(Broken(), Broken())


@pytest.mark.parametrize("error", [KeyboardInterrupt("mine"), SystemExit(3), ValueError("mine")])
@pytest.mark.parametrize("call", [check, lambda *some, hit: Overlaps(*some, enter=hit).update()])
def test_an_exception_of_any_kind_passes(error: BaseException, call: Any) -> None:
    def fail(own: Any, other: Any) -> None:
        raise error

    groups = Group(square(), square(5)), Group(square(3))
    with pytest.raises(type(error)) as caught:
        call(*groups, hit=fail)
    assert caught.value is error
    assert len(check(*groups)) == 2


class Agreeable:
    """Nobody asks it whether it is DISCARD."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("compared")

    def __bool__(self) -> bool:
        raise RuntimeError("asked for truth")


@pytest.mark.parametrize("result", [None, True, 0, "DISCARD", object(), [], Agreeable()])
def test_other_results_than_discard_mean_nothing(result: Any) -> None:
    a, b, c = square(), square(), square()
    calls: list[Any] = []

    def shot(own: Any, other: Any) -> Any:
        calls.append(other)
        return result

    check(a, [b, c], shot=shot)
    assert calls == [b, c]


def test_discard_is_unknown_to_another_check() -> None:
    """To one inside of a callback, and to the next one."""
    a, b, c = square(), square(), square()
    log: list[Any] = []

    def shot(own: Any, other: Any) -> Any:
        log.append(len(check([own, c, square()], hit=lambda own, other: DISCARD)))
        return DISCARD

    for _ in range(2):
        check([a, b], [c], shot=shot)
    assert log == [3, 3, 3, 3]


# --- contacts ------------------------------------------------------------------------------------


class Asks(Sprite):
    """Its callbacks ask for the contact, each in another way."""

    collision = SQUARE
    log: ClassVar[list[Any]] = []

    def hit(self, other: Sprite, contact: Any) -> None:
        self.log.append((self, other, contact))

    def shot(self, contact: Any) -> None:
        self.log.append((self, None, contact))

    enter = hit
    stay = shot

    def exit(self, other: Sprite, *, contact: Any = None) -> None:
        self.log.append((self, other, contact))


def test_a_callback_that_asks_gets_the_contact_seen_from_its_sprite() -> None:
    a, b, plain = Asks(0, 0), Asks(7, 1), square(-7)
    of_a, of_b = a.contacts(b)[0], b.contacts(a)[0]
    assert of_a.normal == (-1, 0)
    watch = Overlaps(a, [b, plain], stay="stay")
    plain.stay = lambda: None  # type: ignore[attr-defined]
    for call, wanted in (
        (lambda: check(a, b), [(a, None, of_a), (b, a, of_b)]),
        (lambda: check([a, b]), [(a, b, of_a), (b, a, of_b)]),
        (watch.update, [(a, b, of_a), (b, a, of_b), (a, plain, a.contacts(plain)[0])]),
        (watch.update, [(a, None, of_a), (b, None, of_b), (a, None, a.contacts(plain)[0])]),
        (lambda: watch.clear(emit=True), [(a, b, None), (b, a, None), (a, plain, None)]),
    ):
        Asks.log.clear()
        call()
        assert Asks.log == wanted


class Aloof(Sprite):
    """Its callback takes the other one only."""

    collision = SQUARE

    def hit(self, other: Sprite) -> None:
        Asks.log.append((self, other, None))

    shot = enter = hit


@pytest.mark.parametrize("order", list(itertools.product([Asks, Aloof, Sprite], repeat=3)))
def test_who_asks_gets_a_contact_whatever_class_came_before(order: list[type[Sprite]]) -> None:
    one = Aloof(0, 0)
    others = [kind(8 - k, 1, collision=SQUARE) for k, kind in enumerate(order)]
    asking = [other for other in others if isinstance(other, Asks)]
    wanted = [(other, one, other.contacts(one)[0]) for other in asking]
    for call in (lambda: check(one, others), lambda: Overlaps(one, others).update()):
        Asks.log.clear()
        call()
        assert [told for told in Asks.log if isinstance(told[0], Asks)] == wanted
    Asks.log.clear()
    check(others, one)
    assert [told[0] for told in Asks.log if isinstance(told[0], Asks)] == asking
    assert [told[2] for told in Asks.log if told[0] in asking] == [last for _, _, last in wanted]


@pytest.mark.parametrize("road", ["check", "Overlaps"])
def test_contacts_are_found_before_the_first_callback(road: str) -> None:
    depths = []

    def push(own: Sprite, other: Sprite, contact: Any) -> None:
        own.x += 100 * contact.normal[0]
        depths.append(contact.depth)

    player, walls = square(5), [square(0), square(12)]
    if road == "check":
        check(player, walls, shot=push, hit=push)
    else:
        Overlaps(player, walls, enter=push).update()
    assert depths == [5, 5, 3, 3]


def test_contacts_of_shapes_are_those_of_the_two() -> None:
    """Of shapes of one name, the deepest."""
    got: list[Any] = []

    def note(own: Any, other: Any, contact: Any) -> None:
        got.append((own, contact.shape.name, contact.depth))

    fighter = Sprite(
        collision=[
            Circle(0, -20, 8, name="head"),
            Rect(-8, -12, 16, 32, name="body"),
            Rect(-12, -12, 24, 8, name="body"),
        ]
    )
    fist = Sprite(-10, -14, collision=Circle(0, 0, 6))
    entered = Overlaps(fighter, fist, enter=note, by_shape=True).update().entered
    assert [pair[2:] for pair in entered] == [(s, fist.collision) for s in fighter.shapes[:2]]
    head, *bodies = [contact.depth for contact in fighter.contacts(fist)]
    assert bodies[0] < bodies[1]
    assert [told[1:] for told in got if told[0] is fighter] == [("head", head), ("body", bodies[1])]


# --- names of methods that nobody has -----------------------------------------------------------


def far_apart() -> tuple[Any, Any]:
    """Two that do not hit."""
    return Mute(0), Mute(100)


CONTAINERS: dict[str, Callable[[Any], Any]] = {
    "a sprite": lambda sprite: sprite,
    "a list": lambda sprite: [None, sprite],
    "a Group": Group,
    "a Group in a list": lambda sprite: [Group(Group(sprite))],
    "an iterator": lambda sprite: iter([sprite]),
}


@pytest.mark.parametrize("side", ["shot", "hit", "hit within"])
@pytest.mark.parametrize("kind", CONTAINERS)
def test_a_name_that_no_sprite_has_is_told_before_anything_hits(kind: str, side: str) -> None:
    put, (a, b) = CONTAINERS[kind], far_apart()
    name = side.split(maxsplit=1)[0]

    def ask(**conditions: Any) -> Any:
        if side == "hit within":
            return check([put(a), put(b)], hit="colect", **conditions)
        return check(put(a), put(b), **{name: "colect", **conditions})

    for conditions in ({}, {"where": lambda one, other: False}):
        for b.x in (0, 100):
            with pytest.raises(
                AttributeError, match=f"{name}='colect' is not the name of a method"
            ):
                ask(**conditions)
    for one in (a, b):
        one.collect, one.colect = None, 5  # what can't be called is no method
        with pytest.raises(AttributeError, match="colect"):
            ask()
        one.colect = lambda other: None  # its own is enough, of whom it would be called on
        if side == "hit within" or (one is a) == (side == "shot"):
            assert ask() == []
        else:
            with pytest.raises(AttributeError, match="colect"):
                ask()
        del one.colect


def test_nobody_need_have_a_method_where_nobody_is() -> None:
    a, gone = Mute(), Mute()
    gone.vanish()
    nobody: list[Any] = [[], Group(), [None], iter([]), [gone], gone]
    for targets in nobody:
        assert check(a, targets, hit="colect") == []
        assert check(targets, a, shot="colect") == []
        assert check(targets, hit="colect") == []
    with pytest.raises(AttributeError, match="colect"):
        check([], a, hit="colect")
    for optional_name in ("hit", "shot"):
        assert check(*far_apart(), optional_name, optional_name) == []


def test_one_of_many_that_has_the_method_is_enough_while_nothing_hits() -> None:
    some = [Mute(20 * k) for k in range(5)]
    some[3].colect = lambda other: None  # type: ignore[attr-defined]
    assert check(Mute(900), Group(some), hit="colect") == []
    with pytest.raises(AttributeError, match=r"is not the name of a method of <Mute at \(40"):
        check(Mute(40), Group(some), hit="colect")
