"""All calls that look at sprites, and user code that runs inside of them and changes everything.

`ENTRIES` are the calls, `OPENINGS` are the ways in which user code runs inside of a call, and
`DEEDS` are the changes that it makes.
"""

import copy
import functools
import gc
import inspect
import pickle
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from support.behavior import MeddlingNumber, same, square

from spritecol import (
    CharacterController,
    Circle,
    Contact,
    Group,
    History,
    Near,
    Overlaps,
    RayHit,
    Rect,
    Shape,
    Sprite,
    SweepHit,
    World,
    check,
    clean,
    draw,
    pairs,
    update,
)


class Told(Exception):  # noqa: N818 (it is no error of the library)
    """The exception that hostile code raises."""


class Scene:
    """A Group in another one, with one inside. Only Groups refer to the sprites except `me`."""

    def __init__(self, count: int = 0, is_old: bool = False, is_bare: bool = False) -> None:
        self.inner = Group(square(3), square(6))
        self.group = Group(square(0), square(1), self.inner, square(2))
        self.group.add(square(7 * k, 12 * k) for k in range(count))
        self.outer = Group(square(4), self.group)
        self.me = Sprite(5, -30, collision=[Rect(0, 0, 10, 10), Circle(4, 4, 6)])
        self.litter: list[Any] = []
        if not is_bare:
            self.furnish()
        if is_old:  # the flat lists exist and are out of date
            self.whole()
            self.inner.add(square(7))
            next(iter(self.group)).vanish()

    def furnish(self) -> None:
        """Add what moves, watches and saves."""
        self.walker = CharacterController(Sprite(0, -40, collision=Rect(0, 0, 8, 8)))
        self.watches = [Overlaps(self.outer), Overlaps(self.me, self.group, swept=True)]
        self.watches += [Overlaps(self.outer, self.inner, by_shape=True)]
        self.me.mark = None  # type: ignore[attr-defined]
        self.world = World(self.outer, self.me, *self.watches, self.walker, attributes=["mark"])
        for watch in self.watches:
            watch.update()
        self.saved = self.world.save()

    def whole(self) -> None:
        """Fail unless all answers of each Group agree."""
        for group in (self.inner, self.group, self.outer):
            sprites = list(group)
            assert len(sprites) == len(group) == len(set(map(id, sprites)))
            assert not any(sprite.vanished for sprite in sprites)
            assert group.x.tolist() == [sprite.x for sprite in sprites]
            boxes = np.array([sprite.aabb for sprite in sprites]).reshape(-1, 4)
            assert np.array_equal(group.aabbs, boxes, equal_nan=True)
            assert same(group.pairs(), pairs(sprites))
            assert all(sprite in group for sprite in sprites)


# --- deeds ---------------------------------------------------------------------------------------


def vanish_all(scene: Scene) -> None:
    for sprite in scene.outer:
        sprite.vanish()


def discard_all(scene: Scene) -> None:
    for group in (scene.inner, scene.group, scene.outer):
        group.discard(*group)


def clear_all(scene: Scene) -> None:
    for group in (scene.outer, scene.group, scene.inner):
        group.clear()


def fill_up(scene: Scene) -> None:
    for group in (scene.inner, scene.group):
        for x in range(8):
            group.add(square(x))
    scene.outer.add(Group(square(9)))


def use(scene: Scene) -> None:
    scene.whole()
    scene.group.x += 1


def reshape(scene: Scene) -> None:
    for k, sprite in enumerate([*scene.outer, scene.me]):
        sprite.collision = [Circle(k, 0, 5)] * (k % 4)
    gc.collect(0)


def ask_again(scene: Scene) -> None:
    for name in ("Sprite.check", "check", "Overlaps", "raycast_all", "sweep_all"):
        run(name, scene)


def go_back(scene: Scene) -> None:
    scene.world.restore(scene.saved)


def fail(scene: Scene) -> None:
    raise Told


DEEDS = [vanish_all, discard_all, clear_all, fill_up, use, reshape]
MORE_DEEDS = [*DEEDS, ask_again, go_back, fail]

# --- calls ---------------------------------------------------------------------------------------


def look_back(scene: Scene) -> None:
    history = History(scene.world)
    history.record()
    scene.group.add(square(1))
    with history.at(0):
        len(scene.outer)


ENTRIES: dict[str, Callable[..., Any]] = {
    "len": lambda scene: len(scene.outer),
    "iter": lambda scene: list(scene.outer),
    "in": lambda scene: scene.outer in scene.group,
    "index": lambda scene: scene.outer[1] if len(scene.outer) > 1 else None,
    "add": lambda scene, targets: scene.group.add(square(8), Group(square(9)), Group(targets)),
    "discard": lambda scene: scene.group.discard(scene.inner),
    "clear": lambda scene: scene.group.clear(),
    "x": lambda scene: scene.outer.x,
    "set x": lambda scene, number: setattr(scene.outer, "x", number),
    "set angles": lambda scene, number: setattr(
        scene.inner, "angle", [number, *range(1, len(scene.inner))]
    ),
    "aabbs": lambda scene: scene.outer.aabbs,
    "pairs": lambda scene: scene.outer.pairs(),
    "pairs of two": lambda scene, targets, where: scene.outer.pairs(targets, where=where),
    "pairs()": lambda scene, targets: pairs([scene.me, scene.group], targets),
    "pair_indices": lambda scene, targets: scene.outer.pair_indices(targets),
    "hits": lambda scene, targets: scene.outer.hits(targets),
    "check": lambda scene, targets, call: check([scene.group, targets], scene.outer, hit=call),
    "check within": lambda scene, targets, call: check([scene.me, targets], hit=call),
    "Sprite.check": lambda scene, targets, where: square().check(targets, where=where),
    "Sprite.hits": lambda scene, targets, where: square().hits(targets, where=where),
    "update": lambda scene, targets: update([scene.group, targets]),
    "draw": lambda scene, targets: draw([scene.group, targets]),
    "clean": lambda scene: clean([scene.group, [scene.outer]]),
    "copy": lambda scene: copy.copy(scene.group),
    "deepcopy": lambda scene: copy.deepcopy(scene.outer),
    "pickle": lambda scene: pickle.loads(pickle.dumps(scene.outer)),
    "Group": lambda scene, targets: Group(scene.outer, targets),
    "new sprite": lambda scene, number: Sprite(number, collision=[[0, 0, 3], [5, 5, 9, 9]]),
    "a number": lambda scene, number: setattr(scene.me, "x", number),
    "contacts": lambda scene, targets, where: square().contacts(targets, where=where),
    "contact_arrays": lambda scene, targets: scene.outer.contact_arrays(targets),
    "separation_arrays": lambda scene: scene.outer.separation_arrays(),
    "separation_arrays of": lambda scene, targets: scene.outer.separation_arrays(targets),
    "separation": lambda scene, targets, where: square().separation(targets, where=where),
    "depenetrate": lambda scene, targets, where: scene.me.depenetrate(targets, where=where),
    "distance": lambda scene: scene.me.distance(scene.walker.sprite),
    "raycast": lambda scene, where: scene.outer.raycast(-9, 4, 99, 5, where=where),
    "raycast_all": lambda scene, where: scene.outer.raycast_all(-9, 4, 99, 5, where=where),
    "raycast_arrays": lambda scene: scene.outer.raycast_arrays([(-9, 4)], [(99, 5), (5, 99)]),
    "visible_area": lambda scene, where: scene.outer.visible_area(5, -30, radius=99, where=where),
    "line_of_sight": lambda scene, where: scene.outer.line_of_sight(-9, 4, 99, 5, where=where),
    "query_box": lambda scene, where: scene.outer.query_box(0, 0, 9, 9, where=where),
    "query_shape": lambda scene, where: scene.outer.query_shape(Circle(0, 0, 9), where=where),
    "nearest": lambda scene, where: scene.outer.nearest(4, 4, where=where),
    "nearest_k": lambda scene, number: scene.outer.nearest_k(number, 4, 3),
    "nearest_indices": lambda scene: scene.outer.nearest_indices([(4, 4)] * 3, 2),
    "box_indices": lambda scene: scene.outer.box_indices([(0, 0, 9, 9)] * 3),
    "sweep": lambda scene, targets, where: scene.me.sweep(0, 60, targets, where=where),
    "sweep_all": lambda scene, targets, where: scene.me.sweep_all(0, 60, targets, where=where),
    "sweep_arrays": lambda scene, targets: scene.inner.sweep_arrays(9, 60, targets),
    "slides": lambda scene, targets: scene.inner.move_and_slide_arrays(9, 60, targets),
    "bounce": lambda scene, targets, where: scene.me.move_and_bounce(5, 60, targets, where=where),
    "slide": lambda scene, targets, where: scene.me.move_and_slide(5, 60, targets, where=where),
    "collide": lambda scene, targets, where: scene.me.move_and_collide(5, 60, targets, where=where),
    "walk": lambda scene, targets, where: scene.walker.move(2, 60, targets, where=where),
    "Overlaps": lambda scene: [watch.update() for watch in scene.watches],
    "Overlaps of": lambda scene, call, where: Overlaps(
        scene.outer, enter=call, where=where
    ).update(),
    "World.save": lambda scene: scene.world.save(),
    "World.restore": lambda scene: scene.world.restore(scene.saved),
    "World.load": lambda scene: scene.world.load(scene.saved.to_bytes()),
    "World.digest": lambda scene: scene.world.digest(),
    "World()": lambda scene: World(scene.outer, Overlaps(scene.outer)).save(),
    "History.at": look_back,
}
"""Calls by name. The parameters of each are those through which user code may run."""

FIRST = ("len", "iter", "in", "add", "discard", "clear", "x", "set x", "aabbs", "pairs", "check")
FIRST += ("pairs of two", "pair_indices", "hits", "Sprite.check", "Sprite.hits", "copy", "Group")
FIRST += ("deepcopy", "new sprite")
"""The calls that change or read a Group. Every deed is done at each allocation of these."""


@functools.cache
def takes(name: str) -> frozenset[str]:
    """Return the arguments of a call through which user code may run."""
    return frozenset(inspect.signature(ENTRIES[name]).parameters) - {"scene"}


def prepared(name: str, scene: Scene, **hostile: Any) -> Callable[[], Any]:
    """Return a call. Its arguments do nothing unless others are given."""
    plain = {
        "targets": [scene.outer, [scene.inner]],
        "number": 5,
        "where": None,
        "call": lambda own, other: None,
    }
    given = {key: (plain | hostile)[key] for key in takes(name)}
    return functools.partial(ENTRIES[name], scene, **given)


def run(name: str, scene: Scene, **hostile: Any) -> Any:
    """Make a call, check its answer, and return it."""
    return seen(prepared(name, scene, **hostile)())


def seen(answer: Any, *, is_changed: bool = False) -> Any:
    """Return an answer after a check that its records name sprites and shapes.

    A shape may be None if its sprite has changed meanwhile.
    """
    for record in answer if isinstance(answer, list) else [answer]:
        if isinstance(record, (Contact, RayHit, SweepHit, Near)):
            assert isinstance(record.other, Sprite)
            gone = record.other_shape is None and is_changed
            assert gone or isinstance(record.other_shape, Shape)
    return answer


# --- openings ------------------------------------------------------------------------------------

Act = Callable[[], Any]


class MeddlingTargets:
    """An iterable that runs code of a test when it is walked."""

    def __init__(self, act: Callable[[], Any], items: Any = ()) -> None:
        self.act = act
        self.items = items

    def __iter__(self) -> Iterator[Any]:
        self.act()
        return iter(self.items)


class Dying(Sprite):
    """A sprite that does a deed when it dies."""

    collision = Rect(0, 0, 10, 10)
    act: Act

    def __del__(self) -> None:
        self.act()


def in_a_finalizer(scene: Scene, act: Act) -> dict[str, Any]:
    """Let sprites vanish; they die, and do the deed, when a call makes a Group drop them."""
    for group in (scene.inner, scene.group, scene.outer):
        dying = Dying(2)
        dying.act = act
        group.add(dying)
    del dying
    len(scene.outer)
    for sprite in scene.outer:
        if isinstance(sprite, Dying):
            sprite.vanish()
    return {}


def in_a_weak_callback(scene: Scene, act: Act) -> dict[str, Any]:
    """Let sprites vanish; the callbacks of weak references to them do the deed."""
    for group in (scene.inner, scene.outer):
        dying = square(2)
        scene.litter.append(weakref.ref(dying, lambda _: act()))
        group.add(dying)
        dying.vanish()
    return {}


OPENINGS: dict[str, Callable[[Scene, Act], dict[str, Any]]] = {
    "finalizer": in_a_finalizer,
    "weakref": in_a_weak_callback,
    "targets": lambda scene, act: {
        "targets": [scene.outer, MeddlingTargets(act, [square(1)]), scene.inner]
    },
    "generator": lambda scene, act: {"targets": generated(scene, act)},
    "where": lambda scene, act: {"where": lambda *hit: act() or True},
    "number": lambda scene, act: {"number": MeddlingNumber(act)},
    "call": lambda scene, act: {"call": lambda own, other: act()},
}


def generated(scene: Scene, act: Act) -> Iterator[Any]:
    yield square(2)
    act()
    yield [scene.inner, square(3)]
    act()
    yield scene.outer


USED_AGAIN = ("depenetrate", "slide", "slides", "collide", "bounce", "walk")
"""The calls that read their targets more than once, and so refuse a generator."""


def opens(opening: str, name: str) -> bool:
    """Return whether user code can run inside of a call in this way."""
    if opening == "generator" and name in USED_AGAIN:
        return False
    needs = {"generator": "targets"}.get(opening, opening)
    return needs in ("finalizer", "weakref") or needs in takes(name)


@contextmanager
def collector_as_it_was() -> Iterator[None]:
    """Restore the settings of the garbage collector at the end."""
    thresholds, was_enabled = gc.get_threshold(), gc.isenabled()
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        (gc.enable if was_enabled else gc.disable)()
