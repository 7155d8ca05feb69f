"""Sprites are told apart by identity: nobody asks whether their classes call them equal.

Nor whether they are true, or containers.
"""

import copy
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from support import spawners

import spritecol
from spritecol import (
    CharacterController,
    Circle,
    Group,
    History,
    Number,
    Overlaps,
    Rect,
    Snapshot,
    Sprite,
    World,
    testing,
)
from spritecol.paths import Paths
from spritecol.spatial import CellSpace, LinearQuadtree


def never(*arguments: object) -> Any:
    raise AssertionError("a sprite was asked whom it equals, for its hash, or what is in it")


FRAMES = 24

OPINIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "unhashable": {"__hash__": None},
    "all equal": {"__eq__": lambda self, other: True, "__hash__": lambda self: 7},
    "unequal to itself": {"__eq__": lambda self, other: False, "__hash__": lambda self: 7},
    "never asked": {"__eq__": never, "__ne__": never, "__hash__": never},
    "no container": dict.fromkeys(("__bool__", "__len__", "__iter__", "__getitem__"), never),
}


@contextmanager
def opinion(name: str, kind: type) -> Iterator[None]:
    """Let a class have an opinion on who is who."""
    for attribute, value in OPINIONS[name].items():
        setattr(kind, attribute, value)
    try:
        yield
    finally:
        for attribute in OPINIONS[name]:
            delattr(kind, attribute)


@pytest.mark.parametrize("name", [name for name in OPINIONS if name != "plain"])
def test_a_game_is_the_same_whatever_its_sprites_think(name: str) -> None:
    """With all questions, moves and events; saved, loaded, copied and pickled meanwhile."""
    plain = spawners.digests_of(spawners.Spawner(3), FRAMES)
    with opinion(name, spawners.Named):
        if name == "never asked":
            with pytest.raises(AssertionError, match="was asked"):
                hash(spawners.Foe())
        assert spawners.digests_by_roads(3, FRAMES, 6) == plain


# --- every public call -------------------------------------------------------------------------


class Piece(Sprite):
    collision = Rect(-8, -8, 16, 16)
    power = Number(1.0)
    mark: Any = None

    def enter(self, other: Any) -> None:
        self.power += 1

    hit = exit = enter

    def update(self) -> None:
        self.x += 1

    def draw(self) -> None:
        self.power += 1


class Scene:
    """Sprites, some of which coincide, and one of each thing that holds sprites."""

    def __init__(self) -> None:
        places = [(0, 0), (0, 0), (6, 4), (40, 0), (40, 0), (44, 6), (80, 0), (120, 10)]
        self.all = [Piece(x, y, angle=15 * (k == 5)) for k, (x, y) in enumerate(places)]
        self.a, self.b, self.c, *self.rest = self.all
        self.group = Group(self.a, self.b, Group(self.c, self.rest))
        self.others = [self.rest, [self.b, Group(self.c)], self.b]
        self.a.mark, self.c.mark = self.b, (self.a, self.b)
        self.walker = CharacterController(Piece(40, -40))
        self.watch = Overlaps(self.group, self.others, exclude=[self.c], swept=True)
        self.within = Overlaps(self.all, by_shape=True)
        self.watch.update()
        self.world = World(
            *(self.group, self.walker, self.watch, self.within),
            columns=["power"],
            attributes=["mark"],
        )
        self.history = History(self.world)
        self.paths = Paths(self.rest, radius=4)
        self.tree, self.space = LinearQuadtree((-99, -99, 199, 99), 4), CellSpace(200, 99, 8, 4)
        for one in self.all:
            self.tree.insert(one, one.aabb)
            self.space.add(one, one.x, one.y)

    def told(self, value: Any) -> Any:
        """An answer in which sprites are their places among all."""
        if isinstance(value, Sprite):
            return next((k for k, one in enumerate(self.all) if one is value), "another")
        if isinstance(value, list | tuple):
            return [self.told(each) for each in value]
        if type(value).__module__ == "spritecol" and hasattr(value, "__match_args__"):
            return [self.told(getattr(value, name)) for name in value.__match_args__]
        return value.tolist() if hasattr(value, "tolist") else value

    def state(self) -> Any:
        """What a call may have changed."""
        return self.told(
            [[one.x, one.y, one.power, one.vanished] for one in self.all]
            + [list(self.group), self.watch.pairs, self.within.pairs, self.world.digest()]
        )


HOW: dict[str, Any] = {"mask": 1, "where": lambda *asked: asked[-1].power > 0}
IN_ARRAYS: dict[str, Any] = {"mask": 1}


def frames(s: Scene) -> Any:
    """Save, play on, and go back by every road."""
    saved = s.world.save()
    s.history.record()
    s.a.x += 9
    s.b.vanish()
    s.within.update()
    later = s.world.save()
    found = [saved.differences(later), later.digest()]
    with s.history.at(0):
        found.append(s.state())
    found.append(s.state())
    s.history.rewind(0)
    found.append(s.state())
    s.world.restore(later)
    s.world.load(saved.to_bytes(), lambda name: Piece())
    return found, s.world.read(later.to_bytes()).digest()


def records(s: Scene) -> Any:
    """Two that differ only in a sprite are not equal, and are hashed by it."""
    s.b.position = s.a.position
    near = s.group.nearest_k(-30, 0, 2)
    hits = s.group.raycast_all(-30, 0, 30, 0)[:2]
    swept = Piece(-30, 0).sweep_all(30, 0, [s.a, s.b])
    pairs = [near, hits, swept, s.c.contacts([s.a, s.b]), [s.within.update(), s.watch.update()]]
    told: list[Any] = [(one == other, one == one, one != other) for one, other in pairs]  # noqa: PLR0124
    told += [hash(one) == hash(other) for one, other in pairs[:-1]]
    return told, [copy.copy(one) == one for one, _ in pairs], repr(near)[:9], len({*near, *hits})


def copies(s: Scene) -> Any:
    kept = s.all, s.group, s.watch, s.within, s.world, s.walker
    s.all, s.group, s.watch, s.within, s.world, s.walker = copy.deepcopy(kept)
    found = s.state()
    s.all, s.group, s.watch, s.within, s.world, s.walker = pickle.loads(pickle.dumps(kept))
    return found, [s.watch.update(), s.within.update()]


def in_groups(s: Scene) -> Any:
    inner = Group(s.a)
    outer = Group(inner, s.b)
    before = s.a in inner, s.b in inner, s.b in outer
    outer.remove(s.b)
    outer.add(s.c, s.b, s.c)
    outer.discard(s.a)
    return before, list(outer), list(inner), list(reversed(s.group)), s.group[1:3], s.group[-1]


CALLS: dict[str, Callable[[Scene], Any]] = {
    "Sprite.check": lambda s: [s.a.check(s.others), s.a.check(s.all, exclude=s.b, **HOW)],
    "Sprite.hits": lambda s: [s.a.hits(s.others), s.b.hits([s.a, s.b]), s.a.hits(s.a)],
    "Sprite.contacts": lambda s: [s.a.contacts(s.all), s.c.contacts(s.group, exclude=[s.a], **HOW)],
    "Sprite.separation": lambda s: [s.a.separation(s.all), s.c.separation(s.group, **HOW)],
    "Sprite.distance": lambda s: [s.a.distance(s.b), s.b.distance(s.rest[0], exclude=s.a)],
    "Sprite.sweep": lambda s: [s.a.sweep(99, 3, s.all, **HOW), s.c.sweep(-9, 0, s.group, turn=9)],
    "Sprite.sweep_all": lambda s: [s.a.sweep_all(99, 3, s.all), s.b.sweep_all(99, 0, s.others)],
    "Sprite.move_and_collide": lambda s: s.a.move_and_collide(90, 0, s.all, exclude=s.b),
    "Sprite.move_and_slide": lambda s: s.a.move_and_slide(90, 9, s.all, exclude=[s.c], **HOW),
    "Sprite.move_and_bounce": lambda s: s.c.move_and_bounce(90, 9, s.rest, **HOW),
    "Sprite.contains": lambda s: [one.contains(1, 1) for one in s.all],
    "Sprite.to_world": lambda s: s.a.to_world(1, 2),
    "Sprite.to_local": lambda s: s.a.to_local(1, 2),
    "Sprite.depenetrate": lambda s: [s.a.depenetrate(s.all), s.c.depenetrate([s.b], **HOW)],
    "Sprite.vanish": lambda s: [s.b.vanish(), list(s.group), s.watch.update()],
    "Group.add": in_groups,
    "Group.discard": lambda s: [s.group.discard(s.b, s.walker.sprite), list(s.group)],
    "Group.remove": lambda s: [s.group.remove(s.b), list(s.group)],
    "Group.clear": lambda s: [s.group.clear(), list(s.group)],
    "Group.index": lambda s: [s.group.index(one) for one in s.all],
    "Group.count": lambda s: [s.group.count(s.b), s.group.count(s.walker.sprite)],
    "Group.column": lambda s: s.group.column("power"),
    "Group.set_column": lambda s: s.group.set_column("power", range(8)),
    "Group.pairs": lambda s: [s.group.pairs(), s.group.pairs(s.others, exclude=s.b, **HOW)],
    "Group.pair_indices": lambda s: [s.group.pair_indices(), s.group.pair_indices(s.others)],
    "Group.hits": lambda s: [s.group.hits(s.others), s.group.hits(s.all, **HOW)],
    "Group.contact_arrays": lambda s: list(vars_of(s.group.contact_arrays(s.others, **IN_ARRAYS))),
    "Group.query_point": lambda s: s.group.query_point(1, 1, exclude=s.b),
    "Group.query_box": lambda s: s.group.query_box(-9, -9, 50, 9, exclude=[s.a], **HOW),
    "Group.query_outside": lambda s: s.group.query_outside(-9, -9, 50, 9),
    "Group.query_inside": lambda s: s.group.query_inside(-9, -9, 50, 9),
    "Group.query_circle": lambda s: s.group.query_circle(40, 0, 9, **HOW),
    "Group.query_shape": lambda s: [s.group.query_shape(s.a), s.group.query_shape(Circle(0, 0, 3))],
    "Group.nearest": lambda s: s.group.nearest(1, 2, exclude=s.a),
    "Group.nearest_k": lambda s: s.group.nearest_k(1, 2, 5, exclude=s.b, **HOW),
    "Group.query_within": lambda s: [s.group.query_within(s.a, 30), s.group.query_within(0, 0, 9)],
    "Group.update": lambda s: s.group.update(),
    "Group.draw": lambda s: s.group.draw(),
    "Group.point_indices": lambda s: s.group.point_indices([[1, 1], [40, 1]], exclude=s.b),
    "Group.box_indices": lambda s: s.group.box_indices([[0, 0, 9, 9]], **IN_ARRAYS),
    "Group.circle_indices": lambda s: s.group.circle_indices([[0, 0, 9]], exclude=s.b),
    "Group.nearest_indices": lambda s: s.group.nearest_indices([[1, 1]], 3, **IN_ARRAYS)[0],
    "Group.raycast": lambda s: s.group.raycast(-30, 1, 99, 1, exclude=s.a),
    "Group.raycast_all": lambda s: s.group.raycast_all(-30, 1, 99, 1, radius=2, **HOW),
    "Group.line_of_sight": lambda s: s.group.line_of_sight(-30, 1, 9, 1, exclude=s.all[:3]),
    "Group.raycast_arrays": lambda s: s.group.raycast_arrays([[-30, 1]], [[99, 1]]).index,
    "Group.line_of_sight_arrays": lambda s: s.group.line_of_sight_arrays([[0, 99]], [[9, 99]]),
    "Group.visible_area": lambda s: s.group.visible_area(20, 20, radius=90, **HOW).points,
    "Group.sweep_arrays": lambda s: (
        s.group.sweep_arrays(30, 1, s.all, exclude=s.c, **IN_ARRAYS).index
    ),
    "Group.move_and_slide_arrays": lambda s: s.group.move_and_slide_arrays(30, 1, s.all).travel,
    "Group.separation_arrays": lambda s: [
        s.group.separation_arrays(),
        s.group.separation_arrays(s.others, exclude=s.b, **IN_ARRAYS),
    ],
    "Overlaps.update": lambda s: [s.b.vanish(), s.watch.update(), s.within.update()],
    "Overlaps.clear": lambda s: s.watch.clear(emit=True),
    "Overlaps.forget": lambda s: [s.watch.forget(s.b), s.watch.forget(s.a, s.c), s.watch.update()],
    "CharacterController.move": lambda s: [
        s.walker.move(1, 90, s.all, exclude=s.rest[1], **HOW),
        s.walker.floor,
        s.walker.move(1, 1, [s.group]),
    ],
    "World.save": frames,
    "World.restore": frames,
    "World.read": frames,
    "World.load": frames,
    "World.digest": lambda s: s.world.digest(),
    "Snapshot.digest": frames,
    "Snapshot.differences": frames,
    "Snapshot.to_bytes": frames,
    "History.record": frames,
    "History.rewind": frames,
    "History.at": frames,
    "Paths.find": lambda s: [s.paths.find((20, 9), (150, 0)), s.paths.find((20, 0), (60, 0))],
    "Paths.nearest_free": lambda s: s.paths.nearest_free(41, 1),
    "Paths.rebuild": lambda s: [
        s.rest.pop(0).vanish(),
        setattr(s.rest[2], "y", 30),
        s.rest.append(Piece(60, 0)),
        s.paths.rebuild(-99, -99, 199, 99),
        s.paths.find((20, 9), (150, 0)),
    ],
    "LinearQuadtree.build": lambda s: LinearQuadtree.build(s.group.aabbs).pair_indices(),
    "LinearQuadtree.insert": lambda s: [s.walker.sprite in s.tree, s.b in s.tree, len(s.tree)],
    "LinearQuadtree.move": lambda s: [
        s.tree.move(s.b, (90, 0, 99, 9)),
        s.tree.query((89, 0, 99, 9)),
    ],
    "LinearQuadtree.remove": lambda s: [s.tree.remove(s.b), len(s.tree), s.tree.pairs()],
    "LinearQuadtree.clear": lambda s: [s.tree.clear(), s.b in s.tree],
    "LinearQuadtree.query": lambda s: s.tree.query((-9, -9, 9, 9)),
    "LinearQuadtree.raycast": lambda s: s.tree.raycast(-30, 1, 99, 1),
    "LinearQuadtree.nearest": lambda s: s.tree.nearest(1, 1, 4),
    "LinearQuadtree.pairs": lambda s: s.tree.pairs(),
    "LinearQuadtree.pairs_with": lambda s: s.tree.pairs_with(Scene().tree)[:0],
    "LinearQuadtree.pair_indices": lambda s: LinearQuadtree.build(s.group.aabbs).pair_indices(),
    "LinearQuadtree.cell_of": lambda s: [s.tree.cell_of(one) for one in s.all],
    "LinearQuadtree.occupied_cells": lambda s: s.tree.occupied_cells(),
    "CellSpace.add": lambda s: [s.space.add(s.walker.sprite, 1, 1), len(s.space)],
    "CellSpace.update": lambda s: [s.space.update(s.b, 90, 9), s.space.neighbors(90, 9, 2)],
    "CellSpace.remove": lambda s: [s.space.remove(s.b), s.b in s.space, s.a in s.space],
    "CellSpace.clear": lambda s: [s.space.clear(), s.b in s.space],
    "CellSpace.neighbors": lambda s: s.space.neighbors(1, 1, 9),
    "check": lambda s: [
        spritecol.check(s.group),
        spritecol.check(s.all, s.others, shot="enter", hit="exit", exclude=s.c, **HOW),
        spritecol.check(s.all, [s.b], hit=lambda one, other: spritecol.DISCARD),
    ],
    "pairs": lambda s: [spritecol.pairs(s.all), spritecol.pairs(s.others, s.all, exclude=s.b)],
    "update": lambda s: spritecol.update([s.all, s.group]),
    "draw": lambda s: spritecol.draw([s.all, s.group]),
    "clean": lambda s: [s.b.vanish(), spritecol.clean(s.all[:4])],
    "explain": lambda s: [spritecol.explain(s.a, s.b), spritecol.explain(s.a, s.group)],
    "records": records,
    "copies": copies,
    "sync_test": lambda s: testing.sync_test(
        s.world, lambda _: [s.within.update(), s.a.move_and_slide(1, 1, s.rest)], 5, back=2
    ),
}
OWNERS = Sprite, Group, Overlaps, CharacterController, World, Snapshot, History
OWNERS_ELSEWHERE = Paths, LinearQuadtree, CellSpace


def vars_of(arrays: Any) -> Iterator[Any]:
    return (getattr(arrays, name) for name in ("index", "shape_index", "normal", "depth"))


def test_every_public_call_is_in_the_table() -> None:
    names = {name for name in spritecol.__all__ if type(getattr(spritecol, name)) is type(never)}
    names -= {"shapes_from_tiles"}  # it takes no sprites
    names |= {"check", "pairs", "update", "draw", "clean", "explain"}
    for owner in (*OWNERS, *OWNERS_ELSEWHERE):
        for base in owner.__mro__[:-1]:
            names |= {
                f"{owner.__name__}.{name}"
                for name in vars(base)
                if name[0] != "_" and callable(getattr(owner, name, None))
            }
    assert names - CALLS.keys() == set()


@pytest.mark.parametrize("call", CALLS)
def test_a_call_asks_no_sprite_whom_it_equals(call: str) -> None:
    told = {}
    for name in OPINIONS:
        with opinion(name, Piece):
            scene = Scene()
            found = scene.told(CALLS[call](scene))
            told[name] = repr((found, scene.state()))
    assert {name for name in told if told[name] != told["plain"]} == set()
