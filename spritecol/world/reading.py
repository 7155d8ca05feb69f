"""Reads the bytes of a snapshot, which anybody may have written: everything is checked.

magic    16 bytes
version  a word
count    of the words that follow
words    as `plain` writes them
digest   of these words
"""

from __future__ import annotations

import enum
import math
import struct
import sys
import types
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any

from spritecol import shapes as shape_classes
from spritecol._numbers.lazy_imports import numpy
from spritecol._numbers.range_check import LIMIT, shown
from spritecol.shapes import Shape
from spritecol.sprites.group import Group
from spritecol.sprites.sprite import Sprite
from spritecol.world import plain
from spritecol.world.attributes import ABSENT, plans_of, value_of_plain
from spritecol.world.reach import Reach, collect_sprites, reach_from
from spritecol.world.rows import SavedRows

MAGIC = b"spritecol world\n"
_START = struct.Struct("<16sQQ")

_DEPTH = 50
"""How deep tuples may be nested."""

_SCALARS = {
    "|b1", "|i1", "|u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8", "<f2", "<f4", "<f8",
}  # fmt: skip
"""The types of NumPy scalars."""

_SHAPES = {
    kind.__name__: kind
    for kind in vars(shape_classes).values()
    if isinstance(kind, type) and issubclass(kind, Shape) and kind is not Shape
}

State = tuple[Reach, SavedRows, tuple[Any, ...], tuple[Any, ...]]
"""What a snapshot is made of: its reach, rows, values and memories."""


def written(words: Any) -> bytes:
    """The bytes of a state that was written as `Words`."""
    data: bytes = words.data()
    start = _START.pack(MAGIC, plain.VERSION, len(data) // 8)
    digest: bytes = words.digest().to_bytes(8, "little")
    return start + data + digest


def checked_words(data: object) -> memoryview:
    """The words in some bytes, if they are whole.

    Raises:
        TypeError: `data` is not bytes.
        ValueError: they are those of something else, of another version, or damaged.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"data must be bytes, got {shown(data)}; a Snapshot is for restore()")
    data = bytes(data)
    if len(data) < _START.size + 8 or not data.startswith(MAGIC):
        raise ValueError("these are not the bytes of a snapshot")
    _, version, count = _START.unpack_from(data)
    if version != plain.VERSION:
        raise ValueError(f"the bytes are of version {version}, and this one is {plain.VERSION}")
    if count != (len(data) - _START.size - 8) / 8:
        raise ValueError("the bytes of a snapshot are incomplete")
    words = data[_START.size : -8]
    if plain.hash_of(words) != int.from_bytes(data[-8:], "little"):
        raise ValueError("the bytes of a snapshot are damaged: the checksum is another")
    return memoryview(words).cast("q")


class Reader:
    """Takes words one after the other; a ValueError where there are too few."""

    def __init__(self, words: memoryview) -> None:
        self._words = words
        self._at = 0
        self.met_opaque = False

    def word(self) -> int:
        """The next word."""
        return int(self.several(1)[0])

    def several(self, count: int) -> memoryview:
        """The next words."""
        if not 0 <= count <= len(self._words) - self._at:
            raise ValueError("the bytes of a snapshot end too early")
        self._at += count
        return self._words[self._at - count : self._at]

    def count(self) -> int:
        """How many items follow, each of one word at least."""
        count = self.word()
        if not 0 <= count <= len(self._words) - self._at:
            raise ValueError(f"there can't be {count} items in the rest of these bytes")
        return count

    def below(self, limit: int, what: str) -> int:
        """A word from 0 to less than a limit."""
        word = self.word()
        if not 0 <= word < limit:
            raise ValueError(f"there is no {what} {word}")
        return word

    def data(self) -> bytes:
        """Some bytes."""
        length = self.word()
        data = self.several(-(-length // 8)).tobytes()
        if any(data[length:]):
            raise ValueError("there is something behind the end of a text")
        return data[:length]

    def text(self) -> str:
        """Some text."""
        return self.data().decode("utf-8", "surrogatepass")

    def real(self) -> float:
        """A float."""
        return float(struct.unpack("<d", self.several(1).tobytes())[0])

    def is_just(self, words: Any) -> bool:
        """Whether all words are just these."""
        return bool(self._words.tobytes() == words.data())

    def value(self, things: Sequence[Any], depth: int = _DEPTH) -> Any:
        """A value, as `plain.put_value` writes it; OPAQUE for one that was not written."""
        kind = self.word()
        self.met_opaque = self.met_opaque or kind == plain.IS_OPAQUE
        if kind in _CONSTANTS:
            return _CONSTANTS[kind]
        match kind:
            case plain.IS_INT:
                return self.word()
            case plain.IS_UNSIGNED:
                return self.word() % 2**64
            case plain.IS_LONG:
                return int.from_bytes(self.data(), "little", signed=True)
            case plain.IS_FLOAT:
                return self.real()
            case plain.IS_COMPLEX:
                return complex(self.real(), self.real())
            case plain.IS_TEXT:
                return self.text()
            case plain.IS_BYTES:
                return self.data()
            case plain.IS_TUPLE | plain.IS_LIST:
                if depth == 0:
                    raise ValueError(f"tuples are nested deeper than {_DEPTH}")
                items = [self.value(things, depth - 1) for _ in range(self.count())]
                return tuple(items) if kind == plain.IS_TUPLE else items
            case plain.IS_REFERENCE:
                return things[self.below(len(things), "object")]
            case plain.IS_ENUM:
                return _member(self.text(), self.value((), depth - 1) if depth else None)
            case plain.IS_SCALAR:
                return self._scalar()
            case plain.IS_SHAPE:
                return self._shape(depth)
        raise ValueError(f"there is no kind {kind} of values")

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


class _Opaque:
    """Stands for a value that is not in the bytes."""


OPAQUE = _Opaque()

_CONSTANTS = {
    plain.IS_ABSENT: ABSENT,
    plain.IS_NONE: None,
    plain.IS_FALSE: False,
    plain.IS_TRUE: True,
    plain.IS_OPAQUE: OPAQUE,
}


def _member(name: str, value: object) -> enum.Enum:
    """A member of an Enum of a module that is imported already."""
    module, _, path = name.partition(":")
    found: Any = sys.modules.get(module)
    for part in path.split("."):
        found = vars(found).get(part) if hasattr(found, "__dict__") else None
    if not (isinstance(found, type) and issubclass(found, enum.Enum)):
        raise ValueError(f"there is no Enum {shown(name)} here")  # noqa: TRY004 (in bytes)
    return found(value)


def state_from(
    data: object, world: Any, present: Reach, make: Callable[[str], Any] | None
) -> State:
    """The state that some bytes hold, in terms of a world's objects; nothing is changed.

    Args:
        data: the bytes.
        world: the World.
        present: its reach now.
        make: a function of the name of a class that makes a missing object; or None.

    Raises:
        TypeError: `data` is not bytes.
        ValueError: anything else is wrong with them.
    """
    reader = Reader(checked_words(data))
    try:
        return _state(reader, world, present, make)
    except (TypeError, AttributeError, LookupError, ArithmeticError, RecursionError) as error:
        raise ValueError(f"the bytes of a snapshot make no sense: {error}") from error


def _state(reader: Reader, world: Any, present: Reach, make: Callable[[str], Any] | None) -> State:
    classes = [_class(reader) for _ in range(reader.count())]
    kinds = [reader.below(len(classes), "class") for _ in range(reader.count())]
    things = _matched([classes[kind] for kind in kinds], present, make)
    groups = [thing for thing in things if isinstance(thing, Group)]
    members = [_members(reader, things) for _ in groups]
    if reader.word() != world._column_count or world._names != tuple(
        reader.text() for _ in range(reader.count())
    ):
        raise ValueError("the columns and attributes are not those of this World")
    sprites = [thing for thing in things if isinstance(thing, Sprite)]
    numbers = [classes[kind][2] for kind in kinds if classes[kind][1] == plain.A_SPRITE]
    rows, gone = _rows(reader, sprites, numbers)
    values = tuple(_values(reader, world, things))
    keepers = present.keepers
    memories = tuple(_memory(reader, keeper, things) for keeper in keepers)
    named: list[Any] = []
    for keeper, memory in zip(keepers, memories, strict=True):
        collect_sprites((getattr(keeper, "sprite", None), memory), named)
    if world._attribute_names:
        collect_sprites(values, named)
    inside = {id(group): own for group, own in zip(groups, members, strict=True)}
    for own in members:
        if any(id(member) in gone for member in own):
            raise ValueError("a vanished sprite is in a Group")
    order = list(_in_order(world._members, inside, named))
    if len(order) != len(things) or any(a is not b for a, b in zip(order, things, strict=True)):
        raise ValueError("the objects are not those of this World, or in another order")
    reach = reach_from(things, groups, members, keepers, named)
    words = plain.state_words(reach, rows, world._names, values, world._column_count, memories)
    # So that a world has the digest of the bytes that it loads: they may not say the same in
    # another way, such as with shapes that no sprite has. What is opaque stays as it is here.
    if not reader.met_opaque and not reader.is_just(words):
        raise ValueError("the bytes of a snapshot are not as they would be written")
    return reach, rows, values, memories


Class = tuple[str, int, list[tuple[str, bool]]]


def _class(reader: Reader) -> Class:
    """The name of a class, what its objects are, and their stored numbers."""
    name = reader.text()
    kind = reader.below(4, "kind of objects")
    numbers = [
        (reader.text(), bool(reader.below(2, "kind of numbers"))) for _ in range(reader.count())
    ]
    return name, kind, numbers


def _matched(classes: list[Class], present: Reach, make: Callable[[str], Any] | None) -> list[Any]:
    """The objects of the state: the k-th of a class is this world's k-th; missing ones are made."""
    own: dict[tuple[str, int], Iterator[Any]] = {}
    listed: dict[tuple[str, int], list[Any]] = defaultdict(list)
    for thing in present.things:
        key = str(type(thing).__qualname__), plain.kind_of(present, thing)
        listed[key].append(thing)
    things = []
    used: set[int] = {id(thing) for thing in present.things}
    missing: dict[str, int] = defaultdict(int)
    for name, kind, numbers in classes:
        rest = own.setdefault((name, kind), iter(listed[name, kind]))
        thing = next(rest, None)
        if thing is None and make is None:
            missing[name] += 1
            continue
        if thing is None:
            try:
                thing = make(name)  # type: ignore[misc]
            except Exception as error:  # the name may be anybody's
                raise ValueError(f"make({shown(name)}) has raised {error!r}") from error
            if type(thing).__qualname__ != name or _kind(thing) != kind or id(thing) in used:
                raise ValueError(f"make({name!r}) must return a new one, got {shown(thing)}")
            used.add(id(thing))
        if kind == plain.A_SPRITE and plain.numbers_stored_by(thing) != numbers:
            raise ValueError(f"the stored numbers of {name} are others here")
        things.append(thing)
    if missing:
        told = ", ".join(f"{count} of {name}" for name, count in sorted(missing.items()))
        raise ValueError(f"this World lacks objects: {told}; `make` can make them")
    return things


def _kind(thing: object) -> int:
    """What an object is, if it is no member."""
    if isinstance(thing, Sprite):
        return int(plain.A_SPRITE)
    return int(plain.A_GROUP if isinstance(thing, Group) else plain.AN_OBJECT)


def _members(reader: Reader, things: list[Any]) -> tuple[Any, ...]:
    """The members of a Group, each once."""
    numbers = [reader.below(len(things), "object") for _ in range(reader.count())]
    found = tuple(things[number] for number in numbers)
    if len(set(numbers)) < len(numbers) or not all(
        isinstance(thing, Sprite | Group) for thing in found
    ):
        raise ValueError("the members of a Group are sprites and Groups, each once")
    return found


def _in_order(
    given: Sequence[Any], inside: dict[int, tuple[Any, ...]], named: list[Any]
) -> Iterator[Any]:
    """All objects in the order of their numbers, each once; a Group inside itself is an error."""
    seen: set[int] = set()
    around: list[int] = []
    waiting: list[tuple[Any, int]] = [(thing, 0) for thing in reversed(given)]
    while waiting:
        thing, depth = waiting.pop()
        del around[depth:]
        if id(thing) in around:
            raise ValueError("a Group is inside itself")
        around.append(id(thing))
        if id(thing) not in seen:
            seen.add(id(thing))
            yield thing
            waiting += [(member, depth + 1) for member in reversed(inside.get(id(thing), ()))]
    for sprite in named:
        if id(sprite) not in seen:
            seen.add(id(sprite))
            yield sprite


def _rows(
    reader: Reader, sprites: list[Any], numbers: list[list[tuple[str, bool]]]
) -> tuple[SavedRows, set[int]]:
    """The rows, and the ids of the sprites that have vanished."""
    has_layers = reader.below(2, "kind of layers")
    width = 11 if has_layers else 9
    words = reader.several(width * len(sprites))
    stored = reader.several(sum(map(len, numbers))).tobytes()
    table = [reader.value(()) for _ in range(reader.count())]
    for shapes in table:
        if not isinstance(shapes, tuple) or not all(isinstance(one, Shape) for one in shapes):
            raise ValueError(f"the shapes of a sprite are a tuple of shapes, got {shown(shapes)}")
    items: list[Any] = []
    gone = set()
    for k, sprite in enumerate(sprites):
        row = words[width * k : width * (k + 1)]
        data = row[:9].tobytes()
        pose = struct.unpack_from("<7d", data)
        flags = row[7]
        if flags & 0xFF00 or not 0 <= flags >> 16 < len(table):
            raise ValueError("the flags of a sprite, or its shapes, are none")
        z = struct.unpack_from("<d", data, 64)[0] if flags & plain.Z_FLOAT_BIT else row[8]
        if not all(math.isfinite(number) and abs(number) <= LIMIT for number in (*pose, z)):
            raise ValueError(f"numbers of a sprite are finite and within 1e12, got {(*pose, z)}")
        if flags & plain.VANISHED_BIT:
            gone.add(id(sprite))
        items += [*_looks(sprite, table[flags >> 16]), z]
    rows = b"".join(words[width * k : width * k + 9].tobytes() for k in range(len(sprites)))
    layers = None
    if has_layers:
        layers = b"".join(
            words[width * k + 9 : width * (k + 1)].tobytes() for k in range(len(sprites))
        )
    counts = [len(some) for some in numbers]
    return plain.rows_from(rows, counts, stored, layers, tuple(items)), gone


def _looks(sprite: Any, shapes: tuple[Shape, ...]) -> tuple[Any, Any, Any]:
    """Outline, `collision` and image of a sprite that is given shapes; the image stays."""
    outline, collision, image, own = plain.looks_of(sprite)
    if plain.shapes_as_words(own) == plain.shapes_as_words(shapes):
        return outline, collision, image
    given: Any = shapes[0] if len(shapes) == 1 else shapes
    return plain.outline_for(shapes), given, image


def _values(reader: Reader, world: Any, things: list[Any]) -> Iterator[Any]:
    """The columns and attributes of all objects; what was not written stays as it is."""
    names = world._names
    plans = plans_of(things, names)
    for thing in things:
        plan = plans[type(thing)]
        for k, name in enumerate(names):
            value = reader.value(things)
            if value is OPAQUE and k >= world._column_count:
                value = value_of_plain(thing, name, plan)
            elif value is OPAQUE or _is_mutable(value):
                raise ValueError(f"{name} can't be {shown(value)}")
            if k < world._column_count:
                _demand_number(value, name)
            allowed = plan[k] if value is not ABSENT else not (plan[k] and _is_stated(thing, name))
            if not allowed:
                raise ValueError(f"{name} of {type(thing).__name__} can't be {shown(value)}")
            yield value


def _is_stated(thing: object, name: str) -> bool:
    """Whether a class has an attribute, so that it is never absent. Slots are no values."""
    found = next((vars(base)[name] for base in type(thing).__mro__ if name in vars(base)), ABSENT)
    return found is not ABSENT and not isinstance(found, types.MemberDescriptorType)


def _is_mutable(value: object) -> bool:
    """Whether a value is a list, or a tuple with one inside."""
    if isinstance(value, tuple):
        return any(map(_is_mutable, value))
    return isinstance(value, list | _Opaque)


def _demand_number(value: Any, name: str) -> None:
    """Refuse what is no number of a column."""
    if value is ABSENT or isinstance(value, float):
        return
    if isinstance(value, int) and -(2**63) <= value < 2**64:
        return
    if not (hasattr(value, "dtype") and value.dtype.str in _SCALARS):
        raise ValueError(f"{name} must be a number, got {shown(value)}")


def _memory(reader: Reader, keeper: Any, things: list[Any]) -> Any:
    """What an Overlaps or a controller remembers, if it takes it."""
    memory = reader.value(things)
    probe = copy(keeper)
    probe._recall(memory)
    return probe._memory()
