"""`spritecollide`, `groupcollide` and `spritecollideany` as pygame has them, faster.

What they find, in which order, what they kill and what they raise is the same as in pygame. For
pygame's own `collided` functions many sprites are read once and compared in C, and two large groups
go through the broad phase of this package. Few sprites, and everything unusual (a user's `collided`
function, unusual sprites or groups), go pair by pair, as in pygame.

This module and `collided` are not compiled. Pair by pair there is little to gain over pygame's
loops, and from Python 3.12 on much to lose: the interpreter runs such a loop, with the property
`rect` and the test it calls, without a single C call, whereas compiled code has to call back.

Some lines are written out more than once, and loops are not comprehensions, because in a search
among a few sprites each additional call is noticeable. Up to Python 3.11 a comprehension is a
function of its own, and the variables it takes from the enclosing function are allocated even if
there is nothing to loop over; that makes a search among three sprites a third slower.
"""

from collections.abc import Callable, Iterable
from itertools import islice
from types import BuiltinMethodType, FunctionType
from typing import Any, TypeVar

from spritecol.integrations.pygame.drop_in.bulk_hits import (
    ITERATION,
    group_hits,
    killing_hits,
    sprite_hits,
)
from spritecol.integrations.pygame.drop_in.collided import FUNCTIONS, kind_of
from spritecol.integrations.pygame.drop_in.few_attackers import in_turn
from spritecol.integrations.pygame.drop_in.read_attributes import (
    READS_STORED,
    bypasses_property,
    rects_of,
)
from spritecol.integrations.pygame.drop_in.sprite_numbers import (
    MASK,
    OTHER,
    RECT,
    RECT_RATIO,
    inflated_rects,
    is_pygame_rect,
)
from spritecol.integrations.pygame.drop_in.strategy import (
    ALL_AT_ONCE,
    IN_TURN,
    NOBODY,
    PAIR_BY_PAIR,
    choose_strategy,
)
from spritecol.integrations.pygame.drop_in.tuning import (
    MANY_MASKS,
    MANY_RECTS,
    SCOUTS,
    SCOUTS_OTHER_TESTS,
)

_A = TypeVar("_A")
_B = TypeVar("_B")


def spritecollide(
    sprite: _A,
    group: Iterable[_B],
    dokill: bool,
    collided: Callable[[_A, _B], Any] | None = None,
) -> list[_B]:
    """Find the sprites of a group that a sprite hits, like `pygame.sprite.spritecollide`.

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
    found: list[Any]
    if collided is None:
        collide = sprite.rect.colliderect  # type: ignore[attr-defined]
        if READS_STORED:
            found = rect_hits(collide, group)
        else:
            found = []
            for member in group:
                if collide(member.rect):  # type: ignore[attr-defined]
                    found.append(member)
    else:
        if type(group) is list:
            if not group:
                return []
        else:
            try:  # as `iterates_sprites`, without a call
                lists = type(group).__iter__ is ITERATION
            except Exception:
                lists = False
            if lists:
                group = group.sprites()  # type: ignore[attr-defined]
            elif type(group) is not tuple:
                group = iter(group)  # so that its length is not asked for
        match group:  # ten or more: a pattern takes half as long as calling `type` and `len`
            case [_, _, _, _, _, _, _, _, _, _, *_] if (
                type(collided) is not FunctionType or collided in FUNCTIONS
            ):
                found = many_hits(sprite, group, collided)
            case _:
                found = []
                for member in group:
                    if collided(sprite, member):
                        found.append(member)
    if dokill:
        for member in found:
            member.kill()
    return found


def iterates_sprites(group: Any) -> bool:
    """Whether iterating over a group means iterating over the list that `sprites()` returns."""
    try:
        return type(group).__iter__ is ITERATION
    except Exception:  # some classes are iterated by `__getitem__`
        return False


def listed(group: Any) -> list[Any] | None:
    """The sprites of a group in iteration order, or None if they may not be a list."""
    if type(group) is list:
        return group
    if iterates_sprites(group):
        found = group.sprites()  # what iteration uses
        return found if type(found) is list else None
    return list(group) if type(group) is tuple else None


def rect_hits(collide: Any, group: Any) -> list[Any]:
    """The sprites of a group that a rect hits, given its `colliderect`."""
    members = group
    if type(members) is not list:
        try:  # as `iterates_sprites`, without a call
            lists = type(members).__iter__ is ITERATION
        except Exception:
            lists = False
        if lists:
            members = members.sprites()
    if type(members) is list and len(members) >= MANY_RECTS:
        found = many_rect_hits(collide, members)
        if found is not None:
            return found
    found = []
    for member in members:
        if collide(member.rect):
            found.append(member)
    return found


def many_rect_hits(collide: Any, members: list[Any]) -> list[Any] | None:
    """As `rect_hits`, but read first and compared in C. None: fall back to pygame's way."""
    rect: Any = collide.__self__ if type(collide) is BuiltinMethodType else None
    # A rect without area would not read the others, and so not raise their errors.
    if (
        is_pygame_rect(rect)
        and rect
        and collide == rect.colliderect
        and bypasses_property(members[0])
    ):
        try:
            return [members[position] for position in rect.collidelistall(rects_of(members))]
        except Exception:  # pair by pair decides whether this is an error
            pass
    return None


def many_hits(sprite: Any, members: Any, collided: Any) -> list[Any]:
    """The sprites among many that a sprite hits by a `collided` function."""
    if type(members) is not list:
        members = list(members)
    kind = kind_of(collided)
    found = None
    if kind == RECT:
        return rect_hits(sprite.rect.colliderect, members)
    if kind == RECT_RATIO:
        found = scaled_hits(sprite, members, collided.ratio)
    elif kind != OTHER and (kind != MASK or len(members) >= MANY_MASKS):
        found = sprite_hits(sprite, members, kind, collided)
    if found is None:
        return [member for member in members if collided(sprite, member)]
    return found


def scaled_hits(sprite: Any, members: list[Any], ratio: Any) -> list[Any] | None:
    """The members that a sprite hits with scaled rects. None: fall back to pygame's way."""
    try:
        (rect,) = inflated_rects([sprite.rect], ratio)
        if rect and is_pygame_rect(rect):
            rects = inflated_rects(rects_of(members), ratio)
            return [members[position] for position in rect.collidelistall(rects)]
    except Exception:
        pass
    return None


def spritecollideany(
    sprite: _A, group: Iterable[_B], collided: Callable[[_A, _B], Any] | None = None
) -> _B | None:
    """Find the first sprite of a group that a sprite hits, like `pygame.sprite.spritecollideany`.

    It goes pair by pair, since reading sprites after the first hit would be wasted.

    Args:
        sprite: the sprite that looks for hits.
        group: a pygame group or another iterable of sprites.
        collided: as for `spritecollide`.

    Returns:
        A sprite of the group, or None.

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
    """Find which sprites of one group hit which of another, like `pygame.sprite.groupcollide`.

    Args:
        groupa: a pygame group or another iterable of sprites.
        groupb: likewise.
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
    hits: list[Any]
    strategy = choose_strategy(groupa, groupb, dokillb, collided)
    attackers = None
    if strategy == NOBODY:
        groupa = ()
    elif strategy != PAIR_BY_PAIR:
        attackers = listed(groupa)
    if attackers:
        done = 0
        if strategy == IN_TURN:
            done = in_turn(found, attackers, listed(groupb) or [], groupb, dokillb)
        elif strategy == ALL_AT_ONCE:
            done = all_at_once(found, attackers, 0, groupb, dokillb, collided)
        for rest in islice(attackers, done, None):
            hits = spritecollide(rest, groupb, dokillb, collided)
            if hits:
                found[rest] = hits
        groupa = ()
    for sprite in groupa:
        hits = []
        if collided is None:  # as `spritecollide`, without a call for each
            collide = sprite.rect.colliderect  # type: ignore[attr-defined]
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


def all_at_once(
    found: dict[Any, list[Any]],
    attackers: list[Any],
    start: int,
    groupb: Any,
    dokillb: bool,
    collided: Any,
) -> int:
    """Find what many sprites, from the one at `start` on, hit in a group.

    The attackers are not copied, because a user's `kill` may change their list.

    Returns:
        How many attackers are done.
    """
    kind = RECT if collided is None else kind_of(collided)
    targets = listed(groupb)
    if not targets:  # without targets no sprite is given a radius
        return start
    if not dokillb:
        return start + group_hits(found, attackers[start:], targets, kind, collided)
    end = start + (SCOUTS if kind == RECT else SCOUTS_OTHER_TESTS)
    for sprite in islice(attackers, start, end):
        hits = spritecollide(sprite, groupb, dokillb, collided)
        if hits:
            found[sprite] = hits
    if end >= len(attackers):
        return end
    return killing_hits(found, attackers, end, groupb, kind, collided)
