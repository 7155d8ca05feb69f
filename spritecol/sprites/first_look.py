"""A look at the sprites of a class in the first check they are in, to tell of likely mistakes.

It costs one comparison in each check once it is over, and it soon is: a new class allows for
`SPRITES` sprites to be looked at, those of classes that are known already included.
"""

import cython
from cython.cimports.spritecol._engine.storage.layout import ENABLED, VANISHED
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol.sprites.batch import Batch
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow

from spritecol.sprites import misuse

SPRITES = cython.declare(cython.Py_ssize_t, 4000)
"""How many sprites are looked at after a class was made. A check of four groups of a hundred has
ten frames until then, and all looks together take less than half a millisecond."""


OTHERS = cython.declare(cython.Py_ssize_t, 20)
"""How many targets are looked at for callbacks that a question does not call."""

CALLS = cython.declare(cython.Py_ssize_t, 200)
"""How many checks that have found hits are looked at for callbacks that nobody calls."""


class FirstLook:
    """How many looks are left, and what they see."""

    def __cinit__(self):
        self.budget = SPRITES
        self.calls = CALLS

    def at_answer(self, sprite: SpriteRow, targets: object) -> cython.int:
        """Look at whether anybody keeps what `sprite.check(targets)` returns."""
        others: list = []
        if isinstance(targets, list):
            others = targets[:OTHERS]
        elif isinstance(targets, Batch):
            others = cython.cast(Batch, targets).sprites[:OTHERS]
        elif isinstance(targets, SpriteRow):
            others = [targets]
        misuse.judge_answer(sprite, others)
        return 0

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
        item: object
        new: dict = {}
        look: object = None
        kind: object = None
        sprite: SpriteRow
        count: cython.Py_ssize_t = min(len(sprites), self.budget)
        k: cython.Py_ssize_t = 0
        while k < min(count, len(sprites)):  # mostly there is nothing new
            item = sprites[k]
            if type(item) is not kind:
                kind = type(item)
                if isinstance(item, SpriteRow) and kind._spritecol_look:
                    break
            k += 1
        else:
            self.budget -= count
            return 0
        kind = None
        for item in sprites[:count]:
            self.budget -= 1
            if not isinstance(item, SpriteRow):
                continue
            if type(item) is not kind:  # mostly they come class by class
                kind = type(item)
                look = kind._spritecol_look
                if look and id(look) not in new:
                    new[id(look)] = look
                    misuse.judge_sprite(item)
            if not look:
                continue
            sprite = item
            if (
                sprite.collision_value is None
                and sprite.image_and_size is None
                and STORE.groups[sprite.row].flags & ENABLED
                and not STORE.groups[sprite.row].flags & VANISHED
            ):
                misuse.tell_shapeless(item)
        for look in new.values():
            look.clear()
        return 0


LOOK = FirstLook()


def again():
    """Allow for more looks: a class was made."""
    LOOK.budget = SPRITES
    LOOK.calls = CALLS
