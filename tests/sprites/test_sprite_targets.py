"""What Sprite.check and Sprite.hits accept, in which order they answer, and what they refuse."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pytest
from support.behavior import same, square
from support.for_each import for_each

import spritecol
from spritecol import Circle, Group, Sprite, pairs

FAR_AWAY = square(1000)


class Legacy:
    """An iterable of the old protocol: indices until IndexError."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items

    def __getitem__(self, index: int) -> Any:
        return self.items[index]


class Container:
    """A user's own container."""

    def __init__(self, items: Iterable[Any]) -> None:
        self.items = list(items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)


def deep(items: Iterable[Any], wrap: Callable[[Any], Any]) -> Any:
    """The items inside ten thousand containers, one within the other."""
    nested = wrap(items)
    for _ in range(10_000):
        nested = wrap([nested])
    return nested


CONTAINERS: dict[str, Callable[[list[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "iterator": iter,
    "generator": lambda items: (item for item in items),
    "reversed": lambda items: reversed(list(reversed(items))),
    "deque": deque,
    "dict": dict.fromkeys,
    "values": lambda items: dict(enumerate(items)).values(),
    "array": lambda items: np.array(items, dtype=object),
    "legacy": Legacy,
    "scene": Container,
    "Group": lambda items: Group(*items),
    "Group in Group": lambda items: Group(Group(items[0]), Group(Group(*items[1:]))),
    "Group in list": lambda items: [[Group(*items)]],
    "nested": lambda items: [[items[0]], ((items[1],), [[items[2]]]), items[3:]],
    "with None": lambda items: [None, items[0], [None], *items[1:], None],
    "repeated": lambda items: [items, *reversed(items), items],
    "deep list": lambda items: deep(items, list),
    "deep tuple": lambda items: deep(items, tuple),
    "deep iterator": lambda items: deep(items, iter),
    "deep scene": lambda items: deep(items, Container),
}


@for_each("kind", CONTAINERS)
def test_check_takes_any_nesting_and_keeps_its_order(kind: str) -> None:
    me, near, far, close, touching = square(), square(5), square(50), square(-5), square(10)
    items = [near, far, touching, close]
    found = me.check(CONTAINERS[kind](items))
    assert type(found) is list
    assert same(found, [near, close])
    assert me.hits(CONTAINERS[kind](items)) is True
    assert me.hits(CONTAINERS[kind]([far, touching, square(80), square(90)])) is False
    assert pairs(me, CONTAINERS[kind](items)) == [(me, near), (me, close)]
    assert pairs(CONTAINERS[kind](items), me) == [(near, me), (close, me)]


@for_each("kind", [set, frozenset])
def test_check_takes_sets(kind: type) -> None:
    me, near, far, close = square(), square(5), square(50), square(-5)
    found = me.check(kind([near, far, close]))
    assert len(found) == 2
    assert set(found) == {near, close}


@for_each("nothing", [[], (), [None], [[], [None, ()]], Group(), iter(())])
def test_nothing_among_the_targets_is_no_hit(nothing: Any) -> None:
    assert square().check(nothing) == []
    assert square().hits(nothing) is False


def test_a_single_sprite_is_a_target() -> None:
    me, near, far = square(), square(5), square(50)
    assert me.check(near) == [near]
    assert me.check(far) == []
    assert me.hits(near) is True
    assert me.hits(far) is False


def test_a_sprite_never_hits_itself() -> None:
    me, near = square(), square(5)
    assert me.check([me, near, me]) == [near]
    assert not me.hits(me)
    assert not me.hits([me])
    assert not me.hits(Group(me))
    assert pairs([me], [me]) == []


@for_each("silence", ["vanish", "disable", "shapeless"])
def test_silent_sprites_are_left_out_of_lists(silence: str) -> None:
    me, first, silent, last = square(), square(1), square(2), square(3)
    if silence == "vanish":
        silent.vanish()
    elif silence == "disable":
        silent.collision_enable = False
    else:
        silent.collision = []
    assert me.check([first, silent, last]) == [first, last]
    assert silent.check([me, first, last]) == []
    assert silent.hits([me, first, last]) is False


@for_each("foreign", [5, 1.5, object(), "abc", "", b"ab", Sprite, len, True])
@for_each("place", [lambda x: x, lambda x: [x], lambda x: [[square(5)], [(x,)]]])
def test_foreign_objects_are_refused_by_name(foreign: Any, place: Callable[[Any], Any]) -> None:
    me, near = square(), square(5)
    for call in (me.check, me.hits):
        with pytest.raises(TypeError) as caught:
            call([FAR_AWAY, place(foreign)])
        assert repr(foreign) in str(caught.value)
    assert me.check([near]) == [near]


class OwnTarget:
    """Yields itself, so it can never be flattened."""

    def __iter__(self) -> Iterator[Any]:
        return iter([square(5), self])


def test_a_container_that_contains_itself_is_refused() -> None:
    me = square()
    loop: list[Any] = [square(5)]
    loop.append(loop)
    round_about: list[Any] = [square(5)]
    round_about.append((1 * [round_about],))
    for target in (loop, round_about, OwnTarget()):
        for call in (me.check, me.hits, pairs):
            with pytest.raises(ValueError, match="itself"):
                call([FAR_AWAY, target])


def test_the_same_container_twice_is_no_loop() -> None:
    me, near = square(), square(5)
    inner = [near]
    assert me.check([inner, inner, (inner, [inner])]) == [near]


def test_check_on_the_class_points_to_the_function() -> None:
    a, b = square(), square(5)
    for arguments in (([a], [b]), ((a,), (b,)), (Group(a), Group(b))):
        with pytest.raises(TypeError, match=r"spritecol\.check"):
            Sprite.check(*arguments)  # type: ignore[arg-type,call-arg]
    with pytest.raises(TypeError, match=r"check\(\) takes"):
        Sprite.check([a])  # type: ignore[arg-type,call-arg]
    assert Sprite.check(a, [b]) == [b]
    assert spritecol.check([a], [b]) == [(a, b)]


def test_check_and_hits_want_targets() -> None:
    with pytest.raises(TypeError):
        square().check()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        square().hits()  # type: ignore[call-arg]


@for_each("ask", ["check", "hits"])
def test_a_shape_or_a_point_is_no_target_and_the_error_says_how_to_ask(ask: str) -> None:
    sprite = Sprite(collision=Circle(0, 0, 5))
    for target in (Circle(0, 0, 5), [Circle(0, 0, 5)]):
        with pytest.raises(TypeError, match=r"ask Group\.query_shape"):
            getattr(sprite, ask)(target)
    for target in ((3, 4), [3.5, 4], 3):
        with pytest.raises(TypeError, match=r"ask Group\.query_point"):
            getattr(sprite, ask)(target)
