"""A few attackers meet many targets, one after the other, as most games call `groupcollide`.

The rects of all targets are read once, into columns, and each attacker is compared with four of
them at a time. Who is killed stays in its place there, as a box that overlaps nothing.
"""

import cython
from cython.cimports.libc.math import INFINITY
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.spritecol._engine.broad_phase.lanes import (
    BoxColumns,
    lowest_bit,
    overlaps_of_four,
)
from cython.cimports.spritecol.integrations.pygame.drop_in.fast_reads import RectInts, read_ints
from cython.cimports.spritecol.integrations.pygame.drop_in.sprite_numbers import is_pygame_rect
from pygame.rect import Rect

from spritecol.integrations.pygame.drop_in.bulk_hits import is_standard_group, kill_all
from spritecol.integrations.pygame.drop_in.read_attributes import rects_of

NOTHING = cython.declare(object, Rect(0, 0, 0, 0))
"""A rect that hits nothing, in the place of one that was killed."""


@cython.auto_pickle(False)
@cython.final
@cython.cclass
class Targets:
    """The rects of all targets, as columns if they are of ints; and which of them were hit."""

    members: list
    rects: list
    count: cython.Py_ssize_t
    alive: cython.Py_ssize_t
    has_columns: cython.bint
    columns: BoxColumns
    hit: cython.pointer(cython.Py_ssize_t)  # positions, the first `hits` of them
    hits: cython.Py_ssize_t

    def __cinit__(self, members: list, rects: list):
        padded: cython.Py_ssize_t = len(rects) + 4  # four boxes are compared at once
        self.members, self.rects = members, rects
        self.count = self.alive = len(rects)
        self.columns.low = cython.cast(
            cython.p_double,
            malloc(padded * (4 * cython.sizeof(cython.double) + cython.sizeof(cython.Py_ssize_t))),
        )
        if self.columns.low is cython.NULL:
            raise MemoryError
        self.columns.top = self.columns.low + padded
        self.columns.high = self.columns.top + padded
        self.columns.bottom = self.columns.high + padded
        self.hit = cython.cast(cython.pointer(cython.Py_ssize_t), self.columns.bottom + padded)
        self.has_columns = self.read()

    def __dealloc__(self):
        free(self.columns.low)

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def read(self) -> cython.bint:
        """Fill the columns. False if a rect is not of ints, or huge."""
        numbers: RectInts
        i: cython.Py_ssize_t
        for i in range(self.count):
            if not read_ints(self.rects[i], cython.address(numbers)):
                return False
            if numbers.width == 0 or numbers.height == 0:
                self.empty(i)  # such a rect hits nothing, not even what surrounds it
                continue
            self.columns.low[i] = min(numbers.x, numbers.x + numbers.width)
            self.columns.top[i] = min(numbers.y, numbers.y + numbers.height)
            self.columns.high[i] = max(numbers.x, numbers.x + numbers.width)
            self.columns.bottom[i] = max(numbers.y, numbers.y + numbers.height)
        for i in range(self.count, self.count + 4):
            self.empty(i)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def empty(self, i: cython.Py_ssize_t) -> cython.void:
        """Make a box one that overlaps nothing."""
        self.columns.low[i] = self.columns.top[i] = INFINITY
        self.columns.high[i] = self.columns.bottom[i] = -INFINITY

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def look(self, rect: object) -> cython.bint:
        """Find what a rect hits. False if only pygame's way knows what it does."""
        numbers: RectInts
        position: cython.Py_ssize_t
        self.hits = 0
        if self.has_columns and read_ints(rect, cython.address(numbers)):
            # A rect without area would not read the others, and so not raise their errors.
            if numbers.width == 0 or numbers.height == 0:
                return False
            self.compare(cython.address(numbers))
            return True
        if not (is_pygame_rect(rect) and rect):
            return False
        try:
            for position in rect.collidelistall(self.rects):
                self.hit[self.hits] = position
                self.hits += 1
        except Exception:  # pair by pair decides whether this is an error
            return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def compare(self, numbers: cython.pointer(RectInts)) -> cython.void:
        """Compare a rect with all columns."""
        low: cython.double = min(numbers.x, numbers.x + numbers.width)
        top: cython.double = min(numbers.y, numbers.y + numbers.height)
        high: cython.double = max(numbers.x, numbers.x + numbers.width)
        bottom: cython.double = max(numbers.y, numbers.y + numbers.height)
        bits: cython.uint
        i: cython.Py_ssize_t = 0
        while i < self.count:
            bits = overlaps_of_four(cython.address(self.columns), i, low, top, high, bottom, False)
            while bits:
                self.hit[self.hits] = i + lowest_bit(bits)
                self.hits += 1
                bits &= bits - 1
            i += 4

    @cython.cfunc
    def found(self) -> list:
        """The members that were hit."""
        hits: list = []
        k: cython.Py_ssize_t
        for k in range(self.hits):
            hits.append(self.members[self.hit[k]])
        return hits

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def bury(self) -> cython.int:
        """Let those that were hit be hit no more."""
        k: cython.Py_ssize_t
        for k in range(self.hits):
            self.empty(self.hit[k])
            self.rects[self.hit[k]] = NOTHING
        self.alive -= self.hits
        return 0


@cython.binding(False)
def in_turn(found: dict, attackers: list, members: list, group, kills):
    """Add each attacker that hits, with the list of the group's members it hits.

    Returns:
        How many attackers are done: fewer than all if a sprite is unusual, or if a kill may have
        done more than to remove the sprite from its groups.
    """
    kill: cython.bint = kills
    targets: Targets
    hits: list
    sprite: object
    rect: object
    done: cython.Py_ssize_t = 0
    if not members or (kill and not is_standard_group(group)):
        return 0
    members = list(members)
    try:
        targets = Targets(members, rects_of(members))
    except Exception:  # pair by pair decides whether this is an error
        return 0
    while done < len(attackers):  # a user's `rect` may change their list
        sprite = attackers[done]
        rect = sprite.rect
        if targets.alive == 0:
            if not is_pygame_rect(rect):
                return done
        elif not targets.look(rect):
            return done
        elif targets.hits:
            hits = targets.found()
            found[sprite] = hits
            if kill:
                if not kill_all(hits, group):
                    return done + 1
                targets.bury()
        done += 1
    return done
