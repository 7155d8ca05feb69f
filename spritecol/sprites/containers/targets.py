"""Flattens sprites that users pass: a Sprite, a Group, or nested iterables of them.

This runs user code (iterators), so a check finishes it before reading any row.
"""

import sys

import cython as C
from cython.cimports.spritecol._engine.storage.layout import VANISHED
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol.sprites.containers import members
from cython.cimports.spritecol.sprites.containers.batch import Batch, fill, put_only
from cython.cimports.spritecol.sprites.containers.members import Members
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol._support.lazy_imports import is_array, is_numpy
from spritecol._support.range_check import OMITTED, shown
from spritecol.shapes import Shape

PLAIN_CONTAINERS = C.declare(
    frozenset, frozenset((list, tuple, set, frozenset, type({}.keys()), type({}.values())))
)
"""Containers of anything except numbers that are not used up and run no user code in a loop."""


@C.cfunc
def iterator_of(item: object, name: str, lasting: C.bint) -> object:
    """Return the iterator of a container. If it has to last, the container must not be an
    iterator.
    """
    iterator: object = iter(item)
    if lasting and iterator is item:
        raise TypeError(
            f"{name} must be a Sprite, a Group, or an iterable that can be read repeatedly, got "
            f"{shown(item)}, which is used up after one pass: make it a list"
        )
    return iterator


@C.cfunc
def of_no_sprite(item: object, container: object, name: str) -> object:
    """Return the error for an object that is not a sprite, alone or in a container."""
    if container is not None and are_numbers(container):
        item = container
    what: str = described(item)
    if isinstance(container, dict):
        what = f"{shown(item)}, a key of a dict: pass its values()"
    elif container is not None and isinstance(item, str):
        what += "; for a dict, pass its values()"
    return TypeError(f"{name} must be a Sprite, a Group, or an iterable of them, got {what}")


def flattened(targets: object, name: str, asked: C.int = 0) -> list:
    """Return all sprites in `targets`, depth-first, in the order given, with repetitions.

    Nesting is limited by memory only: the open iterators are in the list `waiting`, not on the
    stack. `inside` contains the ids of the open containers, to detect a container that contains
    itself. None inside a container is skipped. `asked` may be LASTING and WITH_GROUPS. Without the
    latter, Groups are opened at the end. A container with only sprites is taken as a whole.
    """
    found: list = []
    waiting: list = []
    inside: set = set()
    item: object = targets
    items: list
    opens: C.bint = False
    while True:
        if isinstance(item, SpriteRow):
            found.append(item)
        elif isinstance(item, Batch):
            found.append(item)
            opens = not asked & WITH_GROUPS
        elif item is None and waiting:
            pass
        elif is_container(item):
            refuse_numbers(item, name)
            if id(item) in inside:
                raise ValueError(f"{name} must not contain itself: a {type(item).__name__} does")
            items = list(iterator_of(item, name, asked & LASTING))
            if are_sprites(items):
                found.extend(items)
            else:
                waiting.append((iter(items), item))
                inside.add(id(item))
        else:
            raise of_no_sprite(item, waiting[-1][1] if waiting else None, name)
        while waiting:
            try:
                item = next(waiting[-1][0])
                break
            except StopIteration:
                inside.discard(id(waiting.pop()[1]))
        else:
            return opened(found) if opens else found


@C.cfunc
def opened(found: list) -> list:
    """Return sprites and Groups with each Group replaced by its sprites.

    Syncing one Group may run a finalizer that changes another. Then it is repeated.
    """
    sprites: list = []
    ready: C.bint = False
    groups: list = [item for item in found if isinstance(item, Batch)]
    while not ready:
        ready = True
        for item in groups:
            members.sync(C.cast(Batch, item))
        for item in groups:
            ready = ready and members.is_synced(C.cast(Batch, item))
    for item in found:
        if isinstance(item, Batch):
            sprites.extend(C.cast(Batch, item).sprites)
        else:
            sprites.append(item)
    return sprites


@C.cfunc
@C.exceptval(-1)
def are_sprites(items: object) -> C.bint:
    """Whether a plain container contains only sprites."""
    for item in items:  # noqa: SIM110 (a generator in compiled code)
        if not isinstance(item, SpriteRow):
            return False
    return True


def walkable(targets: object, name: str, asked: C.int = 0) -> object:
    """Return a container as a plain container, and anything else, including a Rect or a dict, as
    given.

    An iterator that has to last is also returned as given, and is refused later.
    """
    kind: type = type(targets)
    if kind in PLAIN_CONTAINERS or targets is None or isinstance(targets, (SpriteRow, Batch, dict)):
        return targets
    if not is_container(targets):
        return targets
    base: object = getattr(sys.modules.get("pygame.sprite"), "AbstractGroup", None)
    if base and isinstance(targets, base) and kind.__iter__ is base.__iter__:
        if kind.sprites is base.sprites:
            return targets.spritedict.keys()  # of which that makes a list
        return list(targets.sprites())  # through which it walks
    refuse_numbers(targets, name)
    iterator: object = iter(targets)
    if (iterator is targets and asked & LASTING) or hasattr(targets, "colliderect"):
        return targets
    return list(iterator)


def refuse_numbers(item: object, name: str) -> C.int:
    """Refuse an array that cannot contain sprites, unless it is empty."""
    if is_array(item) and item.dtype != object and (item.size or item.ndim > 1):
        raise TypeError(
            f"{name} must be a Sprite, a Group, or an iterable of them, got an array of "
            f"{item.dtype}; for positions in a Group, pass the list group[positions]"
        )
    return 0


def described(item: object) -> str:
    """Describe an item for an error message, with the library of another library's Sprite or
    Group.
    """
    if item is OMITTED:
        return "nothing: pass the targets, several as [a, b]"
    if isinstance(item, bool):
        return (
            f"{item}; pass options by name, such as drop=True; to remove what is hit, write "
            "for other in sprite.check(targets): other.vanish()"
        )
    if isinstance(item, Shape):
        return (
            f"{shown(item)}, which is a shape: call Group.query_shape, or pass a sprite with this "
            "shape, Sprite(collision=shape)"
        )
    if isinstance(item, type) and issubclass(item, SpriteRow):
        return f"{shown(item)}, which is a class: create a sprite, {item.__name__}()"
    if are_numbers(item):
        if hasattr(item, "__len__") and len(item) == 4:
            where = "in a box, call Group.query_box(left, top, right, bottom)"
            if hasattr(item, "colliderect"):
                where += "; as a target, Sprite(x, y, collision=Rect(0, 0, width, height))"
        else:
            where = (
                "at a point (x, y), call Group.query_point(x, y); for this sprite, call "
                "sprite.contains(x, y)"
            )
            if hasattr(item, "__len__") and sum(abs(one) for one in item) == 1:
                where += "; as the direction up of a move, pass up=(0, -1)"
        if isinstance(item, list):
            where += "; for a grid of tiles, call spritecol.tiles.shapes_from_tiles"
        elif counts_as_number(item) and 0 < item < 1:
            where += "; if this is the time of a frame, multiply the motion by it"
        return f"{shown(item)}; for sprites {where}"
    for name, owner in (("other", "hit"), ("sprite", "walker"), ("body", "sprite")):
        if isinstance(getattr(item, name, None), SpriteRow):
            return f"{shown(item)}, which is not a sprite: pass its {name}, as in {owner}.{name}"
    for kind in type.mro(type(item)):
        if (
            kind.__name__ in ("Sprite", "Group")
            and kind.__module__.partition(".")[0] != "spritecol"
        ):
            remedy: str = (
                ": derive it from spritecol.integrations.pygame.Sprite, which is both"
                if kind.__module__ == "pygame.sprite"
                else ""
            )
            return f"{shown(item)}, which belongs to {kind.__module__} and not to spritecol{remedy}"
    return shown(item)


@C.cfunc
@C.exceptval(-1, check=False)
def are_numbers(item: object) -> C.bint:
    """Whether something is a number, a pair of them, or a box."""
    if hasattr(item, "colliderect"):
        return True
    if isinstance(item, (tuple, list)):
        return len(item) > 0 and not [one for one in item if not counts_as_number(one)]
    return counts_as_number(item)


@C.cfunc
@C.exceptval(-1, check=False)
def counts_as_number(item: object) -> C.bint:
    """Whether something is a number and not a bool."""
    return (isinstance(item, (int, float)) and not isinstance(item, bool)) or is_numpy(
        item, "number"
    )


def is_container(item: object) -> C.bint:
    """Whether an object is a container of targets. Text, numbers of NumPy and results are not."""
    kind: type = type(item)
    if kind is list or kind is tuple:
        return True
    if isinstance(item, (str, bytes, bytearray)):
        return False
    if hasattr(kind, "__iter__"):
        return not hasattr(kind, "_is_result")  # whose `__iter__` only raises
    return hasattr(kind, "__getitem__") and not is_numpy(item, "generic")


def batch_of(targets: object, name: str, asked: C.int = 0) -> Batch:
    """Return the sprites in `targets` as a batch. A Group already is a batch.

    If LASTING is asked, they must last for the next call. An iterator that a game keeps from frame
    to frame would be used up after the first frame, and then contain no targets.
    """
    batch: Batch
    if isinstance(targets, Batch):
        batch = targets
        members.sync_for_hits(batch)  # code that needs positions closes the holes
        return batch
    batch = Batch()
    if isinstance(targets, SpriteRow):
        if not is_vanished(targets):
            put_only(batch, targets)
        return batch
    targets = walkable(targets, name, asked)
    if type(targets) not in PLAIN_CONTAINERS or fill(batch, targets) is None:
        fill(batch, flattened(targets, name, asked))
    return batch


def pieces_of(targets: object, name: str, asked: C.int = 0) -> Batch:
    """Return the batch of some targets. For a list with Groups, it has pieces, and Groups stay
    whole.

    So each Group can be searched by its own index, whatever else is in the list.
    """
    batch: Batch
    if isinstance(targets, Batch):
        batch = targets
        members.sync_for_hits(batch)
        return batch
    if isinstance(targets, SpriteRow):
        return batch_of(targets, name, asked)
    batch = Batch()
    targets = walkable(targets, name, asked)
    if type(targets) in PLAIN_CONTAINERS and fill(batch, targets) is not None:
        return batch
    found: list = targets if is_simple(targets) else flattened(targets, name, asked | WITH_GROUPS)
    if found is not targets and fill(batch, found) is not None:
        return batch
    pieces: list = []
    singles: list = []
    for item in found:
        if isinstance(item, SpriteRow):
            singles.append(item)
            continue
        if singles:
            pieces.append(batch_of(singles, name))
            singles = []
        pieces.append(item)
    if singles:
        pieces.append(batch_of(singles, name))
    if len(pieces) == 1:
        return batch_of(pieces[0], name)
    batch.pieces = pieces
    return batch


def other_pieces_of(targets: object, name: str, batch: Batch) -> Batch:
    """Return `pieces_of` some targets that are not the same collection as a batch.

    A Group alone in a list becomes a single piece. Otherwise its own pairs would be found.
    """
    other: Batch = pieces_of(targets, name)
    if other is batch:
        other = Batch()
        other.pieces = [batch]
    return other


@C.cfunc
@C.exceptval(-1, check=False)
def is_simple(targets: object) -> C.bint:
    """Whether something is a list of only sprites and Groups, without anything to flatten.

    No user code runs in here.
    """
    if type(targets) is not list:
        return False
    return not [item for item in C.cast(list, targets) if not isinstance(item, (SpriteRow, Batch))]


def kept_batch_of(targets: object, name: str, last: Batch | None) -> Batch:
    """Return a batch of some targets, for a caller that keeps it and passes it as `last` next time.

    A list with Groups becomes a Group that contains them, which is `last` again if there is one. It
    knows when a Group inside it has changed, and may keep an index.
    """
    if isinstance(targets, (Batch, SpriteRow)):
        return batch_of(targets, name, LASTING)
    found: list = flattened(targets, name, LASTING | WITH_GROUPS)
    if are_sprites(found):
        return batch_of(found, name)
    group: Members = C.cast(Members, last) if type(last) is Members else Members()
    wanted: dict = {}
    old: list = []
    for item in found:
        if isinstance(item, Batch) or not is_vanished(item):
            wanted[id(item)] = item
    members.put_members(group, tuple(wanted.values()), old)
    members.sync_for_hits(group)
    return group


@C.cfunc
@C.exceptval(-1, check=False)
def is_vanished(sprite: SpriteRow) -> C.bint:
    """Whether a sprite has vanished."""
    return STORE.records[sprite.row].flags & VANISHED
