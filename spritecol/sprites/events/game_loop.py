"""`update`, `draw` and `clean`: DXRuby's class methods for the loop of a game."""

from cython import binding, bint, cast, cclass, cfunc, exceptval, final, inline, uint
from cython.cimports.spritecol._engine.storage.layout import VANISHED
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol.sprites.containers.batch import FOR_ITERATOR, Batch
from cython.cimports.spritecol.sprites.containers.members import sync
from cython.cimports.spritecol.sprites.containers.targets import is_container, refuse_numbers
from cython.cimports.spritecol.sprites.hints.when_to_warn import FIRST_CHECKS, ran
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

from spritecol._support.range_check import shown
from spritecol.sprites.hints import mistakes


@cfunc
@exceptval(check=False)
def has_vanished(item: object) -> bint:
    """Whether `item` is a sprite that has vanished."""
    return (
        isinstance(item, SpriteRow)
        and STORE.groups[cast(SpriteRow, item).row].flags & VANISHED != 0
    )


@final
@cclass
@binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Walk:
    """Walks through sprites and other objects, nested to any depth, while user code changes them.

    What is appended to a list or a Group that is being walked through, or to a later one, comes in
    its turn. Other containers count as they are when their turn comes.
    """

    iterator: object  # of the innermost container that is open; at first of what was given
    waiting: list  # the open containers: (iterator, container, its list, the sprites that came)
    inside: set  # their ids, to detect one that contains itself
    met: list  # what may change: (list, its length), or (Group, its list)

    def __cinit__(self, sprites, name: str):
        if not (
            sprites is None
            or isinstance(sprites, (SpriteRow, Batch))
            or is_container(sprites)
            or hasattr(sprites, name)
        ):
            raise TypeError(
                f"{name}() takes sprites first, a Group or an iterable of them, "
                f"got {shown(sprites)}, which has no method {name}"
            )
        self.iterator = iter((sprites,))
        self.waiting = [(self.iterator, None, None, None)]
        self.inside = set()
        self.met = []

    @cfunc
    @inline
    @exceptval(-1, check=False)
    def passes(self, item: object) -> bint:
        """Whether an item of the iterator has no method to call: None, or a container to open."""
        return not isinstance(item, SpriteRow) and (item is None or self.enters(item))

    @cfunc
    @exceptval(-1, check=False)
    def enters(self, item: object) -> bint:
        """Whether an item is a container, which is opened."""
        if isinstance(item, Batch) or is_container(item):
            self.open(item)
            return True
        return False

    @cfunc
    def open(self, item: object):
        """Begin to walk through a container."""
        sprites: list = None
        if id(item) in self.inside:
            raise ValueError(f"sprites must not contain itself: a {type(item).__name__} does")
        if isinstance(item, Batch):
            sprites = list_of(item)
            self.met.append((item, sprites))
            iterator = iter(sprites)
        elif isinstance(item, list):
            self.met.append((item, len(item)))
            iterator = iter(item)
        else:
            refuse_numbers(item, "sprites")
            iterator = iter(item if isinstance(item, tuple) else list(item))
        self.inside.add(id(item))
        self.waiting.append((iterator, item, sprites, sprites))
        self.iterator = iterator

    @cfunc
    def close(self):
        """Go back to the container round this one, unless this is a Group with new members."""
        _, item, sprites, came = self.waiting.pop()
        if sprites is not None and list_of(item) is not sprites:
            sprites = list_of(item)
            more: list = not_among(came, sprites)
            if more:
                self.iterator = iter(more)
                self.waiting.append((self.iterator, item, sprites, came + more))
                return
        self.inside.discard(id(item))
        self.iterator = self.waiting[-1][0] if self.waiting else None

    @cfunc
    def has_changed(self) -> bint:
        """Whether a list that was met has another length now, or a Group another list."""
        for container, known in self.met:
            if isinstance(container, Batch):
                if list_of(container) is not known:
                    return True
            elif len(container) != known:
                return True
        return False


@cfunc
def list_of(group: Batch) -> list:
    """The sprites of a Group: a list that is replaced, and not changed, when the Group changes."""
    sync(group)
    group.copy_on_write = FOR_ITERATOR
    return group.sprites


@cfunc
def not_among(known: list, sprites: list) -> list:
    """The sprites that are not among the known ones."""
    found: list = []  # made now: it may run the garbage collector, and so user code
    this_pass: uint = STORE.next_pass()
    for sprite in known:
        STORE.groups[cast(SpriteRow, sprite).row].last_pass = this_pass
    for sprite in sprites:
        if STORE.groups[cast(SpriteRow, sprite).row].last_pass != this_pass:
            found.append(sprite)
    return found


@cfunc
def call_on_each(walk: Walk, name: str, arguments: tuple, named: dict) -> list:
    """Call a method of every object that has it and has not vanished.

    Returns the objects, in one of the first calls.
    """
    met: list = []
    is_new: bint = FIRST_CHECKS.calls_left > 0
    is_plain: bint = not arguments and not named
    while walk.waiting:
        for item in walk.iterator:
            if walk.passes(item):
                break
            if is_new:
                met.append(item)
            method = getattr(item, name, None)
            if callable(method) and not has_vanished(item):
                if is_plain:  # 20 ns less
                    ran(method())
                else:
                    ran(method(*arguments, **named))
        else:
            walk.close()
    return met


@cfunc
def tell_of_uncalled(items: list, name: str):
    """Warn in one of the first calls if none of the items has the method."""
    if FIRST_CHECKS.calls_left > 0 and items:
        FIRST_CHECKS.calls_left -= 1
        mistakes.tell(mistakes.of_uncalled(items, name))


@cfunc
def all_of(walk: Walk) -> list:
    """Everything that a walk leads to."""
    met: list = []
    while walk.waiting:
        for item in walk.iterator:
            if walk.passes(item):
                break
            met.append(item)
        else:
            walk.close()
    return met


@cfunc
def draw_all(items: list, arguments: tuple, named: dict):
    """Call `draw` of the visible ones, by `z`."""
    visible: list = [item for item in items if getattr(item, "visible", True)]
    visible.sort(key=lambda item: getattr(item, "z", 0))
    call_on_each(Walk(visible, "draw"), "draw", arguments, named)


def update(sprites, *arguments, **named):
    """Call `update(*arguments, **named)` on every object that has such a method, in order.

    Sprites that have vanished when their turn comes are skipped. What is added meanwhile to a list
    or a Group that is being updated, or to a later one, is updated in the same call.

    Args:
        sprites: a Sprite, a Group, or an iterable of objects of any kind, nested to any depth.
            None is skipped.
        *arguments: passed on to each `update`, such as the seconds since the last frame.
        **named: passed on by name to each `update`.

    Raises:
        TypeError: `sprites` is one object that is no sprite and has no such method.
        ValueError: a container contains itself.

    >>> class Ball(Sprite):
    ...     def update(self, seconds):
    ...         self.x += 60 * seconds
    >>> ball = Ball()
    >>> update([None, [ball, Group(ball)]], 0.5)
    >>> ball.x
    60.0
    """
    walk: Walk = Walk(sprites, "update")
    tell_of_uncalled(call_on_each(walk, "update", arguments, named), "update")


def draw(sprites, *arguments, **named):
    """Call `draw(*arguments, **named)` on every visible object that has it, from low `z` to high.

    Objects with the same `z` are drawn in the order given. Sprites that have vanished when their
    turn comes are skipped. What is added meanwhile to a list or a Group is drawn last.

    Args:
        sprites: a Sprite, a Group, or an iterable of objects of any kind, nested to any depth.
            None is skipped. An object without `visible` is visible; one without `z` has z 0.
        *arguments: passed on to each `draw`, such as the screen.
        **named: passed on by name to each `draw`.

    Raises:
        TypeError: `sprites` is one object that is no sprite and has no such method.
        ValueError: a container contains itself.

    >>> class Label(Sprite):
    ...     def draw(self):
    ...         print(self.z)
    >>> draw([Label(z=2), Label(z=1), Label(z=3, visible=False)])
    1
    2
    """
    walk: Walk = Walk(sprites, "draw")
    met: list = all_of(walk)
    tell_of_uncalled(met, "draw")
    draw_all(met, arguments, named)
    while walk.has_changed():
        known: dict = {id(item): item for item in met}
        walk = Walk(sprites, "draw")
        met = all_of(walk)
        draw_all([item for item in met if id(item) not in known], arguments, named)
        met.extend(known.values())


def clean(sprites):
    """Remove vanished sprites and None from a list, in place, and from the lists inside it.

    Args:
        sprites: a list, or a Group, which drops vanished sprites by itself and is left alone.

    Raises:
        TypeError: `sprites` is neither a list nor a Group.

    >>> coins = [Sprite(1), None, [Sprite(2), Sprite(3)]]
    >>> coins[0].vanish()
    >>> clean(coins)
    >>> [[coin.x for coin in inner] for inner in coins]
    [[2.0, 3.0]]
    """
    if isinstance(sprites, Batch):
        return
    if not isinstance(sprites, list):
        raise TypeError(f"sprites must be a list or a Group, got {shown(sprites)}")
    waiting: list = [sprites]
    cleaned: set = set()
    items: object  # a list, or an instance of a subclass of list
    while waiting:
        items = waiting.pop()
        if id(items) in cleaned:
            continue
        cleaned.add(id(items))
        items[:] = [item for item in items if item is not None and not has_vanished(item)]
        waiting.extend([item for item in items if isinstance(item, list)])
