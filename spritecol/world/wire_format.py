"""The state as plain words of 64 bits, which `digest` hashes and `to_bytes` returns.

    who     the number of each sprite in its class: not hashed, only sent
    head    objects and their classes; members of Groups          once for each reach
    names   of columns and attributes
    rows    of each sprite: pose, flags, shapes, z, layers
    numbers the stored numbers
    shapes  the different ones
    images  their sizes: not hashed, only sent
    values  of columns and attributes
    memory  of Overlaps and controllers

Bytes are little-endian. Nothing depends on the machine, on the order of creation, or on how
polygons are cut. Floats are written by their bits, and every NaN as the same NaN.
"""

import enum
import sys
from functools import lru_cache
from itertools import groupby

import cython as C
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.storage.layout import (
    POSE_SIZE,
    SAVED_FLAGS,
    NumberLayout,
    Outline,
)
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._support.libc import free, memcpy
from cython.cimports.spritecol.sprites.containers.members import Members
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow, value_and_outline
from cython.cimports.spritecol.world import saved_rows
from cython.cimports.spritecol.world.reachable import Reach
from cython.cimports.spritecol.world.saved_rows import Appearance, SavedRow, SavedRows

from spritecol._support.vectors import Vec2
from spritecol.shapes import Shape
from spritecol.shapes.base import arguments_of, library_class
from spritecol.world.attributes import ABSENT, is_number_of_numpy
from spritecol.world.known_classes import KEEPERS
from spritecol.world.older_forms import VERSION, version_for
from spritecol.world.reachable import MOST_DEEP
from spritecol.world.saved_rows import DEFAULT_LAYERS

MOST_NESTED = C.declare(C.int, MOST_DEEP + 5)
"""How deeply anything may be nested: a tuple of an attribute, or the memory of an Overlaps."""

NAN_BITS = C.declare(C.longlong, 0x7FF8000000000000)
INFINITE_BITS = C.declare(C.longlong, 0x7FF0000000000000)
WITHOUT_SIGN = C.declare(C.longlong, 0x7FFFFFFFFFFFFFFF)

NO_VALUE = C.declare(object, ABSENT)  # for faster lookup


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.final
@C.cclass
class Words:
    """A growing array of words."""

    memory: C.p_longlong
    count: C.Py_ssize_t
    capacity: C.Py_ssize_t
    is_partial = C.declare(C.bint, visibility="readonly")  # whether a value was opaque
    version = C.declare(C.int, visibility="readonly")  # of the form, if this is a whole state

    def __dealloc__(self):
        free(self.memory)

    @C.cfunc
    @C.exceptval(-1)
    def reserve(self, more: C.Py_ssize_t) -> C.int:
        """Make room for some more words."""
        return room_for(
            C.address(self.memory),
            C.address(self.capacity),
            self.count + more,
            64,
            C.sizeof(C.longlong),
        )

    @C.cfunc
    @C.inline
    @C.exceptval(-1)
    def put(self, word: C.longlong) -> C.int:
        """Add a word."""
        if self.count == self.capacity:
            self.reserve(1)
        self.memory[self.count] = word
        self.count += 1
        return 0

    def data(self):
        """Return all words, in the byte order of this machine."""
        return C.cast(C.p_char, self.memory)[: self.count * 8]

    def sent(self):
        """Return all words, as little-endian bytes."""
        return little_endian(self.data())


def little_endian(words: bytes) -> bytes:
    """Convert words between the byte order of this machine and little-endian."""
    if sys.byteorder == "little":
        return words
    return memoryview(words[::-1]).cast("q")[::-1].tobytes()


def hash_of(data: bytes, version: int = VERSION) -> int:
    """Return 64 bits of BLAKE2b of some bytes, with the version of the form as key."""
    from hashlib import blake2b  # it loads OpenSSL, which many games do not need

    return int.from_bytes(blake2b(data, digest_size=8, key=bytes([version])).digest(), "little")


# --- values -------------------------------------------------------------------------------------


@C.cfunc
@C.inline
@C.exceptval(check=False)
def plain_bits(bits: C.longlong) -> C.longlong:
    """Return the bits of a float, with the same NaN for all."""
    return NAN_BITS if (bits & WITHOUT_SIGN) > INFINITE_BITS else bits


@C.cfunc
@C.exceptval(-1)
def put_float(words: Words, number: C.double) -> C.int:
    """Write a float."""
    bits: C.longlong
    memcpy(C.address(bits), C.address(number), 8)
    return words.put(plain_bits(bits))


@C.cfunc
@C.exceptval(-1)
def put_all(words: Words, data: bytes) -> C.int:
    """Add words that were written before."""
    count: C.Py_ssize_t = len(data) >> 3
    words.reserve(count)
    memcpy(words.memory + words.count, C.cast(C.p_char, data), count * 8)
    words.count += count
    return 0


@C.cfunc
@C.exceptval(-1)
def put_bytes(words: Words, data: bytes) -> C.int:
    """Write a length, and bytes, with zeros up to a whole word."""
    count: C.Py_ssize_t = (len(data) + 7) >> 3
    words.put(len(data))
    return put_all(words, little_endian(data.ljust(8 * count, b"\0")))


@C.cfunc
@C.exceptval(-1)
def put_text(words: Words, text: str) -> C.int:
    """Write text."""
    return put_bytes(words, text.encode("utf-8", "surrogatepass"))


@C.cfunc
@C.exceptval(-1)
def put_enum(words: Words, value: object, depth: C.int) -> C.int:
    """Write a member of an enum: the name of its class, and its own name, or the names in a
    flag.
    """
    words.put(IS_ENUM)
    put_text(words, type(value).__qualname__)
    put_value(words, None, name_of_member(value), depth)
    return 0


def name_of_member(value):
    """Return the name of a member of an enum; for a flag, a tuple of names, as in `names_in`."""
    if isinstance(value, enum.Flag):
        return names_in(type(value), value._value_)
    return value._name_


@lru_cache(maxsize=4096)
def names_in(kind, bits):
    """Return the names of the members that a flag consists of, and the bits without a name, if
    there are any.

    The names are in the order of the alphabet, so that they do not depend on the order in the
    class. Where a bit has a member of its own, members of several bits are not used.
    """
    named = {member._name_: member._value_ for member in kind}  # those of one bit
    names: list = sorted([name for name, own in named.items() if bits & own])
    rest: object = bits
    for name in names:
        rest &= ~named[name]
    for name, member in sorted(kind.__members__.items()) if rest else ():
        own = member._value_
        if own & rest and own & bits == own:
            names.append(name)
            rest &= ~own
    return (*names, rest) if rest else tuple(names)


@C.cfunc
@C.exceptval(-1)
def put_number_of_numpy(words: Words, value: object) -> C.int:
    """Write a scalar of NumPy: its type, and its number."""
    words.put(IS_SCALAR)
    put_text(words, value.dtype.str.replace(">", "<"))
    if value.dtype.kind == "f":
        put_float(words, float(value))
    else:
        put_int(words, int(value))
    return 0


@C.cfunc
@C.exceptval(-1)
def put_value(words: Words, reach: Reach | None, value: object, depth: C.int) -> C.int:
    """Write a value: a word for its kind, and the value. Nothing is written for opaque values.

    A tuple is opaque if anything in it is opaque. Return whether the value is opaque.
    """
    kind: object = type(value)
    if kind is float:
        words.put(IS_FLOAT)
        put_float(words, value)
    elif isinstance(value, SpriteRow) and reach is not None:
        return put_reference(words, reach, value)
    elif kind is tuple or kind is list:
        return put_items(words, reach, value, depth)
    elif value is NO_VALUE:
        words.put(IS_ABSENT)
    elif value is None:
        words.put(IS_NONE)
    elif value is True or value is False:
        words.put(IS_TRUE if value is True else IS_FALSE)
    elif kind is int:
        put_int(words, value)
    elif kind is str:
        words.put(IS_TEXT)
        put_text(words, value)
    elif kind is bytes:
        words.put(IS_BYTES)
        put_bytes(words, value)
    elif kind is Vec2 or kind is complex:
        words.put(IS_VECTOR if kind is Vec2 else IS_COMPLEX)
        put_float(words, value[0] if kind is Vec2 else value.real)
        put_float(words, value[1] if kind is Vec2 else value.imag)
    elif isinstance(value, enum.Enum):
        put_enum(words, value, depth)
    elif is_number_of_numpy(value):
        put_number_of_numpy(words, value)
    elif isinstance(value, str):  # the name of a shape may be an object of a user's class
        words.put(IS_TEXT)
        put_text(words, str.__str__(value))
    elif isinstance(value, tuple):
        return put_items(words, reach, value, depth)
    elif isinstance(value, Shape):
        words.put(IS_SHAPE)
        put_shape(words, value)
    else:
        return put_reference(words, reach, value)
    return 0


@C.cfunc
@C.exceptval(-1)
def put_reference(words: Words, reach: Reach | None, thing: object) -> C.int:
    """Write the number of an object, or nothing if it is out of reach.

    Return whether it is.
    """
    number: C.Py_ssize_t = -1 if reach is None else reach.place_of(thing)
    if number < 0:
        words.put(IS_OPAQUE)
        words.is_partial = True
        return 1
    words.put(IS_REFERENCE)
    words.put(number)
    return 0


@C.cfunc
@C.exceptval(-1)
def put_items(words: Words, reach: Reach | None, items: object, depth: C.int) -> C.int:
    """Write a tuple or a list: its kind, its length, and its items.

    Return whether any item is opaque.
    """
    start: C.Py_ssize_t = words.count
    if depth == 0:
        raise ValueError("this is nested too deep to be written")
    if type(items) is tuple:
        words.put(IS_TUPLE)
    elif type(items) is list:
        words.put(IS_LIST)
    else:
        put_all(words, start_of_record(type(items)))
    if type(items) is tuple or type(items) is list:
        words.put(len(items))
    for item in tuple(items):
        if put_value(words, reach, item, depth - 1):
            words.count = start
            words.put(IS_OPAQUE)
            words.is_partial = True
            return 1
    return 0


@lru_cache(maxsize=1024)
def start_of_record(kind):
    """Return the words of all named tuples of a class: their kind, its name, and their fields."""
    words: Words = Words()
    words.put(IS_RECORD)
    put_text(words, kind.__qualname__)
    words.put(len(kind._fields))
    for name in kind._fields:
        put_text(words, name)
    return words.data()


@C.cfunc
@C.exceptval(-1)
def put_int(words: Words, value: object) -> C.int:
    """Write an int of any length."""
    if -(2**63) <= value < 2**63:
        words.put(IS_INT)
        words.put(value)
    elif 0 <= value < 2**64:
        words.put(IS_UNSIGNED)
        words.put(C.cast(C.longlong, C.cast(C.ulonglong, value)))
    else:
        words.put(IS_LONG)
        put_bytes(words, value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True))
    return 0


@C.cfunc
@C.exceptval(-1)
def put_shape(words: Words, shape: object) -> C.int:
    """Write a shape as the arguments of its constructor."""
    kind = library_class(type(shape))
    arguments: dict = arguments_of(shape, kind)
    put_text(words, kind.__name__)
    words.put(len(arguments))
    for name, value in arguments.items():
        put_text(words, name)
        put_value(words, None, as_equal(value), MOST_NESTED)
    return 0


def as_equal(value):
    """Return the written form of a shape. Equal shapes share it, so it has no -0.0 and no user's
    text.
    """
    if type(value) is float:
        return value + 0.0
    if isinstance(value, str):
        return str.__str__(value)
    if type(value) is tuple:
        return tuple([as_equal(item) for item in value])
    return value


@lru_cache(maxsize=4096)
def shapes_as_words(shapes):
    """Return a tuple of shapes as words."""
    words: Words = Words()
    put_value(words, None, shapes, MOST_NESTED)
    return words.data()


# --- the state ----------------------------------------------------------------------------------


@C.cfunc
@C.exceptval(-1)
def write_head(reach: Reach) -> C.int:
    """Write the part that depends only on the reach, once."""
    words: Words = Words()
    classes: dict = {}  # for each class: its number, an object of it, and its stored numbers
    keys: list = []
    floats: list = []
    number: object
    for thing in reach.things:
        kind = type(thing)
        if kind not in classes:
            stored = numbers_stored_by(thing) if isinstance(thing, SpriteRow) else []
            classes[kind] = len(classes), thing, stored
        keys.append(classes[kind][0])
        floats.extend([is_float for _, is_float in classes[kind][2]])
    words.put(len(classes))
    for kind, (_, thing, stored) in classes.items():
        put_text(words, str(kind.__qualname__))
        words.put(kind_of(thing))
        words.put(len(stored))
        for name, is_float in stored:
            put_text(words, name)
            words.put(is_float)
    words.put(len(keys))
    for number in keys:
        words.put(number)
    for members in reach.members:
        words.put(len(members))
        for member in members:
            words.put(reach.number_of(member))
    reach.version = version_for(reach.keepers)
    reach.floats = bytes(floats)
    reach.head = words.data()
    return 0


def kind_of(thing):
    """Return the kind of an object in reach."""
    if isinstance(thing, SpriteRow):
        return A_SPRITE
    if isinstance(thing, Members):
        return A_GROUP
    return A_KEEPER if isinstance(thing, KEEPERS) else AN_OBJECT


@C.cfunc
@C.exceptval(-1)
def write_appearance(appearance: Appearance) -> C.int:
    """Write the different shapes, and for each sprite its shapes and its z, once."""
    words: Words = Words()
    each: Words = Words()
    table: dict = {}  # shapes as words -> their positions
    k: C.Py_ssize_t
    last: object = ...
    flags: C.longlong = 0
    for k in range(len(appearance.items) // saved_rows.APPEARANCE):
        start: C.Py_ssize_t = saved_rows.APPEARANCE * k
        outline: object = appearance.items[start]
        z: object = appearance.items[start + 3]
        if outline is not last:
            last = outline
            data: bytes = shapes_as_words(
                () if outline is None else C.cast(Outline, outline).shapes
            )
            flags = C.cast(C.longlong, table.setdefault(data, len(table))) << SHAPES_SHIFT
        is_of_image: C.bint = appearance.items[start + 1] is None
        if type(z) is int:
            each.put(flags | OF_IMAGE_BIT * is_of_image)
            each.put(z)
        else:
            each.put(flags | OF_IMAGE_BIT * is_of_image | Z_FLOAT_BIT)
            put_float(each, z)
    words.put(len(table))
    for data in table:
        put_all(words, data)
    appearance.shapes = words.data()
    appearance.words = each.data()
    return 0


@C.cfunc
@C.exceptval(-1)
def write_sizes(appearance: Appearance) -> C.int:
    """Write the sizes of the images of sprites in runs, once. Without an image it is None."""
    words: Words = Words()
    images: tuple = appearance.items[2 :: saved_rows.APPEARANCE]
    for size, run in groupby([None if image is None else image[1] for image in images]):
        words.put(len(list(run)))
        put_value(words, None, as_equal(size), MOST_NESTED)
    appearance.sizes = words.data()
    return 0


@C.cfunc
@C.exceptval(-1)
def put_rows(words: Words, saved: SavedRows, floats: bytes, with_images: C.bint) -> C.int:
    """Write rows, stored numbers, shapes, and the sizes of images."""
    k: C.Py_ssize_t
    source: C.pointer(SavedRow) = saved.rows
    is_float: C.p_char = C.cast(C.p_char, floats)
    if saved.appearance.shapes is None:
        write_appearance(saved.appearance)
    appearance: C.p_longlong = C.cast(C.p_longlong, C.cast(C.p_char, saved.appearance.words))
    layers: C.pointer(C.ulonglong) = saved_rows.layers_in(saved)
    words.put(layers is not C.NULL)
    words.reserve(saved.count * (ROW_SIZE + 2 * (layers is not C.NULL)) + saved.number_count)
    target: C.p_longlong = words.memory + words.count
    for k in range(saved.count):
        memcpy(target, source.pose, C.sizeof(source.pose))
        target[POSE_SIZE] = appearance[2 * k] | source.flags
        target[POSE_SIZE + 1] = appearance[2 * k + 1]
        target += ROW_SIZE
        if layers is not C.NULL:
            memcpy(target, layers + 2 * k, 2 * C.sizeof(C.ulonglong))
            target += 2
        source += 1
    for k in range(saved.number_count):
        target[k] = plain_bits(saved.numbers[k]) if is_float[k] else saved.numbers[k]
    words.count = target - words.memory + saved.number_count
    put_all(words, saved.appearance.shapes)
    if with_images:
        if saved.appearance.sizes is None:
            write_sizes(saved.appearance)
        put_all(words, saved.appearance.sizes)
    return 0


def write_who(reach: Reach, numbers):
    """Write the number that each sprite has in its class, once, beside the classes of then."""
    words: Words = Words()
    number: C.longlong
    words.put(len(numbers))
    for number in numbers:
        words.put(number)
    reach.who = words.data()
    write_head(reach)


def state_words(reach: Reach, rows: SavedRows, names, values, columns, memories, is_sent):
    """Return all of a state as `Words`.

    Bytes contain the numbers of sprites in their classes and the sizes of images. Hashes do not: a
    replay numbers the sprites that it creates again anew.
    """
    words: Words = Words()
    saved_rows.demand_rows_of(len(reach.sprites), rows)
    if is_sent:
        put_all(words, reach.who)
    elif reach.head is None:
        write_head(reach)
    words.version = reach.version
    put_all(words, reach.head)
    words.put(columns)
    words.put(len(names))
    for name in names:
        put_text(words, name)
    put_rows(words, rows, reach.floats, is_sent)
    for value in values:
        if type(value) is float:
            words.put(IS_FLOAT)
            put_float(words, value)
        else:
            put_value(words, reach, value, MOST_NESTED)
    for memory in memories:
        put_value(words, reach, memory, MOST_NESTED)
    return words


# --- back again ---------------------------------------------------------------------------------


def rows_from(rows: bytes, counts: list, numbers: bytes, layers: bytes, items: tuple):
    """Return saved rows from words of the format that were checked.

    Args:
        rows: ROW_SIZE words for each sprite.
        counts: how many stored numbers each has.
        numbers: the stored numbers.
        layers: layer and mask of each, or nothing.
        items: outline, collision, image and z of each.
    """
    saved: SavedRows = SavedRows()
    k: C.Py_ssize_t
    count: C.Py_ssize_t = len(counts)
    source: C.p_longlong = C.cast(C.p_longlong, C.cast(C.p_char, rows))
    if (
        len(rows) != 8 * ROW_SIZE * count
        or len(numbers) != 8 * sum(counts)
        or len(layers) not in (0, 16 * count)
    ):
        raise ValueError("the rows are not those of the sprites")
    saved_rows.get_memory(saved, count, len(numbers) >> 3)
    memcpy(saved.numbers, C.cast(C.p_char, numbers), len(numbers))
    for k in range(count):
        memcpy(saved.rows[k].pose, source, C.sizeof(saved.rows[k].pose))
        saved.rows[k].flags = source[POSE_SIZE] & SAVED_FLAGS
        saved.rows[k].number_count = counts[k]
        source += ROW_SIZE
    if layers != DEFAULT_LAYERS * count:
        saved.layers = layers or None
    saved.appearance = Appearance()
    saved.appearance.items = items
    return saved


def appearance_of(sprite: SpriteRow):
    """Return the present look of a sprite: its outline, its `collision`, its image, and the
    shapes.
    """
    outline: Outline = STORE.outlines[sprite.row]
    shapes = () if outline is None else outline.shapes
    return outline, sprite.collision_value, sprite.image_and_size, shapes


def outline_for(shapes: tuple):
    """The outline of some shapes."""
    return value_and_outline(shapes, None)[1]


def numbers_stored_by(sprite: SpriteRow):
    """Return the names of a sprite's stored numbers, in order, each with whether it is a float."""
    first: C.int = STORE.first_number_of(sprite.row)
    if first == 0:
        return []
    layout: NumberLayout = STORE.layout_at(first)
    return [(name, one is float) for name, one in zip(layout.places, layout.kinds, strict=True)]
