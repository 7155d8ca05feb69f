"""`Sprite.frect`: the box around the image with its fractions. Writing to it moves the sprite."""

from collections.abc import Callable
from typing import Any
from weakref import ref

from pygame.rect import FRect

from spritecol._support.range_check import shown
from spritecol.integrations.pygame.sprite.placement import exact_box


class LiveFRect(FRect):
    """An FRect that moves its sprite when it is written to.

    A rect created from it by `move`, `copy` and the like has no sprite and acts as a plain FRect.
    pygame stores the numbers of an FRect in 32 bits, so positions are exact to about seven digits.
    The sprite's own x and y are float64, and an axis that is not written keeps its full precision.
    """

    __slots__ = ("_owner",)

    def __setattr__(self, name: str, value: Any) -> None:
        _write(self, FRect.__setattr__, name, value)

    def __setitem__(self, index: Any, value: Any) -> None:
        _write(self, FRect.__setitem__, index, value)


_SET_OWNER = LiveFRect._owner.__set__  # type: ignore[attr-defined]
_GET_OWNER = LiveFRect._owner.__get__  # type: ignore[attr-defined]


def frect_of(sprite: Any) -> LiveFRect:
    """Return a rect that moves a sprite: the box of its image before rounding to pixels."""
    rect = LiveFRect(*exact_box(sprite))
    _SET_OWNER(rect, ref(sprite))
    return rect


def move_box_to(sprite: Any, value: Any) -> None:
    """Move a sprite so that its box has the left and top of a rect."""
    try:
        target = FRect(value)
    except TypeError as error:
        raise TypeError(
            f"frect must be an FRect, or a value that pygame accepts as one, got {shown(value)}"
        ) from error
    _follow(sprite, FRect(*exact_box(sprite)), target)


def _write(rect: LiveFRect, method: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Call a method of FRect that writes to the rect, and move the sprite along."""
    try:
        sprite = _GET_OWNER(rect)()
    except AttributeError:
        sprite = None
    before = FRect(rect)
    result = method(rect, *arguments, **named)
    if sprite is None:
        return result
    if rect.size != before.size:
        size = tuple(rect.size)
        FRect.update(rect, before)
        raise ValueError(
            "the size of a sprite's frect follows from its image, scale and angle; only its "
            f"position can be written, got the size {size} for {tuple(before.size)}"
        )
    try:
        _follow(sprite, before, rect)
    except BaseException:
        FRect.update(rect, before)
        raise
    return result


def _follow(sprite: Any, before: FRect, after: FRect) -> None:
    """Move a sprite by the difference of two positions. An axis without a difference is left
    alone.
    """
    x, y, _, _ = exact_box(sprite)
    old_x, old_y = sprite.x, sprite.y
    moves_x, moves_y = after.left != before.left, after.top != before.top
    sprite.position = (
        after.left + (old_x - x) if moves_x else old_x,
        after.top + (old_y - y) if moves_y else old_y,
    )


def _float_writer(name: str) -> Callable[..., Any]:
    method = getattr(FRect, name)

    def written(self: LiveFRect, *arguments: Any, **named: Any) -> Any:
        return _write(self, method, *arguments, **named)

    written.__name__, written.__doc__ = name, method.__doc__
    return written


for _name in (
    *("clamp_ip", "inflate_ip", "move_ip", "normalize", "scale_by_ip"),
    *("union_ip", "unionall_ip", "update"),
):
    setattr(LiveFRect, _name, _float_writer(_name))
