"""Reads columns and attributes of objects, and writes them back, without running users' code.

A column is a number, and an attribute is any object that cannot change. Both are kept by reference.
Both are read from an object or from its class, and must be plain values there. A method or a
property is refused when it is read, so that nothing can fail while values are written back.
"""

import difflib
import enum
import types
from contextlib import suppress

import cython as C
from cython.cimports.spritecol._support.python import (
    PyLong_AsLongLongAndOverflow,
    PyObject_GenericDelAttr,
    PyObject_GenericSetAttr,
)
from cython.cimports.spritecol.sprites.containers.members import Members
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow
from cython.cimports.spritecol.world.reachable import are_same, collect_sprites

from spritecol._support.lazy_imports import is_numpy
from spritecol._support.range_check import shown
from spritecol._support.vectors import Vec2
from spritecol.shapes import Shape
from spritecol.sprites.hints.mistakes import WRITTEN_LATER
from spritecol.sprites.hints.unknown_names import NamedElsewhere
from spritecol.sprites.row.stored_numbers import StoredNumber
from spritecol.world.known_classes import KEEPERS, demand_found, is_record
from spritecol.world.reachable import MOST_DEEP, SHAPE_CLASSES


class _Absent:
    """Replaces the value of an attribute that an object does not have."""

    def __repr__(self):
        return "absent"

    def __reduce__(self):
        return "ABSENT"


ABSENT = _Absent()
NO_VALUE = C.declare(object, ABSENT)  # for faster lookup

SLOT = types.MemberDescriptorType
GET = object.__getattribute__

DEEPEST = C.declare(C.int, MOST_DEEP)

LOOKUPS = "__getattribute__", "__getattr__"
"""The methods of a class that look attributes up."""

WRITTEN_AS_IS = (int, float, complex, str, bytes, tuple)
"""Classes whose objects are written as they are, in addition to shapes. An object of a user's
subclass would come back as one of these."""


LASTING_KINDS = C.declare(
    frozenset,
    frozenset([str, int, float, bool, type(None), type(ABSENT), bytes, complex, *SHAPE_CLASSES]),
)
"""Classes whose direct objects always come back, and refer to no other objects."""

ENUM = C.declare(object, enum.Enum)
VEC2 = C.declare(object, Vec2)  # in C, since a global lookup takes as long as the comparison


def plan_of(kind, names):
    """Return which of some names are read from objects of a class.

    Stored numbers, which are in the rows, and attributes of Groups and the like are left out. An
    attribute of every sprite, which is saved anyway, is replaced by None. The last item is whether
    the class looks its attributes up in the usual way.

    Raises:
        TypeError: a name belongs to a method or a property.
    """
    if issubclass(kind, type):
        raise TypeError(f"the attributes of a class can't be saved, got a {kind.__name__}")
    is_sprite: C.bint = issubclass(kind, SpriteRow)
    has_dict: C.bint = kind.__dictoffset__ != 0  # of a class, without an object of it
    plan: list = []
    for name in names:
        reads = has_dict
        base, value = stated_by(kind, name)
        if base is not None:
            is_ours = str(base.__module__).partition(".")[0] == "spritecol"
            if isinstance(value, StoredNumber) or (is_ours and not is_sprite):
                reads = False
            elif is_ours and hasattr(type(value), "__set__"):
                reads = None
            elif is_ours or base is object:
                raise TypeError(
                    f"{name} can't be saved as a column or an attribute: every "
                    f"{'sprite has a method of that name' if is_sprite else 'object has it'}"
                )
            elif type(value) is SLOT and "__slots__" in vars(base):
                reads = True
            elif hasattr(type(value), "__get__"):
                raise TypeError(
                    f"{kind.__name__}.{name} is a method or a property, which can't be saved"
                )
        plan.append(reads)
    is_plain = kind.__getattribute__ is GET and not hasattr(kind, "__getattr__")
    return (*plan, is_plain)


@C.cfunc
def stated_by(kind: object, name: object) -> tuple:
    """Return the class from which a class has an attribute, and its value there, or None.

    Descriptors that only explain a missing name do not count.
    """
    for base in kind.__mro__:
        own: object = vars(base)
        if name in own and not (
            isinstance(own[name], NamedElsewhere)
            or (name in WRITTEN_LATER and issubclass(kind, SpriteRow))
        ):
            return base, own[name]
    return None, None


def is_stated(kind, name):
    """Whether a class has an attribute, so that its objects always have it. Slots are not
    values.
    """
    base, value = stated_by(kind, name)
    return base is not None and type(value) is not SLOT


def of_absent(unseen, what, things, names, values):
    """List a message for each column or attribute that no object has and no class defines.

    A class of sprites may define one even if there is no sprite of that class yet.
    """
    kinds = {type(thing) for thing in things}
    waiting = [SpriteRow]
    while waiting:
        kind = waiting.pop()
        kinds.add(kind)
        waiting.extend(kind.__subclasses__())
    messages = []
    for name in sorted(unseen):
        own = values[names.index(name) :: len(names)]
        owners = [value for value in own if value is not NO_VALUE] or [
            kind for kind in kinds if stated_by(kind, name)[0] is not None
        ]
        if not owners:
            known = {each for thing in things for each in getattr(thing, "__dict__", ())}
            for kind in kinds:
                if str(kind.__module__).partition(".")[0] != "spritecol":
                    known.update([each for each in vars(kind) if not each.startswith("__")])
            near = difflib.get_close_matches(name, sorted(known), 1)
            question = f": do you mean {near[0]}?" if near else "."
            messages.append(
                f"no object of this World has the {what} {name}{question} A class may define it "
                f"for later objects: {name} = {0 if what == 'column' else None}"
            )
    return messages


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.final
@C.cclass
class Plans:
    """The plans of classes for some names. Each is made once, until a class changes.

    A change is detected by the classes' values under these names and under the names of the methods
    that look attributes up. Looking into a dict takes a fraction of the time of a new plan.
    """

    names: tuple  # of columns, and then of attributes
    columns: C.Py_ssize_t  # how many of them are columns
    plans: dict  # of each class
    mros: list  # of each class, and its `__mro__`
    own: dict  # for each class: its dict, and what it had for each name: a class or None
    is_checked: C.bint
    # Classes with lookups of their own, whose objects are still to be read: see `World.save`.
    inventive = C.declare(set, visibility="readonly")

    def __cinit__(self, columns: tuple, attributes: tuple):
        self.names = columns + attributes
        self.columns = len(columns)
        self.forget()

    @C.cfunc
    @C.exceptval(-1)
    def forget(self) -> C.int:
        """Forget all classes."""
        self.plans = {}
        self.mros = []
        self.own = {}
        self.is_checked = False
        self.inventive = set()
        return 0

    def of(self, things):
        """Return the plans of the classes of some objects, and maybe more, by class.

        Raises:
            TypeError: as for `plan_of`; or only sprites have an attribute, and all of them do.
        """
        last: object = None
        self.refresh()
        for thing in things:
            if type(thing) is not last:
                last = type(thing)
                self.one(last)
        self.demand_some_read()
        return self.plans

    @C.cfunc
    @C.exceptval(-1)
    def refresh(self) -> C.int:
        """Forget all plans, if a class has changed."""
        was: object
        for kind, mro in self.mros:
            if kind.__mro__ is not mro:
                return self.forget()
        for own, had in self.own.values():
            for name, was in C.cast(tuple, had):
                if (type(own[name]) if name in own else None) is not was:
                    return self.forget()
        return 0

    @C.cfunc
    def one(self, kind: object) -> tuple:
        """Return the plan of a class."""
        if kind not in self.plans:
            plan: tuple = plan_of(kind, self.names)
            self.is_checked = False
            self.plans[kind] = plan
            if not plan[len(self.names)] and not issubclass(kind, KEEPERS):
                self.inventive.add(kind)
            self.mros.append((kind, kind.__mro__))
            for base in kind.__mro__:
                if base not in self.own:
                    own = vars(base)
                    names = (*self.names, *LOOKUPS)
                    had = [type(own[name]) if name in own else None for name in names]
                    self.own[base] = own, tuple(zip(names, had, strict=True))
        return self.plans[kind]

    @C.cfunc
    @C.exceptval(-1)
    def demand_some_read(self) -> C.int:
        """Refuse a name that only sprites have and that all sprites have."""
        if not self.is_checked:
            for k, name in enumerate(self.names):
                reads = [plan[k] for plan in self.plans.values()]
                if None in reads and True not in reads:
                    raise TypeError(
                        f"{name} can't be saved as a column or an attribute: it is part of every "
                        "sprite, which is saved anyway"
                    )
            self.is_checked = True
        return 0

    def demand_none_invented(self, things, values):
        """Refuse names that new classes have only by a `__getattr__`, which runs, because they are
        not saved.
        """
        count = len(self.names)
        for k, value in enumerate(values):
            thing, name = things[k // count], self.names[k % count]
            if (
                value is NO_VALUE
                and type(thing) in self.inventive
                and self.plans[type(thing)][k % count] is True
            ):
                found = None
                with suppress(Exception):  # it has no such name, whatever its error is
                    found = getattr(thing, name)
                if found is not None:
                    raise TypeError(
                        f"{type(thing).__name__}.{name} is looked up by a method, __getattr__ or "
                        "__getattribute__, and can't be saved; make the object that has it a member"
                    )
        self.inventive.clear()


@C.ccall
def value_of(thing: object, name: object, plan: tuple) -> object:
    """Return the object's value for a name, its own or its class's, for a class with this plan."""
    if plan[len(plan) - 1]:
        return getattr(thing, name, NO_VALUE)
    try:
        return GET(thing, name)  # without running a user's methods
    except AttributeError:
        return NO_VALUE


@C.boundscheck(False)
@C.wraparound(False)
def read_values(things: tuple, plans: Plans, previous: list | None):
    """Return the values of the names in the plans for all objects, object by object, as a list.

    Args:
        things: the objects.
        plans: the plans.
        previous: an earlier result for these objects, which is returned if it is the same; or None.

    Raises:
        TypeError: as for `Plans.of`.
    """
    names: tuple = plans.names
    plan: tuple = ()
    last: object = None
    is_plain: C.bint = True
    count: C.Py_ssize_t = len(names)
    k: C.Py_ssize_t = 0
    j: C.Py_ssize_t
    is_same: C.bint = previous is not None and len(previous) == len(things) * count
    found: list = []
    plans.refresh()
    for thing in things:
        if type(thing) is not last:
            last = type(thing)
            plan = plans.one(last)
            is_plain = plan[count]
        for j in range(count):
            value: object
            if plan[j] is not True:
                value = NO_VALUE
            elif is_plain:
                value = getattr(thing, names[j], NO_VALUE)
            else:
                value = value_of(thing, names[j], plan)
            found.append(value)
            is_same = is_same and previous[k] is value
            k += 1
    plans.demand_some_read()
    return previous if is_same else found


@C.boundscheck(False)
@C.wraparound(False)
def named_by(
    values: list, things: tuple, plans: Plans, inside: set, places: tuple, memories
) -> list:
    """Return the sprites, Overlaps and controllers that attributes refer to, object by object.

    Args:
        values: the values of these objects, as `read_values` lists them.
        things: the objects.
        plans: the plans.
        inside: the ids of the objects that are part of the state, without sprites.
        places: which of the objects are Overlaps and controllers but not members.
        memories: the memories of these, which come after their own attributes.

    Raises:
        TypeError: a column is not a number, or an attribute would not come back.
        ValueError: a column is an int of more than 64 bits, or tuples are nested too deeply.
    """
    found: list = []
    last: object = None
    names: tuple = plans.names
    count: C.Py_ssize_t = len(names)
    numbers: C.Py_ssize_t = plans.columns
    number: C.Py_ssize_t
    j: C.Py_ssize_t
    k: C.Py_ssize_t = 0
    place: C.Py_ssize_t = 0  # of the next one in `places`
    sure_of: dict = {}  # for each class of objects: classes of values that `add_named` can skip
    sure: set = set()
    for number in range(len(things)):
        if type(things[number]) is not last:
            last = type(things[number])
            if last not in sure_of:
                sure_of[last] = set()
            sure = sure_of[last]
        for j in range(count):
            if j < numbers:
                if type(values[k]) is not float and values[k] is not NO_VALUE:
                    demand_number(values[k], names[j], things[number])
            elif type(values[k]) not in sure and add_named(
                values[k], found, names[j], things[number], inside, DEEPEST
            ):
                sure.add(type(values[k]))
            k += 1
        if place < len(places) and places[place] == number:
            collect_sprites(memories[place], found)
            place += 1
    return found


@C.cfunc
@C.exceptval(-1)
def demand_number(value: object, name: str, thing: object) -> C.int:
    """Refuse a value that is not a number of at most 64 bits."""
    overflow: C.int = 0
    if isinstance(value, int):
        if type(value) is int:  # a plain comparison takes as long as all the rest
            PyLong_AsLongLongAndOverflow(value, C.address(overflow))
            if overflow == 0:
                return 0
        if not -(2**63) <= value < 2**64:
            raise ValueError(
                f"{name} of {shown(thing)} must be from -2**63 to 2**64 - 1, got {shown(value)}"
            )
        if type(value) is not bool:
            demand_own_class(value, name, thing)
    elif isinstance(value, float) or is_number_of_numpy(value):
        demand_own_class(value, name, thing)
    else:
        raise TypeError(
            f"{name} of {shown(thing)} must be a number, got {shown(value)}; pass other values as "
            "attributes of a World"
        )
    return 0


@C.cfunc
@C.exceptval(-1)
def add_named(
    value: object, found: list, name: str, thing: object, inside: set, depth: C.int
) -> C.bint:
    """Add the objects that an attribute refers to to a list. Refuse values that would not come
    back.

    These are values that can change, and values that bytes cannot restore.

    Returns:
        Whether all objects of the value's class come back and refer to nothing, as attributes of
        objects of this class.
    """
    kind: object = type(value)
    if isinstance(value, SpriteRow):
        found.append(value)
        return False
    if kind in LASTING_KINDS:
        return True
    if kind is VEC2 and are_two_floats(C.cast(tuple, value)):
        return False
    if kind is not tuple:
        if isinstance(value, ENUM):  # which takes ten times as long as the rest
            demand_found(kind, type(thing), name)
            return True
        if isinstance(value, KEEPERS):
            found.append(value)
            return False
        demand_other(value, name, thing, inside)
    if isinstance(value, tuple):
        if depth == 0:
            raise ValueError(
                f"{name} of a {type(thing).__name__} must be nested at most {MOST_DEEP} tuples deep"
            )
        for item in C.cast(tuple, value):
            add_named(item, found, name, thing, inside, depth - 1)
    return False


@C.cfunc
@C.inline
@C.exceptval(check=False)
def are_two_floats(pair: tuple) -> C.bint:
    """Whether a tuple of any class consists of two floats."""
    return len(pair) == 2 and type(pair[0]) is float and type(pair[1]) is float


def demand_other(value, name, thing, inside):
    """Refuse a value that would not come back, given that it refers to nothing and is not a plain
    tuple.
    """
    kind = type(value)
    if id(value) in inside:
        return  # part of the state
    reason = ""
    if isinstance(value, Members):
        reason = f"this {kind.__name__} is not a member of the World; make it one, or use a tuple"
    elif can_change(value):
        reason = f"a {kind.__name__} can change; use a tuple"
    elif is_used_up(kind):
        reason = f"a {kind.__name__} is used up; use a tuple"
    elif any(map(is_of_random_numbers, kind.__mro__)):
        reason = f"a {kind.__name__} can change; use a tuple of its state"
    if reason:
        raise TypeError(f"{name} of {shown(thing)} would not come back: {reason}")
    demand_own_class(value, name, thing)


def can_change(value):
    """Whether a value cannot be hashed because it can change. For some types it depends on the
    value.
    """
    return type(value).__hash__ is None or isinstance(value, memoryview) or is_numpy(value, "void")


def is_used_up(kind):
    """Whether a class is a class of iterators."""
    return hasattr(kind, "__next__") or hasattr(kind, "__anext__")


def is_of_random_numbers(kind):
    """Whether a class is a class of random generators."""
    module = str(kind.__module__)
    return module in ("random", "_random") or module.startswith("numpy.random.")


def is_number_of_numpy(value):
    """Whether a value is a NumPy scalar of at most 64 bits: a bool, an int, or a float."""
    return is_numpy(value, "generic") and value.dtype.kind in "biuf" and value.dtype.itemsize <= 8


def demand_own_class(value, name, thing):
    """Refuse an object that bytes would restore as an object of another class."""
    kind = type(value)
    if is_record(value):
        demand_found(kind, type(thing), name)
    elif kind is Vec2:
        if not are_two_floats(C.cast(tuple, value)):
            raise TypeError(f"{name} of {shown(thing)} must be a Vec2 of two floats")
    elif isinstance(value, (*WRITTEN_AS_IS, Shape)) and not is_number_of_numpy(value):
        for base in kind.__mro__:
            if base in WRITTEN_AS_IS or base.__module__ == "spritecol":
                break
        if base is not kind:
            raise TypeError(
                f"{name} of {shown(thing)} would not come back: bytes would restore a "
                f"{kind.__name__} as a {base.__name__}; use that class"
            )


@C.boundscheck(False)
@C.wraparound(False)
def restore_values(things: tuple, plans: Plans, values: list, old: list):
    """Write values back. Values equal in type and bits are not written, so that class defaults
    stay.

    Replaced values are added to `old`.
    """
    k: C.Py_ssize_t = 0
    j: C.Py_ssize_t
    names: tuple = plans.names
    count: C.Py_ssize_t = len(names)
    numbers: C.Py_ssize_t = plans.columns
    plan: tuple = ()
    last: object = None
    is_plain: C.bint = True
    for thing in things:
        if type(thing) is not last:
            last = type(thing)
            plan = plans.plans[last]
            is_plain = plan[count]
        for j in range(count):
            value: object = values[k]
            k += 1
            if plan[j] is not True:
                continue
            name: object = names[j]
            now: object = (
                getattr(thing, name, NO_VALUE) if is_plain else value_of(thing, name, plan)
            )
            if now is value or (j < numbers and are_same(now, value)):
                continue
            if type(now) is not float and type(now) is not int:
                old.append(now)  # dropping it may run user code
            # This does what `object.__setattr__` and `__delattr__` do, which refuse some classes.
            # With calls of these, restoring columns would take 50 % longer.
            if value is not NO_VALUE:
                PyObject_GenericSetAttr(thing, name, value)
            else:
                with suppress(AttributeError):  # its class has got the name since
                    PyObject_GenericDelAttr(thing, name, C.NULL)
