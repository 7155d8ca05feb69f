"""Which way a search between two groups takes, by how many sprites they have.

To search among a sprite or two takes no longer than a few calls do. So this is one call, of
compiled code.
"""

import sys

import cython
from cython.cimports.cpython.type import PyType_IsSubtype
from cython.cimports.spritecol.integrations.pygame.drop_in.side import MASK, OTHER, RECT
from pygame import sprite as pygame_sprite

from spritecol.integrations.pygame.drop_in.collided import kind_of
from spritecol.integrations.pygame.drop_in.read_attributes import READS_STORED

MANY_RECTS = 48 if READS_STORED else sys.maxsize
"""As `MANY`, for rects. Up to Python 3.11 pygame's property `rect` costs a call. Since then reading
first gains a quarter at best, where nothing is hit, and where much is hit it is a loss."""

MANY_OF_RECTS = cython.declare(cython.Py_ssize_t, MANY_RECTS)
GROUP = cython.declare(type, pygame_sprite.AbstractGroup)

WORTH = cython.declare(cython.Py_ssize_t, 120)
WORTH_KILLING = cython.declare(cython.Py_ssize_t, 360)
"""Pairs, and `BESIDES` more for each attacker. Two groups with fewer go pair by pair; more where
hits are killed, since then some of the pairs are never asked for."""

BESIDES = cython.declare(cython.Py_ssize_t, 6)
"""Pairs that could be compared in the time that an attacker takes before its first."""

READING = cython.declare(cython.Py_ssize_t, 4 if READS_STORED else 10)
"""Pairs of rects that could be compared in the time in which a sprite is read."""


@cython.binding(False)  # a plain built-in: among few sprites, how it is called can be felt
def way_between(groupa, groupb, kills, collided):
    """Which way to take; `kills` says whether what is hit in the second group is killed."""
    kind: cython.int = RECT
    is_killing: cython.bint = kills
    count: cython.Py_ssize_t = size_of(groupa)
    others: cython.Py_ssize_t = size_of(groupb)
    pairs: cython.Py_ssize_t = count * (others + BESIDES)
    if count > 1 and pairs >= (WORTH_KILLING if is_killing else WORTH):
        if collided is not None:
            kind = kind_of(collided)
        if kind != RECT:
            if kind != OTHER:
                return TOGETHER
        elif pairs >= READING * (count + others) and (not is_killing or count >= 3 * SCOUTS):
            return TOGETHER
    if collided is None:  # several that kill may soon have but few others left
        return EACH if others >= MANY_OF_RECTS and (count < 2 or not is_killing) else PAIR_BY_PAIR
    if count < 2 and others >= MANY:
        kind = kind_of(collided)
        if kind != OTHER and (kind != MASK or others >= MANY_MASKS):
            return EACH
    return PAIR_BY_PAIR


def size_of(group: object) -> cython.Py_ssize_t:
    """How many sprites a group has, where that can be said without listing them; else 0."""
    sprites: object
    if type(group) is list:
        return len(cython.cast(list, group))
    if PyType_IsSubtype(type(group), GROUP):
        try:
            sprites = group.spritedict
        except Exception:  # a class of the user's need not have it
            return 0
        return len(cython.cast(dict, sprites)) if type(sprites) is dict else 0
    return len(cython.cast(tuple, group)) if type(group) is tuple else 0
