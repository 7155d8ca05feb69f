"""Sprite is made to be subclassed: class defaults, own __init__, own attributes, own __eq__."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pytest
from support.behavior import DEFAULTS, OTHERS, SQUARE, Bare, Surface, every_road, ids, square
from support.for_each import for_each

import spritecol
from spritecol import Circle, Group, Rect, Sprite, pairs


class Tile(Sprite):
    collision = [0, 0, 15, 15]  # noqa: RUF012 - a list, as most users write it


class Small(Tile):
    collision = Rect(0, 0, 4, 4)


class Inheriting(Small):
    pass


def test_collision_on_the_class_is_the_default() -> None:
    tile = Tile(3, 0)
    assert tile.collision == [0, 0, 15, 15]
    assert tile.aabb == (3, 0, 19, 16)
    assert Small().aabb == (0, 0, 4, 4)
    assert Inheriting().aabb == (0, 0, 4, 4)
    assert Sprite().shapes == ()
    assert Tile(collision=[1, 1, 1]).shapes == (Circle(1, 1, 1),)


def test_an_instance_leaves_the_class_alone() -> None:
    tile = Tile(image=Surface(3, 3))
    assert tile.aabb == (0, 0, 16, 16)
    tile.collision = None
    assert tile.aabb == (0, 0, 3, 3)
    tile.collision = Circle(0, 0, 1)
    assert Tile().aabb == (0, 0, 16, 16)


def test_every_attribute_may_have_its_default_on_the_class() -> None:
    for name, value in OTHERS.items():
        kind = type("Kind", (Sprite,), {name: value})
        assert getattr(kind(), name) == value, name
        child = type("Child", (kind,), {})
        assert getattr(child(), name) == value, name
        sprite = child()
        setattr(sprite, name, DEFAULTS[name])
        assert getattr(sprite, name) == DEFAULTS[name], name
    assert {key: getattr(Sprite(), key) for key in DEFAULTS} == DEFAULTS


def test_an_attribute_with_a_default_on_the_class_does_what_one_without_does() -> None:
    def told(use: Callable[..., object], *arguments: object) -> tuple[type, str]:
        with pytest.raises((TypeError, ValueError, AttributeError)) as error:
            use(*arguments)
        return error.type, str(error.value).split(", got")[0]

    for name, value in OTHERS.items():
        kind = type("Sprite", (Sprite,), {name: value})
        with_default = vars(kind)[name]
        assert getattr(kind, name) == value
        assert told(setattr, kind(), name, object()) == told(setattr, Sprite(), name, object())
        assert told(delattr, kind(), name) == told(delattr, Sprite(), name)
        for stranger in (object(), 3, "sprite"):
            refusal = TypeError, f"{name} is an attribute of a sprite"
            assert told(with_default.__get__, stranger) == refusal
            assert told(with_default.__set__, stranger, value) == refusal


def test_class_defaults_count_in_checks() -> None:
    class Turned(Sprite):
        x: float = 100
        y = 50
        z = 5
        angle = 90
        image = Surface(8, 2)
        collision = Rect(2, 0, 4, 2)

    assert Turned().aabb == (103, 49, 105, 53)
    assert Turned().z == 5
    assert every_road(Turned(), square(100, 45))


def test_a_mixin_may_carry_the_collision() -> None:
    class Solid:
        collision = (0, 0, 9, 9)

    class Wall(Solid, Sprite):
        pass

    class Fence(Sprite, Solid):
        pass

    assert every_road(Wall(), square(5))
    wall = Wall()
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


class BareTile(Tile):
    z = 5

    def __init__(self, name: str) -> None:
        self.name = name


def test_a_subclass_need_not_call_init() -> None:
    bare = Bare("bare", object(), None, hp=5, colour="red")
    assert {key: getattr(bare, key) for key in DEFAULTS} == DEFAULTS
    assert (bare.name, bare.hp) == ("bare", 5)
    assert not every_road(bare, square())
    bare.collision = SQUARE
    bare.x = 5
    assert every_road(bare, square())


def test_a_subclass_without_init_has_its_class_defaults() -> None:
    tile = BareTile("t")
    assert (tile.z, tile.aabb) == (5, (0, 0, 16, 16))
    assert every_road(tile, square(15))


def test_new_alone_makes_a_sprite() -> None:
    sprite = Sprite.__new__(Sprite)
    assert {key: getattr(sprite, key) for key in DEFAULTS} == DEFAULTS
    assert not sprite.vanished


class Enemy(Tile):
    def __init__(self, hp: int, x: float) -> None:
        super().__init__(x, 7, angle=90)
        self.hp = hp


def test_a_subclass_has_its_own_signature_and_attributes() -> None:
    enemy = Enemy(9, 4)
    assert (enemy.hp, enemy.x, enemy.y, enemy.angle) == (9, 4, 7, 90)
    enemy.target = square()  # type: ignore[attr-defined]
    assert enemy.target.x == 0  # type: ignore[attr-defined]
    assert not hasattr(enemy, "shield")
    del enemy.hp
    assert not hasattr(enemy, "hp")


def test_other_ways_to_write_a_subclass() -> None:
    thing = TypeVar("thing")

    class Mixin:
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.mixed = True

    class Mixed(Mixin, Tile):
        pass

    class Typed(Tile, Generic[thing]):
        pass

    class Abstract(Tile, ABC):
        @abstractmethod
        def update(self) -> None: ...

    class Concrete(Abstract):
        def update(self) -> None:
            self.x += 1

    class Slotted(Tile):
        __slots__ = ("hp",)

    @dataclass
    class Data(Tile):
        hp: int = 3

    for kind in (Mixed, Typed, Concrete, Slotted, Data):
        sprite = kind()
        sprite.hp = 4
        assert sprite.hp == 4
        assert sprite.check([square(15), square(16)])[0].x == 15
        assert pairs([sprite, square(15)])[0][0] is sprite
    assert Mixed().mixed
    with pytest.raises(TypeError):
        Abstract()  # type: ignore[abstract]


class Equal(Sprite):  # noqa: PLW1641 - the missing hash is the point
    """Equal to everything, and so without a hash."""

    def __eq__(self, other: object) -> bool:
        return True


class Hostile(Sprite):
    """Whatever Python may ask of an object, it refuses."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("compared")

    def __hash__(self) -> int:
        raise RuntimeError("hashed")

    def __bool__(self) -> bool:
        raise RuntimeError("asked for truth")

    def __len__(self) -> int:
        raise RuntimeError("measured")

    def __iter__(self) -> Iterator[Any]:
        raise RuntimeError("iterated")

    def __repr__(self) -> str:
        raise RuntimeError("printed")


class Falsy(Sprite):
    def __bool__(self) -> bool:
        return False


class Empty(Sprite):
    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[Any]:
        return iter(())


@for_each("kind", [Equal, Hostile, Falsy, Empty])
def test_only_identity_counts(kind: type[Sprite]) -> None:
    a, b, c, far = (kind(x, collision=SQUARE) for x in (0, 2, 4, 50))
    everyone = [a, far, b, a, c, b]

    assert ids(a.check(everyone)) == ids([b, c])
    assert ids(a.check(b)) == ids([b])
    assert a.hits(b) is True
    assert a.hits(a) is False
    assert a.hits([far, b]) is True
    assert ids(pairs(everyone)) == ids([(a, b), (a, c), (b, c)])
    assert ids(pairs(a, b)) == ids([(a, b)])
    assert ids(spritecol.check(everyone, shot=None, hit=None)) == ids([(a, b), (a, c), (b, c)])
    group = Group(*everyone)
    assert len(group) == 4
    assert b in group
    group.discard(b)
    assert b not in group
    assert ids(group) == ids([a, far, c])
    assert ids(group.pairs()) == ids([(a, c)])
    assert ids(pairs(group, [b])) == ids([(a, b), (c, b)])
    c.vanish()
    assert ids(group) == ids([a, far])
