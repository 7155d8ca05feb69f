"""What counts as state: each change is seen, undone and redone; each kind of value comes back."""

import enum
import gc
import math
import random
import struct
import sys
import threading
import types
from collections import OrderedDict, deque, namedtuple
from collections.abc import Callable, Iterator
from copy import copy
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
import pytest
from support.hooks import validate
from test_bad_input import writable
from world.changes import ALONE, WRITTEN, column_of
from world.plain_copies import answers, plain_sprite

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
    Vec2,
    World,
)

# --- single changes ------------------------------------------------------------------------------


class Shot(Sprite):
    collision = Circle(0, 0, 3)
    vx = Number(1.5)
    hp = Number(3, int)
    walker: Any = None


class Match:
    score = 0
    clock: Any = None


class Picture:
    size = (4, 6)


class Scene:
    """Shots in Groups that are members, in one that is none, and what remembers."""

    def __init__(self) -> None:
        self.shots: list[Any] = [Shot(10 * k, 5) for k in range(4)]
        for k, shot in enumerate(self.shots):
            shot.armor = k
        self.inner = Group(self.shots[2:])
        self.outer = Group(self.shots[:2], self.inner)
        self.outside = Group(self.shots)
        self.match: Any = Match()
        self.watch = Overlaps(self.outer)
        self.walker = self.shots[1].walker = CharacterController(self.shots[1])
        self.walkers = [CharacterController(self.shots[0])]
        self.world = World(
            *(self.outer, self.match, self.watch, *self.walkers),
            columns=("score", "armor"),
            attributes=("clock", "aim", "walker"),
        )

    def seen(self) -> str:
        """All that there is to see. `repr` tells types, -0.0 from 0.0, and NaN."""
        groups = [self.outer, self.inner]
        walkers = [*self.walkers, *filter(None, [self.shots[1].walker])]  # those in reach
        settings = "up", "step", "snap", "nudge", "max_push", "max_floor_angle", "floor"
        told = [[getattr(walker, name) for name in settings] for walker in walkers]
        told += [[plain_sprite(shot), shot.vx, shot.hp] for shot in self.shots]
        names = "score", "armor", "clock", "aim", "walker"
        told += [[getattr(one, name, ...) for name in names] for one in (*self.shots, self.match)]
        return repr([told, self.watch.pairs, answers(self.shots, groups)])


CHANGES: dict[str, Callable[[Scene], object]] = {
    name: lambda s, given=given: setattr(s.shots[0], *given)  # type: ignore[misc]
    for name, given in ALONE.items()
}
CHANGES |= {
    "image": lambda s: setattr(s.shots[1], "image", Picture()),
    "vanish": lambda s: s.shots[0].vanish(),
    "vanish inside": lambda s: s.shots[3].vanish(),
    "leave": lambda s: s.outer.discard(s.shots[0]),
    "reorder": lambda s: (s.outer.remove(s.shots[1]), s.outer.add(s.shots[1])),
    "unnest": lambda s: s.outer.discard(s.inner),
    "clear": lambda s: s.inner.clear(),
    "join": lambda s: s.inner.add(Shot()),
    "nest": lambda s: s.outer.add(Group()),
    "column": lambda s: setattr(s.inner, "x", 9),
    "score": lambda s: setattr(s.match, "score", 1),
    "score is a bool": lambda s: setattr(s.match, "score", False),
    "score is a float": lambda s: setattr(s.match, "score", 0.0),
    "score is of NumPy": lambda s: setattr(s.match, "score", np.int64(0)),
    "absent": lambda s: vars(s.shots[1]).pop("armor", None),
    "text": lambda s: setattr(s.match, "clock", "noon"),
    "tuple": lambda s: setattr(s.match, "clock", (1, (2.5, None, b"x"))),
    "member": lambda s: setattr(s.match, "aim", s.shots[1]),
    "newly named": lambda s: setattr(s.match, "aim", Shot(77)),
    "events": lambda s: (setattr(s.shots[1], "x", 3), s.watch.update()),
    "steps": lambda s: setattr(s.walkers[0], "step", 3),
    "snap": lambda s: setattr(s.walker, "snap", 9),
    "nudge": lambda s: setattr(s.walker, "nudge", 5),
    "longest push": lambda s: setattr(s.walker, "max_push", 5),
    "up": lambda s: setattr(s.walkers[0], "up", (1, 0)),
    "floor angle": lambda s: setattr(s.walker, "max_floor_angle", 60),
    "a floor": lambda s: s.walkers[0].move(0, 9, Sprite(-9, 12, collision=Rect(0, 0, 50, 9))),
    "no walker": lambda s: setattr(s.shots[1], "walker", None),
}

OF_GROUPS = {"vanish", "vanish inside", "leave", "reorder", "unnest", "clear", "join", "nest"}
OF_GROUPS |= {"newly named", "a floor", "image"}
"""After these a process lacks objects that the bytes tell of, or has others at their places."""


def test_all_that_can_be_written_to_a_sprite_changes_alone_once() -> None:
    """`position` and `scale` write two of these, and an image counts by what it makes of them."""
    names = {*writable(Sprite())} - {"position", "scale", "image"}
    assert names <= WRITTEN.keys() == {name for name, _ in ALONE.values()}


def judge(*names: str, is_written: bool = True) -> None:
    """Change a scene, and go there and back by all roads; nothing else has changed meanwhile."""
    scene = Scene()
    for shot in scene.shots if is_written else ():
        for each, value in WRITTEN.items():
            setattr(shot, each, value)
    world, history = scene.world, History(scene.world)
    before, values = history.record(), scene.seen()
    assert before.differences(before) == []
    for name in names:
        CHANGES[name](scene)
    after, changed = world.save(), scene.seen()
    told = before.differences(after)
    assert [one.number for one in told] == sorted(one.number for one in told)
    if is_written and {*names} <= ALONE.keys():
        columns = {column_of(name) for name in names}
        assert {(one.sprite, one.column) for one in told} == {
            (scene.shots[0], column) for column in columns
        }
    # An image counts by its middle, and by what it makes of `collision=None`.
    is_of_image = {one.column for one in told} <= {"image", "image_size", "shapes_of_image"}
    assert after.digest() != before.digest() or is_of_image
    for _ in range(2):
        for wanted, state in ((before, values), (after, changed)):
            world.restore(wanted)
            assert scene.seen() == state
            assert world.digest() == wanted.digest()
            assert wanted.differences(world.save()) == []
    history.rewind(0)
    assert scene.seen() == values
    if not OF_GROUPS & {*names}:
        for wanted, state in ((after, changed), (before, values)):
            data = wanted.to_bytes()
            assert world.load(data).to_bytes() == data
            assert scene.seen() == state
            assert world.digest() == wanted.digest()
    validate()


@pytest.mark.parametrize("is_written", [True, False], ids=["written", "of the class"])
@pytest.mark.parametrize("name", CHANGES)
def test_what_alone_has_changed_comes_back_by_all_roads(name: str, is_written: bool) -> None:
    """It is told, restored, rewound and loaded; all else keeps its value."""
    judge(name, is_written=is_written)


@pytest.mark.parametrize("seed", range(40))
def test_what_has_changed_at_once_comes_back_by_all_roads(seed: int) -> None:
    rng = random.Random(seed)
    judge(*rng.sample(list(CHANGES), rng.randint(2, 5)), is_written=rng.random() < 0.5)


def test_all_nans_are_one_and_other_classes_are_others() -> None:
    one, other = Shot(), Shot()
    one.vx, other.vx = math.nan, -math.nan
    assert World(one).digest() == World(other).digest()
    assert World(Shot()).digest() != World(Sprite(collision=Circle(0, 0, 3))).digest()
    two = CharacterController(Shot(), up=(-0.0, -1.0), snap=4.0, step=-0.0)
    assert World(two).digest() == World(CharacterController(Shot(), snap=4, step=0)).digest()


# --- attributes and columns: which kinds come back -----------------------------------------------


class Mood(enum.Enum):
    CALM = 1
    WILD = 2


class Keys(enum.Flag):
    LEFT = 1
    RIGHT = 2


class Cell(NamedTuple):
    column: Any
    row: Any


class Loud(namedtuple("Loud", "a b")):
    """A named tuple with methods of its own that make it."""

    __slots__ = ()
    calls: ClassVar[list[str]] = []

    def __new__(cls, *items: Any) -> Self:
        cls.calls.append("__new__")
        return super().__new__(cls, *items)


class Thing(Sprite):
    collision = Circle(0, 0, 4)
    loot: Any = None


class Bag:
    """What compares by its value, and so has no hash."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other


class Numbers:
    """An iterator."""

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        return 4


class Name(str):
    __slots__ = ()


class Pair(tuple):  # type: ignore[type-arg]
    __slots__ = ()


def nested(depth: int, inmost: Any = 1) -> Any:
    """So many tuples, one in the other."""
    for _ in range(depth):
        inmost = (inmost,)
    return inmost


COLUMNS = [True, 7, -(2**63), 2**64 - 1, 0.1, -0.0, math.inf]
COLUMNS += [np.float32(1.5), np.uint8(3), np.bool_(True), np.float64(2)]
PLAIN = [None, "x", b"xyz", 1j, 2**70, 2**63 + 1, -(2**70), Mood.WILD, Keys(3), Vec2(1, -0.0)]
PLAIN += [(1, (2.5, None)), Cell(3, 4), (Cell(1, Vec2(2, 3)), Mood.CALM), nested(50), Loud(1, 2)]
PLAIN += [np.int16(4), (), ("", b""), math.nan, (-0.0, True)]
BY_REFERENCE = [object(), ("by", object()), frozenset([3]), Thing, len, random.Random(3).getstate()]


def same(found: Any, wanted: Any) -> bool:
    return type(found) is type(wanted) and repr(found) == repr(wanted)


def kinds() -> Iterator[Any]:
    for role, values in (("columns", COLUMNS), ("attributes", [*COLUMNS, *PLAIN])):
        yield from (pytest.param(role, value, id=f"{role} {value!r:.30}") for value in values)


@pytest.mark.parametrize(("role", "value"), list(kinds()))
def test_a_value_comes_back_as_it_was(role: str, value: Any) -> None:
    """By a restore it is the same object; from bytes one of the same class and bits."""
    thing, name = Thing(), "loot" if role == "attributes" else "gold"
    thing.gold = 0  # type: ignore[attr-defined]
    world = World(thing, **{role: [name]})
    absent = world.save()
    setattr(thing, name, value)
    before = world.save()
    data = before.to_bytes()
    Loud.calls.clear()
    for by in ("restore", "load"):
        setattr(thing, name, 99)
        assert world.digest() != before.digest()
        world.restore(before) if by == "restore" else world.load(data)
        found = getattr(thing, name)
        assert same(found, value)
        assert by == "load" or found is value
        assert world.digest() == before.digest()
        assert world.save().to_bytes() == data
    assert not Loud.calls  # no method runs while bytes are read
    world.restore(absent)
    assert same(getattr(thing, name), None if name == "loot" else 0)


def test_an_enum_of_another_module_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    weather: Any = enum.Enum("Weather", "SUN RAIN", module="sky")
    monkeypatch.setitem(sys.modules, "sky", types.SimpleNamespace(Weather=weather))  # type: ignore[arg-type]
    thing = Thing()
    world = World(thing, attributes=["loot"])
    thing.loot = weather.RAIN
    data = world.save().to_bytes()
    thing.loot = None
    world.load(data)
    assert thing.loot is weather.RAIN


def test_other_values_have_other_digests() -> None:
    """Equal numbers of other types, vectors and tuples, names of named tuples."""
    thing = Thing()
    world = World(thing, attributes=["loot"])
    values = [*COLUMNS, *PLAIN, *COLUMNS[:2], 1, 1.0, (1.0, -0.0), Vec2(1, 2), (1.0, 2.0)]
    values += [Cell(1.0, 2.0), (1, 2), Cell(1, 2), np.float64(0.1), 0, 0.0, False, "1"]
    digests: dict[str, int] = {}
    for value in values:
        thing.loot = value
        key = f"{type(thing.loot)} {thing.loot!r}"
        assert digests.setdefault(key, world.digest()) == world.digest()
    assert len(set(digests.values())) == len(digests)


@pytest.mark.parametrize("value", BY_REFERENCE)
def test_what_cannot_change_is_kept_by_reference(value: Any) -> None:
    """And stays as it is where bytes are loaded, which do not have it."""
    thing, shots = Thing(), Group()
    world = World(thing, shots, attributes=["loot"])
    for held in (value, shots, (shots, 1)):
        thing.loot = held
        before = world.save()
        thing.loot = None
        world.restore(before)
        assert thing.loot is held
        world.load(before.to_bytes())
        assert thing.loot == held


def vector_of_pygame() -> Any:
    return pytest.importorskip("pygame").Vector2(1, 2)


REFUSED: dict[str, Callable[[], Any]] = {
    "list": lambda: [1],
    "dict": dict,
    "OrderedDict": OrderedDict,
    "set": lambda: {1},
    "deque": deque,
    "bytearray": lambda: bytearray(b"a"),
    "Random": lambda: random.Random(1),
    "SystemRandom": random.SystemRandom,
    "Generator": lambda: np.random.default_rng(1),
    "RandomState": lambda: np.random.RandomState(1),
    "PCG64": lambda: np.random.PCG64(1),
    "ndarray": lambda: np.zeros(2),
    "void": lambda: np.zeros(1, [("hp", "f4")])[0],
    "memoryview": lambda: memoryview(bytearray(b"a")),
    "list_iterator": lambda: iter([1]),
    "generator": lambda: (k for k in range(3)),
    "Numbers": Numbers,
    "Bag": Bag,
    "Vector2": vector_of_pygame,
    "Group": Group,
    "Name": lambda: Name("x"),
    "Pair": lambda: Pair((1, 2)),
    "Hidden": lambda: namedtuple("Hidden", "a b")(1, 2),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_would_not_come_back_is_refused(kind: str) -> None:
    """Also inside of a tuple; with its name and class; afterwards all is as before."""
    thing = Thing(3, 4)
    world = World(thing, attributes=["loot"])
    before = world.save()
    for wrap in (lambda v: v, lambda v: (1, (v,)), lambda v: Cell(1, v)):
        thing.loot = held = wrap(REFUSED[kind]())
        for ask in (world.save, world.digest, World(thing, attributes=["loot"]).save):
            with pytest.raises(TypeError, match=rf"^loot of .*would not come back.*\b{kind}\b"):
                ask()
        assert thing.loot is held
        world.restore(before)
        assert thing.loot is None


@pytest.mark.parametrize("depth", [51, 60, 60_000])
@pytest.mark.parametrize("inmost", [1, Thing(), Cell(1, 2)], ids=["int", "sprite", "Cell"])
def test_a_tuple_that_is_nested_too_deep_is_refused(depth: int, inmost: Any) -> None:
    """Also on a small stack, with a reach that is known, and with one that is not.

    The tuples are dropped one by one: Python 3.13.0 itself crashes where it drops so many at once
    on such a stack.
    """
    tower = nested(depth, inmost)
    told: list[str] = []

    def play() -> None:
        thing = Thing()
        world = World(thing, attributes=["loot"])
        world.save()
        thing.loot = tower
        for ask in (world.save, world.digest, World(thing, attributes=["loot"]).save):
            with pytest.raises(ValueError, match="50 tuples deep") as caught:
                ask()
            told.append(str(caught.value))
        thing.loot = 3
        world.save()

    before = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=play)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    gc.collect()  # the errors, whose frames hold the tuples
    for _ in range(depth):
        (tower,) = tower
    assert len(told) == 3


COLUMNS_REFUSED = [("7", TypeError), (None, TypeError), (1j, TypeError), (Fraction(1), TypeError)]


@pytest.mark.parametrize(("value", "error"), [*COLUMNS_REFUSED, (2**64, ValueError)])
def test_a_column_is_a_number_of_64_bits(value: Any, error: type[Exception]) -> None:
    match = Match()
    match.score = value
    with pytest.raises(error, match="score"):
        World(match, columns=["score"]).save()


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["columns", "attributes"])
def test_a_name_with_a_hint_is_restored_and_loaded(role: str) -> None:
    """Whether a sprite has it or not."""
    names = ["alive", "collidepoint", "colliderect", "groups", "kill", "nearest", "rect", "remove"]
    for name in names:
        with pytest.raises(AttributeError, match=f"{name}.*: "):
            getattr(Thing(), name)
    sprite, other = Thing(), Thing()
    vars(sprite).update(dict.fromkeys(names, 7))
    world = World(sprite, other, **{role: names})
    before = world.save()
    for back in (lambda: world.restore(before), lambda: world.load(before.to_bytes())):
        for one in (sprite, other):
            vars(one).update(dict.fromkeys(names, 8))
        back()
        assert vars(sprite) == dict.fromkeys(names, 7)
        assert vars(other) == {}
    assert world.digest() == before.digest()


class Awkward(Sprite):
    @property
    def speed(self) -> int:
        return 1

    def jump(self) -> None: ...


class Stats:
    """Has what is in its dict."""

    def __init__(self) -> None:
        self.held: dict[str, Any] = {"hp": 3, "mood": "calm"}

    def __getattr__(self, name: str) -> Any:
        return self.__dict__["held"][name]  # a KeyError, where others raise an AttributeError


class Foe(Thing):
    def __init__(self) -> None:
        super().__init__()
        self.stats = Stats()

    def __getattribute__(self, name: str) -> Any:
        if name in ("hp", "mood"):
            return getattr(self.stats, name)
        return super().__getattribute__(name)


class Tough(Sprite):
    hp, mood = 5, "grim"


@pytest.mark.parametrize("role", ["columns", "attributes"])
@pytest.mark.parametrize("name", ["speed", "jump", "x", "check", "__class__", "aabb"])
def test_names_of_methods_and_properties_are_refused(name: str, role: str) -> None:
    with pytest.raises(TypeError, match=name):
        World(Awkward(3), **{role: [name]}).save()


@pytest.mark.parametrize("role", ["columns", "attributes"])
@pytest.mark.parametrize("kind", [Stats, Foe])
@pytest.mark.parametrize("is_late", [False, True])
def test_what_only_a_getattr_finds_is_refused(
    kind: Callable[[], Any], role: str, is_late: bool
) -> None:
    """It would not come back. So would what joins later. What it does not find is no matter."""
    name = "hp" if role == "columns" else "mood"
    group, thing = Group[Any](), kind()
    thing.loot = 1
    is_late &= kind is Foe
    world = World(group if is_late else thing, Tough(), **{role: ["loot", name]})
    if is_late:
        world.save()
        group.add(thing)
    for _ in range(2):
        with pytest.raises(TypeError, match=rf"^{kind.__name__}\.{name} is looked up"):
            world.save()
    if kind is Stats:
        thing.held.clear()
        world.save()


def test_an_object_may_have_what_every_sprite_has() -> None:
    class Camera:
        def __init__(self) -> None:
            self.x, self.y, self.angle, self.image = 3, 4.5, 0, "sky"

    camera, shot = Camera(), Thing(7, 8)
    world = World(shot, camera, columns=["x", "y", "angle"], attributes=["image"])
    before = world.save()
    camera.x, camera.y, camera.image, shot.x, shot.angle = 5, 6.5, "sea", 9, 90
    told = [(one.kind, one.column) for one in before.differences(world.save())]
    wanted = [("sprite", "x"), ("sprite", "angle")]
    assert told == wanted + [("object", name) for name in ("x", "y", "image")]
    for back in (lambda: world.restore(before), lambda: world.load(before.to_bytes())):
        camera.x = shot.x = 1
        back()
        assert vars(camera) == {"x": 3, "y": 4.5, "angle": 0, "image": "sky"}
        assert (shot.x, shot.angle, shot.image) == (7, 0, None)


class Slim:
    __slots__ = ("score",)


class Wave(Group[Any]):
    pass


class Shy(Sprite):
    """Nobody calls its methods of access."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "score":
            raise RuntimeError(name)
        super().__setattr__(name, value)


@pytest.mark.parametrize("make", [Match, Slim, Wave, Shy, Thing])
def test_what_was_absent_goes_again(make: Callable[[], Any]) -> None:
    """Defaults of classes stay where they are; slots are columns, too."""
    thing, default = make(), vars(make).get("score")
    if make is Shy:
        vars(thing)["score"] = 4
    else:
        thing.score = 4
    world = World(thing, columns=["score"])
    saved = world.save()
    del thing.score
    absent = world.save()
    for _ in range(2):
        world.restore(saved)
        assert thing.score == 4
        world.restore(absent)
        if make is Match:
            assert thing.score == default
        elif make is not Slim:
            assert "score" not in vars(thing)
        else:
            assert not hasattr(thing, "score")


@pytest.mark.parametrize("where", ["class", "base", "new base", "lookup", "Sprite"])
@pytest.mark.parametrize("kind", [object, Sprite])
def test_a_class_that_changes_is_looked_at_again(where: str, kind: type) -> None:
    """Also after many saves, by all that looks values up; and what is taken back is, too."""
    base: Any = type("Base", (kind,), {})
    other: Any = type("Other", (kind,), {"score": property(lambda self: 3)})
    late_kind: Any = type("Late", (base,), {"mood": 2})
    late, shot = late_kind(), Thing(4)
    late.score = 1
    world = World(shot, late, columns=["score", "mood"])
    saved = world.save()
    for late.score in range(2, 6):
        shot.x = late.score
        now = world.save()
    calls: list[Any] = []

    def method(self: Any, *rest: Any) -> None:
        calls.append(self)

    with pytest.MonkeyPatch.context() as patch:
        match where:
            case "class":
                patch.setattr(late_kind, "score", property(method), raising=False)
            case "base":
                patch.setattr(base, "score", method, raising=False)
            case "new base":
                late_kind.__bases__ = (other,)
            case "lookup":
                patch.setattr(base, "__getattr__", method, raising=False)
            case "Sprite" if kind is Sprite:
                patch.setattr(Sprite, "score", property(method), raising=False)
        if where == "lookup" or (where == "Sprite" and kind is object):
            assert not now.differences(world.save())
        else:
            for call in (
                world.save,
                world.digest,
                lambda: world.restore(saved),
                lambda: world.load(saved.to_bytes()),
            ):
                with pytest.raises(TypeError, match="score"):
                    call()
            assert shot.x == 5
        assert not calls
        late_kind.__bases__ = (base,)
    assert not now.differences(world.save())
    late_kind.mood = 7
    assert [(d.column, d.other_value) for d in now.differences(world.save())] == [("mood", 7)]
    world.restore(saved)
    assert (shot.x, late.score, late.mood) == (4, 1, 2)


def spelled(**names: Any) -> Callable[[], Any]:
    return lambda: World(Thing(), **names)


MISUSES: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    **{
        f"a member that is {member!r:.20}": (
            lambda member=member: World(member, columns=["score"]), TypeError, "member",
        )
        for member in (3, None, [Thing()], object(), Sprite, "x")
    },
    "a member with other names": (
        lambda: World(types.SimpleNamespace(gold=1, _own=2), columns=["score"]),
        TypeError, "which has gold$",
    ),
    "text for names": (spelled(columns="score"), TypeError, "sequence"),
    "a number for names": (spelled(attributes=5), TypeError, "attributes must be a sequence"),
    "a number for a name": (spelled(columns=[3]), TypeError, "names"),
    "a name twice": (spelled(columns=["a"], attributes=["a"]), ValueError, "once"),
    "a set of columns": (spelled(columns={"a", "b"}), TypeError, "order"),
    "a set of attributes": (spelled(attributes=frozenset("ab")), TypeError, "order"),
    "no snapshot": (lambda: World().restore(3), TypeError, "Snapshot"),  # type: ignore[arg-type]
    "another World's": (lambda: World().restore(World().save()), ValueError, "another"),
    "differences": (
        lambda: World().save().differences(World().save()), ValueError, "another",
    ),
    "a Snapshot by hand": (Snapshot, TypeError, "made by"),
    "a Snapshot's copy": (lambda: copy(World().save()), TypeError, "copied or pickled"),
    "nobody's column": (lambda: World(columns=["nowhere"]).save(), ValueError, "nowhere"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISUSES)
def test_misuse_is_told(name: str) -> None:
    call, error, word = MISUSES[name]
    with pytest.raises(error, match=word):
        call()


def test_a_column_may_be_that_of_a_class_to_come() -> None:
    """Or of one that was there once; one that nobody has is told with what is meant."""

    class Bomb(Sprite):
        fuse = 30

    shots = Group[Any]()
    world = World(shots, columns=["fuse"])
    before = world.save()
    bomb = Bomb()
    shots.add(bomb)
    bomb.fuse = 3
    lit = world.save()
    world.restore(before)
    world.restore(lit)
    assert bomb.fuse == 3
    thing: Any = Thing()
    thing.health = 3
    with pytest.raises(ValueError, match="health"):
        World(thing, columns=["helth"]).save()
    with pytest.raises(TypeError, match="hits"):
        World(thing, columns=["hits"]).save()


def test_bits_of_floats_are_kept() -> None:
    """Also those of a NaN that carries a number."""
    thing: Any = Shot()
    thing.vx = nan = struct.unpack("<d", struct.pack("<Q", 0x7FF8_0000_0000_0123))[0]
    world = World(thing)
    before = world.save()
    thing.vx = 0
    world.restore(before)
    assert struct.pack("<d", thing.vx) == struct.pack("<d", nan)
