"""`update`, `draw` and `clean`: DXRuby's class methods for the loop of a game."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from spritecol._support.range_check import shown
from spritecol.sprites.containers.batch import Batch
from spritecol.sprites.containers.members import list_of
from spritecol.sprites.containers.targets import is_container, refuse_numbers
from spritecol.sprites.containers.when_to_warn import warn_of_uncalled
from spritecol.sprites.events.callbacks import (
    call_on_each,
    clean_list,
    in_drawing_order,
    not_yet_met,
)
from spritecol.sprites.row.sprite_row import SpriteRow

MOST_GENERATIONS = 1000
"""How many times in a row appended objects may append further objects. More would never end."""


def each_nested(sprites: Any, name: str) -> Iterator[Sequence[Any]]:
    """Yield every object in some sprites, nested to any depth, while user code changes them.

    A collection without containers in it, such as a Group, is yielded as one sequence.

    Objects that are appended to the current list or Group, or to a later one, are yielded in their
    turn. Other containers are read when their turn comes.

    Raises:
        TypeError: `sprites` is a single object that is not a sprite and has no method of that name.
        ValueError: a container contains itself.
        RuntimeError: appended objects append further objects, and so on without end.
    """
    if not (sprites is None or is_opened(sprites) or hasattr(sprites, name)):
        raise TypeError(
            f"{name}() takes sprites first, a Group or an iterable of them, "
            f"got {shown(sprites)}, which has no method {name}"
        )
    inside: set[int] = set()
    waiting = [(iter((sprites,)), 0)]
    while waiting:
        items, container = waiting[-1]
        for item in items:
            if item is None:
                continue
            if isinstance(item, SpriteRow) or not is_opened(item):
                yield (item,)
                continue
            if isinstance(item, Batch):
                yield from all_members(item, name)
                continue
            if id(item) in inside:
                raise ValueError(f"sprites must not contain itself: a {type(item).__name__} does")
            inside.add(id(item))
            waiting.append((items_of(item, name), id(item)))
            break
        else:
            waiting.pop()
            inside.discard(container)


def is_opened(item: Any) -> bool:
    """Whether an object is a container to walk through."""
    return isinstance(item, SpriteRow | Batch) or bool(is_container(item))


def items_of(container: Any, name: str) -> Iterator[Any]:
    """Yield the items of a container, including items that are appended to a list meanwhile."""
    if isinstance(container, list):
        return all_items(container, name)
    refuse_numbers(container, "sprites")
    items = container if isinstance(container, tuple) else list(container)
    if (
        isinstance(container, dict)
        and items
        and not (is_opened(items[0]) or hasattr(items[0], name))
    ):
        raise TypeError(
            f"{name}() of a dict calls the {name} of its keys, and {shown(items[0])} has none: "
            "pass its values()"
        )
    return iter(items)


def all_items(items: list[Any], name: str) -> Iterator[Any]:
    """Yield the items of a list, including items that are appended to it meanwhile."""
    end, generation = len(items), 0
    for k, item in enumerate(items):
        if k >= end:
            end, generation = len(items), generation + 1
            demand_end(generation, item, name)
        yield item


def all_members(group: Any, name: str) -> Iterator[list[Any]]:
    """Yield the members of a Group, including members that join it meanwhile."""
    came: list[Any] = []
    generation, new = 0, list_of(group)
    while new:
        demand_end(generation, new[0], name)
        yield new
        came = came + new if came else new
        generation, new = generation + 1, not_yet_met(list_of(group), came)


def demand_end(generation: int, item: Any, name: str) -> None:
    """Raise an error if appended objects append further objects, and so on without end."""
    if generation > MOST_GENERATIONS:
        raise RuntimeError(
            f"{name}() does not end: objects appended during the call keep appending objects, "
            f"{MOST_GENERATIONS} times over, the last one {shown(item)}; append to another list, "
            "and add its items after the call"
        )


def everything(sprites: Any, name: str) -> list[Any]:
    """Return all objects that are in some sprites at this moment."""
    runs = list(each_nested(sprites, name))
    if len(runs) == 1 and isinstance(runs[0], list):
        return runs[0]
    return list(chain.from_iterable(runs))


def update(sprites: Any, *arguments: Any, **named: Any) -> None:
    """Call `update(*arguments, **named)` on every object that has such a method, in order.

    A sprite that has vanished before its turn is skipped. An object that is added meanwhile to the
    current list or Group, or to a later one, is updated in the same call.

    Args:
        sprites: a Sprite, a Group, or an iterable of objects of any kind, nested to any depth.
            None is skipped.
        *arguments: passed on to each `update`, such as the seconds since the last frame.
        **named: passed on by name to each `update`.

    Raises:
        TypeError: `sprites` is a single object that is not a sprite and has no such method.
        ValueError: a container contains itself.
        RuntimeError: an `update` adds objects, whose `update` adds objects in turn, more than 1,000
            times over.

    >>> class Ball(Sprite):
    ...     def update(self, seconds):
    ...         self.x += 60 * seconds
    >>> ball = Ball()
    >>> update([None, [ball, Group(ball)]], 0.5)
    >>> ball.x
    60.0
    """
    warn_of_uncalled(
        call_on_each(each_nested(sprites, "update"), "update", arguments, named),
        "update",
    )


def draw(sprites: Any, *arguments: Any, **named: Any) -> None:
    """Call `draw(*arguments, **named)` on every visible object that has it, from low `z` to high.

    Objects with the same `z` are drawn in the order given. A sprite that has vanished before its
    turn is skipped. Objects that are added meanwhile are drawn last.

    Args:
        sprites: a Sprite, a Group, or an iterable of objects of any kind, nested to any depth.
            None is skipped. An object without `visible` is visible; one without `z` has z 0.
        *arguments: passed on to each `draw`, such as the screen.
        **named: passed on by name to each `draw`.

    Raises:
        TypeError: `sprites` is a single object that is not a sprite and has no such method.
        ValueError: a container contains itself.
        RuntimeError: a `draw` adds objects, whose `draw` adds objects in turn, more than 1,000
            times over.

    >>> class Label(Sprite):
    ...     def draw(self):
    ...         print(self.z)
    >>> draw([Label(z=2), Label(z=1), Label(z=3, visible=False)])
    1
    2
    """
    met: list[Any] = []
    generation, new = 0, everything(sprites, "draw")
    while new:
        demand_end(generation, new[0], "draw")
        met = met + new if met else new  # which keeps them alive, so that no id is reused
        call_on_each([in_drawing_order(new)], "draw", arguments, named)
        generation, new = generation + 1, not_yet_met(everything(sprites, "draw"), met)
    warn_of_uncalled(met, "draw")


def clean(sprites: Any) -> None:
    """Remove vanished sprites and None from a list, in place, and from the lists inside it.

    Args:
        sprites: a list; or a Group, which drops vanished sprites by itself and is not changed.

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
    waiting = [sprites]
    cleaned: set[int] = set()
    while waiting:
        items = waiting.pop()
        if id(items) in cleaned:
            continue
        cleaned.add(id(items))
        waiting.extend(clean_list(items))
