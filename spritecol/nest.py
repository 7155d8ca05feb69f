"""Members that may hold members themselves, and the flat sequence of all sprites in them.

While no Group is among the members, the roster is all there is. With one, members are kept by id,
and the roster is made anew from all Groups inside when one of them has changed, which their version
numbers tell.
"""

import cython
from cython.cimports.cpython.dict import PyDict_Items, PyDict_Values
from cython.cimports.spritecol.handle import Handle
from cython.cimports.spritecol.row_table import RowTable
from cython.cimports.spritecol.storage import GONE, GROUPED, STORE, VANISHED


class Nest(Roster):
    """A roster into which others can be put."""

    def __cinit__(self):
        self.tree = []  # not itself: a Group must die with its last reference, without a collector
        self.version = 1

    def insert(self, member):
        """Add one member, if it is new."""
        row: cython.int
        if isinstance(member, Handle):
            row = cython.cast(Handle, member).row
            if STORE.dirty[row] & GONE:
                return 0
            self.unlend()  # which may run code that changes this Group, so only now:
            if self.members is None:
                if self.find(row) < 0:
                    self.append(member)
                    STORE.dirty[row] |= GROUPED
                    self.version += 1
                return 0
            STORE.dirty[row] |= GROUPED
        elif self.members is None:
            self.mix()
        if id(member) not in self.members:
            self.members[id(member)] = member
            self.version += 1
            self.inner += isinstance(member, Nest)
        return 0

    def mix(self):
        """Begin to hold Groups too: members by id, and the roster as their flat sequence."""
        members: dict = {}
        k: cython.Py_ssize_t
        while self.members is None:
            self.close_up()
            members.clear()
            for k in range(self.count):
                members[id(self.sprites[k])] = self.sprites[k]
            self.members = members
        return 0

    def has(self, item):
        """Whether something is a member itself."""
        if self.members is not None:
            return id(item) in self.members
        return isinstance(item, Handle) and self.find(cython.cast(Handle, item).row) >= 0

    def drop_vanished(self):
        """Drop vanished members, if any sprite in a Group has vanished since the last time."""
        gone: list
        vanished: cython.ulonglong = STORE.vanished
        if self.purged == vanished:
            return 0
        if self.members is None:
            self.version += self.purge() > 0
            return 0
        gone = [
            key
            for key, member in PyDict_Items(self.members)
            if isinstance(member, Handle) and cython.cast(Handle, member).data().flags & VANISHED
        ]
        self.purged = vanished
        if gone:
            self.version += 1
        for key in gone:  # each may be the last reference and run a __del__ that comes back here
            self.members.pop(key, None)
        return 0

    def is_stale(self):
        """Whether the flat list is older than a member of this Group or of one inside."""
        stale: cython.bint = False
        group: Nest
        for item in self.tree:
            group = item[0]
            group.drop_vanished()
            stale = stale or group.version != item[1]
        self.drop_vanished()
        return stale or self.version != self.flat_version

    def is_whole(self):
        """Whether nothing has left or changed inside since `sync`; runs no code of a user's."""
        group: Nest
        if self.members is None:
            return self.holes == 0
        for item in self.tree:
            group = item[0]
            if group.version != item[1]:
                return False
        return self.version == self.flat_version

    def direct(self):
        """The members themselves, in order."""
        if self.members is not None:
            return PyDict_Values(self.members)
        self.close_up()
        return self.sprites.copy()

    def rebuild(self):
        """Walk through all Groups inside and make the flat list anew."""
        found: list = []
        tree: list = []
        old: object
        old_tree: object
        inside: list
        version: cython.ulonglong = 0
        waiting: list = [self]
        seen: set = set()
        group: Nest
        item: object
        while waiting:
            item = waiting.pop()
            if isinstance(item, Handle):
                found.append(item)
            elif id(item) not in seen:  # its sprites count once, however often it is inside
                seen.add(id(item))
                group = item
                group.drop_vanished()
                if group is self:
                    version = self.version
                else:
                    tree.append((group, group.version))
                inside = group.direct()
                inside.reverse()
                waiting.extend(inside)
        old = self.fill(found)
        old_tree = self.tree
        self.tree = tree
        self.flat_version = version
        self.lent = 0
        del old, old_tree  # only now, see `Batch.fill`
        return 0

    def begin_again(self):
        """Be empty, after the collector has taken a part of what is still in use somewhere."""
        sprites: list = []
        tree: list = []
        self.members = None
        self.inner = 0
        self.sprites = sprites
        self.tree = tree
        self.table = RowTable()
        self.kept = None
        self.count = self.holes = self.placed = 0
        self.version += 1
        return 0

    def sync(self):
        """Bring the flat list of sprites and rows up to date."""
        if self.sprites is None:
            self.begin_again()
        if self.members is None:
            self.drop_vanished()
            self.close_up()
        elif self.is_stale():
            self.rebuild()
        return 0


def reaches(start, wanted):
    """Whether `wanted` is `start` or lies somewhere inside it."""
    waiting: list = [start]
    seen: set = set()
    group: Nest
    while waiting:
        group = waiting.pop()
        if group is wanted:
            return True
        if id(group) not in seen:
            seen.add(id(group))
            if group.inner:
                waiting.extend(
                    [item for item in PyDict_Values(group.members) if isinstance(item, Nest)]
                )
    return False
