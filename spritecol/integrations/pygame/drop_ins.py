"""`spritecollide`, `groupcollide` and `spritecollideany` as pygame has them, faster.

What they find, in which order, what they kill and what they raise is pygame's. For the tests that
pygame brings, sprites are read once, one sprite is compared with all others in one call of C, and
groups go through the broad phase of this package. Small groups, and whatever is not ordinary (a
`collided` function of the user's, sprites or groups of an unusual make) go pair by pair, as in
pygame.
"""

import cython
from cython.cimports.spritecol.broad_phase import cross_pairs, overlap
from cython.cimports.spritecol.index_pairs import IndexPairs
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
from cython.cimports.spritecol.integrations.pygame.sides import (
    RectReader,
    Side,
    is_ordinary,
    touch,
)
from pygame import sprite as pygame_sprite

AbstractGroup = pygame_sprite.AbstractGroup
GROUPS = (AbstractGroup, pygame_sprite.LayeredUpdates, pygame_sprite.GroupSingle)
"""The classes of pygame that have a way of their own to hold and to drop sprites."""

ITERATION = AbstractGroup.__iter__
LISTINGS = frozenset(kind.sprites for kind in GROUPS)
REMOVALS = frozenset(kind.remove_internal for kind in GROUPS)
MEMBERSHIPS = frozenset(kind.has_internal for kind in GROUPS)

FEW = cython.declare(cython.Py_ssize_t, 6)
"""Sprites. Fewer are compared with one sprite pair by pair: reading them first does not pay."""

FEW_IN_GROUPS = cython.declare(cython.Py_ssize_t, 16)
"""Sprites. Where one of two groups has fewer, its sprites look one by one."""

CHUNK = cython.declare(cython.Py_ssize_t, 32)
"""Sprites that `spritecollideany` compares in one call: more is in vain if the first is a hit."""

KILLERS = cython.declare(cython.Py_ssize_t, 16)
"""Sprites that are compared at first where hits are killed, doubled in each further round: what
those kill need not be compared with the rest."""


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


def members_of(group):
    """What a group gives when it is iterated over; not to be changed."""
    found: object
    if type(group) is list or type(group) is tuple:
        return list(group)
    if type(group).__iter__ is ITERATION:
        found = group.sprites()  # what that iterates over
        if type(found) is list:
            return found
    # Not list(group), which would ask for the length too, and so list the sprites twice.
    return [member for member in group]  # noqa: C416


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
    rect: object
    collide: object
    if collided is None:
        rect = sprite.rect
        collide = rect.colliderect
        if is_large(group):
            return first_rect_hit(rect, members_of(group))
        for member in group:
            if collide(member.rect):
                return member
    elif kind == OTHER:
        for member in group:
            if collided(sprite, member):
                return member
    else:
        for member in group:
            if matches(sprite, member, kind, collided):
                return member
    return None


def first_rect_hit(rect, members):
    """The first member that a rect hits, or None."""
    collide: object = rect.colliderect
    member: object
    chunk: list
    position: cython.Py_ssize_t
    start: cython.Py_ssize_t
    count: cython.Py_ssize_t = len(members)
    in_one_call: cython.bint = is_ordinary(rect) and rect[2] and rect[3]  # as in `rect_hits`
    for start in range(min(CHUNK, count)):  # pair by pair, since the first may be a hit
        member = members[start]
        if collide(member.rect):
            return member
    for start in range(CHUNK, count, CHUNK):
        chunk = members[start : start + CHUNK]
        if in_one_call:
            try:
                position = rect.collidelist(rects_of(chunk, RECT, ...))
            except Exception:  # perhaps beyond the first hit, where pygame does not look
                in_one_call = False
            else:
                if position >= 0:
                    return chunk[position]
        if not in_one_call:
            for member in chunk:
                if collide(member.rect):
                    return member
    return None


def can_be_listed(group):
    """Whether iterating over it twice, or in advance, is the same as iterating over it once."""
    return isinstance(group, AbstractGroup) or type(group) is list or type(group) is tuple


def is_large(group):
    """Whether reading all sprites of a group first pays, and gives the same."""
    if type(group) is list or type(group) is tuple:
        return len(group) >= FEW_IN_GROUPS
    # No listing of the sprites just to count them.
    return len(getattr(group, "spritedict", ())) >= FEW_IN_GROUPS and can_be_listed(group)


def groupcollide(groupa, groupb, dokilla, dokillb, collided=None):
    """Which sprites of one group hit which of another, as `pygame.sprite.groupcollide`."""
    kind: cython.int = kind_of(collided)
    found: dict = None
    hits: list
    sprite: object
    other: object
    if kind != OTHER and is_large(groupa) and is_large(groupb):
        found = group_hits(groupa, groupb, dokillb, kind, collided)
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


def decide(a, i, b, j, kind, ratio):
    """Whether two sprites whose boxes overlap hit."""
    answer: cython.int
    if kind in (CIRCLE, CIRCLE_RATIO):
        answer = touch(a.circles + i, b.circles + j)
        return circles_touch(a.members[i], b.members[j], ratio) if answer < 0 else answer
    if kind == MASK:
        return placed_masks_overlap(a, i, b, j)
    return True


def placed_masks_overlap(a, i, b, j):
    """Whether the masks of two sprites overlap, placed by their rects."""
    left: object = a.rects[i]
    right: object = b.rects[j]
    mask: object = a.mask(i)
    return mask.overlap(b.mask(j), (right[0] - left[0], right[1] - left[1])) is not None


def group_hits(groupa, groupb, dokillb, kind, collided):
    """The hits between two groups through the broad phase; None where it cannot be."""
    a: Side
    b: Side
    ratio: object = ratio_of(kind, collided)
    members_a: list = members_of(groupa)
    members_b: list = members_of(groupb)
    if dokillb and not kills_are_ordinary(groupb, members_b):
        return None
    a = Side(members_a)
    b = Side(members_b)
    if not a.read(kind, ratio) or not b.read(kind, ratio):
        return None
    if kind in (RECT, RECT_RATIO) and a.floats != b.floats:
        return None
    b.store_radii()
    if dokillb:
        return killing_hits(a, b, groupb, kind, ratio)
    a.store_radii()
    return all_hits(a, b, kind, ratio)


def all_hits(a, b, kind, ratio):
    """Every sprite of `a` that hits, with the list of those of `b` that it hits."""
    pairs: IndexPairs = IndexPairs()
    found: dict = {}
    hits: list = []
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t = -1
    j: cython.Py_ssize_t
    cross_pairs(a.boxes, a.count, b.boxes, b.count, pairs)
    pairs.sort(a.count, b.count)
    for k in range(pairs.count):
        if pairs.items[2 * k] != i:
            if hits:
                found[a.members[i]] = hits
                hits = []
            i = pairs.items[2 * k]
        j = pairs.items[2 * k + 1]
        if decide(a, i, b, j, kind, ratio):
            hits.append(b.members[j])
    if hits:
        found[a.members[i]] = hits
    return found


def kills_are_ordinary(groupb, members):
    """Whether killing members drops them from the group, and does nothing else that matters."""
    group_kinds: set = set()
    sprite: object
    group: object
    kind: object = type(groupb)
    if not isinstance(groupb, AbstractGroup):
        return False
    if (
        kind.__iter__ is not ITERATION
        or kind.sprites not in LISTINGS
        or kind.has_internal not in MEMBERSHIPS
    ):
        return False
    kind = None
    for sprite in members:
        if type(sprite) is not kind:
            kind = type(sprite)
            if (
                kind.kill is not pygame_sprite.Sprite.kill
                or kind.groups is not pygame_sprite.Sprite.groups
            ):
                return False
        for group in sprite.groups():
            if type(group) not in group_kinds:
                if getattr(type(group), "remove_internal", None) not in REMOVALS:
                    return False
                group_kinds.add(type(group))
    return True


def killing_hits(a, b, groupb, kind, ratio):
    """As `all_hits`, but what a sprite of `a` hits is killed before the next one looks."""
    pairs: IndexPairs
    found: dict = {}
    hits: list
    dead: set
    start: cython.Py_ssize_t = 0
    length: cython.Py_ssize_t = KILLERS
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    while start < a.count and b.count:
        length = min(length, a.count - start)
        pairs = IndexPairs()
        cross_pairs(a.boxes + start, length, b.boxes, b.count, pairs)
        pairs.sort(length, b.count)
        dead = set()
        k = 0
        for i in range(start, start + length):
            if len(dead) < b.count:
                a.store_radius(i)
            hits = []
            while k < pairs.count and pairs.items[2 * k] == i - start:
                j = pairs.items[2 * k + 1]
                k += 1
                if j not in dead and decide(a, i, b, j, kind, ratio):
                    hits.append(j)
            if hits:
                found[a.members[i]] = killed(b, groupb, hits, dead)
        b.drop(dead)
        start += length
        length *= 2
    return found


def killed(side, group, positions, dead):
    """The members at some positions, killed; the positions of those that the group dropped."""
    members: list = [side.members[j] for j in positions]
    for member in members:
        member.kill()
    for j, member in zip(positions, members, strict=True):
        if not group.has_internal(member):
            dead.add(j)
    return members
