"""Helpers for the tests of games: `sync_test` finds what a `World` was not told to save."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from enum import Enum
from itertools import islice
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

from spritecol._numbers.lazy_imports import is_array, is_numpy
from spritecol._numbers.range_check import shown, whole_number
from spritecol.shapes import Shape
from spritecol.world.attributes import ABSENT
from spritecol.world.world import Snapshot, World, facts_of, is_same

if TYPE_CHECKING:
    from random import Random

__all__ = ["sync_test"]

_MOST = 8  # differences and attributes that a message names

_PLAIN = (type(None), bool, int, float, complex, str, bytes)


def sync_test(
    world: World,
    update: Callable[[int], object],
    frames: int,
    back: int = 5,
    ignore: Iterable[str] = (),
) -> None:
    """Play a game, and in each frame go some frames back and play these again.

    The game must get to the same states again, to the last bit. If it does not, something is not
    part of the World that should be, or an update depends on something else: on the clock, on
    `random`, on the order of a set. That two plays agree does not show that all is saved: so the
    attributes of the objects in reach are compared, too: one that changes in an update and is not
    saved is an error.

    Args:
        world: the World of the game.
        update: a function of the number of a frame, from 0 on, which plays it. It must take its
            inputs from that number only.
        frames: how many frames to play.
        back: how many frames to go back in each of them. Default 5.
        ignore: names of attributes that may change and need not be saved, such as of pictures.

    Raises:
        AssertionError: a frame that is played again ends differently, or attributes are forgotten.

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
    AssertionError: frame 10 changes what the World does not save: Ball.bounces
    >>> sync_test(World(ball, columns=["bounces"]), update, 20)
    """
    if not isinstance(world, World):
        raise TypeError(f"sync_test() is for a World, got {shown(world)}")
    whole_number(frames, "frames", 0, float("inf"))
    whole_number(back, "back", 1, float("inf"), allowed="1 or more")
    known = {*world._names, *ignore}
    starts: list[Snapshot] = []
    for frame in range(frames):
        starts.append(world.save())
        before = _attributes(starts[-1], known)
        update(frame)
        _demand_saved(before, _attributes(starts[-1], known), frame)
        end = world.save()
        first = max(0, frame + 1 - back)
        world.restore(starts[first])
        _demand_same(starts[first], world.save(), f"frame {first} was restored, and")
        for again in range(first, frame + 1):
            update(again)
            wanted = end if again == frame else starts[again + 1]
            _demand_same(wanted, world.save(), f"frame {again} was played again, and")
        if first > 0:
            starts[first - 1] = starts[first]  # no longer needed


def _demand_same(wanted: Snapshot, found: Snapshot, what: str) -> None:
    """Refuse two states that differ."""
    if wanted.digest() == found.digest():
        return
    told = islice(_told_differences(wanted, found), _MOST)
    raise AssertionError(f"{what} ended differently: {'; '.join(told)}")


def _told_differences(wanted: Snapshot, found: Snapshot) -> Iterator[str]:
    """In what two states differ, from the first object on.

    Objects are compared by their numbers: a sprite that was made again is another one, but it is
    no difference.
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
                if not is_same(value, other):
                    yield (
                        f"{kind} {number} ({name}) has {column} {shown(other)} instead of "
                        f"{shown(value)}"
                    )
    yield from (f"{kind} {number} ({name}) is new" for number, (kind, name, _) in theirs.items())


def _numbered(snapshot: Snapshot) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Of each object of a state its kind, its class, and what the digest tells by name."""
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


Attributes = dict[tuple[int, str], tuple[Any, ...]]


def _attributes(snapshot: Snapshot, known: set[str]) -> Attributes:
    """The attributes of all objects in reach that are not saved, in a form that can be compared."""
    found: Attributes = {}
    for thing in snapshot._reach.things:
        if hasattr(type(thing), "_memory"):
            continue
        for name, value in [*getattr(thing, "__dict__", {}).items(), *_slots(thing)]:
            if name not in known:
                found[id(thing), name] = type(thing).__name__, _frozen(value)
    return found


def _slots(thing: object) -> Iterator[tuple[str, Any]]:
    """What is in the slots of an object that classes of the user's have stated."""
    for kind in type(thing).__mro__:
        if "__slots__" in vars(kind) and kind.__module__.partition(".")[0] != "spritecol":
            for name, slot in vars(kind).items():
                if isinstance(slot, MemberDescriptorType):
                    with suppress(AttributeError):  # nothing is in it
                        yield name, slot.__get__(thing)


def _demand_saved(before: Attributes, after: Attributes, frame: int) -> None:
    """Refuse attributes that changed."""
    changed = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    names = {f"{(after.get(key) or before[key])[0]}.{key[1]}" for key in changed}
    if names:
        told = ", ".join(sorted(names)[:_MOST])
        raise AssertionError(f"frame {frame} changes what the World does not save: {told}")


def _frozen(value: Any, depth: int = 4) -> Any:
    """What a value is now, in a form that does not change with it."""
    if isinstance(value, _PLAIN):
        return type(value), repr(value)
    if is_array(value):
        return "array", value.dtype.str, value.shape, value.tobytes()
    if depth and isinstance(value, list | tuple):
        return type(value), tuple(_frozen(item, depth - 1) for item in value)
    if depth and isinstance(value, dict):
        return dict, tuple((_frozen(k, depth - 1), _frozen(v, depth - 1)) for k, v in value.items())
    if depth and isinstance(value, set | frozenset):
        return type(value), frozenset(_frozen(item, depth - 1) for item in value)
    if type(value).__module__ == "random":
        generator: Random = value
        return "random", generator.getstate()
    return type(value), id(value)
