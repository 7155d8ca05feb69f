"""What a callback takes: with how many sprites it can be called, and whether with the contact."""

import inspect
import types

import cython
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow

from spritecol._numbers.range_check import shown

_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)

FUNCTION = cython.declare(type, types.FunctionType)
METHOD = cython.declare(type, types.MethodType)
METHOD_OF_C = cython.declare(type, types.MethodDescriptorType)

POSITIONAL = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL,
)


def takes_no_argument(method: object) -> cython.int:
    """Whether a callback must be called without an argument.

    A callback that accepts an argument, even an optional one, is passed one. For a decorated
    function that takes *args, the function behind it (`__wrapped__`) decides. A callable without a
    signature is passed an argument.
    """
    function: object = getattr(method, "__func__", method)
    bound: cython.int = function is not method
    code: object = getattr(function, "__code__", None)
    while code is not None and code.co_flags & inspect.CO_VARARGS:
        function = getattr(function, "__wrapped__", None)
        if function is None:
            return False
        code = getattr(function, "__code__", None)
    if code is not None:
        return code.co_argcount <= bound
    try:
        parameters = inspect.signature(method).parameters.values()
    except (TypeError, ValueError):
        return False
    return not [parameter for parameter in parameters if parameter.kind in POSITIONAL]


def asks_for_contact(function: object) -> cython.int:
    """Whether a callback has a parameter named `contact`, which can be given by name."""
    code: object
    kind: object
    function = getattr(function, "__func__", function)
    code = getattr(function, "__code__", None)
    if code is not None and not (
        code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
        and hasattr(function, "__wrapped__")
    ):
        return (
            "contact"
            in code.co_varnames[code.co_posonlyargcount : code.co_argcount + code.co_kwonlyargcount]
        )
    if not callable(function):
        return False
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False
    if "contact" not in parameters:
        return False
    kind = parameters["contact"].kind
    return kind not in (inspect.Parameter.POSITIONAL_ONLY, *_VARIADIC)


def demand_callable(callback: object, name: str) -> cython.int:
    """Refuse a callback that is no name and can't be called with two sprites."""
    taken: object = 2
    function: object
    if callback is None or isinstance(callback, str):
        return 0
    if not callable(callback):
        raise TypeError(
            f"{name} must be a method's name, a callable or None, got {shown(callback)}"
        )
    if type(callback) is FUNCTION or type(callback) is METHOD:
        function = getattr(callback, "__func__", callback)
        if type(function) is FUNCTION:
            if not function.__code__.co_flags & inspect.CO_VARARGS:
                taken = function.__code__.co_argcount - (function is not callback)
            if may_need_more(function, 2):
                demand_no_more(callback, 2, name)
    elif type(callback) is METHOD_OF_C and issubclass(callback.__objclass__, SpriteRow):
        taken = 1
    if taken >= 2:
        return 0
    raise TypeError(
        f"{name} must be a function of two sprites, f(own, other), but "
        f"{getattr(callback, '__qualname__', shown(callback))} takes {taken or 'none'}; "
        f'to have a method called, give its name: {name}="vanish"'
    )


def may_need_more(function: object, count: cython.int) -> cython.bint:
    """Whether a function has more parameters than so many; most have not."""
    code: cython.pointer(PyCodeObject)
    if type(function) is not FUNCTION:
        return False
    code = cython.cast(cython.pointer(PyCodeObject), PyFunction_GET_CODE(function))
    return code.co_argcount > count or code.co_kwonlyargcount > 0


def demand_no_more(callback: object, given: cython.Py_ssize_t, name: object) -> cython.int:
    """Refuse a function or method that can't be called with so many sprites, and the contact."""
    function: object = getattr(callback, "__func__", callback)
    code: object
    bound: cython.Py_ssize_t = function is not callback
    taken: cython.Py_ssize_t
    if type(function) is not FUNCTION:
        return 0
    code = function.__code__
    taken = code.co_argcount
    named: tuple = code.co_varnames[: taken + code.co_kwonlyargcount]
    optional: set = {"contact", *(function.__kwdefaults__ or ())}
    more: list
    optional.update(named[taken - len(function.__defaults__ or ()) : taken])
    more = [one for one in named[bound + given :] if one not in optional]
    if not more:
        return 0
    raise TypeError(
        f"{name} is called with {'two sprites' if given == 2 else 'the other sprite'}, and with "
        f"contact=... if it takes that, but {getattr(callback, '__qualname__', shown(callback))} "
        f"needs {' and '.join(more)}, too; give a default"
    )
