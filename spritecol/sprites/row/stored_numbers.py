"""`Number`: numbers that a user defines and that are stored in the flat storage, beside x and y.

A class defines them in its body. When the class is created, each becomes a `StoredNumber`, the
descriptor that reads and writes it. A `NumberLayout` holds their order in a row: the numbers of the
bases come first. A subclass that adds none has the layout and the descriptors of its base.
"""

import inspect

import cython as C
from cython.cimports.spritecol._engine.storage.layout import NumberLayout
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._support.libc import memcpy
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol._support.arguments import surplus
from spritecol._support.range_check import (
    LEAST_INT64,
    MOST_INT64,
    real,
    shown,
    undeletable,
    whole_number,
)
from spritecol.sprites.hints import mistakes


class Number:
    """A number attribute of each sprite of a class, stored beside its `x` and `y`.

    Define it in the body of a subclass of Sprite. It is then read and assigned like any other
    attribute of a sprite. `Group.column` and `Group.set_column` are about as fast for it as for
    `x`. A `World` saves it automatically, and copies and pickles contain it.

    A subclass inherits it, and may set another default, as a Number or as a plain number. Reading
    it on the class gives the default. The constructor takes it as a keyword.

    Args:
        default: the value for a new sprite. Default 0.
        kind: `float` (the default) for any float64, including infinity and NaN; or `int` for whole
            numbers of 64 bits, from -2**63 to 2**63 - 1.

    Raises:
        TypeError: `default` is not a number of that kind, or `kind` is neither `float` nor `int`.
            Also raised when a value of another type is assigned to the attribute.
        ValueError: a whole number has more than 64 bits. Also raised on assignment.

    >>> class Shot(Sprite):
    ...     vx = Number(4.0)
    ...     bounces = Number(3, int)
    >>> shots = Group(Shot(0), Shot(100, vx=-4))
    >>> shots.x += shots.column("vx")
    >>> shots.x.tolist(), shots[1].vx, Shot.bounces
    ([4.0, 96.0], -4.0, 3)
    """

    __slots__ = ("_default", "_kind")

    def __init__(self, default=0.0, kind=float, *more, **named):
        if more or named:
            raise surplus("Number", ("default", "kind"), more, named)
        if kind is not float and kind is not int:
            raise TypeError(f"the kind of a Number is float or int, got {shown(kind)}")
        self._kind = kind
        self._default = converted(default, kind, "the default of a Number")

    def __repr__(self):
        return f"Number({self._default!r}{', int' if self._kind is int else ''})"

    def __reduce__(self):
        return Number, (self._default, self._kind)

    def __get__(self, sprite, kind=None):
        if sprite is None:
            return self
        raise AttributeError(
            "a Number must be defined in the body of a subclass of Sprite, and "
            f"{shown(type(sprite))} got one in another way"
        )

    def __set__(self, sprite, value):
        Number.__get__(self, sprite, type(sprite))


@C.cfunc
def converted(value: object, kind: object, name: str) -> object:
    """Convert a value to a number of a kind, or raise an error that names the attribute."""
    if isinstance(value, StoredNumber):  # attrs took it for the default of a field
        number: StoredNumber = value
        value = number.layout.defaults[number.place]
    if kind is int:
        return whole_number(
            value, name, LEAST_INT64, MOST_INT64, allowed="from -2**63 to 2**63 - 1"
        )
    return real(value, name)


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.final
@C.cclass
class StoredNumber:
    """The descriptor of one stored number. Reading it on the class gives the default."""

    name: str
    layout: NumberLayout
    place: C.Py_ssize_t
    is_whole: C.bint

    def __cinit__(self, name: str, layout: NumberLayout):
        if name is None or layout is None or name not in layout.places:
            raise TypeError(f"a stored number is one of a layout, got {shown(name)}")
        self.name = name
        self.layout = layout
        self.place = layout.places[name]
        self.is_whole = layout.kinds[self.place] is int

    def __get__(self, sprite, kind):
        if sprite is None:
            return self.layout.defaults[self.place]
        index: C.Py_ssize_t = index_of(self, sprite)
        if self.is_whole:
            return STORE.numbers[index]
        return C.cast(C.p_double, STORE.numbers)[index]

    def __set__(self, sprite, value):
        number: C.double
        whole: C.longlong
        index: C.Py_ssize_t
        if self.is_whole:
            whole = converted(value, int, self.name)  # may run user code, so first
            index = index_of(self, sprite)
            STORE.numbers[index] = whole
        else:
            number = value if type(value) is float else converted(value, float, self.name)
            index = index_of(self, sprite)
            C.cast(C.p_double, STORE.numbers)[index] = number

    def __delete__(self, sprite):
        raise undeletable(self.name)

    def __reduce__(self):
        # For libraries that pickle a whole class, such as a class of a script's main module.
        return StoredNumber, (self.name, self.layout)


@C.cfunc
@C.exceptval(-1)
def index_of(number: StoredNumber, sprite: object) -> C.Py_ssize_t:
    """Return the index of a stored number in the row of a sprite."""
    first: C.int = 0
    if isinstance(sprite, SpriteRow):
        first = STORE.first_number_of(C.cast(SpriteRow, sprite).row)
    if first:
        if STORE.numbers[first - 1] == number.layout.number:
            return first + number.place
        layout: NumberLayout = STORE.layout_at(first)
        # Called through `super()`, or for a sprite whose `__class__` was assigned.
        place: object = layout.places.get(number.name)
        if place is not None and (layout.kinds[place] is int) == number.is_whole:
            return first + C.cast(C.Py_ssize_t, place)
    raise AttributeError(
        f"no stored number {number.name!r} in {shown(sprite)}: a sprite keeps the stored numbers "
        "of the class that it was created with, even if its __class__ is assigned"
    )


# --- of a class ---------------------------------------------------------------------------------


@C.cfunc
def statement_of(name: str, lines: list) -> tuple:
    """Return (Number, default, whether it is hidden) for a name that one of some classes defines.

    A nearer class may set another default, or hide the number with a property or a method.
    """
    default: object = ...
    hidden: C.bint = False
    for line in lines:
        value = line.get(name, ...)
        if type(value) is Number:
            return value, value._default if default is ... else default, hidden
        if value is ... or isinstance(value, StoredNumber):
            continue
        if not hasattr(type(value), "__get__"):
            default = value if default is ... else default
        elif default is ...:
            hidden = True


def layout_for(kind: object, base: object) -> NumberLayout:
    """Give a new subclass of `base`, which is Sprite, its own stored numbers and those of its
    bases.

    Returns:
        Its layout, or None if it has no stored numbers.

    Raises:
        TypeError: a name is an attribute of Sprite, or a default is not a number.
        ValueError: a default has more than 64 bits.
    """
    lines: list = [dict(vars(one)) for one in kind.__mro__]
    names: list = []
    own: dict = {}
    for line in reversed(lines):
        line.update(line.pop("_spritecol_numbers", ()))  # as they were defined, see below
        names += [
            name
            for name, value in line.items()
            if type(value) is Number and type(name) is str and name not in names
        ]
    if not names:
        return None
    kinds: list = []
    defaults: list = []
    hidden: list = []
    for name in names:
        if hasattr(base, name) and name not in mistakes.WRITTEN_LATER:
            raise TypeError(
                f"{kind.__name__}.{name} can't be a Number: every sprite has an attribute or a "
                "method of that name"
            )
        stated, default, is_hidden = statement_of(name, lines)
        kinds.append(stated._kind)
        defaults.append(converted(default, kinds[-1], f"{kind.__name__}.{name}"))
        if is_hidden:
            hidden.append(name)
        value = lines[0].get(name, ...)
        if value is not ... and (type(value) is Number or not hasattr(type(value), "__get__")):
            own[name] = value
    layout: NumberLayout = inherited(kind, NumberLayout(names, kinds, defaults, hidden))
    kind._spritecol_numbers = own
    kind._spritecol_layout = layout
    for name in names:
        found: object = inspect.getattr_static(kind, name, None)
        if name not in layout.hidden and not (
            isinstance(found, StoredNumber) and C.cast(StoredNumber, found).layout is layout
        ):
            setattr(kind, name, StoredNumber(name, layout))
    return layout


@C.cfunc
def inherited(kind: object, layout: NumberLayout) -> NumberLayout:
    """Return the equal layout of a base if there is one, or else `layout`."""
    for one in kind.__mro__[1:]:
        known: object = vars(one).get("_spritecol_layout")
        if (
            isinstance(known, NumberLayout)
            and list(known.places) == list(layout.places)
            and known.kinds == layout.kinds
            and repr(known.defaults) == repr(layout.defaults)  # -0.0 differs, NaN is equal
            and known.hidden == layout.hidden
        ):
            return known
    return layout


# --- of a sprite --------------------------------------------------------------------------------


def stored_numbers_of(row: C.int) -> dict:
    """The stored numbers of a row by name, or None if it has none."""
    first: C.int = STORE.first_number_of(row)
    if not first:
        return None
    layout: NumberLayout = STORE.layout_at(first)
    k: C.Py_ssize_t
    found: dict = {}
    for name, place in layout.places.items():
        k = first + C.cast(C.Py_ssize_t, place)
        found[name] = (
            STORE.numbers[k] if layout.kinds[place] is int else C.cast(C.p_double, STORE.numbers)[k]
        )
    return found


def put_stored_number(row: C.int, name: str, value: object) -> C.bint:
    """Write a stored number by name. Return False if the row has none that can be assigned."""
    first: C.int = STORE.first_number_of(row)
    number: C.double
    whole: C.longlong
    if not first:
        return False
    layout: NumberLayout = STORE.layout_at(first)
    place: object = layout.places.get(name)
    if place is None or (layout.hidden and name in layout.hidden):
        return False
    k: C.Py_ssize_t = place
    if layout.kinds[k] is int:
        whole = converted(value, int, name)
        STORE.numbers[first + k] = whole
    else:
        number = value if type(value) is float else converted(value, float, name)
        C.cast(C.p_double, STORE.numbers)[first + k] = number
    return True


def names_of_numbers(row: C.int) -> list:
    """The names of the stored numbers of a row that can be assigned, in order."""
    first: C.int = STORE.first_number_of(row)
    if not first:
        return []
    layout: NumberLayout = STORE.layout_at(first)
    return [name for name in layout.places if name not in layout.hidden]


def put_stored_numbers(row: C.int, given: dict) -> dict:
    """Write stored numbers by name: all of them, or none if an error is raised.

    Returns:
        The given numbers that the class of the row does not store.
    """
    first: C.int = STORE.first_number_of(row)
    unknown: dict = {}
    known: list = []
    number: C.double
    k: C.Py_ssize_t
    layout: NumberLayout = STORE.layout_at(first) if first else None
    for name, value in given.items():
        place: object = None if layout is None else layout.places.get(name)
        if place is None:
            unknown[name] = value
        else:
            known.append((place, converted(value, layout.kinds[place], name)))
    for place, value in known:
        k = first + C.cast(C.Py_ssize_t, place)
        if layout.kinds[place] is int:
            STORE.numbers[k] = value
        else:
            number = value
            memcpy(STORE.numbers + k, C.address(number), C.sizeof(C.double))
    return unknown
