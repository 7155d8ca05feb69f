"""What copy and pickle need to make a Sprite or Group again, with the attributes of its user."""

from typing import Any, TypeVar

T = TypeVar("T")


def new(kind: type[T]) -> T:
    """An object of that class before its `__init__`."""
    return kind.__new__(kind)


def restore_attributes(target: object, state: Any) -> None:
    """Give back what `object.__getstate__` took: a dict, or (dict or None, slots), or None."""
    attributes, slots = state if isinstance(state, tuple) else (state, None)
    if attributes:
        target.__dict__.update(attributes)
    for name, value in (slots or {}).items():
        setattr(target, name, value)
