"""The rect of a sprite that stands where its pose says: who moves the rect moves the sprite."""

from collections.abc import Callable
from typing import Any, Protocol

from pygame.rect import Rect


class Placed(Protocol):
    """What has a place on the screen, and can be moved to another."""

    def current_rect(self) -> Rect:
        """Where it is, in whole pixels."""

    def move_rect(self, left: float | None, top: float | None) -> None:
        """Move so that its rect begins there; None leaves an axis as it is."""


class PlacedRect(Rect):
    """A rect that tells its owner when it is written to, by whatever way a Rect can be.

    What `move`, `copy` and the like make of it has no owner, and is as good as a plain Rect.
    """

    __slots__ = ("_owner",)

    _owner: Placed  # not there in a rect that is free

    def __setattr__(self, name: str, value: Any) -> None:
        _write(self, Rect.__setattr__, name, value)

    def __setitem__(self, *arguments: Any) -> None:
        _write(self, Rect.__setitem__, *arguments)

    def normalize(self) -> None:
        """Turn a negative size round; that of an owner's rect never is."""
        _write(self, Rect.normalize)


def _write(rect: PlacedRect, method: Callable[..., None], *arguments: Any, **named: Any) -> None:
    """Let a Rect's method write to the rect, and move the owner along."""
    owner: Placed | None = getattr(rect, "_owner", None)
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


def move(owner: Placed, before: Rect, left: float, top: float) -> None:
    """Move an owner to where its rect shall be; an axis that shall stay keeps its fraction."""
    owner.move_rect(
        None if left == before.left else left,
        None if top == before.top else top,
    )


def _writer(name: str) -> Callable[..., None]:
    method = getattr(Rect, name)

    def write(self: PlacedRect, *arguments: Any, **named: Any) -> None:
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
    setattr(PlacedRect, _name, _writer(_name))
