"""`Overlaps`: which pairs begin to hit, still hit, or have ceased to, from update to update.

A sprite that vanished is no special case: it has left its Group, so its pairs are among those that
are gone. `callbacks.call_all` decides which callbacks are skipped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from spritecol._support.arguments import arguments
from spritecol._support.names import missing
from spritecol._support.public_names import belong_to
from spritecol._support.range_check import shown, switch
from spritecol.shapes import Shape
from spritecol.shapes.base import name_number
from spritecol.sprites.default_arguments import (
    ENTER,
    EXIT,
    OMITTED,
    Omitted,
    OptionalName,
)
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
from spritecol.sprites.hints import mistakes
from spritecol.sprites.questions.answers import Changes
from spritecol.sprites.sprite.sprite import Sprite

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Generic

    from typing_extensions import TypeVar

    from spritecol.sprites.questions.answers import Contact
    from spritecol.typing import Callback, Names, Targets, WherePair

    _A = TypeVar("_A", bound=Sprite)
    _B = TypeVar("_B", bound=Sprite)
    _P = TypeVar("_P", bound="Pair", default=Any)
else:
    from spritecol._support.records import Generic

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

Pair = tuple[Any, ...]
ShapeKey = tuple[int, int, str | int, str | int]


class Overlaps(Generic[_P]):
    """Remembers which pairs hit, and tells what has changed from one update to the next.

    Between two updates nothing is watched: the events are the difference between what hits at one
    call of `update` and what hits at the next, whatever the reason. A pair exits once, whether its
    sprites were moved, turned, vanished, disabled or taken out of their Group. The sprites of
    present pairs are kept alive until they have exited.

    With `swept`, one thing between two updates counts too: that two sprites began to hit on their
    straight ways, each from the x and y that it had at the update before, as `Sprite.sweep` would
    find it for the way of one relative to the other. So a fast bullet misses nothing. Turns are not
    followed: angles, scales and shapes are those of now. A sprite that was not in the same one of
    `a` and `b` at the update before counts as resting, and so does one that was disabled then or
    had no shapes. A sprite that was put elsewhere counts as having passed all that lies in between.
    A pair that hit only on the way is in `entered` and in `exited` of the same update. Its `exit`
    is called last, after all else.

    An Overlaps can be copied and pickled together with its sprites. The copy remembers the same
    pairs, of the copied sprites; `copy.copy` keeps the sprites. Callbacks that are functions are
    kept by reference.

    Args:
        a: a Sprite, a Group, or an iterable of them that can be walked through again. It is kept,
            and read anew at each update.
        b: a Sprite, a Group, or an iterable of them, kept and read anew as `a` is. Left out, or the
            same object as `a`, pairs within `a` are watched.
        enter: what to call on both sprites of a pair that enters: a method name, a function
            `f(sprite, other)`, which is called as f(a, b) and then as f(b, a), or None to call
            nothing. By default the method `enter`, where a sprite has one; a name that is given
            must be that of a method. A callback with a parameter named `contact` is given the
            deepest `Contact` of the pair by that name.
        stay: what to call on both sprites of a pair that stays: a method name, a function, or None
            (the default) to call nothing.
        exit: what to call on both sprites of a pair that exits: a method name, a function, or None
            to call nothing. By default the method `exit`. Such a pair has no contact any more, so
            `contact` is None.
        by_shape: if True, pairs of shapes are watched instead of pairs of sprites. A shape is
            identified by its name or, without one, by its position in `Sprite.shapes`; shapes with
            the same name count as one.
        swept: if True, pairs that began to hit between two updates count, although they do not hit
            any more. The `contact` of such a pair is where they met, with the depth 0. All sprites
            are kept alive from one update to the next.
        mask: layers as bits. Only sprites of `b` on one of them count, instead of those that the
            layers and masks of both let meet. Within one collection, both have to be.
        exclude: a Sprite, a Group, or an iterable of them to leave out of `b`. It is kept, and read
            anew at each update.
        where: a function `f(one, other)` of the two sprites of a pair that returns True if it
            counts, called once about each that hits; or one of a sprite of `b`, called once about
            each that is hit. It is called before the first callback. A pair that ceases to count
            exits.
        shapes: a name or names of shapes of the sprites of `a`; only these count. None means all.
        target_shapes: the same of the sprites of `b`. Within one collection, either sprite of a
            pair may be the one with `shapes`.

    Raises:
        TypeError: `a`, `b` or `exclude` contains an iterator or anything that is not a sprite; `a`
            or `b` is None; a callback is of another type, or a function that does not take two
            sprites; or `mask` or `where` is of another type.
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
    _are_methods: bool  # whether each name that was given was seen to be a method's
    _silent: set[int]  # ids of pairs of this update whose `enter` was skipped

    # If sprites are given singly or in one flat iterable, the pairs keep their classes.
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
    @arguments("write Overlaps(a, b), several as [a, c], all else by name", mistakes.unknown_event)
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

        def __getattr__(self, name: str) -> Any:
            """Called for a name that is not there: the error says what to read instead."""
            raise missing(self, name)

        def __setattr__(self, name: str, value: Any) -> None:
            """Refuse what would change nothing, such as a misspelled name."""
            if type(self) is Overlaps and name[:1] != "_" and not hasattr(Overlaps, name):
                raise mistakes.unknown_setting(self, name)
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        kind = "shapes" if self._by_shape else "sprites"
        return f"<Overlaps: {len(self.pairs)} pairs of {kind}>"

    @property
    def pairs(self) -> list[_P]:
        """The pairs that hit at the last update, in order; a new list.

        >>> watch = Overlaps([Sprite(collision=Circle(0, 0, 8)) for _ in range(3)])
        >>> len(watch.pairs), len(watch.update().entered), len(watch.pairs)
        (0, 3, 3)
        """
        return list(self._shapes.values()) if self._by_shape else self._present.pairs()

    def update(self) -> Changes[_P]:
        """Find which pairs hit now, then call the callbacks of what has changed.

        First it calls `exit` of the pairs that exited, then `enter` of those that entered, then
        `stay` of those that stayed. So a hero that walks from one room into the next leaves the old
        room before it enters the new one. For a pair (sprite, other), `sprite.enter(other)` is
        called, then `other.enter(sprite)`, and so on; a method without parameters is called without
        an argument. Contacts are seen from the sprite that is called, and as they were when the
        pairs were found.

        All is found before the first callback runs. As in `check`, a pair that entered or stayed is
        skipped if one of its sprites has vanished since; it exits at the next update. The callbacks
        of a pair that exits are called also for a vanished sprite, except if that pair's `enter`
        was skipped. An exception in a callback propagates, and the remaining ones are not called;
        the pairs count as reported.

        Returns:
            The changes since the last update. At the first one all pairs that hit enter.

        Raises:
            AttributeError: a sprite lacks a method whose name was given; or, in the first update
                that finds sprites, each of them does.
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
        skipped: set[int] = set()  # the same, of pairs that hit only in between
        calls = []
        for event, is_between, unheard in (
            ("exit", False, silent),
            ("enter", False, self._silent),
            ("enter", True, skipped),
            ("stay", False, self._silent),
            ("exit", True, skipped),
        ):
            callback = self._callbacks[event]
            if callback is None:  # `stayed` is not made if nobody asks for it
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
            mistakes.tell(mistakes.of_events(changes.entered, self._callbacks), level=3)
        for call in calls:
            call_all(*call)
        return changes

    def clear(self, emit: bool = False) -> None:
        """Forget all present pairs: at the next update, all that hit enter.

        Args:
            emit: if True, `exit` is called for each of them, as if they had ceased to hit.

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
        """Forget present pairs of a sprite: what still overlaps enters again at the next update.

        No `exit` is called. So a blow that has hit may hit once more.

        Args:
            sprite: a Sprite, or one of `pairs`; of a pair of shapes, only that one is forgotten.
            other: another Sprite; then only their pair is forgotten. None means all of its pairs.

        Raises:
            TypeError: an argument is of another type.

        >>> fist, face = Sprite(collision=Circle(0, 0, 4)), Sprite(collision=Circle(0, 0, 9))
        >>> blows = Overlaps(fist, face)
        >>> len(blows.update().entered), len(blows.update().entered)
        (1, 0)
        >>> blows.forget(fist)  # the next blow begins
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
        if not (self._by_shape and shapes):  # else the sprites go on to hit
            gone += self._present.forget_some(sprite, other)
        forgotten = {id(pair) for pair in gone}
        self._silent -= forgotten
        self._shapes = {k: pair for k, pair in self._shapes.items() if id(pair) not in forgotten}

    def _demand_methods(self) -> None:
        """Refuse the name of a callback that is no method of any sprite: it may be misspelled.

        One sprite that has the method is enough: others may join later. While there are no sprites,
        the next update asks again.
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
    ) -> tuple[Changes, list[tuple[Pair, Contact]]]:
        """Find which pairs of shapes are new, stayed or are gone, among the sprites that hit now.

        Returns also those that hit only between two updates, each with its `Contact`. A finalizer
        may call `update` meanwhile. Then the shapes are compared again, with the pairs of that
        update.
        """
        while True:
            old = self._shapes
            new: dict[ShapeKey, Pair] = {}
            between: dict[ShapeKey, tuple[Pair, Contact]] = {}
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
        """The key of a pair of shapes; within one collection the order of two may change."""
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
        self._query_filter = (*query_filter, None, None)[:5]  # 3 before shapes could be named
        _know(*self._query_filter[3:])
        self._callbacks = DEFAULT_CALLBACKS | callbacks
        self._present = PresentPairs(self._swept, self._by_shape, self._b is None)
        self._are_methods = False
        self._recall(state["_memory"])

    def _memory(self) -> tuple[Any, ...]:
        """What is remembered from the last update.

        Pairs; pairs of shapes with their keys; the positions of those whose `enter` was skipped;
        and where the sprites of `a` and of `b` were.
        """
        pairs, places, other_places = self._present.memory()
        shapes = [
            (*pair, *(key[2:] if key[0] == id(pair[0]) else (key[3], key[2])))
            for key, pair in self._shapes.items()
        ]
        present = list(self._shapes.values()) if self._by_shape else pairs
        silent: list[int] = []
        if self._silent:  # most often nothing is
            silent = [k for k, pair in enumerate(present) if id(pair) in self._silent]
        return pairs, shapes, silent, places, other_places

    def _recall(self, memory: Any) -> None:
        """Remember what `_memory` has returned; or what anybody has written into a pickle.

        Raises:
            TypeError: it is anything else; then nothing has changed.
            ValueError: a number in it is out of range; then neither.
        """
        if not isinstance(memory, tuple) or len(memory) != 5:
            raise TypeError(f"the memory of an Overlaps must be a tuple of 5, got {shown(memory)}")
        pairs, listed, silent, places, other_places = memory
        if not all(isinstance(part, list) for part in memory[:3]):
            raise TypeError(f"what an Overlaps remembers must be lists, got {shown(memory)}")
        shapes: dict[ShapeKey, Pair] = {}
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
    """Names of shapes, as they are kept: an iterator would be used up."""
    return names if names is None or isinstance(names, str) else tuple(names)


def _know(*names: Any) -> None:
    """Register names of shapes that no shape may have here yet, as in a loaded Overlaps."""
    for given in names:
        for name in (given,) if given is None or isinstance(given, str) else given:
            if not (given is None or isinstance(name, str)):
                raise TypeError(f"shapes must be names of shapes, got {shown(given)}")
            name_number(name)


def _is_of_shapes(pair: Pair, sprite: Any, shapes: list[Shape]) -> bool:
    """Whether a pair is of these shapes, the first of them of a sprite. A name stands for all."""
    own, others = pair[2:] if pair[0] is sprite else pair[:1:-1]
    return all(
        there == wanted if wanted.name is None else there.name == wanted.name
        for there, wanted in zip((own, others), shapes, strict=True)
    )


def _key(shape: Shape, position: int) -> str | int:
    """The key of a shape among those of its sprite: its name, or else its position."""
    return position if shape.name is None else shape.name


belong_to("spritecol", Overlaps)
