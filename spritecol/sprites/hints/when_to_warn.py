"""Examines the sprites of a class in the first check that they are in, to warn of mistakes.

Later it looks again for attributes that were misspelled since: in each check at first, and then in
one of `CHECKS`. Otherwise it costs two comparisons in each check. A new class allows `SPRITES` more
sprites to be examined, those of other classes included.

No sign tells cheaply that a sprite has a new attribute. Up to Python 3.12, reading `__dict__` makes
one, and the attributes of that sprite take 10 ns longer from then on.
"""

import sys
import types

import cython as C
from cython.cimports.spritecol._engine.storage.layout import (
    CENTER_X_SET,
    CENTER_Y_SET,
    ENABLED,
    VANISHED,
    CollisionGroup,
)
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol.sprites.containers.targets import PLAIN_CONTAINERS
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

from spritecol.sprites.hints import mistakes

GENERATOR = C.declare(type, types.GeneratorType)

SPRITES = C.declare(C.Py_ssize_t, 4000)
"""How many sprites are examined after a class was made: ten checks of four hundred sprites. They
take less than half a millisecond in all."""

CALLS = C.declare(C.Py_ssize_t, 200)
"""How many calls of `update` and `draw` are examined after a class was made, and of `check`."""

LOOKS = C.declare(C.Py_ssize_t, 2000)
"""At how many sprites each check may look again after a class was made. A look takes 150 ns."""

CHECKS = C.declare(C.Py_ssize_t, 512)
"""Of so many checks one looks again afterwards. That takes 10 instructions a check, where a `hits`
in a loop takes 1,270 ("owner.hits(one)" in `benchmarks/table/calls.py`). With 16, it takes 300."""

MANY = C.declare(C.Py_ssize_t, 16)
"""At how many sprites of a list each check looks again, as long as it does."""

FEW = C.declare(C.Py_ssize_t, 4)
"""At how many afterwards."""

STEP = C.declare(C.uint, 2654435769)
"""2**32 by the golden ratio: steps of this length round a list leave nobody out for long."""

HARMLESS: set = C.declare(set, set())
"""Names of attributes that mean none of ours, whatever their value is."""

MOST_HARMLESS = C.declare(C.Py_ssize_t, 10000)
"""How many of them are kept: a game may make up names without end."""

STATE = C.declare(object, object.__getstate__)


class FirstChecks:
    """How much may still be examined."""

    def __cinit__(self):
        self.sprites_left = SPRITES
        self.looks_left = LOOKS
        self.calls_left = CALLS
        self.hits_left = CALLS

    def examine(self, targets: object) -> C.int:
        """Warn of mistakes in a sprite, or in the sprites of a plain container.

        Of anything else, a check passes the list of its sprites later.
        """
        if isinstance(targets, SpriteRow):
            return self.examine_list([targets])
        if type(targets) in PLAIN_CONTAINERS:
            return self.examine_list(list(targets))
        return 0

    def examine_list(self, sprites: list) -> C.int:
        """Warn of mistakes in sprites whose class has not been in a check before.

        The attributes of the first sprite of a class are examined, and of each of its sprites
        whether it has shapes, and whether they are far from its center. `_spritecol_unchecked` is a
        list in each class, and empty once this is done.
        """
        kind: object = None
        is_new: C.bint = False
        new: dict = {}
        unchecked: list
        k: C.Py_ssize_t
        count: C.Py_ssize_t = min(len(sprites), self.sprites_left)
        self.sprites_left -= count
        for k in range(count):
            item: object = sprites[k]
            if type(item) is kind and not is_new:  # mostly they come class by class
                continue
            if not isinstance(item, SpriteRow):
                continue
            sprite: SpriteRow = C.cast(SpriteRow, item)
            if type(item) is not kind:
                kind = type(item)
                unchecked = kind._spritecol_unchecked
                # When Python ends, nobody reads warnings, and no module can be imported.
                is_new = len(unchecked) > 0 and not sys.is_finalizing()
                if is_new and id(unchecked) not in new:
                    new[id(unchecked)] = unchecked
                    mistakes.tell(mistakes.of_sprite(sprite))
            pose: CollisionGroup = STORE.groups[sprite.row]
            if not is_new or pose.flags & VANISHED or not pose.flags & ENABLED:
                continue
            if sprite.collision_value is None and sprite.image_and_size is None:
                mistakes.tell(mistakes.of_shapeless(sprite))
            elif (
                pose.flags & (CENTER_X_SET | CENTER_Y_SET)
                and STORE.x[sprite.row] == 0
                and STORE.y[sprite.row] == 0
            ):
                mistakes.tell(mistakes.of_far_center(sprite, pose.center_x, pose.center_y))
        for unchecked in new.values():
            unchecked.clear()
        return 0

    def look_again(self, targets: object, others: object) -> C.int:
        """Warn of attributes that some sprites have been given since, and whose names mean ours."""
        self.wait = 0 if self.looks_left > 0 else CHECKS
        if not sys.is_finalizing():
            self.look_at_some(targets)
            if others is not targets:
                self.look_at_some(others)
        return 0

    def look_at_some(self, sprites: object) -> C.int:
        """Look at a sprite; of a list or tuple, at all if they are few, or at some by turns."""
        most: C.Py_ssize_t = MANY if self.looks_left > 0 else FEW
        chosen: list = []  # first, since a warning may run user code
        if isinstance(sprites, SpriteRow):
            chosen.append(sprites)
        elif isinstance(sprites, (list, tuple)):
            count: C.Py_ssize_t = len(sprites)
            if count <= most:
                chosen.extend(sprites)
            else:
                while len(chosen) < most:
                    self.turn += STEP
                    chosen.append(sprites[C.cast(C.ulonglong, self.turn) * count >> 32])
        self.looks_left -= len(chosen)
        for item in chosen:
            if isinstance(item, SpriteRow):
                look_at(item)
        return 0


@C.cfunc
@C.exceptval(-1)
def look_at(sprite: object) -> C.int:
    """Warn of attributes of a sprite whose names mean ours."""
    state: object = STATE(sprite)  # None if it has none; to read `__dict__` would make one
    if type(state) is tuple:  # of a class with slots
        state = state[0]
    if state is None:
        return 0
    for name in list(state):
        if name not in HARMLESS:
            if mistakes.is_harmless(name):
                if len(HARMLESS) >= MOST_HARMLESS:
                    HARMLESS.clear()
                HARMLESS.add(name)
            else:
                mistakes.tell(mistakes.of_later(sprite, name, state.get(name)))
    return 0


def ran(answer: object, level: C.int = 2) -> object:
    """What a callback has returned. A warning tells if it is a generator, or Discard.

    `level` is that of `mistakes.tell`.
    """
    if type(answer) is GENERATOR:
        mistakes.tell(mistakes.of_generator(answer), level=level)
    elif isinstance(answer, type):
        mistakes.tell(mistakes.of_discard(answer), level=level)
    return answer


FIRST_CHECKS = FirstChecks()


def warn_of_uncalled(items: list, name: str):
    """Warn in one of the first calls of `update` or `draw` if no item has the method."""
    if FIRST_CHECKS.calls_left > 0 and items:
        FIRST_CHECKS.calls_left -= 1
        mistakes.tell(mistakes.of_uncalled(items, name), level=3)


def allow_more():
    """Let more sprites and calls be examined: a class was made."""
    FIRST_CHECKS.sprites_left = SPRITES
    FIRST_CHECKS.looks_left = LOOKS
    FIRST_CHECKS.wait = 0
    FIRST_CHECKS.calls_left = CALLS
    FIRST_CHECKS.hits_left = CALLS
