"""What `save` takes comes back, by `restore` and from bytes; the rest is refused by its name."""

import enum
import random
import subprocess
import sys
import threading
from collections import OrderedDict, deque, namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
import pytest
from support.for_each import for_each

from spritecol import (
    CharacterController,
    Circle,
    Group,
    Overlaps,
    Rect,
    Sprite,
    Vec2,
    World,
)
from spritecol.sprites.hints.unknown_names import OF_SPRITES


class Mood(enum.Enum):
    CALM = 1
    WILD = 2


class Keys(enum.Flag):
    LEFT = 1
    RIGHT = 2


class Cell(NamedTuple):
    column: int
    row: int


class Loud(namedtuple("Loud", "a b")):
    """A named tuple with methods of its own that make it."""

    __slots__ = ()
    calls: ClassVar[list[str]] = []

    def __new__(cls, *items: Any) -> Self:
        cls.calls.append("__new__")
        return super().__new__(cls, *items)

    @classmethod
    def _make(cls, items: Any) -> Self:
        cls.calls.append("_make")
        return super()._make(items)


class Thing(Sprite):
    collision = Circle(0, 0, 4)
    loot: Any = None


class Enemy(Sprite):
    collision = Rect(0, 0, 10, 20)
    walker: Any = None


# --- names for which sprites have a hint --------------------------------------------------------


@for_each("name", sorted(OF_SPRITES))
@for_each("role", ["columns", "attributes"])
def test_a_name_with_a_hint_is_restored_and_loaded(name: str, role: str) -> None:
    """Whether a sprite has it or not."""
    sprite, other = Thing(), Thing()
    setattr(sprite, name, 7)
    world = World(sprite, other, **{role: [name]})
    before = world.save()
    data = before.to_bytes()
    setattr(sprite, name, 8)
    setattr(other, name, 9)
    world.restore(before)
    assert getattr(sprite, name) == 7
    assert not hasattr(other, name)
    setattr(sprite, name, 8)
    setattr(other, name, 9)
    world.load(data)
    assert getattr(sprite, name) == 7
    assert not hasattr(other, name)
    assert world.digest() == before.digest()


# --- nested tuples ------------------------------------------------------------------------------


def nested(depth: int, inmost: Any = 1) -> tuple[Any, ...]:
    """So many tuples, one in the other."""
    for _ in range(depth):
        inmost = (inmost,)
    return inmost  # type: ignore[no-any-return]


def test_tuples_are_nested_fifty_deep_and_come_back() -> None:
    thing = Thing()
    world = World(thing, attributes=["loot"])
    thing.loot = nested(50)
    data = world.save().to_bytes()
    thing.loot = None
    world.load(data)
    assert thing.loot == nested(50)


@for_each("depth", [51, 52, 55, 60, 1000, 60_000])
@for_each("ask", ["save", "digest"])
@for_each("inmost", [1, Thing()])
def test_a_tuple_that_is_nested_deeper_is_refused(depth: int, ask: str, inmost: Any) -> None:
    thing = Thing()
    world = World(thing, attributes=["loot"])
    thing.loot = nested(depth, inmost)
    with pytest.raises(ValueError, match="loot of a Thing must be nested at most 50 tuples deep"):
        getattr(world, ask)()
    thing.loot = 3
    world.save()


def test_a_deep_tuple_is_refused_on_a_small_stack() -> None:
    """With a reach that is known, and with one that is not."""
    told: list[str] = []

    def play() -> None:
        thing = Thing()
        world = World(thing, attributes=["loot"])
        kept = world.save()
        for loot in (nested(60_000), nested(60_000, (thing, Cell(1, 2)))):
            thing.loot = loot
            for ask in (world.save, world.digest, lambda: World(thing, attributes=["loot"]).save()):
                with pytest.raises(ValueError, match="50 tuples deep") as caught:
                    ask()
                told.append(str(caught.value))
        thing.loot = nested(50, thing)
        world.load(world.save().to_bytes())
        world.restore(kept)
        told.append(str(thing.loot))

    before = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=play)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert len(told) == 7
    assert told[-1] == "None"


def test_deep_named_tuples_count_as_well() -> None:
    thing = Thing()
    world = World(thing, attributes=["loot"])
    for _ in range(51):
        thing.loot = Cell(1, thing.loot)
    with pytest.raises(ValueError, match="50 tuples deep"):
        world.save()


# --- what can change ----------------------------------------------------------------------------


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


def vector_of_pygame() -> Any:
    return pytest.importorskip("pygame").Vector2(1, 2)


CHANGING: dict[str, Callable[[], Any]] = {
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
}


@for_each("kind", CHANGING)
@for_each("wrap", [lambda v: v, lambda v: (1, (v,)), lambda v: Cell(1, v)])
def test_what_can_change_is_refused(kind: str, wrap: Callable[[Any], Any]) -> None:
    """With the attribute's name and the class; afterwards all is as before."""
    thing = Thing(3, 4)
    world = World(thing, attributes=["loot"])
    before = world.save()
    thing.loot = wrap(CHANGING[kind]())
    loot = thing.loot
    for ask in (world.save, world.digest, World(thing, attributes=["loot"]).save):
        with pytest.raises(TypeError, match=rf"^loot of .*would not come back: .*\b{kind}\b"):
            ask()
    assert thing.loot is loot
    world.restore(before)
    assert thing.loot is None


def test_what_cannot_change_is_kept() -> None:
    """A Group that is a member, and objects with a hash of their own, which stay out of bytes."""
    shots, thing, note = Group(), Thing(), object()
    world = World(thing, shots, attributes=["loot"])
    for loot in (shots, note, ("by", note), frozenset([3]), Thing, len):
        thing.loot = loot
        before = world.save()
        data = before.to_bytes()
        thing.loot = None
        world.restore(before)
        assert thing.loot is loot
        world.load(data)
        assert thing.loot is loot
    thing.loot = shots, 1
    data = world.save().to_bytes()
    thing.loot = None
    world.load(data)
    assert thing.loot == (shots, 1)


def test_a_class_of_a_users_own_that_is_text_or_a_tuple_is_refused() -> None:
    """From bytes it would be another one."""

    class Name(str):
        __slots__ = ()

    class Pair(tuple):  # type: ignore[type-arg]
        __slots__ = ()

    thing = Thing()
    world = World(thing, attributes=["loot"])
    for loot in (Name("x"), Pair((1, 2)), (Name("x"),)):
        thing.loot = loot
        with pytest.raises(TypeError, match=r"loot of .* would not come back"):
            world.save()


def test_vectors_and_named_tuples_keep_their_class() -> None:
    thing = Thing()
    world = World(thing, attributes=["loot"])
    given = Vec2(1, -0.0), Cell(3, 4), (Cell(1, Vec2(2, 3)), thing), Mood.WILD, Keys(3), (1, "a")  # type: ignore[arg-type]
    for loot in (*given, given):
        thing.loot = loot
        before = world.save()
        thing.loot = None
        world.load(before.to_bytes())
        assert thing.loot == loot
        assert repr(thing.loot) == repr(loot)
        assert type(thing.loot) is type(loot)
        assert world.digest() == before.digest()


def test_a_vector_is_not_the_tuple_of_its_numbers() -> None:
    thing = Thing()
    world = World(thing, attributes=["loot"])
    digests = set()
    for loot in (Vec2(1, 2), (1.0, 2.0), Cell(1.0, 2.0), (1, 2), Cell(1, 2)):  # type: ignore[arg-type]
        thing.loot = loot
        digests.add(world.digest())
    assert len(digests) == 5


def test_no_method_of_a_named_tuple_runs_while_bytes_are_read() -> None:
    thing = Thing()
    world = World(thing, attributes=["loot"])
    thing.loot = Loud(1, 2)
    data = world.save().to_bytes()
    thing.loot = None
    Loud.calls.clear()
    world.load(data)
    assert type(thing.loot) is Loud
    assert thing.loot == (1, 2)
    assert not Loud.calls


def test_a_named_tuple_that_nobody_would_find_is_refused() -> None:
    """One made in a function has no module that has it."""
    thing = Thing()
    thing.loot = namedtuple("Hidden", "a b")(1, 2)
    with pytest.raises(TypeError, match=r"loot of a Thing would not come back.*Hidden"):
        World(thing, attributes=["loot"]).save()


# --- columns ------------------------------------------------------------------------------------


def test_a_column_that_nobody_has_is_an_error() -> None:
    thing = Thing()
    thing.health = 3  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=r"column helth: do you mean health\?"):
        World(thing, columns=["helth"]).save()
    with pytest.raises(ValueError, match="the column nowhere_at_all"):
        World(columns=["nowhere_at_all"]).save()
    world = World(thing, columns=["health"])
    world.save()
    del thing.health  # type: ignore[attr-defined]
    world.save()  # it was there once


def test_a_column_may_be_that_of_a_class_to_come() -> None:
    class Bomb(Sprite):
        fuse = 30

    shots = Group[Sprite]()
    world = World(shots, columns=["fuse"])
    before = world.save()
    bomb = Bomb()
    shots.add(bomb)
    bomb.fuse = 3
    lit = world.save()
    world.restore(before)
    world.restore(lit)
    assert bomb.fuse == 3


@pytest.mark.parametrize("role", ["columns", "attributes"])
@pytest.mark.parametrize("kind", [set, frozenset])
def test_names_in_a_set_are_refused(role: str, kind: type) -> None:
    """They would be in another order in each process."""
    given: Any = {role: kind(["loot", "gold"])}
    with pytest.raises(TypeError, match=rf"{role} must be in the same order .* use a tuple"):
        World(Thing(), **given)


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


@pytest.mark.parametrize("kind", [Stats, Foe])
@pytest.mark.parametrize("role", ["columns", "attributes"])
@pytest.mark.parametrize("is_late", [False, True])
def test_what_only_a_getattr_finds_is_refused(
    kind: Callable[[], Any], role: str, is_late: bool
) -> None:
    """It would not come back. So would what joins later."""
    name = "hp" if role == "columns" else "mood"
    group = Group[Any]()
    thing = kind()
    names: dict[str, Any] = {role: ["loot", name]}
    thing.loot = 1
    if is_late and kind is Foe:
        world = World(group, Tough(), **names)
        world.save()
        group.add(thing)
    else:
        world = World(thing, Tough(), **names)
    for _ in range(2):
        with pytest.raises(TypeError, match=rf"^{kind.__name__}\.{name} is looked up by a method"):
            world.save()


def test_a_getattr_that_finds_nothing_is_no_matter() -> None:
    stats = Stats()
    del stats.held["hp"]
    stats.gold = 4  # type: ignore[attr-defined]
    world = World(stats, Tough(), columns=["gold", "hp"])
    before = world.save()
    stats.gold = 5  # type: ignore[attr-defined]
    world.restore(before)
    assert stats.gold == 4


def test_an_attribute_of_a_group_goes_again() -> None:
    class Wave(Group[Any]):
        pass

    wave: Any = Wave()
    world = World(wave, Tough(), columns=["hp"])
    before = world.save()
    wave.hp = 3
    world.restore(before)
    assert not hasattr(wave, "hp")


# --- settings of controllers --------------------------------------------------------------------

SETTINGS = {"up": (1, 0), "max_floor_angle": 60.0, "snap": 9.0, "step": 6.0, "nudge": 5.0}


@for_each("name", SETTINGS)
@for_each("by_name", [False, True])
@for_each("from_bytes", [False, True])
def test_settings_of_controllers_are_restored(name: str, by_name: bool, from_bytes: bool) -> None:
    """Of one that is a member, and of one that an attribute names."""
    enemy = Enemy()
    walker = CharacterController(enemy)
    enemy.walker = walker
    world = World(enemy, attributes=["walker"]) if by_name else World(enemy, walker)
    before, was = world.save(), getattr(walker, name)
    setattr(walker, name, SETTINGS[name])
    changed = world.save()
    assert changed.digest() != before.digest()
    assert [(one.kind, one.column) for one in before.differences(changed)] == [("controller", name)]
    for wanted, value in ((before, was), (changed, SETTINGS[name]), (before, was)):
        if from_bytes:
            world.load(wanted.to_bytes())
        else:
            world.restore(wanted)
        assert enemy.walker is walker
        assert getattr(walker, name) == value
        assert world.digest() == wanted.digest()
        assert not wanted.differences(world.save())


def test_an_angle_of_a_floor_is_a_float_from_the_start() -> None:
    """As it comes back."""
    walker = CharacterController(Enemy(), max_floor_angle=45)
    for angle in (45, 50):
        walker.max_floor_angle = angle
        assert repr(walker.max_floor_angle) == f"{angle}.0"


def test_equal_settings_have_equal_digests() -> None:
    """However they were written."""
    one = CharacterController(Enemy(), up=(0, -1), snap=4, step=0)
    other = CharacterController(Enemy(), up=(-0.0, -1.0), snap=4.0, step=-0.0)
    assert World(one).digest() == World(other).digest()


# --- controllers and Overlaps that come and go --------------------------------------------------


class Level:
    """Enemies that walk on a floor, and watch who is near."""

    def __init__(self, count: int = 0) -> None:
        self.floor = Sprite(0, 100, collision=Rect(0, 0, 400, 10))
        self.enemies = Group[Enemy]()
        self.world = World(self.enemies, self.floor, attributes=["walker", "watch"])
        for _ in range(count):
            self.spawn()

    def spawn(self, own_walker: bool = True) -> Enemy:
        enemy = Enemy(30 * len(self.enemies), 60)
        self.enemies.add(enemy)
        if own_walker:
            enemy.walker = CharacterController(enemy, snap=6, step=3)
        return enemy

    def play(self, frames: int) -> list[Any]:
        told = []
        for frame in range(frames):
            for enemy in self.enemies:
                enemy.walker.move(1.5 - frame % 4, 3, self.floor)
                told.append((enemy.x, enemy.y, enemy.walker.on_floor, enemy.walker.floor_normal))
        return told


def test_a_named_controller_comes_and_goes() -> None:
    level = Level()
    empty = level.world.save()
    enemy = level.spawn()
    walker = enemy.walker
    new = level.world.save()
    level.play(20)
    assert walker.floor is level.floor
    standing = level.world.save()
    wanted = level.play(30)

    level.world.restore(empty)
    assert enemy.vanished
    level.world.restore(standing)
    assert enemy.walker is walker
    assert walker.floor is level.floor
    assert level.play(30) == wanted
    level.world.restore(new)
    assert walker.floor is None
    enemy.walker = None
    gone = level.world.save()
    level.world.restore(standing)
    assert enemy.walker is walker
    assert level.play(30) == wanted
    level.world.restore(gone)
    assert enemy.walker is None


def test_a_named_controller_that_was_replaced_is_there_again() -> None:
    level = Level(1)
    (enemy,) = level.enemies
    first = enemy.walker
    level.play(20)
    before = level.world.save()
    wanted = level.play(10)
    enemy.walker = second = CharacterController(enemy, up=(0, 1), nudge=2)
    enemy.walker.move(0, -40, level.floor)
    other = level.world.save()
    level.world.restore(before)
    assert enemy.walker is first
    assert level.play(10) == wanted
    level.world.restore(other)
    assert enemy.walker is second
    assert (second.up, second.nudge) == ((0, 1), 2)


@for_each("own_walker", [False, True])
@for_each("count", [1, 3])
def test_named_controllers_load_into_another_process(own_walker: bool, count: int) -> None:
    """Whether or not what `make` makes has a controller of its own."""
    server, client = Level(count), Level()
    server.play(25)
    server.enemies[0].walker.step = 7
    data = server.world.save().to_bytes()
    made = []

    def make(name: str) -> Enemy:
        assert name == "Enemy"
        enemy = Enemy(1, 2)
        if own_walker:
            enemy.walker = CharacterController(enemy, up=(1, 0))
        made.append((enemy, enemy.walker))
        return enemy

    client.world.load(data, make=make)
    assert client.world.digest() == server.world.digest()
    for enemy, walker in made:
        assert enemy.walker.sprite is enemy
        assert enemy.walker.up == (0, -1)
        assert not own_walker or enemy.walker is walker
    assert client.enemies[0].walker.step == 7
    assert client.enemies[0].walker.floor is client.floor
    assert client.play(30) == server.play(30)
    assert client.world.digest() == server.world.digest()
    client.world.load(data)  # all are there now
    level = Level(count)
    level.world.load(data)  # and here from the beginning
    assert level.world.digest() == client.world.digest()


def test_a_controller_that_the_bytes_do_not_name_goes() -> None:
    """An enemy that has none where they are from."""
    server, client = Level(), Level(1)
    server.spawn(own_walker=False)
    client.play(20)
    client.world.load(server.world.save().to_bytes())
    assert client.enemies[0].walker is None
    assert client.world.digest() == server.world.digest()


def with_watch(level: Level) -> Any:
    """An Overlaps that an enemy names."""
    enemy: Any = level.enemies[0]
    enemy.watch = Overlaps(level.enemies, level.floor)
    return enemy


def test_a_named_overlaps_comes_and_goes() -> None:
    level = Level(2)
    before = level.world.save()
    enemy = with_watch(level)
    watch = enemy.watch
    level.play(25)
    level.enemies[1].y = 95
    (entered,) = watch.update().entered
    assert entered[1] is level.floor
    inside = level.world.save()
    level.world.restore(before)
    assert not hasattr(enemy, "watch")
    level.world.restore(inside)
    assert enemy.watch is watch
    changes = watch.update()
    assert not changes.entered
    assert len(changes.stayed) == 1
    level.world.load(inside.to_bytes())
    assert enemy.watch is watch
    assert not watch.update().entered


def test_a_named_overlaps_loads_where_there_is_one() -> None:
    """Its targets and callbacks are not in bytes, so it can't be made."""
    server, client = Level(2), Level(2)
    watch = with_watch(server).watch
    server.enemies[1].y = 95
    watch.update()
    data = server.world.save().to_bytes()
    untouched = client.world.digest()
    with pytest.raises(ValueError, match=r"watch of .* must be of class Overlaps here, too"):
        client.world.load(data)
    assert client.world.digest() == untouched
    own = with_watch(client).watch
    client.world.load(data)
    assert client.world.digest() == server.world.digest()
    assert client.enemies[0].watch is own  # type: ignore[attr-defined]
    assert not own.update().entered


def test_controllers_in_tuples_are_found() -> None:
    class Squad:
        walker: Any = ()

    class Camp:
        def __init__(self) -> None:
            self.squad, self.men = Squad(), [Enemy(20 * k) for k in range(3)]
            self.floor = Sprite(0, 40, collision=Rect(0, 0, 200, 9))
            self.squad.walker = tuple(
                (k, CharacterController(man)) for k, man in enumerate(self.men)
            )
            self.world = World(self.squad, *self.men, self.floor, attributes=["walker"])

        def play(self) -> list[Any]:
            for _, walker in self.squad.walker:
                walker.move(1, 2, self.floor)
            return [(man.x, man.y) for man in self.men]

    one, other = Camp(), Camp()
    for _ in range(15):
        one.play()
    before = one.world.save()
    wanted = [one.play() for _ in range(9)]
    one.world.restore(before)
    other.world.load(before.to_bytes())
    assert other.world.digest() == one.world.digest()
    assert [one.play() for _ in range(9)] == wanted == [other.play() for _ in range(9)]
    before, walkers = one.world.save(), one.squad.walker
    one.squad.walker = walkers[1:]
    assert one.world.digest() != before.digest()
    one.world.restore(before)
    assert one.squad.walker == walkers


class Climber(CharacterController):
    """A controller of a game's own."""

    def __init__(self, sprite: Sprite) -> None:
        super().__init__(sprite, snap=6, step=3)
        self.ropes = 3


@for_each("own_walker", [False, True])
def test_a_named_controller_of_an_own_class_loads_where_the_sprite_has_one(
    own_walker: bool,
) -> None:
    """Such as one that `__init__` has made. Nobody else knows how."""
    server, client = Level(), Level()
    enemy = server.spawn(own_walker=False)
    enemy.walker = Climber(enemy)
    server.play(25)
    data = server.world.save().to_bytes()

    def make(name: str) -> Enemy:
        enemy = Enemy(1, 2)
        enemy.walker = Climber(enemy) if own_walker else None
        return enemy

    if not own_walker:
        with pytest.raises(ValueError, match=r"walker of .* must be of class Climber here, too"):
            client.world.load(data, make)
        assert not client.enemies
        return
    client.world.load(data, make)
    assert client.world.digest() == server.world.digest()
    assert client.enemies[0].walker.ropes == 3
    assert client.play(30) == server.play(30)


# --- Enums of scripts ---------------------------------------------------------------------------

GAME = """
import enum
import sys
from typing import NamedTuple
from spritecol import Sprite, World

class Mood(enum.Enum):
    CALM = object()  # by its name, since no other process has this
    WILD = 2

class Cell(NamedTuple):
    column: int
    row: int

class Hero(Sprite):
    mood = Mood.CALM

hero = Hero(3)
world = World(hero, attributes=["mood"])

def play():
    hero.mood = Mood.WILD, Cell(1, 2), Mood.CALM

if __name__ == "__main__":
    play()
    saved = world.save()
    print(saved.digest(), saved.to_bytes().hex())
"""

READER = """
import sys
import game
bytes_of_main = bytes.fromhex(sys.argv[1])
game.world.load(bytes_of_main)
assert game.hero.mood == (game.Mood.WILD, game.Cell(1, 2), game.Mood.CALM)
assert game.world.save().to_bytes() == bytes_of_main
print(game.world.digest())
"""


def test_enums_of_a_script_are_those_of_its_module(tmp_path: Path) -> None:
    """`python game.py` and `import game` agree."""
    (tmp_path / "game.py").write_text(GAME)
    (tmp_path / "reader.py").write_text(READER)

    def run(*arguments: str) -> list[str]:
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert not done.returncode, done.stderr
        return done.stdout.split()

    digest, data = run("game.py")
    assert run("reader.py", data) == [digest]


# --- a restore in the middle of a move ----------------------------------------------------------


@for_each("by_name", [False, True])
def test_a_restore_in_a_walkers_where_changes_nothing(by_name: bool) -> None:
    enemy, other = Enemy(0, 60), Thing(0, 200)
    floor = Sprite(0, 100, collision=Rect(0, 0, 400, 10))
    enemy.walker = CharacterController(enemy)
    things, watch = Group[Sprite](other), Overlaps([other], floor)
    members = [enemy, things, floor, watch]
    world = World(*members, *([] if by_name else [enemy.walker]), attributes=["walker", "loot"])
    before = world.save()
    other.y, other.loot = 101, "gold"
    late = Thing(5, 105)
    things.add(late)
    watch.update()
    told = []

    def where(_: Sprite) -> bool:
        if not told:
            poses = [(one.x, one.y, one.vanished) for one in (other, late, floor)]
            loot, inside = other.loot, list(things)
            for ask in (
                lambda: world.restore(before),
                lambda: world.load(before.to_bytes()),
            ):
                with pytest.raises(RuntimeError) as caught:
                    ask()
                told.append(str(caught.value))
                assert poses == [(one.x, one.y, one.vanished) for one in (other, late, floor)]
                assert (loot, inside) == (other.loot, list(things))
        return True

    for _ in range(20):
        enemy.walker.move(0, 3, floor, where=where)
    assert len(told) == 2
    assert enemy.walker.floor is floor
    assert not watch.update().entered  # it still knows
    world.restore(before)
    assert (other.y, other.loot, late.vanished, enemy.y) == (200, None, True, 60)
    assert not watch.update()
