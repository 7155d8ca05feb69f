"""DXRuby's class methods for a game's loop: `update`, `draw` and `clean` for many at once."""

from collections.abc import Iterable
from typing import Any

from spritecol._numbers.limits import shown
from spritecol.sprites.group import Group
from spritecol.sprites.sprite import Sprite
from spritecol.sprites.targets import flattened

_vanished = Sprite.vanished.__get__  # not what a subclass makes of it


def _has_vanished(item: object) -> bool:
    """Whether `item` is a sprite that has vanished."""
    return isinstance(item, Sprite) and _vanished(item)


def _call_all(items: Iterable[object], name: str) -> None:
    """Call a method of every item that has it and has not vanished by then."""
    for item in items:
        method = getattr(item, name, None)
        if callable(method) and not _has_vanished(item):
            method()


def update(sprites: object) -> None:
    """Call `update()` of every object that has one, in order, however deeply nested.

    `sprites` are objects of any kind, in any iterables. Those that have vanished by their turn are
    skipped. ValueError if a container contains itself.

    >>> class Ball(Sprite):
    ...     def update(self):
    ...         self.x += 2
    >>> ball = Ball()
    >>> update([None, [ball, Group(ball)]])
    >>> ball.x
    4.0
    """
    _call_all(flattened(sprites), "update")


def draw(sprites: object) -> None:
    """Call `draw()` of every visible object that has one, from low `z` to high.

    Objects of the same z stay in the order given. What has no `visible` is visible, what has no
    `z` has 0. Otherwise as `update`.

    >>> class Label(Sprite):
    ...     def draw(self):
    ...         print(self.z)
    >>> draw([Label(z=2), Label(z=1), Label(z=3, visible=False)])
    1
    2
    """
    items = [item for item in flattened(sprites) if getattr(item, "visible", True)]
    _call_all(sorted(items, key=lambda item: getattr(item, "z", 0)), "draw")


def clean(sprites: list[Any] | Group) -> None:
    """Remove vanished sprites and None from a list in place, and from lists inside it.

    A Group drops vanished sprites by itself, so nothing happens to one. Anything but a list or
    a Group is a TypeError.

    >>> coins = [Sprite(1), None, [Sprite(2), Sprite(3)]]
    >>> coins[0].vanish()
    >>> clean(coins)
    >>> [[coin.x for coin in inner] for inner in coins]
    [[2.0, 3.0]]
    """
    if isinstance(sprites, Group):
        return
    if not isinstance(sprites, list):
        raise TypeError(f"sprites must be a list or a Group, got {shown(sprites)}")
    waiting: list[list[Any]] = [sprites]
    cleaned: set[int] = set()
    while waiting:
        items = waiting.pop()
        if id(items) in cleaned:
            continue
        cleaned.add(id(items))
        items[:] = [item for item in items if item is not None and not _has_vanished(item)]
        waiting.extend([item for item in items if isinstance(item, list)])
