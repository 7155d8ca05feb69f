"""`update`, `draw` and `clean`: DXRuby's class methods for the loop of a game."""

from cython import bint, cast, cfunc, exceptval
from cython.cimports.spritecol._engine.storage.layout import VANISHED
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._numbers import call_errors  # noqa: F401 (its words)
from cython.cimports.spritecol.sprites.batch import Batch
from cython.cimports.spritecol.sprites.hints.first_check import FIRST_CHECKS, ran
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow
from cython.cimports.spritecol.sprites.targets import walk

from spritecol._numbers.range_check import shown
from spritecol.sprites.hints import misuse


@cfunc
@exceptval(check=False)
def has_vanished(item: object) -> bint:
    """Whether `item` is a sprite that has vanished."""
    return (
        isinstance(item, SpriteRow)
        and STORE.groups[cast(SpriteRow, item).row].flags & VANISHED != 0
    )


@cfunc
def walked(sprites: object, name: str) -> list:
    """The objects whose method is to be called; refuses a single one that has no such method."""
    items: list = walk(sprites, "sprites", False)
    if (
        len(items) == 1
        and items[0] is sprites
        and sprites is not None
        and not isinstance(sprites, SpriteRow)
        and not hasattr(sprites, name)
    ):
        raise TypeError(
            f"{name}() takes sprites first, a Group or an iterable of them, "
            f"got {shown(sprites)}, which has no method {name}"
        )
    return items


@cfunc
def call_on_each(items: list, name: str, arguments: tuple, named: dict):
    """Call a method of every item that has it and has not vanished when its turn comes."""
    item: object
    if FIRST_CHECKS.calls_left > 0 and items:
        FIRST_CHECKS.calls_left -= 1
        misuse.tell(misuse.of_uncalled(items, name))
    for item in items:
        method = getattr(item, name, None)
        if callable(method) and not has_vanished(item):
            if arguments or named:
                ran(method(*arguments, **named))
            else:  # 20 ns less
                ran(method())


def update(sprites, *arguments, **named):
    """Call `update(*arguments, **named)` on every object that has such a method, in order.

    Sprites that have vanished when their turn comes are skipped.

    Args:
        sprites: a Sprite, a Group, or an iterable of objects of any kind, nested to any depth.
            None is skipped.
        *arguments: passed on to each `update`, such as the seconds since the last frame.
        **named: passed on by name to each `update`.

    Raises:
        TypeError: `sprites` is one object that is no sprite and has no such method.
        ValueError: a container contains itself.

    >>> class Ball(Sprite):
    ...     def update(self, seconds):
    ...         self.x += 60 * seconds
    >>> ball = Ball()
    >>> update([None, [ball, Group(ball)]], 0.5)
    >>> ball.x
    60.0
    """
    call_on_each(walked(sprites, "update"), "update", arguments, named)


def draw(sprites, *arguments, **named):
    """Call `draw(*arguments, **named)` on every visible object that has it, from low `z` to high.

    Objects with the same `z` are drawn in the order given. Sprites that have vanished when their
    turn comes are skipped.

    Args:
        sprites: a Sprite, a Group, or an iterable of objects of any kind, nested to any depth.
            None is skipped. An object without `visible` is visible; one without `z` has z 0.
        *arguments: passed on to each `draw`, such as the screen.
        **named: passed on by name to each `draw`.

    Raises:
        TypeError: `sprites` is one object that is no sprite and has no such method.
        ValueError: a container contains itself.

    >>> class Label(Sprite):
    ...     def draw(self):
    ...         print(self.z)
    >>> draw([Label(z=2), Label(z=1), Label(z=3, visible=False)])
    1
    2
    """
    items: list = [item for item in walked(sprites, "draw") if getattr(item, "visible", True)]
    call_on_each(sorted(items, key=lambda item: getattr(item, "z", 0)), "draw", arguments, named)


def clean(sprites):
    """Remove vanished sprites and None from a list, in place, and from the lists inside it.

    Args:
        sprites: a list, or a Group, which drops vanished sprites by itself and is left alone.

    Raises:
        TypeError: `sprites` is neither a list nor a Group.

    >>> coins = [Sprite(1), None, [Sprite(2), Sprite(3)]]
    >>> coins[0].vanish()
    >>> clean(coins)
    >>> [[coin.x for coin in inner] for inner in coins]
    [[2.0, 3.0]]
    """
    if isinstance(sprites, Batch):
        return
    if not isinstance(sprites, list):
        raise TypeError(f"sprites must be a list or a Group, got {shown(sprites)}")
    waiting: list = [sprites]
    cleaned: set = set()
    items: object  # a list, or an instance of a subclass of list
    while waiting:
        items = waiting.pop()
        if id(items) in cleaned:
            continue
        cleaned.add(id(items))
        items[:] = [item for item in items if item is not None and not has_vanished(item)]
        waiting.extend([item for item in items if isinstance(item, list)])
