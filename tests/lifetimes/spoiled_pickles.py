"""Pickles of sprites, shapes, Groups and Overlaps, spoiled byte by byte, and what comes of them.

    PYTHONPATH=tests python -m lifetimes.spoiled_pickles SEED [COUNT]

A program of its own, so that a crash ends it and not the tests. It prints how many could be loaded.
"""

import io
import pickle
import random
import sys
from collections.abc import Callable
from typing import Any

from support.behavior import square
from support.each_kind import SHAPES
from support.hooks import validate

import spritecol
from spritecol import Group, Overlaps, Shape, Sprite

KNOWN = {
    "builtins": {"getattr", "object", "dict", "set"},
    "copyreg": {"_reconstructor", "__newobj__"},
    "spritecol": {*spritecol.__all__, "_new", "_renew"},
}


class Careful(pickle._Unpickler):  # type: ignore[name-defined, misc]
    """Loads what names only this library; in Python, where a wrong length asks for no memory.

    Only for a bytearray it does, for up to all there is: these pickles hold none, so none is read.
    """

    dispatch = pickle._Unpickler.dispatch.copy()  # type: ignore[attr-defined]
    del dispatch[pickle.BYTEARRAY8[0]]

    def find_class(self, module: str, name: str) -> Any:
        if name not in KNOWN.get(module, ()):
            raise pickle.UnpicklingError(f"{module}.{name}")
        return super().find_class(module, name)


def use(thing: Any) -> None:
    """Ask a loaded thing whatever it may be asked."""
    for item in thing if isinstance(thing, list) else [thing]:
        if isinstance(item, Sprite):
            item.hits(square())
            square().check([item])
            assert len(item.aabb) == 4
            pickle.loads(pickle.dumps(item))
        elif isinstance(item, Group):
            item.pair_indices()
            item.pairs()
        elif isinstance(item, Overlaps):
            item.update()
            pickle.loads(pickle.dumps(item)).update()
        elif isinstance(item, Shape):
            Sprite(collision=item).hits(square())


def spoiled(rng: random.Random, data: bytes) -> bytes:
    """A pickle with a few bytes changed, moved, lost or doubled."""
    bad = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        place, other = rng.randrange(len(bad)), rng.randrange(len(bad))
        act: Callable[[], None] = rng.choice(
            [
                lambda p=place: bad.__setitem__(p, rng.randrange(256)),
                lambda p=place, o=other: bad.__setitem__(p, bad[o]),
                lambda p=place: bad.__delitem__(slice(p, p + rng.randint(1, 9))),
                lambda p=place, o=other: bad.__setitem__(slice(p, p), bad[o : o + 9]),
            ]
        )
        act()
        if not bad:
            return b"."
    return bytes(bad)


def play_spoiled(seed: int, count: int) -> int:
    """Load `count` spoiled pickles; how many of them gave something."""
    rng = random.Random(seed)
    sprites = [Sprite(i, 2, collision=shape, angle=9 * i) for i, shape in enumerate(SHAPES)]
    group = Group(sprites[:3], Group(sprites[3:]))
    watches = [Overlaps(group, swept=True), Overlaps(sprites[:5], sprites[5:], by_shape=True)]
    for watch in watches:
        watch.update()
    pickles = [pickle.dumps(thing, 2) for thing in (*sprites, *SHAPES, group, sprites, *watches)]
    came = 0
    for _ in range(count):
        data = spoiled(rng, rng.choice(pickles))
        try:
            thing = Careful(io.BytesIO(data)).load()
            came += 1
            use(thing)
        except (Exception, RecursionError):
            continue
    validate()
    return came


if __name__ == "__main__":
    print(play_spoiled(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 6000))
