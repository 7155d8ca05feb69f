"""Sprites as Python objects: weak references, garbage collection, copy, deepcopy, pickle."""

import copy
import gc
import pickle
import weakref
from collections.abc import Callable
from typing import Any

from support.behavior import OTHERS, SQUARE, Bare, Surface, every_road, square, state
from support.for_each import for_each

from spritecol import Circle, Group, Polygon, Rect, Segment, Sprite


class Enemy(Sprite):
    collision = (0, 0, 9, 9)

    def __init__(self, hp: int, x: float = 0) -> None:
        super().__init__(x, 1, angle=90)
        self.hp = hp
        self.tags = ["flying"]
        self.friend: Any = None


class BareTile(Bare):
    """Cannot be made without arguments, and says by its class what it is."""

    collision = (0, 0, 9, 9)
    z = 5


class Slotted(Sprite):
    __slots__ = ("hp",)


def pickled(protocol: int) -> Callable[[Any], Any]:
    return lambda thing: pickle.loads(pickle.dumps(thing, protocol))


CLONES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {number}": pickled(number) for number in range(2, pickle.HIGHEST_PROTOCOL + 1)},
}
DEEP = {name: clone for name, clone in CLONES.items() if name != "copy"}

SPRITES: dict[str, Callable[[], Sprite]] = {
    "plain": Sprite,
    "square": square,
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
    "subclass": lambda: Enemy(5, 3),
    "bare": lambda: BareTile("b"),
}


def all_but_image(sprite: Sprite) -> dict[str, Any]:
    """The state; a deep copy may have an image of its own."""
    return {name: value for name, value in state(sprite).items() if name != "image"}


@for_each("clone", CLONES.values())
@for_each("make", SPRITES.values())
def test_a_clone_is_equal_and_independent(clone: Any, make: Callable[[], Sprite]) -> None:
    sprite = make()
    twin = clone(sprite)
    assert type(twin) is type(sprite)
    assert twin is not sprite
    before = state(sprite)
    assert all_but_image(twin) == all_but_image(sprite)
    twin.x += 100
    twin.collision = Circle(0, 0, 1)
    twin.collision_enable = not twin.collision_enable
    twin.vanish()
    assert state(sprite) == before
    assert not sprite.vanished


@for_each("clone", CLONES.values())
def test_every_attribute_is_cloned(clone: Any) -> None:
    sprite = Sprite(**OTHERS)
    twin = clone(sprite)
    for name, value in OTHERS.items():
        if name != "image":
            assert getattr(twin, name) == value, name
    assert twin.image.get_size() == sprite.image.get_size()


def test_copy_shares_image_and_attributes_deepcopy_does_not() -> None:
    enemy = Enemy(5)
    enemy.image = Surface(4, 4)
    shallow, deep = copy.copy(enemy), copy.deepcopy(enemy)
    assert shallow.image is enemy.image
    assert shallow.tags is enemy.tags
    assert deep.tags == enemy.tags
    assert deep.tags is not enemy.tags
    shallow.hp = 1
    assert (enemy.hp, deep.hp) == (5, 5)


@for_each("clone", CLONES.values())
def test_a_clone_hits_where_it_stands(clone: Any) -> None:
    sprite = square(3)
    twin = clone(sprite)
    assert every_road(sprite, twin)
    twin.x = 13
    assert not every_road(sprite, twin)
    sprite.x = 4
    assert every_road(sprite, twin)


@for_each("clone", CLONES.values())
def test_a_default_center_stays_a_default(clone: Any) -> None:
    default = clone(Sprite(image=Surface(8, 4)))
    own = clone(Sprite(image=Surface(8, 4), center_x=4, center_y=2))
    default.image = own.image = Surface(20, 20)
    assert (default.center_x, default.center_y) == (10, 10)
    assert (own.center_x, own.center_y) == (4, 2)


@for_each("clone", CLONES.values())
def test_a_collision_set_to_none_does_not_become_the_class_default(clone: Any) -> None:
    enemy = Enemy(5)
    enemy.collision = None
    assert clone(enemy).collision is None
    assert clone(enemy).shapes == ()
    enemy.image = Surface(4, 4)
    assert clone(enemy).shapes == (Rect(0, 0, 4, 4),)


@for_each("clone", CLONES.values())
def test_a_vanished_sprite_stays_vanished(clone: Any) -> None:
    sprite = square()
    sprite.vanish()
    twin = clone(sprite)
    assert twin.vanished
    assert all_but_image(twin) == all_but_image(sprite)
    assert not every_road(twin, square())


@for_each("clone", CLONES.values())
def test_slots_are_cloned(clone: Any) -> None:
    sprite = Slotted(collision=SQUARE)
    sprite.hp = 7
    assert clone(sprite).hp == 7
    assert clone(Slotted(3)).x == 3


@for_each("clone", DEEP.values())
def test_sharing_is_kept(clone: Any) -> None:
    a, b = Enemy(1), Enemy(2)
    a.friend, b.friend = b, a
    first, again, second, places = clone([a, a, b, {"a": a}])
    assert first is again
    assert places["a"] is first
    assert first is not a
    assert first.friend is second
    assert second.friend is first
    assert (first.hp, second.hp) == (1, 2)


@for_each("clone", DEEP.values())
def test_a_sprite_that_refers_to_itself(clone: Any) -> None:
    enemy = Enemy(1)
    enemy.friend = {enemy: [enemy]}
    twin = clone(enemy)
    assert twin.friend[twin][0] is twin


def test_a_copy_is_in_no_group() -> None:
    sprite = square()
    group = Group(sprite)
    twin = copy.copy(sprite)
    assert twin not in group
    assert list(group) == [sprite]


@for_each("clone", CLONES.values())
def test_init_is_not_called_for_a_clone(clone: Any) -> None:
    before = Counting.made
    sprite = Counting()
    clone(sprite)
    assert Counting.made == before + 1


class Counting(Sprite):
    made = 0

    def __init__(self) -> None:
        Counting.made += 1
        super().__init__()


# -- weak references and cycles -------------------------------------------------------------


def test_weak_references() -> None:
    sprite = square()
    died: list[str] = []
    reference = weakref.ref(sprite)
    weakref.finalize(sprite, died.append, "finalized")
    flock = weakref.WeakSet([sprite])
    assert reference() is sprite
    assert sprite.hits(square(5))
    del sprite
    assert reference() is None
    assert died == ["finalized"]
    assert len(flock) == 0


def test_a_sprite_dies_with_its_last_reference() -> None:
    """Nothing inside keeps a sprite: not a check, not a pairs list that is gone."""
    gc.collect()
    gc.disable()
    try:
        a, b = square(), square(5)
        references = [weakref.ref(a), weakref.ref(b)]
        assert a.check([b])
        found = a.check([[b], b])
        assert a.hits(b)
        del a, b, found
        assert [reference() for reference in references] == [None, None]
    finally:
        gc.enable()


def self_reference(sprite: Any) -> None:
    sprite.me = sprite


def image_reference(sprite: Any) -> None:
    sprite.image = Surface(3, 3)
    sprite.image.owner = sprite


def own_group(sprite: Any) -> None:
    sprite.group = Group(sprite)
    sprite.group.pair_indices()


def nested_groups(sprite: Any) -> None:
    sprite.group = Group(Group(sprite), square())
    sprite.group.pairs()


def bound_callback(sprite: Any) -> None:
    sprite.hit = sprite.vanish


@for_each("tie", [self_reference, image_reference, own_group, nested_groups, bound_callback])
def test_cycles_are_collected(tie: Callable[[Any], None]) -> None:
    sprite = square()
    tie(sprite)
    reference = weakref.ref(sprite)
    del sprite
    gc.collect()
    assert reference() is None


def test_cycles_of_a_bare_subclass_are_collected() -> None:
    a, b = BareTile("a"), BareTile("b")
    a.other, b.other = b, a  # type: ignore[attr-defined]
    references = [weakref.ref(a), weakref.ref(b)]
    del a, b
    gc.collect()
    assert [reference() for reference in references] == [None, None]


def test_a_group_dies_with_its_last_reference() -> None:
    """Not only at the next garbage collection: a Group made for one check must not hold sprites."""
    gc.collect()
    gc.disable()
    try:
        sprite = square()
        group = Group(Group(sprite), square(5))
        assert len(group.pairs()) == 1
        assert len(list(group)) == 2
        references = [weakref.ref(group), weakref.ref(sprite)]
        del group, sprite
        assert [reference() for reference in references] == [None, None]
    finally:
        gc.enable()


def test_a_group_lets_go_at_once() -> None:
    for leave in ("discard", "remove", "clear"):
        sprite = square()
        group = Group(sprite, square(5))
        assert len(group.pairs()) == 1
        reference = weakref.ref(sprite)
        if leave == "clear":
            group.clear()
        else:
            getattr(group, leave)(sprite)
        del sprite
        gc.collect()
        assert reference() is None, leave


def test_a_group_keeps_its_sprites_and_lets_them_go() -> None:
    group = Group(square(), square(5))
    outer = Group(group)
    gc.collect()
    assert len(outer) == 2
    references = [weakref.ref(sprite) for sprite in group]
    assert len(outer.pairs()) == 1
    group.clear()
    assert list(outer) == []
    assert outer.pairs() == []
    gc.collect()
    assert [reference() for reference in references] == [None, None]


def test_a_group_lets_a_vanished_sprite_go() -> None:
    sprite = square()
    group = Group(sprite, square(5))
    outer = Group(group)
    assert len(outer.pairs()) == 1
    reference = weakref.ref(sprite)
    sprite.vanish()
    del sprite
    assert (len(group), len(outer)) == (1, 1)
    assert outer.pairs() == []
    gc.collect()
    assert reference() is None


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


class Reduced(Sprite):
    """One that says all of it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Reduced, (self.x + 1,)


class Labeled(Group):
    def __getstate__(self) -> dict[str, Any]:
        return {"label": "copied"}


@for_each("clone", CLONES.values())
def test_a_users_class_says_how_it_is_copied(clone: Any) -> None:
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

    assert clone(Reduced(6)).x == 7

    group = Labeled(Sprite(1), Sprite(2))
    twin = clone(group)
    assert (twin.label, twin.x.tolist()) == ("copied", [1, 2])
