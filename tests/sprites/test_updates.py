"""update and draw while their collections change, and what they pass on."""

from collections.abc import Callable
from typing import Any

import pytest
from support.behavior import square

from spritecol import Group, Sprite, draw, update


class Noted(Sprite):
    """Writes its name into a log when it is updated or drawn, and then does something."""

    def __init__(
        self, log: list[str], name: str, then: Callable[[], Any] = lambda: None, **named: Any
    ) -> None:
        super().__init__(**named)
        self.log, self.name, self.then = log, name, then

    def update(self) -> None:
        self.log.append(self.name)
        self.then()

    draw = update


@pytest.mark.parametrize("kind", [list, Group])
def test_what_is_added_is_updated_in_the_same_call(kind: Any) -> None:
    log: list[str] = []
    mine, later = kind([]), kind([])
    add = "append" if kind is list else "add"
    getattr(mine, add)(Noted(log, "a", lambda: getattr(mine, add)(Noted(log, "b"))))
    getattr(mine, add)(Noted(log, "c", lambda: getattr(later, add)(Noted(log, "d"))))
    getattr(later, add)(Noted(log, "e"))
    update([mine, [later]])
    assert log == ["a", "c", "b", "e", "d"]


def test_what_is_added_to_an_inner_group_is_updated() -> None:
    log: list[str] = []
    inner = Group()
    outer = Group(inner, Noted(log, "last"))
    c = Noted(log, "c")
    b = Noted(log, "b", lambda: inner.add(c))
    inner.add(Noted(log, "a", lambda: inner.add(b)))
    update(outer)
    assert log == ["a", "last", "b", "c"]
    assert len(outer) == 4


def test_nothing_is_updated_twice_where_others_vanish() -> None:
    log: list[str] = []
    group, gone = Group(), Noted(log, "gone")
    group.add(gone, Noted(log, "a", gone.vanish))
    group.add(Noted(log, "b", lambda: group.add(Noted(log, "new"))))
    update(group)
    assert log == ["gone", "a", "b", "new"]


def test_what_is_added_while_drawing_is_drawn_last() -> None:
    log: list[str] = []
    scene: list[Any] = [Noted(log, "high", z=5)]
    scene.append(Noted(log, "low", lambda: scene.append(Noted(log, "new", z=1))))
    draw(scene)
    assert log == ["low", "high", "new"]
    log.clear()
    group = Group(Noted(log, "a", lambda: group.add(Noted(log, "b"))))
    draw([group])
    assert log == ["a", "b"]


@pytest.mark.parametrize("function", [update, draw])
def test_arguments_are_passed_on(function: Any) -> None:
    log: list[Any] = []

    class Thing(Sprite):
        def update(self, *arguments: Any, **named: Any) -> None:
            log.append((arguments, named))

        draw = update

    function([Thing(), [Thing()]], 0.5, speed=2)
    function(Thing())
    assert log == [((0.5,), {"speed": 2})] * 2 + [((), {})]
    with pytest.raises(TypeError, match="argument"):
        function([Noted([], "a"), square()], 1)
