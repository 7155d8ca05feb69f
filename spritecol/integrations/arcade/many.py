"""`check` and `pairs` for arcade's SpriteLists: many against many, each pair once."""

from collections.abc import Callable
from functools import lru_cache
from inspect import Parameter, signature
from typing import Any

import spritecol
from spritecol.integrations.arcade.sprite import Body, Sprite, sprites_of

Pairs = list[tuple[Any, Any]]

POSITIONAL = (
    Parameter.POSITIONAL_ONLY,
    Parameter.POSITIONAL_OR_KEYWORD,
    Parameter.VAR_POSITIONAL,
)


def pairs(a: Any, b: Any = None) -> Pairs:
    """All pairs that hit, as a list of tuples (sprite of `a`, sprite of `b`); no callbacks run.

    `a` and `b` are Sprites of this package, SpriteLists and other iterables of them. The pairs are
    ordered by `a`, then by `b`. Without `b`, or with the same object twice, each pair within `a`
    comes once, the earlier sprite first.

    >>> import arcade
    >>> from spritecol import Circle
    >>> texture = arcade.Texture.create_empty("ball", (20, 20))
    >>> balls = arcade.SpriteList()
    >>> ball = Circle(10, 10, 10)
    >>> balls.extend(Sprite(texture, center_x=15 * k, collision=ball) for k in range(4))
    >>> [(one.center_x, other.center_x) for one, other in pairs(balls)]
    [(0, 15), (15, 30), (30, 45)]
    """
    sprites = sprites_of(a), sprites_of(() if b is None else b)
    first, second = _bodies(a, b, sprites)
    return _owners(spritecol.pairs(first, second))


def check(attackers: Any, targets: Any = None, shot: Any = "shot", hit: Any = "hit") -> Pairs:
    """Find all pairs that hit, then run their callbacks; gives all pairs, as `pairs` does.

    For each pair `attacker.shot(target)` is called, then `target.hit(attacker)`, where the method
    exists; without an argument if it takes none. With one collection it is `a.hit(b)`, then
    `b.hit(a)`. Those who were killed by then, or have returned `spritecol.DISCARD`, are left out.
    `shot` and `hit` are names of methods, callables (sprite, other), or None.
    """
    # Kept until the owners are asked for: callbacks may kill, and bodies keep no sprite alive.
    sprites = sprites_of(attackers), sprites_of(() if targets is None else targets)
    first, second = _bodies(attackers, targets, sprites)
    found = spritecol.check(first, second, shot=_callback(shot), hit=_callback(hit))
    return _owners(found)


def _bodies(a: Any, b: Any, sprites: tuple[list[Sprite], list[Sprite]]) -> tuple[Any, Any]:
    first = [sprite.body for sprite in sprites[0]]
    return first, None if b is None or b is a else [sprite.body for sprite in sprites[1]]


def _owners(found: list[tuple[Body, Body]]) -> Pairs:
    return [(one.owner, other.owner) for one, other in found]


def _callback(side: Any) -> Callable[[Body, Body], Any] | None:
    """What bodies are to call, for a method's name, a callable or None of the user's."""
    if side is None:
        return None
    if not isinstance(side, str):
        return lambda body, other: side(body.owner, other.owner)

    def call(body: Body, other: Body) -> Any:
        method = getattr(body.owner, side, None)
        if not callable(method):
            return None
        function = getattr(method, "__func__", method)
        if _takes_no_argument(function, function is not method):
            return method()
        return method(other.owner)

    return call


@lru_cache(maxsize=256)
def _takes_no_argument(function: Any, bound: bool) -> bool:
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    places = [parameter.kind for parameter in parameters if parameter.kind in POSITIONAL]
    return Parameter.VAR_POSITIONAL not in places and len(places) <= bound
