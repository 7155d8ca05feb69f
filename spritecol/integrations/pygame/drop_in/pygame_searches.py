"""Faster replacements for pygame's `spritecollide`, `groupcollide` and `spritecollideany`.

They find and kill the same sprites in the same order, and raise the same errors, as pygame's
functions. For pygame's own `collided` functions `bulk_hits` reads many sprites once and compares
them in C. Few sprites and unusual cases (a user's `collided` function, unusual sprites or groups)
are compared here, pair by pair, as in pygame.

This module and `collided` are not compiled. For comparing pair by pair, compiled code would gain
little over pygame's loops. From Python 3.12 on it would lose much: the interpreter runs such a
loop, including the property `rect` and the test, without a single C call, whereas compiled code has
to call back.

Some lines are written out more than once, and loops are not comprehensions, because in a search
among a few sprites each additional call is noticeable. Up to Python 3.11 a comprehension is a
function of its own, and the variables it takes from the enclosing function are allocated even if
there is nothing to loop over. That makes a search among three sprites a third slower.
"""

from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any, TypeVar

from spritecol.integrations.pygame.drop_in.bulk_hits import ITERATION, search_groups, sprite_hits
from spritecol.integrations.pygame.drop_in.collided import FUNCTIONS
from spritecol.integrations.pygame.drop_in.read_attributes import READS_STORED

WORTH_ASKING = 10
"""Sprites. With fewer, pairs are compared one by one without using `bulk_hits`."""

_A = TypeVar("_A")
_B = TypeVar("_B")


def spritecollide(
    sprite: _A,
    group: Iterable[_B],
    dokill: bool,
    collided: Callable[[_A, _B], Any] | None = None,
) -> list[_B]:
    """Return the sprites of a group that a sprite hits, like `pygame.sprite.spritecollide`.

    Args:
        sprite: the sprite that looks for hits.
        group: a pygame group or another iterable of sprites.
        dokill: whether to call `kill` on each sprite that is hit.
        collided: a function (sprite, member) that decides whether they hit, or None to compare
            their rects.

    Returns:
        A list of the sprites that are hit, in the order of the group.

    Raises:
        AttributeError: a sprite lacks an attribute that the test reads, such as `rect`.

    >>> import pygame
    >>> player, coin = pygame.sprite.Sprite(), pygame.sprite.Sprite()
    >>> player.rect, coin.rect = pygame.Rect(0, 0, 10, 10), pygame.Rect(9, 9, 10, 10)
    >>> spritecollide(player, pygame.sprite.Group(coin), dokill=False) == [coin]
    True
    """
    found: list[Any] | None = None
    members: Any = group
    if collided is not None or READS_STORED:
        if type(group) is not list:
            try:
                lists = type(group).__iter__ is ITERATION
            except Exception:  # some classes are iterated by `__getitem__`
                lists = False
            if lists:
                members = group.sprites()  # type: ignore[attr-defined]
        if (
            type(members) is list
            and len(members) >= WORTH_ASKING
            and (type(collided) is not FunctionType or collided in FUNCTIONS)
        ):
            found = sprite_hits(sprite, members, collided)
    if found is None:
        found = []
        if collided is None:
            collide = sprite.rect.colliderect  # type: ignore[attr-defined]
            for member in members:
                if collide(member.rect):
                    found.append(member)
        else:
            for member in members:
                if collided(sprite, member):
                    found.append(member)
    if dokill:
        for member in found:
            member.kill()
    return found


def spritecollideany(
    sprite: _A, group: Iterable[_B], collided: Callable[[_A, _B], Any] | None = None
) -> _B | None:
    """Return the first sprite of a group that a sprite hits, like `pygame.sprite.spritecollideany`.

    It compares pair by pair, since reading sprites after the first hit would be wasted.

    Args:
        sprite: the sprite that looks for hits.
        group: a pygame group or another iterable of sprites.
        collided: as for `spritecollide`.

    Returns:
        The first sprite of the group that is hit, or None.

    Raises:
        AttributeError: a sprite lacks an attribute that the test reads, such as `rect`.

    >>> import pygame
    >>> player, coin = pygame.sprite.Sprite(), pygame.sprite.Sprite()
    >>> player.rect, coin.rect = pygame.Rect(0, 0, 10, 10), pygame.Rect(10, 0, 10, 10)
    >>> spritecollideany(player, [coin]) is None
    True
    """
    if collided is None:
        collide = sprite.rect.colliderect  # type: ignore[attr-defined]
        for member in group:
            if collide(member.rect):  # type: ignore[attr-defined]
                return member
    else:
        for member in group:
            if collided(sprite, member):
                return member
    return None


def groupcollide(
    groupa: Iterable[_A],
    groupb: Iterable[_B],
    dokilla: bool,
    dokillb: bool,
    collided: Callable[[_A, _B], Any] | None = None,
) -> dict[_A, list[_B]]:
    """Return which sprites of one group hit which of another, like `pygame.sprite.groupcollide`.

    Args:
        groupa: a pygame group or another iterable of sprites.
        groupb: another such group.
        dokilla: whether to call `kill` on each sprite of `groupa` that hits.
        dokillb: whether to call `kill` on each sprite of `groupb` that is hit. It is then hit only
            once, unless it is still in the group.
        collided: as for `spritecollide`.

    Returns:
        A dict from each sprite of `groupa` that hits to the list of sprites of `groupb` it hits.

    Raises:
        AttributeError: a sprite lacks an attribute that the test reads, such as `rect`.

    >>> import pygame
    >>> shot, rock = pygame.sprite.Sprite(), pygame.sprite.Sprite()
    >>> shot.rect, rock.rect = pygame.Rect(5, 5, 2, 2), pygame.Rect(0, 0, 10, 10)
    >>> rocks = pygame.sprite.Group(rock)
    >>> groupcollide([shot], rocks, False, True) == {shot: [rock]}, len(rocks)
    (True, 0)
    """
    found: dict[Any, list[Any]] = {}
    for sprite in search_groups(found, groupa, groupb, dokillb, collided):
        hits: list[Any] = []
        if collided is None:
            collide = sprite.rect.colliderect
            for member in groupb:
                if collide(member.rect):  # type: ignore[attr-defined]
                    hits.append(member)
        else:
            for member in groupb:
                if collided(sprite, member):
                    hits.append(member)
        if dokillb:
            for member in hits:
                member.kill()
        if hits:
            found[sprite] = hits
    if dokilla:
        for sprite in found:
            sprite.kill()
    return found
