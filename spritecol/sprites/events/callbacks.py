"""`check`: finds the pairs that hit, then calls their callbacks; and `DISCARD`.

`Overlaps` uses the same functions to call its own callbacks. The per-object work of `update`,
`draw` and `clean` is here, too, because this module is compiled.

All pairs are found before the first callback runs. So callbacks may create, move and vanish
sprites, change Groups, call `check` again, or raise errors.
"""

import enum
import sys
import types

import cython as C
from cython.cimports.spritecol._engine.storage.layout import GONE, VISIBLE
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._support.signatures import MANY, Takes, function_of, takes_of
from cython.cimports.spritecol.sprites.containers.batch import Batch
from cython.cimports.spritecol.sprites.containers.members import sync
from cython.cimports.spritecol.sprites.containers.targets import other_pieces_of, pieces_of
from cython.cimports.spritecol.sprites.containers.when_to_warn import FIRST_CHECKS, ran
from cython.cimports.spritecol.sprites.questions import contact_questions
from cython.cimports.spritecol.sprites.questions.hits import found_pairs
from cython.cimports.spritecol.sprites.questions.query_filter import (
    QueryFilter,
    hit_query_filter,
    none_given,
)
from cython.cimports.spritecol.sprites.row.sprite_row import Companion, SpriteRow

from spritecol._support.arguments import as_one
from spritecol._support.range_check import OMITTED, shown
from spritecol.sprites.hints import call_mistakes, mistakes
from spritecol.sprites.row.sprite_row import Attribute
from spritecol.sprites.tables.default_methods import HIT, SHOT, OptionalName


class Discard(enum.Enum):
    """The type of `DISCARD`, which a callback returns to remove its sprite from this check.

    The sprite is skipped in the remaining pairs of the current `check`. Other checks are not
    affected.

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

OPTIONAL_NAME = C.declare(type, OptionalName)

FUNCTION = C.declare(type, types.FunctionType)
METHOD_OF_C = C.declare(type, types.MethodDescriptorType)


# --- what a callback takes ----------------------------------------------------------------------


@C.cfunc
@C.exceptval(-1, check=False)
def takes_no_argument(method: object) -> C.int:
    """Whether a callback must be called without an argument.

    A callback that accepts an argument, even an optional one, is passed one, and so is a callable
    without a signature. For a decorated function that takes *args, the wrapped function
    (`__wrapped__`) decides.
    """
    function: object = function_of(method)
    takes: Takes = takes_of(function)
    return takes is not None and takes.behind <= (function is not method)


@C.cfunc
@C.exceptval(-1, check=False)
def asks_for_contact(callback: object) -> C.int:
    """Whether a callback has a parameter named `contact` that can be passed by name."""
    if not callable(callback):
        return False
    takes: Takes = takes_of(function_of(callback))
    return takes is not None and takes.contact


@C.ccall
@C.exceptval(-1, check=False)
def demand_callable(callback: object, name: str) -> C.int:
    """Refuse a callback that is neither the name of a method nor a function of two sprites."""
    if callback is None:
        return 0
    if isinstance(callback, str):
        if FIRST_CHECKS.sprites_left > 0 and must_exist(callback):
            call_mistakes.CALLED_BY_NAME.add(str(callback))
        return 0
    if not callable(callback):
        raise TypeError(
            f'{name} must be a method\'s name, such as "vanish", a callable or None, '
            f"got {shown(callback)}"
        )
    if isinstance(callback, type) and issubclass(callback, SpriteRow):
        raise TypeError(
            f"{name} must be a function of two sprites, f(own, other), or a method's name, got "
            f"{shown(callback)}, which is a class of sprites"
        )
    taken: C.int = MANY
    function: object = function_of(callback)
    if type(function) is FUNCTION:
        takes: Takes = takes_of(function)
        if takes is not None:
            taken = takes.positional - (function is not callback)
        demand_no_more(callback, 2, name)
    elif type(callback) is METHOD_OF_C and issubclass(callback.__objclass__, SpriteRow):
        taken = 1
    if taken >= 2:
        return 0
    raise TypeError(
        f"{name} must be a function of two sprites, f(own, other), but "
        f"{getattr(callback, '__qualname__', shown(callback))} takes {taken or 'none'}; "
        f'to call a method, pass its name: {name}="vanish"'
    )


@C.cfunc
@C.exceptval(-1, check=False)
def demand_no_more(callback: object, given: C.Py_ssize_t, name: object) -> C.int:
    """Refuse a function that needs more arguments than `given` sprites and the contact."""
    function: object = function_of(callback)
    takes: Takes = takes_of(function) if type(function) is FUNCTION else None
    if takes is None:
        return 0
    bound: C.int = function is not callback
    more: list = [one for k, one in takes.required if k >= given + bound]
    if not more:
        return 0
    raise TypeError(
        f"{name} is called with {'two sprites' if given == 2 else 'the other sprite'}, and with "
        f"contact=... if it takes that, but {getattr(callback, '__qualname__', shown(callback))} "
        f"needs {' and '.join(more)}, too; give a default"
    )


# --- the calls ----------------------------------------------------------------------------------


@C.ccall
@C.exceptval(check=False)
def must_exist(callback: object) -> C.bint:
    """Whether a callback is the name of a method that every sprite must have."""
    return isinstance(callback, str) and type(callback) is not OPTIONAL_NAME


@C.cfunc
def plain_name(callback: object) -> object:
    """Return the name of a method as an interned str, which CPython can look up in its cache.

    Any other callback is returned as it is.
    """
    return sys.intern(str(callback)) if isinstance(callback, str) else callback


@C.ccall
@C.exceptval(-1, check=False)
def demand_method(callback: object, sprite: object, name: str) -> C.int:
    """Raise an error if a sprite lacks a method whose name was given explicitly."""
    if callable(getattr(sprite, callback, None)):
        return 0
    hint: str = "; 'vanish' removes it" if callback == "kill" else ""
    raise AttributeError(
        f"{name}={shown(callback)} is not the name of a method of {shown(sprite)}{hint}",
        name=callback,
        obj=sprite,
    )


@C.ccall
@C.exceptval(-1, check=False)
def demand_method_of_any(callback: object, lists: list, name: str) -> C.int:
    """Raise an error if no sprite in some lists has a method whose name was given explicitly.

    The name may be misspelled. One sprite with the method is enough: the others need it only when
    it is called on them.
    """
    kinds: set = set()
    for sprites in lists:
        for sprite in sprites:
            if callable(getattr(sprite, callback, None)):
                return 0
            kinds.add(type(sprite).__name__)
    if kinds:
        raise AttributeError(
            f"{name}={shown(callback)} is not the name of a method of any sprite here: "
            f"{', '.join(sorted(kinds))}",
            name=callback,
        )
    return 0


@C.ccall
def call(callback: object, sprite: object, other: object) -> object:
    """Call one callback of a pair: a method of `sprite` by name, or a function (sprite, other)."""
    if callback is None:
        return None
    if not isinstance(callback, str):
        return ran(callback(sprite, other))
    method = getattr(sprite, callback, None)
    if not callable(method):
        if method is not None:
            mistakes.tell(call_mistakes.of_no_method(sprite, callback, method))
        return None
    if takes_no_argument(method):
        return ran(method())
    return ran(method(other))


# --- for `update`, `draw` and `clean` -------------------------------------------------------------


@C.ccall
def call_on_each(runs: object, name: str, arguments: tuple, named: dict) -> list:
    """Call a method on every object in some sequences that has the method and has not vanished.

    Returns:
        the objects if none of them has the method, or else an empty list.
    """
    lacking: list = []
    is_known: C.bint = False
    for items in runs:
        for item in items:
            method: object = getattr(item, name, None)
            if not callable(method):
                lacking.append(item)
                continue
            if not is_gone(item):
                # A call takes 6 % longer with a dict, even if that is empty.
                answer: object = method(*arguments, **named) if named else method(*arguments)
                if answer is not None:
                    ran(answer)
            is_known = True
    return [] if is_known else lacking


@C.cfunc
@C.inline
@C.exceptval(check=False)
def is_gone(item: object) -> C.bint:
    """Whether an object is a sprite that has vanished."""
    return isinstance(item, SpriteRow) and STORE.flags[C.cast(SpriteRow, item).row] & GONE != 0


@C.ccall
def in_drawing_order(objects: list) -> list:
    """Return the visible objects from low `z` to high. Objects with equal `z` keep their order."""
    kind: object = None
    last: object = OMITTED
    z: object
    k: C.Py_ssize_t
    is_shown: C.bint
    is_plain: C.bint = False
    in_order: C.bint = True
    plain: dict = {}
    visible: list = None  # as long as all of them are
    for k in range(len(objects)):
        item: object = objects[k]
        if type(item) is not kind:
            kind = type(item)
            if kind not in plain:
                plain[kind] = _reads_as_stored(kind)
            is_plain = plain[kind]
        # Reading the stored values takes a third of the time of `getattr`.
        is_shown = (
            STORE.records[C.cast(SpriteRow, item).row].flags & VISIBLE != 0
            if is_plain
            else getattr(item, "visible", True)
        )
        if not is_shown:
            if visible is None:
                visible = objects[:k]
            continue
        if visible is not None:
            visible.append(item)
        if is_plain:
            z = C.cast(SpriteRow, item).z_or_companion
            if isinstance(z, Companion):
                z = C.cast(Companion, z).z
        else:
            z = _level(item)
        if z is not last and last is not OMITTED and z < last:
            in_order = False
        last = z
    if visible is None:
        visible = objects
    return visible if in_order else sorted(visible, key=_level)


def _level(item: object) -> object:
    """The `z` of an object."""
    return getattr(item, "z", 0)


@C.cfunc
def _reads_as_stored(kind: object) -> object:
    """Whether `visible` and `z` of a class are the library's own attributes of sprites."""
    if not issubclass(kind, SpriteRow) or kind.__getattribute__ is not object.__getattribute__:
        return False
    for name in ("visible", "z"):
        for base in kind.__mro__:
            if name in base.__dict__:
                if type(base.__dict__[name]) is not Attribute:
                    return False
                break
    return True


@C.ccall
def not_yet_met(objects: list, met: list) -> list:
    """Return the objects that are not among those met. Usually both lists are equal."""
    k: C.Py_ssize_t = 0
    if objects is met:
        return []
    if len(objects) == len(met):
        while k < len(met) and objects[k] is met[k]:
            k += 1
        if k == len(met):
            return []
    known: set = {id(item) for item in met}
    return [item for item in objects if id(item) not in known]


@C.ccall
def clean_list(items: object) -> list:
    """Remove None and vanished sprites from a list, in place. Return the lists inside it."""
    items[:] = [item for item in items if not (item is None or is_gone(item))]
    return [item for item in items if isinstance(item, list)]


@C.cfunc
def _method_asks(sprite: object, name: str) -> bool:
    """Whether the method of a sprite's class takes a contact. It may not take more than that."""
    method: object = getattr(type(sprite), name, None)
    asks: C.bint = asks_for_contact(method)
    if type(method) is FUNCTION:
        demand_no_more(getattr(sprite, name, None), 1, name)
    return asks


@C.cfunc
@C.boundscheck(False)
@C.wraparound(False)
def _contacts_asked_for(
    callback: object,
    found: list,
    side: C.int,
    contacts: dict | None,
    hit: C.bint,
    crossings: list | None,
    query_filter: QueryFilter | None,
) -> dict:
    """Find the contacts for the callbacks that take one, by 2 * index of the pair + side.

    Like the pairs, they are found before the first callback runs. The signature of a callback shows
    whether it takes a contact. Signatures of methods are read once per class. Pairs that no longer
    `hit` get None. Pairs in `crossings`, if it is given, get the contact from there. The conditions
    decide which shapes count.
    """
    kinds: dict = {}
    kind: object = None
    asks: C.bint = False
    is_name: C.bint = isinstance(callback, str)
    k: C.Py_ssize_t
    if callback is None:
        return contacts
    if not is_name:
        asks = asks_for_contact(callback)
        if not asks:
            return contacts
    for k in range(len(found)):
        pair: tuple = found[k]
        sprite: object = pair[side]
        if is_name and type(sprite) is not kind:
            kind = type(sprite)
            if kind not in kinds:
                kinds[kind] = _method_asks(sprite, callback)
            asks = kinds[kind]
        if asks:
            if contacts is None:
                contacts = {}
            if not hit:
                contacts[2 * k + side] = None
            elif crossings is not None:
                contacts[2 * k + side] = (
                    contact_questions.seen_from_other(crossings[k]) if side else crossings[k]
                )
            else:
                contacts[2 * k + side] = contact_questions.deepest_contact(pair, side, query_filter)
    return contacts


@C.cfunc
def _call_with(
    callback: object, sprite: object, other: object, contacts: dict | None, place: C.Py_ssize_t
) -> object:
    """Call one callback of a pair, with its contact if `contacts` has one at its place."""
    if contacts is None:
        return call(callback, sprite, other)
    contact: object = contacts.get(place, OMITTED)
    if contact is OMITTED:
        return call(callback, sprite, other)
    if not isinstance(callback, str):
        return ran(callback(sprite, other, contact=contact))
    method: object = getattr(sprite, callback, None)
    if not callable(method) or not asks_for_contact(method):  # an attribute of this very sprite
        return call(callback, sprite, other)
    function: object = function_of(method)
    takes: Takes = takes_of(function)  # which takes a contact, as found before
    if takes.others > (function is not method):
        return ran(method(other, contact=contact))
    return ran(method(contact=contact))


@C.ccall
def optional(callback: object) -> object:
    """Return a callback. "shot" and "hit" become names of methods that may be missing."""
    if type(callback) is str and callback in ("shot", "hit"):
        return SHOT if callback == "shot" else HIT
    return callback


@C.ccall
@C.exceptval(-1, check=False)
def demand_no_shot(shot: object) -> C.int:
    """Refuse a `shot` callback within one collection, because it would never be called."""
    if shot is None or shot == "shot":
        return 0
    raise TypeError(
        f"within one collection only hit is called, on both sprites, so shot={shown(shot)} would "
        "never be called: pass it as hit, or pass targets"
    )


@C.cfunc
def lists_of(batch: Batch) -> list:
    """Return the sprites of a batch, without holes, as one list, or as one list for each piece."""
    lists: list = []
    piece: Batch
    for piece in [batch] if batch.pieces is None else batch.pieces:
        sync(piece)
        lists.append(piece.sprites)
    return lists


@C.cfunc
def by_position(names: tuple, shot: object, hit: object) -> tuple:
    """Return the callbacks, with those that were given by position filled in."""
    first: object = names[0]
    if isinstance(first, SpriteRow) or (
        hasattr(type(first), "__iter__") and not isinstance(first, str)
    ):
        raise as_one("check", "targets")
    if len(names) > 2:
        raise TypeError(
            f"check() takes sprites, targets, and at most two names of methods, got {len(names)}"
        )
    for name, callback, keyword in zip(names, (shot, hit), ("shot", "hit"), strict=False):
        if not (callback is SHOT or callback is HIT):
            raise TypeError(f"check() got {keyword} twice, by position and as a keyword")
        if isinstance(name, bool):
            raise TypeError(
                f"by position, {keyword} must be the name of a method or None, got {name}; write "
                f"{keyword}={chr(34)}vanish{chr(34)} where pygame takes True, or {keyword}=None"
            )
        if not (name is None or isinstance(name, str)):
            raise TypeError(
                f"by position, {keyword} must be the name of a method or None, got {shown(name)}; "
                f"pass a function by keyword, {keyword}=..."
            )
    return (*names, hit)[:2]


def check(
    attackers,
    targets=OMITTED,
    *names,
    shot=SHOT,
    hit=HIT,
    mask=None,
    exclude=(),
    where=None,
    shapes=None,
    target_shapes=None,
):
    """Find all pairs that hit, then call their callbacks. Return the pairs.

    For each pair, `attacker.shot(target)` is called, then `target.hit(attacker)`. A sprite without
    a method `shot` or `hit` is skipped, but any other name that you pass must be the name of a
    method. A method without parameters is called without an argument. Within one collection
    (`targets` omitted, or the same object twice), both sprites are targets: `a.hit(b)`, then
    `b.hit(a)`.

    If a callback has a parameter named `contact`, it is passed the deepest `Contact` of the pair,
    as seen from its own sprite at the time when the pairs were found.

    A pair is skipped if one of its sprites has vanished or has returned `DISCARD` in an earlier
    pair. Within a pair, `hit` is called even if `shot` made a sprite vanish. An exception in a
    callback propagates, and the remaining callbacks are not called.

    Args:
        attackers: a Sprite, a Group, or an iterable of them, as for `Sprite.check`.
        targets: a Sprite, a Group, or an iterable of them. If omitted, the pairs within `attackers`
            are found.
        *names: method names or None for `shot` and `hit`, by position. Pass functions by keyword.
        shot: a method name, a function `f(attacker, target)`, or None to call nothing. Within one
            collection it is not called, so only "shot" or None is allowed there.
        hit: a method name, a function `f(target, attacker)`, or None to call nothing.
        mask: layers as bits: only targets on one of them count. This replaces the usual test of
            both sprites' layers and masks. Within one collection, both sprites are targets.
        exclude: a Sprite, a Group, or an iterable of them: targets to leave out.
        where: a function f(attacker, target) that returns True if a pair counts; or a function of a
            target, which is called once for each target that is hit. It is called after all pairs
            are found, and before the first callback.
        shapes: a name or names of shapes of the attackers; only these count. None means all.
        target_shapes: likewise for the targets. Within one collection, either sprite of a pair may
            be the one with `shapes`.

    Returns:
        All pairs that hit, as `pairs` returns them: a list of tuples (attacker, target), including
        pairs whose callbacks were skipped.

    Raises:
        TypeError: `attackers` or `targets` is None or contains anything that is not a sprite, or
            `shot` or `hit` has the wrong type or is a function that does not take two sprites, or a
            condition has the wrong type.
        AttributeError: a sprite lacks a method whose name was given as `shot` or `hit`. If none of
            the sprites has it, this is raised even if nothing hits.
        ValueError: a container contains itself, or `mask` has more than 64 bits.

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
    within: C.bint = targets is OMITTED or targets is attackers
    if names:
        shot, hit = by_position(names, shot, hit)
    shot = optional(shot)
    hit = optional(hit)
    demand_callable(shot, "shot")
    demand_callable(hit, "hit")
    if within:
        demand_no_shot(shot)
    query_filter: QueryFilter = None
    if not none_given(mask, exclude, where, shapes, target_shapes):
        query_filter = hit_query_filter(None, mask, exclude, where, shapes, target_shapes)
    first: object = hit if within else shot
    first_named: C.bint = must_exist(first)
    hit_named: C.bint = must_exist(hit)
    if (first_named or hit_named) and targets is not None:  # so that iterators are walked once
        attackers = pieces_of(attackers, "attackers")
        targets = attackers if within else other_pieces_of(targets, "targets", attackers)
    found: list = found_pairs(attackers, targets, "attackers", "targets", query_filter)
    if first is None and hit is None:
        return found
    if not found:  # otherwise the first pair decides
        if first_named:
            demand_method_of_any(first, lists_of(attackers), "hit" if within else "shot")
        if hit_named:
            demand_method_of_any(hit, lists_of(targets), "hit")
    elif FIRST_CHECKS.hits_left > 0:
        FIRST_CHECKS.hits_left -= 1
        mistakes.tell(call_mistakes.of_unheard(found[0], first, hit))
    first = plain_name(first)
    hit = plain_name(hit)
    found_then: list = list(found)
    contacts: dict = _contacts_asked_for(first, found_then, 0, None, True, None, query_filter)
    contacts = _contacts_asked_for(hit, found_then, 1, contacts, True, None, query_filter)
    _call_on_pairs(
        found_then,
        first,
        hit,
        contacts,
        ("hit" if within else "shot") if first_named else None,
        "hit" if hit_named else None,
    )
    return found


@C.cfunc
@C.exceptval(-1)
def _call_on_pairs(
    found: list,
    first: object,
    hit: object,
    contacts: dict | None,
    demanded: str | None,
    hit_demanded: str | None,
) -> C.int:
    """Call the callbacks of pairs in order. Methods whose names were given explicitly must exist.

    A sprite that has vanished or returned `DISCARD` is skipped from then on.
    """
    discarded: set = set()
    k: C.Py_ssize_t
    for k in range(len(found)):
        pair: tuple = found[k]
        a: SpriteRow = C.cast(SpriteRow, pair[0])
        b: SpriteRow = C.cast(SpriteRow, pair[1])
        if (STORE.flags[a.row] | STORE.flags[b.row]) & GONE:
            continue
        if discarded and (id(a) in discarded or id(b) in discarded):
            continue
        if demanded is not None:
            demand_method(first, a, demanded)
        if hit_demanded is not None:
            demand_method(hit, b, hit_demanded)
        if _call_with(first, a, b, contacts, 2 * k) is DISCARD:
            discarded.add(id(a))
        if _call_with(hit, b, a, contacts, 2 * k + 1) is DISCARD:
            discarded.add(id(b))
    return 0


@C.ccall
@C.boundscheck(False)
@C.wraparound(False)
def contacts_for(
    callback: object,
    event: str,
    changed: list,
    crossings: list | None = None,
    query_filter: QueryFilter | None = None,
) -> object:
    """Return the contacts that the callbacks of an event take (see `call_all`), or None.

    `crossings` contains how pairs met that hit only between two updates. The conditions decide
    which shapes count.
    """
    hit: C.bint = event != "exit"
    kind: object = None
    pair: tuple
    side: C.Py_ssize_t
    callback = plain_name(callback)
    if isinstance(callback, str):  # most have no such method: all are checked in one go
        for pair in changed:
            for side in range(2):
                if type(pair[side]) is not kind:
                    kind = type(pair[side])
                    if getattr(kind, callback, None) is not None:
                        break
            else:
                continue
            break
        else:
            return None
    contacts: dict = _contacts_asked_for(callback, changed, 0, None, hit, crossings, query_filter)
    return _contacts_asked_for(callback, changed, 1, contacts, hit, crossings, query_filter)


@C.ccall
def call_all(
    callback: object, event: str, changed: list, silent: set, contacts: dict | None
) -> object:
    """Call one callback on both sprites of each pair that has changed (see `Overlaps`).

    A pair that enters or stays is skipped if a sprite has vanished. `silent` contains the ids of
    pairs whose `enter` was skipped. Their `exit` is skipped, too.
    """
    k: C.Py_ssize_t
    exits: C.bint = event == "exit"
    demanded: C.bint = must_exist(callback)
    callback = plain_name(callback)
    for k in range(len(changed)):
        pair: tuple = changed[k]
        a: SpriteRow = C.cast(SpriteRow, pair[0])
        b: SpriteRow = C.cast(SpriteRow, pair[1])
        if exits:
            if silent and id(pair) in silent:
                silent.discard(id(pair))
                continue
        elif (STORE.flags[a.row] | STORE.flags[b.row]) & GONE:
            if event == "enter":
                silent.add(id(pair))
            continue
        if demanded:
            demand_method(callback, a, event)
            demand_method(callback, b, event)
        _call_with(callback, a, b, contacts, 2 * k)
        _call_with(callback, b, a, contacts, 2 * k + 1)
    return None
