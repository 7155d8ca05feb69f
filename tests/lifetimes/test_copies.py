"""Copies and pickles of sprites: equal, independent, and as a user's class says."""

import copy
import pickle
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from support.behavior import OTHERS, SQUARE, Bare, Surface, every_road, square, state

from spritecol import Circle, Group, Polygon, Rect, Segment, Sprite

CLONES: dict[str, Callable[[Any], Any]] = {"copy": copy.copy, "deepcopy": copy.deepcopy}
CLONES |= {
    f"pickle {p}": lambda thing, p=p: pickle.loads(pickle.dumps(thing, p))  # type: ignore[misc]
    for p in range(2, pickle.HIGHEST_PROTOCOL + 1)
}
ALL = pytest.mark.parametrize("clone", CLONES.values(), ids=CLONES)
DEEP = pytest.mark.parametrize("clone", list(CLONES.values())[1:], ids=list(CLONES)[1:])


class Enemy(Sprite):
    collision: ClassVar[Any] = [0, 0, 9, 9]
    made = 0

    def __init__(self, hp: int, x: float = 0) -> None:
        super().__init__(x, 1, angle=90)
        Enemy.made += 1
        self.hp, self.tags = hp, ["flying"]
        self.friend: Any = None


class BareTile(Bare):
    """Cannot be made without arguments, and says by its class what it is."""

    collision: ClassVar[Any] = [0, 0, 9, 9]
    z = 5


class Slotted(Sprite):
    __slots__ = ("hp",)


class Armed(Slotted):
    """It has slots, those of a base, and attributes beside them."""

    __slots__ = ("ammo",)


class SlottedGroup(Group[Any]):
    __slots__ = ("ammo",)


class ArmedGroup(SlottedGroup):
    """It has attributes beside the slots of its base."""


def vanished() -> Sprite:
    sprite = square(3)
    sprite.vanish()
    return sprite


def none_for_good() -> Sprite:
    """The default of its class is not its own any more."""
    enemy = Enemy(5)
    enemy.collision = None
    return enemy


SPRITES: dict[str, Callable[[], Sprite]] = {
    "plain": Sprite,
    "posed": lambda: square(3, 4, angle=33, scale_x=-2, scale_y=0.5, center_x=1, center_y=2),
    "offset": lambda: square(3, 4, center_x=1, offset_sync=True, collision_sync=False, z=3),
    "invisible": lambda: square(visible=False),
    "disabled": lambda: square(collision_enable=False),
    "segment": lambda: Sprite(collision=Segment(0, 0, 7, 3, name="ray"), angle=45),
    "several": lambda: Sprite(collision=[[0, 0, 4], [5, 5, 8, 8]]),
    "concave": lambda: Sprite(collision=Polygon(((0, 0), (9, 0), (2, 2), (0, 9)))),
    "hole": lambda: Sprite(
        collision=Polygon(((0, 0), (9, 0), (9, 9), (0, 9)), (((1, 1), (8, 1), (8, 8), (1, 8)),))
    ),
    "all others": lambda: Sprite(**OTHERS),
    "subclass": lambda: Enemy(5, 3),
    "bare": lambda: BareTile("b"),
    "vanished": vanished,
    "None": none_for_good,
}


def all_but_image(sprite: Sprite) -> dict[str, Any]:
    """The state; a deep copy may have an image of its own."""
    return {name: value for name, value in state(sprite).items() if name != "image"}


@ALL
@pytest.mark.parametrize("make", SPRITES)
def test_a_copy_is_equal_and_independent(clone: Callable[[Any], Any], make: str) -> None:
    sprite, number = SPRITES[make](), Enemy.made
    group = Group(sprite)
    twin = clone(sprite)
    assert (type(twin), Enemy.made) == (type(sprite), number)  # no constructor was called
    before = state(sprite)
    assert all_but_image(twin) == all_but_image(sprite)
    assert every_road(twin, square(3)) is every_road(sprite, square(3))
    assert twin not in group
    for name, value in OTHERS.items():
        setattr(twin, name, value)
    twin.vanish()
    assert state(sprite) == before


@ALL
def test_what_follows_the_image_does_so_in_the_copy(clone: Callable[[Any], Any]) -> None:
    default, enemy = clone(Sprite(image=Surface(8, 4))), clone(none_for_good())
    own = clone(Sprite(image=Surface(8, 4), center_x=4, center_y=2))
    default.image = own.image = enemy.image = Surface(20, 20)
    assert (default.center_x, default.center_y) == (10, 10)
    assert (own.center_x, own.center_y) == (4, 2)
    assert enemy.shapes == (Rect(0, 0, 20, 20),)


def test_a_copy_shares_what_a_deepcopy_copies() -> None:
    enemy = Enemy(5)
    enemy.image = Surface(4, 4)
    shallow, deep = copy.copy(enemy), copy.deepcopy(enemy)
    assert shallow.image is enemy.image
    assert shallow.tags is enemy.tags
    assert deep.image is not enemy.image
    assert (deep.tags, deep.tags is enemy.tags) == (["flying"], False)


@DEEP
def test_sharing_is_kept(clone: Callable[[Any], Any]) -> None:
    a, b = Enemy(1), Enemy(2)
    a.friend, b.friend = b, {b: [b]}
    first, again, second, places = clone([a, a, b, {"a": a}])
    assert first is again is places["a"]
    assert first is not a
    assert first.friend is second
    assert second.friend[second][0] is second


class Cached(Sprite):
    """The recipe of pickle's own manual: some attributes are left out."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "cache"}


class Restored(Sprite):
    """One that takes its attributes itself."""

    def __getstate__(self) -> dict[str, Any]:
        return {"kept": self.__dict__["kept"]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.restored = True


class Named(Sprite):
    """One whose `__new__` needs an argument."""

    def __new__(cls, name: str) -> "Named":
        made = super().__new__(cls)
        made.called = name
        return made

    def __init__(self, name: str) -> None:
        super().__init__(3)

    def __getnewargs__(self) -> tuple[str]:
        return (self.called,)


class Spelled(Named):
    """One whose `__new__` takes it by its name."""

    def __new__(cls, *, name: str) -> "Spelled":  # type: ignore[misc]
        return super().__new__(cls, name)  # type: ignore[return-value]

    def __init__(self, *, name: str) -> None:
        super().__init__(name)

    def __getnewargs_ex__(self) -> tuple[tuple[()], dict[str, str]]:
        return (), {"name": self.called}


class Reduced(Sprite):
    """One that says all of it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Reduced, (self.x + 1,)


class Labeled(Group):
    def __getstate__(self) -> dict[str, Any]:
        return {"label": "copied"}


@ALL
def test_a_users_class_says_how_it_is_copied(clone: Callable[[Any], Any]) -> None:
    cached: Any = Cached(4, angle=30)
    cached.cache, cached.kept = object(), 5
    twin = clone(cached)
    assert (twin.x, twin.angle, twin.__dict__) == (4, 30, {"kept": 5})
    restored: Any = Restored(4, collision=Circle(0, 0, 3))
    restored.kept, restored.left = 1, 2
    restored.vanish()
    twin = clone(restored)
    assert (twin.x, twin.shapes, twin.vanished) == (4, (Circle(0, 0, 3),), True)
    assert twin.__dict__ == {"kept": 1, "restored": True}
    named = Named("Ann")
    named.y = 8
    twin = clone(named)
    assert (twin.called, twin.x, twin.y) == ("Ann", 3, 8)
    spelled = Spelled(name="Bo")
    spelled.y = 9
    twin = clone(spelled)
    assert (twin.called, twin.x, twin.y) == ("Bo", 3, 9)
    slotted: Any = Slotted(collision=SQUARE)
    slotted.hp = 7
    assert (clone(slotted).hp, clone(Slotted(3)).x, clone(Reduced(6)).x) == (7, 3, 7)
    twin = clone(Labeled(Sprite(1), Sprite(2)))
    assert (twin.label, twin.x.tolist()) == ("copied", [1, 2])


@ALL
@pytest.mark.parametrize("kind", [Armed, ArmedGroup])
def test_slots_and_attributes_beside_them_are_copied(
    clone: Callable[[Any], Any], kind: Any
) -> None:
    names = ("ammo", "name", "hp") if kind is Armed else ("ammo", "name")
    for given in ((), *((name,) for name in names), names):
        thing = kind()
        for name in given:
            setattr(thing, name, [name])
        twin = clone(thing)
        assert {name: getattr(twin, name, None) for name in names} == {
            name: [name] if name in given else None for name in names
        }
