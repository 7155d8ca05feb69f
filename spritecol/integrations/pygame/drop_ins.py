"""`spritecollide`, `groupcollide` and `spritecollideany` as pygame has them, faster.

What they find, in which order, what they kill and what they raise is pygame's. For the tests that
pygame brings, many sprites are read once and compared in C, and two large groups go through the
broad phase of this package. Few sprites, and whatever is not ordinary (a `collided` function of the
user's, sprites or groups of an unusual make), go pair by pair, as in pygame.

This module and `collided` are not compiled. Pair by pair there is little to gain over pygame's
loops, and from Python 3.12 on much to lose: the interpreter runs such a loop, with the property
`rect` and the test that it calls, without a call of C, whereas compiled code has to call back.
"""

from collections.abc import Callable, Iterable
from itertools import islice
from types import FunctionType
from typing import Any, TypeVar

from spritecol.integrations.pygame.collided import FUNCTIONS, kind_of
from spritecol.integrations.pygame.group_hits import (
    ITERATION,
    group_hits,
    killing_hits,
    side_hits,
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

MANY_RECTS = 48
"""Sprites. Fewer have their rects compared with one sprite's pair by pair. More are read first up
to Python 3.11, where pygame's property `rect` costs a call. Since then it gains a quarter at best,
where nothing is hit, and where much is hit it is a loss."""

MANY = 10
"""Likewise for the other tests, which take longer for a pair."""

MANY_MASKS = 24
"""Likewise for masks: there reading is the smaller part of what a pair takes."""

ATTACKERS = 4
"""Sprites. Fewer look one by one among others, where rects are compared."""

WORTH = 120
WORTH_KILLING = 360
"""Pairs, and `BESIDES` more for each attacker. Two groups with fewer go pair by pair; more where
hits are killed, since then some of the pairs are never asked for."""

BESIDES = 6
"""Pairs that could be compared in the time that an attacker takes before its first."""

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
            except AttributeError:
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
    except AttributeError:  # some classes are iterated over by their `__getitem__`
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
    if type(members) is not list and lists_sprites(members):
        members = members.sprites()
    if READS_STORED and type(members) is list and len(members) >= MANY_RECTS:
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
    rect = getattr(collide, "__self__", None)
    # A rect without a size would not look at the others, nor find fault with them.
    if is_ordinary(rect) and rect and goes_round_property(members[0]):
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
    lone = None  # whether there is but one attacker; nothing is asked before there is one
    for sprite in groupa:
        if lone is None:
            try:  # as `size_of`, without its calls: for a sprite or two each of them counts
                count = len(groupa) if type(groupa) is list else len(groupa.spritedict)  # type: ignore[attr-defined]
            except AttributeError:
                count = size_of(groupa)
            lone = count < 2
            others = 0
            if READS_STORED or not lone:
                try:
                    others = len(groupb) if type(groupb) is list else len(groupb.spritedict)  # type: ignore[attr-defined]
                except AttributeError:
                    others = size_of(groupb)
            if not lone:
                if count * (others + BESIDES) >= WORTH:
                    attackers = listed(groupa) or []
                    done = many_by_many(found, attackers, groupb, dokillb, collided)
                    if done:
                        for rest in islice(attackers, done, None):
                            hits = spritecollide(rest, groupb, dokillb, collided)
                            if hits:
                                found[rest] = hits
                        break
        # As `spritecollide`, but without a call for each.
        if collided is None:
            collide = sprite.rect.colliderect  # type: ignore[attr-defined]
            if lone and others >= MANY_RECTS:
                hits = rect_hits(collide, groupb)
            else:
                hits = []
                for member in groupb:
                    if collide(member.rect):  # type: ignore[attr-defined]
                        hits.append(member)
        else:
            hits = []
            for member in groupb:
                if lone:  # nothing is asked of the others before there is one
                    lone = False
                    if size_of(groupb) >= MANY:
                        hits = spritecollide(sprite, groupb, False, collided)
                        break
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


def size_of(group: Any) -> int:
    """How many sprites a group has, where that can be said without listing them; else 0."""
    if type(group) is list:
        return len(group)
    try:
        return len(group.spritedict)
    except AttributeError:
        return len(group) if type(group) is tuple else 0


def many_by_many(
    found: dict[Any, list[Any]], attackers: list[Any], groupb: Any, dokillb: bool, collided: Any
) -> int:
    """Find what the first of many sprites hit in a group; how many these first ones are."""
    count = len(attackers)
    if count * (size_of(groupb) + BESIDES) < (WORTH_KILLING if dokillb else WORTH):
        return 0
    kind = RECT if collided is None else kind_of(collided)
    if kind == RECT and dokillb and count < 3 * SCOUTS:
        return 0
    targets = None if kind == OTHER else listed(groupb)
    if not targets:  # without targets nobody is given a radius
        return 0
    scouts = 0
    if kind == RECT and count < ATTACKERS:
        scouts = count
    elif dokillb:
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
