"""Sprite is made to be subclassed: class defaults, own `__init__`, own attributes, own `__eq__`."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import attrs
import numpy as np
import pytest
from support.behavior import DEFAULTS, OTHERS, SQUARE, Bare, Surface, every_road, ids, square

import spritecol
from spritecol import Circle, Group, Number, Rect, Shape, Sprite, SpritecolWarning, pairs

CLASS_DEFAULTS = {**OTHERS, "collision_layer": 6, "collision_mask": 5}


class Tile(Sprite):
    collision = [0, 0, 15, 15]  # noqa: RUF012 - a list, as most users write it
    image = Surface(3, 3)
    angle = 45


class Small(Tile):
    collision = Rect(0, 0, 4, 4)
    angle = 0


class Inheriting(Small):
    pass


@pytest.mark.parametrize("name", CLASS_DEFAULTS)
def test_an_attribute_may_have_its_default_on_the_class(name: str) -> None:
    value = CLASS_DEFAULTS[name]
    kind = type("Kind", (Sprite,), {name: value})
    child = type("Child", (kind,), {})
    for one in (kind, child):
        assert getattr(one, name) == getattr(one(), name) == value
        sprite = one()
        setattr(sprite, name, before := getattr(Sprite(), name))
        assert getattr(sprite, name) == before
        assert getattr(one(), name) == value
    descriptor = vars(kind)[name]
    for use in (lambda: descriptor.__get__(3), lambda: descriptor.__set__(object(), value)):
        with pytest.raises(TypeError, match=name):
            use()


def test_the_nearest_class_states_the_default() -> None:
    assert Tile(3, 0, angle=0).aabb == (3, 0, 19, 16)
    assert (Small.angle, Inheriting.angle, Inheriting().angle) == (0, 0, 0)
    assert Small().aabb == Inheriting().aabb == (0, 0, 4, 4)
    assert Small.image is Tile.image is Inheriting().image
    assert Tile(collision=[1, 1, 1]).shapes == (Circle(1, 1, 1),)
    tile = Inheriting()
    tile.collision = None
    assert tile.aabb == (0, 0, 3, 3)
    assert Inheriting().aabb == (0, 0, 4, 4)


def test_class_defaults_count_in_checks() -> None:
    class Turned(Sprite):
        x: float = 100
        y = 50
        angle = 90
        image = Surface(8, 2)
        collision = Rect(2, 0, 4, 2)

    assert Turned().aabb == (103, 49, 105, 53)
    assert every_road(Turned(), square(100, 45))


def test_scale_as_a_default() -> None:
    big = type("Big", (Sprite,), {"collision": SQUARE, "scale": 2})
    wide = type("Wide", (big,), {"scale_x": 4})
    half = type("Half", (wide,), {"scale": 0.5})
    both = type("Both", (Sprite,), {"scale_y": 7, "scale": 2})
    boss = type("Boss", (type("Huge", (), {"scale": 9}), Sprite), {})
    found = [(one.scale_x, one.scale_y) for one in (big(), wide(), half(), both(), boss())]
    assert found == [(2, 2), (4, 2), (0.5, 0.5), (2, 7), (9, 9)]
    assert every_road(big(), square(15))
    assert half(scale=1).scale == 1
    sprite = boss()
    sprite.scale = 1
    assert (sprite.scale, vars(sprite)) == (1, {})
    own = type("Own", (Sprite,), {"scale": property(lambda self: "mine")})
    assert own().scale == "mine"


def test_a_mixin_may_carry_the_collision() -> None:
    class Solid:
        collision = SQUARE

    class Wall(Solid, Sprite):
        pass

    class Fence(Sprite, Solid):
        pass

    wall = Wall()
    assert every_road(wall, square(5))
    wall.collision = Rect(100, 0, 10, 10)
    assert not every_road(wall, square(5))
    assert every_road(wall, square(105))
    # Sprite comes first in this one, so Sprite's own default wins, as for any attribute.
    assert Fence().shapes == ()


def test_a_property_of_the_subclass_stays_a_property() -> None:
    class Clamped(Sprite):
        @property
        def x(self) -> float:
            return super().x

        @x.setter
        def x(self, value: float) -> None:
            Sprite.x.__set__(self, max(0.0, value))  # type: ignore[attr-defined]

    sprite = Clamped(collision=SQUARE)
    sprite.x = -5
    assert sprite.x == 0
    sprite.x = 5
    assert sprite.aabb == (5, 0, 15, 10)


class BareTile(Small):
    z = 5

    def __init__(self, name: str) -> None:
        self.name = name


def test_a_subclass_need_not_call_init() -> None:
    bare = Bare("bare", object(), None, hp=5, color="red")
    for sprite in (bare, Sprite.__new__(Sprite)):
        assert {key: getattr(sprite, key) for key in DEFAULTS} == DEFAULTS
        assert not sprite.vanished
    assert (bare.name, bare.hp) == ("bare", 5)
    assert not every_road(bare, square())
    bare.collision = SQUARE
    bare.x = 5
    assert every_road(bare, square())
    tile = BareTile("t")
    assert (tile.z, tile.aabb) == (5, (0, 0, 4, 4))
    assert every_road(tile, square(3))


def test_other_ways_to_write_a_subclass() -> None:
    thing = TypeVar("thing")

    class Enemy(Small):
        def __init__(self, hp: int = 9, x: float = 4) -> None:
            super().__init__(x, 0, angle=90)
            self.hp = hp

    class Mixin:
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.mixed = True

    class Mixed(Mixin, Small):
        pass

    class Typed(Small, Generic[thing]):
        pass

    class Abstract(Small, ABC):
        @abstractmethod
        def update(self) -> None: ...

    class Concrete(Abstract):
        def update(self) -> None:
            self.x += 1

    class Slotted(Small):
        __slots__ = ("hp",)

    @dataclass
    class Data(Small):
        hp: int = 3

    for kind in (Enemy, Mixed, Typed, Concrete, Slotted, Data):
        sprite = kind()
        sprite.hp = 4
        sprite.target = square()  # type: ignore[union-attr]
        assert (sprite.hp, sprite.target.x) == (4, 0)  # type: ignore[union-attr]
        del sprite.hp
        assert kind is Data or not hasattr(sprite, "hp")
        assert sprite.check([square(3), square(99)])[0].x == 3
        assert pairs([sprite, square(3)])[0][0] is sprite
    assert Enemy(2, 5).x == 5
    assert Mixed().mixed
    with pytest.raises(TypeError):
        Abstract()  # type: ignore[abstract]
    namespace: dict[str, Any] = {"Sprite": Sprite, "__builtins__": __builtins__}
    exec("class Nowhere(Sprite): x = 3", namespace)  # which has no module
    assert namespace["Nowhere"]().x == 3


def refuse(*arguments: Any) -> Any:
    raise RuntimeError("asked")


HOSTILE = ("__eq__", "__hash__", "__bool__", "__len__", "__iter__", "__repr__", "__getitem__")
KINDS = {
    "hostile": dict.fromkeys(HOSTILE, refuse),
    "equal": {"__eq__": lambda self, other: True, "__hash__": None},
    "falsy": {"__bool__": lambda self: False},
    "empty": {"__len__": lambda self: 0, "__iter__": lambda self: iter(())},
}


@pytest.mark.parametrize("body", KINDS.values(), ids=KINDS)
def test_only_identity_counts(body: dict[str, Callable[..., Any]]) -> None:
    kind: Any = type("Kind", (Sprite,), {**body, "collision": SQUARE})
    a, b, c, far = (kind(x) for x in (0, 2, 4, 50))
    everyone = [a, far, b, a, c, b]
    assert ids(a.check(everyone)) == ids([b, c])
    assert ids(a.check(b)) == ids([b])
    assert [a.hits(b), a.hits(a), a.hits([far, b])] == [True, False, True]
    assert ids(pairs(everyone)) == ids([(a, b), (a, c), (b, c)])
    assert ids(pairs(a, b)) == ids([(a, b)])
    assert ids(spritecol.check(everyone, shot=None, hit=None)) == ids([(a, b), (a, c), (b, c)])
    group = Group(*everyone)
    assert len(group) == 4
    assert b in group
    group.discard(b)
    assert b not in group
    assert ids(group) == ids([a, far, c])
    assert ids(pairs(group, [b])) == ids([(a, b), (c, b)])
    c.vanish()
    assert ids(group) == ids([a, far])


def test_subclasses_of_containers_are_walked_as_they_say() -> None:
    a, near, far = square(), square(3), square(90)
    for base in (list, tuple):
        plain = type("Plain", (base,), {})
        last = type("Last", (base,), {"__iter__": lambda self: iter([far])})
        assert a.check(plain([near])) == [near]
        assert spritecol.check(plain([a]), plain([near]), None, None) == [(a, near)]
        assert not a.hits(last([near]))
        assert square(91).check(last([a])) == [far]
    assert a.check(np.array([near, far, None])) == [near]


MAKERS = {
    f"{library}, {'slots' if slots else 'dict'}, {'frozen' if frozen else 'open'}": make(
        eq=False, slots=slots, frozen=frozen
    )
    for library, make in (("attrs", attrs.define), ("dataclasses", dataclass))
    for slots in (True, False)
    for frozen in (False, True)
}


@pytest.mark.parametrize("field", [attrs.field(default=3), attrs.field(factory=list), field()])
def test_a_field_that_would_hide_an_attribute_of_sprites_is_refused(field: Any) -> None:
    assert type("Kind", (Sprite,), {"hp": field}).__dict__["hp"] is field
    with pytest.raises(TypeError, match=r"Kind\.z is a field.*set the default itself, z = "):
        type("Kind", (Sprite,), {"hp": field, "z": field})


@pytest.mark.parametrize("name", MAKERS)
def test_a_class_that_a_decorator_makes_is_as_a_plain_one(name: str) -> None:
    class Plain(Sprite):
        collision = Rect(0, 0, 10, 10)
        collision_layer = 4
        angle = 45
        vx = Number(4.0)
        lives = Number(3, int)
        word = "calm"

    @MAKERS[name]
    class Made(Sprite):
        collision = Rect(0, 0, 10, 10)
        collision_layer = 4
        angle = 45
        vx: float = Number(4.0)
        lives: int = Number(3, int)
        word: str = "calm"

    @MAKERS[name]
    class Heir(Made):
        lives: int = Number(5, int)

    plain, made, heir = Plain(), Made(), Heir()
    for attribute in ("collision", "shapes", "collision_layer", "angle", "vx", "lives", "word"):
        wanted = getattr(plain, attribute)
        assert getattr(made, attribute) == wanted
        assert getattr(heir, attribute) == (5 if attribute == "lives" else wanted)
    group = Group(made, Made(), heir)
    assert group.column("vx").tolist() == [4, 4, 4]
    assert group.column("lives").tolist() == [3, 3, 5]
    group.set_column("vx", [1, 2, 3])
    assert (made.vx, heir.vx) == (1, 3)
    assert made.hits(heir)
    if "frozen" not in name:
        made = Made(7.0, 8, "wild")
        assert (made.vx, made.lives, made.word) == (7, 8, "wild")
        made.vx += 1
        assert Group(made).column("vx").tolist() == [8]


@pytest.mark.parametrize("name", [name for name in MAKERS if name != "attrs, dict, frozen"])
def test_what_every_sprite_has_may_be_a_field(name: str) -> None:
    @MAKERS[name]
    class Made(Sprite):
        x: float = 5.0
        collision: Shape = Rect(0, 0, 10, 10)
        collision_layer: int = 4
        scale: float = 2.0
        visible: bool = False

    made, other = Made(), Made(8.0, Circle(0, 0, 3), scale=3)
    assert (made.x, made.aabb, made.collision_layer) == (5, (5, 0, 25, 20), 4)
    assert (other.x, other.aabb, other.scale, other.visible) == (8, (-1, -9, 17, 9), 3, False)
    assert Group(made, other).x.tolist() == [5, 8]
    assert Made.collision == Rect(0, 0, 10, 10)


def test_what_a_frozen_class_without_slots_keeps_elsewhere_is_told() -> None:
    @attrs.define(eq=False, slots=False, frozen=True)
    class Fast(Sprite):
        collision = Rect(0, 0, 10, 10)
        vx: float = Number(4.0)
        x: float = 0.0

    with pytest.warns(SpritecolWarning, match="slots=True") as told:
        Fast(9.0, 9.0).hits(Sprite(collision=Rect(0, 0, 9, 9)))
    assert [str(each.message).split()[0] for each in told] == ["Fast.vx", "Fast.x"]
