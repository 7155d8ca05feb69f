"""update, draw and clean: over any nesting, in order, without those that are gone."""

from collections.abc import Callable
from typing import Any

import pytest
from support.behavior import Actor, square

from spritecol import Group, Sprite, clean, draw, update

BOTH = pytest.mark.parametrize("function", [update, draw])


class Scenery:
    """No sprite, but it wants its update all the same."""

    def __init__(self, log: list[str]) -> None:
        self.log = log

    def update(self) -> None:
        self.log.append("scenery")


def actors(names: str, log: list[str]) -> list[Any]:
    return [Actor(name, log) for name in names]


def nest(depth: int, item: Any) -> Any:
    for _ in range(depth):
        item = [item]
    return item


def gone(actor: Actor) -> Actor:
    actor.vanish()
    return actor


NESTINGS: dict[str, Callable[[list[Actor]], Any]] = {
    "list": list,
    "generator": lambda some: (sprite for sprite in some),
    "nested": lambda some: [[some[0]], [[some[1]], (some[2],)], None, some[3:]],
    "Groups": lambda some: Group(Group(some[0]), Group(Group(*some[1:]))),
    "Group in list": lambda some: [some[0], [Group(*some[1:])]],
    "dict": dict.fromkeys,
    "values": lambda some: dict(enumerate(some)).values(),
    "deep": lambda some: nest(10_000, some),
}


@BOTH
@pytest.mark.parametrize("kind", NESTINGS)
def test_in_order_through_any_nesting(function: Callable[[Any], None], kind: str) -> None:
    log: list[str] = []
    function(NESTINGS[kind](actors("abcd", log)))
    assert log == list("abcd")


REACHED: dict[str, tuple[Callable[..., Any], str, str]] = {
    "one": (lambda a, b, log: a, "a", "a"),
    "nobody": (lambda a, b, log: None, "", ""),
    "vanished": (lambda a, b, log: [gone(a), b], "b", "b"),
    "no methods": (lambda a, b, log: [square(), a, None], "a", "a"),
    "odd": (lambda a, b, log: [a, 5, object(), "text", [b"bytes", b], len], "ab", "ab"),
    "a set": (lambda a, b, log: [{a}, {"c": 1}.keys() - {"c"}], "a", "a"),
    "scenery": (lambda a, b, log: [a, Scenery(log)], "as", "a"),
    "invisible": (lambda a, b, log: [a, Actor("v", log, visible=False)], "av", "a"),
    "disabled": (lambda a, b, log: [Actor("d", log, collision_enable=False)], "d", "d"),
    "by z": (lambda a, b, log: [Actor("z", log, z=2), a, Actor("y", log, z=-1)], "zay", "yaz"),
}


@pytest.mark.parametrize("name", REACHED)
def test_who_is_reached(name: str) -> None:
    """By `update`, and by `draw` in the order of z, where equals keep theirs."""
    targets, updated, drawn = REACHED[name]
    for function, wanted in ((update, updated), (draw, drawn)):
        log: list[str] = []
        function(targets(*actors("ab", log), log))
        assert "".join(name[0] for name in log) == wanted


@BOTH
@pytest.mark.parametrize("act", ["vanish", "raise", "clear the list", "clear the Group"])
def test_what_a_method_may_do_meanwhile(function: Callable[[Any], None], act: str) -> None:
    log: list[str] = []
    cast = actors("abc", log)
    targets: Any = Group(cast) if "Group" in act else cast

    def fail() -> None:
        raise KeyError("mine")

    cast[0].update = cast[0].draw = {
        "vanish": cast[1].vanish,
        "raise": fail,
    }.get(act, targets.clear)
    if act == "raise":
        with pytest.raises(KeyError, match="mine"):
            function(targets)
        assert log == []
        return
    function(targets)
    if act == "vanish":
        assert log == ["c"]
    else:
        assert len(targets) == 0


@pytest.mark.parametrize("kind", [list, Group])
def test_what_comes_during_a_draw_is_drawn_last(kind: Any) -> None:
    """By its z, unless it is invisible, and with what comes during its own draw after it."""
    log: list[str] = []
    late = [Actor("z", log, z=2), Actor("v", log, visible=False), Actor("y", log, z=-1)]
    last = [Actor("w", log, visible=False), Actor("x", log)]
    targets = kind(actors("ab", log))
    add = targets.extend if kind is list else lambda some: targets.add(*some)
    targets[0].draw = lambda: add(late)
    late[0].draw = lambda: add(last)
    draw(targets)
    assert "".join(name[0] for name in log) == "byx"


@BOTH
@pytest.mark.parametrize("odd", [5, "player", Sprite, object()])
def test_one_object_that_can_not_be_meant_is_refused(function: Any, odd: Any) -> None:
    """Such as the screen, which pygame's users pass first."""
    with pytest.raises(TypeError, match="sprites first"):
        function(odd)
    loop: list[Any] = [square()]
    loop.append(loop)
    with pytest.raises(ValueError, match="itself"):
        function(loop)


class Spawner:
    """Appends another one of its kind, for as long as there are any left."""

    def __init__(self, things: list[Any], left: int) -> None:
        self.things, self.left = things, left

    def update(self) -> None:
        if self.left:
            self.things.append(Spawner(self.things, self.left - 1))

    draw = update


@BOTH
def test_what_never_ends_is_told(function: Callable[[Any], None]) -> None:
    things: list[Any] = []
    things.append(Spawner(things, 1000))
    function(things)
    assert len(things) == 1001
    things[:] = [Spawner(things, 1_000_000)]
    with pytest.raises(RuntimeError, match=rf"{function.__name__}\(\) does not end: .*Spawner"):
        function(things)


def test_a_list_inside_itself_is_cleaned_once() -> None:
    coins: list[Any] = [None, Sprite(1)]
    coins += [coins, [coins, None]]
    clean(coins)
    assert (coins[0].x, coins[1] is coins, len(coins), len(coins[2])) == (1, True, 3, 1)


def test_clean_works_in_place_and_deep() -> None:
    class Mine(list[Any]):
        pass

    stay, left = square(), square(collision_enable=False, visible=False)
    dead = square()
    dead.vanish()
    inner, innermost = [dead, stay, None], [None, dead]
    inner.append(innermost)  # type: ignore[arg-type]
    group, deep = Group(stay, dead), [None, stay]
    sprites = Mine([dead, inner, group, None, left, "text", 5, (None,), nest(10_000, deep)])
    held = list(sprites)
    clean(sprites)
    assert all(a is b for a, b in zip(sprites, [held[1], held[2], *held[4:]], strict=True))
    assert (inner, innermost, deep) == ([stay, innermost], [], [stay])
    assert list(group) == [stay]
    dead = group[0]
    dead.vanish()
    clean(group)
    assert len(group) == 0


@pytest.mark.parametrize("foreign", [(), {}, set(), 5, "abc", iter([]), square(), object()])
def test_clean_wants_a_list_or_a_group(foreign: Any) -> None:
    with pytest.raises(TypeError, match="list"):
        clean(foreign)
