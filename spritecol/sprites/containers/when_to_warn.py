"""Examines the sprites of a class in their first check, to warn about mistakes.

Afterwards it costs one comparison per check. A new class allows `SPRITES` more sprites to be
examined, including sprites of other classes. It is compiled for that comparison, and stands alone,
because all that words a warning is plain Python.
"""

import sys
import types

import cython as C
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import RowRecord
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol.sprites.containers.targets import PLAIN_CONTAINERS
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol.sprites.hints import call_mistakes, mistakes, sprite_mistakes

GENERATOR = C.declare(type, types.GeneratorType)

SPRITES = C.declare(C.Py_ssize_t, 4000)
"""How many sprites are examined after a class is created: ten checks of four hundred sprites, which
together take less than half a millisecond."""

CALLS = C.declare(C.Py_ssize_t, 200)
"""How many calls of `update`, `draw` and `check` are examined after a class is created."""


class FirstChecks:
    """How many sprites and calls may still be examined."""

    def __cinit__(self):
        self.sprites_left = SPRITES
        self.calls_left = CALLS
        self.hits_left = CALLS

    def examine(self, targets: object) -> C.int:
        """Warn about mistakes in a sprite, or in the sprites of a plain container.

        For anything else, a check passes the list of its sprites later.
        """
        if isinstance(targets, SpriteRow):
            return self.examine_list([targets])
        if type(targets) in PLAIN_CONTAINERS:
            return self.examine_list(list(targets))
        return 0

    def examine_list(self, sprites: list) -> C.int:
        """Warn about mistakes in sprites whose class has not been in a check before.

        For the first sprite of a class, its attributes are examined. For each sprite of the class,
        it is examined whether it has shapes, and whether they are far from its center.
        `_spritecol_unchecked` is a list in each class, and is empty once this is done.
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
            if type(item) is kind and not is_new:  # usually sprites of one class come together
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
                    mistakes.tell(sprite_mistakes.of_sprite(sprite), kind=kind)
            record: RowRecord = STORE.records[sprite.row]
            if not is_new or record.flags & layout.VANISHED or not record.flags & layout.ENABLED:
                continue
            if sprite.collision_value is None and sprite.image_and_size is None:
                mistakes.tell(sprite_mistakes.of_shapeless(sprite))
            elif (
                record.flags & (layout.CENTER_X_SET | layout.CENTER_Y_SET)
                and STORE.x[sprite.row] == 0
                and STORE.y[sprite.row] == 0
            ):
                mistakes.tell(
                    sprite_mistakes.of_far_center(sprite, record.center_x, record.center_y)
                )
        for unchecked in new.values():
            unchecked.clear()
        return 0


def ran(answer: object) -> object:
    """Return the result of a callback, and warn if it is a generator or Discard."""
    if type(answer) is GENERATOR:
        mistakes.tell(call_mistakes.of_generator(answer))
    elif isinstance(answer, type):
        mistakes.tell(call_mistakes.of_discard(answer))
    return answer


FIRST_CHECKS = FirstChecks()


def warn_of_uncalled(items: list, name: str):
    """Warn in one of the first calls of `update` or `draw` if no item has the method."""
    if FIRST_CHECKS.calls_left > 0 and items:
        FIRST_CHECKS.calls_left -= 1
        mistakes.tell(call_mistakes.of_uncalled(items, name))


def allow_more():
    """Let more sprites and calls be examined, because a class was created."""
    FIRST_CHECKS.sprites_left = SPRITES
    FIRST_CHECKS.calls_left = CALLS
    FIRST_CHECKS.hits_left = CALLS
