"""Likely mistakes in calls: methods that nothing calls, callbacks that do nothing."""

import inspect
import types
from collections.abc import Iterator
from typing import Any

from spritecol._support.arguments import unknown_keyword
from spritecol._support.range_check import shown
from spritecol._support.signatures import takes_of
from spritecol.sprites.tables.default_methods import OptionalName

LIKE_EVENTS = {
    event: (
        *own,
        *(f"on_{kind}_{event}" for kind in ("collision", "overlap", "trigger")),
        f"on{event.title()}",
        *others,
    )
    for event, own, others in (
        ("enter", ("on_enter",), ("body_entered", "area_entered", "entered", "on_overlap")),
        ("stay", ("stay", "on_stay"), ()),
        ("exit", ("on_exit",), ("body_exited", "area_exited", "exited")),
    )
}
"""Names of methods that plainly mean an event of `Overlaps` but are not called for it. They include
`stay`, because by default nothing is called for pairs that stay."""

_MOST_PAIRS = 20  # of `Overlaps` whose classes are checked for such methods


def of_events(pairs: list[Any], callbacks: dict[str, Any]) -> Iterator[str]:
    """Warn about methods of the first sprites of `Overlaps` that it does not call."""
    for kind in {type(sprite): None for pair in pairs[:_MOST_PAIRS] for sprite in pair[:2]}:
        for event, names in LIKE_EVENTS.items():
            callback = callbacks[event]
            if event == "stay" and callback is None:
                remedy = "pass "
            elif isinstance(callback, OptionalName) and not callable(getattr(kind, event, None)):
                remedy = f"rename it to {event}, or pass "
            else:
                continue
            for name in names:
                if _takes_another(getattr(kind, name, None)):
                    yield (
                        f"{kind.__name__}.{name}() is not called by Overlaps: "
                        f'{remedy}{event}="{name}"'
                    )
                    break


OF_UNITY = {
    f"On{kind}{event.title()}{flat}": event
    for kind in ("Collision", "Trigger")
    for event in LIKE_EVENTS
    for flat in ("2D", "")
}
"""Names of methods that Unity calls, and the event of `Overlaps` that each means."""

OF_GODOT = {
    f"{kind}_{word}": event
    for kind in ("body", "area")
    for word, event in (("entered", "enter"), ("exited", "exit"))
}
"""How the names of methods end that Godot calls. They begin with "_on_" and the name of a node."""

CALLED_BY_NAME: set[str] = set()
"""Names of methods that the game has passed to `check` or `Overlaps`."""


def of_engines(kind: type) -> Iterator[str]:
    """Warn about methods of a class of sprites that only another engine calls."""
    defined = {name for owner in kind.__mro__ for name in vars(owner)}  # runs no descriptor
    if not defined.isdisjoint(("hit", "shot", *LIKE_EVENTS)):
        return  # which may call them
    for owner in kind.__mro__:
        for name, value in vars(owner).items():
            event = _event_of_engine(name)
            if event is None or name in CALLED_BY_NAME or not inspect.isfunction(value):
                continue
            asked = ', which you create with stay="stay",' if event == "stay" else ""
            yield (
                f"{owner.__name__}.{name}() is a method that another engine calls, and spritecol "
                f"does not: rename it to {event}, and call update() of an Overlaps{asked} in each "
                "frame; or rename it to shot, and call check(sprites, others)"
            )


def _event_of_engine(name: str) -> str | None:
    """Return the event of `Overlaps` that a name means in another engine, or None."""
    if name in OF_UNITY:
        return OF_UNITY[name]
    is_handler = name.lstrip("_").startswith("on_")
    endings = OF_GODOT.items() if is_handler else ()
    return next((event for ending, event in endings if name.endswith(ending)), None)


LIKE_HIT = (
    *(f"on_{word}" for word in ("hit", "shot", "collide", "collision", "collision_enter")),
    *(f"on{word}" for word in ("Hit", "Shot", "Collide", "Collision", "CollisionEnter")),
)
"""Names of methods that plainly mean a callback of `check` but are not called by it."""

MAYBE_HIT = ("collide", "collided", "collided_with", "hit_by", "was_hit", "got_hit", "on_overlap")
"""Names that mean one if they take another sprite."""


def of_unheard(pair: tuple[Any, Any], first: Any, hit: Any) -> Iterator[str]:
    """Warn about a `check` that calls nothing for a pair, if a method of the two seems to mean it.

    If either is called, or a callback was given, such a method may be for something else.
    """
    asked = list(zip(pair, (first, hit), strict=True))
    if any(not isinstance(name, OptionalName) or hasattr(sprite, name) for sprite, name in asked):
        return
    for sprite, name in asked:
        kind = type(sprite)
        names = ("shot", *LIKE_HIT) if (first, name) == ("shot", "hit") else LIKE_HIT
        known = [one for one in names if callable(getattr(kind, one, None))]
        known += [one for one in MAYBE_HIT if _takes_another(getattr(kind, one, None))]
        other = known[0] if known else None
        if other is not None:
            yield (
                f"{kind.__name__}.{other}() is not called by check, but "
                f"{'hit of a target' if name == 'hit' else 'shot of an attacker'}: "
                f"{'swap the two' if other == 'shot' else 'rename it'}, pass "
                f'{name}="{other}", or call pairs, which has no callbacks'
            )


def _takes_another(method: Any) -> bool:
    """Whether a method of a class can be called with one argument besides `self`."""
    takes = takes_of(method) if inspect.isfunction(method) else None
    return takes is not None and takes.positional >= 2 and all(k < 2 for k, _ in takes.required)


ARGUMENTS_OF_OVERLAPS = (
    *("a", "b", "enter", "stay", "exit", "by_shape", "swept", "mask", "exclude", "where"),
    *("shapes", "target_shapes"),
)
"""The arguments of `Overlaps`."""


def unknown_event(name: str) -> TypeError:
    """Return the error for a keyword argument that `Overlaps` does not have."""
    meant = next((event for event, names in LIKE_EVENTS.items() if name in names), None)
    return unknown_keyword("Overlaps", name, ARGUMENTS_OF_OVERLAPS, meant)


def unknown_setting(watch: Any, name: str) -> AttributeError:
    """Return the error for an attribute that is assigned to an `Overlaps`."""
    if name in ARGUMENTS_OF_OVERLAPS:
        told = f"pass {name} when you create an Overlaps, Overlaps(a, b, {name}=...)"
    else:
        told = (
            f"an Overlaps has no attribute {name!r} to assign; when you create it, it takes "
            f"{', '.join(ARGUMENTS_OF_OVERLAPS)}; a subclass may have attributes of its own"
        )
    return AttributeError(told, name=name, obj=watch)


def of_generator(answer: Any) -> Iterator[str]:
    """Warn about a generator or an async function as a callback, because calling it runs
    nothing.
    """
    if isinstance(answer, types.GeneratorType):
        yield (
            f"{answer.__qualname__} has a yield in it, so calling it only makes a generator, and "
            "nothing in it runs: remove the yield, or start the generator in a callback without one"
        )
    elif isinstance(answer, types.CoroutineType | types.AsyncGeneratorType):
        yield (
            f"{answer.__qualname__} is async, so calling it runs nothing in it: remove the async, "
            "or run it with asyncio in a callback that is not async"
        )


def of_discard(answer: Any) -> Iterator[str]:
    """Warn about a callback that returns the class of DISCARD, because only DISCARD itself
    counts.
    """
    if (answer.__module__, answer.__name__) == ("spritecol", "Discard"):
        yield "a callback has returned Discard, the type of DISCARD: write `return DISCARD`"


def of_no_method(sprite: Any, name: str, value: Any) -> Iterator[str]:
    """Warn about a value under the name of a callback, which therefore cannot be called."""
    kind = type(sprite).__name__
    yield (
        f"{kind}.{name} = {shown(value)} is not a method, so nothing is called for {kind}: rename "
        f"it, or define {name}(self, other)"
    )


def of_uncalled(items: list[Any], name: str) -> Iterator[str]:
    """Warn about `draw(sprites)` or `update(sprites)` if none of the sprites has such a method."""
    if items and not any(callable(getattr(item, name, None)) for item in items):
        kinds = ", ".join(sorted({type(item).__name__ for item in items}))
        yield f"{name}() calls the method {name} of each object, and {kinds} has none: define it"
