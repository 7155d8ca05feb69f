"""What a World restores: compared with plain data, and with worlds built anew from it."""

import copy
import enum
import gc
import math
import random
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.answer_scenes.lives import Life
from support.engine import live_row_count, validate
from support.for_each import for_each
from support.tape import Tape
from support.worlds import answers, plain_sprite, rebuilt

from spritecol import (
    Circle,
    Difference,
    Group,
    Number,
    Point,
    Polygon,
    Rect,
    Snapshot,
    Sprite,
    World,
)


class Shot(Sprite):
    collision = Circle(0, 0, 3)
    vx = Number(1.5)
    hp = Number(3, int)


class Armored(Shot):
    armor = score = 0


class Match:
    score = 0
    clock: Any = None


def life_of(seed: int, count: int = 20) -> Life:
    return Life(Tape(Path()), seed, count, 130)


# --- lives --------------------------------------------------------------------------------------


class Saved:
    """A snapshot, and beside it all that can be seen."""

    def __init__(self, life: Life, world: World) -> None:
        self.snapshot = world.save()
        self.sprites = list(life.sprites)
        self.plain = [plain_sprite(sprite) for sprite in self.sprites]
        self.images = [sprite.image for sprite in self.sprites]
        self.answers = answers(self.sprites, life.groups)
        self.digest = self.snapshot.digest()
        self.life = copy.copy(vars(life))
        self.rng = life.rng.getstate()

    def bring_back(self, life: Life, world: World) -> None:
        world.restore(self.snapshot)
        vars(life).update(self.life)
        life.sprites = list(self.sprites)
        life.rng.setstate(self.rng)

    def compare(self, life: Life, world: World) -> None:
        assert [plain_sprite(sprite) for sprite in self.sprites] == self.plain
        assert [sprite.image for sprite in self.sprites] == self.images
        assert answers(self.sprites, life.groups) == self.answers
        assert answers(*rebuilt(self.sprites, life.groups)) == self.answers
        assert world.digest() == self.digest
        assert self.snapshot.differences(world.save()) == []


@for_each("seed", range(12))
def test_any_order_of_restores_in_a_random_life(seed: int) -> None:
    life = life_of(seed)
    world = World(*life.groups, *life.sprites)
    rng = random.Random(seed)
    kept = [Saved(life, world)]
    for _ in range(25):
        life.frames(1, acts=rng.randrange(8), questions=rng.randrange(3))
        if rng.random() < 0.5:
            kept.append(Saved(life, world))
        if rng.random() < 0.5:
            saved = rng.choice(kept)
            saved.bring_back(life, world)
            saved.compare(life, world)
        if rng.random() < 0.2:
            gc.collect()
    validate()
    for saved in rng.sample(kept, len(kept)):
        saved.bring_back(life, world)
        saved.compare(life, world)
    validate()


@for_each("seed", range(12))
def test_what_is_played_again_is_the_same_frame_by_frame(seed: int) -> None:
    life = life_of(100 + seed)
    life.frames(5, acts=4, questions=2)
    world = World(*life.groups, *life.sprites)
    start = Saved(life, world)

    def played() -> list[int]:
        digests = []
        for _ in range(20):
            life.frames(1, acts=4, questions=2)
            digests.append(world.digest())
        return digests

    first = played()
    assert len(set(first)) > 10
    for _ in range(2):
        start.bring_back(life, world)
        assert played() == first
    validate()


# --- single changes -----------------------------------------------------------------------------


class Picture:
    size = (4, 6)


def scene() -> tuple[World, Group, Group, list[Shot], Match]:
    shots = [Shot(10 * k, 5) for k in range(4)]
    for k, shot in enumerate(shots):
        shot.armor = k  # type: ignore[attr-defined]
    inner = Group(shots[2:])
    outer = Group(shots[:2], inner)
    match = Match()
    world = World(outer, match, columns=("score", "armor"), attributes=("clock", "aim"))
    return world, outer, inner, shots, match


CHANGES = {
    "x": lambda s, o, i, m: setattr(s[0], "x", 3),
    "y": lambda s, o, i, m: setattr(s[3], "y", 3),
    "minus zero": lambda s, o, i, m: setattr(s[0], "x", -0.0),
    "angle": lambda s, o, i, m: setattr(s[0], "angle", 360),
    "scale": lambda s, o, i, m: setattr(s[1], "scale", -1),
    "center": lambda s, o, i, m: setattr(s[1], "center_x", 2),
    "center is set": lambda s, o, i, m: setattr(s[1], "center_x", 0),
    "image": lambda s, o, i, m: setattr(s[1], "image", Picture()),
    "shape": lambda s, o, i, m: setattr(s[1], "collision", Rect(0, 0, 3, 3)),
    "name": lambda s, o, i, m: setattr(s[1], "collision", Circle(0, 0, 3, name="head")),
    "one way": lambda s, o, i, m: setattr(s[1], "collision", Circle(0, 0, 3, one_way=(0, -1))),
    "order": lambda s, o, i, m: setattr(s[1], "collision", [Circle(0, 0, 3), Point(0, 0)]),
    "enable": lambda s, o, i, m: setattr(s[2], "collision_enable", False),
    "sync": lambda s, o, i, m: setattr(s[2], "collision_sync", False),
    "offset": lambda s, o, i, m: setattr(s[2], "offset_sync", True),
    "visible": lambda s, o, i, m: setattr(s[2], "visible", False),
    "z": lambda s, o, i, m: setattr(s[2], "z", 1),
    "float z": lambda s, o, i, m: setattr(s[2], "z", 0.0),
    "layer": lambda s, o, i, m: setattr(s[2], "collision_layer", 2),
    "mask": lambda s, o, i, m: setattr(s[2], "collision_mask", 2**63),
    "vx": lambda s, o, i, m: setattr(s[0], "vx", math.inf),
    "nan": lambda s, o, i, m: setattr(s[0], "vx", math.nan),
    "hp": lambda s, o, i, m: setattr(s[3], "hp", -1),
    "vanish": lambda s, o, i, m: s[0].vanish(),
    "vanish inside": lambda s, o, i, m: s[3].vanish(),
    "leave": lambda s, o, i, m: o.discard(s[0]),
    "reorder": lambda s, o, i, m: (o.remove(s[0]), o.add(s[0])),
    "unnest": lambda s, o, i, m: o.remove(i),
    "clear": lambda s, o, i, m: i.clear(),
    "join": lambda s, o, i, m: i.add(Shot()),
    "nest": lambda s, o, i, m: o.add(Group()),
    "score": lambda s, o, i, m: setattr(m, "score", 1),
    "score is a bool": lambda s, o, i, m: setattr(m, "score", False),
    "score is a float": lambda s, o, i, m: setattr(m, "score", 0.0),
    "score is of NumPy": lambda s, o, i, m: setattr(m, "score", np.int64(0)),
    "absent": lambda s, o, i, m: delattr(s[0], "armor"),
    "text": lambda s, o, i, m: setattr(m, "clock", "noon"),
    "tuple": lambda s, o, i, m: setattr(m, "clock", (1, (2.5, None, b"x"))),
    "member": lambda s, o, i, m: setattr(m, "aim", s[1]),
    "newly named": lambda s, o, i, m: setattr(m, "aim", Shot(77)),
}


@for_each("name", CHANGES)
def test_each_change_is_seen_undone_and_redone(name: str) -> None:
    world, outer, inner, shots, match = scene()
    outside = Group(shots)
    before = world.save()
    assert world.digest() == before.digest()
    assert before.differences(before) == []
    CHANGES[name](shots, outer, inner, match)
    after = world.save()
    if name != "image":  # which counts by its middle, and by what it makes of `collision=None`
        assert after.digest() != before.digest()
    told = before.differences(after)
    assert told
    assert all(isinstance(one, Difference) for one in told)
    assert [one.number for one in told] == sorted(one.number for one in told)
    seen = [outside.x.tolist(), answers(shots, [outer, inner])]
    for _ in range(2):
        world.restore(before)
        assert world.digest() == before.digest()
        assert before.differences(world.save()) == []
        world.restore(after)
        assert world.digest() == after.digest()
        assert after.differences(world.save()) == []
        assert [outside.x.tolist(), answers(shots, [outer, inner])][1] == seen[1]
    validate()


def test_equal_worlds_have_equal_digests_and_others_do_not() -> None:
    digests = {scene()[0].digest() for _ in range(3)}
    assert len(digests) == 1
    one, other = Shot(), Shot()
    one.vx, other.vx = math.nan, -math.nan
    assert World(one).digest() == World(other).digest()
    assert World(Shot()).digest() != World(Sprite(collision=Circle(0, 0, 3))).digest()
    assert World(Sprite(collision=[0, 0, 9])).digest() == World(
        Sprite(collision=Circle(0.5, 0.5, 9))
    ).digest() or Sprite(collision=[0, 0, 9]).shapes != (Circle(0.5, 0.5, 9),)


# --- vanishing, both ways -----------------------------------------------------------------------


def test_what_came_later_vanishes_and_comes_back() -> None:
    group = Group(Shot(0))
    world = World(group)
    first = world.save()
    late = Shot(50)
    group.add(late)
    second = world.save()
    world.restore(first)
    assert late.vanished
    assert len(group) == 1
    world.restore(second)
    assert not late.vanished
    assert list(group)[1] is late
    unknown = Shot(99)  # of which this World knows nothing
    world.restore(first)
    assert not unknown.vanished


def test_what_left_between_two_saves_comes_back_right() -> None:
    shot = Shot(5)
    group = Group(shot)
    world = World(group)
    inside = world.save()
    group.discard(shot)
    shot.x = 70
    outside = world.save()
    world.restore(inside)
    assert (shot.x, shot in group) == (5, True)
    world.restore(outside)
    assert (shot.x, shot in group, shot.vanished) == (70, False, False)
    shot.vanish()
    gone = world.save()
    world.restore(inside)
    assert not shot.vanished
    world.restore(gone)
    assert shot.vanished


@for_each("looks", [False, True])
@for_each("count", [3, 500])
@for_each("nested", [False, True])
def test_groups_outside_drop_for_good_whether_or_not_somebody_looked(
    looks: bool, count: int, nested: bool
) -> None:
    shots = [Shot(k) for k in range(count)]
    inside, outside, later = Group(shots), Group(shots), Group()
    if nested:
        outside.add(Group())
    world = World(inside)
    before = world.save()
    shots[1].vanish()
    if looks:
        assert len(outside) == count - 1
    world.restore(before)
    later.add(shots[1])
    assert len(inside) == count
    assert list(outside) == [shots[0], *shots[2:]]
    assert list(later) == [shots[1]]
    outside.add(shots[1])
    assert list(outside) == [shots[0], *shots[2:], shots[1]]
    shots[0].vanish()
    assert list(outside) == [*shots[2:], shots[1]]
    assert list(later) == [shots[1]]


@for_each("looks", [False, True])
def test_a_sprite_added_again_before_anybody_looked(looks: bool) -> None:
    shots = [Shot(k) for k in range(4)]
    outside = Group(shots)
    world = World(*shots)
    before = world.save()
    shots[2].vanish()
    if looks:
        assert len(outside) == 3
    world.restore(before)
    outside.add(shots[2])
    assert list(outside) == [shots[0], shots[1], shots[3], shots[2]]


def test_sprites_that_only_snapshots_hold_die_with_them() -> None:
    rows = live_row_count()
    group = Group(Shot(k) for k in range(3))
    world = World(group)
    first = world.save()
    shot = weakref.ref(group[0])
    group[0].vanish()
    second = world.save()
    assert len(group) == 2
    assert shot() is not None
    world.restore(first)
    world.restore(second)
    del first
    gc.collect()
    assert shot() is None
    world.restore(second)
    del group, world, second
    gc.collect()
    assert live_row_count() == rows
    validate()


# --- columns and attributes ---------------------------------------------------------------------


class Color(enum.Enum):
    RED = 1


@for_each(
    "value",
    [
        True,
        7,
        -(2**63),
        2**64 - 1,
        0.1,
        -0.0,
        math.inf,
        np.float32(1.5),
        np.uint8(3),
        np.bool_(True),
    ],
)
def test_columns_come_back_with_their_type(value: Any) -> None:
    match = Match()
    world = World(match, columns=["score"])
    absent = world.save()
    match.score = value
    saved = world.save()
    match.score = 99
    world.restore(saved)
    assert match.score is value
    assert type(match.score) is type(value)
    world.restore(absent)
    assert match.score == 0


def test_class_defaults_stay_and_absent_ones_go() -> None:
    match, shot = Match(), Shot()
    world = World(match, shot, columns=("score", "armor"))
    before = world.save()
    world.restore(before)
    assert vars(match) == vars(shot) == {}
    shot.armor = 3  # type: ignore[attr-defined]
    world.restore(before)
    assert vars(shot) == {}


class Awkward(Sprite):
    @property
    def speed(self) -> int:
        return 1

    def jump(self) -> None: ...


@for_each("name", ["speed", "jump", "x", "check", "__class__", "aabb"])
def test_names_of_methods_and_properties_are_refused(name: str) -> None:
    sprite = Awkward(3)
    for world in (World(sprite, columns=[name]), World(sprite, attributes=[name])):
        with pytest.raises(TypeError, match=name):
            world.save()


def test_an_object_may_have_what_every_sprite_has() -> None:
    class Camera:
        def __init__(self) -> None:
            self.x, self.y, self.angle, self.image = 3, 4.5, 0, "sky"

    camera, shot = Camera(), Shot(7, 8)
    world = World(shot, camera, columns=["x", "y", "angle"], attributes=["image"])
    before = world.save()
    camera.x, camera.y, camera.image, shot.x, shot.angle = 5, 6.5, "sea", 9, 90
    after = world.save()
    told = [(one.kind, one.column) for one in before.differences(after)]
    assert told == [
        ("sprite", "x"),
        ("sprite", "angle"),
        ("object", "x"),
        ("object", "y"),
        ("object", "image"),
    ]
    world.restore(before)
    assert vars(camera) == {"x": 3, "y": 4.5, "angle": 0, "image": "sky"}
    assert (shot.x, shot.angle, shot.image) == (7, 0, None)
    world.load(after.to_bytes())
    assert (camera.x, camera.image, shot.x) == (5, "sea", 9)
    assert world.digest() == after.digest()


def test_what_is_a_method_of_sprites_is_refused_with_the_reason() -> None:
    match = Match()
    match.hits = 3  # type: ignore[attr-defined]
    World(match, columns=["hits"]).save()
    with pytest.raises(TypeError, match=r"hits .* every sprite has a method of that name"):
        World(match, Shot(), columns=["hits"]).save()


@for_each("value", [[], {}, set(), bytearray(), np.zeros(2), (1, [2])])
def test_attributes_that_can_change_are_refused(value: Any) -> None:
    match = Match()
    match.clock = value
    with pytest.raises(TypeError, match="would not come back"):
        World(match, attributes=["clock"]).save()


@for_each(
    "value, error", [("7", TypeError), (None, TypeError), (2**64, ValueError), (1j, TypeError)]
)
def test_columns_are_numbers(value: Any, error: type[Exception]) -> None:
    match = Match()
    match.score = value
    with pytest.raises(error, match="score"):
        World(match, columns=["score"]).save()


def test_a_property_that_came_later_stops_a_restore_before_it_begins() -> None:
    class Late:
        score = 1

    late, shot = Late(), Shot(4)
    world = World(shot, late, columns=["score"])
    saved = world.save()
    shot.x = 9
    Late.score = property(lambda self: 3)  # type: ignore[assignment]
    with pytest.raises(TypeError, match="score"):
        world.restore(saved)
    assert shot.x == 9


@for_each("where", ["class", "base", "new base", "lookup", "Sprite"])
@for_each("kind", [object, Sprite])
def test_a_class_that_changes_is_looked_at_again(where: str, kind: type) -> None:
    """Also after many saves, by all that looks values up; and what is taken back is, too."""
    base: Any = type("Base", (kind,), {})
    other: Any = type("Other", (kind,), {"score": property(lambda self: 3)})
    late_kind: Any = type("Late", (base,), {"mood": 2})
    late, shot = late_kind(), Shot(4)
    late.score = 1
    world = World(shot, late, columns=["score", "mood"])
    saved = world.save()
    data = saved.to_bytes()
    for score in range(2, 6):
        late.score = shot.x = score
        now = world.save()
    calls = []

    def method(self: Any, *rest: Any) -> None:
        calls.append(self)

    def change() -> None:
        if where == "class":
            late_kind.score = property(method)
        elif where == "base":
            base.score = method
        elif where == "new base":
            late_kind.__bases__ = (other,)
        elif where == "lookup":
            base.__getattr__ = method
        elif kind is Sprite:
            Sprite.score = property(method)  # type: ignore[attr-defined]

    def undo() -> None:
        if where == "class":
            del late_kind.score
        elif where == "base":
            del base.score
        elif where == "new base":
            late_kind.__bases__ = (base,)
        elif where == "lookup":
            del base.__getattr__
        elif kind is Sprite:
            del Sprite.score  # type: ignore[attr-defined]

    change()
    try:
        if where == "lookup" or (where == "Sprite" and kind is object):
            assert not now.differences(world.save())
        else:
            for call in (
                world.save,
                world.digest,
                lambda: world.restore(saved),
                lambda: world.load(data),
            ):
                with pytest.raises(TypeError, match="score"):
                    call()
            assert shot.x == 5
        assert not calls
    finally:
        undo()
    assert not now.differences(world.save())
    late_kind.mood = 7
    assert [(d.column, d.other_value) for d in now.differences(world.save())] == [("mood", 7)]
    world.restore(saved)
    assert (shot.x, late.score, late.mood) == (4, 1, 2)


def test_attributes_are_kept_by_reference() -> None:
    match = Match()
    world = World(match, attributes=["clock"])
    thing = object()
    for value in (thing, Color.RED, ("a", (Color.RED, None)), random.Random(3).getstate(), b"x"):
        match.clock = value
        saved = world.save()
        match.clock = "else"
        other = world.save()
        assert (saved.digest() == other.digest()) is False
        world.restore(saved)
        assert match.clock is value
        assert saved.differences(world.save()) == []


def test_sprites_that_attributes_name_are_in_reach() -> None:
    leader, target, last = Shot(1), Shot(2), Shot(3)
    leader.aim = target  # type: ignore[attr-defined]
    target.aim = (last, leader)  # type: ignore[attr-defined]
    world = World(leader, attributes=["aim"])
    saved = world.save()
    assert repr(saved) == "<Snapshot of 3 objects>"
    last.x = target.x = 50
    target.aim = None  # type: ignore[attr-defined]
    assert repr(world.save()) == "<Snapshot of 2 objects>"
    world.restore(saved)
    assert (last.x, target.x, target.aim) == (3, 2, (last, leader))  # type: ignore[attr-defined]
    assert world.digest() == saved.digest()


def test_users_of_attribute_access_are_not_called() -> None:
    class Loud(Sprite):
        def __getattr__(self, name: str) -> Any:
            raise RuntimeError(name)

        def __setattr__(self, name: str, value: Any) -> None:
            if name == "score":
                raise RuntimeError(name)
            super().__setattr__(name, value)

    loud = Loud()
    world = World(loud, columns=["score"])
    empty = world.save()
    vars(loud)["score"] = 3
    saved = world.save()
    world.restore(empty)
    assert vars(loud) == {}
    world.restore(saved)
    assert vars(loud) == {"score": 3}


def test_slots_are_columns_too() -> None:
    class Slim:
        __slots__ = ("score",)

    slim = Slim()
    slim.score = 4  # type: ignore[attr-defined]
    world = World(slim, columns=["score"])
    saved = world.save()
    del slim.score  # type: ignore[attr-defined]
    absent = world.save()
    world.restore(saved)
    assert slim.score == 4  # type: ignore[attr-defined]
    world.restore(absent)
    assert not hasattr(slim, "score")


# --- wrong calls --------------------------------------------------------------------------------


@for_each("member", [3, None, [Shot()], object(), Sprite, "x"])
def test_a_member_has_a_state(member: Any) -> None:
    with pytest.raises(TypeError, match="member of a World"):
        World(member, columns=["score"])


def test_wrong_calls() -> None:
    world, other = World(Shot()), World(Shot())
    with pytest.raises(ValueError, match="another World"):
        world.restore(other.save())
    with pytest.raises(ValueError, match="another World"):
        world.save().differences(other.save())
    with pytest.raises(TypeError, match="Snapshot"):
        world.restore(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="made by"):
        Snapshot()
    with pytest.raises(TypeError, match="sequence of names"):
        World(columns="score")
    with pytest.raises(TypeError, match="names"):
        World(columns=[3])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="once"):
        World(columns=["a"], attributes=["a"])
    assert World().digest() == World().digest()


# --- re-entrancy --------------------------------------------------------------------------------


def test_a_restore_inside_a_callback() -> None:
    class Bomb(Shot):
        def shot(self, other: Shot) -> None:
            world.restore(saved)
            seen.append(other)

    bombs, walls = Group(Bomb(0), Bomb(2)), Group(Shot(1), Shot(3))
    world = World(bombs, walls)
    saved = world.save()
    seen: list[Shot] = []
    expected = bombs.pairs(walls)
    walls[0].hp = 77
    assert bombs.check(walls) == expected
    assert len(seen) == 4
    assert walls[0].hp == 3


def test_what_was_replaced_is_dropped_when_all_is_done() -> None:
    class Tattler:
        def __del__(self) -> None:
            told.append((shot.x, world.digest() == saved.digest()))

    shot, match = Shot(1), Match()
    world = World(match, shot, attributes=["clock"])
    told: list[Any] = []
    match.clock = "then"
    saved = world.save()
    shot.x = 5
    match.clock = Tattler()
    world.restore(saved)
    assert told == [(1, True)]


def test_many_shapes_and_polygons() -> None:
    star = Polygon([(0, 0), (9, 0), (2, 2), (0, 9)])
    sprites = [Sprite(k, 0, collision=star if k % 2 else [star, Point(1, 1)]) for k in range(40)]
    group = Group(sprites)
    world = World(group)
    before = world.save()
    pairs = group.pair_indices().tolist()
    for sprite in sprites[::3]:
        sprite.collision = None
    fresh = Sprite()
    group.add(fresh)
    world.save()
    fresh.collision = star
    world.restore(before)
    assert group.pair_indices().tolist() == pairs
    assert fresh.vanished
    validate()


def test_an_index_that_is_kept_lives_on() -> None:
    rest = Group(
        Sprite(7 * (k % 40), 7 * (k // 40), collision=Circle(0, 0, 4)) for k in range(1600)
    )
    world = World(rest)
    expected = rest.pair_indices().tolist()
    saved = world.save()
    for _ in range(4):
        rest[5].x += 3
        rest[9].vanish()
        world.restore(saved)
        assert rest.pair_indices().tolist() == expected
    validate()
