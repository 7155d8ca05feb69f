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

from collections.abc import Callable, Iterable
from itertools import islice
from types import BuiltinMethodType, FunctionType
from typing import Any, TypeVar

from spritecol.integrations.pygame.drop_in.collided import FUNCTIONS, kind_of
from spritecol.integrations.pygame.drop_in.crowds import (
    ITERATION,
    group_hits,
    killing_hits,
    side_hits,
)
from spritecol.integrations.pygame.drop_in.read_attributes import (
    READS_STORED,
    goes_round_property,
    is_ordinary,
    rects_of,
)
from spritecol.integrations.pygame.drop_in.side import (
    MASK,
    OTHER,
    RECT,
    RECT_RATIO,
    inflated_rects,
)
from spritecol.integrations.pygame.drop_in.strategy import (
    EACH,
    FEW_SCOUTS,
    MANY_MASKS,
    MANY_RECTS,
    PAIR_BY_PAIR,
    SCOUTS,
    TOGETHER,
    way_between,
)

_A = TypeVar("_A")
_B = TypeVar("_B")


ASKED_BEFORE = 1 if READS_STORED else 5
"""Before which attacker it is asked how many sprites two groups have. From Python 3.12 on the
question takes as long as it takes an attacker to look at one or two."""


def spritecollide(
    sprite: _A,
    group: Iterable[_B],
    dokill: bool,
    collided: Callable[[_A, _B], Any] | None = None,
) -> list[_B]:
    """The sprites of a group that a sprite hits, as `pygame.sprite.spritecollide`."""
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
            try:  # as `lists_sprites`, without its call
                lists = type(group).__iter__ is ITERATION
            except Exception:
                lists = False
            if lists:
                group = group.sprites()  # type: ignore[attr-defined]
            elif type(group) is not tuple:
                group = iter(group)  # whose length is not asked for
        match group:  # ten or more: a pattern takes half the time of calls of `type` and `len`
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


def many_hits(sprite: Any, members: Any, collided: Any) -> list[Any]:
    """Which of many sprites a sprite hits by a `collided` function."""
    if type(members) is not list:
        members = list(members)
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
    waiting = ASKED_BEFORE  # attackers until it is asked how many sprites there are
    if not READS_STORED:
        match groupa:  # who leaves the first group before it is asked is still to look
            case [*_]:
                pass
            case _:
                try:  # as `lists_sprites`, without its call
                    lists = type(groupa).__iter__ is ITERATION
                except Exception:
                    lists = False
                if lists:
                    groupa = groupa.sprites()  # type: ignore[attr-defined]
    for sprite in groupa:
        if waiting:
            waiting -= 1
            if not waiting:
                way = way_between(groupa, groupb, dokillb, collided)
                if way != PAIR_BY_PAIR:
                    attackers = listed(groupa) or []
                    done = ASKED_BEFORE - 1
                    if done < len(attackers) and attackers[done] is sprite:
                        if way == TOGETHER:
                            done = many_by_many(found, attackers, done, groupb, dokillb, collided)
                        if way == EACH or done >= ASKED_BEFORE:
                            for rest in islice(attackers, done, None):
                                hits = spritecollide(rest, groupb, dokillb, collided)
                                if hits:
                                    found[rest] = hits
                            break
        hits = []
        if collided is None:  # as `spritecollide`, but without a call for each
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
    found: dict[Any, list[Any]],
    attackers: list[Any],
    start: int,
    groupb: Any,
    dokillb: bool,
    collided: Any,
) -> int:
    """Find what many sprites, from the one at `start` on, hit in a group; how many are done then.

    The attackers are not copied: a `kill` of the user's may change their list.
    """
    kind = RECT if collided is None else kind_of(collided)
    targets = listed(groupb)
    if not targets:  # without targets nobody is given a radius
        return start
    if not dokillb:
        return start + group_hits(found, attackers[start:], targets, kind, collided)
    end = start + (SCOUTS if kind == RECT else FEW_SCOUTS)
    for sprite in islice(attackers, start, end):
        hits = spritecollide(sprite, groupb, dokillb, collided)
        if hits:
            found[sprite] = hits
    if end >= len(attackers):
        return end
    return killing_hits(found, attackers, end, groupb, kind, collided)
