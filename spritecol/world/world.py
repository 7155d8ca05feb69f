"""`World`: saves the state of a game and restores it; `Snapshot`, one such state."""

from __future__ import annotations

import difflib
import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from os import PathLike
from textwrap import shorten
from typing import Any, TypeVar, cast
from weakref import ref

import attrs

from spritecol._support.arguments import arguments
from spritecol._support.names import TellsNames
from spritecol._support.public_classes import belong_to
from spritecol._support.range_check import shown
from spritecol.sprites.character_controller import SETTINGS, CharacterController
from spritecol.sprites.group import Group
from spritecol.sprites.hints import mistakes
from spritecol.sprites.overlaps import Overlaps
from spritecol.sprites.sprite import Sprite
from spritecol.world.attributes import (
    ABSENT,
    Plans,
    named_by,
    of_absent,
    read_values,
    restore_values,
)
from spritecol.world.known_classes import (
    KEEPERS,
    LEADERS,
    demand_rest,
    keeper_memory,
    lead,
    named_parts,
    recall,
)
from spritecol.world.reachable import (
    Look,
    NumberedSprites,
    Reach,
    alive,
    are_same,
    birth_now,
    differing_names,
    let_vanish,
    make_known,
    note_known,
    reach_of,
    sprites_in,
)
from spritecol.world.saved_rows import (
    SavedRows,
    differing_rows,
    facts_of_rows,
    restore_rows,
    save_rows,
)
from spritecol.world.wire_format import hash_of, state_words, write_who
from spritecol.world.wire_reading import named_in, state_from, written

AnyMethod = TypeVar("AnyMethod", bound=Callable[[Any], Any])


def writes_no_file(method: AnyMethod) -> AnyMethod:
    """Let a method without arguments explain how to write a file if it is given one."""

    @wraps(method)
    def call(self: Any, *given: object, **named: object) -> Any:
        if given or named:
            got = [*map(shown, given), *(f"{name}={shown(named[name])}" for name in named)]
            raise TypeError(
                f"{method.__name__}() takes no arguments, got {', '.join(got)}; to "
                "write a file: Path(file).write_bytes(world.save().to_bytes())"
            )
        return method(self)

    return cast(AnyMethod, call)


@attrs.frozen
class Difference:
    """One difference between two snapshots.

    Attributes:
        number: the number of the object in the state.
        kind: "sprite", "group", "overlaps", "controller" or "object".
        sprite: the object.
        column: what differs: an attribute or a column; "present" if only one of the snapshots has
            the object; "image_size"; or "shapes_of_image" if only in one of them the shape is the
            image's rectangle.
        value: its value in the snapshot whose `differences` was called.
        other_value: its value in the other snapshot.
    """

    number: int
    kind: str
    sprite: Any
    column: str
    value: Any = attrs.field(repr=shown)
    other_value: Any = attrs.field(repr=shown)


MADE_BY_WORLD = "a Snapshot is made by World.save() or World.read()"


class Snapshot(TellsNames):
    """The state of a `World` at one moment. It is immutable and can be restored any number of
    times.

    `World.save` returns one.

    >>> ball = Sprite(3, 4)
    >>> world = World(ball)
    >>> before = world.save()
    >>> ball.x = 5
    >>> before.digest() == world.digest(), before.differences(world.save())[0].column
    (False, 'x')
    """

    __slots__ = (
        "__weakref__",
        "_birth",
        "_digest",
        "_memories",
        "_next_numbers",
        "_outside",
        "_reach",
        "_rows",
        "_values",
        "_world",
    )

    _world: World
    _birth: int  # birth of the last sprite before it; -1: all sprites unknown to it came later
    _reach: Reach
    _rows: SavedRows
    _outside: tuple[tuple[Any, ...], SavedRows]
    _values: list[Any]  # never changed
    _memories: tuple[Any, ...]
    _next_numbers: dict[str, int]  # of each class, for new sprites
    _digest: int | None

    @arguments(MADE_BY_WORLD, lambda name: TypeError(MADE_BY_WORLD))
    def __init__(self) -> None:
        raise TypeError(MADE_BY_WORLD)

    def __reduce__(self) -> Any:
        raise TypeError(
            "a Snapshot can't be copied or pickled, because it refers to the objects of its "
            "World; to_bytes() returns bytes that another process can read"
        )

    def __repr__(self) -> str:
        return f"<Snapshot of {len(self._reach.things)} objects>"

    def digest(self) -> int:
        """Return a number that identifies this state.

        Equal states have equal digests, on every machine. It is 64 bits of BLAKE2b, which is enough
        to find accidents, but not cheats. It does not depend on images, on attributes that are
        neither plain values nor objects of the world, or on the order in which sprites were
        created.

        Returns:
            An int from 0 to 2**64 - 1.

        >>> World(Sprite(1)).save().digest() == World(Sprite(1)).save().digest()
        True
        """
        if self._digest is None:
            words = self._words(False)
            self._digest = hash_of(words.sent(), words.version)
        return self._digest

    def differences(self, other: Snapshot) -> list[Difference]:
        """Return how two snapshots of the same World differ, object by object.

        Args:
            other: another snapshot of this World.

        Returns:
            A list of `Difference`, ordered by the numbers of the objects. It is empty if and only
            if both states are the same. A sprite that a replay created again is another object. To
            compare such states, read both from their bytes, as in the second example.

        Raises:
            TypeError: `other` is not a Snapshot.
            ValueError: it belongs to another World.

        >>> ball = Sprite(3, 4)
        >>> world = World(ball)
        >>> before = world.save()
        >>> ball.y += 1
        >>> [(d.column, d.value, d.other_value) for d in before.differences(world.save())]
        [('y', 4.0, 5.0)]
        >>> world = World(balls := Group())
        >>> before, states = world.save(), []
        >>> for _ in range(2):
        ...     world.restore(before)
        ...     balls.add(Sprite(5, 6))
        ...     states.append(world.save())
        >>> len(states[0].differences(states[1]))
        3
        >>> one, other = (world.read(state.to_bytes(), lambda name: Sprite()) for state in states)
        >>> one.differences(other)
        []
        """
        demand_own(self._world, other)
        rows = differing_rows(self._rows, other._rows) if self._reach is other._reach else None
        if (
            rows == set()
            and are_same(self._values, other._values)
            and are_same(self._memories, other._memories)
        ):
            return []  # found without looking at each sprite
        own, others = facts_of(self, rows), facts_of(other, rows)
        found = []
        for key, (number, kind, thing, facts) in {**others, **own}.items():
            if key not in own or key not in others:
                found.append(Difference(number, kind, thing, "present", key in own, key in others))
                continue
            known = others[key][3]
            found += [
                Difference(number, kind, thing, name, facts.get(name), known.get(name))
                for name in differing_names(facts, known)
            ]
        return sorted(found, key=lambda difference: difference.number)

    @writes_no_file
    def to_bytes(self) -> bytes:
        """Return the state as bytes, for a file or another process.

        `World.read` and `World.load` read them, in any process that has built the same World. The
        bytes contain only the size of an image. They do not contain attributes that are neither
        plain values nor objects of the world. When the bytes are loaded, such an attribute is
        unchanged.

        Returns:
            The bytes, with a checksum.

        Raises:
            ValueError: two classes in this World have the same name. The message names their
                modules.

        Warns:
            SpritecolWarning: an object refers to a sprite that is not a member, such as the floor
                of a walker. The warning names the object and its attribute.

        >>> ball = Sprite(3, 4)
        >>> world = World(ball)
        >>> data = world.save().to_bytes()
        >>> ball.x = 7
        >>> world.load(data)
        <Snapshot of 1 objects>
        >>> ball.x
        3.0
        """
        mistakes.tell(of_others(self))
        return written(self._sent_words())

    def _sent_words(self) -> Any:
        reach = self._reach
        if reach.who is None:
            self._world._known.demand_names_apart(reach.things)
            write_who(reach, self._world._known.numbers_of(reach.sprites))
        return self._words(True)

    def _words(self, is_sent: bool) -> Any:
        world = self._world
        return state_words(
            self._reach,
            self._rows,
            world._names,
            self._values,
            world._column_count,
            self._memories,
            is_sent,
        )


def demand_own(world: World, snapshot: Snapshot) -> None:
    """Refuse an object that is not a snapshot of this world."""
    if not isinstance(snapshot, Snapshot):
        remedy = ""
        if isinstance(snapshot, bytes | bytearray | memoryview):
            remedy = "; for bytes, call load(data)"
        elif isinstance(snapshot, str | PathLike):
            remedy = "; for a file, call load(Path(file).read_bytes())"
        raise TypeError(f"this must be a Snapshot of this World, got {shown(snapshot)}{remedy}")
    if snapshot._world is not world:
        raise ValueError("this is a Snapshot of another World")


Facts = dict[int, tuple[int, str, Any, dict[str, Any]]]


def facts_of(snapshot: Snapshot, rows: set[int] | None = None) -> Facts:
    """Return all of a snapshot by object: id -> (number, kind, object, values by name).

    `rows` contains the positions of the sprites whose rows are compared; None means all.
    """
    names = snapshot._world._names
    reach = snapshot._reach
    facts: Facts = {}
    for number, thing in enumerate(reach.things):
        values = snapshot._values[number * len(names) : (number + 1) * len(names)]
        known = {n: value for n, value in zip(names, values, strict=True) if value is not ABSENT}
        kind = "sprite" if isinstance(thing, Sprite) else "object"
        facts[id(thing)] = number, kind, thing, known
    places = range(len(reach.sprites)) if rows is None else rows
    for sprite, own in facts_of_rows(reach.sprites, snapshot._rows, places):
        facts[id(sprite)][3].update(own)
    for group, members in zip(reach.groups, reach.members, strict=True):
        number, _, _, known = facts[id(group)]
        facts[id(group)] = number, "group", group, {**known, "members": members}
    for keeper, memory in zip(reach.keepers, snapshot._memories, strict=True):
        number, _, _, known = facts[id(keeper)]
        if isinstance(keeper, Overlaps):
            facts[id(keeper)] = number, "overlaps", keeper, {**known, "memory": memory}
        else:
            _, settings, rest = memory
            known = {**known, **dict(zip(SETTINGS, settings, strict=True)), "memory": rest}
            facts[id(keeper)] = number, "controller", keeper, known
    return facts


def of_others(snapshot: Snapshot) -> Iterator[str]:
    """Return a message about sprites that are referred to but are not members: by which
    attributes.
    """
    reach = snapshot._reach
    left = {id(each) for each in reach.things[reach.given_count :] if isinstance(each, Sprite)}
    if not left:
        return
    last = range(len(reach.sprites) - len(left), len(reach.sprites))
    rows = facts_of_rows(reach.sprites, snapshot._rows, last)
    vanished = {id(sprite) for sprite, facts in rows if facts["vanished"]}
    for what, value, is_memory in references(snapshot):
        sprites = left.intersection(map(id, sprites_in(value)))
        if is_memory:
            sprites -= vanished  # Overlaps and controllers drop them
        if sprites:
            left -= sprites
            why, todo = " is not a member of the World, so", "add it to the members, or "
            if sprites <= vanished:
                why, todo = " has vanished, and", ""
            yield f"{what}{why} another process may not have it: {todo}refer to it no longer"


def references(snapshot: Snapshot) -> Iterator[tuple[str, Any, bool]]:
    """Yield the references of a state to sprites: (name, value, whether it is a memory)."""
    reach, names = snapshot._reach, snapshot._world._names
    for k, value in enumerate(snapshot._values):
        name = f"{type(reach.things[k // len(names)]).__name__}.{names[k % len(names)]}"
        yield name if isinstance(value, Sprite) else f"a sprite in {name}", value, False
    for keeper, memory in zip(reach.keepers, snapshot._memories, strict=True):
        name = name_of(keeper, reach)
        for what, part in named_parts(memory):
            yield f"{what} {name}", part, True


def name_of(keeper: Any, reach: Reach) -> str:
    """Return the name of an Overlaps or a controller: an attribute, if an object in reach has
    it.
    """
    for owner in reach.things:
        for name, value in getattr(owner, "__dict__", {}).items():
            if any(one is keeper for one in named_in(value, *KEEPERS)):
                return f"{type(owner).__name__}.{name}"
    of = "" if isinstance(keeper, Overlaps) else f" of {type(keeper.sprite).__name__}"
    return f"the {type(keeper).__name__}{of}"


def _pause() -> bool:
    """Pause the garbage collector, so that finalizers do not see half of a state.

    Returns:
        Whether to enable it again.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    return was_enabled


class World(TellsNames):
    """Saves, restores and compares the state of a game.

    The state consists of numbered objects, in this order: the members; then the contents of their
    Groups, Group by Group; then the sprites in pairs that Overlaps remember; then the sprites and
    floors of CharacterControllers; then sprites that `attributes` refer to. For each sprite, its
    pose, shapes, image, flags, layers and stored numbers (`Number`) are saved, and for each Group
    its members. For all of these, and for any other member, the `columns` and `attributes` are
    saved.

    Make the World after the level. It numbers the sprites in it, and bytes refer to a sprite by its
    class and this number, also after other sprites have vanished.

    Save before you update. Then a snapshot and the inputs since are enough to play a frame again. A
    save takes microseconds for a thousand sprites.

    Args:
        *members: Sprites, Groups, Overlaps, CharacterControllers, and any other objects that have
            at least one of the columns or attributes, such as a match with its score.
        columns: names of attributes with numbers: bools, ints of 64 bits, floats, NumPy scalars.
            Stored numbers are saved without being named.
        attributes: names of attributes whose values cannot change, such as text, tuples, None and
            sprites. They are kept by reference.

    Raises:
        TypeError: a member is not such an object, or a name is not text.

    >>> class Shot(Sprite):
    ...     vx = Number(2.0)
    >>> shots = Group(Shot(0), Shot(10))
    >>> world = World(shots)
    >>> before = world.save()
    >>> shots.x += shots.column("vx")
    >>> shots[0].vanish()
    >>> world.restore(before)
    >>> shots.x.tolist()
    [0.0, 10.0]
    """

    @arguments()
    def __init__(
        self, *members: Any, columns: Sequence[str] = (), attributes: Sequence[str] = ()
    ) -> None:
        self._column_names = _checked_names(columns, "columns")
        self._attribute_names = _checked_names(attributes, "attributes")
        self._names = (*self._column_names, *self._attribute_names)
        self._column_count = len(self._column_names)
        if len(set(self._names)) < len(self._names):
            raise ValueError(f"each name may be given only once, got {shown(self._names)}")
        for member in members:
            self._demand_member(member)
        self._members = members
        kept = {id(member): member for member in members if isinstance(member, KEEPERS)}
        order = sorted(kept.values(), key=lambda each: not isinstance(each, Overlaps))
        self._keepers: tuple[Any, ...] = tuple(order)
        self._begin()
        self._number_members()

    def _begin(self) -> None:
        """Forget all snapshots."""
        self._known = NumberedSprites()
        self._serial = 0
        self._last: Any = lambda: None  # a weak reference to the last snapshot
        self._looking_back = 0  # how often `History.at` is active
        self._unseen = bool(self._names)  # whether any object was seen to have each of them
        self._plans = Plans(self._column_names, self._attribute_names)

    def __getstate__(self) -> dict[str, Any]:
        # A copy contains the members. Snapshots stay with their own World.
        own = ("_known", "_serial", "_last", "_looking_back", "_unseen", "_plans")
        return {name: value for name, value in vars(self).items() if name not in own}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._begin()

    def _number_members(self) -> None:
        """Number the sprites of the members, each in its class, before any of them vanishes."""
        was_enabled = _pause()
        try:
            remembered = sprites_in([keeper_memory(keeper) for keeper in self._keepers])
            reach = reach_of(self._members, self._keepers, remembered, None, self._known)
            self._serial = make_known(reach, self._known, self._serial)
        finally:
            if was_enabled:
                gc.enable()

    def _demand_member(self, member: Any) -> None:
        """Refuse an object without state."""
        if isinstance(member, Sprite | Group | Overlaps | CharacterController):
            return
        if isinstance(member, type) or not any(hasattr(member, name) for name in self._names):
            raise TypeError(
                "a member of a World is a Sprite, a Group, an Overlaps, a CharacterController, or "
                f"has one of the columns or attributes ({', '.join(self._names) or 'none named'}), "
                f"got {shown(member)}{_hint_for(member, self._names)}"
            )

    def __repr__(self) -> str:
        return f"<World of {len(self._members)} members>"

    @writes_no_file
    def save(self) -> Snapshot:
        """Save the present state.

        Returns:
            A `Snapshot`. It can be restored any number of times, in any order with others.

        Raises:
            TypeError: a column is not a number; an attribute would not come back, because it can
                change (as a list can) or because bytes could not restore it; or a name belongs to a
                method or a property, is only found by a `__getattr__`, or is an attribute that only
                sprites have and all sprites have, such as `x`.
            ValueError: a column is an int of more than 64 bits; no object was seen to have a column
                and no class of sprites defines it; or an attribute is more than 50 tuples deep.

        Warns:
            SpritecolWarning: at the first save, no object has an attribute and no class defines it.

        >>> world = World(Sprite(1))
        >>> world.save()
        <Snapshot of 1 objects>
        """
        snapshot = self._save()
        if self._unseen:
            for message in self._absent(set(self._column_names), "column", snapshot):
                raise ValueError(message)
            if snapshot._reach.things:
                names = set(self._attribute_names)
                mistakes.tell(self._absent(names, "attribute", snapshot))
                self._unseen = False
        if self._plans.inventive:
            self._plans.demand_none_invented(snapshot._reach.things, snapshot._values)
        return snapshot

    def _absent(self, names: set[str], what: str, snapshot: Snapshot) -> list[str]:
        """Return a message for each name that no object in a state has."""
        things, values = snapshot._reach.things, snapshot._values
        messages: list[str] = of_absent(names, what, things, self._names, values)
        return messages

    def _save_briefly(self) -> Snapshot:
        """Save a state that is not kept for long. The next save still uses the last kept
        snapshot.
        """
        last = self._last
        snapshot = self._save()
        if last() is not None:
            self._last = last
        return snapshot

    def _save_before(self, snapshot: Snapshot) -> Snapshot:
        """Save everything that restoring a snapshot will change, including objects that left the
        state.

        Rows of sprites that have left are in every snapshot, but Groups and attributes are not.
        """
        present, there = self._save_briefly(), snapshot._reach.things
        if present._reach is snapshot._reach:
            return present
        number_of = present._reach.number_of
        some = there if self._names else [each for each in there if not isinstance(each, Sprite)]
        left = [each for each in some if number_of(each) is None]
        return self._save(left) if left else present

    def _save(self, more: Sequence[Any] = ()) -> Snapshot:
        """Save the present state, and more objects."""
        was_enabled = _pause()
        try:
            return self._saved(more)
        finally:
            if was_enabled:
                gc.enable()

    def _saved(self, more: Sequence[Any]) -> Snapshot:
        memories = [keeper_memory(keeper) for keeper in self._keepers]
        remembered = sprites_in(memories)
        last: Snapshot | None = None if more else self._last()
        if last is not None and last._reach.serial == self._serial and last._reach.is_current():
            reach = last._reach
            memories += [keeper_memory(keeper) for keeper in reach.keepers[len(memories) :]]
            values, named = last._values, []
            if self._names:
                values = read_values(reach.things, self._plans, values)
                later = memories[len(self._keepers) :]
                named = named_by(
                    values, reach.things, self._plans, reach.inside, reach.places, later
                )
            if not reach.is_named(remembered + named):
                last = None
                del memories[len(self._keepers) :]
        else:
            last = None
        if last is None:
            reach, values = self._find_reach(remembered, more, memories)
        snapshot = Snapshot.__new__(Snapshot)
        snapshot._world = self
        snapshot._birth = birth_now()
        snapshot._reach = reach
        snapshot._rows = save_rows(reach.sprites, None if last is None else last._rows)
        sprites, references = alive(reach.outside)
        snapshot._outside = references, save_rows(sprites, None)
        snapshot._values = values
        snapshot._memories = tuple(memories)
        snapshot._digest = None
        if not more:  # objects that are only reached by these stay unknown
            if last is None:
                self._serial = make_known(reach, self._known, self._serial)
            self._last = ref(snapshot)
        snapshot._next_numbers = self._known.next_numbers.copy()
        return snapshot

    def _find_reach(
        self, remembered: list[Any], more: Sequence[Any], memories: list[Any]
    ) -> tuple[Reach, list[Any]]:
        """Return the reach and the values. The memories of Overlaps and controllers found are
        added.
        """
        values: list[Any] = []

        def names_of(things: tuple[Any, ...], places: tuple[int, ...], inside: set[int]) -> Any:
            own = read_values(things, self._plans, None)
            later = [keeper_memory(things[place]) for place in places]
            values.extend(own)
            memories.extend(later)
            return named_by(own, things, self._plans, inside, places, later)

        reach = reach_of(
            (*self._members, *more),
            self._keepers,
            remembered,
            names_of if self._names else None,
            self._known,
        )
        return reach, values

    def restore(self, snapshot: Snapshot) -> None:
        """Restore the state of a snapshot, in place.

        The sprites are the same objects. Sprites that vanished since then are back, and sprites
        that were created since then vanish. A sprite that existed before, but to which nothing in
        the state referred yet, is unchanged. Groups that are not part of the state are left alone,
        and drop for good any sprites that vanished in between. Afterwards every query returns the
        same results as at the save, to the last bit and in the same order.

        You may call it in a callback. The running check continues with the pairs that it has found.

        Args:
            snapshot: a `Snapshot` of this World.

        Raises:
            TypeError: `snapshot` is not a Snapshot; or a class has since got a method or a property
                with the name of a column or an attribute. Then nothing has changed.
            ValueError: `snapshot` belongs to another World.

        >>> ball = Sprite(3, 4)
        >>> world = World(ball)
        >>> before = world.save()
        >>> ball.vanish()
        >>> world.restore(before)
        >>> ball.vanished
        False
        """
        demand_own(self, snapshot)
        self._restore_whole(snapshot)

    def _restore_whole(self, snapshot: Snapshot, look: Look | None = None) -> None:
        """Restore a snapshot, and remove the traces of a look back."""
        old: list[Any] = []
        was_enabled = _pause()
        try:
            try:
                self._restore(snapshot, old)
            finally:
                if look is not None:
                    look.end(snapshot._reach, old)
        finally:
            if was_enabled:
                gc.enable()
        del old  # which may run user code, now that all is done
        if LEADERS:
            lead(snapshot._reach.sprites)

    def _look_from(self, present: Snapshot) -> Look:
        """Start to look back from a present state."""
        return Look((*present._reach.sprites, *alive(present._outside[0])[0]))

    def _restore(self, snapshot: Snapshot, old: list[Any]) -> None:
        reach = snapshot._reach
        references, outside_rows = snapshot._outside
        outside = tuple([reference() for reference in references])
        if self._names:
            self._plans.of(reach.things)  # which refuses values that cannot be written
        demand_rest(reach.keepers)
        restore_rows(reach.sprites, snapshot._rows, old)
        restore_rows(outside, outside_rows, old)
        held: list[Any] = []  # what contained the sprites that were in reach
        reach.restore_members(held)
        if self._names:
            restore_values(reach.things, self._plans, snapshot._values, held)
        for keeper, memory in zip(reach.keepers, snapshot._memories, strict=True):
            before = keeper._memory()
            if not are_same(before, memory):  # as is common for Overlaps with many pairs
                held.append(before)
                recall(keeper, memory)
        if self._serial != reach.serial:
            held.append(self._known.sprites())
        let_vanish(held, snapshot._birth, reach.sprites, outside)
        self._known.next_numbers = snapshot._next_numbers.copy()
        old.append(held)

    def read(self, data: bytes, make: Callable[[str], Any] | None = None) -> Snapshot:
        """Return a snapshot from the bytes of `Snapshot.to_bytes`. Nothing is changed.

        A world numbers the sprites of each class when it first sees them, and a sprite keeps its
        number. A sprite in the bytes becomes this world's sprite of the class with the same name
        and with the same number. Any other sprite of this world vanishes when the snapshot is
        restored. This includes sprites that are referred to but are not members, such as a floor,
        so make them members.

        Args:
            data: the bytes. They may come from anybody, because everything is checked.
            make: a function that takes the name of a class and returns a new object of it. It is
                called for each sprite whose number this world does not have, and if it has too few
                other objects of a class.

        Returns:
            A `Snapshot` of this World.

        Raises:
            TypeError: `data` is not bytes, or `make` cannot be called.
            ValueError: the bytes are damaged or inconsistent, or belong to another world; objects
                are missing and `make` is None or has raised an exception; or two classes have the
                same name, as for `to_bytes`. What `make` has created by then, and what it has done,
                is still there.

        >>> server, client = World(Group(Sprite(1), Sprite(2))), World(Group(Sprite(8)))
        >>> snapshot = client.read(server.save().to_bytes(), make=lambda name: Sprite())
        >>> snapshot.digest() == server.digest()
        True
        """
        demand_maker(make)
        present = self._save_briefly()._reach
        self._known.demand_names_apart(present.things)
        reach, rows, values, memories, sent = state_from(
            data, self, present, self._known.by_number(present.sprites), make
        )
        snapshot = Snapshot.__new__(Snapshot)
        snapshot._world = self
        snapshot._birth = -1
        snapshot._reach = reach
        snapshot._rows = rows
        snapshot._outside = (), save_rows((), None)
        snapshot._values = values
        snapshot._memories = memories
        snapshot._digest = None
        self._serial += note_known(reach.sprites, self._known, sent)
        snapshot._next_numbers = self._known.next_numbers.copy()
        return snapshot

    def load(self, data: bytes, make: Callable[[str], Any] | None = None) -> Snapshot:
        """Read bytes and restore the snapshot in them: `restore(read(data, make))`.

        Args:
            data: the bytes, as for `read`.
            make: a function that makes missing objects, as for `read`.

        Returns:
            The `Snapshot`.

        Raises:
            RuntimeError: called inside `History.at`.
            TypeError: `data` is not bytes, or `make` cannot be called.
            ValueError: the bytes are invalid, as for `read`. Then nothing has changed, apart from
                what `make` has done.

        >>> ball = Sprite(3)
        >>> world = World(ball)
        >>> world.load(World(Sprite(9)).save().to_bytes())
        <Snapshot of 1 objects>
        >>> ball.x
        9.0
        """
        self._demand_present("load")
        snapshot = self.read(data, make)
        self.restore(snapshot)
        return snapshot

    def digest(self) -> int:
        """Return a number that identifies the present state: `save().digest()`.

        Returns:
            An int from 0 to 2**64 - 1.

        Raises:
            TypeError, ValueError: as for `save`.

        >>> ball = Sprite()
        >>> world = World(ball)
        >>> before = world.digest()
        >>> ball.angle = 5
        >>> world.digest() == before
        False
        """
        return self._save_briefly().digest()

    def _demand_present(self, name: str) -> None:
        """Refuse a call while the world is showing another frame."""
        if self._looking_back:
            raise RuntimeError(f"{name} was called inside `with history.at(...)`")


def demand_maker(make: Any) -> None:
    """Refuse a `make` that cannot be called."""
    if make is not None and not callable(make):
        remedy = "; for a dict, pass lambda name: kinds[name]()" if isinstance(make, dict) else ""
        raise TypeError(
            f"make must be a function of the name of a class, or None, got {shown(make)}{remedy}"
        )


def _hint_for(member: Any, names: Sequence[str]) -> str:
    """Return advice for a member that has none of the columns and attributes."""
    if isinstance(member, list | tuple):
        return "; pass them as World(*members)"
    kinds = [] if isinstance(member, type) else type(member).__mro__[:-1]
    own = sorted(
        name
        for name, value in {**_dicts(kinds), **getattr(member, "__dict__", {})}.items()
        if name[:1] != "_" and not hasattr(type(value), "__get__")
    )
    near = [each for name in names for each in difflib.get_close_matches(name, own, 1)]
    question = f": do you mean {near[0]}?" if near else ""
    return f", which has {shorten(', '.join(own), 200)}{question}" if own else ""


def _dicts(kinds: Iterable[type]) -> dict[str, Any]:
    """Yield the values that classes and their bases define."""
    return {name: value for kind in kinds for name, value in vars(kind).items()}


def _checked_names(names: Sequence[str], what: str) -> tuple[str, ...]:
    """Return names of columns or attributes, after checking them."""
    if isinstance(names, str):
        raise TypeError(f"{what} must be a sequence of names, got the text {names!r}")
    if isinstance(names, set | frozenset):
        raise TypeError(
            f"{what} must be in the same order on all machines, and a set has none, got "
            f"{shown(names)}; use a tuple"
        )
    if not isinstance(names, Iterable):
        raise TypeError(f"{what} must be a sequence of names, got {shown(names)}")
    found = tuple(names)
    for name in found:
        if type(name) is not str:
            raise TypeError(f"{what} must be names, got {shown(name)}")
    return found


belong_to("spritecol", Difference, Snapshot, World)
