"""Helpers for testing games. `sync_test` finds state that a `World` does not save."""

from __future__ import annotations

import gc
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from enum import Enum
from itertools import islice
from types import CoroutineType, MemberDescriptorType
from typing import Any

import attrs

from spritecol._support.arguments import arguments
from spritecol._support.lazy_imports import is_array, is_numpy
from spritecol._support.range_check import shown, whole_number
from spritecol._support.warned import SpritecolWarning
from spritecol.shapes import Shape
from spritecol.sprites.group import Group
from spritecol.sprites.hints import call_mistakes, mistakes
from spritecol.sprites.overlaps import Overlaps
from spritecol.sprites.sprite import Sprite
from spritecol.world.attributes import (
    ABSENT,
    can_change,
    is_number_of_numpy,
    is_of_random_numbers,
    is_used_up,
)
from spritecol.world.known_classes import KEEPERS, keeper_memory
from spritecol.world.reachable import Reach, alive, are_same
from spritecol.world.world import Snapshot, World, demand_maker, facts_of

__all__ = ["sync_test"]

_MOST_NAMED = 8  # the number of differences and attributes that a message names

_NAMES_OF = {"image_size": ["image", "image_size"], "shapes_of_image": ["collision", "shapes"]}
"""Other names by which a difference is ignored, in addition to its own name."""

_CLASS = "__class__"

_PLAIN = (type(None), bool, int, float, complex, str, bytes)


@arguments()
def sync_test(
    world: World,
    update: Callable[[int], object],
    frames: int,
    back: int = 5,
    ignore: Iterable[str] = (),
    make: Callable[[str], Any] | None = None,
) -> None:
    """Play a game, and check at each frame that going back and playing again gives the same state.

    In each frame the game goes back some frames and plays them again. It must reach the same
    states, to the last bit, and objects that it creates must have the same attributes. If it does
    not, the World lacks something, or an update depends on something else, such as the clock,
    `random` or the order of a set.

    Two plays that agree do not show that everything is saved. So it is also an error if an update
    changes something that the World does not save: an attribute of an object in reach, or of a
    helper that such an object or the owner of `update` holds; a Group, an Overlaps or a controller
    that these hold; or a sprite that is not a member, if anything changes that would be saved for a
    member. Helpers are searched if their class does not come from an installed package. An
    iterator, such as a generator or `itertools.count()`, counts as changed, because its position
    cannot be read.

    A warning lists attributes of the World, and names in `ignore`, that no object has.

    Args:
        world: the World of the game.
        update: a function that plays one frame, given its number from 0. Its inputs must depend
            only on that number.
        frames: how many frames to play.
        back: how many frames to go back in each frame. Default 5.
        ignore: names of attributes that need not be saved, such as `image`; of helpers that the
            game keeps for itself; and of classes of such objects.
        make: a function that creates a missing object by the name of its class, as for
            `World.load`. If it is given, the frames are also played from bytes, as on a machine
            that has just joined: the World is as at the beginning and loads the state. State that
            is lost in this way is an error, too.

    Raises:
        AssertionError: a frame that is played again ends differently, or something is not saved.
        TypeError: `update` or `make` cannot be called; or `update` contains a `yield` or is async,
            so that calling it plays nothing.

    >>> from spritecol import Number, Sprite, World
    >>> class Ball(Sprite):
    ...     vx = Number(1.0)
    >>> ball = Ball()
    >>> ball.bounces = 0
    >>> def update(frame):
    ...     ball.x += ball.vx
    ...     ball.bounces = frame // 10
    >>> sync_test(World(ball), update, 20)
    Traceback (most recent call last):
    AssertionError: frame 10 changes what the World does not save: Ball.bounces (name it in columns)
    >>> sync_test(World(ball, columns=["bounces"]), update, 20)
    """
    if not isinstance(world, World):
        raise TypeError(f"sync_test() is for a World, got {shown(world)}")
    if isinstance(ignore, str):
        raise TypeError(f"ignore must be a sequence of names, got the text {ignore!r}")
    if not callable(update):
        raise TypeError(f"update must be a function of the number of a frame, got {shown(update)}")
    demand_maker(make)
    whole_number(frames, "frames", 0, float("inf"))
    whole_number(back, "back", 1, float("inf"))
    watch = _Watch(world, update, frozenset(ignore))
    starts: list[Snapshot] = []
    with warnings.catch_warnings():  # missing names may still appear; `unmet` reports them later
        warnings.simplefilter("ignore", SpritecolWarning)
        begin = world.save()
    for frame in range(frames):
        starts.append(world.save())
        watch.play(starts[-1], frame)
        end = world.save()
        first = max(0, frame + 1 - back)

        def play_again(how: str) -> None:
            for again in range(first, frame + 1):  # noqa: B023 (called at once)
                update(again)
                wanted = end if again == frame else starts[again + 1]  # noqa: B023
                _demand_same(wanted, world.save(), f"frame {again} was played {how}, and")

        world.restore(starts[first])
        _demand_same(starts[first], world.save(), f"frame {first} was restored, and")
        play_again("again")
        watch.demand_alike(end, world.save(), frame)
        if make is not None:
            watch.load(starts[first], begin, make, first)
            try:
                play_again("from bytes")
            except AssertionError:
                raise
            except Exception as error:
                raise AssertionError(
                    f"frame {first} was loaded from bytes and played on, which raised {error!r}"
                ) from error
            world.restore(end)
        if first > 0:
            starts[first - 1] = starts[first]  # no longer needed
    if frames:
        mistakes.tell(watch.unmet(world.save()), again=True)


def _demand_same(wanted: Snapshot, found: Snapshot, what: str) -> None:
    """Raise an error if two states differ."""
    if wanted.digest() == found.digest():
        return
    told = islice(_told_differences(wanted, found), _MOST_NAMED)
    raise AssertionError(f"{what} ended differently: {'; '.join(told)}")


def _told_differences(wanted: Snapshot, found: Snapshot) -> Iterator[str]:
    """Describe how two states differ, from the first object on.

    Objects are compared by their numbers. A sprite that was created again is another object, but
    not a difference.
    """
    theirs = dict(enumerate(_numbered(found)))
    for number, (kind, name, facts) in enumerate(_numbered(wanted)):
        there, other_name, others = theirs.pop(number, ("", "", {}))
        if not there:
            yield f"{kind} {number} ({name}) is missing"
        elif name != other_name:
            yield f"{there} {number} is a {other_name} instead of a {name}"
            return  # the others have other numbers
        else:
            for column in {**facts, **others}:
                value, other = facts.get(column, ABSENT), others.get(column, ABSENT)
                if not are_same(value, other):
                    yield (
                        f"{kind} {number} ({name}) has {column} {shown(other)} instead of "
                        f"{shown(value)}"
                    )
    yield from (f"{kind} {number} ({name}) is new" for number, (kind, name, _) in theirs.items())


def _numbered(snapshot: Snapshot) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Return for each object of a state its kind, its class, and the parts of the digest by
    name.
    """
    number_of = snapshot._reach.number_of

    def plain(value: Any) -> Any:
        if type(value) is tuple or type(value) is list:
            return tuple(map(plain, value))
        if isinstance(value, (*_PLAIN, Shape, Enum)) or is_numpy(value, "generic"):
            return value
        number = number_of(value)
        return type(value).__name__ if number is None else _Numbered(number)

    for _, kind, thing, facts in facts_of(snapshot).values():
        yield (
            kind,
            type(thing).__name__,
            {name: plain(value) for name, value in facts.items() if name != "image"},
        )


class _Numbered(int):
    """Stands for an object of a state."""

    def __repr__(self) -> str:
        return f"object {int(self)}"


@attrs.frozen
class _Owner:
    """An object, and its values at one moment that are not saved."""

    thing: Any
    held_by: str | None  # for a helper, the attribute by which it was found; None if it is in reach
    values: dict[str, Any]
    forms: dict[str, Any]  # the present values, in a form that does not change with them


class _Watch:
    """Detects what an update changes and the World does not save, and what is lost in bytes."""

    def __init__(
        self, world: World, update: Callable[[int], object], ignored: frozenset[str]
    ) -> None:
        self._world = world
        self._update = update
        self._ignored = ignored
        self._met: set[str] = set()  # names of attributes and classes

    def _is_ignored(self, *names: str) -> bool:
        """Whether one of an object's names is to be ignored."""
        self._met.update(names)
        return not self._ignored.isdisjoint(names)

    def unmet(self, state: Snapshot) -> Iterator[str]:
        """Return which names no object had."""
        names = set(self._world._attribute_names) - self._met
        yield from self._world._absent(names, "attribute", state)
        for name in sorted(self._ignored - self._met):
            yield f"ignore names {name}, but sync_test saw no attribute and no class of that name"

    def play(self, start: Snapshot, frame: int) -> None:
        """Play a frame from a state.

        Raises:
            AssertionError: the frame changes something that is not saved.
        """
        strangers = World(*self._strangers(start))
        before, earlier = self._attributes(start._reach), strangers.save()
        answer = self._update(frame)
        for message in call_mistakes.of_generator(answer):
            if isinstance(answer, CoroutineType):
                answer.close()  # otherwise Python warns, too
            raise TypeError(message)
        after = self._attributes(start._reach)
        told = sorted(
            {
                _how_to_save(before[key], name, own.values.get(name, before[key].values.get(name)))
                for key, own in after.items()
                if key in before
                for name in {**before[key].forms, **own.forms}
                if before[key].forms.get(name, ABSENT) != own.forms.get(name, ABSENT)
            }
        )
        if told:
            raise AssertionError(
                f"frame {frame} changes what the World does not save: "
                f"{', '.join(told[:_MOST_NAMED])}"
            )
        changes = [
            change
            for change in earlier.differences(strangers.save())
            if not self._is_ignored(*_NAMES_OF.get(change.column, [change.column]))
        ]
        if changes:
            sprite = changes[0].sprite
            name = type(sprite).__name__
            columns = [change.column for change in changes if change.sprite is sprite]
            raise AssertionError(
                f"frame {frame} changes {', '.join(columns)} of a {name} that is not a member of "
                f"the World: {shown(sprite)} (make it a member, or name {name} in ignore)"
            )

    def load(
        self, state: Snapshot, begin: Snapshot, make: Callable[[str], Any], frame: int
    ) -> None:
        """Load a state from bytes, as a process would that only knows how the game begins.

        Raises:
            AssertionError: it cannot be loaded, or attributes are lost.
        """
        data = state.to_bytes()
        self._world.restore(begin)
        self._world._known.forget_all_but(begin._reach.sprites)
        try:
            loaded = self._world.load(data, make)
        except ValueError as error:
            raise AssertionError(f"frame {frame} can't be loaded from bytes: {error}") from error
        _demand_same(state, self._world.save(), f"frame {frame} was loaded from bytes, and")
        if lost := self._told_lost(state._reach, loaded._reach):
            raise AssertionError(
                f"frame {frame} was loaded from bytes, where this is lost: {lost}; name it in "
                "attributes, or let make set it"
            )

    def demand_alike(self, wanted: Snapshot, found: Snapshot, frame: int) -> None:
        """Compare the result of a frame with the result when it is played again.

        Raises:
            AssertionError: attributes that are not saved differ.
        """
        if others := self._told_lost(wanted._reach, found._reach):
            raise AssertionError(
                f"frame {frame} was played again, and objects that it created have other "
                f"attributes: {others}; let these depend only on saved state, or name them in "
                "ignore"
            )

    def _told_lost(self, wanted: Reach, found: Reach) -> str:
        """Describe the unsaved attributes that differ between objects and their counterparts."""
        lost = {
            f"{type(thing).__name__}.{name} ({shown(value)} instead of {shown(other)})"
            for thing, copy in zip(wanted.things, found.things, strict=True)
            if thing is not copy
            for name, other, value in self._lost(thing, copy, wanted, found)
        }
        return ", ".join(sorted(lost)[:_MOST_NAMED])

    def _lost(
        self, thing: Any, copy: Any, reach: Reach, other_reach: Reach
    ) -> Iterator[tuple[str, Any, Any]]:
        """Return the unsaved attributes that differ in the counterpart of an object."""
        own, others = dict(_attributes_of(thing)), dict(_attributes_of(copy))
        for name in {**own, **others}:
            if not self._is_ignored(name) and name not in self._world._names:
                value, other = own.get(name, ABSENT), others.get(name, ABSENT)
                if _sent(value, reach) != _sent(other, other_reach):
                    yield name, value, other

    def _attributes(self, reach: Reach) -> dict[int, _Owner]:
        """Return the unsaved attributes of all objects in reach, and of helpers, by their ids."""
        found = {id(thing): _Owner(thing, None, {}, {}) for thing in reach.things}
        owner = getattr(self._update, "__self__", None)
        if _is_own(type(owner)):
            found.setdefault(id(owner), _Owner(owner, "", {}, {}))
        waiting = list(found.values())
        for own in waiting:  # which grows
            if not self._is_ignored(_CLASS):
                own.values[_CLASS] = own.forms[_CLASS] = type(own.thing)
            for name, value in _attributes_of(own.thing):
                if self._is_ignored(name, type(value).__name__):
                    continue
                if own.held_by is not None or name not in self._world._names:
                    own.values[name], own.forms[name] = value, _now(value, reach)
                for helper in filter(_is_helper, _items(value)):
                    if id(helper) not in found and not self._is_ignored(type(helper).__name__):
                        held_by = f" of {type(own.thing).__name__}.{name}"
                        found[id(helper)] = _Owner(helper, held_by, {}, {})
                        waiting.append(found[id(helper)])
        return found

    def _strangers(self, start: Snapshot) -> list[Sprite]:
        """Return all sprites that the World does not know."""
        known = {id(sprite) for sprite in start._reach.sprites}
        known.update(id(sprite) for sprite in alive(start._outside[0])[0])
        # There is no other list of the sprites that no World, Group or attribute leads to.
        return [
            each
            for each in gc.get_objects()
            if issubclass(type(each), Sprite)
            and id(each) not in known
            and type(each).__module__ != "spritecol.paths.finder"  # a wall as a Paths has read it
            and not self._is_ignored(type(each).__name__)
        ]


_OF_OVERLAPS = frozenset(vars(Overlaps([])))
"""The attributes in which Overlaps keep their state, which a World saves."""


def _attributes_of(thing: object) -> Iterator[tuple[str, Any]]:
    """Return the attributes of the object itself, in its dict and in the slots of the user's
    classes.
    """
    known = _OF_OVERLAPS if isinstance(thing, Overlaps) else ()
    for name, value in list(getattr(thing, "__dict__", {}).items()):
        if name not in known:
            yield name, value
    for kind in type(thing).__mro__:
        if "__slots__" in vars(kind) and kind.__module__.partition(".")[0] != "spritecol":
            for name, slot in vars(kind).items():
                if isinstance(slot, MemberDescriptorType):
                    with suppress(AttributeError):  # the slot is empty
                        yield name, slot.__get__(thing)


def _is_own(kind: type) -> bool:
    """Whether a class belongs to the game, and not to the standard library or an installed
    package.
    """
    top = kind.__module__.partition(".")[0]
    file = str(getattr(sys.modules.get(kind.__module__), "__file__", None))
    is_installed = "site-packages" in file or "dist-packages" in file
    return not (is_installed or top == "spritecol" or top in sys.stdlib_module_names)


def _is_helper(value: Any) -> bool:
    """Whether a value is a sprite, or an object of one of the game's own classes."""
    return isinstance(value, Sprite) or (
        _is_own(type(value)) and not isinstance(value, type | Enum | Group | World)
    )


def _is_iterator(value: Any) -> bool:
    """Whether a value is an iterator, unless its class is the game's own, which is searched."""
    return is_used_up(type(value)) and not _is_own(type(value))


def _items(value: Any, depth: int = 4) -> Iterator[Any]:
    """Yield a value, and everything in it."""
    yield value
    if depth and isinstance(value, list | tuple | deque | set | frozenset | dict | Group):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _items(item, depth - 1)


def _frozen(value: Any, stand_for: Callable[[Any], Any], depth: int = 4) -> Any:
    """Return the present value in a form that does not change with it.

    Args:
        value: the value.
        stand_for: a function that returns a substitute for an object that is neither plain nor a
            container.
        depth: how deep containers are searched.
    """
    if isinstance(value, _PLAIN):
        return type(value), repr(value)
    if is_array(value):
        return "array", value.dtype.str, value.shape, value.tobytes()
    if depth and isinstance(value, list | tuple | deque):
        return type(value), tuple(_frozen(item, stand_for, depth - 1) for item in value)
    if depth and isinstance(value, dict):
        return dict, tuple(
            (_frozen(key, stand_for, depth - 1), _frozen(item, stand_for, depth - 1))
            for key, item in value.items()
        )
    if depth and isinstance(value, set | frozenset):
        return type(value), frozenset(_frozen(item, stand_for, depth - 1) for item in value)
    return stand_for(value)


def _now(value: Any, reach: Reach) -> Any:
    """Return a form of a value that shows whether an update has changed it."""

    def stand_for(one: Any) -> Any:
        kind = type(one)
        if reach.number_of(one) is None:
            if isinstance(one, KEEPERS):
                return kind, id(one), _frozen(keeper_memory(one), id, depth=20)
            if isinstance(one, Group):
                return kind, id(one), [id(sprite) for sprite in one]
        if any(map(is_of_random_numbers, kind.__mro__)):
            with suppress(NotImplementedError):  # of SystemRandom
                return kind, id(one), _random_state(one)
        if _is_iterator(one):
            return object()  # which is equal to nothing else
        if can_change(one) and not _is_own(kind):
            return kind, repr(one)  # such as a pygame vector
        return kind, id(one)

    return _frozen(value, stand_for)


def _random_state(generator: Any) -> str:
    """Return the state of a random generator of the standard library or of NumPy."""
    if hasattr(generator, "getstate"):
        return repr(generator.getstate())
    if hasattr(generator, "get_state"):
        return repr(generator.get_state())
    return repr(getattr(generator, "bit_generator", generator).state)


def _sent(value: Any, reach: Reach) -> Any:
    """Return a form of a value that is the same for its counterpart on another machine."""

    def stand_for(one: Any) -> Any:
        number = reach.number_of(one)
        return type(one) if number is None else number

    return _frozen(value, stand_for)


def _how_to_save(own: _Owner, name: str, value: Any) -> str:
    """Return the name of an attribute, and how to save it."""
    owner, kind = type(own.thing).__name__, type(value)
    if isinstance(value, bool | int | float) or is_number_of_numpy(value):
        remedy = "name it in columns"
    elif isinstance(value, Group):
        remedy = "make the Group a member"
    elif any(map(is_of_random_numbers, kind.__mro__)):
        remedy = "keep a tuple of its state, and name that in attributes"
    elif iterators := list(filter(_is_iterator, _items(value))):
        remedy = (
            f"keep a number instead of a {type(iterators[0]).__name__}, an iterator whose position "
            "can't be saved, and name that in columns"
        )
    elif can_change(value):
        remedy = f"keep a tuple instead of a {kind.__name__}, and name it in attributes"
    elif name == _CLASS:
        remedy = "no class is saved: keep the state as an Enum or text, and name it in attributes"
    else:
        remedy = "name it in attributes"
    if own.held_by is None:
        return f"{owner}.{name} ({remedy})"
    return f"{owner}.{name}{own.held_by} (make the {owner} a member, and {remedy})"
