"""`check` and its relatives: who hit whom, and then the callbacks.

Callbacks run after all detection is over, so they may do what they like: create, move and vanish
sprites, change Groups, check again, raise.
"""

import enum
import inspect

import cython
from cython.cimports.spritecol._engine.storage.layout import VANISHED
from cython.cimports.spritecol.sprites.detection import found_pairs
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow


class Discard(enum.Enum):
    """The type of `DISCARD`: what a callback returns to take its sprite out of this check.

    The sprite is skipped in the later pairs of the `check` that called it, and in no other.

    >>> class Sponge(Sprite):
    ...     def hit(self, other):
    ...         print("hit by", other.x)
    ...         return DISCARD  # the first one is enough
    >>> drops = [Sprite(x, 0, collision=Point(0, 0)) for x in (1, 2, 3)]
    >>> found = check(drops, Sponge(collision=Rect(0, 0, 9, 9)))
    hit by 1.0
    """

    DISCARD = "discard"

    def __repr__(self):
        return "spritecol.DISCARD"


DISCARD = Discard.DISCARD


POSITIONAL = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL,
)


def takes_no_argument(method: object) -> cython.int:
    """Whether a callback can be called without arguments only.

    One that takes an argument, if only as an option, is given one. Behind a decorator that passes
    on what it gets (*args, with functools.wraps) the wrapped function decides. What has no
    signature is given an argument.
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


def call(side: object, sprite: object, other: object) -> object:
    """Run one side's callback: a method's name, or a callable (sprite, other)."""
    if side is None:
        return None
    if not isinstance(side, str):
        return side(sprite, other)
    method = getattr(sprite, side, None)
    if not callable(method):
        return None
    if takes_no_argument(method):
        return method()
    return method(other)


def check(attackers, targets=None, shot="shot", hit="hit"):
    """Find all pairs that hit, then run their callbacks; gives all pairs, as `pairs` does.

    For each pair `attacker.shot(target)` is called, then `target.hit(attacker)`, where the method
    exists; without an argument if it takes none. With one collection, or the same object twice, it
    is `a.hit(b)`, then `b.hit(a)`. A pair is skipped when one of its sprites has vanished by then
    or has returned `DISCARD`; within a pair, `hit` still runs after a `shot`. Callbacks may do what
    they like; what they raise passes through, and the remaining ones do not run.

    Args:
        attackers: a Sprite, a Group or any iterable of them, as for `Sprite.check`.
        targets: likewise, or None for the pairs within `attackers`.
        shot: a method's name, a callable f(attacker, target), or None for no call.
        hit: likewise, called with (target, attacker).

    Raises:
        TypeError: something else is among the sprites, or `shot` or `hit` is something else.
        ValueError: a container contains itself.

    >>> class Bullet(Sprite):
    ...     collision = Point(0, 0)
    ...     def shot(self, target):
    ...         self.vanish()
    >>> class Tank(Sprite):
    ...     collision = Rect(0, 0, 40, 20)
    ...     def hit(self):
    ...         print("hit")
    >>> bullets = Group(Bullet(10, 10), Bullet(90, 10))
    >>> found = check(bullets, Tank())
    hit
    >>> len(found), len(bullets)
    (1, 1)
    """
    for side, name in ((shot, "shot"), (hit, "hit")):
        if side is not None and not isinstance(side, str) and not callable(side):
            raise TypeError(f"{name} must be a method's name, a callable or None, got {side!r}")
    found: list = found_pairs(attackers, targets, "attackers", "targets")
    first: object = hit if targets is None or targets is attackers else shot
    if first is None and hit is None:
        return found
    discarded: set = set()
    a: SpriteRow
    b: SpriteRow
    pair: tuple
    for pair in list(found):
        a = cython.cast(SpriteRow, pair[0])
        b = cython.cast(SpriteRow, pair[1])
        if (a.data().flags | b.data().flags) & VANISHED:
            continue
        if discarded and (id(a) in discarded or id(b) in discarded):
            continue
        if call(first, a, b) is DISCARD:
            discarded.add(id(a))
        if call(hit, b, a) is DISCARD:
            discarded.add(id(b))
    return found
