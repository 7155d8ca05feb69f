"""`Group`: a user's container of sprites, with their numbers as columns."""

import cython
from cython.cimports.spritecol.batch import (
    LENT,
    Batch,
    batch_of,
    find_hits,
    find_hits_of,
    ready,
    walk,
)
from cython.cimports.spritecol.broad_phase import FORCED
from cython.cimports.spritecol.handle import Handle
from cython.cimports.spritecol.index_pairs import IndexPairs
from cython.cimports.spritecol.kept_index import KeptIndex
from cython.cimports.spritecol.nest import Nest, reaches
from cython.cimports.spritecol.pipeline import first_hit
from cython.cimports.spritecol.storage import STORE
from cython.cimports.spritecol.transform import count_changed

from spritecol import callbacks
from spritecol.cloning import reduced, restore_attributes
from spritecol.limits import shown

KEPT_FROM = cython.declare(cython.Py_ssize_t, 512)
"""A Group of fewer sprites is compared directly faster than an index can be asked."""

PATIENCE = cython.declare(cython.Py_ssize_t, 4)
"""So many calm checks in a row make an index worth its cost, at first."""


FEW_TESTS = cython.declare(cython.Py_ssize_t, 100000)
"""So many tests `hits` does one by one, to stop at the first hit, before it makes indexes."""


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@cython.embedsignature(True)
@cython.embedsignature.format("clinic")
class Group(Columns):
    """Sprites in order, each once, and other Groups inside; vanished sprites drop out.

    `Group(*sprites)` takes what `add` takes. What changes in an inner Group is seen outside. All
    but `in`, which finds both, see the flat sequence of sprites; a loop, as it was at its start.

    >>> bullets = Group(Sprite(3))
    >>> everything = Group(bullets, [Sprite(1), Sprite(2)])
    >>> len(everything), bullets in everything, everything.x.tolist()
    (3, True, [3.0, 1.0, 2.0])
    """

    def __cinit__(self):
        self.patience = PATIENCE

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
            if isinstance(item, (Handle, Nest)):
                new.append(item)
            else:
                new.extend(walk(item, "sprites", True))
        for member in new:
            if isinstance(member, Nest) and reaches(member, self):
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
                    self.inner -= isinstance(member, Nest)
                    self.version += 1
            elif isinstance(member, Handle):
                position = self.find(cython.cast(Handle, member).row)
                if position >= 0:
                    self.leave(position, gone)
                    self.version += 1
        if self.members is not None and self.version != self.flat_version:
            self.forget()

    def remove(self, *sprites):
        """Take out members; KeyError, and nothing is taken out, if one is none.

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
        self.placed = 0
        self.kept = None
        self.inner = 0
        self.version += 1
        del old_members, old_tree, old_sprites

    def index(self):
        """An index that is kept while few members move; None while most do, or for few members.

        It is made when several checks in a row found nearly everything where it was. Where that
        turns out wrong at once, more such checks are asked for the next time.
        """
        changed: cython.Py_ssize_t
        if FORCED < 0 or self.count < (1 if FORCED else KEPT_FROM):
            return None
        if self.kept is not None:
            if self.kept.follow(STORE):
                return self.kept
            self.patience = PATIENCE if self.kept.asked > 64 else min(256, 2 * self.patience)
            self.kept = None
            self.calm = 0
            return None
        changed = count_changed(STORE, self.rows, self.count)
        self.calm = self.calm + 1 if 16 * changed <= self.count else 0
        if self.calm < self.patience and not FORCED:
            return None
        kept: KeptIndex = KeptIndex()
        if not self.is_whole():  # that may have run the collector
            return None
        kept.build(STORE, self.rows, self.count)
        self.kept = kept
        return kept

    def __len__(self):
        self.sync()
        return self.count

    def __iter__(self):
        self.sync()
        self.lent = LENT
        return iter(self.sprites)

    def __contains__(self, item):
        self.sync()
        if isinstance(item, Handle):
            return self.has(item) or bool(
                [group for group, _ in self.tree if cython.cast(Nest, group).has(item)]
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
        return callbacks.pairs(self, other)

    def pair_indices(self, other=None):
        """`pairs` as positions in the two: an intp array (k, 2), in order, i < j within one Group.

        >>> Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 9, 18)).pair_indices().tolist()
        [[0, 1], [1, 2]]
        """
        hits: IndexPairs = IndexPairs()
        targets: Batch = self
        if other is not None:
            targets = batch_of(other, "other")
        find_hits(self, targets, hits)
        return hits.array()

    def hits(self, targets):
        """Whether any sprite here hits any of `targets`, which are those of `Sprite.check`.

        >>> Group(Sprite(collision=Circle(0, 0, 8))).hits(Sprite(7, 0, collision=Point(0, 0)))
        True
        """
        batch: Batch = batch_of(targets, "targets")
        hits: IndexPairs = IndexPairs()
        size: cython.Py_ssize_t
        start: cython.Py_ssize_t
        ready(self, batch)
        size = FEW_TESTS // max(1, batch.count)
        for start in range(min(size, self.count)):
            if first_hit(STORE, self.rows[start], batch.rows, batch.count) >= 0:
                return True
        start = size
        while start < self.count and hits.count == 0:  # more and more at a time
            size = max(1, 8 * size)
            find_hits_of(self, start, start + size, batch, hits)
            start += size
        return hits.count > 0
