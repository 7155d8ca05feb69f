"""Reads the bytes of a snapshot. Anybody may have written them, so everything is checked.

magic    16 bytes
version  a word: `older_forms` says what each version has added
count    of the words that follow
words    as `wire_format` writes them
digest   of these words
"""

from __future__ import annotations

import enum
import math
import struct
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from graphlib import CycleError, TopologicalSorter
from itertools import chain, zip_longest
from os import PathLike
from textwrap import shorten
from typing import Any

from spritecol import shapes as shape_classes
from spritecol._support.lazy_imports import numpy
from spritecol._support.range_check import LIMIT, shown
from spritecol._support.vectors import Vec2
from spritecol.shapes import Shape
from spritecol.shapes.collision_value import shapes_from
from spritecol.sprites.character_controller import SETTINGS, CharacterController
from spritecol.sprites.group import Group
from spritecol.sprites.overlaps import Overlaps
from spritecol.sprites.sprite import Sprite
from spritecol.world import older_forms, wire_format
from spritecol.world.attributes import ABSENT, is_stated, named_by, value_of
from spritecol.world.known_classes import KEEPERS, class_named, keeper_memory, recall
from spritecol.world.reachable import MOST_DEEP, NumberedSprites, Reach, reach_of, sprites_in
from spritecol.world.saved_rows import SavedRows

MAGIC = b"spritecol world\n"
_START = struct.Struct("<16sQQ")
_ROW = struct.Struct(f"{wire_format.ROW_SIZE - 2}d2q")  # pose, flags and z

_DEPTH = MOST_DEEP + 5
"""How deeply anything may be nested. For an attribute the limit is lower."""

_SCALARS = {
    "|b1", "|i1", "|u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8", "<f2", "<f4", "<f8",
}  # fmt: skip
"""The types of NumPy scalars."""

_SHAPES = {
    kind.__name__: kind
    for kind in vars(shape_classes).values()
    if isinstance(kind, type) and issubclass(kind, Shape) and kind is not Shape
}

StateParts = tuple[Reach, SavedRows, list[Any], tuple[Any, ...], list[int]]
"""The contents of a snapshot: its reach, rows, values and memories, and the sprites' numbers."""

SpriteByNumber = dict[tuple[str, int], Sprite]
"""The sprites of a world by the names of their classes and their numbers there."""


def written(words: Any) -> bytes:
    """Return the bytes of a state that was written as `Words`."""
    data: bytes = words.sent()
    start = _START.pack(MAGIC, words.version, len(data) // 8)
    digest: bytes = wire_format.hash_of(data, words.version).to_bytes(8, "little")
    return start + data + digest


def checked_words(data: object) -> tuple[memoryview, int]:
    """Return the words in some bytes, if they are complete, and the version of their form.

    Raises:
        TypeError: `data` is not bytes.
        ValueError: the bytes belong to something else or to a later version, or are damaged.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        is_path = isinstance(data, str | PathLike)
        remedy = "pass Path(file).read_bytes()" if is_path else "a Snapshot is for restore()"
        raise TypeError(f"data must be bytes, got {shown(data)}; {remedy}")
    data = bytes(data)
    if len(data) < _START.size + 8 or not data.startswith(MAGIC):
        raise ValueError("these are not the bytes of a snapshot")
    _, version, count = _START.unpack_from(data)
    if version > older_forms.VERSION:
        raise ValueError(
            f"the bytes are of version {version}, and this release of spritecol reads versions up "
            f"to {older_forms.VERSION}: a later release has written them"
        )
    if version < 1:
        raise ValueError(f"the bytes are of version {version}, which no release has written")
    length = _START.size + 8 * count + 8
    if len(data) != length:
        wrong = "are incomplete" if len(data) < length else "go on with others"
        raise ValueError(
            f"the bytes of a snapshot {wrong}: there should be {length}, and there are {len(data)}"
        )
    words = data[_START.size : -8]
    if wire_format.hash_of(words, version) != int.from_bytes(data[-8:], "little"):
        raise ValueError("the bytes of a snapshot are damaged: the checksum does not match")
    return memoryview(wire_format.little_endian(words)).cast("q"), version


class Reader:
    """Takes words one after the other, and raises ValueError if there are too few."""

    def __init__(self, words: memoryview, version: int) -> None:
        self._words = words
        self.version = version  # of the form of these words
        self.at = 0  # the number of the next word
        self.owner: type = object  # the class of the object whose attributes are read
        self._classes: dict[tuple[str, type], Any] = {}

    def word(self) -> int:
        """The next word."""
        return int(self.several(1)[0])

    def several(self, count: int) -> memoryview:
        """The next words."""
        if not 0 <= count <= len(self._words) - self.at:
            raise ValueError("the bytes of a snapshot end too early")
        self.at += count
        return self._words[self.at - count : self.at]

    def count(self) -> int:
        """How many items follow, each of at least one word."""
        count = self.word()
        if not 0 <= count <= len(self._words) - self.at:
            raise ValueError(f"there can't be {count} items in the rest of these bytes")
        return count

    def below(self, limit: int, what: str) -> int:
        """A word from 0 up to a limit, exclusive."""
        word = self.word()
        if not 0 <= word < limit:
            raise ValueError(f"there is no {what} {word}")
        return word

    def data(self) -> bytes:
        """Some bytes."""
        length = self.word()
        data: bytes = wire_format.little_endian(self.several(-(-length // 8)).tobytes())
        return data[:length]

    def text(self) -> str:
        """Some text."""
        return self.data().decode("utf-8", "surrogatepass")

    def real(self) -> float:
        """A float."""
        return float(struct.unpack("d", self.several(1).tobytes())[0])

    def is_just(self, words: Any) -> bool:
        """Whether the words are exactly these."""
        return bool(self._words.tobytes() == words.data())

    def value(self, things: Sequence[Any], depth: int = _DEPTH) -> Any:
        """A value, as `wire_format.put_value` writes it, or OPAQUE if it was not written."""
        kind = self.word()
        if kind in _CONSTANTS:
            return _CONSTANTS[kind]
        match kind:
            case wire_format.IS_INT:
                return self.word()
            case wire_format.IS_UNSIGNED:
                return self.word() % 2**64
            case wire_format.IS_LONG:
                return int.from_bytes(self.data(), "little", signed=True)
            case wire_format.IS_FLOAT:
                return self.real()
            case wire_format.IS_COMPLEX:
                return complex(self.real(), self.real())
            case wire_format.IS_TEXT:
                return self.text()
            case wire_format.IS_BYTES:
                return self.data()
            case wire_format.IS_TUPLE | wire_format.IS_LIST:
                items = self._items(things, depth, self.count())
                return tuple(items) if kind == wire_format.IS_TUPLE else items
            case wire_format.IS_VECTOR:
                return Vec2(self.real(), self.real())
            case wire_format.IS_RECORD:
                return self._record(things, depth)
            case wire_format.IS_REFERENCE:
                return things[self.below(len(things), "object")]
            case wire_format.IS_ENUM:
                return self._member()
            case wire_format.IS_SCALAR:
                return self._scalar()
            case wire_format.IS_SHAPE:
                return self._shape(depth)
        raise ValueError(f"there is no kind {kind} of values")

    def _items(self, things: Sequence[Any], depth: int, count: int) -> list[Any]:
        """The items of a tuple or a list."""
        if depth == 0:
            raise ValueError(f"this is nested deeper than {_DEPTH}")
        return [self.value(things, depth - 1) for _ in range(count)]

    def _class(self, base: type) -> Any:
        """The Enum or named tuple of a name."""
        name = self.text()
        key = name, self.owner
        if key not in self._classes:
            self._classes[key] = class_named(name, self.owner)
        if not issubclass(self._classes[key], base):
            raise ValueError(f"{shown(name)} is another kind of class here")  # noqa: TRY004
        return self._classes[key]

    def _record(self, things: Sequence[Any], depth: int) -> Any:
        """A named tuple."""
        kind = self._class(tuple)
        fields = [self.text() for _ in range(self.count())]
        if fields != list(kind._fields):
            raise ValueError(
                f"a {kind.__name__} has the fields {', '.join(kind._fields)} here, and was saved "
                f"with {', '.join(fields)}"
            )
        items = self._items(things, depth, len(fields))
        # Not by `_make` or `__new__`: either may be a user's, and users' code must not run before
        # all bytes are checked.
        return tuple.__new__(kind, items)

    def _member(self) -> enum.Enum:
        """A member of an Enum by its name, or a flag by the names in it."""
        kind, sent = self._class(enum.Enum), self.value((), 1)
        if not issubclass(kind, enum.Flag):
            member = _named(kind, sent)
        elif not isinstance(sent, tuple):
            raise ValueError(f"{kind.__name__} is a Flag here, and was not one when it was saved")  # noqa: TRY004
        else:
            bits = 0
            for part in sent:
                bits |= part if type(part) is int else _named(kind, part)._value_
            try:
                member = kind(bits)
            except ValueError:  # it takes no bits without a name
                raise _no_member(kind, sent) from None
        now = wire_format.name_of_member(member) if type(member) is kind else member
        if now != sent:  # so a bit may have got a name, or a name may have become another one's
            raise ValueError(
                f"{kind.__name__} has other members here: what was saved as {shown(sent)} would "
                f"be {shown(now)}"
            )
        return member

    def _scalar(self) -> Any:
        """A NumPy scalar."""
        name = self.text()
        if name not in _SCALARS:
            raise ValueError(f"there is no scalar of type {name!r}")
        kind = numpy.dtype(name)
        value = self.real() if kind.kind == "f" else self.value(())
        if not isinstance(value, float if kind.kind == "f" else int):
            raise ValueError(f"{value!r} is not of type {name}")  # noqa: TRY004 (in bytes)
        if kind.kind in "iu" and not numpy.iinfo(kind).min <= value <= numpy.iinfo(kind).max:
            raise ValueError(f"{value} is out of range for {name}")
        return kind.type(value)

    def _shape(self, depth: int) -> Shape:
        """A shape, made by its constructor."""
        name = self.text()
        if name not in _SHAPES or depth == 0:
            raise ValueError(f"there is no shape {name!r}")
        fields = {self.text(): self.value((), depth - 1) for _ in range(self.count())}
        return _SHAPES[name](**fields)


def _named(kind: type[enum.Enum], name: object) -> enum.Enum:
    """The member of an Enum with a name."""
    if not isinstance(name, str) or name not in kind.__members__:
        raise _no_member(kind, name)
    return kind.__members__[name]


def _no_member(kind: type[enum.Enum], name: object) -> ValueError:
    known = shorten(", ".join(kind.__members__), 200)
    return ValueError(f"{kind.__name__} has no member {shown(name)}; its members are {known}")


class _Opaque:
    """Replaces a value that is not in the bytes."""


OPAQUE = _Opaque()

_CONSTANTS = {
    wire_format.IS_ABSENT: ABSENT,
    wire_format.IS_NONE: None,
    wire_format.IS_FALSE: False,
    wire_format.IS_TRUE: True,
    wire_format.IS_OPAQUE: OPAQUE,
}


_ERRORS = TypeError, AttributeError, LookupError, ArithmeticError, RecursionError, UnicodeError
"""Errors of Python where bytes are otherwise than a World writes them."""


def state_from(
    data: object,
    world: Any,
    present: Reach,
    here: SpriteByNumber,
    make: Callable[[str], Any] | None,
) -> StateParts:
    """Return the state in some bytes, in terms of a world's objects. Nothing is changed.

    Args:
        data: the bytes.
        world: the World.
        present: its present reach.
        here: the sprites that it has known.
        make: a function that creates a missing object by the name of its class; or None.

    Raises:
        TypeError: `data` is not bytes.
        ValueError: anything else is wrong with them.
    """
    reader = Reader(*checked_words(data))
    try:
        return _read_state(reader, world, present, here, make)
    except _ERRORS as error:
        raise ValueError(
            f"the bytes of a snapshot are not as a World writes them: {type(error).__name__}: "
            f"{error}"
        ) from error


def _read_state(
    reader: Reader,
    world: Any,
    present: Reach,
    here: SpriteByNumber,
    make: Callable[[str], Any] | None,
) -> StateParts:
    sent_numbers: list[int] = reader.several(reader.count()).tolist()
    classes = [_read_class(reader) for _ in range(reader.count())]
    kinds = [reader.below(len(classes), "class") for _ in range(reader.count())]
    things = _matched([classes[kind] for kind in kinds], sent_numbers, present, here, make)
    groups = [thing for thing in things if isinstance(thing, Group)]
    members = [_members(reader, things) for _ in groups]
    columns, names = reader.word(), [reader.text() for _ in range(reader.count())]
    if columns != world._column_count or names != list(world._names):
        told = _differing(names, list(world._names))
        raise ValueError(f"the columns and attributes differ from those of this World; {told}")
    sprites = [thing for thing in things if isinstance(thing, Sprite)]
    numbers = [classes[kind][2] for kind in kinds if classes[kind][1] == wire_format.A_SPRITE]
    rows, gone = _rows(reader, sprites, numbers)
    there = set(map(id, things))
    if not all(id(keeper) in there for keeper in world._keepers):
        raise _other_members(things, present.things)
    missing = {k: thing for k, thing in enumerate(things) if isinstance(thing, _Missing)}
    if missing:
        _find_keepers(reader, world, present, things, missing)
    sent = _sent_values(reader, world, things)
    keepers = (*world._keepers, *(things[k] for k in missing))
    saved = [reader.value(things) for _ in keepers]
    upgraded = [older_forms.in_this_form(memory, reader.version) for memory in saved]
    memories = tuple(map(_accepted, keepers, upgraded))
    values = _values_here(sent, world, things)
    for some in members:
        if any(id(member) in gone for member in some):
            raise ValueError("a vanished sprite is in a Group")
    inside = {id(group): some for group, some in zip(groups, members, strict=True)}
    _demand_no_cycle(inside)
    memory_of = {id(keeper): memory for keeper, memory in zip(keepers, memories, strict=True)}
    reach = _reach(world, things, inside, values, memory_of)
    if list(map(id, reach.things)) != list(map(id, things)):
        raise _other_members(things, reach.things)
    world._known.demand_names_apart(things)  # also of those that `make` has made
    wire_format.write_who(reach, sent_numbers)

    def words_with(memories: Sequence[Any]) -> Any:
        names, columns = world._names, world._column_count
        return wire_format.state_words(reach, rows, names, sent, columns, memories, True)

    # This ensures that a world has the digest of the bytes that it loads. The bytes must not
    # describe the same state in another form, such as with shapes that no sprite has. Those of an
    # older version are compared with what it would have written, and so is what was made of them.
    words = words_with(memories)
    is_as_written = words.version == reader.version and reader.is_just(words)
    if words.version > reader.version:
        is_as_now = words_with(upgraded).data() == words.data()
        is_as_then = reader.version < older_forms.REST or reader.is_just(words_with(saved))
        is_as_written = is_as_now and is_as_then
    if not is_as_written:
        raise ValueError("the bytes of a snapshot are not as they would be written")
    return reach, rows, values, memories, sent_numbers


def _reach(
    world: Any,
    things: list[Any],
    inside: dict[int, tuple[Any, ...]],
    values: list[Any],
    memory_of: dict[int, Any],
) -> Reach:
    """The objects in reach of the members, if everything is as in the bytes. Some may be
    missing.
    """
    count = len(world._names)
    values_of = {id(thing): values[count * k : count * (k + 1)] for k, thing in enumerate(things)}
    none = [ABSENT] * count

    def names_of(layer: tuple[Any, ...], places: tuple[int, ...], known: set[int]) -> Any:
        own = [value for thing in layer for value in values_of.get(id(thing), none)]
        later = [memory_of.get(id(layer[place]), ()) for place in places]
        return named_by(own, layer, world._plans, known, places, later)

    remembered = sprites_in([memory_of[id(keeper)] for keeper in world._keepers])
    reach: Reach = reach_of(
        world._members,
        world._keepers,
        remembered,
        names_of if count else None,
        NumberedSprites(),
        inside,
    )
    return reach


Class = tuple[str, int, list[tuple[str, bool]]]


def _read_class(reader: Reader) -> Class:
    """The name of a class, the kind of its objects, and their stored numbers."""
    name = reader.text()
    kind = reader.below(4, "kind of objects")
    numbers = [
        (reader.text(), bool(reader.below(2, "kind of numbers"))) for _ in range(reader.count())
    ]
    return name, kind, numbers


def _matched(
    classes: list[Class],
    numbers: list[int],
    present: Reach,
    here: SpriteByNumber,
    make: Callable[[str], Any] | None,
) -> list[Any]:
    """The objects of the state. A sprite is this world's sprite of its class and number, and any
    other object is the k-th of its class. Missing objects are created.

    `_Missing` is a placeholder for Overlaps and controllers that are not members, until the object
    that refers to them is found.
    """
    listed: dict[tuple[str, int], deque[Any]] = defaultdict(deque)
    for place, thing in enumerate(present.things):
        if place not in present.places and not isinstance(thing, Sprite):
            listed[str(type(thing).__qualname__), wire_format.kind_of(thing)].append(thing)
    for key in _sprite_keys(classes, numbers):
        listed[key[0], wire_format.A_SPRITE].append(here.get(key))
    things: list[Any] = []
    used: set[int] = {id(thing) for thing in (*present.things, *chain(*listed.values()))}
    missing = Counter[str]()
    for name, kind, stored in classes:
        thing = listed[name, kind].popleft() if listed[name, kind] else None
        if thing is not None:
            pass
        elif kind == wire_format.A_KEEPER:
            things.append(_Missing(name, len(things)))
            continue
        elif make is None:
            missing[name] += 1
            continue
        else:
            try:
                thing = make(name)
            except Exception as error:  # the name may come from anybody
                raise ValueError(f"make({shown(name)}) has raised {error!r}") from error
            demand_made(thing, name, kind)
            if id(thing) in used:
                raise ValueError(
                    f"make({shown(name)}) must return a new {name}, got {shown(thing)}, which is "
                    "there already"
                )
            used.add(id(thing))
        if kind == wire_format.A_SPRITE:
            demand_numbers(thing, name, stored)
        things.append(thing)
    if missing:
        told = ", ".join(f"{count} of {name}" for name, count in sorted(missing.items()))
        raise ValueError(
            f"this World lacks objects: {told}; `make` can make them, unless they are members of "
            "the World that was saved, which a World that loads must have, too"
        )
    return things


def _sprite_keys(classes: list[Class], numbers: list[int]) -> list[tuple[str, int]]:
    """The class and the number of each sprite."""
    names = [name for name, kind, _ in classes if kind == wire_format.A_SPRITE]
    if len(numbers) != len(names):
        raise ValueError(f"there are {len(names)} sprites, and {len(numbers)} numbers of sprites")
    keys = list(zip(names, numbers, strict=True))
    for name, number in keys:
        if number < 0:
            raise ValueError(f"a sprite of {name} can't have the number {number}")
    if len(set(keys)) < len(keys):
        raise ValueError("two sprites of a class have the same number")
    return keys


def demand_made(thing: object, name: str, kind: int) -> None:
    """Refuse an object from `make` if it is of another class."""
    own = type(thing).__qualname__
    if own != name or wire_format.kind_of(thing) != kind:
        raise ValueError(
            f"make({shown(name)}) must return a new {name}, got {shown(thing)}, of class {own}"
        )


def demand_numbers(sprite: Sprite, name: str, numbers: list[tuple[str, bool]]) -> None:
    """Refuse a sprite whose class has other stored numbers than the bytes."""
    here = wire_format.numbers_stored_by(sprite)
    if here != numbers:
        saved, own = ([_number_shown(*one) for one in some] for some in (numbers, here))
        raise ValueError(
            f"the stored numbers of {name} are different here; {_differing(saved, own)}"
        )


def _number_shown(name: str, is_float: bool) -> str:
    """How a stored number is written in a class."""
    return f"{name} = Number()" if is_float else f"{name} = Number(0, int)"


def _counted(things: Sequence[Any]) -> str:
    """The number of objects of each class."""
    counts = Counter(
        thing.name if isinstance(thing, _Missing) else type(thing).__qualname__ for thing in things
    )
    return ", ".join(f"{count} of {name}" for name, count in counts.items())


def _other_members(saved: Sequence[Any], here: Sequence[Any]) -> ValueError:
    return ValueError(
        "the members of this World differ from the saved ones, or are in another order: saved "
        f"were {_counted(saved)}; here are {_counted(here)}"
    )


def _differing(saved: list[str], here: list[str]) -> str:
    """The names that differ between the saved state and this world."""
    told = {
        "only saved": [name for name in saved if name not in here],
        "only here": [name for name in here if name not in saved],
    }
    if not any(told.values()):
        told = {"saved in another order, or as the other of the two": saved}
    return "; ".join(
        f"{what}: {shorten(', '.join(names), 200)}" for what, names in told.items() if names
    )


class _Missing:
    """A placeholder for an Overlaps or a controller that is not a member."""

    def __init__(self, name: str, number: int) -> None:
        self.name = name  # of its class
        self.number = number


def _find_keepers(
    reader: Reader, world: Any, present: Reach, things: list[Any], missing: dict[int, _Missing]
) -> None:
    """Find the Overlaps and controllers that are not members, by the attributes that refer to them.

    The value of that attribute in this world's object is used. A controller can be created, too.
    The values and memories are read here for that, and are read again later.
    """
    start = reader.at
    values = _sent_values(reader, world, things)
    memories = [reader.value(things) for _ in (*world._keepers, *missing)][len(world._keepers) :]
    reader.at = start
    memory_by_number = {
        number: older_forms.in_this_form(memory, reader.version)
        for number, memory in zip(missing, memories, strict=True)
    }
    for k, value in enumerate(values):
        wanted = list(named_in(value, *KEEPERS, _Missing))
        if not any(isinstance(one, _Missing) for one in wanted):
            continue
        owner, name = things[k // len(world._names)], world._names[k % len(world._names)]
        plan = world._plans.of((owner,))[type(owner)]  # a missing object was found on the way
        present = named_in(value_of(owner, name, plan), *KEEPERS)
        for one, here in zip_longest(wanted, present):
            if isinstance(one, _Missing) and things[one.number] is one:
                found = _keeper(one, here, memory_by_number[one.number], things)
                if found is None:
                    raise ValueError(
                        f"{name} of {shown(owner)} must be of class {one.name} here, too"
                    )
                things[one.number] = found
    lost = [one for number, one in missing.items() if things[number] is one]
    if lost:
        raise ValueError(
            f"nothing names an Overlaps or a controller that was saved: this World lacks "
            f"{_counted(lost)}; saved were {_counted(things)}; here are {_counted(present.things)}"
        )


def _keeper(missing: _Missing, here: Any, memory: Any, things: list[Any]) -> Any:
    """The Overlaps or the controller for a placeholder, or None."""
    is_one = type(here).__qualname__ == missing.name and not any(here is one for one in things)
    if is_one and (isinstance(here, Overlaps) or here.sprite is memory[0]):
        return here
    if missing.name != CharacterController.__qualname__:
        return None
    sprite, settings, _ = memory
    return CharacterController(sprite, **dict(zip(SETTINGS, settings, strict=True)))


def named_in(value: Any, *kinds: type, depth: int = MOST_DEEP) -> Iterator[Any]:
    """The objects of some classes in nested tuples, in order."""
    if isinstance(value, kinds):
        yield value
    elif isinstance(value, tuple) and depth:
        for item in value:
            yield from named_in(item, *kinds, depth=depth - 1)


def _members(reader: Reader, things: list[Any]) -> tuple[Any, ...]:
    """The members of a Group, each once."""
    numbers = [reader.below(len(things), "object") for _ in range(reader.count())]
    found = tuple(things[number] for number in numbers)
    if len(set(numbers)) < len(numbers) or not all(
        isinstance(thing, Sprite | Group) for thing in found
    ):
        raise ValueError("the members of a Group must be sprites and Groups, each once")
    return found


def _demand_no_cycle(inside: dict[int, tuple[Any, ...]]) -> None:
    """Refuse a Group inside itself. `inside` contains the members of Groups by the Groups' ids."""
    within = {
        group: [id(member) for member in some if id(member) in inside]
        for group, some in inside.items()
    }
    try:
        TopologicalSorter(within).prepare()
    except CycleError:
        raise ValueError("a Group is inside itself") from None


def _rows(
    reader: Reader, sprites: list[Any], numbers: list[list[tuple[str, bool]]]
) -> tuple[SavedRows, set[int]]:
    """The rows, and the ids of the sprites that have vanished."""
    has_layers = reader.below(2, "kind of layers")
    width = wire_format.ROW_SIZE + 2 * has_layers
    words = reader.several(width * len(sprites))
    stored = reader.several(sum(map(len, numbers))).tobytes()
    table = [reader.value(()) for _ in range(reader.count())]
    for shapes in table:
        if not isinstance(shapes, tuple) or not all(isinstance(one, Shape) for one in shapes):
            raise ValueError(
                f"the shapes of a sprite must be a tuple of shapes, got {shown(shapes)}"
            )
    words_of = [wire_format.shapes_as_words(shapes) for shapes in table]
    sizes = _sizes(reader, len(sprites))
    items: list[Any] = []
    gone = set()
    each = [words[width * k : width * (k + 1)].tobytes() for k in range(len(sprites))]
    for k, (sprite, data) in enumerate(zip(sprites, each, strict=True)):
        *pose, flags, z = _ROW.unpack_from(data)
        place = flags >> wire_format.SHAPES_SHIFT
        if not 0 <= place < len(table):
            raise ValueError("a sprite has shapes that do not exist")
        if flags & wire_format.Z_FLOAT_BIT:
            (z,) = struct.unpack_from("d", data, _ROW.size - 8)
        if not all(math.isfinite(number) and abs(number) <= LIMIT for number in (*pose, z)):
            raise ValueError(
                f"numbers of a sprite must be finite and within 1e12, got {(*pose, z)}"
            )
        if flags & wire_format.VANISHED_BIT:
            gone.add(id(sprite))
        is_of_image = bool(flags & wire_format.OF_IMAGE_BIT)
        across, down = sizes[k] or (0.0, 0.0)
        x, y = center = pose[-2:]
        if not (flags & wire_format.CENTER_X_BIT or x == 0.5 * across) or not (
            flags & wire_format.CENTER_Y_BIT or y == 0.5 * down
        ):
            raise ValueError(
                f"the center of a sprite must be the center of its image, got {center}"
            )
        items += [*_looks(sprite, table[place], words_of[place], is_of_image, sizes[k]), z]
    rows = b"".join([data[: _ROW.size] for data in each])
    layers = b"".join([data[_ROW.size :] for data in each])
    counts = [len(some) for some in numbers]
    return wire_format.rows_from(rows, counts, stored, layers, tuple(items)), gone


def _sizes(reader: Reader, count: int) -> list[tuple[float, float] | None]:
    """The sizes of the images of a number of sprites, with None for a sprite without an image."""
    sizes: list[tuple[float, float] | None] = []
    while len(sizes) < count:
        length = reader.below(count - len(sizes) + 1, "sprite with an image")
        size = reader.value(())
        if size is not None and not (
            type(size) is tuple
            and [type(number) for number in size] == [float, float]
            and all(0.0 <= number <= LIMIT for number in size)
        ):
            raise ValueError(
                f"the size of an image must be a width and a height, got {shown(size)}"
            )
        sizes += [size] * length
    return sizes


def _looks(
    sprite: Any,
    shapes: tuple[Shape, ...],
    words: bytes,
    is_of_image: bool,
    size: tuple[float, float] | None,
) -> tuple[Any, Any, Any]:
    """Outline, `collision` and image of a sprite that gets shapes, which are also given as words.

    The sprite keeps its image, which counts with the size from the bytes until an image is
    assigned.
    """
    outline, collision, image, own = wire_format.appearance_of(sprite)
    if is_of_image and words != wire_format.shapes_as_words(shapes_from(None, size)):
        raise ValueError(f"the shape of an image of size {size} is its rectangle, got {shapes}")
    if (collision is None) != is_of_image or words != wire_format.shapes_as_words(own):
        outline = wire_format.outline_for(shapes)
        collision = None if is_of_image else shapes[0] if len(shapes) == 1 else shapes
    if size != (image and image[1]):
        picture = image and image[0]
        image = None if picture is size is None else (picture, size, True)
    return outline, collision, image


def _sent_values(reader: Reader, world: Any, things: list[Any]) -> list[Any]:
    """The columns and attributes of all objects, object after object."""
    found: list[Any] = []
    for thing in things:
        reader.owner = type(thing)
        found += [reader.value(things) for _ in world._names]
    return found


def _values_here(sent: list[Any], world: Any, things: list[Any]) -> list[Any]:
    """The values for this world's objects. Values that were not written are unchanged."""
    plans = world._plans.of(things)
    count = len(world._names)
    found: list[Any] = []
    for k, value in enumerate(sent):
        thing, name = things[k // count], world._names[k % count]
        plan = plans[type(thing)]
        is_read = plan[k % count]
        if value is OPAQUE and k % count >= world._column_count:
            own = value_of(thing, name, plan)
            if any(named_in(own, Sprite, *KEEPERS)):
                raise ValueError(f"{name} of {shown(thing)} can't stay {shown(own)}")
            found.append(own)
            continue
        if value is ABSENT and is_read and is_stated(type(thing), name):
            raise ValueError(f"{name} of {shown(thing)} can't be absent")
        if value is not ABSENT and not is_read:
            raise ValueError(f"{name} of {shown(thing)} can't be {shown(value)}")
        found.append(value)
    return found


def _accepted(keeper: Any, memory: Any) -> Any:
    """The memory of an Overlaps or a controller, if it accepts it."""
    if isinstance(keeper, CharacterController) and memory[0] is not keeper.sprite:
        raise ValueError(
            f"the CharacterController of {shown(keeper.sprite)} would have another sprite here, "
            "since sprites are matched by their numbers: make its sprite a member of the World, "
            "and keep the order of the walkers"
        )
    probe = copy(keeper)
    try:
        recall(probe, memory)
    except ValueError as error:
        raise ValueError(f"{shown(keeper)} can't remember this: {error}") from error
    return keeper_memory(probe)
