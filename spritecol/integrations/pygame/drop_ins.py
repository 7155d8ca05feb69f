"""`spritecollide`, `groupcollide` and `spritecollideany` as pygame has them, faster.

What they find, in which order, what they kill and what they raise is pygame's. For the tests that
pygame brings, many sprites are read once and compared in C, and two large groups go through the
broad phase of this package. Few sprites, and whatever is not ordinary (a `collided` function of the
user's, sprites or groups of an unusual make), go pair by pair, as in pygame.

This module and `collided` are not compiled. Pair by pair there is little to gain over pygame's
loops, and from Python 3.12 on much to lose: the interpreter runs such a loop, with the property
`rect` and the test that it calls, without a call of C, whereas compiled code has to call back. The
loops are no comprehensions: up to Python 3.11 those are functions of their own, and what they take
from the function around them is allocated for them even where there is nothing to go through, which
makes a search among three sprites take a third longer.
"""

import sys
from collections.abc import Callable, Iterable
from itertools import islice
from types import BuiltinMethodType, FunctionType
from typing import Any, TypeVar

from pygame.sprite import AbstractGroup

from spritecol.integrations.pygame.collided import FUNCTIONS, kind_of
from spritecol.integrations.pygame.group_hits import (
    ITERATION,
    group_hits,
    killing_hits,
    side_hits,
    size_of,
)
from spritecol.integrations.pygame.reading import (
    READS_STORED,
    goes_round_property,
    is_ordinary,
    rects_of,
)
from spritecol.integrations.pygame.sides import (
    MASK,
    OTHER,
    RECT,
    RECT_RATIO,
    inflated_rects,
)

_A = TypeVar("_A")
_B = TypeVar("_B")

MANY_RECTS = 48 if READS_STORED else sys.maxsize
"""Sprites. Fewer have their rects compared with one sprite's pair by pair. More are read first up
to Python 3.11, where pygame's property `rect` costs a call. Since then it gains a quarter at best,
where nothing is hit, and where much is hit it is a loss."""

MANY = 10
"""Likewise for the other tests, which take longer for a pair."""

MANY_MASKS = 24
"""Likewise for masks: there reading is the smaller part of what a pair takes."""

WORTH = 120
WORTH_KILLING = 360
"""Pairs, and `BESIDES` more for each attacker. Two groups with fewer go pair by pair; more where
hits are killed, since then some of the pairs are never asked for."""

BESIDES = 6
"""Pairs that could be compared in the time that an attacker takes before its first."""

READING = 4 if READS_STORED else 8
"""Pairs of rects that could be compared in the time in which a sprite is read."""

SCOUTS = 12
FEW_SCOUTS = 2
"""Sprites that look one by one at first where hits are killed; fewer for tests that take longer
than that of rects. If one of them kills all, to have read both groups would have been in vain. Of
those for rects twice as many have to follow, else reading is not paid back."""


def spritecollide(
    sprite: _A,
    group: Iterable[_B],
    dokill: bool,
    collided: Callable[[_A, _B], Any] | None = None,
) -> list[_B]:
    """The sprites of a group that a sprite hits, as `pygame.sprite.spritecollide`."""
    members: Any = group
    if collided is None:
        collide = sprite.rect.colliderect  # type: ignore[attr-defined]
        if READS_STORED:
            found = rect_hits(collide, members)
        else:
            found = []
            for member in members:
                if collide(member.rect):
                    found.append(member)
    else:
        count = 0
        if type(members) is list:
            count = len(members)
            if not count:
                return []
        else:
            try:  # as `lists_sprites`, without its call
                lists = type(members).__iter__ is ITERATION
            except Exception:
                lists = False
            if lists:
                members = members.sprites()
                if type(members) is list:
                    count = len(members)
        if count >= MANY and (type(collided) is not FunctionType or collided in FUNCTIONS):
            found = many_hits(sprite, members, collided)
        else:
            found = []
            for member in members:
                if collided(sprite, member):
                    found.append(member)
    if dokill:
        for member in found:
            member.kill()
    return found


def lists_sprites(group: Any) -> bool:
    """Whether to iterate over a group is to iterate over the list that its `sprites()` makes."""
    try:
        return type(group).__iter__ is ITERATION
    except Exception:  # some classes are iterated over by their `__getitem__`
        return False


def listed(group: Any) -> list[Any] | None:
    """What a group gives when it is iterated over; None where it is not sure to be a list."""
    if type(group) is list:
        return group
    if lists_sprites(group):
        found = group.sprites()  # what that iterates over
        return found if type(found) is list else None
    return list(group) if type(group) is tuple else None


def rect_hits(collide: Any, group: Any) -> list[Any]:
    """Which sprites of a group a rect hits, whose `colliderect` that is."""
    members = group
    if type(members) is not list:
        try:  # as `lists_sprites`, without its call
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
    """Likewise, but read first and then compared in C; None where pygame's way must be taken."""
    rect: Any = collide.__self__ if type(collide) is BuiltinMethodType else None
    # A rect without a size would not look at the others, nor find fault with them.
    if (
        is_ordinary(rect)
        and rect
        and collide == rect.colliderect
        and goes_round_property(members[0])
    ):
        try:
            return [members[position] for position in rect.collidelistall(rects_of(members))]
        except Exception:  # what is wrong, and whether it counts, is seen pair by pair
            pass
    return None


def many_hits(sprite: Any, members: list[Any], collided: Any) -> list[Any]:
    """Which of many sprites a sprite hits by a `collided` function."""
    kind = kind_of(collided)
    found = None
    if kind == RECT:
        return rect_hits(sprite.rect.colliderect, members)
    if kind == RECT_RATIO:
        found = scaled_hits(sprite, members, collided.ratio)
    elif kind != OTHER and (kind != MASK or len(members) >= MANY_MASKS):
        found = side_hits(sprite, members, kind, collided)
    if found is None:
        return [member for member in members if collided(sprite, member)]
    return found


def scaled_hits(sprite: Any, members: list[Any], ratio: Any) -> list[Any] | None:
    """Which members a sprite hits with scaled rects; None where pygame's way must be taken."""
    try:
        (rect,) = inflated_rects([sprite.rect], ratio)
        if rect and is_ordinary(rect):
            rects = inflated_rects(rects_of(members), ratio)
            return [members[position] for position in rect.collidelistall(rects)]
    except Exception:
        pass
    return None


def spritecollideany(
    sprite: _A, group: Iterable[_B], collided: Callable[[_A, _B], Any] | None = None
) -> _B | None:
    """The first sprite of a group that a sprite hits, or None, as pygame's `spritecollideany`.

    To read sprites beyond the first that is hit would be in vain, so they go pair by pair.
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
    """Which sprites of one group hit which of another, as `pygame.sprite.groupcollide`."""
    found: dict[Any, list[Any]] = {}
    hits: list[Any]
    undecided = True
    apart = False  # whether each attacker looks by a search of its own
    for sprite in groupa:
        if undecided:  # nothing is asked before there is an attacker
            undecided = False
            # As `size_of`, but without calls: for a sprite or two each of them counts.
            try:
                if type(groupa) is list:
                    count = len(groupa)
                elif isinstance(groupa, AbstractGroup):
                    count = len(groupa.spritedict)
                else:
                    count = size_of(groupa)  # 0 where nothing says how many there are
            except Exception:  # of a class of the user's, which need not have it
                count = 0
            if count > 1 or READS_STORED or collided is not None:
                try:
                    if type(groupb) is list:
                        others = len(groupb)
                    elif isinstance(groupb, AbstractGroup):
                        others = len(groupb.spritedict)
                    else:
                        others = size_of(groupb)
                except Exception:
                    others = 0
                if count > 1 and count * (others + BESIDES) >= WORTH:
                    attackers = listed(groupa) or []
                    done = many_by_many(found, attackers, groupb, dokillb, collided)
                    if done:
                        for rest in islice(attackers, done, None):
                            hits = spritecollide(rest, groupb, dokillb, collided)
                            if hits:
                                found[rest] = hits
                        break
                # Several that kill may soon have but few others left.
                if count < 2 or (collided is None and not dokillb):
                    apart = others >= (MANY_RECTS if collided is None else MANY)
        if apart:
            hits = spritecollide(sprite, groupb, False, collided)
        else:  # as that does, but without a call for each
            hits = []
            if collided is None:
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


def many_by_many(
    found: dict[Any, list[Any]], attackers: list[Any], groupb: Any, dokillb: bool, collided: Any
) -> int:
    """Find what the first of many sprites hit in a group; how many these first ones are."""
    count = len(attackers)
    others = size_of(groupb)
    kind = RECT if collided is None else kind_of(collided)
    worth = WORTH_KILLING if dokillb else WORTH
    if kind == RECT:
        worth = max(worth, READING * (count + others))
    if count * (others + BESIDES) < worth or (kind == RECT and dokillb and count < 3 * SCOUTS):
        return 0
    targets = None if kind == OTHER else listed(groupb)
    if not targets:  # without targets nobody is given a radius
        return 0
    scouts = 0
    if dokillb:
        scouts = SCOUTS if kind == RECT else min(count, FEW_SCOUTS)
    for sprite in islice(attackers, scouts):
        hits = spritecollide(sprite, groupb, dokillb, collided)
        if hits:
            found[sprite] = hits
    if scouts == count:
        return count
    if dokillb:
        return killing_hits(found, attackers, scouts, groupb, kind, collided)
    return group_hits(found, attackers, targets, kind, collided)
