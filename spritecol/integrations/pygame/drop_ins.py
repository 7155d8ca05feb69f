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

from pygame import sprite as pygame_sprite

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

AbstractGroup = pygame_sprite.AbstractGroup
Group: Any = pygame_sprite.Group

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
    members: Any
    source: Any = group
    if collided is None:
        rect = sprite.rect  # type: ignore[attr-defined]
        collide = rect.colliderect
        members = source.sprites() if type(source) is Group else source
        if READS_STORED and type(members) is list and len(members) >= MANY_RECTS:
            found = rect_hits(rect, members)
        else:
            found = [member for member in members if collide(member.rect)]
    else:
        members = source
        if type(source) is Group:
            members = source.sprites()
            count = len(members)
        elif type(source) is list or type(source) is tuple:
            count = len(source)
        else:
            try:  # costs nothing for a group, which has it
                count = len(source.spritedict)
            except AttributeError:
                count = 0
        if count >= MANY and (type(collided) is not FunctionType or collided in FUNCTIONS):
            found = many_hits(sprite, members, collided)
        else:
            found = [member for member in members if collided(sprite, member)]
    if dokill:
        for member in found:
            member.kill()
    return found


def listed(group: Any) -> list[Any] | None:
    """What a group gives when it is iterated over; None where it is not sure to be a list."""
    if type(group) is list:
        return group
    if isinstance(group, AbstractGroup) and type(group).__iter__ is ITERATION:
        found = group.sprites()  # what that iterates over
        return found if type(found) is list else None
    return list(group) if type(group) is tuple else None


def rect_hits(rect: Any, members: list[Any]) -> list[Any]:
    """Which members a rect hits."""
    if (
        len(members) >= MANY_RECTS
        and goes_round_property(members[0])
        and rect  # without a size it would not look at the others, nor find fault with them
        and is_ordinary(rect)
    ):
        try:
            return [members[position] for position in rect.collidelistall(rects_of(members))]
        except Exception:  # what is wrong, and whether it counts, is seen pair by pair
            pass
    collide = rect.colliderect
    return [member for member in members if collide(member.rect)]


def many_hits(sprite: Any, group: Any, collided: Any) -> list[Any]:
    """Which sprites of a group a sprite hits by a `collided` function."""
    kind = kind_of(collided)
    members = None if kind == OTHER else listed(group)
    found = None
    if members is None:
        members = group
    elif kind == RECT:
        return rect_hits(sprite.rect, members)
    elif kind == RECT_RATIO:
        found = scaled_hits(sprite, members, collided.ratio)
    elif kind != MASK or len(members) >= MANY_MASKS:
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
    member: Any
    source: Any = group
    if collided is None:
        collide = sprite.rect.colliderect  # type: ignore[attr-defined]
        for member in source.sprites() if type(source) is Group else source:
            if collide(member.rect):
                return member  # type: ignore[no-any-return]
    else:
        for member in source.sprites() if type(source) is Group else source:
            if collided(sprite, member):
                return member  # type: ignore[no-any-return]
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
    attackers: Any = groupa
    members: Any
    undecided = True
    if type(groupa) is Group or type(groupa) is list:
        undecided = False
        if type(groupa) is Group:
            attackers = groupa.sprites()  # type: ignore[attr-defined]
        if not attackers:
            return found
        count = len(attackers)
        lists = type(groupb) is Group
        # Of others than a Group the size is asked for only where there are some attackers.
        if (
            count * (len(groupb.spritedict) + BESIDES) >= WORTH  # type: ignore[attr-defined]
            if lists
            else count >= MANY
        ):
            done = many_by_many(found, attackers, groupb, dokillb, collided)
            if done:
                attackers = islice(attackers, done, None)
    for sprite in attackers:
        if undecided:  # nor is anything of unusual attackers before there is one
            undecided = False
            lists = type(groupb) is Group
            if size_of(groupa) * (size_of(groupb) + BESIDES) >= WORTH:
                known = listed(groupa)
                if known is not None:
                    return groupcollide(known, groupb, dokilla, dokillb, collided)
        # As `spritecollide`, but without a call for each.
        members = groupb.sprites() if lists else groupb  # type: ignore[attr-defined]
        if collided is None:
            collide = sprite.rect.colliderect
            hits = [member for member in members if collide(member.rect)]
        else:
            hits = [member for member in members if collided(sprite, member)]
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
    if isinstance(group, AbstractGroup):
        return len(getattr(group, "spritedict", ()))
    return len(group) if type(group) is tuple or type(group) is list else 0


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
