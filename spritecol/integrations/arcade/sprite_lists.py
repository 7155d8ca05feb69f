"""`check` and `pairs` for arcade's SpriteLists, which test many sprites against many."""

from collections.abc import Callable
from typing import Any

import spritecol
from spritecol._support.range_check import OMITTED
from spritecol.integrations.arcade.arcade_sprite import Body, Sprite, sprites_of
from spritecol.sprites.events.callbacks import (
    call,
    demand_method,
    demand_method_of_any,
    demand_no_shot,
    must_exist,
    optional,
)
from spritecol.sprites.tables.default_methods import HIT, SHOT

Pairs = list[tuple[Any, Any]]


def pairs(a: Any, b: Any = OMITTED) -> Pairs:
    """Return all pairs of sprites that hit each other. No callbacks run.

    Args:
        a: Sprites of this package, SpriteLists and other iterables of them, nested to any depth.
        b: other sprites, in the form of `a`. If omitted, or if it is `a`, the pairs within `a` are
            found.

    Returns:
        A list of tuples (sprite of `a`, sprite of `b`), ordered by `a`, then by `b`. Within `a`,
        each pair is listed once, with the earlier sprite first.

    Raises:
        TypeError: an argument contains anything else.

    >>> import arcade
    >>> from spritecol import Circle
    >>> texture = arcade.Texture.create_empty("ball", (20, 20))
    >>> balls = arcade.SpriteList()
    >>> ball = Circle(10, 10, 10)
    >>> balls.extend(Sprite(texture, center_x=15 * k, collision=ball) for k in range(4))
    >>> [(one.center_x, other.center_x) for one, other in pairs(balls)]
    [(0, 15), (15, 30), (30, 45)]
    """
    sprites = sprites_of(a), sprites_of(() if b is OMITTED else b)
    return _owners(spritecol.pairs(*_bodies(a, b, sprites)))


def check(attackers: Any, targets: Any = OMITTED, shot: Any = SHOT, hit: Any = HIT) -> Pairs:
    """Find all pairs of sprites that hit each other, then run their callbacks. Return the pairs.

    For each pair `attacker.shot(target)` is called, then `target.hit(attacker)`, if the method
    exists. A method without parameters is called without an argument. With one collection, or the
    same object twice, `a.hit(b)` is called, then `b.hit(a)`. A pair is skipped if one of its
    sprites was killed earlier or has returned `spritecol.DISCARD`.

    Args:
        attackers: Sprites of this package, SpriteLists and other iterables of them, nested.
        targets: other sprites. If omitted, or if it is `attackers`, the pairs within `attackers`
            are found.
        shot: the name of a method, a callable f(attacker, target), or None for no call. Within one
            collection it is not called.
        hit: the name of a method, a callable f(target, attacker), or None for no call.

    Returns:
        All pairs, as `pairs` returns them, including skipped pairs.

    Raises:
        TypeError: an argument contains anything else. Exceptions of callbacks propagate.
        AttributeError: a name other than "shot" and "hit" is not the name of a method, as in
            `spritecol.check`.

    >>> import arcade
    >>> from spritecol import Rect
    >>> class Coin(Sprite):
    ...     def hit(self, other):
    ...         self.kill()
    >>> texture = arcade.Texture.create_empty("coin", (20, 20))
    >>> player, coins = Sprite(texture), arcade.SpriteList()
    >>> coins.append(Coin(texture, center_x=15, collision=Rect(0, 0, 20, 20)))
    >>> len(check(player, coins)), len(coins)
    (1, 0)
    """
    # Kept until the owners are read, because callbacks may kill sprites, and bodies do not keep
    # them alive.
    sprites = sprites_of(attackers), sprites_of(() if targets is OMITTED else targets)
    bodies = _bodies(attackers, targets, sprites)
    if len(bodies) == 1:
        demand_no_shot(shot)
        shot = None
    found = spritecol.check(*bodies, shot=_callback(shot, "shot"), hit=_callback(hit, "hit"))
    if not found:
        for name, callback, side in (("shot", shot, 0), ("hit", hit, len(bodies) - 1)):
            if must_exist(optional(callback)):
                demand_method_of_any(callback, [sprites[side]], name)
    return _owners(found)


def _bodies(a: Any, b: Any, sprites: tuple[list[Sprite], list[Sprite]]) -> list[list[Body]]:
    """Return the sprites' bodies, one list for each side, or one list for pairs within."""
    sides = sprites[:1] if b is OMITTED or b is a else sprites
    return [[sprite.body for sprite in side] for side in sides]


def _owners(found: list[tuple[Body, Body]]) -> Pairs:
    return [(one.owner, other.owner) for one, other in found]


def _callback(name_or_function: Any, side: str) -> Callable[[Body, Body], Any] | None:
    """Return a callback for bodies that calls the user's method or function with their owners."""
    name_or_function = optional(name_or_function)
    if name_or_function is None:
        return None
    if not must_exist(name_or_function):
        return lambda body, other: call(name_or_function, body.owner, other.owner)

    def named(body: Body, other: Body) -> Any:
        demand_method(name_or_function, body.owner, side)
        return call(name_or_function, body.owner, other.owner)

    return named
