"""`Reach`: the objects that belong to the state of a world, in the order of their numbers.

The members come first, as given, so that their numbers do not depend on the contents of Groups.
Then come the members of each Group, Group by Group; then the sprites that Overlaps and controllers
remember; and then, object by object, the objects that attributes refer to: sprites, and Overlaps
and controllers with the sprites that these remember. A reach never changes, and snapshots share it
while it is the same.
"""

from weakref import ref

import cython as C
from cython.cimports.spritecol._engine.storage.store import STORE, RowPositions
from cython.cimports.spritecol._support.libc import memcmp
from cython.cimports.spritecol.sprites.containers import members
from cython.cimports.spritecol.sprites.containers.members import Members
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol._support.lazy_imports import is_numpy
from spritecol.shapes import (
    Capsule,
    Circle,
    Ellipse,
    Point,
    Polygon,
    Rect,
    Segment,
    Triangle,
)
from spritecol.world.known_classes import KEEPERS

SHAPE_CLASSES = (Capsule, Circle, Ellipse, Point, Polygon, Rect, Segment, Triangle)
"""The library's classes of shapes."""

Items = C.fused_type(tuple, list)

MOST_DEEP = 50
"""How deeply tuples in attributes may be nested."""


FAR = C.declare(C.longlong, 2**62)
"""Only bytes that somebody has made up have numbers from here on. After such a number, a new sprite
gets the least one that is free, so that it fits into a word."""


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.final
@C.cclass
class NumberedSprites:
    """The sprites that a world has seen, and the number of each among those of its class.

    The references have no callbacks. CPython 3.11 crashes if its collector frees a reference with a
    callback while the sprite dies, and a callback that empties `references` would leave them to the
    collector.
    """

    references: dict  # id of the sprite -> weak reference
    numbers: dict  # id -> (name of its class, number)
    next_numbers = C.declare(dict, visibility="public")  # name of a class -> its next number
    kinds: dict  # name of a class -> the classes of that name, also of sprites that are gone

    def __cinit__(self):
        self.references = {}
        self.numbers = {}
        self.next_numbers = {}
        self.kinds = {}

    def sprites(self):
        """Return the living sprites, as a tuple."""
        return alive(self.references.values())[0]

    def by_number(self, present):
        """Return the living sprites by the names of their classes and their numbers.

        If two have the same number, this is the one that is present.
        """
        sprites: tuple = self.sprites()
        note_known(sprites, self)
        self.numbers_of(present)
        return {self.numbers[id(sprite)]: sprite for sprite in (*sprites, *present)}

    def numbers_of(self, sprites):
        """Return the numbers of the sprites of a state.

        After a restore, numbers are given again, as in the first play. So a sprite that was outside
        of the restored state may have the number of another one, and then gets a new number.
        """
        used: set = set()
        note_known(sprites, self)
        for sprite in sprites:
            while self.numbers[id(sprite)] in used:
                name: str = self.numbers[id(sprite)][0]
                self.give(sprite, name, self.next_number(name))
            used.add(self.numbers[id(sprite)])
        return [self.numbers[id(sprite)][1] for sprite in sprites]

    def forget_all_but(self, sprites):
        """Forget the other sprites and their numbers."""
        self.references = {id(sprite): self.references[id(sprite)] for sprite in sprites}
        self.numbers = {id(sprite): self.numbers[id(sprite)] for sprite in sprites}

    def demand_names_apart(self, things):
        """Refuse two classes of one name, because bytes could not tell their objects apart.

        Args:
            things: objects of a state.
        """
        named: dict = {name: dict(kinds) for name, kinds in self.kinds.items()}
        for kind in dict.fromkeys([type(thing) for thing in things]):
            named.setdefault(str(kind.__qualname__), {})[kind] = None
        for name, kinds in named.items():
            if len(kinds) > 1:
                modules = " and ".join([str(kind.__module__) for kind in kinds])
                raise ValueError(
                    f"{len(kinds)} classes in this World are named {name}, of the modules "
                    f"{modules}, and bytes could not tell their objects apart: rename one, or use "
                    "a subclass with another name"
                )

    @C.cfunc
    @C.exceptval(-1)
    def give(self, sprite: object, name: str, number: object) -> C.int:
        """Give a sprite a number."""
        self.kinds.setdefault(name, {})[type(sprite)] = None
        self.numbers[id(sprite)] = name, number
        self.next_numbers[name] = max(self.next_numbers.get(name, 0), number + 1)
        return 0

    @C.cfunc
    def next_number(self, name: str) -> object:
        """Return the number of a new sprite of a class."""
        number: object = self.next_numbers.get(name, 0)
        if number < FAR:
            return number
        used: set = {number for each, number in self.numbers.values() if each == name}
        return min(set(range(len(used) + 1)) - used)


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Reach:
    """The objects of a state, each once."""

    def __cinit__(self):
        # Empty instead of None, which Cython's loops over `enumerate` would read as a tuple.
        self.things = self.sprites = self.groups = self.members = self.keepers = ()
        self.places = self.named = self.outside = ()
        self.inside = set()
        self.versions = []

    def number_of(self, thing):
        """Return the number of an object, or None if it is out of reach."""
        place: C.Py_ssize_t = self.place_of(thing)
        return None if place < 0 else place

    def place_of(self, thing) -> C.Py_ssize_t:
        """Return the number of an object, or -1."""
        place: C.Py_ssize_t = 0
        if self.rows is None:
            self.numbers = {id(each): number for number, each in enumerate(self.things)}
            rows: RowPositions = RowPositions()
            for each in self.things:
                if isinstance(each, SpriteRow):
                    rows.put(C.cast(SpriteRow, each).row, C.cast(C.int, place))
                place += 1
            self.rows = rows
        if isinstance(thing, SpriteRow):
            return self.rows.get(C.cast(SpriteRow, thing).row)
        return self.numbers.get(id(thing), -1)

    def is_current(self):
        """Whether the Groups still have the same members."""
        k: C.Py_ssize_t
        group: Members
        for group in self.groups:
            members.sync(group)
        for k in range(len(self.versions)):
            if C.cast(Members, self.groups[k]).version != self.versions[k]:
                return False
        return True

    @C.boundscheck(False)
    @C.wraparound(False)
    def is_named(self, named: list):
        """Whether this is the reach if attributes refer to these sprites, Overlaps and
        controllers.
        """
        k: C.Py_ssize_t = 0
        count: C.Py_ssize_t = len(named)
        if count == len(self.named):
            while k < count and named[k] is self.named[k]:
                k += 1
            if k == count:
                return True
        if self.given_count < len(self.things):
            return False
        for thing in named:
            if not isinstance(thing, SpriteRow) or self.place_of(thing) < 0:
                return False
        return True

    def restore_members(self, old):
        """Give all Groups their members back. Replaced values are added to `old`."""
        k: C.Py_ssize_t
        for k in range(len(self.groups)):
            members.put_members(C.cast(Members, self.groups[k]), self.members[k], old)


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.final
@C.cclass
class Look:
    """The objects outside the state that a `History.at` must not change: Groups that are not
    members.

    Inside `at`, later sprites are gone, and Groups that are read drop them. A Group that is not
    read would drop them afterwards, when they have come back.
    """

    sprites: tuple
    revived: list  # `STORE.revived` of these
    drops: list

    def __cinit__(self, sprites: tuple):
        k: C.Py_ssize_t
        STORE.reserve_revived()
        self.sprites = sprites
        self.revived = []
        self.drops = []
        for k in range(len(sprites)):
            sprite: SpriteRow = sprites[k]
            self.revived.append(STORE.revived[sprite.row])
        members.LOOKS.append(self.drops)

    def end(self, reach: Reach, old: list):
        """Remove all traces, once the present state is restored. This is the reach of that state.

        Replaced values are added to `old`.
        """
        k: C.Py_ssize_t
        restored: set = {id(group) for group in reach.groups}
        members.LOOKS[:] = [drops for drops in members.LOOKS if drops is not self.drops]
        for k in range(len(self.sprites)):
            STORE.revived[C.cast(SpriteRow, self.sprites[k]).row] = self.revived[k]
        by_group: dict = {}
        for drop in self.drops:
            if id(drop[0]) not in restored:
                by_group.setdefault(id(drop[0]), []).append(drop)
        for drops in by_group.values():
            whole: tuple = members.take_back(drops[0][0], drops, old)
            if members.LOOKS:
                C.cast(list, members.LOOKS[-1]).append(whole)


@C.cfunc
def layers_of_groups(given, inside_of, reach: Reach) -> list:
    """Return the members of the world, then the members of each Group in them, as for `reach_of`.

    The Groups and their versions are stored in the reach.
    """
    groups: list = []
    versions: list = []
    met: set = set()
    layers: list = [given]
    for layer in layers:  # it grows by the members of each Group
        for thing in layer:
            if isinstance(thing, Members) and id(thing) not in met:
                group: Members = thing
                met.add(id(group))
                groups.append(group)
                if inside_of is None:
                    members.sync(group)
                    layers.append(tuple(members.own_members(group)))
                else:
                    layers.append(inside_of.get(id(group), ()))
                versions.append(group.version)
    reach.groups = tuple(groups)
    reach.versions = versions
    return layers


@C.cfunc
def places_of_keepers(things: tuple, own: set) -> list:
    """Return the positions of the objects that remember sprites and are not members."""
    return [
        place
        for place, thing in enumerate(things)
        if not isinstance(thing, SpriteRow) and isinstance(thing, KEEPERS) and id(thing) not in own
    ]


@C.cfunc
@C.exceptval(-1)
def tell_new_from_known(
    sprites: list, known: NumberedSprites, this_pass: C.uint, reach: Reach
) -> C.int:
    """Store in a reach which of its sprites are unknown, and which known sprites are outside.

    The current pass has met all of its sprites.
    """
    outside: list = []
    unknown: list = []
    gone: list = []
    for key, reference in known.references.items():  # the collector is paused, so nothing dies
        sprite = reference()
        if sprite is None:
            gone.append(key)
        else:
            row: C.int = C.cast(SpriteRow, sprite).row
            if STORE.records[row].last_pass == this_pass:
                STORE.records[row].last_pass = 0  # not a new sprite
            else:
                outside.append(reference)
    for key in gone:
        del known.references[key], known.numbers[key]
    for thing in sprites:
        if STORE.records[C.cast(SpriteRow, thing).row].last_pass == this_pass:
            unknown.append(thing)
    reach.outside = tuple(outside)
    reach.unknown = unknown
    return 0


def reach_of(given, keepers, remembered, names_of, known: NumberedSprites, inside_of=None):
    """Return the reach of some members.

    Args:
        given: the members of the world.
        keepers: the objects among them that remember sprites: Overlaps and controllers.
        remembered: the sprites that these remember.
        names_of: a function that lists the sprites and keepers that some objects refer to; or None.
            It takes the objects, the positions of keepers among them that are not members, and the
            ids of all objects so far that are not sprites.
        known: the sprites that the world has known. Dead ones are removed from it.
        inside_of: the members of Groups by the Groups' ids, as in bytes; or None for the present
            members.
    """
    reach: Reach = Reach()
    reach.serial = -1  # until the world knows its sprites
    once: list = []
    sprites: list = []
    named: list = []
    later: list = []  # keepers that are only referred to
    places: list = []
    inside: set = set()
    own: set = {id(keeper) for keeper in keepers}
    start: C.Py_ssize_t = 0
    layers: list = layers_of_groups(given, inside_of, reach)
    this_pass: C.uint = STORE.next_pass()  # after the Groups, which may add others
    for layer in layers:
        for thing in layer:
            add_once(thing, this_pass, sprites, inside, once)
    reach.given_count = len(once)
    new: list = list(remembered)
    while True:
        named.extend(new)
        for thing in new:
            add_once(thing, this_pass, sprites, inside, once)
        if names_of is None or start == len(once):
            break
        layer = tuple(once[start:])
        found: list = places_of_keepers(layer, own)
        places.extend([start + place for place in found])
        later.extend([layer[place] for place in found])
        start = len(once)
        new = names_of(layer, tuple(found), inside)
    tell_new_from_known(sprites, known, this_pass, reach)
    reach.things = tuple(once)
    reach.sprites = tuple(sprites)
    reach.members = tuple(layers[1:])
    reach.keepers = (*keepers, *later)
    reach.places = tuple(places)
    reach.named = tuple(named)
    reach.inside = inside
    return reach


def make_known(reach: Reach, known: NumberedSprites, serial: C.Py_ssize_t):
    """Let a world know the sprites of a reach. Return how many it has known so far."""
    reach.serial = serial + note_known(reach.unknown, known)
    reach.unknown = None
    return reach.serial


@C.cfunc
@C.inline
@C.exceptval(-1)
def add_once(thing: object, this_pass: C.uint, sprites: list, inside: set, things: list) -> C.int:
    """Add an object that is met for the first time. Sprites are recognized by their pass."""
    if not isinstance(thing, SpriteRow):
        if id(thing) not in inside:
            inside.add(id(thing))
            things.append(thing)
    elif STORE.records[C.cast(SpriteRow, thing).row].last_pass != this_pass:
        STORE.records[C.cast(SpriteRow, thing).row].last_pass = this_pass
        sprites.append(thing)
        things.append(thing)
    return 0


def note_known(sprites, known: NumberedSprites, numbers=None):
    """Add sprites to the sprites that a world has known, and number those that are new or are now
    of another class.

    Args:
        sprites: the sprites.
        known: the sprites that the world has known.
        numbers: the numbers of the sprites, as bytes have them; or None for the next ones.

    Returns:
        How many sprites are new.
    """
    count: C.Py_ssize_t = 0
    k: C.Py_ssize_t = 0
    for sprite in sprites:
        key: object = id(sprite)
        name: str = str(type(sprite).__qualname__)
        number: object = None if numbers is None else numbers[k]
        k += 1
        reference: object = known.references.get(key)
        if reference is None or reference() is not sprite:  # another sprite with this id has died
            known.references.pop(key, None)  # to be the last, as every new sprite is
            known.references[key] = ref(sprite)
            count += 1
        else:
            own: tuple = known.numbers[key]
            if own[0] == name and (number is None or own[1] == number):
                continue
        if number is None:
            number = known.next_number(name)
        known.give(sprite, name, number)
    return count


def alive(references):
    """Return the living sprites of some references, and their references, as tuples."""
    found: list = [(sprite, each) for each in references if (sprite := each()) is not None]
    return tuple([sprite for sprite, _ in found]), tuple([each for _, each in found])


def birth_now():
    """Return the birth of the last sprite that was created. Births are counted from the first call
    on.
    """
    STORE.note_births()
    return STORE.born


def let_vanish(candidates, birth: C.longlong, *others):
    """Let sprites that were born after a moment vanish, even if their classes override `vanish`.

    Args:
        candidates: a list of sprites, and of lists, tuples, dicts and Groups that may contain
            sprites.
        birth: the birth of the last sprite that stays. -1: all vanish.
        *others: sprites that stay, however late they were born; or None.
    """
    late: list = []
    waiting: list = list(candidates)
    if birth >= STORE.born:
        return
    seen: set = set()
    while waiting:
        item = waiting.pop()
        if isinstance(item, SpriteRow):
            row: C.int = C.cast(SpriteRow, item).row
            born: C.longlong = (
                0 if STORE.births == C.NULL else STORE.births[row]
            )  # 0: before the first
            if born > birth:
                late.append(item)
        elif id(item) not in seen:  # a list may contain itself
            seen.add(id(item))
            if isinstance(item, Members):
                waiting.extend(members.own_members(item))
            elif type(item) is dict:
                waiting.extend(item.values())
            elif isinstance(item, (list, tuple)):
                waiting.extend(item)
    if not late:
        return
    this_pass: C.uint = STORE.next_pass()
    for some in others:
        for item in some:
            if isinstance(item, SpriteRow):
                STORE.records[C.cast(SpriteRow, item).row].last_pass = this_pass
    for item in late:
        if STORE.records[C.cast(SpriteRow, item).row].last_pass != this_pass:
            STORE.vanish(C.cast(SpriteRow, item).row)


def sprites_in(memories):
    """Return the sprites in the memories of Overlaps and controllers, in order."""
    found: list = []
    collect_sprites(memories, found)
    return found


def collect_sprites(memory: object, found: list) -> C.int:
    """Add the sprites in nested tuples and lists to a list, in order."""
    if isinstance(memory, SpriteRow):
        found.append(memory)
    elif isinstance(memory, tuple):
        for item in C.cast(tuple, memory):
            collect_sprites(item, found)
    elif isinstance(memory, list):
        for item in C.cast(list, memory):
            collect_sprites(item, found)
    return 0


def differing_names(one: dict, other: dict):
    """Return the names whose values differ between two dicts, or that only one of them has."""
    return [
        name
        for name in {**one, **other}
        if name not in one or name not in other or not are_same(one[name], other[name])
    ]


def are_same(one: object, other: object) -> C.bint:
    """Whether two values are the same, by type and bits, or by identity for other objects.

    No `__eq__` of a user's class is called.
    """
    if one is other:
        return True
    kind: object = type(one)
    if kind is not type(other):
        return False
    if kind is float:
        x: C.double = one
        y: C.double = other
        return memcmp(C.address(x), C.address(y), C.sizeof(C.double)) == 0
    if isinstance(one, tuple):
        return are_one_by_one(C.cast(tuple, one), C.cast(tuple, other))
    if kind is list:
        return are_one_by_one(C.cast(list, one), C.cast(list, other))
    if kind is int or kind is str or kind is bytes or kind in SHAPE_CLASSES:
        return one == other
    if isinstance(one, int):
        return int.__eq__(one, other)
    if kind is complex:
        return are_same(one.real, other.real) and are_same(one.imag, other.imag)
    return is_numpy(one, "generic") and repr(one) == repr(other)


@C.cfunc
@C.exceptval(-1)
@C.boundscheck(False)
@C.wraparound(False)
def are_one_by_one(one: Items, other: Items) -> C.bint:
    """See `are_same`."""
    k: C.Py_ssize_t = 0
    count: C.Py_ssize_t = len(one)
    if count != len(other):
        return False
    while k < count and are_same(one[k], other[k]):
        k += 1
    return k == count
