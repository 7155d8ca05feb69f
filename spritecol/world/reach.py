"""`Reach`: which objects belong to the state of a world, in the order of their numbers.

First the members as given, Groups depth first; then sprites that Overlaps and controllers
remember; then sprites that attributes name. A reach is never changed; snapshots share it while it
is the same.
"""

from weakref import ref

from cython import Py_ssize_t, binding, cast, cfunc, longlong, uint
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol.sprites.members import Members, own_members, put_members, sync
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Reach:
    """The objects of a state, each once."""

    def number_of(self, thing):
        """The number of an object; None if it is out of reach."""
        if self.numbers is None:
            self.numbers = {id(each): number for number, each in enumerate(self.things)}
        return self.numbers.get(id(thing))

    def is_current(self):
        """Whether the Groups have the members that they had."""
        k: Py_ssize_t
        group: Members
        for group in self.groups:
            sync(group)
        for k in range(len(self.versions)):
            if cast(Members, self.groups[k]).version != self.versions[k]:
                return False
        return True

    def is_named(self, named):
        """Whether these are the sprites that were named."""
        k: Py_ssize_t
        if len(named) != len(self.named):
            return False
        for k in range(len(named)):  # noqa: SIM110 (compiled)
            if named[k] is not self.named[k]:
                return False
        return True

    def restore_members(self, old):
        """Give all Groups their members back; what was replaced is added to `old`."""
        k: Py_ssize_t
        for k in range(len(self.groups)):
            put_members(cast(Members, self.groups[k]), self.members[k], old)


def reach_of(given, keepers, named, known, serial):
    """The reach of some members.

    Args:
        given: the members of the world.
        keepers: those of them that remember sprites: Overlaps and controllers.
        named: the sprites that are named by what is in reach.
        known: weak references, by id, to all sprites that the world has known. New ones are added.
        serial: how many sprites it had known.
    """
    reach: Reach = Reach()
    things: list = []
    groups: list = []
    members: list = []
    versions: list = []
    waiting: list = list(reversed(given))
    seen: set = set()
    while waiting:
        thing: object = waiting.pop()
        if isinstance(thing, SpriteRow):
            things.append(thing)
        elif id(thing) not in seen:
            seen.add(id(thing))
            things.append(thing)
            if isinstance(thing, Members):
                group: Members = thing
                sync(group)
                own: list = own_members(group)
                groups.append(group)
                members.append(tuple(own))
                versions.append(group.version)
                own.reverse()
                waiting.extend(own)
    things.extend(named)
    this_pass: uint = STORE.next_pass()
    once: list = []
    sprites: list = []
    for thing in things:
        if isinstance(thing, SpriteRow):
            sprite: SpriteRow = cast(SpriteRow, thing)
            if STORE.groups[sprite.row].last_pass == this_pass:
                continue
            STORE.groups[sprite.row].last_pass = this_pass
            sprites.append(sprite)
        once.append(thing)
    outside: list = []
    for reference in list(known.values()):
        sprite = reference()
        if sprite is not None and STORE.groups[sprite.row].last_pass != this_pass:
            outside.append(reference)
    serial += note_known(sprites, known)
    reach.things = tuple(once)
    reach.sprites = tuple(sprites)
    reach.groups = tuple(groups)
    reach.members = tuple(members)
    reach.keepers = keepers
    reach.named = tuple(named)
    reach.outside = tuple(outside)
    reach.serial = serial
    reach.versions = versions
    return reach


def reach_from(things, groups, members, keepers, named):
    """A reach that was read from bytes. No Group has its members yet."""
    reach: Reach = Reach()
    reach.things = tuple(things)
    reach.sprites = tuple([thing for thing in things if isinstance(thing, SpriteRow)])
    reach.groups = tuple(groups)
    reach.members = tuple(members)
    reach.keepers = keepers
    reach.named = tuple(named)
    reach.outside = ()
    reach.serial = -1
    reach.versions = [-1 for _ in groups]
    return reach


def note_known(sprites, known):
    """Add sprites to those that a world has known; returns how many are new."""
    new: list = [sprite for sprite in sprites if id(sprite) not in known]
    for sprite in new:
        known[id(sprite)] = reference_to(sprite, known)
    return len(new)


@cfunc
def reference_to(sprite: object, known: dict) -> object:
    """A weak reference to a sprite, which leaves `known` when the sprite dies."""
    key: object = id(sprite)
    return ref(sprite, lambda dead: known.pop(key, None))


def alive(references):
    """The sprites of those references whose sprites live, and these references, as tuples."""
    found: list = [(sprite, each) for each in references if (sprite := each()) is not None]
    return tuple([sprite for sprite, _ in found]), tuple([each for _, each in found])


def birth_now():
    """The birth of the last sprite that was made. From the first call on, births are noted."""
    STORE.note_births()
    return STORE.born


def let_vanish(candidates, birth: longlong, *others):
    """Let sprites vanish that were born after a moment, whatever their classes make of `vanish`.

    Args:
        candidates: a list of sprites, and of lists, tuples, dicts and Groups that may hold some.
        birth: the birth of the last sprite that stays. -1: all vanish.
        *others: sprites that stay, however late they were born; or None.
    """
    late: list = []
    waiting: list = list(candidates)
    seen: set = set()
    while waiting:
        item = waiting.pop()
        if isinstance(item, SpriteRow):
            if STORE.birth_of(cast(SpriteRow, item).row) > birth:
                late.append(item)
        elif id(item) not in seen:  # a list may hold itself
            seen.add(id(item))
            if isinstance(item, Members):
                waiting.extend(own_members(item))
            elif type(item) is dict:
                waiting.extend(item.values())
            elif type(item) is list or type(item) is tuple:
                waiting.extend(item)
    if not late:
        return
    this_pass: uint = STORE.next_pass()
    for some in others:
        for item in some:
            if isinstance(item, SpriteRow):
                STORE.groups[cast(SpriteRow, item).row].last_pass = this_pass
    for item in late:
        if STORE.groups[cast(SpriteRow, item).row].last_pass != this_pass:
            STORE.vanish(cast(SpriteRow, item).row)


def collect_sprites(memory, found):
    """Add the sprites in nested tuples and lists to a list, in order."""
    for item in memory:
        if isinstance(item, SpriteRow):
            found.append(item)
        elif type(item) is tuple or type(item) is list:
            collect_sprites(item, found)
