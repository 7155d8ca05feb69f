"""The rect of a sprite, at the position that its pose says. Moving the rect moves the sprite."""

from collections.abc import Callable
from typing import Any, Protocol

from pygame.rect import Rect


class Owner(Protocol):
    """A sprite with a rect that can be moved."""

    def current_rect(self) -> Rect:
        """Its rect, in whole pixels."""

    def move_rect(self, left: float | None, top: float | None) -> None:
        """Move the left and top of its rect to these coordinates; None leaves an axis as it is."""


class LiveRect(Rect):
    """A rect that moves its owner when it is written to, in any of the ways a Rect can be.

    A rect created from it by `move`, `copy` and the like has no owner and acts as a plain Rect.
    """

    __slots__ = ("_owner",)

    _owner: Owner  # missing in a rect without an owner

    def __setattr__(self, name: str, value: Any) -> None:
        _write(self, Rect.__setattr__, name, value)

    def __setitem__(self, *arguments: Any) -> None:
        _write(self, Rect.__setitem__, *arguments)

    def normalize(self) -> None:
        """Correct a negative size, which the rect of an owner never has."""
        _write(self, Rect.normalize)


def _write(rect: LiveRect, method: Callable[..., None], *arguments: Any, **named: Any) -> None:
    """Call a method of Rect that writes to the rect, and move the owner along."""
    owner: Owner | None = getattr(rect, "_owner", None)
    if owner is None:
        method(rect, *arguments, **named)
        return
    before = owner.current_rect()  # it may have moved since the rect was read
    Rect.update(rect, before)
    method(rect, *arguments, **named)
    if rect.size != before.size:
        size = rect.size
        Rect.update(rect, before)
        raise ValueError(
            "the size of a sprite's rect follows from its image, scale and angle; only its place "
            f"can be written, got the size {size} for {before.size}"
        )
    move(owner, before, rect.left, rect.top)


def move(owner: Owner, before: Rect, left: float, top: float) -> None:
    """Move an owner's rect; along an axis that does not change the owner keeps its fraction."""
    owner.move_rect(
        None if left == before.left else left,
        None if top == before.top else top,
    )


def _writer(name: str) -> Callable[..., None]:
    method = getattr(Rect, name)

    def write(self: LiveRect, *arguments: Any, **named: Any) -> None:
        _write(self, method, *arguments, **named)

    write.__name__ = name
    write.__doc__ = method.__doc__
    return write


for _name in (
    "clamp_ip",
    "inflate_ip",
    "move_ip",
    "scale_by_ip",
    "union_ip",
    "unionall_ip",
    "update",
):
    setattr(LiveRect, _name, _writer(_name))
