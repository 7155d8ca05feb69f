"""A look at the sprites of a class in the first check they are in, to tell of likely mistakes.

It costs one comparison in each check once it is over, and it soon is: a new class allows for
`SPRITES` sprites to be looked at, those of classes that are known already included.
"""

import cython
from cython.cimports.cpython.list import PyList_GET_ITEM
from cython.cimports.cpython.object import Py_TYPE, PyObject, PyTypeObject
from cython.cimports.spritecol._engine.storage.layout import ENABLED, VANISHED
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow

from spritecol.sprites import misuse

SPRITES = cython.declare(cython.Py_ssize_t, 4000)
"""How many sprites are looked at after a class was made. A check of four groups of a hundred has
ten frames until then, and all looks together take less than half a millisecond."""

CALLS = cython.declare(cython.Py_ssize_t, 200)
"""How many calls of `update` and `draw` are looked at for sprites without such a method."""

ATTRIBUTES = cython.declare(tuple, misuse.ATTRIBUTES)


class FirstLook:
    """How many looks are left, and what they see."""

    def __cinit__(self):
        self.budget = SPRITES
        self.calls = CALLS

    def at_sprite(self, sprite: object) -> cython.int:
        """Look at one target of a check, which may be a list."""
        if isinstance(sprite, list):
            return self.at_list(sprite)
        if isinstance(sprite, SpriteRow):
            return self.at_list([sprite])
        return 0

    def at_list(self, sprites: list) -> cython.int:
        """Look at the sprites of a list. Warnings may run a user's code, so before any detection.

        Of a class that is new, the first sprite is looked at closely, and all others in this list
        for shapes.
        """
        sprite: SpriteRow
        item: cython.pointer(PyObject)  # borrowed
        kind: cython.pointer(PyTypeObject) = cython.NULL
        is_new: cython.bint = False
        new: dict = {}
        look: object
        k: cython.Py_ssize_t = 0
        count: cython.Py_ssize_t = min(len(sprites), self.budget)
        self.budget -= count
        while k < count and k < len(sprites):
            item = PyList_GET_ITEM(sprites, k)
            k += 1
            if item.ob_type == kind and not is_new:  # mostly they come class by class
                continue
            if not isinstance(cython.cast(object, item), SpriteRow):
                continue
            sprite = cython.cast(SpriteRow, item)
            if item.ob_type != kind:
                kind = item.ob_type
                look = type(sprite)._spritecol_look
                is_new = len(look) > 0
                if is_new and id(look) not in new:
                    new[id(look)] = look
                    judge(sprite)
            if (
                is_new
                and sprite.collision_value is None
                and sprite.image_and_size is None
                and STORE.groups[sprite.row].flags & ENABLED
                and not STORE.groups[sprite.row].flags & VANISHED
            ):
                misuse.tell(misuse.of_shapeless(sprite))
        for look in new.values():
            look.clear()
        return 0


@cython.cfunc
@cython.exceptval(-1, check=False)
def judge(sprite: object) -> cython.int:
    """Look closely at the first sprite of a class.

    `misuse` has the rules. It is Python code that runs for the first time, which takes 20 us. So it
    is asked only about what it may have something to say of: names that were assigned to a class
    after it was made, and attributes of the sprite's own.
    """
    has_attributes: cython.bint = has_own_attributes(sprite)
    if has_attributes or was_changed(type(sprite)):
        misuse.tell(misuse.of_sprite(sprite, has_attributes=has_attributes))
    return 0


@cython.cfunc
@cython.exceptval(-1, check=False)
def was_changed(kind: type) -> cython.int:
    """Whether a class or a base of it has names that were not in its body."""
    base: type
    names: dict
    for base in kind.__mro__:
        if cython.cast(cython.pointer(PyTypeObject), base).tp_dict is cython.NULL:
            continue  # `object`, from Python 3.12 on
        names = cython.cast(dict, cython.cast(cython.pointer(PyTypeObject), base).tp_dict)
        if "_spritecol_names" in names:
            seen: frozenset = names["_spritecol_names"]
            for name in names:
                if name not in seen and name[0] != "_":
                    return True
        for name in ATTRIBUTES:
            if name in names and Py_TYPE(names[name]).tp_descr_get is cython.NULL:
                return True
    return False


@cython.cfunc
@cython.exceptval(-1, check=False)
def count_one(referent: cython.pointer(PyObject), count: cython.p_void) -> cython.int:
    """What `tp_traverse` calls for each object that another one refers to."""
    cython.cast(cython.pointer(cython.int), count)[0] += 1
    return 0


@cython.cfunc
@cython.exceptval(-1, check=False)
def has_own_attributes(sprite: SpriteRow) -> cython.int:
    """Whether a sprite has attributes of its own: refers to more than its class and our fields.

    Without a look at `__dict__`: up to Python 3.12 an object whose `__dict__` was read once is
    slower in each call of a method from then on (36 -> 56 ns in the row "upright, hit").
    """
    fields: cython.int = 0
    count: cython.int = 0
    itself: cython.pointer(PyObject) = cython.cast(cython.pointer(PyObject), sprite)
    ours: cython.pointer(PyTypeObject) = cython.cast(cython.pointer(PyTypeObject), SpriteRow)
    ours.tp_traverse(itself, count_one, cython.cast(cython.p_void, cython.address(fields)))
    Py_TYPE(sprite).tp_traverse(
        itself, count_one, cython.cast(cython.p_void, cython.address(count))
    )
    return count > fields + 1


LOOK = FirstLook()


def again():
    """Allow for more looks: a class was made."""
    LOOK.budget = SPRITES
    LOOK.calls = CALLS
