"""A few attackers meet many targets, one after the other, as most games call `groupcollide`.

The rects of all targets are read once, into columns, and each attacker is compared with four of
them at a time. Who is killed stays in its place there, as a box that overlaps nothing.
"""

import cython
from cython.cimports.libc.math import INFINITY
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.broad_phase.lanes import (
    BoxColumns,
    lowest_bit,
    overlaps_of_four,
)
from cython.cimports.spritecol.integrations.pygame.drop_in.fast_reads import (
    FLOATS,
    INTS,
    NO_RECT,
    type_of_rect,
)
from cython.cimports.spritecol.integrations.pygame.drop_in.sprite_numbers import read_rect_box
from pygame.rect import Rect

from spritecol.integrations.pygame.drop_in.bulk_hits import is_standard_group, kill_all
from spritecol.integrations.pygame.drop_in.read_attributes import rects_of

NOTHING = cython.declare(object, Rect(0, 0, 0, 0))
"""A rect that hits nothing, in the place of one that was killed."""

VARIED = cython.declare(cython.int, INTS + FLOATS)
"""Rects of both types, or of either where an attacker's is of the other."""


@cython.final
@cython.cclass
class Targets:
    """The rects of all targets, as columns unless one is unusual; and which of them were hit."""

    members: list
    rects: list
    count: cython.Py_ssize_t
    alive: cython.Py_ssize_t
    kind: cython.int  # INTS, FLOATS or VARIED; NO_RECT: without columns
    columns: BoxColumns
    hit: cython.pointer(cython.Py_ssize_t)  # positions, the first `hits` of them
    hits: cython.Py_ssize_t

    def __cinit__(self, members: list, rects: list):
        padded: cython.Py_ssize_t = len(rects) + 4  # four boxes are compared at once
        i: cython.Py_ssize_t
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
        for i in range(self.count, padded):
            self.empty(i)
        if self.count:
            self.read(type_of_rect(rects[0]))

    def __dealloc__(self):
        free(self.columns.low)

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def read(self, kind: cython.int) -> cython.int:
        """Fill the columns, as rects of that kind see the targets."""
        box: Box
        other: Box
        rect: object
        i: cython.Py_ssize_t
        self.kind = NO_RECT
        for i in range(self.count):
            rect = self.rects[i]
            if kind != VARIED and type_of_rect(rect) != kind:
                return 0 if type_of_rect(rect) == NO_RECT else self.read(VARIED)
            if not read_rect_box(rect, kind == FLOATS, cython.address(box)):
                return 0
            if kind == VARIED:  # each box extends to how rects of both types see it
                if not read_rect_box(rect, True, cython.address(other)):
                    return 0
                box.left = min(box.left, other.left)
                box.top = min(box.top, other.top)
                box.right = max(box.right, other.right)
                box.bottom = max(box.bottom, other.bottom)
            self.columns.low[i] = box.left
            self.columns.top[i] = box.top
            self.columns.high[i] = box.right
            self.columns.bottom[i] = box.bottom
        self.kind = kind
        return 0

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
        box: Box
        kind: cython.int = type_of_rect(rect)
        position: cython.Py_ssize_t
        self.hits = 0
        # A rect without area would not read the others, and so not raise their errors.
        if kind == NO_RECT or not rect:
            return False
        if self.kind != NO_RECT and read_rect_box(rect, kind == FLOATS, cython.address(box)):
            if self.kind not in (kind, VARIED):
                self.read(VARIED)
            if self.kind != NO_RECT:
                self.compare(cython.address(box))
                if self.kind == VARIED:
                    self.confirm(rect)
                return True
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
    def compare(self, box: cython.pointer(cython.const[Box])) -> cython.void:
        """Compare a box with all columns."""
        bits: cython.uint
        i: cython.Py_ssize_t = 0
        while i < self.count:
            bits = overlaps_of_four(
                cython.address(self.columns), i, box.left, box.top, box.right, box.bottom, False
            )
            while bits:
                self.hit[self.hits] = i + lowest_bit(bits)
                self.hits += 1
                bits &= bits - 1
            i += 4

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def confirm(self, rect: object) -> cython.int:
        """Keep of those whose boxes overlap the ones that a rect hits."""
        k: cython.Py_ssize_t
        kept: cython.Py_ssize_t = 0
        for k in range(self.hits):
            if rect.colliderect(self.rects[self.hit[k]]):
                self.hit[kept] = self.hit[k]
                kept += 1
        self.hits = kept
        return 0

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
    if not kill:  # otherwise the list is the group's answer, which nobody else has
        members = list(members)
    try:
        targets = Targets(members, rects_of(members))
    except Exception:  # pair by pair decides whether this is an error
        return 0
    while done < len(attackers):  # a user's `rect` may change their list
        sprite = attackers[done]
        rect = sprite.rect
        if targets.alive == 0:
            if type_of_rect(rect) == NO_RECT:
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
