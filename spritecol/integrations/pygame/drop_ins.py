"""`spritecollide`, `groupcollide` and `spritecollideany` as pygame has them, faster.

What they find, in which order, what they kill and what they raise is pygame's. For the tests that
pygame brings, sprites are read once, one sprite is compared with all others in one call of C, and
groups go through the broad phase of this package. Small groups, and whatever is not ordinary (a
`collided` function of the user's, sprites or groups of an unusual make) go pair by pair, as in
pygame.
"""

import cython
from cython.cimports.spritecol.integrations.pygame.collided import (
    CIRCLE,
    CIRCLE_RATIO,
    MASK,
    OTHER,
    RECT,
    RECT_RATIO,
    circles_touch,
    inflated,
    kind_of,
    masks_overlap,
)
from cython.cimports.spritecol.integrations.pygame.group_hits import (
    can_be_listed,
    decide,
    group_hits,
    is_large,
    members_of,
)
from cython.cimports.spritecol.integrations.pygame.sides import (
    RectReader,
    Side,
    is_ordinary,
)
from cython.cimports.spritecol.storage import overlap

FEW = cython.declare(cython.Py_ssize_t, 6)
"""Sprites. Fewer are compared with one sprite pair by pair: reading them first does not pay."""

CHUNK = cython.declare(cython.Py_ssize_t, 32)
"""Sprites that `spritecollideany` compares one by one at first, and then in each call: to read more
is in vain if the first is a hit."""


def matches(left, right, kind, collided):
    """One of the known tests for one pair, as pygame makes it."""
    ratio: object
    if kind == RECT:
        return left.rect.colliderect(right.rect)
    if kind == CIRCLE:
        return circles_touch(left, right, ...)
    if kind == MASK:
        return masks_overlap(left, right) is not None
    ratio = collided.ratio
    if kind == CIRCLE_RATIO:
        return circles_touch(left, right, ratio)
    return inflated(left.rect, ratio).colliderect(inflated(right.rect, ratio))


def ratio_of(kind, collided):
    """The ratio of a test that has one, else `...`."""
    return collided.ratio if kind in (RECT_RATIO, CIRCLE_RATIO) else ...


def rects_of(members, kind, ratio):
    """The rects to compare, of all members."""
    rects: list = []
    reader: RectReader = RectReader()
    sprite: object
    for sprite in members:
        if kind == RECT:
            rects.append(reader.read(sprite))
        else:
            rects.append(inflated(reader.read(sprite), ratio))
    return rects


def rect_hits(sprite, members, kind, ratio):
    """Which members the rect of a sprite hits; None where pygame's way must be taken."""
    rect: object
    try:
        rect = sprite.rect
        if not is_ordinary(rect):
            return None
        if kind == RECT_RATIO:
            rect = inflated(rect, ratio)
        if not (rect[2] and rect[3]):
            return None  # without a size it would not look at the others, nor find fault with them
        return [
            members[position] for position in rect.collidelistall(rects_of(members, kind, ratio))
        ]
    except Exception:
        return None


def side_hits(sprite, members, kind, ratio):
    """Which members a sprite hits with circle or mask; None where pygame's way must be taken."""
    own: Side = Side([sprite])
    side: Side = Side(members)
    found: list = []
    i: cython.Py_ssize_t
    if not own.read(kind, ratio) or not side.read(kind, ratio):
        return None
    own.store_radii()
    side.store_radii()
    for i in range(side.count):
        if overlap(own.boxes, side.boxes + i) and decide(own, 0, side, i, kind, ratio):
            found.append(members[i])
    return found


def find(sprite, group, kind, collided):
    """The sprites of a group that a sprite hits, in order."""
    collide: object = None
    found: list = None
    members: object = group
    if kind == OTHER:
        return [member for member in group if collided(sprite, member)]
    if collided is None:
        collide = sprite.rect.colliderect
    if can_be_listed(group):
        members = members_of(group)
        if len(members) >= FEW:
            if kind in (RECT, RECT_RATIO):
                found = rect_hits(sprite, members, kind, ratio_of(kind, collided))
            else:
                found = side_hits(sprite, members, kind, ratio_of(kind, collided))
            if found is not None:
                return found
    if collided is None:
        return [member for member in members if collide(member.rect)]
    return [member for member in members if matches(sprite, member, kind, collided)]


def spritecollide(sprite, group, dokill, collided=None):
    """The sprites of a group that a sprite hits, as `pygame.sprite.spritecollide`."""
    found: list = find(sprite, group, kind_of(collided), collided)
    member: object
    if dokill:
        for member in found:
            member.kill()
    return found


def spritecollideany(sprite, group, collided=None):
    """The first sprite of a group that a sprite hits, or None, as pygame's `spritecollideany`."""
    kind: cython.int = kind_of(collided)
    member: object
    if collided is None:
        return first_rect_hit(sprite.rect, group)
    if kind == OTHER:
        for member in group:
            if collided(sprite, member):
                return member
    else:
        for member in group:
            if matches(sprite, member, kind, collided):
                return member
    return None


def first_rect_hit(rect, group):
    """The first sprite of a group that a rect hits, or None."""
    collide: object = rect.colliderect
    member: object
    rest: object = iter(group)
    count: cython.Py_ssize_t
    for count, member in enumerate(rest, 1):
        if collide(member.rect):
            return member
        if count == CHUNK:
            break
    else:
        return None
    if can_be_listed(group) and is_ordinary(rect) and rect[2] and rect[3]:  # as in `rect_hits`
        return first_in_chunks(rect, list(rest))
    for member in rest:
        if collide(member.rect):
            return member
    return None


def first_in_chunks(rect, members):
    """The first member that a rect hits, or None; many are compared in one call."""
    collide: object = rect.colliderect
    member: object
    chunk: list
    position: cython.Py_ssize_t
    start: cython.Py_ssize_t
    for start in range(0, len(members), CHUNK):
        chunk = members[start : start + CHUNK]
        try:
            position = rect.collidelist(rects_of(chunk, RECT, ...))
        except Exception:  # perhaps beyond the first hit, where pygame does not look
            for member in chunk:
                if collide(member.rect):
                    return member
        else:
            if position >= 0:
                return chunk[position]
    return None


def groupcollide(groupa, groupb, dokilla, dokillb, collided=None):
    """Which sprites of one group hit which of another, as `pygame.sprite.groupcollide`."""
    kind: cython.int = kind_of(collided)
    found: dict = None
    hits: list
    sprite: object
    other: object
    if kind != OTHER and is_large(groupa) and is_large(groupb):
        found = group_hits(groupa, groupb, dokillb, kind, ratio_of(kind, collided))
    if found is None:
        found = {}
        for sprite in groupa:
            hits = find(sprite, groupb, kind, collided)
            if dokillb:
                for other in hits:
                    other.kill()
            if hits:
                found[sprite] = hits
    if dokilla:
        for sprite in found:
            sprite.kill()
    return found
