"""`Overlaps`: which pairs start to hit, still hit, or stopped hitting from one update to the next.

A vanished sprite is not a special case: it has left its Group, so its pairs are among the pairs
that are gone. `callbacks.call_all` decides which callbacks are skipped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from spritecol._support.arguments import arguments
from spritecol._support.names import TellsNames
from spritecol._support.public_classes import belong_to
from spritecol._support.range_check import OMITTED, Omitted, shown, switch
from spritecol.shapes import Shape
from spritecol.shapes.base import name_number
from spritecol.sprites.events.callbacks import (
    call_all,
    contacts_for,
    demand_callable,
    demand_method_of_any,
    must_exist,
)
from spritecol.sprites.events.present_pairs import (
    PresentPairs,
    check_query_filter,
    is_of,
    lasting_sprites,
)
from spritecol.sprites.hints import call_mistakes, mistakes
from spritecol.sprites.questions.answers import Changes
from spritecol.sprites.sprite import Sprite
from spritecol.sprites.tables.default_methods import (
    ENTER,
    EXIT,
    OptionalName,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Generic

    from typing_extensions import TypeVar

    from spritecol.sprites.questions.answers import Contact
    from spritecol.typing import Callback, Names, Targets, WherePair

    _A = TypeVar("_A", bound=Sprite)
    _B = TypeVar("_B", bound=Sprite)
    _P = TypeVar("_P", bound="SpritePair", default=Any)
else:
    from spritecol._support.public_classes import Generic

    _P = None

EVENTS = {"enter": "entered", "stay": "stayed", "exit": "exited"}

DEFAULT_CALLBACKS: dict[str, Callback[Any, Any]] = {"enter": ENTER, "exit": EXIT}

STATE = {
    "_a",
    "_b",
    "_callbacks",
    "_by_shape",
    "_swept",
    "_query_filter",
    "_is_judged",
    "_memory",
}

PAIR_OF_SHAPES: tuple[Any, ...] = (Sprite, Sprite, Shape, Shape, (str, int), (str, int))

SpritePair = tuple[Any, ...]
ShapeKey = tuple[int, int, str | int, str | int]


class Overlaps(TellsNames, Generic[_P]):
    """Remembers which pairs hit, and reports which pairs enter, stay and exit at each update.

    The events are the difference between the pairs that hit at one call of `update` and the pairs
    that hit at the next, whatever the reason. Nothing is watched in between. A pair exits once,
    whether one of its sprites was moved, rotated, disabled, removed from its Group or has vanished.
    The sprites of present pairs are kept alive until their pairs have exited.

    With `swept`, hits between two updates count, too, so a fast bullet misses nothing. Each sprite
    is taken to move in a straight line from its x and y at the previous update, and two sprites hit
    if `Sprite.sweep` would find a hit for their relative motion. Rotation is not followed: the
    current angles, scales and shapes are used. A sprite counts as resting if, at the previous
    update, it was not in the same collection (`a` or `b`), was disabled or had no shapes. A
    teleported sprite counts as having passed through everything in between. A pair that hit only in
    between is in both `entered` and `exited` of the same update. Its `exit` is called last.

    An Overlaps can be copied and pickled together with its sprites. The copy remembers the same
    pairs of the copied sprites. `copy.copy` keeps the original sprites. Callback functions are kept
    by reference.

    Args:
        a: a Sprite, a Group, or an iterable of them (not an iterator). It is kept, and read again
            at each update.
        b: a Sprite, a Group, or an iterable of them, kept and read again like `a`. If omitted, or
            if it is the same object as `a`, pairs within `a` are watched.
        enter: what to call on both sprites of a pair that enters: a method name, a function
            `f(sprite, other)`, which is called as f(a, b) and then as f(b, a), or None to call
            nothing. The default is the method `enter` of sprites that have one; any name that you
            pass must be the name of a method. If a callback has a parameter named `contact`, it is
            passed the deepest `Contact` of the pair.
        stay: what to call on both sprites of a pair that stays: a method name, a function, or None
            (the default) to call nothing.
        exit: what to call on both sprites of a pair that exits: a method name, a function, or None
            to call nothing. The default is the method `exit`. Such a pair no longer has a contact,
            so `contact` is None.
        by_shape: if True, pairs of shapes are watched instead of pairs of sprites. A shape is
            identified by its name or, without one, by its position in `Sprite.shapes`; shapes with
            the same name count as one.
        swept: if True, pairs that hit only between two updates count, too. The `contact` of such a
            pair is where they met, with depth 0. All sprites are kept alive from one update to the
            next.
        mask: layers as bits: only sprites of `b` on one of them count. This replaces the usual test
            of both sprites' layers and masks. Within one collection, both sprites have to be on one
            of them.
        exclude: a Sprite, a Group, or an iterable of them to leave out of `b`. It is kept, and read
            again at each update.
        where: a function f(one, other) that returns True if a pair counts, called once for each
            pair that hits; or a function of a sprite of `b`, called once for each sprite that is
            hit. It is called before the first callback. A pair that no longer counts exits.
        shapes: a name or names of shapes of the sprites of `a`; only these count. None means all.
        target_shapes: likewise for the sprites of `b`. Within one collection, either sprite of a
            pair may be the one with `shapes`.

    Raises:
        TypeError: `a`, `b` or `exclude` contains an iterator or anything that is not a sprite; `a`
            or `b` is None; a callback has the wrong type, or is a function that does not take two
            sprites; or `mask` or `where` has the wrong type.
        ValueError: an iterable contains itself, `mask` has more than 64 bits, or no shape has one
            of the names.

    >>> class Door(Sprite):
    ...     collision = Rect(0, 0, 10, 30)
    ...     def enter(self, visitor):
    ...         print("welcome")
    ...     def exit(self, visitor):
    ...         print("good-bye")
    >>> door, player = Door(100, 0), Sprite(collision=Rect(0, 0, 8, 16))
    >>> watch = Overlaps(door, player)
    >>> for player.x in (90, 95, 105, 120):
    ...     changes = watch.update()
    welcome
    good-bye
    """

    _a: Targets
    _b: Targets | None  # None: pairs within `a`
    _callbacks: dict[str, Callback[Any, Any]]
    _by_shape: bool
    _swept: bool
    _query_filter: tuple[Any, ...]
    _present: PresentPairs
    _shapes: dict[ShapeKey, Any]
    _is_judged: bool  # whether the first pairs were examined for likely mistakes
    _are_methods: bool  # whether each given name was seen to be a method of a sprite
    _silent: set[int]  # ids of pairs of this update whose `enter` was skipped

    # If sprites are given singly or in one flat iterable, checkers know their classes in the pairs.
    @overload
    def __init__(
        self: Overlaps[tuple[_A, _A]],
        a: _A | Iterable[_A | None],
        *,
        enter: Callback[_A, _A] = ...,
        stay: Callback[_A, _A] = ...,
        exit: Callback[_A, _A] = ...,
        by_shape: Literal[False] = ...,
        swept: bool = ...,
        mask: int | None = ...,
        exclude: Targets | None = ...,
        where: WherePair = ...,
        shapes: Names = ...,
        target_shapes: Names = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: Overlaps[tuple[_A, _B]],
        a: _A | Iterable[_A | None],
        b: _B | Iterable[_B | None],
        *,
        enter: Callback[Any, Any] = ...,
        stay: Callback[Any, Any] = ...,
        exit: Callback[Any, Any] = ...,
        by_shape: Literal[False] = ...,
        swept: bool = ...,
        mask: int | None = ...,
        exclude: Targets | None = ...,
        where: WherePair = ...,
        shapes: Names = ...,
        target_shapes: Names = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: Overlaps[Any],
        a: Targets,
        b: Targets = ...,
        *,
        enter: Callback[Any, Any] = ...,
        stay: Callback[Any, Any] = ...,
        exit: Callback[Any, Any] = ...,
        by_shape: bool = ...,
        swept: bool = ...,
        mask: int | None = ...,
        exclude: Targets | None = ...,
        where: WherePair = ...,
        shapes: Names = ...,
        target_shapes: Names = ...,
    ) -> None: ...
    @arguments(
        "write Overlaps(a, b), several as [a, c], and the rest by keyword",
        call_mistakes.unknown_event,
    )
    def __init__(
        self,
        a: Targets,
        b: Targets | Omitted = OMITTED,
        *,
        enter: Callback[Any, Any] = ENTER,
        stay: Callback[Any, Any] = None,
        exit: Callback[Any, Any] = EXIT,
        by_shape: bool = False,
        swept: bool = False,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WherePair = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> None:
        for callback, name in ((enter, "enter"), (stay, "stay"), (exit, "exit")):
            demand_callable(callback, name)
        by_shape, swept = switch(by_shape, "by_shape"), switch(swept, "swept")
        lasting_sprites(a, "a")
        if not isinstance(b, Omitted):
            lasting_sprites(b, "b")
        check_query_filter(mask, exclude, where, shapes, target_shapes)
        self._a = a
        self._b = None if isinstance(b, Omitted) or b is a else b
        self._callbacks = {"enter": enter, "stay": stay, "exit": exit}
        self._by_shape = by_shape
        self._swept = swept
        self._query_filter = (mask, exclude, where, _kept(shapes), _kept(target_shapes))
        self._present = PresentPairs(swept, by_shape, self._b is None)
        self._shapes = {}
        self._is_judged = False
        self._are_methods = False
        self._silent = set()

    if not TYPE_CHECKING:  # which would allow any name

        def __setattr__(self, name: str, value: Any) -> None:
            """Refuse an unknown name, such as a misspelled one, because assigning it would change
            nothing.
            """
            if type(self) is Overlaps and name[:1] != "_" and not hasattr(Overlaps, name):
                raise call_mistakes.unknown_setting(self, name)
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        kind = "shapes" if self._by_shape else "sprites"
        return f"<Overlaps: {len(self.pairs)} pairs of {kind}>"

    @property
    def pairs(self) -> list[_P]:
        """The pairs that hit at the last update, in order, as a new list.

        >>> watch = Overlaps([Sprite(collision=Circle(0, 0, 8)) for _ in range(3)])
        >>> len(watch.pairs), len(watch.update().entered), len(watch.pairs)
        (0, 3, 3)
        """
        return list(self._shapes.values()) if self._by_shape else self._present.pairs()

    def update(self) -> Changes[_P]:
        """Find which pairs hit now, call the callbacks, and return the changes.

        First `exit` is called for pairs that exited, then `enter` for pairs that entered, then
        `stay` for pairs that stayed. So a hero that walks from one room into the next leaves the
        old room before it enters the new one. For a pair (sprite, other), `sprite.enter(other)` is
        called, then `other.enter(sprite)`, and so on. A method without parameters is called without
        an argument. A contact is seen from the sprite whose callback is called, and is as it was
        when the pairs were found.

        All pairs are found before the first callback runs. As in `check`, a pair that entered or
        stayed is skipped if one of its sprites has vanished meanwhile. It exits at the next update.
        The `exit` callbacks are called even for a vanished sprite, unless the `enter` of the pair
        was skipped. An exception in a callback propagates, and the remaining callbacks are not
        called. Their pairs count as reported.

        Returns:
            The `Changes` since the last update. At the first update, all pairs that hit enter.

        Raises:
            AttributeError: a sprite lacks a method whose name was given. In the first update with
                any sprites, this is raised if none of them has the method.
            TypeError: an iterable contains anything that is not a sprite.

        >>> coin, purse = Sprite(collision=Circle(0, 0, 4)), Sprite(collision=Circle(0, 0, 9))
        >>> watch = Overlaps(coin, purse)
        >>> changes = watch.update()
        >>> coin.vanish()
        >>> len(changes.entered), watch.update().exited == changes.entered
        (1, True)
        """
        if not self._are_methods:
            self._demand_methods()
        changes: Changes[Any]
        changes, crossings = self._present.renew(self._a, self._b, self._query_filter)
        if self._by_shape:
            changes, between = self._renew_shapes(crossings)
        else:
            between = [((met.sprite, met.other), met) for met, _, _ in crossings]
        asked = self._present.query_filter
        passed, meetings = [pair for pair, _ in between], [met for _, met in between]
        silent = self._silent  # these pairs exit now, since one of their sprites has vanished
        self._silent = set()
        skipped: set[int] = set()  # likewise for pairs that hit only in between
        calls = []
        for event, is_between, unheard in (
            ("exit", False, silent),
            ("enter", False, self._silent),
            ("enter", True, skipped),
            ("stay", False, self._silent),
            ("exit", True, skipped),
        ):
            callback = self._callbacks[event]
            if callback is None:  # `stayed` is not built unless it is needed
                continue
            changed = passed if is_between else getattr(changes, EVENTS[event]).copy()
            if changed:
                met = meetings if is_between else None
                contacts = contacts_for(callback, event, changed, met, asked)
                calls.append((callback, event, changed, unheard, contacts))
        for pair, _ in between:
            changes.entered.append(pair)
            changes.exited.append(pair)
        if changes.entered and not self._is_judged:
            self._is_judged = True
            mistakes.tell(call_mistakes.of_events(changes.entered, self._callbacks))
        for call in calls:
            call_all(*call)
        return changes

    def clear(self, emit: bool = False) -> None:
        """Forget all present pairs, so that all pairs that hit enter at the next update.

        A watch with `swept=True` also forgets where its sprites were. So call this after you have
        placed them in another scene: at the next update, none of them counts as having moved.

        Args:
            emit: if True, `exit` is called for each of them, as if they had stopped hitting.

        >>> watch = Overlaps([Sprite(collision=Circle(0, 0, 8)) for _ in range(2)])
        >>> len(watch.update().entered)
        1
        >>> watch.clear()
        >>> watch.pairs, len(watch.update().entered)
        ([], 1)
        """
        emit = switch(emit, "emit")
        present = self.pairs
        self._present.forget()
        self._shapes = {}
        silent = self._silent
        self._silent = set()
        if emit and self._callbacks["exit"] is not None:
            contacts = contacts_for(self._callbacks["exit"], "exit", present)
            call_all(self._callbacks["exit"], "exit", present, silent, contacts)

    def forget(self, sprite: Any, other: Any = None) -> None:
        """Forget the present pairs of a sprite, so that those that still hit enter again.

        They enter at the next update. No `exit` is called. Use it to let an attack hit the same
        target once more. A watch with `swept=True` still knows where the sprite was: see `clear`.

        Args:
            sprite: a Sprite, or one of `pairs`. A pair of shapes is forgotten alone.
            other: another Sprite, to forget only the pair of these two. None means all pairs of
                `sprite`.

        Raises:
            TypeError: an argument has the wrong type.

        >>> fist, face = Sprite(collision=Circle(0, 0, 4)), Sprite(collision=Circle(0, 0, 9))
        >>> blows = Overlaps(fist, face)
        >>> len(blows.update().entered), len(blows.update().entered)
        (1, 0)
        >>> blows.forget(fist)  # the next attack begins
        >>> len(blows.update().entered)
        1
        """
        shapes: list[Any] = []
        if isinstance(sprite, tuple) and len(sprite) in (2, 4) and other is None:
            if not all(isinstance(shape, Shape) for shape in sprite[2:]):
                raise TypeError(f"sprite must be a Sprite, or one of pairs, got {shown(sprite)}")
            sprite, other, *shapes = sprite
        for one, name in ((sprite, "sprite"), (other, "other")):
            if not isinstance(one, Sprite) and not (one is None and name == "other"):
                raise TypeError(
                    f"{name} must be a Sprite, or sprite one of pairs, got {shown(one)}"
                )
        gone = [
            pair
            for pair in self._shapes.values()
            if is_of(pair, sprite, other) and (not shapes or _is_of_shapes(pair, sprite, shapes))
        ]
        if not (self._by_shape and shapes):  # otherwise the sprites still hit
            gone += self._present.forget_some(sprite, other)
        forgotten = {id(pair) for pair in gone}
        self._silent -= forgotten
        self._shapes = {k: pair for k, pair in self._shapes.items() if id(pair) not in forgotten}

    def _demand_methods(self) -> None:
        """Refuse the name of a callback if no sprite has such a method, since it may be misspelled.

        One sprite with the method is enough, because others may join later. Without any sprites,
        the next update checks again.
        """
        given = self._callbacks.items()
        names = [(event, str(callback)) for event, callback in given if must_exist(callback)]
        sprites = []
        if names:
            sprites = lasting_sprites(self._a, "a")
            sprites += [] if self._b is None else lasting_sprites(self._b, "b")
        for event, name in names:
            demand_method_of_any(name, [sprites], event)
        self._are_methods = not names or bool(sprites)

    def _renew_shapes(
        self, crossings: list[tuple[Contact, int, int]]
    ) -> tuple[Changes, list[tuple[SpritePair, Contact]]]:
        """Find which pairs of shapes are new, stayed or are gone, among the sprites that hit now.

        Also return the pairs that hit only between two updates, each with its `Contact`. If a
        finalizer calls `update` meanwhile, the shapes are compared again with the pairs of that
        update.
        """
        while True:
            old = self._shapes
            new: dict[ShapeKey, SpritePair] = {}
            between: dict[ShapeKey, tuple[SpritePair, Contact]] = {}
            for sprite, other in self._present.pairs():
                for i, shape, j, other_shape in self._present.hitting_shapes(sprite, other):
                    key = self._shape_key(sprite, other, _key(shape, i), _key(other_shape, j))
                    new.setdefault(key, (sprite, other, shape, other_shape))
            for met, i, j in crossings:
                pair = (met.sprite, met.other, met.shape, met.other_shape)
                keys = _key(met.shape, i), _key(met.other_shape, j)
                key = self._shape_key(met.sprite, met.other, *keys)
                if key not in new and key not in old:
                    between.setdefault(key, (pair, met))
            if self._shapes is old:
                break
        self._shapes = new
        changes = Changes(
            [pair for key, pair in new.items() if key not in old],
            [pair for key, pair in new.items() if key in old],
            [pair for key, pair in old.items() if key not in new],
        )
        return changes, list(between.values())

    def _shape_key(self, one: Any, other: Any, key: str | int, other_key: str | int) -> ShapeKey:
        """Return the key of a pair of shapes. Within one collection, the order of the two may
        change.
        """
        if self._b is None and id(one) > id(other):
            return id(other), id(one), other_key, key
        return id(one), id(other), key, other_key

    # Copies and pickles.

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        for name in ("_present", "_shapes", "_silent", "_are_methods"):
            del state[name]
        given = self._callbacks.items()
        state["_callbacks"] = {
            event: callback for event, callback in given if not isinstance(callback, OptionalName)
        }
        state["_memory"] = self._memory()
        return state

    def __setstate__(self, state: Any) -> None:
        if not isinstance(state, dict) or not state.keys() >= STATE:
            raise TypeError(f"the state of an Overlaps must be a dict, got {shown(state)}")
        callbacks = state["_callbacks"]
        if not isinstance(callbacks, dict) or {*DEFAULT_CALLBACKS, *callbacks} != {*EVENTS}:
            raise TypeError(f"the callbacks of an Overlaps must be a dict, got {shown(callbacks)}")
        for name in ("_by_shape", "_swept", "_is_judged"):
            if not isinstance(state[name], bool):
                raise TypeError(f"{name} must be True or False, got {shown(state[name])}")
        query_filter = state["_query_filter"]
        if not isinstance(query_filter, tuple) or len(query_filter) not in (3, 5):
            raise TypeError(f"mask, exclude and where must be a tuple, got {shown(query_filter)}")
        self.__dict__.update({name: state[name] for name in state if name != "_memory"})
        self._query_filter = (*query_filter, None, None)[:5]  # 3 before `shapes` existed
        _know(*self._query_filter[3:])
        self._callbacks = DEFAULT_CALLBACKS | callbacks
        self._present = PresentPairs(self._swept, self._by_shape, self._b is None)
        self._are_methods = False
        self._recall(state["_memory"])

    def _memory(self) -> tuple[Any, ...]:
        """Return the memory of the last update.

        It consists of the pairs, the pairs of shapes with their keys, the positions of pairs whose
        `enter` was skipped, and where the sprites of `a` and of `b` were.
        """
        pairs, places, other_places = self._present.memory()
        shapes = [
            (*pair, *(key[2:] if key[0] == id(pair[0]) else (key[3], key[2])))
            for key, pair in self._shapes.items()
        ]
        present = list(self._shapes.values()) if self._by_shape else pairs
        silent: list[int] = []
        if self._silent:  # usually empty
            silent = [k for k, pair in enumerate(present) if id(pair) in self._silent]
        return pairs, shapes, silent, places, other_places

    def _recall(self, memory: Any) -> None:
        """Restore the result of `_memory`, which may come from anybody's pickle.

        Raises:
            TypeError: it is anything else. Nothing has changed then.
            ValueError: a number in it is out of range. Nothing has changed then.
        """
        if not isinstance(memory, tuple) or len(memory) != 5:
            raise TypeError(f"the memory of an Overlaps must be a tuple of 5, got {shown(memory)}")
        pairs, listed, silent, places, other_places = memory
        if not all(isinstance(part, list) for part in memory[:3]):
            raise TypeError(f"what an Overlaps remembers must be lists, got {shown(memory)}")
        shapes: dict[ShapeKey, SpritePair] = {}
        for item in listed:
            if not (
                isinstance(item, tuple)
                and len(item) == len(PAIR_OF_SHAPES)
                and all(map(isinstance, item, PAIR_OF_SHAPES))
            ):
                raise TypeError(f"a pair of shapes must be two sprites, ..., got {shown(item)}")
            shapes[self._shape_key(item[0], item[1], item[4], item[5])] = item[:4]
        present = list(shapes.values()) if self._by_shape else pairs
        if not all(isinstance(k, int) and 0 <= k < len(present) for k in silent):
            raise ValueError(f"these must be positions of pairs, got {shown(silent)}")
        self._present.recall(pairs, places, other_places)
        self._shapes = shapes
        self._silent = {id(present[k]) for k in silent}


def _kept(names: Names) -> Names:
    """Return names of shapes in a form that can be kept, because an iterator would be used up."""
    return names if names is None or isinstance(names, str) else tuple(names)


def _know(*names: Any) -> None:
    """Register names of shapes that no shape may have yet, as in a loaded Overlaps."""
    for given in names:
        for name in (given,) if given is None or isinstance(given, str) else given:
            if not (given is None or isinstance(name, str)):
                raise TypeError(f"shapes must be names of shapes, got {shown(given)}")
            name_number(name)


def _is_of_shapes(pair: SpritePair, sprite: Any, shapes: list[Shape]) -> bool:
    """Whether a pair consists of these shapes, the first of them of a sprite. A name means all."""
    own, others = pair[2:] if pair[0] is sprite else pair[:1:-1]
    return all(
        there == wanted if wanted.name is None else there.name == wanted.name
        for there, wanted in zip((own, others), shapes, strict=True)
    )


def _key(shape: Shape, position: int) -> str | int:
    """Return the key of a shape among the shapes of its sprite: its name, or else its position."""
    return position if shape.name is None else shape.name


belong_to("spritecol", Overlaps)
