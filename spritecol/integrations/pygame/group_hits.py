"""The hits between two groups of pygame's, by the broad phase of this package."""

import cython
from cython.cimports.spritecol.broad_phase import cross_pairs
from cython.cimports.spritecol.index_pairs import IndexPairs, first_of, second_of
from cython.cimports.spritecol.integrations.pygame.collided import (
    CIRCLE,
    CIRCLE_RATIO,
    MASK,
    RECT,
    RECT_RATIO,
    circles_touch,
)
from cython.cimports.spritecol.integrations.pygame.sides import Side, touch
from pygame import sprite as pygame_sprite

AbstractGroup = pygame_sprite.AbstractGroup
GROUPS = (AbstractGroup, pygame_sprite.LayeredUpdates, pygame_sprite.GroupSingle)
"""The classes of pygame that have a way of their own to hold and to drop sprites."""

ITERATION = AbstractGroup.__iter__
LISTINGS = frozenset(kind.sprites for kind in GROUPS)
REMOVALS = frozenset(kind.remove_internal for kind in GROUPS)
MEMBERSHIPS = frozenset(kind.has_internal for kind in GROUPS)

FEW_IN_GROUPS = cython.declare(cython.Py_ssize_t, 16)
"""Sprites. Where one of two groups has fewer, its sprites look one by one."""

KILLERS = cython.declare(cython.Py_ssize_t, 16)
"""Sprites that are compared at first where hits are killed, doubled in each further round: what
those kill need not be compared with the rest."""


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


def can_be_listed(group):
    """Whether iterating over it twice, or in advance, is the same as iterating over it once."""
    return isinstance(group, AbstractGroup) or type(group) is list or type(group) is tuple


def is_large(group):
    """Whether reading all sprites of a group first pays, and gives the same."""
    if type(group) is list or type(group) is tuple:
        return len(group) >= FEW_IN_GROUPS
    # No listing of the sprites just to count them.
    return len(getattr(group, "spritedict", ())) >= FEW_IN_GROUPS and can_be_listed(group)


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


def group_hits(groupa, groupb, dokillb, kind, ratio):
    """The hits between two groups through the broad phase; None where it cannot be."""
    a: Side
    b: Side
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
    cross_pairs(a.boxes, cython.NULL, a.count, b.boxes, cython.NULL, b.count, pairs)
    pairs.sort(a.count, b.count)
    for k in range(pairs.count):
        if first_of(pairs.items[k]) != i:
            if hits:
                found[a.members[i]] = hits
                hits = []
            i = first_of(pairs.items[k])
        j = second_of(pairs.items[k])
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
        cross_pairs(a.boxes + start, cython.NULL, length, b.boxes, cython.NULL, b.count, pairs)
        pairs.sort(length, b.count)
        dead = set()
        k = 0
        for i in range(start, start + length):
            if len(dead) < b.count:
                a.store_radius(i)
            hits = []
            while k < pairs.count and first_of(pairs.items[k]) == i - start:
                j = second_of(pairs.items[k])
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
