"""What copy and pickle need to make a Sprite or Group again, with the attributes of its user.

A user's class may say how it is copied as any class may: by `__getstate__` and `__setstate__` for
its own attributes, `__getnewargs__` for its `__new__`, or `__reduce__` for all of it.
"""

from typing import Any, TypeVar

T = TypeVar("T")


def _new(kind: type[T], arguments: tuple[Any, ...] = (), named: dict[str, Any] | None = None) -> T:
    """An object of that class before its `__init__`."""
    return kind.__new__(kind, *arguments, **(named or {}))


def _renew(base: type[T], kind: type[T], arguments: Any, named: Any, state: Any) -> T:
    """The same with what is the library's own; the user's class sets the rest by itself."""
    made = _new(kind, arguments, named)
    base.__setstate__(made, state)  # type: ignore[attr-defined]
    return made


def reduced(base: type, thing: Any, *own: Any) -> tuple[Any, ...]:
    """What `__reduce__` gives for an object of a class made from `base`, whose state is `own`.

    The state comes with the attributes, since it may refer back to the object; only where a user's
    `__setstate__` takes the attributes does it have to come first.
    """
    kind = type(thing)
    arguments: tuple[Any, ...] = ()
    named: dict[str, Any] = {}
    if hasattr(kind, "__getnewargs_ex__"):
        arguments, named = thing.__getnewargs_ex__()
    elif hasattr(kind, "__getnewargs__"):
        arguments = thing.__getnewargs__()
    users = thing.__getstate__()
    if kind.__setstate__ is base.__setstate__:  # type: ignore[attr-defined]
        return _new, (kind, arguments, named), (*own, users)
    return _renew, (base, kind, arguments, named, (*own, None)), users


def restore_attributes(target: object, state: Any) -> None:
    """Give back what `object.__getstate__` took: a dict, or (dict or None, slots), or None."""
    attributes, slots = state if isinstance(state, tuple) else (state, None)
    if attributes:
        target.__dict__.update(attributes)
    for name, value in (slots or {}).items():
        setattr(target, name, value)
