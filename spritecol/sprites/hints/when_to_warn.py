"""Examines the sprites of a class in their first check, to warn about mistakes.

Later it looks again for misspelled attributes: at first in each check, and then in about one of
`CHECKS` checks. Otherwise it costs two comparisons per check. A new class allows `SPRITES` more
sprites to be examined, including sprites of other classes.

Whether a sprite has a new attribute is seen by their number, which the garbage collector's own way
to visit them gives in 18 ns. Reading the names takes 150 ns. Up to Python 3.12, reading `__dict__`
creates one, and attribute access of that sprite takes 10 ns longer from then on.
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
from cython.cimports.spritecol._support.python import (
    Py_TYPE,
    PyDict_CheckExact,
    PyDict_GET_SIZE,
    PyObject,
)
from cython.cimports.spritecol.sprites.containers.targets import PLAIN_CONTAINERS
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

from spritecol.sprites.hints import mistakes

GENERATOR = C.declare(type, types.GeneratorType)

SPRITES = C.declare(C.Py_ssize_t, 4000)
"""How many sprites are examined after a class is created: ten checks of four hundred sprites, which
together take less than half a millisecond."""

CALLS = C.declare(C.Py_ssize_t, 200)
"""How many calls of `update`, `draw` and `check` are examined after a class is created."""

MOST_LOOKS = C.declare(C.Py_ssize_t, 16000)
"""At how many sprites each check may look again after a class is created. A look takes 18 ns."""

CHECKS = C.declare(C.Py_ssize_t, 64)
"""Afterwards, about one check in this many looks again, which costs less than 1 ns per check
("owner.hits(one)" in `benchmarks/table/calls.py`)."""

MANY_LOOKS = C.declare(C.Py_ssize_t, 16)
"""At how many sprites of a list each check looks again, as long as it does."""

FEW_LOOKS = C.declare(C.Py_ssize_t, 8)
"""At how many afterwards."""

STEP = C.declare(C.uint, 2654435769)
"""2**32 divided by the golden ratio. Steps of this length around a list reach every sprite soon."""

SCRAMBLE = C.declare(C.uint, 2246822519)
"""Any large odd number. Without it, the times between two looks would follow one another in a
pattern: of the looks that a check may take in several calls, always the same one would come."""

HARMLESS: set = C.declare(set, set())
"""Names of attributes that do not mean a sprite's attribute, whatever their value is."""

MOST_HARMLESS = C.declare(C.Py_ssize_t, 10000)
"""How many of them are kept, because a game may invent names without end."""

OBJECT_STATE = C.declare(object, object.__getstate__)


class FirstChecks:
    """How many sprites and calls may still be examined."""

    def __cinit__(self):
        self.sprites_left = SPRITES
        self.looks_left = MOST_LOOKS
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
                    mistakes.tell(mistakes.of_sprite(sprite))
            pose: CollisionGroup = STORE.records[sprite.row]
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
        """Warn about new attributes of some sprites whose names mean the sprite's own
        attributes.
        """
        self.wait = 0
        if self.looks_left <= 0:  # half to one and a half of it: a loop meets all of its sprites
            self.turn += STEP
            mixed: C.uint = (self.turn ^ self.turn >> 16) * SCRAMBLE
            self.wait = CHECKS // 2 + (C.cast(C.ulonglong, mixed) * CHECKS >> 32)
        changed: list = []  # first, since a warning may run user code
        self.add_changed(targets, changed)
        if others is not targets:
            self.add_changed(others, changed)
        if changed and not sys.is_finalizing():
            for sprite in changed:
                warn_of_attributes(sprite)
        return 0

    def add_changed(self, sprites: object, changed: list) -> C.int:
        """Add a sprite, or those of a list or tuple, that have more or fewer attributes than at the
        last look. Of many sprites, some are looked at in turn.
        """
        k: C.Py_ssize_t
        if not isinstance(sprites, (list, tuple)):
            self.looks_left -= 1
            return add_if_changed(sprites, changed)
        count: C.Py_ssize_t = len(sprites)
        looks: C.Py_ssize_t = MANY_LOOKS if self.looks_left > 0 else FEW_LOOKS
        is_all: C.bint = looks >= count
        if is_all:
            looks = count
        self.looks_left -= looks
        for k in range(looks):
            self.turn += STEP
            place: C.Py_ssize_t = C.cast(C.ulonglong, self.turn) * count >> 32
            add_if_changed(sprites[k if is_all else place], changed)
        return 0


@C.cfunc
@C.exceptval(-1)
def add_if_changed(item: object, changed: list) -> C.int:
    """Add a sprite whose number of attributes has changed since the last look."""
    if not isinstance(item, SpriteRow):
        return 0
    sprite: SpriteRow = C.cast(SpriteRow, item)
    thing: C.pointer(PyObject) = C.cast(C.pointer(PyObject), sprite)
    count: C.Py_ssize_t = 0
    Py_TYPE(thing).tp_traverse(thing, count_reference, C.address(count))
    if C.cast(C.ushort, count) != sprite.reference_count:
        sprite.reference_count = C.cast(C.ushort, count)
        changed.append(sprite)
    return 0


@C.cfunc
@C.exceptval(check=False)
def count_reference(thing: C.pointer(PyObject), total: C.p_void) -> C.int:
    """Count one thing that a sprite refers to. For its `__dict__`, count what is in it."""
    count: C.pointer(C.Py_ssize_t) = C.cast(C.pointer(C.Py_ssize_t), total)
    count[0] += 1
    if PyDict_CheckExact(thing):
        count[0] += PyDict_GET_SIZE(thing)
    return 0


@C.cfunc
@C.exceptval(-1)
def warn_of_attributes(sprite: object) -> C.int:
    """Warn about attributes of a sprite whose names mean the sprite's own attributes."""
    state: object = OBJECT_STATE(sprite)  # None if it has none; reading `__dict__` would create one
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


def ran(answer: object) -> object:
    """Return the result of a callback, and warn if it is a generator or Discard."""
    if type(answer) is GENERATOR:
        mistakes.tell(mistakes.of_generator(answer))
    elif isinstance(answer, type):
        mistakes.tell(mistakes.of_discard(answer))
    return answer


FIRST_CHECKS = FirstChecks()


def warn_of_uncalled(items: list, name: str):
    """Warn in one of the first calls of `update` or `draw` if no item has the method."""
    if FIRST_CHECKS.calls_left > 0 and items:
        FIRST_CHECKS.calls_left -= 1
        mistakes.tell(mistakes.of_uncalled(items, name))


def allow_more():
    """Let more sprites and calls be examined, because a class was created."""
    FIRST_CHECKS.sprites_left = SPRITES
    FIRST_CHECKS.looks_left = MOST_LOOKS
    FIRST_CHECKS.wait = 0
    FIRST_CHECKS.calls_left = CALLS
    FIRST_CHECKS.hits_left = CALLS
