"""`check` and its relatives: who hit whom, and then the callbacks.

Callbacks run after all detection is over, so they may do what they like: create, move and vanish
sprites, change Groups, check again, raise.
"""

import enum
import inspect

import cython
from cython.cimports.spritecol.batch import HELD, Batch, batch_of, find_hits, walk
from cython.cimports.spritecol.handle import Handle
from cython.cimports.spritecol.index_pairs import IndexPairs, first_of, second_of
from cython.cimports.spritecol.storage import VANISHED

from spritecol.limits import shown


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


def found_pairs(attackers, targets, name, other_name):
    """The pairs that hit, as tuples, in the order given."""
    hits: IndexPairs = IndexPairs()
    a: Batch = batch_of(attackers, name)
    b: Batch = a
    result: list = []
    sprites_a: list
    sprites_b: list
    k: cython.Py_ssize_t
    if targets is not None and targets is not attackers:
        b = batch_of(targets, other_name)
    find_hits(a, b, hits)
    # From here on making tuples may run other code (the garbage collector's). A list that is lent
    # is replaced, not changed, when sprites come to a Group or leave it.
    sprites_a = a.sprites
    sprites_b = b.sprites
    held_a: cython.bint = a.lent == 0
    a.lent = max(a.lent, HELD)
    held_b: cython.bint = b.lent == 0
    b.lent = max(b.lent, HELD)
    for k in range(hits.count):
        result.append((sprites_a[first_of(hits.items[k])], sprites_b[second_of(hits.items[k])]))
    if held_a and a.sprites is sprites_a and a.lent == HELD:
        a.lent = 0
    if held_b and b.sprites is sprites_b and b.lent == HELD:
        b.lent = 0
    return result


def pairs(a, b=None):
    """All pairs that hit, as a list of tuples (sprite of `a`, sprite of `b`); no callbacks run.

    They are ordered as the sprites were given: by `a`, then by `b`. Without `b`, or with the same
    object twice, each pair within `a` comes once, the earlier sprite first.

    `a` and `b` are what `Sprite.check` takes for targets, with the same errors.

    >>> shots = [Sprite(x, 0, collision=Point(0, 0)) for x in (5, 15, 99)]
    >>> walls = Group(Sprite(x, 0, collision=Rect(0, 0, 12, 12)) for x in (0, 10))
    >>> [(shot.x, wall.x) for shot, wall in pairs(shots, walls)]
    [(5.0, 0.0), (15.0, 10.0)]
    >>> [(one.x, other.x) for one, other in pairs(walls)]
    [(0.0, 10.0)]
    """
    return found_pairs(a, b, "a", "b")


def takes_no_argument(method):
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


def call(side, sprite, other):
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
    a: Handle
    b: Handle
    pair: tuple
    for pair in list(found):
        a = cython.cast(Handle, pair[0])
        b = cython.cast(Handle, pair[1])
        if (a.data().flags | b.data().flags) & VANISHED:
            continue
        if discarded and (id(a) in discarded or id(b) in discarded):
            continue
        if call(first, a, b) is DISCARD:
            discarded.add(id(a))
        if call(hit, b, a) is DISCARD:
            discarded.add(id(b))
    return found


def has_vanished(item):
    """Whether `item` is a sprite that has vanished."""
    return isinstance(item, Handle) and cython.cast(Handle, item).data().flags & VANISHED != 0


def run(items, name):
    """Call a method of every item that has it and has not vanished by then."""
    item: object
    for item in items:
        method = getattr(item, name, None)
        if callable(method) and not has_vanished(item):
            method()


def update(sprites):
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
    run(walk(sprites, "sprites", False), "update")


def draw(sprites):
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
    items: list = [
        item for item in walk(sprites, "sprites", False) if getattr(item, "visible", True)
    ]
    run(sorted(items, key=lambda item: getattr(item, "z", 0)), "draw")


def clean(sprites):
    """Remove vanished sprites and None from a list in place, and from lists inside it.

    A Group drops vanished sprites by itself, so nothing happens to one. Anything but a list or
    a Group is a TypeError.

    >>> coins = [Sprite(1), None, [Sprite(2), Sprite(3)]]
    >>> coins[0].vanish()
    >>> clean(coins)
    >>> [[coin.x for coin in inner] for inner in coins]
    [[2.0, 3.0]]
    """
    waiting: list = [sprites]
    cleaned: set = set()
    items: object  # a list, or of a class of the user's made from it
    if isinstance(sprites, Batch):
        return
    if not isinstance(sprites, list):
        raise TypeError(f"sprites must be a list or a Group, got {shown(sprites)}")
    while waiting:
        items = waiting.pop()
        if id(items) in cleaned:
            continue
        cleaned.add(id(items))
        items[:] = [item for item in items if item is not None and not has_vanished(item)]
        waiting.extend([item for item in items if isinstance(item, list)])
