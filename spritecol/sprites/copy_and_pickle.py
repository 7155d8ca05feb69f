"""Support for copying and pickling a Sprite or Group, including the attributes of a subclass.

A subclass may customize it as usual: with `__getstate__` and `__setstate__` for its own attributes,
`__getnewargs__` for its `__new__`, or `__reduce__` for everything.
"""

import sys
from typing import Any, TypeVar

from spritecol._support.range_check import shown

T = TypeVar("T")


def _class(kind: type[T] | str) -> type[T]:
    """Return a class from itself or, for a public class, from its name."""
    return getattr(sys.modules["spritecol"], kind) if isinstance(kind, str) else kind


def _new(
    kind: type[T] | str, arguments: tuple[Any, ...] = (), named: dict[str, Any] | None = None
) -> T:
    """Return a new object of a class without calling `__init__`."""
    kind = _class(kind)
    return kind.__new__(kind, *arguments, **(named or {}))


def _renew(base: type[T] | str, kind: type[T], arguments: Any, named: Any, state: Any) -> T:
    """Return a new object with the state of Sprite or Group. Its subclass then adds its own
    state.
    """
    made = _new(kind, arguments, named)
    _class(base).__setstate__(made, state)  # type: ignore[attr-defined]
    return made


def reduced(base: type, thing: Any, *own: Any) -> tuple[Any, ...]:
    """Return the result of `__reduce__` for an object of a subclass of `base`. `own` is its base's
    state.

    `own` is restored together with the attributes, because both may refer back to the object. If
    the subclass defines `__setstate__`, that takes only the attributes, and `own` is restored
    before it is called.
    """
    kind = type(thing)
    arguments: tuple[Any, ...] = ()
    named: dict[str, Any] = {}
    # Not by `hasattr`: in code compiled by Nuitka it is always true if `kind` is `type(thing)`.
    if getattr(kind, "__getnewargs_ex__", None) is not None:
        arguments, named = thing.__getnewargs_ex__()
    elif getattr(kind, "__getnewargs__", None) is not None:
        arguments = thing.__getnewargs__()
    users = thing.__getstate__()
    if kind.__setstate__ is base.__setstate__:  # type: ignore[attr-defined]
        return _new, (base.__name__ if kind is base else kind, arguments, named), (*own, users)
    return _renew, (base.__name__, kind, arguments, named, (*own, None)), users


def checked_state(state: Any, kind: str, length: int) -> tuple[Any, ...]:
    """Return the argument of `__setstate__` if it is a tuple of `length` items that ends with
    attributes.

    Anybody can write a pickle, so the state may be anything.

    Raises:
        TypeError: it is not such a tuple, or its last item is not a result of
            `object.__getstate__`.
    """
    if not isinstance(state, tuple) or len(state) != length:
        raise TypeError(f"the state of a {kind} must be a tuple of {length}, got {shown(state)}")
    users = state[-1]
    parts = users if isinstance(users, tuple) and len(users) == 2 else (users,)
    for part in parts:
        if not (part is None or (isinstance(part, dict) and all(type(k) is str for k in part))):
            raise TypeError(f"the attributes of a {kind} must be a dict, got {shown(users)}")
    return state


def restore_attributes(target: object, state: Any) -> None:
    """Restore what `object.__getstate__` returned: a dict, (dict or None, slots), or None."""
    attributes, slots = state if isinstance(state, tuple) else (state, None)
    if attributes:
        target.__dict__.update(attributes)
    for name, value in (slots or {}).items():
        setattr(target, name, value)
