"""`Group`: a user's container of sprites, with their numbers as columns.

A Group of sprites alone is a batch that sprites can join and leave. Once a Group is among the
members, members are kept by id, and the batch is made anew from all Groups inside when one of them
has changed, which their version numbers tell.

A member that leaves makes a hole; the holes are closed before anyone looks at the sequence
(`close_up`). Dropping a sprite may run its `__del__`, and making a list may run the garbage
collector; both may re-enter these methods. So lists are made before anything changes, and whoever
left is dropped by the caller, when all is whole again.
"""

import cython
from cython.cimports.cpython.dict import PyDict_Items, PyDict_Values
from cython.cimports.cpython.object import PyTypeObject
from cython.cimports.spritecol._engine.storage.layout import (
    GONE,
    GROUPED,
    NUMBER_ANGLE,
    NUMBER_SCALE_X,
    NUMBER_SCALE_Y,
    NUMBER_X,
    NUMBER_Y,
    VANISHED,
)
from cython.cimports.spritecol._engine.storage.row_positions import RowPositions
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.tuning import RECENT, SCAN
from cython.cimports.spritecol.sprites.batch import LENT, Batch
from cython.cimports.spritecol.sprites.columns import aabbs, column, set_column
from cython.cimports.spritecol.sprites.detection import batch_hits_any, pair_positions
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow
from cython.cimports.spritecol.sprites.targets import batch_of, walk

from spritecol._numbers.limits import shown
from spritecol.sprites import callbacks, detection
from spritecol.sprites.copying import reduced, restore_attributes


@cython.cclass
@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@cython.embedsignature(True)
@cython.embedsignature.format("clinic")
class Group(Batch):
    """Sprites in order, each once, and other Groups inside; vanished sprites drop out.

    `Group(*sprites)` takes what `add` takes. What changes in an inner Group is seen outside. All
    but `in`, which finds both, see the flat sequence of sprites; a loop, as it was at its start.

    >>> bullets = Group(Sprite(3))
    >>> everything = Group(bullets, [Sprite(1), Sprite(2)])
    >>> len(everything), bullets in everything, everything.x.tolist()
    (3, True, [3.0, 1.0, 2.0])
    """

    # id -> Sprite or Group, in the order added; None while there never was a Group among the
    # members: then the batch's own list is all of them.
    members: dict
    inner: cython.Py_ssize_t  # how many members are Groups
    version: cython.ulonglong  # how often the members changed
    flat_version: cython.ulonglong  # `version` when the flat list was made
    tree: list  # (Group, its version) of all inside, at that time
    positions: RowPositions  # of the first `indexed` rows
    indexed: cython.Py_ssize_t
    holes: cython.Py_ssize_t  # positions whose row is -1 and whose sprite is None
    purged_at: cython.ulonglong  # STORE.vanished when vanished ones were last looked for
    __weakref__: object

    def __cinit__(self):
        self.tree = []  # not itself: a Group must die with its last reference, without a collector
        self.version = 1
        self.positions = RowPositions()
        self.purged_at = STORE.vanished
        self.may_keep_index = True

    def __init__(self, *sprites):
        self.add(*sprites)

    def add(self, *sprites):
        """Add Sprites, Groups, or the sprites in iterables. A TypeError or ValueError adds none.

        >>> group = Group()
        >>> group.add(Sprite(1), [Sprite(2), None])
        """
        new: list = []
        member: object
        for item in sprites:
            if isinstance(item, (SpriteRow, Group)):
                new.append(item)
            else:
                new.extend(walk(item, "sprites", True))
        for member in new:
            if isinstance(member, Group) and reaches(member, self):
                raise ValueError("a Group must not contain itself, and this one would")
        for member in new:
            self.insert(member)

    def discard(self, *sprites):
        """Take out Sprites and Groups; ignore those that are no members themselves.

        >>> Group(Sprite(1)).discard(Sprite(2))
        """
        gone: list = []
        position: cython.Py_ssize_t
        self.unlend()
        for member in sprites:
            if self.members is not None:
                gone.append(self.members.pop(id(member), None))
                if gone[-1] is not None:
                    self.inner -= isinstance(member, Group)
                    self.version += 1
            elif isinstance(member, SpriteRow):
                position = self.find(cython.cast(SpriteRow, member).row)
                if position >= 0:
                    self.leave(position, gone)
                    self.version += 1
        if self.members is not None and self.version != self.flat_version:
            self.forget()

    def remove(self, *sprites):
        """Take out members; Raises KeyError, removing nothing, if any of them is not a member.

        >>> group = Group(Sprite(1), Sprite(2))
        >>> group.remove(*group)
        """
        for member in sprites:
            if not self.has(member):
                raise KeyError(f"not a member of this Group: {shown(member)}")
        self.discard(*sprites)

    def clear(self):
        """Take out all members.

        >>> Group(Sprite(1)).clear()
        """
        members: dict = {}
        tree: list = []
        sprites: list = []
        old_members: object = self.members  # these are held until all is set, see `Batch.fill`
        old_tree: object = self.tree
        old_sprites: object = self.sprites
        self.members = None if self.members is None else members
        self.tree = tree
        self.sprites = sprites
        self.lent = 0
        self.count = 0
        self.holes = 0
        self.indexed = 0
        self.kept = None
        self.inner = 0
        self.version += 1
        del old_members, old_tree, old_sprites

    def __len__(self):
        self.sync()
        return self.count

    def __iter__(self):
        self.sync()
        self.lent = LENT
        return iter(self.sprites)

    def __contains__(self, item):
        self.sync()
        if isinstance(item, SpriteRow):
            return self.has(item) or bool(
                [group for group, _ in self.tree if cython.cast(Group, group).has(item)]
            )
        return bool([group for group, _ in self.tree if group is item])

    def __repr__(self):
        self.sync()
        return f"<Group of {self.count} sprites>"

    def __reduce__(self):
        self.sync()
        return reduced(Group, self, tuple(self.direct()))

    def __setstate__(self, state):
        members, attributes = state
        Group.add(self, *members)
        restore_attributes(self, attributes)

    @property
    def x(self):
        """`x` of each sprite, a new float64 array (n,). Assign n numbers, or one for all."""
        return column(self, NUMBER_X)

    @x.setter
    def x(self, values):
        set_column(self, NUMBER_X, values, "x")

    @property
    def y(self):
        """`y` of each sprite, in pixels; as column `x`."""
        return column(self, NUMBER_Y)

    @y.setter
    def y(self, values):
        set_column(self, NUMBER_Y, values, "y")

    @property
    def angle(self):
        """`angle` of each sprite, in degrees; as column `x`."""
        return column(self, NUMBER_ANGLE)

    @angle.setter
    def angle(self, values):
        set_column(self, NUMBER_ANGLE, values, "angle")

    @property
    def scale_x(self):
        """`scale_x` of each sprite; as column `x`."""
        return column(self, NUMBER_SCALE_X)

    @scale_x.setter
    def scale_x(self, values):
        set_column(self, NUMBER_SCALE_X, values, "scale_x")

    @property
    def scale_y(self):
        """`scale_y` of each sprite; as column `x`."""
        return column(self, NUMBER_SCALE_Y)

    @scale_y.setter
    def scale_y(self, values):
        set_column(self, NUMBER_SCALE_Y, values, "scale_y")

    @property
    def aabbs(self):
        """The bounding box of each sprite, `Sprite.aabb`: a new float64 array (n, 4), to read only.

        The columns are left, top, right, bottom, in pixels; NaN for a sprite without shapes.
        """
        return aabbs(self)

    def check(self, other=None, shot="shot", hit="hit"):
        """`spritecol.check(self, other, shot, hit)`; without `other`, the pairs within this Group.

        >>> found = Group(Sprite(collision=Circle(0, 0, 8))).check([Sprite()], hit="touched")
        """
        if other is not None:
            other = batch_of(other, "other")
        return callbacks.check(self, other, shot, hit)

    def pairs(self, other=None):
        """`spritecol.pairs(self, other)`: all pairs that hit, without callbacks.

        >>> len(Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 9, 18)).pairs())
        2
        """
        if other is not None:
            other = batch_of(other, "other")
        return detection.pairs(self, other)

    def pair_indices(self, other=None):
        """`pairs` as positions in the two: an intp array (k, 2), in order, i < j within one Group.

        >>> Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 9, 18)).pair_indices().tolist()
        [[0, 1], [1, 2]]
        """
        return pair_positions(self, other)

    def hits(self, targets):
        """Whether any sprite here hits any of `targets`, which are those of `Sprite.check`.

        >>> Group(Sprite(collision=Circle(0, 0, 8))).hits(Sprite(7, 0, collision=Point(0, 0)))
        True
        """
        return batch_hits_any(self, targets)

    # The members, and how they change.

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def insert(self, member: object) -> cython.int:
        """Add one member, if it is new."""
        row: cython.int
        if isinstance(member, SpriteRow):
            row = cython.cast(SpriteRow, member).row
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
            self.inner += isinstance(member, Group)
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def mix(self) -> cython.int:
        """Begin to hold Groups too: members by id, and `sprites` as their flat sequence."""
        members: dict = {}
        k: cython.Py_ssize_t
        while self.members is None:
            self.close_up()
            members.clear()
            for k in range(self.count):
                members[id(self.sprites[k])] = self.sprites[k]
            self.members = members
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def has(self, item: object) -> cython.bint:
        """Whether something is a member itself."""
        if self.members is not None:
            return id(item) in self.members
        return isinstance(item, SpriteRow) and self.find(cython.cast(SpriteRow, item).row) >= 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def drop_vanished(self) -> cython.int:
        """Drop vanished members, if any sprite in a Group has vanished since the last time."""
        gone: list
        vanished: cython.ulonglong = STORE.vanished
        if self.purged_at == vanished:
            return 0
        if self.members is None:
            self.version += self.purge() > 0
            return 0
        gone = [
            key
            for key, member in PyDict_Items(self.members)
            if isinstance(member, SpriteRow)
            and cython.cast(SpriteRow, member).data().flags & VANISHED
        ]
        self.purged_at = vanished
        if gone:
            self.version += 1
        for key in gone:  # each may be the last reference and run a __del__ that comes back here
            self.members.pop(key, None)
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def is_stale(self) -> cython.bint:
        """Whether the flat list is older than a member of this Group or of one inside."""
        stale: cython.bint = False
        group: Group
        for item in self.tree:
            group = item[0]
            group.drop_vanished()
            stale = stale or group.version != item[1]
        self.drop_vanished()
        return stale or self.version != self.flat_version

    @cython.cfunc
    def is_whole(self) -> cython.bint:
        """Whether nothing has left or changed inside since `sync`; runs no user code."""
        group: Group
        if self.members is None:
            return self.holes == 0
        for item in self.tree:
            group = item[0]
            if group.version != item[1]:
                return False
        return self.version == self.flat_version

    @cython.cfunc
    def direct(self) -> list:
        """The members themselves, in order."""
        if self.members is not None:
            return PyDict_Values(self.members)
        self.close_up()
        return self.sprites.copy()

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def rebuild(self) -> cython.int:
        """Walk through all Groups inside and make the flat list anew."""
        found: list = []
        tree: list = []
        old: object
        old_tree: object
        inside: list
        version: cython.ulonglong = 0
        waiting: list = [self]
        seen: set = set()
        group: Group
        item: object
        while waiting:
            item = waiting.pop()
            if isinstance(item, SpriteRow):
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

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def begin_again(self) -> cython.int:
        """Be empty, after the collector has taken a part of what is still in use somewhere."""
        sprites: list = []
        tree: list = []
        self.members = None
        self.inner = 0
        self.sprites = sprites
        self.tree = tree
        self.positions = RowPositions()
        self.kept = None
        self.count = self.holes = self.indexed = 0
        self.version += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def sync(self) -> cython.int:
        """Bring the flat list of sprites and rows up to date."""
        if self.sprites is None:
            self.begin_again()
        if self.members is None:
            self.drop_vanished()
            self.close_up()
        elif self.is_stale():
            self.rebuild()
        return 0

    @cython.cfunc
    @cython.exceptval(-2, check=False)
    def find(self, row: cython.int) -> cython.Py_ssize_t:
        """The position of a sprite's row, -1 if it is not here.

        The table is made when it is first needed; a sprite that never was in a Group needs none.
        """
        k: cython.Py_ssize_t
        if not STORE.dirty[row] & GROUPED or self.count == 0 or self.positions is None:
            return -1
        if self.indexed == 0:
            self.positions.reset(self.count)
        for k in range(self.indexed, self.count):
            if self.rows[k] >= 0:
                self.positions.put(self.rows[k], k)
        self.indexed = self.count
        return self.positions.get(row)

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def unlend(self) -> cython.int:
        """Leave the list of sprites to whoever has it in hand, and go on with a copy."""
        sprites: list
        lent: list
        while self.lent:
            lent = self.sprites
            sprites = lent.copy()
            if self.lent and self.sprites is lent:  # which nobody changes
                self.sprites = sprites
                self.lent = 0
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def leave(self, position: cython.Py_ssize_t, gone: list) -> cython.int:
        """Move a sprite to the end of the list `gone`. The list of sprites must not be lent."""
        gone.append(self.sprites[position])
        if position < self.indexed:
            self.positions.put(self.rows[position], -1)
        self.rows[position] = -1
        self.sprites[position] = None
        self.holes += 1
        self.kept = None
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def purge(self) -> cython.Py_ssize_t:
        """Let the vanished leave, if any sprite of any Group has vanished since the last time."""
        gone: list
        news: cython.ulonglong
        k: cython.Py_ssize_t
        if self.purged_at == STORE.vanished:
            return 0
        gone = []
        self.unlend()
        news = STORE.vanished - self.purged_at
        if news < RECENT and self.count > SCAN:
            for k in range(cython.cast(cython.Py_ssize_t, news)):
                self.leave_if_gone(self.find(STORE.gone[(self.purged_at + k) % RECENT]), gone)
        else:
            for k in range(self.count):
                self.leave_if_gone(k, gone)
        self.purged_at += news
        return len(gone)

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def leave_if_gone(self, position: cython.Py_ssize_t, gone: list) -> cython.int:
        """Let a sprite leave if there is one, and it has vanished."""
        if position >= 0 and self.rows[position] >= 0 and STORE.dirty[self.rows[position]] & GONE:
            self.leave(position, gone)
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def close_up(self) -> cython.int:
        """Close the holes."""
        sprites: list = []
        old: object
        count: cython.Py_ssize_t = 0
        k: cython.Py_ssize_t
        if self.holes == 0:
            return 0
        old = self.sprites
        for k in range(self.count):
            if self.rows[k] >= 0:
                sprites.append(self.sprites[k])
                self.rows[count] = self.rows[k]
                count += 1
        self.sprites = sprites
        self.lent = 0
        self.count = count
        self.holes = 0
        self.indexed = 0
        del old  # holds no sprite that is not in the new one
        return 0


@cython.cfunc
@cython.exceptval(-1, check=False)
def reaches(start: Group, wanted: Group) -> cython.bint:
    """Whether `wanted` is `start` or lies somewhere inside it."""
    waiting: list = [start]
    seen: set = set()
    group: Group
    while waiting:
        group = waiting.pop()
        if group is wanted:
            return True
        if id(group) not in seen:
            seen.add(id(group))
            if group.inner:
                waiting.extend(
                    [item for item in PyDict_Values(group.members) if isinstance(item, Group)]
                )
    return False


# Pickles name a class by its module; the public one is not this.
cython.cast(cython.pointer(PyTypeObject), Group).tp_name = b"spritecol.Group"
