"""update and draw while their collections change, and what they pass on."""

from collections.abc import Callable
from typing import Any, ClassVar

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


class Counting:
    """Methods of any kind, each of which counts its calls by a name."""

    seen: ClassVar[list[Any]] = []

    def plain(self, *arguments: Any) -> None:
        self.seen.append(("plain", *arguments))

    @staticmethod
    def static(*arguments: Any) -> None:
        Counting.seen.append(("static", *arguments))

    @classmethod
    def of_class(cls, *arguments: Any) -> None:
        cls.seen.append(("class", *arguments))

    @property
    def made(self) -> Any:
        self.seen.append("asked")
        return lambda *arguments: self.seen.append(("made", *arguments))


@pytest.mark.parametrize("base", [Sprite, object])
@pytest.mark.parametrize("function", [update, draw])
def test_a_method_of_any_kind_is_found_as_python_finds_it(function: Any, base: Any) -> None:
    """Also where the object, or its class, hides or loses it, before or meanwhile."""
    name = function.__name__
    kinds = [
        type(told, (base,), {name: vars(Counting)[told], "seen": Counting.seen})
        for told in ("plain", "static", "of_class", "made")
    ]
    own, hidden, bare = kinds[0](), kinds[0](), type("Bare", (base,), {})()
    setattr(own, name, lambda *arguments: Counting.seen.append(("own", *arguments)))
    setattr(hidden, name, None)
    objects = [*(kind() for kind in kinds), own, hidden, bare, kinds[0]()]
    for arguments in ((), (7,), (7, "eight")):
        Counting.seen.clear()
        function(objects, *arguments)
        told = ["plain", "static", "class", "made", "own", "plain"]
        calls = [(one, *arguments) for one in told]
        assert Counting.seen == [*calls[:3], "asked", *calls[3:]]

    Counting.seen.clear()

    def drop(self: Any) -> None:
        Counting.seen.append("dropped")
        delattr(type(self), name)

    fickle = type("Fickle", (base,), {name: drop})
    function([fickle(), fickle(), kinds[0]()])
    assert Counting.seen == ["dropped", ("plain",)]


@pytest.mark.parametrize("error", [AttributeError, TypeError, KeyError])
@pytest.mark.parametrize("function", [update, draw])
def test_what_a_method_raises_is_raised(function: Any, error: type[Exception]) -> None:
    class Failing(Sprite):
        def update(self) -> None:
            raise error("mine")

        draw = update

    with pytest.raises(error, match="mine"):
        function([square(), Failing()])
    with pytest.raises(error, match="mine"):
        function(Group(Failing()))

    def broken() -> Any:
        yield square()
        raise error("of the iterator")

    with pytest.raises(error, match="of the iterator"):
        function(broken())


def test_what_a_class_makes_of_z_and_visible_is_what_counts() -> None:
    """Defaults, properties, a `__getattribute__`, and objects that are no sprites."""
    log: list[Any] = []

    class Plain(Sprite):
        z = 3

        def draw(self) -> None:
            log.append(type(self).__name__)

    class Computed(Plain):
        @property
        def z(self) -> Any:  # type: ignore[override]
            return 1

    class Hidden(Plain):
        visible = False

    class Ghost(Plain):
        @property
        def visible(self) -> Any:  # type: ignore[override]
            return False

    class Read(Plain):
        def __getattribute__(self, name: str) -> Any:
            return -2 if name == "z" else super().__getattribute__(name)

    class Other:
        z = 2

        def draw(self) -> None:
            log.append("Other")

    class Back(Other):
        visible = None

    draw([Plain(), Computed(), Hidden(), Ghost(), Read(), Other(), Back(), Hidden(visible=True)])
    assert log == ["Read", "Computed", "Other", "Plain", "Hidden"]
    log.clear()
    levels = [1e12, 5, -1.5, 10**11, 0, 5]
    group = Group(Noted(log, str(k), z=z) for k, z in enumerate(levels))
    draw(group)
    assert log == ["2", "4", "1", "5", "3", "0"]  # equals in their order
