"""How `groupcollide` searches two groups, chosen by their sizes.

A search among one or two sprites takes no longer than a few function calls, so the choice is a
single call of compiled code.
"""

import cython
from cython.cimports.cpython.method import PyMethod_Check
from cython.cimports.cpython.type import PyType_IsSubtype
from cython.cimports.spritecol.integrations.pygame.drop_in.sprite_numbers import MASK, OTHER, RECT
from pygame import sprite as pygame_sprite

from spritecol.integrations.pygame.drop_in import tuning
from spritecol.integrations.pygame.drop_in.collided import kind_of

PAIR_BY_PAIR = 0
"""Each attacker with each target, as pygame does it."""

PER_ATTACKER = 1
"""A search for each attacker, which reads all targets at once."""

ALL_AT_ONCE = 2
"""All attackers and targets are read and go through the broad phase."""

IN_TURN = 3
"""The rects of all targets are read once, and each attacker compares its own with them in C."""

NOBODY = 4
"""There are no attackers, so nothing is to be done."""

GROUP = cython.declare(type, pygame_sprite.AbstractGroup)
PLAIN_GROUP = cython.declare(type, pygame_sprite.Group)
ITERATION = cython.declare(object, pygame_sprite.AbstractGroup.__iter__)
LISTING = cython.declare(object, pygame_sprite.AbstractGroup.sprites)

MANY = cython.declare(cython.Py_ssize_t, tuning.MANY)
MANY_MASKS = cython.declare(cython.Py_ssize_t, tuning.MANY_MASKS)
MANY_RECTS = cython.declare(cython.Py_ssize_t, tuning.MANY_RECTS)
SCOUTS = cython.declare(cython.Py_ssize_t, tuning.SCOUTS)
MANY_ATTACKERS = cython.declare(cython.Py_ssize_t, tuning.MANY_ATTACKERS)
MANY_ATTACKERS_KILLING = cython.declare(cython.Py_ssize_t, tuning.MANY_ATTACKERS_KILLING)
MANY_TARGETS = cython.declare(cython.Py_ssize_t, tuning.MANY_TARGETS)
MANY_TARGETS_FEW_KILLING = cython.declare(cython.Py_ssize_t, tuning.MANY_TARGETS_FEW_KILLING)
FEW_KILLING = cython.declare(cython.Py_ssize_t, tuning.FEW_KILLING)
PAIRS_IN_TURN = cython.declare(cython.Py_ssize_t, tuning.PAIRS_IN_TURN)
WORTH_READING = cython.declare(cython.Py_ssize_t, tuning.WORTH_READING)
WORTH_READING_KILLING = cython.declare(cython.Py_ssize_t, tuning.WORTH_READING_KILLING)
PAIRS_PER_ATTACKER = cython.declare(cython.Py_ssize_t, tuning.PAIRS_PER_ATTACKER)
PAIRS_PER_READ = cython.declare(cython.Py_ssize_t, tuning.PAIRS_PER_READ)


@cython.binding(False)  # a plain built-in: among few sprites its call overhead is noticeable
def choose_strategy(groupa, groupb, kills, collided):
    """Which strategy to use; `kills` says whether hits in the second group are killed."""
    kind: cython.int = RECT
    is_killing: cython.bint = kills
    count: cython.Py_ssize_t = known_length(groupa)
    others: cython.Py_ssize_t
    pairs: cython.Py_ssize_t
    if count == 0:
        if is_empty(groupa):
            return NOBODY
        if PyType_IsSubtype(type(groupa), GROUP):  # of another class: it iterates as it likes
            return PAIR_BY_PAIR
    others = known_length(groupb)
    pairs = count * (others + PAIRS_PER_ATTACKER)
    if (
        others >= (MANY_TARGETS_FEW_KILLING if is_killing and count < FEW_KILLING else MANY_TARGETS)
        and count * others >= PAIRS_IN_TURN
        and (1 < count < (MANY_ATTACKERS_KILLING if is_killing else MANY_ATTACKERS))
        and (collided is None or kind_of(collided) == RECT)
    ):
        return IN_TURN
    if count > 1 and pairs >= (WORTH_READING_KILLING if is_killing else WORTH_READING):
        if collided is not None:
            kind = kind_of(collided)
        if kind != RECT:
            if kind != OTHER:
                return ALL_AT_ONCE
        elif pairs >= PAIRS_PER_READ * (count + others) and (not is_killing or count >= 3 * SCOUTS):
            return ALL_AT_ONCE
    if collided is None:  # several attackers that kill may soon leave few targets
        if others >= MANY_RECTS and (count < 2 or not is_killing):
            return PER_ATTACKER
        return PAIR_BY_PAIR
    if count < 2 and others >= MANY:
        kind = kind_of(collided)
        if kind != OTHER and (kind != MASK or others >= MANY_MASKS):
            return PER_ATTACKER
    return PAIR_BY_PAIR


@cython.cfunc
@cython.exceptval(-1, check=False)
def known_length(group: object) -> cython.Py_ssize_t:
    """The number of sprites in a group, or 0 if it can't be found out without listing them."""
    sprites: object
    if type(group) is list:
        return len(cython.cast(list, group))
    if PyType_IsSubtype(type(group), GROUP):
        try:
            sprites = group.spritedict
        except Exception:  # a user's class may not have it
            return 0
        return len(cython.cast(dict, sprites)) if type(sprites) is dict else 0
    return len(cython.cast(tuple, group)) if type(group) is tuple else 0


@cython.cfunc
@cython.exceptval(-1, check=False)
def is_empty(group: object) -> cython.bint:
    """Whether a group of length 0 is one that surely has no sprite to iterate over."""
    kind: object = type(group)
    listing: object
    if kind is list or kind is tuple:
        return True
    if kind is not PLAIN_GROUP:  # others take longer to look at than to iterate over
        return False
    try:
        if kind.sprites is not LISTING or kind.__iter__ is not ITERATION:
            return False
        if type(group.spritedict) is not dict:
            return False
        listing = group.sprites
    except Exception:
        return False
    return PyMethod_Check(listing) and listing.__func__ is LISTING and listing.__self__ is group
