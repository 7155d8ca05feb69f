"""Finds which arguments users' functions take, by `inspect.signature`.

Reading a signature takes ten times as long as a short query, and callbacks are examined in each
call. So the result is stored as long as the function's code lives. A lambda in a loop is a new
function each time, but its code is the same. A function with attributes may be decorated, and many
decorated functions share their code, so the result is stored for the function itself, as for any
other callable object. A method written in C, such as `sprite.vanish`, is a new object each time,
but its text is the same. It is compiled, because each call with a function asks it. It stands
alone, because conditions, callbacks and rooms of Ray use it.
"""

import inspect
import sys
import types
import weakref

import cython as C

FUNCTION = C.declare(type, types.FunctionType)
METHOD = C.declare(type, types.MethodType)
OF_C = C.declare(tuple, (types.BuiltinMethodType, types.MethodDescriptorType))

KNOWN: dict = C.declare(dict, {})
"""The arguments of functions, by the `id` of a code object or a callable, or for C functions by
their type and text. Entries of dead objects are removed when there are MOST_KNOWN entries."""

MOST_KNOWN = C.declare(C.Py_ssize_t, 64)

OPTIONS: dict = C.declare(dict, {"follow_wrapped": False})
"""How signatures are read. Annotations may contain names that do not exist when the game runs."""
if sys.version_info >= (3, 14):  # where they are evaluated when a signature is read
    import annotationlib

    OPTIONS["annotation_format"] = annotationlib.Format.STRING


@C.final
@C.cclass
class Takes:
    """The arguments that a function takes. The first argument of an unbound method is its sprite.

    If a decorator's function takes `*args`, the function behind it is the decorated function
    (`__wrapped__`). Otherwise it is the function itself.

    Attributes:
        positional: how many arguments it takes by position; MANY with `*args`.
        behind: likewise for the function behind it.
        others: how many of these are not `contact`.
        needed: how many of the function behind have no default.
        contact: whether the function behind takes `contact` by name. With `**names`, too, it is
            behind.
        required: (position, name) of each parameter without a default, except `contact`. The
            position of a keyword-only parameter is MANY.
    """


def function_of(callback: object) -> object:
    """Return the function of a bound method, and anything else unchanged."""
    return callback.__func__ if type(callback) is METHOD else callback


def takes_of(function: object) -> Takes:
    """Return the arguments that a function takes, or None if unknown, as for some functions in
    C.
    """
    source: object = function
    key: object = None
    if type(function) is FUNCTION:  # first, as most are
        source = function if function.__dict__ else function.__code__
    elif type(function) in OF_C:
        source = None
        key = (type(function), function.__text_signature__)  # one of the two takes its sprite
    if key is None:
        key = id(source)
    takes: Takes = KNOWN.get(key)
    if takes is None or (takes.source is not None and takes.source() is not source):
        takes = read_signature(function)
        if takes is None:
            return None
        if source is not None:
            try:
                takes.source = weakref.ref(source)
            except TypeError:  # its death could not be detected
                return takes
        keep_signature(key, takes)
    return takes


@C.cfunc
@C.exceptval(-1)
def keep_signature(key: object, takes: Takes) -> C.int:
    """Store the arguments that a function takes.

    A weak reference with a callback would remove it at once. CPython 3.11 crashes if its collector
    frees such a reference while the object dies, so there is none.
    """
    global MOST_KNOWN  # noqa: PLW0603
    if len(KNOWN) >= MOST_KNOWN:
        for dead in [key for key, old in list(KNOWN.items()) if is_dead(old)]:
            KNOWN.pop(dead, None)
        MOST_KNOWN = 2 * len(KNOWN) + 64
    KNOWN[key] = takes
    return 0


@C.cfunc
def is_dead(takes: Takes) -> C.bint:
    """Whether the object that an entry is stored for has died."""
    return takes.source is not None and takes.source() is None


@C.cfunc
def read_signature(function: object) -> Takes:
    """Read the arguments of a function from its signature. Return None if it has none."""
    takes: Takes = Takes()
    try:
        own: list = parameters_of(function)
        behind: list = parameters_of(inspect.unwrap(function, stop=has_no_args))
        for_contact: list = parameters_of(inspect.unwrap(function, stop=has_no_variadic))
    except (TypeError, ValueError):
        return None
    takes.positional = count_positional(own, False)
    takes.behind = count_positional(behind, False)
    takes.others = count_positional([one for one in behind if one.name != "contact"], False)
    takes.needed = count_positional(behind, True)
    takes.contact = "contact" in [
        one.name for one in for_contact if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
    ]
    takes.required = [
        (MANY if one.kind == one.KEYWORD_ONLY else k, one.name)
        for k, one in enumerate(own)
        if one.default is one.empty and not is_variadic(one, True) and one.name != "contact"
    ]
    return takes


@C.cfunc
def parameters_of(function: object) -> list:
    """Return the parameters of a function, not of the function that it decorates."""
    return list(inspect.signature(function, **OPTIONS).parameters.values())


def has_no_args(function):
    """Whether a function does not take `*args`."""
    return not [one for one in parameters_of(function) if is_variadic(one, False)]


def has_no_variadic(function):
    """Whether a function takes neither `*args` nor `**names`."""
    return not [one for one in parameters_of(function) if is_variadic(one, True)]


@C.cfunc
def is_variadic(parameter: object, by_name: C.bint) -> C.bint:
    """Whether a parameter is `*args`, or, with `by_name`, `**names`."""
    return parameter.kind == parameter.VAR_POSITIONAL or (
        by_name and parameter.kind == parameter.VAR_KEYWORD
    )


@C.cfunc
def count_positional(parameters: list, without_default: C.bint) -> C.int:
    """Return how many parameters take an argument by position, or MANY with `*args`.

    With `without_default`, only parameters that need one count.
    """
    count: C.int = 0
    for one in parameters:
        if one.kind == one.VAR_POSITIONAL and not without_default:
            return MANY
        if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD):
            count += not without_default or one.default is one.empty
    return count
