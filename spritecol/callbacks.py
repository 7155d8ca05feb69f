"""`check` and its relatives: who hit whom, and then the callbacks.

Callbacks run after all detection is over, so they may do what they like: create, move and vanish
sprites, change Groups, check again, raise.
"""

import enum
import inspect

import cython
from cython.cimports.spritecol.batch import Batch, batch_of, walk
from cython.cimports.spritecol.handle import Handle
from cython.cimports.spritecol.index_pairs import IndexPairs
from cython.cimports.spritecol.pipeline import cross_hits, self_hits
from cython.cimports.spritecol.storage import STORE, VANISHED

from spritecol.limits import shown


class Discard(enum.Enum):
    """The type of `DISCARD`."""

    DISCARD = "discard"

    def __repr__(self):
        return "spritecol.DISCARD"


DISCARD = Discard.DISCARD


def found_pairs(attackers, targets):
    """The pairs that hit, as tuples, in the order given."""
    hits: IndexPairs = IndexPairs()
    a: Batch = batch_of(attackers, "attackers")
    b: Batch = a
    result: list = []
    sprites_a: list
    sprites_b: list
    k: cython.Py_ssize_t
    if targets is None or targets is attackers:
        self_hits(STORE, a.rows, a.count, hits)
    else:
        b = batch_of(targets, "targets")
        a.sync()  # walking the targets may have run code that changed the attackers' Group
        cross_hits(STORE, a.rows, a.count, b.rows, b.count, hits)
    # From here on making tuples may run other code (the garbage collector's); these lists are
    # replaced, not changed, when sprites leave a Group.
    sprites_a = a.sprites
    sprites_b = b.sprites
    for k in range(hits.count):
        result.append((sprites_a[hits.items[2 * k]], sprites_b[hits.items[2 * k + 1]]))
    return result


def pairs(a, b=None):
    """All hitting pairs, without callbacks; see `check`."""
    return found_pairs(a, b)


def takes_no_argument(method):
    """Whether a callback can be called without arguments only.

    One that takes an argument, if only as an option, is given one. The signature is looked at, as
    it follows decorators that use functools.wraps; what has none is given one too.
    """
    code: object
    function: object = getattr(method, "__func__", method)
    code = getattr(function, "__code__", None)
    if code is not None and not hasattr(function, "__wrapped__"):
        if code.co_flags & inspect.CO_VARARGS:
            return False
        return code.co_argcount - (1 if function is not method else 0) <= 0
    try:
        parameters = inspect.signature(method).parameters.values()
    except (TypeError, ValueError):
        return False
    positional = (
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        inspect.Parameter.VAR_POSITIONAL,
    )
    return not [parameter for parameter in parameters if parameter.kind in positional]


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
    """Find all pairs that hit, then run their callbacks."""
    for side, name in ((shot, "shot"), (hit, "hit")):
        if side is not None and not isinstance(side, str) and not callable(side):
            raise TypeError(f"{name} must be a method's name, a callable or None, got {side!r}")
    found: list = found_pairs(attackers, targets)
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
    """Call `update()` of every object that has one, in order, however deeply nested."""
    run(walk(sprites, "sprites", False), "update")


def draw(sprites):
    """Call `draw()` of every visible object that has one, from low z to high."""
    items: list = [
        item for item in walk(sprites, "sprites", False) if getattr(item, "visible", True)
    ]
    run(sorted(items, key=lambda item: getattr(item, "z", 0)), "draw")


def clean(sprites):
    """Remove vanished sprites and None from a list in place, and from lists inside it."""
    waiting: list = [sprites]
    cleaned: set = set()
    items: list
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
