"""`Group`: a user's container of sprites, with their numbers as columns."""

import cython
import numpy
from cython.cimports.spritecol.batch import Batch, batch_of, walk
from cython.cimports.spritecol.handle import Handle
from cython.cimports.spritecol.index_pairs import IndexPairs
from cython.cimports.spritecol.inputs import as_numbers
from cython.cimports.spritecol.pipeline import cross_hits, first_hit, self_hits
from cython.cimports.spritecol.storage import MATRIX_OLD, STORE, VANISHED, Box
from cython.cimports.spritecol.transform import refresh_all, true_box

from spritecol import callbacks
from spritecol.cloning import new, restore_attributes
from spritecol.limits import shown


class Group(Batch):
    """Sprites in order, each once, and other Groups inside; vanished sprites drop out.

    `Group(*sprites)` takes what `add` takes. What changes in an inner Group is seen outside. All
    but `in`, which finds both, see the flat sequence of sprites; a loop, as it was at its start.

    >>> bullets = Group(Sprite(3))
    >>> everything = Group(bullets, [Sprite(1), Sprite(2)])
    >>> len(everything), bullets in everything, everything.x.tolist()
    (3, True, [3.0, 1.0, 2.0])
    """

    def __cinit__(self):
        self.members = {}
        self.tree = []
        self.purged = STORE.vanished

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
            if isinstance(item, (Handle, Group)):
                new.append(item)
            else:
                new.extend(walk(item, "sprites", True))
        for member in new:
            if isinstance(member, Group) and reaches(member, self):
                raise ValueError("a Group must not contain itself, and this one would")
        for member in new:
            self.insert(member)

    def insert(self, member):
        """Add one member, if it is new; a plain sprite goes straight into the flat list too."""
        plain: cython.bint
        if id(member) in self.members:
            return 0
        if isinstance(member, Handle) and (cython.cast(Handle, member).data().flags & VANISHED):
            return 0
        plain = not self.inner and not self.lent and not self.is_stale()
        self.members[id(member)] = member
        self.version += 1
        if isinstance(member, Group):
            self.inner += 1
        elif plain:
            Batch.append(self, member)
            self.tree = [(self, self.version)]
        return 0

    def discard(self, *sprites):
        """Take out Sprites and Groups; ignore those that are no members themselves.

        >>> Group(Sprite(1)).discard(Sprite(2))
        """
        for member in sprites:
            if self.members.pop(id(member), None) is not None:
                self.inner -= isinstance(member, Group)
                self.version += 1

    def remove(self, *sprites):
        """Take out members; KeyError, and nothing is taken out, if one is none.

        >>> group = Group(Sprite(1), Sprite(2))
        >>> group.remove(*group)
        """
        for member in sprites:
            if id(member) not in self.members:
                raise KeyError(f"not a member of this Group: {shown(member)}")
        self.discard(*sprites)

    def clear(self):
        """Take out all members.

        >>> Group(Sprite(1)).clear()
        """
        self.members = {}
        self.inner = 0
        self.version += 1

    def purge(self):
        """Drop vanished members, if any sprite anywhere has vanished since the last time."""
        gone: list
        if self.purged == STORE.vanished:
            return 0
        self.purged = STORE.vanished
        gone = [
            key
            for key, member in list(self.members.items())
            if isinstance(member, Handle) and cython.cast(Handle, member).data().flags & VANISHED
        ]
        for key in gone:
            del self.members[key]
        if gone:
            self.version += 1
        return 0

    def is_stale(self):
        """Whether the flat list is older than a member of this Group or of one inside."""
        stale: cython.bint = not self.tree
        group: Group
        for item in self.tree:
            group = item[0]
            group.purge()
            stale = stale or group.version != item[1]
        return stale

    def rebuild(self):
        """Walk through all Groups inside and make the flat list anew."""
        found: list = []
        tree: list = []
        waiting: list = [self]
        group: Group
        item: object
        while waiting:
            item = waiting.pop()
            if isinstance(item, Handle):
                found.append(item)
            else:
                group = item
                group.purge()
                tree.append((group, group.version))
                waiting.extend(reversed(group.members.values()))
        self.lent = False
        self.fill(found)
        self.tree = tree
        return 0

    def sync(self):
        """Bring the flat list of sprites and rows up to date."""
        if self.is_stale():
            self.rebuild()
        return 0

    def __len__(self):
        self.sync()
        return self.count

    def __iter__(self):
        self.sync()
        self.lent = True
        return iter(self.sprites)

    def __contains__(self, item):
        self.sync()
        if isinstance(item, Handle):
            return bool(
                [group for group, _ in self.tree if id(item) in cython.cast(Group, group).members]
            )
        return bool([group for group, _ in self.tree[1:] if group is item])

    def __repr__(self):
        self.sync()
        return f"<Group of {self.count} sprites>"

    def __reduce_ex__(self, protocol):
        return new, (type(self),), (tuple(self.members.values()), object.__getstate__(self))

    def __setstate__(self, state):
        members, attributes = state
        for member in members:
            self.insert(member)
        restore_attributes(self, attributes)

    def check(self, other=None, shot="shot", hit="hit"):
        """`spritecol.check(self, other, shot, hit)`; without `other`, the pairs within this Group.

        >>> found = Group(Sprite(collision=Circle(0, 0, 8))).check([Sprite()], hit="touched")
        """
        return callbacks.check(self, other, shot, hit)

    def pairs(self, other=None):
        """`spritecol.pairs(self, other)`: all pairs that hit, without callbacks.

        >>> len(Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 9, 18)).pairs())
        2
        """
        return callbacks.pairs(self, other)

    def pair_indices(self, other=None):
        """`pairs` as positions in the two: an intp array (k, 2), in order, i < j within one Group.

        >>> Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 9, 18)).pair_indices().tolist()
        [[0, 1], [1, 2]]
        """
        hits: IndexPairs = IndexPairs()
        targets: Batch
        self.sync()
        if other is None or other is self:
            self_hits(STORE, self.rows, self.count, hits)
        else:
            targets = batch_of(other, "other")
            self.sync()
            cross_hits(STORE, self.rows, self.count, targets.rows, targets.count, hits)
        return hits.array()

    def hits(self, targets):
        """Whether any sprite here hits any of `targets`, which are those of `Sprite.check`.

        >>> Group(Sprite(collision=Circle(0, 0, 8))).hits(Sprite(7, 0, collision=Point(0, 0)))
        True
        """
        batch: Batch = batch_of(targets, "targets")
        i: cython.Py_ssize_t
        self.sync()
        for i in range(self.count):
            if first_hit(STORE, self.rows[i], batch.rows, batch.count) >= 0:
                return True
        return False

    @property
    def x(self):
        """`x` of each sprite, a new float64 array (n,). Assign n numbers, or one for all."""
        return self.column(0)

    @x.setter
    def x(self, values):
        self.set_column(0, values, "x")

    @property
    def y(self):
        """`y` of each sprite, in pixels; as column `x`."""
        return self.column(1)

    @y.setter
    def y(self, values):
        self.set_column(1, values, "y")

    @property
    def angle(self):
        """`angle` of each sprite, in degrees; as column `x`."""
        return self.column(2)

    @angle.setter
    def angle(self, values):
        self.set_column(2, values, "angle")

    @property
    def scale_x(self):
        """`scale_x` of each sprite; as column `x`."""
        return self.column(3)

    @scale_x.setter
    def scale_x(self, values):
        self.set_column(3, values, "scale_x")

    @property
    def scale_y(self):
        """`scale_y` of each sprite; as column `x`."""
        return self.column(4)

    @scale_y.setter
    def scale_y(self, values):
        self.set_column(4, values, "scale_y")

    def column(self, index):
        """One number of each sprite, as a new array."""
        result: object
        view: cython.double[::1]
        i: cython.Py_ssize_t
        self.sync()
        result = numpy.empty(self.count)
        view = result
        for i in range(min(self.count, view.shape[0])):
            view[i] = cython.cast(cython.p_double, cython.address(STORE.rows[self.rows[i]]))[index]
        return result

    def set_column(self, index, values, name):
        """Write one number of each sprite: all of them, or on an error none."""
        view: cython.double[::1]
        i: cython.Py_ssize_t
        numbers: object = as_numbers(values, name)
        self.sync()
        if numbers.shape not in ((), (self.count,)):
            raise ValueError(
                f"{name} must be one number or an array of shape ({self.count},), "
                f"got shape {numbers.shape}"
            )
        view = numpy.array(numpy.broadcast_to(numbers, (self.count,)))
        for i in range(min(self.count, view.shape[0])):
            cython.cast(cython.p_double, cython.address(STORE.rows[self.rows[i]]))[index] = view[i]
            STORE.mark(self.rows[i])
            if index >= 2:
                STORE.rows[self.rows[i]].flags |= MATRIX_OLD
        return 0

    @property
    def aabbs(self):
        """`aabb` of each sprite: a new float64 array of shape (n, 4), to read only."""
        result: object
        view: cython.double[:, ::1]
        box: Box
        i: cython.Py_ssize_t
        self.sync()
        result = numpy.empty((self.count, 4))
        view = result
        refresh_all(STORE, self.rows, self.count)
        for i in range(min(self.count, view.shape[0])):
            box = true_box(STORE, self.rows[i])
            view[i, 0] = box.left
            view[i, 1] = box.top
            view[i, 2] = box.right
            view[i, 3] = box.bottom
        return result


def reaches(start, wanted):
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
            waiting.extend([item for item in group.members.values() if isinstance(item, Group)])
    return False
