"""update, draw and clean: over any nesting, in order, without those that are gone."""

from collections.abc import Callable
from typing import Any

import pytest
from support.behavior import Actor, same, square
from support.for_each import for_each

from spritecol import Group, Sprite, clean, draw, update


class Scenery:
    """No sprite, but it wants its update all the same."""

    def __init__(self, log: list[str]) -> None:
        self.log = log

    def update(self) -> None:
        self.log.append("scenery")


def actors(names: str, log: list[str]) -> list[Actor]:
    return [Actor(name, log) for name in names]


def nest(depth: int, item: Any) -> list[Any]:
    for _ in range(depth):
        item = [item]
    return item


SHAPES: dict[str, Callable[[list[Actor]], Any]] = {
    "list": list,
    "generator": lambda found: (sprite for sprite in found),
    "nested": lambda found: [[found[0]], [[found[1]], (found[2],)], None, found[3:]],
    "Group": lambda found: Group(*found),
    "nested Groups": lambda found: Group(Group(found[0]), Group(Group(*found[1:]))),
    "Group in list": lambda found: [found[0], [Group(*found[1:])]],
    "dict": dict.fromkeys,
    "values": lambda found: dict(enumerate(found)).values(),
    "deep": lambda found: nest(10_000, found),
}


@for_each("function", [update, draw])
@for_each("kind", SHAPES)
def test_in_order_through_any_nesting(function: Callable[[Any], None], kind: str) -> None:
    log: list[str] = []
    function(SHAPES[kind](actors("abcd", log)))
    assert log == list("abcd")


@for_each("function", [update, draw])
def test_a_set_is_a_container_although_it_has_an_update(function: Callable[[Any], None]) -> None:
    log: list[str] = []
    function([set(actors("ab", log)), {"c": 1}.keys() - {"c"}])
    assert sorted(log) == ["a", "b"]


def gone(actor: Actor) -> Actor:
    actor.vanish()
    return actor


BOTH, UPDATE, DRAW = (update, draw), (update,), (draw,)


@for_each(
    "functions, targets, reached",
    [
        (BOTH, lambda a, b, c, log: a, "a"),
        (BOTH, lambda a, b, c, log: [a, gone(b), c], "ac"),
        (BOTH, lambda a, b, c, log: [square(), a, None, square()], "a"),
        (BOTH, lambda a, b, c, log: [a, 5, object(), "text", [b"bytes", b], len], "ab"),
        (UPDATE, lambda a, b, c, log: [a, Scenery(log), [Scenery(log)]], ["a", *["scenery"] * 2]),
        (UPDATE, lambda a, b, c, log: [Actor("v", log, visible=False)], "v"),
        (DRAW, lambda a, b, c, log: [a, Actor("v", log, visible=False), c], "ac"),
        (BOTH, lambda a, b, c, log: [Actor("d", log, collision_enable=False)], "d"),
    ],
)
def test_who_is_reached(functions: Any, targets: Callable[..., Any], reached: Any) -> None:
    for function in functions:
        log: list[str] = []
        function(targets(*actors("abc", log), log))
        assert log == list(reached)


@for_each("function", [update, draw])
def test_one_that_vanishes_on_the_way_is_left_out(function: Callable[[Any], None]) -> None:
    log: list[str] = []
    cast = actors("abc", log)
    # An instance's own callback stands for the method.
    cast[0].update = cast[0].draw = cast[1].vanish  # type: ignore[method-assign]
    function(cast)
    assert log == ["c"]


@for_each("function", [update, draw])
def test_exceptions_pass_through(function: Callable[[Any], None]) -> None:
    log: list[str] = []
    cast = actors("abc", log)

    def fail() -> None:
        raise KeyError("mine")

    cast[1].update = cast[1].draw = fail  # type: ignore[method-assign]
    with pytest.raises(KeyError, match="mine"):
        function(cast)
    assert log == ["a"]


def test_update_may_change_the_list_it_walks() -> None:
    log: list[str] = []
    cast: list[Any] = actors("abc", log)
    cast[0].update = cast.clear
    update(cast)
    assert cast == []
    group = Group(*actors("abc", log))
    next(iter(group)).update = group.clear  # type: ignore[attr-defined]
    update(group)
    assert len(group) == 0


def test_draw_sorts_by_z_and_keeps_the_order_of_equals() -> None:
    log: list[str] = []
    heights = {"a": 2, "b": 0, "c": 2, "d": -1.5, "e": 0, "f": 2}
    cast = [Actor(name, log, z=z) for name, z in heights.items()]
    draw([cast[:2], Group(*cast[2:4]), [cast[4:]]])
    assert log == ["d", "b", "e", "a", "c", "f"]


def test_draw_leaves_the_list_as_it_was() -> None:
    log: list[str] = []
    cast = [Actor("a", log, z=1), Actor("b", log, z=0)]
    before = list(cast)
    draw(cast)
    assert same(cast, before)


def test_clean_works_in_place() -> None:
    stay, gone, also = square(), square(), square()
    gone.vanish()
    sprites = [None, stay, gone, None, also, gone]
    held = sprites
    clean(sprites)
    assert held is sprites
    assert same(sprites, [stay, also])


def test_clean_reaches_nested_lists_and_groups() -> None:
    stay, gone = square(), square()
    inner: list[Any] = [gone, stay, None]
    innermost: list[Any] = [None, gone]
    inner.append(innermost)
    group = Group(stay, gone)
    sprites = [gone, inner, group]
    gone.vanish()
    clean(sprites)
    assert len(sprites) == 2
    assert sprites[0] is inner
    assert sprites[1] is group
    assert same(inner, [stay, innermost])
    assert innermost == []
    assert list(group) == [stay]


def test_clean_leaves_everything_else_alone() -> None:
    class Mine(list[Any]):
        pass

    disabled = square(collision_enable=False, visible=False)
    sprites = Mine([disabled, "text", 5, (None,), None])
    clean(sprites)
    assert list(sprites) == [disabled, "text", 5, (None,)]


def test_clean_takes_a_group_and_an_empty_list() -> None:
    sprite = square()
    group = Group(sprite, square())
    sprite.vanish()
    clean(group)
    assert len(group) == 1
    nothing: list[Any] = []
    clean(nothing)
    assert nothing == []


def test_clean_goes_deep() -> None:
    inner: list[Any] = [None, square()]
    clean(nest(10_000, inner))
    assert len(inner) == 1


@for_each("foreign", [(), {}, set(), 5, "abc", iter([]), square(), object()])
def test_clean_wants_a_list_or_a_group(foreign: Any) -> None:
    with pytest.raises(TypeError, match="list"):
        clean(foreign)


@for_each("function", [update, draw])
def test_a_container_that_contains_itself_is_refused(function: Callable[[Any], None]) -> None:
    loop: list[Any] = [square()]
    loop.append(loop)
    with pytest.raises(ValueError, match="itself"):
        function(loop)


@for_each("function", [update, draw])
@for_each("odd", [5, "player", Sprite, object()])
def test_one_object_that_can_not_be_meant_is_refused(function: Any, odd: Any) -> None:
    """Such as the screen, which pygame's users pass first."""
    with pytest.raises(TypeError, match=r"takes sprites first.*, which has no method (upd|dr)"):
        function(odd)
    function(None)
    function([5, None, Sprite()])
