"""`ReadOnlyList`: what `Sprite.collision` returns after a list was assigned to it.

The shapes are computed when the list is assigned, so a later change of it would have no effect.
"""

from typing import Any, NoReturn

from spritecol._numbers.lazy_imports import is_array


class ReadOnlyList(list[Any]):
    """A list that refuses to be changed, and says what to do instead. A copy is a plain list."""

    __slots__ = ()

    def _refuse(self, *arguments: Any, **named: Any) -> NoReturn:
        raise TypeError(
            "the shapes of a sprite change by assignment only: "
            "sprite.collision = [*sprite.collision, more]"
        )

    append = clear = extend = insert = pop = remove = reverse = sort = _refuse
    __setitem__ = __delitem__ = __imul__ = _refuse

    def __iadd__(self, more: Any) -> list[Any]:  # type: ignore[override, misc]
        return [*self, *more]  # `sprite.collision += [shape]` assigns this

    def __reduce_ex__(self, protocol: Any) -> Any:
        return list, (list(self),)


def read_only(value: Any) -> Any:
    """A value of `collision`, its lists and arrays replaced by copies that can't be changed."""
    if isinstance(value, list) and not isinstance(value, ReadOnlyList):
        return ReadOnlyList([read_only(item) for item in value])
    if type(value) is tuple:
        items = tuple([read_only(item) for item in value])
        return (
            items if any(new is not old for new, old in zip(items, value, strict=True)) else value
        )
    if is_array(value):
        value = value.copy()
        value.flags.writeable = False
    return value
